"""Whatever happens, happens the same way wherever it comes from: made-up cards of Vs. System, from a table of words.

For every verb a card that brings it about, from several origins and in several forms of sentence, and a card that waits
for it, which must resolve after the other. Crosswise, a card that waits for another verb must be left out because that
does not happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from judge.desk import Desk

Case = tuple[str, dict[str, Any]]


class Verb(NamedTuple):
    """What an effect says, what triggers say of it, and which other verbs it brings about as well."""

    effect: str
    triggers: Sequence[str]
    also: frozenset[str] = frozenset()


_VERBS = {
    "stun": Verb(
        "stun Grub",
        (
            "a character becomes stunned",
            "an enemy character becomes stunned",
            "Grub gets stunned",
            "you stun a character",
        ),
        frozenset({"wound", "ko", "zero"}),  # a wound may be the last
    ),
    "zero": Verb(
        "reduce Grub's DEF to 0 this turn",
        ("a character becomes stunned", "Grub gets stunned"),
        frozenset({"stun", "wound", "ko"}),
    ),
    "daze": Verb("daze Grub", ("a character is dazed", "Grub is dazed"), frozenset({"stun", "wound", "zero"})),
    "hide": Verb("hide Grub", ("a character hides", "an enemy character hides")),
    "ko": Verb(
        "KO Grub", ("a character gets KO'd", "an enemy character is KO'd", "you KO a character", "Grub leaves play")
    ),
    "wound": Verb("wound Grub", ("a character gains a wound", "an enemy character is wounded"), frozenset({"ko"})),
    "heal": Verb(
        "heal a wound from Cricket", ("a wound is healed from a character", "a wound is removed from Cricket")
    ),
    "plus": Verb(
        "put a +1/+1 counter on Cricket", ("a character gains a +1/+1 counter", "a +1/+1 counter is put on Cricket")
    ),
    "minus": Verb(
        "put a -1/-1 counter on Grub", ("a character gains a -1/-1 counter", "an enemy character gains a -1/-1 counter")
    ),
    "remove": Verb("remove a +1/+1 counter from Grub", ("a +1/+1 counter is removed from a character",)),
    "draw": Verb("draw a card", ("you draw a card", "a player draws a card")),
    "discard": Verb("discard a card", ("you discard a card", "a card is discarded")),
    "recover": Verb("recover Dozer", ("a character recovers", "a character on your side recovers")),
    "ready": Verb("ready Cricket", ("a character readies", "Cricket readies")),
    "exhaust": Verb("exhaust Grub", ("a character exhausts", "an enemy character exhausts")),
    "move": Verb("move Grub to its back row", ("a character moves", "an enemy character moves")),
    "appear": Verb(
        "put Latecomer from your KO pile onto your side",
        ("a character appears on your side", "another character appears", "Latecomer appears"),
    ),
    "power-up": Verb(
        "power up Cricket",
        ("a character is powered up", "Cricket gets powered up", "you power up a character"),
        frozenset({"plus"}),
    ),
    "xp": Verb(
        "put an XP counter on Cricket", ("a character gains an XP", "Cricket gains an XP"), frozenset({"level-up"})
    ),
    "flip": Verb("turn Den face down", ("a Location is turned face down", "Den is turned face down")),
    "shuffle": Verb("shuffle your deck", ("you shuffle your deck", "a player shuffles their deck")),
    "search": Verb("search your deck for a Plot Twist", ("you search your deck",), frozenset({"shuffle"})),
    "reveal": Verb("reveal the top card of your deck", ("you reveal a card",)),
    "look": Verb("look at the top card of your deck", ("you look at the top card of your deck",)),
    "level-up": Verb("level up Cricket", ("a character levels up", "Cricket levels up")),
}
_FORMS = (
    "{E}.",
    "Draw a card, then {e}.",
    "You may {e}.",
    "{E}. Draw a card.",
    "If you have a Location, {e}.",
    "Discard a card. {E}.",
)


def _table() -> list[dict[str, Any]]:
    return [
        {"id": "grub", "name": "Grub", "kind": "supporting-character", "controller": "Ben", "text": ""},
        {"id": "cricket", "name": "Cricket", "kind": "main-character", "controller": "Anna", "text": ""},
        {"id": "dozer", "name": "Dozer", "kind": "supporting-character", "controller": "Anna", "text": ""},
        {"id": "den", "name": "Den", "kind": "location", "controller": "Anna", "text": ""},
        {
            "id": "late",
            "name": "Latecomer",
            "kind": "supporting-character",
            "controller": "Anna",
            "text": "",
            "in_play": False,
        },
    ]


def _origins(say: str) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Lazily, what happens and the card that brings it about there."""
    low = say if say.startswith("KO") else say[0].lower() + say[1:]
    combat = {"attackers": ["Cricket"], "defender": "Grub", "attacking_player": "Anna", "defending_player": "Ben"}
    yield "twist", {"type": "main", "player": "Anna"}, {"kind": "plot-twist", "text": f"Main: {say}"}
    yield (
        "start",
        {"type": "start-of-turn", "player": "Anna"},
        {"kind": "character", "text": f"At the start of your turn, {low}"},
    )
    yield "power", {"type": "main", "player": "Anna"}, {"kind": "super-power", "text": f"Main [might]: {say}"}
    yield "combat", {"type": "combat", **combat}, {"kind": "plot-twist", "text": f"Combat: {say}"}
    yield (
        "answer",
        {"type": "combat", **combat},
        {"kind": "character", "text": f"When a character on your side attacks, {low}"},
    )
    yield "build", {"type": "turn", "player": "Anna"}, {"kind": "plot-twist", "text": f"Build: {say}"}
    newcomer = {"type": "appears", "card": "Newcomer", "player": "Anna"}
    yield (
        "reaction",
        newcomer,
        {"kind": "super-power", "text": f"Reaction [skill]: When a character appears on your side, {low}"},
    )
    ends = {"kind": "equipment", "attached_to": "dozer", "text": f"At the end of your turn, {low}"}
    yield "end", {"type": "end-of-turn", "player": "Anna"}, ends


