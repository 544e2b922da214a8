"""The resolver's form without JavaScript: buttons, mistakes told at their fields, nothing typed lost."""

from __future__ import annotations

import json
from hashlib import sha256
from urllib.parse import quote

import pytest

from judge import data_places
from judge.forms.examples import read_examples
from judge.web.dispute_in_address import pack
from tests.web.fake_desk import GAME
from tests.web.page import Page
from tests.web.server import Client

TWO_CARDS = {
    "game": GAME,
    "players_0_name": "Anna",
    "players_1_name": "Ben",
    "occurrence": "strike",
    "occ_attacker": "Moth",
    "cards_0_name": "Flare",
    "cards_0_text": "Interrupt: <u>light</u> & more",
    "cards_1_name": "Snuff",
    "cards_1_controller": "Ben",
}


def names(page: Page, what: str) -> list[str]:
    fields = page.fields()
    return [fields[name] for name in sorted(fields) if name.startswith(what) and name.endswith("-name")]


def test_the_form_offers_the_fields_of_the_chosen_occurrence(site: Client) -> None:
    page = Page(site.press("choose", game=GAME, occurrence="strike").text)
    assert {"occ-attacker", "occ-defender"} <= set(page.fields())
    assert "occ-attacker" not in Page(site.press("choose", game=GAME).text).fields()


@pytest.mark.parametrize(
    ("button", "cards"),
    [
        ("add-card", ["Flare", "Snuff", ""]),
        ("remove-card-0", ["Snuff"]),
        ("up-card-1", ["Snuff", "Flare"]),
        ("down-card-0", ["Snuff", "Flare"]),
        ("up-card-0", ["Flare", "Snuff"]),
        ("down-card-1", ["Flare", "Snuff"]),
        ("remove-card-9", ["Flare", "Snuff"]),
    ],
)
def test_cards_are_added_removed_and_reordered(site: Client, button: str, cards: list[str]) -> None:
    page = Page(site.press(button, **TWO_CARDS).text)
    assert names(page, "cards-") == cards
    assert names(page, "players-") == ["Anna", "Ben"]


def test_players_are_added_removed_and_reordered(site: Client) -> None:
    assert names(Page(site.press("add-player", **TWO_CARDS).text), "players-") == ["Anna", "Ben", ""]
    assert names(Page(site.press("up-player-1", **TWO_CARDS).text), "players-") == ["Ben", "Anna"]
    assert names(Page(site.press("remove-player-0", **TWO_CARDS).text), "players-") == ["Ben"]


def test_a_button_keeps_everything_typed(site: Client) -> None:
    fields = Page(site.press("add-player", **TWO_CARDS).text).fields()
    kept = {name: fields[name] for name in ("occ-attacker", "cards-0-text", "cards-1-controller", "occurrence", "game")}
    assert list(kept.values()) == ["Moth", "Interrupt: <u>light</u> & more", "Ben", "strike", GAME]


def test_texts_are_shown_as_understood(site: Client) -> None:
    page = Page(site.press("read", **TWO_CARDS).text)
    shown = page.words("div", class_="understood")
    words = "Interrupt may Only in hero form When the lantern is lit (this moment was not recognised) Does Interrupt:"
    assert words in shown[0]


def test_a_ruling_has_an_address_that_gives_it_again(site: Client) -> None:
    sent = site.press("resolve", **TWO_CARDS)
    assert sent.status == 303
    assert sent.headers["location"].startswith("/rulings/build0000001/")
    first, again = site.get(sent.headers["location"]), site.get(sent.headers["location"])
    assert first.status == 200
    assert first.body == again.body
    assert first.headers["x-robots-tag"] == "noindex"


def test_a_ruling_tells_order_reasons_rules_and_what_it_is(site: Client) -> None:
    page = Page(site.get(site.press("resolve", **TWO_CARDS).headers["location"]).text)
    assert page.words("ol", class_="order") == ["1 Flare Anna may as the strike hits 2 Snuff Anna may"]
    assert page.words("h1") == ["Anna may use Flare first."]
    assert page.words("title") == ["Anna may use Flare first. · Judge"]
    assert "A ruling of this program by Second Rulebook" in page.find("main")[0].text
    assert "official ruling" not in page.find("body")[0].text.lower()
    assert "<u>light</u> & more" in page.find("main")[0].text
    assert "“A lantern sheds light.”" in page.words("blockquote", class_="quote")[0]
    assert "Snuff was submitted later." in page.words("p", class_="why")
    assert "All words of the 2 cards were read." in page.words("a")
    assert f"/rules/{GAME}/second/lantern#p-1" in [a.attributes["href"] for a in page.find("a")]
    assert page.words("dd") == ["Strike", "Moth", "Anna, Ben", "Lantern Duel: Second Rulebook, Tallow Press"]


