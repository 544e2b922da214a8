"""Making the index: an edge, the only module of the room that writes files, and the only one that asks Whoosh.

`judge.search.index_folder` says what stands in an index folder, and reads it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from whoosh import index as whoosh_index

from judge.corpus import Corpus
from judge.entry import Entry
from judge.errors import CouldNot
from judge.search.index_folder import COLUMNS, FORMAT, NAMES, SCORES, SEAL, VOCABULARY, digests
from judge.search.lexicon import SETTINGS, read_settings, read_terms
from judge.search.names import Name, compile_names, final_targets
from judge.search.schema import SEARCHED, build_schema, field_name
from judge.search.word_scores import WordScores, compile_scores
from judge.search.words import LANGUAGES, stem, words_of

_FREQUENCIES = "frequency_dictionary_en_82_765.txt"
"""English words with their frequencies, the commonest first."""
_COMMONEST = 6_000


def write_index(corpus: Corpus, lexicon: Path, folder: Path) -> None:
    """Make the index of `corpus` in the empty `folder`, with the words of the folder `lexicon`.

    Raises NotUnderstood where the lexicon is wrong, CouldNot where it is missing; OSError where the disk refuses.
    """
    settings = read_settings(lexicon)
    names = compile_names(corpus, read_terms(lexicon))
    places = {entry_id: place for place, entry_id in enumerate(corpus.entries)}
    scores = _write_whoosh(corpus, names, _boosts(settings["fields"]), places, folder)
    _write_json(folder / SCORES, scores.head())
    (folder / COLUMNS).write_bytes(scores.columns())
    _write_json(folder / NAMES, {"settings": settings, "names": [name.as_json(places) for name in names]})
    vocabulary = _vocabulary(corpus)
    _write_json(folder / VOCABULARY, {"books": vocabulary, "everyday": _everyday(vocabulary)})
    _write_json(folder / SEAL, {"format": FORMAT, "build": corpus.build_id, "files": digests(folder)})


def _boosts(fields: Mapping[str, float]) -> dict[str, float]:
    """How much a word counts in each field of the schema. Raises CouldNot where `search.toml` names others."""
    if set(fields) != set(SEARCHED):
        weighed, searched = ", ".join(fields), ", ".join(SEARCHED)
        raise CouldNot(f"{SETTINGS} weighs the fields {weighed}; it must be {searched}.", SETTINGS)
    return {field_name(name, lang): boost for lang in LANGUAGES for name, boost in fields.items()}


def _write_whoosh(
    corpus: Corpus, names: tuple[Name, ...], boosts: Mapping[str, float], places: Mapping[str, int], folder: Path
) -> WordScores:
    """Write Whoosh's index; give back what its BM25F says of every word."""
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
    scores = compile_scores(index, boosts, places)
    index.close()
    return scores


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


def _write_json(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
