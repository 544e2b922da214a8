"""Orders that the timing scripts know: the steps of an occurrence in which two of the things asked about stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.entry import Citation
from judge.search.words import stems_of


@dataclass(frozen=True, slots=True)
class OrderedStep:
    """A step of an order: its title and the rules that put it there."""

    title: str
    rules: tuple[Citation, ...]


OrderOf = Callable[[str, Sequence[str]], Sequence[OrderedStep]]
"""Asks for an order: a game and the folded names of the things to be ordered; the steps in order, or none."""

Sequences = Callable[[str], Iterable[Sequence[OrderedStep]]]
"""The occurrences of a game's default edition, each as its steps; none where the game has no timing script."""


def order_of(sequences: Sequences) -> OrderOf:
    """Finds the first occurrence in which two of the things stand in different steps, by the words of the titles.

    Only an occurrence each of whose steps is cited counts.
    """

    def find(game: str, things: Sequence[str]) -> Sequence[OrderedStep]:
        for steps in sequences(game):
            if len(places_of(things, steps)) >= 2 and all(step.rules for step in steps):
                return steps
        return ()

    return find


def places_of(things: Sequence[str], steps: Sequence[OrderedStep]) -> frozenset[int]:
    """The places, from 0, of the first step that speaks of each thing; things that no step speaks of have none."""
    titles = [_stems_of_title(step.title) for step in steps]
    found = (next((n for n, title in enumerate(titles) if _is_of(stems, title)), -1) for stems in map(stems_of, things))
    return frozenset(place for place in found if place >= 0)


@lru_cache(maxsize=2_000)
def _stems_of_title(title: str) -> tuple[str, ...]:
    return stems_of(title)


def _is_of(thing: tuple[str, ...], title: tuple[str, ...]) -> bool:
    """True when the title speaks of the thing, and not of a compound that ends in it (“consequential damage”)."""
    is_compound = len(title) == 2 and len(thing) == 1 and title[1] == thing[0]
    return set(thing) <= set(title) and not is_compound
