"""Card text taken apart: the door. Text as a player pastes it, and the words of its game → abilities and keywords.

Shapes follow section 4 of the contract, and “References to abilities” in section 5 for what counts as an ability.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock

from cachetools import LRUCache
from rapidfuzz.distance import OSA

from judge.ability import Ability, Bound, CardText, Keyword, Trigger
from judge.cardtext.card_words import CardWords
from judge.cardtext.clause_meaning import STATES, clause_of
from judge.cardtext.effect_modifiers import in_order
from judge.cardtext.effect_sentences import AbilityReading
from judge.cardtext.english import ORDINALS
from judge.cardtext.keywords import keywords_of
from judge.cardtext.lexer import THIS, Lexeme, Lexer
from judge.cardtext.parsed_phrases import ParsedClause
from judge.cardtext.sentence_split import (
    ENDS,
    begins_item,
    closing_bracket,
    covered,
    lines,
    paragraphs,
    sentences,
    text_of,
)
from judge.cardtext.timing_headers import Header, Headers
from judge.cardtext.tree import (
    AbilityTree,
    Act,
    Clause,
    Condition,
    Delayed,
    Effect,
    Forbid,
    If,
    May,
    Noun,
    Span,
    TriggerTree,
    Unread,
    While,
    leaves,
)
from judge.cardtext.tree import Sequence as Steps
from judge.cardtext.use_limits import bounds, opening_limit

_REMEMBERED = 4_000
"""Letters; longer texts are no card's: they are read but not remembered."""
_MOST_REMEMBERED = 150_000
"""Letters of all texts that one reader remembers: a thousand cards as printed, at some thirty bytes a letter."""
_BESIDES = 20
"""What a text counts for beside its letters."""

_KINDS = {
    "cancel": re.compile(r"(?<!be )\bcancel(?:s|led|ed|ling|ing)?\b"),
    "prevent": re.compile(r"\bprevent(?:s|ed|ing)?\b"),
    "instead": re.compile(r"\binstead\b"),
    "cannot": re.compile(r"(?<!if you )(?<!if they )(?<!who )\b(?:cannot|can't|can not)\b"),
    "then": re.compile(r"\bthen\b"),
}
_MOST_ALIKE = 3
"""First letters of a kind's name with which all its words begin."""
_MUST_CHOOSE = re.compile(r"[.!]\s+Choose\b", re.I)
_REMARK = re.compile(r"(?<!\s)\s*\([^()]*\)\s*$")
_PLAIN_MARKS = {8217: "'", 8220: '"', 8221: '"'}
_OPENERS = {
    "when": "when", "whenever": "when", "after": "after", "before": "when", "if": "when", "at": "at", "while": "while",
    "as": "while", "during": "while", "each time": "when",
}  # fmt: skip
_ONLY = {"immediately", "directly", "just", "right", "only"}


class CardTextReader:
    """Takes apart the texts of one game's cards and remembers those it has read, within a bound."""

    def __init__(self, words: CardWords) -> None:
        self.words = words
        self._headers = Headers(words)
        self._lexer = Lexer(words)
        self._known: LRUCache[tuple[str, str | None], tuple[CardText, int]]
        self._known = LRUCache(_MOST_REMEMBERED, getsizeof=lambda kept: kept[1])
        self._lock = Lock()

    def read(self, text: str, name: str | None = None) -> CardText:
        """The abilities, keywords and play instructions of `text`; with `name`, that name in it is “this card”."""
        if len(text) > _REMEMBERED:
            return self._read(text, name)
        with self._lock:
            known = self._known.get((text, name))
        if known is not None:
            return known[0]
        read = self._read(text, name)
        with self._lock:
            self._known[text, name] = read, len(text) + len(name or "") + _BESIDES
        return read

    def _read(self, text: str, name: str | None) -> CardText:
        lexed = self._lexer.read(text, _own_names(name))
        read = _Reading(self.words, self._headers, lexed.pieces).read()
        if lexed.rest is None:
            return read
        beyond = Unread("text", text[lexed.rest :], (lexed.rest, len(text)))
        return replace(read, unread=(*read.unread, beyond))


