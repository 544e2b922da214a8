"""A text that tells of a card's way alone is met by whatever sends a card that way, for its owner: made-up cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from judge.engine.referee import Referee


class Way(NamedTuple):
    """What an effect says, where the card then lies, and from where it comes, as a text would say it."""

    effect: str
    pile: str
    origin: str = ""
    shared: bool = False


_VS = (
    Way("Discard a card", "KO pile", "your hand"),
    Way("Draw a card", "hand"),
    Way("KO Brak", "KO pile", "play"),
)
_LEGENDARY = (
    Way("Gain a Wound", "discard pile"),
    Way("Gain a S.H.I.E.L.D. Officer", "discard pile"),
    Way("Gain a Hero from the HQ", "discard pile"),
    Way("Rescue a Bystander", "Victory Pile", "the Bystander stack"),
    Way("Draw a card", "hand"),
    Way("KO one of your Heroes", "KO pile", shared=True),
    Way("KO a card from your hand", "KO pile", "your hand", shared=True),
)
_FORMS = ("a card is put into {pile}", "a card is placed in {pile}", "a card goes to {pile}", "a card goes into {pile}")
_OTHER_PILES = {"KO pile": "hand", "hand": "KO pile", "discard pile": "hand", "Victory Pile": "discard pile"}


def _order(referee: Referee, game: str, effect: str, trigger: str, whose: str) -> list[str]:
    vs = game == "vs-system-2pcg"
    trick = {"text": f"Main: {effect}.", "kind": "plot-twist"} if vs else {"text": f"{effect}.", "kind": "effect"}
    first = "When" if vs else "Whenever"
    waits = {"text": f"{first} {trigger}, shuffle your deck.", "kind": "character" if vs else "hero"}
    brak = {"id": "brak", "name": "Brak", "controller": "Ada", "text": ""}
    dispute: dict[str, Any] = {
        "game": game, "players": [{"name": "Ada"}, {"name": "Bo"}], "active_player": "Ada",
        "occurrence": {"type": "main" if vs else "card-effect", "player": "Ada"},
        "cards": [
            {"id": "trick", "name": "Trick", "controller": "Ada", **trick},
            {"id": "seer", "name": "Seer", "controller": whose, **waits},
            brak | {"kind": waits["kind"]},
        ],
    }  # fmt: skip
    groups = referee.resolve(dispute).as_json()["order"]
    return list(dict.fromkeys(ref for group in groups for ref in group["abilities"]))  # it may be met twice


def _cases() -> Iterator[tuple[str, Way, str]]:
    for game, ways in (("vs-system-2pcg", _VS), ("legendary", _LEGENDARY)):
        for way in ways:
            for form in _FORMS:
                yield game, way, form


@pytest.mark.parametrize(("game", "way", "form"), list(_cases()))
def test_what_tells_of_a_way_is_met_by_what_sends_a_card_there(
    referee: Referee, game: str, way: Way, form: str
) -> None:
    your = "the" if way.shared else "your"
    trigger = form.format(pile=f"{your} {way.pile}")
    assert _order(referee, game, way.effect, trigger, "Ada") == ["trick", "seer"]
    elsewhere = form.format(pile=f"your {_OTHER_PILES[way.pile]}")
    played = game == "vs-system-2pcg" and _OTHER_PILES[way.pile] == "KO pile"  # the plot twist itself goes there
    assert ("seer" in _order(referee, game, way.effect, elsewhere, "Ada")) == played


@pytest.mark.parametrize(("game", "way", "form"), [case for case in _cases() if not case[1].shared])
def test_only_into_a_pile_of_whom_it_names(referee: Referee, game: str, way: Way, form: str) -> None:
    assert _order(referee, game, way.effect, form.format(pile=f"your {way.pile}"), "Bo") == ["trick"]


@pytest.mark.parametrize(("game", "way", "form"), [case for case in _cases() if case[1].origin])
def test_only_from_where_it_comes(referee: Referee, game: str, way: Way, form: str) -> None:
    pile = form.format(pile=f"{'the' if way.shared else 'your'} {way.pile}")
    assert _order(referee, game, way.effect, f"{pile} from {way.origin}", "Ada") == ["trick", "seer"]
    assert _order(referee, game, way.effect, f"{pile} from your deck", "Ada") == ["trick"]
