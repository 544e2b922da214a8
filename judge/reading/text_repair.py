"""Repairs damaged text by general rules: letters misread or lost, words split or joined; records each change.

A line is read as the likeliest path through a lattice: each word may stand as it is, be a misreading of a known word,
be two or more words run together, or be one piece of a word torn apart. How likely a word is, the cleaner rulebooks say
(`word_frequencies`); how letters are misread, the lexicon (`confusions`). Numbers and protected words stand as they
are, and a change must beat no change by a margin: prefer no change over a doubtful one.

What lies between words is mended elsewhere: `source_text` drops invisible characters and odd line ends,
`paragraphs` joins lines and heals hyphens at their ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.reading.confusions import Confusions, Pattern, well_cased
from judge.reading.line_segments import SourcePiece
from judge.reading.word_frequencies import WordFrequencies, plain_word

_WORD = re.compile(r"(?:[^\W\d_]|\d(?=[^\W\d_]))(?:[^\W_]|['’](?=[^\W\d_]))*")
_CHANGE = 4.0
_JOIN, _CUT = 3.0, 2.0
_MOST_PIECES = 6
_FRAGMENT = 3
_BEAM = 4
_WRONG_CASE = 2.0
_ODD_CASE = 8.0
_SMALL_WORDS = frozenset({"a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"})


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair: the source line, its kind, what stood there and what stands now; an editor's has a `why`."""

    line: int
    kind: str
    was: str
    now: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Edge:
    """Words up to `end` (excluded) of a line read as `text`; `cost` beyond that of its words; kind "" leaves them."""

    end: int
    text: str
    cost: float
    kind: str


@dataclass(frozen=True, slots=True)
class _Step:
    """The cheapest way so far: its cost, and its last edge with the word it begins at and the step before."""

    cost: float
    edge: _Edge | None
    start: int
    before: _Step | None

    def path(self) -> list[tuple[int, _Edge]]:
        """All edges of the way, each with the word it begins at."""
        edges: list[tuple[int, _Edge]] = []
        step: _Step | None = self
        while step is not None and step.edge is not None:
            edges.append((step.start, step.edge))
            step = step.before
        return edges[::-1]


@dataclass(slots=True)
class _Line:
    """A line taken apart: words, what stands before each, and what kind of case each should have."""

    words: list[str]
    gaps: list[str]
    tail: str
    starts: list[bool] = field(default_factory=list)


