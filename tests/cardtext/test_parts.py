"""Card text → its abilities and keywords, in order. All cards are made up."""

from __future__ import annotations

import pytest

from judge.cardtext.card_words import CardWords
from tests.cardtext.conftest import part, read_card_text

MC, VS, MU, LG = "marvel-champions", "vs-system-2pcg", "marvel-united", "legendary"

PARTS: list[tuple[str, str, list[str]]] = [
    # one timing word, as printed, typed or pasted
    (MC, "Action: Draw 1 card.", ["action"]),
    (MC, "Interrupt: When a minion attacks, draw 1 card.", ["interrupt"]),
    (MC, "Forced Response: After Gravel Jack attacks, place 1 threat here.", ["forced-response"]),
    (MC, "Forced Action: Spend a [wild] resource → discard this card.", ["forced-action"]),
    (MC, "Hero Resource: Exhaust Tin Lamp → generate a [mental] resource.", ["hero resource"]),
    (MC, "Alter-Ego Action: Exhaust Old Library → draw 1 card.", ["alter-ego action"]),
    (MC, "Alter Ego Action: Exhaust Old Library → draw 1 card.", ["alter-ego action"]),
    (MC, "Special: Deal 1 damage to an enemy.", ["special"]),
    (MC, "Setup: Search your deck for Tin Lamp and put it into play.", ["setup"]),
    (MC, "When Revealed: Stun each hero.", ["when-revealed"]),
    (MC, "Alter‑Ego Action: Draw 1 card.", ["alter-ego action"]),
    (MC, "Hero Action: (attack) Deal 1 damage to an enemy.", ["hero action [attack]"]),
    (MC, 'Attached ally gains "Action: Draw 1 card.\nSpecial: Draw 1 card.', ["constant", "special"]),
    (MC, "When Revealed (Hero): Gravel Jack attacks you.", ["hero when-revealed"]),
    (MC, "When Revealed (Alter-Ego): Gravel Jack schemes.", ["alter-ego when-revealed"]),
    (MC, "When Revealed (Gravel Jack): Place 1 threat here.", ["gravel-jack when-revealed"]),
    (MC, "When Revealed (Dr. O'Dell): Place 1 threat here.", ["dr-odell when-revealed"]),
    (MC, "When Defeated: Each player draws 1 card.", ["when-defeated"]),
    (MC, "When Completed: The players discard their hands.", ["when-completed"]),
    (MC, "Boost: Deal 1 damage to your hero.", ["boost"]),
    (MC, "Preparation: Set this card beside the board.", ["preparation"]),
    (MC, "[star] Boost: Deal 1 damage to your hero.", ["boost"]),
    (MC, "★ Boost: Deal 1 damage to your hero.", ["boost"]),
    (MC, "hero interrupt (defense): when an enemy attacks you, draw 1 card.", ["hero interrupt [defense]"]),
    (MC, "HERO ACTION (ATTACK): Deal 3 damage to an enemy.", ["hero action [attack]"]),
    (MC, "**Hero Action** *(attack)*: Deal 3 damage to an enemy.", ["hero action [attack]"]),
    (MC, "<b>Hero Action</b> <i>(thwart)</i>: Remove 2 threat from a scheme.", ["hero action [thwart]"]),
    (MC, "<b>Response:</b> After you thwart, draw 1 card.", ["response"]),
    (
        MC,
        "<b>Hero Interrupt</b> (<i>defense</i>): When you would take damage, prevent 1.",
        ["hero interrupt [defense]"],
    ),
    (MC, "&lt;b&gt;Hero Action&lt;/b&gt;: Draw 1 card.", ["hero action"]),
    (MC, "Hero Action (attack/thwart): Deal 2 damage to an enemy.", ["hero action [attack] [thwart]"]),
    (MC, "Hero Action (attack or defense): Draw 1 card.", ["hero action [attack] [defense]"]),
    (MC, "Hero Action (attack) (thwart): Draw 1 card.", ["hero action [attack] [thwart]"]),
    (MC, "Hero Action (defence): Draw 1 card.", ["hero action [defense]"]),
    (MC, "Hero Interrupt When you use a basic power, draw 1 card.", ["hero interrupt"]),
    (MC, "Hero Action (attack) Deal 3 damage to an enemy.", ["hero action [attack]"]),
    (MC, "Response — After you thwart, draw 1 card.", ["response"]),
    (MC, "Interrupt - When a minion attacks, draw 1 card.", ["interrupt"]),
    (MC, "Hero Action Deal 2 damage to an enemy.", ["hero action"]),
    (MC, "When Revealed Place 1 threat here.", ["when-revealed"]),
    (MC, "When Revealed (Hero) Stun your hero.", ["hero when-revealed"]),
    (MC, "Guard.\n[star] Boost Deal 1 damage to your hero.", ["#guard", "boost"]),
    (MC, "Action events cost 1 less. Special thanks to nobody.", ["constant"]),
    # names before the timing word
    (MC, "Fox Reflex — Interrupt: When a minion attacks, draw 1 card.", ['interrupt "Fox Reflex"']),
    (MC, "Fox Reflex - Interrupt: When a minion attacks, draw 1 card.", ['interrupt "Fox Reflex"']),
    (MC, "“Got You!” — Response: After you thwart, draw 1 card.", ['response "Got You!"']),
    (MC, '"Got You!" – Response: After you thwart, draw 1 card.', ['response "Got You!"']),
    (MC, "Pile Up! — Forced Response: After you thwart, draw 1 card.", ['forced-response "Pile Up!"']),
    (MC, "<i>Fox Reflex</i> — <b>Action</b>: Draw 1 card.", ['action "Fox Reflex"']),
    (MC, "Fox Reflex: Interrupt: When a minion attacks, draw 1 card.", ['interrupt "Fox Reflex"']),
    (MC, "Fox Reflex\nInterrupt: When a minion attacks, draw 1 card.", ['interrupt "Fox Reflex"']),
    (MC, "Guard. Fox Reflex — Action: Draw 1 card.", ["#guard", 'action "Fox Reflex"']),
    (MC, '"Rock, Paper, Granite" — Hero Action: Draw 1 card.', ['hero action "Rock, Paper, Granite"']),
    (MC, "3, 2, 1... — Hero Action: Draw 1 card.", ['hero action "3, 2, 1..."']),
    (MC, "Plan: Zero — Action: Draw 1 card.", ['action "Plan: Zero"']),
    (MC, "Mr. Fix-It — Action: Draw 1 card.", ['action "Mr. Fix-It"']),
    (MC, "Old Habits—Your hero gets +1 DEF.", ['constant "Old Habits"']),
    (MC, "Old Habits — Reduce the cost of the first ally you play each round by 1.", ['constant "Old Habits"']),
    # several abilities
    (
        MC,
        "Alter-Ego Action: Heal 2 damage. Hero Action: Deal 1 damage to an enemy.",
        ["alter-ego action", "hero action"],
    ),
    (MC, "You get +1 hand size.\nAction: Draw 1 card.", ["constant", "action"]),
    (MC, "Action: Draw 1 card.\nAttached ally gets +1 ATK.", ["action", "constant"]),
    (MC, "Action: Draw 1 card. Then, discard 1 card. Ready an ally.", ["action"]),
    (MC, "You get +1 hit point. Your allies get +1 ATK.", ["constant"]),
    (MC, "You get +1 hit point.\nYour allies get +1 ATK.", ["constant", "constant"]),
    (MC, "Surge\n<hr />\n[star] <b>Boost</b>: Stun your hero.", ["#surge", "boost"]),
    (MC, "Action: Draw 1 card. Guard. Attached ally gets +1 ATK.", ["action", "#guard", "constant"]),
    (
        MC,
        "Action: Choose one:\n• Draw 1 card.\n• Ready an ally.\nResponse: After you thwart, draw 1 card.",
        ["action", "response"],
    ),
    (
        MC,
        "Hero Action: Deal damage in order:\n- Deal 1 damage to an enemy.\n- Deal 2 damage to an enemy.",
        ["hero action"],
    ),
    (MC, "Forced Response: After Gravel Jack attacks, the next\nattack he makes gains overkill.", ["forced-response"]),
    (
        MC,
        "When Revealed (Hero): Take 1 damage.\nWhen Revealed (Alter-Ego): Draw 1 card.",
        ["hero when-revealed", "alter-ego when-revealed"],
    ),
    # somebody else's timing words
    (MC, 'Attached enemy gains "Forced Response: After this enemy attacks you, discard 1 card."', ["constant"]),
    (
        MC,
        "Each Robot minion gains: “Forced Interrupt: When this minion attacks, it gets +1 ATK.”\nAction: Draw 1 card.",
        ["constant", "action"],
    ),
    (MC, 'Hero Action: Resolve the "<b>Special</b>" ability on each Tool upgrade you control.', ["hero action"]),
    (MC, 'Hero Interrupt: When a treachery is revealed, cancel its "When Revealed" effects.', ["hero interrupt"]),
    (MC, "Action: Draw 1 card. (Interrupt: abilities cannot be used.)", ["action"]),
    (
        MC,
        "Each Robot minion gains “Forced Response: After this minion attacks you, choose one:\n• Take 1 damage.\n"
        "• Discard 1 card.”\nAction: Draw 1 card.",
        ["constant", "action"],
    ),
    (
        MC,
        "When Revealed: For each printed [energy] resource a player has, that player draws 1 card.",
        ["when-revealed"],
    ),
    (MC, "[star] Response: After you attack, draw 1 card.", ["response"]),
    # keywords
    (MC, "Guard.", ["#guard"]),
    (MC, "Retaliate 2. (After this character is attacked, deal 2 damage to the attacker.)", ["#retaliate 2"]),
    (MC, "Guard. Toughness. Retaliate 1.", ["#guard", "#toughness", "#retaliate 1"]),
    (MC, "Guard, toughness, retaliate 1.", ["#guard", "#toughness", "#retaliate 1"]),
    (MC, "Quickstrike\nRetaliate 1\nVictory 2", ["#quickstrike", "#retaliate 1", "#victory 2"]),
    (MC, "Hinder 3[per_hero].", ["#hinder 3[per player]"]),
    (MC, "Incite X.", ["#incite X"]),
    (MC, "Setup.\nPermanent.", ["#setup", "#permanent"]),
    (MC, "Guard, Retaliate 1, and Toughness.", ["#guard", "#retaliate 1", "#toughness"]),
    (MC, "Retaliate X. X is the number of players.", ["#retaliate X", "constant"]),
    (MC, "Tin Fox gets +1 DEF and gains\nretaliate 1.", ["constant"]),
    (MC, "[acceleration] [hazard]\nWhen Defeated: Draw 1 card.", ["when-defeated"]),
    (MC, "Team-Up (Tin Fox and Brass Owl).", ["#team-up Tin Fox and Brass Owl"]),
    (MC, "Linked (Brass Owl).", ["#linked Brass Owl"]),
    (MC, "Teamwork (Robot).", ["#teamwork Robot"]),
    (MC, "Requirement ([energy] [mental]).", ["#requirement [energy] [mental]"]),
    (MC, "Tiny form.", ["#form Tiny"]),
    (
        MC,
        "Peril. Surge. Villainous. Steady. Stalwart. Patrol.",
        ["#peril", "#surge", "#villainous", "#steady", "#stalwart", "#patrol"],
    ),
    # what is no ability
    (MC, "Attach to the villain. Max 1 per enemy.", []),
    (MC, "Uses (3 ammo counters). (Enters play with 3 counters.)", []),
    (MC, "Play only if your identity has the Robot trait.", []),
    (MC, "Hero form only. Attach to a minion.", []),
    (MC, "<b><i>Give to the Tina Fox player.</i></b>", []),
    (MC, "Contents: Gravel Jack (I) and Gravel Jack (II). Two modular sets.", []),
    (MC, "(Tin Fox's nemesis minion.)", []),
    (MC, "ROBOT. SOLDIER.", []),
    (MC, "Robot. Soldier.\nGuard.", ["#guard"]),
    (MC, "", []),
    (MC, "...", []),
    # Vs. System
    (VS, "Build: Draw a card.", ["build"]),
    (VS, "[might] Main: Put a +1/+1 counter on Gravel Jack.", ["main"]),
    (VS, "Main [might] [energy]: KO an enemy character.", ["main"]),
    (VS, "Combat: Gravel Jack gets +2/+2 this combat.", ["combat"]),
    (VS, "[any turn] Combat: Stun an attacker.", ["any-turn-combat"]),
    (VS, "[any_turn] Combat [skill]: Stun an attacker.", ["any-turn-combat"]),
    (VS, "Any Combat [skill]: Stun an attacker.", ["any-combat"]),
    (VS, "[any turn] Any Combat [skill]: Stun an attacker.", ["any-combat"]),
    (VS, "Combat (any turn): Stun an attacker.", ["any-turn-combat"]),
    (VS, "[any turn] Combat — [might]: Stun an attacker.", ["any-turn-combat"]),
    (VS, "Rolling Stone\n[any turn] Combat [rage]: Ready Gravel Jack.", ['any-turn-combat "Rolling Stone"']),
    (VS, "Reaction [skill]: When a character on your side becomes stunned, ready it.", ["reaction"]),
    (VS, "When Gravel Jack appears, draw a card.", ["trigger"]),
    (VS, "Whenever an enemy gets stunned, put a +1/+1 counter on Gravel Jack.", ["trigger"]),
    (VS, "At the end of your turn, draw a card.", ["trigger"]),
    (VS, "Once per turn, when you recruit a character, draw a card.", ["trigger"]),
    (VS, "Level Up (7) - When Gravel Jack stuns an enemy, he gains an XP.", ["level-up"]),
    (VS, "[flight] [ranged]", ["#flight", "#ranged"]),
    (VS, "Flight\nBig Brother\nSmaller characters can't attack.", ["#flight", 'constant "Big Brother"']),
    (VS, "Gravel Jack has +1/+1 for each Location you have.", ["constant"]),
    (VS, "Power-Up: Put an extra counter on Gravel Jack.", ["power-up"]),
    # Marvel United
    (MU, "BAM!: Deal 1 damage to each Hero here.", ["bam"]),
    (MU, "BaM! - Each Hero takes 1 damage.", ["bam"]),
    (MU, "[bam] Each Hero takes 1 damage.", ["bam"]),
    (MU, "[bam] effects cannot be ignored.", ["constant"]),
    (MU, "Overflow: Gravel Jack gains 1 Crisis token.", ["overflow"]),
    (MU, "BAM!: Each Hero takes 1 damage.\nOverflow: Move Gravel Jack 1 Location.", ["bam", "overflow"]),
    (MU, "Special Effect: Draw 1 card.", ["special-effect"]),
    (MU, "End of Turn: You may move to any Location.", ["end-of-turn"]),
    (MU, "Trigger: When the Villain moves. Effect: Draw 1 card.", ["trigger"]),
    (MU, "Trigger: A Hero is KO'd.\nEffect: Each Hero draws 1 card.", ["trigger"]),
    (MU, "Heroes here cannot rescue Civilians.", ["constant"]),
    # Legendary
    (LG, "Each player gains a Wound.", ["effect"]),
    (LG, "Healing: If you don't recruit any Heroes this turn, you may KO all your Wounds.", ["healing"]),
    (LG, "Fight: KO one of your Heroes.", ['effect "Fight"']),
    (LG, "While this Villain is in the city, players can't draw extra cards.", ["constant"]),
]


