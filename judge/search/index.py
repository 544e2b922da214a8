"""The index of a build, one file: made here from a corpus and the lexicon, and read whole into memory."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

from judge.corpus import Corpus
from judge.errors import CouldNot
from judge.search.entry_names import Name, Names, compile_names, final_targets
from judge.search.lexicon import SETTINGS, Settings, read_settings, read_terms
from judge.search.translations import Translations, hints_of, learn_translations
from judge.search.word_forms import stem, words_of

FORMAT, INDEX = 8, "index.json"
_FIELDS = ("headword", "aliases", "text", "said")
"""The fields whose words are ranked, each by itself in each language; `said` is what players say for an entry."""
_SATURATION, _BY_LENGTH = 1.2, 0.75
"""The parameters k1 and b of BM25, as commonly set."""
_DECIMALS = 4
_FREQUENCIES = "frequency_dictionary_en_82_765.txt"
"""English words with their frequencies, the commonest first."""
_COMMONEST = 55_000


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
    translations: Translations
    hints: WordScores
    """As `word_scores`, for what players' words stand for."""

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
            translations=held["translations"],
            hints=held["hints"],
        )
    except (OSError, ValueError, LookupError, TypeError) as problem:
        raise CouldNot("The search index is missing or damaged: run `judge build`.", str(folder)) from problem


def write_index(corpus: Corpus, lexicon: Path, folder: Path) -> None:
    """Make the index of `corpus` in the empty `folder`, with the words of the folder `lexicon`.

    Raises NotUnderstood where the lexicon is wrong, CouldNot where it is missing; OSError where the disk refuses.
    """
    settings = read_settings(lexicon)
    names = compile_names(corpus, read_terms(lexicon))
    vocabulary = _vocabulary(corpus)
    stop = Settings.from_json(settings).stop
    translations = learn_translations(corpus, names, stop)
    index = {
        "format": FORMAT,
        "build": corpus.build_id,
        "settings": settings,
        "names": names,
        "scores": _word_scores(corpus, names, settings["fields"]),
        "vocabulary": vocabulary,
        "everyday": _everyday(vocabulary),
        "translations": translations,
        "hints": hints_of(translations, corpus, stop),
    }
    (folder / INDEX).write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _word_scores(
    corpus: Corpus, names: Iterable[Name], weights: Mapping[str, float]
) -> dict[str, tuple[list[int], list[float]]]:
    """For each stem the places of the entries that hold it, in reading order, and what BM25F gives each for it."""
    if set(weights) != set(_FIELDS):
        weighed, searched = ", ".join(weights), ", ".join(_FIELDS)
        raise CouldNot(f"{SETTINGS} weighs the fields {weighed}; it must be {searched}.", SETTINGS)
    stems: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name in names:
        field = {"alias": "aliases", "redirect": "aliases", "everyday": "said"}.get(name.kind, "")
        for target, _ in name.targets[: 1 if field == "said" else None]:
            stems[target, field].extend(name.stems)
    for entry in corpus.entries.values():
        stems[entry.id, "headword"] = _stems(entry.headword, entry.lang)
        stems[entry.id, "text"] = _stems(entry.text, entry.lang)
    entries = [
        (place, entry)
        for place, entry in enumerate(corpus.entries.values())
        if final_targets(entry, corpus) == (entry.id,)
    ]
    scores: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for lang in {entry.lang for _, entry in entries}:
        for field, weight in weights.items():
            counts = {n: Counter(stems[e.id, field]) for n, e in entries if e.lang == lang}
            for word, place, score in _bm25(counts, len(entries)):
                scores[word][place] += weight * score
    return {
        word: (sorted(held), [round(held[place], _DECIMALS) for place in sorted(held)])
        for word, held in sorted(scores.items())
    }


def _bm25(counts: Mapping[int, Counter[str]], size: int) -> Iterable[tuple[str, int, float]]:
    """Lazily, the score of every stem for every document that holds it, of a collection of `size` documents."""
    holders = Counter(word for count in counts.values() for word in count)
    average = sum(count.total() for count in counts.values()) / size or 1.0
    for place, count in counts.items():
        length = 1 - _BY_LENGTH + _BY_LENGTH * count.total() / average
        for word, often in count.items():
            rarity = log(size / (holders[word] + 1)) + 1
            yield word, place, rarity * often * (_SATURATION + 1) / (often + _SATURATION * length)


def _stems(text: str, lang: str) -> list[str]:
    return [stem(word, lang) for word in words_of(text)]


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
