"""Whether conditions hold, in three values: those of the rules' rows, and those that card texts state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.cardtext.tree import Clause, Noun
from judge.cardtext.tree import Condition as Said
from judge.engine.nouns.noun_matching import elements_of, fits
from judge.engine.nouns.printed import has_printed
from judge.engine.position import Position, Speaker
from judge.engine.state import NO, OPEN, YES, Event, Truth
from judge.engine.table_elements import Element
from judge.rules.model import Atom, Condition, Moment, Step

# --- conditions of rows


def all_hold(pos: Position, conditions: Sequence[Condition], event: Event, holder: Element | None = None) -> Truth:
    """Whether every condition holds; an open one makes the whole open, a false one decides."""
    result = YES
    for condition in conditions:
        truth = _any(pos, condition, event, holder)
        if truth.value is False:
            return truth
        if truth.value is None:
            result = truth
    return result


def _any(pos: Position, condition: Condition, event: Event, holder: Element | None) -> Truth:
    result = NO
    for atom in condition:
        truth = _atom(pos, atom, event, holder)
        if atom.negative and truth.value is not None:
            truth = Truth(not truth.value, truth.by, truth.how)
        if truth.value:
            return truth
        if truth.value is None:
            result = Truth(None, truth.by or result.by)
        elif truth.by and result.by is None:
            result = Truth(result.value, truth.by, truth.how)
    return result


def _atom(pos: Position, atom: Atom, event: Event, holder: Element | None) -> Truth:
    if atom.relation is None:
        truth = pos.state.fact(event, atom.subject)
        if truth is not None:
            return truth
        declared = pos.rules.facts.get(atom.subject)
        return OPEN if declared is not None and declared.open else NO
    elements = (holder,) if atom.subject == "holder" and holder is not None else event.every(atom.subject)
    truths = [_of_element(pos, atom, event, pos.now(element)) for element in elements]
    yes = next((truth for truth in truths if truth.value), None)
    open_ = next((truth for truth in truths if truth.value is None), None)
    return yes or open_ or (truths[0] if truths else NO)


def _of_element(pos: Position, atom: Atom, event: Event, element: Element) -> Truth:
    value = atom.value or ""
    if atom.relation == "is":
        return Truth(pos.is_kind(element, value))
    if atom.relation == "in":
        form = pos.state.forms.get(element.player or "")
        return Truth(None if form is None else form == value)
    if atom.relation == "with":
        other, engaged = event.one(value), pos.engaged(element.card)
        return Truth(None if engaged is None or other is None else engaged == (other.player or pos.controller(other)))
    if atom.relation == "has":
        return has_keyword(pos, element, value)
    if atom.relation == "suffers":
        return Truth(suffers(pos, element, value))
    submitted = pos.statuses(value, element)
    given = pos.state.statuses.get((element.key, value))
    return Truth(bool(submitted) or given is not None, submitted[0].ref if submitted else given)


def has_keyword(pos: Position, element: Element, name: str) -> Truth:
    """Whether it has a keyword, printed or given on the way."""
    taken = pos.state.keyword_taken(element.key, name)
    if taken is not None:
        return Truth(False, taken, "prevented")
    by = pos.keyword_by(element, name)
    return Truth(True, by) if by is not None else NO


def suffers(pos: Position, element: Element, status: str) -> bool:
    """Whether enough status cards of the name lie on it: more where a keyword asks for more."""
    needed = 1
    for ready in pos.rules.ready:
        if ready.source == "status" and ready.name == status and ready.doubled_by:
            needed = max(needed, ready.needs if has_keyword(pos, element, ready.doubled_by).value else 1)
    return pos.status_count(status, element) >= needed


# --- conditions of card texts


def holds(pos: Position, said: Said, speaker: Speaker, going_on: bool = False) -> Truth:
    """Whether what a text states holds now; open where neither the cards nor what has happened tell.

    Of `going_on` (“while attacking”) an event must be under way, where else one that has happened will do.
    """
    going_on = going_on or said.going_on
    if said.parts:
        truths = [holds(pos, part, speaker, going_on) for part in said.parts]
        decides = said.joined != "and"
        decided = [*(one for one in truths if one.value is decides), *(one for one in truths if one.value is None)]
        truth = next(iter(decided), truths[0])
    elif said.clause is None:
        return OPEN
    else:
        truth = _states(pos, said, said.clause, speaker, going_on)
    negative = said.negative != (said.clause.negative if said.clause is not None else False)
    return Truth(not truth.value, truth.by, truth.how) if negative and truth.value is not None else truth


def _states(pos: Position, said: Said, clause: Clause, speaker: Speaker, going_on: bool) -> Truth:
    """A state or an event, by what the clause is about."""
    if clause.event == "has":
        return _has(pos, said, clause, speaker)
    known = _STATES.get(clause.event)
    if known is not None:
        return known(pos, clause, speaker)
    if said.compare not in (None, "exactly", "at-least"):
        return OPEN
    if clause.variant is not None and (truth := _in_step(pos, clause, speaker)) is not None:
        return truth
    if going_on and _is_event(pos, clause.event):
        return _goes_on(pos, clause, speaker)
    return _happened(pos, clause, speaker)


def _in_step(pos: Position, clause: Clause, speaker: Speaker) -> Truth | None:
    """“During step one of the villain phase”: whether what goes on was begun by that step of the phase around; None
    where nothing tells.
    """
    inner: Event | None = None
    for event in pos.state.around(speaker.event):
        steps = [step for step in event.occurrence.steps if any(_is_part(m, clause) for m in step.moments)]
        if steps and inner is not None and inner.cause is None:
            began = [step for step in event.occurrence.steps if _begins(step, inner)]
            if began or not any(step.does for step in steps):
                return Truth(any(step in steps for step in began))
        inner = event
    phase = _of_phase(pos, clause.thing, speaker)
    return phase if phase.value is False else None


def _begins(step: Step, event: Event) -> bool:
    """Whether a step begins events such as this by itself."""
    return any(begin.occurrence == event.occurrence.type for begin in step.begins)


def _of_phase(pos: Position, phase: str | None, speaker: Speaker) -> Truth:
    """Whether it is that phase, where an event around is of one."""
    if phase is None or phase not in pos.rules.facts:
        return OPEN
    return next((one.facts[phase] for one in pos.state.around(speaker.event) if phase in one.facts), OPEN)


def _is_part(moment: Moment, clause: Clause) -> bool:
    """Whether a moment is that of a numbered part of what a clause names."""
    same = (moment.event, moment.variant) == (clause.event, clause.variant)
    return same and moment.word == "when" and clause.thing in (None, moment.thing)


def _is_event(pos: Position, name: str) -> bool:
    """Whether the rules have an occurrence that is, or a step that tells of, events of the name."""
    return name in pos.rules.told_events


def _goes_on(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    """Whether an event of the clause is under way around."""
    told = NO
    for event in pos.state.around(speaker.event):
        for begun in _telling(pos, event, clause):
            inner = Speaker(speaker.ability, event, None, speaker.bound)
            if not (
                _takes_part(pos, clause.agent, event, begun.agent, inner)
                and _takes_part(pos, clause.patient, event, begun.patient, inner)
            ):
                continue
            truths = [
                all_hold(pos, pos.rules.qualifiers[fact], event)
                for fact in clause.facts
                if fact in pos.rules.qualifiers
            ]
            false = next((truth for truth in truths if truth.value is False), None)
            if false is None:
                return next((truth for truth in truths if truth.value is None), YES)
            told = false
    return told


def _telling(pos: Position, event: Event, clause: Clause) -> list[Moment]:
    """How an event tells of those who take part in what a clause names: as what it is, or as a part of it
    (defending).
    """
    is_it = [m for m in event.occurrence.begun_by if m.event == clause.event and m.variant in (None, clause.variant)]
    parts = [m for step in event.occurrence.steps for m in step.moments if m.event == clause.event and m.word == "when"]
    undefended = _undefended(pos, event)
    return is_it or [
        m for m in parts if m.agent and m.agent[0] not in undefended and event.every(m.agent[0].rstrip("@"))
    ]


def _undefended(pos: Position, event: Event) -> set[str]:
    """The role of a defender, where nobody is known to defend."""
    defense = pos.rules.features.defense
    said = pos.state.fact(event, defense.fact) if defense is not None else None
    return {defense.role} if defense is not None and (said is None or not said.value) else set()


def _takes_part(pos: Position, noun: Noun | None, event: Event, roles: Sequence[str], speaker: Speaker) -> bool:
    elements = pos.in_roles(event, roles)
    return noun is None or not elements or any(fits(pos, noun, one, speaker).match == "yes" for one in elements)


def _subjects(pos: Position, noun: Noun | None, speaker: Speaker) -> Sequence[Element]:
    return elements_of(pos, noun, speaker).found if noun is not None else ()


def _in_form(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    form = clause.thing
    for element in _subjects(pos, clause.patient or clause.agent, speaker):
        now = pos.state.forms.get(element.player or "")
        return Truth(
            None
            if now is None or (form not in pos.state.forms.values() and form not in pos.rules.kinds)
            else now == form
        )
    return OPEN


def _in_play(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    noun = clause.patient or clause.agent
    if noun is None or noun.head == "class":
        found = [one for one in _subjects(pos, noun, speaker) if not one.chosen] if noun is not None else []
        return Truth(True) if found and noun is not None and noun.quantifier != "none" else OPEN
    return Truth(all(pos.is_in_play(one) for one in _subjects(pos, noun, speaker)))


def _has(pos: Position, said: Said, clause: Clause, speaker: Speaker) -> Truth:
    """“Has the … trait”: whether one of them has, as far as that is known."""
    if clause.patient is not None and clause.patient.antecedent == "event" and clause.thing is not None:
        return _event_has(pos, clause.thing, _event_spoken_of(pos, clause, speaker))
    found = _subjects(pos, clause.patient or clause.agent, speaker)
    positive = replace(said, negative=False, clause=replace(clause, negative=False))
    truths = [has_printed(pos, one, positive) for one in found]
    return Truth(True if True in truths else None if None in truths or not truths else False)


def _event_has(pos: Position, thing: str, event: Event) -> Truth:
    """Whether an attack has a keyword, its own or that of who makes it; open where the cards do not tell."""
    facts = pos.rules.facts.keys()
    names = pos.rules.known_keywords & facts if thing == "keyword" else facts & {thing}
    truths = [_event_has_keyword(pos, event, name) for name in sorted(names)]
    told = next((truth for truth in truths if truth.value), None)
    bearers = [pos.now(one) for one in event.every("maker") or event.doers]
    known = event.cause is not None or (bearers and all(one.card is not None for one in bearers))
    return told or (NO if known and names else OPEN)


def _event_has_keyword(pos: Position, event: Event, name: str) -> Truth:
    fact = pos.state.fact(event, name)
    if fact is not None:
        return fact
    bearers = (*event.doers, *event.every("maker"))
    return next((has for one in bearers if (has := has_keyword(pos, pos.now(one), name)).value), NO)


def _has_status(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    found = _subjects(pos, clause.patient or clause.agent, speaker)
    if clause.thing is None or not found or any(one.chosen for one in found):
        return OPEN
    for one in found:
        given = pos.state.statuses.get((one.key, clause.thing))
        if pos.statuses(clause.thing, one) or (given is not None and given != speaker.ability.ref):
            return Truth(True, given)
    return NO


def _engaged(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    for one in _subjects(pos, clause.patient or clause.agent, speaker):
        engaged = pos.engaged(one.card)
        whom = _subjects(pos, clause.to, speaker)
        if engaged is None or not whom:
            return OPEN
        return Truth(any(engaged == who.player for who in whom))
    return OPEN


def _is(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    """“Is a minion”, “is undefended”, “is stunned”: by the fact it names, by status, by kind."""
    for fact in (*clause.facts, clause.thing or ""):
        conditions = pos.rules.qualifiers.get(fact)
        if conditions is not None:
            return all_hold(pos, conditions, _event_spoken_of(pos, clause, speaker))
    if any(ready.source == "status" and ready.name == clause.thing for ready in pos.rules.ready):
        return _has_status(pos, clause, speaker)
    subjects = _subjects(pos, clause.patient or clause.agent, speaker)
    if not subjects:
        return OPEN
    if clause.to is not None and clause.to.zone is not None:
        return _is_in_row(pos, clause.to.zone, subjects)
    roles = pos.rules.features.participles.get(clause.thing or "")
    return _is_in_role(pos, subjects, roles, speaker) if roles is not None else _is_of_kind(pos, clause, subjects[0])


def _is_in_row(pos: Position, zone: str, subjects: Sequence[Element]) -> Truth:
    """“Is in your Back Row”; of zones that are no rows it is open."""
    rows, there = pos.rules.features.rows, pos.row_of(subjects[0])
    return OPEN if there is None or zone not in rows or zone in pos.rules.features.whole_rows else Truth(there == zone)


def _is_in_role(pos: Position, subjects: Sequence[Element], roles: Sequence[str], speaker: Speaker) -> Truth:
    """“Is attacking”: whether any of them takes that part in what goes on."""
    around = pos.state.around(speaker.event)
    there = {pos.now(one).key for outer in around for role in roles for one in outer.every(role)}
    return Truth(any(one.key in there for one in subjects))


def _is_of_kind(pos: Position, clause: Clause, subject: Element) -> Truth:
    """“Is a minion”."""
    said = (clause.thing or "", *(clause.to.kinds if clause.to is not None else ()))
    truths = [pos.is_kind(subject, kind) for kind in said if pos.rules.is_kind(kind)]
    if not truths:
        return OPEN
    return Truth(True if True in truths else None if None in truths else False)


def _event_spoken_of(pos: Position, clause: Clause, speaker: Speaker) -> Event:
    """“This attack”: the last that the ability brought about, else the one it resolves in."""
    made = pos.state.made.get(speaker.ability.ref)
    noun = clause.patient or clause.agent
    if made is not None and made in pos.state.events and noun is not None and noun.antecedent == "event":
        event = pos.state.events[made]
        if any(begun.event in noun.kinds for begun in event.occurrence.begun_by):
            return event
    return speaker.event


def _done(pos: Position, _clause: Clause, speaker: Speaker) -> Truth:
    """“If you do”, “if you cannot”: what can be done is, unless something kept it from happening."""
    made = pos.state.made.get(speaker.ability.ref)
    event = pos.state.events.get(made) if made is not None else None
    if event is None or event.stop is None:
        return YES
    return Truth(False, event.stop[1], event.stop[0])


def _count(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    """“There is a …”, “there are no …”: what is seen is there; what nobody submitted may be."""
    noun = clause.patient or clause.agent
    if noun is None or noun.quantifier not in ("none", "one", "the", "any"):
        return OPEN
    seen = [one for one in pos.everybody() if pos.is_in_play(one) and named_by(pos, noun, (one,), speaker)]
    return YES if seen else OPEN


def _during(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    """“During a scheme activation”: whether such an event is under way; of a phase what is said around; of somebody's
    turn, whether it is theirs.
    """
    if clause.thing in pos.rules.facts:
        return _of_phase(pos, clause.thing, speaker)
    theirs = _of_turn(pos, clause, speaker)
    if theirs is not None:
        return theirs
    begins = {begun.event for occurrence in pos.rules.occurrences.values() for begun in occurrence.begun_by}
    if clause.variant not in begins or clause.thing in pos.rules.things.get(clause.variant or "", ()):
        return OPEN
    around = {begun.event for event in pos.state.around(speaker.event) for begun in event.occurrence.begun_by}
    return Truth(clause.variant in around)


def _of_turn(pos: Position, clause: Clause, speaker: Speaker) -> Truth | None:
    """“During your turn”: whether it is theirs; None where nobody said whose turn it is, or of whose to ask."""
    whose = clause.patient.whose if clause.patient is not None and clause.thing == "turn" else None
    turn = pos.table.identity(pos.active) if pos.table.dispute.turn_said else None
    if whose is None or turn is None or whose.head not in ("you", "class"):
        return None
    fit = fits(pos, whose, turn, speaker)
    return Truth(fit.match == "yes", how="wrong-turn") if not fit.assumed else OPEN


def _from(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    """“From an attack”: where the rules tell of events of such a cause, whether this is one."""
    kinds = clause.source.kinds if clause.source is not None else ()
    told = [pos.rules.qualifiers[fact] for fact in (f"from-{kind}" for kind in kinds) if fact in pos.rules.qualifiers]
    plain = clause.source is not None and clause.source == Noun(
        "class", kinds, quantifier=clause.source.quantifier, span=clause.source.span
    )
    return all_hold(pos, told[0], speaker.event) if told and plain else OPEN


_STATES = {
    "from": _from,
    "in-form": _in_form,
    "in-play": _in_play,
    "has-status": _has_status,
    "engaged": _engaged,
    "is": _is,
    "count": _count,
    "happened": _done,
    "during": _during,
}


def _happened(pos: Position, clause: Clause, speaker: Speaker) -> Truth:
    """Whether what a clause tells has happened: by this ability (“this way”), or in what goes on around."""
    own = pos.state.made.get(speaker.ability.ref)
    around = [pos.state.events[own]] if own is not None and own in pos.state.events else []
    for event in (*around, *pos.state.around(speaker.event)):
        outcome = pos.rules.outcomes.get(clause.event)
        if outcome is not None:
            truth = all_hold(pos, outcome, event)
            known = any(
                pos.state.fact(event, atom.subject) is not None for c in outcome for atom in c if atom.relation is None
            )
            if known:
                return truth
        besides = _is_besides(pos, clause, event)
        if besides is not None:
            return besides
        if any(begun.event == clause.event for begun in event.occurrence.begun_by) and event in around:
            return Truth(
                event.stop is None, event.stop[1] if event.stop else None, event.stop[0] if event.stop else None
            )
    return OPEN


def _is_besides(pos: Position, clause: Clause, event: Event) -> Truth | None:
    """Whether an event is, under conditions of which it is known whether they hold, what a clause tells: appearing by
    being recruited; None where nobody can tell.
    """
    further = (more for step in event.occurrence.steps for more in step.more_moments)
    told = (more.conditions for more in further if any(moment.event == clause.event for moment in more.moments))
    return next((truth for one in told if (truth := all_hold(pos, one, event)).value is not None), None)


def named_by(pos: Position, noun: Noun | None, elements: Sequence[Element], speaker: Speaker) -> bool:
    """Whether a noun surely names one of the elements, without anything assumed."""
    if noun is None:
        return True
    found = [fits(pos, noun, one, speaker) for one in elements]
    return any(fit.match == "yes" and not fit.assumed for fit in found)
