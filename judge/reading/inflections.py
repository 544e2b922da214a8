"""Finds the base that inflected words share, by spaCy's rule lemmatizer and the words of a book's terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.lang.en.lemmatizer import EnglishLemmatizer
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

_NOUN = (("ies", "y"), ("oes", "o"), ("shes", "sh"), ("ches", "ch"), ("sses", "ss"), ("xes", "x"), ("s", ""))
_DOUBLED = tuple((2 * c + ending, c) for c in "bdgmnprt" for ending in ("ed", "ing"))
_VERB = (("ied", "y"), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""), *_DOUBLED)
"""English endings with what stands in their place in the base form, the longest of each kind first."""


class BaseForms:
    """Puts words into their base form, as far as `terms`, the names of a book's entries, use it.

    `irregular` gives the bases that no ending shows (“dealt”: “deal”); without `inflected` words stay as they are.
    """

    def __init__(
        self, nlp: Language, terms: Iterable[str], irregular: Mapping[str, str], *, inflected: bool = True
    ) -> None:
        self._nlp, self._inflected = nlp, inflected
        self._irregular = {_plain(word): base for word, base in irregular.items()}
        words = {token.text for term in terms for token in nlp.make_doc(term)}
        self._singulars = _lemmatizer(nlp, ())
        self._index = frozenset(self._singular(word) for word in words)
        self._lemmatizer = _lemmatizer(nlp, sorted(self._index))
        self._base_of = cache(self._base)
        """A book says few words, and those often."""

    @property
    def vocab(self) -> Vocab:
        """What the words are kept in, for a matcher."""
        return self._nlp.vocab

    def read(self, text: str) -> Doc:
        """The words of a text, each with its base as lemma: one that a term uses, else the word in lower case."""
        doc = self._nlp.make_doc(text)
        for token in doc:
            token.lemma_ = self._base_of(token.text)
        return doc

    def _singular(self, word: str) -> str:
        plain = _plain(word)
        if not self._inflected or not plain.isalpha():
            return plain
        return self._irregular.get(plain) or _forms(self._singulars, self._nlp, plain, "NOUN")[0]

    def _base(self, word: str) -> str:
        plain = _plain(word)
        if not self._inflected or not plain.isalpha():
            return plain
        known = [f for kind in ("VERB", "NOUN") for f in _forms(self._lemmatizer, self._nlp, plain, kind)]
        return next((form for form in (self._irregular.get(plain), *known) if form in self._index), plain)


def _plain(word: str) -> str:
    return word.casefold().replace("’", "'")


def _lemmatizer(nlp: Language, index: Iterable[str]) -> EnglishLemmatizer:
    from spacy.lang.en.lemmatizer import EnglishLemmatizer
    from spacy.lookups import Lookups

    lookups, words = Lookups(), list(index)
    lookups.add_table("lemma_rules", {"noun": _NOUN, "verb": _VERB})
    lookups.add_table("lemma_exc", {"noun": {}, "verb": {}})
    lookups.add_table("lemma_index", {"noun": words, "verb": words})
    lemmatizer = EnglishLemmatizer(nlp.vocab, None, mode="rule")
    lemmatizer.initialize(lookups=lookups)
    return lemmatizer


def _forms(lemmatizer: EnglishLemmatizer, nlp: Language, word: str, kind: str) -> list[str]:
    from spacy.tokens import Doc

    (token,) = Doc(nlp.vocab, words=[word], pos=[kind])
    return lemmatizer.rule_lemmatize(token)
