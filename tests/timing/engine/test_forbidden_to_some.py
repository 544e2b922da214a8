"""A deed that all do at the end of the player phase may be forbidden to some: the others do it. Made-up cards."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee

_BANS = {
    "Attached character cannot ready.": {"brak"},
    "Allies cannot ready.": {"brak"},
    "You cannot ready your cards.": {"brak", "sled"},
    "Characters cannot ready.": {"brak"},
    "Players cannot ready cards.": {"brak", "sled", "tower"},
    "Players cannot draw cards.": {"scribe"},
    "You cannot draw cards.": set(),
}


def _ruling(referee: Referee, edition: str, ban: str) -> dict[str, Any]:
    def waiting(name: str, kind: str, controller: str, trigger: str) -> dict[str, Any]:
        text = f"<b>Response</b>: After {trigger}, remove 1 threat from a scheme."
        return {"id": name.lower(), "name": name, "kind": kind, "controller": controller, "text": text}

    return referee.resolve(
        {
            "game": "marvel-champions", "edition": edition,
            "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}],
            "occurrence": {"type": "end-of-player-phase"},
            "cards": [
                {"id": "ban", "name": "Ban", "kind": "attachment", "controller": "scenario", "attached_to": "Brak",
                 "engaged_with": "Ada", "text": ban},
                waiting("Brak", "ally", "Ada", "Brak readies"),
                waiting("Sled", "upgrade", "Ada", "Sled readies"),
                waiting("Tower", "support", "Bo", "Tower readies"),
                waiting("Scribe", "support", "Bo", "you draw 1 or more cards"),
            ],
        }
    ).as_json()  # fmt: skip


@pytest.mark.parametrize("edition", ["community", "rr-1.0"])
@pytest.mark.parametrize("ban", _BANS)
def test_a_ban_holds_for_whom_it_names_and_stands_where_they_would_do_it(
    referee: Referee, edition: str, ban: str
) -> None:
    ruling = _ruling(referee, edition, ban)
    out = {one["ability"]: (one["reason"], one["by"]) for one in ruling["excluded"]}
    assert {ref for ref, why in out.items() if why == ("forbidden", "ban")} == _BANS[ban]
    steps = {group["step"] for group in ruling["order"] if "ban" in group["abilities"]}
    assert steps == ({f"end-of-player-phase/{'ready' if 'ready' in ban else 'draw'}"} if _BANS[ban] else steps)
