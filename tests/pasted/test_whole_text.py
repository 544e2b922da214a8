"""What is decided by all places of a text at once: how far names reach, who plays, whose cards are, which game."""

from __future__ import annotations

from typing import Any

import pytest

from judge.desk import Desk

DRAW = "Response: After Tin Duke attacks, draw 1 card."


def _read(desk: Desk, text: str) -> dict[str, Any]:
    return dict(desk.pasted(text).dispute)


def _players(desk: Desk, text: str) -> list[str]:
    return [player["name"] for player in _read(desk, text)["players"]]


def _owners(desk: Desk, text: str) -> dict[str, str]:
    return {card["name"]: card.get("controller", "") for card in _read(desk, text)["cards"]}


@pytest.mark.parametrize("opening", ["Meanwhile", "Last Sunday", "Yesterday", "Suppose", "Then", "Also", "Anyway"])
@pytest.mark.parametrize("name", ["Onni", "Zorvane"])
def test_everyday_words_that_open_a_sentence_are_no_part_of_a_name(desk: Desk, opening: str, name: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks Eva (hero). {opening} {name} has Bell: {DRAW} {name} is in hero form."
    assert _players(desk, text) == ["Eva", name]


@pytest.mark.parametrize("opening", ["Great", "Last", "Good"])
def test_a_name_of_several_words_keeps_an_everyday_one_where_the_rest_stands_nowhere(desk: Desk, opening: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks Eva (hero).\n{opening} Bellringer (Eva, upgrade): {DRAW}"
    assert list(_owners(desk, text)) == [f"{opening} Bellringer"]


@pytest.mark.parametrize("name", ["Hall of Ash and Ember", "Song of Salt and Sorrow"])
def test_of_may_govern_both_names_that_and_joins(desk: Desk, name: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks Eva (hero). Eva controls {name}, a support: {DRAW}"
    assert list(_owners(desk, text)) == [name]


@pytest.mark.parametrize("who", ["My brother", "My friend Kurt"])
@pytest.mark.parametrize("says", ["says I may do that", "thinks that is wrong", "claims it works"])
def test_who_only_talks_does_not_play(desk: Desk, who: str, says: str) -> None:
    text = f"Marvel Champions. I'm in hero form and Tin Duke attacks me. I have Bell: {DRAW} {who} {says}."
    assert _players(desk, text) == ["Me"]


@pytest.mark.parametrize("told", ["I'm the boss here: Iron Magpie, hero form", "Ann and me, Iron Magpie in hero form"])
def test_whose_form_alone_is_told_is_whom_the_player_before_plays(desk: Desk, told: str) -> None:
    read = _read(desk, f"Marvel Champions. Tin Duke attacks me. {told}.")
    assert "Iron Magpie" not in [player["name"] for player in read["players"]]


@pytest.mark.parametrize(
    "told",
    [
        f"Bell, upgrade, controlled by Ben. {DRAW}",
        f"Ben, who is Rook in hero form, wants to use Bell (upgrade): {DRAW}",
        f"Ben — he's Rook, hero — has Bell (upgrade): {DRAW}",
        f"Ben's hand has Bell (upgrade): {DRAW}",
        f"Ben put Bell on Tin Duke earlier (upgrade; {DRAW})",
    ],
)
def test_a_card_is_of_the_player_who_is_named_nearest(desk: Desk, told: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks Eva (hero). Eva is first player, then Ben.\n{told}\nWho is first?"
    assert _owners(desk, text)["Bell"] == "Ben"


@pytest.mark.parametrize("counted", ["my two upgrades", "the upgrades"])
def test_a_type_in_the_plural_is_of_all_names_of_its_list(desk: Desk, counted: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks me, I'm in hero form. I have in play {counted} Bell and Whistle."
    assert [card.get("kind") for card in _read(desk, text)["cards"]] == ["upgrade", "upgrade"]


@pytest.mark.parametrize("told", ["If I'm stunned first, do I lose Bell?", "What if Eva is stunned before that?"])
def test_a_status_that_is_only_supposed_lies_on_nobody(desk: Desk, told: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks Eva (hero). I have Bell: {DRAW} {told}"
    assert "Stunned" not in _owners(desk, text)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("marvel-united", "It's Lotta's hero turn. Docks says: “End of Turn: You may heal 1 damage.”"),
        ("marvel-united", "The threat Ice Wall: “BAM!: Each Hero here discards 1 card.” Ada and Bea play."),
        ("legendary", "End of my turn. I have Lantern: “At the end of your turn, KO a Hero from your hand.”"),
        ("legendary", "Ida fights the mastermind: “Fight: Each other player gains a Wound.”"),
        ("vs-system-2pcg", "My Glass Fox gets stunned on my turn: “When Glass Fox becomes stunned, draw a card.”"),
        ("vs-system-2pcg", "Ida has the plot twist Bell: “[any turn] Combat: Target defender gets +0/+2 this combat.”"),
        ("marvel-champions", "Tin Duke attacks Ida. She has Bell: “Interrupt: When you defend, draw 1 card.”"),
    ],
)
def test_the_game_is_known_by_its_own_words_and_phrases(desk: Desk, game: str, text: str) -> None:
    assert _read(desk, text)["game"] == game


def test_what_a_text_comes_to_is_what_happens(desk: Desk) -> None:
    text = (
        "Marvel Champions. Ann's ally Bug attacks and has defeated Tin Duke, a minion that was engaged with Ann. "
        "Bell (Ann, upgrade): “Response: After an enemy is defeated, draw 1 card.” "
        "So Tin Duke is being defeated by Bug."
    )
    read = _read(desk, text)
    assert read["occurrence"]["type"] == "defeat"
    assert [card.get("engaged_with") for card in read["cards"] if card["name"] == "Tin Duke"] == ["Ann"]


@pytest.mark.parametrize("told", ["That's Bell, an upgrade.", "That one is Bell, Eva's upgrade."])
def test_a_text_that_stands_alone_is_of_the_card_told_behind_it(desk: Desk, told: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks Eva (hero).\n\n[quote]{DRAW}[/quote] {told}"
    cards = _read(desk, text)["cards"]
    assert [(card["name"], card.get("text")) for card in cards] == [("Bell", DRAW)]


def test_a_label_is_not_said_of_a_card_of_another_type(desk: Desk) -> None:
    text = (
        "Marvel United. Players: Ada, Bea. It's the villain turn.\nVillain: Doctor Rust (location 6)\n"
        "His master plan card is Scrap Rain, “Special Effect: Each Hero here takes 1 damage.”\n"
        "Dashboard: BAM!: Deal 1 damage to each Hero."
    )
    kinds = {card["name"]: card["kind"] for card in _read(desk, text)["cards"]}
    assert kinds == {"Doctor Rust": "villain-dashboard", "Scrap Rain": "master-plan"}


def test_the_villain_is_the_only_name_of_which_nothing_else_is_told(desk: Desk) -> None:
    text = (
        "Tin Duke again... The villain's text: Forced Interrupt: When Tin Duke attacks, the attack gains overkill.\n\n"
        "Tin Duke attacks Eva (hero). Eva has Bell: Interrupt: When you defend, draw 1 card."
    )
    cards = {card["name"]: card.get("kind") for card in _read(desk, text)["cards"]}
    assert cards["Tin Duke"] == "villain"


@pytest.mark.parametrize("told", ["a threat at location 5, Avalanche", "another threat at location 5, Avalanche"])
def test_each_threat_is_at_the_place_told_with_it(desk: Desk, told: str) -> None:
    text = (
        "Marvel United. Ada and Bea play. BAM! at location 2. At location 2 there's a threat, Ice Wall (“BAM!: Each "
        f"Hero here discards 1 card.”), and {told}: “BAM!: Deal 1 damage to each Hero here.”"
    )
    places = {card["name"]: card.get("location") for card in _read(desk, text)["cards"]}
    assert places == {"Ice Wall": 2, "Avalanche": 5}


@pytest.mark.parametrize("told", ["Ann Comet, me Storm", "Ann Comet, Ben Storm"])
def test_of_two_names_side_by_side_in_a_list_the_second_is_played(desk: Desk, told: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks Ann. All of us are hero side up: {told}."
    assert not {"Comet", "Storm"} & set(_players(desk, text))


@pytest.mark.parametrize("told", ["Ann put Bell on Tin Duke", "Bell is on Tin Duke, Ann put it there"])
def test_who_puts_a_card_somewhere_controls_it(desk: Desk, told: str) -> None:
    played = "Marvel Champions. Tin Duke attacks Eva (hero). Ann is in hero form."
    text = f"{played} {told}: Interrupt: When attached enemy attacks, draw 1 card."
    assert _owners(desk, text)["Bell"] == "Ann"


def test_a_name_in_a_bracket_behind_a_form_is_whom_the_player_plays(desk: Desk) -> None:
    read = _read(desk, "Marvel Champions. Tin Duke attacks Eva. Eva is in hero form (Comet).")
    assert [(card["name"], card.get("controller")) for card in read["cards"]] == [("Comet", "Eva")]


def test_a_hero_card_is_a_hero(desk: Desk) -> None:
    printed = "“Response: After you change to this form, draw 1 card.”"
    text = f"Marvel Champions. Eva flips to hero form. Her hero card, Comet: {printed}"
    assert [(card["name"], card["kind"]) for card in _read(desk, text)["cards"]] == [("Comet", "hero")]


@pytest.mark.parametrize("printed", ["Your hero gets +1 ATK.", "Upgrade\nYour hero gets +1 ATK."])
def test_a_line_below_a_name_may_be_its_text(desk: Desk, printed: str) -> None:
    read = _read(desk, f"Iron Suit\n{printed}\n\nTin Duke attacks Eva (hero). Eva controls Iron Suit.")
    assert {card["name"]: card.get("text") for card in read["cards"]}["Iron Suit"] == "Your hero gets +1 ATK."


@pytest.mark.parametrize("told", ["Both have a copy of Bell in play", "Each of them has a copy of Bell"])
def test_what_each_player_has_is_a_card_of_each(desk: Desk, told: str) -> None:
    read = _read(desk, f"Marvel Champions. Two players, Ann and Ben. Tin Duke attacks Ann (hero). {told}: {DRAW}")
    owners = [(card["name"], card["controller"], card["text"]) for card in read["cards"]]
    assert owners == [("Bell", "Ann", DRAW), ("Bell", "Ben", DRAW)]


@pytest.mark.parametrize(
    "told", ["says the active player is exempt, or last", "thinks the first player is wrong, again"]
)
def test_what_a_player_is_said_to_be_is_no_name(desk: Desk, told: str) -> None:
    text = f"Legendary. My turn, we are three: me, Nils and Otto. I fight Bog Witch (villain). Nils {told}."
    assert sorted(_players(desk, text)) == ["Me", "Nils", "Otto"]


def test_players_may_be_listed_by_whose_the_heroes_are(desk: Desk) -> None:
    text = "Marvel United. Villain turn, the villain is at location 3. The heroes are Quinn's and Rosa's."
    assert _players(desk, text) == ["Quinn", "Rosa"]


@pytest.mark.parametrize("mark", ["- ", "1. "])
def test_a_type_that_a_line_announces_is_of_each_card_of_its_list(desk: Desk, mark: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks Eva (hero). She has two upgrades in play:\n\n{mark}Bell - {DRAW}"
    assert [(card["name"], card["kind"]) for card in _read(desk, text)["cards"]] == [("Bell", "upgrade")]


@pytest.mark.parametrize("told", ["Bell on Tin Duke (upgrade)", "an upgrade, Bell, on Tin Duke"])
def test_a_type_behind_where_a_card_lies_is_the_cards(desk: Desk, told: str) -> None:
    text = f"Marvel Champions. Tin Duke attacks Eva (hero). There is {told}: {DRAW}"
    assert {card["name"]: card.get("kind") for card in _read(desk, text)["cards"]}["Bell"] == "upgrade"
