"""Makes what-ifs: the same dispute with a choice filled in, so that a reader sees what hangs on it.

A change is a word and what it is about (“pass:2”, “prefer:horn”); an address holds those made after each other.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.desk import Desk
from judge.errors import NotUnderstood
from judge.forms.form_wording import FormWording
from judge.web.dispute_rows import card_ids, cards_of, occurrence_of, players_of

Dispute = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One change: `change` is what its link says, `label` what the reader sees."""

    change: str
    label: str


def what_ifs(desk: Desk, dispute: Dispute, data: Mapping[str, Any], wording: FormWording) -> list[WhatIf]:
    """The changes worth trying: another order, passing on an ability, another form, first player, defender, edition."""
    found = [
        *_orders(data),
        *_uses(dispute, data),
        *_participants(desk, dispute, data),
        *_players(dispute, wording),
        *(f"edition:{book.edition}" for book in desk.corpus.editions(data["game"]) if book.edition != data["edition"]),
    ]
    return [WhatIf(change, in_words(desk, dispute, change, data, wording)) for change in dict.fromkeys(found)]


def _orders(data: Mapping[str, Any]) -> Iterator[str]:
    """Where somebody decides: each of those that do not come first."""
    for group in data["order"]:
        if group["decided_by"] or not group["settled"]:
            yield from (f"prefer:{ref}" for ref in group["candidates"] if ref != group["abilities"][0])


def _uses(dispute: Dispute, data: Mapping[str, Any]) -> Iterator[str]:
    optional = {r.split("#")[0] for g in data["order"] if g["mandatory"] is False for r in g["abilities"]}
    for place, (card_id, card) in enumerate(zip(card_ids(dispute), cards_of(dispute), strict=True)):
        if card.get("use") is False:
            yield f"use:{place}"
        elif card_id in optional:
            yield f"pass:{place}"


def _participants(desk: Desk, dispute: Dispute, data: Mapping[str, Any]) -> Iterator[str]:
    """Facts of the occurrence that can be filled in: each of its flags, and who defends."""
    occurrence = occurrence_of(dispute)
    rows = [o for o in desk.occurrences(data["game"], data["edition"]) if o["type"] == occurrence.get("type")]
    for part in (part for row in rows for part in row["participants"]):
        if part.get("type") == "flag":
            yield f"{'not' if occurrence.get(part['name']) else 'fact'}:{part['name']}"
        elif part["name"] == "defender" and part["optional"]:
            yield from _other_defenders(dispute, occurrence.get("defender"))


def _other_defenders(dispute: Dispute, defender: object) -> Iterator[str]:
    """Everybody else who may defend, and nobody where somebody does."""
    allies = [card for card in cards_of(dispute) if card.get("kind") == "ally" and card.get("name")]
    names = [*(player["name"] for player in players_of(dispute)), *(str(card["name"]) for card in allies)]
    yield from (f"defender:{name}" for name in names if name != defender)
    if defender:
        yield "defender:"


def _players(dispute: Dispute, wording: FormWording) -> Iterator[str]:
    for place, player in enumerate(players_of(dispute)):
        if place and wording.first_player:
            yield f"first:{place}"
        yield from (f"form:{place}:{form}" for form in wording.forms if form != player.get("form"))


def in_words(desk: Desk, dispute: Dispute, change: str, data: Mapping[str, Any], wording: FormWording) -> str:
    """What a change says, as a reader would. Raises NotUnderstood for one that is never offered."""
    verb, about = _parted(change)
    try:
        if verb == "prefer":
            return f"{' and '.join(data['names'].get(ref, ref) for ref in about.split(','))} first"
        if verb in ("use", "pass"):
            card = cards_of(dispute)[int(about)]
            return f"{card.get('name') or card_ids(dispute)[int(about)]} is {'used' if verb == 'use' else 'not used'}"
        if verb == "defender":
            return f"{about} defends" if about else "Nobody defends"
        if verb in ("fact", "not"):
            return f"{'Not: ' if verb == 'not' else ''}{wording.participant(about).label}"
        if verb == "edition":
            book = desk.corpus.book(data["game"], about)
            return f"Rule by {book.title} ({book.publisher})"
        place, _, form = about.partition(":")
        name = players_of(dispute)[int(place)]["name"]
        return f"{name} is {f'in {wording.forms[form].lower()} form' if verb == 'form' else 'first player'}"
    except (ValueError, KeyError, IndexError) as problem:
        raise _unknown(change) from problem


def changed_by(dispute: Dispute, changes: Sequence[str]) -> dict[str, Any]:
    """The dispute after changes that `what_ifs` offered, one after the other. Raises NotUnderstood for any other."""
    new: dict[str, Any] = copy.deepcopy(dict(dispute))
    for change in changes:
        verb, about = _parted(change)
        try:
            _CHANGES[verb](new, about)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as problem:
            raise _unknown(change) from problem
    return new


def _parted(change: str) -> tuple[str, str]:
    found = re.fullmatch(r"(use|pass|first|form|defender|edition|prefer|fact|not):(.*)", change, re.DOTALL)
    if not found:
        raise _unknown(change)
    return found[1], found[2]


def _unknown(change: str) -> NotUnderstood:
    return NotUnderstood(f"This ruling cannot be changed by “{change[:80]}”.", "change")


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


def _prefer(dispute: dict[str, Any], references: str) -> None:
    first = references.split(",")
    dispute["prefer"] = [*first, *(ref for ref in dispute.get("prefer") or () if ref not in first)]


def _fact(dispute: dict[str, Any], name: str) -> None:
    dispute["occurrence"] = {**occurrence_of(dispute), name: True}


def _not(dispute: dict[str, Any], name: str) -> None:
    dispute["occurrence"] = {k: v for k, v in occurrence_of(dispute).items() if k != name}


_CHANGES = {
    "use": _use, "pass": _pass, "first": _first, "form": _form, "defender": _defender, "edition": _edition,
    "prefer": _prefer, "fact": _fact, "not": _not,
}  # fmt: skip
