"""The commands as a person or a script runs them: a process, its output, its exit status (contract, section 2)."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from tests.forked_commands import run_forked

pytestmark = pytest.mark.usefixtures("desk")

DISPUTE = """
game: marvel-champions
players:
  - {name: Ada, form: hero}
occurrence: {type: enemy-attack, attacker: Ironclad, target: Ada}
cards:
  - {id: alarm, name: Alarm Bell, kind: upgrade, controller: Ada,
     text: "Interrupt: When the villain initiates an attack against you, draw 1 card."}
  - {id: horn, name: War Horn, kind: attachment, attached_to: Ironclad,
     text: "Forced Interrupt: When Ironclad attacks, the attack gains overkill."}
"""


def judge(*args: str, feed: str = "", data: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `judge ARGS` as its own process, `feed` on standard input, `data` as JUDGE_DATA."""
    environment = {**os.environ, **({"JUDGE_DATA": str(data)} if data else {})}
    return subprocess.CompletedProcess(args, *run_forked(args, environment, feed))


def judge_json(*args: str, feed: str = "") -> Any:
    """The one JSON document a command prints."""
    return json.loads(judge(*args, feed=feed).stdout)


def test_version_names_build_and_editions() -> None:
    lines = judge("--version").stdout.splitlines()
    assert lines[0].startswith("judge ")
    assert lines[1].startswith("build ")
    assert "marvel-champions/community" in lines[2] and "legendary/manual" in lines[2]


def test_search_prints_the_hits_of_the_contract() -> None:
    hits = judge_json("search", "retaliate", "--game", "marvel-champions", "--json")
    assert {"id", "headword", "game", "edition", "official", "score", "snippet", "anchor"} <= set(hits[0])
    assert hits[0]["id"] == "marvel-champions/community/retaliate-x"
    assert hits[0]["official"] is False


def test_search_that_finds_nothing_exits_1_and_suggests_on_standard_error() -> None:
    run = judge("search", "zzqxj", "--json")
    assert (run.returncode, json.loads(run.stdout)) == (1, [])
    assert "zzqxj" in run.stderr


@pytest.mark.parametrize(
    ("args", "kind", "status"),
    [
        (("search", "  "), "not-understood", 2),
        (("search", "- OR"), "not-understood", 2),
        (("search", "stun", "--game", "marvel-chess"), "not-allowed", 2),
        (("search", "stun", "--edition", "rr-9"), "not-allowed", 2),
        (("search", "stun", "--limit", "101"), "not-allowed", 2),
        (("show", "Overkil"), "not-found", 1),
        (("ability", " "), "not-understood", 2),
        (("resolve", "no-such-file.yaml"), "not-understood", 2),
        (("frobnicate",), "not-understood", 2),
    ],
)
def test_mistakes_get_one_clear_sentence(args: tuple[str, ...], kind: str, status: int) -> None:
    as_text, as_json = judge(*args), judge(*args, "--json")
    assert as_text.returncode == as_json.returncode == status
    assert as_text.stderr.startswith("judge: ") and "Traceback" not in as_text.stderr
    error = json.loads(as_json.stdout)["error"]
    assert error["kind"] == kind
    assert error["message"].endswith((".", "?"))


@pytest.mark.parametrize("args", [(), ("cards",)])
def test_without_a_command_those_there_are_are_listed(args: tuple[str, ...]) -> None:
    run = judge(*args)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("Usage: ") and "Commands:" in run.stderr


def test_a_mistyped_option_is_named_with_the_way_to_the_right_ones() -> None:
    run = judge("search", "stun", "--gmae", "legendary")
    assert run.returncode == 2
    assert "--gmae" in run.stderr and "search --help" in run.stderr and run.stderr.count("\n") == 1


def test_a_near_miss_is_offered() -> None:
    error = judge_json("show", "Overkil", "--json")["error"]
    assert "Overkill" in error["suggestions"]


def test_a_term_of_several_games_shows_each_default_editions_first() -> None:
    shown = judge_json("show", "KO", "--json")
    assert {entry["id"].split("/")[0] for entry in shown} >= {"vs-system-2pcg", "legendary", "marvel-united"}
    both = [entry["id"] for entry in judge_json("show", "Overkill", "--json")]
    assert both[0] == "marvel-champions/community/overkill"


