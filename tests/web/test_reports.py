"""Reporting a mistake, addresses of what is gone, newer editions, help."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from judge.desk import Desk
from judge.web import create_app
from judge.web.settings import Settings
from tests.web.fake_desk import GAME
from tests.web.page import Page
from tests.web.server import Client

DAMAGE = "marvel-champions/rr-1.0/damage"


def link(page: Page, words: str) -> str:
    return next(a.attributes["href"] for a in page.find("a") if a.text == words)


@pytest.mark.parametrize("kind", ["rules", "printed"])
def test_a_report_holds_id_edition_lines_and_both_texts(real_site: Client, kind: str) -> None:
    address = link(Page(real_site.get(f"/{kind}/{DAMAGE}").text), "Report a mistake")
    page = Page(real_site.get(address).text)
    (words,) = [e.text for e in page.find("textarea", id="report")]
    assert f"Entry: {DAMAGE} (Damage)" in words
    assert "Edition: Marvel Champions: The Card Game, Rules Reference 1.0 (Fantasy Flight Games)" in words
    facts, _, texts = words.partition("As printed:")
    printed, _, cleaned = texts.partition("As read:")
    first = facts.split("Source lines: ")[1].split("–")[0]
    assert f"\n{first}: " in printed and "[p-" in cleaned
    assert "editor of this installation" in page.words("div", class_="narrow")[0]


def test_a_report_about_nothing_and_about_what_is_not_there(real_site: Client) -> None:
    assert real_site.get("/report").status == 400
    assert real_site.get("/report", entry="marvel-champions/rr-1.0/overkil").status == 404
    assert real_site.get("/report", entry="chess/fide/rook").status == 422


def test_reports_go_where_the_installation_says(desk: Desk) -> None:
    def opened(url: str) -> Page:
        answer = create_app(desk, Settings(report_url=url)).test_client().get(f"/report?entry={DAMAGE}")
        return Page(answer.text)

    letter = urlsplit(link(opened("mailto:editor@example.org"), "Write a letter"))
    assert (letter.scheme, letter.path) == ("mailto", "editor@example.org")
    said = parse_qs(letter.query)
    assert said["subject"] == [f"Mistake in {DAMAGE}"] and said["body"][0].startswith("What is wrong")
    assert link(opened("https://example.org/issues"), "Open the list of reports") == "https://example.org/issues"


def test_an_address_of_a_paragraph_that_is_gone_says_what_stood_there(site: Client) -> None:
    page = Page(site.get(f"/rules/{GAME}/second/lantern").text)
    assert "A wick burns for an hour." in page.words("div", id="p-old")[0]


def test_an_address_of_an_entry_that_is_gone_says_what_stood_there(site: Client) -> None:
    answer = site.get(f"/rules/{GAME}/second/snuffer")
    assert (answer.status, "It puts a lantern out." in answer.text) == (404, True)


def test_the_older_text_says_that_a_newer_one_differs(site: Client) -> None:
    older, newer = (Page(site.get(f"/rules/{GAME}/{e}/lantern").text) for e in ("fan", "second"))
    said = [words for words in older.words("p", class_="note") if "newer edition" in words]
    assert said and "Second Rulebook" in said[0]
    assert not [words for words in newer.words("p", class_="note") if "newer edition" in words]


def test_the_help_lists_what_the_search_understands(real_site: Client) -> None:
    page = Page(real_site.get("/help").text)
    keys = page.words("kbd")
    assert {"/", "?", "in:headword tough"} <= set(keys)
    for query in page.words("kbd"):
        if ":" in query:
            assert real_site.get("/", q=query).status == 200, query
            assert "Nothing found" not in real_site.get("/", q=query).text, query
