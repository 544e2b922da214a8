"""The door: a pasted text → a dispute, what of it was guessed, and what found no place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from judge.ability import Ability
from judge.errors import NotUnderstood, TooLarge
from judge.pasted.card_mentions import CardRow, FoundCards, HeadReader, read_cards
from judge.pasted.card_passages import CardPassage, TextFinder
from judge.pasted.card_statements import read_stories
from judge.pasted.deck_lines import read_deck
from judge.pasted.dispute_assembly import PastedFindings, assemble
from judge.pasted.dispute_words import Books, DisputeWords, plain
from judge.pasted.game_guess import find_game
from judge.pasted.mentions import KnownNames, Mention, is_small, items_of, words_of
from judge.pasted.named_choices import told_choices, with_choices, with_everybody
from judge.pasted.named_occurrences import NamedOccurrences
from judge.pasted.pasted_values import Pasted, ReadValue, Span
from judge.pasted.pronouns import know_short_names, pronouns
from judge.pasted.structured_text import read_whole
from judge.pasted.text_layout import Sentence, TextLayout, lay_out
from judge.pasted.told_occurrences import STATES, Cast, Happening, find_happenings, found_events, stem
from judge.pasted.who_plays import People, find_people

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
    vocabulary = DisputeWords(rules, books.words[rules.game], books.stop, books.knows)
    deck = read_deck(text, books)
    choices = told_choices(text, books.choices.get(rules.game, {}), vocabulary)
    spans = [*named.spans, *(fact.at for fact in choices.values() if fact.at is not None)]
    layout = lay_out(blanked(deck.rest, spans), vocabulary.shouted)
    finder = TextFinder(layout, vocabulary)
    rough = finder.passages(lambda _: True)
    stretches = [stretch for stretch, _ in _outside(layout, rough)]
    names = KnownNames(small=is_small(layout, stretches))
    found_heads = (_bearing(items_of(layout, *passage.head, names, vocabulary)) for passage in rough)
    heads = [head for head in found_heads if head]
    for head in heads:
        names.add(head[-1].value, words_of(head[-1].value), "name")
    know_short_names(layout, stretches, names, vocabulary)
    people = find_people(layout, stretches, heads, vocabulary, names)
    for person in people.players:
        names.add(person.name, words_of(person.name), "player")
    names.settle(people.names, "player")
    for hero, _ in people.identities:
        names.add(hero, words_of(hero), "card")
    _join_names(layout, [stretch for stretch, _ in _outside(layout, rough)], names, people, vocabulary)
    passages = finder.passages(
        lambda sentence: _is_story(layout, sentence, names, vocabulary),
        lambda first, end, timed: _telling(layout, first, end, names, vocabulary, acting=timed),
    )
    reader = HeadReader(layout, names, vocabulary, people)
    reader.meant = pronouns(layout, (stretch for stretch, _ in _outside(layout, passages)), names, vocabulary)
    shelf = FoundCards()
    _note_identities(people, vocabulary, shelf)
    read_cards(layout, passages, reader, vocabulary, shelf)
    for row in shelf.rows:
        if row.name:
            names.add(row.name, words_of(row.name), "card")
    sentences = list(_told(layout, passages, reader))
    for items in sentences:
        read_stories(items, reader, vocabulary, shelf)
    mentions = tuple((item.value, item.span) for items in sentences for item in items if item.is_named)
    happening = _happening(sentences, vocabulary, reader, shelf, people, books)
    if happening is not None:
        happening = with_everybody(with_choices(happening, choices, vocabulary), sentences, reader, people)
        _note_state(happening, shelf)
        for row in [row for row in shelf.rows if _only_takes_part(row, happening, vocabulary)]:
            shelf.rows.remove(row)
            if "kind" in row.facts:
                shelf.kinds.setdefault(plain(row.name), row.facts["kind"])
    _leave_identities(people, shelf, happening)
    if names.small:
        _doubt_names(shelf)
    found = PastedFindings(said_game, edition, tuple(spans), people, shelf, happening, deck, mentions)
    return assemble(layout, found, vocabulary, text)


def _join_names(
    layout: TextLayout,
    stretches: Sequence[tuple[int, int]],
    names: KnownNames,
    people: People,
    vocabulary: DisputeWords,
) -> None:
    """Know “Acid Slug's Lair” as one name, where no player is called Acid Slug and no “Lair” is named alone."""
    pairs: list[tuple[Mention, Mention]] = []
    alone: set[str] = set()
    for first, end in stretches:
        items = items_of(layout, first, end, names, vocabulary)
        for at, item in enumerate(items):
            before = items[at - 1] if at else None
            if item.is_named and before is not None and before.is_named and before.possessive:
                if before.value not in people.names:
                    pairs.append((before, item))
            elif item.is_named:
                alone.add(item.value)
    for owner, owned in pairs:
        if owned.value not in alone and layout.tokens[owned.first].is_capital and not owned.possessive:
            name = layout.said((owner.span[0], owned.span[1]))
            names.add(name, [token.lower for token in layout.tokens[owner.first : owned.end]], "name")


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


