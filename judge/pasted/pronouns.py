"""Whom “he”, “it”, “her” and short names mean: the last who was named before, the only one of that name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from judge.cardtext.english import HAVE, POSSESSIVE, PREPOSITIONS
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import OPINIONS, KnownNames, Mention, items_of, words_of
from judge.pasted.name_evidence import OWNING
from judge.pasted.text_layout import TextLayout

_PERSONS = frozenset(["he", "she", "him", "they", "them", "her", "his", "their"])
_PLAYING = OPINIONS | (OWNING - HAVE)
_PLAYERS_OWN = frozenset(["hand", "deck", "turn", "side", "board"])
"""What only players do."""
_THINGS = frozenset(["it", "its"])


def pronouns(
    layout: TextLayout, stretches: Iterable[tuple[int, int]], names: KnownNames, vocabulary: DisputeWords
) -> Mapping[int, Mention]:
    """Token of a pronoun → whom it means, as a mention at its place."""
    found: dict[int, Mention] = {}
    last: Mention | None = None
    owner_of_cards: Mention | None = None
    """The player named last in all of the text."""
    thing: Mention | None = None
    for first, end in stretches:
        items = items_of(layout, first, end, names, vocabulary)
        player: Mention | None = None
        for at, item in enumerate(items):
            if item.is_named:
                last = item
                player = item if item.sort == "player" else player
                owner_of_cards = player or owner_of_cards
                thing = item if item.sort != "player" else thing
                continue
            owner = player if (item.value in POSSESSIVE or item.value == "she") and player is not None else last
            following = items[at + 1] if at + 1 < len(items) else None
            behind = items[at + 2 : at + 12]
            with_him = at > 1 and items[at - 1].value in ("with", "against") and item.value in ("him", "her", "them")
            if with_him or (following is not None and _of_a_player(item, following, behind)):
                owner = owner_of_cards or owner
            elif item.value in ("he", "she") and following is not None and following.value in HAVE and _bears(behind):
                owner = thing or owner
            meant = owner if item.value in _PERSONS else thing if item.value in _THINGS else None
            if item.sort != "word" or meant is None:
                continue
            owns = item.value in POSSESSIVE and _is_noun(following, item.value)
            last = meant if item.value in _PERSONS else last
            found[item.first] = Mention(meant.sort, meant.value, item.first, item.end, item.span, owns)
    return found


def _of_a_player(item: Mention, following: Mention, behind: Sequence[Mention]) -> bool:
    """Whether a pronoun means one who plays: “she wants to”, “his upgrade”, “he has”, and nothing attached."""
    if item.value in POSSESSIVE:
        return item.value != "its" and (following.sort in ("kind", "class") or following.value in _PLAYERS_OWN)
    if item.value not in ("he", "she", "they"):
        return False
    verb = following if following.value not in _BETWEEN or not behind else behind[0]
    return verb.value in _PLAYING or (verb.value in HAVE and not _bears(behind))


_BETWEEN = frozenset(["also", "now", "still", "just", "already", "then"])


def _bears(behind: Sequence[Mention]) -> bool:
    """Whether what is had lies on whoever has it."""
    return any(one.value in ("attached", "on") for one in behind)


def _is_noun(item: Mention | None, pronoun: str) -> bool:
    """Whether what follows is had by the one meant (“her upgrade”), and “her” is no object."""
    if item is None or item.sort in ("mark", "group"):
        return pronoun != "her"
    if item.sort != "word":
        return item.sort != "me"
    return pronoun != "her" or not (
        item.value in PREPOSITIONS or item.value in ("and", "or", "but", "while", "then", "so")
    )


def know_short_names(
    layout: TextLayout, stretches: Sequence[tuple[int, int]], names: KnownNames, vocabulary: DisputeWords
) -> None:
    """Know “the Baron” for the only “Clockwork Baron” that the text names, where it never says “Baron” alone."""
    whole: Counter[str] = Counter()
    short: dict[str, bool] = {}
    for first, end in stretches:
        for item in items_of(layout, first, end, names, vocabulary):
            if not item.is_named:
                continue
            words = item.value.split()
            if len(words) > 1:
                whole[item.value] += 1
            else:
                before = layout.tokens[item.first - 1].lower if item.first else ""
                key = item.value.lower()
                short[key] = short.get(key, True) and before == "the"
    ends: dict[str, set[str]] = {}
    for name in whole:
        words = words_of(name)
        names.add(name, words, "name")  # also where a sentence begins with it
        for word in {words[0], words[-1]}:
            ends.setdefault(word, set()).add(name)
    for token in layout.tokens:  # “baron” for the only “Storm Baron”
        if not token.is_capital and token.lower in ends and not vocabulary.knows(token.lower):
            short.setdefault(token.lower, True)
    for word, with_article in short.items():
        if with_article and len(ends.get(word, ())) == 1:
            (name,) = ends[word]
            names.add(name, [word], "name")
            names.short.setdefault(name, []).append(word)
