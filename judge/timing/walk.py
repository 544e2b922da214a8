"""The walk through an occurrence: steps in order, nested occurrences where they belong, a window at each step.

Where something is cancelled, replaced or prevented the walk goes on as a ghost: nothing resolves any more, but
whatever would have found its moment there is noted with what took it away. Where a fact is open, a ghost walk first
asks whether anybody needs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.ability import Keyword
from judge.disputes.submitted import Dispute
from judge.effects.consequences import Consequences
from judge.gamestate.effort import Effort
from judge.gamestate.pieces import Piece
from judge.gamestate.unfold import Fact, Frame
from judge.rulings.ruling import Ruling
from judge.scripts.script import Occurrence, Step
from judge.timing.turns import PROBE, Turns
from judge.timing.windows import Window


class Walk(Turns):
    """One walk over one dispute. `preferred` lists references that go first where a player may choose."""

    def __init__(self, dispute: Dispute, preferred: Sequence[str] = (), effort: Effort | None = None) -> None:
        super().__init__(dispute, preferred, effort)
        self.consequences = Consequences(self)

    # --- from the top

    def ruling(self, occurrence: Occurrence) -> Ruling:
        """Walk the occurrence with the dispute's participants and say what came of it."""
        for text in self.dispute.assumptions:
            self.record.assume(None, [text])
        self.record.warnings.update(dict.fromkeys(self.dispute.warnings))
        for piece in self.table.pieces:
            out = piece.card.in_play is False and piece.card.kind not in self.script.options.get("out-of-play", ())
            if out or self._is_beneath_the_line(piece):
                self.state.removed[piece.ref] = ("not-in-play", None)
                self.note(piece, "not-in-play", None, ())
        self._warn_of_strange_keywords()
        self.walk(self._top(occurrence))
        self._leave_out_other_sides()
        return self.record.ruling(self.script, self.table.pieces)

    def _leave_out_other_sides(self) -> None:
        """What is printed on a side of an identity card that is facedown is out of play, whatever it waits for."""
        for piece in self.table.pieces:
            found = self.fitter.other_side(piece, []) if piece.ref not in self.record.notes else None
            if found is not None and found[0] == "not-in-play" and piece.ref not in self.record.resolved:
                self.note(piece, found[0], None, self.script.cite(*found[2:]))

    def _warn_of_strange_keywords(self) -> None:
        known = {ready.name for ready in self.script.ready if ready.source == "keyword"}
        known |= set(self.script.options.get("idle-keywords", ()))
        for piece in self.table.pieces:
            if isinstance(piece.part, Keyword) and piece.part.name not in known:
                text = f"This edition has no keyword “{piece.part.name}”: {piece.ref} does nothing under its rules."
                self.record.warnings[text] = None

    def _is_beneath_the_line(self, piece: Piece) -> bool:
        """Of a boost card only the boost text is active; its When Revealed has no window rather than no place."""
        return piece.card.role == "boost" and piece.timing not in self.script.options.get("boost-card-timings", ())

    # --- steps

    def walk(self, frame: Frame) -> None:
        """All steps of a frame, once for each of several where the occurrence happens for each."""
        several = frame.groups.get(frame.occurrence.each or "", ())
        if frame.occurrence.each is None or not several:
            self._walk(frame)
            return
        start = self.table.in_circle(several)
        for one in start or several:
            self._frames += 1
            groups = {**frame.groups, frame.occurrence.each: (one,)}
            roles = {**frame.roles, frame.occurrence.each: one}
            single = replace(
                frame,
                roles=roles,
                groups=groups,
                serial=self._frames,
                facts=dict(frame.facts),
                gone={},
                label=self._label(frame.occurrence, roles, groups, frame.values),
            )
            if len(several) > 1 and not several[0].key.startswith("place "):
                single.decided_by = self.decider(self.script.options.get("each-decider"))
            self._walk(single)

    def _walk(self, frame: Frame) -> None:
        """The steps of a frame, live until something stops it."""
        if frame.stop is None:
            frame.label = self.record.label(frame.label)
            for conditions, text in frame.occurrence.warnings:
                if self.conditions.all_hold(conditions, frame)[0] is not False:
                    self.record.warnings[text] = None
        for step in frame.occurrence.steps:
            if step.repeat == "players":
                for seat in self.seats_in_order():
                    frame.roles["player"] = self.table.identity(seat)
                    self._step(frame, step)
            else:
                self._step(frame, step)
        for fact in frame.occurrence.yields:
            ended = frame.stop is not None and frame.stop[0] != PROBE
            reason, by = frame.stop if ended and frame.stop else (None, None)
            frame.facts[fact] = Fact(not ended, by, reason)

    def _step(self, frame: Frame, step: Step) -> None:
        value, by = self.conditions.all_hold(step.conditions, frame)
        if value is False and by is None:
            return
        if value is None and frame.stop is None and not self._is_asked_for(frame, step):
            return
        lost = frame.stop
        if value is False and lost is None:
            frame.stop = (frame.how(by), by)
        if step.joins and frame.joined and frame.parent is not None:
            frame.parent.deferred += [(frame, step), *frame.deferred]
            frame.stop = lost
            return
        if frame.stop is None or (step.survives and frame.stop[0] != PROBE):
            self.record.step(step, frame)
        self.consequences.spend(step, frame)
        Window(self, frame, step).resolve()
        self._happen(frame, step)
        if value is False:
            frame.stop = lost

    def _happen(self, frame: Frame, step: Step) -> None:
        """What the step itself does, once its window has closed."""
        for effect in step.effects:
            self.consequences.mechanism(effect, frame)
        for nested in step.nested:
            self.walk(self.start(nested, frame, part=True))
            for element, by in frame.displaced:
                spared = self.start(nested, frame, {"victim": element})
                spared.stop = spared.stop or ("prevented", by)
                self.walk(spared)
        while frame.later:
            frame.later.pop(0)()

    def _is_asked_for(self, frame: Frame, step: Step) -> bool:
        """Whether anything submitted needs an open step: a ghost walk looks; what is then assumed is written down."""
        within = (self.script.occurrences[nested.occurrence] for nested in step.nested)
        if self.table.is_idle(step) and not frame.deferred and not any(self.table.cares(one, "") for one in within):
            return False
        frame.stop = (PROBE, None)
        before = self._probe_hits
        waiting = len(frame.deferred)
        facts = dict(frame.facts)
        Window(self, frame, step).resolve()
        for nested in step.nested:
            self.walk(self.start(nested, frame, part=True))
        for inner, later in frame.deferred[waiting:]:
            Window(self, inner, later).resolve()
        frame.facts.clear()
        frame.facts.update(facts)
        del frame.deferred[waiting:]
        frame.stop = None
        if self._probe_hits == before:
            return False
        for condition in step.conditions:
            for atom in condition:
                if atom.relation is None and atom.subject not in frame.facts:
                    frame.facts[atom.subject] = Fact(not atom.negative)
                    frame.facts[f"assumed-{atom.subject}"] = Fact(True)
        text = f"Whether this happens was not said: “{step.title}” ({frame.label}) is taken to happen."
        self.record.assume(None, [text])
        return True
