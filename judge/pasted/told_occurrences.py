"""What happens: sentences read by the grammar of card text, matched with what begins the occurrences of the rules.

Names are put into the sentence as single words first, so that the grammar reads the names of cards and players, in
capitals or not, as what they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from judge.cardtext.english import CANNOT, DO, FINITE_BE, MODALS, NEGATED, NEGATIONS, POSSESSIVE, PRONOUNS
from judge.cardtext.event_statements import StatementReader
from judge.cardtext.tree import Clause, Noun
from judge.pasted.card_mentions import HeadReader
from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.mentions import Mention
from judge.pasted.pasted_values import ReadValue, Span, word_set
from judge.rules.model import Moment, OccurrenceType, ParticipantType

_HARD = frozenset([".", ";", "!", "?", ":", "—", "–", "-", ","])
_OPENERS = word_set(
    "and then when while if so but because after before as now where since that until once whenever which who"
)
_MOST_STARTS = 12
"""Places of a sentence at which a clause may begin."""
STATES = frozenset(["engage", "attach"])
"""Events whose participle tells of what is so."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that a sentence names. `kinds` are the card types it may be; empty where anything."""

    name: str
    at: Span
    kinds: frozenset[str] = frozenset()
    is_player: bool = False
    said: bool = True
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Happening:
    """An occurrence with those who take part, as facts by participant."""

    occurrence: OccurrenceType
    parts: Mapping[str, ReadValue]
    kinds: Mapping[str, ReadValue]
    at: Span
    fits: int
    """How much of it is known to fit."""
    asked: bool = False
    """Whether it stands in a question."""
    doubt: str = ""
    """Why something else may be meant."""
    completed: int = 0
    """How many of those who take part nobody named."""


@dataclass
class Cast:
    """Who is known to be what, while sentences are read."""

    vocabulary: DisputeWords
    reader: HeadReader
    kinds: Mapping[str, str]
    """Plain name → card type."""
    owners: Mapping[str, str]
    """Plain name → player."""
    forms: Mapping[str, str] = field(default_factory=dict)
    """Player → form."""
    last: dict[str, Entity] = field(default_factory=dict)
    """Who was named last, among players ("player") and among all ("any")."""

    def entity(self, name: str, at: Span, owner: str | None = None) -> Entity:
        """The entity of a name that stands somewhere."""
        kind = self.kinds.get(plain(name))
        found = Entity(
            name, at, frozenset([kind]) if kind else frozenset(), owner=self.owners.get(plain(name)) or owner
        )
        return self._met(found)

    def player(self, name: str, at: Span) -> Entity:
        """A player as one who takes part."""
        identity = self.vocabulary.rules.kinds_with("identity")
        return self._met(Entity(name, at, identity, is_player=True, owner=name))

    def _met(self, one: Entity) -> Entity:
        self.last["player" if one.is_player else "any"] = one
        return one

    def of_kind(self, kind: str) -> str | None:
        """The one name known to be of a kind; None where there are none or several."""
        sorts = self.vocabulary.rules.sorts_of(kind)
        named = [name for name, known in self.kinds.items() if known in sorts]
        return named[0] if len(named) == 1 else None


