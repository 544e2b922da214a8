"""Keywords as sentences of their own: “Guard.”, “Retaliate 1, stalwart.”, “Team-Up (A and B).”"""

from __future__ import annotations

import re

from judge.ability import Keyword
from judge.cardtext.words import AbilityWords, is_number

_PATTERNS = {
    "plain": r"{0}(?:\s*\([^()]*\))?",
    "valued": r"{0}\s+(?:\d+|X)(?:\s*\[[a-z ]+\])*(?:\s*\([^()]*\))?",
    "bracketed": r"{0}(?:\s*\([^()]*\))?",
    "symbols": r"{0}",
    "suffixed": r"[A-Z][\w'-]*\s+{0}",
}
_APART = r"(?:\s*[.,;/]\s*(?:and\s+)?|\s+and\s+|\s+)"


class Keywords:
    """Finds sentences that are nothing but keywords of one game."""

    def __init__(self, words: AbilityWords) -> None:
        self._sorts = words.keywords
        ones = [
            _PATTERNS[sort].format(re.escape(name))
            for name, sort in sorted(words.keywords.items(), key=lambda kw: -len(kw[0]))
        ]
        one = "(?:" + "|".join(ones) + ")" if ones else r"(?!)"
        self._one = re.compile(rf"(?:\[star\]\s*)?(?P<keyword>{one})(?=\s*[.,;/(]|\s|$)", re.IGNORECASE)
        self._apart = re.compile(_APART, re.IGNORECASE)

    def are_all_of(self, sentence: str) -> bool:
        """True when the sentence is keywords, and reminder text in brackets, only."""
        return bool(self._spans(sentence))

    def read(self, sentence: str) -> list[Keyword]:
        """The keywords of such a sentence, in order."""
        return [self._keyword(text) for text in self._spans(sentence)]

    def _spans(self, sentence: str) -> list[str]:
        text = sentence.strip().strip("\"'")
        at = 0
        found: list[str] = []
        while at < len(text):
            match = self._one.match(text, at)
            if match is None:
                rest = text[at:].strip(" .")
                return found if found and (not rest or (rest.startswith("(") and rest.endswith(")"))) else []
            found.append(match["keyword"])
            gap = self._apart.match(text, match.end())
            at = gap.end() if gap else match.end()
            if not gap and at < len(text):
                return []
        return found

    def _keyword(self, text: str) -> Keyword:
        if text.startswith("["):
            return Keyword(text.strip("[] ").lower())
        plain, _, bracket = text.partition("(")
        detail = bracket.rstrip(") ") or None
        lower = plain.strip().lower()
        for name, sort in self._sorts.items():
            if sort == "suffixed" and lower.endswith(f" {name}"):
                return Keyword(name, None, plain.strip()[: -len(name)].strip())
        name = max((name for name in self._sorts if lower.startswith(name)), key=len)
        value = lower[len(name) :].strip()
        is_reminder = self._sorts[name] != "bracketed"
        return Keyword(name, _value(value), None if is_reminder else detail)


def _value(said: str) -> int | str | None:
    if not said:
        return None
    return int(said) if is_number(said) else said.upper() if said == "x" else said.replace(" [", "[")
