"""What a card's text says, as a complete tree: each word of the text belongs to a node, and what was not read is a
node.

`judge.cardtext` makes these values and nothing after it looks at card text again. Positions (`Span`) count letters of
the text as it was submitted. The vocabulary (events, kinds, things, stats, facts, zones …) is each game's, from
`corpus/timing/card-words/`; the linker checks it against the game's rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from judge.cardtext.english import OCCASIONS

Span = tuple[int, int]
"""Where words stand in the submitted text: from, to."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Words that were not understood. `part` is where they stand."""

    part: Literal["timing", "trigger", "condition", "effect", "cost", "text"]
    text: str
    span: Span


# --- who and what

Antecedent = Literal["agent", "patient", "source", "thing", "target", "doer", "cost", "event", "subject"]
Compare = Literal["at-least", "at-most", "exactly", "more-than", "fewer-than", "most", "fewest"]
Bound = Literal["exactly", "up-to", "at-least", "any"]
Head = Literal["you", "this", "attached", "named", "that", "role", "class"]


@dataclass(frozen=True, slots=True)
class Noun:
    """Whom or what some words name.

    `head` tells how to find it: "you" (the player, or identity, whose card it is), "this" (the card that bears the
    text: “this card”, “here”, its own name or a short form of it), "attached" (what the card is attached to), "named"
    (`name` is a proper name), "that" (somebody named before, see `antecedent`), "role" (one by the part taken in what
    happens: “the attacking enemy”, “the defender”, “the attacked character”; `role` says which), "class" (of
    `kinds`).
    """

    head: Head
    kinds: tuple[str, ...] = ()
    """Kinds of which it must be one (“hero or ally” has two); of a head that is no class what the words add (“that
    minion”, “attached enemy”, “your hero”). Empty where any card or character will do."""
    name: str | None = None
    antecedent: Antecedent | None = None
    """To what “it”, “that minion”, “them” refer: agent, patient, source or thing of the trigger; the last `target`
    named in an earlier clause of the same ability, or the `doer` of that clause; what the cost named; the very
    `event` (“that attack”, “this activation”, “that effect”); the `subject` of the same clause (“each player discards
    1 card from their hand”)."""
    role: str | None = None
    quantifier: Literal["the", "one", "each", "all", "any", "up-to", "none", "number", "random"] = "the"
    """"one" is “a minion”, “1 card” (a player chooses where nobody says which), "each"/"all" everyone of the class,
    "any" “any number of”, "number" more than one of them, "random" without a choice."""
    number: int | str | None = None
    """How many, where a number is said; "X" where it is worked out elsewhere."""
    other: bool = False
    """“another”, “each other”: without the card itself, or without you where players are meant."""
    whose: Noun | None = None
    """Who controls it, owns it or has it: “you control”, “your deck”, “that player's hand”, “enemy character” of
    games where enemies are those of other players (`Noun("class", ("opponent",))`)."""
    engaged_with: Noun | None = None
    attached_to: Noun | None = None
    at: Noun | None = None
    """Where it is: “on this scheme”, “here”, “in your front row”, “at that Location”."""
    zone: str | None = None
    """"hand", "deck", "encounter-deck", "discard-pile", "play", "victory-display", "ko-pile", "resource-row" …"""
    traits: tuple[str, ...] = ()
    """Traits, teams, aspects, names of resources: what narrows a class and no rule knows; lower case."""
    states: tuple[str, ...] = ()
    """Adjectives that the game's table declares: "ready", "exhausted", "stunned", "damaged", "attacking", "defending",
    "supporting", "facedown", "basic", "unique" … ; “non-”, “not” before one puts "not " before it."""
    having: tuple[Condition, ...] = ()
    """Relative clauses and “with …”: “that has 3 or fewer hit points”, “with the highest SCH”."""
    parts: tuple[Noun, ...] = ()
    """Of “X and Y”, “X or Y” where they are different nouns: all of them (`joined` says how); the fields above are
    the first's."""
    joined: Literal["and", "or"] | None = None
    span: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Amount:
    """How much. `value` is a number, "X", "all", "that" (as much as before), "equal" (to `of`), "half" and "double" (of
    `of`, else of what was named before), or None where not said."""

    value: int | str | None = None
    of: Noun | None = None
    """Of “equal to its ATK”, “1 for each minion”: what is counted or measured."""
    per: bool = False
    """“for each”, “per player”: `value` times the count of `of`."""
    bound: Bound = "exactly"
    most: int | None = None
    """“(to a maximum of 10)”."""
    least: int | None = None
    """“(to a minimum of 1)”."""
    plus: Amount | None = None
    """What is added: “your ATK plus 1”, “5 damage, plus 2 for each …”; a negative value is taken away."""

    @property
    def fixed(self) -> int | None:
        """The number, where the words alone say it."""
        more = self.plus.fixed if self.plus is not None else 0
        return self.value + more if isinstance(self.value, int) and not self.per and more is not None else None


