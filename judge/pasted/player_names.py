"""Names that nothing but their place shows: of relatives, in lists, beside “me”, and typed in small letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from judge.cardtext.english import COMMON, FINITE_BE, HAVE
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import KnownNames, items_of, means_nothing, words_of
from judge.pasted.name_spans import NameSpans
from judge.pasted.text_layout import TextLayout, Token, unowned


def know_names(spans: NameSpans, names: KnownNames, weights: Mapping[str, float]) -> None:
    """Know the names that a text shows anywhere, so that they are found wherever they stand."""
    layout = spans.layout
    know_relatives(layout, spans.stretches, spans.vocabulary, names)
    for first, end in spans.best(weights):
        known = names.at(layout.tokens, first, end)
        if known is None or known[2] != end:
            name = unowned(layout.said(layout.span(first, end)))
            names.add(name, [token.lower for token in layout.tokens[first:end]], "name")
    names.decided = True


def know_cards(
    layout: TextLayout, vocabulary: DisputeWords, names: KnownNames,
    kinds_of: Callable[[Iterable[str], str], Mapping[str, frozenset[str]]],
) -> Mapping[str, frozenset[str]]:  # fmt: skip
    """Know the names of a library's cards, several words in any case, one with its capital: name → its types."""
    places: dict[str, tuple[int, int]] = {}
    for first, token in enumerate(layout.tokens):
        if token.sort in ("word", "number"):
            for end in _card_ends(layout, first, vocabulary):
                places.setdefault(layout.said(layout.span(first, end)), (first, end))
    known: dict[str, frozenset[str]] = {}
    for said, kinds in kinds_of(places, vocabulary.rules.game).items():
        first, end = places[said]
        words = [token.lower for token in layout.tokens[first:end] if token.text != "!"]
        if any(token.is_capital for token in layout.tokens[first:end]) or all(len(word) > 3 for word in words):
            name = unowned(said)
            names.add(name, words, "card")
            known[name.lower()] = kinds
    return known


def _card_ends(layout: TextLayout, first: int, vocabulary: DisputeWords) -> Iterator[int]:
    """Lazily, where names that begin at a token may end."""
    for end in range(first + 1, min(first + _LONGEST_NAME, len(layout.tokens)) + 1):
        last = layout.tokens[end - 1]
        if last.sort == "break" or (last.sort == "mark" and last.text not in "!.,’'-–:"):
            return
        plain = last.sort == "word" and (end - first > 1 or _is_one_word_name(layout, first, vocabulary))
        if plain or (last.text == "!" and end - first > 1):
            yield end


def _is_one_word_name(layout: TextLayout, at: int, vocabulary: DisputeWords) -> bool:
    token = layout.tokens[at]
    word = token.lower
    known = word in vocabulary.phrases or word in COMMON or word in vocabulary.stop or vocabulary.is_verb(word)
    return token.is_capital and not known and word not in vocabulary.first_names


_CLIPPED = 3
"""Letters at least of a name’s first word that stand for the name."""
_LONGEST_NAME = 7
"""Words of a card's name, marks between them too."""


def know_relatives(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], vocabulary: DisputeWords, names: KnownNames
) -> None:
    """Know “my wife” as a name, and “my friend Tom” as Tom’s."""
    for first, end in stretches:
        for at in range(first, end):
            if layout.tokens[at].lower in vocabulary.chat.relatives:
                _know_relative(layout, at, first, end, vocabulary, names)


def _know_relative(
    layout: TextLayout, at: int, first: int, end: int, vocabulary: DisputeWords, names: KnownNames
) -> None:
    tokens, word = layout.tokens, layout.tokens[at].lower
    mine = at > first and tokens[at - 1].lower in vocabulary.chat.ours
    if _means_no_relative(tokens, at, first, end, mine=mine):
        return
    called = _called(layout, at, end, vocabulary, mine=mine)
    if called is not None:
        name, words = unowned(called.text), [called.lower]
        names.add(name, words, "name")
    else:
        name, words = f"my {word}" if mine else unowned(tokens[at].text), [word]
        name = "Opponent" if word == "opponent" else name
    names.people.add(name.lower())
    for said in ([word], ["my", word], ["our", word], [*(["my"] if mine else []), word, *words]):
        names.add(name, said, "name")


