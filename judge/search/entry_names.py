"""Names: headwords, aliases, redirects and the lexicon's terms, and the entries each leads to.

A name is looked up whole (`exact`), by its words (`with_stem`), by likeness (`like`). Compiled when the index is made.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, filterfalse, pairwise
from math import fsum, log
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeVar

from judge.corpus import Corpus
from judge.entry import Entry, Paragraph
from judge.search.lexicon import Term
from judge.search.similar_words import words_most_like, words_within
from judge.search.word_forms import plain, stem, words_of

NameKind = Literal["headword", "alias", "bare", "redirect", "lexicon", "everyday"]
PRINTED = frozenset(("headword", "alias", "bare", "redirect"))
"""Kinds of names that the books print."""

Said = str | tuple[str, str]
"""A stem of what players say, or two that stand together in it."""

T = TypeVar("T")
_REMARK = re.compile(r"(?<!\s)\s*\([^()]*\)|(?<=\w) X$|^The (?=[A-Z])")
"""What a headword carries beside its name: an article, a remark in brackets, the X of a keyword's value."""

_is_beginning = attrgetter("beginning")
_LEAST_ALIKE = 0.5
"""Names that look less like what was typed are not what was meant."""
_UNSAID = 0.5
"""What nobody says counts as said so often."""
_ALIKE = 0.45
"""Paragraphs of two editions that share so much of their telling words, as the cosine, say alike."""
_MEANT_LESS = 0.9
"""Each further meaning of a term counts that much of the one before; so does a target that explains another name."""


class Name(NamedTuple):
    """One name: as shown, folded, its stems, the entries it leads to with how directly (1.0 = is its own)."""

    shown: str
    plain: str
    stems: tuple[str, ...]
    kind: NameKind
    targets: tuple[tuple[str, float], ...]
    lang: str = "en"
    beginning: bool = False
    """True for a word beginning: any typed word that begins so is this name."""
    at: tuple[str, ...] = ()
    """Anchors of the paragraphs that an everyday phrase leads to; none where it leads to its entries as wholes."""

    @property
    def is_printed(self) -> bool:
        """True for a name that the books print."""
        return self.kind in PRINTED

    @property
    def games(self) -> Sequence[str]:
        """The games of the entries it leads to."""
        return tuple(dict.fromkeys(target.partition("/")[0] for target, _ in self.targets))

    @classmethod
    def from_json(cls, row: Sequence[Any]) -> Name:
        """The name that was written as JSON."""
        shown, folded, stems, kind, targets, lang, beginning, at = row
        return cls(shown, folded, tuple(stems), kind, tuple((i, w) for i, w in targets), lang, beginning, tuple(at))


