"""Names that stand in a frame: between what leads to a card's name and what follows one.

A line, a card type, an owner or a word for having leads to a name; a bracket or a mark with a card type behind it, or
the card's text, follows one. Between them all words but small ones have capitals, whatever they mean elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from judge.cardtext.english import COMMON, word_set
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import ME, KnownNames, words_of
from judge.pasted.text_layout import BULLETS, TextLayout, Token, unowned

_MOST = 8
"""Words and signs of a name."""
_WITHIN = 7
"""Words of a bracket among which a card type stands."""
_PARTING = frozenset(["-", "–", "—", "|", ","])
_LINKING = word_set("on from at with under over behind into against and or in for")
_ENDING = frozenset("!?.")


def know_framed(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], names: KnownNames, vocabulary: DisputeWords
) -> None:
    """Know the names that stand in frames, several words each, or one that means something else too."""
    frames = _Frames(layout, vocabulary)
    for first, end in stretches:
        for begin, stop in frames.within(first, end):
            name = unowned(layout.said(layout.span(begin, stop)))
            names.add(name, words_of(name), "name")


class _Frames:
    """Looks for frames in one text."""

    def __init__(self, layout: TextLayout, vocabulary: DisputeWords) -> None:
        self._layout, self._tokens, self._vocabulary = layout, layout.tokens, vocabulary
        chat = vocabulary.chat
        self._small = chat.joints | chat.determiners | _LINKING
        self._openers = chat.joining | chat.list_openers | chat.asking | ME | word_set("next finally now again first")
        self._leads = chat.have | chat.use | chat.playing
        self._placing = chat.of_place | chat.placed
        self._cased = Counter(token.lower for token in self._tokens if token.is_capital)

    def within(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        """Lazily, where names begin and end that stand in frames of a stretch."""
        for at in range(first, end):
            token = self._tokens[at]
            counted = token.sort == "number" and not (at and self._tokens[at - 1].lower in self._placing)
            if not (token.is_capital or counted):
                continue
            typed = self._ends_kind(at)
            if typed or self._begins_line(at) or self._is_led(at):
                stop = self._end(at, end, typed=typed)
                if stop > at and self._may_be_name(at, stop) and (typed or self._is_followed(stop)):
                    yield at, stop

    # --- what leads to a name

    def _begins_line(self, at: int) -> bool:
        """Whether a word is the first of its line, behind its bullet or number."""
        tokens = self._tokens
        before = at - 1
        if before > 0 and tokens[before].text in ".)" and tokens[before - 1].sort == "number":
            before -= 2
        while before >= 0 and tokens[before].text in BULLETS:
            before -= 1
        opens = (before < 0 or tokens[before].sort == "break") and not self._is_kind(at)
        return opens and self._tokens[at].lower not in self._openers and not self._tokens[at].lower.endswith("ly")

    def _is_led(self, at: int) -> bool:
        """Whether an owner, or a word for having or playing, stands before a place."""
        before = self._tokens[at - 1] if at else None
        return before is not None and (before.possessive or before.lower in self._leads or before.lower == "my")

    def _ends_kind(self, at: int) -> bool:
        """Whether a card type in small letters, of no character, stands before a place: “the upgrade Rise!”."""
        tokens = self._tokens
        named = at > 1 and tokens[at - 1].lower in ("called", "named")
        last = at - 2 if named else at - 1
        if last < 0 or tokens[last].is_capital or tokens[last].possessive or tokens[last].lower.endswith("s"):
            return False  # a list stands behind “the upgrades”
        rows = self._kinds.get(tokens[last].lower, ())
        return any(tuple(t.lower for t in tokens[last + 1 - len(words) : last + 1]) == words for words in rows)

    @cached_property
    def _kinds(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        """Last word → the words of card types of no character that end with it."""
        character = self._vocabulary.rules.sorts_of("character")
        found: dict[str, list[tuple[str, ...]]] = {}
        for row in (row for rows in self._vocabulary.phrases.values() for row in rows):
            if row.sort == "kind" and row.value not in character:
                found.setdefault(row.words[-1], []).append(row.words)
        return found

    # --- where it ends

    def _end(self, first: int, end: int, *, typed: bool) -> int:
        """Where the words end that may be a name from a place on; behind a card type, what small words join to it
        stands nowhere else."""
        at = last = first
        while at < end and at - first < _MOST:
            token = self._tokens[at]
            if at > first and token.start - self._tokens[at - 1].end > 1:
                break  # words that were taken out
            if token.is_capital or (token.sort == "number" and at == first):
                if typed and at > last and self._cased[token.lower] > 1 and self._tokens[at - 1].lower in _LINKING:
                    break
                at += 1
                last = at
                if token.possessive and not typed and token.lower not in self._vocabulary.chat.contracted:
                    return first
                continue
            titled = token.text == "." and at == last and self._tokens[at - 1].lower in self._vocabulary.chat.titles
            comma = token.text == "," and at == last and self._is_everyday(self._tokens[at - 1].lower)
            if not comma and not titled and token.lower not in self._small:
                break
            at += 1
        return last

    def _is_everyday(self, word: str) -> bool:
        chat = self._vocabulary.chat
        return word in chat.everyday or word in chat.function or word in ME

    # --- what follows it

    def _is_followed(self, stop: int) -> bool:
        """Whether a bracket with a card type, a mark with one, or a card's text follows."""
        tokens = self._tokens
        while stop < len(tokens) and tokens[stop].text in _ENDING:
            stop += 1
        if stop + 1 >= len(tokens):
            return False
        mark = tokens[stop].text
        if mark == "(":
            close = self._layout.closes.get(stop, stop)
            return any(self._is_kind(at) for at in range(stop + 1, min(close, stop + _WITHIN)))
        return mark in _PARTING and self._is_type_behind(stop + 1)

    def _is_type_behind(self, at: int) -> bool:
        """Whether a card type stands at a place, behind its article or owner."""
        for place in range(at, min(at + 3, len(self._tokens))):
            if self._is_kind(place):
                return True
            token = self._tokens[place]
            if not (token.possessive or token.lower in self._vocabulary.chat.determiners):
                return False
        return False

    def _is_kind(self, at: int) -> bool:
        rows = self._vocabulary.phrases.get(self._tokens[at].lower, ())
        identity = self._vocabulary.rules.kinds_with("identity")
        return any(row.sort == "kind" and row.value not in identity for row in rows)

    def _may_be_name(self, first: int, stop: int) -> bool:
        """Whether words are no player's name, card type or form, nor small ones only."""
        tokens: Sequence[Token] = self._tokens[first:stop]
        words = [token.lower for token in tokens if token.sort == "word"]
        if not words or " ".join(words) in self._vocabulary.timed or self._vocabulary.is_term(words):
            return False
        phrase = any(row.words == tuple(words) for row in self._vocabulary.phrases.get(words[0], ()))
        person = any(word in self._vocabulary.first_names for word in words[:1])
        if phrase or person or self._tokens[stop - 1].possessive:
            return False
        if len(words) == 1:
            return words[0] not in ME and words[0] not in COMMON and tokens[0].lower not in self._openers
        return True
