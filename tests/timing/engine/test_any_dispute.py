"""What holds of every dispute of the contract's shape, whatever its cards say: made-up cards of all four games,
whole and mangled; with JUDGE_TEST_CARDS the cards of real packs too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.engine.referee import Referee
from judge.errors import JudgeError
from judge.rules.model import Rules
from tests.timing.made_up_pack import NAMES, PACK

_EDITIONS = (
    ("marvel-champions", "community"), ("marvel-champions", "rr-1.0"), ("vs-system-2pcg", "mcu"),
    ("marvel-united", "x-men"), ("legendary", "manual"),
)  # fmt: skip
_PLAYERS = NAMES[:3]
_STRANGE = ("zonk", "Ω", "”", "→", "[?]", "cannot", "each", "instead", "another", "→ :", "X", "12", "Then,", "BAM!")
_PLACED = ("timing", "trigger", "condition")


@st.composite
def _mangled(draw: st.DrawFn, text: str) -> str:
    """A text with words dropped, doubled, strange, exchanged or cut off."""
    words = text.split(" ")
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(len(words) - 1, 0)))
        match draw(st.integers(0, 4)):
            case 0:
                del words[at : at + 1]
            case 1:
                words[at:at] = words[at : at + 1]
            case 2:
                words.insert(at, draw(st.sampled_from(_STRANGE)))
            case 3:
                words[at : at + 2] = reversed(words[at : at + 2])
            case _:
                words[at : at + 1] = [word[: len(word) // 2] for word in words[at : at + 1]]
    return " ".join(words)


@st.composite
def _card(draw: st.DrawFn, rules: Rules, number: int, texts: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    kind = draw(st.sampled_from(sorted(texts)))
    name = draw(st.sampled_from(NAMES[2:]))
    text = draw(st.sampled_from(texts[kind])).replace("{Me}", name)
    card: dict[str, Any] = {
        "id": f"c{number}",
        "name": name,
        "text": draw(_mangled(text)) if draw(st.booleans()) else text,
    }
    kinds = [known for known in rules.kinds if not rules.kinds[known].must_be_attached]
    card["kind"] = (
        draw(st.sampled_from([kind, kind, kind, *kinds])) if kind in rules.kinds else draw(st.sampled_from(kinds))
    )
    if draw(st.integers(0, 7)) == 0:
        del card["kind"]
    usual: Mapping[str, Sequence[Any]] = {
        "controller": (*_PLAYERS, "scenario"), "attached_to": NAMES, "engaged_with": _PLAYERS, "use": (True, False),
        "in_play": (True, False), "location": range(6), "role": ("boost",), "dealt": (1, 2),
    }  # fmt: skip
    known = [
        key
        for key in sorted(usual)
        if not (
            (key in ("role", "dealt") and not rules.features.card_roles)
            or (key == "location" and not rules.features.places)
        )
    ]
    for key in draw(st.lists(st.sampled_from(known), max_size=3, unique=True)):
        card[key] = draw(st.sampled_from(list(usual[key])))
    return card


@st.composite
def _status(draw: st.DrawFn, number: int) -> dict[str, Any]:
    name = draw(st.sampled_from(["Tough", "Stunned", "Confused", "Invulnerable", "Wound"]))
    return {"id": f"c{number}", "name": name, "kind": "status", "attached_to": draw(st.sampled_from(NAMES))}


@st.composite
def _occurrence(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    occurrence = draw(st.sampled_from(list(rules.offered.values())))
    made: dict[str, Any] = {"type": occurrence.type}
    for part in occurrence.participants:
        if part.optional and draw(st.booleans()):
            continue
        kind = part.kind.removesuffix("-list")
        one: st.SearchStrategy[Any] = st.sampled_from(_PLAYERS if kind == "player" else NAMES)
        if kind == "place":
            one = st.integers(0, 5)
        elif kind == "flag":
            one = st.booleans()
        elif kind == "number":
            one = st.integers(0, 9)
        elif kind == "form":
            one = st.sampled_from(sorted(rules.kinds_with("form")))
        elif "|" in kind:
            one = st.sampled_from(kind.split("|"))
        several = part.kind.endswith("-list")
        made[part.name] = draw(st.lists(one, min_size=1, max_size=3, unique=True)) if several else draw(one)
        if kind in rules.kinds and draw(st.integers(0, 5)) == 0:
            made[f"{part.name}_kind"] = draw(st.sampled_from(sorted(rules.kinds)))
    return made


@st.composite
def _dispute(draw: st.DrawFn, rules: Rules, texts: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    forms = [None, *sorted(rules.kinds_with("form"))]
    players = [
        {"name": name} | ({"form": form} if (form := draw(st.sampled_from(forms))) else {})
        for name in _PLAYERS[: draw(st.integers(1, 3))]
    ]
    cards = [
        draw(_status(n) if "status" in rules.kinds and draw(st.integers(0, 9)) == 0 else _card(rules, n, texts))
        for n in range(draw(st.integers(0, 7)))
    ]
    made: dict[str, Any] = {"game": rules.game, "edition": rules.edition, "players": players, "cards": cards}
    if draw(st.integers(0, 9)):
        made["occurrence"] = draw(_occurrence(rules))
    if draw(st.booleans()):
        made["active_player"] = players[-1]["name"]
    return made


def _holds(referee: Referee, dispute: dict[str, Any]) -> None:
    """It is refused with a sentence, or every ability has its one fate, each step its place; what is unread is told."""
    try:
        ruling = referee.resolve(dispute).as_json()
    except JudgeError as error:
        assert error.message.strip() and error.http_status < 500
        return
    refs = [one["ability"] for one in ruling["excluded"]]
    placed = {ref for group in ruling["order"] for ref in group["abilities"]}
    assert len(refs) == len(set(refs)) and placed.isdisjoint(refs), "an ability is both used and left out"
    cards = [card["id"] for card in dispute["cards"]]
    assert {ref.partition("#")[0] for ref in (*placed, *refs)} == set(cards), "a card is lost or invented"
    for card in cards:
        numbers = sorted(int(ref.partition("#")[2] or 1) for ref in (*placed, *refs) if ref.partition("#")[0] == card)
        assert numbers == list(range(1, len(numbers) + 1)), "an ability is lost"
    assert [group["position"] for group in ruling["order"]] == list(range(1, len(ruling["order"]) + 1))
    assert {group["step"] for group in ruling["order"]} <= {step["step"] for step in ruling["timeline"]}
    assert all(item["rules"] for item in (*ruling["order"], *ruling["excluded"], *ruling["timeline"])), (
        "nothing is cited"
    )
    denied = {one["ability"] for one in ruling["excluded"] if one["reason"] == "no-matching-window"}
    unread = {one["ability"] for one in ruling["unread"] if one["part"] in _PLACED}
    assert not denied & unread, "what was not read is said not to happen"
    assert json.dumps(referee.resolve(dispute).as_json()) == json.dumps(ruling), "the same dispute gave two answers"


@pytest.mark.parametrize(("game", "edition"), _EDITIONS)
@given(data=st.data())
def test_any_dispute_has_its_ruling_or_is_told_why_not(
    game: str, edition: str, data: st.DataObject, referee: Referee
) -> None:
    rules = referee.rules(game, edition)
    _holds(referee, data.draw(_dispute(rules, PACK[game])))


@pytest.mark.parametrize(("game", "edition"), _EDITIONS)
def test_every_text_meets_every_occurrence(game: str, edition: str, referee: Referee) -> None:
    """Each text of the pack alone, in a dispute of each occurrence with usual participants."""
    rules = referee.rules(game, edition)
    for occurrence in rules.offered.values():
        given_ = {part.name: _usual(part.kind) for part in occurrence.participants if not part.optional}
        fox = {"name": "Tin Fox", "controller": "Ada"}
        cards = [
            {"id": f"{kind}-{n}", "kind": kind, "text": text.replace("{Me}", "Tin Fox"), **fox}
            for kind, texts in PACK[game].items() if kind in rules.kinds
            for n, text in enumerate(texts)
        ]  # fmt: skip
        for card in cards:
            _holds(referee, {
                "game": game, "edition": edition, "players": [{"name": name} for name in _PLAYERS], "cards": [card],
                "occurrence": {"type": occurrence.type, **given_},
            })  # fmt: skip


def _usual(kind: str) -> Any:
    sort = kind.removesuffix("-list")
    value: Any = (
        2 if sort == "place" else "Ada" if sort == "player" else sort.split("|")[0] if "|" in sort else "Old Mill"
    )
    return [value] if kind.endswith("-list") else value


def _printed(folder: str) -> Mapping[str, list[str]]:
    from judge.cards.packs import iter_cards

    texts: dict[str, list[str]] = {}
    for card in iter_cards(folder):
        if (text := getattr(card, "text", None)) and (kind := getattr(card, "kind", None)):
            texts.setdefault(kind, []).append(text)
    return texts


@pytest.mark.skipif("JUDGE_TEST_CARDS" not in os.environ, reason="JUDGE_TEST_CARDS names no folder of card packs")
@pytest.mark.parametrize("edition", ["community", "rr-1.0"])
@settings(max_examples=300)
@given(data=st.data())
def test_any_dispute_of_printed_cards(edition: str, data: st.DataObject, referee: Referee) -> None:
    rules = referee.rules("marvel-champions", edition)
    texts = {kind: found for kind, found in _printed(os.environ["JUDGE_TEST_CARDS"]).items() if kind in rules.kinds}
    _holds(referee, data.draw(_dispute(rules, texts)))
