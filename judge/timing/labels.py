"""Labeled abilities: the attack or thwart that one makes, the defense that it is, the status cards that cancel it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from judge.scripts.notation import nested
from judge.timing.table import Piece
from judge.timing.targets import Targets
from judge.timing.unfold import Frame

if TYPE_CHECKING:
    from judge.timing.candidate import Candidate


class Labels(Targets):
    """What the label of an ability makes of it."""

    def makers(self, label: str, role: str, frame: Frame) -> Iterator[Piece]:
        """The submitted ability that makes this attack or thwart: its controller's, with that label, when it is not
        basic.
        """
        basic = frame.facts.get("basic")
        controller = frame.role(role)
        if (basic is not None and basic.value) or controller is None:
            return
        timings = self.script.options.get("maker-timings", ())
        mine = (
            p
            for p in self.table.by_timing.get(f"label {label}", ())
            if p.you == controller.player and p.timing in timings
        )
        yield from list(mine)[:1]

    def _labeled(self, label: str, candidate: Candidate) -> None:
        frame, piece = candidate.frame, candidate.piece
        attack = frame.within(self.script.options.get("defended-in", ""))
        identity = self.table.identity(piece.you)
        if label == "defense" and attack is not None and identity is not None and "defended" not in attack.facts:
            self._defended(identity, piece.ref, attack)
        if label in self.script.options.get("made", {}) and frame.roles.get("maker") != self.table.of_card(piece.card):
            self._make(label, candidate)

    def _make(self, label: str, candidate: Candidate) -> None:
        """An attack or thwart that an ability makes elsewhere than in an occurrence of its own."""
        what = nested(self.script.options["made"][label])
        identity = self.table.identity(candidate.piece.you)
        if identity is None or not self.table.cares(self.script.occurrences[what.occurrence], candidate.piece.ref):
            return
        ability = candidate.piece.ability
        effects = [e for e in ability.effects if e.verb in ("deal-damage", "remove-threat")] if ability else []
        patient = next((p for e in effects for p in self._patients(e, candidate)), None)
        self._nest(what, candidate.frame, {"own": identity, "patient": patient}, candidate.piece.ref)

    def cancelling_statuses(self, piece: Piece) -> list[Piece]:
        """Status cards on the identity that cancel a labeled ability (stunned an attack, confused a thwart)."""
        names = self.script.options.get("label-status", {})
        identity = self.table.identity(piece.you)
        if identity is None or piece.ability is None:
            return []
        found = []
        for label in piece.ability.labels:
            name = names.get(label)
            if name and self.walk.conditions.suffers(identity, name):
                found += [p for p in self.table.statuses(name, identity) if p.ref not in self.state.removed]
        return found

    def are_one(self, found: Sequence[Candidate]) -> bool:
        """Whether status cards count only together (a steady character is stunned by two), so that both go."""
        readies = {c.ready.name for c in found if c.ready is not None and c.ready.source == "status"}
        doubles = self.script.options.get("doubles", {})
        holder = found[0].holder
        if (
            len(readies) > 1
            and self.script.options.get("labels-cancel-all")
            and all(c.ready and c.ready.source == "status" for c in found)
        ):
            return "maker" in found[0].frame.roles
        return (
            len(found) > 1
            and len(readies) == 1
            and holder is not None
            and any(
                readies <= set(names) and self.walk.conditions.has_keyword(holder, keyword)
                for keyword, names in doubles.items()
            )
        )
