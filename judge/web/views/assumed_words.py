"""Says in a word or two what a ruling assumed."""

from __future__ import annotations

import re

_TAKEN = re.compile(r"\b(is|are) taken (not )?to (\w+)")
_LEADS = ("It was not said otherwise, so ",)
_NOT_SAID = " was not said: "
_REMARK = re.compile(r"(”) \([^()]*\)(?= (?:is|are) taken )")
"""In which event a step happens: the steps below say it."""


def assumed_in_short(text: str) -> str:
    """An assumption as a clause of what is so: “Ada survives the attack”.

    >>> assumed_in_short("It was not said otherwise, so “Lamp is lit” is taken to hold.")
    '“Lamp is lit” holds'
    """
    said = text.rstrip(".")
    for lead in _LEADS:
        said = said.removeprefix(lead)
    asked, _, taken = said.partition(_NOT_SAID)
    if taken:
        said = f"as the text asks: {asked[:1].lower()}{asked[1:]}" if taken.startswith("it is taken") else taken
    return _TAKEN.sub(lambda found: _so(*found.groups()), _REMARK.sub(r"\1", said))


def _so(number: str, negated: str | None, verb: str) -> str:
    """“is taken to hold” as “holds”."""
    if verb == "be":
        return f"{number} not" if negated else number
    if negated:
        return f"do{'es' if number == 'is' else ''} not {verb}"
    if number == "are":
        return verb
    return {"have": "has", "do": "does"}.get(verb, verb + ("es" if verb.endswith(("s", "x", "sh", "ch")) else "s"))
