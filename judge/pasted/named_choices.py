"""Choices of an occurrence that a text names wherever it stands, as “Super Villain Mode”."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.happenings import Happening
from judge.pasted.mentions import Mention
from judge.pasted.pasted_values import ReadValue
from judge.pasted.roster import People

_WORD = re.compile(r"[^\W_]+")


def told_choices(text: str, choices: Mapping[str, Mapping[str, str]], vocabulary: DisputeWords) -> dict[str, ReadValue]:
    """Participant → the choice whose name stands in the text, of those whose name says what is chosen."""
    offered = vocabulary.rules.offered.values()
    needed = {part.name for one in offered for part in one.participants if not part.optional}
    words = [(match.group().lower(), match.span()) for match in _WORD.finditer(text)]
    found: dict[str, ReadValue] = {}
    for participant, called in choices.items():
        for choice, label in called.items():
            own = plain(label).split()
            if participant not in own or participant in needed:
                continue
            for said in (own, [*plain(choice.replace("-", " ")).split(), participant]):
                at = next((n for n in range(len(words)) if [w for w, _ in words[n : n + len(said)]] == said), None)
                if at is not None:
                    span = words[at][1][0], words[at + len(said) - 1][1][1]
                    found.setdefault(participant, ReadValue(choice, span))
    return found


def with_choices(one: Happening, choices: Mapping[str, ReadValue], vocabulary: DisputeWords) -> Happening:
    """The happening with the choices that were told; where its occurrence has none, the one like it that has."""
    for participant, fact in choices.items():
        for occurrence in (one.occurrence, *vocabulary.rules.offered.values()):
            kinds = {part.name: part.kind for part in occurrence.participants}
            if participant in kinds and one.parts.keys() <= kinds.keys() and _alike(one, occurrence.type):
                parts = {
                    name: replace(part, value=[part.value])
                    if kinds[name].endswith("-list") and not isinstance(part.value, list)
                    else part
                    for name, part in one.parts.items()
                }
                one = replace(one, occurrence=occurrence, parts={**parts, participant: fact})
                break
    return one


def _alike(one: Happening, type_: str) -> bool:
    return type_ == one.occurrence.type or type_.endswith(f"-{one.occurrence.type}")


def with_everybody(
    one: Happening, sentences: Sequence[Sequence[Mention]], player: Callable[[Mention], str | None], people: People
) -> Happening:
    """The happening with all the players that its sentence lists, where it may have several and one was guessed."""
    for part in one.occurrence.participants:
        fact = one.parts.get(part.name)
        if part.kind != "player-list" or fact is None or not fact.why:
            continue
        for items in sentences:
            if items and items[0].span[0] <= one.at[0] < items[-1].span[1]:
                named = [name for item in items if (name := player(item)) in people.names]
                if named:
                    return replace(one, parts={**one.parts, part.name: replace(fact, value=list(dict.fromkeys(named)))})
    return one
