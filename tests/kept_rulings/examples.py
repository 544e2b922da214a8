"""Made-up kept rulings and what they are about."""

from __future__ import annotations

import copy
from typing import Any

from judge.corpus import Corpus
from judge.kept_rulings.model import KeptRuling
from judge.kept_rulings.ruling_form import read_forms
from judge.kept_rulings.staleness import ground

ENTRY = "marvel-champions/community/forced"
WORDS = "the ability’s initiation is mandatory"
DISPUTE: dict[str, Any] = {
    "game": "marvel-champions",
    "players": [{"name": "Ada", "form": "hero"}],
    "occurrence": {"type": "enemy-attack", "attacker": "Clockwork Baron", "target": "Ada"},
    "cards": [
        {"id": "gears", "name": "Overwound Gears", "kind": "attachment", "attached_to": "Clockwork Baron",
         "text": "Forced Interrupt: When Clockwork Baron attacks, the attack gains overkill."},
        {"id": "bells", "name": "Warning Bells", "kind": "upgrade", "controller": "Ada",
         "text": "Interrupt: When the villain initiates an attack against you, draw 1 card."},
    ],
}  # fmt: skip
GEARS: dict[str, Any] = {
    "id": "gears-before-bells",
    "game": "marvel-champions",
    "question": "Do Overwound Gears come before Warning Bells?",
    "answer": "Yes: what is forced comes first.\n\nThen Ada may ring the bells.",
    "source": {"who": "Club of Ada", "where": "Minutes of March", "address": "https://example.org/minutes"},
    "date": "2026-03-01",
    "status": "house",
    "covers": {"entries": [ENTRY], "cards": [{"name": "Overwound Gears"}, {"code": "90001", "name": "Warning Bells"}]},
    "interprets": [{"entry": ENTRY, "words": WORDS}],
    "dispute": DISPUTE,
    "expects": {"order": ["gears", "bells"]},
}


def form(**said: Any) -> dict[str, Any]:
    """The form of the example with some of it said otherwise; None leaves a key out."""
    whole = {**copy.deepcopy(GEARS), **said}
    return {name: value for name, value in whole.items() if value is not None}


def ruling(**said: Any) -> KeptRuling:
    """The same, read."""
    return sound(form(**said))


def sound(said: Any) -> KeptRuling:
    """The ruling that a form without a mistake says."""
    found, problems = read_forms([said])
    assert not problems, problems
    return found[0]


def grounded(corpus: Corpus, **said: Any) -> KeptRuling:
    """The same, with the hashes of a build."""
    found, problems = ground(corpus, ruling(**said))
    assert not problems, problems
    return found


def many(count: int, **said: Any) -> list[KeptRuling]:
    """So many different ones, without disputes."""
    plain: dict[str, Any] = {"dispute": None, "expects": None, "interprets": None, **said}
    return [
        ruling(
            **{"id": f"number-{n}", "question": f"Does lantern number {n} burn?", "date": f"2025-{n % 12 + 1:02}-11",
               "covers": {"entries": [ENTRY], "cards": [f"Lantern {n}"]}, "source": {"who": f"Club {n % 7}"}, **plain}
        )
        for n in range(count)
    ]  # fmt: skip
