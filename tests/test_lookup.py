"""Names that no entry bears lead to the entry, and the paragraph, that explains them; near ones are suggested."""

from __future__ import annotations

import pytest

from judge.corpus import Corpus
from judge.desk import Desk
from judge.errors import NotFound

MISSED = {
    "vs-system-2pcg": {
        "starting-a-combat": ["Flight"],
        "main-phase": ["Ranged"],
        "level-up-powers": ["XP"],
        "locations": ["Power Symbols", "Special Location"],
        "resources-and-locations": ["Basic Location"],
        "super-powers": ["Reactions", "Any Combat"],
        "recruit-step": ["Recruit Points"],
        "playing-plot-twists": ["Team Affiliation"],
        "resolving-combat": ["strike back"],
        "uniqueness": ["Swarm"],
        "setting-up-the-game": ["mulligan"],
        "plot-twists": ["Plot Twist"],
        "supporting-characters": ["supporting character"],
    },
    "marvel-united": {
        "clear-threats": ["Henchmen", "Other Threats"],
        "villain-turn": ["Storyline"],
        "winning-losing": ["Villainous Plot"],
        "setup": ["Starting Hand", "Mission Guide", "Villain Dashboard", "Health token", "Threat tokens"],
        "special-rules-xavier-solo-mode": ["Difficulty Setting"],
        "defeat-thugs": ["Thug"],
        "rescue-civilians": ["Civilians"],
    },
    "legendary": {
        "ko": ["KO pile"],
        "rescue-a-bystander": ["Victory Pile", "Bystander"],
        "shield-heroes": ["colours"],
        "gaining-cards": ["gain"],
        "running-out-of-cards-in-the-hero-deck-or-villain-deck": ["draw"],
        "running-out-of-cards-in-the-bystander-wound-or-shield-officer-stacks": ["Officer stack"],
    },
    "marvel-champions": {
        "boost": ["boost card"],
        "defend": ["defender"],
        "hit-points": ["starting hit points"],
        "in-player-order": ["next player"],
        "victory-x": ["victory points"],
        "ability": ["timing priority"],
        "ally": ["allies"],
        "treachery": ["treacheries", "treachery cards"],
        "unique-icon": ["unique"],
    },
}
NAMED = [(game, name, slug) for game, slugs in MISSED.items() for slug, names in slugs.items() for name in names]
SLIPS = [("villian", "Villain"), ("villianous", "Villainous"), ("charakter", "Character")]


@pytest.mark.parametrize(("game", "name", "slug"), NAMED)
def test_a_term_leads_to_what_explains_it(corpus: Corpus, game: str, name: str, slug: str) -> None:
    found = corpus.find(name, game)
    assert slug in [entry.slug for entry in found if corpus.book_of(entry).default]


def test_every_name_of_a_part_leads_to_it(corpus: Corpus) -> None:
    for entry in corpus.entries.values():
        for name in (name for part in entry.parts for name in part.names):
            found = corpus.find(name, entry.game, entry.edition)
            leads_here = any(entry.id in (other.id, *other.redirects_to, *other.see_also_ids) for other in found)
            assert leads_here, (entry.id, name)
            assert corpus.explaining(entry, name)


def test_an_entry_of_the_name_comes_before_a_part(corpus: Corpus) -> None:
    assert [entry.slug for entry in corpus.find("stunned", "vs-system-2pcg")] == ["stunned"]
    assert [entry.slug for entry in corpus.find("KO Pile", "vs-system-2pcg")] == ["ko-pile"]


def test_the_paragraphs_of_a_keyword_inside_keywords(corpus: Corpus) -> None:
    overkill = corpus.entries["marvel-champions/rr-1.0/overkill"]
    ((target, told),) = corpus.told(overkill)
    assert target.slug == "keywords"
    assert [paragraph.text[:22] for paragraph in told] == ["Overkill - If an ally ", "If an attack with over"]
    tough = corpus.told(corpus.entries["marvel-champions/rr-1.0/tough"])
    assert {(target.slug, told[0].text.split(" ")[0]) for target, told in tough} == {
        ("keywords", "Toughness"), ("status-cards", "Tough"),
    }  # fmt: skip


def test_who_searches_a_keyword_sees_its_own_paragraph_first(desk: Desk) -> None:
    heads = {
        "overkill": "Overkill - ", "retaliate": "Retaliate X - ", "surge": "Surge - ", "peril": "Peril - ",
        "uses": "Uses (X", "tough": "Tough - ", "toughness": "Toughness - ",
    }  # fmt: skip
    for keyword, head in heads.items():
        first = desk.search(keyword, edition="rr-1.0").hits[0]
        assert first.snippet.startswith(head), keyword
        assert first.anchor == desk.corpus.explaining(desk.corpus.entries[first.id], keyword)[0].anchor


@pytest.mark.parametrize(("slip", "meant"), SLIPS)
def test_a_slip_is_suggested(corpus: Corpus, slip: str, meant: str) -> None:
    with pytest.raises(NotFound) as refused:
        corpus.get(slip)
    assert refused.value.problems[0].suggestions[0] == meant


def test_who_refers_to_a_redirect_refers_to_where_it_leads(corpus: Corpus) -> None:
    form = corpus.references["marvel-champions/community/form"].referenced_by
    alter_ego = corpus.references["marvel-champions/community/alter-ego"].referenced_by
    assert set(alter_ego) - {"marvel-champions/community/form"} <= set(form)


def test_a_reference_that_names_nothing_offers_what_it_may_mean(corpus: Corpus) -> None:
    threat = corpus.entries["marvel-champions/community/threat"]
    offered = [entry.id for entry in corpus.meant_by_reference(threat, "Component Limitations")]
    assert offered == ["marvel-champions/rr-1.0/component-limitations"]
    status = corpus.entries["marvel-champions/community/status-cards"]
    assert {e.slug for e in corpus.meant_by_reference(status, "Attack")} == {
        "attack-enemy-activation", "attack-player-ability-type",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("Vs. Flight", "vs-system-2pcg/mcu/starting-a-combat"),
        ("flight vs", "vs-system-2pcg/mcu/starting-a-combat"),
        ("United Henchmen", "marvel-united/x-men/clear-threats"),
        ("Legendary KO pile", "legendary/manual/ko"),
        ("community boost card", "marvel-champions/community/boost"),
        ("Rules Reference overkill", "marvel-champions/rr-1.0/overkill"),
    ],
)
def test_a_name_may_stand_beside_its_game_or_edition(desk: Desk, name: str, entry: str) -> None:
    found = desk.show(name)
    assert found[0].id == entry
    assert {one.game for one in found} == {entry.partition("/")[0]}


@pytest.mark.parametrize(
    ("name", "entries"),
    [
        ("Special and Basic Location", {"vs-system-2pcg/mcu/locations", "vs-system-2pcg/mcu/resources-and-locations"}),
        ("Health and Threat tokens", {"marvel-united/x-men/setup"}),
        ("Flight and Ranged", {"vs-system-2pcg/mcu/flight-and-ranged"}),
    ],
)
def test_two_names_may_share_their_last_word(desk: Desk, name: str, entries: set[str]) -> None:
    assert entries <= {one.id for one in desk.show(name)}


@pytest.mark.parametrize("name", ["Vs. Rubbish", "rubbish and tokens", "Vs."])
def test_what_names_nothing_beside_a_game_is_told(desk: Desk, name: str) -> None:
    with pytest.raises(NotFound, match="No entry is called"):
        desk.show(name)
