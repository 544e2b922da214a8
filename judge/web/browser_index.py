"""The search index for the browser: what it searches by itself where no server answers (offline, an exported site).

Compact JSON; `static/browser-search.js` reads it. The rows are arrays:

- `books`: `[game, edition, game title, book title, official, weight]`
- `entries`: `[place of its book, slug, headword, [aliases], [words players type], kind, language, [[anchor, text], …]]`
- `beginnings`: `[word beginning, [places of entries]]` (a Finnish word, whatever its ending)
- `stop`: words that ask, and say nothing of what is asked
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from judge.corpus import Corpus
from judge.entry import Entry
from judge.search.lexicon import Settings, read_settings, read_terms
from judge.search.names import Name, compile_names


def browser_index(corpus: Corpus, lexicon_folder: Path) -> dict[str, Any]:
    """The index of a corpus, ready for JSON. Raises CouldNot where the lexicon is damaged."""
    settings = Settings.from_json(read_settings(lexicon_folder))
    meant = [name for name in compile_names(corpus, read_terms(lexicon_folder)) if name.kind == "lexicon"]
    words = _words_by_entry(name for name in meant if not name.beginning)
    places = {entry_id: place for place, entry_id in enumerate(corpus.entries)}
    book_places = {book.key: place for place, book in enumerate(corpus.books)}
    return {
        "build": corpus.build_id,
        "books": [_book_row(corpus, place, settings) for place in range(len(corpus.books))],
        "entries": [_entry_row(e, book_places[f"{e.game}/{e.edition}"], words[e.id]) for e in corpus.entries.values()],
        "beginnings": [[n.plain, [places[target] for target, _ in n.targets]] for n in meant if n.beginning],
        "stop": sorted(settings.stop),
    }


def _words_by_entry(names: Iterable[Name]) -> dict[str, list[str]]:
    """The words that players type for each entry, of those names that lead to it."""
    words: dict[str, list[str]] = defaultdict(list)
    for name in names:
        for target, _ in name.targets:
            words[target].append(name.plain)
    return words


def _book_row(corpus: Corpus, place: int, settings: Settings) -> list[Any]:
    book = corpus.books[place]
    weight = 1 if book.default else settings.factors["older_edition"]
    return [book.game, book.edition, book.game_title, book.title, book.official, weight]


def _entry_row(entry: Entry, book: int, words: list[str]) -> list[Any]:
    paragraphs = [[p.anchor, p.text] for p in entry.paragraphs]
    unique = list(dict.fromkeys(words))
    return [book, entry.slug, entry.headword, list(entry.aliases), unique, entry.kind, entry.lang, paragraphs]