# --- clauses: one verb with those who take part


@dataclass(frozen=True, slots=True)
class Clause:
    """One verb with its parts, the same for triggers, effects, conditions and what “cannot” forbids.

    `event` is the kind of event (or of state, in conditions) that the game's table declares for the verb and what it
    is about: active or passive, `agent` is who does it and `patient` to whom or what it is done (“you take 2 damage”:
    patient you; “a minion is stunned”: patient a minion; “an ally enters play”: patient an ally).
    """

    event: str
    agent: Noun | None = None
    patient: Noun | None = None
    thing: str | None = None
    """Which of its sort: the status ("tough"), the counter ("charge"), the keyword, the stat, the form changed to,
    the step or phase ("villain-phase"), the label or timing of a resolved ability ("when-revealed", or a printed
    ability name)."""
    variant: str | None = None
    """How it was put where the game tells it apart ("dealt", "taken", "begin", "end", "step-one")."""
    what: Noun | None = None
    """What is handed over, where somebody else is the patient: “deal each player 1 encounter card”."""
    amount: Amount | None = None
    source: Noun | None = None
    """From or by what else: “from an attack”, “by an event”, “with a basic attack”."""
    to: Noun | None = None
    """Where it goes or against what: “on the main scheme”, “to your hand”, “against you”, “under your control”."""
    origin: Noun | None = None
    """Where it comes from: “from your hand”, “from here”."""
    as_what: Noun | None = None
    """What it counts as from then on: “as a facedown encounter card”, “as Drone minions”, “as damage”."""
    facts: tuple[str, ...] = ()
    """What else must be so, or is so, by names that the game's table declares: "basic", "undefended", "from-attack",
    "first-each-turn", "during-villain-phase", "while-defending", "as-boost", "another-player's-turn" …"""
    negative: bool = False
    modal: Literal["may", "must", "cannot", "can"] | None = None
    even_if: Condition | None = None
    """What would otherwise stand in the way and does not: “(even if you are in alter-ego form)”."""
    as_if: Condition | None = None
    """What is taken to be so for it: “as if it were in your hand”."""
    span: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that holds or does not: a clause (with events or states: "control", "in-form", "in-play", "has-status",
    "is", "has", "engaged", "happened" …), several joined, or what was not read."""

    clause: Clause | None = None
    negative: bool = False
    parts: tuple[Condition, ...] = ()
    joined: Literal["and", "or"] = "and"
    compare: Compare | None = None
    text: str = ""
    unread: Unread | None = None
    span: Span = (0, 0)
    going_on: bool = False
    """“while …”: what it tells of must be under way, where else having happened will do."""


def whom_against(said: Condition) -> Noun | None:
    """Of “against you”, said of an attack, you."""
    return said.clause.patient if said.clause is not None and said.clause.event == "against" else None


def against(noun: Noun) -> Noun | None:
    """Of “an attack against you”, you; None where it is not said whom it is against."""
    return next(filter(None, map(whom_against, noun.having)), None)


@dataclass(frozen=True, slots=True)
class TriggerTree:
    """A triggering condition. Several clauses are joined by `joined`; of "and" (“attacks and defeats”) all must
    happen."""

    word: Literal["when", "after", "while", "at"]
    would: bool
    clauses: tuple[Clause, ...]
    joined: Literal["and", "or"] = "or"
    conditions: tuple[Condition, ...] = ()
    """“if …”, “while …”, “during …” in the trigger."""
    unread: tuple[Unread, ...] = ()
    text: str = ""
    span: Span = (0, 0)

    @property
    def occasion(self) -> bool:
        """Whether it waits for one of several like occasions: “the first time each round”, “the second counter”."""
        return any(fact.partition("-")[0] in OCCASIONS for clause in self.clauses for fact in clause.facts)


# --- effects


@dataclass(frozen=True, slots=True)
class Act:
    """Something that an effect makes happen: begins an event, or changes what is so. Imperatives have agent None, or
    “you” where the words say so; the engine takes the controller."""

    clause: Clause


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after another, in order."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Then:
    """“A. Then, B”: B only after A, and only where the game's rules let it (A has happened)."""

    first: Effect
    second: Effect


