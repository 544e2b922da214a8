"""Holds a kept ruling to the words of a build: it is stale where what it names has changed or gone. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from judge.corpus import Corpus
from judge.errors import JudgeError, Problem
from judge.kept_rulings.model import CoveredPlace, KeptRuling, WordsInterpreted, numbered
from judge.kept_rulings.ruling_form import read_forms, refusal


@dataclass(frozen=True, slots=True)
class StalePlace:
    """Something of the rulebook that is no longer as it was when the ruling was kept: where, and what has happened."""

    place: CoveredPlace
    why: str


def ground(corpus: Corpus, ruling: KeptRuling, known: KeptRuling | None = None) -> tuple[KeptRuling, list[Problem]]:
    """The ruling with the hashes of the words it interprets filled in, and what it names that this build has not.

    Entries that were there once pass: they are told as stale. Hashes that it brings along are left as they are, and
    words that `known`, the ruling as it is kept, interprets too have its hash: what is stale stays so.
    """
    problems = list(_problems(corpus, ruling))
    if problems:
        return ruling, problems
    hashes = {(w.place, w.words): w.hash for w in known.interprets} if known else {}
    words = tuple(
        w if w.hash else replace(w, hash=hashes.get((w.place, w.words)) or _hash_at(corpus, w.place))
        for w in ruling.interprets
    )
    return replace(ruling, interprets=words), []


def read_by_build(
    corpus: Corpus, said: Any, known: KeptRuling | None = None, problems: Iterable[Problem] = ()
) -> KeptRuling:
    """The ruling that a form says, its hashes filled in. Raises NotAllowed with `problems` and every mistake in it."""
    found, wrong = read_forms([said])
    grounded = [ground(corpus, one, known) for one in found]
    if told := [*problems, *wrong, *(problem for _, also in grounded for problem in also)]:
        raise refusal(told)
    return grounded[0][0]


def _problems(corpus: Corpus, ruling: KeptRuling) -> Iterator[Problem]:
    lead = f"{ruling.id}."
    if ruling.game and ruling.game not in corpus.games:
        yield from _unknown_game(corpus, ruling)
        ruling = replace(ruling, game="")
    games = (ruling.game,) if ruling.game else corpus.games
    known = {book.edition for game in games for book in corpus.editions(game)}
    for number, edition in numbered(ruling.editions, ruling.numbers, "editions"):
        if edition not in known:
            whose = f"{ruling.game} has no" if ruling.game else "no game has an"
            said = f"{ruling.id}: {whose} edition “{edition}”; there are {', '.join(sorted(known))}."
            yield Problem(said, f"{lead}editions[{number}]", tuple(sorted(known)))
    for number, place in numbered(ruling.entries, ruling.numbers, "covers.entries"):
        yield from _problems_of_place(corpus, ruling, place, f"{lead}covers.entries[{number}]")
    for number, words in numbered(ruling.interprets, ruling.numbers, "interprets"):
        at = f"{lead}interprets[{number}]"
        yield from _problems_of_place(corpus, ruling, words.place, f"{at}.entry")
        if not words.hash and words.words and _text_at(corpus, words.place) and not _stands(corpus, words):
            said = f"{ruling.id}: the words “{words.words[:60]}” do not stand in {words.place}; copy them from there."
            yield Problem(said, f"{at}.words")


def _unknown_game(corpus: Corpus, ruling: KeptRuling) -> Iterator[Problem]:
    try:
        corpus.editions(ruling.game)
    except JudgeError as error:
        yield replace(error.problems[0], message=f"{ruling.id}: {error.message}", where=f"{ruling.id}.game")


def _problems_of_place(corpus: Corpus, ruling: KeptRuling, place: CoveredPlace, where: str) -> Iterator[Problem]:
    game, edition, slug = place.entry.split("/", 2)
    if ruling.game and game != ruling.game:
        yield Problem(f"{ruling.id}: {place} is of another game than {ruling.game}.", where)
    elif place.entry not in corpus.entries and place.entry not in corpus.retired:
        is_known = game in corpus.games and edition in {book.edition for book in corpus.editions(game)}
        near = corpus.near_names(slug.replace("-", " "), game, edition) if is_known else []
        hint = f"; did you mean {', '.join(near)}?" if near else "; `judge entries` lists those there are."
        yield Problem(f"{ruling.id}: there is no entry {place.entry}{hint}", where, tuple(near))
    elif place.anchor and not _anchor_known(corpus, place):
        anchors = tuple(p.anchor for p in corpus.entries[place.entry].paragraphs)[:5]
        said = f"{ruling.id}: {place.entry} has no paragraph “{place.anchor}”; it has {', '.join(anchors)}."
        yield Problem(said, where, anchors)


def _anchor_known(corpus: Corpus, place: CoveredPlace) -> bool:
    entry = corpus.entries.get(place.entry)
    there = entry is not None and any(p.anchor == place.anchor for p in entry.paragraphs)
    return there or entry is None or str(place) in corpus.retired


def stale(corpus: Corpus, ruling: KeptRuling) -> tuple[StalePlace, ...]:
    """What of the ruling's ground has changed or gone in this build; empty where all stands as it stood."""
    gone = [StalePlace(p, "is no longer there") for p in ruling.entries if not _text_at(corpus, p)]
    changed = [StalePlace(w.place, why) for w in ruling.interprets if (why := _change(corpus, w))]
    return tuple(dict.fromkeys([*gone, *changed]))


def _change(corpus: Corpus, words: WordsInterpreted) -> str:
    if not _text_at(corpus, words.place):
        return "is no longer there"
    if not _stands(corpus, words):
        return "no longer says what the ruling interprets"
    if words.hash and words.hash != _hash_at(corpus, words.place):
        return "says the words still, and something around them has changed"
    return ""


def _text_at(corpus: Corpus, place: CoveredPlace) -> str:
    entry = corpus.entries.get(place.entry)
    if entry is None:
        return ""
    if not place.anchor:
        return entry.text or entry.headword
    return next((p.text for p in entry.paragraphs if p.anchor == place.anchor), "")


def _stands(corpus: Corpus, words: WordsInterpreted) -> bool:
    return _plain(words.words) in _plain(_text_at(corpus, words.place))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _hash_at(corpus: Corpus, place: CoveredPlace) -> str:
    text = _text_at(corpus, place)
    return hashlib.sha256(_plain(text).encode()).hexdigest()[:16] if text else ""
