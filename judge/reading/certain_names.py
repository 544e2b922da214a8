"""Finds names that leave no doubt which entry they mean: a line that is only a name, and “see NAME on page 8”.

Unlike the terms of `term_mentions` these may be words that mostly mean something else, and names that several entries
share.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from judge.corpus import plain_name
from judge.entry import Mention
from judge.reading.cross_references import NamedEntry

_ON_PAGE = re.compile(
    r"""\b[Ss]ee\s+
        (?P<name>[^.;()]{2,60}?)  # the name of a section, as printed
        \s+on\s+pages?\b          # the page it stood on, which is no more""",
    re.VERBOSE,
)


class CertainNames:
    """The names of one edition's entries, given in reading order."""

    def __init__(self, entries: Iterable[NamedEntry]) -> None:
        self._place: dict[str, int] = {}
        self._ids: dict[str, list[str]] = defaultdict(list)
        for place, entry in enumerate(entries):
            self._place[entry.id] = place
            if entry.kind != "redirect":
                for name in dict.fromkeys(map(plain_name, entry.names)):
                    self._ids[name].append(entry.id)

    def find_mentions(self, text: str, entry: str) -> tuple[Mention, ...]:
        """Mentions in one paragraph of `entry` (an id), in order, each target once.

        A line that is a name means the next entry so called: it stands in the list of what follows. A page reference
        means the first entry so called, the main rule.
        """
        following = [i for i in self._others(text, entry) if self._place[i] > self._place[entry]]
        whole = following or self._others(text, entry)
        if whole:
            return (Mention(0, len(text), whole[0]),)
        mentions: dict[str, Mention] = {}
        for mention in self._on_pages(text, entry):
            mentions.setdefault(mention.target, mention)
        return tuple(mentions.values())

    def _on_pages(self, text: str, entry: str) -> Iterator[Mention]:
        for found in _ON_PAGE.finditer(text):
            targets = self._others(found["name"], entry)
            if targets:
                yield Mention(found.start("name"), found.end("name"), targets[0])

    def _others(self, name: str, entry: str) -> list[str]:
        return [i for i in self._ids.get(plain_name(name), ()) if i != entry]


def with_named(named: Sequence[Mention], terms: Sequence[Mention]) -> tuple[Mention, ...]:
    """`named` and those of `terms` that neither overlap nor repeat them, in order."""
    targets = {m.target for m in named}
    free = [t for t in terms if t.target not in targets and all(t.end <= m.start or m.end <= t.start for m in named)]
    return tuple(sorted([*named, *free], key=lambda m: m.start))
