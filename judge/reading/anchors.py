"""Keeps addresses: a paragraph has the anchor it had, however a rebuild has moved or reworded it.

An anchor is `p-` and a short hash of the paragraph's words when it first appeared. A rebuild compares the new
paragraphs with the glossary before: the same words first, then much the same within one entry, then anywhere in the
book. Addresses that are gone are retired, with the words they had.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from judge.entry import Entry

_SAME_ENTRY, _ANYWHERE = 65.0, 85.0
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class ParagraphPlace:
    """A paragraph of the new text by its entry's id and its place there, from 0."""

    entry: str
    place: int


def fresh_anchor(text: str, taken: Iterable[str]) -> str:
    """`p-` and as many hexadecimal digits of the text's hash as tell it from the anchors `taken`, four at least."""
    digest = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()
    used = set(taken)
    for length in range(_SHORTEST, len(digest) + 1):
        anchor = f"p-{digest[:length]}"
        if anchor not in used:
            return anchor
    return fresh_anchor(text + " ", [a for a in used if not a.endswith(digest)]) + "-2"


def keep_anchors(texts: Mapping[str, Sequence[str]], previous: Sequence[Entry]) -> dict[ParagraphPlace, str]:
    """An anchor for each paragraph of `texts` (entry id to paragraphs), kept from `previous` where recognised."""
    old = {ParagraphPlace(e.id, i): p for e in previous for i, p in enumerate(e.paragraphs)}
    new = {ParagraphPlace(i, n): text for i, paragraphs in texts.items() for n, text in enumerate(paragraphs)}
    pairs: dict[ParagraphPlace, ParagraphPlace] = {}
    left = {address: paragraph.text for address, paragraph in old.items()}
    _pair_same(new, left, pairs, within=True)
    _pair_alike(new, left, pairs, _SAME_ENTRY, within=True)
    _pair_same(new, left, pairs, within=False)
    _pair_alike(new, left, pairs, _ANYWHERE, within=False)
    return _anchors(new, {a: old[b].anchor for a, b in pairs.items()})


def _pair_same(
    new: Mapping[ParagraphPlace, str],
    left: dict[ParagraphPlace, str],
    pairs: dict[ParagraphPlace, ParagraphPlace],
    within: bool,
) -> None:
    waiting: dict[tuple[str, str], list[ParagraphPlace]] = defaultdict(list)
    for address, text in left.items():
        waiting[(address.entry if within else "", text)].append(address)
    for address, text in new.items():
        same = waiting.get((address.entry if within else "", text))
        if address not in pairs and same:
            pairs[address] = same.pop(0)
            del left[pairs[address]]


def _pair_alike(
    new: Mapping[ParagraphPlace, str],
    left: dict[ParagraphPlace, str],
    pairs: dict[ParagraphPlace, ParagraphPlace],
    least: float,
    within: bool,
) -> None:
    scored = []
    for address, text in new.items():
        if address in pairs:
            continue
        for other, was in left.items():
            if within != (other.entry == address.entry):
                continue
            score = fuzz.ratio(text, was, score_cutoff=least)
            if score:
                scored.append((-score, abs(other.place - address.place), address.entry, address.place, address, other))
    for *_, address, other in sorted(scored, key=lambda s: s[:4]):
        if address not in pairs and other in left:
            pairs[address] = other
            del left[other]


def _anchors(new: Mapping[ParagraphPlace, str], kept: Mapping[ParagraphPlace, str]) -> dict[ParagraphPlace, str]:
    taken: dict[str, set[str]] = defaultdict(set)
    anchors: dict[ParagraphPlace, str] = {}
    for address, anchor in kept.items():
        if anchor not in taken[address.entry]:
            taken[address.entry].add(anchor)
            anchors[address] = anchor
    for address, text in new.items():
        if address not in anchors:
            anchors[address] = fresh_anchor(text, taken[address.entry])
            taken[address.entry].add(anchors[address])
    return anchors


def retire(entries: Sequence[Entry], previous: Sequence[Entry], retired: Mapping[str, str]) -> dict[str, str]:
    """Addresses that were once given out and are no longer: `ID` or `ID#ANCHOR` to the words that stood there."""
    alive = {e.id for e in entries} | {f"{e.id}#{p.anchor}" for e in entries for p in e.paragraphs}
    gone = dict(retired)
    for entry in previous:
        gone.setdefault(entry.id, f"{entry.headword}: {entry.text}"[:300])
        for paragraph in entry.paragraphs:
            gone.setdefault(f"{entry.id}#{paragraph.anchor}", paragraph.text)
    return {address: gone[address] for address in sorted(gone) if address not in alive}
