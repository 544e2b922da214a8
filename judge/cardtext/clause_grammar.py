"""One grammar of clauses: noun phrases, verb groups and their complements, read from pieces by plain descent.

Triggers, effects, conditions, relative clauses and what “cannot” forbids are all read here; what they become is
decided in `clause_meaning` and above. Every loop moves on and every descent is bounded, so the work grows with the
length of the text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NamedTuple

from judge.cardtext.card_words import Verb, is_number
from judge.cardtext.clause_meaning import clause_of, condition_of, has_condition
from judge.cardtext.construct_starts import WORDS, Start, Starts
from judge.cardtext.determiners import determiner_at
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
    OCCASIONS,
    POSSESSIVE,
    PREPOSITIONS,
    PRONOUNS,
)
from judge.cardtext.lexer import NOTHING, THIS, Lexeme
from judge.cardtext.noun_phrases import NounPhraseReader
from judge.cardtext.parsed_phrases import BOUNDS, SELF, YOU, NounPhrase, ParsedClause, VerbGroup, participle
from judge.cardtext.tree import Amount, Bound, Clause, Compare, Condition, Noun
from judge.cardtext.word_lookup import WordLookup

_DEEPEST = 5
"""Phrases within phrases beyond that are no card's."""
_DEEPEST_CLAUSE = 3
"""Relative clauses within relative clauses beyond that are no card's."""
_TENSED = frozenset(["s", "base", "past"])
_OBJECTS = frozenset(["a", "an", "the", "your", "1"])
"""Words that begin an object: then what stands before is no relative clause about another noun."""
_COPIES = frozenset(["copy", "copies"])
"""A copy of a card is such a card: “each copy of Shed Skin”."""
_REST: tuple[tuple[str, ...], ...] = (("the", "rest", "of"), ("the", "remainder", "of"))
_EDGES: tuple[tuple[str, ...], ...] = (
    ("end", "of"), ("the", "end", "of"), ("the", "start", "of"), ("the", "beginning", "of"),
)  # fmt: skip
_UNTIL = {"until": _EDGES, "for": _REST, "during": _REST}
"""How words go on that say how long something lasts, up to the event that ends."""
_OF_EVENT = frozenset(["this", "that", "the", "those", "these"])
"""Words before the event for which something lasts."""
_RELATIVE = ("that", "who", "which")
_NO_OBJECT = frozenset(
    ["if", "unless", "while", "when", "whenever", "until", "where", "instead", "otherwise", "then", "and", "or"]
)
_SECOND = (
    frozenset(["a", "an", "the", "all", "any", "your", "no", "each", "another", "up", "one", "that"])
    | NUMBERS.keys()
    | POSSESSIVE
)
"""Words with which a second object begins (“give that minion a tough status card”)."""
_LIKENED = {"more": ("than",), "fewer": ("than",), "different": ("than", "from"), "same": ("as",)}
"""States that liken something to something else → the words before that."""
_COMPARISONS = frozenset(["equal", "exactly", "no", *BOUNDS])
"""Words with which comparisons open."""
_LESS = Amount(-1)
_MORE = Amount(1)
_AMONG = ("among", "below", "under", "beneath")
_ALONE = {"yours": YOU, "theirs": Noun("that", name="their")}
"""Owners that stand alone: “a card of yours”."""
_STRANDED = PREPOSITIONS - {"of", "during"}
_OF_SUBJECT = frozenset(["to", "against", "from", "on"])
"""Prepositions that a passive may leave without their object, which is its subject: “cannot be attached to”."""
_WITH = frozenset(["with", "without"])
_WHOSE = frozenset(["that", "a", "an", "any", "each", "no", "the", "this", "another", "either"])
"""Words before “player” in “that player controls”."""
_OWNS = frozenset(["control", "own"])
_DETERMINED = frozenset(["a", "each", "that", "the", "this", "an"])
"""Words before one who does something: “(cards) a player discards”."""
_OPENS_RELATIVE = PRONOUNS | _DETERMINED | {"left", "who", "whose", "which", "you", "attached", "just", "not"}
"""Words with which a relative clause may open besides names and verbs."""
_PLACED = frozenset(["in", "among", "from", "on", "under", "beneath", "below", "at"])
_OF_PLACE = _PLACED | {"into", "onto"}
_CLAUSE_OPENERS = CANNOT | {"then", "if", "it", "they", "he", "she", "instead", "must", "may", "cannot", "cause", "do"}
_AUXILIARIES = CANNOT | MODALS.keys() | FINITE_BE | NEGATED.keys() | HAVE | DO
_TRIES = frozenset(["attempt", "attempts", "attempted"])
_HELP = frozenset(["help", "helps"])
_BEFORE_VERB = BE | HAVE | MODALS.keys() | CANNOT
_GET = frozenset(["gets", "get", "got", "gotten", "getting"])
_MANNERS = frozenset(["facedown", "faceup", "ready", "exhausted", "set-aside"])
"""States in which something is put somewhere."""
_RESERVED = frozenset(["to", "from", "by", "against", "into", "onto", "as", "among", "for"])


_BEYOND = {"once": "second", "twice": "third"}
"""“More than once” is the second time."""
_MOST_LISTED = 8
"""Things that one list joins; longer ones are no card's."""


class _Tail(NamedTuple):
    """What may narrow a phrase from behind: the piece at a place, and the noun as narrowed before it."""

    phrase: NounPhrase
    noun: Noun
    at: int
    piece: Lexeme
    lower: str
    reserved: frozenset[str]
    depth: int

    def having(
        self,
        found: tuple[NounPhrase, int] | None,
        event: str,
        compare: Compare | None = None,
        *,
        negative: bool = False,
    ) -> tuple[Noun, int]:
        """The noun compared with what was found; as it was where nothing was."""
        if found is None:
            return self.noun, self.at
        condition = Condition(Clause(event, to=found[0].noun), negative, compare=compare)
        return replace(self.noun, having=(*self.noun.having, condition)), found[1]


class _Complement(NamedTuple):
    """What may stand behind a verb: the piece at a place, and the clause as read before it."""

    said: ParsedClause
    verb: Verb | None
    at: int
    piece: Lexeme
    lower: str
    depth: int

    def beside(self, preposition: str, found: tuple[NounPhrase, int] | None) -> int | None:
        """Where the phrase ends that was found behind a preposition."""
        if found is None:
            return None
        self.said.prepositions.append((preposition, found[0]))
        return found[1]


