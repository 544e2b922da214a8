"""Rulings at addresses that can be shared: `/rulings/BUILD/DISPUTE`, computed anew from the dispute inside."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from judge import printing
from judge.errors import JudgeError
from judge.web import context
from judge.web.address import MAX_ADDRESS, pack, unpack
from judge.web.form import form_from_dispute
from judge.web.form_page import form_page
from judge.web.ruling_view import names_of, show_ruling, situation, warning_in_words
from judge.web.what_if import changed, what_ifs

if TYPE_CHECKING:
    from judge.rulings.ruling import Ruling

pages = Blueprint("rulings", __name__)

_NOINDEX = {"X-Robots-Tag": "noindex"}


@pages.get("/rulings/<build>/<packed>")
def ruling(build: str, packed: str) -> AnyResponse | str | tuple[str, int]:
    """The ruling on the dispute in the address; `?as=text`, `json`, `dispute` or `orders` gives it in that form.

    A build other than the present one is told. A dispute that is refused today opens in the form with what is wrong.
    """
    dispute = unpack(packed)
    if request.args.get("as") == "dispute":
        return _file(dispute)
    try:
        result = context.desk().resolve(dispute)
    except JudgeError as error:
        if error.http_status >= 500:
            raise
        return _refused(dispute, error)
    if request.args.get("as") == "orders":
        return Response(_orders_page(dispute, packed), headers=_NOINDEX)
    if request.args.get("as") == "text":
        return Response(printing.ruling(result) + "\n", content_type="text/plain; charset=utf-8", headers=_NOINDEX)
    if request.args.get("as") == "json":
        text = json.dumps(result.as_json(), ensure_ascii=False)
        return Response(text, content_type="application/json; charset=utf-8", headers=_NOINDEX)
    return Response(ruling_page(dispute, result, build), headers=_NOINDEX)


@pages.post("/rulings/what-if")
def what_if() -> AnyResponse | str | tuple[str, int]:
    """The ruling after one change to the dispute: an ability not used, another defender, another edition …"""
    dispute = changed(unpack(request.form.get("dispute", "")), request.form.get("change", ""))
    packed = pack(dispute)
    if len(packed) <= MAX_ADDRESS:
        return redirect(url_for("rulings.ruling", build=context.desk().build_id, packed=packed), 303)
    try:
        return ruling_page(dispute, context.desk().resolve(dispute))
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


def ruling_page(dispute: Mapping[str, Any], result: Ruling, build: str | None = None) -> str:
    """A ruling as a page; `build` is the one its address names, None where it has no address."""
    desk = context.desk()
    data = result.as_json()
    shown = show_ruling(desk, dispute, data)
    packed = pack(dispute)
    wording = context.wording(data["game"])
    return render_template(
        "ruling.html",
        dispute=dispute,
        packed=packed,
        too_long=len(packed) > MAX_ADDRESS,
        ruling=shown,
        warnings=[warning_in_words(warning, wording) for warning in shown.warnings],
        what_ifs=what_ifs(desk, dispute, data, wording),
        situation=situation(dispute, wording),
        book=desk.corpus.book(data["game"], data["edition"]),
        old_build=build if build not in (None, desk.build_id) else None,
        query="",
    )


def _orders_page(dispute: Mapping[str, Any], packed: str) -> str:
    """Every result that the choices of the players lead to, and what differs between them."""
    desk = context.desk()
    found = desk.all_orders(dispute).as_json()
    data = found["outcomes"][0]["ruling"]
    return render_template(
        "orders.html",
        outcomes=[(row, show_ruling(desk, dispute, row["ruling"])) for row in found["outcomes"]],
        note=found["note"],
        name=names_of(desk, dispute),
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
    return form_page(form_from_dispute(dispute, context.wording(str(dispute.get("game", "")))), error)
