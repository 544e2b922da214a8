"""Which entry a query wants most: names first, then passages and phrases, then body text by BM25F.

An entry's score is a tier (the query is its name; is what the question asks about; is nearly its name) plus a blend of
how well name, best paragraph, body and phrases fit, times what edition and kind count (`corpus/lexicon/search.toml`).
Names and body are numbers by place; only the entries that come first by these are looked into.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from judge.search.catalogue import Catalogue
from judge.search.expansion import Expander
from judge.search.filtering import Filter
from judge.search.fits import Fit, NameFits
from judge.search.lexicon import Settings
from judge.search.names import Names
from judge.search.pages import Page, Passage
from judge.search.postings import Postings
from judge.search.query import Query
from judge.search.ranked import Ranked
from judge.search.tiers import LEFT, SURELY, Tier, Tiers
from judge.search.totals import Totals
from judge.search.wanted import Wanted

if TYPE_CHECKING:
    from judge.search.bulk import Contest, Floats

LOOKED_INTO = 30
"""Entries whose paragraphs are looked into, the best by name and body."""
_QUOTING = 4
_QUOTED = 0.75
"""Of so many pairs of words this share stands together in a paragraph: somebody quotes it."""
_LEAST = 0.12
"""Entries below this share of the best score are left out."""
_DECIMALS = 9
"""Scores that are the same to so many decimals are a tie."""
_TIE = 2 * 0.1**_DECIMALS

_NONE: frozenset[str] = frozenset()

_Shares = Callable[[frozenset[str], frozenset[str]], float]
"""Tells how much of what is wanted a paragraph with these stems holds, in an entry whose name holds those."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What is known of entries before any is looked into, by place."""

    tiers: Mapping[int, Tier]
    fits: Mapping[int, Fit]
    totals: Totals

    def body(self, place: int) -> float:
        """How well the words fit an entry, as a share of the best."""
        return self.totals.of(place) / (self.totals.most or 1.0)


