"""Does a “cannot” keep an ability from being used: from being played or triggered, or from doing anything it would
do?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from judge.cardtext.tree import (
    Act,
    Cancel,
    Choose,
    Clause,
    Effect,
    Forbid,
    Gain,
    If,
    Lasting,
    May,
    Modify,
    Note,
    Noun,
    Prevent,
    Repeat,
    Then,
    leaves,
)
from judge.cardtext.tree import Sequence as InOrder
from judge.engine.condition_checks import suffers
from judge.engine.constants import ConstantPart, ways_to_pay
from judge.engine.effects.clause_effects import starts_of
from judge.engine.effects.mechanisms import do
from judge.engine.effects.undone_abilities import undone_by
from judge.engine.events import Start, begun
from judge.engine.exclusion_reasons import Refusal, is_about
from judge.engine.in_force import Constants, applies, bound_by, forbids, lasting_forbids
from judge.engine.nouns.noun_matching import concrete, elements_of, fits
from judge.engine.position import Position, Speaker
from judge.engine.state import Event
from judge.engine.table_elements import Element, Ref, SubmittedAbility
from judge.engine.tasks import Mechanism
from judge.rules.model import REFUSING, Moment

Found = TypeVar("Found")


def forbidden_use(pos: Position, constants: Constants, speaker: Speaker, printed: str) -> Refusal | None:
    """What forbids the use of an ability; None where nothing does."""
    by = _cannot(pos, constants, speaker, printed)
    if by is not None:
        return Refusal("forbidden", by, pos.rules.effect_rules.get("cannot", ()))
    return (
        _ruled_out(pos, speaker)
        or _already_cancelled(pos, speaker)
        or _adds_to_cancelled(pos, speaker)
        or (_nobody_left(pos, speaker) if not speaker.ability.mandatory else None)
        or _changes_nothing(pos, speaker)
        or _not_there(pos, speaker)
    )


def _cannot(pos: Position, constants: Constants, speaker: Speaker, printed: str) -> Ref | None:
    """The “cannot” that forbids what using an ability is, all that it would do, or paying for it."""
    by = _lasting(pos, speaker, printed)
    if by is None and constants.forbidding:
        by = _played_or_triggered(pos, constants, speaker, printed) or _undone(pos, constants, speaker)
    if by is None and (constants.forbidding or pos.state.in_force):
        by = _all_it_does(pos, constants, speaker, printed) or _not_to_be_paid(pos, constants, speaker)
    return by


def _deeds(pos: Position, speaker: Speaker, printed: str) -> list[Clause]:
    """What using the ability is, as a “cannot” may name it: playing its card, triggering an ability of its timing."""
    one = speaker.ability
    found = [Clause("resolve", thing=one.timing.removeprefix("forced-"))]
    kind = pos.rules.kinds.get(one.card.kind or "")
    if kind is not None and kind.played_to_use and printed != "played":
        found.append(Clause("play"))
    found += [Clause(label.deed) for label in pos.labels(one) if label.deed is not None]
    for row in pos.rules.follows:
        if is_about(pos, row, one):
            found += [Clause(begun.event) for begun in pos.rules.occurrences[row.begins.occurrence].begun_by]
            moments = [m for step in pos.rules.occurrences[row.begins.occurrence].steps for m in step.moments]
            found += [Clause(moment.event) for moment in moments]
    return found


def _is_about(
    pos: Position, clause: Clause, deed: Clause, by: SubmittedAbility, speaker: Speaker, bound: object = None
) -> bool:
    """Whether a “cannot” names a deed of the speaker's player with the speaker's card."""
    if clause.event != deed.event or _is_of_other_timing(pos, clause, deed):
        return False
    user = pos.table.identity(speaker.ability.user or speaker.ability.you)
    here = Speaker(by, speaker.event, None, getattr(bound, "bound", {}))
    own = pos.table.of(speaker.ability)
    users = [one for one in (user, own) if one is not None and user is not None]  # the player, or the card by its power
    if clause.agent is not None and all(fits(pos, clause.agent, one, here).match != "yes" for one in users):
        return False
    named = _names_card(pos, concrete(pos, clause.patient), deed, speaker, here) if clause.patient is not None else None
    return named if named is not None else user is not None or clause.agent is None


def _is_of_other_timing(pos: Position, clause: Clause, deed: Clause) -> bool:
    thing = (clause.thing or "").lower().replace(" ", "-").removesuffix("s")
    return bool(thing and deed.thing) and thing in pos.rules.timings and thing != deed.thing


def _names_card(pos: Position, noun: Noun, deed: Clause, speaker: Speaker, here: Speaker) -> bool | None:
    """Whether what a “cannot” is about is the speaker's card or ability; None where it names no card."""
    own = pos.table.of(speaker.ability)
    timings = set(noun.kinds) & set(pos.rules.timings)
    if timings and speaker.ability.timing.removeprefix("forced-") not in timings:
        return False
    if noun.kinds and not any(pos.rules.is_kind(kind) for kind in noun.kinds):
        return None
    if deed.event not in noun.kinds:
        return fits(pos, noun, _as_card(own, speaker.ability.card.kind), here).match == "yes"
    if noun.whose is not None and noun.whose.kinds:  # “super powers of supporting characters”
        return fits(pos, noun.whose, own, here).match == "yes"
    return fits(pos, noun, _as_card(own, deed.event), here).match == "yes"


