"""Cards of the library in the resolver's form, without JavaScript; readings mended; texts carried by the address."""

from __future__ import annotations

import json

from judge.web.dispute_in_address import unpack
from tests.web.page import Page
from tests.web.server import Client

GAME = "marvel-champions"
ATTACK = {"game": GAME, "players_0_name": "Anna", "players_0_form": "hero", "occurrence": "enemy-attack",
          "occ_attacker": "Bram", "occ_target": "Anna"}  # fmt: skip


def press_again(site: Client, page: Page, do: str, **changed: str) -> Page:
    """Press a button of the form with everything that stands in it."""
    return Page(site.post_form("/resolve", **{**page.fields(), **changed, "do": do}).text)


def test_use_in_a_dispute_opens_the_form_with_the_card(stocked: Client) -> None:
    link = next(a for a in Page(stocked.get("/cards/90006").text).find("a") if a.text == "Use in a dispute")
    fields = Page(stocked.get(link.attributes["href"]).text).fields()
    assert (fields["game"], fields["cards-0-name"], fields["cards-0-code"]) == (GAME, "Sharp Ear", "90006")
    assert "When an enemy attacks you" in fields["cards-0-text"]


def test_a_card_is_found_by_name_and_taken(stocked: Client) -> None:
    page = Page(stocked.press("find", **ATTACK, find="iron").text)
    offered = [b.attributes["value"] for b in page.find("button") if b.attributes.get("value", "").startswith("take-")]
    assert offered == ["take-90002", "take-90003"]
    fields = press_again(stocked, page, "take-90003").fields()
    taken = [fields[f"cards-0-{name}"] for name in ("name", "kind", "text")]
    assert taken == ["Ironclad", "villain", "Retaliate 2."]
    assert (fields["find"], fields["occ-attacker"]) == ("", "Bram")


def test_the_enter_key_in_the_box_searches_and_elsewhere_resolves_nothing(stocked: Client) -> None:
    assert "take-90001" in stocked.press("enter", **ATTACK, find="lumen").text
    assert stocked.press("enter", **ATTACK, find="").status == 200


def test_a_name_the_library_lacks_is_said(stocked: Client) -> None:
    page = Page(stocked.press("find", **ATTACK, find="nobody").text)
    assert "no card of this game whose name holds “nobody”" in page.words("div", id="found")[0]


def test_the_box_is_missing_where_the_library_holds_nothing_of_the_game(site: Client, stocked: Client) -> None:
    for client, game in ((site, "lantern-duel"), (stocked, "legendary"), (stocked, "marvel-champions")):
        (box,) = Page(client.get(f"/resolve?game={game}").text).find("div", id="library")
        assert ("hidden" in box.attributes) == (game != "marvel-champions")


def test_a_name_that_fits_several_cards_offers_the_choice(stocked: Client) -> None:
    sent = stocked.press("resolve", **ATTACK, cards_0_name="Ironclad")
    assert sent.status == 422
    page = Page(sent.text)
    offered = [b.attributes["value"] for b in page.find("button") if b.attributes.get("value", "").startswith("pick-")]
    assert offered == ["pick-0-90002", "pick-0-90003"]
    fields = press_again(stocked, page, "pick-0-90003").fields()
    assert (fields["cards-0-code"], fields["cards-0-text"]) == ("90003", "Retaliate 2.")


def test_the_address_carries_the_texts_it_rests_on(stocked: Client, real_site: Client) -> None:
    sent = stocked.press("resolve", **ATTACK, cards_0_name="Sharp Ear", cards_0_controller="Anna")
    address = sent.headers["location"]
    (card,) = unpack(address.rpartition("/")[2])["cards"]
    assert card["code"] == "90006" and "an enemy attacks you" in card["text"]
    here, elsewhere = (site.get(f"{address}?as=json").json() for site in (stocked, real_site))
    assert here == elsewhere
    assert [group["abilities"] for group in here["order"]] == [["sharp-ear"]]


def test_a_status_card_is_not_taken_for_a_card_of_that_name(stocked: Client) -> None:
    fields = {"cards_0_name": "Lumen", "cards_0_kind": "status", "cards_0_attached_to": "Anna"}
    (card,) = unpack(stocked.press("resolve", **ATTACK, **fields).headers["location"].rpartition("/")[2])["cards"]
    assert "text" not in card


def test_a_named_card_is_read_from_the_library(stocked: Client) -> None:
    page = Page(stocked.press("read", **ATTACK, cards_0_name="Sharp Ear").text)
    assert "Only in hero form When an enemy attacks you" in page.words("div", class_="understood")[0]


def test_a_misreading_is_mended_in_fields_and_decides_the_ruling(stocked: Client) -> None:
    card = {"cards_0_name": "Bell", "cards_0_text": "Retaliate 1. Response: After an enemy attacks you, draw 1 card."}
    page = Page(stocked.press("mend-0", **ATTACK, **card).text)
    fields = page.fields()
    assert fields["cards-0-ability_0_timing"] == "response"
    assert fields["cards-0-keywords"] == "retaliate 1"
    changed = {"cards-0-ability_0_timing": "forced-response", "cards-0-ability_0_mandatory": "true"}
    again = press_again(stocked, page, "add-card", **changed)
    assert again.fields()["cards-0-ability_0_timing"] == "forced-response"
    sent = stocked.post_form("/resolve", **{**again.fields(), "do": "resolve"})
    ruling = stocked.get(sent.headers["location"] + "?as=json").json()
    assert ("forced-response", True) in [(group["timing"], group["mandatory"]) for group in ruling["order"]]


def test_a_mended_reading_can_be_given_up(stocked: Client) -> None:
    card = {"cards_0_name": "Bell", "cards_0_text": "Surge. Response: After an enemy attacks you, draw 1 card."}
    mended = Page(stocked.press("mend-0", **ATTACK, **card).text)
    fields = press_again(stocked, mended, "unmend-0").fields()
    assert not [name for name in fields if "ability_" in name]
    assert (fields["cards-0-keywords"], "Surge" in fields["cards-0-text"]) == ("", True)


def test_abilities_of_another_shape_stay_as_they_were_typed(stocked: Client) -> None:
    odd = json.dumps({"timing": 3})
    fields = Page(stocked.press("add-card", **ATTACK, cards_0_name="Bell", cards_0_abilities=odd).text).fields()
    assert fields["cards-0-abilities"] == odd


def test_a_reading_alone_is_a_piece_of_the_form(stocked: Client) -> None:
    text = "Forced Response: After you are attacked, draw 1 card."
    answer = stocked.post_form("/resolve/reading", text=text, game=GAME)
    assert "<html" not in answer.text
    assert Page(answer.text).words("li")[0].startswith("Forced response must")
