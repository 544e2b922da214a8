"""A form beside hero and alter-ego is a change of form that leaves these as they are: made-up cards."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_BESIDE = ("Change to your Smoke form", "Change to Smoke form", "You may change to Smoke form")
_TURNED = ("Change form", "Change to alter-ego form", "You may change form")
_FORMS = {"Hero Response": "hero", "Alter-Ego Response": "alter-ego", "Response": ""}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("effect", [*_BESIDE, *_TURNED])
def test_a_form_beside_those_of_the_identity_leaves_it_as_it_is(referee: Referee, edition: str, effect: str) -> None:
    waiting: list[dict[str, Any]] = [
        {"id": form or "any", "name": f"Seer {number}", "kind": "support", "controller": "Ada",
         "text": f"<b>{timing}</b>: After you change form, draw 1 card."}
        for number, (timing, form) in enumerate(_FORMS.items())
    ]  # fmt: skip
    trick = {"id": "trick", "name": "Trick", "kind": "event", "controller": "Ada", "text": f"<b>Action</b>: {effect}."}
    ruling = referee.resolve(
        {
            "game": "marvel-champions", "edition": edition, "players": [{"name": "Ada", "form": "hero"}],
            "occurrence": {"type": "play-card", "card": "Trick", "player": "Ada"}, "cards": [trick, *waiting],
        }
    ).as_json()  # fmt: skip
    now, other = ("hero", "alter-ego") if effect in _BESIDE else ("alter-ego", "hero")
    assert {ref for group in ruling["order"] for ref in group["abilities"]} == {"trick", "any", now}
    assert {one["ability"]: one["reason"] for one in ruling["excluded"]} == {other: "wrong-form"}


_BANS = ("You cannot change form.", "Attached character cannot change form.", "Players cannot change form.")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("ban", _BANS)
@pytest.mark.parametrize(("now", "to"), [("hero", "alter-ego"), ("alter-ego", "hero")])
def test_a_form_that_is_not_reached_is_forbidden_not_wrong(
    referee: Referee, edition: str, ban: str, now: str, to: str
) -> None:
    order, out = ruled(
        referee, edition, {"type": "change-form", "player": "Ada", "to": to},
        card("Ban", "attachment", ban, "scenario", attached_to="Ada"),
        card("Side", to, "<b>Response</b>: After you change to this form, draw 1 card."),
        card("Seer", "support", f"<b>{to.title()} Response</b>: After you change form, draw 1 card."),
        players=({"name": "Ada", "form": now},),
    )  # fmt: skip
    assert (order, out) == ([["ban"]], {"side": ("forbidden", "ban"), "seer": ("forbidden", "ban")})
