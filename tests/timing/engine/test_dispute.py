"""Disputes as they come in: defaults, references, and every mistake named."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee
from judge.errors import JudgeError, NotAllowed, NotUnderstood, TooLarge


def _dispute(**facts: Any) -> dict[str, Any]:
    return {
        "game": "marvel-champions",
        "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}],
        "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada"},
        "cards": [],
        **facts,
    }


def _messages(error: pytest.ExceptionInfo[JudgeError]) -> list[str]:
    return [problem.message for problem in error.value.problems]


def test_all_mistakes_are_reported_together(referee: Referee) -> None:
    cards = [
        {"id": "one", "name": "Alarm", "controller": "Cy", "text": "Guard."},
        {"id": "one", "name": "Bell", "controller": "Ada", "text": "Guard."},
        {"name": "Tough", "kind": "status"},
        {"name": "Odd", "kind": "spaceship", "controller": "Ada"},
    ]
    with pytest.raises(NotAllowed) as error:
        referee.resolve(_dispute(cards=cards))
    said = " ".join(_messages(error))
    assert "Alarm is controlled by “Cy”, whom nobody has named." in said
    assert "2 cards have the id “one”" in said
    assert "Tough is attached to nobody" in said
    assert "Odd cannot be a “spaceship”" in said


def test_whose_a_card_is_and_whose_turn_is_said_in_any_case(referee: Referee) -> None:
    bell = {"name": "Bell", "kind": "upgrade", "text": "Interrupt: When the villain attacks you, draw 1 card."}
    said = {"active_player": "ADA", "cards": [{**bell, "controller": "ada"}]}
    assert [group.abilities for group in referee.resolve(_dispute(**said)).order] == [("bell",)]
    with pytest.raises(NotAllowed) as error:
        referee.resolve(_dispute(cards=[{**bell, "controller": "Adaa"}]))
    assert _messages(error) == ["Bell is controlled by “Adaa”, whom nobody has named; did you mean Ada?"]


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        ({"occurrence": {"type": "enemy-atack"}}, NotAllowed, "There is no occurrence “enemy-atack”"),
        ({"occurrence": {"type": "enemy-attack", "target": "Ada"}}, NotUnderstood, "needs attacker"),
        (
            {"occurrence": {"type": "enemy-attack", "attacker": ["x"], "target": "Ada"}},
            NotUnderstood,
            "attacker is a name",
        ),
        (
            {"occurrence": {"type": "player-attack", "attacker": "Ada", "controller": "Zoe", "target": "Ironclad"}},
            NotAllowed,
            "controller is “Zoe”, who is no player",
        ),
        (
            {"occurrence": {"type": "enemy-attack", "attacker": "Ada", "target": "Bo", "attacker_kind": "ally"}},
            NotAllowed,
            "attacker of enemy-attack is an enemy; Ada is an ally",
        ),
        ({"players": []}, NotUnderstood, "players is a list of seats"),
        ({"players": [{"name": "Ada", "form": "giant"}]}, NotAllowed, "cannot be in form “giant”"),
        ({"players": [{"name": "Ada"}, {"name": "Ada"}]}, NotAllowed, "more than one seat"),
        (
            {"cards": [{"name": "x", "text": "Guard."}, {"name": "y", "id": "x#2", "text": "Guard."}]},
            NotAllowed,
            "The id “x#2” reads like an ability of the card “x”",
        ),
        ({"cards": {"name": "x"}}, NotUnderstood, "cards is a list"),
        ({"cards": [{"name": "x", "text": 3}]}, NotUnderstood, "is not a text"),
        ({"cards": [{"name": "x", "use": "yes"}]}, NotUnderstood, "true or false"),
        ({"active_player": "Zoe"}, NotAllowed, "active_player is “Zoe”"),
        ({"cards": [{"name": "x", "role": "bost", "text": "Boost: Draw 1 card."}]}, NotAllowed, "roles are boost"),
        (
            {"occurrence": {"type": "enemy-attack", "attacker": "Ada", "target": "Bo"}},
            NotAllowed,
            "attacker of enemy-attack is an enemy; Ada is a player",
        ),
        (
            {
                "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada", "defender": "Rat"},
                "cards": [{"name": "Rat", "kind": "minion", "text": "Guard."}],
            },
            NotAllowed,
            "defender of enemy-attack is an identity or ally; Rat is a minion",
        ),
        ({"cards": [{"name": "x", "text": "a" * 30_000}]}, TooLarge, "at most 20000"),
        ({"cards": [{"name": "x"}] * 2_500}, TooLarge, "at most 1000 cards"),
        ({"players": [{}] * 65}, TooLarge, "at most 64 players"),
        ({"game": None}, NotUnderstood, "needs a game"),
    ],
)
def test_a_mistake_is_named(change: dict[str, Any], kind: type[JudgeError], words: str, referee: Referee) -> None:
    with pytest.raises(kind) as error:
        referee.resolve(_dispute(**change))
    assert words in error.value.message


def test_ids_default_to_numbered_slugs(referee: Referee) -> None:
    text = "Forced Response: After an enemy attacks you, discard 1 card."
    cards = [
        {"name": "Trip Wire!", "controller": "Ada", "text": text},
        {"name": "Trip wire", "controller": "Ada", "text": text},
    ]
    assert referee.resolve(_dispute(cards=cards)).order[0].abilities == ("trip-wire", "trip-wire-2")


def test_abilities_of_one_card_are_numbered_in_the_order_of_its_text(referee: Referee) -> None:
    text = "Attach to an enemy.\nGuard. (A reminder.)\nForced Interrupt: When attached enemy attacks, discard 1 card."
    card = {"id": "pack", "name": "Pack", "kind": "attachment", "attached_to": "Ironclad", "text": text}
    ruling = referee.resolve(_dispute(cards=[card]))
    assert [group.abilities for group in ruling.order] == [("pack#2",)]
    assert [out.ability for out in ruling.excluded] == ["pack#1"]


@pytest.mark.parametrize(("given", "reason"), [({"text": ""}, "no-matching-window"), ({}, "unread")])
def test_a_card_without_ability_is_its_id(given: dict[str, str], reason: str, referee: Referee) -> None:
    blank = {"id": "blank", "name": "Blank", "kind": "upgrade", "controller": "Ada", **given}
    ruling = referee.resolve(_dispute(cards=[blank]))
    assert [(out.ability, out.reason) for out in ruling.excluded] == [("blank", reason)]
    assert [(one.card, one.part) for one in ruling.unread] == ([] if "text" in given else [("blank", "text")])


def test_an_unnamed_controller_is_assumed_and_said(referee: Referee) -> None:
    ruling = referee.resolve(
        _dispute(cards=[{"name": "Mask", "kind": "upgrade", "text": "Response: After you attack, draw 1 card."}])
    )
    assert any("Ada is taken to control it" in one.text for one in ruling.assumptions)


def test_players_without_names_are_numbered(referee: Referee) -> None:
    dispute = _dispute(
        players=[{}, {}], occurrence={"type": "enemy-attack", "attacker": "Ironclad", "target": "Player 2"}
    )
    assert referee.resolve(dispute).timeline[0].within == "Ironclad’s attack on Player 2"


def test_a_misspelled_key_is_said(referee: Referee) -> None:
    ruling = referee.resolve(_dispute(cards=[{"name": "Mask", "controler": "Bo", "text": "Guard."}]))
    assert any("did you mean controller?" in warning for warning in ruling.warnings)


def test_a_mended_reading_is_used_instead_of_ours(referee: Referee) -> None:
    ability = {
        "timing": "response",
        "trigger": {
            "word": "after",
            "would": False,
            "event": "attack",
            "text": "the villain attacks",
            "agent": {"kind": "villain"},
        },
    }
    card = {
        "id": "odd",
        "name": "Odd",
        "controller": "Ada",
        "text": "Guard.",
        "abilities": [ability],
        "keywords": ["surge"],
    }
    ruling = referee.resolve(_dispute(cards=[card]))
    assert ruling.order[0].abilities == ("odd#1",)
    assert [out.ability for out in ruling.excluded] == ["odd#2"]
