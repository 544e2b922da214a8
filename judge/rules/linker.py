"""Resolves every name in an edition's rules to its one declaration, and proves that nothing is forgotten.

A name that nothing declares, a declaration that nothing names and that does not say why, an event of the cards that
has no place in the rules: each is a problem with file, row and what was meant, all told at once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from judge.errors import Problem
from judge.rules.declared_names import DeclaredNames
from judge.rules.model import Moment, OccurrenceType, Rules, Step
from judge.rules.name_uses import Used, names_in
from judge.rules.row_language import (
    CARD_ROLES,
    DECIDERS,
    EFFECTS,
    MECHANISMS,
    OPEN_CASES,
    OPEN_QUESTIONS,
    REASONS,
    SPECIAL_ROLES,
    STOPS,
    WHY_KEYS,
)

NO_CARDS = ("consequential-damage", "given", "keyword", "lasting-effect", "status")
"""Timings of what is no card's ability (contract, section 7)."""
PLAYED = "played"
"""What a played event says resolves “as printed”: a timing that no row declares."""
FOREVER = "game"
"""The duration that nothing ends."""
_WORD = re.compile(r"[^\W\d_]+")
_MOST_SHOWN = 12


@dataclass(frozen=True)
class EditionRules:
    """One edition's rules on the shelf: what they are, where their rows stand, which citations rows name.

    `words` are those of all rulebooks, of which names are made.
    """

    rules: Rules
    vocabulary: DeclaredNames
    file: str
    places: Mapping[Any, str] = field(default_factory=dict)
    cited: Collection[str] = ()
    words: Collection[str] = ()


def link(family: Sequence[EditionRules]) -> list[Problem]:
    """Everything in editions that share a table that is named and not declared, declared and not named, or forgotten.

    A row that they share may name steps, classes and the like that only one of them has, and is used where one uses it.
    """
    linkers = [_Linker(edition) for edition in family]
    unknown = [problem for linker in linkers for problem in linker.unknown(linkers)]
    others = [problem for linker in linkers for problem in linker.others(linkers)]
    return [*unknown, *others, *linkers[0].unread(linkers)]


def hint(name: str, known: Iterable[str]) -> str:
    """What would be right instead of a name that nothing bears."""
    names = sorted(set(known))
    near = get_close_matches(name, names, 1)
    if near:
        return f"did you mean “{near[0]}”?"
    more = f" and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else ""
    return f"there are {', '.join(names[:_MOST_SHOWN]) or 'none'}{more}."


def _is_known(word: str, known: Collection[str]) -> bool:
    """Whether it is one of the words, or the plural of one."""
    return word in known or word.removesuffix("s") in known or re.sub("ies$", "y", word) in known


def _near(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, sorted(known), 1)
    return f"did you mean “{near[0]}”? Or: " if near else ""


