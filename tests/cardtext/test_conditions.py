"""Triggering conditions: the event, who does it, to whom, and what else must hold. All cards are made up."""

from __future__ import annotations

import pytest

from judge.cardtext.card_words import CardWords
from tests.cardtext.conftest import condition, read_card_text

MC, VS, MU = "marvel-champions", "vs-system-2pcg", "marvel-united"
NAME = "Tin Fox"

# The text of an interrupt, and: word, would, events (+ all of them, | any), agent, patient, qualifiers.
CONDITIONS: list[tuple[str, str]] = [
    ("When the villain initiates an attack against you, draw 1 card.", "when attack villain→you initiated"),
    ("When an enemy attacks, draw 1 card.", "when attack a.enemy→-"),
    ("When an enemy attacks you, draw 1 card.", "when attack a.enemy→you"),
    ("When a minion engaged with you attacks, draw 1 card.", "when attack a.minion~you→-"),
    ("When a minion you are engaged with would attack you, stun it.", "when would attack a.minion~you→you"),
    ("After you are attacked, draw 1 card.", "after attack -→you"),
    ("After Tin Fox attacks and defeats a minion, draw 1 card.", "after attack this→a.minion and defeat this→a.minion"),
    (
        "After Gravel Jack schemes or attacks, draw 1 card.",
        "after scheme named:Gravel Jack→- or attack named:Gravel Jack→-",
    ),
    ("After your hero makes a basic attack, draw 1 card.", "after attack you.hero→- basic"),
    (
        "When you use your basic thwart power (THW) or basic attack power (ATK), draw 1 card.",
        "when thwart<THW> you→- basic or attack<ATK> you→- basic",
    ),
    (
        "After you defend against an attack and take no damage, draw 1 card.",
        "after defend you→- to=a.attack and damage.taken -→you not",
    ),
    ("When your hero defends against an enemy attack, draw 1 card.", "when defend you.hero→- to=a.attack/a.enemy"),
    ("After your hero or an ally you control thwarts, draw 1 card.", "after thwart (you.hero or a.ally/you)→-"),
    ("When you or an ally you control would take damage, prevent it.", "when would damage.taken -→(you or a.ally/you)"),
    ("When a hero or ally would take damage, prevent it.", "when would damage.taken -→a.hero|ally"),
    ("After a Robot character you control thwarts, draw 1 card.", "after thwart a.character:robot/you→-"),
    (
        "After a Robot character Gravel Jack controls thwarts, draw.",
        "after thwart a.character:robot/named:Gravel Jack→-",
    ),
    ("After an ally controlled by you thwarts, draw 1 card.", "after thwart a.ally/you→-"),
    ("After an ally owned by Tin Fox thwarts, draw 1 card.", "after thwart a.ally/this→-"),
    ("When the villain would scheme, draw 1 card.", "when would scheme villain→-"),
    ("After the villain activates against you, draw 1 card.", "after activation villain→you"),
    (
        "When any amount of damage would be dealt to Gravel Jack, place it here instead.",
        "when would damage.dealt -→named:Gravel Jack",
    ),
    (
        "When you would take any amount of damage from an attack, prevent it.",
        "when would damage.taken -→you source=a.attack from-attack",
    ),
    ("When attached character would be dealt damage, prevent it.", "when would damage.dealt -→attached.character"),
    (
        "After an attack deals damage to an ally you control, draw 1 card.",
        "after damage.dealt -→a.ally/you source=a.attack from-attack",
    ),
    ("After an enemy deals damage to you, draw 1 card.", "after damage.dealt a.enemy→you"),
    ("After you heal damage, draw 1 card.", "after heal you→you"),
    ("When attached minion is defeated, draw 1 card.", "when defeat -→attached.minion"),
    ("When an ally you control would be defeated, draw 1 card.", "when would defeat -→a.ally/you"),
    (
        "When a treachery is revealed from the encounter deck, cancel it.",
        "when reveal -→a.treachery origin=encounter-deck",
    ),
    ("When you reveal an encounter card, draw 1 card.", "when reveal you→a.encounter-card"),
    ("After you resolve a treachery, draw 1 card.", "after resolve you→a.treachery"),
    ("When a boost card is turned faceup, draw 1 card.", "when boost.turned -→a.boost-card ×1 faceup"),
    (
        "When a boost card is turned faceup during a scheme activation, draw 1 card.",
        "when boost.turned -→a.boost-card ×1 faceup if during.scheme<scheme-activation> -→a.scheme-activation",
    ),
    (
        "When any amount of threat would be placed on the main scheme, prevent 1.",
        "when would threat-placed -→main-scheme",
    ),
    ("After threat is placed here, draw 1 card.", "after threat-placed -→this"),
    (
        "After you remove the last threat from a side scheme, draw 1 card.",
        "after threat-removed you→a.side-scheme last",
    ),
    ("After Tin Fox enters play, draw 1 card.", "after enter-play -→this"),
    ("After a minion is put into play, draw 1 card.", "after enter-play -→a.minion to=play"),
    ("When attached upgrade leaves play, draw 1 card.", "when leave-play -→attached.upgrade"),
    (
        "After a card is removed from the game, draw 1 card.",
        "after leave-play -→a.card origin=game ×1 moved out-of-game",
    ),
    (
        "After you play an Attack, Thwart, or Defense event, draw 1 card.",
        "after play you→a.event:attack,thwart,defense",
    ),
    ("After you play an ally from your hand, draw 1 card.", "after play you→a.ally origin=hand/you"),
    ("After you engage a minion, draw 1 card.", "after engage you→a.minion"),
    ("When a minion engages a player, draw 1 card.", "when engage a.minion→a.player"),
    ("When Tin Fox is attached to a character, draw 1 card.", "when attach -→this to=a.character"),
    ("After you change to this form, draw 1 card.", "after change-form<this> -→you to=this"),
    ("When you would flip to alter-ego form, draw 1 card.", "when would change-form<alter-ego> -→you to=alter-ego"),
    ("When you would draw cards, draw 1 less.", "when would draw you→card"),
    ("After you discard a card from your hand, draw 1 card.", "after discard you→a.card origin=hand/you ×1"),
    ("After you exhaust your hero, draw 1 card.", "after exhaust you→you.hero"),
    ("After your hero readies, draw 1 card.", "after ready -→you.hero"),
    ("After an enemy is stunned, draw 1 card.", "after status.given<stunned> -→a.enemy"),
    ("When you become confused, draw 1 card.", "when status.given<confused> -→you"),
    ("After the last ammo counter is removed from here, draw 1 card.", "after counter.removed<ammo> -→this last"),
    ("When you generate a resource, draw 1 card.", "when resource.generated you→a.resource ×1"),
    ("When you search your deck, draw 1 card.", "when search you→- origin=deck/you"),
    ("After you shuffle your deck, draw 1 card.", "after shuffle you→deck/you"),
    ("After a player is eliminated, draw 1 card.", "after eliminate -→a.player"),
    ("When the villain phase begins, draw 1 card.", "when phase.begin<villain-phase> -→-"),
    ("At the start of the player phase, draw 1 card.", "at phase.begin<player-phase> -→-"),
    ("After step one of the villain phase, draw 1 card.", "after phase.step-one<villain-phase> -→-"),
    ("After step one of villain phase, draw 1 card.", "after phase.step-one<villain-phase> -→-"),
    ("After your turn begins, draw 1 card.", "after turn.begin you→-"),
    ("At the end of your turn, draw 1 card.", "at turn.end you→-"),
    ("When the round ends, draw 1 card.", "when round.end -→-"),
    ("At the end of the round, draw 1 card.", "at round.end -→-"),
    ("The first time you attack each round, draw 1 card.", "when attack you→- first-each-round"),
    ("The first time each round a hero attacks, draw 1 card.", "when attack a.hero→- first-each-round"),
    ("After an ally attacks for the second time in a phase, draw 1 card.", "after attack a.ally→- second-each-phase"),
    ("After an enemy schemes or attacks, draw 1 card.", "after scheme a.enemy→- or attack a.enemy→-"),
    ("When the moon is full, draw 1 card.", "when  unread 'the moon is full'"),
    ("When Rex, King of Dogs, attacks you, draw 1 card.", "when attack named:Rex, King of Dogs→you"),
    ("After Mrs. Vane attacks, draw 1 card.", "after attack named:Mrs. Vane→-"),
    ("When C.O.G. would be stunned, draw 1 card.", "when would status.given<stunned> -→named:C.O.G."),
    ('After you play "Old Trick," draw 1 card.', "after play you→named:Old Trick"),
    ("After a minion enters play, choose: ready an ally, or draw 1 card.", "after enter-play -→a.minion"),
    ("After you attack, thwart, or defend, draw 1 card.", "after attack you→- or thwart you→- or defend you→-"),
    (
        "When a player's hero, or an ally you control, would take damage, draw.",
        "when would damage.taken -→(hero/a.player or a.ally/you)",
    ),
    ("After an ally, support, or upgrade leaves play, draw 1.", "after leave-play -→a.ally|support|upgrade"),
    ("After you play an event or upgrade, draw 1 card.", "after play you→a.event|upgrade"),
    ("After an ally defends and is not defeated, draw 1 card.", "after defend a.ally→- and defeat -→a.ally not"),
    (
        "After an enemy attacks and deals no damage, draw 1 card.",
        "after attack a.enemy→- and damage.dealt a.enemy→- not",
    ),
    ("After an undefended attack against you resolves, draw 1 card.", "after attack -→you undefended"),
    ("When an attack made by a minion against you ends, draw 1 card.", "when attack.end a.minion→you"),
    ("After a thwart made by a Spy ally, draw 1 card.", "after thwart a.ally:spy→-"),
    ("After you attack with a Blade card, draw 1 card.", "after attack you→- source=a.card:blade"),
    (
        "After you place your fifth charge counter on this card, draw 1 card.",
        "after counter.placed<charge> you→this.card",
    ),
    ("After you become engaged with a minion, draw 1 card.", "after engage a.minion→you"),
    ("When you take your turn, draw 1 card.", "when turn you→-"),
    ("When a confused character attempts to thwart, draw 1 card.", "when thwart a.confused.character→-"),
    (
        "When you would be dealt damage by a minion's attack, draw 1 card.",
        "when would damage.dealt a.minion→you source=attack/a.minion from-attack",
    ),
    (
        "When your hero takes damage from a single attack, draw 1 card.",
        "when damage.taken -→you.hero source=a.single.attack from-attack",
    ),
    ("After you use your basic DEF power, draw 1 card.", "after use<DEF> you→- basic"),
    ("After a card enters your discard pile, draw 1 card.", "after discard -→a.card to=discard-pile/you"),
    ("After you damage an enemy with an event, draw 1 card.", "after damage.dealt you→a.enemy source=a.event"),
    ("When a card is placed in your discard pile, draw 1 card.", "when discard -→a.card to=discard-pile/you ×1"),
    (
        "After you search your deck or discard pile, draw 1 card.",
        "after search you→- origin=(deck/you or discard-pile/you)",
    ),
    (
        "When there are no cards left in your deck, draw 1 card.",
        "when count -→no.remaining.card/you in deck ×0 not",
    ),
    ("When there is no threat here, draw 1 card.", "when count -→no.threat@this ×0 not"),
    ("During step two of the villain phase, draw 1 card.", "while phase.step-two<villain-phase> -→-"),
    ("Immediately after you thwart, draw 1 card.", "after thwart you→-"),
]


