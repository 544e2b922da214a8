"""The resolver's form on a phone, by thumb and by keyboard: taps, keys and height counted; nothing typed is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ALL_READ, Held, Open, wait_until
from tests.browser.hand import KEYBOARD, PHONE, Hand, keep_pack
from tests.browser.test_accessibility import violations
from tests.web.server import Client

FIVE = (
    ("Clockwork Baron", "Forced Response: After Clockwork Baron attacks, place 1 threat on the main scheme."),
    ("Overwound Gears", "Forced Interrupt: When Clockwork Baron attacks, the attack gains overkill."),
    ("Warning Bells", "Interrupt: When the villain initiates an attack against you, draw 1 card."),
    ("Long Fuse", "Response: After the villain attacks you, draw 1 card."),
    ("Bramble Coat", "Hero Interrupt: When an enemy attacks you, draw 1 card."),
)


def on_a_phone(visit: Open, site: Client, path: str = "/cards/device") -> Page:
    """A page on a phone that keeps no cards and no tables yet."""
    page = visit(site, "/cards/device", viewport=PHONE, has_touch=True, is_mobile=True)
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); return deviceCards.removeAll(); }")
    page.goto(path)
    return page


def begin(page: Page, game: str = "") -> None:
    page.goto(f"/resolve{game}")
    wait_until(page, "document.getElementById('occurrence') !== null")


def add_by_two_letters(hand: Hand, name: str, place: int) -> None:
    hand.type(name[:2].lower())
    option = hand.page.locator("#find-list li", has_text=name).first
    expect(option).to_be_visible()
    hand.tap(option)
    expect(hand.page.locator(f"#cards-{place}-name")).to_have_value(name)
    expect(hand.page.locator("#find")).to_be_focused()


def screens(page: Page) -> float:
    height: int = page.evaluate("document.documentElement.scrollHeight")
    return height / PHONE["height"]


def test_a_dispute_of_five_cards_from_a_library(real_site: Client, visit: Open) -> None:
    page = on_a_phone(visit, real_site)
    keep_pack(page)
    begin(page)
    hand = Hand(page)
    hand.choose(page.locator("#occurrence"), "enemy-attack")
    expect(page.locator("#occ-attacker")).to_be_attached()
    hand.tap(page.locator("#find"))
    for place, (name, _) in enumerate(FIVE):
        add_by_two_letters(hand, name, place)
    expect(page.locator("#cards-1-attached_to")).to_have_value("Clockwork Baron")
    expect(page.locator(".card-row.folded")).to_have_count(5)
    hand.tap(page.locator("label.chip[for^=occ-attacker]", has_text="Clockwork Baron"))
    hand.tap(page.locator("label.chip[for^=occ-target]", has_text="Player 1"))
    assert screens(page) <= 3, screens(page)
    assert violations(page) == ""
    hand.tap(page.get_by_role("button", name="Resolve", exact=True))
    page.wait_for_url("**/rulings/**")
    expect(page.locator("h1")).to_contain_text("Overwound Gears resolves first")
    assert (hand.taps, hand.keys) <= (15, 25), hand
    print(f"library: {hand.taps} taps, {hand.keys} keys")


def test_a_dispute_of_five_cards_by_typing_their_texts(real_site: Client, visit: Open) -> None:
    page = on_a_phone(visit, real_site, "/resolve?game=marvel-champions")
    hand = Hand(page)
    hand.choose(page.locator("#occurrence"), "enemy-attack")
    expect(page.locator("#occ-attacker")).to_be_attached()
    own_keys = 0
    for place, (name, text) in enumerate(FIVE):
        if place:
            hand.tap(page.locator("button[value=add-card]"))
            expect(page.locator(f"#cards-{place}-name")).to_be_focused()
        else:
            hand.tap(page.locator("#cards-0-name"))
        hand.type(name)
        hand.tap(page.locator(f"#cards-{place}-text"))
        hand.type(text)
        own_keys += len(name + text)
        wait_until(page, ALL_READ)  # a reading that comes in moves the button below it
        if place == 0:
            hand.choose(page.locator("#cards-0-kind"), "villain")
    hand.tap(page.locator("label.chip[for^=occ-attacker]", has_text="Clockwork Baron"))
    hand.tap(page.locator("label.chip[for^=occ-target]", has_text="Player 1"))
    height = screens(page)
    hand.tap(page.get_by_role("button", name="Resolve", exact=True))
    page.wait_for_url("**/rulings/**")
    expect(page.locator("h1")).to_contain_text("Overwound Gears resolves first")
    assert hand.taps <= 20 and hand.keys == own_keys and height <= 3, (hand, height)
    print(f"typing: {hand.taps} taps, {hand.keys - own_keys} keys but the texts' own, {height:.1f} screens")


def test_by_keyboard_alone(real_site: Client, visit: Open) -> None:
    """From the page's beginning to the ruling: every press of Tab is a stop."""
    page = on_a_phone(visit, real_site)
    keep_pack(page)
    begin(page)
    stops = 0

    def tab_to(selector: str) -> None:
        nonlocal stops
        for _ in range(40):
            if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
                return
            page.keyboard.press("Tab")
            stops += 1
        raise AssertionError(f"never came to {selector}")

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skip to the content
    stops += 1
    tab_to("#occurrence")
    page.locator("#occurrence").select_option("enemy-attack")
    expect(page.locator("#occ-attacker")).to_be_attached()
    tab_to("#occ-attacker")
    page.keyboard.type("Clockwork Baron")
    tab_to("#occ-target")
    page.keyboard.type("Player 1")
    tab_to("#find")
    for place, (name, _) in enumerate(FIVE):
        page.keyboard.type(name[:2].lower())
        expect(page.locator("#find-list li", has_text=name)).to_be_visible()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator(f"#cards-{place}-name")).to_have_value(name)
        expect(page.locator("#find")).to_be_focused()
    tab_to("button[value=resolve]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rulings/**")
    assert stops <= 40, stops
    print(f"keyboard: {stops} stops")


