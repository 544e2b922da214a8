"""What the engine makes of situations that need more than an order: changes midway, bounds, departures, what is
nested, what is open.
"""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.effort import one_answer
from judge.engine.referee import Referee
from judge.errors import TooLarge
from judge.rulings.ruling import Ruling


def _rule(referee: Referee, occurrence: dict[str, Any] | None, *cards: dict[str, Any], **facts: Any) -> Ruling:
    return referee.resolve(
        {
            "game": "marvel-champions",
            "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}],
            **({"occurrence": occurrence} if occurrence else {}),
            "cards": list(cards),
            **facts,
        }
    )


def _attack(**facts: Any) -> dict[str, Any]:
    return {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada", **facts}


def _card(card_id: str, text: str, **facts: Any) -> dict[str, Any]:
    return {"id": card_id, "name": card_id.title(), "kind": "upgrade", "controller": "Ada", "text": text, **facts}


def _fate(ruling: Ruling, ref: str) -> tuple[str, str | None]:
    return next((out.reason, out.by) for out in ruling.excluded if out.ability == ref)


def _order(ruling: Ruling) -> list[tuple[str, ...]]:
    return [group.abilities for group in ruling.order]


def test_a_form_changed_midway_shuts_a_hero_ability_out(referee: Referee) -> None:
    lull = _card(
        "lull",
        "Forced Interrupt: When Ironclad attacks you, change to alter-ego form.",
        kind="attachment",
        attached_to="Ironclad",
        controller="scenario",
    )
    flare = _card("flare", "Hero Interrupt: When an enemy initiates an attack against you, draw 1 card.")
    ruling = _rule(referee, _attack(), lull, flare)
    assert _order(ruling) == [("lull",)]
    assert _fate(ruling, "flare")[0] == "wrong-form"


def test_a_source_that_leaves_play_midway_is_out(referee: Referee) -> None:
    net = _card(
        "net",
        "Interrupt: When the villain initiates an attack against you, discard Net → draw 1 card."
        "\nResponse: After the villain attacks you, draw 1 card.",
    )
    ruling = _rule(referee, _attack(), net)
    assert _order(ruling) == [("net#1",)]
    assert _fate(ruling, "net#2") == ("not-in-play", "net#1")


def test_a_maximum_counts_over_all_copies_and_one_choice_is_open(referee: Referee) -> None:
    text = "Interrupt: When you would take any amount of damage, prevent 1 of that damage. (Max 1 per attack.)"
    copies = [_card("b", text, name="Brace", kind="event"), _card("a", text, name="Brace", kind="event")]
    ruling = _rule(referee, {"type": "damage", "target": "Ada", "source": "Ironclad", "from_attack": True}, *copies)
    assert _order(ruling) == [("a",)]
    assert ruling.order[0].decided_by == "Ada"
    assert _fate(ruling, "b") == ("limit-reached", "a")
    assert any("was open" in one.text for one in ruling.assumptions)


def test_a_limit_per_round_lets_it_be_used_once_in_the_villain_phase(referee: Referee) -> None:
    text = "Interrupt: When the villain initiates an attack, draw 1 card. (Limit once per round.)"
    ruling = _rule(referee, {"type": "villain-phase"}, _card("watch", text))
    assert _order(ruling) == [("watch",)]


def test_a_damaging_response_unfolds_what_it_brings_about(referee: Referee) -> None:
    punch = _card(
        "punch",
        "Response (attack): After your hero defends against an attack, deal 2 damage to that enemy.",
        kind="event",
    )
    spikes = {"id": "iron", "name": "Ironclad", "kind": "villain", "text": "Retaliate 1."}
    tough = {"id": "tough", "name": "Tough", "kind": "status", "attached_to": "Ironclad"}
    ruling = _rule(referee, _attack(defender="Ada"), punch, spikes, tough)
    assert _order(ruling) == [("punch",), ("tough",), ("iron",)]


def test_an_ability_does_not_answer_what_it_brings_about_itself(referee: Referee) -> None:
    echo = _card(
        "echo",
        "Forced Response: After a minion takes damage, deal 1 damage to that minion.",
        kind="environment",
        controller="scenario",
    )
    ruling = _rule(referee, {"type": "damage", "target": "Hound", "target_kind": "minion", "source": "Ada"}, echo)
    assert _order(ruling) == [("echo",)]


def test_a_treachery_that_lets_the_villain_attack_opens_the_attacks_windows(referee: Referee) -> None:
    ambush = {"id": "ambush", "name": "Ambush", "kind": "treachery", "text": "When Revealed: The villain attacks you."}
    reflex = _card("reflex", "Interrupt: When the villain initiates an attack against you, draw 1 card.")
    ruling = _rule(referee, {"type": "reveal", "card": "Ambush", "player": "Ada"}, ambush, reflex)
    assert _order(ruling) == [("ambush",), ("reflex",)]
    assert ruling.order[1].step == "enemy-attack/initiate"


def test_two_stunned_cards_on_a_steady_enemy_go_together_and_one_does_nothing(referee: Referee) -> None:
    enemy = {"id": "iron", "name": "Ironclad", "kind": "villain", "text": "Steady."}
    one = {"id": "s1", "name": "Stunned", "kind": "status", "attached_to": "Ironclad"}
    both = _rule(referee, _attack(), enemy, one, {**one, "id": "s2"})
    assert ("s1", "s2") in _order(both)
    assert _fate(_rule(referee, _attack(), enemy, one), "s1")[0] == "no-matching-window"


def test_stalwart_forbids_the_stunned_card(referee: Referee) -> None:
    enemy = {"id": "iron", "name": "Ironclad", "kind": "villain", "text": "Stalwart."}
    stunned = {"id": "stun", "name": "Stunned", "kind": "status", "attached_to": "Ironclad"}
    ruling = _rule(referee, _attack(), enemy, stunned)
    assert _fate(ruling, "stun") == ("forbidden", "iron")
    assert any(step.step == "enemy-attack/damage" for step in ruling.timeline)


def test_a_stunned_hero_loses_a_labeled_response(referee: Referee) -> None:
    punch = _card(
        "punch",
        "Response (attack): After your hero defends against an attack, deal 2 damage to that enemy.",
        kind="event",
    )
    stunned = {"id": "stun", "name": "Stunned", "kind": "status", "attached_to": "Ada"}
    ruling = _rule(referee, _attack(defender="Ada"), punch, stunned)
    assert _order(ruling) == [("stun",)]
    assert _fate(ruling, "punch") == ("cancelled", "stun")


def test_only_one_player_uses_defense_abilities(referee: Referee) -> None:
    text = "Hero Interrupt (defense): When the villain initiates an attack, prevent 1 of that damage."
    ruling = _rule(referee, _attack(), _card("a", text, kind="event"), _card("b", text, kind="event", controller="Bo"))
    assert _order(ruling) == [("a",)]
    assert _fate(ruling, "b") == ("limit-reached", "a")


def test_a_defense_takes_away_what_waits_for_an_undefended_attack(referee: Referee) -> None:
    block = _card(
        "block",
        "Hero Interrupt (defense): When the villain initiates an attack against you, draw 1 card.",
        kind="event",
    )
    enemy = {
        "id": "iron",
        "name": "Ironclad",
        "kind": "villain",
        "text": "Forced Response: After Ironclad makes an undefended attack, place 1 threat on the main scheme.",
    }
    ruling = _rule(referee, _attack(), block, enemy)
    assert _fate(ruling, "iron") == ("prevented", "block")


def test_a_minion_that_leaves_play_ends_its_activation(referee: Referee) -> None:
    snare = _card("snare", "Interrupt: When a minion attacks, defeat that minion.", kind="event")
    hound = {
        "id": "hound",
        "name": "Hound",
        "kind": "minion",
        "engaged_with": "Ada",
        "text": "When Defeated: Place 1 threat on the main scheme.\n"
        "Forced Response: After Hound attacks, discard 1 card.",
    }
    ruling = _rule(referee, {"type": "enemy-attack", "attacker": "Hound", "target": "Ada"}, snare, hound)
    assert _order(ruling) == [("snare",), ("hound#1",)]
    assert _fate(ruling, "hound#2")[0] == "not-in-play"
    assert "enemy-attack/damage" not in [step.step for step in ruling.timeline]


def test_the_occurrence_may_be_left_to_the_cards(referee: Referee) -> None:
    horn = {
        "id": "horn",
        "name": "Horn",
        "kind": "attachment",
        "attached_to": "Ironclad",
        "text": "Forced Interrupt: When Ironclad attacks, the attack gains overkill.",
    }
    reflex = _card("reflex", "Interrupt: When the villain initiates an attack against you, draw 1 card.")
    ruling = _rule(referee, None, reflex, horn)
    assert _order(ruling) == [("horn",), ("reflex",)]
    assert any("What is happening was not said: enemy attack" in one.text for one in ruling.assumptions)


def test_nothing_to_go_by_is_said(referee: Referee) -> None:
    ruling = _rule(
        referee,
        None,
        {"id": "wall", "name": "Wall", "kind": "support", "controller": "Ada", "text": "You get +1 hand size."},
    )
    assert _fate(ruling, "wall")[0] == "no-matching-window"
    assert "Nothing says what is happening" in ruling.warnings[0]


def test_minions_activate_in_an_order_whose_chooser_one_edition_does_not_name(referee: Referee) -> None:
    minions = [
        {
            "id": n,
            "name": n.title(),
            "kind": "minion",
            "engaged_with": "Ada",
            "text": f"Forced Response: After {n.title()} attacks, draw.",
        }
        for n in ("hound", "crow")
    ]
    for edition, settled in (("community", False), ("rr-1.0", True)):
        ruling = _rule(referee, {"type": "villain-phase"}, *minions, edition=edition)
        assert [(g.abilities, g.decided_by, g.settled) for g in ruling.order] == [
            (("crow",), "Ada", settled),
            (("hound",), "Ada", settled),
        ]
        assert bool(ruling.warnings) is not settled


def test_the_new_first_player_orders_what_follows_the_villain_phase(referee: Referee) -> None:
    cards = [_card(n, "Forced Response: After the villain phase ends, draw 1 card.") for n in ("x", "y")]
    assert _rule(referee, {"type": "villain-phase"}, *cards).order[0].decided_by == "Bo"


def test_two_replacements_are_settled_in_one_edition_and_open_in_the_other(referee: Referee) -> None:
    cards = [
        _card(
            n,
            "Forced Interrupt: When Ironclad would attack, discard 1 card instead.",
            kind="environment",
            controller="scenario",
        )
        for n in ("x", "y")
    ]
    settled, open_ = (_rule(referee, _attack(), *cards, edition=edition) for edition in ("community", "rr-1.0"))
    assert _order(settled) == [("x",)] and _fate(settled, "y") == ("replaced", "x") and settled.order[0].settled
    assert _order(open_) == [("x", "y")] and not open_.order[0].settled and "Grim Rule" in open_.warnings[0]


def test_a_keyword_that_the_edition_lacks_is_said(referee: Referee) -> None:
    patrol = {"id": "guardian", "name": "Guardian", "kind": "minion", "engaged_with": "Ada", "text": "Patrol."}
    thwart = {
        "type": "thwart",
        "thwarter": "Ada",
        "controller": "Ada",
        "scheme": "Flood",
        "scheme_kind": "main-scheme",
        "basic": True,
    }
    assert _order(_rule(referee, thwart, patrol)) == [("guardian",)]
    older = _rule(referee, thwart, patrol, edition="rr-1.0")
    assert _fate(older, "guardian")[0] == "no-matching-window" and "no keyword “patrol”" in older.warnings[0]


def test_a_defeat_nobody_spoke_of_is_assumed_where_an_ability_needs_it(referee: Referee) -> None:
    trophy = _card("trophy", "Response: After a minion is defeated, draw 1 card.")
    blow = {"type": "damage", "target": "Hound", "target_kind": "minion", "source": "Ada"}
    ruling = _rule(referee, blow, trophy)
    assert _order(ruling) == [("trophy",)]
    assert any("is taken to" in one.text for one in ruling.assumptions)
    assert "defeat/is-defeated" not in [step.step for step in _rule(referee, blow).timeline]
    assert _fate(_rule(referee, {**blow, "defeats": False}, trophy), "trophy")[0] == "no-matching-window"


def test_cards_that_bring_one_another_about_without_end_are_refused(referee: Referee) -> None:
    text = "Forced Response: After you take damage, the villain attacks you."
    with one_answer(), pytest.raises(TooLarge, match="cannot be settled in bounds"):
        _rule(referee, _attack(), *(_card(f"c{n}", text) for n in range(60)))


def test_a_state_forbids_only_while_it_holds(referee: Referee) -> None:
    text = "While Barge is engaged with you, you cannot thwart."
    barge = {"id": "barge", "name": "Barge", "kind": "minion", "text": text}
    thwart = {"type": "thwart", "thwarter": "Ada", "controller": "Ada", "scheme": "Flood", "basic": True}
    assert _order(_rule(referee, thwart, {**barge, "engaged_with": "Ada"})) == [("barge",)]
    assert _order(_rule(referee, thwart, {**barge, "engaged_with": "Bo"})) == []


def test_of_two_reasons_in_one_window_the_first_of_the_list_counts(referee: Referee) -> None:
    text = "Peril.\nWhen Revealed: Discard 2 cards from your hand."
    cave = {"id": "cave", "name": "Cave-In", "kind": "treachery", "text": text}
    veto = _card("veto", "Interrupt: When a treachery card is revealed, draw 1 card.", controller="Bo", use=False)
    ruling = _rule(referee, {"type": "reveal", "card": "Cave-In", "player": "Ada"}, cave, veto)
    assert _fate(ruling, "veto") == ("peril", "cave#1")


def test_what_the_spared_waited_for_was_prevented_by_the_defense(referee: Referee) -> None:
    pal = _card("pal", "Forced Response: After Pal takes damage, draw 1 card.", kind="ally")
    tough = {"id": "tough", "name": "Tough", "kind": "status", "attached_to": "Pal"}
    block = _card(
        "block", "Hero Interrupt (defense): When an enemy attacks, draw 1 card.", kind="event", controller="Bo"
    )
    ruling = _rule(referee, _attack(target="Pal"), pal, tough, block)
    assert _order(ruling) == [("block",)]
    assert _fate(ruling, "pal") == _fate(ruling, "tough") == ("prevented", "block")


def test_a_boost_card_turned_in_an_attack_is_none_of_a_scheme(referee: Referee) -> None:
    foil = _card(
        "foil", "Interrupt: When a boost card is turned faceup during a scheme activation, draw 1 card.", kind="event"
    )
    scheme = {"type": "enemy-scheme", "schemer": "Ironclad", "target": "Ada"}
    assert _order(_rule(referee, scheme, foil)) == [("foil",)]
    assert _fate(_rule(referee, _attack(), foil), "foil")[0] == "no-matching-window"


def test_participants_nobody_named_come_from_the_trigger(referee: Referee) -> None:
    ruling = _rule(referee, None, _card("greet", "Response: After you engage a minion, draw 2 cards."))
    assert _order(ruling) == [("greet",)]
    assert ruling.order[0].within == "the minion engaging Ada"


def test_whom_a_card_of_the_scenario_is_attached_to_by_name_is_no_player(referee: Referee) -> None:
    hum = {
        "kind": "attachment",
        "text": "Attach to Brass Baron.\nForced Response: After Brass Baron attacks, stun him.",
    }
    attack = {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": "Ironclad", "basic": True}
    assert _fate(_rule(referee, attack, {"id": "hum", "name": "Hum", **hum}), "hum") == ("no-matching-window", None)
    own = _card("hum", "Response: After Brass Baron attacks, ready him.")
    assert _order(_rule(referee, attack, own)) == [("hum",)]


@pytest.mark.parametrize(
    ("bearer", "target", "acts"), [("a minion", "Grub", True), ("a friendly character", "Grub", False)]
)
def test_a_card_is_attached_only_to_whom_its_text_allows(
    referee: Referee, bearer: str, target: str, acts: bool
) -> None:
    sash = _card("sash", f"Attach to {bearer}.\nForced Response: After attached character takes damage, draw 1 card.")
    ruling = _rule(referee, {"type": "damage", "target": target, "target_kind": "minion"}, sash)
    assert [("sash",)] * acts == _order(ruling)


@pytest.mark.parametrize(
    "text",
    [
        "Heroes in this Location take 1 additional damage.",
        "Prevent all damage dealt to Heroes in this Location.",
        "Each Hero here takes double damage.",
        "BAM! effects are resolved twice.",
    ],
)
def test_a_constant_that_nothing_acts_on_is_told_where_its_event_happens(text: str, referee: Referee) -> None:
    dash = {"id": "dash", "name": "Ash", "kind": "villain-dashboard", "text": "BAM!: Each Hero takes 1 damage."}
    field = {"id": "field", "name": "Field", "kind": "threat", "location": 3, "text": text}
    told = "Field changes what happens here in a way that is not worked out in this ruling."
    said = {"game": "marvel-united", "players": [{"name": "Ada"}, {"name": "Bo"}], "cards": [dash, field]}
    assert told in referee.resolve({**said, "occurrence": {"type": "bam", "villain_location": 3}}).warnings
    assert told not in referee.resolve({**said, "occurrence": {"type": "overflow", "locations": [3]}}).warnings


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("Enemy characters lose all powers.", True),
        ("Enemy characters have no powers while attacking.", True),
        ("Enemy characters have no powers while defending.", False),
    ],
)
def test_who_loses_all_powers_has_none_as_long_as_that_is_in_force(text: str, silent: bool, referee: Referee) -> None:
    ox = {"id": "ox", "name": "Ox", "kind": "character", "controller": "Bo", "text": text}
    ant = {
        "id": "ant",
        "name": "Ant",
        "kind": "character",
        "controller": "Ada",
        "text": "When Ant attacks, draw a card.",
    }
    combat = {
        "type": "combat", "attackers": ["Ant"], "defender": "Ox", "attacking_player": "Ada", "defending_player": "Bo",
    }  # fmt: skip
    said = {"game": "vs-system-2pcg", "players": [{"name": "Ada"}, {"name": "Bo"}], "active_player": "Ada"}
    ruling = referee.resolve({**said, "occurrence": combat, "cards": [ox, ant]})
    excluded = [(one.ability, one.reason, one.by) for one in ruling.excluded]
    assert (("ant", "forbidden", "ox") in excluded) == silent
    assert ruling.warnings == ()


