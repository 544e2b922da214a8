"""A dispute as it comes in, checked and completed: who plays, what happens, which cards lie there (contract, section 5).

`parse_dispute` names everything wrong at once; what is not said stays open or takes the contract's defaults, and is told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from judge.corpus import plain_name
from judge.errors import Ambiguous, JudgeError, NotAllowed, NotUnderstood, Problem, TooLarge
from judge.timing.ability import Ability, Binding, Bound, CardText, Effect, Keyword, Trigger
from judge.timing.script import Occurrence, Script

plain = lru_cache(maxsize=8192)(plain_name)
"""A name for comparing, remembered: few names are compared often."""

MOST_CARDS = 2000
MOST_TEXT = 20_000

CardLookup = Callable[[str, str | None], Sequence[Mapping[str, Any]]]
TextReader = Callable[[str, str], CardText]
"""Takes a card's text apart: text, card name → CardText."""

_CARD_KEYS = frozenset(
    "id name text controller kind attached_to engaged_with keywords abilities role dealt use in_play location code".split()
)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat; `form` is None where it was not said."""

    name: str
    seat: int
    form: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One submitted card. `controller` is a player's name or the scenario's; `kind` None stays open."""

    id: str
    name: str
    kind: str | None
    controller: str
    text: CardText
    place: int
    """Place in the order submitted, from 0."""
    attached_to: str | None = None
    engaged_with: str | None = None
    role: str | None = None
    dealt: int | None = None
    use: bool = True
    in_play: bool | None = None
    location: int | None = None


@dataclass(frozen=True)
class Dispute:
    """A dispute that makes sense. `participants` are as submitted, strings, lists or flags, by participant name."""

    script: Script
    players: tuple[Player, ...]
    active: str
    occurrence: Occurrence | None
    participants: Mapping[str, Any]
    kinds: Mapping[str, str]
    cards: tuple[Card, ...]
    assumptions: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass
class _Findings:
    """Problems by kind, and what was assumed, while a dispute is read."""

    problems: dict[type[JudgeError], list[Problem]] = field(default_factory=dict)
    assumptions: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def add(self, kind: type[JudgeError], message: str, where: str, suggestions: Sequence[str] = ()) -> None:
        self.problems.setdefault(kind, []).append(Problem(message, where, tuple(suggestions)))

    def unreadable(self, message: str, where: str) -> None:
        self.add(NotUnderstood, message, where)

    def senseless(self, message: str, where: str, suggestions: Sequence[str] = ()) -> None:
        self.add(NotAllowed, message, where, suggestions)

    def raise_all(self) -> None:
        """Raise every problem together, as the first kind of them: unreadable, too large, senseless, ambiguous."""
        for kind in (NotUnderstood, TooLarge, NotAllowed, Ambiguous):
            if kind in self.problems:
                raise kind.of(self.problems.pop(kind) + [p for more in self.problems.values() for p in more])


def parse_dispute(
    data: Any, script: Script, read_text: TextReader, lookup_card: CardLookup | None = None
) -> Dispute:
    """The dispute that `data` (parsed YAML or JSON) describes, under `script`.

    Raises NotUnderstood, NotAllowed, Ambiguous or TooLarge, with all problems found.
    """
    found = _Findings()
    if not isinstance(data, Mapping):
        raise NotUnderstood("A dispute is an object with game, players, occurrence and cards.", "dispute")
    players = _players(data.get("players"), script, found)
    names = {player.name for player in players}
    rows = _card_rows(data.get("cards"), found)
    reader = _CardReader(script, players, read_text, lookup_card, found)
    cards = tuple(reader.card(place, row) for place, row in enumerate(rows))
    cards = _with_ids(cards, rows, found)
    occurrence, participants, kinds = _occurrence(data.get("occurrence"), script, cards, names, found)
    active = _active(data.get("active_player"), players, occurrence, participants, found)
    found.raise_all()
    return Dispute(
        script, players, active, occurrence, participants, kinds, cards,
        tuple(found.assumptions), tuple(found.warnings),
    )


def _text(value: Any) -> str | None:
    """A name: any string or number, trimmed; None for anything else."""
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _players(value: Any, script: Script, found: _Findings) -> tuple[Player, ...]:
    if value is None:
        found.assumptions.append("No players were named: one player is assumed.")
        value = [{}]
    if not isinstance(value, list) or not value:
        found.unreadable("players is a list of seats in clockwise order, each with a name.", "players")
        return (Player("Player 1", 0),)
    players = []
    for seat, row in enumerate(value):
        row = {"name": row} if isinstance(row, str) else row
        if not isinstance(row, Mapping):
            found.unreadable(f"Player {seat + 1} is an object with a name.", f"players[{seat}]")
            row = {}
        players.append(Player(_text(row.get("name")) or f"Player {seat + 1}", seat, _form(row.get("form"), seat, script, found)))
    for name, count in Counter(player.name for player in players).items():
        if count > 1 or name == script.options.get("scenario"):
            found.senseless(f"“{name}” names more than one seat; give each player a name of their own.", "players")
    return tuple(players)


