"""Search, entries and contents as pages, over HTTP, on a made-up game."""

from __future__ import annotations

import json

import pytest

from judge.corpus import Corpus
from tests.web.page import Page
from tests.web.server import Client

ENTRY = "/rules/lantern-duel/second"


def test_search_ranks_hits_with_the_words_found_highlighted_and_links_to_the_paragraph(site: Client) -> None:
    page = Page(site.get("/", q="lantern").text)
    assert [a.attributes["href"] for a in page.find("ol", class_="hits")[0].inside if a.tag == "a"] == [
        f"{ENTRY}/lantern#p-1",
        f"{ENTRY}/lantern#p-5",
        "/rules/lantern-duel/fan/lantern#p-1",
    ]
    assert set(page.words("mark")) == {"lantern", "Lantern"}
    assert "Second Rulebook" in page.words("li")[0]


def test_ten_hits_are_shown_and_the_others_on_request(real_site: Client) -> None:
    def hits(page: Page) -> list[str]:
        return [a.attributes["href"] for a in page.find("ol", class_="hits")[0].inside if a.tag == "a"]

    first = Page(real_site.get("/", q="card", game="marvel-champions").text)
    (link,) = [a.attributes["href"] for a in first.find("a") if a.text == "More entries"]
    every = Page(real_site.get(link).text)
    assert len(hits(first)) == 10
    assert first.words("p", role="status") == ["The first 10 entries for “card”"]
    assert len(set(hits(every))) == 50
    assert hits(every)[:10] == hits(first)
    assert "More entries" not in every.words("a")


def test_an_answer_names_the_book_it_quotes(real_site: Client) -> None:
    page = Page(real_site.get("/", q="can a stunned character attack?").text)
    (panel,) = page.find("section", class_="panel narrow answer")
    assert "Vs. System 2PCG" in panel.text


def test_marks_within_a_quote_are_single_ones(real_site: Client) -> None:
    (panel,) = Page(real_site.get("/", q="can an ally defend").text).find("section", class_="panel narrow answer")
    assert "“‘You’ refers to" in panel.text
    assert "““" not in panel.text and "””" not in panel.text


def test_hits_of_an_unofficial_edition_say_so(site: Client) -> None:
    hits = [e for e in Page(site.get("/", q="lantern").text).find("ol", class_="hits")[0].inside if e.tag == "li"]
    assert ["unofficial" in hit.text for hit in hits] == [False, False, True]


def test_a_game_that_was_chosen_stays_chosen(site: Client) -> None:
    page = Page(site.get("/", q="lantern", game="lantern-duel").text)
    assert [o.attributes["value"] for o in page.find("option") if "selected" in o.attributes] == ["lantern-duel"]


def test_nothing_found_offers_what_may_have_been_meant(site: Client) -> None:
    answer = site.get("/", q="lantrn")
    assert answer.status == 200
    assert "Nothing found for “lantrn”" in answer.text
    assert "/?q=lantern" in [a.attributes["href"] for a in Page(answer.text).find("a")]


def test_a_question_is_answered_in_the_words_of_a_rule_or_not_at_all(site: Client) -> None:
    page = Page(site.get("/", q="what does a lantern shed, light?").text)
    assert "A lantern sheds light." in page.find("section", class_="answer")[0].text
    assert f"{ENTRY}/lantern#p-1" in [a.attributes["href"] for a in page.find("a")]
    assert not Page(site.get("/", q="who is the king of France?").text).find("section", class_="answer")


def test_editions_are_compared_word_by_word(site: Client) -> None:
    page = Page(site.get("/compare/lantern-duel/second/lantern").text)
    assert "Lanterns" in " ".join(page.words("ins") + page.words("del"))
    assert "No other edition" in site.get("/compare/lantern-duel/second/oil").text


def test_an_empty_search_is_told_at_the_box(site: Client) -> None:
    answer = site.get("/", q="  ")
    box = Page(answer.text).find("input", id="q")[0]
    assert (answer.status, box.attributes["aria-invalid"]) == (400, "true")
    assert "The search is empty" in Page(answer.text).words("div", role="alert")[0]


def test_an_unknown_game_names_those_there_are_and_keeps_the_words(site: Client) -> None:
    answer = site.get("/", q="lantern", game="lantern-dual")
    assert answer.status == 422
    assert "the games are lantern-duel" in answer.text
    assert Page(answer.text).find("input", id="q")[0].attributes["value"] == "lantern"


def test_an_entry_shows_its_text_as_a_list_with_an_address_for_each_paragraph(site: Client) -> None:
    page = Page(site.get(f"{ENTRY}/lantern").text)
    assert page.words("h1") == ["Lantern"]
    steps = [e for e in page.find("ol")[0].inside if e.tag == "li"]
    assert [" ".join(li.text.replace("¶", " ").split()) for li in steps] == [
        "Spend oil. Any player’s oil will do.",
        "Any player’s oil will do.",
        "Turn the lantern.",
    ]
    assert [e.attributes["id"] for e in page.find("div", class_="para")] == ["p-1", "p-2", "p-3", "p-4", "p-5"]
    assert [a.attributes["href"] for a in page.find("a", class_="permalink")][:2] == ["#p-1", "#p-2"]


