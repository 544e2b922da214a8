"""What the rules have ready at a step: keywords, statuses, icons, values that constants change."""

from __future__ import annotations

from collections.abc import Iterator

from judge.cardtext.tree import Act, AddedCost, Allow, Clause, Effect, Forbid, Gain, Modify, Oblige
from judge.engine.candidates.candidate import Candidate
from judge.engine.candidates.durations import ends_within
from judge.engine.candidates.refused_candidates import refused
from judge.engine.condition_checks import all_hold, has_keyword, suffers
from judge.engine.constants import ConstantPart
from judge.engine.ignored_rules import ignored_by
from judge.engine.in_force import applies, bound_by, forbids, gives
from judge.engine.nouns.noun_matching import fits
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, Event
from judge.engine.table_elements import Element, Ref, SubmittedAbility
from judge.engine.waiting_index import WaitingIndex
from judge.rules.model import AbilityClass, Ready, Step


def of_ready(pos: Position, waiting: WaitingIndex, event: Event, step: Step) -> Iterator[Candidate]:
    for ready, role in pos.rules.ready_at.get(step.id, ()):
        if ready.source == "cannot":
            continue
        cls = pos.rules.class_named.get(ready.cls)
        if cls is None:
            continue
        for ability in waiting.of_ready(ready.source, ready.name):
            pos.table.effort.spend()
            if ability.timing == "lasting-effect" and ready.source != "kind" and ends_within(pos, ability, event):
                continue  # what ends here stands where it ends
            candidate = _ready(pos, waiting, ability, ready, role, event, step, cls)
            if candidate is not None:
                yield candidate


def _ready(
    pos: Position,
    waiting: WaitingIndex,
    ability: SubmittedAbility,
    ready: Ready,
    role: str,
    event: Event,
    step: Step,
    cls: AbilityClass,
) -> Candidate | None:
    """The candidate that an ability is by a row; None where the row is not about it."""
    if not is_of_label(pos, ready, event):
        return None
    found = _holder(pos, waiting, ability, ready, role, event, step)
    if found is None:
        return None
    holder, assumed = found
    taken = pos.state.keyword_taken(holder.key, ready.name) if ready.source == "keyword" else None
    asked = _asked(pos, ready, event, holder, ("prevented", taken) if taken is not None else (None, None))
    if asked is None:
        return None
    stop, more = asked
    if ready.source == "status":
        if ready.doubled_by and not suffers(pos, holder, ready.name):
            return None
        stop = _kept_off(pos, ready, holder) or stop
    if stop[0] is None and (ignored := ignored_by(pos, waiting.constants, ready, event)) is not None:
        stop, more = ("forbidden", ignored[0]), (*more, *ignored[1])
    candidate = Candidate(
        ability, event, step, cls, None, ready, role, holder=holder, reason=stop[0], by=stop[1],
        assumed=(*assumed, *more),
    )  # fmt: skip
    return refused(pos, waiting, candidate)


_Stop = tuple[str | None, Ref | None]


def _asked(
    pos: Position, ready: Ready, event: Event, holder: Element, stop: _Stop
) -> tuple[_Stop, tuple[Assumed, ...]] | None:
    """What keeps the row off by its conditions, and what is open of them; None where it is not about the holder."""
    assumed: tuple[Assumed, ...] = ()
    for condition in ready.conditions:
        truth = all_hold(pos, (condition,), event, holder)
        if truth.value is False and truth.by is None:
            if not any(atom.relation == "in" for atom in condition):
                return None
            stop = "wrong-form", stop[1]
        elif truth.value is False:
            stop = truth.how or "prevented", truth.by
        elif truth.value is None:
            text = pos.rules.whys.get(f"{ready.name}-assumes", "{card}: what “{name}” asks for is taken to be so.")
            said = text.format(card=holder.name, name=ready.name.replace("-", " "))
            assumed = (*assumed, Assumed(said[:1].upper() + said[1:]))
    return stop, assumed


def _kept_off(pos: Position, ready: Ready, holder: Element) -> _Stop | None:
    """What keeps a status off: the last keyword of its holder that does."""
    kept = [one for keyword in ready.kept_off_by if (one := has_keyword(pos, holder, keyword)).value]
    return ("forbidden", kept[-1].by) if kept else None


def is_of_label(pos: Position, ready: Ready, event: Event) -> bool:
    """Whether an event is made by an ability of the label that a row is about, where it is about one."""
    fact = pos.state.fact(event, f"label-{ready.label}") if ready.label is not None else None
    return ready.label is None or (fact is not None and fact.value is True)


def _holder(
    pos: Position, waiting: WaitingIndex, ability: SubmittedAbility, ready: Ready, role: str, event: Event, step: Step
) -> tuple[Element, tuple[Assumed, ...]] | None:
    """Who in a role bears a ready row by that ability: the card, what it is attached to, whom its text names."""
    own, bearer = pos.table.of(ability), pos.bearer(ability.card)
    if role == "bearer":
        gives = bearer is not None and any(one.part is not None for one in pos.table.abilities_of(bearer))
        return (bearer, ()) if bearer is not None and gives else None
    if ready.source == "cost":
        return _payer(pos, waiting, ability, ready, role, event, step)
    if role in ("*", ""):
        return _in_no_role(pos, waiting, ability, ready, event)
    for name in role.split("|"):
        for one in event.every(name.rstrip("@+~")):
            element = pos.now(one)
            if name.endswith("@"):
                element = pos.table.identity(pos.controller(element)) or element
            if _stands_for(name, element, bearer, ability):
                return own, ()
            assumed = _bears(pos, waiting, ability, ready, own, element, event)
            if assumed is not None:
                return element, assumed
    return None


