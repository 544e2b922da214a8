"""Shows the search at `/`, and what the corpus holds at `/games`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, render_template, request
from markupsafe import Markup

from judge.corpus import Corpus
from judge.errors import JudgeError
from judge.forms.examples import Example
from judge.rulebook import Rulebook
from judge.web import addresses, page_context
from judge.web.http.request_size_limits import refuse_a_long_query
from judge.web.views import rule_html
from judge.web.views.citations import ShownRule, show_rules

if TYPE_CHECKING:
    from judge.search.search import Hit, Results

pages = Blueprint("finder", __name__)

_SHOWN = 10
_MOST_SHOWN = 50
"""Entries behind “More entries”."""
_SHOWN_OF_RULINGS = {
    "": "Rules and rulings", "rules": "Rules alone", "rulings": "Rulings alone", "official": "Official rulings alone",
}  # fmt: skip
"""What of rules and of the rulings that people gave a search shows, by `rulings` in the address."""


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A hit as the page shows it, the words found highlighted in its snippet."""

    hit: Hit
    book: Rulebook
    lang: str
    snippet: Markup
    address: str


@pages.get("/")
def search() -> tuple[str, int]:
    """The search page: the box alone, or with what was found. A mistake is told at the box, which keeps its words."""
    query = request.args.get("q")
    game = request.args.get("game") or None
    edition = request.args.get("edition") or None
    if query is None:
        return _page("", game, edition), 200
    try:
        refuse_a_long_query(query)
        limit = _MOST_SHOWN if request.args.get("all") else _SHOWN
        results = page_context.desk().search(query, game=game, edition=edition, limit=limit)
    except JudgeError as error:
        if error.http_status >= 500:
            raise
        return _page(query, game, edition, error=error), error.http_status
    asks = request.args.get("rulings", "") in ("", "rules") and page_context.desk().is_question(query)
    answer = page_context.desk().ask(query, game, edition) if asks else None
    return _page(query, game, edition, results=results, answer=answer), 200


@pages.get("/games")
def games() -> str:
    """All games and editions, with their contents pages."""
    corpus = page_context.desk().corpus
    counts = {book.key: len(corpus.entries_of(book.game, book.edition)) for book in corpus.books}
    resolvable = {game for game in corpus.games if page_context.can_resolve(game)}
    return render_template("games.html", corpus=corpus, counts=counts, resolvable=resolvable, query="")


def _page(
    query: str,
    game: str | None,
    edition: str | None,
    results: Results | None = None,
    error: JudgeError | None = None,
    answer: dict[str, Any] | None = None,
) -> str:
    corpus = page_context.desk().corpus
    which = request.args.get("rulings", "")
    which = which if which in _SHOWN_OF_RULINGS else ""
    shown = [_shown(hit, corpus) for hit in results.hits] if results and which in ("", "rules") else []
    plain = results is None and error is None
    return render_template(
        "search.html",
        query=query,
        game=game,
        edition=edition,
        which=which,
        whiches=_SHOWN_OF_RULINGS,
        corpus=corpus,
        results=results,
        shown=shown,
        answer=answer["answer"] if answer else None,
        rules=show_rules(corpus, answer["rules"]) if answer else (),
        nearest=_nearest(corpus, answer["nearest"]) if answer and answer["nearest"] else None,
        told_by=_book_of(corpus, answer["rules"] or [answer["nearest"]]) if answer else None,
        error=error,
        plain=plain,
        examples=_one_example_a_game(corpus) if plain else (),
    )


def _book_of(corpus: Corpus, rules: Sequence[Mapping[str, Any] | None]) -> Rulebook | None:
    """The book of the first of the rules; None where there is none."""
    return corpus.book_of(corpus.entries[rules[0]["id"]]) if rules[0] else None


def _nearest(corpus: Corpus, nearest: Mapping[str, Any]) -> tuple[ShownRule, Markup]:
    """The nearest rule, and its text with the best sentence marked."""
    start = nearest["quote"].index(nearest["highlight"])
    marks = ((start, start + len(nearest["highlight"])),)
    return show_rules(corpus, [nearest])[0], rule_html.marked(nearest["quote"], marks)


def _one_example_a_game(corpus: Corpus) -> list[Example]:
    return [example for game in corpus.games for example in page_context.examples(game)[:1]]


def _shown(hit: Hit, corpus: Corpus) -> ShownHit:
    book, lang = corpus.book(hit.game, hit.edition), corpus.entries[hit.id].lang
    return ShownHit(
        hit, book, lang, rule_html.marked(hit.snippet, hit.marks), addresses.entry_address(hit.id, hit.anchor)
    )
