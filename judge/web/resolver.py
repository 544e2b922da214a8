"""The resolver's form at `/resolve`: built up by submit buttons, so that it works without JavaScript."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from judge.ability import CardText
from judge.bodies import read_dispute_file
from judge.corpus import Corpus
from judge.errors import JudgeError, NotFound
from judge.web import context
from judge.web.address import MAX_ADDRESS, pack, unpack
from judge.web.form import DisputeForm, dispute_of, edited, form_from_dispute, form_from_fields
from judge.web.form_page import form_page
from judge.web.rulings import ruling_page
from judge.web.wording import Wording

pages = Blueprint("resolver", __name__)


@pages.get("/resolve")
def resolve() -> str | tuple[str, int]:
    """The form: empty, of an example (`?example=`), or of a dispute (`?dispute=`, packed as in an address)."""
    if "example" in request.args:
        return form_page(_example_form(request.args["example"]))
    if "dispute" in request.args:
        dispute = unpack(request.args["dispute"])
        return form_page(form_from_dispute(dispute, _wording_of(dispute)))
    return form_page(_empty_form(request.args.get("game", ""), request.args.get("edition", "")))


@pages.post("/resolve")
def press() -> str | Response | tuple[str, int]:
    """A button of the form: another row, a refreshed form, the cards as understood, a file opened, or the ruling."""
    action = request.form.get("do", "resolve")
    if action == "upload":
        return _uploaded()
    form = form_from_fields(request.form.items(multi=True))
    if action == "resolve":
        return _rule(form)
    form = _with_a_known_edition(edited(form, action), context.desk().corpus)
    return form_page(form, understood=_understood(form) if action == "read" else {}, pressed=action)


def _rule(form: DisputeForm) -> str | Response | tuple[str, int]:
    try:
        dispute = dispute_of(form, context.wording(form.game))
        ruling = context.desk().resolve(dispute)
    except JudgeError as error:
        if error.http_status >= 500:
            raise
        return form_page(form, error), error.http_status
    packed = pack(dispute)
    if len(packed) <= MAX_ADDRESS:
        return redirect(url_for("rulings.ruling", build=context.desk().build_id, packed=packed), 303)
    return ruling_page(dispute, ruling)


def _uploaded() -> str | tuple[str, int]:
    file = request.files.get("file")
    try:
        dispute = read_dispute_file(file.read() if file else b"")
    except JudgeError as error:
        return form_page(_empty_form("", ""), error), error.http_status
    return form_page(form_from_dispute(dispute, _wording_of(dispute)), pressed="upload")


def _empty_form(game: str, edition: str) -> DisputeForm:
    seat = {"seat": "1"}
    return DisputeForm(game=game, edition=edition, players=(seat,), cards=({},))


def _example_form(example_id: str) -> DisputeForm:
    for example in context.examples():
        if example.id == example_id:
            return form_from_dispute(example.dispute, context.wording(example.game))
    raise NotFound(f"There is no example “{example_id}”.", "example", [e.id for e in context.examples()][:5])


def _wording_of(dispute: Mapping[str, Any]) -> Wording:
    return context.wording(str(dispute.get("game", "")))


def _with_a_known_edition(form: DisputeForm, corpus: Corpus) -> DisputeForm:
    """Another game chosen: the edition of the last one no longer says anything."""
    if form.game in corpus.games and form.edition not in {book.edition for book in corpus.editions(form.game)}:
        return replace(form, edition="")
    return form


def _understood(form: DisputeForm) -> dict[int, CardText | str]:
    """Each card's text as the program understood it, or the sentence that says why it could not."""
    read: dict[int, CardText | str] = {}
    for place, card in enumerate(form.cards):
        if card.get("text", "").strip():
            try:
                read[place] = context.desk().ability(card["text"], form.game or None)
            except JudgeError as error:
                read[place] = error.message
    return read
