"""Tables → rules: rows are read by the fields of their dataclass; what cannot be read is told with file and row."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.corpus import Corpus
from judge.errors import NotUnderstood, Problem
from judge.rules.model import Atom, Begin, Moment
from judge.rules.rule_tables import RuleTable, merged, placed
from judge.rules.rules_files import RulesFiles, load_rules


def test_rows_become_typed_values(shelf: RulesFiles) -> None:
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


def test_an_edition_stands_over_what_it_shares(shelf: RulesFiles) -> None:
    community, rr = (shelf.by_edition["marvel-champions", edition] for edition in ("community", "rr-1.0"))
    assert "enemy-attack/imminent" in [step.id for step in community.occurrences["enemy-attack"].steps]
    assert "enemy-attack/imminent" not in [step.id for step in rr.occurrences["enemy-attack"].steps]
    assert rr.features.scenario == community.features.scenario == "scenario"
    assert not [row for row in rr.ready if (row.source, row.name, row.thing) == ("cannot", "status", "stunned")]
    steps = {step.id for occurrence in rr.occurrences.values() for step in occurrence.steps}
    assert all(step in steps for row in rr.ready for step, _ in row.at)


def test_a_file_that_is_no_toml_is_named(tmp_path: Path, corpus: Corpus) -> None:
    (tmp_path / "card-words").mkdir()
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
    assert not problems and isinstance(rows[0], RuleTable)
