"""The books as they ship: a rebuild makes what is committed, and every line of a source is accounted for."""

from __future__ import annotations

import pytest

from judge.data_places import corpus_folder
from judge.reading import BookReading, read_with_problems
from judge.reading.corpus_files import CorpusFiles
from judge.reading.glossary import glossary_text

SHELF = CorpusFiles(corpus_folder())


@pytest.fixture(scope="module", params=SHELF.descriptions())
def reading(request: pytest.FixtureRequest) -> BookReading:
    description = SHELF.description(request.param)
    source = SHELF.source(description.layout.source)
    return read_with_problems(description, source, SHELF.lexicon(description), SHELF.previous(request.param))


def test_a_rebuild_differs_in_nothing_from_what_is_committed(reading: BookReading) -> None:
    committed = SHELF.glossaries / f"{reading.glossary.book.file_stem}.json"
    assert glossary_text(reading.glossary) == committed.read_text("utf-8")


def test_nothing_is_wrong_with_the_description(reading: BookReading) -> None:
    assert [problem.message for problem in reading.problems] == []


def test_lines_in_are_lines_out(reading: BookReading) -> None:
    lines = reading.glossary.audit.lines
    assert lines.read == lines.blank + lines.furniture + lines.kept
    covered = {n for e in reading.glossary.entries for first, last in e.ranges for n in range(first, last + 1)}
    named = {n for _, numbers in reading.glossary.audit.furniture for n in numbers}
    assert len(covered | named) >= lines.kept + len(named)


def test_every_reference_leads_to_an_entry(reading: BookReading) -> None:
    entries = reading.glossary.entries
    ids = {entry.id for entry in entries}
    targets = {i for e in entries for i in (*e.see_also_ids, *e.redirects_to) if i}
    targets |= {m.target for e in entries for p in e.paragraphs for m in p.mentions}
    assert targets <= ids
    assert all(m.target != e.id for e in entries for p in e.paragraphs for m in p.mentions)


def test_every_editors_change_names_what_proves_it(reading: BookReading) -> None:
    editorial = [c for c in reading.glossary.audit.changes if c.kind in ("correction", "move", "rewrite")]
    assert all(change.why for change in editorial)


def test_addresses_are_unique_and_begin_with_p(reading: BookReading) -> None:
    for entry in reading.glossary.entries:
        anchors = [paragraph.anchor for paragraph in entry.paragraphs]
        assert len(set(anchors)) == len(anchors), entry.id
        assert all(anchor.startswith("p-") for anchor in anchors)
