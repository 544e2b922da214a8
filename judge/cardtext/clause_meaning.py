"""Clauses as they were said → clauses of the tree: which event a verb names with these complements, and who takes
which part.

“You may deal 1 damage”, “damage is dealt”, “would be dealt 1 damage” and “cannot be dealt damage” are one event here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Literal, NamedTuple

from judge.cardtext.card_words import CardWords, Frame, Verb
from judge.cardtext.parsed_phrases import YOU, NounPhrase, ParsedClause, list_joint, parted
from judge.cardtext.tree import Amount, Clause, Compare, Condition, Noun, Span, against

STATES = frozenset(
    [
        "able",
        "attached",
        "control",
        "count",
        "during",
        "engaged",
        "happened",
        "has",
        "has-status",
        "in-form",
        "in-play",
        "is",
        "mode",
        "own",
        "same-as",
        "than",
        "from",
        "against",
    ]
)
"""What clauses of conditions say that is no event."""
_FACT_STATES = (
    "basic",
    "undefended",
    "facedown",
    "faceup",
    "indirect",
    "excess",
    "consequential",
    "first",
    "second",
    "third",
    "next",
    "last",
    "another",
    "additional",
)
"""States of what a verb is about that say how it happens."""
_PREDICATES = {"status": "has-status", "state": "is", "form": "in-form"}
_LIGHT_PARTS = ("with", "using", "by", "in", "at", "against", "on", "to", "for")
"""Prepositions behind a light verb whose phrase takes a part in what the noun names."""
_OF_SIDES = ("against", "from", "target")
"""What relative clauses say of an event that tells who takes part in it."""
_ON_OR_FROM = frozenset(["on", "from"])
_PLACES = ("in", "on", "at", "under", "engaged with", "with", "of")
_EXTREMES: dict[str, Compare] = {"highest": "most", "most": "most", "lowest": "fewest", "fewest": "fewest"}
_BOUNDS: dict[str, Compare] = {"at-least": "at-least", "up-to": "at-most"}
_COMPARE: dict[str, Compare] = {
    "at-least": "at-least",
    "at-most": "at-most",
    "more-than": "more-than",
    "fewer-than": "fewer-than",
}


def clause_of(said: ParsedClause, words: CardWords, span: Span = (0, 0)) -> Clause | None:
    """The clause of the tree; None of a copula, and where the words name no event."""
    verb = said.group.verb
    if verb is None:
        return None
    slots = _slots(said)
    light = _light(said, verb, slots, words, span)
    if light is not None:
        return light
    frame = _frame(verb, slots, said.facts)
    if frame is None:
        return None
    _narrow_by_keyword(said, frame.event, slots, words)
    return _framed(said, verb, frame, slots, words, span)


class _Parts(NamedTuple):
    """Who and what takes which part in a clause; `beside` is what it is about where that takes none."""

    about: NounPhrase | None
    beside: NounPhrase | None
    agent: NounPhrase | None
    patient: NounPhrase | None
    source: NounPhrase | None
    to: NounPhrase | None
    origin: NounPhrase | None
    as_what: NounPhrase | None
    what: Noun | None


def _parts(said: ParsedClause, verb: Verb, frame: Frame, slots: dict[str, NounPhrase]) -> _Parts:
    """Each complement in the part that a frame gives it; the rest is left."""
    about = _about(said, frame, slots)
    patient, agent = _part(frame.patient, slots), _part(frame.agent, slots)
    if patient is None and about is None and verb.middle and "object" in _names(frame.patient):
        patient, agent = agent, None
    used = {id(phrase) for phrase in (patient, agent) if phrase is not None}
    source, to, origin, as_what = (_taken(names, slots, used) for names in (frame.source, frame.to, frame.origin, "as"))
    said.leave(_unused(said, slots, {*used, id(about)}))
    apart = about if id(about) not in used else None
    what = apart.noun if apart is not None and apart.sort == "class" else None
    if about is not None:
        _leave_unmeant(said, about, measured=apart is not None and what is None)
    beside = about if about is not patient else None
    return _Parts(about, beside, agent, patient, source, to, origin, as_what, what)


def _leave_unmeant(said: ParsedClause, about: NounPhrase, *, measured: bool) -> None:
    """Leave what a clause is about where it is a list that nobody took apart, or is measured and narrowed."""
    place = said.places.get(id(about), (said.first, said.group.first))
    if any(part.is_thing for part in about.parts):
        said.left.append(place)
    if measured and not is_plain(about):
        said.left.append(place)


def is_plain(about: NounPhrase) -> bool:
    """Whether nothing narrows what is measured but whence it comes: “damage from an attack”, “the damage taken”."""
    return all(_says_whence(condition.clause) for condition in about.noun.having)


def _says_whence(said: Clause | None) -> bool:
    if said is None or said.event == "has":
        return False
    return said.event in ("from", "against") or not (said.agent or said.source)


def _unused(said: ParsedClause, slots: dict[str, NounPhrase], used: set[int]) -> list[NounPhrase]:
    """The complements that take no part, also those behind a preposition that stood before."""
    behind = [phrase for preposition, phrase in said.prepositions if preposition != "engaged with"]
    beside = [phrase for name, phrase in slots.items() if name == "indirect"]
    return [phrase for phrase in (*beside, *behind) if id(phrase) not in used]


def _framed(
    said: ParsedClause, verb: Verb, frame: Frame, slots: dict[str, NounPhrase], words: CardWords, span: Span
) -> Clause:
    """The event that a frame names, each complement in its part."""
    group, parts = said.group, _parts(said, verb, frame, slots)
    about, beside = parts.about, _noun(parts.beside)
    facts = [*verb.facts, *frame.facts, *_facts(said), *(_states(beside) if beside is not None else ())]
    paid = _paid(said, words) if parts.to is None and frame.event == "resource" else None
    if paid is not None:
        return Clause(
            frame.event,
            agent=_noun(parts.agent),
            patient=_noun(parts.patient),
            variant=frame.variant,
            thing=about.name if about else None,
            amount=about.amount if about else None,
            to=paid,
            facts=(*facts, "to-pay"),
        )
    doer, cause, whose = _doer(parts.agent, parts.source, parts.beside, frame, words)
    doer, cause = _done_with(frame.event, doer, cause, words)
    none = about is not None and about.noun.quantifier == "none"
    patient, to = _borne(parts, frame)
    return Clause(
        event=frame.event,
        agent=doer,
        patient=patient,
        thing=_thing(frame, about, parts.patient, words) or _form(slots),
        variant=frame.variant,
        what=parts.what,
        amount=said.amount or (None if none or _is_event(about, frame, words) else _measure(about, parts.what)),
        source=cause,
        to=to,
        origin=_noun(parts.origin),
        as_what=_noun(parts.as_what),
        facts=_joined_facts(tuple(dict.fromkeys([*facts, *whose])), words),
        negative=(group.negative and group.modal != "cannot") != none,
        modal=group.modal,  # type: ignore[arg-type]
        span=span,
    )


def _borne(parts: _Parts, frame: Frame) -> tuple[Noun | None, Noun | None]:
    """To whom it happens and where to; “threat on the main scheme is removed” happens to the main scheme."""
    lies = parts.beside.noun.at if parts.beside is not None else None
    if parts.patient is None and not _ON_OR_FROM.isdisjoint(_names(frame.patient)):
        return lies, _noun(parts.to)
    return _noun(parts.patient), _noun(parts.to) or (lies if frame.to else None)


def _about(said: ParsedClause, frame: Frame, slots: dict[str, NounPhrase]) -> NounPhrase | None:
    """The object; of “advance the tracker 1 space” the tracker, as the second object only says how far."""
    about, beside = slots.get("object"), slots.get("indirect")
    if beside is None or about is None or not about.amount or said.group.passive or "indirect" in frame.patient:
        return about
    slots["object"], said.amount = slots.pop("indirect"), about.amount
    return beside


def _paid(said: ParsedClause, words: CardWords) -> Noun | None:
    """What is paid for: “spend 2 resources to play that card”."""
    pay = clause_of(said.infinitive, words) if said.infinitive is not None else None
    return pay.patient if pay is not None else None


def _thing(frame: Frame, about: NounPhrase | None, patient: NounPhrase | None, words: CardWords) -> str | None:
    """What a clause is about where no part says it: the sort of counter, the deck that runs out."""
    thing = frame.thing
    if thing is None and about is not None and about.is_thing and _has_sorts(about, words):
        thing = about.name or about.id
    if thing is None and patient is not None and patient.sort == "zone" and frame.patient == "subject":
        thing = patient.id
    return thing


def _measure(about: NounPhrase | None, what: Noun | None) -> Amount | None:
    """How much of what a clause is about."""
    if about is None or (what is None and not _is_measured(about)):
        return None
    amount = about.amount
    if amount is None or not isinstance(amount.value, int) or about.sign not in ("more-than", "fewer-than"):
        return amount
    return replace(amount, value=amount.value + (1 if about.sign == "more-than" else -1))


def _doer(
    agent: NounPhrase | None, source: NounPhrase | None, beside: NounPhrase | None, frame: Frame, words: CardWords
) -> tuple[Noun | None, Noun | None, list[str]]:
    """Who does it, by what, and from which event; of “an attack deals damage” and “survives an attack” whose attack it
    is does.
    """
    doer, cause, facts = _noun(agent), _noun(source), []
    if doer is None and beside is not None and _is_event(beside, frame, words):
        doer = beside.noun.whose
    if cause is None and beside is not None and beside.is_thing:
        cause = _caused(beside.noun)
    facts += _from_event(cause, words)
    if doer is None or cause is not None or not _from_event(doer, words):
        return doer, cause, facts
    return doer.whose, doer, [*facts, *_from_event(doer, words)]


def _done_with(event: str, doer: Noun | None, cause: Noun | None, words: CardWords) -> tuple[Noun | None, Noun | None]:
    """Who does it, and by what: of “you attack with an ally” it is the ally, one of yours, that does."""
    is_player = doer is None or doer.head == "you" or not words.persons.isdisjoint(doer.kinds)
    if event not in words.deeds or cause is None or not is_player:
        return doer, cause
    if cause.head == "named" or (cause.head == "that" and words.doers.issuperset(cause.kinds)):
        return cause, None
    if cause.head != "class" or not words.doers.issuperset(cause.kinds):
        return doer, cause
    return replace(cause, whose=cause.whose or doer or Noun("you")), None


def _from_event(noun: Noun | None, words: CardWords) -> list[str]:
    """The fact that tells what event a noun of a class brings it about by."""
    if noun is None or not noun.kinds or noun.head not in ("class", "that"):
        return []
    return [f"from-{words.thing_events[noun.kinds[0]]}"] if noun.kinds[0] in words.thing_events else []


def _joined_facts(facts: tuple[str, ...], words: CardWords) -> tuple[str, ...]:
    """The facts, two of them in one where the game knows them together: “consequential damage from an attack”."""
    for one, other in permutations(facts, 2):
        if f"{one}-{other}" in words.vocabulary["facts"]:
            rest = [fact for fact in facts if fact not in (one, other)]
            return _joined_facts((*rest, f"{one}-{other}"), words)
    return facts


def _is_event(about: NounPhrase | None, frame: Frame, words: CardWords) -> bool:
    """Whether what a verb is about is the event itself: “survives an attack”."""
    return about is not None and words.thing_events.get(about.id or "") == frame.event


def _caused(about: Noun) -> Noun | None:
    """What the thing that a verb is about comes from: “damage from an enemy attack”."""
    for condition in about.having:
        if condition.clause is not None and condition.clause.event == "from":
            return condition.clause.source
    return None


def _has_sorts(about: NounPhrase, words: CardWords) -> bool:
    """Whether which of its sort it is matters: the counter, the status, the keyword."""
    return about.id in words.named_things or about.sort == "status" or about.id == "status"


def _is_measured(about: NounPhrase) -> bool:
    """Whether how much of it is an amount of the event, not the number of those it happens to."""
    return about.is_thing or about.sort == "number" or about.noun.kinds == ("card",)


def _slots(said: ParsedClause) -> dict[str, NounPhrase]:
    """Complement → phrase, the passive turned round."""
    slots: dict[str, NounPhrase] = {}
    for preposition, phrase in said.prepositions:
        slots.setdefault(preposition, phrase)
    objects = said.objects
    if said.group.passive:
        if objects and said.subject is not None:
            slots["indirect"], slots["object"] = said.subject, objects[0]
        elif said.subject is not None:
            slots["object"] = said.subject
        if "by" in slots:
            slots["subject"] = slots.pop("by")
        return slots
    if said.subject is not None:
        slots["subject"] = said.subject
    if len(objects) > 1:
        slots["indirect"], slots["object"] = objects[0], objects[1]
    elif objects:
        slots["object"] = objects[0]
    return slots


def _light(said: ParsedClause, verb: Verb, slots: dict[str, NounPhrase], words: CardWords, span: Span) -> Clause | None:
    """“makes an attack against you”, “the villain phase begins”: the noun says what happens."""
    about = slots.get("object") or slots.get("subject")
    event = _event_named(about, words) if verb.light else None
    if about is None or event is None or about.id in verb.about:
        return None
    variant = _variant(verb)
    facts = [*(fact for fact in verb.facts if fact != variant), *_facts(said), *_facts_of_event(about.noun, words)]
    _narrow_by_keyword(said, event, slots, words)
    said.leave(_unused(said, slots, {id(slots.get(name)) for name in (*_LIGHT_PARTS, "subject")}))
    where = _place(slots, words) or _where(about, words)
    agent, patient = _sides(about, event, slots, words, where)
    _narrow_by_relatives(said, about, event)
    agent, cause = _done_with(event, agent, _noun(_part("with using by", slots)), words)
    return Clause(
        event,
        agent=agent,
        patient=patient,
        thing=about.name or (about.id if about.id != event else None),
        variant=variant,
        source=cause,
        to=where,
        facts=tuple(dict.fromkeys(facts)),
        negative=said.group.negative and said.group.modal != "cannot",
        modal=said.group.modal,  # type: ignore[arg-type]
        span=span,
    )


def _variant(verb: Verb) -> str | None:
    """“begins”, “ends”: the one of them that a verb tells of, else as its frame has it."""
    own = verb.frame.variant if verb.frame is not None else None
    return next((fact for fact in verb.facts if fact in ("begin", "end")), own)


def _narrow_by_relatives(said: ParsedClause, about: NounPhrase, event: str) -> None:
    """“An attack that has overkill”: what a noun that names an event says of it holds of the event."""
    place = said.places.get(id(about), (said.first, said.group.first))
    itself = replace(about.noun, having=())
    for condition in about.noun.having:
        if condition.clause is None or condition.clause.event not in (event, *_OF_SIDES):
            said.narrowed.append((_of_itself(condition, itself), place))


def _of_itself(condition: Condition, noun: Noun) -> Condition:
    """A relative clause as a condition on the event that its noun names."""
    if condition.parts:
        return replace(condition, parts=tuple(_of_itself(part, noun) for part in condition.parts))
    clause = condition.clause
    if clause is None:
        return condition
    that = _that_event(noun.kinds[0]) if noun.kinds else noun
    agent, patient, source = (
        that if _is_said_of(one, noun) else one for one in (clause.agent, clause.patient, clause.source)
    )
    return replace(condition, clause=replace(clause, agent=agent, patient=patient, source=source))


def _is_said_of(noun: Noun | None, event: Noun) -> bool:
    return noun is not None and noun.head == event.head and noun.kinds == event.kinds


def _that_event(event: str) -> Noun:
    return Noun("that", (event,), antecedent="event")


def _narrow_by_keyword(said: ParsedClause, event: str, slots: dict[str, NounPhrase], words: CardWords) -> None:
    """Of “an attack with overkill” the attack has it; nothing is done with it, and it takes no part."""
    phrase = slots.get("with")
    if phrase is None or not all(_is_keyword(part, words) for part in phrase.each):
        return
    has = has_condition(_that_event(event), phrase, words)
    said.narrowed.append((has, said.places.get(id(phrase), (said.first, said.group.first))))
    del slots["with"]
    said.prepositions = [one for one in said.prepositions if one[1] is not phrase]


def _is_keyword(phrase: NounPhrase, words: CardWords) -> bool:
    return phrase.id == "keyword" or phrase.id in words.keywords


def _facts_of_event(noun: Noun, words: CardWords) -> list[str]:
    """“a melee attack”, “the next attack”."""
    return [*_states(noun), *(state for state in noun.states if state in words.vocabulary["facts"])]


def _event_named(about: NounPhrase | None, words: CardWords) -> str | None:
    """The event that a noun names: “an attack”, “your basic thwart power”."""
    if about is None or about.sort not in ("thing", "stat"):
        return None
    return (words.stat_events if about.sort == "stat" else words.thing_events).get(about.id or "")


def _where(about: NounPhrase, words: CardWords) -> Noun | None:
    """Where a noun says that it happens; “the BAM! effect on a Threat” says whose it is."""
    return None if words.printed_on.get(about.id or "") else as_place(about.noun.at, words)


def _sides(
    about: NounPhrase, event: str, slots: dict[str, NounPhrase], words: CardWords, where: Noun | None
) -> tuple[Noun | None, Noun | None]:
    """Whose event a noun names, and whom it happens to: “an attack made by a minion against you”."""
    noun, whose = about.noun, about.noun.whose
    printed = whose is not None and _bears(whose, about, words)
    bearer, doer = (whose, None) if printed else (None, whose)  # “the Location’s effect” is printed there
    by_noun = "object" not in slots and event != "resolve"
    agent = (doer if by_noun else _noun(slots.get("subject"))) or doer
    holder = _holder(noun) if where is None else None
    patient = _noun(_part("against on", slots)) or against(noun) or holder or bearer
    return _sides_of_relatives(noun, event, agent, patient)


def _sides_of_relatives(
    noun: Noun, event: str, agent: Noun | None, patient: Noun | None
) -> tuple[Noun | None, Noun | None]:
    """“An attack that targets you”: who does it and to whom, where only the relative clause says so."""
    for condition in noun.having:
        clause = condition.clause
        if clause is not None and clause.event in (event, "target"):
            agent, patient = agent or clause.agent, patient or clause.patient
        elif clause is not None and clause.event == "from":
            agent = agent or clause.source
    return agent, patient


def _holder(noun: Noun) -> Noun | None:
    """On what an event lies; “all BAM! effects on Threat cards”: on all."""
    holder = noun.at
    if holder is not None and holder.quantifier == "the" and noun.quantifier in ("all", "each"):
        return replace(holder, quantifier=noun.quantifier)
    return holder


def _bears(whose: Noun, about: NounPhrase, words: CardWords) -> bool:
    """Whether it is on who has it that something is printed, rather than who does it."""
    by_name = whose.head in ("named", "this") and about.id in words.named_bearers
    return by_name or bool(set(whose.kinds) & words.printed_on.get(about.id or "", set()))


def _place(slots: dict[str, NounPhrase], words: CardWords) -> Noun | None:
    """“in this Location”: where it happens."""
    return as_place(_noun(_part("in at", slots)), words)


def as_place(noun: Noun | None, words: CardWords) -> Noun | None:
    """The noun where it is a place that a kind of card is."""
    return noun if noun is not None and set(noun.kinds) & set(words.vocabulary["kinds"]) else None


def _frame(verb: Verb, slots: dict[str, NounPhrase], facts: list[str]) -> Frame | None:
    """The frame that fits what the verb is about."""
    about = slots.get("object")
    ids: set[str | None] = set()
    if about is not None:
        ids = {about.id, *(about.noun.kinds), *(part.id for part in about.parts)}
        if about.sort == "form":
            ids.add("form")
    for key, frame in verb.about.items():
        preposition, _, zone = key.rpartition(" ")
        if not preposition:
            if key in ids or key in facts:
                return frame
            continue
        place = slots.get(preposition)
        if place is not None and (
            zone == place.sort or zone in (place.id, place.noun.zone) or zone in place.noun.kinds
        ):
            return frame
    return verb.frame


@cache
def _names(said: str) -> tuple[str, ...]:
    """The complements that the table's row of a part names."""
    return tuple(said.split())