class _Reading:
    """One text being read, paragraph by paragraph."""

    def __init__(self, words: CardWords, headers: Headers, pieces: Sequence[Lexeme]) -> None:
        self._words, self._headers, self._pieces = words, headers, pieces
        self._parts: list[Ability | Keyword] = []
        self._instructions: list[str] = []
        self._unread: list[Unread] = []
        self._assumed: list[str] = []
        self._title: str | None = None
        self._most: list[Bound] = []
        self._plays: list[Effect] = []
        self._aliases: list[str] = []

    def read(self) -> CardText:
        """The whole text taken apart."""
        pieces = self._pieces
        for begin, end in paragraphs(pieces, self._words.effect_words):
            first = self._leading_keywords(begin, end)
            headers = [one for one in self._headers.find(pieces, first, end) if not self._opens_title(one, end)]
            self._untimed(first, headers[0].first if headers else end)
            for at, header in enumerate(headers):
                close = headers[at + 1].first if at + 1 < len(headers) else end
                self._timed(header, close)
        return CardText(
            self._with_card_bounds(),
            tuple(self._instructions),
            plays=tuple(self._plays),
            aliases=tuple(self._aliases),
            icons=self._icons(),
            unread=tuple(self._unread),
            assumptions=tuple(self._assumed),
        )

    def _leading_keywords(self, first: int, end: int) -> int:
        """Icons that are keywords, printed before another ability on its line: taken in; where the rest begins."""
        pieces = self._pieces
        at = first
        while at < end and pieces[at].sort == "icon" and self._words.keywords.get(pieces[at].lower) == "symbols":
            at += 1
        if at == end or (pieces[at].sort != "icon" and not (pieces[at].is_word and pieces[at].text[0].isupper())):
            return first
        self._parts += keywords_of(pieces, first, at, self._words)
        return at

    def _opens_title(self, header: Header, end: int) -> bool:
        """Whether a timing word without a mark is only the first word of a name on a line of its own (“Main Event”)."""
        pieces = self._pieces
        stop = next((at for at in range(header.first + 1, end) if pieces[at].new == "\n"), end)
        if header.end >= stop or stop == end or not pieces[header.end - 1].is_word:
            return False
        opens_another = self._begins_another(stop) or self._headers.find(pieces, stop, end)[:1]
        return bool(opens_another) and self._is_title(header.first, stop)

    # --- text behind a timing word

    def _timed(self, header: Header, end: int) -> None:
        """One timed ability; it ends where a keyword stands as a sentence of its own."""
        pieces = self._pieces
        if header.meant:
            self._assumed.append(header.meant)
        rest = end
        for first, stop in sentences(pieces, header.end, end):
            if first > header.end and keywords_of(pieces, first, stop, self._words):
                rest = first
                break
        missed: tuple[Unread, ...] = ()
        if header.unknown:
            words = text_of(pieces[header.first : header.end - 1])
            missed = (Unread("timing", words, (pieces[header.first].start, pieces[header.end - 1].end)),)
        triggered = self._words.by_timing[header.timing].triggered or header.unknown
        if header.name is None and (title := self._take_title()) is not None:
            header = replace(header, name=title)
        costs = self._symbols_paid(header)
        self._parts.append(self._ability(header, rest, triggered=triggered, missed=missed, costs=costs))
        if rest < end:
            self._untimed(rest, end)

    def _ability(
        self, header: Header, end: int, *, triggered: bool, missed: tuple[Unread, ...] = (), costs: str = ""
    ) -> Ability:
        """The ability behind a timing word, or without one; `costs` are the symbols beside that."""
        first, timing = header.end, header.timing
        untimed = timing == self._words.default_timing
        found = bounds(self._pieces, first, end)
        bound = {one.which: one.bound for one in reversed(found)}
        pieces = _without(self._pieces[first:end], [(one.first - first, one.end - first) for one in found])
        opening, at = opening_limit(pieces, 0, len(pieces))
        reading = AbilityReading(pieces, self._words, self._quoted)
        reading.r.unread.extend(missed)
        reading.r.in_force = untimed and not triggered
        at, trigger, word = _before_cost(reading, at, self._words.by_timing[timing].effect_word, triggered=triggered)
        cost_text, asked, cost, at = _cost(reading, at)
        effect_text = text_of(pieces[at:]).strip()
        effect = reading.effect(at, len(pieces)) if at < len(pieces) else Steps(())
        effect, only = _use_only(effect)
        asked = (*asked, *only)
        if cost is None and trigger is None:
            trigger, held, effect = _opening_of(effect, untimed=untimed)
            asked += held
            if trigger is not None:
                timing = self._headers.untimed(f"{trigger.word} ")
        asked += _used_by(header)
        self._unread += reading.r.unread
        mandatory = self._words.is_mandatory(timing, header.forced)
        return Ability(
            timing=timing,
            form=header.form,
            labels=header.labels,
            mandatory=mandatory and (header.forced or not _is_optional(effect, effect_text)),
            trigger=_summary(trigger, word) if trigger else None,
            cost=costs or cost_text,
            limit=bound.get("limit") or opening,
            max=bound.get("max"),
            effect_kinds=effect_kinds(effect_text),
            effect=effect_text,
            name=header.name,
            symbols=header.symbols,
            value=header.value,
            tree=AbilityTree(trigger, asked, cost, effect, tuple(reading.r.unread), self._span(header.first, end)),
        )

    def _span(self, first: int, end: int) -> Span:
        return (self._pieces[first].start, self._pieces[end - 1].end) if end > first else (0, 0)

    def _symbols_paid(self, header: Header) -> str:
        """The symbols beside a timing word that are what the ability costs."""
        if not self._words.cost_symbols:
            return ""
        return " ".join(f"[{symbol}]" for symbol in header.symbols if symbol not in self._words.free_symbols)

    def _quoted(self, pieces: Sequence[Lexeme]) -> Ability | None:
        """An ability in quotation marks, given to something."""
        if not pieces:
            return None
        inner = _Reading(self._words, self._headers, [pieces[0]._replace(new="\n"), *pieces[1:]])
        read = inner.read()
        self._unread += read.unread
        return read.abilities[0] if read.abilities else None

    # --- text without a timing word

    def _untimed(self, first: int, end: int) -> None:
        """Keywords, play instructions, bounds of the ability before, and what remains: one constant ability."""
        pieces = self._pieces
        if first >= end:
            return
        wholes = self._words.whole_instructions
        if wholes and text_of(pieces[first : min(first + 6, end)]).lower().startswith(wholes):
            self._instructions.append(text_of(pieces[first:end]))
            return
        gathered: tuple[int, int] | None = None
        for begin, stop in self._sentences(first, end):
            if self._take_apart(begin, stop):
                self._constant(gathered)
                gathered = None
            elif not self._says_nothing(begin, stop):
                if gathered and self._begins_another(begin):
                    self._constant(gathered)
                    gathered = None
                gathered = (gathered[0] if gathered else begin, stop)
        self._constant(gathered)

    def _begins_another(self, at: int) -> bool:
        """Whether a sentence begins an ability of its own by its first words (“When this gets KO'd, …”)."""
        return self._headers.untimed(text_of(self._pieces[at : at + 6]).lower()) != self._words.default_timing

    def _sentences(self, first: int, end: int) -> list[tuple[int, int]]:
        """Sentences; a line of keywords is one even without a full stop."""
        pieces = self._pieces
        found: list[tuple[int, int]] = []
        begin: int | None = None
        for start, stop in lines(pieces, first, end):
            following = pieces[stop] if stop < end else None
            if (
                begin is None
                and self._is_title(start, stop)
                and not (following is not None and following.text[:1].islower())
            ):
                self._title = text_of(pieces[start:stop]).strip('" ')
            elif (begin is None or pieces[start - 1].lower in ENDS or not pieces[start].text[0].islower()) and (
                keywords_of(pieces, start, stop, self._words) or self._instructs_alone(start, stop, following)
            ):
                if begin is not None:
                    found += sentences(pieces, begin, start)
                found.append((start, stop))
                begin = None
            elif begin is None:
                begin = start
        if begin is not None:
            found += sentences(pieces, begin, end)
        return found

    def _instructs_alone(self, first: int, end: int, following: Lexeme | None) -> bool:
        """Whether a line without a full stop is an instruction or a name, and the next says something else."""
        if following is None or not following.is_capital or any(one.lower in ENDS for one in self._pieces[first:end]):
            return False
        starts = (*self._words.instruction_starts, *self._words.name_starts)
        return text_of(self._pieces[first:end]).lower().startswith(starts)

    def _take_apart(self, first: int, end: int) -> bool:
        """Take in a sentence that stands apart: keywords, an instruction or a bound; False where it is not one."""
        pieces = self._pieces
        keywords = keywords_of(pieces, first, end, self._words)
        if keywords:
            self._parts += keywords
            return True
        said = text_of(pieces[first:end])
        lower = said.lower().lstrip("(\"' ")
        if lower.startswith("otherwise ") and f"otherwise, {lower[10:]}".startswith(self._words.instruction_starts):
            lower = f"otherwise, {lower[10:]}"  # the comma was left out
        ending = lower.rstrip(".)\"' ")
        starts, ends = self._words.instruction_starts, self._words.instruction_ends
        if (name := self._name_given(first, end)) is not None:
            self._instructions.append(said)
            self._aliases.append(name)
            return True
        if lower.startswith(starts) or ending.endswith(ends) or self._is_for_only(first, end):
            self._instructions.append(said)
            self._bind_previous(first, end)
            self._instructed(first, end)
            return True
        return False

    def _name_given(self, first: int, end: int) -> str | None:
        """The further name that a sentence gives the card: “AKA Tin Fox.”"""
        said = text_of(self._pieces[first:end]).strip("(\"'.) ")
        start = next((one for one in self._words.name_starts if said.lower().startswith(one)), None)
        return said[len(start) :].strip(" :") or None if start is not None else None

    def _is_for_only(self, first: int, end: int) -> bool:
        """Whether it says nothing but whose card it is: “Tin Fox only.”"""
        said = [piece for piece in self._pieces[first:end] if piece.is_word]
        named = [piece for piece in said[:-1] if piece.lower not in ("or", "and")]
        return 0 < len(named) < 5 and said[-1].lower == "only" and all(one.is_capital for one in named)

    def _instructed(self, first: int, end: int) -> None:
        """What a play instruction says, where it says to what the card attaches, or when it may be played."""
        pieces = _without(self._pieces[first:end], [])
        lows = [piece.lower for piece in pieces]
        reading = AbilityReading(pieces, self._words, self._quoted)
        if lows[:1] == ["otherwise"] or lows[:2] == ["attach", "to"]:
            self._plays.append(reading.effect(0, len(pieces), "text"))
        elif lows[:2] == ["play", "only"] or (len(lows) > 1 and lows[1] == "only" and pieces[0].sense.form):
            asked = reading.conditions.to_play(2 if lows[0] == "play" else 0)
            self._plays.append(If(asked, Act(Clause("play"))))
        self._unread += reading.r.unread

    def _bind_previous(self, first: int, end: int) -> None:
        """A bound per round, phase … on a line of its own belongs to the ability before it."""
        found = bounds(self._pieces, first, end)
        limit = next((one.bound for one in found if one.which == "limit"), None)
        most = next((one.bound for one in found if one.which == "max"), None)
        self._most += [one.bound for one in found if one.which == "max"]
        previous = self._parts[-1] if self._parts else None
        if isinstance(previous, Ability) and previous.timing != self._words.default_timing:
            if limit and not previous.limit:
                self._parts[-1] = replace(previous, limit=limit)
            if most and not previous.max:
                self._parts[-1] = replace(previous, max=most)

    def _is_order(self, first: int, end: int) -> bool:
        pieces = self._pieces
        ends_text = end == len(pieces) or not pieces[end - 1].text[:1].isupper()
        return bool(pieces[first].sense.verb) and pieces[end - 1].lower not in "!?" and ends_text

    def _is_title(self, first: int, end: int) -> bool:
        """A name printed on a line of its own above its power: no full stop, every longer word with a capital."""
        pieces = self._pieces
        said = [piece.text for piece in pieces[first:end] if piece.sort == "word"]
        if (
            not 0 < len(said) < 10
            or pieces[end - 1].lower in (".", ":", ",", ";", ")", "→", "]")
            or pieces[end - 1].sort == "icon"
        ):
            return False
        if any(piece.lower == "→" for piece in pieces[first:end]) or keywords_of(pieces, first, end, self._words):
            return False
        return (
            not self._is_order(first, end)
            and self._name_given(first, end) is None
            and all(word[0].isupper() for word in said if len(word) > 3)
            and said[0][0].isupper()
        )

    def _take_title(self) -> str | None:
        title, self._title = self._title, None
        return title

    def _says_nothing(self, first: int, end: int) -> bool:
        """Reminder text, a line of traits, or the bare name of a card or scheme."""
        pieces = [
            piece for piece in _without(self._pieces[first:end], []) if piece.lower not in (".", "*", "_", ",", '"')
        ]
        if not any(piece.is_word for piece in pieces):
            return True
        if any(piece.sort == "icon" for piece in pieces) or any(not piece.is_word for piece in pieces[:-1]):
            return False
        words = [word for piece in pieces for word in piece.text.split()]
        titled = all(word[0].isupper() for word in words if word[0].isalpha())
        return titled and not pieces[0].sense.verb and len(words) < 5

    def _constant(self, stretch: tuple[int, int] | None) -> None:
        if stretch is None:
            return
        begin, end = stretch
        symbols = self._symbols_before(begin, end)
        first = begin + len(symbols)
        if first >= end:
            return
        name, first = self._name_before(first, end)
        name = name or self._take_title()
        self._spelt(first)
        pieces = self._pieces
        timing = self._headers.untimed(text_of(pieces[first : first + 14]).lower())
        if timing == self._words.default_timing and self._waits(first, end):
            timing = self._headers.untimed("when ")
        triggered = self._words.by_timing[timing].triggered and self._opens_with_trigger(first, end)
        header = Header(begin, first, timing, name=name, symbols=tuple(symbols))
        ability = self._ability(header, end, triggered=triggered)
        if timing == self._words.default_timing and _only_forbids(ability.tree):
            ability = replace(ability, timing="constant")
        self._parts.append(ability)

    def _spelt(self, first: int) -> None:
        """A misspelt “whenever” as the word it stands for, and told."""
        piece = self._pieces[first]
        meant = next((word for word in _OPENERS if len(word) > 7 and 0 < OSA.distance(piece.lower, word) <= 2), None)
        if meant is not None and piece.sort == "word" and not piece.sense.is_noun and piece.sense.verb is None:
            self._pieces = [*self._pieces]
            self._pieces[first] = piece._replace(lower=meant, text=meant.capitalize())
            self._assumed.append(f"“{piece.text}” was read as “{meant.capitalize()}”.")

    def _symbols_before(self, first: int, end: int) -> list[str]:
        """Icons before a constant ability that are no cost and no resource."""
        pieces = self._pieces
        found: list[str] = []
        for at in range(first, end):
            name = pieces[at].lower[1:-1]
            pays = at + 1 < end and pieces[at + 1].lower in (":", "-", "–", "—")
            if pieces[at].sort != "icon" or pays or name in self._words.resources:
                break
            found.append(name)
        return found

    def _opens_with_trigger(self, first: int, end: int) -> bool:
        """Whether a sentence opens with what it waits for, not with what it asks."""
        pieces = self._pieces
        _, at = opening_limit(pieces, first, end)
        opened = opens_condition(pieces, at)
        return opened is not None and (
            (opened[0] in ("when", "after", "at") and pieces[opened[1] - 1].lower != "if")
            or _would_before_comma(pieces, at, end)
            or self._waits(at, end)
        )

    def _waits(self, first: int, end: int) -> bool:
        """Whether an “if” tells of something that happens, not of how things are: “If a Villain escapes, …”."""
        if first >= end or self._pieces[first].lower != "if":
            return False
        reading = AbilityReading(_without(self._pieces[first + 1 : end], []), self._words, self._quoted)
        said = reading.r.g.clause(0, imperative=False)
        if said is None or not _is_deed(said[0]):
            return False
        clause = clause_of(said[0], self._words)
        return clause is not None and clause.event not in STATES and reading.r.s.low(said[1]) in (",", ".", "")

    def _name_before(self, first: int, end: int) -> tuple[str | None, int]:
        """A name before an ability without timing word: “Half Celestial — …”, “Half Celestial: When …”."""
        pieces = self._pieces
        quoted = False
        for at in range(first, min(first + 12, end - 1)):
            piece = pieces[at]
            if piece.lower == '"':
                quoted = not quoted
            if _is_dash_between(pieces, at) or (piece.lower == ":" and self._closes_name(first, at)):
                if at > first and _may_be_name(pieces[first], pieces[at + 1]):
                    return text_of(pieces[first:at]).strip('"'), at + 1
                return None, first
            ends = piece.lower in (".", ":", ";", "→", "!", "?") and not quoted
            if (ends and not _is_dash_between(pieces, at + 1)) or (at > first and piece.new == "\n"):
                return None, first
        return None, first

    def _closes_name(self, first: int, colon: int) -> bool:
        """Whether a colon stands behind a name, every longer word with a capital, and before what is no order; where
        texts are orders it ends a class (“Tech: You may …”).
        """
        if not self._words.is_mandatory(self._words.default_timing, forced=False):
            return False
        said = [piece.text for piece in self._pieces[first:colon] if piece.is_word]
        named = all(word[0].isupper() for word in said if len(word) > 3)
        following = self._pieces[colon + 1]
        return named and "base" not in following.sense.roles and following.text[0].isupper()

    def _icons(self) -> tuple[str, ...]:
        """Icons that do something while the card is in play, printed alone or told by reminder text."""
        found: set[str] = set()
        pieces = self._pieces
        for at, piece in enumerate(pieces):
            name = piece.lower.strip("[]")
            if name not in self._words.icons:
                continue
            before = pieces[at - 1].lower if at else ""
            begins = piece.new == "\n" or (before.startswith("[") and before.endswith("]"))
            if (piece.sort == "icon" and begins) or (piece.sort == "word" and _is_icon_in_words(pieces, at)):
                found.add(name)
        return tuple(name for name in self._words.icons if name in found)

    def _with_card_bounds(self) -> tuple[Ability | Keyword, ...]:
        """The parts, each timed ability with the maximum that the card prints for itself (“Max 1 per round.”)."""
        most = next((bound for bound in self._most if bound.per != "deck"), self._most[0] if self._most else None)
        if most is None:
            return tuple(self._parts)
        return tuple(
            replace(part, max=most)
            if isinstance(part, Ability) and part.max is None and part.timing != self._words.default_timing
            else part
            for part in self._parts
        )


