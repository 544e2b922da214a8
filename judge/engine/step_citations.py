"""Chooses the rules that are quoted under a step of a ruling and under the groups that stand at it.

`ruling_writer` writes them down; why an ability is excluded or comes after another, it cites itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.candidates.candidate import Candidate
from judge.engine.run_record import GroupRecord
from judge.engine.table_elements import SubmittedAbility
from judge.rules.model import Citations, Rules, Step
from judge.rulings.ruling import cited


def rules_of_step(step: Step) -> Citations:
    """What a step of the timeline cites: its own rules, and what is said of it besides."""
    return cited(step.rules, step.aside)


def rules_of_group(rules: Rules, group: GroupRecord, used: Sequence[Candidate]) -> Citations:
    """What a group cites: its own rules, the step's, what ranks it where other classes or players stand beside it, and
    where the order is open, why; the fallback of the edition where that is nothing.
    """
    classes = [one.cls.rules for one in used if not (one.ready and one.cls.once)]
    beside = [one.cls.shared for one in used if group.several] + [one.cls.ranked for one in used if group.rivals]
    found = cited(
        *(_own_rules(rules, one) for one in used),
        *classes,
        *beside,
        *(one.step.rules for one in used if one.step.id != group.step.id),  # what shares the window of an event around
        group.step.rules,
        *_rules_of_effects(rules, used),
        _deciding_rules(rules, group, used),
        () if group.settled else group.open_rules,
    )
    return found or rules.features.fallback


def _rules_of_effects(rules: Rules, used: Sequence[Candidate]) -> list[Citations]:
    """What is said of their labels, of what they do, and of an event that they survive, where one rule does."""
    own = [(one.ability.ability, one.ready) for one in used if one.ability.ability]
    labels = sorted({label for ability, ready in own if not ready for label in ability.labels})
    kinds = sorted({kind for ability, _ in own for kind in ability.effect_kinds})
    return [
        *(rules.labels[label].rules for label in labels if label in rules.labels),
        *(rules.effect_rules.get(kind, ()) for kind in kinds),
        *_rules_of_survival(rules, used),
    ]


def _rules_of_survival(rules: Rules, used: Sequence[Candidate]) -> list[Citations]:
    """What is said of the one event that they survive."""
    found = [row.rules for one in used for row in rules.survivals if one.moment and row.event == one.moment.event]
    return found if len(found) < 2 else []


def _deciding_rules(rules: Rules, group: GroupRecord, used: Sequence[Candidate]) -> Citations:
    """What is said of who decides the order."""
    if not group.chosen or not group.decided_by or not used or used[0].cls.order == "rounds":
        return ()
    by_player = rules.features.decider_rules.get(group.decided_by, ())
    return rules.features.decider_rules.get(used[0].cls.decider or "", by_player)


def _own_rules(rules: Rules, one: Candidate) -> Citations:
    """What is said of the candidate itself: of its keyword, status or icon, or of its timing."""
    if one.ready is not None and one.ready.rules:
        return one.ready.rules
    found: list[Citations] = []
    if one.printed in rules.timings and one.printed != one.ability.timing:
        found.append(rules.timings[one.printed].rules)
    if rules.features.cite_timings:
        found.append(rules_of_timing(rules, one.ability))
    if one.ready is not None:
        found.append(rules.effect_rules.get(one.ready.source, ()) or rules.cite(one.ready.source))
    return cited(*found)


def rules_of_timing(rules: Rules, ability: SubmittedAbility) -> Citations:
    """What the book says of abilities of the timing, and of such ones on cards of its kind."""
    timing = rules.timings.get(ability.timing)
    if timing is None:
        return ()
    return cited(timing.rules, timing.on_kind.get(ability.card.kind or "", ()))
