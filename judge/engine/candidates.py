"""What may resolve at a step now: abilities whose moment it is, ready rows, printed timings, lasting effects that
end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from judge.cardtext.tree import Clause, Forbid, Gain, Lasting, Modify
from judge.disputes.submitted import Card
from judge.engine.candidate import Candidate
from judge.engine.conditions import all_hold, has_keyword, suffers
from judge.engine.constants import Part
from judge.engine.effort import WEIGHING
from judge.engine.events import MomentFit, trigger_fits
from judge.engine.forbidden_use import forbidden_use
from judge.engine.in_force import applies, bound_by, forbids, gives
from judge.engine.nouns import fits
from judge.engine.position import Position, Speaker
from judge.engine.standing import gone
from judge.engine.state import Assumed, Event
from judge.engine.table import Element, Ref, SubmittedAbility
from judge.engine.use import REASONS, Refusal, refusal
from judge.engine.waiting import Waiting
from judge.rules.model import AbilityClass, Moment, Ready, Step


def class_of(pos: Position, ability: SubmittedAbility) -> AbilityClass | None:
    """The class in which an ability's timing stands; None for a timing that has none."""
    trigger = ability.tree.trigger if ability.tree is not None else None
    would = trigger is not None and trigger.would
    found = [cls for cls in pos.rules.classes if ability.timing in cls.timings and cls.would in (None, would)]
    lasting = (
        [cls for cls in found if not cls.once] if trigger is not None else []
    )  # what waits for a moment answers each
    return next(iter(lasting or found), None)


def class_named(pos: Position, name: str) -> AbilityClass | None:
    """A class by id."""
    return next((cls for cls in pos.rules.classes if cls.id == name), None)


def candidates(pos: Position, waiting: Waiting, event: Event, step: Step) -> list[Candidate]:
    """Everything submitted whose moment this is, each once, with the reason why it may not be used where there is
    one.
    """
    sources = [(event, step)]
    if step.moments and event.deferred and any(moment.word == "after" for moment in step.moments):
        for serial, step_id in event.deferred:
            inner = pos.state.events.get(serial)
            if inner is not None:
                sources.append((inner, next(one for one in inner.occurrence.steps if one.id == step_id)))
    found: dict[Ref, Candidate] = {}
    for where, at in sources:
        for candidate in _all_at(pos, waiting, where, at):
            other = found.get(candidate.ability.ref)
            if other is None or (other.reason is not None and candidate.reason is None):
                found[candidate.ability.ref] = candidate
    pos.table.effort.spend(len(found) + WEIGHING)
    found = {ref: _beaten(one, found.values()) for ref, one in found.items()}
    _let_protectors_stand(pos, waiting, event, step, found)
    return list(found.values())


def _beaten(candidate: Candidate, others: Iterable[Candidate]) -> Candidate:
    """What one effect says can be done and another that it can’t: can’t beats can."""
    if candidate.ready is None or candidate.ready.source != "allow" or candidate.reason is not None:
        return candidate
    name = candidate.ready.name
    for one in others:
        if is_forbid(one) and one.ready is not None and one.reason is None and _forbids(one, name):
            return replace(candidate, reason="forbidden", by=one.ability.ref, rules=one.ready.rules)
    return candidate


def _forbids(candidate: Candidate, name: str) -> bool:
    """Whether a “cannot” beats the “can” of an event."""
    said = candidate.forbids[0].event if candidate.forbids is not None else None
    return said == name or (candidate.ready is not None and name in candidate.ready.beats)


def _let_protectors_stand(
    pos: Position, waiting: Waiting, event: Event, step: Step, found: dict[Ref, Candidate]
) -> None:
    """What forbids an ability's use, or all that it would do, stands here, where it does so."""
    cls = class_named(pos, "constant")
    for candidate in list(found.values()):
        by = pos.table.by_ref.get(candidate.by or "")
        forbids_use = candidate.reason == "forbidden" and by is not None and by.ref in waiting.constants.parts
        if forbids_use and by is not None and by.ref not in found and cls is not None:
            found[by.ref] = Candidate(by, event, step, cls, None, PROTECTS)


