"""What is wrong with a dispute, told at the field and in the words of the form."""

from __future__ import annotations

from judge.errors import Problem
from judge.forms.form_wording import FormWording, ParticipantField
from judge.web.resolve_form.form_problems import in_words_of_the_form, problems_by_field
from tests.web.fake_desk import GAME
from tests.web.server import Client

WORDING = FormWording(
    "a-game",
    occurrences={"enemy-attack": "An enemy attacks"},
    participants={
        "attacker": ParticipantField("attacker", "Who attacks"),
        "player": ParticipantField("player", "Which player"),
    },
)


def test_problems_stand_at_the_fields_they_are_about() -> None:
    places_of = {
        "cards[1].text": "cards-1-text",
        "players[0].form": "players-0-form",
        "cards[0]": "cards-0-name",
        "occurrence.type": "occurrence",
        "occurrence.attacker": "occ-attacker",
        "game": "game",
        "somewhere": "",
        None: "",
    }
    for where, field in places_of.items():
        assert problems_by_field([Problem("Wrong.", where)]) == {field: ["Wrong."]}


def test_a_mistake_is_told_in_the_labels_of_the_form() -> None:
    told = {
        ("enemy-attack needs attacker: say who or what it is.", "occurrence.attacker"):
            "“An enemy attacks” needs “Who attacks”: say who or what it is.",
        ("player is “Zed”, who is no player.", "occurrence.player"):
            "“Which player” is “Zed”, who is no player.",
        ("Tough is attached to nobody: say in attached_to whose it is.", "cards[0]"):
            "Tough is attached to nobody: say in “Attached to” whose it is.",
        ("“attached_to” is controlled by “Zed”, whom nobody has named.", "cards[0].controller"):
            "“attached_to” is controlled by “Zed”, whom nobody has named.",
    }  # fmt: skip
    for (message, where), words in told.items():
        assert in_words_of_the_form(Problem(message, where), "enemy-attack", WORDING) == Problem(words, where)


def test_each_mistake_leads_to_its_field(site: Client) -> None:
    answer = site.press("resolve", game=GAME, cards_0_name="A", cards_0_id="a", cards_1_name="B", cards_1_id="a")
    assert answer.status == 422
    assert '<a href="#cards-1-id">Two cards are called “a”.</a>' in answer.text
    assert '<input id="cards-1-id"' in answer.text
