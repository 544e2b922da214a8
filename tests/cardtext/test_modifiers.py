"""What stands before, behind or in brackets beside a deed and changes it, whatever the deed. All cards are made up."""

from __future__ import annotations

import pytest

from judge.cardtext.card_words import CardWords
from tests.cardtext.conftest import deed, read_card_text

DEEDS = [
    "deal 3 damage to an enemy",
    "remove 2 threat from a scheme",
    "heal 2 damage from your identity",
    "draw 2 cards",
    "discard 1 card at random from your hand",
    "place 1 charge counter on this card",
    "you take 2 damage",
    "this attack gains overkill",
    "put a card in your hand into play",
    "choose to discard a card or to take 1 damage",
    "each player discards 1 card",
]
BEHIND = [
    "for each ally you control, up to a maximum of 4",
    "per ally you control",
    "for each different resource type among those cards",
    "for each enemy beyond the first",
    "only if you are in hero form",
    ", and only if you control an ally",
    "instead of being discarded",
    "2 times",
    "an additional time",
    "(if able)",
    "(in any form)",
    "(even in alter-ego form)",
    "(this damage cannot be prevented)",
    "(this attack gains piercing)",
    "as though it were your turn",
    "for the remainder of the round",
    ", in player order",
    "immediately",
]
BEFORE = [
    "instead of attacking,",
    "starting with the first player,",
    "for each [boost] icon on that card,",
    "draw 1 card. After doing so,",
]


@pytest.mark.parametrize("said", BEHIND)
def test_words_behind_a_deed_are_read_behind_any(tables: dict[str, CardWords], said: str) -> None:
    gap = "" if said.startswith(",") else " "
    happens = [one for one in DEEDS if not (said.startswith("as though") and "gains" in one)]
    texts = [f"Action: {one.capitalize()}{gap}{said}." for one in happens]
    assert [text for text in texts if read_card_text(text, tables["marvel-champions"]).unread] == []


