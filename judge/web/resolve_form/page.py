"""Shows the form: the fields its game and occurrence need, each problem at its field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import render_template
from markupsafe import Markup

from judge.cards.card import LibraryCard
from judge.desk import Desk
from judge.errors import JudgeError
from judge.forms.form_wording import ParticipantField
from judge.web import page_context
from judge.web.http.request_size_limits import MAX_BODY, check_abilities, check_cards
from judge.web.resolve_form.form_fields import DisputeForm
from judge.web.resolve_form.form_problems import field_of, in_words_of_the_form, problems_by_field
from judge.web.resolve_form.hints import hints
from judge.web.resolve_form.library_cards import candidates
from judge.web.resolve_form.mended_readings import mended
from judge.web.resolve_form.pasted_form import shown
from judge.web.views.card_view import ShownPart, show_parts
from judge.web.views.rule_html import marked_unread

_FOUND = 20
"""Cards offered for a name."""


@dataclass(frozen=True, slots=True)
class ShownParticipant:
    """A participant's field, and whether the occurrence can do without it."""

    participant: ParticipantField
    optional: bool


def form_page(
    form: DisputeForm,
    error: JudgeError | None = None,
    understood: bool = False,
    pressed: str = "",
) -> str:
    """The form as a page, with what is wrong told at the fields it belongs to; `understood` shows all readings."""
    desk = page_context.desk()
    corpus = desk.corpus
    game = form.game if form.game in corpus.games else ""
    wording = page_context.wording(form.game)
    paste = shown(form)
    problems = [in_words_of_the_form(p, form.occurrence, wording) for p in error.problems] if error else []
    return render_template(
        "resolve.html",
        form=form,
        corpus=corpus,
        wording=wording,
        occurrences=_occurrences(game, form.edition),
        fields=_fields(form, game),
        problems=problems_by_field(problems),
        mistakes=[(problem.message, field_of(problem)) for problem in problems],
        error=error,
        fitting=candidates(desk.cards, game, form.cards),
        understood=_readings(form) if understood else {},
        hints=hints(form, desk, wording) if understood else {},
        mended={place: abilities for place, row in enumerate(form.cards) if (abilities := mended(row))},
        has_cards=bool(game) and desk.cards.holds(game),
        found=_found(desk, form.find, game) if form.find.strip() else None,
        examples=page_context.examples(game or None),
        pressed=pressed,
        paste=paste,
        guesses=paste.guesses if paste is not None else {},
        most=MAX_BODY,
        query="",
    )


def check_form(form: DisputeForm) -> None:
    """Raises TooLarge for a form with more cards or abilities than a dispute may have."""
    check_cards(len(form.cards))
    check_abilities(sum(len(mended(row) or ()) for row in form.cards))


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text as it is read: its parts, the text with what was not understood marked, words taken to be misspelt."""

    parts: tuple[ShownPart, ...]
    marked: Markup | None
    notes: tuple[str, ...]


Reading = ShownText | str


def read_in_words(text: str, game: str, desk: Desk) -> Reading | None:
    """A card's text as the program understands it, the sentence why it cannot be read, or None where there is none."""
    if not text.strip():
        return None
    try:
        named = game if game in desk.corpus.games else desk.corpus.games[0]
        read = desk.ability(text, named)
        marked = marked_unread(text, [one.span for one in read.unread]) if read.unread else None
        return ShownText(tuple(show_parts(desk, read, named)), marked, read.assumptions)
    except JudgeError as error:
        return error.message


def _readings(form: DisputeForm) -> dict[int, Reading]:
    """By its place, the reading of each card that has a text, its own or that of the one library card it names."""
    desk = page_context.desk()
    texts = {place: row.get("text", "") for place, row in enumerate(form.cards)}
    fitting = candidates(desk.cards, form.game, form.cards)
    texts |= {place: cards[0].whole_text for place, cards in fitting.items() if len(cards) == 1}
    read = {place: read_in_words(text, form.game, desk) for place, text in texts.items()}
    return {place: reading for place, reading in read.items() if reading is not None}


def _found(desk: Desk, words: str, game: str) -> tuple[LibraryCard, ...]:
    return tuple(card for card in desk.cards.search(words, limit=_FOUND * 4) if card.game == game)[:_FOUND]


def _occurrences(game: str, edition: str) -> list[dict[str, Any]]:
    if not game:
        return []
    known = {book.edition for book in page_context.desk().corpus.editions(game)}
    return page_context.desk().occurrences(
        game, edition if edition in known else page_context.desk().corpus.book(game).edition
    )


def _fields(form: DisputeForm, game: str) -> list[ShownParticipant]:
    """The fields of the chosen occurrence, then what else was typed or given, so that nothing is lost from sight."""
    wording = page_context.wording(game)
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
