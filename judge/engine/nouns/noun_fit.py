"""Whether words fit an element: yes, no, or for another player only; and what was taken to be so for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from judge.engine.position import Position
from judge.engine.state import Assumed, StateChange
from judge.engine.table_elements import Element

Match = Literal["yes", "no", "player"]
"""Fits, does not, or would fit for another player."""


@dataclass(frozen=True, slots=True)
class NounFit:
    """Whether a noun names an element, and what was taken to be so for it."""

    match: Match
    assumed: tuple[Assumed, ...] = ()


YES, NO, PLAYER = NounFit("yes"), NounFit("no"), NounFit("player")


def all_fit(fits: Iterable[NounFit]) -> NounFit:
    """Fits where every one does; the first that does not decides, another player's only where nothing else fails."""
    assumed: list[Assumed] = []
    player = False
    for fit in fits:
        if fit.match == "no":
            return NO
        player = player or fit.match == "player"
        assumed.extend(fit.assumed)
    return PLAYER if player else NounFit("yes", tuple(assumed))


def settled(pos: Position, element: Element, asked: str, text: str, *, so: bool = True) -> NounFit:
    """An open fact of an element: as it was settled before, else in favour of who asks, which settles whether it is
    `so`.
    """
    known = pos.state.settled.get((element.key, asked))
    if known is not None:
        return YES if known == so else NO
    return NounFit("yes", (Assumed(text, (StateChange("settled", (element.key, asked), so),)),))


def capital(name: str) -> str:
    return name[:1].upper() + name[1:]
