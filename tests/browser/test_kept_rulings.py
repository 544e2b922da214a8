"""Kept rulings in a browser: written down without scripts, found where no server answers."""

from __future__ import annotations

import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import expect

from judge import data_places
from judge.desk import Desk
from judge.export import export
from judge.web.dispute_in_address import pack
from tests.browser.conftest import Open, everywhere
from tests.browser.test_exported import _Quiet
from tests.conftest import tokens
from tests.kept_rulings.examples import DISPUTE, grounded, many
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


def test_where_no_server_answers_they_are_found(desk: Desk, tmp_path: Path, visit: Open) -> None:
    own = Desk(desk.build_folder, data_places.corpus_folder(), tmp_path / "data")
    own.kept_rulings.save([*many(20), grounded(desk.corpus)], "ada")
    export(own, tmp_path / "host" / "some" / "path")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=tmp_path / "host"))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        page = visit(Client(server.server_port), "/some/path/index.html")
        page.get_by_label("What do you look for?").fill("do warning bells wait for gears")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("link", name="Do Overwound Gears come before Warning Bells?").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Do Overwound Gears come before Warning Bells?")
        page.get_by_role("navigation", name="Main").get_by_role("link", name="Rulings").click()
        expect(page.get_by_role("status")).to_have_text("21 rulings")
    finally:
        server.shutdown()
        thread.join()
