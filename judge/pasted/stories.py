"""What is told of cards outside their texts: whose they are, what they are, where they lie, and status cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cardtext.english import FINITE_BE, HAVE
from judge.pasted.cards import CardRow, HeadReader, Scope, Shelf
from judge.pasted.mentions import Item
from judge.pasted.values import Fact
from judge.pasted.vocabulary import Vocabulary, plain

_PARTS = frozenset([",", ".", ";", "!", "?", ":"])
_JOINTS = frozenset(["and", "but", "while", "so", "then", "because", "when", "if", "after"])
_STATIVE = frozenset(["has", "control", "own", "attach", "engage", "in-play", "is", "gain", "belong", "contain"])
_OWNED = frozenset(["play"])
_COPULA = FINITE_BE | HAVE | frozenset(
    ["a", "an", "the", "already", "currently", "still", "also", "with", "both", "card", "and", "one", "has", "now", "am", ","]
)  # fmt: skip
_MAKES_CARD = frozenset(["controller", "attached_to", "engaged_with", "location"])


def clauses_of(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Lazily, stretches between marks and joining words."""
    run: list[Item] = []
    for item in items:
        if (item.sort == "mark" and item.value in _PARTS) or (item.sort == "word" and item.value in _JOINTS):
            if run:
                yield run
            run = []
            continue
        run.append(item)
    if run:
        yield run


def is_eventful(items: Sequence[Item], vocabulary: Vocabulary) -> bool:
    """Whether something happens in a clause, and nothing is only said to be so."""
    return any(_event(items, at, vocabulary) not in (None, *_STATIVE, *_OWNED) for at in range(len(items)))


def _event(items: Sequence[Item], at: int, vocabulary: Vocabulary) -> str | None:
    item = items[at]
    if item.sort not in ("word", "class", "kind"):
        return None
    verb = vocabulary.sense(item.value).verb
    if verb is None or (item.sort != "word" and at == 0):
        return None
    named = at > 0 and (items[at - 1].is_named or items[at - 1].sort in ("me", "word", "class", "kind", "group"))
    if not named or (verb.state and at and items[at - 1].value in FINITE_BE):
        return None
    return verb.frame.event if verb.frame is not None else "use"


def read_stories(items: Sequence[Item], reader: HeadReader, vocabulary: Vocabulary, shelf: Shelf) -> bool:
    """Put on the shelf what a sentence tells of cards; whether it told anything."""
    told = read_statuses(items, reader, vocabulary, shelf)
    scope = Scope()
    for clause in clauses_of(items):
        if is_eventful(clause, vocabulary):
            scope = Scope()
            continue
        rows, facts = reader.read(clause, scope)
        owner = facts.get("controller")
        host = facts.get("attached_to")
        if owner is not None or host is not None:
            scope = Scope(owner=str(owner.value) if owner else None, host=str(host.value) if host and not owner else None)
        for row in rows:
            told = _note(row, shelf) or told
    return told


def _note(row: CardRow, shelf: Shelf) -> bool:
    """Put a card on the shelf, where what is said of it makes it one; else only what it is."""
    known = shelf.find(row.name)
    if known is None and not _MAKES_CARD & row.facts.keys():
        if "kind" not in row.facts:
            return False
        shelf.kinds.setdefault(plain(row.name), row.facts["kind"])
    else:
        kept = known if known is not None else shelf.row(row.facts["name"])
        if known is not None and len(row.facts) == 1:
            return False
        for key, fact in row.facts.items():
            kept.say(key, fact)
    shelf.used += [fact.at for fact in row.facts.values() if fact.at is not None]
    return True


def read_statuses(items: Sequence[Item], reader: HeadReader, vocabulary: Vocabulary, shelf: Shelf) -> bool:
    """Put status cards on the shelf that somebody is said to have: “Rhino is tough”, “a tough status on Rhino”."""
    told = False
    for at, item in enumerate(items):
        if item.sort != "status":
            continue
        bearer = _bearer(items, at, reader)
        if bearer is None:
            continue
        name = item.value.capitalize()
        if not any(row.name == name and row.facts["attached_to"].value == bearer.value for row in shelf.rows):
            shelf.rows.append(
                CardRow({"name": Fact(name, item.span), "kind": Fact("status", item.span), "attached_to": bearer})
            )
        shelf.used += [item.span, *([bearer.at] if bearer.at else [])]
        told = True
    return told


def _bearer(items: Sequence[Item], at: int, reader: HeadReader) -> Fact | None:
    """Who has the status card that stands at a place."""
    for place in range(at + 1, min(at + 6, len(items))):  # “a tough status card on Rhino”
        item = items[place]
        if item.value == "on" or item.value == "status" or item.value in ("card", "is", "the", "attached", "to"):
            continue
        if place == at + 1 and item.is_named or items[place - 1].value in ("on", "to"):
            found = _one(item, reader)
            if found is not None:
                return found
        break
    for place in range(at - 1, max(at - 8, -1), -1):
        item = items[place]
        found = _one(item, reader)
        if found is not None:
            return found if place + 1 < at else None
        if item.sort not in ("status", "group") and item.value not in _COPULA:
            return None
    return None


def _one(item: Item, reader: HeadReader) -> Fact | None:
    player = reader.player(item)
    if player is not None:
        return Fact(player, item.span)
    return Fact(item.value, item.span) if item.is_named else None
