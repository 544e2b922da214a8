"""Whatever happens in Marvel Champions is answered the same, whichever card brings it about and however it says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from judge.engine.referee import Referee

_VERBS: Mapping[str, tuple[str, str]] = {
    "deal 1 damage to Grub": ("a minion takes any amount of damage", ""),
    "stun Grub": ("a minion is stunned", ""),
    "confuse Grub": ("a minion is confused", ""),
    "give Hound a tough status card": ("an ally is given a tough status card", ""),
    "defeat Grub": ("a minion is defeated", "defeated"),
    "exhaust Hound": ("an ally exhausts", ""),
    "ready Hound": ("an ally readies", ""),
    "heal 1 damage from Hound": ("damage is healed from an ally", ""),
    "discard Lantern": ("an upgrade leaves play", ""),
    "return Lantern to your hand": ("an upgrade leaves play", ""),
    "flip Lantern": ("Lantern flips", ""),
    "place 1 charge counter on Lantern": ("a charge counter is placed on Lantern", ""),
    "place 1 threat on the main scheme": ("threat is placed on the main scheme", ""),
    "remove 1 threat from the main scheme": ("threat is removed from the main scheme", ""),
    "change form": ("you change form", "phase"),
    "draw 1 card": ("you draw a card", "phase"),
    "deal yourself 1 facedown encounter card": ("a player is dealt an encounter card", "phase"),
    "discard 1 card from your hand": ("you discard a card from your hand", ""),
    "shuffle your deck": ("your deck is shuffled", ""),
    "choose an ally and exhaust it": ("an ally exhausts", ""),
    "stun Grub and deal 1 damage to it": ("a minion takes damage", ""),
    "search your deck for an ally and put it into play": ("an ally enters play", ""),
    "search the encounter deck for a minion and put it into play engaged with you": ("you engage a minion", "phase"),
}
"""What an effect says; what a trigger says of it, and from where it says nothing sensible."""
_FORMS = (
    "{E}.",
    "Draw 1 card, then {e}.",
    "You may {e}.",
    "You must {e}.",
    "If you control an upgrade, {e}.",
    "Choose to either {e} or take 2 damage.",
    "{E}. Then, ready your hero.",
    "Deal 1 damage to an enemy. {E}.",
)
_TURN = {"type": "player-turn", "player": "Ada"}
_ATTACK = {"type": "enemy-attack", "attacker": "Ogre", "attacker_kind": "villain", "target": "Ada"}
_SCHEME = {"type": "enemy-scheme", "schemer": "Ogre", "target": "Ada"}
_ORIGINS: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any], str]] = {
    "action": (_TURN, {"kind": "support", "controller": "Ada"}, "Action: {E}"),
    "cost": (_TURN, {"kind": "support", "controller": "Ada"}, "Action: Exhaust Cause → {e}"),
    "event": (_TURN, {"kind": "event", "controller": "Ada"}, "Hero Action: {E}"),
    "response": (_SCHEME, {"kind": "upgrade", "controller": "Ada"}, "Response: After the villain schemes, {e}"),
    "interrupt": (_ATTACK, {"kind": "ally", "controller": "Ada"}, "Interrupt: When the villain attacks, {e}"),
    "forced": (_ATTACK, {"kind": "attachment", "attached_to": "Ogre"}, "Forced Response: After Ogre attacks, {e}"),
    "revealed": ({"type": "reveal", "card": "Cause", "player": "Ada"}, {"kind": "treachery"}, "When Revealed: {E}"),
    "boost": (_ATTACK, {"kind": "treachery", "role": "boost"}, "[star] Boost: {E}"),
    "defeated": ({"type": "defeat", "target": "Cause", "by": "Ada"}, {"kind": "minion"}, "When Defeated: {E}"),
    "phase": (
        {"type": "villain-phase"},
        {"kind": "side-scheme"},
        "Forced Interrupt: When the villain phase begins, {e}",
    ),
}


def _cases(effect: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The effect from every origin and in every form; over all effects every form meets every origin."""
    trigger, out = _VERBS[effect]
    first = list(_VERBS).index(effect)
    for place, (origin, (occurrence, card, text)) in enumerate(_ORIGINS.items(), first):
        for form in (_FORMS[place % len(_FORMS)], _FORMS[(place + 3) % len(_FORMS)]):
            if origin == out:
                continue
            said = form.format(E=effect[0].upper() + effect[1:], e=effect)
            whole = text.format(E=said, e=said[0].lower() + said[1:])
            cause = {"id": "cause", "name": "Cause", "controller": "scenario", "text": whole, **card}
            answer = f"Forced Response: After {trigger}, place 1 dream counter on Vigil."
            wait = {"id": "wait", "name": "Vigil", "kind": "support", "controller": "Ada", "text": answer}
            table = [
                {"id": "grub", "name": "Grub", "kind": "minion", "engaged_with": "Ada", "text": ""},
                {"id": "hound", "name": "Hound", "kind": "ally", "controller": "Ada", "text": ""},
                {"id": "lantern", "name": "Lantern", "kind": "upgrade", "controller": "Ada", "text": ""},
            ]
            players = [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}]
            yield (
                whole,
                {
                    "game": "marvel-champions",
                    "players": players,
                    "active_player": "Ada",
                    "occurrence": occurrence,
                    "cards": [cause, wait, *table],
                },
            )


