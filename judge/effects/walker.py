"""What the consequences of a resolution ask of the walk on which they come about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from judge.gamestate.elements import Element
from judge.gamestate.fit import Fitter
from judge.gamestate.pieces import Piece
from judge.gamestate.table import Table
from judge.gamestate.unfold import Conditions, Frame, State
from judge.rulings.record import Record
from judge.scripts.script import Nested, Ready, Rules, Script


class Walker(Protocol):
    """A walk under way: its table and state, who plays in which order, and how a further occurrence is begun."""

    table: Table
    state: State
    script: Script
    conditions: Conditions
    fitter: Fitter
    record: Record
    pending: list[Callable[[], None]]
    """What happens once the present group is written."""

    @property
    def active(self) -> str:
        """The player whose turn it is."""

    @property
    def first_player(self) -> str:
        """The first player now."""

    def seats_in_order(self) -> tuple[str, ...]:
        """Players from the first one on, those who still play."""

    def the(self, kind: str) -> Element:
        """The one thing of its kind, in general where none was submitted."""

    def taken_as(self, name: str, kind: str, assume: str | None) -> Element:
        """What a name stands for; what it is taken to be is written down."""

    def bears(self, piece: Piece, ready: Ready, own: Element, element: Element) -> bool:
        """Whether `element` has the ready ability by that piece, whose card is `own`."""

    def start(
        self,
        nested: Nested,
        outer: Frame,
        given: Mapping[str, Element | None] | None = None,
        part: bool = False,
        cause: str | None = None,
    ) -> Frame:
        """The frame of a nested occurrence, its participants mapped from the outer ones or `given`."""

    def walk(self, frame: Frame) -> None:
        """All steps of a frame."""

    def warn(self, text: str, rules: Rules) -> None:
        """Say what the rules leave open, and by which of them."""

    def warn_open(self, rules: Rules, option: str = "open-warning") -> None:
        """Say that the rules leave an order open, in the words of the script's option."""
