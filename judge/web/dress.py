"""What every page wears: filters and facts for the templates, addresses of assets that change with their content."""

from __future__ import annotations

from typing import Any

from flask import Flask
from jinja2 import StrictUndefined

from judge import __version__
from judge.forms.wording import in_words
from judge.outline import outline
from judge.rulebook import Rulebook
from judge.web import context, texts


def install(app: Flask) -> None:
    """Give the templates their filters and globals."""
    env = app.jinja_env
    env.undefined = StrictUndefined
    env.trim_blocks = env.lstrip_blocks = True
    env.filters.update(
        rich=texts.rich_text, card_text=texts.card_text, printed_card=texts.printed_card, in_words=in_words
    )
    env.globals.update(
        asset=texts.asset_address,
        entry_address=texts.entry_address,
        url_for=texts.page_address,
        outline=outline,
        version=__version__,
        exported=False,
        book_of=_book_of,
    )
    app.context_processor(_facts)


def _book_of(entry_id: str) -> Rulebook:
    game, edition, _ = entry_id.split("/", 2)
    return context.desk().corpus.book(game, edition)


def _facts() -> dict[str, Any]:
    """Facts of the build that the frame of each page shows."""
    return {"build_id": context.desk().build_id}
