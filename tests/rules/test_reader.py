"""Tables → rules: rows are read by the fields of their dataclass; what cannot be read is told with file and row."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.corpus import Corpus
from judge.errors import NotUnderstood, Problem
from judge.rules.model import Atom, Begin, Moment
from judge.rules.shelf import Shelf, load_rules
from judge.rules.tables import Table, merged, placed
from tests.rules.conftest import Slip

MC, COMMUNITY, RR = "marvel-champions.toml", "marvel-champions-community.toml", "marvel-champions-rr-1.0.toml"


def test_rows_become_typed_values(shelf: Shelf) -> None:
    rules = shelf.by_edition["marvel-champions", "community"]
    minion, attack = rules.kinds["minion"], rules.occurrences["enemy-attack"]
    assert "enemy" in minion.closure and "minion" in minion.closure and minion.engages
    assert attack.begun_by == (Moment("when", "attack", None, ("attacker",), ("target",)),)
    damage = next(step for step in attack.steps if step.id == "enemy-attack/damage")
    assert damage.begins == (Begin("damage", (("target", "victim"), ("source", "attacker")), ("from-attack",)),)
    boost = next(step for step in attack.steps if step.id == "enemy-attack/give-boost")
    assert boost.conditions == (
        (Atom(False, "attacker", "is", "villain"), Atom(False, "attacker", "has", "villainous")),
    )
    assert rules.features.activates_once == ("minion",) and rules.classes[0].rank == 0
    assert all(step.rules for occurrence in rules.occurrences.values() for step in occurrence.steps)


def test_an_edition_stands_over_what_it_shares(shelf: Shelf) -> None:
    community, rr = (shelf.by_edition["marvel-champions", edition] for edition in ("community", "rr-1.0"))
    assert "enemy-attack/imminent" in [step.id for step in community.occurrences["enemy-attack"].steps]
    assert "enemy-attack/imminent" not in [step.id for step in rr.occurrences["enemy-attack"].steps]
    assert rr.features.scenario == community.features.scenario == "scenario"
    assert not [row for row in rr.ready if (row.source, row.name, row.thing) == ("cannot", "status", "stunned")]
    steps = {step.id for occurrence in rr.occurrences.values() for step in occurrence.steps}
    assert all(step in steps for row in rr.ready for step, _ in row.at)


@pytest.mark.parametrize(
    ("file", "words", "instead", "says"),
    [
        (
            MC,
            "known-empty = [",
            "known-emty = [",
            f"timing/{MC}, features: `known-emty` means nothing here; did you mean `known-empty`?",
        ),
        (MC, "[[use-rule]]", "[[use-rul]]", f"timing/{MC}: `use-rul` means nothing here; did you mean `use-rule`?"),
        (MC, "only-one = true, has-stages", 'only-one = "yes", has-stages', "`only-one`: should be true or false."),
        (MC, 'same = ["ref"]', 'same = ["reff"]', "“reff” means nothing here; did you mean “ref”?"),
        (MC, 'is = "duty"', 'is = "dutty"', "“dutty” means nothing here; did you mean “duty”?"),
        (MC, 'title = "Retaliate"\n', "", "step retaliate: `title` is missing."),
        (
            MC,
            '"would attack: attacker',
            '"woud attack: attacker',
            "is no moment; one is written like “would damage.dealt",
        ),
        (MC, "attacker is villain |", "attacker ist villain |", "is no condition; one is written like"),
        (MC, 'effects = ["leave target"', 'effects = ["leave"', "“leave”: it is written “leave ROLE”"),
        (
            COMMUNITY,
            'surge = [["surge", "After revealing',
            'surge = [["surge", "After revelling',
            "does not stand in marvel-champions/community/surge",
        ),
        (
            COMMUNITY,
            'guard = [["guard",',
            'guard = [["garde",',
            "no entry marvel-champions/community/garde to cite; did you mean guard?",
        ),
        (
            COMMUNITY,
            'guard = [["guard", "that player',
            'guard = [["guard", "that", "x"], ["guard", "that player',
            "should be [entry, quote]",
        ),
        (
            COMMUNITY,
            'step = "play-card/cost"',
            'step = "play-card/cots"',
            "there is no step “play-card/cots” to change",
        ),
        (RR, 'variant = "taken"\nomit = true', 'variant = "dealed"\nomit = true', "there is none to omit"),
        (COMMUNITY, 'id = "action"\n', 'id = "special"\n', "[[class]] special 2 times"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_row(file: str, words: str, instead: str, says: str, slip: Slip) -> None:
    assert any(says in message for message in slip(file, words, instead))


def test_a_file_that_is_no_toml_is_named(tmp_path: Path, corpus: Corpus) -> None:
    (tmp_path / "abilities").mkdir()
    (tmp_path / "odd.toml").write_text("game = [", encoding="utf-8")
    with pytest.raises(NotUnderstood, match="odd"):
        load_rules(tmp_path, corpus)


def test_a_row_given_again_replaces_the_shared_one_and_keeps_its_place() -> None:
    shared = placed({"class": [{"id": "one", "rule": ["a"]}, {"id": "two", "rule": ["b"]}]}, "timing/g.toml")
    edition = placed({"class": [{"id": "one", "rule": ["c"]}, {"id": "three", "rule": ["d"]}]}, "timing/g-e.toml")
    problems: list[Problem] = []
    rows = merged(shared, edition, problems)["class"]
    assert [(row["id"], row["rule"], row.file) for row in rows] == [
        ("one", ["c"], "timing/g-e.toml"), ("two", ["b"], "timing/g.toml"), ("three", ["d"], "timing/g-e.toml"),
    ]  # fmt: skip
    assert not problems and isinstance(rows[0], Table)
