"""Answering a question by the rules' own words: said as the rule where that is sure, else shown as the nearest rule.

It never answers what it cannot cite, and never says that the rules are silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any

from judge.entry import Citation, Entry
from judge.search.answer_features import Asked, Candidate, candidates
from judge.search.question import Question, read_question
from judge.search.quotations import Quotation
from judge.search.search import Searcher
from judge.search.step_order import Order, Orders

_SHOWN = 8
_FEWEST_WORDS = 3
"""A citation quotes that many words at least."""
_FAR = 8.0
"""What scores so much less is no rival."""
_AS_GOOD, _MOST_QUOTED = 2.0, 2
"""An entry of the same book that scores less by at most so much is quoted beside the best, so many together."""
_LIKE, _LONGEST = 3.0, 700
"""Paragraphs of the entry that score less by at most so much are quoted too, up to so many characters together."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said: `text` with the rules that say so, where that is sure; else the rule that is `nearest` with its
    best sentence as `highlight`; else nothing."""

    text: str | None = None
    order: tuple[str, ...] = ()
    rules: tuple[Citation, ...] = ()
    nearest: Citation | None = None
    highlight: str = ""
    entries: tuple[Mapping[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The contract's `judge ask`."""
        return {
            "answer": self.text,
            "order": list(self.order) or None,
            "rules": [rule.as_json() for rule in self.rules],
            "nearest": self.nearest.as_json() | {"highlight": self.highlight} if self.nearest else None,
            "entries": list(self.entries),
        }


def ask(
    typed: str, searcher: Searcher, orders: Orders | None = None, *, game: str | None = None, edition: str | None = None
) -> Answer:
    """The answer to a question by the rules of a game and edition, those named in it where none are given.

    Raises NotUnderstood for an empty question, NotAllowed for an unknown game or edition, TooLarge beyond all reason.
    """
    question = understood(typed, searcher).within(game, edition)
    edition = question.edition
    asked = Asked.of(question, searcher, question.game)
    game = question.game or asked.wanted.game
    found = searcher.find(f"{question.before} {question.text}", game=game, edition=edition)
    entries = tuple(hit.as_json() for hit in searcher.hits(found, _SHOWN))
    if orders and question.asks and found.entries and (order := _order(orders, asked, found.entries[0].entry, edition)):
        text = f"“{order.first.title}” comes before “{order.second.title}”."
        return Answer(text, order.sequence, order.rules, entries=entries)
    scored = sorted(_scored(asked, candidates(asked, found)), key=lambda pair: -pair[0])
    if not scored:
        return Answer(entries=entries)
    if sureness(asked, scored) >= searcher.settings.answers.least:
        return replace(_answer(scored), entries=entries)
    entry, quotation, quote = _nearest(scored)
    return Answer(nearest=_cited(entry, quote), highlight=asked.best_sentence(quotation).text, entries=entries)


def understood(typed: str, searcher: Searcher) -> Question:
    """The question that was typed, its mistyped words mended. Raises as `ask`."""
    expander = searcher.expander
    question = read_question(typed, searcher.settings, searcher.corpus, expander.knows)
    corrected = expander.corrected
    return replace(question, text=corrected(question.text), before=corrected(question.before))


def _order(orders: Orders, asked: Asked, best: Entry, edition: str | None) -> Order | None:
    """What comes first of two things asked about, by the timing data of the edition asked for, or found."""
    game = asked.question.game or asked.wanted.game or best.game
    book = asked.searcher.corpus.book(game, edition)
    return orders.find(asked.question.text, game, book.edition, asked.searcher.settings)


Scored = tuple[float, Candidate]


def _scored(asked: Asked, found: Iterator[Candidate]) -> Iterator[Scored]:
    weights = asked.searcher.settings.answers.weights
    for candidate in found:
        yield sum(weight * candidate.features[name] for name, weight in weights.items()), candidate


