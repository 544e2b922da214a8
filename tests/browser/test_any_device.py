"""Every kind of page on a small phone and a wide screen: nothing runs off, large targets, large text, dark, print."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, resize
from tests.browser.kinds import KINDS
from tests.web.server import Client

WIDTHS = [320, 375, 768, 1280]
WIDER_THAN_THE_SCREEN = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Links inside running text are exempt, as in WCAG 2.2 (target size, inline); so is what only the keyboard shows.
SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, select, summary, textarea, label.check, input')]
  .filter(e => e.checkVisibility() && !e.matches('.vh, .skip, [type=hidden], .check input'))
  .filter(e => e.matches('.permalink')
    || !e.matches('.term') && !e.closest('.vh, p:not(.actions, .sticky), .note, .text'))
  .filter(e => Math.round(e.getBoundingClientRect().height) < 44)
  .map(e => `${e.tagName} ${e.textContent.trim().slice(0, 30)}`)"""
# What cuts its own words off: text wider or higher than a box that hides the rest.
CUT_OFF = """() => [...document.querySelectorAll('body *')].filter(e => {
    const style = getComputedStyle(e);
    return style.overflow === 'hidden' && style.clipPath === 'none' && e.checkVisibility()
      && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1);
  }).map(e => e.outerHTML.slice(0, 80))"""
LINES_OF_THE_MENU = "new Set([...document.querySelectorAll('.top nav a')].map(a => a.offsetTop)).size"
CUT_VALUES = """() => [...document.querySelectorAll('input:not([type=checkbox], [type=search])')]
  .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map(e => e.name)"""
SCROLLING_ALONE = """() => [...document.querySelectorAll('main *:not(textarea)')].filter(e => e.checkVisibility()
    && /auto|scroll/.test(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1)
  .map(e => e.outerHTML.slice(0, 80))"""
MOVING = """() => [...document.querySelectorAll('*')].filter(e => {
    const style = getComputedStyle(e);
    const lasts = (times) => times.split(',').some(time => parseFloat(time) > 0);
    return lasts(style.animationDuration) || lasts(style.transitionDuration) || style.scrollBehavior === 'smooth';
  }).map(e => e.outerHTML.slice(0, 80))"""


def test_nothing_runs_off_the_screen(shown: Page) -> None:
    for width in WIDTHS:
        resize(shown, width)
        assert shown.evaluate(WIDER_THAN_THE_SCREEN) <= 0, f"at {width} px"


def test_no_part_of_a_page_scrolls_on_its_own(shown: Page) -> None:
    resize(shown, 1280, 500)
    assert shown.evaluate(SCROLLING_ALONE) == []


def test_the_menu_stands_on_one_line_and_fields_show_what_they_hold(visit: Open, real_site: Client) -> None:
    page = visit(real_site, "/resolve?example=attack-and-warning", "phone")
    assert page.evaluate(LINES_OF_THE_MENU) == 1
    assert page.locator("#occ-attacker").input_value() == "Clockwork Baron"
    assert page.evaluate(CUT_VALUES) == []


def test_text_at_twice_the_size_still_fits(shown: Page) -> None:
    shown.evaluate("document.documentElement.style.fontSize = '200%'")
    for width in (375, 1280):
        resize(shown, width)
        assert shown.evaluate("parseFloat(getComputedStyle(document.querySelector('main')).fontSize)") == 32
        assert shown.evaluate(WIDER_THAN_THE_SCREEN) <= 0, f"at {width} px"
        assert shown.evaluate(CUT_OFF) == []


def test_targets_are_large_enough_for_a_thumb(shown: Page) -> None:
    resize(shown, 320, 640)
    assert shown.evaluate(SMALL_TARGETS) == []


def test_nothing_moves_where_the_device_asks_for_stillness(shown: Page) -> None:
    shown.emulate_media(reduced_motion="reduce")
    assert shown.evaluate(MOVING) == []


def test_print_leaves_out_what_paper_cannot_do(shown: Page) -> None:
    shown.emulate_media(media="print", color_scheme="dark")
    seen = "e => e.checkVisibility() && e.getBoundingClientRect().height > 0"
    left_out = "button:not(.choices button), .permalink, header.top"  # what a sheet offers to choose is to be ticked
    assert shown.eval_on_selector_all(left_out, f"all => all.filter({seen}).length") == 0
    expect(shown.locator("h1").first).to_be_attached()
    assert shown.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    # Dark devices print dark words on white paper too.
    ink = shown.evaluate("getComputedStyle(document.querySelector('main h1')).color")
    assert sum(int(part) for part in ink[4:-1].split(",")) < 300


def test_pages_are_dark_where_the_device_is(shown: Page) -> None:
    def brightness() -> int:
        colour = shown.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour[4:-1].split(","))

    assert brightness() > 600
    shown.emulate_media(color_scheme="dark")
    assert brightness() < 150


def test_the_page_says_its_language_and_its_name(shown: Page) -> None:
    assert shown.get_attribute("html", "lang") == "en"
    assert shown.title().strip() not in ("", "Judge")
    assert shown.locator("h1").count() == 1


def test_finnish_text_is_marked_as_finnish_and_nothing_else_is(site: Client, visit: Open) -> None:
    page = visit(site, KINDS["finnish-entry"].path)
    language = "e => e.closest('[lang]').lang"
    assert page.locator("#p-7").evaluate(language) == "fi"
    assert page.locator("h1").evaluate(language) == "fi"
    assert page.get_by_role("heading", name="Source").evaluate(language) == "en"
    hit = visit(site, "/?q=lyhdyn")
    assert hit.locator(".hits p").evaluate(language) == "fi"


def test_paper_shows_the_quotes_that_the_screen_keeps_one_tap_away(site: Client, visit: Open) -> None:
    page = visit(site, KINDS["ruling"].path)
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Step by step")).to_be_visible()
    expect(page.locator(".timeline .quote").last).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_first_screen_of_a_ruling_holds_the_order(site: Client, visit: Open, size: str) -> None:
    page = visit(site, KINDS["ruling"].path, size)
    box = page.locator(".order li").first.bounding_box()
    assert box and page.viewport_size and box["y"] + box["height"] <= page.viewport_size["height"]
