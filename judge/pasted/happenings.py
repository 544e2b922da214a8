"""What happens: events that a story tells, matched with what begins the occurrences of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from judge.ability import Ability
from judge.cardtext.english import NEGATED, NEGATIONS
from judge.pasted.card_rows import FoundCards
from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.pasted_values import ReadValue, Span, Way
from judge.pasted.roster import Roster
from judge.pasted.story import ToldEvent, Unit
from judge.rules.model import Moment, OccurrenceType, ParticipantType

_MOST_TOLD = 40
"""Occurrences that a text tells of."""
_MOST_OPEN = 12
"""Events that are tried as others than their verbs say."""
_LIKELY_NOT = 4.0
"""How much less an occurrence fits that no verb tells."""
_MOST_STEPS = 9
"""Steps of an occurrence that speak for it."""
ONLY_CARDS = "Only the cards show that this is meant."
_ONLY = 5
"""What it counts for that all card texts have the timing that an occurrence is named by."""
_HEARD = 4
"""What it counts for that all card texts wait for it."""
_RECAP = 6
"""What it counts for that a sentence says again what it comes to."""
_STANDING = frozenset(["has", "control", "own"])
"""Events that tell of what is so."""
_ENEMIES_DEEDS = frozenset(["attack", "scheme", "activation"])
STATES = frozenset(["engage", "attach"])
"""Events whose participle tells of what is so."""


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that takes part. `kinds` are the card types it may be; empty where anything."""

    name: str
    at: Span
    kinds: frozenset[str] = frozenset()
    is_player: bool = False
    said: bool = True
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Happening:
    """An occurrence with those who take part, as facts by participant."""

    occurrence: OccurrenceType
    parts: Mapping[str, ReadValue]
    at: Span
    fits: int
    """How much of it is known to fit."""
    asked: bool = False
    """Whether it stands in a question."""
    doubt: str = ""
    """Why something else may be meant."""
    completed: int = 0
    """How many of those who take part nobody named."""
    place: int = 0
    unsaid: frozenset[str] = frozenset()
    """Optional participants that nobody names, though a card asks after them."""
    recap: bool = False
    """Whether a sentence says again what it comes to: “So Bug is being defeated”."""


