"""Words as the search sees them: folded (lower case, no diacritics, no apostrophes) and stemmed by language.

Index and query go through the same two functions, so that what is typed meets what is printed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

LANGUAGES = ("en", "fi")
_LONGEST = 60
"""Letters of a word."""

WORD = re.compile(
    r"""
    [+-]\d+(?:/[+-]\d+)+   # a pair of signed numbers, one word: +1/+1
    | (?:\w\.){2,}        # letters with dots, one word: S.H.I.E.L.D.
    | \w+(?:['’]\w+)*     # a word, apostrophes inside it included: can’t, player's
    """,
    re.VERBOSE,
)


_DROPPED = str.maketrans("", "", "'’.")


class Token(NamedTuple):
    """A word of a text: where it stands (end excluded), how it reads folded, and its stem."""

    start: int
    end: int
    plain: str
    stem: str


def fold(text: str) -> str:
    """Lower case without diacritics, apostrophes and dots.

    >>> fold("Pääjuoni"), fold("can’t"), fold("S.H.I.E.L.D.")
    ('paajuoni', 'cant', 'shield')
    """
    if text.isascii():
        return text.lower() if text.isalnum() else text.lower().translate(_DROPPED)
    bare = (c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return "".join(bare).translate(_DROPPED)


def words_of(text: str) -> list[str]:
    """The folded words of a text, in order.

    >>> words_of("Alter-Ego (Form)")
    ['alter', 'ego', 'form']
    """
    return [fold(found.group()) for found in WORD.finditer(text)]


def plain(text: str) -> str:
    """A text as its folded words, one space between them: what names are compared by."""
    return " ".join(words_of(text))


@cache
def _stemmer(lang: str) -> Any:
    from whoosh.lang import stemmer_for_language  # the stemmers of all languages: loaded for a word no book holds

    make: Any = stemmer_for_language
    return make(lang)


def stem(word: str, lang: str = "en") -> str:
    """The stem of a folded word, by Whoosh's stemmer of that language ("en" or "fi").

    A possessive counts as its word: the apostrophe is gone by now, and the stemmer takes the s. What is longer than any
    word is its own stem, and remembered nowhere.
    """
    return _stem(word, lang) if len(word) <= _LONGEST else word


@lru_cache(maxsize=20_000)
def _stem(word: str, lang: str) -> str:
    return str(_stemmer(lang if lang in LANGUAGES else "en")(word))


def tokens(text: str, stem_of: Callable[[str], str]) -> tuple[Token, ...]:
    """The words of a text with their places, for phrases and highlighting; `stem_of` gives a folded word's stem."""
    found = []
    for match in WORD.finditer(text):
        word = fold(match.group())
        found.append(Token(match.start(), match.end(), word, stem_of(word)))
    return tuple(found)
