"""What stands of kept rulings beside entries, cards, search results, answers and computed rulings, for templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask, g

from judge.cards.card import LibraryCard
from judge.corpus import plain_name
from judge.entry import Entry
from judge.kept_rulings.checking import Outcome
from judge.kept_rulings.finding import Filter
from judge.kept_rulings.form import slug
from judge.kept_rulings.markdown import STATUS_WORDS
from judge.kept_rulings.model import STATUSES, Kept, Place
from judge.kept_rulings.store import RulingStore
from judge.web import context
from judge.web.kept_rulings import verdicts
from judge.web.kept_rulings.database_gone import if_there
from judge.web.views.citations import ShownRule

_MOST_ON_A_PAGE = 200
_MOST_FOUND = 3
_MOST_CHECKED = 8
"""Of the rulings beside a computed one: each may cost a resolution of its own."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A kept ruling beside a computed one, with what this program says of it; None where that was not worked out."""

    kept: Kept
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Found:
    """Kept rulings that a search found: the best, and how many there are."""

    best: Sequence[Kept]
    total: int


def install(app: Flask) -> None:
    """Give the templates what they ask."""
    verdicts.install(app)
    app.jinja_env.filters["kept_slug"] = lambda name: slug(name) or "unnamed"
    app.jinja_env.globals.update(
        kept_any=any_kept,
        kept_on_entry=on_entry,
        kept_on_paragraph=on_paragraph,
        kept_on_card=on_card,
        kept_on_rules=on_rules,
        kept_found=found,
        kept_beside=beside,
        kept_status=lambda status: STATUS_WORDS[status],
    )


def mark() -> str | None:
    """Words that change with what is kept, which pages rest on besides the build; None where they cannot be told."""
    return if_there(RulingStore.revision)


def any_kept() -> bool:
    """True where a ruling is, or was, kept."""
    return bool(mark())


def on_entry(entry: Entry) -> list[Kept] | None:
    """Rulings about the entry that hold for its edition; None where they cannot be reached."""
    return _once(f"entry {entry.id}", lambda: _about([entry.id], entry.edition))


def on_paragraph(entry: Entry, anchor: str) -> int:
    """How many of them are about this very paragraph."""
    place = Place(entry.id, anchor)
    return sum(place in _places(kept) for kept in on_entry(entry) or ())


def _places(kept: Kept) -> Iterator[Place]:
    yield from kept.ruling.entries
    for words in kept.ruling.interprets:
        yield words.place


def on_card(card: LibraryCard) -> list[Kept] | None:
    """Rulings about the card or one that it is a reprint of."""
    codes = [code for code in (card.code, card.same_as) if code]
    found = if_there(lambda store: store.covering((), [card.name], codes, _MOST_ON_A_PAGE))
    return None if found is None else [kept for kept in found if kept.ruling.game == card.game]


def on_rules(rules: Iterable[ShownRule]) -> list[Kept] | None:
    """Rulings about rules that are quoted: their entries, or the very paragraphs quoted."""
    places = [Place(rule.id, rule.address.partition("#")[2]) for rule in rules]
    found = if_there(lambda store: store.covering({p.entry for p in places}, (), (), _MOST_ON_A_PAGE))
    return None if found is None else [kept for kept in found if _touches(kept, places)]


def _touches(kept: Kept, places: Iterable[Place]) -> bool:
    """True where the ruling is about one of the places, and holds for its edition."""
    about = set(_places(kept))
    return any((Place(p.entry) in about or p in about) and _holds_for(kept, p.entry.split("/")[1]) for p in places)


def found(query: str, game: str | None, edition: str | None) -> Found | None:
    """Rulings that hold the words looked for."""
    which = Filter(words=query, game=game or "", edition=edition or "")
    got = if_there(lambda store: store.find(which, 0, _MOST_FOUND))
    return None if got is None else Found(*got)


def beside(dispute: Mapping[str, Any], ruling: Mapping[str, Any]) -> list[Beside] | None:
    """Rulings about the cards of a dispute or the rules that decided it (contract, section 6), those that count first.

    None where they cannot be reached.
    """
    cards = [card for card in dispute.get("cards") or () if isinstance(card, Mapping)]
    names = [str(card["name"]) for card in cards if card.get("name")]
    codes = [str(card["code"]) for card in cards if card.get("code")]
    places = list(_deciding(ruling))
    got = if_there(lambda store: store.covering({p.entry for p in places}, names, codes, _MOST_ON_A_PAGE))
    if got is None:
        return None
    edition = ruling["edition"]
    plain = set(map(plain_name, names))
    fitting = [
        kept for kept in got
        if kept.ruling.game == ruling["game"] and _holds_for(kept, edition)
        and (_names_one(kept, plain, codes) or _touches(kept, places))
    ]  # fmt: skip
    fitting.sort(
        key=lambda k: (bool(k.superseded_by), STATUSES.index(k.ruling.status), not _names_one(k, plain, codes))
    )
    checked = [kept.ruling.id for kept in fitting if kept.ruling.dispute is not None][:_MOST_CHECKED]
    return [
        Beside(kept, verdicts.verdict_beside(kept, dispute, ruling) if kept.ruling.id in checked else None)
        for kept in fitting
    ]


def _deciding(ruling: Mapping[str, Any]) -> Iterator[Place]:
    """The rules that the ruling rests on, each with the paragraph quoted."""
    entries = context.desk().corpus.entries
    for row in (*ruling["order"], *ruling["excluded"]):
        for rule in row["rules"]:
            entry, first = entries[rule["id"]], rule["quote"].split("\n", 1)[0]
            anchor = next((p.anchor for p in entry.paragraphs if first in p.text), "")
            yield Place(entry.id, anchor)


def _names_one(kept: Kept, plain: set[str], codes: Sequence[str]) -> bool:
    return any(plain_name(card.name) in plain or (card.code and card.code in codes) for card in kept.ruling.cards)


def _about(entries: Sequence[str], edition: str) -> list[Kept] | None:
    got = if_there(lambda store: store.covering(entries, (), (), _MOST_ON_A_PAGE))
    return None if got is None else [kept for kept in got if _holds_for(kept, edition)]


def _holds_for(kept: Kept, edition: str) -> bool:
    return not kept.ruling.editions or edition in kept.ruling.editions


def _once(name: str, ask: Callable[[], list[Kept] | None]) -> list[Kept] | None:
    """What `ask` gives, asked once in a request."""
    known: dict[str, list[Kept] | None] = g.setdefault("kept_beside", {})
    if name not in known:
        known[name] = ask()
    return known[name]
