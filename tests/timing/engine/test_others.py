"""Whom “other” and “another” leave out: the card itself; where it is none of those, whom its text spoke of before."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.test_whom_it_befell import ordered, ruling


def enemy(name: str, kind: str) -> dict[str, Any]:
    text = f"Forced Response: After {name} is attacked, place 1 threat on the main scheme."
    return {
        "id": name.lower(),
        "name": name,
        "kind": kind,
        "controller": "scenario",
        "text": text,
        **({"engaged_with": "Ada"} if kind == "minion" else {}),
    }


@pytest.mark.parametrize("kind", ["villain", "minion"])
@pytest.mark.parametrize("whom", ["other {}s", "another {}", "any other {}"])
@pytest.mark.parametrize(("target", "resolves"), [("Pike", ["pike"]), ("Crusher", ["taunt"])])
def test_other_than_the_one_an_attachment_lies_on(
    referee: Referee, kind: str, whom: str, target: str, resolves: list[str]
) -> None:
    taunt = {
        "id": "taunt",
        "name": "Taunt",
        "kind": "attachment",
        "controller": "scenario",
        "attached_to": "Pike",
        "text": f"Attach to Pike. Players cannot attack {whom.format(kind)}.",
    }
    happens = {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": target, "target_kind": kind}
    said = ruling(referee, happens, enemy("Pike", kind), enemy("Crusher", kind), taunt)
    assert ordered(said) == resolves


@pytest.mark.parametrize("card_kind", ["upgrade", "support"])
def test_other_than_the_one_that_was_answered(referee: Referee, card_kind: str) -> None:
    """“When an enemy attacks you, deal 1 damage to each other enemy”: not to the one that attacks."""
    text = "Forced Response: After an enemy attacks you, deal 1 damage to each other enemy."
    net = {"id": "net", "name": "Net", "kind": card_kind, "controller": "Ada", "text": text}
    tough = [
        {"id": f"tough-{one}", "name": "Tough", "kind": "status", "attached_to": one} for one in ("Pike", "Crusher")
    ]
    happens = {"type": "enemy-attack", "attacker": "Pike", "target": "Ada"}
    said = ruling(referee, happens, enemy("Pike", "minion"), enemy("Crusher", "minion"), net, *tough)
    assert "tough-Crusher" in ordered(said)
    assert "tough-Pike" not in ordered(said)
