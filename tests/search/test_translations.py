"""What players say of some paragraphs tells what their words stand for in others."""

from __future__ import annotations

from judge.desk import Desk
from judge.search.entry_names import Name
from judge.search.search import Searcher
from judge.search.translations import RARITY, hints_of, learn_translations
from judge.search.word_forms import plain, stem


def _said(words: str, target: str) -> Name:
    stems = tuple(stem(word) for word in plain(words).split())
    return Name(words, plain(words), stems, "everyday", ((target, 1.0),))


def test_a_word_said_of_paragraphs_with_another_stands_for_it(harbour: Searcher) -> None:
    names = [_said("the gale moves my boat", "harbour/second/storm"), _said("gale on fruit", "orchard/only/storm")]
    meant = dict(learn_translations(harbour.corpus, names, ["the", "my", "on"])["gale"])
    del meant[RARITY]
    assert max(meant, key=lambda word: meant[word]) == "storm"


def test_a_word_hints_at_the_entries_of_each_game_that_hold_what_it_stands_for(harbour: Searcher) -> None:
    names = [_said("the gale moves my boat", "harbour/second/storm"), _said("gale on fruit", "orchard/only/storm")]
    translations = learn_translations(harbour.corpus, names, ["the", "my", "on"])
    places, telling = hints_of(translations, harbour.corpus, ["the", "my", "on"])["gale"]
    entries = list(harbour.corpus.entries)
    assert {"harbour/second/storm", "orchard/only/storm"} <= {entries[place] for place in places}
    assert all(worth > 0 for worth in telling)


def test_what_nobody_says_stands_for_nothing(harbour: Searcher) -> None:
    assert "gale" not in learn_translations(harbour.corpus, [], [])


def test_slang_of_players_is_learnt_from_their_phrases(desk: Desk) -> None:
    assert "minion" in desk.searcher.translations["goon"]
    assert "exhaust" in desk.searcher.translations["tap"]


def test_a_question_in_players_words_alone_is_looked_for_where_they_are_said(desk: Desk) -> None:
    words, game = "which doodad makes my pals shut up", "marvel-champions"
    few, more = (desk.searcher.find(words, game=game, most=most).entries for most in (1, 30))
    assert len(few) > 1
    assert {one.entry.id for one in few} <= {one.entry.id for one in more}


def test_what_is_told_without_asking_is_answered_and_a_game_named_in_it_heeded(desk: Desk) -> None:
    assert desk.ask("No more wounds left in the pile and we should each get one", "legendary")["answer"]
    given = desk.ask("One card says I can, another says I can't. Vs System. Which one wins?", None)
    cited = given["rules"] or [given["nearest"]]
    assert {rule["id"].split("/")[0] for rule in cited} == {"vs-system-2pcg"}
