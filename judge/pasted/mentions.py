"""What a stretch of words mentions, one after another: players, cards, card types, forms, and the words between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Literal

from judge.cardtext.english import (
    CANNOT,
    COMMON,
    FINITE_BE,
    HAVE,
    NEGATED,
    NUMBERS,
    ORDINALS,
    PREPOSITIONS,
    PRONOUNS,
    REFLEXIVE,
)
from judge.pasted.chat_words import ChatWords
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
    cut: set[tuple[str, ...]] = field(default_factory=set)
    """Words with capitals of which the first is of no name: “Meanwhile Anna”."""

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
        sort, value, stop = _one(layout, at, first, end, names, vocabulary)
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
    layout: TextLayout, at: int, first: int, end: int, names: KnownNames, vocabulary: DisputeWords
) -> tuple[Sort, str, int]:
    tokens = layout.tokens
    token = tokens[at]
    if token.sort in ("mark", "break"):
        return "mark", token.text, at + 1
    known = names.at(tokens, at, end) or names.with_s(token, at)
    if known is not None and known[1] != "player" and (whole := _whole_line(tokens, at, vocabulary)) > known[2]:
        return "name", unowned(layout.said(layout.span(at, whole))), whole
    head = _head_of_line(layout, at, end, vocabulary) if _has_text_behind(tokens, at, end, vocabulary) else at
    if known is not None and head > known[2]:
        return "name", layout.said(layout.span(at, head)), head
    longer = at + 1 < end and tokens[at + 1].is_capital and not token.possessive  # “Warning Bells” is no “Warning”
    if known is not None and not (known[1] == "card" and known[2] == at + 1 and longer):
        return known[1], known[0], known[2]
    return _fixed(token, at, names, vocabulary, following=longer) or _unknown(layout, at, first, end, names, vocabulary)


def _fixed(
    token: Token, at: int, names: KnownNames, vocabulary: DisputeWords, *, following: bool
) -> tuple[Sort, str, int] | None:
    """What a number, a word for the writer or an icon mentions; None of other words. `following` says that a word
    with a capital follows: “Aerial Step” is no icon."""
    if token.sort == "number":
        return "number", token.text, at + 1
    if token.lower in ME:
        return "me", token.lower, at + 1
    if token.lower in names.icons and token.lower not in vocabulary.phrases and not following:
        return "word", token.lower, at + 1
    return None


def _unknown(
    layout: TextLayout, at: int, first: int, end: int, names: KnownNames, vocabulary: DisputeWords
) -> tuple[Sort, str, int]:
    """What a word mentions that is of no known name: a card type, form or status, a new name, or nothing."""
    tokens, token = layout.tokens, layout.tokens[at]
    stop = name_end(layout, at, first, end, vocabulary)
    if words_at(layout, at, stop) in names.cut:
        return "word", token.lower, at + 1
    if stop == at and names.small and not (at > first and tokens[at - 1].lower in ("a", "an")):
        stop = _small_end(tokens, at, end, vocabulary)
    phrase = _phrase(tokens, at, end, stop, vocabulary)
    if phrase is not None:
        return phrase.sort, phrase.value, at + len(phrase.words)  # type: ignore[return-value]
    if stop > at:
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


def name_end(layout: TextLayout, at: int, first: int, end: int, vocabulary: DisputeWords) -> int:
    """Where a run of words with capitals ends that may be a name; `at` itself where none begins."""
    tokens = layout.tokens
    following = tokens[at + 1].is_capital if at + 1 < end else False
    begins = opens_sentence(tokens, at, first) and not (tokens[at].lower in ORDINALS and following)  # “First Aid”
    head = _head_of_line(layout, at, end, vocabulary)
    if head > at:
        return head
    if begins and _heads_card(tokens, at, vocabulary):
        return at + 1
    if not tokens[at].is_capital or _is_no_name(tokens, at, vocabulary, following=following):
        return at
    if _begins_only(tokens, at, vocabulary, begins=begins, following=following):
        return at
    stop = _run_end(tokens, at, end, vocabulary)
    if _is_term(tokens, at, stop, vocabulary):
        return at
    return stop if stop > at + 1 or _names_alone(layout, at, first, end, vocabulary, begins=begins) else at


def _begins_only(
    tokens: Sequence[Token], at: int, vocabulary: DisputeWords, *, begins: bool, following: bool
) -> bool:  # fmt: skip
    """Whether a word has its capital only because a sentence or bracket begins."""
    aside = at > 0 and tokens[at - 1].text in "([" and not following and not tokens[at].possessive
    return (begins or aside) and _only_begins(tokens[at], vocabulary, following=following)


def _is_term(tokens: Sequence[Token], at: int, stop: int, vocabulary: DisputeWords) -> bool:
    """“Retaliate 1”, “the Main Phase”: whether words with capitals are the rules’ own."""
    rated = vocabulary.sense(tokens[at].lower).keyword and stop == at + 2 and tokens[at + 1].sort == "number"
    words = [token.lower for token in tokens[at:stop]]
    timed = stop > at + 1 and (" ".join(words) in vocabulary.timed or vocabulary.is_term(words))
    return bool(rated) or timed or tokens[stop - 1].lower in vocabulary.chat.periods


def _whole_line(tokens: Sequence[Token], at: int, vocabulary: DisputeWords) -> int:
    """Where the words with capitals end that are a whole line and of no card type; `at` where there are none."""
    stop = at
    while stop < len(tokens) and stop - at < _FEW and tokens[stop].is_capital:
        stop += 1
    alone = (at == 0 or tokens[at - 1].sort == "break") and (stop == len(tokens) or tokens[stop].sort == "break")
    typed = any(row.sort == "kind" for token in tokens[at:stop] for row in vocabulary.phrases.get(token.lower, ()))
    return stop if alone and stop > at + 1 and not typed else at


def _heads_card(tokens: Sequence[Token], at: int, vocabulary: DisputeWords) -> bool:
    """Whether a word is alone in its line, and the next begins with a card type: “Bell”, “Upgrade.”"""
    behind = at + 1
    while behind < min(at + 3, len(tokens)) and tokens[behind].sort == "break":
        behind += 1
    alone = (at == 0 or tokens[at - 1].sort == "break") and at + 1 < behind < len(tokens)
    rows = vocabulary.phrases.get(tokens[behind].lower, ()) if alone and tokens[behind].is_capital else ()
    return (
        tokens[at].is_capital and any(row.sort == "kind" for row in rows) and tokens[at].lower not in vocabulary.phrases
    )


def _head_of_line(layout: TextLayout, at: int, end: int, vocabulary: DisputeWords) -> int:
    """Where the several words with capitals end that a line of a list begins with: “- All Together Now (event): …”."""
    tokens, chat = layout.tokens, vocabulary.chat
    opened = at - 1 if at and (tokens[at - 1].text in BULLETS or tokens[at - 1].possessive) else at
    if not tokens[at].is_capital or (opened and tokens[opened - 1].sort != "break") or _opens_clause(tokens[at], chat):
        return at
    owned = opened < at and tokens[opened].possessive
    one = owned or _is_typed_line(tokens, at, end, vocabulary) or _has_text_behind(tokens, at, end, vocabulary)
    joints = chat.joints | {"and"} if one else chat.joints
    run = takewhile(lambda token: token.is_capital or token.lower in joints, tokens[at : min(end, at + _FEW)])
    words = list(run)
    stop = at + len(words)
    owns = any(token.possessive for token in words)
    return stop if not owns and _heads(tokens, at, stop, end, vocabulary) else at


def _is_typed_line(tokens: Sequence[Token], at: int, end: int, vocabulary: DisputeWords) -> bool:
    """“Yaw and Roll (event, Ann): …”: whether the bracket behind the first words of a line begins with one card type
    that is none of players."""
    stop = next((n for n in range(at, min(end, at + _FEW)) if tokens[n].text in "(:,"), at)
    row = _phrase(tokens, stop + 1, end, stop + 1, vocabulary) if stop > at and stop + 1 < end else None
    people = stop > at and tokens[stop - 1].lower in vocabulary.first_names
    typed = row is not None and row.sort == "kind" and row.value not in vocabulary.rules.kinds_with("identity")
    return typed and tokens[stop].text == "(" and not people and not tokens[stop + 1].lower.endswith("s")


def _has_text_behind(tokens: Sequence[Token], at: int, end: int, vocabulary: DisputeWords) -> bool:
    """“Yaw and Roll: "Response: …"”: whether a quotation or timing word follows the first words of a line and a colon,
    which are of one card then."""
    stop = next((n for n in range(at, min(end, at + _FEW)) if tokens[n].sort == "mark"), at)
    if stop == at or tokens[stop].text != ":" or stop + 1 >= len(tokens):
        return False
    behind = tokens[stop + 1 : stop + 3]
    people = all(token.lower in vocabulary.first_names for token in tokens[at:stop] if token.is_capital)
    timed = any(" ".join(token.lower for token in behind[:count]) in vocabulary.timed for count in (1, 2))
    return not people and (timed or behind[0].text in '"“')


def _opens_clause(token: Token, chat: ChatWords) -> bool:
    """Whether a word begins no name of a line: “When …”, “P1 …”."""
    small = any(token.lower in words for words in (chat.function, PREPOSITIONS, chat.clauses))
    return small or _SEAT.fullmatch(token.lower) is not None


def _heads(tokens: Sequence[Token], at: int, stop: int, end: int, vocabulary: DisputeWords) -> bool:
    """Whether several words are marked as what a line is about: a bracket behind them, or a colon and a free word."""
    if stop + 1 < end and tokens[stop].text in "!?":
        stop += 1  # “Get Up! (event): …”, “Get Up! is …”
        named = tokens[stop - 2].lower not in vocabulary.shouted  # “a BAM! is …”
        if named and tokens[stop].lower in FINITE_BE | vocabulary.chat.say:
            return True
    mark = tokens[stop].text if stop < end and stop > at + 1 else ""
    return mark == "(" or (mark == ":" and any(means_nothing(token, vocabulary) for token in tokens[at:stop]))


def _is_shouted_word(tokens: Sequence[Token], at: int, vocabulary: DisputeWords) -> bool:
    """Whether a word in capitals is a common one, the unit of a number, or a value that cards have."""
    token = tokens[at]
    if len(token.text) < 2 or not token.text.isupper():
        return False
    common = token.lower in vocabulary.stop | COMMON
    counted = len(token.text) <= _SHOUT and _beside_number(tokens, at)
    return common or counted or bool(vocabulary.sense(token.lower).stat)


def _is_no_name(tokens: Sequence[Token], at: int, vocabulary: DisputeWords, *, following: bool) -> bool:
    """Whether a word with a capital begins no name wherever it stands."""
    token = tokens[at]
    if token.text in _NUMERALS and not following:
        return True
    if _is_shouted_verb(token, vocabulary) or _is_shouted_word(tokens, at, vocabulary):
        return True
    timing = not following and any(word.startswith(f"{token.lower} ") for word in vocabulary.timed)  # “Forced first”
    if timing or (token.lower in NUMBERS and not following) or _ends_period(tokens, at, vocabulary):
        return True
    chat = vocabulary.chat
    if any(token.lower in words for words in (chat.nobody, chat.versus, ME)) or _is_seat_or_clipped(token):
        return True
    return token.lower in vocabulary.chat.clauses or (token.lower in vocabulary.chat.alone and not following)


def _is_seat_or_clipped(token: Token) -> bool:
    """Whether a word is a seat (“P1”), or has a helping verb joined to it (“Who’ll”)."""
    return _SEAT.fullmatch(token.lower) is not None or token.lower.endswith(_CLIPPED)


def _only_begins(token: Token, vocabulary: DisputeWords, *, following: bool) -> bool:
    """Whether a word has its capital only because a sentence begins."""
    common = token.lower in COMMON
    if common or token.lower in vocabulary.stop:
        names = token.possessive or token.lower in vocabulary.chat.alone  # “Will’s Bell”, “Quick Step”
        if common or not following or not names:
            return True
    if following and "ing" in vocabulary.sense(token.lower).roles:
        return True  # “Playing Storm”
    if not following and token.lower in vocabulary.chat.adjectives | vocabulary.chat.attached:
        return True
    owns = token.possessive and following and token.lower in vocabulary.first_names
    return not owns and (token.lower in vocabulary.chat.begins or token.lower in vocabulary.chat.function)


def _run_end(tokens: Sequence[Token], at: int, end: int, vocabulary: DisputeWords) -> int:
    """Where the words with capitals end, with numbers and small words between them."""
    stop = at
    while stop < end and stop - at < _FEW and not (stop > at and _parts(tokens[stop], vocabulary)):
        token = tokens[stop]
        if token.is_capital or (token.sort == "number" and stop > at and tokens[stop - 1].is_capital):
            stop += 1
            if token.possessive or (stop > at + 1 and _is_period(tokens[at:stop], vocabulary)):
                break
            if stop < end and tokens[stop].text == "." and token.lower in vocabulary.chat.titles:
                stop += 1
            continue
        ahead = _behind_joints(tokens, stop, end, vocabulary) if stop > at else stop
        if ahead == stop:
            break
        stop = ahead
    return stop


def _is_period(tokens: Sequence[Token], vocabulary: DisputeWords) -> bool:
    """“Main Phase”: whether words with capitals are the rules’ own name of a time."""
    known = all(vocabulary.knows(token.lower) for token in tokens)
    return known and tokens[-1].lower in vocabulary.chat.periods


def _ends_period(tokens: Sequence[Token], at: int, vocabulary: DisputeWords) -> bool:
    """“Main Phase Jake”: whether a word is the last of the name of a time."""
    before = tokens[at - 1] if at else None
    return before is not None and before.is_capital and _is_period(tokens[at - 1 : at + 1], vocabulary)


def _parts(token: Token, vocabulary: DisputeWords) -> bool:
    """Whether a word with capitals parts names: “Battle Fury AND Hall of Heroes”, “Anna KOs Ben’s Bug”."""
    loud = token.text.isupper() and len(token.text) > 1
    if token.lower in _I or token.lower in vocabulary.chat.versus:
        return True
    return (loud and (token.lower in COMMON or token.lower in vocabulary.chat.function)) or _is_shouted_verb(
        token, vocabulary
    )


def _behind_joints(tokens: Sequence[Token], stop: int, end: int, vocabulary: DisputeWords) -> int:
    """Where a name goes on behind small words; `stop` itself where it does not."""
    ahead = stop
    while ahead < min(end, stop + 3) and tokens[ahead].lower in vocabulary.chat.joints:
        ahead += 1
    if ahead in (stop, end) or not tokens[ahead].is_capital:
        return stop
    typed = tokens[stop].lower == "in" and tokens[ahead].lower in vocabulary.phrases  # “Iron Man in AE”
    people = tokens[stop].text == "&" and {tokens[stop - 1].lower, tokens[ahead].lower} & vocabulary.first_names
    return stop if typed or people else ahead


def _is_shouted_verb(token: Token, vocabulary: DisputeWords) -> bool:
    """Whether a word is a verb that is written with several capitals: “KOs”, “KO'd”."""
    return token.text[:2].isupper() and bool(vocabulary.sense(token.lower).roles & {"s", "past"})


