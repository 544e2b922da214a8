"""How one game words its cards: timing words, labels, verbs, nouns, keywords, all of them data.

A table is read from `corpus/timing/card-words/GAME.toml`; this module knows no game. Each name that a tree may bear
(event, kind, thing, stat, zone, state, fact, duration, form) is declared by the row of the words that say it, and
nowhere else: `CardWords.vocabulary` lists them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from judge.cardtext.english import OCCASIONS
from judge.errors import NotUnderstood
from judge.toml_tables import read_toml, shown

_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class TimingWord:
    """A timing trigger: how it is printed and what it means."""

    id: str
    words: tuple[str, ...]
    forced: str | None = None
    """The timing when the word “Forced” precedes, if that is one of its own."""
    mandatory: bool = False
    triggered: bool = False
    """True when a condition (“When …,”) follows that says the moment; false where the timing says all."""
    separators: str = ":"
    """What may part it from its ability."""
    with_symbol: Mapping[str, str] = field(default_factory=dict)
    """Symbol beside it → the timing that then is meant."""
    effect_word: str | None = None
    """The word that opens its effect, where all before that is its condition (“Trigger: … Effect: …”)."""
    valued: bool = False
    """True when a number in brackets belongs to it (“Level Up (7)”)."""
    named: bool = False
    """True when the printed word itself names the ability."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a verb says happens, and which of its complements takes which part.

    A part is a complement: "subject", "object", "indirect", or a preposition; several, parted by spaces, are tried in
    order.
    """

    event: str
    variant: str | None = None
    thing: str | None = None
    agent: str = "subject"
    patient: str = "object"
    to: str = "to on onto into against under among between in at below beneath beside"
    origin: str = "from of"
    source: str = "by with using via"
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of card text. `about` gives the frame by what the verb is about (its object's thing or kind, a
    preposition with a zone), `frame` the one otherwise; a verb without either says nothing without its noun (“makes
    an attack”)."""

    name: str
    frame: Frame | None
    about: Mapping[str, Frame]
    light: bool = False
    """True when the verb says nothing without the noun of an event (“makes an attack”)."""
    middle: bool = False
    """True when without an object its subject is the one it happens to (“an ally readies”)."""
    state: str | None = None
    """The state that its participle names (“is stunned”), where that is meant as often as entering it."""
    node: str | None = None
    """The construct it is, where it is no event: "cancel", "prevent", "gain", "modify", "ignore" …"""
    facts: tuple[str, ...] = ()
    takes_two: bool = False
    """True when it may have two objects (“deal each player 1 card”)."""
    shares: bool = False
    """True when it takes the object of the verb joined to it (“attacks and defeats a minion”)."""
    prepositions: frozenset[str] = frozenset()
    """Prepositions after its object that belong to it, never to that object."""


HEADS = frozenset(["kind", "thing", "stat", "zone", "form", "role"])
"""Meanings of words that may head a noun phrase."""
_MEANINGS = (*HEADS, "verb", "state", "fact", "status", "keyword", "aside", "own")


@dataclass(frozen=True, slots=True)
class Sense:
    """All that one word or phrase may mean."""

    verb: Verb | None = None
    roles: frozenset[str] = frozenset()
    """Of "base", "s", "past", "participle", "ing"."""
    thing: str | None = None
    kind: str | None = None
    stat: str | None = None
    zone: str | None = None
    state: str | None = None
    fact: str | None = None
    form: str | None = None
    status: str | None = None
    role: str | None = None
    keyword: str | None = None
    aside: bool = False
    """True of words that change nothing that could resolve (“if able”)."""
    own: bool = False
    """True of the card's own name."""
    is_noun: bool = field(init=False)
    """Whether it may head a noun phrase."""
    means: frozenset[str] = field(init=False)
    """Which of the fields above say something, and the roles."""

    def __post_init__(self) -> None:
        said = [name for name in _MEANINGS if getattr(self, name)]
        object.__setattr__(self, "is_noun", not HEADS.isdisjoint(said))
        object.__setattr__(self, "means", self.roles.union(said))


