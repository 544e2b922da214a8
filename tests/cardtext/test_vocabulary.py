"""Every name in a tree is one that the game's table declares, so that what comes after can rely on a closed list."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from judge.cardtext.card_words import CardWords
from judge.cardtext.clause_meaning import STATES
from judge.cardtext.tree import Clause, Gain, Lasting, Modify, Noun
from tests.cardtext.conftest import read_card_text
from tests.cardtext.test_conditions import CONDITIONS, MC, OTHER_GAMES
from tests.cardtext.test_effects import EFFECTS


def _names(node: object) -> Iterator[tuple[str, str]]:
    """Sort and name of each name in a tree."""
    if isinstance(node, tuple):
        for one in node:
            yield from _names(one)
        return
    if not is_dataclass(node) or isinstance(node, type):
        return
    if isinstance(node, Clause):
        if node.event not in STATES:
            yield "events", node.event
        sort = "events" if node.event == "during" else "variants"
        yield from (((sort, node.variant),) if node.variant else ())
        yield from (("facts", fact) for fact in node.facts)
    elif isinstance(node, Noun):
        yield from (("kinds", kind) for kind in node.kinds)
        yield from (("states", state) for state in node.states)
        yield from ((sort, name) for sort, name in (("zones", node.zone), ("roles", node.role)) if name)
    elif isinstance(node, Modify):
        yield "stats", node.stat
    elif isinstance(node, Lasting):
        yield "durations", node.until
    elif isinstance(node, Gain) and node.keyword:
        yield "keywords", node.keyword
    for field in fields(node):
        yield from _names(getattr(node, field.name))


def _undeclared(text: str, words: CardWords, name: str | None = None) -> list[tuple[str, str]]:
    trees = [ability.tree for ability in read_card_text(text, words, name).abilities]
    return [(sort, one) for tree in trees for sort, one in _names(tree) if one not in words.vocabulary[sort]]


def test_trees_of_this_room_s_cards_bear_declared_names_only(tables: dict[str, CardWords]) -> None:
    found = [(text, _undeclared(f"Interrupt: {text}", tables[MC])) for text, _ in CONDITIONS]
    found += [(text, _undeclared(f"Action: {text}", tables[MC])) for text, _ in EFFECTS]
    found += [(text, _undeclared(text, tables[game])) for game, text, _ in OTHER_GAMES]
    assert [row for row in found if row[1]] == []


@pytest.mark.skipif("JUDGE_TEST_CARDS" not in os.environ, reason="JUDGE_TEST_CARDS names no folder of card packs")
def test_trees_of_the_packs_bear_declared_names_only(tables: dict[str, CardWords]) -> None:
    found: set[tuple[str, str]] = set()
    for path in sorted(Path(os.environ["JUDGE_TEST_CARDS"]).rglob("*.json")):
        for card in json.loads(path.read_text("utf-8")):
            if isinstance(card, dict) and card.get("text"):
                found.update(_undeclared(card["text"], tables[MC], card.get("name")))
    assert found == set()
