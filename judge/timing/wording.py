"""How a ruling speaks: the sentence and the citations of a group and of an exclusion, the most telling rule first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from judge.ability import Keyword
from judge.timing.findings import plain
from judge.timing.ruling import Exclusion, cited
from judge.timing.script import Rules, Script, Step
from judge.timing.table import Piece

if TYPE_CHECKING:
    from judge.timing.windows import Candidate

_ANY_WHY = "{names}: used at “{step}”."
_EXCLUDED = {
    "not-in-play": "{card} is not in play{by}.",
    "no-matching-window": "{card} waits for something that does not happen here{trigger}.",
    "wrong-turn": "{card} may be used on its player’s own turn, and this is another’s.",
    "wrong-player": "{card} is about {you}, and this happens to somebody else or is not theirs to use.",
    "wrong-form": "{card} needs {form} form.",
    "peril": "{card} may not be used while a card with peril is being resolved by another player{by}.",
    "forbidden": "{card} is forbidden by a “cannot”{by}.",
    "limit-reached": "{card} may not be used again{by}.",
    "replaced": "{card} has nothing left to act on: what it waits for was replaced{by}.",
    "cancelled": "{card} does not resolve: it, or what it waits for, was cancelled{by}.",
    "prevented": "{card} has nothing left to act on: what it waits for was prevented{by}.",
    "passed": "{card} could be used here; its player passes.",
}
_WITH_STEP = frozenset({"replaced", "cancelled", "prevented", "wrong-player"})


def named(piece: Piece) -> str:
    """A piece as people at the table call it: its card's name, with the keyword where it is one."""
    keyword = f" ({piece.part.name.replace('-', ' ')})" if isinstance(piece.part, Keyword) else ""
    return f"{piece.card.name}{keyword}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def group_why(script: Script, used: Sequence[Candidate], step: Step, decider: str | None, settled: bool) -> str:
    """The sentence of a group: what its abilities are, why they stand here, and who decides."""
    names = _listed(list(dict.fromkeys(named(c.piece) for c in sorted(used, key=lambda c: c.piece.ref))))
    kinds = {"keyword" if c.piece.timing == "keyword" else c.cls.id for c in used}
    template = script.whys.get(kinds.pop(), _ANY_WHY) if len(kinds) == 1 else _ANY_WHY
    users = _listed(list(dict.fromkeys(c.piece.user or "somebody" for c in used)))
    text = template.format(names=names, step=step.title, user=users)
    if not settled:
        return f"{text} The rules do not say which comes first" + (f"; {decider} decides." if decider else ".")
    return f"{text} {decider} decides." if decider else text


def group_rules(script: Script, used: Sequence[Candidate], step: Step, rivals: bool, several: bool) -> Rules:
    """Citations of a group: its own rules, the step's, and what ranks it where other classes or players stand beside
    it.
    """
    own = [c.ready.rules if c.ready else script.rules_of(c.piece.names) for c in used]
    if script.options.get("cite-timings"):
        own += [script.timings.get(c.piece.timing, ()) for c in used if not c.ready]
    classes = [c.cls.rules for c in used if not (c.ready and c.cls.once)]
    beside = [c.cls.shared for c in used if several] + [c.cls.ranked for c in used if rivals]
    labels = sorted({label for c in used if c.piece.ability and not c.ready for label in c.piece.ability.labels})
    keys = [key for label in labels for key in script.options.get("labels", {}).get(label, ())]
    kinds = {kind for c in used if c.piece.ability for kind in c.piece.ability.effect_kinds}
    kinds -= set() if any(c.replaces for c in used) else {"instead"}
    keys += [key for kind in sorted(kinds) for key in script.options.get("effects", {}).get(kind, ())]
    if any(c.survives(script) for c in used):
        keys += script.options.get("survival-rules", ())
    return cited(*own, *classes, *beside, step.rules, script.cite(*keys))


def exclusion(
    script: Script, piece: Piece, note: tuple[str, str | None, Rules], pieces: Mapping[str, Piece]
) -> Exclusion:
    """Why a piece does not resolve, in a sentence with card names, with the rules behind it."""
    reason, ref, found = note
    by = pieces.get(ref or "")
    ability = piece.ability
    sentence = _EXCLUDED[reason].format(
        card=named(piece),
        by=f", because of {named(by)}" if by is not None else "",
        you=piece.you or "another player",
        form=ability.form or "another" if ability else "another",
        trigger=f": “{ability.trigger.word} {ability.trigger.text}”" if ability and ability.trigger else "",
    )
    behind = script.rules_of(by.names) if by is not None else ()
    reasons = script.cite(*script.reasons.get(reason, ()))
    timing = script.timings.get(piece.timing, ())
    own = script.rules_of(piece.names)
    itself = script.cite("self-reference") if reason == "no-matching-window" and _speaks_of_itself(piece) else ()
    rules = cited(found, behind, reasons, itself, own, () if own else timing)
    return Exclusion(piece.ref, reason, ref, sentence, rules or script.cite(*script.options.get("fallback", ())))


def _speaks_of_itself(piece: Piece) -> bool:
    """Whether the trigger names the card that bears it, so that another card of that title is none of its business."""
    trigger = piece.ability.trigger if piece.ability else None
    bound = (trigger.agent, trigger.patient) if trigger else ()
    own = plain(piece.card.name)
    return any(one is not None and (one.kind == "this" or plain(one.name or "") == own) for one in bound)


def note_rules(script: Script, candidate: Candidate, reason: str, keys: Sequence[str], step: Step) -> Rules:
    """Citations of the moment at which a candidate was shut out."""
    at_step = step.rules if reason in _WITH_STEP else ()
    return cited(script.cite(*keys), candidate.ready.rules if candidate.ready else (), at_step)
