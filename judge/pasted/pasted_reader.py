"""The door: a pasted text → a dispute, what of it was guessed, and what found no place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.errors import NotUnderstood, TooLarge
from judge.pasted.card_rows import CardStory, FoundCards
from judge.pasted.chat_lines import find_speakers
from judge.pasted.deck_lines import take_deck_lines
from judge.pasted.dispute_words import Books, DisputeWords, plain
from judge.pasted.game_guess import find_game
from judge.pasted.named_choices import told_choices
from judge.pasted.pasted_values import Pasted, ReadValue, Span
from judge.pasted.readings import Readings, ToldText
from judge.pasted.roster import People, Roster
from judge.pasted.story import Unit
from judge.pasted.structured_text import read_whole
from judge.pasted.taken_back import taken_back
from judge.pasted.text_layout import lay_out
from judge.pasted.text_reading import TextReading
from judge.pasted.told_words import ToldVerbs

MOST_LETTERS = 30_000
"""Letters of a pasted text: some hundred cards as printed."""
_MARKUP = re.compile(r"\[/?[biu]\]")
MOST_WORDS = 7_000
"""Its words and signs."""


def read_pasted(text: str, books: Books, game: str | None = None) -> Pasted:
    """The dispute that a text tells of; `game` is the one meant where the text names none.

    Raises NotUnderstood for an empty text, TooLarge for one that no table has.
    """
    if not text.strip():
        raise NotUnderstood("There is no text; paste who plays, what happens and the cards.", "text")
    if len(text) > MOST_LETTERS:
        raise TooLarge(
            f"The text has {len(text):,} letters; at most {MOST_LETTERS:,} are read: paste only who plays, what "
            "happens and the cards in question.",
            "text",
        )
    return read_whole(text, books) or _read_story(text, books, game)


def _read_story(text: str, books: Books, game: str | None) -> Pasted:
    named = find_game(text, books)
    said_game, edition = named.game, named.edition
    if game is not None and said_game.why:
        said_game = ReadValue(game)
    rules = books.rules(str(said_game.value), str(edition.value) if edition else None)
    vocabulary = DisputeWords(
        rules,
        books.words[rules.game],
        books.stop,
        books.knows,
        first_names=books.first_names,
        chat=books.chat,
        headings=books.headings.get(rules.game, frozenset()),
    )
    verbs = ToldVerbs(vocabulary, books.told)
    vocabulary = replace(vocabulary, told=frozenset(verbs.of))
    deck = take_deck_lines(text, books)
    choices = told_choices(text, books.choices.get(rules.game, {}), vocabulary)
    spans = [*named.spans, *(fact.at for fact in choices.values() if fact.at is not None)]
    rest = blanked(deck.rest, spans)
    chat = books.chat.everyday | books.chat.function
    speakers = find_speakers(
        rest, vocabulary.names_nobody, lambda name, word: name in books.first_names and word in chat
    )
    marked = [match.span() for match in _MARKUP.finditer(rest)]
    said_by = [(line.first, line.at[1] + 1) for line in speakers.lines]
    layout = lay_out(blanked(rest, [*marked, *said_by]), vocabulary.shouted)
    void = taken_back(layout, vocabulary) if len(layout.tokens) <= MOST_WORDS else []
    if void:
        layout = lay_out(blanked(layout.text, void), vocabulary.shouted)
    if len(layout.tokens) > MOST_WORDS:
        raise TooLarge(
            f"The text has {len(layout.tokens):,} words and signs; at most {MOST_WORDS:,} are read: paste only who "
            "plays, what happens and the cards in question.",
            "text",
        )
    reading = TextReading(layout, vocabulary, verbs, books, speakers)
    roster = reading.read()
    people = roster.people()
    texts = {number: _with_markup(fact, text, marked) for number, fact in reading.texts().items()}
    shelf = CardStory(roster, vocabulary, texts).read()
    _note_identities(people, vocabulary, shelf)
    _note_library(reading.kinds, shelf)
    _note_enemies(roster, vocabulary, shelf)
    told = ToldText(
        text, layout, said_game, edition, tuple(spans), choices, vocabulary, roster, people, shelf, deck,
        reading.said(), reading.names.small, tuple(void),
    )  # fmt: skip
    return Readings(told, books).best()


def _with_markup(fact: ReadValue, text: str, marked: Sequence[Span]) -> ReadValue:
    """A card’s text as it was pasted, the markup included that stands right before it."""
    if fact.at is None or not marked:
        return fact
    first, end = fact.at
    begins = {stop: start for start, stop in marked}
    while first in begins:
        first = begins[first]
    return replace(fact, value=text[first:end].strip(), at=(first, end))


def _note_library(kinds: Mapping[str, frozenset[str]], shelf: FoundCards) -> None:
    """Note the types of names whose cards in the library are all of one."""
    for name, several in kinds.items():
        if len(several) == 1:
            (kind,) = several
            shelf.kinds.setdefault(plain(name), ReadValue(kind, None, "The card library says so."))


def _note_enemies(roster: Roster, vocabulary: DisputeWords, shelf: FoundCards) -> None:
    """Note what enemies are taken for who are fought or attack a player and of whom nothing else is told."""
    rules = vocabulary.rules
    enemies = rules.sorts_of("enemy")
    assumed = {part.assume for one in rules.offered.values() for part in one.participants if part.assume in enemies}
    if rules.features.scenario is None or len(assumed) != 1:
        return
    (kind,) = assumed
    for unit in _fighting(roster):
        if unit.sort == "name" and roster.player(unit) is None and _is_free(roster.name(unit.word), shelf):
            fact = ReadValue(kind, None, "Nobody says what else it is.")
            shelf.kinds.setdefault(plain(roster.name(unit.word)), fact)


def _fighting(roster: Roster) -> Iterator[Unit]:
    """Lazily, those who are fought, or do to a player what enemies do."""
    yield from (one.of for one in roster.story.statements if one.relation == "fought")
    for event in roster.story.events:
        struck = any(roster.player(one) is not None for one in event.patients)
        if struck and event.event in ("attack", "scheme", "activation"):
            yield from event.agents


def _is_free(name: str, shelf: FoundCards) -> bool:
    """Whether nothing is told of a card that says what it is."""
    row = shelf.find(name)
    return row is not None and not row.facts.keys() & {"kind", "controller", "engaged_with", "attached_to"}


def _note_identities(people: People, vocabulary: DisputeWords, shelf: FoundCards) -> None:
    """Note whom the players play: cards of theirs, where the text tells more of them."""
    forms = {person.name: person.form for person in people.players}
    for hero, player in people.identities:
        why = f"{player} is said to play {hero}."
        shelf.owners[plain(hero)] = ReadValue(player, None, why)
        form = forms.get(player)
        kind = str(form.value) if form is not None else vocabulary.identity
        if kind in vocabulary.rules.kinds:
            shelf.kinds[plain(hero)] = ReadValue(kind, None, why)


def blanked(text: str, spans: Sequence[Span]) -> str:
    """The text with spaces in place of some of its words."""
    parts: list[str] = []
    behind = 0
    for first, end in sorted(spans):
        if first >= behind:
            parts += [text[behind:first], " " * (end - first)]
            behind = end
    return "".join([*parts, text[behind:]])
