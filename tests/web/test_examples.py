"""The ready-made disputes and the wording of the form, held against the real rulebooks."""

from __future__ import annotations

import re

import pytest

from judge import data_places
from judge.desk import Desk
from judge.forms.examples import Example, read_examples
from judge.forms.form_wording import read_wording
from judge.web.dispute_in_address import MAX_ADDRESS, pack
from tests.web.page import Page
from tests.web.server import Client

EXAMPLES = read_examples(data_places.corpus_folder() / "examples")
WORDING = read_wording(data_places.corpus_folder() / "pages")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.id)
def test_every_example_opens_in_the_form_and_has_a_ruling(real_site: Client, desk: Desk, example: Example) -> None:
    if not desk.occurrences(example.game):
        assert real_site.get("/resolve", example=example.id).status == 404
        pytest.skip(f"{example.game} has no timing script")
    assert real_site.get("/resolve", example=example.id).status == 200
    answer = real_site.post_json("/api/resolve", example.dispute)
    assert answer.status == 200, answer.text
    ruling = answer.json()
    told = {r for group in ruling["order"] for r in group["abilities"]} | {x["ability"] for x in ruling["excluded"]}
    assert {str(card["id"]) for card in example.dispute["cards"]} <= {r.split("#")[0] for r in told}
    assert len(pack(example.dispute)) < MAX_ADDRESS


def test_examples_have_ids_of_their_own() -> None:
    assert len({example.id for example in EXAMPLES}) == len(EXAMPLES)


def test_every_game_has_an_example(desk: Desk) -> None:
    assert {example.game for example in EXAMPLES} == set(desk.corpus.games)


def test_every_occurrence_and_participant_is_put_in_words(desk: Desk) -> None:
    """What a game's script names, its form words; flags, numbers and lists are entered as such."""
    for row in desk.occurrences():
        wording = WORDING[row["game"]]
        assert row["type"] in wording.occurrences, row["type"]
        for participant in row["participants"]:
            assert participant["name"] in wording.participants, (row["type"], participant["name"])


def test_pages_of_the_real_rulebooks_stay_under_100_kb(real_site: Client, desk: Desk) -> None:
    """The heaviest entry and the contents page of each edition, with the style and script that they load."""
    shared = sum(len(real_site.get(f"/static/{name}").body) for name in ("app.css", "app.js"))
    for book in desk.corpus.books:
        entries = desk.corpus.entries_of(book.game, book.edition)
        longest = max(entries, key=lambda e: len(e.text))
        for path in (f"/rules/{longest.id}", f"/games/{book.key}"):
            assert len(real_site.get(path).body) + shared < 100_000, path


def _worn(name: str, text: str) -> dict[str, str]:
    return {"name": name, "kind": "upgrade", "controller": "Ada", "text": text}


TEN_CARDS = {
    "game": "marvel-champions",
    "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "alter-ego"}],
    "occurrence": {"type": "enemy-attack", "attacker": "Clockwork Baron", "attacker_kind": "villain", "target": "Ada"},
    "cards": [
        {"name": "Overwound Gears", "kind": "attachment", "attached_to": "Clockwork Baron",
         "text": "Forced Interrupt: When Clockwork Baron attacks, the attack gains overkill."},
        {"name": "Steam Vent", "kind": "attachment", "attached_to": "Clockwork Baron",
         "text": "Forced Interrupt: When Clockwork Baron would be defeated, heal 3 damage from it instead."},
        {"name": "Spare Parts", "kind": "event", "controller": "Bo",
         "text": "Hero Response: After an enemy attacks, remove 1 threat from a scheme."},
        {"name": "Bramble Coat", "kind": "hero", "controller": "Ada", "text": "Retaliate 1."},
        {"name": "Tough", "kind": "status", "attached_to": "Ada"},
        _worn("Warning Bells", "Interrupt: When the villain initiates an attack against you, draw 1 card."),
        _worn("Trip Wire", "Interrupt: When the villain initiates an attack against you, deal it 1 damage."),
        _worn("Iron Skin", "Forced Response: After you are attacked, heal 1 damage from your hero."),
        _worn("Second Wind", "Response: After your hero takes damage, draw 1 card."),
        _worn("Mirror Shield", "Interrupt: When your hero would take any amount of damage, prevent 2 of that damage."),
    ],
}  # fmt: skip


