"""What of the submitted texts was not understood, and which abilities it keeps from being placed."""

from __future__ import annotations

from judge.ability import Ability
from judge.engine.table_elements import Ref, SubmittedAbility, Table
from judge.rulings.ruling import UnreadPassage


def unread_of(table: Table) -> tuple[UnreadPassage, ...]:
    """Every stretch of a submitted text that was not understood, card by card, in the order of the text."""
    found: list[UnreadPassage] = []
    for card in table.dispute.cards:
        if card.unknown:
            found.append(UnreadPassage(card.id, None, "text", card.name, (0, 0)))
        refs = [one.ref for one in table.by_card[card.id]]
        for one in card.text.unread:
            ref = next((r for r in refs if _holds(table.by_ref[r], one)), refs[0] if len(refs) == 1 else None)
            found.append(UnreadPassage(card.id, ref, one.part, one.text, one.span))
    return tuple(found)


def _holds(ability: SubmittedAbility, unread: object) -> bool:
    return ability.tree is not None and unread in ability.tree.unread


def unread_abilities(table: Table) -> frozenset[Ref]:
    """Abilities that cannot be placed: their timing, trigger or condition was not read whole; constants not read
    whole.
    """
    found = set()
    for one in table.abilities:
        said = one.ability
        if one.card.unknown and one.part is None:
            found.add(one.ref)
        if isinstance(said, Ability):
            parts = {unread.part for unread in said.tree.unread}
            trigger = said.tree.trigger
            whole = said.timing == "constant" and trigger is None and bool(parts)
            given = said.trigger is not None and said.trigger.event is not None and said.given
            if (parts & {"timing", "trigger", "condition"} and not given) or whole or "text" in parts:
                found.add(one.ref)
    return frozenset(found)
