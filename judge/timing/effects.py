"""What an ability does to the rest: its effect text → effects a resolver can act on, and the kinds the contract names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

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
_AMOUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_CLAUSE_BREAK = re.compile(r"[,;:.→•\n]\s*|\s(?:and|or|then|but)\s", re.IGNORECASE)


def effect_kinds(text: str) -> tuple[str, ...]:
    """Of cancel, prevent, instead, cannot, then: those the words of the effect text say (“If you cannot” says none)."""
    return tuple(kind for kind, pattern in _KINDS.items() if pattern.search(text))


def read_effects(text: str, pieces: Sequence[Piece], words: AbilityWords, trigger: Trigger | None) -> tuple[Effect, ...]:
    """The effects of `text`, in order; `pieces` are those of the same text. Quoted text is somebody else's ability."""
    said = [piece for piece in pieces if piece.lower in words.effects]
    if not said:
        return ()
    quoted = spans_in_quotes(text)
    found: list[Effect] = []
    for start, end in sentences(text):
        sentence = _Sentence(text, start, end, pieces)
        for piece in said:
            if start <= piece.start < end and not is_inside(piece.start, quoted):
                found += _effects_at(piece, sentence, words, trigger)
    return tuple(dict.fromkeys(found))


class _Sentence(NamedTuple):
    """A sentence of effect text: the whole text, where it begins and ends, and the whole text's pieces."""

    text: str
    start: int
    end: int
    pieces: Sequence[Piece]

    def bound(self, start: int, end: int, words: AbilityWords) -> Binding | None:
        """What the stretch names."""
        return binding([piece for piece in self.pieces if start <= piece.start and piece.end <= end], words)


def _effects_at(verb: Piece, sentence: _Sentence, words: AbilityWords, trigger: Trigger | None) -> list[Effect]:
    """The effects that the verb at `verb` says."""
    found = []
    before = _clause_before(sentence.text, sentence.start, verb.start)
    for rule in words.effects[verb.lower]:
        match = rule.pattern.match(sentence.text, verb.start, sentence.end)
        if match is None:
            continue
        if rule.unless_before and rule.unless_before.search(sentence.text[before : verb.start]):
            continue
        found.append(_effect(match, before, rule, sentence, words, trigger))
    return found


def _clause_before(text: str, start: int, end: int) -> int:
    """Where the clause begins that leads up to `end`."""
    breaks = [match.end() for match in _CLAUSE_BREAK.finditer(text, start, end)]
    return breaks[-1] if breaks else start


def _effect(
    match: re.Match[str], before: int, rule: EffectRule, sentence: _Sentence, words: AbilityWords, trigger: Trigger | None
) -> Effect:
    groups = match.groupdict()
    ahead = sentence.bound(before, match.start(), words) if rule.before else None
    target = sentence.bound(*match.span("target"), words) if groups.get("target") else None
    if rule.before == "target":
        target = target or ahead
    if target is None and rule.target:
        target = Binding(rule.target)
    what = _what(groups.get("what"), words) or rule.what
    if rule.before == "agent" and ahead is not None:
        what = ahead.name or ahead.kind
    if rule.verb == "instead":
        what = trigger.event if trigger and trigger.would else None
    return Effect(rule.verb, what, target, _amount(groups.get("amount")))


def _what(phrase: str | None, words: AbilityWords) -> str | None:
    if not phrase:
        return None
    lower = phrase.lower().strip()
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
