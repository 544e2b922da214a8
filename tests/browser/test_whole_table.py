"""The whole table in a real browser: a chart drawn, folded and printed, its decks met again, a sheet answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from judge.cards.library import CardLibrary
from judge.desk import Desk
from judge.web.dispute_in_address import pack
from tests.browser.conftest import Open, everywhere, wait_until
from tests.browser.test_accessibility import violations
from tests.browser.test_any_device import SMALL_TARGETS
from tests.browser.test_offline import arrive, wait_until_kept
from tests.charts.made_up_table import CARDS
from tests.web.server import Client, serving
from tests.web.test_whole_table import MOMENT

__all__ = ["arrive"]  # a fixture


@pytest.fixture(scope="module")
def table(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("whole-table")
    CardLibrary(folder / "cards.sqlite").add(CARDS)
    with serving(Desk(desk.build_folder, desk.corpus_folder, folder)) as client:
        yield client


def _drawn(page: Page) -> None:
    page.get_by_label("By the rules of").select_option("marvel-champions/community")  # the last game comes back
    page.get_by_label("Scenario (a villain or set)").fill("Clockwork Baron")
    page.locator("#player-1").fill("Ann")
    page.locator("#hero-1").fill("Tin Fox")
    page.locator("#hero-2").fill("Moth")
    page.get_by_role("button", name="Draw the chart").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Clockwork Baron: Tin Fox, Moth")


@everywhere
def test_a_chart_is_drawn_and_folds_by_player(table: Client, visit: Open, size: str, scripts: bool) -> None:
    page = visit(table, "/chart", size, scripts)
    _drawn(page)
    gears = page.get_by_role("link", name="Overwound Gears").first
    expect(gears).to_be_visible()
    page.get_by_label("Scenario").uncheck()
    expect(gears).to_be_hidden()
    expect(page.get_by_role("link", name="Tin Fox").first).to_be_visible()
    if scripts:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(SMALL_TARGETS) == []
        assert violations(page) == ""


def test_each_game_has_the_table_drawn_last(table: Client, visit: Open) -> None:
    page = visit(table, "/chart", "phone", True)
    _drawn(page)
    page.goto("/chart")
    scenario, edition = page.get_by_label("Scenario (a villain or set)"), page.get_by_label("By the rules of")
    expect(scenario).to_have_value("Clockwork Baron")
    edition.select_option("legendary/manual")
    expect(scenario).to_have_value("")
    edition.select_option("marvel-champions/rr-1.0")
    expect(page.locator("#hero-1")).to_have_value("Tin Fox")
    scenario.fill("Steam")
    edition.select_option("legendary/manual")
    expect(scenario).to_have_value("Steam")


@everywhere
def test_cards_with_their_texts_are_charted(table: Client, visit: Open, size: str, scripts: bool) -> None:
    page = visit(table, "/chart", size, scripts)
    if scripts:  # the table of another test is remembered
        page.evaluate("localStorage.clear()")
        page.reload()
    page.get_by_label("By the rules of").select_option("vs-system-2pcg/mcu")
    page.locator("#player-1").fill("Ann")
    page.locator("#cards-1").fill("Loom (location): Build: Draw a card.\nHm")
    page.locator("#cards-2").fill("Sentry (supporting character): When Sentry becomes stunned, draw a card.")
    page.get_by_role("button", name="Draw the chart").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ann, Player 2")
    expect(page.get_by_role("alert")).to_contain_text("the cards of Ann, line 2: “Hm” is no card")
    expect(page.get_by_text("Loom", exact=True).first).to_be_visible()
    if scripts:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == ""


def test_the_last_chart_opens_without_a_network(table: Client, arrive: Open) -> None:
    page = arrive(table, "/chart")
    wait_until_kept(page)
    page.reload()
    _drawn(page)
    wait_until(page, "caches.open('judge-charts').then((c) => c.keys()).then((k) => k.length === 1)")
    page.context.set_offline(True)
    page.goto("/chart")
    expect(page.locator("#offline-mark")).to_contain_text("the last chart")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Clockwork Baron: Tin Fox, Moth")
    page.get_by_label("Scenario").uncheck()
    expect(page.get_by_role("link", name="Overwound Gears").first).to_be_hidden()


def test_a_chart_fits_two_sides_of_paper(table: Client, visit: Open) -> None:
    page = visit(table, "/chart", "desktop", True)
    _drawn(page)
    assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))) <= 2


def test_under_a_ruling_the_cards_of_charted_decks_are_told(table: Client, visit: Open) -> None:
    page = visit(table, "/chart", "phone", True)
    _drawn(page)
    packed = pack({**MOMENT, "cards": [{"name": "Odd Rattle", "text": "Guard."}]})
    page.goto(f"{table.address}/rulings/old/{packed}")
    told = page.get_by_text("Also in your decks:")
    expect(told).to_contain_text("Tin Fox (may)")
    page.goto(f"{table.address}/chart")
    expect(page.locator("#hero-2")).to_have_value("Moth")


def test_a_sheet_is_answered_and_what_was_missed_comes_back(table: Client, visit: Open) -> None:
    page = visit(table, "/practice?game=marvel-champions&seed=2&count=3", "phone", True)
    question = page.locator("[data-question]").first
    right = page.evaluate("JSON.parse(document.querySelector('[data-question]').dataset.question).answer")
    question.locator(".choices button").nth(1 - right if right < 2 else 0).click()
    expect(question.get_by_role("status")).to_contain_text("No:")
    expect(question.get_by_role("link", name="The whole ruling")).to_be_visible()
    page.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem('judge-practice'));
      for (const one of Object.values(kept)) one.card.due = new Date(0).toISOString();
      localStorage.setItem('judge-practice', JSON.stringify(kept));
    }""")
    page.goto(f"{table.address}/practice")
    expect(page.get_by_text("1 question is due again.")).to_be_visible()
    page.get_by_role("button", name="Repeat").click()
    again = page.locator(".questions > li")
    again.locator(".choices button").nth(right).click()
    expect(again.get_by_role("status")).to_contain_text("Right.")


def test_a_printed_sheet_has_the_answers_to_choose_from(table: Client, visit: Open) -> None:
    page = visit(table, "/practice?game=marvel-champions&seed=2&count=2&answers=1")
    choice = page.locator(".choices button").first
    expect(choice).to_be_visible()
    page.emulate_media(media="print")
    expect(choice).to_be_visible()


def test_without_scripts_a_sheet_is_read(table: Client, visit: Open) -> None:
    page = visit(table, "/practice?game=marvel-champions&seed=2&count=3", "phone", False)
    question = page.locator("[data-question]").first
    expect(question.get_by_text("The whole ruling")).to_be_hidden()
    question.get_by_text("Answer", exact=True).click()
    expect(question.get_by_role("link", name="The whole ruling")).to_be_visible()
