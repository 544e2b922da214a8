"""From what was found to a dispute: what nobody said is guessed where one thing is likely, and marked; what served for
nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

from judge.ability import Ability, CardText
from judge.cardtext.english import COMMON, POSSESSIVE, PRONOUNS
from judge.cardtext.tree import Act, Noun
from judge.pasted.card_owners import SEAT, SPEAKS, STRUCK
from judge.pasted.card_rows import CardRow, FoundCards
from judge.pasted.deck_lines import PastedDeck
from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.happenings import Happening
from judge.pasted.mentions import ME
from judge.pasted.pasted_values import Guess, Pasted, ReadValue, Span, Unplaced
from judge.pasted.roster import People
from judge.pasted.text_layout import TextLayout, Token, without_bullet

_ORDER = ("name", "kind", "role", "dealt", "controller", "attached_to", "engaged_with", "location", "text")


@dataclass(frozen=True)
class PastedFindings:
    """All that was read from one text."""

    game: ReadValue
    edition: ReadValue | None
    named: tuple[Span, ...]
    people: People
    shelf: FoundCards
    happening: Happening | None
    deck: PastedDeck
    mentions: tuple[tuple[str, Span], ...]
    """Every name outside card texts, with where it stands."""
    near: Mapping[str, Mapping[str, float]]
    """Plain name of a card → the players named near it, with how much speaks for each."""
    places: Mapping[str, tuple[int, Span]]
    """Plain name of a card → the place named near it."""
    void: tuple[Span, ...] = ()
    """What the text takes back."""


def assemble(layout: TextLayout, found: PastedFindings, vocabulary: DisputeWords, text: str) -> Pasted:
    """The dispute, its guesses, and what was not placed."""
    for name in found.deck.names:
        found.shelf.row(name)
    _complete(found, vocabulary)
    notes = _Notes(text)
    dispute: dict[str, Any] = {"game": notes.value("game", found.game)}
    if found.edition is not None:
        dispute["edition"] = notes.value("edition", found.edition)
    dispute |= _players(found, notes, vocabulary)
    if found.happening is not None:
        dispute["occurrence"] = _occurrence(found, found.happening, notes)
    else:
        notes.open("occurrence", "The text does not say what happens; the cards’ own triggers decide.")
    dispute["cards"] = [_card(row, f"cards[{place}]", notes, vocabulary) for place, row in enumerate(found.shelf.rows)]
    used = [*notes.used, *found.shelf.used, *found.people.used, *found.deck.used, *found.named]
    if found.happening is not None:
        used += _telling(layout, found.happening, vocabulary)
    used += _again(found, dispute)
    known = {plain(one) for one in _known_names(dispute)}
    lost = [span for name, span in found.mentions if plain(name) not in known]
    unplaced = [*_unplaced(layout, used, lost, vocabulary, text), *found.deck.unknown]
    unplaced += [one for one in _doubted(found.people, text) if not any(_meet(one.at, other.at) for other in unplaced)]
    unplaced += [Unplaced(at, text[slice(*at)], "The text takes this back.") for at in found.void]
    unplaced.sort(key=lambda one: one.at)
    return Pasted(dispute, tuple(notes.guesses), tuple(unplaced), tuple(_rest(unplaced, len(text))))


_MEANING = PRONOUNS | POSSESSIVE | ME
"""Words that mean somebody who was named before, or who writes."""


def _doubted(people: People, text: str) -> Iterator[Unplaced]:
    """Lazily, the names that may be players' but were not taken for such."""
    for at in people.doubted:
        name = text[slice(*at)]
        yield Unplaced(at, name, f"“{name}” is not taken for a player; if one is meant, add them.")


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


