"""Rate limiting that an operator switches on: by client address, with a clear word and the time to wait."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from judge.desk import Desk
from judge.errors import NotAllowed
from judge.web.http import heavy_routes
from judge.web.settings import Settings, read_settings
from judge.web.shared_counts import SharedCounts
from tests.web.fake_desk import GAME, FakeDesk, fake_desk
from tests.web.page import Page
from tests.web.processes import served
from tests.web.server import Answer, Client, serving


@pytest.fixture
def strict() -> Iterator[Client]:
    """A server that answers one address three times an hour and believes one proxy."""
    with serving(fake_desk(), said=Settings(rate_limit="3/hour", trusted_proxies=1)) as client:
        yield client


def ask(site: Client, client: str, path: str = "/api/search?q=light") -> int:
    return site.send("GET", path, headers={"X-Forwarded-For": client}).status


def test_more_than_the_limit_is_refused_with_the_time_to_wait(strict: Client) -> None:
    assert [strict.get("/api/search", q="light").status for _ in range(4)] == [200, 200, 200, 429]
    refused = strict.get("/api/search", q="light")
    problem = refused.json()
    assert refused.headers["content-type"].startswith("application/problem+json")
    assert (problem["status"], problem["kind"]) == (429, "too-many")
    assert "at most 3 requests in an hour" in problem["detail"]
    assert 3500 < int(refused.headers["retry-after"]) <= 3600
    page = strict.get(f"/rules/{GAME}/second/lantern")
    assert (page.status, page.headers["cache-control"]) == (429, "no-store")
    assert "try again in" in Page(page.text).words("div", role="alert")[0]


def test_each_address_is_counted_for_itself_and_a_subscriber_of_ipv6_once(strict: Client) -> None:
    assert [ask(strict, "192.0.2.1") for _ in range(4)] == [200, 200, 200, 429]
    assert ask(strict, "192.0.2.2") == 200
    assert [ask(strict, f"2001:db8:1:2::{n}") for n in range(4)] == [200, 200, 200, 429]
    assert ask(strict, "2001:db8:1:3::1") == 200
    assert [ask(strict, f"10.9.{n}.1, 192.0.2.3") for n in range(4)] == [200, 200, 200, 429]  # the proxy's word counts


def test_health_metrics_and_static_files_are_free(strict: Client) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/static/app.css"):
        assert {ask(strict, "192.0.2.9", path) for _ in range(5)} == {200}, path
    assert ask(strict, "192.0.2.9") == 200


def test_a_refused_body_is_taken_in_so_that_the_answer_is_read(strict: Client) -> None:
    body = {"game": GAME, "cards": [], "notes": ["moth " * 780] * 15}
    assert [strict.post_json("/api/resolve", body).status for _ in range(5)] == [200, 200, 200, 429, 429]


@pytest.mark.parametrize("said", ["often", "0/minute", "-1/minute", "60", "60/moment", "1/minute; many"])
def test_a_limit_that_is_none_is_refused(said: str) -> None:
    with pytest.raises(NotAllowed, match="JUDGE_RATE_LIMIT"):
        read_settings({"JUDGE_RATE_LIMIT": said})


def test_several_limits_may_stand_together_and_off_is_none() -> None:
    assert read_settings({"JUDGE_RATE_LIMIT": "20/second; 600/minute"}).rate_limit == "20/second; 600/minute"
    assert read_settings({"JUDGE_RATE_LIMIT": "OFF"}).rate_limit is None


def test_who_does_not_switch_it_on_does_not_pay_for_it() -> None:
    code = (
        "import sys, judge.web; from judge.web.settings import read_settings; "
        "read_settings({'JUDGE_WORK_LIMIT': 'off'}); print('limits' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"


def test_a_limit_holds_over_all_workers_and_by_the_address_behind_the_proxy(desk: Desk) -> None:
    assert desk.build_id
    with served(2, JUDGE_RATE_LIMIT="10/hour", JUDGE_TRUSTED_PROXIES="1") as server:
        statuses = [ask(server.client, "192.0.2.1", "/games") for _ in range(30)]
        other = ask(server.client, "192.0.2.2", "/games")
    assert (statuses.count(200), statuses.count(429), other) == (10, 20, 200)


def test_processes_count_together() -> None:
    counts = SharedCounts()
    children = []
    for _ in range(4):
        if (child := os.fork()) == 0:
            for _ in range(500):
                counts.incr("192.0.2.1", 60)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    assert counts.get("192.0.2.1") == 2_000
    assert counts.get("192.0.2.2") == 0


def test_a_clock_that_is_set_changes_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = SharedCounts()
    counts.incr("192.0.2.1", 60)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert (counts.incr("192.0.2.1", 60), 0 < counts.get_expiry("192.0.2.1") <= 60) == (2, True)
    later = time.monotonic() + 61
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert counts.get("192.0.2.1") == 0


def test_an_address_that_fits_nowhere_drives_out_the_count_that_ends_first() -> None:
    counts = SharedCounts()
    for number in range(100_000):
        counts.incr(f"2001:db8:{number:x}::/64", 3600)
    assert counts.incr("192.0.2.1", 3600) == 1
    assert counts.incr("192.0.2.1", 3600) == 2


class BusyDesk(FakeDesk):
    """A desk whose rulings take as long as it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()
        self.begun = 0

    def resolve(self, dispute: Any) -> Any:
        self.begun += 1
        assert self.go_on.wait(30)
        return super().resolve(dispute)


