"""Reads a moment, and the cards asked about it, from an address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from judge.errors import NotUnderstood
from judge.request_bodies import read_json
from judge.responders.moment_question import AskedCards
from judge.web.api.parameters import TextParameter
from judge.web.dispute_in_address import MAX_ADDRESS, unpack
from judge.web.http.request_size_limits import AddressTooLong, check_dispute

_MOST_CODES = 600
MOMENT = TextParameter(
    "dispute",
    "The moment: a dispute with its occurrence, as JSON or as the address of a ruling holds it.",
    required=True,
    most=MAX_ADDRESS,
)
STEP = TextParameter("step", "Only what acts at this step.")
CODES = TextParameter(
    "codes", "Only these cards of the library, commas between; behind `PLAYER:` that player’s. May repeat."
)
SET = TextParameter("set", "Only cards of this set of the library. May repeat.")
PACK = TextParameter("pack", "Only cards of this pack of the library. May repeat.")


def moment_of(dispute: str) -> Mapping[str, Any]:
    """The dispute of an address, packed or as JSON. Raises NotUnderstood, TooLarge."""
    if not dispute.strip():
        message = "“dispute” is missing: a dispute as JSON, or as the address of a ruling holds it."
        raise NotUnderstood(message, "dispute")
    if len(dispute) > MAX_ADDRESS:
        raise AddressTooLong(f"The dispute is longer than {MAX_ADDRESS:,} characters; leave cards out.", "dispute")
    if dispute.lstrip().startswith("{"):
        return dict(check_dispute(read_json(dispute, "dispute")))
    return unpack(dispute)


def scope_of(said: MultiDict[str, str]) -> AskedCards:
    """Which cards are asked. Raises AddressTooLong for too many codes."""
    decks: dict[str | None, list[str]] = {}
    for row in said.getlist(CODES.name):
        player, colon, codes = row.rpartition(":")
        decks.setdefault(player if colon else None, []).extend(code for code in codes.split(",") if code)
    count = sum(map(len, decks.values()))
    if count > _MOST_CODES:
        raise AddressTooLong(f"At most {_MOST_CODES} codes can be asked at once; these are {count}.", "codes")
    sets, packs = ([one.strip() for one in said.getlist(name) if one.strip()] for name in (SET.name, PACK.name))
    return AskedCards({player: codes for player, codes in decks.items() if codes}, tuple(sets), tuple(packs))
