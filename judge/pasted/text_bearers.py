"""Which card a text is of: the name before it, behind it, or in the lines above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.pasted.clause_parts import is_placed, is_text_noun, reads
from judge.pasted.dispute_words import DisputeWords, plain
from judge.pasted.story import Statement, Thread, Unit
from judge.pasted.story_units import UnitReader
from judge.pasted.story_words import (
    AND,
    BEHIND,
    COMPANY,
    COPULA,
    DETERMINERS,
    GAP,
    HAVING,
    LINKS,
    NEAR,
    RECENT,
    TEXT_NOUNS,
)
from judge.pasted.text_layout import unowned

_BELONGING = frozenset(["on", "has", "owned", "engaged"])


class TextBearers:
    """Says of each card text whose it is."""

    def __init__(
        self, thread: Thread, vocabulary: DisputeWords, units: UnitReader, people: frozenset[str], *, settled: bool
    ) -> None:
        self._thread, self._vocabulary, self._units = thread, vocabulary, units
        self._people, self._settled = people, settled

    def read(self, units: list[Unit]) -> None:
        """Say of each text whose it is: the nearest name before it that is no place, owner or player."""
        behind = 0
        last: Unit | None = None
        for at, unit in enumerate(units):
            if unit.sort != "text":
                continue
            bearer = self._bearer(units, behind, at)
            if bearer is None and at == 0 and self._thread.topic is not None:
                bearer = self._bearer_behind(units, at, within=3) or self._told_before(unit)
            bearer = bearer or self._bearer_behind(units, at) or self._told_before(unit)
            if bearer is not None:
                self._thread.say("bears", bearer, unit, unit.item.value, unit.span)
                self._join(units, behind, bearer, last)
                self._kind_before(units, bearer)
                last = bearer
                if self._thread.scope is not None and bearer.sort == "name":
                    self._thread.say("under", bearer, self._thread.scope, None, self._thread.scope.span)
                self._thread.topic = bearer
            behind = at + 1

    def _kind_before(self, units: Sequence[Unit], bearer: Unit) -> None:
        """“a plot twist, "Hold Fast – …"”, “a super power on Drax, "Blades – …"”: the type said before the name."""
        at = next((n for n, unit in enumerate(units) if unit is bearer), 0)
        quoted = at and units[at - 1].word in ('"', "“")
        while at and units[at - 1].word in ('"', "“", ","):
            at -= 1
        host = units[at - 1] if at > 2 and units[at - 2].word == "on" and units[at - 1].sort == "name" else None
        at -= 2 if host is not None else 0
        if quoted and at and units[at - 1].sort == "kind" and not bearer.kinds:
            self._thread.say("kind", bearer, None, units[at - 1].word, units[at - 1].span)

    def _join(self, units: Sequence[Unit], behind: int, bearer: Unit, last: Unit | None) -> None:
        """“Ann controls Bell: … and Whistle: …”: the card behind “and” is of whoever has the one before."""
        at = behind
        while at < len(units) and units[at].word in AND | {")"}:
            at += 1
        if last is not None and at > behind and at < len(units) and units[at] is bearer and bearer.owner is None:
            self._thread.say("joined", bearer, last, None, bearer.span)

    def _told_before(self, text: Unit) -> Unit | None:
        """Of whom the lines before tell; another who was named just before where the text speaks of that one."""
        topic = self._thread.topic
        said = f" {plain(self._thread.raw(text))} "
        if topic is None or f" {plain(topic.word)} " in said:
            return topic
        for key in reversed(self._thread.recent[-RECENT:]):
            one = self._thread.named[key]
            if f" {plain(key)} " in said and key not in self._people and one.item.sort != "player":
                return topic if self._belong(topic.word, key) else one
        return topic

    def _belong(self, one: str, other: str) -> bool:
        """Whether one of two names is told to lie on the other, or to be had by it."""
        told = (row for row in self._thread.story.statements if row.to is not None and row.relation in _BELONGING)
        return any({one, other} == {row.of.word, row.to.word} for row in told if row.to is not None)

    def _bearer(self, units: Sequence[Unit], first: int, end: int) -> Unit | None:
        """The name that stands before a text and is told to say it."""
        named, opened = self._named_before(units, first, end)
        if opened > first and units[opened - 1].sort == "name" and not any(at > opened for at in named):
            return units[opened - 1]
        power = next((units[at] for at in reversed(named) if _has_text(units, at, end)), None)
        if power is not None:
            return power
        return (
            self._free(units, named, end)
            or self._bearer_behind(units, end, within=3)
            or self._of_kind(units, first, end)
            or self._of_teller(units, first, end)
            or self._placed(units, named, first, end)
        )

    def _named_before(self, units: Sequence[Unit], first: int, end: int) -> tuple[list[int], int]:
        """The names before a text that stand in no closed bracket, and the bracket that is still open there."""
        depth, opened, named = 0, -1, []
        for at in range(end - 1, first - 1, -1):
            depth += (units[at].word == ")") - (units[at].word == "(")
            if depth < 0 and units[at].word == "(":
                opened = max(opened, at)
            if units[at].sort == "name" and depth <= 0:
                named.append(at)
        return named[::-1], opened

    def _free(self, units: Sequence[Unit], named: Sequence[int], end: int) -> Unit | None:
        """The nearest name that is no place, owner or player."""
        bare = [at for at in named if not is_placed(units, at) and not units[at].possessive]
        free = [at for at in bare if not self._is_person(units[at])]
        if not free and (not named or len(bare) == len(named) == 1):
            free = bare
        dashed = len(free) > 1 and units[end - 1].word in ("-", "–", "—") and free[-1] == end - 2
        if self._settled and dashed and units[free[-1] - 1].word == ":":
            self._thread.story.starts[units[end].item.value] = units[free[-1]].span[0]
            return units[free[-2]]  # “Sky Lancer: Dive - Any Combat: …”
        return units[free[-1]] if free else None

    def _is_person(self, unit: Unit) -> bool:
        return unit.word in self._people or unit.item.sort == "player"

    def _of_kind(self, units: Sequence[Unit], first: int, end: int) -> Unit | None:
        """Whom a card type before a text means: whose it is, else a card called by it, or by the words there."""
        last = next((n for n in range(end - 1, first - 1, -1) if units[n].sort not in ("mark", "word")), None)
        if last is not None and units[last].sort == "kind":
            owner = units[last].owner
            owner = self._thread.topic or owner if owner is not None and owner.sort == "pro" else owner
            if owner is not None and owner.sort == "name" and not self._is_person(owner):
                said = Statement("kind", owner, None, units[last].word, units[last].span)
                self._thread.story.statements.insert(0, said)  # what its text stands on it is
                return owner
            says = last + 2 == end and reads(units[last + 1])  # “Wound says …”
            if says or not any(unit.word in HAVING or reads(unit) for unit in units[first:end]):
                return self._named(units[last : last + 1])
        words = self._small_head(units, first, end)
        return self._named(words) if words else None

    def _of_teller(self, units: Sequence[Unit], first: int, end: int) -> Unit | None:
        """Who “has …” or “says …” a text."""
        for at in (at for at in range(end - 1, first - 1, -1) if units[at].word in HAVING or reads(units[at])):
            sorts = ("name", "pro", "me") if reads(units[at]) else ("name", "pro")  # “my hero card says …”
            subject = next((units[n] for n in range(at - 1, first - 1, -1) if units[n].sort in sorts), None)
            if subject is not None:
                return subject if subject.sort in ("name", "me") else self._pronoun_bearer(subject)
        return None

    def _placed(self, units: Sequence[Unit], named: Sequence[int], first: int, end: int) -> Unit | None:
        """The name that says where a card lies, right before its text."""
        close = next((n for n in range(end - 1, first - 1, -1) if units[n].sort != "mark"), first)
        placed = [at for at in named if not units[at].possessive and (self._thread.topic is None or at == close)]
        return units[placed[-1]] if placed and end - placed[-1] <= NEAR else None

    def _small_head(self, units: Sequence[Unit], first: int, end: int) -> Sequence[Unit]:
        """The words right before “: TEXT” that may be a card’s name: behind whose it is, or alone in their line."""
        stop = end
        while stop > first and units[stop - 1].word in LINKS:
            stop -= 1
        begin = stop
        while begin > first and units[begin - 1].sort in ("word", "verb", "number") and stop - begin < GAP:
            if units[begin - 1].word in TEXT_NOUNS | COPULA | HAVING | DETERMINERS | AND or reads(units[begin - 1]):
                break
            begin -= 1
        owned = begin > first and (units[begin - 1].possessive or units[begin - 1].word in HAVING | {"a", "an", "my"})
        plain = units[begin:stop]
        if stop == end or not plain or not (owned or begin == first) or any(u.word in COMPANY for u in plain):
            return ()
        return plain if not all(unit.word in self._vocabulary.stop for unit in plain) else ()

    def _named(self, units: Sequence[Unit]) -> Unit:
        """“Wound: …”, “dave’s thor: …”: a card called by words that nothing else shows to be a name."""
        span = (units[0].span[0], units[-1].span[1])
        said = unowned(self._thread.story.text[slice(*span)])
        key = said.lower()
        self._thread.story.names.setdefault(key, said)
        self._thread.story.at.setdefault(key, span)
        self._thread.story.unsure.add(key)
        kinds = [unit.item for unit in units if unit.sort == "kind"]
        item = replace(units[0].item, sort="name", value=said, span=span)
        name = Unit("name", key, item, kinds=kinds, owner=units[0].owner)
        self._units.say_of_itself(name)
        return name

    def _pronoun_bearer(self, unit: Unit) -> Unit | None:
        return self._thread.topic if self._thread.topic is not None else unit

    def _bearer_behind(self, units: Sequence[Unit], at: int, within: int = 0) -> Unit | None:
        """“"Interrupt: …" (Alarm Bell, Ann)”, “"…" on a hero card named Backup”."""
        for place in range(at + 1, min(at + (within or BEHIND), len(units))):
            unit = units[place]
            if within and place == at + 1 and unit.word != "(":
                return None
            if unit.sort == "text" or unit.word in (".", ";", ",", ":") or unit.sort == "verb":
                return None
            if unit.sort == "name" and not unit.possessive:
                return unit
        return None


def _has_text(units: Sequence[Unit], at: int, end: int) -> bool:
    """“Ultron’s power: …”: whether a name owns the text that stands behind."""
    behind = units[at + 1 : end]
    return units[at].possessive and all(map(is_text_noun, behind)) and any(one.word in TEXT_NOUNS for one in behind)