def test_how_often_something_may_be_done_for_a_while_is_told(referee: Referee) -> None:
    twice = {
        "id": "twice", "name": "Twice", "kind": "hero-card", "controller": "Ada",
        "text": "Special Effect: You may use two Location Effects this turn.",
    }  # fmt: skip
    said = {"game": "marvel-united", "players": [{"name": "Ada"}], "active_player": "Ada", "cards": [twice]}
    ruling = referee.resolve({**said, "occurrence": {"type": "hero-turn", "hero": "Ada"}})
    assert ruling.warnings == ("Twice changes what happens here in a way that is not worked out in this ruling.",)


def test_who_loses_all_powers_has_none_to_use(referee: Referee) -> None:
    ox = {"id": "ox", "name": "Ox", "kind": "character", "controller": "Ada",
          "text": "At the start of your turn, Ant loses all powers this turn."}  # fmt: skip
    ant = {"id": "ant", "name": "Ant", "kind": "character", "controller": "Ada",
           "text": "At the end of your turn, draw a card."}  # fmt: skip
    said = {"game": "vs-system-2pcg", "players": [{"name": "Ada"}, {"name": "Bo"}], "active_player": "Ada"}
    ruling = referee.resolve({**said, "occurrence": {"type": "turn", "player": "Ada"}, "cards": [ox, ant]})
    assert _order(ruling) == [("ox",)]
    assert _fate(ruling, "ant") == ("forbidden", "ox")


