"""What the submitted abilities wait for: an index by event, timing, label, and by the ready rows of the rules they
have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from judge.cardtext.tree import Act, AddedCost, Allow, Clause, Effect, Forbid, Gain, Modify, Noun, Oblige, TriggerTree
from judge.engine.in_force import Constants
from judge.engine.table_elements import Ref, SubmittedAbility, Table
from judge.rules.model import Moment, OccurrenceType, Step

ReadyName = tuple[str, str]
"""Source and name of a ready row: ("keyword", "retaliate")."""


def word_of(ability: SubmittedAbility) -> str:
    """How the trigger of an ability waits: would, when, after or while."""
    trigger = ability.tree.trigger if ability.tree is not None else None
    if trigger is None:
        return ""
    if trigger.would:
        return "would"
    if trigger.word == "at" and ability.answers:
        return "after"
    return {"after": "after", "while": "while"}.get(trigger.word, "when")


def has_would(occurrence: OccurrenceType, event: str) -> bool:
    """Whether an occurrence has a moment of its own for what would happen."""
    return any(moment.word == "would" and moment.event == event for step in occurrence.steps for moment in step.moments)


_FEW = 8
"""Of so many that wait for one event each is asked for itself; of more, those whose triggers say the same together."""


def _is_met_alike(trigger: TriggerTree) -> bool:
    """Whether cards of one kind and player with that trigger wait for the same: it speaks of classes and of “you”."""
    nouns = [n for one in trigger.clauses for n in (one.agent, one.patient, one.to, one.source, one.origin)]
    return not trigger.conditions and all(one.thing != "this" for one in trigger.clauses) and all(map(_is_free, nouns))


def _is_free(noun: Noun | None) -> bool:
    """Whether whom a noun names does not depend on which card speaks, but only on whose it is."""
    if noun is None:
        return True
    own = noun.head not in ("class", "you") or noun.other or noun.having
    return not (own or noun.at or noun.attached_to) and all(map(_is_free, (noun.whose, noun.engaged_with, *noun.parts)))


class WaitingIndex:
    """The abilities of one table by what they wait for. Never changes."""

    def __init__(self, table: Table, constants: Constants, only: Ref | None = None) -> None:
        """Of all abilities of the table, or of `only` one."""
        self.table = table
        self.constants = constants
        self._at_step: dict[str, frozenset[str]] = {}
        self._grouped: dict[tuple[str, str], Sequence[Sequence[SubmittedAbility]]] = {}
        events: dict[tuple[str, str], list[SubmittedAbility]] = defaultdict(list)
        timings: dict[str, list[SubmittedAbility]] = defaultdict(list)
        labels: dict[str, list[SubmittedAbility]] = defaultdict(list)
        ready: dict[ReadyName, list[SubmittedAbility]] = defaultdict(list)
        self.names: dict[str, tuple[ReadyName, ...]] = {}
        given = table.rules.kinds_with("given")
        for one in table.abilities if only is None else (table.by_ref[only],):
            self.names[one.ref] = tuple(self._ready_names(one))
            for name in self.names[one.ref]:
                ready[name].append(one)
            if one.ability is None or one.tree is None:
                continue
            if one.tree.trigger is not None and one.ref not in constants.parts:
                self._await(one, events)
                continue
            is_given = one.timing == "constant" and one.card.kind in given and not self.names[one.ref]
            timings["given" if is_given else one.timing].append(one)
            for label in one.ability.labels:
                labels[label].append(one)
        for one in table.left_over:
            if only in (None, one.ref):
                self._await(one, events)
        self.by_event: Mapping[tuple[str, str], Sequence[SubmittedAbility]] = events
        self.by_timing: Mapping[str, Sequence[SubmittedAbility]] = timings
        self.by_label: Mapping[str, Sequence[SubmittedAbility]] = labels
        self.by_ready: Mapping[ReadyName, Sequence[SubmittedAbility]] = ready

    def _await(self, ability: SubmittedAbility, events: dict[tuple[str, str], list[SubmittedAbility]]) -> None:
        """Let an ability wait for the events of its trigger."""
        for event in dict.fromkeys(clause.event for clause in self._first_clauses(ability)):
            events[word_of(ability), event].append(ability)

    def alone(self, ability: SubmittedAbility) -> WaitingIndex:
        """The same of one ability alone; who makes an attack or thwart is still looked for among all."""
        found = WaitingIndex(self.table, self.constants, ability.ref)
        found.by_label = self.by_label
        return found

    def at_moment(self, occurrence: OccurrenceType, moment: Moment) -> Sequence[Sequence[SubmittedAbility]]:
        """What waits for a moment, in groups whose triggers are met alike.

        “Would” waits also for the “when” of an occurrence that has no moment of its own for it.
        """
        found = self._groups(moment.word, moment.event)
        if moment.word != "when" or has_would(occurrence, moment.event):
            return found
        return [*found, *self._groups("would", moment.event)]

    def _groups(self, word: str, event: str) -> Sequence[Sequence[SubmittedAbility]]:
        found = self._grouped.get((word, event))
        if found is None:
            groups: dict[object, list[SubmittedAbility]] = {}
            waiting = self.by_event.get((word, event), ())
            for number, one in enumerate(waiting):
                trigger = one.tree.trigger if one.tree is not None and len(waiting) > _FEW else None
                alike = trigger is not None and not one.before and _is_met_alike(trigger)
                groups.setdefault((trigger, one.you, one.card.kind) if alike else number, []).append(one)
            found = self._grouped[word, event] = tuple(groups.values())
        return found

    def _first_clauses(self, ability: SubmittedAbility) -> Sequence[Clause]:
        trigger = ability.tree.trigger if ability.tree is not None else None
        if trigger is None:
            return ()
        return trigger.clauses[:1] if trigger.joined == "and" else trigger.clauses

    def _ready_names(self, ability: SubmittedAbility) -> list[ReadyName]:
        card = ability.card
        if card.kind == "status":
            return [("status", name) for name in self.table.status_names(ability)]
        if ability.timing == "consequential-damage":
            return [("kind", "consequential-damage")]
        first = ability.part is None or ability.part is card.text.parts[0]
        icons = [("icon", name) for name in card.text.icons] if first else []
        if ability.keyword is not None:
            return [("keyword", ability.keyword.name), *icons]
        found: list[ReadyName] = [("kind", "lasting-effect")] if ability.timing == "lasting-effect" else []
        found += [name for part in self.constants.parts.get(ability.ref, ()) for name in self._names_of(part.effect)]
        return list(dict.fromkeys([*found, *icons]))

    def _names_of(self, effect: Effect) -> Sequence[ReadyName]:
        """The rows that a constant is ready by."""
        match effect:
            case Forbid():
                return (("cannot", effect.clause.event),)
            case Gain(keyword=str(keyword), loses=False) if keyword:
                return (("keyword", keyword),)
            case Modify():
                return (("modify", effect.stat), ("change-cost", effect.stat))
            case Allow():
                return (("allow", effect.clause.event),)
            case AddedCost():
                return (("cost", effect.clause.event),)
            case Oblige():
                return (("duty", effect.clause.event),)
            case Act() if self._has_row("duty", effect.clause.event):
                return (("duty", effect.clause.event),)
        return ()

    def _has_row(self, source: str, name: str) -> bool:
        return any((ready.source, ready.name) == (source, name) for ready in self.table.rules.ready)

    @cached_property
    def any_cannot(self) -> bool:
        """Whether any “cannot” was submitted as a constant."""
        return bool(self.constants.forbidding)

    def at(self, step: Step) -> frozenset[str]:
        """References of what might find its moment at a step, whoever takes part."""
        found = self._at_step.get(step.id)
        if found is None:
            keys = self.table.rules.asked_at(step).intersection(self._by_key)
            found = self._at_step[step.id] = frozenset(one.ref for key in keys for one in self._by_key[key])
        return found

    @cached_property
    def _by_key(self) -> Mapping[tuple[str, str, str], Sequence[SubmittedAbility]]:
        """All by the keys that a step asks for."""
        found: dict[tuple[str, str, str], Sequence[SubmittedAbility]] = {}
        found |= {("event", *key): group for key, group in self.by_event.items()}
        found |= {("timing", "", timing): group for timing, group in self.by_timing.items()}
        found |= {("label", "", label): group for label, group in self.by_label.items()}
        found |= {("ready", *key): group for key, group in self.by_ready.items()}
        return found | {("ready", source, "*"): self.of_ready(source, "*") for source, _ in self.by_ready}

    def of_ready(self, source: str, name: str) -> Sequence[SubmittedAbility]:
        """The abilities that have a ready row; of “*” every one of its source."""
        if name != "*":
            return self.by_ready.get((source, name), ())
        return [one for (kind, _), group in self.by_ready.items() if kind == source for one in group]
