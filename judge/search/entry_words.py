"""Entries with their words counted, paragraph by paragraph: for phrases, the best paragraph, and highlighting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from judge.entry import Entry
from judge.search.word_forms import Token, plain, tokens, words_of

_LONGEST_SNIPPET = 280
_BEFORE = 60
"""Characters kept before the first word found, when a paragraph is too long to be shown whole."""


@dataclass(frozen=True)
class Passage:
    """One paragraph as words, each taken apart only as far as it is asked for."""

    anchor: str
    text: str
    line: tuple[str, ...]
    """The stems of its words, in order."""
    stem_of: Callable[[str], str] = field(repr=False, compare=False)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Its stems."""
        return frozenset(self.line)

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The pairs of stems that stand together."""
        return frozenset(pairwise(self.line))

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Its words with where they stand."""
        return tokens(self.text, self.stem_of)


@dataclass(frozen=True)
class EntryWords:
    """An entry as words. `names` are the stems of its headword and aliases, `passages` its paragraphs in order."""

    entry: Entry
    names: frozenset[str]
    passages: tuple[Passage, ...]

    @cached_property
    def stems(self) -> frozenset[str]:
        """All stems of its names and passages."""
        return self.names.union(*(passage.stems for passage in self.passages))

    @cached_property
    def lines(self) -> str:
        """Its names and passages as folded words, a line each, with a space around every word."""
        texts = (*self.entry.names, *(passage.text for passage in self.passages))
        return "\n".join(f" {plain(text)} " for text in texts)

    def holds(self, words: tuple[str, ...]) -> bool:
        """True when the folded words stand together, in this order, in a paragraph or a name."""
        return f" {' '.join(words)} " in self.lines


@dataclass(frozen=True, slots=True)
class Snippet:
    """What a hit shows: plain text, and the spans (start, end excluded) of the words that were found."""

    anchor: str
    text: str
    marks: tuple[tuple[int, int], ...] = field(default=())


def read_entry_words(entry: Entry, stem_of: Callable[[str], str]) -> EntryWords:
    """The entry as words; `stem_of` gives the stem of a folded word in the entry's language."""
    return EntryWords(
        entry=entry,
        names=frozenset(stem_of(word) for name in entry.names for word in words_of(name)),
        passages=tuple(
            Passage(p.anchor, p.text, tuple(map(stem_of, words_of(p.text))), stem_of) for p in entry.paragraphs
        ),
    )


def snippet_of(passage: Passage, stems: Set[str], phrases: Iterable[tuple[str, ...]] = ()) -> Snippet:
    """The passage as a snippet, words of `stems` and `phrases` marked, cut between words where it is long."""
    found = _marked(passage, stems, tuple(phrases))
    start, end = _window(passage, found[0][0] if found else 0)
    lead, tail = ("… " if start else ""), (" …" if end < len(passage.text) else "")
    shift = len(lead) - start
    marks = tuple((a + shift, b + shift) for a, b in found if start <= a and b <= end)
    return Snippet(passage.anchor, lead + passage.text[start:end] + tail, marks)


def _marked(passage: Passage, stems: Set[str], phrases: tuple[tuple[str, ...], ...]) -> list[tuple[int, int]]:
    if not phrases:
        return [(token.start, token.end) for token in passage.tokens if token.stem in stems]
    line = [token.plain for token in passage.tokens]
    in_phrase = {
        at + offset
        for phrase in phrases
        for at in range(len(line) - len(phrase) + 1)
        if tuple(line[at : at + len(phrase)]) == phrase
        for offset in range(len(phrase))
    }
    return [(t.start, t.end) for at, t in enumerate(passage.tokens) if t.stem in stems or at in in_phrase]


def _window(passage: Passage, first: int) -> tuple[int, int]:
    """Where to cut a long passage: between words, the first word found not far from the beginning."""
    size = len(passage.text)
    if size <= _LONGEST_SNIPPET:
        return 0, size
    wanted = max(0, min(first - _BEFORE, size - _LONGEST_SNIPPET))
    start = next((t.start for t in passage.tokens if t.start >= wanted), 0) if wanted else 0
    if size - start <= _LONGEST_SNIPPET:
        return start, size
    return start, max((t.end for t in passage.tokens if t.end <= start + _LONGEST_SNIPPET), default=size)
