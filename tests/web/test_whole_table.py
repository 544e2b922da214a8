"""The pages of the whole table: who can respond, charts, collisions, practice; without scripts, with bad input told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from judge.cards.library import CardLibrary
from judge.collisions.findings_store import COLUMNS, write_part
from judge.desk import Desk
from tests.charts.made_up_table import CARDS, OTHERS
from tests.web.server import Client, serving

MOMENT = {
    "game": "marvel-champions",
    "players": [{"name": "Ann", "form": "hero"}],
    "occurrence": {"type": "enemy-attack", "attacker": "Clockwork Baron", "attacker_kind": "villain", "target": "Ann"},
}
FORM = {"scenario": "Clockwork Baron", "sets": "steam", "player-1": "Ann", "hero-1": "Tin Fox", "hero-2": "Moth"}


@pytest.fixture(scope="module")
def table(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("whole-table")
    CardLibrary(folder / "cards.sqlite").add((*CARDS, *OTHERS))
    with serving(Desk(desk.build_folder, desk.corpus_folder, folder)) as client:
        yield client


def asked(step: str = "", **more: str) -> str:
    return urlencode({"dispute": json.dumps(MOMENT), **({"step": step} if step else {}), **more})


def test_the_interface_tells_who_acts_in_order(table: Client) -> None:
    answer = table.get(f"/api/responders?{asked('enemy-attack/initiate')}")
    assert answer.status == 200
    stands = answer.json()["stands"]
    assert [stand["class"] for stand in stands] == ["forced interrupts", "interrupts"]
    assert {one["name"] for one in stands[0]["responders"]} == {"Clockwork Baron", "Overwound Gears"}
    fox = stands[1]["responders"][0]
    assert (fox["name"], fox["mandatory"], fox["users"], fox["source"]) == ("Tin Fox", False, ["Ann"], "library")


def test_a_deck_narrows_and_its_cards_are_their_players(table: Client) -> None:
    found = table.get(f"/api/responders?{asked(codes='Ann:90001a,90002')}").json()
    names = {(one["name"], one["source"]) for stand in found["stands"] for one in stand["responders"]}
    assert names == {("Tin Fox", "deck"), ("Brass Shield", "deck")}
    assert found["of"] == 2


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/api/responders", 400, "is missing"),
        ("/api/responders?dispute=zonk", 400, "incomplete or mistyped"),
        (f"/api/responders?{asked('enemy-attack/never')}", 422, "There is no step"),
        (f"/api/responders?{asked(pack='nowhere')}", 404, "in that scope"),
        (f"/api/responders?dispute={quote(json.dumps({'game': 'marvel-champions'}))}", 400, "what is happening"),
    ],
)
def test_what_is_wrong_is_told(table: Client, address: str, status: int, words: str) -> None:
    answer = table.get(address)
    assert answer.status == status
    assert words in answer.json()["detail"]


def test_a_moment_is_chosen_in_two_steps_without_scripts(table: Client) -> None:
    first = table.get("/responders?game=marvel-champions&type=enemy-attack").text
    assert 'name="p-attacker"' in first
    missing = table.get("/responders?game=marvel-champions&type=enemy-attack&player=Ann&form=hero").text
    assert "Say attacker, target." in missing
    said = {"game": "marvel-champions", "type": "enemy-attack", "player": "Ann", "form": "hero", "p-attacker": "Baron",
            "p-target": "Ann"}  # fmt: skip
    found = table.get(f"/responders?{urlencode(said)}").text
    assert "Tin Fox" in found
    assert "Ann may" in found


def test_under_a_ruling_the_library_is_one_tap_away(table: Client) -> None:
    made = table.post_json("/api/resolve", {**MOMENT, "cards": []})
    assert made.status == 200
    page = table.get(f"/responders?{asked()}").text
    assert "Back to the ruling" in page
    packed = re.search(r'href="(/rulings/[^"]+)"', page)
    assert packed
    assert "Who else could respond here" in table.get(packed[1]).text


def test_too_many_cards_for_a_whole_moment_leave_the_form_to_narrow_it(
    table: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.responders.moment_question.MOST_LAID", 1)
    answer = table.get(f"/responders?{asked()}")
    assert answer.status == 413
    assert "name a step, a set, a pack or a deck" in answer.text
    assert 'name="step"' in answer.text
    assert 'name="pack"' in answer.text


def test_a_chart_shows_owners_deciders_rules_and_what_was_not_read(table: Client) -> None:
    page = table.post_form("/chart", **{**FORM, "deck-1": "2x Quick Jab\nBrass Sheild\nSignal Flare"}).text
    assert "Ann decides" in page
    assert "the library has no card “Brass Sheild”. Did you mean Brass Shield?" in page
    assert "Zibble the froob" in page
    assert '<a href="/rules/marvel-champions/community/attack-enemy-activation' in page
    assert page.count('type="checkbox"') == 3


def test_a_table_that_makes_no_sense_comes_back_with_what_was_typed(table: Client) -> None:
    answer = table.post_form("/chart", **{**FORM, "hero-1": "Tin Fux"})
    assert answer.status == 404
    assert "Did you mean Tin Fox?" in answer.text
    assert 'value="Tin Fux"' in answer.text


def test_a_sheet_has_its_questions_answers_and_what_a_browser_keeps(table: Client) -> None:
    page = table.get("/practice?game=marvel-champions&seed=4&count=6&answers=1").text
    assert page == table.get("/practice?game=marvel-champions&seed=4&count=6&answers=1").text
    kept = [json.loads(one.replace("&#34;", '"').replace("&#39;", "'").replace("&amp;", "&"))
            for one in re.findall(r'data-question="([^"]+)"', page)]  # fmt: skip
    assert len(kept) == 6
    assert all(one["choices"][one["answer"]] for one in kept)
    assert '<h2 id="answers">Answers</h2>' in page
    assert table.get("/practice?level=9").status == 422
    assert table.get("/practice?heroes=Nobody").status == 404


def test_collisions_are_browsed_filtered_and_open_as_rulings(desk: Desk, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    facts = dict.fromkeys(COLUMNS, "") | {
        "kind": "tie", "moment": "enemy-attack", "edition": "community", "first": "90101",
        "first_name": "Clockwork Baron",
        "second": "90103", "second_name": "Overwound Gears", "step": "enemy-attack/initiate", "decided_by": "Ada",
        "dispute": json.dumps(MOMENT),
    }  # fmt: skip
    other = {
        **facts,
        "kind": "editions",
        "edition": "",
        "first_name": "Moth",
        "reason": "community: shuts out first (replaced); rr-1.0: open, Ada decides",
    }
    rows = [tuple(row[name] for name in COLUMNS) for row in (facts, other)]
    write_part(tmp_path / "collisions" / "000.parquet", rows, "stamp", {"pairs": 2, "findings": 2})
    CardLibrary(tmp_path / "cards.sqlite").add(CARDS)
    with serving(Desk(desk.build_folder, desk.corpus_folder, tmp_path)) as client:
        overview = client.get("/collisions").text
        said = "Community Glossary: the first does not resolve (replaced)"
        assert f"{said}; Rules Reference 1.0: the rules leave it open, Ada decides" in overview
        assert "An enemy attacks: 1 pair" in overview and "The enemy initiates its attack" in overview
        assert "enemy-attack/initiate" not in overview
        found = client.get("/collisions?kind=tie&words=gears").text
        assert "Clockwork Baron and Overwound Gears" in found
        link = re.search(r'href="(/rulings/[^"]+)"', found)
        assert link
        assert client.get(link[1]).status == 200
        assert "0 findings" in client.get("/collisions?kind=open").text


def test_without_collisions_and_without_cards_the_pages_say_what_to_do(stocked: Client, real_site: Client) -> None:
    assert "judge collisions run" in stocked.get("/collisions").text
    for address in ("/table", "/responders", "/chart", "/practice", "/collisions"):
        assert real_site.get(address).status == 200
