"""Text as careless hands type it: read all the same, or told; and what means nothing is always told."""

from __future__ import annotations

import pytest

from judge.ability import CardText
from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import If
from tests.cardtext.conftest import condition, deed, read_card_text, without_spans

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
def test_an_ability_is_read_however_it_is_typed(tables: dict[str, CardWords], text: str) -> None:
    found = read_card_text(text, tables[MC])
    assert _facts(found) == _facts(read_card_text(PLAIN, tables[MC]))
    assert found.unread == ()


ORDER = "Discard a card."


@pytest.mark.parametrize("typed", ["{word}: {order}", "{word} - {order}", "{word} {order}", "{WORD} {order}"])
def test_each_timing_word_is_read_without_capitals_or_marks(tables: dict[str, CardWords], typed: str) -> None:
    for table in tables.values():
        for row in table.timings:
            for word in row.words if row.effect_word is None else ():
                printed = read_card_text(f"{word}: {ORDER}", table)
                said = typed.format(word=word.lower(), WORD=word.upper(), order=ORDER.lower())
                assert _facts(read_card_text(said, table)) == _facts(printed), (table.game, said)


@pytest.mark.parametrize("brackets", ["attack", "hero", "alter-ego", "defense"])
def test_brackets_behind_a_timing_word_tell_it(tables: dict[str, CardWords], brackets: str) -> None:
    printed = read_card_text(f"When Revealed ({brackets}): The villain attacks you.", tables[MC]).abilities[0]
    (typed,) = read_card_text(f"when revealed ({brackets}) the villain attacks you", tables[MC]).abilities
    assert (typed.timing, typed.form, typed.labels) == (printed.timing, printed.form, printed.labels)
    assert typed.tree.trigger is None


SHORT = [
    ("u may draw 1 card", "You may draw 1 card."),
    ("deal 1 dmg to each enemy char", "Deal 1 damage to each enemy character."),
    ("ur hero cant take dmg", "Your hero can't take damage."),
    ("each player w/ 1 ally draws 1 card", "Each player with 1 ally draws 1 card."),
    ("at end of ur turn, draw 1 card", "At the end of your turn, draw 1 card."),
    ("when a minion gets defeated, draw 1 card", "When a minion is defeated, draw 1 card."),
    ("if an ally got defeated this phase, draw 1 card", "If an ally was defeated this phase, draw 1 card."),
    ("your hero gets +1 atk until end of phase", "Your hero gets +1 ATK until the end of the phase."),
    ("your hero gets +1 thw, +1 atk, +1 def", "Your hero gets +1 THW, +1 ATK, and +1 DEF."),
    ("action: draw 1 card. any player can do this", "Action: Draw 1 card. Any player may trigger this ability."),
    ("action: cancel its when revealed effects", 'Action: Cancel its "When Revealed" effects.'),
    ("forced response at start of ur turn draw 1 card", "Forced Response: At the start of your turn, draw 1 card."),
]


@pytest.mark.parametrize(("typed", "printed"), SHORT, ids=[row[0] for row in SHORT])
def test_shorthand_means_what_is_printed(tables: dict[str, CardWords], typed: str, printed: str) -> None:
    found = read_card_text(typed, tables[MC])
    assert found.unread == ()
    assert _facts(found) == _facts(read_card_text(printed, tables[MC]))


def test_its_effects_are_those_of_any_timing_word(tables: dict[str, CardWords]) -> None:
    rows = [row for row in tables[MC].timings if row.triggered or row.mandatory]
    for word in [word for row in rows for word in row.words]:
        (typed,) = _facts(read_card_text(f"action: cancel its {word.lower()} effects", tables[MC]))
        (printed,) = _facts(read_card_text(f"Action: Cancel its {word} effects.", tables[MC]))
        assert typed == printed, word


@pytest.mark.parametrize("said", ["play only during your turn.", "PLAY ONLY IF YOU ARE IN HERO FORM."])
def test_when_a_card_may_be_played_is_a_restriction_in_any_case(tables: dict[str, CardWords], said: str) -> None:
    found = read_card_text(f"{said} hero action: draw 1 card.", tables[MC])
    (play,) = found.plays
    assert isinstance(play, If)
    assert play.condition.clause is not None
    assert (len(found.abilities), len(found.instructions), found.unread) == (1, 1, ())


@pytest.mark.parametrize(
    ("name", "said"), [("Bombs", "Bomb Plot"), ("Fox", "Fox Den"), ("Storms", "Storm Giant"), ("Ape 4.0", "Apex Lair")]
)
def test_a_longer_name_is_not_the_card_s_own(tables: dict[str, CardWords], name: str, said: str) -> None:
    (other,) = read_card_text(f"Action: Discard {said}.", tables[MC], name).abilities
    (own,) = read_card_text(f"Action: Discard {name}.", tables[MC], name).abilities
    assert (deed(other.tree.effect), deed(own.tree.effect)) == (f"discard -→named:{said}", "discard -→this")


ICONS = [
    ("place 2 per player charge counters here", "Place 2[per_hero] charge counters here."),
    ("discard a mental resource from your hand", "Discard a [mental] resource from your hand."),
    ("discard a mental or wild resource from your hand", "Discard a [mental] or [wild] resource from your hand."),
]


