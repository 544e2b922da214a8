"""Occurrences that are named rather than told: “the villain phase”, “end of the round”, “BAM! at location 3”."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from judge.cardtext.english import CANNOT, NEGATED, NEGATIONS, word_set
from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.happenings import Happening
from judge.pasted.mentions import Mention
from judge.pasted.pasted_values import ReadValue, Span, Way
from judge.pasted.roster import People
from judge.rules.model import OccurrenceType, ParticipantType

_PLACEHOLDER = re.compile(r"\{[a-z_]+\}(?:[’']s)?")
_PLACES = word_set("location locations at place space and , in & number loc : = # is once both")


def _stem(word: str) -> str:
    """A word without the endings that do not matter here."""
    word = word.lower().removesuffix("'s")
    if word.endswith("ed") and len(word) > _SHORT + 2:
        return word[:-2]
    return word[:-1] if word.endswith("s") and len(word) > _SHORT and not word.endswith("ss") else word


_SHORT = 3


class NamedOccurrences:
    """Finds the occurrences of an edition by the words of their type, their label and the form's name for them."""

    def __init__(
        self, vocabulary: DisputeWords, called: Mapping[str, str], choices: Mapping[str, Mapping[str, str]],
        people: People,
    ) -> None:  # fmt: skip
        self._vocabulary, self._choices = vocabulary, choices
        self._has_turn = people.active is not None
        self._denying = NEGATIONS | NEGATED.keys() | CANNOT | vocabulary.chat.denying
        self._flags_of: dict[str, dict[str, ReadValue]] = {}
        self._labelled: dict[str, ReadValue | None] = {}
        """What all sentences say, worked out once: by occurrence, and by the name and kind of a part."""
        told = {"turn"} if people.active is not None else set()
        self._names = [
            (frozenset(words), occurrence)
            for occurrence in vocabulary.rules.offered.values()
            for named in self._words(occurrence, called.get(occurrence.type, ""))
            for words in (named, *self._chosen(named))
            if words - told
        ]

    def _chosen(self, words: set[str]) -> Iterator[set[str]]:
        """The words with what a participant may be in place of the participant: “the Wound stack runs out”."""
        for participant, choices in self._choices.items():
            if participant in words:
                for called in choices.values():
                    yield (words - {participant}) | {_stem(word) for word in plain(called).split()}

    def _words(self, occurrence: OccurrenceType, called: str) -> Iterator[set[str]]:
        for said in (occurrence.type.replace("-", " "), _PLACEHOLDER.sub(" ", occurrence.label), called):
            words = {
                _stem(word) for word in plain(said).split() if word not in self._vocabulary.stop and word != "player's"
            }
            if len(words) > 1 or (words and not occurrence.begun_by) or words == {plain(occurrence.type)}:
                yield words

    def every(
        self, items: Sequence[Mention], others: Sequence[Sequence[Mention]], player: Callable[[Mention], str | None],
        players: Sequence[str], active: str | None, owners: Mapping[str, str],
    ) -> Iterator[Happening]:  # fmt: skip
        """Lazily, the occurrences that a sentence names, with those it names as taking part.

        `others` are all sentences of the text, the same ones each time.
        """
        said = self._said(items)
        named: dict[str, list[frozenset[str]]] = {}
        for words, occurrence in self._names:
            if words <= said.keys():
                named.setdefault(occurrence.type, []).append(words)
        for type_, rows in named.items():
            whole = max(rows, key=len)
            closer = any(whole < other for more in named.values() for other in more if more is not rows)
            if closer or ("end" not in whole and self._is_over(items, [said[word] for word in whole])):
                continue  # “the end of the player phase” names no other part of it, “… is over” none
            at = _around([said[word].span for words in rows for word in words])
            occurrence = self._vocabulary.rules.offered[type_]
            parts = {
                part.name: fact
                for part in occurrence.participants
                if (fact := self._taking_part(occurrence, part, items, others, player, players, active, at)) is not None
            }
            parts |= _controllers(occurrence, parts, owners, at)
            if type_ not in self._flags_of:
                self._flags_of[type_] = self._flags(occurrence, others)
            parts |= self._flags_of[type_]
            yield Happening(occurrence, parts, at, max(map(len, rows)))

    def _is_over(self, items: Sequence[Mention], named: Sequence[Mention]) -> bool:
        """“the villain phase is over”: whether what is named is said to have ended."""
        at = max(place for place, item in enumerate(items) if any(item is one for one in named))
        behind = [item.value for item in items[at + 1 : at + 3]]
        return len(behind) > 1 and behind[0] in self._vocabulary.chat.be and behind[1] in self._vocabulary.chat.ends

    def _said(self, items: Sequence[Mention]) -> dict[str, Mention]:
        """The words of a sentence by their stems, with “start” and “end” for words that mean those."""
        whole = [item for item in items if item.sort != "kind" or "-" not in item.value]  # “main character”
        said = {_stem(word): item for item in whole for word in plain(_words_of(item)).split()}
        for past in self._plain_of.keys() & said.keys():
            said.setdefault(self._plain_of[past], said[past])
        for word, alike in (("start", self._vocabulary.chat.starts), ("end", self._vocabulary.chat.ends)):
            for item in items:
                if item.value in alike:
                    said.setdefault(word, item)
        return said

    @cached_property
    def _plain_of(self) -> Mapping[str, str]:
        """Form of a verb → its plain one: “ran” → “run”."""
        senses = self._vocabulary.words.senses.items()
        verbs = ((said.split()[0], sense.verb.name.split()[0]) for said, sense in senses if sense.verb is not None)
        return {said: base for said, base in verbs if said != base}

    def _taking_part(
        self, occurrence: OccurrenceType, part: ParticipantType, items: Sequence[Mention],
        others: Sequence[Sequence[Mention]], player: Callable[[Mention], str | None], players: Sequence[str],
        active: str | None, at: Span,
    ) -> ReadValue | None:  # fmt: skip
        """Who a sentence says takes part in an occurrence it names."""
        fact = self._part(part, items, player, players, active, at)
        if fact is not None and part.name == occurrence.acting and active and part.kind == "player" and self._has_turn:
            fact = replace(fact, value=active)
        if fact is None and part.kind.removesuffix("-list") == "place" and not part.optional:
            fact = self._place(part, items, others)
        known = f"{part.name} {part.kind}"
        if known not in self._labelled:
            self._labelled[known] = _labelled(part, others)
        return self._labelled[known] or fact

    def _flags(self, occurrence: OccurrenceType, sentences: Sequence[Sequence[Mention]]) -> dict[str, ReadValue]:
        """What sentences say has been done or not: “he recruited a hero and fought nobody”."""
        found: dict[str, ReadValue] = {}
        flags = {
            part.name: self._vocabulary.sense(part.name).verb for part in occurrence.participants if part.kind == "flag"
        }
        for items in sentences:
            if items and items[-1].value == "?":
                continue
            for part in _parts_of(items):
                denied = next((item for item in part if item.value in self._denying), None)
                for item in part:
                    verb = self._vocabulary.sense(item.value).verb if item.sort == "word" else None
                    for name in (name for name, own in flags.items() if verb is not None and own is verb):
                        found.setdefault(name, ReadValue(denied is None, item.span, way=Way.TOLD_DEED))
        return found

    def _place(
        self, part: ParticipantType, here: Sequence[Mention], sentences: Sequence[Sequence[Mention]]
    ) -> ReadValue | None:
        """Where somebody is said to stand in another sentence, or in the next one."""
        who = self._vocabulary.rules.features.whereabouts.get(part.name, "")
        behind = [items for before, items in pairwise(sentences) if before is here]
        told = [items for items in sentences if any(_stem(item.value.lower()) == who for item in items)]
        rows = [rows for items in (*told, *behind) if (rows := list(_numbers(items)))]
        if not rows:
            return None
        return ReadValue([n for n, _ in rows[0]] if part.kind.endswith("-list") else rows[0][0][0], rows[0][0][1])

    def _part(
        self, part: ParticipantType, items: Sequence[Mention], player: Callable[[Mention], str | None],
        players: Sequence[str], active: str | None, at: Span,
    ) -> ReadValue | None:  # fmt: skip
        kind, several = part.kind.removesuffix("-list"), part.kind.endswith("-list")
        if kind == "player":
            turn = self._vocabulary.chat.turn if part.optional else ()  # “on Ann’s turn” takes no part
            named = _players_in(items, player, players, turn)
            if active and not several:
                named.sort(key=lambda one: one[0] != active)  # “Main Phase, Yuki’s turn, the other player is Abel”
            guess = active or (players[0] if players else None)
            if not named and guess is not None and not part.optional:
                return ReadValue([guess] if several else guess, at, "Nobody else is named.")
            if part.optional and not several and len({name for name, _ in named}) > 1:
                return None  # a list of players
            return _of(named, several=several)
        if kind == "place":
            return _of(list(_numbers(items)), several=several)
        return self._choice(part, items) if "|" in kind else None

    def _choice(self, part: ParticipantType, items: Sequence[Mention]) -> ReadValue | None:
        """Which of several things it may be a sentence says a participant is."""
        said = {_stem(word): item.span for item in items for word in plain(_words_of(item)).split()}
        called = self._choices.get(part.name, {})
        for choice in part.kind.removesuffix("-list").split("|"):
            words = {_stem(word) for word in plain(called.get(choice, choice)).split()}
            if words <= said.keys() or (_stem(choice) in said and choice not in self._vocabulary.rules.kinds):
                return ReadValue(choice, said.get(_stem(choice)))
        return None


