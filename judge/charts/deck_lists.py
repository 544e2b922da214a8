"""Reads deck lists as people write them against the card library; tells what is wrong with one by its line.

A line is a count and a card's name or code: “2x Haymaker”, “Haymaker x2”, “01013”; headings (“Ally (3)”), empty
lines and lines behind “#” are passed over. A list of MarvelCDB (JSON with `slots`) is read as well. Deck lines among
other words of a pasted text are taken out by `judge.pasted.deck_lines`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from judge.cards.card import LibraryCard
from judge.cards.library import CardLibrary
from judge.corpus import plain_name
from judge.errors import NotUnderstood, Problem, TooLarge
from judge.rules.model import Rules

READ = "en"
"""The language of the card texts that are read."""
MOST_LINES = 500
MOST_LETTERS = 40_000
_FIRST = re.compile(r"(\d{1,3}) ?[x×]? +(?=\S)|(\d{1,3})[x×](?=\S)")
_LAST = re.compile(r" [x×] ?(\d{1,3})\Z| \([x×](\d{1,3})\)\Z")
_COUNTED = re.compile(r" \(\d{1,3}\)\Z")


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A line of a deck that names a card: where it stands, how many, what it says."""

    number: int
    count: int
    name: str


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a deck, each once with its count, and what is wrong with its lines."""

    cards: tuple[tuple[LibraryCard, int], ...]
    problems: tuple[Problem, ...] = ()


class LibraryCards:
    """The cards of a library by name and by code, loaded once for several decks."""

    def __init__(self, library: CardLibrary, rules: Rules) -> None:
        self.library = library
        self.rules = rules
        self.cards = library.every(rules.game)
        self._codes = {card.code: card for card in self.cards}
        self._names: dict[str, list[LibraryCard]] = {}
        for card in self.cards:
            self._names.setdefault(plain_name(card.name), []).append(card)

    def named(self, name: str) -> Sequence[LibraryCard]:
        """The cards of a name or code; of a name with a remark in brackets those without it."""
        if name in self._codes:
            return [self._codes[name]]
        bare = name.rpartition(" (")[0] if name.endswith(")") else name
        return self._names.get(plain_name(name)) or self._names.get(plain_name(bare)) or self._reprints(name)

    def _reprints(self, code: str) -> Sequence[LibraryCard]:
        return self.library.find("", code) if code[:1].isdigit() else ()

    def near(self, name: str) -> tuple[str, ...]:
        """Names that look like one."""
        near = get_close_matches(plain_name(name), self._names, 3, 0.7)
        return tuple(self._names[one][0].name for one in near)

    def elsewhere(self, name: str) -> LibraryCard | None:
        """A card of that name of another game."""
        return next((card for card in self.library.find(name) if card.game != self.rules.game), None)


def read_deck(text: str, whose: str, shelf: LibraryCards, languages: Mapping[str, frozenset[str]]) -> Deck:
    """The deck that a list describes. `whose` is how problems call it: “Ada's deck”.

    Raises NotUnderstood for a list without any card, TooLarge beyond `MOST_LINES`.
    """
    lines = list(_lines(text, whose, shelf.rules))
    if not lines:
        raise NotUnderstood(f"{whose} names no card; write a line for each, such as “2x Haymaker”.", whose)
    counts: Counter[str] = Counter()
    cards: dict[str, LibraryCard] = {}
    first_line: dict[str, int] = {}
    problems = []
    for line in lines:
        where = f"{whose}, line {line.number}"
        card = _one_of(line, where, shelf)
        if isinstance(card, Problem):
            problems.append(card)
            continue
        counts[card.code] += line.count
        cards[card.code] = card
        first_line.setdefault(card.code, line.number)
    problems += _of_other_languages(whose, [(first_line[code], card) for code, card in cards.items()], languages)
    return Deck(tuple((card, counts[code]) for code, card in cards.items()), tuple(problems))


def _lines(text: str, whose: str, rules: Rules) -> Iterator[DeckLine]:
    if len(text) > MOST_LETTERS or text.count("\n") > MOST_LINES:
        raise TooLarge(f"{whose} has more than {MOST_LINES} lines or {MOST_LETTERS:,} letters.", whose)
    slots = _slots(text)
    if slots is not None:
        yield from (DeckLine(number, count, code) for number, (code, count) in enumerate(slots.items(), 1))
        return
    for number, row in enumerate(text.splitlines(), 1):
        said = " ".join(row.partition("#")[0].split()).strip("-*• ")
        if not said:
            continue
        first, last = _FIRST.match(said), _LAST.search(said)
        if first:
            yield DeckLine(number, int(first[1] or first[2]), said[first.end() :])
        elif last:
            yield DeckLine(number, int(last[1] or last[2]), said[: last.start()])
        elif not _is_heading(said, rules):
            yield DeckLine(number, 1, said)


def _slots(text: str) -> Mapping[str, int] | None:
    """The codes and counts of a list in MarvelCDB's JSON; None for anything else."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        slots = json.loads(text).get("slots")
    except (ValueError, RecursionError):
        return None
    if not isinstance(slots, dict):
        return None
    return {code: count for code, count in slots.items() if isinstance(count, int) and 0 < count < 100}


