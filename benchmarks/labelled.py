"""Queries people type, each labelled with what it should find, and how well a list of hits fits the label."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

QUERIES = Path(__file__).resolve().parent.parent / "tests" / "search" / "queries.json"
"""The project's own, of all kinds and games."""
QUESTIONS = QUERIES.with_name("questions.json")
"""Labelled questions; those under `blind` were written by strangers."""


class Listed(Protocol):
    """What a search lists: all that the labels look at."""

    @property
    def headword(self) -> str: ...
    @property
    def game(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Labelled:
    """A query and what it should find: pairs of a game and a pattern of the folded headword; any of them will do."""

    query: str
    game: str | None
    expect: tuple[tuple[str, str], ...]


def read_labelled(path: Path = QUERIES) -> tuple[Labelled, ...]:
    """The labelled queries of a file, in its order, each query and game once."""
    cases = json.loads(path.read_text(encoding="utf-8"))
    found = {
        (case["q"], case.get("game")): Labelled(
            case["q"], case.get("game"), tuple((game, pattern) for game, pattern in case["expect"])
        )
        for case in reversed(cases)
    }
    return tuple(reversed(found.values()))


def name_of(headword: str) -> str:
    """A headword for comparing: folded, without remark in brackets, value and plural."""
    bare = re.sub(r"\([^)]*\)", "", headword) or headword
    words = " ".join(re.findall(r"[a-z0-9äö]+", bare.lower()))
    return re.sub(r"(?<=\w\w)s\b", "", re.sub(r" x$", "", words))


def is_expected(hit: Listed, expect: Sequence[Sequence[str]]) -> bool:
    """True when the hit is of an expected game and its headword, folded or bare, fits the pattern."""
    full = " ".join(re.findall(r"[a-z0-9äö]+", hit.headword.lower()))
    return any(
        hit.game == game and (re.fullmatch(pattern, full) or re.fullmatch(pattern, name_of(hit.headword)))
        for game, pattern in expect
    )


def rank_of(hits: Sequence[Listed], expect: Sequence[Sequence[str]]) -> int:
    """The place of the first expected hit, from 1; 0 where there is none."""
    return next((place for place, hit in enumerate(hits, 1) if is_expected(hit, expect)), 0)


def mean_reciprocal_rank(ranks: Sequence[int]) -> float:
    """1 where each query's first hit is an expected one; a rank of 0 (not found) counts nothing."""
    return sum(1 / rank for rank in ranks if rank) / len(ranks)
