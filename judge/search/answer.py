"""Answering a question in plain words by the rules' own words: a sentence of an entry, or an order that an entry lists.

It never answers what it cannot cite: where no sentence holds what was asked, the answer is None beside the nearest
entries.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Any

from judge.entry import Citation, Entry, Paragraph
from judge.errors import NotUnderstood
from judge.search.bearing import Bearing
from judge.search.lexicon import Demands, QuestionKind
from judge.search.pages import Page
from judge.search.question import is_question, kind_of, sentences
from judge.search.search import Results, Searcher
from judge.search.sequence import OrderOf, places_of
from judge.search.wanted import Wanted
from judge.search.words import plain, stem, words_of

_LOOKED_INTO = 8
"""Entries whose sentences are looked at, the best of the search."""
_ANSWERING = 5
"""Of these, so many may answer by a sentence."""
_WHOLE = 240
"""A paragraph of so many characters is given whole, a longer one by its sentence."""
_FEWEST_WORDS = 3
"""A citation quotes that many words at least."""
_PER_RANK = 0.04
"""Each place further down in the search takes that much from a sentence's fit."""
_OLDER = 0.12
"""An edition that is not its game's default takes that much."""
_LEANING = 0.05
"""A sentence that needs the one before it takes that much."""
_BETTER = 0.08
"""A word that speaks for an answer of this kind adds that much."""
_ORDER = "order"
_PERMISSION = "permission"
_NUMBER = "number"
"""Answered by a sentence that stands alone: the one before it counts other things."""
_ASKS_STEPS = frozenset(("order", "steps", "sequence"))
_CHAIN = re.compile(r"\s+>\s+")
_FEWEST_LINKS = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say: in words, as an order, and by which rules. All empty when they do not answer."""

    text: str | None = None
    order: tuple[str, ...] = ()
    rules: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence that may answer: where it stands and how much of the question it holds."""

    entry: Entry
    paragraph: Paragraph
    text: str
    fit: float


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
    if defined := _definition(question, searcher, entries):
        return defined
    return _by_sentence(searcher, entries, question, wanted, kind)


# ---------------------------------------------------------------- what is it?


def _definition(question: str, searcher: Searcher, entries: Sequence[Entry]) -> Answer | None:
    """The first paragraph of the entry that the question asks the meaning of; None when it asks something else."""
    subject = searcher.subject(plain(_without_quotes(question)))
    if subject is None:
        return None
    named = searcher.named(subject) or searcher.named(" ".join(w for w in subject.split() if not w.isdigit()))
    entry = next((entry for entry in entries if entry.id in named and entry.paragraphs), None)
    return _quoted(entry, entry.paragraphs[0], None) if entry else None


def _quoted(entry: Entry, paragraph: Paragraph, sentence: str | None) -> Answer | None:
    """A paragraph as the answer, a long one by the sentence, or by its first; with the list that it introduces.

    None where that is too short to cite.
    """
    text = paragraph.text if len(paragraph.text) <= _WHOLE else sentence or sentences(paragraph.text)[0]
    lines = [text, *(p.text for p in _introduced(entry, paragraph))]
    quotes = [line for line in lines if len(words_of(line)) >= _FEWEST_WORDS]
    if len(words_of(text)) < _FEWEST_WORDS:
        return None
    return Answer("\n".join(lines), rules=tuple(_cited(entry, quote) for quote in quotes))


def _introduced(entry: Entry, paragraph: Paragraph) -> Iterable[Paragraph]:
    """Lazily, the list items that follow a paragraph which ends in a colon."""
    if not paragraph.text.rstrip().endswith(":"):
        return
    at = entry.paragraphs.index(paragraph) + 1
    role = entry.paragraphs[at].role if at < len(entry.paragraphs) else "text"
    if role != "text":
        yield from takewhile(lambda p: p.role == role or p.level > paragraph.level, entry.paragraphs[at:])


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


@lru_cache(maxsize=2_000)
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


# ---------------------------------------------------------------- which sentence says so?


