"""Addresses of rulings: what they carry, what happens to damaged and old ones, and the what-ifs."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import NotUnderstood, TooLarge
from judge.web.dispute_in_address import pack, unpack
from judge.web.views.ruling_changes import changes_between
from judge.web.views.what_if import changed_by
from tests.browser.kinds import CHOICE
from tests.web.fake_desk import GAME
from tests.web.page import Page
from tests.web.server import Client

DISPUTE: dict[str, Any] = {
    "game": GAME,
    "players": [{"name": "Anna"}, {}, {"name": "Chen"}],
    "occurrence": {"type": "strike", "attacker": "Moth", "defender": "Anna"},
    "cards": [{"name": "Flare", "use": False}, {"name": "Snuff", "text": "Hiss."}],
}
GIVEN_OUT = (
    "eNpVjsEKwjAQRP9lz9EP6E0E8eLJo3hYko0tjduy2YAl5N_dVhA9zrxheBU8SsjQ3SowPgk6OCUUAgclW4qYMjX3hVcuMRpUeqnF85DzHtrdwePD"
    "E7KS8C4USjabvC8ixN5YBVRFP5LY7jJpbzxQJA5bc2DG9XiZ15-sMowEzcGccCH5M9ymJvXjdeyJzaO9AeZ2RJo",
    "1q0bKEVBZt5zEIpApiGQNshgqGZxXmpaG0O6RWVysBww2HXiySQRVzcCStzQ1B1_U-uYDQ0gHOf2ixjBkyAU9btFiE8ldzhmQ6AMADJg",
)
"""DISPUTE as each kind of address held it."""
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


@given(st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=8), VALUES, max_size=5))
def test_an_address_carries_the_whole_dispute(dispute: dict[str, Any]) -> None:
    packed = pack(dispute)
    assert unpack(packed) == dispute
    assert pack(unpack(packed)) == packed
    assert set(packed) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@given(st.integers(min_value=0))
def test_a_cut_address_is_never_taken_for_another_dispute(length: int) -> None:
    packed = pack(DISPUTE)
    with pytest.raises(NotUnderstood):
        unpack(packed[: length % len(packed)])


@pytest.mark.parametrize("packed", ["", "!!!", "AAAA", "é", "1", "1AAAA", "2" + pack({})[1:], pack({})[:-2] + "zz"])
def test_a_mistyped_address_is_told(packed: str) -> None:
    with pytest.raises(NotUnderstood):
        unpack(packed)


def test_a_small_address_that_unpacks_to_a_flood_is_refused() -> None:
    flood = b'{"a":"' + b"x" * 3_000_000 + b'"}'
    with pytest.raises(TooLarge):
        unpack(base64.urlsafe_b64encode(zlib.compress(flood, 9)).decode())
    with pytest.raises(TooLarge):
        unpack(pack(json.loads(flood)))


@pytest.mark.parametrize("given_out", GIVEN_OUT)
def test_an_address_given_out_works_for_ever(given_out: str) -> None:
    assert unpack(given_out) == DISPUTE


def test_no_mistyped_letter_gives_another_dispute() -> None:
    packed = pack(DISPUTE)
    for place, letter in enumerate(packed):
        with suppress(NotUnderstood, TooLarge):
            assert unpack(packed[:place] + ("b" if letter == "a" else "a") + packed[place + 1 :]) == DISPUTE


def test_eight_cards_with_their_texts_make_an_address_for_a_chat() -> None:
    texts = (
        "<b>Forced Interrupt</b>: When Clockwork Baron attacks, the attack gains overkill. Discard Overwound Gears.",
        "<b>Hero Interrupt</b> (defense): When you would take any amount of damage, exhaust Tin Coat → prevent 2.",
        "<b>Response</b>: After an enemy attacks you, spend a [energy] resource → deal 2 damage to that enemy.",
        "Retaliate 1.\n[star] <b>Forced Response</b>: After Bramble schemes, place 1 threat on the main scheme.",
        "<b>Hero Action</b>: Remove 2 threat from a scheme. If that scheme has no threat on it, draw 1 card.",
        "Attach to Clockwork Baron.\nAttached enemy gets +2 ATK. <b>Action</b>: Discard 2 cards from your hand.",
        "<b>Interrupt</b>: When a treachery card is revealed from the encounter deck, cancel its effects.",
        "Uses (3 spring counters).\n<b>Hero Interrupt</b>: When you attack, remove 1 counter → deal 1 more damage.",
    )
    cards = [{"name": f"{n} Bells", "kind": "upgrade", "controller": "Ada", "text": t} for n, t in enumerate(texts)]
    whole = {"game": "marvel-champions", "players": [{"name": "Ada", "form": "hero"}], "cards": cards}
    assert len(pack(whole)) < 600
    assert len(json.dumps(whole)) > 1_300


def test_an_old_build_is_told(site: Client) -> None:
    old = site.get(f"/rulings/build0000000/{pack(DISPUTE)}")
    assert old.status == 200
    assert "build0000000" in Page(old.text).words("p", role="status")[0]
    assert "may have changed" not in site.get(f"/rulings/build0000001/{pack(DISPUTE)}").text


def test_a_damaged_address_is_told_as_a_page(site: Client) -> None:
    answer = site.get("/rulings/build0000001/eNo9")
    assert answer.status == 400
    assert "incomplete or mistyped" in answer.text


def test_a_dispute_refused_today_opens_in_the_form(site: Client) -> None:
    answer = site.get(f"/rulings/build0000001/{pack({**DISPUTE, 'cards': [{'name': 'A'}, {'name': 'A'}]})}")
    assert answer.status == 422
    assert Page(answer.text).fields()["cards-1-name"] == "A"


def test_a_ruling_comes_as_text_json_and_file_too(site: Client) -> None:
    address = f"/rulings/build0000001/{pack(DISPUTE)}"
    assert site.get(f"{address}?as=text").text.startswith("Anna may use Snuff first.\n")
    assert "attachment" in site.get(f"{address}?as=long").headers["content-disposition"]
    assert site.get(f"{address}?as=json").json()["excluded"][0]["ability"] == "flare"
    assert site.get(f"{address}?as=dispute").json() == DISPUTE


def after(site: Client, change: str) -> dict[str, Any]:
    answer = site.post_form("/rulings/what-if", dispute=pack(DISPUTE), change=change)
    assert answer.status == 303
    there = site.get(answer.headers["location"] + "&as=dispute")
    dispute: dict[str, Any] = there.json()
    return dispute


def test_what_ifs_change_one_thing(site: Client) -> None:
    assert after(site, "use:0")["cards"][0] == {"name": "Flare"}
    assert after(site, "pass:1")["cards"][1]["use"] is False
    assert after(site, "edition:fan")["edition"] == "fan"
    assert after(site, "defender:Chen")["occurrence"]["defender"] == "Chen"
    assert "defender" not in after(site, "defender:")["occurrence"]
    assert after(site, "form:1:hero")["players"][1]["form"] == "hero"


def test_what_a_change_changed_is_told_with_the_way_back(site: Client) -> None:
    address = f"/rulings/build0000001/{pack(DISPUTE)}"
    page = Page(site.get(f"{address}?change=use:0").text)
    (banner,) = page.words("div", role="status")
    assert banner.startswith("Flare is used, against the ruling without that:")
    assert "Moved: Snuff (place 1 → place 2)" in banner and "New: Flare (Anna passes → place 1)" in banner
    assert address in [link.attributes["href"] for link in page.find("a") if link.text == "Back"]
    beside = Page(site.get(f"{address}?change=use:0&as=compare").text)
    assert "First: Anna may use Snuff first." in beside.words("h2")
    assert "Second: Anna may use Flare first." in beside.words("h2")


def test_what_stays_in_its_place_and_is_used_otherwise_is_told_as_such(real_site: Client) -> None:
    page = Page(real_site.get(f"/rulings/old/{pack(CHOICE)}?change=pass:1").text)
    (banner,) = page.words("div", role="status")
    assert "In the same place: Warning Bells (Ada may, in the order they like → Ada may)" in banner
    assert "Gone: Trip Wire (place 1 → Ada passes)" in banner


def test_what_is_left_out_for_another_reason_is_told_as_such() -> None:
    """It is not gone: it did not resolve before either."""
    before, now = (
        {"order": [], "names": {"bells": "Bells"}, "excluded": [{"ability": "bells", "short": short}]}
        for short in ("not in hero form", "Anna passes")
    )
    changes = changes_between(before, now, ())
    assert [(row.name, row.before, row.now) for row in changes.reason] == [("Bells", "not in hero form", "Anna passes")]
    assert not changes.gone


def test_two_rulings_are_compared_by_their_addresses(site: Client) -> None:
    other = pack({**DISPUTE, "cards": [{"name": "Snuff"}]})
    page = Page(site.get(f"/rulings/x/{pack(DISPUTE)}?as=compare&with=https://host/rulings/y/{other}").text)
    assert "Flare: Anna passes → now not submitted" in " ".join(page.words("li"))


def test_an_address_holds_few_changes(site: Client) -> None:
    many = "&".join(f"change=pass:{n}" for n in range(7))
    assert site.get(f"/rulings/build0000001/{pack(DISPUTE)}?{many}").status == 422


def test_another_first_player_turns_the_table_and_nameless_seats_keep_their_names() -> None:
    turned = changed_by(DISPUTE, ["first:1"])
    assert [player["name"] for player in turned["players"]] == ["Player 2", "Chen", "Anna"]


def test_every_what_if_on_the_page_works(site: Client) -> None:
    page = Page(site.get(f"/rulings/build0000001/{pack(DISPUTE)}").text)
    offered = [b.attributes["value"] for b in page.find("button", name="change")]
    assert {"use:0", "pass:1", "edition:fan", "defender:Chen", "defender:"} <= set(offered)
    for change in offered:
        assert json.dumps(after(site, change)) != json.dumps(DISPUTE)


@pytest.mark.parametrize("change", ["", "use:9", "use:x", "burn:1", "form:0"])
def test_a_change_never_offered_is_refused(site: Client, change: str) -> None:
    assert site.post_form("/rulings/what-if", dispute=pack(DISPUTE), change=change).status == 400


def test_a_ruling_that_lacks_an_occurrence_lists_them_by_the_names_of_the_form(real_site: Client) -> None:
    dispute = {"game": "legendary", "players": [{"name": "Anna"}], "cards": [{"name": "Quiet", "text": "Words."}]}
    page = Page(real_site.get(f"/rulings/any/{pack(dispute)}").text)
    (told,) = [words for words in page.words("p") if words.startswith("Open:")]
    assert "A player heals Wounds" in told
    assert "turn-end" not in told
    assert "Step by step" not in page.words("h2")


def _eight_long_cards() -> dict[str, object]:
    texts = (
        "Forced Interrupt: When {villain} would take any amount of damage, discard {n} cards from your hand instead.",
        "Hero Response (attack): After you defend against an attack, exhaust {me} and spend a resource → deal {n} "
        "damage to each enemy that is engaged with you. If no enemy is defeated this way, draw {n} cards.",
        "When Revealed: Each player chooses to either place {n} threat on the main scheme or take {n} damage.",
        "Response: After {me} enters play, search the top {n} cards of your deck for an event and add it to your hand.",
    )
    return {
        "game": "marvel-champions",
        "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "alter-ego"}],
        "occurrence": {"type": "enemy-attack", "attacker": "Clockwork Baron", "target": "Ada"},
        "cards": [
            {
                "name": f"Brazen Contraption of District {n}", "kind": "upgrade", "controller": ("Ada", "Bo")[n % 2],
                "text": texts[n % 4].format(n=n + 2, me=f"Contraption {n}", villain="Clockwork Baron"),
            }
            for n in range(8)
        ],
    }  # fmt: skip


def test_the_address_of_many_long_cards_is_short_enough_for_a_chat(real_site: Client) -> None:
    long = _eight_long_cards()
    packed = pack(long)
    assert packed.startswith("2")
    assert unpack(packed) == long
    assert len(real_site.get(f"/rulings/x/{packed}", **{"as": "text"}).text.strip()) < 900


LONG_GIVEN_OUT = (
    "2Gw1_qMnDffwGCqx0N8fBRdYrzTSozCp8oYAyaQiZDJJOJnIoZY7-Thil2BLXj4fj5c-g93jn3c29_jvq_YnNj6AaIyet9qrg42IshV8bprC7a"
    "NTSqn2y4vwA7Ume2xjorCxv-kIUPyHG6tRq6n90GTQtQymDbzsCFG2rSVsyO2f9YJCrxHbsmem6_Nl83MkRRjIB4IeaYpBa38DHlxa23C70wGF"
    "FK7dy5E5VF3sY_F-fPLt2x9LhIWsPpXuq6Vmv6UMndPPA0VGQTAL7pzwgLy8jiXUaAXpB-__SRzCmEf4"
)


def test_a_long_address_given_out_works_for_ever() -> None:
    assert unpack(LONG_GIVEN_OUT) == _eight_long_cards()


def test_an_encoder_that_writes_the_list_otherwise_gives_a_longer_address(monkeypatch: pytest.MonkeyPatch) -> None:
    from judge.web import dispute_in_address

    short = pack(_eight_long_cards())
    monkeypatch.setattr(dispute_in_address, "_list_written", lambda: b"otherwise")
    longer = pack(_eight_long_cards())
    assert longer.startswith("1") and len(longer) > len(short)
    assert unpack(longer) == _eight_long_cards()


@pytest.mark.parametrize(
    "harm", [lambda p: p[:-5], lambda p: p[:40] + "A" + p[41:], lambda p: f"{p}AAAA", lambda _: "2"]
)
def test_a_harmed_address_of_long_cards_is_told(harm: Callable[[str], str]) -> None:
    with pytest.raises(NotUnderstood, match="incomplete or mistyped"):
        unpack(harm(pack(_eight_long_cards())))


def test_a_small_address_of_long_cards_is_not_unpacked_without_bounds() -> None:
    from judge.web import dispute_in_address as addresses

    bomb = addresses._squeezed(b'{"game":"' + b"x" * 3_000_000)
    assert bomb is not None and len(bomb) < 3_000
    with pytest.raises(TooLarge, match="unpacks to more than"):
        unpack(f"2{addresses._written(bomb + b'12')}")
