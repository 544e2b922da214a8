"""Every mistake in a description is reported, together, with its file and row."""

from __future__ import annotations

import pytest

from judge.errors import NotUnderstood
from judge.reading.description import parse_description
from tests.reading.books import HEAD, describe


def test_all_mistakes_are_named_at_once() -> None:
    rows = """
[[entry]]
headword = "Lid"
[[entry]]
headword = "Steam"
line = "five"
starts = "Steam is"
[[correction]]
line = 3
was = "iid"
now = "lid"
[[furniture]]
name = "footer"
[[entry]]
headword = "Spout"
line = 9
starts = "A spout"
colour = "blue"
"""
    with pytest.raises(NotUnderstood) as caught:
        describe(rows)
    found = [problem.message for problem in caught.value.problems]
    assert len(found) == 5
    assert "kettles-first.toml, [[entry]] 1 (Lid): `line` is missing: where the entry begins." in found
    assert any("[[entry]] 2 (Steam): `line`" in message for message in found)
    assert any("[[correction]] 1 (iid): `why` is missing." in message for message in found)
    assert any("[[furniture]] 1 (footer)" in message and "`pattern`" in message for message in found)
    assert any("[[entry]] 3 (Spout): `colour` means nothing here" in message for message in found)


def test_what_is_no_toml_is_said_to_be_none() -> None:
    with pytest.raises(NotUnderstood, match=r"bad\.toml is not TOML"):
        parse_description("bad.toml", "[[entry")


def test_an_unknown_repair_is_refused() -> None:
    with pytest.raises(NotUnderstood, match="repairs"):
        parse_description("x.toml", HEAD + 'repairs = ["magic"]\n')


def test_one_stretch_or_several() -> None:
    row = '[[rewrite]]\nlines = {}\nstarts = "a"\ntext = ["b"]\nwhy = "c"\n'
    assert describe(row.format("[1, 3]")).rewrite[0].lines == ((1, 3),)
    assert describe(row.format("[[1, 3], [7, 7]]")).rewrite[0].lines == ((1, 3), (7, 7))