def test_mentions_are_links_and_icons_keep_their_name_in_brackets(site: Client) -> None:
    page = Page(site.get(f"{ENTRY}/lantern").text)
    assert [(a.text, a.attributes["href"]) for a in page.find("a", class_="term")] == [("oil", f"{ENTRY}/oil")]
    first = page.find("div", id="p-1")[0].text
    assert "Spend [energy] or [?] to light it; [your name] is text." in first
    assert len(page.find("use")) == 1


def test_see_also_links_what_exists_and_only_names_what_does_not(site: Client) -> None:
    page = Page(site.get(f"{ENTRY}/lantern").text)
    aside = page.find("aside")[0]
    assert f"{ENTRY}/oil" in [a.attributes.get("href") for a in aside.inside]
    assert [e.text for e in aside.inside if e.attributes.get("class") == "none"] == ["Wick"]


def test_an_entry_says_who_refers_to_it_where_it_stands_and_how_it_reads_elsewhere(site: Client) -> None:
    assert "Referenced by" in Page(site.get(f"{ENTRY}/oil").text).words("h2")
    text = site.get(f"{ENTRY}/lantern").text
    assert "lines 3–9, 20" in text
    assert "Tallow Press, 2024" in text
    assert "/rules/lantern-duel/fan/lantern" in text
    assert "the symbol is lost" in text


def test_previous_and_next_follow_the_book_and_stay_inside_it(site: Client) -> None:
    def around(slug: str) -> list[str]:
        links = Page(site.get(f"{ENTRY}/{slug}").text).find("a")
        return [a.attributes["href"] for a in links if a.attributes.get("rel") in ("prev", "next")]

    assert around("lamp-oil") == [f"{ENTRY}/lantern", f"{ENTRY}/oil"]
    assert around("vuoro") == [f"{ENTRY}/oil"]


def test_a_redirect_shows_where_it_leads(site: Client) -> None:
    page = Page(site.get(f"{ENTRY}/lamp-oil").text)
    assert page.words("h1") == ["Lamp Oil"]
    assert f"{ENTRY}/oil" in [a.attributes["href"] for a in page.find("main")[0].inside if a.tag == "a"]
    assert "words stay words" in page.find("main")[0].text


def test_markup_inside_a_rule_stays_text(site: Client) -> None:
    page = Page(site.get(f"{ENTRY}/oil").text)
    assert '<script>alert("x")</script> & <b>bold</b>' in page.find("div", id="p-9")[0].text
    assert all("src" in script.attributes for script in page.find("script"))


def test_a_finnish_entry_is_marked_as_finnish(site: Client) -> None:
    assert Page(site.get(f"{ENTRY}/vuoro").text).find("article")[0].attributes["lang"] == "fi"


def test_an_unofficial_entry_says_so(site: Client) -> None:
    assert "not the publisher’s" in site.get("/rules/lantern-duel/fan/lantern").text
    assert "not the publisher’s" not in Page(site.get(f"{ENTRY}/lantern").text).find("main")[0].text


def test_an_unknown_entry_offers_near_names(site: Client) -> None:
    answer = site.get(f"{ENTRY}/lanterm")
    assert answer.status == 404
    assert "/?q=Lantern" in [a.attributes["href"] for a in Page(answer.text).find("a")]


def test_contents_list_every_entry_by_section_and_by_letter(site: Client) -> None:
    page = Page(site.get("/games/lantern-duel/second").text)
    links = [a.attributes["href"] for a in page.find("main")[0].inside if a.tag == "a"]
    for slug in ("lantern", "lamp-oil", "oil", "vuoro"):
        assert links.count(f"{ENTRY}/{slug}") == 2
    assert page.words("h3") == ["L", "O", "V"]
    assert [s.split(" (")[0] for s in page.words("summary")] == ["Glossary", "Liite"]


def test_a_game_leads_to_its_default_edition(site: Client) -> None:
    assert site.get("/games/lantern-duel").headers["location"] == "/games/lantern-duel/second"


def test_an_older_edition_that_only_refers_elsewhere_is_not_shown_as_silent(real_site: Client) -> None:
    only_refers = real_site.get("/compare/marvel-champions/community/undefended").text
    assert "no words of its own" in only_refers
    assert "/rules/marvel-champions/rr-1.0/enemy-attacks" in only_refers
    defined_there = real_site.get("/compare/marvel-champions/community/overkill").text
    assert "<del>" in defined_there.replace("<del>Older</del>", "")
    assert "/rules/marvel-champions/rr-1.0/keywords" in defined_there


