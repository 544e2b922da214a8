"""Cards kept in the browser: read from packs and decks, found by two letters, used, exported, removed, also offline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Open, wait_until
from tests.browser.hand import PACK, keep_pack, pack_file
from tests.web.server import Client

DECK = {"id": 7, "name": "Bells and fuses", "hero_code": "90105", "slots": {"90103": 1, "90104": 2, "90999": 1}}


@pytest.fixture
def device(real_site: Client, visit: Open) -> Page:
    """The page of the device's cards, with none yet."""
    page = visit(real_site, "/cards/device")
    page.evaluate("() => { sessionStorage.clear(); return deviceCards.removeAll(); }")
    page.reload()
    expect(page.locator("#kept-section")).to_be_hidden()
    return page


def told(page: Page) -> list[str]:
    expect(page.locator("#heard p").first).to_be_visible()
    return page.locator("#heard p").all_inner_texts()


def choose(page: Page, text: str, name: str = "pack.json") -> list[str]:
    page.evaluate("document.getElementById('heard').replaceChildren()")
    page.set_input_files("#pack-files", {"name": name, "mimeType": "application/json", "buffer": text.encode()})
    return told(page)


def test_a_card_is_shown_as_it_is_printed(device: Page) -> None:
    keep_pack(device)
    device.locator("#find-here").press_sequentially("ov")
    found = device.locator("#found-here details")
    expect(found).to_have_count(1)
    expect(found.locator("summary")).to_contain_text("Overwound Gears attachment, toy")
    expect(found.locator("summary")).to_contain_text("Attach to Clockwork Baron.")
    found.locator("summary").click()
    expect(found.locator(".printed-text b")).to_have_text("Forced Interrupt")
    assert "<b>" not in device.locator("main").inner_text()


def test_a_folder_of_packs_is_read_whole(device: Page, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "one.json").write_text(json.dumps(PACK[:3]))
    (pack / "two.json").write_text(json.dumps([*PACK[3:], {"code": "90200", "duplicate_of": "90103"}]))
    (pack / "readme.md").write_text("no pack")
    device.set_input_files("#pack-folder", pack)
    expect(device.locator("#heard")).to_contain_text("Kept on this device: 9 cards.")
    assert device.evaluate("deviceCards.search('wa', '', null).then(found => found.length)") == 1


