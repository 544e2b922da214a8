"""Writing over the network: who may, and everything that is tried by those who may not."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from judge.desk import Desk
from judge.errors import NotAllowed
from judge.kept_rulings.database import Database
from judge.kept_rulings.store import RulingStore
from judge.kept_rulings.store_filters import RulingFilter
from judge.kept_rulings.write_tokens import new_token, read_writers, writer_of
from judge.web.dispute_in_address import pack
from judge.web.settings import Settings, read_settings
from tests.counted_work import lines_run
from tests.kept_rulings.conftest import Site, site_on
from tests.kept_rulings.examples import DISPUTE, ENTRY, WORDS, form, many, ruling
from tests.web.page import Page
from tests.web.server import FORM, Answer, serving

ROOT = "/api/kept-rulings"
FIELDS = {
    "question": "Do bells ring?", "answer": "They do.\n\nTwice.", "who": "Bo", "where": "", "address": "",
    "date": "2026-04-01", "status": "house", "game": "marvel-champions", "editions": "community",
    "entries": f"{ENTRY}\n", "cards": "Warning Bells [90001]\nOverwound Gears", "interprets": f"{ENTRY} {WORDS}",
    "supersedes": "", "dispute": "", "expects": "", "id": "do-bells-ring", "why": "asked twice",
}  # fmt: skip


def post(site: Site, path: str, token: str = "", headers: Mapping[str, str] | None = None, **fields: str) -> Answer:
    body = urlencode({**FIELDS, **fields, "token": token}).encode()
    return site.client.send("POST", path, body, {"Content-Type": FORM, **(headers or {})})


def new(site: Site, token: str, headers: Mapping[str, str] | None = None, **fields: str) -> Answer:
    return post(site, "/kept-rulings/new", token, headers, **fields)


# a page that works without JavaScript


def test_a_ruling_is_written_down_changed_removed_and_restored_by_forms(ruled: Site) -> None:
    token = ruled.tokens["ada"]
    made = new(ruled, token)
    assert (made.status, made.headers["location"]) == (303, "/kept-rulings/do-bells-ring")
    kept = ruled.store.get("do-bells-ring")
    assert kept and [str(c) for c in kept.ruling.cards] == ["Warning Bells", "Overwound Gears"]
    assert kept.ruling.interprets[0].hash
    page = Page(ruled.client.get("/kept-rulings/do-bells-ring/edit").text)
    (area,) = page.find("textarea", name="answer")
    assert area.text == "\nThey do.\n\nTwice."
    edit = "/kept-rulings/do-bells-ring/edit"
    assert post(ruled, edit, token, version="1", answer="They do not.").status == 303
    late = post(ruled, edit, token, version="1", answer="They may.")
    assert late.status == 409 and "Open it as it is now" in late.text and "They may." in late.text
    assert post(ruled, edit, token, version="2", do="remove").status == 303
    assert ruled.store.get("do-bells-ring") is None
    assert post(ruled, "/kept-rulings/do-bells-ring/restore", token, restore="1").status == 303
    history = ruled.store.history("do-bells-ring")
    assert [(v.action, v.made_by, v.why) for v in history] == [
        (action, "ada", "asked twice") for action in ("add", "change", "remove", "restore")
    ]
    assert ruled.store.get("do-bells-ring") is not None


def test_every_mistake_is_told_at_its_field_and_what_was_typed_stays(ruled: Site) -> None:
    answer = new(ruled, ruled.tokens["ada"], date="soon", address="ftp://x", dispute="{", who="", question="Unsaved?")
    assert answer.status == 422
    page = Page(answer.text)
    wrong = {e.attributes["id"] for e in page.all if e.attributes.get("aria-invalid") == "true"}
    assert wrong == {"date", "address", "dispute", "who"}
    assert "Unsaved?" in page.words("textarea", name="question")[0]
    assert ruled.tokens["ada"] not in answer.text
    ids = {e.attributes["id"] for e in page.all if "id" in e.attributes}
    links = [e.attributes["href"][1:] for e in page.find("div", role="alert")[0].inside if e.tag == "a"]
    assert links and set(links) <= ids


def test_words_reviewed_are_stale_no_longer(ruled: Site) -> None:
    edit, token = "/kept-rulings/gears-before-bells/edit", ruled.tokens["ada"]
    found = ruled.store.get("gears-before-bells")
    assert found
    ruled.store.save([ruling(interprets=[{"entry": ENTRY, "words": WORDS, "hash": "0" * 16}])], "somebody")
    assert post(ruled, edit, token, version="2").status == 303
    assert "Stale:" in ruled.client.get("/kept-rulings/gears-before-bells").text
    assert post(ruled, edit, token, version="3", reviewed="yes").status == 303
    assert "Stale:" not in ruled.client.get("/kept-rulings/gears-before-bells").text


def test_a_computed_ruling_becomes_a_draft_with_its_dispute(ruled: Site) -> None:
    page = Page(ruled.client.get("/kept-rulings/new", dispute=pack(DISPUTE)).text)
    fields = {e.attributes["name"]: e.text.removeprefix("\n") for e in page.find("textarea") if "name" in e.attributes}
    fields |= {
        e.attributes["name"]: e.attributes.get("value", "") for e in page.find("input") if "name" in e.attributes
    }
    del fields["q"], fields["token"]
    made = new(ruled, ruled.tokens["bo"], None, status="draft", **{**fields, "who": "Bo", "id": "drafted"})
    assert made.status == 303, made.text
    kept = ruled.store.get("drafted")
    assert kept and kept.ruling.dispute == DISPUTE and kept.ruling.expects
    assert "agrees" in ruled.client.get("/kept-rulings/drafted").text
    long = ruled.client.post_form("/kept-rulings/draft", dispute=pack(DISPUTE))
    assert long.status == 200 and "Overwound Gears" in long.text


# who may


def test_nobody_may_write_unless_somebody_is_named(ruled: Site, desk: Desk) -> None:
    with serving(desk, said=Settings()) as site:
        answer = site.send("POST", ROOT, b"{}", {"Authorization": f"Bearer {ruled.tokens['ada']}"})
        assert answer.status == 403 and "JUDGE_WRITE_TOKENS" in answer.json()["detail"]
        assert site.post_form("/kept-rulings/new", **FIELDS, token=ruled.tokens["ada"]).status == 403
        page = Page(site.get("/kept-rulings/new", dispute=pack(DISPUTE)).text)
        assert not page.find("input", name="token")
        assert "judge rulings add" in page.words("div", class_="note")[0]
        assert "Overwound Gears" in page.words("textarea")[0]


@pytest.mark.parametrize(
    "header", ["", "Bearer ", "Bearer wrong", "Basic YWRhOmFkYQ==", "Bearer " + "x" * 5_000, "Bearer \xe9\xff"]
)
def test_no_token_and_a_wrong_one_change_nothing(ruled: Site, header: str) -> None:
    before = ruled.store.revision()
    headers = {"Authorization": header} if header else {}
    for method, path, data in (
        ("POST", ROOT, {"ruling": form(id="x")}),
        ("PUT", f"{ROOT}/gears-before-bells", {"ruling": form(), "version": 1}),
        ("DELETE", f"{ROOT}/gears-before-bells?version=1", None),
    ):  # fmt: skip
        answer = ruled.send(method, path, data, **headers)
        assert answer.status == 401, (method, answer.text)
        assert answer.headers["www-authenticate"].startswith("Bearer")
    assert ruled.store.revision() == before


def test_the_hash_in_the_setting_is_no_token() -> None:
    token, row = new_token("cy", "publish")
    writers = read_writers(row)
    assert writer_of(token, writers) is not None
    assert (
        writer_of(row.rpartition(":")[2], writers) is writer_of("", writers) is writer_of(token[:-1], writers) is None
    )


def test_a_token_for_drafts_reaches_drafts_alone_and_that_is_noted(ruled: Site) -> None:
    token = ruled.tokens["bo"]
    assert ruled.send("POST", ROOT, {"ruling": form(id="mine", status="draft")}, token).status == 201
    assert ruled.send("PUT", f"{ROOT}/mine", {"ruling": form(id="mine", status="draft", answer="So."), "version": 1},
                      token).status == 200  # fmt: skip
    for method, path, data in (
        ("POST", ROOT, {"ruling": form(id="more")}),
        ("PUT", f"{ROOT}/mine", {"ruling": form(id="mine"), "version": 2}),
        ("PUT", f"{ROOT}/gears-before-bells", {"ruling": form(status="draft"), "version": 1}),
        ("DELETE", f"{ROOT}/gears-before-bells?version=1", None),
    ):  # fmt: skip
        assert ruled.send(method, path, data, token).status == 403, (method, path)
    assert post(ruled, "/kept-rulings/gears-before-bells/restore", token, restore="1").status == 403
    assert new(ruled, token).status == 403
    told = [(row.who, row.action) for row in ruled.store.audited() if row.came_of_it.startswith("refused")]
    assert told == [("bo", action) for action in ("add", "restore", "remove", "change", "change", "add")]
    found = ruled.store.get("gears-before-bells")
    assert found and found.version == 1


def test_it_takes_the_same_work_however_much_of_a_token_is_right() -> None:
    tokens, rows = zip(*(new_token(f"w{n}", "draft") for n in range(20)), strict=True)
    writers = read_writers(" ".join(rows))
    wrong = (tokens[0][:-1] + ("a" if tokens[0][-1] != "a" else "b"), "judge_" + "x" * 43)
    spent = [lines_run(writer_of, tried, writers) for tried in (*wrong, tokens[0], tokens[-1])]
    assert max(spent) - min(spent) <= 1  # the line that notes whose it is


def test_another_site_cannot_send_the_form(ruled: Site) -> None:
    token = ruled.tokens["ada"]
    foreign = {"Origin": ("https://evil.example", "null"), "Sec-Fetch-Site": ("cross-site", "same-site")}
    for headers in ({name: value} for name, values in foreign.items() for value in values):
        assert new(ruled, token, headers).status == 403, headers
    assert ruled.store.get("do-bells-ring") is None
    own = {"Origin": ruled.client.address, "Sec-Fetch-Site": "same-origin"}
    assert new(ruled, token, own).status == 303


def test_another_site_cannot_send_a_token_from_a_browser(ruled: Site) -> None:
    asked = ruled.client.send(
        "OPTIONS", ROOT, headers={"Origin": "https://evil.example", "Access-Control-Request-Headers": "authorization"}
    )
    assert "authorization" not in asked.headers.get("access-control-allow-headers", "").lower()


def test_no_cookie_is_set_or_read(ruled: Site) -> None:
    made = new(ruled, ruled.tokens["ada"])
    assert "set-cookie" not in made.headers
    cookie = {"Cookie": f"token={ruled.tokens['ada']}; session={ruled.tokens['ada']}"}
    assert new(ruled, "", cookie, id="by-cookie").status == 401


def test_a_version_is_not_restored_with_a_wrong_token_and_nothing_typed_goes_elsewhere(ruled: Site) -> None:
    answer = post(ruled, "/kept-rulings/gears-before-bells/restore", "guess", restore="1", why="a slip")
    assert answer.status == 401
    assert "the one here is missing or is nobody’s" in answer.text
    assert 'method="post"' not in answer.text and "a slip" not in answer.text and "Unauthorized" not in answer.text


def test_guessing_is_slowed_down_and_others_go_on(ruled: Site) -> None:
    statuses = [ruled.send("POST", ROOT, {}, f"guess{n}").status for n in range(14)]
    assert statuses == [401] * 10 + [429] * 4
    slowed = ruled.send("POST", ROOT, {}, "guess")
    assert int(slowed.headers["retry-after"]) >= 1
    assert ruled.client.get("/kept-rulings").status == 200


def test_one_token_writes_so_often_alone(ruled: Site) -> None:
    statuses = {ruled.send("POST", ROOT, {"ruling": {}}, ruled.tokens["ada"]).status for _ in range(61)}
    assert statuses == {422, 429}


NASTY = ("'; DROP TABLE versions; --", "<script>alert(1)</script>", "{{ 7*7 }}", "../../etc/passwd", "%00\x00")


def test_injection_in_every_field_is_kept_as_text_or_refused(ruled: Site) -> None:
    for number, (field, nasty) in enumerate((f, n) for f in sorted(FIELDS) for n in NASTY):
        token = ruled.tokens["ada" if number % 2 else "bo"]
        answer = new(ruled, token, None, **{"id": f"try-{number}", "status": "draft", field: nasty})
        assert answer.status in (303, 409, 422), (field, nasty, answer.status)
        assert "<script>alert" not in answer.text
    assert ruled.store.get("gears-before-bells") is not None
    for kept in ruled.store.find(RulingFilter(drafts=True))[0]:
        for path in ("", "/history", "/edit"):
            assert "<script>alert" not in ruled.client.get(f"/kept-rulings/{kept.ruling.id}{path}").text


def test_huge_and_twisted_bodies_are_refused(ruled: Site) -> None:
    token = ruled.tokens["ada"]
    big = form(id="big", answer="x" * 1_100_000)
    assert ruled.send("POST", ROOT, {"ruling": big}, token).status == 413
    wrong: list[dict[str, Any]] = [
        {"ruling": form(answer="x" * 20_001)}, {"ruling": form(covers={"cards": ["x"] * 201})},
        {"ruling": form(supersedes=["a"] * 51)}, {"ruling": []}, {}, {"ruling": form(), "why": 7},
    ]  # fmt: skip
    for data in wrong:
        assert ruled.send("POST", ROOT, data, token).status in (400, 422)
    deep: Any = {}
    for _ in range(200):
        deep = {"a": deep}
    assert ruled.send("POST", ROOT, {"ruling": form(dispute=deep)}, token).status == 400
    connection = http.client.HTTPConnection("127.0.0.1", ruled.client.port, timeout=30)
    chunks = (b"x" * 100_000 for _ in range(20))
    connection.request("POST", ROOT, chunks, {"Authorization": f"Bearer {token}"}, encode_chunked=True)
    assert connection.getresponse().status in (400, 413)
    connection.close()


def test_two_writers_at_once_and_one_is_told(ruled: Site) -> None:
    statuses: list[int] = []

    def write(number: int) -> None:
        data = {"ruling": form(answer=f"Answer {number}."), "version": 1}
        statuses.append(ruled.send("PUT", f"{ROOT}/gears-before-bells", data, ruled.tokens["ada"]).status)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200, 409, 409, 409, 409, 409]
    assert [v.number for v in ruled.store.history("gears-before-bells")] == [1, 2]


def test_characters_that_no_database_keeps_disturb_nobody(ruled: Site) -> None:
    nasty = {**DISPUTE, "cards": [{**DISPUTE["cards"][0], "name": "a\x00b", "code": "\x00"}]}
    paths = ["/kept-rulings/%00", "/kept-rulings/%00/history", "/kept-rulings/a%00b/edit", f"{ROOT}/%00",
             f"{ROOT}/x%00/versions", "/kept-rulings/sources/%00", f"/rulings/x/{pack(nasty)}", "/?q=%00gears",
             *(f"{base}?{name}=%00a" for base in ("/kept-rulings", ROOT) for name in ("q", "card"))]  # fmt: skip
    for path in paths:
        assert ruled.client.get(path).status < 500, path
        assert "Overwound" in ruled.client.get("/kept-rulings").text, path
    for data in ({"ruling": form(id="x", answer="\x00")}, {"ruling": form(id="x"), "why": "\x00"}):
        assert ruled.send("POST", ROOT, data, ruled.tokens["ada"]).status in (400, 422)
    assert ruled.send("DELETE", f"{ROOT}/gears-before-bells?version=1&why=%00", token=ruled.tokens["ada"]).status < 500
    assert not ruled.store.database.is_resting()


# settings


def test_tokens_are_read_from_the_setting_or_a_file(tmp_path: Path) -> None:
    rows = [new_token("ada", "publish")[1], new_token("bo", "draft")[1]]
    file = tmp_path / "tokens"
    file.write_text("# who may write\n" + "\n".join(rows), encoding="utf-8")
    said = read_settings({"JUDGE_WRITE_TOKENS": " ".join(rows)})
    assert said.writers == read_settings({"JUDGE_WRITE_TOKENS": str(file)}).writers
    assert [(w.name, w.may_publish) for w in said.writers] == [("ada", True), ("bo", False)]


@pytest.mark.parametrize("said", ["ada", "ada:all:" + "0" * 64, "a:draft:zz", "/no/such/file", "x y"])
def test_a_setting_that_makes_no_sense_is_refused_without_telling_it(said: str) -> None:
    with pytest.raises(NotAllowed, match="JUDGE_WRITE_TOKENS") as refused:
        read_settings({"JUDGE_WRITE_TOKENS": said})
    assert said.startswith("/") or said not in refused.value.message
    row = new_token("ada", "draft")[1]
    with pytest.raises(NotAllowed, match="twice"):
        read_writers(f"{row} {row}")


# the database gone in the middle


def test_with_the_database_gone_reading_goes_on_and_writing_is_told(with_cards: Desk) -> None:
    gone = RulingStore(Database("postgresql://judge:mulberry@127.0.0.1:1/judge"))
    with site_on(with_cards, gone) as site:
        for path in (f"/rules/{ENTRY}", "/", "/?q=stun", "/cards/90001", f"/rulings/x/{pack(DISPUTE)}", "/games"):
            assert site.client.get(path).status == 200, path
        assert "cannot be reached" in site.client.get(f"/rules/{ENTRY}").text
        for answer in (
            site.client.get("/offline/search.json"), site.client.get("/kept-rulings"),
            site.client.get("/kept-rulings/a"), site.send("GET", ROOT),
            site.send("POST", ROOT, {"ruling": form()}, site.tokens["ada"]), new(site, site.tokens["ada"]),
        ):  # fmt: skip
            assert answer.status == 503
            assert "mulberry" not in answer.text and "127.0.0.1" not in answer.text
            assert site.tokens["ada"] not in answer.text


def test_a_database_that_stops_in_the_middle_leaves_nothing_half_written(
    with_cards: Desk, request: pytest.FixtureRequest
) -> None:
    server = request.getfixturevalue("postgres_server")
    store = RulingStore(Database(server.create("stopping")))
    store.save([ruling()], "ada")
    with site_on(with_cards, store) as site:
        assert "Overwound" in site.client.get("/kept-rulings").text
        writer = threading.Thread(target=_write_on, args=(store,))
        writer.start()
        time.sleep(0.15)
        server.stop()
        writer.join()
        try:
            assert site.client.get("/kept-rulings").status == 503
            assert site.send("POST", ROOT, {"ruling": form(id="b")}, site.tokens["ada"]).status == 503
            assert site.client.get(f"/rules/{ENTRY}").status == 200
        finally:
            server.start()
        deadline = time.monotonic() + 20
        while site.client.get("/kept-rulings").status != 200:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        total = store.find(RulingFilter())[1]
        assert (total - 1) % 100 == 0
        assert len(store.audited(10_000)) == total
        assert site.send("POST", ROOT, {"ruling": form(id="b")}, site.tokens["ada"]).status == 201


def _write_on(store: RulingStore) -> None:
    """A hundred rulings at a time until the database is gone."""
    from dataclasses import replace

    from judge.errors import CouldNot

    for batch in range(200):
        try:
            store.save([replace(one, id=f"{one.id}-{batch}") for one in many(100)], "ada")
        except CouldNot:
            return
