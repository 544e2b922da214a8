"""Real servers of several workers on one PostgreSQL: the same pages, whichever answers; a write is seen by all."""

from __future__ import annotations

import json
import os

import pytest

from judge.desk import Desk
from judge.kept_rulings.database import Database
from judge.kept_rulings.store import RulingStore
from judge.kept_rulings.write_tokens import new_token
from tests.kept_rulings import postgres
from tests.kept_rulings.examples import ENTRY, form, grounded, many
from tests.web.processes import await_that, served
from tests.web.server import Client

PATHS = ("/kept-rulings", "/kept-rulings/gears-before-bells", f"/rules/{ENTRY}", "/?q=lantern+burn",
         "/api/kept-rulings?limit=50", "/api/kept-rulings/gears-before-bells", "/sw.js")  # fmt: skip


def answers(client: Client) -> list[tuple[int, str | None, bytes]]:
    found = [client.get(path) for path in PATHS]
    return [(a.status, a.headers.get("etag"), a.body) for a in found]


@pytest.mark.usefixtures("desk")
def test_replicas_give_the_same_pages_and_see_each_others_writes(desk: Desk, postgres_server: postgres.Server) -> None:
    url = postgres_server.create("replicas")
    RulingStore(Database(url)).save([*many(40), grounded(desk.corpus)], "ada")
    token, row = new_token("ada", "publish")
    base = {**os.environ, "JUDGE_DATABASE_URL": url, "JUDGE_WRITE_TOKENS": row}
    with served(2, base=base) as one, served(2, base=base) as other:
        first = answers(one.client)
        assert [status for status, *_ in first] == [200] * len(PATHS)
        assert all(answers(client) == first for client in (one.client, other.client) * 3)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        body = json.dumps({"ruling": form(id="fresh", question="Seen by all?")}).encode()
        assert one.client.send("POST", "/api/kept-rulings", body, headers).status == 201
        for client in (one.client, other.client) * 4:
            assert client.get("/kept-rulings/fresh").status == 200
        await_that(lambda: all("Seen by all?" in other.client.get(f"/rules/{ENTRY}").text for _ in range(8)))
        await_that(lambda: all("Seen by all?" in one.client.get(f"/rules/{ENTRY}").text for _ in range(8)))
        await_that(lambda: answers(one.client) == answers(other.client))  # a worker sees a write when it next looks
