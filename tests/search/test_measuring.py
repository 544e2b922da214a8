"""What the measuring scripts count as right where a file labels by entry."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.desk import Desk

_SCRIPTS = Path(__file__).parents[2] / "scripts"
_OVERKILL = "marvel-champions/rr-1.0/overkill"


@pytest.mark.parametrize(
    ("label", "right"),
    [
        ({"answer": "marvel-champions/community/stun", "words": "Stun cancels … next attack"}, True),
        ({"answer": "marvel-champions/community/stun", "words": "STUN cancels a character's"}, True),
        ({"answer": "marvel-champions/community/stun", "words": "stunned heroes dance"}, False),
        ({"answer": ["marvel-champions/community/stun"]}, True),
        ({"answer": _OVERKILL}, False),
    ],
)
def test_an_answer_is_right_that_quotes_the_words_or_the_entry(desk: Desk, label: dict[str, Any], right: bool) -> None:
    is_right: Callable[..., bool] = runpy.run_path(str(_SCRIPTS / "fit-answers"), run_name="measure")["is_right"]
    quote = "Stun cancels a character’s next attack."
    cited = {"id": "marvel-champions/community/stun", "quote": quote}
    given = {"answer": quote, "order": None, "rules": [cited], "nearest": None}
    assert is_right(given, label, desk) is right


def test_a_hit_is_right_that_a_redirect_leads_to(desk: Desk) -> None:
    rank_by_id: Callable[..., int] = runpy.run_path(str(_SCRIPTS / "eval-search"), run_name="measure")["rank_by_id"]
    hits = desk.search("overkill", game="marvel-champions", edition="rr-1.0").hits
    assert rank_by_id(desk, hits, [_OVERKILL]) == 1
    assert rank_by_id(desk, hits, ["marvel-champions/rr-1.0/nowhere"]) == 0