def _cases(effect: str, triggers: Sequence[str], forms: Sequence[str] = _FORMS, word: str = "When") -> Iterator[Case]:
    for trigger in triggers:
        text = f"{word} {trigger}, Vigil gets +1/+1 this turn."
        wait = {"id": "wait", "name": "Vigil", "kind": "character", "controller": "Anna", "text": text}
        for form in forms:
            for origin, occurrence, card in _origins(form.format(E=effect[0].upper() + effect[1:], e=effect)):
                if ". Power up" in card["text"]:
                    continue  # as a sentence of its own it begins an ability of its own
                cause = {"id": "cause", "name": "Cause", "controller": "Anna", **card}
                dispute = {
                    "players": [{"name": "Anna"}, {"name": "Ben"}],
                    "active_player": "Anna",
                    "occurrence": occurrence,
                }
                yield (
                    f"{origin}: {card['text']} {text}",
                    {"game": "vs-system-2pcg", **dispute, "cards": [cause, wait, *_table()]},
                )


@pytest.mark.parametrize("verb", _VERBS)
def test_what_a_card_brings_about_is_answered(verb: str, desk: Desk) -> None:
    lost = []
    row = _VERBS[verb]
    every_form = _cases(row.effect, row.triggers[:1])
    after = _cases(row.effect, row.triggers[:1], _FORMS[:1], "After")
    for name, dispute in (*every_form, *_cases(row.effect, row.triggers[1:], _FORMS[:1]), *after):
        order = desk.resolve(dispute).order
        causes = [place for place, group in enumerate(order) if "cause" in group.abilities]
        waits = [place for place, group in enumerate(order) if "wait" in group.abilities]
        if not causes or not waits or causes[0] >= waits[-1]:
            lost.append(name)
    assert lost == []


_BESIDES = {"start": ("draw",), "twist": ("power-up",), "power": ("power-up", "flip")}
"""By origin, what happens besides: the Draw Phase draws, a Main Phase lets power up, a Location pays for a power."""


@pytest.mark.parametrize("verb", _VERBS)
def test_what_does_not_happen_is_not_answered(verb: str, desk: Desk) -> None:
    wrong = []
    for other, row in _VERBS.items():
        if other == verb or other in _VERBS[verb].also:
            continue
        for name, dispute in _cases(_VERBS[verb].effect, row.triggers[:1], _FORMS[:1]):
            origin = name.partition(":")[0]
            if other in _BESIDES.get(origin, ()) or origin not in ("twist", "start", "power", "end"):
                continue
            ruling = desk.resolve(dispute)
            out = {one.ability: one.reason for one in ruling.excluded}
            if out.get("wait") != "no-matching-window" or "cause" in out:
                wrong.append(name)
    assert wrong == []


_OF_A_COMBAT = (
    "an enemy character becomes stunned",
    "an enemy character gains a wound",
    "Grub gets KO'd",
    "an enemy character leaves play",
    "an Equipment gets KO'd",
    "an Equipment leaves play",
    "a character on your side becomes stunned",
    "a character on your side gets KO'd",
    "you stun a character",
)


@pytest.mark.parametrize("word", ["When", "Whenever", "After"])
@pytest.mark.parametrize("trigger", _OF_A_COMBAT)
def test_what_a_combat_brings_about_is_answered(trigger: str, word: str, desk: Desk) -> None:
    text = f"{word} {trigger}, Vigil gets +1/+1 this turn."
    mail = {"id": "mail", "name": "Mail", "kind": "equipment", "controller": "Ben", "attached_to": "Grub", "text": ""}
    wait = {"id": "wait", "name": "Vigil", "kind": "character", "controller": "Anna", "text": text}
    combat = {"attackers": ["Cricket"], "defender": "Grub", "attacking_player": "Anna", "defending_player": "Ben"}
    ruling = desk.resolve(
        {
            "game": "vs-system-2pcg",
            "players": [{"name": "Anna"}, {"name": "Ben"}],
            "occurrence": {"type": "combat", **combat},
            "cards": [wait, mail, *_table()],
        }
    )
    assert [group.abilities for group in ruling.order] == [("wait",)]
    assert "taken to happen" in ruling.assumptions[0].text
