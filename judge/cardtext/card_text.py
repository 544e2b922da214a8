"""Card text taken apart: the door. Text as a player pastes it, and the words of its game → abilities and keywords.

Shapes follow section 4 of the contract, and “References to abilities” in section 5 for what counts as an ability.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from threading import Lock

from cachetools import LRUCache

from judge.ability import Ability, CardText, Keyword
from judge.cardtext.bounds import find_bounds, maximums, opening_limit, without_bounds
from judge.cardtext.conditions import split_at_effect, split_condition
from judge.cardtext.effects import effect_kinds, read_effects
from judge.cardtext.headers import Header, Headers
from judge.cardtext.keywords import Keywords
from judge.cardtext.lexer import Lexer
from judge.cardtext.sentences import (
    LIST_ITEM,
    clean_text,
    is_inside,
    paragraphs,
    sentences,
    spans_in_brackets,
    spans_in_quotes,
    without_reminders,
)
from judge.cardtext.triggers import read_trigger
from judge.cardtext.words import AbilityWords

_REMEMBERED = 4_000
"""Letters; longer texts are no card's: they are read but not remembered."""
_MOST_REMEMBERED = 150_000
"""Letters of all texts that one reader remembers: a thousand cards as printed, at some thirty bytes a letter."""
_BESIDES = 20
"""What a text counts for beside its letters."""

_INNER_BREAK = re.compile(rf"\n(?!{LIST_ITEM})")
_LIST_BEFORE = re.compile(r"\n[•–—-]")
_REMARK = re.compile(r"\s*\([^)]*\)\s*$")
_PLAIN_MARKS = {8217: "'", 8220: '"', 8221: '"'}
_OPTIONAL = ("you may ", "that player may ", "each player may ", "any player may ", "they may ")
_FOR_WHOM = re.compile(r"^[A-Z]\w+:\s+")
_MUST_CHOOSE = re.compile(r"[.!]\s+Choose\b")
_TITLE = re.compile(r"^(?:\"[^\"]+\"|[A-Z0-9][^.:;→\n\"]{0,60}?)(?:\s+[—–-]{1,2}\s+|[—–])(?=[A-Z\"\[])")


class CardReader:
    """Takes apart the texts of one game's cards and remembers those it has read, within a bound."""

    def __init__(self, words: AbilityWords) -> None:
        self.words = words
        self._headers = Headers(words)
        self._keywords = Keywords(words)
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
        return _Reading(self.words, self._headers, self._keywords, self._lexer, name).read(clean_text(text))


@lru_cache(maxsize=32)
def reader_of(words: AbilityWords) -> CardReader:
    """The reader for a game's table, made once."""
    return CardReader(words)


def read_card_text(text: str, words: AbilityWords, name: str | None = None) -> CardText:
    """A card's text taken apart by the table of its game. Any text is read; nothing is raised."""
    return reader_of(words).read(text, name)


