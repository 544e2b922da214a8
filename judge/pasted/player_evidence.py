"""Whether a name is somebody’s who plays: from the words beside it."""

from __future__ import annotations

from collections.abc import Sequence

from judge.cardtext.english import FINITE_BE, POSSESSIVE
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import KnownNames, Mention, items_of
from judge.pasted.pasted_values import ReadValue
from judge.pasted.player_ballots import HINT, LIKELY, OWNING, PERSONAL, SURE, Ballot, is_skipped, sort_at, value_at
from judge.pasted.player_lists import note_form_of_all
from judge.pasted.text_layout import TextLayout
from judge.pasted.told_forms import form_of, has_kind
from judge.pasted.writer_identity import vote_for_relative, vote_for_writer

_HOLDERS = frozenset(["hand", "turn", "deck", "discard", "side", "play"])
_FIRST = frozenset(["first", "active"])
_PLURAL = frozenset(["play", "playing", "are", "have", "control", "own", "use", "were"])
"""Verbs of several: “Uli and Vic play”."""
_AS = frozenset(["playing"])
"""“I’m playing Doctor Dusk”: what stands before the hero that somebody plays."""
_PERIODS = frozenset(["turn", "phase", "step"])
_THINGS = frozenset(["scheme", "enter-play", "leave-play", "escape", "appears"])


def _is_of_scenario(item: Mention, vocabulary: DisputeWords) -> bool:
    """Whether it is a type of card that no player has: “Juggernaut’s dashboard”."""
    scenario = vocabulary.rules.features.scenario_kinds
    return item.sort == "kind" and scenario is not None and scenario in vocabulary.rules.closure(item.value)


def vote_in(
    layout: TextLayout, items: Sequence[Mention], names: KnownNames, vocabulary: DisputeWords, ballot: Ballot
) -> None:
    listing = active = False
    shared: dict[int, int] = {}
    """What is said of several: “played by Kai and Noor”."""
    for at, item in enumerate(items):
        if item.value == "players" or (item.value == "player" and item.sort == "class"):
            several = layout.tokens[item.first].lower == "players" and at + 1 < len(items) and items[at + 1].is_named
            listing = listing or several or value_at(items, at + 1) in (":", "=", "-", "–", "are", "were", "is")
            active = listing and value_at(items, at - 1) == "active"
        if item.sort == "group" and item.value in "([":
            inner = items_of(layout, item.first + 1, item.end - 1, names, vocabulary)
            if at and items[at - 1].value == "player" and all(one.is_named or one.sort == "mark" for one in inner):
                for one in inner:
                    ballot.person[ballot.meet(one)] += SURE if one.is_named else 0
            if len(inner) > 1:
                vote_in(layout, inner, names, vocabulary, ballot)
                note_form_of_all(inner, ballot)
            continue
        if item.value in ("he", "she", "they") and ballot.recent:
            form = form_of(layout, items, at, names, vocabulary)
            if form is not None:
                ballot.vote(ballot.recent, SURE)
                ballot.forms.setdefault(ballot.recent.value.lower(), form)
        if item.value in POSSESSIVE and value_at(items, at + 1) == "turn":
            earlier = [one for one in items[:at] if one.is_named]
            if earlier:
                ballot.active = ballot.active or ReadValue(earlier[-1].value, (item.span[0], items[at + 1].span[1]))
        if item.sort == "me":
            vote_for_relative(layout, items, at, vocabulary, ballot, names)
            vote_for_writer(layout, items, at, names, vocabulary, ballot)
            continue
        owning = value_at(items, at + 1) in OWNING or item.possessive
        owning = owning or (bool(at) and items[at - 1].sort == "me" and sort_at(items, at + 1) != "name")
        if item.value == "opponent" and item.sort == "class" and owning:
            ballot.vote(Mention("name", "Opponent", item.first, item.end, item.span), SURE)
        if not item.is_named:
            continue
        key = ballot.meet(item)
        if ballot.thing[key] <= ballot.person[key] and value_at(items, at - 1) != "by":
            ballot.recent = item
        if listing or key in ballot.listed or key in names.people:
            ballot.vote(item, SURE)
            if active:
                ballot.active = ballot.active or ReadValue(item.value, item.span)
                active = False
        before = ballot.person[key]
        _vote_for(layout, items, at, names, vocabulary, ballot, key)
        sharing = at > 1 and items[at - 1].value in ("and", "&", ",") and items[at - 2].is_named
        if sharing and shared.get(at - 2) and not item.possessive:
            ballot.person[key] += shared[at - 2]
            shared[at] = shared[at - 2]
        if value_at(items, at - 1) == "by" and ballot.person[key] > before:
            shared[at] = SURE
        elif sharing and ballot.person[key] - before >= LIKELY and value_at(items, at + 1) in _PLURAL:
            ballot.person[items[at - 2].value.lower()] += LIKELY


