"""Limits what comes in (body size), sets headers on what goes out: security policy, CORS of the API, revalidation."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from flask import Flask, Response, request
from markupsafe import escape

from judge.errors import TooLarge
from judge.web import addresses
from judge.web.http.errors import answer, is_api
from judge.web.http.request_size_limits import LARGEST_ANSWER, MAX_BODY
from judge.web.settings import settings

_ANY_SIZE = frozenset({"offline.kept", "offline.search", "static"})
"""Endpoints whose answers are made once, the same for everybody; the pages to keep offline are 6 MB unpacked."""
_MOST_FORM_PARTS = 6_000

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HTTPS_ONLY = "max-age=31536000"
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
}


def install(app: Flask) -> None:
    """Set the limits and headers of the application."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_BODY
    app.config["MAX_FORM_PARTS"] = _MOST_FORM_PARTS
    app.before_request(_refuse_a_large_body)
    app.after_request(_set_headers)
    app.after_request(_refuse_a_large_answer)


def _refuse_a_large_body() -> None:
    """The server has taken in what is sent, up to its own limit, so that an answer is listened to."""
    length = request.content_length or 0
    if length > MAX_BODY:
        back = "Go back with your browser: the page you came from still holds everything. Then shorten it."
        what = f"What you sent is {length // 1000:,} kB; at most {MAX_BODY // 1000} kB can be read."
        raise TooLarge(f"{what} {'Send less.' if is_api(request.path) else back}", "body")


def _refuse_a_large_answer(response: Response) -> Response:
    """What is sent is bounded; where its answer is not, say so instead. (Flask calls this before `_set_headers`.)"""
    if request.endpoint in _ANY_SIZE or response.is_streamed or len(response.get_data()) <= LARGEST_ANSWER:
        return response
    message = f"The answer would be larger than {LARGEST_ANSWER / 1e6:.0f} MB; send fewer cards, or shorter texts."
    return answer(TooLarge(message, "cards"))


def _set_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if there := response.headers.get("Location"):  # Flask's own redirects are made from the Host that a client names
        parts = urlsplit(there)
        address = urlunsplit(("", "", f"/{parts.path.lstrip('/')}", parts.query, parts.fragment))
        response.headers["Location"] = address
        response.set_data(f'<!doctype html>\n<title>Moved</title>\n<p><a href="{escape(address)}">It is here.</a>\n')
    if settings().is_https:
        response.headers["Strict-Transport-Security"] = _HTTPS_ONLY
    if is_api(request.path):
        response.headers["Access-Control-Allow-Origin"] = "*"
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "GET, POST")
            response.headers["Access-Control-Allow-Headers"] = "Content-Type"
            response.headers["Access-Control-Max-Age"] = "86400"
    if request.endpoint == "static" and response.status_code == 200 and _names_its_content():
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    elif request.endpoint != "static" and request.method in ("GET", "HEAD") and response.status_code == 200:
        response.headers.setdefault("Cache-Control", "no-cache")
        if not response.is_streamed:
            response.add_etag()
            response.make_conditional(request)
    return response


def _names_its_content() -> bool:
    """True for an asset asked for under the address that changes with it."""
    return request.args.get("v") == addresses.digest_of_asset(str((request.view_args or {}).get("filename", "")))
