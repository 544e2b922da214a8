"""How a ruling speaks: the sentence and the citations of a group and of an exclusion, the most telling rule first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.ability import Ability, Keyword
from judge.disputes.findings import plain
from judge.gamestate.candidate import Candidate
from judge.gamestate.pieces import Piece
from judge.rulings.ruling import Exclusion, cited
from judge.scripts.script import Rules, Script, Step

_ANY_WHY = "{names}: used at “{step}”."
_EXCLUDED = {
    "not-in-play": "{card} is not in play{by}.",
    "no-matching-window": "{card} waits for something that does not happen here{trigger}.",
    "wrong-turn": "{card} may be used on the turn of {you}, and this is another player’s.",
    "wrong-player": "{card} answers what concerns {you}, and this concerns another player.",
    "wrong-form": "{card} needs {form} form, and {you} is not in it.",
    "peril": "{card} may not be used while a card with peril is being resolved by another player{by}.",
    "forbidden": "{card} may not be used, as a rule or a “cannot” forbids it{by}.",
    "limit-reached": "{card} may not be used{bound}: that is used up{by}.",
    "replaced": "{card} has nothing left to act on: what it waits for was replaced{by}.",
    "cancelled": "{card} does not resolve: it, or what it waits for, was cancelled{by}.",
    "prevented": "{card} has nothing left to act on: what it waits for was prevented{by}.",
    "passed": "{card} could be used here, but {user} passes.",
}
_SAID_AT_THE_MOMENT = frozenset({"no-matching-window", "limit-reached", "forbidden"})
"""Reasons of which the rules of the moment say more than what all such exclusions cite."""
_WITH_STEP = frozenset({"replaced", "cancelled", "prevented", "wrong-player"})


def named(piece: Piece) -> str:
    """A piece as people at the table call it: its card's name, with the keyword where it is one."""
    keyword = f" ({piece.part.name.replace('-', ' ')})" if isinstance(piece.part, Keyword) else ""
    return f"{piece.card.name}{keyword}"


def _listed(found: Sequence[str]) -> str:
    names = list(dict.fromkeys(found))
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def group_why(
    script: Script, used: Sequence[Candidate], step: Step, decider: str | None, settled: bool, several: bool = False
) -> str:
    """What a group's abilities are, why they stand here, and who decides: a sentence for each kind of ability in it."""
    kinds: dict[str, list[Candidate]] = {}
    for candidate in sorted(used, key=lambda c: (c.cls.rank, c.piece.ref)):
        kinds.setdefault(_kind(script, candidate, step), []).append(candidate)
    text = " ".join(
        script.whys.get(kind, _ANY_WHY).format(
            names=_listed([named(c.piece) for c in found]),
            step=step.title,
            user=_listed([c.piece.user or "somebody" for c in found]),
        )
        for kind, found in kinds.items()
    )
    if several:
        text += f" {script.options['rounds-why']}" if "rounds-why" in script.options else ""
    who, s = ("The players", "") if decider == "players" else (decider, "s")
    if not settled:
        return f"{text} The rules do not say which comes first." + (f" {who} decide{s}." if decider else "")
    if decider is None:
        return text
    return f"{text} {who} " + (f"decide{s} the order." if len(used) > 1 else f"choose{s} that it is this one.")


def _kind(script: Script, candidate: Candidate, step: Step) -> str:
    """Which sentence speaks of a candidate: its keyword’s, status’s or icon’s, its step’s where the step resolves it as
    printed, that of a timing which has no class of its own, its class’s.
    """
    ready, timing, ranked = candidate.ready, candidate.piece.timing, {cls.id for cls in script.classes}
    if ready is not None:
        named_so = ready.name if ready.source in ("keyword", "status", "icon") else ""
        tried = (named_so, ready.source, "keyword" if timing == "keyword" else "")
    else:
        printed = candidate.printed if candidate.printed != timing else ""
        tried = (printed, step.id if candidate.moment is None else "", "" if timing in ranked else timing)
    return next((key for key in tried if key in script.whys), candidate.cls.id)


def group_rules(script: Script, used: Sequence[Candidate], step: Step, rivals: bool, several: bool) -> Rules:
    """Citations of a group: its own rules, the step's, and what ranks it where other classes or players stand beside
    it.
    """
    own = [c.ready.rules if c.ready else script.rules_of(c.piece.names) for c in used]
    own += [script.timings[c.printed] for c in used if c.printed in script.timings and c.printed != c.piece.timing]
    if script.options.get("cite-timings"):
        own += [_of_timing(script, c.piece) for c in used if not c.ready]
    classes = [c.cls.rules for c in used if not (c.ready and c.cls.once)]
    beside = [c.cls.shared for c in used if several] + [c.cls.ranked for c in used if rivals]
    labels = sorted({label for c in used if c.piece.ability and not c.ready for label in c.piece.ability.labels})
    keys = [key for label in labels for key in script.options.get("labels", {}).get(label, ())]
    kinds = {kind for c in used if c.piece.ability for kind in c.piece.ability.effect_kinds}
    kinds -= set() if any(c.replaces for c in used) else {"instead"}
    keys += [key for kind in sorted(kinds) for key in script.options.get("effects", {}).get(kind, ())]
    keys += [key for c in used for key in c.survival(script) or ()]
    return cited(*own, *classes, *beside, step.rules, script.cite(*keys))


def _of_timing(script: Script, piece: Piece) -> Rules:
    """What the book says of abilities of the piece's timing, and of such ones on cards of its kind."""
    keys = script.options.get("kind-rules", {}).get(piece.card.kind or "", {}).get(piece.timing, ())
    return cited(script.timings.get(piece.timing, ()), script.cite(*keys))


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
        you=piece.you or "the player it happens to",
        user=piece.user or "its player",
        bound=_bound(ability),
        form=ability.form or "another" if ability else "another",
        trigger=f": “{ability.trigger.word} {ability.trigger.text}”" if ability and ability.trigger else "",
    )
    behind = script.rules_of(by.names) if by is not None else ()
    why = _why_forbidden(by) if reason == "forbidden" else reason
    said = script.reasons.get(why, script.reasons.get(reason, ())) if why == reason or not found else ()
    reasons = script.cite(*(_by_timing(key, piece.timing, script) for key in said))
    timing = _of_timing(script, piece)
    own = script.rules_of(piece.names)
    itself = script.cite("self-reference") if reason == "no-matching-window" and _speaks_of_itself(piece) else ()
    if reason not in _SAID_AT_THE_MOMENT:
        rules = cited(reasons, behind, found, own, () if own else timing)
    else:
        rules = cited(found, behind, reasons, itself, own, () if own else timing)
    return Exclusion(piece.ref, reason, ref, sentence, rules or script.cite(*script.options.get("fallback", ())))


def _why_forbidden(by: Piece | None) -> str:
    """“forbidden” by a “cannot”; “silenced” where the abilities are lost without one."""
    return "forbidden" if by is not None and any(source == "cannot" for source, _ in by.names) else "silenced"


def _by_timing(key: str, timing: str, script: Script) -> str:
    """The key of a rule, or of its own wording for a timing (`whose-response`)."""
    special = f"{key}-{timing.removeprefix('forced-')}"
    return special if special in script.rules else key


def _bound(ability: Ability | None) -> str:
    """“ more than 2 times per round”."""
    bound = (ability.limit or ability.max) if ability else None
    if bound is None:
        return " again"
    times = {1: "once", 2: "twice"}.get(bound.times, f"{bound.times} times")
    return f" more than {times} per {bound.per.replace('-', ' ')}"


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
