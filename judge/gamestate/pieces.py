"""The submitted abilities (pieces): under which reference, at which timing, for whom, with which ready abilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.ability import Ability, Keyword
from judge.disputes.findings import slug
from judge.disputes.submitted import Card
from judge.gamestate.elements import Elements
from judge.scripts.script import Script


@dataclass(frozen=True, eq=False)
class Piece:
    """One submitted ability under its reference. `you` is the player whom its “you” means, None for anybody."""

    ref: str
    card: Card
    part: Ability | Keyword | None
    timing: str
    you: str | None
    user: str | None
    """The player who uses it; None where the game does."""

    names: tuple[tuple[str, str], ...] = ()
    """The ready abilities of the script that it has: source and name."""
    must: bool = False
    """Whether the kind of its card makes it mandatory, whatever its text."""

    @property
    def ability(self) -> Ability | None:
        """The ability, when it is one and no keyword or blank card."""
        return self.part if isinstance(self.part, Ability) else None

    @property
    def mandatory(self) -> bool:
        """Whether it resolves without anybody choosing to."""
        return self.must or self.part.mandatory if isinstance(self.part, Ability) else True


def pieces_on(elements: Elements) -> tuple[Piece, ...]:
    """The abilities of all submitted cards, by reference; a card without any counts as one."""
    pieces = []
    for card in elements.dispute.cards:
        parts: Sequence[Ability | Keyword | None] = card.text.parts or (None,)
        for number, part in enumerate(parts, 1):
            ref = card.id if len(parts) == 1 else f"{card.id}#{number}"
            pieces.append(_piece(elements, ref, card, part))
    return tuple(sorted(pieces, key=lambda piece: piece.ref))


def _piece(elements: Elements, ref: str, card: Card, part: Ability | Keyword | None) -> Piece:
    options = elements.script.options
    if card.kind in ("status", "consequential-damage", "lasting-effect"):
        timing = card.kind
    elif isinstance(part, Ability):
        timing = part.timing
    else:
        timing = "keyword" if part else "constant"
    you = card.controller if card.controller in elements.seats else None
    if card.kind in options.get("borne", ()) and card.attached_to:
        bearer = elements.element(card.attached_to)
        you = bearer.controller if bearer.controller in elements.seats else you
    if isinstance(part, Ability) and "engaged with you" in part.whole:
        you = card.engaged_with or you
    if card.kind in options.get("given", ()):
        you = card.engaged_with or you
    must = card.kind in options.get("mandatory-on", {}).get(timing, ())
    piece = Piece(ref, card, part, timing, you, None, must=must)
    user = None if piece.mandatory else you or elements.seats[0]
    return replace(piece, user=user, names=tuple(_ready_names(elements.script, piece)))


def events_of(ability: Ability) -> Sequence[str]:
    """The events that the ability's trigger waits for: the first alone where it asks for all of them."""
    trigger = ability.trigger
    if trigger is None or trigger.event is None:
        return ()
    if trigger.all_events and trigger.events:
        return (trigger.events[0],)
    return trigger.events or (trigger.event,)


def is_state(script: Script, ability: Ability) -> bool:
    """Whether its condition is a state (“While Barge is engaged with you, …”) rather than a moment."""
    trigger = ability.trigger
    states = script.options.get("state-words", ())
    return ability.timing == "constant" and trigger is not None and trigger.word in states


def is_while(script: Script, ability: Ability) -> bool:
    """Whether it is in force while something the script's `whiles` names goes on."""
    trigger = ability.trigger
    return trigger is not None and trigger.word == "while" and trigger.event in script.options.get("whiles", {})


def _ready_names(script: Script, piece: Piece) -> Sequence[tuple[str, str]]:
    """Which ready abilities of the script a piece has."""
    if piece.card.kind == "status":
        return [("status", r.name) for r in script.ready if r.source == "status" and _alike(piece.card.name, r.name)]
    if piece.timing == "consequential-damage":
        return [("kind", piece.timing)]
    if piece.timing == "lasting-effect":
        forbids = piece.ability.effect if piece.ability else ""
        worded = (r for r in script.worded if r.source == "cannot" and r.text and r.text.search(forbids))
        return [("kind", piece.timing), *_lent(piece), *((r.source, r.name) for r in worded)]
    # What a card does by showing an icon is told once, by the first of its abilities.
    icons = [("icon", name) for name in piece.card.text.icons if piece.part in (None, *piece.card.text.parts[:1])]
    if isinstance(piece.part, Keyword):
        return [("keyword", piece.part.name), *icons]
    ability = piece.ability
    if (
        ability is None
        or piece.timing != "constant"
        or (ability.trigger is not None and not is_while(script, ability) and not is_state(script, ability))
    ):
        return icons
    worded = (r for r in script.worded if r.text and r.text.search(ability.effect))
    return [*_lent(piece), *icons, *((r.source, r.name) for r in worded)]


def _lent(piece: Piece) -> list[tuple[str, str]]:
    """Keywords that its text lends, then the values that it changes."""
    effects = piece.ability.effects if piece.ability else ()
    found = [("keyword", e.what or "") for e in effects if e.verb == "gain-keyword" and not e.alternative]
    return found + [(e.verb, e.what or "") for e in effects if e.verb in ("modify", "change-cost")]


def _alike(card_name: str, status: str) -> bool:
    """“Tough”, “Tough status card”, “Stun” name the statuses tough and stunned."""
    name = slug(card_name).split("-")[0]
    return len(name) > 2 and (status.startswith(name) or name.startswith(status))
