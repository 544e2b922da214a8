"""What a text tells: statements of those it names, and events, as read from its sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from judge.pasted.chat_lines import ChatLine, Speakers
from judge.pasted.mentions import Mention
from judge.pasted.pasted_values import Span
from judge.pasted.told_words import ToldVerb


@dataclass(slots=True, eq=False)
class Unit:
    """One thing a sentence is made of. `sort` is "name", "me", "pro", "kind", "form", "status", "number", "text",
    "verb", "mark" or "word"; `word` what stands there, of a name its key."""

    sort: str
    word: str
    item: Mention
    kinds: list[Mention] = field(default_factory=list)
    """The card types that stand beside a name."""
    owner: Unit | None = None
    possessive: bool = False
    verb: ToldVerb | None = None
    before: tuple[str, ...] = ()
    """Of a pronoun, the names that stand before it, the last first."""
    quoted: bool = False
    means: str = ""
    """Of a player, the type by which the words mean them: “my hero”."""

    @property
    def is_noun(self) -> bool:
        """Whether it names somebody or something."""
        return self.sort in ("name", "me", "pro", "kind")

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.item.span


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A relation that a sentence says: `of` is the one it is said of, `to` the other, `value` an id or number."""

    relation: str
    of: Unit
    to: Unit | None = None
    value: object = None
    at: Span = (0, 0)
    asked: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class ToldEvent:
    """Something that happens: by its verb, with those in each of its complements."""

    event: str
    variant: str | None
    agents: tuple[Unit, ...]
    patients: tuple[Unit, ...]
    others: tuple[Unit, ...]
    forms: tuple[str, ...]
    at: Span
    place: int
    asked: bool
    negative: bool
    means: str = ""
    """The event that brings it about: “takes 3 damage from Klaw’s attack”."""


@dataclass
class Story:
    """All statements and events of a text, in order."""

    text: str = ""
    statements: list[Statement] = field(default_factory=list)
    events: list[ToldEvent] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """Key → name as first written."""
    at: dict[str, Span] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    """Keys of names that only their place before a text shows."""
    traits: set[str] = field(default_factory=set)
    """Keys of names that stand as traits below a card’s."""
    listed: list[list[str]] = field(default_factory=list)
    """Names listed as those who play."""
    seated: set[str] = field(default_factory=set)
    """Those whom a list names as all who play."""
    mes: list[Unit] = field(default_factory=list)
    starts: dict[str, int] = field(default_factory=dict)
    """Number of a card text → where it begins, with the name of its ability."""
    sentences: list[list[Unit]] = field(default_factory=list)

    @cached_property
    def places_of_each(self) -> frozenset[int]:
        """The sentences in which something happens to each player."""
        return frozenset(
            place
            for place, units in enumerate(self.sentences)
            for one, other in pairwise(unit.word for unit in units)
            if one in ("each", "every", "all") and other.startswith("player")
        )

    @cached_property
    def recaps(self) -> frozenset[int]:
        """The sentences that say what all comes to: “So …”, “… is now about to …”."""
        return frozenset(
            place
            for place, units in enumerate(self.sentences)
            if place and any(unit.word == "so" for unit in units[:2]) and all(unit.word != "?" for unit in units)
        )

    def said(self, at: Span) -> str:
        """The words of a span."""
        return self.text[slice(*at)]


@dataclass(frozen=True, slots=True)
class ToldSentence:
    """A sentence's mentions, brackets flattened, card texts as mentions of sort "text"."""

    items: tuple[Mention, ...]
    begins_line: bool
    after_blank: bool


def _speaking(line: ChatLine | None) -> Mention | None:
    return Mention("player", line.name, 0, 0, line.at) if line is not None else None


@dataclass
class Thread:
    """What the sentences read so far leave for the next, and the story they tell."""

    story: Story
    speakers: Speakers = field(default_factory=Speakers)
    recent: list[str] = field(default_factory=list)
    """Names met so far, the last one last."""
    named: dict[str, Unit] = field(default_factory=dict)
    """Name → where it stood last."""
    here: set[str] = field(default_factory=set)
    """Names of this sentence."""
    topic: Unit | None = None
    """What the lines before tell of."""
    holder: Unit | None = None
    """Who is last said to have something in this sentence."""
    scope: Unit | None = None
    """Whose cards the lines tell of, by a line of its own."""
    headed: bool = False
    """Whether the line before begins with the name of what it is about, and tells nothing."""
    awaits: bool = False
    """Whether a card’s type was told, and its text was not yet."""
    formed: set[str] = field(default_factory=set)
    """Names whose form a bracket of this sentence says."""
    place: int = 0
    asked: bool = False

    def say(self, relation: str, of: Unit, to: Unit | None = None, value: object = None, at: Span = (0, 0)) -> None:
        """Note a statement of this sentence."""
        self.story.statements.append(Statement(relation, of, to, value, at, self.asked))

    def speaker_at(self, at: Span) -> Mention | None:
        """Who says the line of a chat in which words stand."""
        return _speaking(self.speakers.of(at))

    def addressed_at(self, at: Span) -> Mention | None:
        """To whom the line of a chat is said in which words stand, where only two talk."""
        return _speaking(self.speakers.other(at))

    def raw(self, unit: Unit) -> str:
        """The words of a unit as they stand, in small letters."""
        return self.story.said(unit.span).lower()
