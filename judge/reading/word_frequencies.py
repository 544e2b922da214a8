"""Says how likely a word is: counted in the cleaner rulebooks, with an English frequency list behind them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

_IN_BOOKS, _IN_ENGLISH = 0.85, 0.15
_UNKNOWN, _PER_LETTER = 9.0, 1.8
_LONELY, _LONG = 3.5, 10
_RAREST = 14.0
_ENDING = re.compile(r"'(?:s|d|re|ll|ve)?$")
_SHORT_WORDS = frozenset({"a", "i"})


def plain_word(word: str) -> str:
    """The form words are counted in: lower case, straight apostrophes."""
    return word.casefold().replace("’", "'")


@dataclass(frozen=True, slots=True)
class WordFrequencies:
    """Counts of words and of pairs of words in the rulebooks, and of words in English at large."""

    words: Mapping[str, int]
    pairs: Mapping[tuple[str, str], int]
    english: Mapping[str, int]
    hyphened: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()
    book_total: int = 1
    english_total: int = 1

    def is_known(self, word: str) -> bool:
        """True for a word of the books, or one of the English list that is no mere fragment."""
        plain = plain_word(word)
        if plain in self.words or plain in self.extra:
            return True
        base = _ENDING.sub("", plain)
        if base != plain:
            return self.is_known(base) if base else False
        if len(plain) <= 3:
            return plain in _SHORT_WORDS or self.english.get(plain, 0) > _COMMON[len(plain)]
        return plain in self.english

    def may_know(self, word: str) -> bool:
        """False, quickly, for a string that is certainly no word."""
        plain = word.casefold()
        return plain in self.words or plain in self.english or "'" in plain or "’" in plain

    def in_books(self, word: str) -> bool:
        """True for a word that the rulebooks use."""
        return plain_word(word) in self.words

    def cost(self, word: str, before: str | None = None) -> float:
        """How surprising `word` is after the word `before`, in nats; an unknown word costs by its length."""
        plain = plain_word(word)
        single = self._cost_alone(plain)
        if before is None:
            return single
        first = plain_word(before)
        pair = self.pairs.get((first, plain), 0)
        if not pair:
            return single + 0.7
        followed = pair / (self.words[first] + 3.0)
        return min(single, -log(0.5 * followed + 0.5 * exp(-single)))

    def has_pair(self, before: str, word: str) -> bool:
        """True when the rulebooks have these two words side by side."""
        return (plain_word(before), plain_word(word)) in self.pairs

    def keeps_hyphen(self, left: str, right: str) -> bool:
        """True unless `left` and `right` are the halves of one word that a line break parted."""
        joined, parted = plain_word(left + right), f"{plain_word(left)}-{plain_word(right)}"
        if parted in self.hyphened:
            return True
        return not self.is_known(joined)

    def _cost_alone(self, plain: str) -> float:
        if not self.is_known(plain):
            over = max(len(plain) - _LONG, 0) * _PER_LETTER
            return _UNKNOWN + _PER_LETTER * len(plain) + over + (_LONELY if len(plain) == 1 else 0.0)
        base = plain if plain in self.words else _ENDING.sub("", plain)
        share = _IN_BOOKS * self.words.get(base, 0) / self.book_total
        share += _IN_ENGLISH * self.english.get(base, 0) / self.english_total
        rare = 1.5 if base != plain else 0.0
        return min(_RAREST, -log(share) if share else _RAREST) + rare


_COMMON = {0: 0, 1: 10**15, 2: 3 * 10**8, 3: 10**8}
"""How often a word of so many letters stands in the English list before it counts: short ones are mostly debris."""


def count_words(texts: Iterable[str], english: Mapping[str, int], extra: Iterable[str] = ()) -> WordFrequencies:
    """A vocabulary from the texts of the cleaner rulebooks, an English frequency list, and `extra` good words."""
    words: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    hyphened: set[str] = set()
    for text in texts:
        for stretch in re.split(r"[.!?:;()]|\n\s*\n", re.sub(r"(?m)^\s*\w\s*$", "", text)):
            found = [plain_word(w) for w in WORD.findall(stretch) if len(w) > 1 or w == "a" or w.isupper()]
            words.update(found)
            pairs.update(pairwise(found))
        hyphened.update(plain_word(m) for m in re.findall(r"[^\W\d_]+-[^\W\d_]+", text))
    totals = max(words.total(), 1), max(sum(english.values()), 1)
    return WordFrequencies(words, pairs, english, frozenset(hyphened), frozenset(extra), *totals)


def parse_frequencies(text: str) -> dict[str, int]:
    """An English frequency list: one word and its count a line."""
    pairs = (line.split() for line in text.lstrip("\ufeff").splitlines())
    return {word: int(count) for word, count in (pair for pair in pairs if len(pair) == 2)}
