"""Writes the record of a run down as a ruling: every ability in order or excluded, each with its words and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.ability import Ability
from judge.engine.candidates.candidate import Candidate, is_forbid, stands_all_along
from judge.engine.display_names import Telling
from judge.engine.position import Position
from judge.engine.run_record import ExclusionNote, GroupRecord, Trace
from judge.engine.state import Event
from judge.engine.step_citations import rules_of_group, rules_of_step, rules_of_timing
from judge.engine.table_elements import Ref, SubmittedAbility, Table
from judge.engine.waiting_index import WaitingIndex
from judge.rules.model import Citations, Rules, Step
from judge.rulings.ruling import After, Assumption, Exclusion, Group, Ruling, TimelineStep, UnreadPassage, cited
from judge.rulings.ruling_sentences import (
    ANY_WHY,
    Left,
    Names,
    Turn,
    Why,
    answer,
    as_laid,
    bound_words,
    brought_about,
    decided,
    excluded,
    in_class_order,
    in_force,
    in_turn,
    indefinite,
    later,
    listed,
    once_over,
    only_then,
    short,
    understood,
    unread_words,
)  # fmt: skip

_SAID_AT_THE_MOMENT = frozenset({"no-matching-window", "limit-reached", "forbidden"})
"""Reasons of which the rules of the moment say more than what all such exclusions cite."""
_UNDONE_BY = {"cancelled": "cancel", "prevented": "prevent"}
"""Kinds of effects that leave nothing for another of the kind, by the reason then given."""
_STANDING = frozenset({"constant", "keyword", "status", "lasting-effect"})
"""Timings of what waits for nothing."""


def finished(
    table: Table, waiting: WaitingIndex, trace: Trace, pos: Position, unread: tuple[UnreadPassage, ...]
) -> Ruling:
    """The ruling."""
    rules, told = table.rules, Telling(table, pos.state)
    written = trace.written()
    position = {id(group): number for number, group in enumerate(written, 1)}
    groups = [_group(rules, told, group) for group in written]
    order = tuple(_with_after(rules, told, written, groups, number) for number in range(len(groups)))
    rivals = _rivals(trace)
    not_known = _unread_by(unread)
    left = [
        (one, *_left(told, one, trace, trace.notes.get(one.ref) or _never(rules, trace, one), not_known, rivals))
        for one in table.abilities
        if one.ref not in trace.resolved
    ]
    exclusions = tuple(_exclusion(rules, table, waiting, one, note, why) for one, note, why in left)
    names = {card.id: card.name for card in table.dispute.cards}
    not_read = tuple(unread_words(unread, names))
    with_words = len({card.id for card in table.dispute.cards if card.text.parts or card.text.unread or card.unknown})
    said = answer(_turns(told, written), [Left(why.card, why.reason, short(why), why.user) for _, _, why in left])
    return Ruling(
        rules.game,
        rules.edition,
        rules.official,
        order,
        exclusions,
        _timeline(trace, position),
        _assumptions(trace, exclusions, position),
        unread,
        warnings=tuple(dict.fromkeys([*not_read, *trace.warnings])),
        answer=said,
        understood=understood(unread, with_words),
        not_understood=not_read,
        names={one.ref: told.name(one.ref) for one in table.abilities},
    )


def _assumptions(trace: Trace, exclusions: Sequence[Exclusion], position: Mapping[int, int]) -> tuple[Assumption, ...]:
    """What was taken to be so, of abilities that had something to do here."""
    kept = {*trace.resolved, *(one.ability for one in exclusions if one.reason not in ("no-matching-window", "unread"))}
    return tuple(
        Assumption(ref, text, tuple(sorted({position[id(one)] for one in groups if id(one) in position})))
        for (ref, text), groups in trace.assumptions.items()
        if ref is None or ref in kept
    )


def _timeline(trace: Trace, position: Mapping[int, int]) -> tuple[TimelineStep, ...]:
    """The steps reached, with the groups that stand at them."""
    return tuple(
        TimelineStep(
            one.step.shown,
            one.step.title,
            one.within,
            rules_of_step(one.step),
            tuple(position[id(group)] for group in one.groups if id(group) in position),
        )
        for one in trace.timeline
    )


def _never(rules: Rules, trace: Trace, ability: SubmittedAbility) -> ExclusionNote:
    """No moment of the ability ever came: with the rules of the steps reached that say so of its timing."""
    said = rules.features.never_at
    steps = dict.fromkeys(one.step.shown for one in trace.timeline)
    return ExclusionNote(
        "no-matching-window", None, cited(*(said.get(step, {}).get(ability.timing, ()) for step in steps))
    )


# --- the answer


def _turns(told: Telling, written: Sequence[GroupRecord]) -> list[Turn]:
    """The groups as the answer speaks of them; one player's of a round that goes on stand together."""
    turns: dict[object, Turn] = {}
    for number, group in enumerate(written):
        turn = _turn(told, group)
        goes_round = group.used[0].cls.order == "rounds" and turn.user is not None
        key: object = (group.event, group.step.id, turn.user) if goes_round else number
        before = turns.get(key)
        turns[key] = turn if before is None else replace(before, names=(*before.names, *turn.names), one_of=True)
    return list(turns.values())


