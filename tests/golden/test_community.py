"""The community glossary reads as its source does: headwords, steps, nesting, icons, references, no line lost.

`community.json` was made by hand from the source: each headword with the source line its definition begins on.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from judge import data_places
from judge.corpus import Corpus
from judge.entry import Entry, Paragraph

BOOK = ("marvel-champions", "community")
GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "community.json").read_text(encoding="utf-8"))
ENGLISH = {headword: line for line, headword in GOLDEN["headwords"]}


@pytest.fixture(scope="module")
def book(corpus: Corpus) -> tuple[Entry, ...]:
    return corpus.entries_of(*BOOK)


@pytest.fixture(scope="module")
def glossary(book: tuple[Entry, ...]) -> dict[str, Entry]:
    return {entry.headword: entry for entry in book if entry.lang == "en"}


@pytest.fixture(scope="module")
def source() -> list[str]:
    path = data_places.corpus_folder() / "sources" / "marvel-champions-community.txt"
    return path.read_text(encoding="utf-8").split("\n")


def _plain(text: str) -> str:
    """Text without what the reading takes away or puts in: list marks, white space, quotation marks, icons."""
    bare = re.sub(r"\[(?:energy|mental|physical|wild|acceleration|amplify|crisis|hazard|boost|star|unique)\]", "", text)
    bare = re.sub(r"\[(?:per player|consequential damage)\]", "", bare)
    return re.sub(r"[\s“”]", "", re.sub(r"^- ", "", bare))


def _paragraph(entry: Entry, text: str) -> Paragraph:
    return next(paragraph for paragraph in entry.paragraphs if paragraph.text == text)


def test_every_headword_stands_on_the_line_its_definition_begins(glossary: dict[str, Entry]) -> None:
    read = {headword: entry.ranges[0][0] for headword, entry in glossary.items()}
    assert read == ENGLISH


def test_the_glossary_has_207_entries_and_44_redirects(glossary: dict[str, Entry]) -> None:
    kinds = [entry.kind for entry in glossary.values()]
    assert (kinds.count("entry"), kinds.count("redirect")) == (207, 44)


def test_the_turn_guide_is_finnish(book: tuple[Entry, ...]) -> None:
    guide = [entry for entry in book if entry.lang == "fi"]
    assert [(entry.headword, entry.kind) for entry in guide] == [
        ("Sankarin vuoro", "section"),
        ("Roiston vuoro", "section"),
    ]
    assert "Palauta kortit pystyasentoon" in [paragraph.text for paragraph in guide[0].paragraphs]
    assert {mark.text.split()[0] for entry in guide for mark in entry.uncertain} == set(GOLDEN["uncertain"]["fi"])


def test_what_the_source_cannot_settle_is_marked(glossary: dict[str, Entry]) -> None:
    marked = {headword: [m.text for m in entry.uncertain] for headword, entry in glossary.items() if entry.uncertain}
    assert marked == GOLDEN["uncertain"]["en"]
    assert all(m.why and m.text in entry.text for entry in glossary.values() for m in entry.uncertain)


def _alphabetical(headword: str) -> str:
    return re.sub(r"[^a-z0-9 ]", "", headword.lower())


def test_headwords_stand_in_the_alphabet_word_by_word() -> None:
    headwords = [headword for _, headword in GOLDEN["headwords"]]
    out_of_order = [[a, b] for a, b in pairwise(headwords) if _alphabetical(a) > _alphabetical(b)]
    assert out_of_order == GOLDEN["alphabet_exceptions"]


def test_headwords_begin_with_the_letter_they_stand_under(source: list[str]) -> None:
    letter = ""
    starts = {line: headword for headword, line in ENGLISH.items()}
    for number, line in enumerate(source, 1):
        if re.fullmatch("[A-Y]", line):
            letter = line
        if number in starts:
            assert _alphabetical(starts[number])[0] == letter.lower(), starts[number]


def test_redirects_lead_where_the_source_says(glossary: dict[str, Entry]) -> None:
    ids = {entry.id: headword for headword, entry in glossary.items()}
    read = {
        headword: [ids[target] for target in entry.redirects_to]
        for headword, entry in glossary.items()
        if entry.kind == "redirect"
    }
    assert read == GOLDEN["redirects"]


def test_each_see_also_resolves_or_is_known_to_name_nothing(glossary: dict[str, Entry]) -> None:
    dangling = {
        name
        for entry in glossary.values()
        for name, target in zip(entry.see_also, entry.see_also_ids, strict=True)
        if target is None
    }
    assert dangling <= set(GOLDEN["names_nothing"])


def test_see_also_names_are_complete(glossary: dict[str, Entry], source: list[str]) -> None:
    for headword, entry in glossary.items():
        kind, _, printed = source[entry.ranges[-1][1] - 1].partition(": ")
        names = re.split(r", (?![^(]*\))", printed.rstrip("."))
        if entry.kind == "redirect":
            # A redirect keeps as see-also only the names that lead nowhere in this edition.
            names = [name for name in names if name in GOLDEN["names_nothing"]]
        elif kind != "See also":
            names = []
        assert list(entry.see_also) == names, headword


@pytest.mark.parametrize(("headword", "steps"), GOLDEN["steps"].items())
def test_numbered_steps_keep_their_order(glossary: dict[str, Entry], headword: str, steps: list[str]) -> None:
    entry = glossary[headword]
    assert [p.text for p in entry.paragraphs if p.role == "step" and p.text in steps] == steps
    nested = [text for texts in GOLDEN["nested"].get(headword, {}).values() for text in texts]
    assert {p.text for p in entry.paragraphs if p.role == "step"} <= {*steps, *nested}


@pytest.mark.parametrize("headword", GOLDEN["nested"])
def test_items_are_nested_under_their_own(glossary: dict[str, Entry], headword: str) -> None:
    entry = glossary[headword]
    parents: dict[str, list[str]] = {}
    above = ""
    for paragraph in entry.paragraphs:
        if paragraph.level == 0:
            above = paragraph.text
        else:
            parents.setdefault(above, []).append(paragraph.text)
    assert parents == GOLDEN["nested"][headword]


def test_only_the_known_lists_are_steps_or_nested(glossary: dict[str, Entry]) -> None:
    stepped = {headword for headword, entry in glossary.items() if any(p.role == "step" for p in entry.paragraphs)}
    nested = {headword for headword, entry in glossary.items() if any(p.level for p in entry.paragraphs)}
    assert stepped == set(GOLDEN["steps"])
    assert nested == set(GOLDEN["nested"])


def test_lost_icons_are_named(glossary: dict[str, Entry]) -> None:
    names = {name for icons in GOLDEN["icons"].values() for name in icons}
    read = {
        headword: icons
        for headword, entry in glossary.items()
        if (icons := [icon for icon in re.findall(r"\[([a-z ]+)\]", entry.text) if icon in names])
    }
    assert read == GOLDEN["icons"]
    assert not [entry.headword for entry in glossary.values() if "()" in entry.text or "[?]" in entry.text]


def test_every_source_line_is_read_once_and_in_order(book: tuple[Entry, ...], source: list[str]) -> None:
    furniture = {1, 36, 1187} | {n for n, line in enumerate(source, 1) if re.fullmatch("[A-Y]?", line)}
    expected, guide = [], {"Sankarin vuoro", "Roiston vuoro"}
    for number, line in enumerate(source, 1):
        if number not in furniture and not line.startswith(("See:", "See also:")) and line not in guide:
            expected.append(_plain(line).replace(".-", "."))
    read = "".join(_plain(paragraph.text) for entry in book for paragraph in entry.paragraphs)
    printed = "".join(expected)
    # Two icons have left no trace in the source; their words are put in (“the [unique] icon”).
    assert read == printed


def test_what_the_source_marks_with_a_hyphen_is_a_list_item(book: tuple[Entry, ...], source: list[str]) -> None:
    for entry in book:
        for paragraph in entry.paragraphs:
            first = paragraph.lines[0][0]
            if first == 18:  # two items on one line, of which the hyphen begins the second
                continue
            assert (paragraph.role != "text") == source[first - 1].startswith("- "), paragraph.text


def test_lines_of_entries_do_not_overlap(book: tuple[Entry, ...], source: list[str]) -> None:
    lines = [n for entry in book for first, last in entry.ranges for n in range(first, last + 1) if source[n - 1]]
    assert len(lines) == len(set(lines))
