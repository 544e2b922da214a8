"""What is in force now: constants and lasting effects that forbid events, change values, give keywords, lift rules.

Every event asks, every time, with all the qualifiers of the words; what an event removes is asked as it was just
before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from judge.cardtext.tree import Allow, Cancel, Clause, Forbid, Gain, Modify, Noun
from judge.engine.active_abilities import gone, is_active
from judge.engine.condition_checks import holds
from judge.engine.constants import ConstantPart, parts_of
from judge.engine.events import MomentFit, clause_fits, trigger_fits
from judge.engine.frozen_copy import changed
from judge.engine.nouns.noun_matching import elements_of, fits
from judge.engine.position import Position, Speaker
from judge.engine.state import ABILITIES_AS_A_WHOLE, Assumed, Event, State
from judge.engine.table_elements import Element, Ref, SubmittedAbility, Table
from judge.rules.model import Moment, Rules


class Constants:
    """The constants of a table, taken apart, and by what they forbid. Never changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        found = {
            one.ref: (
                *(parts := tuple(_barring(table, part) for part in parts_of(one.ability))),
                *(more for part in parts for more in _of_gained(table, part)),
            )
            for one in table.abilities
            if one.ability is not None and one.timing in ("constant", "lasting-effect") and not _waits(one)
        }
        for one in table.abilities:
            own = of_keyword(table.rules, one.keyword.name, Noun("this")) if one.keyword is not None else ()
            found |= {one.ref: tuple(map(ConstantPart, own))} if own else {}
        self.parts: Mapping[str, tuple[ConstantPart, ...]] = found

    @cached_property
    def forbidding(self) -> Mapping[str, Sequence[tuple[SubmittedAbility, ConstantPart]]]:
        """By event, the constants with a “cannot” about it."""
        found: dict[str, list[tuple[SubmittedAbility, ConstantPart]]] = defaultdict(list)
        for ref, parts in self.parts.items():
            for part in parts:
                if isinstance(part.effect, Forbid) and part.effect.beyond is None:
                    found[part.effect.clause.event].append((self.table.by_ref[ref], part))
        return found

    @cached_property
    def taking(self) -> Sequence[tuple[SubmittedAbility, ConstantPart, str]]:
        """The constants by which somebody loses a keyword, or all, and which."""
        return [
            (self.table.by_ref[ref], part, part.effect.keyword)
            for ref, parts in self.parts.items()
            for part in parts
            if isinstance(part.effect, Gain) and part.effect.loses and part.effect.keyword is not None
        ]

    @cached_property
    def takers(self) -> frozenset[Ref]:
        """References of the constants that take keywords."""
        return frozenset(ability.ref for ability, _, _ in self.taking)

    @cached_property
    def ignoring(self) -> Sequence[tuple[SubmittedAbility, ConstantPart]]:
        """The constants by which somebody ignores a keyword, an icon or a status card."""
        said = ((ref, part) for ref, parts in self.parts.items() for part in parts if isinstance(part.effect, Allow))
        return [
            (self.table.by_ref[ref], part)
            for ref, part in said
            if isinstance(part.effect, Allow) and part.effect.clause.event == "ignore"
        ]


def of_keyword(rules: Rules, name: str, who: Noun) -> tuple[Forbid, ...]:
    """What a keyword forbids to happen to who has it."""
    row = rules.keywords.get(name)
    if row is None or row.event is None:
        return ()
    things = row.things or (None,)
    return tuple(Forbid(Clause(row.event, patient=who, thing=thing, variant=row.variant)) for thing in things)


def _barring(table: Table, part: ConstantPart) -> ConstantPart:
    """A part that has printed effects ignored for as long as it is in force, as the “cannot” that it is."""
    said = part.effect
    what = said.what if isinstance(said, Cancel) else None
    rows = {row.thing: row for row in table.rules.cancels if row.timing is not None}
    row = rows.get(said.thing or "") if isinstance(said, Cancel) else None
    if what is None or row is None or row.thing not in table.rules.told_events:
        return part
    bearing = table.rules.timings[row.timing or ""].on_kind
    bearer, where = what.whose, None
    if what.at is not None and (what.at.head == "named" or set(what.at.kinds) & set(bearing)):
        bearer = what.at
    elif what.at is not None:
        where = what.at
    return replace(part, effect=Forbid(Clause(row.thing, patient=bearer, to=where)))


def _of_gained(table: Table, part: ConstantPart) -> tuple[ConstantPart, ...]:
    """What a keyword forbids that a constant gives."""
    gain = part.effect
    if not isinstance(gain, Gain) or gain.keyword is None or gain.loses or gain.who is None:
        return ()
    return tuple(replace(part, effect=one) for one in of_keyword(table.rules, gain.keyword, gain.who))


def _waits(ability: SubmittedAbility) -> bool:
    """Whether it is a trigger without a timing word rather than something in force."""
    trigger = ability.tree.trigger if ability.tree is not None else None
    return trigger is not None and trigger.word in ("when", "after", "at")