class Repairer:
    """Repairs text with one vocabulary and one table of confusions; `kinds` are the repairs a description asks for."""

    def __init__(self, vocabulary: WordFrequencies, confusions: Confusions, kinds: Iterable[str]) -> None:
        self.vocabulary, self.confusions, self.kinds = vocabulary, confusions, frozenset(kinds)
        self._readings: dict[tuple[str, bool], tuple[tuple[str, float, str], ...]] = {}
        self._cuts: dict[str, str | None] = {}

    def repair(
        self, text: str, line: int, before: str = "", names: bool = False, given: Iterable[str] = ()
    ) -> tuple[str, list[Repair]]:
        """`text` of source line `line`, repaired, and what was changed.

        `before` is the text that comes before it in its sentence ("" at a paragraph's start); `names` says that it
        lists headwords; words of the texts `given` are an editor's and stay.
        """
        if not self.kinds:
            return text, []
        changes: list[Repair] = []
        if "confusions" in self.kinds:
            text = self._sure(text, line, self.confusions.patterns, changes)
        if "joined-words" in self.kinds:
            text = self._sure(text, line, self.confusions.gaps, changes)
        parts = _take_apart(text, before, names)
        if not parts.words:
            return text, changes
        kept = frozenset(word for words in given for word in _WORD.findall(words))
        path = self._best_path(parts, before, kept)
        return self._write(parts, path, line, changes), changes

    def _sure(self, text: str, line: int, patterns: tuple[Pattern, ...], changes: list[Repair]) -> str:
        for pattern in patterns:
            words = text.split(" ")
            read = pattern.find.sub(pattern.put, text)
            if read == text:
                continue
            if len(words) == len(read.split(" ")):
                pairs = zip(words, read.split(" "), strict=True)
                changes.extend(Repair(line, pattern.kind, was, now) for was, now in pairs if was != now)
            else:
                changes.extend(self._each_match(text, line, pattern))
            text = read
        return text

    def _each_match(self, text: str, line: int, pattern: Pattern) -> Iterator[Repair]:
        for word in text.split(" ") if "®" not in text else [text]:
            read = pattern.find.sub(pattern.put, word)
            if read != word:
                yield Repair(line, pattern.kind, word, read)

    def _best_path(self, parts: _Line, before: str, kept: frozenset[str]) -> list[tuple[int, _Edge]]:
        """The likeliest reading of a line, as edges with their first words."""
        best: list[dict[str, _Step]] = [{} for _ in range(len(parts.words) + 1)]
        best[0][_last_word(before)] = _Step(0.0, None, 0, None)
        for start in range(len(parts.words)):
            states = sorted(best[start].items(), key=lambda s: s[1].cost)[:_BEAM]
            for edge in self._edges(parts, start, kept):
                for previous, step in states:
                    cost, last = self._cost_after(edge, previous)
                    reached = best[edge.end].get(last)
                    if reached is None or step.cost + cost < reached.cost:
                        best[edge.end][last] = _Step(step.cost + cost, edge, start, step)
        return min(best[-1].values(), key=lambda s: s.cost).path()

    def _cost_after(self, edge: _Edge, previous: str) -> tuple[float, str]:
        """What reading `edge` after the word `previous` costs, and the last word then."""
        cost, last = edge.cost, previous
        for word in edge.text.split():
            cost += self.vocabulary.cost(word, last or None)
            last = word
        return cost, last

    def _edges(self, parts: _Line, start: int, kept: frozenset[str]) -> Iterator[_Edge]:
        word = parts.words[start]
        odd = "confusions" in self.kinds and well_cased(word)[1] > 0 and word not in kept
        yield _Edge(start + 1, word, _ODD_CASE if odd else 0.0, "")
        if word in kept:
            return
        if plain_word(word) not in self.confusions.protected:
            for form, cost, kind in self.readings(word, False):
                yield _Edge(start + 1, form, cost + _case_cost(form, word, parts.starts[start]), kind)
            cut = self._cut(word) if "joined-words" in self.kinds else None
            if cut:
                yield _Edge(start + 1, cut, _CUT * cut.count(" "), "joined-words")
        yield from self._joins(parts, start, kept)

    def _joins(self, parts: _Line, start: int, kept: frozenset[str]) -> Iterator[_Edge]:
        """Words that are pieces of one word, with or without a letter lost in a gap."""
        if not self.kinds & {"split-words", "lost-letters"}:
            return
        for end in range(start + 2, min(start + _MOST_PIECES, len(parts.words)) + 1):
            if parts.gaps[end - 1] != " ":
                return
            pieces = parts.words[start:end]
            if pieces[-1] in kept:
                return
            if not self._is_suspect(pieces):
                continue
            for form, cost, kind in self._joined(pieces):
                yield _Edge(end, form, cost + _case_cost(form, pieces[0], parts.starts[start]), kind)

    def _is_suspect(self, pieces: list[str]) -> bool:
        """True when pieces may be one torn word: some are no words, or the books never have them side by side."""
        known = [self.vocabulary.is_known(p) for p in pieces]
        guarded = [plain_word(p) in self.confusions.protected for p in pieces]
        if not all(known):
            return True
        if any(guarded):
            return False
        return len(pieces) == 2 and not self.vocabulary.has_pair(*pieces) and min(map(len, pieces)) <= 2

    def _joined(self, pieces: list[str]) -> Iterator[tuple[str, float, str]]:
        whole = "".join(pieces)
        gaps = len(pieces) - 1
        all_known = all(self.vocabulary.is_known(p) for p in pieces)
        if "split-words" in self.kinds and not (all_known and gaps == 1):
            form, cost = well_cased(whole)
            if self.vocabulary.is_known(form):
                yield form, _JOIN + 0.5 * gaps + cost, "split-words"
        if "lost-letters" in self.kinds:
            for form, cost in self._with_lost(pieces):
                if self._fits(form, not all_known):
                    yield form, _JOIN + cost + (gaps - 1), "lost-letters"
        if gaps == 1 and not all_known and len(whole) > 3 and min(map(len, pieces)) <= _FRAGMENT:
            for form, cost, kind in self.readings(whole, True):
                yield form, _JOIN + cost, kind

    def _fits(self, form: str, strange: bool) -> bool:
        """True for a word of the books, and in place of a strange one for any that is known."""
        return self.vocabulary.in_books(form) or (strange and self.vocabulary.is_known(form))

    def _with_lost(self, pieces: list[str]) -> Iterator[tuple[str, float]]:
        for place in range(1, len(pieces)):
            left, right = "".join(pieces[:place]), "".join(pieces[place:])
            for letter, cost in self.confusions.lost_gap.items():
                form, case = well_cased(left + letter + right)
                yield form, cost + case
                twice = self.confusions.lost_gap
                if len(pieces) == 3 and place == 1:
                    yield from (
                        (pieces[0] + letter + pieces[1] + other + pieces[2], cost + twice[other]) for other in twice
                    )

    def readings(self, word: str, joined: bool) -> tuple[tuple[str, float, str], ...]:
        """Known words that `word` may be a misreading of: form, cost, kind; the likeliest few."""
        key = (word, joined)
        if key not in self._readings:
            self._readings[key] = tuple(self._find_readings(word, joined))
        return self._readings[key]

    def _find_readings(self, word: str, joined: bool) -> list[tuple[str, float, str]]:
        vocabulary = self.vocabulary
        if vocabulary.in_books(word) and well_cased(word)[1] == 0:
            return []
        strange = not vocabulary.is_known(word)
        found: dict[str, tuple[float, str]] = {}

        def consider(form: str, cost: float, kind: str) -> None:
            if not vocabulary.may_know(form):
                return
            cased, more = well_cased(form)
            if (
                self._fits(cased, strange and len(cased) > 4)
                and cased != word
                and cost + more < found.get(cased, (99.0, ""))[0]
            ):
                found[cased] = (cost + more, kind)

        consider(word, 0.0, "confusions")
        once = self.confusions.originals(word, self.kinds)
        for form, (cost, kind) in once.items():
            consider(form, cost, kind)
        if strange:
            if not found and len(word) > 3:
                for form, cost, kind in self.confusions.twice(once, self.kinds):
                    consider(form, cost, kind)
            if not found and len(word) > 5 and "confusions" in self.kinds and not joined:
                for form, cost in self.confusions.near(word):
                    consider(form, cost, "confusions")
        ranked = sorted(found.items(), key=lambda f: (f[1][0] + vocabulary.cost(f[0]), f[0]))[:6]
        base = 0.0 if joined else _CHANGE
        return [(form, cost + base, kind) for form, (cost, kind) in ranked]

    def _cut(self, word: str) -> str | None:
        """`word` as the words run together in it, or None when it is known or cannot be cut into known words."""
        if len(word) < 4 or self.vocabulary.is_known(word):
            return None
        if word not in self._cuts:
            self._cuts[word] = self._find_cut(word)
        return self._cuts[word]

    def _find_cut(self, word: str) -> str | None:
        best: list[tuple[float, tuple[str, ...]] | None] = [(0.0, ())] + [None] * len(word)
        for end in range(1, len(word) + 1):
            for start in range(max(0, end - 18), end):
                so_far, piece = best[start], word[start:end]
                if so_far is None or not self._is_piece(piece):
                    continue
                before = so_far[1][-1] if so_far[1] else None
                cost = so_far[0] + self.vocabulary.cost(piece, before) + _CUT
                here = best[end]
                if here is None or cost < here[0]:
                    best[end] = (cost, (*so_far[1], piece))
        whole = best[-1]
        return " ".join(whole[1]) if whole and len(whole[1]) > 1 else None

    def _is_piece(self, piece: str) -> bool:
        if not piece[0].isalpha() or well_cased(re.split("[’']", piece, maxsplit=1)[0])[1]:
            return False
        if len(piece) == 1:
            return piece in ("a", "A", "I")
        return self.vocabulary.is_known(piece) and (len(piece) > 3 or self.vocabulary.in_books(piece))

    def _write(self, parts: _Line, path: list[tuple[int, _Edge]], line: int, changes: list[Repair]) -> str:
        written: list[str] = []
        for start, edge in path:
            written += [parts.gaps[start], edge.text]
            if edge.kind:
                was = parts.words[start] + "".join(
                    gap + word
                    for gap, word in zip(
                        parts.gaps[start + 1 : edge.end], parts.words[start + 1 : edge.end], strict=True
                    )
                )
                changes.append(Repair(line, edge.kind, was, edge.text))
        return "".join(written) + parts.tail


