"""Shows the resolver's form at `/resolve`, built up by submit buttons, so that it works without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from judge.ability import CardText
from judge.cards.card import LibraryCard
from judge.corpus import Corpus
from judge.errors import JudgeError, NotFound
from judge.forms.form_wording import FormWording
from judge.request_bodies import read_dispute_file
from judge.web import page_context
from judge.web.dispute_in_address import MAX_ADDRESS, pack, unpack
from judge.web.http.request_size_limits import check_dispute, check_texts
from judge.web.pages.rulings import ruling_page
from judge.web.resolve_form.form_fields import DisputeForm, dispute_of, edited, form_from_dispute, form_from_fields
from judge.web.resolve_form.form_problems import at_its_row
from judge.web.resolve_form.hints import as_list, guessed, hints
from judge.web.resolve_form.library_cards import settle, take, with_texts
from judge.web.resolve_form.mended_readings import Row, start_mending, stop_mending
from judge.web.resolve_form.page import check_form, form_page, read_in_words
from judge.web.resolve_form.pasted_form import filled
from judge.web.resolve_form.pasted_form import read as read_pasted

pages = Blueprint("resolver", __name__)

_MOST_TAKEN = 20
"""Cards that an address may put into the form."""


@pages.get("/resolve")
def resolve() -> str | tuple[str, int]:
    """The form: empty, of an example (`?example=`), or of a dispute (`?dispute=`, packed as in an address)."""
    if "example" in request.args:
        return form_page(_example_form(request.args["example"]))
    if "dispute" in request.args:
        dispute = unpack(request.args["dispute"])
        form = form_from_dispute(dispute, _wording_of(dispute))
        mend = request.args.get("mend", "")
        return form_page(_pressed(form, f"mend-{mend}") if mend else form, understood=True)
    form = _empty_form(request.args.get("game", ""), request.args.get("edition", ""))
    for code in request.args.getlist("card")[:_MOST_TAKEN]:
        form = _take(form, code)
    return form_page(form)


@pages.post("/resolve")
def press() -> str | Response | tuple[str, int]:
    """A button of the form: another row, a refreshed form, the cards as understood, a file opened, or the ruling."""
    action = request.form.get("do", "resolve")
    if action == "upload":
        return _uploaded()
    check_texts({name: sent for name, sent in request.form.to_dict(flat=False).items() if name != "pasted"})
    form = form_from_fields(request.form.items(multi=True))
    check_form(form)
    if action == "paste":
        return _filled(form)
    if action == "enter":  # the Enter key in a field: it looks a card up, or shows how the form reads so far
        action = "find" if form.find.strip() else "read"
    if action == "resolve":
        return _rule(form)
    form = _with_a_known_edition(_pressed(form, action), page_context.desk().corpus)
    return form_page(form, understood=action == "read", pressed=action)


@pages.post("/resolve/reading")
def reading() -> str:
    """A text as the program understands it, as the piece of the form that shows it."""
    check_texts(request.form)
    text, game = request.form.get("text", ""), request.form.get("game", "")
    return render_template("_reading_alone.html", understood=read_in_words(text, game, page_context.desk()))


@pages.post("/resolve/hints")
def hints_of_the_form() -> Response:
    """What the form may not mean as it stands, field by field (`text`), and what is taken of its cards (`guess`)."""
    form = form_from_fields(request.form.items(multi=True))
    desk, wording = page_context.desk(), page_context.wording(form.game)
    return jsonify([*as_list(hints(form, desk, wording)), *guessed(form, desk, wording)])


def _pressed(form: DisputeForm, action: str) -> DisputeForm:
    """The form after a button that takes a card of the library, mends a reading, or adds and moves rows."""
    verb, _, rest = action.partition("-")
    if verb == "take":
        return _take(form, rest)
    place, _, code = rest.partition("-")
    if verb in ("pick", "mend", "unmend") and re.fullmatch(r"\d{1,4}", place) and int(place) < len(form.cards):
        return replace(form, cards=_row_changed(form, verb, int(place), code))
    return edited(form, action)


def _row_changed(form: DisputeForm, verb: str, place: int, code: str) -> tuple[Row, ...]:
    row = form.cards[place]
    if verb == "pick":
        return settle(form.cards, place, _card_of(code))
    new = stop_mending(row) if verb == "unmend" else start_mending(row, _text_read(row, form.game))
    return tuple(new if n == place else other for n, other in enumerate(form.cards))


def _text_read(row: Row, game: str) -> CardText:
    """The reading of a row's text; nothing for one that cannot be read, so that all of it can be written by hand."""
    try:
        return page_context.desk().ability(row.get("text", ""), game or None)
    except JudgeError:
        return CardText()


def _take(form: DisputeForm, code: str) -> DisputeForm:
    card = _card_of(code)
    return replace(form, game=form.game or card.game, cards=take(form.cards, card), find="")


def _card_of(code: str) -> LibraryCard:
    found = page_context.desk().cards.find("", code)
    if not found:
        raise NotFound(f"The card library has no card with the code “{code[:40]}”.", "card")
    return found[0]


def _rule(form: DisputeForm) -> str | Response | tuple[str, int]:
    try:
        dispute = with_texts(page_context.desk().cards, dispute_of(form, page_context.wording(form.game)))
        check_dispute(dispute)
        ruling = page_context.desk().resolve(dispute)
    except JudgeError as error:
        if error.http_status >= 500:
            raise
        return form_page(form, error.of([at_its_row(one, form) for one in error.problems])), error.http_status
    packed = pack(dispute)
    if len(packed) <= MAX_ADDRESS:
        return redirect(url_for("rulings.ruling", build=page_context.desk().build_id, packed=packed), 303)
    return ruling_page(dispute, ruling)


def _filled(form: DisputeForm) -> str | tuple[str, int]:
    """The form as the pasted text says it; as it was, with what is wrong, where the text cannot be read."""
    try:
        new = filled(form, read_pasted(form, form.game))
        check_dispute(dispute_of(new, page_context.wording(new.game)))
    except JudgeError as error:
        if error.http_status >= 500:
            raise
        return form_page(replace(form, filled=""), error), error.http_status
    return form_page(new, understood=True, pressed="paste")


def _uploaded() -> str | tuple[str, int]:
    file = request.files.get("file")
    try:
        dispute = check_dispute(read_dispute_file(file.read() if file else b""))
    except JudgeError as error:
        return form_page(_empty_form("", ""), error), error.http_status
    return form_page(form_from_dispute(dispute, _wording_of(dispute)), pressed="upload")


def _empty_form(game: str, edition: str) -> DisputeForm:
    seat = {"seat": "1"}
    return DisputeForm(game=game, edition=edition, players=(seat,), cards=({},))


def _example_form(example_id: str) -> DisputeForm:
    for example in page_context.examples():
        if example.id == example_id:
            return form_from_dispute(example.dispute, page_context.wording(example.game))
    raise NotFound(f"There is no example “{example_id}”.", "example", [e.id for e in page_context.examples()][:5])


def _wording_of(dispute: Mapping[str, Any]) -> FormWording:
    return page_context.wording(str(dispute.get("game", "")))


def _with_a_known_edition(form: DisputeForm, corpus: Corpus) -> DisputeForm:
    """Another game chosen: the edition of the last one no longer says anything."""
    if form.game in corpus.games and form.edition not in {book.edition for book in corpus.editions(form.game)}:
        return replace(form, edition="")
    return form
