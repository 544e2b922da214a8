"""Pieces of a text → paragraphs, lines, sentences; and what in them stands in quotes or brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cardtext.lexer import Lexeme

ENDS = frozenset(".!?")
BULLETS = frozenset("•-–—")
_BEHIND_ICONS = frozenset(":-–—")
_WIDEST = 80
"""Pieces between brackets."""
_GIVING = frozenset(["gains", "gain", "has", "have", "text", ":", ","])
"""Words before a quotation that nothing closes."""
CLOSING = frozenset("\"')]")


def text_of(pieces: Sequence[Lexeme]) -> str:
    """The words as printed, on one line but for the items of a list."""
    said: list[str] = []
    for piece in pieces:
        gap = "" if not said or not piece.new else "\n" if piece.lower in BULLETS and _is_bullet(piece) else " "
        said.append(gap + piece.text)
    return "".join(said)


def begins_item(pieces: Sequence[Lexeme], at: int) -> bool:
    """Whether a list's item begins: a bullet anywhere, a dash or an icon with one where a line begins."""
    piece = pieces[at]
    if piece.sort != "icon" or piece.new != "\n":
        return _is_bullet(piece)
    return at + 1 < len(pieces) and pieces[at + 1].lower in _BEHIND_ICONS


def _is_bullet(piece: Lexeme) -> bool:
    return piece.lower == "•" or (piece.new == "\n" and piece.lower in BULLETS)


def covered(pieces: Sequence[Lexeme]) -> list[bool]:
    """Of each piece whether it stands within quotes or round brackets that close."""
    inside = [False] * len(pieces)
    opened: list[int] = []
    quote: int | None = None
    for at, piece in enumerate(pieces):
        if piece.lower == '"':
            if quote is None:
                quote = at
            else:
                inside[quote : at + 1] = [True] * (at + 1 - quote)
                quote = None
        elif piece.lower == "(":
            opened.append(at)
        elif piece.lower == ")" and opened:
            first = opened.pop()
            if not opened:
                inside[first : at + 1] = [True] * (at + 1 - first)
    if quote and pieces[quote - 1].lower in _GIVING:
        end = next((at for at in range(quote + 1, len(pieces)) if pieces[at].new == "\n"), len(pieces))
        inside[quote:end] = [True] * (end - quote)
    return inside


def closing_bracket(pieces: Sequence[Lexeme], at: int, end: int) -> int | None:
    """The bracket that closes the one at `at`; none that is too far for a card's."""
    depth = 0
    for place in range(at, min(end, at + _WIDEST)):
        if pieces[place].lower == "(":
            depth += 1
        elif pieces[place].lower == ")":
            depth -= 1
            if not depth:
                return place
    return None


def lines(pieces: Sequence[Lexeme], first: int, end: int) -> Iterator[tuple[int, int]]:
    """Begin and end of each line."""
    begin = first
    for at in range(first + 1, end):
        if pieces[at].new == "\n":
            yield begin, at
            begin = at
    if begin < end:
        yield begin, end


def paragraphs(pieces: Sequence[Lexeme], continuing: frozenset[str]) -> Iterator[tuple[int, int]]:
    """The stretches that a line break after a full stop parts; items of a list stay with their opening.

    A line that ends without a full stop runs on: it was wrapped, not ended. So does one before a word of `continuing`.
    """
    begin: int | None = None
    for first, _ in lines(pieces, 0, len(pieces)):
        if begin is None:
            begin = first
        elif _is_ended(pieces, first) and not begins_item(pieces, first) and pieces[first].lower not in continuing:
            yield begin, first
            begin = first
    if begin is not None:
        yield begin, len(pieces)


def _is_ended(pieces: Sequence[Lexeme], at: int) -> bool:
    """Whether a full stop stands before `at`, closing marks aside."""
    place = at - 1
    while place >= 0 and pieces[place].lower in CLOSING:
        place -= 1
    return place >= 0 and pieces[place].lower in ENDS


def nesting(lower: str, quoted: bool, depth: int) -> tuple[bool, int]:
    """Whether one stands within quotes, and within how many brackets, behind a piece."""
    if lower == '"':
        return not quoted, depth
    if lower in ("(", ")") and not quoted:
        return quoted, depth + 1 if lower == "(" else max(0, depth - 1)
    return quoted, depth


def sentences(pieces: Sequence[Lexeme], first: int, end: int) -> Iterator[tuple[int, int]]:
    """Begin and end of each sentence, its full stop and closing marks included; none ends within brackets or quotes."""
    begin, depth, quoted = first, 0, False
    at = first
    while at < end:
        lower = pieces[at].lower
        quoted, depth = nesting(lower, quoted, depth)
        if lower in ENDS:
            after = at + 1
            closes_quote, closes = quoted, depth
            while after < end and pieces[after].lower in CLOSING | ENDS and pieces[after].new == "":
                if pieces[after].lower == '"':
                    closes_quote = not closes_quote
                elif pieces[after].lower == ")":
                    closes = max(0, closes - 1)
                after += 1
            dots = after - at > 1 or (at > first and pieces[at - 1].lower in ENDS)
            if not closes_quote and not closes and (after >= end or _opens_sentence(pieces[after], lower, dots)):
                yield begin, after
                begin = at = after
                quoted, depth = False, 0
                continue
        at += 1
    if begin < end:
        yield begin, end


def _opens_sentence(piece: Lexeme, mark: str, dots: bool) -> bool:
    """Whether a piece behind a full stop begins a sentence, also in small letters; not behind dots or within a name.

    A dash goes on with what stands before it (“Stand Aside! — When …”).
    """
    if not piece.new or (piece.lower in BULLETS and piece.new == " " and not _is_bullet(piece)):
        return False
    return not piece.text[0].islower() or piece.new == "\n" or (mark == "." and not dots)
