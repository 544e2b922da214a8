"""What a stretch of words mentions, one after another: players, cards, card types, forms, and the words between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from judge.cardtext.english import CANNOT, COMMON, NEGATED, ORDINALS, REFLEXIVE, word_set
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.pasted_values import Span
from judge.pasted.text_layout import TextLayout, Token, unowned

Sort = Literal[
    "player", "card", "name", "me", "form", "kind", "class", "status", "group", "number", "text", "word", "mark"
]
_JOINTS = frozenset(["of", "the", "to", "for", "de", "von", "van", "der", "la", "in", "a", "&"])
ME = frozenset(["i", "me", "my", "mine", "myself", "i'm", "i've", "i'd", "i'll", "im", "ive"])
OPINIONS = word_set(
    "says said thinks thought claims claimed believes argues insists asks asked wonders told tells wants knows "
    "swears disagrees agrees"
)
"""What people do with words."""
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
    small: bool = False
    """True where the text has no capitals: then words that mean nothing else are names."""

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

    def settle(self, names: frozenset[str], sort: Sort) -> None:
        """Know what some names are of, by whatever words they are called."""
        for words, rows in self.of.items():
            self.of[words] = [(said, known, sort if known in names else old) for said, known, old in rows]

    def at(self, tokens: Sequence[Token], at: int, end: int) -> tuple[str, Sort, int] | None:
        """The longest known name that begins at a token, and where it ends."""
        for words, name, sort in self.of.get(tokens[at].lower, ()):
            stop = at + len(words)
            if stop <= end and all(t.lower == w for t, w in zip(tokens[at:stop], words, strict=True)):
                return name, sort, stop
        return None


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
        sort, value, stop = _one(layout, at, first, end, names, vocabulary)
        yield Mention(sort, value, at, stop, layout.span(at, stop), tokens[stop - 1].possessive)
        at = stop


def _is_title(tokens: Sequence[Token], first: int, end: int, names: KnownNames) -> bool:
    """Whether a quotation is a name: a few words, capitals where the text has any, no sentence."""
    if not 0 < end - first <= _FEW or tokens[end - 1].text in ".!?" or any(t.text in ":;" for t in tokens[first:end]):
        return False
    return tokens[first].is_capital or names.small or tokens[first].sort == "number"


def _title(layout: TextLayout, at: int, close: int, names: KnownNames) -> Mention:
    """A name in quotes."""
    known = names.at(layout.tokens, at + 1, close - 1)
    name = layout.said(layout.span(at + 1, close - 1)).rstrip(",")
    sort: Sort = known[1] if known is not None and known[2] >= close - 1 else "name"
    return Mention(sort, known[0] if known is not None and sort != "name" else name, at, close, layout.span(at, close))


def _one(
    layout: TextLayout, at: int, first: int, end: int, names: KnownNames, vocabulary: DisputeWords
) -> tuple[Sort, str, int]:
    tokens = layout.tokens
    token = tokens[at]
    if token.sort in ("mark", "break"):
        return "mark", token.text, at + 1
    known = names.at(tokens, at, end)
    if known is not None and not (
        known[1] == "card" and known[2] == at + 1 < end and tokens[at + 1].is_capital and not token.possessive
    ):  # “Warning Bells” is no “Warning”
        return known[1], known[0], known[2]
    if token.sort == "number":
        return "number", token.text, at + 1
    if token.lower in ME:
        return "me", token.lower, at + 1
    stop = name_end(layout, at, first, end, vocabulary)
    if stop == at and names.small:
        stop = _small_end(tokens, at, end, vocabulary)
    phrase = next((p for p in vocabulary.phrases.get(token.lower, ()) if _stands(tokens, at, end, p.words)), None)
    if phrase is not None and at + len(phrase.words) >= min(stop, at + 1 + (not token.is_capital)):
        reached = at + len(phrase.words)
        if not (phrase.sort == "status" and stop > reached):
            return phrase.sort, phrase.value, reached  # type: ignore[return-value]
    if stop > at:
        return "name", unowned(layout.said(layout.span(at, stop))), stop
    return "word", token.lower, at + 1


def _stands(tokens: Sequence[Token], at: int, end: int, words: Sequence[str]) -> bool:
    stop = at + len(words)
    return stop <= end and all(_singular(t.lower, w) for t, w in zip(tokens[at:stop], words, strict=True))


def _singular(said: str, word: str) -> bool:
    return said == word


def name_end(layout: TextLayout, at: int, first: int, end: int, vocabulary: DisputeWords) -> int:
    """Where a run of words with capitals ends that may be a name; `at` itself where none begins."""
    tokens = layout.tokens
    begins = _begins(tokens, at, first)
    shouted = len(tokens[at].text) > 1 and tokens[at].text.isupper()
    if (
        tokens[at].lower in NOBODY
        or _SEAT.fullmatch(tokens[at].lower)
        or (shouted and len(tokens[at].text) <= _SHOUT and _beside_number(tokens, at))
    ):
        return at
    if shouted and tokens[at].lower in vocabulary.stop | COMMON:
        return at
    if begins and tokens[at].lower in ORDINALS and at + 1 < end and tokens[at + 1].is_capital:
        begins = False  # “First Aid”
    if tokens[at].is_capital and tokens[at].lower in ("when", "whenever", "if", "after", "each", "while"):
        return at
    if not tokens[at].is_capital or (
        (tokens[at].lower in COMMON or tokens[at].lower in vocabulary.stop)
        and begins
        and not (
            (tokens[at].possessive or tokens[at].lower in _ALONE)  # “Will’s Bell”, “Quick Step”
            and tokens[at].lower not in COMMON
            and at + 1 < end
            and tokens[at + 1].is_capital
        )
    ):
        return at
    stop = at
    following = tokens[at + 1].is_capital if at + 1 < end else False
    if begins and following and "ing" in vocabulary.sense(tokens[at].lower).roles:
        return at  # “Playing Storm”
    owns = tokens[at].possessive and following and tokens[at].lower in vocabulary.first_names  # “Will’s Bell”
    if begins and not owns and (tokens[at].lower in _BEGINNINGS or tokens[at].lower in _FUNCTION):
        return at
    if tokens[at].lower in _ALONE and not following:
        return at
    if tokens[at].lower.endswith(_CLIPPED):
        return at
    while stop < end and stop - at < _FEW:
        token = tokens[stop]
        if token.is_capital or (token.sort == "number" and stop > at and tokens[stop - 1].is_capital):
            stop += 1
            if token.possessive:
                break
            if stop < end and tokens[stop].text == "." and token.lower in _TITLES:
                stop += 1
            continue
        ahead = stop
        while ahead < min(end, stop + 3) and tokens[ahead].lower in _JOINTS:
            ahead += 1
        if stop == at or ahead == stop or ahead >= end or not tokens[ahead].is_capital:
            break
        stop = ahead
    alone = stop == at + 1
    if alone and tokens[at].text in _NUMERALS:
        return at
    if alone and begins and means_nothing(tokens[at], vocabulary):
        begins = vocabulary.knows(tokens[at].lower) and tokens[at].lower not in vocabulary.first_names
    last = stop >= end and at > first and tokens[at - 1].text == ":"  # “… on Rita’s side: Gamora”
    if alone and begins and not last and not _shows_name(layout, stop, end, vocabulary) and not tokens[at].possessive:
        return at
    behind = tokens[stop].lower if stop < end else ""
    if tokens[stop - 1].lower in _PERIODS or (alone and behind in _PERIODS and not tokens[at].possessive):
        return at  # “the Main Phase”
    sense = vocabulary.sense(tokens[at].lower)
    if sense.keyword and (alone or (stop == at + 2 and tokens[at + 1].sort == "number")):
        return at
    marked = not begins and stop < end and tokens[stop].text in ':([-–—"“'
    if alone and not marked and (sense.verb or sense.thing or sense.zone or sense.fact) and not tokens[at].possessive:
        return at
    return stop


def _beside_number(tokens: Sequence[Token], at: int) -> bool:
    """“DEF 2”, “0 DEF”: what a number is of."""
    return any(token.sort == "number" for token in (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2]))


def _small_end(tokens: Sequence[Token], at: int, end: int, vocabulary: DisputeWords) -> int:
    """Where a run of words ends that mean nothing on cards or in English sentences; `at` itself where none begins."""
    stop = at
    while stop < end and stop - at < _FEW and tokens[stop].sort == "word" and means_nothing(tokens[stop], vocabulary):
        stop += 1
        if tokens[stop - 1].possessive:
            break
    return stop


def means_nothing(token: Token, vocabulary: DisputeWords) -> bool:
    """Whether a word is neither of cards nor common, and so may be somebody’s name."""
    word = token.lower
    if token.sort != "word" or word in NOBODY or word in REFLEXIVE or word in NEGATED or word in CANNOT:
        return False
    sense = vocabulary.sense(word)
    known = sense.verb or sense.is_noun or sense.state or sense.fact or sense.status or sense.keyword
    return not (
        known
        or word in COMMON
        or word in vocabulary.stop
        or word in vocabulary.phrases
        or word in ME
        or word in _TOLD
        or word in vocabulary.told
    )


_TOLD = word_set(
    "players player friend buddy question playing play first before thanks hi hello hey whose resolves resolve "
    "happening order says reads called named solo against attached vs btw pls plz thx lol ofc question q"
)
_SEAT = re.compile(r"p\d")
_SHOUT = 4
NOBODY = word_set(
    "monday tuesday wednesday thursday friday saturday sunday greetings "
    "nobody everyone everybody someone somebody anyone anybody none both fp ok okay edit update btw q a"
)
"""Words with a capital that name nobody."""
_FUNCTION = word_set(
    "which what who whose and but so or then there here if when also after before while because since does did is are "
    "was were yes no not tonight today yesterday last third finally now later next setup "
    "situation cards question questions board table enemy enemies tldr ps re well however btw anyway thx cheers please "
    "can could should would will do how why where once either neither still even just only single multiplayer some "
    "everything everyone undefended overflow bam order thanks thank sure whenever hallo hello hiya hey yo ugh hmm "
    "sorry nope heya yesterday basically also maybe perhaps both"
)
"""Words that name nobody where a sentence begins with one."""
_ALONE = word_set(
    "quick short simple object upgrade support event treachery attachment ally minion solo game villain first second"
)
"""Words that alone name nobody, and may begin a name."""
_NUMERALS = frozenset(["II", "III", "IV", "V", "VI", "A", "B", "I"])
_CLIPPED = ("'d", "'ll", "'re", "'ve", "'m", "n't")
_BEGINNINGS = word_set("end start beginning middle lots thanks question situation setup cards example note")
"""Words that begin sentences and join no name behind “of”."""
_PERIODS = frozenset(["phase", "phases"])
_TITLES = frozenset(["dr", "mr", "mrs", "ms", "st", "prof", "agent"])


def _begins(tokens: Sequence[Token], at: int, first: int) -> bool:
    """Whether a word has its capital because a sentence begins."""
    if at and tokens[at - 1].text in ("(", "["):
        return False
    return at == first or tokens[at - 1].sort == "break" or tokens[at - 1].text in '.!?:"“>'


def _shows_name(layout: TextLayout, stop: int, end: int, vocabulary: DisputeWords) -> bool:
    """Whether what follows a lone word at the beginning of a sentence shows that it names somebody."""
    if stop >= end:
        return False
    token = layout.tokens[stop]
    if token.sort == "mark":
        following = layout.tokens[stop + 1] if stop + 1 < end else None
        listed = following is None or (
            following.is_capital
            or following.lower in ("who", "which", "also", "in")
            or following.text in '"“'
            or any(phrase.sort in ("form", "kind") for phrase in vocabulary.phrases.get(following.lower, ()))
        )
        named = following is not None and following.is_capital and token.text in "-–—:"
        if token.text == ":" and not means_nothing(layout.tokens[stop - 1], vocabulary):
            named = False
        if token.text == ":" and vocabulary.knows(layout.tokens[stop - 1].lower):
            named = False
        return token.text in "([" or named or (token.text == "," and listed)
    sense = vocabulary.sense(token.lower)
    return (
        bool(sense.roles & {"s", "past"})
        or token.lower in vocabulary.told
        or token.lower in OPINIONS
        or token.lower in COMMON
        or token.lower in ("controls", "and", "vs")
    )


def is_small(layout: TextLayout, stretches: Sequence[tuple[int, int]]) -> bool:
    """Whether nobody cared for capitals: no word within a sentence has one."""
    return not any(
        layout.tokens[at].is_capital and len(layout.tokens[at].text) > 1 and not _begins(layout.tokens, at, first)
        for first, end in stretches
        for at in range(first, end)
    )


def words_of(name: str) -> list[str]:
    """The words of a name as tokens have them."""
    from judge.pasted.text_layout import lay_out

    return [token.lower for token in lay_out(name).tokens]
