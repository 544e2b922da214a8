"""A headless Chromium, and pages that fail the test when a script fails or the security policy stops something."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from judge.desk import Desk
from tests.web.fake_desk import fake_desk
from tests.web.server import Client, serving

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"phone": {"width": 320, "height": 640}, "desktop": {"width": 1280, "height": 800}}

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or another one on the path."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on the path: install it (on Debian `apt-get install chromium`)")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def site() -> Iterator[Client]:
    """The application on the made-up game."""
    with serving(fake_desk()) as client:
        yield client


@pytest.fixture(scope="session")
def real_site(desk: Desk) -> Iterator[Client]:
    """The application on the real build."""
    with serving(desk) as client:
        yield client


@pytest.fixture
def visit(browser: Browser) -> Iterator[Open]:
    """Opens a page: `visit(site, "/", size="phone", scripts=False)`; further options go to the browser's context."""
    faults: list[str] = []
    with ExitStack() as opened:

        def visit(site: Client, path: str, size: str = "desktop", scripts: bool = True, **options: Any) -> Page:
            settings = {"viewport": SIZES[size], "java_script_enabled": scripts, **options}
            context = browser.new_context(base_url=site.address, **settings)
            opened.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda said: faults.append(said.text) if _is_fault(said.text) else None)
            page.goto(path)
            return page

        yield visit
    assert not faults


def _is_fault(said: str) -> bool:
    return "Content Security Policy" in said or "Uncaught" in said