def _form(value: Any, seat: int, script: Script, found: _Findings) -> str | None:
    if value is None:
        return None
    forms = script.options.get("forms", [])
    form = slug(str(value))
    if forms and form not in forms:
        found.senseless(f"Player {seat + 1} cannot be in form “{value}”; forms are {', '.join(forms)}.",
                        f"players[{seat}].form", forms)
    return form


def slug(name: str) -> str:
    """A name as an identifier: “Spider-Man’s Web” → spider-mans-web."""
    return plain(name).replace(" ", "-") or "card"


def _card_rows(value: Any, found: _Findings) -> list[Mapping[str, Any]]:
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


class _CardReader:
    """Reads one card after another; knows the players and collects what is wrong."""

    def __init__(
        self, script: Script, players: tuple[Player, ...], read_text: TextReader,
        lookup_card: CardLookup | None, found: _Findings,
    ) -> None:
        self.script = script
        self.players = players
        self.read_text = read_text
        self.lookup_card = lookup_card
        self.found = found
        self.scenario = script.options.get("scenario", "scenario")
        self.first = players[0].name

    def card(self, place: int, row: Mapping[str, Any]) -> Card:
        where = f"cards[{place}]"
        name = _text(row.get("name")) or _text(row.get("id"))
        if name is None:
            self.found.unreadable(f"Card {place + 1} has neither a name nor an id.", where)
            name = f"card {place + 1}"
        for key in row:
            near = get_close_matches(str(key), _CARD_KEYS, 1, 0.75) if key not in _CARD_KEYS else []
            if near:
                self.found.warnings.append(f"“{key}” of {name} was not read; did you mean {near[0]}?")
        row = self._from_library(name, row, where)
        text = self._text(name, row, where)
        kind = self._kind(row.get("kind"), text, name, where)
        attached = self._name(row, "attached_to", where)
        if kind in self.script.options.get("attached", []) and attached is None:
            self.found.senseless(f"{name} is attached to nobody: say in attached_to whose it is.", where)
        engaged = self._name(row, "engaged_with", where)
        if engaged is not None and engaged not in {player.name for player in self.players}:
            self.found.senseless(f"{name} is engaged with “{engaged}”, who is no player.", where, [p.name for p in self.players])
        return Card(
            id=_text(row.get("id")) or "",
            name=name,
            kind=kind,
            controller=self._controller(row.get("controller"), kind, text, name, attached, where),
            text=text,
            place=place,
            attached_to=attached,
            engaged_with=engaged,
            role=self._name(row, "role", where),
            dealt=self._number(row, "dealt", where),
            use=self._flag(row, "use", where) is not False,
            in_play=self._flag(row, "in_play", where),
            location=self._number(row, "location", where),
        )

    def _from_library(self, name: str, row: Mapping[str, Any], where: str) -> Mapping[str, Any]:
        said = any(row.get(key) is not None for key in ("text", "abilities", "keywords"))
        if said or row.get("kind") in self.script.options.get("attached", []) or self.lookup_card is None:
            return row
        cards = self.lookup_card(name, _text(row.get("code")))
        if len(cards) > 1:
            codes = [f"{card['name']} ({card['code']})" for card in cards]
            message = f"“{name}” names {len(cards)} cards of the library; say which by its code."
            self.found.add(Ambiguous, message, where, codes)
        return {**{k: cards[0][k] for k in ("text", "kind") if k in cards[0]}, **row} if cards else row

    def _text(self, name: str, row: Mapping[str, Any], where: str) -> CardText:
        text = row.get("text") or ""
        if not isinstance(text, str):
            self.found.unreadable(f"The text of {name} is not a text.", f"{where}.text")
            return CardText()
        if len(text) > MOST_TEXT:
            self.found.add(TooLarge, f"The text of {name} has {len(text)} letters; at most {MOST_TEXT}.", f"{where}.text")
            return CardText()
        read = self.read_text(text, name) if text.strip() else CardText()
        given = row.get("abilities")
        if given is not None:
            read = CardText(tuple(self._ability(part, f"{where}.abilities") for part in _list(given)), read.instructions)
        keywords = tuple(_keyword(word) for word in _list(row.get("keywords")))
        return replace(read, parts=read.parts + keywords) if keywords else read

    def _ability(self, row: Any, where: str) -> Ability:
        try:
            return ability_from_json(row)
        except (KeyError, TypeError, AttributeError, ValueError):
            self.found.unreadable("An ability is an object as `judge ability` gives it, with its timing.", where)
            return Ability("constant", None, (), True, None, None, None, None, (), "")

    def _kind(self, value: Any, text: CardText, name: str, where: str) -> str | None:
        if value is None:
            shown = [self.script.options.get("timing-kinds", {}).get(a.timing) for a in text.abilities]
            return next((kind for kind in shown if kind in self.script.kinds), None)
        kind = slug(str(value))
        if not self.script.is_kind(kind):
            near = get_close_matches(kind, sorted(self.script.kinds), 3, 0.5) or sorted(self.script.kinds)
            self.found.senseless(f"{name} cannot be a “{value}”; kinds are {', '.join(sorted(self.script.kinds))}.",
                                 f"{where}.kind", near)
        return kind

    def _controller(
        self, value: Any, kind: str | None, text: CardText, name: str, attached: str | None, where: str
    ) -> str:
        named = _text(value)
        names = [player.name for player in self.players]
        if named is not None:
            if named not in (*names, self.scenario):
                self.found.senseless(f"{name} is controlled by “{named}”, whom nobody has named.", f"{where}.controller",
                                     [*names, self.scenario])
            return named
        encounter = self.script.options.get("encounter", "")
        shown = {self.script.options.get("timing-kinds", {}).get(a.timing) for a in text.abilities}
        if kind and encounter in self.script.closure(kind) or encounter in shown and kind is None:
            return str(self.scenario)
        if kind in self.script.options.get("attached", []):
            return attached if attached in names else str(self.scenario)
        self.found.assumptions.append(f"Nobody was named as controller of {name}: {self.first} is taken to control it.")
        return self.first

    def _name(self, row: Mapping[str, Any], key: str, where: str) -> str | None:
        value = row.get(key)
        if value is not None and _text(value) is None:
            self.found.unreadable(f"{key} of {row.get('name')} is a name.", f"{where}.{key}")
        return _text(value)

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


