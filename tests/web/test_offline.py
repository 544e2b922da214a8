"""What the service worker keeps, the manifest, and the browser's index, over real HTTP."""

from __future__ import annotations

import gzip
import json
import re
import struct
from typing import Any

from judge import data_places
from judge.search.lexicon import read_settings
from judge.web.dispute_in_address import pack
from tests.web.fake_desk import GAME, FakeDesk
from tests.web.server import Client


def real_settings() -> dict[str, Any]:
    return read_settings(data_places.corpus_folder() / "lexicon")


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
    assert row[6] == [[p["anchor"], p["text"]] for p in entries["paragraphs"]]
    names = {name: [kind, is_beginning] for name, kind, _, is_beginning, *_ in index["names"]}
    assert names["tapped"] == ["lexicon", 0]
    assert names["puolulai"] == ["lexicon", 1]
    assert index["settings"]["weights"] == real_settings()["weights"]
