"""The form: what is written is read, every mistake named at once; the schema says the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.kept_rulings.model import CardNamed, CoveredPlace
from judge.kept_rulings.ruling_form import as_form, read_file, read_forms, schema
from judge.kept_rulings.stored_form import read_written
from judge.kept_rulings.version_comparison import as_yaml
from tests.kept_rulings.examples import form, ruling, sound


def test_a_form_is_read_and_written_again() -> None:
    read = ruling()
    assert read.entries == (CoveredPlace("marvel-champions/community/forced"),)
    assert read.cards[1] == CardNamed("90001", "Warning Bells")
    assert read.expects and read.expects.order == (("gears",), ("bells",))
    assert sound(as_form(read)) == read_written(as_form(read)) == read
    assert sound(read_file(as_yaml(as_form(read)).encode())[0]) == read
    assert sound(read_file(json.dumps(as_form(read)).encode())[0]) == read


@given(st.text(min_size=1, max_size=200), st.text(max_size=50))
def test_any_text_is_kept_as_said_or_refused_in_a_sentence(text: str, name: str) -> None:
    found, problems = read_forms([form(question=text, answer=text, source={"who": name}, covers={"cards": [text]})])
    for one in () if problems else found:
        assert sound(as_form(one)) == one
        assert sound(read_file(as_yaml(as_form(one)).encode())[0]) == one
    assert all(problem.message.endswith(".") for problem in problems)


def test_every_mistake_of_a_file_is_named_at_once() -> None:
    wrong: list[Any] = [
        form(date="1.3.2026", status="final", qustion="?"),
        "no object",
        form(id=None, covers={"cards": [{"code": 7}, {}], "entries": ["forced"]}, source={"who": "a\nb"}),
        form(source={"who": "x", "address": "javascript:alert(1)"}, answer="a\x00b", question="\u202eevil"),
    ]
    _, problems = read_forms(wrong)
    assert {problem.where for problem in problems} == {
        "rulings[0].date", "rulings[0].status", "rulings[0].qustion", "rulings[1]", "rulings[2].covers.cards[0].code",
        "rulings[2].covers.cards[1]", "rulings[2].covers.entries[0]", "rulings[2].source.who",
        "rulings[3].source.address", "rulings[3].answer", "rulings[3].question", "rulings[3].id",
    }  # fmt: skip
    told = {problem.where: problem for problem in problems}
    assert "“gears-before-bells”" in told["rulings[0].date"].message
    assert "2026-03-31" in told["rulings[0].date"].message
    assert told["rulings[0].qustion"].suggestions == ("question",)
    assert "official, head-judge, house, draft" in told["rulings[0].status"].message
    assert all(problem.message.endswith((".", "?")) for problem in problems)


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"supersedes": ["gears-before-bells"]}, "supersedes"),
        ({"expects": {}}, "expects"),
        ({"dispute": None}, "expects"),
        ({"dispute": {"game": "legendary"}}, "dispute.game"),
        ({"covers": {"cards": [{}]}}, "covers.cards[0]"),
        ({"id": "Not An Id"}, "id"),
        ({"id": "sources"}, "id"),
        ({"answer": "x" * 20_001}, "answer"),
        ({"dispute": {"game": "marvel-champions", "x": "y" * 100_001}}, "dispute"),
        ({"expects": {"excluded": {"bells": "Because!"}}}, "expects.excluded.bells"),
        ({"expects": {"excluded": ["x" * 300]}}, f"expects.excluded.{'x' * 300}"),
        ({"interprets": [{"entry": "a/b/c", "hash": "12"}]}, "interprets[0].hash"),
    ],
)
def test_what_makes_no_sense_is_told_where_it_stands(said: dict[str, Any], where: str) -> None:
    _, problems = read_forms([form(**said)])
    assert [problem.where for problem in problems] == [where]


def test_two_rulings_of_one_id_are_told() -> None:
    _, problems = read_forms([form(), form(answer="No.")])
    assert [problem.message for problem in problems] == [
        "Two rulings have the id “gears-before-bells”; give each its own."
    ]


def test_a_ruling_without_id_gets_the_same_one_each_time() -> None:
    one, other = ruling(id=None), ruling(id=None, answer="No.")
    assert one.id == other.id and one.id.startswith("do-overwound-gears-come-before-warning-bells-")
    assert ruling(id=None, question="漢字?").id.startswith("ruling-")


@pytest.mark.parametrize("whole", ["rulings: [{}]", "[{}]", '{"rulings": [{}]}', "a: 1"])
def test_a_file_holds_one_or_several(whole: str) -> None:
    assert len(read_file(whole.encode())) == 1


def test_a_day_needs_no_quotes() -> None:
    assert read_file(b"date: 2026-03-01")[0] == {"date": "2026-03-01"}


@pytest.mark.parametrize(
    "content",
    ["", "[]", "rulings: []", "just words", "a: &x [1]\nb: *x", "!!python/object:os.system {}", "a: {", "7",
     "[" * 2_000, "{a: 1, a: 2}", "\x00", "a: 2026-03-01T10:00:00\nb: .inf"],
)  # fmt: skip
def test_a_file_that_is_none_is_refused_in_a_sentence(content: str) -> None:
    with pytest.raises(JudgeError) as refused:
        read_forms(read_file(content.encode()))[1] or pytest.fail("taken")
    assert refused.value.message.endswith(".")


def test_the_schema_describes_the_example() -> None:
    said = schema()
    assert set(form()) <= set(said["properties"])
    assert said["required"] == ["game", "question", "answer", "source", "date", "status"]
    assert said["additionalProperties"] is False
    assert yaml.safe_load(json.dumps(said)) == said


def test_a_list_that_is_too_long_says_that_its_items_were_not_looked_at() -> None:
    _, problems = read_forms([form(covers={"entries": ["no place"] * 101}, status="final")])
    told = {problem.where: problem.message for problem in problems}
    assert set(told) == {"covers.entries", "status"}
    assert "at most 100, so that what is in it was not looked at" in told["covers.entries"]
