"""Writes a ruling as plain text: whole for a terminal or file, short for a chat. It names cards, not references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.entry import Citation, in_quotes
from judge.rulings.ruling import Group, Ruling
from judge.rulings.ruling_sentences import deciding, listed

CHAT_LENGTH = 899
"""Characters of a short text, its link included."""
_OWN_WORDS = 300
"""Of them its own words have at least so many, however long a link eight long cards make: the answer stays whole."""
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
        lines += _step(position, group, told)
    if ruling.excluded:
        lines += ["", "Does not resolve:"]
        for one in ruling.excluded:
            lines += [f"- {ruling.names[one.ability]}: {one.short}. {one.why}", *_quotes(one.rules[:1], told, 1)]
    lines += _remarks("Assumed:", [one.text for one in ruling.assumptions])
    lines += _remarks("Open:", ruling.open_questions)
    return "\n".join(lines)


def _passages(ruling: Ruling) -> Iterator[str]:
    """Lazily, the line of what was understood, and each card's words that were not."""
    if ruling.understood:
        yield ruling.understood
    yield from (f"- {text}" for text in ruling.not_understood)


def _step(position: int, group: Group, told: set[tuple[str, str]]) -> Iterator[str]:
    yield f"{position}. {listed(group.names)} ({may_or_must(group.as_json(position))}), {group.moment}"
    yield f"   {group.why}"
    if group.after is not None:
        yield f"   {group.after.why}"
    yield from _quotes((*(group.after.rules if group.after else ()), *group.rules), told, _QUOTED)


def may_or_must(group: Mapping[str, Any]) -> str:
    """Whether a group (contract, section 6) must resolve or who may use it, what could instead, and who decides."""
    who = listed(group["users"])
    word = _some_may(group) if group["mandatory"] is None else "must" if group["mandatory"] else f"{who} may".strip()
    if group["instead"]:
        word += f", or {listed(group['instead'], 'or')} instead"
    if not group["settled"]:
        word += ", not ranked by the rules"
    if group["decided_by"] == who and group["settled"] and group["mandatory"] is False:
        return f"{word}, in the order they like" if len(group["abilities"]) > 1 else word
    between = ", " if group["mandatory"] is not None else "; "
    return f"{word}{between}{deciding(group['decided_by'])}" if group["decided_by"] else word


def _some_may(group: Mapping[str, Any]) -> str:
    """Which of a group may and which must: “Lamp may, the others must”; whose it is where another decides."""
    users, optional = group["users"], listed(group["optional"])
    rest = [name for name in group["names"] if name not in group["optional"]]
    must = f"{rest[0]} must" if len(rest) == 1 else "the others must"
    named = len(users) == 1 and users[0] != group["decided_by"]
    return f"{users[0]} may use {optional}, {must}" if named else f"{optional} may, {must}"


def _quotes(rules: Iterable[Citation], told: set[tuple[str, str]], most: int) -> Iterator[str]:
    """Lazily, quotes that were not told before, alone or within a longer one, the deciding one first."""
    for rule in rules:
        if most and not any(rule.id == entry and rule.quote in quote for entry, quote in told):
            most -= 1
            told.add((rule.id, rule.quote))
            yield f"   “{rule.on_one_line}” ({rule.headword})"


def _remarks(title: str, texts: Sequence[str]) -> list[str]:
    return ["", title, *(f"- {text}" for text in texts)] if texts else []


# --- for a chat


