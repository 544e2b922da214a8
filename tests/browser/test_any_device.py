"""Every kind of page on a small phone and a wide screen: nothing runs off, large targets, dark by the device, print."""

from __future__ import annotations

import pytest

from judge.web.address import pack
from tests.browser.conftest import Open
from tests.web.fake_desk import GAME
from tests.web.server import Client

LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmütze"
DISPUTE = {
    "game": GAME,
    "players": [{"name": "Anna"}, {"name": LONG_WORD}],
    "occurrence": {"type": "strike", "attacker": LONG_WORD},
    "cards": [{"name": LONG_WORD, "text": f"Interrupt: {LONG_WORD} [energy]"}, {"name": "Snuff", "use": False}],
}
PAGES = {
    "search": "/",
    "hits": "/?q=lantern",
    "nothing-found": "/?q=zeppelin",
    "games": "/games",
    "contents": f"/games/{GAME}/second",
    "entry": f"/rules/{GAME}/second/lantern",
    "redirect": f"/rules/{GAME}/second/lamp-oil",
    "resolver": f"/resolve?dispute={pack(DISPUTE)}",
    "ruling": f"/rulings/old/{pack(DISPUTE)}",
    "error": "/nothing/here",
}
# Links inside running text are exempt, as in WCAG 2.2 (target size, inline).
SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, select, summary, textarea, label.check, input')]
  .filter(e => e.checkVisibility() && !e.matches('.vh, .skip, [type=hidden], .check input'))
  .filter(e => !e.closest('.vh, p:not(.actions, .sticky), .note, .text') || e.matches('.permalink'))
  .filter(e => Math.round(e.getBoundingClientRect().height) < 44)
  .map(e => `${e.tagName} ${e.textContent.trim().slice(0, 30)}`)"""


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nothing_runs_off_the_screen(site: Client, visit: Open, kind: str, size: str) -> None:
    page = visit(site, PAGES[kind], size)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("kind", PAGES)
def test_targets_are_large_enough_for_a_thumb(site: Client, visit: Open, kind: str) -> None:
    assert visit(site, PAGES[kind], "phone").evaluate(SMALL_TARGETS) == []


def test_pages_are_dark_where_the_device_is(site: Client, visit: Open) -> None:
    def brightness(scheme: str) -> int:
        page = visit(site, "/", color_scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour[4:-1].split(","))

    assert brightness("dark") < 150 < 600 < brightness("light")


def test_print_leaves_out_what_paper_cannot_do(site: Client, visit: Open) -> None:
    page = visit(site, PAGES["ruling"])
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="Snuff is used").is_visible()
    assert page.get_by_role("heading", name="Step by step").is_visible()


@pytest.mark.parametrize("kind", PAGES)
def test_every_target_is_reached_by_keyboard_and_the_focus_is_seen(site: Client, visit: Open, kind: str) -> None:
    page = visit(site, PAGES[kind])
    expected = page.evaluate(
        """() => { const f = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')];
        return f.filter(e => e.checkVisibility() && e.tabIndex >= 0 && e.type !== 'hidden').length }"""
    )
    page.evaluate("document.activeElement.blur(); window.reached = new Set(); window.unseen = []")
    for _ in range(expected + 2):
        page.keyboard.press("Tab")
        page.evaluate(
            """() => { const e = document.activeElement; if (e === document.body) return; window.reached.add(e);
            if (getComputedStyle(e).outlineStyle === 'none') window.unseen.push(e.outerHTML.slice(0, 80)) }"""
        )
    assert page.evaluate("window.unseen") == []
    assert page.evaluate("window.reached.size") >= expected
