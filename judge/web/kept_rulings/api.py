"""Answers `/api/kept-rulings` with kept rulings as JSON: reading needs nothing, writing a token."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

from judge.errors import NotAllowed, NotFound, NotUnderstood
from judge.kept_rulings import ruling_form
from judge.kept_rulings.model import KeptRuling, StoredRuling
from judge.kept_rulings.staleness import read_by_build, stale
from judge.request_bodies import read_json
from judge.web import page_context
from judge.web.http.json_answers import answer_json
from judge.web.kept_rulings.list_filters import FIELDS, filter_of
from judge.web.kept_rulings.verdicts import verdict_on
from judge.web.kept_rulings.write_access import refuse_beyond_rights, writer_by_header

pages = Blueprint("kept_rulings_api", __name__, url_prefix="/api/kept-rulings")

MOST = 100
_LONGEST_WHY = 2_000


@pages.get("")
def every() -> Response:
    """Kept rulings, newest first or best first for words; `first` and `limit` page them."""
    first, limit = _number("first", 0, 10_000_000), _number("limit", 20, MOST)
    found, total = page_context.desk().kept_rulings.find(
        filter_of(request.args, page_context.desk().corpus), first, limit
    )
    said = [(name, value) for name in FIELDS if (value := request.args.get(name))]
    following = [*said, ("first", first + limit), ("limit", limit)]
    more = f"{url_for('.every')}?{urlencode(following)}" if first + limit < total else None
    return answer_json(
        {"total": total, "first": first, "next": more, "rulings": [ruling_form.kept_as_json(k) for k in found]}
    )


@pages.get("/schema")
def schema() -> Response:
    """The JSON schema of the form in which a kept ruling is written down."""
    return answer_json(ruling_form.schema())


@pages.get("/<ruling_id>")
def one(ruling_id: str) -> Response:
    """One kept ruling, with what has become stale of it and what this program says of its dispute."""
    return answer_json(_told(_kept(ruling_id)))


@pages.get("/<ruling_id>/versions")
def versions(ruling_id: str) -> Response:
    """Every version of a ruling, the first first, also of one that was removed."""
    found = page_context.desk().kept_rulings.history(ruling_id)
    if not found:
        raise _not_found(ruling_id)
    return answer_json([ruling_form.version_as_json(version) for version in found])


@pages.post("")
def add() -> Response:
    """Keep a new ruling: `{"ruling": …, "why": …}`, with a token that may."""
    writer = writer_by_header()
    said = _said()
    ruling = _grounded(said, None)
    refuse_beyond_rights(writer, "add", None, ruling)
    page_context.desk().kept_rulings.save([ruling], writer.name, _why(said), {ruling.id: 0})
    answer = answer_json(_told(_kept(ruling.id)))
    answer.status_code = 201
    answer.headers["Location"] = url_for(".one", ruling_id=ruling.id)
    return answer


@pages.put("/<ruling_id>")
def change(ruling_id: str) -> Response:
    """Change a ruling: as it was read, `version` included, with what is to be changed in `ruling`."""
    writer = writer_by_header()
    said = _said()
    kept = _kept(ruling_id)
    ruling = _grounded(said, kept.ruling)
    if ruling.id != ruling_id:
        raise NotAllowed(f"The ruling in the body is “{ruling.id}”, the one of the address “{ruling_id[:100]}”.", "id")
    refuse_beyond_rights(writer, "change", kept, ruling)
    page_context.desk().kept_rulings.save([ruling], writer.name, _why(said), {ruling_id: _version(said.get("version"))})
    return answer_json(_told(_kept(ruling_id)))


@pages.delete("/<ruling_id>")
def remove(ruling_id: str) -> Response:
    """Keep a ruling no longer; `?version=` says as which it was read. Its versions stay."""
    writer = writer_by_header()
    kept = _kept(ruling_id)
    refuse_beyond_rights(writer, "remove", kept, None)
    version = request.args.get("version", "")
    expected = _version(int(version) if version.isdecimal() and len(version) < 10 else None)
    why = request.args.get("why", "").replace("\x00", "")[:_LONGEST_WHY]
    page_context.desk().kept_rulings.remove(ruling_id, writer.name, why, expected)
    return answer_json({"id": ruling_id, "removed": True})


def _told(kept: StoredRuling) -> dict[str, Any]:
    outcome = verdict_on(kept)
    gone = [{"place": str(s.place), "why": s.why} for s in stale(page_context.desk().corpus, kept.ruling)]
    check = {"build": page_context.desk().build_id, "verdict": outcome.verdict, "sentence": outcome.sentence,
             "why": outcome.why, "step": outcome.step}  # fmt: skip
    return {**ruling_form.kept_as_json(kept), "stale": gone, "check": check}


def _kept(ruling_id: str) -> StoredRuling:
    kept = page_context.desk().kept_rulings.get(ruling_id)
    if kept is None:
        raise _not_found(ruling_id)
    return kept


def _not_found(ruling_id: str) -> NotFound:
    return NotFound(f"There is no kept ruling “{ruling_id[:100]}”.", "id")


def _said() -> dict[str, Any]:
    said = read_json(request.get_data())
    if not isinstance(said.get("ruling"), dict):
        raise NotUnderstood("The body has no “ruling”; it should be an object of that name.", "ruling")
    return said


def _grounded(said: dict[str, Any], known: KeptRuling | None) -> KeptRuling:
    corpus = page_context.desk().corpus
    return read_by_build(corpus, said["ruling"], known)


def _why(said: dict[str, Any]) -> str:
    why = said.get("why", "")
    if not isinstance(why, str) or len(why) > _LONGEST_WHY or "\x00" in why:
        raise NotUnderstood(f"“why” should be text of at most {_LONGEST_WHY} characters.", "why")
    return why


def _version(said: object) -> int:
    if type(said) is not int:
        raise NotUnderstood("Say the “version” at which you have read the ruling, a number.", "version")
    return said


def _number(name: str, default: int, most: int) -> int:
    said = request.args.get(name, "")
    if not said:
        return default
    if not (said.isascii() and said.isdecimal()):
        raise NotUnderstood(f"{name} is “{said[:40]}”; it should be a number up to {most}.", name)
    number = int(said[:20])
    if number > most or (name == "limit" and number < 1):
        raise NotAllowed(f"{name} is {said[:20]}; it may be up to {most}.", name)
    return number
