"""The main job in a browser on the real rulebooks: find a rule, follow a reference, have a dispute resolved."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Open, everywhere
from tests.web.server import Client


@everywhere
def test_from_a_question_to_a_ruling(real_site: Client, visit: Open, size: str, scripts: bool) -> None:
    page = visit(real_site, "/", size, scripts)
    page.get_by_label("What do you look for?").fill("retaliate")
    page.get_by_label("Game").select_option("marvel-champions")
    page.get_by_role("button", name="Search").click()
    page.locator(".hits a").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Retaliate")
    expect(page.get_by_text("unofficial").first).to_be_visible()
    start = page.url
    page.get_by_role("complementary").locator("a[href^='/rules/']").first.click()
    page.wait_for_url(lambda url: url.partition("#")[0] != start.partition("#")[0])

    page.get_by_role("link", name="Resolve").click()
    page.get_by_role("link", name="A forced interrupt and an optional one").click()
    page.get_by_role("button", name="Resolve").last.click()
    expect(page.locator(".order li").first).to_contain_text("Overwound Gears")
    expect(page.locator(".order li").nth(1)).to_contain_text("Warning Bells")
    page.locator(".timeline .panel summary").first.click()
    quoted = page.locator(".timeline .panel blockquote.quote").first
    expect(quoted).to_be_visible()
    words = re.split(r" … |[“”‘’[]", quoted.locator("p").inner_text().strip("“”‘’"))[0]
    assert len(words) > 8  # a quote shows quotation marks otherwise than the rule
    quoted.get_by_role("link").click()
    expect(page.locator(":target")).to_contain_text(words.strip()[:40])
