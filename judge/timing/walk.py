"""The walk through an occurrence: steps in order, nested occurrences where they belong, a window at each step.

Where something is cancelled, replaced or prevented the walk goes on as a ghost: nothing resolves any more, but
whatever would have
found its moment there is noted with what took it away. Where a fact is open, a ghost walk first asks whether anybody
needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.ability import Keyword
from judge.timing.candidacy import Candidacy
from judge.timing.consequences import Consequences
from judge.timing.effort import Effort
from judge.timing.record import Record
from judge.timing.ruling import Ruling
from judge.timing.script import Nested, Occurrence, Participant, Rules, Step
from judge.timing.submitted import Dispute
from judge.timing.table import Element, Piece
from judge.timing.unfold import Fact, Frame, around, occurrence_facts
from judge.timing.windows import Candidate, Window

_PROBE = "probe"
_DEEPEST = 12
"""Occurrences nested deeper than this are a loop of cards, not a game."""


class Walk(Candidacy):
    """One walk over one dispute. `preferred` lists references that go first where a player may choose."""

    def __init__(self, dispute: Dispute, preferred: Sequence[str] = (), effort: Effort | None = None) -> None:
        super().__init__(dispute)
        self.effort = effort or Effort()
        if dispute.script.options.get("first") == "active":
            self.state.first = self.table.seats.index(dispute.active)
        self.consequences = Consequences(self)
        self.record = Record()
        self.last_used: str | None = None
        self.open_rules: Rules = ()
        self.pending: list[Callable[[], None]] = []
        self._probe_hits = 0
        self._frames = 0
        self._preferred = {ref: place for place, ref in enumerate(preferred)}

    # --- from the top

    def ruling(self, occurrence: Occurrence) -> Ruling:
        """Walk the occurrence with the dispute's participants and say what came of it."""
        for text in self.dispute.assumptions:
            self.record.assume(None, [text])
        self.record.warnings.update(dict.fromkeys(self.dispute.warnings))
        for piece in self.table.pieces:
            out = piece.card.in_play is False and piece.card.kind not in self.script.options.get("out-of-play", ())
            if out or self._is_beneath_the_line(piece):
                self.state.removed[piece.ref] = ("not-in-play", None)
                self.note(piece, "not-in-play", None, ())
        self._warn_of_strange_keywords()
        self.walk(self._top(occurrence))
        return self.record.ruling(self.script, self.table.pieces)

    def _warn_of_strange_keywords(self) -> None:
        known = {ready.name for ready in self.script.ready if ready.source == "keyword"}
        known |= set(self.script.options.get("idle-keywords", ()))
        for piece in self.table.pieces:
            if isinstance(piece.part, Keyword) and piece.part.name not in known:
                text = f"This edition has no keyword “{piece.part.name}”: {piece.ref} does nothing under its rules."
                self.record.warnings[text] = None

    def _is_beneath_the_line(self, piece: Piece) -> bool:
        """Of a boost card only the boost text is active; its When Revealed has no window rather than no place."""
        return piece.card.role == "boost" and piece.timing not in self.script.options.get("boost-card-timings", ())

    def _top(self, occurrence: Occurrence) -> Frame:
        """The frame of the occurrence itself, with the dispute's participants."""
        given, kinds = self.dispute.participants, self.dispute.kinds
        roles: dict[str, Element | None] = {}
        facts = occurrence_facts(occurrence)
        values: dict[str, str] = {}
        groups: dict[str, tuple[Element, ...]] = {}
        for part in occurrence.participants:
            value = given.get(part.name)
            if part.kind == "form" and isinstance(value, str):
                values[part.name] = value
                facts[f"{part.name}-{value}"] = Fact(True)
            elif "|" in part.kind:
                facts.update({f"{part.name}-{one}": Fact(one == value) for one in part.kind.split("|")})
                values.update({part.name: value} if isinstance(value, str) else {})
            elif isinstance(value, list):
                groups[part.name] = tuple(self._participant(part, one, kinds.get(part.name)) for one in value)
            elif isinstance(value, str) or (part.kind == "place" and value is not None):
                roles[part.name] = self._participant(part, value, kinds.get(part.name))
            elif part.assume and part.optional:
                roles[part.name] = self.the(part.assume)
        for flag in occurrence.flags:
            name, _, fact = flag.partition("=")
            if isinstance(given.get(name), bool):
                facts[fact or name] = Fact(given[name])
        for name, owner in occurrence.controls:
            if (player := roles.get(owner)) is not None:
                groups[name] = tuple(self.table.controlled(one, player.player) for one in groups.get(name, ()))
                roles[name] = self.table.controlled(one, player.player) if (one := roles.get(name)) is not None else None
        return self._frame(occurrence, roles, facts, None, values, groups)

    def _participant(self, part: Participant, name: str | int, kind: str | None) -> Element:
        sort = part.kind.removesuffix("-list")
        if sort == "place" or isinstance(name, int):
            return self.table.place(name)
        return self.taken_as(name, kind or sort, None if kind else part.assume)

    def taken_as(self, name: str, kind: str, assume: str | None) -> Element:
        """What a name stands for; what it is taken to be, where nothing else tells, is written down."""
        element = self.table.element(name, kind, assume)
        if assume and element.card is None and element.player is None:
            text = f"What {name} is was not said: {name} is taken to be a {assume.replace('-', ' ')}."
            self.record.assume(None, [text])
        return element

    def the(self, kind: str) -> Element:
        """The one thing of its kind: the submitted card, who takes part as one, else the thing in general (“the main
        scheme”).
        """
        cards = self.table.cards_of_kind(kind)
        if cards:
            return self.table.of_card(min(cards, key=lambda card: card.in_play is False))
        return self._named_as(kind) or self.table.element(f"the {kind.replace('-', ' ')}", kind)

    def _named_as(self, kind: str) -> Element | None:
        """Somebody without a card who takes part as one, or the only unknown who bears what such a one would bear."""
        parts = self.dispute.occurrence.participants if self.dispute.occurrence else ()
        for part in parts:
            name = self.dispute.participants.get(part.name)
            if isinstance(name, str) and part.kind not in ("form", "place", "player", "card"):
                element = self.table.element(name, self.dispute.kinds.get(part.name) or part.kind, part.assume)
                if element.kinds == {kind} and element.card is None:
                    return element
        bearing = self.script.options.get("borne-by", {}).get(kind, ())
        names = sorted({card.attached_to for card in self.dispute.cards if card.kind in bearing and card.attached_to})
        unknown = [name for name in names if self.table.is_unknown(name) and name not in self.names_present()]
        if len(unknown) != 1:
            return None
        self.record.assume(None, [f"What {unknown[0]} is was not said: {unknown[0]} is taken to be the {kind}."])
        return self.table.element(unknown[0], kind)

    def _frame(
        self,
        occurrence: Occurrence,
        roles: dict[str, Element | None],
        facts: dict[str, Fact],
        parent: Frame | None,
        values: Mapping[str, str] | None = None,
        groups: Mapping[str, tuple[Element, ...]] | None = None,
    ) -> Frame:
        self._frames += 1
        label = self._label(occurrence, roles, groups or {}, values or {})
        frame = Frame(
            occurrence, label, roles, facts, self._frames, parent, values=dict(values or {}), groups=dict(groups or {})
        )
        facts.update({f"several-{name}": Fact(True) for name, group in (groups or {}).items() if len(group) > 1})
        facts.update({"more-than-two-players": Fact(True)} if len(self.table.seats) > 2 else {})
        for role, kind in self.script.options.get("cast", {}).items():
            frame.roles.setdefault(role, self.table.element(f"the {kind.replace('-', ' ')}", kind))
        for kind, role in self.script.options.get("role-kinds", {}).items():
            if found := frame.every(role):
                self.state.parts[kind] = frozenset(element.key for element in found)
        self.consequences.prepare(frame)
        return frame

    def _label(
        self,
        occurrence: Occurrence,
        roles: Mapping[str, Element | None],
        groups: Mapping[str, tuple[Element, ...]],
        values: Mapping[str, str],
    ) -> str:
        """How a ruling names one occurrence: its label with those who take part."""
        names = {part.name: f"the {part.name.replace('_', ' ')}" for part in occurrence.participants}
        names |= {name: element.name for name, element in roles.items() if element is not None}
        names |= {name: " and ".join(element.name for element in group) for name, group in groups.items() if group}
        return occurrence.label.format(**{**names, **values})

    # --- steps

    def walk(self, frame: Frame) -> None:
        """All steps of a frame, once for each of several where the occurrence happens for each."""
        several = frame.groups.get(frame.occurrence.each or "", ())
        if frame.occurrence.each is None or not several:
            self._walk(frame)
            return
        start = self.table.in_circle(several)
        for one in start or several:
            self._frames += 1
            groups = {**frame.groups, frame.occurrence.each: (one,)}
            roles = {**frame.roles, frame.occurrence.each: one}
            single = replace(
                frame,
                roles=roles,
                groups=groups,
                serial=self._frames,
                facts=dict(frame.facts),
                gone={},
                label=self._label(frame.occurrence, roles, groups, frame.values),
            )
            if len(several) > 1 and not several[0].key.startswith("place "):
                single.decided_by = self.decider(self.script.options.get("each-decider"))
            self._walk(single)

    def _walk(self, frame: Frame) -> None:
        """The steps of a frame, live until something stops it."""
        if frame.stop is None:
            frame.label = self.record.label(frame.label)
            for conditions, text in frame.occurrence.warnings:
                if self.conditions.all_hold(conditions, frame)[0] is not False:
                    self.record.warnings[text] = None
        for step in frame.occurrence.steps:
            if step.repeat == "players":
                for seat in self.seats_in_order():
                    frame.roles["player"] = self.table.identity(seat)
                    self._step(frame, step)
            else:
                self._step(frame, step)
        for fact in frame.occurrence.yields:
            ended = frame.stop is not None and frame.stop[0] != _PROBE
            reason, by = frame.stop if ended and frame.stop else (None, None)
            frame.facts[fact] = Fact(not ended, by, reason)

    def _step(self, frame: Frame, step: Step) -> None:
        value, by = self.conditions.all_hold(step.conditions, frame)
        if value is False and by is None:
            return
        if value is None and frame.stop is None and not self._is_asked_for(frame, step):
            return
        lost = frame.stop
        if value is False and lost is None:
            frame.stop = ("prevented", by)
        if step.joins and frame.joined and frame.parent is not None:
            frame.parent.deferred += [(frame, step), *frame.deferred]
            frame.stop = lost
            return
        if frame.stop is None or (step.survives and frame.stop[0] != _PROBE):
            self.record.step(step, frame)
        Window(self, frame, step).resolve()
        self._happen(frame, step)
        if value is False:
            frame.stop = lost

    def _happen(self, frame: Frame, step: Step) -> None:
        """What the step itself does, once its window has closed."""
        for effect in step.effects:
            self.consequences.mechanism(effect, frame)
        for nested in step.nested:
            self.walk(self.start(nested, frame, part=True))
            for element, by in frame.displaced:
                spared = self.start(nested, frame, {"victim": element})
                spared.stop = spared.stop or ("prevented", by)
                self.walk(spared)
        while frame.later:
            frame.later.pop(0)()

    def _is_asked_for(self, frame: Frame, step: Step) -> bool:
        """Whether anything submitted needs an open step: a ghost walk looks; what is then assumed is written down."""
        frame.stop = (_PROBE, None)
        before = self._probe_hits
        facts = dict(frame.facts)
        Window(self, frame, step).resolve()
        for nested in step.nested:
            self.walk(self.start(nested, frame, part=True))
        for inner, later in frame.deferred:
            Window(self, inner, later).resolve()
        frame.facts.clear()
        frame.facts.update(facts)
        frame.deferred.clear()
        frame.stop = None
        if self._probe_hits == before:
            return False
        for condition in step.conditions:
            for atom in condition:
                if atom.relation is None and atom.subject not in frame.facts:
                    frame.facts[atom.subject] = Fact(not atom.negative)
                    frame.facts[f"assumed-{atom.subject}"] = Fact(True)
        self.record.assume(None, [f"It was not said whether this happens: “{step.title}” ({frame.label}) is taken to."])
        return True

    def start(
        self,
        nested: Nested,
        outer: Frame,
        given: Mapping[str, Element | None] | None = None,
        part: bool = False,
        cause: str | None = None,
    ) -> Frame:
        """The frame of a nested occurrence: participants mapped from the outer ones or `given` under names of their
        own.

        Facts are shared where it is part of the outer one; `cause` is the ability that brings it about.
        """
        occurrence = self.script.occurrences[nested.occurrence]
        given = given or {}
        roles: dict[str, Element | None] = {}
        for role, source in nested.roles:
            element = given[source] if source in given else outer.role(source)
            roles[role] = element or (self.the(source) if source in self.script.leaves else None)
        groups = {
            role: outer.groups[source]
            for role, source in nested.roles
            if source not in given and source in outer.groups
        }
        for spec in occurrence.participants:
            if spec.name not in roles and spec.assume and spec.optional:
                roles[spec.name] = self.the(spec.assume)
        shared = part and occurrence.part
        facts = outer.facts if shared else occurrence_facts(occurrence)
        facts.update({fact: Fact(True) for fact in nested.facts if fact != "joined"})
        for fact in () if shared else self.script.options.get("closed-when-nested", ()):
            facts.setdefault(fact, Fact(False))
        facts.update(
            {fact: outer.facts[fact] for fact in self.script.options.get("inherited", ()) if fact in outer.facts}
        )
        frame = self._frame(occurrence, roles, facts, outer, None, groups)
        frame.joined = "joined" in nested.facts
        self._leave_open(frame, cause)
        frame.cause = cause
        deep = sum(1 for _ in around(frame)) > _DEEPEST
        frame.stop = outer.stop or (("prevented", None) if deep else None)
        return frame

    def _leave_open(self, frame: Frame, cause: str | None) -> None:
        """An activation within an activation, where the edition has no rule for it."""
        kinds = self.script.options.get("nested-open", ())
        if (
            cause
            and frame.occurrence.type in kinds
            and any(f.occurrence.type in kinds for f in around(frame) if f is not frame)
        ):
            frame.open = True
            self.warn_open(self.script.cite(*self.script.options.get("nested-rules", ())), "nested-warning")

    def unfold_pending(self) -> None:
        """Let what the last group brought up happen: occurrences of their own, in order."""
        while self.pending:
            waiting, self.pending = self.pending, []
            for happen in waiting:
                happen()

    # --- what windows ask

    @property
    def first_player(self) -> str:
        """The first player now; the token may pass."""
        return self.table.seats[self.state.first]

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.dispute.active

    def decider(self, who: str | None) -> str | None:
        """The name of the one who orders a class of simultaneous abilities; None where there is nothing to order."""
        return {"first-player": self.first_player, "active-player": self.active}.get(who or "", who)

    def seats_in_order(self) -> tuple[str, ...]:
        """Players from the first one on, those who still play."""
        seats = (*self.table.seats[self.state.first :], *self.table.seats[: self.state.first])
        return tuple(seat for seat in seats if seat not in self.state.eliminated)

    def preference(self, candidate: Candidate, otherwise: object) -> tuple[int, object]:
        """A key that puts preferred references first."""
        return self._preferred.get(candidate.piece.ref, len(self._preferred)), otherwise

    def in_preference(self, found: Sequence[Candidate]) -> list[Candidate]:
        """Candidates by preference, then by reference."""
        return sorted(found, key=lambda c: self.preference(c, c.piece.ref))

    def names_present(self) -> frozenset[str]:
        """Names as submitted of those who take part without a card."""
        return frozenset(value for value in self.dispute.participants.values() if isinstance(value, str))

    def note(self, piece: Piece, reason: str, by: str | None, rules: Rules, window: object = None) -> None:
        """A piece that fits and may not resolve; in a ghost walk that probes, only that it would fit."""
        if reason == _PROBE:
            self._probe_hits += 1
        elif by != piece.ref:
            self.record.note(piece, reason, by, rules, window)

    def use(self, candidate: Candidate) -> None:
        """Resolve one candidate: count it, and let it change what follows."""
        piece = candidate.piece
        for key, _ in self.fitter.bounds(piece, candidate.frame):
            self.state.uses[key].append(piece.ref)
        self.done.add((piece.ref, candidate.frame.serial))
        self.last_used = piece.ref
        self.consequences.of(candidate)

    def warn_open(self, rules: Rules, option: str = "open-warning") -> None:
        """Say that the rules leave an order open, and name the rule of last resort where the edition has one."""
        self.open_rules = rules
        text = self.script.options.get(option, "The rules do not say which of these comes first; {who} decides.")
        self.record.warnings[text.format(who=self.first_player)] = None

    def warn(self, text: str, rules: Rules) -> None:
        """Say what the rules leave open, and by which of them."""
        self.open_rules = rules
        self.record.warnings[text] = None

    def decided_around(self, frame: Frame) -> str | None:
        """Who chose that this occurrence comes now, where somebody did."""
        return next((f.decided_by for f in around(frame) if f.decided_by), None)

    def unsettled_around(self, frame: Frame) -> bool:
        """Whether the rules leave open who made that choice."""
        return any(f.open for f in around(frame))