@pytest.mark.parametrize(("game", "text", "expected"), PARTS, ids=[row[1][:48] for row in PARTS])
def test_a_text_comes_apart_into_its_abilities_and_keywords(
    tables: dict[str, CardWords], game: str, text: str, expected: list[str]
) -> None:
    assert [part(found) for found in read_card_text(text, tables[game]).parts] == expected


COSTS: list[tuple[str, str, str | None, str]] = [
    (MC, "Action: Exhaust Tin Lamp → draw 1 card.", "Exhaust Tin Lamp", "draw 1 card."),
    (MC, "Action: Exhaust Tin Lamp -> draw 1 card.", "Exhaust Tin Lamp", "draw 1 card."),
    (
        MC,
        "Action: Exhaust Tin Lamp, spend a [mental] resource → draw 1 card.",
        "Exhaust Tin Lamp, spend a [mental] resource",
        "draw 1 card.",
    ),
    (MC, "Response: After you thwart, discard Tin Lamp → draw 1 card.", "discard Tin Lamp", "draw 1 card."),
    (MC, "Action: Draw 1 card.", None, "Draw 1 card."),
    (
        MC,
        "Choose:\n• Exhaust Tina Fox → remove this card from the game.\n• Draw 1 card.",
        None,
        "Choose:\n• Exhaust Tina Fox → remove this card from the game.\n• Draw 1 card.",
    ),
    (
        MC,
        'When Revealed: Attach this card to your hero with the text, "Action: Discard 1 card → discard this card."',
        None,
        'Attach this card to your hero with the text, "Action: Discard 1 card → discard this card."',
    ),
    (
        MC,
        "Choose: • Exhaust Tina Fox → remove this card from the game. • Draw 1 card.",
        None,
        "Choose:\n• Exhaust Tina Fox → remove this card from the game.\n• Draw 1 card.",
    ),
    (VS, "[might] Main: Draw a card.", "[might]", "Draw a card."),
    (VS, "[any turn] Combat: Draw a card.", None, "Draw a card."),
    (VS, "Main [might] — Draw a card.", "[might]", "Draw a card."),
    (VS, "Any Combat: [skill] [energy]: Draw a card.", "[skill] [energy]", "Draw a card."),
]