def _is_heading(said: str, rules: Rules) -> bool:
    """Whether a line is about the kind of the cards below it: “Ally (3)”, “Events:”."""
    word = _COUNTED.sub("", said).rstrip(":").lower().replace(" ", "-")
    forms = {word, word.removesuffix("s"), f"{word.removesuffix('ies')}y"}
    return any(rules.is_kind(form) for form in forms) or said.lower().startswith(("packs:", "deck:"))


def _one_of(line: DeckLine, where: str, shelf: LibraryCards) -> LibraryCard | Problem:
    """The card that a line means; what is wrong where it means none or several."""
    found = shelf.named(line.name)
    if not found:
        other = shelf.elsewhere(line.name)
        if other is not None:
            return Problem(f"{where}: {line.name} is a card of {other.game}, not of {shelf.rules.game}.", where)
        near = shelf.near(line.name)
        meant = f" Did you mean {' or '.join(near)}?" if near else ""
        return Problem(f"{where}: the library has no card “{line.name}”.{meant}", where, near)
    identities = shelf.rules.kinds_with("identity")
    of_decks = [card for card in found if _is_players(card, shelf.rules) and card.kind not in identities]
    different = {(card.kind, card.text): card for card in reversed(of_decks or found)}
    if len(different) > 1:
        codes = tuple(f"{card.name} ({card.code})" for card in different.values())
        return Problem(f"{where}: “{line.name}” may be {' or '.join(codes)}; write the code.", where, codes)
    return next(iter(different.values()))


def _is_players(card: LibraryCard, rules: Rules) -> bool:
    return "player-card" in rules.closure(card.kind)


def _of_other_languages(
    whose: str, cards: Sequence[tuple[int, LibraryCard]], languages: Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    """Lazily, the lines whose cards are printed in another language than card texts are read in.

    A card that says too little to tell is in the language of its pack.
    """
    of_pack: dict[str, list[str]] = {}
    for _, card in cards:
        of_pack.setdefault(card.pack, []).append(card.text)
    packs = {pack: language_of("\n".join(texts), languages) for pack, texts in of_pack.items()}
    for line, card in cards:
        language = language_of(card.text, languages) or packs[card.pack]
        if language not in (None, READ):
            where, called = f"{whose}, line {line}", f"{card.name} ({card.code})"
            yield Problem(f"{where}: {other_language(called, language)}: import its pack in that.", where)


def other_language(card: str, language: str | None) -> str:
    """What is said of a card whose text is in a language that is not read."""
    return f"{card} is in another language ({language}); card texts are read in English ({READ})"


def language_of(text: str, languages: Mapping[str, frozenset[str]]) -> str | None:
    """The language of which a text has the most little words; None where there are too few to tell."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    score = {language: sum(word in little for word in words) for language, little in languages.items()}
    (best, most), *rest = sorted(score.items(), key=lambda item: -item[1])
    return best if most > 2 and (not rest or most > 2 * rest[0][1]) else None
