"""The Rules Reference 1.0 as it is read, against its text written down by hand (`rr-1.0.json`)."""

from __future__ import annotations

import pytest

from judge.entry import Entry
from tests.golden.measure import Truth, load_glossary, load_truth, rates, report

TRUTH = load_truth("rr-1.0")
NOT_GLOSSARY = {"Introduction", "Glossary"}
"""Sections whose names are ours: the book prints no heading for them that could be read."""


@pytest.fixture(scope="module")
def entries() -> dict[str, Entry]:
    return {entry.headword: entry for entry in load_glossary("marvel-champions-rr-1.0")}


@pytest.mark.parametrize("true", TRUTH, ids=lambda true: true.headword)
def test_an_entry_reads_as_written_down_by_hand(true: Truth, entries: dict[str, Entry]) -> None:
    assert list(report(true, entries.get(true.headword))) == []


def test_the_glossary_stands_in_reading_order_and_nothing_is_added(entries: dict[str, Entry]) -> None:
    assert list(entries) == [true.headword for true in TRUTH]


def test_error_rates_of_all_glossary_bodies(entries: dict[str, Entry]) -> None:
    measured = rates((t.text, entries[t.headword].text) for t in TRUTH if not t.headword.startswith("Appendix"))
    assert measured.cer <= 0.0015
    assert measured.wer <= 0.006


def test_headwords_and_second_names(entries: dict[str, Entry]) -> None:
    printed = [true for true in TRUTH if true.headword not in NOT_GLOSSARY and not true.headword.startswith("Appendix")]
    right = [t for t in printed if t.headword in entries and set(t.aliases) <= set(entries[t.headword].aliases)]
    assert len(printed) == 141
    assert len(right) >= 139


def test_cross_references_lead_where_the_book_says(entries: dict[str, Entry]) -> None:
    by_id = {entry.id: entry for entry in entries.values()}
    for true in TRUTH:
        entry = entries[true.headword]
        if true.kind == "redirect":
            assert tuple(by_id[target].headword for target in entry.redirects_to) == true.redirects_to
        else:
            led = [by_id[target].names if target else () for target in entry.see_also_ids]
            plain = [name.split(" (")[0] for name in true.see_also]
            assert len(led) == len(plain)
            assert all(name in names for name, names in zip(plain, led, strict=True)), true.headword


def test_what_cannot_be_settled_is_marked(entries: dict[str, Entry]) -> None:
    marked = {entry.headword for entry in entries.values() if entry.uncertain}
    assert {"Resource Cards", "Running Out of Cards"} <= marked
    assert all(u.text in e.names or u.text in e.text for e in entries.values() for u in e.uncertain)


def test_slips_of_the_book_itself_stay(entries: dict[str, Entry]) -> None:
    assert "unless the effect explictly states" in entries["Heal"].text
    assert '"Max X per deck" is restricts the number' in entries["Max"].text
    assert "obstacle that an identities alter-ego might" in entries["Obligation"].text
    assert "card type that represent tactics" in entries["Treachery"].text