@dataclass(frozen=True, eq=False)
class CardWords:
    """How one game words its cards. Compared by identity, since it is made once and shared."""

    game: str
    default_timing: str
    missing_colon: bool
    prefixes: Mapping[str, str]
    labels: Mapping[str, str]
    users: Mapping[str, str]
    """Words before a timing word that say who may use the ability → their role."""
    timings: tuple[TimingWord, ...]
    untimed: tuple[tuple[str, str], ...]
    """How a text without a timing word begins, and the timing that then is meant."""
    instruction_starts: tuple[str, ...]
    instruction_ends: tuple[str, ...]
    name_starts: tuple[str, ...]
    """How a sentence begins that gives the card a further name."""
    keywords: Mapping[str, str]
    """Keyword → "plain", "valued", "bracketed" or "suffixed"."""
    senses: Mapping[str, Sense]
    thing_events: Mapping[str, str]
    """Thing → the event that it names (“an attack”)."""
    printed_on: Mapping[str, frozenset[str]]
    named_bearers: frozenset[str]
    """Things of which a name before them is that of the card that bears them: “Toad’s BAM! effect”."""
    """Thing → the kinds of card on which it stands: whose it is bears it, and does nothing."""
    persons: frozenset[str]
    """Kinds and roles of those who play: “they” is one of them, “it” is none."""
    vague: frozenset[str]
    """Kinds so wide that “that …” may mean somebody named by a narrower one (“that card”)."""
    role_events: Mapping[str, str]
    """Role → the event that becoming it is (“becomes the defender”)."""
    stat_events: Mapping[str, str]
    """Stat → the event that using it is (“uses his basic THW”)."""
    referring: frozenset[str]
    """Things of which “that …” means what the trigger names (“that effect”)."""
    instruments: frozenset[str]
    """Kinds of cards that nobody bears: “damage an enemy with an event” says how, not which enemy."""
    deeds: frozenset[str]
    """Events that a player brings about by having another do it: “you attack with an ally”."""
    doers: frozenset[str]
    """Kinds of those who then do it."""
    own_nouns: Mapping[str, str]
    durations: Mapping[str, str]
    """“this turn”, “until the end of the round” → the duration."""
    named_things: frozenset[str] = frozenset()
    """Things of several sorts, told by the word before them (“charge counter”)."""
    behind: frozenset[str] = frozenset()
    """States that are said behind a noun (“2 cards remaining”)."""
    cost_symbols: bool = False
    """True when symbols beside a timing word are what the ability costs."""
    free_symbols: frozenset[str] = frozenset()
    """Symbols that are no cost."""
    resources: frozenset[str] = frozenset()
    """Icons that stand for something spent or generated."""
    icons: tuple[str, ...] = ()
    """Icons that do something by themselves."""
    declared: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Sort of name → the names that its section of the table declares."""

    @cached_property
    def by_timing(self) -> dict[str, TimingWord]:
        """Timing id → its row, the forced id included."""
        rows = {row.id: row for row in self.timings}
        rows |= {row.forced: row for row in self.timings if row.forced}
        return rows | {timing: row for row in self.timings for timing in row.with_symbol.values() if timing not in rows}

    @cached_property
    def vocabulary(self) -> dict[str, frozenset[str]]:
        """Sort of name → every name that a tree of this game may bear, declared or made of declared ones.

        Facts are also states (“facedown”), since when (“this-phase”), and what brought it about (“from-attack”).
        """
        said = dict(self.declared)
        events = said["events"] | {frame.event for frame in self.frames} | set(self.thing_events.values())
        verbs = {sense.verb.name for sense in self.senses.values() if sense.verb}
        states = said["states"] | said["statuses"]
        states |= {word for word, sense in self.senses.items() if sense.roles & {"past", "ing"}}
        lasted = {f"this-{duration}" for duration in self.durations.values()}
        causes = {f"{word}-{what}" for word in ("from", "by", "without", "while", "as") for what in events | verbs}
        periods = {"time", *(f"each-{thing}" for thing in (*self.thing_events, *self.durations.values()))}
        times = {f"{which}-{period}" for which in OCCASIONS for period in periods} | periods
        icons = {f"{name}-icon" for name in (*self.icons, *self.resources)}
        things, keywords = said["things"], frozenset(self.keywords)
        return said | {
            "events": events,
            "variants": said["variants"] | MADE_VARIANTS | things | {one.variant for one in self.frames if one.variant},
            "kinds": said["kinds"] | MADE_KINDS | things | said["stats"] | said["forms"] | keywords | events,
            "states": frozenset(states | lasted),
            "stats": said["stats"] | things | MADE_STATS,
            "facts": frozenset(said["facts"] | self._facts_told() | states | lasted | causes | times),
            "durations": frozenset(self.durations.values()) | things | events,
            "keywords": keywords | icons | things,
        }

    def _facts_told(self) -> set[str]:
        """The facts that verbs tell."""
        told = {fact for sense in self.senses.values() if sense.verb for fact in sense.verb.facts}
        return told | {fact for frame in self.frames for fact in frame.facts} | set(MADE_FACTS)

    @cached_property
    def effect_words(self) -> frozenset[str]:
        """Words that open an effect, in small letters."""
        return frozenset(row.effect_word.lower() for row in self.timings if row.effect_word)

    @cached_property
    def whole_instructions(self) -> tuple[str, ...]:
        """Beginnings of what is an instruction as a whole, however many sentences follow: “Contents: …”."""
        return tuple(start for start in self.instruction_starts if start.endswith(":"))

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """Every frame of every verb."""
        verbs = {id(sense.verb): sense.verb for sense in self.senses.values() if sense.verb}
        return tuple(
            frame for verb in verbs.values() for frame in (*verb.about.values(), *((verb.frame,) if verb.frame else ()))
        )

    @cached_property
    def phrases(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """First word → what follows it in known phrases of several words, the longest first."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for phrase in (*self.senses, *self.durations):
            first, *rest = phrase.split()
            if rest:
                found.setdefault(first, []).append(tuple(rest))
        return {first: tuple(sorted(set(rests), key=len, reverse=True)) for first, rests in found.items()}

    def is_mandatory(self, timing: str, forced: bool) -> bool:
        """Whether an ability of that timing must be used."""
        row = self.by_timing.get(timing)
        return forced or bool(row and row.mandatory)


