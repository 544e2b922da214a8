"""Triggering conditions: “When the villain initiates an attack against you” → what happens, by whom, to whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from judge.ability import Binding, Trigger
from judge.cardtext.bindings import binding
from judge.cardtext.lexer import Piece
from judge.cardtext.words import AbilityWords

_FIRST = {"the first time": "first-time", "the next time": "next-time", "the second time": "second-time"}
_FIRST |= {"the third time": "third-time", "the last time": "last-time"}
_BE = {"is", "are", "was", "were", "be", "been", "being", "gets", "get", "becomes", "become"}
_HAVE = {"has", "have", "had"}
_AUXILIARIES = {"would", "do", "does", "did", "can", "could", "will"}
_NOT = {"not", "never", "cannot", "doesn't", "isn't", "didn't", "wasn't"}
_LEADING = {"attempt", "attempts", "try", "tries", "choose", "chooses", "assigned"}
_LEADING |= {"cause", "causes", "force", "forces"}
_ADVERBS = {
    "not",
    "never",
    "also",
    "successfully",
    "first",
    "just",
    "already",
    "either",
    "next",
    "immediately",
    "currently",
    "simultaneously",
    "fully",
}
_NOUN_MARKERS = {
    "a",
    "an",
    "the",
    "this",
    "that",
    "these",
    "those",
    "each",
    "any",
    "your",
    "its",
    "his",
    "her",
    "their",
    "'s",
    "no",
    "another",
    "every",
    "one",
    "two",
    "first",
    "second",
    "next",
    "main",
    "side",
    "basic",
    "of",
    "undefended",
    "'",
}
_SUBORDINATORS = {"while", "if", "during", "because", "unless", "until", "using", "as", "than"}
_RELATIVES = {"that", "which", "who", "whose"}
_BY = {"by", "from"}
_NEAR = 40
"""How many pieces from a verb what it is about may stand."""
_TOWARD = ("to", "against", "on", "from", "onto", "with")


@dataclass(frozen=True, slots=True)
class _Finite:
    """A finite verb of the condition: its place, the event it gives, and how it stands."""

    at: int
    events: tuple[str, ...]
    passive: bool
    denied: bool = False
    """True when the condition says that it does not happen (“and takes no damage”)."""


def read_trigger(word: str, text: str, pieces: Sequence[Piece], words: AbilityWords) -> Trigger:
    """The trigger of a condition whose `pieces` are those of `text` (without its opening word)."""
    lower = word.lower()
    pieces = _without_brackets(pieces)
    every = _finite_verbs(pieces)
    verbs = [verb for verb in every if not verb.denied] or every
    recognised = [verb for verb in verbs if verb.events]
    event = recognised[-1].events[-1] if recognised else None
    if event is None:
        event = _event_of_things(pieces, words)
    agent, patient = _participants(pieces, recognised, words) if recognised else _without_verb(pieces, words)
    qualifiers = _qualifiers(pieces, verbs, words) | ({_FIRST[lower]} if lower in _FIRST else set())
    qualifiers |= {f"no-{event}" for verb in every if verb.denied for event in verb.events}
    events = tuple(dict.fromkeys(event for verb in recognised for event in verb.events)) or ((event,) if event else ())
    return Trigger(
        word="when" if lower == "whenever" or lower.endswith(" time") else lower,
        would=any(piece.lower == "would" for piece in pieces),
        event=event,
        text=text,
        agent=agent,
        patient=patient,
        qualifiers=tuple(sorted(qualifiers)),
        events=events,
        all_events=len(events) > 1 and _joined_by_and(pieces, recognised),
    )


def _without_brackets(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces outside brackets: “(ATK)” explains, it is no condition."""
    kept, depth = [], 0
    for piece in pieces:
        depth += (piece.text == "(") - (piece.text == ")" and depth > 0)
        if not depth and piece.text != ")":
            kept.append(piece)
    return kept


def _finite_verbs(pieces: Sequence[Piece]) -> list[_Finite]:
    """The condition's own verbs in order; those of relative and further subordinate clauses are left out."""
    found: list[_Finite] = []
    skip_next = False
    for at, piece in enumerate(pieces):
        before = _previous(pieces, at)
        if found and piece.lower in _SUBORDINATORS and not piece.sense.qualifier:
            break
        if (
            piece.lower in _RELATIVES
            and before
            and (before.sense.noun or before.sense.thing or before.text[0].isupper())
        ):
            skip_next = True
            continue
        verb = piece.sense.verb
        if verb is None or (at and piece.text[0].isupper() and piece.text[1:].islower() and not piece.text.isupper()):
            continue  # a capitalised “Attack” is a trait
        how = _standing(pieces, at, found)
        if how is None or _is_relative(pieces, at):
            continue
        if skip_next:
            skip_next = False
            continue
        passive = how == "passive"
        found.append(_Finite(at, _events(pieces, at, passive), passive, _is_denied(pieces, at)))
    return found


