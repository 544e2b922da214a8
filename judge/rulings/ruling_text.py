"""A ruling as plain text: whole, for a terminal or a file; short, for a chat. It names cards, not their references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from judge.entry import Citation
from judge.rulings.ruling import Exclusion, Group, Ruling
from judge.rulings.ruling_sentences import deciding, listed

CHAT_LENGTH = 900
"""Characters of a short text at most, its link left out."""
_QUOTED = 3
"""Quotes a group or exclusion tells."""
_UNREAD_TOLD = 160
"""Characters of words not understood that a short text tells."""
_ENOUGH = 2
"""Deciding quotes in a short text."""


def long_text(ruling: Ruling) -> str:
    """All of it: the answer, what was understood, each step with its rules, what does not resolve, what was assumed."""
    told: set[tuple[str, str]] = set()
    mark = "" if ruling.official else ", an unofficial text"
    lines = [ruling.answer, *_passages(ruling)]
    lines += [f"A ruling of this program by {ruling.game}/{ruling.edition}{mark}.", ""]
    for position, group in enumerate(ruling.order, 1):
        lines += _step(ruling, position, group, told)
    if ruling.excluded:
        lines += ["", "Does not resolve:"]
        for one in ruling.excluded:
            lines += [f"- {ruling.names[one.ability]}: {one.short}. {one.why}", *_quotes(one.rules, told, 1)]
    lines += _remarks("Assumed:", [one.text for one in ruling.assumptions])
    lines += _remarks("Open:", ruling.open_questions)
    return "\n".join(lines)


def _passages(ruling: Ruling) -> Iterator[str]:
    """Lazily, the line of what was understood, and each card's words that were not."""
    if ruling.understood:
        yield ruling.understood
    yield from (f"- {text}" for text in ruling.not_understood)


def _step(ruling: Ruling, position: int, group: Group, told: set[tuple[str, str]]) -> Iterator[str]:
    yield f"{position}. {names_of(ruling, group)} ({may_or_must(group.as_json(position))}), {group.moment}"
    yield f"   {group.why}"
    if group.after is not None:
        yield f"   {group.after.why}"
    yield from _quotes((*(group.after.rules if group.after else ()), *group.rules), told, _QUOTED)


def names_of(ruling: Ruling, group: Group) -> str:
    """The names of a group as one phrase."""
    return listed([ruling.names[ref] for ref in group.abilities])


def may_or_must(group: Mapping[str, Any]) -> str:
    """Whether a group (contract, section 6) must resolve or who may use it, and who decides."""
    who = listed(group["users"])
    word = {True: "must", False: f"{who} may".strip(), None: "must or may"}[group["mandatory"]]
    if not group["settled"]:
        word += ", not ranked by the rules"
    if group["decided_by"] == who and group["settled"]:
        return f"{word}, in the order they like" if len(group["abilities"]) > 1 else word
    return f"{word}, {deciding(group['decided_by'])}" if group["decided_by"] else word


def _quotes(rules: Iterable[Citation], told: set[tuple[str, str]], most: int) -> Iterator[str]:
    """Lazily, quotes that were not told before, the deciding one first."""
    fresh = [rule for rule in rules if (rule.id, rule.quote) not in told]
    for rule in list({(rule.id, rule.quote): rule for rule in fresh}.values())[:most]:
        told.add((rule.id, rule.quote))
        yield f"   “{rule.quote}” ({rule.headword})"


def _remarks(title: str, texts: Sequence[str]) -> list[str]:
    return ["", title, *(f"- {text}" for text in texts)] if texts else []


# --- for a chat


def short_text(ruling: Ruling, by: str, link: str = "") -> str:
    """The answer, the order, what does not resolve, two deciding quotes, words not understood, the link.

    `by` names the rulebook. At most CHAT_LENGTH characters beside the link.
    """
    mark = "" if ruling.official else ", unofficial"
    foot = [f"A ruling of this program by {by}{mark}."]
    if ruling.unread:
        words = "”, “".join(passage.text for passage in ruling.unread)
        foot.insert(0, f"Not understood, so not in this ruling: “{words[:_UNREAD_TOLD]}”")
    head = [ruling.answer, ""]
    for body in (_lines(ruling, moments=True), _lines(ruling, moments=False)):
        if len("\n".join([*head, *body, *foot])) <= CHAT_LENGTH:
            break
    body = _shortened(body, CHAT_LENGTH - len("\n".join([*head, *foot])) - 1)
    for quote in _deciding(ruling):
        if len("\n".join([*head, *body, quote, *foot])) <= CHAT_LENGTH:
            body = [*body, quote]
    return "\n".join([*head, *body, *foot, *([link] if link else [])])


def _lines(ruling: Ruling, moments: bool) -> list[str]:
    """The order and what does not resolve, a line each; a moment is told where it changes."""
    lines, before = [], ""
    for position, group in enumerate(ruling.order, 1):
        moment = f", {group.moment}" if moments and group.moment != before else ""
        before = group.moment
        lines.append(f"{position}. {names_of(ruling, group)} ({may_or_must(group.as_json(position))}){moment}")
    return [*lines, *(_left(ruling, one) for one in ruling.excluded)]


def _left(ruling: Ruling, one: Exclusion) -> str:
    return f"✗ {ruling.names[one.ability]}: {one.short}"


def _shortened(lines: Sequence[str], room: int) -> list[str]:
    """The lines that fit, and how many more there are."""
    kept = list(lines)
    while kept and len("\n".join(kept)) + (len(f"\n… and {len(lines)} more") if len(kept) < len(lines) else 0) > room:
        kept.pop()
    return kept if len(kept) == len(lines) else [*kept, f"… and {len(lines) - len(kept)} more"]


def _deciding(ruling: Ruling) -> list[str]:
    """The quotes that decide: between the first neighbours, of what is left out, of what stands alone."""
    found = [group.after.rules[0] for group in ruling.order if group.after is not None and group.after.rules]
    found += [one.rules[0] for one in ruling.excluded if one.rules]
    found += [group.rules[0] for group in ruling.order if group.rules]
    found += [rule for group in ruling.order for rule in group.rules]
    unique = list({(rule.id, rule.quote): rule for rule in found}.values())
    return [f"“{rule.quote}” ({rule.headword})" for rule in unique[:_ENOUGH]]
