"""What people ask a server, as requests: searches drawn by Zipf or never repeated, entries, disputes, an hour's mix."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from urllib.parse import quote, urlencode

from benchmarks.disputes import known_texts, mixed_disputes, new_texts
from benchmarks.labelled import read_labelled
from benchmarks.load import Request
from judge.corpus import Corpus
from judge.desk import Desk
from judge.search.word_forms import words_of
from judge.web.dispute_in_address import pack

DISTINCT = 500
_SEED = 5


def queries() -> list[str]:
    """500 distinct queries, those that are drawn most often first."""
    found = list(dict.fromkeys(case.query for case in read_labelled()))
    random.Random(_SEED).shuffle(found)
    return found[:DISTINCT]


def drawn_by_zipf(count: int) -> list[str]:
    """So many queries: the second of `queries` is drawn half as often as the first, the third a third as often …"""
    ranked = queries()
    weights = [1 / rank for rank in range(1, len(ranked) + 1)]
    return random.Random(_SEED).choices(ranked, weights, k=count)


def never_repeated(count: int, corpus: Corpus) -> list[str]:
    """So many queries, no two alike: each of them drawn by Zipf, with one more word of the rulebooks behind it."""
    dice = random.Random(_SEED)
    words = sorted({w for e in corpus.entries.values() if e.lang == "en" for w in words_of(e.text) if len(w) > 3})
    found: dict[str, None] = {}
    for query in drawn_by_zipf(10 * count):
        found.setdefault(f"{query} {dice.choice(words)}")
        if len(found) == count:
            break
    return list(found)


def search_pages(asked: Sequence[str]) -> list[Request]:
    """Our search page for each query."""
    return [Request("GET", f"/?{urlencode({'q': query})}") for query in asked]


def entry_pages(corpus: Corpus) -> list[Request]:
    """The page of every entry, in an order that no book has."""
    found = [Request("GET", f"/rules/{quote(entry_id)}") for entry_id in corpus.entries]
    random.Random(_SEED).shuffle(found)
    return found


def disputes(count: int, cards: int = 10) -> list[Request]:
    """Mixed disputes for the resolver, nine of ten texts known."""
    return [
        Request("POST", "/api/resolve", json.dumps(dispute, ensure_ascii=False))
        for dispute in mixed_disputes(count, cards)
    ]


def abilities() -> list[Request]:
    """Card texts to take apart, of each ten one that is new."""
    dice = random.Random(_SEED)
    texts = [dice.choice(known_texts()) for _ in range(9 * len(new_texts()))] + new_texts()
    dice.shuffle(texts)
    return [Request("POST", "/api/ability", json.dumps({"text": text, "game": game})) for text, game in texts]


def questions() -> list[Request]:
    """The longer queries, asked as questions."""
    asked = [query for query in queries() if len(query.split()) >= 4]
    return [Request("POST", "/api/ask", json.dumps({"question": question})) for question in asked]


def suggestions() -> list[Request]:
    """What a browser asks while people type: each beginning of the queries' first words."""
    beginnings = [query[:end] for query in queries() for end in range(1, min(8, len(query)) + 1)]
    return [Request("GET", f"/api/suggest?{urlencode({'q': typed})}") for typed in beginnings if typed.strip()]


def rulings(count: int, build_id: str) -> list[Request]:
    """Pages of rulings at the addresses people share."""
    return [
        Request("GET", f"/rulings/{build_id}/{pack(dispute)}")
        for dispute in mixed_disputes(count, cards=4, new=0, seed=_SEED)
    ]


def hour_of_mix(desk: Desk, count: int = 40_000) -> list[Request]:
    """What a busy hour brings: searches and entries most, then suggestions, disputes, card texts, questions."""
    dice = random.Random(_SEED)
    kinds = (
        (30, search_pages(drawn_by_zipf(2_000))),
        (20, entry_pages(desk.corpus)),
        (20, suggestions()),
        (10, disputes(300)),
        (8, abilities()),
        (6, questions()),
        (4, rulings(100, desk.build_id)),
        (2, [Request("GET", "/games"), Request("GET", "/resolve"), Request("GET", "/help")]),
    )
    shares = [share for share, _ in kinds]
    return [dice.choice(dice.choices(kinds, shares)[0][1]) for _ in range(count)]
