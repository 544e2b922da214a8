"""What the book of Vs. System tells of a combat and a stun holds for every text that asks: made-up cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from judge.engine.referee import Referee

_COMBAT = {
    "type": "combat", "attackers": ["Oona"], "defender": "Brak", "attacking_player": "Ada", "defending_player": "Bo",
}  # fmt: skip
_ROWS = {
    "Ada": (
        "When Oona attacks from your {row}", "When a character on your side attacks from its {row}",
        "When a character in your {row} attacks", "When a character in your {row} becomes stunned",
        "When Oona attacks while she is in your {row}",
    ),
    "Bo": (
        "When an enemy character attacks from its {row}", "When an enemy character in its {row} attacks",
        "When an enemy character in its {row} becomes stunned",
    ),
}  # fmt: skip


def _card(id_: str, controller: str, text: str, kind: str = "character", **more: str) -> dict[str, Any]:
    return {"id": id_, "name": id_.capitalize(), "kind": kind, "controller": controller, "text": text, **more}


def _ruled(referee: Referee, occurrence: dict[str, Any], *cards: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
    """What resolves, in order, and why the rest does not."""
    ruling = referee.resolve(
        {
            "game": "vs-system-2pcg", "edition": "mcu", "players": [{"name": "Ada"}, {"name": "Bo"}],
            "active_player": "Ada", "occurrence": occurrence, "cards": list(cards),
        }
    ).as_json()  # fmt: skip
    order = [ref for group in ruling["order"] for ref in group["abilities"]]
    return order, {one["ability"]: one["reason"] for one in ruling["excluded"]}


def _row_cases() -> Iterator[tuple[bool, str, str, str]]:
    for ranged in (False, True):
        for player, texts in _ROWS.items():
            for text in texts:
                for row in ("Front Row", "Back Row"):
                    yield ranged, player, text, row


@pytest.mark.parametrize(("ranged", "player", "text", "row"), list(_row_cases()))
def test_a_melee_attack_comes_from_the_front_row_a_ranged_one_from_the_back(
    referee: Referee, ranged: bool, player: str, text: str, row: str
) -> None:
    oona = {**_card("oona", "Ada", "[ranged]" if ranged else ""), "name": "Oona"}
    seer = _card("seer", player, f"{text.format(row=row)}, draw a card.")
    occurrence = {**_COMBAT, "ranged": ranged}
    if "becomes stunned" in text:
        occurrence["defender"] = "Brak"
    brak = _card("brak", "Bo", "[ranged]")
    order, out = _ruled(referee, occurrence, oona, seer, brak)
    met = ranged == (row == "Back Row")
    assert ("seer" in order) == met, (order, out)


_MOVES = ("move {who} to its {row}", "at the end of combat, move {who} to its {row}")
_MOVED = ("your Back Row", "your Front Row or Back Row", "your Back Row or Front Row", "your Front Row")


@pytest.mark.parametrize("moves", _MOVES)
@pytest.mark.parametrize("moved", _MOVED)
def test_a_trigger_that_names_several_rows_is_met_by_each(referee: Referee, moves: str, moved: str) -> None:
    effect = moves.format(who="an enemy character in the combat", row="Back Row")
    trick = _card("trick", "Bo", f"[any turn] Combat: {effect.capitalize()}.", "plot-twist")
    rover = _card("rover", "Ada", f"When another character on your side moves to {moved}, draw a card.")
    order, _ = _ruled(referee, {**_COMBAT, "ranged": False}, trick, rover)
    assert ("rover" in order) == ("Back Row" in moved)


_NO_WOUND = {
    "If a character on your side would gain a wound, prevent that wound.": "prevented",
    "Characters on your side can’t gain wounds.": "forbidden",
    "If a character on your side would gain a wound, draw a card instead.": "replaced",
}
_WOUNDING = (
    {"type": "stun", "character": "Brak"},
    {"type": "stun", "character": "Brak", "ko": True},
    {"type": "wound", "character": "Brak"},
    {"type": "wound", "character": "Brak", "ko": True},
    {**_COMBAT, "ranged": False},
)
_RESTS_ON_IT = (
    "a character on your side gains a wound", "a character on your side gets KO’d",
    "a character on your side leaves play",
)  # fmt: skip


@pytest.mark.parametrize("text", _NO_WOUND)
@pytest.mark.parametrize("occurrence", _WOUNDING, ids=lambda one: "-".join(map(str, one.values()))[:24])
@pytest.mark.parametrize("waits", _RESTS_ON_IT)
def test_without_its_wound_nobody_is_kod_by_it(
    referee: Referee, text: str, occurrence: dict[str, Any], waits: str
) -> None:
    plate = _card("plate", "Bo", text, "main-character")
    brak, sexton = _card("brak", "Bo", ""), _card("sexton", "Bo", f"When {waits}, draw a card.")
    drum = _card("drum", "Ada", "When an enemy character becomes stunned, draw a card.")
    order, out = _ruled(referee, occurrence, plate, brak, sexton, drum)
    assert "plate" in order
    assert out.get("sexton") == _NO_WOUND[text]
    assert ("drum" in order) == (occurrence["type"] != "wound")


_DOWN = ("Daze", "Stun", "KO")


@pytest.mark.parametrize("verb", _DOWN)
@pytest.mark.parametrize("whom", ("an enemy character", "an enemy supporting character", "Brak"))
@pytest.mark.parametrize("waits", ("Harness gets KO’d", "Harness leaves play", "an Equipment gets KO’d"))
def test_equipment_goes_with_a_stun_a_daze_and_a_ko(referee: Referee, verb: str, whom: str, waits: str) -> None:
    gas = _card("gas", "Ada", f"Build: {verb} {whom}.", "plot-twist")
    harness = _card("harness", "Bo", "", "equipment", attached_to="Brak")
    smith = _card("smith", "Bo", f"When {waits}, draw a card.")
    order, _ = _ruled(referee, {"type": "build", "player": "Ada"}, gas, _card("brak", "Bo", ""), harness, smith)
    assert order == ["gas", "smith"]


_LEVELS = "Level Up (1) - When Oona attacks, she gains an XP."


@pytest.mark.parametrize(
    "power", ("Combat [might]: Oona gets +3/+0 this combat.", "When Oona becomes stunned, draw a card.")
)
@pytest.mark.parametrize("leveled", (True, False))
def test_what_a_level_1_character_says_is_gone_once_it_leveled_up(referee: Referee, power: str, leveled: bool) -> None:
    oona = _card("oona", "Ada", f"{power}\n{_LEVELS}" if leveled else power, "main-character")
    herald = _card("herald", "Ada", "When your Main Character levels up, draw a card.")
    order, out = _ruled(referee, {**_COMBAT, "ranged": False}, oona, herald)
    own = "oona#1" if leveled else "oona"
    assert (own in order) != leveled
    assert out.get(own) == ("replaced" if leveled else None)


_MIMIC = {
    "Move an enemy supporting character named Oona to your side": False,
    "Gain control of an enemy supporting character named Oona": False,
    "Move an enemy supporting character named Brak to your side": True,
    "Gain control of an enemy supporting character named Brak": True,
    "Move an enemy supporting character named Oona to your side and draw a card": True,
}


@pytest.mark.parametrize("effect", _MIMIC)
def test_nobody_controls_a_character_named_like_their_main_character(referee: Referee, effect: str) -> None:
    oona, charm = _card("oona", "Ada", "", "main-character"), _card("charm", "Ada", f"Main: {effect}.", "plot-twist")
    twin = {**_card("twin", "Bo", ""), "name": "Oona"}
    order, out = _ruled(referee, {"type": "main", "player": "Ada"}, oona, twin, _card("brak", "Bo", ""), charm)
    assert ("charm" in order) == _MIMIC[effect]
    assert out.get("charm") == (None if _MIMIC[effect] else "forbidden")


@pytest.mark.parametrize("text", ("becomes stunned", "gains a wound", "gets KO’d"))
def test_who_is_not_struck_back_is_told_of_that(referee: Referee, text: str) -> None:
    oona, brak = _card("oona", "Ada", "[ranged]"), _card("brak", "Bo", "")
    squire = _card("squire", "Ada", f"When a character on your side {text}, draw a card.")
    order, out = _ruled(referee, {**_COMBAT, "ranged": True}, oona, brak, squire)
    assert "squire" not in order
    assert out["squire"] == "forbidden"


_ANYHOW = (
    "You may use Seer’s Combat Super Powers even if she isn’t in the combat.",
    "You may use this character’s Super Powers even if it is not in the combat.",
)


@pytest.mark.parametrize("said", ("", *_ANYHOW))
def test_a_card_may_lift_that_its_character_must_be_in_the_combat(referee: Referee, said: str) -> None:
    power = "Combat [energy]: Choose an attacker. It gets +2/+0 this combat."
    seer = _card("seer", "Ada", f"{said}\n{power}" if said else power)
    order, _ = _ruled(referee, {**_COMBAT, "ranged": False}, seer, _card("aco", "Ada", power))
    assert order == (["seer#2"] if said else [])


_ON_STUN = ("Oona becomes stunned", "a character on your side becomes stunned", "Oona gains a wound")


@pytest.mark.parametrize("trigger", _ON_STUN)
@pytest.mark.parametrize("counter", ["+1/+1", "-1/-1"])
def test_who_is_stunned_gains_no_counters(referee: Referee, trigger: str, counter: str) -> None:
    seer = _card("seer", "Ada", f"When {trigger}, put a {counter} counter on Oona.")
    scribe = _card("scribe", "Bo", f"When an enemy character gains one or more {counter} counters, draw a card.")
    order, why = _ruled(referee, {"type": "stun", "character": "Oona"}, _card("oona", "Ada", ""), seer, scribe)
    assert ("scribe" in order, why["scribe"]) == (False, "forbidden")


def test_who_is_dazed_gains_no_counters(referee: Referee) -> None:
    trick = _card("trick", "Ada", "Main: Daze Oona.", "plot-twist")
    seer = _card("seer", "Ada", "When Oona becomes stunned, put a +1/+1 counter on Oona.")
    scribe = _card("scribe", "Bo", "When an enemy character gains one or more +1/+1 counters, draw a card.")
    order, why = _ruled(referee, {"type": "main", "player": "Ada"}, _card("oona", "Ada", ""), trick, seer, scribe)
    assert ("scribe" in order, why["scribe"]) == (False, "forbidden")


@pytest.mark.parametrize("occurrence", ["turn", "build"])
def test_recruits_appear_in_the_recruit_step(referee: Referee, occurrence: str) -> None:
    waits = _card("seer", "Ada", "When another character appears on your side, draw a card.")
    early = _card("early", "Ada", "At the start of your Recruit Step, draw a card.")
    order, _ = _ruled(referee, {"type": occurrence, "player": "Ada"}, waits, early)
    assert order == ["early", "seer"]


def test_the_main_characters_own_trigger_does_not_see_who_may_not_come(referee: Referee) -> None:
    main = {
        **_card("main", "Ada", "When a character appears on your side, draw a card.", "main-character"),
        "name": "Oona",
    }
    copy = {**_card("copy", "Ada", "When Oona appears, draw a card."), "name": "Oona"}
    order, why = _ruled(referee, {"type": "appears", "card": "copy", "player": "Ada"}, main, copy)
    assert (order, why) == ([], {"main": "forbidden", "copy": "forbidden"})


@pytest.mark.parametrize("said", ["melee", "ranged"])
@pytest.mark.parametrize("ranged", [False, True])
def test_a_melee_combat_is_none_of_ranged_attackers(referee: Referee, said: str, ranged: bool) -> None:
    seer = _card("seer", "Bo", f"At the start of a {said} combat, draw a card.")
    order, _ = _ruled(referee, {**_COMBAT, "ranged": ranged}, _card("oona", "Ada", "[ranged]"), seer)
    assert ("seer" in order) is (ranged == (said == "ranged"))


def test_a_short_name_that_is_also_the_cards_id_is_the_cards(referee: Referee) -> None:
    vale = {**_card("vale", "Ada", "When Vale attacks, draw a card.", "main-character"), "name": "Captain Vale"}
    order, _ = _ruled(referee, {**_COMBAT, "attackers": ["Captain Vale"]}, vale)
    assert order == ["vale"]


def test_a_trigger_that_may_only_give_what_a_rule_refuses_is_forbidden(referee: Referee) -> None:
    seer = _card("seer", "Ada", "When Oona becomes stunned, put a +1/+1 counter on Oona.")
    order, why = _ruled(referee, {"type": "stun", "character": "Oona"}, _card("oona", "Ada", ""), seer)
    assert (order, why["seer"]) == ([], "forbidden")


_SEARCHES = {
    "Search your deck for a Location and put it into your hand": True,
    "You may search your deck for a character": True,
    "Look through your deck for a character, reveal it, and put it into your hand": True,
    "Search your deck or KO pile for a character": True,
    "Each player searches their deck for a Location": True,
    "If you control Oona, search your deck for up to two Locations": True,
    "Search your KO pile for a character": False,
    "Search an enemy player’s hand for a Location": False,
    "Look at the top card of your deck": False,
}
_TOLD = ("", "Then shuffle your deck.", "Shuffle your deck.")


@pytest.mark.parametrize(("effect", "shuffled"), _SEARCHES.items())
@pytest.mark.parametrize("told", _TOLD)
@pytest.mark.parametrize("waits", ["you shuffle your deck", "your deck is shuffled", "a player shuffles their deck"])
def test_a_deck_that_was_searched_is_shuffled_once(
    referee: Referee, effect: str, shuffled: bool, told: str, waits: str
) -> None:
    map_ = _card("map", "Ada", f"Main: {effect}. {told}", "plot-twist")
    seer, oona = _card("seer", "Ada", f"When {waits}, put a +1/+1 counter on Oona."), _card("oona", "Ada", "")
    order, out = _ruled(referee, {"type": "main", "player": "Ada"}, map_, oona, seer)
    often = 2 if effect.startswith("Each player") and waits.startswith("a player") and not told else 1
    assert order == ["map", *["seer"] * often] if shuffled or told else order == ["map"]
    assert out.get("seer") == (None if shuffled or told else "no-matching-window")


@pytest.mark.parametrize("verb", ["search", "shuffle"])
def test_who_can_not_search_or_shuffle_shuffles_nothing(referee: Referee, verb: str) -> None:
    oona = _card("oona", "Ada", "Main [might]: Search your deck for a Location.")
    wall = _card("wall", "Bo", f"Enemy players can’t {verb} their decks.")
    seer = _card("seer", "Ada", "When you shuffle your deck, draw a card.")
    order, out = _ruled(referee, {"type": "main", "player": "Ada"}, oona, wall, seer)
    assert (order[-1], out["seer"]) == ("wall", "forbidden")


_SHUFFLED_IN = {
    "Shuffle Oona into your deck": ("you shuffle your deck", "you shuffle a card into your deck", "Oona leaves play"),
    "Shuffle your KO pile into your deck": ("you shuffle your deck", "your deck is shuffled"),
    "Shuffle an enemy supporting character into its owner’s deck": ("an enemy character leaves play",),
}
_NOT_SHUFFLED_IN = {
    "Shuffle your deck": ("you shuffle a card into your deck", "Oona leaves play"),
    "Shuffle an enemy supporting character into its owner’s deck": ("you shuffle your deck",),
}


@pytest.mark.parametrize("met", [True, False])
def test_what_is_shuffled_into_a_deck_shuffles_it(referee: Referee, met: bool) -> None:
    for effect, waits in (_SHUFFLED_IN if met else _NOT_SHUFFLED_IN).items():
        for one in waits:
            trick, seer = _card("trick", "Ada", f"Main: {effect}.", "plot-twist"), f"When {one}, draw a card."
            cards = (_card("oona", "Ada", ""), _card("brak", "Bo", "", "supporting-character"))
            order, _ = _ruled(referee, {"type": "main", "player": "Ada"}, trick, *cards, _card("seer", "Ada", seer))
            assert order == (["trick", "seer"] if met else ["trick"]), (effect, one)


_APPEARING = {
    "When you recruit another character": "recruited",
    "When another character is recruited": "recruited",
    "When you play a character": "recruited",
    "When another character appears on your side": "always",
    "When another character appears, if it was recruited": "recruited",
    "When another character appears, if you didn’t recruit it": "put",
    "When an enemy player recruits a character": "never",
}


@pytest.mark.parametrize(("trigger", "met"), _APPEARING.items())
@pytest.mark.parametrize("recruited", [True, False])
def test_a_dispute_may_say_whether_who_appears_was_recruited(
    referee: Referee, trigger: str, met: str, recruited: bool
) -> None:
    occurrence = {"type": "appears", "card": "oona", "player": "Ada", "recruited": recruited}
    seer, brak = _card("seer", "Ada", f"{trigger}, stun Brak."), _card("brak", "Bo", "")
    watch = _card("watch", "Bo", "When Brak becomes stunned, draw a card.")
    order, _ = _ruled(referee, occurrence, _card("oona", "Ada", ""), seer, brak, watch)
    assert ("watch" in order) == (met in ("always", "recruited" if recruited else "put"))


_RESOLVES = {
    "When the combat resolves": "combat/resolve", "When a combat is resolved": "combat/resolve",
    "When Oona’s combat resolves": "combat/resolve", "After a combat resolves": "combat/end",
    "When a combat starts": "combat/start", "At the end of combat": "combat/end",
}  # fmt: skip


@pytest.mark.parametrize(("trigger", "step"), _RESOLVES.items())
def test_a_combat_resolves_after_its_plays(referee: Referee, trigger: str, step: str) -> None:
    oona = _card("oona", "Ada", f"{trigger}, draw a card.")
    trick = _card("trick", "Ada", "Combat: Oona gets +1/+0 this combat.", "plot-twist")
    order, _ = _ruled(referee, {**_COMBAT, "ranged": False}, oona, trick)
    assert order == (["oona", "trick"] if step == "combat/start" else ["trick", "oona"])


_TURNED = ("one of your Locations turns face down", "you turn a Location face down", "a Location is turned face down")


@pytest.mark.parametrize("waits", _TURNED)
@pytest.mark.parametrize("cost", ["[might]", ""])
def test_a_location_that_pays_for_a_power_turns_face_down(referee: Referee, waits: str, cost: str) -> None:
    oona = _card("oona", "Ada", f"Main {cost}: Draw a card." if cost else "Main: Draw a card.", "super-power")
    seer = _card("seer", "Ada", f"When {waits}, draw a card.")
    order, _ = _ruled(referee, {"type": "main", "player": "Ada"}, oona, seer)
    assert order == (["oona", "seer"] if cost else ["oona"])


_GONE = {
    "KO an attacker": "not-in-play", "Return an attacker to its owner’s hand": "not-in-play",
    "Stun an attacker": "forbidden", "Daze an attacker": "forbidden",
}  # fmt: skip
_WITH_A_CANCEL = ("Cancel the combat. {}.", "{}. Cancel the combat.", "{}, then cancel the combat.")


@pytest.mark.parametrize(("effect", "of_the_attacker"), _GONE.items())
@pytest.mark.parametrize("form", _WITH_A_CANCEL)
@pytest.mark.parametrize("waits", ["Brak becomes stunned", "Brak gains a wound", "Brak strikes back", "Oona strikes"])
def test_a_combat_that_is_cancelled_tells_so_of_all_that_would_come_of_it(
    referee: Referee, effect: str, of_the_attacker: str, form: str, waits: str
) -> None:
    stop = _card("stop", "Bo", f"[any turn] Combat: {form.format(effect)}", "plot-twist")
    oona = _card("oona", "Ada", "When Oona stuns an enemy character, draw a card.")
    seer = _card("seer", "Bo", f"When {waits}, draw a card.")
    order, out = _ruled(referee, {**_COMBAT, "ranged": False}, oona, _card("brak", "Bo", ""), stop, seer)
    assert (order, out["seer"], out["oona"]) == (["stop"], "cancelled", of_the_attacker)


@pytest.mark.parametrize("status", ["Stunned", "Hidden"])
@pytest.mark.parametrize("on", ["Oona", "Pell", "Brak", "Zed"])
@pytest.mark.parametrize("attackers", [["Oona"], ["Oona", "Pell"]])
def test_who_is_stunned_or_hidden_attacks_nobody_and_is_not_attacked(
    referee: Referee, status: str, on: str, attackers: list[str]
) -> None:
    down = {"id": "down", "name": status, "kind": "status", "attached_to": on}
    names = (("oona", "Ada"), ("pell", "Ada"), ("brak", "Bo"), ("zed", "Bo"))
    there = [_card(name, whose, "") for name, whose in names]
    seer = _card("seer", "Ada", "When an enemy character becomes stunned, draw a card.")
    end = _card("end", "Bo", "At the end of combat, draw a card.")
    combat = {**_COMBAT, "attackers": attackers, "ranged": False}
    order, out = _ruled(referee, combat, *there, down, seer, end)
    kept = on in (*attackers, "Brak")
    assert order == (["down"] if kept else ["seer", "end"])
    assert {out.get("seer"), out.get("end")} == ({"forbidden"} if kept else {None})


@pytest.mark.parametrize("reached", [True, False])
def test_a_dispute_may_say_whether_the_xp_are_enough(referee: Referee, reached: bool) -> None:
    seer = _card("seer", "Ada", "When your Main Character levels up, draw a card.")
    occurrence = {"type": "xp", "character": "Oona", "player": "Ada", "reached": reached}
    order, _ = _ruled(referee, occurrence, _card("oona", "Ada", "", "main-character"), seer)
    assert order == (["seer"] if reached else [])


_YOURS = {
    "KO a character of yours": ("a character of yours", "mine"),
    "An enemy player KOs a character of theirs": ("a character of yours", "theirs"),
    "KO another supporting character of yours": ("a supporting character of yours", "mine"),
}


@pytest.mark.parametrize("effect", _YOURS)
def test_what_is_of_yours_is_yours(referee: Referee, effect: str) -> None:
    trick, (waits, met) = _card("trick", "Ada", f"Main: {effect}.", "plot-twist"), _YOURS[effect]
    said = f"When {waits} gets KO’d, draw a card."
    mine, theirs = _card("mine", "Ada", said), _card("theirs", "Bo", said)
    order, _ = _ruled(referee, {"type": "main", "player": "Ada"}, trick, mine, theirs)
    assert order == ["trick", met]


_LEFT_FOR_LATER = {
    "The next time Brak would be stunned this combat, prevent it": "prevented",
    "The next time a character on your side would become stunned this turn, ready it instead": "replaced",
}


@pytest.mark.parametrize(("effect", "reason"), _LEFT_FOR_LATER.items())
@pytest.mark.parametrize("waits", ["becomes stunned", "gains a wound", "gets KO’d"])
def test_what_a_play_left_for_later_keeps_the_stun_of_a_combat_off(
    referee: Referee, effect: str, reason: str, waits: str
) -> None:
    trick = _card("trick", "Bo", f"[any turn] Combat: {effect}.", "plot-twist")
    seer = _card("seer", "Bo", f"When Brak {waits}, draw a card.")
    cards = (_card("oona", "Ada", ""), _card("brak", "Bo", ""))
    order, out = _ruled(referee, {**_COMBAT, "ranged": False}, *cards, trick, seer)
    assert (order, out["seer"]) == (["trick"], reason)


@pytest.mark.parametrize("waits", ["you place a resource", "you put a card into your Resource Row"])
def test_a_resource_is_placed_in_the_resource_step(referee: Referee, waits: str) -> None:
    late = _card("late", "Ada", "At the start of your Recruit Step, draw a card.")
    order, _ = _ruled(referee, {"type": "build", "player": "Ada"}, _card("seer", "Ada", f"When {waits}, draw."), late)
    assert order == ["seer", "late"]
