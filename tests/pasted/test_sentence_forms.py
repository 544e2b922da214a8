"""Each way to say a thing of a table is read alike: who plays, what happens, whose a card is, where it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.desk import Desk
from tests.pasted.measure import wrong_facts
from tests.yaml_files import read_yaml

FORMS = read_yaml(Path(__file__).parent / "sentence_forms.yaml")
NAMES = {"V": "Clay Baron", "M": "Bog Ogre", "S": "Cold Harbor", "L": "Grey Sparrow"}
DRAW = "Interrupt: When an enemy attacks you, draw 1 card."
PREVENT = "Hero Interrupt (defense): When you would take any amount of damage from an attack, prevent 2 of that damage."
OVERKILL = "Forced Interrupt: When Clay Baron attacks, the attack gains overkill."
HEARD = {
    "enemy-scheme": "Interrupt: When the villain schemes, prevent 1 of that threat.",
    "reveal": "Interrupt: When a treachery is revealed, cancel its effects and discard it.",
    "player-attack": "Interrupt: When your hero attacks, it gets +1 ATK for that attack.",
    "thwart": "Interrupt: When your hero thwarts, it gets +1 THW for that thwart.",
    "damage": "Interrupt: When you would take any amount of damage, prevent 1 of that damage.",
    "defeat": "Response: After a minion is defeated, draw 1 card.",
    "enter-play": "Response: After a minion enters play, deal 1 damage to that minion.",
    "play-card": "Response: After you play an event, draw 1 card.",
    "engage": "Response: After you engage a minion, draw 1 card.",
    "change-form": "Response: After you change form, draw 1 card.",
    "villain-phase": "Interrupt: When the villain phase begins, draw 1 card.",
    "end-of-player-phase": "Forced Response: After the player phase ends, discard this card.",
    "end-of-round": "Forced Interrupt: When the round ends, discard this card.",
    "player-turn": "Forced Interrupt: When your turn begins, take 1 damage.",
}


def _said(form: str, **more: str) -> str:
    kind = more.get("K", "")
    article = "an" if kind[:1] in "aeiou" else "a"
    for said in ("a{n}", "A{n}"):
        form = form.replace(said, article.capitalize() if said[0] == "A" else article)
    return form.format(**NAMES, **more)


def _row(players: tuple[str, str], lines: list[str], occurrence: Mapping[str, Any], cards: list[Any]) -> dict[str, Any]:
    forms = ("alter-ego", "alter-ego") if occurrence["type"] == "change-form" else ("hero", "alter-ego")
    told = [{"name": name, "form": form} for name, form in zip(players, forms, strict=True)]
    expect = {"game": "marvel-champions", "players": told, "occurrence": occurrence, "cards": cards}
    text = "\n".join(["Marvel Champions question.", *lines, "What resolves first?"])
    return {"id": "form", "game": "marvel-champions", "text": text, "expect": expect}


def _of_attack(players: tuple[str, str], **forms: Any) -> dict[str, Any]:
    """A text about an attack with the given forms, and the first of each list where none is given."""
    first, other = players
    picked = {key: forms.get(key, FORMS[key][0]) for key in ("seats", "attacks", "cards", "attachments")}
    lines = [
        _said(picked["seats"], A=first, B=other),
        _said(picked["attacks"], A=first, B=other),
        _said(picked["cards"], N="Paper Crown", K="upgrade", O=first, T=DRAW),
        _said(picked["cards"], N="Ricochet", K="event", O=other, T=PREVENT),
        _said(picked["attachments"], N="Rust Horn", T=OVERKILL),
    ]
    cards: list[Any] = [
        {"name": "Paper Crown", "kind": "upgrade", "controller": first, "text": DRAW},
        {"name": "Ricochet", "kind": "event", "controller": other, "text": PREVENT},
        {"name": "Rust Horn", "attached_to": "Clay Baron", "text": OVERKILL},
    ]
    if "minions" in forms:
        lines.append(_said(forms["minions"], A=first, T="Retaliate 1."))
        cards.append({"name": "Bog Ogre", "kind": "minion", "engaged_with": first, "text": "Retaliate 1."})
    if "statuses" in forms:
        said, name = forms["statuses"][0], forms["statuses"][1]
        lines.append(_said(said, X="Clay Baron"))
        cards.append({"name": name, "kind": "status", "attached_to": "Clay Baron"})
    return _row(players, lines, {"type": "enemy-attack", "attacker": "Clay Baron", "target": first}, cards)


def _each_form() -> Iterator[Any]:
    for key in ("seats", "attacks", "cards", "attachments", "minions", "statuses"):
        for form in FORMS[key]:
            yield pytest.param(key, form, id=f"{key}: {form if isinstance(form, str) else form[0]}")


@pytest.mark.parametrize("players", [("Anna", "Jonas"), ("Zorvane", "Kjell")], ids=" and ".join)
@pytest.mark.parametrize(("key", "form"), list(_each_form()))
def test_every_form_of_a_sentence_tells_the_same(desk: Desk, players: tuple[str, str], key: str, form: Any) -> None:
    assert wrong_facts(desk, _of_attack(players, **{key: form}))[0] == []


FRAMES = ['{N} ({K}, {O}): "{T}"', '{O} has {N} ({K}): "{T}"', "1) {N} ({O}, {K}) {T}"]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", FORMS["names"])
def test_a_name_of_any_shape_is_whole_in_a_frame(desk: Desk, name: str, frame: str) -> None:
    first, other = players = ("Anna", "Jonas")
    lines = [
        _said(FORMS["seats"][0], A=first, B=other),
        _said(FORMS["attacks"][0], A=first, B=other),
        _said(frame, N=name, K="event", O=first, T=DRAW),
    ]
    cards = [{"name": name, "kind": "event", "controller": first, "text": DRAW}]
    occurrence = {"type": "enemy-attack", "attacker": "Clay Baron", "target": first}
    assert wrong_facts(desk, _row(players, lines, occurrence, cards))[0] == []


def _parts(kind: str, player: str, other: str, flags: list[str]) -> dict[str, Any]:
    parts: dict[str, dict[str, Any]] = {
        "enemy-scheme": {"schemer": "Clay Baron", "target": other},
        "reveal": {"card": "Black Ice", "player": player},
        "player-attack": {
            "attacker": "Grey Sparrow" if "ally" in flags else player,
            "controller": player,
            "target": "Clay Baron" if "v" in flags else "Bog Ogre",
        },
        "thwart": {"thwarter": player, "controller": player, "scheme": "Cold Harbor"},
        "damage": {"target": player},
        "defeat": {"target": "Bog Ogre"},
        "enter-play": {"card": "Bog Ogre", "player": player},
        "play-card": {"card": "Black Ice", "player": player},
        "engage": {"minion": "Bog Ogre", "player": player},
        "change-form": {"player": player, "to": "hero"},
        "player-turn": {"player": player},
    }
    said: dict[str, tuple[str, Any]] = {"basic": ("basic", True), "def": ("defeats", True), "fa": ("from_attack", True)}
    said |= {"src": ("source", "Clay Baron"), "by": ("by", player)}
    return {"type": kind, **parts.get(kind, {}), **dict(said[flag] for flag in flags if flag in said)}


EVENTS = [
    pytest.param(kind, form, flags, id=f"{kind}: {form}")
    for kind, rows in FORMS["events"].items()
    for form, *flags in rows
]


@pytest.mark.parametrize(("kind", "form", "flags"), EVENTS)
def test_every_way_to_tell_an_event_begins_its_occurrence(desk: Desk, kind: str, form: str, flags: list[str]) -> None:
    first, other = players = ("Anna", "Jonas")
    heard = HEARD[kind]
    at = "alter-ego" if kind == "change-form" else "hero"
    lines = [
        f"{first} is first player ({at} form), {other} is second player (alter-ego form).",
        _said(form, A=first, B=other, X="Black Ice"),
        f'Paper Crown ({first}\'s upgrade): "{heard}"',
    ]
    occurrence = _parts(kind, first, other, flags)
    told = desk.pasted(_row(players, lines, occurrence, [])["text"]).dispute["occurrence"]
    assert {key: told.get(key) for key in occurrence} == occurrence
