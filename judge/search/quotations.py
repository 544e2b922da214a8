"""What of an entry can be quoted as an answer: a paragraph, a list with the line before it, a short entry whole.

`answer_features` weighs each of them, `answer` takes the best.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from judge.search.entry_names import Said
from judge.search.entry_words import EntryWords, Passage
from judge.search.question import sentence_spans
from judge.search.word_forms import Token

_WHOLE_ENTRY = 420
"""An entry of so many characters is also quoted whole: its lines belong together."""
_WHOLE_LIST = 700
_BY_LENGTH, _USUAL_LENGTH = 0.4, 40
"""How much the length of a text counts against its words, and how many stems one usually has."""
_SATURATION = 1.2
"""A stem that counts so much counts half of what one can."""
_IN_NAME, _AROUND = 1.5, 0.6
"""A stem of a name, and of the line that introduces a list, counts as standing there so often."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of a paragraph and its words."""

    text: str
    tokens: tuple[Token, ...]

    @cached_property
    def stems(self) -> frozenset[str]:
        """Its stems."""
        return frozenset(token.stem for token in self.tokens)


@dataclass(frozen=True)
class Quotation:
    """Paragraphs that are quoted together, by their `places` in the entry; `names` are the stems of its names, `around`
    those of the line that introduces a list item, `said` how often players say a stem, or two together, for it."""

    places: tuple[int, ...]
    passages: tuple[Passage, ...]
    names: frozenset[str]
    around: frozenset[str]
    said: Mapping[Said, int]

    @cached_property
    def text(self) -> str:
        """Its paragraphs, a line each."""
        return "\n".join(passage.text for passage in self.passages)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Its stems."""
        return frozenset(stem for passage in self.passages for stem in passage.line)

    @cached_property
    def everything(self) -> frozenset[str]:
        """All stems in and around it."""
        return self.stems | self.names | self.around

    @cached_property
    def pairs(self) -> frozenset[Said]:
        """The pairs of stems that stand together in it, and all that players say for it."""
        return frozenset(self.said).union(*(passage.pairs for passage in self.passages))

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentences, paragraph by paragraph."""
        return tuple(sentence for passage in self.passages for sentence in _sentences_of(passage))

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words, folded."""
        return frozenset(token.plain for passage in self.passages for token in passage.tokens)

    @cached_property
    def counts(self) -> Mapping[str, float]:
        """How much each stem counts, 0 to 1 as in BM25: how often it stands in it, less in a long text, more in a name,
        and is said."""
        lines = Counter(stem for passage in self.passages for stem in passage.line)
        length = 1 - _BY_LENGTH + _BY_LENGTH * lines.total() / _USUAL_LENGTH
        found = defaultdict(float, {stem: often / length for stem, often in lines.items()})
        beside = (dict.fromkeys(self.around - self.names, _AROUND), dict.fromkeys(self.names, _IN_NAME))
        for more in (*beside, {stem: often for stem, often in self.said.items() if isinstance(stem, str)}):
            for stem, often in more.items():
                found[stem] += often
        return {stem: often / (often + _SATURATION) for stem, often in found.items()}


def quotations_of(entry_words: EntryWords, said: Callable[[str], Counter[Said]]) -> Sequence[Quotation]:
    """Every paragraph of the entry, its lists, and the entry as a whole where it is short; `said` tells what
    players say for an anchor of it (none: for the entry as a whole)."""
    passages = entry_words.passages
    lists = list(_lists([paragraph.role for paragraph in entry_words.entry.paragraphs]))
    around: dict[tuple[int, ...], frozenset[str]]
    around = {(place,): passages[first].stems for first, *items in lists for place in items}
    heads = {first for first, *_ in lists if passages[first].text.endswith(":")}
    found: list[tuple[int, ...]] = [(place,) for place in range(len(passages)) if place not in heads]
    found += _quoted_together(passages, lists, heads)
    quoted = ((places, tuple(passages[n] for n in places)) for places in found)
    return [
        Quotation(
            places,
            some,
            entry_words.names,
            around.get(places, frozenset()),
            sum(map(said, ("", *(one.anchor for one in some))), Counter()),
        )
        for places, some in quoted
    ]


def _size(passages: Sequence[Passage], places: Sequence[int]) -> int:
    return sum(len(passages[place].text) for place in places)


def _quoted_together(
    passages: Sequence[Passage], lists: Sequence[tuple[int, ...]], heads: Set[int]
) -> Sequence[tuple[int, ...]]:
    """The entry as a whole where it is short, else those of its lists that are short or cannot be parted."""
    whole = tuple(range(len(passages)))
    if len(whole) > 1 and _size(passages, whole) <= _WHOLE_ENTRY:
        return [whole]
    return [places for places in lists if places[0] in heads or _size(passages, places) <= _WHOLE_LIST]


def _lists(roles: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Lazily, the places of each line of text with the list items after it."""
    starts = [n for n, role in enumerate(roles) if n == 0 or role == "text"]
    for start, end in pairwise((*starts, len(roles))):
        if end - start > 1:
            yield tuple(range(start, end))


def _sentences_of(passage: Passage) -> Iterator[Sentence]:
    for start, end in sentence_spans(passage.text):
        tokens = tuple(token for token in passage.tokens if start <= token.start < end)
        if tokens:
            yield Sentence(passage.text[start:end], tokens)
