"""How well a quotation of an entry answers a question: a few features, each a number of about 0 to 1.

What each counts stands in `corpus/lexicon/answers.toml`; `scripts/fit-answers` works it out from labelled questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import fsum, log
from typing import NamedTuple

from judge.search.entry_names import Said
from judge.search.expansion import Wanted, Word
from judge.search.query import read_query
from judge.search.question import Question
from judge.search.quotations import Quotation, Sentence
from judge.search.ranking import Ranked
from judge.search.search import Found, Searcher
from judge.search.translations import RARITY
from judge.search.word_forms import WORD, fold, stem, words_of

_MANY_WORDS = 10
"""So many words looked for count 1."""
_HARDLY = 0.3
"""A word that is said of a quotation so little likelier than of any, by the logarithm, is hardly said of it."""
_LONG_TEXT = 6.0
"""The logarithm of the characters of a quotation that counts 1."""
_HOW_MANY = frozenset((("how", "many"), ("how", "much")))


class Candidate(NamedTuple):
    """A quotation of an entry that may answer, and its features by name."""

    ranked: Ranked
    quotation: Quotation
    features: Mapping[str, float]

    def is_short(self, most: int) -> bool:
        """True for a paragraph, and for what has no more characters than `most`."""
        return len(self.quotation.places) == 1 or len(self.quotation.text) <= most


@dataclass(frozen=True)
class Asked:
    """A question read against the books: its folded words, and what it looks for with the words it leans on."""

    question: Question
    words: tuple[str, ...]
    wanted: Wanted
    searcher: Searcher

    @classmethod
    def of(cls, question: Question, searcher: Searcher, game: str | None) -> Asked:
        """The question as `searcher` understands it, narrowed to a game."""
        words = tuple(words_of(question.text))
        terms = [word for term in read_query(question.text).terms for word in term.split()]
        wanted = searcher.expander.expand(words, terms, narrowed=game)
        before = searcher.expander.expand(words_of(question.before), narrowed=game).words if question.before else ()
        typed = {word.typed for word in wanted.words}
        more = [word for word in before if word.known and word.typed not in typed]
        return cls(question, words, replace(wanted, words=tuple(map(_scaled, (*wanted.words, *more)))), searcher)

    @cached_property
    def features(self) -> Mapping[str, float]:
        """What tells of the question alone how surely it can be answered."""
        words = self.wanted.words
        return {
            "one": 1.0,
            "words": len(words) / _MANY_WORDS,
            "outside": float(bool(self.searcher.settings.answers.outside.search(" ".join(self.words)))),
            "unknown": sum(not word.known for word in words) / (len(words) or 1),
            "named": len(self._strange_names) / (len(self.words) or 1),
        }

    @cached_property
    def _strange_names(self) -> Sequence[str]:
        """Its words with a capital, but for the first, that the books and the lexicon do not hold: names of cards."""
        later = WORD.findall(self.question.text)[1:]
        return [word for word in later if word[0].isupper() and not self.searcher.expander.knows(fold(word))]

    @cached_property
    def pairs(self) -> Mapping[Said, float]:
        """The stems that stand together in it, and those that do but for words that only ask, with their rarity."""
        stop = self.searcher.settings.stop
        return {
            pair: self.searcher.names.rarity(pair)
            for words in (self.words, tuple(words_of(self.question.before)))
            for kept in (words, [word for word in words if word not in stop])
            for pair in pairwise(map(stem, kept))
        }

    @cached_property
    def all_pairs(self) -> float:
        """All rarity of the pairs together, never 0."""
        return sum(self.pairs.values()) or 1.0

    @cached_property
    def wants_number(self) -> bool:
        """True where it asks how many or how much."""
        return not _HOW_MANY.isdisjoint(pairwise(self.words))

    @cached_property
    def said(self) -> Sequence[tuple[float, Mapping[str, float]]]:
        """The rarity of each word that says something, with the stems of the books that it comes to stand for."""
        telling = set(words_of(f"{self.question.before} {self.question.text}")) - self.searcher.settings.stop
        stems = sorted(map(stem, telling))
        found = [meant for word in stems if (meant := self.searcher.translations.get(word))]
        return [(meant[RARITY], meant) for meant in found]

    @cached_property
    def all_said(self) -> float:
        """All rarity of those words together, never 0."""
        return sum(rarity for rarity, _ in self.said) or 1.0

    def best_sentence(self, quotation: Quotation) -> Sentence:
        """The sentence of a quotation that holds most of the question, words beside it counted."""
        beside = quotation.names | quotation.around
        return max(
            quotation.sentences,
            key=lambda one: sum(word.rarity * word.held(one.stems | beside) for word in self.wanted.words),
        )


def candidates(asked: Asked, found: Found) -> Iterator[Candidate]:
    """Lazily, the quotations of the entries found that hold something of what is asked."""
    best = max((ranked.score for ranked in found.entries), default=0.0) or 1.0
    ranker = asked.searcher.ranker
    stops = ranker.stops(found.query)
    for ranked in found.entries:
        fits = ranker.name_matcher.said(found.wanted, stops, ranked.entry.id)
        of_entry = {"search": ranked.score / best, "name": ranked.name}
        for quotation in asked.searcher.quotations(ranked.entry.id):
            if not asked.wanted.stems.isdisjoint(quotation.everything):
                said = max(fits.get(passage.anchor, 0.0) for passage in quotation.passages)
                yield Candidate(ranked, quotation, of_entry | {"said": said} | _of_quotation(asked, quotation))


def _of_quotation(asked: Asked, quotation: Quotation) -> dict[str, float]:
    numbers = asked.searcher.settings.answers.numbers
    pairs = fsum(map(asked.pairs.__getitem__, quotation.pairs.intersection(asked.pairs)))
    return {
        "called": asked.wanted.share_held(quotation.counts),
        **_meant(asked, quotation),
        "pairs": pairs / asked.all_pairs,
        "uncounted": float(asked.wants_number and quotation.words.isdisjoint(numbers)),
        "length": log(1 + len(quotation.text)) / _LONG_TEXT,
    }


def _meant(asked: Asked, quotation: Quotation) -> dict[str, float]:
    """How much likelier the question's words are said of such a quotation than of any; how much of it hardly is."""
    share = len(quotation.stems) ** -0.5
    held = ((rarity, quotation.everything.intersection(meant), meant) for rarity, meant in asked.said)
    told = [(rarity, log(1 + share * fsum(map(meant.__getitem__, both)))) for rarity, both, meant in held]
    return {
        "translated": sum(rarity * likelier for rarity, likelier in told) / asked.all_said,
        "lacking": sum(rarity for rarity, likelier in told if likelier < _HARDLY) / asked.all_said,
    }


def _scaled(word: Word) -> Word:
    """The word, its best stems counting whole: what a mended or foreign word stands for is all that is asked for.

    An everyday word that the books do not hold stands for nothing else here.
    """
    if not word.known and not word.read_as:
        return replace(word, stems={}, rarity=0.0)
    most = max(word.stems.values(), default=1.0)
    return replace(word, stems={s: weight / most for s, weight in word.stems.items()})
