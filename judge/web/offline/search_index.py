"""Makes the search index of the browser, which searches by itself where no server answers.

Compact JSON; `static/browser-search.js` reads it. The rows are arrays:

- `books`: `[game, edition, game title, book title, official, weight]`
- `entries`: `[place of its book, slug, headword, [aliases], kind, language, [[anchor, text], …]]`
- `names`: `[name, kind, language, 1 for a word beginning, place of an entry, how directly it leads there, …]`
- `stems`: by language, the stem of each word that is not its own
- `same`: words that are the same word to a reader
- `settings`: what `corpus/lexicon/search.toml` says of weights and of words that ask
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from judge.corpus import Corpus
from judge.entry import Entry
from judge.search.entry_names import Name, compile_names
from judge.search.lexicon import Settings, read_settings, read_terms
from judge.search.word_forms import LANGUAGES, stem, words_of


def browser_index(corpus: Corpus, lexicon_folder: Path) -> dict[str, Any]:
    """The index of a corpus, ready for JSON. Raises CouldNot where the lexicon is damaged."""
    settings = Settings.from_json(read_settings(lexicon_folder))
    names = compile_names(corpus, read_terms(lexicon_folder))
    places = {entry_id: place for place, entry_id in enumerate(corpus.entries)}
    book_places = {book.key: place for place, book in enumerate(corpus.books)}
    return {
        "build": corpus.build_id,
        "books": [_book_row(corpus, place, settings) for place in range(len(corpus.books))],
        "entries": [_entry_row(e, book_places[f"{e.game}/{e.edition}"]) for e in corpus.entries.values()],
        "names": [_name_row(name, places) for name in names],
        "stems": _stems(corpus, names, settings),
        "same": settings.same,
        "settings": {
            "fields": settings.fields,
            "weights": settings.weights,
            "factors": settings.factors,
            "names": settings.names,
            "games": settings.games,
            "stop": sorted(settings.stop),
            "subject": [pattern.replace("?P<", "?<") for pattern in settings.subject],
        },
    }


def _stems(corpus: Corpus, names: Iterable[Name], settings: Settings) -> dict[str, dict[str, str]]:
    words: dict[str, set[str]] = {lang: set() for lang in LANGUAGES}
    for entry in corpus.entries.values():
        words[entry.lang].update(words_of("\n".join((*entry.names, entry.text))))
    for name in names:
        words[name.lang].update(name.plain.split())
    words["en"].update(word for row in settings.same for phrase in row for word in phrase.split())
    made = {lang: {word: stem(word, lang) for word in sorted(some)} for lang, some in words.items()}
    return {lang: {word: root for word, root in stems.items() if root != word} for lang, stems in made.items()}


def _book_row(corpus: Corpus, place: int, settings: Settings) -> list[Any]:
    book = corpus.books[place]
    weight = 1 if book.default else settings.factors["older_edition"]
    return [book.game, book.edition, book.game_title, book.title, book.official, weight]


def _entry_row(entry: Entry, book: int) -> list[Any]:
    paragraphs = [[p.anchor, p.text] for p in entry.paragraphs]
    return [book, entry.slug, entry.headword, list(entry.aliases), entry.kind, entry.lang, paragraphs]


def _name_row(name: Name, places: dict[str, int]) -> list[Any]:
    targets = [value for target, weight in name.targets for value in (places[target], round(weight, 3))]
    return [name.shown, name.kind, name.lang, int(name.beginning), *targets]