def short_text(ruling: Ruling, by: str, link: str = "") -> str:
    """The answer, the order, what does not resolve, two deciding quotes, words not understood, the link.

    `by` names the rulebook. At most CHAT_LENGTH characters, unless the link leaves less than _OWN_WORDS of them: where
    it is tight, moments go first, then quotes, then what does not resolve, then the end of the order, and last all but
    the answer's first clause.
    """
    most = max(CHAT_LENGTH, _OWN_WORDS + len(link))
    mark = "" if ruling.official else ", unofficial"
    foot = (f"A ruling of this program by {by}{mark}.", *([link] if link else []))
    text = _ChatText(most, (ruling.answer, ""), (ruling.understood, *foot) if ruling.unread else foot)
    if text.room < 0 and ruling.unread:
        text = replace(text, foot=(f"{ruling.understood.partition(';')[0].rstrip('.')}.", *foot))
    first, more, _ = ruling.answer.partition("; ")
    if text.room < 0 and more:
        text = replace(text, head=(f"{first}; …", ""))
    order, left = _order(ruling, moments=False), _left(ruling)
    text = replace(text, order=_shortened(order, text.room))
    if ruling.unread:
        words = "”, “".join(in_quotes(passage.text) for passage in ruling.unread)
        text = text.or_longer(replace(text, foot=(f"Not understood: “{words[:_UNREAD_TOLD]}”", *foot)))
    if text.order == order:
        text = replace(text, left=_shortened(left, text.room, " that do not resolve"))
    for rule in _deciding(ruling) if (text.order, text.left) == (order, left) else ():
        text = replace(text, quotes=(*text.quotes, *_quote_for(rule, text.room)))
    return text.or_longer(replace(text, order=_order(ruling, moments=True))).written


@dataclass(frozen=True, slots=True)
class _ChatText:
    """The parts of a text for a chat, lines each, and the characters that it may have."""

    most: int
    head: Sequence[str]
    foot: Sequence[str]
    order: Sequence[str] = ()
    left: Sequence[str] = ()
    quotes: Sequence[str] = ()

    @property
    def written(self) -> str:
        return "\n".join([*self.head, *self.order, *self.left, *self.quotes, *self.foot])

    @property
    def room(self) -> int:
        """Characters that lines which are added may have, each with its end."""
        return self.most - len(self.written)

    def or_longer(self, longer: _ChatText) -> _ChatText:
        """The longer text, where it is not too long."""
        return longer if longer.room >= 0 else self


def _order(ruling: Ruling, moments: bool) -> list[str]:
    """The order, a line each; a moment is told where it changes."""
    lines, before = [], ""
    for position, group in enumerate(ruling.order, 1):
        moment = f", {group.moment}" if moments and group.moment != before else ""
        before = group.moment
        lines.append(f"{position}. {listed(group.names)} ({may_or_must(group.as_json(position))}){moment}")
    return lines


def _left(ruling: Ruling) -> list[str]:
    """What does not resolve, a line for each reason."""
    found: dict[str, list[str]] = {}
    for one in ruling.excluded:
        found.setdefault(one.short, []).append(ruling.names[one.ability])
    return [f"✗ {listed(names)}: {short}" for short, names in found.items()]


def _shortened(lines: Sequence[str], room: int, of_them: str = "") -> list[str]:
    """The lines that fit, and that there are more, where there is room to say it."""
    for kept in range(len(lines), -1, -1):
        more = [f"… and more{of_them}" if of_them else f"… and {len(lines) - kept} more"] if kept < len(lines) else []
        shown = [*lines[:kept], *more]
        if sum(len(line) + 1 for line in shown) <= room:
            return shown
    return []


def _deciding(ruling: Ruling) -> list[Citation]:
    """What decides: between the first neighbours, of what is left out, of what stands alone."""
    found = [group.after.rules[0] for group in ruling.order if group.after is not None and group.after.rules]
    found += [one.rules[0] for one in ruling.excluded if one.rules]
    found += [group.rules[0] for group in ruling.order if group.rules]
    found += [rule for group in ruling.order for rule in group.rules]
    return list({(rule.id, rule.quote): rule for rule in found}.values())[:_ENOUGH]


def _quote_for(rule: Citation, room: int) -> list[str]:
    """The quote as a line, cut after a sentence where it is too long; none where not even one sentence fits."""
    words = rule.on_one_line.split()
    ends = [place for place, word in enumerate(words, 1) if word.rstrip("’)").endswith((".", "!", "?"))]
    shorter = (f"{' '.join(words[:end])} …" for end in reversed(ends) if end < len(words))
    lines = (f"“{said}” ({rule.headword})" for said in (rule.on_one_line, *shorter))
    return next(([line] for line in lines if len(line) < room), [])
