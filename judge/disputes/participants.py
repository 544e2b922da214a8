"""Checks the occurrence of a dispute and its participants against what the rules say they must be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from judge.disputes.dispute_values import Card
from judge.disputes.findings import MOST_NAME, Findings, plain, slug, text_of, with_article
from judge.errors import TooLarge
from judge.rules.model import OccurrenceType, ParticipantType, Rules

MOST_NAMED = 200
"""Those who take part in one role."""


def read_occurrence(
    value: Any, rules: Rules, cards: Sequence[Card], players: set[str], found: Findings
) -> tuple[OccurrenceType | None, dict[str, Any], dict[str, str]]:
    if value is None:
        return None, {}, {}
    if isinstance(value, str):
        value = {"type": value}
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        found.unreadable(
            "occurrence is an object with a type, such as enemy-attack, and its participants.", "occurrence"
        )
        return None, {}, {}
    occurrence = rules.offered.get(slug(value["type"]))
    if occurrence is None:
        known = list(rules.offered)
        near = get_close_matches(slug(value["type"]), known, 3, 0.5) or known
        found.senseless(
            f"There is no occurrence “{value['type']}” in {rules.game}; there are {', '.join(known)}.",
            "occurrence.type",
            near,
        )
        return None, {}, {}
    if len(value) > MOST_NAMED:
        found.add(TooLarge, f"The occurrence says {len(value):,} things; at most {MOST_NAMED} are read.", "occurrence")
        return None, {}, {}
    _tell_unknown(value, occurrence, found)
    participants: dict[str, Any] = {}
    kinds = _participant_kinds(value, rules, found)
    for part in occurrence.participants:
        given = value.get(part.name)
        where = f"occurrence.{part.name}"
        if given is None:
            if not part.optional:
                found.unreadable(f"{occurrence.type} needs {part.name}: say who or what it is.", where)
            continue
        participants[part.name] = _participant(_sort(part, rules), given, part.name, players, found)
        _tell_near(participants[part.name], part, cards, players, found)
    _check_kinds(occurrence, participants, kinds, rules, cards, players, found)
    return occurrence, participants, kinds


def _tell_unknown(value: Mapping[str, Any], occurrence: OccurrenceType, found: Findings) -> None:
    """Say what an occurrence of the type has no place for: it decides nothing."""
    names = [part.name for part in occurrence.participants]
    known = ["type", *names, *(f"{name}_kind" for name in names)]
    for key in (str(key) for key in value if key not in known):
        near = get_close_matches(key, known, 1, 0.6)
        those = f"did you mean {near[0]}?" if near else f"it takes {', '.join(names) or 'no participants'}."
        found.warnings.append(f"“{key[:MOST_NAME]}” of {occurrence.type} was not read; {those}")


def _tell_near(given: Any, part: ParticipantType, cards: Sequence[Card], players: set[str], found: Findings) -> None:
    """Tell of a participant named like a player or a card but for a letter or so."""
    known = {plain(name): name for name in (*players, *(card.name for card in cards), *(card.id for card in cards))}
    for name in given if isinstance(given, list) else [given]:
        if isinstance(name, str) and part.type in ("name", "list") and plain(name) not in known:
            near = get_close_matches(plain(name), sorted(known), 1, 0.75)
            if near:
                found.warnings.append(
                    f"{part.name} is “{name}”, who is neither a player nor a card; did you mean {known[near[0]]}?"
                )


def _sort(part: ParticipantType, rules: Rules) -> str:
    """What a participant must be; of a place also the last number."""
    last = f"place:{max(rules.features.places, 1) - 1}"
    return part.kind.replace("place", last) if part.kind.startswith("place") else part.kind


def _participant_kinds(value: Mapping[str, Any], rules: Rules, found: Findings) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for key, kind in value.items():
        if str(key).endswith("_kind"):
            kinds[str(key).removesuffix("_kind")] = slug(str(kind))
            if not rules.is_kind(slug(str(kind))):
                found.senseless(
                    f"{key} cannot be “{kind}”; kinds are {', '.join(sorted(rules.kinds))}.",
                    f"occurrence.{key}",
                    sorted(rules.kinds),
                )
    return kinds


def _participant(kind: str, given: Any, name: str, players: set[str], found: Findings) -> Any:
    """The participant as it was given, if it is of the right type."""
    where = f"occurrence.{name}"
    if kind == "flag" and not isinstance(given, bool):
        found.unreadable(f"{name} is true or false.", where)
    if kind == "number" and type(given) is not int:
        found.unreadable(f"{name} is a whole number.", where)
    if kind in ("flag", "number"):
        return given
    if not kind.endswith("-list"):
        return _named(kind, given, name, players, found)
    values = given if isinstance(given, list) else [given]
    if len(values) > MOST_NAMED:
        found.add(TooLarge, f"{name} names {len(values):,}; at most {MOST_NAMED} take part.", where)
        return []
    if not values:
        found.unreadable(f"{name} is a list of names.", where)
    return [_participant(kind.removesuffix("-list"), value, name, players, found) for value in values]


def _named(kind: str, given: Any, name: str, players: set[str], found: Findings) -> Any:
    """A name, a choice of several or a place, if it is one that can be meant."""
    where = f"occurrence.{name}"
    text = found.short(text_of(given), name, where)
    if text is None:
        found.unreadable(f"{name} is a name.", where)
        return ""
    if kind == "player" and text not in players:
        found.senseless(f"{name} is “{text}”, who is no player.", where, sorted(players))
    choices = kind.split("|")
    if len(choices) > 1 and slug(text) not in choices:
        found.senseless(f"{name} cannot be “{text}”; it is one of {', '.join(choices)}.", where, choices)
    if kind.startswith("place") and text.lstrip("-").isdecimal():
        last = int(kind.partition(":")[2] or text)
        if not 0 <= int(text) <= last:
            found.senseless(f"{name} is {text}; locations are numbered 0 to {last}, clockwise.", where)
        return int(text)
    return slug(text) if kind == "form" or len(choices) > 1 else text


def _check_kinds(
    occurrence: OccurrenceType,
    participants: Mapping[str, Any],
    kinds: dict[str, str],
    rules: Rules,
    cards: Sequence[Card],
    players: set[str],
    found: Findings,
) -> None:
    """Refuse a participant whose known kind the occurrence does not allow."""
    for part in occurrence.participants:
        given = participants.get(part.name)
        wanted = part.kind.removesuffix("-list")
        if "|" in wanted or wanted in ("card", "player", "form", "flag", "number", "place"):
            continue
        for name in given if isinstance(given, list) else [given]:
            kind = kinds.get(part.name) or _kind_of(name, wanted, cards, rules)
            it_is = _what_else(name, kind, wanted, rules, cards, players)
            if it_is is not None:
                whom = with_article(_called(wanted, rules))
                found.senseless(
                    f"{part.name} of {occurrence.type} is {whom}; {name} is {it_is}.", f"occurrence.{part.name}"
                )


def _what_else(
    name: Any, kind: str | None, wanted: str, rules: Rules, cards: Sequence[Card], players: set[str]
) -> str | None:
    """What a participant is that is not of the kind wanted; None where it is, or may be."""
    if kind is None:
        identity = rules.kinds_with("identity")
        is_other = name in players and bool(identity) and not any(wanted in rules.closure(one) for one in identity)
        return "a player" if is_other else None
    may_be = kind not in rules.kinds or wanted in rules.closure(kind) or _acts_as(name, wanted, cards, rules)
    return None if may_be else with_article(kind)


def _kind_of(name: Any, wanted: str, cards: Sequence[Card], rules: Rules) -> str | None:
    """The kind of the card of a name: of cards that share it the one that the occurrence allows."""
    parts = rules.kinds_with("power_of") | rules.kinds_with("nameless")
    named = [c for c in cards if name in (c.id, c.name) and c.kind in rules.kinds and c.kind not in parts]
    fitting = [c for c in named if wanted in rules.closure(c.kind or "")]
    return next((card.kind for card in (*fitting, *named)), None)


def _acts_as(name: Any, wanted: str, cards: Sequence[Card], rules: Rules) -> bool:
    """Whether the text of the card of a name has a timing that such cards have, as an event may be revealed."""
    timings = (one.timing for card in cards if name in (card.id, card.name) for one in card.text.abilities)
    return any(rules.timings[one].shows_kind == wanted for one in timings if one in rules.timings)


def _called(kind: str, rules: Rules) -> str:
    """A class of card types as a person would call it."""
    return rules.card_classes.get(kind) or kind.replace("-", " ")
