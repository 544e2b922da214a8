"""Timing triggers in card text: `Fox Reflex — Hero Interrupt (defense):` → where it stands and what it says.

Careless hands are met half-way: any case, no colon or a dash for it, brackets around the words, letters lost or
swapped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from judge.cardtext.game_words import AbilityWords, TimingWord, is_number
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
_NO_TIMING = frozenset(["if", "choose", "each", "you", "the", "then", "for", "until", "either", "when", "after"])
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


class Headers:
    """Finds the timing triggers of one game's texts."""

    def __init__(self, words: AbilityWords) -> None:
        self._words = words
        self._rows = {word.lower(): row for row in words.timings for word in row.words}
        self._most = max((len(re.findall(r"\w+|[^\w\s]", word)) for word in self._rows), default=1)
        self._firsts = frozenset(
            first for word in self._rows for first in (word, word.split()[0], re.split(r"[ -]", word)[0])
        )
        self._prefixes = dict(words.prefixes)
        known = {*words.free_symbols, *(symbol for row in words.timings for symbol in row.with_symbol)}
        self._symbols = {symbol.replace(" ", ""): symbol for symbol in known}

    def find(self, pieces: Sequence[Lexeme], first: int, end: int) -> list[Header]:
        """The timing triggers between two places; one in quotes or brackets belongs to another ability."""
        inside = covered(pieces[first:end])
        found: list[Header] = []
        reached = at = first
        while at < end:
            header = None
            if not inside[at - first] or pieces[at].lower == "(":
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
        piece = pieces[at]
        starts = self._begins(pieces, at)
        if not starts and not (piece.text[0].isupper() or piece.sort == "icon" or piece.lower == "["):
            return None
        first = at
        symbols: list[str] = []
        whole = self._in_icon(piece) if piece.sort == "icon" else None
        while whole is None and at < end and pieces[at].sort == "icon" and at - first < 8:
            whole = self._in_icon(pieces[at])
            if whole is None:
                symbols.append(pieces[at].lower[1:-1])
                at += 1
        if at >= end:
            return None
        bracketed = pieces[at].lower in ("[", "(")
        at += bracketed
        begin = at
        forced, form = False, ""
        meant: str | None = None
        user: str | None = None
        row: TimingWord | None = None
        if whole is not None:
            forced, form, row = whole
            at += 1
        else:
            for _ in range(4):
                prefix, width = self._prefix(pieces, at, end)
                if width and prefix == "forced":
                    forced, at = True, at + width
                elif at < end and pieces[at].lower in self._words.users:
                    user, at = self._words.users[pieces[at].lower], at + 1
                elif width:
                    form, at = prefix, at + width
                elif at < end and pieces[at].lower == "/" and at > begin:
                    at += 1
                else:
                    break
            row, width = self._timing(pieces, at, end)
            if row is None and (starts or bracketed or at > begin):
                row, meant = self._misspelt(pieces, at, end)
                width = 1
            if row is None:
                return self._unknown(pieces, first, end, reached) if starts and not symbols else None
            at += width
        word_end = at
        if at < end and pieces[at].lower == "forced":
            forced, at = True, at + 1
        own: list[str] = []
        while at < end and pieces[at].sort == "icon" and pieces[at].new != "\n":
            own.append(pieces[at].lower[1:-1])
            at += 1
        said: list[list[str]] = []
        while (
            at < end
            and pieces[at].lower == "("
            and (close := closing_bracket(pieces, at, min(at + 12, end))) is not None
            and pieces[at + 1].lower not in _CONDITIONS
        ):
            said.append(_inside(pieces, at, close))
            at = close + 1
        if at + 1 < end and pieces[at].lower == "(" and pieces[at + 1].lower in _CONDITIONS and not bracketed:
            at += 1  # the condition stands in brackets
        if bracketed:
            if at >= end or pieces[at].lower not in ("]", ")"):
                return None
            at += 1
        closed = at
        has_colon = at < end and (
            pieces[at].lower in (":", "：")
            or (pieces[at].lower in _DASHES and (pieces[at].new == "" or at + 1 >= end or pieces[at + 1].new != ""))
        )
        at += has_colon
        if not self._is_printed_so(
            pieces,
            first,
            begin,
            closed,
            at,
            end,
            row,
            starts,
            has_colon,
            said,
            bracketed or whole is not None,
            meant,
        ):
            return None
        late, at = self._late_brackets(pieces, at, end, said)
        said += late
        form_said, labels = self._brackets(said)
        value = None
        if row.valued and form_said is not None and is_number(form_said):
            value, form_said = int(form_said), None
        if form_said is not None and form_said.replace("-", " ") in self._words.free_symbols:
            own, form_said = [form_said.replace("-", " "), *own], None
        if self._words.cost_symbols:
            place = at
            while place < end and pieces[place].sort == "icon":
                place += 1
            if place > at and place < end and pieces[place].lower in (":", "-", "–", "—"):
                own += [piece.lower[1:-1] for piece in pieces[at:place]]
                at = place + 1
        start, name, before = self._name(pieces, max(reached, line), first)
        timing = row.forced if forced and row.forced else row.id
        symbols = [*before, *symbols, *own]
        symbols = [self._symbols.get(symbol.replace(" ", "").replace("-", ""), symbol) for symbol in symbols]
        timing = next((row.with_symbol[symbol] for symbol in symbols if symbol in row.with_symbol), timing)
        printed = text_of(pieces[begin:word_end])
        return Header(
            first=start,
            end=at,
            timing=timing,
            forced=forced,
            form=self._prefixes.get(form) or form_said,
            labels=labels,
            name=name or (printed if row.named else None),
            symbols=tuple(symbols),
            value=value,
            at=begin,
            user=user,
            meant=f"“{printed}” was read as “{'Forced ' if forced else ''}{meant}”." if meant else None,
        )

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
        two = f"{lower} {pieces[at + 1].lower}" if at + 1 < end else ""
        if two in self._prefixes:
            return two, 2
        if OSA.distance(lower, "forced", score_cutoff=1) <= 1 and self._timing(pieces, at + 1, end)[0] is not None:
            return "forced", 1
        return "", 0

    def _is_before(self, pieces: Sequence[Lexeme], at: int, end: int) -> bool:
        return at < end and pieces[at].lower not in ENDS

    def _timing(self, pieces: Sequence[Lexeme], at: int, end: int) -> tuple[TimingWord | None, int]:
        """The timing word that begins here, the longest, and how many pieces it takes."""
        if at >= end or pieces[at].lower.split(" ")[0] not in self._firsts:
            return None, 0
        for width in range(min(self._most, end - at), 0, -1):
            said = text_of(pieces[at : at + width]).lower().replace("\n", " ")
            row = self._rows.get(said)
            if row is not None:
                return row, width
        return None, 0

    def _misspelt(self, pieces: Sequence[Lexeme], at: int, end: int) -> tuple[TimingWord | None, str | None]:
        """The one timing word that a word misspells by a letter or two, where a mark or a condition follows."""
        if at >= end or pieces[at].sort != "word" or len(pieces[at].lower) < 4:
            return None, None
        lower = pieces[at].lower
        place = at + 1
        while (
            place < min(at + 8, end)
            and pieces[place].lower not in (":", "-", "–", "—", "]")
            and pieces[place].lower not in _CONDITIONS
        ):
            if (
                pieces[place].lower != "("
                and pieces[place - 1].lower != "("
                and pieces[place].lower != ")"
                and not pieces[place].sense.thing
            ):
                return None, None
            place += 1
        if place >= min(at + 8, end):
            return None, None
        best: list[tuple[int, str]] = []
        for word in self._rows:
            most = 2 if len(word) > 6 else 1
            apart = OSA.distance(lower, word, score_cutoff=most)
            if 0 < apart <= most:
                best.append((apart, word))
        if not best:
            return None, None
        word = min(best)[1]
        return self._rows[word], self._rows[word].words[0]

    def _in_icon(self, piece: Lexeme) -> tuple[bool, str, TimingWord] | None:
        """A timing trigger in square brackets: “[Forced Interrupt]”; symbols that are words of their own are not
        meant."""
        said = piece.lower[1:-1].split()
        if piece.lower in self._rows or len(piece.lower) < 5:
            return (False, "", self._rows[piece.lower]) if piece.lower in self._rows else None
        forced = "forced" in said
        rest = " ".join(word for word in said if word != "forced")
        form = next((prefix for prefix in self._prefixes if rest.startswith(prefix + " ")), "")
        rest = rest[len(form) :].strip()
        row = self._rows.get(rest)
        if row is None and piece.new == "\n":
            close = [word for word in self._rows if len(word) > 5 and OSA.distance(rest, word, score_cutoff=2) <= 2]
            row = self._rows[close[0]] if len(close) == 1 else None
        if row is None or rest in self._words.icons or piece.lower[1:-1] in self._words.labels:
            return None
        if not forced and not form and piece.sense.is_noun:  # a symbol: “[boost]”
            return None
        return forced, form, row

    # --- whether it is one

    def _begins(self, pieces: Sequence[Lexeme], at: int) -> bool:
        """Whether a line or sentence begins here, or did with the icons before: “[star] Response”, not “an [energy]
        resource”.
        """
        while at and pieces[at].new != "\n" and pieces[at - 1].sort == "icon":
            at -= 1
        return at == 0 or pieces[at].new == "\n" or pieces[at - 1].lower in _BEFORE_SENTENCE

    def _is_printed_so(
        self,
        pieces: Sequence[Lexeme],
        first: int,
        begin: int,
        closed: int,
        at: int,
        end: int,
        row: TimingWord,
        starts: bool,
        has_colon: bool,
        said: list[list[str]],
        bracketed: bool,
        meant: str | None,
    ) -> bool:
        """Capitals or the beginning of a sentence; without a colon more that shows what it is."""
        capital = not pieces[begin].text[:1].islower()
        following = pieces[at] if at < end else None
        condition = following is not None and following.lower in _CONDITIONS
        if bracketed:
            return starts and (has_colon or condition or following is not None)
        if not has_colon:
            apart = following is not None and (following.new or not following.is_word or pieces[at - 1].lower == "(")
            if not starts or following is None or not apart:
                return False
            if row.words[0].endswith("!") or (pieces[closed - 1].lower == "!" and row.separators != ":"):
                return capital or pieces[closed - 1].lower.endswith("!") or self._opens_ability(pieces, begin, at, end)
            if condition and (row.triggered or begin != closed - 1):
                return True
            if row.triggered and following.lower in _WAITING:
                return True
            if meant is None and (
                self._is_for_whom(said) or self._opens_ability(pieces, begin, at, end, several=closed - begin > 1)
            ):
                return True
            if meant is not None or not capital or not self._words.missing_colon or following.text[0].islower():
                return False
            if said and following.text[0].isupper():
                return True
            printed = [piece.text for piece in pieces[first:closed] if piece.is_word]
            begins_line = first == 0 or pieces[first].new == "\n"
            if pieces[begin].sort == "icon":
                return begins_line
            return (
                begins_line
                and following.text[0].isupper()
                and len(printed) > 1
                and all(word[0].isupper() or word[0] == "[" for word in printed)
            )
        mark = pieces[at - 1].lower
        if mark not in row.separators + ":：" and not condition:
            return starts and ((row.triggered and capital) or self._opens_ability(pieces, begin, at, end))
        return starts or capital

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
        if (pieces[first].new != "\n" and first != reached) or begins_item(pieces, first):
            return None
        at = first
        while at < min(first + 6, end) and pieces[at].sort == "word" and (at == first or pieces[at].new != "\n"):
            at += 1
        if (
            at == first
            or at >= end
            or pieces[at].lower != ":"
            or any(row.named or row.effect_word for row in self._words.timings)
        ):
            return None
        said = text_of(pieces[first:at]).lower()
        if (
            any(f"{said}:".startswith(start) for start in self._words.instruction_starts)
            or self._words.missing_colon is False
        ):
            return None
        opening, second = pieces[first], pieces[first + 1].lower
        is_order = "base" in opening.sense.roles and second != "of"  # “Start of your turn” is none
        if is_order or opening.lower in _NO_TIMING:
            return None
        following = pieces[at + 1] if at + 1 < end else None
        if (
            following is None
            or self._timing(pieces, at + 1, end)[0] is not None
            or self._prefix(pieces, at + 1, end)[1]
            or following.lower == "[star]"
        ):
            return None
        for place in range(at + 1, min(at + 12, end)):
            if pieces[place].new == "\n":
                break
            if pieces[place].lower in _DASHES and (
                self._timing(pieces, place + 1, end)[0] is not None or self._prefix(pieces, place + 1, end)[1]
            ):
                return None
        return Header(first, at + 1, self._words.default_timing, at=first, unknown=True)

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
            before = pieces[begin - 1]
            if before.lower == '"':
                quoted = not quoted
            if (
                pieces[begin].new == "\n"
                or (
                    before.lower in ENDS
                    and not quoted
                    and pieces[begin].new
                    and pieces[begin].lower not in ("-", "–", "—")
                )
                or before.lower == "→"
            ):
                break
            if before.lower in ENDS and not quoted and begin - 1 > reached and pieces[begin - 2].lower == '"':
                break
            begin -= 1
        if first - begin > _MOST_NAME:
            return first, None, ()
        symbols = tuple(piece.lower[1:-1] for piece in pieces[begin:first] if piece.sort == "icon")
        name = (
            text_of([piece for piece in pieces[begin : first - 1] if piece.sort != "icon"]).strip().strip('"').strip()
        )
        return begin, name or None, symbols


def _inside(pieces: Sequence[Lexeme], at: int, close: int) -> list[str]:
    return [piece.lower for piece in pieces[at + 1 : close]]


def _kebab(text: str) -> str | None:
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("'", "")).strip("-") or None
