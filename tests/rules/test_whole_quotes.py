"""What rulings quote stands in whole sentences, with what it leans on."""

from __future__ import annotations

import pytest

from judge.entry import Entry, Paragraph
from judge.rules.whole_quotes import in_whole_sentences

TEXT = (
    "Some bells tell each player to rise. In those cases, the oldest rises first. The BAM! effect "
    "(see Bells on page 8) comes next, and then the rest. A bell rings once (e.g. “at dusk”), unless it is broken.”"
)


@pytest.mark.parametrize(
    ("quote", "whole"),
    [
        ("the oldest rises first.", "Some bells tell each player to rise. In those cases, the oldest rises first."),
        (
            "comes next, and then",
            "The BAM! effect (see Bells on page 8) comes next, and then the rest.",
        ),
        ("A bell rings once", "A bell rings once (e.g. “at dusk”), unless it is broken.”"),
        ("Some bells tell each player to rise.", "Some bells tell each player to rise."),
        ("stands nowhere in the entry", "stands nowhere in the entry"),
    ],
)
def test_a_quote_stands_in_whole_sentences(quote: str, whole: str) -> None:
    entry = Entry("g/e/bell", "Bell", "entry", True, "en", (Paragraph("p1", TEXT),))
    assert in_whole_sentences(entry, quote) == whole


def test_a_quote_of_several_paragraphs_begins_and_ends_with_a_sentence() -> None:
    paragraphs = (Paragraph("p1", "When it rings, do this: rise"), Paragraph("p2", "Sit down. Sleep."))
    entry = Entry("g/e/bell", "Bell", "entry", True, "en", paragraphs)
    assert in_whole_sentences(entry, "do this: rise\nSit") == "When it rings, do this: rise\nSit down."


def test_what_is_too_long_is_not_told() -> None:
    text = f"{'very ' * 90}old bells ring. This is a rule."
    entry = Entry("g/e/bell", "Bell", "entry", True, "en", (Paragraph("p1", text),))
    assert in_whole_sentences(entry, "This is a rule.") == "This is a rule."
