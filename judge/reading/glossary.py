"""Defines what reading a book makes: the glossary, its retired addresses and its audit; writes it as a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any

from judge.entry import Entry
from judge.reading.audit import Audit
from judge.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Glossary:
    """One edition read: its entries in reading order, addresses that are gone, and the account of how it was read."""

    book: Rulebook
    entries: tuple[Entry, ...]
    retired: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    audit: Audit = field(default_factory=Audit)

    def as_json(self) -> dict[str, Any]:
        """The object that `corpus/glossaries/GAME-EDITION.json` holds."""
        return {
            "book": asdict(self.book),
            "entries": [entry.as_json() for entry in self.entries],
            "retired": dict(sorted(self.retired.items())),
            "audit": self.audit.as_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Glossary:
        """The glossary that `as_json` wrote, without its audit. Raises KeyError or TypeError on any other data."""
        entries = tuple(Entry.from_json(e) for e in data["entries"])
        return cls(Rulebook(**data["book"]), entries, MappingProxyType(dict(data["retired"])))


def glossary_text(glossary: Glossary) -> str:
    """The glossary's file, the same bytes for the same glossary."""
    return json.dumps(glossary.as_json(), ensure_ascii=False, indent=1) + "\n"
