"""Importing card packs of our own making, from a folder, a file and a local server that speaks the API's shape."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from judge.cards.card import LibraryCard
from judge.cards.library import CardLibrary
from judge.cards.packs import iter_cards
from judge.errors import CouldNot, NotAllowed, NotFound, Problem

PACK = [
    {
        "code": "90001",
        "name": "Lumen",
        "type_code": "ally",
        "pack_code": "tst",
        "subname": "Ann Ray",
        "text": "<b>Response</b>: After Lumen enters play, draw 1 card.",
    },
    {"code": "90002", "name": "Ironclad", "type_code": "villain", "pack_code": "tst", "text": "Stalwart."},
    {"code": "90003", "name": "Ironclad", "type_code": "villain", "pack_code": "tst", "text": "Steady."},
    {"code": "90004", "duplicate_of": "90001", "pack_code": "tst"},
    {
        "code": "90005",
        "name": "Siren",
        "type_code": "treachery",
        "pack_code": "tst",
        "text": "<b>When Revealed</b>: Discard 1 card.\n<hr />\n[star] <b>Boost</b>: Discard 1 card.",
    },
    {"code": "90006", "name": "Lockdown", "type_code": "side_scheme", "scheme_crisis": 1, "scheme_acceleration": 2},
    {"name": "No Code", "type_code": "event"},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "tst.json").write_text(json.dumps(PACK), encoding="utf-8")
    (tmp_path / "pack" / "torn.json").write_text('[{"code": "9', encoding="utf-8")
    return tmp_path


def split(source: str) -> tuple[list[LibraryCard], list[str]]:
    items = list(iter_cards(source))
    cards = [item for item in items if isinstance(item, LibraryCard)]
    return cards, [item.message for item in items if isinstance(item, Problem)]


def test_a_damaged_file_and_a_card_without_code_are_named_and_skipped(folder: Path) -> None:
    cards, problems = split(str(folder))
    assert [card.code for card in cards] == ["90001", "90002", "90003", "90004", "90005", "90006"]
    assert len(problems) == 2
    assert "torn.json is not JSON" in problems[0] and "Card 7 of tst.json" in problems[1]


def test_names_codes_reprints_and_boost_text(folder: Path, tmp_path: Path) -> None:
    library = CardLibrary(tmp_path / "cards.sqlite")
    assert library.add(split(str(folder))[0]) == 6
    assert [card.code for card in library.find("lumen")] == ["90001"]
    assert library.find("", "90004")[0].text == library.find("Lumen")[0].text
    assert [card.code for card in library.find("IRONCLAD")] == ["90002", "90003"]
    assert [card.code for card in library.find("Ironclad", "90003")] == ["90003"]
    assert library.find("Siren")[0].boost_text.startswith("[star]")
    assert "Boost" in library.lookup("Siren")[0]["text"]
    assert [card.name for card in library.search("iron")] == ["Ironclad", "Ironclad"]
    kinds = library.kinds_of(["LUMEN", "Ironclad", "Nobody"], "marvel-champions")
    assert kinds.keys() == {"LUMEN", "Ironclad"} and kinds["Ironclad"] == {library.find("Ironclad")[0].kind}
    assert not library.kinds_of(["Lumen"], "legendary")


def test_icons_beside_the_text_are_part_of_what_a_card_says(folder: Path, tmp_path: Path) -> None:
    library = CardLibrary(tmp_path / "cards.sqlite")
    library.add(split(str(folder))[0])
    assert library.lookup("Lockdown")[0]["text"] == "[acceleration][acceleration][crisis]"


def test_importing_again_updates(folder: Path, tmp_path: Path) -> None:
    library = CardLibrary(tmp_path / "cards.sqlite")
    library.add(split(str(folder))[0])
    library.add([LibraryCard("90002", "Ironclad", "villain", "Stalwart. Retaliate 1.")])
    assert library.find("", "90002")[0].text == "Stalwart. Retaliate 1."
    assert len(library) == 6


def test_an_empty_library_finds_nothing_and_a_broken_one_says_what_to_do(tmp_path: Path) -> None:
    library = CardLibrary(tmp_path / "cards.sqlite")
    assert (library.find("Lumen"), library.search("Lumen"), len(library)) == ((), (), 0)
    (tmp_path / "cards.sqlite").write_bytes(b"this is no database, and long enough to be seen as none" * 40)
    with pytest.raises(CouldNot, match="import the cards again"):
        library.find("Lumen")


class _Api(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", "ftp://example.org/cards.json")
            self.end_headers()
            return
        rows = [{"code": "90007", "real_name": "Kestrel", "type_code": "ally", "real_text": "Toughness."}]
        body = json.dumps(rows).encode() if self.path == "/api/public/cards" else b""
        self.send_response(200 if body else 404)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep the test's output quiet."""


@pytest.fixture
def api() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Api)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


def test_the_shape_of_the_public_api(api: str) -> None:
    cards, problems = split(f"{api}/api/public/cards")
    assert [(card.code, card.name, card.text) for card in cards] == [("90007", "Kestrel", "Toughness.")]
    assert problems == []


def test_addresses_that_lead_nowhere_or_off_the_web(api: str, tmp_path: Path) -> None:
    with pytest.raises(CouldNot, match="could not be read"):
        split(f"{api}/gone")
    with pytest.raises(NotAllowed):
        split(f"{api}/elsewhere")
    with pytest.raises(NotAllowed):
        split("ftp://example.org/cards")
    with pytest.raises(NotFound):
        split(str(tmp_path / "nowhere"))


@pytest.mark.skipif("JUDGE_TEST_CARDS" not in os.environ, reason="JUDGE_TEST_CARDS names no folder of card packs")
def test_published_packs(tmp_path: Path) -> None:
    cards, problems = split(os.environ["JUDGE_TEST_CARDS"])
    library = CardLibrary(tmp_path / "cards.sqlite")
    assert library.add(cards) == len(cards) > 400
    assert problems == []
    assert all(card.name for card in library.search("a", limit=1000))


def test_an_import_broken_off_before_it_wrote_anything_leaves_no_library(tmp_path: Path) -> None:
    (tmp_path / "cards.sqlite").touch()
    library = CardLibrary(tmp_path / "cards.sqlite")
    assert (len(library), library.find("Lumen"), library.search("lumen")) == (0, (), ())


def test_cards_that_an_earlier_version_imported_are_told_until_they_are_imported_again(tmp_path: Path) -> None:
    cards = [LibraryCard("1", "Moth", "ally", "", cost="2"), LibraryCard("2", "Bee", "ally", "")]
    path = tmp_path / "cards.sqlite"
    library = CardLibrary(path)
    library.add(cards)
    assert library.advice == ""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("ALTER TABLE cards DROP COLUMN cost")
    assert library.advice.startswith("2 cards of the library were imported by an earlier version")
    assert library.find("Moth")[0].cost == ""
    library.add(cards[:1])
    assert library.advice.startswith("1 card of the library was imported by an earlier version")
    assert [card.cost for card in library.find("Moth") + library.find("Bee")] == ["2", ""]
    library.add(cards)
    assert library.advice == ""
