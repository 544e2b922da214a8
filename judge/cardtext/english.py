"""The words of English grammar that card text uses in any game: determiners, pronouns, auxiliaries, prepositions."""

from __future__ import annotations


def _words(said: str) -> frozenset[str]:
    return frozenset(said.split())


_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: number for number, word in enumerate(_COUNTED, 1)}
ORDINALS = _words("first second third fourth fifth next last final")
OCCASIONS = _words("first second third fourth fifth")
"""Which of several like things that happen: “the first time each round”."""
PRONOUNS = _words("it he she they him them")
REFLEXIVE = _words("itself himself herself themselves themself")
POSSESSIVE = _words("its his their her")
BE = _words("is are was were be been being becomes become")
FINITE_BE = _words("is are was were")
HAVE = _words("has have had")
DO = _words("do does did")
MODALS: dict[str, str | None] = {"may": "may", "can": "can", "could": "can", "must": "must"}
MODALS |= dict.fromkeys(("would", "will", "should", "shall"))
CANNOT = _words("cannot can't couldn't")
NEGATED = {f"{word}n't": word for word in ("do", "does", "did", "is", "are", "was", "were", "has", "have", "would")} | {
    "won't": "will"
}
SHORTHAND = {
    "u": "you", "ur": "your", "yr": "your", "dmg": "damage", "char": "character", "chars": "characters",
    "opp": "opponent", "opps": "opponents", "w/": "with", "w/o": "without",
} | {word.replace("'", ""): word for word in (*CANNOT, *NEGATED) if "'" in word}  # fmt: skip
"""Words as hasty hands type them → as printed."""
NEGATIONS = _words("not never")
ADVERBS = _words(
    "also only instead already immediately again both still then each successfully otherwise first even either now "
    "just randomly simultaneously"
)
"""Words that may stand between a subject and its verb."""
PREPOSITIONS = _words(
    "to from on onto in into at by with without against under beneath below for of among between during after before "
    "as using via above over through within except per toward towards beside behind near adjacent"
)
COMMON = PREPOSITIONS | ADVERBS | PRONOUNS | BE | DO | HAVE | _words("the all any you your each every when this that")
"""Words that begin sentences and are no short form of a name."""
NAME_JOINTS = _words("of the and & in for a to de von van der la no on with an at from is")
"""Lower-case words inside names (“Bob, Agent of Hydra”)."""
