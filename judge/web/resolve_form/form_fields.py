"""Turns the resolver's form into a dispute and back, and does what its buttons say. Pure.

Nothing typed is lost: what a form has no field for rides along as JSON in `extra` fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from judge.errors import NotUnderstood
from judge.forms.form_wording import FormWording
from judge.request_bodies import read_value
from judge.web.resolve_form.mended_readings import Row, write_back

CARD_TEXTS = ("name", "text", "kind", "controller", "attached_to", "id", "code", "engaged_with", "role")
CARD_NUMBERS = ("dealt", "location")
CARD_DENIALS = ("use", "in_play")
"""Ticked, they say false: its player passes on it, it is not in play."""


@dataclass(frozen=True, slots=True)
class DisputeForm:
    """What stands in the form: text as typed, one mapping for each player and card."""

    game: str = ""
    edition: str = ""
    active_player: str = ""
    occurrence: str = ""
    participants: Mapping[str, str] = field(default_factory=dict)
    players: tuple[Row, ...] = ()
    cards: tuple[Row, ...] = ()
    extra: str = ""
    occurrence_extra: str = ""
    find: str = ""
    """What was typed to find a card of the library."""
    pasted: str = ""
    """What stands in the box for a whole dispute."""
    filled: str = ""
    """Where the form was filled in from that box: the game that was chosen before, `-` for none."""

    @property
    def said_cards(self) -> list[int]:
        """Places of the card rows that are not empty: the first of them is the dispute’s first card."""
        return [place for place, row in enumerate(self.cards) if any(value.strip() for value in row.values())]

    def typed(self, field: str) -> str:
        """What stands in a field."""
        what, _, rest = field.partition("-")
        if what == "occ":
            return self.participants.get(rest, "")
        rows = {"players": self.players, "cards": self.cards}.get(what)
        if rows is None:
            return str(getattr(self, field, ""))
        place, _, name = rest.partition("-")
        return rows[int(place)].get(name, "") if int(place) < len(rows) else ""

    def without(self, fields: Collection[str]) -> DisputeForm:
        """The form with these fields empty."""

        def kept(rows: Iterable[Row], what: str) -> tuple[Row, ...]:
            return tuple(
                {name: "" if f"{what}-{place}-{name}" in fields else value for name, value in row.items()}
                for place, row in enumerate(rows)
            )

        return replace(
            self,
            active_player="" if "active_player" in fields else self.active_player,
            participants={name: value for name, value in self.participants.items() if f"occ-{name}" not in fields},
            players=kept(self.players, "players"),
            cards=kept(self.cards, "cards"),
        )


def form_from_fields(fields: Iterable[tuple[str, str]]) -> DisputeForm:
    """The form as it was sent: names like `players-0-name`, `cards-2-text`, `occ-attacker`."""
    single: Row = {}
    participants: Row = {}
    rows: dict[str, dict[int, Row]] = {"players": {}, "cards": {}}
    for name, sent in fields:
        value = sent.replace("\r\n", "\n")
        row = re.fullmatch(r"(players|cards)-(\d{1,4})-(\w+)", name)
        if row:
            rows[row[1]].setdefault(int(row[2]), {})[row[3]] = value
        elif name.startswith("occ-"):
            participants[name.removeprefix("occ-")] = value
        else:
            single[name] = value
    return DisputeForm(
        game=single.get("game", ""),
        edition=single.get("edition", ""),
        active_player=single.get("active_player", ""),
        occurrence=single.get("occurrence", ""),
        participants=participants,
        players=tuple(row for _, row in sorted(rows["players"].items())),
        cards=tuple(write_back(row) for _, row in sorted(rows["cards"].items())),
        extra=single.get("extra", ""),
        occurrence_extra=single.get("occurrence_extra", ""),
        find=single.get("find", ""),
        pasted=single.get("pasted", ""),
        filled=single.get("filled", ""),
    )


def dispute_of(form: DisputeForm, wording: FormWording) -> dict[str, Any]:
    """The dispute the form means; empty fields say nothing.

    Raises NotUnderstood when a field that takes JSON holds something else.
    """
    dispute: dict[str, Any] = _json(form.extra, "extra", {})
    dispute |= _said({"game": form.game, "edition": form.edition, "active_player": form.active_player})
    players = [_player(row, place) for place, row in enumerate(form.players)]
    if players:
        dispute["players"] = players
    if form.occurrence:
        named = {k: _value(v, wording.participant(k).type) for k, v in form.participants.items() if v.strip()}
        rest = _json(form.occurrence_extra, "occurrence", {})
        dispute["occurrence"] = {"type": form.occurrence, **named, **rest}
    dispute["cards"] = [_card(form.cards[place], number) for number, place in enumerate(form.said_cards)]
    return dispute


def form_from_dispute(dispute: Mapping[str, Any], wording: FormWording) -> DisputeForm:
    """The form that means this dispute. What has no field, or another shape than the field's, goes into `extra`."""
    rest = dict(dispute)
    single = {name: _take_text(rest, name) for name in ("game", "edition", "active_player")}
    players = _take_rows(rest, "players")
    cards = _take_rows(rest, "cards")
    occurrence, participants, occurrence_extra = _take_occurrence(rest, wording)
    return DisputeForm(
        **single,
        occurrence=occurrence,
        participants=participants,
        players=tuple(_player_row(player) for player in players),
        cards=tuple(_card_row(card) for card in cards),
        extra=_dump(rest),
        occurrence_extra=occurrence_extra,
    )


