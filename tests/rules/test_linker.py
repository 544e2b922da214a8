"""Every name in the rules resolves to its declaration, or the build says where it stands and what was meant."""

from __future__ import annotations

from judge.rules.rules_files import RulesFiles
from tests.rules.conftest import Slip

MC = "marvel-champions.toml"


def test_nothing_in_the_corpus_is_unknown_or_idle(shelf: RulesFiles) -> None:
    assert [problem.message for problem in shelf.problems] == []
    assert set(shelf.by_edition) == {
        ("legendary", "manual"), ("marvel-champions", "community"), ("marvel-champions", "rr-1.0"),
        ("marvel-united", "x-men"), ("vs-system-2pcg", "mcu"),
    }  # fmt: skip


def test_every_mistake_is_told_at_once(slip: Slip) -> None:
    found = slip(MC, "attacker is villain | attacker has villainous", "atacker is vilain | attacker has vilainous")
    assert {word for word in ("atacker", "vilain", "vilainous") if any(f"“{word}”" in m for m in found)} == {
        "atacker", "vilain", "vilainous",
    }  # fmt: skip


def test_every_event_that_a_card_can_name_has_windows(shelf: RulesFiles) -> None:
    for rules in shelf.by_edition.values():
        begun = {m.event for occurrence in rules.occurrences.values() for m in occurrence.begun_by}
        steps = [step for occurrence in rules.occurrences.values() for step in occurrence.steps]
        waited = {moment.event for step in steps for moment in step.moments}
        waited |= {moment.event for step in steps for more in step.more_moments for moment in more.moments}
        for event in shelf.vocabularies[rules.game].happening:
            assert event in begun | waited or event in (*rules.standard.events, *rules.standard.states), event
        assert rules.standard.default is not None


def test_every_occurrence_of_an_event_can_be_forbidden(shelf: RulesFiles) -> None:
    for rules in shelf.by_edition.values():
        for occurrence in rules.occurrences.values():
            assert occurrence.forbidden_at is None or occurrence.forbidden_at in [step.id for step in occurrence.steps]
            assert occurrence.steps


def test_a_participant_of_yes_or_no_is_a_fact(slip: Slip) -> None:
    found = slip("vs-system-2pcg-mcu.toml", 'flags = { reached = "reached" }', "")
    assert any("which fact “reached” is" in said for said in found)
