"""What a ruling says aloud: the answer, why one comes after another, why one does not resolve, word for word."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from judge.desk import Desk
from judge.entry import Citation
from judge.rulings.ruling import Group, Ruling
from judge.rulings.ruling_text import long_text, short_text
from tests.yaml_files import read_yaml

HERE = Path(__file__).parent
READINGS = read_yaml(HERE / "readings.yaml")


def dispute_of(name: str) -> dict[str, Any]:
    """The dispute that a reading names: file:id."""
    file, _, wanted = name.partition(":")
    cases = read_yaml(HERE / "disputes" / f"{file}.yaml")
    case = next(case for case in cases if case["id"] == wanted)
    game = "marvel-champions" if file.startswith("marvel-champions") else file
    edition = {"edition": case["editions"][0]} if case.get("editions") else {}
    return {"game": game, **edition, **case["dispute"]}


def _what(row: Mapping[str, Any]) -> str:
    return next(f"{row['of'].partition(':')[2]}-{key}" for key in ("answer", "after", "excluded") if key in row)


@pytest.mark.parametrize("row", READINGS, ids=_what)
def test_it_reads_as_written(row: Mapping[str, Any], desk: Desk) -> None:
    ruling = desk.resolve(dispute_of(row["of"])).as_json()
    if "answer" in row:
        assert ruling["answer"] == row["answer"]
    elif "after" in row:
        said = [g["after"] for g in ruling["order"] if row["after"] in g["abilities"] and g["after"]]
        assert row["says"] in [after["why"] for after in said]
        rules = next(after["rules"] for after in said if after["why"] == row["says"])
        assert rules[0]["headword"] == row["rule"]
    else:
        left = next(x for x in ruling["excluded"] if x["ability"] == row["excluded"])
        assert left["why"] == row.get("says", left["why"])
        assert left["short"] == row.get("short", left["short"])


def test_every_step_says_at_which_moment_it_stands_and_every_class_what_it_is_called(desk: Desk) -> None:
    for book in desk.corpus.books:
        rules = desk.rules(book.game, book.edition)
        steps = [step.shown for occurrence in rules.occurrences.values() for step in occurrence.steps]
        assert [step for step in steps if step not in rules.moments] == []
        assert [cls.id for cls in rules.classes if cls.id not in rules.called] == []


def test_a_moment_names_who_took_part_in_it_then(desk: Desk) -> None:
    alarm = "Hero Interrupt: When the villain attacks you, draw 1 card."
    rest = "Hero Response: After the villain attacks you, draw 1 card."
    ruling = desk.resolve({
        "game": "marvel-champions", "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}],
        "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada", "defender": "Bo"},
        "cards": [{"name": "Alarm", "kind": "event", "controller": "Ada", "text": alarm},
                  {"name": "Rest", "kind": "event", "controller": "Bo", "text": rest}],
    })  # fmt: skip
    assert [group.moment for group in ruling.order] == [
        "just before Ironclad’s attack on Ada begins", "right after Ironclad’s attack on Bo",
    ]  # fmt: skip


def test_a_text_for_a_chat_is_short_and_names_no_reference(desk: Desk) -> None:
    cards = [
        {"id": f"the-slug-{n}", "name": f"Bell {n}", "kind": "upgrade", "controller": "Anna",
         "text": "Interrupt: When the villain initiates an attack against you, draw 1 card."}
        for n in range(8)
    ]  # fmt: skip
    ruling = desk.resolve({
        "game": "marvel-champions", "players": [{"name": "Anna", "form": "hero"}], "cards": cards,
        "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Anna"},
    })  # fmt: skip
    text = short_text(ruling, "Community Glossary", "https://example.org/r/1")
    assert len(text) <= 900
    assert "the-slug" not in text and "enemy-attack/" not in text
    assert text.startswith("Anna may use Bell 0, Bell 1")
    assert text.count("“") >= 2


def test_where_one_of_two_can_be_picked_the_order_says_so(desk: Desk) -> None:
    ruling = desk.resolve(dispute_of("marvel-champions-encounter:two-cancels-of-one-card"))
    text = short_text(ruling, "Community Glossary")
    assert "1. Warding Sign (Ada may, or Foresight instead)" in text, "nobody has chosen it"


def test_a_text_for_a_chat_keeps_what_matters_most_where_there_is_little_room(desk: Desk) -> None:
    text = "Interrupt: When the villain initiates an attack against you, draw 1 card."
    cards = [{"name": f"Bell {n}", "kind": "upgrade", "controller": "Anna", "text": text} for n in range(4)]
    cards += [{"name": f"Horn {n}", "kind": "upgrade", "controller": "Ben", "text": text} for n in range(4)]
    cards[0]["text"] = "Interrupt: When the villain initiates an attack against you, frobnicate the wugs."
    ruling = desk.resolve({
        "game": "marvel-champions", "players": [{"name": "Anna"}, {"name": "Ben"}], "cards": cards,
        "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Anna"},
    })  # fmt: skip
    link = "https://rules.example.org"
    shown = {length: short_text(ruling, "x" * length, link).split("\n") for length in range(0, 700, 10)}
    kept: list[set[str]] = []
    for lines in shown.values():
        assert len("\n".join(lines)) <= 900
        assert (lines[0], lines[-1]) == (ruling.answer, link)
        assert any("not understood" in line.lower() for line in lines)
        told = {"order": lines[2][:2] == "1.", "left": any(line[0] == "✗" for line in lines if line)}
        kept.append(
            {"quotes"} & {"quotes" for line in lines if line[:1] == "“"} | {name for name in told if told[name]}
        )
    assert kept[0] == {"order", "left", "quotes"}
    assert all(later <= before for before, later in pairwise(kept))  # what is gone does not come back
    assert {"order"} in kept and {"quotes"} not in kept and {"left"} not in kept


def test_a_text_for_a_chat_says_what_resolves_first_however_little_room_there_is() -> None:
    group = Group(("a",), ("A",), "s", "", None, True, None, True, "", ())
    answer = f"Bell resolves first; then Anna may use {'Horn and ' * 12}Drum."
    ruling = Ruling("g", "e", True, (group,), (), (), answer=answer, names={"a": "Bell"})
    for length in range(700, 830):
        lines = short_text(ruling, "x" * length).split("\n")
        assert len("\n".join(lines)) <= 900
        assert lines[0] in (answer, "Bell resolves first; …")
        assert lines[-1] == f"A ruling of this program by {'x' * length}."
    assert lines[0] != answer


def test_a_long_link_takes_no_line_of_the_answer(desk: Desk) -> None:
    text = "Interrupt: When the villain initiates an attack against you, draw 1 card."
    cards = [{"name": f"Bell {n}", "kind": "upgrade", "controller": "Anna", "text": text} for n in range(8)]
    ruling = desk.resolve({
        "game": "marvel-champions", "players": [{"name": "Anna"}], "cards": cards,
        "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Anna"},
    })  # fmt: skip
    for length in (400, 700, 1_100):
        shown = short_text(ruling, "Glossary", "x" * length)
        assert len(shown) <= max(900, 300 + length)
        assert shown.startswith(f"{ruling.answer}\n\n1. ") and shown.endswith("\n" + "x" * length)


def test_a_quote_for_a_chat_ends_at_a_sentence() -> None:
    quote = "A bell rings once. It then rings for each player who hears it."
    rules = (Citation("g/e/bell", "Bell", True, quote),)
    group = Group(("a",), ("A",), "s", "", None, True, None, True, "", rules)
    ruling = Ruling("g", "e", True, (group,), (), (), answer="Bell resolves.", names={"a": "Bell"})
    texts = [short_text(ruling, "x" * length) for length in range(700, 850)]
    told = {line for text in texts for line in text.split("\n") if line.startswith("“")}
    assert told == {f"“{quote}” (Bell)", "“A bell rings once. …” (Bell)"}


def _turn_of_two(*cards: Mapping[str, object]) -> dict[str, object]:
    """A start of Ada's turn in Vs. System, with those cards of hers."""
    return {
        "game": "vs-system-2pcg", "players": [{"name": "Ada"}, {"name": "Bo"}], "active_player": "Ada",
        "occurrence": {"type": "start-of-turn", "player": "Ada"},
        "cards": [{"kind": "character", "controller": "Ada", **card} for card in cards],
    }  # fmt: skip


