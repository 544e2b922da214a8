"""Which game and edition a pasted text is about: named, or guessed from the words of its cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log

from judge.pasted.dispute_words import Books
from judge.pasted.pasted_values import ReadValue, Span
from judge.pasted.text_layout import unowned

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MOST_ALIKE = 20
"""Names that begin with the same word."""


@dataclass(frozen=True, slots=True)
class NamedGame:
    """The game, the edition where one is named, and where their names stand."""

    game: ReadValue
    edition: ReadValue | None = None
    spans: tuple[Span, ...] = ()


def find_game(text: str, books: Books) -> NamedGame:
    """The game and edition that a text names; the game whose words it uses where it names none."""
    words = [_unowned(match) for match in _WORD.finditer(text)]
    games, editions = (
        _initials(text, words, books) + _widened(_named(words, _all_names(books)), words, books),
        _named(words, books.editions),
    )
    game = max(games, key=lambda fact: len(_words_in(text, fact)), default=None)
    if editions and (game is None or str(editions[0].value).partition("/")[0] == game.value):
        name, _, edition = str(editions[0].value).partition("/")
        game = game or ReadValue(name, editions[0].at)
        spans = [
            fact.at for fact in (*games, *editions) if fact.at is not None and fact.value in (name, editions[0].value)
        ]
        return NamedGame(game, ReadValue(edition, editions[0].at), tuple(spans))
    if game is None:
        return NamedGame(_guessed(words, books))
    several = [fact.at for fact in games if fact.value == game.value and fact.at and " " in _words_in(text, fact)]
    return NamedGame(game, None, tuple(dict.fromkeys([*several, *([game.at] if game.at else [])])))


def _unowned(match: re.Match[str]) -> tuple[str, Span]:
    """A word in small letters without its possessive ending, and where it stands."""
    said = unowned(match.group())
    return said.lower(), (match.start(), match.start() + len(said))


def _all_names(books: Books) -> Mapping[str, str]:
    """What people call a game, and the words of its id that no other game's has."""
    ids = {game: game.split("-") for game in books.words}
    counted = Counter(word for words in ids.values() for word in words)
    own = {word: game for game, words in ids.items() for word in words if counted[word] == 1 and len(word) > _SHORT}
    return {**own, **{game.replace("-", " "): game for game in ids}, **books.games}


_SHORT = 3
"""Letters of a word that may mean anything (“vs”)."""


def _initials(text: str, words: list[tuple[str, Span]], books: Books) -> list[ReadValue]:
    """Games named by the initials of their id in capitals: “MC”, “VS”."""
    initials = {"".join(part[0] for part in game.split("-")[:2]): game for game in books.words if "-" in game}
    initials |= {game.split("-")[0]: game for game in books.words if len(game.split("-")[0]) <= _SHORT}
    return [
        ReadValue(initials[word], span)
        for word, span in words
        if len(word) > 1 and word in initials and text[slice(*span)].isupper()
    ]


def _widened(found: list[ReadValue], words: list[tuple[str, Span]], books: Books) -> list[ReadValue]:
    """The names with words beside them that are of the game's id too: “VS 2PCG”, “Marvel Legendary”."""
    places = {span[0]: at for at, (_, span) in enumerate(words)}
    ends = {span[1]: at for at, (_, span) in enumerate(words)}
    wide = []
    for fact in found:
        own = {*str(fact.value).split("-"), "marvel", books.rules(str(fact.value), None).edition}
        first, last = places[fact.at[0]] if fact.at else 0, ends[fact.at[1]] if fact.at else 0
        first -= first > 0 and words[first - 1][0].strip(".") in own
        last += last + 1 < len(words) and words[last + 1][0] in own
        wide.append(ReadValue(fact.value, (words[first][1][0], words[last][1][1])))
    return wide


def _words_in(text: str, fact: ReadValue) -> str:
    return text[slice(*fact.at)] if fact.at else ""


def _named(words: list[tuple[str, Span]], names: Mapping[str, str]) -> list[ReadValue]:
    """What is named, in order, each by its longest name."""
    rows: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, meant in names.items():
        parts = tuple(name.split())
        rows.setdefault(parts[0], []).append((parts, meant))
    for alike in rows.values():
        alike.sort(key=lambda row: -len(row[0]))
    found: list[ReadValue] = []
    behind = 0
    for at, (word, span) in enumerate(words):
        if at < behind or word not in rows:
            continue
        for parts, meant in rows[word][:_MOST_ALIKE]:
            if tuple(w for w, _ in words[at : at + len(parts)]) == parts:
                behind = at + len(parts)
                found.append(ReadValue(meant, (span[0], words[behind - 1][1][1])))
                break
    return found


def _guessed(words: list[tuple[str, Span]], books: Books) -> ReadValue:
    """The game whose own words the text has most of: each counts once, more the fewer games have it, and a game that
    has many words has some of them by chance."""
    own = {game: frozenset(_own_words(game, books)) for game in books.words}
    shared = Counter(word for found in own.values() for word in found)
    text = [word for word, _ in words]
    said = {" ".join(text[at : at + length]) for at in range(len(text)) for length in range(1, _LONGEST + 1)}
    found = {game: said & known - books.chat.function - books.stop for game, known in own.items()}
    score = {
        game: sum(log((len(own) + 0.5) / shared[word]) for word in found[game]) - _BY_CHANCE * log(len(known) + 1)
        for game, known in own.items()
    }
    game = max(own, key=lambda name: score[name]) if any(found.values()) else next(iter(own))
    why = "The text uses this game’s words." if found[game] else "No game is named, and no word tells which it is."
    return ReadValue(game, None, why)


_LONGEST = 4
"""Words of a game’s own phrases that are looked for: “end of turn”."""
_BY_CHANCE = 2


def _own_words(game: str, books: Books) -> Iterator[str]:
    words, rules = books.words[game], books.rules(game, None)
    for row in words.timings:
        yield from (word.lower().rstrip("!") for word in row.words)
    yield from words.keywords
    yield from words.prefixes
    for sort in ("kinds", "zones", "statuses", "forms"):
        yield from words.declared.get(sort, ())
    yield from (kind.replace("-", " ") for kind in rules.kinds)
    yield from (said for said, sense in words.senses.items() if (sense.kind or sense.verb) and said.count(" ") < 2)