def _turn(told: Telling, group: GroupRecord) -> Turn:
    users = {None if one.ability.mandatory else one.ability.user for one in group.used}
    return Turn(
        told.names(group),
        users.pop() if len(users) == 1 else None,
        group.decided_by if group.chosen else None,
        _pickable_instead(told, group),
        group.settled and not group.around_open,
    )


def _pickable_instead(told: Telling, group: GroupRecord) -> tuple[str, ...]:
    """The names of what the one who decides could have picked in the place of what was used."""
    if not group.chosen or group.several or (group.used[0].cls.order == "rounds" and len(group.found) == 1):
        return ()
    used = {one.ability.ref for one in group.used}
    return tuple(told.name(ref) for ref in sorted(one.ability.ref for one in group.found) if ref not in used)


# --- groups


def _group(rules: Rules, told: Telling, group: GroupRecord) -> Group:
    used = sorted(group.used, key=lambda one: one.ability.ref)
    timings = {one.ability.timing for one in used}
    mandatory = {one.ability.mandatory for one in used}
    return Group(
        tuple(one.ability.ref for one in used),
        told.names(group),
        group.step.shown,
        group.within,
        timings.pop() if len(timings) == 1 else None,
        mandatory.pop() if len(mandatory) == 1 else None,
        group.decided_by if group.chosen else group.around_decided,
        group.settled and not group.around_open,
        _why(rules, told, group, used),
        rules_of_group(rules, group, used),
        tuple(sorted(one.ability.ref for one in group.found)),
        moment=told.moment(group),
        users=tuple(dict.fromkeys(one.ability.user for one in used if one.ability.user and not one.ability.mandatory)),
        optional=tuple(told.used_as(one) for one in used if not one.ability.mandatory),
        instead=_pickable_instead(told, group),
        rank=used[0].cls.rank,
    )


def _why(rules: Rules, told: Telling, group: GroupRecord, used: Sequence[Candidate]) -> str:
    kinds: dict[str, list[Candidate]] = {}
    for one in sorted(used, key=lambda one: (one.cls.rank, one.ability.ref)):
        kinds.setdefault(_why_key(rules, one, group.step), []).append(one)
    text = " ".join(
        rules.whys.get(key, ANY_WHY).format(
            names=listed([told.used_as(one) for one in found]),
            step=group.step.title,
            user=listed([one.ability.user or "somebody" for one in found]),
        )
        for key, found in kinds.items()
    )
    if group.several and "rounds" in rules.whys:
        text += f" {rules.whys['rounds']}"
    others = _turn(told, group).others
    return decided(text, group.decided_by if group.chosen else None, group.settled, len(used) > 1, others)


def _why_key(rules: Rules, one: Candidate, step: Step) -> str:
    """Which sentence speaks of a candidate: its keyword's, status's, icon's, step's, timing's or class's."""
    ready, timing, ranked = one.ready, one.ability.timing, {cls.id for cls in rules.classes}
    if ready is not None:
        named_so = ready.name if ready.source in ("keyword", "status", "icon") else ""
        tried: Sequence[str] = (named_so, ready.source, "keyword" if timing == "keyword" else "")
    else:
        printed = one.printed if one.printed != timing else ""
        tried = (printed, step.id if one.moment is None else "", "" if timing in ranked else timing)
    return next((key for key in tried if key in rules.whys), one.cls.id)


# --- why one comes after another


