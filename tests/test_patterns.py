"""No pattern that meets what people type takes more than linear time, whatever is repeated in it."""

from __future__ import annotations

import re

import pytest

from judge import data_places
from judge.search.lexicon import Settings, read_settings
from tests.patterns import PARTS, Use, growth, modules_of, uses_in


@pytest.mark.parametrize("part", PARTS)
def test_the_patterns_of_a_part_take_time_as_their_text_grows(part: str) -> None:
    used = [use for module in modules_of([part]) for use in uses_in(module)]
    assert [f"{use.where} {use.pattern.pattern}: {found}" for use in used if (found := growth(use))] == []


def test_the_patterns_that_a_module_writes_down_are_found() -> None:
    assert [use for module in modules_of(["judge.request_bodies"]) for use in uses_in(module)]


def test_the_patterns_of_the_lexicon_take_time_as_their_text_grows() -> None:
    written = Settings.from_json(read_settings(data_places.corpus_folder() / "lexicon")).subject
    assert written
    used = [Use(f"lexicon “{pattern[:40]}”", re.compile(pattern), "match") for pattern in written]
    assert [f"{use.where}: {found}" for use in used if (found := growth(use))] == []


@pytest.mark.parametrize(
    ("pattern", "how"),
    [
        (r"(a+)+b", "match"), (r"\s*\n", "finditer"), (r"(\w+)\s*=", "finditer"), (r"\s*(.*?)\s*(\d)?\s*", "fullmatch"),
        (r"(?:x|xx)*y", "match"), ("“.*?”|„.*“", "finditer"), (r"Forced\s+(?:\w+ )*After", "finditer"),
    ],
)  # fmt: skip
def test_a_pattern_that_grows_faster_is_found(pattern: str, how: str) -> None:
    assert growth(Use("here", re.compile(pattern), how)) is not None


@pytest.mark.parametrize(
    ("pattern", "how"),
    [
        (r"[a-z]+\d", "match"), (r"\w+", "finditer"), (r"\[[^\]\n]{1,30}\]", "finditer"),
        (r"(use|pass):(.*)", "fullmatch"),
    ],
)  # fmt: skip
def test_a_linear_pattern_is_let_pass(pattern: str, how: str) -> None:
    assert growth(Use("here", re.compile(pattern), how)) is None