def _part(names: str, slots: dict[str, NounPhrase], used: set[int] | None = None) -> NounPhrase | None:
    """The first of the named complements that is there and not taken."""
    for name in _names(names):
        found = slots.get(name)
        if found is not None and not (used and id(found) in used):
            return found
    return None


def _taken(names: str, slots: dict[str, NounPhrase], used: set[int]) -> NounPhrase | None:
    """As `_part`, and takes it."""
    found = _part(names, slots, used)
    if found is not None:
        used.add(id(found))
    return found


def _noun(phrase: NounPhrase | None) -> Noun | None:
    return phrase.noun if phrase is not None else None


def _form(slots: dict[str, NounPhrase]) -> str | None:
    """The form that somebody changes to."""
    for name in ("to", "object", "in", "into"):
        found = slots.get(name)
        if found is not None and found.sort == "form" and (found.id != "form" or found.name):
            return found.name if found.id == "form" else found.id
    return None


def _facts(said: ParsedClause) -> list[str]:
    facts = list(said.facts)
    for adverb in said.group.adverbs:
        if adverb in ("only", "already", "instead", "still", "help"):
            facts.append(adverb)
        if adverb == "randomly":
            facts.append("at-random")
    return facts


def _states(noun: Noun) -> list[str]:
    return [state for state in noun.states if state in _FACT_STATES] + (["another"] if noun.other else [])


