"""Entries by their places in reading order: what tables of numbers stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from judge.corpus import Corpus
from judge.entry import Entry


class Catalogue:
    """The entries of a corpus by place, from 0 in reading order; read-only."""

    def __init__(self, corpus: Corpus) -> None:
        self.entries: Sequence[Entry] = tuple(corpus.entries.values())
        self.place_of: Mapping[str, int] = {entry_id: place for place, entry_id in enumerate(corpus.entries)}
        shelves = [entry_id.split("/", 2) for entry_id in corpus.entries]
        self.games: Sequence[str] = tuple(shelf[0] for shelf in shelves)
        self.editions: Sequence[str] = tuple(shelf[1] for shelf in shelves)
        self.stretches: Mapping[str, Sequence[tuple[int, int]]] = _stretches(self.games)
        """Of each game, the stretches of places (end excluded) at which its entries stand: one, in most corpora."""


def _stretches(games: Sequence[str]) -> Mapping[str, Sequence[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    start = 0
    for place in range(1, len(games) + 1):
        if place == len(games) or games[place] != games[start]:
            found[games[start]].append((start, place))
            start = place
    return found
