"""Defines the timing rules of one edition as frozen typed values: what `corpus/timing/` is read into.

The reader makes these from tables, the linker has proved every name in them to be declared, and the engine knows
nothing else of a game. No string here is looked at for its words: names are compared, sentences are printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from judge.entry import Citation

Citations = tuple[Citation, ...]
Word = Literal["would", "when", "after", "while"]
Reason = Literal["prevented", "replaced", "cancelled", "forbidden"]
"""How an event ends before its time."""


# --- names: what a text in a field names; the linker resolves each among those of its sort


@dataclass(frozen=True, slots=True)
class NameOf:
    """Marks a text that names something declared elsewhere, by its sort."""

    sort: str


@dataclass(frozen=True, slots=True)
class TableKey:
    """Marks a field whose key in the tables is not its own name (a word that Python keeps, or the older one)."""

    key: str


KindName = Annotated[str, NameOf("kind")]
"""A card type or a class of them."""
RoleName = Annotated[str, NameOf("role")]
"""A participant, alias or special role (`row_language.SPECIAL_ROLES`); “role@” is the identity of who controls it."""
FactName = Annotated[str, NameOf("fact")]
EventName = Annotated[str, NameOf("event")]
VariantName = Annotated[str, NameOf("variant")]
"""How an event was put (“damage.taken”); declared in `[variants]`."""
ThingName = Annotated[str, NameOf("thing")]
"""Which of its sort (“phase [villain-phase]”); declared in `[things]`."""
OccurrenceName = Annotated[str, NameOf("occurrence")]
StepName = Annotated[str, NameOf("step")]
PlaceName = Annotated[str, NameOf("place")]
"""An occurrence or a step."""
TimingName = Annotated[str, NameOf("timing")]
ClassName = Annotated[str, NameOf("class")]
RowName = Annotated[str, NameOf("row")]
"""One of the zones in which cards in play lie; declared in `rows` of `[features]`."""
DurationName = Annotated[str, NameOf("duration")]
KeywordName = Annotated[str, NameOf("keyword")]
StatName = Annotated[str, NameOf("ready modify")]
StatusName = Annotated[str, NameOf("status")]
FormName = Annotated[str, NameOf("form")]
CardFactName = Annotated[str, NameOf("card fact")]
"""A fact that a card's text may ask for, by the name that the game's card vocabulary gives it."""
SeatName = Annotated[str, NameOf("decider")]
"""Who decides: “first-player”, “active-player”, “players”, “user” (whose abilities they all are), or the player in a
role; several parted by “|”, the first that there is."""
Shown = Annotated[tuple[str, str], NameOf("hook")]
"""A step and the roles that bear something there: “player-attack/retaliate: target”."""
Resolved = Annotated[tuple[str, str], NameOf("printed")]
"""A timing and whose abilities of it resolve: “boost: card”, “action: *”, “bam: =threat”."""


# --- kinds of cards and of those who take part


@dataclass(frozen=True, slots=True)
class Kind:
    """A card type, with what it is besides (`is`: “enemy”, “character” …; `closure` holds itself too) and what is so
    of it."""

    id: str
    closure: Annotated[frozenset[KindName], TableKey("is")] = frozenset()
    """Classes that it is of."""
    identity: bool = False
    """A player's own character: a card of this kind is that player."""
    form: bool = False
    """A form in which that identity may be; its text is active on that side only."""
    must_be_attached: bool = False
    """It lies on something; a dispute that does not say on what is refused."""
    resolves_from_outside: bool = False
    """Resolves from out of play (events, treacheries, plot twists); once used it is gone."""
    played_to_use: bool = False
    """Using one of its abilities is playing the card."""
    only_one: bool = False
    """There is one of it on the table (the villain, the main scheme)."""
    has_stages: bool = False
    """Its cards are stages of a deck of their own."""
    next_stage_takes_over: bool = False
    """Defeated, it does not leave: its next stage takes its place."""
    unique_per_player: bool = False
    """A player has one of a name."""
    several_with: KeywordName | None = None
    """The keyword with which a player may have several of a name all the same."""
    power_of: KindName | None = None
    """Its cards are powers of a character of this kind that bears their name."""
    gives_abilities_to_bearer: bool = False
    """What it lies on has its abilities."""
    nameless: bool = False
    """Is named after what it is of and does not mean itself by that name (statuses)."""
    borne: bool = False
    """On a player's card, only that card's controller triggers its abilities."""
    given: bool = False
    """Lies in one player's area and is that player's to trigger (obligations)."""
    engages: bool = False
    """Lies before a player; a card engaged with somebody that is not said to be anything else is one."""
    lies_at_place: bool = False
    """It lies at a place of the table."""
    revealed_in_turn: bool = False
    """Submitted for a phase that reveals cards, it is revealed there."""
    one_players_part: bool = False
    """Is one player's part of a card: it does to that player what the words say of each."""
    says: str | None = None
    """What a card of it without text says, by the rules, with {name}."""
    untimed_as: TimingName | None = None
    """As which timing a text without a timing word is read."""
    waits_as: TimingName | None = None
    """As which timing such a text is read that waits for something."""
    mandatory_timings: frozenset[TimingName] = frozenset()
    """Its abilities of these timings resolve as such, whatever “may” stands in them."""
    rules: Annotated[Citations, TableKey("rule")] = ()
    """Cited where what is so of such a card decides."""
    named_after: KindName | None = None
    """Its cards bear the name of the one of this kind (a dashboard its villain's)."""
    submitted_as: KindName | None = None
    """What a card said to be of this kind is, where the kinds that are of it can be said as well."""
    token: bool = False
    """Tokens are of it, which nobody submits: where texts speak of them, they are taken to be there."""
    seldom_all: bool = False
    """Those of it that are submitted are seldom all there are: a player who chooses one may mean another."""
    speaks_as: KindName | None = None
    """Whom “you” on such a card means, where that is no player (the villain)."""


