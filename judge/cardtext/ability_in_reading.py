"""One ability being read: its words, where they stand, who was named, and what was not understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from judge.cardtext.antecedents import Mentions
from judge.cardtext.card_words import CardWords
from judge.cardtext.clause_grammar import Grammar
from judge.cardtext.lexer import Lexeme
from judge.cardtext.parsed_phrases import ParsedClause
from judge.cardtext.tree import Effect, Span, Unread
from judge.cardtext.word_lookup import WordLookup

Part = Literal["timing", "trigger", "condition", "effect", "cost", "text"]


class AbilityInReading:
    """What the readers of one ability share. `part` is where they are: in the trigger, the cost, the effect."""

    def __init__(self, pieces: Sequence[Lexeme], words: CardWords) -> None:
        self.s = WordLookup(pieces, words)
        self.g = Grammar(self.s)
        self.words = words
        self.unread: list[Unread] = []
        self.mentions = Mentions(words)
        self.part: Part = "effect"
        self.in_force = False
        """Whether what it says holds for as long as its card is there, rather than happens once."""
        self.measured: str | None = None
        """Of what the trigger says “any amount of”."""

    @contextmanager
    def of(self, pieces: Sequence[Lexeme]) -> Iterator[None]:
        """Read other pieces for a while."""
        outer = self.s, self.g
        self.s = WordLookup(pieces, self.words)
        self.g = Grammar(self.s)
        yield
        self.s, self.g = outer

    def span(self, first: int, end: int) -> Span:
        pieces = self.s.pieces
        end = min(end, len(pieces))
        if first >= len(pieces) or end <= first:
            return (0, 0)
        return min(pieces[first].start, pieces[end - 1].start), max(pieces[first].end, pieces[end - 1].end)

    def text(self, first: int, end: int) -> str:
        """The words between two places as printed, on one line."""
        said: list[str] = []
        for piece in self.s.pieces[first:end]:
            said.append((" " if piece.new and said else "") + piece.text)
        return "".join(said)

    def text_of(self, span: Span) -> str:
        """The words of a stretch, as printed."""
        places = [at for at, piece in enumerate(self.s.pieces) if span[0] <= piece.start and piece.end <= span[1]]
        return self.text(places[0], places[-1] + 1) if places else ""

    def whole(self, read: Callable[[], Effect | None]) -> Effect | None:
        """What is read, where nothing in it is missed; else None, and nothing is taken note of."""
        missed = len(self.unread)
        found = read()
        if found is not None and len(self.unread) == missed:
            return found
        del self.unread[missed:]
        return None

    def miss(self, first: int, end: int, part: Part | None = None) -> Unread:
        """Take note of words that were not understood."""
        node = Unread(part or self.part, self.text(first, end), self.span(first, end))
        self.unread.append(node)
        return node

    def comma(self, at: int) -> int:
        """The next comma, full stop or arrow outside quotes and brackets."""
        depth, quoted = 0, False
        for place in range(at, self.s.end):
            lower = self.s.pieces[place].lower
            if lower == '"':
                quoted = not quoted
            elif lower in ("(", ")"):
                depth += 1 if lower == "(" else -1
            elif not quoted and depth <= 0 and lower in (",", ".", ":", "→", "!", "•"):
                return place
        return self.s.end

    def left_over(self, said: ParsedClause) -> None:
        """Complements that found no part are told."""
        for first, end in dict.fromkeys(said.missed):
            self.miss(first, end)
