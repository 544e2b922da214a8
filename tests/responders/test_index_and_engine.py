"""The index of abilities only narrows: with it the same cards act as by the engine alone, over all cards."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from judge.cards.card import LibraryCard
from judge.cards.library import CardLibrary
from judge.cards.packs import iter_cards
from judge.desk import Desk
from judge.engine.waiting_keys import offer_of
from judge.errors import NotAllowed, NotFound, NotUnderstood, TooLarge
from judge.responders.acting_cards import ActingCards, find
from judge.responders.moment_question import AskedCards, asked_cards
from judge.rules.model import OccurrenceType, Rules
from tests.timing.made_up_pack import PACK

EDITIONS = (
    ("marvel-champions", "community"), ("marvel-champions", "rr-1.0"), ("vs-system-2pcg", "mcu"),
    ("marvel-united", "x-men"), ("legendary", "manual"),
)  # fmt: skip
PLAYERS = ({"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "alter-ego"})
ON_THE_TABLE = (
    {"name": "Grim Lens", "kind": "attachment", "attached_to": "Baron Cog",
     "text": "Forced Interrupt: When Baron Cog attacks, discard each upgrade you control."},
    {"name": "Iron Oath", "kind": "environment", "text": "Events cannot be played. Each ally gets +1 ATK."},
)  # fmt: skip


def made_up(game: str) -> Iterator[LibraryCard]:
    for kind, texts in PACK[game].items():
        for number, text in enumerate(texts, 1):
            name = f"{kind.title()} {number}"
            said, _, boost = text.replace("{Me}", name).partition("\n[star] Boost: ")
            yield LibraryCard(f"{kind}-{number}", name, kind, said, game, boost_text=f"Boost: {boost}" if boost else "")


def moments(rules: Rules) -> Iterator[dict[str, Any]]:
    """Every occurrence with everybody named, their kinds said and not said."""
    for occurrence in rules.offered.values():
        for said in (True, False):
            parts = dict(_participants(rules, occurrence, said))
            players = PLAYERS if rules.game == "marvel-champions" else [{"name": one["name"]} for one in PLAYERS]
            yield {
                "game": rules.game, "edition": rules.edition, "players": list(players),
                "occurrence": {"type": occurrence.type, **parts},
            }  # fmt: skip


def _participants(rules: Rules, occurrence: OccurrenceType, said: bool) -> Iterator[tuple[str, Any]]:
    for part in occurrence.participants:
        sort = part.kind.removesuffix("-list")
        if part.optional and not said:
            continue
        if part.type in ("flag", "number"):
            continue
        if part.type == "choice":
            yield part.name, part.kind.split("|")[0]
        elif part.type == "form":
            yield part.name, "hero"
        elif part.kind == "place":
            yield part.name, 0
        else:
            sorts = rules.sorts_of(sort)
            is_player = sort == "player" or (sorts and sorts <= rules.kinds_with("identity"))
            name: Any = "Ada" if is_player or part.name in ("target", "hero") else f"Some {part.name.title()}"
            yield part.name, [name] if part.kind.endswith("-list") else name
            kinds = [kind for kind in rules.kinds if sort in ("card", kind) or kind in rules.sorts_of(sort)]
            if said and name != "Ada" and kinds and sort != "place":
                yield f"{part.name}_kind", kinds[0]


def by_the_engine_alone(desk: Desk, moment: dict[str, Any]) -> ActingCards:
    """Who of the whole library acts, without the index: slow, and what the index is measured by."""
    dispute = desk.dispute(moment)
    every = asked_cards(desk.cards, dispute.rules, [player.name for player in dispute.players], AskedCards())
    return find(desk.dispute, moment, offer_of(dispute), every)


def acting(found: ActingCards) -> set[tuple[str, str, str, str | None]]:
    return {(one.code, one.ability, one.step, one.role) for one in found.responders if one.source != "table"}


def sensible(desk: Desk, moment: Mapping[str, Any]) -> bool:
    try:
        return desk.dispute(moment).occurrence is not None
    except (NotAllowed, NotUnderstood):
        return False


def own_desk(desk: Desk, folder: Path) -> Desk:
    return Desk(desk.build_folder, desk.corpus_folder, folder)


@pytest.fixture(scope="module")
def stocked_with_all(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A desk whose library is the made-up pack of all four games."""
    folder = tmp_path_factory.mktemp("made-up")
    CardLibrary(folder / "cards.sqlite").add(card for game in PACK for card in made_up(game))
    return own_desk(desk, folder)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_index_and_the_engine_alone_agree_over_all_cards(stocked_with_all: Desk, game: str, edition: str) -> None:
    desk = stocked_with_all
    every = list(moments(desk.rules(game, edition)))
    if game == "marvel-champions":  # its two editions share their occurrences: what one says, the other does not
        every = [m for number, m in enumerate(every) if (number + number // 2) % 2 == (edition == "community")]
    every = [m for m in every if sensible(desk, m)]
    assert len({moment["occurrence"]["type"] for moment in every}) >= 4
    narrowed = 0
    for number, moment in enumerate(every):
        has_more = game == "marvel-champions" and number % 4 < 2  # beside kinds that are said, and that are not
        asked = {**moment, "cards": list(ON_THE_TABLE) if has_more else []}
        found, alone = desk.responders(asked), by_the_engine_alone(desk, asked)
        assert acting(found) == acting(alone), asked
        narrowed += found.of - found.looked_at
    assert narrowed > 0


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_step_finds_what_the_whole_moment_finds_there(stocked_with_all: Desk, game: str, edition: str) -> None:
    desk = stocked_with_all
    for number, moment in enumerate(moments(desk.rules(game, edition))):
        if number % 4 in (1, 2) or not sensible(desk, moment):  # each occurrence once, with kinds said or not said
            continue
        whole = desk.responders(moment)
        for step in {one.step for one in whole.responders}:
            assert acting(desk.responders(moment, step)) == {one for one in acting(whole) if one[2] == step}


@pytest.mark.skipif("JUDGE_TEST_CARDS" not in os.environ, reason="JUDGE_TEST_CARDS names no folder of card packs")
@pytest.mark.parametrize("edition", ["community", "rr-1.0"])
def test_they_agree_over_all_cards_of_real_packs(
    desk: Desk, edition: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("real")
    cards = [card for card in iter_cards(os.environ["JUDGE_TEST_CARDS"]) if isinstance(card, LibraryCard)]
    CardLibrary(folder / "cards.sqlite").add(cards)
    own = own_desk(desk, folder)
    for moment in moments(own.rules("marvel-champions", edition)):
        if sensible(own, moment):
            asked = {**moment, "players": [PLAYERS[0]]}
            assert acting(own.responders(asked)) == acting(by_the_engine_alone(own, asked)), asked


def test_who_may_and_who_must_stand_in_the_order_of_classes(stocked_with_all: Desk) -> None:
    moment = {
        "game": "marvel-champions", "players": list(PLAYERS),
        "occurrence": {"type": "reveal", "card": "Bad Day", "card_kind": "treachery", "player": "Ada"},
    }  # fmt: skip
    found = stocked_with_all.responders(moment)
    cancels = next(one for one in found.responders if one.name == "Event 3")
    assert (cancels.step, cancels.timing, cancels.mandatory) == ("reveal/revealed", "interrupt", False)
    assert cancels.users == ("Ada", "Bo")
    assert cancels.rules
    ranks = [(stand.step, one.rank) for stand in found.stands for one in stand.responders]
    assert ranks == sorted(ranks, key=lambda rank: ([stand.step for stand in found.stands].index(rank[0]), rank[1]))


def test_what_nearly_acts_is_told_with_its_reason(stocked_with_all: Desk) -> None:
    moment = {
        "game": "marvel-champions", "players": [{"name": "Bo", "form": "alter-ego"}],
        "occurrence": {"type": "damage", "target": "Bo"},
    }  # fmt: skip
    near = {one.name: one.reason for one in stocked_with_all.responders(moment).nearly}
    assert near["Event 1"] == "wrong-form"


def test_a_moment_without_an_occurrence_an_unknown_step_and_an_empty_scope_are_told(stocked_with_all: Desk) -> None:
    desk, moment = stocked_with_all, {"game": "marvel-champions", "occurrence": {"type": "end-of-round"}}
    with pytest.raises(NotUnderstood, match="what is happening"):
        desk.responders({"game": "marvel-champions"})
    with pytest.raises(NotAllowed, match="no step"):
        desk.responders(moment, "end-of-round/never")
    with pytest.raises(TooLarge, match="name a step"):
        desk.responders({**moment, "cards": [{"name": f"Card {number}", "text": "Guard."} for number in range(999)],
                         "players": [{"name": f"P{number}"} for number in range(60)],
                         "occurrence": {"type": "player-turn", "player": "P1"}})  # fmt: skip
    with pytest.raises(NotFound, match="in that scope"):
        desk.responders(moment, scope=AskedCards(packs=("nowhere",)))
