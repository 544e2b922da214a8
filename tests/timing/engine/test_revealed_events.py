"""A player card with a When Revealed ability may be revealed, and is of no encounter card type: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from judge.errors import JudgeError
from tests.timing.engine.champions import EDITIONS, card, ruled

_OMEN = "<b>Action</b>: Shuffle this card into the encounter deck.\n<b>When Revealed</b>: Draw 1 card."


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("kind", "answers"), [("a treachery card", False), ("an encounter card", True)])
def test_an_event_is_revealed(referee: Referee, edition: str, kind: str, answers: bool) -> None:
    order, out = ruled(
        referee, edition, {"type": "reveal", "card": "Omen", "player": "Ada"},
        card("Omen", "event", _OMEN),
        card("Seer", "upgrade", f"<b>Response</b>: After {kind} is revealed, draw 1 card."),
    )  # fmt: skip
    assert order[0] == ["omen#2"]
    assert (["seer"] in order) == (answers and "seer" not in out)
    assert answers or out["seer"] == ("no-matching-window", None)


def test_what_has_no_such_ability_is_not(referee: Referee) -> None:
    with pytest.raises(JudgeError, match="encounter card"):
        ruled(
            referee, "community", {"type": "reveal", "card": "Omen", "player": "Ada"},
            card("Omen", "event", "<b>Action</b>: Draw 1 card."),
        )  # fmt: skip
