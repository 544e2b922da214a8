"""What windows ask of a walk: in which class a piece stands, who bears it, whether it has anything to do here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.disputes.submitted import Card, Dispute
from judge.effects.consequences import Consequences
from judge.gamestate.elements import Element
from judge.gamestate.fit import Fit, Fitter
from judge.gamestate.phrases import means
from judge.gamestate.pieces import Piece
from judge.gamestate.table import Table
from judge.gamestate.unfold import Conditions, Frame, State, around
from judge.scripts.notation import moment
from judge.scripts.script import AbilityClass, Ready, Rules

_YOUR = re.compile(r"\byour\b", re.IGNORECASE)
_ASSUMES = "{card}: what “{name}” asks for is taken to be so."


class Candidacy:
    """One dispute's table in its present state, and what its pieces may do there."""

    consequences: Consequences

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute
        self.table = Table(dispute)
        self.script = dispute.script
        self.state = State({player.name: player.form for player in dispute.players})
        self.conditions = Conditions(self.table, self.state)
        self.fitter = Fitter(self.table, self.state, self.conditions)
        self.done: set[tuple[str, int]] = set()
        self._classes = {cls.id: cls for cls in self.script.classes}
        self._by_timing: dict[tuple[str, bool], AbilityClass | None] = {}

    def class_named(self, name: str) -> AbilityClass | None:
        """A class by id."""
        return self._classes.get(name)

    def class_of(self, piece: Piece) -> AbilityClass | None:
        """The class in which a piece's timing stands; None for a timing that has none."""
        would = bool(piece.ability and piece.ability.trigger and piece.ability.trigger.would)
        key = (piece.timing, would)
        if key not in self._by_timing:
            fitting = [c for c in self.script.classes if piece.timing in c.timings and c.would in (None, would)]
            self._by_timing[key] = fitting[0] if fitting else None
        return self._by_timing[key]

    def holder(self, piece: Piece, ready: Ready, role: str, frame: Frame) -> Element | None:
        """Who in a role bears a ready ability by that piece: the card itself, what it is attached to, what its text
        names.
        """
        own = self.table.of_card(piece.card)
        if role == "bearer":
            bearer = self.table.element(piece.card.attached_to or "")
            return bearer if self.fitter.plays.has_powers(bearer) else None
        if role == "*":
            return own if piece.ability is None else self.table.identity(piece.you) or own
        for name in role.split("|"):
            for one in frame.every(name.rstrip("@+~")):
                element = (self.table.identity(one.controller) if name.endswith("@") else None) or one
                if name.endswith("~") and one.player is not None and one.player == piece.you:
                    return own
                if name.endswith("+") and self.table.bearer(piece) == element.key:
                    return own
                if self.bears(piece, ready, own, element):
                    return element
        return None

    def bears(self, piece: Piece, ready: Ready, own: Element, element: Element) -> bool:
        """Whether `element` has the ready ability by that piece, whose card is `own`."""
        if ready.source in ("status", "kind"):
            return self.table.bearer(piece) == element.key
        ability = piece.ability
        if ability is None:
            return own.key == element.key
        verb = {"keyword": "gain-keyword"}.get(ready.source, ready.source)
        for effect in ability.effects:
            if effect.verb == verb and effect.target is not None and (ready.text or (effect.what or "") == ready.name):
                meant = effect.target
                if meant.kind == "it" and ability.trigger is not None and ability.trigger.agent is not None:
                    meant = ability.trigger.agent  # “While Ram is attacking, he gets …”
                return self.fitter.binds(meant, element, piece, []) == "yes"
        return element.key in (own.key, self.table.bearer(piece))

    def judge_ready(self, piece: Piece, ready: Ready, frame: Frame, holder: Element) -> Fit | None:
        """Whether a ready ability's conditions hold; None when it has nothing to do here."""
        assumed: list[str] = []
        gone = self.fitter.gone(piece, frame)
        if gone is not None:
            return Fit(*gone)
        if ready.source in ("modify", "change-cost", "keyword") and self._ends_within(piece, frame):
            return None  # a lasting effect that ends here stands where it ends
        changes = (e for e in piece.ability.effects if e.verb == ready.source) if piece.ability else ()
        if any(effect.conditional and self.consequences.fails_in(effect.condition, frame) for effect in changes):
            return None
        trigger = piece.ability.trigger if piece.ability else None
        whiles = self.script.options.get("whiles", {})
        during = moment(whiles[trigger.event]) if trigger is not None and trigger.event in whiles else None
        if during is not None and self.fitter.trigger(piece, during, frame) is None:
            return None
        for condition in ready.conditions:
            value, by = self.conditions.all_hold((condition,), frame, holder)
            if value is False and by is None:
                in_form = any(atom.relation == "in" for atom in condition)
                return Fit("wrong-form") if in_form else None
            if value is False:
                return Fit("prevented", by)
            if value is None:
                text = self.script.whys.get(f"{ready.name}-assumes", _ASSUMES)
                assumed.append(text.format(card=holder.name, name=ready.name.replace("-", " ")))
        said = ready.text.search(piece.ability.effect) if ready.text is not None and piece.ability else None
        for role, phrase in (said.groupdict() if said else {}).items():
            named = role in frame.named_roles or any(role == alias for alias, _ in frame.occurrence.roles)
            if phrase and named and not means(phrase, frame.role(role), piece, frame, self.fitter, assumed):
                return None
        return self.fitter.allowed(piece, frame, Fit(assumed=tuple(assumed)))

    def _ends_within(self, piece: Piece, frame: Frame) -> bool:
        """Whether it is a lasting effect whose end is reached in the occurrence, or in one around it."""
        if piece.timing != "lasting-effect" or piece.ability is None:
            return False
        durations = {name for one in around(frame) for step in one.occurrence.steps for name in step.lasting}
        return any(self.script.durations[name].search(piece.ability.whole) for name in durations)

    def printed_at(self, timing: str, role: str, frame: Frame) -> Iterator[Piece]:
        """Pieces that resolve at a step because of their timing alone, on the card in the role (“*”: anybody's)."""
        if timing in self.script.options.get("labels", {}):
            yield from self.consequences.makers(timing, role, frame)
            return
        element = frame.role(role) if role != "*" and role[0] != "=" else None
        if timing == "played":
            if (
                element is not None
                and element.card is not None
                and self.conditions.is_kind(element, "event") is not False
            ):
                yield from (p for p in self.table.pieces_of(element) if p.card is element.card and p.ability)
            return
        for piece in self.table.by_timing.get(timing, ()):
            of_kind = role[0] == "=" and self._may_be(piece.card, role[1:].split("|"))
            of_kind |= any(self.table.of_card(piece.card).key == one.key for one in frame.groups.get(role, ()))
            if role == "*" or of_kind or (element is not None and self.table.of_card(piece.card).key == element.key):
                yield piece

    def _may_be(self, card: Card, kinds: Sequence[str]) -> bool:
        """Whether the card is of one of the kinds; of unknown kind, whether it lies at a place as such cards do."""
        placed = self.script.options.get("placed", ())
        return card.kind in kinds or (
            card.kind is None and any((kind in placed) == (card.location is not None) for kind in kinds)
        )

    def is_done(self, piece: Piece, frame: Frame) -> bool:
        """Whether the piece has answered this occurrence, or the one whose windows it shares."""
        shared = frame.parent if frame.joined else None
        return (piece.ref, frame.serial) in self.done or (
            shared is not None and (piece.ref, shared.serial) in self.done
        )

    def lasting(self, duration: str, frame: Frame) -> Iterator[tuple[Piece, Fit]]:
        """Lazily, lasting effects that end with the duration; those until “your” turn not with another player's."""
        pattern = self.script.durations[duration]
        acting = frame.role(frame.occurrence.acting or "")
        waiting = self.table.by_ready.get(("kind", "lasting-effect"), ())
        self.table.effort.spend(len(waiting))
        for piece in waiting:
            until = pattern.search(piece.ability.whole) if piece.ability else None
            if until is not None:
                others = acting is not None and piece.you not in (None, acting.player)
                yield piece, Fit("wrong-turn") if others and _YOUR.search(until.group()) else Fit()

    def rules_of(self, piece: Piece) -> Rules:
        """What the book says of the keyword, status or other ready ability that a piece is."""
        return self.script.rules_of(piece.names)
