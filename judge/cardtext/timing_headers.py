"""Timing triggers in card text: `Fox Reflex — Hero Interrupt (defense):` → where it stands and what it says.

Careless hands are met half-way: any case, no colon or a dash for it, brackets around the words, letters lost or
swapped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rapidfuzz.distance import OSA

from judge.cardtext.card_words import CardWords, TimingWord, is_number
from judge.cardtext.lexer import Lexeme
from judge.cardtext.sentence_split import ENDS, begins_item, closing_bracket, covered, text_of

_DASHES = frozenset("-–—")
_CONDITIONS = frozenset(["when", "whenever", "after"])
_BEFORE_SENTENCE = ENDS | frozenset(':;)]"→—–•-(')
_WAITING = frozenset(["at", "before", "immediately"])
"""Words besides that open the condition of an ability that waits."""
_NO_ARTICLE = re.compile(r"^(at )(?=(?:start|end|beginning) of )")
_OBJECTS = frozenset(["a", "an", "the", "your", "1"])
"""Words that open what an order is about: “Choose a player”, “Discard 1 card”."""
_OPENINGS = frozenset(["a", "all", "an", "any", "each", "every", "if", "the", "this", "you", "your"])
"""Words that open the sentence of an ability."""
_NO_TIMING = frozenset(
    ["if", "while", "choose", "each", "you", "the", "then", "for", "until", "either", "when", "after"]
)
_LETTERS_A_SLIP = 7
"""Letters of a timing trigger of two words for each that may be lost, swapped or too many."""
_MOST_NAME = 14
"""Pieces of a name before a timing word."""


@dataclass(frozen=True, slots=True)
class Header:
    """A timing trigger; `first` is where its name or symbols begin, `end` where its ability's words begin."""

    first: int
    end: int
    timing: str
    forced: bool = False
    form: str | None = None
    labels: tuple[str, ...] = ()
    name: str | None = None
    symbols: tuple[str, ...] = ()
    value: int | None = None
    at: int = 0
    """Where the timing word itself begins."""
    meant: str | None = None
    """The timing word as it should be spelt, where it was misspelt."""
    unknown: bool = False
    """True when what stands like a timing word is none."""
    user: str | None = None
    """The role of the one who may use it (“First Player Action”)."""


class _Word(NamedTuple):
    """A timing word with what stands before it, and where it ends."""

    row: TimingWord
    end: int
    forced: bool
    form: str
    user: str | None = None
    meant: str | None = None

    def timing(self, symbols: Sequence[str], *, forced: bool) -> str:
        """Which timing it names with symbols beside it."""
        row = self.row
        timing = row.forced if forced and row.forced else row.id
        return next((row.with_symbol[symbol] for symbol in symbols if symbol in row.with_symbol), timing)

    def read_as(self, text: str, *, forced: bool) -> str | None:
        """A sentence that tells how it was read where it was misspelt."""
        meant = " ".join(["Forced"] * forced + [self.form.title()] * bool(self.form) + [self.meant or ""])
        return f"“{text}” was read as “{meant}”." if self.meant else None


class _Before(NamedTuple):
    """What stands before a timing word: `at` is where it ends."""

    at: int
    forced: bool = False
    form: str = ""
    user: str | None = None
    slip: bool = False
    """True where “forced” was misspelt."""


class _Place(NamedTuple):
    """Where a timing trigger stands: with its symbols, without them, and among what."""

    first: int
    begin: int
    starts: bool
    opened: bool
    """True in brackets."""
    is_icon: bool


class _Printed(NamedTuple):
    """What stands behind a timing word: `closed` is where it ends without its mark, `end` with it."""

    place: _Place
    closed: int
    end: int
    forced: bool
    symbols: list[str]
    said: list[list[str]]

    @property
    def has_colon(self) -> bool:
        """Whether a mark stands behind it."""
        return self.end > self.closed


