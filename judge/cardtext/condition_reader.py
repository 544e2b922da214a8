"""Conditions: what stands behind “if”, “while”, “unless”, and the moments that phases and turns are."""

from __future__ import annotations

from dataclasses import replace

from judge.cardtext.ability_in_reading import AbilityInReading
from judge.cardtext.antecedents import joined_conditions
from judge.cardtext.clause_meaning import as_place, condition_of
from judge.cardtext.english import CANNOT, DO, NEGATED, NEGATIONS
from judge.cardtext.parsed_phrases import NounPhrase, ParsedClause
from judge.cardtext.tree import Clause, Condition, against

_ENDS = {".", "!", "?"}
_EDGES = {"start": "begin", "beginning": "begin", "end": "end"}
_STEPS = {"one": "step-one", "two": "step-two", "three": "step-three", "four": "step-four", "five": "step-five"}


class Conditions:
    """Reads the conditions of one ability."""

    def __init__(self, reading: AbilityInReading) -> None:
        self.r = reading

    def edge(self, at: int) -> tuple[Clause, int] | None:
        """“the end of the round”, “the start of your turn”, “step one of the villain phase”."""
        g, s = self.r.g, self.r.s
        first = at
        at += s.low(at) == "the"
        if s.low(at) in _EDGES and s.low(at + 1) in ("of", "the", "each", "your"):
            variant = _EDGES[s.low(at)]
            place = at + 2 if s.low(at + 1) == "of" else at + 1
            each = (s.at(place).sense.fact or "").partition("each-")[2]  # “each turn” is one phrase
            if each in self.r.words.thing_events:
                event = self.r.words.thing_events[each]
                return Clause(event, variant=variant, facts=("each",), span=self.r.span(first, place + 1)), place + 1
            if variant == "begin" and s.at(place).sense.thing == "step":
                return self.edge(place)  # “the start of step three”: when that step is reached
            lasts = self.r.words.durations.get(s.low(place)) if s.low(place).startswith("this ") else None
            if lasts is not None and lasts in self.r.words.thing_events:  # “the end of this turn”
                return Clause(lasts, variant=variant, span=self.r.span(first, place + 1)), place + 1
            found = g.noun(place)
            if found is None or found[0].id not in self.r.words.thing_events:
                return None
            phrase, at = found
            return self.moment(phrase, variant, first, at), at
        if (s.at(at).sense.thing == "step" and s.low(at + 1) in _STEPS) or (
            s.at(at).sense.thing == "step" and s.low(at + 1) in "12345" and s.low(at + 1)
        ):
            said = s.low(at + 1)
            variant = _STEPS.get(said) or list(_STEPS.values())[int(said) - 1]
            at += 2
            thing = None
            if s.low(at) == "of":
                found = g.noun(at + 1)
                if found is not None:
                    thing, at = found[0].id, found[1]
            if s.low(at) == "(":
                at = max((place + 1 for place in range(at, min(at + 8, s.end)) if s.low(place) == ")"), default=at)
            if s.verb(at) in ("end", "resolve", "begin"):
                at += 1
            return Clause("phase", thing=thing, variant=variant, span=self.r.span(first, at)), at
        return None

    def moment(self, phrase: NounPhrase, variant: str | None, first: int, end: int) -> Clause:
        event = self.r.words.thing_events[phrase.id or ""]
        facts = ("each",) if phrase.noun.quantifier in ("each", "any", "all") else ()
        agent = phrase.noun.whose
        if agent is not None and agent.head == "class" and phrase.noun.quantifier == "each":
            agent = replace(agent, quantifier="each")
        where = as_place(phrase.noun.at, self.r.words)
        return Clause(
            event,
            agent=agent,
            patient=(phrase.noun.at if where is None else None) or against(phrase.noun),
            to=where,
            thing=phrase.id if phrase.id != event else phrase.name,
            variant=variant,
            facts=facts,
            span=self.r.span(first, end),
        )

    def condition(
        self, at: int, *, moment: bool = False, subject: NounPhrase | None = None
    ) -> tuple[Condition, int] | None:
        """What stands behind “if”, “while”, “unless”: one condition or several joined."""
        s = self.r.s
        first = at
        parts: list[Condition] = []
        joint = "and"
        denied = False
        for _ in range(4):
            found = self.one(at, subject, moment)
            if found is None:
                if parts:
                    break
                return None
            condition, end, subject = found
            if denied and condition.clause is not None and s.at(at).sense.roles & {"base"}:
                # “you do not recruit a hero or defeat a villain”: neither
                condition, joint = replace(condition, negative=True), "and"
            denied = condition.negative and not s.is_finite(at)
            if s.low(end) in self.r.words.durations and condition.clause is not None:
                until = f"this-{self.r.words.durations[s.low(end)]}"
                condition = replace(condition, clause=replace(condition.clause, facts=(*condition.clause.facts, until)))
                end += 1
            parts.append(replace(condition, text=self.r.text(at, end), span=self.r.span(at, end)))
            at = end
            if s.low(at) == "during" and (when := self.one(at + 1, None, True)) is not None:
                parts.append(replace(when[0], text=self.r.text(at, when[1]), span=self.r.span(at, when[1])))
                at = when[1]
            if s.low(at) in ("and", "or") and (len(parts) < 4) and self._condition_follows(at + 1):
                joint = s.low(at)
                at += 1
                continue
            break
        joined = joined_conditions(parts, joint)
        return replace(joined, text=self.r.text(first, at), span=self.r.span(first, at)), at

    def to_play(self, at: int) -> Condition:
        """What must hold for a card to be played: “if your identity has …”, “Hero form only”, “as the first card …”."""
        s = self.r.s
        end = s.end - (s.low(s.end - 1) in _ENDS)
        if s.at(at).sense.form and s.low(at + 1) == "only":
            return Condition(
                Clause("in-form", thing=s.at(at).sense.form), text=self.r.text(at, end), span=self.r.span(at, end)
            )
        found = self.condition(at + 1) if s.low(at) in ("if", "while") else None
        when = self.one(at + 1, None, True) if s.low(at) in ("during", "in", "on") else None
        found = (when[0], when[1]) if when is not None else found
        if found is None or found[1] < end:
            missed = self.r.miss(at, end, "text")
            return replace(found[0] if found else Condition(text=missed.text, span=missed.span), unread=missed)
        return found[0]

    def _condition_follows(self, at: int) -> bool:
        g, s = self.r.g, self.r.s
        return (
            g._verb_follows(at)
            or s.is_finite(at)
            or s.low(at) in ("there", "you", "it", "they", "that", "this", "the", "no", "a", "an")
            or s.at(at).is_capital
        )

    def one(self, at: int, subject: NounPhrase | None, moment: bool) -> tuple[Condition, int, NounPhrase | None] | None:
        """One condition, where it ends, and its subject, which the next may share."""
        g, s = self.r.g, self.r.s
        happened = self._happened(at)
        if happened is not None:
            return (*happened, subject)
        piece, following = s.at(at), s.at(at + 1).sense
        if piece.sense.verb is not None and "ing" in piece.sense.roles and not following.is_noun:
            group = g.group(at)  # “while attacking an enemy”
            if group is not None:
                said, end = g._complements(ParsedClause(group, subject, first=at), 1)
                return self._bound(condition_of(said, self.r.words)), end, subject
        if piece.lower == "in" and following.form:
            return Condition(Clause("in-form", thing=following.form)), at + 2, subject
        if piece.lower == "in" and following.zone == "play":
            return Condition(Clause("in-play")), at + 2, subject
        if piece.sense.state and not moment and subject is None and not following.is_noun and not piece.sense.verb:
            return Condition(Clause("is", thing=piece.sense.state)), at + 1, subject
        if moment:
            edge = self.edge(at)
            if edge is not None:
                return Condition(edge[0]), edge[1], subject
            found = g.noun(at)
            if found is None:
                return None
            event = self.r.words.thing_events.get(found[0].id or "")
            return (
                Condition(
                    Clause("during", thing=found[0].id, variant=event, patient=self.r.mentions.bound(found[0].noun))
                ),
                found[1],
                subject,
            )
        clause = g.clause(at, subject=subject, imperative=subject is not None)
        if clause is None and piece.sense.verb is not None and "ing" in piece.sense.roles:
            group = g.group(at)
            clause = g._complements(ParsedClause(group, None, first=at), 1) if group is not None else None
        if clause is None:
            return None
        said, end = clause
        return self._bound(condition_of(said, self.r.words)), end, said.subject

    def _happened(self, at: int) -> tuple[Condition, int] | None:
        """“you do”, “a player cannot”, “able”, “not”: whether what stands before happened."""
        s = self.r.s
        if s.low(at) in ("able", "possible", "so", "not") and not s.at(at + 1).is_word:
            return Condition(Clause("happened"), s.low(at) == "not"), at + 1
        found = self.r.g.simple(at, depth=1) if s.low(at + 1) in CANNOT | DO or s.low(at + 2) in CANNOT | DO else None
        if found is None:
            return None
        phrase, place = found
        denied = s.low(place) in CANNOT or s.low(place + 1) in NEGATIONS or s.low(place) in NEGATED
        end = place + 1 + (s.low(place + 1) in NEGATIONS)
        if s.low(place) not in CANNOT | DO | set(NEGATED) or s.at(end).is_word:
            return None
        noun = self.r.mentions.bound(phrase.noun)
        return Condition(Clause("happened", agent=None if noun is None or noun.head == "you" else noun), denied), end

    def _bound(self, condition: Condition) -> Condition:
        bound = self.r.mentions.condition(condition)
        if bound.clause is not None:
            self.r.mentions.add(
                "target",
                *(
                    noun
                    for noun in (bound.clause.agent, bound.clause.patient)
                    if noun is not None and noun.head in ("class", "named", "attached")
                ),
            )
        return bound
