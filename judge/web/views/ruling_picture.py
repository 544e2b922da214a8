"""The picture of a ruling that a chat shows beside its address: the answer, the order, what was not understood.

Pure: text in, PNG out. Its font is part of the installation, and letters are laid out by Pillow itself, so that every
server draws the same bytes. However long the texts are, only what fits is looked at.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from judge.rulings.ruling import Ruling
from judge.rulings.ruling_sentences import listed
from judge.rulings.ruling_text import may_or_must
from judge.web.views.link_previews import IMAGE_SIZE

_MARGIN = 56
_WIDTH = IMAGE_SIZE[0] - 2 * _MARGIN
_PAPER, _INK, _SOFT, _ACCENT = "#fbfaf7", "#1d2024", "#565c66", "#0d5c75"
_MUST, _MAY, _WARN, _WARN_PAPER = "#a3212b", "#256b3a", "#8a4b00", "#fdf1dd"
_HEAD, _ROW, _FOOT = 36, 42, 32
"""Sizes of letters, in pixels: a quarter of them is what one reads where the picture is 300 pixels wide."""
_ANSWER = ((68, 2), (58, 3), (50, 4))
"""Sizes of the answer, each with the lines it may take; the last is cut where it takes more."""
_ROW_LINES = 2
_LEADING = 1.28
_GAP = 14
_LETTERS = 400
"""Of one text that are looked at: more than the picture has room for."""
_COLOURS = 48
_REGULAR, _BOLD = "Regular", "Bold"
_FONT = files("fontpkg_open_sans").joinpath("files", "OpenSans[wdth,wght].ttf")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the order: its position, the names, whether they must or may (None: either)."""

    position: int
    names: str
    word: str
    mandatory: bool | None


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture says."""

    game: str
    remark: str
    """Of the rulebook: that it is unofficial; else empty."""
    answer: str
    rows: tuple[Row, ...]
    not_understood: str = ""
    """What was not understood, in one sentence; empty where all was."""


def picture_of(ruling: Ruling, game: str) -> Picture:
    """What the picture of a ruling says; `game` by its title."""
    rows = tuple(
        Row(place, listed(group.names), may_or_must(group.as_json(place)), group.mandatory)
        for place, group in enumerate(ruling.order, 1)
    )
    remark = "" if ruling.official else "by an unofficial text"
    return Picture(game, remark, ruling.answer, rows, ruling.understood if ruling.unread else "")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word with its letters' look; `lead` is the space before it, none where it goes on with the one before."""

    text: str
    font: ImageFont.FreeTypeFont
    fill: str
    width: float
    lead: float


def draw(picture: Picture) -> bytes:
    """The picture as a PNG of IMAGE_SIZE."""
    image = Image.new("RGB", IMAGE_SIZE, _PAPER)
    page = ImageDraw.Draw(image)
    bottom = _draw_warning(page, picture.not_understood)
    top = _draw_head(page, picture)
    top = _draw_answer(page, picture.answer, top) + _GAP
    _draw_rows(page, picture.rows, top, bottom)
    done = BytesIO()
    image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(done, "PNG")
    return done.getvalue()


def _draw_head(page: ImageDraw.ImageDraw, picture: Picture) -> float:
    page.rectangle((0, 0, IMAGE_SIZE[0], 12), fill=_ACCENT)
    words = (*_words(picture.game, _font(_HEAD, _BOLD), _ACCENT), *_words(picture.remark, _font(_HEAD), _SOFT))
    return _draw_lines(page, _lines(words, _WIDTH, 1), _MARGIN, 40, _HEAD) + _GAP


def _draw_answer(page: ImageDraw.ImageDraw, answer: str, top: float) -> float:
    for size, most in _ANSWER:
        words = tuple(_words(answer, _font(size, _BOLD), _INK))
        lines = _lines(words, _WIDTH, most + 1)
        if len(lines) <= most:
            break
    else:
        lines = _lines(words, _WIDTH, most)
    return _draw_lines(page, lines, _MARGIN, top, size)


def _draw_rows(page: ImageDraw.ImageDraw, rows: Sequence[Row], top: float, bottom: float) -> None:
    """As many as there is room for; where there are more, the last line says how many."""
    indent = _font(_ROW, _BOLD).getlength(f"{len(rows)}  ")
    high = _ROW * _LEADING
    for row in rows:
        lines = _row(row, _WIDTH - indent)
        is_last = row is rows[-1]
        if top + high * (len(lines) + (not is_last)) > bottom:
            more = tuple(_words(f"… and {len(rows) - row.position + 1} more", _font(_ROW), _SOFT))
            _draw_lines(page, [more], _MARGIN, top, _ROW)
            return
        page.text((_MARGIN, top), str(row.position), _ACCENT, _font(_ROW, _BOLD))
        top = _draw_lines(page, lines, _MARGIN + indent, top, _ROW)


