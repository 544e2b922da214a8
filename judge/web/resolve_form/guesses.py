"""Guesses what the form does not say of a card: its type, whose it is, what it is attached to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.cardtext.tree import Act, Noun
from judge.disputes.dispute_values import Card, Dispute
from judge.forms.form_wording import FormWording
from judge.web.resolve_form.mended_readings import Row


def guesses(rows: Mapping[int, Row], dispute: Dispute, wording: FormWording) -> list[dict[str, str]]:
    """By field, the value taken and what it is called; `rows` are the form's cards by place, those of the dispute."""
    found: list[dict[str, str]] = []
    for (place, row), card in zip(rows.items(), dispute.cards, strict=False):
        for name, value in _of_card(card, dispute):
            if value and not row.get(name, "").strip():
                words = wording.kind(value) if name == "kind" else value
                found.append({"field": f"cards-{place}-{name}", "guess": value, "words": words})
    return found


def _of_card(card: Card, dispute: Dispute) -> Iterator[tuple[str, str]]:
    yield "kind", card.kind or ""
    yield "controller", card.controller
    yield "attached_to", _attached_to(card, dispute)


def _attached_to(card: Card, dispute: Dispute) -> str:
    """Whom its text says it is attached to: of that name, or the only one of that type on the table."""
    attaching = (play.clause.to for play in card.text.plays if isinstance(play, Act) and play.clause.event == "attach")
    hosts = (_host(to, card, dispute) for to in attaching if isinstance(to, Noun))
    return next((host for host in hosts if host), "")


def _host(to: Noun, card: Card, dispute: Dispute) -> str:
    others = [other for other in dispute.cards if other is not card]
    named = {name: value for name, value in dispute.participants.items() if isinstance(value, str)}
    if to.name:
        known = [*(p.name for p in dispute.players), *(other.name for other in others), *named.values()]
        return next((name for name in known if name.casefold() == to.name.casefold()), "")
    of_type = {other.name for other in others if other.kind in to.kinds}
    of_type |= {value for name, value in named.items() if dispute.kinds.get(name) in to.kinds}
    return of_type.pop() if len(of_type) == 1 else ""