def test_a_redirect_shows_what_defines_its_name_where_it_leads(real_site: Client) -> None:
    words = Page(real_site.get("/rules/marvel-champions/rr-1.0/quickstrike").text).words("p")
    assert any(text.startswith("Quickstrike - After this enemy engages a player") for text in words)
    assert not any(text.startswith("Guard - ") for text in words)
    (source,) = Page(real_site.get("/printed/marvel-champions/rr-1.0/quickstrike").text).find("main")
    assert "A heading that refers to Keywords." in source.text


def test_a_redirect_shows_every_paragraph_on_its_name(real_site: Client) -> None:
    words = Page(real_site.get("/rules/marvel-champions/rr-1.0/overkill").text).words("p")
    assert any(text.startswith("If an attack with overkill defeats a minion") for text in words)


@pytest.mark.parametrize(
    ("name", "slug", "begins"),
    [
        ("vs-system-2pcg/mcu/plot-twist", "plot-twists", ""),
        ("vs-system-2pcg/mcu/xp", "level-up-powers", "When you meet the XP"),
        ("marvel-champions/rr-1.0/boost-cards", "boost", "Each time the villain"),
        ("legendary/manual/Victory-Pile", "rescue-a-bystander", "Some card abilities tell"),
    ],
)
def test_the_address_of_a_name_leads_to_what_explains_it(
    real_site: Client, corpus: Corpus, name: str, slug: str, begins: str
) -> None:
    book = name.rpartition("/")[0]
    address, _, anchor = real_site.get(f"/rules/{name}").headers["location"].partition("#")
    assert address == f"/rules/{book}/{slug}"
    found = [p.text for p in corpus.entries[f"{book}/{slug}"].paragraphs if p.anchor == anchor]
    assert all(text.startswith(begins) for text in found)
    assert bool(found) == bool(begins)
    assert json.loads(real_site.get(f"/api/entries/{name}").text)["id"] == f"{book}/{slug}"


def test_a_reference_that_names_nothing_offers_the_other_edition(real_site: Client) -> None:
    links = Page(real_site.get("/rules/marvel-champions/community/threat").text).find("a")
    assert "/rules/marvel-champions/rr-1.0/component-limitations" in [a.attributes.get("href") for a in links]


def test_contents_tell_where_a_redirect_leads(site: Client) -> None:
    assert "see Oil" in Page(site.get("/games/lantern-duel/second").text).words("p")


def test_a_question_is_answered_or_shown_the_nearest_rule_and_never_told_that_there_is_none(real_site: Client) -> None:
    def heading(question: str, **narrowed: str) -> list[str]:
        found = Page(real_site.get("/", q=question, **narrowed).text)
        assert found.find("ol")
        return [words for words in found.words("h2") if "rule" in words.lower()][:1]

    assert heading("can a stunned hero attack?", game="marvel-champions") == ["The rule says"]
    assert heading("who wins the world cup") == ["Nearest rule, judge for yourself"]
    assert "judge for yourself" not in real_site.get("/", q="overkill").text


def test_the_nearest_rule_is_shown_with_its_best_sentence_marked(site: Client) -> None:
    page = Page(site.get("/", q="what is near?").text)
    assert [mark.text for mark in page.find("mark")][:1] == ["sheds light."]
    assert "Nearest rule, judge for yourself" in page.words("h2")


def test_source_and_reading_stand_beside_each_other_mended_words_marked(real_site: Client) -> None:
    page = Page(real_site.get("/printed/marvel-champions/rr-1.0/cost").text)
    printed, read = (page.find("div", class_=name) for name in ("printed", "text"))
    row = next(place for place, e in enumerate(printed) if "numericalvalue" in e.text)
    assert "the numerical value that must be paid" in " ".join(read[row].text.split())
    marked = [e.text for e in printed[row].inside if e.tag == "mark"]
    assert "numericalvalue" in marked and "numerical value" in [e.text for e in read[row].inside if e.tag == "mark"]
    assert [e for e in page.find("li") if e.text.startswith("An arrow icon")]


def test_editions_are_compared_paragraph_by_paragraph(real_site: Client) -> None:
    page = Page(real_site.get("/compare/marvel-champions/rr-1.0/cost").text)
    older, newer = (page.words("div", class_=name) for name in ("old", "new"))
    row = next(place for place, words in enumerate(older) if words.startswith("A card's resource cost"))
    assert newer[row].startswith("A card’s resource cost must be paid")
    assert "Not in the newer" in newer and "Not in the older" in older
    assert [e for e in page.find("li") if "Excess resources" in e.text]


def test_steps_keep_their_numbers_where_editions_are_compared(real_site: Client) -> None:
    page = Page(real_site.get("/compare/marvel-champions/rr-1.0/damage").text)
    steps = [e.attributes["start"] for e in page.find("ol")]
    assert steps == [str(number) for number in range(1, 11)]
    assert page.find("div", class_="absent")


def test_an_answer_does_not_stand_below_nothing_found(site: Client) -> None:
    answered = site.get("/", q="what does light do").text
    assert "No other entry for" in answered and "Nothing found" not in answered
