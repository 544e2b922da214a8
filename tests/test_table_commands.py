"""`judge responders`, `chart`, `practice`, `collisions` as a person runs them, over a made-up library."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from judge.cards.library import CardLibrary
from judge.desk import Desk
from tests.charts.made_up_table import CARDS
from tests.test_commands import judge

MOMENT = """
game: marvel-champions
players: [{name: Ann, form: hero}]
occurrence: {type: enemy-attack, attacker: Clockwork Baron, attacker_kind: villain, target: Ann}
"""
TABLE = """
scenario: Clockwork Baron
players:
  - {name: Ann, hero: Tin Fox}
  - {name: Ben, hero: Moth, deck: "2x Dust Clowd\\n2x Quick Jab"}
"""


@pytest.fixture(scope="module")
def data(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the current build and the made-up library."""
    folder = tmp_path_factory.mktemp("data")
    shutil.copytree(desk.build_folder, folder / "builds" / desk.build_id)
    (folder / "current").write_text(desk.build_id, encoding="utf-8")
    CardLibrary(folder / "cards.sqlite").add(CARDS)
    return folder


def test_responders_are_told_in_order_and_by_deck(data: Path, tmp_path: Path) -> None:
    run = judge("responders", "-", "--step", "enemy-attack/initiate", feed=MOMENT, data=data)
    assert run.returncode == 0, run.stderr
    first, second = "Clockwork Baron (90101, library): must", "Tin Fox (90001a, library): Ann may"
    assert run.stdout.index(first) < run.stdout.index(second)
    deck = tmp_path / "deck.txt"
    deck.write_text("Brass Shield\n", encoding="utf-8")
    found = json.loads(judge("responders", "-", "--deck", f"Ann={deck}", "--json", feed=MOMENT, data=data).stdout)
    assert [one["name"] for stand in found["stands"] for one in stand["responders"]] == ["Brass Shield"]


def test_a_chart_is_printed_and_bad_lines_go_to_standard_error(data: Path) -> None:
    run = judge("chart", "-", feed=TABLE, data=data)
    assert run.returncode == 0
    assert "forced interrupts [Ann decides]: Clockwork Baron (Scenario), Overwound Gears ×2 (Scenario)" in run.stdout
    assert "Ben’s deck, line 1: the library has no card “Dust Clowd”. Did you mean Dust Cloud?" in run.stderr
    assert judge("chart", "-", feed="scenario: Nowhere", data=data).returncode == 1


def test_one_seed_prints_one_sheet_with_its_answers(data: Path) -> None:
    args = ("practice", "--game", "marvel-champions", "--seed", "3", "--count", "4", "--answers")
    first = judge(*args, data=data)
    assert first.returncode == 0
    assert first.stdout == judge(*args, data=data).stdout
    assert "Answers\n1. " in first.stdout


def test_collisions_without_a_run_say_what_to_do(data: Path) -> None:
    pytest.importorskip("pyarrow")
    run = judge("collisions", "report", data=data)
    assert (run.returncode, "judge collisions run" in run.stderr) == (1, True)
