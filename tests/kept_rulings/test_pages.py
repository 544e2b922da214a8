"""Kept rulings as readers meet them: lists, permalinks, feed, and beside entries, cards, searches, answers, rulings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from judge.desk import Desk
from judge.kept_rulings.model import KeptRuling
from judge.kept_rulings.staleness import ground
from judge.kept_rulings.store import open_store
from judge.web.dispute_in_address import pack
from tests.kept_rulings.conftest import Site
from tests.kept_rulings.examples import DISPUTE, ENTRY, WORDS, form, grounded, many, ruling
from tests.web.page import Page
from tests.web.server import Client, serving
from tests.web.stocked import keeping

HERE = "/kept-rulings/gears-before-bells"
on_one_kind = pytest.mark.parametrize("database_address", ["sqlite"], indirect=True)
"""What is slow, and asks the database nothing that the other tests do not."""


def keep(site: Site, *rulings: KeptRuling) -> None:
    site.store.save(rulings, "somebody")


def questions(page: Page) -> list[str]:
    """The questions of the rulings listed on a page, in order."""
    lists = page.find("ul", class_="kept-rulings")
    return [link.text for one in lists for link in one.inside if link.tag == "a"]


def test_one_ruling_is_shown_whole(ruled: Site) -> None:
    page = ruled.page(HERE)
    assert page.words("h1") == ["Do Overwound Gears come before Warning Bells?"]
    assert page.words("p", class_="kept-answer") == [
        "Yes: what is forced comes first.", "Then Ada may ring the bells."
    ]  # fmt: skip
    links = {e.attributes["href"]: e.attributes.get("rel", "") for e in page.find("a")}
    assert "noreferrer" in links["https://example.org/minutes"]
    assert f"/rules/{ENTRY}" in links and "/cards/90001" in links
    assert "/kept-rulings/sources/club-of-ada" in links and "/kept-rulings/dates/2026-03-01" in links
    assert "agrees" in page.words("section", class_="panel")[0]
    assert any(link.startswith("/rulings/") for link in links)
    assert WORDS in page.words("blockquote")[0]


def test_lists_of_all_of_a_source_and_of_a_date(ruled: Site) -> None:
    keep(ruled, *many(40))
    assert len(questions(ruled.page("/kept-rulings"))) == 30
    more = ruled.page("/kept-rulings/pages/2")
    assert len(questions(more)) == 11
    assert [e.attributes["href"] for e in more.find("a", rel="prev")] == ["/kept-rulings"]
    assert len(questions(ruled.page("/kept-rulings/sources/club-3"))) == 6
    for date, count in (("2026", 1), ("2026-03", 1), ("2026-03-01", 1), ("2025-02", 4)):
        assert len(questions(ruled.page(f"/kept-rulings/dates/{date}"))) == count
    assert "Rulings of 1 March 2026" in ruled.page("/kept-rulings/dates/2026-03-01").words("h1")
    for nowhere in ("dates/2020", "dates/soon", "sources/nobody", "pages/9", "no-such-ruling", "dates/2026-99-99"):
        assert ruled.client.get(f"/kept-rulings/{nowhere}").status == 404, nowhere


def test_filters_narrow_the_list_and_stay_in_their_fields(ruled: Site) -> None:
    keep(ruled, *many(40), ruling(id="of-state", status="official"))
    page = ruled.page("/kept-rulings", q="warning bells", status="official", game="marvel-champions")
    assert len(questions(page)) == 1
    fields = {e.attributes.get("name"): e.attributes.get("value", "") for e in page.find("input")}
    assert fields["q"] == "warning bells"
    paged = ruled.page("/kept-rulings", q="lantern", page="2")
    assert len(questions(paged)) == 10 and paged.find("a", rel="prev")
    for wrong in ({"status": "final"}, {"since": "yesterday"}, {"game": "chess"}, {"edition": "rr-9"}):
        assert ruled.client.get("/kept-rulings", **wrong).status == 422, wrong


def test_what_changes_is_another_version_with_its_differences(ruled: Site) -> None:
    keep(ruled, ruling(answer="No."))
    page = ruled.page(f"{HERE}/history")
    assert "No." in page.words("ins") and any("Yes: what is forced" in words for words in page.words("del"))
    ruled.store.remove("gears-before-bells", "somebody", "it was wrong")
    gone = ruled.client.get(HERE)
    assert gone.status == 404 and "it was wrong" in gone.text
    assert questions(ruled.page("/kept-rulings")) == []


def test_a_replaced_ruling_leads_to_the_newer_one_and_back(ruled: Site) -> None:
    keep(ruled, ruling(id="newer", question="And now?", supersedes=["gears-before-bells"]))
    assert "Replaced." in ruled.page(HERE).words("div", class_="warn")[0]
    assert [e.text for e in ruled.page(HERE).find("a", href="/kept-rulings/newer")] == ["And now?"]
    assert ruled.page("/kept-rulings/newer").find("a", href=HERE)
    assert questions(ruled.page(f"/rules/{ENTRY}")) == ["And now?", "Do Overwound Gears come before Warning Bells?"]


def test_words_that_have_changed_are_told(ruled: Site, desk: Desk) -> None:
    found, _ = ground(desk.corpus, ruling())
    keep(ruled, replace(found, interprets=(replace(found.interprets[0], hash="0" * 16),)))
    assert "Stale:" in ruled.page(HERE).words("div", class_="warn")[0]


def test_the_feed_tells_what_changed_last(ruled: Site) -> None:
    keep(ruled, ruling(id="nasty", question="<b>&amp; ]]> “?”", answer="<script>alert(1)</script>"))
    answer = ruled.client.get("/kept-rulings/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.fromstring(answer.body)
    entries = feed.findall(f"{atom}entry")
    assert entries[0].findtext(f"{atom}title") == "<b>&amp; ]]> “?”"
    assert entries[0].findtext(f"{atom}content") == "<script>alert(1)</script>"
    for entry in entries:
        address = entry.findtext(f"{atom}id") or ""
        assert ruled.client.get(address.removeprefix(ruled.client.address)).status == 200
    assert len(ElementTree.fromstring(ruled.client.get("/kept-rulings/feed.atom", game="legendary").body)) == 6


def test_they_stand_on_entries_and_at_their_paragraph(ruled: Site, desk: Desk) -> None:
    anchor = next(p.anchor for p in desk.corpus.entries[ENTRY].paragraphs if WORDS in p.text)
    keep(ruled, ruling(id="at-paragraph", question="Of this paragraph?", covers={"entries": [f"{ENTRY}#{anchor}"]}),
         ruling(id="rr", question="Of another edition?", editions=["rr-1.0"]),
         ruling(id="not-yet", status="draft", question="A draft?"))  # fmt: skip
    page = ruled.page(f"/rules/{ENTRY}")
    assert set(questions(page)) == {"Do Overwound Gears come before Warning Bells?", "Of this paragraph?"}
    assert page.words("p", class_="kept-mark") == ["1 ruling on this"]
    assert questions(ruled.page("/rules/marvel-champions/community/tough")) == []


def test_they_stand_on_cards_by_code_and_by_name(ruled: Site) -> None:
    keep(ruled, ruling(id="by-name", question="By name?", covers={"cards": ["SIREN"]}),
         ruling(id="elsewhere", question="Of another game?", game="legendary", dispute=None, expects=None,
                interprets=[], covers={"cards": ["Siren"]}))  # fmt: skip
    assert questions(ruled.page("/cards/90001")) == ["Do Overwound Gears come before Warning Bells?"]
    assert questions(ruled.page("/cards/90005")) == ["By name?"]


def test_a_search_has_a_section_of_its_own_for_them_and_leads_to_all(ruled: Site) -> None:
    keep(ruled, *many(20))
    page = ruled.page("/", q="overwound gears before bells")
    assert questions(page) == ["Do Overwound Gears come before Warning Bells?"]
    page = ruled.page("/", q="lantern burn", game="marvel-champions")
    assert len(questions(page)) == 3
    (more,) = [e for e in page.find("a") if e.text == "All 20 rulings"]
    assert len(questions(ruled.page(more.attributes["href"].replace("&amp;", "&")))) == 20
    assert questions(ruled.page("/", q="stun")) == []


def test_an_answer_names_rulings_on_the_rules_it_quotes(ruled: Site) -> None:
    page = ruled.page("/", q="What is Forced?")
    assert "Rulings on these rules" in page.words("h3")


def test_beside_a_computed_ruling_stands_who_agrees_official_ones_first(ruled: Site) -> None:
    keep(ruled, ruling(id="official", status="official", question="Official?", expects={"order": ["bells", "gears"]}),
         ruling(id="silent", question="Silent?", dispute=None, expects=None, covers={"cards": ["Warning Bells"]}),
         ruling(id="not-yet", status="draft"), ruling(id="rr", editions=["rr-1.0"], question="Another edition?"),
         ruling(id="far", question="Far?", covers={"cards": ["Lantern"]}, interprets=[]))  # fmt: skip
    page = ruled.page(f"/rulings/now/{pack(DISPUTE)}")
    assert questions(page) == ["Official?", "Do Overwound Gears come before Warning Bells?", "Silent?"]
    said = page.words("p", class_="kept-verdict")
    assert said[0].startswith("differs Kept: bells before gears.") and said[1] == "agrees This program agrees."
    assert "cannot say" in said[2]
    assert [e.text for e in page.find("a", class_="button") if "Keep" in e.text] == ["Keep this ruling"]


def test_pages_of_the_build_follow_every_change(ruled: Site) -> None:
    def count() -> int:
        return len(questions(ruled.page(f"/rules/{ENTRY}")))

    assert (count(), count()) == (1, 1)
    ruled.send("DELETE", "/api/kept-rulings/gears-before-bells?version=1", token=ruled.tokens["ada"])
    assert count() == 0


@pytest.mark.parametrize("field", ["question", "answer", "who", "where", "cards", "id"])
def test_whatever_is_kept_is_text_on_every_page(ruled: Site, field: str) -> None:
    nasty = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'{{7*7}}"
    said = form(id="nasty")
    if field in ("who", "where"):
        said["source"][field] = nasty
    elif field == "cards":
        said["covers"]["cards"] = [nasty]
    elif field != "id":
        said[field] = nasty
    keep(ruled, ruling(**said))
    packed = pack(DISPUTE)
    for path in ("/kept-rulings", "/kept-rulings/nasty", "/kept-rulings/nasty/history", "/kept-rulings/nasty/edit",
                 f"/rules/{ENTRY}", f"/rulings/x/{packed}", "/?q=overwound+gears+bells", "/cards/90001"):  # fmt: skip
        html = ruled.client.get(path).text
        assert "<script>alert" not in html and "<img" not in html
        for element in Page(html).all:
            assert not [name for name in element.attributes if name.startswith("on")], path


def test_a_search_is_narrowed_to_rules_or_rulings(ruled: Site, desk: Desk) -> None:
    ruled.store.save([grounded(desk.corpus, id="official", status="official")], "ada")

    def rulings_and_entries(**which: str) -> tuple[int, int]:
        page = ruled.page("/", q="warning bells forced", **which)
        inside = page.find("section", **{"aria-labelledby": "found-rulings"})
        links = [e for part in inside for e in part.inside if e.tag == "li"]
        return len(links), len(page.find("ol", class_="hits"))

    assert rulings_and_entries() == (2, 1)
    assert rulings_and_entries(rulings="rules") == (0, 1)
    assert rulings_and_entries(rulings="rulings") == (2, 0)
    assert rulings_and_entries(rulings="official") == (1, 0)
    assert "Rulings alone" in ruled.page("/").find("select", id="rulings")[0].text
    assert "No ruling that people gave" in ruled.client.get("/", q="zeppelin", rulings="rulings").text


@on_one_kind
def test_copies_without_the_program_hold_them(ruled: Site) -> None:
    kept = ruled.client.get("/offline/pages.json").json()["pages"]
    assert kept[HERE] == ruled.client.get(HERE).text
    assert "/kept-rulings" in kept and "Do Overwound Gears" in kept[f"/rules/{ENTRY}"]
    assert "kept-rulings" in ruled.client.get("/sitemap.xml").text


@on_one_kind
def test_the_browsers_index_follows_every_change_and_holds_nothing_of_another_database(
    ruled: Site, desk: Desk, tmp_path: Path
) -> None:
    def found(client: Client) -> set[str]:
        return {row[0] for row in client.get("/offline/search.json").json()["rulings"]}

    assert found(ruled.client) == {"gears-before-bells"}
    ruled.store.save(many(1), "ada")
    assert found(ruled.client) == {"gears-before-bells", "number-0"}
    (tmp_path / "empty").mkdir()
    with serving(keeping(desk, open_store(tmp_path / "empty"))) as empty:
        assert found(empty) == set()
