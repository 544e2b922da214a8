"""Reads the moments of a round that a chart shows from `corpus/charts/GAME.toml`, and holds them to the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from judge.errors import NotAllowed, Problem
from judge.rules.model import Rules
from judge.toml_tables import checked, meant, read_toml, shown

YOU = "you"
OTHER = "another player"
Value = str | bool | int


@dataclass(frozen=True, slots=True)
class ShownMoment:
    """An occurrence and who takes part: “you”, “another player”, a kind in words (“the villain”, “a minion”), or a
    plain value; where several may take part, one or a list.
    """

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    occurrence: str
    who: Annotated[dict[str, Value | list[Value]], Field(alias="with")] = field(default_factory=dict)
    without: list[str] = field(default_factory=list)
    """Timings that stand at a moment of their own, though they may be met here."""

    @property
    def needs_another(self) -> bool:
        """Whether it takes two players."""
        return OTHER in self.who.values()


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A part of the round with its moments, as they come."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    title: str
    moment: list[ShownMoment]


@dataclass(frozen=True, slots=True)
class _Round:
    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    part: list[RoundPart]


def read_round(folder: Path, rules: Rules) -> Sequence[RoundPart]:
    """The parts of a round of a game. Raises NotAllowed for a game without a file, and for what its rules lack."""
    path = folder / f"{rules.game}.toml"
    if not path.is_file():
        games = ", ".join(sorted(one.stem for one in folder.glob("*.toml")))
        raise NotAllowed(f"There is no chart of a round of {rules.game}; there is one of {games}.", "game")
    parts = checked(_Round, read_toml(path), shown(path)).part
    problems = [one for part in parts for moment in part.moment for one in _wrong(moment, shown(path), rules)]
    if problems:
        raise NotAllowed.of(problems)
    return parts


def _wrong(moment: ShownMoment, file: str, rules: Rules) -> list[Problem]:
    known = rules.offered.get(moment.occurrence)
    if known is None:
        right, near = meant(moment.occurrence, rules.offered)
        return [Problem(f"{file}: the timing rules know no “{moment.occurrence}”; {right}", file, near)]
    names = {part.name for part in known.participants}
    strange = [name for name in moment.who if name not in names]
    nobody = [
        value for value in moment.who.values() if (kind := kind_of(value)) is not None and not rules.is_kind(kind)
    ]
    return [Problem(f"{file}, {moment.occurrence}: there is no “{name}”.", file) for name in (*strange, *nobody)]


def kind_of(value: object) -> str | None:
    """The kind that a value names in words: “the villain”, “a minion”, “an ally”."""
    if not isinstance(value, str):
        return None
    article, _, kind = value.partition(" ")
    return kind if article in ("the", "a", "an") else None


def taking_part(
    moment: ShownMoment,
    you: str,
    names: Mapping[str, str],
    rules: Rules,
    itself: tuple[str, str] | None = None,
    other: str | None = None,
) -> dict[str, Any]:
    """The occurrence as a dispute holds it. `names` says how those are called of whom there is one on the table;
    `itself` is a card, name and kind, that takes the first part that it may have; `other` is another player.
    """
    several = {part.name for part in rules.offered[moment.occurrence].participants if part.type == "list"}
    told: dict[str, Any] = {"type": moment.occurrence}
    for role, value in moment.who.items():
        kind = kind_of(value)
        said: object = {YOU: you, OTHER: other}.get(value, value) if isinstance(value, str) else value
        if kind is not None and itself is not None and _takes_part_as(itself[1], kind, rules):
            said, itself = itself[0], None
        elif kind is not None:
            said = names.get(kind, str(value).replace("-", " "))
            if kind in rules.kinds:
                told[f"{role}_kind"] = kind
        told[role] = [said] if role in several and not isinstance(said, list) else said
    return told


def may_be_itself(moment: ShownMoment, kind: str, rules: Rules) -> bool:
    """Whether a card of a kind may take one of the parts itself."""
    wanted = filter(None, map(kind_of, moment.who.values()))
    return any(_takes_part_as(kind, one, rules) for one in wanted)


def _takes_part_as(kind: str, wanted: str, rules: Rules) -> bool:
    """Whether a card is of the kind that is wanted, or bears the name of one that is: the power of a character."""
    known = rules.kinds.get(kind)
    sorts = rules.sorts_of(wanted)
    return kind in sorts or (known is not None and known.power_of is not None and known.power_of == wanted)
