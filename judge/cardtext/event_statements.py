"""What happens, told in a sentence: the clauses that the grammar of triggering conditions reads in it."""

from __future__ import annotations

from judge.cardtext.ability_in_reading import AbilityInReading
from judge.cardtext.condition_reader import Conditions
from judge.cardtext.game_words import AbilityWords
from judge.cardtext.lexer import Lexer
from judge.cardtext.tree import Clause
from judge.cardtext.triggering_conditions import Triggers


class StatementReader:
    """Reads statements in the words of one game."""

    def __init__(self, words: AbilityWords) -> None:
        self._words = words
        self._lexer = Lexer(words)

    def clauses(self, text: str) -> tuple[Clause, ...]:
        """The clauses with which a text begins, joined by “and” and “or”; none where it says nothing that happens."""
        pieces = self._lexer.read(text).pieces
        reading = AbilityInReading(pieces, self._words)
        tree, _ = Triggers(reading, Conditions(reading)).trigger(0, len(pieces), "when")
        return tree.clauses
