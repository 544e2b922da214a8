"""The index folder, as it is read: word scores, names and settings, vocabulary, and the seal over all.

All that a search needs is read into memory, so that nothing that happens to the files later can disturb it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.corpus import Corpus
from judge.errors import CouldNot
from judge.search.lexicon import Settings
from judge.search.names import Name, Names
from judge.search.words import stem

FORMAT = 4
SEAL, NAMES, VOCABULARY, SCORES = "seal.json", "names.json", "vocabulary.json", "scores.json"

WordScores = Mapping[str, tuple[Sequence[int], Sequence[float]]]
"""For each stem the places of the entries that hold it, in reading order, and the score of each."""


@dataclass(frozen=True)
class OpenIndex:
    """What an index folder holds, opened."""

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
        seal = _read(folder / SEAL)
        if seal["format"] != FORMAT or seal["build"] != corpus.build_id or seal["files"] != digests(folder):
            raise ValueError("its seal is broken")
        compiled, vocabulary = _read(folder / NAMES), _read(folder / VOCABULARY)
        return OpenIndex(
            word_scores=_read(folder / SCORES),
            names=Names(Name.from_json(row) for row in compiled["names"]),
            settings=Settings.from_json(compiled["settings"]),
            vocabulary=vocabulary["books"],
            everyday=frozenset(vocabulary["everyday"]),
        )
    except (OSError, ValueError, LookupError, TypeError) as problem:
        raise CouldNot("The search index is missing or damaged: run `judge build`.", str(folder)) from problem


def digests(folder: Path) -> dict[str, str]:
    """The digest of every file of the index but the seal."""
    files = [path for path in sorted(folder.iterdir()) if path.name != SEAL]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
