"""Card text as typed or pasted → pieces: words, numbers, icons, marks, and the phrases that the game's table knows.

Markup, entities and odd marks go in one pass, words in a second, phrases in a third; each looks at a letter a bounded
number of times. Every piece knows where it stands in the text as submitted.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from judge.cardtext.card_words import CardWords, Sense
from judge.cardtext.english import COMMON, PREPOSITIONS, SHORTHAND

NOTHING = Sense()
THIS = Sense(own=True)
"""The sense of the card's own name, told by identity."""

_BLOCK = frozenset(["hr", "br", "p", "div", "li", "ul", "ol"])
_MARKUP = re.compile(
    r"(?=[^\w,.;:!?'\"()+/%&# ]|[_ ])"  # most letters are none of these: passed over by one look
    r"(?:(?P<tag></?[a-zA-Z][^<>\n]{0,200}>)|(?P<icon>\[[A-Za-z][A-Za-z _-]{0,24}\])|(?P<trait>\[\[|\]\])|"
    r"(?P<line>[ \t\u00a0]{0,9}(?:\r\n|[\r\n\f]))|(?P<gap>[\t\u00a0\u2000-\u200a\u202f\u3000]| (?= ))|"
    r"(?P<arrow>-{1,2}>|=>|[→⇒➔➜⟶►])|(?P<quote>[“”„«»])|(?P<prime>[’‘´`])|(?P<hyphen>[\u2010\u2011\u2212])|"
    r"(?P<star>[★☆✪⭐✦]|\{star\})|(?P<bullet>[•●◦‣▪·])|(?P<item>(?m:^)\*[ \t])|"
    r"(?P<nothing>[\u200b\ufeff\u00ad\0\x01\x02]|\*{1,3}|_{1,2}))"
)
_ENTITY = re.compile(r"&#?[a-zA-Z0-9]{1,10};")
_TAG_NAME = re.compile(r"</?([a-zA-Z]+)")
_TOKEN = re.compile(
    r"(?P<break>\n)|\x01(?P<trait>[^\x01\x02\n]{1,80})\x02|[\x01\x02]|(?P<icon>\[[a-z][a-z _-]{0,24}\])|"
    r"(?P<number>[+-]?(?:\d+|X)(?:/[+-]?(?:\d+|X))?(?![\w'-]))|"
    r"(?P<word>(?:[^\W\d_]\.){2,20}|(?i:w/o?)(?=\s)|(?i:and/or)\b|[^\W_]+(?://[^\W_]+|(?:(?!'s\b)['-][^\W_]+)*)|"
    r"(?<!\w)'(?=[A-Z])[^\W_]+(?:(?!'s\b)['-][^\W_]+)*)|"
    r"(?P<possessive>'s\b)|(?P<mark>[^\s])"
)
_ABBREVIATIONS = frozenset(
    ["mr", "mrs", "ms", "dr", "st", "jr", "sr", "vs", "prof", "lt", "sgt", "col", "gen", "no", "etc"]
)
_LONGEST = 20_000
"""Letters of a text that are read; what stands behind them is unread."""


_Letters = list[int]
"""Of each letter of a text where it stands in the one that it comes from."""


class Lexeme(NamedTuple):
    """A word, a mark, or a phrase that means something as a whole.

    `start` and `end` are offsets in the text as submitted, `first` and `last` in the text without markup. `new` is ""
    where it touches the piece before it, " " after a space, and a line break where it begins a line.
    """

    text: str
    lower: str
    start: int
    end: int
    first: int
    last: int
    new: str
    sort: str
    sense: Sense

    @property
    def is_word(self) -> bool:
        """Whether it is no mark."""
        return self.sort != "mark"

    @property
    def _is_acronym(self) -> bool:
        return self.text[:2].isupper() and bool(self.sense.verb or self.sense.thing or self.sense.stat)

    @property
    def is_capital(self) -> bool:
        """Whether it is a word with a capital that may be of a name: no acronym that the table knows (“KO”)."""
        if self.sort != "word":
            return self.sort == "trait"
        if self.text[0].islower():
            return False
        return self.text.lstrip("'")[0].isupper() and not self._is_acronym


class Lexed(NamedTuple):
    """A text without markup, and its pieces in order; `rest` is where reading stopped, if it did."""

    text: str
    pieces: tuple[Lexeme, ...]
    rest: int | None


