"""Which words are names: of all stretches of words that may be one, those are taken that together have most for them.

What a stretch has for or against it are signs: what its words are, what stands before and behind it, whether the same
words stand again, in a card's text too. What a sign counts is fitted to texts whose names are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from judge.cardtext.english import COMMON, PREPOSITIONS
from judge.pasted.card_passages import CardPassage
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import ME
from judge.pasted.text_layout import BULLETS, TextLayout, Token
from judge.toml_tables import checked, read_toml, shown

NAME_SIGNS = "name-signs.toml"
LONGEST = 6
"""Words of a name at most."""
_MARKS: Mapping[str, str] = {
    "(": "(", "[": "(", ")": ")", "]": ")", ":": ":", "-": "-", "–": "-", "—": "-", ",": ",", ".": ".", "?": ".",
    "!": ".", ";": ".", '"': "quote", "“": "quote", "”": "quote", "/": "/", "=": "=", "+": "and", "&": "and",
}  # fmt: skip
_APART = frozenset(_MARKS.values()) - {"and", "-"} | {"edge", "bullet", "mark", "me"}
"""Sorts of marks and words that no name holds."""
_TELLING = frozenset(["have", "be", "say", "called"])
"""Sorts of words that no name holds in small letters."""
_ELSEWHERE = frozenset(["line", "sentence", "text", "text behind a mark", "own", "edge"])
"""What is no sort of a word beside a name."""
_JOINTS = frozenset(["at", "the", "and"])
"""Sorts of small words that names hold."""
_OPENING = frozenset(["line", "sentence", "text", ".", ":", "quote", "bullet"])


@dataclass(frozen=True)
class NameSpans:
    """The stretches of a text that may be names."""

    layout: TextLayout
    stretches: Sequence[tuple[int, int]]
    """Those of the tokens that stand in no card's text."""
    passages: Sequence[CardPassage]
    vocabulary: DisputeWords
    small: bool
    """Whether nobody cared for capitals."""

    def best(self, weights: Mapping[str, float]) -> Iterator[tuple[int, int]]:
        """Lazily, the stretches that together have most for them."""
        for first, end in self.stretches:
            spans = self.within(first, end)
            worth = {span: sum(weights.get(sign, 0.0) for sign in self.signs(span)) for span in spans}
            yield from best_apart(first, end, worth)

    def within(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        """Lazily, the spans between two tokens that may be names."""
        for begin in range(first, end):
            for stop in range(begin + 1, min(begin + LONGEST, end) + 1):
                if self._parts(stop - 1, begin):
                    break
                yield begin, stop

    def _parts(self, at: int, begin: int) -> bool:
        """Whether a token belongs to no name that begins at another."""
        if self._sorts[at] in _TELLING:
            return not self.layout.tokens[at].is_capital
        if self._sorts[at] not in _APART:
            return False
        return not (at > begin and self.layout.tokens[at].text == "." and self._before_is_title(at))

    def _before_is_title(self, at: int) -> bool:
        return self.layout.tokens[at - 1].lower in self.vocabulary.chat.titles

    def signs(self, span: tuple[int, int]) -> list[str]:
        """What a span has for or against it."""
        begin, stop = span
        sorts, words, several = self._sorts[begin:stop], self._words(span), stop - begin > 1
        before, behind = self._before(begin), self._behind(stop)
        found = [
            "name", f"words {min(stop - begin, 4)}", f"before {before}", f"behind {behind}", f"first {sorts[0]}",
            f"last {sorts[-1]}", f"before {before} first {sorts[0]}", f"last {sorts[-1]} behind {behind}",
            *(f"holds {sort}" for sort in sorts), *(f"holds {a} {b}" for a, b in pairwise(sorts)),
        ]  # fmt: skip
        if not several:
            found += [f"only {sorts[0]}", f"only {before} {sorts[0]} {behind}"]
        again = min(self._told[words] - 1, 2)
        found += [f"again {again}", f"again {again} several {several:d}"]
        if self._printed[words]:
            found += ["printed", f"printed {min(stop - begin, 3)}"]
        if self.layout.tokens[stop - 1].possessive:
            found.append("owns")
        found += [*self._longer(span, words), *self._around(span, before, behind)]
        return [*found, "small"] if self.small else [*found, *self._capitals(span, before)]

    def _around(self, span: tuple[int, int], before: str, behind: str) -> Iterator[str]:
        """Lazily, what stands around a span farther off, and whether a small word joins it to another."""
        begin, stop = span
        if begin > 1 and before not in _ELSEWHERE:
            yield f"before {self._sorts[begin - 2]} {before}"
            if before in _JOINTS and self.layout.tokens[begin - 2].is_capital:
                yield f"joined before {before}"
        if stop + 1 < len(self._sorts) and behind not in _ELSEWHERE:
            yield f"behind {behind} {self._sorts[stop + 1]}"
            if behind in _JOINTS and self.layout.tokens[stop + 1].is_capital:
                yield f"joined behind {behind}"

    def _longer(self, span: tuple[int, int], words: tuple[str, ...]) -> Iterator[str]:
        """Lazily, what the words beside a span make of it: whether they stand there each time."""
        begin, stop = span
        for side, at, longer in (("left", begin - 1, (begin - 1, stop)), ("right", stop, (begin, stop + 1))):
            if not 0 <= at < len(self._sorts) or self._sorts[at] in _APART:
                continue
            told, whole = self._told[words], self._told[self._words(longer)]
            if told > 1 and whole == told:
                yield f"{side} same"
            if whole < told:
                yield f"{side} varies"
            if self._printed[self._words(longer)]:
                yield f"{side} printed"

    def _capitals(self, span: tuple[int, int], before: str) -> Iterator[str]:
        """Lazily, what capitals say of a span."""
        begin, stop = span
        tokens, several = self.layout.tokens[begin:stop], stop - begin > 1
        shape, opens, sort = _shape(tokens), before in _OPENING, self._sorts[begin]
        yield f"capitals {shape}"
        yield f"capitals {shape} opens {opens:d}"
        yield f"capitals {shape} several {several:d}"
        yield f"capitals {shape} first {sort} opens {opens:d}"
        yield f"capitals {shape} several {several:d} first {sort} opens {opens:d}"
        if begin and before not in ("own", "line", "sentence") and self.layout.tokens[begin - 1].is_capital:
            yield "capital before"
            yield f"capital before {self._sorts[begin - 1]} opens {self._before(begin - 1) in _OPENING:d}"
        if stop < len(self._sorts) and self.layout.tokens[stop].is_capital and not tokens[-1].possessive:
            yield "capital behind"
            yield f"capital behind {self._sorts[stop]}"
        if tokens[0].text.isupper() and len(tokens[0].text) > 1:
            yield "shouted"
        if self._in_small_letters[tokens[0].lower] and (opens or not several):
            yield f"small elsewhere several {several:d}"

    # --- what stands beside a span

    def _before(self, begin: int) -> str:
        tokens = self.layout.tokens
        if not begin or tokens[begin - 1].sort == "break":
            return "line"
        if begin in self._begins:
            return "text" if begin - 1 in self._ends else "sentence"
        return "own" if tokens[begin - 1].possessive else self._sorts[begin - 1]

    def _behind(self, stop: int) -> str:
        tokens, at = self.layout.tokens, stop
        while at < min(len(tokens), stop + 3) and tokens[at].sort == "mark" and at not in self._texts:
            at += 1
        if stop in self._texts or at in self._texts:
            return "text" if at == stop else "text behind a mark"
        title = stop + 1 < len(tokens) and tokens[stop].text == "!" and tokens[stop + 1].text[0].islower()
        return "!" if title else self._sorts[stop] if stop < len(tokens) else "edge"

    @cached_property
    def _texts(self) -> frozenset[int]:
        """Where card texts begin."""
        return frozenset(one.first for one in self.passages)

    @cached_property
    def _ends(self) -> frozenset[int]:
        """Where card texts end."""
        return frozenset(one.outer_end - 1 for one in self.passages)

    @cached_property
    def _begins(self) -> frozenset[int]:
        return frozenset(first for first, _ in self.stretches)

    # --- how often words stand in the text

    def _words(self, span: tuple[int, int]) -> tuple[str, ...]:
        return tuple(token.lower for token in self.layout.tokens[slice(*span)])

    @cached_property
    def _told(self) -> Counter[tuple[str, ...]]:
        """How often some words stand outside card texts."""
        return Counter(self._words(span) for stretch in self.stretches for span in self.within(*stretch))

    @cached_property
    def _printed(self) -> Counter[tuple[str, ...]]:
        """How often some words stand in card texts."""
        return Counter(self._words(span) for one in self.passages for span in self.within(one.first, one.end))

    @cached_property
    def _in_small_letters(self) -> Counter[str]:
        return Counter(one.lower for one in self.layout.tokens if one.sort == "word" and not one.is_capital)

    # --- what a word is

    @cached_property
    def _sorts(self) -> list[str]:
        """What each token is, for a name."""
        known: dict[str, str] = {}
        return [
            known.setdefault(token.lower, self.sort(token.lower)) if token.sort == "word" else _sort_of_mark(token)
            for token in self.layout.tokens
        ]

    def sort(self, word: str) -> str:
        """What a word is, for a name."""
        chat, vocabulary = self.vocabulary.chat, self.vocabulary
        closed = (
            ("me", ME), ("have", chat.have), ("be", chat.be), ("the", chat.determiners), ("say", chat.say),
            ("called", ("called", "named")), ("and", ("and", "or", "n")), ("who", chat.relative),
            ("at", PREPOSITIONS | chat.prepositions), ("when", chat.openers), ("friend", chat.relatives),
        )  # fmt: skip
        for sort, words in closed:
            if word in words:
                return sort
        rows = vocabulary.phrases.get(word, ())
        return ("kind" if rows[0].sort == "class" else rows[0].sort) if rows else self._sort_of_open(word)

    def _sort_of_open(self, word: str) -> str:
        chat, vocabulary = self.vocabulary.chat, self.vocabulary
        sense = vocabulary.sense(word)
        if sense.verb is not None:
            roles = (("s", {"s"}), ("ed", {"past", "participle"}), ("ing", {"ing"}))
            return next((f"verb {role}" for role, forms in roles if sense.roles & forms), "verb")
        everyday = any(word in row for row in (chat.everyday, chat.nobody, chat.said, chat.function))
        first_name, knows = word in vocabulary.first_names, vocabulary.knows(word)
        signs = (
            ("told", word in vocabulary.told), ("common", word in vocabulary.stop or word in COMMON),
            ("first name", first_name and not knows), ("everyday", everyday),
            ("game", vocabulary.means_something(word)), ("known first name", first_name), ("known", knows),
        )  # fmt: skip
        return next((sort for sort, holds in signs if holds), "free")


def best_apart(first: int, end: int, worth: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Those of some spans between two places that do not overlap and together are worth most."""
    ending: dict[int, list[int]] = {}
    for begin, stop in worth:
        ending.setdefault(stop, []).append(begin)
    most, taken = [0.0], list[int | None]([None])
    for stop in range(first + 1, end + 1):
        rows = [(most[begin - first] + worth[begin, stop], begin) for begin in ending.get(stop, ())]
        best = max(rows, default=(most[-1], None), key=lambda row: row[0])
        better = best[0] > most[-1]
        taken.append(best[1] if better else None)
        most.append(best[0] if better else most[-1])
    found, stop = list[tuple[int, int]](), end
    while stop > first:
        start = taken[stop - first]
        if start is not None:
            found.append((start, stop))
        stop = start if start is not None else stop - 1
    return found[::-1]


def _sort_of_mark(token: Token) -> str:
    if token.sort in ("number", "break"):
        return "number" if token.sort == "number" else "edge"
    return _MARKS.get(token.text, "bullet" if token.text in BULLETS else "mark")


def _shape(tokens: Sequence[Token]) -> str:
    """Which words of a name have a capital."""
    capital = [token.is_capital for token in tokens if token.sort == "word"]
    if not capital or not any(capital):
        return "none"
    if all(capital):
        return "all"
    return "ends" if capital[0] and capital[-1] else "first" if capital[0] else "odd"


def read_name_signs(lexicon: Path) -> Mapping[str, float]:
    """What each sign of a name counts; none where there is no such table. Raises as `read_toml` and `checked`."""
    path = lexicon / NAME_SIGNS
    return checked(dict[str, float], read_toml(path), shown(path)) if path.is_file() else {}
