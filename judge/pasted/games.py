"""Which game and edition a pasted text is about: named, or guessed from the words of its cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from judge.pasted.values import Fact, Span
from judge.pasted.vocabulary import Books

_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_LONGEST = 6
"""Words of a name at most."""


def find_game(text: str, books: Books) -> tuple[Fact, Fact | None]:
    """The game and, where one is named, the edition."""
    words = [(match.group().lower(), match.span()) for match in _WORD.finditer(text)]
    edition = _named(words, books.editions)
    if edition is not None:
        game, _, name = str(edition.value).partition("/")
        said = _named(words, books.games)
        if said is None or said.value == game:
            return said or Fact(game, edition.at), Fact(name, edition.at)
    named = _named(words, books.games)
    return named or _guessed(words, books), None


def _named(words: list[tuple[str, Span]], names: Mapping[str, str]) -> Fact | None:
    """What is named first, by the longest name."""
    rows: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, meant in names.items():
        parts = tuple(name.split())
        rows.setdefault(parts[0], []).append((parts, meant))
    for at, (word, span) in enumerate(words):
        for parts, meant in sorted(rows.get(word, ()), key=lambda row: -len(row[0]))[:_LONGEST]:
            if tuple(w for w, _ in words[at : at + len(parts)]) == parts:
                return Fact(meant, (span[0], words[at + len(parts) - 1][1][1]))
    return None


def _guessed(words: list[tuple[str, Span]], books: Books) -> Fact:
    """The game whose own words the text uses most."""
    own = {game: frozenset(_own_words(game, books)) for game in books.words}
    shared = Counter(word for found in own.values() for word in found)
    text = [word for word, _ in words]
    pairs = [f"{one} {two}" for one, two in zip(text, text[1:], strict=False)]
    score: Counter[str] = Counter()
    for word in (*text, *pairs):
        for game, found in own.items():
            if word in found:
                score[game] += len(own) - shared[word] + 1
    game = max(own, key=lambda name: score[name])
    why = "The text uses this game’s words." if score[game] else "No game is named, and no word tells which it is."
    return Fact(game, None, why)


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
