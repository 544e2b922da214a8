"""The project’s lexicon for made-up games: without the phrases of the real ones, most of what a build reads."""

from __future__ import annotations

import shutil
from pathlib import Path

from judge import data_places

PHRASES = "everyday-phrases.toml"


def copy_lexicon(corpus_folder: Path) -> None:
    """Put it into a corpus."""
    shutil.copytree(data_places.corpus_folder() / "lexicon", corpus_folder / "lexicon")
    (corpus_folder / "lexicon" / PHRASES).write_text("", encoding="utf-8")
