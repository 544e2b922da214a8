"""What is pasted whole: YAML, JSON, a copied ruling, a deck list."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from judge.desk import Desk
from judge.errors import NotUnderstood
from judge.pasted.pasted_reader import read_pasted
from judge.rulings.ruling_text import long_text, short_text
from judge.web.dispute_in_address import pack, unpack

DISPUTE = {
    "game": "marvel-champions",
    "players": [{"name": "Ada", "form": "hero"}],
    "occurrence": {"type": "enemy-attack", "attacker": "Tin Duke", "target": "Ada"},
    "cards": [
        {"name": "Alarm Bell", "controller": "Ada", "text": "Interrupt: When the villain attacks you, draw 1 card."},
        {"name": "War Horn", "kind": "attachment", "attached_to": "Tin Duke",
         "text": "Forced Interrupt: When Tin Duke attacks, the attack gains overkill."},
    ],
}  # fmt: skip


def test_json_and_yaml_are_taken_as_they_are(desk: Desk) -> None:
    yaml = Path("docs/dispute.yaml").read_text(encoding="utf-8")
    for text in (json.dumps(DISPUTE), f"```json\n{json.dumps(DISPUTE)}\n```", f"\n{json.dumps({'dispute': DISPUTE})}"):
        read = desk.pasted(text)
        assert (read.dispute, read.guessed, read.unplaced) == (DISPUTE, (), ())
    assert [card["name"] for card in desk.pasted(yaml).dispute["cards"]][:2] == ["Overwound Gears", "Warning Bells"]


def test_what_is_said_around_a_code_block_is_told(desk: Desk) -> None:
    read = desk.pasted(f"Who is first here?\n```\n{json.dumps(DISPUTE)}\n```\nThanks!")
    assert [one.text for one in read.unplaced] == ["Who is first here?\n```", "```\nThanks!"]


@pytest.mark.parametrize("text", ['{"game": "legendary",', "game: legendary\ncards: [}"])
def test_broken_json_and_yaml_are_told_with_their_place(desk: Desk, text: str) -> None:
    with pytest.raises(NotUnderstood, match=r"line 1|line 2"):
        desk.pasted(text)


def test_a_list_that_only_looks_like_yaml_is_read_as_told(desk: Desk) -> None:
    read = desk.pasted("players: Ana, Bo\ncards:\n- Alarm Bell (Ana): Action: Draw 1 card.")
    assert [player["name"] for player in read.dispute["players"]] == ["Ana", "Bo"]
    assert read.dispute["cards"][0]["controller"] == "Ana"


def test_a_copied_ruling_with_its_link_gives_the_dispute_it_was_made_of(desk: Desk) -> None:
    link = f"https://rules.example.org/rulings/abc123/{pack(DISPUTE)}"
    text = short_text(desk.resolve(DISPUTE), "Community Glossary (Marvel Champions)", link)
    assert desk.pasted(text, unpack=unpack).dispute == DISPUTE


@pytest.mark.parametrize("form", ["long", "short"])
def test_a_copied_ruling_without_link_gives_what_its_words_tell(desk: Desk, form: str) -> None:
    ruling = desk.resolve(DISPUTE)
    text = long_text(ruling) if form == "long" else short_text(ruling, "Community Glossary (Marvel Champions)")
    read = desk.pasted(text)
    assert read.dispute["occurrence"] == DISPUTE["occurrence"]
    assert read.dispute["edition"] == "community"
    assert {card["name"]: card.get("controller") for card in read.dispute["cards"]} == {
        "Alarm Bell": "Ada", "War Horn": None,
    }  # fmt: skip
    assert {guess.path for guess in read.guessed} == {"cards[0].text", "cards[1].text"}


def test_deck_lines_are_cards_by_name(desk: Desk) -> None:
    read = desk.pasted("3x Backstep (Base Set)\n2 x Long Reach\n1x Iron Suit (Hero Pack)", "marvel-champions")
    assert [card["name"] for card in read.dispute["cards"]] == ["Backstep", "Long Reach", "Iron Suit"]
    assert read.unplaced == ()


def test_deck_lines_that_the_library_lacks_are_told_by_line(desk: Desk) -> None:
    known = {"Backstep": [{"name": "Backstep", "code": "1", "text": "Action: Draw 1 card."}]}
    books = replace(desk._books, lookup=lambda name, _code: known.get(name, []), has_library=True)
    read = read_pasted("3x Backstep (Base Set)\n2x Lnog Reach", books, "marvel-champions")
    assert [card["name"] for card in read.dispute["cards"]] == ["Backstep"]
    (left,) = read.unplaced
    assert (left.text, left.why) == ("2x Lnog Reach", "Line 2: the card library has no card “Lnog Reach”.")


def test_cards_of_the_library_are_known_by_name_and_type(desk: Desk) -> None:
    known = {"iron lantern": frozenset(["upgrade"]), "Hollow King": frozenset(["villain"])}

    def kinds_of(names: Iterable[str], _game: str) -> dict[str, frozenset[str]]:
        return {name: known[name] for name in names if name in known}

    books = replace(desk._books, kinds_of=kinds_of, has_library=True)
    read = read_pasted("Hollow King attacks Ida (hero), marvel champions. Ida has iron lantern. what now", books)
    assert read.dispute["occurrence"]["attacker_kind"] == "villain"
    assert [(card["name"], card["kind"]) for card in read.dispute["cards"]] == [("iron lantern", "upgrade")]
    assert "cards[0].kind" in {guess.path for guess in read.guessed}


def test_a_name_ends_before_its_possessive(desk: Desk) -> None:
    text = "It is Yves' turn. Colossal Hog attacks me. Yves' Quick Hands: Interrupt: When the villain attacks, draw 1."
    read = desk.pasted(text).dispute
    assert read["active_player"] == "Yves"
    assert {player["name"] for player in read["players"]} == {"Me", "Yves"}