class _Reading:
    """One text being read, paragraph by paragraph."""

    def __init__(
        self, words: AbilityWords, headers: Headers, keywords: Keywords, lexer: Lexer, name: str | None
    ) -> None:
        self._words, self._headers, self._keywords, self._lexer = words, headers, keywords, lexer
        self._own_name = _plain_name(name)
        # “Contents: …” is an instruction as a whole, however many sentences follow.
        self._whole_instructions = tuple(start for start in words.instruction_starts if start.endswith(":"))
        self._parts: list[Ability | Keyword] = []
        self._instructions: list[str] = []
        self._title: str | None = None

    def read(self, text: str) -> CardText:
        continuing = tuple(row.effect_word for row in self._words.timings if row.effect_word)
        for paragraph in paragraphs(text, continuing):
            headers = self._headers.find(paragraph)
            lead = paragraph[: headers[0].start] if headers else paragraph
            self._read_untimed(lead)
            for at, header in enumerate(headers):
                end = headers[at + 1].start if at + 1 < len(headers) else len(paragraph)
                self._read_timed(header, paragraph[header.end : end].strip())
        icons = tuple(name for name, pattern in self._words.icons if pattern.search(text))
        return CardText(self._with_card_bounds(), tuple(self._instructions), icons=icons)

    # --- text behind a timing word

    def _read_timed(self, header: Header, body: str) -> None:
        """One timed ability; it ends where a keyword stands as a sentence of its own."""
        for start, end in sentences(body):
            if start and self._keywords.are_all_of(body[start:end]):
                self._parts.append(self._timed(header, body[:start].strip()))
                self._read_untimed(body[start:])
                return
        self._parts.append(self._timed(header, body))

    def _timed(self, header: Header, body: str) -> Ability:
        ability = self._ability(
            header.timing,
            body,
            triggered=self._words.by_timing[header.timing].triggered,
            mandatory=self._words.is_mandatory(header.timing, header.forced),
            forced=header.forced,
        )
        costs = [f"[{symbol}]" for symbol in header.symbols if symbol not in self._words.free_symbols]
        return replace(
            ability,
            form=header.form,
            labels=header.labels,
            name=header.name or self._take_title(),
            symbols=header.symbols,
            value=header.value,
            cost=" ".join(costs) if costs and self._words.cost_symbols else ability.cost,
        )

    def _ability(
        self,
        timing: str,
        body: str,
        *,
        triggered: bool,
        mandatory: bool,
        forced: bool = False,
    ) -> Ability:
        limit, most = find_bounds(body)
        opening, text = opening_limit(_INNER_BREAK.sub(" ", without_reminders(without_bounds(body))))
        effect_word = self._words.by_timing[timing].effect_word
        if effect_word:
            split: tuple[str, str, str] | None = split_at_effect(text, effect_word)
        else:
            split = split_condition(text, self._words) if triggered else None
        word, condition, text = split or ("", "", text)
        cost, effect = _split_cost(text)
        of_condition, of_cost, of_effect = self._lexer.pieces((condition, cost or "", effect), self._own_name)
        trigger = read_trigger(word, condition, of_condition, self._words) if split else None
        return Ability(
            timing=timing,
            form=None,
            labels=(),
            mandatory=mandatory and (forced or not _is_optional(effect)),
            trigger=trigger,
            cost=cost,
            limit=limit or opening,
            max=most,
            effect_kinds=effect_kinds(effect),
            effect=effect,
            effects=read_effects(effect, of_effect, self._words, trigger),
            cost_effects=read_effects(cost, of_cost, self._words, None) if cost else (),
        )

    # --- text without a timing word

    def _read_untimed(self, text: str) -> None:
        """Keywords, play instructions, bounds of the ability before, and what remains: one constant ability."""
        if text.lower().startswith(self._whole_instructions):
            self._instructions.append(text.strip())
            return
        gathered: list[str] = []
        for sentence in self._sentences(text):
            if self._is_apart(sentence):
                self._constant(gathered)
                gathered = []
            elif not self._says_nothing(sentence):
                gathered.append(sentence)
        self._constant(gathered)

    def _sentences(self, text: str) -> list[str]:
        """Sentences; a line of keywords is one even without a full stop."""
        found: list[str] = []
        run: list[str] = []
        lines = text.strip().split("\n")
        for at, line in enumerate(lines):
            following = lines[at + 1] if at + 1 < len(lines) else ""
            if not run and self._is_title(line) and not following[:1].islower():
                self._title = line.strip('" ')
            elif self._keywords.are_all_of(line) and not (run and line[0].islower() and run[-1][-1] not in ".!?"):
                found += [*_split("\n".join(run)), line]
                run = []
            else:
                run.append(line)
        return found + _split("\n".join(run))

    def _is_apart(self, sentence: str) -> bool:
        """Take in a sentence that is keywords, an instruction or a bound; False when it is something else."""
        if self._keywords.are_all_of(sentence):
            self._parts += self._keywords.read(sentence)
            return True
        lower = sentence.lower().lstrip("(\"' ")
        ending = lower.rstrip(".)\"' ")
        if lower.startswith(self._words.instruction_starts) or ending.endswith(self._words.instruction_ends):
            self._instructions.append(sentence)
            self._bind_previous(sentence)
            return True
        return False

    def _bind_previous(self, sentence: str) -> None:
        """A bound per round, phase … on a line of its own belongs to the ability before it."""
        limit, most = find_bounds(sentence)
        previous = self._parts[-1] if self._parts else None
        if isinstance(previous, Ability) and previous.timing != self._words.default_timing:
            if limit and not previous.limit:
                self._parts[-1] = replace(previous, limit=limit)
            if most and not previous.max:
                self._parts[-1] = replace(previous, max=most)

    def _is_title(self, line: str) -> bool:
        """A name printed on a line of its own above its power: no full stop, every longer word with a capital."""
        found = re.findall(r"[A-Za-z][\w'-]*", line)
        if not 0 < len(found) < 10 or line.rstrip()[-1] in ".:,;)→]" or "→" in line:
            return False
        if self._keywords.are_all_of(line):
            return False
        sense = self._words.senses.get(found[0].lower())
        is_order = bool(sense and sense.verb) and line.rstrip()[-1] not in "!?"
        return not is_order and all(word[0].isupper() for word in found if len(word) > 3) and found[0][0].isupper()

    def _take_title(self) -> str | None:
        title, self._title = self._title, None
        return title

    def _says_nothing(self, sentence: str) -> bool:
        """Reminder text, a line of traits, or the bare name of a card or scheme."""
        plain = without_reminders(sentence).strip(" .*_")
        if not plain or not any(char.isalnum() for char in plain):
            return True
        first, *others = re.findall(r"[^\s,.]+", plain) or [""]
        is_titled = all(word[0].isupper() for word in (first, *others) if word[:1].isalpha())
        sense = self._words.senses.get(first.lower())
        return is_titled and not (sense and sense.verb) and len(others) < 4 and "[" not in plain

    def _constant(self, gathered: list[str]) -> None:
        if not gathered:
            return
        text = "".join(f"\n{line}" if line.startswith("•") else f" {line}" for line in gathered).strip()
        symbols: list[str] = []
        while match := re.match(r"\[([a-z ]+)\]\s*(?![-–—:])", text):
            symbols.append(match.group(1))
            text = text[match.end() :]
        title = _TITLE.match(text)
        name = title.group().strip(" —–-").strip('"') if title else self._take_title()
        text = text[title.end() :] if title else text
        timing = self._headers.untimed(text)
        row = self._words.by_timing[timing]
        opens_when = split_condition(opening_limit(text)[1], self._words) if row.triggered else None
        triggered = opens_when is not None and _is_trigger(*opens_when[:2])
        if not text:
            return
        ability = self._ability(timing, text, triggered=triggered, mandatory=row.mandatory)
        self._parts.append(replace(ability, name=name, symbols=tuple(symbols)))

    def _with_card_bounds(self) -> tuple[Ability | Keyword, ...]:
        """The parts, each timed ability with the maximum that the card prints for itself (“Max 1 per round.”)."""
        found = [bound for line in self._instructions for bound in maximums(line)]
        most = next((bound for bound in found if bound.per != "deck"), found[0] if found else None)
        if most is None:
            return tuple(self._parts)
        return tuple(
            replace(part, max=most)
            if isinstance(part, Ability) and part.max is None and part.timing != self._words.default_timing
            else part
            for part in self._parts
        )


