"""Disputes of Marvel Champions over made-up cards, as short as tests want them."""

from __future__ import annotations

from typing import Any

from judge.engine.referee import Referee

EDITIONS = ("community", "rr-1.0")
TWO_HEROES = ({"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"})


def card(name: str, kind: str, text: str, controller: str = "Ada", **more: Any) -> dict[str, Any]:
    """One submitted card; its id is its name in small letters."""
    return {"id": name.lower(), "name": name, "kind": kind, "controller": controller, "text": text, **more}


def ruled(
    referee: Referee,
    edition: str,
    occurrence: dict[str, Any],
    *cards: dict[str, Any],
    players: tuple[dict[str, Any], ...] = TWO_HEROES,
) -> tuple[list[list[str]], dict[str, tuple[str, str | None]]]:
    """The groups that resolve, in order, and why the rest does not, by what."""
    ruling = referee.resolve(
        {
            "game": "marvel-champions", "edition": edition, "players": list(players), "occurrence": occurrence,
            "cards": list(cards),
        }
    ).as_json()  # fmt: skip
    out = {one["ability"]: (one["reason"], one["by"]) for one in ruling["excluded"]}
    return [group["abilities"] for group in ruling["order"]], out