def test_a_mistake_stands_at_its_field_and_nothing_is_lost(site: Client) -> None:
    answer = site.press("resolve", **TWO_CARDS, cards_0_id="same", cards_1_id="same")
    page = Page(answer.text)
    assert answer.status == 422
    box = page.find("input", id="cards-1-id")[0]
    assert box.attributes["aria-invalid"] == "true"
    assert page.words("p", id=box.attributes["aria-describedby"]) == ["Two cards are called “same”."]
    assert page.fields()["cards-0-text"] == TWO_CARDS["cards_0_text"]
    assert "Two cards are called “same”." in page.words("div", role="alert")[0]


def test_an_unknown_game_keeps_the_form(site: Client) -> None:
    answer = site.press("resolve", **{**TWO_CARDS, "game": "chess"})
    assert answer.status == 422
    assert "There is no game “chess”" in answer.text
    assert Page(answer.text).fields()["cards-0-text"] == TWO_CARDS["cards_0_text"]


def test_a_dispute_without_a_game_chosen_keeps_its_cards_until_one_is(site: Client) -> None:
    fields = Page(site.press("choose", **{**TWO_CARDS, "game": ""}).text).fields()
    assert (fields["cards-0-name"], fields["occ-attacker"]) == ("Flare", "Moth")


def test_mended_abilities_that_are_no_json_are_told_at_the_field(site: Client) -> None:
    answer = site.press("resolve", **TWO_CARDS, cards_0_abilities="interrupt!")
    assert answer.status == 400
    assert Page(answer.text).find("textarea", id="cards-0-abilities")[0].attributes["aria-invalid"] == "true"


def test_a_dispute_too_long_for_an_address_is_ruled_on_and_offered_as_a_file(site: Client) -> None:
    words, others = (" ".join(sha256(b"%d" % n).hexdigest() for n in range(at, at + 55)) for at in (0, 55))
    answer = site.press("resolve", **{**TWO_CARDS, "cards_0_text": words, "cards_1_text": others})
    page = Page(answer.text)
    assert answer.status == 200
    assert "too long for an address" in page.words("div", role="status")[0]
    packed = page.find("input", name="dispute")[0].attributes["value"]
    file = site.post_form("/rulings/file", dispute=packed)
    assert file.headers["content-disposition"] == 'attachment; filename="dispute.json"'
    assert file.json()["cards"][0]["text"] == words
    assert Page(site.post_form("/rulings/edit", dispute=packed).text).fields()["cards-0-text"] == words


def upload(site: Client, content: bytes) -> tuple[int, Page]:
    body = (
        b'--b\r\nContent-Disposition: form-data; name="do"\r\n\r\nupload\r\n--b\r\n'
        b'Content-Disposition: form-data; name="file"; filename="d.yaml"\r\n\r\n' + content + b"\r\n--b--\r\n"
    )
    answer = site.send("POST", "/resolve", body, {"Content-Type": "multipart/form-data; boundary=b"})
    return answer.status, Page(answer.text)


