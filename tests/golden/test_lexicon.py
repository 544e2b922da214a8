"""The lexicon leads somewhere: all its meanings are entries, and no word leads away from the entry that bears it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from judge import data_places
from judge.corpus import Corpus, plain_name
from judge.desk import Desk


def _terms(name: str) -> list[dict[str, Any]]:
    path = data_places.corpus_folder() / "lexicon" / f"{name}.toml"
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["term"]
    return rows


@pytest.mark.parametrize("name", ["finnish", "finnish-everyday", "synonyms", "icons"])
def test_every_meaning_in_the_lexicon_names_an_entry(corpus: Corpus, name: str) -> None:
    unknown = [
        (row["words"][0], meaning)
        for row in _terms(name)
        for meaning in row["means"]
        if not corpus.find(meaning, row.get("game"))
    ]
    assert unknown == []


@pytest.mark.parametrize("name", ["finnish", "finnish-everyday", "synonyms", "icons"])
def test_no_word_of_the_lexicon_leads_away_from_the_entry_that_bears_it(corpus: Corpus, name: str) -> None:
    astray = []
    for row in _terms(name):
        meant = {e.id for meaning in row["means"] for e in corpus.find(meaning, row.get("game"))}
        for word in row["words"]:
            found = [e for e in corpus.find(word, row.get("game")) if plain_name(word) in map(plain_name, e.names)]
            bearers = {e.id for e in found if e.lang == "en" and e.kind != "redirect"}
            if row.get("game") and bearers and not bearers & meant:
                astray.append((word, sorted(bearers)))
    assert astray == []


def test_every_finnish_term_is_proved_by_the_guide() -> None:
    path = data_places.corpus_folder() / "sources" / "marvel-champions-community.txt"
    source = path.read_text(encoding="utf-8").split("\n")
    unproved = [row["words"][0] for row in _terms("finnish") if row["proof"] not in source[row["line"] - 1]]
    assert unproved == []


@pytest.mark.parametrize("name", ["finnish", "finnish-everyday", "synonyms", "icons"])
def test_words_are_what_people_type(name: str) -> None:
    words = [(row.get("game"), word) for row in _terms(name) for word in row["words"]]
    assert [word for _, word in words if word != word.lower().strip() or not plain_name(word)] == []
    assert sorted({pair for pair in words if words.count(pair) > 1}, key=str) == []


def test_beginnings_of_finnish_words_fit_their_terms() -> None:
    for row in _terms("finnish"):
        for beginning in row.get("stem", []):
            assert any(part.startswith(beginning) for word in row["words"] for part in word.split()), beginning


@pytest.mark.parametrize("name", ["finnish", "finnish-everyday", "synonyms", "icons"])
def test_what_people_type_finds_what_they_mean_in_the_first_three(desk: Desk, corpus: Corpus, name: str) -> None:
    lost = []
    for row in _terms(name):
        meant = {e.id for meaning in row["means"] for e in corpus.find(meaning, row.get("game"))}
        meant |= {target for i in meant for target in corpus.entries[i].redirects_to}
        for word in dict.fromkeys((row["words"][0], row["words"][-1])):
            hits = desk.search(word, game=row.get("game"), limit=3).hits
            if not meant & {hit.id for hit in hits}:
                lost.append((word, [hit.headword for hit in hits]))
    assert lost == []
