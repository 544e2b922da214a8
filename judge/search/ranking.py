"""Which entry a query wants most: names first, then passages and phrases, then body text by BM25F.

An entry's score is a tier (the query is its name; is what the question asks about; is nearly its name) plus a blend of
how well name, best paragraph, body and phrases fit, times what edition and kind count (`corpus/lexicon/search.toml`).
Only the entries that come first by name and body are looked into. `browser-search.js` ranks alike, by the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from heapq import nlargest, nsmallest
from itertools import islice, pairwise
from typing import TypeVar

from judge.corpus import Corpus
from judge.entry import Entry
from judge.search.entry_names import Name, Names
from judge.search.entry_words import EntryWords, Passage
from judge.search.expansion import Expander, Wanted
from judge.search.lexicon import Settings
from judge.search.name_matches import LEFT, SURELY, NameMatcher, Tier
from judge.search.postings import Postings
from judge.search.query import Query

T = TypeVar("T")
LOOKED_INTO = 10
"""Entries whose paragraphs are looked into, the best by name and body, where no more are asked for."""
_IN_NAME = 0.7
"""A word that stands in an entry's name, not in the paragraph, counts that much for the paragraph."""
_DECIMALS = 9
"""Scores that are the same to so many decimals are a tie."""
_KINDS = {"bare": "headword", "alias": "other name", "lexicon": "players’ word"}


@dataclass(slots=True)
class Ranked:
    """An entry with its score and what makes it up, and the passage to show."""

    entry: Entry
    place: int
    factor: float
    tier: Tier | None = None
    name: float = 0.0
    fits_by: Name | None = None
    bm25: float = 0.0
    body: float = 0.0
    paragraph: float = 0.0
    phrase: float = 0.0
    score: float = 0.0
    passage: Passage | None = None

    def add_up(self, weights: Mapping[str, float]) -> None:
        """Work out the score. Bearers of the name typed, and of no name that leads to several, are all alike."""
        tier, blend = self.tier.height if self.tier else 0.0, sum(weights.values())
        is_bearer = self.tier is not None and self.tier.name.is_printed and len(self.tier.name.targets) == 1
        if tier < SURELY or not is_bearer:
            blend = sum(weight * getattr(self, part) for part, weight in weights.items())
        self.score = (tier + blend) * self.factor

    def reasons(self, wanted: Wanted) -> tuple[str, ...]:
        """Why it stands where it does, the weightiest first."""
        found = []
        if self.tier:
            found.append(f"{_kind(self.tier.name)} “{self.tier.name.shown}” {self.tier.why}")
        if self.fits_by:
            found.append(f"{_kind(self.fits_by)} “{self.fits_by.shown}” fits by {self.name:.0%}")
        if self.paragraph:
            found.append(f"one paragraph holds {self.paragraph:.0%} of what was asked")
        if self.body:
            found.append(f"text at {self.body:.0%} of the best (BM25F {self.bm25:.1f})")
        if self.phrase:
            found.append(f"{self.phrase:.0%} of the words stand together as typed")
        found += [f"“{word.typed}” read as “{word.read_as}”" for word in wanted.words if word.read_as]
        if self.factor != 1.0:
            found.append(f"counted {self.factor:.2f} for its edition, kind or game")
        return tuple(found)


