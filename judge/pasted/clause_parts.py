"""The parts of a clause: who stands before a verb, who behind it, and with which prepositions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.cardtext.english import HAVE
from judge.pasted.story import Unit
from judge.pasted.story_words import (
    ADJECTIVES,
    AND,
    ATTACHED,
    COPULA,
    DETERMINERS,
    ENGAGED,
    FORM_NOUNS,
    GAP,
    HARD,
    HAVING,
    LYING,
    OPENERS,
    PASSIVE,
    PREPOSITIONS,
    TEXT_NOUNS,
    USE,
)


def subject_of(run: Sequence[Unit], at: int) -> list[Unit]:
    """Those that stand before a verb and do it."""
    place = at - 1
    while place >= 0:
        unit = run[place]
        if unit.word in ("who", "which", "that") and place:
            before = next((n for n in range(place - 1, -1, -1) if run[n].is_noun), None)
            return [run[before]] if before is not None else []
        if unit.is_noun and not (unit.possessive and unit.sort in ("name", "me", "pro") and place + 1 < at):
            if is_object(run, place) and joins(run, place, at):
                place -= 1
                continue
            if (
                place
                and run[place - 1].word
                in (
                    "by",
                    "with",
                    "on",
                    "against",
                    "of",
                    "from",
                    "to",
                    "in",
                    "at",
                    "for",
                )
                and run[place - 1].word not in ("of",)
                and any(one.is_noun for one in run[max(0, place - 6) : place - 1])
            ):
                place -= 2
                continue
            return coordinated(run, place, -1)
        if unit.sort == "verb" and unit.word in PASSIVE and not any(one.is_noun for one in run[place + 1 : at]):
            place -= 1
            continue  # “gets dealt”
        if unit.sort == "verb" and place and run[place - 1].word in ("in", "into"):
            place -= 1
            continue  # “into play”
        if unit.sort == "verb" and unit.verb is not None and not passes_on(run, place, at):
            return subject_of(run, place) if joins(run, place, at) else []
        if unit.sort == "text" or (unit.word in OPENERS and unit.word not in ("who", "which", "that", "but", "then")):
            return []
        place -= 1
    return []


def joins(run: Sequence[Unit], first: int, second: int) -> bool:
    """Whether a second verb has the subject of the first: “attacks and defeats”."""
    return any(unit.word in ("and", "then", ",", "but", "or", "&") for unit in run[first:second])


def passes_on(run: Sequence[Unit], verb: int, at: int) -> bool:
    """“wants to attack”, “decides to play”: the verb before “to” has the same subject."""
    return "to" in [unit.word for unit in run[verb + 1 : at]]


def coordinated(run: Sequence[Unit], at: int, step: int) -> list[Unit]:
    """“A, B and C” from one of its ends."""
    found = [run[at]]
    place = at + step
    while 0 <= place < len(run):
        joined = False
        while 0 <= place < len(run) and (run[place].word in AND or run[place].word in DETERMINERS):
            joined = joined or run[place].word in AND
            place += step
        if not joined or not 0 <= place < len(run) or not run[place].is_noun:
            break
        if step < 0 and len(found) == 1 and run[at - 1].word == ",":
            break  # “Kim and Lars, Lars is …”
        if run[place].possessive and run[place].sort != "name":
            break
        if step > 0 and starts_clause(run, place):
            break
        if step < 0 and is_object(run, place):
            break
        found.append(run[place])
        place += step
    return found[::step]


def objects_of(run: Sequence[Unit], at: int) -> tuple[list[Unit], dict[str, list[Unit]]]:
    """Those that stand behind a verb: without a preposition, and by preposition."""
    direct: list[Unit] = []
    by: dict[str, list[Unit]] = {}
    preposition = ""
    place = at + 1
    while place < len(run):
        unit = run[place]
        if unit.is_noun:
            if starts_clause(run, place) and (direct or by or preposition == ""):
                before = run[place - 1].word
                if before in AND or before in OPENERS or direct or by:
                    break
            bare = unit.possessive and unit.sort != "pro" and preposition != "by"
            following = run[place + 1] if bare and place + 1 < len(run) else None
            if following is not None and following.sort == "word" and following.word not in PREPOSITIONS | AND:
                place += 1
                continue
            several = coordinated(run, place, 1)
            (by.setdefault(preposition, []) if preposition else direct).extend(several)
            place = run.index(several[-1], place) + 1
            continue
        if unit.verb is not None and unit.verb.roles & {"s", "past", "base"} and unit.word not in ENGAGED | ATTACHED:
            break
        if unit.sort == "text" or (unit.word in OPENERS and unit.word != "so"):
            break
        if unit.word in ("and", "&") and not (place + 1 < len(run) and (run[place + 1].is_noun)):
            break
        if unit.word in PREPOSITIONS:
            preposition = "with" if unit.word == "using" else unit.word
        elif unit.word == ",":
            preposition = preposition if direct or by else ""
        place += 1
    return direct, by


def is_placed(units: Sequence[Unit], at: int) -> bool:
    """Whether a name says where something lies: “on Klaw”, “engaged with Ann”."""
    while at and units[at - 1].word in DETERMINERS:
        at -= 1
    before = units[at - 1].word if at else ""
    two = units[at - 2].word if at > 1 else ""
    if before in ("on", "onto", "under", "against", "by", "from", "of"):
        return two not in TEXT_NOUNS
    return (before == "to" and two in ATTACHED) or (before == "with" and two in ENGAGED)


def is_hard(unit: Unit) -> bool:
    return unit.word in HARD or unit.sort == "text"


def runs(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """Lazily, the parts of a sentence between hard marks."""
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


def starts_clause(run: Sequence[Unit], at: int) -> bool:
    """Whether a noun is the subject of a verb behind it, not the object of one before."""
    place = at + 1
    while place < len(run) and place - at <= GAP:
        unit = run[place]
        if unit.word in OPENERS:
            return False
        if unit.sort == "verb" and unit.verb is not None:
            return (
                unit.word == "playing"
                or bool(unit.verb.roles & {"s", "base"})
                or (bool(unit.verb.roles & {"past"}) and unit.word not in ENGAGED | ATTACHED)
            )
        if unit.word in COPULA | HAVE | USE | {"wants", "says", "would", "will", "can", "may", "holds", "controls"}:
            return True
        if unit.is_noun or unit.word in PREPOSITIONS or unit.sort in ("mark", "text") or unit.word in AND:
            return False
        place += 1
    return False


def is_description(part: Sequence[Unit]) -> bool:
    """Whether nothing but descriptions stand in a part without a verb."""
    known = LYING | PREPOSITIONS | DETERMINERS | AND | ADJECTIVES | FORM_NOUNS
    return sum(unit.sort == "word" and unit.word not in known for unit in part) <= 1


def is_object(run: Sequence[Unit], at: int) -> bool:
    """Whether a noun stands behind a verb or preposition that takes it."""
    place = at - 1
    while place >= 0 and run[place].word in DETERMINERS | ADJECTIVES:
        place -= 1
    return place >= 0 and (run[place].sort == "verb" or run[place].word in HAVING | PREPOSITIONS | COPULA)


def is_text_noun(unit: Unit) -> bool:
    return (
        unit.word in TEXT_NOUNS or unit.sort in ("mark", "kind", "form", "number") or unit.word in COPULA | DETERMINERS
    )


def reads(unit: Unit) -> bool:
    return unit.word in ("says", "reads", "said", "goes", "say", "read", "states")
