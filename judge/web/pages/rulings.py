"""Shows rulings at addresses that can be shared: `/rulings/BUILD/DISPUTE`, computed anew from the dispute inside."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from judge import terminal_text
from judge.errors import JudgeError, NotAllowed
from judge.forms.form_wording import FormWording
from judge.rulings.ruling_text import may_or_must, short_text
from judge.web import page_context
from judge.web.addresses import asset_address
from judge.web.dispute_in_address import MAX_ADDRESS, pack, unpack
from judge.web.kept_rulings import shown_beside
from judge.web.resolve_form.form_fields import form_from_dispute
from judge.web.resolve_form.page import form_page
from judge.web.views.link_previews import IMAGE, on_any_host
from judge.web.views.ruling_changes import RulingChanges, changes_between
from judge.web.views.ruling_view import show_ruling, situation
from judge.web.views.what_if import changed_by, in_words, what_ifs

if TYPE_CHECKING:
    from judge.rulings.ruling import Ruling

pages = Blueprint("rulings", __name__)

_MOST_CHANGES = 6
"""Changes that an address may hold."""
_NOINDEX = {"X-Robots-Tag": "noindex"}


@pages.get("/rulings/<build>/<packed>")
def ruling(build: str, packed: str) -> AnyResponse | str | tuple[str, int]:
    """The ruling on the dispute in the address, with what `?change=` says changed; `?as=` gives it in another form:
    text, long, json, dispute, orders or compare.

    A build other than the present one is told. A dispute that is refused today opens in the form with what is wrong.
    """
    base = unpack(packed)
    changes = _changes(request.args.getlist("change"))
    dispute = changed_by(base, changes)
    form = request.args.get("as", "")
    if form == "dispute":
        return _file(dispute)
    try:
        result = page_context.desk().resolve(dispute)
        if form == "compare":
            return Response(_compare_page(base, packed, changes, result), headers=_NOINDEX)
        if form == "orders":
            return Response(_orders_page(dispute, pack(dispute)), headers=_NOINDEX)
        if form == "json":
            return _json(shown_beside.in_ruling(dispute, result.as_json()))
        if form in _AS_TEXT:
            return _AS_TEXT[form](result)
        return Response(ruling_page(dispute, result, build, base, changes), headers=_NOINDEX)
    except JudgeError as error:
        if error.http_status >= 500:
            raise
        return _refused(dispute, error)


@pages.get("/rulings/<build>/<packed>/picture.png")
def picture(build: str, packed: str) -> AnyResponse:  # noqa: ARG001  # so that a new build has a picture of its own
    """The picture that a chat shows of the ruling at that address; that of all pages where the ruling is refused."""
    from judge.web.views.ruling_picture import draw, picture_of

    try:
        result = page_context.desk().resolve(changed_by(unpack(packed), _changes(request.args.getlist("change"))))
    except JudgeError as error:
        if error.http_status >= 500:
            raise
        return redirect(asset_address(IMAGE))
    book = page_context.desk().corpus.book(result.game, result.edition)
    return Response(draw(picture_of(result, book.game_title)), content_type="image/png")


def _changes(given: Sequence[str]) -> tuple[str, ...]:
    """Changes of an address. Raises NotAllowed where there are too many."""
    if len(given) > _MOST_CHANGES:
        raise NotAllowed(f"A ruling takes at most {_MOST_CHANGES} changes; this address has {len(given)}.", "change")
    return tuple(given)


def _short(result: Ruling) -> Response:
    """The text for a chat, with the address that it was asked at."""
    asked = request.full_path.replace("?as=text&", "?").removesuffix("&as=text").removesuffix("?as=text")
    link = on_any_host(asked)
    book = page_context.desk().corpus.book(result.game, result.edition)
    text = short_text(result, book.title, link)
    return Response(text + "\n", content_type="text/plain; charset=utf-8", headers=_NOINDEX)


def _long(result: Ruling) -> Response:
    headers = {"Content-Disposition": 'attachment; filename="ruling.txt"', **_NOINDEX}
    text = terminal_text.ruling(result) + "\n"
    return Response(text, content_type="text/plain; charset=utf-8", headers=headers)


def _json(ruling: Mapping[str, Any]) -> Response:
    text = json.dumps(ruling, ensure_ascii=False)
    return Response(text, content_type="application/json; charset=utf-8", headers=_NOINDEX)


_AS_TEXT: Mapping[str, Callable[[Any], Response]] = {"text": _short, "long": _long}


@pages.post("/rulings/what-if")
def what_if() -> AnyResponse | str | tuple[str, int]:
    """The ruling after one change to the dispute: an ability not used, another order, another defender, edition …"""
    base = unpack(request.form.get("dispute", ""))
    changes = _changes((*request.form.getlist("made"), request.form.get("change", "")))
    dispute = changed_by(base, changes)
    packed = pack(base)
    if len(packed) <= MAX_ADDRESS:
        here = url_for("rulings.ruling", build=page_context.desk().build_id, packed=packed, change=changes)
        return redirect(here, 303)
    try:
        return ruling_page(dispute, page_context.desk().resolve(dispute), None, base, changes)
    except JudgeError as error:
        return _refused(dispute, error)


@pages.post("/rulings/file")
def file() -> Response:
    """The dispute as a file to keep and to open again, for what is too long for an address."""
    return _file(unpack(request.form.get("dispute", "")))


@pages.post("/rulings/edit")
def edit() -> str:
    """The dispute in the form again, for what is too long for an address."""
    return _form(unpack(request.form.get("dispute", "")), None)


def ruling_page(
    dispute: Mapping[str, Any],
    result: Ruling,
    build: str | None = None,
    base: Mapping[str, Any] | None = None,
    changes: Sequence[str] = (),
) -> str:
    """A ruling as a page; `build` is the one its address names, None where it has no address.

    `base` is the dispute before the `changes`, against which they are told.
    """
    desk = page_context.desk()
    data = result.as_json()
    shown = show_ruling(desk, dispute, data)
    base = base or dispute
    packed = pack(base)
    wording = page_context.wording(data["game"])
    return render_template(
        "ruling.html",
        dispute=dispute,
        packed=packed,
        packed_now=pack(dispute),
        too_long=len(packed) > MAX_ADDRESS,
        asks_library=bool(dispute.get("occurrence")) and len(packed) <= MAX_ADDRESS and desk.cards.holds(data["game"]),
        ruling=shown,
        warnings=[wording.warning(warning) for warning in shown.warnings],
        what_ifs=what_ifs(desk, dispute, data, wording) if len(changes) < _MOST_CHANGES else [],
        made=changes,
        changes=_told(base, data, changes, wording),
        situation=situation(dispute, wording),
        book=desk.corpus.book(data["game"], data["edition"]),
        old_build=build if build not in (None, desk.build_id) else None,
        query="",
    )


def _told(
    base: Mapping[str, Any], data: Mapping[str, Any], changes: Sequence[str], wording: FormWording
) -> RulingChanges | None:
    """What the changes changed; None where there are none, or the dispute before them cannot be resolved."""
    if not changes:
        return None
    try:
        before = page_context.desk().resolve(base).as_json()
    except JudgeError:
        return None
    return changes_between(before, data, _said(base, data, changes, wording))


def _said(base: Mapping[str, Any], data: Mapping[str, Any], changes: Sequence[str], wording: FormWording) -> list[str]:
    """Each change as a reader would say it, of the dispute as it was when it was made."""
    return [
        in_words(page_context.desk(), changed_by(base, changes[:place]), change, data, wording)
        for place, change in enumerate(changes)
    ]


def _compare_page(base: Mapping[str, Any], packed: str, changes: Sequence[str], result: Ruling) -> str:
    """Two rulings side by side: before and after the changes, or this one and that of another address (`with`)."""
    desk = page_context.desk()
    data = result.as_json()
    other = request.args.get("with", "").strip().rstrip("/").partition("?")[0].rpartition("/")[2]
    second = unpack(other) if other else base
    before = desk.resolve(second).as_json()
    first, now = (data, before) if other else (before, data)
    alone = not other and not changes
    said = () if other else _said(base, data, changes, page_context.wording(data["game"]))
    return render_template(
        "compared.html",
        sides=[(side, desk.corpus.book(side["game"], side["edition"])) for side in (first, now)][: 1 if alone else 2],
        changes=changes_between(first, now, said),
        may_or_must=may_or_must,
        packed=packed,
        made=changes,
        query="",
    )


def _orders_page(dispute: Mapping[str, Any], packed: str) -> str:
    """Every result that the choices of the players lead to, and what differs between them."""
    desk = page_context.desk()
    found = desk.all_orders(dispute).as_json()
    data = found["outcomes"][0]["ruling"]
    return render_template(
        "orders.html",
        outcomes=[(row, show_ruling(desk, dispute, row["ruling"])) for row in found["outcomes"]],
        note=found["note"],
        names=data["names"],
        book=desk.corpus.book(data["game"], data["edition"]),
        packed=packed,
        query="",
    )


def _file(dispute: Mapping[str, Any]) -> Response:
    text = json.dumps(dispute, ensure_ascii=False, indent=1) + "\n"
    headers = {"Content-Disposition": 'attachment; filename="dispute.json"', **_NOINDEX}
    return Response(text, content_type="application/json; charset=utf-8", headers=headers)


def _refused(dispute: Mapping[str, Any], error: JudgeError) -> tuple[str, int]:
    return _form(dispute, error), error.http_status


def _form(dispute: Mapping[str, Any], error: JudgeError | None) -> str:
    return form_page(form_from_dispute(dispute, page_context.wording(str(dispute.get("game", "")))), error)
