"""What happens has one name, whether a card brings it about, waits for it, or forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import Clause, Forbid
from tests.cardtext.conftest import read_card_text

MC, VS = "marvel-champions", "vs-system-2pcg"
OWNED = {MC: "minion", VS: "character"}

# The game, what a card does, what another waits for, and the event of both with the thing it is about.
DEEDS: list[tuple[str, str, str, str]] = [
    (MC, "deal 1 damage to Goon", "a minion is dealt any amount of damage", "damage"),
    (MC, "take 1 damage", "you take damage", "damage"),
    (MC, "stun Goon", "a minion is stunned", "status stunned"),
    (MC, "confuse Goon", "a minion becomes confused", "status confused"),
    (MC, "give Goon a tough status card", "a minion is given a tough status card", "status tough"),
    (MC, "discard a tough status card from Goon", "a tough status card is discarded from Goon", "status tough"),
    (MC, "discard 1 card from your hand", "you discard a card from your hand", "discard"),
    (MC, "exhaust Pal", "an ally exhausts", "exhaust"),
    (MC, "ready Pal", "an ally readies", "ready"),
    (MC, "heal 1 damage from Pal", "damage is healed from an ally", "heal"),
    (MC, "place 1 threat on the main scheme", "threat is placed on the main scheme", "threat-placed"),
    (MC, "remove 1 threat from the main scheme", "threat is removed from the main scheme", "threat-removed"),
    (MC, "place 1 charge counter on Gizmo", "a charge counter is placed on Gizmo", "counter charge"),
    (MC, "remove 1 charge counter from Gizmo", "a charge counter is removed from Gizmo", "counter charge"),
    (MC, "change to hero form", "you change to hero form", "change-form hero"),
    (MC, "deal yourself 1 facedown encounter card", "a player is dealt an encounter card", "deal"),
    (MC, "give the villain 1 boost card", "an enemy is given a boost card", "boost"),
    (MC, "put Pal into play", "an ally enters play", "enter-play"),
    (MC, "attach Collar to Goon", "Collar attaches to a minion", "attach"),
    (MC, "defeat Goon", "a minion is defeated", "defeat"),
    (MC, "draw 1 card", "you draw a card", "draw"),
    (MC, "shuffle your deck", "you shuffle your deck", "shuffle"),
    (MC, "search your deck for an ally", "you search your deck", "search"),
    (MC, "the villain attacks you", "an enemy attacks you", "attack"),
    (MC, "the villain schemes", "the villain schemes", "scheme"),
    (MC, "the villain activates against you", "an enemy activates against you", "activation"),
    (MC, "Goon engages you", "a minion engages you", "engage"),
    (MC, 'resolve the "Special" ability on Gizmo', 'you resolve the "Special" ability on Gizmo', "resolve Special"),
    (VS, "stun Goon", "a character becomes stunned", "stun"),
    (VS, "KO Goon", "a character gets KO'd", "ko"),
    (VS, "put a +1/+1 counter on Pal", "a character gains a +1/+1 counter", "counter +1/+1"),
    (VS, "put a -1/-1 counter on Goon", "a -1/-1 counter is put on a character", "counter -1/-1"),
    (VS, "put Reserve from your KO pile onto your side", "a character appears on your side", "appears"),
    (VS, "recover Sleeper", "a character recovers", "recover"),
    (VS, "put a wound on Goon", "a character gains a wound", "wound"),
    (VS, "Pal gains 1 XP", "a character gains an XP", "xp"),
    (VS, "move Pal to your back row", "a character moves to your back row", "move"),
    (VS, "Pal strikes Goon", "a character is struck", "strike"),
]


def _clauses(node: object) -> Iterator[Clause]:
    if isinstance(node, tuple):
        for one in node:
            yield from _clauses(one)
    elif isinstance(node, Clause):
        yield node
    elif is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            yield from _clauses(getattr(node, field.name))


def _named(clause: Clause) -> str:
    return clause.event + (f" {clause.thing}" if clause.thing else "")


@pytest.mark.parametrize(("game", "deed", "awaited", "event"), DEEDS, ids=[row[1] for row in DEEDS])
def test_a_deed_and_the_trigger_that_waits_for_it_are_one_event(
    tables: dict[str, CardWords], game: str, deed: str, awaited: str, event: str
) -> None:
    timing = {MC: "Action", VS: "Main"}[game]
    large = deed[0].upper() + deed[1:]
    forms = [f"{large}.", f"Draw 1 card, then {deed}.", f"If you control a {OWNED[game]}, {deed}."]
    forms += [] if deed[0].isupper() or deed.startswith("the ") else [f"You may {deed}."]
    for said in forms:
        (ability,) = read_card_text(f"{timing}: {said}", tables[game]).abilities
        assert event in [_named(clause) for clause in _clauses(ability.tree.effect)], said
        assert ability.tree.unread == ()
    text = f"Response: After {awaited}, draw 1 card." if game == MC else f"When {awaited}, draw a card."
    (ability,) = read_card_text(text, tables[game]).abilities
    assert ability.tree.trigger is not None
    assert [_named(clause) for clause in ability.tree.trigger.clauses] == [event]
    assert ability.tree.unread == ()


FORBIDDEN: list[tuple[str, str, str]] = [
    (MC, "Goon cannot be dealt damage.", "damage"),
    (MC, "Goon cannot be stunned.", "status stunned"),
    (MC, "Threat cannot be removed from this scheme.", "threat-removed"),
    (MC, "You cannot change to hero form.", "change-form hero"),
    (MC, "Attached minion cannot activate.", "activation"),
    (VS, "Goon can't be stunned.", "stun"),
    (VS, "Goon can't be KO'd.", "ko"),
    (VS, "Characters can't strike Goon.", "strike"),
]


@pytest.mark.parametrize(("game", "text", "event"), FORBIDDEN, ids=[row[1] for row in FORBIDDEN])
def test_what_is_forbidden_is_the_same_event(tables: dict[str, CardWords], game: str, text: str, event: str) -> None:
    (ability,) = read_card_text(text, tables[game]).abilities
    assert isinstance(ability.tree.effect, Forbid)
    assert _named(ability.tree.effect.clause) == event
