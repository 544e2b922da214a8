"""axe-core finds nothing to object to on any kind of page: WCAG 2.2 A and AA and its best practices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import SIZES, Scheme, resize

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
ALL_RULES = {"type": "tag", "values": TAGS}
OF_COLOURS_AND_PLACES = {
    "type": "rule", "values": ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"],
}  # fmt: skip


def violations(page: Page, rules: Mapping[str, Any] = ALL_RULES) -> str:
    """What axe objects to on a page, where it is put once; empty where it does not.

    None of the rules looks into style sheets or media, which axe would load again.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    found = AxeResults(page.evaluate("options => axe.run(options)", options))
    return found.generate_report() if found.violations_count else ""


@pytest.mark.parametrize(
    ("size", "scheme", "rules"),
    [("phone", "light", ALL_RULES), ("desktop", "dark", OF_COLOURS_AND_PLACES)],
    ids=["phone-light", "desktop-dark"],
)
def test_axe_finds_no_violation(shown: Page, size: str, scheme: Scheme, rules: Mapping[str, Any]) -> None:
    """Each size and each scheme once: what axe measures depends on the one or the other, or on none."""
    shown.emulate_media(color_scheme=scheme)
    resize(shown, **SIZES[size])
    shown.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert violations(shown, rules) == ""
