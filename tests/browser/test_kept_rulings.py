"""Kept rulings in a browser: written down with and without scripts."""

from __future__ import annotations

from playwright.sync_api import expect

from judge.web.dispute_in_address import pack
from tests.browser.conftest import Open, everywhere
from tests.conftest import tokens
from tests.kept_rulings.examples import DISPUTE
from tests.web.server import Client


@everywhere
def test_a_computed_ruling_is_kept_with_or_without_scripts(
    with_rulings: Client, visit: Open, size: str, scripts: bool
) -> None:
    name = f"By {size} {'with' if scripts else 'without'} scripts"
    page = visit(with_rulings, f"/rulings/now/{pack(DISPUTE)}", size, scripts)
    page.get_by_role("link", name="Keep this ruling").click()
    page.get_by_label("Who", exact=True).fill(name)
    page.get_by_label("Question").fill(f"{name}?")
    page.get_by_role("button", name="Keep it").click()
    if scripts:  # the browser itself asks for what is needed
        assert "/kept-rulings/new" in page.url
    page.get_by_label("Your token").fill("wrong")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("alert")).to_contain_text("nobody’s")
    expect(page.get_by_label("Question")).to_have_value(f"{name}?")
    page.get_by_label("Your token").fill(tokens[with_rulings.port])
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{name}?")
    expect(page.get_by_text("A draft:")).to_be_visible()
    expect(page.get_by_text("This program agrees.")).to_be_visible()
