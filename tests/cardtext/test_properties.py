"""Whatever a player pastes is read: never an exception, always the same answer, nothing said twice."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.cardtext.card_text_reader import CardTextReader
from judge.cardtext.card_words import CardWords, load_words
from judge.data_places import corpus_folder
from tests.cardtext.conftest import read_card_text, without_spans

TABLES = load_words(corpus_folder() / "timing" / "card-words")

# Words that cards are made of, in any order, between marks and line breaks of any kind.
_PRINTED = """Hero|Alter-Ego|Forced|Interrupt|Response:|Action:|When Revealed|Boost:|Setup.|(attack):|(defense)|When
After|would|you
the villain|attacks|is defeated|take|damage|,|.|→|->|—|-|:|“|”|"|'|(|)|[|]|[star]|[[Robot]]|<b>|</b>|<hr />
**|*|• |Guard.|Retaliate 1|Max 1 per round.|Limit once per|cancel|prevent
instead|cannot|Then,|attached minion|Tin Fox|'s
BAM!:|Level Up (3) -|Effect:|Trigger:|[any turn]|Combat:|KO'd|é|日本|🦊"""
_SCRAPS = st.sampled_from([*re.split(r"[|\n]", _PRINTED), "\n", "\0", "\u200b"])
_TEXTS = st.one_of(
    st.text(max_size=300), st.lists(_SCRAPS, max_size=60).map(" ".join), st.lists(_SCRAPS, max_size=60).map("".join)
)


@given(
    text=_TEXTS,
    game=st.sampled_from(sorted(TABLES)),
    name=st.one_of(st.none(), st.text(max_size=20), st.just("Tin Fox")),
)
@settings(max_examples=120, deadline=None)
def test_any_text_is_read_and_gives_the_same_answer_again(text: str, game: str, name: str | None) -> None:
    found = read_card_text(text, TABLES[game], name)
    assert found == CardTextReader(TABLES[game]).read(text, name)
    assert len(found.parts) == len(found.abilities) + len(found.keywords)
    json.dumps(found.as_json())
    timings = set(TABLES[game].by_timing)
    assert all(ability.timing in timings for ability in found.abilities)


@given(
    texts=st.lists(
        st.sampled_from(["Action: Draw 1 card.", "Guard.", "You get +1 hand size.", "When Defeated: Draw 1 card."]),
        max_size=6,
    )
)
@settings(deadline=None)
def test_parts_are_numbered_in_the_order_of_the_text(texts: list[str]) -> None:
    table = TABLES["marvel-champions"]
    apart = [part for text in texts for part in read_card_text(text, table).parts]
    together = read_card_text("\n".join(texts), table).parts
    assert [without_spans(one.as_json()) for one in together] == [without_spans(one.as_json()) for one in apart]


@given(spaces=st.lists(st.sampled_from([" ", "  ", "\t", "\u00a0"]), min_size=12, max_size=12))
@settings(deadline=None)
def test_the_width_of_spaces_says_nothing(spaces: list[str]) -> None:
    plain = "Hero Interrupt (defense): When you would take damage, prevent 1 damage."
    words = re.split(" ", plain)
    text = "".join(word + space for word, space in zip(words, [*spaces], strict=False))
    wide, narrow = (
        read_card_text(text, TABLES["marvel-champions"]),
        read_card_text(" ".join(words), TABLES["marvel-champions"]),
    )
    assert without_spans(wide.as_json()) == without_spans(narrow.as_json())


@pytest.mark.skipif("JUDGE_TEST_CARDS" not in os.environ, reason="JUDGE_TEST_CARDS names no folder of card packs")
def test_the_packs_come_apart_as_their_markup_says() -> None:
    script = Path(__file__).resolve().parents[2] / "scripts" / "eval-abilities"
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_table_knows_its_own_game(tables: dict[str, CardWords]) -> None:
    assert all(game == table.game for game, table in tables.items())
    assert set(tables) >= {"marvel-champions", "vs-system-2pcg", "marvel-united", "legendary"}
