"""The Flask application, put together: limits and headers, dress of the pages, errors, a blueprint per page family."""

from __future__ import annotations

import os

from flask import Flask, Response, request

from judge import places
from judge.desk import Desk
from judge.forms.examples import read_examples
from judge.forms.wording import read_wording
from judge.web import (
    api,
    api_page,
    cards,
    chart,
    compare,
    context,
    crawlers,
    dress,
    finder,
    guard,
    health,
    heavy,
    help_page,
    kept,
    kept_rulings,
    metrics,
    offline,
    preview,
    printed,
    problems,
    rate,
    reader,
    report,
    resolver,
    rulings,
    settings,
    texts,
    watch,
)

_ON_BUILD_ALONE = (finder, reader, printed, compare, chart, help_page, api_page, api, crawlers)
"""Page families whose answers to GET rest on the build, the address and the kept rulings, on nothing else."""


class _Application(Flask):
    """Flask, whose assets are tagged by their content: the same in every installation, whenever it was unpacked."""

    def send_static_file(self, filename: str) -> Response:
        answer = super().send_static_file(filename)
        if answer.status_code == 200:
            answer.set_etag(texts.digest_of_asset(filename))
            answer.make_conditional(request)
        return answer


def create_app(desk: Desk, said: settings.Settings | None = None) -> Flask:
    """The web application that answers from `desk`, with the settings `said`, else those of the environment.

    Raises CouldNot when an example or a wording file of the corpus is damaged or the access log cannot be written,
    NotAllowed for settings that make no sense.
    """
    said = said or settings.read_settings(os.environ)
    app = _Application("judge.web", template_folder=str(places.templates_folder()))
    corpus_folder = desk.corpus_folder
    context.put(app, desk, read_wording(corpus_folder / "pages"), read_examples(corpus_folder / "examples"))
    settings.install(app, said)
    watch.install(app, _listeners(app, desk, said))
    guard.install(app)
    rate.install(app, said)
    heavy.install(app)
    problems.install(app)
    dress.install(app)
    preview.install(app)
    offline.install(app)
    api_page.install(app)
    families = (finder, reader, printed, compare, chart, report, help_page, cards, resolver, rulings, api)
    for family in (*families, crawlers, health):
        app.register_blueprint(family.pages)
    kept_rulings.install(app)
    families_kept = {family.pages.name for family in _ON_BUILD_ALONE}
    kept.install(app, [name for name in app.view_functions if name.partition(".")[0] in families_kept],
                 beside=kept_rulings.mark)  # fmt: skip
    return app


def _listeners(app: Flask, desk: Desk, said: settings.Settings) -> list[watch.Listener]:
    listeners = [metrics.install(app, desk.build_id)] if said.metrics else []
    return listeners if said.access_log == "off" else [*listeners, watch.access_log(said.access_log)]
