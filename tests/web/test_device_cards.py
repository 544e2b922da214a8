"""Packs fetched for a browser: only from the addresses on the list of the installation."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from judge.cards.download import is_under
from judge.errors import NotAllowed
from judge.web.settings import Settings, read_settings
from tests.web.fake_desk import fake_desk
from tests.web.server import Answer, Client, serving

PACK = [{"code": "1", "name": "Moth", "type_code": "ally"}]


class _Api(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path.startswith("/api/away"):
            self.send_response(302)
            self.send_header("Location", "/elsewhere/pack.json")
            self.end_headers()
            return
        body = b"<html>" if self.path == "/api/page" else json.dumps(PACK).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def api() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Api)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/api/"
    server.shutdown()
    server.server_close()


def fetch(site: Client, address: str) -> Answer:
    return site.post_form("/cards/fetch", address=address)


def test_a_pack_comes_as_it_is_from_an_address_on_the_list(api: str) -> None:
    with serving(fake_desk(), said=Settings(card_sources=(api,))) as site:
        assert fetch(site, f"{api}public/cards").json() == PACK
        page = fetch(site, f"{api}page")
        assert page.status == 400 and "does not answer with JSON" in page.json()["error"]
        away = fetch(site, f"{api}away")
        assert away.status == 422 and "from where no cards are fetched" in away.json()["error"]
        other = fetch(site, api.replace("/api/", "/elsewhere/pack.json"))
        assert other.status == 422 and f"only from {api}" in other.json()["error"]
        assert f"from: {api}" in site.get("/cards/device").text


def test_without_a_list_nothing_is_fetched(site: Client, api: str) -> None:
    answer = fetch(site, api)
    assert answer.status == 422 and "download the file and choose it here" in answer.json()["error"]
    assert 'id="by-address"' not in site.get("/cards/device").text


@pytest.mark.parametrize(
    "address",
    [
        "https://cards.example.org.evil.net/api/x",
        "https://cards.example.org@evil.net/api/x",
        "http://cards.example.org/api/x",
        "https://cards.example.org/apiary/x",
        "https://cards.example.org/api/../admin",
        "https://cards.example.org/api/%2e%2e/admin",
        "https://cards.example.org:8443/api/x",
        "https://cards.example.org\\@evil.net/api/",
        "file:///etc/hostname",
        "",
    ],
)
def test_an_address_beside_the_list_is_not_on_it(address: str) -> None:
    assert not is_under(address, "https://cards.example.org/api/")
    assert is_under("https://cards.example.org/api/cards/?q=1", "https://cards.example.org/api/")


def test_a_source_that_is_none_is_refused() -> None:
    sources = "https://cards.example.org/api/ http://127.0.0.1:9/"
    assert read_settings({"JUDGE_CARD_SOURCES": sources}).card_sources == tuple(sources.split())
    with pytest.raises(NotAllowed, match="JUDGE_CARD_SOURCES"):
        read_settings({"JUDGE_CARD_SOURCES": "marvelcdb.com"})
