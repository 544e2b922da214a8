"""Where a condition ends and what it brings about begins: “When Rex, King of Dogs, attacks, | draw 1 card.”"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from judge.cardtext.sentences import is_inside, sentences, spans_in_brackets, spans_in_quotes
from judge.cardtext.words import AbilityWords

_CONDITION = re.compile(
    r"(?:(?:Immediately|Directly|Just|Right|Only)\s+)?(?P<word>When(?:ever)?|After|Before|If|At|While|As|During|"
    r"(?:Each|Any|Every|The (?:first|next|second|third|last)) time)\b\s*",
    re.IGNORECASE,
)
_LIST_ITEM = re.compile(r"(?:or|and)\b|(?P<item>[^,.;:]{1,40}),\s*(?:or|and)\b", re.IGNORECASE)
_CLAUSE_OPENERS = {"that", "the", "this", "you", "it", "its", "he", "she", "they", "each", "then", "instead", "if"}
_NAMING = {"a", "an", "the", "of", "or", "and", "your", "each", "any", "another", "attached", "other", "either"}
_NAMING |= {"that", "you", "control", "controls", "engaged", "with", "de", "von", "van"}
_MOST_ENDS = 6
"""More commas than that stand before no verb."""
_WORD = re.compile(r"[\w'-]+")


def split_condition(body: str, words: AbilityWords) -> tuple[str, str, str] | None:
    """`(opening word, condition, rest)` of text that opens with a condition; None when it does not.

    The condition ends at the first comma that neither stands in brackets or quotes nor goes on with a list, nor
    belongs to a name or remark before the verb; at the latest where its sentence ends.
    """
    opening = _CONDITION.match(body)
    if opening is None:
        return None
    length = next((end for _, end in sentences(body)), len(body))
    ends = list(islice(_ends(body, opening.end(), length, words), _MOST_ENDS))
    full = (at for at in ends if body[at] != "," or not _only_names(body[opening.end() : at], words))
    at = next(full, ends[0] if ends else None)
    if at is None:
        return opening["word"], body[opening.end() :].strip(), ""
    quoted = body[at + 1 : at + 2] == '"' and body.count('"', 0, at) % 2
    return opening["word"], body[opening.end() : at].strip() + '"' * quoted, body[at + 1 + quoted :].strip()


def _ends(body: str, start: int, length: int, words: AbilityWords) -> Iterator[int]:
    """Where the condition may end, in order."""
    covered = spans_in_brackets(body) + spans_in_quotes(body)
    for match in re.finditer(r"[,:]|\.(?=\s|$)", body[:length]):
        at = match.start()
        closes = match.group() == "," and body[at + 1 : at + 2] == '"'  # a comma that stands within the quotes
        if at < start or (is_inside(at, covered) and not closes) or (match.group() == "." and at < length - 1):
            continue
        if match.group() == "," and _is_list(body[at + 1 :].lstrip('" '), words):
            continue
        yield at


def split_at_effect(body: str, effect_word: str) -> tuple[str, str, str]:
    """As `split_condition`, of text whose effect a word opens (“The villain moves. Effect: Draw a card.”)."""
    condition, _, rest = re.sub(
        rf"\b{re.escape(effect_word)}s?\s*[:—–-]\s*", "\0", body, count=1, flags=re.IGNORECASE
    ).partition("\0")
    opening = _CONDITION.match(condition)
    text = condition[opening.end() :] if opening else condition
    return (opening["word"] if opening else "when"), text.strip().rstrip("."), rest.strip()


def _only_names(condition: str, words: AbilityWords) -> bool:
    """Whether it is no more than whom the condition is about: “Rex”, “a player's hero, or an ally you control”."""
    for word in _WORD.findall(condition):
        sense = words.senses.get(word.removesuffix("'s"))
        if word[0].islower() and word not in _NAMING and not (sense and sense.noun and not sense.roles):
            return False
    return True


def _is_list(rest: str, words: AbilityWords) -> bool:
    match = _LIST_ITEM.match(rest)
    if match is None:
        return False
    if match["item"] is None:
        return True
    first, *others = match["item"].split()
    sense = words.senses.get(first)
    opens_clause = first in _CLAUSE_OPENERS or bool(others and sense and "base" in sense.roles)
    return len(others) < 4 and not opens_clause
