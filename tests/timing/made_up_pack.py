"""A made-up pack in all four games: cards shaped like printed ones, by type; “{Me}” is the card's own name."""

from __future__ import annotations

from collections.abc import Mapping

Texts = Mapping[str, tuple[str, ...]]

PACK: Mapping[str, Texts] = {
    "marvel-champions": {
        "minion": (
            "Guard.\nForced Response: After {Me} attacks you, discard 1 card at random from your hand.",
            "Quickstrike. Retaliate 1.\nWhen Defeated: Place 2 threat on the main scheme.",
            "Toughness.\nWhen Revealed: Each player discards the top 3 cards of their deck.\n[star] Boost: "
            "Give the villain a tough status card.",
            "Each Raider minion gets +1 ATK. While {Me} is in play, players cannot thwart.",
        ),
        "treachery": (
            "When Revealed: The villain attacks you. If you are in alter-ego form, it schemes instead.\nSurge.",
            "Peril.\nWhen Revealed: Choose to either exhaust your identity or place 3 threat on the main "
            "scheme. This effect cannot be canceled.",
            "When Revealed (Alter-Ego): Each enemy engaged with you schemes.\nWhen Revealed (Hero): Take 2 "
            "damage. If no damage is taken this way, this card gains surge.",
        ),
        "attachment": (
            "Attach to the villain.\nForced Interrupt: When attached enemy attacks, it gains overkill for "
            "this attack.\nHero Action: Spend [energy] [mental] resources → discard {Me}.",
            "Attach to the minion with the highest printed hit points. Otherwise, this card gains surge.\n"
            "Attached minion gains retaliate 1 and cannot be stunned.",
        ),
        "side-scheme": (
            "Hazard. Crisis.\nWhen Revealed: Place an additional 1 [per player] threat here.\nWhen Defeated: "
            "Each player may ready their identity.",
        ),
        "environment": (
            "Uses (3 spark counters).\nForced Response: After a player plays an event, remove 1 spark "
            "counter from here. Then, if there are no counters here, each player is dealt 1 facedown "
            "encounter card.",
        ),
        "villain": (
            "Steady.\nForced Response: After {Me} attacks and damages a character, that character's "
            "controller discards 1 card.",
            "When any amount of damage would be dealt to {Me}, reduce it by 1.",
        ),
        "main-scheme": ("When Completed: Flip this card.\nWhen Revealed: Reveal the top card of the encounter deck.",),
        "obligation": (
            "Give to the Tin Fox player.\nYou may flip to alter-ego form. Choose one:\n• Exhaust your "
            "alter-ego → remove {Me} from the game.\n• You are stunned. Discard this obligation.",
        ),
        "event": (
            "Hero Interrupt (defense): When you would take any amount of damage from an attack, prevent 3 of "
            "that damage. If you prevent all of it, draw 1 card.",
            "Hero Action (attack): Deal 5 damage to an enemy. If that enemy is a minion, this attack gains piercing.",
            "Interrupt: When a treachery card is revealed from the encounter deck, cancel its “When "
            "Revealed” effects and discard it.",
            "Alter-Ego Action (thwart): Remove 3 threat from a scheme. Max 1 per round.",
            "Response: After your hero thwarts, ready your hero. (Limit once per phase.)",
        ),
        "upgrade": (
            "Attach to an ally. Max 1 per ally.\nAttached ally gets +1 THW and +1 ATK.",
            "Hero Resource: Exhaust {Me} → generate a [wild] resource.",
            "Forced Interrupt: When any amount of damage would be dealt to your hero, place it here instead. "
            "Then, if there is at least 3 damage here, discard {Me}.",
        ),
        "support": (
            "Alter-Ego Action: Exhaust {Me} → heal 2 damage from your identity.",
            "Response: After an ally enters play under your control, exhaust {Me} → draw 1 card.",
        ),
        "ally": (
            "Response: After {Me} enters play, deal 1 damage to each enemy.",
            "Interrupt: When {Me} would be defeated, return {Me} to your hand instead.",
            "Toughness.\nForced Response: After {Me} defends, stun the attacking enemy.",
        ),
        "hero": (
            "Interrupt: When you defend against an attack, the attacking enemy gets -2 ATK for this attack. "
            "(Limit once per round.)",
            "Retaliate 1.\nResponse: After you change to this form, remove 1 threat from a scheme.",
        ),
        "alter-ego": (
            "Action: Search the top 5 cards of your deck for an upgrade and add it to your hand. Shuffle your "
            "deck. (Limit once per round.)",
        ),
    },
    "vs-system-2pcg": {
        "plot-twist": (
            "[any turn] Combat [energy]: Stun an enemy character in the combat.",
            "Reaction: When an opponent plays a plot twist, cancel it.",
            "Main: Choose a character on your side. It gets +2/+2 until end of turn.",
            "Build: Put a card from your hand facedown into your resource row. Then draw a card.",
            "Combat: Choose an attacking character. It gains Lethal this combat. When it strikes this "
            "combat, draw a card.",
        ),
        "supporting-character": (
            "[any turn] Any Combat [skill]: {Me} gets +3/+0 this combat.",
            "When {Me} appears, put a +1/+1 counter on another character on your side.",
            "Tough. When {Me} becomes stunned, you may KO an enemy supporting character.",
            "While {Me} is in your front row, characters in your back row can't be attacked.",
            "At the start of your turn, if you control two or more characters, draw a card. At the end of "
            "that turn, discard a card.",
        ),
        "main-character": (
            "Level Up (3): When a character on your side stuns an enemy character, {Me} gains an XP counter.",
            "Main [might] [might]: Stun a front row enemy character with cost 3 or less.",
        ),
        "super-power": (
            "Combat [energy]: Ranged. {Me} strikes for twice its ATK this combat.",
            "[any turn] Reaction [flight]: When {Me} would be stunned, wound it instead.",
        ),
        "equipment": ("Equipped character gets +2/+0. When this gets KO'd, draw a card.",),
        "location": (
            "When you play this, choose a player. That player discards a card. (Keep this in your resource row.)",
        ),
    },
    "marvel-united": {
        "villain-dashboard": (
            "BAM!: Move {Me} to the Location with the most Heroes. Then, deal 1 damage to each Hero there.\n"
            "Overflow: Advance the Villain Tracker 1 space.",
            "BAM! Each Hero takes 1 damage. Overflow: Add 1 Crisis token to that Location.",
        ),
        "threat": (
            "BAM!: Add 1 Thug here.",
            "Heroes cannot rescue Civilians in this Location.",
            "When the Villain ends their movement here, each Hero here takes 2 damage.",
            "When a Hero is KO'd, clear this Threat. At the end of that turn, add 1 Thug to each adjacent Location.",
        ),
        "location": (
            "End of Turn: You may draw 1 card.",
            "End of Turn: Move 1 Civilian from here to an adjacent Location, or gain 1 Action token.",
        ),
        "master-plan": (
            "Special Effect: Each player discards 1 card of their choice.",
            "Special Effect: Resolve the BAM! effect of each Threat. If you can't, advance the Villain Tracker.",
        ),
        "hero-card": (
            "Special Effect: Deal 1 damage to each enemy in your Location.",
            "{Me} cannot take any damage until her next turn.",
            "Draw 1 card, then move to any Location.",
        ),
        "super-villain": (
            "Trigger: When you play a Master Plan card. Effect: Move 1 additional Location.",
            "Trigger: At the end of a Hero turn. Effect: That Hero takes 1 damage.",
        ),
        "super-hero": (
            "Trigger: When you would be KO'd. Effect: Draw 2 cards instead.",
            "Trigger: When the BAM! effect on the Villain Dashboard is activated. Effect: Cancel that effect.",
            "Trigger: Another Hero would take damage. Effect: Your Hero takes that damage instead.",
        ),
    },
    "legendary": {
        "effect": (
            "Each other player reveals an [instinct] Hero or gains a Wound.",
            "KO a Hero from the HQ. Each player draws a card, then discards a card.",
            "At the end of your turn, draw two cards.",
        ),
        "hero": (
            "If you would gain a Wound, you may reveal this card and draw a card instead.",
            "[covert]: You get +2 [attack] for each other [covert] Hero you played this turn.",
            "Whenever you defeat a Villain this turn, rescue a Bystander.",
        ),
        "villain": (
            "Ambush: Each player gains a Wound. {Me} captures a Bystander.",
            "Fight: KO one of your Heroes. Escape: Each player discards two cards.",
        ),
        "mastermind": (
            "Always Leads: Any Raider Group.\nMaster Strike: Each player KOs a card from their discard pile.",
            "Players can't gain Wounds.",
        ),
        "scheme": (
            "Setup: 8 Twists.\nTwist: KO all Heroes from the HQ that cost 6 or less. Evil Wins: If the Hero Deck "
            "runs out.",
        ),
        "wound": (
            "Healing: If you don't recruit any Heroes or defeat any Villains on your turn, you may KO all the "
            "Wounds from your hand.",
        ),
    },
}  # fmt: skip
"""By game and card type, texts."""

NAMES = (
    "Ada",
    "Bo",
    "Cy",
    "Tin Fox",
    "Baron Rust",
    "Gravel",
    "Old Mill",
    "Tough",
    "Stunned",
    "the villain",
    "Night Market",
)
"""Who and what disputes of the pack are about: players, cards, and names that nothing bears."""
