"""Names fitted word by word: how much of a name the query covers, and how much of the query the name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from itertools import combinations, compress
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


class _Row(NamedTuple):
    """A name that holds a stem: of all its rarity (`whole`) so much lies in the stem (`held`).

    `place` and `quality` are those of the one entry it leads to; no place where it leads to several, is a term of the
    lexicon, or holds a stem twice, which are worked out one by one.
    """

    name: Name
    held: float
    whole: float
    place: int | None
    quality: float


_Covered = tuple[_Row, float, tuple[str, ...]]
"""A name of which several stems are covered: one of its rows, how much of its rarity they hold, and which they are."""


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
        self._wholes: dict[int, float] = {}
        self._kept: dict[tuple[str, str | None], Sequence[_Row]] = {}
        self._kept_ids: dict[tuple[str, str | None], frozenset[int]] = {}
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
        rows: Mapping[str, Sequence[_Row]] = {stem: self._rows(stem, game) for stem in weights}
        shared = self._in_several(list(weights), game)
        asked_of = _asked_by(wanted)
        found: dict[int, Fit] = {}
        later: dict[int, _Covered] = {}
        if contest and sum(map(len, rows.values())) >= _MANY:
            rows = self._thinned(rows, weights, game, shared, asked_of, contest())
        for stem, weight in weights.items():
            asked = asked_of((stem,))
            for row in rows[stem]:
                name, held, whole, place, quality = row
                if place is None or id(name) in shared:
                    _, before, stems = later.get(id(name), (row, 0.0, ()))
                    later[id(name)] = (row, before + held * weight, (*stems, stem))
                else:
                    share = (held * weight / whole) ** _WHOLE_NAME * asked * quality if whole else 0.0
                    if share > 0.0 and (place not in found or share > found[place][0]):
                        found[place] = (share, name)
        for (name, _, whole, place, quality), held, stems in later.values():
            if place is not None:
                share = (held / whole) ** _WHOLE_NAME * asked_of(stems) * quality if whole else 0.0
                if share > 0.0 and (place not in found or share > found[place][0]):
                    found[place] = (share, name)
            elif name.kind != "lexicon" or all(stem in weights or stem in stops for stem in name.stems):
                self._add(found, name, _covered(name, weights, stops), asked_of)
        return found

    def _thinned(
        self,
        rows: Mapping[str, Sequence[_Row]],
        weights: Mapping[str, float],
        game: str | None,
        shared: Set[int],
        asked_of: _Asked,
        contest: Contest,
    ) -> Mapping[str, Sequence[_Row]]:
        """The rows without those that alone decide how well an entry fits, where that is not well enough."""
        import numpy

        columns = [self._columns(stem, game, rows[stem]) for stem in weights]
        alone = [column.alone(shared) for column in columns]
        shares = [
            column.shares(weight, asked_of((stem,)), _WHOLE_NAME)[numbers]
            for column, numbers, (stem, weight) in zip(columns, alone, weights.items(), strict=True)
        ]
        places = [column.place[numbers] for column, numbers in zip(columns, alone, strict=True)]
        remains = contest.remain(numpy.concatenate(places), numpy.concatenate(shares))
        thinned = {}
        for stem, numbers in zip(weights, alone, strict=True):
            here, remains = numpy.split(remains, [len(numbers)])
            kept = numpy.ones(len(rows[stem]), dtype=bool)
            kept[numbers] = here
            thinned[stem] = list(compress(rows[stem], kept.tolist()))
        return thinned

    def _columns(self, stem: str, game: str | None, rows: Sequence[_Row]) -> Columns:
        from judge.search.bulk import Columns

        columns = self._kept_columns.get((stem, game))
        if columns is None:
            columns = Columns.of(rows)
            if rows:
                self._kept_columns[stem, game] = columns
        return columns

    def _add(self, found: dict[int, Fit], name: Name, stems: Mapping[str, float], asked_of: _Asked) -> None:
        game = _game_of(name)
        whole = self._whole(name, game)
        held = sum(self._rarity(stem, game) * stems.get(stem, 0.0) for stem in name.stems)
        fit = (held / whole) ** _WHOLE_NAME * asked_of(tuple(stems)) if whole else 0.0
        for target, weight in name.targets:
            place, share = self._places[target], fit * weight * self._settings.names[name.kind]
            if share > 0.0 and (place not in found or share > found[place][0]):
                found[place] = (share, name)

    def _rows(self, stem: str, game: str | None) -> Sequence[_Row]:
        rows = self._kept.get((stem, game))
        if rows is None:
            shelf = f"{game}/" if game else ""
            names = self._names.with_stem(stem)
            rows = [self._row(name, stem) for name in names if any(t.startswith(shelf) for t, _ in name.targets)]
            if names:
                self._kept[stem, game] = rows
        return rows

    def _in_several(self, stems: Sequence[str], game: str | None) -> Set[int]:
        """Which names, by their identity, hold more than one of the stems."""
        held = [self._ids(stem, game) for stem in stems]
        return frozenset().union(*(one & other for one, other in combinations(held, 2)))

    def _ids(self, stem: str, game: str | None) -> frozenset[int]:
        ids = self._kept_ids.get((stem, game))
        if ids is None:
            ids = frozenset(id(row.name) for row in self._rows(stem, game))
            if ids:
                self._kept_ids[stem, game] = ids
        return ids

    def _row(self, name: Name, stem: str) -> _Row:
        game = _game_of(name)
        target, weight = name.targets[0]
        is_simple = len(name.targets) == 1 and name.kind != "lexicon" and len(set(name.stems)) == len(name.stems)
        return _Row(
            name,
            self._rarity(stem, game),
            self._whole(name, game),
            self._places[target] if is_simple else None,
            weight * self._settings.names[name.kind],
        )

    def _whole(self, name: Name, game: str) -> float:
        kept = self._wholes.get(id(name))
        if kept is None:
            kept = self._wholes[id(name)] = sum(self._rarity(stem, game) for stem in name.stems)
        return kept

    def _rarity(self, stem: str, game: str) -> float:
        return _STOP_IN_NAME if self._expander.is_stop(stem) else self._postings.rarity(stem, game) or 1.0


def _asked_by(wanted: Wanted) -> _Asked:
    """Each worked out once: many names cover the same stems."""

    @cache
    def asked_of(stems: tuple[str, ...]) -> float:
        asked = sum(
            word.rarity * max((weight for stem, weight in word.stems.items() if stem in stems), default=0.0)
            for word in wanted.words
        )
        share: float = (asked / wanted.rarity) ** _WHOLE_QUERY
        return share

    return asked_of


def _covered(name: Name, weights: Mapping[str, float], stops: Set[str]) -> Mapping[str, float]:
    """The stems of a name that the query covers, with how well; a term of the lexicon by its stop words too."""
    if name.kind == "lexicon":
        return {stem: 1.0 if stem in stops else weights[stem] for stem in name.stems}
    return {stem: weights[stem] for stem in name.stems if stem in weights}


def _game_of(name: Name) -> str:
    return name.targets[0][0].partition("/")[0]