def test_files_are_dropped_on_the_page(device: Page) -> None:
    device.evaluate(
        """text => { const data = new DataTransfer(); data.items.add(new File([text], 'toy.json'));
        document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); }""",
        json.dumps(PACK),
    )
    expect(device.locator("#heard")).to_contain_text("Kept on this device: 8 cards.")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[{", "pack.json is broken off or no JSON; skipped."),
        ("{}", "Card 1 of pack.json has no code, or no name and type; skipped."),
        ("3", "pack.json is no list of cards; skipped."),
        ("no deck at all", "pack.json is neither JSON nor a list such as “3x Backflip (Core Set)”; skipped."),
        (
            json.dumps([{"code": "1", "name": "A", "type_code": "asset"}] * 2),
            "pack.json holds cards of types that Marvel Champions does not have (asset): "
            "a pack of another game? Skipped.",
        ),
        (json.dumps([{"code": "1"}] * 3), "3 cards of pack.json have no code, or no name and type; skipped."),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(device: Page, text: str, sentence: str) -> None:
    assert choose(device, text) == ["Nothing was added; what was kept is as it was.", sentence]


def test_a_broken_card_does_not_lose_the_others(device: Page) -> None:
    said = choose(device, json.dumps([*PACK, {"name": "x"}]))
    assert said == ["Kept on this device: 8 cards.", "Card 9 of pack.json has no code, or no name and type; skipped."]


def test_a_pack_with_a_type_nobody_knows_yet_is_kept(device: Page) -> None:
    new = {"code": "90400", "name": "Grand Marshal", "type_code": "leader", "pack_code": "toy", "text": "Retaliate 1."}
    assert choose(device, json.dumps([*PACK, new])) == ["Kept on this device: 9 cards."]
    device.goto("/resolve?game=marvel-champions")
    device.locator("#find").press_sequentially("gr")
    device.locator("#find-list li").first.click()
    expect(device.locator("#cards-0-name")).to_have_value("Grand Marshal")
    expect(device.locator("#cards-0-kind")).to_have_value("")


def test_a_card_without_text_says_nothing_instead_of_being_unknown(device: Page) -> None:
    keep_pack(device)
    device.goto("/resolve?game=marvel-champions")
    device.locator("#find").press_sequentially("mo")
    device.locator("#find-list li").first.click()
    expect(device.locator(".card-row.folded")).to_contain_text("Moth")
    device.locator("#find").press_sequentially("wa")
    device.locator("#find-list li").first.click()
    expect(device.locator("#cards-1-name")).to_have_value("Warning Bells")
    device.get_by_role("button", name="Resolve", exact=True).click()
    device.wait_for_url("**/rulings/**")
    expect(device.locator("main")).to_contain_text("All words of the card were read.")
    device.get_by_role("link", name="The same, but …").click()
    device.get_by_role("button", name="Resolve", exact=True).click()
    device.wait_for_url("**/rulings/**")
    expect(device.locator("main")).to_contain_text("All words of the card were read.")


def test_what_is_on_the_table_comes_first(device: Page) -> None:
    keep_pack(device)
    said = choose(device, json.dumps(DECK))
    assert said[0] == "Kept on this device: 1 deck."
    assert said[1].startswith("1 card of the deck “Bells and fuses” is in no pack kept here")
    device.goto("/resolve?game=marvel-champions")
    found = device.locator("#find-list li > span:first-child")
    device.locator("#find").press_sequentially("lo")
    expect(found).to_have_text(["Long Fuse", "Clockwork Baron"])
    device.locator("#table-of").select_option("set baron")
    device.locator("#find").fill("")
    device.locator("#find").press_sequentially("lo")
    expect(found).to_have_text(["Clockwork Baron", "Long Fuse"])
    device.get_by_role("button", name="Not on the table: Clockwork Baron").click()
    device.locator("#table-of").select_option("deck Bells and fuses")
    device.locator("#find").fill("")
    device.locator("#find").press_sequentially("lo")
    expect(found).to_have_text(["Long Fuse", "Clockwork Baron"])
    options = device.locator("#table-of option").all_inner_texts()
    assert options == ["Any card", "Bells and fuses", "Clockwork Baron", "Moth"]


def test_a_deck_of_its_exported_text(device: Page) -> None:
    keep_pack(device)
    device.locator("#deck").fill(
        "Bramble Coat\n\nUpgrade\n2x Warning Bells (Toy)\n1x Twin Key\n1x Nobody Has It (Toy)\n"
    )
    device.get_by_role("button", name="Add this text").click()
    expect(device.locator("#heard")).to_contain_text("1 card of the deck “Bramble Coat” is in no pack kept here")
    expect(device.locator("#kept-here")).to_contain_text("Bramble Coat deck, 4 cards, 1 not kept here")


def test_two_cards_of_one_name_are_told_apart(device: Page) -> None:
    keep_pack(device)
    device.goto("/resolve?game=marvel-champions")
    expect(device.locator("#library")).to_be_visible()
    expect(device.locator(".card-row")).to_be_hidden()
    device.locator("button[value=add-card]").click()
    expect(device.locator("#cards-0-name")).to_be_focused()
    device.fill("#cards-0-name", "twin key")
    device.locator("#cards-0-text").focus()
    which = device.locator(".which")
    expect(which).to_contain_text("2 cards of this device have this name. Which is it?")
    which.get_by_role("button", name="ally, toy, 90107").click()
    expect(device.locator("#cards-0-text")).to_have_value("Retaliate 2.")
    expect(device.locator("#cards-0-kind")).to_have_value("ally")


def test_a_card_of_another_game_is_told(device: Page) -> None:
    keep_pack(device)
    device.goto("/resolve?game=marvel-champions")
    expect(device.locator("#library")).to_be_visible()
    device.locator("#game").select_option("vs-system-2pcg")
    expect(device.locator("#occurrence option", has_text="combat").first).to_be_attached()
    device.evaluate("document.getElementById('library').hidden = false")
    device.locator("#find").press_sequentially("wa")
    expect(device.locator("#library-said")).to_have_text(
        "“Warning Bells” is a card of Marvel Champions; this dispute is of another game."
    )


def test_what_is_exported_is_read_again(device: Page, tmp_path: Path) -> None:
    keep_pack(device)
    choose(device, json.dumps(DECK))
    with device.expect_download() as saved:
        device.get_by_role("button", name="Export all").click()
    file = tmp_path / "judge-cards.json"
    saved.value.save_as(file)
    before = device.evaluate("deviceCards.every('cards')")
    device.get_by_role("button", name="Remove all").click()
    expect(device.locator("#heard")).to_have_text("All cards of this device are removed.")
    expect(device.locator("#kept-section")).to_be_hidden()
    device.set_input_files("#pack-files", file)
    expect(device.locator("#heard")).to_contain_text("Kept on this device: 8 cards, 1 deck.")
    assert device.evaluate("deviceCards.every('cards')") == before


def test_a_pack_is_removed_alone(device: Page) -> None:
    keep_pack(device)
    other = {"code": "90300", "name": "Lone Wolf", "type_code": "ally", "pack_code": "other", "text": "Retaliate 1."}
    device.set_input_files("#pack-files", pack_file([other], "other.json"))
    expect(device.locator("#kept-here li")).to_have_count(2)
    device.get_by_role("button", name="Remove toy").click()
    expect(device.locator("#kept-here li")).to_have_count(1)
    expect(device.locator("#kept-title")).to_have_text("Kept here: 1 card")


def test_nothing_leaves_the_browser_but_the_cards_of_a_dispute(device: Page) -> None:
    sent: list[str] = []
    device.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    keep_pack(device)
    device.goto("/resolve?game=marvel-champions")
    expect(device.locator("#library")).to_be_visible()
    device.locator("#find").press_sequentially("wa")
    device.locator("#find-list li").first.click()
    expect(device.locator("#cards-0-name")).to_have_value("Warning Bells")
    said = " ".join(sent)
    assert "Warning" in said and not any(name in said for name in ("Overwound", "Bramble", "Clockwork"))


def test_cards_are_found_without_a_network(real_site: Client, visit: Open) -> None:
    page = visit(real_site, "/cards/device", service_workers="allow")
    context: BrowserContext = page.context
    keep_pack(page)
    wait_until(page, "navigator.serviceWorker.ready.then(r => r.active?.state === 'activated')")
    context.set_offline(True)
    try:
        page.goto("/cards/device")
        expect(page.get_by_text("No network:")).to_be_visible()
        page.locator("#find-here").press_sequentially("lo")
        expect(page.locator("#found-here summary").first).to_contain_text("Long Fuse")
    finally:
        context.set_offline(False)
