"""Golden disputes: made-up cards, rulings that the rules themselves settle or leave open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.corpus import Corpus
from judge.engine.referee import Referee
from tests.timing.expectations import iter_faults
from tests.yaml_files import read_yaml

_GAMES = ("marvel-champions", "vs-system-2pcg", "legendary", "marvel-united")
_FOLDER = Path(__file__).parent.parent / "golden" / "disputes"


def _iter_cases() -> list[Any]:
    cases = []
    for file in sorted(_FOLDER.glob("*.yaml")):
        game = next(game for game in _GAMES if file.stem.startswith(game))
        for case in read_yaml(file):
            for edition in case.get("editions", [None]):
                dispute = {"game": game, **({"edition": edition} if edition else {}), **case["dispute"]}
                name = f"{case['id']}-{edition or game}"
                cases.append(pytest.param(dispute, case["expect"], id=name))
    return cases


@pytest.mark.parametrize(("dispute", "expect"), _iter_cases())
def test_ruling(dispute: dict[str, Any], expect: dict[str, Any], referee: Referee, corpus: Corpus) -> None:
    assert list(iter_faults(referee.resolve(dispute).as_json(), expect, corpus)) == []