def _all_at(pos: Position, waiting: Waiting, event: Event, step: Step) -> Iterator[Candidate]:
    yield from _of_moments(pos, waiting, event, step)
    yield from _of_ready(pos, waiting, event, step)
    yield from _of_cannot(pos, waiting, event, step)
    yield from _printed(pos, waiting, event, step)
    yield from _ending(pos, waiting, event, step)


def again(pos: Position, waiting: Waiting, candidate: Candidate) -> Candidate | None:
    """The candidate as it stands now, after others resolved; None where it no longer fits."""
    event = pos.state.events.get(candidate.event.serial)
    if event is None:
        return None
    for one in _all_at(pos, waiting, event, candidate.step):
        if one.ability.ref == candidate.ability.ref and (one.ready is None) == (candidate.ready is None):
            return one
    return None


# --- abilities that wait for a moment


def _moments(pos: Position, event: Event, step: Step) -> Iterator[tuple[Moment, tuple[Assumed, ...]]]:
    """Lazily, the moments of a step, and what was assumed for those that depend on something."""
    for moment in step.moments:
        yield moment, ()
    for conditions, moments in step.more_moments:
        truth = all_hold(pos, conditions, event)
        if truth.value is False:
            continue
        open_ = truth.value is None
        taken = (
            (Assumed(f"It was not said otherwise, so at “{step.title}” what a text asks for is taken to be so."),)
            if open_
            else ()
        )
        yield from ((moment, taken) for moment in moments)


def _of_moments(pos: Position, waiting: Waiting, event: Event, step: Step) -> Iterator[Candidate]:
    for moment, taken in _moments(pos, event, step):
        for ability in waiting.at_moment(event.occurrence, moment):
            pos.table.effort.spend()
            if ability.answers and moment.word != "after":
                continue  # a response worded otherwise finds no window
            if step.only_effect and not _does(ability, step.only_effect):
                continue
            tree, cls = ability.tree, class_of(pos, ability)
            if tree is None or tree.trigger is None or cls is None:
                continue
            speaker = Speaker(ability, event, moment)
            fit = trigger_fits(pos, tree.trigger, moment, speaker)
            if ability.before:
                name = ability.card.name
                left = Assumed(f"{name} is taken to have done the rest before; what it left for later happens now.")
                fit = replace(fit, assumed=(left, *fit.assumed)) if fit is not None else None
            barred = event.forbidden_deeds.get(moment.event)
            if fit is not None and barred is not None and barred != ability.ref:
                fit = replace(fit, reason=fit.reason or "forbidden", by=fit.by or barred)
            if fit is not None:
                by = event.bars(moment) if fit.reason is None else None
                reason = "forbidden" if by is not None else fit.reason
                yield refused(
                    pos,
                    waiting,
                    Candidate(
                        ability,
                        event,
                        step,
                        cls,
                        moment,
                        reason=reason,
                        by=by or fit.by,
                        assumed=(*taken, *fit.assumed),
                    ),
                )


def _does(ability: SubmittedAbility, kind: str) -> bool:
    return ability.ability is not None and kind in ability.ability.effect_kinds


def refused(pos: Position, waiting: Waiting, candidate: Candidate) -> Candidate:
    """The candidate with the first reason that keeps it from being used, if there is one."""
    found: list[Refusal] = [Refusal(candidate.reason, candidate.by)] if candidate.reason is not None else []
    speaker = Speaker(candidate.ability, candidate.event, candidate.moment)
    more, assumed = refusal(pos, speaker, candidate.printed)
    found += more
    if (
        candidate.ready is None
        and (by := forbidden_use(pos, waiting.constants, speaker, candidate.printed)) is not None
    ):
        found.append(by)
    if not found:
        return replace(candidate, assumed=(*candidate.assumed, *assumed))
    first = min(found, key=lambda one: REASONS.index(one.reason))
    return replace(candidate, reason=first.reason, by=first.by, rules=first.rules)


