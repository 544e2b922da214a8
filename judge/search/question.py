"""Reading a question: is it one at all (cheap), of what kind (spaCy, loaded only then); and sentences of a text."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from judge.search.lexicon import QuestionKind, Settings
from judge.search.words import words_of

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.matcher import PhraseMatcher

_FEWEST_WORDS = 3


def is_question(text: str, settings: Settings) -> bool:
    """True for a text that ends with a question mark or begins like a question. Looks at nothing but its first word.

    A word or two is a search, however it begins.
    """
    words = words_of(text)
    return len(words) >= _FEWEST_WORDS and (text.rstrip().endswith("?") or words[0] in settings.askers)


@cache
def _language() -> Language:
    """A blank English pipeline that knows sentence ends; no model is needed."""
    import spacy

    language = spacy.blank("en")
    language.add_pipe("sentencizer")
    return language


@lru_cache(maxsize=8)
def _matcher(kinds: tuple[QuestionKind, ...]) -> PhraseMatcher:
    """Finds the phrases of every kind that has any."""
    language = _language()  # opens spaCy as a whole: two threads that each begin with a part of it would fail
    from spacy.matcher import PhraseMatcher

    matcher = PhraseMatcher(language.vocab, attr="LOWER")
    for kind in kinds:
        if kind.asks:
            matcher.add(kind.name, [language.make_doc(phrase) for phrase in kind.asks])
    return matcher


def kind_of(question: str, kinds: Sequence[QuestionKind]) -> QuestionKind:
    """The first kind one of whose phrases stands in the question; a kind without phrases takes what is left."""
    matcher = _matcher(tuple(kinds))
    language = _language()
    doc = language.make_doc(question.lower())
    found = {(language.vocab.strings[match], start == 0) for match, start, _ in matcher(doc)}
    words = set(words_of(question))
    return next((kind for kind in kinds if _is_of(kind, found, words)), kinds[-1])


def _is_of(kind: QuestionKind, found: Set[tuple[str, bool]], words: Set[str]) -> bool:
    """True when a question of these words is of the kind; `found` are the kinds whose phrases stand in it, each with
    whether at its beginning."""
    if kind.needs and not kind.needs & words:
        return False
    return not kind.asks or (kind.name, True) in found or (not kind.begins and (kind.name, False) in found)


@lru_cache(maxsize=4_000)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a paragraph, each word for word as it stands there.

    A bracket or quotation mark that opens after a full stop belongs to no sentence before it.
    """
    stripped = (found.text.strip().rstrip(" (“[") for found in _language()(text).sents)
    return tuple(sentence for sentence in stripped if sentence)
