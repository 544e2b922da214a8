"""Which status a card's name means."""

from __future__ import annotations

from collections.abc import Sequence

from judge.disputes.findings import slug
from judge.rules.model import Rules


def statuses_named(rules: Rules, name: str) -> Sequence[str]:
    """The edition's statuses that a name means: “Tough”, “Tough status card”, “Stun”."""
    said = slug(name).split("-")[0]
    names = {ready.name for ready in rules.ready if ready.source == "status"}
    return [one for one in sorted(names) if len(said) > 2 and (one.startswith(said) or said.startswith(one))]
