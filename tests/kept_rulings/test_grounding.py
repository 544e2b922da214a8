"""A kept ruling against the words of a build."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from judge.corpus import Corpus
from judge.entry import Paragraph
from judge.errors import JudgeError
from judge.kept_rulings.staleness import ground, read_by_build, stale
from tests.kept_rulings.examples import ENTRY, WORDS, form, grounded, ruling


def with_text(corpus: Corpus, text: str | None) -> Corpus:
    """The corpus in which the paragraph interpreted says something else, or its entry is gone."""
    entries = dict(corpus.entries)
    entry = entries.pop(ENTRY)
    retired = {**corpus.retired, ENTRY: "There stood something."}
    if text is not None:
        paragraphs = tuple(Paragraph(p.anchor, text) if WORDS in p.text else p for p in entry.paragraphs)
        entries[ENTRY] = replace(entry, paragraphs=paragraphs)
        retired = {}
    return Corpus(corpus.books, MappingProxyType(entries), corpus.build_id, MappingProxyType(retired))


def test_the_hash_is_filled_in_and_nothing_is_stale(corpus: Corpus) -> None:
    found = grounded(corpus)
    assert len(found.interprets[0].hash) == 16
    assert stale(corpus, found) == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [(None, "no longer there"), ("Something else.", "no longer says"), (f"If so, {WORDS}. Always.", "around them")],
)
def test_words_that_change_make_it_stale(corpus: Corpus, text: str | None, why: str) -> None:
    found = grounded(corpus, covers={})
    (changed,) = stale(with_text(corpus, text), found)
    assert why in changed.why and changed.place.entry == ENTRY


def test_what_is_stale_stays_so_when_it_is_imported_again_and_not_when_it_was_reviewed(corpus: Corpus) -> None:
    old, newer = grounded(corpus, covers={}), with_text(corpus, f"If so, {WORDS}. Always.")
    again, _ = ground(newer, ruling(covers={}), old)
    assert again == old and stale(newer, again)
    reviewed, _ = ground(newer, ruling(covers={}))
    assert not stale(newer, reviewed)


def test_what_is_gone_but_was_there_passes(corpus: Corpus) -> None:
    without = with_text(corpus, None)
    found, problems = ground(without, grounded(corpus))
    assert not problems
    assert {s.why for s in stale(without, found)} == {"is no longer there"}


@pytest.mark.parametrize(
    ("said", "where", "hint"),
    [
        ({"game": "chess", "dispute": None, "expects": None}, "game", "marvel-champions"),
        ({"editions": ["rr-9"]}, "editions[0]", "rr-1.0"),
        ({"covers": {"entries": ["marvel-champions/community/forcd"]}}, "covers.entries[0]", "Forced"),
        ({"covers": {"entries": ["marvel-champions/nope/forced"]}}, "covers.entries[0]", "judge entries"),
        ({"covers": {"entries": ["legendary/manual/ko"]}}, "covers.entries[0]", "another game"),
        ({"covers": {"entries": [f"{ENTRY}#p-nope"]}}, "covers.entries[0]", "it has p-"),
        ({"interprets": [{"entry": ENTRY, "words": "nothing of the kind"}]}, "interprets[0].words", "copy them"),
    ],
)
def test_what_a_build_has_not_is_named(corpus: Corpus, said: dict[str, Any], where: str, hint: str) -> None:
    _, problems = ground(corpus, ruling(**said))
    assert [problem.where for problem in problems] == [f"gears-before-bells.{where}"]
    assert hint in problems[0].message


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ({"game": "chess", "status": "final", "dispute": None, "expects": None}, ["status", "game"]),
        ({"game": 7, "covers": {"entries": ["chess/x/y"]}}, ["game", "covers.entries[0]"]),
        ({"game": None, "editions": ["rr-1.0", "rr-9"], "date": "soon", "covers": {"cards": [{"code": 7}, {}]},
          "supersedes": ["gears-before-bells"], "interprets": [{"entry": ENTRY, "words": "none such"}]},
         ["game", "editions[1]", "date", "covers.cards[0].code", "covers.cards[1]", "supersedes",
          "interprets[0].words"]),
        ({"game": "chess", "editions": ["rr-9"], "covers": {"entries": [ENTRY, f"{ENTRY}x"]}},
         ["game", "editions[0]", "covers.entries[1]", "dispute.game"]),
        ({"editions": [7, "rr-1.0", 7, "rr-9"]}, ["editions[0]", "editions[2]", "editions[3]"]),
        ({"covers": {"entries": ["x", ENTRY, ENTRY, f"{ENTRY}x"], "cards": ["", "Bells", "Bells", {}]}},
         ["covers.entries[0]", "covers.entries[3]", "covers.cards[0].name", "covers.cards[3]"]),
        ({"interprets": [{"entry": f"{ENTRY}x", "hash": "12"}, {"words": "x"}, {"entry": ENTRY, "words": "none such"}]},
         ["interprets[0].hash", "interprets[0].entry", "interprets[1].entry", "interprets[2].words"]),
        ({"date": "2026-02-31", "covers": {"entries": [f"{ENTRY}x"]}}, ["date", "covers.entries[0]"]),
        ({"question": 7, "id": None, "interprets": [{"entry": f"{ENTRY}x"}]}, ["question", "interprets[0].entry"]),
        ({"source": 7, "editions": ["rr-9", 7]}, ["source", "editions[1]", "editions[0]"]),
        ({"source": {"where": "x"}, "covers": {"cards": [{}], "x": 1}}, ["source.who", "covers.x", "covers.cards[0]"]),
        ({"answer": "", "interprets": [{"words": "x"}, {"entry": ENTRY, "words": "none such"}]},
         ["answer", "interprets[0].entry", "interprets[1].words"]),
        ({"dispute": 7, "expects": {"order": [7]}, "supersedes": ["gears-before-bells"]},
         ["supersedes", "dispute", "expects.order[0]"]),
        ({"date": None, "dispute": {"game": "legendary"}}, ["date", "dispute.game"]),
        ({7: 7, "date": 7, "covers": {7: 7}}, ["date", "covers[7]", "[7]"]),
    ],
)  # fmt: skip
def test_one_mistake_hides_no_other(corpus: Corpus, said: dict[str, Any], places: list[str]) -> None:
    with pytest.raises(JudgeError) as refused:
        read_by_build(corpus, {k: v for k, v in {**form(), **said}.items() if v is not None})
    places_told = [(problem.where or "").removeprefix("gears-before-bells.") for problem in refused.value.problems]
    assert sorted(place.removeprefix("The ruling.") for place in places_told) == sorted(places)