@pytest.mark.parametrize(("game", "text", "cost", "effect"), COSTS, ids=[row[1][:48] for row in COSTS])
def test_what_stands_before_the_arrow_is_the_cost(
    tables: dict[str, CardWords], game: str, text: str, cost: str | None, effect: str
) -> None:
    (ability,) = read_card_text(text, tables[game]).abilities
    assert (ability.cost, ability.effect) == (cost, effect)


BOUNDS: list[tuple[str, tuple[int, str] | None, tuple[int, str] | None]] = [
    ("Action: Draw 1 card. (Limit once per round.)", (1, "round"), None),
    ("Action: Draw 1 card. Limit once per round.", (1, "round"), None),
    ("Action: Draw 1 card. (Limit twice per phase.)", (2, "phase"), None),
    ("Action: Draw 1 card. (Limit 3 times per game.)", (3, "game"), None),
    ("Action: Draw 1 card.\n(Limit once per round.)", (1, "round"), None),
    ("Response: After you attack, draw 1 card. (Limit once per attack).", (1, "attack"), None),
    ("Max 1 per round.\nHero Action: Draw 1 card.", None, (1, "round")),
    ("Hero Action: Draw 1 card. Max once per turn.", None, (1, "turn")),
    ("Max 1 per player.\nAction: Draw 1 card. (Limit once per round.)", (1, "round"), (1, "player")),
    ("Max 3 per deck. Max 1 per round.\nAction: Draw 1 card.", None, (1, "round")),
    ("Action: Draw 1 card. (Max 1 Song of the Old Sea Dogs played per round.)", None, (1, "round")),
    ('Max 1 "Got You!" per player.\nAction: Draw 1 card.', None, (1, "player")),
    ("Action: Draw 1 card. (Group limit once per round.)", (1, "round"), None),
    ("Action: Draw 1 card. (Any player may use this. Limit once per round.)", (1, "round"), None),
    ("Action: Draw 1 card.", None, None),
]