class _Notes:
    """Which values were guessed, and which words served for something."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.guesses: list[Guess] = []
        self.used: list[Span] = []

    def open(self, path: str, why: str) -> None:
        """Note that a value is left open."""
        self.guesses.append(Guess(path, None, why))

    def value(self, path: str, fact: ReadValue) -> Any:
        """The value of a fact, noted under its path."""
        why = fact.doubt
        said = self._text[slice(*fact.at)] if fact.at is not None else ""
        if not why and said.lower() in _MEANING:
            why = f"“{said}” is taken to mean {fact.value}."
        if why:
            self.guesses.append(Guess(path, fact.value, why, fact.at))
        if fact.at is not None:
            self.used.append(fact.at)
        return fact.value


def _players(found: PastedFindings, notes: _Notes, vocabulary: DisputeWords) -> dict[str, Any]:
    people, rows = found.people, []
    for place, person in enumerate(people.players):
        row = {"name": notes.value(f"players[{place}].name", ReadValue(person.name, person.at, person.guessed))}
        if person.form is not None:
            row["form"] = notes.value(f"players[{place}].form", person.form)
        elif vocabulary.forms:
            notes.open(f"players[{place}].form", "Nobody says in which form this player is.")
        rows.append(row)
    said: dict[str, Any] = {"players": rows} if rows else {}
    if people.active is not None:
        said["active_player"] = notes.value("active_player", people.active)
    elif people.speaks_of_turns:
        notes.open("active_player", "A turn is spoken of, but not whose.")
    return said


def _occurrence(found: PastedFindings, happening: Happening, notes: _Notes) -> dict[str, Any]:
    row: dict[str, Any] = {"type": happening.occurrence.type}
    if happening.doubt:
        notes.guesses.append(Guess("occurrence", happening.occurrence.type, happening.doubt, happening.at))
    for part in happening.occurrence.participants:
        fact = happening.parts.get(part.name)
        if fact is None:
            if part.name in happening.unsaid:
                notes.open(f"occurrence.{part.name}", "Nobody says this, and it may matter here.")
            continue
        known = found.shelf.find(fact.value) if isinstance(fact.value, str) else None
        if known is not None and part.kind != "player":
            fact = replace(fact, value=known.name)  # as the text writes it
        row[part.name] = notes.value(f"occurrence.{part.name}", fact)
        kind = found.shelf.kinds.get(plain(str(fact.value)))
        if kind is not None and found.shelf.find(str(fact.value)) is None:
            row[f"{part.name}_kind"] = notes.value(f"occurrence.{part.name}_kind", kind)
    return row


def _card(row: CardRow, path: str, notes: _Notes, vocabulary: DisputeWords) -> dict[str, Any]:
    facts = row.facts
    kind = str(facts["kind"].value) if "kind" in facts else None
    if "text" not in facts and kind is None:
        named = facts["name"]
        facts["name"] = replace(named, why=named.why or "Taken for a card, from how the text speaks of it.")
    for key, why in _open(facts.keys(), kind, vocabulary):
        notes.open(f"{path}.{key}", why)
    return {key: notes.value(f"{path}.{key}", facts[key]) for key in _ORDER if key in facts}


def _open(said: AbstractSet[str], kind: str | None, vocabulary: DisputeWords) -> Iterator[tuple[str, str]]:
    """Lazily, what nobody says of a card, each with what that means."""
    known = vocabulary.rules.kinds.get(kind or "")
    if kind != "status":
        if "text" not in said:
            yield "text", "Its text is not given; the card library is asked for a card of this name."
        if "controller" not in said:
            yield "controller", "Nobody says whose card it is."
    if kind is None:
        yield "kind", f"Nobody says what type of card it is{'; its text must tell.' if 'text' in said else '.'}"
    if known is not None and "attached_to" not in said and (known.must_be_attached or known.borne):
        yield "attached_to", "Nobody says on what it lies."
    yield from _open_places(said, kind, vocabulary)


def _open_places(said: AbstractSet[str], kind: str | None, vocabulary: DisputeWords) -> Iterator[tuple[str, str]]:
    """Lazily, where nobody says that a card stands, and with whom it is engaged."""
    if vocabulary.rules.features.places and "location" not in said:
        yield "location", "Nobody says at which location it is."
    if "engaged_with" not in said and kind in vocabulary.engaging:
        yield "engaged_with", "Nobody says with whom it is engaged."


# --- what nobody said


def _complete(found: PastedFindings, vocabulary: DisputeWords) -> None:
    """Guess of each card what it is, whose it is and where it lies, where its text or the others tell."""
    for row in found.shelf.rows:
        row.say("kind", found.shelf.kinds.get(plain(row.name)))
        if plain(row.name) in map(plain, dict(found.people.identities)):
            row.facts["controller"] = found.shelf.owners[plain(row.name)]
        _complete_encounter(row, vocabulary)
    for row in found.shelf.rows:
        attached = row.facts.get("attached_to")
        if attached is not None and attached.why == "kind":
            name = _of_kind(str(attached.value), found, vocabulary)
            row.facts["attached_to"] = ReadValue(
                name or str(attached.value).capitalize(), attached.at, f"The {attached.value!s} that the text may mean."
            )
        _complete_card(row, found, vocabulary)
    for row in found.shelf.rows:
        _complete_enemy(row, found, vocabulary)
        if "engaged_with" in row.facts:
            _complete_encounter(row, vocabulary)
        _complete_attached(row, found, vocabulary)
        place = found.places.get(plain(row.name)) if vocabulary.rules.features.places else None
        if place is not None:
            row.say("location", ReadValue(place[0], place[1], "It is the place named nearest."))
        if "controller" not in row.facts or row.facts["controller"].why:
            _complete_encounter(row, vocabulary)
        if "controller" not in row.facts and _is_players(row, vocabulary):
            _guess_player(row, found, "It is a player’s card")


def _is_players(row: CardRow, vocabulary: DisputeWords) -> bool:
    """Whether a card is one that players have: by its type, in games without a scenario by its text too."""
    rules, kind = vocabulary.rules, row.facts.get("kind")
    if kind is None:
        return rules.features.scenario_kinds is None and "text" in row.facts
    closure = rules.closure(str(kind.value))
    return "card" in closure and rules.features.scenario_kinds not in closure


def _complete_enemy(row: CardRow, found: PastedFindings, vocabulary: DisputeWords) -> None:
    """Take who acts in the occurrence for what its rules assume there; who is engaged, for one of those that engage."""
    if vocabulary.rules.features.scenario is None or "kind" in row.facts:
        return
    engaged = "engaged_with" in row.facts
    kinds = _engaging(vocabulary) if engaged else _assumed(row, found, vocabulary)
    for kind in kinds:
        row.facts.pop("controller", None)
        why = "It is engaged with a player." if engaged else "Nobody says what else it is."
        row.say("kind", ReadValue(kind, None, why))


def _engaging(vocabulary: DisputeWords) -> Iterator[str]:
    """Lazily, the card types that engage players."""
    yield from (kind for kind in sorted(vocabulary.engaging) if kind in vocabulary.rules.kinds)


def _assumed(row: CardRow, found: PastedFindings, vocabulary: DisputeWords) -> Iterator[str]:
    """Lazily, the card types that the rules assume of an enemy in the part that a card takes."""
    if found.happening is None:
        return
    for part in found.happening.occurrence.participants:
        fact = found.happening.parts.get(part.name)
        named = fact is not None and plain(str(fact.value)) == plain(row.name)
        if named and part.assume in vocabulary.rules.kinds and "enemy" in part.kind:
            yield str(part.assume)


def _complete_encounter(row: CardRow, vocabulary: DisputeWords) -> None:
    """Take a card whose type is the scenario's from whoever was named beside it, where the rules say whose it is."""
    rules, kind = vocabulary.rules, row.facts.get("kind")
    if kind is not None and rules.features.scenario:
        scenario = rules.features.scenario_kinds
        if scenario and scenario in rules.closure(str(kind.value)):
            row.facts.pop("controller", None)
            row.say("controller", ReadValue(rules.features.scenario, None, f"It is a card of type {kind.value}."))