@pytest.mark.parametrize(("typed", "printed"), ICONS, ids=[row[0] for row in ICONS])
def test_icons_may_be_typed_as_words(tables: dict[str, CardWords], typed: str, printed: str) -> None:
    found = read_card_text(f"action: {typed}", tables[MC])
    assert found.unread == ()
    assert _facts(found) == _facts(read_card_text(f"Action: {printed}", tables[MC]))


def test_a_reminder_in_small_letters_is_no_part(tables: dict[str, CardWords]) -> None:
    text = "temporary. (discard this card at the end of the round) your hero gets +1 atk"
    printed = read_card_text("Temporary.\nYour hero gets +1 ATK.", tables[MC])
    typed = read_card_text(text, tables[MC])
    assert (len(typed.parts), _facts(typed)) == (len(printed.parts), _facts(printed))


@pytest.mark.parametrize(
    "text", ["Attach to the villain. Otherwise, attach to an ally.", "Otherwise, attach to the villain."]
)
def test_a_comma_left_out_behind_otherwise_adds_no_part(tables: dict[str, CardWords], text: str) -> None:
    typed = read_card_text(text.lower().replace(",", ""), tables[MC])
    assert typed.parts == ()
    assert len(typed.plays) == len(read_card_text(text, tables[MC]).plays)


def test_a_form_behind_a_verb_is_a_circumstance(tables: dict[str, CardWords]) -> None:
    for name, form in (("Fog", "Fog mass form"), ("Ape", "hero form"), ("Ape", "alter-ego form")):
        text = f"Forced Response: After you attack or defend in {form}, flip this card."
        trigger = read_card_text(text, tables[MC], name).abilities[0].tree.trigger
        assert trigger is not None
        assert [(one.event, one.patient, one.to) for one in trigger.clauses] == [
            ("attack", None, None),
            ("defend", None, None),
        ]
        assert [one.clause and one.clause.event for one in trigger.conditions] == ["in-form"]


PARTS = [
    ["Guard.", "Retaliate 2.", "Your hero gets +1 ATK.", "When Defeated: Draw 1 card."],
    ["Linked (Fox Training).", "Victory 1.", "Hero Response (attack): After you attack, draw 1 card."],
    ["Surge.", "When Revealed: Draw 1 card.", "Boost: Discard 1 card."],
    ["Hero Action (attack): Discard 1 card.", "Forced Response: After an ally attacks, draw 1 card."],
]


@pytest.mark.parametrize("parts", PARTS, ids=[row[0] for row in PARTS])
def test_parts_run_together_in_small_letters_are_numbered_as_printed(
    tables: dict[str, CardWords], parts: list[str]
) -> None:
    printed = read_card_text("\n".join(parts), tables[MC])
    typed = read_card_text(" ".join(parts).lower().replace(":", ""), tables[MC])
    assert [type(one) for one in typed.parts] == [type(one) for one in printed.parts]
    assert _facts(typed) == _facts(printed)


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("Froced Interrupt", "Forced Interrupt"),
        ("Froced Interupt", "Forced Interrupt"),
        ("ForcedInterrupt", "Forced Interrupt"),
        ("Forced-Interrupt", "Forced Interrupt"),
        ("Hreo Interrupt", "Hero Interrupt"),
        ("Hero Interupt", "Hero Interrupt"),
    ],
)
def test_a_trigger_of_two_words_is_read_and_told_whichever_is_misspelt(
    tables: dict[str, CardWords], slip: str, meant: str
) -> None:
    rest = "When the villain attacks you, draw 1 card."
    right, read = (read_card_text(f"{words}: {rest}", tables["marvel-champions"]) for words in (meant, slip))
    assert (read.abilities[0].timing, read.abilities[0].form) == (right.abilities[0].timing, right.abilities[0].form)
    assert read.assumptions == (f"“{slip}” was read as “{meant}”.",)


@pytest.mark.parametrize("words", ["Forced Reaction", "Power Surge", "Hero Handbook"])
def test_other_words_before_a_colon_are_no_misspelt_trigger(tables: dict[str, CardWords], words: str) -> None:
    read = read_card_text(f"{words}: When the villain attacks you, draw 1 card.", tables["marvel-champions"])
    assert [one.timing for one in read.abilities] == ["constant"]


@pytest.mark.parametrize("slip", ["Interupt", "Interrutp", "Intrrupt", "Interuptt", "interupt"])
def test_a_misspelt_timing_word_is_read_and_told(tables: dict[str, CardWords], slip: str) -> None:
    found = read_card_text(PLAIN.replace("Interrupt", slip), tables[MC])
    assert _facts(found) == _facts(read_card_text(PLAIN, tables[MC]))
    assert len(found.assumptions) == 1
    assert "Interrupt" in found.assumptions[0]


def test_what_stands_like_a_timing_word_and_is_none_is_told(tables: dict[str, CardWords]) -> None:
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
    tables: dict[str, CardWords], text: str, part: str, words: str
) -> None:
    found = read_card_text(text, tables[MC])
    assert [(one.part, one.text) for one in found.unread] == [(part, words)]
    assert [text[slice(*one.span)] for one in found.unread] == [words]
    assert [one for ability in found.abilities for one in ability.tree.unread] == list(found.unread)


def test_places_count_letters_of_the_text_as_submitted(tables: dict[str, CardWords]) -> None:
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
def test_traits_names_and_reminders_are_not_unread(tables: dict[str, CardWords], text: str) -> None:
    assert read_card_text(text, tables[MC]).unread == ()


def test_one_event_has_one_name_in_all_its_clothes(tables: dict[str, CardWords]) -> None:
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
