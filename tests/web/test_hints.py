"""What a form may not mean is told before anything is resolved: while one types, and where scripts do not run."""

from __future__ import annotations

from tests.web.page import Page
from tests.web.server import Client, field

FIELDS = {
    "game": "marvel-champions", "occurrence": "enemy-attack", "occ_attacker": "Ironclad", "occ_target": "Ann",
    "players_0_name": "Anna", "cards_0_name": "Nobody's Bell", "cards_1_name": "Horn",
    "cards_1_text": "Forced Interupt: When Ironclad wobbles over the moon, draw 1 card.",
    "cards_2_name": "Tough", "cards_2_kind": "status", "cards_2_attached_to": "Anna",
}  # fmt: skip


def hints(site: Client, **changes: str) -> dict[str, str]:
    sent = {**FIELDS, **changes}
    named = {field(key): value for key, value in sent.items()}
    return {one["field"]: one["text"] for one in site.post_form("/resolve/hints", **named).json()}


def test_a_card_nobody_knows_a_misspelt_timing_word_and_a_participant_who_is_nobody(real_site: Client) -> None:
    told = hints(real_site)
    assert told["cards-0-text"].startswith("No text is given, and no library has a card of this name")
    assert told["cards-1-text"] == "“Forced Interupt” was read as “Forced Interrupt”."
    assert told["occ-target"].endswith("did you mean Anna?")
    assert "cards-2-text" not in told


def test_cards_are_told_of_though_the_occurrence_is_not_said_yet(real_site: Client) -> None:
    assert set(hints(real_site, occ_attacker="", occ_target="")) == {"cards-0-text", "cards-1-text"}


def test_nothing_is_told_of_what_is_all_well_or_of_no_game(real_site: Client) -> None:
    well = {"occ_target": "Anna", "cards_0_text": "Guard.", "cards_1_text": "Surge."}
    assert hints(real_site, **well) == {}
    assert hints(real_site, game="") == {}


def test_without_scripts_the_page_tells_the_same_and_marks_what_was_not_understood(real_site: Client) -> None:
    page = Page(real_site.press("read", **FIELDS).text)
    told = [words for words in page.words("p", class_="told") if words]
    assert any("did you mean Anna?" in words for words in told)
    assert any(words.startswith("No text is given") for words in told)
    assert any("wobbles" in words and "(not understood)" in words for words in page.words("mark"))


def test_a_ruling_leads_to_the_card_whose_words_it_did_not_understand(real_site: Client) -> None:
    answer = real_site.press("resolve", **FIELDS)
    page = Page(real_site.get(answer.headers["location"]).text)
    assert any("not understood; what" in words for words in page.words("a"))
    ways = [link.attributes["href"] for link in page.find("a") if link.text == "Say what it means"]
    assert [way.partition("#")[2] for way in ways] == ["cards-0-title", "cards-1-title"]
    mending = Page(real_site.get(ways[1].partition("#")[0]).text)
    assert mending.fields()["cards-1-ability_0_timing"] == "forced-interrupt"
