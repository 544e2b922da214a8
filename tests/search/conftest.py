"""A made-up game in two editions and a second game: small enough to see why an entry ranks where it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import pytest

from judge import data_places
from judge.corpus import Corpus
from judge.entry import Entry, Paragraph
from judge.rulebook import Rulebook
from judge.search.index import write_index
from judge.search.search import Searcher, open_searcher

BOOKS = (
    Rulebook("harbour", "second", "Harbour", "Second Rules", "Us", "en", official=True, default=True),
    Rulebook("harbour", "first", "Harbour", "First Rules", "Us", "en", official=True, default=False),
    Rulebook("orchard", "only", "Orchard", "Rules", "Us", "en", official=False, default=True, rank=1),
)

TEXTS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "harbour/second/anchor": ("Anchor", "entry", ("A ship at anchor cannot move.", "Weigh anchor to sail again.")),
    "harbour/second/cargo-hold": ("Cargo Hold", "entry", ("A hold carries three crates. Gulls steal from a hold.",)),
    "harbour/second/storm": ("Storm", "entry", ("When a storm breaks, each player moves a ship.", "A gull hides.")),
    "harbour/second/pirate-x": ("Pirate X", "entry", ("A pirate takes X crates from the ship it boards.",)),
    "harbour/second/then": ("“Then”", "entry", ("What follows it waits for what stands before it.",)),
    "harbour/second/moor": ("Moor", "redirect", ()),
    "harbour/second/lighthouse": ("Lighthouse", "entry", ("It shows the reef. " * 30 + "A keeper trims the lamp.",)),
    "harbour/second/satama": ("Satama", "section", ("Laiva palaa satamaan illalla.",)),
    "harbour/first/anchor": ("Anchor", "entry", ("An anchor holds a ship.", "Anchor, anchor, anchor.")),
    "harbour/first/tide": ("Tide", "entry", ("The tide turns at the end of the round.",)),
    "orchard/only/storm": ("Storm", "entry", ("A storm shakes the apples down.",)),
    "orchard/only/apple": ("Apple", "entry", ("An apple is worth one point; a storm apple is worth none.",)),
}

TERMS = """
[[term]]
words = ["corsair", "sea robber"]
means = ["Pirate X"]

[[everyday]]
words = ["boat will not budge", "stuck in the water"]
means = ["Anchor"]
at = ["cannot move"]
game = "harbour"

[[term]]
words = ["ankkuri"]
stem = ["ankkur"]
means = ["Anchor"]
game = "harbour"
"""


def make_corpus() -> Corpus:
    """The made-up corpus."""
    entries = {
        entry_id: Entry(
            id=entry_id,
            headword=headword,
            kind=kind,  # type: ignore[arg-type]  # written as plain words above
            official=entry_id.startswith("harbour"),
            lang="fi" if headword == "Satama" else "en",
            paragraphs=tuple(Paragraph(f"p-{n}", text) for n, text in enumerate(texts, 1)),
            redirects_to=("harbour/second/anchor",) if kind == "redirect" else (),
        )
        for entry_id, (headword, kind, texts) in TEXTS.items()
    }
    return Corpus(BOOKS, MappingProxyType(entries), "build-1")


@pytest.fixture(scope="session")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's own settings with made-up terms."""
    folder = tmp_path_factory.mktemp("lexicon")
    own = data_places.corpus_folder() / "lexicon"
    settings = (own / "search.toml").read_text(encoding="utf-8")
    head, tail = settings.split("[terms]")
    made_up = '[terms]\n"terms.toml" = "en"\n'
    (folder / "search.toml").write_text(f"{head}{made_up}[fields]{tail.partition('[fields]')[2]}", encoding="utf-8")
    (folder / "answers.toml").write_bytes((own / "answers.toml").read_bytes())
    (folder / "terms.toml").write_text(TERMS, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def harbour(lexicon: Path, tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    """A searcher over the made-up corpus."""
    folder = tmp_path_factory.mktemp("index")
    write_index(make_corpus(), lexicon, folder)
    return open_searcher(folder, make_corpus())


@pytest.fixture(scope="session")
def ids(harbour: Searcher) -> Callable[..., list[str]]:
    """Searches the made-up corpus and gives the ids found, in order."""

    def search(query: str, **narrowed: str) -> list[str]:
        return [hit.id for hit in harbour.search(query, **narrowed).hits]  # type: ignore[arg-type]

    return search
