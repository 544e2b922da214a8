"""Who writes, and whom they know: “I’m Anna”, “my wife is …”."""

from __future__ import annotations

from collections.abc import Sequence

from judge.cardtext.english import HAVE
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import OPINIONS, KnownNames, Mention, items_of, means_nothing
from judge.pasted.pasted_values import ReadValue
from judge.pasted.player_ballots import OWNING, SURE, Ballot, sort_at, value_at
from judge.pasted.text_layout import TextLayout
from judge.pasted.told_forms import form_behind, form_of

_RELATED = frozenset(["is", "has", "plays", "controls", "was", "had", "uses", "owns", "and", "'s", ","])


def vote_for_writer(
    layout: TextLayout, items: Sequence[Mention], at: int, names: KnownNames, vocabulary: DisputeWords, ballot: Ballot
) -> None:
    """The writer: “I'm Anna”, “me (Anna)”, “Anna (me)” tell the name."""
    item = items[at]
    if _plays(items, at, vocabulary):
        ballot.speaks = ballot.speaks or item.span
    following = items[at + 1] if at + 1 < len(items) else None
    if following is None:
        return
    if following.is_named and item.value in ("i'm", "im", "me"):
        ballot.speaker = ballot.speaker or ballot.vote(following, SURE)
    elif following.value in ("play", "playing") or (following.value == "am" and value_at(items, at + 2) == "playing"):
        named = next((one for one in items[at + 2 : at + 5] if one.is_named), None)
        between = items[at + 2 : items.index(named)] if named is not None else []
        if named is not None and "as" in {one.value for one in between}:
            ballot.speaker = ballot.speaker or ballot.vote(named, SURE)
    elif following.value in ("am", "name") and at + 2 < len(items):
        named = next((one for one in items[at + 2 : at + 4] if one.is_named), None)
        if named is not None:
            ballot.speaker = ballot.speaker or ballot.vote(named, SURE)
    elif following.sort == "group" and following.value == "(":
        inner = items_of(layout, following.first + 1, following.end - 1, names, vocabulary)
        named = next((one for one in inner if one.is_named), None)
        if named is not None and item.value in ("i", "me"):
            ballot.speaker = ballot.speaker or ballot.vote(named, SURE)
    form = form_of(layout, items, at, names, vocabulary) or (
        form_behind(items, at) if item.value in ("i'm", "im", "i") else None
    )
    if form is not None:
        ballot.forms.setdefault("", form)
    if item.value == "my" and following.value == "turn":
        ballot.active = ballot.active or ReadValue("", (item.span[0], following.span[1]))


def _plays(items: Sequence[Mention], at: int, vocabulary: DisputeWords) -> bool:
    """Whether the writer speaks as one who plays: “I have”, “I'm in hero form”, “my”; not “I'm confused”, “tell me”."""
    said, following = items[at].value, value_at(items, at + 1)
    if said in ("i", "i've", "ive"):
        acts = following in HAVE | OWNING | {"am", "also", "can", "could", "want", "would", "will", "then", "and"}
        return acts or said != "i" or vocabulary.is_verb(following) or sort_at(items, at + 1) in ("group", "mark")
    if said in ("i'm", "im"):
        sort = sort_at(items, at + 1)
        return sort in ("form", "name", "player", "card") or following in (
            "in",
            "playing",
            "the",
            "on",
            "at",
            "attacking",
        )
    return said != "me" or value_at(items, at - 1) not in ("tell", "help", "let", "give", "show", "for")


def _does(item: Mention, vocabulary: DisputeWords) -> bool:
    """Whether a word is a verb of what somebody else does: “my wife reveals”."""
    return item.sort == "word" and ("s" in vocabulary.sense(item.value).roles or item.value in OPINIONS | OWNING)


def vote_for_relative(
    layout: TextLayout, items: Sequence[Mention], at: int, vocabulary: DisputeWords, ballot: Ballot, names: KnownNames
) -> None:
    """“My wife is …”, “my friend eve has …”: somebody named by what they are to the writer, or by their name."""
    if (
        items[at].value != "my"
        or at + 2 >= len(items)
        or items[at + 1].sort not in ("word", "name" if names.small else "word")
    ):
        return
    relation, following = items[at + 1], items[at + 2]
    token = layout.tokens[relation.first]
    if vocabulary.sense(token.lower).is_noun or token.lower in vocabulary.stop or vocabulary.is_verb(token.lower):
        return
    name = None
    if following.sort == "word" and means_nothing(layout.tokens[following.first], vocabulary):
        name = Mention("name", layout.tokens[following.first].text, following.first, following.end, following.span)
        words = [layout.tokens[following.first].lower]
    elif (
        relation.possessive or (following.value in _RELATED and following.value != ",") or _does(following, vocabulary)
    ):
        span = (items[at].span[0], relation.span[0] + len(token.lower))
        name = Mention("name", layout.said(span), items[at].first, relation.end, span)
        words = [layout.tokens[items[at].first].lower, token.lower]
        names.add(name.value, [token.lower], "name")
    if name is not None:
        ballot.vote(name, SURE)
        names.add(name.value, words, "name")
        names.people.add(name.value.lower())
