"""What the service worker keeps, the manifest, and the browser's index, over real HTTP."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import struct
from importlib.resources import files
from typing import Any

import pytest

from judge.web.address import pack
from tests.web.fake_desk import GAME, FakeDesk
from tests.web.server import Client

MINISEARCH = "be655f42574cbfc3"


def worker_facts(site: Client) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(site.get("/sw.js").text.split("\n")[0].removeprefix("const KEPT = ")[:-1])
    return facts


def test_the_worker_keeps_every_file_that_the_kept_pages_load(site: Client) -> None:
    kept = set(worker_facts(site)["files"])
    dispute = {"game": GAME, "cards": [{"id": "a", "name": "A", "text": "Draw."}]}
    ruling = f"/rulings/{FakeDesk.build_id}/{pack(dispute)}"
    for path in ("/", "/games", "/help", f"/rules/{GAME}/second/lantern", ruling):
        html = site.get(path).text
        loaded = set(re.findall(r'<(?:script|link|use)[^>]* (?:src|href)="(/static/[^"#]+)', html))
        loaded = {path for path in loaded if "app-icons" not in path}
        assert loaded, path
        assert loaded <= kept, path


def test_the_kept_pages_are_the_pages_of_the_application(site: Client) -> None:
    document = site.get(worker_facts(site)["pages"]).json()
    assert document["build"] == FakeDesk.build_id
    assert document["books"][f"{GAME}/fan"] == "Lantern Duel, A Player’s Notes"
    entries = {f"/rules/{entry_id}" for entry_id in FakeDesk.corpus.entries}
    assert entries | {"/", "/games", "/help", "/offline", f"/games/{GAME}/second"} <= document["pages"].keys()
    for path in entries:
        assert document["pages"][path] == site.get(path).text


def test_what_is_kept_travels_squeezed_and_never_changes_under_its_address(site: Client) -> None:
    address = worker_facts(site)["pages"]
    squeezed = site.send("GET", address, headers={"Accept-Encoding": "gzip"})
    assert squeezed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(squeezed.body) == site.get(address).body
    assert "immutable" in squeezed.headers["cache-control"]
    assert "immutable" not in site.get("/offline/pages.json", v="older").headers["cache-control"]
    assert "immutable" not in site.get("/sw.js").headers["cache-control"]


def test_the_manifest_names_icons_of_the_size_they_have(site: Client) -> None:
    manifest = site.get("/manifest.webmanifest").json()
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        body = site.get(icon["src"]).body
        if icon["type"] == "image/png":
            assert "{}x{}".format(*struct.unpack(">II", body[16:24])) == icon["sizes"]
        else:
            assert b"<svg" in body
    assert site.get(manifest["shortcuts"][0]["url"]).status == 200


def test_the_index_holds_every_entry_with_its_names(real_site: Client) -> None:
    index = real_site.get(worker_facts(real_site)["pages"].replace("pages.json", "search.json")).json()
    by_id = {f"{'/'.join(index['books'][row[0]][:2])}/{row[1]}": row for row in index["entries"]}
    entries = real_site.get("/api/entries/marvel-champions/community/overkill").json()
    row = by_id["marvel-champions/community/overkill"]
    assert row[2] == "Overkill"
    assert row[7] == [[p["anchor"], p["text"]] for p in entries["paragraphs"]]
    assert "tap" in by_id["marvel-champions/rr-1.0/exhausted"][4] or "tapped" in str(index["entries"])
    assert any(start == "puolulai" for start, _ in index["beginnings"])


@pytest.mark.parametrize("name", ["LICENSE.txt", "README.md"])
def test_the_vendored_library_comes_with_its_licence_and_version(name: str) -> None:
    folder = files("judge.web").joinpath("static/vendor/minisearch")
    text = folder.joinpath(name).read_text(encoding="utf-8")
    assert ("Luca Ongaro" in text) and ("Permission is hereby granted" in text or "MiniSearch 7.2.0" in text)
    code = folder.joinpath("minisearch.js").read_bytes()
    assert hashlib.sha256(code).hexdigest().startswith(MINISEARCH), "say in README.md which version this is"
