"""Whom a stretch of a “cannot” means, of those who take part: “other villains”, “[[Power]] upgrades”, “attacks”, “you”.

What the words ask and nobody said is taken to be so, and told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from judge.ability import Binding
from judge.disputes.findings import plain
from judge.gamestate.elements import Element
from judge.gamestate.fit import Fitter
from judge.gamestate.pieces import Piece
from judge.gamestate.unfold import Frame
from judge.scripts.script import Script

_TRAIT = re.compile(r"\[\[[^\]]*\]\]")


def means(
    phrase: str, element: Element | None, piece: Piece, frame: Frame, fitter: Fitter, assumed: list[str]
) -> bool:
    """Whether the phrase, from the text of `piece`, means the element."""
    words = re.findall(r"[a-z’'-]+", _TRAIT.sub(" ", phrase).lower())
    if element is None:
        assumed.append(f"What takes part is taken to be what “{phrase}” means.")
        return True
    if words[:1] == ["you"]:
        return fitter.binds(Binding("you"), element, piece, assumed) == "yes"
    if {"other", "another"} & set(words) and element.key == fitter.table.of_card(piece.card).key:
        return False
    attack = frame.facts.get("from-attack")
    if {"attack", "attacks"} & set(words) and attack is not None:
        return attack.value
    kinds = list(_kinds(words, fitter.script))
    truths = [_is_of(element, kind, frame, fitter) for kind in kinds]
    named = plain(_TRAIT.sub(" ", phrase))
    if kinds and not any(truth is not False for truth in truths):
        return False
    if not kinds and not fitter.is_called(phrase, element) and named in fitter.table.taken_names:
        return False
    if None in truths or _TRAIT.search(phrase) or not kinds:
        assumed.append(f"{element.name} is taken to be what “{phrase}” means.")
    return True


def _kinds(words: list[str], script: Script) -> Iterator[str]:
    """Lazily, the types of cards, or classes of them, that the words name, in the singular."""
    single = [f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s") for word in words]
    pairs = [f"{one}-{other}" for one, other in pairwise(single)]
    two = [pair for pair in pairs if script.is_kind(pair)]
    parts = {part for pair in two for part in pair.split("-")}
    yield from (kind for kind in (*two, *single) if kind not in parts and (kind == "card" or script.is_kind(kind)))


def _is_of(element: Element, kind: str, frame: Frame, fitter: Fitter) -> bool | None:
    """Whether the element is of the kind; an identity may do it by its cards, unless it does it by a basic power."""
    truth = fitter.conditions.is_kind(element, kind)
    basic = frame.facts.get("basic")
    by_its_cards = element.player is not None and fitter.script.sorts_of(kind) <= fitter.script.sorts_of("player-card")
    acts = by_its_cards and not fitter.script.sorts_of(kind) & fitter.script.sorts_of("character")
    return None if truth is False and acts and not (basic and basic.value) else truth
