"""Answering a question in plain words by the rules' own words: a sentence of an entry, or an order that an entry lists.

It never answers what it cannot cite: where no sentence holds what was asked, the answer is None beside the nearest
entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from judge.entry import Citation, Entry, Paragraph
from judge.errors import NotUnderstood
from judge.search.bearing import OF_ALL, Bearing, Place
from judge.search.lexicon import Demands, QuestionKind
from judge.search.question import is_question, kind_of
from judge.search.said import Quotable
from judge.search.search import Results, Searcher
from judge.search.sequence import OrderOf, places_of
from judge.search.wanted import Wanted
from judge.search.words import plain, stem, stems_of, words_of

_LOOKED_INTO = 8
"""Entries whose sentences are looked at, the best of the search."""
_ANSWERING = 5
"""Of these, so many may answer by a sentence."""
_FEWEST_WORDS = 3
"""A citation quotes that many words at least."""
_PER_RANK, _PER_PLACE, _PLACES = 0.05, 0.002, 10
"""Each place further down in the search takes that much from a passage's fit, each further down in its entry that much,
up to so many."""
_OLDER = 0.15
"""An edition that is not its game's default takes that much."""
_FOREIGN = 0.25
"""A passage without a name that stands in the question loses that much."""
_LIKE = 0.07
"""Passages of an entry that fit as well but for so much are quoted together."""
_FIRST_WORDS = 3
"""A definition tells when, if one of so many first words does."""
_LONGEST = 420
"""Characters that are quoted together."""
_ORDER, _PERMISSION, _WHEN = "order", "permission", "when"
_WHETHER = ("is ", "are ")
_HOW = ("how do", "how can", "how is", "how are", "how to")
_ASKS_STEPS = frozenset(("order", "steps", "sequence"))
_CHAIN = re.compile(r"\s+>\s+")
_FEWEST_LINKS = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say: in words, as an order, and by which rules. All empty when they do not answer."""

    text: str | None = None
    order: tuple[str, ...] = ()
    rules: tuple[Citation, ...] = ()


class _Passage(NamedTuple):
    """What may answer: how well it fits, and where it stands."""

    fit: float
    entry: Entry
    quotable: Quotable


def ask(
    question: str, searcher: Searcher, *, game: str | None = None, order_of: OrderOf | None = None
) -> dict[str, Any]:
    """The answer to a question, as the contract's `judge ask` gives it: `answer`, `order`, `rules`, `entries`.

    Raises NotUnderstood for an empty question, NotAllowed for an unknown game, TooLarge beyond all reason.
    """
    if not question.strip():
        raise NotUnderstood("The question is empty; ask in plain words.", "question")
    game = game or searcher.wanted(_without_quotes(question)).game
    results = searcher.search(_without_quotes(question), game=game, limit=_LOOKED_INTO)
    answer = _answer(question, searcher, results, game, order_of)
    return {
        "answer": answer.text,
        "order": list(answer.order) or None,
        "rules": [rule.as_json() for rule in answer.rules],
        "entries": results.as_json(),
    }


def _without_quotes(question: str) -> str:
    """Quotation marks set a term off in a question; they do not ask for a phrase word for word."""
    return re.sub(r"[\"“”„]", "'", question)


def _answer(
    question: str, searcher: Searcher, results: Results, game: str | None, order_of: OrderOf | None
) -> Answer:
    if not is_question(question, searcher.settings) or not results.hits:
        return Answer()
    wanted = searcher.wanted(_without_quotes(question), game)
    if not wanted.is_known and not all(word.known or word.read_as for word in wanted.words):
        return Answer()  # a word that no rule knows: whatever is found is beside the question
    entries = [searcher.corpus.entries[hit.id] for hit in results.hits]
    kind = kind_of(question, searcher.settings.kinds)
    if kind.name == _ORDER and (ordered := _order(question, kind, searcher, entries, game, order_of)):
        return ordered
    defined = _definition(question, searcher, entries, kind)
    return defined if defined.text else _by_passage(searcher, entries, question, wanted, kind)


# ---------------------------------------------------------------- what is it?


def _definition(question: str, searcher: Searcher, entries: Sequence[Entry], kind: QuestionKind) -> Answer:
    """What the entry says first that the question asks the meaning of; nothing when it asks something else."""
    asked = plain(_without_quotes(question))
    subject = None if asked.startswith(_WHETHER) else searcher.subject(asked)
    if subject is None:
        return Answer()
    named = searcher.named(subject) or searcher.named(" ".join(w for w in subject.split() if not w.isdigit()))
    entry = next((entry for entry in entries if entry.id in named and entry.paragraphs), None)
    if entry is None:
        return Answer()
    first = searcher.quotable(entry.id)[0]
    begins = {token.plain for sentence in first.sentences[:1] for token in sentence.tokens[:_FIRST_WORDS]}
    if kind.must and not (kind.cues & begins or kind.better & first.plain):
        return Answer()
    return _quoted(entry, first.quotes)


def _quoted(entry: Entry, quotes: Sequence[str]) -> Answer:
    """The quotes as the answer, each of them cited; nothing where none is long enough to be cited."""
    rules = tuple(_cited(entry, quote) for quote in quotes if len(words_of(quote)) >= _FEWEST_WORDS)
    return Answer("\n".join(quotes), rules=rules) if rules else Answer()


def _cited(entry: Entry, quote: str) -> Citation:
    return Citation(entry.id, entry.headword, entry.official, quote)


# ---------------------------------------------------------------- in which order?


def _order(
    question: str,
    kind: QuestionKind,
    searcher: Searcher,
    entries: Sequence[Entry],
    game: str | None,
    order_of: OrderOf | None,
) -> Answer | None:
    """An order in which the things asked about stand: by the timing scripts, or by a list or a chain of an entry."""
    things = [thing for thing in _things(question, searcher) if thing not in kind.asks]
    if order_of and len(things) >= 2 and (steps := order_of(game or entries[0].game, things)):
        rules = tuple(dict.fromkeys(rule for step in steps for rule in step.rules))
        order = tuple(step.title for step in steps)
        first, second = (order[place] for place in sorted(places_of(things, steps))[:2])
        return Answer(f"“{first}” comes before “{second}”.", order, rules)
    nearest = _same_game(entries)
    if len(things) == 1 and _ASKS_STEPS & set(words_of(question)):
        own = (entry for entry in nearest if entry.id in searcher.named(things[0]))
        return next((found for entry in own for found in _steps_of(entry)), None)
    if len(things) >= 2:
        also = (e for e in searcher.corpus.entries_of(entries[0].game, entries[0].edition) if e not in nearest)
        for entry in (*nearest, *also):
            if found := _listed(entry, things) or _chained(entry, things):
                return found
    return None


def _same_game(entries: Sequence[Entry]) -> list[Entry]:
    """The entries found of the edition that the best of them stands in."""
    return [e for e in entries if (e.game, e.edition) == (entries[0].game, entries[0].edition)]


def _things(question: str, searcher: Searcher) -> list[str]:
    """The folded names of entries that stand in the question, the longest where they overlap, in its order."""
    words = words_of(question)
    found: list[str] = []
    at = 0
    while at < len(words):
        size = next((n for n in (4, 3, 2, 1) if _is_thing(words[at : at + n], n, searcher)), 0)
        if size:
            found.append(" ".join(words[at : at + size]))
        at += size or 1
    return list(dict.fromkeys(found))


def _is_thing(words: Sequence[str], size: int, searcher: Searcher) -> bool:
    if len(words) < size or (size == 1 and words[0] in searcher.settings.stop):
        return False
    return bool(searcher.named(" ".join(words)))


def _listed(entry: Entry, things: Sequence[str]) -> Answer | None:
    """The steps of a list of the entry in which two of the things stand in different ones."""
    for intro, steps in _lists(entry):
        places = {next((n for n, step in enumerate(steps) if _begins(step.text, thing)), None) for thing in things}
        if len(places - {None}) >= 2:
            first, second = sorted(place for place in places if place is not None)[:2]
            return _as_order(entry, intro, steps, f"“{steps[first].text}” comes before “{steps[second].text}”.")
    return None


def _steps_of(entry: Entry) -> Iterable[Answer]:
    """Lazily, the entry's own lists of steps as orders."""
    for intro, steps in _lists(entry):
        if len(steps) > 1 and (found := _as_order(entry, intro, steps, intro.text if intro else entry.headword)):
            yield found