def test_a_redirect_shows_its_target_and_says_so() -> None:
    run = judge("show", "Counter", "--game", "marvel-champions", "--edition", "community", "--json")
    shown = json.loads(run.stdout)
    assert "redirect" in run.stderr
    assert [entry["id"] for entry in shown][-1] == "marvel-champions/community/all-purpose-counter"


def test_a_term_without_a_heading_shows_the_paragraph_that_explains_it() -> None:
    (shown,) = judge_json("show", "XP", "--json")
    texts = {paragraph["anchor"]: paragraph["text"] for paragraph in shown["paragraphs"]}
    assert texts[shown["named"][0]][:20] == "When you meet the XP"
    assert "\n› When you meet the XP" in judge("show", "XP").stdout


def test_a_redirect_tells_all_that_is_said_of_it() -> None:
    first = judge("show", "overkill", "--edition", "rr-1.0").stdout.split("\n\n")[1]
    assert "Overkill - If an ally" in first
    assert "If an attack with overkill defeats a minion" in first


def test_references_lead_both_ways() -> None:
    forward = judge_json("refs", "marvel-champions/community/cost-arrow-icon", "--json")[0]
    assert "marvel-champions/community/cost" in forward["see_also"]
    back = judge_json("refs", "marvel-champions/community/cost", "--json")[0]
    assert forward["id"] in back["referenced_by"]


def test_a_dispute_from_standard_input() -> None:
    ruling = judge_json("resolve", "-", "--json", feed=DISPUTE)
    assert [group["abilities"] for group in ruling["order"]] == [["horn"], ["alarm"]]
    as_text = judge("resolve", "-", feed=DISPUTE).stdout
    assert "A ruling of this program" in as_text and as_text.index("War Horn") < as_text.index("Alarm")


REVEAL = """
game: marvel-champions
edition: {edition}
players: [{{name: Ada, form: hero}}]
occurrence: {{type: defeat, target: Scrap Hound, target_kind: minion, by: Ada}}
cards:
  - {{id: is, name: Scavenge, kind: support, controller: Ada,
     text: "Forced Interrupt: When a minion is defeated, place 1 counter on Scavenge."}}
  - {{id: would, name: Graveyard Shift, kind: environment,
     text: "Forced Interrupt: When a minion would be defeated, place 1 threat on the main scheme."}}
"""


def test_every_order_that_leads_elsewhere() -> None:
    both = judge_json("resolve", "--all-orders", "-", "--json", feed=DISPUTE)
    assert both["complete"] and len(both["outcomes"]) == 1
    dispute = (
        DISPUTE
        + """
  - {id: horn2, name: War Drum, kind: attachment, attached_to: Ironclad,
     text: "Forced Interrupt: When Ironclad attacks, cancel that attack."}
"""
    )
    found = judge_json("resolve", "--all-orders", "-", "--json", feed=dispute)
    assert len(found["outcomes"]) > 1
    assert any(d["ability"] == "alarm" or d["ability"] == "horn" for d in found["outcomes"][1]["differs"])


def test_one_dispute_under_two_editions_side_by_side(tmp_path: Path) -> None:
    files = []
    for edition in ("rr-1.0", "community"):
        files.append(tmp_path / f"{edition}.yaml")
        files[-1].write_text(REVEAL.format(edition=edition), encoding="utf-8")
    compared = judge_json("resolve", "--compare", *map(str, files), "--json")
    assert [compared[side]["edition"] for side in ("first", "second")] == ["rr-1.0", "community"]
    assert {d["ability"]: d["differs"] for d in compared["differences"]} == {"is": True, "would": True}


def test_what_changed_between_editions() -> None:
    found = judge_json("diff", "Overkill", "--game", "marvel-champions", "--json")
    assert {change["kind"] for difference in found for change in difference["changes"]} >= {"added"}


def test_the_audit_accounts_for_every_line() -> None:
    for audit in judge_json("audit", "--json"):
        lines = audit["lines"]
        assert lines["read"] == lines["blank"] + lines["furniture"] + lines["kept"]
        assert len(audit["changes"]) == sum(repair["count"] for repair in audit["repairs"].values())


