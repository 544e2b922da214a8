"""Mending what was typed: a word that no book holds, read as one that it begins, as two words, or as a near one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from itertools import islice, takewhile

from judge.search.likeness import Lookalikes
from judge.search.vocabulary import Vocabulary
from judge.search.words import stem

_FUZZY = {1: 0.8, 2: 0.6}
"""A mended word counts that much, by the number of edits."""
_BEGUN = (0.9, 0.5)
"""The likeliest word that a half-typed one begins counts the first of these, others the second."""
_SHORTEST_BEGUN = 3
"""So many letters a half-typed word has at least; a shorter one begins too much."""
_LIKED_LESS = 0.8
"""A near word that stands in no name counts that much of one that does."""
_CONSIDERED, _KEPT = 8, 4
"""So many near words are compared; so many stand for the word."""

Mended = tuple[str, dict[str, float]]
"""The word that was read instead, and the stems that stand for it with how well each does."""


def allowed_edits(word: str) -> int:
    """How many typing errors a word may hold: none below three letters, one in short words, two from eight letters."""
    return 0 if len(word) < 3 else 1 if len(word) < 8 else 2


def keep_best(stems: dict[str, float], more: Iterable[tuple[str, float]]) -> None:
    """Add stems with their weights, of each the higher one."""
    for word, weight in more:
        stems[word] = max(weight, stems.get(word, 0.0))


class Mender:
    """Reads unknown words as words of the books; read-only."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    @cached_property
    def _words(self) -> list[str]:
        return [word for word in sorted(self._vocabulary.words) if len(word) > 2 and not word.isdigit()]

    @cached_property
    def _near_words(self) -> Lookalikes:
        return Lookalikes(self._words)

    @cached_property
    def _near_stems(self) -> Lookalikes:
        return Lookalikes(sorted(self._vocabulary.stems))

    def mended(self, word: str) -> Mended | None:
        """What the word was meant to be; None where nothing is near."""
        return self._begun(word) or self._split(word) or self._near(word)

    def _begun(self, word: str) -> Mended | None:
        """The words of names that a half-typed word begins, the shortest first; None where it begins none."""
        if len(word) < _SHORTEST_BEGUN:
            return None
        after = islice(self._words, bisect_left(self._words, word), None)
        begun = takewhile(lambda other: other.startswith(word), after)
        found = [other for other in begun if self._vocabulary.is_in_a_name(other)]
        if not found:
            return None
        ranked = sorted(found, key=lambda other: (len(other), other))
        stems: dict[str, float] = {}
        for other in ranked[:_KEPT]:
            keep_best(stems, ((s, _BEGUN[bool(stems)]) for s in self._vocabulary.known_stems(other) if s not in stems))
        return ranked[0], stems

    def _split(self, word: str) -> Mended | None:
        """Two words of the books written as one, where nothing else explains the word."""
        cuts = [
            (word[:at], word[at:])
            for at in range(3, len(word) - 2)
            if word[:at] in self._vocabulary.words and word[at:] in self._vocabulary.words
        ]
        if not cuts:
            return None
        best = min(cuts, key=lambda cut: abs(len(cut[0]) - len(cut[1])))
        return " ".join(best), {s: 1.0 for part in best for s in self._vocabulary.known_stems(part)}

    def _near(self, word: str) -> Mended | None:
        """The nearest words of the books; a word that stands in a name is preferred among equally near ones."""
        edits = allowed_edits(word)
        near = self._near_words.within(word, edits, _CONSIDERED) if edits else []
        if not near:
            return self._near_stem(word)
        ranked = sorted(near, key=lambda n: (n[1], not self._vocabulary.is_in_a_name(n[0]), n[0][:1] != word[:1], n[0]))
        stems: dict[str, float] = {}
        for other, away in ranked[:_KEPT]:
            liked = 1.0 if self._vocabulary.is_in_a_name(other) else _LIKED_LESS
            keep_best(stems, ((s, _FUZZY[max(1, away)] * liked) for s in self._vocabulary.known_stems(other)))
        return ranked[0][0], stems

    def _near_stem(self, word: str) -> Mended | None:
        """The nearest stem of the books to that of a word with an ending that they do not use; None where none is."""
        bare = stem(word)
        edits = allowed_edits(bare)
        near = self._near_stems.within(bare, edits, 1) if edits else []
        if not near or bare == word:
            return None
        found, away = near[0]
        return found, {found: _FUZZY[max(1, away)]}
