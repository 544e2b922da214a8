"""Who says which line of a chat: “[20:14] kev: …”, “<kev> …”, “kev: I have …”; there “I” is who says it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from judge.pasted.pasted_values import Span

_LINE = re.compile(
    r"^[ \t>*•-]{0,6}(?P<time>[\[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \t]?[ap]m)?[\])]?[ \t]{0,2}[-–,|]?[ \t]{0,2})?"
    r"[*_]{0,2}(?P<open><)?@?(?P<name>[^\W\d_][\w'’.-]{0,30}(?:[ \t][^\W\d_][\w'’.-]{0,30})?)"
    r"(?(open)>:?|[ \t]?:)[*_]{0,2}[ \t](?=\S)",
    re.MULTILINE,
)
_ME = re.compile(r"(?<![\w'’])(?:i|me|my|mine|im|ive|i['’](?:m|ve|ll|d))(?![\w'’])", re.IGNORECASE)


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
        others = [one for one in self.lines if line is not None and one.name.lower() != line.name.lower()]
        return others[0] if len({one.name.lower() for one in others}) == 1 else None


def find_speakers(text: str, names_nobody: Callable[[str], bool], talks: Callable[[str, str], bool]) -> Speakers:
    """The lines that somebody says: those of a name behind a time or in angle brackets, and of a name before a colon
    where a line of it says “I”, or `talks` by its name and first word and another says “I”."""
    found: list[tuple[bool, ChatLine]] = []
    for match in _LINE.finditer(text):
        end = text.find("\n", match.end())
        name = match.group("name")
        marked = bool(match.group("time") or match.group("open"))
        if len(name) == 1 and not marked:
            continue
        if marked or not any(names_nobody(word.lower()) for word in name.split()):
            line = ChatLine(match.start(), len(text) if end < 0 else end, name, match.span("name"))
            found.append((marked or _ME.search(text, match.end(), line.end) is not None, line))
    sure = {line.name.lower() for says, line in found if says}
    if sure:
        said = ((line, text[line.at[1] : line.end].strip(' \t:*_"“').partition(" ")[0]) for _, line in found)
        sure |= {line.name.lower() for line, word in said if talks(line.name.lower(), word.strip(".,!?").lower())}
    return Speakers(tuple(line for _, line in found if line.name.lower() in sure))