def _leave_identities(people: People, shelf: FoundCards, happening: Happening | None) -> None:
    """Keep whom somebody plays as a card only where its text is given, it takes part, or a card’s text names it."""
    texts = " ".join(plain(str(row.facts["text"].value)) for row in shelf.rows if "text" in row.facts)
    parts = [str(fact.value) for fact in happening.parts.values()] if happening is not None else []
    hosts = [str(row.facts["attached_to"].value) for row in shelf.rows if "attached_to" in row.facts]
    known = {plain(name) for name in (*parts, *hosts)}
    for hero, player in people.identities:
        row = shelf.find(hero)
        if row is None and plain(hero) in texts.replace("'s", ""):
            row = shelf.row(ReadValue(hero, None, f"{player} is said to play {hero}, whom a card’s text names."))
        if row is not None and "text" not in row.facts and plain(hero) not in known and plain(hero) not in texts:
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


def _bearing(items: Sequence[Mention]) -> list[Mention]:
    """The names before a text, the one that bears it last: the last that no preposition stands before."""
    named = [item for item in items if item.is_named]
    bearing = [
        item
        for at, item in enumerate(items)
        if item.is_named and not item.possessive and (at == 0 or items[at - 1].value not in ("on", "to"))
        if not (at > 1 and items[at - 1].value == "with" and items[at - 2].value in ("engaged", "engages"))
    ]
    return [*(item for item in named if item.first < bearing[-1].first), bearing[-1]] if bearing else []


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


def _told(layout: TextLayout, passages: Sequence[CardPassage], reader: HeadReader) -> Iterator[list[Mention]]:
    """Lazily, the mentions of each sentence, card texts left out."""
    items: list[Mention] = []
    at: int | None = None
    for stretch, index in _outside(layout, passages):
        if index != at and items:
            yield items
            items = []
        at = index
        items = items + reader.items(*stretch)
    if items:
        yield items


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


_ASKING = frozenset(["what", "which", "who", "whose", "how", "why", "does", "do", "can", "is", "are", "thanks", "so"])


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


def _happening(
    sentences: Sequence[Sequence[Mention]],
    vocabulary: DisputeWords,
    reader: HeadReader,
    shelf: FoundCards,
    people: People,
    books: Books,
) -> Happening | None:
    """What happens: of all that sentences tell the first that begins an occurrence, with what others say of it."""
    kinds = {plain(row.name): str(row.facts["kind"].value) for row in shelf.rows if "kind" in row.facts}
    kinds |= {name: str(fact.value) for name, fact in shelf.kinds.items()}
    owners = {plain(row.name): str(row.facts["controller"].value) for row in shelf.rows if "controller" in row.facts}
    owners |= {name: str(fact.value) for name, fact in shelf.owners.items()}
    forms = {person.name: str(person.form.value) for person in people.players if person.form is not None}
    cast = Cast(vocabulary, reader, kinds, owners, forms)
    asked = {place for place, items in enumerate(sentences) if items and items[-1].value == "?"}
    heroes = {hero for hero, _ in people.identities}
    found = [
        replace(one, asked=place in asked)
        for place, one in find_happenings(sentences, cast)
        if "card" not in one.parts or one.parts["card"].value not in heroes
    ]
    players = [person.name for person in people.players]
    active = str(people.active.value) if people.active else people.speaker
    found = _joined(found)
    whole = [
        done
        for one in found
        if one.fits >= 0 and (done := completed(one, vocabulary, shelf, players, active)) is not None
    ]
    sure = [one for one in whole if not (one.asked and one.completed)]
    if sure:
        events = _events_of(shelf, vocabulary)
        best = min(sure, key=lambda one: _doubts(one) - 2 * _answers(one, events))
        best = replace(best, doubt=_doubt(best, found))
        best = _with_flags(best, [items for place, items in enumerate(sentences) if place not in asked], reader)
        return _with_defender(best, found, vocabulary)
    game = vocabulary.rules.game
    named = NamedOccurrences(vocabulary, books.occurrences.get(game, {}), books.choices.get(game, {}), people)
    effect = _players_effect(found_events(sentences, cast), vocabulary, players, active)
    told = [items for place, items in enumerate(sentences) if place not in asked]
    for items in told if effect is not None else [*told, *(sentences[place] for place in sorted(asked))]:
        one = named.find(items, sentences, reader, players, active, owners)
        done = completed(one, vocabulary, shelf, players, active) if one is not None else None
        if done is not None:
            return done
    return effect or (whole[0] if whole else None)


def _with_flags(one: Happening, sentences: Sequence[Sequence[Mention]], reader: HeadReader) -> Happening:
    """The happening with what other sentences and brackets say of it: “It's a basic attack”, “(basic)”."""
    event = one.occurrence.type.rpartition("-")[2]
    flags = [part.name for part in one.occurrence.participants if part.kind == "flag" and part.name not in one.parts]
    for items in sentences:
        brackets = [reader.items(item.first + 1, item.end - 1) for item in items if item.value in ("(", "[")]
        for said in (items, *brackets):
            for before, item in pairwise(said):
                if before.value in flags and stem(reader.said(item)) == event:
                    one = replace(
                        one, parts={**one.parts, before.value: ReadValue(True, (before.span[0], item.span[1]))}
                    )
            if said is not items and len(said) == 1 and said[0].value in flags:
                one = replace(one, parts={**one.parts, said[0].value: ReadValue(True, said[0].span)})
    return one


