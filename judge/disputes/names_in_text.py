"""Spells names typed in small letters as the dispute's cards and players have them. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

_WORD = re.compile(r"\w+")

ByFirstWord = Mapping[str, Sequence[str]]


def by_first_word(names: Iterable[str]) -> ByFirstWord:
    """Names that have a capital, by their first word in small letters, the longest first."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names), key=lambda name: (-len(name), name)):
        first = _WORD.search(name)
        if first is not None and first.start() == 0 and name != name.lower() and len(name) == len(name.lower()):
            found[first.group().lower()].append(name)
    return found


def spelled(text: str, names: ByFirstWord) -> tuple[str, tuple[str, ...]]:
    """The text, as long as before, with each name in it spelled as it is; and the names that were typed otherwise.

    >>> spelled("After rhino attacks, …", by_first_word(["Rhino"]))
    ('After Rhino attacks, …', ('Rhino',))
    """
    low = text.lower()
    if len(low) != len(text):
        return text, ()
    parts: list[str] = []
    found: dict[str, None] = {}
    at = 0
    for word in _WORD.finditer(low):
        start = word.start()
        if start < at or not text[start].islower():
            continue
        for name in names.get(word.group(), ()):
            end = start + len(name)
            if low.startswith(name.lower(), start) and not low[end : end + 1].isalnum():
                parts += [text[at:start], name]
                found[name] = None
                at = end
                break
    return "".join([*parts, text[at:]]), tuple(found)
