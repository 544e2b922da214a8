"""docs/language.md: every key, construct and mechanism has its meaning and an example that reads."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from judge import data_places
from judge.corpus import Corpus
from judge.rules.field_types import Field, fields_of
from judge.rules.language_guide import ROWS, page, toml
from judge.rules.model import Rules
from judge.rules.row_language import CONSTRUCTS, MECHANISMS, Construct, read_doing
from judge.rules.row_reader import Reader
from judge.rules.rule_tables import placed
from judge.rules.rules_files import RulesFiles

KEYS = [(row, field) for row in ROWS for field in fields_of(row)]
BY_TABLE = {"id", "rules", "idle"}
"""Keys whose example stands elsewhere: a row's own name, `[rules]`, and `[idle]`, of which no row is in need."""


@pytest.mark.parametrize(("row", "field"), KEYS, ids=[f"{row.__name__}.{field.key}" for row, field in KEYS])
def test_every_key_is_given_by_a_row_that_reads(row: Any, field: Field, shelf: RulesFiles, corpus: Corpus) -> None:
    said = shelf.examples.get((row, field.key))
    if said is None:
        assert field.key in BY_TABLE
        return
    table = placed(tomllib.loads(f"{field.key} = {toml(said[1])}"), "example")
    assert table == {field.key: said[1]}
    edition = next(edition for edition in shelf.by_edition.values() if edition.game in said[0] or row is not Rules)
    reader = Reader(placed({"game": edition.game, "edition": edition.edition}, "other"), corpus)
    reader.shared_keys = frozenset(key for rules in shelf.by_edition.values() for key in rules.cited)
    reader._row(row, table, "example")
    assert [
        problem.message
        for problem in reader.problems
        if "is missing" not in problem.message and "no rule" not in problem.message
    ] == []


def test_every_key_has_its_meaning(shelf: RulesFiles) -> None:
    for line in page(shelf.examples).splitlines():
        cells = line.split(" | ")
        assert len(cells) < 4 or cells[2].strip(), line


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.name)
def test_the_example_of_a_construct_reads(construct: Construct) -> None:
    assert construct.read(construct.example)


@pytest.mark.parametrize("verb", MECHANISMS)
def test_every_mechanism_is_in_use_and_reads(verb: str, shelf: RulesFiles) -> None:
    steps = [s for rules in shelf.by_edition.values() for one in rules.occurrences.values() for s in one.steps]
    ready = [row for rules in shelf.by_edition.values() for row in rules.ready]
    does = (*(step.does for step in steps), *(row.does for row in ready))
    used = [doing for every in does for doing in every if doing.verb == verb]
    assert used and all(read_doing(" ".join([verb, *doing.args])) == doing for doing in used)


@pytest.mark.parametrize("construct", [c for c in CONSTRUCTS if c.name != "mechanism"], ids=lambda c: c.name)
@pytest.mark.parametrize("text", ["", "?", "a b c d e", "|", "when " + "a|" * 5_000, "a-" * 5_000 + "!"])
def test_what_is_not_of_the_language_is_refused_in_words(construct: Construct, text: str) -> None:
    with pytest.raises(ValueError, match="one is written like"):
        construct.read(text)


def test_the_page_is_the_one_that_stands_in_docs(shelf: RulesFiles) -> None:
    docs = data_places.corpus_folder().parent / "docs" / "language.md"
    assert page(shelf.examples).rstrip() in docs.read_text(encoding="utf-8"), "run scripts/update-docs"
