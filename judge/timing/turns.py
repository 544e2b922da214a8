"""What windows ask of a walk: who decides and in which order, what is noted, what using an ability brings about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.disputes.submitted import Dispute
from judge.gamestate.candidate import Candidate
from judge.gamestate.effort import WEIGHING, Effort
from judge.gamestate.pieces import Piece
from judge.scripts.script import Rules, Step
from judge.timing.casting import Casting

PROBE = "probe"
"""Why nothing happens in a ghost walk that only asks whether anything submitted needs a step."""


class Turns(Casting):
    """Who may choose on one walk, and what was chosen. `preferred` lists references that go first where one may."""

    def __init__(self, dispute: Dispute, preferred: Sequence[str] = (), effort: Effort | None = None) -> None:
        super().__init__(dispute)
        self.effort = self.table.effort = effort or Effort()
        self.effort.spend(WEIGHING * len(self.table.pieces))  # laying them out, and saying what became of each
        if dispute.script.options.get("first") == "active":
            self.state.first = self.table.seats.index(dispute.active)
        self.last_used: str | None = None
        self.pending: list[Callable[[], None]] = []
        self._probe_hits = 0
        self._preferred = {ref: place for place, ref in enumerate(preferred)}

    def unfold_pending(self) -> None:
        """Let what the last group brought up happen: occurrences of their own, in order."""
        while self.pending:
            waiting, self.pending = self.pending, []
            for happen in waiting:
                happen()

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.dispute.active

    def decider(self, who: str | None) -> str | None:
        """The name of the one who orders a class of simultaneous abilities; None where there is nothing to order."""
        return {"first-player": self.first_player, "active-player": self.active}.get(who or "", who)

    def token_may_have_passed(self, step: Step, decider: str | None) -> bool:
        """Whether the edition leaves open which first player decides at the step, which is then said."""
        row = self.table.script.options.get("token-open", {})
        several = len(self.seats_in_order()) > 1 and decider == self.first_player
        if not several or step.id not in row.get("steps", ()):
            return False
        self.warn(row["says"].format(who=decider), self.table.script.cite(*row["rule"]))
        return True

    def seats_in_order(self) -> tuple[str, ...]:
        """Players from the first one on, those who still play."""
        seats = (*self.table.seats[self.state.first :], *self.table.seats[: self.state.first])
        return tuple(seat for seat in seats if seat not in self.state.eliminated)

    def preference(self, candidate: Candidate, otherwise: object) -> tuple[int, object]:
        """A key that puts preferred references first."""
        return self._preferred.get(candidate.piece.ref, len(self._preferred)), otherwise

    def in_preference(self, found: Sequence[Candidate]) -> list[Candidate]:
        """Candidates by preference, then those that leave the others something to act on, then by reference."""
        return sorted(found, key=lambda c: self.preference(c, (self.consequences.ends(c), c.piece.ref)))

    def note(self, piece: Piece, reason: str, by: str | None, rules: Rules, window: object = None) -> None:
        """A piece that fits and may not resolve; in a ghost walk that probes, only that it would fit."""
        if reason == PROBE:
            self._probe_hits += 1
        elif by != piece.ref:
            self.record.note(piece, reason, by, rules, window)

    def use(self, candidate: Candidate) -> None:
        """Resolve one candidate: count it, and let it change what follows."""
        piece = candidate.piece
        for key, _ in self.fitter.bounds(piece, candidate.frame):
            self.state.uses[key].append(piece.ref)
        self.done.add((piece.ref, candidate.frame.serial))
        self.last_used = piece.ref
        self.consequences.of(candidate)
