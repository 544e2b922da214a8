"""axe-core finds nothing to object to on any kind of page: WCAG 2.2 A and AA and its best practices."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import SIZES, Scheme, resize

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"], "preload": False}
"""None of the rules looks into style sheets or media, which axe would load again."""


def violations(page: Page) -> str:
    """What axe objects to on a page, where it is put once; empty where it does not."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = AxeResults(page.evaluate("options => axe.run(options)", OPTIONS))
    return found.generate_report() if found.violations_count else ""


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("desktop", "dark")])
def test_axe_finds_no_violation(shown: Page, size: str, scheme: Scheme) -> None:
    """Each size and each scheme once: what axe measures depends on the one or the other (places, colours)."""
    shown.emulate_media(color_scheme=scheme)
    resize(shown, **SIZES[size])
    shown.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert violations(shown) == ""
