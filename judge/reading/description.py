"""Reads a rulebook's description (`corpus/rulebooks/GAME-EDITION.toml`) into typed rows.

Everything peculiar to a book stands in its description. Rows that point into the source give a line number and quote
what stands there. Every mistake in a description is reported, all together, with its file and row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from judge.entry import Kind
from judge.errors import NotUnderstood
from judge.rulebook import Rulebook
from judge.toml_tables import checked, parse_toml

Role = Literal["text", "item", "step"]
Stretch = tuple[int, int]

RepairName = Literal["confusions", "split-words", "joined-words", "lost-letters"]
"""The general repairs that a description may ask for."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Layout(_Row):
    """How the source is set: what parts paragraphs, marks items, begins a cross-reference; what may be repaired."""

    source: str
    paragraphs: Literal["blank", "line"] = "blank"
    bullets: tuple[str, ...] = ("•",)
    numbers: tuple[str, ...] = ()
    see: tuple[str, ...] = ("See:",)
    see_also: tuple[str, ...] = ("See also:",)
    vocabulary: tuple[str, ...] = ()
    repairs: tuple[RepairName, ...] = ()
    labels: tuple[str, ...] = ("Note", "Example", "Examples", "Exception", "Important", "Optional Rule")
    """What stands before a colon and names nothing."""


class Section(_Row):
    """A part of the book for its contents page: entries that begin at `line` or later stand in it."""

    title: str
    line: int
    starts: str | None = None
    heading: tuple[str, ...] = ()


class EntryRow(_Row):
    """One entry: where it begins, and what it is called. With `text` it is put together from the `lines` named."""

    headword: str
    line: int = 0
    heading: tuple[str, ...] = ()
    run_in: str | None = None
    starts: str | None = None
    ends: str | None = None
    """What stands on the last of its `lines`, so that lines put in between are seen."""
    kind: Kind = "entry"
    aliases: tuple[str, ...] = ()
    slug: str | None = None
    lang: str | None = None
    see_also_names: tuple[str, ...] | None = None
    lines: tuple[Stretch, ...] = ()
    text: tuple[str, ...] = ()
    why: str | None = None
    uncertain: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_stretch(cls, row: Any) -> Any:
        return _with_stretches(row)

    @model_validator(mode="after")
    def _has_a_place(self) -> EntryRow:
        if self.text and not self.lines:
            raise ValueError("an entry with `text` names the `lines` it was put together from")
        if not self.text and not self.line:
            raise ValueError("`line` is missing: where the entry begins")
        if not self.text and not (self.heading or self.starts or self.run_in):
            raise ValueError("quote its `heading`, its `run_in` head or, where both are lost, what it `starts` with")
        return self


class Furniture(_Row):
    """Lines that belong to no entry: by number and quoted text, or all lines that a pattern matches fully."""

    name: str
    line: int | None = None
    lines: tuple[Stretch, ...] = ()
    text: str | None = None
    ends: str | None = None
    pattern: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_stretch(cls, row: Any) -> Any:
        return _with_stretches(row)

    @model_validator(mode="after")
    def _has_a_place(self) -> Furniture:
        if self.pattern is None and (self.text is None or not (self.line or self.lines)):
            raise ValueError("give `line` (or `lines`) with the `text` that stands there, or a `pattern`")
        return self


class Correction(_Row):
    """An editor's correction: on `line`, `was` becomes `now`; `why` says what proves it, `uncertain` what does not."""

    line: int
    was: str = Field(min_length=1)
    now: str
    why: str = Field(min_length=1)
    uncertain: str | None = None


class MoveRow(_Row):
    """Text out of order: `lines` are read after line `after`."""

    lines: Stretch
    starts: str
    after: int
    after_text: str | None = None
    why: str


class RewriteRow(_Row):
    """A region that is read as `text` instead of line by line."""

    lines: tuple[Stretch, ...]
    starts: str
    ends: str | None = None
    text: tuple[str, ...]
    why: str
    uncertain: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_stretch(cls, row: Any) -> Any:
        return _with_stretches(row)


class ListRow(_Row):
    """Structure that the source lost: all items within `lines` get `role`; `items` gives the level of single lines."""

    lines: Stretch | None = None
    starts: str | None = None
    role: Role | None = None
    items: tuple[tuple[int, int], ...] = ()
    why: str | None = None


class BreakRow(_Row):
    """A paragraph begins (`join` false) or goes on (`join` true) at a line where the layout would say otherwise."""

    line: int
    starts: str
    join: bool = False


class PartRow(_Row):
    """Names that paragraphs explain, `count` of them from that at `line` on: terms without a heading of their own."""

    names: tuple[str, ...] = Field(min_length=1)
    line: int
    starts: str
    count: int = Field(default=1, ge=1)


class ReferenceRow(_Row):
    """A name in a See line that is not the headword it leads to: `name` (in `entry` only, if given) leads to `to`."""

    name: str
    to: tuple[str, ...]
    entry: str | None = None
    why: str


class Description(_Row):
    """A whole description; `file` is its file's name."""

    file: str
    book: Rulebook
    layout: Layout
    section: tuple[Section, ...] = ()
    entry: tuple[EntryRow, ...] = ()
    furniture: tuple[Furniture, ...] = ()
    correction: tuple[Correction, ...] = ()
    move: tuple[MoveRow, ...] = ()
    rewrite: tuple[RewriteRow, ...] = ()
    list: tuple[ListRow, ...] = ()
    paragraph: tuple[BreakRow, ...] = ()
    reference: tuple[ReferenceRow, ...] = ()
    part: tuple[PartRow, ...] = ()


def parse_description(file: str, text: str) -> Description:
    """Read a description. Raises NotUnderstood that names every mistake with its file and row."""
    data = parse_toml(text, file)
    if "file" in data:
        raise NotUnderstood(f"{file}: a description cannot itself name its `file`.", file)
    return checked(Description, {"file": file, **data}, file)


def _with_stretches(row: Any) -> Any:
    """`lines = [1, 3]` is one stretch; `lines = [[1, 3], [7, 8]]` are two."""
    if isinstance(row, Mapping) and isinstance(row.get("lines"), list):
        lines = row["lines"]
        if len(lines) == 2 and all(isinstance(n, int) for n in lines):
            return {**row, "lines": [lines]}
    return row
