"""What a stretch of words mentions, one after another: players, cards, card types, forms, and the words between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from judge.cardtext.english import CANNOT, COMMON, NEGATED, PRONOUNS, REFLEXIVE
from judge.pasted.dispute_words import DisputePhrase, DisputeWords
from judge.pasted.pasted_values import Span
from judge.pasted.text_layout import BULLETS, TextLayout, Token, unowned

Sort = Literal[
    "player", "card", "name", "me", "form", "kind", "class", "status", "group", "number", "text", "word", "mark"
]
ME = frozenset(["i", "me", "my", "mine", "myself", "i'm", "i've", "i'd", "i'll", "im", "ive"])
_I = frozenset(word for word in ME if word.startswith("i"))
"""Those of them that no name has."""
_FEW = 8
"""Words of a name at most."""
_MAY_BE_NAMED = frozenset(["player", "card", "name"])


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention: tokens `first` up to `end`. `value` is the name, or the id of a kind, form or status; of a word
    the word in small letters."""

    sort: Sort
    value: str
    first: int
    end: int
    span: Span
    possessive: bool = False

    @property
    def is_named(self) -> bool:
        """Whether it names somebody or something of its own."""
        return self.sort in _MAY_BE_NAMED


@dataclass
class KnownNames:
    """The names known so far, by their first word."""

    of: dict[str, list[tuple[tuple[str, ...], str, Sort]]] = field(default_factory=dict)
    short: dict[str, list[str]] = field(default_factory=dict)
    """Name → single words that stand for it."""
    people: set[str] = field(default_factory=set)
    """In small letters, those said to be somebody’s friend, wife …: players."""
    icons: set[str] = field(default_factory=set)
    """Words that stand alone in square brackets: icons and traits, no names."""
    small: bool = False
    """True where the text has no capitals: then words that mean nothing else are names."""
    decided: bool = False
    """Whether all names are known."""

    def add(self, name: str, words: Sequence[str], sort: Sort) -> None:
        """Know a name from now on; a name known as another sort changes it."""
        if not words:
            return
        rows = [row for row in self.of.get(words[0], []) if row[0] != tuple(words)]
        rows.append((tuple(words), name, sort))
        self.of[words[0]] = sorted(rows, key=lambda row: -len(row[0]))[:_MOST_ALIKE]
        for word in self.short.get(name, ()):
            if [word] != list(words):
                longer = [row for row in self.of.get(word, ()) if row[0] != (word,)]
                self.of[word] = [*longer, ((word,), name, sort)]

    def at(self, tokens: Sequence[Token], at: int, end: int) -> tuple[str, Sort, int] | None:
        """The longest known name that begins at a token, and where it ends."""
        for words, name, sort in self.of.get(tokens[at].lower, ()):
            stop = at + len(words)
            if stop <= end and all(t.lower == w for t, w in zip(tokens[at:stop], words, strict=True)):
                return name, sort, stop
        return None

    def with_s(self, token: Token, at: int) -> tuple[str, Sort, int] | None:
        """The one of the people whose name a word is with an “s” behind it: “gregs choice”."""
        rows = self.of.get(token.lower[:-1], ()) if token.lower.endswith("s") and not token.possessive else ()
        return next(((name, sort, at + 1) for words, name, sort in rows if len(words) == 1 and sort == "player"), None)


_MOST_ALIKE = 20


def items_of(layout: TextLayout, first: int, end: int, names: KnownNames, vocabulary: DisputeWords) -> list[Mention]:
    """The mentions of a stretch, in order, with every other word and mark."""
    return list(_items(layout, first, end, names, vocabulary))


def _items(layout: TextLayout, first: int, end: int, names: KnownNames, vocabulary: DisputeWords) -> Iterator[Mention]:
    tokens, at = layout.tokens, first
    while at < end:
        token = tokens[at]
        if at in layout.closes and layout.closes[at] < end:
            close = layout.closes[at] + 1
            if token.text not in "([" and _is_title(tokens, at + 1, close - 1, names):
                yield _title(layout, at, close, names)
                at = close
                continue
            yield Mention("group", token.text, at, close, layout.span(at, close))
            at = close
            continue
        sort, value, stop = _one(layout, at, end, names, vocabulary)
        if sort in _MAY_BE_NAMED and stop > at + 1 and stop + 1 < end and tokens[stop].text == "!":
            yield Mention(sort, value, at, stop + 1, layout.span(at, stop + 1))  # “Get Up! is …”
            at = stop + 1
            continue
        owns = tokens[stop - 1].possessive or (sort == "player" and tokens[stop - 1].lower == f"{value.lower()}s")
        yield Mention(sort, value, at, stop, layout.span(at, stop), owns)
        at = stop


def _is_title(tokens: Sequence[Token], first: int, end: int, names: KnownNames) -> bool:
    """Whether a quotation is a name: a few words, capitals where the text has any, no sentence."""
    if _is_shouted_title(tokens, first, end):
        return True
    if not 0 < end - first <= _FEW or tokens[end - 1].text in ".!?" or any(t.text in ":;" for t in tokens[first:end]):
        return False
    told = any(token.lower in ME for token in tokens[first:end])
    if told and not all(token.is_capital for token in tokens[first:end] if token.sort == "word"):
        return False
    if end == first + 1 and tokens[first].lower in PRONOUNS | ME:
        return False
    return tokens[first].is_capital or names.small or tokens[first].sort == "number"


def _is_shouted_title(tokens: Sequence[Token], first: int, end: int) -> bool:
    """“"To Me, My Friends!"”: whether each of several words has a capital, and an exclamation mark stands last."""
    words = [token for token in tokens[first:end] if token.sort == "word"]
    return 1 < len(words) <= _FEW and tokens[end - 1].text == "!" and all(token.is_capital for token in words)


