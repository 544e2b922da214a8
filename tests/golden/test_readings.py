"""What a ruling says aloud: the answer, why one comes after another, why one does not resolve, word for word."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.desk import Desk
from judge.rulings.ruling_text import short_text

HERE = Path(__file__).parent
READINGS = yaml.safe_load((HERE / "readings.yaml").read_text(encoding="utf-8"))


def dispute_of(name: str) -> dict[str, Any]:
    """The dispute that a reading names: file:id."""
    file, _, wanted = name.partition(":")
    cases = yaml.safe_load((HERE / "disputes" / f"{file}.yaml").read_text(encoding="utf-8"))
    case = next(case for case in cases if case["id"] == wanted)
    game = "marvel-champions" if file.startswith("marvel-champions") else file
    edition = {"edition": case["editions"][0]} if case.get("editions") else {}
    return {"game": game, **edition, **case["dispute"]}


def _what(row: Mapping[str, Any]) -> str:
    return next(f"{row['of'].partition(':')[2]}-{key}" for key in ("answer", "after", "excluded") if key in row)


@pytest.mark.parametrize("row", READINGS, ids=_what)
def test_it_reads_as_written(row: Mapping[str, Any], desk: Desk) -> None:
    ruling = desk.resolve(dispute_of(row["of"])).as_json()
    if "answer" in row:
        assert ruling["answer"] == row["answer"]
    elif "after" in row:
        said = [g["after"] for g in ruling["order"] if row["after"] in g["abilities"] and g["after"]]
        assert row["says"] in [after["why"] for after in said]
        rules = next(after["rules"] for after in said if after["why"] == row["says"])
        assert rules[0]["headword"] == row["rule"]
    else:
        left = next(x for x in ruling["excluded"] if x["ability"] == row["excluded"])
        assert left["why"] == row.get("says", left["why"])
        assert left["short"] == row.get("short", left["short"])


def test_every_step_says_at_which_moment_it_stands_and_every_class_what_it_is_called(desk: Desk) -> None:
    for book in desk.corpus.books:
        rules = desk.rules(book.game, book.edition)
        steps = [step.id for occurrence in rules.occurrences.values() for step in occurrence.steps]
        assert [step for step in steps if step not in rules.moments] == []
        assert [cls.id for cls in rules.classes if cls.id not in rules.called] == []


def test_a_text_for_a_chat_is_short_and_names_no_reference(desk: Desk) -> None:
    cards = [
        {"id": f"the-slug-{n}", "name": f"Bell {n}", "kind": "upgrade", "controller": "Anna",
         "text": "Interrupt: When the villain initiates an attack against you, draw 1 card."}
        for n in range(8)
    ]  # fmt: skip
    ruling = desk.resolve({
        "game": "marvel-champions", "players": [{"name": "Anna", "form": "hero"}], "cards": cards,
        "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Anna"},
    })  # fmt: skip
    text = short_text(ruling, "Community Glossary", "https://example.org/r/1")
    assert len(text.removesuffix("https://example.org/r/1")) <= 900
    assert "the-slug" not in text and "enemy-attack/" not in text
    assert text.startswith("Anna may use Bell 0, Bell 1")
    assert text.count("“") >= 2
