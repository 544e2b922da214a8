"""The outer shape of a pasted text: words and marks, quotes and brackets that match, sentences and lines.

Each letter is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.cardtext.english import PREPOSITIONS, SHORTHAND, word_set
from judge.pasted.pasted_values import Span

_TOKEN = re.compile(
    r"(?P<break>\n)|(?P<tag>\[/?(?:quote|b|i|u|code|spoiler)(?:=[^\]\n]{0,60})?\]|</?(?:b|i|u|em|strong|q|blockquote)>)|"
    r"(?P<number>\d+(?:\.\d+)*(?![^\W_]))|"
    r"(?P<word>(?:[^\W\d_]\.){2,20}|[^\W_]+(?:['’´`-][^\W_]+)*)|(?P<mark>[^\s])"
)
_POSSESSIVE = re.compile(r"(?:['’´`]s|(?<=s)['’])$")
_OWNING = re.compile(r"['’](?=[^\S\n]\w)")
_SINGLE_QUOTE = re.compile(r"(?<![^\s(])['‘]\w")
_CLOSERS = {"(": ")", "[": "]", "“": "”", "„": "”", "«": "»", '"': '"', "'": "'", "‘": "’"}
_CLOSING = frozenset(_CLOSERS.values()) | {"“"}
_ENDS = frozenset(".!?…")
_ABBREVIATIONS = word_set("mr mrs ms dr st jr sr vs prof lt sgt col gen e.g i.e eng upg att")
_CLIPPED = word_set("vs att eng")
"""Shortened words whose full stop tells nothing."""
BULLETS = frozenset("-*•–—>#●◦‣▪·+")
"""Marks that open a line of a list."""
_MARKUP = frozenset("*_`~")
_LONG_NAME = 8
_SMALL = 3
"""Letters of the small words of a name."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, mark or line break. `lower` is the word without its possessive ending, in small letters."""

    text: str
    lower: str
    start: int
    end: int
    sort: str
    possessive: bool = False

    @property
    def is_capital(self) -> bool:
        """Whether it is a word with a capital."""
        return self.sort == "word" and self.text[0].isupper()


@dataclass(frozen=True, slots=True)
class Sentence:
    """Tokens `first` up to `end` of one line, outside quotes and brackets that go on; `line` counts from 0."""

    first: int
    end: int
    line: int
    begins_line: bool
    after_blank: bool
    span: Span


def unowned(said: str) -> str:
    """A name without its possessive ending.

    >>> unowned("Rhino’s"), unowned("Yves'")
    ('Rhino', 'Yves')
    """
    return _POSSESSIVE.sub("", said)


@dataclass(frozen=True)
class TextLayout:
    """A text with its tokens, the closing token of each quote or bracket that opens, and its sentences."""

    text: str
    tokens: tuple[Token, ...]
    closes: dict[int, int]
    sentences: tuple[Sentence, ...]

    def said(self, span: Span) -> str:
        """The words of a span."""
        return self.text[span[0] : span[1]]

    def span(self, first: int, end: int) -> Span:
        """Where the tokens from `first` up to `end` stand."""
        return (self.tokens[first].start, self.tokens[end - 1].end) if end > first else (0, 0)

    def icons(self) -> Iterator[str]:
        """Lazily, the words with a capital that stand alone in square brackets, in small letters."""
        for opens, close in self.closes.items():
            begins = not opens or self.tokens[opens - 1].sort == "break"  # “[Bell] (upgrade) …”
            alone = self.tokens[opens].text == "[" and close == opens + 2 and self.tokens[opens + 1].is_capital
            if alone and not begins:
                yield self.tokens[opens + 1].lower

    def top(self, first: int, end: int) -> Iterator[int]:
        """Lazily, the places of the tokens that stand in no quote or bracket; one that opens stands for its group."""
        at = first
        while at < end:
            yield at
            at = self.closes[at] + 1 if at in self.closes and self.closes[at] < end else at + 1


