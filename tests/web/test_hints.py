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
    return {one["field"]: one["text"] for one in told_of(site, **changes) if "text" in one}


def guesses(site: Client, **changes: str) -> dict[str, str]:
    return {one["field"]: one["guess"] for one in told_of(site, **changes) if "guess" in one}


def told_of(site: Client, **changes: str) -> list[dict[str, str]]:
    sent = {**FIELDS, **changes}
    found: list[dict[str, str]] = site.post_form("/resolve/hints", **{field(k): v for k, v in sent.items()}).json()
    return found


def test_what_is_taken_of_a_card_where_nothing_is_said_is_told_as_a_guess(real_site: Client) -> None:
    attached = "Attach to Ironclad. Forced Interrupt: When Ironclad attacks, draw 1 card."
    told = guesses(real_site, cards_0_kind="upgrade", cards_1_text=attached, cards_1_kind="attachment")
    assert told["cards-0-controller"] == "Anna" and told["cards-1-controller"] == "scenario"
    assert told["cards-1-attached_to"] == "Ironclad"
    assert "cards-0-kind" not in told and "cards-2-attached_to" not in told
    surge = guesses(real_site, cards_1_text="When Revealed: Draw 1 card.", occ_attacker="", occ_target="")
    assert surge["cards-1-controller"] == "scenario"
    villain = {"occ_attacker_kind": "villain", "cards_1_text": attached.replace("Ironclad.", "the villain.", 1)}
    assert guesses(real_site, **villain)["cards-1-attached_to"] == "Ironclad"


def test_a_card_nobody_knows_a_misspelt_timing_word_and_a_participant_who_is_nobody(real_site: Client) -> None:
    told = hints(real_site)
    assert told["cards-0-text"].startswith("No text is given, and no library has a card of this name")
    read = Page(real_site.post_form("/resolve/reading", game="marvel-champions", text=FIELDS["cards_1_text"]).text)
    assert "“Forced Interupt” was read as “Forced Interrupt”." in read.words("p")
    assert told["occ-target"].endswith("did you mean Anna?")
    assert "cards-2-text" not in told


def test_cards_are_told_of_though_the_occurrence_is_not_said_yet(real_site: Client) -> None:
    assert set(hints(real_site, occ_attacker="", occ_target="")) == {"cards-0-text"}


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
    assert any("When Ironclad wobbles over the moon (not understood)" in words for words in page.words("li"))
    ways = [link.attributes["href"] for link in page.find("a") if link.text == "Say what it means"]
    assert [way.partition("#")[2] for way in ways] == ["cards-0-title", "cards-1-title"]
    mending = Page(real_site.get(ways[1].partition("#")[0]).text)
    assert mending.fields()["cards-1-ability_0_timing"] == "forced-interrupt"


def test_what_would_be_refused_is_told_at_its_field_before_it_is(real_site: Client) -> None:
    told = hints(real_site, cards_2_controller="Annna", active_player="Ana")
    assert told["cards-2-controller"].endswith("did you mean Anna?") and told["active_player"].endswith("mean Anna?")
    assert told["active_player"].startswith("“Whose turn it is” is “Ana”")
    assert {"cards-0-text", "occ-target"} <= set(told), "what else may not be meant is told besides"


def test_what_is_wrong_with_a_card_stands_at_its_row_below_an_empty_one(real_site: Client) -> None:
    wrong = {"cards_0_name": "", "cards_2_attached_to": "Anna", "cards_2_controller": "Annna"}
    assert "cards-2-controller" in hints(real_site, **wrong)
    page = Page(real_site.press("resolve", **{**FIELDS, **wrong}).text)
    assert [one.attributes["id"] for one in page.find("p", class_="field-problem")] == ["cards-2-controller-problem"]


def test_a_ruling_calls_a_participant_who_is_nobody_as_the_form_does(real_site: Client) -> None:
    answer = real_site.press("resolve", **FIELDS)
    page = Page(real_site.get(answer.headers["location"]).text)
    assert any("“Against whom or what” is “Ann”" in words for words in page.words("p"))