class Lexer:
    """One game's words."""

    def __init__(self, words: CardWords) -> None:
        self._senses = words.senses
        self._phrases = words.phrases
        self._resources = words.resources
        self._timings: dict[str, list[list[str]]] = {}
        for row in words.timings:
            for word in row.words:
                self._timings.setdefault(word.lower().split()[0], []).append(word.lower().split())

    def read(self, raw: str, own_names: Sequence[str] = ()) -> Lexed:
        """The pieces of a text; where known phrases overlap the one that begins first counts, then the longest."""
        rest = _LONGEST if len(raw) > _LONGEST else None
        plain, entities = raw[:_LONGEST], None
        if "&" in raw:
            plain, entities = _replaced(plain, _ENTITY, lambda match: html.unescape(match.group()))
        text, letters = _replaced(plain, _MARKUP, _plain)
        if entities is not None:
            letters = [entities[at] if at < len(entities) else len(raw) for at in letters]
        tokens = _tokens(text)
        lowers = [text[first:last].lower() for _, first, last in tokens]
        own = _own(text, tokens, lowers, own_names, self._senses)
        return Lexed(text, tuple(self._joined(raw, text, tokens, lowers, own, letters)), rest)

    def _joined(
        self,
        raw: str,
        text: str,
        tokens: list[tuple[str, int, int]],
        lowers: list[str],
        own: dict[int, int],
        letters: _Letters,
    ) -> list[Lexeme]:
        """The pieces, own names and known phrases put together."""
        lowers = [
            SHORTHAND.get(lower, lower) if token[0] == "word" else lower
            for token, lower in zip(tokens, lowers, strict=True)
        ]
        typed = self._typed_icons(tokens, lowers)
        pieces: list[Lexeme] = []
        at, new = 0, "\n"
        behind = named = 0
        while at < len(tokens):
            printed, first, last = tokens[at]
            if printed == "break":
                at, new, behind = at + 1, "\n", last
                continue
            if lowers[at] in self._timings:
                named = max(named, self._timing_named(lowers, at))
            end, sort, sense = self._meant(printed, lowers, own, typed, at)
            last = tokens[end - 1][2]
            said = text[first:last]
            if at < named or end > at + 1:
                said = _said(said, is_name=at < named, is_joined=end > at + 1)
            if new != "\n":
                new = " " if first > behind else ""
            if sense is THIS:
                lower = said.lower()
            elif at in typed:
                said = lower = lowers[at]
            else:
                lower = lowers[at] if end == at + 1 else " ".join(lowers[at:end])
            begin = letters[first]
            is_printed_icon = sort == "icon" and at not in typed
            close = _close(raw, begin) if is_printed_icon else min(letters[last - 1] + 1, len(raw))
            pieces.append(Lexeme(said, lower, begin, close, first, last, new, sort, sense))
            at, behind, new = end, last, ""
        return pieces

    def _meant(
        self, sort: str, lowers: list[str], own: dict[int, int], typed: dict[int, int], at: int
    ) -> tuple[int, str, Sense]:
        """Where the piece ends that begins at a token, its sort, and what it may mean."""
        if at in own:
            return own[at], sort, THIS
        if at in typed:
            end = typed[at]
            lowers[at:end] = [f"[{' '.join(lowers[at:end])}]", *lowers[at + 1 : end]]
            return end, "icon", self._senses.get(lowers[at], NOTHING)
        if sort in ("word", "number", "icon"):
            end = self._phrase(lowers, at) if lowers[at] in self._phrases else at + 1
            if end == at + 1 and (shared := self._sharing_the_noun(lowers, at)) is not None:
                lowers[at] = shared
            return end, sort, self._senses.get(" ".join(lowers[at:end]) if end > at + 1 else lowers[at], NOTHING)
        known = self._senses.get(lowers[at], NOTHING) if sort == "trait" else NOTHING
        return at + 1, sort, known if known.thing == "trait" else NOTHING

    def _typed_icons(self, tokens: list[tuple[str, int, int]], lowers: list[str]) -> dict[int, int]:
        """Where words stand for a printed icon: “2 per player counters”, “a physical or wild resource”."""
        found: dict[int, int] = {}
        for at in range(len(tokens) - 1, 0, -1):
            following = lowers[at + 1] if at + 1 < len(tokens) else ""
            if tokens[at][0] != "word":
                continue
            if lowers[at] in self._resources:
                joined = following in ("and", "or", "and/or") and at + 2 in found
                if joined or at + 1 in found or following in ("resource", "resources", "icon", "icons"):
                    found[at] = at + 1
            elif lowers[at] == "per" and following in ("player", "hero") and self._counts_players(tokens, lowers, at):
                lowers[at + 1] = "player"
                found[at] = at + 2
        return found

    def _counts_players(self, tokens: list[tuple[str, int, int]], lowers: list[str], at: int) -> bool:
        """Whether “per player” stands between a number and a noun."""
        if tokens[at - 1][0] != "number":
            return False
        nouns = [self._senses.get(word, NOTHING).is_noun for word in lowers[at + 2 : at + 4]]
        return any(nouns) and lowers[at + 2] not in PREPOSITIONS and tokens[at + 2][0] == "word"

    def _timing_named(self, lowers: list[str], at: int) -> int:
        """Where the timing word ends that begins here and tells which ability is meant: “its when revealed effects”."""
        for words in self._timings[lowers[at]]:
            end = at + len(words)
            if lowers[at:end] == words and end < len(lowers):
                return end if self._senses.get(lowers[end], NOTHING).thing in ("effect", "ability") else 0
        return 0

    def _phrase(self, lowers: list[str], at: int) -> int:
        """Where the longest known phrase ends that begins at `at`; one word where none does. Its last word may begin a
        longer noun: “the first player side scheme”."""
        end = self._longest(lowers, at)
        if end == at + 1 or lowers[end - 1] not in self._phrases:
            return end
        inner = self._longest(lowers, end - 1)
        goes_on = inner > end and self._senses.get(" ".join(lowers[end - 1 : inner]), NOTHING).is_noun
        return end if not goes_on else at + 1

    def _sharing_the_noun(self, lowers: list[str], at: int) -> str | None:
        """The phrase that a word stands for where the noun comes once behind both: “front” of “front or back row”."""
        if lowers[at] not in self._phrases or lowers[at] in self._senses or at + 2 >= len(lowers):
            return None
        if lowers[at + 1] not in ("and", "or", "and/or") or lowers[at + 2] not in self._phrases:
            return None
        other = lowers[at + 2 : self._longest(lowers, at + 2)]
        whole = " ".join((lowers[at], *other[1:]))
        return whole if len(other) > 1 and self._senses.get(whole, NOTHING).is_noun else None

    def _longest(self, lowers: list[str], at: int) -> int:
        """Where the longest known phrase ends that begins at `at`, whatever follows."""
        following = lowers[at + 1] if at + 1 < len(lowers) else ""
        for rest in self._phrases[lowers[at]]:
            end = at + 1 + len(rest)
            if rest[0] == following and tuple(lowers[at + 1 : end]) == rest:
                return end
        return at + 1


