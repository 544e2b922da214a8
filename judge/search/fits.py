"""Names fitted word by word: how much of a name the query covers, and how much of the query the name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import accumulate, combinations, compress
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from judge.search.catalogue import Catalogue
from judge.search.expansion import Expander
from judge.search.lexicon import Settings
from judge.search.names import Name, Names
from judge.search.postings import Postings
from judge.search.wanted import Wanted

if TYPE_CHECKING:
    from judge.search.bulk import Columns, Contest

_WHOLE_NAME, _WHOLE_QUERY = 1.5, 0.7
"""How strongly a name counts less that the query covers in part, and one that covers the query in part."""
_STOP_IN_NAME = 0.25
"""Rarity of a stop word within a name."""
_MANY = 1_500
"""From so many rows on it is quicker to find out first which can matter."""


Fit = tuple[float, Name]
"""How well a name fits (0 to 1), and which."""


_Asked = Callable[[tuple[str, ...]], float]
"""Tells how much a name counts that covers only these stems of the query."""


Alone = tuple[int, float, Name]
"""The place of an entry, how well a name of it fits where one stem is all that is asked for and stands there as typed,
and the name."""


class _Row(NamedTuple):
    """A name with an entry it leads to: of all the name's rarity (`whole`) so much lies in one stem (`held`)."""

    name: Name
    held: float
    whole: float
    place: int
    quality: float


class _Rows(NamedTuple):
    """The names that hold a stem.

    `alone` has the best of each entry, `rows` has all by their number. Terms of the lexicon stand apart: with the stems
    that must all be asked for.
    """

    alone: Sequence[Alone]
    rows: Mapping[int, _Row]
    terms: Sequence[tuple[Name, frozenset[str]]]


