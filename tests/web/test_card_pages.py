"""The card library's pages: search, one card taken apart, an empty library."""

from __future__ import annotations

from tests.web.page import Page
from tests.web.server import Client


def test_an_empty_library_says_how_it_is_filled(site: Client) -> None:
    page = Page(site.get("/cards").text)
    assert "The card library is empty" in page.words("div", class_="note")[0]
    assert "judge cards import" in page.words("pre")[0]
    assert not page.find("input", name="name")


def test_cards_are_found_by_words_of_their_name_and_told_apart_by_code(stocked: Client) -> None:
    page = Page(stocked.get("/cards", name="iron").text)
    (found,) = page.find("ul", class_="found")
    links = [e for e in found.inside if e.tag == "a"]
    assert [link.attributes["href"] for link in links] == ["/cards/90002", "/cards/90003"]
    assert "villain, tst, 90002" in found.text


def test_a_name_nobody_has_is_said_and_kept_in_its_box(stocked: Client) -> None:
    page = Page(stocked.get("/cards", name="Nobody").text)
    assert "no card whose name holds “Nobody”" in page.words("p", role="status")[0]
    assert page.find("input", name="name")[0].attributes["value"] == "Nobody"


def test_a_cards_terms_and_keywords_lead_to_the_default_edition(stocked: Client) -> None:
    page = Page(stocked.get("/cards/90001").text)
    terms = {link.text: link.attributes["href"] for link in page.find("a", class_="term")}
    assert terms["Response"] == "/rules/marvel-champions/community/response"
    assert terms["Toughness"] == "/rules/marvel-champions/community/toughness"
    assert all(stocked.get(address).status == 200 for address in terms.values())
    assert "[energy]" in page.words("div", class_="card-words")[0]


def test_abilities_are_told_in_plain_words(stocked: Client) -> None:
    page = Page(stocked.get("/cards/90006").text)
    facts = dict(zip(page.words("dt"), page.words("dd"), strict=True))
    assert facts["Only"] == "in hero form"
    assert facts["When"] == "an enemy attacks you"
    assert facts["Cost"].startswith("exhaust Sharp Ear")
    assert [h for h in page.words("h3") if h.startswith("1. Interrupt may")]
    valued = Page(stocked.get("/cards/90003").text)
    assert "1. Retaliate 2 keyword" in valued.words("h3")
    assert [link for link in valued.find("a", class_="term") if link.text == "Retaliate 2"]


def test_markup_of_a_card_is_shown_and_everything_else_escaped(stocked: Client) -> None:
    html = stocked.get("/cards/90005").text
    page = Page(html)
    assert "<script>no" not in html
    assert [bold.text for bold in page.find("b")][:1] == ["When Revealed"]
    assert [e.tag for e in page.find("div", class_="card-words")[0].inside].count("hr") == 1
    assert "Discard 1 card & <script>no</script>." in page.words("div", class_="card-words")[0]


def test_cards_of_one_name_lead_to_each_other(stocked: Client) -> None:
    page = Page(stocked.get("/cards/90002").text)
    assert [link.attributes["href"] for link in page.find("a") if link.text == "Ironclad"] == ["/cards/90003"]


def test_a_card_without_text_and_a_code_nobody_has(stocked: Client, site: Client) -> None:
    assert "This card has no text." in stocked.get("/cards/90007").text
    missing = stocked.get("/cards/1234567")
    assert (missing.status, "no card with the code “1234567”" in missing.text) == (404, True)
    assert "it is empty" in site.get("/cards/1234567").text


def test_suggestions_name_cards_of_the_game_only(stocked: Client) -> None:
    found = stocked.get("/cards/suggest", q="lum", game="marvel-champions").json()
    facts = {"code": "90001", "name": "Lumen", "remark": "Ann Ray, ally, tst, 90001", "game": "marvel-champions"}
    assert found == [{**facts, "line": "Toughness."}]
    assert stocked.get("/cards/suggest", q="lum", game="legendary").json() == []


def test_a_timing_without_an_entry_of_its_own_leads_to_what_it_is_a_kind_of(stocked: Client) -> None:
    links = [a for a in Page(stocked.get("/cards/90002").text).find("a", class_="term") if a.text == "Forced interrupt"]
    assert [a.attributes["href"] for a in links] == ["/rules/marvel-champions/community/interrupt"]