class _Linker:
    def __init__(self, edition: EditionRules) -> None:
        self.edition = edition
        self.rules = edition.rules
        self.vocabulary = edition.vocabulary
        self.used: dict[str, set[str]] = defaultdict(set)

    def others(self, family: Sequence[_Linker]) -> list[Problem]:
        """What is declared and not named in the family, what is forgotten, what is misspelt."""
        used: dict[str, set[str]] = defaultdict(set)
        for linker in family:
            for sort, names in linker.used.items():
                used[sort] |= names
        lost = [*self._forgotten(), *self._unheard()]
        return [*self._unused(used), *self._uncited(), *self._begun(), *lost, *self._misspelt()]

    # --- named, and not declared

    def unknown(self, family: Sequence[_Linker]) -> Iterator[Problem]:
        """Names that nothing declares."""
        for used in names_in(self.rules, self.edition.places):
            if used.sort == "event" and used.occurrence is not None and used.occurrence is self.rules.standard.default:
                continue  # its type stands for whatever event it is
            for sort, name, known in self._wanted(used):
                self.used[sort].add(name)
                if known is None or name in known or self._is_known_beside(sort, name, used.where, family):
                    continue
                what = sort.removeprefix("ready ")
                right = f"{hint(name, known)}{self._declared_where(sort)}"
                yield self._problem(used.where, f"there is no {_SORTS.get(what, what)} “{name}”; {right}")

    def _declared_where(self, sort: str) -> str:
        """Where a new name of the card words is declared, as a sentence; empty for names of the rules’ own."""
        table = _CARD_TABLES.get(sort)
        return f" A new one is declared in {self.vocabulary.file}, {table}." if table else ""

    def _is_known_beside(self, sort: str, name: str, where: str, family: Sequence[_Linker]) -> bool:
        """Whether a row that the family shares names what another edition of it has."""
        shared = sort in ("step", "why") and not where.startswith(self.edition.file)
        return shared and any(name in (linker.declared(sort) or ()) for linker in family)

    def _wanted(self, used: Used) -> Iterator[tuple[str, str, Collection[str] | None]]:
        """The names to resolve, each with its sort and those that there are; None where everything goes."""
        sort, name = used.sort, used.name
        if sort in ("role", "role or the one", "kind or role"):
            beside = {"role or the one": self.rules.kinds_with("only_one"), "kind or role": self._kinds}
            yield "role", name.rstrip("@+~"), self._roles(used.occurrence) | beside.get(sort, frozenset())
        elif sort == "role of":
            target = self.rules.occurrences.get(used.event or "")
            yield "role", name, _own_roles(target) if target else None
        elif sort == "hook":
            yield from self._hooked(used)
        elif sort == "printed":
            yield from self._printed(used)
        elif sort in ("variant", "thing"):
            table = self.rules.variants if sort == "variant" else self.rules.things
            yield sort, f"{used.event}.{name}", _of_events(table)
        elif sort == "decider":
            for one in name.split("|"):
                yield "decider", one, {*DECIDERS, *self._every_role}
        else:
            yield sort, name, self.declared(sort)

    def _printed(self, used: Used) -> Iterator[tuple[str, str, Collection[str] | None]]:
        timing, _, roles = used.name.partition(": ")
        yield "timing", timing, self._timings | {PLAYED} | set(self.rules.labels)
        for one in roles.lstrip("=").split("|"):
            if roles != "*":
                yield ("kind", one, self._kinds) if roles[0] == "=" else ("role", one, self._roles(used.occurrence))

    def _hooked(self, used: Used) -> Iterator[tuple[str, str, Collection[str] | None]]:
        step, _, roles = used.name.partition(": ")
        yield "step", step, self._steps
        occurrence = self.rules.occurrences.get(step.partition("/")[0])
        for role in roles.split("|"):
            if role != "*" and step in self._steps:
                yield "role", role.rstrip("@+~"), self._roles(occurrence)

    def declared(self, sort: str) -> Collection[str] | None:
        """The names of a sort that there are; None where the card vocabulary has no list of them."""
        return self._declared.get(sort, self.vocabulary.events)

    @cached_property
    def _declared(self) -> Mapping[str, Collection[str] | None]:
        """By sort of names, those that there are."""
        rules, words = self.rules, self.vocabulary
        statuses = {ready.name for ready in rules.ready if ready.source == "status"}
        return {
            "kind": self._kinds,
            "fact": self._facts,
            "event": words.events,
            "occurrence": rules.occurrences,
            "step": self._steps,
            "place": {*rules.occurrences, *self._steps},
            "timing": self._timings | {PLAYED},
            "timing id": {*words.timings, *NO_CARDS, *(one.id for one in rules.timings.values() if one.unprinted)},
            "class": {cls.id for cls in rules.classes},
            "duration": rules.durations,
            "row": rules.features.rows,
            "keyword": words.keywords,
            "status": statuses,
            "form": rules.kinds_with("form"),
            "card fact": {*words.facts, *words.states},
            "open case": {*OPEN_CASES, *self._timings},
            "open question": OPEN_QUESTIONS,
            "label": words.labels,
            "cancelled": {*words.events, *words.timings, *words.kinds, *words.things, "effects"},
            "period": {*rules.durations, *words.events, *rules.kinds},
            "reason": REASONS,
            "effect": EFFECTS,
            "card role": CARD_ROLES,
            "whither": {*self._kinds, "controller"},
            "noun": words.nouns,
            "state": words.states,
            "zone": words.zones,
            "citation": rules.cited,
            "mechanism": MECHANISMS,
            "stop": STOPS,
            "why": self._whys,
            "ready keyword": words.keywords,
            "ready icon": words.icons,
            "ready status": None,
            "ready kind": rules.kinds,
            "ready modify": words.stats,
            "ready change-cost": words.stats,
        }

    @cached_property
    def _kinds(self) -> frozenset[str]:
        return frozenset((*self.rules.kinds, *self.rules.card_classes))

    @cached_property
    def _timings(self) -> frozenset[str]:
        return frozenset(self.rules.timings)

    @cached_property
    def _steps(self) -> Mapping[str, Step]:
        return {step.id: step for occurrence in self.rules.occurrences.values() for step in occurrence.steps}

    @cached_property
    def _every_role(self) -> frozenset[str]:
        own = (_own_roles(occurrence) for occurrence in self.rules.occurrences.values())
        return frozenset().union(*own, self.rules.features.always_there)

    def _roles(self, occurrence: OccurrenceType | None) -> frozenset[str]:
        """The roles that a row may name: of its occurrence, or of any; always-there ones, and special ones."""
        own = self._every_role if occurrence is None else _own_roles(occurrence)
        return own | frozenset(self.rules.features.always_there) | frozenset(SPECIAL_ROLES)

    @cached_property
    def _facts(self) -> frozenset[str]:
        """Facts declared, and those that go without saying: a choice, a label, a form, that there are several."""
        forms = self.rules.kinds_with("form")
        implied = {f"label-{label}" for label in self.rules.labels} | {"more-than-two-players"}
        for occurrence in self.rules.occurrences.values():
            for part in occurrence.participants:
                words = forms if part.kind == "form" else part.kind.split("|") if "|" in part.kind else ()
                implied |= {f"{part.name}-{word}" for word in words}
                implied |= {f"several-{part.name}"} if part.kind.endswith("-list") else set()
        return frozenset((*self.rules.facts, *implied))

    @cached_property
    def _whys(self) -> frozenset[str]:
        rules = self.rules
        ready = {word for one in rules.ready for word in (one.name, one.source)}
        named = {*ready, *(cls.id for cls in rules.classes), *rules.timings, *self._steps, *WHY_KEYS}
        named |= {f"{status}-label" for label in rules.labels.values() if (status := label.cancelled_by)}
        return frozenset((*named, *(f"{name}-assumes" for name in ready)))

    # --- declared, and not named

    def _unused(self, used: Mapping[str, set[str]]) -> Iterator[Problem]:
        asked = self._asked(used)
        facts = self.rules.facts.values()
        idle = set(self.rules.idle) | {f"facts.{fact.id}" for fact in facts if fact.idle or fact.inherited}
        for table, names, named in asked:
            for name in names:
                key = f"{table}.{name}"
                if name not in named and key not in idle:
                    right = f'name it in a row, take it out, or say in [idle] why it stands here: "{key}" = "…"'
                    yield self._problem(self._place(table, name), f"nothing names {key}; {right}.")
        every = {f"{table}.{name}" for table, names, _ in asked for name in names}
        for key in self.rules.idle:
            if key.partition(".")[0] == "rules" and key not in every:
                yield self._problem(self.edition.places.get(("idle", key), self.edition.file),
                                    f"there is no {key} to be idle; {hint(key, every)}")  # fmt: skip

    def _asked(self, used: Mapping[str, set[str]]) -> tuple[tuple[str, Collection[str], Collection[str]], ...]:
        """Each table whose rows must be named somewhere: what it declares, and what is named."""
        rules, words = self.rules, self.vocabulary
        kinds = used["kind"] | {kind for row in rules.kinds.values() for kind in row.closure if kind != row.id}
        variants = {f"{event}.{variant}" for event, variant, _ in words.variants}
        return (
            ("rules", rules.cited, self.edition.cited),
            ("facts", rules.facts, used["fact"]),
            ("card-classes", rules.card_classes, kinds | set(words.kinds)),
            ("kinds", rules.kinds, kinds | set(words.kinds) | used["ready kind"] | set(NO_CARDS)),
            ("durations", rules.durations, used["duration"]),
            ("variants", _of_events(rules.variants), used["variant"] | variants),
            ("things", _of_events(rules.things), used["thing"]),
            ("timing", rules.timings, used["timing"] | set(NO_CARDS) | set(words.timings)),
            ("class", [cls.id for cls in rules.classes if not cls.timings], used["class"]),
            ("keyword", rules.keywords, used["ready keyword"] | used["keyword"]),
        )

    def unread(self, family: Sequence[_Linker]) -> Iterator[Problem]:
        """Keywords, labels, statuses and icons of the cards of which no edition says anything."""
        rules = [linker.rules for linker in family]
        ready = {(row.source, row.name) for one in rules for row in one.ready}
        known: Iterable[tuple[Mapping[str, str], str, set[str]]] = (
            (self.vocabulary.keywords, "keyword", {name for one in rules for name in one.keywords}),
            (self.vocabulary.labels, "label", {name for one in rules for name in one.labels}),
            (self.vocabulary.statuses, "status", set()),
            (self.vocabulary.icons, "icon", set()),
        )
        for names, source, rows in known:
            there = {name for is_, name in ready if is_ == source} | rows
            yield from self._unsaid(names, there, f"the {source} “{{}}” does")
        timings = {name for one in rules for name in one.timings}
        yield from self._unsaid(self.vocabulary.timings, timings, "the timing “{}” is")

    def _unsaid(self, names: Mapping[str, str], there: Collection[str], what: str) -> Iterator[Problem]:
        """The names of the card words, each with its row, of which no edition says what they are or do."""
        for name, row in names.items():
            if name not in there:
                where = f"{self.vocabulary.file}, {row}"
                yield self._problem(where, f"no edition says what {what.format(name)}; {hint(name, there)}")

    def _uncited(self) -> Iterator[Problem]:
        """Ready abilities that rest on no rule; of other rows the reader asks for one."""
        for row in self.rules.ready:
            if not row.rules:
                yield self._problem(
                    self.edition.places.get(id(row), self.edition.file), "it cites no rule; say `rule`."
                )

    def _begun(self) -> Iterator[Problem]:
        """Occurrences that nothing begins, and `forbidden-at` of another one's steps."""
        begun = self.used["occurrence"]
        for occurrence in self.rules.occurrences.values():
            where = self.edition.places.get(id(occurrence), self.edition.file)
            if occurrence.inner and not occurrence.begun_by and occurrence.type not in begun:
                yield self._problem(where, "nothing begins it; say `begun-by`, or let a step do it.")
            own = {step.id for step in occurrence.steps}
            if occurrence.forbidden_at is not None and occurrence.forbidden_at not in own:
                right = hint(occurrence.forbidden_at, own)
                yield self._problem(where, f"`forbidden-at` is no step of its own; {right}")

    def _unheard(self) -> Iterator[Problem]:
        """Participants of yes or no of which no fact is so: what a dispute says of them would be lost."""
        for occurrence in self.rules.occurrences.values():
            heard = dict(occurrence.flags)
            for part in occurrence.participants:
                if part.kind == "flag" and part.name not in heard:
                    where = self.edition.places.get(id(occurrence), self.edition.file)
                    right = f"{occurrence.type} does not say which fact “{part.name}” is; name it in `flags`."
                    yield self._problem(where, right)

    def _forgotten(self) -> Iterator[Problem]:
        """Events of the cards that have no windows here, and keywords of cards that no edition knows."""
        here = self.named_events
        for event, row in self.vocabulary.happening.items():
            if event not in here:
                where = f"{self.vocabulary.file}, {row}"
                right = f"{hint(event, here)} Otherwise give it an occurrence, or name it in `events` of [standard]."
                yield self._problem(where, f"the event “{event}” has no windows in {self.edition.file}; {right}")
        for name, row in self.vocabulary.durations.items():
            if name not in (*self.rules.durations, FOREVER):
                where = f"{self.vocabulary.file}, {row}"
                yield self._problem(
                    where, f"no step of {self.edition.file} ends “{name}”; {hint(name, self.rules.durations)}"
                )
        for event, variant, row in self.vocabulary.variants:
            if self._is_lost(event, variant):
                known = self.rules.variants.get(event, ())
                where = f"{self.vocabulary.file}, {row}"
                right = f"no moment of {self.edition.file} tells “{variant}” of “{event}”; {hint(variant, known)}"
                yield self._problem(where, right)
        if self.rules.standard.events and self.rules.standard.default is None:
            yield self._problem(self.edition.file, "[standard] names `events` without their steps, [standard.default].")

    def _is_lost(self, event: str, variant: str) -> bool:
        """Whether events of the variant have no moments, though those of others have."""
        moments = [moment for moment in self._moments if moment.event == event]
        without = event not in self.rules.standard.events
        return without and bool(moments) and all(moment.variant not in (None, variant) for moment in moments)

    @cached_property
    def named_events(self) -> frozenset[str]:
        """Events that have windows: begun or waited for at a step, or with the standard steps."""
        standard = self.rules.standard
        return frozenset((*(moment.event for moment in self._moments), *standard.events, *standard.states))

    @cached_property
    def _moments(self) -> tuple[Moment, ...]:
        """Every moment of the rules, and the events that begin occurrences."""
        found = [moment for occurrence in self.rules.occurrences.values() for moment in occurrence.begun_by]
        for step in self._steps.values():
            found += step.all_moments
        return tuple(found)

    def _misspelt(self) -> Iterator[Problem]:
        """Names declared here, or by the cards' table, of which a word stands in no rulebook."""
        if not self.edition.words:
            return
        known = {*self.edition.words, *self.vocabulary.words, *self.rules.own_words}
        theirs = ((name, f"{self.vocabulary.file}, {row}") for name, row in self.vocabulary.names)
        for name, where in (*self._declarations(), *theirs):
            for word in _WORD.findall(name.lower()):
                if not _is_known(word, known) and name not in SPECIAL_ROLES:
                    right = f"{_near(word, known)}others stand in `own-words` of {self.edition.file}."
                    yield self._problem(where, f"“{word}” of “{name}” is no word of the rulebook; {right}")
        named = (*self._declarations(), *self.vocabulary.names)
        parts = {word for name, _ in named for word in _WORD.findall(name.lower())}
        for word in self.rules.own_words:
            if word not in parts:
                yield self._problem("own-words", f"no name here has the word “{word}”; {hint(word, parts)}")

    def _declarations(self) -> Iterator[tuple[str, str]]:
        rules, places = self.rules, self.edition.places
        for table, names in (("facts", rules.facts), ("kinds", rules.kinds), ("card-classes", rules.card_classes)):
            for name in names:
                yield name, places.get((table, name), self.edition.file)
        for name, called in rules.card_classes.items():
            yield called, places.get(("card-classes", name), self.edition.file)
        for cls in rules.classes:
            yield cls.id, places.get(id(cls), self.edition.file)
        for duration in rules.durations:
            yield duration, f"{self.edition.file}, durations"
        default = (rules.standard.default,) if rules.standard.default else ()
        for occurrence in (*rules.occurrences.values(), *default):
            where = places.get(id(occurrence), self.edition.file)
            yield occurrence.type, where
            for part in (*occurrence.participants, *occurrence.fills):
                yield part.name, where
            for step in occurrence.steps:
                yield step.id.partition("/")[2], places.get(id(step), where)

    # --- where

    def _place(self, table: str, name: str) -> str:
        """Where a key of a table stands: of “damage.taken” the row of damage."""
        places = self.edition.places
        found = places.get((table, name)) or places.get((table, name.partition(".")[0]))
        return found or f"{self.edition.file}, {table}"

    def _problem(self, where: str, message: str) -> Problem:
        where = where if ".toml" in where else f"{self.edition.file}, {where}"
        return Problem(f"{where}: {message}", where.partition(",")[0])


