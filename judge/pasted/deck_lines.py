"""Takes deck lines out of a pasted text: lines such as “3x Backflip (Core Set)”, each a card of that name.

A text that is a deck list and nothing else is read by `judge.charts.deck_lists`, with counts and codes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.errors import TooLarge
from judge.pasted.dispute_words import Books
from judge.pasted.pasted_values import ReadValue, Span, Unplaced

_LINE = re.compile(r"^[ \t>*•-]{0,6}(\d{1,3})[ \t]?[x×][ \t]{1,4}(?=\S)", re.MULTILINE)
MOST_LOOKED_UP = 300
"""Names of a deck list that are looked up; those beyond are taken as they are."""
MOST_NAMES = 500


@dataclass(frozen=True, slots=True)
class PastedDeck:
    """The cards of a deck list, and the text with spaces in place of its lines."""

    names: tuple[ReadValue, ...]
    rest: str
    used: tuple[Span, ...] = ()
    unknown: tuple[Unplaced, ...] = ()


def take_deck_lines(text: str, books: Books) -> PastedDeck:
    """The deck lines of a text; those that the library does not have are told by line. Raises TooLarge."""
    names: dict[str, ReadValue] = {}
    used: list[Span] = []
    unknown: list[Unplaced] = []
    rest: list[str] = []
    known: dict[str, bool] = {}
    behind, line, counted = 0, 1, 0
    for match in _LINE.finditer(text):
        end = text.find("\n", match.end())
        end = len(text) if end < 0 else end
        name = text[match.end() : end].strip()
        start = text.index(name, match.end()) if name else match.end()
        if name.endswith(")") and "(" in name:
            name = name[: name.rindex("(")].strip()
        if not name or len(name) > _LONGEST_NAME or ":" in name:
            continue
        rest += [text[behind : match.start()], " " * (end - match.start())]
        behind = end
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        if name not in known and len(known) < MOST_LOOKED_UP and books.lookup is not None and books.has_library:
            known[name] = bool(books.lookup(name, None))
        if not known.get(name, True):
            why = f"Line {line}: the card library has no card “{name}”."
            unknown.append(Unplaced((match.start(), end), text[match.start() : end].strip(), why))
            continue
        names.setdefault(name.lower(), ReadValue(name, (start, start + len(name))))
        if len(names) > MOST_NAMES:
            raise TooLarge(f"The text lists more than {MOST_NAMES} different cards; paste those in question.", "text")
        used.append((match.start(), end))
    return PastedDeck(tuple(names.values()), "".join([*rest, text[behind:]]), tuple(used), tuple(unknown))


_LONGEST_NAME = 100
