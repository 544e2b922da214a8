"""When, how and for whom alone something is so: one grammar behind triggers, effects and what is in force."""

from __future__ import annotations

from itertools import product

import pytest

from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import Clause, Forbid, If, Modify, Unless, While
from tests.cardtext.conftest import read_card_text

MC = "marvel-champions"
CIRCUMSTANCES = {
    "if you are in hero form": False,
    "while exhausted": False,
    "while in hero form": False,
    "during your turn": False,
    "unless you are in hero form": True,
    "outside of your turn": True,
    "other than during the villain phase": True,
    "except during the end of the player phase": True,
    "except while you are in hero form": True,
    "except from an attack": True,
    "because of an enemy attack": False,
    "because it has no counters": False,
    "for any reason": None,
}
"""What may stand behind a clause, and whether it must not hold; None of what says nothing."""
DEEDS = ("readies", "takes any amount of damage", "attacks an enemy", "is stunned", "defeats a minion", "thwarts")


BRACKETED = {f"({said})": denied for said, denied in CIRCUMSTANCES.items() if denied is not None}


@pytest.mark.parametrize(("said", "denied"), (CIRCUMSTANCES | BRACKETED).items())
def test_a_trigger_takes_any_circumstance_behind_any_deed(
    tables: dict[str, CardWords], said: str, denied: bool | None
) -> None:
    for who, deed in product(("an ally you control", "Tin Fox", "a minion engaged with you"), DEEDS):
        read = read_card_text(f"Response: After {who} {deed} {said}, draw 1 card.", tables[MC], "Tin Fox").abilities[0]
        trigger = read.tree.trigger
        assert trigger is not None and not read.tree.unread, said
        plain = [one.negative for one in trigger.conditions if one.clause and one.clause.event != "has"]
        assert plain == [denied] * len(plain)
        assert bool(trigger.conditions) == (denied is not None)


@pytest.mark.parametrize("said", CIRCUMSTANCES)
@pytest.mark.parametrize("deed", ["gets +1 ATK", "cannot attack", "gains retaliate 1", "cannot be stunned or confused"])
def test_what_is_in_force_takes_any_circumstance(tables: dict[str, CardWords], deed: str, said: str) -> None:
    read = read_card_text(f"Tin Fox {deed} {said}.", tables[MC], "Tin Fox").abilities[0]
    assert not read.tree.unread
    if CIRCUMSTANCES[said] is not None and "or" not in deed:
        assert isinstance(read.tree.effect, Unless if CIRCUMSTANCES[said] else While | If)


@pytest.mark.parametrize(
    ("text", "part", "apart"),
    [
        ("Only allies can attack Tin Fox.", "agent", ("ally",)),
        ("Tin Fox can only be attacked by allies.", "agent", ("ally",)),
        ("Tin Fox cannot be attacked except by allies.", "agent", ("ally",)),
        ("Tin Fox may only attack minions.", "patient", ("minion",)),
    ],
)
def test_only_forbids_it_of_all_others(
    tables: dict[str, CardWords], text: str, part: str, apart: tuple[str, ...]
) -> None:
    effect = read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree.effect
    assert isinstance(effect, Forbid)
    (condition,) = getattr(effect.clause, part).having
    assert condition.negative and condition.clause.event == "is" and condition.clause.to.kinds == apart


@pytest.mark.parametrize(
    ("text", "bears"),
    [
        ("You may play events only during your turn.", "during"),
        ("Tin Fox can attack only while exhausted.", "is"),
        ("Tin Fox can only attack if you are in hero form.", "in-form"),
    ],
)
def test_only_at_times_forbids_it_at_others(tables: dict[str, CardWords], text: str, bears: str) -> None:
    effect = read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree.effect
    assert isinstance(effect, Unless) and isinstance(effect.effect, Forbid)
    assert effect.condition is not None and effect.condition.clause is not None
    assert effect.condition.clause.event == bears