@pytest.mark.parametrize(("text", "limit", "most"), BOUNDS, ids=[row[0][:48] for row in BOUNDS])
def test_limits_and_maximums_are_read_and_leave_the_effect(
    tables: dict[str, CardWords], text: str, limit: tuple[int, str] | None, most: tuple[int, str] | None
) -> None:
    (ability,) = read_card_text(text, tables[MC]).abilities
    assert (
        ability.limit is None if limit is None else ability.limit and (ability.limit.times, ability.limit.per) == limit
    )
    assert ability.max is None if most is None else ability.max and (ability.max.times, ability.max.per) == most
    assert "imit" not in ability.effect
    assert "Max" not in ability.effect


@pytest.mark.parametrize(
    ("text", "limit", "asks"),
    [
        ("Once per round, when you play an event, draw 1 card.", (1, "round"), True),
        ("Twice per turn, draw 1 card.", (2, "turn"), False),
        ("3 times per game, when you are attacked, draw 1 card.", (3, "game"), True),
    ],
)
def test_a_limit_that_opens_a_text_leaves_all_behind_it(
    tables: dict[str, CardWords], text: str, limit: tuple[int, str], asks: bool
) -> None:
    read = read_card_text(text, tables[MC])
    (ability,) = read.abilities
    assert ability.limit and (ability.limit.times, ability.limit.per) == limit
    assert (ability.tree.trigger is not None, ability.effect, read.unread) == (asks, "draw 1 card.", ())


