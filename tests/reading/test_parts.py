"""Parts of entries: run-in heads and terms that the description names lead to their paragraphs."""

from __future__ import annotations

from judge.entry import Entry
from tests.reading.books import entries, read

ROWS = """
[[entry]]
headword = "Kinds"
line = 1
heading = ["KINDS"]
[[entry]]
headword = "Copper"
line = 14
heading = ["COPPER"]
[[entry]]
headword = "Iron"
line = 17
heading = ["IRON"]
"""
TEXT = """KINDS
There are kinds of kettles.

Iron - An iron kettle is heavy.

If an iron kettle falls, it dents.

Tin (T) - It is light.

Note: None of them floats.

Copper - It shines.

Kettles of all kinds boil water.
COPPER
It is dear.

IRON
See: Kinds
"""


def parts_of(entry: Entry) -> dict[tuple[str, ...], list[str]]:
    """The texts of each part by its names."""
    texts = {paragraph.anchor: paragraph.text for paragraph in entry.paragraphs}
    return {part.names: [texts[anchor] for anchor in part.anchors] for part in entry.parts}


def test_a_run_in_head_begins_a_part_that_goes_on_while_its_name_is_said() -> None:
    kinds = entries(read(TEXT, ROWS))["Kinds"]
    assert parts_of(kinds) == {
        ("Iron",): ["Iron - An iron kettle is heavy.", "If an iron kettle falls, it dents."],
        ("Tin",): ["Tin (T) - It is light."],
    }
    assert [kinds.paragraphs[1].text[part.head :] for part in kinds.parts[:1]] == ["An iron kettle is heavy."]


def test_what_hangs_below_an_item_belongs_to_its_part() -> None:
    rows = """
[[entry]]
headword = "Kinds"
line = 1
heading = ["KINDS"]
[[list]]
items = [[2, 0], [3, 1], [4, 0]]
"""
    (kinds,) = entries(read("KINDS\n• Iron: Heavy things.\n• They dent.\n• Tin: Light things.\n", rows)).values()
    assert parts_of(kinds) == {("Iron",): ["Iron: Heavy things.", "They dent."], ("Tin",): ["Tin: Light things."]}


def test_titles_with_a_full_stop_are_heads_where_a_list_has_several() -> None:
    rows = """
[[entry]]
headword = "Kinds"
line = 1
heading = ["KINDS"]
"""
    items = ["Spout. It pours.", "Lid Knob. It lifts.", "Fill it. Then wait.", "Handle. It is held."]
    (kinds,) = entries(read("KINDS\n" + "".join(f"• {item}\n" for item in items), rows)).values()
    assert [part.names for part in kinds.parts] == [("Spout",), ("Lid Knob",), ("Handle",)]
    (few,) = entries(read("KINDS\n• Spout. It pours.\n• Handle. It is held.\n", rows)).values()
    assert few.parts == ()


def test_a_row_names_a_part_and_wins_over_a_head() -> None:
    rows = """
[[part]]
names = ["Sheet Iron", "Wrought Iron"]
line = 4
starts = "Iron - An iron"
[[part]]
names = ["Dent"]
line = 6
starts = "If an iron"
"""
    kinds = entries(read(TEXT, ROWS + rows))["Kinds"]
    assert parts_of(kinds) == {
        ("Sheet Iron", "Wrought Iron"): ["Iron - An iron kettle is heavy."],
        ("Dent",): ["If an iron kettle falls, it dents."],
        ("Tin",): ["Tin (T) - It is light."],
    }


def test_a_row_that_quotes_nothing_is_reported() -> None:
    rows = '\n[[part]]\nnames = ["Dent"]\nline = 6\nstarts = "If a copper"\n'
    assert [problem.message for problem in read(TEXT, ROWS + rows).problems] == [
        "kettles-first.toml, [[part]] 1 (Dent): “If a copper” stands nowhere in kettles-first.txt."
    ]
