"""Hints at what a form may not mean as it stands, before anything is resolved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from judge.desk import Desk
from judge.disputes.dispute_values import Dispute
from judge.errors import JudgeError
from judge.forms.form_wording import FormWording
from judge.web.resolve_form.form_fields import DisputeForm, dispute_of
from judge.web.resolve_form.form_problems import at_its_row, field_of, in_words_of_the_form, problems_by_field
from judge.web.resolve_form.guesses import guesses
from judge.web.resolve_form.library_cards import with_texts

UNKNOWN = "No text is given, and no library has a card of this name: what it says will not be in the ruling."


def hints(form: DisputeForm, desk: Desk, wording: FormWording) -> dict[str, list[str]]:
    """By field: what would be refused, cards of which nobody knows what they say, participants who are nobody; under
    ``""`` what belongs to no field. Nothing of what is not typed yet.
    """
    if form.game not in desk.corpus.games:
        return {}
    found = _refused(form, desk, wording)
    form = form.without(found)
    whole = _read(form, desk, wording)
    for warning in whole.warnings if whole is not None else ():
        found.setdefault(_field_of(warning, form), []).append(wording.warning(warning))
    dispute = whole or _read(form, desk, wording, with_occurrence=False)
    for place, card in zip(form.said_cards, dispute.cards if dispute is not None else (), strict=False):
        if card.unknown:
            found.setdefault(f"cards-{place}-text", []).append(UNKNOWN)
    return found


def _refused(form: DisputeForm, desk: Desk, wording: FormWording) -> dict[str, list[str]]:
    """By field, why what is typed there would be refused."""
    try:
        desk.dispute(with_texts(desk.cards, dispute_of(form, wording)))
    except JudgeError as error:
        placed = [at_its_row(problem, form) for problem in error.problems]
        typed = [problem for problem in placed if form.typed(field_of(problem)).strip()]
        return problems_by_field(in_words_of_the_form(problem, form.occurrence, wording) for problem in typed)
    return {}


def guessed(form: DisputeForm, desk: Desk, wording: FormWording) -> list[dict[str, str]]:
    """What is taken of the cards where the form says nothing; empty where the form means no dispute yet."""
    if form.game not in desk.corpus.games:
        return []
    dispute = _read(form, desk, wording) or _read(form, desk, wording, with_occurrence=False)
    rows = {place: form.cards[place] for place in form.said_cards}
    return guesses(rows, dispute, wording) if dispute is not None else []


def _read(form: DisputeForm, desk: Desk, wording: FormWording, with_occurrence: bool = True) -> Dispute | None:
    """The dispute that the form means so far; None where it means none yet."""
    try:
        said: dict[str, Any] = with_texts(desk.cards, dispute_of(form, wording))
        return desk.dispute(said if with_occurrence else _without_occurrence(said))
    except JudgeError:
        return None


def _without_occurrence(dispute: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in dispute.items() if key not in ("occurrence", "active_player")}


def _field_of(warning: str, form: DisputeForm) -> str:
    """The participant's field that a warning begins with; empty where it is about none."""
    name = re.match(r"\w+", warning)
    return f"occ-{name[0]}" if name and name[0] in form.participants else ""


def as_list(found: Mapping[str, Iterable[str]]) -> list[dict[str, str]]:
    """The hints as the form's script takes them."""
    return [{"field": field, "text": " ".join(said)} for field, said in found.items()]
