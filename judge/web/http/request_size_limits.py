"""Limits how much one request may hold, told before any of it is read. Pure.

A printed card text has up to 500 letters and a full table some 100 cards: a dispute may be several times as large.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.disputes.dispute_reader import MOST_PLAYERS
from judge.errors import TooLarge

MAX_BODY = 250_000
"""Bytes of a request's body, and of a dispute unpacked from an address."""
MOST_TEXT = 4_000
"""Letters of one text, in whatever field."""
MOST_WORD = 200
"""Letters without a space: taking longer runs apart into words takes long, and no card has them."""
MOST_LETTERS = 60_000
"""Letters of all texts and names of a dispute together."""
MOST_CARDS = 250
MOST_ABILITIES = 500
"""Abilities given with the cards of a dispute instead of their texts' reading, all together."""
LARGEST_ANSWER = 2_000_000
"""Bytes of an answer."""
MAX_QUERY = 1_000
"""Characters of a question typed into the search box; more is `too-large` (414)."""
_JSON_FIELDS = ("extra", "abilities")


class AddressTooLong(TooLarge):
    """What stands in the address exceeds a limit (414)."""

    http_status = 414


def refuse_a_long_query(query: str) -> None:
    """Raises AddressTooLong for a query beyond the limit."""
    if len(query) > MAX_QUERY:
        raise AddressTooLong(
            f"The search is {len(query):,} characters long; at most {MAX_QUERY:,} can be looked for. "
            "Keep the words that matter.",
            "q",
        )


def check_dispute(dispute: Mapping[str, Any]) -> Mapping[str, Any]:
    """The dispute, which is not looked into beyond its size. Raises TooLarge saying what to send less of."""
    _check_rows(dispute.get("cards"), "cards", MOST_CARDS)
    _check_rows(dispute.get("players"), "players", MOST_PLAYERS)
    check_texts(dispute)
    given = [card.get("abilities") for card in _rows(dispute.get("cards")) if isinstance(card, Mapping)]
    check_abilities(sum(len(_rows(abilities)) for abilities in given))
    return dispute


def check_texts(fields: Mapping[str, Any]) -> None:
    """Raises TooLarge for one text beyond `MOST_TEXT` letters, a word beyond `MOST_WORD`, all beyond `MOST_LETTERS`.

    Fields of the resolver's form that hold JSON may hold it without spaces.
    """
    letters, waiting = sum(map(len, fields)), list(fields.items())
    while waiting:
        where, value = waiting.pop()
        if isinstance(value, str):
            letters += len(value)
            if len(value) > MOST_TEXT:
                message = f"A text in “{where[:40]}” has {len(value):,} letters; at most {MOST_TEXT:,} can be read."
                raise TooLarge(message, where)
            longest = max(map(len, value.split()), default=0)
            if longest > MOST_WORD and not where.endswith(_JSON_FIELDS):
                message = f"“{where[:40]}” holds {longest:,} letters without a space; at most {MOST_WORD} can be read."
                raise TooLarge(message, where)
        elif isinstance(value, Mapping):
            letters += sum(map(len, value))
            waiting += [(str(name), inner) for name, inner in value.items()]
        elif isinstance(value, list):
            waiting += [(where, inner) for inner in value]
        if letters > MOST_LETTERS:
            message = f"All texts together have more than {MOST_LETTERS:,} letters; send fewer cards or shorter texts."
            raise TooLarge(message, "cards")


def check_abilities(count: int) -> None:
    """Raises TooLarge for more abilities than a dispute may give."""
    if count > MOST_ABILITIES:
        message = f"The cards of a dispute give at most {MOST_ABILITIES} abilities; these give {count:,}."
        raise TooLarge(message, "cards")


def check_cards(count: int) -> None:
    """Raises TooLarge for more cards than a dispute may have."""
    _check_count(count, "cards", MOST_CARDS)


def _check_rows(value: Any, name: str, most: int) -> None:
    _check_count(len(_rows(value)), name, most)


def _check_count(count: int, name: str, most: int) -> None:
    if count > most:
        raise TooLarge(f"A dispute has at most {most} {name} here; this one has {count:,}.", name)


def _rows(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
