"""Chooses the kept rulings that stand beside an entry, an answer or a computed ruling; also as JSON.

Asks a store and a corpus; what this program says of a kept dispute is asked of whoever calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from judge.corpus import Corpus, plain_name
from judge.kept_rulings.checking import CheckOutcome
from judge.kept_rulings.model import STATUSES, CoveredPlace, StoredRuling
from judge.kept_rulings.store import RulingStore

MOST = 200
"""Rulings that stand beside one thing."""
MOST_CHECKED = 8
"""Of those beside a computed ruling: each may cost a resolution of its own."""

Verdict = Callable[[StoredRuling], CheckOutcome]
"""What this program says of a kept dispute."""


@dataclass(frozen=True, slots=True)
class RulingBeside:
    """A kept ruling beside a computed one, with what this program says of it; None where that was not worked out."""

    kept: StoredRuling
    outcome: CheckOutcome | None


def places_of(kept: StoredRuling) -> Iterator[CoveredPlace]:
    """What of the books the ruling is about."""
    yield from kept.ruling.entries
    for words in kept.ruling.interprets:
        yield words.place


def on_entry(store: RulingStore, entry_id: str) -> list[StoredRuling]:
    """Rulings about the entry that hold for its edition."""
    return [kept for kept in store.covering([entry_id], (), (), MOST) if _holds_for(kept, entry_id.split("/")[1])]


def on_rules(store: RulingStore, places: Iterable[CoveredPlace]) -> list[StoredRuling]:
    """Rulings about rules that are quoted: their entries, or the very paragraphs quoted."""
    quoted = list(places)
    return [kept for kept in store.covering({p.entry for p in quoted}, (), (), MOST) if _touches(kept, quoted)]


def quoted_places(corpus: Corpus, rules: Iterable[Mapping[str, Any]]) -> Iterator[CoveredPlace]:
    """Where rules (as in a ruling) stand: each its entry, with the paragraph quoted."""
    for rule in rules:
        entry, first = corpus.entries[rule["id"]], rule["quote"].split("\n", 1)[0]
        yield CoveredPlace(entry.id, next((p.anchor for p in entry.paragraphs if first in p.text), ""))


def on_ruling(
    store: RulingStore, corpus: Corpus, dispute: Mapping[str, Any], ruling: Mapping[str, Any]
) -> list[StoredRuling]:  # fmt: skip
    """Rulings about the cards of a dispute or the rules that decided it (contract, section 6).

    Those in force come before those replaced, official ones first, then those that name a card of the dispute.
    """
    cards = [card for card in dispute.get("cards") or () if isinstance(card, Mapping)]
    names, codes = ([str(card[key]) for card in cards if card.get(key)] for key in ("name", "code"))
    plain = set(map(plain_name, names))
    places = list(quoted_places(corpus, (r for row in (*ruling["order"], *ruling["excluded"]) for r in row["rules"])))

    def names_one(kept: StoredRuling) -> bool:
        return any(plain_name(card.name) in plain or (card.code and card.code in codes) for card in kept.ruling.cards)

    fitting = [
        kept for kept in store.covering({p.entry for p in places}, names, codes, MOST)
        if kept.ruling.game == ruling["game"] and _holds_for(kept, ruling["edition"])
        and (names_one(kept) or _touches(kept, places))
    ]  # fmt: skip
    return sorted(
        fitting, key=lambda k: (bool(k.superseded_by), STATUSES.index(k.ruling.status), not names_one(k))
    )  # fmt: skip


def with_outcomes(found: Sequence[StoredRuling], verdict: Verdict) -> list[RulingBeside]:
    """Each with what this program says of it; of those that come with a dispute the first alone."""
    left_out = {kept.ruling.id for kept in [k for k in found if k.ruling.dispute is not None][MOST_CHECKED:]}
    return [RulingBeside(kept, None if kept.ruling.id in left_out else verdict(kept)) for kept in found]


# as further keys of an answer (contract, section 2): null where the rulings cannot be reached

_KEY = "kept_rulings"
Found = TypeVar("Found")


class AskStore(Protocol):
    """Asks the store; gives None where it cannot be reached."""

    def __call__(self, ask: Callable[[RulingStore], Found], /) -> Found | None: ...


def in_hits(ask: AskStore, hits: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What a search found, each with the ids of the rulings about it."""
    ids = ask(lambda store: [[kept.ruling.id for kept in on_entry(store, hit["id"])] for hit in hits])
    return [{**hit, _KEY: ids and ids[place]} for place, hit in enumerate(hits)]


def in_entry(ask: AskStore, entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with the rulings about it."""
    return {**entry, _KEY: _each(ask(lambda store: on_entry(store, entry["id"])), in_short)}


def in_answer(ask: AskStore, corpus: Corpus, answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer with the rulings about the rules that it cites."""
    places = list(quoted_places(corpus, answer["rules"]))
    found = ask(lambda store: on_rules(store, places))
    return {**answer, "entries": in_hits(ask, answer["entries"]), _KEY: _each(found, in_short)}


def in_ruling(ruling: Mapping[str, Any], found: Sequence[RulingBeside] | None) -> dict[str, Any]:
    """A computed ruling with those that people gave, each with whether this program agrees."""
    return {**ruling, _KEY: _each(found, beside_in_short)}


def in_short(kept: StoredRuling) -> dict[str, Any]:
    """A kept ruling as it stands in another answer; `/api/kept-rulings/ID` and `judge rulings show` tell it whole."""
    ruling = kept.ruling
    return {
        "id": ruling.id, "question": ruling.question, "status": ruling.status, "source": ruling.source.who,
        "date": ruling.date, "superseded_by": list(kept.superseded_by),
    }  # fmt: skip


def beside_in_short(one: RulingBeside) -> dict[str, Any]:
    """The same beside a computed ruling: with whether this program agrees, in one sentence."""
    said = one.outcome
    return {**in_short(one.kept), "verdict": said and said.verdict, "sentence": said and said.sentence}


_One = TypeVar("_One")


def _each(found: Sequence[_One] | None, say: Callable[[_One], dict[str, Any]]) -> list[dict[str, Any]] | None:
    return None if found is None else [say(one) for one in found]


def _touches(kept: StoredRuling, places: Iterable[CoveredPlace]) -> bool:
    """True where the ruling is about one of the places, and holds for its edition."""
    about = set(places_of(kept))
    return any(
        (CoveredPlace(p.entry) in about or p in about) and _holds_for(kept, p.entry.split("/")[1]) for p in places
    )


def _holds_for(kept: StoredRuling, edition: str) -> bool:
    return not kept.ruling.editions or edition in kept.ruling.editions
