"""Judge as operators install it: the wheel, unpacked read-only and run as somebody else; and two servers that agree.

One server runs from the checkout and its build. The other runs from the wheel with a build of its own, made by another
user under another hash seed, with a card library filled in another order. What they answer is the same byte for byte.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from judge import data_places
from judge.desk import Desk
from judge.forms.examples import read_examples
from judge.web import create_app
from judge.web.dispute_in_address import pack
from judge.web.settings import Settings
from tests.web.page import Page
from tests.web.processes import Server, served
from tests.web.server import FORM, Answer
from tests.web.stocked import CARDS

ROOT = Path(__file__).resolve().parent.parent
NOBODY = 65534
GAME = "marvel-champions"
JSON = "application/json"
NOWHERE = "/no/such/page"
ADDRESS = "https://judge.example.org"


@dataclass(frozen=True)
class Installed:
    """The wheel, unpacked: where, and as whom it runs (None: as we do)."""

    site: Path
    user: int | None

    def environment(self, **more: str) -> dict[str, str]:
        home = self.site.parent / "home"
        return {
            **{name: value for name, value in os.environ.items() if name != "JUDGE_DATA"},
            "PYTHONPATH": str(self.site), "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(home), "XDG_DATA_HOME": str(home),
            "PYTHONHASHSEED": "77", **more,
        }  # fmt: skip

    def run(self, *arguments: str, **environment: str) -> str:
        """What a command prints; it must succeed."""
        done = subprocess.run(
            [sys.executable, "-m", "judge", *arguments],
            env=self.environment(**environment), cwd=self.site.parent, check=False, user=self.user,
            group=self.user, extra_groups=[] if self.user else None, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed() -> Iterator[Installed]:
    """The wheel in a folder nobody may write to, with a build made by another user in the platform's data folder."""
    folder = Path(tempfile.mkdtemp(prefix="judge-installed-"))  # pytest's own folders are closed to others
    try:
        wheel = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert wheel.returncode == 0
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as packed:
            packed.extractall(folder / "site")
        subprocess.run([sys.executable, "-m", "compileall", "-q", str(folder / "site")], check=True)
        user = _somebody_else()
        (folder / "home").mkdir()
        folder.chmod(0o755)
        if user:
            os.chown(folder / "home", user, user)
        for path in (folder / "site").rglob("*"):
            path.chmod(0o555 if path.is_dir() else 0o444)
        it = Installed(folder / "site", user)
        it.run("build")
        it.run("cards", "import", str(_pack(folder, backwards=True)))
        yield it
    finally:
        for path in (folder / "site").rglob("*"):
            path.chmod(0o755)
        shutil.rmtree(folder)


def _somebody_else() -> int | None:
    """Another user where we may become one and they can run our Python."""
    if os.geteuid() != 0:
        return None
    try:
        subprocess.run([sys.executable, "-c", "import flask"], user=NOBODY, capture_output=True, check=True)
    except (PermissionError, subprocess.CalledProcessError):
        return None
    return NOBODY


