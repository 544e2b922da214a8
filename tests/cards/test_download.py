"""`judge cards import URL` against servers that do not behave: slow, endless, packed, leading elsewhere."""

from __future__ import annotations

import contextlib
import gzip
import json
import math
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from judge.cards import download as room
from judge.cards.card import LibraryCard
from judge.cards.packs import iter_cards
from judge.errors import CouldNot, NotAllowed, Problem, TooLarge

CARDS = json.dumps([{"code": "90001", "name": "Lumen", "type_code": "ally", "text": "Guard."}]).encode()


class _Unruly(BaseHTTPRequestHandler):
    """Answers as the path says."""

    stopped = threading.Event()

    def do_GET(self) -> None:
        with contextlib.suppress(OSError):  # the client has had enough, as it should
            getattr(self, "send_" + self.path.strip("/"))()

    def log_message(self, *_: object) -> None:
        """Keep the test's output quiet."""

    def _begin(self, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def send_cards_as_picture(self) -> None:
        self._begin(Content_Type="image/png")
        self.wfile.write(CARDS)

    def send_drip(self) -> None:
        self._begin()
        while not self.stopped.wait(0.05):
            self.wfile.write(b" ")
            self.wfile.flush()

    def send_slow_headers(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while not self.stopped.wait(0.1):
            self.wfile.write(b"X-A: b\r\n")
            self.wfile.flush()

    def send_endless(self) -> None:
        self._begin()
        while not self.stopped.is_set():
            self.wfile.write(b" " * 65_536)

    def send_packed(self) -> None:
        self._begin(Content_Encoding="gzip")
        self.wfile.write(gzip.compress(CARDS))

    def send_file(self) -> None:
        self._begin(302, Location="file:///etc/passwd")

    def send_circle(self) -> None:
        self._begin(302, Location="/circle")

    def send_further(self) -> None:
        self._begin(302, Location="/cards_as_picture")

    def send_cut(self) -> None:
        self._begin(Content_Length="1000")
        self.wfile.write(CARDS)

    def send_nonsense(self) -> None:
        self._begin()
        cards = [{"code": "9", "name": "\ud800"}, {"code": "8", "name": "x" * 30_000}, 5, {"code": "7", "name": "Oil"}]
        rows = [{**card, "type_code": "ally", "cost": math.nan} if isinstance(card, dict) else card for card in cards]
        self.wfile.write(json.dumps(rows).encode())


@pytest.fixture(scope="module")
def unruly() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Unruly)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    _Unruly.stopped.set()
    server.shutdown()
    server.server_close()


def names(source: str) -> list[str]:
    return [item.name if isinstance(item, LibraryCard) else item.message for item in iter_cards(source)]


def test_what_the_server_calls_it_says_nothing_and_redirects_are_followed(unruly: str) -> None:
    assert names(f"{unruly}/cards_as_picture") == names(f"{unruly}/further") == ["Lumen"]


@pytest.mark.parametrize("path", ["drip", "slow_headers"])
def test_a_server_that_drips_is_left_after_a_time_in_all(
    unruly: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MOST_SECONDS", 0.5)
    with pytest.raises(CouldNot, match="did not send all within"):
        names(f"{unruly}/{path}")


def test_a_server_that_never_ends_is_left_at_the_limit(unruly: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_BYTES", 2 * 2**20)
    with pytest.raises(TooLarge, match="more than 2 MB"):
        names(f"{unruly}/endless")


def test_what_comes_packed_is_not_unpacked(unruly: str) -> None:
    with pytest.raises(CouldNot, match="packed"):
        names(f"{unruly}/packed")


def test_redirects_lead_neither_to_files_nor_in_circles(unruly: str) -> None:
    with pytest.raises((NotAllowed, CouldNot), match="not allowed"):
        names(f"{unruly}/file")
    with pytest.raises(CouldNot, match="could not be read"):
        names(f"{unruly}/circle")


def test_an_answer_cut_short_is_no_library(unruly: str) -> None:
    with pytest.raises(CouldNot, match="could not be read"):
        names(f"{unruly}/cut")


def test_cards_that_cannot_be_kept_are_named_and_skipped(unruly: str) -> None:
    assert names(f"{unruly}/nonsense")[-1] == "Oil"
    assert [n for n, item in enumerate(iter_cards(f"{unruly}/nonsense"), 1) if isinstance(item, Problem)] == [1, 2, 3]


@pytest.mark.parametrize("source", ["file:///etc/passwd", "ftp://a.example/x", "gopher://a", "data://text/json,[]"])
def test_no_other_kind_of_address_is_opened(source: str) -> None:
    with pytest.raises(NotAllowed):
        names(source)


@pytest.mark.parametrize(
    "source", ["http://", "http://[", "http://a b/", "http://127.0.0.1:99999/", "http://127.0.0.1:1/"]
)
def test_an_address_that_cannot_be_reached_is_told(source: str) -> None:
    with pytest.raises((CouldNot, NotAllowed)):
        names(source)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert names(str(tmp_path)) == ["pipe.json is no file; skipped."]
