"""What a library card is: as much of a published card as a dispute needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LibraryCard:
    """One face of a card. `code` tells cards of one name apart; `same_as` names the card it is a reprint of."""

    code: str
    name: str
    kind: str
    text: str
    game: str = "marvel-champions"
    subtitle: str = ""
    pack: str = ""
    traits: str = ""
    boost_text: str = ""
    same_as: str = ""

    def as_json(self) -> dict[str, Any]:
        """As `judge cards search --json` prints it."""
        return {
            "code": self.code,
            "name": self.name,
            "subtitle": self.subtitle,
            "kind": self.kind,
            "game": self.game,
            "pack": self.pack,
            "traits": self.traits,
            "text": self.text,
        }