class Grammar:
    """Reads phrases and clauses of a stretch, from any place on."""

    def __init__(self, stretch: WordLookup) -> None:
        self.s = stretch
        self._durations = stretch.words.durations
        self.outer: frozenset[str] = frozenset()
        """Prepositions that belong to the verb whose object is being read."""
        self.plain = False
        """True while a past tense is no participle: “no enemy activated this way”."""

    def noun(
        self, at: int, *, reserved: frozenset[str] = frozenset(), depth: int = 0, subject: bool = False
    ) -> tuple[NounPhrase, int] | None:
        """A noun phrase with those joined to it by “and” and “or”."""
        if self.s.low(at) == "either" and depth < _DEEPEST:  # “either you or an ally”, not “either player”
            several = self.noun(at + 1, reserved=reserved, depth=depth + 1, subject=subject)
            if several is not None and several[0].noun.joined == "or":
                return several
        first = self.simple(at, reserved=reserved, depth=depth)
        return self._listed(*first, reserved, depth, subject=subject) if first is not None else None

    def _listed(
        self, phrase: NounPhrase, end: int, reserved: frozenset[str], depth: int, *, subject: bool
    ) -> tuple[NounPhrase, int]:
        """A phrase with those joined to it, as one."""
        parts, joined = [phrase], None
        before_comma: tuple[int, int] | None = None
        acts = False
        while len(parts) <= _MOST_LISTED:
            more = self._next_listed(phrase, end, reserved, depth, subject=subject)
            acts = more is not None and not subject and self._has_own_verb(more[2])
            if more is None or acts:
                break
            if more[0] == "," and before_comma is None:
                before_comma = len(parts), end
            parts.append(more[1])
            end = more[2]
            joined = self._list_joint(joined, more[0], end)
        if before_comma is not None and (acts or (not subject and self._is_order(end))):
            # “When X attacks an ally, the villain and each minion attack you”: behind the comma another clause begins
            del parts[before_comma[0] :]
            end = before_comma[1]
        return (phrase, end) if len(parts) == 1 else (_joined(parts, joined), end)

    def _next_listed(
        self, phrase: NounPhrase, end: int, reserved: frozenset[str], depth: int, *, subject: bool
    ) -> tuple[str, NounPhrase, int] | None:
        """What joins another phrase to those of a list, that phrase, and where it ends."""
        joint, behind = self._joint(end)
        if joint is None or (joint == "," and not self._list_goes_on(behind)):
            return None
        if self._opens_clause(behind, subject=subject):
            return None
        more = self.simple(behind, reserved=reserved, depth=depth)
        if more is None or not _is_listed(phrase, more[0], joint, self.s.low(behind - 1)):
            return None
        return joint, *more

    def gapped(self, last: ParsedClause, at: int) -> tuple[ParsedClause, int] | None:
        """A clause that shares the verb of the last one: “(deal 4 damage to the villain and) 2 damage to a minion”,
        “(put one into your hand and) the other on the bottom of your deck”, “(attach to Rex or) to you”."""
        about, verb = last.object, last.group.verb
        if verb is None or not last.prepositions:
            return None
        shares_object = self.s.low(at) == last.prepositions[-1][0]
        said = ParsedClause(last.group._replace(end=at), last.subject, first=at)
        said, end = self._complements(said, 0)
        if shares_object and said.prepositions:
            said.objects = [*last.objects, *said.objects]
            return said, end
        found = said.object
        if about is None or found is None or len(said.objects) > 1 or not said.prepositions:
            return None
        puts = bool(verb.prepositions) and not found.is_thing and said.prepositions[0][0] in verb.prepositions
        return (said, end) if puts or (about.sort == "thing" and found.id == about.id) else None

    def _list_joint(self, joined: str | None, joint: str, end: int) -> str | None:
        """What joins a list as a whole; one with commas alone means “or”."""
        if joint != ",":
            return joint
        if joined is None and self.s.low(end) not in (",", "and", "or", "and/or") and not self._is_change(end - 2):
            return "or"
        return joined

    def _is_order(self, at: int) -> bool:
        sense = self.s.at(at).sense
        return "base" in sense.roles and not sense.state

    def _has_own_verb(self, at: int) -> bool:
        """Whether a noun phrase before `at` is the subject of a verb: “her attacks gain overkill”."""
        s = self.s
        sense = s.at(at).sense
        if s.is_finite_noun(at):
            return False
        is_verb = self._is_order(at) and not sense.is_noun and sense is not THIS
        return s.is_finite(at) or (is_verb and s.at(at + 1).is_word)

    def _joint(self, at: int) -> tuple[str | None, int]:
        """“and”, “or”, a comma, or a comma with one of them; and where it ends."""
        s = self.s
        lower = s.low(at)
        if lower in ("and", "or", "and/or", "plus"):
            return "or" if lower == "or" else "and", at + 1
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
        lower, roles = piece.lower, piece.sense.roles
        if (not piece.is_word and lower not in ('"', "[")) or lower in _CLAUSE_OPENERS:
            return True
        if lower == "you":
            shared = subject and s.low(at + 1) in ("each", "both")  # “that player and you each draw 1 card”
            return not shared and (not subject or "base" in s.at(at + 1).sense.roles or s.is_finite(at + 1))
        if s.is_finite(at):
            return True
        if "base" not in roles or piece.sense is THIS or (piece.sense.is_noun and s.closes_noun(at + 1)):
            return False
        return not piece.is_capital or s.begins_sentence(at)  # “a Defense event”: part of a name or a trait

    def simple(
        self, at: int, *, reserved: frozenset[str] = frozenset(), depth: int = 0
    ) -> tuple[NounPhrase, int] | None:
        """One noun phrase: determiners, what narrows it, its head, and what follows that."""
        opening = self.s.at(at)
        if depth > _DEEPEST or (opening.sort == "mark" and opening.sense is NOTHING and opening.lower != '"'):
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
            piece = s.at(end)
            if piece.lower == "," and (between := self._between_commas(phrase, noun, end, reserved, depth)) is not None:
                noun, end = between
                break
            readers = _TAILS.at(piece, self._durations) if piece.sort != "mark" or piece.lower == "(" else ()
            if not readers:
                break
            tail = _Tail(phrase, noun, end, piece, piece.lower, reserved, depth)
            found = None
            for read in readers:
                found = read(self, tail)
                if found is not None:
                    break
            if found is None or found[1] == end:
                break
            noun, end = found
        if end > begin:
            phrase.noun = replace(noun, span=(s.at(first).start, s.at(end - 1).end))
        return phrase, end

    def _between_commas(
        self, phrase: NounPhrase, noun: Noun, at: int, reserved: frozenset[str], depth: int
    ) -> tuple[Noun, int] | None:
        """“an upgrade, with cost 2 or less, …”, “a treachery, other than Rex, …”: what commas set apart narrows it."""
        s, lower = self.s, self.s.low(at + 1)
        if lower in reserved or phrase.sort != "class" or depth > 1:
            return None
        read = next((read for words, read in _SET_APART if s.lows(at + 1, len(words)) == words), None)
        tail = _Tail(phrase, noun, at + 1, s.at(at + 1), lower, reserved, depth)
        found = read(self, tail) if read is not None else None
        if found is None or found[1] == at + 1 or (s.low(found[1]) != "," and s.at(found[1]).is_word):
            return None
        goes_on = s.low(found[1]) == "," and s.low(found[1] + 1) in PREPOSITIONS
        return found[0], found[1] + goes_on

    def _bracket(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“([energy] or [mental])”, “(including Rex)” whose members are of the class anyhow, “(ATK)”."""
        s, at = self.s, tail.at
        if close := self._icons_end(at):
            return tail.noun, close + 1
        if tail.phrase.is_thing and (close := self._listed_in_bracket(at)):
            listed = " ".join(s.at(place).text for place in range(at + 1, close))
            return replace(tail.noun, name=tail.noun.name or listed.replace(" ,", ",")), close + 1
        if s.low(at + 1) == "including":
            inner = self.noun(at + 2, depth=tail.depth + 1)
            return (tail.noun, inner[1] + 1) if inner is not None and s.low(inner[1]) == ")" else None
        if s.at(at + 1).sense.stat and s.low(at + 2) == ")":
            tail.phrase.name = tail.phrase.name or s.at(at + 1).sense.stat
            return tail.noun, at + 3
        return None

    def _one_word(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“together”, “remaining”, “at random”, an icon beside what it is called."""
        noun, sense = tail.noun, tail.piece.sense
        if sense.fact == "together" or (tail.piece.sort == "icon" and (tail.phrase.id or "").endswith("icon")):
            return noun, tail.at + 1
        if sense.state in self.s.words.behind:
            return replace(noun, states=(*noun.states, sense.state or "")), tail.at + 1
        if sense.fact == "at-random":
            return replace(noun, quantifier="random"), tail.at + 1
        return None

    def _compared(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“3 more than you”, “fewer cards than you”, “the same name as it”, “as many counters as there are players”."""
        phrase, likened = tail.phrase, _likened(tail)
        signed = tail.lower == "than" and bool(phrase.sign) and phrase.sort != "class"
        as_many = tail.lower == "as" and phrase.sign == "as-many"
        if likened is None and not signed and not as_many:
            return None
        found = self._compared_with(tail.at + 1, tail.depth)
        if found is not None and phrase.amount is not None and (as_many or phrase.sort == "number"):
            phrase.amount = _measured_by(phrase.amount if as_many else phrase.size, found[0].noun)
            return tail.noun, found[1]
        if likened in ("same", "different"):
            return tail.having(found, "same-as", negative=likened == "different")
        return tail.having(found, "than", "fewer-than" if likened == "fewer" else "more-than")

    def _compared_with(self, begin: int, depth: int) -> tuple[NounPhrase, int] | None:
        """What stands behind “than” or “as”: “you”, “on it”, “there are players”, “you have allies”."""
        s = self.s
        begin += s.low(begin) in ("on", "in", "from")
        begin += 2 * (s.low(begin) == "there" and s.low(begin + 1) in FINITE_BE)
        owns = s.low(begin + 1) in HAVE or s.verb(begin + 1) in _OWNS
        owner = self._who_may_own(begin, depth) if owns else None
        found = self.noun(begin + 2 if owner else begin, depth=depth + 1)
        if owner is not None and found is not None:
            found[0].noun = replace(found[0].noun, whose=found[0].noun.whose or owner[0])
        return found

    def _cost_of(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“the cost to play that card”."""
        if tail.phrase.id != "cost" or "base" not in self.s.at(tail.at + 1).sense.roles:
            return None
        found = self.noun(tail.at + 2, reserved=_RESERVED, depth=tail.depth + 1)
        return (replace(tail.noun, whose=found[0].noun), found[1]) if found is not None else (tail.noun, tail.at)

    def _owned(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“you control”, “controlled by you”."""
        owner = self._owner(tail.at, tail.depth) or self._owner_by(tail.at, tail.depth)
        return (replace(tail.noun, whose=owner[0]), owner[1]) if owner is not None else None

    def _here(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“here”, “there”, “here and in adjacent Locations”."""
        s, end = self.s, tail.at + 1
        if tail.reserved & {"on", "in"}:
            return None
        span = (tail.piece.start, tail.piece.end)
        place = SELF if tail.lower == "here" else Noun("that", name="there", span=span)
        if s.low(end) in ("and", "or") and s.low(end + 1) in ("in", "at", "on"):
            also = self.noun(end + 2, depth=tail.depth + 1)
            if also is not None:
                place, end = _joined([NounPhrase(place), also[0]], s.low(end)).noun, also[1]
        return replace(tail.noun, at=place), end

    def _value(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“a cost of 4 or more”, “cost 4 or more”, “cost equal to its ATK”, “a cost lower than 3”."""
        phrase = tail.phrase
        if phrase.sort != "stat" or phrase.noun.number is not None or self._is_change(tail.at):
            return None
        compared = self.comparison(tail.at, tail.depth) if tail.depth or tail.lower != "equal" else None
        if compared is not None:
            phrase.amount = compared[0]
            return tail.noun, compared[1]
        if tail.piece.sort != "number":
            return None
        s, outer = self.s, self.s.end
        end = tail.at + 1 + (s.low(tail.at + 1) == "[per player]")
        bounded = s.low(end) == "or" and s.low(end + 1) in BOUNDS
        s.end = min(outer, end + 2 * bounded)  # “cost 4 or more attacks”: it attacks
        found = self.simple(tail.at, depth=tail.depth + 1)
        s.end = outer
        if found is None:
            return tail.noun, tail.at
        phrase.amount, phrase.sign = found[0].amount, found[0].sign
        return tail.noun, found[1]

    def _joined_to(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“engaged with you”, “attached to it”."""
        said_to = self.s.low(tail.at + 1) == "to" and self.s.low(tail.at + 2) in PRONOUNS
        if tail.lower == "attached" and "attached" in tail.reserved and not said_to:
            # “from an ally with Rex attached (to you)”: to that ally
            return replace(tail.noun, attached_to=Noun("that", antecedent="subject")), tail.at + 1
        if (tail.lower, self.s.low(tail.at + 1)) not in (("engaged", "with"), ("attached", "to")):
            return None
        found = self.noun(tail.at + 2, depth=tail.depth + 1)
        if found is None:
            return tail.noun, tail.at
        if tail.lower == "engaged":
            return replace(tail.noun, engaged_with=found[0].noun), found[1]
        return replace(tail.noun, attached_to=found[0].noun), found[1]

    def _behind_preposition(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“to which this card is attached”."""
        if self.s.low(tail.at + 1) not in ("which", "whom") or tail.depth >= _DEEPEST_CLAUSE:
            return None
        said = self.clause(tail.at + 2, depth=tail.depth + 1, imperative=False)
        if said is None:
            return None
        said[0].prepositions.append((tail.lower, tail.phrase))
        having = condition_of(said[0], self.s.words)
        return replace(tail.noun, having=(*tail.noun.having, having)), said[1]

    def _prepositional(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“in your hand”, “of that player”, “without a counter”."""
        lower, at, noun, depth = tail.lower, tail.at, tail.noun, tail.depth
        if lower in tail.reserved:
            return None
        if lower == "and" and noun.having and self.s.low(at + 1) in _WITH:  # “with cost 2 and with a trait”
            found = self._with(at + 1, noun, depth, negative=self.s.low(at + 1) == "without")
        elif lower in _PLACED and not (lower == "among" and tail.phrase.id in self.s.words.thing_events):
            found = self._place(lower, at, noun, depth)
        elif lower == "of":
            found = self._of(tail)
        elif lower in _WITH and not (depth and tail.phrase.sort == "zone"):  # “a card in your hand with …” is the card
            found = self._with(at, noun, depth, negative=lower == "without")
        else:
            return self._done_to(tail) if lower == "to" and tail.phrase.sort == "thing" else None
        return found or (noun, at)

    def _done_to(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“damage to heroes”, of a subject: that is done to them."""
        event = tail.phrase.id or ""
        found = self.noun(tail.at + 1, depth=tail.depth + 1) if event in self.s.words.vocabulary["events"] else None
        if found is None or not self.s.is_finite(found[1]):
            return None
        done = Condition(Clause(event, patient=found[0].noun))
        return replace(tail.noun, having=(*tail.noun.having, done)), found[1]

    def _other_than(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“other than Rex”, “except for Rex”."""
        s = self.s
        if tail.lower == "other" and s.low(tail.at + 1) != "than":
            return None
        begin = tail.at + 1 + (s.low(tail.at + 1) in ("than", "for"))
        alike = NounPhrase(Noun("class", tail.noun.kinds), tail.phrase.sort, tail.phrase.id)
        if s.low(begin) == "yours":  # “each hero other than yours”
            found: tuple[NounPhrase, int] | None = NounPhrase(replace(alike.noun, whose=YOU)), begin + 1
        elif s.low(begin) == "those":  # “other than those engaged with you”: of the same sort
            found = self._behind(alike, begin, begin + 1, tail.reserved, tail.depth + 1)
        else:
            found = self.simple(begin, depth=tail.depth + 1)
        if found is None:
            return tail.noun, tail.at
        apart = Condition(Clause("is", to=found[0].noun), negative=True)
        return replace(tail.noun, other=True, having=(*tail.noun.having, apart)), found[1]

    def _named(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“named Rex”."""
        following = self.s.at(tail.at + 1)
        if not (following.is_capital or following.lower == '"' or following.sense is THIS):
            return None
        found = self.simple(tail.at + 1, depth=tail.depth + 1)
        return (replace(tail.noun, name=found[0].noun.name), found[1]) if found is not None else (tail.noun, tail.at)

    def _sides_of_event(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“attacks against you”, “an attack by a minion”, “attacks this turn”."""
        s, lower, at = self.s, tail.lower, tail.at
        if tail.phrase.id not in s.words.thing_events:
            return None
        if lower in s.words.durations and self._verb_follows(at + 1):
            return replace(tail.noun, states=(*tail.noun.states, f"this-{s.words.durations[lower]}")), at + 1
        if lower not in ("against", "by", "made by") or lower in tail.reserved or tail.phrase.sort != "thing":
            return None
        if s.at(at + 1).sort == "number":
            return None
        found = self.noun(at + 1, depth=tail.depth + 1)
        if found is None:
            return tail.noun, at
        if lower != "against":
            return replace(tail.noun, whose=found[0].noun), found[1]
        against = Condition(Clause("against", patient=found[0].noun))
        return replace(tail.noun, having=(*tail.noun.having, against)), found[1]

    def _said_of(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“that has 2 counters”, “engaged with you”; who does what the phrase names: “attacks you make”."""
        phrase, noun = tail.phrase, tail.noun
        found = self._having(tail.at, phrase, tail.depth)
        if found is None:
            return None
        having, end = found
        said = having.clause
        if said == Clause("engaged", patient=YOU, to=Noun("that", antecedent="subject")):
            return replace(noun, engaged_with=YOU), end
        doer = said.agent if said is not None and phrase.sort == "thing" else None
        if doer is not None and said == Clause(phrase.id or "", agent=doer):
            return replace(noun, whose=doer), end
        return replace(noun, having=(*noun.having, having)), end

    def _on_occasion(self, tail: _Tail) -> tuple[Noun, int] | None:
        """“(each time) a minion attacks you”: any clause may say which occasion."""
        return self._said_of(tail) if tail.phrase.id == "occasion" else None

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

    def _listed_in_bracket(self, at: int) -> int:
        """Where a bracket closes that lists sorts or numbers: “(minion, scheme, or attachment)”, “(0, 1, or 2)”."""
        s = self.s
        close = next((place for place in range(at + 1, min(at + 16, s.end)) if s.low(place) == ")"), 0)
        said = [s.at(place) for place in range(at + 1, close) if s.low(place) not in (",", "and", "or")]
        alone = all(piece.sort in ("number", "icon") or piece.sense.is_noun for piece in said)
        return close if alone and 1 < len(said) < close - at - 1 else 0

    def _owner(self, at: int, depth: int) -> tuple[Noun, int] | None:
        """“you control”, “that player controls”, “an enemy player owns”, “Anna controls”."""
        found = self._who_may_own(at, depth)
        return (found[0], found[1] + 1) if found is not None and self.s.verb(found[1]) in _OWNS else None

    def _owner_by(self, at: int, depth: int) -> tuple[Noun, int] | None:
        """“controlled by you”, “owned by Anna”."""
        s = self.s
        is_owned = s.verb(at) in _OWNS and "past" in s.at(at).sense.roles and s.low(at + 1) == "by"
        return self._who_may_own(at + 2, depth) if is_owned else None

    def _who_may_own(self, at: int, depth: int) -> tuple[Noun, int] | None:
        """“you”, “they”, “that player”, a name."""
        s, lower = self.s, self.s.low(at)
        if lower == "you":
            return YOU, at + 1
        if lower in PRONOUNS:
            return Noun("that", name=lower), at + 1
        if depth >= _DEEPEST:
            return None
        places = range(at + 1, at + 4) if lower in _WHOSE else ()
        person = next((p for p in places if s.at(p).sense.kind in s.words.persons or s.at(p).sense.role), None)
        if person is None and not s.at(at).is_capital:
            return None
        found = self.simple(at, depth=depth + 2)
        if found is None:
            return None
        is_one = found[0].noun.head in ("named", "this") if person is None else found[1] == person + 1
        return (found[0].noun, found[1]) if is_one else None

    def _place(self, preposition: str, at: int, noun: Noun, depth: int) -> tuple[Noun, int] | None:
        """“in play”, “in your hand”, “on this scheme”."""
        s = self.s
        sense = s.at(at + 1).sense
        if noun.zone is not None and preposition == "from":
            return None  # “into a discard pile from play”: a place comes from no other; the verb says what does
        if preposition == "in" and sense.zone == "play":
            return replace(noun, zone=noun.zone or "play"), at + 2
        at += 2 * (s.lows(at, 3) == ("in", "front", "of"))
        if preposition == "in" and sense.form:
            return replace(noun, having=(*noun.having, Condition(Clause("in-form", thing=sense.form)))), at + 2
        found = self.noun(at + 1, depth=depth + 1)
        if found is None:
            return None
        place, end = found
        if place.sort == "zone" and preposition in ("in", "from", "under"):
            return _lying_in(noun, place), end
        come = self._come_from(noun, place) if preposition == "from" else None
        if come is not None:
            return come, end
        place, end = self._with_others(preposition, place, end, depth)
        return replace(noun, at=place.noun), end

    def _come_from(self, noun: Noun, place: NounPhrase) -> Noun | None:
        """“damage from an attack”, “an attack from a minion”."""
        is_thing = bool(noun.kinds) and noun.kinds[0] in self.s.words.vocabulary["things"]
        if place.is_thing or (is_thing and place.sort == "class" and place.noun.kinds):
            return replace(noun, having=(*noun.having, Condition(Clause("from", source=place.noun))))
        return replace(noun, whose=place.noun) if "attack" in noun.kinds else None

    def _with_others(self, preposition: str, phrase: NounPhrase, end: int, depth: int) -> tuple[NounPhrase, int]:
        """A phrase behind a preposition with those joined by the same: “on Rex or on you”."""
        s = self.s
        while s.low(end) in ("and", "or") and s.low(end + 1) == preposition:
            other = self.noun(end + 2 + (s.low(end + 2) in _AMONG), depth=depth + 1)
            if other is None:
                break
            phrase, end = _joined([phrase, other[0]], s.low(end)), other[1]
        return phrase, end

    def _of(self, tail: _Tail) -> tuple[Noun, int] | None:
        s, at, phrase, noun = self.s, tail.at, tail.phrase, tail.noun
        if s.lows(at + 1, 2) == ("your", "choice") or s.lows(at + 1, 2) == ("their", "choice"):
            return noun, at + 3
        if (owner := _ALONE.get(s.low(at + 1))) is not None:
            return replace(noun, whose=noun.whose or owner), at + 2
        numbered = s.at(at + 1).sort == "number" and phrase.sort == "stat"
        found = (self.simple if numbered else self.noun)(
            at + 1, reserved=tail.reserved & {"from"}, depth=tail.depth + 1
        )
        if found is None:
            return None
        if s.low(at - 1) in _COPIES:
            return _as_many(noun, found[0].noun), found[1]
        return _of_what(phrase, noun, found[0]), found[1]

    def _with(self, at: int, noun: Noun, depth: int, *, negative: bool) -> tuple[Noun, int] | None:
        s = self.s
        if s.at(at + 1).sort == "number" and s.low(at + 1)[0] in "+-" and s.at(at + 2).sense.stat:
            return None
        found = self.noun(at + 1, reserved=_WITH | {"attached"}, depth=depth + 1)
        if found is None:
            return None
        is_event = bool(noun.kinds) and noun.kinds[0] in s.words.thing_events
        counted = isinstance(found[0].noun.number, int) and not s.words.persons.isdisjoint(found[0].noun.kinds)
        if (is_event and not counted) or (not negative and self._is_means(noun, *found)):
            return None  # “deals damage with a single attack” says it of the verb
        having = has_condition(None, found[0], s.words, negative=negative)
        return replace(noun, having=(*noun.having, having)), found[1]

    def _is_means(self, noun: Noun, phrase: NounPhrase, end: int) -> bool:
        """Whether a phrase behind “with” names by what something is done, and nothing that somebody has."""
        words = self.s.words
        whose, whom = phrase.noun.whose, set(noun.kinds)
        if phrase.noun.head == "this":
            is_borne = phrase.noun.attached_to is not None or self.s.low(end) == "attached"
            return not is_borne and whom.isdisjoint(words.persons)
        if phrase.id in words.referring and phrase.id not in words.thing_events:
            others = whose is not None and bool(whose.kinds)  # “damage an enemy with an ally's ability”
            return others or whom.isdisjoint(words.vocabulary["kinds"])
        by_another = self._acts_for_players(phrase.noun) and (noun.head == "named" or self._acts_for_players(noun))
        return by_another or phrase.id in words.thing_events or phrase.id in words.instruments

    def _having(self, at: int, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """A relative clause, or a participle that stands for one: “that has …”, “discarded this way”."""
        if depth >= _DEEPEST_CLAUSE or (depth and phrase.sort == "zone"):
            return None  # “a character on your side that …” is about the character
        short = self._short_relative(at)
        if short is not None:
            return short
        words = self.s.words
        lower = self.s.low(at)
        if phrase.id == "occasion":
            said = self.clause(at + (lower == "that"), depth=depth + 1, imperative=False)
            return (condition_of(said[0], words), said[1]) if said is not None else None
        if lower == "whose":
            said = self.clause(at + 1, depth=depth + 1, imperative=False)
            if said is None or said[0].subject is None:
                return None
            said[0].subject.noun = replace(said[0].subject.noun, whose=Noun("that", antecedent="subject"))
            return condition_of(said[0], words), said[1]
        if lower in _RELATIVE and self._is_verb_of_relative(at + 1):
            said = self.clause(at + 1, subject=phrase, depth=depth + 1)
            return self._told(said[0], said[1], phrase) if said is not None else None
        return self._of_which(at, phrase, depth) or self._participle(at, phrase, depth)

    def _short_relative(self, at: int) -> tuple[Condition, int] | None:
        """“left in play”, “who cannot”, “who did”."""
        s = self.s
        lower, following = s.low(at), s.low(at + 1)
        if lower == "left" and following in ("in", "", ",", "on", "."):
            return Condition(Clause("is", thing="remaining")), at + 1
        if lower == "who" and s.verb(at + 1) == "choose" and s.lows(at + 2, 2) == ("not", "to"):
            return Condition(Clause("happened"), negative=True), at + 4
        if lower != "who" or following not in CANNOT | DO or "base" in s.at(at + 2).sense.roles:
            return None
        denied = s.low(at + 2) in NEGATIONS
        behind = at + 2 + denied
        return Condition(Clause("happened"), denied or following in CANNOT), behind + (s.low(behind) == "so")

    def _is_verb_of_relative(self, at: int) -> bool:
        """Whether a verb stands here; behind “who” what may be a noun too is one: “players who control an ally”."""
        piece = self.s.at(at)
        may_be = self.s.low(at - 1) == "who" or not piece.sense.is_noun
        is_verb = piece.lower in DO or (piece.sense.roles & _TENSED and may_be)
        return bool(is_verb) or self.s.is_finite(at)

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
        if group is None:
            return None
        subject = NounPhrase(YOU if doer == "you" else Noun("that", name=doer))
        left = self._left_behind(ParsedClause(group, subject), phrase, depth)
        if left is not None or s.low(group.end) in _OBJECTS:
            return left
        return self._rest(ParsedClause(group, subject, [phrase]), depth, phrase)

    def _left_behind(self, said: ParsedClause, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """A relative clause about what its preposition has left: “each scheme you removed threat from this way”."""
        s, piece = self.s, self.s.at(said.group.end)
        behind = said.group.end + 1
        aims = piece.lower == "to" and self._is_infinitive(behind)
        if piece.lower in _STRANDED and not aims and self.simple(behind, depth=depth + 1) is None:
            said.prepositions.append((piece.lower, phrase))  # “the attack you defend against”
            said.group = said.group._replace(end=behind)
            return self._rest(said, depth, phrase)
        if piece.lower not in _OBJECTS and piece.sort != "number" and not piece.sense.thing:
            return None
        found = self.noun(said.group.end, reserved=_RESERVED | PREPOSITIONS, depth=depth + 1)
        if said.group.verb is None or found is None or s.low(found[1]) not in _STRANDED:
            return None
        if self.simple(found[1] + 1, depth=depth + 1) is not None:
            return None
        said.objects.append(found[0])
        said.prepositions.append((s.low(found[1]), phrase))
        said.group = said.group._replace(end=found[1] + 1)
        return self._rest(said, depth, phrase)

    def _participle(self, at: int, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """“discarded this way”, “dealt to you”, “attacking you”, “not engaged with you”."""
        s = self.s
        piece = s.at(at)
        if piece.lower == "just" and "past" in s.at(at + 1).sense.roles:
            return self._participle(at + 1, phrase, depth)
        if piece.lower == "not" and s.at(at + 1).sense.roles & {"past", "ing"}:
            return self._denied_participle(at + 1, phrase, depth)
        noun, verb = phrase.noun, piece.sense.verb
        if self.plain or (noun.head in ("you", "that") and not noun.kinds and piece.lower != "this way"):
            return None
        if verb is None or piece.sense is THIS or piece.lower in PREPOSITIONS:
            return None  # “using” says how, not who
        role = self._participle_role(at, phrase)
        if role is None:
            return None
        return self._rest(ParsedClause(participle(verb, role, at), phrase), depth, phrase)

    def _denied_participle(self, at: int, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """“engaged with you” of “not engaged with you”."""
        if self.s.lows(at, 2) == ("engaged", "with"):
            other = self.noun(at + 2, depth=depth + 1)
            return (Condition(Clause("engaged", to=other[0].noun), negative=True), other[1]) if other else None
        denied = self._participle(at, phrase, depth)
        return (replace(denied[0], negative=not denied[0].negative), denied[1]) if denied is not None else None

    def _participle_role(self, at: int, phrase: NounPhrase) -> str | None:
        """As which participle a verb narrows a phrase: “discarded”, of a card or player also “attacking”."""
        piece = self.s.at(at)
        verb = piece.sense.verb
        if phrase.sort == "stat" and verb is not None and verb.state:
            return None  # no value is attached or stunned
        if "past" in piece.sense.roles:
            return "past" if not piece.is_capital and self._is_reduced(at) else None
        return "ing" if "ing" in piece.sense.roles and phrase.sort == "class" else None

    def _by_player(self, at: int, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """“each card a player discards this way”."""
        s = self.s
        place = at + (s.low(at) == "that" and s.low(at + 1) in ("a", "each", "that", "the", "this"))
        named = s.at(place).sense is THIS or s.at(place).is_capital or s.low(place) == "attached"
        if named and phrase.sort == "thing":
            return self._by_named(place, phrase, depth)
        if not self._is_doer(place, phrase):
            return None
        group, doer = self.group(place + 2), self.simple(place, depth=_DEEPEST)
        if group is None or group.passive or group.verb is None or doer is None or doer[1] != place + 2:
            return None
        behind = s.at(group.end)
        if behind.lower in _OBJECTS | {"you", "it"} or behind.sense.is_noun or behind.sort == "number":
            return None
        return self._rest(ParsedClause(group, doer[0], [phrase]), depth, phrase)

    def _by_named(self, at: int, phrase: NounPhrase, depth: int) -> tuple[Condition, int] | None:
        """“damage Rex deals”."""
        s = self.s
        doer = self.simple(at, depth=_DEEPEST)
        group = self.group(doer[1]) if doer is not None and "s" in s.at(doer[1]).sense.roles else None
        if doer is None or group is None or group.verb is None:
            return None
        if s.low(group.end) not in ("by", "from", "to", ",", ".", "", "this way"):
            return None
        return self._rest(ParsedClause(group, doer[0], [phrase]), depth, phrase)

    def _is_doer(self, at: int, phrase: NounPhrase) -> bool:
        """Whether who does something is told by two words: “a player discards”."""
        s = self.s
        owner, verb = s.at(at + 1).sense, s.at(at + 2)
        if s.low(at) not in _DETERMINED:
            return False
        if not (owner.kind in s.words.persons or owner.role or (phrase.sort == "thing" and owner.is_noun)):
            return False
        return bool(verb.sense.roles & {"s", "past"}) and verb.lower not in FINITE_BE

    def _is_reduced(self, at: int) -> bool:
        s = self.s
        sense = s.at(at).sense
        following = s.low(at + 1)
        if following in ("a", "an", "your", "any", "no", "all") or (
            following == "the" and sense.verb is not None and sense.verb.name not in ("attach",)
        ):
            return False
        return "base" not in sense.roles or following in ("by", "this way", "into", "to", "under", "here", "on")

    def _rest(self, said: ParsedClause, depth: int, phrase: NounPhrase) -> tuple[Condition, int]:
        """What a relative clause says, its complements read."""
        inner, end = self._complements(said, depth + 1)
        return self._told(inner, end, phrase)

    def _told(self, said: ParsedClause, end: int, phrase: NounPhrase) -> tuple[Condition, int]:
        """What a relative clause says of a phrase, which takes note of what found no part in it."""
        condition = condition_of(said, self.s.words)
        phrase.left[:] = dict.fromkeys((*phrase.left, *said.missed))
        return condition, end

    def group(self, at: int) -> VerbGroup | None:
        """A verb with its auxiliaries; None where no verb stands."""
        before = VerbGroup(None, "", False, False, None, False, (), False, at, at)
        for _ in range(10):
            readers = _AUXILIARY.at(self.s.at(before.end))
            with_more = next((more for read in readers if (more := read(self, before)) is not None), None)
            if with_more is None:
                break
            before = with_more
        sense = self.s.at(before.end).sense
        roles = sense.roles if sense is not THIS else frozenset()
        if not before.passive:
            role = _role(roles, before.role) if roles else ""
            return self._only(before._replace(verb=sense.verb, role=role, end=before.end + 1)) if roles else None
        if "past" in roles and not (sense.is_noun and not sense.verb):
            return before._replace(verb=sense.verb, role="past", end=before.end + 1)
        if "ing" in roles:
            return before._replace(verb=sense.verb, role="ing", passive=False, end=before.end + 1)
        return before._replace(role="be", passive=False)

    def _only(self, group: VerbGroup) -> VerbGroup:
        """“resolve only the …”: the verb with the word that bounds what it is about."""
        following = self.s.at(group.end + 1)
        names = following.lower in ("the", "that", "this", "those") or following.sense.is_noun or following.is_capital
        if self.s.low(group.end) != "only" or not names or following.lower in ("if", "when", "once", "during"):
            return group
        return group._replace(adverbs=(*group.adverbs, "only"), end=group.end + 1)

    def _negated(self, before: VerbGroup) -> VerbGroup | None:
        """“cannot”, “isn't”, “not”."""
        lower, end = self.s.low(before.end), before.end + 1
        if lower in CANNOT:
            return before._replace(negative=True, modal="cannot", end=end)
        if lower in NEGATIONS:
            modal = "cannot" if before.modal in ("may", "can") else before.modal
            return before._replace(negative=True, modal=modal, end=end)
        if lower not in NEGATED:
            return None
        plain = NEGATED[lower]
        if plain in BE:
            return before._replace(negative=True, role="be", passive=True, end=end)
        return before._replace(negative=True, would=before.would or plain == "would", end=end)

    def _be(self, before: VerbGroup) -> VerbGroup | None:
        """“is”, “has been”, “gets” of “gets stunned”, “has” of “has attacked”."""
        s, at = self.s, before.end
        lower = s.low(at)
        becomes = before.role == "" and lower in ("become", "becomes") and "past" not in s.at(at + 1).sense.roles
        if (lower in BE and not becomes) or (lower in _GET and self._is_plain_participle(at + 1)):
            return before._replace(role="be", passive=True, end=at + 1, bare=lower == "be" and not before.role)
        if lower in HAVE and self._has_participle(at + 1):
            return before._replace(role="have", has_been=True, end=at + 1)
        return None

    def _modal(self, before: VerbGroup) -> VerbGroup | None:
        """“may”, “would”, “does not”, “attempts to”."""
        s, at = self.s, before.end
        lower, following = s.low(at), s.at(at + 1)
        if lower in MODALS and not (s.at(at).is_capital and at != before.first):
            would = before.would or lower == "would"
            return before._replace(modal=MODALS[lower] or before.modal, would=would, role="modal", end=at + 1)
        if lower in DO and (following.lower in NEGATIONS or (lower != "do" and "base" in following.sense.roles)):
            return before._replace(role="modal", end=at + 1)
        if lower in _TRIES and following.lower == "to":
            return before._replace(role="modal", end=at + 2)
        if lower in _HELP and "base" in following.sense.roles:
            return before._replace(role="modal", adverbs=(*before.adverbs, "help"), end=at + 1)
        return None

    def _adverb(self, before: VerbGroup) -> VerbGroup | None:
        """“also attacks”, “is immediately defeated”."""
        lower, following = self.s.low(before.end), self.s.at(before.end + 1)
        if lower == "even" and not following.is_word:
            return None  # “is even”
        if lower == "next" and not before.role and "s" in following.sense.roles:
            return before._replace(adverbs=(*before.adverbs, lower), end=before.end + 1)
        if lower not in ADVERBS or not (before.role or following.sense.verb or following.lower in _BEFORE_VERB):
            return None
        return before._replace(adverbs=(*before.adverbs, lower), end=before.end + 1)

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
        sense, verb = piece.sense, piece.sense.verb
        is_adjective = sense.state or sense.status or sense.is_noun or (verb is not None and verb.state)
        is_adjective = is_adjective and s.low(at + 1) not in PRONOUNS  # “had revealed it”
        return "past" in sense.roles and not is_adjective

    def clause(
        self, at: int, *, subject: NounPhrase | None = None, depth: int = 0, imperative: bool = True
    ) -> tuple[ParsedClause, int] | None:
        """A clause: a subject and a verb with its complements; without a subject an order, or one that shares
        `subject`."""
        opens = self._opens_with_verb(at) if imperative or subject is not None else False
        sense = self.s.at(at).sense
        if subject is None and sense.is_noun and sense.roles and "base" not in sense.roles:
            opens = False  # “Attacks you make gain overkill”: no order
        if not opens:
            found = self._with_subject(at, depth)
            if found is not None or subject is None:
                return found
        group = self.group(at)
        return self._complements(ParsedClause(group, subject, first=at), depth) if group is not None else None

    def _with_subject(self, at: int, depth: int) -> tuple[ParsedClause, int] | None:
        """A clause that says whose verb it is: “Rex attacks”, “Rex, King of Dogs, attacks”, “there are 2 cards”."""
        s = self.s
        lead = self._there_is(at)
        if lead is not None:
            return self._complements(lead, depth)
        only = s.low(at) == "only"
        found = self.noun(at + only, depth=depth, subject=True)
        if found is None:
            return None
        behind = found[1] + (s.low(found[1]) == "," and s.is_finite(found[1] + 1))
        group = self.group(behind) if self._verb_follows(behind) else None
        if group is not None:
            return self._complements(ParsedClause(group, found[0], first=at, only=only), depth)
        return self._past_tense(at, depth) if found[0].noun.having else None

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
        piece, following = s.at(at), s.at(at + 1)
        if piece.sense is THIS:
            return False
        if piece.lower in _AUXILIARIES:
            return True
        if piece.lower in ADVERBS and following.sense.roles:
            is_noun = following.sense.is_noun and piece.lower in ("each", "both")
            return not is_noun and self._opens_with_verb(at + 1)
        if piece.is_capital and not s.begins_sentence(at):
            return False
        if not piece.sense.roles & {"base", "s"}:
            return "past" in piece.sense.roles and following.is_word and not self._names(following)
        return not self._is_name_or_noun(at)

    def _is_name_or_noun(self, at: int) -> bool:
        """Of a word that may be a verb: whether its verb stands behind it, as behind a name or a noun."""
        s, piece = self.s, self.s.at(at)
        if piece.is_capital and (s.is_finite(at + 1) or s.low(at + 1) == "'s"):
            return True
        return piece.sense.is_noun and self._is_noun_of_clause(at)

    def _names(self, piece: Lexeme) -> bool:
        return piece.sense.is_noun or bool(piece.sense.state) or piece.is_capital

    def _is_noun_of_clause(self, at: int) -> bool:
        """Of a word that may be a verb or a noun, at the beginning of a clause: whether it is the noun, as the verb
        stands behind it: “damage you deal cannot be prevented”."""
        s = self.s
        found = self.noun(at, depth=1, subject=True)
        if found is None or found[1] == at:
            return False
        agrees = "s" in s.at(at).sense.roles and "base" in s.at(found[1]).sense.roles  # “attacks against it gain …”
        return agrees or s.is_finite(found[1])

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
        at = said.group.end
        if (caused := self._caused(said, depth)) is not None:
            return caused
        if said.group.verb is not None and said.group.verb.node == "equal":
            at = self._equalled(said, at, depth)
        elif said.group.verb is None and said.predicate is None:
            at = self._predicate(said, at, depth)
        for _ in range(14):
            piece = self.s.at(at)
            end = self._complement(_Complement(said, said.group.verb, at, piece, piece.lower, depth))
            if end == at:
                break
            at = end
            placed = said.group.passive and piece.lower in ("here", "there")
            if depth and (placed or piece.sense.fact == "this-way"):
                break  # “put the minion they discarded this way into play”, “each card tucked here into play”
        return said, at

    def _complement(self, here: _Complement) -> int:
        """Where what stands here behind a verb ends; here where nothing of it does."""
        said = here.said
        before = len(said.objects), len(said.prepositions), len(said.facts)
        tried = (read(self, here) for read in _COMPLEMENTS.at(here.piece, self._durations))
        end = next((end for end in tried if end is not None), here.at)
        if end != here.at:
            said.place(here.at, end, before)
        return end

    def _fact(self, here: _Complement) -> int | None:
        """“this way”, “instead”; “this turn” in a relative clause, and where a clause of its own ends."""
        sense, durations = here.piece.sense, self.s.words.durations
        if (time := self.occasion(here.at)) is not None:
            here.said.facts.append(time[0])
            return time[1]
        turned = sense.verb and "past" in sense.roles and sense.fact == "faceup"
        measures = sense.fact == "twice" and determiner_at(self.s, here.at + 1) is not None  # “twice that much damage”
        if sense.fact and sense is not THIS and not turned and not measures:
            here.said.facts.append(sense.fact)
            return here.at + 1
        if here.lower not in durations:
            return None
        if not here.depth:
            return here.at
        here.said.facts.append(f"this-{durations[here.lower]}")
        return here.at + 1

    def occasion(self, at: int) -> tuple[str, int] | None:
        """Which of several like occasions, and of what period: “for the first time each round”, “the second time in a
        phase”."""
        s = self.s
        if s.lows(at, 2) == ("more", "than") and (which := _BEYOND.get(s.low(at + 2))) is not None:
            period, end = self.period(at + 3)
            return f"{which}-{period or 'time'}", end
        at += s.low(at) == "for"
        at += s.low(at) == "the"
        if s.low(at) not in OCCASIONS or s.low(at + 1) != "time":
            return None
        period, end = self.period(at + 2)
        return f"{s.low(at)}-{period or 'time'}", end

    def period(self, at: int) -> tuple[str, int]:
        """The period in which occasions are counted: “each round”, “this turn”, “in a phase”; empty where none
        stands."""
        s = self.s
        said = s.at(at).sense.fact or ""
        if said.startswith("each-"):
            return said, at + 1
        lasting = s.words.durations.get(s.low(at))
        if lasting is not None:
            return f"each-{lasting}", at + 1
        place = at + (s.low(at) in ("in", "per"))
        place += s.low(place) in ("a", "each", "every", "the", "this")
        thing = s.at(place).sense.thing
        return (f"each-{thing}", place + 1) if place > at and thing in s.words.thing_events else ("", at)

    def _passed_over(self, here: _Complement) -> int | None:
        """“if able”, “down” of “discards down to 4 cards”, “each” of “each from their hand”; “each time” at the end."""
        sense, following = here.piece.sense, self.s.low(here.at + 1)
        if (here.lower, following) == ("each", "time") and not self.s.at(here.at + 2).is_word:
            here.said.facts.append("each-time")
            return here.at + 2
        aside = sense.aside and sense.verb is None
        if aside or (here.lower, following) in (("down", "to"), ("each", "from"), ("each", "to")):
            return here.at + 1
        return None

    def _at_place(self, here: _Complement) -> int | None:
        """“here”, “there”."""
        if here.lower == "there" and self.s.low(here.at + 1) in FINITE_BE:
            return None
        span = (here.piece.start, here.piece.end)
        place = Noun("this", span=span) if here.lower == "here" else Noun("that", name="there", span=span)
        here.said.prepositions.append(("on", NounPhrase(place)))
        return here.at + 1

    def _infinitive(self, here: _Complement) -> int | None:
        """“to draw 1 card”, “to either …”."""
        s, said = self.s, here.said
        begin = here.at + 1 + (s.low(here.at + 1) == "either")
        if s.low(begin) == "be" and here.verb is not None:
            return self._to_be(here, begin)
        if not self._is_infinitive(begin):
            return None
        doer = said.objects[-1] if said.objects and self._does_next(here, said.objects[-1]) else said.subject
        inner = self.clause(begin, subject=doer, depth=here.depth + 1) if here.depth < _DEEPEST else None
        if inner is None:
            return here.at
        said.infinitive = inner[0]
        return inner[1]

    def _does_next(self, here: _Complement, other: NounPhrase) -> bool:
        """Whether the object does what follows: “choose a player to draw”, “use an ally to attack”."""
        verb = here.verb
        is_used = verb is not None and verb.frame is not None and verb.frame.event == "use"
        return verb is not None and (verb.node == "choose" or (is_used and self._acts_for_players(other.noun)))

    def _acts_for_players(self, noun: Noun) -> bool:
        """Whether a noun names by its kind those who do what a player has them do."""
        return bool(noun.kinds) and self.s.words.doers.issuperset(noun.kinds)

    def _to_be(self, here: _Complement, at: int) -> int | None:
        """“is considered to be a minion”, “is considered to be engaged with it”."""
        said = here.said
        if not said.group.passive or here.depth or not self.s.at(at + 1).sense.roles & {"past", "ing"}:
            return here.beside("as", self.noun(at + 1, depth=here.depth + 1))
        group = self.group(at)
        if group is None or group.verb is None:
            said.group = said.group._replace(verb=None, role="be", passive=False)
        else:
            said.group = group._replace(first=said.first)
        return group.end if group is not None else here.at

    def _behind_comma(self, here: _Complement) -> int | None:
        """“, its other side faceup”, “, exhausted”, “, engaged with you”, “, if able,”."""
        s, at = self.s, here.at
        if side := self._side_up(at + 1):
            here.said.facts.append("side-up")
            return side
        what = here.said.object
        narrowed = self._between_commas(what, what.noun, at, frozenset(), here.depth) if what is not None else None
        if what is not None and narrowed is not None:
            what.noun, end = narrowed
            return end
        following = s.at(at + 1)
        if here.verb is not None and self._is_manner(following) and not s.at(at + 2).is_word:
            return at + 1
        if following.lower == "out of play" or s.lows(at + 1, 2) == ("engaged", "with"):
            return at + 1
        if following.sense.aside and following.sense.verb is None:
            return at + 2 + (s.low(at + 2) == ",")
        return None

    def _is_manner(self, piece: Lexeme) -> bool:
        """Whether one word says how something is done: “exhausted”, “at random”."""
        is_fact = piece.sense.fact not in (None, "instead") and piece.sense.verb is None
        return is_fact or (piece.sense.state is not None and not piece.sense.roles)

    def _turned(self, here: _Complement) -> int | None:
        """“its other side faceup”."""
        side = self._side_up(here.at) if here.verb is not None else 0
        if not side:
            return None
        here.said.facts.append("side-up")
        return side

    def _manner(self, here: _Complement) -> int | None:
        """“facedown”, “aside”, “engaged with you”."""
        s, at, state = self.s, here.at, here.piece.sense.state
        if here.verb is None:
            return None
        apart = state is not None and s.low(at - 1) == "," and not s.at(at + 1).is_word  # “under this card, captive”
        is_manner = apart or state in _MANNERS or here.lower in ("aside", "out of play", "alone")
        if is_manner and not s.at(at + 1).sense.is_noun:
            here.said.facts.append(state or here.lower.replace(" ", "-"))
            return at + 1 + (s.low(at + 1) == "," and s.low(at + 2) == "engaged with")
        if here.lower == "engaged" and s.low(at + 1) == "with":
            return here.beside("engaged with", self.noun(at + 2, depth=here.depth + 1))
        return None

    def _how_much(self, here: _Complement) -> int | None:
        """“up to its printed value”, “equal to or less than its cost”."""
        s, at, said = self.s, here.at, here.said
        if here.lower == "up" and s.low(at + 1) == "to" and said.objects and s.at(at + 2).sort != "number":
            found = self.noun(at + 2, depth=here.depth + 1)
            if found is not None:
                said.amount = Amount("any", found[0].noun, bound="up-to")
                return found[1]
        compared = (
            self.comparison(at, here.depth)
            if here.lower in ("equal", "exactly") or here.said.predicate == "equal"
            else None
        )
        if compared is None:
            return None
        said.amount = compared[0]
        return compared[1]

    def comparison(self, at: int, depth: int) -> tuple[Amount, int] | None:
        """“equal to its ATK”, “equal to or less than 3”, “less than or equal to its cost”, “higher than 3”,
        “no more than 2”, and where that ends."""
        s = self.s
        at += s.low(at) == "exactly"
        opened = self._compares(at)
        if opened is None:
            return None
        bound, strict, begin = opened
        found = self.noun(begin, depth=depth + 1)
        if found is None:
            return None
        size = replace(found[0].size, bound=bound)
        return (replace(size, plus=_LESS if bound == "up-to" else _MORE) if strict else size), found[1]

    def _compares(self, at: int) -> tuple[Bound, bool, int] | None:
        """Of words that open a comparison in which direction it is bounded, whether short of what it names, and where
        that is named."""
        s = self.s
        denied = s.low(at) == "no"
        lower = s.low(at + denied)
        if lower == "equal" and not denied and s.low(at + 1) == "to":
            beyond = BOUNDS.get(s.low(at + 3)) if s.low(at + 2) == "or" and s.low(at + 4) == "than" else None
            return (beyond, False, at + 5) if beyond else ("exactly", False, at + 2)
        bound = BOUNDS.get(lower)
        if bound is None or s.low(at + denied + 1) != "than":
            return None
        begin = at + denied + 2
        or_equal = s.lows(begin, 3) == ("or", "equal", "to")
        if denied:
            bound = "up-to" if bound == "at-least" else "at-least"
        return bound, not (denied or or_equal), begin + 3 * or_equal

    def _of_clause_around(self, here: _Complement) -> int | None:
        """“after”, “for each”, “by 1” of “reduce the damage it takes by 1”: said of the clause around this one."""
        lower, following = here.lower, self.s.at(here.at + 1)
        if lower in ("by", "to"):
            whose = lower == "by" and not here.said.group.passive and following.lower in POSSESSIVE
            around = bool(here.depth) and (following.sort == "number" or whose)
        elif lower == "of":
            around = "instead" in here.said.facts
        elif lower == "for":
            around = following.lower in ("each", "every") or (not here.depth and self._lasts(here.at))
        else:
            around = lower in ("after", "before") or (lower == "during" and not here.depth)
        return here.at if around else None

    def _lasts(self, at: int) -> bool:
        """Whether how long something lasts is said here: “for the phase”, “for the remainder of the round”."""
        place = self.event_begins(at)
        found = self.simple(place, depth=1) if place is not None else None
        return found is not None and found[0].id in self.s.words.thing_events

    def event_begins(self, at: int) -> int | None:
        """Where the event stands whose end is meant: “until the end of …”, “for the rest of …”, “during this …”,
        “for its next …”."""
        s = self.s
        opened = s.opener(at + 1, _UNTIL.get(s.low(at), ()))
        if opened:
            return at + 1 + len(opened)
        if s.low(at) not in ("for", "during"):
            return None
        owned = s.low(at) == "for" and (s.low(at + 1) in POSSESSIVE or s.low(at + 1) == "your")
        return at + 1 if owned or s.low(at + 1) in _OF_EVENT else None

    def _by_doing(self, here: _Complement) -> int | None:
        """“by discarding 1 card”, “without paying its cost”."""
        lower, at = here.lower, here.at
        if here.depth >= _DEEPEST:
            return None
        if lower == "without" and self.s.low(at + 1).startswith("paying "):
            here.said.facts.append("without-pay")
            return at + 2  # one phrase, which is an aside where it stands alone
        group = self.group(at + 1) if "ing" in self.s.at(at + 1).sense.roles else None
        if group is None:
            return None
        inner, end = self._complements(ParsedClause(group, None, first=at + 1), here.depth + 1)
        deed = clause_of(inner, self.s.words) if lower != "without" else None
        here.said.facts.append(f"{lower}-{deed.event if deed else group.verb.name if group.verb else ''}")
        return end

    def _stranded(self, here: _Complement) -> int | None:
        """“cannot be attached to”, “is defended against (by an ally)”: of the subject."""
        said, s = here.said, self.s
        if not said.group.passive or said.subject is None or here.depth:
            return None
        if said.objects or said.prepositions:
            return None
        behind = s.at(here.at + 1)
        if behind.is_word and behind.lower not in PREPOSITIONS and behind.lower not in ("and", "or"):
            return None
        said.prepositions.append((here.lower, said.subject))
        said.subject = None
        return here.at + 1

    def _of_object(self, here: _Complement) -> int | None:
        """“with cost 2 or less”, “that costs 2 or less” behind “an ally from your hand”: the ally."""
        said, last = here.said, here.said.prepositions[-1:]
        what = said.subject if said.group.passive else said.object
        if not last or last[0][1].sort != "zone" or what is None or what.sort != "class":
            return None
        if here.lower in _WITH:
            found = self._with(here.at, what.noun, here.depth, negative=here.lower == "without")
        else:
            having = self._having(here.at, what, here.depth)
            found = (replace(what.noun, having=(*what.noun.having, having[0])), having[1]) if having else None
        if found is None:
            return None
        what.noun, end = found
        return end

    def _next_to(self, here: _Complement) -> int | None:
        """“next to it”, “(using that card)”."""
        s, following = self.s, self.s.low(here.at + 1)
        if here.lower == "next" and following == "to":
            end = here.beside("beside", self.noun(here.at + 2, depth=here.depth + 1))
            return here.at if end is None else end
        if here.lower == "next" or following not in ("using", "with", "by"):
            return None
        inner = self.noun(here.at + 2, depth=here.depth + 1)
        closes = inner is not None and s.low(inner[1]) == ")"
        end = here.beside(following, inner) if closes else None
        return end + 1 if end is not None else None

    def _of_verb_around(self, here: _Complement) -> int | None:
        """“into the deck” of “shuffle the card that was set aside into the deck”, “in play” of “an ally exhausted in
        play”: said of what this clause is about."""
        verb, lower = here.verb, here.lower
        if verb is None or not here.depth:
            return None
        is_its = lower in self.outer and lower not in verb.prepositions
        in_state = lower == "in" and verb.state and here.said.group.passive
        return here.at if is_its or in_state else None

    def _beside(self, here: _Complement) -> int | None:
        """“to you”, “from among them”, “on Rex or on you”."""
        lower, at = here.lower, here.at
        costs = here.verb is not None and here.verb.node == "cost" and here.depth and lower in _OF_PLACE
        if costs or lower in ("without", "except", "per") or self._counts(lower, at):
            return None  # “put an ally that costs 3 or less into play”: that is put there
        begin = at + 1 + (self.s.low(at + 1) in _AMONG)
        found = self.noun(begin, depth=here.depth + 1)
        if found is None or (lower == "in" and here.verb is not None and not here.depth and found[0].sort == "form"):
            return at  # “after you attack in … form”: a circumstance
        return here.beside(lower, self._with_others(lower, *found, here.depth))

    def _counts(self, lower: str, at: int) -> bool:
        """“at least 2”, “as many”; “at step 1”: a moment."""
        behind = self.s.at(at + 1)
        if lower != "at":
            return lower == "as" and behind.lower in ("much", "many")
        numbered = self.s.at(at + 2).sort == "number" or self.s.low(at + 2) in NUMBERS
        return behind.lower in ("least", "most") or (behind.sense.thing == "step" and numbered)

    def _gained(self, here: _Complement) -> int | None:
        """“gains: "Action: Draw 1 card."”."""
        s, at = self.s, here.at
        if here.verb is None or here.verb.node != "gain":
            return None
        if here.lower in (":", ",") and s.low(at + 1) == '"' and s.closing_quote(at + 1):
            return at + 1
        if here.lower != '"' or not (close := s.closing_quote(at)):
            return None
        here.said.quoted = (at + 1, close)
        return close + 1

    def _object(self, here: _Complement) -> int | None:
        """“1 card”, “that minion a tough status card”; not who “may” do the next thing, where a comma was left out."""
        said, verb = here.said, here.verb
        if verb is None or len(said.objects) >= 2 or not self._may_be_object(here.at, said, here.depth):
            return None
        if self.how_often(here.at) is not None or self.s.lows(here.at, 2) == ("each", "time"):
            return None
        self.outer, outer = verb.prepositions & {"into", "onto"}, self.outer
        found = self.noun(here.at, reserved=_RESERVED | verb.prepositions, depth=here.depth)
        self.outer = outer
        if found is None or (not here.depth and self._acts_itself(found)):
            return None
        found = self._with_place(here.at, verb, found, here.depth)
        said.objects.append(found[0])
        return found[1]

    def how_often(self, at: int) -> tuple[Amount, int] | None:
        """“3 times”, “up to 3 times”, “an additional time”, and where that ends; “1 time counter” is none."""
        s = self.s
        if s.lows(at, 4) in (("any", "number", "of", "times"), ("any", "amount", "of", "times")):
            return Amount(bound="any"), at + 4
        up_to = s.lows(at, 2) == ("up", "to")
        at += 2 * up_to
        said = s.low(at)
        number: int | str = int(said) if is_number(said) else NUMBERS.get(said, 1 if said in ("a", "an") else 0)
        number = "X" if said == "x" else number
        at += 1
        at += s.low(at) in ("additional", "more", "further")
        if not number or s.low(at) not in ("time", "times") or s.at(at + 1).sense.is_noun:
            return None
        return Amount(number, bound="up-to" if up_to else "exactly"), at + 1

    def _with_place(self, at: int, verb: Verb, found: tuple[NounPhrase, int], depth: int) -> tuple[NounPhrase, int]:
        """“put a card in your hand into play”: of two places the first is where the object is."""
        first = self.s.low(found[1])
        if first not in _PLACED & verb.prepositions:
            return found
        longer = self.noun(at, reserved=_RESERVED | (verb.prepositions - {first}), depth=depth)
        manner = longer is not None and self.s.at(longer[1]).sense.state in _MANNERS
        behind = self.s.low(longer[1] + manner) if longer is not None else first
        goes_on = longer is not None and behind != first and behind in verb.prepositions
        return longer if goes_on and longer and len(longer[0].parts) == len(found[0].parts) else found

    def _acts_itself(self, found: tuple[NounPhrase, int]) -> bool:
        """Whether a verb follows a noun phrase whose subject it is, so that it cannot be another verb's object."""
        lower = self.s.low(found[1])
        return lower in MODALS or lower in CANNOT or self.s.is_finite(found[1])

    def _side_up(self, at: int) -> int:
        """Where “its Psi-Knife side faceup” ends that begins here; 0 where it does not."""
        s = self.s
        if not s.has_sides:
            return 0
        for place in range(at, min(at + 6, s.end)):
            if s.at(place).sense.thing == "side" and s.at(place + 1).sense.state in ("faceup", "facedown"):
                return place + 2
            if not s.at(place).is_word or (s.low(place) in PREPOSITIONS and s.low(place) != "with"):
                return 0
        return 0

    def _is_infinitive(self, at: int) -> bool:
        s = self.s
        roles = s.at(at).sense.roles
        if s.low(at) == "be":
            return "past" in s.at(at + 1).sense.roles  # “choose one to be dealt to you”
        return (
            "base" in roles
            and not s.is_targeted(at)
            and not s.at(at).is_capital
            and not (s.at(at).sense.is_noun and s.closes_noun(at + 1) and s.low(at + 1) not in ("", "you"))
        )

    def _may_be_object(self, at: int, said: ParsedClause, depth: int) -> bool:
        """Whether a noun phrase that is this verb's object may begin here."""
        piece = self.s.at(at)
        lower = piece.lower
        if lower in _NO_OBJECT or (lower in _RELATIVE and (said.group.passive or said.objects)):
            return lower == "that" and bool(said.objects) and self.s.at(at + 1).sense.is_noun
        if depth and self._is_of_clause_outside(at, said):
            return False
        return not said.objects or lower in _SECOND or _may_be_second(piece)

    def _is_of_clause_outside(self, at: int, said: ParsedClause) -> bool:
        """Whether a relative clause is over before this, which the clause around it goes on with."""
        if said.group.passive and self.s.is_finite(at):
            return True  # “each event played by you costs 1 less”
        verb = said.group.verb
        if verb is None:
            return False
        has_been_told = said.group.passive and said.group.end - said.group.first > 1  # “was dealt damage”
        most = 1 + verb.takes_two - has_been_told  # “the player who defeated this scheme a facedown card” has one
        return len(said.objects) >= most or bool(said.prepositions or said.facts)

    def _caused(self, said: ParsedClause, depth: int) -> tuple[ParsedClause, int] | None:
        """“(you may) have that minion attack you”: what the one does that is made to."""
        group = said.group
        ordered = group.modal in ("may", "must", "can") or (said.subject is None and group.modal is None)
        if group.verb is None or group.verb.node != "has" or group.role != "base" or not ordered or depth:
            return None
        found = self._up_to_order(group.end)
        if found is None:
            return None
        deed = self.group(found[1])
        if deed is None:
            return None
        caused = ParsedClause(deed._replace(modal=group.modal), found[0], first=said.first)
        caused.causer = said.subject or NounPhrase(YOU)
        return self._complements(caused, depth)

    def _up_to_order(self, at: int) -> tuple[NounPhrase, int] | None:
        """A noun phrase before the plain form of a verb: “that minion (attack you)”."""
        s, outer = self.s, self.s.end
        for place in range(at + 1, min(at + 8, outer)):
            if "base" in s.at(place).sense.roles:
                s.end = place
                found = self.simple(at)
                s.end = outer
                alone = not s.at(place + 1).is_word and (found is None or not found[0].noun.kinds)
                return found if found is not None and found[1] == place and not alone else None
        return None

    def _equalled(self, said: ParsedClause, at: int, depth: int) -> int:
        """Of “its cost equals your hand size” what a copula would say."""
        found = self.noun(at, depth=depth + 1)
        if found is None:
            return at
        said.group, said.predicate, said.amount = said.group._replace(verb=None), "equal", found[0].size
        return found[1]

    def _predicate(self, said: ParsedClause, at: int, depth: int) -> int:
        """What a copula says of its subject."""
        s = self.s
        while s.low(at) in NEGATIONS or s.low(at) in ("both", "already", "still", "also", "exactly"):
            if s.low(at) in NEGATIONS:
                said.group = said.group._replace(negative=True)
            at += 1
        short = self._short_predicate(at)
        if short is not None:
            said.predicate, said.word, end = short
            return end
        found = self.noun(at, depth=depth + 1)
        if found is None:
            return at
        said.predicate = "noun"
        noun = found[0].noun
        if noun.head == "named" and noun.quantifier == "one" and not noun.kinds:
            found[0].noun = replace(noun, head="class", name=None, traits=((noun.name or "").lower(),))
        said.objects.append(found[0])
        return found[1]

    def _short_predicate(self, at: int) -> tuple[str, str | None, int] | None:
        """“able”, “in play”, “here”, “stunned”: the sort of what is said, its word, and where it ends."""
        piece, following = self.s.at(at), self.s.at(at + 1)
        sense = piece.sense
        if piece.lower == "able":
            return "able", "able", at + 1
        if piece.lower == "in" and following.sense.form:
            return "form", following.sense.form, at + 2
        if piece.lower == "in" and following.sense.zone == "play":
            return "in-play", "play", at + 2
        if piece.lower == "here":
            return "here", None, at + 1
        if sense.status and not following.sense.thing:
            return "status", sense.status, at + 1
        if sense.state and not self._names(following):
            return "state", sense.state, at + 1
        if piece.lower in PREPOSITIONS:
            return "place", None, at
        return ("equal", None, at) if self._compares(at) is not None else None


_TAILS: Starts[Callable[[Grammar, _Tail], tuple[Noun, int] | None]] = Starts(
    (
        (Grammar._bracket, Start({"("})),
        (Grammar._one_word, Start(meaning={"fact", "state"}, sorts={"icon"})),
        (Grammar._compared, Start({word for words in _LIKENED.values() for word in words})),
        (Grammar._cost_of, Start({"to"})),
        (Grammar._owned, Start({"you"} | PRONOUNS | _WHOSE, {"verb"}, capital=True)),
        (Grammar._here, Start({"here", "there"})),
        (Grammar._value, Start(_COMPARISONS, sorts={"number"})),
        (Grammar._joined_to, Start({"engaged", "attached"})),
        (Grammar._behind_preposition, Start(PREPOSITIONS)),
        (Grammar._prepositional, Start({"and", "of", "to"} | _PLACED | _WITH)),
        (Grammar._other_than, Start({"other", "except"})),
        (Grammar._named, Start({"named"})),
        (Grammar._sides_of_event, Start({"against", "by", "made by"}, lasting=True)),
        (Grammar._said_of, Start(_OPENS_RELATIVE, {"verb", "own"}, capital=True)),
        (Grammar._on_occasion, Start(sorts=WORDS)),
    )
)
"""What may narrow a noun phrase from behind, in the order in which they are tried; one that moves on no place ends
the phrase."""
_SET_APART: tuple[tuple[tuple[str, ...], Callable[[Grammar, _Tail], tuple[Noun, int] | None]], ...] = (
    (("with",), Grammar._prepositional),
    (("without",), Grammar._prepositional),
    (("except",), Grammar._other_than),
    (("other", "than"), Grammar._other_than),
    (("controlled", "by"), Grammar._owned),
    (("owned", "by"), Grammar._owned),
    (("engaged", "with"), Grammar._joined_to),
    (("attached", "to"), Grammar._joined_to),
)
"""What may narrow a noun phrase between commas, by the words with which it begins."""
_COMPLEMENTS: Starts[Callable[[Grammar, _Complement], int | None]] = Starts(
    (
        (Grammar._fact, Start({"for", "the", "more"} | OCCASIONS, {"fact"}, lasting=True)),
        (Grammar._passed_over, Start({"down", "each"}, {"aside"})),
        (Grammar._at_place, Start({"here", "there"})),
        (Grammar._infinitive, Start({"to"})),
        (Grammar._behind_comma, Start({","})),
        (Grammar._turned, Start(sorts=WORDS)),
        (Grammar._manner, Start({"aside", "out of play", "alone", "engaged"}, {"state"})),
        (Grammar._how_much, Start({"up"} | _COMPARISONS)),
        (Grammar._of_clause_around, Start({"by", "to", "of", "for", "after", "before", "during"})),
        (Grammar._stranded, Start(_OF_SUBJECT)),
        (Grammar._of_object, Start(_WITH | set(_RELATIVE))),
        (Grammar._by_doing, Start({"without", "by", "from", "as"})),
        (Grammar._next_to, Start({"next", "("})),
        (Grammar._of_verb_around, Start({"into", "onto", "in"})),
        (Grammar._beside, Start(PREPOSITIONS)),
        (Grammar._gained, Start({":", ",", '"'})),
        (Grammar._object, Start({'"'}, {"own"}, WORDS)),
    )
)
"""What may stand behind a verb, in the order in which they are tried; one that moves on no place ends the clause."""

_AUXILIARY: Starts[Callable[[Grammar, VerbGroup], VerbGroup | None]] = Starts(
    (
        (Grammar._negated, Start(CANNOT | NEGATIONS | NEGATED.keys())),
        (Grammar._be, Start(BE | HAVE | _GET)),
        (Grammar._modal, Start(MODALS.keys() | DO | _TRIES | _HELP)),
        (Grammar._adverb, Start(ADVERBS | {"next"})),
    )
)
"""What may stand before a verb in its group."""


def _role(roles: frozenset[str], before: str) -> str:
    """Which of a verb's forms it is, by what stands before."""
    if before == "have" and "past" in roles:
        return "past"
    if before == "modal" and "base" in roles:
        return "base"
    return next(role for role in ("s", "base", "past", "ing") if role in roles)


def _is_apart(phrase: NounPhrase, more: NounPhrase) -> bool:
    """Whether a phrase is another clause without its verb: “4 damage to the villain and 2 damage to a minion”, “while
    attacking an enemy and +1 THW”, “into your hand and the other on the bottom of your deck”."""
    if more.sort == "thing":
        return more.amount is not None
    if more.sort == "stat":
        return more.sign in ("+", "-")
    lies = more.noun.at is not None or (more.noun.zone or more.noun.whose) is not None
    return phrase.sort == "zone" and more.sort != "zone" and lies


def _is_listed(phrase: NounPhrase, more: NounPhrase, joint: str, word: str) -> bool:
    """Whether a phrase goes on a list rather than beginning another clause or amount."""
    if word == "plus" and phrase.sort != "number" and (more.sort == "stat" or _is_so_much(more)):
        return False  # “3 damage to an enemy plus 1 for each …”, “your ATK plus your THW”: added to the amount
    if word in ("and", "or", ",") and not phrase.is_thing and phrase.sort != "number" and _is_apart(phrase, more):
        return False
    return more.is_thing or not phrase.is_thing or phrase.sort == "keyword" or joint == ","


def _as_many(counted: Noun, noun: Noun) -> Noun:
    """A noun, as many of it as of another that stands for it: “2 other copies of Rex”."""
    return replace(
        noun,
        quantifier=counted.quantifier,
        number=counted.number,
        other=counted.other or noun.other,
        states=(*counted.states, *noun.states),
        whose=counted.whose or noun.whose,
    )


def _joined(parts: list[NounPhrase], joint: str | None) -> NounPhrase:
    """Several phrases as one; the fields are the first's, of like classes all kinds together."""
    first = parts[0]
    _share_status_card(parts)
    for part in parts[1:]:
        _share(first, part)
    nouns = tuple(part.noun for part in parts)
    tail = nouns[-1]
    span = (first.noun.span[0], tail.span[1])
    noun = replace(first.noun, parts=nouns, joined="or" if joint == "or" else "and", span=span)
    if joint == "or" and (_alike(nouns) or (all(_bare(one) for one in nouns[1:-1]) and _bare_like(nouns))):
        noun = replace(
            tail,
            kinds=tuple(dict.fromkeys(kind for one in nouns for kind in one.kinds)),
            quantifier=nouns[0].quantifier,
            number=nouns[0].number,
            span=span,
            whose=tail.whose or nouns[0].whose,
        )
    joined: Literal["and", "or"] = "or" if joint == "or" else "and"
    of_first = first.sort, first.id, first.name, first.amount, first.of, first.sign
    return NounPhrase(noun, *of_first, parts=tuple(parts), joined=joined)


def _share_status_card(parts: list[NounPhrase]) -> None:
    """Let the last of several phrases say of others that they are cards: “a stunned and a confused status card”."""
    last = parts[-1]
    for part in parts[:-1] if last.id == "status" else ():
        if part.sort == "status":
            part.sort, part.id, part.name = last.sort, last.id, part.id


def _share(first: NounPhrase, part: NounPhrase) -> None:
    """Let the first of several phrases say of another what it leaves out: “your hand and deck”, “each minion and
    ally”."""
    whose, noun = first.noun.whose, part.noun
    if noun.head != "class":
        return
    beside = (part.sort == "zone") == (first.sort == "zone")
    if whose is not None and noun.whose is None and part.bare and beside and not noun.having:
        part.noun = replace(noun, whose=whose)
    if part.bare and first.noun.quantifier in ("each", "all", "any", "none"):
        part.noun = replace(part.noun, quantifier=first.noun.quantifier)


def _alike(nouns: tuple[Noun, ...]) -> bool:
    """Whether they are classes that differ in their kinds alone."""
    last = replace(nouns[-1], kinds=(), span=(0, 0), quantifier="the")
    return all(
        one.head == "class" and one.kinds and replace(one, kinds=(), span=(0, 0), quantifier="the") == last
        for one in nouns
    )


def _is_so_much(phrase: NounPhrase) -> bool:
    """“2”, “1 additional damage”."""
    return phrase.sort == "number" or (phrase.is_thing and phrase.noun.number is not None)


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


def _of_what(phrase: NounPhrase, noun: Noun, inner: NounPhrase) -> Noun:
    """A noun with what one behind “of” says of it: where it lies, what it counts, how much it is, or whose."""
    if inner.sort == "zone":
        return _lying_in(replace(noun, name=noun.name or inner.noun.name), inner)
    if phrase.id == "amount":  # “the number of cards in your hand”: the cards are what counts
        phrase.of = inner
        return replace(inner.noun, states=(*noun.states, *inner.noun.states), quantifier=noun.quantifier)
    if phrase.sort == "stat" and inner.sort == "number":
        phrase.amount, phrase.sign = inner.amount, inner.sign  # “a cost of 2 or less”
        return noun
    phrase.of = inner
    own = noun.whose if phrase.sort != "stat" else None
    return replace(noun, whose=own or inner.noun)


def _lying_in(noun: Noun, place: NounPhrase) -> Noun:
    """A noun of what lies in a deck, a hand … or in each of several."""
    if noun.parts:
        return replace(noun, zone=place.id, whose=noun.whose or place.noun.whose)
    each = [replace(noun, zone=one.id, whose=noun.whose or _whose_deck(one.noun)) for one in place.each]
    return replace(each[0], parts=tuple(each), joined=place.joined) if len(each) > 1 else each[0]


def _whose_deck(place: Noun) -> Noun | None:
    """Whose a deck, a hand … is; “each player deck” is each player's."""
    if place.whose is not None or place.quantifier not in ("each", "all"):
        return place.whose
    return Noun("class", ("player",), quantifier=place.quantifier, span=place.span)


def _measured_by(size: Amount, noun: Noun) -> Amount:
    return replace(size, value="equal" if size.value == "that" else size.value, of=noun)


def _likened(tail: _Tail) -> str | None:
    """The state that a word behind it likens to another: “the same … as”, “fewer … than”."""
    return next((one for one in tail.noun.states if tail.lower in _LIKENED.get(one, ())), None)


def _may_be_second(piece: Lexeme) -> bool:
    return piece.sort == "number" or bool(piece.sense.keyword or piece.sense.status or piece.sense.thing)
