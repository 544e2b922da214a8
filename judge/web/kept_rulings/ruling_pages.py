"""Shows kept rulings: all of them, those of a source or a date, one with its versions, and an Atom feed."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, render_template, request, url_for

from judge.entry import Entry
from judge.errors import NotFound
from judge.kept_rulings.model import CoveredPlace, StoredRuling, Version
from judge.kept_rulings.staleness import stale
from judge.kept_rulings.store_filters import RulingFilter
from judge.kept_rulings.version_comparison import PartDifference, differences
from judge.web import page_context
from judge.web.dispute_in_address import MAX_ADDRESS, pack
from judge.web.kept_rulings.database_gone import if_there
from judge.web.kept_rulings.list_filters import FIELDS, filter_of
from judge.web.kept_rulings.verdicts import verdict_on
from judge.web.views.link_previews import on_any_host

pages = Blueprint("kept_rulings", __name__)

_ON_A_PAGE = 30
_IN_FEED = 50
_MOST_OFFLINE = 200
_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list: its rulings, how many there are in all, its number, and the addresses beside it."""

    rulings: list[StoredRuling]
    total: int
    number: int
    previous: str | None
    following: str | None


@pages.get("/kept-rulings")
def every() -> str:
    """All kept rulings, or those that the address narrows; newest first, best first for words."""
    which = filter_of(request.args, page_context.desk().corpus)
    said = {name: value for name in FIELDS if (value := request.args.get(name, "").strip())}
    number = request.args.get("page", "1")
    asked = int(number) if number.isdecimal() and len(number) < 6 else 1
    if not said and asked == 1:
        return _whole(1)
    shown = _stretch(which, asked, lambda n: _address(".every", {**said, "page": str(n)}))
    return _list_page("Kept rulings", shown, said=said)


@pages.get("/kept-rulings/pages/<int:number>")
def every_page(number: int) -> str:
    """A further page of all of them."""
    return _whole(number)


def _whole(number: int) -> str:
    shown = _stretch(RulingFilter(), number, lambda n: url_for(".every_page", number=n) if n > 1 else url_for(".every"))
    store = page_context.desk().kept_rulings
    sources = store.sources() if number == 1 else []
    years: dict[str, int] = {}
    for day, count in store.days().items() if number == 1 else ():
        years[day[:4]] = years.get(day[:4], 0) + count
    return _list_page("Kept rulings", shown, sources=sources, years=years)


@pages.get("/kept-rulings/sources/<name>", defaults={"number": 1})
@pages.get("/kept-rulings/sources/<name>/pages/<int:number>")
def of_source(name: str, number: int) -> str:
    """What one person or team said."""
    shown = _stretch(RulingFilter(source=name), number, lambda n: url_for(".of_source", name=name, number=n))
    if not shown.total:
        raise NotFound(f"No kept ruling is of a source “{name[:100]}”; /kept-rulings lists those there are.", "address")
    return _list_page(f"Rulings of {shown.rulings[0].ruling.source.who}", shown)


@pages.get("/kept-rulings/dates/<date>", defaults={"number": 1})
@pages.get("/kept-rulings/dates/<date>/pages/<int:number>")
def of_date(date: str, number: int) -> str:
    """Those of a year, a month or a day."""
    parts = _DATE.fullmatch(date)
    if not parts:
        raise NotFound(f"“{date[:40]}” is no date; it would be 2026, 2026-03 or 2026-03-31.", "address")
    which = RulingFilter(since=f"{date}-01-01"[:10], until=f"{date}-12-31"[:10])
    if parts[2] and not parts[3]:
        which = RulingFilter(since=f"{date}-01", until=f"{date}-31")
    shown = _stretch(which, number, lambda n: url_for(".of_date", date=date, number=n))
    if not shown.total:
        raise NotFound(f"No kept ruling was given on {date}; /kept-rulings lists those there are.", "address")
    return _list_page(f"Rulings of {_in_words(parts)}", shown)


def _in_words(parts: re.Match[str]) -> str:
    """A date as people say it.

    >>> _in_words(_DATE.fullmatch("2026-03-09"))
    '9 March 2026'
    """
    month = calendar.month_name[int(parts[2])] if parts[2] and 1 <= int(parts[2]) <= 12 else ""
    return " ".join(filter(None, (str(int(parts[3])) if parts[3] else "", month, parts[1])))


