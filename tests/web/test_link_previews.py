"""What a chat or a search engine reads of a page: the rule's text with edition and mark, and its one address."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from judge import data_places
from judge.cards.card import LibraryCard
from judge.cards.library import CardLibrary
from judge.desk import Desk
from judge.forms.examples import read_examples
from judge.web.dispute_in_address import pack
from judge.web.settings import Settings
from judge.web.views.link_previews import IMAGE, short
from judge.web.views.ruling_picture import Picture, Row, draw
from tests.web.fake_desk import GAME, FakeDesk, fake_desk
from tests.web.page import Page
from tests.web.server import Client, serving

ROOT = "https://judge.example.org"
DISPUTE = {"game": GAME, "cards": [{"name": "Flare"}, {"id": "snuff", "name": "Snuff & <Douse>"}]}


@pytest.fixture(scope="module")
def public_site() -> Iterator[Client]:
    with serving(fake_desk(), said=Settings(public_url=ROOT)) as client:
        yield client


def preview(site: Client, path: str) -> dict[str, str]:
    """The meta elements of a page, by name or property."""
    metas = Page(site.get(path).text).find("meta")
    return {
        m.attributes.get("property") or m.attributes["name"]: m.attributes["content"]
        for m in metas
        if "content" in m.attributes
    }


def canonical(site: Client, path: str) -> list[str]:
    return [e.attributes["href"] for e in Page(site.get(path).text).find("link", rel="canonical")]


def test_an_entry_carries_its_text_its_edition_and_its_publisher(public_site: Client) -> None:
    told = preview(public_site, f"/rules/{GAME}/second/lantern")
    assert told["og:title"] == "Lantern · Lantern Duel, Second Rulebook"
    assert told["og:description"].startswith("A lantern sheds light.")
    assert told["og:description"].endswith("— Second Rulebook, Tallow Press")
    assert told["description"] == told["og:description"]
    assert told["og:url"] == f"{ROOT}/rules/{GAME}/second/lantern"


def test_an_unofficial_text_is_marked_as_such(public_site: Client) -> None:
    told = preview(public_site, f"/rules/{GAME}/fan/lantern")
    assert told["og:title"].endswith("(unofficial)")
    assert told["og:description"].endswith("(unofficial)")


def test_a_redirect_says_where_it_leads(public_site: Client) -> None:
    assert preview(public_site, f"/rules/{GAME}/second/lamp-oil")["og:description"].startswith("See Oil.")


def test_a_search_carries_what_it_finds_first_and_is_kept_out_of_indexes(public_site: Client) -> None:
    told = preview(public_site, "/?q=lantern")
    assert told["og:description"].startswith("Lantern: A lantern sheds light.")
    assert "Second Rulebook" in told["og:description"]
    assert told["robots"] == "noindex"


def test_a_ruling_carries_its_first_steps_and_is_kept_out_of_indexes(public_site: Client) -> None:
    address = f"/rulings/old/{pack(DISPUTE)}"
    told = preview(public_site, address)
    assert told["og:title"] == "Anna may use Flare first."
    assert told["og:description"].startswith("1. Flare (Anna may). 2. Snuff & <Douse> (Anna may). A ruling of this")
    assert told["robots"] == "noindex"
    assert public_site.get(address).headers["x-robots-tag"] == "noindex"


def test_the_picture_is_ours_and_is_there(public_site: Client) -> None:
    picture = preview(public_site, "/")["og:image"]
    assert picture.startswith(f"{ROOT}/static/")
    answer = public_site.get(picture.removeprefix(ROOT))
    assert (answer.status, answer.headers["content-type"], answer.body[:4]) == (200, "image/png", b"\x89PNG")


def picture_of_ruling(site: Client, dispute: dict[str, Any]) -> tuple[bytes, str]:
    """The picture that a ruling's page names, and what it is said to show."""
    told = preview(site, f"/rulings/old/{pack(dispute)}")
    answer = site.get(told["og:image"].removeprefix(ROOT))
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
    return answer.body, told["og:image:alt"]


def test_a_ruling_has_a_picture_of_its_own_that_words_tell(public_site: Client) -> None:
    picture, words = picture_of_ruling(public_site, DISPUTE)
    assert words == "Anna may use Flare first. 1. Flare (Anna may). 2. Snuff & <Douse> (Anna may)."
    assert shape_of(picture) == (1200, 630)
    other, _ = picture_of_ruling(public_site, {"game": GAME, "cards": [{"name": "Wick"}]})
    assert len({picture, other, fixed_picture(public_site)}) == 3


def test_pictures_of_the_games_are_light(desk: Desk) -> None:
    examples = read_examples(data_places.corpus_folder() / "examples")
    with serving(desk, said=Settings(public_url=ROOT)) as site:
        found = [picture_of_ruling(site, dict(example.dispute)) for example in examples]
        unread = {"game": "legendary", "cards": [{"name": "Odd Bell", "text": "Fight: Frobnicate the wugs."}]}
        picture, words = picture_of_ruling(site, unread)
    assert all(shape_of(one) == (1200, 630) and len(one) < 100_000 for one, _ in found)
    assert "not understood" in words
    assert Image.open(BytesIO(picture)).convert("RGB").getpixel((1199, 629)) != (251, 250, 247)  # a band at its foot


