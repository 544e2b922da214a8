"""Finds the terms of the glossary inside sentences: whole words, longest first, in all their inflected forms.

An entry never links to itself; each term is linked once an entry. What words that are terms mean where, and which of
them mostly mean something else, stands in `corpus/lexicon/links.toml` (see `link_stoplist`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from judge.corpus import plain_name
from judge.entry import Mention
from judge.reading.inflections import BaseForms
from judge.reading.link_stoplist import StopList, context_of

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.matcher import PhraseMatcher
    from spacy.tokens import Span

_SHORTEST = 3
_NO_WORD = re.compile(r"\S{200,}")
"""No word of any language: a tokenizer takes its square of time to take punctuation off such a run."""


class MentionFinder:
    """Finds the mentions of one edition's terms. `terms` gives each name with the id it leads to."""

    def __init__(self, terms: Iterable[tuple[str, str]], language: str, book: str, stops: StopList) -> None:
        self._rules = stops.of_book(book)
        named = list(terms)
        self._ids = {plain_name(name): target for name, target in reversed(named)}
        self._printed: dict[str, dict[str, str]] = defaultdict(dict)
        self._inflected: dict[str, dict[str, str]] = defaultdict(dict)
        """The targets of a name as printed, and of its lemmas, each with the plain term."""
        nlp = _tokenizer(language)
        kept = [(words, term, target) for name, target in named for words, term in self._words_of(name)]
        english = language == "en"
        self._bases = BaseForms(nlp, [words for words, _, _ in kept], stops.irregular, inflected=english)
        self._matcher = self._matcher_of(kept)

    def _words_of(self, name: str) -> Iterable[tuple[str, str]]:
        """The words a name stands as in sentences, each with the plain term; none when it is never linked."""
        bare = re.sub(r"\s*\([^)]*\)", "", name).strip(" “”\"'")
        term = plain_name(bare)
        if len(bare) >= _SHORTEST and term not in self._rules.never:
            yield bare, term
        if term not in self._rules.never:
            yield from ((form, term) for form in self._rules.forms(term))

    def _matcher_of(self, kept: Iterable[tuple[str, str, str]]) -> PhraseMatcher:
        from spacy.matcher import PhraseMatcher

        matcher = PhraseMatcher(self._bases.vocab, attr="LEMMA")
        for words, term, target in kept:
            doc = self._bases.read(words)
            matcher.add("term", [doc])
            self._printed[words.casefold()].setdefault(target, term)
            self._inflected[_lemmas(doc[:])].setdefault(target, term)
        return matcher

    def find_mentions(self, text: str, own: frozenset[str]) -> tuple[Mention, ...]:
        """Mentions in one paragraph, in order; never of the ids `own`, each target once."""
        from spacy.util import filter_spans

        found: dict[tuple[int, int], Mention] = {}
        spans: list[Span] = []
        text = _NO_WORD.sub(lambda run: "x" * len(run.group()), text)
        for span in self._matcher(self._bases.read(text), as_spans=True):
            target = self._target_of(span, text, own)
            if target is not None:
                found[span.start, span.end] = Mention(span.start_char, span.end_char, target)
                spans.append(span)
        mentions: dict[str, Mention] = {}
        for span in sorted(filter_spans(spans), key=lambda s: s.start):
            mention = found[span.start, span.end]
            if mention.target not in own:
                mentions.setdefault(mention.target, mention)
        return tuple(mentions.values())

    def _target_of(self, span: Span, text: str, own: frozenset[str]) -> str | None:
        """What the words lead to here; None where they mean several things, or something else."""
        if _inside_compound(text, span):
            return None
        context = context_of(text, span.start_char, span.end_char)
        targets = self._printed.get(span.text.casefold()) or self._inflected[_lemmas(span)]
        target, term = self._meant(targets, context, own)
        return target if target and self._rules.allows(term, span.text, context) else None

    def _meant(self, targets: Mapping[str, str], context: str, own: frozenset[str]) -> tuple[str | None, str]:
        """Which of the targets is meant, and the term: what a sense row says, the entry's own, or the only one."""
        terms = tuple(dict.fromkeys(targets.values()))
        for proven in (True, False):
            for term in terms:
                sense = self._rules.sense(term, context, proven=proven)
                if sense is not None:
                    return self._ids.get(plain_name(sense)), term
            for target in own & targets.keys():
                return target, targets[target]
        only = next(iter(targets)) if len(targets) == 1 else None
        return only, terms[0]


@cache
def _tokenizer(language: str) -> Language:
    """The tokenizer of a language, for every book: to make one takes longer than to read a short book."""
    import spacy

    return spacy.blank(language)


def _lemmas(span: Span) -> str:
    return "".join(token.lemma_ + token.whitespace_ for token in span).strip()


def _inside_compound(text: str, span: Span) -> bool:
    """True when a hyphen ties the words to others (“non-keyword”)."""
    before, after = text[: span.start_char], text[span.end_char :]
    return bool(re.search(r"\w[-‐]$", before) or re.match(r"[-‐]\w", after))