def test_a_mixed_group_says_which_may_and_which_must(desk: Desk) -> None:
    bell = {"name": "Bell", "text": "At the start of your turn, draw a card."}
    lamp = {"name": "Lamp", "text": "At the start of your turn, you may put a +1/+1 counter on Lamp."}
    drum = {"name": "Drum", "text": "At the start of your turn, put a +1/+1 counter on Drum."}
    lines = long_text(desk.resolve(_turn_of_two(bell, lamp))).split("\n")
    assert any(line.startswith("1. Bell and Lamp (Lamp may, Bell must; Ada decides)") for line in lines)
    lines = long_text(desk.resolve(_turn_of_two(bell, drum, lamp))).split("\n")
    assert any("(Lamp may, the others must; Ada decides)" in line for line in lines)
    bos = {
        **lamp,
        "text": "At the start of each player's turn, you may put a +1/+1 counter on Lamp.",
        "controller": "Bo",
    }
    lines = long_text(desk.resolve(_turn_of_two(bell, bos))).split("\n")
    assert any("(Bo may use Lamp, Bell must; Ada decides)" in line for line in lines)


def test_a_keyword_that_another_card_gives_is_named_in_the_order(desk: Desk) -> None:
    ruling = desk.resolve({
        "game": "marvel-champions", "players": [{"name": "Ada", "form": "hero"}],
        "occurrence": {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": "Grey Ox"},
        "cards": [
            {"name": "Grey Ox", "kind": "minion", "engaged_with": "Ada", "text": "Guard."},
            {"name": "Hall", "kind": "environment", "text": "Each minion gains retaliate 1."},
        ],
    })  # fmt: skip
    assert [group.names for group in ruling.order] == [("Hall (retaliate)",)]
    assert "1. Hall (retaliate) (must)" in long_text(ruling)
    assert "1. Hall (retaliate) (must)" in short_text(ruling, "Glossary")


def test_a_status_that_no_book_knows_is_told_as_not_understood(desk: Desk) -> None:
    dispute = {
        "game": "marvel-champions", "players": [{"name": "Ada", "form": "hero"}],
        "occurrence": {"type": "damage", "target": "Grey Ox", "source": "Ada"},
        "cards": [{"name": "Hard Shell", "kind": "status", "attached_to": "Grey Ox", "text": ""}],
    }  # fmt: skip
    told = desk.resolve(dispute)
    assert told.understood == "1 passage was not understood; what it changes is not in this ruling."
    assert told.excluded[0].reason == "unread"
    dispute["cards"] = [{"name": "Tough status card", "kind": "status", "attached_to": "Grey Ox", "text": ""}]
    assert not desk.resolve(dispute).unread


def test_what_forbids_something_is_not_said_to_come_after_what_it_stands_beside(desk: Desk) -> None:
    ruling = desk.resolve({
        "game": "marvel-united", "players": [{"name": "Ada"}, {"name": "Bo"}],
        "occurrence": {"type": "bam", "villain_location": 2},
        "cards": [
            {"name": "Wasps", "kind": "threat", "location": 2, "text": "BAM!: Add 1 Thug here."},
            {"name": "Alarm", "kind": "threat", "location": 1,
             "text": "Ignore BAM! effects of Threat cards in this Location."},
            {"name": "Radio", "kind": "threat", "location": 1, "text": "BAM!: Deal 1 damage to each Hero here."},
        ],
    })  # fmt: skip
    second = ruling.order[1]
    assert second.after is not None
    assert (second.names, second.after.why) == (
        ("Alarm",), "Alarm makes a difference only when BAM! on Threat cards resolves, once Wasps has resolved."
    )  # fmt: skip
    assert [one.why for one in ruling.excluded] == ["Alarm forbids BAM! on Threat cards, in which Radio acts."]
