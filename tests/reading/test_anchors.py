"""Addresses survive: paragraphs and entries inserted, moved and reworded keep theirs; what is gone says what it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judge.reading.anchors import ParagraphPlace, fresh_anchor, keep_anchors
from judge.reading.glossary import Glossary, glossary_text
from tests.reading.books import entries, read

FIRST = {
    "KETTLE": ["A kettle boils water over a fire.", "It may hold up to three cups.", "A full kettle is heavy."],
    "LID": ["A lid closes a kettle while it boils.", "Nobody lifts a hot lid."],
}


def build(book: dict[str, list[str]], previous: Glossary | None = None) -> Glossary:
    """A book of one paragraph a line block, read with the addresses of `previous` kept."""
    text = "\n".join(f"{heading}\n" + "\n\n".join(body) + "\n" for heading, body in book.items())
    rows = "".join(
        f'[[entry]]\nheadword = "{heading.title()}"\nline = 1\nheading = ["{heading}"]\n' for heading in book
    )
    reading = read(text, rows, previous=previous)
    entries(reading)
    return reading.glossary


def anchors(glossary: Glossary) -> dict[str, str]:
    """Address of each paragraph by its words."""
    return {p.text: f"{e.slug}#{p.anchor}" for e in glossary.entries for p in e.paragraphs}


def test_an_anchor_is_short_and_made_from_the_words() -> None:
    first = anchors(build(FIRST))
    assert all(a.partition("#")[2].startswith("p-") and len(a.partition("#")[2]) == 6 for a in first.values())
    assert anchors(build(FIRST)) == first


def test_insertion_leaves_all_addresses_standing() -> None:
    before = build(FIRST)
    after = build({"HEAT": ["Heat is new."], **FIRST, "KETTLE": ["Brand new words.", *FIRST["KETTLE"]]}, before)
    kept = anchors(after)
    assert all(kept[text] == address for text, address in anchors(before).items())
    assert after.retired == {}


def test_moving_paragraphs_and_entries_leaves_addresses_standing() -> None:
    before = build(FIRST)
    after = build({"LID": FIRST["LID"], "KETTLE": FIRST["KETTLE"][::-1]}, before)
    assert anchors(after) == anchors(before)


def test_rewording_keeps_the_address() -> None:
    before = build(FIRST)
    reworded = "It may hold up to four cups."
    body = [FIRST["KETTLE"][0], reworded, FIRST["KETTLE"][2]]
    after = build({**FIRST, "KETTLE": body}, before)
    assert anchors(after)[reworded] == anchors(before)["It may hold up to three cups."]


def test_a_removed_paragraph_says_what_stood_there() -> None:
    before = build(FIRST)
    gone = "Nobody lifts a hot lid."
    after = build({**FIRST, "LID": FIRST["LID"][:1]}, before)
    assert after.retired == {f"kettles/first/{anchors(before)[gone]}": gone}


def test_a_paragraph_that_moves_to_another_entry_keeps_its_anchor_and_retires_its_address() -> None:
    before = build(FIRST)
    moved = "A full kettle is heavy."
    after = build({"KETTLE": FIRST["KETTLE"][:2], "LID": [*FIRST["LID"], moved]}, before)
    old, new = anchors(before)[moved], anchors(after)[moved]
    assert old.partition("#")[2] == new.partition("#")[2]
    assert after.retired == {f"kettles/first/{old}": moved}


def test_a_removed_entry_says_what_it_was_and_comes_back_to_life() -> None:
    before = build(FIRST)
    without = build({"KETTLE": FIRST["KETTLE"]}, before)
    assert without.retired["kettles/first/lid"].startswith("Lid: A lid closes")
    again = build(FIRST, without)
    assert again.retired == {}
    assert anchors(again) == anchors(before)


def test_a_rebuild_changes_no_byte() -> None:
    first = build(FIRST)
    assert glossary_text(build(FIRST, first)) == glossary_text(first)


def test_equal_words_in_one_entry_have_addresses_of_their_own() -> None:
    found = keep_anchors({"a": ["Same.", "Same.", "Same."]}, [])
    assert len(set(found.values())) == 3


@given(st.lists(st.text(min_size=1), max_size=8))
def test_anchors_within_an_entry_never_clash(paragraphs: list[str]) -> None:
    found = keep_anchors({"a": paragraphs}, [])
    assert len({found[ParagraphPlace("a", n)] for n in range(len(paragraphs))}) == len(paragraphs)


def test_a_taken_anchor_grows_longer() -> None:
    short = fresh_anchor("words", [])
    assert fresh_anchor("words", [short]).startswith(short)
    assert fresh_anchor("words", [short]) != short
