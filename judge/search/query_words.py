"""What a query looks for: its words, each with the stems that stand for it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cached_property

_IN_NAME = 0.7
"""A word that stands in an entry's name, not in the paragraph, counts that much for the paragraph."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word looked for: as typed, the stems that stand for it with how well each does, and its rarity."""

    typed: str
    stems: Mapping[str, float]
    rarity: float
    read_as: str | None = None
    """The word it was mended to, when it is no word of the books as typed."""
    known: bool = True
    """Some form of it stands in the books or the lexicon."""
    literal: bool = True
    """It stands there as typed."""

    def held(self, stems: Set[str]) -> float:
        """How well the stems hold it, 0 to 1."""
        return max((weight for word_stem, weight in self.stems.items() if word_stem in stems), default=0.0)


@dataclass(frozen=True)
class Wanted:
    """What a query looks for: its words, the game it names in words, and what only asks."""

    words: tuple[Word, ...]
    game: str | None = None
    only_stop_words: bool = False

    @property
    def is_literal(self) -> bool:
        """True when every word stands in the books or the lexicon as typed."""
        return all(word.literal for word in self.words)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Every stem looked for."""
        return frozenset(word_stem for word in self.words for word_stem in word.stems)

    def share_held(self, here: frozenset[str], named: frozenset[str]) -> float:
        """How much of what is looked for (0 to 1, by rarity) a paragraph's stems hold; those in the name count less."""
        held = 0.0
        if here or named:
            for word in self.words:
                best = 0.0
                for word_stem, weight in word.stems.items():
                    if word_stem in here:
                        best = max(best, weight)
                    elif word_stem in named:
                        best = max(best, weight * _IN_NAME)
                held += word.rarity * best
        return held / self.rarity

    @cached_property
    def rarity(self) -> float:
        """All rarity together, never 0."""
        return sum(word.rarity for word in self.words) or 1.0

    @property
    def content(self) -> str:
        """The words looked for as typed, with a space between them."""
        return " ".join(word.typed for word in self.words)

    @property
    def is_known(self) -> bool:
        """True when every word is one of the books or the lexicon as typed."""
        return all(word.known for word in self.words)