# --- conditions


def condition_of(said: ParsedClause, words: CardWords) -> Condition:
    """What a clause says that holds."""
    if len(several := parted(said)) > 1:
        return _all_of([condition_of(one, words) for one in several], list_joint(said))
    group = said.group
    subject = _noun(said.subject)
    if group.verb is None:
        return _copula(said)
    if group.verb.node == "has" and said.objects:
        said.leave(phrase for _, phrase in said.prepositions)
        return has_condition(subject, said.objects[0], words, negative=group.negative)
    if group.passive and group.verb.state and not _happened(said):
        return _in_state(said, group.verb.state, words)
    clause = clause_of(said, words)
    if clause is None:
        return Condition(Clause(group.verb.name, agent=subject))
    narrowings = said.narrowings()
    return _all_of([_of_event(said, clause), *narrowings], "and") if narrowings else _of_event(said, clause)


def _of_event(said: ParsedClause, clause: Clause) -> Condition:
    """That something happens, to as many as the clause counts; “no minion attacks” is the reverse."""
    group = said.group
    count = said.objects[0] if said.objects and not group.passive else said.subject
    none = count is not None and count.noun.quantifier == "none"
    return Condition(
        replace(clause, negative=False),
        clause.negative or group.modal == "cannot" or none,
        compare=_compare(count) if count is not None and not none else None,
    )


