"""Joins pieces to paragraphs: heals false blank lines, keeps hyphens at line ends where the corpus says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from judge.reading.description import Role, Stretch
from judge.reading.line_segments import SourcePiece

KeepsHyphen = Callable[[str, str], bool]

_ENDS = re.compile(r"[.!?:;…][”\"’')\]]*$|[)”\"]$")


@dataclass(frozen=True, slots=True)
class NewParagraph:
    """A paragraph that has no anchor yet."""

    text: str
    role: Role
    level: int
    lines: tuple[Stretch, ...]


def continues(before: str, after: str) -> bool:
    """True when a blank line between two pieces stands inside a sentence.

    >>> continues("tokens that can be in", "the game at a given time."), continues("It is defeated.", "Damage stays.")
    (True, False)
    """
    return bool(before) and (_ENDS.search(before) is None or after[:1].islower())


def join_text(before: str, after: str, keeps_hyphen: KeepsHyphen) -> str:
    """Two lines of one paragraph as one text; `keeps_hyphen(left, right)` says whether a hyphen at the end stays."""
    broken = re.search(r"(\w+)[-‐]$", before)
    if broken:
        right = re.match(r"\w*", after)
        if right and right[0] and not keeps_hyphen(broken[1], right[0]):
            return before[:-1] + after
        return before + after
    if before.endswith("—") or re.match(r"[.,;:!?)]", after):
        return before + after
    return f"{before} {after}"


def gather(pieces: Iterable[SourcePiece], by_line: bool, keeps_hyphen: KeepsHyphen) -> tuple[NewParagraph, ...]:
    """The paragraphs of one entry, from its pieces in reading order; See lines are left out.

    `by_line` says that every source line is a paragraph.
    """
    drafts: list[NewParagraph] = []
    for piece in pieces:
        if piece.see or not piece.text:
            continue
        if drafts and not _begins(drafts[-1], piece, by_line):
            last = drafts[-1]
            text = join_text(last.text, piece.text, keeps_hyphen)
            drafts[-1] = NewParagraph(text, last.role, last.level, _extended(last.lines, piece.lines))
        else:
            drafts.append(NewParagraph(piece.text, piece.role, piece.level, (piece.lines,)))
    return tuple(drafts)


def _begins(last: NewParagraph, piece: SourcePiece, by_line: bool) -> bool:
    if piece.forced is not None:
        return piece.forced
    if piece.marker or piece.role != "text":
        return True
    if not piece.opens:
        return False
    return by_line or not continues(last.text, piece.text)


def _extended(stretches: tuple[Stretch, ...], more: Stretch) -> tuple[Stretch, ...]:
    first, last = stretches[-1]
    if first <= more[0] and more[1] <= last:
        return stretches
    if last < more[0] <= last + 3:
        return (*stretches[:-1], (first, more[1]))
    return (*stretches, more)
