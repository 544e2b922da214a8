"""Players told from whom they play and fight: “Maya (She-Hulk, hero form)”, “she is She-Hulk”, “Rhino attacks Anna”."""

from __future__ import annotations

from collections.abc import Sequence

from judge.cardtext.english import FINITE_BE, HAVE, PRONOUNS
from judge.pasted.dispute_words import DisputeWords
from judge.pasted.mentions import OPINIONS, KnownNames, Mention, items_of
from judge.pasted.pasted_values import ReadValue, word_set
from judge.pasted.player_ballots import LIKELY, PERSONAL, SURE, Ballot, is_skipped, sort_at, value_at
from judge.pasted.text_layout import TextLayout
from judge.pasted.told_forms import form_of

_ALWAYS = SURE * 3
"""A weight that no number of likely hints outdoes."""
_SPEECH = PRONOUNS | word_set("it's its he's she's that i you we they're there this no yes whether if my his her our")
"""What begins what somebody says, and no card’s text."""
_BREAKS = word_set(", . ; : ! ? and but while so")
_FARTHEST = 12
"""Mentions of a clause that are looked through for what lies on somebody."""


def vote_by_relations(
    layout: TextLayout, items: Sequence[Mention], names: KnownNames, vocabulary: DisputeWords, ballot: Ballot
) -> None:
    """Note of each name in a sentence what the others say of it."""
    recent: Mention | None = None
    for at, item in enumerate(items):
        if item.value in ("he", "she", "they") and item.sort == "word" and recent is not None:
            _note_identity(layout, items, at, recent, names, vocabulary, ballot)
            if _acts(items, at + 1, vocabulary):
                ballot.person[recent.value.lower()] += LIKELY
        if item.sort == "me":
            _note_my_identity(layout, items, at, names, vocabulary, ballot)
        if not item.is_named:
            continue
        recent = item
        key = ballot.meet(item)
        _note_bracket(layout, items, at, names, vocabulary, ballot)
        if not item.possessive:
            _note_identity(layout, items, at, item, names, vocabulary, ballot)
        if _bears(items, at):
            ballot.thing[key] += _ALWAYS
        if _is_a_player(items, at, vocabulary):
            ballot.person[key] += SURE
        before, role = value_at(items, at - 1), value_at(items, at - 2)
        if before in ("opponent", "player"):
            ballot.person[key] += SURE
        if (before in (*FINITE_BE, ":") and role in ("opponent", "player")) or (before == "for" and role == "turn"):
            ballot.person[key] += SURE
            if role == "turn":
                ballot.active = ballot.active or ReadValue(item.value, item.span)
        following = value_at(items, at + 1)
        says = sort_at(items, at + 2) == "me" or value_at(items, at + 2) in _SPEECH or following.startswith("th")
        if following in OPINIONS and (says or sort_at(items, at + 2) in ("name", "player")):
            ballot.person[key] += LIKELY
        _note_attack(layout, items, at, vocabulary, ballot)


def _acts(items: Sequence[Mention], at: int, vocabulary: DisputeWords) -> bool:
    """Whether a verb stands at a place that tells what people do rather than cards: “he recruited”."""
    verb = vocabulary.sense(value_at(items, at)).verb
    return verb is not None and verb.frame is not None and verb.frame.event in PERSONAL


def _note_bracket(
    layout: TextLayout, items: Sequence[Mention], at: int, names: KnownNames, vocabulary: DisputeWords, ballot: Ballot
) -> None:
    """“Maya (She-Hulk, hero form)”: who is named beside a form in a bracket is whom the player before it plays."""
    group = items[at + 1] if at + 1 < len(items) else None
    if group is None or group.sort != "group" or group.value not in "([":
        return
    inner = items_of(layout, group.first + 1, group.end - 1, names, vocabulary)
    named = [one for at, one in enumerate(inner) if one.is_named and value_at(inner, at - 1) in ("", "playing", "as")]
    has_form = any(one.sort == "form" for one in inner)
    if not named or any(one.sort in ("me", "kind", "class") or one.value in ("on", "with", "by") for one in inner):
        return
    if has_form or inner[0].value in ("playing", "as", "plays"):
        ballot.person[items[at].value.lower()] += SURE
        _play(named[0], items[at].value, ballot)