def _said(printed: str, *, is_name: bool, is_joined: bool) -> str:
    """What is printed, with a capital where it is a name; joined words without the marks of a trait."""
    said = printed.capitalize() if is_name and printed.islower() else printed
    if is_joined and ("\x01" in said or "\x02" in said):
        return said.replace("\x01", "").replace("\x02", "")
    return said


def _close(raw: str, begin: int) -> int:
    """Where a printed icon ends in the raw text, with its bracket."""
    return min((raw.find("]", begin) + 1 or len(raw)) if raw[begin : begin + 1] == "[" else begin + 1, len(raw))


def _replaced(raw: str, pattern: re.Pattern[str], plain: Callable[[re.Match[str]], str]) -> tuple[str, _Letters]:
    """The text with another one for each match, and where its letters stood."""
    parts: list[str] = []
    letters: list[int] = []
    behind = 0
    for match in pattern.finditer(raw):
        start, end = match.span()
        said = plain(match)
        parts += (raw[behind:start], said)
        letters += range(behind, start + len(said))
        behind = end
    parts.append(raw[behind:])
    letters += range(behind, len(raw))
    return "".join(parts), letters


def _plain(match: re.Match[str]) -> str:
    """What stands for a stretch of markup."""
    said = match.group()
    sort = match.lastgroup
    if sort == "tag":
        found = _TAG_NAME.match(said)
        name = found.group(1).lower() if found else ""
        if name not in _BLOCK and name != "li":
            around = (
                match.string[max(0, match.start() - 1) : match.start()],
                match.string[match.end() : match.end() + 1],
            )
            return " " if said[1] == "/" and all(map(str.isalpha, around)) else ""  # “<b>Response</b>After …”
        return "\n• " if name == "li" and said[1] != "/" else "\n"
    if sort == "icon":
        name = said[1:-1].lower().replace("_", " ").strip()
        return "[" + ("per player" if name == "per hero" else name) + "]"
    if sort == "trait":
        return "\x01" if said == "[[" else "\x02"
    return {
        "line": "\n",
        "gap": " ",
        "arrow": "→",
        "quote": '"',
        "prime": "'",
        "hyphen": "-",
        "star": "[star]",
        "bullet": "•",
        "item": "• ",
    }.get(sort or "", "")


