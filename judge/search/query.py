"""Reading a query: plain words, "phrases", -exclusions, OR, game:, edition:, in:headword.

What is typed is never a program: everything that is no operator is a word, and an operator that cannot be read as one
is read as a word too, with a note that says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property

from judge.errors import NotUnderstood, TooLarge
from judge.search.words import words_of

MAX_CHARACTERS = 1_000
MAX_WORDS = 60

_PIECE = re.compile(
    r"""
    (?P<minus>-(?=["\w])(?!\d))?        # an exclusion stands right before its word; -1 is a number
    (?: "(?P<phrase>[^"]*)"
      | (?P<operator>game|edition|in):(?P<value>\S*)
      | (?P<word>[^\s"]+)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_SET_OFF = re.compile(r"(?<!\w)[\"'‘](\w[^\"'’]{0,60}?)[\"'’](?!\w)")
"""A term between quotation marks; single ones set a term off, they do not ask for it word for word."""
_OR = "OR"
_QUOTES = str.maketrans("“”„«»", '"' * 5)


@dataclass(frozen=True, slots=True)
class Part:
    """Words that belong together, folded; `quoted` ones must stand so in the entry."""

    words: tuple[str, ...]
    quoted: bool = False

    @property
    def text(self) -> str:
        """The words with a space between them."""
        return " ".join(self.words)


@dataclass(frozen=True)
class Query:
    """A query read. `groups` hold alternatives: of each group, any part will do."""

    groups: tuple[tuple[Part, ...], ...]
    excluded: tuple[Part, ...] = ()
    game: str | None = None
    edition: str | None = None
    headword_only: bool = False
    notes: tuple[str, ...] = field(default=())
    terms: tuple[str, ...] = ()
    """Terms set off by quotation marks of any kind, folded: what a question is about."""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All parts looked for, in the order typed."""
        return tuple(part for group in self.groups for part in group)

    @cached_property
    def phrases(self) -> tuple[tuple[str, ...], ...]:
        """The words of each quoted part."""
        return tuple(part.words for part in self.parts if part.quoted)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All words looked for, in the order typed."""
        return tuple(word for part in self.parts for word in part.words)

    @cached_property
    def text(self) -> str:
        """All words looked for, with a space between them: what names are compared with."""
        return " ".join(self.words)

    @cached_property
    def required(self) -> tuple[tuple[Part, ...], ...]:
        """Groups that an entry must satisfy: those with a phrase in quotation marks, and those of OR."""
        return tuple(group for group in self.groups if len(group) > 1 or any(part.quoted for part in group))


@dataclass(slots=True)
class _Reading:
    """A query while it is read."""

    groups: list[list[Part]] = field(default_factory=list)
    excluded: list[Part] = field(default_factory=list)
    facets: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    joining: bool = False

    def add(self, part: Part) -> None:
        if self.joining:
            self.groups[-1].append(part)
        else:
            self.groups.append([part])
        self.joining = False


def read_query(typed: str) -> Query:
    """The query that was typed.

    Raises NotUnderstood when it holds nothing to look for, TooLarge beyond `MAX_CHARACTERS`. A malformed query (a
    quotation mark without its partner, an OR without a neighbour, an operator without a value) is read as plain words;
    `notes` say so.
    """
    if len(typed) > MAX_CHARACTERS:
        raise TooLarge(
            f"The search is {len(typed):,} characters long; at most {MAX_CHARACTERS:,} can be looked for.", "q"
        )
    text = typed.translate(_QUOTES)
    reading = _Reading()
    if text.count('"') % 2:
        reading.notes.append("A quotation mark has no partner; the search was read as plain words.")
        text = text.replace('"', " ")
    pieces = list(_PIECE.finditer(text))
    for place, piece in enumerate(pieces):
        _read_piece(piece, reading, is_last=place == len(pieces) - 1)
    query = replace(_query(reading), terms=tuple(" ".join(words_of(term)) for term in _SET_OFF.findall(text)))
    if not query.words:
        raise NotUnderstood(_why_empty(typed), "q", ("overkill", '"forced response"', "how do plot twists work"))
    return query


def _why_empty(typed: str) -> str:
    if not typed.strip():
        return "The search is empty; type a word or a question."
    return "The search holds only operators; give a word to look for."


def _read_piece(piece: re.Match[str], reading: _Reading, is_last: bool) -> None:
    if piece["operator"]:
        _read_operator(piece["operator"].lower(), piece["value"], reading)
        return
    if piece["word"] == _OR:
        _read_or(reading, is_last)
        return
    quoted = piece["phrase"] is not None
    words = tuple(words_of(piece["phrase"] if quoted else piece["word"]))
    if not words:
        return
    if piece["minus"]:
        reading.excluded.append(Part(words, quoted))
    else:
        reading.add(Part(words, quoted))


def _read_or(reading: _Reading, is_last: bool) -> None:
    if not reading.groups or is_last or reading.joining:
        reading.notes.append("OR stands between two words; this one was left out.")
    else:
        reading.joining = True


def _read_operator(name: str, value: str, reading: _Reading) -> None:
    if not value:
        reading.notes.append(f"“{name}:” has no value; it was read as a plain word.")
        reading.add(Part((name,)))
    elif name == "in" and value.lower() not in ("headword", "headwords"):
        reading.notes.append(f"Only in:headword is known; “in:{value}” was read as plain words.")
        for word in words_of(f"in {value}"):
            reading.add(Part((word,)))
    else:
        reading.facets[name] = value.strip(".,;").lower()


def _query(reading: _Reading) -> Query:
    groups = [tuple(group) for group in reading.groups]
    query = Query(
        groups=tuple(groups),
        excluded=tuple(reading.excluded),
        game=reading.facets.get("game"),
        edition=reading.facets.get("edition"),
        headword_only="in" in reading.facets,
        notes=tuple(reading.notes),
    )
    if len(query.words) > MAX_WORDS:
        note = f"Only the first {MAX_WORDS} words were looked for."
        query = replace(query, groups=tuple(groups[:MAX_WORDS]), notes=(*query.notes, note))
    return query
