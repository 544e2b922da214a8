"""A headless Chromium, and pages that fail the test when a script fails or the security policy stops something."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from time import monotonic
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from tests.browser.kinds import KINDS
from tests.web.server import Client

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",  # a page need not wait for a process of its own
    "--process-per-site",  # … nor be moved into another one
    "--js-flags=--single-threaded",  # short scripts are not worth helpers
]
SIZES = {"phone": {"width": 320, "height": 640}, "desktop": {"width": 1280, "height": 800}}
PATIENCE = 60_000
"""Milliseconds that a loaded machine may take over one thing; on an idle one nothing takes a second."""

ALL_READ = """[...document.querySelectorAll('[data-ability]')].every(
  area => !area.value.trim() || !area.parentElement.querySelector('[data-understood][hidden]'))"""
"""Every card text in the resolver's form stands with its reading, which is fetched when the page is there."""

Open = Callable[..., Page]
Scheme = Literal["light", "dark"]

everywhere = pytest.mark.parametrize(
    ("size", "scripts"), [("phone", False), ("desktop", True)], ids=["phone-no-scripts", "desktop"]
)
"""Each size and each way of work once; with scripts, a phone has test_thumbs."""


def wait_until(page: Page, truth: str, arg: object = None) -> None:
    """Ask the page until the expression, or what its promise brings, is true.

    (`wait_for_function` would have to evaluate a string inside the page, which the security policy forbids.)
    """
    deadline = monotonic() + 2 * PATIENCE / 1000
    while not page.evaluate(truth, arg):
        assert monotonic() < deadline, f"never true: {truth}"
        page.wait_for_timeout(50)


class Held:
    """Requests of a page to an address, kept waiting from now on until they are released."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._waiting: list[Route] = []
        page.route(address, lambda route: self._waiting.append(route))  # noqa: PLW0108  # a bound built-in is refused

    def wait(self) -> None:
        """Until there is one."""
        deadline = monotonic() + PATIENCE / 1000
        while not self._waiting:
            assert monotonic() < deadline, "nothing was asked for"
            self._page.wait_for_timeout(20)

    def release(self) -> None:
        """Let the first go its way, as soon as there is one."""
        self.wait()
        self._waiting.pop(0).continue_()


def resize(page: Page, width: int, height: int = 800) -> None:
    """Give the window another size; the page has it when this returns."""
    page.set_viewport_size({"width": width, "height": height})
    wait_until(page, "([width, height]) => innerWidth === width && innerHeight === height", [width, height])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian’s headless Chromium, or another one on the path."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on the path: install it (on Debian `apt-get install chromium-headless-shell`)")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Contexts by their options, each opened once: a context costs more than a page."""
    kept: dict[str, BrowserContext] = {}

    def context(**options: Any) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in kept:
            kept[key] = browser.new_context(**options)
            kept[key].set_default_timeout(PATIENCE)
        return kept[key]

    yield context
    for opened in kept.values():
        opened.close()


@pytest.fixture
def visit(contexts: Callable[..., BrowserContext]) -> Iterator[Open]:
    """Opens a page: `visit(site, "/", size="phone", scripts=False)`; further options go to the browser's context.

    Service workers stay out unless asked for, so that every page comes from the server.
    """
    faults: list[str] = []
    with ExitStack() as opened:

        def visit(site: Client, path: str, size: str = "desktop", scripts: bool = True, **options: Any) -> Page:
            settings = {"viewport": SIZES[size], "java_script_enabled": scripts, "service_workers": "block", **options}
            page = contexts(base_url=site.address, **settings).new_page()
            opened.callback(page.close)
            _note_faults(page, faults)
            page.goto(path)
            return page

        yield visit
    assert not faults


@pytest.fixture(scope="session", params=sorted(KINDS))
def loaded(request: pytest.FixtureRequest, contexts: Callable[..., BrowserContext]) -> Iterator[tuple[Page, list[str]]]:
    """One page of each kind, loaded once for all that is asked of it, and what went wrong in it."""
    kind = KINDS[request.param]
    client: Client = request.getfixturevalue(kind.site)
    page = contexts(base_url=client.address, viewport=SIZES["desktop"], service_workers="block").new_page()
    faults: list[str] = []
    _note_faults(page, faults)
    answer = page.goto(kind.path)
    assert answer is not None and answer.status == kind.status
    wait_until(page, ALL_READ)
    yield page, faults
    page.close()


@pytest.fixture
def shown(loaded: tuple[Page, list[str]]) -> Iterator[Page]:
    """A page of one kind as if just opened on a desktop in daylight; the test may change size, scheme and medium."""
    page, faults = loaded
    resize(page, 1280)
    page.emulate_media(media="screen", color_scheme="light", reduced_motion="no-preference")
    page.evaluate("document.activeElement.blur(); document.documentElement.style.fontSize = ''")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    yield page
    assert not faults


def _note_faults(page: Page, faults: list[str]) -> None:
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if _is_fault(said.text) else None)


def _is_fault(said: str) -> bool:
    return "Content Security Policy" in said or "Uncaught" in said
