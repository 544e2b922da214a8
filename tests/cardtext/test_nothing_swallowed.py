"""Lists of things, shares, places and amounts of which the grammar once kept the first alone."""

from __future__ import annotations

import pytest

from judge.cardtext.card_words import CardWords
from tests.cardtext.conftest import condition, deed, read_card_text

MC = "marvel-champions"


def said(tables: dict[str, CardWords], text: str) -> str:
    """The effect of an ability that is read whole, as one line."""
    read = read_card_text(text, tables[MC], "Tin Fox")
    assert not read.unread, text
    return deed(read.abilities[0].tree.effect)


EVENTS = {
    "a tough status card": "status.given<tough> -→a.enemy ×1",
    "a boost card": "boost.given -→a.enemy ×1",
    "2 charge counters": "counter.placed<charge> -→a.enemy ×2",
}


@pytest.mark.parametrize("first", EVENTS)
@pytest.mark.parametrize("second", EVENTS)
@pytest.mark.parametrize(("joint", "node"), [("and", "Sequence"), ("or", "Choose")])
def test_each_thing_of_a_list_is_an_event(
    tables: dict[str, CardWords], first: str, second: str, joint: str, node: str
) -> None:
    found = said(tables, f"Action: Give an enemy {first} {joint} {second}.")
    assert found == f"{node}({EVENTS[first]}; {EVENTS[second]})"


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("Deal 2 damage and 1 indirect damage to a player.", ["×2", "×1 indirect"]),
        ("Place 1 threat and 2 charge counters on the main scheme.", ["threat-placed", "counter.placed<charge>"]),
        ("Remove 1 threat and each counter from a scheme.", ["threat-removed", "counter.removed"]),
        ("Give an enemy a stunned and a confused status card.", ["<stunned>", "<confused>"]),
        ("Discard each stunned and confused status card from Tin Fox.", ["<stunned>", "<confused>"]),
        ("Remove all stunned, confused, and tough status cards from a hero.", ["<stunned>", "<confused>", "<tough>"]),
        ("Reduce its SCH and ATK by 1.", ["SCH; ×1; -", "ATK; ×1; -"]),
    ],
)
def test_nothing_of_a_list_is_lost(tables: dict[str, CardWords], text: str, events: list[str]) -> None:
    found = said(tables, f"Action: {text}")
    assert found.startswith("Sequence(") and [one for one in events if one not in found] == []


def test_of_two_values_joined_by_or_one_is_chosen(tables: dict[str, CardWords]) -> None:
    assert "Choose(" in said(tables, "Action: You get +1 THW or +1 ATK until the end of the phase.")
    assert "Choose(" not in said(tables, "Action: You get +1 THW and +1 ATK until the end of the phase.")


def test_either_status_is_waited_for(tables: dict[str, CardWords]) -> None:
    text = "Response: After Tin Fox is given a stunned or confused status card, draw 1 card."
    waited = condition(read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree.trigger)
    assert waited == "after status.given<stunned> -→this ×1 or status.given<confused> -→this"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "While Tin Fox has a tough status card or a charge counter, he gets +1 ATK.",
            "has-status<tough> -→this or has",
        ),
        ("Tin Fox has a base SCH of 1, a base ATK of 2, and a base hit points of 3.", "hit-points; ×3; ="),
        ("Action: Remove all but 3 threat from this scheme.", "×all+-3"),
        ("Action: Double the number of echo counters on Tin Fox.", "counter:echo@this"),
        ("Action: If it has a printed [wild] resource, draw 1 card.", ":wild"),
        ("Action: Exhaust each upgrade with a printed [energy] resource.", ":energy"),
        ("Action: Discard the top 2 cards of each player deck and the encounter deck.", "in encounter-deck)"),
        (
            "Action: Deal damage to an enemy equal to the number of cards in your hand and discard pile.",
            "discard-pile)",
        ),
        ("Action: Choose two: draw 1 card, ready an ally, or stun an enemy.", "; 2)"),
        ("Action: Remove 1 counter of any type from a card you control.", "a.card/you"),
        ("Action: Give a character +1 to each of its basic powers this phase.", "basic.power"),
        ("Tin Fox takes 1 less damage from enemy attacks.", "attack/enemy"),
        ("Action: Move 3 damage from an ally with Tin Fox attached to an enemy.", " to=a.enemy"),
        ("Action: Put an ally with a printed cost of 2 or less into play.", "has<cost> -→- ×2 at-most"),
        ("Action: Have an ally ready.", "ready -→a.ally"),
        ("Action: You may discard 1 card. If you choose not to, stun your hero.", "If(not happened"),
        ("Action: Each player who chooses not to takes 1 damage.", "{not happened"),
        ("Action: Tin Fox gets +1 ATK until Anna's next turn.", "next-turn"),
    ],
)
def test_every_word_is_kept(tables: dict[str, CardWords], text: str, kept: str) -> None:
    assert kept in said(tables, text)


