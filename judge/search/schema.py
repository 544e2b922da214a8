"""The Whoosh schema: one document per entry; headword, aliases and text stemmed per language; facets.

English and Finnish have fields of their own (`text`, `text_fi`), each with Whoosh's stemmer of that language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from whoosh.analysis.filters import Filter
from whoosh.analysis.tokenizers import RegexTokenizer
from whoosh.fields import ID, KEYWORD, TEXT, Schema

from judge.search.words import LANGUAGES, WORD, fold, stem

SEARCHED = ("headword", "aliases", "text")
"""The fields whose words are ranked, each once per language."""


def field_name(field: str, lang: str) -> str:
    """The field's name in a language: `text` in English, `text_fi` in Finnish."""
    return field if lang == "en" else f"{field}_{lang}"


class Folded(Filter):
    """Folds and stems each token, as `judge.search.words` does for queries."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, tokens: Iterable[Any], **_options: Any) -> Iterator[Any]:
        """The same tokens, their text folded and stemmed; positions stay."""
        for token in tokens:
            token.text = stem(fold(token.text), self.lang)
            yield token


def build_schema() -> Schema:
    """The schema of the index. `id` is `GAME/EDITION/SLUG`; facets are exact words."""
    fields: dict[str, Any] = {
        "id": ID(stored=True, unique=True),
        "game": KEYWORD,
        "edition": KEYWORD,
        "kind": KEYWORD,
        "lang": KEYWORD,
    }
    for lang in LANGUAGES:
        analyzer = RegexTokenizer(WORD) | Folded(lang)
        fields |= {field_name(field, lang): TEXT(analyzer=analyzer, phrase=True) for field in SEARCHED}
    return Schema(**fields)
