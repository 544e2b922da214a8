"""The clauses of a sentence: each verb with its subject, what stands behind it, and how it is told.

Between hard marks stands a run of units. Each verb in it heads a clause; the nouns right before it are its subject,
unless a joining word, “who” or “to” gives it the subject of the clause before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from judge.cardtext.english import CANNOT, FINITE_BE, NEGATED, NEGATIONS
from judge.pasted.chat_words import ChatWords
from judge.pasted.story import Unit

HARD = frozenset([".", ";", "!", "?", ":", "—", "–", "-", "(", ")", "=", "|", "→", ">", "…"])
"""Marks that part runs."""
ENGAGED = "engaged with"
"""The preposition of whom a card is engaged with, who takes no part in what the card does."""
IS_NOT = frozenset(word for word, said in NEGATED.items() if said in FINITE_BE)
"""“isn’t”, “aren’t” …"""
_GAP = 4
_NEAR = 3


@dataclass(slots=True, eq=False)
class ToldClause:
    """A verb at place `at` of a run, with its subject; what stands behind it ends before `end`."""

    run: Sequence[Unit]
    at: int
    subject: list[Unit]
    begin: int
    end: int
    relative: bool = False
    """Whether it is said of a noun of the clause that holds it: “Ann, who is …”."""
    passive: bool = False
    near: list[str] = field(default_factory=list)
    """The words right before the verb."""
    carried: list[Unit] = field(default_factory=list)
    """Its subject, else that of the clause before."""

    @property
    def verb(self) -> Unit:
        """Its verb."""
        return self.run[self.at]


def runs(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Lazily, the parts of a sentence between hard marks and card texts."""
    run: list[Unit] = []
    for unit in units:
        if is_hard(unit):
            if run:
                yield run
            run = []
        else:
            run.append(unit)
    if run:
        yield run


def is_hard(unit: Unit) -> bool:
    """Whether a unit ends a run."""
    return unit.word in HARD or unit.sort == "text"


def clauses_of(run: Sequence[Unit], chat: ChatWords) -> list[ToldClause]:
    """The clauses of a run, in the order of their verbs."""
    found: list[ToldClause] = []
    for at in range(len(run)):
        if not _is_head(run, at, chat):
            continue
        before = found[-1] if found else None
        clause = _clause(run, at, before, chat)
        if before is not None and not _is_reduced(run, at, clause, before, chat):
            before.end = max(before.at + 1, min(before.end, clause.begin))
        clause.carried = clause.subject or (before.carried if before is not None else [])
        clause.near = [unit.word for unit in run[max(at - _GAP, 0) : at]]
        clause.passive = _is_passive(run, at, chat)
        found.append(clause)
    return found


def _is_reduced(run: Sequence[Unit], at: int, clause: ToldClause, before: ToldClause, chat: ChatWords) -> bool:
    """“Bug is an ally controlled by Ann”: whether a participle is said of the card type that stands right before it."""
    kind = at > 0 and run[at - 1].sort == "kind" and clause.subject == [run[at - 1]]
    owned = run[at].word in chat.owned and at + 1 < len(run) and run[at + 1].word == "by"
    return kind and owned and before.verb.word in chat.be


def _is_head(run: Sequence[Unit], at: int, chat: ChatWords) -> bool:
    unit = run[at]
    if (unit.word in chat.passive or unit.word in IS_NOT) and _helps(run, at, chat):
        return False
    if unit.sort == "verb":
        return not _is_inner(run, at)
    if unit.sort != "word":
        return False
    if unit.word in chat.have:
        return not (at and run[at - 1].possessive)  # “under Ian’s control”
    return unit.word in IS_NOT or any(unit.word in words for words in (chat.be, chat.use, chat.playing, chat.say))


def _is_inner(run: Sequence[Unit], at: int) -> bool:
    """Whether a verb stands within a noun phrase: “in play”, “has Bell attached”."""
    unit, following = run[at], run[at + 1] if at + 1 < len(run) else None
    if unit.word in ("attached", "engaged"):
        return following is None or not following.is_noun
    if not at or unit.verb is None or "base" not in unit.verb.roles:
        return False
    before = run[at - 1]
    taken = before.verb is not None and unit.word in before.verb.verb.about  # “takes damage”
    return taken or before.word in ("in", "into", "of", "from", "during")


def _helps(run: Sequence[Unit], at: int, chat: ChatWords) -> bool:
    """Whether “is” or “gets” only helps the verb behind it: “is attacked”, “is still attacking”."""
    behind = at + 1
    while behind < len(run) and behind - at <= _NEAR and _is_between(run[behind], chat):
        behind += 1
    verb = run[behind].verb if behind < len(run) else None
    if verb is None:
        return behind < len(run) and run[behind].word in chat.playing and run[behind].word.endswith("ing")
    return bool(verb.roles & {"past", "participle", "ing"})


def _is_between(unit: Unit, chat: ChatWords) -> bool:
    return unit.sort == "word" and (unit.word in chat.between or unit.word in NEGATIONS)


