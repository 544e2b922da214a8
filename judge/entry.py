"""Defines entries and what they are made of, for reading, search, rules and pages. Imports nothing of ours."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["entry", "redirect", "section", "card", "clarification"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A term inside a paragraph: characters `start` to `end` (end excluded) name the entry `target` (an id)."""

    start: int
    end: int
    target: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph or list item. `role`: plain text, a bullet or a step numbered by its position; `level`: its depth."""

    anchor: str
    text: str
    role: Literal["text", "item", "step"] = "text"
    level: int = 0
    lines: tuple[tuple[int, int], ...] = ()
    """Source lines it was read from, first and last of each stretch, from 1."""
    mentions: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A reading that the source cannot settle: which words, in which paragraph, and why."""

    anchor: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Part:
    """Paragraphs of an entry that explain names of their own: a keyword among Keywords, a term that has no heading."""

    names: tuple[str, ...]
    anchors: tuple[str, ...]
    """Of the paragraphs, in reading order."""
    head: int = 0
    """Characters at the beginning of the first paragraph that are its run-in head, “Overkill - ”."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a glossary; `id` is `GAME/EDITION/SLUG` (contract, section 3)."""

    id: str
    headword: str
    kind: Kind
    official: bool
    lang: str
    paragraphs: tuple[Paragraph, ...] = ()
    aliases: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()
    """Names as printed, cleaned, in order, also those that name nothing."""
    see_also_ids: tuple[str | None, ...] = ()
    """The entry each name of `see_also` leads to, None where it names nothing in this edition."""
    redirects_to: tuple[str, ...] = ()
    uncertain: tuple[Uncertain, ...] = ()
    ranges: tuple[tuple[int, int], ...] = ()
    section: str = ""
    """Heading of the part of the book it stands in, for the contents page; may be empty."""
    parts: tuple[Part, ...] = ()
    """Paragraphs that explain names which are no entry, or one that only leads here."""

    @property
    def game(self) -> str:
        """First part of the id."""
        return self.id.split("/")[0]

    @property
    def edition(self) -> str:
        """Second part of the id."""
        return self.id.split("/")[1]

    @property
    def slug(self) -> str:
        """Third part of the id."""
        return self.id.split("/", 2)[2]

    @property
    def text(self) -> str:
        """The whole cleaned body: paragraphs and list items on lines of their own."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs)

    @property
    def names(self) -> tuple[str, ...]:
        """Headword and aliases."""
        return (self.headword, *self.aliases)

    def as_json(self) -> dict[str, Any]:
        """The contract's JSON (section 3), with `role`, `level`, `lines` and `mentions` added to paragraphs."""
        lines = [min(first for first, _ in self.ranges), max(last for _, last in self.ranges)] if self.ranges else []
        return {
            "id": self.id,
            "headword": self.headword,
            "aliases": list(self.aliases),
            "kind": self.kind,
            "official": self.official,
            "lang": self.lang,
            "section": self.section,
            "text": self.text,
            "paragraphs": [
                {
                    "anchor": p.anchor,
                    "text": p.text,
                    "role": p.role,
                    "level": p.level,
                    "lines": [list(stretch) for stretch in p.lines],
                    "mentions": [[m.start, m.end, m.target] for m in p.mentions],
                }
                for p in self.paragraphs
            ],
            "parts": [{"names": list(p.names), "anchors": list(p.anchors), "head": p.head} for p in self.parts],
            "see_also": list(self.see_also),
            "see_also_ids": list(self.see_also_ids),
            "redirects_to": list(self.redirects_to),
            "uncertain": [{"anchor": u.anchor, "text": u.text, "why": u.why} for u in self.uncertain],
            "source": {"lines": lines, "ranges": [list(stretch) for stretch in self.ranges]},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Entry:
        """The entry that `as_json` wrote. Raises KeyError or TypeError on a file that is not ours."""
        return cls(
            id=data["id"],
            headword=data["headword"],
            kind=data["kind"],
            official=data["official"],
            lang=data["lang"],
            paragraphs=tuple(_paragraph(p) for p in data["paragraphs"]),
            aliases=tuple(data["aliases"]),
            see_also=tuple(data["see_also"]),
            see_also_ids=tuple(data["see_also_ids"]),
            redirects_to=tuple(data["redirects_to"]),
            uncertain=tuple(Uncertain(u["anchor"], u["text"], u["why"]) for u in data["uncertain"]),
            ranges=tuple((first, last) for first, last in data["source"]["ranges"]),
            section=data["section"],
            parts=tuple(Part(tuple(p["names"]), tuple(p["anchors"]), p["head"]) for p in data.get("parts", ())),
        )


def _paragraph(data: dict[str, Any]) -> Paragraph:
    return Paragraph(
        anchor=data["anchor"],
        text=data["text"],
        role=data["role"],
        level=data["level"],
        lines=tuple((first, last) for first, last in data["lines"]),
        mentions=tuple(Mention(start, end, target) for start, end, target in data["mentions"]),
    )


def in_quotes(text: str) -> str:
    """Words as they stand between quotation marks: marks of their own become single ones.

    >>> in_quotes("“You” refers to the player.")
    '‘You’ refers to the player.'
    """
    return text.translate(_INNER_MARKS)


_INNER_MARKS = str.maketrans("“”", "‘’")


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule cited: the entry's id and headword, and `quote`, three words at least, found word for word in its text.

    A quote of several paragraphs has a line for each.
    """

    id: str
    headword: str
    official: bool
    quote: str

    @property
    def on_one_line(self) -> str:
        """The quote where a line must do, as it stands in quotes: items of a list follow their head behind a bullet."""
        return in_quotes(self.quote.replace("\n", " • "))

    def as_json(self) -> dict[str, Any]:
        """As one of the `rules` of a ruling (contract, section 6)."""
        return {"id": self.id, "headword": self.headword, "official": self.official, "quote": self.quote}


@dataclass(frozen=True, slots=True)
class Reference:
    """Cross-references of one entry, both ways; all are ids (contract, `judge refs`)."""

    id: str
    see_also: tuple[str, ...] = field(default=())
    mentions: tuple[str, ...] = field(default=())
    referenced_by: tuple[str, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """The contract's object for `judge refs`."""
        return {
            "id": self.id,
            "see_also": list(self.see_also),
            "mentions": list(self.mentions),
            "referenced_by": list(self.referenced_by),
        }
