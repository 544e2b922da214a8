"""One grammar of clauses: noun phrases, verb groups and their complements, read from pieces by plain descent.

Triggers, effects, conditions, relative clauses and what “cannot” forbids are all read here; what they become is
decided in `clause_meaning` and above. Every loop moves on and every descent is bounded, so the work grows with the
length of the text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from judge.cardtext.clause_meaning import clause_of, condition_of, has_condition
from judge.cardtext.english import (
    ADVERBS,
    BE,
    CANNOT,
    DO,
    FINITE_BE,
    HAVE,
    MODALS,
    NEGATED,
    NEGATIONS,
    NUMBERS,
    POSSESSIVE,
    PREPOSITIONS,
    PRONOUNS,
)
from judge.cardtext.lexer import THIS
from judge.cardtext.noun_phrases import NounPhraseReader
from judge.cardtext.parsed_phrases import SELF, YOU, NounPhrase, ParsedClause, VerbGroup
from judge.cardtext.tree import Amount, Clause, Condition, Noun
from judge.cardtext.word_lookup import WordLookup

_DEEPEST = 5
"""Phrases within phrases beyond that are no card's."""
_DEEPEST_CLAUSE = 3
"""Relative clauses within relative clauses beyond that are no card's."""
_TENSED = frozenset(["s", "base", "past"])
_OBJECTS = frozenset(["a", "an", "the", "your", "1"])
"""Words that begin an object: then what stands before is no relative clause about another noun."""
_RELATIVE = ("that", "who", "which")
_NO_OBJECT = frozenset(
    ["if", "unless", "while", "when", "whenever", "until", "where", "instead", "otherwise", "then", "and", "or"]
)
_SECOND = frozenset(["a", "an", "the", "all", "any", "your", "no", "each", "another", "up", "one", "that"])
"""Words with which a second object begins (“give that minion a tough status card”)."""
_MEASURES: dict[str, Literal["more-than", "fewer-than"]] = {
    "less": "fewer-than",
    "fewer": "fewer-than",
    "lower": "fewer-than",
    "more": "more-than",
    "greater": "more-than",
    "higher": "more-than",
}
_WITH = frozenset(["with", "without"])
_MANNERS = frozenset(["facedown", "faceup", "ready", "exhausted", "set-aside"])
"""States in which something is put somewhere."""
_RESERVED = frozenset(["to", "from", "by", "against", "into", "onto", "as", "among", "for"])


_MOST_LISTED = 8
"""Things that one list joins; longer ones are no card's."""