class Ranker:
    """Ranks the entries of a corpus; read-only."""

    def __init__(
        self,
        corpus: Corpus,
        settings: Settings,
        names: Names,
        postings: Postings,
        expander: Expander,
        entry_words: Callable[[str], EntryWords],
    ) -> None:
        self._entries = tuple(corpus.entries.values())
        self._place_of = {entry_id: place for place, entry_id in enumerate(corpus.entries)}
        self._settings = settings
        self._postings = postings
        self._expander = expander
        self._entry_words = entry_words
        self.name_matcher = NameMatcher(settings, names, postings, expander)
        self._factors = tuple(
            settings.factors.get(entry.kind, 1.0)
            * (1.0 if corpus.book_of(entry).default else settings.factors["older_edition"])
            for entry in self._entries
        )
        self._least_factor = min(self._factors, default=1.0)

    def rank(
        self,
        query: Query,
        wanted: Wanted,
        shelf: Set[int] | None,
        holds: Callable[[EntryWords], bool] | None,
        most: int,
        hinted: Sequence[int] = (),
    ) -> list[Ranked]:
        """At most `most` entries, and those `hinted` at, the best first, ties in reading order: of those at the places
        `shelf` (None: of all), those whose words hold what the query demands (`holds`; None demands nothing)."""
        found = self._found(query, wanted, shelf, most if holds is None else len(self._entries), hinted)
        if holds is not None:
            found = list(islice((one for one in found if holds(self._entry_words(one.entry.id))), most))
        pairs = self._pairs(query)

        @cache
        def share_held(here: Set[str], named: Set[str]) -> float:
            return wanted.share_held(dict.fromkeys(named, _IN_NAME) | dict.fromkeys(here, 1.0))

        for ranked in found:
            self._look_into(ranked, pairs, wanted, share_held)
            ranked.add_up(self._settings.weights)
        found.sort(key=_order)
        return found

    def _found(
        self, query: Query, wanted: Wanted, shelf: Set[int] | None, most: int, hinted: Sequence[int]
    ) -> list[Ranked]:
        """The `most` best entries by name and body, and those hinted at."""
        stops = self.stops(query)
        tiers: Mapping[int, Tier] = {
            self._place_of[i]: tier for i, tier in self.name_matcher.tiers(query, wanted).items()
        }
        fits = self._best_fits(wanted, stops)
        words = [] if query.headword_only else [word.stems for word in wanted.words]
        totals = self._postings.totals(words, shelf)
        if shelf is not None:
            fits, totals, tiers = _on(shelf, fits), _on(shelf, totals), _on(shelf, tiers)
        highest = max(totals.values(), default=0.0) or 1.0
        of_name, of_body = self._settings.weights["name"], self._settings.weights["body"] / highest
        blends = {place: total * of_body for place, total in totals.items()}
        for place, (fit, _) in fits.items():
            blends[place] = blends.get(place, 0.0) + fit * of_name
        for place, tier in tiers.items():
            blends[place] = blends.get(place, 0.0) + tier.height
        best = self._best(blends, wanted, most)
        places = dict.fromkeys((*best, *hinted))
        found = [Ranked(self._entries[n], n, self._factor(n, wanted), tiers.get(n)) for n in places]
        for ranked in found:
            ranked.name, ranked.fits_by = fits.get(ranked.place, (0.0, None))
            ranked.bm25 = totals.get(ranked.place, 0.0)
            ranked.body = ranked.bm25 / highest
        return found

    def stops(self, query: Query) -> Set[str]:
        """The words of a query that only ask."""
        return frozenset(word for word in query.words if self._expander.is_stop(word))

    def _best(self, blends: Mapping[int, float], wanted: Wanted, most: int) -> list[int]:
        """The places of the `most` highest blends, each times its factor."""
        least = self._least_factor * (self._settings.factors["other_game"] if wanted.game else 1.0)
        floor = nlargest(most, blends.values())[-1] * least if blends else 0.0  # no factor lifts what is below
        high = ((place, blend) for place, blend in blends.items() if blend >= floor)
        best = nsmallest(most, ((-round(blend * self._factor(n, wanted), _DECIMALS), n) for n, blend in high))
        return [n for _, n in best]

    def _best_fits(self, wanted: Wanted, stops: Set[str]) -> Mapping[int, tuple[float, Name]]:
        """How well the best name of each entry fits, word by word."""
        fits: dict[int, tuple[float, Name]] = {}
        for fit, name in self.name_matcher.fits(wanted, stops):
            for target, weight in name.targets:
                place = self._place_of[target]
                if place not in fits or fit * weight > fits[place][0]:
                    fits[place] = (fit * weight, name)
        return fits

    def _factor(self, place: int, wanted: Wanted) -> float:
        is_other = wanted.game is not None and self._entries[place].game != wanted.game
        return self._factors[place] * (self._settings.factors["other_game"] if is_other else 1.0)

    # ---------------------------------------------------------------- the best paragraph

    def _look_into(
        self,
        ranked: Ranked,
        pairs: Set[tuple[str, str]],
        wanted: Wanted,
        share_held: Callable[[Set[str], Set[str]], float],
    ) -> None:
        entry_words, stems = self._entry_words(ranked.entry.id), wanted.stems
        named = entry_words.names & stems
        best = -1.0
        for passage in entry_words.passages:
            here = passage.stems & stems
            held = share_held(here, named)
            together = len(pairs & passage.pairs) / len(pairs) if pairs and here else 0.0
            if held + together > best + 1e-9:
                best, ranked.passage = held + together, passage
                ranked.paragraph, ranked.phrase = held, together
        is_its_name = ranked.tier and ranked.tier.height >= LEFT * 0.8 and len(wanted.words) <= len(entry_words.names)
        if is_its_name and entry_words.passages:
            ranked.passage = entry_words.passages[0]

    def _pairs(self, query: Query) -> Set[tuple[str, str]]:
        return frozenset(
            (self._expander.stems_of(a)[0], self._expander.stems_of(b)[0])
            for a, b in pairwise(query.words)
            if not (self._expander.is_stop(a) and self._expander.is_stop(b))
        )


def _on(shelf: Set[int], found: Mapping[int, T]) -> Mapping[int, T]:
    return {place: what for place, what in found.items() if place in shelf}


def _kind(name: Name) -> str:
    return _KINDS.get(name.kind, name.kind)


def _order(ranked: Ranked) -> tuple[float, int]:
    return (-round(ranked.score, _DECIMALS), ranked.place)
