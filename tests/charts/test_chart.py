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


def test_every_occurrence_of_the_round_is_one_of_every_edition(table_desk: Desk) -> None:
    for rules in table_desk.every_edition("marvel-champions"):
        assert read_round(table_desk.corpus_folder / "charts", rules)


DECK = """Ally (2)
2x Quick Jab
Brass Shield x2
# a remark
90012
1x Brass Sheild
Shuriken
Alte Karte
"""


def test_bad_lines_of_a_deck_are_told_by_line(table_desk: Desk) -> None:
    deck = table_desk.deck(DECK, "marvel-champions", "Ann’s deck")
    assert [(card.name, count) for card, count in deck.cards] == [
        ("Quick Jab", 2), ("Brass Shield", 2), ("Dust Cloud", 1), ("Alte Karte", 1),
    ]  # fmt: skip
    unknown, other, language = deck.problems
    assert unknown.message == ("Ann’s deck, line 6: the library has no card “Brass Sheild”. Did you mean Brass Shield?")
    assert other.message == "Ann’s deck, line 7: Shuriken is a card of legendary, not of marvel-champions."
    assert language.where == "Ann’s deck, line 8"
    assert "another language (de)" in language.message


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
    with pytest.raises(NotAllowed, match="no chart of a round of legendary"):
        table_desk.chart({"game": "legendary", "players": [{"name": "Ann", "hero": "Shuriken"}]})
    with pytest.raises(NotAllowed, match="one name"):
        table_desk.chart({"players": [{"name": "Ann", "hero": "Tin Fox"}, {"name": "Ann", "hero": "Moth"}]})


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
