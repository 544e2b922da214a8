"""What a text says besides who does what to whom is obeyed: how often, for how long, as what. All cards are made up."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from judge import engine
from judge.cardtext import tree
from judge.engine.referee import Referee
from tests.timing.engine.test_whom_it_befell import ordered

_PLAYERS = [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}]
_GRUB = {"id": "grub", "name": "Grub", "kind": "minion", "engaged_with": "Ada", "text": ""}
_GROB = {**_GRUB, "id": "grob", "name": "Grob"}
_VILLAIN_PHASE = {"type": "villain-phase"}


def _ruling(
    referee: Referee, text: str, *cards: Mapping[str, Any], occurrence: Mapping[str, str], kind: str = "support"
) -> dict[str, Any]:
    """The ruling on a dispute in which a card of Ada's bears a text."""
    cause = {"id": "cause", "name": "Cause", "kind": kind, "controller": "Ada", "text": text}
    return referee.resolve(
        {
            "game": "marvel-champions",
            "players": _PLAYERS,
            "active_player": "Ada",
            "occurrence": occurrence,
            "cards": [cause, *cards],
        }
    ).as_json()


def _waiting(trigger: str) -> dict[str, str]:
    text = f"Forced Response: After {trigger}, place 1 dream counter on Vigil."
    return {"id": "wait", "name": "Vigil", "kind": "support", "controller": "Ada", "text": text}


def _excluded(said: Mapping[str, Any], refs: Iterable[str]) -> list[tuple[str, str | None]]:
    return [(one["reason"], one["by"]) for one in said["excluded"] if one["ability"] in refs]


@pytest.mark.parametrize(
    ("how_often", "times"),
    [
        ("whenever an enemy attacks this phase, draw 1 card", 4),
        ("each time an enemy attacks this phase, draw 1 card", 4),
        ("until the end of the phase, whenever an enemy attacks, draw 1 card", 4),
        ("until the end of the phase, after an enemy attacks, draw 1 card", 4),
        ("after each enemy attack this phase, draw 1 card", 4),
        ("the next time an enemy attacks this phase, draw 1 card", 1),
        ("whenever a minion attacks this phase, draw 1 card", 2),
    ],
)
def test_what_waits_happens_as_often_as_was_said(referee: Referee, how_often: str, times: int) -> None:
    text = f"Interrupt: When the villain phase begins, {how_often}."
    said = _ruling(referee, text, _GRUB, _GROB, _waiting("you draw a card"), occurrence=_VILLAIN_PHASE)
    assert ordered(said).count("wait") == times


def test_what_answers_each_time_does_not_answer_itself(referee: Referee) -> None:
    text = "Interrupt: When the villain phase begins, whenever you draw a card this phase, draw 1 card. Draw 1 card."
    said = _ruling(referee, text, _waiting("you draw a card"), occurrence=_VILLAIN_PHASE)
    assert ordered(said).count("wait") == 2


_ATTACK = {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": "Grub"}


@pytest.mark.parametrize(
    "what", ["all keywords", "each of its keywords", "its keywords", "retaliate", "guard and retaliate"]
)
@pytest.mark.parametrize("who", ["Grub", "each minion"])
def test_who_loses_keywords_has_none(referee: Referee, what: str, who: str) -> None:
    grub = {**_GRUB, "text": "Retaliate 1."}
    used = f"Interrupt: When you attack an enemy, {who} loses {what} until the end of the phase."
    for text in (used, f"{who[0].upper()}{who[1:]} loses {what}."):
        said = _ruling(referee, text, grub, occurrence=_ATTACK)
        assert "cause" in ordered(said)
        assert _excluded(said, ["grub"]) == [("prevented", "cause")]


def test_others_keep_their_keywords(referee: Referee) -> None:
    grub = {**_GRUB, "text": "Retaliate 1."}
    for text in ("Each ally loses all keywords.", "Grob loses retaliate.", "Each minion loses guard."):
        assert "grub" in ordered(_ruling(referee, text, grub, _GROB, occurrence=_ATTACK))


@pytest.mark.parametrize(
    "put",
    [
        "Put the top card of your deck into play facedown, engaged with you as a Drone minion",
        "Put the top card of your deck into play facedown as a minion engaged with you",
        "Put the top card of the encounter deck into play as a facedown minion",
    ],
)
def test_what_enters_play_is_what_it_enters_as(referee: Referee, put: str) -> None:
    turn = {"type": "player-turn", "player": "Ada"}
    for trigger, answers in (
        ("a minion enters play", True),
        ("an ally enters play", False),
        ("a card enters play", True),
    ):
        said = _ruling(referee, f"Action: {put}.", _waiting(trigger), occurrence=turn)
        assert ("wait" in ordered(said)) == answers
        assert said["assumptions"] == []


_BOOM = {"id": "boom", "name": "Boom", "kind": "event", "controller": "Bo"}
_SHIELD = {"id": "shield", "name": "Shield", "kind": "event", "controller": "Ada"}
_TURN = {"type": "player-turn", "player": "Ada"}


@pytest.mark.parametrize(
    ("change", "dealt", "taken"),
    [
        ("increase that damage by 1", 3, True),
        ("that damage is increased by 1", 3, True),
        ("take 1 additional damage", 3, True),
        ("double that damage", 3, True),
        ("reduce that damage by 1", 3, False),
        ("reduce that damage by 1", 1, False),
        ("reduce that damage by 1", 4, False),
        ("reduce that damage by 1", 5, True),
    ],
)
def test_how_much_there_is_counts(referee: Referee, change: str, dealt: int, taken: bool) -> None:
    boom = {**_BOOM, "text": f"Action: Deal {dealt} damage to Ada."}
    shield = {**_SHIELD, "text": "Interrupt: When you would take any amount of damage, prevent 3 of that damage."}
    text = f"Forced Interrupt: When you would take any amount of damage, {change}."
    cards = (boom, shield, _waiting("you take any amount of damage"))
    assert ("wait" in ordered(_ruling(referee, text, *cards, occurrence=_TURN))) == taken


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("You take 1 less damage.", True),
        ("Damage you take is reduced by 1.", True),
        ("Each ally takes 1 less damage.", False),
        ("You get +1 hand size.", False),
    ],
)
def test_a_constant_that_changes_how_much_is_told(referee: Referee, text: str, told: bool) -> None:
    boom = {**_BOOM, "text": "Action: Deal 1 damage to Ada."}
    said = _ruling(referee, text, boom, occurrence=_TURN)
    assert any("not worked out" in warning for warning in said["warnings"]) == told


