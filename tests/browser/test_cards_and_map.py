"""The card library, the map of references, what is gone, and the help, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Held, Open, everywhere
from tests.web.fake_desk import GAME
from tests.web.server import Client


@everywhere
def test_from_a_card_to_a_ruling(stocked: Client, visit: Open, size: str, scripts: bool) -> None:
    page = visit(stocked, "/cards", size, scripts)
    page.get_by_label("Name of a card").fill("sharp")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Sharp Ear").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sharp Ear")
    expect(page.get_by_text("an enemy attacks you", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") if scripts else True
    page.get_by_role("link", name="Use in a dispute").click()
    expect(page.locator("#cards-0-name")).to_have_value("Sharp Ear")
    page.get_by_label("Occurrence", exact=True).select_option("enemy-attack")
    if not scripts:
        page.get_by_role("button", name="Show its fields").click()
    page.get_by_label("Who attacks", exact=True).fill("Bram")
    page.get_by_label("Against whom or what", exact=True).fill("Anna")
    page.locator("#players-0-name").fill("Anna")
    page.get_by_role("button", name="Resolve", exact=True).last.click()
    page.wait_for_url("**/rulings/**")
    expect(page.locator(".order li").first).to_contain_text("Sharp Ear")
    expect(page.locator(".ability blockquote b").first).to_have_text("Hero Interrupt")


def test_a_card_is_suggested_while_one_types_and_added_by_keyboard(stocked: Client, visit: Open) -> None:
    page = visit(stocked, "/resolve?game=marvel-champions", "phone")
    page.locator("#find").fill("iron")
    expect(page.locator(".suggestions li")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#cards-0-code")).to_have_value("90003")
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#said")).to_have_text("The card was added.")


def test_escape_also_stops_suggestions_that_are_on_their_way(stocked: Client, visit: Open) -> None:
    page = visit(stocked, "/resolve?game=marvel-champions")
    held = Held(page, "**/cards/suggest**")
    page.locator("#find").fill("iron")
    held.wait()
    page.locator("#find").press("Escape")
    with page.expect_response("**/cards/suggest**"):
        held.release()
    page.evaluate("() => fetch('/api/occurrences').then((answer) => answer.json())")  # behind the one released
    expect(page.locator("#find-list")).to_be_hidden()


def test_enter_in_the_box_without_a_choice_lists_the_cards(stocked: Client, visit: Open) -> None:
    page = visit(stocked, "/resolve?game=marvel-champions")
    page.locator("#find").fill("lumen")
    page.locator("#find").press("Escape")
    page.locator("#find").press("Enter")
    page.locator("#found").get_by_role("button", name="Lumen").click()
    expect(page.locator("#cards-0-name")).to_have_value("Lumen")


def test_a_reading_is_mended_without_a_reload(stocked: Client, visit: Open) -> None:
    page = visit(stocked, "/resolve?game=marvel-champions", "phone")
    page.evaluate("window.sameDocument = true")
    page.get_by_role("button", name="Add a card by its text").click()
    page.fill("#cards-0-name", "Bell")
    page.fill("#cards-0-text", "Response: After an enemy attacks you, draw 1 card.")
    expect(page.locator("[data-understood]")).to_contain_text("an enemy attacks you")
    page.get_by_role("button", name="Mend this reading").click()
    expect(page.locator("#cards-0-ability_0_timing")).to_be_focused()
    page.get_by_label("Ability 1 is").select_option("forced-response")
    page.get_by_role("button", name="Add a card by its text").click()
    expect(page.get_by_label("Ability 1 is")).to_have_value("forced-response")
    page.get_by_role("button", name="Read the text anew instead").click()
    expect(page.locator("[data-understood]").first).to_contain_text("Response")
    assert page.evaluate("window.sameDocument")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_map_is_walked_by_its_links_and_can_be_read(real_site: Client, visit: Open, size: str) -> None:
    page = visit(real_site, "/rules/marvel-champions/rr-1.0/damage", size)
    boxes = page.locator(".map a")
    letters = page.locator(".map text").first.evaluate("e => e.getBoundingClientRect().height")
    assert letters >= 12
    for n in range(boxes.count()):
        size_of = boxes.nth(n).locator("rect").bounding_box()
        assert size_of and size_of["height"] >= 44 - 1 and size_of["width"] >= 44
    name = boxes.last.locator("title").text_content() or ""
    boxes.last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(name.removesuffix(" (they refer to each other)"))


def test_a_paragraph_that_is_gone_is_told_only_to_who_asks_for_it(site: Client, visit: Open) -> None:
    asked = visit(site, f"/rules/{GAME}/second/lantern#p-old", scripts=False)
    expect(asked.get_by_text("A wick burns for an hour.")).to_be_visible()
    expect(visit(site, f"/rules/{GAME}/second/lantern").get_by_text("A wick burns")).to_be_hidden()


def test_the_help_opens_over_the_page_and_closes(site: Client, visit: Open) -> None:
    page = visit(site, f"/resolve?game={GAME}", "phone")
    page.fill("#cards-0-name", "Why?")
    page.locator("#cards-0-name").blur()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("What the search understands")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("#cards-0-name")).to_have_value("Why?")