MADE_FACTS = ("to-pay", "side-up", "out-of-play", "another", "each", "only", "alone", "help", "each-time")
"""Facts of English rather than of a game."""
MADE_KINDS = frozenset(["occasion"])
"""“times” of “the number of times …”."""
MADE_VARIANTS = frozenset(["begin", "end", *(f"step-{word}" for word in ("one", "two", "three", "four", "five"))])
MADE_STATS = frozenset(["X", "value", "ATK/DEF"])
ROLES = ("base", "s", "past", "ing")
_SORTS = ("kind", "thing", "stat", "zone", "state", "fact", "form", "status", "role")


def is_number(said: str) -> bool:
    """Whether the text is a whole number as cards print them: digits, and no more of them than anything counts."""
    return said.isdecimal() and len(said) <= _MOST_DIGITS


def parse_words(table: Mapping[str, Any]) -> CardWords:
    """An ability table as read from TOML. Raises KeyError, ValueError or TypeError where it is not well formed."""
    keywords = _keywords(table.get("keywords", {}))
    instructions = table.get("instructions", {})
    return CardWords(
        game=table["game"],
        default_timing=table["default_timing"],
        missing_colon=table.get("missing_colon", False),
        prefixes=table.get("prefixes", {}),
        labels=table.get("labels", {}),
        users=table.get("users", {}),
        timings=tuple(_timing(row) for row in table["timing"]),
        untimed=tuple((start, row["timing"]) for row in table.get("untimed", ()) for start in row["starts"]),
        instruction_starts=tuple(instructions.get("starts", ())),
        instruction_ends=tuple(instructions.get("ends", ())),
        name_starts=tuple(instructions.get("names", ())),
        keywords=keywords,
        senses=_senses(table, keywords),
        thing_events={row["id"]: row["event"] for row in table.get("thing", ()) if "event" in row},
        printed_on={row["id"]: frozenset(row["on"]) for row in table.get("thing", ()) if "on" in row},
        named_bearers=frozenset(row["id"] for row in table.get("thing", ()) if row.get("named-bearer")),
        persons=frozenset(table.get("persons", ())),
        vague=frozenset(table.get("vague", ())),
        role_events=table.get("role_events", {}),
        stat_events=table.get("stat_events", {}),
        referring=frozenset(row["id"] for row in table.get("thing", ()) if "event" in row or row.get("refers")),
        instruments=frozenset(table.get("instruments", ())),
        deeds=frozenset(table.get("deeds", ())),
        doers=frozenset(table.get("doers", ())),
        own_nouns=table.get("own_nouns", {}),
        durations=_durations(table.get("durations", {})),
        named_things=frozenset(row["id"] for row in table.get("thing", ()) if row.get("named")),
        behind=frozenset(table.get("behind", ())),
        cost_symbols=table.get("cost_symbols", False),
        free_symbols=frozenset(table.get("free_symbols", ())),
        resources=frozenset(table.get("resources", ())),
        icons=tuple(table.get("icons", ())),
        declared=_declared(table),
    )


