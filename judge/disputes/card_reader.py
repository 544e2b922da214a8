"""Reads submitted cards: checks each key, takes the text apart, completes controller and kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from itertools import count
from typing import Any

from judge.ability import Ability, CardText, Keyword
from judge.cardtext.tree import Allow, Forbid, Gain, Lasting, Modify, Sequence, While, leaves
from judge.disputes.dispute_values import Card, CardLookup, Player, TextReader
from judge.disputes.findings import Findings, plain, slug, text_of
from judge.disputes.given_abilities import ability_from_json
from judge.disputes.implied_facts import ImpliedFacts
from judge.disputes.names_in_text import ByFirstWord, by_first_word, spelled
from judge.disputes.printed_facts import PRINTED, printed_facts
from judge.disputes.status_names import statuses_named
from judge.errors import Ambiguous, TooLarge
from judge.rules.model import Rules

MOST_CARDS = 1_000
MOST_TEXT = 20_000
"""Letters of one card's text."""
MOST_TEXTS = 300_000
"""Letters of all cards' texts together."""
MOST_ABILITIES = 2_000
"""Abilities and keywords of all cards together: two on each of the most cards there may be, and what takes a second."""
_SAYING = ("text", "abilities", "keywords")
"""Keys that say what a card does."""
_MOST_LOOKED_AT = 200
"""Unknown keys that are compared with the known ones."""

_CARD_KEYS = frozenset(
    (
        "id",
        "name",
        "text",
        "controller",
        "kind",
        "attached_to",
        "engaged_with",
        "keywords",
        "abilities",
        "role",
        "dealt",
        "use",
        "in_play",
        "location",
        "code",
        *PRINTED,
    )
)


def card_rows(value: Any, found: Findings) -> list[Mapping[str, Any]]:
    if value is None:
        return []
    if not isinstance(value, list):
        found.unreadable("cards is a list of cards.", "cards")
        return []
    if len(value) > MOST_CARDS:
        found.add(TooLarge, f"A dispute holds at most {MOST_CARDS} cards; this one has {len(value)}.", "cards")
        return []
    rows = []
    for place, row in enumerate(value):
        if isinstance(row, Mapping):
            rows.append(row)
        else:
            found.unreadable(f"Card {place + 1} is an object with a name and a text.", f"cards[{place}]")
    return rows


