"""Drafts a kept ruling from a dispute and what this program ruled on it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

_NO_CARD = ("status", "consequential-damage", "lasting-effect")
_MOST_ENTRIES = 30


def draft_of(dispute: Mapping[str, Any], ruling: Mapping[str, Any], who: str = "") -> dict[str, Any]:
    """A form (`ruling_form`) for the ruling (contract, section 6): the answer it gives, what it rests on.

    The question is a proposal, and `who` says whose ruling it is to be; people complete both.
    """
    names = list(_names(dispute))
    covers: dict[str, Any] = {}
    if entries := list(dict.fromkeys(rule["id"] for group in ruling["order"] for rule in group["rules"])):
        covers["entries"] = entries[:_MOST_ENTRIES]
    if cards := list(_cards(dispute)):
        covers["cards"] = cards
    form: dict[str, Any] = {
        "game": ruling["game"],
        "editions": [ruling["edition"]],
        "question": f"What resolves first: {_listed(names)}?" if len(names) > 1 else "What resolves, and when?",
        "answer": "\n".join(_sentences(ruling)) or "Nothing of it resolves.",
        "source": {"who": who},
        "date": datetime.now(UTC).date().isoformat(),
        "status": "draft",
        "covers": covers,
        "dispute": dict(dispute),
    }
    expects = {"order": [_one_or_all(group["abilities"]) for group in ruling["order"]],
               "excluded": {row["ability"]: row["reason"] for row in ruling["excluded"]}}  # fmt: skip
    filled = {name: value for name, value in expects.items() if value}
    return {**form, "expects": filled} if filled else form


def _one_or_all(abilities: list[str]) -> str | list[str]:
    return abilities[0] if len(abilities) == 1 else list(abilities)


def _sentences(ruling: Mapping[str, Any]) -> Iterator[str]:
    for group in ruling["order"]:
        yield f"{group['position']}. {group['why']}"
    for row in ruling["excluded"]:
        yield f"Not {row['ability']}: {row['why']}"


def _submitted(dispute: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    cards = dispute.get("cards")
    for card in cards if isinstance(cards, list) else []:
        if isinstance(card, Mapping) and card.get("kind") not in _NO_CARD:
            yield card


def _names(dispute: Mapping[str, Any]) -> Iterator[str]:
    yield from dict.fromkeys(card["name"] for card in _submitted(dispute) if isinstance(card.get("name"), str))


def _cards(dispute: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    seen: set[tuple[str, str]] = set()
    for card in _submitted(dispute):
        said = {key: card[key] for key in ("code", "name") if isinstance(card.get(key), str) and card[key].strip()}
        mark = (said.get("code", ""), said.get("name", ""))
        if said and mark not in seen:
            seen.add(mark)
            yield said


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
