"""Names that nothing but their place shows: of relatives, in lists, beside “me”, and typed in small letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from judge.cardtext.english import COMMON, FINITE_BE, HAVE
from judge.pasted.card_passages import CardPassage
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.framed_names import know_framed
from judge.pasted.mentions import ME, KnownNames, items_of, means_nothing, name_end, words_of
from judge.pasted.name_extents import know_extents
from judge.pasted.text_layout import TextLayout, Token, unowned


def know_names(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], names: KnownNames, vocabulary: DisputeWords
) -> None:
    """Know the names that a text shows anywhere, so that they are found wherever they stand."""
    know_relatives(layout, stretches, vocabulary, names)
    for name in (
        *names_listed(layout, stretches, vocabulary), *names_beside_me(layout, stretches, vocabulary),
        *names_in_small_letters(layout, stretches, vocabulary, small=names.small),
    ):  # fmt: skip
        names.add(name, words_of(name), "name")
    know_framed(layout, stretches, names, vocabulary)
    know_extents(layout, stretches, names, vocabulary)
    for first, end in stretches:
        for item in items_of(layout, first, end, names, vocabulary):
            if item.sort == "name" and item.value[:1].isupper():
                names.add(item.value, words_of(item.value), "name")


def know_printed(
    layout: TextLayout, passages: Sequence[CardPassage], names: KnownNames, vocabulary: DisputeWords
) -> None:
    """Know the names that card texts have, “Widow's Bite” as one: they are found in whatever case elsewhere."""
    for passage in passages:
        at = passage.first
        while at < passage.end:
            icon = layout.tokens[at].lower in names.icons
            end = at if icon else _printed_end(layout, at, passage, vocabulary)
            if end > at and _is_printed_name(layout, at, end, vocabulary):
                name = unowned(layout.said(layout.span(at, end)))
                words = words_of(name)
                typed = any(row.words == tuple(words) for row in vocabulary.phrases.get(words[0], ()))
                if name.lower() not in vocabulary.timed and not typed:
                    names.add(name, words, "name")
            at = max(end, at + 1)


def _printed_end(layout: TextLayout, at: int, passage: CardPassage, vocabulary: DisputeWords) -> int:
    """Where a name in a card’s text ends, one behind a possessive included; `at` itself where none begins."""
    end = name_end(layout, at, passage.first, passage.end, vocabulary)
    named = layout.tokens[at].lower in vocabulary.first_names  # “Ann’s Slate Hound”
    while end > at and layout.tokens[end - 1].possessive and end < passage.end and not named:
        behind = name_end(layout, end, passage.first, passage.end, vocabulary)
        if behind == end or not means_nothing(layout.tokens[end], vocabulary):
            break
        end = behind
    return end


def _is_printed_name(layout: TextLayout, at: int, end: int, vocabulary: DisputeWords) -> bool:
    """Whether words with capitals in a card’s text are a name, and no trait or word of the rules."""
    words = sum(token.sort == "word" for token in layout.tokens[at:end])
    several = words > 1 and not layout.tokens[end - 1].possessive
    shouted = words == 1 and layout.tokens[at].text.isupper()  # a trait
    return not shouted and (several or means_nothing(layout.tokens[at], vocabulary))


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
    if following.text in ":=" and at + 2 < end:
        following, mine = tokens[at + 2], True  # “opponent: mikko”
    inside = tokens[at + 2] if at + 3 < end and tokens[at + 3].text == ")" else None
    if following.text == "(" and inside is not None and inside.is_capital:
        following = inside
    small = mine and means_nothing(following, vocabulary) and not vocabulary.knows(following.lower)
    plain = following.lower in vocabulary.chat.holding_names | vocabulary.chat.no_relative | FINITE_BE | HAVE
    return following if (following.is_capital or small) and not plain else None


def names_listed(layout: TextLayout, stretches: Sequence[tuple[int, int]], vocabulary: DisputeWords) -> list[str]:
    """Names that a list of players gives (“players: anna, ben”, “with anna and ben”), whatever their case."""
    found: list[str] = []
    for first, end in stretches:
        for at in range(first, end):
            word = layout.tokens[at].lower
            if word == "players" and at + 1 < end:
                linked = layout.tokens[at + 1].text in (*":=-–—", "are", "were")
                found += _announced(layout, at + 2, end, vocabulary) if linked and at < first + _OPENING else ()
                found += _joined_behind(layout, at + 1 + linked, end, vocabulary)
            elif word in ("with", "between") or (word in ("are", ":") and layout.tokens[at - 1].lower == "others"):
                named = _joined_behind(layout, at + 1, end, vocabulary)
                found += named if any(name.lower() in vocabulary.first_names for name in named) else ()
    return found


