"""The project's own everyday phrases: each leads to paragraphs that there are."""

from __future__ import annotations

from judge import data_places
from judge.desk import Desk
from judge.search.entry_names import final_targets, paragraphs_at
from judge.search.lexicon import read_terms


def test_every_everyday_phrase_leads_to_a_paragraph_that_there_is(desk: Desk) -> None:
    phrases = [term for term in read_terms(data_places.corpus_folder() / "lexicon") if term.is_everyday]
    assert len(phrases) >= 150
    for term in phrases:
        (game,) = term.games
        named = [entry for meaning in term.means for entry in desk.corpus.find(meaning, game)]
        meant = [desk.corpus.entries[target] for entry in named for target in final_targets(entry, desk.corpus)]
        assert all(any(paragraphs_at(entry, [words]) for entry in meant) for words in term.at), term.row