def test_a_change_has_a_picture_of_its_own(public_site: Client) -> None:
    address = f"/rulings/old/{pack(DISPUTE)}"
    picture = preview(public_site, f"{address}?change=pass:0")["og:image"]
    assert picture.endswith("/picture.png?change=pass:0")
    changed, before = (public_site.get(f"{address}/picture.png{query}").body for query in ("?change=pass:0", ""))
    assert changed != before


@pytest.mark.parametrize("packed", ["e", "not-an-address", pack({"game": "chess", "cards": []})])
def test_a_ruling_that_is_refused_has_the_picture_of_all_pages(public_site: Client, packed: str) -> None:
    answer = public_site.get(f"/rulings/old/{packed}/picture.png")
    assert answer.status == 302
    assert public_site.get(answer.headers["location"]).body == fixed_picture(public_site)


def test_a_picture_is_drawn_once(tmp_path: Path) -> None:
    class Counting(FakeDesk):
        asked = 0

        def resolve(self, dispute: Any) -> Any:
            self.asked += 1
            return super().resolve(dispute)

    counting = Counting()
    counting.cards = CardLibrary(tmp_path / "cards.sqlite")
    with serving(counting) as site:  # type: ignore[arg-type]
        path = f"/rulings/old/{pack(DISPUTE)}/picture.png"
        assert site.get(path).body == site.get(path).body
        assert counting.asked == 1
        counting.cards.add([LibraryCard("1", "Flare", "ally", "", game=GAME)])
        site.get(path)
        assert counting.asked == 2  # what a card says may rest on the library


def shape_of(picture: bytes) -> tuple[int, int]:
    return Image.open(BytesIO(picture)).size


def fixed_picture(site: Client) -> bytes:
    return site.get(f"/static/{IMAGE}").body


def drawn(answer: str, *names: str, **more: str) -> bytes:
    rows = tuple(Row(place, name, "Anna may", False) for place, name in enumerate(names, 1))
    return draw(Picture("Lantern Duel", "", answer, rows, **more))


def test_letters_with_accents_and_of_other_alphabets_are_shown() -> None:
    letters = "ŻŁŐĐŠÅÜÇÑĀÉßŒЯЖΩΔ"
    assert len({drawn(letter) for letter in letters}) == len(letters)  # what a font lacks looks all the same
    assert drawn(unicodedata.normalize("NFD", letters)) == drawn(letters)


def test_signs_that_the_font_lacks_are_no_boxes() -> None:
    assert drawn("鈴の音 resolves first 🔔🦊; then 👩‍👩‍👧.", "안나", "Ὀδός Ａ") == drawn(
        "… resolves first …; then ….", "…", "Οδός A"
    )


def test_long_names_stay_inside_and_are_cut_before_their_may() -> None:
    long = "Überlanges" * 19
    names = [f"{long} {n}" for n in range(9)]
    picture = drawn(f"{long} resolves first.", *names, not_understood="9 passages " * 30)
    image = Image.open(BytesIO(picture)).convert("RGB")
    paper = image.getpixel((2, 40))
    assert {image.getpixel((1190, y)) for y in range(20, 540)} == {paper}
    green = (37, 107, 58)
    assert any(image.getpixel((x, y)) == green for x in range(60, 1100) for y in range(350, 540))


@pytest.mark.parametrize("answer", ["", "x", "i" * 5_000, "a " * 5_000, "\n\x1b[31m\u202e", "中文", "👩‍👩‍👧"])
def test_any_text_gives_a_picture(answer: str) -> None:
    assert shape_of(drawn(answer, answer, *["Bell"] * 250)) == (1200, 630)


@pytest.mark.parametrize("path", ["/", f"/rules/{GAME}/second/lantern", "/api"])
def test_a_page_names_its_one_address(public_site: Client, path: str) -> None:
    assert canonical(public_site, f"{path}?from=chat") == [ROOT + path]


def test_without_a_public_address_no_host_is_taken_from_the_request(site: Client) -> None:
    path = f"/rules/{GAME}/second/lantern"
    answer = site.send("GET", path, headers={"Host": "evil.example.org"})
    assert "evil" not in answer.text
    assert canonical(site, path) == [path]


def test_the_sitemap_holds_every_entry_and_contents_page(real_site: Client, desk: Desk) -> None:
    answer = real_site.get("/sitemap.xml")
    assert answer.headers["content-type"].startswith("application/xml")
    places = [e.text or "" for e in ElementTree.fromstring(answer.text).iter() if e.tag.endswith("}loc")]
    assert len(places) == len(set(places))
    paths = {place.removeprefix(real_site.address) for place in places}
    assert {f"/rules/{entry}" for entry in desk.corpus.entries} <= paths
    assert {f"/games/{book.key}" for book in desk.corpus.books} <= paths
    for path in sorted(paths)[::40]:
        assert real_site.get(path).status == 200, path


def test_robots_find_the_sitemap_and_chats_may_fetch_rulings(public_site: Client) -> None:
    lines = public_site.get("/robots.txt").text.splitlines()
    assert f"Sitemap: {ROOT}/sitemap.xml" in lines
    assert "Disallow: /api/" in lines
    assert not [line for line in lines if "rulings" in line]


def test_the_footer_names_version_and_build(site: Client) -> None:
    footer = Page(site.get("/").text).words("footer")[0]
    assert "build build0000001" in footer


def test_a_short_text_ends_at_a_word() -> None:
    assert short("one two three", 13) == "one two three"
    assert short("one two, three", 9) == "one two…"
