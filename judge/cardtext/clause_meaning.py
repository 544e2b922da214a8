"""Clauses as they were said → clauses of the tree: which event a verb names with these complements, and who takes
which part.

“You may deal 1 damage”, “damage is dealt”, “would be dealt 1 damage” and “cannot be dealt damage” are one event here.
"""

from __future__ import annotations

from dataclasses import replace

from judge.cardtext.game_words import AbilityWords, Frame, Verb
from judge.cardtext.parsed_phrases import YOU, NounPhrase, ParsedClause
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
_BOUNDS: dict[str, Compare] = {"at-least": "at-least", "up-to": "at-most"}
_COMPARE: dict[str, Compare] = {
    "at-least": "at-least",
    "at-most": "at-most",
    "more-than": "more-than",
    "fewer-than": "fewer-than",
}


def clause_of(said: ParsedClause, words: AbilityWords, span: Span = (0, 0)) -> Clause | None:
    """The clause of the tree; None of a copula, and where the words name no event."""
    group, verb = said.group, said.group.verb
    if verb is None:
        return None
    slots = _slots(said)
    light = _light(said, verb, slots, words, span)
    if light is not None:
        return light
    frame = _frame(verb, slots, said.facts)
    if frame is None:
        return None
    about = slots.get("object")
    beside = slots.get("indirect")
    if (
        beside is not None
        and "indirect" not in frame.patient
        and not group.passive
        and about is not None
        and about.amount
    ):
        # “advance the tracker 1 space”: the second object says how far
        slots["object"], said.amount, about = slots.pop("indirect"), about.amount, beside
    patient = _part(frame.patient, slots)
    agent = _part(frame.agent, slots)
    if patient is None and agent is not None and verb.middle and "object" in frame.patient.split() and about is None:
        patient, agent = agent, None
    used = {id(phrase) for phrase in (patient, agent) if phrase is not None}
    source = _taken(frame.source, slots, used)
    to = _taken(frame.to, slots, used)
    origin = _taken(frame.origin, slots, used)
    as_what = _taken("as", slots, used)
    said.left = [name for name, phrase in slots.items() if id(phrase) not in used and phrase is not about]
    facts = [*verb.facts, *frame.facts, *_facts(said)]
    if about is not None and about is not patient:
        facts += _states(about.noun)
    if (
        said.infinitive is not None
        and to is None
        and said.infinitive.group.verb is not None
        and frame.event == "resource"
    ):
        pay = clause_of(said.infinitive, words)
        to = None
        if pay is not None and pay.patient is not None:
            facts.append("to-pay")
            return Clause(
                frame.event,
                agent=_noun(agent),
                patient=_noun(patient),
                variant=frame.variant,
                thing=about.name if about else None,
                amount=about.amount if about else None,
                to=pay.patient,
                facts=tuple(facts),
            )
    if source is not None and source.sort == "thing" and source.id in words.thing_events:
        facts.append(f"from-{words.thing_events[source.id or '']}")
    thing = frame.thing
    if thing is None and about is not None and about.is_thing and _has_sorts(about, words):
        thing = about.name or about.id
    if thing is None and patient is not None and patient.sort == "zone" and frame.patient == "subject":
        thing = patient.id  # “the Hero Deck runs out”
    what = None
    if about is not None and not about.is_thing and about.sort == "class" and id(about) not in used:
        what = about.noun
    none = about is not None and about.noun.quantifier == "none"
    amount = said.amount or (
        about.amount if about is not None and not none and (what is not None or _is_measured(about)) else None
    )
    doer, cause = _noun(agent), _noun(source)
    if (
        doer is not None
        and doer.kinds
        and cause is None
        and doer.kinds[0] in words.thing_events
        and doer.head in ("class", "that")
    ):
        facts.append(f"from-{words.thing_events[doer.kinds[0]]}")  # “an attack deals damage”: whose attack it is does
        doer, cause = doer.whose, doer
    return Clause(
        event=frame.event,
        agent=doer,
        patient=_noun(patient),
        thing=thing or _form(slots),
        variant=frame.variant,
        what=what,
        amount=amount,
        source=cause,
        to=_noun(to) or (about.noun.at if about is not None and about is not patient and frame.to else None),
        origin=_noun(origin),
        as_what=_noun(as_what),
        facts=tuple(dict.fromkeys(facts)),
        negative=(group.negative and group.modal != "cannot") != none,
        modal=group.modal,  # type: ignore[arg-type]
        span=span,
    )


