"""The form that words say somebody is in, and whether they say a card type."""

from __future__ import annotations

from collections.abc import Sequence

from judge.cardtext.english import FINITE_BE
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import KnownNames, Mention, items_of
from judge.pasted.pasted_values import ReadValue, word_set
from judge.pasted.player_ballots import sort_at, value_at
from judge.pasted.text_layout import TextLayout

_ENDS = word_set(", . ; ) form and while but side mode when so too also as well")
"""What may stand behind a form that somebody is in."""
_BETWEEN = word_set(
    "also too is in who who's as - – — = : her his their was currently still now are playing plays play ,"
)
"""What may stand between somebody and their form."""
_FEW = 2
"""Mentions of a bracket that says nothing but the form."""


def form_of(
    layout: TextLayout, items: Sequence[Mention], at: int, names: KnownNames, vocabulary: DisputeWords
) -> ReadValue | None:
    """The form that the words behind a name say it is in: “(hero)”, “is in alter-ego form”, “- hero”."""
    place = at + 1
    if place >= len(items):
        return None
    group = items[place]
    if group.sort == "group" and group.value in "([":
        inner = items_of(layout, group.first + 1, group.end - 1, names, vocabulary)
        forms = [one for one in inner if one.sort == "form"]
        if forms and not any(one.value in ("to", "by") for one in inner):  # “(belongs to Fred, hero form)”
            return ReadValue(forms[0].value, group.span if len(inner) <= _FEW else forms[0].span)
        return None
    for place in range(at + 1, min(at + 6, len(items))):
        item = items[place]
        if item.sort == "form":
            following = value_at(items, place + 1)
            plain_end = following in (*_ENDS, "") or (sort_at(items, place + 1) in ("name", "me", "player"))
            lone = value_at(items, place - 1) != "," or following in ("form", "") or place + 1 >= len(items)
            behind = items[place + 1].span[1] if following in ("form", "side", "mode") else item.span[1]
            return ReadValue(item.value, (item.span[0], behind)) if plain_end and lone else None
        if item.value not in _BETWEEN:
            return None
    return None


def form_behind(items: Sequence[Mention], at: int) -> ReadValue | None:
    """“I'm in hero form”, “I am in alter-ego”."""
    for place, item in enumerate(items[at + 1 : at + 5], at + 1):
        if item.sort == "form":
            behind = items[place + 1].span[1] if value_at(items, place + 1) == "form" else item.span[1]
            return ReadValue(item.value, (item.span[0], behind))
        if item.value not in ("am", "in", "currently", "was", "still", "now"):
            return None
    return None


def has_kind(
    layout: TextLayout, items: Sequence[Mention], at: int, names: KnownNames, vocabulary: DisputeWords
) -> bool:
    """Whether a bracket behind a name, or “is the …”, says what type of card it is."""
    if at >= len(items):
        return False
    if items[at].sort == "group" and items[at].value in "([":
        inner = items_of(layout, items[at].first + 1, items[at].end - 1, names, vocabulary)
        return any(one.sort == "kind" for one in inner)
    if items[at].value in FINITE_BE or items[at].value == ",":
        return sort_at(items, at + 1) == "kind" or (
            value_at(items, at + 1) in ("the", "a", "an", "our", "my") and sort_at(items, at + 2) == "kind"
        )
    return False
