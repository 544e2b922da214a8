"""Sums up all findings: how many of which kind, where editions differ, what nobody decides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

COLUMNS = ("kind", "moment", "edition", "step", "reason", "first_name", "second_name")
"""What of the findings a report looks at."""
MOST_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class AlikeFindings:
    """Findings that are alike: at one step of one moment, with the same said of them."""

    kind: str
    moment: str
    step: str
    said: str
    count: int
    examples: tuple[tuple[str, str], ...]

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "kind": self.kind, "moment": self.moment, "step": self.step, "said": self.said, "count": self.count,
            "examples": [list(pair) for pair in self.examples],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Overview:
    """The counts, and the sorts of pairs that a rules editor looks at first."""

    counts: Mapping[str, int]
    moments: Mapping[str, int]
    differing: tuple[AlikeFindings, ...]
    open: tuple[AlikeFindings, ...]

    def as_json(self) -> dict[str, Any]:
        """As `judge collisions report --json` prints it."""
        return {
            "counts": dict(self.counts),
            "moments": dict(self.moments),
            "editions_differ": [one.as_json() for one in self.differing],
            "nobody_decides": [one.as_json() for one in self.open],
        }


def overview(rows: Iterable[Mapping[str, str]]) -> Overview:
    """The report over findings."""
    kinds: Counter[str] = Counter()
    moments: Counter[str] = Counter()
    alike: dict[tuple[str, str, str, str], list[tuple[str, str]]] = defaultdict(list)
    numbers: Counter[tuple[str, str, str, str]] = Counter()
    for row in rows:
        kinds[row["kind"]] += 1
        moments[row["moment"]] += 1
        if row["kind"] in ("editions", "open"):
            said = row["reason"] if row["kind"] == "editions" else row["edition"]
            key = (row["kind"], row["moment"], row["step"], said)
            numbers[key] += 1
            if len(alike[key]) < MOST_EXAMPLES:
                alike[key].append((row["first_name"], row["second_name"]))
    sorts = [AlikeFindings(*key, numbers[key], tuple(alike[key])) for key in numbers]
    sorts.sort(key=lambda one: (-one.count, one.moment, one.step, one.said))
    return Overview(
        dict(sorted(kinds.items())),
        dict(sorted(moments.items())),
        tuple(one for one in sorts if one.kind == "editions"),
        tuple(one for one in sorts if one.kind == "open"),
    )
