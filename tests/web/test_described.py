"""The OpenAPI description is true: every route described, every answer as described, examples that run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from judge import __version__
from judge.desk import Desk
from judge.disputes import card_reader
from judge.web import create_app
from judge.web.api.openapi import CALLS, path_of
from judge.web.api.schemas import Card
from judge.web.settings import Settings
from tests.web.page import Page
from tests.web.server import Client

EXAMPLES = int(os.environ.get("JUDGE_FUZZ_EXAMPLES", "8"))
"""Requests made up for each call; more for a longer hunt, which then also differs from run to run."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]


@pytest.fixture(scope="module")
def document(real_site: Client) -> dict[str, Any]:
    described: dict[str, Any] = real_site.get("/api/openapi.json").json()
    return described


@pytest.fixture(scope="module")
def api_schema(real_site: Client) -> Any:
    refusals = {"negative_data_rejection": {"expected-statuses": ["400", "404", "413", "414", "415", "422"]}}
    config = SchemathesisConfig.from_dict({"checks": refusals})
    return schemathesis.openapi.from_url(f"{real_site.address}/api/openapi.json", config=config)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["described", "wrong"])
@pytest.mark.parametrize("endpoint", CALLS)
def test_whatever_is_sent_the_answer_is_as_described(
    endpoint: str, mode: GenerationMode, api_schema: Any, real_site: Client
) -> None:
    operation = api_schema.find_operation_by_id(endpoint.removeprefix("api."))

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize="JUDGE_FUZZ_EXAMPLES" not in os.environ,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        # names in an address that nobody knows, and empty ones, are passed over
        checks = [*CHECKS, negative_data_rejection] if case.method == "POST" else CHECKS
        case.call_and_validate(base_url=real_site.address, checks=checks)

    send()


def test_ids_of_entries_are_as_described(document: dict[str, Any], desk: Desk) -> None:
    parameters = document["paths"]["/api/entries/{game}/{edition}/{slug}"]["get"]["parameters"]
    pattern = next(p["schema"]["pattern"] for p in parameters if p["name"] == "slug")
    assert [entry.id for entry in desk.corpus.entries.values() if not re.fullmatch(pattern, entry.slug)] == []


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        if path.startswith("/api/kept-rulings"):  # tests/kept_rulings/test_api.py
            continue
        for method, operation in methods.items():
            yield path, method.upper(), operation


def test_every_route_of_the_interface_is_described(desk: Desk) -> None:
    app = create_app(desk, Settings())
    routes = {rule.endpoint for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api.")}
    assert routes == set(CALLS)


def test_it_names_its_version_and_the_games(document: dict[str, Any], desk: Desk) -> None:
    assert document["openapi"].startswith("3.1")
    assert document["info"]["version"] == __version__
    parameters = document["paths"]["/api/search"]["get"]["parameters"]
    assert next(p for p in parameters if p["name"] == "game")["schema"]["enum"] == list(desk.corpus.games)


def test_every_example_is_answered(document: dict[str, Any], real_site: Client) -> None:
    for path, method, operation in operations(document):
        if method == "GET":
            shown = [p for p in operation["parameters"] if "example" in p]
            address = path.format(**{p["name"]: p["example"] for p in shown if p["in"] == "path"})
            query = {p["name"]: str(p["example"]) for p in shown if p["in"] == "query"}
            assert real_site.get(address, **query).status == 200, address
            continue
        examples = operation["requestBody"]["content"]["application/json"]["examples"]
        assert examples
        for name, example in examples.items():
            assert real_site.post_json(path, example["value"]).status == 200, (path, name)


def undescribed(value: Any, schema: dict[str, Any], document: dict[str, Any], where: str = "") -> list[str]:
    """Keys of an answer that its schema does not name."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if isinstance(value, list):
        return [key for v in value for key in undescribed(v, schema.get("items", {}), document, where + "[]")]
    if "anyOf" in schema and value is not None:
        schema = next(s for s in schema["anyOf"] if s.get("type") != "null")
        return undescribed(value, schema, document, where)
    if not isinstance(value, dict) or schema.get("additionalProperties") is True:
        return []
    known = schema.get("properties", {})
    missing = [f"{where}.{key}" for key in value if key not in known]
    return missing + [m for k, v in value.items() for m in undescribed(v, known.get(k, {}), document, f"{where}.{k}")]


def test_answers_hold_nothing_that_is_not_described(document: dict[str, Any], real_site: Client) -> None:
    schemas = document["components"]["schemas"]
    ruling_of = document["paths"]["/api/resolve"]["post"]["requestBody"]["content"]["application/json"]["examples"]
    for example in ruling_of.values():
        ruling = real_site.post_json("/api/resolve", example["value"]).json()
        assert undescribed(ruling, schemas["Ruling"], document) == []
        for card in example["value"]["cards"]:
            if card.get("text"):
                body = {"text": card["text"], "game": example["value"]["game"]}
                read = real_site.post_json("/api/ability", body).json()
                assert undescribed(read, schemas["CardText"], document) == []
    hits = real_site.get("/api/search", q="damage").json()
    assert undescribed(hits, {"items": schemas["Hit"]}, document) == []
    for hit in hits:
        assert undescribed(real_site.get(f"/api/entries/{hit['id']}").json(), schemas["Entry"], document) == []
    problem = real_site.get("/api/search", q="").json()
    assert undescribed(problem, schemas["Problem"], document) == []


def test_a_card_is_described_with_every_key_that_is_read() -> None:
    assert set(Card.model_fields) == card_reader._CARD_KEYS


def test_the_page_shows_each_call_with_a_command_and_its_answer(real_site: Client, desk: Desk) -> None:
    page = Page(real_site.get("/api").text)
    app = create_app(desk, Settings())
    assert {path_of(rule) for rule in app.url_map.iter_rules() if rule.endpoint in CALLS} <= {
        words.partition(" ")[2] for words in page.words("h2") if words.startswith(("GET", "POST"))
    }
    commands = [words for words in page.words("pre") if words.startswith("curl")]
    assert len(commands) == len(CALLS)
    assert all(real_site.address in command for command in commands)
    assert "Limits" in page.words("h2")