# --- ready rows: keywords, statuses, icons, values that constants change


def _of_ready(pos: Position, waiting: Waiting, event: Event, step: Step) -> Iterator[Candidate]:
    for ready, role in pos.rules.ready_at.get(step.id, ()):
        if ready.source == "cannot":
            continue
        cls = class_named(pos, ready.cls)
        if cls is None:
            continue
        for ability in waiting.of_ready(ready.source, ready.name):
            pos.table.effort.spend()
            if ability.timing == "lasting-effect" and ready.source != "kind" and _ends_within(pos, ability, event):
                continue  # what ends here stands where it ends
            candidate = _ready(pos, waiting, ability, ready, role, event, step, cls)
            if candidate is not None:
                yield candidate


def _ready(
    pos: Position,
    waiting: Waiting,
    ability: SubmittedAbility,
    ready: Ready,
    role: str,
    event: Event,
    step: Step,
    cls: AbilityClass,
) -> Candidate | None:
    if ready.label is not None and not ((fact := pos.state.fact(event, f"label-{ready.label}")) and fact.value):
        return None
    found = _holder(pos, waiting, ability, ready, role, event)
    if found is None:
        return None
    holder, assumed = found
    reason, by = None, None
    for condition in ready.conditions:
        truth = all_hold(pos, (condition,), event, holder)
        if truth.value is False and truth.by is None:
            in_form = any(atom.relation == "in" for atom in condition)
            if not in_form:
                return None
            reason = "wrong-form"
        elif truth.value is False:
            reason, by = truth.how or "prevented", truth.by
        elif truth.value is None:
            text = pos.rules.whys.get(f"{ready.name}-assumes", "{card}: what “{name}” asks for is taken to be so.")
            assumed = (*assumed, Assumed(text.format(card=holder.name, name=ready.name.replace("-", " "))))
    if ready.source == "status" and ready.doubled_by and not suffers(pos, holder, ready.name):
        return None
    for keyword in ready.kept_off_by if ready.source == "status" else ():
        kept = has_keyword(pos, holder, keyword)
        if kept.value:
            reason, by = "forbidden", kept.by
    candidate = Candidate(
        ability, event, step, cls, None, ready, role, holder=holder, reason=reason, by=by, assumed=assumed
    )
    return refused(pos, waiting, candidate)


def _holder(
    pos: Position, waiting: Waiting, ability: SubmittedAbility, ready: Ready, role: str, event: Event
) -> tuple[Element, tuple[Assumed, ...]] | None:
    """Who in a role bears a ready row by that ability: the card, what it is attached to, whom its text names."""
    own = pos.table.of(ability)
    if role == "bearer":
        bearer = pos.bearer(ability.card)
        return (
            (bearer, ())
            if bearer is not None and any(one.part is not None for one in pos.table.abilities_of(bearer))
            else None
        )
    if role in ("*", ""):
        parts = [part for part in waiting.constants.parts.get(ability.ref, ()) if _is_of(part.effect, ready)]
        if parts:
            applied = next((a for part in parts if (a := applies(pos, ability, part, event)) is not None), None)
            return ((pos.table.identity(ability.you) or own), applied) if applied is not None else None
        return own, ()
    for name in role.split("|"):
        plain_name = name.rstrip("@+~")
        for one in event.every(plain_name):
            element = pos.now(one)
            if name.endswith("@"):
                element = pos.table.identity(pos.controller(element)) or element
            if name.endswith("~") and element.player is not None and element.player == ability.you:
                return own, ()
            bearer = pos.bearer(ability.card)
            if name.endswith("+") and bearer is not None and bearer.key == element.key:
                return own, ()
            assumed = _bears(pos, waiting, ability, ready, own, element, event)
            if assumed is not None:
                return element, assumed
    return None


