"""Nests paragraphs as blocks and numbers their steps: one rule for the pages and for the terminal. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from judge.entry import Paragraph


@dataclass(slots=True)
class ParagraphBlock:
    """A paragraph with what hangs below it."""

    paragraph: Paragraph
    below: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Block:
    """A plain paragraph (`text`, one item) or a list (`item` or `step`)."""

    role: Literal["text", "item", "step"]
    items: list[ParagraphBlock] = field(default_factory=list)
    start: int = 1
    """Number of the first step."""


def outline(paragraphs: Iterable[Paragraph]) -> list[Block]:
    """Paragraphs as nested blocks: a deeper level hangs below what precedes it, neighbours of a role make a list."""
    top: list[Block] = []
    path: list[tuple[int, list[Block]]] = [(-1, top)]
    for paragraph in paragraphs:
        while len(path) > 1 and path[-1][0] >= paragraph.level:
            path.pop()
        item = ParagraphBlock(paragraph)
        _append(path[-1][1], paragraph.role, item)
        path.append((paragraph.level, item.below))
    return top


def iter_numbered(blocks: Iterable[Block]) -> Iterator[tuple[int | None, Paragraph]]:
    """Lazily, the paragraphs of an outline in their order, each step with its number, the others with None."""
    for block in blocks:
        for number, item in enumerate(block.items, block.start):
            yield number if block.role == "step" else None, item.paragraph
            yield from iter_numbered(item.below)


def _append(blocks: list[Block], role: Literal["text", "item", "step"], item: ParagraphBlock) -> None:
    if role == "text" or not blocks or blocks[-1].role != role:
        blocks.append(Block(role, start=_next_step(blocks) if role == "step" else 1))
    blocks[-1].items.append(item)


def _next_step(blocks: Sequence[Block]) -> int:
    """Steps parted by a sentence go on counting; parted by what has no full stop, a heading, they begin anew."""
    steps = [block for block in blocks if block.role == "step"]
    last = blocks[-1].items[-1].paragraph.text if blocks else ""
    if not steps or not last.rstrip('”"’) ').endswith((".", ":", "!", "?", ";")):
        return 1
    return steps[-1].start + len(steps[-1].items)
