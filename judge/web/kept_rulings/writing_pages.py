"""Takes rulings in on pages that work without JavaScript: written down, changed, removed, restored."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from judge.errors import JudgeError, NotFound, NotUnderstood
from judge.kept_rulings.drafts import draft_of
from judge.kept_rulings.model import STATUSES, KeptRuling, StoredRuling
from judge.kept_rulings.ruling_form import as_form
from judge.kept_rulings.staleness import read_by_build
from judge.kept_rulings.store_changes import ChangedMeanwhile
from judge.kept_rulings.version_comparison import as_yaml
from judge.web import page_context
from judge.web.dispute_in_address import unpack
from judge.web.kept_rulings.write_access import anybody_may_write, refuse_beyond_rights, writer_by_form
from judge.web.kept_rulings.writing_fields import NAMES, by_field, field_of, fields_of, form_of

pages = Blueprint("kept_rulings_writing", __name__)

_Page = str | tuple[str, int] | AnyResponse


@pages.get("/kept-rulings/new")
def new() -> _Page:
    """An empty form; with `?dispute=`, the dispute of a computed ruling's address, a draft of that ruling."""
    packed = request.args.get("dispute", "")
    return _draft(packed) if packed else _form({**fields_of({}), "date": _today(), "status": "draft"})


@pages.post("/kept-rulings/draft")
def draft() -> _Page:
    """The same for a dispute that is too long for an address."""
    return _draft(request.form.get("dispute", ""))


def _draft(packed: str) -> _Page:
    dispute = unpack(packed)
    form = draft_of(dispute, page_context.desk().resolve(dispute).as_json())
    return _form(fields_of(form), text=as_yaml({**form, "source": {"who": "your name"}}))


@pages.post("/kept-rulings/new")
def add() -> _Page:
    """Keep what the form says, as a new ruling."""
    return _saved(None)


@pages.get("/kept-rulings/<ruling_id>/edit")
def edit(ruling_id: str) -> _Page:
    """A kept ruling in the form."""
    kept = _kept(ruling_id)
    return _form(fields_of(as_form(kept.ruling), kept.version), kept)


@pages.post("/kept-rulings/<ruling_id>/edit")
def change(ruling_id: str) -> _Page:
    """Keep what the form says, as a new version; or remove the ruling (`do=remove`)."""
    kept = _kept(ruling_id)
    if request.form.get("do") != "remove":
        return _saved(kept)
    try:
        writer = writer_by_form()
        refuse_beyond_rights(writer, "remove", kept, None)
        page_context.desk().kept_rulings.remove(ruling_id, writer.name, _why(), _version())
    except JudgeError as error:
        return _refused(error, kept)
    return redirect(url_for("kept_rulings.every"), 303)


@pages.post("/kept-rulings/<ruling_id>/restore")
def restore(ruling_id: str) -> _Page:
    """Make an earlier version the latest again."""
    writer = writer_by_form()
    store = page_context.desk().kept_rulings
    number = _number(request.form.get("restore", ""), "restore")
    old = next((v for v in store.history(ruling_id) if v.number == number), None)
    if old is None:
        raise NotFound(f"There is no version {number} of “{ruling_id[:100]}”.", "restore")
    kept = store.get(ruling_id)
    refuse_beyond_rights(writer, "restore", kept, old.ruling)
    store.restore(ruling_id, number, writer.name, _why(), kept.version if kept else 0)
    return redirect(url_for("kept_rulings.one", ruling_id=ruling_id), 303)


def _saved(kept: StoredRuling | None) -> _Page:
    try:
        writer = writer_by_form()
        ruling = _ruling(kept)
        refuse_beyond_rights(writer, "change" if kept else "add", kept, ruling)
        expected = {ruling.id: _version() if kept else 0}
        page_context.desk().kept_rulings.save([ruling], writer.name, _why(), expected)
    except JudgeError as error:
        return _refused(error, kept)
    return redirect(url_for("kept_rulings.one", ruling_id=ruling.id), 303)


def _ruling(kept: StoredRuling | None) -> KeptRuling:
    """The ruling that the form says. Raises NotAllowed with every mistake in it."""
    said, problems = form_of({**request.form, **({"id": kept.ruling.id} if kept else {})})
    known = kept.ruling if kept and not request.form.get("reviewed") else None
    return read_by_build(page_context.desk().corpus, said, known, problems)


def _why() -> str:
    return request.form.get("why", "").replace("\x00", "").strip()[:2_000]


def _version() -> int:
    return _number(request.form.get("version", ""), "version")


def _number(said: str, name: str) -> int:
    if not (said.isascii() and said.isdecimal() and len(said) < 10):
        raise NotUnderstood(f"The form lacks the number “{name}”; open it again.", name)
    return int(said)


def _kept(ruling_id: str) -> StoredRuling:
    kept = page_context.desk().kept_rulings.get(ruling_id)
    if kept is None:
        raise NotFound(f"There is no kept ruling “{ruling_id[:100]}”; /kept-rulings lists those there are.", "address")
    return kept


def _refused(error: JudgeError, kept: StoredRuling | None) -> tuple[str, int]:
    """The form again with everything typed and what is wrong. Raises what is the machine's fault or too often."""
    if error.http_status >= 500 or error.http_status == 429:
        raise error
    typed = {name: request.form.get(name, "") for name in NAMES}
    html = _form(typed, kept, error, newer=isinstance(error, ChangedMeanwhile) and kept is not None)
    return html, error.http_status


def _form(
    fields: Mapping[str, str], kept: StoredRuling | None = None, error: JudgeError | None = None, text: str = "",
    newer: bool = False,
) -> str:  # fmt: skip
    problems = error.problems if error else ()
    return render_template(
        "kept_ruling_form.html",
        fields=fields,
        kept=kept,
        error=error,
        problems=[(problem.message, field_of(problem)) for problem in problems],
        wrong={**dict.fromkeys((*NAMES, "token"), ()), **by_field(problems)},
        corpus=page_context.desk().corpus,
        statuses=STATUSES,
        may_write=anybody_may_write(),
        text=text,
        newer=newer,
        query="",
    )


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
