"""Answers a question about a moment: which cards are meant, which of them the index leaves, who acts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from judge.cards.card import LibraryCard
from judge.cards.library import CardLibrary
from judge.engine.waiting_keys import offer_of, waits_of
from judge.errors import JudgeError, NotAllowed, NotFound, NotUnderstood, TooLarge
from judge.responders.ability_index import AbilityIndex, IndexedCard
from judge.responders.acting_cards import ActingCards, ReadDispute, find
from judge.responders.card_placing import PlacedCard, placed
from judge.rules.model import Rules

MOST_LAID = 15_000
"""Cards that one answer may lay on a table, times those that lie there (and `_OWN_WEIGHT`): some seconds of work."""
_OWN_WEIGHT = 4


@dataclass(frozen=True)
class AskedCards:
    """Which cards are asked: those of decks (of a player, or of nobody in particular), of sets, of packs; else all."""

    decks: Mapping[str | None, Sequence[str]] = field(default_factory=dict)
    """Codes by whose deck it is."""
    sets: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()

    @property
    def is_all(self) -> bool:
        """Whether the whole library is asked."""
        return not (self.decks or self.sets or self.packs)


def index_cards(library: CardLibrary, every: Sequence[Rules], read: ReadDispute) -> Iterator[IndexedCard]:
    """Lazily, what every card of the library waits for, by the rules of every edition of its game."""
    for rules in every:
        for card in library.every(rules.game):
            yield indexed(card, rules, read)


def indexed(card: LibraryCard, rules: Rules, read: ReadDispute) -> IndexedCard:
    """What one card waits for, by the rules of one edition."""
    base = {"game": rules.game, "edition": rules.edition, "players": [{"name": "A"}]}
    try:
        disputes = [read({**base, "cards": [one.row]}) for one in placed(card, rules, ["A"])]
    except JudgeError:
        return IndexedCard(rules.game, rules.edition, card.code, card.name, frozenset(), True)
    waits = frozenset(wait for dispute in disputes for wait in waits_of(dispute))
    unread = any(one.text.unread for dispute in disputes for one in dispute.cards)
    return IndexedCard(rules.game, rules.edition, card.code, card.name, waits, unread)


def responders(
    library: CardLibrary,
    index_of: Callable[[], AbilityIndex],
    read: ReadDispute,
    moment: Mapping[str, Any],
    step: str | None = None,
    scope: AskedCards | None = None,
) -> ActingCards:
    """Who of the library acts at the moment that a dispute names, or only at one step of it.

    `index_of` gives the index of the library, and is asked only where there are cards. Raises NotUnderstood where the
    dispute names no occurrence, NotAllowed for an unknown step, NotFound for an empty scope, TooLarge where too many
    cards would have to be tried; else as `resolve`.
    """
    scope = scope or AskedCards()
    dispute = read(moment)
    if dispute.occurrence is None:
        raise NotUnderstood(
            "Say what is happening: the moment is an occurrence, and one of its steps if you like.", "occurrence"
        )
    offer = offer_of(dispute, step)
    if step is not None and step not in {one.id for kind in dispute.rules.occurrences.values() for one in kind.steps}:
        raise NotAllowed(
            f"There is no step “{step}”; this moment has {', '.join(offer.steps)}.",
            "step",
            get_close_matches(step, offer.steps, 3, 0.3),
        )
    rules = dispute.rules
    asked = list(asked_cards(library, rules, [player.name for player in dispute.players], scope))
    if not asked and not scope.is_all:
        raise NotFound("No card of the library is in that scope; `judge cards import` fills it.", "scope")
    if not asked:
        return find(read, moment, offer, (), step=step)
    index = index_of()
    left = index.narrowed(rules.game, rules.edition, offer)
    laid = [one for one in asked if one[0].card.code in left]
    if len(laid) * (len(dispute.cards) + _OWN_WEIGHT) > MOST_LAID:
        message = f"{len(laid):,} cards would have to be tried on this table; name a step, a set, a pack or a deck."
        raise TooLarge(message, "scope")
    return find(
        read,
        moment,
        offer,
        laid,
        step=step,
        unread=index.unread(rules.game, rules.edition),
        of=len({one.card.code for one, _ in asked}),
    )


def asked_cards(
    library: CardLibrary, rules: Rules, players: Sequence[str], scope: AskedCards
) -> Iterator[tuple[PlacedCard, str]]:
    """Lazily, the cards of a scope as they may lie on the table, each with where it is from; each code once."""
    seen: set[tuple[str, str | None, str | None]] = set()
    for cards, owners, source in _groups(library, rules, players, scope):
        for card in cards:
            for one in placed(card, rules, owners):
                key = (card.code, one.player, one.role)
                if key not in seen:
                    seen.add(key)
                    yield one, source


def _groups(
    library: CardLibrary, rules: Rules, players: Sequence[str], scope: AskedCards
) -> Iterator[tuple[Iterable[LibraryCard], Sequence[str], str]]:
    for player, codes in scope.decks.items():
        owners = [player] if player is not None and player in players else players
        yield library.coded(codes), owners, "deck"
    if scope.sets:
        yield library.every(rules.game, sets=scope.sets), players, "scenario"
    if scope.packs:
        yield library.every(rules.game, packs=scope.packs), players, "library"
    if scope.is_all:
        yield library.every(rules.game), players, "library"
