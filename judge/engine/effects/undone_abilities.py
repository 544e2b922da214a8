"""Which printed abilities a “cancel” names: all of a timing, those on cards of a kind, or those of single cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from judge.cardtext.tree import Cancel, Clause, Noun
from judge.engine.nouns.noun_matching import elements_of, fits
from judge.engine.position import Position, Speaker
from judge.engine.state import Event
from judge.engine.table_elements import Element
from judge.rules.model import CancelRule

Undone = tuple[Event, CancelRule, tuple[str | None, ...]]
"""The event in which abilities of the row's timing are undone, and whose: a kind of card, the key of one, all."""


def undone_by(pos: Position, effect: Cancel, speaker: Speaker) -> list[Undone]:
    """The events around in which a “cancel” undoes printed abilities, from the innermost on."""
    thing, nouns = _named(pos, effect, speaker)
    return [
        (outer, row, _whose(pos, effect, row, nouns, speaker))
        for outer in pos.state.around(speaker.event)
        for row in pos.rules.cancels
        if row.at == outer.occurrence.type and row.thing == thing and row.timing is not None
    ]


def _named(pos: Position, effect: Cancel, speaker: Speaker) -> tuple[str, Sequence[Noun]]:
    """What the words cancel, and the nouns of who bears it: “that effect” is what the trigger has named."""
    words, what, moment = speaker.ability.tree, effect.what, speaker.moment
    known = {row.thing for row in pos.rules.cancels}
    named = {*(what.kinds if what is not None else ()), effect.thing} & known - {"effect"}
    if moment is not None and moment.event in known and not named and words is not None and words.trigger is not None:
        return moment.event, _taking_part([one for one in words.trigger.clauses if one.event == moment.event])
    bearers = [noun for noun in ((what.at, what.whose) if what is not None else ()) if noun is not None]
    return effect.thing or "effect", bearers


def _taking_part(clauses: Sequence[Clause]) -> Sequence[Noun]:
    doers = [one.agent for one in clauses if one.agent is not None and one.agent.head == "class"]
    return [*(one.patient for one in clauses if one.patient is not None), *doers]


def _whose(
    pos: Position, effect: Cancel, row: CancelRule, nouns: Sequence[Noun], speaker: Speaker
) -> tuple[str | None, ...]:
    """The kinds of card, or the single cards, whose abilities go; None for all."""
    if not row.by_kind:
        return (None,)
    timing = row.timing or ""
    bearing = pos.rules.timings[timing].on_kind
    nouns = [noun for noun in nouns if _may_bear(pos, noun, bearing, speaker)]
    said = [*nouns, effect.what] if effect.what is not None else nouns
    kinds = _kinds_of_all(pos, said)
    one = any(_is_one(pos, noun, speaker) for noun in said)
    if not one and not any(map(_tells_cards_apart, nouns)):
        return kinds or (None,)
    printed = [each for kind in kinds or bearing for each in pos.printing(kind, {timing})]
    those = _named_by_all(pos, nouns, printed, speaker)
    return those[:1] if one else those


def _named_by_all(pos: Position, nouns: Sequence[Noun], cards: Sequence[Element], speaker: Speaker) -> tuple[str, ...]:
    return tuple(each.key for each in cards if all(_is_named(pos, noun, each, speaker) for noun in nouns))


def _kinds_of_all(pos: Position, nouns: Sequence[Noun]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(kind for noun in nouns for kind in _kinds(pos, noun)))


def _tells_cards_apart(noun: Noun) -> bool:
    """Whether a noun means some cards of a kind only: “that Threat”, “the Threat at your Location”, “each other”."""
    return noun.head != "class" or noun.at is not None or noun.other


def _may_bear(pos: Position, noun: Noun, kinds: Collection[str], speaker: Speaker) -> bool:
    """Whether a noun may name a card of the kinds on which such abilities stand; another card only activates them."""
    if noun.head == "class":
        return bool(_kinds(pos, noun))
    found = [pos.now(one) for one in elements_of(pos, noun, speaker).found] if noun.head == "that" and kinds else []
    return not found or any(pos.is_kind(one, kind) is not False for one in found for kind in kinds)


def _is_one(pos: Position, noun: Noun, speaker: Speaker) -> bool:
    """Whether a noun means one of several, whichever: “a Threat”, or “it” of one that a player chose."""
    if noun.quantifier == "one":
        return noun.number in (None, 1)
    return noun.head == "that" and any(pos.now(one).chosen for one in elements_of(pos, noun, speaker).found)


def _kinds(pos: Position, noun: Noun) -> Sequence[str]:
    """The kinds of card that a noun names, of which there may be several."""
    special = pos.rules.kinds_with("only_one")
    return [kind for kind in noun.kinds if kind in pos.rules.kinds and kind not in special]


def _is_named(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> bool:
    if noun.head == "that":
        meant = map(pos.now, elements_of(pos, noun, speaker).found)
        return any(one.key == element.key or (one.chosen and one.kinds & pos.kinds(element)) for one in meant)
    return fits(pos, noun, element, speaker).match == "yes"