def _all_of(parts: list[Condition], joint: Literal["and", "or"]) -> Condition:
    """The conditions of a list as one; “no damage or threat” is neither."""
    neither = joint == "or" and all(part.negative for part in parts)
    return Condition(parts=tuple(parts), joined="and" if neither else joint)


def _happened(said: ParsedClause) -> bool:
    """Whether a participle tells of what happened, not of a state: “has been stunned”, “exhausted by you”."""
    return said.group.has_been or "this-way" in said.facts or said.behind("by") is not None


def _in_state(said: ParsedClause, state: str, words: CardWords) -> Condition:
    """“is stunned”, “is engaged with you”, “is exhausted”."""
    who, facts, negative = _noun(said.subject), tuple(_facts(said)), said.group.negative
    beside = said.behind("with", "to", "on") if state in ("engaged", "attached") else None
    said.leave(phrase for _, phrase in said.prepositions if phrase is not beside)
    if state in words.vocabulary["statuses"]:
        return Condition(Clause("has-status", patient=who, thing=state, facts=facts), negative)
    if state in ("engaged", "attached"):
        return Condition(Clause(state, patient=who, to=_noun(beside), facts=facts), negative)
    return Condition(Clause("is", patient=who, thing=state, facts=facts), negative)


def _copula(said: ParsedClause) -> Condition:
    """What “is” says of somebody."""
    subject, group = said.subject, said.group
    who = _noun(subject)
    placed = said.predicate in (None, "exists", "place", "equal")
    beside = next((phrase for name, phrase in said.prepositions if placed and name in _PLACES), None)
    said.leave(phrase for _, phrase in said.prepositions if phrase is not beside)
    negative, facts = group.negative, tuple(_facts(said))
    if who is not None and who.quantifier == "none" and said.predicate in ("status", "state", "form", "noun", "place"):
        negative = not negative  # “no players are in hero form”
    if said.predicate in _PREDICATES:
        return Condition(Clause(_PREDICATES[said.predicate], patient=who, thing=said.word, facts=facts), negative)
    if said.predicate == "in-play":
        return _counted(Clause("in-play", patient=who, facts=facts), subject, negative)
    if said.predicate == "able":
        return Condition(Clause("able", patient=who), negative)
    if said.predicate == "here":
        return _counted(Clause("count", patient=who, to=Noun("this"), facts=facts), subject, negative)
    if said.predicate == "noun" and said.objects:
        return _equated(who, said.objects[0], negative, facts)
    return _placed(said, who, negative, facts)


