"""Reads and checks the table of a chart from its file: scenario, sets beside it, players with hero and deck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, TypeVar

from judge.cards.card import LibraryCard
from judge.charts.deck_lists import LibraryCards, read_deck
from judge.charts.typed_cards import read_typed
from judge.disputes.findings import slug
from judge.errors import JudgeError, NotAllowed, NotFound, NotUnderstood, Problem
from judge.responders.card_placing import is_scenarios

Said = TypeVar("Said")
Read = TypeVar("Read")
MOST_PLAYERS = 4
MOST_SETS = 20
_KEYS = ("game", "edition", "scenario", "sets", "cards", "players", "name")
_PLAYER_KEYS = ("name", "hero", "deck", "cards")
_TYPED = "typed-"
"""How codes begin of cards that the table itself gives."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of the chart, with the identity's faces and the deck."""

    name: str
    hero: str
    """Empty where the player has none of the library."""
    cards: tuple[tuple[LibraryCard, int], ...]


@dataclass(frozen=True, slots=True)
class ChartTable:
    """What lies on the table of a chart."""

    scenario: str
    sets: tuple[str, ...]
    encounter: tuple[tuple[LibraryCard, int], ...]
    seats: tuple[Seat, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def typed(self) -> Mapping[str, LibraryCard]:
        """The cards that the table gives with their texts, by the codes they have on it."""
        return {card.code: card for card, _ in self.every_card if card.code.startswith(_TYPED)}

    @property
    def every_card(self) -> Sequence[tuple[LibraryCard, int]]:
        """All cards of the table, with how many there are."""
        return (*self.encounter, *(one for seat in self.seats for one in seat.cards))


def read_table(data: Any, shelf: LibraryCards, languages: Mapping[str, frozenset[str]]) -> ChartTable:
    """The table that a file describes.

    Raises NotUnderstood, NotAllowed or NotFound where that is no table at all, with all that is wrong in it; what is
    wrong with single cards and lines of a table is told in `problems`.
    """
    if not isinstance(data, Mapping):
        raise NotUnderstood("A table is an object with game, scenario, players and cards.", "table")
    problems = _strange_keys(data, "the table", _KEYS)
    refused: list[JudgeError] = []
    names = _named_sets(data)
    sets = _each(lambda one: _set_of(*one, shelf), names, refused)
    seats, found = _seats(data, shelf, languages, refused)
    given, more = _typed(data, "the table", shelf, languages)
    typed = [one for one in given if is_scenarios(one[0], shelf.rules)]
    problems += [*found, *more, *(_misplaced(one[0]) for one in given if one not in typed)]
    _refuse(refused, problems)
    if not seats and not sets and not typed:
        raise NotUnderstood("Name a scenario, players with their heroes, or cards: there is nothing to chart.", "table")
    if len({seat.name for seat in seats}) < len(seats):
        raise NotAllowed("Two players have one name; give each a name of their own.", "players")
    encounter = (*_cards_of(sets, shelf), *typed)
    first, *others = [name for _, name in names] or [""]
    table = ChartTable(first, tuple(others), encounter, tuple(seats), tuple(problems))
    return _numbered(table)


def _named_sets(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The names of scenario and sets, each with the key it stands under."""
    scenario = [_said(data, "scenario", "the table")] if data.get("scenario") is not None else []
    return [("scenario", name) for name in scenario] + [("sets", name) for name in _list_of(data, "sets", MOST_SETS)]


def _refuse(refused: Sequence[JudgeError], problems: Sequence[Problem]) -> None:
    """Raise the first error with all the others, and with the problems, where there is one."""
    if refused:
        others = [problem for error in refused[1:] for problem in error.problems]
        raise type(refused[0]).of([*refused[0].problems, *others, *problems])


def _each(read: Callable[[Said], Read], said: Iterable[Said], refused: list[JudgeError]) -> list[Read]:
    """What can be read; why the rest cannot is added to `refused`."""
    found = []
    for one in said:
        try:
            found.append(read(one))
        except JudgeError as error:
            refused.append(error)
    return found


def _numbered(table: ChartTable) -> ChartTable:
    """The table with a code for each card that has none of a library."""
    numbers = count(1)

    def coded(cards: Sequence[tuple[LibraryCard, int]]) -> tuple[tuple[LibraryCard, int], ...]:
        return tuple((c if c.code else replace(c, code=f"{_TYPED}{next(numbers)}"), many) for c, many in cards)

    seats = (replace(seat, cards=coded(seat.cards)) for seat in table.seats)
    return replace(table, encounter=coded(table.encounter), seats=tuple(seats))


def _misplaced(card: LibraryCard) -> Problem:
    kind = card.kind.replace("-", " ")
    return Problem(f"{card.name} ({kind}) is a player’s: put it under cards of a player, not of the table.", "cards")


def _typed(
    row: Mapping[str, Any], whose: str, shelf: LibraryCards, languages: Mapping[str, frozenset[str]]
) -> tuple[list[tuple[LibraryCard, int]], list[Problem]]:
    return read_typed(row["cards"], f"the cards of {whose}", shelf.rules, languages) if row.get("cards") else ([], [])


def _rows(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    rows = data.get("players") or []
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise NotUnderstood("players is a list, each with a name, and a hero or cards.", "players")
    if len(rows) > MOST_PLAYERS:
        raise NotAllowed(f"A chart has at most {MOST_PLAYERS} players; this one has {len(rows)}.", "players")
    return rows


def _seats(
    data: Mapping[str, Any],
    shelf: LibraryCards,
    languages: Mapping[str, frozenset[str]],
    refused: list[JudgeError],
) -> tuple[list[Seat], list[Problem]]:
    """The players, and what is wrong with their rows."""
    seated = [_seat(row, number, shelf, languages, refused) for number, row in enumerate(_rows(data), 1)]
    return [seat for seat, _ in seated], [problem for _, found in seated for problem in found]


def _seat(
    row: Mapping[str, Any],
    number: int,
    shelf: LibraryCards,
    languages: Mapping[str, frozenset[str]],
    refused: list[JudgeError],
) -> tuple[Seat, list[Problem]]:
    name = _said(row, "name", f"player {number}") if row.get("name") is not None else f"Player {number}"
    typed, more = _typed(row, name, shelf, languages)
    problems = [*_strange_keys(row, name, _PLAYER_KEYS), *more]
    if row.get("hero") is None and not typed:
        refused.append(NotUnderstood(f"{name} has neither a hero nor cards with their texts; say one of them.", "hero"))
    heroes = [] if row.get("hero") is None else [_said(row, "hero", name)]
    faces = [card for found in _each(lambda hero: _faces(hero, name, shelf), heroes, refused) for card in found]
    deck: tuple[tuple[LibraryCard, int], ...] = ()
    if row.get("deck") is not None:
        listed = row["deck"] if isinstance(row["deck"], list) else [_said(row, "deck", name)]
        found = read_deck("\n".join(map(str, listed)), f"{name}’s deck", shelf, languages)
        deck, problems = found.cards, [*problems, *found.problems]
    elif faces:
        deck = _own_cards(faces[0].card_set, shelf)
    codes = {card.code for card in faces}
    own = (*((card, 1) for card in faces), *(c for c in deck if c[0].code not in codes), *typed)
    return Seat(name, faces[0].name if faces else "", own), problems


def _own_cards(card_set: str, shelf: LibraryCards) -> tuple[tuple[LibraryCard, int], ...]:
    """The cards that a hero’s set brings to the deck."""
    left_out = shelf.rules.kinds_with("identity")
    cards = _cards_of([card_set], shelf)
    return tuple(c for c in cards if "player-card" in shelf.rules.closure(c[0].kind) and c[0].kind not in left_out)


def _identities_named(name: str, shelf: LibraryCards) -> list[LibraryCard]:
    return [card for card in shelf.named(name) if card.kind in shelf.rules.kinds_with("identity")]


def _faces(hero: str, whose: str, shelf: LibraryCards) -> list[LibraryCard]:
    """The faces of an identity, that of the hero first: the cards of its kinds that belong to its set."""
    found = _identities_named(hero, shelf)
    if not found:
        near = [name for name in shelf.near(hero) if _identities_named(name, shelf)]
        meant = f" Did you mean {' or '.join(near)}?" if near else ""
        raise NotFound(f"The library has no hero “{hero}” for {whose}.{meant}", f"players: {whose}", near)
    sets = {card.card_set for card in found}
    if len(sets) > 1:
        codes = [f"{card.name} ({card.code})" for card in found]
        raise NotAllowed(f"“{hero}” may be {' or '.join(codes)}; write the code.", f"players: {whose}", codes)
    identities = shelf.rules.kinds_with("identity")
    faces = [card for card in shelf.cards if card.kind in identities and card.card_set in sets and card.card_set]
    return sorted(faces or found, key=lambda card: (card.kind != found[0].kind, card.code))


def _set_of(where: str, name: str, shelf: LibraryCards) -> str:
    """The code of the set that a name means: “Bomb Scare” is bomb_scare. A villain's name will do."""
    sets = {slug(card.card_set.replace("_", " ")): card.card_set for card in shelf.cards if card.card_set}
    wanted = slug(name.replace("_", " "))
    if wanted in sets:
        return sets[wanted]
    stages = shelf.rules.kinds_with("has_stages")
    of_villain = {card.card_set for card in shelf.named(name) if card.kind in stages and card.card_set}
    if len(of_villain) == 1:
        return of_villain.pop()
    from difflib import get_close_matches

    near = get_close_matches(wanted, sets, 3, 0.5)
    meant = f" Did you mean {' or '.join(near)}?" if near else " `judge cards import` fills it."
    raise NotFound(f"The library has no set “{name}”.{meant}", where, near)


def _cards_of(sets: list[str], shelf: LibraryCards) -> Iterator[tuple[LibraryCard, int]]:
    wanted = [one for one in sets if one]
    cards = shelf.library.every(shelf.rules.game, sets=wanted) if wanted else ()
    return ((card, card.quantity) for card in cards)


def _said(row: Mapping[str, Any], key: str, whose: str) -> str:
    value = row.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise NotUnderstood(f"{key} of {whose} is a text.", key)
    return value.strip() if key != "deck" else value


def _list_of(data: Mapping[str, Any], key: str, most: int) -> list[str]:
    value = data.get(key) or []
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(one, str) and one.strip() for one in values):
        raise NotUnderstood(f"{key} is a list of names.", key)
    if len(values) > most:
        raise NotAllowed(f"A table has at most {most} {key}; this one has {len(values)}.", key)
    return [one.strip() for one in values]


def _strange_keys(row: Mapping[str, Any], whose: str, known: tuple[str, ...]) -> list[Problem]:
    there = ", ".join(known)
    return [
        Problem(f"Nobody knows “{key}” of {whose}; there are {there}.", str(key)) for key in row if key not in known
    ]