def _is_passive(run: Sequence[Unit], at: int, chat: ChatWords) -> bool:
    told = run[at].verb
    if told is None or not told.roles & {"past", "participle"}:
        return False
    frames = (told.verb.frame, *told.verb.about.values())
    taken = {word for frame in frames if frame is not None for word in frame.patient.split()}
    if not taken & {"object", "indirect"}:
        return False
    place = at - 1
    while place >= 0 and _is_between(run[place], chat):
        place -= 1
    helped = place >= 0 and run[place].word in chat.passive
    return helped or (at + 1 < len(run) and run[at + 1].word == "by")


# --- the subject


def _begins_thing(run: Sequence[Unit], place: int, at: int, chat: ChatWords) -> bool:
    """Whether an article stands before a thing that is the subject of a verb."""
    return (
        run[place].word in ("the", "a", "an")
        and at - place > 1
        and not (place and run[place - 1].word in chat.light)  # “does a basic attack on”
        and all(_is_thing(one, chat) for one in run[place + 1 : at])
    )


def _clause(run: Sequence[Unit], at: int, before: ToldClause | None, chat: ChatWords) -> ToldClause:
    """The clause of a verb, by what stands before it."""
    place, floor = at - 1, before.at if before is not None else -1
    begin = at
    while place > floor:
        unit = run[place]
        if _begins_thing(run, place, at, chat):
            return ToldClause(run, at, [], place, len(run))  # “… Klaw the stun goes away”
        if unit.word in chat.indefinite:
            return ToldClause(run, at, [], place, len(run))  # “Klaw attacks Ann, nobody defends”
        led = _led(run, at, place, before, chat)
        if led is not None:
            return led
        if unit.is_noun and not _is_skipped(run, place, at):
            if not _governed(run, place, floor, chat):
                return _of_noun(run, at, place, floor, chat)
            place = _behind_determiners(run, place, chat) - 1
        elif not unit.is_noun:
            begin = place
        place -= 1
    sent = _sent(run, floor, at, chat) if before is not None else None
    if sent is not None:
        return ToldClause(run, at, [sent], begin, len(run))
    shared = before is not None and (before.relative or _passes_on(run, floor, at))
    return ToldClause(run, at, before.subject if before is not None and shared else [], begin, len(run))


def _is_thing(unit: Unit, chat: ChatWords) -> bool:
    """Whether a word may be of a subject that names nobody: “the stun goes”."""
    return unit.sort in ("word", "status") and unit.word not in chat.between and unit.word not in chat.joining


def _led(run: Sequence[Unit], at: int, place: int, before: ToldClause | None, chat: ChatWords) -> ToldClause | None:
    """The clause of a verb where the word at a place begins it: “who”, “when”, “and” without another subject."""
    unit = run[place]
    if unit.word in chat.relative and place:
        noun = next((one for one in reversed(run[:place]) if one.is_noun), None)
        if noun is not None and noun.sort == "kind" and before is not None and before.verb.word in chat.be:
            noun = before.subject[-1] if before.subject else noun  # “Klaw is a villain who …”
        return ToldClause(run, at, [noun] if noun is not None else [], place, len(run), relative=True)
    there = unit.word == "there" and run[place + 1].word in chat.be
    if unit.sort == "text" or there or (unit.word in chat.openers and unit.word not in chat.joining):
        return ToldClause(run, at, [], place, len(run))
    if before is not None and unit.word in chat.joining and unit.sort in ("word", "mark"):
        return ToldClause(run, at, before.carried, place, len(run), before.relative)
    return None


def _is_skipped(run: Sequence[Unit], place: int, at: int) -> bool:
    """Whether a noun only owns what stands behind it: “Ann’s deck”."""
    unit = run[place]
    return unit.possessive and unit.sort in ("name", "me", "pro") and place + 1 < at


def _governed(run: Sequence[Unit], place: int, floor: int, chat: ChatWords) -> bool:
    """Whether a noun belongs to a preposition and another noun stands before that: “Ann with Bell attacks”."""
    first = _behind_determiners(run, place, chat)
    if first > 1 and run[first - 1].word in ("after", "before") and run[first - 2].word in chat.be | chat.sits:
        return True  # “Ann, who is after me, has …”
    if not first or run[first - 1].word not in chat.no_subject:
        return False
    if run[first - 1].word == "by":
        return True
    counted = (
        first > 2 and run[first - 2].sort == "word" and run[first - 3].sort == "number"
    )  # “3 damage from Bell is …”
    return counted or any(unit.is_noun for unit in run[max(floor, 0) : first - 1])


def _behind_determiners(run: Sequence[Unit], place: int, chat: ChatWords) -> int:
    while place and (run[place - 1].word in chat.determiners or run[place - 1].word in chat.adjectives):
        place -= 1
    return place


def _of_noun(run: Sequence[Unit], at: int, place: int, floor: int, chat: ChatWords) -> ToldClause:
    subject = _joined_before(run, place, floor, chat)
    begin = next(n for n, unit in enumerate(run) if unit is subject[0])
    return ToldClause(run, at, subject, _behind_determiners(run, begin, chat), len(run))


