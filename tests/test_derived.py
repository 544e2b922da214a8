"""What is derived from a build is made once for all who serve it, and also where nothing can be kept."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from judge.derived_files import derived


def test_many_at_once_get_what_one_of_them_made(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        time.sleep(0.2)
        return b"pages"

    got: list[bytes] = []
    threads = [threading.Thread(target=lambda: got.append(derived(tmp_path, "pack", "1", make))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [b"pages"] * 8
    assert len(made) == 1


def test_another_version_is_made_anew_and_replaces_the_older(tmp_path: Path) -> None:
    assert derived(tmp_path, "pack", "1", lambda: b"one") == b"one"
    assert derived(tmp_path, "pack", "2", lambda: b"two") == b"two"
    assert derived(tmp_path, "pack", "2", lambda: b"three") == b"two"
    assert [file.name for file in (tmp_path / "derived").glob("pack-*")] == ["pack-2"]


def test_a_damaged_one_is_made_anew(tmp_path: Path) -> None:
    derived(tmp_path, "pack", "1", lambda: b"pages")
    file = tmp_path / "derived" / "pack-1"
    for damage in (b"", b"rubbish", file.read_bytes()[:-1], file.read_bytes() + b"x"):
        file.write_bytes(damage)
        assert derived(tmp_path, "pack", "1", lambda: b"pages") == b"pages"
        assert derived(tmp_path, "pack", "1", lambda: b"not made again") == b"pages"


def test_what_cannot_be_kept_is_still_given(tmp_path: Path) -> None:
    (tmp_path / "derived").write_text("a file stands where the folder should be")
    assert derived(tmp_path, "pack", "1", lambda: b"one") == b"one"


def test_a_maker_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> bytes:
        raise ValueError("no")

    for _ in range(2):
        try:
            derived(tmp_path, "pack", "1", fail)
        except ValueError:
            continue
        raise AssertionError("it should have failed")
    assert derived(tmp_path, "pack", "1", lambda: b"one") == b"one"
