"""What tells that a passage answers a question: its best sentence, what it counts, whose name was asked for."""

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
        ranked = harbour.ranked(typed, game="harbour")
        asked = Asked.of(question, harbour, "harbour")
        found[typed] = {one.quotation.text: one.features for one in candidates(asked, ranked)}
    return found


def test_a_number_before_what_is_counted_answers_how_many(
    features_of: Mapping[str, Mapping[str, Mapping[str, float]]],
) -> None:
    counted = features_of["How many crates does a hold carry?"]
    assert (counted[HOLD]["counts"], counted[HOLD]["miscounts"]) == (1.0, 0.0)
    uncounted = features_of["How many gulls fit in a hold?"]
    assert (uncounted[HOLD]["counts"], uncounted[HOLD]["miscounts"]) == (0.0, 1.0)
    assert features_of["Do gulls steal crates?"][HOLD]["miscounts"] == 0.0


def test_the_sentence_that_holds_most_of_the_question_counts(
    features_of: Mapping[str, Mapping[str, Mapping[str, float]]],
) -> None:
    found = features_of["How many crates does a hold carry?"]
    assert found[HOLD]["sentence"] > found[PIRATE]["sentence"]
    assert found[HOLD]["name"] > found[PIRATE]["name"]