def _equated(who: Noun | None, what: NounPhrase, negative: bool, facts: tuple[str, ...]) -> Condition:
    """“is an ally”, “is 3 or more”."""
    thing, amount = what.id if what.is_thing else None, what.amount if what.sort != "class" else None
    compare = _compare(what) if what.sort in ("number", "stat", "thing") else None
    clause = Clause("is", patient=who, to=what.noun, thing=thing, amount=amount, facts=facts)
    return Condition(clause, negative, compare=compare)


def _placed(said: ParsedClause, who: Noun | None, negative: bool, facts: tuple[str, ...]) -> Condition:
    """“is in hero form”, “is on your side”, “is engaged with you”; “there are 2 cards under it”."""
    subject, beside = said.subject, [one for one in said.prepositions if one[0] in _PLACES]
    preposition, place = beside[0] if beside else ("", None)
    to = _noun(place)
    if said.predicate == "exists":
        thing = subject.name if subject and subject.is_thing else None
        amount = subject.amount if subject else None
        counted = Clause("count", patient=who, thing=thing, amount=amount, to=to, facts=facts)
        return _counted(counted, subject, negative)
    if place is not None and place.sort == "form":
        return Condition(Clause("in-form", patient=who, thing=place.name or place.id, facts=facts), negative)
    if preposition == "engaged with":
        return Condition(Clause("engaged", patient=who, to=to, facts=facts), negative)
    state = _counted(Clause("is", patient=who, to=to, amount=said.amount, facts=facts), subject, negative)
    return replace(state, compare=_BOUNDS.get(said.amount.bound)) if said.amount is not None else state


