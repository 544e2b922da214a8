"""The index folder, as it is read: the compiled word scores, names and settings, vocabulary, and the seal over all.

Whoosh's own files stand beside them, sealed too; a search does not open them. All that it needs is read into memory,
so that nothing that happens to the files later can disturb it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.corpus import Corpus
from judge.errors import CouldNot
from judge.search.lexicon import Settings
from judge.search.names import Name, Names
from judge.search.word_scores import WordScores
from judge.search.words import stem

FORMAT = 3
SEAL = "seal.json"
NAMES = "names.json"
VOCABULARY = "vocabulary.json"
SCORES = "scores.json"
COLUMNS = "scores.bin"


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

        def stem_of(word: str) -> str:
            return known.get(word) or stem(word, lang)

        return stem_of


def read_index(folder: Path, corpus: Corpus) -> OpenIndex:
    """The index in `folder`. Raises CouldNot where it is missing, damaged, or made from another corpus."""
    try:
        seal = json.loads((folder / SEAL).read_text(encoding="utf-8"))
        if seal["format"] != FORMAT or seal["build"] != corpus.build_id or seal["files"] != digests(folder):
            raise ValueError("its seal is broken")
        compiled = json.loads((folder / NAMES).read_text(encoding="utf-8"))
        vocabulary = json.loads((folder / VOCABULARY).read_text(encoding="utf-8"))
        head = json.loads((folder / SCORES).read_text(encoding="utf-8"))
        ids = tuple(corpus.entries)
        return OpenIndex(
            word_scores=WordScores.read(head, (folder / COLUMNS).read_bytes()),
            names=Names(Name.from_json(row, ids) for row in compiled["names"]),
            settings=Settings.from_json(compiled["settings"]),
            vocabulary=vocabulary["books"],
            everyday=frozenset(vocabulary["everyday"]),
        )
    except (OSError, ValueError, LookupError, TypeError) as problem:
        raise CouldNot("The search index is missing or damaged: run `judge build`.", str(folder)) from problem


def digests(folder: Path) -> dict[str, str]:
    """The digest of every file of the index but the seal; Whoosh's write lock is none of its content."""
    files = [path for path in sorted(folder.iterdir()) if path.name != SEAL and not path.name.endswith("LOCK")]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