def _row(row: Row, width: float) -> list[tuple[_Word, ...]]:
    """A row in its lines; where there are too many, its names are cut, never its must or may."""
    names = tuple(_words(row.names, _font(_ROW, _BOLD), _INK))
    word = tuple(_words(row.word, _font(_ROW), _colour(row.mandatory)))
    shown = names
    while len(lines := _lines((*shown, *word), width, _ROW_LINES + 1)) > _ROW_LINES and len(names) > 1:
        names = names[:-1]
        shown = (*names, _dots(names[-1]))
    return lines[:_ROW_LINES]


def _colour(mandatory: bool | None) -> str:
    return {True: _MUST, False: _MAY, None: _SOFT}[mandatory]


def _draw_warning(page: ImageDraw.ImageDraw, text: str) -> float:
    """At the foot of the picture; gives back where it begins."""
    if not text:
        return IMAGE_SIZE[1] - _GAP
    begins = IMAGE_SIZE[1] - _FOOT * _LEADING - 2 * _GAP
    page.rectangle((0, begins, *IMAGE_SIZE), fill=_WARN_PAPER)
    words = tuple(_words(text, _font(_FOOT, _BOLD), _WARN))
    _draw_lines(page, _lines(words, _WIDTH, 1), _MARGIN, begins + _GAP, _FOOT)
    return begins - _GAP


def _draw_lines(
    page: ImageDraw.ImageDraw, lines: Iterable[Sequence[_Word]], left: float, top: float, size: int
) -> float:
    """Lines below each other; gives back where the next would begin."""
    for line in lines:
        across = left
        for place, word in enumerate(line):
            across += word.lead if place else 0.0
            page.text((across, top), word.text, word.fill, word.font)
            across += word.width
        top += size * _LEADING
    return top


# --- words into lines


def _words(text: str, font: ImageFont.FreeTypeFont, fill: str) -> Iterator[_Word]:
    """Lazily, the words of a text, one wider than a line in parts; accents are one with their letters, as the font
    has them."""
    space = font.getlength(" ")
    for word in _seen(text[:_LETTERS]).split():
        rest, lead = word, space
        while rest:
            room = _letters_in_a_line(rest, font)
            yield _Word(rest[:room], font, fill, font.getlength(rest[:room]), lead)
            rest, lead = rest[room:], 0.0


def _seen(text: str) -> str:
    """What can be shown of a text: a letter that the font has only without its marks stands without them, and “…” for
    other signs in a row that it lacks; what cannot be seen is left out.
    """
    shown = ""
    for sign in unicodedata.normalize("NFC", text):
        plain = next(
            (one for one in (sign, unicodedata.normalize("NFKD", sign)[0]) if one == " " or _is_drawn(one)), ""
        )
        if plain:
            shown += plain
        elif sign.isprintable() and not shown.endswith("…"):
            shown += "…"
    return shown


@lru_cache(1 << 12)
def _is_drawn(sign: str) -> bool:
    """Whether the font has a sign that is seen; for those it lacks it draws the same box, as for what is no sign."""
    if not sign.isprintable():
        return False
    return _drawn(sign) != _box()


@cache
def _box() -> tuple[object, bytes]:
    """What the font draws for every sign that it lacks."""
    return _drawn("\U0010ffff")


def _drawn(sign: str) -> tuple[object, bytes]:
    mask = _font(_ROW).getmask(sign)
    return mask.size, bytes(mask)


def _letters_in_a_line(word: str, font: ImageFont.FreeTypeFont) -> int:
    return bisect(range(2, len(word) + 1), _WIDTH * 0.9, key=lambda n: font.getlength(word[:n])) + 1


def _dots(after: _Word) -> _Word:
    return _Word("…", after.font, after.fill, after.font.getlength("…"), 0.0)


def _lines(words: Sequence[_Word], width: float, most: int) -> list[tuple[_Word, ...]]:
    """The words in lines of that width, `most` at the most: the last ends with “…” where some are left over."""
    lines: list[list[_Word]] = [[]]
    across = 0.0
    for word in words:
        needed = word.lead + word.width if lines[-1] else word.width
        if lines[-1] and across + needed > width:
            if len(lines) == most:
                return [*map(tuple, lines[:-1]), _cut(lines[-1], width)]
            lines.append([])
            across, needed = 0.0, word.width
        lines[-1].append(word)
        across += needed
    return [tuple(line) for line in lines if line]


def _cut(line: Sequence[_Word], width: float) -> tuple[_Word, ...]:
    """The line with “…” at its end, without the words for which there is no room then."""
    kept = list(line)
    while True:
        dots = _dots(kept[-1])
        if len(kept) == 1 or sum(word.lead + word.width for word in kept) + dots.width <= width:
            return (*kept, dots)
        kept.pop()


@cache
def _font(size: int, style: str = _REGULAR) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(_FONT), size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_name(style)
    return font