_OPENING = 5
"""Words of a sentence among which a list of players begins."""


def _announced(layout: TextLayout, first: int, end: int, vocabulary: DisputeWords) -> Iterator[str]:
    """Lazily, the names between the marks of a list."""
    runs: list[list[Token]] = [[]]
    for token in (layout.tokens[place] for place in layout.top(first, end)):
        if token.sort != "word" or token.lower in ("and", "vs", "is", "in", "as"):
            runs.append([])
        elif _may_be_listed(token, vocabulary):
            runs[-1].append(token)
    cased = sum(run[0].is_capital for run in runs if run) > 1
    yield from (" ".join(token.text for token in run) for run in runs if _is_listed(run, vocabulary, cased=cased))


def _joined_behind(layout: TextLayout, at: int, end: int, vocabulary: DisputeWords) -> list[str]:
    """The single words, joined by commas and “and”, that stand at a place and mean nothing; none where one does."""
    found: list[str] = []
    while at < end and (free := _is_one_name(layout.tokens[at], vocabulary)) | (layout.tokens[at].lower in ME):
        found += [unowned(layout.tokens[at].text)] if free else []
        at += 1
        if at >= end or layout.tokens[at].lower not in (",", "and", "&", "+"):
            return found if len(found) > 1 else []
        while at < end and layout.tokens[at].lower in (",", "and", "&", "+"):
            at += 1
    return found if len(found) > 1 and (at >= end or layout.tokens[at - 1].text == ",") else []


def _is_one_name(token: Token, vocabulary: DisputeWords) -> bool:
    """Whether a word may be a first name."""
    named = token.lower in vocabulary.first_names or not vocabulary.knows(token.lower)
    return named and means_nothing(token, vocabulary)


def _is_listed(run: Sequence[Token], vocabulary: DisputeWords, *, cased: bool) -> bool:
    """Whether words between the marks of a list are a name, one with a capital where others have one."""
    if cased and len(run) == 1:
        return run[0].is_capital and run[0].lower not in vocabulary.chat.counts
    small = any(token.lower in words for token in run for words in (vocabulary.stop, COMMON, vocabulary.chat.said))
    return 0 < len(run) <= 3 and not small and not (cased and not run[0].is_capital)


def _may_be_listed(token: Token, vocabulary: DisputeWords) -> bool:
    everybody = token.lower in vocabulary.chat.everybody or token.lower in ("me", "i")
    return not everybody and not vocabulary.phrases.get(token.lower)


def names_in_small_letters(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], vocabulary: DisputeWords, *, small: bool
) -> Iterator[str]:
    """Lazily, names that somebody typed in small letters beside others with capitals: words that no rulebook has,
    before a verb that says what they are, have or do, behind “player is”, or with a capital elsewhere; first names
    anywhere but in a text that is all `small`."""
    tokens = layout.tokens
    named = _named_within(tokens)
    written = {token.lower: token.text for token in tokens if token.is_capital}
    for at in (at for first, end in stretches for at in range(first, end)):
        token = tokens[at]
        plain = token.sort == "word" and not token.is_capital and not (at and tokens[at - 1].lower == "my")
        free = not small and means_nothing(token, vocabulary)
        if plain and _shows_person(tokens, at, vocabulary, again=token.lower in named, free=free):
            first = at
            while first > max(at - 2, 0) and _is_free(tokens[first - 1], vocabulary):
                first -= 1
            last = unowned(written.get(token.lower, token.text))
            yield " ".join([*(one.text for one in tokens[first:at]), last])


def _named_within(tokens: Sequence[Token]) -> frozenset[str]:
    """The words that stand with a capital behind a word in small letters."""
    return frozenset(
        token.lower for before, token in pairwise(tokens)
        if token.is_capital and before.sort == "word" and before.text[0].islower()
    )  # fmt: skip


