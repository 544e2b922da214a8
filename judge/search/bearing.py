"""Whether what an entry says bears on a question, or only shares some words with it.

A rule that is quoted beside the question reads like an answer and is worse than none. What could be quoted is weighed
by how much of the question it holds: as a whole, and in its best sentence; a condition that nobody asked about counts
against it. Some things it cannot be without: what one wants to do, whom and how often the question is about, states as
states, a number, a time or a place where one is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, takewhile
from typing import NamedTuple

from judge.search.lexicon import Demands, QuestionKind
from judge.search.said import Quotable, Sentence
from judge.search.wanted import Wanted, Word
from judge.search.words import stem

_SHORTEST_STATE = 5
_DONE_TO = frozenset(("be", "being", "get", "gets"))
"""What is asked to be done to something (“be attacked”) is not answered by what that something does."""
_BY_NAME, _AROUND, _LED, _BESIDE = 0.9, 0.75, 0.7, 0.8
"""A word counts that much that stands in the entry's name, in what introduces the quote, in a word of players for the
entry; and for a sentence, in another sentence of the quote."""
_ALSO = 0.9
"""A rule for all characters holds one of a sort of them that much."""
_GENERIC = 0.2
"""A word that an answer may leave out counts that much of its rarity."""
_PHRASE = 0.55
"""A word whose stems all stand for it less than this is known by its meaning only; a phrase by each of its words."""
_AS_TYPED = 0.35
"""So much of the question must be held as typed, not by words of the same meaning."""
_OWN, _OWN_COUNTED = 0.24, 0.45
"""So much of it the best sentence must hold by itself, one that tells a number more."""
_WHOLE = 0.6
"""The share of what is quoted as a whole; the rest is its best sentence's."""
_UNASKED, _WITHOUT, _NO_CUE, _EXAMPLE = 0.25, 0.12, 0.1, 0.15
"""What takes from a fit: a condition not asked about, doing without, no word of the question's kind, an example."""
_BETTER, _DENSE, _TOGETHER, _CONDITION = 0.08, 0.06, 0.08, 0.09
"""What adds to it: a word that speaks for an answer of the kind, few other words, words together that are so in the
question; and the condition asked about, which takes as much where it is missing."""
_FAR = 10
"""Words behind a number among which all of what is counted stands."""
_ONE = frozenset(("one", "1", "x", "no"))
"""Numbers that may be no count: “draw one card”."""
OF_ALL = frozenset(("decides", "order"))
"""Kinds of questions that a rule over all things of a sort answers, without naming those asked about."""
_EVENTS = frozenset(("place", "consequence", "when"))
"""Kinds of questions in which “defeated” is what happens, not a state."""
_MEANS = frozenset(("when", "how"))
"""Kinds of questions that are not answered by what happens then."""
_OPEN = frozenset(("when", "permission", "who"))
"""Kinds of questions that are answered by a condition."""


class _Part(NamedTuple):
    """A word asked about: its weight, its stems with how well each stands for it, those that are the word itself; the
    folded words that speak of it too."""

    weight: float
    stems: tuple[tuple[str, float], ...]
    typed: frozenset[str]
    also: frozenset[str]

    @classmethod
    def of(cls, word: Word, demands: Demands) -> _Part:
        most = max(word.stems.values(), default=1.0)
        scale = most if most >= _PHRASE else 1.0
        return cls(
            weight=word.rarity * (_GENERIC if word.typed in demands.generic else 1.0),
            stems=tuple((word_stem, weight / scale) for word_stem, weight in word.stems.items()),
            typed=frozenset(s for s, weight in word.stems.items() if weight >= scale),
            also=demands.any if word.typed in demands.sorts else frozenset(),
        )


class Place(NamedTuple):
    """Where something stands: the stems of the entry's names, those of players' words that led to it, its headword's
    folded words."""

    named: Set[str]
    led: Set[str]
    headword: Set[str]


