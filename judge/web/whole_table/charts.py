"""Shows the chart of a table at `/chart`: a form of scenario, heroes and decks, and the chart that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request

from judge.charts.chart_table import MOST_PLAYERS
from judge.engine.effort import for_a_table, one_answer
from judge.errors import JudgeError, TooLarge
from judge.web import page_context
from judge.web.http.request_size_limits import MOST_LETTERS

pages = Blueprint("charts", __name__)


@pages.get("/chart")
def form() -> str:
    """The form of a table, filled by what stands in the address (`scenario`, `sets`, `hero`, `player`)."""
    return _page(request.args, None)


@pages.post("/chart")
def draw() -> tuple[str, int] | str:
    """The chart of the table that the form describes, or the form with what is wrong in it."""
    if sum(len(value) for values in request.form.listvalues() for value in values) > MOST_LETTERS:
        raise TooLarge(f"The lists have more than {MOST_LETTERS:,} letters together.", "decks")
    try:
        with one_answer(for_a_table()):
            drawn = page_context.desk().chart(table_of(request.form))
    except JudgeError as error:
        if error.http_status >= 500:
            raise
        return _page(request.form, error), error.http_status
    corpus = page_context.desk().corpus
    return render_template(
        "chart.html",
        chart=drawn,
        book=corpus.book(drawn.game, drawn.edition),
        wording=page_context.wording(drawn.game),
        query="",
    )


def table_of(said: Any) -> Mapping[str, Any]:
    """The table that the fields of a form describe."""
    game, _, edition = said.get("edition", "").strip().rpartition("/")
    table: dict[str, Any] = {"game": said.get("game") or game or page_context.desk().corpus.games[0]}
    if edition:
        table["edition"] = edition
    for name in ("scenario", "cards"):
        if said.get(name, "").strip():
            table[name] = said[name] if name == "cards" else said[name].strip()
    table["sets"] = [one.strip() for one in said.get("sets", "").split(",") if one.strip()]
    table["players"] = [player for seat in range(1, MOST_PLAYERS + 1) if (player := _player(said, seat))]
    return table


def _player(said: Any, seat: int) -> dict[str, str]:
    """The player of a seat; empty where the form names neither a hero nor cards."""
    fields = {name: said.get(f"{name}-{seat}", "") for name in ("hero", "deck", "cards")}
    given = {name: value.strip() if name == "hero" else value for name, value in fields.items() if value.strip()}
    if "hero" not in given and "cards" not in given:
        return {}
    return {"name": said.get(f"player-{seat}", "").strip() or f"Player {seat}", **given}


def _page(said: Any, error: JudgeError | None) -> str:
    desk = page_context.desk()
    game = desk.corpus.games[0]
    return render_template(
        "chart_form.html",
        said=said,
        error=error,
        seats=range(1, MOST_PLAYERS + 1),
        library=len(desk.cards),
        scenarios=_scenarios(game),
        editions=[rules for one in desk.corpus.games for rules in desk.every_edition(one)],
        corpus=desk.corpus,
        query="",
    )


def _scenarios(game: str) -> list[str]:
    """The sets of the library that have a villain, in words."""
    desk = page_context.desk()
    stages = desk.rules(game).kinds_with("has_stages")
    sets = {card.card_set for card in desk.cards.every(game) if card.kind in stages and card.card_set}
    return sorted(one.replace("_", " ").title() for one in sets)
