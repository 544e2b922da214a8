"""What an ability does to the rest: effect text → effects a resolver can act on, and the kinds the contract names."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from judge.ability import Binding, Effect, Trigger
from judge.cardtext.bindings import binding
from judge.cardtext.lexer import Piece
from judge.cardtext.sentences import is_inside, sentences, spans_in_brackets, spans_in_quotes, with_plain_stops
from judge.cardtext.words import AbilityWords, EffectRule, is_number

_KINDS = {
    "cancel": re.compile(r"(?<!be )\bcancel(?:s|led|ed|ling|ing)?\b", re.IGNORECASE),
    "prevent": re.compile(r"\bprevent(?:s|ed|ing)?\b", re.IGNORECASE),
    "instead": re.compile(r"\binstead\b", re.IGNORECASE),
    "cannot": re.compile(r"(?<!if you )(?<!if they )(?<!who )\b(?:cannot|can't|can not)\b", re.IGNORECASE),
    "then": re.compile(r"\bthen\b", re.IGNORECASE),
}
_AMOUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_REACH = 600
_LIST_BREAK = re.compile(r"\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+")
_CLAUSE_END = re.compile(r"[,;:.→•\n]\s*")
_SUBORDINATE = re.compile(
    r"\b(?:if|unless|when(?:ever)?|while|after|where|for each|each time|as though|would be|cannot|can't)\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(r"•|\b(?:if|unless|choose|chooses|may|either|otherwise)\b", re.IGNORECASE)
_CONDITION = re.compile(r"if\s+(?P<condition>[^,.;:•→]+)", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"\b(?:choose (?:one|to|either)|either)\b|\[[a-z ]+\]\s*[-–—]\s", re.IGNORECASE)
_OF_ATTACK = re.compile(r"\battacks? (?:against|made|you)\b", re.IGNORECASE)
"""What tells of an attack, not of those it names (“the next attack against you gains overkill”)."""
_BARE_PHRASE = re.compile(r"(?:then )?(?:the|each|that|this|an?) [\w' -]+ and ", re.IGNORECASE)
_CLAUSE_BREAK = re.compile(r"[,;:.→•\n]\s*|\s(?:and|or|then|but)\s", re.IGNORECASE)


def effect_kinds(text: str) -> tuple[str, ...]:
    """Of cancel, prevent, instead, cannot, then: those the words of the effect text say (“If you cannot” says none)."""
    return tuple(kind for kind, pattern in _KINDS.items() if pattern.search(text))


def read_effects(
    text: str, pieces: Sequence[Piece], words: AbilityWords, trigger: Trigger | None
) -> tuple[Effect, ...]:
    """The effects of `text`, in order; `pieces` are those of the same text. Quoted text is somebody else's ability."""
    said = deque(piece for piece in pieces if piece.lower in words.effects)
    if not said:
        return ()
    quoted, text = spans_in_quotes(text), _with_whole_names(with_plain_stops(text), pieces)
    found: list[Effect] = []
    for start, end in sentences(text):
        sentence = _Sentence(text, start, end, pieces)
        while said and said[0].start < end:
            piece = said.popleft()
            if not is_inside(piece.start, quoted):
                found += _effects_at(piece, sentence.near(piece.start), words, trigger)
    return tuple(dict.fromkeys(found))


def _with_whole_names(text: str, pieces: Sequence[Piece]) -> str:
    """The text, letter by letter, with other marks in names of one piece (“Nell Ash, M.D.”), which end no clause."""
    for piece in pieces:
        if piece.sense.noun and ("," in piece.text or "." in piece.text):
            text = text[: piece.start] + re.sub("[,.]", "\u2024", piece.text) + text[piece.end :]
    return text


class _Sentence(NamedTuple):
    """A sentence of effect text: the whole text, where it begins and ends, and the whole text's pieces."""

    text: str
    start: int
    end: int
    pieces: Sequence[Piece]

    def near(self, at: int) -> _Sentence:
        """The part of the sentence around `at`: what a verb says stands close to it, however long the sentence is."""
        return self._replace(start=max(self.start, at - _REACH), end=min(self.end, at + _REACH))

    def has_choice(self, verb: int) -> bool:
        """Whether it leaves open that what a verb says happens; what stands in brackets only changes how much."""
        inside = [span for span in spans_in_brackets(self.text) if not span[0] <= verb < span[1]]
        return any(not is_inside(found.start(), inside) for found in _CHOICE.finditer(self.text, self.start, self.end))

    def condition(self, verb: int) -> str | None:
        """The “if …” that alone leaves open whether what a verb says happens, without that word."""
        inside = [span for span in spans_in_brackets(self.text) if not span[0] <= verb < span[1]]
        found = _CHOICE.finditer(self.text, self.start, self.end)
        choices = [choice for choice in found if not is_inside(choice.start(), inside)]
        clause = _CONDITION.match(self.text, choices[0].start(), self.end) if len(choices) == 1 else None
        apart = clause is not None and not clause.start() <= verb < clause.end()
        return " ".join(clause["condition"].split()) if clause is not None and apart else None

    def bound(self, start: int, end: int, words: AbilityWords) -> Binding | None:
        """What the stretch names."""
        first = bisect_left(self.pieces, start, key=lambda piece: piece.start)
        last = bisect_right(self.pieces, end, key=lambda piece: piece.end)
        return binding(self.pieces[first:last], words)


