"""What is known of an element's traits and printed cost: yes, no, or None where that is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import eq, ge, gt, le, lt

from judge.cardtext.tree import Condition
from judge.disputes.dispute_values import PrintedFacts
from judge.disputes.findings import plain
from judge.engine.position import Position
from judge.engine.table_elements import Element

_COMPARES: Mapping[str | None, Callable[[int, int], bool]] = {
    None: eq, "exactly": eq, "at-least": ge, "at-most": le, "more-than": gt, "fewer-than": lt,
}  # fmt: skip


def has_trait(pos: Position, element: Element, trait: str) -> bool | None:
    """Whether it is what a trait says of it; open where a text here might give it the trait, or take it away."""
    name = trait.removeprefix("not ")
    if name in pos.rules.features.no_traits or pos.table.changed_traits & {name, "all"}:
        return None
    named = pos.is_called(name, element) or None
    has = _agreed(pos, element, lambda one: named or (None if one.traits is None else plain(name) in one.traits))
    return has if has is None else has != trait.startswith("not ")


def has_printed(pos: Position, element: Element, said: Condition) -> bool | None:
    """Whether it has the trait or the printed cost that a text asks for; open for whatever else is asked."""
    clause = said.clause
    if clause is None or clause.event != "has" or clause.thing is None:
        return None
    has = has_trait(pos, element, clause.thing.lower()) if clause.variant == "trait" else None
    amount = clause.amount.value if clause.amount is not None else None
    compares = _COMPARES.get(said.compare)
    if clause.thing == "cost" and isinstance(amount, int) and clause.to is None and compares is not None:
        has = _agreed(pos, element, lambda one: None if one.cost is None else compares(one.cost, amount))
    return has if has is None else has != (said.negative != clause.negative)


def _agreed(pos: Position, element: Element, ask: Callable[[PrintedFacts], bool | None]) -> bool | None:
    """What is so of every card that it may be."""
    answers = {ask(one) for one in _printed(pos, element)}
    return answers.pop() if len(answers) == 1 else None


def _printed(pos: Position, element: Element) -> Sequence[PrintedFacts]:
    """What is printed on each card that it may be: of an identity on the sides that its form leaves."""
    if element.chosen or element.general:
        return ()
    if element.player is None:
        card = element.card
        return (card.printed,) if card is not None else pos.table.dispute.printed.get(plain(element.name), ())
    kinds = pos.kinds(element)
    sides = [card for card in pos.table.identities_of(element.player) if card.kind in kinds]
    return [card.printed for card in sides] if {card.kind for card in sides} == kinds else ()
