"""Turns a filter of kept rulings into the conditions of a query."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judge.corpus import plain_name
from judge.kept_rulings.model import CoveredPlace

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

_AT_ONCE = 500
"""Ids in one question: databases bound how many values a statement may have."""
LONGEST_KEY = 300
"""Letters of a name by which rulings are looked up; what is longer is cut."""
_LETTERS_OF_AN_ENDING = 3
_FEWEST_LETTERS = 4
"""Of a word that may have endings."""


@dataclass(frozen=True, slots=True)
class RulingFilter:
    """Which rulings are looked for; what is empty narrows nothing. Drafts come only where they are asked for."""

    words: str = ""
    game: str = ""
    edition: str = ""
    status: str = ""
    source: str = ""
    """The slug of who said it."""
    entry: str = ""
    card: str = ""
    """A name or a code."""
    since: str = ""
    until: str = ""
    drafts: bool = False


def can_be_asked(text: str) -> bool:
    """False for text that no database keeps, which therefore nothing can be called."""
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def texts_of(which: RulingFilter) -> Iterator[str]:
    """What it narrows by, but the words."""
    yield from (which.game, which.edition, which.status, which.source)
    yield from (which.entry, which.card, which.since, which.until)


def chunks(ids: Collection[str]) -> Iterator[list[str]]:
    """Some at a time: databases bound how many values a statement may have."""
    whole = list(ids)
    for first in range(0, len(whole), _AT_ONCE):
        yield whole[first : first + _AT_ONCE]


def words_of(text: str) -> Iterator[str]:
    """Lazily, each word of a text, folded."""
    for found in re.finditer(r"[^\W_]+", text.casefold()):
        yield found.group()


def beginning(word: str) -> str:
    """What a word must share with another to count as the same one in another form; short ones share all."""
    if len(word) < _FEWEST_LETTERS:
        return f"{word} "
    return word[: max(_FEWEST_LETTERS, len(word) - _LETTERS_OF_AN_ENDING)]


def conditions(which: RulingFilter) -> Iterator[ColumnElement[bool]]:
    """Lazily, what a row of `rulings` must fulfil, words apart."""
    from sqlalchemy import and_, or_, select

    from judge.kept_rulings.database_tables import covered, rulings

    if not which.drafts:
        yield rulings.c.status != "draft"
    for column, value in ((rulings.c.game, which.game), (rulings.c.status, which.status),
                          (rulings.c.source_slug, which.source)):  # fmt: skip
        if value:
            yield column == value
    if which.edition:
        yield or_(rulings.c.editions == "", rulings.c.editions.contains(f" {which.edition} ", autoescape=True))
    if which.since:
        yield rulings.c.given >= which.since
    if which.until:
        yield rulings.c.given <= which.until
    if which.entry:
        about = and_(covered.c.kind == "entry", covered.c.key == CoveredPlace.parse(which.entry).entry)
        yield rulings.c.id.in_(select(covered.c.ruling_id).where(about))
    if which.card:
        named = and_(covered.c.kind == "name", covered.c.key == name_key(which.card))
        coded = and_(covered.c.kind == "code", covered.c.key == which.card)
        yield rulings.c.id.in_(select(covered.c.ruling_id).where(or_(named, coded)))


def name_key(name: str) -> str:
    """What a card's name is looked up by."""
    return plain_name(name)[:LONGEST_KEY]