def _as_card(own: Element, kind: str | None) -> Element:
    """The card itself, also where its element is the character whose power it is."""
    return (
        own
        if kind is None or own.kinds == {kind}
        else Element(own.key, own.name, frozenset({kind}), own.player, own.controller, own.card)
    )


def _lasting(pos: Position, speaker: Speaker, printed: str) -> Ref | None:
    for one in pos.state.in_force:
        if isinstance(one.effect, Forbid) and one.effect.beyond is None and one.ability.ref != speaker.ability.ref:
            for deed in _deeds(pos, speaker, printed):
                if _is_about(pos, one.effect.clause, deed, one.ability, speaker, one):
                    return one.ability.ref
    return None


def _played_or_triggered(pos: Position, constants: Constants, speaker: Speaker, printed: str) -> Ref | None:
    for deed in _deeds(pos, speaker, printed):
        for by, part in constants.forbidding.get(deed.event, ()):
            if (
                by.ref != speaker.ability.ref
                and isinstance(part.effect, Forbid)
                and applies(pos, by, part, speaker.event) is not None
            ) and _is_about(pos, part.effect.clause, deed, by, speaker):
                return by.ref
    return None


def _undone(pos: Position, constants: Constants, speaker: Speaker) -> Ref | None:
    """“… cannot be cancelled”, “… cannot be prevented”, where that is all the ability does."""
    for name, sort in (("cancel", Cancel), ("prevent", Prevent)):
        if name not in constants.forbidding or not any(isinstance(effect, sort) for effect in _does(speaker)):
            continue
        for by, part in constants.forbidding.get(name, ()):
            if (
                isinstance(part.effect, Forbid)
                and applies(pos, by, part, speaker.event) is not None
                and _is_its_card(pos, part, by, speaker)
            ):
                return by.ref
    return None


def _is_its_card(pos: Position, part: ConstantPart, by: SubmittedAbility, speaker: Speaker) -> bool:
    """Whether what cannot be undone is something of the card that the event is about."""
    assert isinstance(part.effect, Forbid)
    noun = part.effect.clause.patient
    noun = concrete(pos, noun) if noun is not None else None
    if noun is None or (noun.head == "class" and not any(pos.rules.is_kind(kind) for kind in noun.kinds)):
        return True
    elements = [
        pos.now(one) for event in pos.state.around(speaker.event) for group in event.roles.values() for one in group
    ]
    return any(fits(pos, noun, one, Speaker(by, speaker.event)).match == "yes" for one in elements)


def _all_it_does(pos: Position, constants: Constants, speaker: Speaker, printed: str) -> Ref | None:
    """The “cannot” that forbids every event that an ability would begin; None where one may happen."""
    tree = speaker.ability.tree
    if tree is None or printed in pos.rules.labels:
        return None
    return _forbids_all(pos, constants, tree.effect, speaker)


def _not_to_be_paid(pos: Position, constants: Constants, speaker: Speaker) -> Ref | None:
    """The “cannot” that forbids a part of the cost, or everything that would pay for its symbols."""
    tree, said = speaker.ability.tree, speaker.ability.ability
    if tree is None or said is None:
        return None
    if tree.cost is not None:
        parts = tree.cost.effects if isinstance(tree.cost, InOrder) else (tree.cost,)
        return next((by for part in parts if (by := _forbids_all(pos, constants, part, speaker)) is not None), None)
    ways = ways_to_pay(pos.rules) if said.cost else ()
    found = [_forbids_all(pos, constants, Act(way), speaker) for way in ways]
    return found[0] if found and None not in found else None


def _forbids_all(pos: Position, constants: Constants, effect: Effect, speaker: Speaker) -> Ref | None:
    def forbids_act(clause: Clause) -> Ref | None:
        if not _may_be_forbidden(pos, constants, clause.event):
            return None
        by = [_forbidden(pos, constants, start, speaker.event) for start in starts_of(pos, clause, speaker)]
        return by[0] if by and None not in by else None

    return _of_every_act(pos, effect, forbids_act)


