"""What a text says and takes back: “my Shock… sorry, my Bite”, “Vision?? no, Rook”, “the Sleeper is out, ignore it”."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judge.cardtext.english import COMMON, PRONOUNS, word_set
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import ME
from judge.pasted.pasted_values import Span
from judge.pasted.text_layout import Sentence, TextLayout, Token

_PAUSES = frozenset(".?!…,-–—(")
_HELD = frozenset("?!…-–—(")
"""Marks of which one is a pause by itself; commas and full stops part sentences too."""
_DETERMINERS = word_set("my the a an his her their our")
_MOST = 6
"""Words of a name that is taken back."""
_NAMING = word_set("what what's was is it its it's called that that's the name how")
"""Words between the correction and the name that is right: “hmm, what was it called: …”."""


def taken_back(layout: TextLayout, vocabulary: DisputeWords) -> list[Span]:
    """Where words stand that the text takes back, with the words that do so."""
    return list(_Corrections(layout, vocabulary).spans())


class _Corrections:
    """Looks through the tokens of one text."""

    def __init__(self, layout: TextLayout, vocabulary: DisputeWords) -> None:
        self._layout, self._tokens, self._vocabulary = layout, layout.tokens, vocabulary
        chat = vocabulary.chat
        self._cues, self._drops = _longest_first(chat.corrects | chat.halts), _longest_first(chat.drops)

    def spans(self) -> Iterator[Span]:
        """Lazily, each stretch that is taken back, up to what is meant instead."""
        behind = 0
        for at in range(1, len(self._tokens)):
            if at < behind or self._tokens[at].sort != "word":
                continue
            end = self._dropped(at)
            first = self._sentence_before(at) if end else None
            if first is None:
                pause = self._pause_before(at)
                end = self._corrected(at, pause)
                first = self._name_before(pause, end) if end else None
            if first is not None:
                behind = end
                yield self._layout.span(first, end)

    def _matched(self, at: int, phrases: Sequence[Sequence[str]]) -> int:
        """Behind the phrase that stands at a place; the place itself where none does."""
        tokens = self._tokens
        for words in phrases:
            end = at + len(words)
            if end <= len(tokens) and all(t.lower == w for t, w in zip(tokens[at:end], words, strict=True)):
                return end
        return at

    # --- a whole sentence

    def _dropped(self, at: int) -> int:
        """Behind “never mind that”, “ignore it”; 0 where no such words end their clause."""
        end = self._matched(at, self._drops)
        last = end == len(self._tokens) or self._tokens[end].sort in ("mark", "break")
        return end if end > at and last and self._pause_before(at) < at else 0

    def _sentence_before(self, at: int) -> int | None:
        """Where the sentence begins that words behind it set aside."""
        inside = self._sentence_with(at)
        if inside is None:
            return None
        if inside.first < self._pause_before(at):
            return inside.first
        before = [one for one in self._layout.sentences if one.end <= at and one.line == inside.line]
        return before[-1].first if before else None

    def _sentence_with(self, at: int) -> Sentence | None:
        return next((one for one in self._layout.sentences if one.first <= at < one.end), None)

    # --- a name

    def _pause_before(self, at: int) -> int:
        """Where the marks begin that stand right before a place."""
        first = at
        while first > 0 and self._tokens[first - 1].sort == "mark" and self._tokens[first - 1].text in _PAUSES:
            first -= 1
        return first

    def _corrected(self, at: int, pause: int) -> int:
        """Behind words that correct what stands before them, where what is right begins; 0 where none do."""
        chat, tokens = self._vocabulary.chat, self._tokens
        end = self._matched(at, self._cues)
        marks = [token.text for token in tokens[pause:at]]
        if end == at or not marks or (len(marks) == 1 and marks[0] == "."):
            return 0
        said = " ".join(token.lower for token in tokens[at:end])
        parted = end < len(tokens) and tokens[end].text in ",.:;!–—-?…)"
        more = marks != [","] and self._matched(end, self._cues) > end
        return self._behind_cues(end) if said not in chat.halts or parted or more else 0

    def _behind_cues(self, end: int) -> int:
        """Behind further words of the kind, and marks and words that only lead to the name."""
        tokens, before = self._tokens, -1
        while before != end:
            before = end
            while end < len(tokens) and tokens[end].sort == "mark" and self._leads_on(end):
                end += 1
            end = self._matched(end, self._cues)
        naming = end
        while naming < len(tokens) and tokens[naming].lower in _NAMING:
            naming += 1
        if naming == end or naming == len(tokens):
            return end
        colon = tokens[naming].text == ":"
        return naming + colon if colon or tokens[naming - 1].lower == "called" else end

    def _leads_on(self, at: int) -> bool:
        """Whether a mark leads from a correction to what is right: any but one that ends the sentence."""
        tokens, mark = self._tokens, self._tokens[at].text
        doubled = mark == "." and "." in (tokens[at - 1].text, *(token.text for token in tokens[at + 1 : at + 2]))
        return mark in ",:;–—-…" or doubled

    def _name_before(self, pause: int, end: int) -> int | None:
        """Where the name begins that is taken back; None where a clause stands there, or follows."""
        if self._is_question(pause) or self._goes_on(end):
            return None
        first = self._begin_of_name(pause)
        if first == pause:
            return None
        return self._with_small_words(first, end)

    def _begin_of_name(self, stop: int) -> int:
        """Where the words begin that are a name or a card type and end at a place."""
        tokens, first = self._tokens, stop
        while first > 0 and stop - first < _MOST and self._is_of_name(first - 1, first, stop):
            first -= 1
            if first > 0 and tokens[first - 1].possessive:
                break
        while first < stop and tokens[first].lower in self._vocabulary.chat.joints:
            first += 1
        return first

    def _is_of_name(self, at: int, first: int, stop: int) -> bool:
        """Whether a word belongs to the name that goes on behind it."""
        token, chat, vocabulary = self._tokens[at], self._vocabulary.chat, self._vocabulary
        if token.sort == "number":
            return first == stop
        if token.sort != "word" or token.lower in ME:
            return False
        if token.is_capital and token.lower not in PRONOUNS:
            return True
        if token.lower in chat.joints and first < stop and self._tokens[first].is_capital:
            return True
        phrases = chat.prepositions | chat.determiners | chat.conjunctions | chat.openers | chat.function
        small = (COMMON, PRONOUNS, phrases, chat.be, chat.having, chat.use)
        verb = vocabulary.sense(token.lower).roles & {"s", "past"} or token.lower in vocabulary.told
        return not verb and not any(token.lower in words for words in small)

    def _with_small_words(self, first: int, end: int) -> int:
        """The begin with the article and preposition before it that what is meant instead has too."""
        tokens, chat = self._tokens, self._vocabulary.chat
        again = tokens[end].lower if end < len(tokens) else ""
        begin = first
        if begin and tokens[begin - 1].lower in _DETERMINERS and (again in _DETERMINERS or again in chat.prepositions):
            begin -= 1
        if begin and again in chat.prepositions and tokens[begin - 1].lower in chat.prepositions:
            begin -= 1
        return begin if begin < first and again else first

    def _is_question(self, pause: int) -> bool:
        """Whether a question ends at a place: “Does he hit Anna? No, …”."""
        inside = self._sentence_with(pause)
        asks = inside is not None and self._tokens[inside.first].lower in self._vocabulary.chat.asking | _ASKING
        return asks and self._tokens[pause].text == "?"

    def _goes_on(self, end: int) -> bool:
        """Whether a clause follows and no name: “… Anna, no, she is in alter-ego”."""
        token: Token | None = self._tokens[end] if end < len(self._tokens) else None
        return token is not None and token.lower in _SUBJECTS


def _longest_first(phrases: Iterable[str]) -> Sequence[Sequence[str]]:
    return sorted((said.split() for said in phrases), key=len, reverse=True)


_ASKING = word_set("is was were did would could should will if when where")
_SUBJECTS = word_set("he she they it we i i'm you he's she's it's that that's there this")
