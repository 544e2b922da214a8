"""Slips in the tables that the build refuses: what is written instead, and what is then said, where (slips.tsv)."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.rules.conftest import Slip


def _rows() -> list[dict[str, str]]:
    """The rows of the table; `\\n` in it ends a line."""
    with Path(__file__).with_name("slips.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [{key: said.replace("\\n", "\n") for key, said in row.items()} for row in rows]


@pytest.mark.parametrize("row", _rows(), ids=lambda row: f"{row['what']}: {row['instead'] or row['words']}")
def test_a_slip_is_told_with_its_row(row: dict[str, str], slip: Slip) -> None:
    told = [message for message in slip(row["file"], row["words"], row["instead"]) if row["says"] in message]
    assert told, "nothing of the kind is said"
    assert row["row"] in told[0] and told[0].startswith(f"timing/{row['file']}" if row["row"] else "timing/")
