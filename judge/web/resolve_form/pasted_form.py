"""Fills the form from a pasted dispute: which fields hold a guess, which pasted words found no place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from flask import g
from markupsafe import Markup, escape

from judge.errors import JudgeError, Problem
from judge.pasted.pasted_values import Pasted, Unplaced
from judge.web import page_context
from judge.web.dispute_in_address import unpack
from judge.web.resolve_form.form_fields import DisputeForm, form_from_dispute
from judge.web.resolve_form.form_problems import field_of


@dataclass(frozen=True, slots=True)
class ShownPaste:
    """What was read from the pasted text: the reason of each guess by its field, the text with the passages marked
    that found no place, and what is wrong with some of them."""

    guesses: Mapping[str, str]
    marked: Markup
    unplaced: int
    notes: tuple[str, ...]


NO_GAME = "-"


def read(form: DisputeForm, meant: str) -> Pasted:
    """What stands in the form's paste box, read as of the game that is `meant`, once a request. Raises as
    `Desk.pasted`.
    """
    game = meant if meant in page_context.desk().corpus.games else None
    known: dict[object, Pasted] = g.setdefault("pasted", {})
    if (form.pasted, game) not in known:
        text = form.pasted.replace("\r\n", "\n")
        known[form.pasted, game] = page_context.desk().pasted(text, game, unpack)
    return known[form.pasted, game]


def filled(form: DisputeForm, pasted: Pasted) -> DisputeForm:
    """The form as the pasted text says it; a text of nothing but cards adds them to those that are there."""
    dispute = pasted.dispute
    new = form_from_dispute(dispute, page_context.wording(str(dispute.get("game", ""))))
    only_cards = not (new.players or new.occurrence) and bool(new.cards)
    if only_cards and form.said_cards:
        kept = [form.cards[place] for place in form.said_cards]
        return replace(form, cards=(*kept, *new.cards), filled=form.game or NO_GAME)
    return replace(new, pasted=form.pasted, filled=form.game or NO_GAME, players=new.players or ({"seat": "1"},))


def shown(form: DisputeForm) -> ShownPaste | None:
    """What to tell of the paste box; None before it was read."""
    if not form.filled or not form.pasted.strip():
        return None
    try:
        pasted = read(form, form.filled)
    except JudgeError:
        return None
    text = form.pasted.replace("\r\n", "\n")
    notes = tuple(one.why for one in pasted.unplaced if one.why)
    return ShownPaste(dict(_guesses(form, pasted)), _marked(text, pasted.unplaced), len(pasted.unplaced), notes)


def _guesses(form: DisputeForm, pasted: Pasted) -> Iterator[tuple[str, str]]:
    """Lazily, fields that still hold what was guessed, and why."""
    for guess in pasted.guessed:
        field = field_of(Problem("", guess.path))
        if field and form.typed(field) == _as_typed(guess.value):
            yield field, guess.why


def _as_typed(value: object) -> str:
    return "\n".join(str(one) for one in value) if isinstance(value, list) else "" if value is None else str(value)


def _marked(text: str, unplaced: tuple[Unplaced, ...]) -> Markup:
    """The pasted text with the passages marked that found no place, by a line and by words for those who cannot see
    it."""
    parts: list[Markup] = []
    at = 0
    for one in unplaced:
        first, end = one.at
        if at <= first < end <= len(text):
            parts.append(escape(text[at:first]))
            mark = Markup('<mark class="unread">{}<span class="vh"> (not placed)</span></mark>')
            parts.append(mark.format(text[first:end]))
            at = end
    return Markup("").join([*parts, escape(text[at:])])