def test_the_bar_never_covers_what_has_the_focus(real_site: Client, visit: Open) -> None:
    page = on_a_phone(visit, real_site, "/resolve?example=attack-and-warning")
    page.set_viewport_size({"width": 390, "height": PHONE["height"] - KEYBOARD})
    covered = """() => { const bar = document.querySelector('.sticky').getBoundingClientRect();
      const here = document.activeElement.getBoundingClientRect();
      return !document.activeElement.closest('.sticky') && here.bottom > bar.top + 1 && here.top < bar.bottom; }"""
    page.locator("#game").focus()
    for _ in range(25):
        page.keyboard.press("Tab")
        wait_until(page, "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))")
        assert not page.evaluate(covered), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


def test_nothing_is_lost_on_reload_back_or_a_failed_request(real_site: Client, visit: Open) -> None:
    page = on_a_phone(visit, real_site)
    keep_pack(page)
    begin(page)
    hand = Hand(page)
    page.locator("#find").click()
    add_by_two_letters(hand, "Warning Bells", 0)
    page.route("**/resolve", lambda route: route.abort())
    hand.type("lo")
    page.locator("#find-list li").first.click()
    expect(page.locator("#said")).to_contain_text("did not answer")
    expect(page.locator("#cards-0-name")).to_have_value("Warning Bells")
    page.unroute("**/resolve")
    page.reload()
    expect(page.locator("#cards-0-name")).to_have_value("Warning Bells")
    page.get_by_role("button", name="Resolve", exact=True).click()
    page.wait_for_url("**/rulings/**")
    page.go_back()
    expect(page.locator("#cards-0-name")).to_have_value("Warning Bells")


def test_a_finished_card_folds_and_opens_again(real_site: Client, visit: Open) -> None:
    page = on_a_phone(visit, real_site, "/resolve?game=marvel-champions")
    page.fill("#cards-0-name", "Bell")
    page.fill("#cards-0-text", "Interrupt: When an enemy attacks you, juggle 3 lemons.")
    page.locator("button[value=add-card]").click()
    line = page.locator(".card-row").first.locator(".line-open")
    expect(line).to_contain_text("Bell")
    expect(line).to_contain_text("not wholly read")
    expect(line).to_contain_text("Player 1 (guessed)")
    line.click()
    expect(page.locator("#cards-0-name")).to_be_focused()
    page.locator("label.chip[for^=cards-0-controller]", has_text="scenario").click()
    expect(page.locator("#cards-0-controller")).to_have_value("scenario")


@pytest.mark.parametrize("address", ["reading", "hints"])
def test_a_button_stays_under_the_finger_that_presses_it(address: str, real_site: Client, visit: Open) -> None:
    page = on_a_phone(visit, real_site, "/resolve?game=marvel-champions")
    held = Held(page, f"**/resolve/{address}")
    page.fill("#cards-0-name", "Bell")
    page.fill("#cards-0-text", "Interrupt: When an enemy attacks you, juggle 3 lemons.")
    button = page.locator("button[value=add-card]")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    with page.expect_response(f"**/resolve/{address}"):
        held.release()
    page.wait_for_timeout(200)  # as long as a finger stays
    page.mouse.up()
    expect(page.locator(".card-row")).to_have_count(2)
    expect(page.locator(".card-row.folded")).to_have_count(1)


def test_cards_are_put_in_order_by_dragging(real_site: Client, visit: Open) -> None:
    page = visit(real_site, "/resolve?example=attack-and-warning")
    names = "[...document.querySelectorAll('.card-row input[name$=-name]')].map(i => i.value)"
    before = page.evaluate(names)
    expect(page.locator(".card-row.folded")).to_have_count(len(before))
    first, last = page.locator(".handle").first, page.locator(".handle").last
    last.scroll_into_view_if_needed()
    start, end = first.bounding_box(), last.bounding_box()
    assert start and end
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 5, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()
    wait_until(page, f"(wanted) => JSON.stringify({names}) === JSON.stringify(wanted)", [*before[1:], before[0]])


def test_the_last_table_comes_back_with_one_tap(real_site: Client, visit: Open) -> None:
    page = on_a_phone(visit, real_site, "/resolve?example=attack-and-warning")
    names = page.evaluate("[...document.querySelectorAll('[data-player]')].map(i => i.value)")
    page.get_by_role("button", name="Resolve", exact=True).click()
    page.wait_for_url("**/rulings/**")
    page.goto("/resolve")
    page.locator("#tables").get_by_role("button", name=names[0]).first.click()
    expect(page.locator("#players-0-name")).to_have_value(names[0])
    expect(page.locator("#occurrence")).to_be_visible()


def test_the_same_but_starts_from_a_ruling(real_site: Client, visit: Open) -> None:
    page = on_a_phone(visit, real_site, "/resolve?example=attack-and-warning")
    name = page.locator("#cards-0-name").input_value()
    page.get_by_role("button", name="Resolve", exact=True).click()
    page.wait_for_url("**/rulings/**")
    page.get_by_role("link", name="The same, but …").first.click()
    expect(page.locator("#cards-0-name")).to_have_value(name)
