"""Small books for the tests of the reading room, each a source text with a description, in our own words."""

from __future__ import annotations

from collections.abc import Sequence

from judge.data_places import corpus_folder
from judge.entry import Entry
from judge.reading import BookReading, ReadingLexicon, read_with_problems
from judge.reading.confusions import parse_confusions
from judge.reading.description import Description, parse_description
from judge.reading.glossary import Glossary
from judge.reading.link_stoplist import parse_stop_list
from judge.reading.source_text import read_source
from judge.reading.word_frequencies import WordFrequencies, count_words

HEAD = """
[book]
game = "kettles"
edition = "first"
game_title = "Kettles"
title = "Kettles: the rules"
publisher = "Our own"
language = "en"
official = true
default = true

[layout]
source = "kettles-first.txt"
"""


def describe(rows: str, layout: str = "") -> Description:
    """A description with the rows given."""
    return parse_description("kettles-first.toml", HEAD + layout + "\n" + rows)


def lexicon(vocabulary: WordFrequencies | None = None, stops: str = "") -> ReadingLexicon:
    """The project's confusions with a vocabulary and a stop list of our own."""
    confusions = parse_confusions((corpus_folder() / "lexicon" / "confusions.toml").read_text("utf-8"))
    return ReadingLexicon(vocabulary or count_words([], {}), confusions, parse_stop_list(stops))


def read(
    text: str, rows: str, layout: str = "", previous: Glossary | None = None, words: ReadingLexicon | None = None
) -> BookReading:
    """The book as read, with its problems."""
    return read_with_problems(
        describe(rows, layout), read_source("kettles-first.txt", text), words or lexicon(), previous
    )


def entries(reading: BookReading) -> dict[str, Entry]:
    """Entries by headword; asserts that nothing is wrong with the book."""
    assert [p.message for p in reading.problems] == []
    return {entry.headword: entry for entry in reading.glossary.entries}


def texts(entry: Entry) -> Sequence[str]:
    """The paragraphs of an entry."""
    return [paragraph.text for paragraph in entry.paragraphs]