def _complete_card(row: CardRow, found: PastedFindings, vocabulary: DisputeWords) -> None:
    text = row.facts.get("text")
    if text is None:
        return
    rules = vocabulary.rules
    read = vocabulary.reader.read(str(text.value), row.name)
    if "attached_to" not in row.facts:
        _attach(row, read, text, found, vocabulary)
    abilities = [part for part in read.parts if isinstance(part, Ability)]
    _take_role(row, {ability.timing for ability in abilities}, text, vocabulary)
    for ability in abilities:
        timing = rules.timings.get(ability.timing)
        if timing is not None:
            _shown(row, timing.shows_kind, text, "Its text has a timing word of such cards.", vocabulary)
    for keyword in read.keywords:
        known = rules.keywords.get(keyword.name)
        if known is not None:
            _shown(row, known.shows_kind, text, f"Its text has the keyword {keyword.name}.", vocabulary)
    told = row.facts.get("kind")
    if rules.features.scenario and "controller" not in row.facts and (told is None or told.why):
        _guess_controller(row, abilities, found, vocabulary)


def _attach(row: CardRow, read: CardText, text: ReadValue, found: PastedFindings, vocabulary: DisputeWords) -> None:
    """Note what a text says that its card attaches to."""
    for play in read.plays:
        if isinstance(play, Act) and play.clause.event == "attach" and play.clause.to is not None:
            host = _host(play.clause.to, found, vocabulary)
            if host is not None:
                row.say("attached_to", ReadValue(host, text.at, "Its text says what it attaches to."))


