"""The work of reading grows with the length of a text, whatever it is made of."""

from __future__ import annotations

import time

import pytest

from judge.cardtext.card_text_reader import CardTextReader
from judge.cardtext.game_words import AbilityWords

_BITS = [
    "]", "[", '"', '" ', "(", "()", "'", ",", ".", ". ", "1", "1 ", " ", "\n", "*", "_", "&lt;", "&amp;", "<b>",
    "[[a]]", "x", "→", "•", "- ", "each other ", "the ", "and ", "or an ally ", "Attack, ", "Robot ",
    "of the card ", "card that has ", "an ally with ", "if ", "If you control an ally, ", "When ", "Interrupt: ",
    "you may draw and ", "then ", "to draw ", "ally's ", "draw 1 card and ", "(Limit once ", "max 1 ",
    "engaged with a minion ", "a card discarded this way ", "for each ally ", "choose to either ",
    "until you discard an ally ", "unless you ", "while attacking ", "cannot ", "not ", 'gains "Action: draw" ',
    "If you are: ", "that you control ", "a minion attacks and ", "instead ",
]  # fmt: skip


def _seconds(reader: CardTextReader, text: str) -> float:
    best = 9.0
    for _ in range(3):
        begin = time.process_time()
        reader._read(text, "Tin Fox")  # what is remembered would take no time
        best = min(best, time.process_time() - begin)
    return best


@pytest.mark.parametrize("opening", ["", "Interrupt: When ", "Action: "])
def test_a_text_twice_as_long_takes_about_twice_as_long(tables: dict[str, AbilityWords], opening: str) -> None:
    reader = CardTextReader(tables["marvel-champions"])
    slow = []
    for bit in _BITS:
        times = [_seconds(reader, opening + (bit * (size // len(bit) + 1))[:size]) for size in (2_000, 8_000)]
        # Four times the length: linear is 4, quadratic 16. What takes next to nothing is not measured.
        if times[1] > 0.02 and times[1] > 9 * times[0]:
            slow.append((bit, times))
    assert slow == []


def test_eight_thousand_brackets_take_milliseconds(tables: dict[str, AbilityWords]) -> None:
    assert _seconds(CardTextReader(tables["marvel-champions"]), "]" * 8_000) < 0.05


def test_what_stands_beyond_twenty_thousand_letters_is_told(tables: dict[str, AbilityWords]) -> None:
    text = "Action: Draw 1 card. " * 1_200
    beyond = CardTextReader(tables["marvel-champions"]).read(text).unread[-1]
    assert (beyond.part, beyond.span) == ("text", (20_000, len(text)))
