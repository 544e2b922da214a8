"""What may resolve at a step, and in which order: classes first to last, simultaneous abilities together,
opportunities in rounds.

Eligibility is judged again after each resolution, so that what a cancel or a change of form takes away is seen at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from judge.gamestate.candidate import Candidate
from judge.gamestate.effort import WEIGHING
from judge.gamestate.fit import Fit
from judge.gamestate.pieces import Piece
from judge.gamestate.unfold import Frame
from judge.rulings.ruling import Group, cited
from judge.rulings.wording import group_rules, group_why, note_rules
from judge.scripts.script import AbilityClass, Moment, Ready, Step
from judge.timing.openings import open_cases
from judge.timing.turns import Turns


class Window:
    """One step's opportunities in one frame."""

    def __init__(self, walk: Turns, frame: Frame, step: Step) -> None:
        self.walk = walk
        self.frame = frame
        self.step = step
        self.script = walk.table.script
        self.rivals = False
        self.several = False

    # --- who may

    def candidates(self) -> list[Candidate]:
        """Everything submitted that fits here now; what fits but may not be used is noted."""
        found: dict[str, Candidate] = {}
        sources = [(self.frame, self.step)]
        if self.step.moments and self.frame.deferred and self.step.id.endswith("/after"):
            sources += self.frame.deferred
        for frame, step in sources:
            for candidate in (
                *self._of_moments(frame, step),
                *self._of_ready(frame, step),
                *self._printed(frame, step),
            ):
                other = found.get(candidate.piece.ref)
                if other is None or (other.fit.reason is not None and candidate.fit.reason is None):
                    found[candidate.piece.ref] = candidate
        self.walk.effort.spend(len(found) + WEIGHING)
        self._protect(found)
        return [c for c in found.values() if self._is_open(c)]

    def _protect(self, found: dict[str, Candidate]) -> None:
        """What a “cannot” forbids all it would do, or let do, is out; the “cannot” stands here, where it does so."""
        cls = self.walk.class_named("constant")
        for candidate in list(found.values()):
            known = self.walk.consequences
            by = known.protector(candidate) or known.beaten_by(candidate, found.values())
            by = by if candidate.fit.reason is None else None
            if by is not None and cls is not None:
                fit = replace(candidate.fit, reason="forbidden", by=by.ref)
                found[candidate.piece.ref] = replace(candidate, fit=fit)
                found.setdefault(by.ref, Candidate(by, self.frame, cls, Fit, Fit()))

    def _is_open(self, candidate: Candidate) -> bool:
        """False, with a note, when the candidate may not be used or comes too late."""
        piece, fit = candidate.piece, candidate.fit
        window = (self.frame.serial, self.step.id)
        if self.walk.is_done(piece, candidate.frame):
            return False
        stop = None if self.step.survives or candidate.survival(self.script) else candidate.frame.stop
        reason, by = fit.reason, fit.by
        if candidate.cls.once and piece.ref in self.walk.record.resolved:
            return False  # what holds throughout stands where it first makes a difference
        if reason is None and stop is not None:
            (reason, by), fit = stop, replace(fit, keys=candidate.frame.stop_rules or fit.keys)
        if reason is None and (by_what := self.walk.consequences.exhausted_by(piece)) and candidate.moment is not None:
            reason, by, fit = "forbidden", by_what, replace(fit, keys=("exhausted",))
        if reason is None and (lost := self.walk.consequences.nothing_left(piece, candidate.frame)):
            reason, by = lost
        if reason is None and not piece.card.use and not piece.mandatory:
            reason = "passed"
        if reason is None:
            return True
        self.walk.note(piece, reason, by, note_rules(self.script, candidate, reason, fit.keys, self.step), window)
        return False

    def _of_moments(self, frame: Frame, step: Step) -> Iterator[Candidate]:
        more = [m for ifs, moments in step.also if self.walk.conditions.all_hold(ifs, frame)[0] for m in moments]
        for moment in (*step.moments, *more):
            for piece in self._weighed(self.walk.table.by_event.get((moment.word, moment.event), ())):
                if step.only and not any(e.verb == step.only for e in (piece.ability.effects if piece.ability else ())):
                    continue

                def judge(piece: Piece = piece, moment: Moment = moment) -> Fit | None:
                    fit = self.walk.fitter.trigger(piece, moment, frame)
                    return self.walk.fitter.allowed(piece, frame, fit) if fit else None

                cls = self.walk.class_of(piece)
                fit = judge()
                if fit is not None and cls is not None and self._word_fits(piece, moment):
                    yield Candidate(piece, frame, cls, judge, fit, moment=moment)

    def _weighed(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """The pieces one by one, each counted as weighed."""
        for piece in pieces:
            self.walk.effort.spend()
            yield piece

    def _word_fits(self, piece: Piece, moment: Moment) -> bool:
        """An interrupt answers “when”, a response “after”: a response worded otherwise finds no window."""
        return not ("response" in piece.timing and moment.word != "after")

    def _of_ready(self, frame: Frame, step: Step) -> Iterator[Candidate]:
        for ready, role in self.script.ready_at.get(step.id, ()):
            for piece in self._weighed(self.walk.table.by_ready.get((ready.source, ready.name), ())):

                def judge(piece: Piece = piece, ready: Ready = ready, role: str = role) -> Fit | None:
                    holder = self.walk.holder(piece, ready, role, frame)
                    return self.walk.judge_ready(piece, ready, frame, holder) if holder else None

                fit = judge()
                cls = self.walk.class_named(ready.cls)
                if fit is not None and cls is not None:
                    holder = self.walk.holder(piece, ready, role, frame)
                    yield Candidate(piece, frame, cls, judge, fit, ready=ready, holder=holder)

    def _printed(self, frame: Frame, step: Step) -> Iterator[Candidate]:
        for timing, role in step.printed:
            for piece in self._weighed(self.walk.printed_at(timing, role, frame)):

                def judge(piece: Piece = piece, timing: str = timing) -> Fit | None:
                    blocked = frame.blocked(timing, piece.card.kind)
                    if (
                        frame.stop is not None
                        and frame.stop[0] == "replaced"
                        and timing in self.script.options.get("labels", {})
                    ):
                        blocked = "cancelled", frame.stop[1]  # what makes the attack is itself cancelled, not replaced
                    keys = (
                        tuple(self.script.options.get("labeled-cancel", ()))
                        if blocked and timing not in frame.gone
                        else ()
                    )
                    fit = Fit(*blocked, keys=keys) if blocked else Fit()
                    return self.walk.fitter.allowed(piece, frame, fit)

                cls = self.walk.class_of(piece)
                fit = judge()
                if fit is not None and cls is not None:
                    yield Candidate(piece, frame, cls, judge, fit, printed=timing)
        for duration in step.lasting:
            for piece, fit in self.walk.lasting(duration, frame):
                cls = self.walk.class_named("lasting-effect")
                if cls is not None:
                    yield Candidate(piece, frame, cls, partial(Fit, fit.reason), fit)

    # --- in which order

    def resolve(self) -> None:
        """Resolve everything here, class by class; what a resolution brings up is taken in."""
        if not self.frame.deferred and self.walk.table.is_idle(self.step):
            self.walk.effort.spend(WEIGHING)
            return
        pending = self.candidates()
        self.rivals = len({c.cls.id for c in pending}) > 1
        while pending:
            opened = self._open_group(pending)
            if opened:
                self._together(opened, self.walk.first_player, settled=False)
            else:
                cls = min((c.cls for c in pending), key=lambda cls: cls.rank)
                self._class(cls, [c for c in pending if c.cls is cls])
            pending = self.candidates()

    def _open_group(self, pending: Sequence[Candidate]) -> list[Candidate]:
        """Candidates between which the edition leaves the order open."""
        kinds = [[c for c in pending if c.cls.id in classes] for classes in self.step.open]
        if sum(bool(kind) for kind in kinds) > 1:
            self.walk.warn_open(self.step.open_rules)
            return [c for kind in kinds for c in kind]
        first = min(c.cls.rank for c in pending)
        replacing = [c for c in pending if c.replaces]
        if (
            self.script.options.get("replacements-open")
            and len(replacing) > 1
            and any(c.cls.rank == first for c in replacing)
        ):
            self.walk.warn_open(self.script.cite(*self.script.options["replacements-open"]))
            return replacing
        return []

    def _class(self, cls: AbilityClass, found: list[Candidate]) -> None:
        starts = cls.start is None or self.frame.role(cls.start) is not None
        if cls.order == "rounds" and starts:
            self._rounds(found, cls)
        elif cls.order in ("seats", "rounds"):
            self._seats(cls, found)
        elif cls.order == "circle":
            self._circle(cls, found)
        elif cls.order == "dealt":
            for candidate in sorted(
                found, key=lambda c: (c.piece.card.dealt or c.piece.card.place + 1, c.piece.card.place, c.piece.ref)
            ):
                self._together([candidate], None)
        else:
            self._simultaneous(cls, found, self._decider(cls, found))

    def _decider(self, cls: AbilityClass, found: Sequence[Candidate]) -> str | None:
        """Who orders the class here: the one whose choices all of it are (“user”), the player in a role, else the one
        it names.
        """
        for name in (cls.decider or "").split("|"):
            users = {None if c.piece.mandatory else c.piece.user for c in found} if name == "user" else set()
            if len(users) == 1 and None not in users:
                return users.pop()
            element = self.frame.role(name)
            if element is not None and element.player is not None:
                return element.player
        return self.walk.decider(cls.decider.split("|")[-1] if cls.decider else None)

    def _simultaneous(self, cls: AbilityClass, found: list[Candidate], decider: str | None) -> None:
        """Abilities that stand together; what the rules leave open between them is said."""
        cases = open_cases(cls, found, self.walk.active)
        for case in cases:
            self.walk.warn(cls.open[case], cls.open_rules)
        moved = len(found) > 1 and self.walk.token_may_have_passed(self.step, decider)
        self._together(found, decider, settled=not (cases or moved) or len(found) == 1)

    def _seats(self, cls: AbilityClass, found: list[Candidate]) -> None:
        """Player by player: each one's abilities together, those of one player's own choice decided by that player."""
        if "several-players" in open_cases(cls, found, self.walk.active):
            self.walk.warn(cls.open["several-players"], cls.open_rules)
            self._together(found, None, settled=False)
            return
        for seat in self._seats_from(cls):
            own = [c for c in found if (c.piece.you or self.walk.active) == seat]
            chooser = seat if all(not c.piece.mandatory for c in own) else self.walk.active
            if own:
                self._simultaneous(cls, own, chooser)

    def _seats_from(self, cls: AbilityClass) -> tuple[str, ...]:
        """Players in order, from the one in the class's start role, else from the first one."""
        seats = self.walk.seats_in_order()
        start = self.frame.role(cls.start) if cls.start else None
        turn = seats.index(start.player) if start is not None and start.player in seats else 0
        return (*seats[turn:], *seats[:turn])

    def _circle(self, cls: AbilityClass, found: list[Candidate]) -> None:
        """Cards round the table, clockwise from the place in the class's start role; those of one place together."""
        start = self.frame.role(cls.start or "")
        far = {c.piece.ref: self.walk.table.distance(start, c.piece.card) for c in found}
        lost = [c for c in found if far[c.piece.ref] is None]
        decider = self._decider(cls, found)
        if lost and len(found) > 1:
            self.walk.warn(cls.open["no-place"], cls.open_rules)
            self._together(found, decider, settled=False)
            return
        for distance in sorted({d or 0 for d in far.values()}):
            self._simultaneous(cls, [c for c in found if (far[c.piece.ref] or 0) == distance], decider)

    def _together(self, found: list[Candidate], decider: str | None, settled: bool = True) -> None:
        """Simultaneous abilities: one group, resolved here by reference (or as preferred); what that shuts out is
        noted.
        """
        one = self.walk.consequences.are_one(found)
        shared = not settled or one
        decider = None if one else decider
        used = [c for c in self.walk.in_preference(found) if self._use(c, shared)]
        self._write(used, found, decider, settled)

    def _rounds(self, found: list[Candidate], cls: AbilityClass) -> None:
        """Opportunities from the first player on, one at a time while several players have some."""
        queues = {seat: [c for c in found if c.piece.user == seat] for seat in self._seats_from(cls)}
        self.several = len([q for q in queues.values() if q]) > 1
        several = self.several and any(len(q) > 1 for q in queues.values())
        if several:
            text = "Where opportunities go round, each player is taken to use one a round in the order submitted."
            self.walk.record.assume(None, [text])
        first, *others = queues
        while any(queues.values()):
            if "third" in cls.open and sum(bool(queues[seat]) for seat in others) > 1:
                self._round_left_open(queues, first, others, cls)
                continue
            for seat, queue in queues.items():
                if not queue:
                    continue
                alone = not any(other for name, other in queues.items() if name != seat)
                turn = list(queue) if alone else [min(queue, key=lambda c: self.walk.preference(c, c.piece.card.place))]
                queues[seat] = [c for c in queue if c not in turn]
                used = [c for c in self.walk.in_preference(turn) if self._use(c)]
                chosen = used[0].piece.user if used and several else None
                self._write(used, turn, chosen or seat, True, always=several)

    def _round_left_open(
        self, queues: dict[str, list[Candidate]], first: str, others: Sequence[str], cls: AbilityClass
    ) -> None:
        """One round in which the rules say who begins, and no order among the others."""
        self.walk.warn(cls.open["third"], cls.open_rules)
        for seats, settled in (([first], True), (others, False)):
            turn = [
                min(queues[seat], key=lambda c: self.walk.preference(c, c.piece.card.place))
                for seat in seats
                if queues[seat]
            ]
            for seat in seats:
                queues[seat] = [c for c in queues[seat] if c not in turn]
            used = [c for c in self.walk.in_preference(turn) if self._use(c)]
            self._write(used, turn, first if settled else None, settled)

    def _use(self, candidate: Candidate, shared: bool = False) -> bool:
        """Resolve one candidate if it may still be; note why when not. Shared: nothing in an open group shuts another
        out.
        """
        self.walk.effort.spend()
        if not shared:
            fit = candidate.judge()
            if not self._is_open(replace(candidate, fit=fit or Fit("prevented", self.walk.last_used))):
                return False
        statuses = self.walk.consequences.cancelling_statuses(candidate.piece)
        if statuses:
            self._discard(statuses, candidate)
            return False
        self.walk.use(candidate)
        return True

    def _discard(self, statuses: Sequence[Piece], candidate: Candidate) -> None:
        """Status cards that cancel a labeled ability stand where it would have resolved; each goes."""
        cls = self.walk.class_named("status")
        found = [Candidate(p, candidate.frame, cls, Fit, Fit()) for p in statuses if cls]
        for status in found:
            self.walk.use(status)
        self._write(found, found[:1], None, True)
        rules = self.script.cite(*self.script.options.get("labeled-cancel", ()))
        self.walk.done.add((candidate.piece.ref, candidate.frame.serial))
        self.walk.note(candidate.piece, "cancelled", statuses[0].ref, rules)

    def _write(
        self,
        used: list[Candidate],
        found: Sequence[Candidate],
        decider: str | None,
        settled: bool,
        always: bool = False,
    ) -> None:
        """Record the group, then let its effects that are occurrences of their own happen."""
        if not used:
            return
        if self.frame.stop is not None:
            self.walk.record.reach(self.step, self.frame)
        refs = tuple(sorted(c.piece.ref for c in used))
        chosen = len(found) > 1 or always
        if len(found) > len(used):
            self.walk.record.assume(
                None, [f"Another choice among {', '.join(sorted(c.piece.ref for c in found))} was open."]
            )
        ranked = self.script.options.get("order-rules", {})
        keys = ranked.get(used[0].cls.decider or "", ranked.get(decider, ())) if chosen and decider else ()
        order = self.script.cite(*keys) if used[0].cls.order != "rounds" else ()
        timings = {c.piece.timing for c in used}
        mandatory = {c.piece.mandatory for c in used}
        self.walk.record.group(
            Group(
                refs,
                self.step.id,
                self.frame.label,
                timings.pop() if len(timings) == 1 else None,
                mandatory.pop() if len(mandatory) == 1 else None,
                decider if chosen else self.walk.decided_around(self.frame),
                settled and not self.walk.unsettled_around(self.frame),
                group_why(self.script, used, self.step, decider if chosen else None, settled, self.several),
                cited(
                    group_rules(self.script, used, self.step, self.rivals, self.several),
                    order,
                    () if settled else self.walk.open_rules,
                ),
                tuple(sorted(c.piece.ref for c in found)),
            )
        )
        for candidate in used:
            self.walk.record.assume(candidate.piece.ref, candidate.fit.assumed)
            asked = candidate.piece.you not in (None, self.walk.active)
            if asked and candidate.cls.id in self.script.options.get("by-request", ()):
                text = f"{candidate.piece.you} is taken to have been asked for it."
                self.walk.record.assume(candidate.piece.ref, [text])
        if self.step.assumes:
            self.walk.record.assume(None, [self.step.assumes])
        for warning in (self.step.warns, *(c.ready.warns for c in used if c.ready)):
            if warning:
                self.walk.record.warnings[warning] = None
        self.walk.unfold_pending()
