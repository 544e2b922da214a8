"""Noun phrases up to their head: determiners, what narrows from before, and the head itself."""

from __future__ import annotations

from dataclasses import replace

from judge.cardtext.english import (
    ADVERBS,
    CANNOT,
    FINITE_BE,
    HAVE,
    MODALS,
    NAME_JOINTS,
    NEGATED,
    NUMBERS,
    ORDINALS,
    POSSESSIVE,
    PREPOSITIONS,
    PRONOUNS,
    REFLEXIVE,
)
from judge.cardtext.game_words import is_number
from judge.cardtext.lexer import NOTHING, THIS, Lexeme
from judge.cardtext.parsed_phrases import SELF, YOU, NounPhrase
from judge.cardtext.tree import Amount, Noun
from judge.cardtext.word_lookup import WordLookup

_DECKS = frozenset(["deck", "discard-pile"])
_ENDS_OF_DECKS = ("top", "bottom")


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
        self.attached = False
        self.sign = ""
        self.own: Noun | None = None

    def read(self) -> NounPhrase | None:
        """The phrase up to its head; `at` is where that ends."""
        s = self.s
        lower = s.low(self.at)
        piece = s.at(self.at)
        pronoun = self._pronoun(lower, piece)
        if pronoun is not None:
            self.at += 1
            phrase = NounPhrase(pronoun)
            if lower == "you" or s.low(self.at) != "'s":
                return phrase
            self.at += 1
            self.whose = phrase.noun
        for _ in range(6):
            self._determiners()
            head = self._head()
            if head is None and self.whose is not None and s.low(self.at - 1) == "'s" and not self.states:
                return NounPhrase(self.whose)  # “less than Rex's”
            if head is None:
                return None
            if s.low(self.at) == "'s" or (s.low(self.at) == "'" and s.at(self.at).new == ""):
                self.at += 1
                if (
                    head.noun.head == "named"
                    and not head.noun.kinds
                    and s.at(self.at).is_capital
                    and not s.at(self.at).sense.stat
                    and self._is_name_on(self.at)
                ):
                    self.caps[-1] += "'s"
                    continue
                self._own_by(head.noun)
                continue
            head.bare = not (self.quantifier or self.det) and self.number is None and self.whose is None
            return head
        return None

    def _pronoun(self, lower: str, piece: Lexeme) -> Noun | None:
        span = (piece.start, piece.end)
        if lower == "you" or lower == "yourself":
            return Noun("you", span=span)
        if lower == "here":
            return Noun("this", span=span)
        if lower == "there":
            return Noun("that", name="there", span=span)
        if lower in PRONOUNS or lower in REFLEXIVE or (lower == "her" and not self._owns(self.at + 1)):
            return Noun("that", antecedent="subject" if lower in REFLEXIVE else None, name=lower, span=span)
        if lower == "all" and self.s.low(self.at + 1) == "of" and self.s.low(self.at + 2) in ("it", "them"):
            self.at += 2
            return Noun("that", name=self.s.low(self.at), quantifier="all", span=span)
        if lower in ("that", "those", "this", "these", "all", "each", "both") and self._stands_alone(lower):
            if lower == "this":
                return Noun("this", span=span)
            return Noun("that", name=lower, span=span, quantifier="each" if lower in ("each", "all", "both") else "the")
        return None

    def _owns(self, at: int) -> bool:
        piece = self.s.at(at)
        if piece.sense.state and not piece.sense.is_noun:
            return self._owns(at + 1)
        return piece.sense.is_noun or piece.is_capital or piece.lower in ORDINALS or piece.sort == "number"

    def _stands_alone(self, lower: str) -> bool:
        following = self.s.at(self.at + 1)
        if lower in ("all", "each", "both") or not following.is_word:
            return not following.is_word and following.lower not in ('"', "[")
        return (
            lower in ("this", "that") and self.s.is_finite(self.at + 1) and not following.sense.is_noun
        ) or following.lower in ("and", "or", "to", "from", "instead")

    def _own_by(self, noun: Noun) -> None:
        """What follows belongs to what was read."""
        self.whose = replace(noun, whose=self.whose or noun.whose)
        self.quantifier, self.det, self.number, self.other = "", "the", None, False
        self.states, self.traits, self.caps, self.kinds, self.icons = [], [], [], [], []
        self.attached, self.own, self.name = False, None, None

    def _determiners(self) -> None:
        s = self.s
        for _ in range(8):
            at = self.at
            lower = s.low(at)
            following = s.low(at + 1)
            if lower in ("each", "every"):
                self.quantifier = "each"
                if following == "of":
                    at += 1
            elif lower == "all":
                self.quantifier = "all"
                self.measure = "all"
                if following == "of":
                    at += 1
                elif following == "but" and s.at(at + 2).sort == "number":
                    self.bound = "up-to"
                    at += 2
            elif lower in ("any",):
                if following in ("number", "amount") and s.low(at + 2) == "of":
                    self.quantifier, self.measure, self.bound = "any", None, "any"
                    at += 2
                else:
                    self.quantifier = "any"
                    at += following == "of"
            elif lower == "up" and following == "to":
                self.quantifier, self.bound = "up-to", "up-to"
                at += 1
            elif lower in ("at",) and following in ("least", "most"):
                self.bound = "at-least" if following == "least" else "up-to"
                at += 1
            elif lower in ("more", "fewer", "less", "greater") and following == "than":
                self.bound = "at-least" if lower in ("more", "greater") else "up-to"
                self.sign = "more-than" if lower in ("more", "greater") else "fewer-than"
                at += 1
            elif lower in ("more", "fewer") and following != "than" and not self.det:
                self.states.append("more" if lower == "more" else "fewer")
            elif lower == "exactly":
                pass
            elif lower in NUMBERS or s.at(at).sort == "number":
                if not self._number(lower):
                    return
                at = self.at - 1 if self.at > at else at
                if s.low(at + 1) in ("or",) and s.low(at + 2) in ("more", "fewer", "less", "greater"):
                    self.bound = "at-least" if s.low(at + 2) in ("more", "greater") else "up-to"
                    self.sign = "at-least" if s.low(at + 2) in ("more", "greater") else "at-most"
                    at += 2
                elif s.low(at + 1) in ("more", "fewer", "less"):
                    self.sign = s.low(at + 1)
                    at += 1
                if s.low(at + 1) == "[per player]":
                    self.sign = self.sign or "per-player"
                    at += 1
                if s.low(at + 1) == "of":
                    at += 1
            elif lower in ("a", "an"):
                if following in ("equal", "like") and s.low(at + 2) in ("amount", "number"):
                    self.measure, self.quantifier = "that", "one"
                    at += 2
                    at += s.low(at + 1) == "of"
                else:
                    self.quantifier, self.det = "one", "a"
            elif lower == "another":
                self.quantifier, self.other = "one", True
            elif lower == "other":
                self.other = True
            elif lower == "no":
                self.quantifier, self.number = "none", 0
            elif lower == "the":
                self.quantifier = self.quantifier or "the"
                self.det = "the"
                if following == "same" and s.low(at + 2) == "amount" and s.low(at + 3) == "of":
                    self.measure = "that"
                    at += 3
            elif lower in ("that", "those"):
                if following in ("much", "many"):
                    self.measure = "that"
                    at += 1
                    at += s.low(at + 1) == "of"
                elif following == "amount" and s.low(at + 2) == "of":
                    self.measure = "that"
                    at += 2
                else:
                    self.det = "that"
            elif lower in ("this", "these"):
                self.det = "this"
            elif lower == "your":
                self.whose = YOU
                self.det = self.det or "the"
            elif lower in POSSESSIVE:
                piece = s.at(at)
                self.whose = Noun("that", name=lower, span=(piece.start, piece.end))
                self.det = self.det or "the"
            elif lower == "both":
                self.quantifier, self.number = "each", 2
            elif lower == "either":
                self.quantifier = "one"
                at += following == "of"
            elif lower == "half":
                self.measure = "half"
                at += following == "of"
            elif lower in ORDINALS and self.det:
                self.states.append(lower)
            elif s.at(at).sense.state and (following in NUMBERS or s.at(at + 1).sort == "number"):
                self.states.append(s.at(at).sense.state or "")  # “an extra five counters”
            elif lower in ("twice", "double"):
                self.measure = "double"
            else:
                return
            self.at = at + 1

    def _number(self, lower: str) -> bool:

        if "/" in lower and self.s.at(self.at + 1).sense.thing in self.s.words.named_things:
            self.name = lower  # “two +1/+1 counters”
            self.at += 1
            return True
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
        return True

    def _head(self) -> NounPhrase | None:
        """What narrows the phrase, and its head."""
        s = self.s
        for _ in range(24):
            piece = s.at(self.at)
            lower, sense = piece.lower, piece.sense
            if lower in ("them", "it", "those", "these") and self.quantifier:
                self.at += 1  # “each of them”
                return NounPhrase(replace(self._noun("that", ()), name=lower), "class", None, None, self._amount())
            if sense is THIS:
                self.at += 1
                self.own = replace(SELF, span=(piece.start, piece.end))
                if s.at(self.at).sense.kind and not s.at(self.at).is_capital and not self._is_its_verb():
                    self.kinds.append(s.at(self.at).sense.kind or "")
                    self.at += 1
                return self._made(None, "class")
            if not self.caps and _is_code(piece.text) and piece.text[0].isdigit():
                self.caps.append(piece.text)
                self.at += 1
                break
            if piece.sort == "icon" and lower != "[per player]":
                if sense.state:
                    self.states.append(sense.state)
                elif sense.kind or sense.thing:
                    while s.low(self.at + 1) == lower:  # “[boost][boost]” are two
                        self.number, self.at = int(self.number or 1) + 1, self.at + 1
                    return self._taken(piece)
                else:
                    self.icons.append(lower[1:-1])
                self.at += 1
                if self.icons and s.at(self.at).sense.verb:
                    break  # “a character with [flight] attacks”
                if s.low(self.at) in ("or", "and", ",") and self._icon_list(self.at):
                    while s.low(self.at) in (",", "or", "and"):
                        self.at += 1
                continue
            if lower == "[per player]":
                self.sign = self.sign or "per-player"
                self.at += 1
                continue
            if lower == '"':
                close = self._quote_end(self.at)
                if not close:
                    return None
                said = " ".join(one.text for one in s.pieces[self.at + 1 : close]).rstrip(",.")
                self.at = close + 1
                while s.low(self.at) in ("or", "and") and s.low(self.at + 1) == '"' and self._quote_end(self.at + 1):
                    close = self._quote_end(self.at + 1)
                    said += f" {s.low(self.at)} " + " ".join(one.text for one in s.pieces[self.at + 2 : close])
                    self.at = close + 1
                following = s.at(self.at).sense
                if following.thing or following.kind:
                    self.name = said
                    continue
                self.caps = said.split()
                return self._made(None, "class")
            if (
                lower in ("attached", "equipped")
                and (s.at(self.at + 1).sense.is_noun or s.at(self.at + 1).is_capital)
                and not self.attached
                and not self.kinds
            ):
                self.attached = True
                self.at += 1
                continue
            if piece.is_capital and not self._is_plain_capital(piece):
                self.caps.append(piece.text)
                self.at += 1
                self._name_on()
                continue
            if lower == "non" and s.low(self.at + 1) == "-":
                self.traits.append("not " + s.low(self.at + 2))
                self.at += 3
                continue
            if lower.startswith("non-") and len(lower) > 4:
                self.traits.append("not " + lower[4:])
                self.at += 1
                continue
            if self.caps and (self._is_its_verb() or (sense.verb and "past" in sense.roles and not self.det)):
                break
            if sense.is_noun or sense.status or sense.keyword:
                compound = self._is_compound(piece)
                if compound and sense.thing in s.words.thing_events and s.at(self.at + 1).sense.thing == "use":
                    phrase = self._taken(piece)  # “a basic attack action”: that attack
                    self.at += 1
                    return phrase
                if not compound:
                    return self._taken(piece)
                if sense.kind and s.at(self.at + 1).sense.thing in s.words.thing_events:
                    self.whose = Noun("class", (sense.kind,), quantifier="one" if self.quantifier == "one" else "the")
                elif sense.status:
                    self.states.append(sense.status)
                elif sense.kind and sense.kind in s.words.vocabulary["states"]:
                    self.states.append(sense.kind)
                elif sense.state:
                    self.states.append(sense.state)
                else:
                    self.name = (
                        self.name or sense.kind or sense.thing or sense.stat or sense.keyword or sense.form or lower
                    )
                    self.traits += [lower] if sense.kind or s.at(self.at + 1).sense.kind else []
                self.at += 1
                continue
            if (
                self.det in ("this", "that")
                and "base" in sense.roles
                and sense.verb
                and sense.verb.frame
                and s.closes_noun(self.at + 1)
                and sense is not THIS
            ):
                self.at += 1
                event = sense.verb.frame.event
                return NounPhrase(self._noun("that", (event,), antecedent="event"), "thing", event)
            if sense.state:
                self.states.append(sense.state)
                self.at += 1
                if (
                    sense.state in _ENDS_OF_DECKS
                    and s.low(self.at) in ("or", "and", "and/or")
                    and s.at(self.at + 1).sense.state in _ENDS_OF_DECKS
                ):
                    self.states.append(s.at(self.at + 1).sense.state or "")
                    self.at += 2
                elif (s.low(self.at) == "," and s.at(self.at + 1).sense.state) or (
                    s.low(self.at) in ("or", "and")
                    and s.at(self.at + 1).sense.state
                    and s.at(self.at + 2).sense.is_noun
                ):
                    self.at += 1
                continue
            if sense.verb and "base" in sense.roles and self.det and s.at(self.at + 1).sense.zone in _DECKS:
                self.traits.append(lower)
                self.at += 1
                continue
            if lower == "following" and self.det:
                self.states.append("following")
                self.at += 1
                continue
            if (
                sense.verb
                and "past" in sense.roles
                and "base" not in sense.roles
                and not sense.state
                and self.det
                and s.at(self.at + 1).sense.is_noun
            ):
                self.states.append(lower)  # “the attacked enemy”, “the spent resource”
                self.at += 1
                continue
            if sense.verb and sense.verb.state and s.at(self.at + 1).sense.thing == "status":
                self.states.append(sense.verb.state)
                self.at += 1
                continue
            if lower == "half":
                self.measure = "half"
                self.at += 1 + (s.low(self.at + 1) == "of")
                continue
            if sense.verb and "ing" in sense.roles and s.at(self.at + 1).sense.is_noun:
                self.states.append(lower)
                self.at += 1
                continue
            if (
                piece.sort == "word"
                and s.at(self.at + 1).sense.thing in s.words.named_things
                and not sense.roles
                and sense is NOTHING
            ):
                self.name = lower
                self.at += 1
                continue
            if piece.sort == "word" and sense is NOTHING and self._narrows():
                self.traits.append(lower)
                self.at += 4 if s.low(self.at + 1) == "(" else 1  # “a justice (yellow) event”
                continue
            if piece.sort == "number" and not self.number and not self.caps:
                self._number(lower)
                continue
            break
        if self.caps:
            return self._made(None, "class")
        if self.icons:
            if not s.words.resources.issuperset(self.icons):
                name, several = self.icons[0], tuple(self.icons)
                self.icons, self.traits = [], [*several] if len(several) > 1 else []
                return NounPhrase(
                    self._noun("class", ("icon",), name=name if len(several) == 1 else None),
                    "thing",
                    "icon",
                    name,
                    self._amount(),
                )
            return NounPhrase(self._noun("class", ("resource",)), "thing", "resource", None, self._amount())
        if self.number is not None or self.measure is not None:
            return NounPhrase(self._noun("class", ()), "number", None, None, self._amount(), sign=self.sign)
        if self.whose is not None and self.states and self.states[-1] in ("top", "bottom"):
            return NounPhrase(self._noun("class", ()), "class")
        if self.states and self.states[-1] in _ENDS_OF_DECKS and not s.at(self.at).sense.is_noun:
            return NounPhrase(self._noun("class", ()), "zone", "deck")
        if (self.quantifier in ("each", "one", "any", "all", "number") or self.other) and (
            self.number is not None or self.other or s.low(self.at) in ("of",)
        ):
            return NounPhrase(self._noun("class", ()), "class", None, None, self._amount())
        if self.det in ("that", "this") and self.at > self.first and not s.at(self.at).is_word:
            return NounPhrase(self._noun("that", ()), "class")
        return None

    def _narrows(self) -> bool:
        """Whether an unknown word narrows a known noun behind it: “an aerial ally”, “the infinity stone deck”."""
        s = self.s
        lower = s.low(self.at)
        if (
            lower in PREPOSITIONS
            or lower in ADVERBS
            or lower in PRONOUNS
            or lower in CANNOT
            or lower in MODALS
            or lower in NEGATED
            or lower in FINITE_BE
            or lower in HAVE
        ):
            return False
        if lower in (
            "and",
            "or",
            "that",
            "who",
            "which",
            "if",
            "you",
            "then",
            "not",
            "than",
            "instead",
            "other",
            "equal",
            "more",
            "fewer",
            "less",
        ):
            return False
        if s.at(self.at + 1).sense.form:
            return True
        if not (self.quantifier or self.det or self.whose is not None or self.number is not None or self.states):
            return False
        if s.low(self.at + 1) == "(" and s.low(self.at + 3) == ")":
            return bool(s.at(self.at + 4).sense.kind)
        for place in range(self.at + 1, self.at + 3):
            following = s.at(place)
            if following.sense.kind or following.sense.form or following.sense.zone in _DECKS:
                return True
            if (
                following.sense is not NOTHING
                or following.sort != "word"
                or following.lower in PREPOSITIONS
                or following.is_capital
            ):
                return False
        return False

    def _is_its_verb(self) -> bool:
        """Behind a name: whether what may be a noun is its verb (“Rex attacks you”, “Rex schemes.”)."""
        s = self.s
        if s.is_noun_here(self.at):
            return False  # “each of your Arrow attacks gain ranged”
        return "s" in s.at(self.at).sense.roles and not s.is_finite(self.at + 1) and not (self.whose and not self.caps)

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
        sense = piece.sense
        if sense.stat or sense.form or (piece.sort == "icon"):
            return True
        known = sense.is_noun or sense.state or sense.status or sense.keyword or sense.role
        following = self.s.at(self.at + 1)
        if known and len(piece.text) > 1 and piece.text.isupper():
            return True
        if known and self.s.begins_sentence(self.at) and not following.is_capital:
            return True
        if known and piece.lower.count(" ") and not following.is_capital:
            return True
        if (
            sense.kind
            and not following.is_capital
            and not (following.sense.is_noun and not following.sense.roles)
            and not self.caps
        ):
            return True
        if sense.role or (sense.zone and not following.is_capital):
            return True
        if (
            sense.thing in self.s.words.thing_events
            and not self.caps
            and (self.s.is_finite(self.at + 1) or following.lower in ("", ".", ":"))
        ):
            return not following.is_capital
        return False

    def _name_on(self) -> None:
        """Lower-case joints within a name, and traits in a list: “Agent of Hydra”, “Attack, Thwart, or Defense
        event”."""
        s = self.s
        if (
            s.low(self.at) == "("
            and s.at(self.at + 1).sort == "word"
            and s.low(self.at + 2) == ")"
            and s.at(self.at + 3).sense.kind
        ):
            self.at += 3  # “a Justice (yellow) card”
        lower = s.low(self.at)
        if lower in (",", "or", "and", "and/or", "/") and self._trait_list(self.at):
            while s.low(self.at) in (",", "or", "and", "/", "and/or"):
                self.at += 1
            self.caps.append("|")
            return
        if lower in NAME_JOINTS and lower not in ("or",):
            place = self.at
            while s.low(place) in NAME_JOINTS and place < self.at + 3:
                place += 1
            following = s.at(place)
            if (
                following.is_capital
                and following.sense is not THIS
                and not (following.sense.stat)
                and self._joins(lower)
            ):
                self.caps += [s.at(one).text for one in range(self.at, place)]
                self.at = place
            return
        if lower == "," and s.at(self.at + 1).is_capital:
            place = self.at + 1
            while place < self.at + 8 and (s.at(place).is_capital or s.low(place) in NAME_JOINTS):
                place += 1
            if s.low(place) == "," and (s.is_finite(place + 1) or s.low(place + 1) in ("enters play",)):
                self.caps[-1] += ","
                self.caps += [s.at(one).text for one in range(self.at + 1, place)]
                self.at = place

    def _joins(self, lower: str) -> bool:
        """Whether a small word joins a name rather than two: “of” does, “and” does not before another name."""
        return lower in ("of", "the", "&", "de", "von", "van", "der", "la", "in", "no", "for")

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

    def _is_compound(self, piece: Lexeme) -> bool:
        """Whether a noun only narrows another that follows: “enemy character”, “ATK power”, “tough status card”."""
        s = self.s
        following = s.at(self.at + 1)
        if piece.sense.status and following.sense.state and s.at(self.at + 2).sense.is_noun:
            return True
        if not (following.sense.is_noun) or (
            following.is_capital and not following.sense.stat and not following.sense.is_noun
        ):
            return False
        if following.lower in ("in", "here") or piece.sense.role:
            return False
        if piece.sense.kind in s.words.vocabulary["states"] and following.sense.kind:
            return True  # “enemy Location”
        if following.is_capital and not following.sense.stat and not s.begins_sentence(self.at):
            return False
        if s.is_finite(self.at + 1) and "s" in following.sense.roles and not s.is_noun_here(self.at + 1):
            return False
        if following.sense.zone == "play":
            return False
        if piece.sense.zone and self.whose is not None and "base" in following.sense.roles:
            return False  # “characters on your side attack”
        return not ("base" in following.sense.roles and piece.sense.kind in s.words.persons)

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
        if sense.zone:
            return self._made(sense.zone, "zone")
        for sort in ("thing", "stat", "form", "status", "keyword"):
            found = getattr(sense, sort)
            if found:
                if (
                    sort == "keyword"
                    and self.s.words.keywords.get(found) == "valued"
                    and self.s.at(self.at).sort == "number"
                ):
                    self._number(self.s.low(self.at))
                    if self.s.low(self.at) == "[per player]":
                        self.sign, self.at = "per-player", self.at + 1
                return self._made(found, sort)
        return None

    def _made(self, id: str | None, sort: str) -> NounPhrase:
        """The phrase with what was gathered."""
        words = self.s.words
        if sort == "class":
            return NounPhrase(self._class(), "class", id, self.name, self._amount(), sign=self.sign)
        if sort == "zone":
            noun = self._noun("class", (), zone=id, name=" ".join(self.caps) or None)
            return NounPhrase(noun, "zone", id, self.name, self._amount())
        name = self.name
        if sort == "form" and self.traits:
            self.caps += [trait.title() for trait in self.traits]
            self.traits = []
        if self.caps:
            name = " ".join(one for one in self.caps if one != "|")
        if sort == "thing" and self.det in ("this", "that") and id in words.referring:
            noun = self._noun("that", (id or "",), antecedent="event")
        elif sort == "form" and self.det == "this":
            noun, id = self._noun("this", ("form",)), "this"
        elif sort == "thing" and self.det == "this" and id in words.named_things:
            noun = self._noun("this", (id or "",))
        elif sort == "thing" and self.det in ("this", "that"):
            noun = self._noun("that", (id or "",), antecedent="thing")
        else:
            noun = self._noun("class", (id or "",), name=name)
        if sort == "thing" and id == "status":
            name = next((state for state in self.states if state in words.vocabulary["statuses"]), name)
        return NounPhrase(
            noun,
            sort,
            id,
            name or (self.icons[0] if len(self.icons) == 1 and sort == "thing" else None),
            self._amount(),
            sign=self.sign,
        )

    def _class(self) -> Noun:
        kinds = tuple(self.kinds)
        if self.own is not None:
            return replace(self.own, kinds=kinds, whose=self.whose)
        if self.attached:
            return self._noun("attached", kinds, name=" ".join(self.caps) or None)
        if self.det == "this" and kinds:
            return self._noun("this", kinds)
        if self.det == "that" and kinds:
            return self._noun("that", kinds)
        if self.caps:
            if "|" in self.caps or (
                kinds
                and (self.quantifier not in ("", "the") or self.whose is not None or self.number is not None)
                and self.det != "the"
            ):
                self.traits += [one.lower() for one in " ".join(self.caps).split(" | ")]
                return self._noun("class", kinds)
            if kinds and self.quantifier in ("each", "all", "any"):
                self.traits.append(" ".join(self.caps).lower())
                return self._noun("class", kinds)
            if kinds and not self.det and not self.quantifier:
                self.traits.append(" ".join(self.caps).lower())
                return self._noun("class", kinds)
            return self._noun("named", kinds, name=" ".join(self.caps))
        if (
            self.whose == YOU
            and kinds
            and kinds[0] in self.s.words.own_nouns
            and len(kinds) == 1
            and not self.states
            and not self.traits
        ):
            return replace(self._noun("you", kinds), whose=None)
        return self._noun("class", kinds)

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
            span=self._span(),
        )

    def _span(self) -> tuple[int, int]:
        return self.s.at(self.first).start, self.s.at(self.at - 1).end

    def _amount(self) -> Amount | None:
        value: int | str | None = self.measure if self.measure is not None else self.number
        if value is None and self.quantifier == "one":
            value = 1
        per = self.sign == "per-player"
        if value is None and self.bound == "exactly":
            return None
        return Amount(value, Noun("class", ("player",)) if per else None, per, self.bound)  # type: ignore[arg-type]

    def _is_name_on(self, at: int) -> bool:
        """Behind “Rex's”: whether only more of a name follows (“Rex's Shield”), no common noun."""
        s = self.s
        place = at
        while place < at + 6 and (s.at(place).is_capital or s.low(place) in ("of", "the", "&")):
            place += 1
        following = s.at(place)
        return not (following.sense.is_noun and not s.is_finite(place)) or following.sense.zone == "play"


def _is_code(said: str) -> bool:
    """The number of a stage: “1B”, “II”."""
    return len(said) < 4 and ((said[:1].isdigit() and said[-1:].isupper()) or (said != "" and set(said) <= {"I", "V"}))
