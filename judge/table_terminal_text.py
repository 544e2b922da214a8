"""Writes the whole table as text for a terminal: responders, charts, collisions, sheets of questions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.charts.chart import ActingCard, CardsOfClass, Chart
    from judge.collisions.findings_report import AlikeFindings, Overview
    from judge.practice.questions import PracticeQuestion
    from judge.practice.sheet import Sheet
    from judge.responders.acting_cards import ActingCards, Responder

_MARKUP = re.compile(r"</?[a-z]{1,6} ?/?>")
_MOST_NEAR = 20
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def responders(found: ActingCards) -> str:
    """Who acts at a moment, step by step and class by class, and why others nearly do."""
    lines: list[str] = []
    for stand in found.stands:
        decides = f"; {stand.decided_by} decides the order" if stand.decided_by else ""
        lines.append(f"{stand.title} ({stand.step}): {stand.called}{decides}{'' if stand.settled else '; not settled'}")
        lines += [f"  {_responder(one)}" for one in stand.responders]
    if not lines:
        lines.append("No card asked can act at this moment.")
    if found.nearly:
        lines += ["", "Nearly:"]
        lines += [f"  {one.name}{one.ability} ({one.code}): {one.why}" for one in found.nearly[:_MOST_NEAR]]
        if len(found.nearly) > _MOST_NEAR:
            lines.append(f"  and {len(found.nearly) - _MOST_NEAR} more.")
    if found.unread:
        names = ", ".join(f"{name} ({code})" for code, name in found.unread)
        lines += ["", f"Not all was understood of {names}: whether they act cannot be said."]
    lines += ["", f"The index left {found.looked_at} of {found.of} cards to the engine."]
    return "\n".join(lines)


def _responder(one: Responder) -> str:
    who = "must" if one.mandatory is not False else f"{', '.join(one.users) or 'anybody'} may"
    facts = [who, *([f"{one.form.replace('-', ' ')} form"] if one.form else []), *([one.limit] if one.limit else [])]
    facts += ["as a boost card"] if one.role == "boost" else []
    return f"{one.name}{one.ability} ({one.code}, {one.source}): {', '.join(facts)}"


def chart(found: Chart) -> str:
    """The chart of a table; steps where no card acts are left out."""
    seats = ", ".join(f"{seat.name} ({seat.hero})" if seat.hero else seat.name for seat in found.table.seats)
    lines = [": ".join(part for part in (found.table.scenario, seats) if part)]
    for part in found.parts:
        lines += ["", part.title]
        for moment in part.moments:
            if moment.count:
                lines.append(f"  {moment.occurrence.replace('-', ' ')}")
            for step in moment.steps:
                lines += [f"    {step.heading}: {_bunch(bunch, step.label(bunch))}" for bunch in step.bunches]
    if found.unread:
        lines += ["", "Not understood:"]
        lines += [
            f"  {one.owner}: {_named(found, one.name, one.code)}: “{'”, “'.join(one.words)}”" for one in found.unread
        ]
    if found.silent:
        names = ", ".join(_named(found, name, code) for _, code, name in found.silent)
        lines += ["", f"Act at none of these moments: {names}"]
    return "\n".join(lines)


def _named(found: Chart, name: str, code: str) -> str:
    return name if code in found.table.typed else f"{name} ({code})"


def _bunch(bunch: CardsOfClass, label: str) -> str:
    by = f"[{bunch.decided_by} decides]" if bunch.decided_by else ""
    said = " ".join(part for part in (label, by, "" if bunch.settled else "[not settled]") if part)
    return f"{said}{': ' if said else ''}{', '.join(map(_acting, bunch.cards))}"


def _acting(one: ActingCard) -> str:
    count = f" ×{one.count}" if one.count > 1 else ""
    name = f"{one.name} {one.stage}".strip()
    return f"{name}{count} ({one.owner}{', ' + one.form.replace('-', ' ') if one.form else ''})"


def overview(found: Overview) -> str:
    """The report over collisions: counts, where editions differ, what nobody decides."""
    lines = [f"{count:>9,} {kind.replace('-', ' ')}" for kind, count in found.counts.items()]
    for title, sorts in (("Where editions differ:", found.differing), ("What nobody decides:", found.open)):
        lines += ["", title, *(_sort(one) for one in sorts)]
    return "\n".join(lines)


def _sort(one: AlikeFindings) -> str:
    pairs = "; ".join(f"{first} and {second}" for first, second in one.examples[:3])
    return f"{one.count:>9,} {one.moment}, {one.step}: {one.said} ({pairs})"


def findings(rows: Iterator[Mapping[str, str]]) -> str:
    """Single findings, a line each."""
    return "\n".join(map(_finding, rows))


def _finding(row: Mapping[str, str]) -> str:
    by = f"{row['decided_by']} decides" if row["decided_by"] else ""
    facts = ", ".join(fact for fact in (row["moment"], row["step"], row["edition"], by, row["reason"]) if fact)
    return f"{row['kind']}: {row['first_name']} and {row['second_name']} ({row['first']}, {row['second']}), {facts}"


def _plain(text: str) -> str:
    """A card's text on one line, without its markup."""
    return " / ".join(_MARKUP.sub("", text).replace("[[", "").replace("]]", "").splitlines())


def sheet(found: Sheet, answers: bool) -> str:
    """A sheet of questions to print, its answers behind it where they are wanted."""
    lines = [f"Sheet {found.seed}" + (f", level {found.level}" if found.level else "")]
    for number, one in enumerate(found.questions, 1):
        lines += ["", *_question(number, one)]
    if answers:
        lines += ["", "Answers"]
        for number, one in enumerate(found.questions, 1):
            lines.append(f"{number}. {_LETTERS[one.answer]}) {one.choices[one.answer]}. {one.why}")
            lines += [f"   “{rule.on_one_line}” ({rule.headword})" for rule in one.rules[:2]]
    return "\n".join(lines)


def _question(number: int, one: PracticeQuestion) -> Iterator[str]:
    yield f"{number}. {one.happens[:1].upper()}{one.happens[1:]}. {', '.join(one.players)}."
    for name, whose, text in one.cards:
        yield f"   {name} ({whose}){': ' + _plain(text) if text else ''}"
    yield f"   {one.asks}"
    yield "   " + "   ".join(f"{_LETTERS[place]}) {choice}" for place, choice in enumerate(one.choices))
