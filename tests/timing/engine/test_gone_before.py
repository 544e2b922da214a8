"""What an ability has moved as it was defeated is not discarded or put elsewhere a second time: made-up cards."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee

_AWAY = (
    "return it to your hand", "return Brak to its owner's hand", "shuffle it into your deck",
    "put it on top of your deck", "remove it from the game",
)  # fmt: skip
_EDITIONS = ("community", "rr-1.0")


def _ruled(referee: Referee, edition: str, effect: str, trigger: str) -> tuple[list[str], dict[str, str]]:
    dispute: dict[str, Any] = {
        "game": "marvel-champions", "edition": edition,
        "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}],
        "occurrence": {"type": "defeat", "target": "Brak"},
        "cards": [
            {"id": "brak", "name": "Brak", "kind": "ally", "controller": "Ada",
             "text": f"<b>Interrupt</b>: When Brak is defeated, {effect}."},
            {"id": "seer", "name": "Seer", "kind": "support", "controller": "Bo",
             "text": f"<b>Response</b>: After {trigger}, draw 1 card."},
        ],
    }  # fmt: skip
    ruling = referee.resolve(dispute).as_json()
    order = [ref for group in ruling["order"] for ref in group["abilities"]]
    return order, {one["ability"]: one["reason"] for one in ruling["excluded"]}


@pytest.mark.parametrize("edition", _EDITIONS)
@pytest.mark.parametrize("effect", [*_AWAY, "attach it to the villain"])
def test_what_was_moved_as_it_was_defeated_is_not_discarded(referee: Referee, edition: str, effect: str) -> None:
    for trigger in ("an ally is discarded", "an ally is discarded from play"):
        assert _ruled(referee, edition, effect, trigger) == (["brak"], {"seer": "replaced"})


@pytest.mark.parametrize("edition", _EDITIONS)
@pytest.mark.parametrize("effect", _AWAY)
def test_what_was_moved_as_it_was_defeated_leaves_play_once(referee: Referee, edition: str, effect: str) -> None:
    assert _ruled(referee, edition, effect, "an ally leaves play") == (["brak", "seer"], {})
    assert _ruled(referee, edition, effect, "an ally is defeated") == (["brak", "seer"], {})


@pytest.mark.parametrize("edition", _EDITIONS)
def test_what_stays_where_it_was_is_discarded(referee: Referee, edition: str) -> None:
    for trigger in ("an ally is discarded", "an ally leaves play", "an ally is defeated"):
        assert _ruled(referee, edition, "draw 1 card", trigger) == (["brak", "seer"], {})
