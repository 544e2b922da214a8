"""What a noun is, before what narrows it: “you”, “this card”, a name, “it”, a part taken, a class."""

from __future__ import annotations

from judge.cardtext.tree import Act, Noun
from judge.disputes.dispute_values import Card
from judge.disputes.findings import plain
from judge.engine.nouns.element_kinds import of_kinds
from judge.engine.nouns.noun_fit import NO, PLAYER, YES, NounFit, capital
from judge.engine.nouns.pronoun_references import antecedents, in_role
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, StateChange
from judge.engine.table_elements import Element


def _you(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    """“You” is the player's identity (of the scenario's card: whichever player it happens to); “your hero” in that
    form.
    """
    kind = pos.rules.kinds.get(speaker.ability.card.kind or "")
    if kind is not None and kind.speaks_as is not None:
        return YES if kind.speaks_as in element.kinds else NO
    if element.player is None:
        return _somebody_as_you(pos, element, speaker)
    form = pos.state.forms.get(element.player)
    asked = [k for k in noun.kinds if (known := pos.rules.kinds.get(k)) is not None and known.form]
    if asked and form is not None and form not in asked:
        return NO
    you = pos.you(speaker) if pos.does_it(speaker) else speaker.ability.you
    return YES if you in (None, element.player) else PLAYER


def _somebody_as_you(pos: Position, element: Element, speaker: Speaker) -> NounFit:
    """Whether one who is no player's identity yet may be yours."""
    identity, theirs = (pos.table.identity(player) for player in (speaker.ability.you, pos.controller(element)))
    if identity is None:
        return NO
    if theirs is not None and _may_be(pos, element, theirs):
        return _taken_as(element, identity) if theirs.key == identity.key else PLAYER
    return chosen_as(pos, element, identity)


def _this(pos: Position, _noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    card = speaker.ability.card
    own = pos.table.of(speaker.ability)
    if card.kind in pos.rules.kinds_with("nameless"):
        return YES if pos.is_called(card.name, element) else NO
    if element.is_place and (place := pos.table.place_of(card)) is not None:
        return YES if place == element.key else NO
    keys = {own.key}
    if card.kind in pos.rules.kinds_with("gives_abilities_to_bearer") and (bearer := pos.bearer(card)) is not None:
        keys.add(bearer.key)
    kind = pos.rules.kinds.get(card.kind or "")
    if element.key in keys or (kind is not None and kind.named_after in pos.kinds(element)):
        return YES
    if pos.rules.features.player_kinds and element.player is not None and element.player == card.controller:
        return NounFit("yes", (Assumed(f"{element.name} is taken to play {card.name}."),))
    return chosen_as(pos, element, own)


def chosen_as(pos: Position, element: Element, own: Element) -> NounFit:
    """Somebody whom a player chose, and nobody said whom, may be the one who is asked for; who has come into play is
    none who was there.
    """
    kinds = pos.kinds(element)
    if not element.chosen or not (own.kinds & kinds or (own.player is not None and "player" in kinds)):
        return NO
    if element.controller is not None and element.controller != pos.controller(own):
        return NO
    came = element.key in pos.state.entered and own.key not in pos.state.entered and pos.is_in_play(own)
    return NO if came or own.key in element.others else _taken_as(element, own)


def _may_be(pos: Position, element: Element, identity: Element) -> bool:
    """Whether a mere name, of whom only the controller was told, may be that player’s identity: no card is it."""
    is_open = element.card is None and identity.kinds <= pos.kinds(element)
    return is_open and identity.key not in pos.table.with_cards


def _taken_as(element: Element, own: Element) -> NounFit:
    changes = (StateChange("meant", element.key, own.key),)
    return NounFit("yes", (Assumed(f"{capital(element.name)} is taken to be {own.name}.", changes),))


def _attached_head(pos: Position, _noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    bearer = pos.bearer(speaker.ability.card)
    if bearer is None:
        text = f"{speaker.ability.card.name} is taken to be attached to {element.name}."
        return NounFit("yes", (Assumed(text, (StateChange("attached", speaker.ability.card.id, element.key),)),))
    return YES if bearer.key == element.key else chosen_as(pos, element, bearer)


def attached_by_text(card: Card) -> tuple[Noun, ...]:
    """To what a card's play instructions attach it: “Attach to Baron Cog.”"""
    attaching = (play.clause.to for play in card.text.plays if isinstance(play, Act) and play.clause.event == "attach")
    return tuple(to for to in attaching if isinstance(to, Noun))


def _named(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    """Whether a name is the element's: its own, a short one, or one that somebody may have."""
    name, card = noun.name or "", speaker.ability.card
    own = pos.table.of(speaker.ability)
    called = pos.is_called(name, element)
    if plain(card.name) == plain(name) and own.kinds & element.kinds:
        return _of_own_name(pos, element, own, called)
    if called:
        return YES
    if element.chosen:
        meant = pos.table.element(name)
        return chosen_as(pos, element, meant) if meant.card is not None or meant.player is not None else NO
    short = pos.rules.features.short_names and len(name) > 2 and any(w.startswith(name) for w in card.name.split())
    if short and (plain(name) not in pos.table.taken_names or plain(name) == plain(card.id)):
        return YES if own.key == element.key else NO
    return _may_be_named(pos, name, element, card)


def _of_own_name(pos: Position, element: Element, own: Element, called: bool) -> NounFit:
    """Whether an element is what a card calls by its own name: the card, or another copy that is no other player's."""
    unique = bool(pos.rules.kinds_with("unique_per_player"))
    another = unique and element.controller not in (None, own.controller)
    return YES if own.key == element.key or (called and not another) else chosen_as(pos, element, own)


def _may_be_named(pos: Position, name: str, element: Element, card: Card) -> NounFit:
    """Whether somebody of whom no name was said may have one that nobody else has."""
    change = StateChange("names", element.key, plain(name))
    if plain(name) in pos.table.taken_names or element.key in pos.state.names:
        return NO
    if element.player is not None and not pos.table.names_of.get(element.key):
        attached = (plain(to.name or "") for to in attached_by_text(card))
        if card.controller == pos.table.scenario and plain(name) in attached:
            return NO  # what the scenario attaches by name, it attaches to its own
        return NounFit("yes", (Assumed(f"{element.name} is taken to play {name}.", (change,)),))
    if element.general:
        return NounFit("yes", (Assumed(f"{capital(element.name)} is taken to be {name}.", (change,)),))
    return NO


def _that(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    before = antecedents(pos, noun, speaker)
    return YES if not before or any(pos.now(one).key == element.key for one in before) else NO


def _role(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    found = in_role(pos, noun.role or "", speaker)
    card = speaker.ability.card
    if not found and noun.role == "engaged-player" and element.player is not None:
        text = f"{card.name} is taken to be engaged with {element.name}."
        return NounFit("yes", (Assumed(text, (StateChange("engaged", card.id, element.player),)),))
    return YES if any(pos.now(one).key == element.key for one in found) else NO


def _class(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    return of_kinds(pos, noun.kinds, element, speaker, settle=True)


HEADS = {
    "you": _you,
    "this": _this,
    "attached": _attached_head,
    "named": _named,
    "that": _that,
    "role": _role,
    "class": _class,
}
