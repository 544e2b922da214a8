"""Reads the small language of the rows: what each sort of text in `corpus/timing/` means in the model.

`CONSTRUCTS` has an example of every sort; `MECHANISMS` are the named things that a step or a keyword does by itself,
with what each takes; `SPECIAL_ROLES` the roles that exist without a participant. docs/language.md is made from these.
Every reader raises ValueError, whose words say what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from judge.rules.model import Atom, Begin, Condition, Doing, Moment, ParticipantType, Reason, Word

_NAME = r"[a-z][a-z0-9-]*"
_ROLE = r"[a-z][a-z_-]*[@+~]?"
_ROLES = rf"{_ROLE}(?:\|{_ROLE})*"
_TOLD = re.compile(rf"({_NAME})(?:\.({_NAME}))?(?: \[({_NAME})\])?(?:: ?(|{_ROLES})(?: ?-> ?({_ROLES}))?)?")
_PARTICIPANT = re.compile(rf"([a-z_-]+)(\?)?: *({_NAME}(?:\|{_NAME})*)(?: *= *({_NAME}))?")
_ATOM = re.compile(rf"(not )?({_NAME}|{_ROLE}|[a-z_]+)(?: (is|has|in|with|bears|suffers) ([a-z_-]+))?")
_BEGIN = re.compile(r"([a-z-]+)\(([^();]*)(?:;([^()]*))?\)")
_PAIR = re.compile(r"([a-z_-]+)=([a-z_-]+)")
_HOOK = re.compile(rf"({_NAME}/{_NAME}): ?(\*|{_ROLES})")
_PRINTED = re.compile(rf"({_NAME}): ?(\*|=?{_ROLES})")

SPECIAL_ROLES: Mapping[str, str] = {
    "holder": "who bears the keyword, status or ability that acts",
    "bearer": "what a status lies on, whatever part that takes",
    "own": "the card whose ability resolves, or the player's identity where an ability's use is told of",
    "user": "the player who uses the ability",
    "player": "the player whom it concerns: who uses, reveals, activates or is activated against",
    "agent": "who does what the effect says",
    "patient": "to whom or what the effect does it",
    "source": "what does it: the card whose effect or attack it is",
    "card": "the card that is used, played or revealed",
    "controller": "the player who controls what acts",
    "maker": "the card whose ability makes the attack or thwart",
    "played": "the event that is being played as it attacks or thwarts",
    "instructed": "the cards whose abilities another one says resolve",
    "next": "the stage that takes the place of the one before",
}
"""Roles that the engine fills whatever the occurrence."""

DECIDERS: Mapping[str, str] = {
    "first-player": "the first player",
    "active-player": "the player whose turn it is",
    "players": "the players together",
    "user": "the player whose choice every one of the abilities is",
}
"""Who may order what stands together, beside the player in a role."""

OPEN_CASES: Mapping[str, str] = {
    "others-optional": "an optional ability of somebody else beside one of the player whose turn it is",
    "same-player": "two abilities of one player",
    "several-players": "abilities of several players",
    "third": "abilities of more than two players",
    "no-place": "an ability of a card whose place was not said",
}
"""Cases of `open` of a class that are no timing."""

OPEN_QUESTIONS: Mapping[str, str] = {
    "order": "which of the classes that a step names in `open` comes first",
    "minions-order": "who orders several that activate in one step",
    "defender-gone": "what becomes of an attack whose defender has left",
    "nested-activation": "when an event of `at` within another of `at` resolves",
    "replacements": "which of two that replace one thing does",
    "joins-in": "whether one that comes while others activate activates as well",
    "first-player-token": "which first player decides at the steps of `at`",
}
"""The questions that the engine asks `[open-question.ID]` for."""

REASONS = (
    "not-in-play", "unread", "no-matching-window", "wrong-turn", "wrong-player", "wrong-form", "peril", "forbidden",
    "silenced", "limit-reached", "replaced", "cancelled", "prevented", "passed", "self-reference", "exhausted",
    "changes-nothing", "dealt-not-taken",
)  # fmt: skip
"""What `[reasons]` may cite for: the contract's reasons; “silenced” where a card has lost its abilities,
“self-reference” where a text names its own card, “exhausted” where a cost asks for what is exhausted already,
“changes-nothing” where an effect gives what everybody has already."""

CARD_ROLES = ("boost",)
"""What a card may be submitted as besides its kind."""

WHY_KEYS = ("rounds", "cannot", "modify", "change-cost", "duty", "cost", "keyword", "status")
"""Sentences of `[why]` that are of no single row: how opportunities go round, and the sorts of ready abilities."""

EFFECTS = ("cancel", "prevent", "instead", "cannot", "then", "defend", "lasting", "delayed", "may")
"""What `[effect-rules]` may cite for."""


# --- what the texts of rows mean


def _not(what: str, text: str, example: str) -> ValueError:
    return ValueError(f"“{text}” is no {what}; one is written like “{example}”")


def _told(text: str, word: Word) -> Moment | None:
    found = _TOLD.fullmatch(text)
    if not found:
        return None
    event, variant, thing, agent, patient = found.groups()
    return Moment(word, event, variant, _split(agent), _split(patient), thing)


def _split(roles: str | None) -> tuple[str, ...]:
    return tuple(roles.split("|")) if roles else ()


def read_moment(text: str) -> Moment:
    """“would damage.dealt: source -> target”, “after phase.end [villain-phase]”, “when attack: attacker ->
    target|target@”."""
    word, _, rest = text.partition(" ")
    known: Mapping[str, Word] = {one: one for one in get_args(Word)}
    found = _told(rest, known[word]) if word in known else None
    if found is None:
        raise _not("moment", text, "would damage.dealt: source -> target")
    return found


def read_event(text: str) -> Moment:
    """“damage.dealt: source -> target”: a moment without its word."""
    found = _told(text, "when")
    if found is None:
        raise _not("event", text, "damage.dealt: source -> target")
    return found


def read_condition(text: str) -> Condition:
    """“attacker is villain | attacker has villainous”, “not defended”, “player in hero”, “target bears tough”."""
    return tuple(_atom(part.strip(), text) for part in text.split("|"))


def _atom(text: str, whole: str) -> Atom:
    found = _ATOM.fullmatch(text)
    if not found:
        raise _not("condition", whole, "attacker is villain | not defended")
    negative, subject, relation, value = found.groups()
    return Atom(bool(negative), subject, relation, value)  # type: ignore[arg-type]


def read_begin(text: str) -> Begin:
    """“damage(target=victim, source=attacker; from-attack)”: roles, then facts that are so of it."""
    found = _BEGIN.fullmatch(text)
    pairs = [_PAIR.fullmatch(pair.strip()) for pair in found[2].split(",")] if found and found[2].strip() else []
    if not found or not all(pairs):
        raise _not("event to begin", text, "damage(target=victim, source=attacker; from-attack)")
    roles = tuple((pair[1], pair[2]) for pair in pairs if pair)
    return Begin(found[1], roles, tuple(fact.strip() for fact in (found[3] or "").split(",") if fact.strip()))


def read_participant(text: str) -> ParticipantType:
    """“attacker: enemy = villain”, “defender?: friendly”, “locations: place-list”, “mode?: super-villain|xavier”."""
    found = _PARTICIPANT.fullmatch(text)
    if not found:
        raise _not("participant", text, "attacker: enemy = villain")
    name, optional, kind, assume = found.groups()
    return ParticipantType(name, kind, optional is not None, assume)


def read_hook(text: str) -> tuple[str, str]:
    """“player-attack/retaliate: target”: a step, and the roles of whom some may bear it; “*” anybody."""
    found = _HOOK.fullmatch(text)
    if not found:
        raise _not("place of a ready ability", text, "player-attack/retaliate: target")
    return found[1], found[2]


def read_printed(text: str) -> tuple[str, str]:
    """“boost: card”, “action: *” (anybody's), “bam: =threat” (on cards of kinds)."""
    found = _PRINTED.fullmatch(text)
    if not found:
        raise _not("timing and whose", text, "boost: card")
    return found[1], found[2]


def read_doing(text: str) -> Doing:
    """“leave target”: a mechanism and what it takes."""
    verb, *args = text.split(" ")
    known = MECHANISMS.get(verb)
    if known is not None and len(known.takes) != len(args):
        takes = " ".join(sort.upper() for sort in known.takes)
        raise ValueError(f"“{text}”: it is written “{f'{verb} {takes}'.rstrip()}”")
    return Doing(verb, tuple(args))


# --- mechanisms


@dataclass(frozen=True, slots=True)
class MechanismForm:
    """Something that a step or a ready ability does by itself: the sorts of names it takes, and what it does."""

    takes: tuple[str, ...]
    does: str


MECHANISMS: Mapping[str, MechanismForm] = {
    "activate": MechanismForm(
        ("kind or role",), "each of the kind, or the one in the role, activates against the player"
    ),
    "advance": MechanismForm(("role",), "the next stage of the scheme's deck comes in its place"),
    "afflict": MechanismForm(("role", "status"), "the status lies on it from here on"),
    "bar": MechanismForm(("role", "status", "citation"), "it does not come about on one on whom the status lies"),
    "boost": MechanismForm(
        ("role", "kind"),
        "the boost cards of the one in the role are turned up, in the order dealt; else one of the kind",
    ),
    "copies": MechanismForm(
        ("role", "role", "fact"), "the second role is the other card of the name and player; the fact that there is one"
    ),
    "declare": MechanismForm((), "the defender that was submitted defends; a defending player becomes the target"),
    "displace": MechanismForm(
        ("role", "kind"), "older cards of the kind on what it lies on leave play (standard `displace`)"
    ),
    "eliminate": MechanismForm(("role",), "the player is out of the game; engaged minions go on to the next"),
    "excess": MechanismForm(
        ("keyword",), "with the keyword, damage beyond what defeats goes on (feature `excess`), if it came"
    ),
    "fact": MechanismForm(("fact",), "the fact holds of the event from here on, by this card"),
    "forbid": MechanismForm(("status", "role"), "status cards of that name on the one in the role do nothing"),
    "form": MechanismForm(("role",), "the player's form becomes the one that the event is to"),
    "join-in": MechanismForm(("role",), "one that came while others activate activates as well"),
    "leave": MechanismForm(("role",), "it, and what lies on it, leaves play"),
    "out": MechanismForm(("role",), "it is ignored by all effects from here on"),
    "pass-first-player": MechanismForm((), "the first player token goes to the next player"),
    "refuse": MechanismForm(
        ("role", "kind", "citation"), "it does not come about where its player has one of the kind and its name"
    ),
    "relieve": MechanismForm(("role", "status"), "the status lies on it no longer"),
    "restore": MechanismForm(("status",), "the status is taken off all of the acting player's characters"),
    "reveal": MechanismForm((), "cards that wait to be revealed are, player by player"),
    "shed": MechanismForm(
        ("role", "kind", "event"),
        "cards of the kind that lie on it leave play (standard `shed`), unless that event is kept from it",
    ),
    "rule-out": MechanismForm(("citation",), "the event comes about no further, as that rule says"),
    "outgrow": MechanismForm(
        ("role", "timing"), "a card in it with an ability of the timing is replaced: what it says is in play no longer"
    ),
    "silence": MechanismForm(("role",), "it loses its abilities"),
    "spare": MechanismForm(
        ("role",), "the one who bears this is left out of the role; with nobody left the event is prevented"
    ),
    "stage": MechanismForm(("role",), "the role `next` is the next stage of its deck, where one was submitted"),
    "status": MechanismForm(("status",), "the one who bears this is given a status card"),
    "stop": MechanismForm(("stop",), "the event comes about no further, for that reason"),
    "wake": MechanismForm(("role",), "it has its abilities again"),
    "withdraw": MechanismForm(("role", "occurrence"), "it takes part no longer in the occurrence around"),
}
"""Verbs of `effects` of steps and `does` of ready abilities."""


@dataclass(frozen=True, slots=True)
class Construct:
    """One sort of text in rows: what it is called, how it is read, an example and what that says."""

    name: str
    read: Callable[[str], Any]
    example: str
    says: str


CONSTRUCTS: tuple[Construct, ...] = (
    Construct(
        "moment",
        read_moment,
        "would damage.dealt: source -> target",
        "what a trigger may wait for: “would”, “when”, “after” or “while”; the event; how put; whose deed to whom",
    ),
    Construct(
        "moment of a thing",
        read_moment,
        "when phase.begin [villain-phase]",
        "only of the thing in brackets: that phase, those abilities; without one it is whichever the event is of",
    ),
    Construct(
        "moment of several",
        read_moment,
        "after attack: attacker -> target|target@",
        "of roles parted by “|” any fits; “target@” is the identity of who controls the target",
    ),
    Construct(
        "event",
        read_event,
        "damage: source -> target",
        "an event of card texts, in `begun-by`: a moment without its word",
    ),
    Construct(
        "fact",
        read_condition,
        "not defended",
        "whether a fact holds; open until somebody says, where it is declared so",
    ),
    Construct(
        "condition",
        read_condition,
        "attacker is villain | attacker has villainous",
        "one of the parts must hold; `is` asks for a kind, `has` for a keyword, `in` for a form, "
        "`bears` for a status card, `suffers` for a status in force, `with` for being engaged",
    ),
    Construct(
        "event to begin",
        read_begin,
        "damage(target=victim, source=attacker; from-attack)",
        "an occurrence, who takes which part in it, and facts that are so of it",
    ),
    Construct(
        "participant",
        read_participant,
        "attacker: enemy = villain",
        "its kind, and what it is taken to be when nobody says",
    ),
    Construct("participant that may be left out", read_participant, "defender?: friendly", "nobody need fill it"),
    Construct(
        "choice",
        read_participant,
        "mode?: super-villain|xavier",
        "one of these words; the fact `mode-xavier` tells which",
    ),
    Construct(
        "place of a ready ability",
        read_hook,
        "player-attack/retaliate: target",
        "the step, and who may bear it; “*” is anybody",
    ),
    Construct(
        "printed abilities",
        read_printed,
        "boost: card",
        "abilities of a timing on the card in the role resolve at the step",
    ),
    Construct("printed abilities on kinds", read_printed, "bam: =threat", "likewise on every card of these kinds"),
    Construct("mechanism", read_doing, "leave target", "something that a step, keyword or status does by itself"),
)

STOPS = get_args(Reason)
"""The reasons that `stop` takes."""
