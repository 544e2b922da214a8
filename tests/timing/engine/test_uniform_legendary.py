"""Whatever happens, happens the same way wherever it comes from: made-up cards of Legendary, from a table of words.

For every verb a card that brings it about, from several origins and in several forms of sentence, and a card that waits
for it, which must resolve after the other. Crosswise, a card that waits for another verb must be left out because that
does not happen. Where a card says that it can't happen, or what happens instead, nothing that waits for it resolves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from judge.desk import Desk

Case = tuple[str, dict[str, Any]]


class Verb(NamedTuple):
    """What an effect says, what triggers say of it, and what a “can't” and a “would” say."""

    effect: str
    triggers: Sequence[str]
    cannot: str = ""
    would: str = ""


_VERBS = {
    "gain-wound": Verb(
        "gain a Wound", ("you gain a Wound", "a player gains a Wound", "a Wound is gained"),
        "Players can't gain Wounds.", "a player would gain a Wound",
    ),
    "ko-hero": Verb(
        "KO one of your Heroes", ("you KO one of your Heroes", "a Hero is KO'd", "a player KOs a Hero"),
        "Heroes can't be KO'd.", "a player would KO a Hero",
    ),
    "ko-card": Verb("KO a card from your hand", ("you KO a card", "a card is KO'd")),
    "rescue": Verb(
        "rescue a Bystander", ("you rescue a Bystander", "a Bystander is rescued", "a player rescues a Bystander"),
        "Players can't rescue Bystanders.", "a player would rescue a Bystander",
    ),
    "draw": Verb(
        "draw two cards", ("you draw a card", "a player draws a card", "a card is drawn"),
        "Players can't draw cards.", "a player would draw a card",
    ),
    "discard": Verb(
        "discard a card", ("you discard a card", "a player discards a card", "a card is discarded"),
        "Players can't discard cards.", "a player would discard a card",
    ),
    "reveal": Verb("reveal the top card of your deck", ("you reveal a card", "a player reveals a card")),
    "officer": Verb(
        "gain a S.H.I.E.L.D. Officer", ("you gain a S.H.I.E.L.D. Officer", "a player gains an Officer"),
        "Players can't gain S.H.I.E.L.D. Officers.", "a player would gain an Officer",
    ),
    "gain-hero": Verb("gain a Hero from the HQ", ("you gain a Hero", "a player gains a Hero", "you gain a card")),
    "recruit": Verb(
        "recruit a Hero from the HQ", ("you recruit a Hero", "a player recruits a Hero", "a Hero is recruited"),
        "Players can't recruit Heroes.",
    ),
    "defeat": Verb(
        "defeat a Villain in the city", ("you defeat a Villain", "a Villain is defeated", "a player defeats a Villain"),
        "Villains can't be defeated.", "a player would defeat a Villain",
    ),
    "mastermind": Verb("defeat the Mastermind", ("you defeat the Mastermind", "the Mastermind is defeated")),
    "play": Verb("play the top card of the Villain Deck", ("a card is played from the Villain Deck",)),
    "shuffle": Verb("shuffle your deck", ("you shuffle your deck", "a player shuffles their deck")),
    "look": Verb("look at the top three cards of your deck", ("you look at cards",)),
    "move": Verb("move a Villain to the Sewers", ("a Villain moves", "a Villain is moved")),
    "search": Verb("search your deck for a Hero", ("you search your deck",)),
}  # fmt: skip
_FORMS = (
    "{E}.",
    "Choose a player, then {e}.",
    "You may {e}.",
    "If you have a Wound in your hand, {e}.",
    "{E}. You get +1 [attack].",
    "Choose one: {e}; or do nothing.",
)
_WAITS = (
    "Whenever {t}, you get +1 [recruit].",
    "When {t}, you may get +1 [recruit].",
    "After {t}, you get +1 [recruit].",
)
_APART = ("gain-wound", "ko-hero", "rescue", "draw", "discard", "reveal", "officer", "recruit", "defeat", "shuffle")
"""Verbs that bring about none of the others."""

_HEALING = "Healing: If you don't recruit any Heroes or defeat any Villains on your turn, you may KO all the Wounds from your hand."  # fmt: skip # noqa: E501


def _origins(say: str) -> Iterator[tuple[str, dict[str, Any], dict[str, Any], list[dict[str, Any]]]]:
    """Lazily, what happens, the card that brings it about there, and what else it takes."""
    low = say if say.startswith("KO") else say[0].lower() + say[1:]
    yield "effect", {"type": "card-effect", "player": "Anna"}, {"kind": "effect", "text": say}, []
    end = {"kind": "hero", "text": f"At the end of your turn, {low}"}
    yield "end", {"type": "turn-end", "player": "Anna"}, end, []
    wound = {"id": "wound", "name": "Wound", "kind": "wound", "controller": "Anna", "text": _HEALING}
    answer = {"kind": "hero", "text": f"Whenever you KO a Wound, {low}"}
    yield "answer", {"type": "heal", "player": "Anna", "recruited": False, "fought": False}, answer, [wound]
    out = {"kind": "hero", "text": f"When the Hero Deck runs out, {low}"}
    yield "deck", {"type": "deck-empty", "deck": "hero", "player": "Anna"}, out, []