def _bears(
    pos: Position,
    waiting: Waiting,
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
    pos: Position, ability: SubmittedAbility, part: object, element: Element, event: Event
) -> tuple[Assumed, ...] | None:
    """What was assumed for an “allow” or “must” to be about the element."""
    clause = part.effect.clause  # type: ignore[attr-defined]
    noun = clause.agent or clause.patient
    assumed = applies(pos, ability, part, event)  # type: ignore[arg-type]
    if assumed is None:
        return None
    if noun is None:
        return assumed if element.key == pos.table.of(ability).key else None
    fit = fits(pos, noun, element, Speaker(ability, event))
    return (*assumed, *fit.assumed) if fit.match == "yes" else None


def _is_of(effect: object, ready: Ready) -> bool:
    """Whether a part of a constant is what a ready row is about."""
    if isinstance(effect, Gain):
        return ready.source == "keyword" and ready.name in (effect.keyword, "*")
    if isinstance(effect, Modify):
        return ready.source in ("modify", "change-cost") and ready.name in (effect.stat, "*")
    if isinstance(effect, Lasting):
        return _is_of(effect.effect, ready)
    event = getattr(getattr(effect, "clause", None), "event", None)
    source = {"Forbid": "cannot", "Allow": "allow", "Oblige": "duty", "Act": "duty"}.get(type(effect).__name__)
    return source == ready.source and ready.name in (event, "*")


# --- “cannot”


def _of_cannot(pos: Position, waiting: Waiting, event: Event, step: Step) -> Iterator[Candidate]:
    """Constants that forbid the event, at the step where that makes its difference."""
    if not waiting.any_cannot:
        return
    cls = class_named(pos, "constant")
    rows: list[tuple[Ready | None, str]] = [
        (r, role) for r, role in pos.rules.ready_at.get(step.id, ()) if r.source == "cannot"
    ]
    if step.id == forbidden_at(event) or event.occurrence.deeds:
        rows.append((None, ""))
    if cls is None or not rows:
        return
    forbiddable = forbiddable_as(event, step)
    parts = {ready.name for ready in pos.rules.ready if ready.bars and any(_is_at(at, event) for at, _ in ready.at)}
    general = {name: moments for name, moments in forbiddable.items() if name not in parts}
    for row, role in rows:
        names = general if row is None else {row.name: forbiddable.get(row.name, [])}
        for name, moments in names.items():
            for ability, part in waiting.constants.forbidding.get(name, ()):
                pos.table.effort.spend()
                candidate = _cannot(pos, ability, part, event, step, cls, row, role, moments)
                if candidate is not None:
                    yield candidate


def _is_at(step: str, event: Event) -> bool:
    return step.partition("/")[0] == event.occurrence.type


def _cannot(
    pos: Position,
    ability: SubmittedAbility,
    part: Part,
    event: Event,
    step: Step,
    cls: AbilityClass,
    row: Ready | None,
    role: str,
    moments: Sequence[Moment],
) -> Candidate | None:
    """A “cannot” that is about the event, or of a row about who fills its role."""
    effect = part.effect
    if not isinstance(effect, Forbid) or effect.beyond is not None:
        return None
    clause = effect.clause
    if row is not None and (
        row.variant not in (None, clause.variant) or (row.thing is not None and clause.thing not in (None, row.thing))
    ):
        return None
    assumed = applies(pos, ability, part, event, even_gone=True)
    if assumed is None:
        return None
    words: tuple[Clause, Moment] | None = None
    if moments:
        fitting = [
            (moment, fit)
            for moment in moments
            if (fit := forbids(pos, ability, clause, event, moment, bound_by(pos, ability, part, event))) is not None
        ]
        if not fitting:
            return None
        words = (clause, fitting[0][0])
        assumed = (*assumed, *fitting[0][1].assumed)
        holder = event.one(role.split("|", maxsplit=1)[0].rstrip("@+~")) if role not in ("", "*") else None
    else:
        found = _whom(pos, ability, clause, event, role)
        if found is None:
            return None
        holder, more = found
        assumed = (*assumed, *more)
    if row is not None and all_hold(pos, row.conditions, event, holder).value is False:
        return None
    barred = tuple(moment for moment, _ in fitting) if moments and row is not None and row.bars else ()
    stop = gone(pos, ability, event)
    return Candidate(
        ability, event, step, cls, None, row or GENERAL, reason=stop[0] if stop else None, by=stop[1] if stop else None,
        holder=holder, assumed=assumed, forbids=words, barred=barred,
    )  # fmt: skip


