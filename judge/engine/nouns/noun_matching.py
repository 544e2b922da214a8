"""Does a noun name this element, and whom does a noun name on this table? Each asks the other, as nouns nest.

What was not said is open and fits whatever asks for it; the answer says what was then taken to be so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from judge.cardtext.tree import Clause, Condition, Noun, unplaced, whom_against
from judge.disputes.findings import plain
from judge.engine.effort import FITTING
from judge.engine.nouns.adjectives import in_state, labelled, state_truth
from judge.engine.nouns.element_kinds import of_kinds
from judge.engine.nouns.noun_fit import NO, PLAYER, YES, NounFit, all_fit, capital, settled
from judge.engine.nouns.noun_heads import HEADS, attached_by_text
from judge.engine.nouns.printed import has_printed, has_trait
from judge.engine.nouns.pronoun_references import antecedents, in_role, place_of
from judge.engine.position import Position, Speaker, lies_in
from judge.engine.state import Assumed, Event, StateChange
from judge.engine.table_elements import Element

_ANY_CARD = Noun("class", ("card",))
_A_PLAYER = Noun("class", ("player",), quantifier="one")
_WHOSE_IT_IS = frozenset(["controller", "owner"])
"""Players whom a noun names by what is theirs: “its controller”."""


@dataclass(frozen=True, slots=True)
class NamedElements:
    """Elements that a noun names. `chosen` where a player is to choose and it was not said whom: `among` whom, if
    anybody; `nobody` where there is none of those whom the words narrow down; `assumed` is what was open of them.
    """

    found: tuple[Element, ...]
    chosen: bool = False
    among: tuple[Element, ...] = ()
    nobody: bool = False
    assumed: tuple[Assumed, ...] = ()


def concrete(pos: Position, noun: Noun) -> Noun:
    """The noun of the card or player that something about it (“the “Boost” ability of that card”) is about."""
    known = pos.rules.is_kind
    special = {
        "card",
        "player",
        "any",
        *_WHOSE_IT_IS,
        *pos.rules.features.relative_kinds,
        *pos.rules.features.role_kinds,
        *pos.rules.features.player_kinds,
    }
    if noun.head == "class" and noun.kinds and not any(known(kind) or kind in special for kind in noun.kinds):
        for inner in (noun.at, noun.whose):
            if inner is not None:
                found = concrete(pos, inner)
                return replace(found, having=(*found.having, *(one for one in noun.having if whom_against(one))))
    return noun


def fits(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> NounFit:
    """Whether the noun names the element."""
    noun = concrete(pos, noun)
    if noun.parts:
        found = [fits(pos, part, element, speaker) for part in noun.parts]
        best = next((fit for fit in found if fit.match == "yes"), None)
        return best or next((fit for fit in found if fit.match == "player"), NO)
    element = pos.now(element)
    return all_fit(_checks(pos, noun, element, speaker))


def _checks(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> Iterable[NounFit]:
    """Lazily, each part of a noun against the element."""
    yield from _head_checks(pos, noun, element, speaker)
    if noun.other and not _is_other_than(noun):
        yield NO if element.key in _itself(pos, noun, speaker) else YES
    if noun.whose is not None and _asks_whose(pos, noun, noun.whose):
        yield (_is_where if element.is_place else _owned_by)(pos, noun.whose, element, speaker)
    yield from _narrowing_checks(pos, noun, element, speaker)


def _head_checks(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> Iterable[NounFit]:
    """Lazily, what its head says of it: whom it names, of which kinds, by which name."""
    yield HEADS[noun.head](pos, noun, element, speaker)
    if noun.head == "attached" and pos.bearer(speaker.ability.card) is None:
        for to in attached_by_text(speaker.ability.card)[:1]:  # “otherwise” may name another
            yield fits(pos, to, element, speaker)
    if noun.head not in ("you", "class") and noun.kinds and not element.is_place:
        yield of_kinds(pos, noun.kinds, element, speaker, settle=False)
    if noun.head == "class" and noun.name and _bear_names(pos, noun) and element.card is not None:
        yield YES if pos.is_called(noun.name, element) else NO


def _asks_whose(pos: Position, noun: Noun, whose: Noun) -> bool:
    """Whether “whose” tells of an owner: not of a row that is somebody's, nor of those who are so to somebody."""
    own_row = whose.head == "that" and noun.zone in pos.rules.features.rows
    return not own_row and set(noun.kinds).isdisjoint(pos.rules.features.relative_kinds)