REFUSING = ("refuse", "bar")
"""Mechanisms by which a rule keeps an event from coming about as it begins."""


# --- small language of rows


@dataclass(frozen=True, slots=True)
class Movement:
    """Whither an event moves a card, so that it is also met by texts that tell of the way alone (“is put into …”)."""

    event: EventName
    """The event that moves it."""
    to: Annotated[str, NameOf("zone")]
    """The zone where the card comes to lie."""
    rules: Annotated[Citations, TableKey("rule")]
    origin: Annotated[Annotated[str, NameOf("zone")] | None, TableKey("from")] = None
    """The zone from which it comes, where that is always the same."""
    whose: Literal["agent", "patient"] | None = None
    """Whose zone it is: of who does it, or of whose card it is; none where players share it."""
    at: OccurrenceName | None = None
    """Only of this occurrence."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something a trigger may wait for; `agent` and `patient` are roles (“role@”: the identity of who controls it)."""

    word: Word
    event: EventName
    variant: VariantName | None = None
    agent: tuple[RoleName, ...] = ()
    patient: tuple[RoleName, ...] = ()
    thing: ThingName | None = None
    """Which of its sort: the phase, the printed abilities. Without one it is whichever the event itself is of."""
    movement: Movement | None = None
    """Of the moment of a way alone: what has moved the card."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A fact, or a role that is of a kind, has a keyword, is in a form, bears or suffers a status, is engaged with
    another."""

    negative: bool
    subject: str
    relation: Literal["is", "has", "in", "with", "bears", "suffers"] | None = None
    value: str | None = None


Condition = tuple[Atom, ...]
"""Atoms of which one must hold."""


@dataclass(frozen=True, slots=True)
class Begin:
    """An event that a step, a keyword or a mechanism begins: participants mapped from roles around, facts it begins
    with."""

    occurrence: OccurrenceName
    roles: tuple[tuple[str, str], ...] = ()
    facts: tuple[FactName, ...] = ()


@dataclass(frozen=True, slots=True)
class Doing:
    """A named mechanism with its arguments (“leave target”, “stop prevented”): `row_language.MECHANISMS` lists them."""

    verb: str
    args: tuple[str, ...] = ()


# --- events


@dataclass(frozen=True, slots=True)
class ParticipantType:
    """A participant of an occurrence: the kind it must be, and what it is taken to be when nobody says."""

    name: str
    kind: str
    optional: bool = False
    assume: str | None = None

    @property
    def type(self) -> str:
        """How it is given: "name", "list", "flag", "number", "form", or "choice" of fixed words."""
        if self.kind.endswith("-list"):
            return "list"
        if "|" in self.kind:
            return "choice"
        return self.kind if self.kind in ("flag", "number", "form") else "name"


class MoreMoments(NamedTuple):
    """Further moments of a step's window, and the conditions on which it opens for them."""

    conditions: Annotated[tuple[Condition, ...], TableKey("if")]
    moments: tuple[Moment, ...]
    """The moments."""
    forbidding: Annotated[Citations, TableKey("forbidden-by")] = ()
    """The rules that forbid them where the conditions do not hold; without these they merely do not come."""


class Lying(NamedTuple):
    """In which row those in a role lie, and under which conditions."""

    who: RoleName
    """Those of whom it is so."""
    row: Annotated[RowName, TableKey("in")]
    """Where they lie."""
    rules: Annotated[Citations, TableKey("rule")]
    conditions: Annotated[tuple[Condition, ...], TableKey("if")] = ()


class Open(NamedTuple):
    """What is left open about an occurrence, and under which conditions."""

    says: str
    conditions: Annotated[tuple[Condition, ...], TableKey("if")] = ()
    awaited: bool = False
    """Told only where an ability waits for what the occurrence may bring about."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an event; `id` is “TYPE/STEP”."""

    id: str
    title: str
    rules: Annotated[Citations, TableKey("rule")]
    aside: Citations = ()
    """What else the book says of the step, cited in the timeline only."""
    conditions: Annotated[tuple[Condition, ...], TableKey("if")] = ()
    moments: tuple[Moment, ...] = ()
    """What triggers may wait for here."""
    more_moments: Annotated[tuple[MoreMoments, ...], TableKey("also")] = ()
    printed: tuple[Resolved, ...] = ()
    """(timing, role): abilities of that timing on the card in the role resolve here; “*” anybody's, “=kind|kind” of
    kinds."""
    begins: Annotated[tuple[Begin, ...], TableKey("do")] = ()
    """Events that it begins, once its window has closed."""
    unless_told: bool = False
    """Begins none of them that the words of the ability which began the event tell of themselves."""
    does: Annotated[tuple[Doing, ...], TableKey("effects")] = ()
    """What it does by itself, once its window has closed."""
    each_player: bool = False
    """Is taken once for each player, in order of seats."""
    joins: bool = False
    """Shares the window of the event around it, where that is so said when it begins (fact `joined`)."""
    only_effect: Literal["cancel"] | None = None
    """The effect without which an ability has no place here: for any other it is too early."""
    stands_as: StepName | None = None
    """The step of the event around it as which it stands in a ruling."""
    named: bool = False
    """Its moments are met only by words that say whose they are: what is printed on one card among others."""
    survives: bool = False
    """Is reached although the event was stopped."""
    offers: bool = False
    """What its moments tell is a player's to do: taken as done where something waits for it that has not met it yet."""
    ends: tuple[DurationName, ...] = ()
    """Durations that end here, and delayed effects that wait for their end."""
    open: tuple[tuple[ClassName, ...], ...] = ()
    """Sets of classes between which the order is open here."""
    open_rules: Annotated[Citations, TableKey("open-rule")] = ()
    assumes: str | None = None
    """What is taken to be so where an ability resolves here."""
    warns: str | None = None
    """What the rules leave open where an ability resolves here."""

    @property
    def shown(self) -> str:
        """Its id as a ruling tells it."""
        return self.stands_as or self.id

    @property
    def all_moments(self) -> tuple[Moment, ...]:
        """What triggers may wait for here, whether or not it depends on conditions."""
        return (*self.moments, *(moment for more in self.more_moments for moment in more.moments))


