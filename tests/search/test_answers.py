"""Questions in plain words: the rule says, or the nearest rule, or entries; never that the rules are silent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from judge.corpus import Corpus
from judge.desk import Desk
from judge.entry import Citation
from judge.errors import NotAllowed, NotUnderstood, TooLarge
from judge.lexicon_checks import check_step_words
from judge.search.answer import ask, understood
from judge.search.answer_features import Asked
from judge.search.question import is_question, read_question
from judge.search.search import Searcher
from judge.search.step_order import OrderedStep, Orders
from tests.counted_work import lines_run

Label = dict[str, Any]
_HERE = Path(__file__).parent
_OLDER: dict[str, list[Label]] = json.loads((_HERE / "questions.json").read_text(encoding="utf-8"))
_ASKED: dict[str, list[Label]] = json.loads((_HERE / "asked.json").read_text(encoding="utf-8"))


class Figures:
    """How many of some questions were answered rightly and wrongly."""

    def __init__(self, answered: Iterable[tuple[Label, Label]]) -> None:
        self.answerable = self.said = self.near = self.wrong = 0
        for label, given in answered:
            self.answerable += "says" in label or "answer" in label
            cited = given["rules"] or ([given["nearest"]] if given["nearest"] else [])
            shown = "\n".join((given["answer"] or "", *(given["order"] or ()), *(rule["quote"] for rule in cited)))
            is_right = bool(re.search(label["says"], shown)) if "says" in label else False
            is_right |= any(rule["id"] in label.get("answer", ()) for rule in cited)
            self.said += bool(given["answer"]) and is_right
            self.near += not given["answer"] and is_right
            self.wrong += bool(given["answer"]) and not is_right


def answered(desk: Desk, labels: Sequence[Label]) -> list[tuple[Label, Label]]:
    """Each question with what is answered."""
    return [(label, desk.ask(label["q"], label.get("game"), label.get("edition"))) for label in labels]


@pytest.fixture(scope="module")
def held(desk: Desk) -> list[tuple[Label, Label]]:
    """The questions that no weight was fitted to."""
    return answered(desk, _ASKED["held"])


def test_questions_that_no_weight_was_fitted_to_are_answered(held: list[tuple[Label, Label]]) -> None:
    found = Figures(held)
    assert found.said >= HELD_SAID * found.answerable
    assert found.said + found.near >= HELD_SHOWN * found.answerable
    assert found.wrong <= WRONG * len(held)


def test_questions_of_strangers_are_answered_and_hardly_ever_wrongly(desk: Desk) -> None:
    asked = answered(desk, _OLDER["blind"])
    found = Figures(asked)
    assert found.said >= BLIND_SAID * found.answerable
    assert found.said + found.near >= BLIND_SHOWN * found.answerable
    assert found.wrong <= BLIND_WRONG * len(asked)


def test_every_quotation_stands_word_for_word_in_its_entry(held: list[tuple[Label, Label]], corpus: Corpus) -> None:
    for _, given in held:
        for rule in given["rules"]:
            assert rule["quote"] in corpus.entries[rule["id"]].text
            assert len(rule["quote"].split()) >= 3
        if nearest := given["nearest"]:
            assert not given["answer"]
            assert nearest["quote"] in corpus.entries[nearest["id"]].text
            assert nearest["highlight"] in nearest["quote"]


def test_questions_of_old_stay_answered(desk: Desk) -> None:
    found = Figures(answered(desk, [*_OLDER["answered"], *_OLDER["declined"]]))
    assert found.said + found.near >= OLD_SHOWN * found.answerable
    assert found.wrong <= OLD_WRONG * (len(_OLDER["answered"]) + len(_OLDER["declined"]))


HELD_SAID, HELD_SHOWN, WRONG = 0.84, 0.91, 0.04
OLD_SHOWN, OLD_WRONG = 0.93, 0.07
BLIND_SAID, BLIND_SHOWN, BLIND_WRONG = 0.66, 0.87, 0.03


@pytest.mark.parametrize(
    "question",
    [
        "Can a stunned hero attack?",
        "What does piercing do?",
        "When is a temporary card discarded?",
    ],
)
@pytest.mark.parametrize(
    "wrapping",
    ["{}", "Hi all! {} Thanks!", "We had a dispute. {}", "Quick question: {}", "According to the rules, {}"],
)
def test_what_stands_around_a_question_does_not_change_its_answer(desk: Desk, question: str, wrapping: str) -> None:
    plain = desk.ask(question, "marvel-champions")["answer"]
    assert plain
    assert desk.ask(wrapping.format(question), "marvel-champions")["answer"] == plain


def test_a_question_leans_on_all_that_stands_around_it(desk: Desk) -> None:
    def before(text: str) -> str:
        return read_question(text, desk.searcher.settings, desk.corpus, desk.searcher.expander.knows).before

    assert before("My ally was killed. Where does it go?") == "My ally was killed."
    assert before("May I heal? I am stunned.") == "I am stunned."
    assert before("Peril: may my friend help?") == "Peril"
    assert before("Where do dead allies go?") == ""


@pytest.mark.parametrize(
    ("typed", "is_one"),
    [("can I attack", True), ("Nice game. Can I attack twice? Thanks", True), ("overkill", False), ("what", False)],
)
def test_a_text_is_a_question_by_its_form(desk: Desk, typed: str, is_one: bool) -> None:
    assert is_question(typed, desk.searcher.settings) is is_one


def test_an_edition_named_in_the_question_or_chosen_is_a_filter(desk: Desk) -> None:
    question = "How many cards are in a player deck?"
    for given in (
        desk.ask(f"In the Rules Reference 1.0, {question}"),
        desk.ask(question, "marvel-champions", "rr-1.0"),
    ):
        ids = [rule["id"] for rule in given["rules"]] + [hit["id"] for hit in given["entries"]]
        assert ids and all(entry_id.startswith("marvel-champions/rr-1.0/") for entry_id in ids)


def test_a_game_named_in_the_question_is_a_filter(desk: Desk) -> None:
    given = desk.ask("In Legendary, where do gained cards go?")
    assert {hit["game"] for hit in given["entries"]} == {"legendary"}


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("Does retaliate happen before consequential damage?", "Retaliate", "Consequential damage"),
        ("What comes first, an interrupt or a response?", "Interrupt", "Response"),
        ("Is threat placed after the villain activates?", "Place threat", "The villain"),
    ],
)
def test_what_comes_first_is_said_from_one_sequence(desk: Desk, question: str, first: str, second: str) -> None:
    given = desk.ask(question, "marvel-champions")
    assert re.fullmatch(f"“{first}.*” comes before “{second}.*”.", given["answer"])
    assert given["order"] and 1 <= len(given["rules"]) <= 2


@pytest.mark.parametrize(
    "question",
    [
        "Does a boost ability come before when revealed?",
        "Does my cat come before retaliate?",
        "Which is first, interrupt or lunch?",
        "How many cards come first, an interrupt or a response?",
    ],
)
def test_no_order_is_said_of_what_the_rules_leave_open_or_do_not_know(desk: Desk, question: str) -> None:
    assert "comes before" not in (desk.ask(question, "marvel-champions")["answer"] or "")


RULE = Citation("harbour/second/storm", "Storm", True, "each player moves a ship")
STEPS = [
    OrderedStep("storm/breaks", "The storm breaks", (RULE,)),
    OrderedStep("storm/sails", "The ship sails", (RULE,)),
]


def orders(steps: Sequence[OrderedStep]) -> Orders:
    asked = {"harbour/second": {"storm/breaks": ["storm breaks", "storm"], "storm/sails": ["ship sails", "sailing"]}}
    return Orders(asked, lambda _game, _edition: [steps])


def test_a_rule_that_fits_about_as_well_is_quoted_too_from_the_same_book(
    held: list[tuple[Label, Label]],
) -> None:
    several = 0
    for _, given in held:
        entries = {rule["id"] for rule in given["rules"]}
        several += len(entries) == 2
        assert len(entries) <= 2
        assert len({entry_id.rpartition("/")[0] for entry_id in entries}) <= 1
    assert several


def test_an_order_is_given_with_the_rules_that_decide(harbour: Searcher) -> None:
    given = ask("Does the storm come before sailing?", harbour, orders(STEPS), game="harbour").as_json()
    assert given["order"] == ["The storm breaks", "The ship sails"]
    assert given["answer"] == "“The storm breaks” comes before “The ship sails”."
    assert given["rules"] == [RULE.as_json()]
    uncited = [STEPS[0], OrderedStep("storm/sails", "The ship sails", ())]
    assert ask("Does the storm come before sailing?", harbour, orders(uncited), game="harbour").order == ()


def test_a_step_that_no_sequence_has_is_named(tmp_path: Path) -> None:
    (tmp_path / "step-words.toml").write_text('["harbour/second".storm]\nsinks = ["sinking"]', encoding="utf-8")
    (problem,) = check_step_words(tmp_path, {"harbour/second": [STEPS]})
    assert "no step “storm/sinks”" in problem.message


@pytest.mark.parametrize(
    ("typed", "is_outside"),
    [
        ("Which ally is the best against Rhino?", True),
        ("Where can I buy the deck?", True),
        ("How long does a game take?", True),
        ("Can an ally defend against Rhino?", False),
        ("When does an effect end?", False),
    ],
)
def test_what_asks_for_tastes_and_prices_is_held_back(desk: Desk, typed: str, is_outside: bool) -> None:
    searcher = desk.searcher
    features = Asked.of(understood(typed, searcher), searcher, "marvel-champions").features
    assert bool(features["outside"]) is is_outside
    assert searcher.settings.answers.sure["outside"] < 0


def test_nothing_asked_and_unknown_games_are_refused(harbour: Searcher) -> None:
    with pytest.raises(NotUnderstood):
        ask("  ", harbour)
    with pytest.raises(NotAllowed):
        ask("What is an anchor?", harbour, game="chess")
    with pytest.raises(NotAllowed):
        ask("What is an anchor?", harbour, game="harbour", edition="third")


@pytest.mark.parametrize("typed", ["can ", "? ", "'", "what. ", "a:b - ", "\n"])
def test_a_question_twice_as_long_takes_about_twice_as_long(desk: Desk, typed: str) -> None:
    def answer(length: int) -> None:
        with suppress(NotUnderstood, TooLarge):
            desk.ask((typed * length)[:length] + "can I?")

    answer(20)  # what is opened by the first question
    short, long = (lines_run(answer, length) for length in (900, 3_600))
    assert long < 6 * short + 20_000


def test_a_question_beyond_all_reason_is_refused_in_a_sentence(desk: Desk) -> None:
    with pytest.raises(TooLarge, match=r"4,000 are read\. Keep the sentence that asks"):
        desk.ask("why " * 2000)
