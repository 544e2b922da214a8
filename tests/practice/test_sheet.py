"""Questions are made only of rulings that leave nothing open; their answers are the ruling's; one seed, one sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.cards.library import CardLibrary
from judge.desk import Desk
from judge.errors import NotFound
from judge.practice.questions import DECIDES, FIRST, HAPPENS, leaves_nothing_open
from tests.charts.made_up_table import CARDS, TABLE


@pytest.fixture(scope="module")
def own(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder: Path = tmp_path_factory.mktemp("practice")
    CardLibrary(folder / "cards.sqlite").add(CARDS)
    return Desk(desk.build_folder, desk.corpus_folder, folder)


@pytest.mark.parametrize("game", ["marvel-champions", "vs-system-2pcg", "marvel-united", "legendary"])
def test_made_up_cards_of_every_game_give_questions_that_their_ruling_answers(own: Desk, game: str) -> None:
    _hold(own, own.practice(game=game, seed=7, count=20).questions)


def test_a_table_gives_questions_that_their_ruling_answers(own: Desk) -> None:
    questions = own.practice(TABLE, seed=7, count=12).questions
    _hold(own, questions)
    assert len({one.kind for one in questions}) > 1


def _hold(desk: Desk, questions: tuple) -> None:  # type: ignore[type-arg]
    assert questions
    for one in questions:
        ruling = desk.resolve(one.dispute)
        assert leaves_nothing_open(ruling)
        assert one.why
        assert one.rules
        order = [name for group in ruling.order for name in sorted(ruling.names[ref] for ref in group.abilities)]
        right = one.choices[one.answer]
        if one.kind == FIRST and right in one.choices[:2]:
            other = next(choice for choice in one.choices[:2] if choice != right)
            assert order.index(right) < order.index(other)
        if one.kind == HAPPENS:
            name = one.asks.removeprefix("Does ").removesuffix(" resolve here?")
            assert (right == "Yes") == (name in order)
        if one.kind == DECIDES:
            assert right in {group.decided_by for group in ruling.order}


def test_one_seed_gives_one_sheet_and_another_another(own: Desk) -> None:
    assert own.practice(TABLE, seed=5, count=6) == own.practice(TABLE, seed=5, count=6)
    assert own.practice(TABLE, seed=5, count=6) != own.practice(TABLE, seed=6, count=6)


def test_a_level_is_kept(own: Desk) -> None:
    for level in (1, 2, 3):
        assert {one.level for one in own.practice(game="marvel-champions", level=level).questions} == {level}


def test_cards_that_give_no_question_are_told(own: Desk) -> None:
    with pytest.raises(NotFound, match="No question can be made"):
        own.practice({"players": [{"name": "Ann", "hero": "Moth", "deck": "1x Dust Cloud"}]}, level=3, count=1)