_ENEMY_ATTACK = {"type": "enemy-attack", "attacker": "Ogre", "attacker_kind": "villain", "target": "Ada"}
_SCHEME = {"type": "enemy-scheme", "schemer": "Ogre", "target": "Ada"}


@pytest.mark.parametrize(
    ("prevented", "occurrence", "trigger", "happens"),
    [
        ("attacks, prevent all damage from this attack", _ENEMY_ATTACK, "you take any amount of damage", False),
        ("attacks, prevent all damage to you from this attack", _ENEMY_ATTACK, "you take any amount of damage", False),
        ("attacks, prevent all damage to Bo from this attack", _ENEMY_ATTACK, "you take any amount of damage", True),
        (
            "attacks, prevent all damage that would be dealt to allies this attack",
            _ENEMY_ATTACK,
            "you take damage",
            True,
        ),
        ("schemes, prevent all threat from this scheme", _SCHEME, "threat is placed on a scheme", False),
        (
            "schemes, prevent all threat that would be placed on side schemes this activation",
            _SCHEME,
            "threat is placed on a scheme",
            True,
        ),
    ],
)
def test_what_is_prevented_is_what_would_befall_those_named(
    referee: Referee, prevented: str, occurrence: Mapping[str, str], trigger: str, happens: bool
) -> None:
    text = f"Interrupt: When an enemy {prevented}."
    said = _ruling(referee, text, _waiting(trigger), occurrence=occurrence, kind="event")
    assert ("wait" in ordered(said)) == happens


@pytest.mark.parametrize(
    ("while_", "acts"),
    [
        ("While you are in hero form", True),
        ("While you are in alter-ego form", False),
        ("While Grub is in play", True),
        ("As long as you are in hero form", True),
        ("If you are in alter-ego form", False),
        ("While an enemy is attacking you", True),
    ],
)
@pytest.mark.parametrize("trigger", ["when you take damage", "whenever you take damage", "after you take damage"])
def test_what_answers_only_while_something_is_so_does(referee: Referee, while_: str, acts: bool, trigger: str) -> None:
    text = f"{while_}, {trigger}, place 1 dream counter on Cause."
    assert ("cause" in ordered(_ruling(referee, text, _GRUB, occurrence=_ENEMY_ATTACK))) == acts


_READY = {"id": "zap", "name": "Zap", "kind": "event", "controller": "Ada", "text": "Action: Ready your hero."}


@pytest.mark.parametrize(
    ("blank", "speaks"),
    [
        ("Treat Grub's printed text box as if it were blank", False),
        ("Treat the printed text box of each minion as if it were blank (except for Traits)", False),
        ("Treat the text box of each ally as if it were blank", True),
        ("Each minion loses all abilities", False),
    ],
)
@pytest.mark.parametrize("text", ["Retaliate 1.", "Forced Response: After a hero readies, place 1 threat on Cause."])
def test_whose_text_box_is_blank_says_nothing(referee: Referee, text: str, blank: str, speaks: bool) -> None:
    grub = {**_GRUB, "text": text}
    occurrence = _ATTACK if text.startswith("Retaliate") else _TURN
    until = f"until the end of the phase, {blank[0].lower()}{blank[1:]}"
    used = f"Interrupt: When you attack an enemy, {until}." if occurrence is _ATTACK else f"Action: {until}."
    for said in (f"{blank}.", used):
        ruling = _ruling(referee, said, grub, _READY, occurrence=occurrence)
        assert ("grub" in ordered(ruling)) == speaks
        if not speaks:
            assert _excluded(ruling, ["grub"]) == [("forbidden", "cause")]
        assert not [warning for warning in ruling["warnings"] if "not worked out" in warning]


@pytest.mark.parametrize("swap", ["Swap Cause with an upgrade in your hand", "Exchange Cause with another support"])
def test_what_a_swap_brings_about_is_told_as_not_worked_out(referee: Referee, swap: str) -> None:
    said = _ruling(referee, f"Action: {swap}.", occurrence=_TURN)
    assert any("not worked out" in warning for warning in said["warnings"])


_NOT_LOOKED_AT = {
    "chooser": "who does what is chosen is its agent",
    "avoid": "an “unless” counts as not met",
    "as_if": "what a text makes happen does, as if that were so",
    "most": "an amount for each has no number that is known",
    "least": "an amount for each has no number that is known",
}
"""Fields of the tree that the engine need not look at, and why."""


def test_the_engine_looks_at_all_that_is_read() -> None:
    sorts = [one for one in vars(tree).values() if isinstance(one, type) and is_dataclass(one)]
    names = {one.name for sort in sorts if sort.__module__ == tree.__name__ for one in fields(sort)}
    folder = Path(engine.__file__).parent
    nodes = (node for path in folder.rglob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    assert names - {node.attr for node in nodes if isinstance(node, ast.Attribute)} == _NOT_LOOKED_AT.keys()
