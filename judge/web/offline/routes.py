"""Serves use without a network: the service worker at `/sw.js`, what it keeps (`/offline/…`), the web manifest.

The worker keeps one build at a time, named by a key that changes with everything a kept page is made from. Where the
browser refuses workers (plain HTTP away from localhost) the page `/offline` says so.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for
from flask.testing import FlaskClient

from judge import __version__, data_places
from judge.corpus import Corpus
from judge.errors import CouldNot
from judge.web import addresses, kept_rulings, page_context
from judge.web.http import limits_and_headers
from judge.web.http.request_log import INSIDE
from judge.web.offline.search_index import browser_index
from judge.web.settings import settings

pages = Blueprint("offline", __name__)

_LEVEL = 6
"""gzip's level for what is kept."""
_TRIES = 3
"""A ruling kept while a document is made makes it anew; in the end it is handed out as it is."""
SEARCH_FILES = ("browser-search.js",)
_FILES = ("app.css", "app.js", "offline.js", "icons.svg", "judge.svg", "device-cards.js", "device-cards-page.js",
          "resolve.css", *SEARCH_FILES)  # fmt: skip
"""Files of `static/` that the kept pages need."""
_ICONS = (("judge.svg", "any", "image/svg+xml", "any"), ("app-icons/icon-192.png", "192x192", "image/png", "any"),
          ("app-icons/icon-512.png", "512x512", "image/png", "any"),
          ("app-icons/maskable-512.png", "512x512", "image/png", "maskable"))  # fmt: skip
_EXTENSION = "judge-offline"


@dataclass
class _Kept:
    """What one application hands out for keeping, made when first asked for."""

    app: Flask
    lock: Lock = field(default_factory=Lock)
    made: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    """By name: under which key it was made, and what."""
    last_mark: str = ""
    """Of the kept rulings: while they cannot be reached, copies stay as they are."""

    @property
    def key(self) -> str:
        """Changes with what copies rest on: build, templates, code, assets, kept rulings, address, for whom."""
        return self._key_at(kept_rulings.mark())

    def _key_at(self, mark: str | None) -> str:
        if mark is not None:
            self.last_mark = mark
        said = settings()
        beside = f"{self.last_mark} {self.app.jinja_env.globals['exported']} {said.public_url} {bool(said.writers)}"
        return sha256(f"{self._code} {beside}".encode()).hexdigest()[:12]

    @cached_property
    def _code(self) -> str:
        digest = sha256(f"{__version__} {page_context.desk().build_id}".encode())
        for folder in (data_places.templates_folder(), Path(str(files("judge.web")))):
            for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix != ".pyc"):
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()[:12]

    def squeezed(self, name: str, make: Callable[[], dict[str, Any]]) -> bytes:
        """The named document as gzipped JSON; made once for a build, however many ask at the same time."""

        def squeeze() -> bytes:
            text = json.dumps(make(), ensure_ascii=False, separators=(",", ":"))
            if kept_rulings.mark_now() is None:
                raise CouldNot("No copy can be made while the kept rulings cannot be reached; try again in a minute.")
            return gzip.compress(text.encode(), _LEVEL, mtime=0)

        with self.lock:
            key, squeezed = self.made.get(name, ("", b""))
            for _ in range(_TRIES):
                if key == (now := self._key_at(kept_rulings.mark_now())):
                    break
                key, squeezed = now, page_context.desk().derived(f"offline-{name}", now, squeeze)
                self.made[name] = (key, squeezed)
            return squeezed


def install(app: Flask) -> None:
    """Let the application answer the addresses of this module."""
    app.extensions[_EXTENSION] = _Kept(app)
    app.register_blueprint(pages)
    app.jinja_env.globals["offline_key"] = lambda: _kept().key


def _kept() -> _Kept:
    kept: _Kept = current_app.extensions[_EXTENSION]
    return kept


