"""Holds the lines of a source with their numbers, and finds text quoted from it again.

Lines are counted at newlines only: a form feed ends no line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

_INVISIBLE = str.maketrans({"\f": " ", "\ufeff": "", "\u200b": "", "\u00ad": "", "\u00a0": " ", "\r": "", "\ufffd": ""})


def tidy(text: str) -> str:
    """`text` with form feeds, no-break and zero-width spaces made plain and runs of spaces collapsed.

    >>> tidy("  an\\u00a0ally \\f attacks ")
    'an ally attacks'
    """
    return re.sub(r"\s+", " ", text.translate(_INVISIBLE)).strip()


@dataclass(frozen=True, slots=True)
class Source:
    """A source text: `name` is its file's, `lines` the lines as they came, the first being line 1."""

    name: str
    lines: tuple[str, ...]
    texts: tuple[str, ...]
    """The lines with their white space tidied."""

    def text(self, number: int) -> str:
        """The line with its white space tidied."""
        return self.texts[number - 1]

    @property
    def numbers(self) -> range:
        """All line numbers."""
        return range(1, len(self.lines) + 1)

    def is_blank(self, number: int) -> bool:
        """True for a line of white space."""
        return not self.text(number)


def read_source(name: str, text: str) -> Source:
    """Split a source at its newlines."""
    lines = text.split("\n")
    if lines and not lines[-1].strip("\r\f "):
        lines.pop()
    return Source(name, tuple(lines), tuple(map(tidy, lines)))


def find_line(source: Source, quote: str, near: int) -> int | None:
    """The line nearest to `near` that is `quote`, else one that begins with it, else one that holds it.

    A quote may run on over the next lines. None where it stands nowhere.
    """
    wanted = tidy(quote)
    tests: tuple[Callable[[int], bool], ...] = (
        lambda n: source.text(n) == wanted,
        lambda n: source.text(n).startswith(wanted),
        lambda n: bool(source.text(n)) and _run_on(source, n).startswith(wanted),
        lambda n: wanted in source.text(n),
    )
    if near in source.numbers and any(test(near) for test in tests):
        return near
    for test in tests:
        found = nearest((n for n in source.numbers if test(n)), near)
        if found is not None:
            return found
    return None


def nearest(numbers: Iterable[int], near: int) -> int | None:
    """Of `numbers` the nearest to `near`, the earlier of two equally near."""
    return min(numbers, key=lambda n: (abs(n - near), n), default=None)


def _run_on(source: Source, number: int) -> str:
    following = [source.text(n) for n in range(number, min(number + 5, len(source.lines) + 1))]
    return " ".join(text for text in following if text)
