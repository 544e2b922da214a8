"""The work of reading grows with the length of a text, whatever it is made of; it is counted, no clock is asked."""

from __future__ import annotations

import pytest

from judge.cardtext.card_text_reader import CardTextReader
from judge.cardtext.card_words import CardWords
from tests.counted_work import lines_run

_BITS = [
    "]", "[", '"', '" ', "(", "()", "'", ",", ".", ". ", "1", "1 ", " ", "\n", "*", "_", "&lt;", "&amp;", "<b>",
    "[[a]]", "x", "→", "•", "- ", "each other ", "the ", "and ", "or an ally ", "Attack, ", "Robot ",
    "of the card ", "card that has ", "an ally with ", "if ", "If you control an ally, ", "When ", "Interrupt: ",
    "you may draw and ", "then ", "to draw ", "ally's ", "draw 1 card and ", "(Limit once ", "max 1 ",
    "engaged with a minion ", "a card discarded this way ", "for each ally ", "choose to either ",
    "until you discard an ally ", "unless you ", "while attacking ", "cannot ", "not ", 'gains "Action: draw" ',
    "If you are: ", "that you control ", "a minion attacks and ", "instead ",
]  # fmt: skip


@pytest.mark.parametrize("opening", ["", "Interrupt: When ", "Action: "])
def test_a_text_twice_as_long_takes_about_twice_as_long(tables: dict[str, CardWords], opening: str) -> None:
    reader = CardTextReader(tables["marvel-champions"])

    def work(text: str) -> int:
        return lines_run(reader._read, text, "Tin Fox")  # what is remembered would take none

    slow = []
    for bit in _BITS:
        short, long = (work(opening + (bit * (size // len(bit) + 1))[:size]) for size in (500, 2_000))
        if long > 5 * short:  # four times the length: linear is 4, quadratic 16
            slow.append((bit, short, long))
    assert slow == []


def test_what_stands_beyond_twenty_thousand_letters_is_told(tables: dict[str, CardWords]) -> None:
    text = "Action: Draw 1 card. " * 1_200
    beyond = CardTextReader(tables["marvel-champions"]).read(text).unread[-1]
    assert (beyond.part, beyond.span) == ("text", (20_000, len(text)))