def _tokens(text: str) -> list[tuple[str, int, int]]:
    """Sort, start and end of each word and mark; a full stop of an abbreviation or initial belongs to its word."""
    found: list[tuple[str, int, int]] = []
    for match in _TOKEN.finditer(text):
        sort = match.lastgroup or "mark"
        start, end = match.span(sort) if sort == "trait" else match.span()
        if text[start] in "\x01\x02":
            continue
        if (
            sort == "mark"
            and text[start] in ".!"
            and found
            and found[-1][2] == start
            and _is_short(text, found[-1], end)
        ):
            found[-1] = (found[-1][0], found[-1][1], end)
            continue
        found.append((sort, start, end))
    return found


def _is_short(text: str, before: tuple[str, int, int], end: int) -> bool:
    """Whether the full stop behind a word belongs to it: “Dr.”, “J.”; not where a text or line ends."""
    word = text[before[1] : before[2]]
    goes_on = text[end : end + 2].strip(" ")[:1]
    if before[0] != "word" or not goes_on or goes_on == "\n":
        return False
    if text[end - 1] == "!":
        return word[0].isupper() and goes_on.islower()
    return word.lower() in _ABBREVIATIONS or (len(word) == 1 and word.isupper() and word != "X" and goes_on.isupper())


def _own(
    text: str,
    tokens: list[tuple[str, int, int]],
    lowers: list[str],
    names: Sequence[str],
    senses: Mapping[str, Sense],
) -> dict[int, int]:
    """Where the card's own names stand: first token → the one behind the last. Names count whatever their case.

    What goes on with a capital is a longer name, another card's (“Bomb Plot” on the card Bombs).
    """
    wanted = list(filter(None, map(_words_of, names)))
    if not wanted:
        return {}
    longest = max((words[0] for words in wanted), key=len)
    beginnings = {words[0] for words in wanted}
    lowers = [lower.rstrip(".") or lower for lower in lowers]
    found: dict[int, int] = {}
    reached = 0
    for at, lower in enumerate(lowers):
        if at < reached or not (lower in beginnings or longest.startswith(lower)):
            continue
        end = _name_end(text, tokens, lowers, at, wanted, senses)
        if end is None and _is_short_form(lower, longest) and text[tokens[at][1]].isupper():
            end = at + 1 if not _goes_on(text, tokens, at + 1, senses) else None
        if end is not None:
            found[at] = reached = end
    return found


def _name_end(
    text: str,
    tokens: list[tuple[str, int, int]],
    lowers: list[str],
    at: int,
    names: Sequence[list[str]],
    senses: Mapping[str, Sense],
) -> int | None:
    """Where a name that stands here ends, which is no part of a longer one."""
    ends = (at + len(words) for words in names if lowers[at : at + len(words)] == words)
    return next((end for end in ends if not _is_of_other(text, tokens, lowers, at, end, senses)), None)


def _is_short_form(lower: str, name: str) -> bool:
    """Whether a word may be short for a name: “Cap” for Captain America."""
    return 3 <= len(lower) < len(name) and name.startswith(lower) and lower not in COMMON


def _words_of(name: str) -> list[str]:
    """The words of a name in small letters, without the full stop of the last."""
    words = [name[first:last].lower().rstrip(".") or "." for _, first, last in _tokens(name)]
    return words[:-1] if words[-1:] == ["."] else words


def _is_of_other(
    text: str, tokens: list[tuple[str, int, int]], lowers: list[str], at: int, end: int, senses: Mapping[str, Sense]
) -> bool:
    """Whether a name is only part of a longer one, or a form's."""
    return _goes_on(text, tokens, end, senses) or _names_form(lowers, at, end, senses)


def _goes_on(text: str, tokens: list[tuple[str, int, int]], at: int, senses: Mapping[str, Sense]) -> bool:
    """Whether a name goes on here: another word with a capital, on the same line, that the table does not know."""
    if at >= len(tokens) or tokens[at][0] != "word" or text[tokens[at - 1][2] : tokens[at][1]] != " ":
        return False
    said = text[tokens[at][1] : tokens[at][2]]
    capital = said[:1].isupper() and not said.isupper() and not text[tokens[at - 1][1] : tokens[at - 1][2]].isupper()
    return capital and text[tokens[at - 1][1]].isupper() and said.lower() not in senses


def _names_form(lowers: list[str], at: int, end: int, senses: Mapping[str, Sense]) -> bool:
    """Whether a name is a form's: “in Fog mass form” on the card Fog."""
    if at == 0 or lowers[at - 1] not in ("in", "to"):
        return False
    return any(senses.get(lower, NOTHING).form for lower in lowers[end : end + 2])
