"""Lines are counted at newlines only, and quoted words are found again near where they were."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judge.reading.source_text import find_line, read_source, tidy


def test_a_form_feed_ends_no_line() -> None:
    source = read_source("x", "one\n\ftwo\u2028still two\nthree")
    assert [source.text(n) for n in source.numbers] == ["one", "two still two", "three"]


def test_white_space_and_strays_are_tidied() -> None:
    assert tidy("•\t\ufffdThe\u00a0 lid\r") == "• The lid"


def test_the_nearest_of_equal_lines_is_found() -> None:
    source = read_source("x", "lid\npot\nlid\npot\nlid")
    assert find_line(source, "lid", 4) == 3
    assert find_line(source, "lid", 5) == 5


def test_a_whole_line_is_preferred_to_the_beginning_of_a_nearer_one() -> None:
    source = read_source("x", "Lid of a pot\nsteam\nLid")
    assert find_line(source, "Lid", 2) == 3


def test_a_quote_may_run_on_over_line_ends() -> None:
    source = read_source("x", "A kettle is\n\na thing that boils.")
    assert find_line(source, "A kettle is a thing", 3) == 1


def test_words_that_stand_nowhere_are_not_found() -> None:
    assert find_line(read_source("x", "a lid"), "a pot", 1) is None


@given(st.text())
def test_tidying_twice_is_tidying_once(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)
