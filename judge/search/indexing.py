"""Making and opening the index: an edge, the only module of the room that writes files.

An index folder holds Whoosh's files, the compiled names and settings (`names.json`), the vocabulary (`vocabulary.json`)
and a seal over them all (`seal.json`), so that a damaged index is known before it answers wrongly.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whoosh import index as whoosh_index

from judge.corpus import Corpus
from judge.entry import Entry
from judge.errors import CouldNot
from judge.search.lexicon import Settings, read_settings, read_terms
from judge.search.names import Name, Names, compile_names, final_targets
from judge.search.schema import build_schema, field_name
from judge.search.words import stem, words_of

FORMAT = 2
_SEAL = "seal.json"
_NAMES = "names.json"
_VOCABULARY = "vocabulary.json"
_FREQUENCIES = "frequency_dictionary_en_82_765.txt"
"""English words with their frequencies, the commonest first."""
_COMMONEST = 6_000


@dataclass(frozen=True)
class OpenIndex:
    """What an index folder holds, opened."""

    whoosh: Any
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


def write_index(corpus: Corpus, lexicon: Path, folder: Path) -> None:
    """Make the index of `corpus` in the empty `folder`, with the words of the folder `lexicon`.

    Raises CouldNot where the lexicon is wrong or missing; OSError where the disk refuses.
    """
    settings = read_settings(lexicon)
    names = compile_names(corpus, read_terms(lexicon))
    places = {entry_id: place for place, entry_id in enumerate(corpus.entries)}
    _write_whoosh(corpus, names, folder)
    _write_json(folder / _NAMES, {"settings": settings, "names": [name.as_json(places) for name in names]})
    vocabulary = _vocabulary(corpus)
    _write_json(folder / _VOCABULARY, {"books": vocabulary, "everyday": _everyday(vocabulary)})
    _write_json(folder / _SEAL, {"format": FORMAT, "build": corpus.build_id, "files": _digests(folder)})


def _write_whoosh(corpus: Corpus, names: tuple[Name, ...], folder: Path) -> None:
    other_names: dict[str, list[str]] = defaultdict(list)
    for name in names:
        if name.kind in ("alias", "redirect"):
            for target, _ in name.targets:
                other_names[target].append(name.shown)
    index: Any = whoosh_index.create_in(str(folder), build_schema())
    writer = index.writer()
    for entry in corpus.entries.values():
        if final_targets(entry, corpus) == (entry.id,):
            writer.add_document(**_document(entry, other_names[entry.id]))
    writer.commit(optimize=True)
    index.close()


def _document(entry: Entry, aliases: list[str]) -> dict[str, str]:
    words = {"headword": entry.headword, "aliases": "\n".join(aliases), "text": entry.text}
    facets = {"id": entry.id, "game": entry.game, "edition": entry.edition, "kind": entry.kind, "lang": entry.lang}
    return facets | {field_name(field, entry.lang): text for field, text in words.items() if text}


def _vocabulary(corpus: Corpus) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for entry in corpus.entries.values():
        for word in words_of("\n".join((*entry.names, entry.text))):
            found[entry.lang][word] = stem(word, entry.lang)
    return {lang: dict(sorted(words.items())) for lang, words in sorted(found.items())}


def _everyday(vocabulary: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The commonest English words that stand in no book, by the frequencies that symspellpy brings along."""
    from importlib import resources

    import symspellpy  # only where an index is made

    held = {word for words in vocabulary.values() for word in words}
    lines = resources.files(symspellpy).joinpath(_FREQUENCIES).read_text(encoding="utf-8-sig").split("\n")
    words = (line.split(" ")[0] for line in lines[:_COMMONEST])
    return sorted(word for word in words if len(word) > 2 and word not in held)


def read_index(folder: Path, corpus: Corpus) -> OpenIndex:
    """The index in `folder`. Raises CouldNot where it is missing, damaged, or made from another corpus."""
    try:
        seal = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
        if seal["format"] != FORMAT or seal["build"] != corpus.build_id or seal["files"] != _digests(folder):
            raise ValueError("its seal is broken")
        compiled = json.loads((folder / _NAMES).read_text(encoding="utf-8"))
        vocabulary = json.loads((folder / _VOCABULARY).read_text(encoding="utf-8"))
        ids = tuple(corpus.entries)
        return OpenIndex(
            whoosh=whoosh_index.open_dir(str(folder)),
            names=Names(Name.from_json(row, ids) for row in compiled["names"]),
            settings=Settings.from_json(compiled["settings"]),
            vocabulary=vocabulary["books"],
            everyday=frozenset(vocabulary["everyday"]),
        )
    except (OSError, ValueError, LookupError, TypeError, whoosh_index.IndexError) as problem:
        raise CouldNot("The search index is missing or damaged: run `judge build`.", str(folder)) from problem


def _write_json(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _digests(folder: Path) -> dict[str, str]:
    """The digest of every file of the index but the seal; Whoosh's write lock is none of its content."""
    files = [path for path in sorted(folder.iterdir()) if path.name != _SEAL and not path.name.endswith("LOCK")]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
