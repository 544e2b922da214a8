"""Agrees, differs, cannot say: a kept dispute against rulings of this program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from judge.desk import Desk
from judge.errors import CouldNot, NotAllowed
from judge.kept_rulings.build_comparison import changes, check_all, noted
from judge.kept_rulings.checking import CheckOutcome, check
from judge.kept_rulings.drafts import draft_of
from judge.kept_rulings.model import StoredRuling
from tests.kept_rulings.examples import DISPUTE, form, ruling, sound


def group(position: int, *abilities: str, **said: Any) -> dict[str, Any]:
    facts = {"step": f"night/{position}", "settled": True, "decided_by": None, "why": "So it is.", "rules": []}
    return {"position": position, "abilities": list(abilities), **facts, **said}


@dataclass(frozen=True)
class Ruling:
    order: tuple[dict[str, Any], ...]
    excluded: tuple[dict[str, Any], ...] = ()
    unread: tuple[dict[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {"order": list(self.order), "excluded": list(self.excluded), "unread": list(self.unread)}


def left_out(ability: str, reason: str) -> dict[str, Any]:
    return {"ability": ability, "reason": reason, "by": None, "why": f"{ability} may not.", "rules": []}


def outcome(expects: dict[str, Any] | None, *order: dict[str, Any], **more: Any) -> CheckOutcome:
    return check(ruling(expects=expects), lambda _: Ruling(order, **more))


A_THEN_B = (group(1, "a"), group(2, "b"))


@pytest.mark.parametrize(
    ("expects", "verdict", "sentence"),
    [
        ({"order": ["a", "b"]}, "agrees", "This program agrees."),
        ({"order": ["b"]}, "agrees", "This program agrees."),
        ({"order": ["b", "a"]}, "differs", "Kept: b before a. This program: a as number 1 (night/1), b as number 2"),
        ({"order": [["a", "b"]]}, "differs", "Kept: a and b in any order."),
        ({"order": ["a", "a"]}, "differs", "Kept: a resolves again. This program: once alone."),
        ({"excluded": ["b"]}, "differs", "Kept: b does not resolve. This program: it does, as number 2 (night/2)."),
        ({"order": ["a", "x"]}, "cannot-say", "finds no ability “x” in the dispute, but a, b."),
        (None, "cannot-say", "does not say what it expects"),
    ],
)
def test_the_kept_order_is_compared(expects: dict[str, Any] | None, verdict: str, sentence: str) -> None:
    found = outcome(expects, *A_THEN_B)
    assert found.verdict == verdict
    assert sentence in found.sentence


def test_the_step_at_which_they_part_is_named() -> None:
    assert outcome({"order": ["b", "a"]}, *A_THEN_B).step == "night/1"
    assert outcome({"excluded": ["b"]}, *A_THEN_B).step == "night/2"


def test_what_the_program_leaves_to_a_player_is_no_order() -> None:
    found = outcome({"order": ["a", "b"]}, group(1, "a", "b", decided_by="Ada"))
    assert (found.verdict, found.sentence) == (
        "differs", "Kept: a before b. This program leaves that to Ada (night/1)."
    )  # fmt: skip
    assert outcome({"order": [["a", "b"]]}, group(1, "a", "b", decided_by="Ada")).verdict == "agrees"


def test_what_the_rules_do_not_settle_nobody_can_say() -> None:
    found = outcome({"order": ["a", "b"]}, group(1, "a", "b", settled=False))
    assert (found.verdict, found.why) == ("cannot-say", "unsettled")


def test_exclusions_are_compared_with_their_reason_where_one_is_kept() -> None:
    gone = (left_out("b", "wrong-form"),)
    assert outcome({"order": ["a"], "excluded": ["b"]}, group(1, "a"), excluded=gone).verdict == "agrees"
    assert outcome({"excluded": {"b": "wrong-form"}}, excluded=gone).verdict == "agrees"
    assert (
        "left out as peril. This program: as wrong-form"
        in outcome({"excluded": {"b": "peril"}}, excluded=gone).sentence
    )
    assert "leaves it out as wrong-form: b may not." in outcome({"order": ["b"]}, excluded=gone).sentence


def test_what_was_not_read_cannot_be_said() -> None:
    found = outcome({"order": ["a", "b"]}, group(1, "a"), excluded=(left_out("b", "unread"),))
    assert (found.verdict, found.why) == ("cannot-say", "unread")
    unread = ({"card": "b", "ability": "b", "part": "effect", "text": "dance a jig", "at": [0, 11]},)
    found = outcome({"order": ["b", "a"]}, *A_THEN_B, unread=unread)
    assert (found.verdict, found.why) == ("cannot-say", "unread") and "dance a jig" in found.sentence
    assert outcome({"order": ["a", "b"]}, *A_THEN_B, unread=unread).verdict == "agrees"


def test_a_dispute_that_is_refused_is_outside_and_a_machine_that_fails_is_no_verdict() -> None:
    def refusing(_: Mapping[str, Any]) -> Ruling:
        raise NotAllowed("Two cards are called “a”.")

    def failing(_: Mapping[str, Any]) -> Ruling:
        raise CouldNot("The disk is gone.")

    found = check(ruling(), refusing)
    assert (found.verdict, found.why) == ("cannot-say", "outside") and "Two cards are called" in found.sentence
    assert check(ruling(dispute=None, expects=None), failing).why == "no-dispute"
    with pytest.raises(CouldNot):
        check(ruling(), failing)


def test_a_real_build_agrees_and_differs(desk: Desk) -> None:
    assert check(ruling(), desk.resolve).verdict == "agrees"
    other = check(ruling(expects={"order": ["bells", "gears"]}), desk.resolve)
    assert other.verdict == "differs" and other.step == "enemy-attack/initiate"


def test_a_draft_of_what_was_ruled_agrees_with_it(desk: Desk) -> None:
    draft = sound(draft_of(DISPUTE, desk.resolve(DISPUTE).as_json(), "Ada"))
    assert draft.status == "draft" and draft.dispute == DISPUTE
    assert [str(card) for card in draft.cards] == ["Overwound Gears", "Warning Bells"]
    assert "marvel-champions/community/forced" in [place.entry for place in draft.entries]
    assert check(draft, desk.resolve).verdict == "agrees"


def test_a_build_that_rules_otherwise_is_told_before_and_after() -> None:
    kept = [StoredRuling(ruling(id=i), 1, "") for i in ("one", "two", "three")]
    first, second = Ruling((group(1, "gears"), group(2, "bells"))), Ruling((group(1, "bells"), group(2, "gears")))
    old = {one.ruling.id: noted(one, found) for one, found in check_all(kept, lambda _: first)}
    new = {one.ruling.id: noted(one, found) for one, found in check_all(kept[:2], lambda _: second)}
    new["three"] = noted(StoredRuling(ruling(id="three"), 2, ""), check(ruling(), lambda _: second))
    assert changes(old, old) == []
    told = changes(old, new)
    assert [change.id for change in told] == ["one", "two"]
    assert "agrees → differs" in str(told[0])
    assert "before: This program agrees. [order gears, bells]" in str(told[0])
    assert form()["id"] not in str(told[0])