def _is_relative(pieces: Sequence[Piece], at: int) -> bool:
    """“a minion you are engaged with”: the verb belongs to a clause about the noun before “you”."""
    subject = at - 1
    while subject > 0 and (pieces[subject].lower in _BE | _HAVE | _ADVERBS):
        subject -= 1
    if subject < 1 or pieces[subject].lower not in ("you", "they"):
        return False
    named = pieces[subject - 1]
    return bool(named.sense.noun or named.sense.thing)


def _previous(pieces: Sequence[Piece], at: int) -> Piece | None:
    """The piece before, adverbs passed over."""
    for before in range(at - 1, -1, -1):
        if pieces[before].lower not in _ADVERBS:
            return pieces[before]
    return None


def _standing(pieces: Sequence[Piece], at: int, found: Sequence[_Finite]) -> str | None:
    """How the verb at `at` stands: "active", "passive", or None when it is no finite verb there."""
    roles, before = pieces[at].sense.roles, _previous(pieces, at)
    prior = before.lower if before else ""
    joined = prior in ("and", "or", ",", "/") and bool(found)
    if "ing" in roles:
        return "active" if before is None or prior in _BE or (joined and found[-1].at < at) else None
    if "participle" in roles and (prior in _BE or (joined and found[-1].passive and "s" not in roles)):
        return "passive"
    if "participle" in roles and prior in _HAVE:
        return "active"
    is_noun_here = bool(pieces[at].sense.thing or pieces[at].sense.noun) and (prior in _NOUN_MARKERS or prior.isdigit())
    if "s" in roles and not is_noun_here and before is not None:
        return "active"
    if "base" in roles and not is_noun_here:
        return _standing_base(pieces, at, before, joined)
    return None


def _standing_base(pieces: Sequence[Piece], at: int, before: Piece | None, joined: bool) -> str | None:
    """A plain form is a finite verb after “you”, “would”, a plural, or a verb it is joined to; else often a noun."""
    if before is None:
        return None
    if before.lower in ("you", "would", "they", "players", "not", "may", "must", "can") or joined:
        return "active"
    if before.lower == "to":
        return "active" if any(piece.lower in _LEADING for piece in pieces[max(at - 5, 0) : at - 1]) else None
    if before.lower == "control" or (before.sense.noun and before.lower.endswith("s")):
        return "active"
    return "active" if not pieces[at].sense.thing and not pieces[at].sense.noun and before.sense.noun else None


def _is_denied(pieces: Sequence[Piece], at: int) -> bool:
    """“is not defeated”, “takes no damage”: what the verb says does not happen."""
    following = pieces[at + 1 : at + 2]
    if following and following[0].lower.split(" ", 1)[0] == "no":
        return True
    before = at - 1
    while before >= 0 and pieces[before].lower in _BE | _HAVE | _ADVERBS | _AUXILIARIES | _NOT:
        if pieces[before].lower in _NOT:
            return True
        before -= 1
    return False


def _events(pieces: Sequence[Piece], at: int, passive: bool) -> tuple[str, ...]:
    """The events the verb at `at` gives by what it is about.

    A verb that says little by itself may be about several things (“your basic thwart or attack power”).
    """
    verb = pieces[at].sense.verb
    assert verb is not None
    before, after = pieces[max(at - _NEAR, 0) : at][::-1], _until_next_clause(pieces[at + 1 : at + _NEAR])
    near = [*before, *after] if passive or not after else [*after, *before]
    found: list[str] = []
    for piece in near:
        senses = (piece.sense.thing, piece.sense.noun, piece.sense.qualifier)
        thing = next((sense for sense in senses if sense and sense in verb.about), None)
        if thing is not None:
            found.append(verb.about[thing])
            if not (verb.light and piece in after):
                break
    return tuple(dict.fromkeys(found)) or ((verb.event,) if verb.event else ())


def _until_next_clause(pieces: Sequence[Piece]) -> list[Piece]:
    taken: list[Piece] = []
    for piece in pieces:
        if piece.lower in _SUBORDINATORS:
            break
        taken.append(piece)
    return taken


def _event_of_things(pieces: Sequence[Piece], words: AbilityWords) -> str | None:
    """The event that a thing alone tells: “at the end of the round”, “when there are 5 counters here”."""
    things = (piece.sense.thing for piece in pieces)
    return next((words.thing_events[thing] for thing in things if thing and thing in words.thing_events), None)


