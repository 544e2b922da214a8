"""Reading a query: plain words, "phrases", -exclusions, OR, game:, edition:, in:headword.

What is typed is never a program: everything that is no operator is a word, and an operator that cannot be read as one
is read as a word too, with a note that says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from judge.errors import NotUnderstood, TooLarge
from judge.search.word_forms import words_of

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
    notes: list[str] = []
    text = typed.translate(_QUOTES)
    if text.count('"') % 2:
        notes.append("A quotation mark has no partner; the search was read as plain words.")
        text = text.replace('"', " ")
    facets: dict[str, str] = {}
    groups, excluded = _groups_of(text, facets, notes)
    if sum(len(part.words) for group in groups for part in group) > MAX_WORDS:
        notes.append(f"Only the first {MAX_WORDS} words were looked for.")
    query = Query(
        groups=tuple(map(tuple, groups[:MAX_WORDS])),
        excluded=tuple(excluded),
        game=facets.get("game"),
        edition=facets.get("edition"),
        headword_only="in" in facets,
        notes=tuple(notes),
        terms=tuple(" ".join(words_of(term)) for term in _SET_OFF.findall(text)),
    )
    if query.words:
        return query
    why = "holds only operators; give a word to look for" if typed.strip() else "is empty; type a word or question"
    raise NotUnderstood(f"The search {why}.", "q", ("overkill", '"forced response"', "how do plot twists work"))


def _groups_of(text: str, facets: dict[str, str], notes: list[str]) -> tuple[list[list[Part]], list[Part]]:
    """The parts looked for, in one group where OR joins them, and those excluded; operators' values go to `facets`,
    what is read otherwise than it was typed to `notes`."""
    groups: list[list[Part]] = []
    excluded: list[Part] = []
    joining = False
    pieces = list(_PIECE.finditer(text))
    for place, piece in enumerate(pieces, 1):
        if piece["word"] == _OR:
            joining = bool(groups) and place < len(pieces) and not joining
            notes += [] if joining else ["OR stands between two words; this one was left out."]
            continue
        parts, note = _parts_of(piece, facets)
        notes += [note] if note else []
        if piece["minus"]:
            excluded += parts
        elif parts and joining:
            groups[-1] += parts
            joining = False
        else:
            groups += [[part] for part in parts]
    return groups, excluded


def _parts_of(piece: re.Match[str], facets: dict[str, str]) -> tuple[list[Part], str | None]:
    """What a piece looks for, and a note where it is no operator though it looks like one; an operator's value goes to
    `facets`."""
    name, value = (piece["operator"] or "").lower(), piece["value"] or ""
    if not name:
        is_quoted = piece["phrase"] is not None
        words = tuple(words_of(piece["phrase"] if is_quoted else piece["word"]))
        return [Part(words, is_quoted)] if words else [], None
    if not value:
        return [Part((name,))], f"“{name}:” has no value; it was read as a plain word."
    if name == "in" and value.lower() not in ("headword", "headwords"):
        words = tuple(words_of(f"in {value}"))
        return [Part((word,)) for word in words], f"Only in:headword is known; “in:{value}” was read as plain words."
    facets[name] = value.strip(".,;").lower()
    return [], None