def test_a_bad_line_does_not_stop_the_others() -> None:
    lines = ['{"text": "Surge."}', "{", '{"text": 7}', '{"text": "Toughness."}']
    run = judge("ability", "--jsonl", feed="\n".join(lines))
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [sorted(answer)[:1] for answer in answers] == [["abilities"], ["error"], ["error"], ["abilities"]]
    assert "line 2" in answers[1]["error"]["where"]


def test_a_line_of_another_type_is_told_from_one_that_makes_no_sense() -> None:
    lines = ['{"q": 5}', '{"q": "stun", "limit": "a"}', '{"q": "stun", "game": 7}', '{"q": "stun", "limit": 500}',
             '{"q": "stun", "game": null, "limit": 1}']  # fmt: skip
    *bad, good = [json.loads(line) for line in judge("search", "--jsonl", feed="\n".join(lines)).stdout.splitlines()]
    assert [(answer["error"]["kind"], answer["error"]["where"]) for answer in bad] == [
        ("not-understood", "q"), ("not-understood", "limit"), ("not-understood", "game"), ("not-allowed", "limit"),
    ]  # fmt: skip
    assert len(good) == 1


def test_what_is_empty_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").touch()
    for file in ("-", str(tmp_path / "empty.yaml")):
        run = judge("resolve", file)
        assert run.returncode == 2 and "empty" in run.stderr and "YAML or JSON" in run.stderr


def test_streams_that_are_closed_or_full_end_in_a_sentence() -> None:
    command = f"{sys.executable} -m judge"
    for shell, status in ((f"{command} resolve - <&-", 2), (f"{command} show KO >/dev/full", 3)):
        run = subprocess.run(shell, shell=True, capture_output=True, text=True, check=False)
        assert run.returncode == status, run.stderr
        assert run.stderr.startswith("judge: ") and run.stderr.count("\n") == 1


def test_without_a_build_the_way_out_is_named(tmp_path: Path) -> None:
    run = judge("search", "stun", data=tmp_path)
    assert run.returncode == 3
    assert "judge build" in run.stderr


def test_all_entries_have_the_shape_of_the_contract() -> None:
    entries = judge_json("entries", "--json")
    keys = {"id", "headword", "aliases", "kind", "official", "lang", "text", "paragraphs", "see_also", "redirects_to"}
    assert all(keys | {"uncertain", "source"} <= set(entry) for entry in entries)
    assert all(p["anchor"].startswith("p") for entry in entries for p in entry["paragraphs"])
    assert len({entry["id"] for entry in entries}) == len(entries)
    for entry in entries:
        assert entry["text"] == "\n".join(p["text"] for p in entry["paragraphs"])


HOSTILE = "Fo\x1b[31mx\x9b2J\x07"
"""A name that would command a terminal, by its escapes of one byte and of several."""
HOSTILE_DISPUTE = {
    "game": "marvel-champions",
    "players": [{"name": f"An{HOSTILE}"}],
    "occurrence": {"type": "enemy-attack", "attacker": HOSTILE, "target": f"An{HOSTILE}"},
    "cards": [{"name": HOSTILE, "text": f"Interrupt: When {HOSTILE} attacks you, draw 1 card."}],
}


@pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    "args",
    [
        ("resolve", "-"), ("resolve", "-", "--json"), ("responders", "-"), ("responders", "-", "--json"),
        ("search", HOSTILE), ("ask", HOSTILE), ("show", HOSTILE, "--json"), ("cards", "search", HOSTILE), (HOSTILE,),
    ],
)  # fmt: skip
def test_no_name_commands_a_terminal(tmp_path: Path, args: tuple[str, ...]) -> None:
    (tmp_path / "dispute.json").write_text(json.dumps(HOSTILE_DISPUTE))
    command = [str(tmp_path / "dispute.json") if arg == "-" else arg for arg in args]
    ours, its = os.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "judge", *command], stdin=subprocess.DEVNULL, stdout=its, stderr=its, close_fds=True
    )
    os.close(its)
    said = b""
    with contextlib.suppress(OSError):  # a terminal that nobody holds any more
        while piece := os.read(ours, 65_536):
            said += piece
    os.close(ours)
    child.wait()
    words = said.decode("utf-8").replace("\r\n", "\n")
    assert words.strip()
    assert [sign for sign in words if unicodedata.category(sign) == "Cc" and sign not in "\n\t"] == []