def _names_alone(layout: TextLayout, at: int, first: int, end: int, vocabulary: DisputeWords, *, begins: bool) -> bool:
    """Whether one word with a capital names somebody by itself, from what stands beside it."""
    tokens, token = layout.tokens, layout.tokens[at]
    before, behind = tokens[at - 1] if at > first else None, tokens[at + 1] if at + 1 < end else None
    sense = vocabulary.sense(token.lower)
    if sense.keyword:
        held = behind is not None and behind.lower == "in" and before is not None and before.lower in HAVE
        return held or (not begins and before is not None and _reveals(before, vocabulary))  # “has Teamwork in hand”
    if token.possessive:
        return True
    if behind is not None and behind.lower in vocabulary.chat.periods:
        return False
    begins = begins and not (means_nothing(token, vocabulary) and _may_be_person(token, vocabulary))
    if begins and not _is_last(before, behind) and not _shows_name(layout, at + 1, end, vocabulary):
        return False
    if not any((sense.verb, sense.thing, sense.zone, sense.fact)):
        return True
    return _is_marked(before, behind, vocabulary, begins=begins)


def _is_last(before: Token | None, behind: Token | None) -> bool:
    """Whether a word stands alone behind a colon: “… on Rita’s side: Gamora”."""
    return behind is None and before is not None and before.text == ":"