def test_a_deck_with_an_article_of_its_own_is_not_yours(tables: dict[str, CardWords]) -> None:
    found = said(tables, "Action: Discard the top card of your deck and the encounter deck.")
    assert found == "discard -→(top.card/you in deck and top.card in encounter-deck)"


@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("Tin Fox cannot take damage or be stunned.", 2),
        ("Tin Fox cannot be stunned or confused or take damage.", 3),
        ("Tin Fox cannot attack, defend, or be readied.", 3),
    ],
)
def test_a_cannot_is_said_of_each_verb_that_it_joins(tables: dict[str, CardWords], text: str, forbidden: int) -> None:
    found = said(tables, text)
    assert found.count("Forbid(") == forbidden and found.count(";") == forbidden - 1


def test_the_target_of_attacks_is_attacked(tables: dict[str, CardWords]) -> None:
    assert said(tables, "Allies cannot be chosen as the target of enemy attacks.") == "Forbid(attack enemy→ally)"


@pytest.mark.parametrize("asked", ["you are in hero form", "an ally was defeated this round", "Tin Fox is exhausted"])
def test_a_condition_may_stand_before_a_list_of_deeds(tables: dict[str, CardWords], asked: str) -> None:
    found = said(tables, f"Action: If {asked}:\n• Draw 1 card.\n• The villain attacks you.")
    assert found.startswith("If(") and found.endswith("; Sequence(draw -→a.card ×1; attack villain→you))")


def test_items_may_end_a_condition(tables: dict[str, CardWords]) -> None:
    text = "Action: Discard the top card of your deck. If that card is:\n• An event, draw 1 card.\n• An ally, ready it."
    assert said(tables, text).count("If(is -→that.card") == 2


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Action: If Tin Fox has more counters than you have allies, draw 1 card.", "than -→- to=ally/you more-than"),
        ("Interrupt: When Tin Fox would be defeated, instead the villain attacks you.", "Instead(attack villain→you)"),
        ("Action: Draw 1 card. If Tin Fox is exhausted, do this again.", "repeat<effect>"),
        ("Action: Put an ally into play, regardless of its cost.", "enter-play"),
        ("Action: Discard the top card of each player deck.", "top.card/each.player in deck"),
    ],
)
def test_these_are_read_whole(tables: dict[str, CardWords], text: str, kept: str) -> None:
    assert kept in said(tables, text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("When you would take damage, redirect that damage to Tin Fox.", "Instead(damage.dealt -→this)"),
        ("When you would take damage, redirect it to Tin Fox.", "Instead(damage.dealt -→this)"),
        ("When threat would be placed here, redirect it to the main scheme.", "Instead(threat-placed -→main-scheme)"),
        ("When an enemy attacks you, redirect that attack to Tin Fox.", "defend this→-"),
        ("When an enemy attacks you, change the target of that attack to Tin Fox.", "defend this→-"),
    ],
)
def test_what_is_redirected_befalls_another(tables: dict[str, CardWords], text: str, found: str) -> None:
    assert said(tables, f"Interrupt: {text}") == found


@pytest.mark.parametrize("listed", ["1 or 2", "1, 2", "0, 1, or 2", "0, 1 and 2"])
def test_what_may_be_chosen_stands_in_a_bracket(tables: dict[str, CardWords], listed: str) -> None:
    assert listed in said(tables, f"Action: Choose a number ({listed}).")


@pytest.mark.parametrize("bracketed", ["1", "1 2", "or 1"])
def test_a_bracket_that_lists_nothing_is_told(tables: dict[str, CardWords], bracketed: str) -> None:
    read = read_card_text(f"Action: Choose a number ({bracketed}).", tables[MC])
    assert [part.text for part in read.unread] == [f"({bracketed})"]
