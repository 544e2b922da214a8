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


def test_a_phrase_for_a_paragraph_leads_to_the_one_of_another_edition_that_says_alike(desk: Desk) -> None:
    (phrase,) = desk.searcher.names.exact("read the whole card first or do line by line")
    texts = {
        target: [p.text for p in desk.corpus.entries[target].paragraphs if p.anchor in phrase.at]
        for target, _ in phrase.targets
    }
    assert len(texts) > 1
    assert all(
        any("one at a time" in text or "one sentence at a time" in text for text in own) for own in texts.values()
    )
