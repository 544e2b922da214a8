"""Is an element of a kind, in three values; an open kind may be settled in favour of who asks."""

from __future__ import annotations

from collections.abc import Sequence

from judge.disputes.findings import with_article
from judge.engine.nouns.noun_fit import NO, YES, NounFit, capital
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, StateChange
from judge.engine.table_elements import Element


def of_kinds(pos: Position, kinds: Sequence[str], element: Element, speaker: Speaker, settle: bool) -> NounFit:
    """Whether it is of one of the kinds; an open kind is settled where `settle`."""
    if not kinds:
        return YES
    truths = [_one_kind(pos, kind, element, speaker) for kind in kinds]
    if any(fit.match == "yes" and not fit.assumed for fit in truths):
        return YES
    open_ = next((fit for fit in truths if fit.match == "yes"), None)
    if open_ is not None:
        return open_ if settle else YES
    return next((fit for fit in truths if fit.match == "player"), NO)


def _one_kind(pos: Position, kind: str, element: Element, speaker: Speaker) -> NounFit:
    if kind in pos.rules.features.relative_kinds:
        return relative(pos, kind, element, speaker)
    if element.is_place:
        return YES if kind in pos.rules.kinds_with("lies_at_place") else NO
    truth = pos.is_kind(element, kind)
    if truth is not None:
        return YES if truth else NO
    wanted = pos.rules.sorts_of(kind) & pos.kinds(element)
    if not pos.rules.is_kind(kind):
        return YES  # no card is of that kind: it is something about a card, which `concrete` has looked through
    text = f"{capital(element.name)} is taken to be {with_article(kind.replace('-', ' '))}."
    if element.player is not None:
        form = next(iter(wanted)) if len(wanted) == 1 else None
        return NounFit("yes", (Assumed(text, (StateChange("forms", element.player, form),) if form else ()),))
    return NounFit("yes", (Assumed(text, (StateChange("kinds", element.key, wanted),)),))


def relative(pos: Position, kind: str, element: Element, speaker: Speaker) -> NounFit:
    """Whether it is, or is controlled by, somebody else than the player whose card it is."""
    owner, you = pos.controller(element), pos.you(speaker)
    if owner is None or you is None:
        return NounFit("yes", (Assumed(f"{capital(element.name)} is taken to be what “{kind}” asks for."),))
    return NO if owner == you else YES
