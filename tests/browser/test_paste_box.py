"""The paste box in a real browser: six taps at most from a text to its ruling, with and without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open, everywhere, wait_until
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


@pytest.mark.parametrize("typed", ["", "Tin Duke attacks me, and then we argued. " * 60], ids=["empty", "long"])
def test_the_box_and_its_button_stay_in_sight_above_the_keyboard(real_site: Client, visit: Open, typed: str) -> None:
    page = visit(real_site, "/resolve", "phone", True)
    page.set_viewport_size({"width": 390, "height": 400})
    box, button = page.get_by_label("Who plays, what happens"), page.get_by_role("button", name="Fill in the form")
    box.fill(typed)
    box.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("!")
    wait_until(page, _IN_SIGHT, [box.element_handle(), button.element_handle()])
    button.click(trial=True, position={"x": 5, "y": 5})


_IN_SIGHT = """([box, button]) => {
  const [above, below] = [box.getBoundingClientRect(), button.getBoundingClientRect()];
  return above.bottom > 60 && above.bottom <= below.top + 2 && below.bottom <= innerHeight + 1;
}"""
"""Some lines of the box stand right above the whole button, which is on the screen."""