@dataclass(frozen=True, slots=True)
class OccurrenceType:
    """A kind of event with its steps in order."""

    type: str
    label: str
    """What a ruling calls one, with {role}s."""
    steps: Annotated[tuple[Step, ...], TableKey("step")]
    participants: tuple[ParticipantType, ...] = ()
    """Who takes part, as a dispute names them."""
    acting: RoleName | None = None
    """Whose deed it is: the player of this role."""
    begun_by: tuple[Moment, ...] = ()
    """Which events of card texts it is: “damage: source -> target” (word empty of meaning); a text's event begins the
    first occurrence whose event, variant and participants' kinds fit."""
    forbidden_at: StepName | None = None
    """The step where a “cannot” about it makes its difference; the first where it is not said."""
    aliases: tuple[tuple[str, tuple[RoleName, ...]], ...] = ()
    """Roles that are the first filled one of others: victim = ["defender", "target"]."""
    fills: tuple[ParticipantType, ...] = ()
    """Roles that no dispute gives: they are filled as it goes."""
    facts: tuple[tuple[FactName, bool], ...] = ()
    """What is so, or is not, within it."""
    flags: tuple[tuple[RoleName, FactName], ...] = ()
    """Participants of yes or no, and the fact that each is."""
    yields: tuple[FactName, ...] = ()
    """Facts that are so around it once it has happened."""
    each: RoleName | None = None
    """It happens once for each in the role, one after another."""
    each_from: RoleName | None = None
    """Those of `each` are cards at places, taken clockwise from the place in this role, those at one place together."""
    fresh: tuple[RoleName, ...] = ()
    """Roles of what comes from a stack: a class of cards there is none of those submitted."""
    gathers: tuple[tuple[RoleName, KindName], ...] = ()
    """Roles that all cards of a kind take which print what resolves in it."""
    controls: tuple[tuple[RoleName, RoleName], ...] = ()
    """Participants of unknown controller, and the player whose they are."""
    shares_windows: Annotated[bool, TableKey("part")] = False
    """Part of what began it (a defeat of the damage)."""
    inner: bool = False
    """No dispute begins with it."""
    ends_without: tuple[RoleName, ...] = ()
    """Roles without which it ends."""
    comes_to: tuple[OccurrenceName, ...] = ()
    """What its steps begin and it comes to nothing without: where a “cannot” forbids that, it forbids this."""
    deeds: bool = False
    """What its moments tell are deeds of their own: a “cannot” about one keeps that one from happening, not the rest.
    """
    beside_leaving: bool = False
    """It begins also where those it happens to leave play by it: who shuffles a card into a deck shuffles the deck."""
    departure: bool = False
    """Abilities of what leaves play in it still answer it."""
    lying: tuple[Lying, ...] = ()
    """Where those who take part lie, as the book tells it of the occurrence."""
    warnings: Annotated[tuple[Open, ...], TableKey("warning")] = ()


# --- classes of abilities, and what stands ready


@dataclass(frozen=True, slots=True)
class AbilityClass:
    """A class of abilities that stand together at a step; classes are listed first to last.

    `order`: "together", "rounds" (opportunities go round), "dealt", "circle" (by place, from the place in the role
    `start`), "seats" (player by player).
    """

    id: str
    rank: Annotated[int, TableKey("")]
    """Its place among the classes."""
    timings: tuple[TimingName, ...] = ()
    would: bool | None = None
    """Only those that wait for what would happen, or only the others."""
    order: Literal["together", "rounds", "dealt", "circle", "seats"] = "together"
    """How they follow one another."""
    decider: SeatName | None = None
    """Who orders what stands together."""
    rules: Annotated[Citations, TableKey("rule")] = ()
    ranked: Citations = ()
    """What ranks it against other classes, cited where one stands beside it."""
    shared: Citations = ()
    """How opportunities go round, cited where several players have some."""
    once: bool = False
    """Holds throughout: it stands only where it first makes a difference."""
    delayed: bool = False
    """What was left for a moment to come stands here when that comes, whatever the ability's timing."""
    start: RoleName | None = None
    """With whom or where opportunities begin."""
    collected: bool = False
    """What answers something that a play or a step brought about waits until that play or step has resolved; then all
    that waits is answered together."""
    on_request: bool = False
    """On another player's turn it is used when asked for."""
    open: Mapping[Annotated[str, NameOf("open case")], str] = field(default_factory=dict)
    """What the rules leave open between its abilities: the case (`row_language.OPEN_CASES`, or a timing) and the
    sentence.
    """
    doubts: Mapping[Annotated[str, NameOf("open case")], str] = field(default_factory=dict)
    """What the rules do not say of such a case, although their words settle its order: told, and left settled."""
    open_rules: Annotated[Citations, TableKey("open-rule")] = ()


Source = Literal["keyword", "status", "kind", "cannot", "modify", "change-cost", "icon", "duty", "cost", "allow"]