@pytest.mark.parametrize("effect", _VERBS)
def test_what_happens_is_answered_whoever_brings_it_about(referee: Referee, effect: str) -> None:
    silent = []
    for name, dispute in _cases(effect):
        ruling = referee.resolve(dispute).as_json()
        places = {ref: group["position"] for group in ruling["order"] for ref in group["abilities"]}
        if not places.get("cause", 99) < places.get("wait", 0):
            silent.append((name, ruling["excluded"]))
    assert not silent


@pytest.mark.parametrize(
    ("kind", "trigger", "acts"),
    [
        ("event", "an event enters your discard pile", True),
        ("event", "a card enters your discard pile", True),
        ("event", "you discard an event from your hand", False),
        ("support", "a card enters your discard pile", False),
    ],
)
def test_an_event_that_was_played_goes_to_the_discard_pile(
    referee: Referee, kind: str, trigger: str, acts: bool
) -> None:
    flare = {"id": "flare", "name": "Flare", "kind": kind, "controller": "Ada", "text": ""}
    answer = f"Response: After {trigger}, place 1 dream counter on Vigil."
    wait = {"id": "wait", "name": "Vigil", "kind": "upgrade", "controller": "Ada", "text": answer}
    dispute = {
        "game": "marvel-champions",
        "players": [{"name": "Ada", "form": "hero"}],
        "occurrence": {"type": "play-card", "card": "Flare", "player": "Ada"},
        "cards": [flare, wait],
    }
    found = [group.step for group in referee.resolve(dispute).order if "wait" in group.abilities]
    assert found == (["play-card/after"] if acts else [])


_SEATS = {
    "the first player": "ada",
    "the active player": "bo",
    "the next player": "cy",
    "the player to your left": "cy",
    "the player to your right": "ada",
    "Ada": "ada",
}
_TO_SEATS = {
    "Deal 1 damage to {}.": "take any amount of damage",
    "{} takes 1 damage.": "take any amount of damage",
    "{} draws 1 card.": "draw a card",
    "{} discards 1 card from their hand.": "discard a card",
    "Stun {}.": "become stunned",
    "Put a Thug minion into play engaged with {}.": "engage a minion",
    "{} engages Thug.": "engage a minion",
    "Thug engages {}.": "engage a minion",
    "Deal {} an encounter card.": "are dealt an encounter card",
    "{} changes form.": "change form",
}


def _bells(happens: str) -> list[dict[str, str]]:
    """A card of each player that tells whether something happens to them."""
    bell = {"kind": "upgrade", "text": f"Response: After you {happens}, draw 2 cards."}
    return [{"id": name.lower(), "name": f"Bell of {name}", "controller": name} | bell for name in ("Ada", "Bo", "Cy")]


@pytest.mark.parametrize("who", _SEATS)
def test_a_text_means_who_sits_where_it_says(referee: Referee, who: str) -> None:
    wrong = []
    for effect, happens in _TO_SEATS.items():
        text = effect.format(who)
        cards = _bells(happens)
        treachery = {"id": "cause", "name": "Mischief", "kind": "treachery", "controller": "scenario"}
        ruling = referee.resolve(
            {
                "game": "marvel-champions",
                "players": [{"name": name, "form": "hero"} for name in ("Ada", "Bo", "Cy")],
                "active_player": "Bo",
                "occurrence": {"type": "reveal", "card": "Mischief", "card_kind": "treachery", "player": "Bo"},
                "cards": [treachery | {"text": f"When Revealed: {text[0].upper()}{text[1:]}"}, *cards],
            }
        )
        answering = {ref for group in ruling.order for ref in group.abilities} - {"cause"}
        if answering != {_SEATS[who]}:
            wrong.append((text, answering))
    assert wrong == []


# Ada and Bo are heroes, Ada stunned; Cy is in alter-ego form, controls Rex and is engaged with Thug. Bo reveals.
_NARROWED = {
    "each player in hero form": "ada bo",
    "each player in alter-ego form": "cy",
    "each other player": "ada cy",
    "each player except you": "ada cy",
    "each player other than the first player": "bo cy",
    "the player engaged with Thug": "cy",
    "each player engaged with a minion": "cy",
    "each player who is not engaged with a minion": "ada bo",
    "the player who controls Rex": "cy",
    "Rex's controller": "cy",
    "each player who controls an ally": "cy",
    "each player with a stunned hero": "ada",
    "each player whose identity is stunned": "ada",
    "each hero who is stunned": "ada",
    "each other hero": "ada",
}
_TO_NARROWED = {
    "Deal 1 damage to {}.": "take any amount of damage",
    "{} takes 1 damage.": "take any amount of damage",
    "Stun {}.": "become stunned",
    "Exhaust {}.": "exhaust",
}


