"""What comes first, by the timing data of the corpus: a step or class of abilities before another of one sequence.

`corpus/lexicon/step-words.toml` says by which words people ask for a step. It is said only where these words make up
the whole question but for those that ask: never about a part of what was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from judge.entry import Citation
from judge.search.lexicon import Settings
from judge.search.word_forms import stem, words_of
from judge.toml_tables import read_toml

STEP_WORDS = "step-words.toml"
CLASSES = "class"
"""The sequence of the classes of abilities, first to last."""
_KEPT = frozenset(("would",))
"""Words that only ask elsewhere."""
_OTHERWISE = frozenset(("many", "much", "who", "where", "why"))
"""What asks by one of these asks for no order."""


@dataclass(frozen=True, slots=True)
class OrderedStep:
    """A step of a sequence: its id (`TYPE/STEP`, `class/CLASS`), its title and the rules that put it there."""

    id: str
    title: str
    rules: tuple[Citation, ...]


Sequences = Callable[[str, str], Iterable[Sequence[OrderedStep]]]
"""The sequences of a game and edition: its occurrences as their steps, the classes of abilities; none without any."""

StepWords = Mapping[str, Mapping[str, Sequence[str]]]
"""By `GAME/EDITION` and the id of a step, the words people ask for it by."""


def read_step_words(lexicon: Path) -> StepWords:
    """The words by which people ask for steps; none where there is no such table. Raises as `read_toml`."""
    path = lexicon / STEP_WORDS
    tables: Mapping[str, Mapping[str, Mapping[str, Any]]] = read_toml(path) if path.is_file() else {}
    return {
        edition: {f"{sequence}/{step}": words for sequence, steps in table.items() for step, words in steps.items()}
        for edition, table in tables.items()
    }


@dataclass(frozen=True, slots=True)
class Order:
    """What comes before what: the titles of both, with the rule that decides for each, and the whole sequence."""

    first: OrderedStep
    second: OrderedStep
    sequence: tuple[str, ...]

    @property
    def rules(self) -> tuple[Citation, ...]:
        """The rule that ranks one against the other, or the rule of each."""
        common = [rule for rule in self.first.rules if rule in self.second.rules]
        longest = partial(max, key=lambda rule: len(rule.quote))
        return (longest(common),) if common else (longest(self.first.rules), longest(self.second.rules))


@dataclass(frozen=True, slots=True)
class Orders:
    """The words people ask by, and the sequences of each edition."""

    asked: StepWords
    sequences: Sequences

    def find(self, question: str, game: str, edition: str, settings: Settings) -> Order | None:
        """The order in which the two things asked about come in one sequence; None where not both are surely steps."""
        words, asked = words_of(question), self.asked.get(f"{game}/{edition}", {})
        if not asked or not _asks_order(words, settings):
            return None
        stops = (settings.stop | settings.order_marks) - _KEPT
        around = frozenset(map(stem, settings.order_words))
        content = [stem(word) for word in words if word not in stops]
        for steps in self.sequences(game, edition):
            known = [step for step in steps if step.id in asked]
            found = _covered(content, {step.id: asked[step.id] for step in known}, stops, around)
            if (pair := _pair(known, found, asked)) is not None:
                return Order(*pair, tuple(step.title for step in known))
        return None


def _asks_order(words: Sequence[str], settings: Settings) -> bool:
    """Whether the words ask what comes first, and for nothing else."""
    return not settings.order_marks.isdisjoint(words) and _OTHERWISE.isdisjoint(words)


def _pair(
    known: Sequence[OrderedStep], found: Set[str], asked: Mapping[str, Sequence[str]]
) -> tuple[OrderedStep, OrderedStep] | None:
    """The two steps found, where rules put both there and no words stand for both; else None."""
    ruled = [step for step in known if step.id in found and step.rules]
    if len(found) != 2 or len(ruled) != 2 or not set(asked[ruled[0].id]).isdisjoint(asked[ruled[1].id]):
        return None
    return ruled[0], ruled[1]


def _covered(content: Sequence[str], steps: Mapping[str, Sequence[str]], stops: Set[str], around: Set[str]) -> Set[str]:
    """The steps whose words make up the content, longest first; none where another telling word is left."""
    named: dict[frozenset[str], str] = {}
    for step, phrases in steps.items():
        for phrase in phrases:
            named.setdefault(frozenset(stem(word) for word in words_of(phrase) if word not in stops), step)
    sizes = sorted({len(stems) for stems in named}, reverse=True)
    found: set[str] = set()
    at = 0
    while at < len(content):
        size = next((n for n in sizes if len(content) >= at + n and frozenset(content[at : at + n]) in named), 0)
        if size:
            found.add(named[frozenset(content[at : at + size])])
        elif content[at] not in around:
            return frozenset()
        at += size or 1
    return found
