"""What abilities do: each word in a node of the tree. All cards are made up."""

from __future__ import annotations

import pytest

from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import Act, Choose
from tests.cardtext.conftest import deed, read_card_text

# What stands behind “When the villain attacks an ally,”, and what it is read as.
EFFECTS: list[tuple[str, str]] = [
    ('cancel its "When Revealed" effects.', "Cancel(effect:When Revealed/that>patient; when-revealed)"),
    (
        "cancel the effects of that treachery and discard it.",
        "Sequence(Cancel(effect/that.treachery>patient; effect); discard -→that>patient)",
    ),
    ("cancel the boost icons on that card.", "Cancel(boost-icon@that.card>patient; boost-icon)"),
    ("cancel that card's boost ability.", "Cancel(boost-ability/that.card>patient; boost-ability)"),
    ("cancel the attack.", "Cancel(attack; attack)"),
    ("prevent 3 of that damage.", "Prevent(damage; ×3; 3.that.damage>thing)"),
    ("prevent all of that damage.", "Prevent(damage; ×all; all.that.damage>thing)"),
    ("prevent 1 of that threat.", "Prevent(threat; ×1; a.that.threat>thing)"),
    ("that attack gains overkill.", "Gain(that.attack>event; overkill)"),
    (
        "that attack gains overkill, piercing, and ranged.",
        "Sequence(Gain(that.attack>event; overkill); Gain(that.attack>event; piercing); "
        "Gain(that.attack>event; ranged))",
    ),
    ("your hero has retaliate 2.", "Gain(you.hero; retaliate; ×2)"),
    ("prevent the first 2 damage.", "Prevent(damage; ×2; 2.first.damage)"),
    (
        "you cannot attack, thwart, or defend.",
        "Sequence(Forbid(attack you→-); Forbid(thwart you→-); Forbid(defend you→-))",
    ),
    ("this card gains surge.", "Gain(this.card; surge)"),
    (
        "your hero gets +1 DEF and gains retaliate 1.",
        "Sequence(Modify(you.hero; DEF; ×1; +); Gain(you.hero; retaliate; ×1))",
    ),
    ("stun that enemy.", "status.given<stunned> -→that.enemy>patient"),
    ("confuse the villain.", "status.given<confused> -→villain"),
    ("you are stunned.", "status.given<stunned> -→you"),
    ("ready C.O.G. and heal 1 damage from Mrs. Vane.", "Sequence(ready -→named:C.O.G.; heal -→named:Mrs. Vane ×1)"),
    ("either take 2 damage or stun your hero.", "Choose(damage.taken -→- ×2; status.given<stunned> -→you.hero)"),
    (
        "the next attack you make this phase deals 2 additional damage.",
        "damage.dealt -→- source=next.attack{attack you→- this-phase next} ×2 additional from-attack",
    ),
    ("you cannot change to hero form.", "Forbid(change-form<hero> -→you to=hero)"),
    (
        "this stage cannot be completed while a minion is in play.",
        "While(in-play -→a.minion; Forbid(complete -→this.stage))",
    ),
    ("each player who cannot places 1 threat here.", "threat-placed each.player{not happened -→-}→this ×1"),
    ("give your hero a tough status card.", "status.given<tough> -→you.hero ×1"),
    ("discard a stunned status card from your hero.", "status.removed<stunned> -→you.hero ×1"),
    (
        "deal 2 damage to that minion and stun it.",
        "Sequence(damage.dealt -→that.minion>patient ×2; status.given<stunned> -→that>patient)",
    ),
    ("you take 2 damage.", "damage.taken -→you ×2"),
    ("take 2 damage.", "damage.taken -→- ×2"),
    ("Gravel Jack heals 3 damage.", "heal named:Gravel Jack→named:Gravel Jack ×3"),
    ("heal 1 damage from an ally.", "heal -→a.ally ×1"),
    ("Gravel Jack attacks you.", "attack named:Gravel Jack→you"),
    ("each Robot minion engaged with you attacks you.", "attack each.minion:robot~you→you"),
    ("the villain schemes.", "scheme villain→-"),
    (
        "the villain schemes and each minion engaged with you attacks you.",
        "Sequence(scheme villain→-; attack each.minion~you→you)",
    ),
    ("the villain and each minion engaged with you attack you.", "attack (villain and each.minion~you)→you"),
    (
        "remove 1 threat from each of 2 schemes and draw 1 card.",
        "Sequence(threat-removed -→each.scheme ×1; draw -→a.card ×1)",
    ),
    ("the next attack against you this phase gains overkill.", "Gain(next.this-phase.attack{against -→you}; overkill)"),
    ("characters cannot be readied.", "Forbid(ready -→character)"),
    ("place 2 threat on the main scheme.", "threat-placed -→main-scheme ×2"),
    ("place 1 threat on the villain's side scheme.", "threat-placed -→side-scheme/villain ×1"),
    ("remove 2 threat from a scheme.", "threat-removed -→a.scheme ×2"),
    ("put that minion into play.", "enter-play -→that.minion>patient to=play"),
    ("reveal another card from the encounter deck.", "reveal -→a.other.card origin=encounter-deck ×1"),
    ("draw 2 cards.", "draw -→2.card ×2"),
    ("change to hero form.", "change-form<hero> -→- to=hero"),
    ("flip to alter-ego form.", "change-form<alter-ego> -→- to=alter-ego"),
    ("discard this card.", "discard -→this.card"),
    ("return Brass Owl to your hand.", "move.returned -→named:Brass Owl to=hand/you"),
    ("exhaust your hero.", "exhaust -→you.hero"),
    ("ready Brass Owl.", "ready -→named:Brass Owl"),
    ("that ally becomes the defender.", "defend that.ally>patient→-"),
    (
        "attached enemy cannot attack or scheme.",
        "Sequence(Forbid(attack attached.enemy→-); Forbid(scheme attached.enemy→-))",
    ),
    ("discard 1 card.", "discard -→a.card ×1"),
    ("discard the top 2 cards of your deck.", "discard -→2.top.card/you in deck ×2"),
    ("discard a Tool card you control.", "discard -→a.card:tool/you ×1"),
    ("Gravel Jack cannot be attacked.", "Forbid(attack -→named:Gravel Jack)"),
    ("threat cannot be placed on the main scheme.", "Forbid(threat-placed -→main-scheme)"),
    ("you cannot take damage.", "Forbid(damage.taken -→you)"),
    ("threat cannot be removed from attached scheme.", "Forbid(threat-removed -→attached.scheme)"),
    ("if that enemy is stunned, draw 1 card.", "If(has-status<stunned> -→that.enemy>patient; draw -→a.card ×1)"),
    ("if you cannot, this card gains surge.", "If(not happened -→-; Gain(this.card; surge))"),
    (
        'that minion gains "Action: Deal 3 damage to an enemy."',
        "Gain(that.minion>patient; action: damage.dealt -→a.enemy ×3)",
    ),
    (
        "deal 1 damage to an enemy (2 damage instead if you are a Robot).",
        "Sequence(damage.dealt -→a.enemy ×1; If(is -→you to=a.any:robot; Instead(damage.dealt -→a.enemy ×2; True)))",
    ),
    ("you may deal 1 damage to an enemy.", "May(damage.dealt you→a.enemy ×1)"),
    ("the villain cannot be dealt damage.", "Forbid(damage.dealt -→villain)"),
    (
        "you cannot take more than 3 damage from a single attack.",
        "Forbid(damage.taken -→you source=a.single.attack from-attack; ×3)",
    ),
    ("choose: ready an ally, or draw 1 card.", "Choose(ready -→a.ally; draw -→a.card ×1)"),
    ("choose to either take 1 damage or place 1 threat here.", "Choose(damage.taken -→- ×1; threat-placed -→this ×1)"),
    ("draw 1 card for each ally you control.", "draw -→a.card ×1·each.ally/you"),
    ("ready an ally. Then, draw 1 card.", "Then(ready -→a.ally; draw -→a.card ×1)"),
    ("until the end of the round, you get +1 ATK.", "Lasting(Modify(you; ATK; ×1; +); round)"),
    ("at the end of this attack, discard Tin Fox.", "Delayed(at attack.end -→-; discard -→this)"),
    ("it schemes instead.", "Instead(scheme that>patient→-)"),
    ("that activation does not resolve.", "Cancel(that.activation>event; activation)"),
    ("do not give it a boost card.", "Forbid(boost.given -→that>patient ×1)"),
    ("attached minion cannot activate.", "Forbid(activation attached.minion→-)"),
    ("each player discards 1 card from their hand.", "discard each.player→a.card origin=hand/that>subject ×1"),
    (
        "discard cards from the top of the encounter deck until you discard a minion.",
        "Repeat(discard -→card origin=top.encounter-deck; ×until; discard you→a.minion)",
    ),
    ("exhaust another ally.", "exhaust -→a.other.ally"),
    ("look at the top card of your deck. Discard it.", "Sequence(look -→top.card/you in deck; discard -→that>target)"),
    (
        "if you are in hero form, draw 1 card. Otherwise, you are stunned.",
        "If(in-form<hero> -→you; draw -→a.card ×1; status.given<stunned> -→you)",
    ),
    ("deal 1 damage to each minion and ally.", "damage.dealt -→(each.minion and each.ally) ×1"),
    ('your hero gains "Action: Draw 1 card."', "Gain(you.hero; action: draw -→a.card ×1)"),
    ("take 1 damage unless you discard a card.", "Unless(damage.taken -→- ×1; discard you→a.card ×1)"),
    ("place 1 threat here instead of on the main scheme.", "Instead(threat-placed -→this ×1; main-scheme)"),
    ("ready an ally if it is exhausted.", "If(is<exhausted> -→that>target; ready -→a.ally)"),
    ("while it is attacking, it gets +2 ATK.", "While(attack that>patient→-; Modify(that>patient; ATK; ×2; +))"),
    ("flurble each wibble.", "Unread(effect; flurble each wibble)"),
    ("deal 1 damage to the villain and glorp.", "Sequence(damage.dealt -→villain ×1; Unread(effect; glorp))"),
    ("the engaged player discards 1 card.", "discard engaged-player→a.card ×1"),
    (
        "that player may draw 1 card. If they do, they take 1 damage.",
        "Sequence(May(draw that.player>patient→a.card ×1; that.player>patient); "
        "If(happened that.player>patient→-; damage.taken -→that.player>patient ×1))",
    ),
    ("deal damage to it equal to its SCH.", "damage.dealt -→that>patient ×equal·SCH/that>patient"),
    ("each other player draws 1 card.", "draw each.other.player→a.card ×1"),
]