def quoted(scored: Sequence[Scored]) -> Sequence[Sequence[Scored]]:
    """The candidates of the best entry, and those of the next of its book where that is about as good."""
    (score, best), *others = scored
    book = (best.ranked.entry.game, best.ranked.entry.edition)
    firsts = {best.ranked.place: best.ranked}
    for other, candidate in others:
        entry = candidate.ranked.entry
        if other >= score - _AS_GOOD and len(firsts) < _MOST_QUOTED and (entry.game, entry.edition) == book:
            firsts.setdefault(candidate.ranked.place, candidate.ranked)
    return [[one for one in scored if one[1].ranked is ranked] for ranked in firsts.values()]


def _answer(scored: Sequence[Scored]) -> Answer:
    """What the best of the scored candidates say."""
    found = [(own[0][1].ranked.entry, said(own)) for own in quoted(scored)]
    best, places = found[0]
    steps = tuple(best.paragraphs[place].text for place in places if best.paragraphs[place].role == "step")
    quotes = [(entry, entry.paragraphs[place].text) for entry, places in found for place in places]
    rules = tuple(_cited(entry, quote) for entry, quote in quotes if len(quote.split()) >= _FEWEST_WORDS)
    return Answer("\n".join(quote for _, quote in quotes), steps if len(steps) > 1 else (), rules)


def sure_features(asked: Asked, scored: Sequence[Scored]) -> Mapping[str, float]:
    """What tells how sure it is that what is quoted answers, its entries of another edition counted with them."""
    score, best = scored[0]
    names = {own[0][1].ranked.entry.headword for own in quoted(scored)}
    chances = [exp(other - score) for other, _ in scored]
    is_own = [candidate.ranked.entry.headword in names for _, candidate in scored]
    own = [candidate.features["pairs"] for (_, candidate), its in zip(scored, is_own, strict=True) if its]
    rivals = [candidate.features["pairs"] for (_, candidate), its in zip(scored, is_own, strict=True) if not its]
    next_best = next((other for (other, _), its in zip(scored, is_own, strict=True) if not its), 0.0)
    return {
        **asked.features,
        **best.features,
        "ahead_pairs": max(own) - max(rivals, default=0.0),
        "ahead": min(score - next_best, _FAR) / _FAR,
        "chance": sum(chance for chance, its in zip(chances, is_own, strict=True) if its) / sum(chances),
    }


def sureness(asked: Asked, scored: Sequence[Scored]) -> float:
    """How likely what is quoted holds the answer, 0 to 1."""
    features = sure_features(asked, scored)
    total = sum(weight * features[name] for name, weight in asked.searcher.settings.answers.sure.items())
    return 1 / (1 + exp(-max(-50.0, min(50.0, total))))


def said(own: Sequence[Scored]) -> list[int]:
    """The places of the paragraphs of an entry that answer: of its best quotation, and of others about as good."""
    score, best = own[0]
    paragraphs = best.ranked.entry.paragraphs
    places, length = list(best.quotation.places), len(best.quotation.text)
    for other, candidate in own[1:]:
        if other >= score - _LIKE:
            more = [place for place in candidate.quotation.places if place not in places]
            size = sum(len(paragraphs[place].text) for place in more)
            if length + size <= _LONGEST:
                places, length = places + more, length + size
    return sorted(places)


def _nearest(scored: Sequence[Scored]) -> tuple[Entry, Quotation, str]:
    """The best quotation where it is short, else the best paragraph of its entry, with what answers just around it."""
    entry = scored[0][1].ranked.entry
    fitting = [one for one in quoted(scored)[0] if one[1].is_short(_LONGEST)] or scored[:1]
    best, places = fitting[0][1], said(fitting)
    first, last = best.quotation.places[0], best.quotation.places[-1]
    while first - 1 in places:
        first -= 1
    while last + 1 in places:
        last += 1
    return entry, best.quotation, "\n".join(paragraph.text for paragraph in entry.paragraphs[first : last + 1])


def _cited(entry: Entry, quote: str) -> Citation:
    return Citation(entry.id, entry.headword, entry.official, quote)