def _players_in(
    items: Sequence[Mention],
    player: Callable[[Mention], str | None],
    players: Sequence[str],
    turn: Container[str],
) -> list[tuple[str | None, Span]]:
    """The players among some mentions, where they stand, without those before a word for a turn."""
    pairs = zip(items, [*(one.value for one in items[1:]), ""], strict=True)
    return [(name, item.span) for item, behind in pairs if (name := player(item)) in players and behind not in turn]


def _of(named: Sequence[tuple[Any, Span]], *, several: bool) -> ReadValue | None:
    """All of some values, or the first, with where that stands."""
    if not named:
        return None
    return ReadValue([one for one, _ in named] if several else named[0][0], named[0][1])


def _around(spans: Sequence[Span]) -> Span:
    return min(first for first, _ in spans), max(end for _, end in spans)


def _controllers(
    occurrence: OccurrenceType, parts: Mapping[str, ReadValue], owners: Mapping[str, str], at: Span
) -> dict[str, ReadValue]:
    """Whose those are who take part."""
    found: dict[str, ReadValue] = {}
    for role, owner in occurrence.controls:
        named = parts.get(role)
        names = named.value if named is not None and isinstance(named.value, list) else [named.value] if named else []
        whose = next((owners[plain(str(name))] for name in names if plain(str(name)) in owners), None)
        if whose is not None:
            found[owner] = ReadValue(whose, at, f"{names[0]} is {whose}’s.")
    return found