@pages.get("/kept-rulings/<ruling_id>")
def one(ruling_id: str) -> str | tuple[str, int]:
    """One kept ruling, whole: its permalink. One that was removed answers 404 with its versions."""
    desk = page_context.desk()
    kept = desk.kept_rulings.get(ruling_id)
    if kept is None:
        return history(ruling_id), 404
    packed = pack(kept.ruling.dispute) if kept.ruling.dispute else ""
    others = desk.kept_rulings.get_all([*kept.superseded_by, *kept.ruling.supersedes])
    return render_template(
        "kept_ruling.html",
        kept=kept,
        ruling=kept.ruling,
        book=desk.corpus.book(kept.ruling.game),
        books=[b for b in desk.corpus.editions(kept.ruling.game) if b.edition in kept.ruling.editions],
        named={other.ruling.id: other for other in others},
        stale=stale(desk.corpus, kept.ruling),
        places=[(place, entry_at(place)) for place in kept.ruling.entries],
        words=[(words, entry_at(words.place)) for words in kept.ruling.interprets],
        outcome=verdict_on(kept) if kept.ruling.dispute is not None else None,
        packed=packed if len(packed) <= MAX_ADDRESS else "",
        card_codes={card.code for card in kept.ruling.cards if card.code and desk.cards.find("", card.code)},
        query="",
    )


def entry_at(place: CoveredPlace) -> Entry | None:
    """The entry of a place; None where this build has none."""
    return page_context.desk().corpus.entries.get(place.entry)


@pages.get("/kept-rulings/<ruling_id>/history")
def history(ruling_id: str) -> str:
    """Every version of a ruling, each with what it changed."""
    versions = page_context.desk().kept_rulings.history(ruling_id)
    if not versions:
        raise NotFound(f"There is no kept ruling “{ruling_id[:100]}”; /kept-rulings lists those there are.", "address")
    rows = [(version, _changes(versions, place)) for place, version in enumerate(versions)]
    return render_template("kept_ruling_history.html", id=ruling_id, rows=rows[::-1], latest=versions[-1], query="")


def _changes(versions: list[Version], place: int) -> tuple[PartDifference, ...]:
    return differences(versions[place - 1].ruling, versions[place].ruling) if place else ()


@pages.get("/kept-rulings/feed.atom")
def feed() -> Response:
    """The rulings changed last, as an Atom feed; narrowed as the list."""
    which = filter_of(request.args, page_context.desk().corpus)
    found, _ = page_context.desk().kept_rulings.find(which, 0, _IN_FEED, latest=True)
    said = {name: value for name in FIELDS if (value := request.args.get(name, "").strip())}
    xml = render_template(
        "kept_rulings_feed.xml",
        rulings=found,
        updated=max((kept.changed for kept in found), default="1970-01-01T00:00:00+00:00"),
        whole=on_any_host,
        here=_address(".feed", said),
        page=_address(".every", said),
    )
    return Response(xml, content_type="application/atom+xml; charset=utf-8")


def _to_keep() -> list[StoredRuling]:
    """The rulings of a copy that is read without the program: of a site all of them, on a device the latest."""
    most = None if current_app.jinja_env.globals["exported"] else _MOST_OFFLINE
    return if_there(lambda store: store.find(RulingFilter(), 0, most)[0]) or []


def rows_to_find() -> list[list[str]]:
    """They, for the search of the browser: id, game, question, who said it and when, all words looked for."""
    return [
        [r.id, r.game, r.question, f"{r.source.who}, {r.date}", " ".join((r.question, r.answer, *map(str, r.cards)))]
        for r in (kept.ruling for kept in _to_keep())
    ]


def paths_to_keep() -> list[str]:
    """Addresses of the list and of the rulings of a copy that is read without the program."""
    found = _to_keep()
    if not found:
        return []
    return [url_for("kept_rulings.every"), *(url_for("kept_rulings.one", ruling_id=k.ruling.id) for k in found)]


def _address(endpoint: str, said: Mapping[str, str]) -> str:
    """The address of a page with a query."""
    return f"{url_for(endpoint)}?{urlencode(said)}" if said else url_for(endpoint)


def _stretch(which: RulingFilter, number: int, address: Callable[[int], str]) -> ListPage:
    number = max(1, number)
    found, total = page_context.desk().kept_rulings.find(which, (number - 1) * _ON_A_PAGE, _ON_A_PAGE)
    if number > 1 and not found:
        raise NotFound(f"The list has no page {number}.", "address")
    further = total > number * _ON_A_PAGE
    return ListPage(found, total, number, address(number - 1) if number > 1 else None,
                   address(number + 1) if further else None)  # fmt: skip


def _list_page(title: str, shown: ListPage, said: Mapping[str, str] | None = None, **more: object) -> str:
    said = said or {}
    facts: dict[str, object] = {"sources": [], "years": {}, **more}
    return render_template(
        "kept_rulings.html", title=title, shown=shown, corpus=page_context.desk().corpus, narrowed=said,
        said={**dict.fromkeys(FIELDS, ""), **said}, query=said.get("q", ""), **facts,
    )  # fmt: skip
