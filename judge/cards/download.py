"""Fetches one file by http or https, within bounds of size and time however it is sent."""

from __future__ import annotations

import time
from collections.abc import Sequence
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


def is_under(address: str, source: str) -> bool:
    """True for an address whose host is that of `source` and whose path begins with its path, step by step."""
    try:
        asked, known = urlsplit(address), urlsplit(source)
    except ValueError:
        return False
    plain = "%" not in asked.path and "\\" not in address and ".." not in asked.path.split("/")
    same = (asked.scheme, asked.netloc.lower()) == (known.scheme, known.netloc.lower())
    return plain and same and f"{asked.path}/".startswith(f"{known.path.rstrip('/')}/")


def download(address: str, most: int | None = None, within: Sequence[str] = (), seconds: float | None = None) -> bytes:
    """What is found at an http or https address; redirects stay `within` the sources, where some are given.

    Raises NotAllowed where a redirect leaves the web or the sources or turns from https to http, TooLarge beyond `most`
    bytes, CouldNot for an address that does not answer as it should or in time.
    """
    answer: SimpleQueue[bytes | JudgeError] = SimpleQueue()
    patience = MOST_SECONDS if seconds is None else seconds
    end = time.monotonic() + patience
    # Only another thread can be left behind while a server keeps a connection busy without answering.
    Thread(target=lambda: answer.put(_fetched(address, end, most or MOST_BYTES, within)), daemon=True).start()
    try:
        found = answer.get(timeout=patience)
    except Empty:
        raise _too_slow(address) from None
    if isinstance(found, JudgeError):
        raise found
    return found


def _fetched(address: str, end: float, most: int, within: Sequence[str]) -> bytes | JudgeError:
    try:
        return _fetch(address, end, most, within)
    except JudgeError as error:
        return error
    except (URLError, HTTPException, OSError, ValueError) as problem:
        return CouldNot(f"{address} could not be read ({problem}); is the address right?", address)


def _fetch(address: str, end: float, most: int, within: Sequence[str]) -> bytes:
    request = Request(address, headers={"User-Agent": "judge-rules", "Accept": "application/json"})
    found = bytearray()
    with _opener(within).open(request, timeout=min(_STALLED_SECONDS, MOST_SECONDS)) as answer:
        packed = answer.headers.get("Content-Encoding", "identity").lower()
        if packed != "identity":
            raise CouldNot(f"{address} sends its cards packed ({packed[:20]}), which was not asked for.", address)
        while chunk := answer.read1(_CHUNK):
            found += chunk
            if len(found) > most:
                raise TooLarge(f"{address} sends more than {most // 2**20} MB.", address)
            if time.monotonic() > end:
                raise _too_slow(address)
        if answer.length:
            raise IncompleteRead(bytes(found), answer.length)
    return bytes(found)


def _too_slow(address: str) -> CouldNot:
    return CouldNot(f"{address} did not send all within {MOST_SECONDS:.0f} seconds; try again later.", address)


class _OnlyWeb(HTTPRedirectHandler):
    """Follows a redirect to http and https only, never from https to http, and to nowhere but `within`."""

    def __init__(self, within: Sequence[str]) -> None:
        self._within = within

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        scheme = urlsplit(newurl).scheme
        if scheme not in _SCHEMES:
            raise NotAllowed(f"{req.full_url} leads to {newurl}, which is not on the web.", newurl)
        if req.type == "https" and scheme == "http":
            raise NotAllowed(f"{req.full_url} leads to {newurl}, which is not encrypted.", newurl)
        if self._within and not any(is_under(newurl, source) for source in self._within):
            raise NotAllowed(f"{req.full_url} leads to {newurl}, from where no cards are fetched.", newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(within: Sequence[str]) -> OpenerDirector:
    """What opens addresses of the web and nothing else: no files, no FTP, no data addresses."""
    opener = OpenerDirector()
    for handler in (ProxyHandler, HTTPHandler, HTTPSHandler, HTTPErrorProcessor, HTTPDefaultErrorHandler):
        opener.add_handler(handler())
    opener.add_handler(_OnlyWeb(within))
    return opener
