"""Counts how much one answer may take: never timed, so that the same dispute always gives the same answer.

Reading, resolving, comparing orders, searching and answering spend of one number: what is asked inside `one_answer`
shares it, whatever else is asked has a larger one of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from judge.errors import TooLarge

MOST_LOOKS = 450_000
"""Looks at a card or an ability that one answer may take: twice what a hundred cards in a whole phase ask for."""
MOST_OF_A_TABLE = 1_200_000
"""As many for what lays each card of a whole table by itself: its chart with four decks asks for a million at most."""
MOST_BY_ITSELF = 4_000_000
"""As many for what no request asks for: a command, a test."""
TRYING = 350
"""What it counts for to lay a card on a table by itself, besides what comes of it."""
WEIGHING = 20
"""What it counts for to weigh one ability at one moment, or to take one step: as many looks as that takes."""
COMPARING = 15
"""What it counts for to compare what a text tells of with what happens."""
FITTING = 6
"""What it counts for to hold a noun to somebody on the table."""
READING = 6
"""What it counts for to read a letter of a card's text."""
INDEXING = 20
"""What it counts for to read a letter of a card that no library has, and to say what the card waits for."""
SEARCHING = 40
"""What it counts for to search for a letter of a query, or to answer one of a question."""


@dataclass
class Effort:
    """What may still be looked at for one answer."""

    left: int = MOST_LOOKS
    refusal: str = (
        "This dispute unfolds into so many moments that it cannot be settled in bounds; "
        "submit fewer cards, or only the occurrence it begins with."
    )

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.left < 0

    def spend(self, looks: int = WEIGHING) -> None:
        """Count looks. Raises TooLarge when the answer would take without bounds."""
        self.left -= looks
        if self.left < 0:
            raise TooLarge(self.refusal, "cards")

    def read(self, text: str) -> None:
        """Count the letters of a card's text. Raises TooLarge."""
        self._spend_on(text, READING, "The texts take more to read than one answer may; send fewer or shorter texts.")

    def search(self, words: str) -> None:
        """Count the letters of a query. Raises TooLarge."""
        self._spend_on(words, SEARCHING, "The search takes more than one answer may; send fewer words.")

    def _spend_on(self, words: str, looks: int, sentence: str) -> None:
        self.left -= looks * len(words)
        if self.left < 0:
            raise TooLarge(sentence, "text")


_SHARED: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def one_answer(effort: Effort | None = None) -> Iterator[Effort]:
    """Whatever is asked inside, on this thread, is one answer, which may take what `effort` has."""
    effort = effort or Effort()
    token = _SHARED.set(effort)
    try:
        yield effort
    finally:
        _SHARED.reset(token)


def for_a_table() -> Effort:
    """What an answer may take that lays each card of a table, or of a library, by itself."""
    return Effort(
        MOST_OF_A_TABLE,
        "So many cards would have to be tried that it cannot be done in bounds; name a step, a set, a pack or a deck, "
        "or fewer cards.",
    )


def effort_of_this_answer() -> Effort:
    """What may still be spent on the answer being made; outside of `one_answer` more than one may take."""
    return _SHARED.get() or Effort(MOST_BY_ITSELF)
