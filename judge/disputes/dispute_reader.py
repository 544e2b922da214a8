"""Reads a dispute as it comes in, checks and completes it: who plays, what happens, which cards lie there.

`parse_dispute` follows section 5 of the contract: it names everything wrong at once; what is not said stays open or
takes the contract's defaults, and is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from judge.disputes.card_reader import CardReader, card_rows, with_ids
from judge.disputes.dispute_values import CardLookup, Dispute, Player, TextReader
from judge.disputes.findings import Findings, slug
from judge.disputes.implied_facts import what_is_told
from judge.disputes.participants import read_occurrence
from judge.disputes.printed_facts import printed_of_named
from judge.errors import NotUnderstood, TooLarge
from judge.rules.model import Rules

MOST_PLAYERS = 64
MOST_PREFERRED = 3_000
MOST_TOLD = 20
_KEYS = frozenset(
    ("game", "edition", "players", "active_player", "occurrence", "cards", "prefer", "name", "title", "note", "notes")
)
_PLAYER_KEYS = frozenset(("name", "form"))


def parse_dispute(data: Any, rules: Rules, read_text: TextReader, lookup_card: CardLookup | None = None) -> Dispute:
    """The dispute that `data` (parsed YAML or JSON) describes, under `rules`.

    Raises NotUnderstood, NotAllowed, Ambiguous or TooLarge, with all problems found.
    """
    found = Findings()
    if not isinstance(data, Mapping):
        raise NotUnderstood("A dispute is an object with game, players, occurrence and cards.", "dispute")
    _tell_unknown(data, _KEYS, "the dispute", found)
    players = _players(data.get("players"), rules, found)
    names = {player.name for player in players}
    rows = card_rows(data.get("cards"), found)
    told = what_is_told(data.get("occurrence"), rules)
    reader = CardReader(rules, players, read_text, lookup_card, found, told, _names(data, rows, names))
    cards = tuple(reader.card(place, row) for place, row in enumerate(rows))
    cards = with_ids(cards, found)
    occurrence, participants, kinds = read_occurrence(data.get("occurrence"), rules, cards, names, found)
    acting = occurrence.acting if occurrence is not None else None
    acting_players = [participants.get(key) for key in (acting, "player", "attacking_player", "controller") if key]
    active, turn_said = _active(found.name(data, "active_player", "the dispute", ""), players, acting_players, found)
    found.raise_all()
    return Dispute(
        rules,
        players,
        active,
        occurrence,
        participants,
        kinds,
        cards,
        tuple(found.assumptions),
        tuple(found.warnings),
        _prefer(data.get("prefer"), found),
        turn_said,
        printed_of_named(occurrence, participants, kinds, cards, names, rules, lookup_card),
    )


def _players(value: Any, rules: Rules, found: Findings) -> tuple[Player, ...]:
    if value is None:
        found.assumptions.append("No players were named: one player is assumed.")
        value = [{}]
    if not isinstance(value, list) or not value:
        found.unreadable("players is a list of seats in clockwise order, each with a name.", "players")
        return (Player("Player 1", 0),)
    if len(value) > MOST_PLAYERS:
        found.add(TooLarge, f"A dispute has at most {MOST_PLAYERS} players; this one has {len(value)}.", "players")
        return (Player("Player 1", 0),)
    players = []
    for seat, said in enumerate(value):
        row = {"name": said} if isinstance(said, str) else said if isinstance(said, Mapping) else {}
        _tell_unknown(row, _PLAYER_KEYS, f"player {seat + 1}", found)
        if row is not said and not isinstance(said, str):
            found.unreadable(f"Player {seat + 1} is an object with a name.", f"players[{seat}]")
        whose, where = f"player {seat + 1}", f"players[{seat}]"
        name = found.name(row, "name", whose, where) or f"Player {seat + 1}"
        players.append(Player(name, seat, _form(found.name(row, "form", whose, where), seat, rules, found)))
    for name, count in Counter(player.name for player in players).items():
        if count > 1 or name == rules.features.scenario:
            found.senseless(f"“{name}” names more than one seat; give each player a name of their own.", "players")
    return tuple(players)


def _form(value: str | None, seat: int, rules: Rules, found: Findings) -> str | None:
    if value is None:
        return None
    forms = sorted(rules.kinds_with("form"), key=list(rules.kinds).index)
    form = slug(value)
    if forms and form not in forms:
        found.senseless(
            f"Player {seat + 1} cannot be in form “{value}”; forms are {', '.join(forms)}.",
            f"players[{seat}].form",
            forms,
        )
    return form


def _names(data: Mapping[str, Any], rows: Iterable[Mapping[str, Any]], players: Iterable[str]) -> Iterable[str]:
    """Everybody's name: of cards, players and who takes part."""
    occurrence = data.get("occurrence")
    parts = occurrence.values() if isinstance(occurrence, Mapping) else ()
    said = (*(row.get("name") for row in rows), *parts, *(row.get("attached_to") for row in rows))
    return (*players, *(one for one in said if isinstance(one, str)))


def _active(named: str | None, players: tuple[Player, ...], acting: Iterable[Any], found: Findings) -> tuple[str, bool]:
    """Whose turn it is, and whether that was said: by name, by who acts, or as there is nobody else."""
    names = [player.name for player in players]
    if named is not None:
        problem = f"active_player is “{named}”, who is no player"
        return found.one_of(named, names, problem, "active_player"), True
    name = next((name for name in acting if name in names), None)
    return name or names[0], name is not None or len(names) == 1


def _prefer(value: Any, found: Findings) -> tuple[str, ...]:
    """References that go first where somebody decides."""
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(ref, str) for ref in value):
        found.unreadable("prefer is a list of references to abilities, such as [suit, sense#2].", "prefer")
        return ()
    if len(value) > MOST_PREFERRED:
        found.add(TooLarge, f"prefer names {len(value):,} abilities; at most {MOST_PREFERRED:,} are read.", "prefer")
    return tuple(value[:MOST_PREFERRED])


def _tell_unknown(row: Mapping[str, Any], known: frozenset[str], whose: str, found: Findings) -> None:
    """Keys that nobody knows are told, with what they may mean."""
    for key in [str(key) for key in row if key not in known][:MOST_TOLD]:
        found.unknown_key(key, known, whose)