def _may_be_person(token: Token, vocabulary: DisputeWords) -> bool:
    return token.lower in vocabulary.first_names or not vocabulary.knows(token.lower)


def _is_marked(before: Token | None, behind: Token | None, vocabulary: DisputeWords, *, begins: bool) -> bool:
    """Whether a word that may mean something else stands where names do: before a bracket, behind “plays”."""
    if behind is not None and behind.text in ("(" if begins else ':([-–—"“'):
        return True
    return not begins and before is not None and _takes_card(before, vocabulary)


def _reveals(token: Token, vocabulary: DisputeWords) -> bool:
    """Whether nothing but a card stands behind a word: “reveals Assault”."""
    verb = vocabulary.sense(token.lower).verb
    return verb is not None and verb.frame is not None and verb.frame.event in ("reveal", "play")


def _takes_card(token: Token, vocabulary: DisputeWords) -> bool:
    """Whether a card’s name may stand right behind a word: “reveals Assault”, “my Followed”, “has Uppercut”."""
    return (
        token.lower in HAVE or token.lower == "my" or bool(vocabulary.sense(token.lower).roles & {"s", "past", "ing"})
    )


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
    word, chat = token.lower, vocabulary.chat
    if token.sort != "word" or vocabulary.means_something(word):
        return False
    row = (chat.nobody, REFLEXIVE, NEGATED, CANNOT, COMMON, vocabulary.stop, vocabulary.phrases, ME, chat.said)
    small = (*row, chat.everyday)
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