def _used_by(header: Header) -> tuple[Condition, ...]:
    """That one is the player who alone may use it."""
    if header.user is None:
        return ()
    return (Condition(Clause("is", patient=Noun("you"), to=Noun("role", role=header.user))),)


def effect_kinds(text: str) -> tuple[str, ...]:
    """Of cancel, prevent, instead, cannot, then: those the words of the effect text say (“If you cannot” says none)."""
    lower = text.lower()
    return tuple(kind for kind, found in _KINDS.items() if kind[:_MOST_ALIKE] in lower and found.search(lower))


def opens_condition(pieces: Sequence[Lexeme], at: int) -> tuple[str, int] | None:
    """The word with which a condition opens, and where what it says begins: “When”, “Immediately after”, “The first
    time”."""
    if at >= len(pieces):
        return None
    lower = pieces[at].lower
    if lower in _ONLY and at + 1 < len(pieces):
        at, lower = at + 1, pieces[at + 1].lower
    following = pieces[at + 1].lower if at + 1 < len(pieces) else ""
    if lower == "as" and following == "long" and at + 2 < len(pieces):
        return "while", at + 3
    if lower in ("each", "any", "every") and following == "time":
        return "when", at + 2
    if lower == "the" and following in ORDINALS and at + 2 < len(pieces) and pieces[at + 2].lower == "time":
        return "when", at + 3
    if lower in _OPENERS:
        return _OPENERS[lower], at + 1
    return None


