"""The small languages of a timing script's strings, and what they mean.

A *moment* is “would damage.dealt: source -> target”: a word, an event, a variant, agent and patient. A *condition* is
“attacker is villain”, “attacker has villainous”, “target in hero”, “defended”, each also with “not”; alternatives are
parted by “|”. A *hook* is “player-attack/retaliate: target”: a step and the participant that bears the card. A *nested
occurrence* is “damage(target=victim, source=attacker; from-attack)”. A *participant* is “attacker: enemy = villain”:
its kind (a card type or class, “card”, “player”, “flag”, “number”, “form”, “place”, a choice “one|other”, each of these
with “-list”) and what it is taken to be when nobody says; “defender?: …” may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from judge.errors import CouldNot
from judge.scripts.script import Atom, Condition, Moment, Nested, Participant

_MOMENT = re.compile(r"(would|when|after|while) ([a-z-]+)(?:\.([a-z*-]+))?(?:: ([a-z_|*@-]+))?(?::? -> ([a-z_|*@-]+))?")
_PARTICIPANT = re.compile(r"([a-z_]+)(\?)?: *([a-z|-]+)(?: *= *([a-z-]+))?")
_ATOM = re.compile(r"(not )?([a-z_-]+)(?: (is|has|in|with|bears|suffers) ([a-z_-]+))?")


@lru_cache(maxsize=1024)
def moment(text: str) -> Moment:
    """A moment as the script writes it. Raises CouldNot for another text."""
    found = _MOMENT.fullmatch(text)
    if not found:
        raise CouldNot(f"The timing script has a moment that cannot be read: “{text}”.")
    word, event, variant, agent, patient = found.groups()
    return Moment(
        word,
        event,
        variant,
        tuple((agent or "").split("|")) if agent else (),
        tuple(patient.split("|")) if patient else (),
    )


def conditions(texts: Sequence[str]) -> tuple[Condition, ...]:
    return tuple(tuple(_atom(part.strip()) for part in text.split("|")) for text in texts)


def _atom(text: str) -> Atom:
    found = _ATOM.fullmatch(text)
    if not found:
        raise CouldNot(f"The timing script has a condition that cannot be read: “{text}”.")
    negative, subject, relation, value = found.groups()
    return Atom(bool(negative), subject, relation, value)


def hook(text: str) -> tuple[str, str]:
    left, _, right = text.partition(":")
    return left.strip(), right.strip() or "*"


@lru_cache(maxsize=256)
def nested(text: str) -> Nested:
    """A nested occurrence as the script writes it: “damage(target=victim, source=attacker; from-attack)”."""
    name, _, inner = text.rstrip(")").partition("(")
    mapped, _, facts = inner.partition(";")
    roles = tuple(tuple(pair.strip().split("=")) for pair in mapped.split(",") if pair.strip())
    return Nested(name, roles, tuple(fact.strip() for fact in facts.split(",") if fact.strip()))  # type: ignore[arg-type]


def participant(text: str) -> Participant:
    """“attacker: enemy = villain”, “defender?: friendly”. Raises CouldNot for another text."""
    found = _PARTICIPANT.fullmatch(text)
    if not found:
        raise CouldNot(f"The timing script has a participant that cannot be read: “{text}”.")
    name, optional, kind, assume = found.groups()
    return Participant(name, kind, optional is not None, assume)
