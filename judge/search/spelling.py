"""Mending what was typed: a word that no book holds, read as one that it begins, or as a near one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice, takewhile

from judge.search.entry_names import Names
from judge.search.similar_words import allowed_edits, words_within
from judge.search.word_forms import LANGUAGES, stem

_FUZZY = {1: 0.8, 2: 0.6}
"""A mended word counts that much, by the number of edits."""
_BEGUN = (0.9, 0.5)
"""The likeliest word that a half-typed one begins counts the first of these, others the second."""
_SHORTEST_BEGUN = 3
"""So many letters a half-typed word has at least; a shorter one begins too much."""
_CONSIDERED, _KEPT = 8, 4
"""So many near words are compared; so many stand for the word."""

Mended = tuple[str | None, Mapping[str, float]]
"""The word that was read instead, and the stems that stand for it with how well each does; none where none is near."""


def keep_best(stems: dict[str, float], more: Iterable[tuple[str, float]]) -> None:
    """Add stems with their weights, of each the higher one."""
    for word, weight in more:
        stems[word] = max(weight, stems.get(word, 0.0))


class Vocabulary:
    """The folded words of the books in each language, with their stems; read-only."""

    def __init__(self, by_lang: Mapping[str, Mapping[str, str]], names: Names) -> None:
        self.by_lang = by_lang
        self.words = frozenset(word for words in by_lang.values() for word in words)
        self._names = names

    @cached_property
    def stems(self) -> frozenset[str]:
        """All stems of the words."""
        return frozenset(word_stem for words in self.by_lang.values() for word_stem in words.values())

    def stems_of(self, word: str) -> list[str]:
        """The stems of a folded word: in the languages of the books that hold it, or in all where none does."""
        held = [words[word] for words in self.by_lang.values() if word in words]
        return held or [stem(word, lang) for lang in LANGUAGES]

    def known_stems(self, word: str) -> list[str]:
        """Those of the word's stems that stand in the books or in a name."""
        stems = dict.fromkeys(self.stems_of(word))
        return [s for s in stems if s in self.stems or s in self._names.stems]

    def is_in_a_name(self, word: str) -> bool:
        """True when a form of the word stands in a name that the books print."""
        return any(name.is_printed for s in self.stems_of(word) for name in self._names.with_stem(s))


class SpellingCorrector:
    """Reads unknown words as words of the books; read-only."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    @cached_property
    def _words(self) -> list[str]:
        return [word for word in sorted(self._vocabulary.words) if len(word) > 2 and not word.isdigit()]

    def mended(self, word: str) -> Mended:
        """What the word was meant to be: words of names that it begins, the shortest first, or the nearest words."""
        stems: dict[str, float] = {}
        begun = self._begun(word)
        for other in begun[:_KEPT]:
            keep_best(stems, ((s, _BEGUN[bool(stems)]) for s in self._vocabulary.known_stems(other) if s not in stems))
        near = [] if begun else self._near(word)
        for other, away in near[:_KEPT]:
            keep_best(stems, ((s, _FUZZY[max(1, away)]) for s in self._vocabulary.known_stems(other)))
        return next(iter((*begun, *(other for other, _ in near))), None), stems

    def _begun(self, word: str) -> list[str]:
        after = islice(self._words, bisect_left(self._words, word), None)
        begun = takewhile(lambda other: other.startswith(word), after if len(word) >= _SHORTEST_BEGUN else ())
        return sorted(filter(self._vocabulary.is_in_a_name, begun), key=lambda other: (len(other), other))

    def _near(self, word: str) -> list[tuple[str, int]]:
        """The nearest words of the books, with the edits; one that stands in a name first among equally near ones."""
        edits = allowed_edits(word)
        near = words_within(word, self._words, edits, _CONSIDERED) if edits else []
        is_in_a_name = self._vocabulary.is_in_a_name
        return sorted(near, key=lambda one: (one[1], not is_in_a_name(one[0]), one[0][:1] != word[:1], one[0]))