def _is_dash_between(pieces: Sequence[Lexeme], at: int) -> bool:
    """Whether a dash stands between words, not within one."""
    piece = pieces[at]
    return piece.lower in ("—", "–") or (piece.lower == "-" and piece.new == " " and pieces[at + 1].new == " ")


def _only_forbids(tree: AbilityTree) -> bool:
    """Whether nothing happens by a text: it says what cannot, for as long as it is there."""
    parts = list(leaves(tree.effect, Steps))
    return tree.trigger is None and bool(parts) and all(isinstance(part, Forbid) for part in parts)


def _summary(trigger: TriggerTree, word: str) -> Trigger:
    """The contract's few words of a trigger."""
    event = next((clause.event for clause in reversed(trigger.clauses) if not clause.negative), None)
    return Trigger(word or trigger.word, trigger.would, event, trigger.text)


def _opening_of(effect: Effect, *, untimed: bool) -> tuple[TriggerTree | None, tuple[Condition, ...], Effect]:
    """What an effect opens with, where no condition and no cost stand before it: without a timing word for what it
    waits, behind one what is asked; and the rest.
    """
    if untimed:
        trigger, effect = _waiting_while(effect) or (None, effect)
        return trigger, (), effect
    if isinstance(effect, While):
        return None, (effect.condition,), effect.effect
    return None, (), effect


