"""Shows what can be done with a whole table of cards, at `/table`."""

from __future__ import annotations

from flask import Blueprint, render_template

from judge.web import page_context

pages = Blueprint("table", __name__)


@pages.get("/table")
def page() -> str:
    """The ways to ask about many cards at once, and what the library holds for them."""
    return render_template("table.html", library=len(page_context.desk().cards), query="")