def lay_out(text: str, shouted: frozenset[str] = frozenset()) -> TextLayout:
    """The tokens, groups and sentences of a text; `shouted` words have a mark of their own that ends none (“BAM!”)."""
    tokens = tuple(_tokens(text))
    closes = _groups(text, tokens)
    return TextLayout(text, tokens, closes, tuple(_sentences(tokens, closes, shouted)))


def _tokens(text: str) -> Iterator[Token]:
    quoted = _SINGLE_QUOTE.search(text) is not None
    behind, before = 0, ""
    for match in _TOKEN.finditer(text):
        sort = match.lastgroup or "mark"
        said = match.group()
        if match.start() < behind:
            continue
        if sort == "word" and not quoted and said.endswith("s") and _OWNING.match(text, match.end()):
            said, behind = text[match.start() : match.end() + 1], match.end() + 1  # “Yves' turn”
        if sort == "mark" and said in _MARKUP:
            continue
        if sort == "tag":
            yield from _quotes_of(match)
            continue
        ending = _POSSESSIVE.search(said) if sort == "word" else None
        lower = _in_small_letters(said[: ending.start()] if ending else said)
        if said == "." and before in _CLIPPED:
            continue
        before = lower
        yield Token(said, lower, match.start(), match.start() + len(said), sort, ending is not None)


def _quotes_of(tag: re.Match[str]) -> Iterator[Token]:
    """The quotation mark that a tag stands for, if any."""
    said = tag.group()
    if "quote" in said or "q>" in said:
        mark = "”" if said[1] == "/" else "“"
        yield Token(mark, mark, tag.start(), tag.end(), "mark")


def _in_small_letters(word: str) -> str:
    """A word in small letters, in full where it is a shorthand."""
    lower = word.lower().replace("’", "'")
    return SHORTHAND.get(lower, lower)


def _groups(text: str, tokens: Sequence[Token]) -> dict[int, int]:
    """Opening token → closing token; what never closes before a blank line opens nothing."""
    closes: dict[int, int] = {}
    open_: list[int] = []
    for at, token in enumerate(tokens):
        if token.sort == "break":
            if at and tokens[at - 1].sort == "break":
                open_.clear()
            continue
        if token.sort != "mark":
            continue
        mark = token.text
        if mark in _CLOSING and not (mark in ('"', "'") and _opens(text, token)):
            place = _opener(tokens, open_, mark)
            if place is not None and (mark not in ("'", "’") or _may_close(text, token)):
                closes[open_[place]] = at
                del open_[place:]
                continue
        if mark in _CLOSERS and (mark in "([“„«" or _opens(text, token)):
            open_.append(at)
    return closes


def _opener(tokens: Sequence[Token], open_: Sequence[int], mark: str) -> int | None:
    """Which of the open ones a mark closes; the innermost few are looked at."""
    for place in range(len(open_) - 1, max(len(open_) - 9, -1), -1):
        opener = tokens[open_[place]].text
        if _CLOSERS[opener] == mark or (opener in "„«" and mark == "“"):
            return place
    return None


def _opens(text: str, token: Token) -> bool:
    """Whether a mark that opens and closes alike opens here: nothing or a space before it, a word behind it."""
    before, after = text[token.start - 1 : token.start], text[token.end : token.end + 1]
    return (not before or before.isspace() or before in "([:—–-=“*_") and bool(after) and not after.isspace()


def _may_close(text: str, token: Token) -> bool:
    """Whether an apostrophe closes a quotation: punctuation before it, or no word behind it."""
    after = text[token.end : token.end + 1]
    return not after or not after.isalnum()


