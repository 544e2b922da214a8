"""The editor's corrections: put in, kept from the repair, recorded with a reason; one that fits nothing is an error."""

from __future__ import annotations

from judge.reading.word_frequencies import count_words
from tests.reading.books import entries, lexicon, read, texts

ENTRY = '[[entry]]\nheadword = "Kettle"\nline = 1\nheading = ["KETTLE"]\n'
REPAIR = 'repairs = ["confusions", "lost-letters"]\n'
WORDS = lexicon(count_words(["The kettle boils all the water. This lid is a good lid."], {}))


def correction(was: str, now: str, line: int = 2, more: str = "") -> str:
    return f'[[correction]]\nline = {line}\nwas = "{was}"\nnow = "{now}"\nwhy = "Proof."\n{more}'


def test_a_correction_may_quote_what_is_printed() -> None:
    rows = ENTRY + correction("thrs water", "that water")
    reading = read("KETTLE\nThe ketile boils thrs water.\n", rows, REPAIR, words=WORDS)
    assert texts(entries(reading)["Kettle"]) == ["The kettle boils that water."]
    made = [c for c in reading.glossary.audit.changes if c.kind == "correction"]
    assert [(c.line, c.was, c.now, c.why) for c in made] == [(2, "thrs water", "that water", "Proof.")]


def test_a_correction_may_quote_what_the_repair_leaves() -> None:
    rows = ENTRY + correction("this water", "all the water")
    assert texts(entries(read("KETTLE\nIt boils thrs water.\n", rows, REPAIR, words=WORDS))["Kettle"]) == [
        "It boils all the water."
    ]


def test_what_an_editor_gave_is_not_repaired() -> None:
    rows = ENTRY + correction("a lid", "a thrs")
    assert texts(entries(read("KETTLE\nIt has a lid.\n", rows, REPAIR, words=WORDS))["Kettle"]) == ["It has a thrs."]


def test_a_correction_that_fits_nothing_is_an_error_and_shows_the_line() -> None:
    problems = [p.message for p in read("KETTLE\nIt boils.\n", ENTRY + correction("steams", "boils")).problems]
    assert problems == [
        "kettles-first.toml, [[correction]] 1 (line 2): “steams” stands neither in the source nor in the repaired text "
        "near line 2; the line reads “It boils.”."
    ]


def test_a_correction_of_another_line_is_told_where_its_words_stand() -> None:
    text = "KETTLE\n" + "It boils.\n" * 20 + "It sings.\n"
    problems = [p.message for p in read(text, ENTRY + correction("sings", "hums")).problems]
    assert len(problems) == 1 and problems[0].endswith("the line reads “It boils.”; it stands in line 22.")


def test_a_quote_that_fits_twice_asks_for_more_words() -> None:
    problems = [p.message for p in read("KETTLE\na lid, a lid\n", ENTRY + correction("a lid", "no lid")).problems]
    assert len(problems) == 1
    assert "stands several times in line 2: quote more of the line" in problems[0]


def test_an_uncertain_reading_is_marked_at_its_paragraph() -> None:
    rows = ENTRY + correction("b??ls", "boils", more='uncertain = "Smeared."\n')
    kettle = entries(read("KETTLE\nFirst.\n\nIt b??ls.\n", rows))["Kettle"]
    assert [(u.text, u.why) for u in kettle.uncertain] == [("boils", "Smeared.")]
    assert kettle.uncertain[0].anchor == kettle.paragraphs[1].anchor


def test_a_row_that_changes_nothing_marks_a_doubt_and_counts_as_none_of_the_corrections() -> None:
    rows = ENTRY + correction("It boils", "It boils", more='uncertain = "Or steams."\n')
    reading = read("KETTLE\nIt boils.\n", rows)
    assert [u.text for u in entries(reading)["Kettle"].uncertain] == ["It boils"]
    assert [c.kind for c in reading.glossary.audit.changes if c.kind != "heading"] == ["doubt"]


def test_a_lost_icon_is_counted_as_uncertain() -> None:
    kettle = entries(read("KETTLE\nSpend  to boil.\n", ENTRY + correction("Spend to", "Spend [?] to")))["Kettle"]
    assert [u.text for u in kettle.uncertain] == ["[?]"]


def test_a_correction_follows_its_line_when_the_source_shifts() -> None:
    rows = ENTRY + correction("b??ls", "boils")
    front = '[[furniture]]\nname = "front"\nlines = [1, 20]\ntext = "front 1"\n'
    text = "\n".join(f"front {n}" for n in range(1, 21)) + "\nKETTLE\nIt b??ls.\n"
    assert texts(entries(read(text, rows + front))["Kettle"]) == ["It boils."]


def test_a_doubt_about_a_headword_is_found_at_the_first_paragraph_of_its_entry() -> None:
    kettle = entries(read("KETTLE\nIt boils.\n\nIt sings.\n", ENTRY + 'uncertain = "The name is ours."\n'))["Kettle"]
    assert [(u.anchor, u.text, u.why) for u in kettle.uncertain] == [
        (kettle.paragraphs[0].anchor, "Kettle", "The name is ours.")
    ]
