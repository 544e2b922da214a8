"""The Flask application, put together: limits and headers, dress of the pages, errors, a blueprint per page family."""

from __future__ import annotations

from flask import Flask, Response

from judge import places
from judge.desk import Desk
from judge.web import (
    api,
    cards,
    chart,
    compare,
    context,
    dress,
    finder,
    guard,
    help_page,
    offline,
    printed,
    problems,
    reader,
    report,
    resolver,
    rulings,
)
from judge.web.examples import read_examples
from judge.web.wording import read_wording


def create_app(desk: Desk) -> Flask:
    """The web application that answers from `desk`.

    Raises CouldNot when an example or a wording file of the corpus is damaged.
    """
    app = Flask("judge.web", template_folder=str(places.templates_folder()))
    corpus_folder = places.corpus_folder()
    context.put(app, desk, read_wording(corpus_folder / "pages"), read_examples(corpus_folder / "examples"))
    guard.install(app)
    problems.install(app)
    dress.install(app)
    offline.install(app)
    for family in (finder, reader, printed, compare, chart, report, help_page, cards, resolver, rulings, api):
        app.register_blueprint(family.pages)
    app.add_url_rule("/healthz", "healthz", _healthz)
    app.add_url_rule("/robots.txt", "robots", _robots)
    return app


def _healthz() -> dict[str, str]:
    desk = context.desk()
    return {"status": "ok", "build": desk.build_id}


def _robots() -> Response:
    return Response("User-agent: *\nDisallow: /rulings/\nDisallow: /api/\n", mimetype="text/plain")
