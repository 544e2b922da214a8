"""Whether a sentence bears on a question, or only shares some words with it.

A rule that is quoted beside the question reads like an answer and is worse than none: so a sentence must hold every
word that the question turns on, states as states (“exhausted”, not “exhaust”), whom and how often it is about, and, by
kind of question, its condition or its number where it belongs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.search.lexicon import Demands, QuestionKind
from judge.search.wanted import Wanted
from judge.search.words import Token

_HELD = 0.5
"""A stem that stands for a word less well does not hold it."""
_SHORTEST_STATE = 5
_DONE_TO = frozenset(("be", "being", "get", "gets"))
"""What is asked to be done to something (“be attacked”) is not answered by what that something does."""
_NEAR = frozenset(("number", "permission"))
"""Kinds of questions whose answer stands beside what it is about."""
_OF_ALL = frozenset(("decides", "order"))
"""Kinds of questions that a rule over all things of a sort answers, without naming those asked about."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """What a question demands of a sentence that answers it."""

    wanted: Wanted
    kind: QuestionKind
    demands: Demands
    states: frozenset[str]
    relations: tuple[frozenset[str], ...]
    strangers: frozenset[str]

    @classmethod
    def of(cls, words: Sequence[str], wanted: Wanted, kind: QuestionKind, demands: Demands) -> Bearing:
        """What the question of these folded words demands."""
        content = {word.typed for word in wanted.words}
        states = {
            word
            for word, after in pairwise(words)
            if word.endswith("ed") and len(word) >= _SHORTEST_STATE and word in content and after in content
        }
        states |= {word for before, word in pairwise(words) if before in _DONE_TO and word in content}
        asked = set(words)
        relations = tuple(answers for relation, answers in demands.relations if relation & asked)
        strangers = demands.strangers if asked & demands.first else frozenset()
        if kind.name == "consequence":
            strangers |= demands.quantifiers
        return cls(wanted, kind, demands, frozenset(states), relations, strangers - asked)

    def is_met(self, tokens: Sequence[Token], named: frozenset[str]) -> bool:
        """True when a sentence of these words, in an entry whose name holds the stems `named`, bears on it."""
        if self.kind.name in _OF_ALL:
            return True
        stems = frozenset(token.stem for token in tokens)
        here = {token.plain for token in tokens}
        is_lone = len(self.wanted.words) == 1
        return (
            self._holds_all(stems | named, bool(here & self.demands.any))
            and self.states <= here
            and not self.strangers & here
            and all(answers & here for answers in self.relations)
            and (self.kind.name != "consequence" or self._has_condition(tokens))
            and (self.kind.name not in _NEAR or (is_lone and bool(named)) or self._has_cue(tokens))
        )

    def _holds_all(self, stems: frozenset[str], is_of_any: bool) -> bool:
        return all(
            word.typed in self.demands.generic
            or (is_of_any and word.typed in self.demands.sorts)
            or any(s in stems and w >= _HELD for s, w in word.stems.items())
            for word in self.wanted.words
        )

    def _has_condition(self, tokens: Sequence[Token]) -> bool:
        """True when a word asked about stands behind a word that begins a condition."""
        begins = next((n for n, token in enumerate(tokens) if token.plain in self.demands.conditions), len(tokens))
        return any(token.stem in self.wanted.stems for token in tokens[begins + 1 :])

    def _has_cue(self, tokens: Sequence[Token]) -> bool:
        """True when a word that tells how many, or what is allowed, stands near a word asked about."""
        cues = [n for n, token in enumerate(tokens) if token.plain in self.kind.cues]
        weak = self.demands.generic | self.demands.common
        words = [word for word in self.wanted.words if word.typed not in weak] or self.wanted.words
        stems = {stem for word in words for stem in word.stems}
        asked = [n for n, token in enumerate(tokens) if token.stem in stems]
        return any(abs(a - b) <= self.demands.near for a in cues for b in asked)
