"""`judge export` and the folder it writes to: what it refuses, what it replaces, what it leaves alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import judge.export as room
from judge.errors import CouldNot, NotAllowed
from judge.export import MARK, export
from tests.web.fake_desk import fake_desk


@pytest.fixture(autouse=True)
def small_site(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """A site of two files instead of the whole reader; the test may change it."""
    site = {"index.html": b"<h1>One</h1>", "rules/a.html": b"<h1>A</h1>"}
    monkeypatch.setattr(room, "static_site", lambda *_: dict(site))
    return site


def texts(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != MARK]
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def test_a_new_folder_is_made_and_an_empty_one_filled(tmp_path: Path) -> None:
    written = export(fake_desk(), tmp_path / "new" / "site")
    assert (written.pages, written.files) == (2, 3)
    assert texts(tmp_path / "new" / "site") == {"index.html": "<h1>One</h1>", "rules/a.html": "<h1>A</h1>"}
    (tmp_path / "empty").mkdir()
    export(fake_desk(), tmp_path / "empty")
    assert (tmp_path / "empty" / "index.html").is_file()


def test_an_earlier_export_is_replaced_and_other_files_stay(tmp_path: Path, small_site: dict[str, bytes]) -> None:
    site = tmp_path / "site"
    export(fake_desk(), site)
    (site / "CNAME").write_text("rules.example")
    (site / ".git" / "refs").mkdir(parents=True)
    (site / "rules" / "mine.txt").write_text("mine")
    del small_site["rules/a.html"]
    small_site["rules/b.html"] = b"<h1>B</h1>"
    export(fake_desk(), site)
    assert texts(site) == {
        "index.html": "<h1>One</h1>", "rules/b.html": "<h1>B</h1>", "CNAME": "rules.example", "rules/mine.txt": "mine",
    }  # fmt: skip
    assert (site / ".git" / "refs").is_dir()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["site"]


@pytest.mark.parametrize("mark", [None, "not json", '{"files": 3}', "[]"])
def test_a_folder_that_holds_something_else_is_refused_and_left_alone(tmp_path: Path, mark: str | None) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    if mark is not None:
        (tmp_path / MARK).write_text(mark)
    with pytest.raises(NotAllowed, match="not empty"):
        export(fake_desk(), tmp_path)
    assert texts(tmp_path) == {"letter.txt": "dear"}


def test_a_file_and_a_wrong_address_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(NotAllowed, match="is a file"):
        export(fake_desk(), tmp_path / "file")
    for address in ("example.org", "ftp://example.org/", "https://example.org/?q=1"):
        with pytest.raises(NotAllowed, match="is no address of a site"):
            export(fake_desk(), tmp_path / "site", address)
    assert not (tmp_path / "site").exists()


def test_a_failure_leaves_the_good_site_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    export(fake_desk(), site)
    before = texts(site)
    write = Path.write_bytes

    def full(self: Path, data: Any) -> int:
        if self.name == "a.html":
            raise OSError(28, "No space left on device")
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CouldNot, match="No space left"):
        export(fake_desk(), site)
    assert texts(site) == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["site"]
