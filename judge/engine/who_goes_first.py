"""Who goes first at a step: classes first to last; in a class together, by seat, in rounds, in a circle, as dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.engine.candidates.candidate import Candidate
from judge.engine.condition_checks import has_keyword
from judge.engine.effects.card_effects import ends_what_it_answers, replaces
from judge.engine.position import Position
from judge.engine.state import Event
from judge.engine.table_elements import Ref
from judge.engine.tasks import Rounds
from judge.rules.model import AbilityClass, Citations, OpenQuestion, Step


@dataclass(frozen=True, slots=True)
class Chosen:
    """The next group at a step: who is in it, in the order in which they resolve, and who decided that.

    `found` are all that the decider could pick from; `rest` says whether the round goes on, and with whom.
    """

    members: tuple[Candidate, ...]
    found: tuple[Candidate, ...]
    decider: str | None = None
    settled: bool = True
    always: bool = False
    """The decider is named though the group has one member: opportunities of several go round."""
    several: bool = False
    shared: bool = False
    open_rules: Citations = ()
    warnings: tuple[tuple[str, Citations], ...] = ()
    assumed: tuple[str, ...] = ()
    rounds: Rounds | None = None


def next_group(
    pos: Position,
    event: Event,
    step: Step,
    pending: Sequence[Candidate],
    rounds: Rounds | None,
    preferred: Mapping[Ref, int],
) -> Chosen:
    """The next group among what may resolve at a step now, which is `ordered`."""
    opened = _open_group(pos, step, pending)
    if opened is not None:
        return opened
    if rounds is not None and (mine := [one for one in pending if one.cls.id == rounds.cls]):
        return _round(pos, mine, rounds, preferred)
    cls = min((one.cls for one in pending), key=lambda cls: cls.rank)
    found = [one for one in pending if one.cls is cls]
    starts = cls.start is None or event.one(cls.start) is not None
    if cls.order == "rounds" and starts:
        return _first_round(pos, event, found, preferred)
    if cls.order in ("seats", "rounds"):
        return _seats(pos, event, step, cls, found)
    if cls.order == "circle":
        return _circle(pos, event, step, cls, found)
    if cls.order == "dealt":
        first = min(found, key=_place_dealt)
        return Chosen((first,), (first,))
    return _together(pos, step, cls, found, decider_of(pos, event, cls, found))


def ordered(found: Sequence[Candidate], preferred: Mapping[Ref, int]) -> tuple[Candidate, ...]:
    """By preference, then those that leave the others something to act on, then by reference."""
    return tuple(sorted(found, key=lambda one: _place(one, preferred)))


def _place(candidate: Candidate, preferred: Mapping[Ref, int]) -> tuple[int, bool, Ref]:
    word = candidate.moment.word if candidate.moment is not None else None
    ends = False
    if word is not None and word != "after" and candidate.ready is None and candidate.ability.tree is not None:
        ends = ends_what_it_answers(candidate.ability.tree.effect, word)
    return preferred.get(candidate.ability.ref, len(preferred)), ends, candidate.ability.ref


def _place_dealt(one: Candidate) -> tuple[int, int, Ref]:
    card = one.ability.card
    return card.dealt or card.place + 1, card.place, one.ability.ref


def _first_round(pos: Position, event: Event, found: Sequence[Candidate], preferred: Mapping[Ref, int]) -> Chosen:
    """The first opportunity of a round, from the player on with whom it starts."""
    several = len({one.ability.user for one in found}) > 1
    rounds = Rounds(found[0].cls.id, _seats_from(pos, event, found[0].cls), several and _any_twice(found))
    return _round(pos, found, rounds, preferred, several)


def _open_group(pos: Position, step: Step, pending: Sequence[Candidate]) -> Chosen | None:
    """Candidates between which the edition leaves the order open."""
    there = {one.cls.id for one in pending}
    if sum(not there.isdisjoint(classes) for classes in step.open) > 1:
        found = tuple(one for one in pending if any(one.cls.id in classes for classes in step.open))
        return _left_open(pos, found, step.open_rules)
    question = pos.rules.open_questions.get("replacements")
    if question is not None:
        first = min(one.cls.rank for one in pending)
        replacing = tuple(one for one in pending if _replaces(one))
        if len(replacing) > 1 and any(one.cls.rank == first for one in replacing):
            return _left_open(pos, replacing, question.rules)
    return None


def _replaces(one: Candidate) -> bool:
    """Whether it would put something else in place of what it answers."""
    tree = one.ability.tree
    return one.moment is not None and one.moment.word != "after" and tree is not None and replaces(tree.effect)


def _left_open(pos: Position, found: tuple[Candidate, ...], rules: Citations) -> Chosen:
    says = pos.rules.open_questions.get("order")
    text = says.says if says is not None else "The rules do not say which of these comes first; {who} decides."
    warning = (text.format(who=pos.first_player), rules)
    return Chosen(found, found, pos.first_player, False, open_rules=rules, warnings=(warning,), shared=True)


def _open_in_class(cls: AbilityClass, case: str, found: Sequence[Candidate], decider: str | None = None) -> Chosen:
    """Candidates of a class all at once, since its rules leave their order open in this case."""
    together, warning = tuple(found), (cls.open[case], cls.open_rules)
    return Chosen(together, together, decider, False, open_rules=cls.open_rules, warnings=(warning,), shared=True)


def decider_name(pos: Position, who: str | None) -> str | None:
    """The name of one who orders a class; None where there is nobody."""
    return {"first-player": pos.first_player, "active-player": pos.active}.get(who or "", who)


def decider_of(pos: Position, event: Event, cls: AbilityClass, found: Sequence[Candidate]) -> str | None:
    """Who orders the class here: the one whose choices all of it are (“user”), the player in a role, else the one it
    names.
    """
    for name in (cls.decider or "").split("|"):
        if name == "user":
            users = {None if one.ability.mandatory else one.ability.user for one in found}
            if len(users) == 1 and None not in users:
                return users.pop()
        element = event.one(name)
        if element is not None and element.player is not None:
            return element.player
    return decider_name(pos, cls.decider.split("|")[-1] if cls.decider else None)


def _together(
    pos: Position,
    step: Step,
    cls: AbilityClass,
    found: Sequence[Candidate],
    decider: str | None,
) -> Chosen:
    """Abilities that stand together; what the rules leave open between them is said."""
    # of several that replace one thing one is used: that is a choice, and no order is open
    cases = [] if all(map(_replaces, found)) else _cases(cls.open, found, pos.active)
    told = [*(cls.open[case] for case in cases), *(cls.doubts[case] for case in _cases(cls.doubts, found, pos.active))]
    warnings = [(sentence, cls.open_rules) for sentence in told]
    token = _moved_token(pos, step, decider) if len(found) > 1 else None
    if token is not None:
        warnings.append((token.says.format(who=decider), token.rules))
    settled = not (cases or token) or len(found) == 1
    one = _are_one(pos, found)
    standing = all(map(_stands, found))
    rules = warnings[-1][1] if warnings else ()
    return Chosen(
        tuple(found), tuple(found), None if one else decider, settled,
        open_rules=rules if not settled else (), warnings=tuple(warnings), shared=one or standing or not settled,
    )  # fmt: skip


def _moved_token(pos: Position, step: Step, decider: str | None) -> OpenQuestion | None:
    """What is open about the token of the first player, who decides, where it passes at this step."""
    token = pos.rules.open_questions.get("first-player-token")
    is_moved = token is not None and step.id in token.at and len(pos.seats_in_order()) > 1
    return token if is_moved and decider == pos.first_player else None


def _stands(one: Candidate) -> bool:
    return one.ready is not None and one.ready.source != "status"


def _are_one(pos: Position, found: Sequence[Candidate]) -> bool:
    """Whether status cards count only together (a steady character is stunned by two), so that all go."""
    statuses = [one.ready for one in found if one.ready is not None and one.ready.source == "status"]
    if len(found) < 2 or len(statuses) < len(found):
        return False
    names = {ready.name for ready in statuses}
    if len(names) > 1:
        return pos.rules.features.labels_cancel_all
    return (
        any(ready.doubled_by for ready in statuses)
        and len(names) == 1
        and found[0].holder is not None
        and _doubled(pos, found)
    )


def _doubled(pos: Position, found: Sequence[Candidate]) -> bool:
    holder, ready = found[0].holder, found[0].ready
    return (
        holder is not None
        and ready is not None
        and bool(ready.doubled_by)
        and bool(has_keyword(pos, holder, ready.doubled_by or "").value)
    )


def _cases(named: Iterable[str], found: Sequence[Candidate], active: str) -> list[str]:
    """Those of a class's cases (`row_language.OPEN_CASES`, or a timing) that abilities standing together are."""
    users = [one.ability.you or active for one in found]
    others = any(one.ability.you not in (None, active) and not one.ability.mandatory for one in found)
    cases = {
        "others-optional": others and active in users,
        "same-player": len(users) > len(set(users)),
        "several-players": len(set(users)) > 1,
        **dict.fromkeys((one.ability.timing for one in found), True),
    }
    return [case for case in named if cases.get(case)]


