"""Makes the reader as files: visits the application's own pages over every internal link, makes links relative.

What needs the program (the resolver, rulings, cards, the API) becomes one page that says so; the search is the
browser's (`static/browser-search.js`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import relpath
from urllib.parse import urljoin, urlsplit, urlunsplit
from xml.sax.saxutils import escape

from flask import Flask, render_template

from judge.desk import Desk
from judge.errors import CouldNot, NotFound
from judge.web.addresses import entry_address
from judge.web.http.limits_and_headers import POLICY
from judge.web.http.request_log import INSIDE

LEFT_OUT_PAGE = "needs-the-program.html"
_LEFT_OUT = ("/resolve", "/rulings", "/cards", "/api", "/offline")
_KEPT_IN = "/offline/search.json"
_NOT_IN_SITEMAP = ("printed/", "compare/", "404.html", LEFT_OUT_PAGE)

_LINK = re.compile(r'(?P<start>\s(?:href|src|action|data-home|data-index|data-search)=")(?P<to>/[^"]*)"')
_NAMES_THE_HOST = re.compile(
    r'(?<!\s)\s*<(?:link rel="canonical"|meta (?:property="og:(?:url|image[^"]*)"|name="twitter:[^"]*"))[^>]*>'
)
_META_POLICY = "; ".join(part for part in POLICY.split("; ") if not part.startswith("frame-ancestors"))

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the application answers at an address: a page, another file, or where it leads."""

    body: bytes = b""
    is_page: bool = False
    leads_to: str | None = None


def static_site(
    app: Flask, desk: Desk, address: str | None = None, progress: Progress = lambda _: None
) -> dict[str, bytes]:
    """Every file of the site by its path from the site's root.

    `address` is where the site will be found, ending with `/`. Links between pages never need it; the canonical links,
    the sitemap and the page for wrong addresses (shown at any depth) do, and take `/` for it.

    Raises CouldNot, naming the address, where a page links to one that the application does not answer.
    """
    visit = _Visit(app, address)
    visit.walk(["/", "/games", *visit.addresses_of(desk.corpus.entries)], progress)
    visit.add_page(LEFT_OUT_PAGE, visit.rendered("left_out.html"))
    error = NotFound("There is no page at this address; it may be mistyped, or the rule may have moved.")
    html = visit.rendered("error.html", error=error, title="Not found", typed=[])
    visit.add_page("404.html", html, at_any_depth=True)
    visit.walk([], progress)
    return {**visit.files, **(_for_robots(visit.files, address) if address else {})}


class _Visit:
    """A walk over the application: the files made so far, and the pages still to be rewritten."""

    def __init__(self, app: Flask, address: str | None) -> None:
        app.jinja_env.globals["exported"] = True
        self._app = app
        self._client = app.test_client()
        self._address = address
        self._waiting: list[tuple[str, bytes]] = []
        self._names: dict[str, str] = {}
        """Path in the application to file of the site, of everything met."""
        self.files: dict[str, bytes] = {}

    def addresses_of(self, entry_ids: Mapping[str, object]) -> list[str]:
        """The application's addresses of entries."""
        with self._app.test_request_context():
            return [entry_address(entry_id) for entry_id in entry_ids]

    def rendered(self, template: str, **facts: object) -> str:
        """A page that the application has under no address of its own."""
        with self._app.test_request_context("/"):
            return render_template(template, query="", **facts)

    def walk(self, starts: list[str], progress: Progress) -> None:
        """Take in the pages at `starts` and everything they lead to."""
        for path in starts:
            self._name_of(path)
        while self._waiting:
            name, html = self._waiting.pop()
            self.add_page(name, html.decode())
            if len(self.files) % 200 == 0:
                progress(f"{len(self.files)} files …")

    def add_page(self, name: str, html: str, at_any_depth: bool = False) -> None:
        """Take a page in, its links rewritten for where it stands."""
        head = f'\n<meta http-equiv="Content-Security-Policy" content="{_META_POLICY}">'
        if self._address and not at_any_depth:
            here = escape(_whole(self._address, name))
            head += f'\n<link rel="canonical" href="{here}">\n<meta property="og:url" content="{here}">'
        html = _NAMES_THE_HOST.sub("", html).replace('<meta charset="utf-8">', f'<meta charset="utf-8">{head}', 1)
        base = None if at_any_depth else name
        self.files[name] = _LINK.sub(lambda found: f'{found["start"]}{self._link(found["to"], base)}"', html).encode()

    def _link(self, to: str, page: str | None) -> str:
        """An address of the application as seen from a page of the site; None: from any address of the host."""
        parts = urlsplit(to)
        if parts.netloc:
            return to
        name = self._name_of(parts.path)
        start = urlsplit(self._address or "/").path
        path = relpath(name, PurePosixPath(page).parent) if page else urljoin(start, name)
        return path if name == LEFT_OUT_PAGE else urlunsplit(("", "", path, parts.query, parts.fragment))

    def _name_of(self, path: str) -> str:
        """The file that stands for a path of the application, which is visited when it is new."""
        if path != _KEPT_IN and any(path == left or path.startswith(f"{left}/") for left in _LEFT_OUT):
            return LEFT_OUT_PAGE
        if path not in self._names:
            answer = self._get(path)
            self._names[path] = self._name_of(answer.leads_to) if answer.leads_to else _file_name(path, answer.is_page)
            if answer.is_page:
                self._waiting.append((self._names[path], answer.body))
            elif not answer.leads_to:
                self.files[self._names[path]] = answer.body
        return self._names[path]

    def _get(self, path: str) -> _Answer:
        answer = self._client.get(path, environ_overrides=dict(INSIDE))
        if answer.status_code in (301, 302, 303, 307, 308):
            return _Answer(leads_to=urlsplit(answer.location).path)
        if answer.status_code != 200:
            raise CouldNot(f"A page links to {path}, which the application answers with {answer.status}.", path)
        return _Answer(answer.get_data(), answer.mimetype == "text/html")


def _file_name(path: str, is_page: bool) -> str:
    """The file that stands for a path of the application.

    >>> _file_name("/", True), _file_name("/games/go/first", True), _file_name("/static/app.css", False)
    ('index.html', 'games/go/first.html', 'static/app.css')
    """
    bare = path.strip("/")
    return f"{bare or 'index'}.html" if is_page else bare


def _whole(address: str, name: str) -> str:
    return urljoin(address, "" if name == "index.html" else name)


def _for_robots(files: Mapping[str, bytes], address: str) -> dict[str, bytes]:
    """`sitemap.xml` and `robots.txt`, which name whole addresses."""
    pages = sorted(name for name in files if name.endswith(".html") and not name.startswith(_NOT_IN_SITEMAP))
    rows = "".join(f"<url><loc>{escape(_whole(address, name))}</loc></url>\n" for name in pages)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    robots = f"User-agent: *\nAllow: /\nSitemap: {_whole(address, 'sitemap.xml')}\n"
    return {"sitemap.xml": f"{head}{rows}</urlset>\n".encode(), "robots.txt": robots.encode()}
