"""What a walk writes down: steps, groups, reasons for what is left out, assumptions, warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from judge.gamestate.pieces import Piece
from judge.gamestate.reasons import REASONS
from judge.gamestate.unfold import Frame
from judge.rulings.ruling import Group, Ruling, TimelineStep, cited
from judge.rulings.wording import exclusion
from judge.scripts.script import Rules, Script, Step


@dataclass
class Record:
    """The ruling as it is being written."""

    groups: list[Group] = field(default_factory=list)
    timeline: list[tuple[Step, str, list[int]]] = field(default_factory=list)
    notes: dict[str, tuple[str, str | None, Rules]] = field(default_factory=dict)
    _windows: dict[str, object] = field(default_factory=dict)
    assumptions: dict[tuple[str | None, str], None] = field(default_factory=dict)
    warnings: dict[str, None] = field(default_factory=dict)
    resolved: set[str] = field(default_factory=set)
    labels: dict[str, int] = field(default_factory=dict)
    _reached: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """By step and occurrence, the positions at it, where it was reached last."""

    def label(self, text: str) -> str:
        """The text of `within`, numbered where it repeats."""
        self.labels[text] = self.labels.get(text, 0) + 1
        return text if self.labels[text] == 1 else f"{text} ({self.labels[text]})"

    def step(self, step: Step, frame: Frame) -> None:
        """A step that is reached."""
        self.timeline.append((step, frame.label, []))
        self._reached[step.id, frame.label] = self.timeline[-1][2]

    def reach(self, step: Step, frame: Frame) -> None:
        """A step that is reached although its occurrence has ended, unless it stands in the timeline already."""
        if (step.id, frame.label) not in self._reached:
            self.step(step, frame)

    def group(self, group: Group) -> None:
        """Abilities that resolve now, at the last step reached of that id and label."""
        self.groups.append(group)
        self.resolved.update(group.abilities)
        self._reached[group.step, group.within].append(len(self.groups))

    def settle(self, start: int, end: int) -> None:
        """Groups of one ability, which were taken to stand where somebody chose, stand there in any case."""
        for place in range(start, end):
            if len(self.groups[place].candidates) < 2:
                self.groups[place] = replace(self.groups[place], decided_by=None, settled=True)

    def note(self, piece: Piece, reason: str, by: str | None, rules: Rules, window: object = None) -> None:
        """Why a piece did not resolve at a moment.

        Of the reasons in one window the first of the contract's list counts; of several windows the one where it came
        nearest.
        """
        old = self.notes.get(piece.ref)
        nearer = old is None or REASONS.index(reason) > REASONS.index(old[0])
        same = old is not None and window is not None and self._windows.get(piece.ref) == window
        if nearer != same or old is None:
            self.notes[piece.ref] = (reason, by, rules)
            self._windows[piece.ref] = window

    def forget(self, piece: Piece) -> None:
        """What was noted of a piece counts no longer: its card has come into play."""
        self.notes.pop(piece.ref, None)

    def assume(self, ref: str | None, texts: Iterable[str]) -> None:
        """Something that was not said and decided something."""
        for text in texts:
            self.assumptions[ref, text] = None

    def _never(self, script: Script, piece: Piece) -> tuple[str, str | None, Rules]:
        """No moment of the piece ever came: with the rules of the steps reached that say so of its timing."""
        said = script.options.get("never-at", {})
        steps = dict.fromkeys(step for step, _ in self._reached)
        keys = (key for step in steps for key in said.get(step, {}).get(piece.timing, ()))
        return "no-matching-window", None, cited(script.cite(*keys))

    def ruling(self, script: Script, pieces: Sequence[Piece]) -> Ruling:
        """The finished ruling: every piece in order or excluded."""
        by_ref = {piece.ref: piece for piece in pieces}
        excluded = [
            exclusion(script, piece, self.notes.get(piece.ref, self._never(script, piece)), by_ref)
            for piece in pieces
            if piece.ref not in self.resolved
        ]
        kept = {*self.resolved, *(e.ability for e in excluded if e.reason != "no-matching-window")}
        return Ruling(
            script.game,
            script.edition,
            script.official,
            tuple(self.groups),
            tuple(excluded),
            tuple(
                TimelineStep(s.id, s.title, within, cited(s.rules, s.aside), tuple(at))
                for s, within, at in self.timeline
            ),
            tuple(a for a in self.assumptions if a[0] is None or a[0] in kept),
            tuple(self.warnings),
        )
