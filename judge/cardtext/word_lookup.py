"""A stretch of pieces to look at: what stands where, and what of English can be told by a look at the next few."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from judge.cardtext.card_words import CardWords
from judge.cardtext.english import CANNOT, FINITE_BE, HAVE, MODALS, NEGATED, NEGATIONS, PREPOSITIONS
from judge.cardtext.lexer import NOTHING, THIS, Lexeme

_FINITE = FINITE_BE | HAVE | MODALS.keys() | CANNOT | NEGATED.keys() | {"does", "becomes"}
_NONE = Lexeme("", "", 0, 0, 0, 0, "", "mark", NOTHING)


class WordLookup:
    """The pieces of one ability. `end` is where reading may not go beyond."""

    def __init__(self, pieces: Sequence[Lexeme], words: CardWords) -> None:
        self.pieces = pieces
        self.lowers = tuple(piece.lower for piece in pieces)
        self.words = words
        self.end = len(pieces)

    @cached_property
    def has_sides(self) -> bool:
        """Whether a side of a card is spoken of."""
        return any(piece.sense.thing == "side" for piece in self.pieces)

    def at(self, at: int) -> Lexeme:
        """The piece at a place, an empty one beyond the end."""
        return self.pieces[at] if 0 <= at < self.end else _NONE

    def low(self, at: int) -> str:
        """Its words in lower case."""
        return self.lowers[at] if 0 <= at < self.end else ""

    def lows(self, at: int, count: int) -> tuple[str, ...]:
        """Several pieces in lower case."""
        return self.lowers[at : min(at + count, self.end)]

    def opener(self, at: int, phrases: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
        """The first of some phrases that stands here; empty where none does."""
        lower = self.low(at)
        return next((words for words in phrases if words[0] == lower and self.lows(at, len(words)) == words), ())

    def verb(self, at: int) -> str | None:
        """The name of the verb that stands here."""
        verb = self.at(at).sense.verb
        return verb.name if verb is not None else None

    def is_finite(self, at: int) -> bool:
        """Whether a verb with its own subject stands here: “attacks”, “would be”, “is”, “gets”."""
        piece = self.at(at)
        lower, roles = piece.lower, piece.sense.roles
        if lower in _FINITE:
            return True
        if lower in ("each", "also", "only", "next"):
            return self._is_finite_behind(at)
        if lower in ("do", "did"):
            return self.low(at + 1) in NEGATIONS
        if not roles or piece.sense is THIS:
            return False
        if "s" in roles:
            return not self.is_noun_here(at)
        verb = piece.sense.verb
        if verb is not None and verb.state and self.at(at + 1).sense.is_noun:
            return False  # “attached ally”
        return "past" in roles and "base" not in roles and not self.is_participle_here(at)

    def _is_finite_behind(self, at: int) -> bool:
        """Whether the verb stands behind such a word: “each gets”, “also gain”."""
        sense, following = self.at(at + 1).sense, self.at(at + 2).sense
        adjective = sense.state is not None or ("past" in sense.roles and "base" not in sense.roles)
        if self.low(at) == "each" and adjective and (following.is_noun or following.state is not None):
            return False  # “each wounded character”, “each ready enemy character”
        if self.low(at) == "each" and sense.verb is not None and sense.verb.state and self.low(at + 2) in ("and", "or"):
            return False  # “each stunned and confused character”
        return self.is_finite(at + 1) or "base" in sense.roles

    def is_noun_here(self, at: int) -> bool:
        """Of a word that may be a verb with -s or a noun (“attacks”, “schemes”): whether a verb follows that needs
        it."""
        if not self.at(at).sense.is_noun:
            return False
        following = self.low(at + 1)
        return (
            following in FINITE_BE or following in MODALS or following in CANNOT or following in ("gain", "have", "get")
        )

    def is_participle_here(self, at: int) -> bool:
        """“damage dealt to it”, “the card discarded this way”: a participle, no past tense."""
        following = self.low(at + 1)
        return (
            following in ("by", "to", "from", "this way", "with", "here", "in", "on", "as", "for", "under", "")
            or not self.at(at + 1).is_word
        )

    def is_targeted(self, at: int) -> bool:
        """Whether “target” stands before whom one chooses, without an article: “target minion”."""
        named = self.at(at + 1).sense
        narrows = bool(named.kind or named.state) or "past" in named.roles or named.is_noun
        return self.low(at) == "target" and narrows

    def is_finite_noun(self, at: int) -> bool:
        """Whether what looks like a verb only ends a list of nouns."""
        return self.low(at) in HAVE and self.at(at - 1).sort == "mark"

    def begins_sentence(self, at: int) -> bool:
        before = self.pieces[at - 1] if at else None
        return (
            before is None
            or before.lower in (".", "!", "?", ":", "•", "→", "—", "–", "-", '"', "]", ")")
            or self.at(at).new == "\n"
        )

    def closes_noun(self, at: int) -> bool:
        """Whether a noun phrase may end here."""
        piece = self.at(at)
        return (
            not piece.is_word
            or piece.lower in PREPOSITIONS
            or piece.lower in ("or", "and", "you")
            or piece.lower in self.words.durations
            or self.is_finite(at)
        )

    def closing_quote(self, at: int) -> int:
        """The closing mark of a quotation that opens here; 0 where it never closes."""
        for place in range(at + 1, self.end):
            if self.pieces[place].lower == '"':
                return place
        return 0
