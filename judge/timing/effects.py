"""What an ability does to the rest: its effect text → effects a resolver can act on, and the kinds the contract names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.timing.ability import Binding, Effect, Trigger
from judge.timing.bindings import binding
from judge.timing.lexer import Piece
from judge.timing.sentences import is_inside, sentences, spans_in_quotes
from judge.timing.words import AbilityWords, EffectRule

_KINDS = {
    "cancel": re.compile(r"\bcancel(?:s|led|ed|ling|ing)?\b", re.IGNORECASE),
    "prevent": re.compile(r"\bprevent(?:s|ed|ing)?\b", re.IGNORECASE),
    "instead": re.compile(r"\binstead\b", re.IGNORECASE),
    "cannot": re.compile(r"(?<!if you )(?<!if they )\b(?:cannot|can't|can not)\b", re.IGNORECASE),
    "then": re.compile(r"\bthen\b", re.IGNORECASE),
}
_STATUS = {"stun": "stunned", "confuse": "confused"}
_AMOUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_LEADING = re.compile(r"^(?:then|also|and|must|may|should|that|,)\s+", re.IGNORECASE)


def effect_kinds(text: str) -> tuple[str, ...]:
    """Of cancel, prevent, instead, cannot, then: those the words of the effect text say (“If you cannot” says none)."""
    return tuple(kind for kind, pattern in _KINDS.items() if pattern.search(text))


def read_effects(text: str, pieces: Sequence[Piece], words: AbilityWords, trigger: Trigger | None) -> tuple[Effect, ...]:
    """The effects of `text`, in order; `pieces` are those of the same text. Quoted text is somebody else's ability."""
    quoted = spans_in_quotes(text)
    found: list[tuple[int, Effect]] = []
    for start, end in sentences(text):
        sentence = text[start:end]
        for rule in words.effects:
            for match in rule.pattern.finditer(sentence):
                if not is_inside(start + _verb_place(match), quoted):
                    found.append((start + match.start(), _effect(match, start, rule, pieces, words, trigger)))
    found.sort(key=lambda item: item[0])
    return tuple(dict.fromkeys(effect for _, effect in found))


def _verb_place(match: re.Match[str]) -> int:
    """Where the verb stands: after a leading subject, when the pattern has one."""
    leading = [name for name in ("target", "agent") if match.groupdict().get(name) and match.start(name) == match.start()]
    return match.end(leading[0]) if leading else match.start()


def _effect(
    match: re.Match[str],
    offset: int,
    rule: EffectRule,
    pieces: Sequence[Piece],
    words: AbilityWords,
    trigger: Trigger | None,
) -> Effect:
    groups = match.groupdict()
    target = _bound(match, "target", offset, pieces, words)
    agent = _bound(match, "agent", offset, pieces, words)
    if target is None and rule.target:
        target = Binding(rule.target)
    what = rule.what or _what(groups.get("what"), words)
    if agent is not None and what is None:
        what = agent.name or agent.kind
    if rule.verb == "instead":
        what = trigger.event if trigger and trigger.would else None
    return Effect(rule.verb, what, target, _amount(groups.get("amount")))


def _bound(match: re.Match[str], group: str, offset: int, pieces: Sequence[Piece], words: AbilityWords) -> Binding | None:
    if not match.groupdict().get(group):
        return None
    start, end = offset + match.start(group), offset + match.end(group)
    return binding([piece for piece in pieces if start <= piece.start and piece.end <= end], words)


def _what(phrase: str | None, words: AbilityWords) -> str | None:
    if not phrase:
        return None
    lower = phrase.lower().strip()
    if lower in _STATUS:
        return _STATUS[lower]
    if lower in words.keywords or lower in ("tough", "stunned", "confused", "hero", "alter-ego", "atk", "sch", "thw", "def"):
        return lower
    named = [(lower.find(part), what) for part, what in words.whats if part in lower]
    return min(named, key=lambda item: item[0])[1] if named else None


def _amount(said: str | None) -> int | str | None:
    if not said:
        return None
    lower = said.lower().strip()
    if lower.isdigit():
        return int(lower)
    return _AMOUNTS.get(lower, lower)
