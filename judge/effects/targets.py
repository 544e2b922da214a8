"""Whom the words of an effect mean: those who take part, a card by its name, whoever leaves no choice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from judge.ability import Binding, Effect
from judge.disputes.findings import plain, with_article
from judge.effects.mechanisms import Mechanisms
from judge.gamestate.candidate import Candidate
from judge.gamestate.elements import Element
from judge.gamestate.pieces import Piece
from judge.gamestate.unfold import around
from judge.scripts.script import Ready


class Targets(Mechanisms):
    """Finds the elements that effects act on."""

    def _patients(self, effect: Effect, candidate: Candidate) -> list[Element]:
        """To whom it is done, where the words leave no choice: each player, “that enemy”, the card itself, a name …"""
        binding, ability = effect.target, candidate.piece.ability
        if binding is None or ability is None:
            found = self.table.identity(candidate.piece.you or self.walk.fitter.acting(candidate.frame))
            return [found] if found is not None and binding is None else []
        if candidate.piece.card.kind in self.script.options.get("parts", ()):
            mine = self.table.identity(candidate.piece.you or self.walk.fitter.acting(candidate.frame))
            return [mine] if mine is not None else []
        text = ability.effect.lower()
        if f"the engaged {binding.kind}" in text:
            bearer = self.table.element(candidate.piece.card.attached_to or "").card
            one = self.table.identity(self.engaged(bearer or candidate.piece.card))
            return [one] if one is not None else []
        if binding.kind in ("hero", "player", "identity") and f"each {binding.kind}" in text:
            players = [self.table.identity(seat) for seat in self.walk.seats_in_order()]
            here_still = [p for p in players if p is not None and p.key not in self.state.left]
            return [p for p in here_still if self.walk.conditions.is_kind(p, binding.kind) is not False]
        is_class = binding.kind != "you" and binding.kind not in self.script.options.get("role-kinds", {})
        noun = binding.kind.replace("-", " ")
        if is_class and re.search(rf"\b(?:each|every|all) (?:(?!other)\w+ )?{noun}s?\b", text):
            return self._each(binding, candidate)
        if binding.kind == "you" and candidate.piece.you is None:
            found = self.table.identity(self.walk.fitter.acting(candidate.frame))
            return [found] if found else []
        role = self.script.options.get("role-kinds", {}).get(binding.kind)
        if role is not None:
            found_by_role = candidate.frame.every(role)
            every = re.search(rf"\b(?:each|every|all) {binding.kind}s?\b", text)
            return list(found_by_role) if every or len(found_by_role) == 1 else []
        if binding.kind in self.script.options.get("sole", ()):
            return [self.walk.the(binding.kind)]
        if not self._is_definite(effect, candidate.piece):
            return self._only_choice(effect, candidate)
        target = self._target(effect, candidate)
        return [target] if target else []

    def _only_choice(self, effect: Effect, candidate: Candidate) -> list[Element]:
        """The only one of those who take part whom a play in this occurrence can choose."""
        among = self.script.options.get("chosen-among", {})
        frame = next((f for f in around(candidate.frame) if f.occurrence.type in among), None)
        if frame is None or effect.target is None or effect.verb not in self._choosing or candidate.moment is not None:
            return []
        there = [one for role in among[frame.occurrence.type] for one in frame.every(role)]
        fitting = [one for one in there if self.walk.fitter.binds(effect.target, one, candidate.piece, []) == "yes"]
        return fitting if len(fitting) == 1 else []

    def _somebody(self, effect: Effect, candidate: Candidate) -> list[Element]:
        """Whom the words let a player choose, in general: it was not said who that is, so whatever asks may be met."""
        binding, piece = effect.target, candidate.piece
        if binding is None or effect.verb not in self._choosing or candidate.piece.ability is None:
            return []
        others = [seat for seat in self.table.seats if seat != piece.you]
        other = others[0] if binding.kind in self.script.options.get("relative", ()) and len(others) == 1 else None
        kinds = self.script.sorts_of(binding.kind) if self.script.is_kind(binding.kind) else self.script.leaves
        noun = binding.kind.replace("-", " ")
        owner = piece.you if binding.whose == "you" else other
        return [Element(f"chosen {noun} by {piece.ref}", with_article(noun), kinds, None, owner, chosen=True)]

    @property
    def _choosing(self) -> Sequence[str]:
        """Effects of which the edition lets it happen that a player chooses their target."""
        return tuple(self.script.options.get("chosen", ()))

    def _each(self, binding: Binding, candidate: Candidate) -> list[Element]:
        """All of a class, or those of it that are “yours”: identities in player order, then cards as submitted."""
        players = [self.table.identity(seat) for seat in self.walk.seats_in_order()]
        cards = [self.table.of_card(card) for card in self.table.dispute.cards if not self._is_out(card)]
        staged = [self.walk.the(kind) for kind in self.script.options.get("sole", ())]
        if candidate.piece.ability is not None and "engaged with you" in candidate.piece.ability.effect:
            you = candidate.piece.you or self.walk.fitter.acting(candidate.frame)
            cards = [e for e in cards if e.card is not None and self.engaged(e.card) == you]
            staged = []
        found = {element.key: element for element in (*players, *cards, *staged) if element is not None}
        return [
            element
            for element in found.values()
            if element.key not in self.state.left
            if self.walk.conditions.is_kind(element, binding.kind)
            if self.walk.fitter.binds(binding, element, candidate.piece, []) == "yes"
        ]

    def protector(self, candidate: Candidate) -> Piece | None:
        """The submitted “cannot” that forbids everything the candidate's ability would do; None where there is none."""
        named = self.script.options.get("protected", {})
        effects = candidate.piece.ability.effects if candidate.piece.ability and candidate.ready is None else ()
        found = None
        for effect in effects if named else ():
            patients = self._patients(effect, candidate) if effect.verb in named else []
            found = next((p for e in patients[:1] if (p := self._forbidden(named[effect.verb], e))), None)
            if found is None or not all(self._forbidden(named[effect.verb], e) for e in patients):
                return None
        return found

    def beaten_by(self, candidate: Candidate, beside: Iterable[Candidate]) -> Piece | None:
        """The “cannot” at the same step that takes precedence over what the candidate lets somebody do."""
        named = self.script.options.get("beaten", {}).get(candidate.ready.name, ()) if candidate.ready else ()
        rivals = (c for c in beside if c.ready is not None and c.ready.source == "cannot" and c.fit.reason is None)
        return next((c.piece for c in rivals if c.ready is not None and c.ready.name in named), None)

    def _forbidden(self, name: str, element: Element) -> Piece | None:
        """The “cannot” of the script's ready abilities by that name which is about the element."""
        readies = [ready for ready in self.script.ready if (ready.source, ready.name) == ("cannot", name)]
        for piece in self.table.by_ready.get(("cannot", name), ()):
            self.table.effort.spend(1)
            own = self.table.of_card(piece.card)
            there = piece.ref not in self.state.removed and own.key not in self.state.left
            there = there and not self._is_narrowed(piece, readies)
            if there and any(self.walk.bears(piece, ready, own, element) for ready in readies):
                return piece
        return None

    def _is_narrowed(self, piece: Piece, readies: Sequence[Ready]) -> bool:
        """Whether the “cannot” forbids only what some do (“cannot take damage from events”)."""
        said = (ready.text.search(piece.ability.effect) for ready in readies if ready.text and piece.ability)
        return any(any(match.groups()) for match in said if match is not None)

    def _target(self, effect: Effect, candidate: Candidate) -> Element | None:
        """The element an effect is done to: what its words name among those who take part, else the card's own."""
        binding, piece = effect.target, candidate.piece
        if binding is None:
            return None
        own = self._own(binding, piece)
        if own is not None:
            return own
        participle = self._participle(binding, piece)
        if participle is not None:
            names = self.script.options["participles"][participle].split("|")
            return next((e for f in around(candidate.frame) for name in names if (e := f.role(name)) is not None), None)
        if binding.kind in ("attacker", "defender", "target"):
            return next((e for f in around(candidate.frame) if (e := f.role(binding.kind)) is not None), None)
        if binding.kind == "it":
            roles = candidate.moment.patient if candidate.moment else ()
            return next((e for r in roles if (e := candidate.frame.role(r.rstrip("@"))) is not None), None)
        if (named := self._named_before(binding, candidate)) is not None:
            return named
        for outer in around(candidate.frame):
            for element in outer.roles.values():
                if element is not None and self.walk.fitter.binds(binding, element, piece, []) == "yes":
                    return element
        return None

    def _participle(self, binding: Binding, piece: Piece) -> str | None:
        """“attacking”, where the words of the effect tell one who takes part by what that one does."""
        text, noun = piece.ability.effect.lower() if piece.ability else "", binding.kind.replace("-", " ")
        words = self.script.options.get("participles", ())
        return next((word for word in words if re.search(rf"\bthe {word} {noun}\b", text)), None)

    def _named_before(self, binding: Binding, candidate: Candidate) -> Element | None:
        """“That character”: the one of whom the trigger speaks, of several the one to whom it happened in the end."""
        moment, ability = candidate.moment, candidate.piece.ability
        trigger = ability.trigger if ability is not None else None
        if moment is None or trigger is None:
            return None
        for bound, roles in ((trigger.patient, moment.patient), (trigger.agent, moment.agent)):
            if bound is not None and bound.kind == binding.kind:
                last = self.script.options.get("in-the-end", ())
                for role in sorted(roles, key=lambda role: role not in last):
                    for element in candidate.frame.every(role.rstrip("@")):
                        if self.walk.fitter.binds(binding, element, candidate.piece, []) == "yes":
                            return element
        return None

    def _own(self, binding: Binding, piece: Piece) -> Element | None:
        """What words name without anybody taking part: the card itself, its bearer, “you”, a submitted card by its
        name.
        """
        if binding.kind == "this" or (binding.kind == "name" and plain(binding.name or "") == plain(piece.card.name)):
            return self.table.of_card(piece.card)
        if binding.kind == "attached":
            return self.table.element(piece.card.attached_to) if piece.card.attached_to else None
        if binding.kind == "you":
            return self.table.identity(piece.you)
        named = self.table.element(binding.name) if binding.kind == "name" and binding.name else None
        return named if named is not None and named.card is not None else None

    def _is_definite(self, effect: Effect, piece: Piece) -> bool:
        """Whether the words leave no choice of target: “this card”, “that minion”, a name; never “1 card”."""
        binding, ability = effect.target, piece.ability
        if binding is None or ability is None:
            return False
        if binding.kind in ("you", "this", "attached", "name", "attacker", "defender", "it"):
            return True
        text = f"{ability.cost or ''} {ability.effect}".lower()
        told = bool(re.search(rf"\b(?:that|this|the attacking|the defending) {binding.kind.replace('-', ' ')}\b", text))
        return told or self._participle(binding, piece) is not None
