"""General repair: what it mends, what it leaves, and that each change is recorded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.data_places import corpus_folder
from judge.reading.confusions import parse_confusions
from judge.reading.text_repair import Repairer
from judge.reading.word_frequencies import WordFrequencies, count_words
from tests.reading.damage import REPAIRS

BOOK = """
When the player lights a beacon, the captain of the ship may collect oil. If a ship is moored, its captain
cannot be dealt damage. Each player controls all ships in their fleet. A moored ship is also ready, equal to
the number of lanterns in the harbour. Resolve the effect from the first to the last. This is the phase of the
game in which characters take damage. When a character leaves play, the effect of the attack does not resolve.
Known effects use the same ability. Hero action. The alter-ego of the hero is in play. One of the players
takes the bell. Put all the lanterns into the discard pile.
"""


def make(kinds: tuple[str, ...] = REPAIRS) -> Repairer:
    english = {"the": 10**10, "of": 10**10, "perilous": 10**6, "ail": 4 * 10**5, "steam": 10**7}
    confusions = parse_confusions((corpus_folder() / "lexicon" / "confusions.toml").read_text("utf-8"))
    return Repairer(count_words([BOOK], english), confusions, kinds)


@pytest.fixture(scope="module", name="repairer")
def _repairer() -> Repairer:
    return make()


@pytest.mark.parametrize(
    ("damaged", "sound"),
    [
        ("lf a ship is moored", "If a ship is moored"),
        ("1f a ship is moored", "If a ship is moored"),
        ("l{ a ship is moored", "If a ship is moored"),
        ("the p ayer takes", "the player takes"),
        ("the piayer takes", "the player takes"),
        ("its abi ity", "its ability"),
        ("in the garne", "in the game"),
        ("the ef{ect {rom", "the effect from"),
        ("l<nown effects", "known effects"),
        ("is equalto the number", "is equal to the number"),
        ("ch a ra cte rs take", "characters take"),
        ("the p ha se of", "the phase of"),
        ("a b,eacon", "a beacon"),
        ("it is a so ready", "it is also ready"),
        ("Putallthelanternsintothe pile", "Put all the lanterns into the pile"),
        ("moored ,its", "moored ,its"),
        ("in the qame", "in the game"),
        ("resolve oT collect", "resolve oT collect"),
    ],
)
def test_damage_and_what_becomes_of_it(repairer: Repairer, damaged: str, sound: str) -> None:
    assert repairer.repair(damaged, 1, before="on")[0] == sound


@pytest.mark.parametrize(
    "text",
    [
        "If a ship is moored, its captain cannot be dealt damage.",
        "Each player may collect 3 oil, not 13.",
        "The captain Zorblatt may not collect oil.",
        "a perilous captain",
        "Hero action in the alter-ego phase",
        "the bell and/or lanterns—all 12 of them",
        "+1/+1 counters (X is the number)",
        "Pääjuoni ja kätyri",
    ],
)
def test_sound_text_is_left_alone(repairer: Repairer, text: str) -> None:
    assert repairer.repair(text, 1) == (text, [])


def test_each_change_is_recorded_with_its_kind(repairer: Repairer) -> None:
    text, changes = repairer.repair("lf the p ayer is equalto thrs", 7, before="It stays.")
    assert text == "If the player is equal to this"
    assert {(c.kind, c.was, c.now) for c in changes} == {
        ("lf", "lf", "If"),
        ("lost-letters", "p ayer", "player"),
        ("joined-words", "equalto", "equal to"),
        ("confusions", "thrs", "this"),
    }
    assert {c.line for c in changes} == {7}


def test_words_an_editor_gave_stay(repairer: Repairer) -> None:
    assert repairer.repair("the piayer", 1, given=["piayer"])[0] == "the piayer"


def test_only_the_repairs_asked_for_are_made() -> None:
    only_joined = make(("joined-words",))
    assert only_joined.repair("lf equalto the p ayer", 1)[0] == "lf equal to the p ayer"
    assert make(()).repair("lf equalto", 1) == ("lf equalto", [])


def test_case_is_mended_where_letters_were_read_as_capitals(repairer: Repairer) -> None:
    assert repairer.repair("the efFect of the attacK", 1, before="when")[0] == "the effect of the attack"


_COMPANY = ["may", "cannot", "not", "each", "must", "3", "13", "lf", "p", "ayer", "thrs"]


@given(st.lists(st.sampled_from(_COMPANY), max_size=8))
def test_words_that_carry_a_rule_and_numbers_survive_any_company(words: list[str]) -> None:
    repaired = _SHARED.repair(" ".join(words), 1)[0].split()
    for sure in ("may", "cannot", "not", "each", "must", "3", "13"):
        assert repaired.count(sure) >= words.count(sure)


_SHARED = make()


def test_a_vocabulary_knows_words_not_debris() -> None:
    vocabulary: WordFrequencies = count_words([BOOK], {"vil": 5 * 10**5, "steam": 10**7})
    assert vocabulary.is_known("Steam")
    assert vocabulary.is_known("captain’s")
    assert not vocabulary.is_known("vil")
    assert not vocabulary.is_known("p")
    assert vocabulary.cost("player", "the") < vocabulary.cost("player", "lantern")