class HappeningFinder:
    """Finds the occurrence that a story is about."""

    def __init__(self, roster: Roster, vocabulary: DisputeWords, shelf: FoundCards) -> None:
        self._roster, self._vocabulary, self._shelf = roster, vocabulary, shelf
        self._rules = vocabulary.rules
        self._kinds = {plain(row.name): str(row.facts["kind"].value) for row in shelf.rows if "kind" in row.facts}
        self._kinds |= {name: str(fact.value) for name, fact in shelf.kinds.items()}
        self._owners = {plain(r.name): str(r.facts["controller"].value) for r in shelf.rows if "controller" in r.facts}
        self._owners |= {name: str(fact.value) for name, fact in shelf.owners.items()}
        self._engaged = {plain(row.name) for row in shelf.rows if "engaged_with" in row.facts}
        people = roster.people()
        self._forms = {person.name: str(person.form.value) for person in people.players if person.form is not None}
        self._players = [person.name for person in people.players]
        self._active = str(people.active.value) if people.active is not None else people.speaker
        self._enemies = self._count_enemies()

    def told(self) -> Iterator[tuple[Happening, float]]:
        """Lazily, the occurrences that the text tells of, whole, each with how well its words fit."""
        story = self._roster.story
        every = (
            replace(one, recap=event.place in story.recaps) if not event.asked else one
            for event in story.events if not event.negative for one in self._of(event)
        )  # fmt: skip
        found = list(islice(every, _MOST_TOLD))
        joined = _joined(found)
        whole = [done for one in joined if one.fits >= 0 and (done := self.completed(one)) is not None]
        told = [*whole, *(one for one in joined if one.fits < 0)]
        whole = [one for one in whole if not self._is_part_of_another(one, told)]
        for place, one in enumerate(whole):
            sure = replace(one, doubt=self._doubt(one))
            yield self._with_defender(self._with_flags(sure), found), self._worth(one) - place / (len(whole) + 1)

    def may_be(self) -> Iterator[tuple[Happening, float]]:
        """Lazily, occurrences that cards wait for and no verb of the rules tells: with those of any event in their
        roles, or with nobody said."""
        free = (one for one in self._roster.story.events if not one.negative and one.event not in _STANDING)
        events = [event for event in islice(free, _MOST_OPEN) if next(self._of(event), None) is None]
        for occurrence in self._rules.offered.values():
            if not self._is_waited_for(occurrence):
                continue
            bare = Happening(occurrence, {}, (0, 0), 0, doubt=ONLY_CARDS)
            moment = occurrence.begun_by[0] if occurrence.begun_by else Moment("when", occurrence.type)
            told = (self._matched(occurrence, moment, event, *self._entities(event, enemy=False)) for event in events)
            for one in (*(one for one in told if one is not None and one.parts), bare):
                done = self.completed(one)
                if done is not None:
                    done = self._with_flags(done)
                    yield replace(done, doubt=ONLY_CARDS), self._worth(done) - _LIKELY_NOT

    def _is_waited_for(self, occurrence: OccurrenceType) -> bool:
        begun = {one.event for one in occurrence.begun_by} | {occurrence.type}
        return bool(begun & self._waited_for.keys() or begun & self._timings)

    def alike(self, one: Happening) -> Iterator[Happening]:
        """Lazily, a happening that tells of somebody only by type, with each card that may be meant in their place."""
        kinds = {
            part.name: self._rules.sorts_of(part.kind.removesuffix("-list")) for part in one.occurrence.participants
        }
        for role, fact in one.parts.items():
            said = plain(str(fact.value))
            if not fact.why or said.replace(" ", "-") not in self._rules.kinds | self._rules.card_classes.keys():
                continue
            for row in self._shelf.rows:
                kind = self._kinds.get(plain(row.name))
                if kind is None or kind in kinds[role]:
                    meant = ReadValue(row.name, fact.at, fact.why)
                    yield replace(one, parts={**one.parts, role: meant})

    def _entities(self, event: ToldEvent, *, enemy: bool) -> tuple[list[Entity], list[Entity], list[Entity]]:
        """Who does an event, whom it happens to, and who else is named in it."""
        agents = [one for unit in event.agents if (one := self._entity(unit, enemy=enemy)) is not None]
        patients = [one for unit in event.patients if (one := self._entity(unit, enemy=enemy)) is not None]
        others = [one for unit in event.others if (one := self._entity(unit)) is not None]
        return agents, patients, others

    # --- those who take part

    def _entity(self, unit: Unit, *, enemy: bool = False) -> Entity | None:
        roster = self._roster
        if unit.sort == "kind":
            return self._of_kind(unit)
        key = roster.key(unit)
        if unit.sort == "pro" and (key is None or enemy):
            key = roster.key(unit, person=False)
        if key is None:
            return None
        name = roster.name(key)
        if key in roster.persons or key == roster.speaker:
            return Entity(name, unit.span, self._rules.kinds_with("identity"), is_player=True, owner=name)
        kind = self._kinds.get(plain(name))
        if key in roster.heroes:
            owner = roster.name(roster.heroes[key])
            return Entity(
                name, unit.span, frozenset([kind]) if kind else self._rules.kinds_with("identity"), owner=owner
            )
        whose = roster.player(unit.owner) if unit.owner is not None else None
        owned = self._owners.get(plain(name)) or (roster.name(whose) if whose is not None else None)
        return Entity(name, unit.span, frozenset([kind]) if kind else frozenset(), owner=owned)

    def _of_kind(self, unit: Unit) -> Entity | None:
        sorts = self._rules.sorts_of(unit.word)
        if not sorts:
            return None
        named = [name for name, kind in self._kinds.items() if kind in sorts]
        scenario = self._rules.features.scenario_kinds
        if len(named) != 1 and scenario is not None and self._enemies and sorts <= self._rules.sorts_of("enemy"):
            named = [self._enemies.most_common(1)[0][0]]
        if len(named) == 1:
            row = self._shelf.find(named[0])
            key = next(
                (key for key in self._roster.story.names if plain(self._roster.story.names[key]) == named[0]), ""
            )
            name = row.name if row is not None else self._roster.story.names.get(key, named[0])
            return Entity(name, unit.span, sorts, said=False, owner=self._owners.get(plain(name)))
        return Entity(unit.word.replace("-", " ").capitalize(), unit.span, sorts, said=False)

    def _count_enemies(self) -> Counter[str]:
        """Plain names of those that the text shows as enemies of the players, with how much does."""
        roster, found = self._roster, Counter[str]()
        enemy = self._rules.sorts_of("enemy")
        found.update({name: 3 for name, kind in self._kinds.items() if kind in enemy})
        for one in roster.story.statements:
            of = one.to if one.relation == "on" else one.of
            if one.relation in ("fought", "on", "status") and of is not None and of.sort == "name":
                self._count_enemy(found, of.word, 2 if one.relation == "fought" else 1)
        for event in roster.story.events:
            for unit in event.agents if event.event in ("attack", "scheme", "activation") else ():
                self._count_enemy(found, roster.key(unit) or "", 2)
        return found

    def _count_enemy(self, found: Counter[str], key: str, weight: int) -> None:
        roster, name = self._roster, plain(self._roster.name(key))
        if key and key not in roster.persons and key not in roster.heroes and name not in self._owners:
            found[name] += weight

    @cached_property
    def _led_events(self) -> frozenset[str]:
        """Events that players let their cards do: those whose doer is a role that somebody controls."""
        return frozenset(
            moment.event
            for one in self._rules.offered.values()
            for moment in one.begun_by
            if {role for role, _ in one.controls} & set(moment.agent)
        )

    def _may_act(self, one: Entity) -> bool:
        """Whether somebody is a character that does something, and no card used for it."""
        if one.kinds:
            return bool(one.kinds & self._rules.sorts_of("character"))
        row = self._shelf.find(one.name)
        if row is None or "text" not in row.facts:
            return True
        read = self._vocabulary.reader.read(str(row.facts["text"].value), row.name)
        return not any(isinstance(part, Ability) and part.timing.endswith("action") for part in read.parts)

    # --- from an event to occurrences

    def _of(self, event: ToldEvent) -> Iterator[Happening]:
        if event.event == "play" and any(unit.word in self._roster.heroes for unit in event.patients):
            return  # whom somebody plays
        alone = event.event in ("attack", "scheme", "activation") and not event.patients and not event.others
        if alone and len(event.agents) == 1 and event.agents[0].sort == "pro":
            doer = self._entity(event.agents[0], enemy=True)
            if doer is not None and plain(doer.name) in self._engaged | self._enemies.keys():
                yield from self._read_as(event, enemy=True)
                return
        yield from self._read_as(event, enemy=False)
        if any(unit.sort == "pro" for unit in (*event.agents, *event.patients)):
            yield from self._read_as(event, enemy=True)  # whom “he” means, the cards may tell

    def _read_as(self, event: ToldEvent, *, enemy: bool) -> Iterator[Happening]:
        """The occurrences that an event begins; `enemy` takes a pronoun for one that is no player."""
        agents, patients, others = self._entities(event, enemy=enemy)
        if event.event in _ENEMIES_DEEDS:
            agents = self._enemy_doing(event, agents, patients)
        said = self._activated(patients) if event.event == "activation" else event.event
        agents, others = self._led(said, agents, others)
        if self._rules.features.defense is not None and said == "defend":
            yield from self._defenses(event, agents or others[:1], patients, others)
            return
        matches = (
            self._matched(occurrence, moment, event, agents, patients, others)
            for occurrence, moment in self._begun_by(said, event.variant)
        )
        fitting = max((one for one in matches if one is not None), key=lambda one: _fits_as(one, said), default=None)
        if fitting is not None:
            yield fitting

    def _led(self, said: str, agents: list[Entity], others: list[Entity]) -> tuple[list[Entity], list[Entity]]:
        """Who does an event and who else is named: what a player does with characters, those do."""
        led = [one for one in others if not one.is_player and self._may_act(one)]
        if said in self._led_events and len(agents) == 1 and agents[0].is_player and led:
            return [replace(one, owner=one.owner or agents[0].name) for one in led], []
        return agents, others

    def _begun_by(self, said: str, variant: str | None) -> Iterator[tuple[OccurrenceType, Moment]]:
        """Lazily, the occurrences that an event begins, each with its moment."""
        for occurrence in self._rules.offered.values():
            for moment in occurrence.begun_by or ((Moment("when", said),) if said == occurrence.type else ()):
                if moment.event == said and not (moment.variant and variant and moment.variant != variant):
                    yield occurrence, moment

    def _enemy_doing(self, event: ToldEvent, agents: list[Entity], patients: Sequence[Entity]) -> list[Entity]:
        """Who does what only enemies do to players: for a pronoun one that is no player."""
        if not event.agents or event.agents[0].sort != "pro" or not patients or not patients[0].is_player:
            return agents
        other = self._entity(event.agents[0], enemy=True)
        return [other] if other is not None else agents

    def _defenses(
        self, event: ToldEvent, who: list[Entity], patients: Sequence[Entity], others: Sequence[Entity]
    ) -> Iterator[Happening]:
        """The attack that somebody defends against, and who defends in it."""
        defense = self._rules.features.defense
        mine = [one for one in patients if who and who[0].is_player and one.owner == who[0].name and one != who[0]]
        patients, others = [one for one in patients if one not in mine], [*mine, *others]  # “puts Bug in the way”
        yield from self._defended(event, who, patients)
        helper = next((one for one in others if not one.is_player and plain(one.name) not in self._enemies), None)
        if who and who[0].is_player and helper is not None:
            who = [helper]
        if who and defense is not None:
            parts = {defense.role: ReadValue(self._played_by(who[0].name), who[0].at)}
            attack = self._rules.occurrences[defense.occurrence]
            yield Happening(attack, parts, event.at, -1, event.asked, place=event.place)

    def _played_by(self, name: str) -> str:
        """The player who plays somebody; the name itself where nobody does, or it is said to be of another type."""
        row, hero = self._shelf.find(name), self._roster.heroes.get(name.lower())
        kind = row.facts.get("kind") if row is not None else None
        other = kind is not None and kind.value not in self._rules.kinds_with("identity")
        return name if hero is None or other else self._roster.name(hero)

    def _defended(self, event: ToldEvent, who: Sequence[Entity], patients: Sequence[Entity]) -> Iterator[Happening]:
        """The attack that somebody is said to defend against: “Ann defends against Drang”."""
        defense = self._rules.features.defense
        against = [one for one in patients if not one.is_player]
        if defense is None or not against or not who or who[0].owner is None:
            return
        attack = self._rules.occurrences[defense.occurrence]
        for moment in attack.begun_by:
            for doer, struck in zip(moment.agent[:1], moment.patient[:1], strict=False):
                parts = {doer: ReadValue(against[0].name, against[0].at), struck: ReadValue(who[0].owner, who[0].at)}
                yield Happening(attack, parts, event.at, 1, event.asked, place=event.place)

    def _activated(self, patients: Sequence[Entity]) -> str:
        """What an enemy's activation is, by the form of the player."""
        form = next((self._forms.get(one.name) for one in patients if one.is_player), None)
        if form is None and len(set(self._forms.values())) == 1:
            form = next(iter(self._forms.values()))
        begin = self._rules.standard.activate.get(form or "")
        occurrence = self._rules.occurrences.get(begin.occurrence) if begin is not None else None
        return occurrence.begun_by[0].event if occurrence is not None and occurrence.begun_by else "activation"

    def _matched(
        self, occurrence: OccurrenceType, moment: Moment, event: ToldEvent, agents: Sequence[Entity],
        patients: Sequence[Entity], others: Sequence[Entity],
    ) -> Happening | None:  # fmt: skip
        """The occurrence with those of the event in its roles; None where one of them cannot be in any."""
        parts: dict[str, list[Entity]] = {}
        fits = 0
        for given, roles in ((agents, moment.agent), (patients, moment.patient)):
            fit = self._take_roles(occurrence, roles, given, parts)
            if fit is None:
                return None
            fits += fit
        fits += self._take_others(occurrence, others, parts)
        facts = {part.name: fact for part in occurrence.participants if (fact := self._fact(part, parts)) is not None}
        form = next((part for part in occurrence.participants if part.kind == "form"), None)
        if form is not None and event.forms:
            facts[form.name] = ReadValue(event.forms[0], event.at)
        elif form is not None and len(patients) == 1 and patients[0].name in self._forms:
            other = sorted(self._vocabulary.forms - {self._forms[patients[0].name]})
            facts[form.name] = ReadValue(other[0], event.at, f"{patients[0].name} is in the other form.")
        self._add_controllers(occurrence, parts, facts)
        if (occurrence.controls and not facts) or _meets_itself(occurrence, facts):
            return None
        return Happening(occurrence, facts, event.at, fits, event.asked, place=event.place)

    def _take_roles(
        self, occurrence: OccurrenceType, roles: Sequence[str], given: Sequence[Entity], parts: dict[str, list[Entity]]
    ) -> int | None:
        """Put those of a complement into their roles; how well they fit, None where one of them cannot be in any."""
        if given and not roles:
            return -1
        fits = 0
        optional = {part.name for part in occurrence.participants if part.optional}
        for entity in given:
            role, fit = self._role(occurrence, roles, entity)
            if role is not None:
                parts.setdefault(role.name, []).append(entity)
                fits += fit
            elif entity.said and not (entity.is_player and optional.issuperset(roles)):
                return None  # but “Dora stuns Copper Knight”, by whatever card she does it
        return fits

    def _take_others(self, occurrence: OccurrenceType, others: Sequence[Entity], parts: dict[str, list[Entity]]) -> int:
        """Put those of other complements into the roles that are free; how many fit."""
        defense, fits = self._rules.features.defense, 0
        kept = defense.role if defense is not None else ""
        taken = {entity.name for rows in parts.values() for entity in rows}
        for entity in (one for one in others if one.name not in taken):
            free = [part.name for part in occurrence.participants if part.name not in parts and part.name != kept]
            role, fit = self._role(occurrence, free, entity)
            if role is not None and fit > 1:
                parts.setdefault(role.name, []).append(entity)
                fits += 1
        return fits

    def _fact(self, part: ParticipantType, parts: Mapping[str, Sequence[Entity]]) -> ReadValue | None:
        named = parts.get(part.name, ())
        if not named or (part.optional and not any(one.said or plain(one.name) in self._kinds for one in named)):
            return None
        why = "" if all(one.said for one in named) else f"The one {named[0].name.lower()} that the text may mean."
        names = list(dict.fromkeys(self._called(one, part) for one in named))
        return ReadValue(names if part.kind.endswith("-list") else names[0], named[0].at, why)

    def _add_controllers(
        self, occurrence: OccurrenceType, parts: Mapping[str, Sequence[Entity]], facts: dict[str, ReadValue]
    ) -> None:
        for role, owner in occurrence.controls:
            for entity in parts.get(role, ()):
                if owner not in facts and entity.owner is not None:
                    why = "" if entity.is_player else f"{entity.name} is {entity.owner}’s."
                    facts[owner] = ReadValue(entity.owner, entity.at, why)

    def _called(self, one: Entity, part: ParticipantType) -> str:
        """How a role names somebody: by the player who plays them."""
        key = one.name.lower()
        if key in self._roster.heroes and part.kind != "card" and self._rules.features.scenario:
            return self._roster.name(self._roster.heroes[key])
        return one.name

    def _role(
        self, occurrence: OccurrenceType, roles: Sequence[str], entity: Entity
    ) -> tuple[ParticipantType | None, int]:
        """The role that an entity takes, and how well it is known to fit: 2 known, 1 open."""
        best: tuple[ParticipantType | None, int] = (None, 0)
        by_name = {part.name: part for part in occurrence.participants}
        for name in roles:
            part = by_name.get(name)
            fit = self._fit(part, entity) if part is not None else 0
            if part is not None and fit > best[1]:
                best = part, fit
        return best

    def _fit(self, part: ParticipantType, entity: Entity) -> int:
        wanted, rules = part.kind.removesuffix("-list"), self._rules
        if wanted == "player":
            return 3 if entity.is_player else 0
        if (entity.is_player and part.name == "card") or wanted in ("flag", "number", "place", "form") or "|" in wanted:
            return 0
        if entity.kinds:
            return 2 if wanted == "card" or entity.kinds & rules.sorts_of(wanted) else 0
        return 0 if entity.is_player else self._fit_unknown(wanted, entity)

    def _fit_unknown(self, wanted: str, entity: Entity) -> int:
        """How well one fits of whom no type is known: by whose it is, and what else is told of it."""
        friends, name = self._rules.kinds_with("identity"), plain(entity.name)
        if wanted in ("enemy", "friendly"):
            friendly = bool(self._rules.sorts_of(wanted) & friends)
            if name in self._engaged:
                return 0 if friendly else 2
            if entity.owner is not None and friends:
                return 2 if friendly else 1
        return 2 if wanted == "card" or (wanted == "enemy" and name in self._enemies) else 1

    # --- choosing

    def _is_part_of_another(self, one: Happening, whole: Sequence[Happening]) -> bool:
        """“attacks and defeats it”: what a flag of another says of the same target is no occurrence beside it."""
        if one.recap and sum(other.recap for other in whole) == 1:
            return False
        place = whole.index(one) if one in whole else len(whole)
        defenders = set().union(*(_names(more) for more in whole if more.fits < 0))
        targets = _names(one)
        for at, other in enumerate(whole):
            shared = (_names(other) | defenders) & targets
            if at < place and _holds(other, one) and (shared or other.place == one.place):
                return True
            if other is not one and shared and _flags_as(other, one):
                return True
        return False

    def _is_answer(self, one: Happening) -> bool:
        """Whether a card is played because of something else: its text waits for that."""
        fact = one.parts.get("card")
        row = self._shelf.find(str(fact.value)) if fact is not None else None
        if row is None or "text" not in row.facts or not any(m.event == "play" for m in one.occurrence.begun_by):
            return fact is not None and any(m.event == "play" for m in one.occurrence.begun_by)
        read = self._vocabulary.reader.read(str(row.facts["text"].value), row.name)
        own = ("action", "main", "build")
        return not any(one.timing.endswith(own) or _is_of_itself(one, row.name) for one in read.abilities)

    def _worth(self, one: Happening) -> float:
        """How well the words fit an occurrence."""
        named = sum(1 for fact in one.parts.values() if not fact.why)
        return (
            -3 * one.asked * (1 + bool(one.completed))
            - 2 * one.completed
            + _RECAP * one.recap
            - 6 * self._is_answer(one)
            + min(one.fits, 4) / 2
            + named / 2
            + min(len(one.occurrence.steps), _MOST_STEPS) / 3  # what has many steps holds the others
            - 2 * one.occurrence.shares_windows
            + _HEARD * self._heard(one.occurrence)
        )

    def _heard(self, occurrence: OccurrenceType) -> float:
        """The share of the abilities with a triggering condition, or a timing of their own, that wait for it."""
        rows = [one for one in self._abilities if one.tree.trigger is not None or not one.timing.endswith("action")]
        return sum(_waits_for(one, occurrence) for one in rows) / len(rows) if rows else 0.0

    def worth_of_name(self, one: Happening, *, asked: bool) -> float:
        """How well words fit an occurrence that they name."""
        guessed = sum(1 for fact in one.parts.values() if fact.why)
        steps = min(len(one.occurrence.steps), _MOST_STEPS) / 3
        only = _ONLY * (self._timings == {one.occurrence.type})
        heard = _HEARD * self._heard(one.occurrence)
        return one.fits / 2 + steps + only + heard - guessed - asked - 2 * one.occurrence.shares_windows

    @cached_property
    def _abilities(self) -> list[Ability]:
        """The abilities of all card texts."""
        texts = [(str(row.facts["text"].value), row.name) for row in self._shelf.rows if "text" in row.facts]
        read = (self._vocabulary.reader.read(text, name) for text, name in texts)
        return [part for one in read for part in one.parts if isinstance(part, Ability)]

    @cached_property
    def _waited_for(self) -> Counter[str]:
        """The events that the card texts wait for, with how many do."""
        triggers = (one.trigger for one in self._abilities)
        return Counter(one.event for one in triggers if one is not None and one.event)

    @cached_property
    def _timings(self) -> frozenset[str]:
        """The timings of the card texts: some are named as the occurrence that they resolve in."""
        return frozenset(one.timing for one in self._abilities)

    def unsaid(self, one: Happening) -> frozenset[str]:
        """Optional participants that nobody names: players, and what the cards’ texts wait for."""
        open_ = (part for part in one.occurrence.participants if part.optional and part.name not in one.parts)
        return frozenset(
            part.name for part in open_
            if part.kind == "player"
            or any(part.name.startswith(event) or part.name.endswith(event) for event in self._waited_for)
        )  # fmt: skip

    def _doubt(self, one: Happening) -> str:
        if one.fits < 2 and one.occurrence.participants:
            return "Too little of the sentence fits to be sure."
        return "Not all who take part are named." if one.completed else ""

    def completed(self, one: Happening) -> Happening | None:
        """The happening with what it needs and nobody said; None where that cannot be guessed."""
        parts = dict(one.parts)
        for part in one.occurrence.participants:
            if part.optional or part.name in parts:
                continue
            guess = self._in_form(one.occurrence, part.name) or self._guess(part.kind.removesuffix("-list"), parts)
            if guess is None:
                return None
            parts[part.name] = ReadValue(
                [guess] if part.kind.endswith("-list") else guess, one.at, "Nobody else is named."
            )
        return replace(one, parts=parts, completed=len(parts) - len(one.parts))

    def _in_form(self, occurrence: OccurrenceType, role: str) -> str | None:
        """The only player in the form in which an occurrence happens to players: enemies scheme on alter-egos."""
        begins = self._rules.standard.activate.items()
        forms = {
            form for form, begin in begins
            if begin.occurrence == occurrence.type and role in (name for name, _ in begin.roles)
        }  # fmt: skip
        struck = [name for name in self._players if self._forms.get(name) in forms]
        known = all(name in self._forms for name in self._players)
        return struck[0] if len(struck) == 1 and known else None

    def _guess(self, wanted: str, parts: Mapping[str, ReadValue]) -> Any:
        """Who may take a part that nobody is said to."""
        rules = self._rules
        sorts = rules.sorts_of(wanted)
        taken = {str(fact.value) for fact in parts.values()}
        if wanted == "player" or 2 * len(sorts & rules.kinds_with("identity")) > len(sorts):
            return self._guess_player(taken, other=wanted == "player")
        fitting = [row.name for row in self._shelf.rows if "kind" in row.facts and row.facts["kind"].value in sorts]
        if len(fitting) == 1 and sorts:
            return fitting[0]
        if self._enemies and sorts and sorts <= rules.sorts_of("enemy"):
            name = self._enemies.most_common(1)[0][0]
            return next((said for said in self._roster.story.names.values() if plain(said) == name), name)
        return None

    def _guess_player(self, taken: set[str], *, other: bool) -> str | None:
        """The player with whom somebody is engaged who takes part, else whose turn it is, else the first."""
        players = self._players
        engaged = (row for row in self._shelf.rows if "engaged_with" in row.facts and row.name in taken)
        guess = next((str(row.facts["engaged_with"].value) for row in engaged), None)
        if guess is None:
            guess = self._active if self._active in players else players[0] if players else None
        free = [name for name in players if name not in taken]
        return free[0] if other and guess in taken and free else guess

    def _with_flags(self, one: Happening) -> Happening:
        """The happening with what its own sentence says of it: “a basic attack”, “and defeats it”."""
        for part in one.occurrence.participants:
            if part.kind == "flag" and part.name not in one.parts:
                denied = self._is_denied(part.name, one)
                if denied or self._is_so(part.name, one):
                    fact = ReadValue(not denied, one.at, way=Way.TOLD_DEED)
                    one = replace(one, parts={**one.parts, part.name: fact})
        return one

    def _is_denied(self, flag: str, one: Happening) -> bool:
        """Whether the sentence of a happening, or the next, denies a flag: “not an attack”, “no attack”."""
        chat, noun = self._vocabulary.chat, flag.rpartition("_")[2]
        between = (chat.determiners | {"from", "by"}) - {"no"}
        for units in self._roster.story.sentences[one.place : one.place + 2]:
            words = [unit.word for unit in units]
            for place in (place for place, word in enumerate(words) if word == noun):
                before = next((word for word in reversed(words[:place]) if word not in between), "")
                if before in NEGATIONS | chat.nobody_does or before in NEGATED:
                    return True
        return False

    def _is_so(self, flag: str, one: Happening) -> bool:
        """Whether a flag of a happening is said, in its sentence or in one that names the event, or done."""
        story, noun = self._roster.story, one.occurrence.type.rpartition("-")[2]
        for place, units in enumerate(story.sentences):
            words = {word for unit in units for word in (unit.verb.words if unit.verb is not None else (unit.word,))}
            if flag in words and (place == one.place or (noun in words and "?" not in words)):
                return True
        near = (event for event in story.events if not event.negative and not (event.asked and not one.asked))
        return any(
            flag in (f"{event.event}s", f"from_{event.means}") and self._same_target(event, one) for event in near
        )

    def _same_target(self, event: ToldEvent, one: Happening) -> bool:
        targets = {plain(str(fact.value)) for role, fact in one.parts.items() if role in ("target", "scheme")}
        named = {
            plain(entity.name)
            for unit in event.patients for enemy in (True, False)
            if (entity := self._entity(unit, enemy=enemy)) is not None
        }  # fmt: skip
        return bool(targets & named) or (not event.patients and event.place == one.place)

    def _is_of(self, fact: ReadValue, players: set[str]) -> bool:
        """Whether a fact names one of some players or a card of theirs."""
        return str(fact.value) in players or self._owners.get(plain(str(fact.value))) in players

    def _as_defender(self, one: Happening, struck: set[str]) -> tuple[bool, bool]:
        """Whether one who defends is of nobody who is struck, and no card of theirs: “She blocks with Clea”."""
        parts = one.parts.values()
        own = [part for part in parts if self._is_of(part, struck)]
        return not own, all(part.value in self._players for part in own)

    def _with_defender(self, one: Happening, found: Sequence[Happening]) -> Happening:
        """The attack with who defends it, where another sentence tells of that."""
        defense = self._rules.features.defense
        if defense is None or one.occurrence.type != defense.occurrence or defense.role in one.parts:
            return one
        struck = {str(fact.value) for fact in one.parts.values()}
        taken = struck - set(self._players)
        rows = [more for more in found if more.fits < 0 and not _names(more) & taken]
        rows.sort(key=lambda more: (more.asked, *self._as_defender(more, struck)))
        fact = next((part for more in rows if not more.asked for part in more.parts.values()), None)
        return replace(one, parts={**one.parts, defense.role: fact}) if fact is not None else one


