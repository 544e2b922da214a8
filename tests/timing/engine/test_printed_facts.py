"""Traits and costs printed on cards, given or known by the library, decide whom texts mean."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.cards.card import LibraryCard
from judge.cards.library import CardLibrary
from judge.cards.packs import read_card
from judge.corpus import Corpus
from judge.engine.referee import Referee
from judge.errors import NotUnderstood

RECRUITED = "Response: After a {} enters play, draw 1 card."


def _entering(text: str, ally: Mapping[str, Any], *others: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "game": "marvel-champions",
        "players": [{"name": "Ada", "form": "hero"}],
        "occurrence": {"type": "enter-play", "card": "Dawn Rook", "card_kind": "ally", "player": "Ada"},
        "cards": [
            {"name": "Dawn Rook", "kind": "ally", "controller": "Ada", **ally},
            {"name": "Signal Fire", "kind": "support", "controller": "Ada", "text": text},
            *others,
        ],
    }


def _acts(referee: Referee, dispute: Mapping[str, Any], ability: str = "signal-fire") -> bool:
    return any(ability in group.abilities for group in referee.resolve(dispute).order)


@pytest.mark.parametrize(
    ("noun", "acts"),
    [
        ("Scout ally", True),
        ("[[Scout]] ally", True),
        ("S.H.I.E.L.D. ally", True),
        ("Wizard ally", False),
        ("non-Wizard ally", True),
        ("non-Scout ally", False),
        ("ally that has the [[Wizard]] trait", False),
        ("ally that has the [[Scout]] trait", True),
        ("Leadership ally", True),  # an aspect, of which nothing was said
        ("ally with printed cost 3 or less", True),
        ("ally with printed cost 2 or less", False),
        ("ally with printed cost 4 or more", False),
    ],
)
def test_known_traits_and_costs_decide_whom_a_text_means(referee: Referee, noun: str, acts: bool) -> None:
    ally = {"text": "", "traits": "Scout. S.H.I.E.L.D.", "cost": 3}
    assert _acts(referee, _entering(RECRUITED.format(noun), ally)) is acts


def test_where_traits_are_not_known_they_are_taken_to_be_as_asked(referee: Referee) -> None:
    ruling = referee.resolve(_entering(RECRUITED.format("Wizard ally"), {"text": ""}))
    assert "Dawn Rook is taken to be “wizard”." in [one.text for one in ruling.assumptions]


def test_a_card_without_traits_has_none(referee: Referee) -> None:
    assert not _acts(referee, _entering(RECRUITED.format("Wizard ally"), {"text": "", "traits": []}))


def test_a_trait_that_a_text_here_gives_is_not_denied(referee: Referee) -> None:
    cloak = {"name": "Star Cloak", "kind": "upgrade", "attached_to": "Dawn Rook", "controller": "Ada",
             "text": "Attached character gains the [[Wizard]] trait."}  # fmt: skip
    ally = {"text": "", "traits": ["Scout"]}
    assert _acts(referee, _entering(RECRUITED.format("Wizard ally"), ally, cloak))


@pytest.mark.parametrize(("form", "acts"), [("hero", False), ("alter-ego", True)])
def test_an_identity_has_the_traits_of_its_side(referee: Referee, form: str, acts: bool) -> None:
    sides = [
        {"name": "Grey Owl", "kind": "hero", "controller": "Ada", "text": "", "traits": "Scout."},
        {"name": "Ida Owl", "kind": "alter-ego", "controller": "Ada", "text": "", "traits": "Wizard."},
    ]
    text = "If your identity has the [[Wizard]] trait, allies cannot enter play."
    dispute = _entering(text, {"text": ""}, *sides) | {"players": [{"name": "Ada", "form": form}]}
    assert _acts(referee, dispute) is acts


@pytest.mark.parametrize(("key", "value"), [("traits", 3), ("traits", ["Scout", 3]), ("cost", "2"), ("cost", True)])
def test_traits_and_costs_that_are_none_are_told(referee: Referee, key: str, value: Any) -> None:
    with pytest.raises(NotUnderstood, match=f"{key} of Dawn Rook is a "):
        referee.resolve(_entering(RECRUITED.format("ally"), {"text": "", key: value}))


@pytest.fixture
def library(tmp_path: Path) -> CardLibrary:
    found = CardLibrary(tmp_path / "cards.sqlite")
    rows: list[dict[str, Any]] = [
        {"code": "1", "name": "Dawn Rook", "type_code": "ally", "traits": "Scout.", "cost": 3, "text": "Toughness."},
        {"code": "2", "name": "Mud Golem", "type_code": "minion", "traits": "Clay. Elite."},
        {"code": "3", "name": "Mud Golem", "type_code": "minion", "traits": "Clay.", "text": "Guard."},
    ]
    found.add(card for row in rows if isinstance(card := read_card(row), LibraryCard))
    return found


@pytest.fixture
def with_library(corpus: Corpus, referee: Referee, library: CardLibrary) -> Referee:
    return Referee(corpus, referee._shelf, referee.words, library.lookup)


@pytest.mark.parametrize("said", [{}, {"code": "1", "text": ""}])
@pytest.mark.parametrize(
    ("noun", "acts"),
    [
        ("Scout ally", True),
        ("Wizard ally", False),
        ("ally with printed cost 3 or less", True),
        ("ally with printed cost 2 or less", False),
    ],
)
def test_the_library_tells_traits_and_cost_also_of_a_card_whose_text_is_typed_with_its_code(
    with_library: Referee, said: Mapping[str, Any], noun: str, acts: bool
) -> None:
    assert _acts(with_library, _entering(RECRUITED.format(noun), said)) is acts


@pytest.mark.parametrize(("noun", "acts"), [("Clay minion", True), ("Wizard minion", False), ("Elite minion", True)])
def test_who_is_only_named_has_the_traits_on_which_its_namesakes_agree(
    with_library: Referee, noun: str, acts: bool
) -> None:
    dispute = _entering(f"Response: After a {noun} is defeated, draw 1 card.", {})
    dispute["occurrence"] = {"type": "defeat", "target": "Mud Golem", "target_kind": "minion", "by": "Ada"}
    assert _acts(with_library, dispute) is acts
    assumed = [one.text for one in with_library.resolve(dispute).assumptions]
    assert ("Mud Golem is taken to be “elite”." in assumed) is (noun == "Elite minion")


def test_an_import_changes_what_is_looked_up(library: CardLibrary) -> None:
    assert library.lookup("Dawn Rook", None)[0]["traits"] == "Scout."
    library.add([LibraryCard("1", "Dawn Rook", "ally", "", traits="Wizard. Elder.")])
    assert library.lookup("Dawn Rook", None)[0]["traits"] == "Wizard. Elder."