@pytest.mark.parametrize(("text", "expected"), EFFECTS, ids=[row[0][:48] for row in EFFECTS])
def test_effects_are_read_into_nodes(tables: dict[str, CardWords], text: str, expected: str) -> None:
    (ability,) = read_card_text(
        f"Interrupt: When the villain attacks an ally, {text}", tables["marvel-champions"], "Tin Fox"
    ).abilities
    assert deed(ability.tree.effect) == expected


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
def test_the_kinds_of_an_effect_are_its_words(tables: dict[str, CardWords], text: str, kinds: tuple[str, ...]) -> None:
    (ability,) = read_card_text(text, tables["marvel-champions"]).abilities
    assert ability.effect_kinds == kinds


def test_what_paying_does_is_read_apart_from_the_effect(tables: dict[str, CardWords]) -> None:
    text = "Response: After you thwart, exhaust Tin Fox and discard Tin Lamp → ready an ally."
    (ability,) = read_card_text(text, tables["marvel-champions"], "Tin Fox").abilities
    assert ability.tree.cost is not None
    assert deed(ability.tree.cost) == "Sequence(exhaust -→this; discard -→named:Tin Lamp)"
    assert deed(ability.tree.effect) == "ready -→a.ally"


def test_a_card_s_own_name_is_whole_whatever_stands_in_it(tables: dict[str, CardWords]) -> None:
    text = "Action: Exhaust Nell Ash, M.D. → ready another ally. Discard Nell Ash, M.D."
    (ability,) = read_card_text(text, tables["marvel-champions"], "Nell Ash, M.D.").abilities
    assert ability.tree.cost is not None
    assert deed(ability.tree.cost) == "exhaust -→this"
    assert deed(ability.tree.effect) == "Sequence(ready -→a.other.ally; discard -→this)"


