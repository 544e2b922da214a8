"""An entry found, with its score and what makes it up."""

from __future__ import annotations

from dataclasses import dataclass

from judge.entry import Entry
from judge.search.names import Name
from judge.search.pages import Passage
from judge.search.wanted import Wanted

_KIND = {
    "headword": "headword",
    "alias": "other name",
    "bare": "headword",
    "redirect": "redirect",
    "lexicon": "players’ word",
}


@dataclass(slots=True)
class Ranked:
    """An entry with its score and what makes it up, and the passage to show."""

    entry: Entry
    place: int
    tier: float = 0.0
    named_by: Name | None = None
    named_why: str = ""
    name: float = 0.0
    fits_by: Name | None = None
    bm25: float = 0.0
    body: float = 0.0
    paragraph: float = 0.0
    phrase: float = 0.0
    quoted: float = 0.0
    """The same where so many words stand together that the text itself was typed."""
    factor: float = 1.0
    score: float = 0.0
    passage: Passage | None = None
    is_held_back: bool = False

    @property
    def is_bearer(self) -> bool:
        """True when the name typed is its own, and not one that leads to several entries."""
        return self.named_by is not None and self.named_by.kind != "lexicon" and len(self.named_by.targets) == 1

    def reasons(self, wanted: Wanted) -> tuple[str, ...]:
        """Why it stands where it does, the weightiest first."""
        found = []
        if self.named_by:
            found.append(f"{_KIND[self.named_by.kind]} “{self.named_by.shown}” {self.named_why}")
        if self.fits_by:
            found.append(f"{_KIND[self.fits_by.kind]} “{self.fits_by.shown}” fits by {self.name:.0%}")
        if self.paragraph:
            found.append(f"one paragraph holds {self.paragraph:.0%} of what was asked")
        if self.body:
            found.append(f"text at {self.body:.0%} of the best (BM25F {self.bm25:.1f})")
        if self.phrase:
            found.append(f"{self.phrase:.0%} of the words stand together as typed")
        found += [f"“{word.typed}” read as “{word.read_as}”" for word in wanted.words if word.read_as]
        if self.factor != 1.0:
            found.append(f"counted {self.factor:.2f} for its edition, kind or game")
        if self.is_held_back:
            found.append("the newer edition comes first")
        return tuple(found)