class Grammar:
    """Reads phrases and clauses of a stretch, from any place on."""

    def __init__(self, stretch: WordLookup) -> None:
        self.s = stretch
        self.plain = False
        """True while a past tense is no participle: “no enemy activated this way”."""

    def noun(
        self, at: int, *, reserved: frozenset[str] = frozenset(), depth: int = 0, subject: bool = False
    ) -> tuple[NounPhrase, int] | None:
        """A noun phrase with those joined to it by “and” and “or”."""
        s = self.s
        first = self.simple(at, reserved=reserved, depth=depth)
        if first is None:
            return None
        phrase, end = first
        parts, joined = [phrase], None
        before_comma: tuple[int, int] | None = None
        while True:
            joint, behind = self._joint(end)
            if joint == "," and before_comma is None:
                before_comma = len(parts), end
            if joint is None or len(parts) > _MOST_LISTED or (joint == "," and not self._list_goes_on(behind)):
                break
            if self._opens_clause(behind, subject=subject):
                break
            more = self.simple(behind, reserved=reserved, depth=depth)
            if more is None or (not more[0].is_thing and phrase.is_thing and phrase.sort != "keyword" and joint != ","):
                break
            if not subject and self._has_own_verb(more[1]) and not s.is_finite_noun(more[1]):
                if before_comma is not None and len(parts) > before_comma[0]:
                    del parts[before_comma[0] :]
                    end, joined = before_comma[1], joined if before_comma[0] > 1 else None
                break
            parts.append(more[0])
            end = more[1]
            if joint != ",":
                joined = joint
            elif joined is None and s.low(end) not in (",", "and", "or", "and/or") and not self._is_change(end - 2):
                joined = "or"
        if (
            before_comma is not None
            and len(parts) > before_comma[0]
            and not subject
            and "base" in s.at(end).sense.roles
            and not s.at(end).sense.state
        ):
            # “When X attacks an ally, the villain and each minion attack you”: behind the comma another clause begins
            del parts[before_comma[0] :]
            end = before_comma[1]
            joined = joined if len(parts) > 1 else None
        if len(parts) == 1:
            return phrase, end
        return _joined(parts, joined or "and"), end

    def _has_own_verb(self, at: int) -> bool:
        """Whether a noun phrase before `at` is the subject of a verb: “her attacks gain overkill”."""
        s = self.s
        sense = s.at(at).sense
        return s.is_finite(at) or (
            "base" in sense.roles
            and not sense.is_noun
            and not sense.state
            and sense is not THIS
            and s.at(at + 1).is_word
        )

    def _joint(self, at: int) -> tuple[str | None, int]:
        """“and”, “or”, a comma, or a comma with one of them; and where it ends."""
        s = self.s
        lower = s.low(at)
        if lower in ("and", "or", "and/or", "plus"):
            return "or" if lower == "or" else "and", at + 1
        if lower == "and" and s.low(at + 1) == "/":
            return "and", at + 3
        if lower == "/" and s.at(at).new == "":
            return "or", at + 1
        if lower == ",":
            if s.low(at + 1) in ("and", "or", "plus"):
                return "or" if s.low(at + 1) == "or" else "and", at + 2
            return ",", at + 1
        return None, at

    def _list_goes_on(self, at: int) -> bool:
        """Whether behind a comma a list goes on that “and” or “or” ends: “an ally, support, or upgrade”."""
        s = self.s
        if self._is_change(at):
            return self._is_change(at - 3)  # “+1 THW, +1 ATK”
        for place in range(at, min(at + 8, s.end)):
            lower = s.low(place)
            if lower in ("and", "or"):
                return s.low(place - 1) == "," or place - at < 4
            if not s.at(place).is_word and lower != ",":
                return False
            if place == at and (lower in PRONOUNS or lower in ("then", "you", "that", "this", "if", "instead")):
                return False
            if lower in FINITE_BE or lower in MODALS or lower in CANNOT:
                return False
        return False

    def _is_change(self, at: int) -> bool:
        """Whether a change of a value stands here: “+1 ATK”."""
        piece = self.s.at(at)
        return piece.lower[:1] in ("+", "-") and piece.sort == "number" and bool(self.s.at(at + 1).sense.stat)

    def _opens_clause(self, at: int, *, subject: bool) -> bool:
        """Whether a clause of its own begins: a verb to be obeyed, “then”, “you” before a verb."""
        s = self.s
        piece = s.at(at)
        lower = piece.lower
        if not piece.is_word and lower not in ('"', "["):
            return True
        if (
            lower in ("then", "if", "it", "they", "he", "she", "instead", "must", "may", "cannot", "cause", "do")
            or lower in CANNOT
        ):
            return True
        if lower == "you":
            return not subject or bool(s.at(at + 1).sense.roles & {"base"}) or s.is_finite(at + 1)
        roles = piece.sense.roles
        if s.is_finite(at):
            return True
        if "base" in roles and piece.sense is not THIS:
            return not (piece.sense.is_noun and s.closes_noun(at + 1)) and not (piece.is_capital and self._is_title(at))
        return False

    def _is_title(self, at: int) -> bool:
        """Of a verb's form with a capital within a sentence: whether it is part of a name or a trait (“a Defense
        event”)."""
        s = self.s
        return not s.begins_sentence(at)

    def simple(
        self, at: int, *, reserved: frozenset[str] = frozenset(), depth: int = 0
    ) -> tuple[NounPhrase, int] | None:
        """One noun phrase: determiners, what narrows it, its head, and what follows that."""
        if depth > _DEEPEST or at >= self.s.end:
            return None
        head = NounPhraseReader(self.s, at)
        phrase = head.read()
        return self._behind(phrase, at, head.at, reserved, depth) if phrase is not None else None

    def _behind(
        self, phrase: NounPhrase, first: int, end: int, reserved: frozenset[str], depth: int
    ) -> tuple[NounPhrase, int]:
        """What narrows a phrase from behind: “you control”, “in play”, “engaged with you”, “that has …”."""
        s = self.s
        noun, begin = phrase.noun, end
        for _ in range(8):
            at = end
            piece = s.at(at)
            lower = piece.lower
            if piece.sort == "mark" and lower != "(":
                break
            if lower == "(" and (close := self._icons_end(at)):
                end = close + 1
                continue
            if (
                lower == "("
                and s.low(at + 1) == "including"
                and (inner := self.noun(at + 2, depth=depth + 1)) is not None
                and s.low(inner[1]) == ")"
            ):
                end = inner[1] + 1  # those named are of the class anyhow
                continue
            if piece.sort == "icon" and (phrase.id or "").endswith("icon"):
                end += 1
                continue
            if (lower == "than" and phrase.sign and phrase.sort != "class") or (
                lower == "than" and "more" in noun.states
            ):
                found = self.noun(at + 1 + (s.low(at + 1) in ("on", "in", "from")), depth=depth + 1)
                if found is None:
                    break
                if phrase.amount is not None and phrase.sort == "number":
                    phrase.amount = replace(phrase.amount, of=found[0].noun)
                noun, end = (
                    replace(
                        noun, having=(*noun.having, Condition(Clause("than", to=found[0].noun), compare="more-than"))
                    ),
                    found[1],
                )
                continue
            if lower == "(" and s.at(at + 1).sense.stat and s.low(at + 2) == ")":
                phrase.name = phrase.name or s.at(at + 1).sense.stat
                end += 3
                continue
            if phrase.sort == "stat" and lower in _MEASURES and s.low(at + 1) == "than":
                found = self.noun(at + 2, depth=depth + 1)
                if found is None:
                    break
                compare = Condition(Clause("than", to=found[0].noun), compare=_MEASURES[lower])
                noun, end = replace(noun, having=(*noun.having, compare)), found[1]
                continue
            if lower == "as" and "same" in noun.states:
                found = self.noun(at + 1, depth=depth + 1)
                if found is None:
                    break
                noun, end = (
                    replace(noun, having=(*noun.having, Condition(Clause("same-as", to=found[0].noun)))),
                    found[1],
                )
                continue
            if piece.sense.fact == "together":
                end += 1
                continue
            if lower == "to" and phrase.id == "cost" and "base" in s.at(at + 1).sense.roles:
                found = self.noun(at + 2, reserved=_RESERVED, depth=depth + 1)
                if found is None:
                    break
                noun, end = replace(noun, whose=found[0].noun), found[1]
                continue
            owner = self._owner(at, depth)
            if owner is not None:
                noun, end = replace(noun, whose=owner[0]), owner[1]
                continue
            if lower in ("here", "there") and not (reserved & {"on", "in"}):
                place = SELF if lower == "here" else Noun("that", name="there", span=(piece.start, piece.end))
                end = at + 1
                if s.low(end) in ("and", "or") and s.low(end + 1) in ("in", "at", "on"):
                    also = self.noun(end + 2, depth=depth + 1)  # “here and in adjacent Locations”
                    if also is not None:
                        place, end = _joined([NounPhrase(place), also[0]], s.low(end)).noun, also[1]
                noun = replace(noun, at=place)
                continue
            if phrase.sort == "stat" and piece.sort == "number" and phrase.amount is None:
                found = self.simple(at, depth=depth + 1)  # “a cost of 4 or more”, “cost 4 or more”
                if found is None:
                    break
                phrase.amount, phrase.sign, end = found[0].amount, found[0].sign, found[1]
                continue
            if (lower == "engaged" and s.low(at + 1) == "with") or (lower == "attached" and s.low(at + 1) == "to"):
                found = self.noun(at + 2, depth=depth + 1)
                if found is None:
                    break
                noun = (
                    replace(noun, engaged_with=found[0].noun)
                    if lower == "engaged"
                    else replace(noun, attached_to=found[0].noun)
                )
                end = found[1]
                continue
            if lower in ("in", "from", "on", "under", "beneath", "below", "at") and lower not in reserved:
                placed = self._place(lower, at, noun, depth)
                if placed is None:
                    break
                noun, end = placed
                continue
            if lower == "of" and lower not in reserved:
                placed = self._of(at, phrase, noun, depth)
                if placed is None:
                    break
                noun, end = placed
                continue
            if lower in ("with", "without") and lower not in reserved:
                placed = self._with(at, noun, depth, negative=lower == "without")
                if placed is None:
                    break
                noun, end = placed
                continue
            if lower == "other" and s.low(at + 1) == "than":
                found3 = self.simple(at + 2, depth=depth + 1)
                if found3 is None:
                    break
                apart = Condition(Clause("is", to=found3[0].noun), negative=True)
                noun, end = replace(noun, other=True, having=(*noun.having, apart)), found3[1]
                continue
            if piece.sense.state == "remaining":
                noun, end = replace(noun, states=(*noun.states, "remaining")), at + 1
                continue
            if piece.sense.fact == "at-random":
                noun, end = replace(noun, quantifier="random"), at + 1
                continue
            if lower == "named" and (s.at(at + 1).is_capital or s.low(at + 1) == '"' or s.at(at + 1).sense is THIS):
                found3 = self.simple(at + 1, depth=depth + 1)
                if found3 is None:
                    break
                noun, end = replace(noun, name=found3[0].noun.name), found3[1]
                continue
            if (
                lower in ("against", "by", "made by")
                and phrase.sort == "thing"
                and phrase.id in s.words.thing_events
                and lower not in reserved
                and s.at(at + 1).sort != "number"
            ):
                found = self.noun(at + 1, depth=depth + 1)
                if found is None:
                    break
                against = Condition(Clause("against", patient=found[0].noun))
                noun = (
                    replace(noun, having=(*noun.having, against))
                    if lower == "against"
                    else replace(noun, whose=found[0].noun)
                )
                end = found[1]
                continue
            if lower in s.words.durations and phrase.id in s.words.thing_events and self._verb_follows(at + 1):
                noun, end = replace(noun, states=(*noun.states, f"this-{s.words.durations[lower]}")), at + 1
                continue
            having = self._having(at, phrase, depth)
            if having is not None and having[0].clause == Clause(
                "engaged", patient=YOU, to=Noun("that", antecedent="subject")
            ):
                noun, end = replace(noun, engaged_with=YOU), having[1]
                continue
            if having is not None:
                said = having[0].clause
                doer = said.agent if said is not None and phrase.sort == "thing" else None
                if doer is not None and said == Clause(phrase.id or "", agent=doer):
                    noun, end = replace(noun, whose=doer), having[1]  # “attacks you make”, “an attack made by a minion”
                    continue
                noun, end = replace(noun, having=(*noun.having, having[0])), having[1]
                continue
            break
        if end > begin:
            phrase.noun = replace(noun, span=(s.at(first).start, s.at(end - 1).end))
        return phrase, end

    def _icons_end(self, at: int) -> int:
        """Where brackets close that hold icons only: “([energy], [mental], or [wild])”."""
        s = self.s
        seen = False
        for place in range(at + 1, min(at + 14, s.end)):
            if s.low(place) == ")":
                return place if seen else 0
            if s.at(place).sort == "icon":
                seen = True
            elif s.low(place) not in (",", "and", "or", "/"):
                return 0
        return 0

    def _owner(self, at: int, depth: int) -> tuple[Noun, int] | None:
        """“you control”, “that player controls”, “an enemy player owns”."""
        s = self.s
        lower = s.low(at)
        owner: Noun | None = None
        end = at + 1
        if lower == "you":
            owner = YOU
        elif lower in PRONOUNS:
            owner = Noun("that", name=lower)
        elif lower in ("that", "a", "an", "any", "each", "no", "the", "this") and depth < _DEEPEST:
            for place in range(at + 1, at + 4):
                if s.at(place).sense.kind in s.words.persons or s.at(place).sense.role:
                    if s.verb(place + 1) in ("control", "own"):
                        found = self.simple(at, depth=depth + 2)
                        if found is None or found[1] != place + 1:
                            return None
                        owner, end = found[0].noun, place + 1
                    break
        if owner is None:
            return None
        verb = s.at(end).sense.verb
        if verb is None or verb.name not in ("control", "own"):
            return None
        return owner, end + 1

    def _place(self, preposition: str, at: int, noun: Noun, depth: int) -> tuple[Noun, int] | None:
        """“in play”, “in your hand”, “on this scheme”."""
        s = self.s
        sense = s.at(at + 1).sense
        if preposition == "in" and sense.zone == "play":
            return replace(noun, zone="play"), at + 2
        if preposition == "in" and sense.form:
            return replace(noun, having=(*noun.having, Condition(Clause("in-form", thing=sense.form)))), at + 2
        found = self.noun(at + 1, depth=depth + 1)
        if found is None:
            return None
        place = found[0]
        if place.sort == "zone" and preposition in ("in", "from", "under"):
            return replace(noun, zone=place.id, whose=noun.whose or place.noun.whose), found[1]
        if preposition == "from" and place.is_thing:
            return replace(noun, having=(*noun.having, Condition(Clause("from", source=place.noun)))), found[1]
        if preposition == "from" and "attack" in noun.kinds:
            return replace(noun, whose=place.noun), found[1]
        end = found[1]
        while s.low(end) in ("and", "or") and s.low(end + 1) == preposition:
            other = self.noun(end + 2, depth=depth + 1)
            if other is None:
                break
            place, end = _joined([place, other[0]], s.low(end)), other[1]
        return replace(noun, at=place.noun), end

    def _of(self, at: int, phrase: NounPhrase, noun: Noun, depth: int) -> tuple[Noun, int] | None:
        s = self.s
        if s.lows(at + 1, 2) == ("your", "choice") or s.lows(at + 1, 2) == ("their", "choice"):
            return noun, at + 3
        found = self.noun(at + 1, depth=depth + 1)
        if found is None:
            return None
        inner = found[0]
        if inner.sort == "zone":
            return replace(
                noun, zone=inner.id, whose=noun.whose or inner.noun.whose, name=noun.name or inner.noun.name
            ), found[1]
        if phrase.id == "amount":  # “the number of cards in your hand”: the cards are what counts
            states, quantifier = (*noun.states, *inner.noun.states), noun.quantifier
            phrase.of = inner
            return replace(inner.noun, states=states, quantifier=quantifier), found[1]
        if phrase.sort == "stat":
            phrase.of = inner
            return replace(noun, whose=inner.noun), found[1]
        phrase.of = inner
        return replace(noun, whose=noun.whose or inner.noun), found[1]

    def _with(self, at: int, noun: Noun, depth: int, *, negative: bool) -> tuple[Noun, int] | None:
        s = self.s
        if s.at(at + 1).sort == "number" and s.low(at + 1)[0] in "+-" and s.at(at + 2).sense.stat:
            return None
        found = self.noun(at + 1, reserved=_WITH, depth=depth + 1)
        if found is None:
            return None
        events = s.words.thing_events
        if (found[0].id in events and not negative) or (noun.kinds and noun.kinds[0] in events):
            return None  # “deals damage with a single attack” says it of the verb
        having = has_condition(None, found[0], s.words, negative=negative)
        return replace(noun, having=(*noun.having, having)), found[1]

    def _having(self, at: int, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """A relative clause, or a participle that stands for one: “that has …”, “discarded this way”."""
        if depth >= _DEEPEST_CLAUSE or (depth and phrase.sort == "zone"):
            return None  # “a character on your side that …” is about the character
        s, words = self.s, self.s.words
        lower = s.low(at)
        if lower == "left" and s.low(at + 1) in ("in", "", ",", "on", "."):
            return Condition(Clause("is", thing="remaining")), at + 1
        if lower == "whose":
            said = self.clause(at + 1, depth=depth + 1, imperative=False)
            if said is None or said[0].subject is None:
                return None
            said[0].subject.noun = replace(said[0].subject.noun, whose=Noun("that", antecedent="subject"))
            return condition_of(said[0], words), said[1]
        following = s.at(at + 1)
        if lower == "who" and following.lower in CANNOT | DO and "base" not in s.at(at + 2).sense.roles:
            denied = s.low(at + 2) in NEGATIONS
            return Condition(Clause("happened"), denied or following.lower in CANNOT), at + 2 + denied
        is_verb = following.lower in DO or (following.sense.roles & _TENSED and not following.sense.is_noun)
        if lower in ("that", "who", "which") and (s.is_finite(at + 1) or is_verb):
            said = self.clause(at + 1, subject=phrase, depth=depth + 1)
            return (condition_of(said[0], words), said[1]) if said is not None else None
        return self._of_which(at, phrase, depth) or self._participle(at, phrase, depth)

    def _of_which(self, at: int, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """A relative clause with a subject of its own: “you are engaged with”, “(that) you discarded this way”."""
        s = self.s
        lower = s.low(at)
        if lower in PRONOUNS | {"you"} and s.low(at + 1) in FINITE_BE and s.low(at + 3) in ("with", "to"):
            state = s.at(at + 2).sense.state
            if state in ("engaged", "attached"):
                other = YOU if lower == "you" else Noun("that", name=lower, span=(s.at(at).start, s.at(at).end))
                return Condition(Clause(state, patient=other, to=Noun("that", antecedent="subject"))), at + 4
        place = at + (lower == "that" and s.low(at + 1) in ("you", "they"))
        doer = s.low(place)
        sense = s.at(place + 1).sense
        if doer not in ("you", "they", "he", "she", "it"):
            return self._by_player(at, phrase, depth)
        if sense.verb is None or not sense.roles & _TENSED or s.is_finite_noun(place + 1):
            return None
        group = self.group(place + 1)
        if group is None or s.low(group.end) in _OBJECTS:
            return None
        return self._rest(
            ParsedClause(group, NounPhrase(YOU if doer == "you" else Noun("that", name=doer)), [phrase]), depth
        )

    def _participle(self, at: int, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """“discarded this way”, “dealt to you”, “attacking you”, “not engaged with you”."""
        s = self.s
        piece = s.at(at)
        if piece.lower == "not" and s.at(at + 1).sense.roles & {"past", "ing"}:
            if s.lows(at + 1, 2) == ("engaged", "with"):
                other = self.noun(at + 3, depth=depth + 1)
                return (Condition(Clause("engaged", to=other[0].noun), negative=True), other[1]) if other else None
            denied = self._participle(at + 1, phrase, depth)
            return (replace(denied[0], negative=not denied[0].negative), denied[1]) if denied is not None else None
        noun, verb, roles = phrase.noun, piece.sense.verb, piece.sense.roles
        if self.plain or (noun.head in ("you", "that") and not noun.kinds and piece.lower != "this way"):
            return None
        if verb is None or piece.sense is THIS or piece.lower in PREPOSITIONS:
            return None  # “using” says how, not who
        if "past" in roles and not piece.is_capital and self._is_reduced(at):
            return self._rest(
                ParsedClause(VerbGroup(verb, "past", True, False, None, False, (), False, at, at + 1), phrase), depth
            )
        if "ing" in roles and "past" not in roles and phrase.sort == "class":
            return self._rest(
                ParsedClause(VerbGroup(verb, "ing", False, False, None, False, (), False, at, at + 1), phrase), depth
            )
        return None

    def _by_player(self, at: int, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """“each card a player discards this way”."""
        s = self.s
        place = at + (s.low(at) == "that" and s.low(at + 1) in ("a", "each", "that", "the", "this"))
        owner = s.at(place + 1).sense
        named = s.at(place).sense is THIS or s.at(place).is_capital or s.low(place) == "attached"
        if named and phrase.sort == "thing":
            doer = self.simple(place, depth=_DEEPEST)
            group = self.group(doer[1]) if doer is not None and "s" in s.at(doer[1]).sense.roles else None
            if (
                doer is None
                or group is None
                or group.verb is None
                or s.low(group.end) not in ("by", "from", "to", ",", ".", "", "this way")
            ):
                return None
            return self._rest(ParsedClause(group, doer[0], [phrase]), depth)
        if s.low(place) not in ("a", "each", "that", "the", "this", "an") or not (
            owner.kind in s.words.persons or owner.role or (phrase.sort == "thing" and owner.is_noun)
        ):
            return None
        if not s.at(place + 2).sense.roles & {"s", "past"} or s.at(place + 2).lower in FINITE_BE:
            return None
        group = self.group(place + 2)
        doer = self.simple(place, depth=_DEEPEST)
        if group is None or group.passive or doer is None or doer[1] != place + 2:
            return None
        if (
            group.verb is None
            or s.low(group.end) in ("a", "an", "the", "your", "1", "you", "it")
            or s.at(group.end).sense.is_noun
            or s.at(group.end).sort == "number"
        ):
            return None
        return self._rest(ParsedClause(group, doer[0], [phrase]), depth)

    def _is_reduced(self, at: int) -> bool:
        s = self.s
        sense = s.at(at).sense
        following = s.low(at + 1)
        if following in ("a", "an", "your", "any", "no", "all") or (
            following == "the" and sense.verb is not None and sense.verb.name not in ("attach",)
        ):
            return False
        return "base" not in sense.roles or following in ("by", "this way", "into", "to", "under", "here", "on")

    def _rest(self, said: ParsedClause, depth: int) -> tuple[Condition, int]:
        """What a relative clause says, its complements read."""
        inner, end = self._complements(said, depth + 1)
        return condition_of(inner, self.s.words), end

    def group(self, at: int) -> VerbGroup | None:
        """A verb with its auxiliaries; None where no verb stands."""
        s = self.s
        first = at
        negative, modal, would, adverbs = False, None, False, []
        passive = has_been = False
        role = ""
        for _ in range(10):
            lower = s.low(at)
            if lower in CANNOT:
                negative, modal = True, "cannot"
            elif lower in NEGATED:
                negative = True
                plain = NEGATED[lower]
                if plain in BE:
                    role, passive = "be", True
                elif plain == "would":
                    would = True
            elif lower in NEGATIONS:
                negative = True
                if modal in ("may", "can"):
                    modal = "cannot"
            elif lower in MODALS and not (s.at(at).is_capital and at != first):
                modal = MODALS[lower] or modal
                would = would or lower == "would"
                role = "modal"
            elif lower in DO and (s.low(at + 1) in NEGATIONS or (lower != "do" and "base" in s.at(at + 1).sense.roles)):
                role = "modal"
            elif lower == "has been" or lower == "have been":
                role, passive, has_been = "be", True, True
            elif lower in BE and not (
                role == "" and lower in ("become", "becomes") and not self._is_participle(at + 1)
            ):
                passive, role = True, "be"
            elif lower in ("attempt", "attempts", "attempted") and s.low(at + 1) == "to":
                at, role = at + 1, "modal"
            elif lower in HAVE and self._has_participle(at + 1):
                role, has_been = "have", True
            elif lower in ("gets", "get", "got", "gotten", "getting") and self._is_plain_participle(at + 1):
                passive, role = True, "be"
            elif lower in ADVERBS and (
                s.at(at + 1).sense.verb
                or s.low(at + 1) in BE | HAVE
                or role
                or s.low(at + 1) in MODALS
                or s.low(at + 1) in CANNOT
            ):
                adverbs.append(lower)
            else:
                break
            at += 1
        piece = s.at(at)
        roles = piece.sense.roles if piece.sense is not THIS else frozenset()
        if passive:
            if "past" in roles and not (piece.sense.is_noun and not piece.sense.verb):
                return VerbGroup(
                    piece.sense.verb, "past", True, negative, modal, would, tuple(adverbs), has_been, first, at + 1
                )
            if "ing" in roles:
                return VerbGroup(
                    piece.sense.verb, "ing", False, negative, modal, would, tuple(adverbs), has_been, first, at + 1
                )
            return VerbGroup(None, "be", False, negative, modal, would, tuple(adverbs), has_been, first, at)
        if not roles:
            return None
        return VerbGroup(
            piece.sense.verb, _role(roles, role), False, negative, modal, would, tuple(adverbs), has_been, first, at + 1
        )

    def _is_participle(self, at: int) -> bool:
        s = self.s
        return "past" in s.at(at).sense.roles

    def _is_plain_participle(self, at: int) -> bool:
        s = self.s
        piece = s.at(at)
        return "past" in piece.sense.roles and "base" not in piece.sense.roles and not piece.sense.stat

    def _has_participle(self, at: int) -> bool:
        """“has attacked”, “have not yet attacked”; not “has retaliate”."""
        s = self.s
        while s.low(at) in NEGATIONS or s.low(at) in ("already", "been", "just", "yet"):
            at += 1
        piece = s.at(at)
        if s.low(at - 1) == "been":
            return True
        return (
            "past" in piece.sense.roles
            and not piece.sense.state
            and not piece.sense.status
            and not s.at(at + 1).sense.is_noun
        )

    def clause(
        self, at: int, *, subject: NounPhrase | None = None, depth: int = 0, imperative: bool = True
    ) -> tuple[ParsedClause, int] | None:
        """A clause: a subject and a verb with its complements; without a subject an order, or one that shares
        `subject`."""
        s = self.s
        first = at
        opens = self._opens_with_verb(at) if imperative or subject is not None else False
        if subject is None and s.at(at).sense.is_noun and s.at(at).sense.roles and "base" not in s.at(at).sense.roles:
            opens = False  # “Attacks you make gain overkill”: no order
        if not opens:
            lead = self._there_is(at)
            if lead is not None:
                return self._complements(lead, depth)
            found = self.noun(at, depth=depth, subject=True)
            if found is not None:
                comma = found[1]
                if s.low(comma) == "," and s.is_finite(comma + 1):
                    comma += 1  # “Rex, King of Dogs, attacks”
                if self._verb_follows(comma):
                    group = self.group(comma)
                    if group is not None:
                        return self._complements(ParsedClause(group, found[0], first=first), depth)
                again = self._past_tense(at, depth) if found[0].noun.having else None
                if again is not None:
                    return again
            if subject is None:
                return None
        group = self.group(at)
        if group is None:
            return None
        return self._complements(ParsedClause(group, subject, first=first), depth)

    def _past_tense(self, at: int, depth: int) -> tuple[ParsedClause, int] | None:
        """Where no verb was left for a subject: what was read as its participle is its past tense."""
        s = self.s
        if self.plain:
            return None
        self.plain = True
        found = self.noun(at, depth=depth, subject=True)
        self.plain = False
        if found is None or "past" not in s.at(found[1]).sense.roles or s.low(found[1] + 1) == "by":
            return None
        group = self.group(found[1])
        return self._complements(ParsedClause(group, found[0], first=at), depth) if group is not None else None

    def _opens_with_verb(self, at: int) -> bool:
        """Whether a verb stands here that is no noun."""
        s = self.s
        piece = s.at(at)
        if piece.sense is THIS:
            return False
        if piece.lower in CANNOT or piece.lower in MODALS or piece.lower in FINITE_BE or piece.lower in NEGATED:
            return True
        if piece.lower in HAVE or piece.lower in DO:
            return True
        if piece.lower in ADVERBS and s.at(at + 1).sense.roles:
            return self._opens_with_verb(at + 1)
        roles = piece.sense.roles
        if not roles:
            return False
        if piece.is_capital and not s.begins_sentence(at):
            return False
        if roles & {"base", "s"}:
            if piece.sense.is_noun and "s" in roles and s.low(at + 1) in ("against", "by", "from", "made"):
                found = self.noun(at, depth=_DEEPEST - 1, subject=True)
                if found is not None and s.at(found[1]).sense.roles & {"base"}:
                    return False
            if s.is_finite(at + 1) and piece.sense.is_noun and not s.at(at + 1).sense.is_noun:
                return False
            if piece.is_capital and (s.is_finite(at + 1) or s.low(at + 1) == "'s"):
                return False
            return not (piece.sense.is_noun and s.low(at + 1) in ("dealt", "made", "cards", "events"))
        following = s.at(at + 1)
        return (
            bool(roles & {"past"})
            and following.is_word
            and not (following.sense.is_noun or following.sense.state or following.is_capital)
        )

    def _verb_follows(self, at: int) -> bool:
        """Whether behind a subject its verb stands."""
        s = self.s
        piece = s.at(at)
        if s.is_finite(at) or piece.lower in ADVERBS or piece.lower in BE or piece.lower in DO:
            return True
        return bool(piece.sense.roles & {"base", "s", "past"}) and piece.sense is not THIS

    def _there_is(self, at: int) -> ParsedClause | None:
        """“there are 3 counters here”."""
        s = self.s
        if s.low(at) != "there" or s.low(at + 1) not in FINITE_BE:
            return None
        end = at + 2
        negative = s.low(end) in NEGATIONS
        end += negative
        found = self.noun(end, subject=True)
        if found is None:
            return None
        said = ParsedClause(
            VerbGroup(None, "be", False, negative, None, False, (), False, at, found[1]), found[0], first=at
        )
        said.predicate = "exists"
        return said

    def _complements(self, said: ParsedClause, depth: int) -> tuple[ParsedClause, int]:
        """What stands behind a verb group."""
        s = self.s
        group = said.group
        at = group.end
        verb = group.verb
        if verb is None and said.predicate is None:
            at = self._predicate(said, at, depth)
        reserved = _RESERVED | verb.prepositions if verb else frozenset()
        for _ in range(14):
            piece = s.at(at)
            lower = piece.lower
            sense = piece.sense
            if (
                sense.fact
                and sense is not THIS
                and not (sense.verb and "past" in sense.roles and sense.fact in ("faceup",))
            ):
                said.facts.append(sense.fact)
                at += 1
                if depth and sense.fact == "this-way":
                    break  # “put the minion they discarded this way into play”: the rest is said of that minion
                continue
            if lower == "down" and s.low(at + 1) == "to":
                at += 1  # “discards down to 4 cards”
                continue
            if (sense.aside and sense.verb is None) or (lower == "each" and s.low(at + 1) in ("from", "to")):
                at += 1
                continue
            if lower in s.words.durations:
                if not depth:
                    break
                said.facts.append(f"this-{s.words.durations[lower]}")
                at += 1
                continue
            if lower == "here" or (lower == "there" and s.low(at + 1) not in FINITE_BE):
                span = (piece.start, piece.end)
                place = Noun("this", span=span) if lower == "here" else Noun("that", name="there", span=span)
                said.prepositions.append(("on", NounPhrase(place)))
                at += 1
                continue
            if lower == "to" and self._is_infinitive(at + 1 + (s.low(at + 1) == "either")):
                begin = at + 1 + (s.low(at + 1) == "either")
                doer = said.objects[-1] if said.objects and verb is not None and verb.node == "choose" else said.subject
                inner = self.clause(begin, subject=doer, depth=depth + 1) if depth < _DEEPEST else None
                if inner is None:
                    break
                said.infinitive, at = inner
                continue
            if lower == "," and (side := self._side_up(at + 1)):
                said.facts.append("side-up")
                at = side
                continue
            if verb is not None and (side := self._side_up(at)):
                said.facts.append("side-up")
                at = side
                continue
            if lower == "," and verb is not None and s.at(at + 1).sense.state in _MANNERS and not s.at(at + 2).is_word:
                at += 1
                continue
            if lower == "," and s.low(at + 1) == "out of play":
                at += 1
                continue
            if (
                verb is not None
                and (sense.state in _MANNERS or lower in ("aside", "out of play", "alone"))
                and not s.at(at + 1).sense.is_noun
            ):
                said.facts.append(sense.state or lower.replace(" ", "-"))
                at += 1
                if s.low(at) == ",":
                    following = s.at(at + 1)
                    at += following.lower == "engaged with"
                continue
            if lower == "engaged" and verb is not None and s.low(at + 1) == "with":
                found = self.noun(at + 2, depth=depth + 1)
                if found is not None:
                    said.prepositions.append(("engaged with", found[0]))
                    at = found[1]
                    continue
            if lower == "," and s.lows(at + 1, 2) == ("engaged", "with"):
                at += 1
                continue
            if lower == "up" and s.low(at + 1) == "to" and said.objects and s.at(at + 2).sort != "number":
                found = self.noun(at + 2, depth=depth + 1)
                if found is not None:
                    said.amount = Amount("any", found[0].noun, bound="up-to")
                    at = found[1]
                    continue
            if lower == "equal" and s.low(at + 1) == "to":
                beyond = s.low(at + 3) if s.low(at + 2) == "or" and s.low(at + 4) == "than" else ""
                found = self.noun(at + (5 if beyond else 2), depth=depth + 1)
                if found is not None:
                    bound = {"": "exactly", "less": "up-to", "fewer": "up-to"}.get(beyond, "at-least")
                    said.amount = Amount("equal", found[0].noun, bound=bound)  # type: ignore[arg-type]
                    at = found[1]
                    continue
            if lower == "without" and "ing" in s.at(at + 1).sense.roles and depth < _DEEPEST:
                group3 = self.group(at + 1)
                if group3 is not None:
                    inner = self._complements(ParsedClause(group3, None, first=at + 1), depth + 1)
                    said.facts.append("without-" + (group3.verb.name if group3.verb else ""))
                    at = inner[1]
                    continue
            if lower == "," and s.at(at + 1).sense.aside and s.at(at + 1).sense.verb is None:
                at += 2 + (s.low(at + 2) == ",")
                continue
            if lower == "of" and "instead" in said.facts:
                break
            if lower in PREPOSITIONS and lower not in ("without", "except", "per"):
                if (
                    lower in ("after", "before")
                    or (lower == "during" and not depth)
                    or (lower == "for" and s.low(at + 1) in ("each", "every"))
                ):
                    break
                if lower in ("by", "from", "while", "as") and "ing" in s.at(at + 1).sense.roles and depth < _DEEPEST:
                    group2 = self.group(at + 1)
                    if group2 is not None:
                        inner = self._complements(ParsedClause(group2, None, first=at + 1), depth + 1)
                        deed = clause_of(inner[0], s.words)
                        said.facts.append(f"{lower}-{deed.event if deed else group2.verb.name if group2.verb else ''}")
                        at = inner[1]
                        continue
                if (
                    lower in ("by", "to")
                    and depth
                    and (
                        s.at(at + 1).sort == "number"
                        or (lower == "by" and not group.passive and s.low(at + 1) in POSSESSIVE)
                    )
                ):
                    break  # “reduce the damage it takes by 1”: how much is said of the clause around this one
                begin = at + 1 + (s.low(at + 1) in ("among", "below", "under", "beneath"))
                found = self.noun(begin, depth=depth + 1)
                if found is None or (lower == "in" and verb is not None and not depth and found[0].sort == "form"):
                    break  # “after you attack in … form”: a circumstance
                said.prepositions.append((lower, found[0]))
                at = found[1]
                while (
                    s.low(at) in ("and", "or")
                    and s.low(at + 1) == lower
                    and (other := self.noun(at + 2, depth=depth + 1)) is not None
                ):
                    said.prepositions[-1] = (lower, _joined([said.prepositions[-1][1], other[0]], s.low(at)))
                    at = other[1]
                continue
            if lower == "next" and s.low(at + 1) == "to":
                found = self.noun(at + 2, depth=depth + 1)
                if found is None:
                    break
                said.prepositions.append(("beside", found[0]))
                at = found[1]
                continue
            if (
                lower == "("
                and s.low(at + 1) in ("using", "with", "by")
                and (found := self.noun(at + 2, depth=depth + 1)) is not None
                and s.low(found[1]) == ")"
            ):
                said.prepositions.append((s.low(at + 1), found[0]))
                at = found[1] + 1
                continue
            if (
                verb is not None
                and verb.node == "gain"
                and lower in (":", ",")
                and s.low(at + 1) == '"'
                and s.closing_quote(at + 1)
            ):
                at += 1
                continue
            if verb is not None and verb.node == "gain" and lower == '"':
                close = s.closing_quote(at)
                if close:
                    said.quoted = (at + 1, close)
                    at = close + 1
                    continue
            if verb is not None and len(said.objects) < 2 and self._may_be_object(at, said, depth):
                found = self.noun(at, reserved=reserved, depth=depth)
                if found is not None and not depth and self._acts_itself(found):
                    break  # “when it defends you may draw a card”: the comma was left out
                if found is not None:
                    said.objects.append(found[0])
                    at = found[1]
                    continue
            break
        return said, at

    def _acts_itself(self, found: tuple[NounPhrase, int]) -> bool:
        """Whether a verb follows a noun phrase whose subject it is, so that it cannot be another verb's object."""
        lower = self.s.low(found[1])
        return lower in MODALS or lower in CANNOT or self.s.is_finite(found[1])

    def _side_up(self, at: int) -> int:
        """Where “its Psi-Knife side faceup” ends that begins here; 0 where it does not."""
        s = self.s
        for place in range(at, min(at + 6, s.end)):
            if s.at(place).sense.thing == "side" and s.at(place + 1).sense.state in ("faceup", "facedown"):
                return place + 2
            if not s.at(place).is_word or (s.low(place) in PREPOSITIONS and s.low(place) != "with"):
                return 0
        return 0

    def _is_infinitive(self, at: int) -> bool:
        s = self.s
        roles = s.at(at).sense.roles
        return (
            "base" in roles
            and not s.at(at).is_capital
            and not (s.at(at).sense.is_noun and s.closes_noun(at + 1) and s.low(at + 1) not in ("", "you"))
        )

    def _may_be_object(self, at: int, said: ParsedClause, depth: int) -> bool:
        """Whether a noun phrase that is this verb's object may begin here."""
        piece = self.s.at(at)
        lower = piece.lower
        if lower in _NO_OBJECT or (lower in _RELATIVE and (said.group.passive or said.objects)):
            return lower == "that" and bool(said.objects) and self.s.at(at + 1).sense.is_noun
        if not said.objects:
            return True
        verb = said.group.verb
        if depth and verb is not None and not verb.takes_two:
            return False  # “the player who defeated this scheme a facedown card”: the second is another verb's
        if lower in _SECOND or lower in NUMBERS or piece.sort == "number" or lower in POSSESSIVE:
            return True
        return bool(piece.sense.keyword or piece.sense.status or piece.sense.thing)

    def _predicate(self, said: ParsedClause, at: int, depth: int) -> int:
        """What a copula says of its subject."""
        s = self.s
        negative = False
        while s.low(at) in NEGATIONS or s.low(at) in ("both", "already", "still", "also"):
            negative = negative or s.low(at) in NEGATIONS
            at += 1
        if negative:
            said.group = said.group._replace(negative=True)
        piece = s.at(at)
        sense = piece.sense
        if piece.lower == "able":
            said.predicate, said.word = "able", "able"
            return at + 1
        if piece.lower == "in" and s.at(at + 1).sense.form:
            said.predicate, said.word = "form", s.at(at + 1).sense.form
            return at + 2
        if piece.lower == "in" and s.lows(at + 1, 1) and s.at(at + 1).sense.zone == "play":
            said.predicate, said.word = "in-play", "play"
            return at + 2
        if piece.lower == "here":
            said.predicate = "here"
            return at + 1
        if sense.status and not s.at(at + 1).sense.thing:
            said.predicate, said.word = "status", sense.status
            return at + 1
        if sense.state and not self._goes_on_as_noun(at + 1):
            said.predicate, said.word = "state", sense.state
            return at + 1
        if piece.lower in PREPOSITIONS:
            said.predicate = "place"
            return at
        if piece.lower in ("equal",):
            said.predicate = "equal"
            return at
        found = self.noun(at, depth=depth + 1)
        if found is not None:
            said.predicate = "noun"
            noun = found[0].noun
            if noun.head == "named" and noun.quantifier == "one" and not noun.kinds:
                found[0].noun = replace(noun, head="class", name=None, traits=((noun.name or "").lower(),))
            said.objects.append(found[0])
            return found[1]
        return at

    def _goes_on_as_noun(self, at: int) -> bool:
        s = self.s
        piece = s.at(at)
        return piece.sense.is_noun or bool(piece.sense.state) or piece.is_capital


def _role(roles: frozenset[str], before: str) -> str:
    """Which of a verb's forms it is, by what stands before."""
    if before == "have" and "past" in roles:
        return "past"
    if before == "modal" and "base" in roles:
        return "base"
    return next(role for role in ("s", "base", "past", "ing") if role in roles)


def _joined(parts: list[NounPhrase], joint: str) -> NounPhrase:
    """Several phrases as one; the fields are the first's, of like classes all kinds together."""
    first = parts[0]
    for part in parts[1:]:
        if (
            first.noun.whose is not None
            and part.noun.whose is None
            and part.noun.head == "class"
            and part.noun.quantifier == "the"
            and (part.sort == "zone") == (first.sort == "zone")
            and not part.noun.having
        ):
            part.noun = replace(part.noun, whose=first.noun.whose)
        if part.bare and first.noun.quantifier in ("each", "all", "any") and part.noun.head == "class":
            part.noun = replace(part.noun, quantifier=first.noun.quantifier)
    nouns = tuple(part.noun for part in parts)
    last = parts[-1]
    span = (first.noun.span[0], last.noun.span[1])
    noun = replace(first.noun, parts=nouns, joined="or" if joint == "or" else "and", span=span)
    alike = all(
        one.head == "class"
        and one.kinds
        and replace(one, kinds=(), span=(0, 0), quantifier="the")
        == replace(nouns[-1], kinds=(), span=(0, 0), quantifier="the")
        for one in nouns
    )
    if (joint == "or" and alike) or (joint == "or" and all(_bare(one) for one in nouns[1:-1]) and _bare_like(nouns)):
        tail = nouns[-1]
        noun = replace(
            tail,
            kinds=tuple(dict.fromkeys(kind for one in nouns for kind in one.kinds)),
            quantifier=nouns[0].quantifier,
            number=nouns[0].number,
            span=span,
            whose=tail.whose or nouns[0].whose,
        )
    return NounPhrase(noun, first.sort, first.id, first.name, first.amount, first.of, first.sign, parts=tuple(parts))


def _bare(noun: Noun) -> bool:
    """A class and nothing else."""
    return noun.head == "class" and noun == Noun("class", noun.kinds, quantifier=noun.quantifier, span=noun.span)


def _bare_like(nouns: tuple[Noun, ...]) -> bool:
    """“an ally or upgrade you control”: the last tells whose all are."""
    return (
        len(nouns) > 1
        and all(one.head == "class" and one.kinds and not one.traits and not one.having for one in nouns)
        and all(one.quantifier in ("the", nouns[0].quantifier) for one in nouns[1:])
    )
