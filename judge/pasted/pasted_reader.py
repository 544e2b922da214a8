"""The door: a pasted text → a dispute, what of it was guessed, and what found no place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.errors import NotUnderstood, TooLarge
from judge.pasted.card_passages import CardPassage, TextFinder
from judge.pasted.card_rows import CardRow, CardStory, FoundCards
from judge.pasted.deck_lines import take_deck_lines
from judge.pasted.dispute_assembly import PastedFindings, assemble
from judge.pasted.dispute_words import Books, DisputeWords, plain
from judge.pasted.game_guess import find_game
from judge.pasted.happenings import STATES, Happening, HappeningFinder
from judge.pasted.mentions import KnownNames, Mention, is_small, items_of, words_of
from judge.pasted.named_choices import told_choices, with_choices, with_everybody
from judge.pasted.named_occurrences import NamedOccurrences
from judge.pasted.pasted_values import Pasted, ReadValue, Span
from judge.pasted.player_names import know_cards, know_names, know_printed, know_short_names
from judge.pasted.roster import People, Roster
from judge.pasted.story import ToldSentence
from judge.pasted.story_reader import StoryReader
from judge.pasted.structured_text import read_whole
from judge.pasted.text_layout import Sentence, TextLayout, lay_out
from judge.pasted.told_words import ToldVerbs

MOST_LETTERS = 30_000
"""Letters of a pasted text: some hundred cards as printed."""


def read_pasted(text: str, books: Books, game: str | None = None) -> Pasted:
    """The dispute that a text tells of; `game` is the one meant where the text names none.

    Raises NotUnderstood for an empty text, TooLarge for one that no table has.
    """
    if not text.strip():
        raise NotUnderstood("There is no text; paste who plays, what happens and the cards.", "text")
    if len(text) > MOST_LETTERS:
        raise TooLarge(
            f"The text has {len(text):,} letters; at most {MOST_LETTERS:,} are read: paste only who plays, what "
            "happens and the cards in question.",
            "text",
        )
    return read_whole(text, books) or _read_story(text, books, game)


def _read_story(text: str, books: Books, game: str | None) -> Pasted:
    named = find_game(text, books)
    said_game, edition = named.game, named.edition
    if game is not None and said_game.why:
        said_game = ReadValue(game)
    rules = books.rules(str(said_game.value), str(edition.value) if edition else None)
    vocabulary = DisputeWords(rules, books.words[rules.game], books.stop, books.knows, first_names=books.first_names)
    verbs = ToldVerbs(vocabulary, books.told)
    vocabulary = replace(vocabulary, told=frozenset(verbs.of))
    deck = take_deck_lines(text, books)
    choices = told_choices(text, books.choices.get(rules.game, {}), vocabulary)
    spans = [*named.spans, *(fact.at for fact in choices.values() if fact.at is not None)]
    layout = lay_out(blanked(deck.rest, spans), vocabulary.shouted)
    reading = _Reading(layout, vocabulary, verbs, books)
    roster = reading.read()
    people = roster.people()
    shelf = CardStory(roster, vocabulary, reading.texts()).read()
    _note_identities(people, vocabulary, shelf)
    _note_library(reading.kinds, shelf)
    _note_enemies(roster, vocabulary, shelf)
    happening = _happening(roster, reading, vocabulary, shelf, people, books)
    people = _with_forms(people, happening, vocabulary)
    if happening is not None:
        happening = with_choices(happening, choices, vocabulary)
        happening = with_everybody(happening, reading.said(), roster.mentioned, people)
        _note_state(happening, shelf)
        for row in [row for row in shelf.rows if _only_takes_part(row, happening, vocabulary)]:
            shelf.rows.remove(row)
            if "kind" in row.facts:
                shelf.kinds.setdefault(plain(row.name), row.facts["kind"])
    if vocabulary.forms:
        _add_identities(people, shelf)
    _leave_bystanders(shelf, vocabulary)
    if reading.names.small:
        _doubt_names(shelf)
    shelf.used += [span for one in roster.story.statements if not one.asked for span in (one.at,) if span != (0, 0)]
    mentions = tuple((item.value, item.span) for items in reading.said() for item in items if item.is_named)
    found = PastedFindings(said_game, edition, tuple(spans), people, shelf, happening, deck, mentions)
    return assemble(layout, found, vocabulary, text)


@dataclass
class _Reading:
    """The readings of one text: names first, then who plays, then where card texts end, then all again."""

    layout: TextLayout
    vocabulary: DisputeWords
    verbs: ToldVerbs
    books: Books

    def __post_init__(self) -> None:
        self.names = KnownNames()
        self.kinds: Mapping[str, frozenset[str]] = {}
        self.passages: list[CardPassage] = []
        self._sentences: list[ToldSentence] = []
        self._starts: dict[str, int] = {}

    def read(self) -> Roster:
        """What the names are, by all that the text tells."""
        layout, names, vocabulary = self.layout, self.names, self.vocabulary
        finder = TextFinder(layout, vocabulary)
        self.passages = finder.passages(lambda _: True)
        stretches = [stretch for stretch, _ in _outside(layout, self.passages)]
        names.small = is_small(layout, stretches)
        if self.books.kinds_of is not None and self.books.has_library:
            self.kinds = know_cards(layout, vocabulary, names, self.books.kinds_of)
        know_printed(layout, self.passages, names, vocabulary)
        know_names(layout, stretches, names, vocabulary)
        know_short_names(layout, stretches, names, vocabulary)
        roster = self._roster(settled=False)
        for key in roster.persons:
            names.add(roster.name(key), words_of(roster.name(key)), "player")
        self.passages = finder.passages(
            lambda sentence: _is_story(layout, sentence, names, vocabulary),
            lambda first, end, timed: _telling(layout, first, end, names, vocabulary, acting=timed),
        )
        roster = self._roster(settled=True)
        self._starts = roster.story.starts
        return roster

    def _roster(self, *, settled: bool) -> Roster:
        self._sentences = list(self._told())
        reader = StoryReader(
            self.layout.text, self.vocabulary, self.verbs, frozenset(self.names.people), settled=settled
        )
        story = reader.read(self._sentences)
        printed = self._printed(frozenset(story.names))
        return Roster(story, self.vocabulary, frozenset(self.names.people), printed, frozenset(self.kinds))

    def said(self) -> list[list[Mention]]:
        """The mentions of each sentence."""
        return [[item for item in one.items if item.sort != "text"] for one in self._sentences]

    def texts(self) -> dict[str, ReadValue]:
        """The card texts by their number."""
        found: dict[str, ReadValue] = {}
        for number, one in enumerate(self.passages):
            first, end = self.layout.span(one.first, one.end)
            first = self._starts.get(str(number), first)
            why = "Nothing shows where the text ends." if one.doubtful else ""
            found[str(number)] = ReadValue(self.layout.said((first, end)).strip(), (first, end), why)
        return found

    def _printed(self, keys: frozenset[str]) -> frozenset[str]:
        """Keys of the names that stand in a card's text."""
        found: set[str] = set()
        for one in self.passages:
            at = one.first
            apart = one.closed or self.layout.tokens[one.outer_end - 1].text in ')"”'
            while at < one.end:
                known = self.names.at(self.layout.tokens, at, one.end)
                if known is not None and self.layout.tokens[at].sort == "word":
                    if not apart and known[2] == at + 1 and self.layout.tokens[at].possessive:
                        at += 1
                        continue
                    found.add(known[0].lower())
                    at = known[2]
                else:
                    at += 1
        return frozenset(found & keys)

    def _told(self) -> Iterator[ToldSentence]:
        """Lazily, the sentences with their card texts as one mention each."""
        layout, at, number = self.layout, 0, 0
        begins = blank = True
        items: list[Mention] = []
        for sentence in layout.sentences:
            at = max(at, sentence.first)
            if at >= sentence.end:
                continue
            begins, blank, items = sentence.begins_line and at == sentence.first, sentence.after_blank, []
            while number < len(self.passages) and self.passages[number].first < sentence.end:
                one = self.passages[number]
                before = one.first
                while before > at and before - 1 in layout.closes and layout.tokens[before - 1].text not in "([":
                    before -= 1
                items += self._flat(at, before)
                items.append(Mention("text", str(number), one.first, one.end, layout.span(one.first, one.end)))
                last = layout.tokens[one.outer_end - 1]
                if one.outer_end > one.end and last.text in ")]":
                    items.append(Mention("mark", ")", one.outer_end - 1, one.outer_end, (last.start, last.end)))
                at, number = max(one.outer_end, at), number + 1
            items += self._flat(at, sentence.end) if at < sentence.end else []
            at = max(at, sentence.end)
            for cut in range(0, len(items), _LONGEST):
                yield ToldSentence(tuple(items[cut : cut + _LONGEST]), begins and not cut, blank and not cut)

    def _flat(self, first: int, end: int, deep: int = 4) -> list[Mention]:
        """The mentions of a stretch, those in brackets with the brackets as marks around them."""
        found: list[Mention] = []
        for item in items_of(self.layout, first, end, self.names, self.vocabulary) if end > first else ():
            if item.sort != "group" or not deep:
                found.append(item)
                continue
            opens, closes = ("(", ")") if item.value in "([" else (item.value, item.value)
            tokens = self.layout.tokens
            found.append(
                Mention("mark", opens, item.first, item.first + 1, (tokens[item.first].start, tokens[item.first].end))
            )
            found += self._flat(item.first + 1, item.end - 1, deep - 1)
            found.append(
                Mention("mark", closes, item.end - 1, item.end, (tokens[item.end - 1].start, tokens[item.end - 1].end))
            )
        return found


