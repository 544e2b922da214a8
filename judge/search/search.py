"""Searching: a query in, ranked hits out, each with its best paragraph and the reasons for its place.

`open_searcher` is the edge; a `Searcher` is read-only and may be shared by threads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from heapq import nsmallest
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.corpus import Corpus
from judge.errors import NotAllowed
from judge.search.entry_words import EntryWords, Snippet, read_entry_words, snippet_of
from judge.search.expansion import Expander, Wanted
from judge.search.index import OpenIndex, read_index
from judge.search.postings import Postings
from judge.search.query import Part, Query, read_query
from judge.search.quotations import Quotation, quotations_of
from judge.search.ranking import LOOKED_INTO, Ranked, Ranker
from judge.search.spelling import Vocabulary
from judge.search.word_forms import LANGUAGES, plain, stem

if TYPE_CHECKING:
    from judge.search.suggest import Suggester, Suggestion

MOST_HITS = 100
_PREPARED = 2_000
"""Entries taken apart in advance."""
_KEPT_SEARCHES = 16
"""Searches last made, whose ranking is kept: a question is first searched for, then asked."""
_KEPT_ENTRIES = 2_000
"""Entries whose words are kept apart: all of a shelf of rulebooks, the ones last looked into of a library."""
_FEWEST_WORDS = 4
"""What has fewer words says nothing."""
_LEAST = 0.12
"""Entries below this share of the best score are left out."""
_HINTED = 8
"""So many entries are looked into for what players' words stand for."""
_KEPT_SHELVES = 100
_KEPT_QUOTATIONS = 700
_STANDS_FOR = 0.5
"""A stem that stands for a word less well does not hold it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry found. `snippet` is plain text of its best paragraph, which `anchor` names; `marks` are the spans of
    the words found in it (start, end excluded); `reasons` say why it stands where it does."""

    id: str
    headword: str
    game: str
    edition: str
    official: bool
    score: float
    snippet: str
    anchor: str
    reasons: tuple[str, ...] = ()
    marks: tuple[tuple[int, int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The contract's search hit."""
        return {name: getattr(self, name) for name in self.__slots__ if name not in ("reasons", "marks")}


@dataclass(frozen=True, slots=True)
class Found:
    """A query as it was read, what it looks for, and the entries looked into, the best first."""

    query: Query
    wanted: Wanted
    entries: Sequence[Ranked]

    @property
    def worth_showing(self) -> Sequence[Ranked]:
        """Those that are not far behind the best."""
        least = _LEAST * min(self.entries[0].score, 1.0) if self.entries else 0.0
        return [one for one in self.entries if one.score and one.score >= least]


@dataclass(frozen=True, slots=True)
class Results:
    """The hits of a query, best first; what was read otherwise than typed (`notes`); names that look like it; whether
    there are `more` hits than were asked for."""

    query: str
    hits: tuple[Hit, ...] = ()
    notes: tuple[str, ...] = ()
    did_you_mean: tuple[str, ...] = ()
    more: bool = False

    def as_json(self) -> list[dict[str, Any]]:
        """The contract's list of search hits."""
        return [hit.as_json() for hit in self.hits]


class Searcher:
    """Searches one corpus through its index."""

    def __init__(self, corpus: Corpus, index: OpenIndex) -> None:
        self.corpus = corpus
        self.settings, self.names, self.translations = index.settings, index.names, index.translations
        self._stem_of = index.stem_of
        self._entry_words = lru_cache(_KEPT_ENTRIES)(self._make_entry_words)
        self._found = lru_cache(_KEPT_SEARCHES)(self._find)
        self._shelf = lru_cache(_KEPT_SHELVES)(self._find_shelf)
        self.quotations = lru_cache(_KEPT_QUOTATIONS)(self._find_quotations)
        entries = list(corpus.entries.values())
        postings, self._hints = Postings(index.word_scores, entries), Postings(index.hints, entries)
        self._stop_stems = frozenset(map(stem, self.settings.stop))
        vocabulary = Vocabulary(index.vocabulary, index.names)
        self.expander = Expander(index.settings, index.names, vocabulary, postings, index.everyday)
        self.ranker = Ranker(corpus, index.settings, index.names, postings, self.expander, self._entry_words)

    def search(
        self,
        query: str,
        *,
        game: str | None = None,
        edition: str | None = None,
        lang: str | None = None,
        limit: int = 10,
    ) -> Results:
        """At most `limit` entries for a query, the best first; the same query always gives the same results.

        Raises NotUnderstood for an empty query, NotAllowed for an unknown game, edition or language or a limit outside
        1 to 100, TooLarge for a query beyond all reason.
        """
        if lang is not None and lang not in LANGUAGES:
            raise NotAllowed(f"There is no language “{lang}”; there are {', '.join(LANGUAGES)}.", "lang", LANGUAGES)
        if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= MOST_HITS:
            raise NotAllowed(f"The limit must be a number from 1 to {MOST_HITS}, not {limit}.", "limit")
        found = self.find(query, game=game, edition=edition, lang=lang, most=max(limit + 1, LOOKED_INTO))
        hits = self.hits(found, limit)
        notes, near = _notes(found), self._did_you_mean(found, hits)
        return Results(query, hits, notes, near, more=len(found.worth_showing) > limit)

    def find(
        self,
        query: str,
        *,
        game: str | None = None,
        edition: str | None = None,
        lang: str | None = None,
        most: int = LOOKED_INTO,
    ) -> Found:
        """The `most` best entries and those that players' words hint at, with all that is known of each.

        Raises as `search`.
        """
        narrowed = self._narrowed(read_query(query), game, edition)
        found = self._found(narrowed, lang, most)
        return self._found(_unquoted(narrowed), lang, most) if narrowed.phrases and not found.entries else found

    def hits(self, found: Found, limit: int) -> tuple[Hit, ...]:
        """The first `limit` entries found, as they are shown."""
        return tuple(self._hit(one, found) for one in found.worth_showing[:limit])

    def prepare(self) -> None:
        """Take entries apart now, as far as that is soon done, so that no search has to."""
        for entry_id in islice(self.corpus.entries, _PREPARED):
            for passage in self._entry_words(entry_id).passages:
                _ = passage.stems, passage.pairs, passage.tokens

    def suggest(self, prefix: str, *, game: str | None = None, limit: int = 8) -> Sequence[Suggestion]:
        """Headwords, aliases and players' words that begin like `prefix`, or hold a word that does.

        Raises NotAllowed for an unknown game.
        """
        if game is not None:
            self.corpus.editions(game)
        return self._suggester.suggest(prefix, game, limit)

    @cached_property
    def _suggester(self) -> Suggester:
        from judge.search.suggest import Suggester

        return Suggester(self.corpus, self.names)

    def _find(self, query: Query, lang: str | None, most: int) -> Found:
        quoted = [word for phrase in query.phrases for word in phrase]
        terms = [word for term in query.terms for word in term.split()]
        wanted = self.expander.expand(query.words, protected=(*quoted, *terms), narrowed=query.game)
        shelf = self._shelf(query.game, query.edition, lang)
        hinted = () if query.headword_only else self._hinted(query.words, shelf)
        return Found(query, wanted, self.ranker.rank(query, wanted, shelf, self._demanded(query), most, hinted))

    def _hinted(self, words: Sequence[str], shelf: Set[int] | None) -> Sequence[int]:
        """The places of the entries that players' words stand for, the likeliest first."""
        stems = sorted({stem(word) for word in words} - self._stop_stems)
        totals = self._hints.totals([{one: 1.0} for one in stems], shelf)
        return nsmallest(_HINTED, totals, key=lambda place: (-totals[place], place))

    def _find_shelf(self, game: str | None, edition: str | None, lang: str | None) -> Set[int] | None:
        """The places of the entries of a game, an edition and a language; None where all are meant."""
        if game is edition is lang is None:
            return None
        return frozenset(
            place
            for place, entry in enumerate(self.corpus.entries.values())
            if game in (None, entry.game) and edition in (None, entry.edition) and lang in (None, entry.lang)
        )

    def _demanded(self, query: Query) -> Callable[[EntryWords], bool] | None:
        """Tells which entries hold one part of each group that the query requires, and no part that it excludes; None
        where it demands nothing of them."""
        required = [[self._holder(part, query.headword_only) for part in group] for group in query.required]
        excluded = [self._holder(part, query.headword_only) for part in query.excluded]
        if not required and not excluded:
            return None
        return lambda entry_words: (
            all(any(holds(entry_words) for holds in group) for group in required)
            and not any(holds(entry_words) for holds in excluded)
        )

    def _holder(self, part: Part, in_names: bool) -> Callable[[EntryWords], bool]:
        """Tells whether an entry holds a part: a quoted one word for word, a plain one in any form of its words."""
        if part.quoted:
            return lambda entry_words: entry_words.holds(part.words)
        words = self.expander.expand(part.words, protected=part.words).words
        stems = [{held for held, weight in word.stems.items() if weight >= _STANDS_FOR} for word in words]
        return lambda entry_words: all(
            not wanted.isdisjoint(entry_words.names if in_names else entry_words.stems) for wanted in stems
        )

    def _make_entry_words(self, entry_id: str) -> EntryWords:
        entry = self.corpus.entries[entry_id]
        return read_entry_words(entry, self._stem_of(entry.lang))

    def _find_quotations(self, entry_id: str) -> Sequence[Quotation]:
        """What can be quoted of an entry: all but lines that only name entries; they head what stands elsewhere.

        Raises KeyError for an unknown id.
        """
        called = self.names.called
        found = quotations_of(self._entry_words(entry_id), lambda anchor: called.get((entry_id, anchor), Counter()))
        return [
            one
            for one in found
            if sum(len(passage.line) for passage in one.passages) >= _FEWEST_WORDS
            and not all(self.names.exact(plain(passage.text)) for passage in one.passages)
        ]

    def _narrowed(self, query: Query, game: str | None, edition: str | None) -> Query:
        """The query with the game and edition asked for; those typed as operators win.

        Raises NotAllowed for unknown ones.
        """
        narrowed = replace(query, game=self._game(query.game) or game, edition=query.edition or edition)
        if narrowed.game is not None:
            self.corpus.book(narrowed.game, narrowed.edition)
        elif narrowed.edition is not None:
            self.corpus.entries_of(None, narrowed.edition)
        return narrowed

    def _game(self, typed: str | None) -> str | None:
        """The game an operator names, by its id or one word of it. Raises NotAllowed for an unknown one."""
        if typed is None or typed in self.corpus.games:
            return typed
        fitting = [game for game in self.corpus.games if typed in game.split("-")]
        return fitting[0] if len(fitting) == 1 else typed

    def _hit(self, ranked: Ranked, found: Found) -> Hit:
        entry, query, wanted = ranked.entry, found.query, found.wanted
        passages = self._entry_words(entry.id).passages
        explaining = self.corpus.explaining(entry, wanted.content or query.text)
        own = [passage for passage in passages if explaining and passage.anchor == explaining[0].anchor]
        passage = next((p for p in (*own, ranked.passage, *passages[:1]) if p), None)
        snippet = snippet_of(passage, wanted.stems, query.phrases) if passage else Snippet("", entry.headword)
        return Hit(
            id=entry.id,
            headword=entry.headword,
            game=entry.game,
            edition=entry.edition,
            official=entry.official,
            score=round(ranked.score, 4),
            snippet=snippet.text,
            anchor=snippet.anchor,
            reasons=ranked.reasons(wanted),
            marks=snippet.marks,
        )

    def _did_you_mean(self, found: Found, hits: Sequence[Hit]) -> tuple[str, ...]:
        """Names that look like what was typed, when it holds a word that is not in the books, or found nothing."""
        is_sure = hits and found.wanted.is_known
        return () if is_sure else tuple(self.names.near(found.wanted.content or found.query.text))


def _notes(found: Found) -> tuple[str, ...]:
    mended = ((word.typed, word.read_as) for word in found.wanted.words if word.read_as)
    read = (f"“{typed}” is no word of these rules; it was read as “{read_as}”." for typed, read_as in mended)
    return (*found.query.notes, *read)


def _unquoted(query: Query) -> Query:
    """The query with its phrases read as plain words, and a note that says so."""
    groups = tuple(tuple(replace(part, quoted=False) for part in group) for group in query.groups)
    phrases = ", ".join(f"“{part.text}”" for part in query.parts if part.quoted)
    return replace(query, groups=groups, notes=(*query.notes, f"Nothing holds {phrases} word for word; read as words."))


def open_searcher(folder: Path, corpus: Corpus) -> Searcher:
    """The searcher over the index in `folder`, made from `corpus`. Raises CouldNot where it is missing or damaged."""
    return Searcher(corpus, read_index(folder, corpus))
