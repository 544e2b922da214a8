"""Card text as typed or pasted → clean lines → sentences, and what in them is quoted or in brackets."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

_BREAKS = re.compile(r"<\s*(?:hr|br|/p|/div|/li|/ul)\b[^<>]{0,80}>", re.IGNORECASE)
_ITEM = re.compile(r"<\s*li\b[^<>]{0,80}>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
_TRAIT = re.compile(r"\[\[([^\[\]\n]{1,80})\]\]")
_ICON = re.compile(r"\[([A-Za-z][A-Za-z _-]{0,24})\]")
_STARS = re.compile(r"[★☆✪⭐✦]|(?<![\w*])\{star\}", re.IGNORECASE)
_ARROW = re.compile(r"[ \t]*(?:-{1,2}>|=>|[→⇒➔➜⟶►])[ \t]*")
_BOLD = re.compile(r"\*{2,3}|__")
_ITALIC = re.compile(r"(?<![\w*])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])")
_BULLET = re.compile(r"^[ \t]*(?:[*·][ \t]+|[•●◦‣▪][ \t]*)", re.MULTILINE)
_INNER_BULLET = re.compile(r"[ \t]+[•●◦‣▪][ \t]*(?=\S)")
_SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_QUOTES = str.maketrans(
    {
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "’": "'",
        "‘": "'",
        "´": "'",
        "`": "'",
        "\u2010": "-",
        "\u2011": "-",
        "\u2212": "-",
        "\u200b": None,
        "\ufeff": None,
    }
)

ABBREVIATIONS = ("Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Sr", "vs", "Prof", "Lt", "Sgt", "Col", "Gen", "No", "etc")
"""Words that are printed with a full stop which ends no sentence."""
_ABBREVIATION = re.compile(rf"(?:\b(?:{'|'.join(ABBREVIATIONS)})|\b(?!X\.)[A-Z](?:\.[A-Z])*)\.$")
_STOP_WITHIN = re.compile(rf"(?:\b(?:{'|'.join(ABBREVIATIONS)})|\b[A-Z](?:\.[A-Z])*)\.(?=[A-Z]\.|\s+[\w(]|'s)")
LIST_ITEM = r"(?:•|[-–—]{1,2}\s|\[[a-z ]+\]\s*(?:[–—]|-{1,2}|:)\s?)"
"""How an item of a list begins: a bullet, a dash, or the icon for which it is (“[energy] — …”)."""
_END = re.compile(r"[.!?]+[\"')\]]*(?=\s+[\"'(]*(?:\[|[A-Z0-9•])|\n[–-]|\s*$)")
_QUOTE = re.compile('"')
_BRACKET = re.compile(r"[()]")
_LINE_END = re.compile(r"[.!?][\"')\]]*$")
_CONTINUES = re.compile(rf"^{LIST_ITEM}")
_OPENS = re.compile(r"(?:^|[\s(:,])$")


def clean_text(text: str) -> str:
    """The text without markup: icons as `[name]`, the cost arrow as →, straight quotes, one space, lines trimmed."""
    plain = html.unescape(text).replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    plain = _ITEM.sub("\n• ", _BREAKS.sub("\n", plain))
    plain = _TRAIT.sub(r"\1", _TAG.sub("", plain)).translate(_QUOTES)
    plain = _BULLET.sub("• ", _INNER_BULLET.sub("\n• ", plain))
    plain = _ITALIC.sub(r"\2", _BOLD.sub("", plain))
    plain = _ARROW.sub(" → ", _STARS.sub("[star]", plain))
    plain = _ICON.sub(_icon, plain)
    lines = (line.strip() for line in _SPACES.sub(" ", plain).split("\n"))
    return "\n".join(line for line in lines if line)


def _icon(match: re.Match[str]) -> str:
    name = match.group(1).lower().replace("_", " ").strip()
    return "[" + {"per hero": "per player", "per group": "per group"}.get(name, name) + "]"


def paragraphs(text: str, continuing: tuple[str, ...] = ()) -> Iterator[str]:
    """The stretches of a cleaned text that a line break after a full stop parts; list items stay with their opening.

    A line that ends without a full stop runs on: it was wrapped, not ended. So does one before a word of `continuing`.
    """
    gathered = ""
    for line in text.split("\n"):
        if gathered and (not _LINE_END.search(gathered) or _CONTINUES.match(line) or line.startswith(continuing)):
            gathered = f"{gathered}\n{line}"
        else:
            if gathered:
                yield gathered
            gathered = line
    if gathered:
        yield gathered


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence; full stops of abbreviations, initials and inside brackets or quotes end none."""
    covered = spans_in_brackets(text) + spans_in_quotes(text)
    begin = 0
    for match in _END.finditer(text):
        stop = match.start()
        if any(start < stop < end - 1 and match.end() < end for start, end in covered):
            continue
        if (
            text[stop] == "."
            and _ABBREVIATION.search(text[max(begin, stop - 12) : stop + 1])
            and match.end() < len(text)
        ):
            continue
        yield begin, match.end()
        begin = match.end()
        while begin < len(text) and text[begin].isspace():
            begin += 1
    if begin < len(text):
        yield begin, len(text)


def spans_in_quotes(text: str) -> list[tuple[int, int]]:
    """Stretches between straight double quotes, paired line by line.

    An odd one reaches to the next line with one; one that nothing closes, where words are given to something, to the
    end of its line.
    """
    if '"' not in text:
        return []
    spans = []
    offset, opened = 0, None
    for line in text.split("\n"):
        marks = [offset + match.start() for match in _QUOTE.finditer(line)]
        if opened is not None and len(marks) % 2 and not _OPENS.search(text[offset : marks[0]]):
            marks.insert(0, opened)
            opened = None
        spans += [(start, end + 1) for start, end in zip(marks[::2], marks[1::2], strict=False)]
        if len(marks) % 2:
            opened = marks[-1] if _OPENS.search(text[offset : marks[-1]]) else None
        offset += len(line) + 1
    if opened is not None and text[:opened].rstrip(" ").endswith((":", "gains", "gain", "has", "text", "text,")):
        spans.append((opened, (text.find("\n", opened) + 1 or len(text) + 1) - 1))
    return spans


def spans_in_brackets(text: str) -> list[tuple[int, int]]:
    """Stretches between outermost round brackets; an unclosed one covers nothing."""
    if "(" not in text:
        return []
    spans, depth, begin = [], 0, 0
    for match in _BRACKET.finditer(text):
        if match.group() == "(":
            begin = begin if depth else match.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                spans.append((begin, match.end()))
    return spans


def with_plain_stops(text: str) -> str:
    """The text, letter by letter, with another mark for full stops that end no sentence (“Dr. Wick”, “C.O.G.”)."""
    return _STOP_WITHIN.sub(lambda match: match.group().replace(".", "\u2024"), text) if "." in text[:-1] else text


def is_inside(at: int, spans: list[tuple[int, int]]) -> bool:
    """Whether offset `at` lies in one of the spans."""
    return any(start <= at < end for start, end in spans)


def without_reminders(text: str) -> str:
    """The text without reminder text, bracketed sentences with a capital. “(8 damage instead if …)” stays."""
    kept, at = [], 0
    for start, end in spans_in_brackets(text):
        inner = text[start + 1 : end - 1].strip()
        if inner[:1].isupper() and not inner.lower().startswith(("limit", "max")) and " " in inner:
            kept.append(text[at:start].rstrip())
            at = end
    kept.append(text[at:])
    return "".join(kept).strip()
