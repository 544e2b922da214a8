"""What using an ability brings about as occurrences of their own: damage, attacks, healing, cards that enter play …"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from judge.ability import Effect
from judge.disputes.findings import plain
from judge.effects.provisos import Provisos
from judge.gamestate.candidate import Candidate
from judge.gamestate.elements import Element
from judge.gamestate.pieces import Piece
from judge.gamestate.unfold import Fact, around
from judge.scripts.notation import nested
from judge.scripts.script import Nested, Occurrence

_EACH_ITS_OWN = re.compile(
    r"\beach\b[^.]*\bengaged with (?:a|each|any) (?:hero|player)|\b(?:hero|player) (?:it|they) (?:is|are) engaged"
)
"""Enemies each of which acts against the player with whom it is engaged."""
_MOST_TIMES = 12
"""Repetitions that are told one by one; a card that asks for more is told of once."""


class Nesting(Provisos):
    """Lets effects of abilities happen on one walk, each where anything submitted might find its moment in it."""

    def _follows(self, candidate: Candidate) -> None:
        """What using a card of a kind, or an ability of a timing, is besides (playing it, powering up)."""
        piece, table = candidate.piece, self.script.options.get("then", {})
        taken = self.script.options.get("takes-along", {}).get(piece.timing)
        for card in self.table.every_card() if taken else ():
            if card.kind == taken and card.controller == piece.card.controller:
                self.state.left.setdefault(self.table.of_card(card).key, piece.ref)
        what = table.get(piece.card.kind) or table.get(piece.timing)
        if (
            what
            and candidate.moment is None
            and self.table.cares(self.script.occurrences[nested(what).occurrence], piece.ref)
        ):
            given = {"own": self.table.of_card(piece.card), "user": self.table.identity(piece.you)}
            self._nest(nested(what), candidate.frame, given, piece.ref)

    def _was_used(self, candidate: Candidate) -> None:
        """Using an ability is what some abilities answer; those that do so bring about none of it themselves."""
        piece, what = candidate.piece, self.script.options.get("triggered")
        answers = piece.ability is not None and piece.ability.trigger is not None
        answers = answers and piece.ability.trigger.event == "resolve"  # type: ignore[union-attr]
        if what is None or answers or piece.timing not in self.script.options["triggered-timings"]:
            return
        identity = self.table.identity(piece.you)
        if identity is not None and self.table.cares(self.script.occurrences[nested(what).occurrence], piece.ref):
            given = {"own": identity, "card": self.table.of_card(piece.card)}
            self._nest(nested(what), candidate.frame, given, piece.ref)

    def _unfold(self, effect: Effect, candidate: Candidate, what: Nested) -> None:
        """An effect that is an occurrence of its own, where anything submitted might find its moment in it."""
        ability, piece = candidate.piece.ability, candidate.piece
        occurrence = self.script.occurrences[what.occurrence]
        asked = self.table.cares(occurrence, piece.ref)
        if ability is None or not (asked or _takes_away(occurrence)):
            return
        if "attack" in (*ability.labels, self.makes_several(piece)) and effect.verb == "deal-damage":
            return  # the attack that the ability makes deals it
        if not self._may_happen(effect):
            return  # whether it comes to that is not said
        own = self.table.identity(piece.you) or self.table.of_card(piece.card)
        if "agent" in dict(what.roles).values() and _EACH_ITS_OWN.search(ability.effect.lower()):
            self._each_its_own(effect, candidate, what)
            return
        for patient in self._patients(effect, candidate) or self._somebody(effect, candidate):
            if not asked and not self.walk.fitter.plays.has_powers(patient):
                continue
            for agent in self._agents(effect, candidate) if "agent" in dict(what.roles).values() else (None,):
                given = {"own": own, "patient": patient, "agent": agent, "source": self._source(piece) or own}
                happens = partial(self._happen_to, effect, candidate, what, given)
                self.walk.pending += [happens] * self._times(effect, what)

    def _times(self, effect: Effect, what: Nested) -> int:
        """How often it happens: as often as the number says, where the edition does it one at a time."""
        single = what.occurrence in self.script.options.get("one-at-a-time", ())
        return effect.amount if single and isinstance(effect.amount, int) and 0 < effect.amount <= _MOST_TIMES else 1

    def _source(self, piece: Piece) -> Element | None:
        """The card in play that does what the piece says; None for one that is used and gone."""
        gone = piece.card.kind in self.script.options.get("out-of-play", ())
        return None if gone else self.table.of_card(piece.card)

    def _happen_to(
        self, effect: Effect, candidate: Candidate, what: Nested, given: Mapping[str, Element | None]
    ) -> None:
        """Let it happen, where what it depends on does not fail, unless the one whose part in the occurrence the words
        name takes part no longer.
        """
        holds, by = self._holds(effect, candidate)
        patient, named = given["patient"], effect.target.kind if effect.target is not None else ""
        by_role = named in self.script.options.get("role-kinds", {})
        out = patient is not None and any(patient.key in frame.withdrawn for frame in around(candidate.frame))
        if (by_role and out) or (holds is False and by is None):
            return
        inner = self.walk.start(what, candidate.frame, given, cause=candidate.piece.ref)
        inner.stop = inner.stop or (("prevented", by) if holds is False else None)
        self._caused[candidate.piece.ref] = inner
        self.walk.walk(inner)

    def _each_its_own(self, effect: Effect, candidate: Candidate, what: Nested) -> None:
        """Each enemy of a class acts against the player it is engaged with, where that one is in the form named."""
        for card in self.table.dispute.cards:
            player = self.table.identity(self.engaged(card)) if not self._is_out(card) else None
            enemy = self.table.of_card(card)
            acts = enemy.key not in self.state.left and self.walk.conditions.is_kind(enemy, effect.what or "")
            if player is None or not acts:
                continue
            if effect.target is None or self.walk.conditions.is_kind(player, effect.target.kind) is not False:
                self._nest(what, candidate.frame, {"patient": player, "agent": enemy}, candidate.piece.ref)

    def _change_is_answered(self, player: str, to: str, candidate: Candidate) -> bool:
        """Whether the change of form unfolds as one, since something submitted might find its moment in it."""
        what, ref = nested(self.script.options["changing-form"]), candidate.piece.ref
        if self.state.forms.get(player) == to or not self.table.cares(self.script.occurrences[what.occurrence], ref):
            return False

        def happen() -> None:
            given = {"patient": self.table.identity(player)}
            frame = self.walk.start(what, candidate.frame, given, cause=ref)
            frame.values["to"], frame.facts[f"to-{to}"] = to, Fact(True)
            self.walk.walk(frame)

        self.walk.pending.append(happen)
        return True

    def _changes(self, effect: Effect, candidate: Candidate) -> bool:
        """Whether a status is new to the one who is given it."""
        element = self._target(effect, candidate) if effect.verb == "give-status" else None
        return element is None or not effect.what or not self._has_status(effect.what, element)

    def _activations(self, effect: Effect, candidate: Candidate) -> None:
        """Enemies that an effect lets activate: whether they attack or scheme, the player's form tells."""
        for player in self._patients(effect, candidate):
            for enemy in self._agents(effect, candidate):
                self.walk.pending.append(partial(self.activate, enemy, candidate.frame, player=player))

    def _agents(self, effect: Effect, candidate: Candidate) -> list[Element]:
        """The enemies that an effect lets act: `what` names or classes them, “each” asks for all of a class."""
        if effect.what is None or effect.what in ("this", "it"):
            return [self.table.of_card(candidate.piece.card)]
        if not self.script.is_kind(effect.what):
            kind, assume = self.script.options.get("acting-as", ("card", None))
            return [self.walk.taken_as(effect.what, kind, assume)]
        text = candidate.piece.ability.effect.lower() if candidate.piece.ability else ""
        sole = self.script.options.get("sole", ())
        named = [kind for kind in sole if kind == effect.what or re.search(rf"\bthe {kind} and\b", text)]
        found = [self.walk.the(kind) for kind in named]
        if effect.what in sole:
            return found
        here = self.walk.fitter.acting(candidate.frame)
        cards = [
            card
            for card in self.table.every_card()
            if card.kind and effect.what in self.script.closure(card.kind) and card.kind not in sole
            if "engaged with" not in text or (card.engaged_with or here) == here
        ]
        elements = [self.table.of_card(card) for card in sorted(cards, key=lambda card: card.id)]
        others = [element for element in elements if element.key not in self.state.left]
        every = re.search(rf"\b(?:each|every|all)\b[^.]*\b{effect.what}", text)
        return found + (others if every or len(others) == 1 else [])

    def _put_into_play(self, effect: Effect, candidate: Candidate) -> None:
        """A submitted card that is not in play comes into play, where the words leave no choice which."""
        piece, binding = candidate.piece, effect.target
        cards = [card for card in self.table.every_card() if card.role is None and self._is_out(card)]
        out = [element for element in map(self.table.of_card, cards) if element.player is None]
        own = self._own(binding, piece) if binding is not None else None
        if own is not None:
            # A card that resolves for its boost text alone is in play only where it was submitted as a card of its own.
            out = [element for element in out if plain(element.name) == plain(own.name)]
            out = out or [e for e in (own,) if e.card is piece.card and piece.card.role is not None]
        elif binding is not None:
            out = [e for e in out if self.walk.conditions.is_kind(e, binding.kind) and e.card is not piece.card]
        player = piece.you or self.walk.fitter.acting(candidate.frame) or self.walk.first_player
        if binding is None or effect.conditional or len(out) != 1:
            return
        given = {"holder": out[0], "player": self.table.identity(player)}

        def happen() -> None:
            self._enter(out[0], player)
            what = nested(self.script.options["entering"])
            self.walk.walk(self.walk.start(what, candidate.frame, given, cause=piece.ref))

        self.walk.pending.append(happen)

    def _instruct(self, effect: Effect, candidate: Candidate) -> None:
        """Abilities of a timing resolve because this one says so: all that it names, or the only one there is."""
        piece, kind = candidate.piece, effect.target.kind if effect.target is not None else "card"
        found = {
            element.key: element
            for other in self.table.by_timing.get(effect.what or "", ())
            if other.you == piece.you and self.walk.fitter.gone(other, candidate.frame) is None
            if self.walk.conditions.is_kind(element := self.table.of_card(other.card), kind) is not False
        }
        every = re.search(r"\b(?:each|every|all)\b", piece.ability.effect if piece.ability else "")
        if not found or not (every or len(found) == 1):
            return
        given = {"own": self.table.identity(piece.you), "card": self.table.of_card(piece.card)}

        def happen() -> None:
            frame = self.walk.start(nested(self.script.options["instructed"]), candidate.frame, given, cause=piece.ref)
            frame.groups["instructed"] = tuple(found.values())
            self.walk.walk(frame)

        self.walk.pending.append(happen)


def _takes_away(occurrence: Occurrence) -> bool:
    """Whether it takes abilities, or a part in what goes on around, from those to whom it happens."""
    return any(effect.split()[0] in ("silence", "withdraw") for step in occurrence.steps for effect in step.effects)
