"""Reads a kept ruling back from the form that we wrote ourselves, which needs no checking. Fast."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.kept_rulings.model import CardNamed, CoveredPlace, Expected, KeptRuling, RulingSource, WordsInterpreted


def read_written(said: Mapping[str, Any]) -> KeptRuling:
    """The ruling of a form as it stands in the store."""
    covers, source, expects = said.get("covers", {}), said["source"], said.get("expects")
    return KeptRuling(
        id=said["id"],
        game=said["game"],
        question=said["question"],
        answer=said["answer"],
        source=RulingSource(source["who"], source.get("where", ""), source.get("address", "")),
        date=said["date"],
        status=said["status"],
        editions=tuple(said.get("editions", ())),
        entries=tuple(map(CoveredPlace.parse, covers.get("entries", ()))),
        cards=tuple(CardNamed(card.get("code", ""), card.get("name", "")) for card in covers.get("cards", ())),
        interprets=tuple(
            WordsInterpreted(CoveredPlace.parse(w["entry"]), w.get("words", ""), w.get("hash", ""))
            for w in said.get("interprets", ())
        ),
        supersedes=tuple(said.get("supersedes", ())),
        dispute=said.get("dispute"),
        expects=_expected(expects) if expects else None,
    )


def _expected(said: Mapping[str, Any]) -> Expected:
    order = tuple((group,) if isinstance(group, str) else tuple(group) for group in said.get("order", ()))
    return Expected(order, dict(said.get("excluded", {})))
