"""The JSON interface over HTTP: the contract's shapes, one error shape everywhere, open to any site, no cookie."""

from __future__ import annotations

import json

import pytest

from tests.web.fake_desk import GAME
from tests.web.server import Answer, Client

DISPUTE = {"game": GAME, "cards": [{"name": "Flare"}, {"name": "Snuff"}]}


def test_search_gives_hits_and_an_empty_list_where_nothing_is_found(site: Client) -> None:
    hits = site.get("/api/search", q="lantern", limit="1").json()
    assert [list(hit) for hit in hits] == [
        ["id", "headword", "game", "edition", "official", "score", "snippet", "anchor", "kept_rulings"]
    ]
    assert site.get("/api/search", q="zeppelin").json() == []


def test_entries_and_references_are_one_object_for_an_id(site: Client) -> None:
    entry = site.get(f"/api/entries/{GAME}/second/lantern").json()
    assert (entry["headword"], entry["source"]["ranges"]) == ("Lantern", [[3, 9], [20, 20]])
    assert site.get(f"/api/refs/{GAME}/second/oil").json()["referenced_by"] == [
        f"{GAME}/second/lantern",
        f"{GAME}/second/lamp-oil",
    ]


def test_suggestions_complete_what_is_typed(site: Client) -> None:
    found = site.get("/api/suggest", q="la").json()
    assert [s["text"] for s in found] == ["Lantern", "Lamp Oil", "Lantern"]
    assert found[0]["game_title"] == "Lantern Duel"
    assert site.get("/api/suggest", q="").json() == []


def test_a_dispute_gives_a_ruling_the_same_bytes_each_time(site: Client) -> None:
    first, second = (site.post_json("/api/resolve", DISPUTE).body for _ in range(2))
    assert first == second
    assert [group["abilities"] for group in json.loads(first)["order"]] == [["flare"], ["snuff"]]


def test_ability_ask_and_occurrences_answer(site: Client) -> None:
    assert site.post_json("/api/ability", {"text": "Light it.", "game": GAME}).json()["abilities"]
    assert "entries" in site.post_json("/api/ask", {"question": "when?"}).json()
    assert site.get("/api/occurrences", game=GAME).json()[0]["type"] == "strike"


LONG = "x" * 2_000
MISTAKES = [
    ("GET", "/api/search?q=", b"", 400, "not-understood"),
    ("GET", f"/api/search?q={LONG}", b"", 414, "too-large"),
    ("GET", "/api/search?q=a&limit=101", b"", 422, "not-allowed"),
    ("GET", "/api/search?q=a&limit=0", b"", 422, "not-allowed"),
    ("GET", "/api/search?q=a&limit=many", b"", 400, "not-understood"),
    ("GET", "/api/search?q=a&game=chess", b"", 422, "not-allowed"),
    ("GET", "/api/suggest?q=a&game=chess", b"", 422, "not-allowed"),
    ("GET", "/api/occurrences?game=chess", b"", 422, "not-allowed"),
    ("GET", "/api/occurrences?game=lantern-duel&edition=ninth", b"", 422, "not-allowed"),
    ("GET", f"/api/entries/{GAME}/second/lanterm", b"", 404, "not-found"),
    ("GET", f"/api/entries/{GAME}/ninth/lantern", b"", 422, "not-allowed"),
    ("GET", "/api/entries/lantern", b"", 404, "not-found"),
    ("GET", f"/api/refs/{GAME}/second/nothing", b"", 404, "not-found"),
    ("GET", "/api/nothing", b"", 404, "not-found"),
    ("GET", "/api/resolve", b"", 405, "not-allowed"),
    ("POST", "/api/search", b"{}", 405, "not-allowed"),
    ("POST", "/api/resolve", b"", 400, "not-understood"),
    ("POST", "/api/resolve", b"{", 400, "not-understood"),
    ("POST", "/api/resolve", b"[]", 400, "not-understood"),
    ("POST", "/api/resolve", b"\xff\xfe", 400, "not-understood"),
    ("POST", "/api/resolve", b'{"game": NaN}', 400, "not-understood"),
    ("POST", "/api/resolve", b'{"game": "\\ud800"}', 400, "not-understood"),
    ("POST", "/api/resolve", b'{"a":' * 5_000 + b"1" + b"}" * 5_000, 400, "not-understood"),
    ("POST", "/api/resolve", b'{"game": "chess"}', 422, "not-allowed"),
    ("POST", "/api/ability", b"{}", 400, "not-understood"),
    ("POST", "/api/ability", b'{"text": 3}', 400, "not-understood"),
    ("POST", "/api/ability", b'{"text": "  "}', 400, "not-understood"),
    ("POST", "/api/ability", b'{"text": "a", "game": "chess"}', 422, "not-allowed"),
    ("POST", "/api/ability", b'{"text": "a", "game": 3}', 400, "not-understood"),
    ("POST", "/api/ask", b'{"question": ""}', 400, "not-understood"),
    ("POST", "/api/resolve", b'"' + b"x" * 2_000_000 + b'"', 413, "too-large"),
    ("GET", "/api/search?q=break", b"", 500, "could-not"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "kind"), MISTAKES)
def test_every_mistake_is_told_as_problem_details(
    site: Client, method: str, path: str, body: bytes, status: int, kind: str
) -> None:
    answer = site.send(method, path, body)
    _assert_problem(answer, status, kind)


def _assert_problem(answer: Answer, status: int, kind: str) -> None:
    assert answer.headers["content-type"].startswith("application/problem+json")
    problem = answer.json()
    assert (answer.status, problem["status"], problem["kind"]) == (status, status, kind)
    assert set(problem) >= {"type", "title", "detail", "message", "where", "suggestions", "problems"}
    assert problem["detail"].endswith((".", "?")), problem["detail"]
    assert "Traceback" not in answer.text


def test_a_mistake_in_json_says_where(site: Client) -> None:
    assert "line 2, column 1" in site.send("POST", "/api/resolve", b'{"game":\n}').json()["detail"]


def test_an_unknown_entry_offers_near_ones(site: Client) -> None:
    assert "Lantern" in site.get(f"/api/entries/{GAME}/second/lanterm").json()["suggestions"]


@pytest.mark.parametrize("path", ["/api/search?q=lantern", "/api/search?q=", "/api/nothing", "/api/occurrences"])
def test_any_site_may_call_and_no_cookie_is_set(site: Client, path: str) -> None:
    headers = site.get(path).headers
    assert headers["access-control-allow-origin"] == "*"
    assert "set-cookie" not in headers


def test_a_browser_may_ask_before_it_posts_json_from_another_site(site: Client) -> None:
    answer = site.send("OPTIONS", "/api/resolve", headers={"Origin": "https://example.org"})
    assert answer.status in (200, 204)
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert answer.headers["access-control-allow-headers"].lower() == "content-type"


def test_an_unchanged_answer_need_not_be_sent_again(site: Client) -> None:
    first = site.get(f"/api/entries/{GAME}/second/oil")
    again = site.send("GET", f"/api/entries/{GAME}/second/oil", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_health_names_the_build(site: Client) -> None:
    assert site.get("/healthz").json() == {"status": "ok", "build": "build0000001"}
