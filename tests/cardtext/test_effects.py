"""What abilities do to the rest: the effects a resolver acts on. All cards are made up."""

from __future__ import annotations

import pytest

from judge.cardtext.card_text import read_card_text
from judge.cardtext.words import AbilityWords
from tests.cardtext.conftest import deed

EFFECTS: list[tuple[str, list[str]]] = [
    ('cancel its "When Revealed" effects.', ["cancel when-revealed"]),
    ("cancel the effects of that treachery and discard it.", ["cancel effects", "discard it"]),
    ("cancel the boost icons on that card.", ["cancel boost-icons"]),
    ("cancel that card's boost ability.", ["cancel boost"]),
    ("cancel the attack.", ["cancel attack"]),
    ("prevent 3 of that damage.", ["prevent damage 3"]),
    ("prevent all of that damage.", ["prevent damage all"]),
    ("prevent 1 of that threat.", ["prevent threat 1"]),
    ("that attack gains overkill.", ["gain-keyword overkill"]),
    (
        "that attack gains overkill, piercing, and ranged.",
        [f"gain-keyword {k}" for k in ("overkill", "piercing", "ranged")],
    ),
    ("your hero has retaliate 2.", ["gain-keyword retaliate you:hero 2"]),
    ("prevent the first 2 damage.", ["prevent damage 2"]),
    ("you cannot attack, thwart, or defend.", ["cannot attack you", "cannot thwart you", "cannot defend you"]),
    ("this card gains surge.", ["gain-keyword surge this"]),
    ("your hero gets +1 DEF and gains retaliate 1.", ["modify def you:hero +1", "gain-keyword retaliate you:hero 1"]),
    ("stun that enemy.", ["give-status stunned enemy"]),
    ("confuse the villain.", ["give-status confused villain"]),
    ("you are stunned.", ["give-status stunned you"]),
    ("ready C.O.G. and heal 1 damage from Mrs. Vane.", ["ready name:C.O.G.", "heal name:Mrs. Vane 1"]),
    ("either take 2 damage or stun your hero.", ["deal-damage you 2", "give-status stunned you:hero"]),
    ("the next attack you make this phase deals 2 additional damage.", []),
    ("you cannot change to hero form.", ["cannot change-form you"]),
    ("this stage cannot be completed while a minion is in play.", ["cannot be-completed this"]),
    ("each player who cannot places 1 threat here.", []),
    ("give your hero a tough status card.", ["give-status tough you:hero"]),
    ("discard a stunned status card from your hero.", ["remove-status stunned you:hero 1"]),
    ("deal 2 damage to that minion and stun it.", ["deal-damage minion 2", "give-status stunned it"]),
    ("you take 2 damage.", ["deal-damage you 2"]),
    ("take 2 damage.", ["deal-damage you 2"]),
    ("Gravel Jack heals 3 damage.", ["heal name:Gravel Jack 3"]),
    ("heal 1 damage from an ally.", ["heal ally 1"]),
    ("Gravel Jack attacks you.", ["attack Gravel Jack you"]),
    ("each Robot minion engaged with you attacks you.", ["attack minion you"]),
    ("the villain schemes.", ["scheme villain"]),
    ("the villain schemes and each minion engaged with you attacks you.", ["scheme villain", "attack minion you"]),
    ("the villain and each minion engaged with you attack you.", ["attack villain you", "attack minion you"]),
    ("remove 1 threat from each of 2 schemes and draw 1 card.", ["remove-threat scheme 1", "draw card you 1"]),
    ("the next attack against you this phase gains overkill.", ["gain-keyword overkill"]),
    ("characters cannot be readied.", ["cannot ready character"]),
    ("place 2 threat on the main scheme.", ["place-threat main-scheme 2"]),
    ("place 1 threat on the villain's side scheme.", ["place-threat side-scheme:villain 1"]),
    ("remove 2 threat from a scheme.", ["remove-threat scheme 2"]),
    ("put that minion into play.", ["enter-play minion"]),
    ("reveal another card from the encounter deck.", ["reveal card"]),
    ("draw 2 cards.", ["draw card you 2"]),
    ("change to hero form.", ["change-form hero"]),
    ("flip to alter-ego form.", ["change-form alter-ego"]),
    ("discard this card.", ["discard this"]),
    ("return Brass Owl to your hand.", ["leave-play name:Brass Owl"]),
    ("exhaust your hero.", ["exhaust you:hero"]),
    ("ready Brass Owl.", ["ready name:Brass Owl"]),
    ("that ally becomes the defender.", ["defend ally"]),
    ("attached enemy cannot attack or scheme.", ["cannot attack attached:enemy", "cannot scheme attached:enemy"]),
    ("discard 1 card.", ["discard card 1"]),
    ("discard the top 2 cards of your deck.", ["discard card"]),
    ("discard a Tool card you control.", ["discard card:Tool/you"]),
    ("Gravel Jack cannot be attacked.", ["cannot be-attacked name:Gravel Jack"]),
    ("threat cannot be placed on the main scheme.", ["cannot place-threat main-scheme"]),
    ("you cannot take damage.", ["cannot damage you"]),
    ("threat cannot be removed from attached scheme.", ["cannot remove-threat attached:scheme"]),
    ("if that enemy is stunned, draw 1 card.", ["draw card you 1"]),
    ("if you cannot, this card gains surge.", ["gain-keyword surge this"]),
    ('that minion gains "Action: Deal 3 damage to an enemy."', []),
    ("deal 1 damage to an enemy (2 damage instead if you are a Robot).", ["deal-damage enemy 1"]),
]


