"""Clauses of effects → nodes of the tree: something happens, is gained, forbidden, cancelled, changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.cardtext.ability_in_reading import AbilityInReading
from judge.cardtext.clause_meaning import clause_of, condition_of
from judge.cardtext.effect_modifiers import in_order, thing_of
from judge.cardtext.lexer import Lexeme
from judge.cardtext.parsed_phrases import NounPhrase, ParsedClause
from judge.cardtext.tree import (
    Act,
    Allow,
    Amount,
    Cancel,
    Clause,
    Condition,
    Effect,
    Forbid,
    Gain,
    Instead,
    May,
    Modify,
    Noun,
    Oblige,
    Prevent,
    Span,
    Then,
    Unread,
)
from judge.cardtext.tree import Sequence as Steps


class Nodes:
    """Makes nodes of one ability's clauses. `quoted` reads an ability in quotation marks."""

    def __init__(self, reading: AbilityInReading, quoted: Callable[[Sequence[Lexeme]], object | None]) -> None:
        self.r = reading
        self._quoted = quoted
        self.last: Clause | None = None
        """The last clause that happens, which “(3 instead if …)” amends."""
        self.last_modify: Modify | None = None

    def effect_of(self, said: ParsedClause, end: int) -> Effect:
        """The node that a clause is."""
        span = self.r.span(said.first, end)
        effect = self.bare_effect(said, span)
        if "instead" in said.facts or "instead" in said.group.adverbs:
            effect = Instead(effect)
        if (
            said.infinitive is not None
            and not (said.group.verb is not None and said.group.verb.node == "cost")
            and not (said.group.verb is not None and said.group.verb.node == "choose" and not said.objects)
        ):
            inner = self.effect_of(said.infinitive, end)
            effect = Then(effect, inner)
        if said.group.modal == "may":
            chooser = self.r.mentions.bound(said.subject.noun) if said.subject else None
            effect = May(effect, None if chooser is None or chooser.head == "you" else chooser)
        return effect

    def clause(self, said: ParsedClause, span: Span) -> Clause | None:
        self._measure(said)
        clause = clause_of(said, self.r.words, span)
        if clause is None:
            return None
        clause = self.r.mentions.in_clause(clause)
        if "instead" in clause.facts:
            clause = replace(clause, facts=tuple(fact for fact in clause.facts if fact != "instead"))
        engaged = next((phrase.noun for name, phrase in said.prepositions if name == "engaged with"), None)
        if engaged is not None and clause.patient is not None:
            clause = replace(
                clause, patient=replace(clause.patient, engaged_with=self.r.mentions.bound(engaged, clause.agent))
            )
        self.r.left_over(said)
        self.r.mentions.clause(clause, "cost" if self.r.part == "cost" else "target")
        self.last = clause
        return clause

    def _measure(self, said: ParsedClause) -> None:
        """Of “When you would take any amount of damage, prevent it”: “it” is so much, not somebody."""
        verb, measured = said.group.verb, self.r.measured
        if verb is None or measured is None or not said.objects:
            return
        noun = said.objects[0].noun
        is_pronoun = noun.head == "that" and not noun.kinds and noun.antecedent is None
        if is_pronoun and (verb.node == "prevent" or measured in verb.about):
            said.objects[0].noun = replace(noun, antecedent="thing", kinds=(measured,), name=None)

    def bare_effect(self, said: ParsedClause, span: Span) -> Effect:
        group = said.group
        verb = group.verb
        if verb is None:
            return self._state(said, span)
        if verb.node == "choose" and said.infinitive is not None and not said.objects:
            return self.bare_effect(said.infinitive, span)
        if group.modal == "cannot" or (group.negative and verb.node not in ("cancel",)):
            return self._forbidden(said, span)
        node = verb.node
        if node == "choose" and not said.objects and not said.prepositions and self.r.s.low(said.group.end) == "and":
            return Steps(())  # “choose and discard 1 card”
        if node == "cancel":
            return self._cancelled(said)
        if node == "prevent" and said.objects:
            self._measure(said)
            phrase = said.objects[0]
            thing = phrase.id if phrase.is_thing else (phrase.of.id if phrase.of is not None else None)
            thing = thing or (self.r.measured if phrase.noun.antecedent == "thing" else None)
            noun = phrase.noun
            for preposition, one in said.prepositions:
                if preposition == "to":
                    noun = replace(noun, at=one.noun)
                elif preposition in ("from", "by"):
                    noun = replace(noun, having=(*noun.having, Condition(Clause("from", source=one.noun))))
            return Prevent(thing, phrase.amount, self.r.mentions.bound(noun))
        about = said.objects[0] if said.objects else None
        if about is not None and about.id in self.r.words.referring:
            if node == "ignore":
                return self._cancelled(said)
            if node == "has" and about.noun.quantifier == "none" and said.subject is not None:
                return Cancel(self.r.mentions.bound(said.subject.noun), thing_of(about))  # “it has no effect”
        if node in ("gain", "lose", "has", "give"):
            gained = self._gained(said)
            if gained is not None:
                return gained
        if node == "modify":
            modified = self._modified(said)
            if modified is not None:
                return modified
        if node == "cost":
            return self._costs(said)
        if node == "set" and said.objects and said.objects[0].sort == "stat":
            phrase = said.objects[0]
            to = next((one for name, one in said.prepositions if name == "to"), None)
            return Modify(
                self.r.mentions.bound(phrase.noun.whose), phrase.id or "", to.amount if to else said.amount, "="
            )
        what = said.objects[0] if said.objects else None
        if what is not None and what.is_thing and what.sign in ("+", "-") and node is None and said.subject is not None:
            who = self.r.mentions.bound(said.subject.noun)  # “takes -1 consequential damage”
            return Modify(who, what.id or "", what.amount, "-" if what.sign == "-" else "+")
        clause = self.clause(said, span)
        if clause is None:
            return self._missed(span)
        role = said.objects[0].noun.role if node == "become" and said.objects else None
        if role in self.r.words.role_events:
            clause = Clause(self.r.words.role_events[role or ""], agent=clause.patient, span=span)
        if node == "ignore":
            what = said.objects[0] if said.objects else None
            return Allow(
                replace(clause, thing=(what.name or what.id) if what is not None and what.is_thing else clause.thing)
            )
        if group.modal == "must":
            return Oblige(clause)
        if group.modal == "can":
            return Allow(
                replace(
                    clause,
                    facts=(*clause.facts, "only")
                    if "only" in group.adverbs and "only" not in clause.facts
                    else clause.facts,
                )
            )
        return Act(clause)

    def _missed(self, span: Span) -> Unread:
        pieces = [
            place for place, piece in enumerate(self.r.s.pieces) if span[0] <= piece.start and piece.end <= span[1]
        ]
        return self.r.miss(pieces[0], pieces[-1] + 1) if pieces else Unread(self.r.part, "", span)

    def _state(self, said: ParsedClause, span: Span) -> Effect:
        """What a copula brings about: “its movement is 0”, “that character is stunned”, “you are the defender”."""
        subject = said.subject
        if (
            subject is not None
            and said.objects
            and (subject.sort in ("stat", "thing"))
            and said.objects[0].sort == "number"
            and said.objects[0].amount is not None
        ):
            return Modify(self.r.mentions.bound(subject.noun.whose), subject.id or "", said.objects[0].amount, "=")
        if subject is not None and subject.noun.number == "X" and subject.sort == "number":
            of = said.amount or (Amount("equal", said.objects[0].noun) if said.objects else None)
            return Modify(None, "X", self.amount(of), "=")
        if subject is not None and subject.sort == "stat" and said.amount is not None:
            return Modify(self.r.mentions.bound(subject.noun.whose), subject.id or "", self.amount(said.amount), "=")
        condition = self.r.mentions.condition(condition_of(said, self.r.words))
        if condition.clause is None:
            return self._missed(span)
        if said.predicate is None and not said.prepositions:
            return self._missed(span)
        clause = replace(condition.clause, span=span, negative=condition.negative)
        if said.predicate == "status":
            clause = replace(clause, event="status", variant="given")
        if said.predicate == "noun" and said.objects[0].noun.role in self.r.words.role_events:
            event = self.r.words.role_events[said.objects[0].noun.role or ""]
            clause = Clause(event, agent=clause.patient, span=span)
        self.r.mentions.clause(clause)
        if said.group.modal == "cannot":
            return Forbid(clause)
        return Act(clause)

    def amount(self, amount: Amount | None) -> Amount | None:
        if amount is None or amount.of is None:
            return amount
        return replace(amount, of=self.r.mentions.bound(amount.of))

    def _forbidden(self, said: ParsedClause, span: Span) -> Effect:
        """“cannot …”; of “does not resolve” what it cancels."""
        verb = said.group.verb
        if verb is not None and said.group.modal != "cannot" and verb.name == "resolve":
            what = said.subject if said.subject is not None else (said.objects[0] if said.objects else None)
            return Cancel(self.r.mentions.bound(what.noun) if what else None, thing_of(what))
        clause = self.clause(said, span)
        if clause is None:
            if verb is not None and verb.node in ("has", "gain") and said.objects:
                clause = Clause(
                    "has",
                    patient=self.r.mentions.bound(said.subject.noun) if said.subject else None,
                    thing=thing_of(said.objects[0]),
                    span=span,
                )
            else:
                return self._missed(span)
        clause = replace(clause, negative=False, modal=None)
        if verb is not None and said.objects and clause.event in (verb.node, "has"):
            clause = replace(clause, thing=thing_of(said.objects[0]) or clause.thing)
        beyond = None
        about = said.objects[0] if said.objects else said.subject
        if about is not None and about.sign == "more-than":
            beyond, clause = about.amount, replace(clause, amount=None)
        return Forbid(clause, beyond)

    def _cancelled(self, said: ParsedClause) -> Effect:
        phrase = said.subject if said.group.passive else (said.objects[0] if said.objects else None)
        noun = self.r.mentions.bound(phrase.noun) if phrase is not None else None
        return Cancel(noun, thing_of(phrase))

    def _gained(self, said: ParsedClause) -> Effect | None:
        """What somebody has from now on: keywords, traits, values, abilities in quotes; None where it is an event."""
        objects = said.objects
        verb = said.group.verb
        loses = verb is not None and verb.node == "lose"
        who = said.subject
        what = objects[0] if objects else None
        if verb is not None and verb.node == "give":
            to = next((one for name, one in said.prepositions if name == "to"), None)
            if said.group.passive:
                who = said.subject
            elif len(objects) > 1:
                who, what = objects[0], objects[1]
            else:
                who = to
        noun = self.r.mentions.bound(who.noun) if who is not None else None
        if said.quoted is not None:
            ability = self._quoted(self.r.s.pieces[said.quoted[0] : said.quoted[1]])
            gain: Effect = Gain(noun, ability=ability, loses=loses)
            if what is None or what.id in ("ability", "text-box"):
                return gain
            rest = [self.one_gained(noun, part, loses) for part in (what.parts or (what,))]
            if all(rest):
                return in_order([*(one for one in rest if one), gain])
            return None
        if what is None:
            return None
        found = [self.one_gained(noun, part, loses) for part in (what.parts or (what,))]
        if not all(found):
            return None
        self.r.mentions.add("target", noun)
        self.last_modify = next((one for one in found if isinstance(one, Modify)), self.last_modify)
        return in_order([one for one in found if one is not None])

    def one_gained(self, who: Noun | None, what: NounPhrase, loses: bool) -> Effect | None:
        if what.sort == "keyword":
            return Gain(who, keyword=what.id, value=what.amount, loses=loses)
        if what.sort == "thing" and what.id == "icon" and what.name in self.r.words.keywords:
            return Gain(who, keyword=what.name, loses=loses)  # the icon is how the keyword is printed
        if what.sort == "thing" and what.id == "keyword":
            return Gain(who, keyword=what.name or ("all" if what.noun.quantifier == "all" else "keyword"), loses=loses)
        if what.sort == "thing" and what.id == "trait":
            return Gain(who, trait=(what.name or "").lower() or "all", loses=loses)
        if what.sort == "stat" and (what.sign in ("+", "-") or what.amount is not None):
            return Modify(who, what.id or "", self.amount(what.amount), "-" if what.sign == "-" or loses else "+")
        if what.sort == "number" and what.sign in ("+", "-"):
            return Modify(
                who,
                "ATK/DEF" if isinstance(what.amount and what.amount.value, str) else "value",
                what.amount,
                "-" if what.sign == "-" else "+",
            )
        if what.noun.head == "named" and not what.noun.kinds:
            return Gain(who, trait=(what.noun.name or "").lower(), loses=loses)
        if what.sort == "thing" and what.id in ("icon", "resource", "text-box", "ability"):
            return Gain(who, keyword=f"{what.name}-{what.id}" if what.name else what.id, value=what.amount, loses=loses)
        return None

    def _modified(self, said: ParsedClause) -> Effect | None:
        verb = said.group.verb
        what = said.subject if said.group.passive else (said.objects[0] if said.objects else None)
        if what is None or verb is None:
            return None
        by = next((phrase for name, phrase in said.prepositions if name == "by"), None)
        to = next((phrase for name, phrase in said.prepositions if name == "to"), None)
        amount = (
            (by.amount if by is not None else None)
            or (to.amount if to is not None else None)
            or self.amount(said.amount)
            or what.amount
        )
        if by is not None and by.amount is None:
            amount = Amount("equal", self.r.mentions.bound(by.noun))
        if verb.name == "double":
            amount = Amount(2)
        direction = "=" if to is not None and by is None else {"double": "*", "increase": "+"}.get(verb.name, "-")
        inner = what.of if what.id == "amount" and what.of is not None else what
        stat = inner.id or (inner.noun.kinds[0] if inner.noun.kinds else "value")
        if stat == "amount" and self.r.measured:
            stat = self.r.measured  # “reduce that amount by 1”
        who = what.noun.whose or (
            next((phrase.noun for name, phrase in said.prepositions if name in ("to", "on", "from")), None)
            if by is not None
            else None
        )
        return Modify(self.r.mentions.bound(who), stat, amount, direction)  # type: ignore[arg-type]

    def _costs(self, said: ParsedClause) -> Effect:
        what = said.objects[0] if said.objects else None
        direction = (
            "-"
            if what is not None and what.sign in ("less", "fewer", "-")
            else "+"
            if what is not None and what.sign in ("more", "+")
            else "="
        )
        who = self.r.mentions.bound(said.subject.noun) if said.subject else None
        return Modify(who, "cost", what.amount if what else None, direction)  # type: ignore[arg-type]
