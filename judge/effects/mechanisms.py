"""What steps do by themselves: named mechanisms of the script, and the occurrences that they bring about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.disputes.findings import plain
from judge.disputes.submitted import Card
from judge.effects.succession import Succession
from judge.gamestate.elements import Element
from judge.gamestate.unfold import Fact, Frame, around
from judge.scripts.notation import nested
from judge.scripts.script import Nested, Step


class Mechanisms(Succession):
    """Carries out on one walk what a step does once its window has closed."""

    def mechanism(self, effect: str, frame: Frame) -> None:
        """Something a step does by itself."""
        verb, _, rest = effect.partition(" ")
        if verb == "declare":
            self._declare(frame)
        elif verb == "leave":
            for element in frame.every(rest):
                self._leaves(element, next((f.cause for f in around(frame) if f.cause), None), frame)
        elif verb == "silence" and frame.stop is None:
            for element in frame.every(rest):
                self.walk.fitter.plays.silence(element, frame.cause)
        elif verb == "out" and frame.stop is None:
            self.state.left.update({element.key: frame.cause for element in frame.every(rest)})
        elif verb == "shed" and frame.stop is None:
            role, _, kind = rest.partition(" ")
            self._shed(frame.every(role), kind, frame)
        elif verb == "copies":
            role, _, copy = rest.partition(" ")
            self._copies(role, copy, frame)
        elif verb == "refuse" and frame.stop is None:
            role, kind, key = rest.split()
            self._refuse(role, kind, key, frame)
        elif verb == "withdraw" and frame.stop is None:
            role, _, occurrence = rest.partition(" ")
            self._withdraw(frame.every(role), frame.within(occurrence), frame.cause)
        elif verb == "restore" and frame.stop is None:
            self.walk.fitter.plays.restore(self.walk.active, rest)
        elif verb == "form":
            self._turn(frame.role(rest), frame.values.get("to"), frame)
        elif verb == "boost":
            self._boost_cards(rest, frame)
        elif verb == "stage":
            self._stage(rest, frame)
        elif frame.stop is not None:
            return
        elif verb == "activate":
            self._activate_all(rest, frame)
        elif verb == "reveal":
            self._reveal_all(frame)
        elif verb == "excess":
            self._excess(frame)
        elif verb == "pass-first-player":
            self.state.first = self._after(self.state.first, self.state.eliminated)
        elif verb == "advance":
            self._advance(rest, frame)
        elif verb == "eliminate":
            self._eliminate(rest, frame)
        elif verb == "join-in":
            self._join_in(rest, frame)

    def _nest(self, what: Nested, frame: Frame, given: Mapping[str, Element | None], cause: str) -> None:
        """Let an occurrence of its own happen once the group is written."""
        self.walk.pending.append(lambda: self.walk.walk(self.walk.start(what, frame, given, cause=cause)))

    def _copies(self, role: str, copy: str, frame: Frame) -> None:
        """The other copy of whoever is in the role: a submitted one of that name and player, else one in general."""
        element = frame.role(role)
        if element is not None and element.controller is not None:
            alike = self._alike(element)
            general = replace(element, key=f"copy of {element.key}", card=None)
            frame.roles[copy] = element if len(alike) > 1 else general

    def _refuse(self, role: str, kind: str, key: str, frame: Frame) -> None:
        """It does not come about where the player already has a card of the kind with that name; `key` is the rule."""
        element = frame.role(role)
        alike = self._alike(element) if element is not None else []
        first = next((card for card in alike if card.kind == kind), None)
        if first is not None and len({card.kind for card in alike}) > 1:
            pieces = self.table.pieces_of(self.table.of_card(first))
            frame.stop = ("forbidden", next(piece.ref for piece in pieces if piece.card is first))
            frame.stop_rules = (key,)

    def _alike(self, element: Element) -> list[Card]:
        """Submitted cards of the element's name and player that are what a player has only one of."""
        kinds, name = self.script.options.get("unique", ()), plain(element.name)
        cards = (card for card in self.table.every_card() if card.kind in kinds)
        return [card for card in cards if plain(card.name) == name and card.controller == element.controller]

    def _shed(self, elements: Sequence[Element], kind: str, frame: Frame) -> None:
        """Cards of a kind that lie on the elements leave play, which what waits for that may answer afterwards."""
        bearers = {element.key for element in elements}
        what = nested(self.script.options["shedding"])
        for card in self.table.cards_of_kind(kind):
            element = self.table.of_card(card)
            if not card.attached_to or self.table.element(card.attached_to).key not in bearers:
                continue
            if self.state.left.setdefault(element.key, frame.cause) is frame.cause and self.table.cares(
                self.script.occurrences[what.occurrence], ""
            ):
                self.walk.walk(self.walk.start(what, frame, {"holder": element}, cause=frame.cause))

    def _withdraw(self, elements: Sequence[Element], frame: Frame | None, cause: str | None) -> None:
        """Elements take part no longer in what goes on around."""
        gone = {element.key for element in elements}
        if frame is None:
            return
        frame.withdrawn |= gone
        for role in frame.named_roles:
            there = frame.every(role)
            left = [e for e in there if e.key not in gone]
            if there and not left and cause is not None:
                frame.former[role] = there[0], cause
            if len(left) < len(there):
                frame.groups[role] = tuple(left)
                frame.roles[role] = left[0] if left else None

    def _excess(self, frame: Frame) -> None:
        """With overkill, damage beyond what defeats an ally or minion goes on to its controller's identity or the
        villain.
        """
        fact, victim = frame.facts.get("overkill"), frame.role("victim") or frame.role("target")
        defeat = frame.facts.get("defeated")
        if (
            not fact
            or not fact.value
            or victim is None
            or (defeat and not defeat.value)
            or self._has_status("tough", victim)
        ):
            return
        kinds = self.script.options.get("excess", {})
        goes = next((to for kind, to in kinds.items() if self.walk.conditions.is_kind(victim, kind)), None)
        patient = (
            self.table.identity(victim.controller) if goes == "controller" else self.walk.the(goes) if goes else None
        )
        what = nested(self.script.options["excess-damage"])
        if patient is not None and self.table.cares(self.script.occurrences[what.occurrence], fact.by or ""):
            given = {"patient": patient, "own": frame.role("attacker")}
            frame.later.append(lambda: self.walk.walk(self.walk.start(what, frame, given, cause=fact.by)))

    def _has_status(self, name: str, element: Element) -> bool:
        return self._is_submitted(name, element) or (element.key, name) in self.state.gained

    def spend(self, step: Step, frame: Frame) -> None:
        """A status card that an ability gave on the way, and nobody submitted, acts like one that was submitted."""
        for ready, roles in self.script.ready_at.get(step.id, ()) if self.state.gained else ():
            stops = [does.split()[1] for does in ready.does if does.startswith("stop ")]
            if ready.source != "status" or not stops:
                continue
            for element in (one for role in roles.split("|") for one in frame.every(role.rstrip("@+"))):
                given = (element.key, ready.name) in self.state.gained
                if frame.stop is not None or not given or self._is_submitted(ready.name, element):
                    continue
                if self.walk.conditions.all_hold(ready.conditions, frame, element)[0] is not False:
                    frame.stop = (stops[0], self.state.gained.pop((element.key, ready.name)))

    def _is_submitted(self, name: str, element: Element) -> bool:
        return any(p.ref not in self.state.removed for p in self.table.statuses(name, element))

    def _declare(self, frame: Frame) -> None:
        """A defender submitted defends; a defending player becomes the target."""
        defender = frame.roles.get("defender")
        if defender is not None and "defended" not in frame.facts:
            self._defended(defender, None, frame)

    def _defended(self, defender: Element, by: str | None, frame: Frame) -> None:
        before = frame.role("victim")
        frame.roles["defender"] = defender
        if frame.stop is None:
            frame.facts["defended"] = Fact(True, by)
            if by is not None and before is not None and before.key != defender.key:
                frame.displaced.append((before, by))
        target = frame.roles.get("target")
        owner = self.table.identity(defender.controller)
        if owner is not None and target is not None and owner.controller != target.controller:
            frame.roles["target"] = owner

    def _turn(self, element: Element | None, form: str | None, frame: Frame) -> None:
        if element is not None and element.player and form and frame.stop is None:
            self.state.forms[element.player] = form

    def _leaves(self, element: Element | None, by: str | None, frame: Frame) -> None:
        """The element, and what is attached to it, leaves play."""
        if element is None or frame.stop is not None or element.player is not None:
            return
        if element.kinds <= frozenset(self.script.options.get("staged", ())):
            return  # its next stage takes its place
        self._out(element, by)

    def _activate_all(self, kind: str, frame: Frame) -> None:
        """Every enemy of a kind that activates against the player at this step, one at a time."""
        there = self._activating(kind, frame)
        chosen = len(there) > 1
        if chosen and "minions-chooser-open" in self.script.options:
            self.walk.warn_open(self.script.cite(*self.script.options["minions-chooser-open"]), "minions-warning")
        frame.facts["group-activation"] = Fact(True)
        groups = self.walk.record.groups
        several: list[tuple[int, int]] = []
        while waiting := self._activating(kind, frame):
            before = len(groups)
            self.state.activated.add(self.turn_of(waiting[0], frame))
            joins = waiting[0].key not in {e.key for e in there}
            late = joins and "joins-in-warning" in self.script.options
            if late:
                self.walk.warn_open(self.script.cite(*self.script.options["joins-in-open"]), "joins-in-warning")
            self.activate(waiting[0], frame, self.walk.first_player if chosen or late else None, late=late)
            several += [(before, len(groups))] if len(groups) > before or joins else []
        frame.facts["group-activation"] = Fact(False)
        if chosen and len(several) == 1:
            self.walk.record.settle(*several[0])  # of the others nothing comes: no place depends on the choice

    def _activating(self, kind: str, frame: Frame) -> list[Element]:
        """Enemies of a kind that have yet to activate against the player of this step."""
        player = frame.role("player")
        if player is None or player.player in self.state.eliminated:
            return []
        cards = [c for c in self.table.cards_of_kind(kind) if not self._is_out(c)]
        if kind in self.script.options.get("sole", ()):
            elements = [self.table.of_card(c) for c in cards] or [self.walk.the(kind)]
        else:
            elements = [
                self.table.of_card(c) for c in cards if (self.engaged(c) or self.walk.first_player) == player.player
            ]
        return [
            e for e in elements if e.key not in self.state.left and self.turn_of(e, frame) not in self.state.activated
        ]

    def turn_of(self, enemy: Element, frame: Frame) -> tuple[int, str, str]:
        """What an enemy does once: activate against this player, or in the whole phase where the edition says so."""
        player = frame.role("player")
        once = enemy.kinds <= frozenset(self.script.options.get("activates-once", ()))
        return frame.serial, enemy.key, "" if once or player is None else player.key

    def activate(
        self,
        enemy: Element,
        frame: Frame,
        decided_by: str | None = None,
        player: Element | None = None,
        late: bool = False,
    ) -> None:
        """An enemy activates against a player, the frame's where none is given: how depends on that player's form."""
        player = player or frame.role("player")
        ways = self.script.options.get("activation", {})
        form = self.state.forms.get(player.player or "") if player else None
        if form is None:
            form = next(iter(ways))
            self.walk.record.assume(None, [f"{player.name if player else 'The player'} is taken to be in {form} form."])
        inner = self.walk.start(nested(ways[form]), frame, {"holder": enemy, "player": player})
        inner.decided_by = decided_by
        inner.open = late or (bool(decided_by) and "minions-chooser-open" in self.script.options)
        self.walk.walk(inner)

    def _join_in(self, role: str, frame: Frame) -> None:
        """A minion put into play while enemies activate, one after another in a step of a phase, activates as well."""
        element, player = frame.role(role), frame.role("player")
        outer = next((f for f in around(frame) if f.occurrence.type == self.script.options["group-phase"]), None)
        turn = self.turn_of(element, outer) if element is not None and outer is not None else None
        new = element is not None and element.key in self.state.entered
        if element is not None and new and turn is not None and turn not in self.state.activated:
            self.state.activated.add(turn)
            self.activate(element, frame, player=player)

    def _boost_cards(self, role: str, frame: Frame) -> None:
        """Each boost card of the activation, in the order dealt; one in general where none was submitted."""
        cards = [c for c in self.table.every_card() if c.role == "boost" and f"card {c.id}" not in self.state.left]
        cards.sort(key=lambda c: (c.dealt or c.place + 1, c.place))
        elements = [self.table.of_card(c) for c in cards] or [self.table.element("the boost card", "treachery")]
        for element in elements:
            given = {"holder": element, "enemy": frame.role(role)}
            self.walk.walk(self.walk.start(nested(self.script.options["boost"]), frame, given, part=True))
            if frame.stop is None and element.key not in self.state.entered:
                self.state.left[element.key] = None

    def _reveal_all(self, frame: Frame) -> None:
        """Encounter cards submitted that resolve from out of play are revealed, by the player they lie before."""
        kinds = self.script.options.get("revealed", ())
        first = self.walk.first_player
        for seat in self.walk.seats_in_order():
            for card in self.table.every_card():
                if card.kind in kinds and card.role is None and (card.engaged_with or first) == seat:
                    given = {"holder": self.table.of_card(card), "player": self.table.identity(seat)}
                    self.walk.walk(self.walk.start(nested(self.script.options["reveal"]), frame, given))