def _sentences(tokens: Sequence[Token], closes: dict[int, int], shouted: frozenset[str]) -> Iterator[Sentence]:
    first = at = line = breaks = 0
    begins = True
    while at <= len(tokens):
        token = tokens[at] if at < len(tokens) else None
        named = _ends_name(tokens, first, at)
        if token is None or token.sort == "break" or (not named and _ends_sentence(tokens, closes, at, shouted)):
            end = at if token is None or token.sort == "break" else _behind(tokens, closes, at)
            if end > first:
                yield Sentence(
                    first, end, line, begins, begins and breaks > 1, (tokens[first].start, tokens[end - 1].end)
                )
                breaks, begins = 0, False
            if token is None:
                return
            if token.sort == "break":
                line, breaks, begins, end = line + 1, breaks + 1, True, at + 1
            first = at = end
            continue
        at = closes[at] + 1 if at in closes else at + 1


def _behind(tokens: Sequence[Token], closes: dict[int, int], at: int) -> int:
    """Behind the marks that end a sentence, or the group that does."""
    end = closes[at] + 1 if at in closes else at + 1
    while end < len(tokens) and tokens[end].sort == "mark" and tokens[end].text in _ENDS:
        end += 1
    return end


def _closes_title(tokens: Sequence[Token], at: int) -> bool:
    """Whether an exclamation mark belongs to a name within a sentence: “Get Up! is …”."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return at > 1 and tokens[at - 2].is_capital and following is not None and following.text[0].islower()


def _ends_name(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether a mark ends a name with which a line begins: “Is This a Trick? (event): …”, “- No, You Stay. (event)”."""
    if at + 1 >= len(tokens) or at - first > _LONG_NAME or tokens[at].text not in "?." or tokens[at + 1].text != "(":
        return False
    words = [token for token in tokens[first:at] if token.sort == "word"]
    if tokens[at].text == "." and not any(token.text == "," for token in tokens[first:at]):
        return False  # “Bell: Toughness. (…)”
    return len(words) > 1 and all(token.is_capital or len(token.text) <= _SMALL for token in words)


def _ends_sentence(tokens: Sequence[Token], closes: dict[int, int], at: int, shouted: frozenset[str]) -> bool:
    token = tokens[at]
    if at in closes:
        return _group_ends(tokens, at, closes[at])
    if token.sort != "mark" or token.text not in ".!?…;":
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.text == ";":
        return True
    if following is not None and following.start == token.end and following.sort != "break":
        return following.text in _ENDS
    before = tokens[at - 1] if at else None
    if token.text == "!" and before is not None:
        return not _closes_title(tokens, at) and _shout_ends(before, following, shouted)
    return not (token.text == "." and before is not None and before.lower in _ABBREVIATIONS)


def _group_ends(tokens: Sequence[Token], opens: int, close: int) -> bool:
    """Whether a sentence ends with a quotation or bracket: “… instead.” Anna has …"""
    following = tokens[close + 1] if close + 1 < len(tokens) else None
    last = close - 1
    while last > opens + 1 and tokens[last].text in ")]”":
        last -= 1  # “"… (Then draw.)"”
    full = tokens[last].text in _ENDS
    full = full and (tokens[opens].text not in "([" or (opens > 0 and tokens[opens - 1].text in _ENDS))
    return full and following is not None and (following.is_capital or following.sort == "break")


def _shout_ends(before: Token, following: Token | None, shouted: frozenset[str]) -> bool:
    """Whether an exclamation mark ends a sentence, and no name: “Get Up! (event)”, “For Justice! on the scheme”."""
    if following is not None and following.text in "(:–—-|,":
        return False
    if before.lower in shouted:
        return False
    named = before.is_capital and following is not None
    return not named or following is None or following.lower not in PREPOSITIONS or following.is_capital


def without_bullet(layout: TextLayout, sentence: Sentence) -> int:
    """The place of a sentence's first token behind the bullet, number or quotation sign that opens its line."""
    at, tokens = sentence.first, layout.tokens
    if not sentence.begins_line:
        return at
    while at < sentence.end and tokens[at].sort == "mark" and tokens[at].text in BULLETS:
        at += 1
    numbered = tokens[at].sort == "number" if at < sentence.end else False
    if numbered and at + 2 < sentence.end and tokens[at + 1].text in (")", "."):
        at += 2
    return at
