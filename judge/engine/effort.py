"""Counts how much one answer may take: never timed, so that the same dispute always gives the same answer.

Reading, resolving, comparing orders, searching and answering spend of one number: what is asked inside `one_answer`
shares it, whatever else is asked has one of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from judge.errors import TooLarge

MOST_LOOKS = 700_000
"""Looks at a card or an ability that one answer may take: thousands of times what any table asks for."""
WEIGHING = 20
"""What it counts for to weigh one ability at one moment, or to take one step: as many looks as that takes."""
READING = 2
"""What it counts for to read a letter of a card's text."""
SEARCHING = 40
"""What it counts for to search for a letter of a query, or to answer one of a question."""


@dataclass
class Effort:
    """What may still be looked at for one answer."""

    left: int = MOST_LOOKS

    def spend(self, looks: int = WEIGHING) -> None:
        """Count looks. Raises TooLarge when the answer would take without bounds."""
        self.left -= looks
        if self.left < 0:
            raise TooLarge(
                "This dispute unfolds into so many moments that it cannot be settled in bounds; "
                "submit fewer cards, or only the occurrence it begins with.",
                "cards",
            )

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
def one_answer() -> Iterator[Effort]:
    """Whatever is asked inside, on this thread, is one answer."""
    effort = Effort()
    token = _SHARED.set(effort)
    try:
        yield effort
    finally:
        _SHARED.reset(token)


def effort_of_this_answer() -> Effort:
    """What may still be spent on the answer being made; as much as one may take outside of `one_answer`."""
    return _SHARED.get() or Effort()
