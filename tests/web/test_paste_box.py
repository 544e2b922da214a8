"""The box that takes a whole dispute, without JavaScript: the form comes back filled, guesses and the rest marked."""

from __future__ import annotations

import json

import pytest

from tests.web.page import Page
from tests.web.server import Client

TOLD = (
    "Clockwork Baron attacks Anna (hero). The weather was dreadful. Overwound Gears on Clockwork Baron: Forced "
    "Interrupt: When Clockwork Baron attacks, the attack gains overkill. Anna has Warning Bells (Interrupt: When the "
    "villain initiates an attack against you, draw 1 card.)."
)


@pytest.fixture(scope="module")
def page(real_site: Client) -> Page:
    return Page(real_site.press("paste", pasted=TOLD).text)


def test_the_form_comes_back_filled(page: Page) -> None:
    fields = page.fields()
    assert (fields["game"], fields["players-0-name"], fields["players-0-form"]) == ("marvel-champions", "Anna", "hero")
    assert (fields["occurrence"], fields["occ-attacker"], fields["occ-target"]) == (
        "enemy-attack", "Clockwork Baron", "Anna",
    )  # fmt: skip
    assert [fields[f"cards-{n}-name"] for n in (0, 1)] == ["Overwound Gears", "Warning Bells"]
    assert fields["cards-1-controller"] == "Anna"


def test_each_guess_stands_at_its_field_with_its_reason(page: Page) -> None:
    guesses = {e.attributes["id"]: e.text for e in page.find("p", class_="guess")}
    assert set(guesses) == {"game-guess", "cards-0-kind-guess", "cards-0-controller-guess", "cards-1-kind-guess"}
    assert all(words.startswith("guessed") and words.endswith(".") for words in guesses.values())
    (kind,) = page.find("select", id="cards-0-kind")
    assert kind.attributes["aria-describedby"] == "cards-0-kind-guess"


def test_what_found_no_place_stays_in_sight_whatever_is_pressed(real_site: Client, page: Page) -> None:
    left = "The weather was dreadful. (not placed)"
    assert page.words("mark") == [left]
    further = Page(real_site.press("add-player", **{k.replace("-", "_"): v for k, v in page.fields().items()}).text)
    assert left in further.words("mark")
    assert further.fields()["pasted"] == TOLD


def test_a_guess_that_was_changed_is_no_guess_any_more(real_site: Client, page: Page) -> None:
    fields = {k.replace("-", "_"): v for k, v in page.fields().items()} | {"cards_0_kind": "environment"}
    further = Page(real_site.press("choose", **fields).text)
    assert "cards-0-kind-guess" not in {e.attributes.get("id") for e in further.find("p", class_="guess")}


def test_a_pack_of_cards_alone_is_added_to_those_that_are_there(real_site: Client) -> None:
    sent = {"game": "marvel-champions", "cards_0_name": "Iron Suit", "pasted": "2x Backstep (Base Set)"}
    fields = Page(real_site.press("paste", **sent).text).fields()
    assert [fields["cards-0-name"], fields["cards-1-name"]] == ["Iron Suit", "Backstep"]


@pytest.mark.parametrize(
    ("pasted", "status", "sentence"),
    [
        ("", 400, "There is no text; paste who plays, what happens and the cards."),
        ("Anna attacks. " * 3_000, 413, "at most 30,000 are read"),
        ('{"game": "marvel-champions",', 400, "neither JSON nor YAML"),
    ],
)
def test_what_cannot_be_read_is_told_at_the_box_and_stays_in_it(
    real_site: Client, pasted: str, status: int, sentence: str
) -> None:
    answer = real_site.press("paste", pasted=pasted, game="marvel-champions", cards_0_name="Iron Suit")
    page = Page(answer.text)
    assert answer.status == status
    assert any(sentence in words for words in page.words("p", id="pasted-problem"))
    assert (page.fields()["pasted"].strip(), page.fields()["cards-0-name"]) == (pasted.strip(), "Iron Suit")


def test_the_interface_gives_dispute_guesses_and_what_was_not_placed(real_site: Client) -> None:
    read = real_site.post_json("/api/dispute", {"text": TOLD}).json()
    assert read["dispute"]["occurrence"] == {"type": "enemy-attack", "attacker": "Clockwork Baron", "target": "Anna"}
    assert {"path", "value", "why", "at"} == set(read["guessed"][0])
    assert [one["text"] for one in read["unplaced"]] == ["The weather was dreadful."]
    assert real_site.post_json("/api/resolve", read["dispute"]).status == 200


def test_the_interface_takes_the_game_that_is_meant(real_site: Client) -> None:
    body = {"text": "Anna has Foo.", "game": "legendary"}
    assert real_site.post_json("/api/dispute", body).json()["dispute"]["game"] == "legendary"
    assert real_site.post_json("/api/dispute", {**body, "game": "chess"}).status == 422


def test_three_megabytes_are_answered_with_one_sentence(real_site: Client) -> None:
    answer = real_site.post_json("/api/dispute", {"text": "x" * 3_000_000})
    assert answer.status == 413
    assert len(json.loads(answer.text)["problems"]) == 1
