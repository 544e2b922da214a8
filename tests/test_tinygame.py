"""A fifth game is data: a rulebook, its description, a timing script and a table of words, and not a line of Python."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from judge.build import build
from judge.desk import Desk
from judge.errors import JudgeError
from tests.small_lexicon import copy_lexicon

GAME = Path(__file__).parent / "tinygame"


@pytest.fixture(scope="module")
def corpus_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The made-up game as the only one of a corpus, with the project's own word lists."""
    folder = tmp_path_factory.mktemp("corpus")
    shutil.copytree(GAME, folder, dirs_exist_ok=True)
    copy_lexicon(folder)
    return folder


@pytest.fixture(scope="module")
def tiny(corpus_folder: Path) -> Desk:
    data = corpus_folder.parent / f"{corpus_folder.name}-data"
    return Desk(build(data, corpus_folder=corpus_folder), corpus_folder, data)


def night(*cards: dict[str, Any]) -> dict[str, Any]:
    players = [{"name": name} for name in ("Ada", "Bo")]
    return {
        "game": "lantern-race",
        "players": players,
        "active_player": "Bo",
        "occurrence": {"type": "night", "runner": "Bo"},
        "cards": list(cards),
    }


def test_its_rulebook_is_read_linked_and_found(tiny: Desk) -> None:
    entry = tiny.show("Night")[0]
    steps = [paragraph.text for paragraph in entry.paragraphs if paragraph.role == "step"]
    assert steps[1] == "The climb: every runner moves one stone up the hill."
    assert entry.see_also_ids == ("lantern-race/first/deed", "lantern-race/first/omen")
    assert tiny.search("who chooses the order of omens").hits[0].headword in {"Lead Runner", "Omen"}
    assert "lantern-race/first/night" in tiny.refs("Omen")[0].referenced_by


def test_its_disputes_are_settled(tiny: Desk) -> None:
    ruling = tiny.resolve(
        night(
            {"id": "wick", "name": "Trimmed Wick", "controller": "Ada", "text": "Deed: At dawn, move one stone."},
            {"id": "song", "name": "Old Song", "controller": "Bo", "text": "Deed: At dawn, draw a card."},
            {"id": "frost", "name": "Frost", "kind": "weather", "text": "Omen: At dawn, each runner discards a card."},
            {
                "id": "gale",
                "name": "Gale",
                "kind": "weather",
                "text": "Omen: At dawn, each runner falls back one stone.",
            },
            {
                "id": "moth",
                "name": "Moth",
                "kind": "weather",
                "text": "Omen: At dusk, the lead runner discards a card.",
            },
        )
    ).as_json()
    assert [(group["abilities"], group["step"], group["decided_by"]) for group in ruling["order"]] == [
        (["moth"], "night/dusk", None),
        (["frost", "gale"], "night/dawn", "Bo"),
        (["song"], "night/dawn", None),
        (["wick"], "night/dawn", None),
    ]
    assert [step["step"] for step in ruling["timeline"]] == ["night/dusk", "night/climb", "night/dawn"]
    assert ruling["order"][0]["mandatory"] is True and ruling["order"][2]["mandatory"] is False
    assert all(rule["id"].startswith("lantern-race/first/") for group in ruling["order"] for rule in group["rules"])


def test_a_quote_that_stands_nowhere_is_refused_by_the_build(corpus_folder: Path, tmp_path: Path) -> None:
    broken = tmp_path / "corpus"
    shutil.copytree(corpus_folder, broken)
    script = broken / "timing" / "lantern-race-first.toml"
    script.write_text(script.read_text(encoding="utf-8").replace("every runner moves one stone", "no runner moves"))
    with pytest.raises(JudgeError, match="no runner moves"):
        build(tmp_path / "data", corpus_folder=broken)
