"""Running servers whose builds are replaced, forgotten or damaged under them, and ports that are taken."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import socket

import pytest

from judge.build_folder import current_build
from tests.faults.checkout import Checkout, small_disk
from tests.faults.test_cards import NAMED, QUOTED
from tests.web.processes import Server, await_that

PAGES = (
    "/", "/?q=omen", "/?q=what+is+an+omen%3F", "/games", "/games/lantern-race/first", "/rules/lantern-race/first/night",
    "/printed/lantern-race/first/night", "/resolve", "/cards", "/cards/90001", "/help", "/api", "/offline",
    "/api/search?q=stone", "/api/entries/lantern-race/first/deed", "/api/refs/lantern-race/first/omen",
    "/api/occurrences", "/api/openapi.json", "/offline/search.json", "/offline/pages.json", "/sw.js",
    "/manifest.webmanifest", "/healthz", "/readyz",
)  # fmt: skip


Answers = list[tuple[str, int, bytes]]


def answers(server: Server) -> Answers:
    """What each route answers, with a search, an ability and two disputes that no page has kept."""
    told = [(path, server.client.get(path)) for path in PAGES]
    told += [
        (path, server.client.post_json(path, sent))
        for path, sent in (
            ("/api/ability", {"text": "Omen: At dusk, draw a card.", "game": "lantern-race"}),
            ("/api/ask", {"question": "What is an omen?"}),
            ("/api/resolve", NAMED),
            ("/api/resolve", QUOTED),
        )
    ]
    own = str(server.port).encode()
    return [(path, answer.status, answer.body.replace(own, b"PORT")) for path, answer in told]


@pytest.fixture(scope="module")
def healthy(template: Checkout) -> Answers:
    """What a server answers that nothing happens to."""
    with template.serve() as server:
        told = answers(server)
    shutil.rmtree(template.build_folder() / "derived", ignore_errors=True)
    assert {status for _, status, _ in told} == {200}
    return told


def test_a_server_goes_on_when_its_build_is_replaced_and_would_be_forgotten(
    checkout: Checkout, healthy: Answers
) -> None:
    its = current_build(checkout.data)
    with checkout.serve(2) as server:
        for _ in range(3):
            checkout.edit()
            assert checkout.judge("build").status == 0
        assert its.is_dir() and current_build(checkout.data) != its
        for _ in range(2):  # both workers
            assert answers(server) == healthy
        assert len(server.workers()) == 2
    assert "".join(server.err) == ""
    checkout.edit()
    assert checkout.judge("build").status == 0
    assert not its.exists() and len(list(checkout.builds.iterdir())) == 2


def test_a_server_goes_on_when_its_files_are_cut_short(checkout: Checkout, healthy: Answers) -> None:
    with checkout.serve(2) as server:
        for _ in range(4):
            assert server.client.get("/readyz").status == 200
        its = current_build(checkout.data)
        for path in [p for p in its.rglob("*") if p.is_file() and "corpus" not in p.parts]:
            path.write_bytes(path.read_bytes()[:100])
        before = set(server.workers())
        for _ in range(2):
            assert answers(server) == healthy
        assert set(server.workers()) == before
    assert "".join(server.err) == ""


def test_a_full_disk_for_temporary_files_ends_no_worker(checkout: Checkout) -> None:
    folder = checkout.folder / "tmp"
    folder.mkdir()
    under = small_disk(folder, 16_384)
    with checkout.serve(2, under=under, TMPDIR=str(folder)) as server:
        await_that(lambda: len(server.workers()) == 2)
        before = set(server.workers())
        for path in (*PAGES, "/metrics", *PAGES):
            assert server.client.get(path).status == 200, path
        assert set(server.workers()) == before
    assert "".join(server.err) == ""


def test_a_taken_port_is_told_and_nothing_claims_to_be_ready(checkout: Checkout) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = checkout.judge("serve", "--port", str(taken.getsockname()[1]))
    assert (refused.status, refused.out) == (3, "")
    assert "Address already in use" in refused.err and "choose another" in refused.err


@pytest.mark.parametrize(
    ("option", "value", "status", "way"),
    [("--port", "70000", 2, "choose from 1 to 65535"), ("--host", "no.such.host.invalid", 3, "choose another host")],
)
def test_an_address_that_cannot_be_had_is_told(
    checkout: Checkout, option: str, value: str, status: int, way: str
) -> None:
    refused = checkout.judge("serve", "--port", "0", option, value)
    assert (refused.status, refused.out) == (status, "")
    assert value in refused.err and way in refused.err


def test_a_full_disk_costs_a_large_body_its_answer_and_nobody_else(checkout: Checkout) -> None:
    folder = checkout.folder / "tmp"
    folder.mkdir()
    under = small_disk(folder, 65_536)
    with checkout.serve(2, under=under, TMPDIR=str(folder)) as server:
        await_that(lambda: len(server.workers()) == 2)
        before = set(server.workers())
        for _ in range(4):
            try:
                told = server.client.send("POST", "/api/resolve", b'{"note": "' + b"x " * 100_000 + b'"}')
                assert told.status in (413, 500, 503)
            except (OSError, http.client.HTTPException):
                pass  # it ends without an answer
            assert server.client.get("/api/search?q=stone").status == 200
            assert server.client.post_json("/api/resolve", QUOTED).status == 200
        assert set(server.workers()) == before
    assert "Traceback" not in "".join(server.err), "".join(server.err)


def test_a_killed_worker_is_replaced_and_takes_only_its_own_requests_with_it(checkout: Checkout) -> None:
    with checkout.serve(2) as server:
        await_that(lambda: len(server.workers()) == 2)
        lost, other = server.workers()
        os.kill(lost, signal.SIGKILL)
        for _ in range(20):
            assert server.client.get("/api/search?q=stone").status == 200
        await_that(lambda: len(server.workers()) == 2 and lost not in server.workers())
        assert other in server.workers()
