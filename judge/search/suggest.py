"""Suggestions while one types: headwords, aliases and players' words, from the first letter, across games."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from judge.corpus import Corpus
from judge.search.mending import allowed_edits
from judge.search.names import Name, Names
from judge.search.words import plain

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
        return {
            "text": self.text,
            "headword": self.headword,
            "id": self.id,
            "game": self.game,
            "edition": self.edition,
            "official": self.official,
            "kind": self.kind,
        }


@dataclass(frozen=True, slots=True, order=True)
class _Key:
    """Where a beginning leads: `later` is 1 where a later word of the name begins so; `place` is the reading order."""

    beginning: str
    later: int
    is_term: bool
    is_older: bool
    place: int


class Suggester:
    """Suggests names by their beginnings; read-only."""

    def __init__(self, corpus: Corpus, names: Names) -> None:
        self._corpus = corpus
        self._names = names
        self._older = {book.key for book in corpus.books if not book.default}
        self._keys = sorted(key for place, name in enumerate(names.all) for key in self._keys_of(place, name))
        self._beginnings = [key.beginning for key in self._keys]

    def _keys_of(self, place: int, name: Name) -> Iterable[_Key]:
        if name.beginning or not name.plain:
            return
        is_older = all(self._edition_of(target) in self._older for target, _ in name.targets)
        words = name.plain.split()
        for at in range(len(words)):
            yield _Key(" ".join(words[at:]), min(at, 1), name.kind == "lexicon", is_older, place)

    @staticmethod
    def _edition_of(entry_id: str) -> str:
        return entry_id.rpartition("/")[0]

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
        return self._as_suggestions(found, game, min(limit, _MOST))

    def _beginning(self, typed: str) -> list[Name]:
        start = bisect_left(self._beginnings, typed)
        end = bisect_left(self._beginnings, typed + "\U0010ffff")
        keys = self._keys[start:end]
        keys.sort(key=lambda k: (k.later, k.is_term, k.is_older, k.beginning != typed, k.beginning, k.place))
        return [self._names.all[key.place] for key in keys]

    def _as_suggestions(self, names: Iterable[Name], game: str | None, limit: int) -> Sequence[Suggestion]:
        found: dict[tuple[str, str], Suggestion] = {}
        for name in names:
            for suggestion in self._leads(name, game):
                found.setdefault((name.plain, suggestion.game), suggestion)
            if len(found) >= limit:
                break
        return tuple(found.values())[:limit]

    def _leads(self, name: Name, game: str | None) -> Iterable[Suggestion]:
        """Where a name leads, one entry a game."""
        games: set[str] = set()
        for target, _ in name.targets:
            entry = self._corpus.entries[target]
            if entry.game in games or game not in (None, entry.game):
                continue
            games.add(entry.game)
            yield Suggestion(
                name.shown, entry.headword, entry.id, entry.game, entry.edition, entry.official, name.kind
            )