def _is_free(token: Token, vocabulary: DisputeWords) -> bool:
    """Whether a word in small letters before a name may belong to it: “iron magpie”."""
    chat, word = vocabulary.chat, token.lower
    small = (chat.everyday, chat.said, chat.relatives, chat.function, chat.nobody, vocabulary.stop, COMMON, ME)
    known = vocabulary.means_something(word) or word in vocabulary.phrases or word in vocabulary.told
    plain = token.sort == "word" and token.text.islower() and not token.possessive
    return plain and not known and word not in vocabulary.first_names and not any(word in row for row in small)


def _shows_person(tokens: Sequence[Token], at: int, vocabulary: DisputeWords, *, again: bool, free: bool) -> bool:
    return _is_first_name(tokens, at, vocabulary, free=free) or _acts(tokens, at, vocabulary, again=again)


def _is_first_name(tokens: Sequence[Token], at: int, vocabulary: DisputeWords, *, free: bool) -> bool:
    """Whether a word is a first name that owns something, begins a line before a colon, or is `free` to be one."""
    token, following = tokens[at], tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if token.lower not in vocabulary.first_names or vocabulary.knows(token.lower):
        return False
    return token.possessive or (following == ":" and _begins_line(tokens, at)) or free


def _acts(tokens: Sequence[Token], at: int, vocabulary: DisputeWords, *, again: bool) -> bool:
    """Whether a word that means nothing else stands where names of those who act do; `again` says that it has a
    capital elsewhere."""
    token, following = tokens[at], tokens[at + 1].lower if at + 1 < len(tokens) else ""
    sense = vocabulary.sense(following)
    verb = sense.verb if sense.roles & {"s"} else None
    enemy = verb is not None and verb.frame is not None and verb.frame.event in ("attack", "scheme", "activation")
    if not means_nothing(token, vocabulary) or (vocabulary.knows(token.lower) and not enemy):
        return False
    before = [one.lower for one in tokens[max(at - 2, 0) : at]]
    told = _is_told_to_play(before, following)
    quoting = at + 2 < len(tokens) and tokens[at + 2].text in '"“:'
    if following in vocabulary.chat.opinions and not quoting:
        return True  # “kim says she may choose”
    has = following in FINITE_BE | HAVE | vocabulary.chat.holding_names | {"got", "gets"}
    shares = sense.verb is not None and sense.verb.shares
    return again or told or has or shares or sense.roles == {"s"}


def _is_told_to_play(before: Sequence[str], following: str) -> bool:
    """“the other player is kim”, “comet = kim”."""
    return (before in (["player", "is"], ["player", ":"]) and following != ",") or before[-1:] == ["="]


def _begins_line(tokens: Sequence[Token], at: int) -> bool:
    while at and tokens[at - 1].sort == "mark":
        at -= 1
    return not at or tokens[at - 1].sort == "break"


def names_beside_me(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], vocabulary: DisputeWords
) -> Iterator[str]:
    """Lazily, the names that “me” is listed with: “me, kai and zoe”, “kai and I”."""
    tokens = layout.tokens
    for first, end in stretches:
        for at in (at for at in range(first, end) if tokens[at].lower in ("me", "i")):
            for step in (1, -1):
                place = at + step
                while first <= place < end and tokens[place].lower in (",", "and", "&"):
                    while first <= place < end and tokens[place].lower in (",", "and", "&"):
                        place += step
                    if not first <= place < end or not means_nothing(tokens[place], vocabulary):
                        break
                    yield unowned(tokens[place].text)
                    place += step


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
    _add_short(names, [word for word, fits in short.items() if fits], ends)


def _in_small_letters(layout: TextLayout, ends: Mapping[str, object], vocabulary: DisputeWords) -> Iterator[str]:
    """Lazily, the ends of names that stand somewhere in small letters: “baron” for the only “Storm Baron”."""
    for token in layout.tokens:
        if not token.is_capital and token.lower in ends and not vocabulary.knows(token.lower):
            yield token.lower


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


def know_by_place(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], passages: Sequence[CardPassage], names: KnownNames,
    vocabulary: DisputeWords,
) -> None:  # fmt: skip
    """Know the names that somebody who cares for no capitals puts where cards are named: right before a card's text,
    behind “has” and “plays”, and in a list of cards."""
    if not _is_careless(layout, stretches):
        return
    ends = {_behind_marks(layout, passage.first, vocabulary) for passage in passages}
    for first, end in stretches:
        for at in range(first, end):
            if at + 1 in ends:
                _know_run(layout, *_run_before(layout, first, at + 1, vocabulary), names, vocabulary)
            if _takes_cards(layout, at, first, vocabulary):
                for begin, stop in _runs_behind(layout, at + 1, end, vocabulary):
                    _know_run(layout, begin, stop, names, vocabulary)