def test_heavy_work_is_limited_by_address_also_where_nothing_is_set() -> None:
    class Working(FakeDesk):
        def resolve(self, dispute: Any) -> Any:
            until = time.thread_time() + 0.4
            while time.thread_time() < until:
                pass
            return super().resolve(dispute)

    assert read_settings({}).work_limit == "30/minute"
    with serving(cast(Desk, Working()), said=Settings(work_limit="1/hour", trusted_proxies=1)) as site:

        def resolve(client: str) -> Answer:
            return site.send("POST", "/api/resolve", b'{"game": "go"}', {"X-Forwarded-For": client})

        answers = [resolve("192.0.2.1") for _ in range(5)]
        assert [answer.status == 429 for answer in answers] == [False, False, False, True, True]
        assert "works at most 1 seconds in an hour" in answers[-1].json()["detail"]
        assert 3500 < int(answers[-1].headers["retry-after"]) <= 3600
        assert resolve("192.0.2.2").status != 429
        assert ask(site, "192.0.2.1") == 200, "searching is free"


def test_more_heavy_requests_than_have_a_place_are_sent_away_at_once_and_readers_go_on() -> None:
    desk = BusyDesk()
    with serving(cast(Desk, desk)) as site:
        answers: list[Answer] = []
        body, places = {"game": GAME, "cards": []}, heavy_routes.AT_ONCE + heavy_routes.WAITING
        ask_all = [
            threading.Thread(target=lambda: answers.append(site.post_json("/api/resolve", body)))
            for _ in range(places + 4)
        ]
        for thread in ask_all:
            thread.start()
        while len(answers) < 4:
            time.sleep(0.01)
        assert {(answer.status, answer.headers["retry-after"]) for answer in answers} == {(503, "2")}
        assert desk.begun == heavy_routes.AT_ONCE
        for path in ("/?q=light", "/healthz", f"/rules/{GAME}/second/lantern"):
            assert site.get(path).status == 200, path
        desk.go_on.set()
        for thread in ask_all:
            thread.join()
    assert sorted(answer.status for answer in answers) == [200] * places + [503] * 4


class SlowDocuments(FakeDesk):
    """A desk that holds the documents to keep offline until it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()

    def derived(self, name: str, version: str, make: Callable[[], bytes]) -> bytes:
        assert self.go_on.wait(30)
        return super().derived(name, version, make)


def test_documents_that_are_being_made_take_no_place_of_a_ruling() -> None:
    desk = SlowDocuments()
    with serving(cast(Desk, desk)) as site:
        documents: list[Answer] = []
        most = heavy_routes.AT_ONCE + heavy_routes.WAITING_FOR_DOCUMENTS
        keepers = [
            threading.Thread(target=lambda: documents.append(site.get("/offline/search.json"))) for _ in range(most + 1)
        ]
        for keeper in keepers:
            keeper.start()
        while not documents:  # the one too many
            time.sleep(0.01)
        rulings = [site.post_json("/api/resolve", {"game": GAME, "cards": []}) for _ in range(3)]
        desk.go_on.set()
        for keeper in keepers:
            keeper.join()
    assert [answer.status for answer in rulings] == [200] * 3
    assert sorted(answer.status for answer in documents) == [200] * most + [503]