def test_what_is_mandatory(tables: dict[str, CardWords]) -> None:
    text = (
        "You get +1 hand size.\nForced Response: After you thwart, you may draw 1 card.\n"
        "Response: After you thwart, draw 1 card.\nWhen Revealed: Stun each hero.\n"
        "When Defeated: You may draw 1 card.\nSetup: Draw 1 card.\nAction: Draw 1 card."
    )
    mandatory = [(ability.timing, ability.mandatory) for ability in read_card_text(text, tables[MC]).abilities]
    assert mandatory == [
        ("constant", True),
        ("forced-response", True),
        ("response", False),
        ("when-revealed", True),
        ("when-defeated", False),
        ("setup", True),
        ("action", False),
    ]


def test_a_choice_that_follows_a_may_must_be_made(tables: dict[str, CardWords]) -> None:
    text = "You may flip to alter-ego form. Choose:\n• Exhaust Vera Lund → discard this card.\n• Take 1 damage."
    assert [ability.mandatory for ability in read_card_text(text, tables[MC]).abilities] == [True]


def test_a_may_for_one_class_only_is_a_may(tables: dict[str, CardWords]) -> None:
    (ability,) = read_card_text("Tech: You may KO a card.", tables[LG]).abilities
    assert not ability.mandatory


def test_play_instructions_are_kept_though_they_are_no_abilities(tables: dict[str, CardWords]) -> None:
    found = read_card_text("Attach to a minion. Max 1 per minion.\nAttached minion gets +1 ATK.", tables[MC])
    assert found.instructions == ("Attach to a minion.", "Max 1 per minion.")
    assert [part(one) for one in found.parts] == ["constant"]


def test_a_limit_that_does_not_say_for_how_long_is_told(tables: dict[str, CardWords]) -> None:
    read = read_card_text("Action: Draw 1 card. Limit once per.", tables[MC])
    assert read.abilities[0].limit is None and [one.text for one in read.unread] == ["Limit once per"]


def test_what_a_card_asks_for_to_be_played_and_was_not_understood_is_told(tables: dict[str, CardWords]) -> None:
    read = read_card_text("Play only if you are exhausted zzyzx qwrt.\nAction: Draw 1 card.", tables[MC])
    assert read.unread