def _take_role(row: CardRow, timings: set[str], text: ReadValue, vocabulary: DisputeWords) -> None:
    """Note the role of a card whose text has nothing else, as of a boost card."""
    features = vocabulary.rules.features
    if len(timings) != 1 or not timings <= set(features.card_roles):
        return
    row.say("role", ReadValue(timings.pop(), text.at, "Its text has only such an effect."))
    if features.scenario and features.scenario_rules:
        row.facts["controller"] = ReadValue(features.scenario, None, "Its text is of an encounter card.")


def _shown(row: CardRow, kind: str | None, text: ReadValue, why: str, vocabulary: DisputeWords) -> None:
    """Note the card type that words of a text show; a class of types shows at least whose it is."""
    rules = vocabulary.rules
    if kind in rules.kinds:
        row.say("kind", ReadValue(kind, text.at, why))
    elif kind is not None and kind == rules.features.scenario_kinds and rules.features.scenario:
        row.say("controller", ReadValue(rules.features.scenario, text.at, why))


def _guess_controller(row: CardRow, abilities: list[Ability], found: PastedFindings, vocabulary: DisputeWords) -> None:
    """Optional abilities are players’; a card on an enemy whose abilities are forced is the scenario’s."""
    timed = [ability for ability in abilities if ability.timing != vocabulary.words.default_timing]
    said = plain(str(row.facts["text"].value))
    hero = next((one for one in found.people.identities if said.startswith(f"{plain(one[0])} ")), None)
    if hero is not None and "attached_to" not in row.facts:
        row.say("controller", ReadValue(hero[1], None, f"Its text speaks of {hero[0]}, whom {hero[1]} plays."))
    elif any(not ability.mandatory for ability in timed):
        _guess_player(row, found)
    elif timed or _lies_on_an_enemy(row, found):
        why = "All its abilities are forced, and no player is said to control it."
        row.say("controller", ReadValue(vocabulary.rules.features.scenario, None, why))
        if "attached_to" in row.facts and vocabulary.rules.is_kind("attachment"):
            row.say("kind", ReadValue("attachment", None, "It lies on another card and is the scenario’s."))


def _guess_player(row: CardRow, found: PastedFindings, why: str = "Only players have such abilities") -> None:
    """Guess whose a card is that only players can use: of whoever is named near it, writes, or takes part."""
    players = [person.name for person in found.people.players]
    struck, near = _struck(found, players), found.near.get(plain(row.name), {})
    scores = {
        name: near.get(name, 0) + SPEAKS * (name == found.people.speaker) + STRUCK * (name == struck) - SEAT * seat
        for seat, name in enumerate(players)
    }
    if scores:
        told = f"{why}." if len(players) == 1 else f"{why}; nobody says which player."
        row.say("controller", ReadValue(max(scores, key=lambda name: scores[name]), None, told))


def _complete_attached(row: CardRow, found: PastedFindings, vocabulary: DisputeWords) -> None:
    """A card named without its text, on one that no player is said to have, is the scenario’s."""
    if vocabulary.rules.features.scenario is None or {"text", "controller", "kind"} & row.facts.keys():
        return
    if _lies_on_an_enemy(row, found) and vocabulary.rules.is_kind("attachment"):
        row.say("kind", ReadValue("attachment", None, "It lies on another card, and nobody says whose it is."))


def _lies_on_an_enemy(row: CardRow, found: PastedFindings) -> bool:
    """Whether a card lies on one that no player is said to have."""
    host = row.facts.get("attached_to")
    players = found.people.names
    owned = (
        one.name for one in found.shelf.rows if "controller" in one.facts and one.facts["controller"].value in players
    )
    own = map(plain, (*players, *dict(found.people.identities), *owned))
    return host is not None and plain(str(host.value)) not in own


def _struck(found: PastedFindings, players: list[str]) -> str | None:
    """The one player who takes part in what happens."""
    parts = found.happening.parts.values() if found.happening is not None else ()
    named = {str(fact.value) for fact in parts if fact.value in players}
    return named.pop() if len(named) == 1 else None


def _host(noun: Noun, found: PastedFindings, vocabulary: DisputeWords) -> str | None:
    if noun.name and noun.head == "named":
        return noun.name
    return next((name for kind in noun.kinds if (name := _of_kind(kind, found, vocabulary)) is not None), None)