def _pack(folder: Path, backwards: bool) -> Path:
    """Our made-up cards as a pack."""
    rows = [
        {"code": c.code, "name": c.name, "type_code": c.kind, "text": c.text, "subname": c.subtitle,
         "pack_code": c.pack, "traits": c.traits, "boost_text": c.boost_text}
        for c in (reversed(CARDS) if backwards else CARDS)
    ]  # fmt: skip
    path = folder / "pack.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def pair(installed: Installed, desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """The two servers, each with two workers, known by one public address."""
    data = tmp_path_factory.mktemp("data")
    shutil.copytree(desk.build_folder, data / "builds" / desk.build_id)
    (data / "current").write_text(desk.build_id)
    ours = {**os.environ, "JUDGE_DATA": str(data), "PYTHONHASHSEED": "1", "JUDGE_PUBLIC_URL": ADDRESS}
    command = [sys.executable, "-m", "judge", "cards", "import", str(_pack(data, backwards=False))]
    subprocess.run(command, env=ours, check=True, capture_output=True)
    theirs = installed.environment(JUDGE_PUBLIC_URL=ADDRESS)
    with served(2, base=ours) as one, served(2, cwd=installed.site.parent, user=installed.user, base=theirs) as other:
        yield one, other


@dataclass(frozen=True)
class Request:
    """What is asked of both servers."""

    method: str
    path: str
    body: bytes = b""
    kind: str = ""


def get(path: str) -> Request:
    return Request("GET", path)


def post(path: str, data: Any) -> Request:
    return Request("POST", path, json.dumps(data).encode(), JSON)


def disputes() -> list[dict[str, Any]]:
    examples = {
        e.game: dict(e.dispute) for e in read_examples(data_places.corpus_folder() / "examples")
    }  # one of each game
    named = {
        "game": GAME, "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo"}],
        "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada"},
        "cards": [{"name": "Lumen"}, {"name": "Sharp Ear", "controller": "Bo"}, {"name": "Ironclad", "code": "90002"}],
    }  # fmt: skip
    wrong = {"game": GAME, "cards": [{"name": "Ironclad"}, {"name": "Unheard Of"}, {"id": "a"}, {"id": "a"}]}
    return [*examples.values(), named, wrong]


def requests(desk: Desk) -> Iterator[Request]:
    """Every kind of page and every call of the interface, with their refusals."""
    for path in (
        "/", "/games", "/help", "/offline", "/offline/search.json", "/offline/pages.json", "/sw.js", "/report",
        "/manifest.webmanifest", "/api", "/api/openapi.json", "/robots.txt", "/sitemap.xml", "/healthz", "/readyz",
        "/resolve", "/cards?q=iron", "/cards/suggest?q=l", "/cards/90001", "/cards/none", "/cards/device", NOWHERE,
        "/table", "/responders", "/chart", "/collisions", "/practice", "/api/responders",
        "/api/occurrences", "/api/occurrences?game=legendary", "/api/search?q=", "/api/search?q=x&game=chess",
    ):  # fmt: skip
        yield get(path)
    for words in ("can+an+ally+defend", "retalliate", "forced+-interrupt", "vahinko"):
        yield from map(get, (f"/?q={words}", f"/api/search?q={words}&limit=100", f"/api/suggest?q={words[:3]}"))
        yield post("/api/ask", {"question": words.replace("+", " ")})
    for entry in list(desk.corpus.entries.values())[::60]:
        for room in ("/rules", "/printed", "/compare", "/api/entries", "/api/refs"):
            yield get(f"{room}/{entry.id}")
    for book in desk.corpus.books:
        for room in (f"/rules/{book.key}/", f"/games/{book.game}", f"/games/{book.key}", f"/games/{book.key}/timing"):
            yield get(room)
    for dispute in disputes():
        yield from settled(dispute)
    for card in CARDS:
        yield post("/api/ability", {"text": card.whole_text})
        yield form("/resolve/reading", text=card.text, game=GAME)
    for path in (
        "/kept-rulings", "/kept-rulings/pages/2", "/kept-rulings/feed.atom", "/kept-rulings/none",
        "/kept-rulings/none/history", "/kept-rulings/dates/2026-01-02", "/kept-rulings/sources/ada",
        "/kept-rulings/new", "/kept-rulings/none/edit", "/api/kept-rulings", "/api/kept-rulings/schema",
        "/api/kept-rulings/none", "/api/kept-rulings/none/versions",
    ):  # fmt: skip
        yield get(path)
    yield post("/api/kept-rulings", {})
    for method in ("PUT", "DELETE"):
        yield Request(method, "/api/kept-rulings/none", b"{}", JSON)
    for path in ("new", "draft", "none/edit", "none/restore"):
        yield form(f"/kept-rulings/{path}")
    yield form("/cards/fetch", address="https://cards.example.org/")
    yield form("/chart", deck="1x Lumen")
    yield post("/api/dispute", {"text": "Ironclad attacks Ada. Ada has Lumen."})


def settled(dispute: dict[str, Any]) -> Iterator[Request]:
    packed = pack(dispute)
    yield post("/api/resolve", dispute)
    for query in ("", "?as=text", "?as=json", "?as=orders", "?as=dispute"):
        yield get(f"/rulings/old/{packed}{query}")
    yield get(f"/rulings/old/{packed}/picture.png")
    yield get(f"/resolve?dispute={packed}")
    yield form("/rulings/file", dispute=packed)
    yield form("/rulings/edit", dispute=packed)
    yield form("/rulings/what-if", dispute=packed, change="pass:0")
    yield form("/resolve", dispute=packed, do="resolve", game=dispute["game"])
    yield form("/resolve/hints", dispute=packed, game=dispute["game"])


def form(path: str, **fields: str) -> Request:
    return Request("POST", path, urlencode(fields).encode(), FORM)


def sent(server: Server, request: Request) -> Answer:
    return server.client.send(request.method, request.path, request.body, {"Content-Type": request.kind or FORM})


def shown(answer: Answer) -> dict[str, Any]:
    """What must agree: everything but the moment, and how long the answer took."""
    headers = {name: value for name, value in answer.headers.items() if name not in ("date", "last-modified")}
    return {**asdict(answer), "headers": headers}


def test_two_servers_answer_alike_byte_for_byte(pair: tuple[Server, Server], desk: Desk) -> None:
    asked = list(requests(desk))
    statuses = set()
    for request in asked:
        one, other = (sent(server, request) for server in pair)
        assert shown(one) == shown(other), request
        statuses.add(one.status)
    assert {200, 303, 400, 404, 422} <= statuses
    routes = create_app(desk, Settings()).url_map
    at = routes.bind("judge.example.org")
    visited = {at.match(r.path.partition("?")[0], r.method)[0] for r in asked if r.path != NOWHERE}
    assert {rule.endpoint for rule in routes.iter_rules()} - visited == {"static", "metrics"}


def test_their_assets_have_the_same_tags(pair: tuple[Server, Server]) -> None:
    page = Page(sent(pair[0], get("/resolve")).text)
    paths = [e.attributes["href"] for e in page.find("link", rel="stylesheet")]
    paths += [e.attributes["src"] for e in page.find("script")]
    assert paths
    for path in [*paths, "/static/icons.svg"]:
        one, other = (sent(server, get(path)) for server in pair)
        assert (one.status, one.headers["etag"], one.body) == (200, other.headers["etag"], other.body), path
        again = pair[1].client.send("GET", path, headers={"If-None-Match": one.headers["etag"]})
        assert (again.status, again.body) == (304, b"")


def test_a_wheel_keeps_its_build_in_the_platforms_data_folder_and_writes_nothing_else(installed: Installed) -> None:
    before = {path: path.stat().st_mtime_ns for path in installed.site.rglob("*")}
    builds = installed.site.parent / "home" / "judge" / "builds"
    assert f"build {next(builds.glob('[0-9a-f]*')).name}" in installed.run("--version")
    hits = json.loads(installed.run("search", "tough", "--json"))
    assert hits[0]["headword"] == "Tough"
    assert before == {path: path.stat().st_mtime_ns for path in installed.site.rglob("*")}