def _as_order(entry: Entry, intro: Paragraph | None, steps: Sequence[Paragraph], text: str) -> Answer | None:
    """The steps of a list as an order, `text` saying it in words; None where nothing is long enough to be cited."""
    order = tuple(step.text for step in steps)
    quotes = [p.text for p in (intro, *steps) if p and len(words_of(p.text)) >= _FEWEST_WORDS]
    return Answer(text, order, tuple(_cited(entry, quote) for quote in quotes)) if quotes else None


def _lists(entry: Entry) -> Iterable[tuple[Paragraph | None, list[Paragraph]]]:
    """Lazily, each run of numbered steps of the entry with the paragraph that introduces it."""
    intro: Paragraph | None = None
    steps: list[Paragraph] = []
    for paragraph in entry.paragraphs:
        if paragraph.role == "step":
            steps.append(paragraph)
            continue
        if steps:
            yield intro, steps
            steps = []
        intro = paragraph
    if steps:
        yield intro, steps


def _begins(text: str, thing: str) -> bool:
    """True when a step is about the thing: it begins with its words, in any number."""
    words = thing.split()
    return _are_alike(_words_of_rule(text)[: len(words)], words)


@lru_cache(maxsize=500)
def _words_of_rule(text: str) -> Sequence[str]:
    """The folded words of a text of the books."""
    return words_of(text)