@dataclass(frozen=True, slots=True)
class Ready:
    """A keyword, status, icon, or a sort of constant text, whose rule is the book's: where it acts and what it does.

    Of `source` "cannot" `name` is the event forbidden (“cannot take damage”: event damage, variant taken), `variant`
    narrows it; likewise of "allow" (what “can” lifts a rule for), "duty" (“must defend”) and "cost" (“additional cost
    to attack”); of "modify" the stat; of "keyword", "status", "icon", "kind" their name.
    """

    name: Annotated[str, NameOf("ready")]
    source: Annotated[Source, TableKey("is")]
    """What it is."""
    at: tuple[Shown, ...] = ()
    """Where it acts, and who may bear it there."""
    cls: Annotated[ClassName, TableKey("class")] = "constant"
    """The class it stands in."""
    rules: Annotated[Citations, TableKey("rule")] = ()
    variant: VariantName | None = None
    thing: ThingName | None = None
    label: Annotated[str, NameOf("label")] | None = None
    """Only where the ability that makes the event bears this label besides."""
    conditions: Annotated[tuple[Condition, ...], TableKey("if")] = ()
    does: tuple[Doing, ...] = ()
    """What it does by itself."""
    begins: Annotated[tuple[Begin, ...], TableKey("do")] = ()
    """Events that it begins."""
    warns: str | None = None
    needs: int = 1
    """How many status cards it takes on one who has a keyword of `doubled_by`."""
    doubled_by: KeywordName | None = None
    """The keyword that makes it take so many."""
    kept_off_by: tuple[KeywordName, ...] = ()
    """Keywords that keep this status off."""
    bars: tuple[EventName, ...] = ()
    """Of a "cannot" about a part of an event: what then does not happen among the same ones, while the rest goes on."""
    beats: tuple[EventName, ...] = ()
    """Events whose “can” this “cannot” beats."""


@dataclass(frozen=True, slots=True)
class KeywordRule:
    """A keyword the edition knows: what a card with it must be; `idle` says why nothing here asks for it."""

    name: KeywordName
    shows_kind: KindName | None = None
    event: Annotated[EventName | None, TableKey("forbids")] = None
    """What then cannot happen to one who has it."""
    variant: VariantName | None = None
    things: tuple[ThingName, ...] = ()
    """Of the event forbidden, which of its sort."""
    idle: str | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """A timing of abilities and what the book says of it (also on cards of single kinds)."""

    id: Annotated[str, NameOf("timing id")]
    rules: Annotated[Citations, TableKey("rule")] = ()
    on_kind: Mapping[KindName, Citations] = field(default_factory=dict)
    """What is cited besides on cards of a kind."""
    shows_kind: KindName | None = None
    """What a card without a kind must be that bears such an ability."""
    unprinted: str | None = None
    """Why the card vocabulary has no such timing."""
    of_boost_cards: bool = False
    """Also a card that resolves as a boost card has it."""
    answers: bool = False
    """Its abilities answer what has happened, and find no window before."""
    makes_labeled: bool = False
    """Of this timing, a labeled ability is the one that makes the submitted attack or thwart."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label of abilities (“attack”): what it makes, what makes of it a defense, which status cancels it."""

    id: Annotated[str, NameOf("label")]
    rules: Annotated[Citations, TableKey("rule")] = ()
    makes: Begin | None = None
    """What using such an ability makes."""
    within: str | None = None
    """The step of that behind which the rest of the ability's effect happens."""
    idle: FactName | None = None
    """The fact of it where the ability's words leave it nothing to do by itself: an attack that deals no damage."""
    told: FactName | None = None
    """The fact of it where the ability's words tell how much it does, so that no statistic counts."""
    deed: EventName | None = None
    """What using it is, as a “cannot” names it: who cannot attack cannot use an attack ability."""
    defends: bool = False
    """Using such an ability in an attack is a defense."""
    cancelled_by: StatusName | None = None
    """The status whose card cancels such an ability."""
    cancel_rules: Annotated[Citations, TableKey("cancel-rule")] = ()
    """What is cited for that."""


@dataclass(frozen=True, slots=True)
class EventFact:
    """A fact of events."""

    id: str
    open: bool = False
    """Open until somebody says."""
    false_when_nested: bool = False
    """Known to be false of an event that another begins, unless said."""
    inherited: bool = False
    """What an event begins with has it too."""
    idle: str | None = None
    """Why no row names it."""


@dataclass(frozen=True, slots=True)
class UseRule:
    """When abilities of `timings` (on cards of `kinds`) may be used in occurrences of `at`.

    `asks_place`, `asks_others`, `forbids`, `begins` and `of_kind` narrow the row to what it is about.
    """

    timings: tuple[TimingName, ...]
    rules: Annotated[Citations, TableKey("rule")]
    at: tuple[OccurrenceName, ...] = ()
    """The occurrences it is about; without them all."""
    kinds: tuple[KindName, ...] = ()
    own_turn: bool = False
    """It must be the user's own turn."""
    lifted_by: str | None = None
    """The symbol that lifts `own-turn`."""
    among: tuple[RoleName, ...] = ()
    """The card must take part in one of these roles."""
    done: EventName | None = None
    """Of `among`: rather those to whom the ability's words do this, where they say to whom."""
    by: RoleName | None = None
    """Only the player in this role may use it."""
    not_by: RoleName | None = None
    """Anybody but the player in this role may use it."""
    unless: tuple[FactName, ...] = ()
    """Where one of these facts holds, `by` asks for nobody."""
    never_with: tuple[FactName, ...] = ()
    """None of these facts may hold."""
    here: RoleName | None = None
    """The card must lie at the place in this role."""
    covered_by: KindName | None = None
    """Of `here`: no card of this kind may lie on it."""
    apart: RoleName | None = None
    """The card may not be the one in this role."""
    asks_place: bool = False
    """Only texts that speak of “here”."""
    asks_others: bool = False
    """Only texts that speak of each other player."""
    forbids: tuple[EventName, ...] = ()
    """Only constants that forbid one of these events."""
    begins: tuple[EventName, ...] = ()
    """Only abilities that begin nothing but these events."""
    of_kind: KindName | None = None
    """Of `begins`: only those done to a card of this kind."""


@dataclass(frozen=True, slots=True)
class OnceRule:
    """Abilities of `timings` (on cards of `kinds`) that agree in `same` (ref, name, controller, effect) are used
    once."""

    rules: Annotated[Citations, TableKey("rule")]
    timings: tuple[TimingName, ...] = ()
    kinds: tuple[KindName, ...] = ()
    same: tuple[Literal["ref", "name", "controller", "effect"], ...] = ()
    """What abilities must agree in to be the same."""


