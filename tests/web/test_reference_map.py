"""The map of references: what stands where, that nothing overlaps, that every name can be read."""

from __future__ import annotations

from itertools import combinations

import pytest

from judge.corpus import Corpus
from judge.web.views.reference_map import WIDTH, MapNode, ReferenceMap, draw_map
from tests.web.page import Page
from tests.web.server import Client


def overlap(one: MapNode, other: MapNode) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def boxes(drawn: ReferenceMap) -> list[MapNode]:
    return [drawn.centre, *drawn.into, *drawn.out_of]


def test_no_boxes_overlap_and_all_names_fit_in_every_map(corpus: Corpus) -> None:
    maps = [drawn for entry in corpus.entries.values() if (drawn := draw_map(corpus, entry))]
    assert len(maps) > 400
    for drawn in maps:
        assert not [pair for pair in combinations(boxes(drawn), 2) if overlap(*pair)], drawn.centre.entry.id
        for node in boxes(drawn):
            assert node.x >= 0 and node.x + node.width <= WIDTH and node.y >= 0 and node.y + node.height <= drawn.height
            assert 1 <= len(node.lines) <= 2 and all(len(line) * 9 <= node.width for line in node.lines), node.lines


def test_a_map_shows_the_graph_of_references(corpus: Corpus) -> None:
    for entry in corpus.entries.values():
        drawn, references = draw_map(corpus, entry), corpus.references[entry.id]
        out_of = {*references.see_also, *references.mentions} - {entry.id}
        into = set(references.referenced_by) - out_of - {entry.id}
        if drawn is None:
            assert not into | out_of
            continue
        assert {node.entry.id for node in drawn.into} <= into and {node.entry.id for node in drawn.out_of} <= out_of
        assert len(drawn.into) + drawn.more_into == len(into) and len(drawn.out_of) + drawn.more_out_of == len(out_of)
        everything = set(references.referenced_by) - {entry.id}
        assert len(drawn.into) + drawn.more_into + drawn.mutual == len(everything)
        mutual = {node.entry.id for node in drawn.out_of if node.mutual}
        assert mutual == {node.entry.id for node in drawn.out_of} & set(references.referenced_by)


@pytest.mark.parametrize("slug", ["community/damage", "rr-1.0/damage"])
def test_every_node_is_a_link_and_stands_in_a_list_too(real_site: Client, slug: str) -> None:
    page = Page(real_site.get(f"/rules/marvel-champions/{slug}").text)
    (drawing,) = page.find("svg", role="group")
    nodes = {e.attributes["href"] for e in drawing.inside if e.tag == "a"}
    listed = {e.attributes["href"] for ul in page.find("ul", class_="chips") for e in ul.inside if e.tag == "a"}
    assert nodes and nodes <= listed
