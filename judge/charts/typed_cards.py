"""Cards that a table gives with their texts, where no library has them; what is wrong with one is told by its line.

A card is a line “2x Name (kind): text”, with further lines of its text further in; or, in a list, an object of name,
kind, text, count and location: where it lies, in a game of numbered places (in a line “(kind, location 2)”).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.cards.card import LibraryCard
from judge.charts.deck_lists import READ, language_of, other_language
from judge.errors import NotUnderstood, Problem, TooLarge
from judge.rules.model import Rules
from judge.toml_tables import meant

MOST_CARDS = 200
MOST_LETTERS = 40_000
_HEAD = re.compile(r"(?:(\d{1,3}) ?[x×] ?)?([^\n]*?) ?\(([^()\n]*)\): ?([^\n]*)\Z")
_PLACE = re.compile(r"(?:, ?location|(?<=^location)) (\d{1,3})\Z", re.IGNORECASE)
_KEYS = ("name", "kind", "text", "count", "location")
_LIKE = "write it as “Name (kind): text”"


@dataclass(frozen=True, slots=True)
class _TypedCard:
    """A card as it was said: where it stands, and each of its facts, unchecked."""

    where: str
    name: str
    kind: str
    text: str
    count: int
    location: int | None = None


def read_typed(
    value: Any, whose: str, rules: Rules, languages: Mapping[str, frozenset[str]]
) -> tuple[list[tuple[LibraryCard, int]], list[Problem]]:
    """The cards that a text or list gives, each with its count, and what is wrong with single ones.

    `whose` is how problems call it: “Ada's cards”. Raises NotUnderstood for what is neither, TooLarge.
    """
    if isinstance(value, str):
        rows = list(_of_lines(value, whose))
    elif isinstance(value, list):
        rows = [row for number, one in enumerate(value, 1) for row in _of_item(one, f"{whose}, card {number}")]
    else:
        raise NotUnderstood(f"{whose} are a text or a list of cards; {_LIKE}.", whose)
    said = [row for row in rows if isinstance(row, _TypedCard)]
    if len(said) > MOST_CARDS or sum(len(row.text) for row in said) > MOST_LETTERS:
        raise TooLarge(f"{whose} are more than {MOST_CARDS} cards or {MOST_LETTERS:,} letters.", whose)
    problems = [row for row in rows if isinstance(row, Problem)]
    problems += _of_other_languages(said, languages)
    cards = []
    for row in said:
        wrong = _wrong(row, rules)
        if wrong is None:
            text, _, boost = row.text.partition("<hr />")
            card = LibraryCard("", row.name, _kind(row.kind), text.strip(), rules.game, boost_text=boost.strip())
            cards.append((replace(card, location=row.location), row.count))
        else:
            problems.append(wrong)
    return cards, problems


def _of_other_languages(said: Sequence[_TypedCard], languages: Mapping[str, frozenset[str]]) -> Iterator[Problem]:
    """Lazily, the cards that are written in another language than is read; what says too little to tell is in that of
    all together.
    """
    usual = language_of("\n".join(row.text for row in said), languages)
    for row in said:
        language = language_of(row.text, languages) or usual
        if language not in (None, READ):
            yield Problem(f"{row.where}: {other_language(row.name, language)}.", row.where)


def _of_lines(text: str, whose: str) -> Iterator[_TypedCard | Problem]:
    """Lazily, the cards of a text, and the lines that belong to none."""
    card: _TypedCard | None = None
    for number, line in enumerate(text.splitlines(), 1):
        where, said = f"{whose}, line {number}", " ".join(line.split())
        if not said or said.startswith("#"):
            continue
        if line[0].isspace() and card is not None:
            card = replace(card, text=f"{card.text}\n{said}".strip())
            continue
        if card is not None:
            yield card
        head = _HEAD.match(said)
        card = _of_head(where, head, head[4]) if head is not None else None
        if card is None:
            yield Problem(
                f"{where}: “{said[:40]}” is no card; {_LIKE}, and put more lines of its text further in.", where
            )
    if card is not None:
        yield card


def _of_item(item: Any, where: str) -> Iterator[_TypedCard | Problem]:
    """Lazily, what one item of a list says: a card, as a line or an object, and what nobody knows of it."""
    if isinstance(item, str):
        head, _, more = item.partition("\n")
        found = _HEAD.match(" ".join(head.split()))
        if found is None:
            yield Problem(f"{where}: “{head[:40]}” is no card; {_LIKE}.", where)
        else:
            yield _of_head(where, found, f"{found[4]}\n{more}".strip())
        return
    if not isinstance(item, Mapping):
        yield Problem(f"{where}: this is no card; {_LIKE}.", where)
        return
    for key in item:
        if key not in _KEYS:
            yield Problem(f"{where}: nobody knows “{key}” of a card; there are {', '.join(_KEYS)}.", where)
    texts = [item.get(key, "") for key in ("name", "kind", "text")]
    numbers = [item.get("count", 1), item.get("location", 0)]
    if not all(isinstance(one, str) for one in texts) or any(type(one) is not int for one in numbers):
        yield Problem(f"{where}: name, kind and text are texts, count and location are numbers.", where)
        return
    yield _TypedCard(where, texts[0].strip(), texts[1], texts[2], numbers[0], item.get("location"))


def _of_head(where: str, head: re.Match[str], text: str) -> _TypedCard:
    """The card that a line begins: “2x Name (kind, location 3): …”."""
    place = _PLACE.search(head[3])
    kind = head[3][: place.start()] if place is not None else head[3]
    location = int(place[1]) if place is not None else None
    return _TypedCard(where, head[2].strip(), kind, text, int(head[1] or 1), location)


def _wrong(row: _TypedCard, rules: Rules) -> Problem | None:
    """What is wrong with a card, or nothing."""
    if not row.name:
        return Problem(f"{row.where}: the card has no name; {_LIKE}.", row.where)
    if not 0 < row.count < 1000:
        return Problem(f"{row.where}: {row.count} of {row.name} are none or too many.", row.where)
    if row.location is not None and not 0 <= row.location < rules.features.places:
        last = rules.features.places - 1
        right = f"locations are numbered 0 to {last}, clockwise" if last > 0 else f"{rules.game} has none"
        return Problem(f"{row.where}: {row.name} is at location {row.location}; {right}.", row.where)
    kinds = [kind for kind, known in rules.kinds.items() if not known.must_be_attached]
    if _kind(row.kind) not in kinds:
        right, near = meant(_kind(row.kind), kinds)
        said = f"“{row.kind}” is no kind of card" if row.kind.strip() else f"{row.name} has no kind"
        return Problem(f"{row.where}: {said} of {rules.game}; {right}", row.where, near)
    return None


def _kind(said: str) -> str:
    return "-".join(said.lower().replace("_", " ").split())