_LONGEST = 100
"""Mentions of a sentence that are read together: nobody writes longer ones."""


def _happening(
    roster: Roster, reading: _Reading, vocabulary: DisputeWords, shelf: FoundCards, people: People, books: Books
) -> Happening | None:
    """What happens: an event that is told, or an occurrence that is named."""
    finder = HappeningFinder(roster, vocabulary, shelf)
    told = finder.find()
    sentences = reading.said()
    asked = [items for items in sentences if items and items[-1].value == "?"]
    players = [person.name for person in people.players]
    active = str(people.active.value) if people.active else people.speaker
    owners = {plain(row.name): str(row.facts["controller"].value) for row in shelf.rows if "controller" in row.facts}
    owners |= {name: str(fact.value) for name, fact in shelf.owners.items()}
    game = vocabulary.rules.game
    effect = _players_effect(roster, vocabulary, players, active)
    if told is None or told.completed > 1 or (told.asked and told.completed):
        named = NamedOccurrences(vocabulary, books.occurrences.get(game, {}), books.choices.get(game, {}), people)
        for items in [*(one for one in sentences if one not in asked), *asked]:
            one = named.find(items, sentences, roster.mentioned, players, active, owners)
            done = finder.completed(one) if one is not None else None
            guessed = done is not None and done.occurrence.begun_by and any(fact.why for fact in done.parts.values())
            if done is not None and not (guessed and effect is not None):
                return done if finder.is_awaited(done) else replace(done, doubt="No card’s text waits for this.")
    told = told or _turn(vocabulary, people)
    if told is not None and effect is not None and any(fact.why for fact in told.parts.values()):
        return effect
    return told or effect


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
    roster: Roster, vocabulary: DisputeWords, players: Sequence[str], active: str | None
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
                name = roster.name(keys[0]) if keys else active or (players[0] if players else None)
                if name is None:
                    return None
                why = "Nothing else that the rules know as an occurrence is told."
                return Happening(occurrence, {occurrence.acting: ReadValue(name, None, why)}, (0, 0), 0)
    return None


