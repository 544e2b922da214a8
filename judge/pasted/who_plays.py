"""Who plays: from what a text says of each name, which of them are players, their forms, and who writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import KnownNames, Mention, items_of, words_of
from judge.pasted.pasted_values import ReadValue, Span
from judge.pasted.player_ballots import HINT, SURE, Ballot
from judge.pasted.player_evidence import vote_in
from judge.pasted.player_lists import (
    names_beside_me,
    names_in_small_letters,
    names_listed,
    note_form_of_all,
    vote_for_a_list,
)
from judge.pasted.player_relations import settle_attacks, vote_by_relations
from judge.pasted.text_layout import TextLayout

SPEAKER = "Me"
"""What the writer is called who does not say their name."""


@dataclass(frozen=True, slots=True)
class Person:
    """One player: the name, where it stands first, and the form where it was said."""

    name: str
    at: Span
    form: ReadValue | None = None
    guessed: str = ""


@dataclass(frozen=True)
class People:
    """The players in order; who writes, who is first and whose turn it is, where that was said."""

    players: tuple[Person, ...] = ()
    speaker: str | None = None
    active: ReadValue | None = None
    used: tuple[Span, ...] = ()
    identities: tuple[tuple[str, str], ...] = ()
    """Name of a hero and the player who plays them."""

    @property
    def names(self) -> frozenset[str]:
        """Their names."""
        return frozenset(person.name for person in self.players)


def find_people(
    layout: TextLayout,
    stretches: Sequence[tuple[int, int]],
    heads: Sequence[Mention],
    vocabulary: DisputeWords,
    names: KnownNames,
) -> People:
    """The players that the stretches outside card texts tell of; `heads` are the names that card texts bear."""
    found = _round(layout, stretches, heads, vocabulary, names)
    for person in found.players:
        if person.name != SPEAKER:
            names.add(person.name, words_of(person.name), "name")
    return _round(layout, stretches, heads, vocabulary, names)


def _round(
    layout: TextLayout,
    stretches: Sequence[tuple[int, int]],
    heads: Sequence[Mention],
    vocabulary: DisputeWords,
    names: KnownNames,
) -> People:
    """One look through the text; in a second one the names are known that the first found."""
    ballot = Ballot()
    listed = names_listed(layout, stretches, vocabulary)
    capitals = frozenset(token.lower for token in layout.tokens if token.is_capital)
    for first, end in stretches:
        for name in names_in_small_letters(layout, first, end, vocabulary, capitals):
            names.add(name, words_of(name), "name")
    ballot.listed = {
        name.lower() for first, end in stretches for name in names_beside_me(layout, first, end, vocabulary)
    }
    for name in (*listed, *sorted(ballot.listed)):
        names.add(name, words_of(name), "name")
    for head in heads:
        ballot.thing[head.value.lower()] += SURE + HINT
    for first, end in stretches:
        items = items_of(layout, first, end, names, vocabulary)
        vote_in(layout, items, names, vocabulary, ballot)
        vote_by_relations(layout, items, names, vocabulary, ballot)
        note_form_of_all(items, ballot)
        vote_for_a_list(layout, items, ballot)
        if sum(item.is_named for item in items) > 1 and all(
            item.is_named or item.value in ("and", "&", ",", ".", ":", "vs") for item in items
        ):
            for item in items:
                ballot.person[item.value.lower()] += HINT if item.is_named else 0
    settle_attacks(ballot)
    return _elected(ballot, vocabulary)


def _elected(ballot: Ballot, vocabulary: DisputeWords) -> People:
    keys = [key for key in ballot.at if ballot.person[key] > ballot.thing[key]]
    speaker = ballot.speaker if ballot.speaker in keys else None
    names = dict(ballot.names)
    if speaker is None and ballot.speaks is not None:
        speaker, names[""] = "", SPEAKER
        ballot.at[""] = ballot.speaks
        keys.append("")
        ballot.person[""] = SURE
    elif speaker is not None and "" in ballot.forms:
        ballot.forms.setdefault(speaker, ballot.forms[""])
    keys.sort(key=lambda key: ballot.at[key])
    if ballot.first in keys and vocabulary.rules.features.first_player == "token":
        keys.sort(key=lambda key: key != ballot.first)
    players = tuple(
        Person(
            names[key],
            ballot.at[key],
            ballot.forms.get(key, ballot.all),
            _why(key, ballot),
        )
        for key in keys
    )
    active = ballot.active
    if active is not None:
        active = ReadValue(
            names.get("", SPEAKER)
            if active.value == "" and not ballot.speaker
            else active.value or names.get(speaker or "", ""),
            active.at,
        )
        if active.value not in {person.name for person in players}:
            active = None
    return People(
        players,
        names.get(speaker) if speaker is not None else None,
        active,
        tuple(ballot.used),
        _identities(ballot, names, speaker),
    )


def _identities(ballot: Ballot, names: dict[str, str], speaker: str | None) -> tuple[tuple[str, str], ...]:
    who = names.get(speaker) if speaker is not None else None
    return tuple((hero, player or who or "") for hero, player in ballot.identities.items())


def _why(key: str, ballot: Ballot) -> str:
    if not key:
        return "Whoever writes is taken for a player."
    return (
        "" if ballot.person[key] - ballot.thing[key] >= SURE else "Taken for a player, from what the text says they do."
    )
