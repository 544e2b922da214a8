"""Puts the Flask application together: limits and headers, errors, template filters, one blueprint a module."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, request
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from judge import data_places
from judge.desk import Desk
from judge.engine.effort import one_answer
from judge.forms.examples import read_examples
from judge.forms.form_wording import read_wording
from judge.web import addresses, kept_rulings, page_context, settings
from judge.web.api import calls, description
from judge.web.http import (
    errors,
    health,
    heavy_routes,
    limits_and_headers,
    metrics,
    page_cache,
    rate_limits,
    request_log,
)
from judge.web.offline import routes
from judge.web.pages import (
    cards,
    compare,
    crawlers,
    entries,
    help_page,
    mistake_reports,
    resolve,
    rulings,
    search,
    source_lines,
    timing_rules,
)
from judge.web.views import jinja_filters, link_previews
from judge.web.whole_table import charts, collisions, practice, responders, table

if TYPE_CHECKING:
    from types import CodeType

    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_ON_BUILD_ALONE = (search, entries, source_lines, compare, timing_rules, help_page, description, calls, crawlers)
"""Page families whose answers to GET rest on the build, the address and the kept rulings, on nothing else."""


class _CompiledTemplates(BytecodeCache):
    """Templates compiled once in a process, for the application of every build that it comes to answer from."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, CodeType | None]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self._kept.get(bucket.key, ("", None))
        bucket.code = code if checksum == bucket.checksum else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.checksum, bucket.code


_COMPILED = _CompiledTemplates()


class _Application(Flask):
    """Flask, where each request has one effort to spend, and assets are tagged by their content: the same in every
    installation, whenever it was unpacked."""

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with one_answer():
            return super().wsgi_app(environ, start_response)

    def send_static_file(self, filename: str) -> Response:
        answer = super().send_static_file(filename)
        if answer.status_code == 200:
            answer.set_etag(addresses.digest_of_asset(filename))
            answer.make_conditional(request)
        return answer


def create_app(desk: Desk, said: settings.Settings | None = None) -> Flask:
    """The web application that answers from `desk`, with the settings `said`, else those of the environment.

    Raises CouldNot when an example or a wording file of the corpus is damaged or the access log cannot be written,
    NotAllowed for settings that make no sense.
    """
    said = said or settings.read_settings(os.environ)
    app = _Application("judge.web", template_folder=str(data_places.templates_folder()))
    app.jinja_env.bytecode_cache = _COMPILED
    corpus_folder = desk.corpus_folder
    page_context.put(app, desk, read_wording(corpus_folder / "pages"), read_examples(corpus_folder / "examples"))
    settings.install(app, said)
    request_log.install(app, _listeners(app, desk, said))
    limits_and_headers.install(app)
    rate_limits.install(app, said)
    heavy_routes.install(app)
    errors.install(app)
    jinja_filters.install(app)
    link_previews.install(app)
    routes.install(app)
    description.install(app)
    families = (
        search,
        entries,
        source_lines,
        compare,
        timing_rules,
        mistake_reports,
        help_page,
        cards,
        resolve,
        rulings,
        calls,
    )
    whole_table = (table, responders, charts, collisions, practice)
    for family in (*families, *whole_table, crawlers, health):
        app.register_blueprint(family.pages)
    kept_rulings.install(app, said)
    families_kept = {family.pages.name for family in _ON_BUILD_ALONE}
    kept = [name for name in app.view_functions if name.partition(".")[0] in families_kept]
    page_cache.install(app, [*kept, "rulings.picture"], beside=lambda: _mark(desk))
    return app


def _mark(desk: Desk) -> str | None:
    """Words that change with kept rulings and card library, which what is kept rests on besides the build."""
    mark = kept_rulings.mark()
    return None if mark is None else f"{mark} {desk.cards.stamp}"


def _listeners(app: Flask, desk: Desk, said: settings.Settings) -> list[request_log.Listener]:
    listeners = [metrics.install(app, desk.build_id)] if said.metrics else []
    return listeners if said.access_log == "off" else [*listeners, request_log.access_log(said.access_log)]
