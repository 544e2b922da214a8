"""What holds for any text: it is read, nothing of it is lost, and twice the text costs about twice as much: calls
of functions are counted, no clock is asked.
"""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.desk import Desk
from judge.errors import JudgeError
from tests.counted_work import calls_made
from tests.pasted.test_texts import TEXTS

_MARKS = "( ) [ ] “ ” ' ’s : — - > { } ``` ? . \x00 Ω &amp; <b>"
_SAID = (
    "Rhino Anna anna attacks (hero) alter-ego 3x has on tough me my I is and his it villain minion location 3 turn BAM!"
)
_WORDS = st.sampled_from(
    (*_MARKS.split(), *_SAID.split(), "legendary", "game:", "players:", '"', "\n", "\n\n", "Forced Interrupt:",
     "When Revealed:", "[energy] Combat:", "Retaliate 1.", "draw 1 card.", "1. Foo (must), ",
     "A ruling of this program by marvel-champions/community.")
)  # fmt: skip
_TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(_WORDS, max_size=60).map(" ".join),
    st.lists(_WORDS, max_size=60).map("".join),
    st.tuples(st.sampled_from([row["text"] for row in TEXTS]), st.integers(0, 400), st.integers(0, 400)).map(
        lambda cut: cut[0][cut[1] :] + cut[0][: cut[2]]
    ),
)


@given(_TEXTS)
def test_any_text_is_read_and_every_letter_of_it_served_or_is_told(desk: Desk, text: str) -> None:
    try:
        read = desk.pasted(text)
    except JudgeError as error:
        assert error.http_status < 500 and error.message
        return
    json.dumps(read.as_json())
    covered = bytearray(len(text))
    for first, end in (*read.used, *(one.at for one in read.unplaced)):
        covered[first:end] = b"\x01" * (end - first)
    assert [text[at] for at in range(len(text)) if not covered[at] and not text[at].isspace()] == []
    assert all(text[slice(*one.at)].strip() == one.text.strip() for one in read.unplaced)


@given(_TEXTS)
def test_a_reading_gives_the_same_each_time(desk: Desk, text: str) -> None:
    with suppress(JudgeError):
        assert desk.pasted(text) == desk.pasted(text)


_NAMES = ("Anna", "Ben", "Tin Duke", "Iron Suit")


@given(st.lists(st.sampled_from((*_NAMES, "attacks", "has", "on", ".", "(hero)")), max_size=25))
def test_what_is_named_is_a_value_or_not_placed(desk: Desk, words: list[str]) -> None:
    text = " ".join(words)
    try:
        read = desk.pasted(text)
    except JudgeError:
        return
    told = json.dumps(read.dispute) + " ".join(one.text for one in read.unplaced)
    assert all(name.lower() in told.lower() for name in words if name in _NAMES), text


_BITS = [
    "(", '"', '"a "', "(a (", "Aa ", "Rhino attacks Anna. ", "Anna has Rhino and ", "A: ", "- a - ", "x", "a' 'b ",
    "Interrupt: When you attack, ", "he attacks her and ", "3x Backflip\n", "tough ", "Anna and Ben and ", ". ", "1 ",
    "the Baron of the ", "Foo (Interrupt: When you attack, draw 1 card.) ", "legendary ", "```\n", "game: ",
]  # fmt: skip


@pytest.mark.parametrize("bit", _BITS)
def test_a_text_twice_as_long_costs_about_twice_as_much(desk: Desk, bit: str) -> None:
    of_half, of_whole = (_calls(desk, (bit * (size // len(bit) + 1))[:size]) for size in (1_000, 2_000))
    assert of_whole <= _MORE * of_half + _CALLS


_MORE, _CALLS = 2.6, 4_500
"""Times what half of a text costs (linear is 2, quadratic 4), and what may be added whatever the length."""


def _calls(desk: Desk, text: str) -> int:
    """How many functions are called to read a text."""

    def read() -> None:
        with suppress(JudgeError):
            desk.pasted(text)

    return calls_made(read)