@pytest.mark.parametrize("said", BEFORE)
def test_words_before_a_deed_are_read_before_any(tables: dict[str, CardWords], said: str) -> None:
    texts = [f"Action: {said.capitalize()} {one}." for one in DEEDS]
    assert [text for text in texts if read_card_text(text, tables["marvel-champions"]).unread] == []


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Deal 3 damage to an enemy plus 2.", "damage.dealt -→a.enemy ×3+2"),
        ("Draw 2 cards, minus 1.", "draw -→2.card ×2+-1"),
        (
            "Deal 5 damage to an enemy, plus 2 for each ally.",
            "damage.dealt -→a.enemy ×5+2·each.ally",
        ),
        ("Deal damage to an enemy equal to your ATK plus 1.", "damage.dealt -→a.enemy ×equal·ATK/you+1"),
        ("Deal 2 damage to an enemy plus your ATK.", "damage.dealt -→a.enemy ×2+equal·ATK/you"),
        (
            "Deal damage to an enemy equal to your ATK or your DEF, whichever is greater.",
            "damage.dealt -→a.enemy ×equal·highest.ATK|DEF/you",
        ),
        ("Deal X damage to an enemy, X being your ATK.", "damage.dealt -→a.enemy ×X·ATK/you"),
        ("Draw 1 card, after this attack.", "Delayed(after attack -→-; draw -→a.card ×1)"),
        (
            "Deal 1 damage to each enemy (2 damage instead to each Spy enemy).",
            "Sequence(damage.dealt -→each.enemy ×1; Instead(damage.dealt -→each.enemy:spy ×2; True))",
        ),
        (
            "Deal 1 damage to each enemy (ranged).",
            "Sequence(damage.dealt -→each.enemy ×1; Gain(that.attack>event; ranged))",
        ),
        (
            "Choose to discard a card or to give the villain a boost card.",
            "Choose(discard -→a.card ×1; boost.given -→villain ×1)",
        ),
        ("Put an ally in your hand into play.", "enter-play -→a.ally/you in hand to=play"),
        ("Place 1 time counter here.", "counter.placed<time> -→this ×1"),
        (
            "Ready an ally with cost 3 or less and with a different name.",
            "ready -→a.ally{has<cost> -→- ×3 at-most}{has<name> -→- to=a.different.name ×1}",
        ),
        (
            "Put one of them in your hand and the other on the bottom of your deck.",
            "Sequence(place -→a.that>event to=hand/you; place -→other.any to=bottom.deck/you)",
        ),
        (
            "Deal 1 damage to each minion, then 1 damage to the villain.",
            "Then(damage.dealt -→each.minion ×1; damage.dealt -→villain ×1)",
        ),
        (
            "Give the villain 2 boost cards, or 3 if it is stunned.",
            "Sequence(boost.given -→villain ×2; If(has-status<stunned> -→that>target; "
            "Instead(boost.given -→villain ×3; True)))",
        ),
        (
            "For the rest of this phase, your hero gets +1 ATK.",
            "Lasting(Modify(you.hero; ATK; ×1; +); phase)",
        ),
        (
            "Deal 1 damage to an enemy X times, where X is the number of allies you control.",
            "Repeat(damage.dealt -→a.enemy ×1; ×X·ally/you)",
        ),
        (
            "Deal 1 damage to an enemy for each time you attacked this turn.",
            "damage.dealt -→a.enemy ×1·each.occasion{attack you→- this-turn}",
        ),
        (
            "Deal 2 damage to, or remove 1 threat from, a card in play.",
            "Choose(damage.dealt -→a.card in play ×2; threat-removed -→a.card in play ×1)",
        ),
        (
            "Heal 1 damage from, and ready, an ally you control.",
            "Sequence(heal -→a.ally/you ×1; ready -→that>target)",
        ),
        (
            "Stun each enemy you dealt damage to this way.",
            "status.given<stunned> -→each.enemy{damage.dealt you→each.enemy this-way}",
        ),
        (
            "Discard a card, with cost 2 or less, from your hand.",
            "discard -→a.card{has<cost> -→- ×2 at-most} origin=hand/you ×1",
        ),
        (
            "Deal 3 damage to an ally with cost equal to your ATK.",
            "damage.dealt -→a.ally{has<cost> -→- ×equal·ATK/you} ×3",
        ),
        ("Ready a stunned or confused ally.", "ready -→a.ally{has-status<stunned> -→- or has-status<confused> -→-}"),
        (
            "Choose one: ready an ally; draw 1 card; or heal 1 damage from an ally.",
            "Choose(ready -→a.ally; draw -→a.card ×1; heal -→a.ally ×1)",
        ),
        (
            "Choose another player. That player and you each draw 1 card.",
            "Sequence(choose -→a.other.player; draw (that.player>target and you)→a.card ×1)",
        ),
        (
            "Your hero gets +1 ATK for its next attack.",
            "Delayed(when attack you.hero→-; Lasting(Modify(you.hero; ATK; ×1; +); attack))",
        ),
    ],
)
def test_amounts_times_and_brackets_mean_what_they_say(tables: dict[str, CardWords], said: str, read: str) -> None:
    (ability,) = read_card_text(f"Action: {said}", tables["marvel-champions"]).abilities
    assert deed(ability.tree.effect) == read
    assert ability.tree.unread == ()


def test_a_sentence_that_bounds_the_use_is_asked_before_it(tables: dict[str, CardWords]) -> None:
    text = "Action: Draw 1 card. Use this ability only if you are in hero form."
    (ability,) = read_card_text(text, tables["marvel-champions"]).abilities
    assert deed(ability.tree.effect) == "draw -→a.card ×1"
    assert [one.clause and one.clause.event for one in ability.tree.conditions] == ["in-form"]


def test_brackets_behind_a_keyword_may_remind_of_what_it_means(tables: dict[str, CardWords]) -> None:
    text = "Each Spy minion gains villainous (when this minion activates, give it a boost card)."
    (ability,) = read_card_text(text, tables["marvel-champions"]).abilities
    assert deed(ability.tree.effect) == "Gain(each.minion:spy; villainous)"
    assert ability.tree.unread == ()


def test_a_reminder_in_brackets_is_no_further_deed(tables: dict[str, CardWords]) -> None:
    text = "Action: Deal 3 damage to an enemy (place 2 threat here)."
    (ability,) = read_card_text(text, tables["marvel-champions"]).abilities
    assert [one.text for one in ability.tree.unread] == ["(place 2 threat here)"]
