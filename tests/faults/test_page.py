"""The page on faults names the tests that hold it, all of them, and no other."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "faults.md"


def test_the_page_on_faults_names_every_test_and_only_tests_there_are() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    others = [path for path in HERE.glob("test_*.py") if path.name != Path(__file__).name]
    there = {name for path in others for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)}
    assert named == there
