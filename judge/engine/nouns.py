"""Whom words name: does a noun name this element, and whom does a noun name on this table? In three values.

What was not said is open and fits whatever asks for it; the answer says what was then taken to be so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from judge.cardtext.tree import Noun
from judge.disputes.findings import plain, with_article
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, Change
from judge.engine.table import Element

Match = Literal["yes", "no", "player"]
"""Fits, does not, or would fit for another player."""


@dataclass(frozen=True, slots=True)
class NounFit:
    """Whether a noun names an element, and what was taken to be so for it."""

    match: Match
    assumed: tuple[Assumed, ...] = ()


_YES, _NO, _PLAYER = NounFit("yes"), NounFit("no"), NounFit("player")


def _all(fits: Iterable[NounFit]) -> NounFit:
    """Fits where every one does; the first that does not decides, another player's only where nothing else fails."""
    assumed: list[Assumed] = []
    player = False
    for fit in fits:
        if fit.match == "no":
            return _NO
        player = player or fit.match == "player"
        assumed.extend(fit.assumed)
    return _PLAYER if player else NounFit("yes", tuple(assumed))


def concrete(pos: Position, noun: Noun) -> Noun:
    """The noun of the card or player that something about it (“the “Boost” ability of that card”) is about."""
    known = pos.rules.is_kind
    special = {
        "card",
        "player",
        "any",
        *pos.rules.features.relative_kinds,
        *pos.rules.features.role_kinds,
        *pos.rules.features.player_kinds,
    }
    if noun.head == "class" and noun.kinds and not any(known(kind) or kind in special for kind in noun.kinds):
        for inner in (noun.at, noun.whose):
            if inner is not None:
                return concrete(pos, inner)
    return noun


