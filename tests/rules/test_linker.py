"""Every name in the rules resolves to its declaration, or the build says where it stands and what was meant."""

from __future__ import annotations

import pytest

from judge.rules.shelf import Shelf
from tests.rules.conftest import Slip

MC, COMMUNITY, RR = "marvel-champions.toml", "marvel-champions-community.toml", "marvel-champions-rr-1.0.toml"
VS, UNITED, LEGENDARY = "vs-system-2pcg-mcu.toml", "marvel-united-x-men.toml", "legendary-manual.toml"


def test_nothing_in_the_corpus_is_unknown_or_idle(shelf: Shelf) -> None:
    assert [problem.message for problem in shelf.problems] == []
    assert set(shelf.by_edition) == {
        ("legendary", "manual"), ("marvel-champions", "community"), ("marvel-champions", "rr-1.0"),
        ("marvel-united", "x-men"), ("vs-system-2pcg", "mcu"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("file", "words", "instead", "row", "says"),
    [
        (
            MC,
            "attacker is villain |",
            "attacker is vilain |",
            "enemy-attack, step give-boost",
            "did you mean “villain”?",
        ),
        (MC, "attacker has villainous", "attacker has vilainous", "step give-boost", "no keyword “vilainous”"),
        (MC, "after heal: source|target", "after heel: source|target", "heal, step after", "no event “heel”"),
        (MC, "when defeat: by -> target", "when defeat: bye -> target", "step is-defeated", "did you mean “by”?"),
        (MC, "would damage.taken", "would damage.takn", "step would-be-taken", "did you mean “damage.taken”?"),
        (MC, "when phase.begin [villain-phase]", "when phase.begin [vilain-phase]", "villain-phase", "no thing"),
        (MC, "damage(target=victim,", "damge(target=victim,", "enemy-attack, step damage", "did you mean “damage”?"),
        (MC, "damage(target=victim,", "damage(targt=victim,", "enemy-attack, step damage", "did you mean “target”?"),
        (
            MC,
            "source=attacker; from-attack)",
            "source=attacker; from-attak)",
            "step damage",
            "did you mean “from-attack”?",
        ),
        (MC, 'effects = ["leave target"', 'effects = ["leaves target"', "step discard", "no mechanism “leaves”"),
        (
            MC,
            'ends = ["attack", "activation"]',
            'ends = ["attack", "activaton"]',
            "step end",
            "did you mean “activation”?",
        ),
        (MC, '"engage/after: minion"', '"engage/aftr: minion"', "keyword quickstrike", "did you mean “engage/after”?"),
        (MC, 'printed = ["boost: card"]', 'printed = ["bost: card"]', "boost, step resolve", "did you mean “boost”?"),
        (MC, 'class = "retaliate"', 'class = "retalate"', "keyword retaliate", "no class “retalate”"),
        (MC, 'name = "overkill"', 'name = "overkil"', "keyword overkil", "did you mean “overkill”?"),
        (MC, 'name = "hand-size"', 'name = "hand-sise"', "modify hand-sise", "did you mean “hand-size”?"),
        (MC, 'group-activation = "villain-phase"', 'group-activation = "vilain-phase"', "features", "no occurrence"),
        (MC, "undefended = [", "undefnded = [", "qualifiers.undefnded", "did you mean “undefended”?"),
        (MC, 'quickstrike = "{names}', 'quickstrke = "{names}', "why.quickstrke", "did you mean “quickstrike”?"),
        (MC, "wrong-form = {", "wrong-frm = {", "reasons wrong-frm", "did you mean “wrong-form”?"),
        (COMMUNITY, "[open-question.order]", "[open-question.odrer]", "open-question odrer", "did you mean “order”?"),
        (COMMUNITY, 'decider = "first-player"', 'decider = "frst-player"', "class", "did you mean “first-player”?"),
        (RR, 'open = [["retaliate"]', 'open = [["retaliat"]', "enemy-attack, step after", "did you mean “retaliate”?"),
        (
            VS,
            'kinds = ["super-power", "character"]',
            'kinds = ["super-powr", "character"]',
            "use-rule",
            "“super-power”?",
        ),
        (VS, 'power-of = "character"', 'power-of = "charater"', "kinds super-power", "did you mean “character”?"),
        (UNITED, 'here = "location"', 'here = "locaton"', "use-rule", "did you mean “location”?"),
        (UNITED, '"ko/bam" = {', '"ko/bamm" = {', "features", "did you mean “ko/bam”?"),
        (LEGENDARY, "takes-along = { healing =", "takes-along = { healin =", "features", "did you mean “healing”?"),
    ],
)
def test_a_name_that_nothing_declares_is_told_with_its_row(
    file: str, words: str, instead: str, row: str, says: str, slip: Slip
) -> None:
    told = [message for message in slip(file, words, instead) if says in message]
    assert told, "nothing of the kind is said"
    assert told[0].startswith(f"timing/{file}, ") and row in told[0]


@pytest.mark.parametrize(
    ("file", "words", "instead", "says"),
    [
        (MC, "\nsurge = { }\n", "\nsurge = { }\nsplendid = { }\n", "nothing names facts.splendid"),
        (MC, '"next-turn", "phase"', '"next-turn", "combat", "phase"', "nothing names durations.combat"),
        (MC, 'boost = ["given", "turned"', 'boost = ["given", "taken", "turned"', "nothing names variants.boost.taken"),
        (
            COMMUNITY,
            "\ncancel = [",
            '\nidle-one = ["cancel", "Cancel abilities interrupt"]\ncancel = [',
            "nothing names rules.idle-one",
        ),
        (COMMUNITY, "\ncancel = [", "\ncancl = [", "nothing names rules.cancl"),
        (
            MC,
            'type = "boost-given"\ninner = true\n',
            'type = "boost-given"\ninner = true\nbegun-by = []\n',
            "nothing begins it",
        ),
        (MC, '"apply", ', "", "the event “apply” has no windows"),
        (UNITED, 'does = ["spare heroes"]\nrule = ["invulnerable"]', 'does = ["spare heroes"]', "it cites no rule"),
        (MC, 'type = "trigger"', 'type = "trgger"', "no occurrence “trigger”; did you mean “trgger”?"),
        (
            MC,
            'id = "lasting-effects"',
            'id = "lasting-efects"',
            "“efects” of “lasting-efects” is no word of the rulebook",
        ),
        (MC, '"player-phase", "villain-phase", "round"]', '"player-phase", "villain-phase"]', "no duration “round”"),
    ],
)
def test_what_is_declared_and_not_named_or_forgotten_is_told(
    file: str, words: str, instead: str, says: str, slip: Slip
) -> None:
    if "begun-by = []" in instead:
        words, instead = 'begun-by = ["boost.given: source -> enemy"]\n', ""
    assert any(says in message for message in slip(file, words, instead))


@pytest.mark.parametrize(
    ("file", "words", "instead", "says"),
    [
        ("abilities/marvel-champions.toml", 'event = "exhaust"', 'event = "exhast"', "did you mean “exhaust”?"),
        ("abilities/marvel-champions.toml", '"overkill"', '"overkil"', "what the keyword “overkil” does"),
        ("abilities/vs-system-2pcg.toml", 'event = "daze"', 'event = "dase"', "the event “dase” has no windows"),
    ],
)
def test_a_word_of_the_cards_without_a_place_in_the_rules_is_told(
    file: str, words: str, instead: str, says: str, slip: Slip
) -> None:
    found = [message for message in slip(file, words, instead) if says in message]
    assert found and found[0].startswith(f"timing/{file}, ")


def test_every_mistake_is_told_at_once(slip: Slip) -> None:
    found = slip(MC, "attacker is villain | attacker has villainous", "atacker is vilain | attacker has vilainous")
    assert {word for word in ("atacker", "vilain", "vilainous") if any(f"“{word}”" in m for m in found)} == {
        "atacker", "vilain", "vilainous",
    }  # fmt: skip


def test_every_event_that_a_card_can_name_has_windows(shelf: Shelf) -> None:
    for rules in shelf.by_edition.values():
        begun = {m.event for occurrence in rules.occurrences.values() for m in occurrence.begun_by}
        steps = [step for occurrence in rules.occurrences.values() for step in occurrence.steps]
        waited = {moment.event for step in steps for moment in step.moments}
        waited |= {moment.event for step in steps for more in step.more_moments for moment in more.moments}
        for event in shelf.vocabularies[rules.game].happening:
            assert event in begun | waited or event in (*rules.standard.events, *rules.standard.states), event
        assert rules.standard.default is not None


def test_every_occurrence_of_an_event_can_be_forbidden(shelf: Shelf) -> None:
    for rules in shelf.by_edition.values():
        for occurrence in rules.occurrences.values():
            assert occurrence.forbidden_at is None or occurrence.forbidden_at in [step.id for step in occurrence.steps]
            assert occurrence.steps
