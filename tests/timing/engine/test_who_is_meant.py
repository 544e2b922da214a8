"""Whoever may, chooses or does something does it with what is theirs, and later words mean them. Made-up cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from judge.engine.referee import Referee

_NAMES = ("Ada", "Bo", "Cy")
_SEATS = {
    "the first player": "ada",
    "the active player": "bo",
    "the next player": "cy",
    "the player to your right": "ada",
    "each other player": "ada cy",
    "each player": "ada bo cy",
}
_DEEDS: Mapping[str, str] = {
    "{} may draw 1 card": "you draw a card",
    "{} may draw 1 card. If they do, they take 1 damage": "you take any amount of damage",
    "{} may choose to draw 1 card": "you draw a card",
    "{} chooses to either draw 1 card or take 1 damage": "you draw a card",
    "{} chooses to either take 1 damage or draw 1 card": "you take any amount of damage",
    "{} must choose to either take 1 damage or draw 1 card": "you take any amount of damage",
    "{} may discard 1 card from their hand": "you discard a card",
    "{} discards 1 card from their hand. Then, they take 1 damage": "you take any amount of damage",
    "{} may exhaust an ally they control": "an ally you control exhausts",
    "{} must exhaust an ally they control": "an ally you control exhausts",
    "{} chooses an ally they control and exhausts it": "an ally you control exhausts",
    "{} may ready their identity": "your identity readies",
    "{} readies their identity": "your identity readies",
    "{} may heal 1 damage from their identity": "damage is healed from your identity",
    "{} may put an ally from their hand into play": "an ally enters play under your control",
    "{} may shuffle their deck": "your deck is shuffled",
    "{} may look at the top card of their deck. If they do, they draw 1 card": "you draw a card",
    "{} may change form": "you change form",
    "{} may deal 1 damage to a minion": "you deal damage to a minion",
}


def _dispute(text: str, trigger: str, **more: Any) -> dict[str, Any]:
    """A turn of Bo's in which an action of his is used; each player has an ally and a card that waits."""
    cards: list[dict[str, Any]] = [
        {"id": "cause", "name": "Cause", "kind": "support", "controller": "Bo", "text": text},
        {"id": "grub", "name": "Grub", "kind": "minion", "engaged_with": "Cy", "text": ""},
    ]
    for name in _NAMES:
        answer = f"Forced Response: After {trigger}, place 1 dream counter on Bell of {name}."
        bell = {"id": name.lower(), "name": f"Bell of {name}", "kind": "support", "controller": name, "text": answer}
        cards += [
            bell,
            {"id": f"hound-{name}", "name": f"Hound of {name}", "kind": "ally", "controller": name, "text": ""},
        ]
    players = [{"name": name, "form": "hero"} for name in _NAMES]
    turn = {"type": "player-turn", "player": "Bo"}
    game = {"game": "marvel-champions", "players": players, "active_player": "Bo", "occurrence": turn}
    return {**game, "cards": cards, **more}


def _who_answers(ruling: Mapping[str, Any], besides: Iterable[str] = ("cause",)) -> set[str]:
    return {ref for group in ruling["order"] for ref in group["abilities"]} - set(besides)


@pytest.mark.parametrize("deed", _DEEDS)
def test_who_is_named_does_it_with_what_is_theirs(referee: Referee, deed: str) -> None:
    wrong = []
    for who, meant in _SEATS.items():
        text = f"Action: {deed.format(who[0].upper() + who[1:])}."
        found = _who_answers(referee.resolve(_dispute(text, _DEEDS[deed])).as_json())
        if found != set(meant.split()):
            wrong.append((text, found))
    assert not wrong


_ATTACK = {"type": "player-attack", "attacker": "Bo", "controller": "Bo", "target": "Grub"}


@pytest.mark.parametrize(
    ("effect", "answering"),
    [
        ("each hero other than yours takes 1 damage", "ada cy"),
        ("deal 1 damage to each hero other than yours", "ada cy"),
        ("each other hero takes 1 damage", "ada cy"),
    ],
)
def test_others_than_yours_are_those_of_others(referee: Referee, effect: str, answering: str) -> None:
    text = f"Action: {effect[0].upper()}{effect[1:]}."
    dispute = _dispute(text, "your hero takes any amount of damage")
    assert _who_answers(referee.resolve(dispute).as_json()) == set(answering.split())


@pytest.mark.parametrize("who", ["Players who control an ally", "Each player who controls an ally"])
def test_what_players_cannot_do_others_can(referee: Referee, who: str) -> None:
    dispute = _dispute("Action: Each player draws 1 card.", "you draw a card")
    law = {
        "id": "law",
        "name": "Law",
        "kind": "side-scheme",
        "controller": "scenario",
        "text": f"{who} cannot draw cards.",
    }
    dispute["cards"] = [one for one in dispute["cards"] if one["id"] != "hound-Bo"] + [law]
    assert _who_answers(referee.resolve(dispute).as_json(), ("cause", "law")) == {"bo"}


