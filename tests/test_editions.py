"""Two editions of one game, compared: pairs, word-level differences, namesakes in other games."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from judge import data_places
from judge.corpus import Corpus
from judge.desk import Desk
from judge.edition_comparison import also_in, pair_editions, parts_of_redirects, read_pairs, said_of, word_changes

GAME = "marvel-champions"
WORDS = st.lists(st.sampled_from(["may", "must", "cannot", "deal", "2", "damage", "first"]), max_size=12).map(" ".join)


def test_every_entry_of_both_editions_stands_in_exactly_one_pair(corpus: Corpus) -> None:
    rows = read_pairs(data_places.corpus_folder() / "lexicon" / "pairs.toml")[GAME]
    pairs = pair_editions(corpus, GAME, "rr-1.0", "community", rows)
    seen = Counter(entry_id for pair in pairs for entry_id in (*pair.old, *pair.new))
    english = [e.id for e in corpus.entries_of(GAME) if e.lang == "en"]
    assert sorted(seen.elements()) == sorted(english)


def test_renamed_terms_meet(desk: Desk, corpus: Corpus) -> None:
    found = desk.differences(corpus.entries[f"{GAME}/rr-1.0/enemy-attacks"])
    assert [(d.new, d.kind) for d in found] == [(f"{GAME}/community/attack-enemy-activation", "renamed")]


def test_what_changed_between_two_editions_of_forced(desk: Desk, corpus: Corpus) -> None:
    (difference,) = desk.differences(corpus.entries[f"{GAME}/community/forced"])
    added = " ".join(change.text for change in difference.changes if change.kind == "added")
    removed = " ".join(change.text for change in difference.changes if change.kind == "removed")
    assert "no valid targets" in added
    assert "regardless of who controls the cards" in removed


def test_a_term_of_one_edition_has_no_counterpart(desk: Desk, corpus: Corpus) -> None:
    assert desk.differences(corpus.entries[f"{GAME}/community/amplify-icon"]) == ()


def test_namesakes_in_other_games(corpus: Corpus) -> None:
    games = {e.game for e in also_in(corpus, corpus.entries["marvel-champions/community/stun"])}
    assert games == {"vs-system-2pcg"}


@given(WORDS, WORDS)
def test_both_texts_can_be_had_back_from_the_changes(old: str, new: str) -> None:
    changes = word_changes(old, new)
    assert " ".join(c.text for c in changes if c.kind != "added") == old
    assert " ".join(c.text for c in changes if c.kind != "removed") == new


def test_how_quotation_marks_are_set_is_no_change() -> None:
    (run,) = word_changes("the ally's \"hits\" and 'more'", "the ally’s “hits” and ‘more’")
    assert (run.kind, run.text) == ("same", "the ally's \"hits\" and 'more'")


def test_a_redirect_is_compared_by_what_defines_it_where_it_leads(desk: Desk, corpus: Corpus) -> None:
    (difference,) = desk.differences(corpus.entries[f"{GAME}/community/overkill"])
    removed = " ".join(change.text for change in difference.changes if change.kind == "removed")
    assert "beyond" in removed
    assert "If an attack with overkill defeats a minion" in said_of(corpus, f"{GAME}/rr-1.0/overkill")
    assert said_of(corpus, f"{GAME}/rr-1.0/control") == ""


def test_the_half_that_stands_inside_keywords_is_not_new(desk: Desk, corpus: Corpus) -> None:
    (overkill,) = desk.differences(corpus.entries[f"{GAME}/rr-1.0/overkill"])
    same = " ".join(change.text for change in overkill.changes if change.kind == "same")
    assert "dealt to the villain." in same


def test_a_heading_of_two_terms_is_compared_with_each(desk: Desk, corpus: Corpus) -> None:
    found = {d.new.rpartition("/")[2]: d for d in desk.differences(corpus.entries[f"{GAME}/rr-1.0/tough"])}
    old = {slug: " ".join(c.text for c in d.changes if c.kind != "added") for slug, d in found.items()}
    assert old["toughness"] == "When this character enters play, place a tough status card on it."
    assert old["tough"].startswith("If a character with a tough status card would take any amount of damage")


def test_paragraphs_of_keywords_are_compared_under_their_own_names(corpus: Corpus) -> None:
    assert "Overkill -" not in said_of(corpus, f"{GAME}/rr-1.0/keywords")
    parts = parts_of_redirects(corpus, corpus.entries[f"{GAME}/rr-1.0/keywords"])
    assert {entry_id.rpartition("/")[2] for entry_id in parts} == {
        "guard", "overkill", "peril", "quickstrike", "restricted", "retaliate", "surge", "tough", "uses",
    }  # fmt: skip


def test_what_status_cards_say_of_a_status_is_compared_with_it(desk: Desk, corpus: Corpus) -> None:
    (difference,) = desk.differences(corpus.entries[f"{GAME}/rr-1.0/stun"])
    assert "If a stunned villain" in " ".join(c.text for c in difference.changes if c.kind != "added")
