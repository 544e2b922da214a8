"""Without a network in a real browser: load once, cut the network, then search, read, open the last ruling."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Page, expect

from judge.desk import Desk
from judge.web.dispute_in_address import pack
from tests.browser.conftest import PATIENCE, SIZES, Open, wait_until
from tests.web.fake_desk import GAME, FakeDesk, fake_desk
from tests.web.server import Client, Replaceable, serving_app

DISPUTE: dict[str, Any] = {"game": GAME, "cards": [{"id": "sense", "name": "Sense", "text": "Interrupt: Draw."}]}


_BUILD_KEPT = """async () => {
  const names = (await caches.keys()).filter((name) => name !== "judge-rulings");
  if (names.length !== 1) return undefined;
  const index = await (await caches.open(names[0])).match("/offline/search.json", { ignoreSearch: true });
  return (await index?.json())?.build;
}"""


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Open]:
    """Opens a page in a browser that was never here, service workers allowed; faults of scripts fail the test."""
    faults: list[str] = []
    with ExitStack() as opened:

        def arrive(site: Client, path: str, size: str = "desktop") -> Page:
            settings: dict[str, Any] = {"viewport": SIZES[size], "service_workers": "allow"}
            context = browser.new_context(base_url=site.address, **settings)
            opened.callback(context.close)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
            page.goto(path)
            return page

        yield arrive
    assert not faults


def ruling_address(name: str = "Sense") -> str:
    card = {**DISPUTE["cards"][0], "name": name}
    return f"/rulings/{FakeDesk.build_id}/{pack({**DISPUTE, 'cards': [card]})}"


def wait_until_kept(page: Page, rulings: int = 0) -> None:
    """Until the service worker has kept the rules, and that many rulings."""
    wait_until(page, "navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === 'activated')")
    if rulings:
        wait_until(page, f"caches.open('judge-rulings').then((c) => c.keys()).then((k) => k.length === {rulings})")


def kept_addresses(page: Page) -> list[str]:
    """Every address in the browser's caches, without the host."""
    found: list[str] = page.evaluate(
        """async () => {
          const all = [];
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys()) all.push(request.url);
          return all.map((url) => url.slice(location.origin.length));
        }"""
    )
    return found


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_after_one_visit_search_entries_and_the_last_ruling_open_without_a_network(
    site: Client, arrive: Open, size: str
) -> None:
    page = arrive(site, ruling_address(), size)
    wait_until_kept(page, rulings=1)
    page.context.set_offline(True)

    page.goto("/")
    mark = page.locator("#offline-mark")
    expect(mark).to_contain_text("No network")
    expect(mark).to_contain_text(FakeDesk.build_id)
    page.get_by_label("What do you look for?").fill("lantren")
    page.keyboard.press("Enter")
    page.locator(".hits a", has_text="Lantern").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lantern")
    expect(mark).to_contain_text("Lantern Duel, Second Rulebook (second)")
    page.get_by_role("complementary").get_by_role("link", name="Oil").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Oil")

    page.goto(ruling_address())
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna may use Sense first.")
    expect(mark).to_contain_text("as it was kept on this device")
    expect(page.locator(".order")).to_contain_text("Sense")


def test_suggestions_and_previews_come_from_the_kept_index(site: Client, arrive: Open) -> None:
    page = arrive(site, "/")
    wait_until_kept(page)
    page.context.set_offline(True)
    page.goto(f"/rules/{GAME}/second/lantern")
    page.get_by_label("Search the rules").fill("lam")
    expect(page.locator(".suggestions [role=option]").first).to_contain_text("Lamp")
    page.get_by_label("Search the rules").press("Escape")
    expect(page.locator(".suggestions")).to_be_hidden()
    page.locator("a.term").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("words stay words")


def test_what_needs_the_network_says_so(site: Client, arrive: Open) -> None:
    page = arrive(site, ruling_address())
    wait_until_kept(page, rulings=1)
    page.context.set_offline(True)
    page.goto("/resolve")
    expect(page.locator("#offline-mark")).to_contain_text("this page needs it")
    page.get_by_role("region", name="Rulings kept on this device").get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna may use Sense first.")


def test_errors_and_api_answers_are_never_kept_and_rulings_are_bounded(site: Client, arrive: Open) -> None:
    page = arrive(site, "/")
    wait_until_kept(page)
    page.reload()
    for path in ("/api/entries/lantern-duel/second/nothing", "/api/search?q=lantern", "/nothing"):
        page.evaluate("(path) => fetch(path)", path)
    page.goto("/nothing")
    page.goto("/offline")
    expect(page.locator("[data-kept=ready]")).to_be_visible()
    addresses = [ruling_address(f"Card {n}") for n in range(25)]
    page.evaluate(
        "(all) => { for (const keep of all) navigator.serviceWorker.controller.postMessage({ keep }); }",
        ["/rulings/build0000001/garbage", "/api/occurrences", *addresses],
    )
    wait_until(page, f"caches.match('{addresses[-1]}').then(Boolean)")
    kept = kept_addresses(page)
    assert not [path for path in kept if path.startswith("/api/") or "nothing" in path or "garbage" in path]
    assert [path for path in kept if path.startswith("/rulings/")] == addresses[-20:]


def test_a_new_build_replaces_what_was_kept(arrive: Open) -> None:
    app = Replaceable(fake_desk())
    with serving_app(app) as site:
        page = arrive(site, "/")
        wait_until_kept(page)
        before = {path for path in kept_addresses(page) if path.startswith("/offline/")}
        app.replace(_another_build())
        page.goto("/")
        wait_until(page, f"({_BUILD_KEPT})().then((build) => build === 'build0000002')")
        after = {path for path in kept_addresses(page) if path.startswith("/offline/")}
    assert len(before) == len(after) == 2
    assert not before & after
    page.goto(f"/rules/{GAME}/second/oil")
    expect(page.locator("#offline-mark")).to_contain_text("build0000002")


def _another_build() -> Desk:
    class Another(FakeDesk):
        build_id = "build0000002"
        corpus = replace(FakeDesk.corpus, build_id=build_id)

    return cast(Desk, Another())


def test_where_the_browser_refuses_workers_the_page_says_so(site: Client, arrive: Open) -> None:
    page = arrive(site, "/")
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })")
    page.goto("/offline")
    expect(page.locator("[data-kept=impossible]")).to_contain_text("https")
    expect(page.locator("[data-kept-link]")).to_contain_text("not possible at this address")


def test_the_index_is_not_loaded_while_the_server_answers(site: Client, visit: Open) -> None:
    page = visit(site, "/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("What do you look for?").press_sequentially("lantern")
    page.keyboard.press("Enter")
    page.locator(".hits a").first.click()
    page.wait_for_url("**/rules/**")
    page.wait_for_load_state("networkidle")
    assert any("/rules/" in url for url in asked)
    assert not [url for url in asked if "browser-search" in url or "search.json" in url or "pages.json" in url]