def _ruled_out(pos: Position, speaker: Speaker) -> Refusal | None:
    """The rule that refuses every event that an ability would begin (“ignore that effect”); None where one may be."""
    tree, refusing = speaker.ability.tree, pos.rules.refusable
    if tree is None or tree.effect is None or not refusing:
        return None

    def refuses_act(clause: Clause) -> Refusal | None:
        if refusing.isdisjoint(one.type for one, _ in pos.rules.begun_by.get(clause.event, ())):
            return None
        found = [_refusal(pos, start, speaker.event) for start in starts_of(pos, clause, speaker)]
        return found[0] if found and None not in found else None

    return _of_every_act(pos, tree.effect, refuses_act)


def _refusal(pos: Position, start: Start, outer: Event) -> Refusal | None:
    """Why the rules refuse an event that would begin."""
    event = begun(pos, start, outer)
    pos = pos.with_state(pos.state.with_event(event))
    for doing in (one for step in event.occurrence.steps for one in step.does if one.verb in REFUSING):
        now = do(pos, Mechanism(doing, event.serial)).state.events[event.serial]
        if now.stop is not None and event.stop is None:
            return Refusal(now.stop[0], now.stop[1], now.stop_rules)
    return None


def _of_every_act(pos: Position, effect: Effect, of_act: Callable[[Clause], Found | None]) -> Found | None:
    """What is so of everything that an effect would do; None where it is not so of one thing."""
    if isinstance(effect, Act):
        return of_act(effect.clause)
    if isinstance(effect, May | Lasting | Repeat) or (isinstance(effect, If) and effect.otherwise is None):
        return _of_every_act(pos, effect.effect, of_act)
    found = [_of_every_act(pos, one, of_act) for one in _parts(pos, effect)]
    return found[0] if found and None not in found else None


def _parts(pos: Position, effect: Effect) -> Sequence[Effect]:
    """The parts of an effect all of which are forbidden where it is."""
    if isinstance(effect, InOrder):
        return [one for one in effect.effects if not isinstance(one, Note)]
    if isinstance(effect, Then):
        return (effect.first, effect.second) if pos.rules.features.then_goes_on else (effect.first,)
    return effect.options if isinstance(effect, Choose) else ()


def _may_be_forbidden(pos: Position, constants: Constants, event: str) -> bool:
    """Whether anything forbids events of a name, whoever takes part."""
    names = {event, *pos.rules.forbidden_as.get(event, ())}
    return not names.isdisjoint(constants.forbidding) or any(
        isinstance(one.effect, Forbid) and one.effect.clause.event in names for one in pos.state.in_force
    )


def _forbidden(pos: Position, constants: Constants, start: Start, outer: Event) -> Ref | None:
    """The constant that forbids an event which would begin."""
    event = begun(pos, start, outer)
    trial = pos.with_state(pos.state.with_event(event))
    for moment in _moments(event):
        lasting = next(lasting_forbids(trial, event, moment), None)
        if lasting is not None:
            return lasting[0].ref
        for by, part in constants.forbidding.get(moment.event, ()):
            if not isinstance(part.effect, Forbid) or applies(trial, by, part, event) is None:
                continue
            bound = bound_by(trial, by, part, event)
            if forbids(trial, by, part.effect.clause, event, moment, bound) is not None:
                return by.ref
    return None


def _moments(event: Event) -> Sequence[Moment]:
    would = [moment for step in event.occurrence.steps for moment in step.moments if moment.word == "would"]
    return (*event.occurrence.begun_by, *would)


def _nobody_left(pos: Position, speaker: Speaker) -> Refusal | None:
    """Who made those leave on whom alone an ability would act."""
    former = speaker.event.former
    left = [former[role][1] for role in pos.rules.features.known_empty if role in former]
    if not left or left[0] is None:
        return None
    nouns = [_on_whom(effect) for effect in _does(speaker)]
    if not nouns or any(noun is None or _is_anybody(pos, noun, speaker) for noun in nouns):
        return None
    return Refusal("forbidden", left[0])


def _changes_nothing(pos: Position, speaker: Speaker) -> Refusal | None:
    """What a player's ability would give to those alone who have it already and can have no second."""
    cited = pos.rules.cite("changes-nothing")
    if not cited or speaker.ability.mandatory or speaker.ability.you is None:
        return None
    does = list(_does(speaker))
    kept = bool(does) and all(_kept_status(pos, effect, speaker) for effect in does)
    return Refusal("forbidden", None, cited) if kept else None


def _not_there(pos: Position, speaker: Speaker) -> Refusal | None:
    """What has put elsewhere those whom alone an ability would take from a place: they are no longer found there."""
    acts = [effect.clause for effect in _does(speaker) if isinstance(effect, Act)] if pos.state.elsewhere else []
    missed = [one for clause in acts for one in _missed(pos, clause, speaker)]
    rest = [clause for clause in acts if clause.origin is None and not _is_about_another(clause)]
    if not missed or rest:
        return None
    return Refusal("forbidden", pos.state.left.get(missed[0].key) or None)