_TO_THEM: Mapping[str, str] = {
    "that player draws 1 card": "you draw a card",
    "that player takes 1 damage": "you take any amount of damage",
    "deal 1 damage to that player": "you take any amount of damage",
    "deal that player 1 facedown encounter card": "you are dealt an encounter card",
    "that player may exhaust an ally they control": "an ally you control exhausts",
}


@pytest.mark.parametrize("effect", _TO_THEM)
@pytest.mark.parametrize(
    ("trigger", "occurrence"),
    [
        ("you attack a minion engaged with a player", _ATTACK),
        ("a minion engaged with a player is defeated", {"type": "defeat", "target": "Grub", "by": "Bo"}),
        ("a minion engaged with a player attacks", {"type": "enemy-attack", "attacker": "Grub", "target": "Cy"}),
        ("a minion engages a player", {"type": "engage", "minion": "Grub", "player": "Cy"}),
        ("an ally a player controls is defeated", {"type": "defeat", "target": "Hound of Cy", "by": "Bo"}),
    ],
)  # fmt: skip
def test_that_player_is_who_was_named_beside_another(
    referee: Referee, trigger: str, occurrence: dict[str, str], effect: str
) -> None:
    text = f"Forced Response: After {trigger}, {effect}."
    ruling = referee.resolve(_dispute(text, _TO_THEM[effect], occurrence=occurrence)).as_json()
    assert _who_answers(ruling) == {"cy"}


@pytest.mark.parametrize(
    "named",
    [
        "Choose a minion engaged with a player",
        "Stun a minion engaged with another player",
        "Deal 1 damage to Grub",
        "Exhaust Hound of Cy",
    ],
)
@pytest.mark.parametrize("effect", _TO_THEM)
def test_that_player_is_whose_the_one_chosen_is(referee: Referee, named: str, effect: str) -> None:
    text = f"Action: {named}. {effect[0].upper()}{effect[1:]}."
    found = _who_answers(referee.resolve(_dispute(text, _TO_THEM[effect])).as_json())
    assert "cy" in found
    assert found == {"cy"} or (named.startswith("Exhaust") and "exhaust" in effect)


@pytest.mark.parametrize(
    ("who", "times"),
    [
        ("Each player", 3),
        ("Each other player", 2),
        ("Each player in hero form", 3),
        ("Each ally", 3),
        ("The first player", 1),
    ],
)
@pytest.mark.parametrize(
    "deed",
    [
        "{} places 1 threat on the main scheme",
        "{} may place 1 threat on the main scheme",
        "{} must place 1 threat on the main scheme or deal 3 damage to the villain",
        "{} chooses to either place 1 threat on the main scheme or deal 3 damage to the villain",
    ],
)
def test_what_each_of_several_does_happens_once_for_each(referee: Referee, who: str, times: int, deed: str) -> None:
    dispute = _dispute(f"Action: {deed.format(who)}.", "threat is placed on the main scheme")
    order = referee.resolve(dispute).as_json()["order"]
    answered = [group["within"] for group in order if "bo" in group["abilities"]]
    assert len(set(answered)) == times == len(answered)


@pytest.mark.parametrize("who", ["You", "That player", "The first player", "Each player"])
@pytest.mark.parametrize("either", ["must either", "must", "may", "may either"])
def test_of_two_that_somebody_must_or_may_do_one_happens(referee: Referee, who: str, either: str) -> None:
    text = f"Forced Response: After you attack a minion, {who} {either} exhaust your hero or discard your hand."
    asked = {"exhausts": "a hero exhausts", "discards": "a card is discarded from a hand"}
    cards = [
        {"id": name, "name": name.title(), "kind": "support", "controller": "Bo"}
        | {"text": f"Forced Response: After {trigger}, place 1 dream counter on {name.title()}."}
        for name, trigger in asked.items()
    ]
    dispute = _dispute(text, "you change form", occurrence=_ATTACK)
    dispute["cards"] += cards
    found = _who_answers(referee.resolve(dispute).as_json())
    assert len(found & asked.keys()) < 2


@pytest.mark.parametrize(
    ("text", "answering"),
    [
        ("Choose an opponent. That opponent discards a card.", {"bo"}),
        ("Choose an opponent. That player discards a card.", {"bo"}),
        ("An opponent discards a card.", {"bo"}),
        ("Each opponent discards a card.", {"bo", "cy"}),
        ("Each opponent may discard a card. If they do, they draw a card.", {"bo", "cy"}),
    ],
)
def test_of_those_who_may_be_chosen_one_is(referee: Referee, text: str, answering: set[str]) -> None:
    bell = {"kind": "character", "text": "When you discard a card, draw a card."}
    cards = [{"id": name.lower(), "name": f"Bell of {name}", "controller": name} | bell for name in _NAMES]
    cause = {"id": "cause", "name": "Mischief", "kind": "plot-twist", "controller": "Ada", "text": f"Main: {text}"}
    dispute = {
        "game": "vs-system-2pcg",
        "players": [{"name": name} for name in _NAMES],
        "active_player": "Ada",
        "occurrence": {"type": "main", "player": "Ada"},
        "cards": [cause, *cards],
    }
    ruling = referee.resolve(dispute).as_json()
    assert _who_answers(ruling) == answering
    assert len(ruling["assumptions"]) == ("Each" not in text)
