"""Answering a question by the rules' own words: said as the rule where that is sure, else shown as the nearest rule.

It never answers what it cannot cite, and never says that the rules are silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from math import exp
from typing import Any

from judge.entry import Citation, Entry
from judge.search.answer_features import Asked, Candidate, candidates
from judge.search.question import Question, read_question
from judge.search.quotations import Quotation
from judge.search.search import Searcher
from judge.search.step_order import Order, Orders

LOOKED_INTO = 10
"""Entries whose paragraphs may answer, the best of the search; what players' words stand for is looked into too."""
_SHOWN = 8
_FEWEST_WORDS = 3
"""A citation quotes that many words at least."""
_MUCH = 30.0
"""So much rarity of words counts 1."""
_AS_GOOD, _MOST_ENTRIES, _LONGEST = 3.0, 3, 900
"""What scores less by at most so much is quoted beside the best: of so many entries, so many characters together."""


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
    found = searcher.ranked(f"{question.before} {question.text}", game=game, edition=edition, limit=LOOKED_INTO)
    entries = tuple(searcher.search(question.text, game=game, edition=edition, limit=_SHOWN).as_json())
    if orders and question.asks and found and (order := _order(orders, asked, found[0].entry, edition)):
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


def quoted(scored: Sequence[Scored]) -> Sequence[tuple[Entry, Sequence[int]]]:
    """The entries quoted together, the best first, each with the places of its paragraphs: the best quotation and
    others of its book about as good."""
    score, best = scored[0]
    found: dict[int, tuple[Entry, list[int]]] = {}
    left = _LONGEST
    for _, candidate in takewhile(lambda one: one[0] >= score - _AS_GOOD, scored):
        place, entry = candidate.ranked.place, candidate.ranked.entry
        _, places = found.get(place, (entry, []))
        more = [n for n in candidate.quotation.places if n not in places]
        size = sum(len(entry.paragraphs[n].text) for n in more)
        is_of_book = entry.game == best.ranked.entry.game and entry.edition == best.ranked.entry.edition
        if not found or (is_of_book and size <= left and (places or len(found) < _MOST_ENTRIES)):
            left -= size
            found[place] = (entry, sorted((*places, *more)))
    return tuple(found.values())


def _answer(scored: Sequence[Scored]) -> Answer:
    """What the best of the scored candidates say."""
    found = quoted(scored)
    best, places = found[0]
    steps = tuple(best.paragraphs[place].text for place in places if best.paragraphs[place].role == "step")
    quotes = [(entry, entry.paragraphs[place].text) for entry, places in found for place in places]
    rules = tuple(_cited(entry, quote) for entry, quote in quotes if len(quote.split()) >= _FEWEST_WORDS)
    return Answer("\n".join(quote for _, quote in quotes), steps if len(steps) > 1 else (), rules)


def sure_features(asked: Asked, scored: Sequence[Scored]) -> Mapping[str, float]:
    """What tells how sure it is that what is quoted answers, its entries of another edition counted with them."""
    score, best = scored[0]
    names = {entry.headword for entry, _ in quoted(scored)}
    own = [one for one in scored if one[1].ranked.entry.headword in names]
    rivals = [one for one in scored if one[1].ranked.entry.headword not in names]
    stems = {stem for other, candidate in own if other >= score - _AS_GOOD for stem in candidate.quotation.counts}
    held = sum(word.rarity * word.held(stems) for word in asked.wanted.words)
    chance = sum(exp(other - score) for other, _ in own)
    return {
        **asked.features,
        **{name: best.features[name] for name in ("name", "called", "uncounted")},
        "held": held / _MUCH,
        "unheld": (asked.wanted.rarity - held) / _MUCH,
        "ahead_pairs": _most_pairs(own) - _most_pairs(rivals),
        "chance": chance / (chance + sum(exp(other - score) for other, _ in rivals)),
    }


def _most_pairs(scored: Sequence[Scored]) -> float:
    return max((candidate.features["pairs"] for _, candidate in scored), default=0.0)


def sureness(asked: Asked, scored: Sequence[Scored]) -> float:
    """How likely what is quoted holds the answer, 0 to 1."""
    features = sure_features(asked, scored)
    total = sum(weight * features[name] for name, weight in asked.searcher.settings.answers.sure.items())
    return 1 / (1 + exp(-max(-50.0, min(50.0, total))))


def _nearest(scored: Sequence[Scored]) -> tuple[Entry, Quotation, str]:
    """The best quotation where it is short, else the best paragraph of its entry, with what answers just around it."""
    entry, places = quoted(scored)[0]
    own = [candidate for _, candidate in scored if candidate.ranked.entry is entry]
    best = next((candidate for candidate in own if candidate.is_short(_LONGEST)), own[0])
    first, last = best.quotation.places[0], best.quotation.places[-1]
    while first - 1 in places:
        first -= 1
    while last + 1 in places:
        last += 1
    return entry, best.quotation, "\n".join(paragraph.text for paragraph in entry.paragraphs[first : last + 1])


def _cited(entry: Entry, quote: str) -> Citation:
    return Citation(entry.id, entry.headword, entry.official, quote)
