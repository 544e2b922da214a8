"""The paste box in a real browser: six taps at most from a text to its ruling, with and without JavaScript."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Open, everywhere
from tests.web.server import Client
from tests.web.test_paste_box import TOLD


@everywhere
def test_a_pasted_text_fills_the_form_and_is_resolved(real_site: Client, visit: Open, size: str, scripts: bool) -> None:
    page = visit(real_site, "/resolve", size, scripts)
    page.get_by_label("Who plays, what happens").fill(TOLD)
    page.get_by_role("button", name="Fill in the form").click()
    expect(page.locator("#cards-1-name")).to_have_value("Warning Bells")
    if scripts:  # a finished card is one line
        expect(page.locator(".card-line").first).to_contain_text("(guessed)")
    else:
        expect(page.locator("#cards-0-kind-guess")).to_be_visible()
    expect(page.locator("mark.unread", has_text="The weather was dreadful.")).to_be_visible()
    page.get_by_role("button", name="Resolve").last.click()
    page.wait_for_url("**/rulings/**")
    expect(page.locator(".order li").first).to_contain_text("Overwound Gears")
