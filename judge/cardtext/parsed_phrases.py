"""What the grammar finds: phrases, verb groups and clauses as they were said, before they mean anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Literal, NamedTuple

from judge.cardtext.card_words import Verb
from judge.cardtext.tree import Amount, Bound, Clause, Condition, Noun, Span

BOUNDS: dict[str, Bound] = {"more": "at-least", "greater": "at-least", "higher": "at-least"}
BOUNDS |= {"fewer": "up-to", "less": "up-to", "lower": "up-to"}
SHARES = ("half", "double")
"""Amounts that are so much of another."""
YOU = Noun("you")
SELF = Noun("this")


@dataclass(slots=True)
class NounPhrase:
    """A noun phrase as read: `sort` says what its head is, `id` which of the table's names, `name` the sort's own name
    (“charge” of a charge counter), `amount` how much where it is measured."""

    noun: Noun
    sort: str = "class"
    id: str | None = None
    name: str | None = None
    amount: Amount | None = None
    of: NounPhrase | None = None
    sign: str = ""
    bare: bool = False
    """True without a determiner of its own: “each minion and ally”."""
    parts: tuple[NounPhrase, ...] = ()
    """Of several joined by “and” or “or”: all."""
    joined: Literal["and", "or"] = "and"
    left: list[Span] = field(default_factory=list)
    """Where words stand that found no part in a relative clause."""

    @property
    def each(self) -> tuple[NounPhrase, ...]:
        """The phrases that it joins, itself where it joins none."""
        return self.parts or (self,)

    @property
    def size(self) -> Amount:
        """How much it is: “3”, “its ATK”, “twice its ATK”, “3 plus its ATK”, “1 more than its ATK”."""
        if self.parts and self.noun.joined == "and":
            *before, last = (part.size for part in self.parts)
            return reduce(lambda rest, one: replace(one, plus=rest), reversed(before), last)
        said = self.amount
        if self.sort != "number" or said is None or not isinstance(said.value, int):
            return said if said is not None and said.of is not None else Amount(self._share, self.noun)
        bound = BOUNDS.get(self.sign)
        return Amount("that", plus=Amount(said.value if bound == "at-least" else -said.value)) if bound else said

    @property
    def _share(self) -> str:
        return str(self.amount.value) if self.amount is not None and self.amount.value in SHARES else "equal"

    @property
    def is_thing(self) -> bool:
        """Whether it is no card, player or place."""
        return self.sort in ("thing", "stat", "form", "status", "keyword")


class VerbGroup(NamedTuple):
    """A verb with its auxiliaries."""

    verb: Verb | None
    """None for “be” without a participle: the copula."""
    role: str
    passive: bool
    negative: bool
    modal: str | None
    would: bool
    adverbs: tuple[str, ...]
    has_been: bool
    first: int
    end: int
    bare: bool = False
    """True of “be” without what stands before it: “(cannot take damage or) be stunned”."""


def participle(verb: Verb, role: str, at: int) -> VerbGroup:
    """A participle that stands alone: “(cards) discarded”, “(enemies) attacking”."""
    return VerbGroup(verb, role, role == "past", False, None, False, (), False, at, at + 1)


@dataclass(slots=True)
class ParsedClause:
    """A clause as read: a verb group, who stands before it, what behind it."""

    group: VerbGroup
    subject: NounPhrase | None = None
    objects: list[NounPhrase] = field(default_factory=list)
    prepositions: list[tuple[str, NounPhrase]] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    infinitive: ParsedClause | None = None
    predicate: str | None = None
    """What a copula says of its subject, by sort: "state", "status", "form", "noun", "here", "able"."""
    word: str | None = None
    amount: Amount | None = None
    compare: str | None = None
    first: int = 0
    quoted: tuple[int, int] | None = None
    causer: NounPhrase | None = None
    """Who makes the subject do it: “you may have that minion attack you”."""
    only: bool = False
    """Whether it is said of nobody but its subject: “only Rex can attack”."""
    places: dict[int | str, Span] = field(default_factory=dict)
    """Where each complement stands, of a phrase with its preposition: by its `id`, facts by name."""
    left: list[Span] = field(default_factory=list)
    """Where complements stand that found no part in what the verb says."""
    narrowed: list[tuple[Condition, Span]] = field(default_factory=list)
    """What must hold of the event that the clause is, and where that stands: “an attack that has overkill”. Whoever
    reads it takes it away."""

    def narrowings(self) -> list[Condition]:
        """What must hold of the event, taken away."""
        told, self.narrowed = self.narrowed, []
        return [condition for condition, _ in told]

    @property
    def missed(self) -> list[Span]:
        """Where words stand that found no part, also in the relative clauses of those who take part."""
        told = (
            *([self.subject] if self.subject is not None else ()),
            *self.objects,
            *(one for _, one in self.prepositions),
        )
        of_phrases = (span for phrase in told for part in phrase.each for span in (*phrase.left, *part.left))
        return [*self.left, *(span for _, span in self.narrowed), *of_phrases]

    @property
    def chooser(self) -> NounPhrase | None:
        """Whose “may” it is."""
        return self.causer or self.subject

    @property
    def object(self) -> NounPhrase | None:
        """The first object."""
        return self.objects[0] if self.objects else None

    def place(self, first: int, end: int, before: tuple[int, int, int]) -> None:
        """Take note where the complements stand that came since there were so many objects, prepositions, facts."""
        objects, prepositions, facts = before
        span = first, end
        for phrase in self.objects[objects:]:
            self.places[id(phrase)] = span
        for _, phrase in self.prepositions[prepositions:]:
            self.places[id(phrase)] = span
        for fact in self.facts[facts:]:
            self.places[fact] = span

    def leave(self, phrases: Iterable[NounPhrase] = (), facts: Iterable[str] = ()) -> None:
        """Let these complements have found no part."""
        keys = (*(id(phrase) for phrase in phrases if phrase.sort != "gerund"), *facts)
        self.left = [self.places[key] for key in keys if key in self.places]

    def behind(self, *prepositions: str) -> NounPhrase | None:
        """The first phrase behind one of these prepositions."""
        return next((phrase for name, phrase in self.prepositions if name in prepositions), None)


def parted(said: ParsedClause) -> tuple[ParsedClause, ...]:
    """A clause for each thing of a list that it is about, as each is an event of its own: “give it a boost card and a
    tough status card”, “the hero deck or the villain deck runs out”; itself where it is about one, or about a list of
    cards.
    """
    listed = said.objects[-1] if said.objects else said.subject
    if listed is None or not any(part.is_thing or _is_doing(part, said) for part in listed.parts):
        return (said,)
    said.places.update({id(part): said.places[id(listed)] for part in listed.parts if id(listed) in said.places})
    if said.objects:
        return tuple(replace(said, objects=[*said.objects[:-1], part]) for part in listed.parts)
    return tuple(replace(said, subject=part) for part in listed.parts)


def _is_doing(part: NounPhrase, said: ParsedClause) -> bool:
    """Whether a part of a list is a place to which something happens by itself."""
    return part.sort == "zone" and not said.objects and not said.group.passive


def list_joint(said: ParsedClause) -> Literal["and", "or"]:
    """How the list is joined that a clause is about."""
    listed = said.objects[-1] if said.objects else said.subject
    return listed.joined if listed is not None else "and"


def others(noun: Noun) -> Noun:
    """Everybody but those of a noun."""
    return Noun("class", quantifier="any", having=(Condition(Clause("is", to=noun), negative=True),), span=noun.span)


def denied(said: ParsedClause) -> None:
    """Let “no Hero can move” and “only Rex can move” say what they mean: a Hero, anybody else cannot."""
    subject = said.subject
    if subject is not None and said.only and said.group.modal in ("may", "can"):
        subject.noun = others(subject.noun)
        said.group = said.group._replace(modal="cannot", negative=False)
        return
    if subject is not None and subject.noun.quantifier == "none" and said.group.verb is not None:
        subject.noun = replace(subject.noun, quantifier="any")
        said.group = said.group._replace(modal="cannot", negative=False)


def carried(said: ParsedClause, last: ParsedClause | None) -> None:
    """Let a clause that shares the subject of the last one share its auxiliary: “would be stunned or confused”."""
    if last is None or said.group.first != said.first:
        return
    group = said.group
    if last.group.passive and group.role == "past" and not group.passive and not said.objects:
        denied, been = group.negative or last.group.negative, group.has_been or last.group.has_been
        modal = group.modal or last.group.modal
        said.group = group._replace(passive=True, negative=denied, has_been=been, modal=modal)
    elif (group.role == "base" or group.bare) and group.modal is None and last.group.modal in ("cannot", "must", "can"):
        said.group = group._replace(modal=last.group.modal, negative=last.group.negative)
