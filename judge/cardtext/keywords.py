"""Keywords as sentences of their own: “Guard.”, “Retaliate 1, stalwart.”, “Team-Up (A and B).”"""

from __future__ import annotations

from collections.abc import Sequence

from judge.ability import Keyword
from judge.cardtext.card_words import CardWords, is_number
from judge.cardtext.lexer import Lexeme
from judge.cardtext.sentence_split import closing_bracket, text_of

_APART = {".", ",", ";", "/", "and", '"', "'"}


def keywords_of(pieces: Sequence[Lexeme], first: int, end: int, words: CardWords) -> list[Keyword]:
    """The keywords of a sentence that is nothing but keywords and reminder text; none of any other."""
    found: list[Keyword] = []
    at = first
    while at < end:
        piece = pieces[at]
        if piece.lower in _APART or piece.lower == "[star]":
            at += 1
            continue
        if piece.lower == "(" and found:
            close = closing_bracket(pieces, at, end)
            if close is None:
                return []
            at = close + 1
            continue
        one = _keyword(pieces, at, end, words)
        if one is None:
            return []
        found.append(one[0])
        at = one[1]
    return found


def _keyword(pieces: Sequence[Lexeme], at: int, end: int, words: CardWords) -> tuple[Keyword, int] | None:
    """The keyword that begins here, and where it ends."""
    piece = pieces[at]
    if piece.sort == "icon" and words.keywords.get(piece.lower) == "symbols":
        return Keyword(piece.lower[1:-1]), at + 1
    suffixed = pieces[at + 1].sense.keyword if at + 1 < end else None
    if suffixed and words.keywords[suffixed] == "suffixed" and _is_name(piece):
        return Keyword(suffixed, None, piece.text), at + 2
    name = piece.sense.keyword
    if name is None:
        return None
    sort = words.keywords[name]
    at += 1
    valued = _value(pieces, at, end) if sort == "valued" else (None, at)
    if valued is None:
        return None
    value, at = valued
    if at >= end or pieces[at].lower != "(":
        return Keyword(name, value, None), at
    close = closing_bracket(pieces, at, end)
    if close is None:
        return None
    detail = text_of(pieces[at + 1 : close]) or None if sort in ("bracketed", "suffixed") else None
    return Keyword(name, value, detail), close + 1


def _is_name(piece: Lexeme) -> bool:
    return piece.is_capital and not piece.sense.roles  # “Change form.” is an order


def _value(pieces: Sequence[Lexeme], at: int, end: int) -> tuple[int | str, int] | None:
    """“2”, “X”, “1[per player]” behind a keyword, and where it ends."""
    said = pieces[at].lower if at < end else ""
    if said != "x" and not is_number(said):
        return None
    value = int(said) if is_number(said) else "X"
    first = at = at + 1
    while at < end and pieces[at].sort == "icon":
        at += 1
    icons = "".join(piece.text for piece in pieces[first:at])
    return f"{value}{icons}" if icons else value, at
