"""A card library that is damaged, half imported, or cannot be written: what is told, and what goes on working."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.cards.card import LibraryCard
from judge.cards.library import CardLibrary
from judge.desk import desk_on, library_of
from tests.faults.checkout import PYTHON, Checkout, read_only, small_disk
from tests.faults.test_builds import KILLED
from tests.web.server import serving

WAY_OUT = "judge cards import"
PACK = [{"code": f"{n:05}", "name": f"Ember {n}", "type_code": "ally", "text": "Deed. " * 20} for n in range(300)]


def _rubbish(path: Path) -> None:
    path.write_bytes(b"this is no database, and long enough to be seen as none" * 40)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _scribbled_over(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa7" * (len(content) - 4096)
    path.write_bytes(content)


def _anothers_table(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE cards (id, title)")
    connection.commit()
    connection.close()


def _numbers_for_words(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE cards SET text = 7")
    connection.commit()
    connection.close()


def _a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


HARMS = (_rubbish, _cut, _scribbled_over, _anothers_table, _numbers_for_words, _a_folder)


def dispute(card: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": "lantern-race", "players": [{"name": "Ada"}], "active_player": "Ada",
        "occurrence": {"type": "night", "runner": "Ada"}, "cards": [{**card, "controller": "Ada"}],
    }  # fmt: skip


NAMED = dispute({"name": "Trimmed Wick"})
QUOTED = dispute({"name": "Old Song", "text": "Deed: At dawn, draw a card."})


@pytest.fixture
def library(template: Checkout, tmp_path: Path) -> Path:
    """The file of a library to damage."""
    return Path(shutil.copy(template.data / "cards.sqlite", tmp_path))


@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_library_says_what_to_do_and_all_else_works(
    template: Checkout, library: Path, harm: Callable[[Path], None]
) -> None:
    with serving(desk_on(template.build_folder(), library.parent)) as site:
        assert site.post_json("/api/resolve", NAMED).status == 200
        harm(library)
        for refused in (site.get("/cards", name="wick"), site.get("/cards/90001"), site.get("/cards/suggest", q="wi")):
            assert refused.status == 503 and WAY_OUT in refused.text
        named = site.post_json("/api/resolve", NAMED)
        assert (named.status, named.json()["kind"]) == (503, "could-not")
        assert WAY_OUT in named.json()["detail"]
        assert site.post_json("/api/resolve", QUOTED).status == 200
        for path in ("/", "/?q=omen", "/games", "/resolve", "/rules/lantern-race/first/omen", "/help", "/readyz"):
            assert site.get(path).status == 200, path
        asked = site.press("resolve", game="lantern-race", cards_0_name="Old Song", cards_0_text="Deed: Draw a card.")
        assert (asked.status, WAY_OUT in asked.text) == (303, False)


def test_the_commands_say_the_same_and_an_import_leaves_the_damaged_file_alone(
    checkout: Checkout, tmp_path: Path
) -> None:
    (tmp_path / "pack.json").write_text(json.dumps(PACK), encoding="utf-8")
    library = checkout.data / "cards.sqlite"
    _scribbled_over(library)
    content = library.read_bytes()
    for args in (("cards", "search", "wick"), ("cards", "import", str(tmp_path / "pack.json"))):
        refused = checkout.judge(*args)
        assert (refused.status, refused.out) == (3, "")
        assert WAY_OUT in refused.err and str(library) in refused.err
    assert library.read_bytes() == content
    library.unlink()
    assert checkout.judge("cards", "import", str(tmp_path / "pack.json")).status == 0
    assert len(library_of(checkout.data)) == len(PACK)


def test_an_import_killed_at_any_moment_leaves_the_old_library_or_the_new(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "pack.json").write_text(json.dumps(PACK), encoding="utf-8")
    library = library_of(checkout.data)
    touches = 0
    args = (str(checkout.data), "cards", "import", str(tmp_path / "pack.json"))
    for touch in range(1, 200):
        ended = checkout.forked(str(touch), *args, program=KILLED)
        assert len(library) in (1, 1 + len(PACK))
        assert library.find("Trimmed Wick")
        touches += 1
        if ended.status == 0:
            break
    assert 3 < touches < 199, touches
    assert len(library) == 1 + len(PACK)
    assert checkout.litter() == []


def test_an_import_on_a_full_disk_leaves_the_library_as_it_was(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "pack.json").write_text(json.dumps(PACK), encoding="utf-8")
    script = '"$@" cards import "$0"; echo "status $?"; exec "$@" cards search wick'
    under = small_disk(checkout.data, 16_384)
    seen = checkout.run(*under, "sh", "-c", script, str(tmp_path / "pack.json"), *PYTHON)
    assert seen.out.startswith("status 3\n") and "Trimmed Wick" in seen.out
    assert "could not be written" in seen.err and "the library is as it was" in seen.err


def test_cards_are_found_on_a_read_only_disk_and_an_import_says_what_to_do(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "pack.json").write_text(json.dumps(PACK), encoding="utf-8")
    under = read_only(checkout.folder)
    assert "Trimmed Wick" in checkout.judge("cards", "search", "wick", under=under).out
    refused = checkout.judge("cards", "import", str(tmp_path / "pack.json"), under=under)
    assert refused.status == 3
    assert "Read-only file system" in refused.err and "JUDGE_DATA" in refused.err


def test_two_imports_at_once_lose_nothing(tmp_path: Path) -> None:
    def bring(first: int) -> None:
        for n in range(first, first + 5):
            CardLibrary(tmp_path / "cards.sqlite").add([LibraryCard(str(n), f"Ember {n}", "ally", "Deed.")])

    threads = [threading.Thread(target=bring, args=(first,)) for first in (100, 200, 300)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(CardLibrary(tmp_path / "cards.sqlite")) == 15