def _alike(word: str, other: str) -> bool:
    return word.removesuffix("s") == other.removesuffix("s") or stem(word) == stem(other)


def _chained(entry: Entry, things: Sequence[str]) -> Answer | None:
    """The links of a chain `a > b > c` of the entry in which two of the things stand in different ones."""
    for paragraph in entry.paragraphs:
        if paragraph.text.count(">") < _FEWEST_LINKS - 1:
            continue
        links = tuple(link.strip(" .") for link in _CHAIN.split(paragraph.text.rpartition(":")[2]))
        if len(links) < _FEWEST_LINKS:
            continue
        words = [words_of(link) for link in links]
        places = {next((n for n, w in enumerate(words) if _are_alike(w, thing.split())), None) for thing in things}
        if len(places - {None}) >= 2:
            return Answer(paragraph.text, links, (_cited(entry, paragraph.text),))
    return None


def _are_alike(words: Sequence[str], others: Sequence[str]) -> bool:
    return len(words) == len(others) and all(map(_alike, words, others))


# ---------------------------------------------------------------- which passage says so?


def _by_passage(
    searcher: Searcher, entries: Sequence[Entry], question: str, wanted: Wanted, kind: QuestionKind
) -> Answer:
    """The passage that bears most on the question, with its like in the same entry; nothing where none does enough."""
    things = _things(question, searcher)
    telling = [word.typed for word in wanted.words if word.typed not in searcher.settings.demands.generic]
    is_lone = len(telling) <= 1 and kind.name not in OF_ALL
    if is_lone and not things:
        return Answer()  # nothing the rules name
    if is_lone and (kind.name == _PERMISSION or not searcher.is_name(" ".join(telling))):
        return _by_name(searcher, entries[0], question, wanted, kind)  # it only shares its stem with a name, as “time”
    bearing = Bearing(words_of(question), wanted, kind, searcher.settings.demands)
    passages = sorted(_passages(searcher, entries, bearing, things), key=lambda passage: -passage.fit)
    if not passages or passages[0].fit < kind.held:
        return _by_name(searcher, entries[0], question, wanted, kind)
    best = passages[0]
    quotables = searcher.quotable(best.entry.id)
    said = sorted(_with_its_like(passages), key=lambda passage: quotables.index(passage.quotable))
    return _quoted(best.entry, [quote for passage in said for quote in passage.quotable.quotes])


