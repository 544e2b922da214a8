"""Checks a kept ruling against what this program rules on its dispute: agrees, differs, or cannot say. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from judge.errors import JudgeError
from judge.kept_rulings.model import Expected, KeptRuling

Verdict = Literal["agrees", "differs", "cannot-say"]
Why = Literal["", "no-dispute", "nothing-expected", "unread", "outside", "unsettled"]


class _Ruling(Protocol):
    def as_json(self) -> dict[str, Any]: ...


Resolve = Callable[[Mapping[str, Any]], _Ruling]
"""Rules on a dispute (contract, sections 5 and 6), as `Desk.resolve`."""


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """What came of a check: the verdict, why the program cannot say, one sentence, the step at which the two part.

    `order` and `excluded` are what the program rules; empty where it does not.
    """

    verdict: Verdict
    sentence: str
    why: Why = ""
    step: str = ""
    order: tuple[tuple[str, ...], ...] = ()
    excluded: Mapping[str, str] = field(default_factory=dict)

    @property
    def told(self) -> dict[str, Any]:
        """What the program rules, to be compared between builds."""
        return {"order": [list(group) for group in self.order], "excluded": dict(self.excluded)}


@dataclass(frozen=True, slots=True)
class _Placed:
    """One time an ability resolves: at which position and step, with whom, and whether the rules settle that."""

    position: int
    step: str
    group: tuple[str, ...]
    settled: bool
    decided_by: str


def check(kept: KeptRuling, resolve: Resolve) -> CheckOutcome:
    """The kept dispute ruled upon by this program and compared. Raises CouldNot alone, where the machine fails."""
    if kept.dispute is None:
        return CheckOutcome("cannot-say", "It comes without a dispute, so this program cannot say.", "no-dispute")
    try:
        ruling = resolve(kept.dispute).as_json()
    except JudgeError as error:
        if error.http_status >= 500:
            raise
        first = error.problems[0].message
        return CheckOutcome("cannot-say", f"This program does not take the dispute: {first}", "outside")
    return compare(kept.expects, ruling)


def compare(expected: Expected | None, ruling: Mapping[str, Any]) -> CheckOutcome:
    """What a kept ruling expects against a ruling of this program (contract, section 6)."""
    order = tuple(tuple(group["abilities"]) for group in ruling["order"])
    excluded = {row["ability"]: row["reason"] for row in ruling["excluded"]}
    if expected is None:
        sentence = "It does not say what it expects of its dispute, so there is nothing to compare."
        return CheckOutcome("cannot-say", sentence, "nothing-expected", "", order, excluded)
    found = _unknown(expected, ruling) or _unread(expected, ruling) or next(_differences(expected, ruling), None)
    if found is None:
        return CheckOutcome("agrees", "This program agrees.", "", "", order, excluded)
    if found.verdict == "differs" and (words := _unread_effect(expected, ruling)):
        sentence = f"This program cannot say: it has not read “{words}”."
        return CheckOutcome("cannot-say", sentence, "unread", found.step, order, excluded)
    return CheckOutcome(found.verdict, found.sentence, found.why, found.step, order, excluded)


def _unknown(expected: Expected, ruling: Mapping[str, Any]) -> CheckOutcome | None:
    known = {a for group in ruling["order"] for a in group["abilities"]} | {r["ability"] for r in ruling["excluded"]}
    strange = next((a for a in expected.abilities() if a not in known), None)
    if strange is None:
        return None
    names = ", ".join(sorted(known)) or "none"
    sentence = f"This program cannot say: it finds no ability “{strange}” in the dispute, but {names}."
    return CheckOutcome("cannot-say", sentence, "outside")


def _unread(expected: Expected, ruling: Mapping[str, Any]) -> CheckOutcome | None:
    """The first ability spoken of whose place this program cannot know, as it has not read when it comes."""
    left = {row["ability"]: row["why"] for row in ruling["excluded"] if row["reason"] == "unread"}
    wanted = expected.excluded or {}
    first = next((a for a in expected.abilities() if a in left and wanted.get(a) != "unread"), None)
    return CheckOutcome("cannot-say", f"This program cannot say: {left[first]}", "unread") if first else None


def _unread_effect(expected: Expected, ruling: Mapping[str, Any]) -> str:
    """The first words of a card spoken of that this program has not read; empty where it has read all."""
    cards = {ability.partition("#")[0] for ability in expected.abilities()}
    return next((str(row["text"])[:80] for row in ruling.get("unread", []) if row["card"] in cards), "")


def _differences(expected: Expected, ruling: Mapping[str, Any]) -> Iterator[CheckOutcome]:
    """Lazily, where the two part, the earliest step of the kept order first."""
    places = _places(ruling)
    gone = {row["ability"]: row for row in ruling["excluded"]}
    before: tuple[str, _Placed] | None = None
    times: dict[str, int] = {}
    for group in expected.order:
        here: list[tuple[str, _Placed]] = []
        for ability in group:
            nth = times.get(ability, 0)
            times[ability] = nth + 1
            found = places.get(ability, [])
            if nth >= len(found):
                yield _not_resolving(ability, found, gone)
                return
            here.append((ability, found[nth]))
        yield from _not_together(here)
        if before:
            yield from _other_order(before, here)
        before = max(here, key=lambda one: one[1].position)
    for ability, reason in (expected.excluded or {}).items():
        if ability in places and ability not in gone:
            at = places[ability][0]
            sentence = f"Kept: {ability} does not resolve. This program: it does, {_at(at)}."
            yield CheckOutcome("differs", sentence, step=at.step)
        elif reason and gone[ability]["reason"] != reason:
            said = f"Kept: {ability} is left out as {reason}. This program: as {gone[ability]['reason']}."
            yield CheckOutcome("differs", f"{said} {gone[ability]['why']}")


def _places(ruling: Mapping[str, Any]) -> dict[str, list[_Placed]]:
    places: dict[str, list[_Placed]] = {}
    for group in ruling["order"]:
        at = _Placed(
            group["position"], group["step"], tuple(group["abilities"]), group["settled"], group["decided_by"] or ""
        )
        for ability in group["abilities"]:
            places.setdefault(ability, []).append(at)
    return places


def _not_resolving(ability: str, found: Sequence[_Placed], gone: Mapping[str, Mapping[str, Any]]) -> CheckOutcome:
    if found:
        times = "once" if len(found) == 1 else f"{len(found)} times"
        return CheckOutcome(
            "differs", f"Kept: {ability} resolves again. This program: {times} alone.", step=found[-1].step
        )
    row = gone[ability]
    return CheckOutcome(
        "differs", f"Kept: {ability} resolves. This program leaves it out as {row['reason']}: {row['why']}"
    )


def _not_together(here: Sequence[tuple[str, _Placed]]) -> Iterator[CheckOutcome]:
    (first, at), *others = here
    for ability, other in others:
        if other.position != at.position:
            kept, ruled = f"{first} and {ability} in any order", f"{first} {_at(at)}, {ability} {_at(other)}"
            yield CheckOutcome("differs", f"Kept: {kept}. This program: {ruled}.", step=at.step)


def _other_order(before: tuple[str, _Placed], here: Sequence[tuple[str, _Placed]]) -> Iterator[CheckOutcome]:
    first, at = before
    for ability, other in here:
        if other.position == at.position:
            if not at.settled:
                sentence = f"This program cannot say: by its rules the order of {first} and {ability} is not settled."
                yield CheckOutcome("cannot-say", sentence, "unsettled", at.step)
            else:
                who = f"leaves that to {at.decided_by}" if at.decided_by else "has them at the same time"
                sentence = f"Kept: {first} before {ability}. This program {who} ({at.step})."
                yield CheckOutcome("differs", sentence, step=at.step)
        elif other.position < at.position:
            sentence = f"Kept: {first} before {ability}. This program: {ability} {_at(other)}, {first} {_at(at)}."
            yield CheckOutcome("differs", sentence, step=other.step)


def _at(placed: _Placed) -> str:
    return f"as number {placed.position} ({placed.step})"
