"""Takes the names in See lines apart, and finds the entries they lead to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from judge.corpus import plain_name, singular
from judge.reading.description import ReferenceRow

_ALIKE, _AHEAD = 80.0, 8.0


def split_names(text: str) -> tuple[str, ...]:
    """The names of a See line: parted at commas and semicolons outside brackets.

    >>> split_names("Attack (Player, Ally), In Play and Out of Play.")
    ('Attack (Player, Ally)', 'In Play and Out of Play')
    """
    parts = re.split(r"[,;](?![^()\[\]]*[)\]])", text)
    names = (re.sub(r"^and\s+", "", part.strip()) for part in parts)
    return tuple(name for name in (re.sub(r"(?<![A-Z])\.$", "", n).strip() for n in names) if name)


@dataclass(frozen=True, slots=True)
class NamedEntry:
    """An entry as references see it."""

    id: str
    names: tuple[str, ...]
    kind: str


class NameDirectory:
    """Finds the entry that a name in a See line leads to."""

    def __init__(self, entries: Iterable[NamedEntry], rows: Sequence[ReferenceRow] = ()) -> None:
        self._kinds: dict[str, str] = {}
        self._exact: dict[str, list[str]] = defaultdict(list)
        self._loose: dict[str, list[str]] = defaultdict(list)
        self._printed: dict[str, str] = {}
        for entry in entries:
            self._kinds[entry.id] = entry.kind
            for name in entry.names:
                plain = plain_name(name)
                self._exact[plain].append(entry.id)
                self._loose[singular(plain)].append(entry.id)
                self._printed.setdefault(plain, name)
        self._rows: Mapping[tuple[str, str | None], tuple[str, ...]] = {
            (plain_name(row.name), plain_name(row.entry) if row.entry else None): row.to for row in rows
        }

    def find_adrift(self, rows: Sequence[ReferenceRow]) -> list[tuple[int, str]]:
        """The rows, by their place, that lead to a headword which names nothing or several things."""
        return [(i, to) for i, row in enumerate(rows) for to in row.to if self._one(to) is None]

    def find(self, name: str, entry: str) -> str | None:
        """The id that `name`, printed in the entry called `entry`, leads to; None when it names nothing or several."""
        found = self.find_all(name, entry)
        return found[0] if found else None

    def find_all(self, name: str, entry: str) -> tuple[str, ...]:
        """As `find`; an editor's [[reference]] row may name several entries."""
        plain = plain_name(name)
        to = self._rows.get((plain, plain_name(entry))) or self._rows.get((plain, None))
        if to is not None:
            return tuple(i for i in (self._one(target) for target in to) if i)
        one = self._one(name)
        return (one,) if one else ()

    def _one(self, name: str) -> str | None:
        without_remark = re.sub(r"\s*[(\[][^)\]]*[)\]]", "", name)
        for form in dict.fromkeys((name, without_remark)):
            plain = plain_name(form)
            for found in (self._exact.get(plain), self._loose.get(singular(plain))):
                if found:
                    return self._only(found)
        return None

    def _only(self, ids: Sequence[str]) -> str | None:
        unique = list(dict.fromkeys(ids))
        for kinds in (("entry",), ("entry", "redirect"), ("entry", "redirect", "section", "card", "clarification")):
            fitting = [i for i in unique if self._kinds[i] in kinds]
            if fitting:
                return fitting[0] if len(fitting) == 1 else None
        return None

    def nearest(self, name: str) -> str | None:
        """The headword that a damaged `name` most likely is: much alike, and no other nearly as much; else None."""
        remark = re.search(r"\s*\([^)]*\)$", name)
        bare = name[: remark.start()] if remark else name
        wanted = plain_name(bare).replace(" ", "")
        if len(wanted) < 5:
            return None
        scored = sorted(((fuzz.ratio(wanted, p.replace(" ", "")), p) for p in self._printed), reverse=True)[:2]
        if not scored or scored[0][0] < _ALIKE or (len(scored) > 1 and scored[0][0] - scored[1][0] < _AHEAD):
            return None
        return self._printed[scored[0][1]] + (remark[0] if remark else "")
