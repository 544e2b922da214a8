"""Which entry a query wants most: names first, then passages and phrases, then body text by BM25F.

An entry's score is a tier (the query is its name; is what the question asks about; is nearly its name) plus a blend of
how well name, best paragraph, body and phrases fit, times what edition and kind count (`corpus/lexicon/search.toml`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.corpus import Corpus
from judge.entry import Entry
from judge.search.expansion import Expander, Wanted, Word, allowed_edits
from judge.search.lexicon import Settings
from judge.search.names import Name, Names
from judge.search.pages import Page, Passage
from judge.search.postings import Postings
from judge.search.query import Query
from judge.search.words import LANGUAGES

_NAMED = 10.0
"""Tier of entries that the whole query names."""
_SURELY = 9.0
"""From here on the name alone decides."""
_ASKED = 7.0
"""Tier of entries that are what a question asks about."""
_SAME_LANGUAGE = 8.4
"""Tier of entries in the language of the query, when that is not the language of most, whose name holds its word."""
_TRANSLATED = 1.0
"""Tier of entries that bear the name in another language."""
_LEFT = 6.0
"""Tier of entries that the words left name, when those that only ask are taken away."""
_NEARLY = 5.0
"""Tier of entries whose name the query is but for typing errors, when no name reads as typed."""
_BARELY = 0.3
"""The same, where all words typed stand in the books: then what was typed comes first."""
_OTHER_ENDING, _OTHER_SPACES, _PER_EDIT = 0.96, 0.94, 0.1
_WHOLE_NAME, _WHOLE_QUERY = 1.5, 0.7
"""How strongly a name counts less that the query covers in part, and one that covers the query in part."""
_STOP_IN_NAME = 0.25
"""Rarity of a stop word within a name."""
_LOOKED_INTO = 30
"""Entries whose paragraphs are looked into, the best by name and body."""
_QUOTING = 4
_QUOTED = 0.75
"""Of so many pairs of words this share stands together in a paragraph: somebody quotes it."""
_LEAST = 0.12
"""Entries below this share of the best score are left out."""


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


class Ranker:
    """Ranks the entries of a corpus; read-only."""

    def __init__(
        self,
        corpus: Corpus,
        settings: Settings,
        names: Names,
        postings: Postings,
        expander: Expander,
        page: Callable[[str], Page],
    ) -> None:
        self._corpus = corpus
        self._settings = settings
        self._names = names
        self._postings = postings
        self._expander = expander
        self._page = page
        self._places = {entry_id: place for place, entry_id in enumerate(corpus.entries)}
        self._name_weights: dict[int, float] = {}
        older = {book.key for book in corpus.books if not book.default}
        self._older = frozenset(i for i in corpus.entries if i.rpartition("/")[0] in older)

    def rank(
        self, query: Query, wanted: Wanted, is_fitting: Callable[[Entry], bool], most: int = _LOOKED_INTO
    ) -> list[Ranked]:
        """Entries that `is_fitting` allows, the best first, at least `most` of them; ties in reading order."""
        found: dict[str, Ranked] = {}
        shelf = f"{query.game}/" if query.game else ""
        self._add_names(found, wanted, shelf, frozenset(stop for stop in query.words if self._expander.is_stop(stop)))
        if not query.headword_only:
            self._add_body(found, wanted, shelf)
        self._add_tiers(found, query, wanted)
        fitting = [ranked for ranked in found.values() if is_fitting(ranked.entry)]
        for ranked in fitting:
            ranked.factor = self._factor(ranked.entry, wanted)
            self._add_up(ranked)
        best = sorted(fitting, key=_order)[: max(most, _LOOKED_INTO)]
        pairs = self._pairs(query)
        for ranked in best:
            self._look_into(ranked, pairs, wanted)
            self._add_up(ranked)
        self._put_older_editions_behind(best)
        best.sort(key=_order)
        return [ranked for ranked in best if ranked.score >= _LEAST * min(best[0].score, 1.0)]

    def _ranked(self, found: dict[str, Ranked], entry_id: str) -> Ranked:
        ranked = found.get(entry_id)
        if ranked is None:
            ranked = found[entry_id] = Ranked(self._corpus.entries[entry_id], self._places[entry_id])
        return ranked

    def _add_up(self, ranked: Ranked) -> None:
        weights = self._settings.weights
        if ranked.tier >= _SURELY and ranked.is_bearer:  # bearers of the name typed: in reading order
            ranked.score = (ranked.tier + sum(weights.values())) * ranked.factor
            return
        blend = (
            weights["name"] * ranked.name
            + weights["body"] * ranked.body
            + weights["paragraph"] * ranked.paragraph
            + weights["phrase"] * ranked.phrase
            + weights["quoted"] * ranked.quoted
        )
        ranked.score = (ranked.tier + blend) * ranked.factor

    def _factor(self, entry: Entry, wanted: Wanted) -> float:
        factors = self._settings.factors
        factor = factors.get(entry.kind, 1.0)
        if entry.id in self._older:
            factor *= factors["older_edition"]
        if wanted.game and entry.game != wanted.game:
            factor *= factors["other_game"]
        return factor

    # ---------------------------------------------------------------- names, whole

    def _add_tiers(self, found: dict[str, Ranked], query: Query, wanted: Wanted) -> None:
        named = self._named(query.text, found, _NAMED, "is what was typed")
        subject = self.subject(query.text)
        for text in dict.fromkeys((*query.terms, *([subject] if subject else []))):
            named += self._named(text, found, _ASKED, "is what was asked about")
        for text in dict.fromkeys((wanted.content, _without_numbers(wanted.content))):
            if text and text not in (query.text, subject):
                named += self._named(text, found, _LEFT, "is what is left of the question")
        self._add_same_language(found, query.text, wanted)
        if not named:
            self._half_named(query.text, found)
            for text in dict.fromkeys((query.text, *([subject] if subject else []), wanted.content)):
                self._nearly_named(text, found, wanted)

    def _add_same_language(self, found: dict[str, Ranked], text: str, wanted: Wanted) -> None:
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

    def subject(self, text: str) -> str | None:
        """What a folded question asks about, when it is of a form that `search.toml` knows; else None."""
        if " " not in text:
            return None
        found = (re.match(pattern, text) for pattern in self._settings.subject)
        return next((asked["subject"] for asked in found if asked), None)

    def _named(self, text: str, found: dict[str, Ranked], tier: float, why: str) -> int:
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

    def _nearly_named(self, text: str, found: dict[str, Ranked], wanted: Wanted) -> None:
        tier = _NEARLY if wanted.only_stop_words or not wanted.is_literal else _BARELY
        for name, edits in self._names.like(text, allowed_edits(text.replace(" ", ""))):
            self._raise(found, name, tier * (1 - _PER_EDIT * edits), f"is “{text}” but for {edits} typing error(s)")

    def _half_named(self, text: str, found: dict[str, Ranked]) -> None:
        """Names of several words of which the last is half typed, the shortest before longer ones."""
        for place, name in enumerate(self._names.begun_by(text) if " " in text else ()):
            self._raise(found, name, _NEARLY * (1 - _PER_EDIT * place), f"begins with “{text}”")

    def _raise(self, found: dict[str, Ranked], name: Name, tier: float, why: str) -> None:
        quality = self._settings.names[name.kind]
        for target, weight in name.targets:
            ranked = self._ranked(found, target)
            if tier * quality * weight > ranked.tier:
                ranked.tier, ranked.named_by, ranked.named_why = tier * quality * weight, name, why

    # ---------------------------------------------------------------- names, word by word

    def _add_names(self, found: dict[str, Ranked], wanted: Wanted, shelf: str, stops: frozenset[str]) -> None:
        """Fit by names; a term of the lexicon counts where the query holds all its words, stop words too."""
        covered: dict[int, dict[str, float]] = defaultdict(dict)
        names: dict[int, Name] = {}
        for word in wanted.words:
            for word_stem, weight in word.stems.items():
                for name in self._names.with_stem(word_stem):
                    names[id(name)] = name
                    stems = covered[id(name)]
                    stems[word_stem] = max(weight, stems.get(word_stem, 0.0))
        for key, stems in covered.items():
            name = names[key]
            if shelf and not any(target.startswith(shelf) for target, _ in name.targets):
                continue
            if name.kind == "lexicon":
                stems.update(dict.fromkeys(stops.intersection(name.stems), 1.0))
                if not stems.keys() >= set(name.stems):
                    continue
            self._add_name(found, name, stems, wanted)

    def _add_name(self, found: dict[str, Ranked], name: Name, stems: Mapping[str, float], wanted: Wanted) -> None:
        game = name.targets[0][0].partition("/")[0]
        whole = self._weight_of(name, game)
        held = sum(self._rarity_in_name(s, game) * stems.get(s, 0.0) for s in name.stems)
        asked = sum(
            word.rarity * max((w for s, w in word.stems.items() if s in stems), default=0.0) for word in wanted.words
        )
        fit = (held / whole) ** _WHOLE_NAME * (asked / wanted.rarity) ** _WHOLE_QUERY if whole else 0.0
        for target, weight in name.targets:
            ranked = self._ranked(found, target)
            score = fit * weight * self._settings.names[name.kind]
            if score > ranked.name:
                ranked.name, ranked.fits_by = score, name

    def _weight_of(self, name: Name, game: str) -> float:
        kept = self._name_weights.get(id(name))
        if kept is None:
            kept = self._name_weights[id(name)] = sum(self._rarity_in_name(s, game) for s in name.stems)
        return kept

    def _rarity_in_name(self, word_stem: str, game: str) -> float:
        return _STOP_IN_NAME if self._expander.is_stop(word_stem) else self._postings.rarity(word_stem, game) or 1.0

    # ---------------------------------------------------------------- body text

    def _add_body(self, found: dict[str, Ranked], wanted: Wanted, shelf: str) -> None:
        total: dict[str, float] = defaultdict(float)
        for word in wanted.words:
            for entry_id, score in self._word_scores(word).items():
                if entry_id.startswith(shelf):
                    total[entry_id] += score
        most = max(total.values(), default=0.0)
        for entry_id, score in total.items():
            ranked = self._ranked(found, entry_id)
            ranked.bm25, ranked.body = score, score / most

    def _word_scores(self, word: Word) -> Mapping[str, float]:
        if len(word.stems) == 1 and 1.0 in word.stems.values():
            return self._postings.scores(*word.stems)
        scores: dict[str, float] = {}
        for word_stem, weight in word.stems.items():
            for entry_id, score in self._postings.scores(word_stem).items():
                scores[entry_id] = max(score * weight, scores.get(entry_id, 0.0))
        return scores

    # ---------------------------------------------------------------- the best paragraph

    def _look_into(self, ranked: Ranked, pairs: Sequence[tuple[str, str]], wanted: Wanted) -> None:
        page = self._page(ranked.entry.id)
        named = page.names & wanted.stems
        best = -1.0
        for passage in page.passages:
            here = passage.stems & wanted.stems
            held = wanted.share_held(here, named)
            together = self._share_together(passage, pairs) if here else 0.0
            if held + together > best + 1e-9:
                best, ranked.passage = held + together, passage
                ranked.paragraph, ranked.phrase = held, together
        if len(pairs) >= _QUOTING and ranked.phrase >= _QUOTED:
            ranked.quoted = ranked.phrase
        is_its_name = ranked.tier >= _LEFT * 0.8 and len(wanted.words) <= len(page.names)
        if is_its_name and page.passages:
            ranked.passage = page.passages[0]

    def _pairs(self, query: Query) -> list[tuple[str, str]]:
        words = query.words
        return [
            (self._expander.stems_of(a)[0], self._expander.stems_of(b)[0])
            for a, b in pairwise(words)
            if not (self._expander.is_stop(a) and self._expander.is_stop(b))
        ]

    @staticmethod
    def _share_together(passage: Passage, pairs: Sequence[tuple[str, str]]) -> float:
        return sum(pair in passage.pairs for pair in pairs) / len(pairs) if pairs else 0.0

    # ---------------------------------------------------------------- editions

    def _put_older_editions_behind(self, best: Sequence[Ranked]) -> None:
        """An entry of an older edition never stands before one of the default edition that bears its name."""
        scores = {ranked.entry.id: ranked.score for ranked in best if ranked.entry.id not in self._older}
        for ranked in best:
            if ranked.entry.id not in self._older:
                continue
            stems = " ".join(self._names.headword_stems(ranked.entry.id))
            newer = [
                scores[target]
                for name in self._names.same_stems(stems)
                if name.kind != "lexicon"
                for target, _ in name.targets
                if target in scores and target.split("/")[0] == ranked.entry.game
            ]
            if newer and ranked.score >= max(newer):
                ranked.score = max(newer) - 1e-6
                ranked.is_held_back = True


_KIND = {
    "headword": "headword",
    "alias": "other name",
    "bare": "headword",
    "redirect": "redirect",
    "lexicon": "players’ word",
}


def _order(ranked: Ranked) -> tuple[float, int]:
    return (-round(ranked.score, 9), ranked.place)


def _without_numbers(text: str) -> str:
    return " ".join(word for word in text.split() if not word.isdigit())

