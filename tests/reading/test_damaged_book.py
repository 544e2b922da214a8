"""A made-up rulebook, damaged on purpose and read by the pipeline: error rates before and after, against sound text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge.entry import Entry
from judge.reading.corpus_files import read_and_write
from tests.golden.measure import Rates, rates
from tests.reading.damage import REPAIRS, damaged_book, sound_entries

SEEDS = (1, 2, 3)


def read_damaged(corpus: Path, seed: int, repairs: tuple[str, ...]) -> dict[str, Entry]:
    """The damaged book's entries by headword, read with the repairs named."""
    source, description = damaged_book(seed)
    (corpus / "sources" / "harbour-lanterns-first.txt").write_text(source, "utf-8")
    asked = ", ".join(f'"{name}"' for name in repairs)
    (corpus / "rulebooks" / "harbour-lanterns-first.toml").write_text(description.replace("REPAIRS", asked), "utf-8")
    path = read_and_write(corpus, "harbour-lanterns-first", corpus / f"out-{seed}-{len(repairs)}")
    entries = [Entry.from_json(e) for e in json.loads(path.read_text("utf-8"))["entries"]]
    return {entry.headword: entry for entry in entries}


def measure(entries: dict[str, Entry]) -> Rates:
    """Error rates of all bodies against the sound text."""
    return rates((sound.text, entries[sound.headword].text) for sound in sound_entries())


@pytest.mark.parametrize("seed", SEEDS)
def test_repair_takes_away_most_of_the_damage(corpus: Path, seed: int) -> None:
    before = measure(read_damaged(corpus, seed, ()))
    after = measure(read_damaged(corpus, seed, REPAIRS))
    print(f"seed {seed}: CER {before.cer:.2%} -> {after.cer:.2%}, WER {before.wer:.2%} -> {after.wer:.2%}")
    assert before.cer > 0.02
    assert before.wer > 0.12
    assert after.cer < before.cer / 4
    assert after.wer < before.wer / 5


@pytest.mark.parametrize("seed", SEEDS)
def test_garbled_headings_items_and_references_are_restored(corpus: Path, seed: int) -> None:
    read, sound = read_damaged(corpus, seed, REPAIRS), sound_entries()
    assert list(read) == [entry.headword for entry in sound]
    for entry in sound:
        here = read[entry.headword]
        roles = [{"": "text", "*": "item"}.get(marker, "step") for marker, _ in entry.lines]
        assert [p.role for p in here.paragraphs] == roles, entry.headword
        targets = here.redirects_to if here.kind == "redirect" else here.see_also_ids
        expected = [f"harbour-lanterns/first/{name.lower().replace(' ', '-')}" for name in entry.names]
        assert list(targets) == expected, entry.headword


def test_numbers_and_words_that_carry_a_rule_are_never_changed(corpus: Path) -> None:
    sure = {"may", "cannot", "not", "each", "two", "three", "one", "ten", "only"}
    for seed in SEEDS:
        source, description = damaged_book(seed)
        (corpus / "sources" / "harbour-lanterns-first.txt").write_text(source, "utf-8")
        asked = ", ".join(f'"{name}"' for name in REPAIRS)
        book = corpus / "rulebooks" / "harbour-lanterns-first.toml"
        book.write_text(description.replace("REPAIRS", asked), "utf-8")
        path = read_and_write(corpus, "harbour-lanterns-first", corpus / "out")
        changes = json.loads(path.read_text("utf-8"))["audit"]["changes"]
        assert changes
        assert not [c for c in changes if c[2].lower() in sure or c[2].isdigit()]