def applies(
    pos: Position, ability: SubmittedAbility, part: ConstantPart, event: Event, even_gone: bool = False
) -> tuple[Assumed, ...] | None:
    """What was assumed for a part of a constant to be in force in an event; None where it is not in force.

    `even_gone` asks whether it would be, had its card not been silenced.
    """
    silenced = even_gone and gone(pos, ability, event) is not None
    if not silenced and not is_active(pos, ability, event):
        return None
    speaker = Speaker(ability, event)
    assumed: list[Assumed] = []
    for condition in part.conditions:
        truth = holds(pos, condition, speaker, going_on=True)
        if truth.value is False:
            return None
        if truth.value is None:
            assumed.append(Assumed(f"It was not said otherwise, so “{condition.text}” is taken to hold."))
    if part.during is not None and not any(_goes_on(pos, part, speaker, outer) for outer in pos.state.around(event)):
        return None
    return tuple(assumed)


def _goes_on(pos: Position, part: ConstantPart, speaker: Speaker, event: Event) -> bool:
    """Whether the “while …” of a part is about the event."""
    assert part.during is not None
    for begun in event.occurrence.begun_by:
        moment = Moment("while", begun.event, begun.variant, begun.agent, begun.patient)
        fit = trigger_fits(pos, part.during, moment, Speaker(speaker.ability, event))
        if fit is not None and fit.reason is None:
            return True
    return False


def bound_by(
    pos: Position, ability: SubmittedAbility, part: ConstantPart, event: Event
) -> Mapping[str, tuple[Element, ...]]:
    """Whom “she”, “it” mean in a constant: the one of whom its first condition speaks."""
    speaker = Speaker(ability, event)
    nouns = [c.clause.patient or c.clause.agent for c in part.conditions if c.clause is not None]
    if part.during is not None:
        nouns += [clause.agent or clause.patient for clause in part.during.clauses]
    noun = next((one for one in nouns if one is not None and one.head != "that"), None)
    found = elements_of(pos, noun, speaker).found if noun is not None else ()
    return dict.fromkeys(("agent", "patient", "target", "subject"), found) if found else {}


def forbids(
    pos: Position,
    ability: SubmittedAbility,
    clause: Clause,
    event: Event,
    moment: Moment,
    bound: Mapping[str, tuple[Element, ...]] | None = None,
) -> MomentFit | None:
    """Whether a “cannot” is about an event, told by one of its moments; None where it is not."""
    fit = clause_fits(pos, clause, moment, Speaker(ability, event, None, bound or {}))
    return fit if fit is not None and fit.reason is None else None


def lasting_forbids(pos: Position, event: Event, moment: Moment) -> Iterator[tuple[SubmittedAbility, Clause]]:
    """Lazily, abilities used before whose lasting “cannot” is about the event, each with what it says."""
    for one in pos.state.in_force:
        said = one.effect.clause if isinstance(one.effect, Forbid) and one.effect.beyond is None else None
        if said is None or said.event != moment.event:
            continue
        if forbids(pos, one.ability, said, event, moment, one.bound) is not None:
            yield one.ability, said


def without_taken(pos: Position, constants: Constants, event: Event) -> tuple[State, tuple[tuple[Ref, Assumed], ...]]:
    """The state in which those from whom constants take keywords, or all that their card says, now lack them, and
    what was assumed for that.
    """
    kept = {key: by for key, by in pos.state.lost_keywords.items() if by not in constants.takers}
    speaks = {key: by for key, by in pos.state.silenced.items() if by not in constants.takers}
    state, told = changed(pos.state, lost_keywords=kept, silenced=speaks), []
    had = pos.with_state(state)
    for ability, part, name in constants.taking:
        for one in pos.everybody() if gone(had, ability, event) is None else ():
            assumed = gives(had, ability, part, one, event)
            if assumed is not None:
                lost = name in ABILITIES_AS_A_WHOLE
                state = state.put("silenced", one.key, ability.ref) if lost else state
                state = state if lost else state.without_keyword(one.key, name, ability.ref)
                told += [(ability.ref, each) for each in assumed]
    return state, tuple(told)


def gives(
    pos: Position, ability: SubmittedAbility, part: ConstantPart, element: Element, event: Event
) -> tuple[Assumed, ...] | None:
    """What was assumed for a constant to give its keyword or value to an element; None where it does not."""
    assumed = applies(pos, ability, part, event, even_gone=True)
    if assumed is None or not isinstance(part.effect, Gain | Modify):
        return None
    who = part.effect.who
    if who is None:
        own = pos.table.of(ability)
        bearer = pos.bearer(ability.card)
        return assumed if element.key == own.key or (bearer is not None and element.key == bearer.key) else None
    fit = fits(pos, who, element, Speaker(ability, event, None, bound_by(pos, ability, part, event)))
    return (*assumed, *fit.assumed) if fit.match == "yes" else None