def _keyword(word: Any) -> Keyword:
    """“Retaliate 1”, {"name": "retaliate", "value": 1}."""
    if isinstance(word, Mapping):
        return Keyword(slug(str(word.get("name"))), word.get("value"))
    found = re.fullmatch(r"\s*(.*?)\s*(\d+)?\s*", str(word))
    name, value = found.groups() if found else (str(word), None)
    return Keyword(slug(name), int(value) if value else None)


def ability_from_json(row: Mapping[str, Any]) -> Ability:
    """An ability as section 4 of the contract writes it. Raises KeyError, TypeError or ValueError for another shape."""
    trigger = row.get("trigger")
    return Ability(
        timing=slug(row["timing"]),
        form=row.get("form"),
        labels=tuple(row.get("labels") or ()),
        mandatory=bool(row.get("mandatory", str(row["timing"]).startswith("forced") or row["timing"] == "constant")),
        trigger=_trigger(trigger) if trigger else None,
        cost=row.get("cost"),
        limit=Bound(**row["limit"]) if row.get("limit") else None,
        max=Bound(**row["max"]) if row.get("max") else None,
        effect_kinds=tuple(row.get("effect_kinds") or ()),
        effect=row.get("effect") or "",
        name=row.get("name"),
        symbols=tuple(row.get("symbols") or ()),
        effects=tuple(
            Effect(e["verb"], e.get("what"), Binding(**e["target"]) if e.get("target") else None, e.get("amount"))
            for e in row.get("effects") or [{"verb": kind} for kind in row.get("effect_kinds") or ()]
        ),
    )


def _trigger(row: Mapping[str, Any]) -> Trigger:
    return Trigger(
        word=row.get("word") or "when",
        would=bool(row.get("would")),
        event=row.get("event"),
        text=row.get("text") or "",
        agent=Binding(**row["agent"]) if row.get("agent") else None,
        patient=Binding(**row["patient"]) if row.get("patient") else None,
        qualifiers=tuple(row.get("qualifiers") or ()),
    )


def _with_ids(cards: tuple[Card, ...], rows: Sequence[Mapping[str, Any]], found: _Findings) -> tuple[Card, ...]:
    """Ids as submitted; the others become slugs of their names, numbered where they repeat."""
    given = Counter(card.id for card in cards if card.id)
    for card_id, count in given.items():
        if count > 1:
            found.senseless(f"{count} cards have the id “{card_id}”; each needs its own.", "cards")
    taken = set(given)
    done = []
    for card in cards:
        if not card.id:
            base = slug(card.name)
            number = next(n for n in range(1, len(rows) + 2) if (base if n == 1 else f"{base}-{n}") not in taken)
            card = replace(card, id=base if number == 1 else f"{base}-{number}")
            taken.add(card.id)
        done.append(card)
    return tuple(done)


