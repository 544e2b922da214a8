"""Quotes rules on a page, each with the address of the paragraph it stands in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.corpus import Corpus
from judge.entry import Entry
from judge.web.addresses import entry_address


@dataclass(frozen=True, slots=True)
class ShownRule:
    """A rule quoted, with the address of the paragraph it stands in."""

    id: str
    headword: str
    quote: str
    official: bool
    address: str
    again: bool = False
    """True where the page quotes it elsewhere, so that here its name is enough."""


def show_rules(corpus: Corpus, rules: Sequence[Mapping[str, Any]]) -> tuple[ShownRule, ...]:
    """The `rules` of a ruling or an answer (contract, section 6), ready for a page: those of one entry together."""
    shown: list[ShownRule] = []
    for rule in rules:
        one = _shown(corpus.entries[rule["id"]], rule)
        place = next((place for place, other in enumerate(shown) if is_told_twice(one, other)), len(shown))
        shown[place : place + 1] = [max([one, *shown[place : place + 1]], key=lambda each: len(each.quote))]
    entries = list(dict.fromkeys(one.id for one in shown))
    return tuple(sorted(shown, key=lambda one: entries.index(one.id)))


def quoted_once(lists: Sequence[Sequence[ShownRule]]) -> list[tuple[ShownRule, ...]]:
    """Lists of rules of a page, each quote told once: where it stands first of a list, else where it comes first, and
    not at all where it is part of a longer one.
    """
    home: dict[str, int] = {}
    for first in (True, False):
        for number, rules in enumerate(lists):
            for rule in rules[:1] if first else rules:
                home.setdefault(rule.quote, number)
    parts = {quote for quote in home if any(quote in other and quote != other for other in home)}
    return [
        tuple(
            replace(rule, again=home[rule.quote] != number or bool(place and rule.quote in parts))
            for place, rule in enumerate(rules)
        )
        for number, rules in enumerate(lists)
    ]


def is_told_twice(one: ShownRule, other: ShownRule) -> bool:
    """Whether a reader of both would read one of them twice."""
    return one.quote in other.quote or other.quote in one.quote


def _shown(entry: Entry, rule: Mapping[str, Any]) -> ShownRule:
    return ShownRule(entry.id, rule["headword"], rule["quote"], rule["official"], _address(entry, rule["quote"]))


def _address(entry: Entry, quote: str) -> str:
    """The paragraph in which the quote begins; the entry where no paragraph holds it."""
    first_line = quote.split("\n", 1)[0]
    anchor = next((p.anchor for p in entry.paragraphs if first_line in p.text), None)
    return entry_address(entry.id, anchor)
