"""What an ability has moved as it was defeated is not discarded or put elsewhere a second time: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_AWAY = (
    "return it to your hand", "return Brak to its owner's hand", "shuffle it into your deck",
    "put it on top of your deck", "remove it from the game",
)  # fmt: skip


def _ruled(referee: Referee, edition: str, effect: str, trigger: str) -> tuple[list[str], dict[str, str]]:
    order, out = ruled(
        referee, edition, {"type": "defeat", "target": "Brak"},
        card("Brak", "ally", f"<b>Interrupt</b>: When Brak is defeated, {effect}."),
        card("Seer", "support", f"<b>Response</b>: After {trigger}, draw 1 card.", "Bo"),
    )  # fmt: skip
    return [ref for group in order for ref in group], {ref: reason for ref, (reason, _) in out.items()}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("effect", [*_AWAY, "attach it to the villain"])
def test_what_was_moved_as_it_was_defeated_is_not_discarded(referee: Referee, edition: str, effect: str) -> None:
    for trigger in ("an ally is discarded", "an ally is discarded from play"):
        assert _ruled(referee, edition, effect, trigger) == (["brak"], {"seer": "replaced"})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("effect", _AWAY)
def test_what_was_moved_as_it_was_defeated_leaves_play_once(referee: Referee, edition: str, effect: str) -> None:
    assert _ruled(referee, edition, effect, "an ally leaves play") == (["brak", "seer"], {})
    assert _ruled(referee, edition, effect, "an ally is defeated") == (["brak", "seer"], {})


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_stays_where_it_was_is_discarded(referee: Referee, edition: str) -> None:
    for trigger in ("an ally is discarded", "an ally leaves play", "an ally is defeated"):
        assert _ruled(referee, edition, "draw 1 card", trigger) == (["brak", "seer"], {})


_BACK = "put that ally into play from {}"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("effect", [*_AWAY, "put it into its owner's discard pile", "draw 1 card"])
def test_nobody_is_put_into_play_from_where_they_do_not_lie(referee: Referee, edition: str, effect: str) -> None:
    order, out = ruled(
        referee, edition, {"type": "defeat", "target": "Brak"},
        card("Brak", "ally", f"<b>Interrupt</b>: When Brak is defeated, {effect}."),
        card("Seer", "upgrade", "<b>Response</b>: After an ally you control is defeated, discard Seer → "
             "put that ally into play from your discard pile and deal 1 damage to it."),
    )  # fmt: skip
    there = effect not in _AWAY
    assert ["seer"] in order if there else out["seer"] == ("forbidden", "brak")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("instead", ["draw 1 card", "put it faceup under the main scheme", "shuffle it into your deck"])
def test_whose_discard_is_replaced_was_defeated_all_the_same(referee: Referee, edition: str, instead: str) -> None:
    order, out = ruled(
        referee, edition, {"type": "defeat", "target": "Brak"},
        card("Brak", "ally", ""),
        card("Urn", "support", f"<b>Forced Interrupt</b>: When an ally would be placed into a discard pile from play, "
             f"{instead} instead."),
        card("Seer", "support", "<b>Response</b>: After an ally is defeated, draw 1 card.", "Bo"),
        card("Scribe", "support", "<b>Response</b>: After an ally is discarded, draw 1 card.", "Bo"),
    )  # fmt: skip
    assert (order, out["scribe"]) == ([["urn"], ["seer"]], ("replaced", "urn"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", ["ally", "minion"])
@pytest.mark.parametrize(("told", "kinds"), [("player or encounter", ""), ("player", "ally"), ("encounter", "minion")])
def test_brackets_tell_of_which_kinds_a_card_is(
    referee: Referee, edition: str, kind: str, told: str, kinds: str
) -> None:
    order, _ = ruled(
        referee, edition, {"type": "leave-play", "card": "Brak"},
        card("Brak", kind, "", "Ada" if kind == "ally" else "scenario"),
        card("Urn", "villain", f"<b>Forced Interrupt</b>: When a card ({told}) would be placed into a discard pile "
             "from play, put it faceup under the main scheme instead.", "scenario"),
    )  # fmt: skip
    meant = kinds in ("", kind)
    assert order == ([["urn"]] if meant else [])