def _occurrence(
    value: Any, script: Script, cards: Sequence[Card], players: set[str], found: _Findings
) -> tuple[Occurrence | None, dict[str, Any], dict[str, str]]:
    if value is None:
        return None, {}, {}
    if isinstance(value, str):
        value = {"type": value}
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        found.unreadable("occurrence is an object with a type, such as enemy-attack, and its participants.", "occurrence")
        return None, {}, {}
    occurrence = script.occurrences.get(slug(value["type"]))
    if occurrence is None:
        known = list(script.occurrences)
        near = get_close_matches(slug(value["type"]), known, 3, 0.5) or known
        found.senseless(f"There is no occurrence “{value['type']}” in {script.game}; there are {', '.join(known)}.",
                        "occurrence.type", near)
        return None, {}, {}
    participants: dict[str, Any] = {}
    kinds = _participant_kinds(value, script, found)
    for part in occurrence.participants:
        given = value.get(part.name)
        where = f"occurrence.{part.name}"
        if given is None:
            if not part.optional:
                found.unreadable(f"{occurrence.type} needs {part.name}: say who or what it is.", where)
            continue
        participants[part.name] = _participant(part.kind, given, part.name, players, found)
    _check_kinds(occurrence, participants, kinds, script, cards, found)
    return occurrence, participants, kinds


def _participant_kinds(value: Mapping[str, Any], script: Script, found: _Findings) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for key, kind in value.items():
        if str(key).endswith("_kind"):
            kinds[str(key).removesuffix("_kind")] = slug(str(kind))
            if not script.is_kind(slug(str(kind))):
                found.senseless(f"{key} cannot be “{kind}”; kinds are {', '.join(sorted(script.kinds))}.",
                                f"occurrence.{key}", sorted(script.kinds))
    return kinds


def _participant(kind: str, given: Any, name: str, players: set[str], found: _Findings) -> Any:
    """The participant as it was given, if it is of the right type."""
    where = f"occurrence.{name}"
    if kind == "flag":
        if not isinstance(given, bool):
            found.unreadable(f"{name} is true or false.", where)
        return given
    if kind == "number":
        if not isinstance(given, int) or isinstance(given, bool):
            found.unreadable(f"{name} is a whole number.", where)
        return given
    if kind.endswith("-list"):
        values = given if isinstance(given, list) else [given]
        if not values:
            found.unreadable(f"{name} is a list of names.", where)
        return [_participant(kind.removesuffix("-list"), value, name, players, found) for value in values]
    if kind == "place" and isinstance(given, int) and not isinstance(given, bool):
        return given
    text = _text(given)
    if text is None:
        found.unreadable(f"{name} is a name.", where)
        return ""
    if kind == "player" and text not in players:
        found.senseless(f"{name} is “{text}”, who is no player.", where, sorted(players))
    choices = kind.split("|")
    if len(choices) > 1 and slug(text) not in choices:
        found.senseless(f"{name} cannot be “{text}”; it is one of {', '.join(choices)}.", where, choices)
    if kind == "place" and text.isdecimal():
        return int(text)
    return slug(text) if kind == "form" or len(choices) > 1 else text


def _check_kinds(
    occurrence: Occurrence, participants: Mapping[str, Any], kinds: dict[str, str],
    script: Script, cards: Sequence[Card], found: _Findings,
) -> None:
    """Refuse a participant whose known kind the occurrence does not allow."""
    for part in occurrence.participants:
        given = participants.get(part.name)
        wanted = part.kind.removesuffix("-list")
        if "|" in wanted or wanted in ("card", "player", "form", "flag", "number", "place"):
            continue
        for name in given if isinstance(given, list) else [given]:
            parts = script.options.get("powers-of-named", ())
            card = next((c for c in cards if name in (c.id, c.name) and c.kind in script.kinds and c.kind not in parts), None)
            kind = kinds.get(part.name) or (card.kind if card else None)
            if kind and kind in script.kinds and wanted not in script.closure(kind):
                found.senseless(f"{part.name} of {occurrence.type} is {_article(wanted)}; {name} is {_article(kind)}.",
                                f"occurrence.{part.name}")


def _article(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _active(
    value: Any, players: tuple[Player, ...], occurrence: Occurrence | None, participants: Mapping[str, Any], found: _Findings
) -> str:
    names = [player.name for player in players]
    named = _text(value)
    if named is not None:
        if named not in names:
            found.senseless(f"active_player is “{named}”, who is no player.", "active_player", names)
        return named
    acting: Iterable[Any] = (participants.get(key) for key in ("player", "attacking_player", "controller"))
    return next((name for name in acting if name in names), names[0])