def _is_optional(effect: str) -> bool:
    """Whether “may” leaves all of it open; a choice that follows must be made all the same."""
    return _FOR_WHOM.sub("", effect).lower().startswith(_OPTIONAL) and not _MUST_CHOOSE.search(effect)


def _is_trigger(word: str, condition: str) -> bool:
    """“When it attacks” waits for a moment, and so does “If it would be stunned”; “If you have no allies” does not."""
    return word.lower() not in ("if", "as") or " would " in condition


def _split(text: str) -> list[str]:
    flat = _INNER_BREAK.sub(" ", text.strip())
    return [flat[start:end].strip() for start, end in sentences(flat)]


def _split_cost(text: str) -> tuple[str | None, str]:
    """Cost and effect: what stands before the first arrow that is not part of a choice among list items."""
    apart = spans_in_quotes(text) + spans_in_brackets(text)
    at = next((match.start() for match in re.finditer("→", text) if not is_inside(match.start(), apart)), 0)
    before = text[:at].strip()
    if not before or _LIST_BEFORE.search(text[:at]):
        return None, text.strip()
    return before, text[at + 1 :].strip()


def _plain_name(name: str | None) -> str | None:
    """A card's own name as its text writes it; a remark in brackets behind the name is no part of it."""
    plain = _REMARK.sub("", name.translate(_PLAIN_MARKS)).strip() if name else ""
    return plain or None
