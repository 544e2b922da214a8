"""Tells what is wrong with a dispute in the words of the form, each problem at its field. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from judge.errors import Problem
from judge.forms.form_wording import FormWording
from judge.web.resolve_form.form_fields import DisputeForm

_LABELS = {
    "active_player": "Whose turn it is",
    "attached_to": "Attached to",
    "engaged_with": "Engaged with",
}
"""Names in a dispute that read otherwise in the form of every game; templates/resolve.html and _card.html show them."""


def in_words_of_the_form(problem: Problem, occurrence: str, wording: FormWording) -> Problem:
    """The problem with the names that a dispute uses replaced by the labels of the form.

    `occurrence` is the chosen type: “enemy-attack needs attacker” becomes “An enemy attacks” needs “Who attacks”.
    """
    labels = dict(_LABELS)
    name = re.fullmatch(r"occurrence\.(\w+)", problem.where or "")
    if name and name[1] != "type":
        labels[name[1]] = wording.participant(name[1]).label
        if problem.message.startswith(f"{occurrence} needs"):
            labels[occurrence] = wording.occurrence(occurrence)
    message = problem.message
    for said, label in labels.items():
        message = _labelled(message, said, label)
    return replace(problem, message=message)


def _labelled(message: str, name: str, label: str) -> str:
    """The message with the first mention of a name, outside quotes, replaced by its label."""
    return re.sub(rf"(?<![\w“-]){re.escape(name)}(?![\w”-])", lambda _: f"“{label}”", message, count=1)


def at_its_row(problem: Problem, form: DisputeForm) -> Problem:
    """The problem of one of the dispute's cards, told of the row of the form that is that card: empty rows are none."""
    found = re.fullmatch(r"cards\[(\d+)\](.*)", problem.where or "", re.DOTALL)
    if not found or int(found[1]) >= len(form.said_cards):
        return problem
    return replace(problem, where=f"cards[{form.said_cards[int(found[1])]}]{found[2]}")


def problems_by_field(problems: Iterable[Problem]) -> dict[str, list[str]]:
    """Messages by field: those of `cards[1].text` stand at the field `cards-1-text`; the rest under ``""``."""
    placed: dict[str, list[str]] = {}
    for problem in problems:
        placed.setdefault(field_of(problem), []).append(problem.message)
    return placed


def field_of(problem: Problem) -> str:
    """The name of the field that a problem is about, which is its id on the page; empty where it is about none."""
    where = problem.where or ""
    row = re.match(r"(players|cards)[\[.](\d+)\]?(?:\.(\w+))?", where)
    if row:
        return f"{row[1]}-{row[2]}-{row[3] or 'name'}"
    if where.startswith("occurrence."):
        name = where.removeprefix("occurrence.")
        return "occurrence" if name == "type" else f"occ-{name}"
    if where == "text":  # of what was pasted as a whole
        return "pasted"
    return where if where in ("game", "edition", "active_player", "occurrence") else ""
