"""Renders errors as pages and as RFC 9457 problem details: one place, whatever raised them."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException

from judge.errors import CouldNot, JudgeError, NotAllowed, NotFound, NotUnderstood, TooLarge
from judge.web.http.request_size_limits import MAX_BODY, AddressTooLong


class ProgramFault(CouldNot):
    """A fault of the program itself (500)."""

    http_status = 500


def install(app: Flask) -> None:
    """Let the application answer every error through this module."""
    app.register_error_handler(JudgeError, answer)
    app.register_error_handler(HTTPException, _answer_http)
    app.register_error_handler(Exception, _answer_fault)


def is_api(path: str) -> bool:
    """True for addresses that answer with JSON, errors too."""
    return path.startswith("/api/")


def answer(error: JudgeError) -> Response:
    """The error as problem details under `/api`, as a page elsewhere, with the status of its class."""
    if is_api(request.path):
        return _problem_details(error)
    return _page(error)


def details(error: JudgeError) -> dict[str, Any]:
    """The error as RFC 9457 writes it, with the facts of the contract beside."""
    status = error.http_status
    return {
        "type": "about:blank",
        "title": _title(status),
        "status": status,
        "detail": error.message,
        **error.as_json(),
    }


def of_the_server(status: int, why: str) -> JudgeError:
    """What the server refuses before the application sees it, as an error of ours; `why` is what the server says."""
    sentences: dict[int, tuple[type[JudgeError], str]] = {
        413: (TooLarge, f"What you sent is too large: at most {MAX_BODY // 1000} kB can be read."),
        431: (AddressTooLong, "The address and its headers are too long; send less, or in a body."),
    }
    kind, sentence = sentences.get(status, (NotUnderstood, f"The request could not be read: {why}"))
    if status >= 500:
        kind, sentence = ProgramFault, "The server could not do this; try again in a moment."
    error = kind(sentence, "request")
    error.http_status = {431: 414}.get(status, status)
    return error


def _problem_details(error: JudgeError) -> Response:
    text = json.dumps(details(error), ensure_ascii=False)
    return Response(text, status=error.http_status, content_type="application/problem+json; charset=utf-8")


def _page(error: JudgeError) -> Response:
    title = _HEADINGS.get(error.http_status) or _title(error.http_status)
    html = render_template("error.html", error=error, title=title, typed=_typed(), query=_query())
    return Response(html, status=error.http_status, content_type="text/html; charset=utf-8")


def _typed() -> list[tuple[str, str]]:
    """The fields of the resolver's form, for the page to hand back; none where the body was too large to read."""
    if request.endpoint != "resolver.press" or (request.content_length or 0) > MAX_BODY:
        return []
    return [(name, value) for name, value in request.form.items(multi=True) if name != "do"]


def _query() -> str:
    return request.args.get("q", "")


_HEADINGS = {
    400: "This cannot be read",
    401: "Who are you?",
    403: "Not allowed",
    404: "Not found",
    405: "Not answered here",
    413: "Too large",
    414: "Too long",
    422: "This makes no sense here",
    429: "Too many requests",
    500: "The program failed",
    503: "Not at this moment",
}
"""What a page says instead of HTTP's own phrase (“Unprocessable Entity”)."""


def _title(status: int) -> str:
    return HTTPStatus(status).phrase


_METHOD = "{method} is not answered at {path}; {allowed} would be."
_KNOWN: dict[int, tuple[type[JudgeError], str]] = {
    404: (NotFound, "There is no page at {path}."),
    405: (NotAllowed, _METHOD),
    413: (TooLarge, f"What you sent is too large: at most {MAX_BODY // 1000} kB can be read."),
    414: (AddressTooLong, "The address is too long."),
}


def _answer_http(problem: HTTPException) -> Response:
    """An error of Flask's own, put as one of ours with the same status and headers."""
    status = problem.code or 500
    if status < 400:
        return Response(problem.get_response().data, status, dict(problem.get_headers()))
    error = _as_ours(status, problem)
    error.http_status = status
    response = answer(error)
    for name, value in problem.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _as_ours(status: int, problem: HTTPException) -> JudgeError:
    path = request.path if len(request.path) < 200 else request.path[:200] + "…"
    allowed = ", ".join(sorted(getattr(problem, "valid_methods", None) or []))
    if status in _KNOWN:
        kind, sentence = _KNOWN[status]
        return kind(sentence.format(path=path, method=request.method, allowed=allowed), "address")
    if status >= 500:
        return CouldNot("The server could not do this; try again in a moment.")
    return NotUnderstood(f"The request could not be read: {problem.description or problem.name}", "request")


def _answer_fault(fault: Exception) -> Response:
    """A defect: logged whole for whoever runs the program, told to the reader without a traceback."""
    current_app.logger.error("%s %s failed", request.method, request.path, exc_info=fault)
    return answer(
        ProgramFault(
            "The program failed at this. It is a defect of ours: please report it together with what you asked for."
        )
    )
