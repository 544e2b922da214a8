"""What a resolution changes: events cancelled, replaced, prevented; forms, defenders, keywords, statuses; occurrences
of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from judge.ability import Effect
from judge.disputes.findings import plain
from judge.scripts.notation import nested
from judge.scripts.script import Nested
from judge.timing.labels import Labels
from judge.timing.table import Element, Piece
from judge.timing.unfold import Fact, Frame, around

if TYPE_CHECKING:
    from judge.timing.candidate import Candidate
    from judge.timing.walk import Walk


class Consequences(Labels):
    """Applies effects to the state of one walk."""

    def __init__(self, walk: Walk) -> None:
        super().__init__(walk)
        self._acted: set[tuple[str, str, int]] = set()
        self._unfolding: dict[str, str] = self.script.options.get("unfold", {})
        self._verbs: dict[str, Callable[[Effect, Candidate], None]] = {
            "cancel": self._cancel,
            "instead": self._instead,
            "prevent": self._prevent,
            "defend": self._defend,
            "change-form": self._change_form,
            "gain-keyword": self._gain,
            "give-status": self._give_status,
            "remove-status": self._remove_status,
            "discard": self._leave,
            "enter-play": self._put_into_play,
            "defeat": self._defeat,
            "leave-play": self._leave,
            "surge": self._surge,
            "ready": self._ready,
            "resolve": self._instruct,
        }

    def prepare(self, frame: Frame) -> None:
        """Before the first step: who makes an attack or thwart that is not said to be basic."""
        for step in frame.occurrence.steps:
            for timing, role in step.printed:
                made = list(self.makers(timing, role, frame)) if timing in self.script.options.get("labels", {}) else []
                if made:
                    frame.facts.setdefault("basic", Fact(False))
                    for label in made[0].ability.labels if made[0].ability else ():
                        frame.facts[f"label-{label}"] = Fact(True)
                    frame.roles["maker"] = self.table.of_card(made[0].card)
                    if made[0].card.kind in self.script.options.get("out-of-play", ()):
                        frame.roles["played"] = frame.roles["maker"]

    def of(self, candidate: Candidate) -> None:
        """Everything that one resolution changes."""
        piece = candidate.piece
        if candidate.ready is not None and self._is_first(candidate):
            for doing in candidate.ready.does:
                self._do(doing, candidate)
        if piece.card.kind == "status" or piece.card.role == "boost":
            self.state.removed[piece.ref] = ("not-in-play", None)
        ability = piece.ability
        if ability is None or candidate.ready is not None:
            return
        self._follows(candidate)
        for paid in ability.cost_effects:
            self._pay(paid, candidate)
        several = self.makes_several(piece)
        for label in dict.fromkeys((*ability.labels, *((several,) if several else ()))):
            self._labeled(label, candidate)
        first = ("cancel", "instead", "prevent")  # what becomes of the occurrence, before what its end brings with it
        for effect in sorted(ability.effects, key=lambda effect: effect.verb not in first):
            handle = self._verbs.get(effect.verb)
            what = self._unfolding.get(f"{effect.verb} {effect.what}") or self._unfolding.get(effect.verb)
            if what is not None and (handle is None or self._changes(effect, candidate)):
                self._unfold(effect, candidate, nested(what))
            if handle is not None:
                handle(effect, candidate)
            elif effect.verb == "activate" and not effect.conditional:
                self._activations(effect, candidate)
        self._was_used(candidate)

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

    # --- ready abilities and steps: named mechanisms of the script

    def _do(self, doing: str, candidate: Candidate) -> None:
        verb, _, rest = doing.partition(" ")
        frame, ref, holder = candidate.frame, candidate.piece.ref, candidate.holder
        if verb == "stop":
            self._end(frame, rest, ref)
        elif verb == "fact":
            frame.facts[rest] = Fact(True, ref)
        elif verb == "status" and holder is not None:
            self.state.gained[holder.key, rest] = ref
        elif verb == "bar":
            self.walk.fitter.plays.bar(rest, candidate.piece)
        elif verb == "silence":
            self.walk.fitter.plays.silence(holder, ref)
        elif verb == "spare" and holder is not None:
            self._spare(holder, rest, candidate)
        elif verb == "nest":
            self._nest(nested(rest), frame, {"holder": holder}, ref)
        elif verb == "forbid" and holder is not None:
            name = rest.split()[0]
            for status in self.table.statuses(name, holder):
                self.state.removed[status.ref] = ("forbidden", ref)
        elif verb == "activate" and holder is not None:
            self.walk.pending.append(lambda: self.activate(holder, frame))

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

    def _changes(self, effect: Effect, candidate: Candidate) -> bool:
        """Whether a status is new to the one who is given it."""
        element = self._target(effect, candidate) if effect.verb == "give-status" else None
        return element is None or not effect.what or not self._has_status(effect.what, element)

    def _unfold(self, effect: Effect, candidate: Candidate, what: Nested) -> None:
        """An effect that is an occurrence of its own, where anything submitted might find its moment in it."""
        ability, piece = candidate.piece.ability, candidate.piece
        if ability is None or not self.table.cares(self.script.occurrences[what.occurrence], piece.ref):
            return
        if "attack" in (*ability.labels, self.makes_several(piece)) and effect.verb == "deal-damage":
            return  # the attack that the ability makes deals it
        if effect.conditional:
            return  # whether it comes to that is not said
        own = self.table.identity(piece.you) or self.table.of_card(piece.card)
        for patient in self._patients(effect, candidate):
            for agent in self._agents(effect, candidate) if "agent" in dict(what.roles).values() else (None,):
                self._nest(what, candidate.frame, {"own": own, "patient": patient, "agent": agent}, piece.ref)

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

    def _spare(self, element: Element, role: str, candidate: Candidate) -> None:
        """The element is left out of those to whom it happens; when nobody is left, it does not happen."""
        frame = candidate.frame
        frame.groups[role] = tuple(e for e in frame.every(role) if e.key != element.key)
        if not frame.groups[role]:
            frame.stop = frame.stop or ("prevented", candidate.piece.ref)

    def _pay(self, paid: Effect, candidate: Candidate) -> None:
        """A cost that takes a card out of play, or exhausts it."""
        if paid.verb in ("discard", "leave-play"):
            self._leave(paid, candidate)
        elif paid.verb == "exhaust" and (element := self._target(paid, candidate)) is not None:
            self.state.exhausted[element.key] = candidate.piece.ref

    def exhausted_by(self, piece: Piece) -> str | None:
        """What has already exhausted a card that the piece's cost would exhaust."""
        for paid in piece.ability.cost_effects if piece.ability else ():
            if paid.verb == "exhaust" and paid.target is not None and paid.target.kind in ("this", "name", "you"):
                element = self._own(paid.target, piece)
                if element is not None and element.key in self.state.exhausted:
                    return self.state.exhausted[element.key]
        return None

    def _is_first(self, candidate: Candidate) -> bool:
        """A keyword had twice acts once: further instances only add to its number."""
        assert candidate.ready is not None
        key = (candidate.ready.name, candidate.holder.key if candidate.holder else "", candidate.frame.serial)
        found = key not in self._acted or candidate.ready.source != "keyword"
        self._acted.add(key)
        return found

    # --- effects of abilities

    def ends(self, candidate: Candidate) -> bool:
        """Whether nothing would be left of what the candidate interrupts: the others at the moment come before it."""
        ability = candidate.piece.ability
        if ability is None or candidate.ready is not None or candidate.moment is None:
            return False
        return candidate.replaces or any(self._is_whole(effect, candidate) for effect in ability.effects)

    def _is_whole(self, effect: Effect, candidate: Candidate) -> bool:
        """Whether the effect prevents or cancels the whole of what the candidate interrupts."""
        before = candidate.moment is not None and candidate.moment.word != "after"
        if effect.verb == "prevent":
            return before and not isinstance(effect.amount, int)
        types = self.script.options.get("cancelled-occurrence", {}).get(effect.what or "", ())
        return effect.verb == "cancel" and any(candidate.frame.within(one) for one in types)

    def nothing_left(self, piece: Piece, frame: Frame) -> tuple[str, str | None] | None:
        """What has already cancelled all that the piece would cancel."""
        ability = piece.ability
        for effect in ability.effects if ability else ():
            timing = self._cancelled_timing(effect, frame) if effect.verb == "cancel" else None
            if timing and timing in frame.gone:
                return "cancelled", frame.gone[timing]
        return None

    def _cancelled_timing(self, effect: Effect, frame: Frame) -> str | None:
        """The timing of the printed abilities that a cancel in this frame is about."""
        named: str | None = (
            self.script.options.get("cancels", {}).get(frame.occurrence.type, {}).get(effect.what or "effects")
        )
        return named

    def _cancel(self, effect: Effect, candidate: Candidate) -> None:
        frame, ref = candidate.frame, candidate.piece.ref
        timing = self._cancelled_timing(effect, frame)
        if timing:
            frame.gone.setdefault(timing, ref)
            return
        types = self.script.options.get("cancelled-occurrence", {}).get(effect.what or "", ())
        stopped = next((f for t in types if (f := frame.within(t))), None)
        if stopped is not None:
            self._stop(stopped, frame, "cancelled", ref)

    def _stop(self, stopped: Frame, inner: Frame, reason: str, ref: str) -> None:
        """Stop a frame and all that unfolds within it."""
        for frame in around(inner):
            frame.stop = frame.stop or (reason, ref)
            if frame is stopped:
                return

    def _instead(self, _: Effect, candidate: Candidate) -> None:
        if candidate.replaces:
            candidate.frame.stop = candidate.frame.stop or ("replaced", candidate.piece.ref)

    def _prevent(self, effect: Effect, candidate: Candidate) -> None:
        if self._is_whole(effect, candidate):
            self._end(candidate.frame, "prevented", candidate.piece.ref)

    def _end(self, frame: Frame, reason: str, ref: str) -> None:
        """The occurrence comes about no further; what the edition says has happened all the same is so."""
        frame.stop = frame.stop if frame.stop and reason == "prevented" else (reason, ref)
        fact = self.script.options.get("though", {}).get(reason, {}).get(frame.occurrence.type)
        if fact and frame.stop == (reason, ref):
            frame.facts[fact] = Fact(True, ref)

    def _defend(self, effect: Effect, candidate: Candidate) -> None:
        attack = candidate.frame.within(self.script.options.get("defended-in", ""))
        element = self._target(effect, candidate)
        if attack is not None and element is not None and "defended" not in attack.facts:
            self._defended(element, candidate.piece.ref, attack)

    def _change_form(self, effect: Effect, candidate: Candidate) -> None:
        element = self._target(effect, candidate)
        player = element.player if element else candidate.piece.you or self.walk.fitter.acting(candidate.frame)
        forms = self.script.options.get("forms", [])
        if player is None:
            return
        now = self.state.forms.get(player)
        other = next((form for form in forms if form != now), None) if now else None
        self.state.forms[player] = effect.what if effect.what in forms else other

    def _gain(self, effect: Effect, candidate: Candidate) -> None:
        if effect.what is None or effect.alternative:
            return
        element = self._target(effect, candidate) if effect.target and effect.target.kind != "attack" else None
        if element is not None:
            self.state.gained[element.key, effect.what] = candidate.piece.ref
        else:
            candidate.frame.facts[effect.what] = Fact(True, candidate.piece.ref)

    def _give_status(self, effect: Effect, candidate: Candidate) -> None:
        element = self._target(effect, candidate)
        immune = self.script.options.get("immune", {})
        spared = element is not None and any(
            effect.what in names and self.walk.conditions.has_keyword(element, keyword)
            for keyword, names in immune.items()
        )
        if element is not None and effect.what and not spared and not effect.conditional:
            self.state.gained[element.key, effect.what] = candidate.piece.ref

    def _remove_status(self, effect: Effect, candidate: Candidate) -> None:
        element = self._target(effect, candidate)
        if element is not None and effect.what:
            self.state.gained.pop((element.key, effect.what), None)
            for status in self.table.statuses(effect.what, element):
                self.state.removed.setdefault(status.ref, ("prevented", candidate.piece.ref))

    def _leave(self, effect: Effect, candidate: Candidate) -> None:
        definite = self._is_definite(effect, candidate.piece) and not effect.alternative
        element = self._target(effect, candidate) if definite else None
        if (
            element is None
            or element.card is None
            or element.player is not None
            or element.card.kind in self.script.options.get("out-of-play", ())
        ):
            return
        self.state.left[element.key] = candidate.piece.ref
        self._ends(element, candidate)

    def _defeat(self, effect: Effect, candidate: Candidate) -> None:
        """A defeat unfolds as one before what needs the defeated ends."""
        targets = [t for t in self._patients(effect, candidate) if t.player not in self.state.eliminated]
        what = nested(self.script.options.get("defeated", ""))
        for target in targets:
            given = {"patient": target, "own": self.table.of_card(candidate.piece.card)}
            self._nest(what, candidate.frame, given, candidate.piece.ref)
            self.walk.pending.append(lambda target=target: self._ends(target, candidate))  # type: ignore[misc]

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

    def _ends(self, element: Element, candidate: Candidate) -> None:
        """An activation ends with its enemy, an attack with its target; a defender gone leaves it undefended."""
        for frame in around(candidate.frame):
            for role in self.script.options.get("ends-without", {}).get(frame.occurrence.type, ()):
                stays = element.kinds <= frozenset(self.script.options.get("staged", ()))
                if (one := frame.roles.get(role)) is not None and one.key == element.key and not stays:
                    self._stop(frame, candidate.frame, "prevented", candidate.piece.ref)
            defender = frame.roles.get("defender")
            if defender is not None and defender.key == element.key:
                frame.roles["defender"] = None
                frame.facts["defended"] = Fact(False, candidate.piece.ref)
                if "defender-gone-warning" in self.script.options:
                    self.walk.warn(
                        self.script.options["defender-gone-warning"],
                        self.script.cite(*self.script.options["defender-gone-rules"]),
                    )

    def _ready(self, effect: Effect, candidate: Candidate) -> None:
        element = self._target(effect, candidate)
        if element is not None:
            self.state.exhausted.pop(element.key, None)

    def _surge(self, _: Effect, candidate: Candidate) -> None:
        for frame in around(candidate.frame):
            frame.facts["surge"] = Fact(True, candidate.piece.ref)