def _waits_for(one: Ability, occurrence: OccurrenceType) -> bool:
    """Whether the triggering condition of an ability, or its timing word, names an occurrence."""
    if one.tree.trigger is None:
        return occurrence.type in one.timing or one.timing.startswith(occurrence.type)
    begun = {moment.event for moment in occurrence.begun_by} | {occurrence.type}
    if begun & {clause.event for clause in one.tree.trigger.clauses}:
        return True
    said = {word.removesuffix("s") for word in plain(one.tree.trigger.text).split()}
    return not occurrence.begun_by and set(occurrence.type.split("-")) - {"of"} <= said  # “when the round ends”


def _is_of_itself(one: Ability, name: str) -> bool:
    """Whether an ability waits for something that its own card does: “After Bug enters play”."""
    clauses = one.tree.trigger.clauses if one.tree.trigger is not None else ()
    nouns = (noun for clause in clauses for noun in (clause.agent, clause.patient))
    return any(noun is not None and noun.name is not None and plain(noun.name) == plain(name) for noun in nouns)


def _holds(one: Happening, other: Happening) -> bool:
    """Whether one occurrence may hold another."""
    return other.occurrence.shares_windows and not one.occurrence.shares_windows and one.fits > 1


def _names(one: Happening) -> set[str]:
    return {str(fact.value) for fact in one.parts.values()}