def _whom(
    pos: Position, ability: SubmittedAbility, clause: Clause, event: Event, role: str
) -> tuple[Element, tuple[Assumed, ...]] | None:
    """Who in a role a “cannot” is about that forbids no event here itself."""
    noun = clause.patient or clause.agent
    own = pos.table.of(ability)
    if role == "*" or noun is None:
        return own, ()
    for name in role.split("|"):
        for one in event.every(name.rstrip("@+~")):
            fit = fits(pos, noun, one, Speaker(ability, event))
            if fit.match == "yes":
                return pos.now(one), fit.assumed
    return None


GENERAL = Ready("*", "cannot", (), "constant", ())
"""A “cannot” about an event for which the rules have no row of their own."""
PROTECTS = Ready("protects", "cannot", (), "constant", ())
"""A “cannot” that keeps an ability from being used, and the event itself as it is."""


def forbidden_at(event: Event) -> str:
    """The step where a “cannot” about the event makes its difference."""
    occurrence = event.occurrence
    at = occurrence.forbidden_at
    return (at if "/" in at else f"{occurrence.type}/{at}") if at is not None else occurrence.steps[0].id


def forbiddable_as(event: Event, at: Step) -> dict[str, list[Moment]]:
    """The events that an occurrence is, each with the moments that tell who takes part; of deeds those of this step."""
    found: dict[str, list[Moment]] = {}
    for moment in event.occurrence.begun_by if at.id == forbidden_at(event) else ():
        found.setdefault(moment.event, []).append(moment)
    for step in event.occurrence.steps:
        for moment in step.moments if step.id == at.id or not event.occurrence.deeds else ():
            if moment.word in ("would", "when"):
                found.setdefault(moment.event, []).append(moment)
    return found


# --- printed timings, and what ends


def _printed(pos: Position, waiting: Waiting, event: Event, step: Step) -> Iterator[Candidate]:
    for timing, role in step.printed:
        for ability in printed_at(pos, waiting, timing, role, event):
            pos.table.effort.spend()
            cls = class_of(pos, ability) or class_named(pos, timing)
            if cls is None:
                continue
            candidate = Candidate(ability, event, step, cls, printed=timing)
            by = blocked(pos, event, timing, ability.card)
            label = pos.rules.labels.get(timing)
            barred = _barred(pos, event, timing)
            if barred is not None:
                yield replace(candidate, reason="forbidden", by=barred)
            elif by is not None:
                yield replace(candidate, reason="cancelled", by=by)
            elif label is not None and event.stop is not None and event.stop[0] == "replaced":
                # what makes the attack is itself cancelled, not replaced
                yield replace(candidate, reason="cancelled", by=event.stop[1], rules=label.cancel_rules)
            else:
                yield refused(pos, waiting, candidate)


def _barred(pos: Position, event: Event, timing: str) -> Ref | None:
    """What forbids the deed that printed abilities of a timing are here."""
    rows = (row for row in pos.rules.cancels if row.at == event.occurrence.type and row.timing == timing)
    return next((event.forbidden_deeds[row.thing] for row in rows if row.thing in event.forbidden_deeds), None)


def blocked(pos: Position, event: Event, timing: str, card: Card) -> Ref | None:
    """What has cancelled printed abilities of a timing, on a card of that kind, here."""
    for one in pos.state.around(event):
        by = one.gone.get((timing, None)) or one.gone.get((timing, card.kind))
        if by is not None:
            return by
        if not one.shares_facts:
            return None
    return None


