"""What stands on the stack: every task a frozen value, so that a run can be copied and tried."""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.cardtext.tree import Effect
from judge.engine.candidates.candidate import Candidate
from judge.engine.events import Start
from judge.engine.state import Assumed, State, Stop
from judge.engine.table_elements import Element, Ref
from judge.rules.model import Citations, Doing, Moment


@dataclass(frozen=True, slots=True)
class Use:
    """One use of an ability: which, in which event, at which moment; `bindings` of the state know whom it named."""

    id: int
    ref: Ref
    event: int
    moment: Moment | None = None
    ghost: Stop | None = None
    """Set where it does not happen and is only looked through for what would have come of it."""
    skips: frozenset[str] = frozenset()
    """Events of its words that something else brings about (the damage of the attack that it makes)."""
    naming: str = "target"
    """As what whom its words name is kept for later words: “target”, or “cost” of a cost."""
    until: tuple[str, int] | None = None
    """The duration that “until …” around the present words gives what comes into force."""


@dataclass(frozen=True, slots=True)
class BeginEvent:
    """An event begins within another, or on its own."""

    start: Start
    outer: int | None = None
    stop: Stop | None = None
    made_by: Ref | None = None
    within: str | None = None
    """The step of the event within which `inside` happens, unless the event has ended before."""
    inside: tuple[Task, ...] = ()
    said: tuple[Interpret, ...] = ()
    """What the words that begin it go on to say of it (“That attack gains …”): so from its beginning."""


@dataclass(frozen=True, slots=True)
class AtStep:
    """An event reaches a step; `seats` are those who have yet to take it, of a step that each player takes."""

    event: int
    index: int
    seats: tuple[str, ...] = ()
    last: int | None = None
    """The step after which something else comes first."""


@dataclass(frozen=True, slots=True)
class UnlessTask:
    """What happens unless an event has ended."""

    event: int
    tasks: tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """Opportunities going round in one class: whose turn is next, and whether several players have some."""

    cls: str
    seats: tuple[str, ...]
    several: bool
    stage: int = 0


@dataclass(frozen=True, slots=True)
class Window:
    """The opportunities at a step, taken one group after another until none is left."""

    event: int
    step: str
    rounds: Rounds | None = None
    passed: frozenset[Ref] = frozenset()


@dataclass(frozen=True, slots=True)
class Answers:
    """What has waited until a play or step resolved is answered now."""


@dataclass(frozen=True, slots=True)
class AfterWindow:
    """What a step does by itself once its window has closed."""

    event: int
    index: int
    restore_stop: Stop | None = None
    restores: bool = False


@dataclass(frozen=True, slots=True)
class UseOne:
    """One member of a group resolves, if it still may."""

    candidate: Candidate
    group: int
    shared: bool = False
    """The rules leave open which shuts out which: nothing in the group shuts another out."""


@dataclass(frozen=True, slots=True)
class CloseGroup:
    """All of a group have resolved."""

    group: int


@dataclass(frozen=True, slots=True)
class Interpret:
    """An effect happens."""

    effect: Effect
    use: Use
    if_done: int | None = None
    """Only where what the use brought about since that event has happened (“Then, …”)."""
    said: tuple[Interpret, ...] = ()
    """What later words say of the event that this effect begins."""


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A named mechanism of a row does its work."""

    doing: Doing
    event: int
    by: Ref | None = None
    holder: Element | None = None


@dataclass(frozen=True, slots=True)
class Activate:
    """An enemy activates against a player: how, that player's form tells."""

    enemy: Element
    player: Element
    event: int
    decided_by: str | None = None
    open: bool = False
    cause: Ref | None = None
    ghost: Stop | None = None
    said: tuple[Interpret, ...] = ()


@dataclass(frozen=True, slots=True)
class ActivateNext:
    """The next enemy of a kind activates, as long as one has yet to."""

    kind: str
    event: int
    known: frozenset[str]
    chosen: bool
    started: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EndEvent:
    """An event is over."""

    event: int


Task = (
    BeginEvent
    | AtStep
    | UnlessTask
    | Window
    | Answers
    | AfterWindow
    | UseOne
    | CloseGroup
    | Interpret
    | Mechanism
    | Activate
    | ActivateNext
    | EndEvent
)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of something: the state after it, what is to happen next (in order), what is to be told."""

    state: State
    tasks: tuple[Task, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    warnings: tuple[tuple[str, Citations], ...] = ()
    notes: tuple[tuple[Ref, str, Ref | None, Citations], ...] = field(default=())
    """Abilities that do not resolve: reference, reason, by, rules."""
