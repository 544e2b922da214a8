"""The chart of a table: who stands at which step, who decides, what was not read; deck lists told by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge.cards.library import CardLibrary
from judge.charts.chart import SCENARIO, CardsOfClass, Chart
from judge.charts.round_moments import read_round
from judge.desk import Desk
from judge.errors import NotAllowed, NotFound, NotUnderstood
from tests.charts.made_up_table import CARDS, OTHERS, TABLE


@pytest.fixture(scope="module")
def table_desk(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("table")
    CardLibrary(folder / "cards.sqlite").add((*CARDS, *OTHERS))
    return Desk(desk.build_folder, desk.corpus_folder, folder)


@pytest.fixture(scope="module")
def chart(table_desk: Desk) -> Chart:
    return table_desk.chart(TABLE)


def bunches(chart: Chart, step: str) -> list[CardsOfClass]:
    return [b for part in chart.parts for one in part.moments for s in one.steps if s.step == step for b in s.bunches]


def names(chart: Chart, step: str) -> set[tuple[str, str]]:
    return {(card.owner, card.name) for bunch in bunches(chart, step) for card in bunch.cards}


def test_each_card_stands_at_the_step_where_it_acts_under_its_owner(chart: Chart) -> None:
    attack = names(chart, "enemy-attack/initiate")
    assert attack == {(SCENARIO, "Clockwork Baron"), (SCENARIO, "Overwound Gears"), ("Ann", "Tin Fox")}
    assert names(chart, "enemy-attack/after") == {(SCENARIO, "Rust Imp")}
    assert names(chart, "boost/turned") == {("Ben", "Dust Cloud")}
    assert (SCENARIO, "Steam Leak") in names(chart, "reveal/when-revealed")
    assert ("Ben", "Ada Quill") in names(chart, "change-form/after")
    assert names(chart, "damage/would-be-taken") == {("Ann", "Brass Shield"), ("Ben", "Second Wind")}


def test_a_boost_ability_stands_where_boost_cards_resolve(chart: Chart) -> None:
    (card,) = (card for bunch in bunches(chart, "boost/resolve") for card in bunch.cards)
    assert (card.name, card.role) == ("Rust Imp", "boost")


def test_what_stands_together_names_who_decides(chart: Chart) -> None:
    (forced,) = (bunch for bunch in bunches(chart, "enemy-attack/initiate") if len(bunch.cards) == 2)
    assert (forced.called, forced.decided_by) == ("forced interrupts", "Ann")
    assert [card.count for card in forced.cards] == [1, 2]


def test_what_was_not_understood_is_listed_and_what_never_acts(chart: Chart) -> None:
    assert [(one.owner, one.name) for one in chart.unread] == [("Ann", "Signal Flare")]
    assert chart.unread[0].words
    assert json.dumps(chart.as_json())


def test_every_occurrence_of_a_round_is_one_of_every_edition(table_desk: Desk) -> None:
    for game in table_desk.corpus.games:
        for rules in table_desk.every_edition(game):
            assert read_round(table_desk.corpus_folder / "charts", rules)


DECK = """Ally (2)
2x Quick Jab
Brass Shield x2
# a remark
90012
1x Brass Sheild
Shuriken
Alte Karte
Kurze Karte
"""


def test_bad_lines_of_a_deck_are_told_by_line(table_desk: Desk) -> None:
    deck = table_desk.deck(DECK, "marvel-champions", "Ann’s deck")
    assert [(card.name, count) for card, count in deck.cards] == [
        ("Quick Jab", 2), ("Brass Shield", 2), ("Dust Cloud", 1), ("Alte Karte", 1),
        ("Kurze Karte", 1),
    ]  # fmt: skip
    unknown, other, language, of_its_pack = deck.problems
    assert unknown.message == ("Ann’s deck, line 6: the library has no card “Brass Sheild”. Did you mean Brass Shield?")
    assert other.message == "Ann’s deck, line 7: Shuriken is a card of legendary, not of marvel-champions."
    assert language.where == "Ann’s deck, line 8"
    assert "another language (de)" in language.message
    assert "line 9: Kurze Karte (90092) is in another language (de)" in of_its_pack.message


def test_marvelcdb_lists_are_read(table_desk: Desk) -> None:
    deck = table_desk.deck('{"slots": {"90003": 3, "90012": 1}}', "marvel-champions")
    assert [(card.name, count) for card, count in deck.cards] == [("Quick Jab", 3), ("Dust Cloud", 1)]


def test_what_is_no_table_is_refused_with_what_would_be_right(table_desk: Desk) -> None:
    with pytest.raises(NotFound, match=r"no set “Clockwork Barn”\. Did you mean"):
        table_desk.chart({"scenario": "Clockwork Barn"})
    with pytest.raises(NotFound, match=r"no hero “Tin Fux” for Ann\. Did you mean Tin Fox"):
        table_desk.chart({"players": [{"name": "Ann", "hero": "Tin Fux"}]})
    with pytest.raises(NotUnderstood, match="nothing to chart"):
        table_desk.chart({})
    with pytest.raises(NotUnderstood, match="names no card"):
        table_desk.chart({"players": [{"name": "Ann", "hero": "Tin Fox", "deck": "# nothing"}]})
    with pytest.raises(NotFound, match="no hero “Shuriken”"):
        table_desk.chart({"game": "legendary", "players": [{"name": "Ann", "hero": "Shuriken"}]})
    with pytest.raises(NotUnderstood, match="a text or a list"):
        table_desk.chart({"players": [{"name": "Ann", "cards": {"name": "Lark"}}]})
    with pytest.raises(NotAllowed, match="one name"):
        table_desk.chart({"players": [{"name": "Ann", "hero": "Tin Fox"}, {"name": "Ann", "hero": "Moth"}]})


def test_all_that_is_wrong_in_a_table_is_told_at_once(table_desk: Desk) -> None:
    players = [{"name": "Ann", "hero": "Tin Fux", "deck": DECK}, {"name": "Ben", "deck": "Shuriken", "colour": "red"}]
    with pytest.raises(NotFound) as refused:
        table_desk.chart({"scenario": "Clockwork Barn", "sets": ["Steem"], "players": players})
    assert [problem.where for problem in refused.value.problems] == [
        "scenario", "sets", "players: Ann", "hero",
        "Ann’s deck, line 6", "Ann’s deck, line 7", "Ann’s deck, line 8", "Ann’s deck, line 9", "colour",
        "Ben’s deck, line 1",
    ]  # fmt: skip


def test_an_older_library_without_sets_is_read_and_grows_with_the_next_import(tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    library = CardLibrary(tmp_path / "cards.sqlite")
    library.add(CARDS[:2])
    with closing(sqlite3.connect(tmp_path / "cards.sqlite")) as connection:
        for column in ("card_set", "stage", "quantity"):
            connection.execute(f"ALTER TABLE cards DROP COLUMN {column}")
        connection.commit()
    assert [card.card_set for card in library.find("Tin Fox")] == [""]
    library.add(CARDS[1:])
    assert {card.name: card.card_set for card in library.every("marvel-champions")}["Moth"] == "moth"


TYPED: dict[str, dict[str, object]] = {
    "vs-system-2pcg": {
        "players": [
            {"name": "Ann", "cards": "Gale (super power): [energy] Combat: Put a +1/+1 counter on each attacker.\n"
             "2x Brace (plot twist): [any turn] Combat: Choose a character on your side in the combat to get +0/+2\n"
             "   this combat."},
            {"name": "Ben", "cards": [{"name": "Sentry", "kind": "supporting-character", "text": "When Sentry becomes "
             "stunned, draw a card."}, "Loom (location): Build: Draw a card."]},
        ],
    },
    "marvel-united": {
        "cards": [{"name": "Regent", "kind": "villain-dashboard", "text": "BAM!: Each Hero takes 1 damage."},
                  {"name": "Pier", "kind": "location", "text": "End of Turn: You may move to any Location."}],
        "players": [{"name": "Ann", "cards": "Wren (hero card): Special Effect: Draw 1 card."},
                    {"name": "Ben",
                     "cards": "Owl (super hero): Trigger: When the Villain moves. Effect: Draw a card."}],
    },
    "legendary": {
        "players": [{"name": "Ann", "cards": "Cut (wound): Healing: If you don't recruit any Heroes and don't fight "
                     "any Villains on your turn, you may KO all the Wounds from your hand.\nLark (hero): Draw a card."},
                    {"name": "Ben", "cards": "Heron (hero): When you gain a Wound, draw a card."}],
    },
    "marvel-champions": {
        "cards": "Ram (treachery):\n  When Revealed (Alter-Ego): This card gains surge.\n"
                 "  When Revealed (Hero): The villain attacks you.",
        "players": [{"name": "Ann", "hero": "Tin Fox", "cards": "Oath (support): Action: Draw 1 card."},
                    {"name": "Ben",
                     "cards": "Pact (support): Action: Draw 1 card.\nHush (support): Action: Draw a card."}],
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "step", "expected"),
    [
        ("vs-system-2pcg", "combat/during", {("Ann", "Gale"), ("Ann", "Brace")}),
        ("vs-system-2pcg", "combat/stunned", {("Ben", "Sentry")}),
        ("vs-system-2pcg", "turn/build", {("Ben", "Loom")}),
        ("marvel-united", "villain-turn/move", {("Ben", "Owl")}),
        ("marvel-united", "bam/dashboard", {(SCENARIO, "Regent")}),
        ("marvel-united", "hero-turn/actions", {("Ann", "Wren")}),
        ("marvel-united", "hero-turn/location", {(SCENARIO, "Pier")}),
        ("legendary", "card-effect/effects", {("Ann", "Lark")}),
        ("legendary", "turn-end/effects", set()),
        ("legendary", "turn-end/healing", {("Ann", "Cut")}),
        ("legendary", "gain-wound/gained", {("Ben", "Heron")}),
    ],
)
def test_cards_with_their_texts_are_charted_in_every_game(
    desk: Desk, tmp_path: Path, game: str, step: str, expected: set[tuple[str, str]]
) -> None:
    bare = Desk(desk.build_folder, desk.corpus_folder, tmp_path)
    found = bare.chart({"game": game, **TYPED[game]})
    assert names(found, step) == expected
    assert not found.problems and not found.unread


def test_typed_cards_lie_beside_those_of_the_library(table_desk: Desk) -> None:
    found = table_desk.chart(TYPED["marvel-champions"])
    assert names(found, "player-turn/options") >= {("Ann", "Quick Jab"), ("Ann", "Oath"), ("Ben", "Pact")}
    (actions,) = bunches(found, "player-turn/options")
    assert actions.decided_by == "each player"


def test_an_ability_of_each_form_is_shown_though_no_form_was_said(table_desk: Desk) -> None:
    found = table_desk.chart(TYPED["marvel-champions"])
    (revealed,) = bunches(found, "reveal/when-revealed")
    assert [(card.name, card.form) for card in revealed.cards] == [("Ram", "alter-ego"), ("Ram", "hero")]


def test_bad_lines_of_typed_cards_are_told_by_line(table_desk: Desk) -> None:
    text = "# a remark\nLark (hero): Draw a card.\nnothing\nGull (heroo): Draw a card.\n  And another.\n(hero): Hm.\n"
    rows = [{"name": "Rook", "kind": "hero", "colour": "red"}, {"name": "Kite", "kind": 3}, 7, {"name": "Crow"}]
    table = {"game": "legendary", "cards": "Wren (hero): Draw a card.",
             "players": [{"name": "Ann", "cards": text}, {"name": "Ben", "cards": rows}]}  # fmt: skip
    found = table_desk.chart(table)
    assert [problem.message.partition("; ")[0] for problem in found.problems] == [
        "the cards of Ann, line 3: “nothing” is no card",
        "the cards of Ann, line 4: “heroo” is no kind of card of legendary",
        "the cards of Ann, line 6: the card has no name",
        "the cards of Ben, card 1: nobody knows “colour” of a card",
        "the cards of Ben, card 2: name, kind and text are texts, count and location are numbers.",
        "the cards of Ben, card 3: this is no card",
        "the cards of Ben, card 4: Crow has no kind of legendary",
        "Wren (hero) is a player’s: put it under cards of a player, not of the table.",
    ]
    assert [[card.name for card, _ in seat.cards] for seat in found.table.seats] == [["Lark"], ["Rook"]]


def test_typed_cards_of_another_language_are_told_by_line(table_desk: Desk) -> None:
    text = ("Oath (support): Action: Draw 1 card.\n"
            "Eid (support): Aktion: Du ziehst eine Karte und heilst die Wunde von einem Helden.\n"
            "Trance (support): Action: Vous piochez une carte et vous soignez chaque allié.")  # fmt: skip
    found = table_desk.chart({"players": [{"name": "Ann", "cards": text}]})
    assert [problem.message for problem in found.problems] == [
        "the cards of Ann, line 2: Eid is in another language (de); card texts are read in English (en).",
        "the cards of Ann, line 3: Trance is in another language (fr); card texts are read in English (en).",
    ]
    short = table_desk.chart(
        {"players": [{"name": "Ann", "cards": text.splitlines()[1] + "\nRuf (support): Heile 1."}]}
    )
    assert len(short.problems) == 2


def test_a_deck_all_in_another_language_is_told_by_line(table_desk: Desk) -> None:
    deck = table_desk.deck("Alte Karte\nKurze Karte", "marvel-champions", "Ann’s deck")
    assert [problem.where for problem in deck.problems] == ["Ann’s deck, line 1", "Ann’s deck, line 2"]


def test_typed_cards_lie_where_the_table_says(desk: Desk, tmp_path: Path) -> None:
    bare, text = Desk(desk.build_folder, desk.corpus_folder, tmp_path), "BAM!: Each Hero takes 1 damage."

    def decider(cards: object) -> str | None:
        (threats,) = bunches(bare.chart({"game": "marvel-united", "cards": cards}), "bam/threats")
        assert [card.name for card in threats.cards] == ["Dart", "Far"]
        return threats.decided_by

    far = {"name": "Far", "kind": "threat", "location": 2, "text": text}
    assert decider([f"Dart (threat, Location 2): {text}", far])
    assert decider([f"Dart (threat, location 0): {text}", far]) is None


def test_a_place_that_is_none_is_told_by_line(desk: Desk, tmp_path: Path) -> None:
    bare = Desk(desk.build_folder, desk.corpus_folder, tmp_path)
    pier = "Pier (location 7): End of Turn: You may move."
    found = bare.chart({"game": "marvel-united", "cards": f"{pier}\nGate (location): BAM!: Draw."})
    card = {"name": "Rook", "kind": "hero", "location": 2, "text": "Draw a card."}
    other = bare.chart(
        {"game": "legendary", "players": [{"name": "Ann", "cards": [card, "Lark (hero): Draw a card."]}]}
    )
    assert [problem.message for problem in (*found.problems, *other.problems)] == [
        "the cards of the table, line 1: Pier is at location 7; locations are numbered 0 to 5, clockwise.",
        "the cards of Ann, card 1: Rook is at location 2; legendary has none.",
    ]


def test_a_class_is_named_once(chart: Chart) -> None:
    steps = {step.step: step for part in chart.parts for moment in part.moments for step in moment.steps}
    after = steps["enemy-attack/after"]
    assert (after.heading, [after.label(bunch) for bunch in after.bunches]) == (
        "After the attack",
        ["forced responses"],
    )
    options = steps["player-turn/options"]
    assert [options.label(bunch) for bunch in options.bunches] == [""]