@dataclass(frozen=True, slots=True)
class May:
    """Somebody may do it; None is the one who resolves the ability."""

    effect: Effect
    chooser: Noun | None = None


@dataclass(frozen=True, slots=True)
class If:
    """“If …, effect. Otherwise, …”."""

    condition: Condition
    effect: Effect
    otherwise: Effect | None = None


@dataclass(frozen=True, slots=True)
class Unless:
    """“Effect unless somebody does something” or “… unless something holds”: either an act that avoids it, or a
    condition."""

    effect: Effect
    avoid: Effect | None = None
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """“Choose one: … ; either … or …”: `number` of the options happen."""

    options: tuple[Effect, ...]
    number: int = 1
    chooser: Noun | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """“For each …, effect”, “X times”, “one at a time”; with `until`, again and again until that is so."""

    effect: Effect
    amount: Amount
    until: Condition | None = None


@dataclass(frozen=True, slots=True)
class Delayed:
    """“At the end of the round, …”, “After this attack, …”, “The next time …”: happens at a later moment."""

    trigger: TriggerTree
    effect: Effect
    once: bool = True


@dataclass(frozen=True, slots=True)
class Lasting:
    """In force for a while: `until` is a duration of the game's table ("attack", "activation", "turn", "phase",
    "round", "combat", "next-turn", "game")."""

    effect: Effect
    until: str


@dataclass(frozen=True, slots=True)
class While:
    """In force as long as a condition holds (constants: “While attacking, …”, “As long as …”)."""

    condition: Condition
    effect: Effect


@dataclass(frozen=True, slots=True)
class Instead:
    """The effect takes the place of what the trigger names, or of `of` (“X instead of Y”); “instead” on one amount of
    an earlier sentence of the same ability (“7 damage instead if …”) has `amends` True."""

    effect: Effect
    of: Clause | Noun | None = None
    amends: bool = False


@dataclass(frozen=True, slots=True)
class Cancel:
    """What it names does not resolve or happen: “cancel it”, “does not resolve”, “has no effect”, “skip that”, “is
    ignored”. `what` None is the triggering event; `thing` narrows to printed abilities of a timing ("when-revealed",
    "boost", "effects", "bam" …)."""

    what: Noun | None = None
    thing: str | None = None


@dataclass(frozen=True, slots=True)
class Prevent:
    """So much of damage, threat … (`thing`) is not done. Amount None or "all" is all of it."""

    thing: str | None = None
    amount: Amount | None = None
    what: Noun | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """Somebody or something has a keyword, trait, resource or ability in quotes. `loses` for the reverse."""

    who: Noun | None
    keyword: str | None = None
    value: Amount | None = None
    trait: str | None = None
    ability: object | None = None
    """An ability in quotation marks, read as one (`judge.ability.Ability`)."""
    loses: bool = False


@dataclass(frozen=True, slots=True)
class Modify:
    """A value goes up or down, or is set: “gets +1 ATK”, “costs 1 less”, “ally limit is increased by 1”."""

    who: Noun | None
    stat: str
    amount: Amount | None = None
    direction: Literal["+", "-", "=", "*"] = "+"
    what: Noun | None = None
    """What is measured, where more is said of it: “the damage that attack deals”."""


