"""Why a candidate may not be used: what the rules refuse, and what a “cannot” does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.engine.candidates.candidate import Candidate
from judge.engine.exclusion_reasons import REASONS, Refusal, refusal
from judge.engine.forbidden_use import forbidden_use
from judge.engine.position import Position, Speaker
from judge.engine.waiting_index import WaitingIndex


def refused(pos: Position, waiting: WaitingIndex, candidate: Candidate) -> Candidate:
    """The candidate with the first reason that keeps it from being used, if there is one."""
    found: list[Refusal] = (
        [Refusal(candidate.reason, candidate.by, candidate.rules)] if candidate.reason is not None else []
    )
    speaker = Speaker(candidate.ability, candidate.event, candidate.moment)
    more, assumed = refusal(pos, speaker, candidate.printed)
    found += more
    if (
        candidate.ready is None
        and (by := forbidden_use(pos, waiting.constants, speaker, candidate.printed)) is not None
    ):
        found.append(by)
    if not found:
        return replace(candidate, assumed=(*candidate.assumed, *assumed)) if assumed else candidate
    first = min(_without_sequels(found), key=lambda one: REASONS.index(one.reason))
    return replace(candidate, reason=first.reason, by=first.by, rules=first.rules)


def _without_sequels(found: Sequence[Refusal]) -> Sequence[Refusal]:
    """The reasons without that its card is gone, where what took it away has cancelled it before."""
    cancels = {one.by for one in found if one.reason == "cancelled" and one.by is not None}
    return [one for one in found if one.reason != "not-in-play" or one.by not in cancels]
