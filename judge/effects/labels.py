"""Labeled abilities: the attack or thwart that one makes, the defense that it is, the status cards that cancel it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.ability import Effect
from judge.effects.forbidding import Forbidding
from judge.gamestate.candidate import Candidate
from judge.gamestate.elements import Element
from judge.gamestate.pieces import Piece
from judge.gamestate.unfold import Frame
from judge.scripts.notation import nested


class Labels(Forbidding):
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
        several = self.makes_several(candidate.piece)
        for each in ([effect] for effect in effects) if several else (effects,):
            patient = next((p for e in each for p in self._patients(e, candidate)), None) or self._sole(each)
            self._nest(what, candidate.frame, {"own": identity, "patient": patient}, candidate.piece.ref)

    def _sole(self, effects: Sequence[Effect]) -> Element | None:
        """The only submitted card that effects without a chosen target can be about: it is taken to be chosen."""
        kinds = {effect.target.kind for effect in effects if effect.target is not None}
        cards = [card for card in self.table.dispute.cards if card.kind and not self._is_out(card)]
        found = {e.key: e for e in map(self.table.of_card, cards) if e.player is None and e.key not in self.state.left}
        fitting = [e for e in found.values() if any(self.walk.conditions.is_kind(e, kind) for kind in kinds)]
        if len(fitting) != 1:
            return None
        self.walk.record.assume(None, [f"The target was not said: {fitting[0].name} is taken to be chosen."])
        return fitting[0]

    def makes_several(self, piece: Piece) -> str | None:
        """The label of what an ability makes several of, one after another; None for any other ability."""
        patterns = self.script.options.get("made-in-order", {})
        text = piece.ability.effect if piece.ability else ""
        return next((label for label, pattern in patterns.items() if re.search(pattern, text, re.IGNORECASE)), None)

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
