"""One file fetched from the web, by http and https only, within bounds of size and time however it is sent."""

from __future__ import annotations

import time
from http.client import HTTPException, IncompleteRead
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from judge.errors import CouldNot, JudgeError, NotAllowed, TooLarge

MOST_BYTES = 64 * 1024 * 1024
MOST_SECONDS = 120.0
"""For all of it, redirects included; a server that sends a byte now and then gains no more time by it."""
_STALLED_SECONDS = 30
_CHUNK = 65_536
_SCHEMES = ("http", "https")


def is_on_the_web(address: str) -> bool:
    """True for an http or https address."""
    try:
        return urlsplit(address).scheme in _SCHEMES
    except ValueError:
        return False


def download(address: str) -> bytes:
    """What is found at an http or https address.

    Raises NotAllowed where a redirect leaves the web or turns from https to http, TooLarge beyond `MOST_BYTES`,
    CouldNot for an address that does not answer as it should or in time.
    """
    answer: SimpleQueue[bytes | JudgeError] = SimpleQueue()
    end = time.monotonic() + MOST_SECONDS
    # Only another thread can be left behind while a server keeps a connection busy without answering.
    Thread(target=lambda: answer.put(_fetched(address, end)), daemon=True).start()
    try:
        found = answer.get(timeout=MOST_SECONDS)
    except Empty:
        raise _too_slow(address) from None
    if isinstance(found, JudgeError):
        raise found
    return found


def _fetched(address: str, end: float) -> bytes | JudgeError:
    try:
        return _fetch(address, end)
    except JudgeError as error:
        return error
    except (URLError, HTTPException, OSError, ValueError) as problem:
        return CouldNot(f"{address} could not be read ({problem}); is the address right?", address)


def _fetch(address: str, end: float) -> bytes:
    request = Request(address, headers={"User-Agent": "judge-rules", "Accept": "application/json"})
    found = bytearray()
    with _opener().open(request, timeout=min(_STALLED_SECONDS, MOST_SECONDS)) as answer:
        packed = answer.headers.get("Content-Encoding", "identity").lower()
        if packed != "identity":
            raise CouldNot(f"{address} sends its cards packed ({packed[:20]}), which was not asked for.", address)
        while chunk := answer.read1(_CHUNK):
            found += chunk
            if len(found) > MOST_BYTES:
                raise TooLarge(f"{address} sends more than {MOST_BYTES // 2**20} MB.", address)
            if time.monotonic() > end:
                raise _too_slow(address)
        if answer.length:
            raise IncompleteRead(bytes(found), answer.length)
    return bytes(found)


def _too_slow(address: str) -> CouldNot:
    return CouldNot(f"{address} did not send all within {MOST_SECONDS:.0f} seconds; try again later.", address)


class _OnlyWeb(HTTPRedirectHandler):
    """Follows a redirect to http and https only, and never from https to http."""

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        scheme = urlsplit(newurl).scheme
        if scheme not in _SCHEMES:
            raise NotAllowed(f"{req.full_url} leads to {newurl}, which is not on the web.", newurl)
        if req.type == "https" and scheme == "http":
            raise NotAllowed(f"{req.full_url} leads to {newurl}, which is not encrypted.", newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener() -> OpenerDirector:
    """What opens addresses of the web and nothing else: no files, no FTP, no data addresses."""
    opener = OpenerDirector()
    for handler in (ProxyHandler, HTTPHandler, HTTPSHandler, _OnlyWeb, HTTPErrorProcessor, HTTPDefaultErrorHandler):
        opener.add_handler(handler())
    return opener
