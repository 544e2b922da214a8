"""Each fuzz target for a short while: what once broke it, its seeds, and seeds mutated the same way every time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.desk import Desk
from tests.fuzz.targets import TARGETS, Rooms, Target

FINDINGS = Path(__file__).parent / "findings"
MUTATED = {"rulebook": 6, "query": 12, "card-text": 30, "dispute": 40}
"""By target, mutated seeds to run (`USUALLY` of the others): the slow ones run fewer."""
USUALLY = 60


@pytest.fixture(scope="module")
def rooms(desk: Desk) -> Rooms:
    return Rooms(desk)


def mutants(target: Target, chance: random.Random) -> Iterator[bytes]:
    """Without end, seeds with pieces cut out, doubled, put elsewhere, overwritten or joined with words that matter."""
    words = [word.encode() for word in target.words] or [bytes([n]) for n in range(0, 256, 5)]
    while True:
        data = bytearray(chance.choice(target.seeds))
        for _ in range(chance.randint(1, 8)):
            start, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
            end = min(end, start + 40)
            piece = chance.choice([b"", data[start:end] * 2, chance.choice(words), chance.randbytes(3)])
            data[start : end if chance.random() < 0.5 else start] = piece
        yield bytes(data)


@pytest.mark.parametrize("name", TARGETS)
def test_a_short_run_of_each_target_finds_nothing(name: str, rooms: Rooms) -> None:
    target = TARGETS[name]
    for seed in target.seeds:
        target.run(rooms, seed)
    mutated = mutants(target, random.Random(name))
    for _ in range(MUTATED.get(name, USUALLY)):
        target.run(rooms, next(mutated))


@pytest.mark.parametrize("path", sorted(FINDINGS.glob("*/*")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_once_broke_a_target_no_longer_does(path: Path, rooms: Rooms) -> None:
    TARGETS[path.parent.name].run(rooms, path.read_bytes())


def test_every_finding_belongs_to_a_target() -> None:
    assert {path.name for path in FINDINGS.iterdir()} <= set(TARGETS)
