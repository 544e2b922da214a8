"""The ids a dispute's cards get (contract, section 5): their own, else a slug of the name, numbered where names repeat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.corpus import plain_name


def card_ids(dispute: Mapping[str, Any]) -> tuple[str, ...]:
    """The id of each card, in the order submitted."""
    ids: list[str] = []
    for card in dispute.get("cards") or ():
        given = card.get("id")
        slug = plain_name(str(card.get("name") or "card")).replace(" ", "-")
        wanted, number = given or slug, 1
        while not given and wanted in ids:
            number += 1
            wanted = f"{slug}-{number}"
        ids.append(str(wanted))
    return tuple(ids)