class Headers:
    """Finds the timing triggers of one game's texts."""

    def __init__(self, words: CardWords) -> None:
        self._words = words
        self._rows = {word.lower(): row for row in words.timings for word in row.words}
        self._most = max((len(re.findall(r"\w+|[^\w\s]", word)) for word in self._rows), default=1)
        self._firsts = frozenset(
            first for word in self._rows for first in (word, word.split()[0], re.split(r"[ -]", word)[0])
        )
        self._begun = frozenset(word[:most] for word in self._rows for most in range(1, len(word) + 1))
        """What timing words begin with, letter by letter."""
        self._prefixes = dict(words.prefixes)
        self._prefixed = frozenset(prefix.split()[0] for prefix in self._prefixes)
        self._prefixed_words = {
            _joined(prefix + word): (prefix, row)
            for prefix in ("forced", *self._prefixes)
            for word, row in self._rows.items()
            if row.triggered
        }
        """By their letters, triggers of two words: what stands before a timing word, and its row."""
        known = {*words.free_symbols, *(symbol for row in words.timings for symbol in row.with_symbol)}
        self._symbols = {symbol.replace(" ", ""): symbol for symbol in known}

    def find(self, pieces: Sequence[Lexeme], first: int, end: int) -> list[Header]:
        """The timing triggers between two places; one in quotes or brackets belongs to another ability."""
        inside = covered(pieces[first:end])
        found: list[Header] = []
        reached = at = first
        while at < end:
            header, piece = None, pieces[at]
            is_within = at > first and piece.new != "\n" and pieces[at - 1].sort == "word" and piece.text[0].islower()
            if not is_within and (not inside[at - first] or piece.lower == "("):
                header = self._header(pieces, at, end, reached, first)
            if header is None:
                at += 1
                continue
            found.append(header)
            reached = at = header.end
        return found

    def untimed(self, lower: str) -> str:
        """The timing of a text without timing word, by how it begins."""
        lower = _NO_ARTICLE.sub(r"\1the ", lower.lstrip("\"'( "))
        return next(
            (timing for start, timing in self._words.untimed if lower.startswith(start)), self._words.default_timing
        )

    def _header(self, pieces: Sequence[Lexeme], at: int, end: int, reached: int, line: int) -> Header | None:
        """The timing trigger that begins here, with its name and symbols."""
        first, piece = at, pieces[at]
        starts = self._begins(pieces, at)
        if not starts and not _may_open(piece):
            return None
        before, whole, at = self._icons_before(pieces, at, end)
        if at >= end:
            return None
        opened = pieces[at].lower in ("[", "(")
        begin = at + opened
        word = self._word(pieces, begin, end, whole, guess=starts or opened)
        if word is None:
            return self._unknown(pieces, first, end, reached) if starts and not before else None
        printed = self._printed(pieces, end, word, _Place(first, begin, starts, opened, whole is not None))
        if printed is None or not self._is_printed_so(pieces, end, word, printed):
            return None
        late, at = self._late_brackets(pieces, printed.end, end, printed.said)
        value, form, labels, own = self._said_in_brackets(word.row, [*printed.said, *late], printed.symbols)
        paid, at = self._costs(pieces, at, end)
        start, name, named = self._name(pieces, max(reached, line), first)
        symbols = tuple(self._symbols.get(_joined(symbol), symbol) for symbol in (*named, *before, *own, *paid))
        text = text_of(pieces[begin : word.end])
        return Header(
            first=start,
            end=at,
            timing=word.timing(symbols, forced=printed.forced),
            forced=printed.forced,
            form=self._prefixes.get(word.form) or form,
            labels=labels,
            name=name or (text if word.row.named else None),
            symbols=symbols,
            value=value,
            at=begin,
            user=word.user,
            meant=word.read_as(text, forced=printed.forced),
        )

    def _icons_before(
        self, pieces: Sequence[Lexeme], at: int, end: int
    ) -> tuple[list[str], tuple[bool, str, TimingWord] | None, int]:
        """Symbols, and a timing trigger printed as an icon that ends them; where that or what is behind them stands."""
        symbols: list[str] = []
        while at < end and pieces[at].sort == "icon" and len(symbols) < 8:
            whole = self._in_icon(pieces[at])
            if whole is not None:
                return symbols, whole, at
            symbols.append(pieces[at].lower[1:-1])
            at += 1
        return symbols, None, at

    def _word(
        self, pieces: Sequence[Lexeme], begin: int, end: int, whole: tuple[bool, str, TimingWord] | None, *, guess: bool
    ) -> _Word | None:
        """“Forced Hero Interrupt”, as an icon or in words; where a `guess` is allowed, misspelt too."""
        if whole is not None:
            return _Word(whole[2], begin + 1, whole[0], whole[1])
        before = self._before_word(pieces, begin, end)
        at = before.at
        row, width = self._timing(pieces, at, end)
        meant = row.words[0] if row is not None and before.slip else None
        if row is None and (guess or at > begin):
            row, meant = self._misspelt(pieces, at, end)
            width = 1
        if row is None:
            return self._much_misspelt(pieces, begin, end) if guess else None
        return _Word(row, at + width, before.forced, before.form, before.user, meant)

    def _before_word(self, pieces: Sequence[Lexeme], begin: int, end: int) -> _Before:
        """“Forced”, the form and the user that stand before a timing word, in any order."""
        before = _Before(begin)
        for _ in range(4):
            further = self._further(pieces, before, begin, end)
            if further is None:
                break
            before = further
        return before

    def _further(self, pieces: Sequence[Lexeme], before: _Before, begin: int, end: int) -> _Before | None:
        """What stands before a timing word, with the next part of it; None where none follows."""
        at = before.at
        prefix, width = self._prefix(pieces, at, end)
        if width and prefix == "forced":
            return before._replace(at=at + width, forced=True, slip=before.slip or pieces[at].lower != prefix)
        if at < end and pieces[at].lower in self._words.users:
            return before._replace(at=at + 1, user=self._words.users[pieces[at].lower])
        if width:
            return before._replace(at=at + width, form=prefix)
        if at < end and pieces[at].lower == "/" and at > begin:
            return before._replace(at=at + 1)
        return None

    def _much_misspelt(self, pieces: Sequence[Lexeme], begin: int, end: int) -> _Word | None:
        """The one trigger of two words that words before a colon are but for a few letters: “Froced Interupt:”,
        “ForcedInterrupt:”.
        """
        at = begin
        while at < min(begin + 4, end) and (pieces[at].sort == "word" or pieces[at].lower == "-"):
            at += 1
        if at == begin or at >= end or pieces[at].lower != ":":
            return None
        said = _joined(text_of(pieces[begin:at]).lower())
        apart = {name: OSA.distance(said, name) for name in self._prefixed_words}
        near = min(apart, key=apart.__getitem__, default="")
        if not near or apart[near] > len(near) // _LETTERS_A_SLIP:
            return None
        prefix, row = self._prefixed_words[near]
        forced = prefix == "forced"
        return _Word(row, at, forced, "" if forced else prefix, meant=row.words[0])

    def _printed(self, pieces: Sequence[Lexeme], end: int, word: _Word, place: _Place) -> _Printed | None:
        """What stands between a timing word and its ability: symbols, brackets, a mark."""
        at, forced = word.end, word.forced
        if at < end and pieces[at].lower == "forced":
            forced, at = True, at + 1
        symbols: list[str] = []
        while at < end and pieces[at].sort == "icon" and pieces[at].new != "\n":
            symbols.append(pieces[at].lower[1:-1])
            at += 1
        said: list[list[str]] = []
        while (close := self._label_end(pieces, at, end)) is not None:
            said.append(_inside(pieces, at, close))
            at = close + 1
        if at + 1 < end and pieces[at].lower == "(" and pieces[at + 1].lower in _CONDITIONS and not place.opened:
            at += 1  # the condition stands in brackets
        if place.opened:
            if at >= end or pieces[at].lower not in ("]", ")"):
                return None
            at += 1
        has_colon = at < end and self._is_colon(pieces, at, end)
        return _Printed(place, at, at + has_colon, forced, symbols, said)

    def _label_end(self, pieces: Sequence[Lexeme], at: int, end: int) -> int | None:
        """Where brackets close behind a timing word that hold no condition."""
        close = closing_bracket(pieces, at, min(at + 12, end)) if at < end and pieces[at].lower == "(" else None
        return close if close is not None and pieces[at + 1].lower not in _CONDITIONS else None

    def _is_colon(self, pieces: Sequence[Lexeme], at: int, end: int) -> bool:
        """Whether a colon stands here, or a dash that has no gap on one side."""
        if pieces[at].lower in (":", "："):
            return True
        return pieces[at].lower in _DASHES and (pieces[at].new == "" or at + 1 >= end or pieces[at + 1].new != "")

    def _said_in_brackets(
        self, row: TimingWord, said: list[list[str]], symbols: list[str]
    ) -> tuple[int | None, str | None, tuple[str, ...], list[str]]:
        """The value, form, labels and symbols that stand behind a timing word."""
        form, labels = self._brackets(said)
        if row.valued and form is not None and is_number(form):
            return int(form), None, labels, symbols
        if form is not None and form.replace("-", " ") in self._words.free_symbols:
            return None, None, labels, [form.replace("-", " "), *symbols]
        return None, form, labels, symbols

    def _costs(self, pieces: Sequence[Lexeme], at: int, end: int) -> tuple[list[str], int]:
        """Icons behind a timing word that are what it costs, and where they end: “Action: [energy]: …”."""
        place = at
        while self._words.cost_symbols and place < end and pieces[place].sort == "icon":
            place += 1
        if place == at or place >= end or pieces[place].lower not in (":", "-", "–", "—"):
            return [], at
        return [piece.lower[1:-1] for piece in pieces[at:place]], place + 1

    # --- the timing word

    def _prefix(self, pieces: Sequence[Lexeme], at: int, end: int) -> tuple[str, int]:
        """“forced”, or the form that a word before the timing word names, and how many pieces that takes."""
        if at >= end:
            return "", 0
        lower = pieces[at].lower
        if lower == "forced":
            return "forced", 1
        if lower in self._prefixes and self._is_before(pieces, at + 1, end):
            return lower, 1
        two = f"{lower} {pieces[at + 1].lower}" if at + 1 < end and lower in self._prefixed else ""
        if two in self._prefixes:
            return two, 2
        nearly = abs(len(lower) - len("forced")) <= 1 and OSA.distance(lower, "forced", score_cutoff=1) <= 1
        if nearly and self._timing(pieces, at + 1, end)[0] is not None:
            return "forced", 1
        return "", 0

    def _is_before(self, pieces: Sequence[Lexeme], at: int, end: int) -> bool:
        return at < end and pieces[at].lower not in ENDS

    def _timing(self, pieces: Sequence[Lexeme], at: int, end: int) -> tuple[TimingWord | None, int]:
        """The timing word that begins here, the longest, and how many pieces it takes."""
        if at >= end or pieces[at].lower.split(" ")[0] not in self._firsts:
            return None, 0
        row, width, said = None, 0, ""
        for place in range(at, min(at + self._most, end)):
            piece = pieces[place]
            said += (" " if said and piece.new else "") + piece.text.lower()
            if said not in self._begun:
                break
            if said in self._rows:
                row, width = self._rows[said], place + 1 - at
        return row, width

    def _misspelt(self, pieces: Sequence[Lexeme], at: int, end: int) -> tuple[TimingWord | None, str | None]:
        """The one timing word that a word misspells by a letter or two, where a mark or a condition follows."""
        if at >= end or pieces[at].sort != "word" or len(pieces[at].lower) < 4 or not self._is_marked(pieces, at, end):
            return None, None
        best: list[tuple[int, str]] = []
        for word in self._rows:
            most = 2 if len(word) > 6 else 1
            apart = OSA.distance(pieces[at].lower, word, score_cutoff=most)
            if 0 < apart <= most:
                best.append((apart, word))
        if not best:
            return None, None
        word = min(best)[1]
        return self._rows[word], self._rows[word].words[0]

    @staticmethod
    def _is_marked(pieces: Sequence[Lexeme], at: int, end: int) -> bool:
        """Whether behind a word, with nothing but labels between, a mark or a condition stands."""
        for place in range(at + 1, min(at + 8, end)):
            piece = pieces[place]
            if piece.lower in (":", "-", "–", "—", "]") or piece.lower in _CONDITIONS:
                return True
            if piece.lower not in ("(", ")") and pieces[place - 1].lower != "(" and not piece.sense.thing:
                return False
        return False

    def _in_icon(self, piece: Lexeme) -> tuple[bool, str, TimingWord] | None:
        """A timing trigger in square brackets: “[Forced Interrupt]”; symbols that are words of their own are not
        meant."""
        if piece.lower in self._rows:
            return False, "", self._rows[piece.lower]
        if len(piece.lower) < 5:
            return None
        said = piece.lower[1:-1].split()
        forced = "forced" in said
        rest = " ".join(word for word in said if word != "forced")
        form = next((prefix for prefix in self._prefixes if rest.startswith(prefix + " ")), "")
        rest = rest[len(form) :].strip()
        row = self._rows.get(rest) or (self._nearly(rest) if piece.new == "\n" else None)
        if row is None or rest in self._words.icons or piece.lower[1:-1] in self._words.labels:
            return None
        is_symbol = not forced and not form and piece.sense.is_noun  # “[boost]”
        return None if is_symbol else (forced, form, row)

    def _nearly(self, said: str) -> TimingWord | None:
        """The timing word that these words misspell, where it is one alone."""
        close = [word for word in self._rows if len(word) > 5 and OSA.distance(said, word, score_cutoff=2) <= 2]
        return self._rows[close[0]] if len(close) == 1 else None

    # --- whether it is one

    def _begins(self, pieces: Sequence[Lexeme], at: int) -> bool:
        """Whether a line or sentence begins here, or did with the icons before: “[star] Response”, not “an [energy]
        resource”.
        """
        while at and pieces[at].new != "\n" and pieces[at - 1].sort == "icon":
            at -= 1
        return at == 0 or pieces[at].new == "\n" or pieces[at - 1].lower in _BEFORE_SENTENCE

    def _is_printed_so(self, pieces: Sequence[Lexeme], end: int, word: _Word, printed: _Printed) -> bool:
        """Capitals or the beginning of a sentence; without a colon more that shows what it is."""
        place, at = printed.place, printed.end
        capital = not pieces[place.begin].text[:1].islower()
        condition = at < end and pieces[at].lower in _CONDITIONS
        if place.opened or place.is_icon:
            return place.starts and (printed.has_colon or at < end)
        if not printed.has_colon:
            return place.starts and at < end and self._shows_itself(pieces, end, word, printed)
        if pieces[at - 1].lower not in word.row.separators + ":：" and not condition:
            return place.starts and (
                (word.row.triggered and capital) or self._opens_ability(pieces, place.begin, at, end)
            )
        return place.starts or capital

    def _shows_itself(self, pieces: Sequence[Lexeme], end: int, word: _Word, printed: _Printed) -> bool:
        """Whether a timing word without a colon behind it shows by what follows that it is one."""
        begin, at, row = printed.place.begin, printed.end, word.row
        following, last = pieces[at], pieces[printed.closed - 1].lower
        if not following.new and following.is_word and pieces[at - 1].lower != "(":
            return False
        if row.words[0].endswith("!") or (last == "!" and row.separators != ":"):
            shows = last.endswith("!") or not pieces[begin].text[:1].islower()
            return shows or self._opens_ability(pieces, begin, at, end)
        several = printed.closed - begin > 1
        if _opens_wait(following.lower, row, several=several):
            return True
        if word.meant is not None:
            return False
        if self._is_for_whom(printed.said) or self._opens_ability(pieces, begin, at, end, several=several):
            return True
        return self._words.missing_colon and self._stands_apart(pieces, printed)

    @staticmethod
    def _stands_apart(pieces: Sequence[Lexeme], printed: _Printed) -> bool:
        """Whether capitals or brackets part a timing word from an ability that begins with a capital."""
        first, begin, following = printed.place.first, printed.place.begin, pieces[printed.end].text[0]
        if pieces[begin].text[:1].islower() or following.islower():
            return False
        if printed.said and following.isupper():
            return True
        begins_line = first == 0 or pieces[first].new == "\n"
        if not begins_line or pieces[begin].sort == "icon":
            return begins_line
        words = [piece.text for piece in pieces[first : printed.closed] if piece.is_word]
        return following.isupper() and len(words) > 1 and all(word[0].isupper() or word[0] == "[" for word in words)

    def _is_for_whom(self, said: list[list[str]]) -> bool:
        """Whether brackets behind a timing word name labels or a form and nothing else: “(attack)”, “(hero)”."""
        form, labels = self._brackets(said)
        return bool(said) and (bool(labels) if form is None else form in self._prefixes.values())

    @staticmethod
    def _opens_ability(pieces: Sequence[Lexeme], begin: int, at: int, end: int, several: bool = False) -> bool:
        """Whether words begin an order or a sentence that a timing word without a mark may introduce.

        An order may follow any timing word (“boost put it into play”), other openings none that may be a verb itself.
        """
        if at >= end:
            return False
        following = pieces[at]
        beyond = pieces[at + 1] if at + 1 < end else None
        is_object = beyond is not None and (beyond.lower in _OBJECTS or beyond.sort == "number")
        if "base" in following.sense.roles and (not following.sense.is_noun or is_object):
            return True
        return following.lower in _OPENINGS and (several or "base" not in pieces[begin].sense.roles)

    def _unknown(self, pieces: Sequence[Lexeme], first: int, end: int, reached: int) -> Header | None:
        """What stands like a timing word and is none: a few words and a colon where a line begins."""
        colon = self._colon_behind(pieces, first, end, reached)
        if colon is None or colon + 1 >= end:
            return None
        following = pieces[colon + 1]
        if following.lower in ("[star]", '"') or self._names_timing(pieces, colon + 1, end):
            return None
        if not (self._words.missing_colon or "base" in following.sense.roles or following.lower == "you"):
            return None  # where names stand before colons too, only what precedes an order must be a timing word
        for place in range(colon + 1, min(colon + 12, end)):
            if pieces[place].new == "\n":
                break
            if pieces[place].lower in _DASHES and self._names_timing(pieces, place + 1, end):
                return None
        return Header(first, colon + 1, self._words.default_timing, at=first, unknown=True)

    def _colon_behind(self, pieces: Sequence[Lexeme], first: int, end: int, reached: int) -> int | None:
        """Where the colon stands behind a few words that begin a line and are no order."""
        if (pieces[first].new != "\n" and first != reached) or begins_item(pieces, first):
            return None
        at = first
        while at < min(first + 6, end) and pieces[at].sort == "word" and (at == first or pieces[at].new != "\n"):
            at += 1
        if at == first or at >= end or pieces[at].lower != ":" or self._says_else(text_of(pieces[first:at]).lower()):
            return None
        opening, second = pieces[first], pieces[first + 1].lower
        is_order = "base" in opening.sense.roles and second != "of"  # “Start of your turn” is none
        return None if is_order or opening.lower in _NO_TIMING else at

    def _says_else(self, said: str) -> bool:
        """Whether words before a colon may be an instruction, or any words in a game that names effects or classes
        so.
        """
        words = self._words
        orders = not words.is_mandatory(words.default_timing, forced=False)
        if orders or any(row.named or row.effect_word for row in words.timings):
            return True
        return any(f"{said}:".startswith(start) for start in words.instruction_starts)

    def _names_timing(self, pieces: Sequence[Lexeme], at: int, end: int) -> bool:
        return self._timing(pieces, at, end)[0] is not None or bool(self._prefix(pieces, at, end)[1])

    # --- what stands around it

    def _late_brackets(
        self, pieces: Sequence[Lexeme], at: int, end: int, said: list[list[str]]
    ) -> tuple[list[list[str]], int]:
        """Labels that stand behind the colon instead of before it."""
        if said or at >= end or pieces[at].lower != "(":
            return [], at
        close = closing_bracket(pieces, at, min(at + 8, end))
        if close is None:
            return [], at
        inner = _inside(pieces, at, close)
        if not self._brackets([inner])[1]:
            return [], at
        return [inner], close + 1

    def _brackets(self, said: list[list[str]]) -> tuple[str | None, tuple[str, ...]]:
        """What the brackets behind a timing word say: labels, or the form or identity it is for."""
        form, labels = None, []
        for inner in said:
            parts = [part for part in re.split(r" ?(?:/|,|&|\band\b|\bor\b) ?", " ".join(inner)) if part]
            known = [self._words.labels[part] for part in parts if part in self._words.labels]
            if known and len(known) == len(parts):
                labels += known
            else:
                form = form or _kebab(" ".join(inner).removesuffix(" form"))
        return form, tuple(dict.fromkeys(labels))

    def _name(self, pieces: Sequence[Lexeme], reached: int, first: int) -> tuple[int, str | None, tuple[str, ...]]:
        """Where the ability begins with the name and symbols printed before its timing word, if any."""
        if first <= reached or pieces[first - 1].lower not in (":", "-", "–", "—") or pieces[first].new == "\n":
            return first, None, ()
        begin = first - 1
        quoted = False
        while begin > reached and first - begin <= _MOST_NAME:
            quoted ^= pieces[begin - 1].lower == '"'
            if self._parts_name(pieces, begin, reached, quoted):
                break
            begin -= 1
        if first - begin > _MOST_NAME:
            return first, None, ()
        symbols = tuple(piece.lower[1:-1] for piece in pieces[begin:first] if piece.sort == "icon")
        name = text_of([piece for piece in pieces[begin : first - 1] if piece.sort != "icon"])
        return begin, name.strip().strip('"').strip() or None, symbols

    @staticmethod
    def _parts_name(pieces: Sequence[Lexeme], begin: int, reached: int, quoted: bool) -> bool:
        """Whether a line or a sentence ends before a piece, so that no name reaches beyond it."""
        piece, before = pieces[begin], pieces[begin - 1].lower
        if piece.new == "\n" or before == "→":
            return True
        if before not in ENDS or quoted:
            return False
        gap = piece.new and piece.lower not in ("-", "–", "—")
        return bool(gap) or (begin - 1 > reached and pieces[begin - 2].lower == '"')


def _inside(pieces: Sequence[Lexeme], at: int, close: int) -> list[str]:
    return [piece.lower for piece in pieces[at + 1 : close]]


def _joined(symbol: str) -> str:
    return symbol.replace(" ", "").replace("-", "")


def _kebab(text: str) -> str | None:
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("'", "")).strip("-") or None


def _may_open(piece: Lexeme) -> bool:
    return piece.text[0].isupper() or piece.sort == "icon" or piece.lower == "["


def _opens_wait(following: str, row: TimingWord, *, several: bool) -> bool:
    """Whether what stands behind a timing word tells what it waits for."""
    return (following in _CONDITIONS and (row.triggered or several)) or (row.triggered and following in _WAITING)