@dataclass(frozen=True, slots=True)
class Forbid:
    """“cannot”: events that the clause matches do not happen. A clause with amount “more than 3” bounds them
    (`beyond`)."""

    clause: Clause
    beyond: Amount | None = None


@dataclass(frozen=True, slots=True)
class Allow:
    """“can”, “may” of a constant that lifts a rule: “can attack from the back row”, “ignores the guard keyword”."""

    clause: Clause


@dataclass(frozen=True, slots=True)
class Oblige:
    """“must”: of several things that could happen, this one (“must attack this minion if able”, “each player must
    …”)."""

    clause: Clause


@dataclass(frozen=True, slots=True)
class AddedCost:
    """“As an additional cost to attack, …”: whoever does what the clause tells of pays the effect besides."""

    clause: Clause
    effect: Effect


@dataclass(frozen=True, slots=True)
class Note:
    """Words that change nothing that could resolve here and were understood as such (bookkeeping, “Shuffle.”, counting
    remarks, “read aloud”, set-up remarks)."""

    text: str
    span: Span = (0, 0)


Effect = (
    Act
    | Sequence
    | Then
    | May
    | If
    | Unless
    | Choose
    | Repeat
    | Delayed
    | Lasting
    | While
    | Instead
    | Cancel
    | Prevent
    | Gain
    | Modify
    | Forbid
    | Allow
    | Oblige
    | AddedCost
    | Note
    | Unread
)
"""What an ability does once it resolves, node by node."""


HOLDERS = (Sequence, Choose, Then, May, If, Unless, Repeat, Delayed, Lasting, While, Instead)
"""Effects that are made of others."""


def leaves(effect: Effect | None, *into: type) -> Iterator[Effect]:
    """Lazily, the effects that one is made of, in order; what is of none of the sorts `into` is given as it is."""
    if effect is None or not isinstance(effect, into):
        yield from () if effect is None else (effect,)
        return
    inner: tuple[Effect, ...]
    match effect:
        case Sequence():
            inner = effect.effects
        case Choose():
            inner = effect.options
        case Then():
            inner = (effect.first, effect.second)
        case May() | If() | Unless() | Repeat() | Delayed() | Lasting() | While() | Instead():
            inner = (effect.effect,)
        case _:
            inner = ()
    for one in inner:
        yield from leaves(one, *into)


# --- an ability


@dataclass(frozen=True, slots=True)
class AbilityTree:
    """One ability, read whole or with what was not read in its place."""

    trigger: TriggerTree | None = None
    conditions: tuple[Condition, ...] = ()
    """What must hold for it to be used or to be in force: “if you control …” in front, “(Hero form only)”, play
    conditions."""
    cost: Effect | None = None
    effect: Effect = Sequence(())
    unread: tuple[Unread, ...] = ()
    """Every unread stretch of the ability, also those inside the trees above."""
    span: Span = (0, 0)


NO_TREE = AbilityTree()
"""Of an ability without words."""


@lru_cache(maxsize=1024)
def unplaced(node: Any) -> Any:
    """A node without its place and its letters: the same for the same words wherever they stand."""
    if isinstance(node, tuple):
        return tuple(map(unplaced, node))
    if not is_dataclass(node) or isinstance(node, type):
        return node
    placed = {"span": (0, 0), "text": ""}
    return replace(node, **{name: placed.get(name, unplaced(getattr(node, name))) for name, _ in _fields(type(node))})


# --- as JSON


def as_json(node: Any) -> Any:
    """A node as nested JSON: its sort as `node`, and what of its fields says something."""
    if isinstance(node, tuple):
        return [as_json(one) for one in node]
    if not is_dataclass(node) or isinstance(node, type):
        return node
    if hasattr(node, "as_json"):
        return node.as_json()
    said: dict[str, Any] = {"node": type(node).__name__.lower()}
    for name, default in _fields(type(node)):
        value = getattr(node, name)
        if value is None or value == default or value == ():
            continue
        said[name] = list(value) if name == "span" else as_json(value)
    return said


@lru_cache(maxsize=64)
def _fields(sort: type) -> tuple[tuple[str, Any], ...]:
    return tuple((one.name, one.default) for one in fields(sort))