def test_only_of_a_timed_effect_is_its_condition(tables: dict[str, CardWords]) -> None:
    text = "Action: Draw 1 card. Use this ability only if you are in hero form."
    tree = read_card_text(text, tables[MC]).abilities[0].tree
    assert [one.clause.event for one in tree.conditions if one.clause] == ["in-form"]


@pytest.mark.parametrize("bound", ["(to a maximum of +3 ATK)", "(to a maximum of 3)", "(maximum +3)", "(max 3)"])
def test_a_bound_is_of_the_value_it_names(tables: dict[str, CardWords], bound: str) -> None:
    read = read_card_text(f"Tin Fox gets +1 THW and +1 ATK for each minion in play {bound}.", tables[MC], "Tin Fox")
    changes = getattr(read.abilities[0].tree.effect, "effects", ())
    most = {one.stat: one.amount.most for one in changes if isinstance(one, Modify) and one.amount and one.amount.per}
    assert most == {"ATK": 3, "THW": None if "ATK" in bound else 3}


def test_a_bound_of_nothing_that_is_measured_is_told(tables: dict[str, CardWords]) -> None:
    tree = read_card_text("Action: Attach an event here (to a maximum of 3).", tables[MC]).abilities[0].tree
    assert tree.unread and not any(isinstance(one, Clause) for one in tree.unread)


CONDITIONS = [
    "you have changed form this turn",
    "Tin Fox has sustained damage",
    "each ally you control has the Robot trait",
    "that damage is exactly equal to its remaining hit points",
    "an ally defeats a minion while this scheme has 4 or less threat",
    "attached to an enemy",
    "engaged with you",
]


@pytest.mark.parametrize("said", CONDITIONS)
@pytest.mark.parametrize(
    "frame",
    [
        "While {}, Tin Fox gets +1 ATK.",
        "Tin Fox gets +1 ATK while {}.",
        "Your ally limit is increased by 1 while {}.",
    ],
)
def test_what_may_hold_may_hold_anywhere(tables: dict[str, CardWords], frame: str, said: str) -> None:
    assert read_card_text(frame.format(said), tables[MC], "Tin Fox").abilities[0].tree.unread == ()


def test_a_list_behind_while_holds_item_by_item(tables: dict[str, CardWords]) -> None:
    text = "While attached to:\n• an enemy - Tin Fox gets +1 ATK.\n• an ally - Tin Fox gets +1 THW."
    effects = getattr(read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree.effect, "effects", ())
    clauses = [one.condition.clause for one in effects if isinstance(one, While) and one.condition.clause is not None]
    assert [clause.to.kinds for clause in clauses if clause.to is not None] == [("enemy",), ("ally",)]


def test_several_that_a_state_may_be_of_are_no_one_card(tables: dict[str, CardWords]) -> None:
    effect = read_card_text("Each minion gets +1 ATK while exhausted.", tables[MC], "Tin Fox").abilities[0].tree.effect
    assert isinstance(effect, While) and effect.condition.clause == Clause("is", thing="exhausted")


@pytest.mark.parametrize("kind", ["event", "card", "upgrade"])
def test_behind_an_article_the_own_name_is_whose_the_card_is(tables: dict[str, CardWords], kind: str) -> None:
    read = read_card_text(f"Response: After you play a Tin Fox {kind}, draw 1 card.", tables[MC], "Tin Fox")
    trigger = read.abilities[0].tree.trigger
    assert trigger is not None and trigger.clauses[0].patient is not None
    assert (trigger.clauses[0].patient.head, trigger.clauses[0].patient.traits) == ("class", ("tin fox",))


def test_each_value_has_its_own_circumstance(tables: dict[str, CardWords]) -> None:
    text = "Tin Fox gets +1 ATK while attacking an enemy and +1 THW while thwarting."
    effects = getattr(read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree.effect, "effects", ())
    assert [(one.condition.clause.event, one.effect.stat) for one in effects] == [("attack", "ATK"), ("thwart", "THW")]


