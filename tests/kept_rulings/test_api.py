"""`/api/kept-rulings`: read by anybody, page by page; described, and as described."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import quote

import hypothesis
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from judge.desk import Desk
from judge.kept_rulings.database import Database
from judge.kept_rulings.store import RulingStore
from judge.web.dispute_in_address import pack
from tests.kept_rulings.conftest import Site, site_on
from tests.kept_rulings.examples import DISPUTE, ENTRY, form, grounded, many, ruling, sound
from tests.web.server import Client

ROOT = "/api/kept-rulings"
EXAMPLES = int(os.environ.get("JUDGE_FUZZ_EXAMPLES", "8"))


def test_all_are_read_page_by_page(ruled: Site) -> None:
    ruled.store.save(many(25), "somebody")
    found: list[str] = []
    address: str | None = f"{ROOT}?limit=10"
    while address:
        answer = ruled.send("GET", address).json()
        assert answer["total"] == 26
        found += [row["id"] for row in answer["rulings"]]
        address = answer["next"]
    assert len(found) == len(set(found)) == 26


@pytest.mark.parametrize(
    ("query", "count"),
    [("q=gears", 1), ("game=legendary", 0), ("status=house&source=Club+of+Ada", 1), ("card=90001", 1),
     ("entry=marvel-champions/community/forced", 26), ("since=2026-01-01", 1), ("until=2025-12-31", 25)],
)  # fmt: skip
def test_filters(ruled: Site, query: str, count: int) -> None:
    ruled.store.save(many(25), "somebody")
    assert ruled.send("GET", f"{ROOT}?{query}").json()["total"] == count


def test_one_with_its_check_and_versions(ruled: Site) -> None:
    one = ruled.send("GET", f"{ROOT}/gears-before-bells").json()
    assert (one["check"]["verdict"], one["stale"], one["version"]) == ("agrees", [], 1)
    assert sound(one["ruling"]).question == ruling().question
    assert ruled.send("GET", f"{ROOT}/gears-before-bells/versions").json()[0]["made_by"] == "somebody"
    assert ruled.send("GET", f"{ROOT}/schema").json()["title"] == "Kept ruling"
    assert ruled.send("GET", f"{ROOT}/nobody").status == ruled.send("GET", f"{ROOT}/nobody/versions").status == 404


def test_other_answers_carry_what_people_ruled_official_ones_first(ruled: Site, desk: Desk) -> None:
    official = {"id": "official", "status": "official", "expects": {"order": ["bells", "gears"]}}
    ruled.store.save([grounded(desk.corpus, **official)], "ada")
    resolved = ruled.send("POST", "/api/resolve", DISPUTE).json()["kept_rulings"]
    assert [(row["id"], row["verdict"]) for row in resolved] == [
        ("official", "differs"), ("gears-before-bells", "agrees"),
    ]  # fmt: skip
    assert resolved[0]["sentence"].startswith("Kept: bells before gears. This program: gears as number 1")
    assert resolved == ruled.client.get(f"/rulings/x/{pack(DISPUTE)}", **{"as": "json"}).json()["kept_rulings"]
    (hit,) = ruled.client.get("/api/search", q="in:headword forced", limit="1").json()
    assert (hit["id"], hit["kept_rulings"]) == (ENTRY, ["official", "gears-before-bells"])
    assert [r["id"] for r in ruled.client.get(f"/api/entries/{ENTRY}").json()["kept_rulings"]] == hit["kept_rulings"]
    asked = ruled.send("POST", "/api/ask", {"question": "What is forced?", "game": "marvel-champions"}).json()
    assert [row["status"] for row in asked["kept_rulings"]] == ["official", "house"]


def test_answers_go_on_without_a_database_and_say_so(with_cards: Desk) -> None:
    gone = RulingStore(Database("postgresql://judge@127.0.0.1:1/judge"))
    with site_on(with_cards, gone) as site:
        assert site.send("POST", "/api/resolve", DISPUTE).json()["kept_rulings"] is None
        assert site.client.get("/api/search", q="forced").json()[0]["kept_rulings"] is None


@pytest.mark.parametrize(
    ("query", "status"),
    [("limit=0", 422), ("limit=101", 422), ("limit=x", 400), ("first=-1", 400), ("game=chess", 422), ("first=²", 400),
     ("status=x", 422), ("since=1", 422), (f"q={'x' * 1001}", 414), (f"card={'x' * 301}", 422)],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(ruled: Site, query: str, status: int) -> None:
    answer = ruled.send("GET", f"{ROOT}?{quote(query, safe='=&')}")
    assert answer.status == status
    assert answer.json()["detail"].endswith(".")


def test_a_ruling_read_is_changed_and_removed(ruled: Site) -> None:
    token = ruled.tokens["ada"]
    made = ruled.send("POST", ROOT, {"ruling": form(id="new-one", question="New?"), "why": "asked"}, token)
    assert (made.status, made.headers["location"]) == (201, f"{ROOT}/new-one")
    read = ruled.send("GET", f"{ROOT}/new-one").json()
    read["ruling"]["answer"] = "Changed."
    changed = ruled.send("PUT", f"{ROOT}/new-one", read, token)
    assert (changed.status, changed.json()["version"], changed.json()["ruling"]["answer"]) == (200, 2, "Changed.")
    late = ruled.send("PUT", f"{ROOT}/new-one", read | {"version": 1, "ruling": form(id="new-one")}, token)
    assert late.status == 409 and "quicker" in late.json()["detail"]
    assert ruled.send("DELETE", f"{ROOT}/new-one?version=1", token=token).status == 409
    assert ruled.send("DELETE", f"{ROOT}/new-one?version=2&why=done", token=token).status == 200
    assert [v.made_by for v in ruled.store.history("new-one")] == ["ada", "ada", "ada"]
    assert ruled.store.history("new-one")[2].why == "done"


@pytest.fixture(scope="module")
def described(real_site: Client) -> Any:
    """The description of the interface, the same of every site; read once."""
    return schemathesis.openapi.from_url(f"{real_site.address}/api/openapi.json")


CALLS = [
    (call, mode, database)  # what is wrong hardly gets as far as a database
    for call in ("every", "one", "versions", "schema", "add", "change", "remove")
    for mode, database in ((GenerationMode.POSITIVE, "postgresql"), (GenerationMode.NEGATIVE, "sqlite"))
    if call != "schema" or mode == GenerationMode.POSITIVE  # it takes nothing that could be wrong
]


@pytest.mark.parametrize(
    ("call", "mode", "database_address"), CALLS, indirect=["database_address"],
    ids=lambda value: str(getattr(value, "value", value)),
)  # fmt: skip
def test_whatever_is_sent_the_answer_is_as_described(
    call: str, mode: GenerationMode, described: Any, ruled: Site
) -> None:
    operation = described.find_operation_by_id(f"kept-rulings.{call}")
    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

    @hypothesis.settings(
        max_examples=EXAMPLES, deadline=None, derandomize="JUDGE_FUZZ_EXAMPLES" not in os.environ, database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )  # fmt: skip
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        case.call_and_validate(
            base_url=ruled.client.address, checks=checks, headers={"Authorization": f"Bearer {ruled.tokens['ada']}"}
        )

    send()