def _waiting_while(effect: Effect) -> tuple[TriggerTree, Effect] | None:
    """Of “While this character is attacking, when …, …” what it waits for, and what then happens."""
    held: list[Condition] = []
    while isinstance(effect, While) or (isinstance(effect, If) and effect.otherwise is None):
        held.append(replace(effect.condition, going_on=isinstance(effect, While)))
        effect = effect.effect
    if not held or not isinstance(effect, Delayed):
        return None
    return replace(effect.trigger, conditions=(*effect.trigger.conditions, *held)), effect.effect


def _use_only(effect: Effect) -> tuple[Effect, tuple[Condition, ...]]:
    """“Use this ability only if …”, a sentence of its own: the effect without it, and what is asked."""
    if not isinstance(effect, Steps):
        return effect, ()
    asked = [one for one in effect.effects if isinstance(one, If) and _is_use_of_this(one)]
    rest = [one for one in effect.effects if one not in asked]
    return in_order(rest) if asked else effect, tuple(one.condition for one in asked)


def _is_use_of_this(effect: If) -> bool:
    """Whether a condition is on no more than the use of the ability itself."""
    act = effect.effect
    return (
        isinstance(act, Act)
        and effect.otherwise is None
        and act.clause.agent is None
        and act.clause.patient is not None
        and act.clause.patient.antecedent == "event"
        and act.clause.patient.kinds == ("ability",)
    )


