"""Suggestions while one types: headwords, aliases and players' words, from the first letter, across games."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from judge.corpus import Corpus
from judge.search.entry_names import Name, Names
from judge.search.similar_words import allowed_edits
from judge.search.word_forms import plain

_SHORTEST_TYPO = 4
"""From so many letters on, what begins like nothing is compared for likeness."""
_MOST = 50


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One suggestion: the `text` to complete to, and the entry it leads to."""

    text: str
    headword: str
    id: str
    game: str
    edition: str
    official: bool
    kind: str

    def as_json(self) -> dict[str, Any]:
        """The suggestion's facts."""
        return asdict(self)


class Suggester:
    """Suggests names by their beginnings; read-only."""

    def __init__(self, corpus: Corpus, names: Names) -> None:
        self._corpus = corpus
        self._names = names
        self._keys = sorted(key for place, name in enumerate(names.all) for key in self._keys_of(place, name))

    def _keys_of(self, place: int, name: Name) -> Iterable[tuple[str, bool, bool, bool, int]]:
        """How each word of a name begins on: with whether it is a later one, a players' word, of an older edition."""
        if name.beginning or name.kind == "everyday":
            return
        is_older = not any(self._corpus.book_of(self._corpus.entries[target]).default for target, _ in name.targets)
        words = name.plain.split()
        for at in range(len(words)):
            yield " ".join(words[at:]), at > 0, not name.is_printed, is_older, place

    def suggest(self, prefix: str, game: str | None = None, limit: int = 8) -> Sequence[Suggestion]:
        """At most `limit` suggestions: whole names that begin so, then names with a later word that does, then, when
        nothing does, names that look like what was typed. One for each name and game; default editions first.
        """
        typed = plain(prefix)
        if not typed or limit < 1:
            return ()
        found = self._beginning(typed)
        if not found and len(typed) >= _SHORTEST_TYPO:
            found = [name for name, _ in self._names.like(typed, allowed_edits(typed), most=limit)]
        made: dict[tuple[str, str], Suggestion] = {}
        for name in found:
            for suggestion in self._leads(name, game):
                made.setdefault((name.plain, suggestion.game), suggestion)
            if len(made) >= limit:
                break
        return tuple(made.values())[: min(limit, _MOST)]

    def _beginning(self, typed: str) -> list[Name]:
        start, end = bisect_left(self._keys, (typed,)), bisect_left(self._keys, (typed + "\U0010ffff",))
        keys = sorted(self._keys[start:end], key=lambda key: (*key[1:4], key[0] != typed, key[0], key[4]))
        return [self._names.all[place] for *_, place in keys]

    def _leads(self, name: Name, game: str | None) -> Iterable[Suggestion]:
        """Where a name leads, one entry a game."""
        games: set[str] = set()
        for target, _ in name.targets:
            entry = self._corpus.entries[target]
            if entry.game in games or game not in (None, entry.game):
                continue
            games.add(entry.game)
            yield Suggestion(name.shown, entry.headword, entry.id, entry.game, entry.edition, entry.official, name.kind)