def _is_careless(layout: TextLayout, stretches: Sequence[tuple[int, int]]) -> bool:
    """Whether most sentences begin with a small letter."""
    starts = {sentence.first for sentence in layout.sentences}
    begins = [layout.tokens[at] for at, _ in stretches if at in starts and layout.tokens[at].sort == "word"]
    return 2 * sum(token.text[0].islower() for token in begins) > len(begins)


def _behind_marks(layout: TextLayout, at: int, vocabulary: DisputeWords) -> int:
    """Where the words end that stand before the marks that open a card's text."""
    while at and layout.tokens[at - 1].sort == "mark" and layout.tokens[at - 1].text not in ".!?,":
        at -= 1
    while at and layout.tokens[at - 1].lower in vocabulary.chat.say | vocabulary.chat.relative | FINITE_BE:
        at -= 1
    return at


def _is_of_name(token: Token, vocabulary: DisputeWords) -> bool:
    """Whether a word may stand within a name that has no capitals."""
    word = token.lower
    chat = vocabulary.chat
    telling = (chat.say, chat.attached, chat.engaged)
    small = any(word in words for words in (vocabulary.stop, COMMON, chat.having, ME, chat.relative, *telling))
    if token.sort != "word" or small or word in vocabulary.phrases or word in vocabulary.chat.play_as:
        return False
    return word not in vocabulary.first_names and "s" not in vocabulary.sense(word).roles - {"base"}


def _run_before(layout: TextLayout, first: int, end: int, vocabulary: DisputeWords) -> tuple[int, int]:
    begin = end
    while begin > first and end - begin < _MOST_WORDS and _is_of_name(layout.tokens[begin - 1], vocabulary):
        begin -= 1
        if begin > first and layout.tokens[begin - 1].possessive:
            break
    return begin, end


def _takes_cards(layout: TextLayout, at: int, first: int, vocabulary: DisputeWords) -> bool:
    """Whether cards are named behind a word: a form of “have” or “play”, or “cards:”."""
    token = layout.tokens[at]
    if token.text == "=":
        return True
    if token.text == ":" and at > first:
        return layout.tokens[at - 1].lower in vocabulary.chat.list_heads
    verb = vocabulary.sense(token.lower).verb
    event = verb.frame.event if verb is not None and verb.frame is not None else ""
    return token.lower in HAVE or token.lower in vocabulary.chat.before_heroes or event in ("play", "control", "use")


def _runs_behind(layout: TextLayout, at: int, end: int, vocabulary: DisputeWords) -> Iterator[tuple[int, int]]:
    """Lazily, the runs of words behind a word, joined by commas and “and”."""
    while at < end:
        while at < end and layout.tokens[at].lower in vocabulary.chat.before_cards:
            at += 1
        stop = at
        while stop < end and stop - at < _MOST_WORDS and _is_of_name(layout.tokens[stop], vocabulary):
            stop += 1
        if stop == at:
            return
        yield at, stop
        if stop >= end or layout.tokens[stop].lower not in (",", "and", "&", "+", "plus"):
            return
        at = stop + 1


def _know_run(layout: TextLayout, begin: int, stop: int, names: KnownNames, vocabulary: DisputeWords) -> None:
    """Know a run of words as a name, where one of them at least means nothing else; one with capitals ends with the
    last of them."""
    cased = [at for at in range(begin, stop) if layout.tokens[at].is_capital]
    stop = cased[-1] + 1 if len(cased) > 1 else stop
    tokens = layout.tokens[begin:stop]
    if tokens and any(means_nothing(token, vocabulary) for token in tokens):
        name = unowned(layout.said(layout.span(begin, stop)))
        timed = name.lower() in vocabulary.timed
        if not timed and not any(word in names.people for word in (name.lower(), tokens[0].lower)):
            names.add(name, [token.lower for token in tokens], "name")


_MOST_WORDS = 5
"""Words of a name without capitals."""