@dataclass(frozen=True, slots=True)
class CancelRule:
    """What a “cancel” in an occurrence of `at` that names `thing` takes away: printed abilities of a timing, or the
    event."""

    at: OccurrenceName
    """Where."""
    thing: Annotated[str, NameOf("cancelled")]
    """What the words name: an event, a timing, a kind, or “effects”."""
    timing: TimingName | None = None
    """The printed abilities that go."""
    event: bool = False
    """The event itself goes."""
    by_kind: bool = False
    """Where the words name a kind of card, only abilities on such cards go."""


@dataclass(frozen=True, slots=True)
class Survival:
    """What has happened although an occurrence ended early: moments of `event` where `fact` holds."""

    event: EventName
    fact: FactName
    rules: Annotated[Citations, TableKey("rule")]
    variant: VariantName | None = None
    word: Word | None = None
    """Only this moment of it."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something the book leaves open: the sentence that says so, with {who}, and the entries nearest to it."""

    id: Annotated[str, NameOf("open question")]
    says: str
    rules: Annotated[Citations, TableKey("rule")] = ()
    at: tuple[PlaceName, ...] = ()
    """Where the question arises."""


@dataclass(frozen=True, slots=True)
class Follows:
    """What using an ability of `timings` (on a card of `kinds`) is besides (playing it, powering up): an event of its
    own."""

    begins: Annotated[Begin, TableKey("do")]
    """The event."""
    kinds: tuple[KindName, ...] = ()
    timings: tuple[TimingName, ...] = ()
    within: str | None = None
    """The step of that event at which what is used resolves; without one it resolves once the event is over."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """What an exclusion for a reason cites, also for abilities of single timings."""

    rules: Annotated[Citations, TableKey("rule")] = ()
    of_timing: Mapping[TimingName, Citations] = field(default_factory=dict)
    """What abilities of a timing cite instead."""


@dataclass(frozen=True, slots=True)
class Standard:
    """Events that the engine itself begins, by what they are for; None where a game has no such thing."""

    default: OccurrenceType | None = None
    """The steps of an event that no occurrence is begun by; its type stands for that event's name (“event” in its
    moments)."""
    events: tuple[EventName, ...] = ()
    """The events of the card vocabulary that have these steps."""
    states: tuple[EventName, ...] = ()
    """Events of the card vocabulary by which nothing happens: what is so, or is counted."""
    enter: Begin | None = None
    """A card comes into play by an effect."""
    engage: Begin | None = None
    """A minion whose player is eliminated goes on to the next."""
    leave: Begin | None = None
    """A card leaves play by an effect."""
    move_out: Begin | None = None
    """A card leaves play by an effect that moves it elsewhere, where that is told from being discarded."""
    change_form: Begin | None = None
    """A player's form changes by an effect."""
    boost_card: Begin | None = None
    """A boost card is turned up."""
    reveal: Begin | None = None
    """A card is revealed in a step that reveals cards."""
    special: Begin | None = None
    """Abilities resolve because another one says so."""
    used: Begin | None = None
    """An ability is used, for those that answer just that."""
    used_timings: tuple[TimingName, ...] = ()
    """Abilities of which timings are used so."""
    excess: Begin | None = None
    """Damage beyond what defeats somebody goes on."""
    shed: Begin | None = None
    """What becomes of cards that lie on one who sheds them (Equipment)."""
    lowered: Mapping[StatName, Begin] = field(default_factory=dict)
    """Value of `patient` that an effect lowers, nobody knows to what → the event that this is."""
    at_zero: Mapping[StatName, Begin] = field(default_factory=dict)
    """Value of `patient` that an effect makes 0 → the event that this is."""
    displace: Begin | None = None
    """What becomes of older cards of a kind on what a new one is put on."""
    activate: Mapping[FormName, Begin] = field(default_factory=dict)
    """Form of the player → the event that an enemy's activation is."""


@dataclass(frozen=True, slots=True)
class Defense:
    """In which occurrence one defends, in which role, and the fact that somebody has."""

    occurrence: Annotated[OccurrenceName, TableKey("in")]
    """Where one defends."""
    role: RoleName
    fact: FactName
    lessens: EventName | None = None
    """What of it a defense may take away whole, as far as nobody tells how much it is."""


class ActingAs(NamedTuple):
    """What one who acts by an effect must be, and is taken to be."""

    kind: KindName
    taken: KindName
    """What it is taken to be when nobody says."""


class Power(NamedTuple):
    """What characters do by a power that they have rather than by what a card says."""

    fact: FactName
    """What is so of it where they may do it either way."""
    only: tuple[OccurrenceName, ...]
    """What is done by a power alone."""
    no: tuple[Annotated[str, NameOf("cancelled")], ...]
    """What it is not (“ability”)."""


