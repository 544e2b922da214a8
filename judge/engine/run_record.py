"""What happened and why: steps reached, groups, what was left out, assumptions and warnings. Only ever added to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from judge.engine.candidates.candidate import Candidate, stands_all_along
from judge.engine.exclusion_reasons import REASONS
from judge.engine.state import Event
from judge.engine.table_elements import Ref
from judge.rules.model import Citations, Step


@dataclass(eq=False)
class GroupRecord:
    """Abilities that resolve at one place, as the group fills."""

    step: Step
    within: str
    seen: Event
    """The event as it was then: who takes part may change later on."""
    found: tuple[Candidate, ...]
    used: list[Candidate] = field(default_factory=list)
    cls_order: str = ""
    """How opportunities of its class follow one another."""
    decided_by: str | None = None
    settled: bool = True
    chosen: bool = False
    """Somebody orders these, or picked them among others."""
    rivals: bool = False
    """Other classes stood at the same step."""
    several: bool = False
    """Several players had opportunities that go round."""
    open_rules: Citations = ()
    around_decided: str | None = None
    around_open: bool = False

    refs: frozenset[Ref] = field(init=False)
    """References of all that could be picked from."""

    def __post_init__(self) -> None:
        self.refs = frozenset(one.ability.ref for one in self.found)

    @property
    def event(self) -> int:
        """Its number."""
        return self.seen.serial

    def keep_used(self) -> None:
        """Nothing could be picked but what was used."""
        self.found = tuple(self.used)
        self.refs = frozenset(one.ability.ref for one in self.found)


@dataclass(frozen=True, slots=True)
class ExclusionNote:
    """Why an ability did not resolve where it came nearest to it."""

    reason: str
    by: Ref | None
    rules: Citations
    window: object = None


@dataclass(eq=False)
class Reached:
    """One step of the timeline."""

    step: Step
    within: str
    groups: list[GroupRecord] = field(default_factory=list)


@dataclass(eq=False)
class Trace:
    """The record of one run."""

    groups: list[GroupRecord] = field(default_factory=list)
    timeline: list[Reached] = field(default_factory=list)
    notes: dict[Ref, ExclusionNote] = field(default_factory=dict)
    assumptions: dict[tuple[Ref | None, str], list[GroupRecord]] = field(default_factory=dict)
    warnings: dict[str, Citations] = field(default_factory=dict)
    hits: int = 0
    """Abilities that would have resolved, in a run that only tries."""
    circles: int = 0
    """How often an ability would have replaced what it brought about itself."""
    gaps: set[Ref] = field(default_factory=set)
    """Constants that change something here in a way that is not worked out."""
    resolved: set[Ref] = field(default_factory=set)
    """References that stand in the order."""
    _labels: dict[str, int] = field(default_factory=dict)
    _at: dict[tuple[str, str], Reached] = field(default_factory=dict)

    def label(self, text: str) -> str:
        """The text of `within`, numbered where it repeats."""
        self._labels[text] = self._labels.get(text, 0) + 1
        return text if self._labels[text] == 1 else f"{text} ({self._labels[text]})"

    def reach(self, step: Step, label: str) -> None:
        """A step that is reached; one that stands in a ruling as another's part is told once."""
        if step.stands_as is not None and (step.shown, label) in self._at:
            return
        self._at[step.shown, label] = Reached(step, label)
        self.timeline.append(self._at[step.shown, label])

    def open_group(self, group: GroupRecord) -> int:
        """A group begins at its step; the step is reached where it was not said so before. Gives its number."""
        if (group.step.shown, group.within) not in self._at:
            self.reach(group.step, group.within)
        self._at[group.step.shown, group.within].groups.append(group)
        self.groups.append(group)
        return len(self.groups) - 1

    def note(self, ref: Ref, reason: str, by: Ref | None, rules: Citations, window: object = None) -> None:
        """Why an ability did not resolve at a moment.

        Of the reasons in one window the first of the contract's list counts; of several windows the one where it came
        nearest.
        """
        old = self.notes.get(ref)
        nearer = old is None or REASONS.index(reason) > REASONS.index(old.reason)
        same = old is not None and window is not None and old.window == window
        if old is None or nearer != same:
            self.notes[ref] = ExclusionNote(reason, by, rules, window)

    def assume(self, ref: Ref | None, texts: Iterable[str], group: GroupRecord | None = None) -> None:
        """Something that was not said and decided something, with the group that would change without it."""
        for text in texts:
            groups = self.assumptions.setdefault((ref, text), [])
            if group is not None and group not in groups:
                groups.append(group)

    def warn(self, text: str, rules: Citations = ()) -> None:
        """What the reader must know: open questions, what was not read or run."""
        self.warnings.setdefault(text, rules)

    def tell_choices(self, name: Callable[[Ref], str]) -> None:
        """Where one of those who could be picked shut others out, another choice was open; `name` says what each is."""
        for group in self.written():
            used = {one.ability.ref for one in group.used}
            out = {ref for ref in group.refs - self.resolved if ref in self.notes and self.notes[ref].by in used}
            if out:
                among = ", ".join(name(ref) for ref in sorted(used | out))
                self.assume(None, [f"Another choice among {among} was open."], group)

    def use(self, group: GroupRecord, candidate: Candidate) -> None:
        """A candidate resolves as one of a group; what is in force all along is told where it first matters."""
        there = self._at[group.step.shown, group.within].groups
        again = candidate.cls.once and any(one.ability.ref == candidate.ability.ref for g in there for one in g.used)
        told = stands_all_along(candidate) and candidate.ability.ref in self.resolved
        if not (told or (again and group.step.stands_as is not None)):
            group.used.append(candidate)
        self.resolved.add(candidate.ability.ref)

    def withdraw(self, ref: Ref, reason: str, by: Ref | None, rules: Citations) -> None:
        """What was used has come to nothing: it stands in no group, and why is noted."""
        for group in self.groups:
            group.used = [one for one in group.used if one.ability.ref != ref]
        self.resolved.discard(ref)
        self.note(ref, reason, by, rules)

    def written(self) -> Sequence[GroupRecord]:
        """Groups in which something resolved, in order."""
        return [group for group in self.groups if group.used]