def _of_kind(kind: str, found: PastedFindings, vocabulary: DisputeWords) -> str | None:
    """The one of a kind that the text tells of: by its type, or by the part it takes."""
    rules = vocabulary.rules
    sorts = rules.sorts_of(kind)
    named = {row.name for row in found.shelf.rows if "kind" in row.facts and row.facts["kind"].value in sorts}
    named |= {_as_written(name, found) for name, fact in found.shelf.kinds.items() if fact.value in sorts}
    if not named and found.happening is not None:
        for part in found.happening.occurrence.participants:
            fact = found.happening.parts.get(part.name)
            wanted = rules.sorts_of(part.kind.removesuffix("-list"))
            if (
                fact is not None
                and isinstance(fact.value, str)
                and sorts <= wanted
                and fact.value not in found.people.names
            ):
                named.add(fact.value)
    return named.pop() if len(named) == 1 else None


def _as_written(name: str, found: PastedFindings) -> str:
    """A plain name as the text writes it, where a participant has it."""
    if found.happening is not None:
        for fact in found.happening.parts.values():
            if isinstance(fact.value, str) and plain(fact.value) == name:
                return fact.value
    return name.title()


# --- what served for something


def _telling(layout: TextLayout, happening: Happening, vocabulary: DisputeWords) -> Iterator[Span]:
    """Lazily, the words of the clause that told what happens: names, and words that cards have."""
    first, end = happening.at
    for token in layout.tokens:
        if token.end > end:
            break
        if token.start >= first and (vocabulary.words.senses.get(token.lower) or token.sort == "number"):
            yield token.start, token.end
    yield from (fact.at for fact in happening.parts.values() if fact.at is not None)


def _again(found: PastedFindings, dispute: Mapping[str, Any]) -> Iterator[Span]:
    """Lazily, where names stand that the dispute holds anyhow."""
    known = {one.lower() for one in _known_names(dispute)}
    yield from (span for name, span in found.mentions if name.lower() in known)


def _known_names(dispute: Mapping[str, Any]) -> Iterator[str]:
    """Lazily, the names that the dispute holds."""
    for row in (*dispute.get("players", ()), *dispute["cards"]):
        yield from (str(one) for one in _names_of(row))
    for value in dispute.get("occurrence", {}).values():
        yield from (str(one) for one in (value if isinstance(value, list) else [value]))


def _names_of(row: Mapping[str, Any]) -> Iterator[Any]:
    yield from (row[key] for key in ("name", "controller", "attached_to", "engaged_with") if key in row)


def _unplaced(
    layout: TextLayout, used: Iterable[Span], lost: Iterable[Span], vocabulary: DisputeWords, text: str
) -> Iterator[Unplaced]:
    """Lazily, the passages that served for nothing, and names that are `lost`; small words beside what served are no
    passage."""
    covered = bytearray(len(text) + 1)
    for first, end in used:
        covered[first:end] = b"\x01" * (min(end, len(text)) - first)
    for first, end in lost:
        covered[first:end] = b"\x00" * (end - first)
    for sentence in layout.sentences:
        begin = without_bullet(layout, sentence)
        if layout.tokens[sentence.end - 1].text != ":" or sentence.end - begin > _HEADING:
            partly = any(covered[slice(*sentence.span)])
            for run in _unused(layout.tokens[begin : sentence.end], covered, vocabulary, partly=partly):
                at = (run[0].start, run[-1].end)
                yield Unplaced(at, text[slice(*at)])


def _unused(
    tokens: Sequence[Token], covered: bytearray, vocabulary: DisputeWords, *, partly: bool
) -> Iterator[list[Token]]:
    """Lazily, the runs of a sentence’s tokens that served for nothing; `partly` says that others of it served."""
    run: list[Token] = []
    beside = False
    for at, token in enumerate(tokens):
        known = vocabulary.sense(token.lower).is_noun or token.lower in vocabulary.phrases
        noun = beside and known and not (at and token.is_capital)  # a capital within a sentence may be a name’s
        is_used = noun or bool(covered[token.start] and covered[token.end - 1])
        beside = is_used if token.sort != "mark" else beside
        if is_used:
            if run:
                yield run
            run = []
        elif token.sort == "mark":
            run += [token] if run and not partly else []
        elif not (partly and _is_small(token.lower, vocabulary)):
            run.append(token)
    if run:
        yield run


_HEADING = 5
"""Tokens of a line that only says what the next ones hold (“Cards in play:”)."""


def _is_small(word: str, vocabulary: DisputeWords) -> bool:
    return word in vocabulary.stop or word in ME or word in COMMON or word in vocabulary.chat.relating


def _rest(unplaced: Iterable[Unplaced], length: int) -> Iterator[Span]:
    """Lazily, what stands between the passages that were not placed."""
    behind = 0
    for one in unplaced:
        if one.at[0] > behind:
            yield behind, one.at[0]
        behind = max(behind, one.at[1])
    if behind < length:
        yield behind, length
