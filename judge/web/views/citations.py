"""Quotes rules on a page, each with the address of the paragraph it stands in."""

from __future__ import annotations

import re
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
    before: str = ""
    after: str = ""
    """What else stands in the sentences that the quote is of, so that no condition is cut off."""
    again: bool = False
    """True where the page quotes it elsewhere, so that here its name is enough."""

    @property
    def whole(self) -> str:
        """The sentences that a reader sees."""
        return f"{self.before}{self.quote}{self.after}"


def show_rules(corpus: Corpus, rules: Sequence[Mapping[str, Any]]) -> tuple[ShownRule, ...]:
    """The `rules` of a ruling or an answer (contract, section 6), ready for a page: those of one entry together."""
    shown: list[ShownRule] = []
    for rule in rules:
        one = _shown(corpus.entries[rule["id"]], rule)
        if not any(one.quote in other.whole for other in shown):
            shown.append(one)
    entries = list(dict.fromkeys(one.id for one in shown))
    return tuple(sorted(shown, key=lambda one: entries.index(one.id)))


def quoted_once(lists: Sequence[Sequence[ShownRule]]) -> list[tuple[ShownRule, ...]]:
    """Lists of rules of a page, each quote told once: where it stands first of a list, else where it comes first."""
    home: dict[str, int] = {}
    for first in (True, False):
        for number, rules in enumerate(lists):
            for rule in rules[:1] if first else rules:
                home.setdefault(rule.whole, number)
    return [
        tuple(replace(rule, again=home[rule.whole] != number) for rule in rules) for number, rules in enumerate(lists)
    ]


def _shown(entry: Entry, rule: Mapping[str, Any]) -> ShownRule:
    before, after = _around(entry, rule["quote"])
    address = _address(entry, rule["quote"])
    return ShownRule(entry.id, rule["headword"], rule["quote"], rule["official"], address, before, after)


_END = re.compile(r"(?:[.!?]|\.”)(?= [^a-z])|:(?= )")
"""Where a sentence ends: not after a name with a sign, such as “the BAM! effect”."""
_MOST = 300
"""Characters told around a quote at most."""


def _around(entry: Entry, quote: str) -> tuple[str, str]:
    """What stands before and after a quote in the sentences it is of."""
    lines = quote.split("\n")
    before, after = _before(entry, lines[0]), _after(entry, lines[-1])
    return (before if len(before) <= _MOST else "", after if len(after) <= _MOST else "")


def _before(entry: Entry, words: str) -> str:
    """What stands before the words in their sentence."""
    text = _paragraph_with(entry, words)
    start = text.index(words)
    return text[max((end.end() + 1 for end in _END.finditer(text) if end.end() < start), default=0) : start]


def _after(entry: Entry, words: str) -> str:
    """What stands after the words in their sentence."""
    if words.rstrip("”").endswith((".", "!", "?", ":")):
        return ""
    text = _paragraph_with(entry, words)
    stop = text.index(words) + len(words)
    return text[stop : next((end.end() for end in _END.finditer(text) if end.start() >= stop - 1), len(text))]


def _paragraph_with(entry: Entry, words: str) -> str:
    return next((p.text for p in entry.paragraphs if words in p.text), words)


def _address(entry: Entry, quote: str) -> str:
    """The paragraph in which the quote begins; the entry where no paragraph holds it."""
    first_line = quote.split("\n", 1)[0]
    anchor = next((p.anchor for p in entry.paragraphs if first_line in p.text), None)
    return entry_address(entry.id, anchor)
