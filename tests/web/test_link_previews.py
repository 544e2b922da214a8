"""What a chat or a search engine reads of a page: the rule's text with edition and mark, and its one address."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from judge.desk import Desk
from judge.web.settings import Settings
from judge.web.shared_address import pack
from judge.web.views.link_previews import short
from tests.web.fake_desk import GAME, fake_desk
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