@dataclass
class _Line:
    """A sentence with single words in place of names."""

    words: list[str] = field(default_factory=list)
    items: list[Mention] = field(default_factory=list)
    entities: dict[str, Entity] = field(default_factory=dict)

    def name(self, entity: Entity) -> str:
        """The word that stands for an entity."""
        number = len(self.entities)
        word = "Zq" + _LETTERS[number // 26 % 26] + _LETTERS[number % 26]
        self.entities[word.lower()] = entity
        return word


def find_happenings(sentences: Sequence[Sequence[Mention]], cast: Cast) -> list[tuple[int, Happening]]:
    """What happens by the sentences, in order, each with the place of its sentence."""
    reader = StatementReader(cast.vocabulary.words)
    found: list[tuple[int, Happening]] = []
    for place, items in enumerate(sentences):
        for happening in _in_sentence(items, cast, reader):
            found.append((place, happening))
    return found


def found_events(sentences: Sequence[Sequence[Mention]], cast: Cast) -> list[ReadValue]:
    """Who does something, by what sentences tell, in order."""
    reader = StatementReader(cast.vocabulary.words)
    found: list[ReadValue] = []
    for items in sentences:
        line = _line(items, cast)
        for clause in reader.clauses(" ".join(line.words)):
            found += [ReadValue(one.name, one.at) for one in _entities(clause.agent, line, cast)]
        found += [ReadValue(one.name, one.at) for one in line.entities.values() if one.is_player]
    return found


def _in_sentence(items: Sequence[Mention], cast: Cast, reader: StatementReader) -> Iterator[Happening]:
    line = _line(list(_without_asides(items)), cast)
    reached = 0
    starts = 0
    for at in range(len(line.words)):
        begins = at == 0 or line.words[at - 1] in _HARD or line.words[at - 1].lower() in _OPENERS
        begins = begins or line.words[at].startswith("Zq")
        if at < reached or not begins or starts >= _MOST_STARTS or line.words[at].lower() in _OPENERS | _HARD:
            continue
        starts += 1
        end = next((p for p in range(at, len(line.words)) if line.words[p] in _HARD), len(line.words))
        words, helpers = _without_means(line.words[at:end], line)
        if helpers and words and _defends(words[0], cast.vocabulary):
            words = [line.name(helpers[0]), *words]  # “… and defends with her hero”
        for tried in _tried(words, cast.vocabulary):
            clauses = reader.clauses(" ".join(tried))
            found = [h for clause in clauses for h in _happening(clause, line, cast, (at, end), helpers)]
            if found:
                yield _with_flags(found[0], line)
                yield from found[1:]
                reached = end if any(map(_is_whole, found)) else reached
                break


def _without_asides(items: Sequence[Mention]) -> Iterator[Mention]:
    """Lazily, a sentence without “, who is in hero form,”."""
    behind = 0
    for at, item in enumerate(items):
        opens = (
            item.value == "," and at + 1 < len(items) and items[at + 1].value in ("who", "which", "whose", "engaged")
        )
        if opens and at >= behind:
            close = next((n for n in range(at + 2, len(items)) if items[n].value == ","), None)
            behind = close + 1 if close is not None else behind
        if at >= behind:
            yield item


def _defends(word: str, vocabulary: DisputeWords) -> bool:
    verb = vocabulary.sense(word.lower()).verb
    return verb is not None and verb.frame is not None and verb.frame.event == "defend"


def _is_whole(one: Happening) -> bool:
    """Whether all who must take part are named."""
    return one.parts.keys() >= {part.name for part in one.occurrence.participants if not part.optional}


_STATED = frozenset(["engaged", "engages", "engage"])


def _without_means(words: list[str], line: _Line) -> tuple[list[str], list[Entity]]:
    """The words without “with X”, “using X”, and who X is."""
    kept: list[str] = []
    helpers: list[Entity] = []
    listing = False
    for at, word in enumerate(words):
        entity = line.entities.get(word.lower())
        if entity is None:
            listing = (
                listing
                and word.lower() in ("and", "&")
                and at + 1 < len(words)
                and words[at + 1].lower() in line.entities
            )
            if not listing:
                kept.append(word)
        elif listing or (at > 1 and words[at - 1].lower() in ("with", "using") and words[at - 2] not in _STATED):
            if not listing:
                kept.pop()
            helpers.append(entity)
            listing = True
        else:
            kept.append(word)
    return kept, helpers


def _with_flags(one: Happening, line: _Line) -> Happening:
    """The happening with the flags that its sentence says: all words of their name stand in it, and none denies it."""
    said = {stem(word) for word in line.words}
    if said & NEGATIONS or said & NEGATED.keys() or said & CANNOT:
        return one
    flags = {
        part.name: ReadValue(True, one.at)
        for part in one.occurrence.participants
        if part.kind == "flag" and part.name not in one.parts and {stem(w) for w in part.name.split("_")} <= said
    }
    return replace(one, parts={**one.parts, **flags}) if flags else one


def stem(word: str) -> str:
    """A word without the endings that do not matter here."""
    word = word.lower().removesuffix("'s")
    return word[:-1] if word.endswith("s") and len(word) > _SHORT and not word.endswith("ss") else word


_SHORT = 3


def _tried(words: list[str], vocabulary: DisputeWords) -> Iterator[list[str]]:
    """The words as they stand; without those that no card has; with the plain verb of “is about to attack”."""
    yield words
    known = [
        word
        for word in words
        if word.startswith("Zq")
        or word.lower() in vocabulary.words.senses
        or word.lower() in _GRAMMAR
        or word.isdecimal()
    ]
    if known != words:
        yield known
    finite = _finite(known, vocabulary)
    if finite != known:
        yield finite


_GRAMMAR = (
    FINITE_BE | POSSESSIVE | PRONOUNS | NEGATIONS | NEGATED.keys() | CANNOT | MODALS.keys() | DO
    | frozenset(["a", "an", "the", "to", "on", "by", "with", "from", "against", "at", "for", "into", "of", "as", "and",
                 "or", "get", "gets", "got", "being", "be", "in", "has", "have"])
)  # fmt: skip


def _finite(words: list[str], vocabulary: DisputeWords) -> list[str]:
    """“X (is) to attack Y”, “X attacking Y” → “X attacks Y”."""
    found: list[str] = []
    for said in words:
        word, sense = said, vocabulary.sense(said.lower())
        verb = sense.verb
        after_to = bool(found) and found[-1] == "to"
        if verb is not None and (("base" in sense.roles and after_to) or sense.roles == {"ing"}):
            while found and (found[-1] == "to" or found[-1].lower() in FINITE_BE):
                found.pop()
            word = _s_form(word.lower(), vocabulary)
        found.append(word)
    return found


def _line(items: Sequence[Mention], cast: Cast) -> _Line:
    line = _Line()
    owner: str | None = None
    skip = 0
    apposed = -1
    own_nouns = frozenset(cast.vocabulary.words.own_nouns)
    for at, item in enumerate(items):
        if skip:
            skip -= 1
            continue
        player = cast.reader.player(item)
        following = items[at + 1] if at + 1 < len(items) else None
        if player is not None and player != cast.vocabulary.rules.features.scenario:
            possesses = item.possessive or item.value in ("my", *POSSESSIVE)
            if (
                possesses
                and following is not None
                and (following.is_named or following.sort in ("kind", "class", "form"))
            ):
                if following.is_named:
                    owner = player
                    continue
                if following.value in own_nouns or (following.value in ("character",) and own_nouns):
                    line.words.append(line.name(cast.player(player, item.span)))
                    line.items.append(item)
                    further = items[at + 2] if at + 2 < len(items) else None
                    skip = 2 if further is not None and further.is_named else 1
                    continue
                if at + 2 < len(items) and items[at + 2].is_named:
                    owner = player
                    continue
            if possesses and following is not None and following.sort in ("word", "number"):
                line.words.append(line.name(cast.player(player, item.span)) + "'s")
            else:
                line.words.append(line.name(cast.player(player, item.span)))
            line.items.append(item)
        elif item.is_named:
            entity = cast.entity(item.value, item.span, owner)
            owner = None
            line.words.append(line.name(entity) + ("'s" if item.possessive else ""))
            line.items.append(item)
        elif item.sort == "group":
            named = [one for one in cast.reader.items(item.first + 1, item.end - 1) if one.is_named]
            if item.value not in "([" and len(named) == 1:
                line.words.append(line.name(cast.entity(named[0].value, named[0].span, owner)))
                line.items.append(item)
        elif item.sort in ("kind", "class") and (inner := _bracketed(following, cast)) is not None:
            line.words.append(line.name(cast.entity(inner.value, inner.span, owner)))
            line.items.append(item)
            skip = 1
        elif item.sort == "kind" and _apposed(items, at):
            skip = 1  # “the villain, Captain Barnacle”
            apposed = at + 2
        elif item.sort in ("kind", "class", "form") and following is not None and following.is_named:
            continue  # “the minion Sandman”
        elif item.sort in ("kind", "class") and at and items[at - 1].is_named and not _is_verb(item, cast):
            continue  # “Static Shock plot twist”
        elif item.value == "," and apposed == at - 1 and following is not None and not following.is_named:
            continue  # “a minion, Razor Wing, engages …”
        elif item.value in ("on", "against") and _is_attack_of_one(line, cast):
            continue  # “Klaw’s attack on me”
        elif item.sort == "word" and _says_how(line, item, following, cast):
            continue  # “A and B team attack C”
        elif item.sort == "mark":
            line.words.append(item.value)
            line.items.append(item)
        else:
            said = _said(item, following, cast.reader)
            known = (one for one in reversed(line.words[-3:]) if one.lower() in line.entities or _is_known(one, cast))
            after_name = next(known, "").lower() in line.entities
            word = _third_person(said, cast.vocabulary) if after_name else said
            line.words.append(word)
            line.items.append(item)
    return line


def _says_how(line: _Line, item: Mention, following: Mention | None, cast: Cast) -> bool:
    """Whether a word stands between those who attack and the verb, and is none itself."""
    if following is None or not line.words or line.words[-1].lower() not in line.entities:
        return False
    verb, sense = cast.vocabulary.sense(following.value).verb, cast.vocabulary.sense(item.value)
    said = item.value.lower()
    return verb is not None and verb.shares and sense.verb is None and not said.endswith("ly") and said not in _GRAMMAR


def _is_attack_of_one(line: _Line, cast: Cast) -> bool:
    """Whether the line ends in “Klaw attack”, as a noun or a verb."""
    verb = cast.vocabulary.sense(line.words[-1].lower()).verb if len(line.words) > 1 else None
    return verb is not None and verb.shares and line.words[-2].lower().removesuffix("'s") in line.entities


def _is_known(word: str, cast: Cast) -> bool:
    return word.lower() in cast.vocabulary.words.senses or word.lower() in _GRAMMAR or word in _HARD


def _apposed(items: Sequence[Mention], at: int) -> bool:
    """Whether a card type is told apart by the name behind a comma."""
    before = items[at - 1].value if at else ""
    before = "the" if before in ("a", "an") else before
    named = at + 2 < len(items) and items[at + 1].value == "," and items[at + 2].is_named
    return before == "the" and named and items[at + 2].sort != "player"


def _is_verb(item: Mention, cast: Cast) -> bool:
    return cast.vocabulary.is_verb(cast.reader.said(item))


def _bracketed(item: Mention | None, cast: Cast) -> Mention | None:
    """The name in a bracket: “a minion (Acid Slug)”."""
    if item is None or item.sort != "group" or item.value not in "([":
        return None
    named = [one for one in cast.reader.items(item.first + 1, item.end - 1) if one.is_named]
    return named[0] if len(named) == 1 and named[0].first == item.first + 1 else None


def _third_person(word: str, vocabulary: DisputeWords) -> str:
    """“attack” → “attacks”, for whom one word stands that is no “I”."""
    if word in ("am", "was"):
        return "is"
    sense = vocabulary.sense(word)
    if sense.verb is None or "base" not in sense.roles:
        return "has" if word == "have" else word
    return _s_form(word, vocabulary)


def _s_form(word: str, vocabulary: DisputeWords) -> str:
    verb = vocabulary.sense(word).verb
    forms = [w for w, s in vocabulary.words.senses.items() if s.verb is verb and "s" in s.roles]
    return next((w for w in forms if w[:2] == word[:2]), word)


def _said(item: Mention, following: Mention | None, reader: HeadReader) -> str:
    if item.sort == "form" and (following is None or following.value not in ("form", "side")):
        return f"{item.value} form"
    return reader.said(item)


# --- from a clause to an occurrence


def _happening(
    clause: Clause, line: _Line, cast: Cast, stretch: tuple[int, int], helpers: Sequence[Entity]
) -> Iterator[Happening]:
    agents = _entities(clause.agent, line, cast)
    patients = _entities(clause.patient, line, cast)
    agents, helpers = _led(agents, helpers)
    to = _entities(clause.to, line, cast)
    if not patients:
        patients, to = to, []
    others = [
        *helpers,
        *_entities(clause.source, line, cast),
        *_entities(clause.what, line, cast),
        *_entities(clause.origin, line, cast),
        *to,
    ]
    at = (line.items[stretch[0]].span[0], line.items[stretch[1] - 1].span[1])
    best: Happening | None = None
    event = _event(clause, patients, cast)
    if event in STATES and any(
        word in FINITE_BE and cast.vocabulary.sense(following.lower()).roles & {"past"}
        for word, following in pairwise(line.words[stretch[0] : stretch[1]])
    ):
        return  # “is engaged with”: it is so, and does not happen
    defense = cast.vocabulary.rules.features.defense
    if defense is not None and event == "defend" and not clause.negative:
        yield Happening(
            cast.vocabulary.rules.occurrences[defense.occurrence],
            {defense.role: ReadValue(who[0].name, who[0].at)} if (who := agents or list(helpers[:1])) else {},
            {},
            at,
            -1,
        )
    for occurrence in cast.vocabulary.rules.offered.values():
        moments = occurrence.begun_by or ((Moment("when", event),) if event == occurrence.type else ())
        for moment in moments:
            if (
                moment.event != event
                or clause.negative
                or (moment.variant and clause.variant and moment.variant != clause.variant)
            ):
                continue
            found = _matched(occurrence, moment, clause, agents, patients, others, cast, at)
            if found is not None and (
                best is None
                or (found.fits, found.occurrence.type == event) > (best.fits, best.occurrence.type == event)
            ):
                best = found
    if best is not None:
        yield best


def _led(agents: list[Entity], helpers: Sequence[Entity]) -> tuple[list[Entity], list[Entity]]:
    """“Anna attacks with Black Cat”: those a player does it with do it, under that player’s control."""
    led = [one for one in helpers if not one.is_player]
    if len(agents) != 1 or not agents[0].is_player or not led:
        return agents, list(helpers)
    return [replace(one, owner=one.owner or agents[0].name) for one in led], []


def _event(clause: Clause, patients: Sequence[Entity], cast: Cast) -> str:
    """What happens; an enemy's activation is what the form of the player makes it."""
    if clause.event == "activation":
        form = next((cast.forms.get(one.name) for one in patients if one.is_player), None)
        begin = cast.vocabulary.rules.standard.activate.get(form or "")
        occurrence = cast.vocabulary.rules.occurrences.get(begin.occurrence) if begin is not None else None
        if occurrence is not None and occurrence.begun_by:
            return occurrence.begun_by[0].event
    return clause.event


def _entities(noun: Noun | None, line: _Line, cast: Cast) -> list[Entity]:
    if noun is None:
        return []
    if noun.parts:
        return [entity for part in noun.parts for entity in _entities(part, line, cast)]
    if noun.name and noun.name.lower().removesuffix("'s") in line.entities:
        return [line.entities[noun.name.lower().removesuffix("'s")]]
    if noun.name:  # “Zqaa Zqab”
        words = [word for word in noun.name.lower().replace("'s", "").split() if word in line.entities]
        return [line.entities[word] for word in words][-1:]
    if noun.head == "that":
        last = cast.last.get("player") or cast.last.get("any")
        return [last] if last is not None else []
    if noun.head == "class" and noun.kinds:
        kind = noun.kinds[0]
        sorts = cast.vocabulary.rules.sorts_of(kind)
        if not sorts:
            return []
        name = cast.of_kind(kind)
        called = name or kind.replace("-", " ").capitalize()
        return [Entity(called, (0, 0), sorts, said=False)]
    return []


def _matched(
    occurrence: OccurrenceType,
    moment: Moment,
    clause: Clause,
    agents: Sequence[Entity],
    patients: Sequence[Entity],
    others: Sequence[Entity],
    cast: Cast,
    at: Span,
) -> Happening | None:
    """The occurrence with those of the clause in its roles; None where one of them cannot be in any."""
    parts: dict[str, list[Entity]] = {}
    fits = 0
    for given, roles in ((agents, moment.agent), (patients, moment.patient)):
        if given and not roles:
            fits -= 1
            continue
        for entity in given:
            role, fit = _role(occurrence, roles, entity, cast.vocabulary)
            if role is None:
                optional = {part.name for part in occurrence.participants if part.optional}
                if entity.is_player and optional.issuperset(roles):
                    continue  # “Dora stuns Copper Knight”, by whatever card she does it
                return None
            parts.setdefault(role.name, []).append(entity)
            fits += fit
    for entity in others:
        defense = cast.vocabulary.rules.features.defense
        kept = defense.role if defense is not None else ""
        free = [part.name for part in occurrence.participants if part.name not in parts and part.name != kept]
        role, fit = _role(occurrence, free, entity, cast.vocabulary)
        if role is not None and fit > 1:
            parts.setdefault(role.name, []).append(entity)
            fits += 1
    facts: dict[str, ReadValue] = {}
    kinds: dict[str, ReadValue] = {}
    for part in occurrence.participants:
        named = parts.get(part.name, [])
        if not named or (part.optional and not any(one.said or plain(one.name) in cast.kinds for one in named)):
            continue  # “a Wound”: no card of its own
        why = "" if all(one.said for one in named) else f"The one {named[0].name.lower()} that the text may mean."
        value = [one.name for one in named] if part.kind.endswith("-list") else named[0].name
        facts[part.name] = ReadValue(value, named[0].at if named[0].said else at, why)
    form = next((part for part in occurrence.participants if part.kind == "form"), None)
    if form is not None and clause.thing in cast.vocabulary.forms:
        facts[form.name] = ReadValue(clause.thing, at)
    _owners(occurrence, parts, facts)
    return Happening(occurrence, facts, kinds, at, fits)


def _owners(occurrence: OccurrenceType, parts: Mapping[str, Sequence[Entity]], facts: dict[str, ReadValue]) -> None:
    """Who acts with those who take part, from whose they are."""
    for role, owner in occurrence.controls:
        if owner in facts:
            continue
        for entity in parts.get(role, ()):
            if entity.owner is not None:
                facts[owner] = ReadValue(
                    entity.owner, entity.at, f"{entity.name} is {entity.owner}’s." if not entity.is_player else ""
                )
                break


def _role(
    occurrence: OccurrenceType, roles: Sequence[str], entity: Entity, vocabulary: DisputeWords
) -> tuple[ParticipantType | None, int]:
    """The role that an entity takes, and how well it is known to fit: 2 known, 1 open."""
    best: tuple[ParticipantType | None, int] = (None, 0)
    by_name = {part.name: part for part in occurrence.participants}
    for name in roles:
        part = by_name.get(name)
        if part is None:
            continue
        fit = _fit(part, entity, vocabulary)
        if fit > best[1]:
            best = part, fit
    return best


def _fit(part: ParticipantType, entity: Entity, vocabulary: DisputeWords) -> int:
    wanted = part.kind.removesuffix("-list")
    rules = vocabulary.rules
    if wanted == "player":
        return 3 if entity.is_player else 0 if entity.kinds - rules.sorts_of("player") else 1
    if entity.is_player and part.name == "card":
        return 0
    if wanted in ("flag", "number", "place", "form") or "|" in wanted:
        return 0
    if entity.is_player and not entity.kinds:
        return 0
    if not entity.kinds:
        return 2 if wanted == "card" else 1
    return 2 if wanted == "card" or entity.kinds & rules.sorts_of(wanted) else 0