@dataclass(frozen=True, slots=True)
class Features:
    """What kind of game it is, beside its rows. Every feature has its page in docs/language.md."""

    first_player: Literal["token", "active"] = "token"
    """Who is first in every order of seats: who bears the token, or whose turn it is."""
    scenario: str | None = None
    """What controls cards that no player does."""
    scenario_kinds: KindName | None = None
    """Cards of this class are the scenario's where no controller is named."""
    scenario_rules: Citations = ()
    """What is cited for that."""
    player_kinds: tuple[KindName, ...] = ()
    """Nouns that mean a player, beside kinds with `identity`."""
    acting_roles: tuple[RoleName, ...] = ()
    """Whom the scenario's “you” means: the first of these roles that is a player's."""
    relative_kinds: tuple[KindName, ...] = ()
    """“enemy”, “opponent”: who is so depends on whose card asks."""
    relative_players: tuple[KindName, ...] = ()
    """Of `relative_kinds` those that mean a player."""
    role_kinds: Mapping[Annotated[str, NameOf("noun")], RoleName] = field(default_factory=dict)
    """Nouns that are parts taken (“attacker”), and the role."""
    participles: Mapping[Annotated[str, NameOf("state")], tuple[RoleName, ...]] = field(default_factory=dict)
    """“attacking”, “defending”, “attacked”: the roles of whom they say it."""
    no_traits: frozenset[str] = frozenset()
    """Words that narrow a card down as traits do and are none: aspects, resources."""
    short_names: bool = False
    """A text may call its own card by part of its name (“Cap”)."""
    turn_events: tuple[EventName, ...] = ()
    """Of these a trigger of “your” that comes with another player's is a wrong turn, no wrong player."""
    known_empty: tuple[RoleName, ...] = ()
    """Roles that, when nobody fills them, are known to be empty."""
    last_victim: tuple[RoleName, ...] = ()
    """Roles of those to whom it happens in the end, whoever was meant at first."""
    goes_on_without: tuple[EventName, ...] = ()
    """Events that come about also when those in `known_empty` roles have left."""
    defense: Defense | None = None
    """Where one defends: occurrence, role and fact."""
    periods: Mapping[Annotated[str, NameOf("period")], tuple[OccurrenceName, ...]] = field(default_factory=dict)
    """Periods of bounds that are occurrences (“once per attack”)."""
    card_roles: tuple[Annotated[str, NameOf("card role")], ...] = ()
    """What a card may be submitted as besides its kind (“boost”)."""
    whereabouts: Mapping[RoleName, KindName] = field(default_factory=dict)
    """Role of a place → who is there: the one of a kind, or, of a kind that is a player, who acts."""
    own_durations: tuple[DurationName, ...] = ()
    """Durations that end in a turn of the player whose effect it is (“until your next turn”)."""
    then_goes_on: bool = False
    """What stands behind “then” happens also where what stands before it did not."""
    rows: tuple[str, ...] = ()
    """Zones of cards that are in play, beside “play”: what moves to one of them stays in play."""
    whole_rows: tuple[str, ...] = ()
    """Of `rows` those that hold all of a player's others: what is in the front row is on that player's side."""
    areas: tuple[str, ...] = ()
    """Zones that hold cards in play and others alike: a player's own, wherever they lie."""
    symbol_costs: Mapping[EventName, KindName] = field(default_factory=dict)
    """What pays for the symbols of a cost, any of these: the event, and the kind of the user's card it happens to."""
    places: int = 0
    """Places round the table, clockwise from 0; 0 where a game has none."""
    ways: tuple[EventName, ...] = ()
    """Events by which texts tell of a card's way alone: that it is put, moves, goes somewhere."""
    around: Mapping[RoleName, RoleName] = field(default_factory=dict)
    """Role of places → the place that they are around: it, the one before and the one behind it."""
    group_activation: OccurrenceName | None = None
    """The phase in one of whose steps all enemies activate, one at a time."""
    one_at_a_time: tuple[OccurrenceName, ...] = ()
    """Events done as often as a number says, each by itself."""
    excess: Mapping[KindName, Annotated[str, NameOf("whither")]] = field(default_factory=dict)
    """Kind of who has more damage than it takes → "controller" or the kind it goes on to."""
    peril_fact: FactName | None = None
    """While it holds of an event, other players may use nothing there."""
    each_decider: SeatName | None = None
    """Who orders what happens at once for several."""
    labels_cancel_all: bool = False
    """Status cards that cancel any label of an ability all go."""
    activates_once: tuple[KindName, ...] = ()
    """Kinds that, going on to another player, do not activate again in that phase."""
    acting_as: ActingAs | None = None
    """What one who acts by an effect must be, and is taken to be."""
    power: Power | None = None
    """What is done by a power, and so not by an ability."""
    borne_by: Mapping[KindName, tuple[KindName, ...]] = field(default_factory=dict)
    """Kind → kinds that lie on the one of it, where that one was not submitted."""
    other_side: Literal["not-in-play", "wrong-form"] = "wrong-form"
    """What an ability on the side of an identity that is facedown is."""
    other_side_rules: Citations = ()
    """What is cited for that."""
    cite_timings: bool = False
    """A group cites what the book says of its timing."""
    fallback: Citations = ()
    """Cited where an exclusion has nothing else."""
    chosen_among: Mapping[OccurrenceName, tuple[RoleName, ...]] = field(default_factory=dict)
    """Occurrences whose plays may choose among those in these roles."""
    always_there: Mapping[str, KindName] = field(default_factory=dict)
    """Roles that are always filled, and with the one of which kind."""
    never_at: Mapping[StepName, Mapping[TimingName, Citations]] = field(default_factory=dict)
    """Step → timing → rules that keep such abilities from any moment there."""
    decider_rules: Mapping[SeatName, Citations] = field(default_factory=dict)
    """What is cited of who decides an order."""
    takes_along: Mapping[TimingName, KindName] = field(default_factory=dict)
    """Timing → kind of card of which using such an ability takes all of the player's."""