def _passages(
    searcher: Searcher, entries: Sequence[Entry], bearing: Bearing, things: Sequence[str]
) -> Iterable[_Passage]:
    """Lazily, what can be quoted of the best entries as far as it bears on the question at all.

    A name of several words that the question holds must stand in it; in an answer about an order every name.
    """
    asked, settings = frozenset(bearing.words), searcher.settings
    led = {thing: frozenset(searcher.named(thing)) for thing in things}
    printed = {thing: searcher.named(thing, in_books=True) for thing in things if " " in thing}
    for rank, entry in enumerate(entries[:_ANSWERING]):
        headword = frozenset(words_of(entry.headword))
        if (entry.kind == "card" and not headword <= asked) or _is_of_another_mode(entry, asked, settings.demands):
            continue
        shelf = f"{entry.game}/"
        names = [thing for thing, ids in printed.items() if any(i.startswith(shelf) for i in ids)]
        lag = _PER_RANK * rank + (0.0 if searcher.corpus.book_of(entry).default else _OLDER)
        stems = frozenset(s for thing, ids in led.items() if entry.id in ids for s in stems_of(thing))
        place = Place(searcher.page(entry.id).names, stems, headword)
        for n, quotable in enumerate(searcher.quotable(entry.id)):
            fit = bearing.fit(quotable, place) if quotable.stems & bearing.wanted.stems else None
            if fit is None or (bearing.kind.name == _ORDER and not _holds_all(quotable.text, things)):
                continue
            is_foreign = not _holds_all(" ".join((*entry.names, quotable.text)), names)
            yield _Passage(fit - lag - _PER_PLACE * min(n, _PLACES) - _FOREIGN * is_foreign, entry, quotable)


def _with_its_like(passages: Sequence[_Passage]) -> Iterable[_Passage]:
    """Lazily, the best passage, and those of its entry that fit about as well, as long as they are short together."""
    best = passages[0]
    said, length = [best.quotable.text], len(best.quotable.text)
    yield best
    for passage in passages[1:]:
        text = passage.quotable.text
        is_like = passage.entry.id == best.entry.id and passage.fit >= best.fit - _LIKE
        if is_like and length + len(text) <= _LONGEST and not any(_overlap(passage.quotable, other) for other in said):
            said.append(text)
            length += len(text)
            yield passage


def _overlap(quotable: Quotable, said: str) -> bool:
    return any(quote in said for quote in quotable.quotes) or said in quotable.text


def _by_name(searcher: Searcher, entry: Entry, question: str, wanted: Wanted, kind: QuestionKind) -> Answer:
    """What the best entry says first, when its headword is all that a question how or when asks about."""
    settings = searcher.settings
    telling = [word for word in wanted.words if word.typed not in settings.demands.generic]
    own = {stem(word) for word in words_of(entry.headword) if word not in settings.stop}
    is_how = question.lower().startswith(_HOW)
    if not telling or not (is_how or kind.name == _WHEN) or not own <= wanted.stems:
        return Answer()
    first = searcher.quotable(entry.id)[0]
    if not all(own & word.stems.keys() for word in telling) or (kind.must and not kind.cues & first.plain):
        return Answer()
    return _quoted(entry, first.quotes)


def _holds_all(text: str, terms: Iterable[str]) -> bool:
    return all(_stands_in(term, text) for term in terms)


def _is_of_another_mode(entry: Entry, asked: frozenset[str], demands: Demands) -> bool:
    """True for an entry of rules for one mode of play that a question of these words does not name."""
    remarks = (alias[len(entry.headword) :] for alias in entry.aliases if alias.startswith(f"{entry.headword} ("))
    modes = [words for remark in remarks if (words := frozenset(words_of(remark))) & demands.modes]
    return bool(modes) and not any(asked & (words - demands.strangers) for words in modes)


def _stands_in(term: str, text: str) -> bool:
    """True when the words of the term stand together in the text, in any number."""
    words, named = _words_of_rule(text), term.split()
    return any(_are_alike(words[at : at + len(named)], named) for at in range(len(words) - len(named) + 1))