def _note_library(kinds: Mapping[str, frozenset[str]], shelf: FoundCards) -> None:
    """Note the types of names whose cards in the library are all of one."""
    for name, several in kinds.items():
        if len(several) == 1:
            (kind,) = several
            shelf.kinds.setdefault(plain(name), ReadValue(kind, None, "The card library says so."))


def _note_enemies(roster: Roster, vocabulary: DisputeWords, shelf: FoundCards) -> None:
    """Note what enemies are taken for who are fought or attack a player and of whom nothing else is told."""
    rules, story = vocabulary.rules, roster.story
    enemies = rules.sorts_of("enemy")
    assumed = {part.assume for one in rules.offered.values() for part in one.participants if part.assume in enemies}
    told = [one.of for one in story.statements if one.relation == "fought"]
    for event in story.events:
        struck = any(roster.player(one) is not None for one in event.patients)
        told += event.agents if struck and event.event in ("attack", "scheme", "activation") else ()
    for unit in told if rules.features.scenario is not None and len(assumed) == 1 else ():
        name = roster.name(unit.word)
        row = shelf.find(name)
        free = row is not None and not row.facts.keys() & {"kind", "controller", "engaged_with", "attached_to"}
        if unit.sort == "name" and roster.player(unit) is None and free:
            (kind,) = assumed
            shelf.kinds.setdefault(plain(name), ReadValue(kind, None, "Nobody says what else it is."))


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


