"""Names that a query holds: whole (as typed, as asked about, but for typing errors), and word by word.

A whole name puts its entries into a tier, which counts more than all words that fit one by one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from judge.search.entry_names import Name, Names
from judge.search.expansion import Expander, Wanted
from judge.search.lexicon import Settings
from judge.search.postings import Postings
from judge.search.query import Query
from judge.search.similar_words import allowed_edits
from judge.search.spelling import keep_best
from judge.search.word_forms import LANGUAGES

NAMED = 10.0
"""Tier of entries that the whole query names."""
SURELY = 9.0
"""From here on the name alone decides."""
_SAME_LANGUAGE = 8.4
"""Tier of entries in the language of the query, when that is not the language of most, whose name holds its word."""
_ASKED = 7.0
"""Tier of entries that are what a question asks about."""
LEFT = 6.0
"""Tier of entries that the words left name, when those that only ask are taken away."""
_NEARLY = 5.0
"""Tier of entries whose name the query is but for typing errors, when no name reads as typed."""
_OTHER_ENDING, _PER_EDIT = 0.96, 0.1
_WHOLE_NAME, _WHOLE_QUERY = 1.5, 0.7
"""How strongly a name counts less that the query covers in part, and one that covers the query in part."""
_LEAST = 0.4
"""A name of which the query holds less is not looked at."""
_STOP_IN_NAME = 0.25
"""Rarity of a stop word within a name."""
_KEPT_NAMES = 50_000


class Tier(NamedTuple):
    """How high a name puts an entry, which name, and why."""

    height: float
    name: Name
    why: str


class NameMatcher:
    """Finds the names that a query holds; may be shared by threads."""

    def __init__(self, settings: Settings, names: Names, postings: Postings, expander: Expander) -> None:
        self._settings = settings
        self._names = names
        self._postings = postings
        self._expander = expander
        self._shares_of = lru_cache(_KEPT_NAMES)(self._find_shares_of)

    def fits(
        self, wanted: Wanted, stops: Set[str], numbers: Mapping[str, Sequence[int]] | None = None
    ) -> Iterator[tuple[float, Name]]:
        """Lazily, each name that holds a word looked for, with how well it fits (0 to 1): of those in `numbers`, by
        stem their places in all names; where none are given, of all but everyday phrases.

        A term of the lexicon counts where the query holds all its words, stop words (`stops`) too.
        """
        weights: dict[str, float] = {}
        for word in wanted.words:
            keep_best(weights, word.stems.items())
        held: dict[int, float] = defaultdict(float)
        holding = self._names.numbers if numbers is None else numbers
        for stem, weight in weights.items():
            for number in holding.get(stem, ()):
                held[number] += self._shares_of(number)[stem] * weight
        known, names = weights.keys() | stops, self._names.all
        for name, share in ((names[number], share) for number, share in held.items() if share >= _LEAST):
            if name.kind != "lexicon" or known >= set(name.stems):
                asked = wanted.share_held(dict.fromkeys(name.stems, 1.0))
                yield share**_WHOLE_NAME * asked**_WHOLE_QUERY * self._settings.names[name.kind], name

    def said(self, wanted: Wanted, stops: Set[str], entry_id: str) -> Mapping[str, float]:
        """How well the best of what players say for each paragraph of an entry fits, by its anchor."""
        best: dict[str, float] = {}
        for fit, name in self.fits(wanted, stops, self._names.said(entry_id)):
            keep_best(best, ((anchor, fit * dict(name.targets)[entry_id]) for anchor in name.at))
        return best

    def _find_shares_of(self, number: int) -> Mapping[str, float]:
        """How much of the rarity of a name lies in each of its stems.

        Of what players say, words that only ask do not count: they stand there, or not, by chance.
        """
        name = self._names.all[number]
        shares: dict[str, float] = dict.fromkeys(name.stems, 0.0)
        of_stop, game = _STOP_IN_NAME if name.is_printed else 0.0, name.games[0]
        for word, stem in zip(name.plain.split(), name.stems, strict=True):
            shares[stem] += of_stop if self._expander.is_stop(word) else self._postings.rarity(stem, game) or 1.0
        total = sum(shares.values()) or 1.0
        return {stem: share / total for stem, share in shares.items()}

    # ---------------------------------------------------------------- whole names

    def tiers(self, query: Query, wanted: Wanted) -> Mapping[str, Tier]:
        """The highest tier of each entry that is named."""
        found: dict[str, Tier] = {}
        named = self._named(query.text, found, NAMED, "is what was typed")
        subject = self.subject(query.text)
        for text in dict.fromkeys((*query.terms, *([subject] if subject else []))):
            named += self._named(text, found, _ASKED, "is what was asked about")
        without_numbers = " ".join(word for word in wanted.content.split() if not word.isdigit())
        for text in dict.fromkeys((wanted.content, without_numbers)):
            if text and text not in (query.text, subject):
                named += self._named(text, found, LEFT, "is what is left of the question")
        for word in wanted.words:
            for name in self._expander.foreign_names(word.typed):
                self._raise(found, name, _SAME_LANGUAGE, "is in the language typed")
        if not named:
            for text in dict.fromkeys((query.text, *([subject] if subject else []), wanted.content)):
                self._nearly_named(text, found, wanted)
        return found

    def subject(self, text: str) -> str | None:
        """What a folded question asks about, when it is of a form that `search.toml` knows; else None."""
        if " " not in text:
            return None
        found = (re.match(pattern, text) for pattern in self._settings.subject)
        return next((asked["subject"] for asked in found if asked), None)

    def _named(self, text: str, found: dict[str, Tier], tier: float, why: str) -> int:
        words = [self._expander.stems_of(word) for word in text.split()]
        ways: list[tuple[Sequence[Name], float]] = [(self._names.exact(text), 1.0)]
        for n in range(len(LANGUAGES)):
            stems = " ".join(stems[min(n, len(stems) - 1)] for stems in words)
            ways.append((self._names.same_stems(stems), _OTHER_ENDING))
        if " " not in text and (beginning := self._names.beginning_of(text)):
            ways.append(([beginning], _OTHER_ENDING))
        for names, likeness in ways:
            for name in names:
                self._raise(found, name, tier * likeness, why)
        return sum(len(names) for names, _ in ways)

    def _nearly_named(self, text: str, found: dict[str, Tier], wanted: Wanted) -> None:
        if wanted.is_literal and not wanted.only_stop_words:
            return
        for name, edits in self._names.like(text, allowed_edits(text.replace(" ", ""))):
            self._raise(found, name, _NEARLY * (1 - _PER_EDIT * edits), f"is “{text}” but for {edits} typing error(s)")

    def _raise(self, found: dict[str, Tier], name: Name, tier: float, why: str) -> None:
        quality = self._settings.names[name.kind]
        for target, weight in name.targets:
            height = tier * quality * weight
            if target not in found or height > found[target].height:
                found[target] = Tier(height, name, why)
