"""Writes a card's text as printed: bold and italic words, traits, lines; and as HTML with its rules terms linked.

Markup is that of the card databases (`<b>`, `<i>`, `<em>`, `<strong>`, `[[Trait]]`, `<hr />`) and what players type
(`**bold**`). Everything else is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from judge.entry import Mention

_MARK = re.compile(
    r"""
      </?(?P<tag>b|strong|i|em)>        # a tag that opens or closes
    | (?P<stars>\*\*)                   # what players type for bold
    | (?P<trait>\[\[|\]\])              # a trait's brackets
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LINE = re.compile(r"\n+|<br\s*/?>|<hr\s*/?>", re.IGNORECASE)
_STYLES = {"b": "b", "strong": "b", "i": "i", "em": "i"}


@dataclass(frozen=True, slots=True)
class StyledSpan:
    """Characters `start` to `end` (end excluded) that stand in bold ("b") or italics ("i")."""

    start: int
    end: int
    tag: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of a card's text without markup, and which of its words are set apart."""

    text: str
    styles: tuple[StyledSpan, ...] = ()


def lines_of(text: str) -> tuple[CardLine, ...]:
    """The lines of a card's text that hold something.

    >>> lines_of("<b>Action</b>: Ready.")
    (CardLine(text='Action: Ready.', styles=(StyledSpan(start=0, end=6, tag='b'),)),)
    """
    return tuple(_line(part.strip()) for part in _LINE.split(text) if part.strip())


def plain_text(text: str) -> str:
    """A card's text without its markup."""
    return "\n".join(line.text for line in lines_of(text))


def _line(marked: str) -> CardLine:
    pieces: list[str] = []
    styles: list[StyledSpan] = []
    opened: dict[str, int] = {}
    at = length = 0
    for mark in _MARK.finditer(marked):
        pieces.append(marked[at : mark.start()])
        length += mark.start() - at
        at = mark.end()
        tag = _STYLES[mark["tag"].lower()] if mark["tag"] else "b" if mark["stars"] else "i"
        closes = mark.group().startswith(("</", "]]")) or (mark["stars"] and "b" in opened)
        if not closes:
            opened.setdefault(tag, length)
        elif tag in opened and opened[tag] < length:
            styles.append(StyledSpan(opened.pop(tag), length, tag))
        else:
            opened.pop(tag, None)
    return CardLine("".join([*pieces, marked[at:]]), tuple(styles))


def as_html(
    line: CardLine, mentions: Sequence[tuple[Mention, str]] = (), icons: Iterable[tuple[int, int, Markup]] = ()
) -> Markup:
    """A line as HTML. `mentions` come each with its address, `icons` as spans with their drawing."""
    drawn = {start: (end, html) for start, end, html in icons}
    linked = [(mention, address) for mention, address in mentions if not _touches(mention, drawn)]
    opens = {mention.start: address for mention, address in linked}
    closes = {mention.end for mention, _ in linked}
    html: list[Markup] = []
    for start, end in pairwise(_edges(line, [mention for mention, _ in linked], drawn)):
        if start in opens:
            html.append(Markup('<a class="term" href="{}">').format(opens[start]))
        html.append(_piece(line, start, end, drawn))
        if end in closes:
            html.append(Markup("</a>"))
    return Markup("").join(html)


def _edges(line: CardLine, mentions: Sequence[Mention], drawn: Mapping[int, tuple[int, Markup]]) -> list[int]:
    """Where styles, mentions and drawings begin and end, none of them inside a drawing."""
    edges = {0, len(line.text), *drawn, *(end for end, _ in drawn.values())}
    edges |= {edge for style in line.styles for edge in (style.start, style.end)}
    edges |= {edge for mention in mentions for edge in (mention.start, mention.end)}
    return sorted(e for e in edges if not any(start < e < end for start, (end, _) in drawn.items()))


def _touches(mention: Mention, drawn: Mapping[int, tuple[int, Markup]]) -> bool:
    return any(start < mention.end and mention.start < end for start, (end, _) in drawn.items())


def _piece(line: CardLine, start: int, end: int, drawn: Mapping[int, tuple[int, Markup]]) -> Markup:
    words = drawn[start][1] if start in drawn else escape(line.text[start:end])
    for style in line.styles:
        if style.start <= start and end <= style.end:
            words = Markup("<{0}>{1}</{0}>").format(Markup(style.tag), words)
    return words
