"""See lines taken apart and resolved."""

from __future__ import annotations

import pytest

from judge.reading.cross_references import NamedEntry, NameDirectory, split_names
from tests.reading.books import entries, read


def book(*named: tuple[str, str]) -> str:
    return "".join(f'[[entry]]\nheadword = "{h}"\nline = 1\nheading = ["{printed}"]\n' for h, printed in named)


ROWS = book(("Kettle", "KETTLE"), ("Hot Lid", "HOT LID"), ("Pot", "POT"))
TEXT = """KETTLE
A kettle boils.
See also: Steam, Hot

Lid, Pot (Iron, Copper)
HOT LID
Lids are hot.
POT
See: Kettle
"""


def test_a_see_also_line_runs_over_line_breaks_and_blank_lines() -> None:
    read_book = entries(read(TEXT, ROWS))
    assert read_book["Kettle"].see_also == ("Steam", "Hot Lid", "Pot (Iron, Copper)")
    assert read_book["Kettle"].see_also_ids == (None, "kettles/first/hot-lid", "kettles/first/pot")
    assert read_book["Kettle"].text == "A kettle boils."


def test_an_entry_that_only_sends_elsewhere_is_a_redirect() -> None:
    pot = entries(read(TEXT, ROWS))["Pot"]
    assert (pot.kind, pot.redirects_to, pot.paragraphs) == ("redirect", ("kettles/first/kettle",), ())


def test_names_that_lead_nowhere_are_listed() -> None:
    audit = read(TEXT, ROWS).glossary.audit
    assert [(u.entry, u.name) for u in audit.unresolved] == [("kettles/first/kettle", "Steam")]


def test_an_editor_says_where_an_odd_name_leads() -> None:
    row = '[[reference]]\nname = "Steam"\nto = ["Kettle", "Hot Lid"]\nwhy = "Both make it."\n'
    kettle = entries(read(TEXT, ROWS + row))["Kettle"]
    assert kettle.see_also[0] == "Steam"
    assert kettle.see_also_ids[0] == "kettles/first/kettle"


def test_a_reference_row_that_leads_nowhere_is_an_error() -> None:
    row = '[[reference]]\nname = "Steam"\nto = ["Vapour"]\nwhy = "It is the same."\n'
    problems = [p.message for p in read(TEXT, ROWS + row).problems]
    where = "kettles-first.toml, [[reference]] 1 (Steam)"
    assert problems == [f"{where}: “Vapour” is the name of no entry, or of several."]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Attack (Iron, Copper), In and Out", ("Attack (Iron, Copper)", "In and Out")),
        ("Lid; Pot, and Spout.", ("Lid", "Pot", "Spout")),
        ("Uses (X “type”)", ("Uses (X “type”)",)),
        ("", ()),
    ],
)
def test_names_are_parted_at_commas_outside_brackets(line: str, names: tuple[str, ...]) -> None:
    assert split_names(line) == names


def directory() -> NameDirectory:
    return NameDirectory(
        [
            NamedEntry("g/e/status-card", ("Status Card",), "entry"),
            NamedEntry("g/e/heat-rule", ("Heat (Rule)",), "entry"),
            NamedEntry("g/e/heat-card", ("Heat (Card)",), "entry"),
            NamedEntry("g/e/boiling-over", ("Boiling Over", "Overflow"), "entry"),
        ]
    )


def test_plurals_remarks_and_aliases_lead_where_they_should() -> None:
    names = directory()
    assert names.find("Status Cards", "x") == "g/e/status-card"
    assert names.find("Overflow (see there)", "x") == "g/e/boiling-over"
    assert names.find("Heat (Card)", "x") == "g/e/heat-card"


def test_a_name_that_fits_several_entries_leads_to_none() -> None:
    assert directory().find("Heat", "x") is None


def test_a_damaged_name_is_known_by_its_likeness_only_when_clear() -> None:
    assert directory().nearest("Boi ling Ovcr") == "Boiling Over"
    assert directory().nearest("Heat (Curd)") is None
    assert directory().nearest("Teapot") is None