@dataclass(frozen=True)
class Bearing:
    """What a question of these folded `words` demands of what answers it."""

    words: Sequence[str]
    wanted: Wanted
    kind: QuestionKind
    demands: Demands

    def fit(self, quotable: Quotable, place: Place) -> float | None:
        """How well it answers (about 0 to 1, a little more for the best); None where it cannot."""
        if not self._can_answer(quotable, place):
            return None
        held = [_held(part, quotable, place) for part in self._parts]
        best = max(
            (fit for s in quotable.sentences if (fit := self._fit_of(s, quotable, place)) is not None), default=None
        )
        if best is None:
            return None
        whole = sum(part.weight * share for part, share in zip(self._parts, held, strict=True)) / self._whole
        return _WHOLE * whole + (1 - _WHOLE) * best - (_EXAMPLE if quotable.is_example else 0.0)

    # ---------------------------------------------------------------- what the question demands

    @cached_property
    def _parts(self) -> tuple[_Part, ...]:
        return tuple(_Part.of(word, self.demands) for word in self.wanted.words)

    @cached_property
    def _whole(self) -> float:
        return sum(part.weight for part in self._parts) or 1.0

    @cached_property
    def _asked(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def _content(self) -> frozenset[str]:
        return frozenset(word.typed for word in self.wanted.words)

    @cached_property
    def _telling(self) -> frozenset[str]:
        """Words that an answer may not leave out."""
        return self._content - self.demands.generic - self.demands.common

    @cached_property
    def _telling_stems(self) -> frozenset[str]:
        return frozenset(map(stem, self._telling))

    @cached_property
    def _core(self) -> _Part | None:
        """What the one who asks wants to do."""
        return self._parts[0] if self.demands.doer.match(" ".join(self.words)) else None

    @cached_property
    def _states(self) -> frozenset[str]:
        """States that must stand there as states (“exhausted”, not “exhaust”), and what is done to something."""
        if self.kind.name in _EVENTS:
            return frozenset()
        states = {
            word
            for word, after in pairwise(self.words)
            if word.endswith("ed") and len(word) >= _SHORTEST_STATE and {word, after} <= self._content
        }
        states |= {word for before, word in pairwise(self.words) if before in _DONE_TO and word in self._content}
        return frozenset(states)

    @cached_property
    def _relations(self) -> tuple[frozenset[str], ...]:
        """Of each of these, a sentence must hold a word."""
        return tuple(answers for words, answers in self.demands.relations if words & self._asked)

    @cached_property
    def _strangers(self) -> frozenset[str]:
        """Who is not meant by one who asks in the first person."""
        if not self._asked & self.demands.first:
            return frozenset()
        return self.demands.strangers.difference(self._asked, *self._relations)

    @cached_property
    def _theirs(self) -> frozenset[str]:
        """What entries are about that are not about one who asks so."""
        is_mine = bool(self._asked & self.demands.first)
        return self._strangers | (self.demands.theirs - self._asked if is_mine else frozenset())

    @cached_property
    def _quantifiers(self) -> frozenset[str]:
        """What happens to one is not answered by what happens to all or to the first."""
        return self.demands.quantifiers - self._asked if self.kind.name == "consequence" else frozenset()

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return frozenset(word for word in self._asked if word.isdigit())

    @cached_property
    def _counted(self) -> tuple[str, ...]:
        """The stems of what is counted: of the words that follow “how many” without a break."""
        if self.kind.name != "number":
            return ()
        at = next((n for n, pair in enumerate(pairwise(self.words), 2) if pair in _HOW_MANY), len(self.words))
        return tuple(map(stem, takewhile(lambda word: word in self._content, self.words[at:])))

    @cached_property
    def _counts_common(self) -> bool:
        return set(self._counted) <= set(map(stem, self.demands.common))

    # ---------------------------------------------------------------- whether it is met

    def _can_answer(self, quotable: Quotable, place: Place) -> bool:
        """True when what is quoted holds what cannot be left out."""
        typed = sum(part.weight for part in self._parts if part.typed & (quotable.stems | place.named))
        return (
            (bool(self._telling) or self.kind.name in OF_ALL)
            and not self._theirs & place.headword
            and typed >= _AS_TYPED * self._whole
            and all(number in quotable.plain or "x" in quotable.plain for number in self._numbers)
            and all(self._is_said(state, quotable) or place.named == {stem(state)} for state in self._states)
            and (not self.kind.also or bool(self.kind.also & quotable.plain))
        )

    def _is_said(self, state: str, quotable: Quotable) -> bool:
        """True where a state stands as a state, or other words stand for it."""
        return state in quotable.plain or stem(state) not in quotable.stems

    def _fit_of(self, sentence: Sentence, quotable: Quotable, place: Place) -> float | None:
        """How well a sentence answers, with what stands around it; None where it does not."""
        here = [_here(part, sentence) for part in self._parts]
        own = sum(part.weight * share for part, share in zip(self._parts, here, strict=True)) / self._whole
        if own < (_OWN_COUNTED if self._counted else _OWN) or not self._speaks(sentence):
            return None
        beside = (_held(part, quotable, place, _BESIDE) for part in self._parts)
        lent = (p.weight * max(0.0, b - h) for p, b, h in zip(self._parts, beside, here, strict=True))
        return own + sum(lent) / self._whole + self._manner(sentence, place)

    def _speaks(self, sentence: Sentence) -> bool:
        """True when a sentence is about whom and what is asked about, and tells what an answer of its kind must."""
        is_about_then = self.kind.name in _MEANS and sentence.condition
        return not (
            self._strangers & sentence.plain
            or any(token.plain in self._quantifiers for token in sentence.condition)
            or not all(answers & sentence.plain for answers in self._relations)
            or (self._core and (not _here(self._core, sentence) or self._is_turned(sentence, self._core)))
            or (is_about_then and self._telling_stems <= sentence.condition_stems)
            or (self.kind.must and not self._tells(sentence))
        )

    def _is_turned(self, sentence: Sentence, core: _Part) -> bool:
        """True when the sentence tells what another may do (“it cannot attack”) that one wants to do to it."""
        if self._asked & self.demands.tools:
            return False
        others = self.wanted.stems - core.typed
        return any(
            subject.stem in others and allows.plain in self.demands.allowing and does.stem in core.typed
            for subject, allows, does in zip(sentence.tokens, sentence.tokens[1:], sentence.tokens[2:], strict=False)
        )

    def _manner(self, sentence: Sentence, place: Place) -> float:
        """What adds to a sentence's fit or takes from it: how it speaks."""
        wanted, condition = self.wanted.stems, sentence.condition_stems
        fit = _DENSE * len(sentence.stems & wanted) / len(sentence.stems) + _TOGETHER * self._together(sentence)
        if condition and self.kind.name not in _OPEN:
            fit -= _UNASKED * len(condition - wanted - place.named) / len(condition)
        if self.kind.name == "consequence" and self._asked & self.demands.conditions:
            fit += _CONDITION if condition & wanted else -_CONDITION
        if "without" in sentence.plain and "without" not in self._asked:
            fit -= _WITHOUT
        if self.kind.better & sentence.plain:
            fit += _BETTER
        if self.kind.cues and not self.kind.cues & sentence.plain:
            fit -= _NO_CUE
        return fit

    def _together(self, sentence: Sentence) -> float:
        """How many words that stand together in the question do so in the sentence, in any order, 0 to 1."""
        asked, said = list(pairwise(self._parts)), sentence.pairs
        found = sum(
            any((x, y) in said or (y, x) in said for x, _ in a.stems for y, _ in b.stems) for a, b in asked
        )
        return found / len(asked) if asked else 0.0

    def _tells(self, sentence: Sentence) -> bool:
        """True when a sentence has a word that tells what is asked for: a number before what is counted."""
        tokens = sentence.tokens
        cues = [n for n, token in enumerate(tokens) if token.plain in self.kind.cues]
        if not self._counted:
            return bool(cues)
        if self._counts_common:
            cues = [n for n in cues if tokens[n].plain not in _ONE or (n and tokens[n - 1].plain in self.kind.better)]
        *others, last = self._counted
        behind = ([token.stem for token in tokens[n + 1 : n + 1 + _FAR]] for n in cues)
        return any(last in stems[: self.demands.near] and set(others) <= set(stems) for stems in behind)


_HOW_MANY = frozenset((("how", "many"), ("how", "much")))


def _here(part: _Part, sentence: Sentence) -> float:
    """How well a sentence itself holds a word."""
    here = max((weight for word_stem, weight in part.stems if word_stem in sentence.stems), default=0.0)
    return max(here, _ALSO) if part.also & sentence.plain else here


def _held(part: _Part, quotable: Quotable, place: Place, beside: float = 1.0) -> float:
    """How well what is quoted holds a word, which counts `beside` of itself, or what stands around it."""
    best = 0.0
    for word_stem, weight in part.stems:
        if word_stem in quotable.stems:
            best = max(best, weight * beside)
        if word_stem in place.named:
            best = max(best, weight * _BY_NAME)
        elif word_stem in quotable.around:
            best = max(best, weight * _AROUND)
        elif word_stem in place.led:
            best = max(best, weight * _LED)
    return max(best, _ALSO) if part.also & quotable.plain else best
