"""The words that one game has for what a dispute says: card types, forms, status cards, games and editions by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from judge.cardtext.card_text_reader import CardTextReader
from judge.cardtext.card_words import CardWords, Sense
from judge.pasted.chat_words import ChatWords
from judge.rules.model import Rules

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_SENSELESS = Sense()


@dataclass(frozen=True)
class Books:
    """What the program knows of every game that a pasted text may be about."""

    rules: Callable[[str, str | None], Rules]
    """The timing rules of a game's edition, its default one for None."""
    words: Mapping[str, CardWords]
    """Game → how its cards are worded, the game taken where nothing tells first."""
    games: Mapping[str, str]
    """What people call a game, in small letters → the game."""
    editions: Mapping[str, str]
    """What people call an edition, in small letters → GAME/EDITION."""
    stop: frozenset[str]
    """Words too common to name anybody."""
    occurrences: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: _NOTHING)
    """Game → type of occurrence → what the form calls it."""
    choices: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=lambda: _NOTHING)
    """Game → participant → what it may be → what the form calls that."""
    knows: Callable[[str], bool] = bool
    """Whether a word in small letters stands in the rulebooks, and so is no player’s name."""
    headings: Mapping[str, frozenset[str]] = field(default_factory=lambda: _NOTHING)
    """Game → the names of its entries, in small letters."""
    told: Mapping[str, Sequence[str]] = field(default_factory=lambda: _NOTHING)
    """Verb of the cards in its plain form → everyday words for it."""
    first_names: frozenset[str] = frozenset()
    """First names that players may have, in small letters."""
    chat: ChatWords = field(default_factory=ChatWords)
    """The small words that people tell with."""
    lookup: Callable[[str, str | None], Sequence[Mapping[str, Any]]] | None = None
    """Finds cards of a library by name."""
    kinds_of: Callable[[Iterable[str], str], Mapping[str, frozenset[str]]] | None = None
    """Which names are of a library's cards of a game, with their types."""
    has_library: bool = False
    acts: Callable[[Mapping[str, Any]], tuple[int, int]] | None = None
    """How many abilities of a dispute have a say in its ruling, and how many nothing happens for."""
    unpack: Callable[[str], Mapping[str, Any]] | None = None
    """The dispute that the address of a ruling holds. Raises JudgeError where it holds none."""


@dataclass(frozen=True, slots=True)
class DisputePhrase:
    """Words that mean something in a dispute: `sort` is "form", "kind", "class" or "status"; `value` its id."""

    words: tuple[str, ...]
    sort: str
    value: str


@dataclass(frozen=True)
class DisputeWords:
    """One edition's words."""

    rules: Rules
    words: CardWords
    stop: frozenset[str]
    knows: Callable[[str], bool] = bool
    told: frozenset[str] = frozenset()
    """First words of the verbs that people tell with."""
    first_names: frozenset[str] = frozenset()
    chat: ChatWords = field(default_factory=ChatWords)
    """The small words that people tell with."""
    headings: frozenset[str] = frozenset()
    """The names of the rulebook’s entries, in small letters."""

    def is_term(self, words: Sequence[str]) -> bool:
        """Whether several words are the rules’ name of a thing, and no card’s: “Front Row”, “Discard Pile”."""
        meant = self.sense(words[-1])
        known = any((meant.zone, meant.thing, meant.kind, meant.fact, meant.role))
        return len(words) > 1 and known and " ".join(words) in self.headings

    @cached_property
    def forms(self) -> frozenset[str]:
        """The forms that players may be in."""
        return self.rules.kinds_with("form")

    @cached_property
    def engaging(self) -> frozenset[str]:
        """The card types that engage players."""
        return frozenset(
            part.kind
            for occurrence in self.rules.offered.values()
            if any(moment.event == "engage" for moment in occurrence.begun_by)
            for part in occurrence.participants
        )

    @cached_property
    def identity(self) -> str:
        """The card type of whom players play, in the form that fights; empty where the game has none."""
        forms = [form for form in self.rules.kinds if form in self.forms]
        return forms[0] if forms else ""

    @cached_property
    def statuses(self) -> frozenset[str]:
        """The status cards of the game."""
        if not self.rules.is_kind("status"):
            return frozenset()
        return frozenset(sense.status for sense in self.words.senses.values() if sense.status)

    @cached_property
    def timed(self) -> frozenset[str]:
        """The timing words of cards, in small letters."""
        said = {word.lower().rstrip("!:") for row in self.words.timings for word in row.words}
        prefixes = ("", "forced ", *(f"{form} " for form in self.forms))
        return frozenset(f"{prefix}{word}" for prefix in prefixes for word in said)

    @cached_property
    def shouted(self) -> frozenset[str]:
        """The timing words that end in an exclamation mark, without it."""
        said = (word.lower() for row in self.words.timings for word in row.words)
        return frozenset(word[:-1] for word in said if word.endswith("!"))

    @cached_property
    def reader(self) -> CardTextReader:
        """The reader of this game's card texts."""
        return CardTextReader(self.words)

    @cached_property
    def phrases(self) -> Mapping[str, tuple[DisputePhrase, ...]]:
        """First word → the phrases that begin with it, the longest first."""
        found: dict[str, dict[tuple[str, ...], DisputePhrase]] = {}
        for phrase in self._all():
            found.setdefault(phrase.words[0], {}).setdefault(phrase.words, phrase)
        return {first: tuple(sorted(rows.values(), key=lambda p: -len(p.words))) for first, rows in found.items()}

    def _all(self) -> Iterator[DisputePhrase]:
        for said, form in (*((form, form) for form in self.forms), *self.words.prefixes.items()):
            if form in self.forms:
                yield DisputePhrase(tuple(said.split()), "form", form)
                yield DisputePhrase(tuple(said.replace("-", " ").split()), "form", form)
        for form in self.forms:
            if "-" in form:  # “AE”
                yield DisputePhrase(("".join(part[0] for part in form.split("-")),), "form", form)
        for status in self.statuses:
            yield DisputePhrase((status,), "status", status)
        for kind in self.rules.kinds:
            yield DisputePhrase(tuple(kind.split("-")), "kind", kind)
            yield DisputePhrase((kind,), "kind", kind)
        for said, sense in self.words.senses.items():
            if sense.kind in self.rules.kinds or sense.kind in self.rules.card_classes:
                yield DisputePhrase(
                    tuple(said.split()), "kind" if sense.kind in self.rules.kinds else "class", str(sense.kind)
                )

    def sense(self, word: str) -> Sense:
        """All that a word may mean on a card."""
        return self.words.senses.get(word, _SENSELESS)

    def names_nobody(self, word: str) -> bool:
        """Whether a word before a colon is no player’s name."""
        chat = self.chat
        small = (chat.nobody, chat.function, chat.said, chat.alone, chat.relatives)
        known = self.knows(word) and word not in self.first_names
        return known or word in self.phrases or word in self.stop or any(word in words for words in small)

    def means_something(self, word: str) -> bool:
        """Whether a word has a meaning on cards that no name has."""
        sense = self.sense(word)
        known = (sense.verb, sense.is_noun, sense.state, sense.fact, sense.status, sense.keyword)
        return any(known)

    def is_verb(self, word: str) -> bool:
        """Whether a word may be a verb of cards."""
        return self.sense(word).verb is not None


def plain(text: str) -> str:
    """Words in small letters with single spaces, for comparing.

    >>> plain("Rhino’s  “Suit”")
    "rhino's suit"
    """
    return " ".join(_WORD.findall(text.lower().replace("’", "'")))


_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
