"""The words of the resolver's form, per game, from `corpus/pages/GAME.toml`: what a newcomer reads instead of ids."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from judge.errors import CouldNot

FieldType = Literal["name", "list", "flag", "number", "choice"]
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Participant:
    """One thing an occurrence names: its label, how it is entered, and what it may be.

    `type` is "name" (one name), "list" (one name a line), "flag" (yes or nothing), "number" or "choice" (of `choices`,
    id to label). `kinds` are the card types worth telling apart beside it (`attacker_kind` …), by id.
    """

    name: str
    label: str
    type: FieldType = "name"
    help: str = ""
    choices: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    kinds: Mapping[str, str] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one game's form. What is missing is read off the id itself."""

    game: str
    forms: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    kinds: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    occurrences: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    participants: Mapping[str, Participant] = field(default_factory=lambda: _NOTHING)
    timings: tuple[str, ...] = ()
    """Ids of the timings an ability of the game may have, for mending a reading."""
    events: tuple[str, ...] = ()
    """Ids of the events a triggering condition of the game may wait for."""
    places: bool = False
    """True where a card stands at a numbered location."""
    first_player: bool = False
    """True where the first seat is the first player's."""
    boost: bool = False
    """True where a card may resolve as a boost card."""

    def occurrence(self, type_: str) -> str:
        """What an occurrence type is called in words."""
        return self.occurrences.get(type_) or in_words(type_)

    def participant(self, name: str) -> Participant:
        """How a participant is entered; one name where nothing else is said."""
        return self.participants.get(name) or Participant(name, in_words(name))

    def kind(self, kind: str) -> str:
        """What a card type is called."""
        return self.kinds.get(kind) or in_words(kind)


def in_words(name: str) -> str:
    """An id as words.

    >>> in_words("enemy-attack"), in_words("attached_to")
    ('Enemy attack', 'Attached to')
    """
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def read_wording(folder: Path) -> Mapping[str, Wording]:
    """The wording of every game that has a file. Raises CouldNot naming the file that is damaged."""
    read = {path.stem: _read(path) for path in sorted(folder.glob("*.toml"))}
    return MappingProxyType(read)


def _read(path: Path) -> Wording:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        participants = {name: _participant(name, row, data) for name, row in data.pop("participants", {}).items()}
        timings, events = (tuple(data.pop(name, ())) for name in ("timings", "events"))
        return Wording(path.stem, participants=participants, timings=timings, events=events, **data)
    except (KeyError, TypeError, tomllib.TOMLDecodeError) as problem:
        raise CouldNot(f"{path.name} does not word a game's form: {problem}.", str(path)) from problem


def _participant(name: str, row: dict[str, Any], data: dict[str, Any]) -> Participant:
    """One row; its `kinds` are ids of the file's own table of card types."""
    words = {key: value for key, value in row.items() if key != "kinds"}
    kinds = {kind: data["kinds"][kind] for kind in row.get("kinds", ())}
    return Participant(name, **{"label": in_words(name), **words}, kinds=kinds)
