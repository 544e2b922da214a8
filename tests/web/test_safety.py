"""Limits and headers of every page: nothing executed, nothing too large, no cookie, light enough for a bad network."""

from __future__ import annotations

import http.client
import json
import re

import pytest

from judge.web.dispute_in_address import pack
from tests.web.fake_desk import GAME
from tests.web.page import Page
from tests.web.server import Client

DISPUTE = {
    "game": GAME,
    "players": [{"name": "Anna"}, {}],
    "occurrence": {"type": "strike", "attacker": "Moth"},
    "cards": [{"name": "Flare", "text": "Interrupt: <script>alert(1)</script> [energy]"}, {"name": "Snuff"}],
}

PAGES = [
    "/",
    "/?q=lantern",
    "/?q=",
    "/games",
    f"/games/{GAME}/second",
    f"/rules/{GAME}/second/lantern",
    f"/rules/{GAME}/second/oil",
    "/resolve",
    f"/resolve?game={GAME}",
    f"/resolve?dispute={pack(DISPUTE)}",
    f"/rulings/old/{pack(DISPUTE)}",
    "/api",
    "/nothing/here",
]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_allows_no_script_or_style_but_our_files(site: Client, path: str) -> None:
    answer = site.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "set-cookie" not in answer.headers
    for element in Page(answer.text).all:
        assert element.tag != "style"
        assert not [name for name in element.attributes if name == "style" or name.startswith("on")], element
        assert element.tag != "script" or element.attributes["src"].startswith("/static/")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_can_be_used_by_ear_and_keyboard(site: Client, path: str) -> None:
    """Landmarks, one first heading, a skip link, a label for each field, unique ids, a language."""
    page = Page(site.get(path).text)
    assert page.find("html")[0].attributes["lang"] == "en"
    assert [len(page.find(tag)) for tag in ("main", "header", "h1")] == [1, 1, 1]
    assert page.find("a", class_="skip")[0].attributes["href"] == "#main"
    ids = [e.attributes["id"] for e in page.all if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    labelled = {e.attributes.get("for") for e in page.find("label")}
    for element in page.find("select") + page.find("textarea") + page.find("input"):
        unseen = element.attributes.get("type") == "hidden" or element.attributes.get("aria-hidden") == "true"
        wrapped = element.attributes.get("type") == "checkbox"  # stands inside its label
        assert unseen or wrapped or element.attributes["id"] in labelled, element


@pytest.mark.parametrize("path", PAGES)
def test_html_style_and_script_of_a_page_stay_under_100_kb(site: Client, path: str) -> None:
    answer = site.get(path)
    assert weight(site, answer.text) <= 100_000


def weight(site: Client, html: str) -> int:
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', html))
    assert files
    return len(html.encode()) + sum(len(site.get(file).body) for file in files)


def test_assets_are_kept_for_ever_under_an_address_that_changes_with_them(site: Client) -> None:
    sheet = re.search(r'href="(/static/app.css\?v=\w+)"', site.get("/").text)
    assert sheet
    assert "immutable" in site.get(sheet[1]).headers["cache-control"]
    assert "immutable" not in site.get("/").headers["cache-control"]


def test_a_form_of_two_megabytes_is_refused_with_a_page(site: Client) -> None:
    answer = site.press("resolve", game=GAME, cards_0_text="x" * 2_000_000)
    assert answer.status == 413
    assert "at most 250 kB" in Page(answer.text).words("div", role="alert")[0]


def send_in_chunks(site: Client, body: bytes) -> tuple[int, bytes]:
    """Post JSON to the resolver without saying its length beforehand."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    pieces = (body[at : at + 65_536] for at in range(0, len(body), 65_536))
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    connection.request("POST", "/api/resolve", pieces, headers, encode_chunked=True)
    response = connection.getresponse()
    return response.status, response.read()


def test_a_body_of_unknown_length_is_read_up_to_the_limit_and_no_further(site: Client) -> None:
    small = json.dumps({"game": GAME, "cards": [{"name": "Flare"}]}).encode()
    assert send_in_chunks(site, small)[0] == 200
    assert send_in_chunks(site, small + b" " * 1_500_000)[0] == 413


def test_a_long_search_is_refused_and_kept_in_the_box(site: Client) -> None:
    words = "lantern " * 200
    answer = site.get("/", q=words)
    assert answer.status == 414
    assert Page(answer.text).find("input", id="q")[0].attributes["value"] == words


@pytest.mark.parametrize("path", ["/?q=", "/resolve?game=", f"/rules/{GAME}/second/", "/games/", "/resolve?example="])
def test_markup_in_an_address_stays_text(site: Client, path: str) -> None:
    answer = site.get(path + "%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27")
    assert "<script>alert" not in answer.text


def test_robots_are_told_what_is_not_for_them(site: Client) -> None:
    assert "Disallow: /api/" in site.get("/robots.txt").text
    assert "noindex" in site.get("/nothing").text


def test_an_asset_is_kept_for_ever_only_under_the_address_that_names_its_content(site: Client) -> None:
    right = re.search(r'href="(/static/app\.css\?v=\w+)"', site.get("/games").text)
    assert right
    assert "immutable" in site.get(right[1]).headers["cache-control"]
    for path in ("/static/app.css", "/static/app.css?v=", "/static/app.css?v=anything", f"{right[1]}x"):
        assert "immutable" not in site.get(path).headers.get("cache-control", ""), path


def test_no_redirect_is_made_from_the_host_that_a_client_names(site: Client) -> None:
    for path in ("/games//lantern", "/games//lantern//second"):
        moved = site.send("GET", path, headers={"Host": "evil.example"})
        assert moved.status == 308
        assert moved.headers["location"].rstrip("/") == path.replace("//", "/")
        assert "evil" not in moved.text
