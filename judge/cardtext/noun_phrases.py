"""Noun phrases up to their head: determiners, what narrows from before, and the head itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Literal

from judge.cardtext.card_words import HEADS, Sense, is_number
from judge.cardtext.construct_starts import WORDS, Start, Starts
from judge.cardtext.determiners import DETERMINERS, determiner_at
from judge.cardtext.english import (
    ADVERBS,
    CANNOT,
    COMMON,
    FINITE_BE,
    HAVE,
    MODALS,
    NAME_JOINTS,
    NEGATED,
    NUMBERS,
    ORDINALS,
    PARITY,
    POSSESSIVE,
    PREPOSITIONS,
    PRONOUNS,
    REFLEXIVE,
)
from judge.cardtext.lexer import NOTHING, THIS, Lexeme
from judge.cardtext.parsed_phrases import BOUNDS, SHARES, YOU, NounPhrase
from judge.cardtext.tree import Amount, Clause, Condition, Head, Noun, Span
from judge.cardtext.word_lookup import WordLookup

_STEP = {"at-least": 1, "up-to": -1}
_DECKS = frozenset(["deck", "discard-pile"])
_ENDS_OF_DECKS = ("top", "bottom")
_PRONOUNS: dict[str, tuple[Head, str | None]] = {
    "you": ("you", None), "yourself": ("you", None), "here": ("this", None), "there": ("that", "there"),
}  # fmt: skip
_ALONE: dict[str, tuple[Head, Literal["none", "one", "each", "the"]]] = {
    "none": ("class", "none"), "neither": ("class", "none"), "either": ("class", "one"), "this": ("this", "the"),
    "all": ("that", "each"), "each": ("that", "each"), "both": ("that", "each"),
    "that": ("that", "the"), "those": ("that", "the"), "these": ("that", "the"),
}  # fmt: skip
"""What words mean behind which no noun stands."""
_LIST_JOINTS = (",", "or", "and", "and/or", "/")
_IN_NAMES = frozenset(["of", "the", "&", "de", "von", "van", "der", "la", "in", "no", "for"])
"""Small words that join a name rather than two."""
_BEFORE_NOUN = frozenset(["of", "from", "by", "against"])
"""Words behind which no clause stands."""
_NO_TRAIT = (
    PREPOSITIONS
    | ADVERBS
    | PRONOUNS
    | CANNOT
    | MODALS.keys()
    | NEGATED.keys()
    | FINITE_BE
    | HAVE
    | COMMON
    | {"a", "an", "and", "or", "that", "who", "which", "if", "you", "then", "not", "than", "instead", "other"}
    | {"equal", "more", "fewer", "less", "while", "when", "whenever", "unless", "until", "where", "because"}
)


class _Next(Enum):
    """What a word is to a noun phrase whose head it is not."""

    NARROWED = "narrows it"
    NO_MORE = "stands behind it"
    NO_PHRASE = "makes it no phrase at all"


class NounPhraseReader:
    """One noun phrase being read, up to its head."""

    def __init__(self, stretch: WordLookup, at: int) -> None:
        self.s, self.at, self.first = stretch, at, at
        self.quantifier = ""
        self.number: int | str | None = None
        self.bound = "exactly"
        self.measure: int | str | None = None
        self.det = ""
        self.other = False
        self.whose: Noun | None = None
        self.states: list[str] = []
        self.traits: list[str] = []
        self.icons: list[str] = []
        self.caps: list[str] = []
        self.kinds: list[str] = []
        self.name: str | None = None
        self.having: list[Condition] = []
        self.attached = False
        self.sign = ""
        self.per_player = False
        self.compared: Amount | None = None
        self.spared: Amount | None = None
        self.own: Span | None = None
        """Where the card's own name stands."""
        self.namesakes: str | None = None
        """The card's own name where it means all of that name: “another Rex”."""

    def read(self) -> NounPhrase | None:
        """The phrase up to its head; `at` is where that ends."""
        s = self.s
        lower = s.low(self.at)
        pronoun = self._pronoun(lower, s.at(self.at))
        if pronoun is not None:
            self.at += 1
            if lower == "you" or s.low(self.at) != "'s":
                return NounPhrase(pronoun)
            self.at += 1
            self.whose = pronoun
        for _ in range(6):
            self._determiners()
            head = self._head()
            if head is None:
                return self._owner_alone()
            if s.low(self.at) != "'s" and (s.low(self.at) != "'" or s.at(self.at).new != ""):
                head.bare = not (self.quantifier or self.det) and self.number is None and self.whose is None
                self._told_in_brackets(head)
                return head
            self.at += 1
            if self._is_of_name(head):
                self.caps[-1] += "'s"
            else:
                self._own_by(head.noun)
        return None

    def _told_in_brackets(self, head: NounPhrase) -> None:
        """“a card (player or encounter)”: of which kinds those are."""
        s, close = self.s, self.at + 1
        if s.low(self.at) != "(" or head.noun.head != "class" or len(head.noun.kinds) != 1:
            return
        words: list[str] = []
        while close < self.at + 12 and s.low(close) not in (")", ""):
            words += [s.low(close)] if s.low(close) not in ("or", "and", ",") else []
            close += 1
        kinds = [f"{word}-{head.noun.kinds[0]}" for word in words]
        if kinds and s.low(close) == ")" and set(kinds) <= s.words.vocabulary["kinds"]:
            head.noun = replace(head.noun, kinds=tuple(kinds))
            self.at = close + 1

    def _owner_alone(self) -> NounPhrase | None:
        """“less than Rex's”: whose it is, without what."""
        if self.whose is None or self.s.low(self.at - 1) != "'s" or self.states:
            return None
        return NounPhrase(self.whose)

    def _is_of_name(self, head: NounPhrase) -> bool:
        """Whether behind “Rex's” the name goes on: “Rex's Shield”."""
        piece, noun = self.s.at(self.at), head.noun
        named = noun.head == "named" and not noun.kinds
        common = piece.sense.is_noun and not self.s.at(self.at + 1).is_capital  # “Anna's Hero”, in a game of capitals
        return named and piece.is_capital and not piece.sense.stat and not common and self._is_name_on(self.at)

    def _pronoun(self, lower: str, piece: Lexeme) -> Noun | None:
        """“you”, “it”, “here”, “all of them”, “each” where no noun follows."""
        span = (piece.start, piece.end)
        if lower in _PRONOUNS:
            head, name = _PRONOUNS[lower]
            return Noun(head, name=name, span=span)
        if lower in REFLEXIVE:
            return Noun("that", antecedent="subject", name=lower, span=span)
        if lower in PRONOUNS or (lower == "her" and not self._owns(self.at + 1)):
            return Noun("that", name=lower, span=span)
        if lower == "all" and self.s.low(self.at + 1) == "of" and self.s.low(self.at + 2) in ("it", "them"):
            self.at += 2
            return Noun("that", name=self.s.low(self.at), quantifier="all", span=span)
        alone = _ALONE.get(lower)
        if alone is None or not self._stands_alone(lower):
            return None
        head, quantifier = alone
        return Noun(head, name=lower if head == "that" else None, quantifier=quantifier, span=span)

    def _owns(self, at: int) -> bool:
        piece = self.s.at(at)
        if piece.sense.state and not piece.sense.is_noun:
            return self._owns(at + 1)
        return piece.sense.is_noun or piece.is_capital or piece.lower in ORDINALS or piece.sort == "number"

    def _stands_alone(self, lower: str) -> bool:
        following = self.s.at(self.at + 1)
        if not following.is_word:
            return following.lower not in ('"', "[")
        if lower in ("none", "neither", "both") and (following.sense.roles or self.s.is_finite(self.at + 1)):
            narrows = following.sense.is_noun or self.s.at(self.at + 2).sense.is_noun  # “both discarded cards”
            return not narrows or following.lower in FINITE_BE  # “none were discarded this way”
        if lower in ("all", "each", "both", "none", "neither", "either"):
            return following.lower in PREPOSITIONS and self._ends_phrase(following)
        return (
            lower in ("this", "that") and self.s.is_finite(self.at + 1) and not following.sense.is_noun
        ) or self._ends_phrase(following)

    @staticmethod
    def _ends_phrase(following: Lexeme) -> bool:
        """Whether a word behind “those”, “each” cannot be what they determine."""
        lower = following.lower
        return lower in ("and", "or", "instead") or (
            lower in PREPOSITIONS and lower != "of" and not following.sense.state
        )

    def _own_by(self, noun: Noun) -> None:
        """What follows belongs to what was read."""
        self.whose = replace(noun, whose=self.whose or noun.whose)
        self.quantifier, self.det, self.number, self.other = "", "the", None, False
        self.states, self.traits, self.caps, self.kinds, self.icons = [], [], [], [], []
        self.attached, self.own, self.namesakes, self.name, self.having = False, None, None, None, []

    def _determiners(self) -> None:
        for _ in range(8):
            readers = _DETERMINERS.at(self.s.at(self.at))
            if not any(read(self) for read in readers):
                return

    def _read_determiner(self) -> bool:
        """“each”, “up to”, “the same amount of”."""
        found = determiner_at(self.s, self.at)
        if found is None:
            return False
        said, end = found
        if said.measure == "all" and self._is_all_but():
            left = int(self.s.low(self.at + 2))
            self.bound, self.spared, end = "up-to", Amount(-left), self.at + 3  # “all but 1”
        self.quantifier = said.quantifier or self.quantifier or ("the" if said.det == "the" else "")
        self.number = self.number if said.number is None else said.number
        shares = self.measure in SHARES and said.measure == "that"  # “half that much”
        self.measure = self.measure if said.measure == "" or shares else said.measure
        self.det = said.det or self.det
        self.bound = said.bound or self.bound
        self.sign = said.sign or self.sign
        self.other = said.other or self.other
        self.at = end
        return True

    def _is_all_but(self) -> bool:
        return self.s.low(self.at + 1) == "but" and is_number(self.s.low(self.at + 2))

    def _read_count(self) -> bool:
        """“3”, “two or more”, “1 [per player]”, “4 of”."""
        s = self.s
        if s.low(self.at) not in NUMBERS and s.at(self.at).sort != "number":
            return False
        self._number(s.low(self.at))
        if s.low(self.at) == "or" and (bound := BOUNDS.get(s.low(self.at + 1))):
            self.bound = bound
            self.sign = "at-least" if bound == "at-least" else "at-most"
            self.at += 2
        elif s.low(self.at) in BOUNDS:
            self.sign = s.low(self.at)
            self.at += 1
        if s.low(self.at) == "[per player]":
            self.per_player = True
            self.at += 1
        self.at += s.low(self.at) == "of"
        return True

    def _read_owner(self) -> bool:
        """“your”, “its”."""
        piece = self.s.at(self.at)
        is_yours = piece.lower == "your"
        self.whose = YOU if is_yours else Noun("that", name=piece.lower, span=(piece.start, piece.end))
        self.det = self.det or "the"
        self.at += 1
        return True

    def _read_state_before(self) -> bool:
        """“more”, “the first”, “an extra five counters”."""
        lower, following = self.s.low(self.at), self.s.at(self.at + 1)
        state = self.s.at(self.at).sense.state
        if (lower in ("more", "fewer") and not self.det) or (lower in ORDINALS and self.det):
            self.states.append(lower)
        elif state and (following.lower in NUMBERS or following.sort == "number"):
            self.states.append(state)
        else:
            return False
        self.at += 1
        return True

    def _read_targeted(self) -> bool:
        """“target minion”: one of one’s choice."""
        if not self.s.is_targeted(self.at):
            return False
        self.quantifier, self.det = self.quantifier or "one", self.det or "a"
        self.at += 1
        return True

    def _number(self, lower: str) -> None:
        if "/" in lower and self.s.at(self.at + 1).sense.thing in self.s.words.named_things:
            self.name = lower  # “two +1/+1 counters”
            self.at += 1
            return
        if lower in NUMBERS:
            self.number = NUMBERS[lower]
        elif lower == "x":
            self.number = "X"
        elif is_number(lower):
            self.number = int(lower)
        else:
            self.number = lower.upper()
            self.sign = "+" if lower[0] == "+" else "-" if lower[0] == "-" else ""
            plain = lower.lstrip("+-")
            if "/" not in lower:
                self.number = int(plain) if is_number(plain) else plain.upper()
        self.at += 1
        if not self.quantifier or self.quantifier == "the":
            self.quantifier = "one" if self.number == 1 else "number"

    def _head(self) -> NounPhrase | None:
        """What narrows the phrase, and its head."""
        for _ in range(24):
            found = self._next()
            if isinstance(found, NounPhrase):
                return found
            if found is _Next.NO_PHRASE:
                return None
            if found is not _Next.NARROWED:
                break
        if self.caps:
            return self._made(None, "class")
        return self._of_icons() if self.icons else self._of_determiners()

    def _next(self) -> NounPhrase | _Next | None:
        """What the next word is to the phrase; None where no reader knows it."""
        piece = self.s.at(self.at)
        for read in _STARTS.at(piece):
            found = read(self, piece)
            if found is not None:
                return found
        return None

    def _pronoun_behind(self, piece: Lexeme) -> NounPhrase | None:
        """“each of them”."""
        if not self.quantifier:
            return None
        self.at += 1
        return NounPhrase(replace(self._noun("that", ()), name=piece.lower), "class", None, None, self._amount())

    def _own_name(self, piece: Lexeme) -> NounPhrase | None:
        """The card's own name, “Rex ally” with its kind; “another Rex” is any of that name but the card."""
        if piece.sense is not THIS:
            return None
        self.at += 1
        if self.other or self.quantifier not in ("", "the"):
            self.namesakes = piece.text
        else:
            self.own = piece.start, piece.end
        following = self.s.at(self.at)
        if following.sense.kind and not following.is_capital and not self._is_its_verb():
            self.kinds.append(following.sense.kind)
            self.at += 1
            if self.det == "a":  # “a Rex event” is one of those that belong to Rex
                self.own, self.namesakes = None, None
                self.traits.append(piece.lower)
        return self._made(self.kinds[-1] if self.kinds else None, "class")

    def _code(self, piece: Lexeme) -> _Next | None:
        """“1B”: the number of a stage is its name."""
        if self.caps or not _is_code(piece.text) or not piece.text[0].isdigit():
            return None
        self.caps.append(piece.text)
        self.at += 1
        return _Next.NO_MORE

    def _icon(self, piece: Lexeme) -> NounPhrase | _Next | None:
        """“[energy]”, “[boost][boost]”, “[energy] or [mental]”, “[per player]”."""
        s, sense, lower = self.s, piece.sense, piece.lower
        if lower == "[per player]":
            self.per_player = True
            self.at += 1
            return _Next.NARROWED
        if piece.sort != "icon":
            return None
        if sense.state:
            self.states.append(sense.state)
        elif sense.kind or sense.thing:
            while s.low(self.at + 1) == lower:
                self.number, self.at = int(self.number or 1) + 1, self.at + 1
            named = self._taken(piece)
            self.at += s.at(self.at).sense.thing == "icon"
            return named
        else:
            self.icons.append(lower[1:-1])
        self.at += 1
        if self.icons and s.at(self.at).sense.verb:
            return _Next.NO_MORE  # “a character with [flight] attacks”
        if self._icon_list(self.at):
            while s.low(self.at) in (",", "or", "and"):
                self.at += 1
        return _Next.NARROWED

    def _quoted(self, _piece: Lexeme) -> NounPhrase | _Next | None:
        """“"Boom" or "Bang"”, which may be of a card or counter: “a "Boom" card”."""
        s, close = self.s, self._quote_end(self.at)
        if not close:
            return _Next.NO_PHRASE
        said = self._between(self.at, close).rstrip(",.")
        self.at = close + 1
        while s.low(self.at) in ("or", "and") and s.low(self.at + 1) == '"' and (close := self._quote_end(self.at + 1)):
            said += f" {s.low(self.at)} {self._between(self.at + 1, close)}"
            self.at = close + 1
        if s.at(self.at).sense.thing or s.at(self.at).sense.kind:
            self.name = said
            return _Next.NARROWED
        self.caps = said.split()
        return self._made(None, "class")

    def _attached(self, piece: Lexeme) -> _Next | None:
        """“attached ally”, “equipped Rex”; “an equipped character” is any that is."""
        following = self.s.at(self.at + 1)
        if not (following.sense.is_noun or following.is_capital) or self.attached or self.kinds:
            return None
        if piece.lower == "equipped" and self.quantifier not in ("", "the"):
            self.states.append(piece.lower)
        else:
            self.attached = True
        self.at += 1
        return _Next.NARROWED

    def _capital(self, piece: Lexeme) -> _Next | None:
        """“Rex”, “Agent of Dogs”, “Attack or Defense event”."""
        if not piece.is_capital or self._is_plain_capital(piece):
            return None
        self.caps.append(piece.text)
        self.at += 1
        self._name_on()
        return _Next.NARROWED

    def _trait_denied(self, piece: Lexeme) -> _Next | None:
        """“non-elite”, “non - elite”."""
        if piece.lower == "non" and self.s.low(self.at + 1) == "-":
            self.traits.append("not " + self.s.low(self.at + 2))
            self.at += 3
        elif piece.lower.startswith("non-") and len(piece.lower) > 4:
            self.traits.append("not " + piece.lower[4:])
            self.at += 1
        else:
            return None
        return _Next.NARROWED

    def _verb_of_name(self, piece: Lexeme) -> _Next | None:
        """“Rex attacks”: what stands behind a name is its verb."""
        if not self.caps:
            return None
        past = piece.sense.verb and "past" in piece.sense.roles and not self.det
        return _Next.NO_MORE if past or self._is_its_verb() else None

    def _either_state(self, piece: Lexeme) -> _Next | None:
        """“stunned or confused”, “exhausted or damaged” of a character: one of them."""
        s, other = self.s, self.s.at(self.at + 2)
        behind = s.at(self.at + 3).sense
        if s.low(self.at + 1) not in ("or", "and/or") or not behind.is_noun or behind.thing == "status":
            return None
        found = (_in_state(piece.sense), _in_state(other.sense))
        if None in found or piece.sense.state in _ENDS_OF_DECKS:
            return None
        parts = tuple(Condition(one, text=s.low(self.at)) for one in found)
        self.having.append(Condition(parts=parts, joined="or"))
        self.at += 3
        return _Next.NARROWED

    def _known_noun(self, piece: Lexeme) -> NounPhrase | _Next | None:
        """“ally”, “stunned”; “enemy” of “enemy character”."""
        s, sense = self.s, piece.sense
        if not (sense.is_noun or sense.status or sense.keyword):
            return None
        if not self._is_compound(piece):
            return self._taken(piece)
        following = s.at(self.at + 1).sense
        if sense.thing in s.words.thing_events and following.thing == "use":
            phrase = self._taken(piece)  # “a basic attack action”: that attack
            self.at += 1
            return phrase
        self._narrow_by(piece, following)
        self.at += 1
        return _Next.NARROWED

    def _narrow_by(self, piece: Lexeme, following: Sense) -> None:
        """Keep what a noun that stands before another says of it."""
        s, sense = self.s, piece.sense
        state = sense.status or (sense.kind if sense.kind in s.words.vocabulary["states"] else None) or sense.state
        if sense.kind and (following.thing in s.words.thing_events or following.thing in s.words.referring):
            self.whose = Noun("class", (sense.kind,), quantifier="one" if self.quantifier == "one" else "the")
        elif state:
            self.states.append(state)
        elif sense.kind in s.words.persons and following.zone and self.whose is None:
            several = self.quantifier in ("each", "all", "any", "one")  # “each player deck”: each player's
            self.whose = Noun("class", (sense.kind,), quantifier=self.quantifier if several else "the")  # type: ignore[arg-type]
        else:
            said = (self.name, sense.kind, sense.thing, sense.stat, sense.keyword, sense.form, piece.lower)
            self.name = next(filter(None, said))
            self.traits += [piece.lower] if sense.kind or following.kind else []

    def _deed(self, piece: Lexeme) -> NounPhrase | None:
        """“this defend”: a verb as what was done."""
        frame = piece.sense.verb.frame if piece.sense.verb else None
        if (
            frame is None
            or self.det not in ("this", "that")
            or "base" not in piece.sense.roles
            or not self.s.closes_noun(self.at + 1)
        ):
            return None
        self.at += 1
        return NounPhrase(self._noun("that", (frame.event,), antecedent="event"), "thing", frame.event)

    def _state(self, piece: Lexeme) -> _Next | None:
        """“ready”, “top or bottom”, “exhausted or stunned ally”."""
        s, state = self.s, piece.sense.state
        if not state:
            return None
        self.states.append(state)
        self.at += 1
        joint, other = s.low(self.at), s.at(self.at + 1).sense.state
        if not other:
            return _Next.NARROWED
        if state in _ENDS_OF_DECKS and joint in ("or", "and", "and/or") and other in _ENDS_OF_DECKS:
            self.states.append(other)
            self.at += 2
        elif joint == "," or (joint in ("or", "and") and s.at(self.at + 2).sense.is_noun):
            self.at += 1
        return _Next.NARROWED

    def _verb_as_state(self, piece: Lexeme) -> _Next | None:
        """“the attacked enemy”, “a stun status”, “attacking character”; “the discard deck” has it as a trait."""
        sense, following = piece.sense, self.s.at(self.at + 1).sense
        verb, roles = sense.verb, sense.roles
        if not verb:
            return None
        if "base" in roles and self.det and following.zone in _DECKS:
            self.traits.append(piece.lower)
        elif "past" in roles and "base" not in roles and self.det and following.is_noun:
            self.states.append(piece.lower)
        elif verb.state and following.thing == "status":
            self.states.append(verb.state)
        elif "ing" in roles and following.is_noun:
            self.states.append(piece.lower)
        else:
            return None
        self.at += 1
        return _Next.NARROWED

    def _comparative(self, piece: Lexeme) -> _Next | None:
        """“a lower cost”, “an equal or lower printed cost”: than that of what was named before."""
        s, places = self.s, range(self.at, self.at + 3)
        said = [s.low(place) for place in places] if s.low(self.at + 1) == "or" else [piece.lower]
        bound = next((BOUNDS[one] for one in said if one in BOUNDS), None)
        end = self.at + len(said)
        if bound is None or not self.det or not (s.at(end).sense.stat or s.at(end + 1).sense.stat):
            return None
        self.compared = Amount("that", bound=bound, plus=None if "equal" in said else Amount(_STEP[bound]))
        self.at = end
        return _Next.NARROWED

    def _occasion(self, _piece: Lexeme) -> NounPhrase | None:
        """“each time you attacked”, “the number of times it readied”; not “the first time”, “a time counter”."""
        following = self.s.at(self.at + 1)
        counted = self.quantifier in ("", "each") and not self.states and not self.det and not self.caps
        if not counted or not following.is_word:
            return None
        if following.sense.is_noun and not following.is_capital:
            return None
        self.at += 1
        return NounPhrase(self._noun("class", ("occasion",)), "thing", "occasion", None, self._amount())

    def _half(self, piece: Lexeme) -> _Next | None:
        """“half of”, “the following”."""
        if piece.lower == "half":
            self.measure = "half"
            self.at += 1 + (self.s.low(self.at + 1) == "of")
        elif piece.lower == "following" and self.det:
            self.states.append("following")
            self.at += 1
        else:
            return None
        return _Next.NARROWED

    def _unknown_word(self, piece: Lexeme) -> _Next | None:
        """“charge” of “charge counters”, “aerial” of “an aerial ally”, “a justice (yellow) event”."""
        if piece.sort != "word" or piece.sense is not NOTHING or piece.lower in PREPOSITIONS:
            return None
        if self.s.at(self.at + 1).sense.thing in self.s.words.named_things:
            self.name = piece.lower
            self.at += 1
        elif self._narrows():
            self.traits.append(piece.lower)
            self.at += 4 if self.s.low(self.at + 1) == "(" else 1
        else:
            return None
        return _Next.NARROWED

    def _number_inside(self, piece: Lexeme) -> _Next | None:
        """“the top 3 cards”."""
        if piece.sort != "number" or self.number or self.caps:
            return None
        self._number(piece.lower)
        return _Next.NARROWED

    def _of_icons(self) -> NounPhrase:
        """Icons without a noun: resources, or what is printed so."""
        if self.s.words.resources.issuperset(self.icons):
            return NounPhrase(self._noun("class", ("resource",)), "thing", "resource", None, self._amount())
        name, several = self.icons[0], tuple(self.icons)
        self.icons, self.traits = [], [*several] if len(several) > 1 else []
        noun = self._noun("class", ("icon",), name=name if len(several) == 1 else None)
        return NounPhrase(noun, "thing", "icon", name, self._amount())

    def _of_determiners(self) -> NounPhrase | None:
        """What stands without a noun: “3”, “the top”, “each other”, “this”."""
        s, end = self.s, self.states[-1] if self.states else ""
        if self.number is not None or self.measure is not None:
            return NounPhrase(self._noun("class", ()), "number", None, None, self._amount(), sign=self.sign)
        if end in _ENDS_OF_DECKS and self.whose is not None:
            return NounPhrase(self._noun("class", ()), "class")
        if end in _ENDS_OF_DECKS and not s.at(self.at).sense.is_noun:
            return NounPhrase(self._noun("class", ()), "zone", "deck")
        if self.other or (self.quantifier in ("each", "one", "any", "all", "number") and s.low(self.at) == "of"):
            return NounPhrase(self._noun("class", ()), "class", None, None, self._amount())
        if self.det in ("that", "this") and self.at > self.first and not s.at(self.at).is_word:
            return NounPhrase(self._noun("that", ()), "class")
        return None

    def _narrows(self) -> bool:
        """Whether an unknown word narrows a known noun behind it: “an aerial ally”, “the infinity stone deck”."""
        s = self.s
        if s.low(self.at) in _NO_TRAIT:
            return False
        if s.at(self.at + 1).sense.form:
            return True
        if not (self.quantifier or self.det or self.whose is not None or self.number is not None or self.states):
            return False
        if s.low(self.at + 1) == "(" and s.low(self.at + 3) == ")":
            return bool(s.at(self.at + 4).sense.kind)
        return self._leads_to_noun()

    def _leads_to_noun(self) -> bool:
        """Whether a known noun follows, at once or behind one more unknown word."""
        for following in (self.s.at(self.at + 1), self.s.at(self.at + 2)):
            sense = following.sense
            if sense.kind or sense.form or sense.zone in _DECKS:
                return True
            if sense is not NOTHING or following.sort != "word" or following.is_capital:
                return False
            if following.lower in _NO_TRAIT:
                return False
        return False

    def _is_its_verb(self) -> bool:
        """Behind a name: whether what may be a noun is its verb (“Rex attacks you”, “Rex schemes.”)."""
        s = self.s
        if s.is_noun_here(self.at):
            return False  # “each of your Arrow attacks gain ranged”
        return "s" in s.at(self.at).sense.roles and not s.is_finite(self.at + 1) and not (self.whose and not self.caps)

    def _between(self, first: int, last: int) -> str:
        return " ".join(one.text for one in self.s.pieces[first + 1 : last])

    def _quote_end(self, at: int) -> int:
        for place in range(at + 1, min(at + 16, self.s.end)):
            if self.s.pieces[place].lower == '"':
                return place
        return 0

    def _icon_list(self, at: int) -> bool:
        s = self.s
        while s.low(at) in ("or", "and", ","):
            at += 1
        return s.at(at).sort == "icon"

    def _is_plain_capital(self, piece: Lexeme) -> bool:
        """A known word with a capital that is no name: an acronym of the table, or where a sentence begins."""
        sense, following = piece.sense, self.s.at(self.at + 1)
        known = sense.is_noun or sense.state or sense.status or sense.keyword
        if _is_no_name(piece) or (known and len(piece.text) > 1 and piece.text.isupper()):
            return True
        begins = bool(known) and self.s.begins_sentence(self.at)
        if following.is_capital:
            return begins and following.sense.thing in self.s.words.by_timing
        return begins or bool(known and " " in piece.lower) or self._is_plain_noun(sense, following)

    def _is_plain_noun(self, sense: Sense, following: Lexeme) -> bool:
        """A noun whose capital makes it no name: “Reactions”, like a timing word, “your Deck”, “an Ally attacks”."""
        if sense.thing in self.s.words.by_timing or sense.zone:
            return True
        if sense.kind and not self.caps and (not following.sense.is_noun or following.sense.roles):
            return True
        ends = self.s.is_finite(self.at + 1) or following.lower in ("", ".", ":", "in", "at", "on", "here")
        return sense.thing in self.s.words.thing_events and not self.caps and ends

    def _name_on(self) -> None:
        """Lower-case joints within a name, and traits in a list: “Agent of Hydra”, “Attack, Thwart, or Defense
        event”."""
        s = self.s
        if s.low(self.at) == "(" and s.at(self.at + 1).sort == "word" and s.low(self.at + 2) == ")":
            self.at += 3 if s.at(self.at + 3).sense.kind else 0  # “a Justice (yellow) card”
        lower = s.low(self.at)
        if lower in _LIST_JOINTS and self._trait_list(self.at):
            while s.low(self.at) in _LIST_JOINTS:
                self.at += 1
            self.caps.append("|")
        elif lower in NAME_JOINTS:
            self._name_joined(lower)
        elif lower == "," and s.at(self.at + 1).is_capital:
            self._title()

    def _name_joined(self, lower: str) -> None:
        """“of Hydra” of “Agent of Hydra”; “and” joins two names rather than one."""
        s, place = self.s, self.at
        while s.low(place) in NAME_JOINTS and place < self.at + 3:
            place += 1
        following = s.at(place)
        if following.is_capital and following.sense is not THIS and not following.sense.stat and lower in _IN_NAMES:
            self.caps += [s.at(one).text for one in range(self.at, place)]
            self.at = place

    def _title(self) -> None:
        """“, King of Dogs” of “Rex, King of Dogs, attacks”."""
        s, place = self.s, self.at + 1
        while place < self.at + 8 and (s.at(place).is_capital or s.low(place) in NAME_JOINTS):
            place += 1
        if s.low(place) == "," and (s.is_finite(place + 1) or s.low(place + 1) == "enters play"):
            self.caps[-1] += ","
            self.caps += [s.at(one).text for one in range(self.at + 1, place)]
            self.at = place

    def _trait_list(self, at: int) -> bool:
        """Whether a list of capitalised words goes on to a common noun: “Attack, Thwart, or Defense event”."""
        s = self.s
        seen = 0
        for place in range(at, min(at + 9, s.end)):
            piece = s.at(place)
            if piece.lower in (",", "or", "and", "/", "and/or"):
                continue
            if piece.is_capital and piece.sense is not THIS:
                seen += 1
                continue
            return (
                bool(seen)
                and piece.sense.is_noun
                and s.low(place - 1) not in (",", "or", "and")
                and not s.is_finite(place)
            )
        return False

    def _name_of_thing(self, id: str | None, name: str | None) -> str | None:
        """“stunned” of “a stunned status card”, the icon of “a [wild] resource”."""
        if id == "status":
            name = next((state for state in self.states if state in self.s.words.vocabulary["statuses"]), name)
        return name or (self.icons[0] if len(self.icons) == 1 else None)

    def _is_compound(self, piece: Lexeme) -> bool:
        """Whether a noun only narrows another that follows: “enemy character”, “ATK power”, “tough status card”."""
        s, sense = self.s, piece.sense
        following = s.at(self.at + 1)
        if sense.status and following.sense.state and s.at(self.at + 2).sense.is_noun:
            return True
        if not following.sense.is_noun:
            return bool(sense.keyword) and self._trait_list(self.at + 1)  # “a restricted Weapon upgrade”
        if following.lower in ("in", "here") or sense.role:
            return False
        if sense.kind in s.words.vocabulary["states"] and following.sense.kind:
            return not (self._is_one() and self._is_verb_behind(following.sense))  # “an enemy schemes”
        if following.is_capital and not following.sense.stat and not s.begins_sentence(self.at):
            return False
        return following.sense.zone != "play" and not self._acts(sense, following.sense)

    def _is_one(self) -> bool:
        return self.quantifier in ("one", "each") or bool(self.det) or self.attached

    def _acts(self, sense: Sense, following: Sense) -> bool:
        """Whether the noun behind a noun is its verb: “an enemy attacks”, “characters on your side attack”."""
        costs = following.verb is not None and following.stat is not None and self.s.at(self.at + 2).sort == "number"
        if self.det == "" and not self.quantifier and self.s.low(self.first - 1) in _BEFORE_NOUN:
            return False  # “the target of enemy attacks”
        if self._is_verb_behind(following) or (costs and "base" in following.roles):
            return True  # “an enemy attacks”, “upgrades cost 1 more”
        if "base" not in following.roles:
            return False
        return bool(sense.zone and self.whose is not None) or sense.kind in self.s.words.persons

    def _is_verb_behind(self, following: Sense) -> bool:
        s = self.s
        return "s" in following.roles and s.is_finite(self.at + 1) and not s.is_noun_here(self.at + 1)

    def _taken(self, piece: Lexeme) -> NounPhrase | None:
        """The head that stands here."""
        sense = piece.sense
        self.at += 1
        if sense.role and self.det != "that":
            return NounPhrase(self._noun("role", (), role=sense.role), "class", sense.role)
        if sense.kind or sense.role:
            kind = sense.kind or sense.role or ""
            self.kinds.append(kind)
            if _is_code(self.s.at(self.at).text):
                self.caps.append(self.s.at(self.at).text)
                self.at += 1
                self.det = self.det or "the"
            return self._made(kind, "class")
        for sort in ("zone", "thing", "stat", "form", "status"):
            found = getattr(sense, sort)
            if found:
                return self._made(found, sort)
        return self._keyword(sense.keyword) if sense.keyword else None

    def _keyword(self, name: str) -> NounPhrase:
        """“retaliate 1”, “surge”."""
        s = self.s
        if s.words.keywords.get(name) == "valued" and s.at(self.at).sort == "number":
            self._number(s.low(self.at))
            if s.low(self.at) == "[per player]":
                self.per_player, self.at = True, self.at + 1
        return self._made(name, "keyword")

    def _made(self, id: str | None, sort: str) -> NounPhrase:
        """The phrase with what was gathered."""
        if sort == "class":
            return NounPhrase(self._class(), "class", id, self.name, self._amount(), sign=self.sign)
        if sort == "zone":
            noun = self._noun("class", (), zone=id, name=" ".join(self.caps) or None)
            return NounPhrase(noun, "zone", id, self.name, self._amount())
        if sort == "form" and self.traits:
            self.caps += [trait.title() for trait in self.traits]
            self.traits = []
        name = " ".join(one for one in self.caps if one != "|") if self.caps else self.name
        noun = self._noun_of_thing(id or "", sort, name)
        if sort == "form" and self.det == "this":
            id = "this"
        if sort == "thing":
            name = self._name_of_thing(id, name)
        return NounPhrase(noun, sort, id, name or None, self._amount(), sign=self.sign)

    def _noun_of_thing(self, id: str, sort: str, name: str | None) -> Noun:
        """“this attack”, “that damage”, “this form”, “a charge counter”."""
        words = self.s.words
        if sort == "form" and self.det == "this":
            return self._noun("this", ("form",))
        if sort != "thing" or self.det not in ("this", "that"):
            return self._noun("class", (id,), name=name)
        if id in words.referring:
            return self._noun("that", (id,), antecedent="event")
        if self.det == "this" and id in words.named_things:
            return self._noun("this", (id,))
        return self._noun("that", (id,), antecedent="thing")

    def _class(self) -> Noun:
        """The noun of cards, players or places that what was gathered names."""
        kinds = tuple(self.kinds)
        if self.own is not None:
            return Noun("this", kinds, whose=self.whose, span=self.own)
        if self.namesakes is not None:
            return self._noun("named", kinds, name=self.namesakes)
        if self.attached:
            return self._noun("attached", kinds, name=" ".join(self.caps) or None)
        if self.det in ("this", "that") and kinds:
            return self._noun(self.det, kinds)
        if self.caps:
            return self._capitals(kinds)
        own = self.whose == YOU and len(kinds) == 1 and kinds[0] in self.s.words.own_nouns
        if own and not self.states and not self.traits:
            return replace(self._noun("you", kinds), whose=None)
        return self._noun("class", kinds)

    def _capitals(self, kinds: tuple[str, ...]) -> Noun:
        """What capitals name: somebody, or of a list and of “each Avenger ally” traits."""
        said = " ".join(self.caps)
        several = self.quantifier not in ("", "the") or self.whose is not None or self.number is not None
        if "|" in self.caps or (kinds and several and self.det != "the"):
            self.traits += [one.lower() for one in said.split(" | ")]
            return self._noun("class", kinds)
        if kinds and (self.quantifier in ("each", "all", "any") or (not self.det and not self.quantifier)):
            self.traits.append(said.lower())
            return self._noun("class", kinds)
        return self._noun("named", kinds, name=said)

    def _noun(
        self,
        head: str,
        kinds: tuple[str, ...],
        *,
        name: str | None = None,
        antecedent: str | None = None,
        role: str | None = None,
        zone: str | None = None,
    ) -> Noun:
        quantifier = self.quantifier or "the"
        if self.number is not None and quantifier == "the":
            quantifier = "number"
        return Noun(
            head,  # type: ignore[arg-type]
            kinds,
            name,
            antecedent,  # type: ignore[arg-type]
            role,
            quantifier=quantifier,  # type: ignore[arg-type]
            number=self.number,
            other=self.other,
            whose=self.whose,
            zone=zone,
            traits=tuple(dict.fromkeys([*self.traits, *self.icons])),
            states=tuple(self.states),
            having=tuple(self.having),
            span=self._span(),
        )

    def _span(self) -> tuple[int, int]:
        return self.s.at(self.first).start, self.s.at(self.at - 1).end

    def _amount(self) -> Amount | None:
        if self.compared is not None:
            return self.compared
        value: int | str | None = self.measure if self.measure is not None else self.number
        if value is None and self.quantifier == "one" and not any(one in self.states for one in PARITY):
            value = 1
        if value is None and self.bound == "exactly":
            return None
        per = self.per_player
        of = Noun("class", ("player",)) if per else None
        return Amount(value, of, per, self.bound, plus=self.spared)  # type: ignore[arg-type]

    def _is_name_on(self, at: int) -> bool:
        """Behind “Rex's”: whether only more of a name follows (“Rex's Shield”), no common noun."""
        s = self.s
        place = at
        while place < at + 6 and (s.at(place).is_capital or s.low(place) in ("of", "the", "&")):
            place += 1
        following = s.at(place)
        return not (following.sense.is_noun and not s.is_finite(place)) or following.sense.zone == "play"


