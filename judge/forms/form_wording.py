"""Reads the words of the resolver's form from `corpus/pages/GAME.toml`: what newcomers read instead of ids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from judge.toml_tables import checked, read_toml, shown

FieldType = Literal["name", "list", "flag", "number", "choice"]
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ParticipantField:
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
class FormWording:
    """The words of one game's form. What is missing is read off the id itself."""

    game: str
    forms: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    kinds: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    occurrences: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    participants: Mapping[str, ParticipantField] = field(default_factory=lambda: _NOTHING)
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
    engages: bool = False
    """True where a card may be engaged with a player."""

    def occurrence(self, type_: str) -> str:
        """What an occurrence type is called in words."""
        return self.occurrences.get(type_) or in_words(type_)

    def participant(self, name: str) -> ParticipantField:
        """How a participant is entered; one name where nothing else is said."""
        return self.participants.get(name) or ParticipantField(name, in_words(name))

    def kind(self, kind: str) -> str:
        """What a card type is called."""
        return self.kinds.get(kind) or in_words(kind)

    def warning(self, text: str) -> str:
        """A warning with the participant it begins with, and the types of occurrences at its end, as the form calls
        them.
        """
        name = re.match(r"\w+", text)
        if name and name[0] in self.participants:
            text = f"“{self.participants[name[0]].label}”{text[name.end() :]}"
        lead, _, listed = text.rpartition(": ")
        types = listed.removesuffix(".").split(", ")
        if not lead or not all(type_ in self.occurrences for type_ in types):
            return text
        return f"{lead}: {'; '.join(self.occurrence(type_) for type_ in types)}."


def in_words(name: str) -> str:
    """An id as words.

    >>> in_words("enemy-attack"), in_words("attached_to")
    ('Enemy attack', 'Attached to')
    """
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class _ParticipantRow:
    """A participant as it is written: `kinds` are ids of the file's own table of card types."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    label: str | None = None
    type: FieldType = "name"
    help: str = ""
    choices: dict[str, str] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Page:
    """A file as it is written; the fields are those of `FormWording`."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    forms: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    occurrences: dict[str, str] = field(default_factory=dict)
    participants: dict[str, _ParticipantRow] = field(default_factory=dict)
    timings: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    places: bool = False
    first_player: bool = False
    boost: bool = False
    engages: bool = False


def read_wording(folder: Path) -> Mapping[str, FormWording]:
    """The wording of every game that has a file.

    Raises NotUnderstood naming the file and every field of it that is wrong, CouldNot where it cannot be read.
    """
    return MappingProxyType({path.stem: read_page(path) for path in sorted(folder.glob("*.toml"))})


def read_page(path: Path) -> FormWording:
    """The wording of one game. Raises as `read_wording`."""
    page = checked(_Page, read_toml(path), shown(path))
    return FormWording(
        game=path.stem,
        forms=page.forms,
        kinds=page.kinds,
        occurrences=page.occurrences,
        participants={name: _participant(name, row, page.kinds) for name, row in page.participants.items()},
        timings=tuple(page.timings),
        events=tuple(page.events),
        places=page.places,
        first_player=page.first_player,
        boost=page.boost,
        engages=page.engages,
    )


def _participant(name: str, row: _ParticipantRow, kinds: Mapping[str, str]) -> ParticipantField:
    of = {kind: kinds.get(kind) or in_words(kind) for kind in row.kinds}
    return ParticipantField(name, row.label or in_words(name), row.type, row.help, row.choices, of)
