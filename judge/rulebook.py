"""Defines a rulebook: one edition of one game's rules, who published it, and in which language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition. `official` says the text is the publisher's, never that a ruling is."""

    game: str
    edition: str
    game_title: str
    title: str
    publisher: str
    language: str
    official: bool
    default: bool
    year: int | None = None
    rank: int = 0
    """Place of the game among games, from 0: the order in which games are listed."""

    @property
    def key(self) -> str:
        """`GAME/EDITION`, the beginning of every entry id of this book."""
        return f"{self.game}/{self.edition}"

    @property
    def file_stem(self) -> str:
        """`GAME-EDITION`, the name its data files share."""
        return f"{self.game}-{self.edition}"
