"""Limits on what comes in, headers on what goes out: body size, security policy, CORS of the API, revalidation."""

from __future__ import annotations

from io import BytesIO

from flask import Flask, Response, request

from judge.errors import TooLarge
from judge.web.settings import settings

MAX_BODY = 1_000_000
"""Bytes of a request's body; more is `too-large` (413)."""
_MAX_DRAINED = 32_000_000
_CHUNK = 65_536

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
    app.config["MAX_FORM_PARTS"] = 10_000
    app.before_request(_refuse_a_large_body)
    app.after_request(_set_headers)


def is_api(path: str) -> bool:
    """True for addresses that answer with JSON, errors too."""
    return path.startswith("/api/")


def _refuse_a_large_body() -> None:
    if "chunked" in request.environ.get("HTTP_TRANSFER_ENCODING", "").lower():
        _take_in_chunks()
        return
    length = request.content_length or 0
    if length > MAX_BODY:
        _drain(min(length, _MAX_DRAINED))
        raise _too_large(f"{length / 1e6:.1f} MB")


def _take_in_chunks() -> None:
    """Read a body of unknown length: past the limit Werkzeug would cut it off in silence."""
    stream = request.environ["wsgi.input"]
    body = bytearray()
    while len(body) <= MAX_BODY and (chunk := stream.read(_CHUNK)):
        body += chunk
    if len(body) > MAX_BODY:
        _drain(_MAX_DRAINED)
        raise _too_large("too large")
    del request.environ["HTTP_TRANSFER_ENCODING"]
    request.environ |= {"wsgi.input": BytesIO(bytes(body)), "CONTENT_LENGTH": str(len(body))}


def _too_large(size: str) -> TooLarge:
    return TooLarge(
        f"What you sent is {size}; at most {MAX_BODY / 1e6:.0f} MB can be read. "
        "Go back with your browser: the page you came from still holds everything. Then shorten it.",
        "body",
    )


def drain_body() -> None:
    """Read and drop what was sent, within bounds, before a refusal."""
    _drain(min(request.content_length or 0, MAX_BODY))


def _drain(length: int) -> None:
    """Read and drop the body: many clients only listen for the answer once they have sent everything."""
    stream = request.environ["wsgi.input"]
    while length > 0 and (chunk := stream.read(min(length, _CHUNK))):
        length -= len(chunk)


def _set_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if settings().is_https:
        response.headers["Strict-Transport-Security"] = _HTTPS_ONLY
    if is_api(request.path):
        response.headers["Access-Control-Allow-Origin"] = "*"
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "GET, POST")
            response.headers["Access-Control-Allow-Headers"] = "Content-Type"
            response.headers["Access-Control-Max-Age"] = "86400"
    if request.endpoint == "static" and "v" in request.args and response.status_code == 200:
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"  # `v` changes with the content
    elif request.endpoint != "static" and request.method in ("GET", "HEAD") and response.status_code == 200:
        response.headers.setdefault("Cache-Control", "no-cache")
        if not response.is_streamed:
            response.add_etag()
            response.make_conditional(request)
    return response
