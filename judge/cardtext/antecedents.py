"""To what “it”, “that minion”, “they” refer: the last one named before of whom the words can be said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import Antecedent, Clause, Condition, Noun

_PERSONS = {"they", "them", "their", "themselves"}
_OWNED = {"its", "their", "his", "her"}
_PARTS = ("agent", "patient", "to", "origin", "source", "as_what", "what")
_PLACES = ("whose", "engaged_with", "attached_to", "at")


class _Mention(NamedTuple):
    label: Antecedent
    noun: Noun
    is_place: bool
    is_player: bool


class Mentions:
    """Those named so far, in order."""

    def __init__(self, words: CardWords) -> None:
        self._words = words
        self._named: list[_Mention] = []

    def _mention(self, label: Antecedent, noun: Noun, *, is_place: bool = False) -> _Mention:
        persons = self._words.persons
        return _Mention(label, noun, is_place, noun.role in persons or not persons.isdisjoint(noun.kinds))

    def add(self, label: Antecedent, *nouns: Noun | None) -> None:
        """Take note of whom a clause named."""
        for noun in nouns:
            if noun is None or noun.head == "you" or (noun.head == "that" and noun.antecedent is not None):
                continue
            self._named.append(self._mention(label, noun))
        del self._named[:-12]

    def trigger(self, clause: Clause) -> None:
        """Take note of those whom a trigger names: agent, patient, source."""
        self.add("source", clause.source)
        if clause.to is not None and clause.to.kinds:
            self._named.append(self._mention("target", clause.to, is_place=True))
        self.add("agent", clause.agent)
        self.add("patient", clause.patient)

    def clause(self, clause: Clause, label: Antecedent = "target") -> None:
        """Take note of those whom a clause of an effect or cost names."""
        for place in (clause.to, clause.origin, clause.patient.at if clause.patient else None):
            if place is not None and place.antecedent is None:
                self._named.append(self._mention(label, place, is_place=True))
        self.add("doer" if label == "target" else label, clause.agent)
        self.add(label, clause.patient)

    def bound(self, noun: Noun | None, subject: Noun | None = None) -> Noun | None:
        """The noun with what in it refers back bound to what it refers to."""
        if noun is None:
            return None
        noun = self._labelled(noun, subject)
        bound: dict[str, Any] = {}
        for part in _PLACES:
            inner = getattr(noun, part)
            if inner is not None and (found := self.bound(inner, subject)) is not inner:
                bound[part] = found
        if noun.parts:
            bound["parts"] = tuple(one for part in noun.parts if (one := self.bound(part, subject)))
        if noun.having:
            bound["having"] = tuple(self.condition(one, subject, relative=True) for one in noun.having)
        return replace(noun, **bound) if bound else noun

    def _labelled(self, noun: Noun, subject: Noun | None) -> Noun:
        """The noun with the label of the one to whom it refers, if it is a pronoun."""
        if noun.head == "that" and noun.antecedent is None:
            label, kinds = self._refers(noun, subject)
            return replace(noun, antecedent=label, kinds=noun.kinds or kinds, name=None)
        if noun.head == "that" and noun.antecedent == "subject":
            return replace(noun, name=None)
        return noun

    def in_clause(self, clause: Clause, outer: Noun | None = None) -> Clause:
        """The clause with its nouns bound; “their”, “its” of an object may mean the clause's own subject.

        `outer` is the subject of the clause around a relative one (“it attacks the player it is engaged with”).
        """
        subject = clause.agent or clause.patient
        if outer is not None and (subject is None or subject.head == "that"):
            subject = outer
        bound: dict[str, Any] = {}
        for part in _PARTS:
            noun = getattr(clause, part)
            if noun is not None:
                found = self.bound(
                    noun, outer if part == "agent" else (clause.agent or outer) if part == "patient" else subject
                )
                if found is not noun:
                    bound[part] = found
        amount = clause.amount
        if amount is not None and amount.of is not None:
            bound["amount"] = replace(amount, of=self.bound(amount.of, subject))
        return replace(clause, **bound) if bound else clause

    def condition(self, condition: Condition, subject: Noun | None = None, *, relative: bool = False) -> Condition:
        """The condition with its nouns bound."""
        clause = self.in_clause(condition.clause, subject if relative else None) if condition.clause else None
        if clause is condition.clause and not condition.parts:
            return condition
        return replace(condition, clause=clause, parts=tuple(self.condition(part, subject) for part in condition.parts))

    def _refers(self, noun: Noun, subject: Noun | None) -> tuple[Antecedent, tuple[str, ...]]:
        """The label of the one meant, who from then on is the one named last, and the kinds by which they were named:
        “that player”, of a minion engaged with one, is no minion, and neither are “they”.
        """
        said = noun.name or ""
        if subject is not None and self._means_subject(said, subject):
            return "subject", ()
        mention = self._meant(said, noun)
        if mention is None:
            return ("subject" if subject is not None and subject.head != "you" and said != "there" else "event"), ()
        if not mention.is_player and not self._words.persons.isdisjoint(noun.kinds):
            mention = self._mention(mention.label, replace(noun, antecedent=mention.label))
        self._named.append(mention)
        return mention.label, mention.noun.kinds if mention.noun.head == "that" else ()

    def _means_subject(self, said: str, subject: Noun) -> bool:
        """Whether a pronoun means the subject of its own clause: “its controller”, “they” of players."""
        if subject.head in ("you", "that") or said == "there":
            return False
        named = self._mention("subject", subject)
        own = said in _OWNED or (said in _PERSONS and named.is_player)
        return own and _fits(said, named)

    def _meant(self, said: str, noun: Noun) -> _Mention | None:
        """The last one named of whom the words can be said."""
        named = list(reversed(self._named))
        if said == "there":
            return next((mention for mention in named if mention.is_place), None)
        kinds = set(noun.kinds)
        others = [mention for mention in named if mention.noun.head != "this"] if kinds else []
        for may_be in (self._is_of, self._may_be_of):
            for mention in others:
                if may_be(mention, kinds):
                    return mention
        return next((mention for mention in named if _fits(said, mention)), named[0] if named else None)

    def _is_of(self, mention: _Mention, kinds: set[str]) -> bool:
        """Whether one was named as of the kinds."""
        if mention.is_player and kinds & self._words.persons:
            return True
        return bool(kinds & {*mention.noun.kinds, mention.noun.role})

    def _may_be_of(self, mention: _Mention, kinds: set[str]) -> bool:
        """Whether one was named so vaguely, or the kinds are so vague, that it may be of them."""
        vague = kinds & self._words.vague or self._words.vague.intersection(mention.noun.kinds)
        return not mention.is_player and (bool(vague) or mention.noun.head in ("attached", "named"))


def _fits(pronoun: str, mention: _Mention) -> bool:
    return mention.is_player == (pronoun in _PERSONS) or (
        pronoun in _PERSONS
        and not mention.is_player
        and mention.noun.quantifier in ("each", "all", "number", "any", "up-to")
    )


def joined_conditions(parts: Iterable[Condition], joint: str) -> Condition:
    """One condition of several."""
    several = tuple(parts)
    if len(several) == 1:
        return several[0]
    return Condition(
        parts=several, joined="or" if joint == "or" else "and", span=(several[0].span[0], several[-1].span[1])
    )