@pages.get("/sw.js")
def worker() -> Response:
    """The service worker, at the root so that its scope is the whole site; its bytes change with the key."""
    key = _kept().key
    index, pack = url_for("offline.search", v=key), url_for("offline.kept", v=key)
    assets = [*map(addresses.asset_address, _FILES), index, pack]
    facts = {"key": key, "policy": limits_and_headers.POLICY, "pages": pack, "files": assets}
    code = files("judge.web").joinpath("static/sw.js").read_text(encoding="utf-8")
    return Response(f"const KEPT = {json.dumps(facts)};\n{code}", mimetype="text/javascript")


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a device needs to install the application."""
    icons = [{"src": addresses.asset_address(name), "sizes": sizes, "type": kind, "purpose": purpose}
             for name, sizes, kind, purpose in _ICONS]  # fmt: skip
    home = url_for("finder.search")
    shortcuts = [{"name": "Resolve a dispute", "url": url_for("resolver.resolve")},
                 {"name": "Games and editions", "url": url_for("finder.games")}]  # fmt: skip
    facts = {
        "name": "Judge, a rules reference for card games",
        "short_name": "Judge",
        "description": "Find the rule, follow its references, see what resolves first and why.",
        "id": home, "start_url": home, "scope": home, "lang": "en", "display": "standalone",
        "theme_color": "#0d5c75", "background_color": "#fbfaf7", "icons": icons, "shortcuts": shortcuts,
    }  # fmt: skip
    return Response(json.dumps(facts, indent=1), mimetype="application/manifest+json")


@pages.get("/offline")
def about() -> str:
    """What is kept on the device and what is not; why not, where it cannot be."""
    corpus = page_context.desk().corpus
    return render_template("offline.html", books=corpus.books, count=len(corpus.entries), query="")


@pages.get("/offline/search.json")
def search() -> Response:
    """The browser's search index."""
    lexicon = page_context.desk().corpus_folder / "lexicon"

    def index() -> dict[str, Any]:
        return {**browser_index(page_context.desk().corpus, lexicon), "rulings": kept_rulings.rows_to_find()}

    return _to_keep(_kept().squeezed("search", index))


@pages.get("/offline/pages.json")
def kept() -> Response:
    """The pages that open without a network, as the application renders them: `{"build", "books", "pages"}`."""
    return _to_keep(_kept().squeezed("pages", _render_all))


def _render_all() -> dict[str, Any]:
    corpus = page_context.desk().corpus
    client = current_app.test_client()
    return {
        "build": corpus.build_id,
        "books": {book.key: f"{book.game_title}, {book.title}" for book in corpus.books},
        "pages": {path: _rendered(client, path) for path in _paths(corpus)},
    }


def _rendered(client: FlaskClient, path: str) -> str:
    answer = client.get(path, environ_overrides=dict(INSIDE))
    if answer.status_code != 200:
        raise CouldNot(f"The page {path} could not be made for keeping ({answer.status}).", path)
    return answer.get_data(as_text=True)


def _paths(corpus: Corpus) -> list[str]:
    """The addresses of the reader: home, games, help, contents, entries, kept rulings; and the page on offline use."""
    fixed = [
        url_for(page) for page in ("finder.search", "finder.games", "help.help_page", "offline.about", "cards.device")
    ]
    contents = [url_for("reader.contents", game=book.game, edition=book.edition) for book in corpus.books]
    return [*fixed, *contents, *map(addresses.entry_address, corpus.entries), *kept_rulings.paths_to_keep()]


def _to_keep(squeezed: bytes) -> Response:
    """A document to keep for ever under an address that names its key; gzipped for all who can read that."""
    response = Response(squeezed, content_type="application/json; charset=utf-8")
    response.headers["Vary"] = "Accept-Encoding"
    if request.accept_encodings["gzip"]:
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.data = gzip.decompress(squeezed)
    if request.args.get("v") == _kept().key:
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
