"""Defines a library card: as much of a published card as a dispute needs."""

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
    card_set: str = ""
    """The set of a scenario or hero to which it belongs, by code: `rhino`, `bomb_scare`."""
    stage: str = ""
    """Of a villain or main scheme."""
    quantity: int = 1
    """How many its pack has."""
    icons: str = ""
    """Icons beside its text that work while it is in play: `[crisis]`."""
    cost: str = ""
    """As printed: a number, or nothing where it has none, or one that varies."""
    location: int | None = None
    """Where it lies, in a game of numbered places; a table says so, no library."""

    @property
    def text_in_play(self) -> str:
        """What it says while it is in play: its text and its icons."""
        return "\n".join(part for part in (self.text, self.icons) if part)

    @property
    def whole_text(self) -> str:
        """All that is printed on it: below the rule stands the text of its boost box."""
        return f"{self.text_in_play}\n<hr />{self.boost_text}" if self.boost_text else self.text_in_play

    @property
    def printed(self) -> dict[str, Any]:
        """What is printed beside its text, in the shape that a dispute's cards have; of a typed card nobody knows."""
        if not self.code:
            return {}
        return {"traits": self.traits, **({"cost": int(self.cost)} if self.cost.isdecimal() else {})}

    @property
    def remark(self) -> str:
        """What tells it from its namesakes: subtitle, kind, pack and code, with commas between."""
        return ", ".join(fact for fact in (self.subtitle, self.kind.replace("-", " "), self.pack, self.code) if fact)

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
            "set": self.card_set,
            "text": self.text_in_play,
        }