def _note_identities(people: People, vocabulary: DisputeWords, shelf: FoundCards) -> None:
    """Note whom the players play: cards of theirs, where the text tells more of them."""
    forms = {person.name: person.form for person in people.players}
    for hero, player in people.identities:
        why = f"{player} is said to play {hero}."
        shelf.owners[plain(hero)] = ReadValue(player, None, why)
        form = forms.get(player)
        kind = str(form.value) if form is not None else vocabulary.identity
        if kind in vocabulary.rules.kinds:
            shelf.kinds[plain(hero)] = ReadValue(kind, None, why)


def _add_identities(people: People, shelf: FoundCards) -> None:
    """Keep whom somebody plays as a card: what they can do counts, and the library may know it."""
    for hero, player in people.identities:
        shelf.row(ReadValue(hero, None, f"{player} is said to play {hero}."))


def _leave_bystanders(shelf: FoundCards, vocabulary: DisputeWords) -> None:
    """Keep enemies of whom only the type is told as what the types of names tell, no cards of their own."""
    enemies = vocabulary.rules.sorts_of("enemy")
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


def blanked(text: str, spans: Sequence[Span]) -> str:
    """The text with spaces in place of some of its words."""
    parts: list[str] = []
    behind = 0
    for first, end in sorted(spans):
        if first >= behind:
            parts += [text[behind:first], " " * (end - first)]
            behind = end
    return "".join([*parts, text[behind:]])


def _outside(layout: TextLayout, passages: Sequence[CardPassage]) -> Iterator[tuple[tuple[int, int], int]]:
    """Lazily, the stretches of each sentence that are in no card text, with the place of the sentence."""
    taken = [(passage.first, passage.outer_end) for passage in passages]
    place = 0
    for index, sentence in enumerate(layout.sentences):
        at = sentence.first
        while place < len(taken) and taken[place][1] <= at:
            place += 1
        look = place
        while look < len(taken) and taken[look][0] < sentence.end:
            if taken[look][0] > at:
                yield (at, _before_mark(layout, at, taken[look][0])), index
            at = max(at, taken[look][1])
            look += 1
        if at < sentence.end:
            yield (at, sentence.end), index


def _before_mark(layout: TextLayout, first: int, end: int) -> int:
    """Before the quotation mark or bracket that opens a text."""
    return end - 1 if end - 1 > first and end - 1 in layout.closes else end


def _is_story(layout: TextLayout, sentence: Sentence, names: KnownNames, vocabulary: DisputeWords) -> bool:
    """Whether somebody tells or asks something: printed text names no player, says no “I” and asks nothing."""
    tokens = layout.tokens
    if tokens[sentence.end - 1].text == "?" or tokens[sentence.first].lower in _ASKING:
        return True
    return _telling(layout, sentence.first, sentence.end, names, vocabulary) is not None


def _telling(
    layout: TextLayout, first: int, end: int, names: KnownNames, vocabulary: DisputeWords, *, acting: bool = False
) -> int | None:
    """The token with which somebody is told of who plays, or something is asked; no card does."""
    for item in items_of(layout, first, end, names, vocabulary):
        if acting and (item.possessive or item.value in ("me", "mine", "myself")):
            continue
        called = [token.lower for token in layout.tokens[item.first : item.end]]
        if item.sort == "me" or item.value == "what" or (item.sort == "player" and called == words_of(item.value)):
            return item.first
    return None


_ASKING = frozenset(
    ["and", "but", "what", "which", "who", "whose", "how", "why", "does", "do", "can", "is", "are", "thanks", "so"]
)


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
