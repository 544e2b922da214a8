"""Each of a class of whom a text asks what nobody has said: taken in, told, and so from then on. Made-up cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.test_whom_it_befell import ordered

_PLAYERS = [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}]
_GRUB = {"id": "grub", "name": "Grub", "kind": "minion", "engaged_with": "Ada", "text": ""}
_MINIONS = (
    "each minion with the Masters trait",
    "each Masters minion",
    "each non-Masters minion",
    "each minion with 3 or fewer hit points",
    "each damaged minion",
    "each minion that is exhausted",
    "each minion with an upgrade attached",
    "each minion that was dealt damage this turn",
    "each minion that attacked you this turn",
)
_PLAYERS_MEANT = (
    "each player who controls an ally",
    "each player with an upgrade",
    "each player who is engaged with a minion",
    "each player who was dealt damage this turn",
)
_MINION_VERBS: Mapping[str, str] = {
    "stun {}": "a minion is stunned",
    "deal 1 damage to {}": "a minion takes any amount of damage",
    "give {} a tough status card": "a minion is given a tough status card",
    "discard {}": "a minion leaves play",
}
_PLAYER_VERBS: Mapping[str, str] = {
    "{} takes 1 damage": "a hero takes any amount of damage",
    "{} draws 1 card": "a player draws a card",
    "deal {} 1 facedown encounter card": "a player is dealt an encounter card",
    "deal 1 facedown encounter card to {}": "a player is dealt an encounter card",
}


def _ruling(referee: Referee, effect: str, *cards: Mapping[str, Any]) -> dict[str, Any]:
    """The ruling on a turn in which an action with that effect is used."""
    text = f"Action: {effect[0].upper()}{effect[1:]}."
    cause = {"id": "cause", "name": "Cause", "kind": "support", "controller": "Ada", "text": text}
    dispute = {
        "game": "marvel-champions",
        "players": _PLAYERS,
        "active_player": "Ada",
        "occurrence": {"type": "player-turn", "player": "Ada"},
        "cards": [cause, *cards],
    }
    return referee.resolve(dispute).as_json()


def _waiting(trigger: str) -> dict[str, str]:
    text = f"Forced Response: After {trigger}, place 1 dream counter on Vigil."
    return {"id": "wait", "name": "Vigil", "kind": "support", "controller": "Ada", "text": text}


def _cases() -> Iterator[tuple[str, str]]:
    for whom, verbs in ((_MINIONS, _MINION_VERBS), (_PLAYERS_MEANT, _PLAYER_VERBS)):
        for noun in whom:
            for verb, trigger in verbs.items():
                yield verb.format(noun), trigger


@pytest.mark.parametrize(("effect", "trigger"), list(_cases()))
def test_who_may_be_meant_is_taken_in_and_told(referee: Referee, effect: str, trigger: str) -> None:
    grub = {key: value for key, value in _GRUB.items() if key != "engaged_with"}
    said = _ruling(referee, effect, grub, _waiting(trigger))
    told = [one for one in said["assumptions"] if one["ability"] == "cause"]
    assert "wait" in ordered(said)
    assert told and all(one["positions"] for one in told)


@pytest.mark.parametrize("verb", _MINION_VERBS)
def test_what_is_known_of_those_meant_is_not_told(referee: Referee, verb: str) -> None:
    for whom in ("each minion", "each minion engaged with Ada", "each minion engaged with you"):
        said = _ruling(referee, verb.format(whom), _GRUB, _waiting(_MINION_VERBS[verb]))
        assert "wait" in ordered(said)
        assert said["assumptions"] == []
    assert "wait" not in ordered(
        _ruling(referee, verb.format("each minion engaged with Bo"), _GRUB, _waiting(_MINION_VERBS[verb]))
    )


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("each Masters minion", "each non-Masters minion"),
        ("each exhausted minion", "each ready minion"),
        ("each minion with the Masters trait", "each minion without the Masters trait"),
        ("each exhausted minion", "each minion that is not exhausted"),
    ],
)
def test_what_was_taken_to_be_so_stays_so(referee: Referee, first: str, then: str) -> None:
    effect = f"stun {first}. Confuse {then}"
    said = _ruling(referee, effect, _GRUB, _waiting("a minion is confused"))
    assert "wait" not in ordered(said)


@pytest.mark.parametrize("zone", ["your hand", "your discard pile", "your deck"])
def test_what_lies_outside_play_is_none_of_those_in_play(referee: Referee, zone: str) -> None:
    lantern = {"id": "lantern", "name": "Lantern", "kind": "upgrade", "controller": "Ada", "text": ""}
    for effect in (
        "discard each upgrade in {}",
        "discard each card in {}",
        "shuffle each upgrade in {} into your deck",
    ):
        said = _ruling(referee, effect.format(zone), lantern, _waiting("an upgrade leaves play"))
        assert "wait" not in ordered(said)


_ANSWER = {"kind": "character", "text": "When this character is stunned, draw a card."}


def _stunned_in_vs_system(referee: Referee, whom: str, *cards: Mapping[str, Any]) -> dict[str, Any]:
    """The ruling on a plot twist that stuns them, as JSON."""
    cause = {"id": "cause", "name": "Mischief", "kind": "plot-twist", "controller": "Ada"}
    dispute = {
        "game": "vs-system-2pcg",
        "players": [{"name": "Ada"}, {"name": "Bo"}],
        "active_player": "Ada",
        "occurrence": {"type": "main", "player": "Ada"},
        "cards": [cause | {"text": f"Main: Stun {whom}."}, *cards],
    }
    return referee.resolve(dispute).as_json()


@pytest.mark.parametrize(
    ("whom", "told"),
    [
        ("each character in the back row", True),
        ("each character with a cost of 3 or less", True),
        ("each wounded character", True),
        ("each ready enemy character", True),
        ("each equipped character", True),
        ("each character", False),
    ],
)
def test_a_row_and_a_cost_are_open_in_vs_system(referee: Referee, whom: str, told: bool) -> None:
    said = _stunned_in_vs_system(referee, whom, {"id": "bell", "name": "Bell", "controller": "Bo"} | _ANSWER)
    assert "bell" in ordered(said)
    assert bool(said["assumptions"]) == told


@pytest.mark.parametrize("whom", ["each equipped character", "each character with an Equipment"])
def test_who_bears_an_equipment_is_equipped(referee: Referee, whom: str) -> None:
    blade = {"id": "blade", "name": "Blade", "kind": "equipment", "controller": "Bo", "attached_to": "Bell", "text": ""}
    cards = [{"id": name.lower(), "name": name, "controller": "Bo"} | _ANSWER for name in ("Bell", "Fife")]
    said = _stunned_in_vs_system(referee, whom, blade, *cards)
    assert ordered(said) == ["cause", "bell"]
    assert said["assumptions"] == []
