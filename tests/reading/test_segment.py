"""Lines become entries: headings printed or lost, furniture, moves, rewrites, lists; and nothing gets lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import NotUnderstood
from judge.reading import read_book
from judge.reading.source_text import read_source, tidy
from tests.reading.books import describe, entries, lexicon, read, texts

KETTLE = '[[entry]]\nheadword = "Kettle"\nline = 1\nheading = ["KETTLE"]\n'
LID = '[[entry]]\nheadword = "Lid"\nline = 5\nstarts = "A lid closes"\n'


def test_headings_printed_and_lost_part_entries() -> None:
    book = entries(read("KETTLE\nA kettle boils\nwater.\n\nA lid closes a kettle.\n", KETTLE + LID))
    assert texts(book["Kettle"]) == ["A kettle boils water."]
    assert texts(book["Lid"]) == ["A lid closes a kettle."]
    assert book["Kettle"].ranges == ((1, 3),)
    assert book["Lid"].id == "kettles/first/lid"


def test_a_shifted_source_is_still_read() -> None:
    shifted = "Imprint\n\n\nKETTLE\nA kettle boils\nmuch\nwater.\n\nA lid closes a kettle.\n"
    furniture = '[[furniture]]\nname = "imprint"\nline = 1\ntext = "Imprint"\n'
    book = entries(read(shifted, KETTLE + LID + furniture))
    assert texts(book["Kettle"]) == ["A kettle boils much water."]
    assert book["Lid"].ranges == ((9, 9),)


def test_a_line_that_belongs_nowhere_is_named_and_the_book_refused() -> None:
    source = read_source("kettles-first.txt", "stray words\nKETTLE\nIt boils.\n")
    with pytest.raises(NotUnderstood, match="line 1: “stray words” belongs to no entry"):
        read_book(describe(KETTLE), source, lexicon())


def test_every_row_that_points_at_nothing_is_named() -> None:
    rows = KETTLE + LID + '[[furniture]]\nname = "footer"\nline = 9\ntext = "page 9"\n'
    problems = [p.message for p in read("KETTLE\nIt boils.\n", rows).problems]
    assert any("(Lid): “A lid closes” stands nowhere" in p for p in problems)
    assert any("(footer): “page 9” stands nowhere" in p for p in problems)


def test_false_blank_lines_are_healed_and_true_ones_kept() -> None:
    text = "KETTLE\nA kettle must be\n\nfilled.\n\nThen it boils.\n\nput it down\n"
    assert texts(entries(read(text, KETTLE))["Kettle"]) == ["A kettle must be filled.", "Then it boils. put it down"]


def test_hyphens_at_line_ends() -> None:
    from judge.reading.word_frequencies import count_words

    words = lexicon(count_words(["A copper-plated kettle whistles."], {}))
    text = "KETTLE\nA copper-\nplated kettle whist-\nles loudly.\n"
    assert texts(entries(read(text, KETTLE, words=words))["Kettle"]) == ["A copper-plated kettle whistles loudly."]


def test_markers_make_items_and_steps_and_leave_no_glyph() -> None:
    layout = 'bullets = ["•", "e"]\nnumbers = ["1.", "?."]\n'
    text = "KETTLE\nTo boil:\n1. Fill it.\n?. Heat it.\n\n• A full one\nspills.\n\ne Empty ones burn.\n"
    kettle = entries(read(text, KETTLE, layout))["Kettle"]
    assert [(p.role, p.text) for p in kettle.paragraphs] == [
        ("text", "To boil:"),
        ("step", "Fill it."),
        ("step", "Heat it."),
        ("item", "A full one spills."),
        ("item", "Empty ones burn."),
    ]


def test_a_letter_is_no_marker_in_the_middle_of_a_sentence() -> None:
    text = "KETTLE\nA kettle with a spout and\ne mpty lid.\n"
    kettle = entries(read(text, KETTLE, 'bullets = ["e"]\n'))["Kettle"]
    assert [p.role for p in kettle.paragraphs] == ["text"]


def test_lists_give_roles_and_levels_that_the_source_lost() -> None:
    layout = 'paragraphs = "line"\nbullets = ["-"]\n'
    rows = KETTLE + ('[[list]]\nlines = [2, 3]\nstarts = "- Fill"\nrole = "step"\n[[list]]\nitems = [[4, 1]]\n')
    kettle = entries(read("KETTLE\n- Fill it.\n- Heat it.\n- Slowly.\n", rows, layout))["Kettle"]
    assert [(p.role, p.level) for p in kettle.paragraphs] == [("step", 0), ("step", 0), ("item", 1)]


def test_moved_text_is_read_where_it_belongs_and_keeps_its_lines() -> None:
    text = "KETTLE\nA kettle that is full\n\nA lid closes a kettle.\nboils over.\n"
    lid = '[[entry]]\nheadword = "Lid"\nline = 4\nstarts = "A lid closes"\n'
    move = '[[move]]\nlines = [5, 5]\nstarts = "boils over"\nafter = 2\nwhy = "The sentence goes on."\n'
    reading = read(text, KETTLE + lid + move)
    book = entries(reading)
    assert texts(book["Kettle"]) == ["A kettle that is full boils over."]
    assert book["Kettle"].ranges == ((1, 2), (5, 5)) or book["Kettle"].ranges == ((1, 5),)
    assert texts(book["Lid"]) == ["A lid closes a kettle."]
    assert reading.glossary.audit.lines.moved == 1


def test_a_rewritten_region_reads_as_the_editor_says() -> None:
    rows = KETTLE + (
        '[[rewrite]]\nlines = [3, 5]\nstarts = "3|2"\nwhy = "A picture."\nuncertain = "Order unknown."\n'
        'text = ["Copper kettle: 3 heat, 2 water."]\n'
    )
    reading = read("KETTLE\nIt boils.\n3|2\nCopper\nkettle\nDone.\n", rows)
    kettle = entries(reading)["Kettle"]
    assert texts(kettle) == ["It boils.", "Copper kettle: 3 heat, 2 water.", "Done."]
    assert kettle.paragraphs[1].lines == ((3, 5),)
    assert [u.why for u in kettle.uncertain] == ["Order unknown."]
    assert reading.glossary.audit.lines.rewritten == 3


def test_an_entry_put_together_takes_its_lines_out_of_the_text_around() -> None:
    rows = KETTLE + (
        '[[entry]]\nheadword = "Copper"\nkind = "card"\nlines = [3, 4]\nstarts = "COPPER"\ntext = ["Heat 3."]\n'
    )
    book = entries(read("KETTLE\nA kettle that\nCOPPER\n3\nboils.\n", rows))
    assert texts(book["Kettle"]) == ["A kettle that boils."]
    assert (book["Copper"].kind, texts(book["Copper"]), book["Copper"].ranges) == ("card", ["Heat 3."], ((3, 4),))


def test_run_in_heads_leave_the_body() -> None:
    row = '[[entry]]\nheadword = "Boil"\nline = 1\nrun_in = "Boil:"\n'
    assert texts(entries(read("Boil: To heat water.\n", row))["Boil"]) == ["To heat water."]


def test_furniture_does_not_part_a_sentence() -> None:
    rows = KETTLE + "[[furniture]]\nname = \"page number\"\npattern = '\\d+'\n"
    reading = read("KETTLE\nIt boils\n\n7\n\nover.\n", rows)
    assert texts(entries(reading)["Kettle"]) == ["It boils over."]
    assert reading.glossary.audit.furniture == (("page number", (4,)),)


def test_sections_name_the_parts_of_the_book() -> None:
    rows = (
        '[[section]]\ntitle = "Vessels"\nline = 1\nheading = ["PART ONE"]\n'
        '[[entry]]\nheadword = "Kettle"\nline = 2\nheading = ["KETTLE"]\n'
    )
    assert entries(read("PART ONE\nKETTLE\nIt boils.\n", rows))["Kettle"].section == "Vessels"


def test_two_entries_with_one_slug_are_refused() -> None:
    again = '[[entry]]\nheadword = "“Kettle”"\nline = 3\nheading = ["AGAIN"]\n'
    problems = [p.message for p in read("KETTLE\nIt boils.\nAGAIN\nTwice.\n", KETTLE + again).problems]
    assert any("has the slug kettle already; give this one a `slug`" in p for p in problems)


WORD = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=9)
LINES = st.lists(st.one_of(st.just(""), st.lists(WORD, min_size=1, max_size=6).map(" ".join)), min_size=1, max_size=20)


@settings(max_examples=60)
@given(LINES, st.sampled_from(["blank", "line"]), st.sampled_from(["", ".", "!\f", " •"]))
def test_words_in_are_words_out(lines: list[str], paragraphs: str, end: str) -> None:
    """Whatever the lines, nothing is lost, doubled or put in another order, and each paragraph says where it stands."""
    text = "\n".join(line and line + end for line in [*lines, "last words"])
    reading = read(f"KETTLE\n{text}\n", KETTLE, f'paragraphs = "{paragraphs}"\n')
    kettle = entries(reading)["Kettle"]
    assert kettle.text.split() == tidy(text).split()
    assert all(1 < first <= last for p in kettle.paragraphs for first, last in p.lines)
    audit = reading.glossary.audit.lines
    assert audit.read == audit.blank + audit.furniture + audit.kept