def _cases(effect: str, wait: str, forms: Sequence[str] = _FORMS, *more: dict[str, Any]) -> Iterator[Case]:
    vigil = {"id": "wait", "name": "Vigil", "kind": "hero", "controller": "Anna", "text": wait}
    for form in forms:
        for origin, occurrence, card, also in _origins(form.format(E=effect[0].upper() + effect[1:], e=effect)):
            if origin == "answer" and effect.startswith("KO a card"):
                continue  # the card may be the Wound, whose KO it answers
            cause = {"id": "cause", "name": "Cause", "controller": "Anna", **card}
            yield (
                f"{origin}: {card['text']} {wait}",
                {
                    "game": "legendary",
                    "players": [{"name": "Anna"}, {"name": "Ben"}],
                    "active_player": "Anna",
                    "occurrence": occurrence,
                    "cards": [cause, vigil, *also, *more],
                },
            )


@pytest.mark.parametrize("verb", _VERBS)
def test_what_a_card_brings_about_is_answered(verb: str, desk: Desk) -> None:
    lost = []
    for number, trigger in enumerate(_VERBS[verb].triggers):
        forms = _FORMS if number == 0 else _FORMS[:1]
        for name, dispute in _cases(_VERBS[verb].effect, _WAITS[number % len(_WAITS)].format(t=trigger), forms):
            order = [ref for group in desk.resolve(dispute).order for ref in group.abilities]
            if "cause" not in order or "wait" not in order[order.index("cause") :]:
                lost.append(name)
    assert lost == []


@pytest.mark.parametrize("verb", _APART)
def test_what_does_not_happen_is_not_answered(verb: str, desk: Desk) -> None:
    wrong = []
    for other in _APART:
        if other == verb:
            continue
        for name, dispute in _cases(_VERBS[verb].effect, _WAITS[0].format(t=_VERBS[other].triggers[0]), _FORMS[:1]):
            out = {one.ability: one.reason for one in desk.resolve(dispute).excluded}
            if out.get("wait") != "no-matching-window" or "cause" in out:
                wrong.append(name)
    assert wrong == []


@pytest.mark.parametrize("verb", [verb for verb, row in _VERBS.items() if row.cannot])
def test_what_cannot_happen_is_not_answered(verb: str, desk: Desk) -> None:
    row, wrong = _VERBS[verb], []
    ban = {"id": "ban", "name": "Ban", "kind": "mastermind", "controller": "scenario", "text": row.cannot}
    for name, dispute in _cases(row.effect, _WAITS[0].format(t=row.triggers[0]), _FORMS[:4], ban):
        ruling = desk.resolve(dispute)
        out = {one.ability: (one.reason, one.by) for one in ruling.excluded}
        stands = any("ban" in group.abilities for group in ruling.order)
        if not stands or out.get("wait") != ("forbidden", "ban"):
            wrong.append(name)
    assert wrong == []


@pytest.mark.parametrize("verb", [verb for verb, row in _VERBS.items() if row.would])
def test_what_is_replaced_is_not_answered(verb: str, desk: Desk) -> None:
    row, wrong = _VERBS[verb], []
    text = f"If {row.would}, that player shuffles their deck instead."
    swap = {"id": "swap", "name": "Swap", "kind": "mastermind", "controller": "scenario", "text": text}
    for name, dispute in _cases(row.effect, _WAITS[0].format(t=row.triggers[0]), _FORMS[:4], swap):
        ruling = desk.resolve(dispute)
        out = {one.ability: (one.reason, one.by) for one in ruling.excluded}
        stands = any("swap" in group.abilities for group in ruling.order)
        if not stands or out.get("wait") != ("replaced", "swap"):
            wrong.append(name)
    assert wrong == []


_RESCUED = {"rescue a Bystander": False, "rescue a Bystander captured by a Villain": True}
_CAPTURED = ("a Bystander captured by this Villain", "a Bystander captured by a Villain")


@pytest.mark.parametrize("effect", _RESCUED)
@pytest.mark.parametrize("whom", _CAPTURED)
def test_what_comes_from_a_stack_was_not_captured_before(desk: Desk, effect: str, whom: str) -> None:
    dispute = {
        "game": "legendary", "players": [{"name": "Ada"}, {"name": "Bo"}], "active_player": "Ada",
        "occurrence": {"type": "card-effect", "player": "Ada"},
        "cards": [
            {"id": "save", "name": "Save", "kind": "effect", "controller": "Ada", "text": f"{effect.capitalize()}."},
            {"id": "thug", "name": "Thug", "kind": "villain", "text": f"Whenever {whom} is rescued, draw a card."},
        ],
    }  # fmt: skip
    order = [ref for group in desk.resolve(dispute).as_json()["order"] for ref in group["abilities"]]
    assert ("thug" in order) == _RESCUED[effect]


@pytest.mark.parametrize("said", [True, False])
def test_what_is_said_of_the_turn_settles_what_a_wound_asks(said: bool, desk: Desk) -> None:
    unless = "If you don't recruit any Heroes or defeat any Villains on your turn"
    text = f"Healing: {unless}, you may KO all the Wounds from your hand."
    wound = {"id": "wound", "name": "Wound", "kind": "wound", "controller": "Anna", "text": text}
    turn = {"recruited": False, "fought": False} if said else {}
    ruling = desk.resolve(
        {
            "game": "legendary", "players": [{"name": "Anna"}, {"name": "Ben"}], "cards": [wound],
            "occurrence": {"type": "heal", "player": "Anna", **turn},
        }
    )  # fmt: skip
    assert ([group.abilities for group in ruling.order], bool(ruling.assumptions)) == ([("wound",)], not said)
