"""Links inside sentences lead where a reader would expect, on sentences labelled by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from judge.corpus import plain_name
from judge.data_places import corpus_folder
from judge.reading.link_stoplist import parse_stop_list
from tests.golden.links import Labelled, figures, find_paragraph, judge_links, load_books, load_sample

SAMPLE, ENTRIES = load_sample(), load_books()


def test_the_sample_is_spread_over_all_books() -> None:
    books = Counter(labelled.entry.rpartition("/")[0] for labelled in SAMPLE)
    assert len(SAMPLE) >= 250
    assert {book for book, count in books.items() if count >= 10} == {i.rpartition("/")[0] for i in ENTRIES}


@pytest.mark.parametrize("labelled", SAMPLE, ids=lambda labelled: labelled.entry)
def test_each_labelled_sentence_stands_in_its_entry(labelled: Labelled) -> None:
    assert find_paragraph(labelled, ENTRIES), f"reads otherwise by now: {labelled.sentence}"
    named = {target for _, targets in (*labelled.links, *labelled.fine) for target in targets}
    assert named <= ENTRIES.keys()


def test_links_are_right_and_few_are_missed() -> None:
    pairs = [(labelled, find_paragraph(labelled, ENTRIES)) for labelled in SAMPLE]
    outcomes = [judge_links(labelled, paragraph, ENTRIES[labelled.entry]) for labelled, paragraph in pairs if paragraph]
    precision, recall = figures(outcomes)
    assert precision >= 0.98, [wrong for outcome in outcomes for wrong in outcome.wrong]
    assert recall >= 0.99, [missed for outcome in outcomes for missed in outcome.missed]


def test_no_link_dangles_or_leads_to_its_own_entry() -> None:
    for entry in ENTRIES.values():
        targets = {mention.target for paragraph in entry.paragraphs for mention in paragraph.mentions}
        assert targets <= ENTRIES.keys() - {entry.id}


def test_a_term_is_linked_once_an_entry() -> None:
    for entry in ENTRIES.values():
        targets = [mention.target for paragraph in entry.paragraphs for mention in paragraph.mentions]
        assert sorted(targets) == sorted(set(targets)), entry.id


def test_what_every_sentence_is_about_is_not_linked() -> None:
    paragraphs = [p for entry in ENTRIES.values() if entry.game == "marvel-champions" for p in entry.paragraphs]
    linked = {p.text[m.start : m.end].lower() for p in paragraphs for m in p.mentions}
    assert not linked & {"player", "players", "ability", "abilities", "card ability", "card abilities"}


def test_every_row_of_the_stop_list_speaks_of_entries_there_are() -> None:
    stops = parse_stop_list((corpus_folder() / "lexicon" / "links.toml").read_text("utf-8"))
    mentioned = [(row.scope, row.terms) for row in stops.rows]
    meant = [(row.scope, row.terms) for row in stops.senses]
    for scope, terms in (*stops.never.items(), *mentioned, *meant):
        assert terms <= names_in(scope), f"{scope}: {sorted(terms - names_in(scope))}"
    for sense in stops.senses:
        assert not sense.to or plain_name(sense.to) in names_in(sense.scope), sense.to


def names_in(scope: str) -> frozenset[str]:
    """The plain names of the entries in `*`, a game or an edition, with and without their remarks."""
    entries = [e for e in ENTRIES.values() if scope == "*" or f"{e.id}/".startswith(f"{scope}/")]
    names = [name for entry in entries for name in entry.names]
    return frozenset(plain_name(form) for name in names for form in (name, name.partition(" (")[0]))
