"""Rules quoted on a page, each with the address of the paragraph it stands in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.corpus import Corpus
from judge.entry import Entry
from judge.web.texts import entry_address


@dataclass(frozen=True, slots=True)
class ShownRule:
    """A rule quoted, with the address of the paragraph it stands in."""

    headword: str
    quote: str
    official: bool
    address: str


def show_rules(corpus: Corpus, rules: Sequence[Mapping[str, Any]]) -> tuple[ShownRule, ...]:
    """The `rules` of a ruling or an answer (contract, section 6), ready for a page."""
    return tuple(_shown(corpus.entries[rule["id"]], rule) for rule in rules)


def _shown(entry: Entry, rule: Mapping[str, Any]) -> ShownRule:
    return ShownRule(rule["headword"], rule["quote"], rule["official"], _address(entry, rule["quote"]))


def _address(entry: Entry, quote: str) -> str:
    """The paragraph in which the quote begins; the entry where no paragraph holds it."""
    first_line = quote.split("\n", 1)[0]
    anchor = next((p.anchor for p in entry.paragraphs if first_line in p.text), None)
    return entry_address(entry.id, anchor)
