"""What-ifs: the same dispute with one thing changed, so that a reader sees what hangs on it."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judge.desk import Desk
from judge.errors import NotUnderstood
from judge.forms.wording import Wording
from judge.web.references import card_ids, cards_of, occurrence_of, players_of


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One change: `change` is what the button sends, `label` what it says."""

    change: str
    label: str


def what_ifs(desk: Desk, dispute: Mapping[str, Any], data: Mapping[str, Any], wording: Wording) -> list[WhatIf]:
    """The changes worth trying: passing on an optional ability, another edition, form, first player or defender."""
    return [
        *_uses(dispute, data),
        *_defenders(desk, dispute, data),
        *_players(dispute, wording),
        *(
            WhatIf(f"edition:{book.edition}", f"Rule by {book.title} ({book.publisher})")
            for book in desk.corpus.editions(data["game"])
            if book.edition != data["edition"]
        ),
    ]


def _uses(dispute: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[WhatIf]:
    optional = {r.split("#")[0] for g in data["order"] if g["mandatory"] is False for r in g["abilities"]}
    for place, (card_id, card) in enumerate(zip(card_ids(dispute), cards_of(dispute), strict=True)):
        name = card.get("name") or card_id
        if card.get("use") is False:
            yield WhatIf(f"use:{place}", f"{name} is used")
        elif card_id in optional:
            yield WhatIf(f"pass:{place}", f"{name} is not used")


def _defenders(desk: Desk, dispute: Mapping[str, Any], data: Mapping[str, Any]) -> Iterator[WhatIf]:
    """Where the occurrence takes a defender: each player and each submitted ally, and nobody."""
    occurrence = occurrence_of(dispute)
    rows = [o for o in desk.occurrences(data["game"], data["edition"]) if o["type"] == occurrence.get("type")]
    if not any(p["name"] == "defender" and p["optional"] for o in rows for p in o["participants"]):
        return
    names = [player["name"] for player in players_of(dispute)]
    names += [str(card["name"]) for card in cards_of(dispute) if card.get("kind") == "ally" and card.get("name")]
    for name in dict.fromkeys(n for n in names if n != occurrence.get("defender")):
        yield WhatIf(f"defender:{name}", f"{name} defends")
    if occurrence.get("defender"):
        yield WhatIf("defender:", "Nobody defends")


def _players(dispute: Mapping[str, Any], wording: Wording) -> Iterator[WhatIf]:
    for place, player in enumerate(players_of(dispute)):
        name = player["name"]
        if place and wording.first_player:
            yield WhatIf(f"first:{place}", f"{name} is first player")
        for form, title in wording.forms.items():
            if player.get("form") and form != player["form"]:
                yield WhatIf(f"form:{place}:{form}", f"{name} is in {title.lower()} form")


def changed(dispute: Mapping[str, Any], change: str) -> dict[str, Any]:
    """The dispute after a change that `what_ifs` offered. Raises NotUnderstood for one it never offers."""
    new: dict[str, Any] = copy.deepcopy(dict(dispute))
    found = re.fullmatch(r"(use|pass|first|form|defender|edition):(.*)", change, re.DOTALL)
    try:
        if not found:
            raise ValueError(change)
        _CHANGES[found[1]](new, found[2])
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as problem:
        raise NotUnderstood(f"This ruling cannot be changed by “{change[:80]}”.", "change") from problem
    return new


def _use(dispute: dict[str, Any], place: str) -> None:
    dispute["cards"][int(place)].pop("use", None)


def _pass(dispute: dict[str, Any], place: str) -> None:
    dispute["cards"][int(place)]["use"] = False


def _first(dispute: dict[str, Any], place: str) -> None:
    """Seats are clockwise: another first player turns the table, it does not reseat it."""
    at = int(place)
    players = players_of(dispute)
    dispute["players"] = players[at:] + players[:at]


def _form(dispute: dict[str, Any], what: str) -> None:
    place, form = what.split(":")
    dispute["players"] = players_of(dispute)
    dispute["players"][int(place)]["form"] = form


def _defender(dispute: dict[str, Any], name: str) -> None:
    rest = {k: v for k, v in occurrence_of(dispute).items() if k not in ("defender", "defender_kind")}
    dispute["occurrence"] = {**rest, "defender": name} if name else rest


def _edition(dispute: dict[str, Any], edition: str) -> None:
    dispute["edition"] = edition


_CHANGES = {"use": _use, "pass": _pass, "first": _first, "form": _form, "defender": _defender, "edition": _edition}
