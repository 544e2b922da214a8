"""Keeps pages once made: a build never changes, and neither do the pages that rest on nothing else.

Each process keeps the ones last asked for, within a bound of memory. What rests on a body sent is made anew every
time, and so are pages that rest on the card library; pictures of rulings are kept as long as it stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from threading import Lock

from cachetools import LRUCache
from flask import Flask, Response, current_app, g, request

from judge.web.http.request_log import is_inside

MOST_BYTES = 5_000_000
"""Of bodies that one process keeps."""
_LARGEST = 500_000
_OVERHEAD = 500
_EXTENSION = "judge-kept"

_Address = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class _Page:
    body: bytes
    content_type: str
    etag: str
    letters: int
    """Of its address, which is kept with it and may be far longer than the page."""

    def __len__(self) -> int:
        return len(self.body) + self.letters + _OVERHEAD


class _Kept:
    """The pages of one application, by address; shared by its threads."""

    def __init__(self, most_bytes: int) -> None:
        self._pages: LRUCache[_Address, _Page] = LRUCache(most_bytes, getsizeof=len)
        self._lock = Lock()

    def get(self, address: _Address) -> _Page | None:
        with self._lock:
            return self._pages.get(address)

    def put(self, address: _Address, page: _Page) -> None:
        with self._lock:
            self._pages[address] = page


def install(
    app: Flask, endpoints: Collection[str], most_bytes: int = MOST_BYTES, beside: Callable[[], str | None] = lambda: ""
) -> None:
    """Keep what GET answers at `endpoints`, which must rest on build, address and what `beside` tells alone.

    `beside` gives words that change with what pages rest on besides; None where that cannot be told now.

    To be installed after limits and before whatever changes headers: a kept page passes both like a new one.
    """
    app.extensions[_EXTENSION] = _Kept(most_bytes)
    chosen = frozenset(endpoints)

    def find() -> Response | None:
        if request.endpoint not in chosen or request.method not in ("GET", "HEAD") or is_inside():
            return None
        state = beside()
        if state is None:
            return None
        g.kept_address = (request.root_url, request.path, request.query_string.decode("latin-1"), state)
        page = _kept().get(g.kept_address)
        if page is None:
            return None
        g.kept_address = None
        response = Response(page.body, content_type=page.content_type)
        response.set_etag(page.etag)
        return response

    def keep(response: Response) -> Response:
        address = g.get("kept_address")
        if address and request.method == "GET" and response.status_code == 200 and _is_plain(response):
            response.add_etag()
            etag, _ = response.get_etag()
            letters = sum(len(part) for part in address[:3])
            page = _Page(response.get_data(), response.headers["Content-Type"], etag or "", letters)
            _kept().put(address, page)
        return response

    app.before_request(find)
    app.after_request(keep)


def _kept() -> _Kept:
    kept: _Kept = current_app.extensions[_EXTENSION]
    return kept


def _is_plain(response: Response) -> bool:
    """True for a body that stands by itself, under no header of its own."""
    own = {name.lower() for name, _ in response.headers} - {"content-type", "content-length", "etag"}
    return not response.is_streamed and not own and len(response.get_data()) <= _LARGEST