def _vote_for(
    layout: TextLayout,
    items: Sequence[Mention],
    at: int,
    names: KnownNames,
    vocabulary: DisputeWords,
    ballot: Ballot,
    key: str,
) -> None:
    item, following, before = items[at], value_at(items, at + 1), value_at(items, at - 1)
    form = form_of(layout, items, at, names, vocabulary)
    if form is not None:
        ballot.vote(item, LIKELY if form.why else SURE)
        ballot.forms.setdefault(key, form)
    labelled = before in (":", "=") and sort_at(items, at - 2) == "kind"
    named_as = labelled or (
        before in (*FINITE_BE, "called", "named") and "kind" in (sort_at(items, at - 2), sort_at(items, at - 3))
    )
    if sort_at(items, at - 1) == "kind" or named_as or has_kind(layout, items, at + 1, names, vocabulary):
        ballot.thing[key] += SURE
    if item.possessive:
        ballot.person[key] += (
            SURE
            if following in _HOLDERS
            else LIKELY
            if sort_at(items, at + 1) in ("name", "kind", "class", "form")
            and not _is_of_scenario(items[at + 1], vocabulary)
            else 0
        )
        turn = next((one for one in items[at + 1 : at + 3] if one.value in _PERIODS), None)
        if turn is not None:
            ballot.person[key] += SURE if turn.value != "turn" else 0
            ballot.active = ballot.active or ReadValue(item.value, (item.span[0], turn.span[1]))
        return
    verb = next((p for p in range(at + 1, min(at + 3, len(items))) if not is_skipped(items[p])), at + 1)
    if value_at(items, verb) in OWNING and sort_at(items, at - 1) != "name":
        ballot.person[key] += LIKELY
    if following in FINITE_BE and {value_at(items, at + 2), value_at(items, at + 3)} & _FIRST:
        role = "first" if "first" in (value_at(items, at + 2), value_at(items, at + 3)) else "active"
        if "player" in {value_at(items, p) for p in range(at + 2, at + 5)}:
            ballot.person[key] += SURE
            span = (item.span[0], items[min(at + 4, len(items) - 1)].span[1])
            if role == "first":
                ballot.first = key
                ballot.used.append(span)
            else:
                ballot.active = ReadValue(item.value, span)
    if before in _AS and any(one.sort == "me" or one.is_named for one in items[max(at - 5, 0) : at]):
        who = [one for one in items[max(at - 5, 0) : at] if one.sort == "me" or one.is_named][-1]
        ballot.thing[key] += SURE * 2
        ballot.identities[item.value] = "" if who.sort == "me" and who.value != "my" else who.value
    if before == "with" and value_at(items, at - 2) in ("engaged", "engages"):
        ballot.person[key] += SURE
    elif before in ("engages", "engaging"):
        ballot.person[key] += LIKELY
    if before == "to" and value_at(items, at - 2) == "belongs":
        ballot.person[key] += SURE
    if before == "by" and value_at(items, at - 2) in ("controlled", "owned", "played", "revealed"):
        ballot.person[key] += SURE
    if before in ("on", "onto", "to") and value_at(items, at - 2) != "attack":
        ballot.thing[key] += HINT
    sense = vocabulary.sense(following)
    behind = [one.value for one in items[at + 1 : at + 12]]
    stop = next((n for n, value in enumerate(behind) if value in (",", ".", ";", "and")), len(behind))
    joins = sense.verb is not None and sense.verb.shares and bool(sense.roles & {"s", "past"})
    if joins and "with" in behind[:stop]:
        ballot.person[key] += LIKELY  # “Vera attacks Gravel Golem with Sky Lancer”
    frames = [*sense.verb.about.values(), sense.verb.frame] if sense.verb is not None else []
    events = {frame.event for frame in frames if frame is not None}
    if events & PERSONAL and sense.roles & {"s", "past"}:
        ballot.person[key] += LIKELY
    elif events & _THINGS:
        ballot.thing[key] += HINT
    if (
        at == 0
        and following in ("-", "–", "—", ":")
        and sort_at(items, at + 2) == "name"
        and sort_at(items, at + 3) in ("group", "mark")
    ):
        ballot.person[key] += HINT
    aimed = vocabulary.sense(before)
    if (
        before in ("attacks", "attacking", "attacked", "against") or (aimed.verb and aimed.verb.shares)
    ) and vocabulary.forms:
        ballot.person[key] += HINT
    if before in ("for", "me", "friend", "buddy", "wife", "husband", "brother", "sister", "partner", "mate"):
        ballot.person[key] += HINT if before != "for" else 0