def _in_no_role(
    pos: Position, waiting: WaitingIndex, ability: SubmittedAbility, ready: Ready, event: Event
) -> tuple[Element, tuple[Assumed, ...]] | None:
    """Who bears a row of no role: the player of the constant that gives it, else the card."""
    own = pos.table.of(ability)
    parts = [part for part in waiting.constants.parts.get(ability.ref, ()) if _is_of(part.effect, ready)]
    if not parts:
        return own, ()
    applied = next((a for part in parts if (a := applies(pos, ability, part, event)) is not None), None)
    return ((pos.table.identity(ability.you) or own), applied) if applied is not None else None


def _stands_for(name: str, element: Element, bearer: Element | None, ability: SubmittedAbility) -> bool:
    """Whether one in a role lets the card itself bear a row: its player (“~”), or what it is attached to (“+”)."""
    if name.endswith("~"):
        return element.player is not None and element.player == ability.you
    return name.endswith("+") and bearer is not None and bearer.key == element.key


def _payer(
    pos: Position, waiting: WaitingIndex, ability: SubmittedAbility, ready: Ready, role: str, event: Event, step: Step
) -> tuple[Element, tuple[Assumed, ...]] | None:
    """Who pays what a constant adds to the cost of the event; None where its words are about another one."""
    for part in waiting.constants.parts.get(ability.ref, ()):
        assumed = applies(pos, ability, part, event) if _is_of(part.effect, ready) else None
        if assumed is None or not isinstance(part.effect, AddedCost):
            continue
        for moment in (*event.occurrence.begun_by, *step.moments):
            bound = bound_by(pos, ability, part, event)
            fit = forbids(pos, ability, part.effect.clause, event, moment, bound)
            if fit is not None:
                return event.one(role) or pos.table.of(ability), (*assumed, *fit.assumed)
    return None


def _bears(
    pos: Position,
    waiting: WaitingIndex,
    ability: SubmittedAbility,
    ready: Ready,
    own: Element,
    element: Element,
    event: Event,
) -> tuple[Assumed, ...] | None:
    """What was assumed for the element to have the ready row by that ability; None where it has not."""
    if ready.source in ("status", "kind"):
        bearer = pos.bearer(ability.card)
        return () if bearer is not None and bearer.key == element.key else None
    if ability.ability is None:
        if own.key == element.key:
            return ()
        grants = ability.card.kind in pos.rules.kinds_with("gives_abilities_to_bearer")
        bearer = pos.bearer(ability.card) if grants else None
        return () if bearer is not None and bearer.key == element.key else None
    for part in waiting.constants.parts.get(ability.ref, ()):
        if _is_of(part.effect, ready):
            if isinstance(part.effect, Gain | Modify):
                found = gives(pos, ability, part, element, event)
            else:
                found = _about(pos, ability, part, element, event)
            if found is not None:
                return found
    icon = ready.source == "icon"
    return () if icon and element.key == own.key else None


def _about(
    pos: Position, ability: SubmittedAbility, part: ConstantPart, element: Element, event: Event
) -> tuple[Assumed, ...] | None:
    """What was assumed for an “allow” or “must” to be about the element."""
    assumed = applies(pos, ability, part, event)
    if assumed is None or not isinstance(part.effect, Forbid | Allow | Oblige | Act):
        return None
    if not _is_of_those(pos, part.effect.clause, Speaker(ability, event)):
        return None
    noun = part.effect.clause.agent or part.effect.clause.patient
    if noun is None:
        return assumed if element.key == pos.table.of(ability).key else None
    fit = fits(pos, noun, element, Speaker(ability, event))
    if fit.match != "yes" and noun.whose is not None and isinstance(part.effect, Oblige):
        fit = fits(pos, noun.whose, element, Speaker(ability, event))  # whose ally must, must have it do so
    return (*assumed, *fit.assumed) if fit.match == "yes" else None


def _is_of_those(pos: Position, clause: Clause, speaker: Speaker) -> bool:
    """“Must defend against Rhino’s attacks”: False where somebody else does what happens."""
    event = speaker.event
    for noun in (clause.to, clause.patient):
        doers = [
            begun.agent for begun in event.occurrence.begun_by if noun is not None and noun.kinds == (begun.event,)
        ]
        if noun is not None and noun.whose is not None and doers:
            those = [element for roles in doers for role in roles for element in event.every(role.rstrip("@"))]
            if those and all(fits(pos, noun.whose, element, speaker).match == "no" for element in those):
                return False
    return True


def _is_of(effect: Effect, ready: Ready) -> bool:
    """Whether a part of a constant is what a ready row is about."""
    sources: tuple[str, ...]
    match effect:
        case Gain():
            sources, name = ("keyword",), effect.keyword
        case Modify():
            sources, name = ("modify", "change-cost"), effect.stat
        case Forbid():
            sources, name = ("cannot",), effect.clause.event
        case Allow():
            sources, name = ("allow",), effect.clause.event
        case AddedCost():
            sources, name = ("cost",), effect.clause.event
        case Oblige() | Act():
            sources, name = ("duty",), effect.clause.event
        case _:
            return False
    return ready.source in sources and ready.name in (name, "*")