class Ranker:
    """Ranks the entries of a corpus; read-only."""

    def __init__(
        self,
        catalogue: Catalogue,
        older: frozenset[str],
        settings: Settings,
        names: Names,
        postings: Postings,
        expander: Expander,
        page: Callable[[str], Page],
    ) -> None:
        """`older` are the `GAME/EDITION` of books that are not their game's default."""
        self._catalogue = catalogue
        self._settings = settings
        self._names = names
        self._postings = postings
        self._expander = expander
        self._page = page
        self._fits = NameFits(catalogue, settings, names, postings, expander)
        self._tiers = Tiers(catalogue, settings, names, expander)
        self._of_name, self._of_body = settings.weights["name"], settings.weights["body"]
        self._is_older = tuple(entry_id.rpartition("/")[0] in older for entry_id in catalogue.place_of)
        self._factors = tuple(
            settings.factors.get(entry.kind, 1.0) * (settings.factors["older_edition"] if is_older else 1.0)
            for entry, is_older in zip(catalogue.entries, self._is_older, strict=True)
        )
        self._most_factor = max(self._factors, default=1.0)

    def rank(self, query: Query, wanted: Wanted, allowed: Filter, most: int) -> list[Ranked]:
        """Entries that are `allowed`, the best first, at least `most` of them; ties in reading order."""
        stops = frozenset(word for word in query.words if self._expander.is_stop(word))
        words = [] if query.headword_only else [word.stems for word in wanted.words]
        tiers, totals = self._tiers.find(query, wanted), self._postings.totals(words, query.game)
        is_open = not allowed.asks_anything and not wanted.game
        contest = partial(self._contest, totals, tiers, most) if is_open else None
        found = _Found(tiers, self._fits.find(wanted, query.game, stops, contest), totals)
        best = self._best(found, wanted, allowed, most)
        pairs = self._pairs(query)
        held_by = _shares(wanted)
        for ranked in best:
            self._look_into(ranked, pairs, wanted, held_by)
            self._add_up(ranked)
        self._put_older_editions_behind(best)
        best.sort(key=_order)
        return [ranked for ranked in best if ranked.score >= _LEAST * min(best[0].score, 1.0)]

    def subject(self, text: str) -> str | None:
        """What a folded question asks about, when it is of a form that `search.toml` knows; else None."""
        return self._tiers.subject(text)

    # ---------------------------------------------------------------- the best by name and body

    @cached_property
    def _factor_column(self) -> Floats:
        import numpy

        return numpy.array(self._factors)

    def _contest(self, totals: Totals, tiers: Mapping[int, Tier], most: int) -> Contest:
        """Where all entries are allowed, and none counts less for its game."""
        from judge.search.bulk import Contest

        return Contest(totals, self._factor_column, self._of_name, self._of_body, tiers, most, _TIE)

    def _best(self, found: _Found, wanted: Wanted, allowed: Filter, most: int) -> list[Ranked]:
        """The `most` best of what is allowed by name and body alone, the best first."""
        named = self._named(found, wanted, allowed)
        least = 0.0 if allowed.looks_inside else _last_of(named, most)
        unnamed = self._unnamed(found, wanted, least)
        if allowed.asks_more_than_game:
            unnamed = [(score, place) for score, place in unnamed if allowed.may_allow(place)]
        scored = named + unnamed
        if not allowed.looks_inside:
            least = _last_of(scored, most)
            scored = [(score, place) for score, place in scored if score >= least]
        ranked = [self._ranked(place, found, wanted) for _, place in scored]
        ranked += [self._ranked(place, found, wanted) for place in found.tiers if allowed.may_allow(place)]
        return list(islice((one for one in sorted(ranked, key=_order) if allowed.allows(one.place)), most))

    def _named(self, found: _Found, wanted: Wanted, allowed: Filter) -> list[tuple[float, int]]:
        """Scores and places of entries that have a word in their names, but are named by no whole name."""
        of_name, of_body, body, factor_of = self._of_name, self._of_body, found.body, self._factor
        places = found.fits.keys() - found.tiers.keys()
        if allowed.asks_anything:
            places = set(filter(allowed.may_allow, places))
        return [
            ((of_name * found.fits[place][0] + of_body * body(place)) * factor_of(place, wanted), place)
            for place in places
        ]

    def _unnamed(self, found: _Found, wanted: Wanted, least: float) -> list[tuple[float, int]]:
        """Scores and places of entries found by their text alone; not those that cannot come near the score `least`."""
        of_body, most, factor_of = self._of_body, found.totals.most, self._factor
        return [
            (of_body * (total / most) * factor_of(place, wanted), place)
            for place, total in found.totals.reaching(least * most / (of_body * self._most_factor))
            if place not in found.fits and place not in found.tiers
        ]

    def _ranked(self, place: int, found: _Found, wanted: Wanted) -> Ranked:
        ranked = Ranked(self._catalogue.entries[place], place, factor=self._factor(place, wanted))
        if place in found.tiers:
            ranked.tier, ranked.named_by, ranked.named_why = found.tiers[place]
        if place in found.fits:
            ranked.name, ranked.fits_by = found.fits[place]
        ranked.bm25, ranked.body = found.totals.of(place), found.body(place)
        self._add_up(ranked)
        return ranked

    def _factor(self, place: int, wanted: Wanted) -> float:
        factor = self._factors[place]
        if wanted.game and self._catalogue.games[place] != wanted.game:
            factor *= self._settings.factors["other_game"]
        return factor

    def _add_up(self, ranked: Ranked) -> None:
        weights = self._settings.weights
        if ranked.tier >= SURELY and ranked.is_bearer:  # bearers of the name typed: in reading order
            ranked.score = (ranked.tier + sum(weights.values())) * ranked.factor
            return
        blend = (
            self._of_name * ranked.name
            + self._of_body * ranked.body
            + weights["paragraph"] * ranked.paragraph
            + weights["phrase"] * ranked.phrase
            + weights["quoted"] * ranked.quoted
        )
        ranked.score = (ranked.tier + blend) * ranked.factor

    # ---------------------------------------------------------------- the best paragraph

    def _look_into(self, ranked: Ranked, pairs: Sequence[tuple[str, str]], wanted: Wanted, held_by: _Shares) -> None:
        page = self._page(ranked.entry.id)
        stems = wanted.stems
        named = page.names & stems
        by_name_alone = held_by(_NONE, named)
        best = -1.0
        for passage in page.passages:
            here = passage.stems & stems
            held = held_by(here, named) if here else by_name_alone
            together = _share_together(passage, pairs) if here else 0.0
            if held + together > best + 1e-9:
                best, ranked.passage = held + together, passage
                ranked.paragraph, ranked.phrase = held, together
        if len(pairs) >= _QUOTING and ranked.phrase >= _QUOTED:
            ranked.quoted = ranked.phrase
        is_its_name = ranked.tier >= LEFT * 0.8 and len(wanted.words) <= len(page.names)
        if is_its_name and page.passages:
            ranked.passage = page.passages[0]

    def _pairs(self, query: Query) -> list[tuple[str, str]]:
        words = query.words
        return [
            (self._expander.stems_of(a)[0], self._expander.stems_of(b)[0])
            for a, b in pairwise(words)
            if not (self._expander.is_stop(a) and self._expander.is_stop(b))
        ]

    # ---------------------------------------------------------------- editions

    def _put_older_editions_behind(self, best: Sequence[Ranked]) -> None:
        """An entry of an older edition never stands before one of the default edition that bears its name."""
        scores = {ranked.entry.id: ranked.score for ranked in best if not self._is_older[ranked.place]}
        for ranked in best:
            if not self._is_older[ranked.place]:
                continue
            stems = " ".join(self._names.headword_stems(ranked.entry.id))
            newer = [
                scores[target]
                for name in self._names.same_stems(stems)
                if name.kind != "lexicon"
                for target, _ in name.targets
                if target in scores and target.split("/")[0] == ranked.entry.game
            ]
            if newer and ranked.score >= max(newer):
                ranked.score = max(newer) - 1e-6
                ranked.is_held_back = True


def _shares(wanted: Wanted) -> _Shares:
    """`wanted.share_held`, each worked out once: many paragraphs hold the same few of the words."""
    return cache(wanted.share_held)


def _share_together(passage: Passage, pairs: Sequence[tuple[str, str]]) -> float:
    return sum(map(passage.pairs.__contains__, pairs)) / len(pairs) if pairs else 0.0


def _last_of(scored: Sequence[tuple[float, int]], most: int) -> float:
    """What a score must be to come among the `most` best, a tie included; 0 where there are fewer."""
    best = sorted(score for score, _ in scored)
    return best[-most] - _TIE if len(best) >= most else 0.0


def _order(ranked: Ranked) -> tuple[float, int]:
    return (-round(ranked.score, _DECIMALS), ranked.place)