def edited(form: DisputeForm, action: str) -> DisputeForm:
    """The form after `add-card`, `remove-card-2`, `up-card-2`, `down-card-2`, likewise `player`; else unchanged."""
    pressed = re.fullmatch(r"(add|remove|up|down)-(player|card)(?:-(\d{1,4}))?", action)
    if not pressed:
        return form
    verb, what, place = pressed[1], pressed[2], int(pressed[3] or 0)
    rows = _rearranged(form.players if what == "player" else form.cards, verb, place)
    return replace(form, players=rows) if what == "player" else replace(form, cards=rows)


def _rearranged(rows: tuple[Row, ...], verb: str, place: int) -> tuple[Row, ...]:
    if verb == "add":
        return (*rows, {})
    if verb == "remove":
        return rows[:place] + rows[place + 1 :]
    other = place - 1 if verb == "up" else place + 1
    if not (0 <= place < len(rows) and 0 <= other < len(rows)):
        return rows
    moved = list(rows)
    moved[place], moved[other] = moved[other], moved[place]
    return tuple(moved)


def _said(facts: Mapping[str, str]) -> dict[str, str]:
    return {name: value.strip() for name, value in facts.items() if value.strip()}


def _player(row: Row, place: int) -> dict[str, Any]:
    extra: dict[str, Any] = _json(row.get("extra", ""), f"players[{place}]", {})
    return {**_said({k: row.get(k, "") for k in ("name", "form")}), **extra}


def _card(row: Row, place: int) -> dict[str, Any]:
    where = f"cards[{place}]"
    card: dict[str, Any] = _json(row.get("extra", ""), where, {})
    card |= _said({name: row.get(name, "") for name in CARD_TEXTS})
    card |= {name: _value(row[name], "number") for name in CARD_NUMBERS if row.get(name, "").strip()}
    card |= {name: False for name in CARD_DENIALS if row.get(name)}
    keywords = [word.strip() for word in re.split(r"[,\n]", row.get("keywords", "")) if word.strip()]
    if keywords:
        card["keywords"] = keywords
    abilities = _json(row.get("abilities", ""), f"{where}.abilities", None)
    if abilities is not None:
        card["abilities"] = abilities
    return card


