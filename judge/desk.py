"""The desk has every room at hand. Commands and pages ask it; it opens a room when something is asked of it.

One `Desk` serves one build, read-only, and may be shared by threads.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from judge import data_places
from judge.build import sound_build
from judge.build_folder import claim
from judge.corpus import Corpus, load_corpus, plain_name, read_audit, read_rulebooks
from judge.corpus_checks import sequences_of
from judge.derived_files import derived
from judge.edition_comparison import EntryComparison, Pair, differences, pairs_by_entry, read_pairs
from judge.engine.effort import INDEXING, TRYING, Effort, effort_of_this_answer, one_answer
from judge.entry import Entry, Mention, Reference
from judge.errors import CouldNot, JudgeError, NotUnderstood
from judge.rulebook import Rulebook
from judge.toml_tables import read_toml

if TYPE_CHECKING:  # rooms are imported when first used, so that a search never waits for the resolver
    from judge.ability import CardText
    from judge.cards.library import CardLibrary
    from judge.charts.chart import Chart
    from judge.charts.chart_table import ChartTable
    from judge.charts.deck_lists import Deck
    from judge.charts.round_moments import RoundPart
    from judge.disputes.dispute_values import Dispute
    from judge.engine.orders import Comparison, Outcomes
    from judge.engine.referee import Referee
    from judge.engine.waiting_keys import Offer
    from judge.kept_rulings.store import RulingStore
    from judge.pasted.dispute_words import Books
    from judge.pasted.pasted_values import Pasted
    from judge.practice.sheet import Sheet
    from judge.reading.term_mentions import MentionFinder
    from judge.responders.ability_index import AbilityIndex
    from judge.responders.acting_cards import ActingCards
    from judge.responders.moment_question import AskedCards
    from judge.rules.model import Rules
    from judge.rulings.ruling import Ruling
    from judge.search.search import Results, Searcher
    from judge.search.step_order import OrderedStep, Orders
    from judge.search.suggest import Suggestion


_LONGEST_BOOK_NAME = 5
"""Words of what people call a game or edition."""


class Desk:
    """What a user can ask of one build: entries, references, searches, abilities, rulings."""

    def __init__(
        self, build_folder: Path, corpus_folder: Path, data_folder: Path, held: IO[bytes] | None = None
    ) -> None:
        """`corpus_folder` is the corpus the build was made from; `held` keeps it (`judge.build_folder.claim`)."""
        self.build_folder = build_folder
        self.build_id = build_folder.name
        self.corpus_folder = corpus_folder
        self.data_folder = data_folder
        self._held = held

    @cached_property
    def corpus(self) -> Corpus:
        """All entries of the build."""
        return load_corpus(read_rulebooks(self.corpus_folder), self.build_folder / "glossaries", self.build_id)

    @cached_property
    def cards(self) -> CardLibrary:
        """The card library of the data folder."""
        return library_of(self.data_folder)

    @cached_property
    def kept_rulings(self) -> RulingStore:
        """The rulings that people keep. Raises NotAllowed where `JUDGE_DATABASE_URL` makes no sense."""
        from judge.kept_rulings.store import open_store

        return open_store(self.data_folder)

    @cached_property
    def searcher(self) -> Searcher:
        """The search of the build."""
        from judge.search.search import open_searcher

        return open_searcher(self.build_folder / "index", self.corpus)

    @cached_property
    def _referee(self) -> Referee:
        from judge.cardtext.card_words import load_words
        from judge.engine.referee import Referee
        from judge.rules.rules_files import load_rules

        folder = self.corpus_folder / "timing"
        rules, words = load_rules(folder, self.corpus, checked=False), load_words(folder / "card-words")
        return Referee(self.corpus, rules, words, self.cards.lookup)

    def open_rooms(self) -> None:
        """Open what most requests ask: entries, search, suggestions. Raises CouldNot where something is damaged."""
        self.searcher.prepare()
        self.suggest(next((entry.headword for entry in self.corpus.entries.values()), "a")[:1])

    def derived(self, name: str, version: str, make: Callable[[], bytes]) -> bytes:
        """What `make` gives for this build, made once for all processes that serve it where its folder allows."""
        return derived(self.build_folder, name, version, make)

    def show(self, term: str, game: str | None = None, edition: str | None = None) -> tuple[Entry, ...]:
        """The entries that `term` (a name or an id) means, default editions first; after redirects their targets.

        Raises NotFound with near matches, NotAllowed for an unknown game or edition, NotUnderstood for an empty term.
        """
        found = self._of_named_game(_given(term, "term"), game, edition) or self.corpus.get(term, game, edition)
        targets = [self.corpus.entries[target] for entry in found for target in entry.redirects_to]
        return tuple({entry.id: entry for entry in (*found, *targets)}.values())

    def _of_named_game(self, term: str, game: str | None, edition: str | None) -> tuple[Entry, ...]:
        """The entries of a name that a game's or edition's name stands before or behind: “Vs. Flight”; none where the
        whole is a name itself."""
        words = term.split()
        if game is not None or self.corpus.find(term, game, edition):
            return ()
        for count in range(min(len(words) - 1, _LONGEST_BOOK_NAME), 0, -1):
            for said, rest in ((words[:count], words[count:]), (words[-count:], words[:-count])):
                meant, within = self._book_called(plain_name(" ".join(said)))
                found = self.corpus.find(" ".join(rest), meant, edition or within) if meant is not None else ()
                if found:
                    return found
        return ()

    def _book_called(self, name: str) -> tuple[str | None, str | None]:
        """The game and edition that a plain name means: as people call them, or by a word of their ids."""
        settings = self.searcher.settings
        key = settings.editions.get(name) or settings.games.get(name)
        keys = [book.key for book in self.corpus.books if name == book.edition] if key is None else [key]
        keys = keys or [game for game in self.corpus.games if name in game.split("-")]
        game, _, edition = keys[0].partition("/") if len(keys) == 1 else ("", "", "")
        return game or None, edition or None

    def refs(self, term: str, game: str | None = None) -> tuple[Reference, ...]:
        """Cross-references both ways of every entry that `term` names. Raises as `show`."""
        return tuple(self.corpus.references[e.id] for e in self.corpus.get(_given(term, "term"), game))

    def search(
        self,
        query: str,
        *,
        game: str | None = None,
        edition: str | None = None,
        lang: str | None = None,
        limit: int = 10,
    ) -> Results:
        """Ranked entries for a query. Raises NotUnderstood for an empty query, NotAllowed for an unknown game."""
        effort_of_this_answer().search(query)
        return self.searcher.search(query, game=game, edition=edition, lang=lang, limit=limit)

    def suggest(self, prefix: str, game: str | None = None, limit: int = 8) -> Sequence[Suggestion]:
        """Headwords, aliases and sections that begin like `prefix`."""
        return self.searcher.suggest(prefix, game=game, limit=limit)

    def differences(self, entry: Entry) -> tuple[EntryComparison, ...]:
        """The entry compared word by word with its counterparts in the game's other editions."""
        return differences(self.corpus, entry, self._pairs)

    def audits(self, game: str | None = None, edition: str | None = None) -> list[dict[str, Any]]:
        """How each book was read, repaired and linked. Raises NotAllowed for an unknown game or edition."""
        self.corpus.entries_of(game, edition)
        books = [b for b in self.corpus.books if game in (None, b.game) and edition in (None, b.edition)]
        return [read_audit(book, self.build_folder / "glossaries") for book in books]

    @cached_property
    def _pairs(self) -> Mapping[str, Sequence[Pair]]:
        return pairs_by_entry(self.corpus, read_pairs(self.corpus_folder / "lexicon" / "pairs.toml"))

    def ability(self, text: str, game: str | None = None, name: str | None = None) -> CardText:
        """A card's text taken apart, read as Marvel Champions' when no game is named (contract, section 4).

        With the card's name, that name in it means the card, as in a dispute.
        """
        return self._referee.ability(_given(text, "text", "paste what the card says"), game, name)

    def _one_of_many(self, data: Any) -> Dispute:
        """One of the disputes that an answer over a library tries: it counts as a try, however long its texts are."""
        effort_of_this_answer().spend(TRYING)
        return self._uncounted(data)

    def _uncounted(self, data: Any) -> Dispute:
        with one_answer():
            return self._referee.dispute(data)

    def mentions(self, text: str, game: str) -> tuple[Mention, ...]:
        """Terms of the game's default edition in a text from elsewhere, such as a card's; each is found once."""
        effort_of_this_answer().read(text)
        if game not in self._linkers:
            self._linkers[game] = self._linker_of(self.corpus.book(game))
        return self._linkers[game].find_mentions(text, frozenset())

    @cached_property
    def _linkers(self) -> dict[str, MentionFinder]:
        return {}

    def _linker_of(self, book: Rulebook) -> MentionFinder:
        from judge.reading.corpus_files import CorpusFiles

        entries = [e for e in self.corpus.entries_of(book.game, book.edition) if e.lang == book.language]
        targets = {e.id: e.redirects_to[0] if len(e.redirects_to) == 1 else e.id for e in entries}
        return CorpusFiles(self.corpus_folder).linker(
            book, [(name, targets[e.id]) for e in entries for name in e.names]
        )

    def resolve(self, dispute: Mapping[str, Any]) -> Ruling:
        """The ruling on a dispute (contract, sections 5 to 7). Raises JudgeError with everything wrong in it."""
        return self._referee.resolve(dispute)

    def dispute(self, dispute: Mapping[str, Any]) -> Dispute:
        """A dispute read and checked, without its ruling. Raises as `resolve`."""
        return self._referee.dispute(dispute)

    def pasted(
        self, text: str, game: str | None = None, unpack: Callable[[str], Mapping[str, Any]] | None = None
    ) -> Pasted:
        """A dispute as people write it in a chat, read; what was guessed and what found no place is told.

        `game` is meant where the text names none; `unpack` opens the address of a ruling. Raises NotUnderstood,
        NotAllowed for an unknown game, TooLarge.
        """
        from judge.pasted.pasted_reader import MOST_LETTERS, read_pasted

        effort_of_this_answer().read(text[:MOST_LETTERS])
        if game is not None:
            self.corpus.book(game)
        return read_pasted(text, replace(self._books, unpack=unpack), game)

    @cached_property
    def _books(self) -> Books:
        from judge.forms.form_wording import read_wording
        from judge.pasted.chat_words import read_chat_words
        from judge.pasted.dispute_words import Books
        from judge.pasted.told_words import read_first_names, read_told

        settings = self.searcher.settings
        wording = read_wording(self.corpus_folder / "pages")
        return Books(
            rules=self.rules,
            words=self._referee.words,
            games=settings.games,
            editions=settings.editions,
            stop=settings.stop,
            knows=self.searcher.expander.knows,
            headings={game: frozenset(self._headings(game)) for game in self._referee.words},
            occurrences={game: words.occurrences for game, words in wording.items()},
            choices={
                game: {name: part.choices for name, part in words.participants.items() if part.choices}
                for game, words in wording.items()
            },
            told=read_told(self.corpus_folder / "lexicon"),
            first_names=read_first_names(self.corpus_folder / "lexicon"),
            chat=read_chat_words(self.corpus_folder / "lexicon"),
            lookup=self.cards.lookup,
            kinds_of=self.cards.kinds_of,
            has_library=len(self.cards) > 0,
            acts=self._acts,
        )

    def _headings(self, game: str) -> Iterator[str]:
        """Lazily, the names of a game's entries in small letters."""
        for entry in self.corpus.entries.values():
            if entry.game == game:
                yield from (name.lower() for name in entry.names)

    def _acts(self, dispute: Mapping[str, Any]) -> tuple[int, int]:
        """How many abilities of a dispute have a say in its ruling, and how many nothing happens for; none where it
        cannot be resolved."""
        whole = effort_of_this_answer()
        try:
            with one_answer(Effort(whole.left)) as tried:
                return self._referee.resolve(dispute).acting
        except JudgeError:
            return 0, 0
        finally:
            whole.left = max(tried.left, 0)

    def all_orders(self, dispute: Mapping[str, Any]) -> Outcomes:
        """Every result that the orders open to the players lead to. Raises as `resolve`."""
        return self._referee.all_orders(dispute)

    def compare(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> Comparison:
        """Two disputes' rulings side by side (two editions, or something changed). Raises as `resolve`."""
        from judge.engine.orders import side_by_side

        return side_by_side(self.resolve(one), self.resolve(other))

    def every_edition(self, game: str) -> Sequence[Rules]:
        """The timing rules of a game's editions, the default first."""
        first = self.rules(game)
        return (first, *(rules for rules in self._referee.every_rules if rules.game == game and rules is not first))

    def rules(self, game: str, edition: str | None = None) -> Rules:
        """The timing rules of an edition. Raises NotAllowed for an unknown one, or one without any."""
        return self._referee.rules(game, edition)

    @cached_property
    def _index(self) -> AbilityIndex:
        from judge.responders.ability_index import AbilityIndex

        return AbilityIndex(self.data_folder / "abilities.sqlite")

    def index_cards(self, tell: Callable[[str], None] = lambda _: None) -> AbilityIndex:
        """The index of what the cards of the library wait for, made where the one there is of other cards or rules.

        Raises CouldNot where it cannot be written.
        """
        stamp = f"{self.build_id} {self.cards.stamp}"
        if not self._index.is_made_of(stamp):
            from judge.responders.moment_question import index_cards

            tell("indexing what the cards of the library wait for …")
            self._index.make(stamp, index_cards(self.cards, self._referee.every_rules, self._uncounted))
        return self._index

    def responders(
        self, moment: Mapping[str, Any], step: str | None = None, scope: AskedCards | None = None
    ) -> ActingCards:
        """Who of the library may or must act at the moment that a dispute names. Raises as `resolve`, NotAllowed for
        an unknown step."""
        from judge.responders.moment_question import responders

        return responders(self.cards, self.index_cards, self._one_of_many, moment, step, scope)

    def chart(self, said: Mapping[str, Any]) -> Chart:
        """The chart of a table: scenario, heroes, decks. Raises JudgeError with what is wrong in it."""
        from judge.charts.chart import chart

        table, rules, parts = self._table(said)
        return chart(table, rules, self._one_of_many, self._narrowing(rules, table), parts)

    def practice(
        self,
        said: Mapping[str, Any] | None = None,
        *,
        game: str | None = None,
        seed: int = 1,
        count: int = 10,
        level: int | None = None,
    ) -> Sheet:
        """The questions of a seed over the cards of a table, or over made-up ones of a game.

        Raises JudgeError with what is wrong in the table, NotFound where its cards give no question.
        """
        from judge.forms.examples import read_examples
        from judge.practice.sheet import made_up, of_table, sheet

        if said is None:
            wanted = self.rules(game or self.corpus.games[0]).game
            every = read_examples(self.corpus_folder / "examples")
            disputes = made_up([example.dispute for example in every if example.game == wanted])
        else:
            table, rules, parts = self._table(said)
            disputes = of_table(table, rules, parts, self._one_of_many, self._narrowing(rules, table))
        return sheet(disputes, self._one_of_many, seed=seed, count=count, level=level)

    def deck(self, text: str, game: str, whose: str = "the deck") -> Deck:
        """A deck list read against the card library. Raises NotUnderstood for one without any card."""
        from judge.charts.deck_lists import LibraryCards, read_deck

        return read_deck(text, whose, LibraryCards(self.cards, self.rules(game)), self._languages)

    @property
    def collisions_folder(self) -> Path:
        """Where the collisions of the library are kept."""
        return self.data_folder / "collisions"

    def _table(self, said: Mapping[str, Any]) -> tuple[ChartTable, Rules, Sequence[RoundPart]]:
        from judge.charts.chart_table import read_table
        from judge.charts.deck_lists import LibraryCards
        from judge.charts.round_moments import read_round

        rules = self.rules(said.get("game") or self.corpus.games[0], said.get("edition"))
        parts = read_round(self.corpus_folder / "charts", rules)
        return read_table(said, LibraryCards(self.cards, rules), self._languages), rules, parts

    def _narrowing(self, rules: Rules, table: ChartTable) -> Callable[[Offer], frozenset[str]]:
        """The codes of those cards of a table, of the library and its own, that might act at a moment."""
        from judge.responders.moment_question import indexed

        typed = table.typed
        names = {card.code: card.name for card, _ in table.every_card if card.code not in typed}
        effort_of_this_answer().spend(INDEXING * sum(len(card.text) for card in typed.values()))
        waiting = [indexed(card, rules, self._one_of_many) for card in typed.values()]
        waiting += self.index_cards().cards(rules.game, rules.edition, names)
        return lambda offer: frozenset(card.code for card in waiting if card.may_act(offer))

    @cached_property
    def _languages(self) -> Mapping[str, frozenset[str]]:
        words = read_toml(self.corpus_folder / "lexicon" / "languages.toml")["words"]
        return {language: frozenset(little) for language, little in words.items()}

    def occurrences(self, game: str | None = None, edition: str | None = None) -> list[dict[str, Any]]:
        """The occurrence types a dispute may name, with participants and steps."""
        return self._referee.occurrences(game, edition)

    def ask(self, question: str, game: str | None = None, edition: str | None = None) -> dict[str, Any]:
        """A question in plain words, answered only by what the rules cited support (contract, `judge ask`)."""
        from judge.search.answer import ask

        effort_of_this_answer().search(question)
        return ask(question, self.searcher, self._orders, game=game, edition=edition).as_json()

    @cached_property
    def _orders(self) -> Orders:
        from judge.search.step_order import Orders, read_step_words

        return Orders(read_step_words(self.corpus_folder / "lexicon"), self._sequences)

    def is_question(self, words: str) -> bool:
        """True for words that ask something, which `ask` may answer, not only name something; a cheap test."""
        from judge.search.question import is_question

        return is_question(words, self.searcher.settings)

    def _sequences(self, game: str, edition: str) -> Sequence[Sequence[OrderedStep]]:
        """What comes first by the timing rules of an edition: its occurrences as their steps, then its classes of
        abilities; nothing where it has none."""
        return sequences_of(self._referee.rules(game, edition)) if self.occurrences(game, edition) else ()


def _given(words: str, where: str, right: str = "say what you look for") -> str:
    if not words.strip():
        raise NotUnderstood(f"The {where} is empty; {right}.", where)
    return words.strip()


def open_desk(data_folder: Path | None = None) -> Desk:
    """The desk of the current build, with the card library beside it.

    A damaged build, or one that other code made, is made again first.

    Raises CouldNot when nothing is built yet, or the build is damaged and cannot be made again.
    """
    data_folder = data_folder or data_places.data_folder()
    return desk_on(sound_build(data_folder, warn), data_folder)


def desk_on(build_folder: Path, data_folder: Path) -> Desk:
    """The desk of a build, which stays on the disk as long as the desk or a process forked from this one lives."""
    try:
        held = claim(build_folder)
    except OSError as problem:
        raise CouldNot("The build has gone while it was opened; try again.", str(build_folder)) from problem
    return Desk(build_folder, build_folder / "corpus", data_folder, held)


def warn(words: str) -> None:
    """Tell whoever runs the program, on standard error."""
    print(f"judge: {words}", file=sys.stderr, flush=True)


def library_of(data_folder: Path) -> CardLibrary:
    """The card library of a data folder; its file is made by the first import."""
    from judge.cards.library import CardLibrary

    return CardLibrary(data_folder / "cards.sqlite")
