"""Mentions: glossary terms inside sentences, found as whole words, longest first, in all their inflected forms.

An entry never links to itself; each term is linked once a paragraph. Words that are terms but mostly mean something
else stand in the stop list `corpus/lexicon/links.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judge.corpus import plain_name
from judge.entry import Mention
from judge.errors import NotUnderstood

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.matcher import PhraseMatcher
    from spacy.tokens import Span


@dataclass(frozen=True, slots=True)
class StopList:
    """Terms that are not linked, by game, by edition (`GAME/EDITION`) or everywhere (`*`)."""

    never: Mapping[str, frozenset[str]]
    contexts: Mapping[str, tuple[re.Pattern[str], ...]]
    """Plain term to patterns of text around it (with the term as `_`) in which it means something else."""

    def stops(self, term: str, book: str) -> bool:
        """True when `term` is never linked in the edition `book`."""
        scopes = ("*", book.partition("/")[0], book)
        return any(plain_name(term) in self.never.get(scope, frozenset()) for scope in scopes)

    def stops_here(self, term: str, text: str, start: int, end: int) -> bool:
        """True when what stands around characters `start` to `end` of `text` shows that `term` is not meant."""
        around = text[max(0, start - 40) : start] + "_" + text[end : end + 40]
        return any(pattern.search(around) for pattern in self.contexts.get(plain_name(term), ()))


def parse_stop_list(text: str, file: str = "links.toml") -> StopList:
    """The stop list. Raises NotUnderstood, naming the file, when it cannot be read."""
    try:
        data: dict[str, Any] = tomllib.loads(text)
        never = {scope: frozenset(plain_name(t) for t in terms) for scope, terms in data.get("never", {}).items()}
        contexts: dict[str, list[re.Pattern[str]]] = defaultdict(list)
        for row in data.get("context", []):
            for term in row["terms"]:
                contexts[plain_name(term)].append(re.compile(row["not"]))
        return StopList(never, {term: tuple(patterns) for term, patterns in contexts.items()})
    except (tomllib.TOMLDecodeError, KeyError, AttributeError, re.error) as problem:
        raise NotUnderstood(f"{file} is not a stop list for links: {problem}.", file) from problem


def inflections(term: str) -> tuple[str, ...]:
    """`term`, its plural, the singular of several words; of a term that ends in “to”, “from” or “at” its verb's forms.

    >>> inflections("Side Scheme"), inflections("Plot Twists")
    (('Side Scheme', 'Side Schemes'), ('Plot Twists', 'Plot Twist'))
    >>> inflections("Attach To")
    ('Attach To', 'Attaches To', 'Attached To', 'Attaching To')
    """
    words = term.split()
    if len(words) > 1 and words[-1].casefold() in ("to", "from", "at"):
        rest = " ".join(words[1:])
        return tuple(f"{form} {rest}" for form in _verb(words[0]))
    last = [words[-1], _plural(words[-1])]
    if len(words) > 1 and re.search(r"[a-z]{2}[^s\W]s$", words[-1]):
        last.append(words[-1][:-1])
    return tuple(dict.fromkeys(" ".join([*words[:-1], form]) for form in last))


def _plural(word: str) -> str:
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    if re.search(r"(?:s|x|z|ch|sh)$", word):
        return word + "es" if not word.endswith("s") or word.endswith("ss") else word
    return word + "s"


def _verb(word: str) -> tuple[str, ...]:
    stem = word.removesuffix("e")
    return (word, _plural(word), stem + "ed", stem + "ing")


class Linker:
    """Finds the mentions of one edition's terms. `terms` gives each name with the id it leads to."""

    def __init__(self, terms: Iterable[tuple[str, str]], language: str, book: str, stops: StopList) -> None:
        self.book, self.stops = book, stops
        self._nlp = _blank(language)
        bare = [(re.sub(r"\s*\([^)]*\)", "", name).strip(" “”\"'"), target) for name, target in terms]
        kept = [(term, target) for term, target in bare if len(term) >= 3 and not stops.stops(term, book)]
        self._terms: dict[str, str] = {}
        self._targets = self._only((term, term, target) for term, target in kept)
        if language == "en":
            printed = frozenset(term.casefold() for term, _ in kept)
            forms = ((form, term, target) for term, target in kept for form in inflections(term))
            self._targets |= self._only(f for f in forms if f[0].casefold() not in printed)
        self._matcher = _matcher(self._nlp, sorted(self._targets))

    def _only(self, forms: Iterable[tuple[str, str, str]]) -> dict[str, str]:
        """The target of each form of a term, of those forms that lead to one entry only."""
        targets: dict[str, set[str]] = defaultdict(set)
        for form, term, target in forms:
            targets[form.casefold()].add(target)
            self._terms.setdefault(form.casefold(), term)
        return {form: target for form, (target, *others) in targets.items() if not others}

    def find_mentions(self, text: str, own: frozenset[str]) -> tuple[Mention, ...]:
        """Mentions in one paragraph, in order; never of the ids `own`, each target once."""
        from spacy.util import filter_spans

        doc = self._nlp.make_doc(text)
        spans: Sequence[Span] = filter_spans(self._matcher(doc, as_spans=True))
        mentions: dict[str, Mention] = {}
        for span in sorted(spans, key=lambda s: s.start_char):
            key = span.text.casefold()
            target = self._targets.get(key)
            if target is None or target in own or target in mentions:
                continue
            if _inside_compound(text, span) or _is_icon(text, span):
                continue
            if not self.stops.stops_here(self._terms[key], text, span.start_char, span.end_char):
                mentions[target] = Mention(span.start_char, span.end_char, target)
        return tuple(mentions.values())


def _blank(language: str) -> Language:
    import spacy

    return spacy.blank(language)


def _matcher(nlp: Language, forms: Iterable[str]) -> PhraseMatcher:
    from spacy.matcher import PhraseMatcher

    matcher = PhraseMatcher(nlp.vocab, attr="LOWER")
    matcher.add("term", [nlp.make_doc(form) for form in forms])
    return matcher


def _inside_compound(text: str, span: Span) -> bool:
    """True when a hyphen ties the words to others (“non-keyword”)."""
    before, after = text[: span.start_char], text[span.end_char :]
    return bool(re.search(r"\w[-‐]$", before) or re.match(r"[-‐]\w", after))


def _is_icon(text: str, span: Span) -> bool:
    """True for the name of an icon (“[any turn]”)."""
    return text[: span.start_char].endswith("[") and text[span.end_char :].startswith("]")
