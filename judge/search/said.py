"""What an entry says: its sentences, and the passages of it that can be quoted as an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from judge.entry import Paragraph
from judge.search.lexicon import Demands
from judge.search.pages import Page
from judge.search.question import sentences
from judge.search.words import Token

_WHOLE_ENTRY = 340
"""An entry of so many characters is quoted whole: its lines belong together."""
_WHOLE_PARAGRAPH = 300
"""A paragraph of so many characters is quoted whole, a longer one by sentences."""
_WHOLE_LIST = 700
"""A list of so many characters is quoted with the line that introduces it, a longer one line by line."""
_NO_STEMS: frozenset[str] = frozenset()
_ENDS_CONDITION = ",:(→"


@dataclass(frozen=True)
class Sentence:
    """A sentence: its words, those of the condition that it sets, whether it `leans` on the sentence before, and the
    stems of its words without those that say nothing."""

    text: str
    tokens: tuple[Token, ...]
    condition: tuple[Token, ...]
    leans: bool
    content: tuple[str, ...]

    @cached_property
    def plain(self) -> frozenset[str]:
        """Its folded words."""
        return frozenset(token.plain for token in self.tokens)

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """The pairs of stems that stand together but for words that say nothing."""
        return frozenset(pairwise(self.content))

    @cached_property
    def stems(self) -> frozenset[str]:
        """Its stems."""
        return frozenset(token.stem for token in self.tokens)

    @cached_property
    def condition_stems(self) -> frozenset[str]:
        """The stems of its condition."""
        return frozenset(token.stem for token in self.condition)


@dataclass(frozen=True)
class Quotable:
    """What stands together in an entry: `quotes` word for word, each out of one paragraph, and their sentences.

    `around` are the stems of what introduces them; an example says what is meant, not what is so.
    """

    quotes: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    around: frozenset[str] = _NO_STEMS
    is_example: bool = False

    @cached_property
    def text(self) -> str:
        """The quotes, a space between them."""
        return " ".join(self.quotes)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all its sentences."""
        return _united([sentence.stems for sentence in self.sentences])

    @cached_property
    def plain(self) -> frozenset[str]:
        """The folded words of all its sentences."""
        return _united([sentence.plain for sentence in self.sentences])


def _united(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    """All of them; the one there is, itself: another would take as much room again."""
    return sets[0] if len(sets) == 1 else _NO_STEMS.union(*sets)


_Line = tuple[Paragraph, Sequence[Sentence]]


def quotable_of(page: Page, demands: Demands, stop: Set[str]) -> tuple[Quotable, ...]:
    """What can be quoted of an entry, in its order: a short one whole, another by its paragraphs.

    Words of `stop` say nothing.
    """
    paragraphs = page.entry.paragraphs
    lines = [
        (paragraph, tuple(_sentences(paragraph.text, passage.tokens, demands, stop)))
        for paragraph, passage in zip(paragraphs, page.passages, strict=True)
    ]
    if sum(len(paragraph.text) for paragraph in paragraphs) <= _WHOLE_ENTRY:
        return (Quotable(tuple(p.text for p in paragraphs), tuple(s for _, said in lines for s in said)),)
    return tuple(_by_paragraph(lines, demands))


def _by_paragraph(lines: Sequence[_Line], demands: Demands) -> Iterator[Quotable]:
    """Lazily, each paragraph with the short list that it introduces; a long one by its sentences."""
    above: list[tuple[int, frozenset[str]]] = []
    for at, (paragraph, said) in enumerate(lines):
        level = _level(paragraph)
        above = [(higher, stems) for higher, stems in above if higher < level]
        around = _NO_STEMS.union(*(stems for _, stems in above))
        below = list(_below(lines[at + 1 :], level)) if paragraph.text.rstrip().endswith(":") else []
        if below:
            above.append((level, _NO_STEMS.union(*(sentence.stems for sentence in said))))
        if sum(len(p.text) for p, _ in below) > _WHOLE_LIST:
            continue
        if len(paragraph.text) > _WHOLE_PARAGRAPH:
            yield from _by_sentence(paragraph.text, said, around, demands)
            continue
        leans = at and said and said[0].leans and not above
        together = [*(lines[at - 1 : at] if leans else []), (paragraph, said), *below]
        quotes = tuple(p.text for p, _ in together)
        sentences_said = tuple(sentence for _, some in together for sentence in some)
        yield Quotable(quotes, sentences_said, around, paragraph.text.startswith(demands.examples))


def _level(paragraph: Paragraph) -> int:
    return -1 if paragraph.role == "text" else paragraph.level


def _below(lines: Sequence[_Line], level: int) -> Iterator[_Line]:
    """Lazily, the list that stands under a line of a level."""
    for paragraph, said in lines:
        if _level(paragraph) <= level:
            return
        yield paragraph, said


def _by_sentence(
    text: str, said: Sequence[Sentence], around: frozenset[str], demands: Demands
) -> Iterator[Quotable]:
    """Lazily, each sentence of a paragraph, with the one before where it leans on that; all after an example are it."""
    is_example, begin, end = False, 0, 0
    for n, sentence in enumerate(said):
        before, begin = begin, text.index(sentence.text, end)
        end = begin + len(sentence.text)
        is_example = is_example or sentence.text.startswith(demands.examples)
        leans = n > 0 and sentence.leans
        quote = text[before if leans else begin : end]
        known = around | said[n - 1].stems if n else around
        yield Quotable((quote,), tuple(said[n - leans : n + 1]), known, is_example)


def _sentences(text: str, tokens: Sequence[Token], demands: Demands, stop: Set[str]) -> Iterator[Sentence]:
    """Lazily, the sentences of a paragraph, whose words are `tokens`."""
    end = 0
    for sentence in sentences(text):
        start = text.index(sentence, end)
        end = start + len(sentence)
        here = tuple(token for token in tokens if start <= token.start < end)
        if here:
            condition = tuple(
                token
                for token in _condition(here, sentence, start, demands)
                if token.plain in demands.quantifiers or not (token.plain in stop or token.plain in demands.generic)
            )
            content = tuple(token.stem for token in here if token.plain not in stop)
            yield Sentence(sentence, here, condition, here[0].plain in demands.leaning, content)


def _condition(tokens: Sequence[Token], sentence: str, start: int, demands: Demands) -> Sequence[Token]:
    """The words between one that begins a condition and the mark that ends it, or the sentence's end."""
    begins = next((n for n, token in enumerate(tokens) if token.plain in demands.conditions), None)
    if begins is None:
        return ()
    found = (sentence.find(mark, tokens[begins].start - start) for mark in _ENDS_CONDITION)
    end = start + min((at for at in found if at >= 0), default=len(sentence))
    return [token for token in tokens[begins + 1 :] if token.start < end]
