"""Words before a noun that say which ones and how many, with what each says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from judge.cardtext.word_lookup import WordLookup


class Determiner(NamedTuple):
    """What words before a noun say of it; what is left empty they do not say."""

    quantifier: str = ""
    det: str = ""
    number: int | None = None
    measure: str | None = ""
    bound: str = ""
    sign: str = ""
    other: bool = False


_TABLE = {
    "each/every (of)": Determiner("each"),
    "all (of)": Determiner("all", measure="all"),
    "any (of)": Determiner("any"),
    "any number/amount/combination of": Determiner("any", measure=None, bound="any"),
    "either (of)": Determiner("one"),
    "both": Determiner("each", number=2),
    "no": Determiner("none", number=0),
    "none/neither (of)": Determiner("none", number=0),
    "another": Determiner("one", other=True),
    "other": Determiner(other=True),
    "exactly": Determiner(),
    "up to": Determiner("up-to", bound="up-to"),
    "at least": Determiner(bound="at-least"),
    "at most": Determiner(bound="up-to"),
    "more/greater than": Determiner(bound="at-least", sign="more-than"),
    "fewer/less than": Determiner(bound="up-to", sign="fewer-than"),
    "no more than": Determiner(bound="up-to"),
    "no fewer/less than": Determiner(bound="at-least"),
    "half (of)": Determiner(measure="half"),
    "twice/double": Determiner(measure="double"),
    "a/an": Determiner("one", det="a"),
    "a/an equal/like amount/number (of)": Determiner("one", measure="that"),
    "the": Determiner(det="the"),
    "the same amount of": Determiner(det="the", measure="that"),
    "that/those": Determiner(det="that"),
    "that/those much/many (of)": Determiner(measure="that"),
    "as much/many (of)": Determiner(measure="that", sign="as-many"),
    "that/those amount of": Determiner(measure="that"),
    "this/these": Determiner(det="this"),
}
"""“/” stands between words of which one is said, brackets around what may be left out."""


def _ways(row: str) -> Iterator[tuple[str, ...]]:
    """Every way to say a row of the table."""
    always, _, maybe = row.partition(" (")
    for words in product(*(place.split("/") for place in always.split())):
        yield words
        if maybe:
            yield (*words, maybe.rstrip(")"))


_BY_FIRST: dict[str, list[tuple[tuple[str, ...], Determiner]]] = {}
for _words, _says in sorted(
    ((way, says) for row, says in _TABLE.items() for way in _ways(row)), key=lambda x: -len(x[0])
):
    _BY_FIRST.setdefault(_words[0], []).append((_words, _says))
DETERMINERS = frozenset(_BY_FIRST)
"""Words with which determiners begin."""


def determiner_at(stretch: WordLookup, at: int) -> tuple[Determiner, int] | None:
    """The longest determiner that stands at a place, and where it ends."""
    for words, says in _BY_FIRST.get(stretch.low(at), ()):
        if len(words) == 1 or stretch.lows(at, len(words)) == words:
            apart = says.other and stretch.low(at + len(words)) == "than"  # “other than Rex”
            return None if apart else (says, at + len(words))
    return None