@pytest.mark.parametrize(("text", "expected"), CONDITIONS, ids=[row[0][:52] for row in CONDITIONS])
def test_a_condition_names_its_event_and_participants(tables: dict[str, CardWords], text: str, expected: str) -> None:
    (ability,) = read_card_text(f"Interrupt: {text}", tables[MC], NAME).abilities
    assert condition(ability.tree.trigger) == expected


def test_two_verbs_in_a_row_that_are_nouns_as_well(tables: dict[str, CardWords]) -> None:
    text = "Interrupt: After an enemy schemes and places no threat, draw 1 card."
    (ability,) = read_card_text(text, tables[MC], NAME).abilities
    assert condition(ability.tree.trigger) == "after scheme a.enemy→- and threat-placed a.enemy→- not"


OTHER_GAMES: list[tuple[str, str, str]] = [
    (
        VS,
        "When another character gains one or more +1/+1 counters, draw a card.",
        "when counter.placed<+1/+1> -→a.other.character ×1",
    ),
    (VS, "When Gravel Jack becomes stunned, draw a card.", "when stun -→named:Gravel Jack"),
    (VS, "Whenever an enemy gets stunned, draw a card.", "when stun -→a.enemy"),
    (VS, "When a character is KO'd, draw a card.", "when ko -→a.character"),
    (VS, "When you recruit a character, draw a card.", "when recruit you→a.character"),
    (
        VS,
        "When a supporting character appears on your side, draw a card.",
        "when appears -→a.supporting-character to=side/you",
    ),
    (VS, "At the end of each player's turn, draw a card.", "at turn.end each.player→-"),
    (VS, "At the start of your turn, draw a card.", "at turn.begin you→-"),
    (VS, "When Gravel Jack attacks, draw a card.", "when attack named:Gravel Jack→-"),
    (VS, "Level Up (4) - When Gravel Jack stuns an enemy, he gains an XP.", "when stun named:Gravel Jack→a.enemy"),
    (MU, "Trigger: The Villain moves. Effect: Draw 1 card.", "when move -→villain"),
    (MU, "Trigger: At the end of a Hero's turn. Effect: Draw 1 card.", "at turn.end a.hero→-"),
    (MU, "Trigger: When a Hero is KO'd. Effect: Draw 1 card.", "when ko -→a.hero"),
]


