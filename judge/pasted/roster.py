"""Who plays: of every name all that is told of it is weighed, and it is a player's or a card's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import Mention
from judge.pasted.pasted_values import ReadValue, Span
from judge.pasted.story import Statement, Story, ToldEvent, Unit

SPEAKER = "Me"
"""What the writer is called who does not say their name."""
SURE, LIKELY, HINT = 4, 2, 1
_WEIGHTS: Mapping[str, tuple[int, int]] = {
    "form": (SURE, 0), "first": (6, 0), "turn": (5, 0), "kind": (0, SURE), "bears": (-SURE, 6), "boost": (0, SURE),
    "place": (0, 0), "fought": (0, SURE), "self": (SURE, 0), "speaks": (9, 0),
}  # fmt: skip
"""Relation → what it says for the one it is said of being a player, and a card."""
_BOTH: Mapping[str, tuple[int, int, int, int]] = {
    "owned": (0, LIKELY, 0, 0), "has": (HINT, 0, 0, LIKELY), "uses": (0, LIKELY, 3, 0), "on": (0, SURE, 0, HINT),
    "engaged": (0, SURE, 5, 0),
}  # fmt: skip
"""Relation → the same for the one it is said of, and for the other."""


_NEAR = 10
"""Units before one of which a form is said that is no player."""
_BESIDE_ONLY = frozenset(["link", "list", "maybe"])
"""How “beside” is told that says no more."""
_PLAYERS_DEEDS = frozenset(
    ["play", "reveal", "draw", "recruit", "control", "begin", "defend", "own", "choose", "shuffle"]
)
"""Events of which players are the doers in any game."""


@dataclass(frozen=True, slots=True)
class Person:
    """One player: the name, where it stands first, and the form where it was said."""

    name: str
    at: Span
    form: ReadValue | None = None
    guessed: str = ""


@dataclass(frozen=True)
class People:
    """The players in order; who writes, who is first and whose turn it is, where that was said."""

    players: tuple[Person, ...] = ()
    speaker: str | None = None
    active: ReadValue | None = None
    used: tuple[Span, ...] = ()
    speaks_of_turns: bool = False
    """Whether the text has the word outside cards."""
    doubted: tuple[Span, ...] = ()
    """Where names stand that may be players’ too."""
    identities: tuple[tuple[str, str], ...] = ()
    """Name of a hero and the player who plays them."""

    @property
    def names(self) -> frozenset[str]:
        """Their names."""
        return frozenset(person.name for person in self.players)


@dataclass
class Roster:
    """What the names of a story are. The writer has the empty key."""

    story: Story
    vocabulary: DisputeWords
    relatives: frozenset[str]
    printed: frozenset[str]
    """Keys of names that stand in a card's text."""
    library: frozenset[str] = frozenset()
    """Keys of names that cards of the library have."""
    person: Counter[str] = field(default_factory=Counter)
    thing: Counter[str] = field(default_factory=Counter)
    persons: set[str] = field(default_factory=set)
    heroes: dict[str, str] = field(default_factory=dict)
    """Key of a hero → key of who plays them."""
    speaker: str | None = None
    """Key of the writer who plays."""
    joined: set[str] = field(default_factory=set)
    """Keys of names that an owner’s name belongs to."""
    cards: frozenset[str] = frozenset()
    """Keys of those that somebody has or that have a text: nobody calls them “he”."""
    _played: dict[str, Unit] = field(default_factory=dict)
    _named: dict[str, str] = field(default_factory=dict)
    """Key of a hero → key of the first name beside it."""

    def __post_init__(self) -> None:
        self._weigh()
        self._settle()
        self._find_speaker()
        self._find_heroes()
        self._join_names()
        told = self.story.statements
        self.cards = (
            frozenset(one.to.word for one in told if one.relation == "has" and one.to is not None)
            | frozenset(one.of.word for one in told if one.relation in ("uses", "on", "owned"))
            | (self._bearers - self._actors)
        )

    # --- weighing

    def _add(self, unit: Unit | None, person: int, thing: int) -> None:
        if unit is not None and unit.sort == "name":
            self.person[unit.word] += person
            self.thing[unit.word] += thing

    def _weigh(self) -> None:
        for key, name in self.story.names.items():
            self._look_at(key, name)
        for keys in self.story.listed:
            for key in keys:
                self.person[key] += SURE
        self._note_played(lambda one, _: self._says_played(one))
        self._note_played(lambda one, key: one.relation == "has" and key in self._formed_names - self._bearers)
        for one in self.story.statements:
            self._statement(one)
        for event in self.story.events:
            self._event(event)
        self._share()
        self._tell_apart()

    def _note_played(self, says: Callable[[Statement, str], bool]) -> None:
        for one in self.story.statements:
            if one.to is not None and says(one, one.to.word):
                self._played[one.to.word] = one.of

    def _look_at(self, key: str, name: str) -> None:
        """Weigh the look of a name."""
        one, known = " " not in name, self.vocabulary.knows(key)
        self.thing[key] += HINT * (not one or any(letter.isdigit() for letter in name)) + HINT * (one and known)
        self.thing[key] += LIKELY * (key in self.printed) + SURE * (key in self.library)
        self.person[key] += HINT * (one and name.isalpha() and not known and key not in self.printed)
        self.person[key] += 9 * (key in self.relatives) + LIKELY * self._is_first_name(key)

    def _says_played(self, one: Statement) -> bool:
        """Whether a statement says whom somebody plays."""
        if one.to is None or one.to.sort != "name" or one.relation not in ("is", "beside"):
            return False
        formed = one.relation == "is" and one.to.word in self._formed_names
        said = one.value not in _BESIDE_ONLY and (one.value is not None or one.of.sort == "me" or formed)
        return said and self._may_play(one.of)

    def _tell_apart(self) -> None:
        """Of two names of one, a first name is the player’s and the other of whom they play: “Storm (Ellie)”."""
        for one in self.story.statements:
            if one.relation not in ("beside", "is") or one.value == "list" or one.to is None:
                continue
            of, to = one.of.word, one.to.word
            told = one.of.sort == one.to.sort == "name" and self._is_first_name(to) and not self._is_first_name(of)
            if told and self.thing[of] - self.person[of] < SURE and to not in self._bearers:
                self.person[to] += max(self.person[of], SURE)
                self.thing[of] += self.person[of] + HINT
                self._named[of] = to

    def _is_first_name(self, key: str) -> bool:
        return key in self.vocabulary.first_names

    def _statement(self, one: Statement) -> None:
        """Weigh what a statement says of those it names."""
        if one.relation == "fought" and self.vocabulary.rules.features.scenario is None:
            for unit in (one.of, one.to):
                if unit is not None and unit.owner is None and " " not in unit.word:
                    self._add(unit, LIKELY, 0)
        elif one.relation == "form" and one.of.word in self._played:
            self._add(self._played[one.of.word], SURE, 0)
        elif one.relation == "bears" and self._is_first_name(one.of.word):
            self._add(one.of, 0, HINT)  # rather whose the card is
        elif one.relation == "fought" and self._is_first_name(one.of.word):
            self._add(one.of, LIKELY, 0)
        elif one.relation in _WEIGHTS:
            self._add(one.of, *_WEIGHTS[one.relation])
            self._add(one.of, 0, SURE * (one.relation == "kind" and one.of.word in self._encounters))
        else:
            self._tie(one)

    def _tie(self, one: Statement) -> None:
        """Weigh what a statement says of both whom it ties together."""
        if one.relation == "has" and one.value == "on":
            self._add(one.of, 0, LIKELY)
            self._add(one.to, 0, SURE)
        elif one.relation in _BOTH:
            self._belongs(one)
        elif one.relation == "is":
            self._is_somebody(one)
        elif one.relation == "beside" and one.value == "plays":
            self._add(one.of, 3, 0)
            self._add(one.to, 0, 3)

    def _belongs(self, one: Statement) -> None:
        person, thing, other_person, other_thing = _BOTH[one.relation]
        told = bool(one.of.kinds) or one.of.word in self._bearers | self._typed
        if one.relation == "owned" and told and one.of.word not in self._encounters:
            other_person += LIKELY
        self._add(one.of, person, thing)
        self._add(one.to, other_person, other_thing)
        if one.relation == "has" and " " not in one.of.word and one.of.word not in self.printed:
            self._add(one.of, HINT, 0)

    def _is_somebody(self, one: Statement) -> None:
        mine = one.of.sort == "me"
        if mine and one.to is not None and one.value in ("is", "plays") and self._may_be_own_name(one.to.word):
            self._add(one.to, SURE, 0)
            return
        weight = 3 if one.value in ("plays", "hero") else LIKELY if one.value == "is" else HINT
        self._add(one.of, weight, 0)
        self._add(one.to, 0, weight + mine)

    def _event(self, event: ToldEvent) -> None:
        """Weigh what the roles of an event say of those who take part."""
        scenario = self.vocabulary.rules.features.scenario is not None
        if event.event == "attack" and scenario:
            return
        for unit in event.patients if event.event == "defend" and scenario else ():
            self._add(unit, 0, SURE)  # who attacks
        doers, struck = self._wanted(event.event)
        for unit in event.agents:
            self._weigh_doer(unit, event, doers)
        for unit in event.patients:
            if struck == {"player"}:
                self._add(unit, LIKELY, 0)
            else:
                self._weigh_role(unit, struck)

    def _weigh_doer(self, unit: Unit, event: ToldEvent, doers: set[str]) -> None:
        """Weigh what an event says of one who does it."""
        if event.event == "defend" and event.others:
            self._add(unit, 0, LIKELY)  # “Ann declares Bug as the defender”
        elif doers == {"player"} or event.event in _PLAYERS_DEEDS:
            self._add(unit, LIKELY, 0)
        elif doers and not all(self._fights(kind) for kind in doers):
            self._add(unit, HINT * bool(event.others), 0)
        else:
            self._weigh_role(unit, doers)

    def _wanted(self, event: str) -> tuple[set[str], set[str]]:
        """The kinds of those who may do an event, and of those it may happen to."""
        doers, struck = set[str](), set[str]()
        for one in self.vocabulary.rules.offered.values():
            kinds = {part.name: part.kind.removesuffix("-list") for part in one.participants}
            for moment in one.begun_by:
                if moment.event == event:
                    doers |= {kinds.get(role, "") for role in moment.agent}
                    struck |= {kinds.get(role, "") for role in moment.patient}
        return doers, struck

    def _fights(self, kind: str) -> bool:
        rules = self.vocabulary.rules
        return rules.sorts_of(kind) <= rules.sorts_of("enemy")

    def _weigh_role(self, unit: Unit, wanted: set[str]) -> None:
        rules = self.vocabulary.rules
        identities = rules.kinds_with("identity")
        if wanted and "player" not in wanted and not any(rules.sorts_of(kind) & identities for kind in wanted):
            self._add(unit, 0, 3)
        elif wanted and rules.features.scenario is not None and "friendly" in wanted:
            self._add(unit, LIKELY, 0)

    def _may_be_own_name(self, key: str) -> bool:
        """“I’m Rosa”: a word that means nothing else."""
        name = self.story.names[key]
        formed = any(one.relation == "form" and one.of.word == key for one in self.story.statements)
        if any(one.relation == "speaks" for one in self.story.statements):
            return False
        if formed and not self._is_first_name(key):
            return False
        return name.isalpha() and not self.vocabulary.knows(key) and key not in self.printed | self._bearers

    def _may_play(self, unit: Unit) -> bool:
        return unit.sort != "name" or unit.word not in self._bearers

    @cached_property
    def _encounters(self) -> frozenset[str]:
        """Keys of those that are said to be the scenario’s."""
        rules = self.vocabulary.rules
        scenario = rules.features.scenario_kinds
        return frozenset(
            one.of.word for one in self.story.statements
            if one.relation in ("boost", "on")
            or (one.relation == "kind" and scenario is not None and scenario in rules.closure(str(one.value)))
        )  # fmt: skip

    @cached_property
    def _typed(self) -> frozenset[str]:
        """Keys of those whose card type is said, in games whose cards are all somebody’s."""
        if self.vocabulary.rules.features.scenario is not None:
            return frozenset()
        return frozenset(one.of.word for one in self.story.statements if one.relation == "kind")

    @cached_property
    def _formed_names(self) -> frozenset[str]:
        """Keys of those of whom a form is said."""
        return frozenset(
            one.of.word for one in self.story.statements if one.relation == "form" and one.of.sort == "name"
        )

    @cached_property
    def _bearers(self) -> frozenset[str]:
        """Keys of those whose text is told, but for that of “my hero”."""
        own = {one.of.word for one in self.story.statements if one.relation == "self"}
        return frozenset(one.of.word for one in self.story.statements if one.relation == "bears") - own

    def _share(self) -> None:
        """Those that “beside” joins: whoever is no card has the card beside them, or plays it."""
        for one in self.story.statements:
            if one.relation != "beside" or one.to is None or one.value == "plays" or one.of.sort != "name":
                continue
            if one.value == "list":
                self._share_list(one.of.word, one.to.word)
            else:
                self._share_two(one.of.word, one.to.word, either=one.value in (None, "maybe"))

    def _margin(self, key: str) -> int:
        """By how much more a name is a player’s than a card’s."""
        return self.person[key] - self.thing[key]

    def _share_list(self, of: str, to: str) -> None:
        for key, other in ((of, to), (to, of)):
            if self._margin(key) >= LIKELY and self.thing[other] <= HINT and " " not in other:
                self.person[other] += LIKELY
                return

    def _share_two(self, of: str, to: str, *, either: bool) -> None:
        if self._margin(of) <= -3:
            self.person[to] += LIKELY if " " not in to else 0
        elif self._margin(of) > 0:
            self.thing[to] += LIKELY
        elif either:
            self.person[of] += HINT
            self.thing[to] += HINT
        elif self._margin(to) <= -3:
            self.person[of] += HINT

    def _settle(self) -> None:
        """Where one who is surely a player attacks or is attacked, the other is no player."""
        if self.vocabulary.rules.features.scenario is not None:
            self._oppose()
        told = self._told()
        persons = {
            key for key in self.story.names
            if self._margin(key) > 0 and self.person[key] >= (HINT if key in told else LIKELY)
        }  # fmt: skip
        persons = {key for key in persons if self._is_first_name(key) or not self._only_owns(key)}
        if self.story.seated:
            persons = {key for key in persons if key in self.story.seated or self._margin(key) >= SURE}
        if self.story.mes or any(self._margin(key) >= SURE for key in persons):
            persons = {key for key in persons if self.person[key] > HINT}  # others have nothing but the look of it
        self.persons = persons

    def _only_owns(self, key: str) -> bool:
        """Whether a name only owns one thing by its name, or is of whom the writer plays."""
        if self.vocabulary.rules.features.scenario is not None and key not in self._alone:
            return True
        mine = (one for one in self.story.statements if one.of.sort == "me" and one.value == "hero")
        return any(one.to is not None and one.to.word == key for one in mine)

    def _told(self) -> set[str]:
        """Keys of those of whom something is said, besides that they own something."""
        told = {
            unit.word for one in self.story.statements for unit in (one.of, one.to)
            if unit is not None and not (one.relation == "owned" and unit is one.to)
        }  # fmt: skip
        events = self.story.events
        return told | {unit.word for one in events for unit in (*one.agents, *one.patients, *one.others)}

    @cached_property
    def _alone(self) -> frozenset[str]:
        """Keys of names that stand anywhere without another of theirs behind them."""
        told = self.story.statements
        owned = {one.to for one in told if one.relation == "owned"}
        units = [unit for units in self.story.sentences for unit in units]
        units += [unit for one in told if one.relation != "owned" for unit in (one.of, one.to) if unit is not None]
        alone = {unit.word for unit in units if unit.sort == "name" and unit not in owned}
        return self.relatives | self._having | alone

    @cached_property
    def _having(self) -> frozenset[str]:
        """Keys of those who own a card of the players’ types."""
        owned = (one for one in self.story.statements if one.relation == "owned" and one.of.kinds)
        return frozenset(one.to.word for one in owned if one.to is not None and one.of.word not in self._encounters)

    @cached_property
    def _friends(self) -> frozenset[str]:
        """Keys of those whose type is said, one that only players have: allies."""
        rules = self.vocabulary.rules
        friendly = rules.sorts_of("friendly") - rules.kinds_with("identity")
        typed = (one for one in self.story.statements if one.relation == "kind")
        return frozenset(one.of.word for one in typed if one.value in friendly)

    def _oppose(self) -> None:
        pairs: list[tuple[str, str]] = []
        for event in self.story.events:
            for agent in event.agents if event.event in ("attack", "activation", "scheme") else ():
                for patient in event.patients:
                    if "me" in (agent.sort, patient.sort):
                        self._add(agent, 0, 5)
                        self._add(patient, 0, 5)
                    elif agent.sort == patient.sort == "name" and agent.word != patient.word:
                        pairs.append((agent.word, patient.word))
        friends = self._friends
        for one, other in pairs:
            if (one in friends) != (other in friends):
                self.thing[other if one in friends else one] += 10  # who fights an ally
            elif (one in self._played) != (other in self._played):
                self.thing[other if one in self._played else one] += 10  # who fights a hero
            else:
                self._oppose_two(one, other)

    def _oppose_two(self, one: str, other: str) -> None:
        margin = {key: self._margin(key) for key in (one, other)}
        if margin[one] == margin[other] or max(margin.values()) <= 0:
            if margin[other] > -SURE and other not in self.printed:
                self.person[other] += HINT + LIKELY
            self.thing[one] += LIKELY
        player, enemy = (one, other) if margin[one] > margin[other] else (other, one)
        if margin[player] > 0:
            self.thing[enemy] += 10

    # --- who writes, and whom they play

    def _find_speaker(self) -> None:
        for one in self.story.statements:
            if one.relation == "speaks" and one.of.word in self.story.names:
                self.persons.add(one.of.word)
                self.speaker = one.of.word
        if self.speaker is None:
            self.speaker = next((key for one in self.story.statements if (key := self._own_name(one))), None)
        if self.speaker is None and (self._tells_of_me() or (not self.persons and self.story.mes)):
            self.speaker = ""

    def _own_name(self, one: Statement) -> str:
        """The player that the writer says to be."""
        named = one.relation in ("is", "beside") and one.of.sort == "me" and one.to is not None
        return one.to.word if named and one.to is not None and one.to.word in self.persons else ""

    def _tells_of_me(self) -> bool:
        """Whether the writer takes part."""
        free = not self.persons
        rivals = self.vocabulary.rules.features.scenario is None  # “me vs Ann”
        told = [one for one in self.story.statements if _takes_part(one, free=free, rivals=rivals)]
        events = [one for one in self.story.events if free or not (one.asked or _is_aside(one))]
        if any(map(_of_me, told)) or any(map(_has_me, events)):
            return True
        return any(_joins_me(*pair) for units in self.story.sentences for pair in pairwise(units))

    def _find_heroes(self) -> None:
        """Who is played by whom: the surest statements first, one hero for each player."""
        formed = {self.key(one.of) for one in self.story.statements if one.relation in ("form", "first")}
        rows = [row for one in self.story.statements for row in self._hero_rows(one, formed)]
        played = [*self._only_played(), *self._formed_only()]
        self.persons -= {hero for _, hero, _ in played}
        taken: set[str] = set()
        for weight, hero, who in sorted([*rows, *played], key=lambda row: row[0]):
            free = who not in taken or weight == 0
            if hero not in self.heroes and free and hero not in self.persons and weight < 3:
                self.heroes[hero] = who
                taken.add(who)
        self.persons -= set(self._idle())

    def _hero_rows(self, one: Statement, formed: set[str | None]) -> Iterator[tuple[int, str, str]]:
        """Lazily, whom a statement may say that somebody plays: how unsure, the hero, the player."""
        if one.to is None or one.to.sort != "name":
            return
        played = one.relation == "has" and self._played.get(one.to.word) is one.of
        if not (one.relation in ("is", "beside") or played):
            return
        who = self.key(one.of)
        if one.relation == "beside" and self._named.get(one.of.word, "") in self.persons:
            yield 1, one.of.word, self._named[one.of.word]
        if who is not None and (who in self.persons or who == self.speaker) and one.to.word not in self.persons:
            weight = self._doubt(one, formed, who, played=played)
            if weight < 3 or self.thing[one.to.word] < SURE:
                yield weight, one.to.word, who

    def _doubt(self, one: Statement, formed: set[str | None], who: str, *, played: bool) -> int:
        """How unsure it is that a statement says whom somebody plays; from 3 on it does not."""
        if one.relation == "is" and one.to is not None and one.to.word in self._formed_names:
            return 0  # “Ann plays Storm (hero form)”
        asked = one.relation == "is" and one.value is None and one.asked  # “can I play Bell?”
        linked = asked or one.value in ("link", "list") or (one.value == "maybe" and who not in formed)
        if linked or (one.relation == "is" and one.value is None and one.of.sort != "me"):
            return self._how_unsure(one)
        return 0 if one.value in ("plays", "hero", "is") or played else 1

    def _how_unsure(self, one: Statement) -> int:
        """“Ann plays Storm”: a card, but where others are told to play nothing else too."""
        return 2 if one.relation == "is" and one.to is not None and self._all_play(one.to.word) else 3

    def _all_play(self, key: str) -> bool:
        """“Ann plays Storm, Ben plays Rook”: whether several are said to play those of whom nothing else is told."""
        plain = [
            one.to.word for one in self.story.statements
            if one.relation == "is" and one.value is None and one.to is not None and not one.asked
            and (one.of.word in self.persons or one.of.sort == "me")
        ]  # fmt: skip
        bare = [one for one in plain if one not in self._bearers | self._has_kind]
        return key in bare and len(set(bare)) > 1 and self.vocabulary.rules.features.scenario is not None

    @cached_property
    def _has_kind(self) -> frozenset[str]:
        """Keys of those whose card type is said."""
        return frozenset(one.of.word for one in self.story.statements if one.relation == "kind")

    def _idle(self) -> Iterator[str]:
        """Lazily, those who are only spoken of, where others play: they have no cards, no form, no seat and no deed."""
        seated = {key for keys in self.story.listed for key in keys}
        for one in self.story.statements:
            void = one.relation in ("beside", "owned", "is") and one.of.word in self.heroes
            if one.relation != "status" and not (one.asked or void):
                seated |= {key for unit in (one.of, one.to) if (key := self.key(unit)) is not None}
        for event in self.story.events:
            told = () if event.negative else (*event.agents, *event.patients, *event.others)
            seated |= {unit.word for unit in told if unit.sort == "name"}
        left = self.persons - seated - set(self.heroes.values())
        others = len(self.persons - left) + (self.speaker == "")
        if others > (self.vocabulary.rules.features.scenario is None):
            yield from left

    def _formed_only(self) -> Iterator[tuple[int, str, str]]:
        """Lazily, those of whom nothing but a form shows that they play, with the player named before them."""
        for units in self.story.sentences:
            before: str | None = None
            for unit in units:
                key = unit.word if unit.sort == "name" else self.speaker if unit.sort == "me" else None
                if unit.sort == "name" and before is not None and self._is_shown_by_form(unit.word):
                    yield 2, unit.word, before
                elif key is not None and (key in self.persons or key == self.speaker) and key not in self._formed_names:
                    before = key

    def _is_shown_by_form(self, key: str) -> bool:
        """Whether a name is a player’s by its form alone."""
        known = self._is_first_name(key) or key in self.relatives or key not in self._formed_names
        return not known and key in self.persons and self._margin(key) - SURE < HINT

    def _only_played(self) -> list[tuple[int, str, str]]:
        """“solo, Storm, hero”: the one name with a form that is no first name is whom the writer plays."""
        named = {key for key in self.persons if not self._is_first_name(key) and key not in self.relatives}
        alone = self.speaker == "" and len(self.persons) == 1 and named == self.persons and bool(self.vocabulary.forms)
        solo = any(unit.word == "solo" for units in self.story.sentences for unit in units)
        weak = all(self.person[key] - self.thing[key] <= LIKELY for key in named)
        if not alone or not (solo or weak):
            return []
        return [(0, key, "") for key in named]

    def _join_names(self) -> None:
        """Know “Acid Slug’s Lair” as one name, where nobody called Acid Slug plays and no “Lair” is named alone."""
        if self.vocabulary.rules.features.scenario is None:
            return
        owned: dict[str, Unit] = {}
        alone: set[str] = set()
        for units in self.story.sentences:
            for unit in units:
                owner = unit.owner if unit.sort == "name" and not _is_typed_before(unit) else None
                if owner is not None and owner.sort == "name":
                    owned.setdefault(unit.word, owner)
                elif unit.sort == "name" and self.story.said(unit.span)[:1].isupper():
                    alone.add(unit.word)  # “the helmet” may be Acid Slug’s Helmet
        for key, owner in owned.items():
            free = key not in alone or owner.word not in self._alone
            if free and owner.word not in self.persons and key not in self.persons:
                ends = self._ending_of(owner)
                self.story.names[key] = f"{self.story.names[owner.word]}{ends} {self.story.names[key]}"
                self.joined.add(key)

    def _ending_of(self, owner: Unit) -> str:
        """The possessive ending with which a name is written: “’s”, or the mark alone."""
        said = self.story.said(owner.span)
        bare = said.endswith(("'", "’"))
        return "’" if bare else "’s"

    @cached_property
    def _actors(self) -> frozenset[str]:
        """Keys of those who do something or to whom it happens, or who are enemies by type."""
        enemies = self.vocabulary.rules.sorts_of("character")
        typed = {one.of.word for one in self.story.statements if one.relation == "kind" and one.value in enemies}
        told = {unit.word for event in self.story.events for unit in (*event.agents, *event.patients)}
        return frozenset(typed | told)

    @cached_property
    def _named_as(self) -> Mapping[str, tuple[str, ...]]:
        """Pronoun → who is said to be meant by it: “she is Petra”; it may stand before that."""
        told = [one for one in self.story.statements if one.relation == "is" and one.of.sort == "pro"]
        return {one.of.word: (one.to.word,) for one in told if one.to is not None and not one.of.before}

    # --- asking

    def key(self, unit: Unit | None, *, person: bool = True, but: str | None = None) -> str | None:
        """Whom a unit means: a key; a pronoun the last before it that is a player, or that is none, and not `but`."""
        if unit is None:
            return None
        if unit.sort == "me" or unit.word in ("we", "our", "us"):
            return self.speaker
        if unit.sort == "name":
            return unit.word
        return self._meant(unit, but, person=person and unit.word not in ("it", "its")) if unit.sort == "pro" else None

    def _meant(self, unit: Unit, but: str | None, *, person: bool) -> str | None:
        """Whom a pronoun means."""
        before = [key for key in self._may_mean(unit) if key != but]
        fallback = before[0] if before and not person else None
        if not person and unit.word not in ("it", "its", "that", "which"):
            before.sort(key=lambda key: key in self.cards)
        return next((key for key in before if (key in self.persons) == person), fallback)

    def _may_mean(self, unit: Unit) -> Sequence[str]:
        """Keys of those whom a pronoun may mean, the likeliest first: “he” is nobody whom the writer plays."""
        before = unit.before or self._named_as.get(unit.word, ())
        if not self.story.mes or unit.word not in ("he", "she", "him", "his", "her"):
            return before
        return [key for key in before if self.heroes.get(key, key) != self.speaker] or before

    def bearer(self, unit: Unit) -> str | None:
        """Who has a status card: a player, or for a pronoun the nearest that is one or fights one."""
        if unit.sort != "pro":
            who = self.player(unit)
            return who if who is not None else self.key(unit)
        if unit.word in ("he", "she", "they"):
            free = (key for key in self._may_mean(unit) if key not in self.cards)
            near = next((key for key in free if not self._is_played_once(key)), None)
            if near is not None:
                return self.heroes.get(near, near)
        key = self.key(unit, person=False)
        return key if key is not None else self.player(unit)

    def _is_played_once(self, key: str) -> bool:
        """Whether a name is said to be of a card that stays nowhere: no “she” means it."""
        told = (one.value for one in self.story.statements if one.relation == "kind" and one.of.word == key)
        character = self.vocabulary.rules.sorts_of("character")
        return any(value in self.vocabulary.rules.kinds and value not in character for value in told)

    def player(self, unit: Unit | None) -> str | None:
        """The player whom a unit means: by name, as the writer, or by whom they play."""
        key = self.key(unit)
        key = self.heroes.get(key, key) if key is not None else None
        return key if key is not None and (key in self.persons or key == self.speaker) else None

    def name(self, key: str) -> str:
        """The name of a key as it is written."""
        return self.story.names.get(key, SPEAKER)

    def mentioned(self, item: Mention) -> str | None:
        """The name of the player that a mention means."""
        if item.sort == "me":
            return self.name(self.speaker) if self.speaker is not None else None
        key = item.value.lower()
        return self.name(key) if item.is_named and key in self.persons else None

    def people(self) -> People:
        """The players in the order of seats, with their forms."""
        at = dict(self.story.at)
        keys = [key for key in self.story.names if key in self.persons]
        if self.speaker == "":
            keys.append("")
            at[""] = self._seat_of_me(keys[:-1])
        keys.sort(key=lambda key: at[key])
        first, used = self._first(keys)
        if first is not None and self.vocabulary.rules.features.first_player == "token":
            keys.sort(key=lambda key: key != first)
        forms = self._forms(keys)
        players = tuple(Person(self.name(key), at[key], forms.get(key), self._why(key)) for key in keys)
        active = self._active(keys)
        return People(
            players, self.name(self.speaker) if self.speaker is not None else None, active, used,
            any(unit.word in self.vocabulary.chat.turn for units in self.story.sentences for unit in units),
            tuple(self.story.at[key] for key in self.story.names if self._may_be_player(key)),
            tuple((self.name(hero), self.name(who)) for hero, who in self.heroes.items()),
        )  # fmt: skip

    def _seat_of_me(self, others: Sequence[str]) -> Span:
        """Where the writer is named among the players: where one sentence names them all, else first."""
        for units in self.story.sentences:
            mine = [unit.span for unit in units if unit.sort == "me" and not unit.possessive]
            if mine and others and {unit.word for unit in units if unit.sort == "name"} >= set(others):
                return mine[-1]
        return self.story.mes[0].span if self.story.mes else (0, 0)

    @cached_property
    def _listed(self) -> frozenset[str]:
        """Keys of those who are listed as players, or called somebody’s friend."""
        return self.relatives | {key for keys in self.story.listed for key in keys}

    def _may_be_player(self, key: str) -> bool:
        """Whether a name is taken for no player’s on little evidence."""
        if key in self.persons or " " in key:
            return False
        return self._is_first_name(key) or 0 <= self.thing[key] - self.person[key] < LIKELY

    def _why(self, key: str) -> str:
        if key == "":
            return "Whoever writes is taken for a player."
        needed = SURE if self._is_first_name(key) else 2 * SURE
        known = self.person[key] - self.thing[key] >= needed and key in self._told() | self._listed
        return "" if known else "Taken for a player, from what the text says they do."

    def _first(self, keys: Sequence[str]) -> tuple[str | None, tuple[Span, ...]]:
        told = [one for one in self.story.statements if one.relation == "first"]
        found = [(who, one.at) for one in told if (who := self.player(one.of)) in keys]
        return (found[0][0] if found else None), tuple(at for _, at in found)

    def _active(self, keys: Sequence[str]) -> ReadValue | None:
        for one in self.story.statements:
            if one.relation == "turn" and (who := self.player(one.of)) is not None and who in keys:
                return ReadValue(self.name(who), (one.of.span[0], one.at[1]))
        return None

    def _forms(self, keys: Sequence[str]) -> dict[str, ReadValue]:
        forms: dict[str, ReadValue] = {}
        told = self.story.statements
        for one in (one for one in told if one.relation == "form"):
            who = self._formed(one.of, keys)
            if who is not None and who in keys:
                meant = one.of.sort == "name" and self.player(one.of) is None
                why = f"It stands beside {self.name(one.of.word)}; who does that is taken to be meant." if meant else ""
                forms.setdefault(who, ReadValue(one.value, one.at, why))
        for one in told:
            for key in keys if one.relation == "everyform" else ():
                forms.setdefault(key, ReadValue(one.value, one.at))
            who = self.player(one.of) if one.relation == "self" and one.value in self.vocabulary.forms else None
            if who is not None and who in keys:
                forms.setdefault(who, ReadValue(one.value, one.at, f"The text speaks of their {one.value}."))
        return forms

    def _formed(self, unit: Unit, keys: Sequence[str]) -> str | None:
        """Whose form is told."""
        who = self.player(unit)
        if who is not None:
            return who
        if len(keys) == 1 or unit.sort == "pro":
            return keys[0] if len(keys) == 1 else self.speaker
        before = reversed(self._before.get(id(unit), ()))
        return next((key for one in before if (key := self.player(one)) is not None), None)

    @cached_property
    def _before(self) -> Mapping[int, Sequence[Unit]]:
        """Unit → the few before it in its sentence."""
        return {
            id(unit): units[max(at - _NEAR, 0) : at] for units in self.story.sentences for at, unit in enumerate(units)
        }


