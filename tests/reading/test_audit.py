"""The account of a reading: lines in are lines out, repairs are counted, what leads nowhere is listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge.errors import CouldNot, NotFound
from judge.reading.__main__ import main
from judge.reading.corpus_files import CorpusFiles, read_and_write
from judge.reading.glossary import glossary_text
from tests.reading.books import HEAD, entries, read

ROWS = """
[[entry]]
headword = "Kettle"
line = 3
heading = ["KETTLE"]
[[entry]]
headword = "Lid"
line = 6
heading = ["L1D"]
why = "Kettles have lids."
[[furniture]]
name = "page number"
line = 1
text = "7"
"""
TEXT = "7\n\nKETTLE\nIt boils.\nSee also: Lid, Steam\nL1D\nIt closes.\n"


def test_every_line_is_accounted_for() -> None:
    lines = read(TEXT, ROWS).glossary.audit.lines
    assert lines.as_json() == {
        "read": 7, "blank": 1, "furniture": 1, "kept": 5, "headings": 2, "moved": 0, "rewritten": 0,
    }  # fmt: skip
    assert lines.read == lines.blank + lines.furniture + lines.kept


def test_the_account_names_restored_headings_and_loose_ends() -> None:
    reading = read(TEXT, ROWS)
    entries(reading)
    audit = reading.glossary.audit.as_json()
    assert [6, "heading", "L1D", "Lid", "Kettles have lids."] in audit["changes"]
    assert audit["unresolved"] == [{"id": "kettles/first/kettle", "name": "Steam"}]
    assert audit["orphans"] == []
    assert (audit["entries"], audit["redirects"], audit["references"]) == (2, 0, 2)
    assert audit["repairs"]["heading"]["count"] == 2


def test_the_call_outs_of_a_pictured_card_are_not_counted_as_kept() -> None:
    rows = (
        ROWS.replace("line = 6\nheading", "line = 9\nheading")
        + """
[[entry]]
headword = "Copper Kettle"
kind = "card"
lines = [6, 8]
starts = "Name"
ends = "(c) 1921"
text = ["Heat 3."]
"""
    )
    text = TEXT.replace("L1D", "Name\nCOPPER KETTLE, heat 3\n(c) 1921\nL1D")
    audit = read(text, rows).glossary.audit
    assert dict(audit.furniture)["call-outs and marks of pictures"] == (6, 8)
    assert audit.lines.rewritten == 1
    assert audit.lines.read == audit.lines.blank + audit.lines.furniture + audit.lines.kept


def test_lines_read_elsewhere_are_not_among_the_lines_of_the_entry_around() -> None:
    rows = (
        ROWS
        + """
[[move]]
lines = [8, 8]
starts = "It closes."
after = 4
after_text = "It boils."
why = "A kettle closes."
"""
    )
    kettle, lid = read(TEXT.replace("It closes", "It shuts.\nIt closes"), rows).glossary.entries
    assert (kettle.ranges, lid.ranges) == (((3, 5), (8, 8)), ((6, 7),))


def shelve(corpus: Path, rows: str = ROWS) -> None:
    (corpus / "sources" / "kettles-first.txt").write_text(TEXT, "utf-8")
    (corpus / "rulebooks" / "kettles-first.toml").write_text(HEAD + rows, "utf-8")


def test_a_book_is_read_and_written_the_same_each_time(corpus: Path) -> None:
    shelve(corpus)
    path = read_and_write(corpus, "kettles-first", corpus / "glossaries")
    first = path.read_bytes()
    assert read_and_write(corpus, "kettles-first", corpus / "glossaries").read_bytes() == first
    assert json.loads(first)["book"]["title"] == "Kettles: the rules"
    assert first.endswith(b"\n")
    before = CorpusFiles(corpus).previous("kettles-first")
    assert before is not None
    assert [e.headword for e in before.entries] == ["Kettle", "Lid"]
    assert glossary_text(before)[:50] == first.decode()[:50]


def test_what_cannot_be_read_is_named(corpus: Path) -> None:
    with pytest.raises(NotFound, match=r"no description rulebooks/teapots\.toml; there are"):
        CorpusFiles(corpus).description("teapots")
    shelve(corpus)
    (corpus / "sources" / "kettles-first.txt").unlink()
    with pytest.raises(CouldNot, match=r"kettles-first\.txt cannot be read"):
        read_and_write(corpus, "kettles-first", corpus / "glossaries")
    (corpus / "glossaries" / "kettles-first.json").write_text("{", "utf-8")
    with pytest.raises(CouldNot, match="damaged"):
        CorpusFiles(corpus).previous("kettles-first")


def test_the_editors_door_prints_the_account_and_every_problem(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("judge.reading.__main__.corpus_folder", lambda: corpus)
    shelve(corpus)
    assert main(["kettles-first", "--show", "kettle", "--changes"]) == 0
    shown = capsys.readouterr().out
    assert "kettles-first: 2 entries" in shown
    assert "It boils." in shown
    assert "unresolved: Steam" in shown
    assert main(["kettles-first", "--show", "spout"]) == 1
    assert "no entry is called “spout”" in capsys.readouterr().err
    shelve(corpus, ROWS + '[[correction]]\nline = 4\nwas = "steams"\nnow = "boils"\nwhy = "x"\n')
    assert main(["kettles-first"]) == 2
    assert "PROBLEM" in capsys.readouterr().out