def _seats_from(pos: Position, event: Event, cls: AbilityClass) -> tuple[str, ...]:
    """Players in order, from the one in the class's start role, else from the first one."""
    seats = pos.seats_in_order()
    start = event.one(cls.start) if cls.start else None
    turn = seats.index(start.player) if start is not None and start.player in seats else 0
    return (*seats[turn:], *seats[:turn])


def _seats(pos: Position, event: Event, step: Step, cls: AbilityClass, found: Sequence[Candidate]) -> Chosen:
    """Player by player: each one's abilities together, those of one player's own choice decided by that player."""
    if "several-players" in _cases(cls.open, found, pos.active):
        return _open_in_class(cls, "several-players", found)
    for seat in _seats_from(pos, event, cls):
        own = _protectors_first([one for one in found if ((one.in_place_of or one.ability).you or pos.active) == seat])
        if own:
            chooser = seat if all(not one.ability.mandatory for one in own) else pos.active
            return _together(pos, step, cls, own, chooser)
    return _together(pos, step, cls, found, pos.active)


def _circle(pos: Position, event: Event, step: Step, cls: AbilityClass, found: Sequence[Candidate]) -> Chosen:
    """Cards round the table, clockwise from the place in the class's start role; those of one place together."""
    start = event.one(cls.start or "")
    far = {one.ability.ref: pos.table.distance(start, (one.in_place_of or one.ability).card) for one in found}
    decider = decider_of(pos, event, cls, found)
    if len(found) > 1 and None in far.values():
        return _open_in_class(cls, "no-place", found, decider)
    nearest = min(distance or 0 for distance in far.values())
    here = _protectors_first([one for one in found if (far[one.ability.ref] or 0) == nearest])
    return _together(pos, step, cls, here, decider)