def _joined_before(run: Sequence[Unit], at: int, floor: int, chat: ChatWords) -> list[Unit]:
    """“A, B and C”, from its last; what the verb before takes belongs to that."""
    found = [run[at]]
    place = at - 1
    while place > floor:
        joined = False
        while place > floor and (run[place].word in chat.conjunctions or run[place].word in chat.determiners):
            joined = joined or run[place].word in chat.conjunctions
            place -= 1
        unit = run[place]
        if not joined or place <= floor or not unit.is_noun or (unit.possessive and unit.sort != "name"):
            break
        if (len(found) == 1 and run[at - 1].word == ",") or _is_taken(run, place, chat):
            break  # “Kim and Lars, Lars is …”
        found.insert(0, unit)
        place -= 1
    return found


def _is_taken(run: Sequence[Unit], at: int, chat: ChatWords) -> bool:
    """Whether a noun stands behind a verb or preposition that takes it."""
    place = _behind_determiners(run, at, chat) - 1
    if place < 0:
        return False
    before = run[place]
    return before.sort == "verb" or any(
        before.word in row for row in (chat.have, chat.prepositions, chat.be, chat.use, chat.playing)
    )


def _sent(run: Sequence[Unit], verb: int, at: int, chat: ChatWords) -> Unit | None:
    """“Ann sends Bug to attack”, “I use Bug to thwart”: whom somebody lets do what “to” leads to."""
    between = run[verb + 1 : at]
    lets = run[verb].word in chat.lets and bool(between) and between[-1].word == "to"
    named = [one for one in between if one.sort == "name" and not one.possessive]
    return named[0] if lets and len(named) == 1 else None


def _passes_on(run: Sequence[Unit], verb: int, at: int) -> bool:
    """“wants to attack”, “decides to play”: the verb before “to” has the same subject."""
    return any(unit.word == "to" for unit in run[verb + 1 : at]) or run[at].word.endswith("ing")


# --- what stands behind the verb


def objects_of(clause: ToldClause, chat: ChatWords) -> tuple[list[Unit], dict[str, list[Unit]]]:
    """Those that stand behind a verb: without a preposition, and by preposition."""
    return taken_in(clause.run, clause.at + 1, clause.end, chat)


def taken_in(run: Sequence[Unit], first: int, end: int, chat: ChatWords) -> tuple[list[Unit], dict[str, list[Unit]]]:
    """Those that stand in a part of a run: without a preposition, and by preposition."""
    direct: list[Unit] = []
    by: dict[str, list[Unit]] = {}
    preposition = ""
    for place in range(first, end):
        unit = run[place]
        if _ends_predicate(run, place, end, chat):
            break
        if unit.is_noun:
            following = run[place + 1] if place + 1 < end else None
            if not _only_owns(unit, following, preposition, chat):
                (by.setdefault(preposition, []) if preposition else direct).append(unit)
        elif unit.word in chat.prepositions:
            engaged = unit.word == "with" and place > first and run[place - 1].word in chat.engaged
            preposition = ENGAGED if engaged else "with" if unit.word == "using" else unit.word
    return direct, by


def is_subject(unit: Unit) -> bool:
    """Whether a unit can be nothing but who does something: “he”, “she”, “they”."""
    return unit.sort == "pro" and unit.word in ("he", "she", "they")


def _ends_predicate(run: Sequence[Unit], place: int, end: int, chat: ChatWords) -> bool:
    unit = run[place]
    if is_subject(unit):
        return True
    if unit.sort == "text" or (unit.word in chat.openers and unit.word != "so"):
        return True
    if unit.word not in chat.joining or unit.sort == "name":
        return False
    following = place + 1
    while following < end and (run[following].word in chat.determiners or run[following].word in chat.joining):
        following += 1
    return following >= end or not (run[following].is_noun or run[following].word in chat.prepositions)


def _only_owns(unit: Unit, following: Unit | None, preposition: str, chat: ChatWords) -> bool:
    """Whether a noun is only the owner of a thing that no unit names: “Ann’s deck”."""
    if unit.possessive and following is not None and following.word in chat.turn:
        return True  # “attacks on her turn”
    if not unit.possessive or unit.sort == "pro" or preposition == "by" or following is None:
        return False
    word = following.word
    return following.sort == "word" and word not in chat.prepositions and word not in chat.conjunctions


def is_negative(near: Sequence[str], chat: ChatWords) -> bool:
    """Whether the words before a verb deny it."""
    return any(one in NEGATIONS or one in NEGATED or one in CANNOT or one in chat.nobody_does for one in near)


def is_conditional(near: Sequence[str], chat: ChatWords) -> bool:
    """Whether the words before a verb say that it may be."""
    return any(one in chat.may for one in near)


def small_clause(run: Sequence[Unit], at: int, chat: ChatWords) -> ToldClause:
    """What a word says without a verb: “both in hero form”, “Ann as Storm”."""
    return _clause(run, at, None, chat)