def _events_of(shelf: FoundCards, vocabulary: DisputeWords) -> frozenset[str]:
    """The events that most of the card texts wait for."""
    counted: Counter[str] = Counter()
    for row in shelf.rows:
        if "text" in row.facts:
            read = vocabulary.reader.read(str(row.facts["text"].value), row.name)
            abilities = [part for part in read.parts if isinstance(part, Ability)]
            counted.update({one.trigger.event for one in abilities if one.trigger is not None and one.trigger.event})
    most = max(counted.values(), default=0)
    return frozenset(event for event, times in counted.items() if times == most)


def _doubts(one: Happening) -> int:
    """Whether somebody who takes part was not named."""
    return int(one.completed > 0 or any(fact.why.startswith("The one") for fact in one.parts.values()))


def _answers(one: Happening, events: frozenset[str]) -> bool:
    """Whether the cards wait for what begins an occurrence."""
    begun = {moment.event for moment in one.occurrence.begun_by} | {one.occurrence.type}
    begun |= {stem(part) for part, fact in one.parts.items() if fact.value is True}
    return bool(begun & events)


def _doubt(best: Happening, found: Sequence[Happening]) -> str:
    """Why something else may be meant than what was taken."""
    others = {one.occurrence.type for one in found if one.fits >= 0} - {best.occurrence.type}
    if others:
        return "The text tells of other things that happen too; this was taken for what is asked about."
    if best.fits < 2 and best.occurrence.participants:
        return "Too little of the sentence fits to be sure."
    return "Not all who take part are named." if best.completed else ""


def _joined(found: Sequence[Happening]) -> list[Happening]:
    """Those of one type that tell of different parts as one: “Mara attacks with Red Falcon; Nils defends”."""
    joined: list[Happening] = []
    for one in found:
        same = next((n for n, other in enumerate(joined) if other.occurrence.type == one.occurrence.type), None)
        if same is None or one.fits < 0 or joined[same].parts.keys() & one.parts.keys():
            joined.append(one)
        else:
            joined[same] = replace(joined[same], parts={**joined[same].parts, **one.parts})
    return joined


def _players_effect(
    events: Sequence[ReadValue], vocabulary: DisputeWords, players: Sequence[str], active: str | None
) -> Happening | None:
    """Where an effect is several players’, one part each: that effect on the turn of the player who acts."""
    for kind in vocabulary.rules.kinds_with("one_players_part"):
        for occurrence in vocabulary.rules.offered.values():
            if occurrence.type.endswith(kind) and occurrence.acting is not None:
                acting = next((fact for fact in events if fact.value in players), None)
                who = acting or (ReadValue(active or players[0]) if players else None)
                if who is None:
                    return None
                why = "Nothing else that the rules know as an occurrence is told."
                return Happening(
                    occurrence, {occurrence.acting: ReadValue(who.value, who.at, why)}, {}, who.at or (0, 0), 0
                )
    return None


def completed(
    one: Happening, vocabulary: DisputeWords, shelf: FoundCards, players: Sequence[str], active: str | None
) -> Happening | None:
    """The happening with what it needs and nobody said; None where that cannot be guessed."""
    rules = vocabulary.rules
    parts = dict(one.parts)
    for part in one.occurrence.participants:
        if part.optional or part.name in parts:
            continue
        wanted = part.kind.removesuffix("-list")
        guess: Any = None
        sorts = rules.sorts_of(wanted)
        if wanted == "player" or 2 * len(sorts & rules.kinds_with("identity")) > len(sorts):
            guess = active if active in players else players[0] if players else None
            if wanted == "player":
                taken = {str(fact.value) for fact in parts.values()}
                free = [name for name in players if name not in taken]
                guess = guess if guess not in taken or not free else free[0]
        elif rules.is_kind(wanted):
            fitting = [
                row.name
                for row in shelf.rows
                if "kind" in row.facts and row.facts["kind"].value in rules.sorts_of(wanted)
            ]
            guess = fitting[0] if len(fitting) == 1 else None
        if guess is None:
            return None
        parts[part.name] = ReadValue([guess] if part.kind.endswith("-list") else guess, one.at, "Nobody else is named.")
    return replace(one, parts=parts, completed=len(parts) - len(one.parts))


def _with_defender(one: Happening, found: Sequence[Happening], vocabulary: DisputeWords) -> Happening:
    """The attack with who defends it, where another sentence tells of that."""
    defense = vocabulary.rules.features.defense
    if defense is None or one.occurrence.type != defense.occurrence or defense.role in one.parts:
        return one
    fact = next((part for more in found if more.fits < 0 for part in more.parts.values()), None)
    return replace(one, parts={**one.parts, defense.role: fact}) if fact is not None else one