@pytest.mark.parametrize(("text", "expected"), EFFECTS, ids=[row[0][:48] for row in EFFECTS])
def test_effects_are_read_from_the_verb(tables: dict[str, AbilityWords], text: str, expected: list[str]) -> None:
    (ability,) = read_card_text(f"Interrupt: When you thwart, {text}", tables["marvel-champions"]).abilities
    assert [deed(effect) for effect in ability.effects] == expected


def test_instead_of_something_that_would_happen_names_what_it_replaces(tables: dict[str, AbilityWords]) -> None:
    text = "Forced Interrupt: When you would take damage, discard this card instead."
    (ability,) = read_card_text(text, tables["marvel-champions"]).abilities
    assert [deed(effect) for effect in ability.effects] == ["discard this", "instead damage"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Action: Cancel the attack. Then, draw 1 card.", ("cancel", "then")),
        ("Interrupt: When you would take damage, prevent it.", ("prevent",)),
        ("Interrupt: When you would take damage, discard this card instead.", ("instead",)),
        ("You cannot thwart.", ("cannot",)),
        ("The attack cannot be cancelled.", ("cannot",)),
        ("You can't thwart.", ("cannot",)),
        ("Action: Discard a card. If you cannot, draw 1 card.", ()),
        ("Action: Draw 1 card. (Then shuffle. This cannot be cancelled.)", ()),
    ],
)
def test_the_kinds_of_an_effect_are_its_words(
    tables: dict[str, AbilityWords], text: str, kinds: tuple[str, ...]
) -> None:
    (ability,) = read_card_text(text, tables["marvel-champions"]).abilities
    assert ability.effect_kinds == kinds


def test_what_paying_does_is_read_apart_from_the_effect(tables: dict[str, AbilityWords]) -> None:
    text = "Response: After you thwart, exhaust Tin Fox and discard Tin Lamp → ready an ally."
    (ability,) = read_card_text(text, tables["marvel-champions"], "Tin Fox").abilities
    assert [deed(effect) for effect in ability.cost_effects] == ["exhaust this", "discard name:Tin Lamp"]
    assert [deed(effect) for effect in ability.effects] == ["ready ally"]


def test_a_card_s_own_name_is_whole_whatever_stands_in_it(tables: dict[str, AbilityWords]) -> None:
    text = "Action: Exhaust Nell Ash, M.D. → ready another ally. Discard Nell Ash, M.D."
    (ability,) = read_card_text(text, tables["marvel-champions"], "Nell Ash, M.D.").abilities
    assert [deed(effect) for effect in ability.cost_effects] == ["exhaust this"]
    assert [deed(effect) for effect in ability.effects] == ["ready ally", "discard this"]


def test_the_ko_pile_is_a_place_and_no_deed(tables: dict[str, AbilityWords]) -> None:
    (ability,) = read_card_text("Build: KO a Location from your KO pile.", tables["vs-system-2pcg"]).abilities
    assert [deed(effect) for effect in ability.effects] == ["ko location"]
