"""Lists of players: “players: Anna, Ben”, “me, kai and zoe”, “both are in hero form”, names typed in small letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cardtext.english import FINITE_BE, HAVE
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import Mention, means_nothing
from judge.pasted.pasted_values import ReadValue
from judge.pasted.player_ballots import OWNING, SURE, Ballot, value_at
from judge.pasted.text_layout import TextLayout

_COMPANY = frozenset(["heroes", "us", "we", "playing", "players", "seats", "party"])
"""Words that tell of those who play."""
_EVERYBODY = frozenset(["both", "all", "everyone", "everybody", "we", "we're", "each"])


def vote_for_a_list(layout: TextLayout, items: Sequence[Mention], ballot: Ballot) -> None:
    """“Four of us were playing: Aino, Bea and Carl”: those listed behind a colon that follows such words."""
    colon = next((at for at, item in enumerate(items) if item.value == ":"), None)
    if colon is None or not {layout.tokens[item.first].lower for item in items[:colon]} & _COMPANY:
        return
    for at, item in enumerate(items[colon + 1 :], colon + 1):
        if item.is_named:
            ballot.vote(item, SURE)
        elif item.value not in (",", "and", "&") and item.sort != "group" and at > colon + 1:
            return


def note_form_of_all(items: Sequence[Mention], ballot: Ballot) -> None:
    """“Both are in hero form”: a form for everybody who has none of their own."""
    for at, item in enumerate(items):
        if item.sort == "form" and item.value and value_at(items, at - 1) != "to":
            since = next((p for p in range(at - 1, max(at - 7, -1), -1) if items[p].value in _EVERYBODY), None)
            if since is not None and not any(one.is_named or one.sort == "me" for one in items[since:at]):
                ballot.all = ballot.all or ReadValue(item.value, item.span)


def names_listed(layout: TextLayout, stretches: Sequence[tuple[int, int]], vocabulary: DisputeWords) -> list[str]:
    """Names that a list of players gives (“players: anna, ben”), whatever their case."""
    found: list[str] = []
    for first, end in stretches:
        at = next((at for at in range(first, min(end, first + 5)) if layout.tokens[at].lower == "players"), None)
        if at is None or at + 1 >= end or layout.tokens[at + 1].text not in (*":=-–—", "are", "were"):
            continue
        run: list[str] = []
        for place in [*layout.top(at + 2, end), end]:
            token = layout.tokens[place] if place < end else None
            if token is not None and token.sort == "word" and token.lower not in ("and", "vs", "is", "in", "as"):
                if not vocabulary.phrases.get(token.lower):
                    run.append(token.text)
                continue
            found += [" ".join(run)] if 0 < len(run) <= 3 else []
            run = []
    return found


def names_in_small_letters(
    layout: TextLayout, first: int, end: int, vocabulary: DisputeWords, capitals: frozenset[str]
) -> Iterator[str]:
    """Lazily, names that somebody typed in small letters beside others with capitals: words that no rulebook has,
    before a verb that says what they are, have or do, or behind “player is”."""
    tokens = layout.tokens
    for at in range(first, end - 1):
        token, following = tokens[at], tokens[at + 1].lower
        if token.sort != "word" or token.is_capital or token.lower in capitals or tokens[at - 1].lower == "my":
            continue
        if not means_nothing(token, vocabulary) or vocabulary.knows(token.lower):
            continue
        does = following in FINITE_BE | HAVE | OWNING | {"got", "gets"} or vocabulary.sense(following).roles == {"s"}
        told = at > first + 1 and tokens[at - 1].lower in ("is", ":") and tokens[at - 2].lower == "player"
        if does or told:
            yield token.text


def names_beside_me(layout: TextLayout, first: int, end: int, vocabulary: DisputeWords) -> Iterator[str]:
    """Lazily, the names that “me” is listed with: “me, kai and zoe”, “kai and I”."""
    tokens = layout.tokens
    for at in range(first, end):
        if tokens[at].lower not in ("me", "i"):
            continue
        for step in (1, -1):
            place = at + step
            while first <= place < end and tokens[place].text.lower() in (",", "and", "&"):
                while first <= place < end and tokens[place].text.lower() in (",", "and", "&"):
                    place += step
                if not first <= place < end or not means_nothing(tokens[place], vocabulary):
                    break
                yield tokens[place].text
                place += step