def _missed(pos: Position, clause: Clause, speaker: Speaker) -> Sequence[Element]:
    """Those of whom a clause spoke before and whom it would take from where they do not lie."""
    zone = clause.origin.zone if clause.origin is not None else None
    if zone is None or pos.rules.is_in_play(zone) or clause.patient is None or clause.patient.head != "that":
        return ()
    found = elements_of(pos, clause.patient, speaker).found
    return [one for one in found if pos.state.elsewhere.get(one.key, zone) != zone]


def _is_about_another(clause: Clause) -> bool:
    """Whether a clause is about what one before it has named."""
    return clause.patient is not None and clause.patient.head == "that"


def _kept_status(pos: Position, effect: Effect, speaker: Speaker) -> bool:
    """Whether an effect gives a status card to nobody but those who have as many as they may."""
    clause = effect.clause if isinstance(effect, Act) else None
    if clause is None or (clause.event, clause.variant) != ("status", "given") or clause.patient is None:
        return False
    named = elements_of(pos, clause.patient, speaker)
    return bool(named.found) and not named.chosen and all(suffers(pos, one, clause.thing or "") for one in named.found)


def _on_whom(effect: Effect) -> Noun | None:
    """On whom an effect acts; None where that is nobody, or more than one is named."""
    if isinstance(effect, Lasting):
        return _on_whom(effect.effect)
    if isinstance(effect, Modify):
        return effect.who
    return effect.clause.patient if isinstance(effect, Act) else None


def _is_anybody(pos: Position, noun: Noun, speaker: Speaker) -> bool:
    """Whether somebody is left whom a noun may mean: in the part that it names, or of those whom a card played may
    choose there.
    """
    if noun.head == "role":
        return bool(elements_of(pos, noun, speaker).found)
    roles = pos.rules.features.chosen_among.get(speaker.event.occurrence.type, ())
    played = speaker.ability.card.kind in pos.rules.kinds_with("resolves_from_outside")
    if noun.head != "class" or not played or not roles:
        return True
    there = [pos.now(one) for role in roles for one in speaker.event.every(role)]
    return any(fits(pos, noun, one, speaker).match == "yes" for one in there)


def _already_cancelled(pos: Position, speaker: Speaker) -> Refusal | None:
    """What has already cancelled all that an ability would cancel."""
    if not any(outer.gone for outer in pos.state.around(speaker.event)):
        return None
    for effect in (effect for effect in _does(speaker) if isinstance(effect, Cancel)):
        for outer, row, keys in undone_by(pos, effect, speaker):
            gone = {key: ref for (timing, key), ref in outer.gone.items() if timing == row.timing}
            by = [gone.get(None) or gone.get(key) for key in keys]
            if by and by[0] is not None and None not in by and speaker.ability.ref not in by:
                return Refusal("cancelled", by[0])
    return None


def _adds_to_cancelled(pos: Position, speaker: Speaker) -> Refusal | None:
    """What has cancelled the effects to which alone an ability would add something."""
    if not any(outer.gone for outer in pos.state.around(speaker.event)):
        return None
    by = [_cancelled_of(pos, _added_to(effect), speaker) for effect in _does(speaker)]
    return Refusal("cancelled", by[0]) if by and by[0] is not None and None not in by else None


def _added_to(effect: Effect) -> Noun | None:
    """To whose doing an effect adds: “that event deals 2 additional damage”, “the threat that event removes”."""
    if isinstance(effect, Gain):
        return effect.who
    if isinstance(effect, Act):
        return effect.clause.agent if "additional" in effect.clause.facts else None
    having = effect.what.having if isinstance(effect, Modify) and effect.what is not None else ()
    return next((said.clause.agent for said in having if said.clause is not None), None)


def _cancelled_of(pos: Position, noun: Noun | None, speaker: Speaker) -> Ref | None:
    """What has cancelled the effects of the card of which a noun speaks."""
    if noun is None or noun.head != "that":
        return None
    cards = [(one.key, one.card.kind) for one in elements_of(pos, noun, speaker).found if one.card is not None]
    gone = [(key, ref) for outer in pos.state.around(speaker.event) for (_, key), ref in outer.gone.items()]
    return next((ref for own in cards for key, ref in gone if key in (None, *own)), None)


def _does(speaker: Speaker) -> Iterator[Effect]:
    """What the ability does, choices and bounds in time left whole."""
    tree = speaker.ability.tree
    return leaves(tree.effect if tree is not None else None, InOrder, Then, May, If)
