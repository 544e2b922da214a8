"""Orders other than first player first: round a circle of places, play by play, by seats from whose turn it is."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.engine.referee import Referee
from judge.errors import JudgeError, NotAllowed, NotUnderstood

_PLAYERS = ("Ada", "Bo", "Cy", "Di")
_Card = dict[str, Any]


def _bam(villain: int, threats: list[_Card], **facts: Any) -> dict[str, Any]:
    return {
        "game": "marvel-united",
        "players": [{"name": "Ada"}, {"name": "Bo"}],
        "occurrence": {"type": "bam", "villain_location": villain, **facts},
        "cards": [*threats, {"id": "dash", "name": "Grave", "kind": "villain-dashboard", "text": "BAM!: Add 1 Thug."}],
    }


def _threat(number: int, location: int) -> _Card:
    text = "BAM!: Add 1 Thug here."
    return {"id": f"t{number}", "name": f"Fog {number}", "kind": "threat", "location": location, "text": text}


@settings(max_examples=40)
@given(st.integers(0, 5), st.lists(st.integers(0, 5), max_size=8), st.randoms())
def test_threats_resolve_clockwise_from_the_villain(
    referee: Referee, villain: int, locations: list[int], random: Any
) -> None:
    threats = [_threat(number, location) for number, location in enumerate(locations)]
    ruling = referee.resolve(_bam(villain, threats))
    by_distance: dict[int, set[str]] = {}
    for card in threats:
        by_distance.setdefault((card["location"] - villain) % 6, set()).add(card["id"])
    expected = [{"dash"}, *(by_distance[distance] for distance in sorted(by_distance))]
    assert [set(group.abilities) for group in ruling.order] == expected
    ties = [group for group in ruling.order if len(group.abilities) > 1]
    assert all(group.decided_by == "players" and group.settled for group in ties)
    random.shuffle(threats)
    assert referee.resolve(_bam(villain, threats)).as_json() == ruling.as_json()


def _combat(ada: int, bo: int) -> dict[str, Any]:
    twists = [
        {"id": f"{player[0].lower()}{n}", "name": f"{player} {n}", "kind": "plot-twist", "controller": player,
         "text": "[any turn] Combat: Choose a character in the combat to get +1/+0 this combat."}
        for player, count in (("Bo", bo), ("Ada", ada))
        for n in range(count)
    ]  # fmt: skip
    return {
        "game": "vs-system-2pcg",
        "players": [{"name": "Ada"}, {"name": "Bo"}],
        "occurrence": {
            "type": "combat", "attackers": ["Lumen"], "defender": "Wraith", "attacking_player": "Ada",
            "defending_player": "Bo",
        },
        "cards": twists,
    }  # fmt: skip


@settings(max_examples=25)
@given(st.integers(0, 4), st.integers(0, 4))
def test_plays_in_a_combat_alternate_from_the_attacker(referee: Referee, ada: int, bo: int) -> None:
    rounds = [ref for n in range(max(ada, bo)) for ref in (f"a{n}" if n < ada else "", f"b{n}" if n < bo else "")]
    expected = [tuple(refs) for _, refs in groupby(filter(None, rounds), key=lambda ref: ref[0])]
    assert [group.abilities for group in referee.resolve(_combat(ada, bo)).order] == expected


@settings(max_examples=25)
@given(st.integers(2, 4), st.integers(0, 3), st.data())
def test_each_player_in_turn_from_whose_turn_it_is(referee: Referee, count: int, turn: int, data: Any) -> None:
    names = _PLAYERS[:count]
    active = names[turn % count]
    affected = data.draw(st.permutations(data.draw(st.lists(st.sampled_from(names), unique=True))))
    cards = [
        {"id": name, "name": "Ambush", "kind": "effect", "controller": name, "text": "Each player gains a Wound."}
        for name in affected
    ]
    ruling = referee.resolve(
        {
            "game": "legendary",
            "players": [{"name": name} for name in names],
            "active_player": active,
            "occurrence": {"type": "card-effect", "player": active},
            "cards": cards,
        }
    )
    around = [*names[names.index(active) :], *names[: names.index(active)]]
    assert [group.abilities for group in ruling.order] == [(name,) for name in around if name in affected]
    assert all(group.settled for group in ruling.order)


@pytest.mark.parametrize(
    ("facts", "turns"),
    [
        ({}, 3),
        ({"under_pressure": True}, 2),
        ({"delayed": True}, 4),
        ({"accelerated": True}, 2),
        ({"under_pressure": True, "delayed": True}, 3),
        ({"under_pressure": True, "accelerated": True}, 1),
        ({"delayed": True, "accelerated": True}, 3),
        ({"under_pressure": True, "delayed": True, "accelerated": True}, 2),
    ],
)
def test_how_many_hero_turns_until_the_villains(referee: Referee, facts: dict[str, bool], turns: int) -> None:
    ruling = referee.resolve(
        {"game": "marvel-united", "players": ["Ada", "Bo"], "occurrence": {"type": "storyline", **facts}, "cards": []}
    )
    steps = [step.step for step in ruling.timeline]
    assert len(steps) == turns + 1 and steps[-1] == "storyline/villain"


@pytest.mark.parametrize(
    ("occurrence", "kind", "words"),
    [
        ({"type": "bam", "villain_location": 6}, NotAllowed, "locations are numbered 0 to 5"),
        ({"type": "bam", "villain_location": 1, "mode": "easy"}, NotAllowed, "it is one of super-villain, xavier"),
        ({"type": "bam"}, NotUnderstood, "needs villain_location"),
        ({"type": "ko", "heroes": ["Ada", "Zed"]}, NotAllowed, "heroes is “Zed”, who is no player"),
        ({"type": "ko", "heroes": []}, NotUnderstood, "heroes is a list of names"),
        ({"type": "overflow", "locations": [1, -1]}, NotAllowed, "locations are numbered 0 to 5"),
    ],
)
def test_mistakes_in_places_choices_and_lists(
    referee: Referee, occurrence: dict[str, Any], kind: type[JudgeError], words: str
) -> None:
    with pytest.raises(kind) as error:
        referee.resolve({"game": "marvel-united", "players": ["Ada", "Bo"], "occurrence": occurrence, "cards": []})
    assert any(words in problem.message for problem in error.value.problems)