def _with_after(
    rules: Rules, told: Telling, written: Sequence[GroupRecord], groups: Sequence[Group], number: int
) -> Group:
    if number == 0:
        return groups[0]
    why, deciding = _after(rules, told, written[number - 1], written[number])
    return replace(groups[number], after=After(number, why, deciding or groups[number].rules))


def _after(rules: Rules, told: Telling, before: GroupRecord, this: GroupRecord) -> tuple[str, Citations]:
    first, second = told.names(before), told.names(this)
    moment, deciding = told.moment(this), cited(this.step.rules)
    earlier = told.moment(before)
    stands_in = this.step.stands_as is not None and told.is_beside(before.event, this.event)
    same = before.event == this.event or stands_in
    if same and before.step.id == this.step.id:
        return _ranked(rules, first, second, moment, before, this)
    if same:
        return later(first, second, earlier, moment), deciding
    if told.cause(this.event) in {one.ability.ref for one in before.used}:
        return brought_about(first, second, told.label(this.event), moment), deciding
    over = told.over(before.event, this.event)
    alike = before.step.id == this.step.id and first != second
    if over is None or (alike and not told.is_within(before.event, this.event)):
        return later(first, second, earlier, moment), deciding
    return once_over(first, second, earlier, moment, over), deciding


def _ranked(
    rules: Rules, first: Names, second: Names, moment: str, before: GroupRecord, this: GroupRecord
) -> tuple[str, Citations]:
    """Why one stands before another at the same step: their classes, the round, the circle, or what came about."""
    one, other = before.used[0].cls, this.used[0].cls
    if all(stands_all_along(candidate) or is_forbid(candidate) for candidate in this.used):
        return in_force(first, second, moment), cited(other.rules, other.ranked)
    if one.id != other.id:
        ahead, behind = (rules.called.get(cls.id, f"{cls.id.replace('-', ' ')} abilities") for cls in (one, other))
        return in_class_order(first, second, moment, ahead, behind), cited(other.ranked, one.rules, other.rules)
    if other.order in ("rounds", "seats"):
        mine, theirs = (group.used[0].ability.user or group.used[0].ability.you for group in (before, this))
        said = in_turn(first, second, moment, mine, theirs, other.order == "rounds")
        return said, cited(other.shared, other.rules)
    if other.order in ("circle", "dealt"):
        how = "it goes clockwise" if other.order == "circle" else "they resolve in the order in which they were dealt"
        return as_laid(first, second, moment, how), cited(other.shared, other.rules, this.step.rules)
    return only_then(first, second, moment), cited(other.rules, this.step.rules)


# --- exclusions


def _left(
    told: Telling,
    one: SubmittedAbility,
    trace: Trace,
    note: ExclusionNote,
    unread: Mapping[Ref, Sequence[str]],
    rivals: Mapping[Ref, Sequence[GroupRecord]],
) -> tuple[ExclusionNote, Why]:
    """What is said of an ability that does not resolve."""
    said, tree = one.ability, one.tree
    event = told.event(note)
    trigger = said.trigger if said is not None and tree is not None and tree.trigger is not None else None
    words = unread.get(one.ref, ())
    by_it = event is not None and _is_stopped(event, note)
    you = one.you or one.user
    meets, doing = _how_it_acts(one)
    why = Why(
        told.name(one.ref),
        note.reason,
        by=told.name(note.by) if note.by else None,
        you=you,
        user=one.user,
        active=told.table.dispute.active,
        what=told.happening(note),
        meets="which {} answers" if trigger else meets,
        doing=doing,
        itself=not by_it,
        rival=_was_with(one, rivals.get(note.by or "", ())) or (not by_it and _came_too_late(one, note)),
        trigger=f"{trigger.word} {trigger.text}" if trigger is not None else "",
        stands=one.timing in _STANDING,
        gap=one.ref in trace.gaps,
        timing=indefinite(f"{one.timing.replace('-', ' ')} ability"),
        bound=_bound_said(said),
        form=(said.form if said is not None else None) or "another",
        now=told.form_of(you),
        resolving=told.player_of(event),
        unread=f"“{'”, “'.join(words)}”" if words else "its text is not known",
    )
    return note, why


def _is_stopped(event: Event, note: ExclusionNote) -> bool:
    """Whether what stopped the event is what left the ability out."""
    return event.stop is not None and event.stop[:2] == (note.reason, note.by)