def test_the_ko_pile_is_a_place_and_no_deed(tables: dict[str, CardWords]) -> None:
    (ability,) = read_card_text("Build: KO a Location from your KO pile.", tables["vs-system-2pcg"]).abilities
    assert deed(ability.tree.effect) == "ko -→a.location origin=ko-pile/you"


@pytest.mark.parametrize(
    ("said", "most", "least"),
    [
        ("(to a maximum of 5)", 5, None),
        ("(max 3)", 3, None),
        ("(maximum +3)", 3, None),
        (", to a maximum of 3", 3, None),
        (", maximum 4", 4, None),
        ("(up to 2)", 2, None),
        ("(to a minimum of 1)", None, 1),
    ],
)
def test_an_amount_may_have_bounds(
    tables: dict[str, CardWords], said: str, most: int | None, least: int | None
) -> None:
    text = f"Action: Deal 1 damage to an enemy for each ally you control {said}."
    read = read_card_text(text, tables["marvel-champions"])
    effect = read.abilities[0].tree.effect
    assert read.unread == ()
    assert isinstance(effect, Act) and effect.clause.amount is not None
    assert (effect.clause.amount.most, effect.clause.amount.least) == (most, least)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Stun an enemy.", "Stun target enemy."),
        ("Deal 1 damage to an exhausted minion.", "Deal 1 damage to target exhausted minion."),
        ("Stun another enemy.", "Stun another target enemy."),
        ("Deal 1 damage to up to 2 enemies.", "Deal 1 damage to up to 2 target enemies."),
        ("A player draws 1 card.", "Target player draws 1 card."),
    ],
)
def test_who_is_targeted_is_chosen(tables: dict[str, CardWords], one: str, other: str) -> None:
    plain, targeted = (read_card_text(f"Action: {text}", tables["marvel-champions"]) for text in (one, other))
    assert plain.unread == targeted.unread == ()
    assert deed(targeted.abilities[0].tree.effect) == deed(plain.abilities[0].tree.effect)