def _by_sentence(
    searcher: Searcher, entries: Sequence[Entry], question: str, wanted: Wanted, kind: QuestionKind
) -> Answer:
    """The sentence that holds most of what was asked and speaks as an answer must; nothing where none holds enough."""
    things = _things(question, searcher)
    is_lone = len(wanted.words) == 1
    if not things or (is_lone and (kind.name == _PERMISSION or not searcher.is_name(wanted.content))):
        return Answer()  # nothing the rules name, or a word that only shares its stem with a name (“time”, “Timing”)
    asked = frozenset(words_of(question))
    bearing = Bearing.of(words_of(question), wanted, kind, searcher.settings.demands)
    terms = {thing: searcher.named(thing, in_books=True) for thing in things if " " in thing}
    best: _Sentence | None = None
    for place, entry in enumerate(entries[:_ANSWERING]):
        if _is_of_another_mode(entry, asked, searcher.settings.demands):
            continue
        page = searcher.page(entry.id)
        shelf = f"{entry.game}/"
        own = plain(entry.headword)
        foreign = [t for t, ids in terms.items() if t != own and any(i.startswith(shelf) for i in ids)]
        lag = _PER_RANK * place + (0.0 if searcher.corpus.book_of(entry).default else _OLDER)
        for sentence in _sentences(page, bearing):
            fit = sentence.fit - lag
            held = [*foreign, *(things if kind.name == _ORDER else ())]
            if (best is None or fit > best.fit) and all(_stands_in(term, sentence.text) for term in held):
                best = replace(sentence, fit=fit)
    if best is None or best.fit < kind.held:
        return Answer()
    return _quoted(best.entry, best.paragraph, best.text) or Answer()


def _is_of_another_mode(entry: Entry, asked: frozenset[str], demands: Demands) -> bool:
    """True for an entry of rules for one mode of play that a question of these words does not name."""
    remarks = (alias[len(entry.headword) :] for alias in entry.aliases if alias.startswith(f"{entry.headword} ("))
    modes = [words for remark in remarks if (words := frozenset(words_of(remark))) & demands.modes]
    return bool(modes) and not any(asked & (words - demands.strangers) for words in modes)


def _stands_in(term: str, text: str) -> bool:
    """True when the words of the term stand together in the text, in any number."""
    words, named = _words_of_rule(text), term.split()
    return any(_are_alike(words[at : at + len(named)], named) for at in range(len(words) - len(named) + 1))


def _sentences(page: Page, bearing: Bearing) -> Iterable[_Sentence]:
    """Lazily, the sentences that speak as an answer must; one that leans on the sentence before it takes that along."""
    wanted, kind = bearing.wanted, bearing.kind
    named = page.names & wanted.stems
    for paragraph, passage in zip(page.entry.paragraphs, page.passages, strict=True):
        if not passage.stems & wanted.stems:
            continue
        starts = [token.start for token in passage.tokens]
        before, start = 0, 0
        for sentence in sentences(paragraph.text):
            at = paragraph.text.index(sentence, start)
            end = bisect_left(starts, at + len(sentence))
            words = passage.tokens[bisect_left(starts, at) : end]
            speaks = _speaks({t.plain for t in words}, kind, is_lone=len(wanted.words) == 1)
            for begin in (at,) if kind.name == _NUMBER else dict.fromkeys((at, before)):
                said = passage.tokens[bisect_left(starts, begin) : end]
                stems = frozenset(t.stem for t in said)
                if speaks and bearing.is_met(said, named):
                    fit = wanted.share_held(stems & wanted.stems, named) - (_LEANING if begin != at else 0.0)
                    fit += _BETTER if kind.better & {t.plain for t in words} else 0.0
                    yield _Sentence(page.entry, paragraph, paragraph.text[begin : at + len(sentence)], fit)
            before, start = at, at + len(sentence)


def _speaks(words: set[str], kind: QuestionKind, is_lone: bool) -> bool:
    """True when a sentence speaks as an answer of this kind must: about a lone word, with one that tells the kind."""
    if is_lone and not words & (kind.also | kind.better):
        return False
    return (not kind.cues or bool(words & kind.cues)) and (not kind.also or bool(words & kind.also))
