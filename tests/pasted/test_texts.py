"""Disputes as people write them: who plays, what happens and which cards are found, in all four games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.desk import Desk
from judge.errors import NotAllowed, NotUnderstood, TooLarge
from tests.pasted.measure import wrong_facts
from tests.yaml_files import read_yaml

TEXTS = read_yaml(Path(__file__).parent / "texts.yaml")

SUIT = "Forced Interrupt: When Tin Duke would take damage, prevent 1 of that damage."
HORN = "Forced Interrupt: When Tin Duke attacks, the attack gains overkill."


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: row["id"])
def test_a_text_gives_its_dispute_without_a_correction(desk: Desk, row: dict[str, Any]) -> None:
    assert wrong_facts(desk, row)[0] == []


def test_what_nobody_said_is_marked_as_a_guess_with_its_reason(desk: Desk) -> None:
    read = desk.pasted(f"Tin Duke attacks Eva (hero). War Horn on Tin Duke: {HORN}")
    assert {guess.path for guess in read.guessed} == {"game", "cards[0].kind", "cards[0].controller"}
    assert all(guess.why.endswith(".") for guess in read.guessed)


def test_what_was_said_is_no_guess(desk: Desk) -> None:
    read = desk.pasted(f"Marvel Champions. Tin Duke attacks Eva (hero). War Horn (attachment on Tin Duke): {HORN}")
    assert [guess.path for guess in read.guessed] == ["cards[0].controller"]


def test_a_name_that_little_shows_is_marked_and_one_on_a_line_of_its_own_is_not(desk: Desk) -> None:
    told = "Marvel Champions. Tin Duke attacks Eva (hero)."
    marked = {
        text: "cards[0].name" in {guess.path for guess in desk.pasted(text).guessed}
        for text in (f"{told} Then there is Horn: {HORN}", f"{told}\nHorn (attachment on Tin Duke): {HORN}")
    }
    assert list(marked.values()) == [True, False]


def test_what_happens_is_marked_where_a_card_has_no_say_in_it(desk: Desk) -> None:
    told = f"Marvel Champions. Tin Duke attacks Eva (hero).\nWar Horn (attachment on Tin Duke): {HORN}"
    more = f"{told}\nIron Suit (attachment on Tin Duke): {SUIT}"
    marked = ["occurrence" in {guess.path for guess in desk.pasted(text).guessed} for text in (told, more)]
    assert marked == [False, True]


def test_words_that_mean_who_writes_are_marked(desk: Desk) -> None:
    text = f"Marvel Champions. Tin Duke attacks Eva (hero). I have War Horn: {HORN}"
    assert "cards[0].controller" in {guess.path for guess in desk.pasted(text).guessed}


def test_what_finds_no_place_is_told_with_where_it_stands(desk: Desk) -> None:
    text = "Marvel Champions. Tin Duke attacks Eva (hero). The weather was dreadful."
    (left,) = desk.pasted(text).unplaced
    assert (left.text, text[slice(*left.at)]) == ("The weather was dreadful.", "The weather was dreadful.")


def test_printed_text_ends_where_somebody_tells_something(desk: Desk) -> None:
    text = f"Eva plays. Iron Suit on Tin Duke: {SUIT} Then discard it. Eva has Long Reach: Action: Draw 1 card. So?"
    cards = desk.pasted(text).dispute["cards"]
    assert [card["text"] for card in cards] == [f"{SUIT} Then discard it.", "Action: Draw 1 card."]


def test_the_edition_is_found_by_what_people_call_it(desk: Desk) -> None:
    read = desk.pasted("By the official rules reference: Tin Duke attacks Eva (hero).")
    assert (read.dispute["game"], read.dispute["edition"]) == ("marvel-champions", "rr-1.0")


def test_the_game_that_is_meant_counts_where_the_text_names_none(desk: Desk) -> None:
    assert desk.pasted("Anna has Foo.", "legendary").dispute["game"] == "legendary"
    assert desk.pasted("Vs System: Anna has Foo.", "legendary").dispute["game"] == "vs-system-2pcg"
    with pytest.raises(NotAllowed):
        desk.pasted("Anna has Foo.", "chess")


def test_nothing_and_far_too_much_are_refused_in_one_sentence(desk: Desk) -> None:
    with pytest.raises(NotUnderstood, match="paste who plays"):
        desk.pasted(" \n ")
    with pytest.raises(TooLarge, match=r"The text has 3,000,000 letters; at most 30,000 are read"):
        desk.pasted("x" * 3_000_000)
    with pytest.raises(TooLarge, match=r"The text has 30,000 words and signs; at most 7,000 are read"):
        desk.pasted("." * 30_000)
    with pytest.raises(TooLarge, match="more than 500 different cards"):
        desk.pasted("\n".join(f"2x Card{n}" for n in range(501)))


@pytest.mark.parametrize("text", ["- Ann\n-", "Ann attacks Klaw!", "[quote]", "- Ann\n- Ben\n- "])
def test_what_breaks_off_is_read_as_far_as_it_goes(desk: Desk, text: str) -> None:
    assert "cards" in desk.pasted(text).dispute


def test_what_a_card_asks_after_and_nobody_says_is_left_open(desk: Desk) -> None:
    bell = "Bell: Response: After a character defends, draw 1 card."
    read = desk.pasted(f"Marvel Champions. Tin Duke attacks Eva (hero). Eva has {bell}")
    assert "occurrence.defender" in {guess.path for guess in read.guessed}
    assert "defender" not in read.dispute["occurrence"]


def test_everyday_words_show_no_game(desk: Desk) -> None:
    text = "i hit the mud toad minion for 3. it has retaliate 1 and is tough. does tough go away and do i take the hit?"
    assert desk.pasted(text).dispute["game"] == "marvel-champions"