@pytest.mark.parametrize(
    "content",
    [
        json.dumps({"game": GAME, "cards": [{"name": "Flare", "use": False}]}),
        "game: lantern-duel\ncards:\n  - {name: Flare, use: false}\n",
    ],
)
def test_a_saved_dispute_opens_in_the_form(site: Client, content: str) -> None:
    status, page = upload(site, content.encode())
    assert (status, page.fields()["cards-0-name"], page.fields()["cards-0-use"]) == (200, "Flare", "false")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "No file was chosen"),
        (b"- 1\n- 2", "should be an object"),
        (b"game: [", "line 1"),
        (b"a: &x 1\nb: *x", "alias"),
        (b"game: 2020-01-01", "put it in quotes"),
        (b"game: x\ncards:\n - {name: Bell, text: Interrupt: When it rings}", "the text on line 3 holds a colon"),
        (b"game: x\n\tcards: 1", "line 2 begins with a tab"),
        (b"```yaml\ngame: x: y\n```", "line 1 is the fence of a code block"),
        (
            "game: x\ncards:\n - {name: A, text: “Interrupt: When b”}".encode(),
            "line 3 has curly quotes around the text",
        ),
        (b"game: x\ncards:\n - {name: A, text: [star] Boost}", "the text on line 3 begins with “[”"),
        (b'game: x\ncards:\n - {name: A, text: "Boost}', "line 3 has a quotation mark without its other"),
        (b"game: x\ncards:\n  - name: A\n  text: b", "begin all names of a card in one column"),
        (b"game: x\ncards: [{name: A text: b}, {name: B}", "neither JSON nor YAML"),
        (b"\x00\x01\x02", "neither JSON nor YAML"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(site: Client, content: bytes, told: str) -> None:
    status, page = upload(site, content)
    assert status == 400
    assert told in page.words("div", role="alert")[0]


EXAMPLES = {example.id: example.dispute for example in read_examples(data_places.corpus_folder() / "examples")}


@pytest.mark.parametrize("example", EXAMPLES)
def test_no_quote_stands_twice_and_at_most_three_stand_open(real_site: Client, example: str) -> None:
    page = Page(real_site.get(f"/rulings/old/{pack(EXAMPLES[example])}").text)
    quotes = [p for quote in page.find("blockquote", class_="quote") for p in quote.inside if p.tag == "p"]
    folded = [e for details in page.find("details") for e in details.inside]
    texts = [" ".join(p.text.split()).strip("“”") for p in quotes]
    opened = [text for p, text in zip(quotes, texts, strict=True) if not any(p is e for e in folded)]
    assert texts and len(texts) == len(set(texts)) and len(opened) <= 3
    assert [text for text in opened for other in opened if text is not other and text in other] == []


CANCELLED = {
    "game": "marvel-champions",
    "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}],
    "occurrence": {"type": "reveal", "card": "Brass Storm", "player": "Ada"},
    "cards": [
        {"name": "Ash Mantle", "kind": "upgrade", "controller": "Ada",
         "text": "Forced Interrupt: When you would take damage, prevent 1 of that damage."},
        {"name": "Brass Storm", "kind": "treachery",
         "text": "<b>When Revealed</b>: Deal 2 damage to each hero, then frobnicate the whatsit."},
        {"name": "Cold Nerve", "kind": "event", "controller": "Bo",
         "text": "Hero Interrupt: When a treachery is revealed, cancel its “When Revealed” effects."},
    ],
}  # fmt: skip


def test_the_reason_given_first_is_of_what_is_stopped_itself(real_site: Client) -> None:
    page = Page(real_site.get(f"/rulings/any/{pack(CANCELLED)}").text)
    assert page.words("p", class_="reason") == ["Cold Nerve cancels Brass Storm."]


def test_a_text_with_unread_words_shows_no_tags(real_site: Client) -> None:
    page = Page(real_site.get(f"/rulings/any/{pack(CANCELLED)}").text)
    (typed,) = [words for words in page.words("blockquote", class_="typed") if "(not understood)" in words]
    assert typed.startswith("When Revealed: Deal 2 damage to each hero")


def test_a_step_met_again_leads_to_its_rule_and_does_not_open_again(real_site: Client) -> None:
    phase = {
        "game": "marvel-champions",
        "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}],
        "occurrence": {"type": "villain-phase"},
        "cards": [{"name": "Alarm", "kind": "upgrade", "controller": "Ada", "text": "Guard."}],
    }
    page = real_site.get(f"/rulings/any/{pack(phase)}").text
    title = "The enemy initiates its attack"
    assert page.count(f"<summary><h3>{title}</h3></summary>") == 1
    assert page.count(f"{title}</a></h3>") == 1


def test_a_fault_of_the_program_hands_back_what_was_typed(site: Client) -> None:
    answer = site.press("resolve", game=GAME, cards_0_text="no name, so the fake desk breaks")
    assert answer.status == 500
    back = next(form for form in Page(answer.text).find("form") if form.attributes.get("action") == "/resolve")
    kept = {e.attributes["name"]: e.text.strip() for e in back.inside if e.tag == "textarea"}
    assert kept == {"game": GAME, "cards-0-text": "no name, so the fake desk breaks"}


def test_an_unknown_example_names_those_there_are(site: Client) -> None:
    assert site.get("/resolve", example="nothing").status == 404


def test_a_dispute_from_an_address_opens_in_the_form(site: Client) -> None:
    packed = site.press("resolve", **TWO_CARDS).headers["location"].rsplit("/", 1)[1]
    page = Page(site.get(f"/resolve?dispute={quote(packed)}").text)
    assert names(page, "cards-") == ["Flare", "Snuff"]