def _is_deed(said: ParsedClause) -> bool:
    """Whether a clause tells that another than you does something."""
    group, subject = said.group, said.subject
    if group.verb is None or group.verb.node is not None or subject is None or subject.noun.head == "you":
        return False
    happens = group.role in ("s", "base") and group.modal is None and not group.has_been
    return happens and not group.passive and not group.negative


def _is_icon_in_words(pieces: Sequence[Lexeme], at: int) -> bool:
    """Whether the name of an icon stands alone: “Amplify icon.”, “(Hazard: …)”."""
    if pieces[at].new != "\n" and (not at or pieces[at - 1].lower not in (".", "(")):
        return False
    behind = [piece.lower for piece in pieces[at + 1 : at + 3]]
    behind = behind[1:] if behind[:1] in (["icon"], ["icons"]) else behind
    return not behind or behind[0] in (".", ":", ")")


def _may_be_name(first: Lexeme, following: Lexeme) -> bool:
    """Whether what begins so, before what an ability begins with, may be its name."""
    return (first.text[0].isupper() or first.lower == '"') and (following.text[0].isupper() or not following.is_word)


def _before_cost(
    reading: AbilityReading, at: int, effect_word: str | None, *, triggered: bool
) -> tuple[int, TriggerTree | None, str]:
    """The condition with which an ability opens and its word, and where the rest begins."""
    if effect_word:
        return _before_effect(reading, at, effect_word.lower())
    pieces = reading.r.s.pieces
    held, at = _held_before(reading, at) if triggered else ((), at)
    opened = opens_condition(pieces, at) if triggered else None
    if opened is None:
        return at, None, ""
    trigger, at = reading.triggers.trigger(opened[1], _sentence_end(pieces, at), opened[0])
    return at, replace(trigger, conditions=(*held, *trigger.conditions)), pieces[opened[1] - 1].text


