"""Warms a process: once started, it asks itself what people ask first, so that nobody waits for a room to open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from flask import Flask, url_for

from judge.errors import JudgeError
from judge.web import page_context
from judge.web.dispute_in_address import pack
from judge.web.http.request_log import INSIDE


def warm(app: Flask) -> None:
    """Ask for a page of each family that opens a room: search, an answer, an entry, the API, the resolver, rulings.

    A page that cannot be made is left to whoever asks for it: they are told why.
    """
    paths: list[str] = []
    with suppress(JudgeError), app.test_request_context():
        paths += _first_pages()
    client = app.test_client()
    for path in paths:
        client.get(path, environ_overrides=dict(INSIDE))


def _first_pages() -> Iterator[str]:
    desk = page_context.desk()
    entry = next((entry for entry in desk.corpus.entries.values() if entry.kind == "entry"), None)
    if entry:
        game, edition, slug = entry.id.split("/", 2)
        yield url_for("reader.entry", game=game, edition=edition, slug=slug)
        yield url_for("finder.search", q=f"What is {entry.headword}?")
        yield url_for("api.suggest", q=entry.headword[:1])
        yield url_for("finder.search", q=f"{entry.headword}zz")
    yield url_for("resolver.resolve")
    yield from map(url_for, ("api_page.about", "kept_rulings.every", "practice.page"))
    for at, example in enumerate(page_context.examples()):
        build, packed = desk.build_id, pack(example.dispute)
        yield url_for("rulings.ruling", build=build, packed=packed)
        if not at:
            yield url_for("rulings.ruling", build=build, packed=packed) + "?as=orders"
            yield url_for("rulings.picture", build=build, packed=packed)
