"""Who says which line of a chat: “[20:14] kev: …”, “<kev> …”, “kev: I have …”; there “I” is who says it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from judge.pasted.pasted_values import Span

_LINE = re.compile(
    r"^[ \t>*•-]{0,6}(?P<time>[\[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \t]?[ap]m)?[\])]?[ \t]{0,2}[-–,|]?[ \t]{0,2})?"
    r"[*_]{0,2}(?P<open><)?@?(?P<name>[^\W\d_][\w'’.-]{0,30}(?:[ \t][^\W\d_][\w'’.-]{0,30})?)"
    r"(?(open)>:?|[ \t]?:)[*_]{0,2}[ \t](?=[ \t]{0,60}\S)",
    re.MULTILINE,
)
_ME = re.compile(r"(?<![\w'’])(?:i|me|my|mine|im|ive|i['’](?:m|ve|ll|d))(?![\w'’])", re.IGNORECASE)


_TWO = 2


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line that somebody says: where it stands, and who says it."""

    first: int
    end: int
    name: str
    at: Span


@dataclass(frozen=True)
class Speakers:
    """The lines of a chat, in order."""

    lines: tuple[ChatLine, ...] = ()

    def of(self, at: Span) -> ChatLine | None:
        """The line in which words stand."""
        return next((line for line in self.lines if line.first <= at[0] < line.end), None)

    def other(self, at: Span) -> ChatLine | None:
        """The other one of two, to whom a line is said."""
        line = self.of(at)
        if line is None or len(self._by_name) != _TWO:
            return None
        return next(one for name, one in self._by_name.items() if name != line.name.lower())

    @cached_property
    def _by_name(self) -> Mapping[str, ChatLine]:
        """Name in small letters → a line of theirs."""
        return {line.name.lower(): line for line in self.lines}


def find_speakers(text: str, names_nobody: Callable[[str], bool], talks: Callable[[str, str], bool]) -> Speakers:
    """The lines that somebody says: those of a name behind a time or in angle brackets, and of a name before a colon
    where a line of it says “I”, or `talks` by its name and first word and another says “I”."""
    found = list(_lines(text, names_nobody))
    sure = {line.name.lower() for says, line in found if says}
    if sure:
        said = ((line, text[line.at[1] : line.end].strip(' \t:*_"“').partition(" ")[0]) for _, line in found)
        sure |= {line.name.lower() for line, word in said if talks(line.name.lower(), word.strip(".,!?").lower())}
    return Speakers(tuple(line for _, line in found if line.name.lower() in sure))


def _lines(text: str, names_nobody: Callable[[str], bool]) -> Iterator[tuple[bool, ChatLine]]:
    """Lazily, the lines that begin like one that somebody says, each with whether that is sure."""
    for match in _LINE.finditer(text):
        end = text.find("\n", match.end())
        name = match.group("name")
        marked = bool(match.group("time") or match.group("open"))
        known = len(name) > 1 and not any(names_nobody(word.lower()) for word in name.split())
        if marked or known:
            line = ChatLine(match.start(), len(text) if end < 0 else end, name, match.span("name"))
            yield marked or _ME.search(text, match.end(), line.end) is not None, line