def _held_before(reading: AbilityReading, at: int) -> tuple[tuple[Condition, ...], int]:
    """What must hold, in front of what an ability waits for, and where that begins: “During your turn, after …”."""
    pieces = reading.r.s.pieces
    found = reading.triggers.conditions.circumstance(at, None) if at < len(pieces) else None
    if found is None or reading.r.s.low(found.end) != "," or found.bears not in ("if", "while", "during"):
        return (), at
    opened = opens_condition(pieces, found.end + 1)
    return ((found.asked,), found.end + 1) if opened is not None and opened[0] in ("when", "after") else ((), at)


def _cost(reading: AbilityReading, at: int) -> tuple[str | None, tuple[Condition, ...], Effect | None, int]:
    """The text of a cost, what is asked beside it, the cost, and where the rest begins."""
    pieces = reading.r.s.pieces
    arrow = _arrow(pieces, at)
    if arrow is None:
        return None, (), None, at
    cost = reading.cost(at, arrow)
    text = text_of(pieces[at:arrow])
    if isinstance(cost, While) or (isinstance(cost, If) and cost.otherwise is None):
        return text, (cost.condition,), cost.effect, arrow + 1  # “During your turn, exhaust this →”
    return text, (), cost, arrow + 1


def _before_effect(reading: AbilityReading, at: int, effect_word: str) -> tuple[int, TriggerTree | None, str]:
    """Of text whose effect a word opens (“The villain moves. Effect: Draw a card.”): the condition, and where the
    rest begins."""
    pieces = reading.r.s.pieces
    stop = next(
        (place for place in range(at, len(pieces)) if _opens_effect(pieces, place, effect_word)),
        len(pieces),
    )
    opened = opens_condition(pieces, at)
    word = pieces[opened[1] - 1].text if opened else "when"
    begin = opened[1] if opened else at + (at < len(pieces) and pieces[at].lower in ("on", "during"))
    if stop == len(pieces):  # “Trigger: When …: draw a card”: the word is missing
        tree, rest = reading.triggers.trigger(begin, _sentence_end(pieces, at), opened[0] if opened else "when")
        return rest, tree, word
    last = stop - 1 if stop > begin and pieces[stop - 1].lower in (".", ",") else stop
    tree, _ = reading.triggers.trigger(begin, last, opened[0] if opened else "when")
    rest = min(stop + 1, len(pieces))
    while rest < len(pieces) and pieces[rest].lower in (":", "-", "–", "—"):
        rest += 1
    return rest, tree, word


