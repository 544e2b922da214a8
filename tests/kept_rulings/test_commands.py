"""`judge rulings …` as people run it, in a checkout of a small made-up game."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.kept_rulings.version_comparison import as_yaml
from tests.faults.checkout import Checkout, Ended, copied, new_checkout

DISPUTE: dict[str, Any] = {
    "game": "lantern-race",
    "players": [{"name": "Ada"}],
    "active_player": "Ada",
    "occurrence": {"type": "night", "runner": "Ada"},
    "cards": [
        {"id": "moth", "name": "Moth", "kind": "weather", "text": "Omen: At dusk, the lead runner discards a card."},
        {"id": "song", "name": "Old Song", "controller": "Ada", "text": "Deed: At dawn, draw a card."},
    ],
}
MOTH: dict[str, Any] = {
    "id": "moth-first",
    "game": "lantern-race",
    "question": "Does the Moth come before the Old Song?",
    "answer": "Yes: dusk comes before dawn.",
    "source": {"who": "Ada"},
    "date": "2026-02-03",
    "status": "house",
    "covers": {"entries": ["lantern-race/first/night"], "cards": ["Moth", "Old Song"]},
    "interprets": [{"entry": "lantern-race/first/night", "words": "taken in this order"}],
    "dispute": DISPUTE,
    "expects": {"order": ["moth", "song"]},
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = new_checkout(tmp_path_factory.mktemp("rulings") / "checkout")
    assert made.judge("build").status == 0
    return made


@pytest.fixture
def club(built: Checkout, database_address: str, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    """The checkout with a database of its own, of each kind."""
    monkeypatch.setenv("JUDGE_DATABASE_URL", database_address)
    return built


@pytest.fixture
def own_club(built: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    """A checkout of its own, whose corpus may change; a build asks the store, on whatever database."""
    monkeypatch.setenv("JUDGE_DATABASE_URL", f"sqlite:///{tmp_path / 'kept.sqlite'}")
    return copied(built, tmp_path / "checkout")


def judge(club: Checkout, *args: str) -> Ended:
    return club.judge("rulings", *args)


def file(club: Checkout, *forms: dict[str, Any], name: str = "club.yaml") -> str:
    path = club.folder / name
    path.write_text(as_yaml({"rulings": list(forms)}), encoding="utf-8")
    return str(path)


def test_a_ruling_from_its_first_day_to_its_last(club: Checkout) -> None:
    added = judge(club, "add", file(club, MOTH), "--by", "ada")
    assert (added.status, added.out) == (0, "moth-first kept.\nThis program agrees.\n")
    again = judge(club, "add", file(club, {**MOTH, "answer": "No."}))
    assert again.status == 2 and "There is a ruling “moth-first” already" in again.err
    assert judge(club, "import", file(club, MOTH)).out == "Rulings added: 0, changed: 0, as they were: 1.\n"
    assert judge(club, "list").out.startswith("moth-first\t2026-02-03\thouse\tAda\t")
    assert "Checked by build" in judge(club, "show", "moth-first").out
    newer = file(club, {**MOTH, "id": "newer", "answer": "Mostly."}, name="newer.yaml")
    assert judge(club, "supersede", "moth-first", newer).out == "moth-first is superseded by newer.\n"
    assert judge(club, "list").out.count("superseded") == 1
    assert judge(club, "import", file(club, {**MOTH, "answer": "Always."}), "--by", "bo", "--why", "asked").status == 0
    assert "+ Always." in judge(club, "diff", "moth-first").out
    history = json.loads(judge(club, "history", "moth-first", "--json").out)
    assert [(v["version"], v["made_by"], v["why"]) for v in history] == [(1, "ada", ""), (2, "bo", "asked")]
    assert judge(club, "restore", "moth-first", "1").status == 0
    assert "Yes: dusk" in judge(club, "show", "moth-first").out
    assert judge(club, "remove", "moth-first").status == 0
    assert judge(club, "show", "moth-first").status == 1
    assert json.loads(judge(club, "audit", "--json").out)[0]["action"] == "remove"


def test_every_mistake_of_a_file_is_named_and_nothing_kept(club: Checkout) -> None:
    strange = [{"entry": "lantern-race/first/night", "words": "no such words"}]
    wrong = file(
        club, MOTH, {**MOTH, "id": "b", "date": "soon"}, {**MOTH, "id": "c", "covers": {"entries": ["a/b/c"]}},
        {**MOTH, "id": "d", "interprets": strange}, {**MOTH, "id": "e", "supersedes": ["nobody"]},
    )  # fmt: skip
    ended = judge(club, "import", wrong)
    assert ended.status == 2
    assert len(ended.err.splitlines()) == 4 and all(line.startswith("judge: ") for line in ended.err.splitlines())
    assert "“nobody”" in ended.err and "no such words" in ended.err
    assert judge(club, "list").status == 1


def test_what_is_exported_is_what_is_imported(club: Checkout, tmp_path: Path) -> None:
    judge(club, "import", file(club, MOTH, {**MOTH, "id": "draft-one", "status": "draft"}))
    for form in ("yaml", "json"):
        out = tmp_path / f"out.{form}"
        assert judge(club, "export", "--drafts", "--format", form, "--output", str(out)).status == 0
        assert judge(club, "import", str(out)).out == "Rulings added: 0, changed: 0, as they were: 2.\n"
    assert len(yaml.safe_load(judge(club, "export").out)["rulings"]) == 1
    markdown = judge(club, "export", "--format", "markdown").out
    assert "## Does the Moth come before the Old Song?" in markdown and "About: Night, Moth, Old Song" in markdown


def test_markdown_takes_no_markup_from_what_was_said(club: Checkout) -> None:
    nasty = "<script>alert(1)</script> [x](javascript:alert(1)) # h\n1. no list *bold* `code` | cell"
    judge(club, "import", file(club, {**MOTH, "answer": nasty, "question": "# <b>?"}))
    markdown = judge(club, "export", "--format", "markdown").out
    assert "<script>" not in markdown and "](javascript" not in markdown and "<b>" not in markdown
    assert "1\\. no list \\*bold\\* \\`code\\` \\| cell" in markdown


def test_a_clubs_rulings_are_checked_by_one_command_where_nothing_was_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JUDGE_DATABASE_URL", raising=False)
    fresh = new_checkout(tmp_path / "checkout")
    checked = judge(fresh, "check", file(fresh, MOTH))
    assert (checked.status, checked.out.splitlines()[0]) == (0, "agrees\tmoth-first\tThis program agrees.")


def test_a_clubs_rulings_are_checked_by_one_command(club: Checkout) -> None:
    other = {**MOTH, "id": "song-first", "expects": {"order": ["song", "moth"]}}
    silent = {**MOTH, "id": "unknown", "expects": {"order": ["owl"]}}
    good = judge(club, "check", file(club, MOTH, silent))
    assert (good.status, good.out.splitlines()[0]) == (0, "agrees\tmoth-first\tThis program agrees.")
    assert judge(club, "check", file(club, MOTH, silent), "--strict").status == 1
    bad = judge(club, "check", file(club, MOTH, other))
    assert bad.status == 1 and "agrees: 1, differs: 1" in bad.err
    assert "differs\tsong-first\tKept: song before moth. This program: moth as number 1 (night/dusk)" in bad.out
    judge(club, "import", file(club, MOTH, other))
    told = judge(club, "check", "--json")
    rows = json.loads(told.out)["checked"]
    assert told.status == 1 and {(row["id"], row["verdict"]) for row in rows} == {
        ("moth-first", "agrees"), ("song-first", "differs"),
    }  # fmt: skip


def _turn_the_night_round(club: Checkout) -> None:
    script = club.corpus / "timing" / "lantern-race-first.toml"
    text = script.read_text(encoding="utf-8")
    for old, new in (("dusk", "x"), ("dawn", "dusk"), ("x", "dawn")):
        text = text.replace(f'"when {old}"', f'"when {new}"')
    script.write_text(text, encoding="utf-8")


def test_a_build_that_changes_an_outcome_says_so_before_it_is_in_use(own_club: Checkout) -> None:
    judge(own_club, "import", file(own_club, MOTH, {**MOTH, "id": "alone", "expects": {"order": ["moth"]}}))
    own_club.edit()
    quiet = own_club.judge("build")
    assert quiet.status == 0 and "changes 0 of 2 outcomes" in quiet.err
    _turn_the_night_round(own_club)
    loud = own_club.judge("build")
    assert loud.status == 0, loud.err
    assert "changes 2 of 2 outcomes" in loud.err
    assert "moth-first: agrees → differs" in loud.err and "before: This program agrees. [order moth, song]" in loud.err
    assert "alone: agrees as before, by another ruling" in loud.err
    assert loud.err.index("moth-first") < loud.err.index(f"build {own_club.build_folder().name}")


def test_a_database_that_is_gone_stops_no_build_and_is_told(
    own_club: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_DATABASE_URL", "postgresql://ada:mulberry@127.0.0.1:1/judge")
    own_club.edit()
    built = own_club.judge("build")
    assert built.status == 0 and "could not be told" in built.err and "mulberry" not in built.err
    listed = judge(own_club, "list")
    assert listed.status == 3 and "JUDGE_DATABASE_URL" in listed.err and "mulberry" not in listed.err
    monkeypatch.setenv("JUDGE_DATABASE_URL", "oracle://x")
    assert judge(own_club, "list").status == 2


def test_a_saved_dispute_becomes_a_kept_one(club: Checkout) -> None:
    saved = club.folder / "dispute.json"
    saved.write_text(json.dumps(DISPUTE), encoding="utf-8")
    draft = judge(club, "draft", str(saved), "--by", "Ada")
    assert draft.status == 0
    (club.folder / "draft.yaml").write_text(draft.out, encoding="utf-8")
    assert "This program agrees." in judge(club, "add", str(club.folder / "draft.yaml")).out
    assert judge(club, "list").status == 1
    assert "\tdraft\tAda\t" in judge(club, "list", "--drafts").out


def test_entries_and_answers_name_the_rulings_on_them(club: Checkout) -> None:
    judge(club, "import", file(club, MOTH))
    shown = club.judge("show", "Night", "--json")
    assert isinstance(json.loads(shown.out), list)
    assert "Does the Moth come before the Old Song? (judge rulings show moth-first)" in shown.err
    assert [row["id"] for row in json.loads(shown.out)[0]["kept_rulings"]] == ["moth-first"]
    assert "Kept ruling" not in club.judge("show", "Omen").err
    found = club.judge("search", "night", "--json")
    assert "Does the Moth come" in club.judge("search", "dusk").err
    assert {"lantern-race/first/night": ["moth-first"]}.items() <= {
        hit["id"]: hit["kept_rulings"] for hit in json.loads(found.out)
    }.items()
    dispute = club.folder / "dispute.json"
    dispute.write_text(json.dumps(DISPUTE), encoding="utf-8")
    (row,) = json.loads(club.judge("resolve", str(dispute), "--json").out)["kept_rulings"]
    assert (row["id"], row["verdict"], row["sentence"]) == ("moth-first", "agrees", "This program agrees.")
    assert "This program agrees. (judge rulings show moth-first)" in club.judge("resolve", str(dispute)).err


def test_a_command_that_needs_no_database_never_loads_one(club: Checkout) -> None:
    probe = (
        "import sys, judge.cli\nsys.argv = ['judge', 'refs', 'omen']\n"
        "try: judge.cli.main()\nfinally: print([m for m in ('sqlalchemy', 'alembic', 'psycopg') if m in sys.modules])"
    )
    ended = club.run(sys.executable, "-c", probe)
    assert ended.out.splitlines()[-1] == "[]"


def test_a_token_is_shown_once_and_only_its_hash_named(club: Checkout) -> None:
    shown = judge(club, "token", "ada", "--rights", "publish").out
    token = next(line for line in shown.splitlines() if line.startswith("judge_"))
    assert "ada:publish:" in shown and token not in shown.split("JUDGE_WRITE_TOKENS")[1]
    assert judge(club, "token", "two words").status == 2


def test_the_schema_is_printed(club: Checkout) -> None:
    assert json.loads(judge(club, "schema").out)["title"] == "Kept ruling"
