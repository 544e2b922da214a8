"""Keywords as sentences of their own: “Guard.”, “Retaliate 1, stalwart.”, “Team-Up (A and B).”"""

from __future__ import annotations

from collections.abc import Sequence

from judge.ability import Keyword
from judge.cardtext.game_words import AbilityWords, is_number
from judge.cardtext.lexer import Lexeme
from judge.cardtext.sentence_split import closing_bracket, text_of

_APART = {".", ",", ";", "/", "and", '"', "'"}


def keywords_of(pieces: Sequence[Lexeme], first: int, end: int, words: AbilityWords) -> list[Keyword]:
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


def _keyword(pieces: Sequence[Lexeme], at: int, end: int, words: AbilityWords) -> tuple[Keyword, int] | None:
    piece = pieces[at]
    following = pieces[at + 1] if at + 1 < end else None
    if piece.sort == "icon" and words.keywords.get(piece.lower) == "symbols":
        return Keyword(piece.lower[1:-1]), at + 1
    if (
        following is not None
        and following.sense.keyword
        and words.keywords[following.sense.keyword] == "suffixed"
        and piece.is_capital
        and not piece.sense.roles  # “Change form.” is an order
    ):
        return Keyword(following.sense.keyword, None, piece.text), at + 2
    name = piece.sense.keyword
    if name is None:
        return None
    sort = words.keywords[name]
    at += 1
    value: int | str | None = None
    if sort == "valued":
        if following is None or not (is_number(following.lower) or following.lower == "x"):
            return None
        value = int(following.lower) if is_number(following.lower) else "X"
        at += 1
        icons = ""
        while at < end and pieces[at].sort == "icon":
            icons += pieces[at].text
            at += 1
        if icons:
            value = f"{value}{icons}"
    detail = None
    if at < end and pieces[at].lower == "(":
        close = closing_bracket(pieces, at, end)
        if close is None:
            return None
        if sort in ("bracketed", "suffixed"):
            detail = text_of(pieces[at + 1 : close]) or None
        at = close + 1
    return Keyword(name, value, detail), at
