"""A real HTTP server around the application, and a client that speaks to it as a browser without JavaScript would."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from judge.desk import Desk
from judge.web import create_app
from judge.web.settings import Settings
from judge.worker_process import http_server, turn

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Answer:
    """What came back: status, headers (names in lower case), body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Client:
    """Sends requests to one server, each over a connection of its own."""

    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def send(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body or None, dict(headers or {}))
            response = connection.getresponse()
            names = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, names, response.read())
        finally:
            connection.close()

    def get(self, path: str, **query: str) -> Answer:
        return self.send("GET", f"{path}?{urlencode(query)}" if query else path)

    def post_json(self, path: str, data: Any) -> Answer:
        return self.send("POST", path, json.dumps(data).encode(), {"Content-Type": "application/json"})

    def press(self, do: str, **fields: str) -> Answer:
        """Press a button of the resolver's form; in field names `_` stands for `-`."""
        names = {field(name): value for name, value in fields.items()}
        return self.send("POST", "/resolve", urlencode({**names, "do": do}).encode(), {"Content-Type": FORM})

    def post_form(self, path: str, **fields: str) -> Answer:
        return self.send("POST", path, urlencode(fields).encode(), {"Content-Type": FORM})


def field(name: str) -> str:
    """`cards_0_attached_to` means the field `cards-0-attached_to`, `occ_attacker` the field `occ-attacker`."""
    parts = name.split("_")
    if parts[0] in ("players", "cards"):
        return "-".join([parts[0], parts[1], "_".join(parts[2:])])
    return name.replace("occ_", "occ-", 1)


class Replaceable:
    """An application whose place another may take while it is served, as that of a new build does."""

    def __init__(self, desk: Desk) -> None:
        self._app = create_app(desk, Settings())

    def replace(self, desk: Desk) -> None:
        """Answer from another desk from now on."""
        self._app = create_app(desk, Settings())

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self._app(environ, start_response)


@contextmanager
def serving(desk: Desk, *, said: Settings | None = None) -> Iterator[Client]:
    """Serve `desk` on a free port, with settings, while the block runs."""
    with serving_app(create_app(desk, said or Settings())) as client:
        yield client


@contextmanager
def serving_app(app: WSGIApplication) -> Iterator[Client]:
    """Serve an application on a free port while the block runs, with the HTTP server of `judge serve`."""
    leave = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = http_server(app, [listener])
        thread = threading.Thread(target=_serve, args=(server, leave), daemon=True)
        thread.start()
        try:
            yield Client(listener.getsockname()[1])
        finally:
            leave.set()
            with suppress(OSError):  # it may have left already
                server.pull_trigger()
            thread.join()


def _serve(server: Any, leave: threading.Event) -> None:
    while not leave.is_set():
        turn(server)
    server.task_dispatcher.shutdown(timeout=1)
    server.asyncore.close_all(server._map)