@pytest.mark.parametrize("who", _NARROWED)
def test_a_text_means_only_those_of_whom_it_is_so(referee: Referee, who: str) -> None:
    wrong = []
    for effect, happens in _TO_NARROWED.items():
        text = effect.format(who)
        cards = [
            *_bells(happens),
            {"id": "cause", "name": "Mischief", "kind": "treachery", "controller": "scenario"}
            | {"text": f"When Revealed: {text[0].upper()}{text[1:]}"},
            {"id": "thug", "name": "Thug", "kind": "minion", "text": "", "engaged_with": "Cy"},
            {"id": "rex", "name": "Rex", "kind": "ally", "text": "", "controller": "Cy"},
            {"id": "st", "name": "Stunned", "kind": "status", "attached_to": "Ada"},
        ]
        forms = {"Ada": "hero", "Bo": "hero", "Cy": "alter-ego"}
        ruling = referee.resolve(
            {
                "game": "marvel-champions",
                "players": [{"name": name, "form": form} for name, form in forms.items()],
                "active_player": "Bo",
                "occurrence": {"type": "reveal", "card": "Mischief", "card_kind": "treachery", "player": "Bo"},
                "cards": cards,
            }
        )
        answering = {ref for group in ruling.order for ref in group.abilities} & {"ada", "bo", "cy"}
        if answering != set(_NARROWED[who].split()):
            wrong.append((text, answering))
    assert wrong == []


# Thug is engaged with Ada and has guard, Ape with Cy, is stunned and bears Club; Pal is Bo's ally, tough, Rex is Cy's.
_CLASSES = {
    "each minion": "thug ape",
    "each enemy": "thug ape boss",
    "each non-villain enemy": "thug ape",
    "each other minion": "thug ape",
    "each minion engaged with you": "",
    "each enemy you are engaged with": "",
    "each minion engaged with the first player": "thug",
    "each enemy engaged with a player in alter-ego form": "ape",
    "a minion engaged with a player in alter-ego form": "ape",
    "a minion engaged with you": "",
    "each minion with guard": "thug",
    "each minion without guard": "ape",
    "each minion that is stunned": "ape",
    "each enemy without a stunned status card": "thug boss",
    "each enemy with an attachment": "ape",
    "each minion with 2 or more attachments": "",
    "each ally you control": "pal",
    "each ally Cy controls": "rex",
    "each ally whose controller is in hero form": "pal",
    "each ally with a tough status card": "pal",
    "each enemy and each ally": "thug ape boss pal rex",
}


@pytest.mark.parametrize("whom", _CLASSES)
@pytest.mark.parametrize(
    ("effect", "happens"),
    [("Discard {}.", "is discarded"), ("Confuse {}.", "becomes confused"), ("Heal 1 damage from {}.", "heals damage")],
)
def test_a_text_means_only_those_of_a_class_of_whom_it_is_so(
    referee: Referee, whom: str, effect: str, happens: str
) -> None:
    text = effect.format(whom)
    beside = {"controller": "scenario", "text": ""}
    there: list[dict[str, str]] = [
        {"id": "thug", "name": "Thug", "kind": "minion", "engaged_with": "Ada"} | beside | {"text": "Guard."},
        {"id": "ape", "name": "Ape", "kind": "minion", "engaged_with": "Cy"} | beside,
        {"id": "boss", "name": "Boss", "kind": "villain"} | beside,
        {"id": "pal", "name": "Pal", "kind": "ally", "controller": "Bo", "text": ""},
        {"id": "rex", "name": "Rex", "kind": "ally", "controller": "Cy", "text": ""},
        {"id": "st", "name": "Stunned", "kind": "status", "attached_to": "Ape"},
        {"id": "to", "name": "Tough", "kind": "status", "attached_to": "Pal"},
        {"id": "club", "name": "Club", "kind": "attachment", "attached_to": "Ape"} | beside,
        {"id": "cause", "name": "Mischief", "kind": "treachery", "controller": "scenario"}
        | {"text": f"When Revealed: {text}"},
    ]
    bells = [
        {"id": f"bell-{name.lower()}", "name": f"Bell of {name}", "kind": "environment", "controller": "scenario"}
        | {"text": f"Forced Response: After {name} {happens}, place 1 threat on the main scheme."}
        for name in ("Thug", "Ape", "Boss", "Pal", "Rex")
    ]
    ruling = referee.resolve(
        {
            "game": "marvel-champions",
            "players": [
                {"name": "Ada", "form": "hero"},
                {"name": "Bo", "form": "hero"},
                {"name": "Cy", "form": "alter-ego"},
            ],
            "occurrence": {"type": "reveal", "card": "Mischief", "card_kind": "treachery", "player": "Bo"},
            "cards": [*there, *bells],
        }
    )
    answering = {ref.removeprefix("bell-") for group in ruling.order for ref in group.abilities if "bell-" in ref}
    assert answering == set(_CLASSES[whom].split())