def _take_apart(text: str, before: str, names: bool) -> _Line:
    words: list[str] = []
    gaps: list[str] = []
    starts: list[bool] = []
    place = 0
    for match in _WORD.finditer(text):
        gap = text[place : match.start()]
        open_sentence = (before + " " + text[: match.start()]).rstrip(" \"'“‘([")
        starts.append(names or not open_sentence or open_sentence[-1] in ".!?:;”" or _after_capital(words, gap))
        words.append(match[0])
        gaps.append(gap)
        place = match.end()
    return _Line(words, gaps, text[place:], starts)


def _after_capital(words: list[str], gap: str) -> bool:
    return (
        bool(words) and gap == " " and words[-1][:1].isupper() and plain_word(words[-1]) not in ("if", "i", "a", "the")
    )


def _case_cost(form: str, was: str, starts: bool) -> float:
    """What it costs to change the case of a word's first letter against where it stands."""
    if not form[:1].isalpha() or form[:1] == was[:1]:
        return 0.0
    if form[:1].isupper() == starts or (starts and form.lower() in _SMALL_WORDS):
        return 0.0
    return _WRONG_CASE


def _last_word(text: str) -> str:
    words = _WORD.findall(text)
    return words[-1] if words and not re.search(r"[.!?:;]\W*$", text) else ""


def repair_pieces(
    pieces: Iterable[SourcePiece], repairer: Repairer, given: Mapping[int, Sequence[str]]
) -> tuple[list[SourcePiece], list[Repair]]:
    """All pieces repaired, in order, and the record of changes. What an editor gave (`given` by line) is left alone."""
    repaired: list[SourcePiece] = []
    changes: list[Repair] = []
    for piece in pieces:
        last = repaired[-1] if repaired and repaired[-1].entry == piece.entry and not piece.marker else None
        before = last.text if last and last.see == piece.see else ""
        if not piece.given:
            text, made = repairer.repair(piece.text, piece.line, before, bool(piece.see), given.get(piece.line, ()))
            repaired.append(replace(piece, text=text))
            changes += made
        else:
            repaired.append(piece)
    return repaired, changes
