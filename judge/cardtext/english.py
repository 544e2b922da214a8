"""The words of English grammar that card text uses in any game: determiners, pronouns, auxiliaries, prepositions."""

from __future__ import annotations


def word_set(said: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(said.split())


_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: number for number, word in enumerate(_COUNTED, 1)}
ORDINALS = word_set("first second third fourth fifth next last final")
OCCASIONS = word_set("first second third fourth fifth")
"""Which of several like things that happen: “the first time each round”."""
PARITY = ("odd", "even")
"""What a number may be that nobody says."""
PRONOUNS = word_set("it he she they him them")
REFLEXIVE = word_set("itself himself herself themselves themself")
POSSESSIVE = word_set("its his their her")
BE = word_set("is are was were be been being becomes become")
FINITE_BE = word_set("is are was were")
HAVE = word_set("has have had")
DO = word_set("do does did")
MODALS: dict[str, str | None] = {"may": "may", "can": "can", "could": "can", "must": "must"}
MODALS |= dict.fromkeys(("would", "will", "should", "shall"))
CANNOT = word_set("cannot can't couldn't")
NEGATED = {f"{word}n't": word for word in ("do", "does", "did", "is", "are", "was", "were", "has", "have", "would")} | {
    "won't": "will"
}
SHORTHAND = {
    "u": "you", "ur": "your", "yr": "your", "dmg": "damage", "char": "character", "chars": "characters",
    "opp": "opponent", "opps": "opponents", "w/": "with", "w/o": "without",
} | {word.replace("'", ""): word for word in (*CANNOT, *NEGATED) if "'" in word}  # fmt: skip
"""Words as hasty hands type them → as printed."""
NEGATIONS = word_set("not never")
ADVERBS = word_set(
    "also only instead already immediately again both still then each successfully otherwise first even either now "
    "just randomly simultaneously"
)
"""Words that may stand between a subject and its verb."""
PREPOSITIONS = word_set(
    "to from on onto in into at by with without against under beneath below for of among between during after before "
    "as using via above over through within except per toward towards beside behind near adjacent"
)
COMMON = PREPOSITIONS | ADVERBS | PRONOUNS | BE | DO | HAVE | word_set("the all any you your each every when this that")
"""Words that begin sentences and are no short form of a name."""
SENTENCE_ENDS = frozenset(".!?")
NAME_JOINTS = word_set("of the and & in for a to de von van der la no on with an at from is")
"""Lower-case words inside names (“Bob, Agent of Hydra”)."""
