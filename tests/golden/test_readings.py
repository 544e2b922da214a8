"""What a ruling says aloud: the answer, why one comes after another, why one does not resolve, word for word."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.desk import Desk

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
