"""The Whoosh schema: one document per entry; headword, aliases and text stemmed per language; facets.

English and Finnish have fields of their own (`text`, `text_fi`), each with Whoosh's stemmer of that language.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from whoosh.analysis.morph import StemFilter
from whoosh.analysis.tokenizers import RegexTokenizer
from whoosh.fields import ID, KEYWORD, TEXT, Schema

from judge.search.words import LANGUAGES, WORD, fold, stem

SEARCHED = ("headword", "aliases", "text")
"""The fields whose words are ranked, each once per language."""


def field_name(field: str, lang: str) -> str:
    """The field's name in a language: `text` in English, `text_fi` in Finnish."""
    return field if lang == "en" else f"{field}_{lang}"


def fold_and_stem(word: str, lang: str) -> str:
    """The stem of a word as printed, as `judge.search.words` makes it for queries too."""
    return stem(fold(word), lang)


def build_schema() -> Schema:
    """The schema of the index. `id` is `GAME/EDITION/SLUG`; facets are exact words."""
    stemmed: Any = StemFilter
    fields: dict[str, Any] = {
        "id": ID(stored=True, unique=True),
        "game": KEYWORD,
        "edition": KEYWORD,
        "kind": KEYWORD,
        "lang": KEYWORD,
    }
    for lang in LANGUAGES:
        analyzer = RegexTokenizer(WORD) | stemmed(stemfn=partial(fold_and_stem, lang=lang))
        fields |= {field_name(field, lang): TEXT(analyzer=analyzer, phrase=True) for field in SEARCHED}
    return Schema(**fields)
