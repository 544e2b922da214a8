"""How often: “Limit once per round.”, “(Limit 2 times per phase.)”, “Max 1 per player.”"""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.ability import Bound

_BOUND = re.compile(
    r"(?P<bracket>\()?\b(?:group )?(?P<which>limit|max(?:imum)?)(?:\s+of)?\s+"
    r"(?P<times>once|twice|thrice|one|two|three|four|five|\d{1,9})(?:\s+times?)?"
    r"(?:\s+(?!per\b|each\b|every\b)[\w'\"!?,&-]+){0,8}?\s+(?:per|each|every)\s+"
    r"(?P<per>[A-Za-z][A-Za-z -]{0,30}?)"
    r"(?=\s*[.,;)\n]|\s+(?:Attach|Play|Max|Limit)\b|$)\.?(?(bracket)\)?\.?|)",
    re.IGNORECASE,
)
_SAID = re.compile(r"[Ll]imit|LIMIT|[Mm]ax|MAX")
"""What no bound goes without, found quickly."""
_OPENING = re.compile(
    r"(?P<times>once|twice|\d{1,9} times)\s+(?:per|each|a|every)\s+(?P<per>turn|round|phase|game|combat),\s*",
    re.IGNORECASE,
)
_TIMES = {"once": 1, "one": 1, "twice": 2, "two": 2, "thrice": 3, "three": 3, "four": 4, "five": 5}


def find_bounds(text: str) -> tuple[Bound | None, Bound | None]:
    """The first limit and the first maximum that `text` states."""
    found = list(_bounds(text))
    limit = next((bound for which, bound in found if which == "limit"), None)
    return limit, next((bound for which, bound in found if which != "limit"), None)


def maximums(text: str) -> list[Bound]:
    """Every maximum that `text` states, in order."""
    return [bound for which, bound in _bounds(text) if which != "limit"]


def _bounds(text: str) -> Iterator[tuple[str, Bound]]:
    for match in _BOUND.finditer(text) if _SAID.search(text) else ():
        said = match["times"].lower()
        bound = Bound(_TIMES.get(said) or int(said), match["per"].strip().lower().replace(" ", "-"))
        yield match["which"].lower(), bound


def opening_limit(text: str) -> tuple[Bound | None, str]:
    """The limit with which a text opens (“Once per turn, when …”), and the rest."""
    match = _OPENING.match(text)
    if match is None:
        return None, text
    said = match["times"].lower()
    return Bound(_TIMES.get(said) or int(said.split()[0]), match["per"].lower()), text[match.end() :]


def without_bounds(text: str) -> str:
    """The text without the words that state a limit or maximum."""
    if not _SAID.search(text) or not _BOUND.search(text):
        return text
    return re.sub(r"\s{2,}(?=\S)", " ", _BOUND.sub("", text)).strip()