@dataclass(frozen=True)
class Rules:
    """All that one edition says about timing."""

    game: str
    edition: str
    official: Annotated[bool, TableKey("")]
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    card_classes: Mapping[str, str] = field(default_factory=dict)
    """Classes of card types, and what a sentence calls one."""
    timings: Annotated[Mapping[str, Timing], TableKey("timing")] = field(default_factory=dict)
    classes: Annotated[tuple[AbilityClass, ...], TableKey("class")] = ()
    occurrences: Annotated[Mapping[str, OccurrenceType], TableKey("occurrence")] = field(default_factory=dict)
    ready: tuple[Ready, ...] = ()
    keywords: Annotated[Mapping[str, KeywordRule], TableKey("keyword")] = field(default_factory=dict)
    labels: Annotated[Mapping[str, Label], TableKey("label")] = field(default_factory=dict)
    facts: Mapping[str, EventFact] = field(default_factory=dict)
    variants: Mapping[EventName, tuple[str, ...]] = field(default_factory=dict)
    """Of each event, the ways in which it may be put."""
    things: Mapping[EventName, tuple[str, ...]] = field(default_factory=dict)
    """Of each event, the things that rows tell apart."""
    durations: tuple[str, ...] = ()
    """How long what lasts may last; steps say in `ends` where one ends."""
    qualifiers: Mapping[CardFactName, tuple[Condition, ...]] = field(default_factory=dict)
    """What must hold where a clause says a fact of the card vocabulary (“undefended”)."""
    outcomes: Mapping[EventName, tuple[Condition, ...]] = field(default_factory=dict)
    """What must hold where a trigger joins a further event (“attacks and defeats”)."""
    use_rules: Annotated[tuple[UseRule, ...], TableKey("use-rule")] = ()
    once_rules: Annotated[tuple[OnceRule, ...], TableKey("once-rule")] = ()
    cancels: Annotated[tuple[CancelRule, ...], TableKey("cancel-rule")] = ()
    movements: Annotated[tuple[Movement, ...], TableKey("movement")] = ()
    survivals: Annotated[tuple[Survival, ...], TableKey("survival")] = ()
    follows: tuple[Follows, ...] = ()
    open_questions: Annotated[Mapping[str, OpenQuestion], TableKey("open-question")] = field(default_factory=dict)
    standard: Standard = field(default_factory=Standard)
    features: Features = field(default_factory=Features)
    cited: Annotated[Mapping[str, Citations], TableKey("rules")] = field(default_factory=dict)
    """Citations by key."""
    reasons: Mapping[Annotated[str, NameOf("reason")], Excluded] = field(default_factory=dict)
    whys: Annotated[Mapping[Annotated[str, NameOf("why")], str], TableKey("why")] = field(default_factory=dict)
    """The sentence for a class, a timing, a step, a keyword …, with {names}, {user} and {step}; NAME-assumes with
    {card}."""
    moments: Annotated[Mapping[StepName, str], TableKey("when")] = field(default_factory=dict)
    """At which moment a step stands, as a sentence says it, with {role}s (“just before {attacker}’s attack begins”)."""
    called: Mapping[ClassName, str] = field(default_factory=dict)
    """What a sentence calls the abilities of a class (“forced interrupts”)."""
    effect_rules: Mapping[Annotated[str, NameOf("effect")], Citations] = field(default_factory=dict)
    """What is cited with a sort of effect (cancel, prevent, instead, cannot)."""
    own_words: tuple[str, ...] = ()
    """Words of which names here are made and that no rulebook has."""
    idle: Mapping[str, str] = field(default_factory=dict)
    """What is declared and named by no row (“rules.card-wins”), and why it stands here all the same."""

    def movements_of(self, event: str, occurrence: str) -> tuple[Movement, ...]:
        """Whither an event moves a card in an occurrence."""
        return tuple(one for one in self.movements if one.event == event and one.at in (None, occurrence))

    @cached_property
    def offered(self) -> Mapping[str, OccurrenceType]:
        """The occurrences that a dispute may begin with, by type."""
        return {type_: occurrence for type_, occurrence in self.occurrences.items() if not occurrence.inner}

    def is_in_play(self, zone: str | None) -> bool:
        """Whether what lies in a zone of the cards' vocabulary is in play; where no zone is named it is."""
        return zone in (None, "play") or zone in self.features.rows

    def cite(self, *keys: str) -> Citations:
        """Citations of the keys, in order."""
        return tuple(rule for key in keys for rule in self.cited.get(key, ()))

    def closure(self, kind: str) -> frozenset[str]:
        """The kind with all it is besides: a minion is an enemy, a character …"""
        known = self.kinds.get(kind)
        return known.closure if known is not None else frozenset({kind})

    @cached_property
    def leaves(self) -> frozenset[str]:
        """Kinds of cards."""
        return frozenset(self.kinds)

    @cached_property
    def _by_class(self) -> Mapping[str, frozenset[str]]:
        every = {more for kind in self.kinds.values() for more in kind.closure}
        return {name: frozenset(k.id for k in self.kinds.values() if name in k.closure) for name in every}

    def sorts_of(self, kind: str) -> frozenset[str]:
        """The card types that are of a kind or class; of a name nobody declared none."""
        return self._by_class.get(kind, frozenset())

    def is_kind(self, kind: str) -> bool:
        """Whether the edition knows the kind or class."""
        return kind in self._by_class

    def kinds_with(self, flag: str) -> frozenset[str]:
        """The card types of which a field of `Kind` is true."""
        return self._flagged[flag]

    @cached_property
    def _flagged(self) -> Mapping[str, frozenset[str]]:
        names = [name for name in Kind.__dataclass_fields__ if name not in ("id", "closure")]
        return {name: frozenset(k.id for k in self.kinds.values() if getattr(k, name)) for name in names}

    @cached_property
    def begun_by(self) -> Mapping[str, tuple[tuple[OccurrenceType, Moment], ...]]:
        """By event of card texts: the occurrences that it begins, and as what."""
        found: dict[str, list[tuple[OccurrenceType, Moment]]] = {}
        for occurrence in self.occurrences.values():
            for begun in occurrence.begun_by:
                found.setdefault(begun.event, []).append((occurrence, begun))
        return {event: tuple(items) for event, items in found.items()}

    @cached_property
    def forbidden_as(self) -> Mapping[str, frozenset[str]]:
        """By event of card texts: the events of which a “cannot” may keep it from happening, where they are others."""
        return {
            event: frozenset(
                moment.event
                for one, _ in begun
                for moment in (*one.begun_by, *(m for step in one.steps for m in step.moments if m.word == "would"))
            )
            for event, begun in self.begun_by.items()
        }

    @cached_property
    def class_named(self) -> Mapping[str, AbilityClass]:
        """Classes of abilities by id."""
        return {cls.id: cls for cls in self.classes}

    @cached_property
    def delayed(self) -> AbilityClass | None:
        """The class of what was left for a moment to come."""
        return next((cls for cls in self.classes if cls.delayed), None)

    @cached_property
    def class_of(self) -> Mapping[tuple[str, bool, bool], AbilityClass]:
        """The class of a timing, by whether such an ability waits for a moment and for what would happen.

        What waits for a moment answers each: of several classes it is in one that is not for once.
        """
        found: dict[tuple[str, bool, bool], AbilityClass] = {}
        for cls in sorted(self.classes, key=lambda cls: cls.once):
            for timing in cls.timings:
                for would in (True, False) if cls.would is None else (cls.would,):
                    found.setdefault((timing, True, would), cls)
        for cls in self.classes:
            for timing in cls.timings:
                if cls.would in (None, False):
                    found.setdefault((timing, False, False), cls)
        return found

    @cached_property
    def _defaults(self) -> dict[str, OccurrenceType]:
        return {}

    def default_for(self, event: str) -> OccurrenceType | None:
        """The steps of an event of the vocabulary that no occurrence is: the game's default ones, under its name."""
        default = self.standard.default
        if default is None or event in self._defaults:
            return self._defaults.get(event)
        steps = tuple(
            replace(
                step,
                id=f"{event}/{step.id.rpartition('/')[2]}",
                moments=tuple(replace(moment, event=event) for moment in step.moments),
            )
            for step in default.steps
        )
        told = next(moment for step in steps for moment in step.moments)
        begun_by = (Moment("when", event, None, told.agent, told.patient),)
        self._defaults[event] = with_ways(self, replace(default, type=event, steps=steps, begun_by=begun_by))
        return self._defaults[event]

    @cached_property
    def told_events(self) -> frozenset[str]:
        """The events that occurrences are, and those of which their steps tell."""
        moments = [
            m
            for one in self.occurrences.values()
            for m in (*one.begun_by, *(m for step in one.steps for m in step.moments))
        ]
        return frozenset(moment.event for moment in moments)

    @cached_property
    def known_keywords(self) -> frozenset[str]:
        """Keywords that the edition declares or has a row for."""
        return frozenset(self.keywords) | {ready.name for ready in self.ready if ready.source == "keyword"}

    @cached_property
    def player_words(self) -> frozenset[str]:
        """Kinds that mean players, whoever they are."""
        return frozenset({"player", *self.features.player_kinds, *self.features.relative_players})

    @cached_property
    def refusable(self) -> frozenset[str]:
        """The occurrences that the rules may refuse as they begin."""
        steps = ((one.type, step) for one in self.occurrences.values() for step in one.steps)
        return frozenset(type_ for type_, step in steps if any(doing.verb in REFUSING for doing in step.does))

    @cached_property
    def heeded_keywords(self) -> frozenset[str]:
        """Keywords for which a row of the edition asks, and those of which it says that none does."""
        steps = [step for occurrence in self.occurrences.values() for step in occurrence.steps]
        conditions = [condition for step in steps for condition in step.conditions]
        conditions += [condition for row in self.ready for condition in row.conditions]
        asked = {atom.value or "" for condition in conditions for atom in condition if atom.relation == "has"}
        ready = {one.name for one in self.ready if one.source == "keyword"}
        return frozenset(asked | ready | {name for name, keyword in self.keywords.items() if keyword.idle})

    @cached_property
    def barred_parts(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """By type of occurrence, what happens within it of which a “cannot” forbids that much alone, at a step of its
        own, each with the events that come to nothing with it.
        """
        found: dict[str, dict[str, frozenset[str]]] = {}
        for ready in self.ready:
            for step, _ in ready.at if ready.bars else ():
                found.setdefault(step.partition("/")[0], {}).setdefault(ready.name, frozenset(ready.bars))
        return found

    @cached_property
    def _asked_at(self) -> dict[str, frozenset[tuple[str, str, str]]]:
        return {}

    def asked_at(self, step: Step) -> frozenset[tuple[str, str, str]]:
        """What might find its moment at a step: sort (event, timing, label, ready row), word or source, and name."""
        found = self._asked_at.get(step.id)
        if found is None:
            whens = [moment for moment in step.all_moments if moment.word == "when"]
            keys: set[tuple[str, str, str]] = {("event", moment.word, moment.event) for moment in step.all_moments}
            keys |= {("event", "would", moment.event) for moment in whens}
            keys |= {(sort, "", timing) for timing, _ in step.printed for sort in ("timing", "label")}
            keys |= {("ready", ready.source, ready.name) for ready, _ in self.ready_at.get(step.id, ())}
            keys |= {("ready", "kind", "lasting-effect")} if step.ends else set()
            found = self._asked_at[step.id] = frozenset(keys)
        return found

    @cached_property
    def ready_at(self) -> Mapping[str, tuple[tuple[Ready, str], ...]]:
        """Ready abilities by the step where they stand, with the roles that bear them."""
        found: dict[str, list[tuple[Ready, str]]] = {}
        for ready in self.ready:
            for step, role in ready.at:
                found.setdefault(step, []).append((ready, role))
        return {step: tuple(items) for step, items in found.items()}


def with_ways(rules: Rules, occurrence: OccurrenceType) -> OccurrenceType:
    """The occurrence whose moments tell also of the way that a card goes by what they tell of."""

    def also(moments: tuple[Moment, ...]) -> tuple[Moment, ...]:
        more = (
            replace(moment, event=way, variant=None, thing=None, movement=movement)
            for moment in moments
            for movement in rules.movements_of(moment.event, occurrence.type)
            for way in rules.features.ways
        )
        return (*moments, *more)

    steps = tuple(
        replace(
            step,
            moments=also(step.moments),
            more_moments=tuple(more._replace(moments=also(more.moments)) for more in step.more_moments),
        )
        for step in occurrence.steps
    )
    return replace(occurrence, steps=steps)