def _title(layout: TextLayout, at: int, close: int, names: KnownNames) -> Mention:
    """A name in quotes."""
    known = names.at(layout.tokens, at + 1, close - 1)
    name = layout.said(layout.span(at + 1, close - 1)).rstrip(",")
    sort: Sort = known[1] if known is not None and known[2] >= close - 1 else "name"
    return Mention(sort, known[0] if known is not None and sort != "name" else name, at, close, layout.span(at, close))


def _one(
    layout: TextLayout, at: int, end: int, names: KnownNames, vocabulary: DisputeWords
) -> tuple[Sort, str, int]:  # fmt: skip
    tokens = layout.tokens
    token = tokens[at]
    if token.sort in ("mark", "break"):
        return "mark", token.text, at + 1
    known = names.at(tokens, at, end) or names.with_s(token, at)
    longer = at + 1 < end and tokens[at + 1].is_capital and not token.possessive  # “Warning Bells” is no “Warning”
    if known is not None and not (known[1] == "card" and known[2] == at + 1 and longer):
        return known[1], known[0], known[2]
    return _fixed(token, at, names, vocabulary) or _unknown(layout, at, end, names, vocabulary)


def _fixed(token: Token, at: int, names: KnownNames, vocabulary: DisputeWords) -> tuple[Sort, str, int] | None:
    """What a number, a word for the writer or an icon mentions; None of other words."""
    if token.sort == "number":
        return "number", token.text, at + 1
    if token.lower in ME:
        return "me", token.lower, at + 1
    if token.lower in names.icons and token.lower not in vocabulary.phrases:
        return "word", token.lower, at + 1
    return None


def _unknown(
    layout: TextLayout, at: int, end: int, names: KnownNames, vocabulary: DisputeWords
) -> tuple[Sort, str, int]:  # fmt: skip
    """What a word mentions that is of no known name: a card type, form or status, or nothing; before the names are
    known, words with capitals may be one."""
    tokens, token = layout.tokens, layout.tokens[at]
    stop = at
    while not names.decided and stop < end and tokens[stop].is_capital:
        stop += 1
    phrase = _phrase(tokens, at, end, stop, vocabulary)
    if phrase is not None:
        return phrase.sort, phrase.value, at + len(phrase.words)  # type: ignore[return-value]
    if stop > at + 1 or (stop > at and not vocabulary.is_verb(token.lower)):
        return "name", unowned(layout.said(layout.span(at, stop))), stop
    return "word", token.lower, at + 1


def _phrase(
    tokens: Sequence[Token], at: int, end: int, stop: int, vocabulary: DisputeWords
) -> DisputePhrase | None:  # fmt: skip
    """The card type, form or status that a word begins; None where the name that ends at `stop` is longer."""
    phrase = next((p for p in vocabulary.phrases.get(tokens[at].lower, ()) if _stands(tokens, at, end, p.words)), None)
    reached = at + len(phrase.words) if phrase is not None else at
    longer = phrase is not None and phrase.sort == "status" and stop > reached
    return None if longer or reached < min(stop, at + 1 + (not tokens[at].is_capital)) else phrase


def _stands(tokens: Sequence[Token], at: int, end: int, words: Sequence[str]) -> bool:
    stop = at + len(words)
    return stop <= end and all(t.lower == w for t, w in zip(tokens[at:stop], words, strict=True))


def means_nothing(token: Token, vocabulary: DisputeWords) -> bool:
    """Whether a word is neither of cards nor common, and so may be somebody’s name."""
    word, chat = token.lower, vocabulary.chat
    if token.sort != "word" or vocabulary.means_something(word):
        return False
    small = (
        chat.nobody,
        REFLEXIVE,
        NEGATED,
        CANNOT,
        COMMON,
        vocabulary.stop,
        vocabulary.phrases,
        ME,
        chat.said,
        chat.everyday,
    )
    return word not in vocabulary.told and not any(word in words for words in small)


_SEAT = re.compile(r"[a-z]\d")
_SHOUT = 4
_LAST_MARK = 0x2BFF
_NUMERALS = frozenset(["II", "III", "IV", "V", "VI", "A", "B", "I"])
_CLIPPED = ("'d", "'ll", "'re", "'ve", "'m", "n't")


def opens_sentence(tokens: Sequence[Token], at: int, first: int) -> bool:
    """Whether a word has its capital because a sentence begins."""
    if at and tokens[at - 1].text in ("(", "["):
        return False
    before = at
    while before > first and tokens[before - 1].text in BULLETS:
        before -= 1
    if before < at and (before == first or tokens[before - 1].sort == "break"):
        return True  # “- Turn: mine”
    if at > first and tokens[at - 1].sort == "mark" and ord(tokens[at - 1].text[0]) > _LAST_MARK:
        return True  # behind a smiley
    return at == first or tokens[at - 1].sort == "break" or tokens[at - 1].text in '.!?:"“>'


def is_small(layout: TextLayout, stretches: Sequence[tuple[int, int]]) -> bool:
    """Whether nobody cared for capitals: hardly a word within a sentence has one."""
    within = [
        layout.tokens[at].is_capital and not layout.tokens[at].text.isupper()
        for first, end in stretches
        for at in range(first, end)
        if not opens_sentence(layout.tokens, at, first)
    ]
    return sum(within) * _RARE <= len(within)


_RARE = 25
"""Words that there are for each with a capital where nobody cares for them."""


def words_of(name: str) -> list[str]:
    """The words of a name as tokens have them."""
    from judge.pasted.text_layout import lay_out

    return [token.lower for token in lay_out(name).tokens]
