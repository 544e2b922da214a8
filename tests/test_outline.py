"""Paragraphs as nested blocks, and the numbers of steps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from judge.entry import Paragraph
from judge.paragraph_blocks import Block, iter_numbered, outline

PARAGRAPHS = st.lists(
    st.builds(
        Paragraph,
        anchor=st.integers(0, 10**6).map(lambda n: f"p-{n}"),
        text=st.sampled_from(["Do it.", "HEADING", "If so:"]),
        role=st.sampled_from(["text", "item", "step"]),
        level=st.integers(0, 3),
    ),
    max_size=12,
)


def flat(blocks: list[Block]) -> list[Paragraph]:
    return [p for block in blocks for item in block.items for p in (item.paragraph, *flat(item.below))]


def steps(*rows: str) -> list[int]:
    """Numbers at which the lists of steps begin; a row is "1" for a step, anything else for a plain paragraph."""
    rows_of = [Paragraph(f"p-{n}", row, "step" if row == "1" else "text") for n, row in enumerate(rows)]
    return [block.start for block in outline(rows_of) if block.role == "step"]


@given(PARAGRAPHS)
def test_every_paragraph_is_shown_once_in_its_order(paragraphs: list[Paragraph]) -> None:
    assert flat(outline(paragraphs)) == paragraphs


def test_deeper_items_hang_below_the_item_before_them() -> None:
    rows = [Paragraph("p-1", "a", "item"), Paragraph("p-2", "b", "item", 1), Paragraph("p-3", "c", "item")]
    (block,) = outline(rows)
    assert [(item.paragraph.text, len(item.below)) for item in block.items] == [("a", 1), ("c", 0)]


def test_steps_go_on_past_a_sentence_and_begin_anew_after_a_heading() -> None:
    assert steps("1", "1", "If both conditions are met, follow these steps in order:", "1") == [1, 3]
    assert steps("PLAYER CARDS", "1", "1", "SCENARIO CARDS", "1") == [1, 1]


@given(PARAGRAPHS)
def test_the_numbers_follow_the_outline_and_only_steps_have_one(paragraphs: list[Paragraph]) -> None:
    numbered = list(iter_numbered(outline(paragraphs)))
    assert [p for _, p in numbered] == paragraphs
    assert all((number is not None) == (p.role == "step") for number, p in numbered)


def test_steps_parted_by_their_own_remarks_go_on_counting() -> None:
    rows = [Paragraph("p-1", "a", "step"), Paragraph("p-2", "b", "item", 1), Paragraph("p-3", "c", "step")]
    assert [number for number, _ in iter_numbered(outline(rows))] == [1, None, 2]