def _participants(
    pieces: Sequence[Piece], verbs: Sequence[_Finite], words: AbilityWords
) -> tuple[Binding | None, Binding | None]:
    """Who does it and to whom it is done, whether the sentence is active or passive."""
    first, last = verbs[0], verbs[-1]
    verb, event = pieces[last.at].sense.verb, last.events[-1]
    subject, aim = _subject(pieces[: first.at], words)
    after = _until_next_clause(pieces[last.at + 1 :])
    by = _after_word(after, ("by", "with") if event == "engage" else ("by",))
    toward = _named(_after_word(after, _TOWARD if event == "engage" else _TOWARD[:-1]), words)
    own = _named(after[: _first_preposition(after)], words)
    if toward is not None and own == Binding("your"):
        own = None  # “your fifth counter on this card” is about the card
    if last.passive:
        return _named(by, words), subject or aim or own or toward
    if verb is not None and verb.reverse and event not in words.own_events:
        source = _named(_after_word(after, _BY), words)
        return source or (own if event in ("leave-play", "enter-play") else None), _on_side(subject, after)
    return subject, own or toward or aim


def _subject(pieces: Sequence[Piece], words: AbilityWords) -> tuple[Binding | None, Binding | None]:
    """Who is named before the verb, and against whom: “an attack by a minion against you” is the minion's."""
    against = next((at for at, piece in enumerate(pieces) if piece.lower == "against"), None)
    if against is None:
        return _turn_taker(_named(pieces, words)), None
    doer = _after_word(pieces[:against], ("by", "from"))
    return _named(doer, words), _named(pieces[against + 1 :], words)


def _on_side(bound: Binding | None, after: Sequence[Piece]) -> Binding | None:
    """“appears on your side”, “enters play under your control”: whose it is, said behind the verb."""
    said = [piece.lower for piece in after[:3]]
    if bound is not None and said in (["on", "your", "side"], ["under", "your", "control"]):
        return replace(bound, whose="you")
    return bound


def _named(pieces: Sequence[Piece], words: AbilityWords) -> Binding | None:
    return binding(pieces, words, either=True) if pieces else None


def _without_verb(pieces: Sequence[Piece], words: AbilityWords) -> tuple[Binding | None, Binding | None]:
    """Of “the end of your turn” the owner acts; of “there are no counters here” the place is what it is about."""
    bound = _named(pieces, words)
    maker = _named(_after_word(pieces, ("by",)), words)
    if maker is not None:
        return maker, None if maker == bound else bound
    if any(piece.lower in ("your", "'s") for piece in pieces):
        return _turn_taker(bound), None
    return None, bound


def _turn_taker(bound: Binding | None) -> Binding | None:
    """“Your turn” is yours: the one who acts is you."""
    return Binding("you") if bound is not None and bound.kind == "your" else bound


def _after_word(pieces: Sequence[Piece], prepositions: Collection[str]) -> Sequence[Piece]:
    for at, piece in enumerate(pieces):
        if piece.lower in prepositions:
            return pieces[at + 1 :]
    return ()


def _first_preposition(pieces: Sequence[Piece]) -> int:
    for at, piece in enumerate(pieces):
        if piece.lower in _TOWARD or piece.lower == "by":
            return at
    return len(pieces)


def _qualifiers(pieces: Sequence[Piece], verbs: Sequence[_Finite], words: AbilityWords) -> set[str]:
    facts = {piece.sense.qualifier for piece in pieces} | {_source(pieces, at, words) for at in range(len(pieces))}
    for verb in verbs:
        sense = pieces[verb.at].sense.verb
        if sense:
            facts.add(sense.qualifier)
    return {fact for fact in facts if fact}


def _source(pieces: Sequence[Piece], at: int, words: AbilityWords) -> str | None:
    """“from a minion's attack”, “by a single thwart”: the fact that what follows “from” or “by” at `at` tells."""
    if pieces[at].lower not in _BY:
        return None
    for piece, following in zip(pieces[at + 1 : at + 7], [*pieces[at + 2 : at + 7], None], strict=False):
        if piece.lower in _TOWARD or piece.lower in _SUBORDINATORS:
            return None
        if piece.sense.thing in words.sources and not (following and following.sense.noun):
            return words.sources[piece.sense.thing or ""]
    return None


def _joined_by_and(pieces: Sequence[Piece], verbs: Sequence[_Finite]) -> bool:
    between = pieces[verbs[0].at : verbs[-1].at]
    return any(piece.lower == "and" for piece in between)
