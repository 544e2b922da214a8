"""The form that words say players are in: the form stands behind whoever was named last before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.pasted.mentions import Mention
from judge.pasted.name_evidence import FILLERS
from judge.pasted.pasted_values import ReadValue, word_set

_BEFORE = word_set(
    "two three four in is are was were am - – — = : ( , as 's all both "
    "everyone everybody and but & she he they i'm im /"
)
"""What stands before a form that somebody is in."""
_BEHIND = word_set("form side mode")
_ALL = word_set("both all everyone everybody we we're each us")
_NOT_AFTER = word_set("to into my her his their your each with whose own every another other any when")
_OF_CARDS = word_set("interrupt action response resource card cards deck")


def note_forms(
    items: Sequence[Mention],
    words: Sequence[str],
    person: Callable[[Mention], str | None],
    forms: dict[str, ReadValue],
    everybody: Sequence[str],
    latest: str | None,
    names_of_forms: frozenset[str],
) -> str | None:
    """Put into `forms` what a sentence says; `latest` is who was named last before it. Gives back who is now."""
    here: list[str] = []
    for at, item in enumerate(items):
        who = person(item)
        if who is not None:
            here.append(who)
            latest = who
            continue
        if not (item.sort == "form" or item.value in names_of_forms) or not _is_told(items, words, at):
            continue
        fact = _fact(items, words, at)
        since = [place for place in range(at) if words[place] in _ALL]
        named_since = [one for place in since[-1:] for one in items[place + 1 : at] if person(one) is not None]
        if since and not named_since:
            told: Sequence[str] = everybody
        elif words[at].endswith("s") and len(here) > 1:
            told = here
        else:
            told = here[-1:] or ([latest] if latest is not None else everybody if len(everybody) == 1 else [])
        for key in told:
            forms.setdefault(key, fact)
    return latest


def _is_told(items: Sequence[Mention], words: Sequence[str], at: int) -> bool:
    """Whether a form is what somebody is in, and no card type, hero of their own or change."""
    before = at - 1
    while before >= 0 and words[before] in FILLERS - {"both"}:
        before -= 1
    between = set(words[before + 1 : at])
    behind = words[at + 1] if at + 1 < len(words) else ""
    word = words[before] if before >= 0 else ""
    if word in _NOT_AFTER or behind in _OF_CARDS or between & {"my", "our"}:
        return False
    if at + 1 < len(items) and items[at + 1].is_named and behind and word not in ("in", "("):
        return False
    if behind in _BEHIND:
        return True
    if between & {"the", "a", "an"}:
        return False
    return word in _BEFORE or before < 0 or items[before].is_named or items[before].possessive


def _fact(items: Sequence[Mention], words: Sequence[str], at: int) -> ReadValue:
    item = items[at]
    bare = at > 0 and words[at - 1] == "(" and at + 1 < len(items) and words[at + 1] == ")"
    if bare:
        return ReadValue(item.value, items[at - 1].span)
    behind = items[at + 1] if at + 1 < len(items) and words[at + 1] in _BEHIND else item
    return ReadValue(item.value, (item.span[0], behind.span[1]))