def _counted(clause: Clause, subject: NounPhrase | None, negative: bool) -> Condition:
    """A condition on how many there are; of “no” the reverse."""
    if subject is None:
        return Condition(clause, negative)
    if subject.noun.quantifier == "none":
        return Condition(clause, not negative)
    if subject.noun.number is not None or subject.sign:
        clause = replace(clause, amount=clause.amount or subject.amount)
    return Condition(clause, negative, compare=_compare(subject))


def _compare(phrase: NounPhrase) -> Compare | None:
    sign = _COMPARE.get(phrase.sign)
    if sign:
        return sign
    if phrase.amount is not None and isinstance(phrase.noun.number, int) and phrase.sort != "class":
        return _BOUNDS.get(phrase.amount.bound, "exactly")
    if phrase.amount is None or (phrase.sort == "class" and phrase.amount.bound != "at-least"):
        return None
    return _BOUNDS.get(phrase.amount.bound)


def has_condition(who: Noun | None, phrase: NounPhrase, words: CardWords, *, negative: bool = False) -> Condition:
    """That somebody has something: a status, a counter, a keyword, a trait, so much of a stat."""
    if any(part.is_thing for part in phrase.parts):
        each = [has_condition(who, part, words, negative=negative) for part in phrase.parts]
        return _all_of(each, phrase.joined)
    noun = phrase.noun
    negative = negative or noun.quantifier == "none"
    if phrase.id == "status" or phrase.sort == "status":
        return Condition(Clause("has-status", patient=who, thing=phrase.name or phrase.id), negative)
    thing, variant = _what_had(phrase, words)
    to = noun if not phrase.is_thing or _is_narrowed(phrase) else None
    clause = Clause("has", patient=who, thing=thing, variant=variant, amount=phrase.amount, to=to)
    extremes = {_EXTREMES[state] for state in noun.states if state in _EXTREMES}
    return Condition(clause, negative, compare=min(extremes) if extremes else _compare(phrase))


def _is_narrowed(phrase: NounPhrase) -> bool:
    """Whether a thing is told from others of its name: “a counter of yours”, “the same number of counters”."""
    noun = phrase.noun
    return bool(noun.whose or noun.having or noun.traits or phrase.of or {"same", "different"} & set(noun.states))


def _what_had(phrase: NounPhrase, words: CardWords) -> tuple[str | None, str | None]:
    """What somebody has, and of a named thing (a charge counter) the thing it is."""
    what = phrase.of.id if phrase.id == "amount" and phrase.of is not None else phrase.id
    if phrase.id == "icon" and phrase.name:
        what = phrase.name
    return (phrase.name, what) if phrase.id in words.named_things and phrase.name else (what, None)


__all__ = ["YOU", "Amount", "clause_of", "condition_of", "has_condition", "is_plain"]