def printed_at(pos: Position, waiting: Waiting, timing: str, role: str, event: Event) -> Iterator[SubmittedAbility]:
    """Lazily, abilities that resolve at a step because of their timing alone, on the card in the role (“*”:
    anybody's).
    """
    if timing in pos.rules.labels:
        yield from makers(pos, waiting, timing, role, event)
        return
    element = event.one(role) if role != "*" and role[:1] != "=" else None
    if timing == "played":
        if element is not None and element.card is not None and pos.is_kind(element, "event") is not False:
            yield from (
                one
                for one in pos.table.abilities_of(element)
                if one.card is element.card and one.ability is not None and not _is_trigger(one)
            )
        return
    kinds = role[1:].split("|") if role[:1] == "=" else ()
    group = {one.key for one in event.every(role)} if role != "*" else set()
    for ability in waiting.by_timing.get(timing, ()):
        own = pos.table.of(ability)
        if (role == "*" or own.key in group or (kinds and _may_be(pos, ability.card, kinds))) and (
            event.thing is None
            or timing != event.variant
            or ability.ability is None
            or ability.ability.name in (None, event.thing)
        ):
            yield ability


def _is_trigger(ability: SubmittedAbility) -> bool:
    return ability.tree is not None and ability.tree.trigger is not None


def _may_be(pos: Position, card: Card, kinds: Sequence[str]) -> bool:
    """Whether the card is of one of the kinds; of unknown kind, whether it lies at a place as such cards do."""
    placed = pos.rules.kinds_with("lies_at_place")
    return card.kind in kinds or (
        card.kind is None and any((kind in placed) == (card.location is not None) for kind in kinds)
    )


def makers(pos: Position, waiting: Waiting, label: str, role: str, event: Event) -> Sequence[SubmittedAbility]:
    """The submitted ability that makes this attack or thwart: its controller's with that label, where it is not
    basic.
    """
    basic = pos.state.fact(event, "basic")
    controller = event.one(role)
    made_elsewhere = event.cause is not None
    if made_elsewhere or (basic is not None and basic.value) or controller is None:
        return ()
    mine = [
        one
        for one in waiting.by_label.get(label, ())
        if one.you == controller.player
        and (timing := pos.rules.timings.get(one.timing)) is not None
        and timing.makes_labeled
    ]
    return mine[:1]


def _ending(pos: Position, waiting: Waiting, event: Event, step: Step) -> Iterator[Candidate]:
    """Submitted lasting effects that end with a duration here; those until “your” turn not with another player's."""
    cls = class_named(pos, "lasting-effect")
    if not step.ends or cls is None:
        return
    for ability in waiting.by_ready.get(("kind", "lasting-effect"), ()):
        pos.table.effort.spend()
        until = _until(ability)
        if until in step.ends:
            reason = None if ends_here(pos, until, ability.you, event) else "wrong-turn"
            yield Candidate(ability, event, step, cls, ends=until, reason=reason)


def ends_here(pos: Position, until: str, you: str | None, event: Event) -> bool:
    """Whether a duration of a player's effect ends in the event: one that lasts until “your” turn only in that turn."""
    acting = event.one(event.occurrence.acting) if event.occurrence.acting else None
    return until not in pos.rules.features.own_durations or you is None or acting is None or acting.player == you


def _ends_within(pos: Position, ability: SubmittedAbility, event: Event) -> bool:
    """Whether the end of a lasting effect is reached in the event, or in one around it."""
    until = _until(ability)
    return any(until in step.ends for outer in pos.state.around(event) for step in outer.occurrence.steps)


def _until(ability: SubmittedAbility) -> str:
    effect = ability.tree.effect if ability.tree is not None else None
    parts = getattr(effect, "effects", (effect,))
    return next((part.until for part in parts if isinstance(part, Lasting)), "")


def is_forbid(candidate: Candidate) -> bool:
    """Whether the candidate is a “cannot” that forbids the event itself."""
    return candidate.ready is not None and candidate.ready.source == "cannot" and candidate.ready is not PROTECTS


__all__ = ["Candidate", "Forbid", "MomentFit", "again", "candidates", "makers", "printed_at"]
