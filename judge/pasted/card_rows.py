"""The cards a story tells of: their texts, types, whose they are and where they lie."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from judge.cardtext.english import COMMON, ORDINALS
from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.pasted_values import ReadValue, Span, Way
from judge.pasted.roster import Roster
from judge.pasted.story import Statement, Unit


@dataclass
class CardRow:
    """One card while the text is read: its facts by key of the dispute."""

    facts: dict[str, ReadValue] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.facts["name"].value) if "name" in self.facts else ""

    @cached_property
    def plain_name(self) -> str:
        """What it is called, for comparing; a name that was said is never replaced by another."""
        return plain(self.name)

    def say(self, key: str, fact: ReadValue | None) -> None:
        """Note a fact; what was said stays against what is guessed or said later."""
        if key == "attached_to" and fact is not None and plain(str(fact.value)) == plain(self.name):
            return  # nothing lies on itself
        if fact is not None and (key not in self.facts or (self.facts[key].why and not fact.why)):
            self.facts[key] = fact


@dataclass
class FoundCards:
    """The cards found so far, by plain name, and what is known of names that are no cards of their own."""

    rows: list[CardRow] = field(default_factory=list)
    kinds: dict[str, ReadValue] = field(default_factory=dict)
    """Plain name → the card type that was said."""
    owners: dict[str, ReadValue] = field(default_factory=dict)
    """Plain name → the player whose it was said to be."""
    used: list[Span] = field(default_factory=list)

    def copy(self) -> FoundCards:
        """The same, to be changed apart."""
        rows = [CardRow(dict(row.facts)) for row in self.rows]
        return FoundCards(rows, dict(self.kinds), dict(self.owners), list(self.used))

    def find(self, name: str) -> CardRow | None:
        """The card of a name."""
        wanted = plain(name)
        return next((row for row in self.rows if row.plain_name == wanted), None)

    def row(self, name: ReadValue) -> CardRow:
        """The card of a name, a new one where there is none yet."""
        row = self.find(str(name.value))
        if row is None:
            row = CardRow({"name": name})
            self.rows.append(row)
        return row


class CardStory:
    """Makes cards of what statements say of names that are no players'."""

    def __init__(self, roster: Roster, vocabulary: DisputeWords, texts: Mapping[str, ReadValue]) -> None:
        self._roster, self._vocabulary, self._texts = roster, vocabulary, texts
        self.shelf = FoundCards()
        self._by_key: dict[str, CardRow] = {}
        self._texts_of: Counter[str] = Counter()
        self._statuses: set[tuple[str, str]] = set()

    def read(self) -> FoundCards:
        """The cards, in the order in which the text names them."""
        roster = self._roster
        told = roster.story.statements
        keys = {key for one in told if (key := self._card_of(one)) is not None}
        keys |= self._named_only(keys)
        if not self._vocabulary.forms:
            keys -= roster.heroes.keys() - {one.of.word for one in told if one.relation == "bears"}
        for key in sorted(keys, key=lambda key: roster.story.at[key]):
            self._row(key)
        for one in told:
            if one.relation == "bears":
                self._bears(one)
        for note in (self._note, self._join, self._last):
            for one in sorted(told, key=lambda one: one.relation == "status" and one.of.sort == "pro"):
                note(one)
        for one in told:
            if one.relation == "eachhas" and one.of.word in self._by_key:
                self._copy(self._by_key[one.of.word], one.at)
        return self.shelf

    def _copy(self, row: CardRow, at: Span) -> None:
        """Note a card that each player has, once for each."""
        for place, person in enumerate(self._roster.people().players):
            own = row if not place else CardRow({key: row.facts[key] for key in row.facts if key != "controller"})
            own.facts["controller"] = ReadValue(person.name, at, "Each player is said to have one.")
            if place:
                self.shelf.rows.append(own)

    def _join(self, one: Statement) -> None:
        """Note of a card behind “and” what the one before it in the list is."""
        row = self._by_key.get(one.of.word)
        before = self._by_key.get(one.to.word) if one.relation == "joined" and one.to is not None else None
        if before is None or row is None:
            return
        row.say("controller", before.facts.get("controller"))
        kind = before.facts.get("kind")
        if kind is not None and not row.facts.keys() & {"kind", "controller"}:
            row.say("kind", replace(kind, why="The card before it in the list is of this type."))

    def _last(self, one: Statement) -> None:
        """Note what counts only where nothing else was said."""
        key = self._thing(one.of) if one.relation in ("keyword", "under") else None
        if key is None or key not in self._by_key:
            return
        if one.relation == "keyword":
            self._by_key[key].say("text", ReadValue(self._roster.story.said(one.at), one.at))
        elif (who := self._roster.player(one.to)) is not None:
            self._controlled(key, who, one.at, "The line above says whose the cards are.")

    def _named_only(self, known: set[str]) -> set[str]:
        """Keys of names of several words that are told in passing and take no part: cards, most likely."""
        roster = self._roster
        told = {unit.word for units in roster.story.sentences for unit in units if unit.sort == "name"}
        acting = {
            unit.word for event in roster.story.events for unit in (*event.agents, *event.patients) if not event.asked
        }
        hosts = {one.to.word for one in roster.story.statements if one.to is not None}
        taken = known | acting | hosts | roster.persons | roster.relatives | roster.heroes.keys() | roster.story.traits
        return {key for key in told - taken if " " in key and not all(map(self._is_plain, key.split()))}

    def _is_plain(self, word: str) -> bool:
        """Whether a word says something besides being of a name: “Villain Deck”, “Forced Interrupt”, “First Hank”."""
        return word in self._known_words or not word[0].isalpha() or word in self._vocabulary.words.senses

    @cached_property
    def _known_words(self) -> frozenset[str]:
        """Small words, first names, and the words of timings."""
        vocabulary = self._vocabulary
        timed = (word for timing in vocabulary.words.timings for row in timing.words for word in row.lower().split())
        return vocabulary.stop | COMMON | ORDINALS | vocabulary.chat.nobody | vocabulary.first_names | frozenset(timed)

    def _row(self, key: str) -> CardRow:
        if key not in self._by_key:
            story = self._roster.story
            unsure = key in story.unsure or key in self._roster.joined
            why = "Nothing shows that it is a name." if unsure else self._cut(key)
            name = ReadValue(story.names[key], story.at[key], why, self._way_of_name(key))
            self._by_key[key] = self.shelf.row(name)
        return self._by_key[key]

    def _way_of_name(self, key: str) -> Way:
        """Two of four show a name: several words, a line that it begins, more told of it than its text or its type,
        and that it stands in the text again."""
        begins = not self._roster.story.text[: self._roster.story.at[key][0]].rpartition("\n")[2].strip(_BULLETS)
        again = self._words.count(f" {plain(key).replace(' ', '  ')} ") > 1
        signs = (" " in key, begins, len(self._relations[key]) > 1, again)
        personal = key in self._vocabulary.first_names
        return Way.SAID if sum(signs) > 1 and not personal else Way.BARE_NAME

    @cached_property
    def _words(self) -> str:
        """All words of the text."""
        return f" {plain(self._roster.story.text).replace(' ', '  ')} "

    @cached_property
    def _relations(self) -> Mapping[str, set[str]]:
        """Key → the sorts of statements that are made of it."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for one in self._roster.story.statements:
            told = one.to if one.relation == "has" else one.of
            if told is not None:
                found[told.word].add(one.relation)
        return found

    def _cut(self, key: str) -> str:
        """Why a name may have been cut short: a word with a capital stands right beside it."""
        story = self._roster.story
        first, end = story.at[key]
        before = story.text[max(first - _BESIDE, 0) : first].rpartition("\n")[2].split(" ")
        behind = story.text[end : end + _BESIDE].partition("\n")[0].split(" ")
        word = before[-2] if len(before) > 2 and not before[-1] else ""
        beside = [one for one in (word, behind[1] if len(behind) > 2 and not behind[0] else "") if one.isalpha()]
        known = (self._vocabulary.phrases, self._known_words, story.names)
        names = (one.lower() for one in beside if one[0].isupper())
        is_cut = any(not any(one in words for words in known) and not self._vocabulary.sense(one).verb for one in names)
        return "Its name may be longer." if is_cut else ""

    def _card_of(self, one: Statement) -> str | None:
        """The card of its own that a statement shows."""
        unit = one.to if one.relation == "has" else one.of
        beside = one.relation == "beside" and one.to is not None and one.of.word not in self._roster.heroes
        if beside and one.to is not None and (one.to.word in self._roster.persons or one.to.sort == "me"):
            return self._listed(one.of)
        key = self._thing(unit) if one.relation in _OF_CARDS else None
        if key is None or key not in self._roster.story.names or key in self._roster.persons:
            return None
        return key if self._is_told(one) else None

    def _is_told(self, one: Statement) -> bool:
        """Whether a statement tells enough of a name to be of a card of its own."""
        if one.relation == "kind":
            return one.value not in self._vocabulary.forms and one.value in self._vocabulary.rules.kinds
        if one.relation == "owned":
            return self._roster.player(one.to) is not None or one.value is not None or bool(one.of.kinds)
        return True

    def _listed(self, unit: Unit) -> str | None:
        """“Force Field (Ingrid)”: the name of several words beside a player’s, as a card."""
        known = unit.sort == "name" and unit.word not in self._roster.persons
        return unit.word if known and " " in self._roster.story.names[unit.word] else None

    def _thing(self, unit: Unit | None) -> str | None:
        if unit is None or unit.sort == "me":
            return None
        return self._roster.key(unit, person=False)

    def _bears(self, one: Statement) -> None:
        text = self._texts[str(one.value)]
        key = self._thing(one.of)
        roster = self._roster
        if key is None or key in roster.persons:
            who = roster.player(one.of)
            hero = next((hero for hero, player in roster.heroes.items() if player == who), None)
            if hero is not None:
                key = hero
            else:
                row = CardRow({"name": ReadValue("Card", None, "Nobody says what the card is called.")})
                if who is not None:
                    row.say("controller", ReadValue(roster.name(who), one.of.span))
                row.say("text", text)
                self.shelf.rows.append(row)
                return
        row = self._row(key)
        if text.at is not None and not row.facts["name"].why and self._is_far(one.of.span, text.at):
            row.facts["name"] = replace(row.facts["name"], why="Its name stands apart from the text.")
        self._texts_of[key] += 1
        if self._texts_of[key] > _MOST_TEXTS:
            return
        if "text" in row.facts:
            before = row.facts["text"]
            why = before.why or "Two texts are told that may be this card’s."
            row.facts["text"] = ReadValue(f"{before.value}\n{text.value}", before.at, why)
            if text.at is not None:
                self.shelf.used.append(text.at)
        else:
            row.say("text", text)

    def _is_far(self, name: Span, text: Span) -> bool:
        """Whether more than a few words stand between a name and its text."""
        between = plain(self._roster.story.text[min(name[1], text[1]) : max(name[0], text[0])])
        return len(between.split()) > _NEAR

    def _note(self, one: Statement) -> None:
        """Note what a statement says of a card."""
        of = self._thing(one.of)
        if one.relation == "status":
            self._status(one)
        elif one.relation == "has" and one.to is not None:
            self._has(one)
        elif one.relation == "beside":
            self._beside(one, of)
        elif of is not None and (noted := self._noted.get(one.relation)) is not None:
            noted(one, of)

    @cached_property
    def _noted(self) -> Mapping[str, Callable[[Statement, str], None]]:
        """Relation → what notes it of a card."""
        return {
            "kind": self._kind, "owned": self._owned, "uses": self._owned, "leads": self._leads, "on": self._on,
            "engaged": self._engaged, "place": self._stands, "boost": self._boost,
        }  # fmt: skip

    def _kind(self, one: Statement, of: str) -> None:
        roster = self._roster
        known = of in roster.story.names and of not in roster.persons and one.value != "status"
        if known and one.value in self._vocabulary.rules.kinds:
            fact = ReadValue(one.value, one.at)
            row, closure = self._by_key.get(of), self._vocabulary.rules.closure(str(one.value))
            if row is not None and "kind" in row.facts and row.facts["kind"].value in closure - {one.value}:
                row.facts["kind"] = fact  # told more closely
            self._say(of, "kind", fact)
            self.shelf.kinds.setdefault(plain(roster.name(of)), fact)

    def _leads(self, one: Statement, of: str) -> None:
        roster = self._roster
        who = roster.player(one.to)
        if who is not None and of not in roster.persons and of not in roster.heroes:
            self._controlled(of, who, one.at)

    def _beside(self, one: Statement, of: str | None) -> None:
        """A card with a player’s name beside it, or the other way round, is theirs."""
        roster, to = self._roster, one.to
        if to is None:
            return
        if of is not None and to.word in roster.persons:
            if of not in roster.heroes and of not in roster.persons:
                self._controlled(of, to.word, to.span)
        elif of is not None and one.value is None and self._must_lie(of):
            self._on(one, of)  # “War Horn (attachment, Klaw)”
        else:
            self._behind_name(one, to)

    def _behind_name(self, one: Statement, to: Unit) -> None:
        """“Ann: Bell (upgrade)”, “Klaw: War Horn (attachment)”."""
        roster = self._roster
        if one.of.word not in roster.persons:
            if one.value == "maybe" and self._must_lie(to.word):
                self._say(to.word, "attached_to", ReadValue(roster.name(one.of.word), one.of.span))
        elif one.value in ("link", "list") or self._is_typed(to):
            key = self._thing(to)
            if key is not None and key in self._by_key and key not in roster.heroes:
                self._controlled(key, one.of.word, one.of.span)

    def _is_typed(self, unit: Unit | None) -> bool:
        """Whether a card’s type is said."""
        row = self._by_key.get(unit.word) if unit is not None else None
        return row is not None and "kind" in row.facts

    def _must_lie(self, key: str) -> bool:
        """Whether cards of the type that was said are always attached to something."""
        row = self._by_key.get(key)
        kind = row.facts.get("kind") if row is not None else None
        said = self._vocabulary.rules.kinds.get(str(kind.value)) if kind is not None else None
        return said is not None and (said.borne or said.must_be_attached)

    def _engaged(self, one: Statement, of: str) -> None:
        who = self._roster.player(one.to)
        if who is not None:
            self._say(of, "engaged_with", ReadValue(self._roster.name(who), one.at))

    def _stands(self, one: Statement, of: str) -> None:
        if self._vocabulary.rules.features.places and str(one.value).isdecimal():
            self._say(of, "location", ReadValue(int(str(one.value)), one.at))

    def _boost(self, one: Statement, of: str) -> None:
        self._say(of, "role", ReadValue("boost", one.at))
        if one.value is not None:
            self._say(of, "dealt", ReadValue(one.value, one.at))

    def _say(self, key: str, what: str, fact: ReadValue) -> None:
        if key in self._by_key:
            self._by_key[key].say(what, fact)

    def _controlled(self, key: str, who: str, at: Span, why: str = "", way: Way = Way.SAID) -> None:
        fact = ReadValue(self._roster.name(who), at, why, way)
        self._say(key, "controller", fact)
        self.shelf.owners.setdefault(plain(self._roster.name(key)), fact)

    def _has(self, one: Statement) -> None:
        roster = self._roster
        key = self._thing(one.to)
        if key is None or key in roster.persons:
            return
        bears, pronoun = one.value == "on", one.of.sort == "pro"
        who = None if bears and pronoun else roster.player(one.of)
        if who is not None:
            self._has_card(key, who, one, bears=bears)
            return
        host = roster.key(one.of, person=False, but=key)
        if host is not None and host != key and host in roster.story.names and host not in roster.persons:
            self._say(key, "attached_to", ReadValue(roster.name(host), one.of.span))

    def _has_card(self, key: str, who: str, one: Statement, *, bears: bool) -> None:
        """Note a card that a player has, or has on them."""
        fact = ReadValue(self._roster.name(who), one.of.span)
        if bears and self._is_encounter(key):
            self._say(key, "attached_to", fact)
        else:
            self._controlled(key, who, one.of.span, way=Way.HAS_ON_THEM if bears else Way.SAID)

    def _owned(self, one: Statement, key: str) -> None:
        roster = self._roster
        who = roster.player(one.to)
        kind = self._by_key[key].facts.get("kind") if key in self._by_key else None
        if who is not None and kind is not None and kind.value in self._vocabulary.engaging:
            self._engaged(one, key)  # “Ann’s minion”
        elif who is not None and key not in roster.persons:
            self._controlled(key, who, one.to.span if one.to is not None else one.at)
        elif who is None and one.to is not None and one.to.sort == "name" and one.to.word != key:
            host = roster.name(one.to.word)
            self._say(key, "attached_to", ReadValue(host, one.at, f"It is called {host}’s."))

    def _on(self, one: Statement, key: str) -> None:
        roster, to = self._roster, one.to
        if to is None or key in roster.persons:
            return
        who = roster.player(to) if to.sort != "kind" and (to.sort != "pro" or not self._thing(to)) else None
        if to.sort == "kind":
            self._say(key, "attached_to", ReadValue(to.word, to.span, "kind"))
        elif who is not None:
            self._on_player(one, key, to, who)
        else:
            host = roster.key(to, person=False, but=key)
            if host is not None and host != key and host in roster.story.names:
                self._say(key, "attached_to", ReadValue(roster.name(host), to.span))

    def _on_player(self, one: Statement, key: str, to: Unit, who: str) -> None:
        hero = to.sort == "name" and to.word in self._roster.heroes
        if hero or self._is_encounter(key) or one.value == "attached":
            self._say(key, "attached_to", ReadValue(self._roster.name(to.word if hero else who), to.span))
        else:
            self._controlled(key, who, to.span)

    def _is_encounter(self, key: str) -> bool:
        row = self._by_key.get(key)
        kind = row.facts.get("kind") if row is not None else None
        scenario = self._vocabulary.rules.features.scenario_kinds
        return kind is not None and scenario is not None and scenario in self._vocabulary.rules.closure(str(kind.value))

    def _status(self, one: Statement) -> None:
        roster = self._roster
        if not self._vocabulary.statuses:
            return
        if one.of.sort == "kind":
            host: ReadValue = ReadValue(one.of.word, one.of.span, "kind")
        else:
            key = roster.bearer(one.of)
            if key is None:
                return
            host = ReadValue(roster.name(key), one.of.span)
        name = str(one.value).capitalize()
        unsure = one.asked or one.of.sort == "pro"
        if (name, host.value) in self._statuses or (unsure and any(name == known for known, _ in self._statuses)):
            return
        self._statuses.add((name, host.value))
        self.shelf.rows.append(
            CardRow(
                {
                    "name": ReadValue(name, one.at, way=Way.TOLD_STATUS),
                    "kind": ReadValue("status", one.at),
                    "attached_to": host,
                }
            )
        )


_BULLETS = " \t-*•0123456789.)"
"""Signs and numbers before the first word of a line."""
_NEAR = 5
_OF_CARDS = frozenset(["has", "eachhas", "uses", "on", "engaged", "owned", "bears", "kind", "boost", "place", "held"])
"""What is said of cards only."""
_BESIDE = 30
"""Letters beside a name that are looked at."""
_MOST_TEXTS = 8
"""Texts of one name that are its card’s; further ones are told as not placed."""
