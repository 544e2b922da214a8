"""How much something is beside something else: one grammar wherever values, counts and sizes are spoken of."""

from __future__ import annotations

from itertools import product

import pytest

from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import Act, Amount, If, Modify
from tests.cardtext.conftest import read_card_text

MC = "marvel-champions"
COMPARED = {
    "equal to": ("exactly", None),
    "equal to or less than": ("up-to", None),
    "equal to or greater than": ("at-least", None),
    "less than or equal to": ("up-to", None),
    "no more than": ("up-to", None),
    "no less than": ("at-least", None),
    "lower than": ("up-to", -1),
    "higher than": ("at-least", 1),
}
"""A comparison, how it bounds, and what it adds to what it names."""
WITH_WHAT = ("your hand size", "its ATK", "the number of allies you control", "twice its ATK")
PLACES = (
    "Action: If the villain's ATK is {}, draw 1 card.",
    "Action: Choose an enemy whose ATK is {}.",
    "Action: Search your deck for an ally with a cost {}.",
    "You cannot play cards with printed cost {}.",
    "Response: After you defeat a minion with ATK {}, draw 1 card.",
    "Each minion with ATK {} gains guard.",
)


@pytest.mark.parametrize("place", PLACES)
def test_any_comparison_is_read_anywhere(tables: dict[str, CardWords], place: str) -> None:
    for compared, what in product(COMPARED, WITH_WHAT):
        assert not read_card_text(place.format(f"{compared} {what}"), tables[MC]).unread, (compared, what)


@pytest.mark.parametrize(("compared", "bound", "beyond"), [(said, *bounds) for said, bounds in COMPARED.items()])
def test_a_comparison_says_where_it_is_bounded(
    tables: dict[str, CardWords], compared: str, bound: str, beyond: int | None
) -> None:
    text = f"Action: If the villain's ATK is {compared} your hand size, draw 1 card."
    effect = read_card_text(text, tables[MC]).abilities[0].tree.effect
    assert isinstance(effect, If) and effect.condition.clause is not None
    amount = effect.condition.clause.amount
    assert amount is not None and amount.of is not None and amount.of.kinds == ("hand-size",)
    assert (amount.value, amount.bound, amount.plus) == ("equal", bound, Amount(beyond) if beyond else None)


@pytest.mark.parametrize(
    ("size", "value", "plus"),
    [
        ("half that much damage", "half", None),
        ("twice that much damage", "double", None),
        ("damage equal to twice your ATK", "double", None),
        ("damage equal to half your ATK", "half", None),
        ("damage equal to 1 more than your ATK", "equal", 1),
        ("as much damage as your ATK", "equal", None),
        ("as much damage as there are minions in play", "equal", None),
    ],
)
def test_a_share_of_something_is_no_other_amount(
    tables: dict[str, CardWords], size: str, value: str, plus: int | None
) -> None:
    read = read_card_text(f"Action: Deal {size} to an enemy.", tables[MC]).abilities[0].tree
    assert not read.unread and isinstance(read.effect, Act) and read.effect.clause.amount is not None
    amount = read.effect.clause.amount
    assert (amount.value, amount.plus and amount.plus.value) == (value, plus)


@pytest.mark.parametrize(
    ("said", "direction"),
    [
        ("1 additional resource", "+"),
        ("an additional [wild] resource", "+"),
        ("1 more", "+"),
        ("1 less", "-"),
        ("1", "="),
    ],
)
def test_what_costs_an_additional_resource_costs_more(tables: dict[str, CardWords], said: str, direction: str) -> None:
    read = read_card_text(f"The first event played by each player each round costs {said}.", tables[MC]).abilities[0]
    assert isinstance(read.tree.effect, Modify) and read.tree.effect.direction == direction and not read.tree.unread


@pytest.mark.parametrize(
    "text",
    [
        "Response: After a minion takes 2 or more [per player] damage, draw 1 card.",
        "Action: If there are more than 2 [per player] threat here, draw 1 card.",
        "Action: If there are fewer than 2 [per player] counters here, draw 1 card.",
        "Action: Place up to 2 [per player] threat on the main scheme.",
        "Tin Fox gets +2 [per player] hit points.",
    ],
)
def test_a_number_for_each_player_stays_so_beside_any_bound_or_sign(tables: dict[str, CardWords], text: str) -> None:
    read = read_card_text(text, tables[MC], "Tin Fox")
    assert not read.unread and "value=2, of=Noun(head='class', kinds=('player',)" in repr(read.abilities[0].tree)
