"""From what a text tells to the dispute it is about: each event that may be meant gives a reading, and the one that
the words and the cards agree on best is taken.

People ask about what their cards do: where the words leave open which event is meant, the resolver tells in which of
them most of the cards’ abilities have a say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.pasted.card_owners import places_near, players_near
from judge.pasted.card_rows import CardRow, FoundCards
from judge.pasted.deck_lines import PastedDeck
from judge.pasted.dispute_assembly import PastedFindings, assemble
from judge.pasted.dispute_words import Books, DisputeWords, plain
from judge.pasted.happenings import ONLY_CARDS, STATES, Happening, HappeningFinder
from judge.pasted.mentions import Mention
from judge.pasted.named_choices import with_choices, with_everybody
from judge.pasted.named_occurrences import NamedOccurrences
from judge.pasted.pasted_values import Pasted, ReadValue, Span
from judge.pasted.roster import People, Roster
from judge.pasted.text_layout import TextLayout

_MOST_READINGS = 16
"""Events that are tried."""
_MOST_CARDS = 24
"""Cards of a text whose readings are tried: no table asks about more."""
_AGREED = 6.0
"""What it counts for that all abilities have a say, beside what the words tell."""
_CLEAR = 5.0
"""By how much the best reading is better than any other that leaves no doubt."""
_KNOWN = 2
"""How well a deed fits an occurrence that is surely meant."""
_WITHIN = 4.0
"""What a time counts less for where its sentence tells what happens in it: “in the villain phase Klaw attacks Ann”."""
_OPEN = -5.0
"""What an event counts for that only the cards show."""
_EACH = 2.5
"""What an effect counts for where something happens to each player."""


@dataclass(frozen=True)
class ToldText:
    """All that was read from one text but for what happens."""

    text: str
    layout: TextLayout
    game: ReadValue
    edition: ReadValue | None
    named: tuple[Span, ...]
    choices: Mapping[str, ReadValue]
    vocabulary: DisputeWords
    roster: Roster
    people: People
    shelf: FoundCards
    deck: PastedDeck
    sentences: Sequence[Sequence[Mention]]
    small: bool
    """Whether nobody cared for capitals."""
    void: tuple[Span, ...] = ()
    """What the text takes back."""


class Readings:
    """The readings of one text."""

    def __init__(self, told: ToldText, books: Books) -> None:
        self._told, self._books = told, books
        self._vocabulary, self._people = told.vocabulary, told.people
        self._finder = HappeningFinder(told.roster, told.vocabulary, told.shelf)
        self._parted = tuple(told.vocabulary.rules.kinds_with("one_players_part"))
        self._near, self._places = players_near(told.roster), places_near(told.roster)
        self._players = [person.name for person in told.people.players]
        self._active = str(told.people.active.value) if told.people.active else told.people.speaker

    def best(self) -> Pasted:
        """The reading that words and cards agree on best, with a doubt where another may be meant."""
        rows = sorted(self._happenings(), key=lambda row: -row[1])[:_MOST_READINGS]
        if not rows:
            return self._read(None)
        agreeing = [(self._agreed(self._read(one)), score, one) for one, score in rows]
        weighed = [(score + _AGREED * agreed, agreed, one) for agreed, score, one in agreeing]
        best, agreed, one = max(weighed, key=lambda row: row[0])
        if not one.doubt and any(best - score < _CLEAR for score, _, other in weighed if _rivals(one, other)):
            why = "The text tells of other things that happen too; this was taken for what is asked about."
            one = replace(one, doubt=why)
        elif not one.doubt and agreed < 1:
            one = replace(one, doubt="Not all of the cards’ texts have a say in this.")
        return self._read(replace(one, unsaid=self._finder.unsaid(one)))

    def _agreed(self, read: Pasted) -> float:
        """The share of the abilities that have a say in a reading."""
        acts = self._books.acts if len(self._told.shelf.rows) <= _MOST_CARDS else None
        with_say, idle = acts(read.dispute) if acts is not None else (0, 0)
        return with_say / max(with_say + idle, 1)

    # --- what may happen

    def _happenings(self) -> Iterator[tuple[Happening, float]]:
        """Lazily, the events that may be meant, with how well the words fit."""
        each = self._places_of_each()
        for one, score in self._finder.told():
            if one.completed and one.place in each:
                continue  # it is every player’s own
            yield one, score
            yield from ((other, score) for other in self._finder.alike(one))
        yield from self._named()
        yield from self._open()
        if self._books.acts is not None:
            yield from self._finder.may_be()

    def _places_of_each(self) -> frozenset[int]:
        """The sentences that tell what each player does, in games where that is one effect’s several parts."""
        return self._told.roster.story.places_of_each if self._parted else frozenset()

    def _named(self) -> Iterator[tuple[Happening, float]]:
        told = self._told
        game = self._vocabulary.rules.game
        shelf = told.shelf
        owners = {
            plain(row.name): str(row.facts["controller"].value) for row in shelf.rows if "controller" in row.facts
        }
        owners |= {name: str(fact.value) for name, fact in shelf.owners.items()}
        named = NamedOccurrences(
            self._vocabulary, self._books.occurrences.get(game, {}), self._books.choices.get(game, {}), self._people
        )
        each = self._places_of_each()
        meant = (*self._finder.told(), *(self._finder.may_be() if self._books.acts is not None else ()))
        deeds = {one.place for one, _ in meant if one.fits > _KNOWN and not one.asked}
        for place, items in enumerate(told.sentences):
            asked = bool(items) and items[-1].value == "?"
            for one in named.every(items, told.sentences, told.roster.mentioned, self._players, self._active, owners):
                done = self._finder.completed(one)
                own = place in each and not any(map(one.occurrence.type.endswith, self._parted))  # every player’s
                if done is not None and not own:
                    yield done, self._finder.worth_of_name(done, asked=asked) - _WITHIN * (place in deeds)

    def _open(self) -> Iterator[tuple[Happening, float]]:
        """Lazily, events that no verb tells but may be meant: a turn, one player’s part of an effect."""
        turn = _turn(self._vocabulary, self._people)
        if turn is not None:
            yield turn, _OPEN
        effect = _players_effect(
            self._told.roster, self._vocabulary, self._players, self._active, acts=self._people.active is not None
        )
        if effect is not None:
            yield effect, self._worth_of_effect()

    def _worth_of_effect(self) -> float:
        """What a card’s effect counts for: what is told of each player, or a card that prints it, best a played one."""
        story = self._told.roster.story
        texts = (
            (row.name, plain(str(row.facts["text"].value))) for row in self._told.shelf.rows if "text" in row.facts
        )
        printed = {name for name, text in texts if "each player" in text or "each other player" in text}
        plays = (event for event in story.events if event.event == "play" and not event.negative)
        played = {story.names.get(unit.word) for event in plays for unit in event.patients}
        if story.places_of_each:
            return _EACH
        return 0 if printed & played else _OPEN / 2 if printed else _OPEN

    # --- a reading

    def _read(self, happening: Happening | None) -> Pasted:
        """The dispute with one event as what happens."""
        told, vocabulary, roster = self._told, self._vocabulary, self._told.roster
        shelf = told.shelf.copy()
        people = _with_forms(told.people, happening, vocabulary)
        if happening is not None:
            happening = with_choices(happening, told.choices, vocabulary)
            happening = with_everybody(happening, told.sentences, roster.mentioned, people)
            happening = _with_place(happening, roster)
            _note_state(happening, shelf)
            for row in [row for row in shelf.rows if _only_takes_part(row, happening, vocabulary)]:
                shelf.rows.remove(row)
                if "kind" in row.facts:
                    shelf.kinds.setdefault(plain(row.name), row.facts["kind"])
        if vocabulary.forms:
            _add_identities(people, shelf)
        _leave_bystanders(shelf, vocabulary)
        if told.small:
            _doubt_names(shelf)
        shelf.used += [one.at for one in roster.story.statements if not one.asked and one.at != (0, 0)]
        mentions = tuple((item.value, item.span) for items in told.sentences for item in items if item.is_named)
        found = PastedFindings(
            told.game, told.edition, told.named, people, shelf, happening, told.deck, mentions, self._near,
            self._places, told.void,
        )  # fmt: skip
        return assemble(told.layout, found, vocabulary, told.text)


def _with_place(one: Happening, roster: Roster) -> Happening:
    """The happening with where the player who acts in it is said to stand."""
    acting = one.parts.get(one.occurrence.acting or "")
    for part in one.occurrence.participants:
        if part.kind != "place" or part.name in one.parts or acting is None:
            continue
        for told in roster.story.statements:
            who = roster.player(told.of) if told.relation == "place" else None
            if who is not None and roster.name(who) == acting.value and str(told.value).isdecimal():
                return replace(one, parts={**one.parts, part.name: ReadValue(int(str(told.value)), told.at)})
    return one


def _rivals(one: Happening, other: Happening) -> bool:
    """Whether another event is told of than one: of another type, or with others in its roles."""
    if other.doubt == ONLY_CARDS:
        return False
    if one.occurrence.type != other.occurrence.type:
        return True
    return any(other.parts[role].value != fact.value for role, fact in one.parts.items() if role in other.parts)


def _turn(vocabulary: DisputeWords, people: People) -> Happening | None:
    """The turn that is told of, where nothing else is."""
    for occurrence in vocabulary.rules.offered.values() if people.active is not None else ():
        needed = [part.name for part in occurrence.participants if not part.optional]
        if occurrence.type.endswith("turn") and needed == [occurrence.acting] and occurrence.acting is not None:
            if occurrence.type.startswith(("start", "end")) or people.active is None or people.active.at is None:
                continue
            why = "Nothing else that the rules know as an occurrence is told."
            return Happening(occurrence, {occurrence.acting: people.active}, people.active.at, 0, doubt=why)
    return None


def _players_effect(
    roster: Roster, vocabulary: DisputeWords, players: Sequence[str], active: str | None, *, acts: bool
) -> Happening | None:
    """Where an effect is several players’, one part each: that effect on the turn of the player who acts."""
    for kind in vocabulary.rules.kinds_with("one_players_part"):
        for occurrence in vocabulary.rules.offered.values():
            if occurrence.type.endswith(kind) and occurrence.acting is not None:
                keys = [
                    key
                    for event in roster.story.events
                    for unit in event.agents
                    if (key := roster.player(unit)) is not None
                ]
                name = active if acts else roster.name(keys[0]) if keys else active or (players[0] if players else None)
                if name is None:
                    return None
                why = "Nothing else that the rules know as an occurrence is told."
                return Happening(occurrence, {occurrence.acting: ReadValue(name, None, why)}, (0, 0), 0)
    return None


def _with_forms(people: People, happening: Happening | None, vocabulary: DisputeWords) -> People:
    """The players with the forms that what happens to them shows: enemies attack heroes and scheme on the others."""
    rules = vocabulary.rules
    shown: dict[str, str] = {}
    for form, begin in rules.standard.activate.items():
        if happening is not None and begin.occurrence == happening.occurrence.type:
            shown = {str(happening.parts[role].value): form for role, _ in begin.roles if role in happening.parts}
    why = "Enemies do this to players in that form."
    return replace(
        people,
        players=tuple(
            replace(one, form=ReadValue(shown[one.name], None, why)) if one.form is None and one.name in shown else one
            for one in people.players
        ),
    )


def _add_identities(people: People, shelf: FoundCards) -> None:
    """Keep whom somebody plays as a card: what they can do counts, and the library may know it."""
    for hero, player in people.identities:
        shelf.row(ReadValue(hero, None, f"{player} is said to play {hero}."))


def _leave_bystanders(shelf: FoundCards, vocabulary: DisputeWords) -> None:
    """Keep enemies of whom only the type is told as what the types of names tell, no cards of their own, and leave
    those of whom only the place is told."""
    enemies = vocabulary.rules.sorts_of("enemy")
    for row in [row for row in shelf.rows if row.facts.keys() == {"name", "location"}]:
        shelf.rows.remove(row)
    for row in [
        row for row in shelf.rows if row.facts.keys() <= {"name", "kind", "controller"} and "kind" in row.facts
    ]:
        if row.facts["kind"].value in enemies:
            shelf.rows.remove(row)


def _doubt_names(shelf: FoundCards) -> None:
    """Mark the names of a text without capitals: nothing shows where one begins and ends."""
    for row in shelf.rows:
        name, kind = row.facts["name"], row.facts.get("kind")
        if not name.why and not (kind is not None and kind.value == "status"):
            row.facts["name"] = replace(name, why="Without capitals nothing shows where the name begins and ends.")


def _note_state(one: Happening, shelf: FoundCards) -> None:
    """Note of the cards what the occurrence says: who engages a player is engaged with them."""
    card, player = one.parts.get("minion"), one.parts.get("player")
    row = shelf.find(str(card.value)) if card is not None else None
    if (played := one.parts.get("card")) is not None and played.at is not None and not played.why:
        shelf.row(played)  # its text may be in the library
    if row is not None and player is not None and one.occurrence.type in STATES:
        row.say("engaged_with", player)


def _only_takes_part(row: CardRow, happening: Happening, vocabulary: DisputeWords) -> bool:
    """Whether a card is told of only as taking part, and whose it is: the occurrence says both."""
    owned = {role for role, _ in happening.occurrence.controls}
    kinds = "kind" in row.facts
    rules = vocabulary.rules
    scenario = rules.sorts_of(rules.features.scenario_kinds or "")
    owned |= {part.name for part in happening.occurrence.participants if _is_of(part.kind, scenario, vocabulary)}
    parts = [fact.value for role, fact in happening.parts.items() if role != "card" and (kinds or role in owned)]
    names = {plain(str(one)) for value in parts for one in (value if isinstance(value, list) else [value])}
    return row.facts.keys() <= {"name", "controller", "kind"} and plain(row.name) in names


def _is_of(kind: str, sorts: frozenset[str], vocabulary: DisputeWords) -> bool:
    """Whether a participant of a kind is always a card of those types."""
    wanted = vocabulary.rules.sorts_of(kind.removesuffix("-list"))
    return bool(wanted) and wanted <= sorts