@pytest.mark.parametrize("label", ["[energy] —", "[energy] -", "[energy]:", "Energy:"])
def test_an_option_behind_a_label_is_read_whole(tables: dict[str, CardWords], label: str) -> None:
    text = f"Action: Choose 1:\n• {label} Draw 2 cards.\n• Stun a minion."
    (ability,) = read_card_text(text, tables["marvel-champions"]).abilities
    assert not ability.tree.unread
    assert deed(ability.tree.effect) == "Choose(If(is<energy> -→-; draw -→2.card ×2); status.given<stunned> -→a.minion)"


def test_a_list_of_markup_is_the_list_it_shows(tables: dict[str, CardWords]) -> None:
    marked = "Action: Choose one: <ul><li>Draw 1 card.</li><li>Stun a minion.</li></ul>"
    printed = "Action: Choose one:\n• Draw 1 card.\n• Stun a minion."
    read = [read_card_text(text, tables["marvel-champions"]).abilities[0] for text in (marked, printed)]
    assert read[0].effect == read[1].effect and deed(read[0].tree.effect) == deed(read[1].tree.effect)


def test_two_of_a_list_may_be_asked_for_in_any_words(tables: dict[str, CardWords]) -> None:
    for lead in ("Choose any two:", "Choose two of the following:", "Choose 2:"):
        text = f"Action: {lead}\n• Draw 1 card.\n• Stun a minion.\n• Ready an ally."
        effect = read_card_text(text, tables["marvel-champions"]).abilities[0].tree.effect
        assert isinstance(effect, Choose) and effect.number == 2 and len(effect.options) == 3, lead