def _is_typed_before(unit: Unit) -> bool:
    """“Klaw’s attachment Charge”: whether a card type stands before a name."""
    return any(kind.first < unit.item.first for kind in unit.kinds)


def _of_me(one: Statement) -> bool:
    return _is_me(one.of) or _is_me(one.to)


def _has_me(event: ToldEvent) -> bool:
    return any(map(_is_me, (*event.agents, *event.patients, *event.others)))


def _joins_me(before: Unit, unit: Unit) -> bool:
    """Whether two words side by side say that the writer plays: “and me”, “next is me”, “my opponent”, “with my”."""
    return (
        (unit.word == "me" and before.word in ("and", ",", ":", "is"))
        or (before.sort == "me" and unit.word in ("opponent", "my opponent"))
        or (before.word == "with" and unit.sort == "me" and unit.possessive)
    )


def _takes_part(one: Statement, *, free: bool, rivals: bool) -> bool:
    """Whether a statement is of one who plays, if of a person; a question only where nobody else does, or about
    one’s own cards."""
    told = free or not one.asked or one.relation in ("owned", "has")
    return told and (one.relation != "fought" or rivals) and one.relation != "status"


def _is_me(unit: Unit | None) -> bool:
    """Whether a unit is the writer, or of theirs."""
    return unit is not None and (unit.sort == "me" or (unit.owner is not None and unit.owner.sort == "me"))


def _is_aside(event: ToldEvent) -> bool:
    """Whether nobody but the writer and what was told before take part: “that’s how I have always played it”."""
    units = (*event.agents, *event.patients, *event.others)
    return event.event in ("play", "has", "use", "choose") and all(unit.sort in ("me", "pro") for unit in units)
