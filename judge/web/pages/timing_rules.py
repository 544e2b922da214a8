"""Shows what the engine believes, at `/games/GAME/EDITION/timing`: classes, occurrences, steps and windows.

Drawn from the same rules that rulings are made from; each box leads to the rule it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

from judge.forms.form_wording import in_words
from judge.rules.model import AbilityClass, Citations, Moment, OccurrenceType, Resolved, Rules, Step
from judge.web import page_context
from judge.web.views.citations import ShownRule, show_rules

pages = Blueprint("chart", __name__)

_ORDERS = {
    "together": "Those that wait for the same moment are simultaneous",
    "rounds": "Opportunities go round, one ability at a time, until all pass",
    "dealt": "In the order in which they were dealt",
    "circle": "Clockwise, place by place",
    "seats": "Player by player, clockwise",
}
_DECIDERS = {
    "active-player": "the player whose turn it is orders them",
    "first-player": "the first player orders them",
    "players": "the players order them",
}
_WINDOWS = {"would": "before it happens (“would”)", "when": "interrupts", "after": "responses", "while": "plays"}


@dataclass(frozen=True, slots=True)
class ClassBox:
    """A class of abilities: its name, how those of one moment are ordered, the rules behind it."""

    name: str
    order: str
    rules: tuple[ShownRule, ...]


@dataclass(frozen=True, slots=True)
class StepBox:
    """A step: what it opens windows for, what it unfolds into, the condition on which it happens."""

    id: str
    title: str
    windows: tuple[str, ...]
    unfolds: tuple[tuple[str, str], ...]
    only_if: str
    rules: tuple[ShownRule, ...]


@dataclass(frozen=True, slots=True)
class OccurrenceBox:
    """An occurrence: its anchor, its name, its steps in order."""

    anchor: str
    name: str
    steps: tuple[StepBox, ...]


@pages.get("/games/<game>/<edition>/timing")
def chart(game: str, edition: str) -> str:
    """The chart of one edition."""
    desk = page_context.desk()
    book = desk.corpus.book(game, edition)
    rules = desk.rules(game, edition)
    names = {type_: page_context.wording(game).occurrence(type_) for type_ in rules.occurrences}
    return render_template(
        "timing.html",
        book=book,
        classes=[_class_box(rules, cls) for cls in rules.classes],
        occurrences=[_occurrence_box(occurrence, names) for occurrence in rules.occurrences.values()],
        query="",
    )


def _class_box(rules: Rules, cls: AbilityClass) -> ClassBox:
    decider = _DECIDERS.get(cls.decider or "first-player", "") if cls.order == "together" else ""
    of_timings = [rules.timings[name] for name in cls.timings if name in rules.timings]
    of_kinds = (rule for timing in of_timings for found in (timing.rules, *timing.on_kind.values()) for rule in found)
    cited = tuple(dict.fromkeys((*cls.rules, *of_kinds)))
    return ClassBox(in_words(cls.id), "; ".join(filter(None, (_ORDERS[cls.order], decider))) + ".", _shown(cited))


def _occurrence_box(occurrence: OccurrenceType, names: dict[str, str]) -> OccurrenceBox:
    steps = tuple(_step_box(step, names) for step in occurrence.steps)
    return OccurrenceBox(occurrence.type, names[occurrence.type], steps)


def _step_box(step: Step, names: dict[str, str]) -> StepBox:
    return StepBox(
        step.id,
        step.title,
        tuple(_windows(step.all_moments, step.printed)),
        tuple(dict.fromkeys((begun.occurrence, names[begun.occurrence]) for begun in step.begins)),
        _in_words_of(step),
        _shown((*step.rules, *step.aside)),
    )


def _windows(moments: Sequence[Moment], printed: Sequence[Resolved]) -> Iterable[str]:
    """Lazily, each window of a step in words, the events that open it named once."""
    for word, said in _WINDOWS.items():
        events = dict.fromkeys(in_words(moment.event).lower() for moment in moments if moment.word == word)
        if events:
            yield f"{said}: {', '.join(events)}"
    for timing in dict.fromkeys(timing for timing, _ in printed):
        yield f"{in_words(timing).lower()} abilities"


def _in_words_of(step: Step) -> str:
    """The step's conditions as a phrase, empty when it always happens."""
    every = []
    for condition in step.conditions:
        atoms = (
            " ".join(filter(None, ("not" if a.negative else "", a.subject, a.relation, a.value))) for a in condition
        )
        every.append(" or ".join(atoms).replace("-", " ").replace("_", " "))
    return " and ".join(every)


def _shown(rules: Citations) -> tuple[ShownRule, ...]:
    return show_rules(page_context.desk().corpus, [rule.as_json() for rule in rules])