def _value(typed: str, type_: str) -> Any:
    typed = typed.strip()
    if type_ == "flag":
        return True
    if type_ == "number":
        return int(typed) if re.fullmatch(r"-?\d{1,9}", typed) else typed
    if type_ == "list":
        parts = [part.strip() for part in typed.split("\n") if part.strip()]
        values = [int(part) if re.fullmatch(r"\d{1,3}", part) else part for part in parts]
        return values[0] if len(values) == 1 else values  # one is as good as a list of one, wherever a list may stand
    return typed


def _json(typed: str, where: str, empty: Any) -> Any:
    if not typed.strip():
        return empty
    try:
        value = read_value(typed, "field")
    except NotUnderstood as problem:
        message = f"This field should hold JSON, as `judge ability --json` gives it: {problem}"
        raise NotUnderstood(message, where) from problem
    if isinstance(empty, dict) and not isinstance(value, dict):
        raise NotUnderstood("This field should hold a JSON object.", where)
    return value


def _dump(rest: Mapping[str, Any]) -> str:
    return json.dumps(rest, ensure_ascii=False) if rest else ""


def _take_text(rest: dict[str, Any], name: str) -> str:
    return str(rest.pop(name)) if isinstance(rest.get(name), str) else ""


def _take_rows(rest: dict[str, Any], name: str) -> list[dict[str, Any]]:
    rows = rest.get(name)
    if name == "players" and isinstance(rows, list):
        rows = [{"name": row} if isinstance(row, str) else row for row in rows]
    if isinstance(rows, list) and all(isinstance(row, dict) for row in rows):
        del rest[name]
        return [dict(row) for row in rows]
    return []


def _take_occurrence(rest: dict[str, Any], wording: FormWording) -> tuple[str, Row, str]:
    occurrence = rest.get("occurrence")
    if isinstance(occurrence, str):
        return str(rest.pop("occurrence")), {}, ""
    if not isinstance(occurrence, dict) or not isinstance(occurrence.get("type"), str):
        return "", {}, ""
    named = dict(rest.pop("occurrence"))
    type_ = named.pop("type")
    participants: Row = {}
    for name in list(named):
        typed = _as_typed(named[name], wording.participant(name).type)
        if typed is not None:
            participants[name] = typed
            del named[name]
    return type_, participants, _dump(named)


def _as_typed(value: Any, type_: str) -> str | None:
    """What one would type for `value` in a field of that type; None where no typing gives it."""
    if type_ == "list" and isinstance(value, list) and all(isinstance(v, str | int) for v in value):
        typed = "\n".join(str(v) for v in value)
    elif type_ == "flag":
        typed = "true" if value is True else ""
    else:
        typed = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    alike = (value, *value[:1]) if isinstance(value, list) else (value,)
    return typed if typed and _value(typed, type_) in alike else None


def _player_row(player: dict[str, Any]) -> Row:
    row = {"seat": "1", "name": _take_text(player, "name"), "form": _take_text(player, "form")}
    return row | {"extra": _dump(player)}


def _card_row(card: dict[str, Any]) -> Row:
    says_nothing = card.get("text") == ""
    row = {name: _take_text(card, name) for name in CARD_TEXTS}
    if says_nothing:  # an empty field would leave open what it says
        card["text"] = ""
    for name in CARD_NUMBERS:
        typed = _as_typed(card.get(name), "number")
        if typed is not None:
            row[name] = typed
            del card[name]
    for name in CARD_DENIALS:
        if card.get(name) is False:
            row[name] = "false"
            del card[name]
    keywords = card.get("keywords")
    if isinstance(keywords, list) and all(isinstance(k, str) and k.strip() == k and "," not in k for k in keywords):
        row["keywords"] = ", ".join(card.pop("keywords"))
    if card.get("abilities"):
        row["abilities"] = json.dumps(card.pop("abilities"), ensure_ascii=False, indent=1)
    return row | {"extra": _dump(card)}
