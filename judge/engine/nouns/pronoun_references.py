"""What words refer to without naming it: “it”, “that minion”, “the attacker”, the place where one is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from judge.cardtext.tree import Noun
from judge.engine.nouns.element_kinds import of_kinds
from judge.engine.position import Position, Speaker
from judge.engine.table_elements import Element
from judge.rules.model import Moment


def antecedents(pos: Position, noun: Noun, speaker: Speaker) -> tuple[Element, ...]:
    """Whom “it”, “that minion”, “they” mean: bound before, else the roles of the moment that the trigger answered."""
    which = noun.antecedent or "patient"
    if which in speaker.bound:
        bound = speaker.bound[which]
        return _whose_they_are(pos, bound) if _asks_player(pos, noun) else bound
    if which == "event" and all(map(pos.rules.is_kind, noun.kinds)):
        if "subject" in speaker.bound:
            return speaker.bound["subject"]
        which = "patient"  # nobody was named since the trigger
    if speaker.moment is None:
        return ()
    found = _in_roles(pos, noun, speaker, _roles_in(speaker.moment, which))
    return found or (_taking_part(pos, noun, speaker) if noun.kinds else ())


def _roles_in(moment: Moment, which: str) -> Sequence[str]:
    """The roles in which those meant take part in the moment; none where it tells nothing of them."""
    if which in ("agent", "doer"):
        return moment.agent
    return moment.patient if which in ("patient", "target") else ()


def _in_roles(pos: Position, noun: Noun, speaker: Speaker, roles: Sequence[str]) -> tuple[Element, ...]:
    """Those in the roles whom the noun fits; where it asks for a player, else the players whose they are."""
    fitting = _fitting(pos, noun, speaker, roles)
    if fitting or not _asks_player(pos, noun):
        return fitting
    return _whose_they_are(pos, pos.in_roles(speaker.event, roles))


def _asks_player(pos: Position, noun: Noun) -> bool:
    return not pos.rules.player_words.isdisjoint(noun.kinds)


def _whose_they_are(pos: Position, named: Sequence[Element]) -> tuple[Element, ...]:
    """“That player”: those named, or, of who is no player, the one with whom it is engaged, else who controls it."""
    players = [one if _is_player(one) else pos.table.identity(_player_of(pos, one)) for one in map(pos.now, named)]
    return tuple({one.key: one for one in players if one is not None}.values())


def _is_player(element: Element) -> bool:
    return element.player is not None or "player" in element.kinds


def _player_of(pos: Position, element: Element) -> str | None:
    owner = pos.engaged(element.card) or pos.controller(element)
    return owner if owner in pos.table.seats else None


def _fitting(pos: Position, noun: Noun, speaker: Speaker, roles: Sequence[str]) -> tuple[Element, ...]:
    """Those of the first role that has any of the noun's kinds, the last victim before others."""
    for role in sorted(roles, key=lambda role: role not in pos.rules.features.last_victim):
        found = pos.in_roles(speaker.event, (role,))
        fitting = [one for one in found if of_kinds(pos, noun.kinds, one, speaker, settle=False).match == "yes"]
        if fitting:
            return tuple(fitting)
    return ()


def _taking_part(pos: Position, noun: Noun, speaker: Speaker) -> tuple[Element, ...]:
    """“That enemy”, where no words before named one: who takes part and is of that kind."""
    own = pos.table.of(speaker.ability).key
    for outer in pos.state.around(speaker.event):
        there = [pos.now(one) for group in outer.roles.values() for one in group]
        found = [one for one in there if one.key != own and any(pos.is_kind(one, kind) for kind in noun.kinds)]
        if found:
            return tuple(found[:1])
    return ()


def in_role(pos: Position, role: str, speaker: Speaker) -> tuple[Element, ...]:
    """Those who take a part in the event or one around it: by participle (“attacking”), noun (“attacker”) or role."""
    features = pos.rules.features
    if role == "engaged-player":
        engaged = pos.table.identity(
            pos.engaged(speaker.ability.card) or pos.engaged(getattr(pos.bearer(speaker.ability.card), "card", None))
        )
        return (engaged,) if engaged is not None else ()
    if role in _BY_SEAT:
        seated = pos.table.identity(_BY_SEAT[role](pos, speaker))
        return (seated,) if seated is not None else ()
    roles = features.participles.get(role) or ((features.role_kinds[role],) if role in features.role_kinds else (role,))
    for outer in pos.state.around(speaker.event):
        for name in roles:
            if found := outer.every(name):
                return found
    return ()


def _beside(pos: Position, speaker: Speaker, places: int) -> str | None:
    """The player so many places clockwise of you, of those who still play."""
    seats, you = pos.seats_in_order(), pos.you(speaker) or pos.active
    return seats[(seats.index(you) + places) % len(seats)] if you in seats else None


_BY_SEAT: Mapping[str, Callable[[Position, Speaker], str | None]] = {
    "first-player": lambda pos, _speaker: pos.first_player,
    "active-player": lambda pos, _speaker: pos.active,
    "next-player": lambda pos, speaker: _beside(pos, speaker, 1),
    "player-to-left": lambda pos, speaker: _beside(pos, speaker, 1),
    "player-to-right": lambda pos, speaker: _beside(pos, speaker, -1),
}
"""Players whom texts name by where they sit: seats go clockwise, so the next one is to the left."""


def place_of(pos: Position, element: Element, speaker: Speaker) -> str | None:
    """The key of the place where an element is, as far as anybody said."""
    if element.is_place:
        return element.key
    if element.place is not None:
        return element.place
    own = pos.table.place_of(element.card)
    if own is not None:
        return own
    for outer in pos.state.around(speaker.event):
        for role, who in pos.rules.features.whereabouts.items():
            place = outer.one(role)
            acts = who in pos.rules.features.player_kinds and element.player is not None
            is_there = who in element.kinds or (acts and element in outer.every(outer.occurrence.acting or ""))
            if place is not None and is_there:
                return place.key
    return None