def _shows_name(layout: TextLayout, stop: int, end: int, vocabulary: DisputeWords) -> bool:
    """Whether what follows a lone word at the beginning of a sentence shows that it names somebody."""
    if stop >= end:
        return False
    token = layout.tokens[stop]
    if token.sort == "mark":
        return _mark_shows(layout, stop, end, vocabulary)
    sense, chat = vocabulary.sense(token.lower), vocabulary.chat
    tells = (vocabulary.told, chat.opinions, COMMON, ("controls", "and", "vs"))
    return bool(sense.roles & {"s", "past"}) or any(token.lower in words for words in tells)


def _mark_shows(layout: TextLayout, stop: int, end: int, vocabulary: DisputeWords) -> bool:
    """Whether a mark behind a word, with what follows it, shows that the word names somebody."""
    mark, before = layout.tokens[stop].text, layout.tokens[stop - 1]
    following = layout.tokens[stop + 1] if stop + 1 < end else None
    if mark in "([":
        return True
    if following is None:
        return mark == ","
    if mark == ",":
        owned = following.lower in vocabulary.chat.determiners and stop + 2 < end
        typing = layout.tokens[stop + 2] if owned else following  # “Bell, my upgrade”
        typed = any(phrase.sort in ("form", "kind") for phrase in vocabulary.phrases.get(typing.lower, ()))
        more = following.lower in ("who", "which", "also", "in", "at") or following.text in '"“'
        return following.is_capital or more or typed
    free = mark != ":" or (means_nothing(before, vocabulary) and not vocabulary.knows(before.lower))
    return following.is_capital and mark in "-–—:" and free


def words_at(layout: TextLayout, first: int, end: int) -> tuple[str, ...]:
    """The words of tokens in small letters."""
    return tuple(token.lower for token in layout.tokens[first:end])


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
