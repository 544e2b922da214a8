"""Rate limiting that an operator switches on: by client address, with a clear word and the time to wait."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from judge.errors import NotAllowed
from judge.web.settings import Settings, read_settings
from tests.web.fake_desk import GAME, fake_desk
from tests.web.page import Page
from tests.web.server import Client, serving


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
    body = {"game": GAME, "cards": [], "note": "x" * 500_000}
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
        "read_settings({}); print('limits' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