def _note_identity(
    layout: TextLayout,
    items: Sequence[Mention],
    at: int,
    who: Mention,
    names: KnownNames,
    vocabulary: DisputeWords,
    ballot: Ballot,
) -> None:
    """“Carla …, she is She-Hulk (hero)”: the name behind “is” is whom somebody plays."""
    verb = at + 1
    if value_at(items, verb) not in (*FINITE_BE, "plays", "playing") or verb + 1 >= len(items):
        return
    verb += value_at(items, verb + 1) in ("as", "playing")
    if verb + 1 >= len(items) or not items[verb + 1].is_named:
        return
    form = form_of(layout, items, verb + 1, names, vocabulary)
    plays = value_at(items, verb) in FINITE_BE or value_at(items, verb) == "as" or form is not None
    if plays and items[verb + 1].value != who.value and not items[verb + 1].possessive:
        ballot.person[who.value.lower()] += SURE
        _play(items[verb + 1], who.value, ballot)
        if form is not None:
            ballot.forms.setdefault(who.value.lower(), form)


def _note_my_identity(
    layout: TextLayout, items: Sequence[Mention], at: int, names: KnownNames, vocabulary: DisputeWords, ballot: Ballot
) -> None:
    """“I'm Captain Marvel in hero form”: a name of several words is no player's who writes."""
    place = at + 1 + (value_at(items, at + 1) in ("am", "was", "play"))
    if items[at].value not in ("i'm", "im", "i") or place >= len(items) or not items[place].is_named:
        return
    if " " in items[place].value or (value_at(items, at + 1) == "play"):
        form = form_of(layout, items, place, names, vocabulary)
        if form is not None:
            ballot.speaks = ballot.speaks or items[at].span
            ballot.forms.setdefault("", form)
            _play(items[place], "", ballot)


def _play(hero: Mention, player: str, ballot: Ballot) -> None:
    ballot.thing[ballot.meet(hero)] += _ALWAYS
    ballot.identities.setdefault(hero.value, player)


def _bears(items: Sequence[Mention], at: int) -> bool:
    """Whether something is said to lie on somebody: “Klaw has these attached”."""
    if value_at(items, at + 1) not in HAVE:
        return False
    for place in range(at + 2, min(at + _FARTHEST, len(items))):
        value = items[place].value
        if value == "attached" or (value == "on" and value_at(items, place + 1) in ("him", "her", "it", "them")):
            return True
        if value in (".", ";", ":", "?", "!"):
            return False
    return False


def _is_a_player(items: Sequence[Mention], at: int, vocabulary: DisputeWords) -> bool:
    """“Susi is the other player”, “Pavel is the attacker” where players attack."""
    if value_at(items, at + 1) not in FINITE_BE:
        return False
    roles = {"player", "players"}
    if vocabulary.rules.features.scenario is None:
        roles |= {"attacker", "defender", "attacking", "defending", "opponent"}
    for item in items[at + 2 : at + 7]:
        if item.is_named or item.value in _BREAKS:
            return False
        if item.value in roles or (item.value == "one" and "other" in {one.value for one in items[at + 2 : at + 6]}):
            return True
    return False


def _note_attack(
    layout: TextLayout, items: Sequence[Mention], at: int, vocabulary: DisputeWords, ballot: Ballot
) -> None:
    """Remember who attacks whom: where one is a player, the other is none."""
    if vocabulary.rules.features.scenario is None or items[at].possessive:
        return
    verb = at + 1
    while verb < len(items) and (is_skipped(items[verb]) or items[verb].value in FINITE_BE):
        verb += 1
    if verb + 1 >= len(items):
        return
    sense = vocabulary.sense(layout.tokens[items[verb].first].lower)
    if sense.verb is None or not sense.verb.shares:
        return
    other = items[verb + 1]
    if other.sort == "me":
        ballot.thing[items[at].value.lower()] += _ALWAYS
    elif other.is_named and not other.possessive:
        ballot.attacks.append((items[at].value.lower(), other.value.lower()))


def settle_attacks(ballot: Ballot) -> None:
    """Where somebody who is surely a player attacks or is attacked, the other is no player."""
    for one, other in ballot.attacks:
        for player, enemy in ((one, other), (other, one)):
            sure = ballot.person[player] - ballot.thing[player]
            if sure >= SURE and sure > ballot.person[enemy] - ballot.thing[enemy]:
                ballot.thing[enemy] += _ALWAYS
                break