def _has_sorts(about: NounPhrase, words: AbilityWords) -> bool:
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


def _light(
    said: ParsedClause, verb: Verb, slots: dict[str, NounPhrase], words: AbilityWords, span: Span
) -> Clause | None:
    """“makes an attack against you”, “the villain phase begins”: the noun says what happens."""
    if not verb.light:
        return None
    about = slots.get("object")
    by_noun = about is None
    if about is None:
        about = slots.get("subject")
    if about is None or about.sort not in ("thing", "stat"):
        return None
    event = (words.stat_events if about.sort == "stat" else words.thing_events).get(about.id or "")
    if event is None or about.id in verb.about:
        return None
    variant = next((fact for fact in verb.facts if fact in ("begin", "end")), None)
    facts = [*(fact for fact in verb.facts if fact != variant), *_facts(said), *_states(about.noun)]
    facts += [state for state in about.noun.states if state in words.vocabulary["facts"]]  # “a melee attack”
    subject, whose = slots.get("subject"), about.noun.whose
    bearer = whose if whose is not None and set(whose.kinds) & words.printed_on.get(about.id or "", set()) else None
    doer = whose if bearer is None else None  # “the Location’s effect” is printed there
    agent = (doer if by_noun else _noun(subject)) if event != "resolve" else _noun(subject)
    if agent is None:
        agent = doer
    printed = bool(words.printed_on.get(about.id or ""))  # “the BAM! effect on a Threat” says whose it is, not where
    where = _place(slots, words) or (None if printed else _as_place(about.noun.at, words))
    holder = about.noun.at if where is None else None
    patient = _noun(_part("against on", slots)) or against(about.noun) or holder or bearer
    for condition in about.noun.having:  # “an attack made by a minion against you”
        if condition.clause is not None and condition.clause.event == event:
            agent, patient = agent or condition.clause.agent, patient or condition.clause.patient
    thing = about.name or (about.id if about.id != event else None)
    return Clause(
        event,
        agent=agent,
        patient=patient,
        thing=thing,
        variant=variant,
        source=_noun(_part("with using by", slots)),
        to=where,
        facts=tuple(dict.fromkeys(facts)),
        negative=said.group.negative and said.group.modal != "cannot",
        modal=said.group.modal,  # type: ignore[arg-type]
        span=span,
    )


def _place(slots: dict[str, NounPhrase], words: AbilityWords) -> Noun | None:
    """“in this Location”: where it happens."""
    return _as_place(_noun(_part("in at", slots)), words)


def _as_place(noun: Noun | None, words: AbilityWords) -> Noun | None:
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


def _part(names: str, slots: dict[str, NounPhrase], used: set[int] | None = None) -> NounPhrase | None:
    """The first of the named complements that is there and not taken."""
    for name in names.split():
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
        if adverb in ("only", "already", "instead", "still"):
            facts.append(adverb)
        if adverb == "randomly":
            facts.append("at-random")
    return facts


def _states(noun: Noun) -> list[str]:
    return [state for state in noun.states if state in _FACT_STATES] + (["another"] if noun.other else [])


# --- conditions


def condition_of(said: ParsedClause, words: AbilityWords) -> Condition:
    """What a clause says that holds."""
    group = said.group
    subject = _noun(said.subject)
    if group.verb is None:
        return _copula(said)
    if group.verb.node == "has" and said.objects:
        return has_condition(subject, said.objects[0], words, negative=group.negative)
    state = group.verb.state
    happened = group.has_been or "this-way" in said.facts or any(name == "by" for name, _ in said.prepositions)
    if group.passive and state and not happened:
        if state in words.vocabulary["statuses"]:
            return Condition(
                Clause("has-status", patient=subject, thing=state, facts=tuple(_facts(said))), group.negative
            )
        other = next((phrase.noun for name, phrase in said.prepositions if name in ("with", "to")), None)
        if state in ("engaged", "attached"):
            return Condition(Clause(state, patient=subject, to=other, facts=tuple(_facts(said))), group.negative)
        return Condition(Clause("is", patient=subject, thing=state, facts=tuple(_facts(said))), group.negative)
    clause = clause_of(said, words)
    if clause is None:
        return Condition(Clause(group.verb.name, agent=subject))
    negative = clause.negative or group.modal == "cannot"
    count = said.subject if group.passive else (said.objects[0] if said.objects else said.subject)
    none = bool(count and count.noun.quantifier == "none")
    compare = _compare(count) if count is not None else None
    return Condition(
        replace(clause, negative=False),
        negative if clause.negative else negative or none,
        compare=None if none else compare,
    )