def _bear_names(pos: Position, noun: Noun) -> bool:
    """Whether a noun is of a class of which a player has one of a name: “a character named Oona”."""
    return any(pos.rules.sorts_of(kind) <= pos.rules.kinds_with("unique_per_player") for kind in noun.kinds)


def _narrowing_checks(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> Iterable[NounFit]:
    """Lazily, what is said of it besides: where it is, how it is, what it has."""
    if noun.engaged_with is not None and element.player is None:
        yield _engaged(pos, noun.engaged_with, element, speaker)
    elif noun.engaged_with is not None:
        yield _engages(pos, noun.engaged_with, element, speaker)
    if noun.attached_to is not None:
        yield _attached(pos, noun.attached_to, element, speaker)
    if noun.at is not None:
        yield _at(pos, noun.at, element, speaker)
    if noun.zone is not None:
        yield _lies_in(pos, noun.zone, element)
    for state in noun.states:
        yield in_state(pos, state, element, speaker)
    if noun.traits:
        yield from _trait_checks(pos, noun.traits, element)
    if noun.having:
        yield from _having_checks(pos, noun, element, speaker)


def _trait_checks(pos: Position, traits: Sequence[str], element: Element) -> Iterable[NounFit]:
    """Lazily, labels of abilities and traits of cards."""
    labels = [trait for trait in traits if trait in pos.rules.labels]
    if labels:
        yield labelled(pos, labels, element)
    for trait in traits:
        if trait in labels:
            continue
        kind = plain(trait.removeprefix("not "))
        if kind in pos.rules.kinds:  # “non-villain”
            yield YES if (pos.is_kind(element, kind) is not False) != trait.startswith("not ") else NO
            continue
        known = has_trait(pos, element, trait)
        if known is not None:
            yield YES if known else NO
        else:
            text = f"{capital(element.name)} is taken to be “{trait}”."
            so = not trait.startswith("not ")
            yield settled(pos, element, f"trait {trait.removeprefix('not ')}", text, so=so)


def _having_checks(pos: Position, noun: Noun, element: Element, speaker: Speaker) -> Iterable[NounFit]:
    """Lazily, what is said of it behind: against whom it is, keywords that it has, else what nobody can tell."""
    for whom in filter(None, map(whom_against, noun.having)):
        yield _against(pos, whom, speaker)
    for said in noun.having:
        if (who := _who(said)) is not None:
            yield _is_one(pos, who, element, speaker, negative=said.negative)
    others = [one for one in noun.having if whom_against(one) is None and _who(one) is None]
    known = {one: _is_as_said(pos, one, element, speaker) for one in others}
    yield from (YES if has else NO for has in known.values() if has is not None)
    yield from (_is_settled(pos, one, element, speaker) for one in others if known[one] is None)


def _is_as_said(pos: Position, said: Condition, element: Element, speaker: Speaker) -> bool | None:
    """Whether a relative clause holds of it: “who is stunned”, “in hero form”, “who controls an ally”; else open."""
    clause = said.clause
    ask = _RELATIVE.get(clause.event) if clause is not None else None
    subject = _subject_of(pos, clause, element) if clause is not None else None
    if clause is not None and ask is None and element.fresh and _happens(pos, clause):
        return said.negative != clause.negative
    if clause is None or ask is None or subject is None:
        return has_printed(pos, element, said)
    truth = ask(pos, clause, subject, speaker)
    if truth is None:
        return has_printed(pos, element, said)
    return truth != (said.negative != clause.negative)


def _happens(pos: Position, clause: Clause) -> bool:
    """Whether a clause tells of something that happens, rather than of what is so."""
    return clause.event in pos.rules.begun_by or pos.rules.default_for(clause.event) is not None


def _subject_of(pos: Position, clause: Clause, element: Element) -> Element | None:
    """Of whom a relative clause speaks: the noun itself, the identity of a player, who controls it; else nobody."""
    about = clause.agent if clause.event == "control" else clause.patient
    if about is None or about.whose is None:
        return element
    if not _WHOSE_IT_IS.isdisjoint(about.kinds):
        return pos.table.identity(pos.controller(element))
    is_identity = element.player is not None and bool(about.kinds) and pos.is_kind(element, about.kinds[0])
    return element if is_identity else None


def _is_in_form(pos: Position, clause: Clause, element: Element, _speaker: Speaker) -> bool | None:
    form = pos.state.forms.get(element.player or "")
    return None if form is None or clause.thing not in pos.rules.kinds else form == clause.thing


def _is_so(pos: Position, clause: Clause, element: Element, speaker: Speaker) -> bool | None:
    if clause.thing is None or not _is_plain_state(clause):
        return None
    return state_truth(pos, clause.thing, element, speaker)


def _is_plain_state(clause: Clause) -> bool:
    """Whether a clause says no more than an adjective would: “that is exhausted”."""
    return clause.event in ("is", "has-status") and clause.to is None and clause.amount is None and not clause.facts


def _is_engaged_with(pos: Position, clause: Clause, element: Element, speaker: Speaker) -> bool | None:
    if element.player is None or clause.to is None:
        return None
    fit = _engages(pos, clause.to, element, speaker)
    return None if fit.assumed else fit.match == "yes"


def _controls(pos: Position, clause: Clause, element: Element, speaker: Speaker) -> bool | None:
    return _has_among_theirs(pos, clause.patient, element, speaker)


def _has_somebody(pos: Position, clause: Clause, element: Element, speaker: Speaker) -> bool | None:
    """“With guard”, “with an attachment”, “a player with a stunned hero”; of what is not on the table it is open."""
    if clause.to is None:
        known = clause.thing in pos.rules.known_keywords and element.card is not None
        return pos.keyword_by(element, clause.thing or "") is not None if known else None
    if element.player is not None or clause.to.zone is not None:
        return _has_among_theirs(pos, clause.to, element, speaker)
    return _bears(pos, clause.to, element, speaker)


def _fitting(pos: Position, noun: Noun, those: Iterable[Element], speaker: Speaker) -> list[Element]:
    """Of those given, whom in play a noun fits."""
    there = [one for one in those if pos.is_in_play(one)]
    pos.table.effort.spend(FITTING * len(there))
    return [one for one in there if fits(pos, noun, one, speaker).match == "yes"]


def _bears(pos: Position, what: Noun, element: Element, speaker: Speaker) -> bool | None:
    """Whether so many of what a noun names are attached to it; open where none is attached to anything."""
    attached = {
        one.key: bearer.key
        for one in pos.everybody()
        if one.card is not None and (bearer := pos.bearer(one.card)) is not None
    }
    those = (one for one in pos.everybody() if one.key in attached)
    bearers = [attached[one.key] for one in _fitting(pos, replace(what, number=None), those, speaker)]
    least = what.number if isinstance(what.number, int) else 1
    return bearers.count(element.key) >= least if bearers else None


def _has_among_theirs(pos: Position, what: Noun | None, element: Element, speaker: Speaker) -> bool | None:
    """Whether what a noun names is a player's; open where nothing on the table is it."""
    if element.player is None or what is None or what.zone is not None:
        return None
    theirs = [pos.controller(one) for one in _fitting(pos, what, pos.everybody(), speaker)]
    return element.player in theirs if any(theirs) else None


def _engages(pos: Position, whom: Noun, player: Element, speaker: Speaker) -> NounFit:
    """Whether a player is engaged with whom a noun names; open where nobody said with whom those are engaged."""
    engaged = (one for one in pos.everybody() if pos.engaged(one.card) is not None)
    named = _fitting(pos, whom, engaged, speaker)
    if named:
        return YES if any(pos.engaged(one.card) == player.player for one in named) else NO
    text = f"{capital(player.name)} is taken to be engaged with whom the text names."
    return settled(pos, player, f"engaged with {hash(unplaced(whom))}", text)


_RELATIVE: dict[str, Callable[[Position, Clause, Element, Speaker], bool | None]] = {
    "in-form": _is_in_form,
    "has-status": _is_so,
    "is": _is_so,
    "engaged": _is_engaged_with,
    "control": _controls,
    "has": _has_somebody,
}
"""What a relative clause says of the noun before it."""


def _is_settled(pos: Position, said: Condition, element: Element, speaker: Speaker) -> NounFit:
    """What nothing here tells of an element is open."""
    clause = said.clause
    so = said.negative == (clause is not None and clause.negative)
    if clause is not None and clause.thing is not None and _is_plain_state(clause):
        return in_state(pos, clause.thing if so else f"not {clause.thing}", element, speaker)
    if clause is not None and clause.thing is not None and clause.variant == "trait":
        trait = clause.thing.lower()
        return all_fit(_trait_checks(pos, (trait if so else f"not {trait}",), element))
    asked = unplaced(replace(said, negative=False, clause=replace(clause, negative=False) if clause else None))
    text = f"{capital(element.name)} is taken to be what the text asks for."
    return settled(pos, element, f"having {hash(asked)}", text, so=so)


def _who(said: Condition) -> Noun | None:
    """Whom a noun is or is not, where nothing else is said: “other than Rex”."""
    clause = said.clause
    return clause.to if clause is not None and clause == Clause("is", to=clause.to, span=clause.span) else None


def _is_other_than(noun: Noun) -> bool:
    """Whether it is said whom a noun leaves out: “other than Rex”."""
    return any(one.negative and _who(one) is not None for one in noun.having)


def _is_one(pos: Position, who: Noun, element: Element, speaker: Speaker, *, negative: bool) -> NounFit:
    """Whether the element is one of those named, or of “other than …” none of them."""
    you = pos.you(speaker) if who.head == "you" else None
    if you is not None and element.player is not None:
        return YES if (element.player == you) != negative else NO
    fit = fits(pos, who, element, speaker)
    if not negative:
        return fit
    return NO if fit.match == "yes" else YES


def _itself(pos: Position, noun: Noun, speaker: Speaker) -> set[str]:
    """Whom “another” leaves out: the card itself; of what players are, the player whose card it is; where the card is
    none of those meant, whom its text spoke of before: what it lies on, who takes part in what it answers.
    """
    card = pos.table.of(speaker.ability)
    own = {card.key}
    features = pos.rules.features
    players = {"player", *features.relative_kinds, *features.player_kinds, *pos.rules.kinds_with("identity")}
    identity = pos.table.identity(pos.you(speaker))
    of_players = not players.isdisjoint(noun.kinds)
    is_none = bool(noun.kinds) and all(
        pos.is_kind(card, kind) is False for kind in noun.kinds
    )  # it speaks for you then
    if identity is not None and (noun.head == "you" or of_players or is_none):
        own.add(identity.key)
    if is_none and not of_players:
        own.update(one.key for one in _spoken_of(pos, speaker) if one.player is None)
    return own


def _spoken_of(pos: Position, speaker: Speaker) -> Iterable[Element]:
    """Of whom its text spoke before: what the card lies on, who takes part in what it answers."""
    bearer, tree = pos.bearer(speaker.ability.card), speaker.ability.tree
    if bearer is not None:
        yield bearer
    if tree is not None and tree.trigger is not None:
        for group in speaker.event.roles.values():
            yield from group


def owners(pos: Position, whose: Noun, speaker: Speaker) -> set[str] | None:
    """The players whom “whose” means; None where nobody can tell."""
    if whose.head == "you":
        you = pos.you(speaker)
        return None if you is None else {you}
    if whose.head == "class":
        return _seats_of(pos, whose, speaker)
    found = {pos.controller(one) for one in elements_of(pos, whose, speaker).found}
    known = {who for who in found if who is not None}
    return known or None


def _seats_of(pos: Position, whose: Noun, speaker: Speaker) -> set[str]:
    """The players of a class: “another player”, “a player in hero form”."""
    you = pos.you(speaker)
    other = whose.other and not _is_other_than(whose)
    relative = {*whose.kinds, *whose.states} & set(pos.rules.features.relative_kinds) or other
    seats = {seat for seat in pos.table.seats if not relative or seat != you}
    if not (whose.having or whose.engaged_with):
        return seats
    identities = {seat: pos.table.identity(seat) for seat in seats}
    return {seat for seat, one in identities.items() if one and fits(pos, whose, one, speaker).match == "yes"}


def _owned_by(pos: Position, whose: Noun, element: Element, speaker: Speaker) -> NounFit:
    """Controlled by them, or engaged with them; open where that was not said."""
    meant = owners(pos, whose, speaker)
    owner = pos.engaged(element.card) or pos.controller(element)
    if owner is None or meant is None:
        return YES
    if owner == pos.table.scenario:
        return YES if _names_scenario(pos, whose) or _may_be_given(pos, element) else NO
    if owner in meant:
        return YES
    return PLAYER if whose.head == "you" else NO


def _names_scenario(pos: Position, whose: Noun) -> bool:
    """Whether a class names the scenario, or a card that speaks for it."""
    rules = pos.rules
    speakers = {kind.speaks_as for kind in rules.kinds.values() if kind.speaks_as is not None}
    sole = rules.kinds_with("only_one") & rules.sorts_of(rules.features.scenario_kinds or "")
    names = {pos.table.scenario, rules.features.scenario_kinds, *speakers, *sole}
    return whose.head == "class" and bool(set(whose.kinds) & names)


def _may_be_given(pos: Position, element: Element) -> bool:
    """Whether a card of the scenario may be with a player all the same."""
    kind = pos.rules.kinds.get(element.card.kind or "") if element.card is not None else None
    return element.card is None or (kind is not None and bool(kind.borne or kind.engages or kind.given))


def _is_where(pos: Position, whose: Noun, place: Element, speaker: Speaker) -> NounFit:
    """“Your Location”: the place where they are; open where that was not said."""
    theirs = {place_of(pos, one, speaker) for one in elements_of(pos, whose, speaker).found}
    if place.key in theirs:
        return YES
    text = f"It was not said otherwise, so {place.name} is taken to be the one that the text names."
    return NounFit("yes", (Assumed(text),)) if None in theirs or not theirs else NO


def _engaged(pos: Position, whom: Noun, element: Element, speaker: Speaker) -> NounFit:
    meant = owners(pos, whom, speaker)
    engaged = pos.engaged(element.card)
    if engaged is None:
        card = element.card
        if not any(pos.is_kind(element, kind) is not False for kind in pos.rules.kinds_with("engages")):
            return NO
        if meant is None or card is None:
            return NounFit("yes", (Assumed(f"{capital(element.name)} is taken to be engaged with the one named."),))
        who = min(meant, key=pos.table.seats.index) if meant else None
        text = f"{capital(element.name)} is taken to be engaged with {who}."
        return NounFit("yes", (Assumed(text, (StateChange("engaged", card.id, who),)),)) if who else NO
    if meant is None or engaged in meant:
        return YES
    return PLAYER if whom.head == "you" else NO


def _against(pos: Position, whom: Noun, speaker: Speaker) -> NounFit:
    """Whether what happens, or what it is part of, happens to them: “attacks against you”."""
    for event in pos.state.around(speaker.event):
        roles = {role for moment in event.occurrence.begun_by for role in moment.patient}
        found = [fits(pos, whom, one, speaker) for role in roles for one in event.every(role)]
        if any(fit.match == "yes" for fit in found):
            return YES
        if found:
            return next((fit for fit in found if fit.match == "player"), NO)
    return YES


def _attached(pos: Position, to: Noun, element: Element, speaker: Speaker) -> NounFit:
    bearer = pos.bearer(element.card) if element.card is not None else None
    if bearer is not None:
        return NounFit("yes" if fits(pos, to, bearer, speaker).match == "yes" else "no")
    return settled(
        pos,
        element,
        f"attached {hash(unplaced(to))}",
        f"{capital(element.name)} is taken to be attached to what the text names.",
    )


def _at(pos: Position, place: Noun, element: Element, speaker: Speaker) -> NounFit:
    """Whether it is at the place: of numbered places by number, of an event by taking part; else open."""
    if place.at is not None:  # “on your side in the combat”
        return all_fit(_at(pos, one, element, speaker) for one in (replace(place, at=None), place.at))
    event = _event_meant(pos, place, speaker)
    if event is not None:
        return YES if any(pos.now(one).key == element.key for group in event.roles.values() for one in group) else NO
    if place.head == "this":
        return _at_this(pos, element, speaker)
    if place.whose is None:
        return YES
    if place.zone is not None:  # “on your side”, “in your front row”: what lies there is its player's
        return all_fit((_owned_by(pos, place.whose, element, speaker), _lies_in(pos, place.zone, element)))
    return _at_theirs(pos, place.whose, element, speaker)


def _at_this(pos: Position, element: Element, speaker: Speaker) -> NounFit:
    """“Here”: whether it is where the card that says so is."""
    card = speaker.ability.card
    here, there = pos.table.place_of(card), place_of(pos, element, speaker)
    if here is not None and there is not None:
        return YES if here == there else NO
    if pos.rules.features.places:
        return NounFit("yes", (Assumed(f"{element.name} is taken to be where {card.name} is."),))
    return _on_card(pos, element, speaker)


def _at_theirs(pos: Position, whose: Noun, element: Element, speaker: Speaker) -> NounFit:
    """“At your Location”: whether it is at one of their places, as far as these are known."""
    if not pos.rules.features.places:
        return YES
    theirs = {place_of(pos, one, speaker) for one in elements_of(pos, whose, speaker).found}
    there = place_of(pos, element, speaker)
    return YES if there is None or None in theirs or there in theirs else NO


def _event_meant(pos: Position, place: Noun | None, speaker: Speaker) -> Event | None:
    """The event, or the nearest around it, that a place or one in it is (“in the combat”)."""
    if place is None:
        return None
    kinds = {*place.kinds} if place.head == "class" and place.zone is None else set()
    for event in pos.state.around(speaker.event) if kinds else ():
        if not kinds.isdisjoint({event.occurrence.type, *(begun.event for begun in event.occurrence.begun_by)}):
            return event
    return _event_meant(pos, place.at, speaker)


def _on_card(pos: Position, element: Element, speaker: Speaker) -> NounFit:
    """Where there are no places, “here” is on the card: what lies on it was said to."""
    bearer = pos.bearer(element.card) if element.card is not None and element.player is None else None
    return YES if bearer is not None and bearer.key == pos.table.of(speaker.ability).key else NO


def _lies_in(pos: Position, zone: str, element: Element) -> NounFit:
    """Whether somebody lies in a row, open where nobody said in which. Of other zones `_everyone` asks."""
    features = pos.rules.features
    if zone not in features.rows or zone in features.whole_rows or not pos.is_in_play(element):
        return YES
    if pos.row_of(element) not in (None, zone):
        return NO
    if element.card is None:
        return YES
    text = f"{capital(element.name)} is taken to be in the {zone.replace('-', ' ')}."
    return settled(pos, element, lies_in(zone), text)


def elements_of(pos: Position, noun: Noun, speaker: Speaker) -> NamedElements:
    """Whom the noun names now."""
    noun = concrete(pos, noun)
    return _of_several(pos, noun, speaker) if noun.parts else _NAMED.get(noun.head, _of_class)(pos, noun, speaker)


def _of_several(pos: Position, noun: Noun, speaker: Speaker) -> NamedElements:
    """All of those joined by “and”; of “or” the first that are there."""
    parts = [elements_of(pos, part, speaker) for part in noun.parts]
    if noun.joined == "or":
        return next((part for part in parts if part.found and not part.chosen), parts[0])
    merged = {one.key: one for part in parts for one in part.found}
    open_ = tuple(one for part in parts for one in part.assumed)
    return NamedElements(tuple(merged.values()), any(part.chosen for part in parts), assumed=open_)


def _your_identity(pos: Position, _noun: Noun, speaker: Speaker) -> NamedElements:
    identity = pos.table.identity(pos.you(speaker))
    return NamedElements((identity,) if identity is not None else ())


def _bearer(pos: Position, noun: Noun, speaker: Speaker) -> NamedElements:
    """The one to which the card is attached; somebody where nobody said to whom."""
    bearer = pos.bearer(speaker.ability.card)
    return NamedElements((bearer,)) if bearer is not None else NamedElements((_somebody(pos, noun, speaker),), True)


def _named_before(pos: Position, noun: Noun, speaker: Speaker) -> NamedElements:
    """“it”, “that minion”: those named before; somebody of the kind where they were somebody of any."""
    before = antecedents(pos, noun, speaker)
    if not before and speaker.bound.get(noun.antecedent or ""):  # “that player”, of a minion that nobody chose
        return NamedElements((_somebody(pos, Noun("class", noun.kinds, quantifier="one"), speaker),), True)
    known = [kind for kind in noun.kinds if pos.rules.is_kind(kind)]
    if known and before and all(one.chosen and pos.is_kind(one, known[0]) is None for one in before):
        return NamedElements((_somebody(pos, Noun("class", noun.kinds, quantifier="one"), speaker),), True)
    return NamedElements(tuple(pos.now(one) for one in before))


def _in_part(pos: Position, noun: Noun, speaker: Speaker) -> NamedElements:
    """Those who take the part; of several one whom a player chooses (“an attacker”)."""
    there = tuple(map(pos.now, in_role(pos, noun.role or "", speaker)))
    several = noun.quantifier == "one" and len(there) > 1
    return NamedElements((_one_of(there, noun, speaker),), True, there) if several else NamedElements(there)


def _one_of(there: Sequence[Element], noun: Noun, speaker: Speaker) -> Element:
    kinds = frozenset().union(*(one.kinds for one in there))
    owners = {one.controller for one in there}
    key = f"chosen {noun.role} by {speaker.ability.ref} in {speaker.event.serial}"
    return Element(key, f"the {noun.role} chosen", kinds, None, owners.pop() if len(owners) == 1 else None, None, True)


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


def _of_class(pos: Position, noun: Noun, speaker: Speaker) -> NamedElements:
    """Each of a class, the only one there is, or somebody whom a player chooses."""
    if noun.quantifier == "none":
        return NamedElements(())
    if _is_only_one(pos, noun):
        return NamedElements((pos.the(noun.kinds[0]),))
    if noun.whose is not None and not _WHOSE_IT_IS.isdisjoint(noun.kinds):
        return _whose_it_is(pos, noun.whose, speaker)
    if noun.quantifier in ("each", "all"):
        there = _each_of_class(pos, noun, speaker)
        if there.found or pos.rules.is_in_play(noun.zone):
            return there
    if _is_any_card(noun) or not pos.rules.is_in_play(noun.zone):  # “draw a card”: none of those on the table
        return NamedElements((_somebody(pos, noun, speaker),), True)
    return _one_of_class(pos, noun, speaker)


def _each_of_class(pos: Position, noun: Noun, speaker: Speaker) -> NamedElements:
    """All on the table; of players you alone, where the card is one player's part."""
    if _are_players(pos, noun) and speaker.ability.card.kind in pos.rules.kinds_with("one_players_part"):
        return _your_identity(pos, noun, speaker)
    return _all_of(_everyone(pos, noun, speaker))


def _one_of_class(pos: Position, noun: Noun, speaker: Speaker) -> NamedElements:
    """“The” only player of those within reach, else whom a player chooses."""
    open_ = dict(_everyone(pos, noun, speaker))
    everyone = tuple(open_)
    among = _in_reach(pos, speaker, everyone)
    if len(noun.kinds) == 1 and noun.quantifier == "the" and len(among) == 1 and _are_players(pos, noun):
        return NamedElements(among, assumed=open_[among[0]])
    free = among == everyone and _event_meant(pos, noun.at, speaker) is None  # all who take part are known
    one = _chosen_among(pos, noun, among, free, speaker)
    return NamedElements((one,), True, among, assumed=open_.get(one, ()))


def _all_of(everyone: Iterable[tuple[Element, tuple[Assumed, ...]]]) -> NamedElements:
    """All of them, with what was taken to be so for each."""
    there = dict(everyone)
    return NamedElements(tuple(there), assumed=tuple(one for open_ in there.values() for one in open_))


def _whose_it_is(pos: Position, what: Noun, speaker: Speaker) -> NamedElements:
    """“Its controller”: the identities of those who have it."""
    theirs = (pos.table.identity(who) for who in sorted(owners(pos, what, speaker) or ()))
    found = tuple(one for one in theirs if one is not None)
    unknown = any(one.chosen and pos.controller(one) is None for one in elements_of(pos, what, speaker).found)
    return NamedElements((_somebody(pos, _A_PLAYER, speaker),), True) if unknown and not found else NamedElements(found)


def _are_players(pos: Position, noun: Noun) -> bool:
    return bool(noun.kinds) and noun.kinds[0] in pos.rules.player_words | {*pos.rules.features.relative_kinds}


def _is_only_one(pos: Position, noun: Noun) -> bool:
    only = pos.rules.kinds_with("only_one")
    return bool(noun.kinds) and only.issuperset(noun.kinds) and not noun.other and not noun.zone


def _is_any_card(noun: Noun) -> bool:
    plain = noun.head == _ANY_CARD.head and noun.kinds == _ANY_CARD.kinds
    return plain and noun == replace(_ANY_CARD, quantifier=noun.quantifier, number=noun.number, span=noun.span)


def _chosen_among(pos: Position, noun: Noun, among: tuple[Element, ...], free: bool, speaker: Speaker) -> Element:
    """The only one who can be chosen, where one is; else somebody: of a `free` choice among many, who nobody named."""
    sure = [one for one in among if not one.chosen]
    seldom_all = noun.quantifier == "one" and not pos.rules.kinds_with("seldom_all").isdisjoint(noun.kinds)
    only = len(sure) == 1 and noun.quantifier in ("the", "one", "up-to", "random") and not (seldom_all and free)
    return sure[0] if only else _somebody(pos, noun, speaker)


def _in_reach(pos: Position, speaker: Speaker, among: tuple[Element, ...]) -> tuple[Element, ...]:
    """Of those a card played could choose, those whom such cards may choose in the occurrence; all, where it may
    choose any.
    """
    roles = pos.rules.features.chosen_among.get(speaker.event.occurrence.type, ())
    played = speaker.moment is None and speaker.ability.card.kind in pos.rules.kinds_with("resolves_from_outside")
    there = {pos.now(one).key for role in roles for one in speaker.event.every(role)}
    return tuple(one for one in among if one.key in there) or among if played and roles else among


def _everyone(pos: Position, noun: Noun, speaker: Speaker) -> Iterable[tuple[Element, tuple[Assumed, ...]]]:
    """Lazily, all on the table whom the noun fits, each with what was open of it: identities in player order, then
    cards as submitted.
    """
    sole = [
        pos.the(kind)
        for kind in sorted(pos.rules.kinds_with("only_one"))
        if any(kind in pos.rules.sorts_of(k) for k in noun.kinds)
    ]
    there = {one.key: one for one in (*pos.everybody(), *sole)}
    pos.table.effort.spend(len(there))
    for element in there.values():
        if not _is_surely(pos, noun, element) or not _may_lie_there(pos, noun.zone, element):
            continue
        if element.is_place or _is_mere_part(pos, element):
            continue
        pos.table.effort.spend(FITTING)
        if (fit := fits(pos, noun, element, speaker)).match == "yes":
            yield element, fit.assumed


def _may_lie_there(pos: Position, zone: str | None, element: Element) -> bool:
    """Whether it is in play, or of a zone outside whether it was said not to be."""
    if pos.rules.is_in_play(zone) or zone in pos.rules.features.areas:
        return pos.is_in_play(element)
    return element.card is not None and element.card.in_play is False and pos.is_outside(element.card)


def _is_mere_part(pos: Position, element: Element) -> bool:
    """Whether it is a status card and the like, which no class of cards means."""
    return element.card is not None and element.card.kind in pos.rules.kinds_with("nameless")


def _is_surely(pos: Position, noun: Noun, element: Element) -> bool:
    """Whether its kind is known to be one of the noun's: an effect on a class takes in nobody on a guess."""
    known = [pos.is_kind(element, kind) for kind in noun.kinds if kind not in pos.rules.features.relative_kinds]
    return not known or True in known


def _somebody(pos: Position, noun: Noun, speaker: Speaker) -> Element:
    """Whom the words let a player choose, in general: it was not said who that is, so whatever asks may be met."""
    words = " or ".join(kind.replace("-", " ") for kind in noun.kinds) or "card"
    owner = _owner_meant(pos, noun, speaker)
    whose = f" of {owner}" if owner is not None else ""
    key = f"chosen {words}{whose} by {speaker.ability.ref} in {speaker.event.serial}"
    place = _place_meant(pos, noun.at, speaker)
    others = _others(pos, noun, speaker)
    name = noun.name if noun.name and _bear_names(pos, noun) else f"the {words} chosen"
    return Element(key, name, _kinds_meant(pos, noun), None, owner, None, True, place=place, others=others)


def _kinds_meant(pos: Position, noun: Noun) -> frozenset[str]:
    """The kinds that one of a class may be of: any, where the noun says none."""
    if noun.kinds and set(noun.kinds) <= pos.rules.player_words:
        return frozenset({"player"})
    return frozenset().union(*(pos.rules.sorts_of(kind) for kind in noun.kinds)) or pos.rules.leaves


def _owner_meant(pos: Position, noun: Noun, speaker: Speaker) -> str | None:
    """The only player whose it can be: by “whose”, or, of an opponent's, the only other player."""
    meant = owners(pos, noun.whose, speaker) if noun.whose is not None else None
    is_relative = not {*pos.rules.features.relative_kinds}.isdisjoint((*noun.kinds, *noun.states))
    if is_relative and meant is None:
        meant = {seat for seat in pos.table.seats if seat != pos.you(speaker)}
    return next(iter(meant)) if meant is not None and len(meant) == 1 else None


def _others(pos: Position, noun: Noun, speaker: Speaker) -> frozenset[str]:
    """The keys of those on the table whom a narrowed noun does not mean."""
    relative = noun.other or not {*pos.rules.features.relative_kinds}.isdisjoint(noun.kinds)
    if not (relative or noun.having or noun.engaged_with or noun.attached_to or noun.states or noun.traits):
        return frozenset()
    there = tuple(pos.everybody())
    pos.table.effort.spend(FITTING * len(there))
    return frozenset(one.key for one in there if fits(pos, noun, one, speaker).match != "yes")


def _place_meant(pos: Position, place: Noun | None, speaker: Speaker) -> str | None:
    """The key of the place that “here”, “in your Location” mean, as far as anybody said."""
    if place is None or not pos.rules.features.places:
        return None
    if place.head == "this":
        return pos.table.place_of(speaker.ability.card)
    theirs = elements_of(pos, place.whose, speaker).found if place.whose is not None and place.zone is None else ()
    return place_of(pos, theirs[0], speaker) if theirs else None


_NAMED: dict[str, Callable[[Position, Noun, Speaker], NamedElements]] = {
    "you": _your_identity,
    "this": lambda pos, _noun, speaker: NamedElements((_own(pos, speaker),)),
    "attached": _bearer,
    "named": lambda pos, noun, speaker: NamedElements(_by_name(pos, noun, speaker)),
    "that": _named_before,
    "role": _in_part,
}
"""The head of a noun → whom it names; any other is of a class."""
