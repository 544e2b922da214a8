"""A made-up scenario and two heroes with decks, as a card library holds them."""

from __future__ import annotations

from judge.cards.card import LibraryCard


def _card(code: str, name: str, kind: str, text: str, card_set: str, boost: str = "", many: int = 1) -> LibraryCard:
    return LibraryCard(code, name, kind, text, card_set=card_set, boost_text=boost, quantity=many)


CARDS = (
    _card("90001a", "Tin Fox", "hero", "Fox Reflex — Interrupt: When the villain attacks you, draw 1 card.", "tin_fox"),
    _card("90001b", "Maya Reyes", "alter-ego", "Action: Draw 1 card. (Limit once per round.)", "tin_fox"),
    _card("90002", "Brass Shield", "upgrade", "Hero Interrupt (defense): When you would take any amount of damage, "
          "exhaust Brass Shield → prevent 2 of that damage.", "tin_fox"),
    _card("90003", "Quick Jab", "event", "Hero Action (attack): Deal 3 damage to an enemy.", "tin_fox", many=3),
    _card("90004", "Signal Flare", "support", "Zibble the froob: After each moon.", "tin_fox"),
    _card("90011a", "Moth", "hero", "Retaliate 1.", "moth"),
    _card("90011b", "Ada Quill", "alter-ego", "Response: After you change form, draw 1 card.", "moth"),
    _card("90012", "Dust Cloud", "upgrade", "Interrupt: When a boost card is turned faceup, discard Dust Cloud → "
          "cancel its boost icons.", "moth"),
    _card("90013", "Second Wind", "event", "Hero Interrupt (defense): When you would take any amount of damage, "
          "prevent 3 of that damage.", "moth"),
    _card("90101", "Clockwork Baron", "villain", "Forced Interrupt: When Clockwork Baron attacks, "
          "place 1 threat on the main scheme.", "clockwork_baron"),
    _card("90102", "The Great Winding", "main-scheme", "When Completed: The players lose.", "clockwork_baron"),
    _card("90103", "Overwound Gears", "attachment", "Attach to Clockwork Baron.\nForced Interrupt: When Clockwork "
          "Baron attacks, the attack gains overkill.", "clockwork_baron", many=2),
    _card("90104", "Rust Imp", "minion", "Quickstrike.\nForced Response: After Rust Imp attacks you, discard 1 card at "
          "random from your hand.", "clockwork_baron", "Boost: Draw 1 card."),
    _card("90105", "Steam Leak", "treachery", "When Revealed: Each player takes 1 damage.", "steam"),
)  # fmt: skip
OTHERS = (
    LibraryCard("80001", "Shuriken", "hero", "Draw a card.", "legendary"),
    LibraryCard("90091", "Alte Karte", "event", "Heldenaktion: Wenn der Schurke dich angreift, wird die Karte von dem "
                "Stapel auf deine Hand gelegt und nicht zu den anderen.", pack="alt", card_set="deutsch"),
    LibraryCard("90092", "Kurze Karte", "event", "Aktion: Ziehe drei Karten.", pack="alt", card_set="deutsch"),
)  # fmt: skip
TABLE = {
    "scenario": "Clockwork Baron",
    "sets": ["steam"],
    "players": [{"name": "Ann", "hero": "Tin Fox"}, {"name": "Ben", "hero": "Moth"}],
}
