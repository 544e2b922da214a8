"""Clauses of effects → nodes of the tree: something happens, is gained, forbidden, cancelled, changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Literal, NamedTuple

from judge.cardtext.ability_in_reading import AbilityInReading
from judge.cardtext.card_words import Verb
from judge.cardtext.clause_meaning import clause_of, condition_of, is_plain
from judge.cardtext.effect_modifiers import in_order, thing_of
from judge.cardtext.lexer import Lexeme
from judge.cardtext.parsed_phrases import BOUNDS, NounPhrase, ParsedClause, VerbGroup, list_joint, parted
from judge.cardtext.tree import (
    Act,
    Allow,
    Amount,
    Cancel,
    Choose,
    Clause,
    Condition,
    Effect,
    Forbid,
    Gain,
    Instead,
    Lasting,
    May,
    Modify,
    Noun,
    Oblige,
    Prevent,
    Repeat,
    Span,
    Then,
    Unread,
    While,
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

    def quoted(self, first: int, end: int) -> object | None:
        """The ability in quotation marks between two places."""
        return self._quoted(self.r.s.pieces[first:end])

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
            if isinstance(effect, Forbid):  # “cannot be discarded to pay a cost”: for that alone
                return in_order([effect, self.r.miss(said.infinitive.first, end)])
            inner = self.effect_of(said.infinitive, end)
            effect = Then(effect, inner)
        if said.group.modal == "may":
            chooser = self.r.mentions.bound(said.chooser.noun) if said.chooser else None
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
        if is_pronoun and (verb.node in ("prevent", "redirect") or measured in verb.about):
            said.objects[0].noun = replace(noun, antecedent="thing", kinds=(measured,), name=None)

    def bare_effect(self, said: ParsedClause, span: Span) -> Effect:
        """The node that a clause is without its “may”, “instead” and what follows it."""
        group, verb = said.group, said.group.verb
        if verb is None:
            return self._state(said, span)
        if verb.node == "choose" and said.infinitive is not None and not said.objects:
            return self.bare_effect(said.infinitive, span)
        if group.modal == "cannot" or (group.negative and verb.node != "cancel"):
            return self._forbidden(said, span)
        node = _BY_NODE.get(verb.node)
        several = parted(said) if verb.node in _OF_ONE else ()
        known = node.read(self, said) if node is not None and len(several) < 2 else None
        if node is None or known is None:
            return self._each(said, span) or self._happens(said, verb, span)
        return self._whole(said, known, node.takes)

    def _each(self, said: ParsedClause, span: Span) -> Effect | None:
        """Of a list of things an effect for each: “a boost card and a tough status card”; None where there is no
        list."""
        several = parted(said)
        each = [self.bare_effect(one, span) for one in several] if len(several) > 1 else []
        return (Choose(tuple(each)) if list_joint(said) == "or" else in_order(each)) if each else None

    def _whole(self, said: ParsedClause, known: Effect, takes: tuple[str, ...] = ()) -> Effect:
        """A node, for as long as its clause says; complements that have no part in it are told."""
        lasting, verb = self._lasting(said), said.group.verb
        taken = {id(said.behind(name)) for name in takes} | lasting.keys()
        keeps = verb is not None and verb.node in _NAMED_WHOLE
        measures = [*(() if keeps else said.objects), *(one for _, one in said.prepositions if one.sort == "number")]
        narrowed = (phrase for phrase in measures if phrase.sort != "class" and not is_plain(phrase))
        said.leave(
            (*narrowed, *(phrase for _, phrase in said.prepositions if id(phrase) not in taken)),
            (fact for fact in said.facts if fact not in (*_SAID_ANYHOW, *lasting)),
        )
        self.r.left_over(said)
        return reduce(Lasting, lasting.values(), known)

    def _lasting(self, said: ParsedClause) -> dict[int | str, str]:
        """How long it lasts by a complement of the clause itself: “to get +2/+0 this combat”, “for this use”."""
        lasts = set(self.r.words.durations.values())
        found: dict[int | str, str] = {
            fact: fact[5:] for fact in said.facts if fact[:5] == "this-" and fact[5:] in lasts
        }
        for preposition, phrase in said.prepositions:
            if preposition == "for" and phrase.is_thing and phrase.noun.head == "that" and not phrase.noun.whose:
                found[id(phrase)] = phrase.id or ""
        return found

    def _happens(self, said: ParsedClause, verb: Verb, span: Span) -> Effect:
        """“deal 1 damage”, “you must attack”, “you can attack as though …”."""
        what = said.object
        value = self._value_set(said) if verb.node == "become" else None
        if value is not None:
            return value
        clause = self.clause(said, span)
        if clause is None:
            return self._missed(span)
        clause = self._part_changed(said, verb, clause, span)
        if verb.node == "ignore":
            thing = (what.name or what.id) if what is not None and what.is_thing else clause.thing
            return Allow(replace(clause, thing=thing))
        if verb.light and what is not None and said.group.modal not in ("must", "can"):
            return self._so_often(clause, what.noun.number)
        return _under_modal(said.group, clause)

    @staticmethod
    def _so_often(clause: Clause, number: int | str | None) -> Effect:
        """“make two attacks”, “use two Location Effects”."""
        one = number is None or isinstance(number, str) or number < 2
        if one or clause.patient is not None or clause.amount is not None or "following" in clause.facts:
            return Act(clause)
        return Repeat(Act(clause), Amount(number))

    def _chosen(self, said: ParsedClause) -> Effect | None:
        """“choose and discard 1 card”."""
        alone = not said.objects and not said.prepositions and self.r.s.low(said.group.end) == "and"
        return Steps(()) if alone else None

    def _prevented(self, said: ParsedClause) -> Effect | None:
        """“prevent 2 of that damage to you”."""
        if not said.objects:
            return None
        self._measure(said)
        phrase = said.objects[0]
        thing = phrase.id if phrase.is_thing else (phrase.of.id if phrase.of is not None else None)
        thing = thing or (self.r.measured if phrase.noun.antecedent == "thing" else None)
        noun = phrase.noun
        for preposition, one in said.prepositions:
            if preposition == "to":
                noun = replace(noun, at=one.noun)
            elif preposition in ("from", "by"):
                noun = replace(noun, having=(*noun.having, self._from(one)))
        return Prevent(thing, phrase.amount, self.r.mentions.bound(noun))

    def _from(self, source: NounPhrase) -> Condition:
        """Of “damage from it” whence it comes."""
        return Condition(Clause("from", source=self.r.mentions.bound(source.noun)))

    def _ignored(self, said: ParsedClause) -> Effect | None:
        """“ignore that effect”."""
        return self._cancelled(said) if said.objects and said.objects[0].id in self.r.words.referring else None

    def _had(self, said: ParsedClause) -> Effect | None:
        """“it has no effect”, “it has retaliate 1”."""
        about = said.object
        is_effect = about is not None and about.id in self.r.words.referring and about.noun.quantifier == "none"
        if is_effect and said.subject is not None:
            return self._cancel(said, said.subject, thing_of(about))
        return self._gained(said)

    def _set_to(self, said: ParsedClause) -> Effect | None:
        """“set its ATK to 2”."""
        phrase = said.object
        if phrase is None or phrase.sort != "stat":
            return None
        to = said.behind("to")
        return Modify(self.r.mentions.bound(phrase.noun.whose), phrase.id or "", to.amount if to else said.amount, "=")

    def _taken_less(self, said: ParsedClause) -> Effect | None:
        """“takes -1 consequential damage”, “deals 1 less damage”."""
        what = said.object
        less = what is not None and (what.sign == "-" or BOUNDS.get(what.sign) == "up-to")
        if what is None or said.subject is None or not what.is_thing or not (less or what.sign == "+"):
            return None
        source, whom = said.behind("from", "by"), said.behind("to")
        noun = replace(what.noun, having=(*what.noun.having, self._from(source))) if source is not None else what.noun
        if whom is not None:
            done = Condition(Clause(what.id or "", patient=self.r.mentions.bound(whom.noun)))
            noun = replace(noun, having=(*noun.having, done))
        about = noun if noun is not what.noun else None  # “1 less damage from each attack”: of that alone
        who = self.r.mentions.bound(said.subject.noun)
        return Modify(who, what.id or "", what.amount, "-" if less else "+", about)

    def _missed(self, span: Span) -> Unread:
        pieces = [
            place for place, piece in enumerate(self.r.s.pieces) if span[0] <= piece.start and piece.end <= span[1]
        ]
        return self.r.miss(pieces[0], pieces[-1] + 1) if pieces else Unread(self.r.part, "", span)

    def _state(self, said: ParsedClause, span: Span) -> Effect:
        """What a copula brings about: “its movement is 0”, “that character is stunned”, “you are the defender”."""
        value = self._value_set(said)
        if value is not None:
            return self._whole(said, value)
        keyword = self._keyword_borne(said)
        if keyword is not None:
            return self._whole(said, keyword)
        condition = self.r.mentions.condition(condition_of(said, self.r.words))
        self.r.left_over(said)
        if condition.clause is None or (said.predicate is None and not said.prepositions):
            return self._missed(span)
        clause = replace(condition.clause, span=span, negative=condition.negative)
        if said.predicate == "status":
            clause = replace(clause, event="status", variant="given")
        if said.predicate == "noun" and said.objects[0].noun.role in self.r.words.role_events:
            event = self.r.words.role_events[said.objects[0].noun.role or ""]
            clause = Clause(event, agent=clause.patient, span=span)
        self.r.mentions.clause(clause)
        return Forbid(clause) if said.group.modal == "cannot" else Act(clause)

    def _keyword_borne(self, said: ParsedClause) -> Effect | None:
        """“your characters are ranged”: they have the keyword."""
        if said.subject is None or said.predicate not in ("noun", "state") or said.group.modal is not None:
            return None
        what = said.objects[0] if said.objects else None
        name = said.word if what is None else what.id or next(iter(what.noun.kinds), (what.noun.name or "").lower())
        if name not in self.r.words.keywords:
            return None
        return Gain(self.r.mentions.bound(said.subject.noun), keyword=name, loses=said.group.negative)

    def _value_set(self, said: ParsedClause) -> Modify | None:
        """“its ATK is 0”, “its DEF becomes 0”, “X is the number of cards you have”, “its ATK is equal to its DEF”."""
        subject, what = said.subject, said.object
        if subject is None:
            return None
        whose = subject.noun.whose
        if what is not None and subject.sort in ("stat", "thing") and what.sort == "number" and what.amount is not None:
            return Modify(self.r.mentions.bound(whose), subject.id or "", what.amount, "=")
        if subject.noun.number == "X" and subject.sort == "number":
            of = said.amount or (what.size if what is not None else None)
            return Modify(None, "X", self.amount(of), "=")
        if subject.sort == "stat" and said.amount is not None:
            return Modify(self.r.mentions.bound(whose), subject.id or "", self.amount(said.amount), "=")
        return None

    def amount(self, amount: Amount | None) -> Amount | None:
        if amount is None or amount.of is None:
            return amount
        return replace(amount, of=self.r.mentions.bound(amount.of))

    def _forbidden(self, said: ParsedClause, span: Span) -> Effect:
        """“cannot …”; of “does not resolve” what it cancels."""
        verb, what = said.group.verb, said.object
        if verb is not None and said.group.modal != "cannot" and verb.name == "resolve":
            return self._cancel(said, said.subject or what)
        said = self._as_gained(said)
        verb = said.group.verb
        clause = self.clause(said, span) or self._had_by(said, span)
        if clause is None:
            return self._missed(span)
        clause = self._as_aimed(replace(clause, negative=False, modal=None))
        if verb is not None and what is not None and clause.event in (verb.node, "has"):
            clause = replace(clause, thing=thing_of(what) or clause.thing)
        about = what or said.subject
        if about is not None and about.sign == "more-than":
            return Forbid(replace(clause, amount=None), about.amount)
        return Forbid(clause, None)

    def _as_aimed(self, clause: Clause) -> Clause:
        """“be chosen as the target of enemy attacks”: be attacked by enemies."""
        aimed = clause.as_what.whose if clause.as_what is not None and clause.as_what.role == "target" else None
        event = self.r.words.thing_events.get(aimed.kinds[0]) if aimed is not None and aimed.kinds else None
        if aimed is None or event is None:
            return clause
        return replace(clause, event=event, agent=aimed.whose, thing=None, as_what=None)

    def _as_gained(self, said: ParsedClause) -> ParsedClause:
        """Who cannot have counters cannot gain any."""
        verb, what = said.group.verb, said.object
        if verb is None or verb.node != "has" or what is None:
            return said
        gains = self.r.words.senses["gain"].verb if "gain" in self.r.words.senses else None
        told = gains is not None and what.id in gains.about
        return replace(said, group=said.group._replace(verb=gains)) if told else said

    def _had_by(self, said: ParsedClause, span: Span) -> Clause | None:
        """“have retaliate”, as what cannot be."""
        verb, what = said.group.verb, said.object
        if verb is None or what is None or verb.node not in ("has", "gain"):
            return None
        who = self.r.mentions.bound(said.subject.noun) if said.subject else None
        return Clause("has", patient=who, thing=thing_of(what), span=span)

    def _cancelled(self, said: ParsedClause) -> Effect:
        return self._cancel(said, said.subject if said.group.passive else said.object)

    def _cancel(self, said: ParsedClause, phrase: NounPhrase | None, thing: str | None = None) -> Effect:
        """A “cancel” of what a phrase names, where the clause says."""
        noun = self.r.mentions.bound(phrase.noun) if phrase is not None else None
        said_there = (one.noun for preposition, one in said.prepositions if preposition in ("in", "at", "on"))
        where = next(said_there, said.objects[0].noun.at if said.objects else None)
        if noun is not None and noun.at is None and where is not None:
            noun = replace(noun, at=self.r.mentions.bound(where))
        source = said.behind("from")
        if noun is not None and source is not None:
            noun = replace(noun, having=(*noun.having, self._from(source)))
        return Cancel(noun, thing_of(phrase) or thing)

    def _gained(self, said: ParsedClause) -> Effect | None:
        """What somebody has from now on: keywords, traits, values, abilities in quotes; None where it is an event."""
        verb = said.group.verb
        who, what = self._gainer(said)
        loses = (verb is not None and verb.node == "lose") or (what is not None and what.noun.quantifier == "none")
        noun = self.r.mentions.bound(who.noun) if who is not None else None
        quoted = [Gain(noun, ability=self.quoted(*said.quoted), loses=loses)] if said.quoted is not None else []
        if quoted and (what is None or what.id in ("ability", "text-box")):
            return quoted[0]
        if what is None:
            return None
        found = self._said_gained(said, noun, what, loses)
        if len(found) < len(what.each):
            return None
        return in_order([*found, *quoted]) if quoted else self._remembered(said, noun, what, found)

    def _said_gained(self, said: ParsedClause, who: Noun | None, what: NounPhrase, loses: bool) -> list[Effect]:
        """What somebody gains by a verb: “give it +1 to that power”; “has a base ATK of 1” sets it."""
        node = said.group.verb.node if said.group.verb is not None else None
        to = said.behind("to") if len(said.objects) > 1 or node == "gain" else None
        found = self.all_gained(who, what, loses, to)
        if node == "has" and not what.sign:
            return [replace(one, direction="=") if isinstance(one, Modify) else one for one in found]
        return found

    def _remembered(self, said: ParsedClause, noun: Noun | None, what: NounPhrase, found: list[Effect]) -> Effect:
        """What somebody gains as one effect, to which “it” and “+2 instead” may point back."""
        self.r.mentions.add("target", noun)
        self.last_modify = next((one for one in found if isinstance(one, Modify)), self.last_modify)
        if what.joined == "or" and not self.r.in_force:
            return Choose(tuple(self._against(said, noun, [one]) for one in found))
        return self._against(said, noun, found)

    def _against(self, said: ParsedClause, who: Noun | None, gained: list[Effect]) -> Effect:
        """“gets +1 DEF against attacks”, “gets +1 ATK against minions”: while doing what the value is for."""
        whom, things = said.behind("against"), self.r.words.thing_events
        events = [self.r.words.stat_events.get(one.stat) for one in gained if isinstance(one, Modify)]
        if whom is None or None in events or len(events) < len(gained):
            return in_order(gained)
        said.prepositions = [one for one in said.prepositions if one[1] is not whom]
        part, noun = "to" if whom.id in things else "patient", self.r.mentions.bound(whom.noun)
        text = f"against {self.r.text_of(whom.noun.span)}"
        deeds = [Clause(event or "", agent=who, **{part: noun}) for event in events]  # type: ignore[arg-type]
        doing = [Condition(deed, text=text, going_on=True) for deed in deeds]
        return in_order([While(one, change) for one, change in zip(doing, gained, strict=True)])

    def _gainer(self, said: ParsedClause) -> tuple[NounPhrase | None, NounPhrase | None]:
        """Who gains, and what: “it gains retaliate 1”, “give it retaliate 1”, “give retaliate 1 to it”."""
        verb, objects = said.group.verb, said.objects
        what = objects[0] if objects else None
        if verb is None or verb.node != "give" or said.group.passive:
            return said.subject, what
        if len(objects) > 1:
            return objects[0], objects[1]
        return said.behind("to"), what

    def all_gained(
        self, who: Noun | None, what: NounPhrase, loses: bool = False, to: NounPhrase | None = None
    ) -> list[Effect]:
        """What of all that a phrase joins somebody has from now on, as far as that is known."""
        return [one for part in what.each if (one := self.one_gained(who, part, loses, to)) is not None]

    def one_gained(
        self, who: Noun | None, what: NounPhrase, loses: bool, to: NounPhrase | None = None
    ) -> Effect | None:
        """One of the things that somebody has from now on; “+1 to that power” where `to` is the power."""
        if what.sort == "keyword":
            return Gain(who, keyword=what.id, value=what.amount, loses=loses)
        if what.sort == "thing":
            return self._thing_gained(who, what, loses)
        named = what.noun.head == "named" and not what.noun.kinds
        trait = Gain(who, trait=(what.noun.name or "").lower(), loses=loses) if named else None
        return self._value_gained(who, what, loses, to) or trait

    def _value_gained(self, who: Noun | None, what: NounPhrase, loses: bool, to: NounPhrase | None) -> Effect | None:
        """“+1 ATK”, “0 DEF”, “+1” to a power."""
        signed = what.sign in ("+", "-")
        sign: Literal["+", "-"] = "-" if what.sign == "-" else "+"
        if what.sort == "stat" and (signed or what.amount is not None):
            zero = not signed and what.amount is not None and what.amount.fixed == 0  # “has 0 DEF”
            return Modify(who, what.id or "", self.amount(what.amount), "-" if loses else "=" if zero else sign)
        if what.sort == "number" and signed:
            power = to.noun if to is not None and to.noun.states else None  # “to each of its basic powers”
            return Modify(who, _stat_changed(what, to), what.amount, sign, self.r.mentions.bound(power))
        return None

    def _thing_gained(self, who: Noun | None, what: NounPhrase, loses: bool) -> Effect | None:
        """An icon, a trait, a text box; the icon that is how a keyword is printed."""
        if what.id == "icon" and what.name in self.r.words.keywords:
            return Gain(who, keyword=what.name, loses=loses)
        if what.id == "keyword":
            return Gain(who, keyword=what.name or ("all" if what.noun.quantifier == "all" else "keyword"), loses=loses)
        if what.id == "trait":
            of = what.size if what.noun.whose is not None or what.noun.having else None  # “each trait of that ally”
            return Gain(who, trait=(what.name or "").lower() or "all", value=self.amount(of), loses=loses)
        if what.id in ("icon", "resource", "text-box", "ability", "power"):
            return Gain(who, keyword=f"{what.name}-{what.id}" if what.name else what.id, value=what.amount, loses=loses)
        return None

    def _redirected(self, said: ParsedClause) -> Effect | None:
        """“redirect that damage to an ally”: it befalls that one instead; of “2 of that damage” so much."""
        phrase, whom, words = said.object, said.behind("to"), self.r.words
        if phrase is None or whom is None:
            return None
        self._measure(said)
        span = self.r.span(said.first, said.group.end)
        thing = self.r.measured if phrase.noun.antecedent == "thing" and phrase.id is None else phrase.id
        if phrase.id in words.thing_events and "target" in words.role_events:
            return Act(Clause(words.role_events["target"], agent=self.r.mentions.bound(whom.noun), span=span))
        verb = self._verb_of_giving(thing)
        if verb is None:
            return None
        amount = phrase.amount
        clause = self.clause(replace(said, group=said.group._replace(verb=verb)), span)
        if clause is None or amount is None or not isinstance(amount.value, int):
            return Instead(Act(clause)) if clause is not None else None
        return Steps((Prevent(thing, amount, self.r.mentions.bound(phrase.noun)), Act(clause)))

    def _verb_of_giving(self, thing: str | None) -> Verb | None:
        """The verb by which somebody comes to have a thing: damage is dealt, threat placed."""
        senses = self.r.words.senses
        known = (senses[name].verb for name in ("deal", "place") if name in senses)
        return next((one for one in known if one is not None and thing in one.about), None)

    def _part_changed(self, said: ParsedClause, verb: Verb, clause: Clause, span: Span) -> Clause:
        """“change the target of that attack to an ally”, “it becomes the target”: that one becomes its target."""
        what, to = said.object, said.behind("to")
        event = self.r.words.role_events.get(what.noun.role or "") if what is not None else None
        if event is not None and verb.node == "become":
            return Clause(event, agent=clause.patient, span=span)
        if event is None or to is None or verb.name != "change":
            return clause
        return Clause(event, agent=self.r.mentions.bound(to.noun), span=span)

    def _modified(self, said: ParsedClause) -> Effect | None:
        """“increase its ATK by 1”, “reduce that amount to 0”, “double it”."""
        verb = said.group.verb
        what = said.subject if said.group.passive else said.object
        if what is None or verb is None:
            return None
        by, to = said.behind("by"), said.behind("to")
        direction = "=" if to is not None and by is None else {"double": "*", "increase": "+"}.get(verb.name, "-")
        amount = self._amount_of_change(said, what, by, to)
        whom = said.behind("to", "on", "from") if by is not None else None
        who = what.noun.whose or (whom.noun if whom is not None else None)
        inner = _counted_in(what)
        noun = replace(what.noun, name=what.noun.name or inner.name)
        return Modify(
            self.r.mentions.bound(who),
            self._stat_changed(what),
            Amount(2) if verb.name == "double" else amount,
            direction,  # type: ignore[arg-type]
            None if is_plain(what) and inner.name is None and what.noun.at is None else self.r.mentions.bound(noun),
        )

    def _stat_changed(self, what: NounPhrase) -> str:
        """“its ATK”, “the amount of damage”, “that amount” of what is measured."""
        inner = _counted_in(what)
        stat = inner.id or (inner.noun.kinds[0] if inner.noun.kinds else "value")
        return self.r.measured if stat == "amount" and self.r.measured else stat

    def _amount_of_change(
        self, said: ParsedClause, what: NounPhrase, by: NounPhrase | None, to: NounPhrase | None
    ) -> Amount | None:
        amount = (by.amount if by is not None else None) or (to.amount if to is not None else None)
        amount = amount or self.amount(said.amount) or what.amount
        return self.amount(by.size) if by is not None and by.amount is None else amount

    def _costs(self, said: ParsedClause) -> Effect:
        what = said.object
        beyond = BOUNDS.get(what.sign) if what is not None else None
        more = what is not None and (beyond == "at-least" or what.sign == "+" or "additional" in what.noun.states)
        less = what is not None and (beyond == "up-to" or what.sign == "-")
        direction = "+" if more else "-" if less else "="
        who = self.r.mentions.bound(said.subject.noun) if said.subject else None
        return Modify(who, "cost", what.amount if what else None, direction)  # type: ignore[arg-type]


def _counted_in(what: NounPhrase) -> NounPhrase:
    """What an amount is of: “the amount of damage”; else the phrase itself."""
    return what.of if what.id == "amount" and what.of is not None else what


def _under_modal(group: VerbGroup, clause: Clause) -> Effect:
    """What must happen, what may although a rule is against it, or what happens."""
    if group.modal == "must":
        return Oblige(clause)
    if group.modal == "can":
        only = {"only"} & set(group.adverbs) - set(clause.facts)
        return Allow(replace(clause, facts=(*clause.facts, *only)))
    return Act(clause)


_SAID_ANYHOW = ("instead", "this-way", "normally", "in-any-order")
"""What is said of how it happens and changes nothing of what a construct is, or is read elsewhere."""


_OF_ONE = ("prevent", "modify", "set")
"""Constructs that are about one thing each."""
_NAMED_WHOLE = ("cancel", "ignore", "prevent", "modify")
"""Constructs that name what they change with all that narrows it."""


class _Construct(NamedTuple):
    """How a verb that is a construct is read, and the prepositions whose phrases have a part in it."""

    read: Callable[[Nodes, ParsedClause], Effect | None]
    takes: tuple[str, ...] = ()


_BY_NODE: dict[str | None, _Construct] = {
    "choose": _Construct(Nodes._chosen),
    "cancel": _Construct(Nodes._cancelled, ("in", "at", "on", "from")),
    "prevent": _Construct(Nodes._prevented, ("to", "from", "by")),
    "ignore": _Construct(Nodes._ignored, ("in", "at", "on", "from")),
    "has": _Construct(Nodes._had),
    "gain": _Construct(Nodes._gained, ("to",)),
    "lose": _Construct(Nodes._gained),
    "give": _Construct(Nodes._gained, ("to",)),
    "modify": _Construct(Nodes._modified, ("by", "to", "on", "from")),
    "cost": _Construct(Nodes._costs, ("to",)),
    "set": _Construct(Nodes._set_to, ("to",)),
    "redirect": _Construct(Nodes._redirected, ("to",)),
    None: _Construct(Nodes._taken_less, ("from", "by", "to")),
}
"""The construct that a verb is → how it is read."""


def _stat_changed(what: NounPhrase, to: NounPhrase | None) -> str:
    """What “+1” or “+1/+0” changes: the power it is for, where that is said."""
    if to is not None and to.id:
        return to.id
    return "ATK/DEF" if isinstance(what.amount and what.amount.value, str) else "value"