def _protectors_first(found: Sequence[Candidate]) -> Sequence[Candidate]:
    """What forbids one of those whose turn it is comes before the others."""
    return [one for one in found if one.in_place_of is not None] or found


# --- opportunities that go round

ROUNDS = "Where players use one each in turn, each is taken to use theirs in the order submitted."


def _any_twice(found: Sequence[Candidate]) -> bool:
    users = [one.ability.user for one in found]
    return len(users) > len(set(users))


def _round(
    pos: Position,
    found: Sequence[Candidate],
    rounds: Rounds,
    preferred: Mapping[Ref, int],
    several: bool | None = None,
) -> Chosen:
    """The next opportunity: one of the next player who has any; all of them where nobody else has."""
    there = several if several is not None else rounds.several
    cls = found[0].cls
    users = list(dict.fromkeys(one.ability.user for one in found))
    if "third" in cls.open and len(pos.table.seats) > 2 and rounds.seats:
        first, others = rounds.seats[0], [seat for seat in rounds.seats[1:] if seat in users]
        if rounds.stage == 0 and first in users:
            chosen = _one_of(found, first, users, rounds, preferred, there)
            return replace(chosen, rounds=replace(rounds, stage=1 if others else 0))
        if len(others) > 1:
            return _others_turn(found, others, rounds, preferred)
    for place, seat in enumerate(rounds.seats):
        if seat in users:
            following = (*rounds.seats[place + 1 :], *rounds.seats[: place + 1])
            return _one_of(found, seat, users, replace(rounds, seats=following), preferred, there)
    return Chosen(tuple(found), tuple(found), rounds=rounds)


def _others_turn(
    found: Sequence[Candidate], others: Sequence[str], rounds: Rounds, preferred: Mapping[Ref, int]
) -> Chosen:
    """The opportunity of all but the first player, between whom the order is open."""
    cls = found[0].cls
    turn = [_first_of([c for c in found if c.ability.user == seat], preferred) for seat in others]
    return Chosen(
        ordered(turn, preferred), tuple(turn), None, False, several=True, open_rules=cls.open_rules,
        warnings=((cls.open["third"], cls.open_rules),), shared=True, rounds=replace(rounds, stage=0),
    )  # fmt: skip


def _one_of(
    found: Sequence[Candidate],
    seat: str | None,
    users: Sequence[str | None],
    rounds: Rounds,
    preferred: Mapping[Ref, int],
    several: bool,
) -> Chosen:
    found = tuple(one for one in found if one.ability.user == seat)
    if len(users) > 1:
        found = (_first_of(found, preferred),)
    always = rounds.several
    assumed = (ROUNDS,) if always else ()
    return Chosen(found, found, seat, True, always, several, assumed=assumed, rounds=rounds)


def _first_of(own: Sequence[Candidate], preferred: Mapping[Ref, int]) -> Candidate:
    return min(
        own, key=lambda one: (preferred.get(one.ability.ref, len(preferred)), one.ability.card.place, one.ability.ref)
    )