def fits(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    """Whether the noun names the element."""
    noun = concrete(pos, noun)
    if noun.parts:
        found = [fits(pos, part, element, speaker) for part in noun.parts]
        best = next((fit for fit in found if fit.match == "yes"), None)
        return best or next((fit for fit in found if fit.match == "player"), _NO)
    element = pos.now(element)
    return _all(_checks(pos, noun, element, speaker))


def _checks(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> Iterable[NounFit]:
    """Lazily, each part of a noun against the element."""
    yield _HEADS[noun.head](pos, noun, element, speaker)
    if noun.head not in ("you", "class") and noun.kinds:
        yield _of_kinds(pos, noun.kinds, element, speaker, settle=False)
    if noun.other:
        yield _NO if element.key in _itself(pos, noun, speaker) else _YES
    if noun.whose is not None and not set(noun.kinds) & set(pos.rules.features.relative_kinds):
        yield _owned_by(pos, noun.whose, element, speaker)
    if noun.engaged_with is not None:
        yield _engaged(pos, noun.engaged_with, element, speaker)
    if noun.attached_to is not None:
        yield _attached(pos, noun.attached_to, element, speaker)
    if noun.at is not None:
        yield _at(pos, noun.at, element, speaker)
    for state in noun.states:
        yield _in_state(pos, state, element, speaker)
    labels = [trait for trait in noun.traits if trait in pos.rules.labels]
    if labels:
        yield _labelled(pos, labels, element)
    for trait in noun.traits:
        if trait not in labels:
            yield _settled(pos, element, f"trait {trait}", f"{element.name} is taken to be “{trait}”.")
    keywords = [
        one.clause.thing
        for one in noun.having
        if one.clause is not None and one.clause.event == "has" and not one.negative
    ]
    if (
        noun.having
        and element.card is not None
        and set(keywords) <= pos.rules.known_keywords
        and len(keywords) == len(noun.having)
    ):
        yield _YES if all(pos.keyword_by(element, keyword or "") is not None for keyword in keywords) else _NO
    elif noun.having:
        yield _settled(
            pos, element, f"having {hash(noun.having)}", f"{element.name} is taken to be what the text asks for."
        )


def _labelled(pos: Position, labels: Sequence[str], element: Element) -> NounFit:
    """Traits are not submitted, but the labels of a card's abilities are printed (“attack events”): one of them is
    there.
    """
    if element.card is None:
        return _settled(pos, element, f"trait {labels[0]}", f"{element.name} is taken to be “{' or '.join(labels)}”.")
    printed = {label for one in pos.table.abilities_of(element) if one.ability for label in one.ability.labels}
    return _YES if printed & set(labels) else _NO


def _settled(pos: Position, element: Element, asked: str, text: str) -> NounFit:
    """An open fact of an element: as it was settled before, else in favour of who asks, which settles it."""
    known = pos.state.settled.get((element.key, asked))
    if known is not None:
        return _YES if known else _NO
    return NounFit("yes", (Assumed(text, (Change("settled", (element.key, asked), True),)),))


# --- heads


def _you(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    """“You” is the player's identity (of the scenario's card: whichever player it happens to); “your hero” in that
    form.
    """
    kind = pos.rules.kinds.get(speaker.ability.card.kind or "")
    if kind is not None and kind.speaks_as is not None:
        return (
            _YES
            if kind.speaks_as in element.kinds or kind.speaks_as in pos.rules.sorts_of(kind.speaks_as) & element.kinds
            else _NO
        )
    if element.player is None:
        identity = pos.table.identity(speaker.ability.you)
        return _chosen_as(pos, element, identity) if identity is not None else _NO
    form = pos.state.forms.get(element.player)
    asked = [k for k in noun.kinds if (known := pos.rules.kinds.get(k)) is not None and known.form]
    if asked and form is not None and form not in asked:
        return _NO
    return _YES if speaker.ability.you in (None, element.player) else _PLAYER


def _this(pos: Position, _noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    card = speaker.ability.card
    own = pos.table.of(speaker.ability)
    if card.kind in pos.rules.kinds_with("nameless"):
        return _YES if pos.is_called(card.name, element) else _NO
    keys = {own.key}
    if card.kind in pos.rules.kinds_with("gives_abilities_to_bearer") and (bearer := pos.bearer(card)) is not None:
        keys.add(bearer.key)
    kind = pos.rules.kinds.get(card.kind or "")
    if element.key in keys or (kind is not None and kind.named_after in pos.kinds(element)):
        return _YES
    if pos.rules.features.player_kinds and element.player is not None and element.player == card.controller:
        return NounFit("yes", (Assumed(f"{element.name} is taken to play {card.name}."),))
    return _chosen_as(pos, element, own)


def _chosen_as(pos: Position, element: Element, own: Element) -> NounFit:
    """Somebody whom a player chose, and nobody said whom, may be the one who is asked for."""
    if not element.chosen or not (own.kinds & element.kinds or (own.player is not None and "player" in element.kinds)):
        return _NO
    if element.controller is not None and element.controller != pos.controller(own):
        return _NO
    return NounFit(
        "yes",
        (Assumed(f"{_capital(element.name)} is taken to be {own.name}.", (Change("meant", element.key, own.key),)),),
    )


def _attached_head(pos: Position, _noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    bearer = pos.bearer(speaker.ability.card)
    if bearer is None:
        text = f"{speaker.ability.card.name} is taken to be attached to {element.name}."
        return NounFit("yes", (Assumed(text, (Change("attached", speaker.ability.card.id, element.key),)),))
    return _YES if bearer.key == element.key else _chosen_as(pos, element, bearer)


def _named(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    name, card = noun.name or "", speaker.ability.card
    own = pos.table.of(speaker.ability)
    if plain(card.name) == plain(name) and own.kinds & element.kinds:
        unique = bool(pos.rules.kinds_with("unique_per_player"))
        another = unique and element.controller not in (None, own.controller)
        return (
            _YES
            if own.key == element.key or (pos.is_called(name, element) and not another)
            else _chosen_as(pos, element, own)
        )
    if pos.is_called(name, element):
        return _YES
    if element.chosen:
        meant = pos.table.element(name)
        return _chosen_as(pos, element, meant) if meant.card is not None or meant.player is not None else _NO
    short = pos.rules.features.short_names and len(name) > 2 and any(w.startswith(name) for w in card.name.split())
    if short and plain(name) not in pos.table.taken_names:
        return _YES if own.key == element.key else _NO
    if plain(name) in pos.table.taken_names or element.key in pos.state.names:
        return _NO
    if element.player is not None and not pos.table.names_of.get(element.key):
        return NounFit(
            "yes", (Assumed(f"{element.name} is taken to play {name}.", (Change("names", element.key, plain(name)),)),)
        )
    if element.general:
        text = f"{_capital(element.name)} is taken to be {name}."
        return NounFit("yes", (Assumed(text, (Change("names", element.key, plain(name)),)),))
    return _NO


def _that(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    before = _antecedents(pos, noun, speaker)
    return _YES if not before or any(pos.now(one).key == element.key for one in before) else _NO


def _role(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    found = _in_role(pos, noun.role or "", speaker)
    card = speaker.ability.card
    if not found and noun.role == "engaged-player" and element.player is not None:
        text = f"{card.name} is taken to be engaged with {element.name}."
        return NounFit("yes", (Assumed(text, (Change("engaged", card.id, element.player),)),))
    return _YES if any(pos.now(one).key == element.key for one in found) else _NO


def _class(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    return _of_kinds(pos, noun.kinds, element, speaker, settle=True)


_HEADS = {
    "you": _you,
    "this": _this,
    "attached": _attached_head,
    "named": _named,
    "that": _that,
    "role": _role,
    "class": _class,
}


# --- what narrows


def _of_kinds(pos: Position, kinds: Sequence[str], element: Element, speaker: Speaker, settle: bool) -> NounFit:
    """Whether it is of one of the kinds; an open kind is settled where `settle`."""
    if not kinds:
        return _YES
    truths = [_one_kind(pos, kind, element, speaker) for kind in kinds]
    if any(fit.match == "yes" and not fit.assumed for fit in truths):
        return _YES
    open_ = next((fit for fit in truths if fit.match == "yes"), None)
    if open_ is not None:
        return open_ if settle else _YES
    return next((fit for fit in truths if fit.match == "player"), _NO)


def _one_kind(pos: Position, kind: str, element: Element, speaker: Speaker) -> NounFit:
    if kind in pos.rules.features.relative_kinds:
        return _relative(pos, kind, element, speaker)
    truth = pos.is_kind(element, kind)
    if truth is not None:
        return _YES if truth else _NO
    wanted = pos.rules.sorts_of(kind) & pos.kinds(element)
    if not pos.rules.is_kind(kind):
        return _YES  # no card is of that kind: it is something about a card, which `concrete` has looked through
    text = f"{_capital(element.name)} is taken to be {with_article(kind.replace('-', ' '))}."
    if element.player is not None:
        form = next(iter(wanted)) if len(wanted) == 1 else None
        return NounFit("yes", (Assumed(text, (Change("forms", element.player, form),) if form else ()),))
    return NounFit("yes", (Assumed(text, (Change("kinds", element.key, wanted),)),))


def _relative(pos: Position, kind: str, element: Element, speaker: Speaker) -> NounFit:
    """Whether it is, or is controlled by, somebody else than the player whose card it is."""
    owner, you = pos.controller(element), pos.you(speaker)
    if owner is None or you is None:
        return NounFit("yes", (Assumed(f"{_capital(element.name)} is taken to be what “{kind}” asks for."),))
    return _NO if owner == you else _YES


def _itself(pos: Position, noun: Noun, speaker: Speaker) -> set[str]:
    """Whom “another” leaves out: the card itself; of what players are, the player whose card it is."""
    card = pos.table.of(speaker.ability)
    own = {card.key}
    features = pos.rules.features
    players = {"player", *features.relative_kinds, *features.player_kinds, *pos.rules.kinds_with("identity")}
    identity = pos.table.identity(pos.you(speaker))
    is_none = bool(noun.kinds) and all(
        pos.is_kind(card, kind) is False for kind in noun.kinds
    )  # it speaks for you then
    if identity is not None and (noun.head == "you" or players & set(noun.kinds) or is_none):
        own.add(identity.key)
    return own


def owners(pos: Position, whose: Noun, speaker: Speaker) -> set[str] | None:
    """The players whom “whose” means; None where nobody can tell."""
    if whose.head == "you":
        you = pos.you(speaker)
        return None if you is None else {you}
    if whose.head == "class":
        you = pos.you(speaker)
        relative = {*whose.kinds, *whose.states} & set(pos.rules.features.relative_kinds) or whose.other
        return {seat for seat in pos.table.seats if not relative or seat != you}
    found = {pos.controller(one) for one in elements_of(pos, whose, speaker).found}
    known = {who for who in found if who is not None}
    return known or None


def _owned_by(pos: Position, whose: Noun, element: Element, speaker: Speaker) -> NounFit:
    """Controlled by them, or engaged with them; open where that was not said."""
    meant = owners(pos, whose, speaker)
    owner = pos.engaged(element.card) or pos.controller(element)
    if owner is None or meant is None:
        return _YES
    if owner == pos.table.scenario:
        speakers = {kind.speaks_as for kind in pos.rules.kinds.values() if kind.speaks_as is not None}
        sole = pos.rules.kinds_with("only_one") & pos.rules.sorts_of(pos.rules.features.scenario_kinds or "")
        villain = whose.head == "class" and set(whose.kinds) & {
            pos.table.scenario,
            pos.rules.features.scenario_kinds,
            *speakers,
            *sole,
        }
        kind = pos.rules.kinds.get(element.card.kind or "") if element.card is not None else None
        return (
            _YES
            if villain or (kind is not None and (kind.borne or kind.engages or kind.given)) or element.card is None
            else _NO
        )
    if owner in meant:
        return _YES
    return _PLAYER if whose.head == "you" else _NO


def _engaged(pos: Position, whom: Noun, element: Element, speaker: Speaker) -> NounFit:
    meant = owners(pos, whom, speaker)
    engaged = pos.engaged(element.card)
    if engaged is None:
        card = element.card
        if meant is None or card is None:
            return NounFit("yes", (Assumed(f"{_capital(element.name)} is taken to be engaged with the one named."),))
        who = min(meant, key=pos.table.seats.index) if meant else None
        text = f"{_capital(element.name)} is taken to be engaged with {who}."
        return NounFit("yes", (Assumed(text, (Change("engaged", card.id, who),)),)) if who else _NO
    if meant is None or engaged in meant:
        return _YES
    return _PLAYER if whom.head == "you" else _NO


def _attached(pos: Position, to: Noun, element: Element, speaker: Speaker) -> NounFit:
    bearer = pos.bearer(element.card) if element.card is not None else None
    if bearer is not None:
        return NounFit("yes" if fits(pos, to, bearer, speaker).match == "yes" else "no")
    return _settled(
        pos,
        element,
        f"attached {hash(to)}",
        f"{_capital(element.name)} is taken to be attached to what the text names.",
    )


def _at(pos: Position, place: Noun, element: Element, speaker: Speaker) -> NounFit:
    """Whether it is at the place: of numbered places by number; else open."""
    if place.head == "this":
        here = pos.table.place_of(speaker.ability.card)
        there = place_of(pos, element, speaker)
        if here is not None and there is not None:
            return _YES if here == there else _NO
        if pos.rules.features.places:
            return NounFit(
                "yes",
                (Assumed(f"{element.name} is taken to be where {speaker.ability.card.name} is."),),
            )
        return _YES
    if pos.rules.features.places and place.whose is not None and place.zone is None:
        theirs = {place_of(pos, one, speaker) for one in elements_of(pos, place.whose, speaker).found}
        there = place_of(pos, element, speaker)
        if there is not None and None not in theirs:
            return _YES if there in theirs else _NO
    if (
        place.whose is not None and place.zone is not None
    ):  # “on your side”, “in your front row”: what lies there is its player's
        return _owned_by(pos, place.whose, element, speaker)
    return _YES


def place_of(pos: Position, element: Element, speaker: Speaker) -> str | None:
    """The key of the place where an element is, as far as anybody said."""
    if element.key.startswith("place "):
        return element.key
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


def _in_state(pos: Position, state: str, element: Element, speaker: Speaker) -> NounFit:
    """Adjectives: by the part taken, by statuses, exhausted or ready, in play; others are open and settled when
    asked.
    """
    negative = state.startswith("not ")
    name = state.removeprefix("not ")
    truth = _state_truth(pos, name, element, speaker)
    if truth is not None:
        return _YES if truth != negative else _NO
    return _settled(pos, element, f"state {state}", f"{_capital(element.name)} is taken to be {state}.")


def _state_truth(pos: Position, name: str, element: Element, speaker: Speaker) -> bool | None:
    participles = pos.rules.features.participles
    if name in participles:
        return any(
            element.key == one.key
            for outer in pos.state.around(speaker.event)
            for role in participles[name]
            for one in outer.every(role)
        )
    if name in pos.rules.features.relative_kinds:
        return _relative(pos, name, element, speaker).match == "yes"
    if any(ready.source == "status" and ready.name == name for ready in pos.rules.ready):
        return True if pos.status_count(name, element) else False if pos.knows_status(name) else None
    if name in ("exhausted", "ready"):
        return (name == "exhausted") if element.key in pos.state.exhausted else None
    wanted = pos.rules.sorts_of(name)
    if wanted:
        return pos.is_kind(element, name)
    return None


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


# --- whom a noun names on this table


@dataclass(frozen=True, slots=True)
class Named:
    """Elements that a noun names. `chosen` where a player is to choose and it was not said whom: `among` whom, if
    anybody.
    """

    found: tuple[Element, ...]
    chosen: bool = False
    among: tuple[Element, ...] = ()


def elements_of(pos: Position, noun: Noun, speaker: Speaker) -> Named:
    """Whom the noun names now."""
    noun = concrete(pos, noun)
    if noun.parts:
        parts = [elements_of(pos, part, speaker) for part in noun.parts]
        if noun.joined == "or":
            return next((part for part in parts if part.found and not part.chosen), parts[0])
        merged = {one.key: one for part in parts for one in part.found}
        return Named(tuple(merged.values()), any(part.chosen for part in parts))
    if noun.head == "you":
        identity = pos.table.identity(pos.you(speaker))
        if not pos.rules.is_in_play(noun.zone):
            return Named((identity,) if identity else ())
        return Named((identity,) if identity is not None else ())
    if noun.head == "this":
        return Named((_own(pos, speaker),))
    if noun.head == "attached":
        bearer = pos.bearer(speaker.ability.card)
        return Named((bearer,)) if bearer is not None else Named((_somebody(pos, noun, speaker),), True)
    if noun.head == "named":
        return Named(_by_name(pos, noun, speaker))
    if noun.head == "that":
        before = _antecedents(pos, noun, speaker)
        return Named(tuple(pos.now(one) for one in before))
    if noun.head == "role":
        return Named(tuple(pos.now(one) for one in _in_role(pos, noun.role or "", speaker)))
    return _of_class(pos, noun, speaker)


def _own(pos: Position, speaker: Speaker) -> Element:
    card = speaker.ability.card
    if card.kind in pos.rules.kinds_with("gives_abilities_to_bearer") and (bearer := pos.bearer(card)) is not None:
        return bearer if speaker.ability.tree is None else pos.table.of(speaker.ability)
    return pos.table.of(speaker.ability)


def _by_name(pos: Position, noun: Noun, speaker: Speaker) -> tuple[Element, ...]:
    """Somebody by name: submitted, taking part, the card itself; else one of that name, taken to be in play."""
    name = noun.name or ""
    if plain(name) == plain(speaker.ability.card.name):
        return (pos.table.of(speaker.ability),)
    known = pos.table.element(name)
    if known.card is not None or known.player is not None:
        return (known,)
    called = [one for one in pos.everybody() if pos.is_called(name, one)]
    if called:
        return (called[0],)
    short = [
        one for one in (pos.table.of(speaker.ability),) if pos.rules.features.short_names and name in one.name.split()
    ]
    if short:
        return (short[0],)
    if any(pos.rules.is_kind(kind) for kind in noun.kinds):  # a trait in the place of a name: “the Setting environment”
        return _of_class(pos, replace(noun, head="class", name=None), speaker).found
    return (known,)


def _antecedents(pos: Position, noun: Noun, speaker: Speaker) -> tuple[Element, ...]:
    """Whom “it”, “that minion”, “they” mean: bound before, else the roles of the moment that the trigger answered."""
    which = noun.antecedent or "patient"
    if which in speaker.bound:
        return speaker.bound[which]
    thing = any(not pos.rules.is_kind(kind) for kind in noun.kinds)
    if which == "event" and not thing and "subject" in speaker.bound:
        return speaker.bound["subject"]
    if which == "target" or (which == "event" and not thing):  # nobody was named since the trigger
        which = "patient"
    roles: Sequence[str] = ()
    if speaker.moment is not None and which in ("agent", "patient"):
        roles = speaker.moment.agent if which == "agent" else speaker.moment.patient
        last = pos.rules.features.last_victim
        roles = sorted(roles, key=lambda role: role not in last)
    for role in roles:
        found = [pos.now(one) for one in speaker.event.every(role.rstrip("@"))]
        fitting = [one for one in found if _of_kinds(pos, noun.kinds, one, speaker, settle=False).match == "yes"]
        if fitting:
            return tuple(fitting)
    return _taking_part(pos, noun, speaker) if noun.kinds and speaker.moment is not None else ()


def _taking_part(pos: Position, noun: Noun, speaker: Speaker) -> tuple[Element, ...]:
    """“That enemy”, where no words before named one: who takes part and is of that kind."""
    own = pos.table.of(speaker.ability).key
    for outer in pos.state.around(speaker.event):
        there = [pos.now(one) for group in outer.roles.values() for one in group]
        found = [one for one in there if one.key != own and any(pos.is_kind(one, kind) for kind in noun.kinds)]
        if found:
            return tuple(found[:1])
    return ()


def _in_role(pos: Position, role: str, speaker: Speaker) -> tuple[Element, ...]:
    """Those who take a part in the event or one around it: by participle (“attacking”), noun (“attacker”) or role."""
    features = pos.rules.features
    if role == "engaged-player":
        engaged = pos.table.identity(
            pos.engaged(speaker.ability.card) or pos.engaged(getattr(pos.bearer(speaker.ability.card), "card", None))
        )
        return (engaged,) if engaged is not None else ()
    roles = features.participles.get(role) or ((features.role_kinds[role],) if role in features.role_kinds else (role,))
    for outer in pos.state.around(speaker.event):
        for name in roles:
            if found := outer.every(name):
                return found
    return ()


def _of_class(pos: Position, noun: Noun, speaker: Speaker) -> Named:
    """Each of a class, the only one there is, or somebody whom a player chooses."""
    if noun.quantifier == "none":
        return Named(())
    sole = [kind for kind in noun.kinds if kind in pos.rules.kinds_with("only_one")]
    if sole and len(sole) == len(noun.kinds) and not noun.other and not noun.zone:
        return Named(tuple(pos.the(kind) for kind in sole[:1]))
    of_players = {"player", *pos.rules.features.player_kinds, *pos.rules.features.relative_kinds}
    players = bool(noun.kinds) and noun.kinds[0] in of_players
    if noun.quantifier in ("each", "all"):
        if players and speaker.ability.card.kind in pos.rules.kinds_with("one_players_part"):
            identity = pos.table.identity(pos.you(speaker))
            return Named((identity,) if identity is not None else ())
        return Named(tuple(_everyone(pos, noun, speaker)))
    if not pos.rules.is_in_play(noun.zone):
        return Named((_somebody(pos, noun, speaker),), True)
    if noun == replace(_ANY_CARD, quantifier=noun.quantifier, number=noun.number, span=noun.span):
        return Named((_somebody(pos, noun, speaker),), True)  # “draw a card”: none of those on the table
    among = _in_reach(pos, speaker, tuple(_everyone(pos, noun, speaker)))
    if players and len(noun.kinds) == 1 and noun.quantifier == "the" and len(among) == 1:
        return Named(among)
    sure = [one for one in among if not one.chosen]
    if len(sure) == 1 and noun.quantifier in ("the", "one", "up-to", "random"):
        return Named((sure[0],), True, among)
    return Named((_somebody(pos, noun, speaker),), True, among)


_ANY_CARD = Noun("class", ("card",))


def _in_reach(pos: Position, speaker: Speaker, among: tuple[Element, ...]) -> tuple[Element, ...]:
    """Of those a card played could choose, those whom such cards may choose in the occurrence; all, where it may
    choose any.
    """
    roles = pos.rules.features.chosen_among.get(speaker.event.occurrence.type, ())
    played = speaker.moment is None and speaker.ability.card.kind in pos.rules.kinds_with("resolves_from_outside")
    there = {pos.now(one).key for role in roles for one in speaker.event.every(role)}
    return tuple(one for one in among if one.key in there) or among if played and roles else among


def _everyone(pos: Position, noun: Noun, speaker: Speaker) -> Iterable[Element]:
    """Lazily, all on the table whom the noun fits: identities in player order, then cards as submitted."""
    pos.table.effort.spend(1 + len(pos.table.dispute.cards) // 8)
    sole = [
        pos.the(kind)
        for kind in sorted(pos.rules.kinds_with("only_one"))
        if any(kind in pos.rules.sorts_of(k) for k in noun.kinds)
    ]
    there = {one.key: one for one in (*pos.everybody(), *sole)}
    for element in there.values():
        if not pos.is_in_play(element) or element.key.startswith("place ") or _is_mere_part(pos, element):
            continue
        if fits(pos, noun, element, speaker).match == "yes" and _is_surely(pos, noun, element):
            yield element


def _is_mere_part(pos: Position, element: Element) -> bool:
    """Whether it is a status card and the like, which no class of cards means."""
    return element.card is not None and element.card.kind in pos.rules.kinds_with("nameless")


def _is_surely(pos: Position, noun: Noun, element: Element) -> bool:
    """Whether its kind is known to be one of the noun's: an effect on a class takes in nobody on a guess."""
    known = [pos.is_kind(element, kind) for kind in noun.kinds if kind not in pos.rules.features.relative_kinds]
    return not known or True in known


def _somebody(pos: Position, noun: Noun, speaker: Speaker) -> Element:
    """Whom the words let a player choose, in general: it was not said who that is, so whatever asks may be met."""
    kinds = frozenset().union(*(pos.rules.sorts_of(kind) for kind in noun.kinds)) or pos.rules.leaves
    if noun.kinds and set(noun.kinds) <= {"player", *pos.rules.features.player_kinds}:
        kinds = frozenset({"player"})
    words = " or ".join(kind.replace("-", " ") for kind in noun.kinds) or "card"
    meant = owners(pos, noun.whose, speaker) if noun.whose is not None else None
    relative = set(noun.kinds) & set(pos.rules.features.relative_kinds) | set(noun.states) & set(
        pos.rules.features.relative_kinds
    )
    if relative and meant is None:
        meant = {seat for seat in pos.table.seats if seat != pos.you(speaker)}
    owner = next(iter(meant)) if meant is not None and len(meant) == 1 else None
    key = f"chosen {words} by {speaker.ability.ref} in {speaker.event.serial}"
    return Element(key, f"the {words} chosen", kinds, None, owner, None, True)