def _opens_effect(pieces: Sequence[Lexeme], at: int, effect_word: str) -> bool:
    """Whether the word before an effect stands here, not the same word in a sentence (“cancel that effect”)."""
    if pieces[at].lower not in (effect_word, effect_word + "s"):
        return False
    return at + 1 < len(pieces) and (pieces[at + 1].lower in ":-–—" or (at > 0 and pieces[at - 1].lower in ENDS))


def _sentence_end(pieces: Sequence[Lexeme], at: int) -> int:
    """Where the sentence's last full stop stands, or the end."""
    return next((stop for _, stop in sentences(pieces, at, len(pieces))), len(pieces))


def _would_before_comma(pieces: Sequence[Lexeme], at: int, end: int) -> bool:
    for place in range(at, end):
        if pieces[place].lower in (",", "."):
            return False
        if pieces[place].lower == "would":
            return True
    return False


def _without(pieces: Sequence[Lexeme], cut: Sequence[tuple[int, int]]) -> list[Lexeme]:
    """The pieces without the stretches to cut and without reminder text: bracketed sentences with a capital.

    “(8 damage instead if …)” stays.
    """
    kept: list[Lexeme] = []
    stretches = dict(cut)
    at, end = 0, len(pieces)
    while at < end:
        close = closing_bracket(pieces, at, end) if pieces[at].lower == "(" and at not in stretches else None
        if at in stretches:
            at = max(stretches[at], at + 1)
        elif close is None:
            kept.append(pieces[at])
            at += 1
        elif _is_reminder(pieces, at, close):
            at = close + 1
        elif close == at + 3 and pieces[at + 2].lower == "may":  # “(you may) place it here”
            kept += pieces[at + 1 : close]
            at = close + 1
        elif not kept and close > at + 3:  # a reminder of the keyword before, in small letters
            at = close + 1
        else:
            kept.append(pieces[at])
            at += 1
    while kept and kept[-1].lower == "(":
        kept.pop()
    return kept


def _is_reminder(pieces: Sequence[Lexeme], at: int, close: int) -> bool:
    """Whether brackets hold nothing, or a sentence with a capital, an icon or a quotation in front."""
    if close <= at + 2:
        return close == at + 1
    opening = pieces[at + 1]
    if opening.text[:1].isupper() and opening.sense is not THIS:
        return True
    return (opening.sort == "icon" or opening.text[:1] in "\"'") and pieces[close - 1].lower in ENDS


def _arrow(pieces: Sequence[Lexeme], at: int) -> int | None:
    """The first arrow that is part of no list, quotation or bracket, with words before it."""
    inside: list[bool] | None = None
    for place in range(at, len(pieces)):
        if place > at and begins_item(pieces, place):
            return None
        if pieces[place].lower == "→":
            inside = inside if inside is not None else covered(pieces)
            if not inside[place]:
                return place if place > at else None
    return None


def _is_optional(effect: Effect, said: str) -> bool:
    """Whether “may” leaves all of it open; a choice that follows must be made all the same."""
    while isinstance(effect, If) or (isinstance(effect, Steps) and effect.effects):
        if isinstance(effect, If) and (effect.otherwise is not None or not said.partition(" ")[0].endswith(":")):
            return False  # what is asked is no choice; but for one class, “Tech: You may …”, it is
        effect = effect.effect if isinstance(effect, If) else effect.effects[0]
    return isinstance(effect, May) and not _MUST_CHOOSE.search(said)


def _own_names(name: str | None) -> tuple[str, ...]:
    """A card's own name as its text writes it; a remark in brackets behind the name is no part of it."""
    plain = _REMARK.sub("", name.translate(_PLAIN_MARKS)).strip() if name else ""
    return (plain,) if plain else ()
