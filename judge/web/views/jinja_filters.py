"""Installs Jinja filters and globals, among them the facts of the build that every page shows."""

from __future__ import annotations

from typing import Any

from flask import Flask
from jinja2 import StrictUndefined

from judge import __version__
from judge.entry import in_quotes
from judge.forms.form_wording import in_words
from judge.paragraph_blocks import outline
from judge.rulebook import Rulebook
from judge.web import addresses, page_context
from judge.web.views import rule_html


def install(app: Flask) -> None:
    """Give the templates their filters and globals."""
    env = app.jinja_env
    env.undefined = StrictUndefined
    env.trim_blocks = env.lstrip_blocks = True
    env.filters.update(
        rich=rule_html.rich_text,
        card_text=rule_html.card_text,
        printed_card=rule_html.printed_card,
        in_words=in_words,
        in_quotes=in_quotes,
    )
    env.globals.update(
        asset=addresses.asset_address,
        entry_address=addresses.entry_address,
        url_for=addresses.page_address,
        outline=outline,
        version=__version__,
        exported=False,
        book_of=_book_of,
    )
    app.context_processor(_facts)


def _book_of(entry_id: str) -> Rulebook:
    game, edition, _ = entry_id.split("/", 2)
    return page_context.desk().corpus.book(game, edition)


def _facts() -> dict[str, Any]:
    """Facts of the build that the frame of each page shows."""
    return {"build_id": page_context.desk().build_id}
