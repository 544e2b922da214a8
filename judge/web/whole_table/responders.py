"""Shows who can respond at a moment, at `/responders`: a moment chosen or taken from a ruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request

from judge.engine.effort import for_a_table, one_answer
from judge.errors import TooLarge
from judge.responders.acting_cards import ActingCards
from judge.rules.model import OccurrenceType, Rules
from judge.web import page_context
from judge.web.api.moments import moment_of, scope_of
from judge.web.dispute_in_address import pack

pages = Blueprint("responders", __name__)

_MOST_NEAR = 30
_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a page asks for: the moment as a dispute, as far as it is complete."""

    rules: Rules
    occurrence: OccurrenceType | None
    moment: Mapping[str, Any] | None
    missing: tuple[str, ...] = ()


@pages.get("/responders")
def page() -> tuple[str, int]:
    """A moment, chosen or taken from a ruling, and the cards of the library that act there.

    Where too many would have to be tried, the form to narrow it stands there with the reason.
    """
    packed = request.args.get("dispute", "")
    asked = _of_ruling(packed) if packed else _of_form()
    step = request.args.get("step") or None
    found: ActingCards | None = None
    refused: TooLarge | None = None
    if asked.moment is not None and asked.occurrence is not None:
        try:
            with one_answer(for_a_table()):
                found = page_context.desk().responders(asked.moment, step, scope_of(request.args))
        except TooLarge as error:
            refused = error
    steps = asked.occurrence.steps if asked.occurrence is not None else ()
    shown = render_template(
        "responders.html",
        refused=refused,
        packed=pack(asked.moment) if packed and asked.moment is not None else "",
        resolver=pack(asked.moment) if asked.moment is not None else "",
        asked=asked,
        found=found,
        nearly=found.nearly[:_MOST_NEAR] if found is not None else (),
        step=step,
        steps=steps,
        own={one.id for one in steps},
        wording=page_context.wording(asked.rules.game),
        corpus=page_context.desk().corpus,
        build_id=page_context.desk().build_id,
        library=len(page_context.desk().cards),
        forms=sorted(asked.rules.kinds_with("form"), key=list(asked.rules.kinds).index),
        seats=range(_PLAYERS),
        games=[game for game in page_context.desk().corpus.games if page_context.can_resolve(game)],
        query="",
    )
    return shown, refused.http_status if refused is not None else 200


def _of_ruling(packed: str) -> _Asked:
    moment = moment_of(packed)
    dispute = page_context.desk().dispute(moment)
    if dispute.occurrence is None:
        return _Asked(dispute.rules, None, None, ("what happens: this dispute names no occurrence",))
    return _Asked(dispute.rules, dispute.occurrence, moment)


def _of_form() -> _Asked:
    said = request.args
    rules = page_context.desk().rules(
        said.get("game") or page_context.desk().corpus.games[0], said.get("edition") or None
    )
    occurrence = rules.offered.get(said.get("type", ""))
    if occurrence is None:
        return _Asked(rules, None, None)
    told: dict[str, Any] = {"type": occurrence.type}
    missing = []
    for part in occurrence.participants:
        value, kind = said.get(f"p-{part.name}", "").strip(), said.get(f"k-{part.name}", "").strip()
        if value:
            told[part.name] = _as_given(part.type, value)
            told |= {f"{part.name}_kind": kind} if kind else {}
        elif not part.optional:
            missing.append(part.name.replace("_", " "))
    names, forms = said.getlist("player"), said.getlist("form")
    players = [
        {"name": name.strip(), **({"form": form} if form else {})}
        for name, form in zip(names, [*forms, *[""] * len(names)], strict=False)
        if name.strip()
    ]
    moment: dict[str, Any] = {"game": rules.game, "edition": rules.edition, "occurrence": told}
    if players:
        moment["players"] = players
    return _Asked(rules, occurrence, None if missing else moment, tuple(missing) if players or names else ())


def _as_given(sort: str, value: str) -> Any:
    if sort == "flag":
        return value == "yes"
    if sort == "list":
        return [one.strip() for one in value.split(",") if one.strip()]
    if sort == "number" or (value.isascii() and value.isdecimal() and len(value) < 4):
        return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else value
    return value