class NameFits:
    """Fits names to queries; what a name weighs is worked out once. May be shared by threads."""

    def __init__(
        self, catalogue: Catalogue, settings: Settings, names: Names, postings: Postings, expander: Expander
    ) -> None:
        self._places = catalogue.place_of
        self._settings = settings
        self._names = names
        self._postings = postings
        self._expander = expander
        self._kept_rarities: dict[int, Sequence[float]] = {}
        ends = accumulate(len(name.targets) for name in names.all)
        self._last_number = {id(name): end for name, end in zip(names.all, ends, strict=True)}
        self._kept: dict[tuple[str, str | None], _Rows] = {}
        self._kept_columns: dict[tuple[str, str | None], Columns] = {}

    def find(
        self, wanted: Wanted, game: str | None, stops: Set[str], contest: Callable[[], Contest] | None = None
    ) -> Mapping[int, Fit]:
        """The best fit of each entry whose name holds a word looked for, by its place; of a game where one is given.

        A term of the lexicon counts where the query holds all its words, stop words (`stops`) too. Where there are very
        many names, those of entries that cannot win the `contest` may be left out.
        """
        weights: dict[str, float] = {}
        for word in wanted.words:
            for stem, weight in word.stems.items():
                weights[stem] = max(weight, weights.get(stem, 0.0))
        rows = {stem: self._rows(stem, game) for stem in weights}
        asked_of = _asked_by(wanted)
        factors = {stem: weight**_WHOLE_NAME * asked_of((stem,)) for stem, weight in weights.items()}
        found: dict[int, Fit] = {}
        for stem, alone in self._alone(rows, factors, game, contest).items():
            factor = factors[stem]
            for place, fit, name in alone:
                share = fit * factor
                if share > 0.0 and (place not in found or share > found[place][0]):
                    found[place] = (share, name)
        for (name, _, whole, place, quality), held, stems in _in_several(rows, weights):
            share = (held / whole) ** _WHOLE_NAME * asked_of(stems) * quality if whole else 0.0
            if share > 0.0 and (place not in found or share > found[place][0]):
                found[place] = (share, name)
        known = frozenset((*weights, *stops))
        terms = {id(name): (name, needs) for here in rows.values() for name, needs in here.terms}
        for name, needs in terms.values():
            if needs <= known:
                self._add(found, name, {stem: 1.0 if stem in stops else weights[stem] for stem in name.stems}, asked_of)
        return found

    def _alone(
        self,
        rows: Mapping[str, _Rows],
        factors: Mapping[str, float],
        game: str | None,
        contest: Callable[[], Contest] | None,
    ) -> Mapping[str, Iterable[Alone]]:
        """The names that each stem alone fits; where there are very many, those that may win the contest by it."""
        alone = {stem: here.alone for stem, here in rows.items()}
        if contest is None or sum(map(len, alone.values())) < _MANY:
            return alone
        import numpy

        columns = [self._columns(stem, game, names) for stem, names in alone.items()]
        shares = [column.fit * factor for column, factor in zip(columns, factors.values(), strict=True)]
        places = [column.place for column in columns]
        remains = contest().remain(numpy.concatenate(places), numpy.concatenate(shares))
        thinned = {}
        for stem, names in alone.items():
            here, remains = numpy.split(remains, [len(names)])
            thinned[stem] = compress(names, here.tolist())
        return thinned

    def _columns(self, stem: str, game: str | None, alone: Sequence[Alone]) -> Columns:
        from judge.search.bulk import Columns

        columns = self._kept_columns.get((stem, game))
        if columns is None:
            columns = Columns.of(alone)
            if alone:
                self._kept_columns[stem, game] = columns
        return columns

    def _add(self, found: dict[int, Fit], name: Name, stems: Mapping[str, float], asked_of: _Asked) -> None:
        rarities = self._rarities(name)
        whole = sum(rarities)
        held = sum(map(mul, rarities, (stems.get(stem, 0.0) for stem in name.stems)))
        fit = (held / whole) ** _WHOLE_NAME * asked_of(tuple(stems)) if whole else 0.0
        fit *= self._settings.names[name.kind]
        for target, weight in name.targets:
            place, share = self._places[target], fit * weight
            if share > 0.0 and (place not in found or share > found[place][0]):
                found[place] = (share, name)

    def _rows(self, stem: str, game: str | None) -> _Rows:
        kept = self._kept.get((stem, game))
        if kept is None:
            shelf = f"{game}/" if game else ""
            names = [n for n in self._names.with_stem(stem) if any(t.startswith(shelf) for t, _ in n.targets)]
            kept = self._parted(names, stem)
            if self._names.with_stem(stem):
                self._kept[stem, game] = kept
        return kept

    def _parted(self, names: Iterable[Name], stem: str) -> _Rows:
        rows: dict[int, _Row] = {}
        alone: dict[int, Alone] = {}
        terms: list[tuple[Name, frozenset[str]]] = []
        for name in names:
            if name.kind == "lexicon":
                terms.append((name, frozenset(name.stems)))
                continue
            for number, row in enumerate(self._rows_of(name, stem), self._last_number[id(name)] - len(name.targets)):
                rows[number] = row
                fit = (row.held / row.whole) ** _WHOLE_NAME * row.quality if row.whole else 0.0
                if row.place not in alone or fit > alone[row.place][1]:
                    alone[row.place] = (row.place, fit, name)
        return _Rows(tuple(alone.values()), rows, tuple(terms))

    def _rows_of(self, name: Name, stem: str) -> Iterator[_Row]:
        rarities = self._rarities(name)
        held = sum(rarity for rarity, other in zip(rarities, name.stems, strict=True) if other == stem)
        for target, weight in name.targets:
            quality = weight * self._settings.names[name.kind]
            yield _Row(name, held, sum(rarities), self._places[target], quality)

    def _rarities(self, name: Name) -> Sequence[float]:
        """The rarities of its stems, in their order."""
        kept = self._kept_rarities.get(id(name))
        if kept is None:
            game = name.targets[0][0].partition("/")[0]
            kept = self._kept_rarities[id(name)] = tuple(self._rarity(stem, game) for stem in name.stems)
        return kept

    def _rarity(self, stem: str, game: str) -> float:
        return _STOP_IN_NAME if self._expander.is_stop(stem) else self._postings.rarity(stem, game) or 1.0


def _in_several(
    rows: Mapping[str, _Rows], weights: Mapping[str, float]
) -> Sequence[tuple[_Row, float, tuple[str, ...]]]:
    """Each name that holds several of the stems: one of its rows, how much of its rarity they hold, and which."""
    shared = frozenset().union(*(one.rows.keys() & other.rows.keys() for one, other in combinations(rows.values(), 2)))
    covered: dict[int, tuple[_Row, float, tuple[str, ...]]] = {}
    for stem, here in rows.items():
        weight = weights[stem]
        for number in shared & here.rows.keys():
            row = here.rows[number]
            _, held, stems = covered.get(number, (row, 0.0, ()))
            covered[number] = (row, held + row.held * weight, (*stems, stem))
    return [covered[number] for number in sorted(covered)]


def _asked_by(wanted: Wanted) -> _Asked:
    """Each worked out once: many names cover the same stems."""

    @cache
    def asked_of(stems: tuple[str, ...]) -> float:
        asked = 0.0
        for word in wanted.words:
            best = 0.0
            for stem in stems:
                weight = word.stems.get(stem, 0.0)
                best = weight if weight > best else best
            asked += word.rarity * best
        share: float = (asked / wanted.rarity) ** _WHOLE_QUERY
        return share

    return asked_of