_STARTS: Starts[Callable[[NounPhraseReader, Lexeme], NounPhrase | _Next | None]] = Starts(
    (
        (NounPhraseReader._pronoun_behind, Start({"them", "it", "those", "these"})),
        (NounPhraseReader._own_name, Start(meaning={"own"})),
        (NounPhraseReader._code, Start(sorts=WORDS)),
        (NounPhraseReader._icon, Start({"[per player]"}, sorts={"icon"})),
        (NounPhraseReader._quoted, Start({'"'})),
        (NounPhraseReader._attached, Start({"attached", "equipped"})),
        (NounPhraseReader._trait_denied, Start(sorts=WORDS)),
        (NounPhraseReader._capital, Start(capital=True)),
        (NounPhraseReader._verb_of_name, Start(meaning={"verb", "s"})),
        (NounPhraseReader._either_state, Start(meaning={"state", "status"})),
        (NounPhraseReader._known_noun, Start(meaning={*HEADS, "status", "keyword"})),
        (NounPhraseReader._deed, Start(meaning={"verb"})),
        (NounPhraseReader._state, Start(meaning={"state"})),
        (NounPhraseReader._verb_as_state, Start(meaning={"verb"})),
        (NounPhraseReader._half, Start({"half", "following"})),
        (NounPhraseReader._comparative, Start({"equal", *BOUNDS})),
        (NounPhraseReader._occasion, Start({"time", "times"})),
        (NounPhraseReader._unknown_word, Start(sorts={"word"})),
        (NounPhraseReader._number_inside, Start(sorts={"number"})),
    )
)
"""What a word may be to a noun phrase, in the order in which they are tried."""


_DETERMINERS: Starts[Callable[[NounPhraseReader], bool]] = Starts(
    (
        (NounPhraseReader._read_determiner, Start(DETERMINERS)),
        (NounPhraseReader._read_count, Start(NUMBERS, sorts={"number"})),
        (NounPhraseReader._read_owner, Start({"your"} | POSSESSIVE)),
        (NounPhraseReader._read_state_before, Start({"more", "fewer"} | ORDINALS, {"state"})),
        (NounPhraseReader._read_targeted, Start({"target"})),
    )
)
"""What may stand before what narrows a noun phrase, in the order in which they are tried."""


def _in_state(sense: Sense) -> Clause | None:
    """That somebody is so."""
    if sense.status:
        return Clause("has-status", thing=sense.status)
    return Clause("is", thing=sense.state) if sense.state else None


def _is_code(said: str) -> bool:
    """The number of a stage: “1B”, “II”."""
    return len(said) < 4 and ((said[:1].isdigit() and said[-1:].isupper()) or (said != "" and set(said) <= {"I", "V"}))


def _is_no_name(piece: Lexeme) -> bool:
    sense = piece.sense
    return bool(sense.stat or sense.form or sense.role) or piece.sort == "icon"