class Names:
    """All names of a corpus, in reading order; read-only."""

    def __init__(self, names: Iterable[Name]) -> None:
        self.all = tuple(names)
        named = list(filterfalse(_is_beginning, self.all))
        whole = [name for name in named if name.kind != "everyday"]
        self._plain = _grouped((name.plain, name) for name in named)
        self._stems = _grouped((" ".join(name.stems), name) for name in named)
        self._squeezed = _grouped((name.plain.replace(" ", ""), name) for name in whole if name.is_printed)
        self._lookalikes = tuple(self._squeezed)
        self.said = cache(self._find_said)
        ranked = ((n, name) for n, name in enumerate(self.all) if not name.beginning and name.kind != "everyday")
        self.numbers = _grouped((stem, n) for n, name in ranked for stem in dict.fromkeys(name.stems))
        """Of each stem, the places in `all` of the names that hold it, but for everyday phrases."""
        self.words = frozenset(word for name in self.all for word in name.plain.split())
        self.stems = frozenset(stem for name in self.all for stem in name.stems)
        self._headwords = {name.targets[0][0]: name.stems for name in reversed(whole) if name.kind == "headword"}
        foreign = ((n.targets[0][0], " ".join(n.stems)) for n in whole if n.kind == "lexicon" and n.lang != "en")
        self._foreign = _grouped(foreign)
        self.beginnings = tuple(sorted(filter(_is_beginning, self.all), key=lambda name: -len(name.plain)))

    def _find_said(self, entry_id: str) -> Mapping[str, Sequence[int]]:
        """Of each stem, the places in `all` of what players say for paragraphs of an entry and that holds it."""
        said = ((n, self.all[n]) for n in self._said_of.get(entry_id, ()))
        return _grouped((stem, n) for n, name in said for stem in dict.fromkeys(name.stems))

    @cached_property
    def _said_of(self) -> Mapping[str, Sequence[int]]:
        """The places in `all` of what players say for paragraphs of each entry."""
        return _grouped((target, n) for n, name in enumerate(self.all) if name.at for target, _ in name.targets)

    @cached_property
    def called(self) -> Mapping[tuple[str, str], Counter[Said]]:
        """By entry and anchor (none: the entry as a whole), how often what players say for it holds each stem, and
        each two stems that stand together."""
        found: dict[tuple[str, str], Counter[Said]] = defaultdict(Counter)
        for name in self.all:
            for target, _ in () if name.is_printed else name.targets:
                for anchor in name.at or ("",):
                    found[target, anchor].update({*name.stems, *pairwise(name.stems)})
        return found

    @cached_property
    def _often_called(self) -> Counter[Said]:
        return Counter(said for counts in self.called.values() for said in counts)

    def rarity(self, said: Said) -> float:
        """How telling a stem, or two that stand together, is of what players say: less, the more it is said of."""
        return log((1 + len(self.called)) / (_UNSAID + self._often_called[said]))

    def exact(self, folded: str) -> Sequence[Name]:
        """Names that read just so."""
        return self._plain.get(folded, ())

    def same_stems(self, stems: str) -> Sequence[Name]:
        """Names whose stems, joined by spaces, are these: other endings of the same words."""
        return self._stems.get(stems, ())

    def with_stem(self, word_stem: str) -> Sequence[Name]:
        """Names that hold a word of this stem."""
        return [self.all[number] for number in self.numbers.get(word_stem, ())]

    def headword_stems(self, entry_id: str) -> tuple[str, ...]:
        """The stems of an entry's headword; empty for an unknown id."""
        return self._headwords.get(entry_id, ())

    def foreign_terms(self, entry_id: str) -> Sequence[str]:
        """What an entry is called in another language than English: terms of the lexicon as stems joined by spaces."""
        return self._foreign.get(entry_id, ())

    def beginning_of(self, word: str) -> Name | None:
        """The longest word beginning of the lexicon that the folded word has, or None."""
        return next((name for name in self.beginnings if word.startswith(name.plain)), None)

    def like(self, folded: str, edits: int, most: int = 6) -> list[tuple[Name, int]]:
        """Names at most `edits` edits away when spaces do not count, with the number of edits, nearest first."""
        near = words_within(folded.replace(" ", ""), self._lookalikes, edits, most)
        return [(name, edits) for key, edits in near for name in self._squeezed[key]]

    def near(self, folded: str, most: int = 5) -> list[str]:
        """Headwords and aliases that look most like the text, for “did you mean”."""
        near = words_most_like(folded.replace(" ", ""), self._lookalikes, _LEAST_ALIKE, most)
        return list(dict.fromkeys(self._squeezed[key][0].shown for key in near))


def _grouped(pairs: Iterable[tuple[str, T]]) -> Mapping[str, Sequence[T]]:
    found: dict[str, list[T]] = defaultdict(list)
    for key, name in pairs:
        found[key].append(name)
    return dict(found)


def compile_names(corpus: Corpus, terms: Iterable[Term]) -> tuple[Name, ...]:
    """Every name of every entry, redirects leading to their targets, then the lexicon's terms with what they mean."""
    own = [name for entry in corpus.entries.values() for name in _names_of(entry, corpus)]
    meant: dict[str, list[Name]] = defaultdict(list)
    for name in own:
        meant[name.plain].append(name)
    order = {entry_id: place for place, entry_id in enumerate(corpus.entries)}
    found = ((term, _meant_by(term, meant, order)) for term in terms)
    likeness = Likeness(corpus)
    named = (_names_of_term(term, targets, corpus, likeness) for term, targets in found if targets)
    return (*own, *chain.from_iterable(named))


