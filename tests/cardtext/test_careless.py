"""Text as careless hands type it: read all the same, or told; and what means nothing is always told."""

from __future__ import annotations

import pytest

from judge.ability import CardText
from judge.cardtext.card_text import read_card_text
from judge.cardtext.words import AbilityWords
from tests.cardtext.conftest import condition, deed, without_spans

MC = "marvel-champions"
PLAIN = "Forced Interrupt: When the villain attacks you, draw 1 card."

TYPED = [
    PLAIN.lower(),
    PLAIN.replace(":", "", 1),
    PLAIN.replace(":", " -", 1),
    PLAIN.replace(":", " —", 1),
    PLAIN.replace("Forced Interrupt", "FORCED INTERRUPT"),
    PLAIN.replace("Forced Interrupt:", "[Forced Interrupt]"),
    PLAIN.replace("Forced Interrupt:", "(Forced Interrupt)"),
    f"<b>{PLAIN.replace(':', '</b>:', 1)}",
    f"**{PLAIN.replace(':', ':**', 1)}",
    f"[star] {PLAIN}",
    f"Guard. {PLAIN}",
    f"Fox Sense — {PLAIN}",
]


def _facts(found: CardText) -> list[tuple[object, ...]]:
    return [(one.timing, condition(one.tree.trigger), deed(one.tree.effect)) for one in found.abilities]


@pytest.mark.parametrize("text", TYPED)
def test_an_ability_is_read_however_it_is_typed(tables: dict[str, AbilityWords], text: str) -> None:
    found = read_card_text(text, tables[MC])
    assert _facts(found) == _facts(read_card_text(PLAIN, tables[MC]))
    assert found.unread == ()


@pytest.mark.parametrize("slip", ["Interupt", "Interrutp", "Intrrupt", "Interuptt", "interupt"])
def test_a_misspelt_timing_word_is_read_and_told(tables: dict[str, AbilityWords], slip: str) -> None:
    found = read_card_text(PLAIN.replace("Interrupt", slip), tables[MC])
    assert _facts(found) == _facts(read_card_text(PLAIN, tables[MC]))
    assert len(found.assumptions) == 1
    assert "Interrupt" in found.assumptions[0]


def test_what_stands_like_a_timing_word_and_is_none_is_told(tables: dict[str, AbilityWords]) -> None:
    found = read_card_text("Start of your turn: Draw 1 card.", tables[MC])
    assert [(one.part, one.text) for one in found.unread] == [("timing", "Start of your turn")]


NONSENSE = [
    ("Interrupt: When the moon frobnicates, draw 1 card.", "trigger", "the moon frobnicates"),
    ("Interrupt: When you attack, flurble each wibble.", "effect", "flurble each wibble"),
    ("Interrupt: When you attack, draw 1 card. Glorp.", "effect", "Glorp"),
    ("Action: Draw 1 card and snorkel.", "effect", "snorkel"),
    ("Action: Deal 1 damage to a wibble.", "effect", "to a wibble"),
    ("Action: Snorkel 2 → draw 1 card.", "cost", "Snorkel 2"),
    ("Action: If the moon shines, draw 1 card.", "effect", "the moon shines"),
    ("The villain frobnicates.", "effect", "The villain frobnicates"),
]


@pytest.mark.parametrize(("text", "part", "words"), NONSENSE, ids=[row[0][:44] for row in NONSENSE])
def test_what_means_nothing_is_told_with_its_place(
    tables: dict[str, AbilityWords], text: str, part: str, words: str
) -> None:
    found = read_card_text(text, tables[MC])
    assert [(one.part, one.text) for one in found.unread] == [(part, words)]
    assert [text[slice(*one.span)] for one in found.unread] == [words]
    assert [one for ability in found.abilities for one in ability.tree.unread] == list(found.unread)


def test_places_count_letters_of_the_text_as_submitted(tables: dict[str, AbilityWords]) -> None:
    text = "<b>Hero Action</b> <i>(attack)</i>: Exhaust &quot;Fox&quot; → “deal” 1[per_hero] damage &amp; glorp it."
    for one in read_card_text(text, tables[MC]).unread:
        assert text[slice(*one.span)].rsplit(maxsplit=1)[-1].strip(".") == one.text.split()[-1]


@pytest.mark.parametrize(
    "text",
    [
        "Guard. (While this minion is engaged with you, you cannot attack the villain.)",
        "Avenger. Spy.",
        "Fox Sense — Action: Draw 1 card.",
        "Action: Draw 1 card. (You may look at it.)",
    ],
)
def test_traits_names_and_reminders_are_not_unread(tables: dict[str, AbilityWords], text: str) -> None:
    assert read_card_text(text, tables[MC]).unread == ()


def test_one_event_has_one_name_in_all_its_clothes(tables: dict[str, AbilityWords]) -> None:
    said = [
        "Action: Deal 1 damage to a minion.",
        "Action: You may deal 1 damage to a minion.",
        "Forced Response: After 1 damage is dealt to a minion, draw 1 card.",
        "Forced Interrupt: When a minion would be dealt 1 damage, draw 1 card.",
        "A minion cannot be dealt damage.",
    ]
    for text in said:
        (ability,) = read_card_text(text, tables[MC]).abilities
        shown = str(without_spans(ability.as_json()["tree"]))
        assert "'event': 'damage'" in shown
        assert "'variant': 'dealt'" in shown
        assert "'kinds': ['minion']" in shown
