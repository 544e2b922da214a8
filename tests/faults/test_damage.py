"""A build whose files were deleted, cut, overwritten: it is known before anything is answered, and heals."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.build_folder import DamagedBuild, current_build, damage_of, facts_of, last_good_build, seal
from tests.faults.checkout import PYTHON, Checkout


def _delete(path: Path) -> None:
    path.unlink()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _rubbish(path: Path) -> None:
    path.write_bytes(bytes(reversed(path.read_bytes())) + b"\0")


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def _replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


HARMS = (_delete, _cut, _rubbish, _flip, _replace_by_folder)


@pytest.mark.parametrize("harm", HARMS)
def test_damage_to_any_file_of_a_build_is_known(checkout: Checkout, harm: Callable[[Path], None]) -> None:
    folder = checkout.build_folder()
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.stat().st_size]
    assert damage_of(folder) is None
    assert {path.relative_to(folder).parts[0] for path in files} >= {"build.json", "corpus", "glossaries", "index"}
    for path in files:
        content = path.read_bytes()
        harm(path)
        with pytest.raises(DamagedBuild, match=path.name):
            current_build(checkout.data)
        if path.is_dir():
            path.rmdir()
        path.write_bytes(content)
    assert damage_of(folder) is None


def _every(room: str, harm: Callable[[Path], None]) -> Callable[[Checkout], None]:
    def damage(checkout: Checkout) -> None:
        for path in [p for p in (checkout.build_folder() / room).rglob("*") if p.is_file()]:
            harm(path)

    return damage


def _pointer(content: bytes) -> Callable[[Checkout], None]:
    def point(checkout: Checkout) -> None:
        (checkout.data / "current").write_bytes(content)

    return point


@pytest.mark.parametrize("content", [b"", b"0123456789ab\n", b"../../../etc\n", b"\xff\xfe\0\x01" * 40, None])
def test_a_name_of_the_build_in_use_that_leads_nowhere_is_known(checkout: Checkout, content: bytes | None) -> None:
    (checkout.data / "current").unlink()
    if content is not None:
        (checkout.data / "current").write_bytes(content)
    with pytest.raises(DamagedBuild, match="run `judge build`"):
        current_build(checkout.data)
    assert last_good_build(checkout.data) is not None


WAYS: dict[str, Callable[[Checkout], None]] = {
    "index cut": _every("index", _cut),
    "glossary overwritten": _every("glossaries", _rubbish),
    "build deleted": lambda checkout: shutil.rmtree(checkout.build_folder()),
    "current overwritten": _pointer(b"\xff\xfe\0\x01" * 40),
}


@pytest.fixture(scope="module")
def before(template: Checkout) -> str:
    """What a search prints when all is well."""
    return template.judge("search", "omen").out


@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_build_heals_for_a_command_with_a_sentence(checkout: Checkout, before: str, way: str) -> None:
    WAYS[way](checkout)
    healed = checkout.judge("search", "omen")
    assert (healed.status, healed.out) == (0, before)
    assert healed.err.startswith("judge: The build in use is damaged (")
    assert healed.err.endswith("making it again.\n") and healed.err.count("\n") == 1
    assert damage_of(current_build(checkout.data)) is None
    assert checkout.litter() == []


def _by_other_code(folder: Path) -> None:
    """Let a build be as an older version left it: sound, but its index is one that this code does not read."""
    index = folder / "index" / "index.json"
    index.write_text(json.dumps({**json.loads(index.read_text(encoding="utf-8")), "format": 0}), encoding="utf-8")
    facts = facts_of(folder)
    (folder / "build.json").unlink()
    del facts["files"], facts["format"]
    seal(folder, {**facts, "code": "", "inputs": ""})
    older = folder.rename(folder.with_name("0" * 12))
    (folder.parent.parent / "current").write_text(f"{older.name}\n", encoding="utf-8")
    assert damage_of(older) is None


def test_a_build_of_another_version_is_made_again_for_a_command(checkout: Checkout, before: str) -> None:
    _by_other_code(checkout.build_folder())
    first, then = checkout.judge("search", "omen"), checkout.judge("search", "omen")
    assert (first.status, first.out) == (then.status, then.out) == (0, before)
    assert first.err == "judge: Another version of Judge made the build in use: making it again.\n"
    assert then.err == ""


def test_a_server_heals_what_it_finds_damaged_when_it_begins(checkout: Checkout) -> None:
    _every("glossaries", _flip)(checkout)
    _every("index", _cut)(checkout)
    with checkout.serve() as server:
        assert server.client.get("/readyz").status == 200
        assert server.client.get("/api/search", q="omen").json()[0]["headword"] == "Omen"
    assert "making it again" in "".join(server.err)


def test_many_commands_at_a_damaged_build_all_answer(checkout: Checkout) -> None:
    _every("index", _delete)(checkout)
    commands = [checkout.begin(*PYTHON, "search", "omen") for _ in range(3)]
    answers = [(command.communicate(timeout=300)[0], command.returncode) for command in commands]
    assert len(set(answers)) == 1 and answers[0][0].startswith("1. Omen") and answers[0][1] == 0
