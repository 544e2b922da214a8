"""What a resolution changes: events cancelled, replaced, prevented; forms, defenders, keywords, statuses; occurrences
of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from judge.ability import Effect
from judge.effects.nesting import Nesting
from judge.effects.walker import Walker
from judge.gamestate.candidate import Candidate
from judge.gamestate.elements import Element
from judge.gamestate.pieces import Piece
from judge.gamestate.unfold import Fact, Frame, around
from judge.scripts.notation import nested


class Consequences(Nesting):
    """Applies effects to the state of one walk."""

    def __init__(self, walk: Walker) -> None:
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
                        frame.facts["played"] = Fact(True)

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
        """The timing of the printed abilities that a cancel in this frame is about, with the kind of card it names."""
        named: str | None = (
            self.script.options.get("cancels", {}).get(frame.occurrence.type, {}).get(effect.what or "effects")
        )
        kind = effect.target.kind if effect.target is not None else ""
        return f"{named} {kind}" if named and kind in self.script.options.get("cancelled-kinds", ()) else named

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

    def _instead(self, effect: Effect, candidate: Candidate) -> None:
        if not candidate.replaces or self._holds(effect, candidate)[0] is False:
            return
        frame, ref = candidate.frame, candidate.piece.ref
        further = self._further_condition(candidate)
        if further is not None:
            frame.facts[further] = Fact(False, ref, "replaced")
        else:
            frame.stop = frame.stop or ("replaced", ref)

    def _further_condition(self, candidate: Candidate) -> str | None:
        """The fact behind a condition that shares the window of another (damage and defeat): it alone is replaced."""
        event = candidate.moment.event if candidate.moment is not None else None
        for step in candidate.frame.occurrence.steps:
            follows = any(one.occurrence == event for one in step.nested if "joined" in one.facts)
            facts = [atom.subject for condition in step.conditions for atom in condition if atom.relation is None]
            if follows and facts:
                return facts[0]
        return None

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
        to = effect.what if effect.what in forms else other
        if to is None or not self._change_is_answered(player, to, candidate):
            self.state.forms[player] = to

    def _gain(self, effect: Effect, candidate: Candidate) -> None:
        if effect.what is None or effect.alternative or self._fails(effect, candidate):
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
        spared = spared or (element is not None and self._forbidden(f"be {effect.what}", element) is not None)
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

    def _ends(self, element: Element, candidate: Candidate) -> None:
        """An activation ends with its enemy, an attack with its target; a defender gone leaves it undefended."""
        for frame in around(candidate.frame):
            for role in self.script.options.get("ends-without", {}).get(frame.occurrence.type, ()):
                stays = element.kinds <= frozenset(self.script.options.get("staged", ()))
                if (one := frame.roles.get(role)) is not None and one.key == element.key and not stays:
                    self._stop(frame, candidate.frame, "prevented", candidate.piece.ref)
            defender = frame.roles.get("defender")
            struck = "damage" in frame.facts  # what leaves after that has defended
            if defender is not None and defender.key == element.key and not struck:
                frame.roles["defender"] = None
                frame.former["defender"] = defender, candidate.piece.ref
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

    def _surge(self, effect: Effect, candidate: Candidate) -> None:
        if self._fails(effect, candidate):
            return
        for frame in around(candidate.frame):
            frame.facts["surge"] = Fact(True, candidate.piece.ref)
