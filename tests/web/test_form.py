"""The form and the dispute it means: back and forth without loss."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from judge import data_places
from judge.forms.form_wording import FormWording, read_wording
from judge.web.resolve_form.form_fields import DisputeForm, dispute_of, edited, form_from_dispute, form_from_fields

MARVEL = read_wording(data_places.corpus_folder() / "pages")["marvel-champions"]
UNITED = read_wording(data_places.corpus_folder() / "pages")["marvel-united"]
NAMES = st.from_regex(r"[A-Za-zÅäö’', -]{0,10}[A-Za-zÅäö]", fullmatch=True).map(str.strip)
TEXTS = st.from_regex(r"[A-Za-z\[\]: .\n<&]{0,30}[a-z]", fullmatch=True).map(str.strip)
CARDS = st.fixed_dictionaries(
    {"name": NAMES},
    optional={
        "text": TEXTS,
        "kind": NAMES,
        "controller": NAMES,
        "attached_to": NAMES,
        "id": NAMES,
        "engaged_with": NAMES,
        "dealt": st.integers(0, 9),
        "location": st.integers(0, 5),
        "use": st.booleans(),
        "in_play": st.booleans(),
        "keywords": st.lists(NAMES, min_size=1, max_size=3),
        "abilities": st.lists(st.fixed_dictionaries({"timing": NAMES}), min_size=1, max_size=2),
        "colour": NAMES,
        "role": st.just(3),
    },
)
PLAYERS = st.fixed_dictionaries({}, optional={"name": NAMES, "form": NAMES, "age": st.integers()})
DISPUTES = st.fixed_dictionaries(
    {"game": NAMES, "cards": st.lists(CARDS, max_size=4)},
    optional={
        "edition": NAMES,
        "active_player": NAMES,
        "players": st.lists(PLAYERS, min_size=1, max_size=3),
        "occurrence": st.fixed_dictionaries(
            {"type": NAMES},
            optional={
                "attacker": NAMES,
                "basic": st.just(True),
                "odd": st.lists(NAMES, min_size=1),
                "other": st.booleans(),
            },
        ),
        "note": st.integers(),
    },
)


@given(DISPUTES)
def test_no_dispute_loses_anything_on_its_way_through_the_form(dispute: dict[str, Any]) -> None:
    assert dispute_of(form_from_dispute(dispute, MARVEL), MARVEL) == dispute


def test_names_with_commas_and_locations_by_number_survive_lists() -> None:
    dispute = {"game": "g", "occurrence": {"type": "overflow", "locations": [4, 5, "Home, sweet home"]}, "cards": []}
    assert dispute_of(form_from_dispute(dispute, UNITED), UNITED) == dispute


def test_empty_fields_say_nothing_and_nameless_seats_count() -> None:
    fields = {"game": "g", "players-0-seat": "1", "players-1-name": " Ben ", "cards-0-name": " "}
    form = form_from_fields(fields.items())
    assert dispute_of(form, FormWording("g")) == {"game": "g", "players": [{}, {"name": "Ben"}], "cards": []}


def test_an_occurrence_given_as_a_word_keeps_its_type() -> None:
    form = form_from_dispute({"game": "g", "occurrence": "end-of-round", "players": ["Anna"], "cards": []}, MARVEL)
    assert (form.occurrence, form.players[0]["name"]) == ("end-of-round", "Anna")


@given(st.lists(st.sampled_from("abcdef"), max_size=5), st.integers(0, 6))
def test_moving_a_card_up_and_down_again_changes_nothing(cards: list[str], place: int) -> None:
    form = DisputeForm(cards=tuple({"name": name} for name in cards))
    if 0 < place < len(cards):
        assert edited(edited(form, f"up-card-{place}"), f"down-card-{place - 1}") == form


def test_a_card_that_says_nothing_stays_so() -> None:
    dispute = {"game": "g", "cards": [{"name": "Moth", "text": ""}, {"name": "Owl"}]}
    assert dispute_of(form_from_dispute(dispute, MARVEL), MARVEL) == dispute
