"""What tells that a passage answers a question: its best sentence, words that stand together."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from judge.search.answer_features import Asked, candidates
from judge.search.question import read_question
from judge.search.search import Searcher

HOLD = "A hold carries three crates. Gulls steal from a hold."
PIRATE = "A pirate takes X crates from the ship it boards."


@pytest.fixture
def features_of(harbour: Searcher) -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """By question and text, the features of a passage."""
    found = {}
    for typed in ("How many crates does a hold carry?", "How many gulls fit in a hold?", "Do gulls steal crates?"):
        question = read_question(typed, harbour.settings, harbour.corpus, harbour.expander.knows)
        found_entries = harbour.find(typed, game="harbour")
        asked = Asked.of(question, harbour, "harbour")
        found[typed] = {one.quotation.text: one.features for one in candidates(asked, found_entries)}
    return found


def test_words_that_stand_together_in_the_question_and_in_the_rule_count(
    features_of: Mapping[str, Mapping[str, Mapping[str, float]]],
) -> None:
    found = features_of["Do gulls steal crates?"]
    assert found[HOLD]["pairs"] > 0
    assert features_of["How many gulls fit in a hold?"][HOLD]["pairs"] < found[HOLD]["pairs"]


def test_the_sentence_that_holds_most_of_the_question_is_the_best(harbour: Searcher) -> None:
    typed = "How many crates does a hold carry?"
    asked = Asked.of(read_question(typed, harbour.settings, harbour.corpus, harbour.expander.knows), harbour, "harbour")
    found = {one.quotation.text: one for one in candidates(asked, harbour.find(typed, game="harbour"))}
    assert asked.best_sentence(found[HOLD].quotation).text == "A hold carries three crates."
    assert found[HOLD].features["name"] > found[PIRATE].features["name"]


def test_a_name_that_no_book_holds_and_words_said_of_no_rule_are_told_apart(harbour: Searcher) -> None:
    def asked(typed: str) -> Asked:
        question = read_question(typed, harbour.settings, harbour.corpus, harbour.expander.knows)
        return Asked.of(question, harbour, "harbour")

    assert asked("What does Grunkle Zamboni carry?").features["named"] == pytest.approx(2 / 5)
    assert asked("What does an Anchor hold?").features["named"] == 0.0