_SORTS = {
    "timing id": "timing of cards",
    "card fact": "fact that a card may ask for",
    "open case": "case that may be open",
    "ready": "event",
    "whither": "kind that damage may go on to",
    "noun": "noun of the cards",
    "state": "state of the cards",
    "why": "class, timing, step, keyword or status",
    "citation": "key of [rules]",
}

_CARD_TABLES = {
    "event": "[[verb]] or events",
    "keyword": "[keywords]",
    "label": "[labels]",
    "noun": "[roles]",
    "ready": "[[verb]] or events",
    "ready change-cost": "[stats]",
    "ready icon": "icons",
    "ready keyword": "[keywords]",
    "ready modify": "[stats]",
    "state": "[states]",
    "timing id": "[[timing]]",
}
"""Where the table of the card words declares names of a sort."""


def _of_events(names: Mapping[str, Iterable[str]]) -> list[str]:
    """Names that events have, each behind its event."""
    return [f"{event}.{one}" for event, ones in names.items() for one in ones]


def _own_roles(occurrence: OccurrenceType) -> frozenset[str]:
    """Participants, roles that fill as it goes, and aliases."""
    parts = (part.name for part in (*occurrence.participants, *occurrence.fills))
    return frozenset((*parts, *(alias for alias, _ in occurrence.aliases)))
