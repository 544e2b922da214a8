"""Card text → pieces: the words and phrases the game's table knows, told apart by spaCy's tokenizer and matcher."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock

import spacy
from spacy.attrs import LENGTH, LOWER, SPACY  # type: ignore[import-not-found]
from spacy.matcher import PhraseMatcher
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

from judge.cardtext.sentences import ABBREVIATIONS
from judge.cardtext.words import AbilityWords, Sense

NOTHING = Sense()
_THIS = Sense(noun="this")
_STOP = "".join(rf"(?<!\b{word})" for word in ABBREVIATIONS) + r"(?<!\.[A-Z])\."
"""A full stop that is no part of its word, as that of “Dr.” and the last one of “C.O.G.” are."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a mark, or a phrase that means something as a whole; `start` and `end` are offsets in the text read."""

    text: str
    lower: str
    start: int
    end: int
    sense: Sense = NOTHING

    @property
    def is_word(self) -> bool:
        """False for punctuation."""
        return self.lower[0].isalnum() or self.lower[0] in "+-["


class Lexer:
    """One game's words in a blank pipeline: only a tokenizer and a phrase matcher, no model. Threads may share it."""

    def __init__(self, words: AbilityWords) -> None:
        self._nlp = spacy.blank("en")
        # Only the lower-case form is asked for; what a vocabulary computes besides costs more than all the matching.
        self._nlp.vocab.lex_attr_getters = {LOWER: str.lower}  # type: ignore[attr-defined]
        # Hyphenated names (“alter-ego”) and icons stay whole; only a slash or a dash parts words within a word.
        self._nlp.tokenizer = Tokenizer(
            self._nlp.vocab,
            prefix_search=compile_prefix_regex([r"[\"'(\[•]", "—", "–"]).search,
            suffix_search=compile_suffix_regex([r"'s", r"[\"')\],:;!?]", _STOP, "—", "–"]).search,
            infix_finditer=compile_infix_regex(["/", "—", "–"]).finditer,
        )
        self._senses = words.senses
        self._matcher = PhraseMatcher(self._nlp.vocab, attr="LOWER")
        self._matcher.add("word", [self._nlp.make_doc(phrase) for phrase in words.senses])
        self._learn({word for phrase in words.senses for word in phrase.split()} | set(words.effects))
        self._lock = Lock()  # a memory zone belongs to the vocabulary, so one text is read at a time

    def _learn(self, words: set[str]) -> None:
        """Tokenize common words once, with the marks that follow them: known for good, not anew in each memory zone."""
        common = words | self._nlp.Defaults.stop_words | {str(number) for number in range(21)}
        for word in sorted(common):
            for form in (word, word.capitalize()):
                self._nlp.make_doc(f"{form} {form}, {form}. {form}: {form})")

    def pieces(self, texts: Sequence[str], own_name: str | None = None) -> list[list[Piece]]:
        """The pieces of each text in order; where phrases overlap the longest counts.

        `own_name` is the name of the card itself. Texts read together share one memory zone.
        """
        with self._lock, self._nlp.memory_zone():
            return [self._read(text, own_name) for text in texts]

    def _read(self, text: str, own_name: str | None) -> list[Piece]:
        if not text:
            return []
        doc = self._nlp.make_doc(text)
        words: list[tuple[int, int]] = []
        at = 0
        for length, space in doc.to_array([LENGTH, SPACY]).tolist():
            words.append((at, at + length))
            at += length + space
        chars = {(words[first][0], words[last - 1][1]) for _, first, last in self._matcher(doc)}
        known = _longest({(start, end): self._senses.get(text[start:end].lower(), NOTHING) for start, end in chars})
        if own_name is not None:
            known = _with_own_name(known, text, own_name)
        return _join(text, words, known)


def _longest(spans: dict[tuple[int, int], Sense]) -> dict[tuple[int, int], Sense]:
    kept: dict[tuple[int, int], Sense] = {}
    reached = -1
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if span[0] >= reached:
            kept[span] = spans[span]
            reached = span[1]
    return kept


def _with_own_name(known: dict[tuple[int, int], Sense], text: str, own_name: str) -> dict[tuple[int, int], Sense]:
    own = list(_whole(own_name, text))
    if not own:
        return known
    kept = {
        span: sense for span, sense in known.items() if not any(span[0] < end and start < span[1] for start, end in own)
    }
    return kept | dict.fromkeys(own, _THIS)


def _whole(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a name stands as whole words, by plain search: a pattern for each card costs more than reading it."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        around = text[max(at - 1, 0) : at] + text[end : end + 1]
        if any(char.isalnum() or char == "_" for char in around):
            end = at + 1
        else:
            yield at, end
        at = text.find(name, end)


def _join(text: str, words: list[tuple[int, int]], known: dict[tuple[int, int], Sense]) -> list[Piece]:
    """Words with the phrases put together; a phrase begins where one of its words does."""
    begins = {start: (end, sense) for (start, end), sense in known.items()}
    pieces: list[Piece] = []
    reached = 0
    for start, end in words:
        if start < reached:
            continue
        reached, sense = begins.get(start, (end, NOTHING))
        said = text[start:reached]
        if not said.isspace():
            pieces.append(Piece(said, said.lower(), start, reached, sense))
    return pieces
