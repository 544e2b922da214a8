"""What those who run it are told: health, readiness, metrics of all workers, a log without anybody's words."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import cast
from weakref import ref

import pytest
from flask import Flask

from judge import serving as serving_room
from judge.desk import Desk, open_desk
from judge.errors import CouldNot
from judge.web.http import metrics
from judge.web.settings import Settings
from tests.web.fake_desk import GAME, FakeDesk, fake_desk
from tests.web.processes import Server, await_that, served
from tests.web.server import Client, serving

SECRET = "mulberry"


class EmptyDesk(FakeDesk):
    """A desk whose resolver cannot be opened."""

    def occurrences(self, *_: object) -> list[dict[str, object]]:
        raise CouldNot("The timing rules cannot be read.")


def test_the_process_answers_and_the_rooms_are_open(real_site: Client, desk: Desk) -> None:
    assert real_site.get("/healthz").json() == {"status": "ok", "build": desk.build_id}
    ready = real_site.get("/readyz")
    assert (ready.status, ready.json()["status"], ready.json()["build"]) == (200, "ready", desk.build_id)


def test_a_room_that_cannot_be_opened_makes_it_unready_with_the_reason() -> None:
    with serving(cast(Desk, EmptyDesk())) as site:
        ready = site.get("/readyz")
        assert (ready.status, site.get("/healthz").status) == (503, 200)
    assert ready.json()["why"] == "The timing rules cannot be read."


def counted(metrics: str, route: str, status: int) -> float:
    """Requests that the metrics count for a route and status, over all methods."""
    rows = re.findall(r'judge_requests_total\{method="\w+",route="([^"]*)",status="(\d+)"\} ([\d.e+]+)', metrics)
    return sum(float(number) for r, s, number in rows if (r, s) == (route, str(status)))


def test_metrics_count_requests_by_route_and_status_without_anybodys_words() -> None:
    with serving(fake_desk()) as site:
        for _ in range(3):
            site.get("/api/search", q=SECRET)
        site.get(f"/rules/{GAME}/second/lantern")
        site.get(f"/{SECRET}/nothing")
        site.send(SECRET.upper(), "/")
        site.get("/offline/pages.json")  # renders pages inside, which nobody asked for
        metrics = site.get("/metrics").text
    assert counted(metrics, "/api/search", 200) == 3
    assert counted(metrics, "/rules/<game>/<edition>/<path:slug>", 200) == 1
    assert counted(metrics, "none", 404) == 1
    assert 'judge_request_seconds_count{route="/api/search"} 3.0' in metrics
    assert 'build="build0000001"' in metrics
    assert SECRET not in metrics.lower()


def test_metrics_can_be_switched_off() -> None:
    with serving(fake_desk(), said=Settings(metrics=False)) as site:
        assert site.get("/metrics").status == 404


def test_the_access_log_holds_routes_and_times_but_nothing_that_was_typed(tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    with serving(fake_desk(), said=Settings(access_log=str(log))) as site:
        site.get("/", q=SECRET)
        site.post_json("/api/ability", {"text": SECRET})
        site.get(f"/rules/{GAME}/second/{SECRET}")
        site.get("/", q="break")
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [(row["method"], row["route"], row["status"]) for row in rows] == [
        ("GET", "/", 200),
        ("POST", "/api/ability", 200),
        ("GET", "/rules/<game>/<edition>/<path:slug>", 404),
        ("GET", "/", 500),
    ]
    assert all(set(row) == {"time", "method", "route", "status", "ms"} and row["ms"] >= 0 for row in rows)
    assert SECRET not in log.read_text(encoding="utf-8")


def test_a_log_that_cannot_be_written_is_told_at_the_start(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "missing" / "access.log")
    with pytest.raises(CouldNot, match="access log"), serving(fake_desk(), said=Settings(access_log=nowhere)):
        pass


def _is_gone(server: Server, worker: int) -> bool:
    return worker not in server.workers()


def test_the_first_requests_of_a_worker_come_together_and_take_their_room_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write, written = Path.write_bytes, []

    def write_slowly(path: Path, content: bytes) -> int:
        written.append(path)
        time.sleep(0.05)
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", write_slowly)
    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(lambda _: metrics._has_room(str(tmp_path), 1), range(4)))
    assert len(written) == len(set(written))


@pytest.mark.usefixtures("desk")
def test_workers_are_counted_together_also_when_one_ends_and_a_long_address_is_too_large() -> None:
    with served(2) as server:
        site = server.client
        for _ in range(40):
            assert site.get("/games").status == 200
        counts = {counted(site.get("/metrics").text, "/games", 200) for _ in range(6)}
        long = site.get("/api/search", q="x" * 20_000)
        for worker in server.workers():
            os.kill(worker, signal.SIGTERM)
            await_that(partial(_is_gone, server, worker))
        assert counted(site.get("/metrics").text, "/games", 200) == 40
    assert counts == {40.0}
    assert long.status == 414
    assert long.json()["kind"] == "too-large"


@pytest.mark.usefixtures("desk")
def test_the_log_on_standard_output_is_json_alone() -> None:
    with served(1, JUDGE_ACCESS_LOG="-") as server:
        server.client.get("/", q=SECRET)
        server.client.get("/readyz")
    rows = [json.loads(line) for line in server.out]
    assert [row["route"] for row in rows] == ["/", "/readyz"]
    assert SECRET not in json.dumps(rows)
    assert "Judge is ready at http://" in server.err[0]


def build_answering(server: serving_room._Server) -> str:
    """The build that a server's application answers from."""
    return str(cast(Flask, server.wsgi()).test_client().get("/healthz").get_json()["build"])


def test_a_hangup_keeps_nothing_of_the_build_before(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_METRICS", "off")
    monkeypatch.setattr(serving_room, "open_desk", lambda: open_desk(desk.build_folder.parent.parent))
    server = serving_room._Server(open_desk(desk.build_folder.parent.parent), {})
    before: list[ref[object]] = [ref(server.wsgi()), ref(server._desk), ref(server._desk.corpus)]
    server.reload()
    assert server.wsgi() is before[0]()  # of the same build
    server._desk.build_id = "another"
    server.reload()
    assert [one() for one in before] == [None] * len(before)


def test_a_hangup_takes_up_the_build_now_in_use_or_keeps_the_old_one_and_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JUDGE_METRICS", "off")
    monkeypatch.setattr(serving_room, "warm", lambda _: None)
    monkeypatch.setattr(serving_room, "keep_from_collections", lambda: None)
    server = serving_room._Server(fake_desk(), {})
    assert build_answering(server) == "build0000001"
    newer = cast(FakeDesk, fake_desk())
    newer.build_id = "build0000002"
    monkeypatch.setattr(serving_room, "open_desk", lambda: newer)
    server.reload()
    assert build_answering(server) == "build0000002"

    def refuse() -> Desk:
        raise CouldNot("The build in use is damaged.")

    monkeypatch.setattr(serving_room, "open_desk", refuse)
    server.reload()
    assert build_answering(server) == "build0000002"
    assert capsys.readouterr().err == ("judge: The build in use is damaged. The build build0000002 stays in use.\n")