def _effects_at(verb: Piece, sentence: _Sentence, words: AbilityWords, trigger: Trigger | None) -> list[Effect]:
    """The effects that the verb at `verb` says."""
    if _is_subordinate(sentence.text, sentence.start, verb.start):
        return []
    found: list[Effect] = []
    before = _clause_before(sentence.text, sentence.start, verb)
    for rule in words.effects[verb.lower]:
        match = rule.pattern.match(sentence.text, verb.start, sentence.end)
        if match is None:
            continue
        if rule.unless_before and rule.unless_before.search(sentence.text[before : verb.start]):
            continue
        found += _effects_of(match, before, rule, sentence, words, trigger)
    return found


def _is_subordinate(text: str, start: int, end: int) -> bool:
    """Whether the stretch up to a verb is a condition: “if it is stunned”, “for each card discarded this way”."""
    breaks = [match.end() for match in _CLAUSE_END.finditer(text, start, end)]
    return bool(_SUBORDINATE.search(text, breaks[-1] if breaks else start, end))


def _clause_before(text: str, start: int, verb: Piece) -> int:
    """Where the clause begins that leads up to a verb; “gains” after “and” has the subject of the clause before."""
    breaks = [start, *(match.end() for match in _CLAUSE_BREAK.finditer(text, start, verb.start))]
    if len(breaks) > 1 and breaks[-1] == verb.start and verb.lower.endswith("s"):
        breaks.pop()
    return breaks[-1]


def _effects_of(
    match: re.Match[str],
    before: int,
    rule: EffectRule,
    sentence: _Sentence,
    words: AbilityWords,
    trigger: Trigger | None,
) -> list[Effect]:
    groups = match.groupdict()
    is_attack = _OF_ATTACK.search(sentence.text, before, match.start())
    ahead = sentence.bound(before, match.start(), words) if rule.before and not is_attack else None
    target = sentence.bound(*match.span("target"), words) if groups.get("target") else None
    if rule.before == "target":
        target = target or ahead
    if target is None and rule.target:
        target = Binding(rule.target)
    whats = _whats(groups.get("what"), rule, words)
    if rule.before == "agent" and ahead is not None:
        doers = [doer for doer in (_beside(sentence, before, words), ahead) if doer]
        whats = [doer.name if doer.kind == "name" else doer.kind for doer in doers]
    if rule.verb == "instead":
        whats = [trigger.event if trigger and trigger.would else None]
    open_ended = "\n•" in sentence.text or sentence.has_choice(match.start())
    listed = "•" in sentence.text[: match.start()]
    alternative = listed or bool(_ALTERNATIVE.search(sentence.text, sentence.start, sentence.end))
    amount, open_ended = _amount(groups.get("amount")), open_ended or alternative
    condition = sentence.condition(match.start()) if open_ended and not alternative else None
    return [Effect(rule.verb, what, target, amount, open_ended, alternative, condition) for what in whats]


def _beside(sentence: _Sentence, before: int, words: AbilityWords) -> Binding | None:
    """Who does it too: “the villain and each minion engaged with you attack”, where the minion is named last."""
    breaks = [found.end() for found in _CLAUSE_END.finditer(sentence.text, sentence.start, before)]
    start = breaks[-1] if breaks else sentence.start
    phrase = sentence.text[start:before]
    if not _BARE_PHRASE.fullmatch(phrase) or any(word in words.effects for word in phrase.lower().split()):
        return None
    return sentence.bound(start, before, words)


def _whats(phrase: str | None, rule: EffectRule, words: AbilityWords) -> list[str | None]:
    """What the rule's verb is about; “cannot attack or thwart” is two things."""
    if phrase and rule.each_what:
        found = [what for part in _LIST_BREAK.split(phrase) if (what := _what(part, words))]
        if found:
            return list(dict.fromkeys(found))
    return [_what(phrase, words) or rule.what]


def _what(phrase: str | None, words: AbilityWords) -> str | None:
    if not phrase:
        return None
    lower = re.sub(r"^[+-]\w+\s+", "", phrase.lower().strip())
    if lower in words.keywords or lower in (
        "tough",
        "stunned",
        "confused",
        "hero",
        "alter-ego",
        "atk",
        "sch",
        "thw",
        "def",
    ):
        return lower
    named = [(match.start(), what) for pattern, what in words.whats if (match := pattern.search(lower))]
    return min(named, key=lambda item: item[0])[1] if named else None


def _amount(said: str | None) -> int | str | None:
    if not said:
        return None
    lower = said.lower().strip()
    if is_number(lower):
        return int(lower)
    return _AMOUNTS.get(lower, lower)
