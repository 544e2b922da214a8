"""“Ada's Hero”, in a game that writes its words with capitals, is a Hero of Ada's, no name: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee


@pytest.mark.parametrize("said", ["Ada's Hero", "Ada's hero"])
def test_only_the_named_players_hero_is_spared(referee: Referee, said: str) -> None:
    ruling = referee.resolve(
        {
            "game": "marvel-united", "players": [{"name": "Ada"}, {"name": "Bo"}],
            "occurrence": {"type": "hero-damage", "heroes": ["Ada", "Bo"]},
            "cards": [
                {"id": "ward", "name": "Ward", "kind": "lasting-effect", "controller": "Ada", "attached_to": "Ada",
                 "text": f"{said} cannot take any damage until their next turn."},
                {"id": "spite", "name": "Spite", "kind": "super-hero", "controller": "Ada",
                 "text": "Trigger: When your Hero takes damage. Effect: Draw 1 card."},
                {"id": "nerve", "name": "Nerve", "kind": "super-hero", "controller": "Bo",
                 "text": "Trigger: When your Hero takes damage. Effect: Draw 1 card."},
            ],
        }
    ).as_json()  # fmt: skip
    assert [group["abilities"] for group in ruling["order"]] == [["ward"], ["nerve"]]
    assert [(one["ability"], one["reason"]) for one in ruling["excluded"]] == [("spite", "forbidden")]