def test_a_keyword_that_a_constant_gives_to_attacks_holds_in_each_of_them(referee: Referee) -> None:
    ox = {"name": "Grey Ox", "kind": "minion", "engaged_with": "Ada", "text": ""}
    hall = {"name": "Hall", "kind": "environment", "text": "Each minion gains retaliate 1."}
    reach = {"name": "Long Reach", "kind": "upgrade", "controller": "Ada", "text": "Your attacks gain ranged."}
    swing = {"name": "Swing", "kind": "event", "controller": "Ada",
             "text": "Hero Response (attack): After you attack an enemy, deal 3 damage to an enemy."}  # fmt: skip
    attack = {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": "Grey Ox"}
    shared = {"game": "marvel-champions", "players": [{"name": "Ada", "form": "hero"}], "occurrence": attack}
    ruling = referee.resolve({**shared, "cards": [ox, hall, reach, swing]})
    assert [group.abilities for group in ruling.order] == [("long-reach",), ("swing",)]
    assert [(one.reason, one.by) for one in ruling.excluded if one.ability == "hall"] == [("prevented", "long-reach")]
    ruling = referee.resolve({**shared, "cards": [ox, hall, swing]})
    assert [group.abilities for group in ruling.order] == [("hall",), ("swing",), ("hall",)]


@pytest.mark.parametrize(
    ("text", "of_the_villain", "of_the_minion"),
    [
        ("The engaged player must defend against Melt's attacks with an ally they control, if able.", False, True),
        ("You must defend this enemy's attacks with an ally, if able.", False, True),
        ("You must defend against the villain's attacks with an ally you control, if able.", True, False),
        ("The engaged player must defend, if able.", True, True),
    ],
)
def test_a_duty_to_defend_is_against_the_attacks_it_names(
    text: str, of_the_villain: bool, of_the_minion: bool, referee: Referee
) -> None:
    card = {"name": "Melt", "kind": "minion", "engaged_with": "Ada", "text": text}
    for attacker, kind, acts in (("Baron", "villain", of_the_villain), ("Melt", "minion", of_the_minion)):
        attack = {"type": "enemy-attack", "attacker": attacker, "attacker_kind": kind, "target": "Ada"}
        players = [{"name": "Ada", "form": "hero"}]
        ruling = referee.resolve({
            "game": "marvel-champions", "players": players, "occurrence": attack, "cards": [card],
        })  # fmt: skip
        assert [group.abilities for group in ruling.order] == ([("melt",)] if acts else [])


def test_a_defeat_is_told_of_the_card_that_brings_it_about(referee: Referee) -> None:
    rex = _card("rex", "Action: Defeat a minion.", kind="ally", controller="Bo")
    horn = _card("horn", "Response: After you defeat a minion, draw 1 card.")
    bell = _card("bell", "Response: After Rex defeats a minion, draw 1 card.", controller="Bo")
    assert _order(_rule(referee, None, rex, horn, bell)) == [("rex",), ("bell",)]
    signal = _card("signal", "Hero Interrupt: When an enemy attacks you, defeat that enemy.", kind="event")
    horn["text"] = "Response: After you defeat an enemy, draw 1 card."
    assert _order(_rule(referee, _attack(), signal, horn)) == [("signal",), ("horn",)]


def test_of_two_cards_the_bearer_is_the_attached_one(referee: Referee) -> None:
    rex, pal = (_card(name, "", kind="ally") for name in ("rex", "pal"))
    horn = _card("horn", "Response: After attached ally attacks, draw 1 card.", attached_to="Pal")
    ruling = _rule(referee, None, rex, pal, horn)
    assert _order(ruling) == [("horn",)] and any("attacker Pal" in one.text for one in ruling.assumptions)


@pytest.mark.parametrize("timing", ["Hero Sudden", "Forced Zonk", "Start of your turn"])
def test_what_stands_behind_an_unknown_timing_word_is_not_placed(timing: str, referee: Referee) -> None:
    horn = _card("horn", f"{timing}: When an enemy attacks you, draw 1 card.")
    ruling = _rule(referee, _attack(), horn)
    assert not ruling.order and _fate(ruling, "horn")[0] == "unread"