@pytest.mark.parametrize(("game", "text", "expected"), OTHER_GAMES, ids=[row[1][:52] for row in OTHER_GAMES])
def test_conditions_of_the_other_games(tables: dict[str, CardWords], game: str, text: str, expected: str) -> None:
    (ability,) = read_card_text(text, tables[game]).abilities
    assert condition(ability.tree.trigger) == expected


def test_a_timing_that_says_all_has_no_trigger(tables: dict[str, CardWords]) -> None:
    text = "Action: When you do, draw 1 card.\nBoost: After this ends, draw.\nWhen Revealed: If you attack, draw."
    assert [ability.trigger for ability in read_card_text(text, tables[MC]).abilities] == [None, None, None]


def test_the_trigger_text_is_the_condition_without_its_opening_word(tables: dict[str, CardWords]) -> None:
    text = "Response: After you play an Attack, Thwart, or Defense event, exhaust Tin Fox → draw 1 card."
    (ability,) = read_card_text(text, tables[MC]).abilities
    assert ability.trigger is not None
    assert ability.trigger.text == "you play an Attack, Thwart, or Defense event"
    assert (ability.cost, ability.effect) == ("exhaust Tin Fox", "draw 1 card.")


def test_a_constant_ability_may_have_a_condition(tables: dict[str, CardWords]) -> None:
    (ability,) = read_card_text("[star] When Gravel Jack schemes, place the threat here instead.", tables[MC]).abilities
    assert (ability.timing, condition(ability.tree.trigger)) == ("constant", "when scheme named:Gravel Jack→-")


def test_if_something_would_happen_is_a_condition_and_if_something_holds_is_none(
    tables: dict[str, CardWords],
) -> None:
    would, holds = read_card_text(
        "If Gravel Jack would be stunned, discard this instead.\nIf you have no allies, you get +1 DEF.", tables[MC]
    ).abilities
    assert (condition(would.tree.trigger), holds.trigger) == (
        "when would status.given<stunned> -→named:Gravel Jack",
        None,
    )
