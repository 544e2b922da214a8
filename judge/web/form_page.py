"""The resolver's form as a page: the fields its game and occurrence need, each mistake told at its field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template

from judge.ability import CardText
from judge.errors import JudgeError
from judge.web import context
from judge.web.form import DisputeForm, problems_by_field
from judge.web.wording import Participant


@dataclass(frozen=True, slots=True)
class ShownParticipant:
    """A participant's field, and whether the occurrence can do without it."""

    participant: Participant
    optional: bool


def form_page(
    form: DisputeForm,
    error: JudgeError | None = None,
    understood: Mapping[int, CardText | str] | None = None,
    pressed: str = "",
) -> str:
    """The form as a page, with what is wrong told at the fields it belongs to."""
    corpus = context.desk().corpus
    game = form.game if form.game in corpus.games else ""
    return render_template(
        "resolve.html",
        form=form,
        corpus=corpus,
        wording=context.wording(form.game),
        occurrences=_occurrences(game, form.edition),
        fields=_fields(form, game),
        problems=problems_by_field(error.problems) if error else {},
        error=error,
        understood=understood or {},
        examples=context.examples(game or None),
        pressed=pressed,
        query="",
    )


def _occurrences(game: str, edition: str) -> list[dict[str, Any]]:
    if not game:
        return []
    known = {book.edition for book in context.desk().corpus.editions(game)}
    return context.desk().occurrences(game, edition if edition in known else context.desk().corpus.book(game).edition)


def _fields(form: DisputeForm, game: str) -> list[ShownParticipant]:
    """The fields of the chosen occurrence, then what else was typed or given, so that nothing is lost from sight."""
    wording = context.wording(game)
    rows = [o for o in _occurrences(game, form.edition) if o["type"] == form.occurrence]
    if not rows:
        return [ShownParticipant(wording.participant(name), True) for name, typed in form.participants.items() if typed]
    shown = [ShownParticipant(wording.participant(p["name"]), p["optional"]) for p in rows[0]["participants"]]
    known = {s.participant.name for s in shown}
    known |= {f"{s.participant.name}_kind" for s in shown if s.participant.kinds}
    shown += [
        ShownParticipant(wording.participant(name), True)
        for name, typed in form.participants.items()
        if typed.strip() and name not in known
    ]
    return list({s.participant.name: s for s in shown}.values())
