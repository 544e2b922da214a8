"""Finding and reading a rule in a real browser, at phone and desktop size, with and without JavaScript."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Open, everywhere
from tests.web.fake_desk import GAME
from tests.web.server import Client

ENTRY = f"/rules/{GAME}/second/lantern"


@everywhere
def test_search_open_an_entry_and_follow_a_cross_reference(site: Client, visit: Open, size: str, scripts: bool) -> None:
    page = visit(site, "/", size, scripts)
    page.get_by_label("What do you look for?").fill("lantern")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Lantern", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lantern")
    page.get_by_role("complementary").get_by_role("link", name="Oil").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Oil")
    expect(page.get_by_text('<script>alert("x")</script>')).to_be_visible()


def test_a_linked_term_shows_its_rule_on_hover_and_on_focus(site: Client, visit: Open) -> None:
    page = visit(site, ENTRY)
    term = page.locator("a.term")
    term.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("words stay words")
    page.mouse.move(0, 0)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.locator("#p-1 .permalink").focus()
    for _ in range(20):
        if term.evaluate("e => e === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(page.get_by_role("tooltip")).to_contain_text("Oil")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_a_first_tap_on_a_term_shows_the_rule_and_a_second_opens_it(site: Client, visit: Open) -> None:
    page = visit(site, ENTRY, "phone", has_touch=True)
    term = page.locator("a.term")
    term.tap()
    expect(page.get_by_role("tooltip")).to_be_visible()
    assert page.url.endswith("/lantern")
    term.tap()
    page.wait_for_url("**/oil")


def test_a_paragraph_can_be_cited(site: Client, visit: Open) -> None:
    page = visit(site, ENTRY, permissions=["clipboard-read", "clipboard-write"])
    page.locator("#p-1 .permalink").click()
    page.wait_for_url("**/lantern#p-1")
    page.get_by_role("button", name="Copy citation").click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("“A lantern sheds light. Spend [energy] or [?] to light it; [your name] is text.” Lantern")
    assert copied.endswith(f"(Tallow Press). {site.address}{ENTRY}#p-1")
