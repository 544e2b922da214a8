"""What a ruling assumed, in a word or two."""

from __future__ import annotations

import pytest

from judge.web.views.assumed_words import assumed_in_short


@pytest.mark.parametrize(
    ("said", "short"),
    [
        ("Ada is taken to survive the attack.", "Ada survives the attack"),
        ("The villain is taken to be enraged.", "The villain is enraged"),
        ("It was not said otherwise, so “the lamp is lit” is taken to hold.", "“the lamp is lit” holds"),
        ("Tokens are taken not to fit at one Location.", "Tokens do not fit at one Location"),
        ("Who does it was not said: it is taken to be what the text asks for.", "as the text asks: who does it"),
        ("Whether this happens was not said: “Draw” (Ada’s turn) is taken to happen.", "“Draw” happens"),
        ("“Forcd” was read as “Forced”.", "“Forcd” was read as “Forced”"),
    ],
)
def test_an_assumption_is_a_clause_of_what_is_so(said: str, short: str) -> None:
    assert assumed_in_short(said) == short
