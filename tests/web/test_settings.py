"""Settings come from the environment, are refused together when they make no sense, and are documented."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import NotAllowed
from judge.web.settings import SETTINGS, Settings, read_settings
from tests.web.fake_desk import GAME, fake_desk
from tests.web.server import serving

ROOT = Path(__file__).resolve().parents[2]


def test_nothing_set_means_nothing_trusted_and_nothing_logged() -> None:
    assert read_settings({}) == Settings(None, 0, "off", True, work_limit="30/minute")


def test_each_is_read() -> None:
    said = {
        "JUDGE_PUBLIC_URL": "https://judge.example.org/",
        "JUDGE_TRUSTED_PROXIES": "1",
        "JUDGE_ACCESS_LOG": "-",
        "JUDGE_METRICS": "off",
        "JUDGE_WORK_LIMIT": "20/minute",
        "JUDGE_RATE_STORE": "memory://",
    }
    assert read_settings(said) == Settings(
        "https://judge.example.org", 1, "-", False, work_limit="20/minute", rate_store="memory://"
    )


@pytest.mark.parametrize(
    "url", ["judge.example.org", "ftp://a.example", "https://a.example/judge", "https://me@a.example", "https://a:x"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(NotAllowed, match="JUDGE_PUBLIC_URL"):
        read_settings({"JUDGE_PUBLIC_URL": url})


def test_all_mistakes_are_told_together() -> None:
    with pytest.raises(NotAllowed) as told:
        read_settings({"JUDGE_PUBLIC_URL": "x", "JUDGE_TRUSTED_PROXIES": "-1", "JUDGE_METRICS": "maybe"})
    assert [p.where for p in told.value.problems] == ["JUDGE_PUBLIC_URL", "JUDGE_TRUSTED_PROXIES", "JUDGE_METRICS"]


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert [s.name for s in SETTINGS if f"| `{s.name}` | {s.means} |" not in page] == []


def test_a_proxy_is_believed_only_when_it_is_trusted() -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "judge.example.org"}
    for count, believed in ((0, False), (1, True)):
        with serving(fake_desk(), said=Settings(trusted_proxies=count)) as site:
            robots = site.send("GET", "/robots.txt", headers=headers).text
        assert ("Sitemap: https://judge.example.org/sitemap.xml" in robots) is believed


def test_https_is_asked_for_again_only_where_it_is_the_public_address() -> None:
    for url, asked in (("https://judge.example.org", True), ("http://judge.example.org", False), (None, False)):
        with serving(fake_desk(), said=Settings(public_url=url)) as site:
            assert ("strict-transport-security" in site.get(f"/games/{GAME}/second").headers) is asked
