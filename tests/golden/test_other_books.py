"""The rulebooks that are no glossaries, as they are read, against headwords and texts written down by hand.

Each truth (`vs.json`, `legendary.json`, `united.json`) holds every headword in reading order with the source line its
entry begins on, and whole entries by slug: their paragraphs as [role, text].
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judge.entry import Entry
from tests.golden.measure import differences, load_glossary, rates

BOOKS = {"vs": "vs-system-2pcg-mcu", "legendary": "legendary-manual", "united": "marvel-united-x-men"}


@dataclass(frozen=True, slots=True)
class Whole:
    """One entry of a truth."""

    book: str
    slug: str
    headword: str
    roles: tuple[str, ...]
    text: str


def _truth(book: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((Path(__file__).parent / f"{book}.json").read_text("utf-8"))
    return data


def _wholes(book: str) -> list[Whole]:
    return [
        Whole(
            book,
            row["slug"],
            row["headword"],
            tuple(role for role, _ in row["paragraphs"]),
            "\n".join(text for _, text in row["paragraphs"]),
        )
        for row in _truth(book)["entries"]
    ]


WHOLES = [whole for book in BOOKS for whole in _wholes(book)]


@pytest.fixture(scope="module")
def shelves() -> dict[str, dict[str, Entry]]:
    """The entries of each book by slug, in reading order."""
    return {book: {entry.slug: entry for entry in load_glossary(stem)} for book, stem in BOOKS.items()}


@pytest.mark.parametrize("true", WHOLES, ids=lambda true: f"{true.book}/{true.slug}")
def test_an_entry_reads_as_written_down_by_hand(true: Whole, shelves: dict[str, dict[str, Entry]]) -> None:
    entry = shelves[true.book].get(true.slug)
    assert entry is not None
    assert entry.headword == true.headword
    assert list(differences(true.text, entry.text)) == []
    assert tuple(p.role for p in entry.paragraphs) == true.roles
    assert entry.text == true.text


@pytest.mark.parametrize("book", BOOKS)
def test_every_heading_of_the_book_is_an_entry(book: str, shelves: dict[str, dict[str, Entry]]) -> None:
    expected = _truth(book)["headwords"]
    assert [entry.headword for entry in shelves[book].values()] == [headword for headword, _ in expected]
    for entry, (headword, line) in zip(shelves[book].values(), expected, strict=True):
        assert any(first <= line <= last for first, last in entry.ranges), headword


@pytest.mark.parametrize("book", BOOKS)
def test_error_rates_of_the_sample(book: str, shelves: dict[str, dict[str, Entry]]) -> None:
    measured = rates((true.text, shelves[book][true.slug].text) for true in _wholes(book))
    assert measured.cer <= 0.0015
    assert measured.wer <= 0.006


@pytest.mark.parametrize("book", BOOKS)
def test_no_entry_is_empty_and_none_holds_what_the_extraction_left(
    book: str, shelves: dict[str, dict[str, Entry]]
) -> None:
    for entry in shelves[book].values():
        assert entry.text.strip(), entry.id
        assert not re.search(r"©|\ufffd|\u00a0|\f|\s[,.;)]|\(\s|  |\(\)", entry.text), entry.id
        if entry.kind != "card":
            assert not re.search(r"MCU1-0\d\d|\bMAIN CHARACTER\b|\bGame Text\b", entry.text), entry.id


def test_legendary_is_read_down_its_columns(shelves: dict[str, dict[str, Entry]]) -> None:
    assert [entry.headword for entry in shelves["legendary"].values()][4:8] == [
        "Wounds",
        "Healing Wounds",
        "Running out of Cards in the Hero Deck or Villain Deck",
        "Running out of Cards in the Bystander, Wound, or S.H.I.E.L.D. Officer Stacks",
    ]


def test_a_heading_printed_several_times_has_an_id_each(shelves: dict[str, dict[str, Entry]]) -> None:
    turns = [entry.slug for entry in shelves["united"].values() if entry.headword == "Villain Turn"]
    assert turns == ["villain-turn", "villain-turn-super-villain-mode", "villain-turn-rules-summary"]
    assert [e.slug for e in shelves["vs"].values() if e.headword == "KO"] == ["ko", "ko-game-terms"]


def test_the_sample_cards_are_put_together_as_cards(shelves: dict[str, dict[str, Entry]]) -> None:
    cards = [entry.headword for entry in shelves["vs"].values() if entry.kind == "card"]
    assert sorted(cards) == sorted(
        [
            "Iron Man",
            "Iron Man",
            "Falcon",
            "Nick Fury",
            "No, You Move.",
            "Training Ground",
            "Fortress",
            "Avengers Tower",
            "Rocket",
            "Baby Groot",
            "Abomination",
            "War Machine",
            "Hulk",
            "Captain America",
        ]
    )


def test_lost_icons_that_nothing_names_are_marked_uncertain(shelves: dict[str, dict[str, Entry]]) -> None:
    marked = {(book, e.slug) for book, shelf in shelves.items() for e in shelf.values() if e.uncertain}
    assert {
        ("vs", "good-and-evil"),
        ("vs", "basic-locations-with-different-names"),
        ("legendary", "your-heroes-heroes-you-have"),
        ("united", "move-villain"),
        ("united", "hard-challenge"),
    } <= marked
    lost = {(book, e.slug) for book, shelf in shelves.items() for e in shelf.values() if "[?]" in e.text}
    assert lost <= marked


def test_slips_of_the_books_themselves_stay(shelves: dict[str, dict[str, Entry]]) -> None:
    vs = {slug: entry.text for slug, entry in shelves["vs"].items()}
    assert "has as least as many wounds as" in vs["ko"]
    assert "strike back it if has [ranged]." in vs["flight-and-ranged"]
    assert "discard a Iron Man" in vs["power-ups"]
    assert "his deck his empty" in vs["running-out-of-cards"]
    assert "if either that character can’t attack or" in vs["abomination-main-character"]
    assert "power requires you name a character" in vs["nebula"]
    assert "Laboratiry" in vs["mcu-villains"]
    assert "effects says to" in vs["wounds"]
    assert "would make 4 Power" in shelves["legendary"]["your-heroes-heroes-you-have"].text


def test_every_page_reference_that_names_a_section_is_a_link_to_it(shelves: dict[str, dict[str, Entry]]) -> None:
    united = shelves["united"]
    referred = []
    for entry in united.values():
        for p in entry.paragraphs:
            for found in re.finditer(r"\b[Ss]ee ([^.()]+?) on page \d+", p.text):
                targets = [m.target for m in p.mentions if m.start <= found.start(1) and found.end(1) <= m.end]
                again = [m.target for m in p.mentions if p.text[m.start : m.end] == found[1]]
                referred += [(found[1], target) for target in (targets or again)[:1]]
    assert len(referred) == 19
    ids = {entry.id: entry for entry in united.values()}
    assert all(ids[target].headword == name for name, target in referred)
    assert {target for name, target in referred if name == "Villain Turn"} == {"marvel-united/x-men/villain-turn"}


def test_headings_listed_under_a_heading_lead_to_what_follows(shelves: dict[str, dict[str, Entry]]) -> None:
    rules = shelves["united"]["special-rules-super-villain-mode"]
    assert [p.mentions[0].target.rpartition("/")[2] for p in rules.paragraphs] == [
        "winning-losing-super-villain-mode",
        "villain-turn-super-villain-mode",
        "super-villain-cards",
        "super-hero-cards",
        "hero-turn-super-villain-mode",
        "challenges-super-villain-mode",
    ]
    terms = shelves["vs"]["game-terms"]
    assert {p.text: p.mentions[0].target for p in terms.paragraphs}["KO"] == "vs-system-2pcg/mcu/ko-game-terms"


def test_the_name_of_an_icon_is_no_link(shelves: dict[str, dict[str, Entry]]) -> None:
    for shelf in shelves.values():
        for p in (p for entry in shelf.values() for p in entry.paragraphs):
            assert all(not p.text[: m.start].endswith("[") for m in p.mentions), p.text