def _flags_as(one: Happening, other: Happening) -> bool:
    """Whether a flag of one says that the other happens: “attacks and defeats it”."""
    events = {moment.event for moment in other.occurrence.begun_by}
    return bool(_flags(one) & events) and (other.asked or not one.asked)


def _flags(one: Happening) -> set[str]:
    return {part.name.removesuffix("s") for part in one.occurrence.participants if part.kind == "flag"}


def _fits_as(one: Happening, said: str) -> tuple[int, bool]:
    """How well an event fits an occurrence; better where it is called like it."""
    return one.fits, one.occurrence.type == said


def _meets_itself(occurrence: OccurrenceType, facts: Mapping[str, ReadValue]) -> bool:
    """Whether two roles are of one: nobody attacks themselves."""
    whose = dict(occurrence.controls).values()
    apart = [plain(str(fact.value)) for name, fact in facts.items() if name not in whose]
    return len(apart) > len(set(apart))


def _leads(one: Happening, other: Happening) -> bool:
    """Whether who does one is who controls the one that does the other: “I attack with Bug: a basic attack on Klaw”."""
    controls, own, more = one.occurrence.controls, one.parts, other.parts
    rows = ((own.get(role), more.get(role), more.get(owner)) for role, owner in controls)
    return any(who and led and owner and who.value == owner.value != led.value for who, led, owner in rows)


def _joined(found: Sequence[Happening]) -> list[Happening]:
    """Those of one type that tell of different parts as one: “Mara attacks with Red Falcon; Nils defends”."""
    joined: list[Happening] = []
    for one in found:
        same = next(
            (n for n, other in enumerate(joined) if other.occurrence.type == one.occurrence.type and other.fits >= 0),
            None,
        )
        if same is None or one.fits < 0:
            joined.append(one)
            continue
        other = joined[same]
        shared = one.parts.keys() & other.parts.keys()
        least, most = (other, one) if _leads(other, one) else (one, other)
        if _leads(least, most):
            shared -= dict(one.occurrence.controls).keys()
        if all(one.parts[key].value == other.parts[key].value for key in shared):
            merged = {**least.parts, **{k: v for k, v in most.parts.items() if not (v.why and k in least.parts)}}
            joined[same] = replace(
                max(other, one, key=lambda row: len(row.parts)),
                parts=merged,
                fits=max(one.fits, other.fits),
                recap=one.recap or other.recap,
                asked=other.asked and one.asked,
            )
        else:
            joined.append(one)
    return joined
