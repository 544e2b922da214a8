"""Questions in plain words: answered by the rules' own words, each cited, or declined with the nearest entries."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from judge.corpus import Corpus
from judge.desk import Desk
from judge.entry import Citation
from judge.errors import NotAllowed, NotUnderstood
from judge.search.answer import ask
from judge.search.search import Searcher
from judge.search.sequence import OrderedStep, order_of

_CASES: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("questions.json").read_text(encoding="utf-8")
)


def asked(case: dict[str, Any]) -> str:
    return f"{case.get('game', 'any')}: {case['q']}"


@pytest.mark.parametrize("case", _CASES["answered"], ids=asked)
def test_the_rule_that_says_so_answers(desk: Desk, corpus: Corpus, case: dict[str, Any]) -> None:
    given = desk.ask(case["q"], case.get("game"))
    assert given["answer"] is not None, [entry["headword"] for entry in given["entries"]]
    said = "\n".join([given["answer"], *(given["order"] or [])])
    assert re.search(case["says"], said), said
    assert re.fullmatch(case["rule"], given["rules"][0]["headword"]), given["rules"]
    for rule in given["rules"]:
        text = " ".join(corpus.entries[rule["id"]].text.split())
        assert " ".join(rule["quote"].split()) in text
        assert len(rule["quote"].split()) >= 3


@pytest.mark.parametrize("case", _CASES["declined"], ids=asked)
def test_what_no_rule_says_is_declined(desk: Desk, case: dict[str, Any]) -> None:
    given = desk.ask(case["q"], case.get("game"))
    assert (given["answer"], given["order"], given["rules"]) == (None, None, [])


def test_an_answer_s_words_are_the_entry_s(desk: Desk, corpus: Corpus) -> None:
    given = desk.ask("Can a stalwart villain be stunned?", "marvel-champions")
    assert given["answer"] in corpus.entries[given["rules"][0]["id"]].text


def test_an_order_is_given_step_by_step(desk: Desk) -> None:
    order = desk.ask("Does retaliate happen before consequential damage?", "marvel-champions")["order"]
    assert order.index("Retaliate") < order.index("Consequential damage")
    assert desk.ask("What is overkill?", "marvel-champions")["order"] is None


def test_the_timing_scripts_order_what_they_know(harbour: Searcher) -> None:
    rule = Citation("harbour/second/storm", "Storm", True, "each player moves a ship")
    cited = [OrderedStep("The storm breaks", (rule,)), OrderedStep("The ship weighs anchor", (rule,))]
    uncited = [OrderedStep("The storm breaks", ()), OrderedStep("The ship weighs anchor", (rule,))]
    question = "Does a storm come before an anchor?"
    given = ask(question, harbour, game="harbour", order_of=order_of(lambda _: [cited[:1], cited]))
    assert given["order"] == ["The storm breaks", "The ship weighs anchor"]
    assert given["answer"] == "“The storm breaks” comes before “The ship weighs anchor”."
    assert given["rules"] == [rule.as_json()]
    assert ask(question, harbour, game="harbour", order_of=order_of(lambda _: [uncited]))["order"] is None


def test_near_entries_stand_beside_a_declined_question(harbour: Searcher) -> None:
    given = ask("Is an anchor worth a fortune?", harbour)
    assert given["answer"] is None
    assert given["entries"][0]["id"] == "harbour/second/anchor"


def test_nothing_asked_and_unknown_games_are_refused(harbour: Searcher) -> None:
    with pytest.raises(NotUnderstood):
        ask("  ", harbour)
    with pytest.raises(NotAllowed):
        ask("What is an anchor?", harbour, game="chess")
