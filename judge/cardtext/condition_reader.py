"""Conditions: what stands behind “if”, “while”, “unless”, and the moments that phases and turns are."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple

from judge.cardtext.ability_in_reading import AbilityInReading
from judge.cardtext.antecedents import joined_conditions
from judge.cardtext.clause_meaning import as_place, condition_of
from judge.cardtext.english import CANNOT, DO, NEGATED, NEGATIONS, SENTENCE_ENDS, word_set
from judge.cardtext.parsed_phrases import SELF, NounPhrase, ParsedClause, carried, participle
from judge.cardtext.tree import Clause, Condition, Noun, against

_LASTING = ("until ", "for the rest ", "for the remainder ")
EDGES = {"start": "begin", "beginning": "begin", "end": "end"}
"""Words for the two ends of something that lasts → the variant of its event."""
_STEPS = {"one": "step-one", "two": "step-two", "three": "step-three", "four": "step-four", "five": "step-five"}


_SPARED = (("except", "for"), ("except",), ("other", "than"), ("but", "not"))
"""Words that except a circumstance: “except by an attack”, “other than during your turn”."""
_CAUSES = frozenset(["by", "from", "with", "using", "through", "via"])
_REASONS = (("because", "of"), ("due", "to"), ("as", "a", "result", "of"))
CIRCUMSTANCES = word_set("if unless while during as outside because for") | {
    words[0] for words in (*_SPARED, *_REASONS)
}
"""Words with which circumstances open, causes alone aside."""
_SEVERAL = ("each", "all", "any", "number", "none")
_MOST_JOINED = 4
_ENDS_STATE = frozenset(["", ",", ".", ":", ")", "and", "or", "→"])


def _several(subject: NounPhrase) -> bool:
    """Whether more than one may be spoken of: “each hero”, “cards”."""
    noun = subject.noun
    return noun.quantifier in _SEVERAL or bool(subject.parts) or (subject.bare and noun.head == "class")


class _Stated(NamedTuple):
    """One condition, where it ends, and what the next may share: its subject, and its words where it was a clause."""

    condition: Condition
    end: int
    subject: NounPhrase | None = None
    said: ParsedClause | None = None


class Circumstance(NamedTuple):
    """When or how something is so. `bears` tells what it is to what it is said of: “if”, “while” and “during” it must
    hold, of “unless” and “except” it must not."""

    bears: Literal["if", "while", "during", "unless", "except"]
    condition: Condition
    end: int

    @property
    def asked(self) -> Condition:
        """What must hold."""
        denied = self.bears in ("unless", "except")
        condition = replace(self.condition, negative=not self.condition.negative) if denied else self.condition
        return replace(condition, going_on=True) if self.bears == "while" else condition


class Conditions:
    """Reads the conditions of one ability."""

    def __init__(self, reading: AbilityInReading) -> None:
        self.r = reading

    def edge(self, at: int) -> tuple[Clause, int] | None:
        """“the end of the round”, “the start of your turn”, “step one of the villain phase”."""
        s = self.r.s
        first = at
        at += s.low(at) == "the"
        if s.low(at) in EDGES and s.low(at + 1) in ("of", "the", "each", "your"):
            return self._edge_of(EDGES[s.low(at)], first, at + 2 if s.low(at + 1) == "of" else at + 1)
        said = s.low(at + 1)
        if s.at(at).sense.thing != "step" or not said or (said not in _STEPS and said not in "12345"):
            return None
        return self._step(_STEPS.get(said) or list(_STEPS.values())[int(said) - 1], first, at + 2)

    def _edge_of(self, variant: str, first: int, at: int) -> tuple[Clause, int] | None:
        """Of “the end of the round” what stands behind “end of”."""
        s, words = self.r.s, self.r.words
        each = (s.at(at).sense.fact or "").partition("each-")[2]  # “each turn” is one phrase
        if each in words.thing_events:
            event = words.thing_events[each]
            return Clause(event, variant=variant, facts=("each",), span=self.r.span(first, at + 1)), at + 1
        if variant == "begin" and s.at(at).sense.thing == "step":
            return self.edge(at)  # “the start of step three”: when that step is reached
        lasts = words.durations.get(s.low(at)) if s.low(at).startswith("this ") else None
        if lasts is not None and lasts in words.thing_events:  # “the end of this turn”
            return Clause(lasts, variant=variant, span=self.r.span(first, at + 1)), at + 1
        found = self.r.g.noun(at)
        if found is None or found[0].id not in words.thing_events:
            return None
        return self.moment(found[0], variant, first, found[1]), found[1]

    def _step(self, variant: str, first: int, at: int) -> tuple[Clause, int]:
        """Of “step one of the villain phase” what stands behind the number."""
        s, thing = self.r.s, None
        found = self.r.g.noun(at + 1) if s.low(at) == "of" else None
        if found is not None:
            thing, at = found[0].id, found[1]
        if s.low(at) == "(":
            at = max((place + 1 for place in range(at, min(at + 8, s.end)) if s.low(place) == ")"), default=at)
        at += s.verb(at) in ("end", "resolve", "begin")
        return Clause("phase", thing=thing, variant=variant, span=self.r.span(first, at)), at

    def moment(self, phrase: NounPhrase, variant: str | None, first: int, end: int) -> Clause:
        event = self.r.words.thing_events[phrase.id or ""]
        if phrase.noun.zone or any(said.clause is None or said.clause.event == "has" for said in phrase.noun.having):
            self.r.miss(first, end)  # what narrows the moment further has no place
        each = ("each",) if phrase.noun.quantifier in ("each", "any", "all") else ()
        known = self.r.words.vocabulary["facts"]
        facts = (*each, *(state for state in phrase.noun.states if state in known))  # “a melee combat”
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
        self, at: int, *, moment: bool = False, subject: NounPhrase | None = None, fronted: bool = False
    ) -> tuple[Condition, int] | None:
        """What stands behind “if”, “while”, “unless”: one condition or several joined; `fronted` in front of what it is
        asked for."""
        s = self.r.s
        first = stop = at
        parts: list[Condition] = []
        joint, following = "and", None
        denied = False
        last: ParsedClause | None = None
        while len(parts) < _MOST_JOINED and (found := self.one(at, subject, moment, last)) is not None:
            joint = "and" if found.said is last and found.condition.negative and parts else following or joint
            condition, end, subject, last = found
            if denied and condition.clause is not None and s.at(at).sense.roles & {"base"}:
                # “you do not recruit a hero or defeat a villain”: neither
                condition, joint = replace(condition, negative=True), "and"
            denied = condition.negative and not s.is_finite(at)
            condition, end = self._within(condition, end)
            parts.append(self.as_said(condition, at, end))
            stop = end
            if s.low(stop) in ("during", "while") and (also := self._circumstance(stop, subject)) is not None:
                parts.append(self.as_said(also.asked, stop, also.end))  # “… attacks you during that round”: both
                stop = also.end
            behind = self._next_condition(stop, subject, fronted=fronted)
            if behind is None:
                break
            following, at = behind
        return (self.as_said(joined_conditions(parts, joint), first, stop), stop) if parts else None

    def until(self, at: int) -> tuple[Condition, int] | None:
        """What ends something: “you discard an event or your deck is empty”; “you draw it and discard 1 card” is a deed
        after the first."""
        several = self.condition(at)
        if several is None or several[0].joined == "or" or not several[0].parts:
            return several
        first = self.one(at, None, False)
        return (self.as_said(first[0], at, first[1]), first[1]) if first is not None else None

    def circumstance(self, at: int, subject: NounPhrase | None = None, *, cause: bool = False) -> Circumstance | None:
        """“if …”, “while exhausted”, “during your turn”, “outside of your turn”, “except by an attack”; where nobody is
        named the state is that of `subject`. With `cause` also “by an attack” alone.
        """
        s = self.r.s
        spared = s.opener(at, _SPARED)
        if not spared and s.low(at) == "outside":
            when = self.one(at + 1 + (s.low(at + 1) == "of"), None, True)
            return Circumstance("except", self.as_said(when[0], at, when[1]), when[1]) if when is not None else None
        begin = at + len(spared)
        found = self._circumstance(begin, subject) or self._reason(begin, subject) or self._for_event(begin)
        if found is None and (spared or cause) and s.low(begin) in _CAUSES:
            found = self._cause(begin, 1, subject)
        if found is None or not spared:
            return found
        return Circumstance("except", self.as_said(found.asked, at, found.end), found.end)

    def _circumstance(self, at: int, subject: NounPhrase | None) -> Circumstance | None:
        """What must hold, or of “unless” must not."""
        s = self.r.s
        lower = s.low(at)
        at += s.lows(at, 3) == ("for", "as", "long")
        as_long = s.lows(at, 3) == ("as", "long", "as")
        if lower not in ("if", "unless", "while", "during") and not as_long:
            return None
        begin, shared = at + (3 if as_long else 1), subject if lower == "while" else None
        found = self._state_alone(begin, shared) if shared is not None else None
        found = found or self.condition(begin, moment=lower == "during", subject=shared)
        bears = "during" if as_long else lower
        return Circumstance(bears, *found) if found is not None else None  # type: ignore[arg-type]

    def _state_alone(self, at: int, subject: NounPhrase | None) -> tuple[Condition, int] | None:
        """“exhausted”, “facedown”, “in hero form” of “while exhausted”: how the one spoken of is."""
        s = self.r.s
        piece = s.at(at)
        who = self.r.mentions.bound(subject.noun) if subject is not None and not _several(subject) else None
        form = s.at(at + 1).sense.form if piece.lower == "in" else None
        if form is not None:
            condition, end = Condition(Clause("in-form", patient=who, thing=form)), at + 2
            return (self.as_said(condition, at, end), end) if s.low(end) in _ENDS_STATE else None
        return self._in_state(at, who)

    def _in_state(self, at: int, who: Noun | None) -> tuple[Condition, int] | None:
        """“exhausted”, where nothing more is said of how somebody is."""
        s, sense = self.r.s, self.r.s.at(at).sense
        told = sense.state or sense.status
        if told is None or s.low(at + 1) not in _ENDS_STATE or "ing" in sense.roles:
            return None
        event = "has-status" if sense.status else "is"
        return self.as_said(Condition(Clause(event, patient=who, thing=told)), at, at + 1), at + 1

    def _reason(self, at: int, subject: NounPhrase | None) -> Circumstance | None:
        """“because of an attack”, “because it has no counters”, “for having no counters”."""
        s = self.r.s
        opened = s.opener(at, _REASONS)
        if opened:
            return self._cause(at, len(opened), subject)
        if s.low(at) == "because" and (found := self.condition(at + 1)) is not None:
            return Circumstance("if", *found)
        does = "ing" in s.at(at + 1).sense.roles and not s.at(at + 1).sense.is_noun
        return self._cause(at, 1, subject) if s.low(at) == "for" and does else None

    def _for_event(self, at: int) -> Circumstance | None:
        """“for its activation against you”: during that."""
        begin = self.r.g.event_begins(at) if self.r.s.low(at) == "for" else None
        found = self._during(begin) if begin is not None else None
        told = found[0].clause.variant if found is not None and found[0].clause is not None else None
        return Circumstance("during", self.as_said(found[0], at, found[1]), found[1]) if found and told else None

    def _cause(self, at: int, opened: int, subject: NounPhrase | None) -> Circumstance | None:
        """“by an attack”, “from here”, “by being defeated”: what brings it about, behind the words that open it."""
        s, begin = self.r.s, at + opened
        doing = "ing" in s.at(begin).sense.roles or s.low(begin) == "being"
        known = self._doing(begin, subject) if doing else None
        if known is None:
            found = self.r.g.noun(begin)
            if found is None:
                return None
            known = Condition(Clause("from", source=self.r.mentions.bound(found[0].noun))), found[1]
        return Circumstance("if", self.as_said(known[0], at, known[1]), known[1])

    def as_said(self, condition: Condition, first: int, end: int) -> Condition:
        """The condition with the words that say it."""
        return replace(condition, text=self.r.text(first, end), span=self.r.span(first, end))

    def _within(self, condition: Condition, at: int) -> tuple[Condition, int]:
        """A condition with “this turn” behind it; how long an effect lasts is not said of what it depends on."""
        lower = self.r.s.low(at)
        lasts = self.r.words.durations.get(lower) if not lower.startswith(_LASTING) else None
        if lasts is None or condition.clause is None:
            return condition, at
        clause = replace(condition.clause, facts=(*condition.clause.facts, f"this-{lasts}"))
        return replace(condition, clause=clause), at + 1

    def to_play(self, at: int) -> Condition:
        """What must hold for a card to be played: “if your identity has …”, “Hero form only”, “as the first card …”."""
        s = self.r.s
        end = s.end - (s.low(s.end - 1) in SENTENCE_ENDS)
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

    def _next_condition(self, at: int, subject: NounPhrase | None, *, fronted: bool) -> tuple[str, int] | None:
        """What joins a further condition, and where that begins: “and it is ready”, “, or if it is stunned”."""
        g, s = self.r.g, self.r.s
        comma = s.low(at) == ","
        joint = "and" if s.low(at + comma) == "but" else s.low(at + comma)
        begin = at + comma + 1
        again = s.low(begin) in ("if", "while")
        if joint not in ("and", "or") or (comma and (joint == "and" or not (fronted or again))):
            return None
        begin += again
        if not comma and (g._verb_follows(begin) or s.is_finite(begin) or s.low(begin) in NEGATIONS):
            return joint, begin
        clause = g.clause(begin, subject=subject if s.is_finite(begin) else None, imperative=False)
        if clause is None or (comma and (s.low(clause[1]) in (",", "and", "or")) != fronted):
            return None  # “…, or if it is ready, stun it” is another effect; in front of one the comma closes it
        return joint, begin

    def one(
        self, at: int, subject: NounPhrase | None, moment: bool, last: ParsedClause | None = None
    ) -> _Stated | None:
        """One condition; one joined to `last` may share how somebody is said to be so: “is stunned or confused”."""
        g, piece, following = self.r.g, self.r.s.at(at), self.r.s.at(at + 1).sense
        is_doing = piece.sense.verb is not None and "ing" in piece.sense.roles
        known = self._shared_state(at, last) or self._happened(at) or self._now(at)
        if known is None and is_doing and not following.is_noun:
            known = self._doing(at, subject)
        known = known or self._left_as(at, subject) or self._where(at, bare=not moment and subject is None)
        if known is not None:
            return _Stated(*known, subject, last)
        if moment:
            return _of(self._during(at), subject)
        clause = g.clause(at, subject=subject, imperative=subject is not None)
        if clause is None:
            return _of(self._doing(at, None) if is_doing else None)
        said, end = clause
        carried(said, last)
        return _Stated(self._stated(said), end, said.subject, said)

    def _shared_state(self, at: int, last: ParsedClause | None) -> tuple[Condition, int] | None:
        """“confused” of “is stunned or confused”."""
        if last is None or last.subject is None or last.group.has_been:
            return None
        verb = last.group.verb
        is_state = (
            last.group.passive and bool(verb.state) if verb is not None else last.predicate in ("state", "status")
        )
        found = self._in_state(at, self.r.mentions.bound(last.subject.noun)) if is_state else None
        return (replace(found[0], negative=last.group.negative), found[1]) if found is not None else None

    def _doing(self, at: int, subject: NounPhrase | None) -> tuple[Condition, int] | None:
        """“while attacking an enemy”."""
        group = self.r.g.group(at)
        if group is None:
            return None
        said, end = self.r.g._complements(ParsedClause(group, subject, first=at), 1)
        return self._stated(said), end

    def _stated(self, said: ParsedClause) -> Condition:
        """The condition that a clause is; complements that found no part in it are told."""
        condition = condition_of(said, self.r.words)
        self.r.left_over(said)
        return self._bound(condition)

    def _left_as(self, at: int, subject: NounPhrase | None) -> tuple[Condition, int] | None:
        """“attached to an enemy” of “while attached to an enemy”: how `subject` is, else the card."""
        s, piece = self.r.s, self.r.s.at(at)
        verb = piece.sense.verb
        if verb is None or not verb.state or "past" not in piece.sense.roles or s.low(at + 1) not in ("to", "with"):
            return None
        if subject is not None and _several(subject):
            return None
        group = participle(verb, "past", at)
        said, end = self.r.g._complements(ParsedClause(group, subject or NounPhrase(SELF), first=at), 1)
        return self._bound(condition_of(said, self.r.words)), end

    def _where(self, at: int, *, bare: bool) -> tuple[Condition, int] | None:
        """“in hero form”, “in play”; where a `bare` state may stand, “exhausted”."""
        piece, following = self.r.s.at(at), self.r.s.at(at + 1).sense
        if piece.lower == "in" and following.form:
            return Condition(Clause("in-form", thing=following.form)), at + 2
        if piece.lower == "in" and following.zone == "play":
            return Condition(Clause("in-play")), at + 2
        state = piece.sense.state if bare and not following.is_noun and not piece.sense.verb else None
        return (Condition(Clause("is", thing=state)), at + 1) if state else None

    def _during(self, at: int) -> tuple[Condition, int] | None:
        """“the end of the round”, “your turn”: a moment."""
        edge = self.edge(at)
        if edge is not None:
            return Condition(edge[0]), edge[1]
        found = self.r.g.noun(at)
        if found is None:
            return None
        event = self.r.words.thing_events.get(found[0].id or "")
        patient = self.r.mentions.bound(found[0].noun)
        return Condition(Clause("during", thing=found[0].id, variant=event, patient=patient)), found[1]

    def _now(self, at: int) -> tuple[Condition, int] | None:
        """“it is your turn”, “it is not the villain phase”: during which moment."""
        s = self.r.s
        if s.lows(at, 2) not in (("it", "is"), ("it", "isn't")) and s.low(at) != "it's":
            return None
        begin = at + (1 if s.low(at) == "it's" else 2)
        denied = s.low(at + 1) == "isn't" or s.low(begin) in NEGATIONS
        found = self.r.g.noun(begin + (s.low(begin) in NEGATIONS))
        event = self.r.words.thing_events.get(found[0].id or "") if found is not None else None
        if found is None or event is None or found[0].noun.quantifier == "one":
            return None  # “it is an attack” says what it is
        noun = self.r.mentions.bound(found[0].noun)
        return Condition(Clause("during", thing=found[0].id, variant=event, patient=noun), denied), found[1]

    def _happened(self, at: int) -> tuple[Condition, int] | None:
        """“you do”, “a player cannot”, “able”, “not”, “none”: whether what stands before happened."""
        s = self.r.s
        if s.low(at) in ("able", "possible", "so", "not", "none") and not s.at(at + 1).is_word:
            return Condition(Clause("happened"), s.low(at) in ("not", "none")), at + 1
        declined = self._declined(at)
        if declined is not None:
            return declined
        helpers = CANNOT | DO | NEGATED.keys() | {"can", "could"}
        found = self.r.g.simple(at, depth=1) if s.low(at + 1) in helpers or s.low(at + 2) in helpers else None
        if found is None:
            return None
        phrase, place = found
        denied = s.low(place) in CANNOT or s.low(place + 1) in NEGATIONS or s.low(place) in NEGATED
        end = place + 1 + (s.low(place + 1) in NEGATIONS)
        if s.low(place) not in helpers or (s.at(end).is_word and s.low(end) not in ("and", "or", "but")):
            return None
        noun = self.r.mentions.bound(phrase.noun)
        return Condition(Clause("happened", agent=None if noun is None or noun.head == "you" else noun), denied), end

    def _declined(self, at: int) -> tuple[Condition, int] | None:
        """“you choose not to”, “that player chooses to”: whether somebody did what was left to them."""
        s = self.r.s
        found = self.r.g.simple(at, depth=1) if "choose" in (s.verb(at + 1), s.verb(at + 2)) else None
        denied = found is not None and s.low(found[1] + 1) in NEGATIONS
        end = found[1] + 3 if denied and found is not None else (found[1] + 2 if found is not None else at)
        if found is None or s.verb(found[1]) != "choose" or s.low(end - 1) != "to" or s.at(end).is_word:
            return None
        noun = self.r.mentions.bound(found[0].noun)
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


def _of(found: tuple[Condition, int] | None, subject: NounPhrase | None = None) -> _Stated | None:
    return _Stated(*found, subject) if found is not None else None
