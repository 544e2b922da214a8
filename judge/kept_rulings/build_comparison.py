"""Compares the kept disputes by two builds: what each rules on them, and which outcomes change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from judge.kept_rulings.checking import CheckOutcome, Resolve, check
from judge.kept_rulings.model import StoredRuling
from judge.kept_rulings.store import NotedOutcome, RulingStore
from judge.kept_rulings.store_filters import RulingFilter

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class OutcomeChange:
    """An outcome that is another one by the newer build."""

    id: str
    before: NotedOutcome
    after: NotedOutcome

    def __str__(self) -> str:
        verdict = f"{self.before.verdict} → {self.after.verdict}"
        if self.before.verdict == self.after.verdict:
            verdict = f"{self.after.verdict} as before, by another ruling"
        return f"{self.id}: {verdict}\n  before: {_whole(self.before)}\n  after:  {_whole(self.after)}"


def _whole(noted: NotedOutcome) -> str:
    order = ", ".join("/".join(group) for group in noted.told.get("order", []))
    left = ", ".join(f"{ability} ({reason})" for ability, reason in noted.told.get("excluded", {}).items())
    ruled = "; ".join(filter(None, (f"order {order}" if order else "", f"left out {left}" if left else "")))
    return f"{noted.sentence}{f' [{ruled}]' if ruled else ''}"


def with_disputes(store: RulingStore) -> list[StoredRuling]:
    """Every ruling kept with a dispute, drafts too."""
    return [kept for kept in store.find(RulingFilter(drafts=True))[0] if kept.ruling.dispute is not None]


def check_all(
    kept: Iterable[StoredRuling], resolve: Resolve, progress: Progress = lambda _: None
) -> Iterator[tuple[StoredRuling, CheckOutcome]]:
    """Lazily, each of the rulings with what came of its check."""
    for number, one in enumerate(kept, 1):
        yield one, check(one.ruling, resolve)
        if number % 100 == 0:
            progress(f"{number} disputes checked …")


def noted(kept: StoredRuling, outcome: CheckOutcome) -> NotedOutcome:
    """An outcome as the store notes it."""
    return NotedOutcome(kept.ruling.id, kept.version, outcome.verdict, outcome.sentence, outcome.told)


def changes(before: Mapping[str, NotedOutcome], after: Mapping[str, NotedOutcome]) -> list[OutcomeChange]:
    """What the newer build changes of rulings that are still the same version."""
    pairs = ((before[i], after[i]) for i in after if i in before and before[i].version == after[i].version)
    return [OutcomeChange(new.id, old, new) for old, new in pairs if (old.verdict, old.told) != (new.verdict, new.told)]
