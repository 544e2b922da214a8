"""A line that is an instruction, a name or one point of a list leaves the next line what it is: made-up texts."""

from __future__ import annotations

import pytest

from judge.cardtext.card_words import CardWords
from tests.cardtext.conftest import read_card_text

_SAYS = "Attached enemy gets +1 ATK."


def _trees(tables: dict[str, CardWords], text: str, game: str = "marvel-champions") -> list[object]:
    read = read_card_text(text, tables[game])
    assert not read.unread
    return [one.tree.effect for one in read.abilities]


@pytest.mark.parametrize("line", ["Attach to the villain", "Max 1 per player", "Play only if you are in hero form"])
def test_an_instruction_without_full_stop_ends_with_its_line(tables: dict[str, CardWords], line: str) -> None:
    assert len(_trees(tables, f"{line}\n{_SAYS}")) == len(_trees(tables, f"{line}.\n{_SAYS}")) == 1


@pytest.mark.parametrize("says", ["When Brak attacks, draw a card.", "Each character on your side gets +1/+1."])
def test_a_further_name_ends_with_its_line(tables: dict[str, CardWords], says: str) -> None:
    assert len(_trees(tables, f"AKA Zud\n{says}", "vs-system-2pcg")) == 1


@pytest.mark.parametrize("mark", ["* ", "- ", "• ", "[star] "])
def test_a_single_point_is_no_choice(tables: dict[str, CardWords], mark: str) -> None:
    kinds = {type(one).__name__ for one in _trees(tables, f"{mark}Brak's attacks gain piercing.")}
    assert kinds == {"Gain"}
