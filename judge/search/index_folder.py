"""The index of a build, as it is read: word scores, names, settings and vocabulary in one file.

All that a search needs is read into memory, so that nothing that happens to the file later can disturb it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.corpus import Corpus
from judge.errors import CouldNot
from judge.search.entry_names import Name, Names
from judge.search.lexicon import Settings
from judge.search.word_forms import stem

FORMAT, INDEX = 5, "index.json"

WordScores = Mapping[str, tuple[Sequence[int], Sequence[float]]]
"""For each stem the places of the entries that hold it, in reading order, and the score of each."""


@dataclass(frozen=True)
class OpenIndex:
    """What an index holds, opened."""

    word_scores: WordScores
    names: Names
    settings: Settings
    vocabulary: Mapping[str, Mapping[str, str]]
    """By language, each folded word of the books in it, with its stem."""
    everyday: frozenset[str]
    """Everyday English words that stand in no book: what reads so is hardly a typing error."""

    def stem_of(self, lang: str) -> Callable[[str], str]:
        """Stems folded words of a language, those of the books by looking them up."""
        known = self.vocabulary.get(lang, {})
        return lambda word: known.get(word) or stem(word, lang)


def read_index(folder: Path, corpus: Corpus) -> OpenIndex:
    """The index in `folder`. Raises CouldNot where it is missing, damaged, or made from another corpus."""
    try:
        held = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        if (held["format"], held["build"]) != (FORMAT, corpus.build_id):
            raise ValueError("it is of another build")
        return OpenIndex(
            word_scores=held["scores"],
            names=Names(Name.from_json(row) for row in held["names"]),
            settings=Settings.from_json(held["settings"]),
            vocabulary=held["vocabulary"],
            everyday=frozenset(held["everyday"]),
        )
    except (OSError, ValueError, LookupError, TypeError) as problem:
        raise CouldNot("The search index is missing or damaged: run `judge build`.", str(folder)) from problem
