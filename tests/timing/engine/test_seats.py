"""Players whom a text names by where they sit, in the games beside Marvel Champions. All cards are made up."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee

_SEATS = {
    "The player to your left": "cy",
    "The next player": "cy",
    "The player to your right": "ada",
    "The player whose turn it is": "bo",
    "The active player": "bo",
}


@pytest.mark.parametrize("who", _SEATS)
def test_a_plot_twist_means_who_sits_where_it_says(referee: Referee, who: str) -> None:
    names = ("Ada", "Bo", "Cy")
    bell = {"kind": "character", "text": "When you discard a card, draw a card."}
    cards = [{"id": name.lower(), "name": f"Bell of {name}", "controller": name} | bell for name in names]
    cards.append(
        {"id": "cause", "name": "Mischief", "kind": "plot-twist", "controller": "Bo"}
        | {"text": f"Main: {who} discards a card."}
    )
    ruling = referee.resolve(
        {
            "game": "vs-system-2pcg",
            "players": [{"name": name} for name in names],
            "active_player": "Bo",
            "occurrence": {"type": "main", "player": "Bo"},
            "cards": cards,
        }
    )
    answering = {ref for group in ruling.order for ref in group.abilities} - {"cause"}
    assert answering == {_SEATS[who]}


@pytest.mark.parametrize("game", ["legendary", "marvel-united", "vs-system-2pcg"])
def test_seats_are_words_of_every_game(referee: Referee, game: str) -> None:
    for who in _SEATS:
        ability = referee.ability(f"{who} draws a card.", game)
        assert ability.unread == ()
