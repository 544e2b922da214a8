"""Shows a sheet of questions made of rulings at `/practice`, to answer or to print; one seed, one sheet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request

from judge.engine.effort import for_a_table, one_answer
from judge.errors import JudgeError
from judge.practice.questions import LEVELS, PracticeQuestion
from judge.practice.sheet import MOST_QUESTIONS, Sheet
from judge.web import page_context
from judge.web.addresses import entry_address
from judge.web.api.parameters import NumberParameter
from judge.web.dispute_in_address import MAX_ADDRESS, pack

pages = Blueprint("practice", __name__)

SEED = NumberParameter("seed", "Which sheet.", 0, 2**31 - 1, 1)
COUNT = NumberParameter("count", "How many questions.", 1, MOST_QUESTIONS, 10)
LEVEL = NumberParameter("level", "1 to 3; 0 for all.", 0, LEVELS[-1], 0)


@pages.get("/practice")
def page() -> tuple[str, int] | str:
    """A sheet over made-up cards of a game, or over a scenario and heroes of the library."""
    said = request.args
    error: JudgeError | None = None
    sheet: Sheet | None = None
    try:
        if said:
            with one_answer(for_a_table()):
                sheet = page_context.desk().practice(
                    _table(said),
                    game=said.get("game") or None,
                    seed=SEED.given(said),
                    count=COUNT.given(said),
                    level=LEVEL.given(said) or None,
                )
    except JudgeError as problem:
        if problem.http_status >= 500:
            raise
        error = problem
    games = [game for game in page_context.desk().corpus.games if page_context.can_resolve(game)]
    text = render_template(
        "practice.html",
        said=said,
        sheet=sheet,
        error=error,
        answers=said.get("answers") == "1",
        questions=[_shown(one) for one in sheet.questions] if sheet is not None else [],
        games=games,
        corpus=page_context.desk().corpus,
        library=len(page_context.desk().cards),
        query="",
    )
    return (text, error.http_status) if error is not None else text


def _table(said: Mapping[str, str]) -> Mapping[str, Any] | None:
    """The table that an address describes; None where it names neither scenario nor hero."""
    heroes = [one.strip() for one in said.get("heroes", "").split(",") if one.strip()][:4]
    scenario = said.get("scenario", "").strip()
    if not heroes and not scenario:
        return None
    names = ("Ada", "Bo", "Cleo", "Dan")
    table: dict[str, Any] = {
        "game": said.get("game") or page_context.desk().corpus.games[0],
        "players": [{"name": name, "hero": hero} for name, hero in zip(names, heroes, strict=False)],
    }
    return {**table, "scenario": scenario} if scenario else table


def _shown(one: PracticeQuestion) -> dict[str, Any]:
    """A question for the page; `kept` is all that a browser needs to ask it again."""
    packed = pack(one.dispute)
    address = f"/rulings/{page_context.desk().build_id}/{packed}" if len(packed) <= MAX_ADDRESS else ""
    rules = [
        {"headword": rule.headword, "quote": rule.quote, "address": entry_address(rule.id)} for rule in one.rules[:3]
    ]
    told = one.as_json()
    kept = {name: told[name] for name in ("id", "asks", "choices", "answer", "why", "happens", "players", "cards")}
    return {**told, "rules": rules, "ruling": address, "kept": json.dumps({**kept, "rules": rules, "ruling": address})}
