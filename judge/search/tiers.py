"""Names that a query holds whole: typed as they are, asked about, left of a question, or but for typing errors.

Each puts the entries it leads to into a tier, which counts more than all words that fit one by one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.search.catalogue import Catalogue
from judge.search.expansion import Expander
from judge.search.lexicon import Settings
from judge.search.mending import allowed_edits
from judge.search.names import Name, Names
from judge.search.query import Query
from judge.search.wanted import Wanted
from judge.search.words import LANGUAGES

NAMED = 10.0
"""Tier of entries that the whole query names."""
SURELY = 9.0
"""From here on the name alone decides."""
_ASKED = 7.0
"""Tier of entries that are what a question asks about."""
_SAME_LANGUAGE = 8.4
"""Tier of entries in the language of the query, when that is not the language of most, whose name holds its word."""
_TRANSLATED = 1.0
"""Tier of entries that bear the name in another language."""
LEFT = 6.0
"""Tier of entries that the words left name, when those that only ask are taken away."""
_NEARLY = 5.0
"""Tier of entries whose name the query is but for typing errors, when no name reads as typed."""
_BARELY = 0.3
"""The same, where all words typed stand in the books: then what was typed comes first."""
_OTHER_ENDING, _OTHER_SPACES, _PER_EDIT = 0.96, 0.94, 0.1


class Tier(NamedTuple):
    """How high a name puts an entry, which name, and why."""

    height: float
    name: Name
    why: str


class Tiers:
    """Finds the names that a query holds whole; read-only."""

    def __init__(self, catalogue: Catalogue, settings: Settings, names: Names, expander: Expander) -> None:
        self._places = catalogue.place_of
        self._settings = settings
        self._names = names
        self._expander = expander

    def find(self, query: Query, wanted: Wanted) -> Mapping[int, Tier]:
        """The highest tier of each entry that is named, by its place."""
        found: dict[int, Tier] = {}
        named = self._named(query.text, found, NAMED, "is what was typed")
        subject = self.subject(query.text)
        for text in dict.fromkeys((*query.terms, *([subject] if subject else []))):
            named += self._named(text, found, _ASKED, "is what was asked about")
        for text in dict.fromkeys((wanted.content, _without_numbers(wanted.content))):
            if text and text not in (query.text, subject):
                named += self._named(text, found, LEFT, "is what is left of the question")
        self._add_same_language(found, query.text, wanted)
        if not named:
            self._half_named(query.text, found)
            for text in dict.fromkeys((query.text, *([subject] if subject else []), wanted.content)):
                self._nearly_named(text, found, wanted)
        return found

    def subject(self, text: str) -> str | None:
        """What a folded question asks about, when it is of a form that `search.toml` knows; else None."""
        if " " not in text:
            return None
        found = (re.match(pattern, text) for pattern in self._settings.subject)
        return next((asked["subject"] for asked in found if asked), None)

    def _add_same_language(self, found: dict[int, Tier], text: str, wanted: Wanted) -> None:
        """A word of a language that only some entries speak: those whose name holds it come before older editions.

        A name is also found under what it is called in another language, after what is found in its own.
        """
        for word in wanted.words:
            for name in self._expander.foreign_names(word.typed):
                self._raise(found, name, _SAME_LANGUAGE, "is in the language typed")
        for called in self._names.exact(text):
            for target, _ in called.targets:
                for stems in self._names.foreign_terms(target):
                    for name in self._names.same_stems(stems):
                        if name.kind == "headword" and name.lang != called.lang:
                            self._raise(found, name, _TRANSLATED, f"is another language’s “{called.shown}”")

    def _named(self, text: str, found: dict[int, Tier], tier: float, why: str) -> int:
        ways: list[tuple[Sequence[Name], float]] = [(self._names.exact(text), 1.0)]
        words = [self._expander.stems_of(word) for word in text.split()]
        ways += [
            (self._names.same_stems(" ".join(stems[min(n, len(stems) - 1)] for stems in words)), _OTHER_ENDING)
            for n in range(len(LANGUAGES))
        ]
        ways.append((self._names.squeezed(text), _OTHER_SPACES))
        if " " not in text and (beginning := self._names.beginning_of(text)):
            ways.append(([beginning], _OTHER_ENDING))
        count = 0
        for names, likeness in ways:
            for name in names:
                count += 1
                self._raise(found, name, tier * likeness, why)
        return count

    def _nearly_named(self, text: str, found: dict[int, Tier], wanted: Wanted) -> None:
        tier = _NEARLY if wanted.only_stop_words or not wanted.is_literal else _BARELY
        for name, edits in self._names.like(text, allowed_edits(text.replace(" ", ""))):
            self._raise(found, name, tier * (1 - _PER_EDIT * edits), f"is “{text}” but for {edits} typing error(s)")

    def _half_named(self, text: str, found: dict[int, Tier]) -> None:
        """Names of several words of which the last is half typed, the shortest before longer ones."""
        for place, name in enumerate(self._names.begun_by(text) if " " in text else ()):
            self._raise(found, name, _NEARLY * (1 - _PER_EDIT * place), f"begins with “{text}”")

    def _raise(self, found: dict[int, Tier], name: Name, tier: float, why: str) -> None:
        quality = self._settings.names[name.kind]
        for target, weight in name.targets:
            place, height = self._places[target], tier * quality * weight
            if place not in found or height > found[place].height:
                found[place] = Tier(height, name, why)


def _without_numbers(text: str) -> str:
    return " ".join(word for word in text.split() if not word.isdigit())
