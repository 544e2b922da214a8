"""A submitted ability that may resolve at a step, and what brought it there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from judge.gamestate.elements import Element
from judge.gamestate.fit import Fit
from judge.gamestate.pieces import Piece
from judge.gamestate.unfold import Frame
from judge.scripts.script import AbilityClass, Moment, Ready, Script


@dataclass(frozen=True, eq=False)
class Candidate:
    """A piece that may resolve at a step: at a moment, as a ready ability of the book, or because its timing says
    so.
    """

    piece: Piece
    frame: Frame
    cls: AbilityClass
    judge: Callable[[], Fit | None]
    fit: Fit
    ready: Ready | None = None
    holder: Element | None = None
    moment: Moment | None = None
    printed: str = ""
    """The timing for which alone it resolves here."""

    @property
    def replaces(self) -> bool:
        """Whether it puts something else in place of what it interrupts."""
        ability = self.piece.ability
        if self.moment is None or self.moment.word == "after" or ability is None:
            return False
        verbs = {effect.verb for effect in ability.effects}
        would = ability.trigger is not None and ability.trigger.would
        return "instead" in verbs and (would or ("cancel" not in verbs and "instead of" not in ability.effect))

    def survival(self, script: Script) -> Sequence[str] | None:
        """Citation keys where it answers something that has happened although the occurrence ended early, else None."""
        if self.frame.stop is None or self.moment is None or self.moment.word == "would":
            return None
        for row in script.options.get("surviving", ()):
            truth = self.frame.facts.get(row["fact"])
            meant = (row["event"], row.get("variant")) == (self.moment.event, self.moment.variant)
            meant = meant and row.get("word") in (None, self.moment.word)
            if meant and truth is not None and truth.value:
                rule: Sequence[str] = row["rule"]
                return rule
        return None
