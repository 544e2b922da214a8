"""Reads and writes the files of the reading room: descriptions, sources, word lists and glossaries. Its edge."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from judge.errors import CouldNot, NotFound
from judge.reading import ReadingLexicon, read_book
from judge.reading.confusions import parse_confusions
from judge.reading.description import Description, parse_description
from judge.reading.glossary import Glossary, glossary_text
from judge.reading.link_stoplist import parse_stop_list
from judge.reading.source_text import Source, read_source
from judge.reading.term_mentions import MentionFinder
from judge.reading.word_frequencies import count_words, parse_frequencies
from judge.rulebook import Rulebook
from judge.toml_tables import read_text, shown
from judge.whole_files import write_whole

_FREQUENCIES = "frequency_dictionary_en_82_765.txt"


class CorpusFiles:
    """Files of one corpus folder. Glossaries are kept in `glossaries`, by default the corpus folder's own."""

    def __init__(self, corpus: Path, glossaries: Path | None = None) -> None:
        self.corpus = corpus
        self.glossaries = glossaries or corpus / "glossaries"

    def descriptions(self) -> list[str]:
        """`GAME-EDITION` of every description, in order."""
        return sorted(path.stem for path in (self.corpus / "rulebooks").glob("*.toml"))

    def description(self, stem: str) -> Description:
        """One description. Raises NotFound when there is none, NotUnderstood naming all that is wrong with it."""
        path = self.corpus / "rulebooks" / f"{stem}.toml"
        if not path.is_file():
            known = self.descriptions()
            message = f"There is no description {shown(path)}; there are {', '.join(known) or 'none'}."
            raise NotFound(message, str(path), known)
        return parse_description(path.name, read_text(path))

    def source(self, name: str) -> Source:
        """One source text by its file's name."""
        return read_source(name, read_text(self.corpus / "sources" / name))

    def lexicon(self, description: Description) -> ReadingLexicon:
        """The word lists that reading one book needs: counted from the sources it names, and English at large."""
        texts = [
            read_text(self.corpus / "sources" / f"{name.removesuffix('.txt')}.txt")
            for name in description.layout.vocabulary
        ]
        lexicon = self.corpus / "lexicon"
        confusions = parse_confusions(read_text(lexicon / "confusions.toml"))
        return ReadingLexicon(
            count_words(texts, _english_words(), confusions.known),
            confusions,
            parse_stop_list(read_text(lexicon / "links.toml")),
        )

    def linker(self, book: Rulebook, terms: Iterable[tuple[str, str]]) -> MentionFinder:
        """Finds the terms of an edition in texts from elsewhere (a card's). Raises CouldNot without a stop list."""
        stops = parse_stop_list(read_text(self.corpus / "lexicon" / "links.toml"))
        return MentionFinder(terms, book.language, book.key, stops)

    def previous(self, stem: str) -> Glossary | None:
        """The glossary as it was last written, None when there is none."""
        path = self.glossaries / f"{stem}.json"
        if not path.is_file():
            return None
        try:
            return Glossary.from_json(json.loads(read_text(path)))
        except (ValueError, KeyError, TypeError) as problem:
            raise CouldNot(
                f"The glossary {path.name} is damaged ({problem}): remove it and build again.", str(path)
            ) from problem

    def write(self, glossary: Glossary) -> Path:
        """Write a glossary, whole or not at all; a file that would not change is left alone."""
        path = self.glossaries / f"{glossary.book.file_stem}.json"
        write_whole(path, glossary_text(glossary).encode())
        return path


@cache
def _english_words() -> Mapping[str, int]:
    """The English frequency list that symspellpy brings, without loading symspellpy."""
    spec = find_spec("symspellpy")
    if spec is None or not spec.submodule_search_locations:
        raise CouldNot("The package symspellpy, whose word list reading needs, is not installed.")
    return MappingProxyType(parse_frequencies(read_text(Path(spec.submodule_search_locations[0]) / _FREQUENCIES)))


def read_and_write(corpus: Path, stem: str, out: Path, kept: Path | None = None) -> Path:
    """Read the book `stem` (GAME-EDITION) of a corpus folder and write its glossary into the folder `out`.

    Anchors are kept from the glossary in the folder `kept`, by default the corpus folder's own. Returns the file
    written. Raises NotUnderstood naming all that is wrong with the description, CouldNot when a file cannot be read.
    """
    shelf = CorpusFiles(corpus, kept)
    description = shelf.description(stem)
    source = shelf.source(description.layout.source)
    glossary = read_book(description, source, shelf.lexicon(description), shelf.previous(stem))
    return CorpusFiles(corpus, out).write(glossary)