_OTHERS = frozenset(["other", "second", "third", "fourth", "next"])


def _parts_of(items: Sequence[Mention]) -> Iterator[list[Mention]]:
    """Lazily, the parts of a sentence between marks and “and”."""
    run: list[Mention] = []
    for item in items:
        if item.sort == "mark" or item.value in ("and", "but"):
            yield run
            run = []
        else:
            run.append(item)
    yield run


def _labelled(part: ParticipantType, sentences: Sequence[Sequence[Mention]]) -> ReadValue | None:
    """Who stands behind the name of a part: “Attackers: Fire Ant and Wax Moth”."""
    name, several = _stem(part.name.replace("_", " ")), part.kind.endswith("-list")
    found: list[ReadValue] = []
    for items in sentences:
        for at, item in enumerate(items[:-1]):
            other = at and items[at - 1].value in _OTHERS  # “the other player is Abel”
            if other or _stem(item.value.lower()) != name or items[at + 1].value not in (":", "=", "is", "are"):
                continue
            named = list(_named_in(items[at + 2 :]))
            if named and (several or len(named) == 1):  # “Players: Gil, Hana” names the seats
                said = [one.value for one in named]
                found.append(ReadValue(said if several else said[0], named[0].span))
    return found[0] if found and all(one.value == found[0].value for one in found) else None  # no list of cards


def _named_in(items: Sequence[Mention]) -> Iterator[Mention]:
    """Lazily, the names that a list begins with."""
    for one in items:
        if one.is_named:
            yield one
        elif one.sort != "group" and one.value not in ("and", "&", ",", "the"):
            return


def _numbers(items: Sequence[Mention]) -> Iterator[tuple[int, Span]]:
    """Lazily, the numbers of locations."""
    near = False
    for item in items:
        if item.sort == "number" and near and item.value.isdecimal() and len(item.value) < 3:
            yield int(item.value), item.span
        elif item.value in ("location", "locations", "place", "space", "number", "loc"):
            near = True
        elif item.value not in _PLACES:
            near = False


def _words_of(item: Mention) -> str:
    return item.value.replace("-", " ") if item.sort in ("kind", "class", "form") else item.value
