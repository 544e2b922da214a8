"""Answering a question in plain words by the rules' own words: a sentence of an entry, or an order that an entry lists.

It never answers what it cannot cite: where no sentence holds what was asked, the answer is None and the nearest entries stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from judge.entry import Citation, Entry, Paragraph
from judge.errors import NotUnderstood
from judge.search.expansion import Wanted
from judge.search.lexicon import QuestionKind
from judge.search.pages import Page
from judge.search.question import is_question, kind_of, sentences
from judge.search.search import Results, Searcher
from judge.search.words import plain, words_of

_LOOKED_INTO = 8
"""Entries whose sentences are looked at, the best of the search."""
_WHOLE = 240
"""A paragraph of so many characters is given whole, a longer one by its sentence."""
_FEWEST_WORDS = 3
"""A citation quotes that many words at least."""
_PER_RANK = 0.03
"""Each place further down in the search takes that much from a sentence's fit."""
_CHAIN = re.compile(r"\s+>\s+")


@dataclass(frozen=True, slots=True)
class OrderedStep:
    """A step of an order: its title and the rule that puts it there."""

    title: str
    rules: tuple[Citation, ...]


OrderOf = Callable[[str, Sequence[str]], Sequence[OrderedStep]]
"""Asks the timing scripts: a game and the names of the things to be ordered, folded; the steps in order, or none."""


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
    if defined := _definition(question, searcher, entries):
        return defined
    kind = kind_of(question, searcher.settings.kinds)
    if kind.name == "order" and (ordered := _order(question, searcher, entries, game, order_of)):
        return ordered
    return _by_sentence(searcher, entries, wanted, kind)


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
    """A paragraph as the answer, a long one by the sentence, or by its first; None where that is too short to cite."""
    text = paragraph.text if len(paragraph.text) <= _WHOLE else sentence or sentences(paragraph.text)[0]
    if len(words_of(text)) < _FEWEST_WORDS:
        return None
    return Answer(text, rules=(Citation(entry.id, entry.headword, entry.official, text),))


# ---------------------------------------------------------------- in which order?


def _order(
    question: str, searcher: Searcher, entries: Sequence[Entry], game: str | None, order_of: OrderOf | None
) -> Answer | None:
    """An order in which the things asked about stand: by the timing scripts, by a list of an entry, or by a chain in it."""
    things = _things(question, searcher)
    if order_of and things and (steps := order_of(game or entries[0].game, things)):
        rules = tuple(dict.fromkeys(rule for step in steps for rule in step.rules))
        return Answer("; ".join(step.title for step in steps), tuple(step.title for step in steps), rules)
    nearest = _same_game(entries)
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
        places = [next((n for n, step in enumerate(steps) if _begins(step.text, thing)), None) for thing in things]
        if len({place for place in places if place is not None}) >= 2:
            order = tuple(step.text for step in steps)
            quotes = [p.text for p in (intro, *steps) if p and len(words_of(p.text)) >= _FEWEST_WORDS]
            rules = tuple(Citation(entry.id, entry.headword, entry.official, quote) for quote in quotes)
            lead = intro.text if intro else entry.headword
            text = f"{lead.rstrip(':')}: " + "; ".join(f"{n}. {step}" for n, step in enumerate(order, 1))
            return Answer(text, order, rules) if rules else None
    return None


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
    """True when a step is about the thing: its words stand among the first of the step, in any number."""
    first = words_of(text)[: len(thing.split()) + 2]
    return all(any(_alike(word, other) for other in first) for word in thing.split())


def _alike(word: str, other: str) -> bool:
    return word.removesuffix("s") == other.removesuffix("s")


def _chained(entry: Entry, things: Sequence[str]) -> Answer | None:
    """The links of a chain `a > b > c` of the entry in which two of the things stand in different ones."""
    for paragraph in entry.paragraphs:
        links = tuple(link.strip(" .") for link in _CHAIN.split(paragraph.text.rpartition(":")[2]))
        if len(links) < 3:
            continue
        places = {next((n for n, link in enumerate(links) if _is_link(link, thing)), None) for thing in things}
        if len(places - {None}) >= 2:
            rule = Citation(entry.id, entry.headword, entry.official, paragraph.text)
            return Answer(paragraph.text, links, (rule,))
    return None


def _is_link(link: str, thing: str) -> bool:
    one, other = words_of(link), thing.split()
    return len(one) == len(other) and all(map(_alike, one, other))


# ---------------------------------------------------------------- which sentence says so?


def _by_sentence(searcher: Searcher, entries: Sequence[Entry], wanted: Wanted, kind: QuestionKind) -> Answer:
    """The sentence that holds most of what was asked and speaks as an answer to it must; nothing where none holds enough."""
    if not _names_a_thing(searcher, wanted):
        return Answer()
    candidates = (
        sentence
        for place, entry in enumerate(entries)
        for sentence in _sentences(searcher.page(entry.id), wanted, kind, place)
    )
    best = max(candidates, key=lambda sentence: sentence.fit, default=None)
    if best is None or best.fit < kind.held:
        return Answer()
    return _quoted(best.entry, best.paragraph, best.text) or Answer()


def _names_a_thing(searcher: Searcher, wanted: Wanted) -> bool:
    """True when some word of the question names an entry: a question about nothing the rules name is not theirs."""
    return any(searcher.named(word.typed) or (word.read_as and searcher.named(word.read_as)) for word in wanted.words)


def _sentences(page: Page, wanted: Wanted, kind: QuestionKind, place: int) -> Iterable[_Sentence]:
    named = page.names & wanted.stems
    for paragraph, passage in zip(page.entry.paragraphs, page.passages, strict=True):
        if not passage.stems & wanted.stems:
            continue
        start = 0
        for sentence in sentences(paragraph.text):
            start = paragraph.text.index(sentence, start)
            end = start + len(sentence)
            inside = [t for t in passage.tokens if start <= t.start < end]
            words = {t.plain for t in inside}
            if _speaks(words, kind):
                fit = wanted.share_held(frozenset(t.stem for t in inside) & wanted.stems, named)
                yield _Sentence(page.entry, paragraph, sentence, fit - _PER_RANK * place)
            start = end


def _speaks(words: set[str], kind: QuestionKind) -> bool:
    return (not kind.cues or bool(words & kind.cues)) and (not kind.also or bool(words & kind.also))
