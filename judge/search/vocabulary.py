"""The words of the books, by language, and their stems."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from judge.search.names import Names
from judge.search.words import LANGUAGES, stem


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
        return [s for s in stems if s in self.stems or self._names.with_stem(s)]

    def is_in_a_name(self, word: str) -> bool:
        """True when a form of the word stands in a name that the books print."""
        return any(name.kind != "lexicon" for s in self.stems_of(word) for name in self._names.with_stem(s))
