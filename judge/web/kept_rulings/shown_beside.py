"""Shows kept rulings beside entries, cards, search results, answers and computed rulings: for templates, and as
further keys of what the API answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask, g, has_request_context, request

from judge.cards.card import LibraryCard
from judge.entry import Entry
from judge.kept_rulings import shown_beside as kept_beside
from judge.kept_rulings.markdown import STATUS_WORDS
from judge.kept_rulings.model import CoveredPlace, StoredRuling
from judge.kept_rulings.ruling_form import slug
from judge.kept_rulings.shown_beside import MOST, RulingBeside, places_of, with_outcomes
from judge.kept_rulings.store import RulingStore
from judge.kept_rulings.store_filters import RulingFilter
from judge.web import page_context
from judge.web.kept_rulings import verdicts
from judge.web.kept_rulings.database_gone import if_there
from judge.web.views.citations import ShownRule

_MARK = "judge.kept_mark"
_MOST_FOUND = 3
_MOST_FOUND_ALONE = 30


@dataclass(frozen=True, slots=True)
class FoundRulings:
    """Kept rulings that a search found: the best, and how many there are."""

    best: Sequence[StoredRuling]
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
    """As `mark_now`, asked once in a request."""
    if not has_request_context():
        return mark_now()
    if _MARK not in request.environ:
        request.environ[_MARK] = mark_now()
    known: str | None = request.environ[_MARK]
    return known


def mark_now() -> str | None:
    """Words that change with what is kept, which pages rest on besides the build; None where they cannot be told."""
    return if_there(RulingStore.revision)


def any_kept() -> bool:
    """True where a ruling is, or was, kept."""
    return bool(mark())


def on_entry(entry: Entry) -> list[StoredRuling] | None:
    """Rulings about the entry that hold for its edition; None where they cannot be reached."""
    return _once(f"entry {entry.id}", lambda: if_there(lambda store: kept_beside.on_entry(store, entry.id)))


def on_paragraph(entry: Entry, anchor: str) -> int:
    """How many of them are about this very paragraph."""
    place = CoveredPlace(entry.id, anchor)
    return sum(place in places_of(kept) for kept in on_entry(entry) or ())


def on_card(card: LibraryCard) -> list[StoredRuling] | None:
    """Rulings about the card or one that it is a reprint of."""
    codes = [code for code in (card.code, card.same_as) if code]
    found = if_there(lambda store: store.covering((), [card.name], codes, MOST))
    return None if found is None else [kept for kept in found if kept.ruling.game == card.game]


def on_rules(rules: Iterable[ShownRule]) -> list[StoredRuling] | None:
    """Rulings about rules that are quoted: their entries, or the very paragraphs quoted."""
    places = [CoveredPlace(rule.id, rule.address.partition("#")[2]) for rule in rules]
    return if_there(lambda store: kept_beside.on_rules(store, places))


def found(query: str, game: str | None, edition: str | None, shown: str = "") -> FoundRulings | None:
    """Rulings that hold the words looked for; `shown` is what of rules and rulings the search shows."""
    status = shown if shown == "official" else ""
    which = RulingFilter(words=query, game=game or "", edition=edition or "", status=status)
    most = _MOST_FOUND_ALONE if shown else _MOST_FOUND
    got = if_there(lambda store: store.find(which, 0, most))
    return None if got is None else FoundRulings(*got)


def beside(dispute: Mapping[str, Any], ruling: Mapping[str, Any]) -> list[RulingBeside] | None:
    """Rulings about the cards of a dispute or the rules that decided it, those that count first.

    None where they cannot be reached.
    """
    got = if_there(lambda store: kept_beside.on_ruling(store, page_context.desk().corpus, dispute, ruling))
    if got is None:
        return None
    return with_outcomes(got, lambda kept: verdicts.verdict_beside(kept, dispute, ruling))


def in_hits(hits: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What a search found, for the API: each hit with the ids of the rulings about it."""
    return kept_beside.in_hits(if_there, hits)


def in_entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with the rulings about it."""
    return kept_beside.in_entry(if_there, entry)


def in_answer(answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer with the rulings about the rules that it cites."""
    return kept_beside.in_answer(if_there, page_context.desk().corpus, answer)


def in_ruling(dispute: Mapping[str, Any], ruling: Mapping[str, Any]) -> dict[str, Any]:
    """A computed ruling with those that people gave, each with whether this program agrees."""
    return kept_beside.in_ruling(ruling, beside(dispute, ruling))


def _once(name: str, ask: Callable[[], list[StoredRuling] | None]) -> list[StoredRuling] | None:
    """What `ask` gives, asked once in a request."""
    known: dict[str, list[StoredRuling] | None] = g.setdefault("kept_beside", {})
    if name not in known:
        known[name] = ask()
    return known[name]
