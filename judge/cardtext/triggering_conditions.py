"""Triggering conditions: “When you attack an enemy or an enemy attacks you, …”."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from judge.cardtext.ability_in_reading import AbilityInReading
from judge.cardtext.clause_meaning import clause_of, condition_of
from judge.cardtext.condition_reader import Conditions
from judge.cardtext.english import OCCASIONS
from judge.cardtext.parsed_phrases import NounPhrase, ParsedClause, carried
from judge.cardtext.tree import Clause, Condition, TriggerTree, Unread

_ENDS = {".", "!", "?"}


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
        clauses, joined, conditions, at = self._clauses(at)
        period, at = self.r.g.period(at) if clauses else ("", at)
        clauses = [_on_occasion(clause, times, period) for clause in clauses]
        missed: list[Unread] = []
        if s.low(at) == "at" and (edge := self.conditions.edge(at + 1)) is not None:
            conditions.append(Condition(edge[0], text=self.r.text(at, edge[1]), span=self.r.span(at, edge[1])))
            at = edge[1]
        if clauses and s.low(at) == "in" and (form := self.r.g.noun(at + 1)) is not None and form[0].sort == "form":
            clause = Clause("in-form", patient=clauses[-1].agent, thing=form[0].name or form[0].id)
            conditions.append(Condition(clause, text=self.r.text(at, form[1]), span=self.r.span(at, form[1])))
            at = form[1]
        while s.low(at) in ("if", "while", "during", "and", "as"):
            inner = at + 1
            if s.low(at) == "and" and s.low(at + 1) not in ("if", "while"):
                break
            if s.low(at) == "as" and s.lows(at + 1, 2) != ("long", "as"):
                break
            inner += 1 if s.low(at) == "and" else 2 if s.low(at) == "as" else 0
            found = self.conditions.condition(inner, moment=s.low(inner - 1) == "during")
            if found is None:
                break
            conditions.append(replace(found[0], going_on=s.low(inner - 1) == "while"))
            at = found[1]
        stop = at
        if at > first + 2 and s.pieces[at - 1].lower == '"' and s.pieces[at - 2].lower == ",":
            pass  # the comma stands within the quotation marks
        elif clauses and self._begins_effect(at):
            pass  # the comma was left out
        elif s.low(at) == ")":
            stop += s.low(at + 1) in (",", ":")  # the condition stood in brackets
        elif s.low(at) not in (",", ":", "", "→") and s.low(at) not in _ENDS:
            stop = self.r.comma(at)
            asked = clauses and s.low(at) in ("if", "unless", "while", "during")
            missed.append(self.r.miss(at, stop, "condition" if asked else "trigger"))
        if not clauses and not missed:
            missed.append(self.r.miss(first, max(stop, first + 1)))
        would = any(s.low(place) == "would" for place in range(first, stop))
        tree = TriggerTree(
            word,  # type: ignore[arg-type]
            would,
            tuple(clauses),
            joined,
            tuple(conditions),
            tuple(missed),
            self.r.text(first, stop),
            self.r.span(first, stop),
        )
        s.end, self.r.part = outer, before
        return tree, stop + 1 if stop < end and s.pieces[stop].lower in (",", ":", ".", ")") else stop

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
        if s.low(at) in (",", ":", "", "→", "and", "or", "if", "while", "during", "as") or s.low(at) in _ENDS:
            return False
        if self.r.g._opens_with_verb(at):
            return True
        found = self.r.g.clause(at)
        return found is not None and found[0].subject is not None and s.is_finite(found[0].group.first)

    def _clauses(self, at: int) -> tuple[list[Clause], Literal["and", "or"], list[Condition], int]:
        """Clauses joined by “and” and “or”: “attacks or thwarts”, “you attack an enemy or an enemy attacks you”."""
        g = self.r.g
        clauses: list[Clause] = []
        joined: Literal["and", "or"] = "or"
        subject: NounPhrase | None = None
        gerund = self._gerund(at)
        edge = self.conditions.edge(at + 1) or gerund if gerund is not None else self.conditions.edge(at)
        if edge is not None:
            return self._bound([edge[0]]), "or", [], edge[1]
        conditions: list[Condition] = []
        last: ParsedClause | None = None
        sharing: list[int] = []
        for _ in range(5):
            found = g.clause(at, subject=subject, imperative=subject is not None)
            if found is None:
                noun = self._noun_event(at) if not clauses else None
                if noun is None:
                    break
                clause2, at = noun
                clauses.append(clause2)
            else:
                said, at = found
                carried(said, last)
                measure = next((one for one in (*said.objects, said.subject) if one is not None and one.is_thing), None)
                if measure is not None and measure.sort == "thing":
                    self.r.measured = measure.id
                last = said
                subject = said.subject or subject
                clauses += self._parted(said)
                clause3 = clause_of(said, self.r.words, self.r.span(said.first, at))
                if clause3 is None:
                    condition = condition_of(said, self.r.words)
                    if condition.clause is None:
                        break
                    clause3 = replace(condition.clause, negative=condition.negative)
                self.r.left_over(said)
                if clause3.patient is None and said.group.verb is not None and said.group.verb.shares:
                    sharing.append(len(clauses))
                clauses.append(clause3 if clause3.span[1] else replace(clause3, span=self.r.span(said.first, at)))
                aim = clause_of(said.infinitive, self.r.words) if said.infinitive is not None else None
                if aim is not None and "to-pay" not in clause3.facts:
                    clauses.append(aim)  # “you exhaust your hero to make a basic thwart”
                    joined = "and"
            joint, behind = self._joint_of_verbs(at)
            if joint is None:
                break
            joined = "and" if joint == "and" else "or"
            at = behind
        for place in sharing:  # “attacks and defeats a minion”
            if clauses[place].agent == clauses[-1].agent:
                clauses[place] = replace(clauses[place], patient=clauses[-1].patient)
        return self._bound(clauses), joined, conditions, at

    def _bound(self, clauses: list[Clause]) -> list[Clause]:
        """The clauses with their nouns bound, one after another: “you thwart a side scheme and defeat it”."""
        found = []
        for clause in clauses:
            found.append(self.r.mentions.in_clause(clause))
            self.r.mentions.trigger(found[-1])
        return found

    def _parted(self, said: ParsedClause) -> list[Clause]:
        """Of “you use your basic thwart power or basic attack power” all but the last, which stays in `said`."""
        verb = said.group.verb
        if verb is None or not verb.light or not said.objects or not said.objects[0].parts:
            return []
        *others, last = said.objects[0].parts
        found = []
        for one in others:
            if one.noun.whose is not None and last.noun.whose is None:
                last.noun = replace(last.noun, whose=one.noun.whose)
            said.objects[0] = one
            clause = clause_of(said, self.r.words)
            found += [clause] if clause is not None else []
        said.objects[0] = last
        return found

    def _joint_of_verbs(self, at: int) -> tuple[str | None, int]:
        g, s = self.r.g, self.r.s
        lower = s.low(at)
        if lower in ("and", "or", "and/or"):
            behind = at + 1
            return ("and" if lower == "and" else "or"), behind
        if lower == ",":
            if s.low(at + 1) in ("and", "or"):
                if g._opens_with_verb(at + 2) or s.at(at + 2).sense.roles & {"s", "base"}:
                    return s.low(at + 1), at + 2
                return None, at
            place = at + 1
            if s.at(place).sense.roles & {"s", "base"} and not s.at(place).is_capital:
                for further in range(place, min(place + 5, s.end)):
                    if s.low(further) == "," and s.low(further + 1) in ("and", "or"):
                        return "or" if s.low(further + 1) == "or" else "and", place
                    if s.low(further) == "or" and s.at(further + 1).sense.roles & {"s", "base"} and further - place < 2:
                        return "or", place
        return None, at

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
    facts = [*clause.facts, *([period] if period else [])]
    which, _, rest = times.partition("-")
    said = next((fact for fact in facts if fact.startswith("each-")), "")
    if rest == "time" and said:
        facts.remove(said)
        times = f"{which}-{said}"
    return replace(clause, facts=(*([times] if times else []), *facts))