@pytest.mark.parametrize("text", ["Tin Fox only.", "Robot only.", "Tin Fox deck only."])
def test_whose_card_it_is_is_no_ability(tables: dict[str, CardWords], text: str) -> None:
    read = read_card_text(text, tables[MC], "Gizmo")
    assert (read.abilities, read.instructions, read.unread) == ((), (text,), ())


@pytest.mark.parametrize(
    ("said", "doing"),
    [
        ("gets +1 ATK against minions", ["attack"]),
        ("gets +1 DEF against attacks from minions", ["defend"]),
        ("gets +1 ATK and +1 THW against minions", ["attack", "thwart"]),
    ],
)
def test_a_value_against_somebody_is_for_what_uses_it(
    tables: dict[str, CardWords], said: str, doing: list[str]
) -> None:
    effect = read_card_text(f"Tin Fox {said}.", tables[MC], "Tin Fox").abilities[0].tree.effect
    held = getattr(effect, "effects", (effect,))
    assert [one.condition.clause.event for one in held if isinstance(one, While) and one.condition.clause] == doing


@pytest.mark.parametrize("number", ["1", "one", "2", "three"])
def test_a_step_behind_a_deed_is_its_moment(tables: dict[str, CardWords], number: str) -> None:
    text = f"Response: After threat is placed here at step {number} of the villain phase, draw 1 card."
    tree = read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree
    assert tree.trigger is not None and tree.unread == ()
    assert [one.event for one in tree.trigger.clauses] == ["threat-placed"]
    assert [one.clause.event for one in tree.trigger.conditions if one.clause] == ["phase"]


@pytest.mark.parametrize(("often", "times"), [("once per round", 1), ("twice each phase", 2)])
def test_a_sentence_may_close_with_its_limit(tables: dict[str, CardWords], often: str, times: int) -> None:
    ability = read_card_text(f"You may look at the top card of your deck, {often}.", tables[MC]).abilities[0]
    assert ability.limit is not None and (ability.limit.times, ability.tree.unread) == (times, ())


def test_an_item_may_begin_with_a_name(tables: dict[str, CardWords]) -> None:
    text = "While attached to:\n• an enemy - Gizmo gets +1 ATK.\n• an ally - Gizmo gets +1 THW."
    effects = getattr(read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree.effect, "effects", ())
    assert [getattr(one.effect.who, "name", None) for one in effects] == ["Gizmo", "Gizmo"]


@pytest.mark.parametrize(
    "text",
    [
        "Tin Fox is engaged only with you.",
        "Tin Fox cannot be engaged except with you.",
        "Allies cannot be discarded to pay costs.",
        "Tin Fox does not exhaust to defend.",
    ],
)
def test_what_narrows_a_prohibition_and_has_no_part_in_it_is_told(tables: dict[str, CardWords], text: str) -> None:
    assert read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree.unread


WHITHER = {
    "a discard pile": "discard-pile",
    "your discard pile": "discard-pile",
    "its owner's deck": "deck",
    "a player's hand": "hand",
}


@pytest.mark.parametrize(("whence", "origin"), [("play", "play"), ("your hand", "hand"), ("your deck", "deck")])
def test_whence_and_whither_are_two_places(tables: dict[str, CardWords], whence: str, origin: str) -> None:
    for verb, (whither, goal) in product(("placed into", "put into", "moved to", "added to"), WHITHER.items()):
        text = f"Interrupt: When an ally would be {verb} {whither} from {whence}, draw 1 card."
        trigger = read_card_text(text, tables[MC], None).abilities[0].tree.trigger
        assert trigger is not None and not trigger.unread, text
        clause = trigger.clauses[0]
        assert clause.origin is not None and clause.to is not None, text
        assert (clause.origin.zone, clause.to.zone) == (origin, goal), text