def _senses(table: Mapping[str, Any], keywords: Mapping[str, str]) -> dict[str, Sense]:
    """Each word or phrase → all that it may mean."""
    senses: dict[str, Sense] = {}
    for row in table.get("verb", ()):
        _add_verb(senses, row)
    for row in table.get("thing", ()):
        for word in row["words"]:
            _add(senses, word, thing=row["id"])
    for sort in (sort for sort in _SORTS if sort != "thing"):
        for name, words in table.get(_section(sort), {}).items():
            for word in words:
                _add(senses, word, **{sort: name})
    for name, sort in keywords.items():
        if sort != "symbols":
            _add(senses, name, keyword=name)
    for word in table.get("asides", ()):
        _add(senses, word, aside=True)
    return senses


def _durations(table: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The words of each duration, as printed and without articles → its name."""
    return {
        words: name
        for name, said in table.items()
        for printed in said
        for words in (printed, printed.replace("the ", ""), printed.replace("the end", "end", 1))
    }


def load_words(folder: Path) -> dict[str, CardWords]:
    """Game → its table, from the TOML files in `folder`. An edge: reads files.

    Raises NotUnderstood or CouldNot naming the file that cannot be read.
    """
    tables = [_read(path) for path in sorted(folder.glob("*.toml"))]
    return {table.game: table for table in tables}


def _read(path: Path) -> CardWords:
    try:
        return parse_words(read_toml(path))
    except KeyError as problem:
        message = f"{shown(path)} does not tell how cards are worded: `{problem.args[0]}` is missing."
        raise NotUnderstood(message, shown(path)) from problem
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise NotUnderstood(f"{shown(path)} does not tell how cards are worded: {problem}.", shown(path)) from problem


def _timing(row: Mapping[str, Any]) -> TimingWord:
    return TimingWord(
        id=row["id"],
        words=tuple(row["words"]),
        forced=row.get("forced"),
        mandatory=row.get("mandatory", False),
        triggered=row.get("triggered", False),
        separators=row.get("separators", ":"),
        with_symbol=row.get("with_symbol", {}),
        effect_word=row.get("effect_word"),
        valued=row.get("valued", False),
        named=row.get("named", False),
    )


def _keywords(table: Mapping[str, Iterable[str]]) -> dict[str, str]:
    return {name: sort for sort, names in table.items() for name in names}


def _declared(table: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    found = {_section(sort): frozenset(table.get(_section(sort), ())) for sort in _SORTS if sort != "thing"}
    found["things"] = frozenset(row["id"] for row in table.get("thing", ()))
    return found | {sort: frozenset(table.get(sort, ())) for sort in ("events", "variants")}


def _section(sort: str) -> str:
    return f"{sort}s" if sort != "status" else "statuses"


def _frame(row: Any, base: Frame) -> Frame:
    """A frame from its row: a name is the event with all else as in `base`."""
    if isinstance(row, str):
        return replace(base, event=row)
    facts = tuple(row.get("facts", base.facts))
    variant = row.get("variant", base.variant) or None
    return replace(base, **(dict(row) | {"facts": facts, "variant": variant}))


def _add_verb(senses: dict[str, Sense], row: Mapping[str, Any]) -> None:
    base = Frame(
        "",
        **{
            part: row[part]
            for part in ("agent", "patient", "to", "origin", "source", "variant", "thing")
            if part in row
        },
    )
    verb = Verb(
        name=row["forms"][0].split("|")[0].replace("_", " "),
        frame=_frame(row["event"], base) if "event" in row else None,
        about={key: _frame(value, base) for key, value in row.get("about", {}).items()},
        light=row.get("light", False),
        middle=row.get("middle", False),
        state=row.get("state"),
        node=row.get("node"),
        facts=tuple(row.get("facts", ())),
        takes_two=any("indirect" in str(frame) for frame in (row.get("patient"), *row.get("about", {}).values())),
        shares=row.get("shares", False),
        prepositions=frozenset(row.get("prepositions", ())),
    )
    for role, forms in zip(ROLES, row["forms"], strict=True):
        for form in forms.split("|"):
            _add(senses, form.replace("_", " "), verb=verb, roles=frozenset({role}))


def _add(senses: dict[str, Sense], word: str, **facts: Any) -> None:
    """Add what `word` may mean to what it already may; forms that look alike ("put") share their roles."""
    key = word.lower()
    old = senses.get(key, Sense())
    if "roles" in facts:
        facts["roles"] = old.roles | facts["roles"]
    senses[key] = replace(old, **facts)