def _copula(said: ParsedClause) -> Condition:
    subject, group = said.subject, said.group
    who = _noun(subject)
    negative, facts = group.negative, tuple(_facts(said))
    place = next(
        (
            (name, phrase)
            for name, phrase in said.prepositions
            if name in ("in", "on", "at", "under", "engaged with", "with")
        ),
        None,
    )
    if who is not None and who.quantifier == "none" and said.predicate in ("status", "state", "form", "noun", "place"):
        negative = not negative  # “no players are in hero form”
    if said.predicate == "status":
        return Condition(Clause("has-status", patient=who, thing=said.word, facts=facts), negative)
    if said.predicate == "state":
        return Condition(Clause("is", patient=who, thing=said.word, facts=facts), negative)
    if said.predicate == "form":
        return Condition(Clause("in-form", patient=who, thing=said.word, facts=facts), negative)
    if said.predicate == "in-play":
        return _counted(Clause("in-play", patient=who, facts=facts), subject, negative)
    if said.predicate == "able":
        return Condition(Clause("able", patient=who), negative)
    if said.predicate == "here":
        return _counted(Clause("count", patient=who, to=Noun("this"), facts=facts), subject, negative)
    if said.predicate == "exists":
        clause = Clause(
            "count",
            patient=who,
            thing=subject.name if subject and subject.is_thing else None,
            amount=subject.amount if subject else None,
            to=place[1].noun if place else None,
            facts=facts,
        )
        return _counted(clause, subject, negative)
    if said.predicate == "noun" and said.objects:
        what = said.objects[0]
        return Condition(
            Clause(
                "is",
                patient=who,
                to=what.noun,
                thing=what.id if what.is_thing else None,
                amount=what.amount if what.sort != "class" else None,
                facts=facts,
            ),
            negative,
            compare=_compare(what) if what.sort in ("number", "stat", "thing") else None,
        )
    if place is not None and place[1].sort == "form":
        return Condition(Clause("in-form", patient=who, thing=place[1].name or place[1].id, facts=facts), negative)
    if place is not None and place[0] == "engaged with":
        return Condition(Clause("engaged", patient=who, to=place[1].noun, facts=facts), negative)
    return _counted(
        Clause("is", patient=who, to=place[1].noun if place else None, amount=said.amount, facts=facts),
        subject,
        negative,
    )


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
    if phrase.amount is not None and phrase.amount.bound == "at-least":
        return "at-least"
    return None


def has_condition(who: Noun | None, phrase: NounPhrase, words: AbilityWords, *, negative: bool = False) -> Condition:
    """That somebody has something: a status, a counter, a keyword, a trait, so much of a stat."""
    none = phrase.noun.quantifier == "none"
    if phrase.id == "status" or phrase.sort == "status":
        return Condition(Clause("has-status", patient=who, thing=phrase.name or phrase.id), negative or none)
    name = phrase.name if phrase.id in words.named_things and phrase.name else None
    what = phrase.of.id if phrase.id == "amount" and phrase.of is not None else phrase.id
    if phrase.id == "icon" and phrase.name:
        what = phrase.name
    compare = _compare(phrase)
    if "highest" in phrase.noun.states or "most" in phrase.noun.states:
        compare = "most"
    if "lowest" in phrase.noun.states or "fewest" in phrase.noun.states:
        compare = "fewest"
    to = phrase.noun if not phrase.is_thing or phrase.noun.whose or phrase.noun.having or phrase.of else None
    clause = Clause(
        "has",
        patient=who,
        thing=name or what,
        variant=what if name else None,
        amount=phrase.amount,
        to=to,
    )
    return Condition(clause, negative or none, compare=compare)


__all__ = ["YOU", "Amount", "clause_of", "condition_of", "has_condition"]
