"""Triggering conditions: “When you attack an enemy or an enemy attacks you, …”."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from judge.cardtext.ability_in_reading import AbilityInReading
from judge.cardtext.clause_meaning import clause_of, condition_of, has_condition
from judge.cardtext.condition_reader import Circumstance, Conditions
from judge.cardtext.english import OCCASIONS, SENTENCE_ENDS
from judge.cardtext.parsed_phrases import SELF, NounPhrase, ParsedClause, carried, parted, participle
from judge.cardtext.sentence_split import closing_bracket
from judge.cardtext.tree import Clause, Condition, Span, TriggerTree, Unread

_FINITE = frozenset(["s", "base"])
_ORDERS = frozenset(["before", "after"])
"""Words with which a remark in brackets tells when among others an ability resolves."""


@dataclass(slots=True)
class _Waiting:
    """What was read of joined clauses."""

    clauses: list[Clause] = field(default_factory=list)
    joined: Literal["and", "or"] = "or"
    subject: NounPhrase | None = None
    last: ParsedClause | None = None
    sharing: list[int] = field(default_factory=list)
    """Places of clauses that take the object of the last."""
    narrowed: list[tuple[Condition, Span]] = field(default_factory=list)
    """What must hold of what happens, and where that stands."""


class Triggers:
    """Reads the triggering conditions of one ability."""

    def __init__(self, reading: AbilityInReading, conditions: Conditions) -> None:
        self.r, self.conditions = reading, conditions

    def trigger(self, at: int, end: int, word: str) -> tuple[TriggerTree, int]:
        """A triggering condition that begins at `at`, and where the comma behind it ends."""
        s, outer, before = self.r.s, self.r.s.end, self.r.part
        s.end = end
        self.r.part = "trigger"
        first = at
        times, at = self._times(at)
        clauses, joined, narrowings, at = self._clauses(at)
        period, at = self.r.g.period(at) if clauses else ("", at)
        clauses = [_on_occasion(clause, times, period) for clause in clauses]
        narrowings, at = self._listed(narrowings, at)
        conditions, at = self._circumstances(clauses, at)
        conditions = [*narrowings, *conditions]
        missed: list[Unread] = []
        stop = self._comma_behind(first, at, bool(clauses))
        if stop is None:
            stop = self.r.comma(at)
            asked = clauses and s.low(at) in ("if", "unless", "while", "during")
            missed.append(self.r.miss(at, stop, "condition" if asked else "trigger"))
        if not clauses and not missed:
            missed.append(self.r.miss(first, max(stop, first + 1)))
        tree = TriggerTree(
            word,  # type: ignore[arg-type]
            any(s.low(place) == "would" for place in range(first, stop)),
            tuple(clauses),
            joined,
            tuple(conditions),
            tuple(missed),
            self.r.text(first, stop),
            self.r.span(first, stop),
        )
        s.end, self.r.part = outer, before
        return tree, stop + 1 if stop < end and s.pieces[stop].lower in (",", ":", ".", ")") else stop

    def _listed(self, conditions: list[Condition], at: int) -> tuple[list[Condition], int]:
        """“(that has a keyword) (overkill, piercing, or ranged)”: which keywords are meant."""
        clause = conditions[-1].clause if conditions else None
        found = self.r.g.noun(at + 1) if clause is not None and self.r.s.low(at) == "(" else None
        if clause is None or clause.thing != "keyword" or found is None or self.r.s.low(found[1]) != ")":
            return conditions, at
        listed, end = has_condition(clause.patient, found[0], self.r.words), found[1] + 1
        if not all(part.id in self.r.words.keywords for part in found[0].each):
            return conditions, at
        return [*conditions[:-1], self.conditions.as_said(listed, at + 1, end - 1)], end

    def _circumstances(self, clauses: list[Clause], at: int) -> tuple[list[Condition], int]:
        """“at the end of the round”, “in hero form”, “while you are engaged with it”, “and if …”."""
        s = self.r.s
        conditions: list[Condition] = []
        if s.low(at) == "at" and (edge := self.conditions.edge(at + 1)) is not None:
            conditions.append(Condition(edge[0], text=self.r.text(at, edge[1]), span=self.r.span(at, edge[1])))
            at = edge[1]
        if clauses and s.low(at) == "in" and (form := self.r.g.noun(at + 1)) is not None and form[0].sort == "form":
            clause = Clause("in-form", patient=clauses[-1].agent, thing=form[0].name or form[0].id)
            conditions.append(self.conditions.as_said(Condition(clause), at, form[1]))
            at = form[1]
        subject = NounPhrase(clauses[-1].agent or clauses[-1].patient or SELF) if clauses else None
        while (found := self._circumstance(at, subject)) is not None:
            conditions.append(found.asked)
            at = found.end
        return conditions, self._remark(at) if clauses else at

    def _circumstance(self, at: int, subject: NounPhrase | None) -> Circumstance | None:
        """“while exhausted”, “and if …”, or such in brackets."""
        s = self.r.s
        if s.low(at) != "(":
            return self.conditions.circumstance(at + self._adds_condition(at), subject)
        found = self.conditions.circumstance(at + 1, subject)
        return found._replace(end=found.end + 1) if found is not None and s.low(found.end) == ")" else None

    def _remark(self, at: int) -> int:
        """Where “(before resolving quickstrike)” ends: it tells when among others, not whether, and is told unread."""
        s = self.r.s
        close = closing_bracket(s.pieces, at, s.end) if s.low(at) == "(" and s.low(at + 1) in _ORDERS else None
        if close is None:
            return at
        self.r.miss(at, close + 1, "effect")
        return close + 1

    def _adds_condition(self, at: int) -> bool:
        """Whether “and” joins a further condition: “and if …”."""
        return self.r.s.low(at) == "and" and self.r.s.low(at + 1) in ("if", "while")

    def _comma_behind(self, first: int, at: int, known: bool) -> int | None:
        """Where a condition that was read to the end ends, with the bracket in which it stood; None where words are
        left.
        """
        s = self.r.s
        if at > first + 2 and s.pieces[at - 1].lower == '"' and s.pieces[at - 2].lower == ",":
            return at  # the comma stands within the quotation marks
        if known and self._begins_effect(at):
            return at  # the comma was left out
        if s.low(at) == ")":
            return at + (s.low(at + 1) in (",", ":"))
        return at if s.low(at) in (",", ":", "", "→") or s.low(at) in SENTENCE_ENDS else None

    def _times(self, at: int) -> tuple[str, int]:
        """Which occasion is meant, in front of what happens: “(the first time) each round a hero attacks”."""
        s, g = self.r.s, self.r.g
        said = g.occasion(at)
        if said is not None:
            return said
        if at > 1 and s.low(at - 1) == "time" and s.low(at - 2) in OCCASIONS:
            period, end = g.period(at)
            return f"{s.low(at - 2)}-{period or 'time'}", end
        return "", at

    def _begins_effect(self, at: int) -> bool:
        """Whether an order or statement of its own begins here: “give it a tough status card”, “you may draw”."""
        s = self.r.s
        if s.low(at) in (",", ":", "", "→", "and", "or", "if", "while", "during", "as") or s.low(at) in SENTENCE_ENDS:
            return False
        if self.r.g._opens_with_verb(at):
            return True
        found = self.r.g.clause(at)
        return found is not None and found[0].subject is not None and s.is_finite(found[0].group.first)

    def _clauses(self, at: int) -> tuple[list[Clause], Literal["and", "or"], list[Condition], int]:
        """Clauses joined by “and” and “or”, and what must hold of what they tell: “attacks or thwarts”, “you attack an
        enemy or an enemy attacks you”, “makes an attack that has overkill”.
        """
        gerund = self._gerund(at) or self._participle(at)
        edge = self.conditions.edge(at + 1) or gerund if gerund is not None else self.conditions.edge(at)
        if edge is not None:
            return self._bound([edge[0]]), "or", [], edge[1]
        read = _Waiting()
        for _ in range(5):
            known, at = self._clause(read, at)
            joint, behind = self._joint_of_verbs(at) if known else (None, at)
            if joint is None:
                break
            read.joined = "and" if joint == "and" else "or"
            at = behind
        clauses = read.clauses
        for place in read.sharing:  # “attacks and defeats a minion”
            if clauses[place].agent == clauses[-1].agent:
                clauses[place] = replace(clauses[place], patient=clauses[-1].patient)
        return self._bound(clauses), read.joined, self._narrowings(read), at

    def _narrowings(self, read: _Waiting) -> list[Condition]:
        """What must hold of what happens; of one of several events that has no place, and is told."""
        if len(read.clauses) > 1 and read.joined == "or":
            for _, (first, end) in read.narrowed:
                self.r.miss(first, end)
            return []
        return [self.conditions.as_said(condition, *span) for condition, span in read.narrowed]

    def _clause(self, read: _Waiting, at: int) -> tuple[bool, int]:
        """Read one of the clauses; whether it was one, and where it ends."""
        found = self.r.g.clause(at, subject=read.subject, imperative=read.subject is not None)
        if found is None:
            return self._noun_alone(read, at)
        said, at = found
        carried(said, read.last)
        self._measure(said)
        read.last, read.subject = said, said.subject or read.subject
        span = self.r.span(said.first, at)
        *others, last = parted(said)
        read.clauses += [one for other in others if (one := clause_of(other, self.r.words, span)) is not None]
        clause = clause_of(last, self.r.words, span) or self._holding(said)
        if clause is None:
            return False, at
        read.narrowed += last.narrowed
        last.narrowed = []
        self.r.left_over(last)
        if clause.patient is None and said.group.verb is not None and said.group.verb.shares:
            read.sharing.append(len(read.clauses))
        read.clauses.append(clause if clause.span[1] else replace(clause, span=span))
        aim = clause_of(said.infinitive, self.r.words) if said.infinitive is not None else None
        if aim is not None and "to-pay" not in clause.facts:
            read.clauses.append(aim)  # “you exhaust your hero to make a basic thwart”
            read.joined = "and"
        return True, at

    def _noun_alone(self, read: _Waiting, at: int) -> tuple[bool, int]:
        noun = self._noun_event(at) if not read.clauses else None
        if noun is None:
            return False, at
        read.clauses.append(noun[0])
        return True, noun[1]

    def _measure(self, said: ParsedClause) -> None:
        """Keep what is measured: “that much” is so much of it."""
        measure = next((one for one in (*said.objects, said.subject) if one is not None and one.is_thing), None)
        if measure is not None and measure.sort == "thing":
            self.r.measured = measure.id

    def _holding(self, said: ParsedClause) -> Clause | None:
        """“you are in hero form”: what no event but a condition says."""
        condition = condition_of(said, self.r.words)
        return replace(condition.clause, negative=condition.negative) if condition.clause is not None else None

    def _bound(self, clauses: list[Clause]) -> list[Clause]:
        """The clauses with their nouns bound, one after another: “you thwart a side scheme and defeat it”."""
        found = []
        for clause in clauses:
            found.append(self.r.mentions.in_clause(clause))
            self.r.mentions.trigger(found[-1])
        return found

    def _joint_of_verbs(self, at: int) -> tuple[str | None, int]:
        """What joins another verb, and where that stands."""
        g, s = self.r.g, self.r.s
        lower, following = s.low(at), s.low(at + 1)
        if lower in ("and", "or", "and/or", "but"):
            return ("and" if lower in ("and", "but") else "or"), at + 1
        if lower != ",":
            return None, at
        if following in ("and", "or"):
            is_verb = g._opens_with_verb(at + 2) or s.at(at + 2).sense.roles & _FINITE
            return (following, at + 2) if is_verb else (None, at)
        joint = self._list_ends(at + 1) if not s.at(at + 1).is_capital else None
        return (joint, at + 1) if joint is not None else (None, at)

    def _list_ends(self, at: int) -> str | None:
        """What ends a list of verbs that goes on here: “, thwarts, or defends”."""
        s = self.r.s
        for place in range(at, min(at + 5, s.end)) if s.at(at).sense.roles & _FINITE else ():
            if s.low(place) == "," and s.low(place + 1) in ("and", "or"):
                return s.low(place + 1)
            if s.low(place) == "or" and s.at(place + 1).sense.roles & _FINITE and place - at < 2:
                return "or"
        return None

    def _gerund(self, at: int) -> tuple[Clause, int] | None:
        """“placing threat here”, “resolving step one of the villain phase”."""
        sense = self.r.s.at(at).sense
        if sense.verb is None or "ing" not in sense.roles or sense.is_noun or self.r.s.is_finite(at + 1):
            return None
        group = self.r.g.group(at)
        if group is None:
            return None
        said, end = self.r.g._complements(ParsedClause(group, None, first=at), 0)
        clause = clause_of(said, self.r.words, self.r.span(at, end))
        return (clause, end) if clause is not None else None

    def _participle(self, at: int) -> tuple[Clause, int] | None:
        """“engaged” of “When Engaged:”: this card is."""
        verb = self.r.s.at(at).sense.verb
        if verb is None or "past" not in self.r.s.at(at).sense.roles or self.r.s.low(at + 1) not in (":", ","):
            return None
        said = ParsedClause(participle(verb, "past", at), NounPhrase(SELF), first=at)
        clause = clause_of(said, self.r.words, self.r.span(at, at + 1))
        return (clause, at + 1) if clause is not None else None

    def _noun_event(self, at: int) -> tuple[Clause, int] | None:
        """“an undefended attack against you”, “a thwart made by a Spy ally”: the noun alone."""
        found = self.r.g.noun(at, subject=True)
        if found is None or found[0].id not in self.r.words.thing_events:
            return None
        phrase, end = found
        clause = self.conditions.moment(phrase, None, at, end)
        for condition in phrase.noun.having:
            if condition.clause is not None and condition.clause.agent is not None:
                clause = replace(clause, agent=condition.clause.agent)
        return replace(clause, facts=tuple(state for state in phrase.noun.states)), end


def _on_occasion(clause: Clause, times: str, period: str) -> Clause:
    """The clause with the occasion that stands before it and the period behind it, as one fact where there are both."""
    if not times and not period:
        return clause
    facts = [*clause.facts, *([period] if period else [])]
    which, _, rest = times.partition("-")
    said = next((fact for fact in facts if fact.startswith("each-")), "")
    if rest == "time" and said:
        facts.remove(said)
        times = f"{which}-{said}"
    return replace(clause, facts=(*([times] if times else []), *facts))