def test_a_ruling_on_ten_cards_stays_under_100_kb(real_site: Client) -> None:
    body = real_site.get(f"/rulings/any/{pack(TEN_CARDS)}").body
    shared = sum(len(real_site.get(f"/static/{name}").body) for name in ("app.css", "app.js", "offline.js"))
    assert len(body) + shared < 100_000


def test_an_entry_stands_beside_the_lines_it_was_read_from(real_site: Client, desk: Desk) -> None:
    """The first line of every edition's first entry with text is shown as it stands in the source."""
    for book in desk.corpus.books:
        entry = next(e for e in desk.corpus.entries_of(book.game, book.edition) if e.ranges and e.paragraphs)
        page = Page(real_site.get(f"/printed/{entry.id}").text)
        source = (
            (data_places.corpus_folder() / "sources" / f"{book.file_stem}.txt").read_text(encoding="utf-8").split("\n")
        )
        first = entry.ranges[0][0]
        line = page.find("div", class_="printed")[0].inside[0]
        assert line.text.split() == [str(first), *source[first - 1].replace("\f", "").split()]


def test_all_legal_orders_are_listed_where_somebody_chooses(real_site: Client) -> None:
    """Two forced interrupts at one moment: the first player orders them, and neither order changes what resolves."""
    bell = {"kind": "attachment", "attached_to": "Clockwork Baron", "controller": "scenario"}
    text = "Forced Interrupt: When Clockwork Baron attacks, the attack gains {}."
    dispute = {
        "game": "marvel-champions",
        "players": [{"name": "Anna", "form": "hero"}],
        "occurrence": {
            "type": "enemy-attack",
            "attacker": "Clockwork Baron",
            "attacker_kind": "villain",
            "target": "Anna",
        },
        "cards": [
            {**bell, "name": "Loud Bell", "text": text.format("overkill")},
            {**bell, "name": "Soft Bell", "text": text.format("piercing")},
        ],
    }
    address = f"/rulings/any/{pack(dispute)}"
    ruling = Page(real_site.get(address).text)
    assert "Loud Bell and Soft Bell must, Anna decides" in ruling.words("ol", class_="order")[0]
    assert "All legal orders and what each leads to" in ruling.words("a")
    page = Page(real_site.get(f"{address}?as=orders").text)
    assert page.words("h1") == ["All legal orders"]
    assert page.words("h2")[0] == "The usual order"
    assert "Loud Bell and Soft Bell" in page.words("ol", class_="order")[0]


def test_flags_numbers_and_lists_of_the_scripts_are_entered_as_such(real_site: Client, desk: Desk) -> None:
    """What the form sends for each participant is of the type the resolver wants: it never complains of a type."""
    samples = {"flag": "true", "number": "2", "list": "Anna", "name": "Anna", "choice": ""}
    for row in desk.occurrences():
        wording = WORDING[row["game"]]
        fields = {"game": row["game"], "edition": row["edition"], "occurrence": row["type"]}
        fields |= {"players_0_name": "Anna", "players_1_name": "Ben", "cards_0_name": "Blank", "cards_0_text": ""}
        for participant in row["participants"]:
            worded = wording.participant(participant["name"])
            sample = next(iter(worded.choices)) if worded.type == "choice" else samples[worded.type]
            fields[f"occ_{participant['name']}"] = sample
        answer = real_site.press("resolve", **fields)
        assert not re.search(r"is true or false|is a whole number|is a list of|is a name\.", answer.text), row["type"]
        assert answer.status in (303, 422), row["type"]