def _bound_said(ability: Ability | None) -> str:
    bound = (ability.limit or ability.max) if ability is not None else None
    return bound_words(bound.times, bound.per) if bound else ""


def _was_with(one: SubmittedAbility, groups: Sequence[GroupRecord]) -> bool:
    return any(one.ref == other.ability.ref for group in groups for other in group.found)


def _came_too_late(ability: SubmittedAbility, note: ExclusionNote) -> bool:
    """Whether it was not used because another had done already what it would have: of two cancels the second."""
    kinds = ability.ability.effect_kinds if ability.ability is not None else ()
    return note.window is not None and _UNDONE_BY.get(note.reason) in kinds


def _how_it_acts(ability: SubmittedAbility) -> tuple[str, str]:
    """“on which … acts” and “acting” of what stands, “in which … is used” and “being used” of what somebody may use."""
    if ability.timing in _STANDING:
        return "on which {} acts", "acting"
    return ("in which {} acts", "resolving") if ability.mandatory else ("in which {} is used", "being used")


def _rivals(trace: Trace) -> Mapping[Ref, Sequence[GroupRecord]]:
    """By what was used: the groups in which somebody could have used something else instead."""
    found: dict[Ref, list[GroupRecord]] = {}
    for group in trace.groups:
        for used in group.used if len(group.used) < len(group.found) else ():
            found.setdefault(used.ability.ref, []).append(group)
    return found


def _unread_by(unread: Sequence[UnreadPassage]) -> Mapping[Ref, Sequence[str]]:
    """The words that were not read, by the ability that has them, or the card where it is not known which has."""
    found: dict[Ref, list[str]] = {}
    for one in unread:
        if one.at != (0, 0):
            found.setdefault(one.card if one.ability is None else one.ability, []).append(one.text)
    return found


def _exclusion(
    rules: Rules, table: Table, waiting: WaitingIndex, one: SubmittedAbility, note: ExclusionNote, why: Why
) -> Exclusion:
    by = table.by_ref.get(note.by or "")
    found = _exclusion_rules(rules, waiting, one, note, by)
    return Exclusion(one.ref, note.reason, note.by, excluded(why), found, short(why))


def _exclusion_rules(
    rules: Rules, waiting: WaitingIndex, one: SubmittedAbility, note: ExclusionNote, by: SubmittedAbility | None
) -> Citations:
    behind = _rules_of(rules, waiting.names.get(by.ref, ())) if by is not None else ()
    cannot = by is not None and any(source == "cannot" for source, _ in waiting.names.get(by.ref, ()))
    why = note.reason if note.reason != "forbidden" or cannot or "silenced" not in rules.reasons else "silenced"
    reasons = _reason_rules(rules, why, one) if why == note.reason or not note.rules else ()
    own = _rules_of(rules, waiting.names.get(one.ref, ()))
    timing = rules_of_timing(rules, one)
    itself = (
        _reason_rules(rules, "self-reference", one)
        if note.reason == "no-matching-window" and _speaks_of_itself(one)
        else ()
    )
    if note.reason in _SAID_AT_THE_MOMENT:
        found = cited(note.rules, behind, reasons, itself, own, () if own else timing)
    else:
        found = cited(reasons, behind, note.rules, own, () if own else timing)
    return found or rules.features.fallback


def _rules_of(rules: Rules, names: Sequence[tuple[str, str]]) -> Citations:
    return cited(*(ready.rules for name in names for ready in rules.ready if (ready.source, ready.name) == name))


def _reason_rules(rules: Rules, reason: str, one: SubmittedAbility) -> Citations:
    """What an exclusion for a reason cites, in the wording for the ability's timing where there is one."""
    said = rules.reasons.get(reason)
    if said is None:
        return ()
    plain = one.timing.removeprefix("forced-")
    return said.of_timing.get(one.timing) or said.of_timing.get(plain) or said.rules


def _speaks_of_itself(one: SubmittedAbility) -> bool:
    """Whether the trigger names the card that bears it, so that another card of that title is none of its business."""
    trigger = one.tree.trigger if one.tree is not None else None
    nouns = [
        noun
        for clause in (trigger.clauses if trigger else ())
        for noun in (clause.agent, clause.patient)
        if noun is not None
    ]
    return any(noun.head == "this" or noun.name == one.card.name for noun in nouns)
