"""Does an ability fit a moment? Binds who and what its trigger names to those who take part, and says why it does not
fit.

Open facts satisfy; what was assumed is listed with the fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from judge.ability import Ability, Binding, Trigger
from judge.disputes.findings import plain, with_article
from judge.gamestate.elements import Element
from judge.gamestate.pieces import Piece
from judge.gamestate.plays import Plays
from judge.gamestate.reasons import REASONS
from judge.gamestate.table import Table
from judge.gamestate.unfold import Conditions, Frame, State, around
from judge.scripts.script import Moment

Match = Literal["yes", "no", "player"]
"""Fits, does not, or would fit for another player."""


@dataclass(frozen=True, slots=True)
class Fit:
    """An ability at a moment that is what its trigger asks for. `reason` says why it cannot be used all the same."""

    reason: str | None = None
    by: str | None = None
    assumed: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    """Citation keys of the very rule that keeps it out, where the reason alone does not tell."""


class Fitter:
    """Fits pieces to moments on one table, in its present state."""

    def __init__(self, table: Table, state: State, conditions: Conditions) -> None:
        self.table = table
        self.state = state
        self.conditions = conditions
        self.script = table.script
        self.plays = Plays(table, state)
        self.absent = frozenset(table.script.options.get("absent", ()))
        self.sole = frozenset(f"the {kind.replace('-', ' ')}" for kind in table.script.options.get("sole", ()))

    # --- triggers

    def trigger(self, piece: Piece, moment: Moment, frame: Frame) -> Fit | None:
        """Whether the moment is what the piece's trigger asks for; None when it is not."""
        ability = piece.ability
        trigger = ability.trigger if ability else None
        if ability is None or trigger is None or not self._same_variant(trigger, moment):
            return None
        empty = {r for r in (*moment.agent, *moment.patient) if r in self.absent and not frame.every(r)}
        if empty - set(frame.former):
            return None
        assumed: list[str] = []
        facts = self._facts(trigger, frame, assumed)
        if facts is None:
            return None
        agents = self._elements(moment.agent, frame)
        patients = self._elements(moment.patient, frame)
        if self.script.options.get("another", "") in trigger.qualifiers:
            own = self._itself(piece, trigger.patient or trigger.agent)
            others = [e for e in (patients if trigger.patient else agents) if e is None or e.key not in own]
            if not others:
                return None
            agents, patients = (agents, others) if trigger.patient else (others, patients)
        matches = {
            self._bind(trigger.agent, agents, piece, assumed),
            self._bind(trigger.patient, patients, piece, assumed),
        }
        if "no" in matches:
            return None
        lost = empty if moment.event not in self.script.options.get("goes-on", ()) else ()
        reason, by = next((("prevented", frame.former[role][1]) for role in sorted(lost)), facts)
        if reason is None and "player" in matches:
            reason = "wrong-turn" if moment.event in self.script.options.get("turn-events", ()) else "wrong-player"
        return Fit(reason, by, tuple(assumed))

    def _itself(self, piece: Piece, named: Binding | None) -> set[str]:
        """Whom “another” leaves out: the card itself; of what players are, the player whose card it is."""
        own, identity = {self.table.of_card(piece.card).key}, self.table.identity(piece.you)
        players = ("player", *self.script.options.get("identity", ()))
        if identity is not None and named is not None and named.kind in players:
            own.add(identity.key)
        return own

    def _same_variant(self, trigger: Trigger, moment: Moment) -> bool:
        if moment.variant in (None, "*"):
            return True
        for name, pattern in self.script.variants.get(moment.event, ()):
            if pattern.search(trigger.text):
                return name == moment.variant
        return True

    def _facts(self, trigger: Trigger, frame: Frame, assumed: list[str]) -> tuple[str | None, str | None] | None:
        """The qualifiers and further events that must hold; a reason where an ability used has made one untrue."""
        wanted = [self.script.qualifiers[q] for q in trigger.qualifiers if q in self.script.qualifiers]
        if trigger.all_events:
            wanted += [
                self.script.outcomes[event]
                for event in trigger.events[1:]
                if event in self.script.outcomes and f"no-{event}" not in trigger.qualifiers
            ]
        result: tuple[str | None, str | None] = (None, None)
        for conditions in wanted:
            value, by = self.conditions.all_hold(conditions, frame)
            if value is False and by is None:
                return None
            if value is False:
                result = (frame.how(by), by)
            if value is None:
                assumed.append(f"It was not said otherwise, so “{trigger.text}” is taken to hold.")
        return result

    def _elements(self, roles: Iterable[str], frame: Frame) -> list[Element | None]:
        found: list[Element | None] = []
        for role in roles:
            before = frame.former.get(role.rstrip("@"), (None, ""))[:1]
            elements: Sequence[Element | None] = frame.every(role.rstrip("@")) or before
            if role.endswith("@"):
                elements = [self.table.identity(element.controller) if element else None for element in elements]
            found.extend(elements)
        return found

    def _bind(
        self, binding: Binding | None, elements: Sequence[Element | None], piece: Piece, assumed: list[str]
    ) -> Match:
        if binding is None or (binding.kind in ("any", "it") and not binding.whose) or not elements:
            return "yes"
        known = [element for element in elements if element is not None]
        if not known:
            assumed.append("Who or what does it was not said: it is taken to be what the text asks for.")
            return "yes"
        best: Match = "no"
        self.table.effort.spend(len(known))
        for element in known:
            said: list[str] = []
            match = self.binds(binding, element, piece, said)
            if match == "yes":
                assumed.extend(said)
                return "yes"
            best = "player" if match == "player" else best
        return best

    def binds(self, binding: Binding, element: Element, piece: Piece, assumed: list[str]) -> Match:
        """Whether the binding names the element, for that piece."""
        kind = binding.kind
        if element.chosen and kind in ("this", "name"):
            return self._may_be_chosen(binding, element, piece, assumed)
        if kind == "you":
            return self._is_you(binding, element, piece)
        if kind == "this":
            own = {self.table.of_card(piece.card).key}
            if piece.card.kind in self.script.options.get("nameless", ()):
                return "yes" if self.is_called(piece.card.name, element) else "no"
            if piece.card.kind in self.script.options.get("grants", ()):
                own.add(self.table.bearer(piece) or element.key)
            return "yes" if element.key in own else "no"
        if kind == "attached":
            key = self.table.bearer(piece)
            if key is None:
                assumed.append(f"{piece.card.name} is taken to be attached to {element.name}.")
            return "yes" if key in (None, element.key) else "no"
        if kind == "name":
            return self._is_named(binding.name or "", element, piece, assumed)
        if kind == "your":
            return self._is_whose(element, piece)
        relative = next((one for one in self.script.options.get("relative", ()) if one in (kind, binding.name)), None)
        if relative is not None and (owner := self._relative(relative, element, piece, assumed)) != "yes":
            return owner
        if relative == kind:
            return "yes"
        value = self.conditions.is_kind(element, kind) if kind != "any" else True
        if value is False:
            return "no"
        if value is None:
            assumed.append(f"{element.name} is taken to be {with_article(kind.replace('-', ' '))}.")
        if binding.name and binding.name != relative and not self.is_called(binding.name, element):
            assumed.append(f"{element.name} is taken to be “{binding.name}”.")
        return self._is_whose(element, piece) if binding.whose == "you" else "yes"

    def _may_be_chosen(self, binding: Binding, element: Element, piece: Piece, assumed: list[str]) -> Match:
        """Whether a card that speaks of itself may be the one whom a player chose, which was not said."""
        own = self.table.of_card(piece.card)
        itself = binding.kind == "this" or self.is_called(binding.name or "", own)
        if not itself or element.controller not in (None, own.controller) or not own.kinds & element.kinds:
            return "no"
        assumed.append(f"{element.name} is taken to be {own.name}.")
        return "yes"

    def _relative(self, kind: str, element: Element, piece: Piece, assumed: list[str]) -> Match:
        """Whether the element is, or is controlled by, somebody else than the player whose card it is."""
        owner = element.player or element.controller
        if owner is None or piece.you is None:
            assumed.append(f"{element.name} is taken to be what “{kind}” asks for.")
        return "no" if piece.you is not None and owner == piece.you else "yes"

    def _is_you(self, binding: Binding, element: Element, piece: Piece) -> Match:
        """“You” is the player's identity (of a scenario's card: whichever player it happens to); “your hero” only in
        that form.
        """
        speaks_as = self.script.options.get("speaks-as", {}).get(piece.card.kind or "")
        if speaks_as is not None:
            return "yes" if speaks_as in element.kinds else "no"
        form = self.state.forms.get(element.player or "")
        asks_form = binding.name in self.script.options.get("forms", ()) and form is not None
        if element.player is None or (asks_form and binding.name != form):
            return "no"
        return "yes" if piece.you in (None, element.player) else "player"

    def _is_whose(self, element: Element, piece: Piece) -> Match:
        """Controlled by you, or engaged with you; open where that was not said."""
        card = element.card
        engaged = self.state.engaged.get(card.id, card.engaged_with) if card else None
        owner = engaged or element.controller
        if owner == self.table.scenario or owner is None or piece.you is None:
            return "yes"
        return "yes" if owner == piece.you else "player"

    def is_called(self, name: str, element: Element) -> bool:
        """Whether the element bears the name, or one that begins with it."""
        wanted = plain(name)
        names = {plain(element.name)} | self.table.identity_names.get(element.key, frozenset())
        return any(wanted == n or n.startswith(f"{wanted} ") for n in names)

    def _is_named(self, name: str, element: Element, piece: Piece, assumed: list[str]) -> Match:
        own = plain(piece.card.name) == plain(name)
        if own and self.table.of_card(piece.card).kinds & element.kinds:
            # A title shared with others refers first to the card on which it is printed.
            printed = self.table.of_card(piece.card)
            another = "unique" in self.script.options and element.controller not in (None, printed.controller)
            return "yes" if printed.key == element.key or (self.is_called(name, element) and not another) else "no"
        if self.is_called(name, element):
            return "yes"
        if name in self.script.short_names(piece.card.name):
            itself = self.table.of_card(piece.card).key
            if plain(name) not in self.table.taken_names or self.table.element(name).key == itself:
                return "yes" if itself == element.key else "no"
        if plain(name) in self.table.taken_names:
            return "no"
        if element.player is not None and not self.table.identity_names.get(element.key):
            assumed.append(f"{element.name} is taken to play {name}.")
            return "yes"
        if element.card is None and element.player is None and element.name in self.sole:
            assumed.append(f"{element.name[0].upper()}{element.name[1:]} is taken to be {name}.")
            return "yes"
        return "no"

    # --- who may use it, and whether something forbids it

    def allowed(self, piece: Piece, frame: Frame, fit: Fit) -> Fit:
        """The fit with the first reason that keeps the piece from being used, if there is one."""
        assumed = list(fit.assumed)
        reasons = (
            (fit.reason, fit.by, *fit.keys) if fit.reason is not None else None,
            ("prevented", piece.ref) if frame.is_caused_by(piece.ref) else None,
            self.other_side(piece, assumed),
            self._gone_besides(piece, frame, fit),
            self.plays.refusal(piece, frame, assumed),
            self._wrong_form(piece, frame, assumed),
            self._peril(piece, frame),
            self._bounded(piece, frame),
        )
        found = [reason for reason in reasons if reason is not None]
        if not found:
            return Fit(assumed=tuple(assumed))
        reason, by, *keys = min(found, key=lambda reason: REASONS.index(reason[0]))
        if reason == "not-in-play" and piece.card.controller in self.state.eliminated:
            keys.append("eliminated-cards")
        return Fit(reason, by, tuple(assumed), tuple(str(key) for key in keys))

    def other_side(self, piece: Piece, assumed: list[str]) -> tuple[str, str | None, str] | None:
        """Why the piece, printed on one side of an identity card, is not active: the other side is faceup."""
        kind, player = piece.card.kind or "", piece.card.controller
        if kind not in self.script.options.get("forms", ()) or player not in self.state.forms:
            return None
        form = self.state.forms[player]
        if form is None:
            assumed.append(f"{player} is taken to be in {kind} form.")
        reason: str = self.script.options.get("other-side", "wrong-form")
        return None if form in (None, kind) else (reason, None, "other-side")

    def _gone_besides(self, piece: Piece, frame: Frame, fit: Fit) -> tuple[str, str | None] | None:
        """Why the piece is no longer there, unless what has cancelled its effect is also what discarded its card."""
        found = self.gone(piece, frame)
        return None if found is not None and fit.reason == "cancelled" and fit.by == found[1] else found

    def gone(self, piece: Piece, frame: Frame) -> tuple[str, str | None] | None:
        """Why the piece is no longer there to be used: taken off, or its card has left play."""
        if piece.ref in self.state.removed and not self._arrives(piece, frame):
            return self.state.removed[piece.ref]
        key = self.table.of_card(piece.card).key
        if key not in self.state.left:
            return None
        leaving = {e.key for name in frame.named_roles for e in frame.every(name)} if self._departs(frame) else set()
        if leaving & self._speaks_of(piece, key):
            return None
        return "not-in-play", self.state.left[key]

    def _arrives(self, piece: Piece, frame: Frame) -> bool:
        """Whether the piece's card is the next stage, which this occurrence brings into play."""
        following = frame.roles.get("next")
        return following is not None and following.key == self.table.of_card(piece.card).key

    def _speaks_of(self, piece: Piece, own: str) -> set[str | None]:
        """Of the card itself and what it is attached to, those that its trigger names: their departure it may still
        answer.
        """
        trigger = piece.ability.trigger if piece.ability else None
        if trigger is None:
            return {own}
        kinds = {b.kind for b in (trigger.agent, trigger.patient) if b is not None}
        return ({own} if kinds & {"this", "name"} else set()) | (
            {self.table.bearer(piece)} if "attached" in kinds else set()
        )

    def _departs(self, frame: Frame) -> bool:
        """Abilities about the departure of their own card, or of what it is attached to, still resolve after it."""
        return frame.occurrence.type in self.script.options.get("departures", ())

    def _wrong_form(self, piece: Piece, frame: Frame, assumed: list[str]) -> tuple[str, str | None] | None:
        form = piece.ability.form if piece.ability else None
        if form is None:
            return None
        if form not in self.script.options.get("forms", ()):
            assumed.append(f"“{form.replace('-', ' ')}” is taken to be the identity it is about.")
            return None
        player = piece.you or self.acting(frame)
        anybody = piece.you is None and not piece.mandatory
        forms = [self.state.forms[p] for p in (self.table.seats if anybody or player is None else (player,))]
        if form in forms:
            return None
        if None in forms:
            assumed.append(f"{player or self.table.seats[0]} is taken to be in {form} form.")
            return None
        return "wrong-form", None

    def acting(self, frame: Frame) -> str | None:
        """The player to whom an encounter card's “you” happens here."""
        names = self.script.options.get("acting-roles", ("player", "target", "controller"))
        roles = [outer.role(name) for outer in around(frame) for name in names]
        return next(
            (e.player or e.controller for e in roles if e and (e.player or e.controller) in self.table.seats), None
        )

    def _peril(self, piece: Piece, frame: Frame) -> tuple[str, str | None] | None:
        for outer in around(frame):
            fact = outer.facts.get("peril")
            resolving = outer.role("player")
            if fact and fact.value and resolving and not piece.mandatory and piece.user != resolving.player:
                return "peril", fact.by
        return None

    def _bounded(self, piece: Piece, frame: Frame) -> tuple[str, str | None, str] | None:
        """A bound on how often, or on how many may defend, that is used up."""
        attack = frame.within(self.script.options.get("defended-in", ""))
        ability = piece.ability
        if attack is not None and ability is not None and "defense" in ability.labels:
            defender = attack.roles.get("defender")
            if defender is not None and defender.player != piece.you:
                by = attack.facts.get("defended")
                return "limit-reached", by.by if by else None, "one-defender"
        for key, times in self.bounds(piece, frame):
            used = self.state.uses.get(key, [])
            if len(used) >= times:
                return "limit-reached", next((ref for ref in reversed(used) if ref != piece.ref), None), str(key[0])
        return None

    def bounds(self, piece: Piece, frame: Frame) -> list[tuple[tuple[str, str, object], int]]:
        """The bounds on a piece: what counts towards each, and how often it may be used."""
        ability = piece.ability
        found: list[tuple[tuple[str, str, object], int]] = []
        if ability is None:
            return found
        period = self._period(ability, frame)
        if ability.limit:
            found.append((("limit", piece.ref, period), ability.limit.times))
        if ability.max and ability.max.per not in ("player", "deck", "game element"):
            found.append((("max", plain(piece.card.name), period), ability.max.times))
        found.extend((key, 1) for key in self.plays.bounds(piece))
        return found

    def _period(self, ability: Ability, frame: Frame) -> object:
        """What a bound counts within: an attack or activation is this very occurrence, a phase or round the whole
        dispute.
        """
        bound = ability.limit or ability.max
        if bound and bound.per in self.script.options.get("inner-periods", {}):
            around = next((f for t in self.script.options["inner-periods"][bound.per] if (f := frame.within(t))), frame)
            return around.serial
        return 0