def _means_no_relative(tokens: Sequence[Token], at: int, first: int, end: int, *, mine: bool) -> bool:
    """“my opponent is Una”, “many thanks, a confused dad”, “Brother Owl”."""
    behind = [token for token in tokens[at + 1 : min(at + 3, end)] if token.lower not in ("is", ":", ",")]
    if tokens[at].lower == "opponent" and not tokens[at].possessive and behind and behind[0].is_capital:
        return True
    before = [token.lower for token in tokens[max(at - 3, first) : at]]
    if mine or (tokens[at].is_capital and at + 1 < end and tokens[at + 1].is_capital):
        return not mine
    return bool({"a", "an"} & set(before[-2:])) and not {"with", "against", "and", "vs"} & set(before)


def _called(layout: TextLayout, at: int, end: int, vocabulary: DisputeWords, *, mine: bool) -> Token | None:
    """The name behind a word for a relative: “my friend Tom”, “opponent (Greg)”."""
    tokens = layout.tokens
    following = tokens[at + 1] if at + 1 < end and not tokens[at].possessive else None
    if following is None:
        return None
    inside = tokens[at + 2] if at + 3 < end and tokens[at + 3].text == ")" else None
    if following.text == "(" and inside is not None and inside.is_capital:
        following = inside
    small = mine and means_nothing(following, vocabulary) and not vocabulary.knows(following.lower)
    plain = following.lower in vocabulary.chat.holding_names | vocabulary.chat.no_relative | FINITE_BE | HAVE
    return following if (following.is_capital or small) and not plain else None


def know_short_names(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], names: KnownNames, vocabulary: DisputeWords
) -> None:
    """Know “the Baron” for the only “Clockwork Baron” that the text names, where it never says “Baron” alone."""
    short: dict[str, bool] = {}
    whole: dict[str, list[str]] = {}
    lasts: set[str] = set()
    firsts: set[str] = set()
    items = [one for first, end in stretches for one in items_of(layout, first, end, names, vocabulary)]
    for item in items:
        words = words_of(item.value) if item.is_named else []
        if len(words) > 1:
            whole[item.value] = words
            lasts.add(words[-1])
            firsts.add(words[0])
        elif words:
            key = item.value.lower()
            article = item.first > 0 and layout.tokens[item.first - 1].lower == "the"
            told = key in (
                firsts if key in vocabulary.first_names else lasts
            )  # “Luke Stone … Luke”, “Baron Zemo … Zemo”
            short[key] = short.get(key, True) and (article or told)
    ends = _know_whole(names, whole)
    for word in _in_small_letters(layout, ends, vocabulary):
        short.setdefault(word, True)
    for said, name in (*_initials(layout, whole), *_clipped(short, whole)):
        names.add(name, [said], "name")
    _add_short(names, [word for word, fits in short.items() if fits], ends)


def _clipped(words: Iterable[str], whole: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Lazily, words with which the first of one name only begins: “Cap” for “Captain America”."""
    for word in words:
        longer = [name for name, said in whole.items() if said[0] != word and said[0].startswith(word)]
        if len(word) >= _CLIPPED and len(longer) == 1:
            yield word, longer[0]


def _in_small_letters(layout: TextLayout, ends: Mapping[str, object], vocabulary: DisputeWords) -> Iterator[str]:
    """Lazily, the ends of names that stand somewhere in small letters: “baron” for the only “Storm Baron”."""
    for token in layout.tokens:
        if not token.is_capital and token.lower in ends and not vocabulary.knows(token.lower):
            yield token.lower


def _initials(layout: TextLayout, whole: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Lazily, capitals that stand somewhere alone and are the initials of one name only: “GW” for “Grey Wolf”."""
    of: dict[str, set[str]] = {}
    for name, words in whole.items():
        of.setdefault("".join(word[0] for word in words), set()).add(name)
    for token in layout.tokens:
        if token.sort == "word" and token.text.removesuffix("'s").isupper() and len(of.get(token.lower, ())) == 1:
            yield token.lower, next(iter(of[token.lower]))


def _know_whole(names: KnownNames, whole: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """Know names of several words wherever they stand; first or last word → the names that have it there."""
    ends: dict[str, set[str]] = {}
    for name, words in whole.items():
        names.add(name, words, "name")  # also where a sentence begins with it
        if words[0] == "the":
            names.add(name, words[1:], "name")
        for word in {words[0], words[-1]}:
            ends.setdefault(word, set()).add(name)
    return ends


def _add_short(names: KnownNames, words: Iterable[str], ends: Mapping[str, set[str]]) -> None:
    """Know words for the only name that begins or ends with them."""
    for word in words:
        if len(ends.get(word, ())) == 1:
            (name,) = ends[word]
            names.add(name, [word], "name")
            names.short.setdefault(name, []).append(word)


_MOST_WORDS = 5
"""Words of a name without capitals."""
