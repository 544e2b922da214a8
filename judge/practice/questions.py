"""Makes questions that a ruling answers: which resolves first, does it happen, who decides.

Only a ruling that read every word, assumed nothing and left nothing open is asked about.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from typing import Any

from judge.disputes.dispute_values import Dispute
from judge.rules.model import Citations
from judge.rulings.ruling import Group, Ruling

LEVELS = (1, 2, 3)
"""One: what the steps and the forms say. Two: what stands together at one step. Three: what keeps another out."""
_PLAIN = frozenset({"wrong-form", "wrong-player", "wrong-turn"})
_DULL = frozenset({"no-matching-window", "not-in-play", "unread"})
"""Reasons about which nobody needs to be asked."""
FIRST, HAPPENS, DECIDES = "which-first", "does-it-happen", "who-decides"
_BY_ORDER = "Nobody: the rules fix the order"


@dataclass(frozen=True, slots=True)
class PracticeQuestion:
    """A question about a dispute, with its choices; `answer` is the place of the right one."""

    id: str
    kind: str
    level: int
    asks: str
    choices: tuple[str, ...]
    answer: int
    why: str
    """The sentences of the ruling that answer it."""
    rules: Citations
    happens: str
    """What is going on, in a few words."""
    players: tuple[str, ...]
    cards: tuple[tuple[str, str, str], ...]
    """Name, whose and what it is, text."""
    dispute: Mapping[str, Any]
    official: bool

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "id": self.id, "kind": self.kind, "level": self.level, "asks": self.asks, "choices": list(self.choices),
            "answer": self.answer, "why": self.why, "happens": self.happens, "players": list(self.players),
            "rules": [one.as_json() for one in self.rules],
            "cards": [{"name": name, "whose": whose, "text": text} for name, whose, text in self.cards],
            "dispute": self.dispute, "official": self.official,
        }  # fmt: skip


def leaves_nothing_open(ruling: Ruling) -> bool:
    """Whether a ruling may be asked about: nothing unread, assumed, unsettled or warned of."""
    settled = all(group.settled for group in ruling.order)
    return settled and not (ruling.unread or ruling.assumptions or ruling.warnings)


def questions_of(data: Mapping[str, Any], dispute: Dispute, ruling: Ruling) -> Iterator[PracticeQuestion]:
    """Lazily, the questions that a ruling answers; none where it leaves anything open."""
    if not leaves_nothing_open(ruling):
        return
    for (at, one), (later, other) in combinations(list(_once_each(ruling)), 2):
        if ruling.names[at] != ruling.names[later]:
            yield _which_first(data, dispute, ruling, (at, one), (later, other))
    telling = [out for out in ruling.excluded if out.reason not in _DULL]
    level = 1 if all(out.reason in _PLAIN for out in telling) else 3
    for out in telling:
        yield _happens(data, dispute, ruling, out.ability, level, 1, out.why, out.rules)
    for ref, group in _once_each(ruling) if telling else ():
        yield _happens(data, dispute, ruling, ref, level, 0, group.why, group.rules)
    for group in ruling.order:
        if group.decided_by is not None and len(group.abilities) > 1:
            yield _who_decides(data, dispute, ruling, group)


def _once_each(ruling: Ruling) -> Iterator[tuple[str, Group]]:
    """Lazily, the abilities that resolve exactly once, with their groups, in order."""
    refs = [ref for group in ruling.order for ref in group.abilities]
    for group in ruling.order:
        yield from ((ref, group) for ref in group.abilities if refs.count(ref) == 1)


def _which_first(
    data: Mapping[str, Any],
    dispute: Dispute,
    ruling: Ruling,
    first: tuple[str, Group],
    second: tuple[str, Group],
) -> PracticeQuestion:
    (ref, group), (other, later) = first, second
    names = sorted((ruling.names[ref], ruling.names[other]))
    together = group is later
    decides = f"{group.decided_by} decides" if together and group.decided_by else "Both at once"
    choices = (*names, decides if together else _somebody_decides(dispute))
    answer = 2 if together else choices.index(ruling.names[ref])
    after = later.after.why if later.after is not None else ""
    why = group.why if together else " ".join(dict.fromkeys(w for w in (group.why, later.why, after) if w))
    same_step = group.step == later.step and group.within == later.within
    rules = (*group.rules, *(() if together else later.rules))
    return _question(
        data, dispute, ruling, FIRST, 2 if same_step else 1,
        f"Which resolves first: {names[0]} or {names[1]}?", choices, answer, why, rules,
    )  # fmt: skip


def _somebody_decides(dispute: Dispute) -> str:
    return f"{dispute.players[0].name} decides"


def _happens(
    data: Mapping[str, Any],
    dispute: Dispute,
    ruling: Ruling,
    ref: str,
    level: int,
    answer: int,
    why: str,
    rules: Citations,
) -> PracticeQuestion:
    asks = f"Does {ruling.names[ref]} resolve here?"
    return _question(data, dispute, ruling, HAPPENS, level, asks, ("Yes", "No"), answer, why, rules)


def _who_decides(data: Mapping[str, Any], dispute: Dispute, ruling: Ruling, group: Group) -> PracticeQuestion:
    names = [ruling.names[ref] for ref in group.abilities]
    people = sorted({*(player.name for player in dispute.players), group.decided_by or ""})
    choices = (*people, _BY_ORDER)
    asks = f"Who decides in which order {', '.join(names[:-1])} and {names[-1]} resolve?"
    answer = choices.index(group.decided_by or "")
    return _question(data, dispute, ruling, DECIDES, 2, asks, choices, answer, group.why, group.rules)


def _question(
    data: Mapping[str, Any],
    dispute: Dispute,
    ruling: Ruling,
    kind: str,
    level: int,
    asks: str,
    choices: Sequence[str],
    answer: int,
    why: str,
    rules: Citations,
) -> PracticeQuestion:
    whole = json.dumps([kind, asks, data], ensure_ascii=False, sort_keys=True)
    return PracticeQuestion(
        sha256(whole.encode()).hexdigest()[:16], kind, level, asks, tuple(choices), answer, why,
        tuple(dict.fromkeys(rules)), ruling.timeline[0].within if ruling.timeline else "",
        tuple(_seat(dispute, number) for number in range(len(dispute.players))),
        tuple(_card(data, dispute, number) for number in range(len(dispute.cards))), data, ruling.official,
    )  # fmt: skip


def _seat(dispute: Dispute, number: int) -> str:
    player = dispute.players[number]
    facts = [player.form.replace("-", " ") + " form"] if player.form else []
    if player.name == dispute.active and len(dispute.players) > 1:
        facts.append("whose turn it is")
    return f"{player.name} ({', '.join(facts)})" if facts else player.name


def _card(data: Mapping[str, Any], dispute: Dispute, number: int) -> tuple[str, str, str]:
    card = dispute.cards[number]
    text = data["cards"][number].get("text") or ""
    whose = f"{card.controller}’s" if card.controller != dispute.rules.features.scenario else "the scenario’s"
    facts = [f"{whose} {card.kind.replace('-', ' ') if card.kind else 'card'}"]
    if card.attached_to:
        facts.append(f"on {card.attached_to}")
    if card.engaged_with:
        facts.append(f"engaged with {card.engaged_with}")
    return card.name, ", ".join(facts), text
