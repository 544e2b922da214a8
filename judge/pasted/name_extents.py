"""How far names reach that stand beside other words with capitals, by all places of a text where their words stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.cardtext.english import COMMON
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import ME, KnownNames, Mention, items_of, opens_sentence, words_at, words_of
from judge.pasted.text_layout import TextLayout, Token, unowned

_Words = tuple[str, ...]


@dataclass
class _Runs:
    """The runs of words with capitals that may be names."""

    places: Counter[_Words] = field(default_factory=Counter)
    within: set[_Words] = field(default_factory=set)
    """Those that stand somewhere within a sentence: not all of their capitals may be of its begin."""
    joined: list[tuple[Mention, Mention]] = field(default_factory=list)
    """Those with “and” between them."""
    after_comma: list[tuple[int, Mention]] = field(default_factory=list)
    """Those behind one small word with a capital and a comma, that behind a card type: “the event No, You Move”."""
    typed: list[Mention] = field(default_factory=list)
    """Those right behind a card type in small letters."""
    on: list[tuple[int, Mention]] = field(default_factory=list)
    """Those behind “on” or “from”, each with the token before that."""


_LINKING = frozenset(["on", "from", "in", "at", "with", "under", "over", "behind", "into", "against"])


def know_extents(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], names: KnownNames, vocabulary: DisputeWords
) -> None:
    """Know that “Meanwhile Anna” is Anna, and “Web of Life and Fate” one name where neither half stands alone."""
    runs = _runs(layout, stretches, names, vocabulary)
    for words in runs.places.keys() - runs.within:
        _cut(words, runs, names, vocabulary)
    for one, other in runs.joined:
        if _is_one_name(layout, one, other, runs, vocabulary):
            name = unowned(layout.said((one.span[0], other.span[1])))
            names.add(name, words_of(name), "name")
    for start, behind in runs.after_comma:
        name = layout.said((start, behind.span[1]))
        names.add(name, words_of(name), "name")
    said = Counter(token.lower for token in layout.tokens)
    _know_plain_pairs(layout, stretches, names, vocabulary)
    for one in runs.typed:
        _know_typed(layout, one, said, names, vocabulary)
    for at, other in runs.on:
        _know_on(layout, at, other, said, names, vocabulary)


def _know_on(
    layout: TextLayout, at: int, other: Mention, said: Counter[str], names: KnownNames, vocabulary: DisputeWords
) -> None:
    """Know “Chaos on the Streets” as one name: a text follows, and neither half stands anywhere else."""
    tokens, behind = layout.tokens, other.end
    words = words_at(layout, other.first, other.end)
    last, at = at, at - (at > 0 and tokens[at - 1].text == "The")
    marked = behind < len(tokens) and tokens[behind].text in ":(–—-" and not tokens[behind - 1].possessive
    if not marked and tokens[other.first - 1].lower == "the":
        plain = all(_is_everyday(word, vocabulary) or vocabulary.knows(word) for word in (*words, tokens[last].lower))
        marked = plain or tokens[other.first - 2].lower != "on"  # “March from the Rear”, but “Charge on the Rhino”
    whole = words_at(layout, at, other.end)
    times = sum(words_at(layout, n, n + len(whole)) == whole for n in range(len(tokens)))
    alone = all(said[word] == times and word not in vocabulary.first_names for word in (*words, tokens[last].lower))
    if marked and alone and tokens[at].is_capital and not tokens[at].possessive:
        name = layout.said((tokens[at].start, other.span[1]))
        names.add(name, words_of(name), "name")


def _know_plain_pairs(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], names: KnownNames, vocabulary: DisputeWords
) -> None:
    """Know “Wait and See” as one name: everyday words with capitals around “and” that have them nowhere else."""
    tokens = layout.tokens
    cased = Counter(token.lower for token in tokens if token.is_capital)
    joints = [at for at in range(1, len(tokens) - 1) if tokens[at].lower == "and"]
    times = Counter(words_at(layout, at - 1, at + 2) for at in joints)
    for first, end in stretches:
        for at in joints[bisect_right(joints, first) : bisect_left(joints, end - 1)]:
            beside = (tokens[n] for n in (at - 2, at + 2) if first <= n < end)
            apart = not any(token.is_capital and not token.possessive for token in beside)
            once = times[words_at(layout, at - 1, at + 2)]
            if apart and _is_plain_pair(tokens[at - 1], tokens[at + 1], cased, once, vocabulary):
                name = unowned(layout.said(layout.span(at - 1, at + 2)))
                names.add(name, words_of(name), "name")


def _is_plain_pair(one: Token, other: Token, cased: Counter[str], times: int, vocabulary: DisputeWords) -> bool:
    """Whether two words with capitals, joined so often, are everyday ones that have them nowhere else."""
    pair = one, other
    known = any(t.lower in words for t in pair for words in (vocabulary.phrases, vocabulary.first_names, ME))
    small = all(t.lower in vocabulary.chat.function for t in pair)
    alone = all(t.is_capital and cased[t.lower] <= times for t in pair) and not one.possessive
    return alone and not known and not small and any(_is_everyday(t.lower, vocabulary) for t in pair)


def _know_typed(
    layout: TextLayout, one: Mention, said: Counter[str], names: KnownNames, vocabulary: DisputeWords
) -> None:
    """Know “Two Rise in its Place” as one name behind a card type: the line, a bracket or a colon ends it, and what
    stands behind the small words stands nowhere else."""
    tokens = layout.tokens
    owned = one.possessive and one.end < len(tokens) and tokens[one.end].is_capital  # “the side scheme Owl’s Nest”
    if one.possessive and (not owned or tokens[one.end - 1].lower in vocabulary.first_names):
        return
    end = _end_of_typed(tokens, one, vocabulary)
    behind = tokens[one.end : end]
    if not behind or not tokens[end - 1].is_capital or any(token.possessive for token in behind):
        return
    words = [token.lower for token in behind if token.is_capital]
    free = all(said[word] == 1 and word not in vocabulary.first_names for word in words)
    ended = end == len(tokens) or tokens[end].sort == "break" or tokens[end].text in "(:"
    if free and (ended or owned):
        name = layout.said(layout.span(one.first, end))
        names.add(name, words_of(name), "name")


def _end_of_typed(tokens: Sequence[Token], one: Mention, vocabulary: DisputeWords) -> int:
    """Where the words with capitals, and the small ones between them, end that go on behind a name."""
    chat, end = vocabulary.chat, one.end
    small = chat.joints | chat.determiners | _LINKING | {"and", "or"}
    while end < len(tokens) and end - one.first < _LONGEST and (tokens[end].is_capital or tokens[end].lower in small):
        end += 1
    return end


_LONGEST = 8


def _runs(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], names: KnownNames, vocabulary: DisputeWords
) -> _Runs:
    found = _Runs()
    for first, end in stretches:
        items = items_of(layout, first, end, names, vocabulary)
        for at, item in enumerate(items):
            if not _is_run(item):
                continue
            words = words_at(layout, item.first, item.end)
            found.places[words] += 1
            if not opens_sentence(layout.tokens, item.first, first):
                found.within.add(words)
            character = vocabulary.rules.sorts_of("character")
            kind = items[at - 1] if at and items[at - 1].sort == "kind" else None
            if kind is not None and kind.value not in character and not layout.tokens[kind.first].is_capital:
                found.typed.append(item)
            if at + 2 < len(items) and items[at + 1].value == "and" and _is_run(items[at + 2]):
                found.joined.append((item, items[at + 2]))
            if at > 2 and _is_shout(layout, items[at - 3 : at], vocabulary):
                found.after_comma.append((items[at - 2].span[0], item))
            before = items[at - 2 if at and items[at - 1].value == "the" else at - 1 : at]
            if before and before[0].value in _LINKING and before[0].first > first:
                found.on.append((before[0].first - 1, item))
    return found


def _is_shout(layout: TextLayout, items: Sequence[Mention], vocabulary: DisputeWords) -> bool:
    """“event No,”: whether a card type, one small word with a capital and a comma stand there."""
    kind, word, mark = items
    alone = layout.tokens[word.first].is_capital and word.end == word.first + 1
    return kind.sort == "kind" and mark.value == "," and alone and _is_everyday(word.value.lower(), vocabulary)


def _is_run(item: Mention) -> bool:
    return item.sort == "name" and item.value[:1].isupper()


def _cut(words: _Words, runs: _Runs, names: KnownNames, vocabulary: DisputeWords) -> None:
    """Note that a name begins only behind the first of some words: those are everyday ones that open a sentence."""
    for behind in range(1, len(words)):
        if not _is_everyday(words[behind - 1], vocabulary):
            return
        rest = words[behind:]
        if rest in runs.places or (len(rest) == 1 and rest[0] in vocabulary.first_names):
            names.cut |= {words[at:] for at in range(behind)}
            return


def _is_everyday(word: str, vocabulary: DisputeWords) -> bool:
    chat = vocabulary.chat
    if word.endswith("ly") and word not in vocabulary.first_names:
        return True  # “Currently Ann …”
    return any(word in row for row in (chat.everyday, chat.function, chat.nobody, vocabulary.stop, COMMON))


def _is_one_name(layout: TextLayout, one: Mention, other: Mention, runs: _Runs, vocabulary: DisputeWords) -> bool:
    """Whether two names with “and” between them are one: “of” may govern both, and neither stands anywhere else."""
    words, ends = words_at(layout, one.first, one.end), words_at(layout, other.first, other.end)
    if "of" not in words[1:] or runs.places[words] > 1 or runs.places[ends] > 1:
        return False
    marked = layout.tokens[min(other.end, len(layout.tokens) - 1)].text in ",(:"
    return marked or ends[0] not in vocabulary.first_names