def final_targets(entry: Entry, corpus: Corpus, seen: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The ids a redirect ends at, through further redirects; its own id where it leads nowhere, or is none."""
    if entry.kind != "redirect" or entry.id in seen:
        return (entry.id,)
    targets = [corpus.entries[i] for i in entry.redirects_to if i in corpus.entries]
    ends = [end for target in targets for end in final_targets(target, corpus, seen | {entry.id})]
    return tuple(dict.fromkeys(ends)) or (entry.id,)


def bare_name(name: str) -> str:
    """A name without its article, its remark in brackets or its X; the name itself where nothing else is left.

    >>> bare_name("Retaliate X"), bare_name("Setup (Keyword)"), bare_name("The Grim Rule"), bare_name("X")
    ('Retaliate', 'Setup', 'Grim Rule', 'X')
    """
    return _REMARK.sub("", name).strip() or name


def _names_of(entry: Entry, corpus: Corpus) -> Iterable[Name]:
    ends = final_targets(entry, corpus)
    is_redirect = ends[0] != entry.id
    for place, shown in enumerate(entry.names):
        own = [i for i in ends if corpus.explaining(corpus.entries[i], shown)]
        targets = tuple((i, _MEANT_LESS if own and i not in own else 1.0) for i in ends)
        kind: NameKind = "redirect" if is_redirect else "alias" if place else "headword"
        yield _name(shown, entry.lang, kind, targets)
        if bare_name(shown) != shown:
            yield _name(bare_name(shown), entry.lang, "redirect" if is_redirect else "bare", targets)


def _name(shown: str, lang: str, kind: NameKind, targets: tuple[tuple[str, float], ...], part: bool = False) -> Name:
    folded = plain(shown)
    return Name(shown, folded, tuple(stem(word, lang) for word in folded.split()), kind, targets, lang, part)


def _names_of_term(
    term: Term, targets: tuple[tuple[str, float], ...], corpus: Corpus, likeness: Likeness
) -> Iterable[Name]:
    at = tuple(dict.fromkeys(p.anchor for p in _paragraphs_meant(term, targets, corpus, likeness)))
    for word in dict.fromkeys(plain(word) for word in term.words):
        shown = next(shown for shown in term.words if plain(shown) == word)
        yield _name(shown, term.lang, "everyday" if term.is_everyday else "lexicon", targets)._replace(at=at)
    for beginning in term.beginnings:
        yield _name(beginning, term.lang, "lexicon", targets, part=True)


def _paragraphs_meant(
    term: Term, targets: tuple[tuple[str, float], ...], corpus: Corpus, likeness: Likeness
) -> Iterator[Paragraph]:
    """Lazily, the paragraphs that hold the words `at`, and in another edition's entry the one that says alike."""
    found = [(corpus.entries[i], paragraphs_at(corpus.entries[i], term.at)) for i, _ in targets]
    held = [paragraph for _, paragraphs in found for paragraph in paragraphs]
    for entry, paragraphs in found:
        yield from paragraphs or likeness.nearest(held, entry)


class Likeness:
    """Tells which paragraphs of a corpus say alike, by the words that they share and few others hold."""

    def __init__(self, corpus: Corpus) -> None:
        self._stems = cache(lambda paragraph: frozenset(map(stem, words_of(paragraph.text))))
        paragraphs = [paragraph for entry in corpus.entries.values() for paragraph in entry.paragraphs]
        holders = Counter(word for paragraph in paragraphs for word in self._stems(paragraph))
        self._rarity = {word: log(len(paragraphs) / often) ** 2 for word, often in holders.items()}

    def nearest(self, paragraphs: Iterable[Paragraph], entry: Entry) -> Sequence[Paragraph]:
        """The paragraph of the entry that is most like one of the others, where it is like it at all."""
        pairs = [(self._cosine(other, own), n) for n, own in enumerate(entry.paragraphs) for other in paragraphs]
        likest, place = max(pairs, default=(0.0, 0))
        return entry.paragraphs[place : place + 1] if likest >= _ALIKE else ()

    def _cosine(self, one: Paragraph, other: Paragraph) -> float:
        these, those = self._stems(one), self._stems(other)
        return self._weight(these & those) / ((self._weight(these) * self._weight(those)) ** 0.5 or 1.0)

    def _weight(self, stems: Iterable[str]) -> float:
        return fsum(map(self._rarity.__getitem__, stems))


def paragraphs_at(entry: Entry, phrases: Iterable[str]) -> list[Paragraph]:
    """The paragraphs of the entry in which one of the phrases stands."""
    return [paragraph for paragraph in entry.paragraphs if any(phrase in paragraph.text for phrase in phrases)]


def _meant_by(
    term: Term, known: Mapping[str, Sequence[Name]], order: Mapping[str, int]
) -> tuple[tuple[str, float], ...]:
    """The entries a term means, each with its weight: the first meaning that a game has counts whole in that game.

    Of equal ones those that come first in reading order (`order`) come first.
    """
    found: dict[str, float] = {}
    places: dict[str, int] = defaultdict(int)
    for meaning in term.means:
        ids = [
            target
            for name in known.get(plain(meaning), ())
            for target, _ in name.targets
            if not term.games or target.split("/")[0] in term.games
        ]
        for target in ids:
            found.setdefault(target, _MEANT_LESS ** places[target.split("/")[0]])
        for game in {target.split("/")[0] for target in ids}:
            places[game] += 1
    return tuple(sorted(found.items(), key=lambda pair: (-pair[1], order[pair[0]])))
