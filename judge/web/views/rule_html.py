"""Writes rule text as HTML: terms become links, icon names symbols, list items lists. Everything else is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files

from markupsafe import Markup, escape

from judge.entry import Mention
from judge.web.addresses import asset_address, entry_address
from judge.web.views.card_html import as_html, lines_of

_BRACKETS = re.compile(r"\[([^\[\]\n]{1,30})\]")
_LOST = "?"
_STYLE = re.compile(r"</?(?:b|strong|i|em)>", re.IGNORECASE)


@cache
def _drawn_icons() -> frozenset[str]:
    """Names of the icons that `static/icons.svg` draws, as they stand in the text (`per player`)."""
    sheet = files("judge.web").joinpath("static/icons.svg").read_text(encoding="utf-8")
    return frozenset(name.replace("-", " ") for name in re.findall(r'<symbol id="([a-z-]+)"', sheet))


def _icon(name: str) -> Markup:
    """An icon of the rulebook: our own drawing and its name in words, brackets kept for those who copy the text."""
    if name == _LOST:
        return Markup('<span class="icon icon-lost" title="An icon that the source lost">[?]</span>')
    sheet = asset_address("icons.svg")
    return Markup(
        '<span class="icon"><svg aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>'
        '<span class="vh">[</span>{}<span class="vh">]</span></span>'
    ).format(sheet, name.replace(" ", "-"), name)


def _with_icons(text: str) -> Markup:
    if "[" not in text:
        return escape(text)
    pieces: list[Markup] = []
    at = 0
    for found in _BRACKETS.finditer(text):
        if _is_icon(found.group(1)):
            pieces += [escape(text[at : found.start()]), _icon(found.group(1))]
            at = found.end()
    return Markup("").join([*pieces, escape(text[at:])])


def _is_icon(name: str) -> bool:
    return name == _LOST or name in _drawn_icons()


def icons_in(text: str) -> list[tuple[int, int, Markup]]:
    """Where icons are named in the text (start, end excluded), each with its drawing."""
    return [(*f.span(), _icon(f.group(1))) for f in _BRACKETS.finditer(text) if _is_icon(f.group(1))]


def printed_card(text: str) -> Markup:
    """A card's text as printed: bold and italic words, traits, icons drawn, lines kept."""
    return Markup("\n").join(as_html(line, (), icons_in(line.text)) for line in lines_of(text))


def card_text(text: str) -> Markup:
    """A card's text with its icons drawn."""
    return _with_icons(text)


def rich_text(text: str, mentions: Sequence[Mention] = ()) -> Markup:
    """A paragraph's text with its mentions as links into the reader and its icons drawn."""
    icons = [found.span() for found in _BRACKETS.finditer(text) if _is_icon(found.group(1))]
    pieces: list[Markup] = []
    at = 0
    for mention in sorted(mentions, key=lambda m: m.start):
        inside_icon = any(start < mention.end and mention.start < end for start, end in icons)
        if mention.start < at or mention.end > len(text) or inside_icon:
            continue
        link = Markup('<a class="term" href="{}">{}</a>').format(
            entry_address(mention.target), _with_icons(text[mention.start : mention.end])
        )
        pieces += [_with_icons(text[at : mention.start]), link]
        at = mention.end
    return Markup("").join([*pieces, _with_icons(text[at:])])


def marked(text: str, spans: Iterable[tuple[int, int]]) -> Markup:
    """Text with `spans` (start, end excluded) highlighted and its icons drawn."""
    is_plain = "[" not in text and len(escape(text)) == len(text)
    shown = str if is_plain else _with_icons
    pieces: list[str] = []  # all escaped; joined as plain strings, which costs a third
    at = 0
    for start, end in sorted(spans):
        if at <= start < end <= len(text):
            pieces += [shown(text[at:start]), "<mark>", shown(text[start:end]), "</mark>"]
            at = end
    return Markup("".join([*pieces, shown(text[at:])]))


def marked_unread(text: str, spans: Iterable[tuple[int, int]]) -> Markup:
    """A text with the stretches that were not understood marked, by a line and by words for those who cannot see it;
    tags for bold and italics, which may cross those stretches, are left out."""
    return Markup("").join(_pieces_unread(text, sorted(spans)))


def _pieces_unread(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[Markup]:
    at = 0
    for start, end in spans:
        if at <= start < end <= len(text):
            yield card_text(_STYLE.sub("", text[at:start]))
            yield Markup('<mark class="unread">{}<span class="vh"> (not understood)</span></mark>').format(
                escape(_STYLE.sub("", text[start:end]))
            )
            at = end
    yield card_text(_STYLE.sub("", text[at:]))