class CardReader:
    """Reads one card after another; knows the players and collects what is wrong."""

    def __init__(
        self,
        rules: Rules,
        players: tuple[Player, ...],
        read_text: TextReader,
        lookup_card: CardLookup | None,
        found: Findings,
        told: Mapping[str, ImpliedFacts],
        names: Iterable[str],
    ) -> None:
        self.rules = rules
        self.players = players
        self.read_text = read_text
        self.lookup_card = lookup_card
        self.found = found
        self.told = told
        self._everybody = names
        self.scenario = rules.features.scenario or "scenario"
        self._attached = rules.kinds_with("must_be_attached")
        self.first = players[0].name
        self._unknown = self._letters = self._parts = 0
        self._is_full = False

    def card(self, place: int, row: Mapping[str, Any]) -> Card:
        where = f"cards[{place}]"
        given_id = self.found.name(row, "id", f"card {place + 1}", where)
        name = self.found.name(row, "name", f"card {place + 1}", where) or given_id
        if name is None:
            self.found.unreadable(f"Card {place + 1} has neither a name nor an id.", where)
            name = f"card {place + 1}"
        self._tell_unknown(row, name)
        row = self._from_library(name, row, where)
        text = self._text(name, row, where)
        told = self.told.get(plain(given_id or "")) or self.told.get(plain(name)) or ImpliedFacts()
        classed = self._classed(row, text, told)
        kind = self._kind(row.get("kind"), classed, name, where)
        attached = self._name(row, "attached_to", where)
        if kind in self._attached and attached is None:
            self.found.senseless(f"{name} is attached to nobody: say in attached_to whose it is.", where)
        controller = self.found.name(row, "controller", name, where)
        engaged = self._name(row, "engaged_with", where)
        if engaged is not None:
            names = [player.name for player in self.players]
            problem = f"{name} is engaged with “{engaged}”, who is no player"
            engaged = self.found.one_of(engaged, names, problem, f"{where}.engaged_with")
        return Card(
            id=given_id or "",
            name=name,
            kind=kind,
            controller=self._controller(controller, kind or classed, told.controller, name, attached, where),
            text=text,
            place=place,
            attached_to=attached,
            engaged_with=engaged,
            role=self._role(row, name, where),
            dealt=self._number(row, "dealt", where),
            use=self._flag(row, "use", where) is not False,
            in_play=self._flag(row, "in_play", where),
            location=self._number(row, "location", where),
            unknown=self._is_unknown(row, name, kind),
            printed=printed_facts(row, name, where, self.found),
        )

    def _is_unknown(self, row: Mapping[str, Any], name: str, kind: str | None) -> bool:
        """Whether nobody knows what the card says: no text, not in the library, no status of the book."""
        if kind == "status":
            return not any(row.get(key) for key in _SAYING) and not statuses_named(self.rules, name)
        known = self.rules.kinds.get(kind or "")
        said = any(key in row for key in _SAYING) or (known is not None and known.says is not None)
        return not said and kind not in self._attached and kind not in self.rules.kinds_with("nameless")

    def _tell_unknown(self, row: Mapping[str, Any], name: str) -> None:
        """Keys that nobody knows are told; of very many only the first."""
        for key in (str(key) for key in row if key not in _CARD_KEYS):
            self._unknown += 1
            if self._unknown <= _MOST_LOOKED_AT:
                self.found.unknown_key(key, _CARD_KEYS, name)

    def _role(self, row: Mapping[str, Any], name: str, where: str) -> str | None:
        """What a card does here instead of what its kind does (a boost card)."""
        role = self._name(row, "role", where)
        known = self.rules.features.card_roles
        if role is not None and role not in known:
            said = f"roles are {', '.join(known)}" if known else "cards of this game have no roles"
            self.found.senseless(f"{name} cannot have the role “{role}”; {said}.", f"{where}.role", known)
        return role

    def _from_library(self, name: str, row: Mapping[str, Any], where: str) -> Mapping[str, Any]:
        """The row with what the library has of the card: all of it, or beside what the card is said to say that which
        is printed on the card of its code.
        """
        code = self.found.name(row, "code", name, where)
        said = any(row.get(key) is not None for key in _SAYING)
        kind = row.get("kind")  # which may be anything as yet
        if (said and code is None) or (isinstance(kind, str) and kind in self._attached) or self.lookup_card is None:
            return row
        cards = self.lookup_card(name, code)
        if len(cards) > 1:
            codes = [f"{card['name']} ({card['code']})" for card in cards]
            message = f"“{name}” names {len(cards)} cards of the library; say which by its code."
            self.found.add(Ambiguous, message, where, codes)
        taken = PRINTED if said else ("text", "kind", *PRINTED)
        return {**{key: cards[0][key] for key in taken if key in cards[0]}, **row} if cards else row

    def _text(self, name: str, row: Mapping[str, Any], where: str) -> CardText:
        text = "" if row.get("text") is None else row["text"]
        if not isinstance(text, str):
            self.found.unreadable(f"The text of {name} is not a text.", f"{where}.text")
            return CardText()
        if len(text) > MOST_TEXT:
            self.found.add(
                TooLarge, f"The text of {name} has {len(text)} letters; at most {MOST_TEXT}.", f"{where}.text"
            )
            return CardText()
        given, words = row.get("abilities"), _list(row.get("keywords"))
        known = self.rules.kinds.get(slug(str(row.get("kind"))))
        if known is not None and known.says and given is None and not text.strip():
            text = known.says.format(name=name.partition(" (")[0])
        self._count(len(text), len(words) + len(_list(given)), where)
        if self._is_full:
            return CardText()
        read = self._read(text, name, row.get("kind"))
        self.found.assumptions += read.assumptions
        if given is not None:
            read = CardText(
                tuple(self._ability(part, name, f"{where}.abilities") for part in _list(given)), read.instructions
            )
        keywords = tuple(self._keyword(word, name, f"{where}.keywords") for word in words)
        self._parts += len(read.parts) + len(keywords)
        return replace(read, parts=read.parts + keywords) if keywords else read

    def _read(self, text: str, name: str, kind: Any) -> CardText:
        """The text taken apart; one without a timing word has that of a kind of card that always has one."""
        read = self._with_names(text, name) if text.strip() else CardText()
        known = self.rules.kinds.get(slug(str(kind)))
        alone = read.abilities if len(read.parts) == 1 and known is not None else ()
        if known is None or [part.timing for part in alone] != ["constant"] or _is_in_force(alone[0]):
            return read
        waits = alone[0].trigger is not None and not known.one_players_part  # such a part comes in turn all the same
        opening = known.waits_as if waits else known.untimed_as
        if opening is None:
            return read
        if known.one_players_part:
            return replace(read, parts=(replace(alone[0], timing=opening),))
        return replace(read, parts=(replace(alone[0], timing=opening, mandatory=self._must(kind, opening)),))

    @cached_property
    def _names(self) -> ByFirstWord:
        """Everybody's names, gathered only where a text needs them."""
        return by_first_word(self._everybody)

    def _with_names(self, text: str, name: str) -> CardText:
        """The text read; where words stay unread, read again with names typed in small letters spelled as they are."""
        read = self.read_text(text, name)
        if not read.unread:
            return read
        again, names = spelled(text, self._names)
        better = self.read_text(again, name) if names else read
        if sum(len(one.text) for one in better.unread) >= sum(len(one.text) for one in read.unread):
            return read
        told = [f"In the text of {name}, “{one.lower()}” was read as {one}." for one in names if one != name]
        return replace(better, assumptions=(*better.assumptions, *told))

    def _must(self, kind: Any, timing: str | None) -> bool:
        known = self.rules.kinds.get(slug(str(kind)))
        return known is not None and timing in known.mandatory_timings

    def _count(self, letters: int, parts: int, where: str) -> None:
        """Count texts and abilities of all cards; once they are more than a dispute may hold, tell it, and be full."""
        if self._is_full:
            return
        self._letters += letters
        wordy = self._letters > MOST_TEXTS
        self._is_full = wordy or self._parts + parts > MOST_ABILITIES
        if self._is_full:
            what = f"{MOST_TEXTS:,} letters of text" if wordy else f"{MOST_ABILITIES:,} abilities"
            self.found.add(TooLarge, f"The cards of a dispute have at most {what} together; submit fewer.", where)

    def _ability(self, row: Any, name: str, where: str) -> Ability:
        try:
            return ability_from_json(row, lambda words: self.read_text(words, name))
        except (KeyError, TypeError, AttributeError, ValueError):
            self.found.unreadable("An ability is an object as `judge ability` gives it, with its timing.", where)
            return Ability("constant", None, (), True, None, None, None, None, (), "")

    def _keyword(self, word: Any, name: str, where: str) -> Keyword:
        """A keyword as printed, or as `judge ability` gives it: {"name": "retaliate", "value": 1}."""
        if isinstance(word, str):
            return _keyword(word)
        row = word if isinstance(word, Mapping) else {}
        value = row.get("value")
        if text_of(row.get("name")) is None or not isinstance(value, int | str | None):
            self.found.unreadable(f"A keyword of {name} is a text such as “Retaliate 1”.", where)
            return Keyword("")
        return Keyword(slug(str(row["name"])), value)

    def _classed(self, row: Mapping[str, Any], text: CardText, told: ImpliedFacts) -> str | None:
        """What a card without a kind must be, a type or a class of types: its text, keywords, place or part tell."""
        timings, keywords = self.rules.timings, self.rules.keywords
        shown = [timings[one.timing].shows_kind for one in text.abilities if one.timing in timings]
        shown += [keywords[one.name].shows_kind for one in text.keywords if one.name in keywords]
        shown += sorted(self.rules.kinds_with("engages")) if row.get("engaged_with") is not None else []
        classes = [kind for kind in (*shown, told.kind) if kind]
        return next((kind for kind in classes if kind in self.rules.kinds), None) or next(iter(classes), None)

    def _kind(self, value: Any, classed: str | None, name: str, where: str) -> str | None:
        if value is None:
            return classed if classed in self.rules.kinds else None
        kind = slug(str(value).replace("_", " "))
        if not self.rules.is_kind(kind):
            near = get_close_matches(kind, sorted(self.rules.kinds), 3, 0.5) or sorted(self.rules.kinds)
            self.found.senseless(
                f"{name} cannot be a “{value}”; kinds are {', '.join(sorted(self.rules.kinds))}.",
                f"{where}.kind",
                near,
            )
        return kind

    def _controller(
        self, named: str | None, kind: str | None, told: str | None, name: str, attached: str | None, where: str
    ) -> str:
        """The controller: as named, the scenario of encounter cards, the player who acts with the card, else the
        first. `kind` may be a class of types.
        """
        names = [player.name for player in self.players]
        if named is not None:
            problem = f"{name} is controlled by “{named}”, whom nobody has named"
            return self.found.one_of(named, [*names, str(self.scenario)], problem, f"{where}.controller")
        if kind and self._is_encounter(kind):
            return str(self.scenario)
        if kind in self._attached:
            return attached if attached in names else str(self.scenario)
        if told in names:
            return str(told)
        self.found.assumptions.append(f"Nobody was named as controller of {name}: {self.first} is taken to control it.")
        return self.first

    def _is_encounter(self, kind: str) -> bool:
        """Whether a card of the type, or of whatever type of the class, is an encounter card."""
        sorts = {kind} if kind in self.rules.kinds else self.rules.sorts_of(kind)
        return all(self.rules.features.scenario_kinds in self.rules.closure(sort) for sort in sorts or {kind})

    def _name(self, row: Mapping[str, Any], key: str, where: str) -> str | None:
        value = row.get(key)
        if value is not None and text_of(value) is None:
            self.found.unreadable(f"{key} of {row.get('name')} is a name.", f"{where}.{key}")
        return self.found.short(text_of(value), f"{key} of {row.get('name')}", f"{where}.{key}")

    def _flag(self, row: Mapping[str, Any], key: str, where: str) -> bool | None:
        value = row.get(key)
        if value is not None and not isinstance(value, bool):
            self.found.unreadable(f"{key} of {row.get('name')} is true or false.", f"{where}.{key}")
            return None
        return value

    def _number(self, row: Mapping[str, Any], key: str, where: str) -> int | None:
        value = row.get(key)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            self.found.unreadable(f"{key} of {row.get('name')} is a whole number.", f"{where}.{key}")
            return None
        return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _is_in_force(ability: Ability) -> bool:
    """Whether a text without a timing word says what is so (“cannot …”, “has …”) rather than what to do."""
    said = leaves(ability.tree.effect, Sequence, Lasting)
    return any(isinstance(one, Forbid | Gain | Modify | Allow | While) for one in said)


def _keyword(word: str) -> Keyword:
    """“Retaliate 1”."""
    said = word.strip()
    value = re.search(r"\d{1,9}\Z", said)
    return Keyword(slug(said[: value.start()] if value else said), int(value[0]) if value else None)


def with_ids(cards: tuple[Card, ...], found: Findings) -> tuple[Card, ...]:
    """Ids as submitted; the others become slugs of their names, numbered where they repeat."""
    given = Counter(card.id for card in cards if card.id)
    for card_id, times in given.items():
        if times > 1:
            found.senseless(f"{times} cards have the id “{card_id}”; each needs its own.", "cards")
    taken = set(given)
    done = []
    for card in cards:
        done.append(card if card.id else replace(card, id=_new_id(slug(card.name), taken)))
        taken.add(done[-1].id)
    for card_id in given:
        whose, _, number = card_id.rpartition("#")
        if whose in taken and number.isdecimal():
            found.senseless(f"The id “{card_id}” reads like an ability of the card “{whose}”; choose another.", "cards")
    return tuple(done)


def _new_id(base: str, taken: set[str]) -> str:
    return base if base not in taken else next(i for n in count(2) if (i := f"{base}-{n}") not in taken)
