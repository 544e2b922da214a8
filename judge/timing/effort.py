"""How much one answer may take: counted, never timed, so that the same dispute always gives the same answer."""

from __future__ import annotations

from dataclasses import dataclass

from judge.errors import TooLarge

MOST_WEIGHED = 80_000
"""How many candidates may be weighed for one answer: far more than any table holds, a few seconds of work."""


@dataclass
class Effort:
    """What may still be weighed for one answer."""

    left: int = MOST_WEIGHED

    def spend(self, candidates: int) -> None:
        """Count candidates weighed. Raises TooLarge when the answer would take without bounds."""
        self.left -= candidates
        if self.left < 0:
            raise TooLarge(
                f"This dispute unfolds into more than {MOST_WEIGHED} moments, which cannot be settled in bounds; "
                "submit fewer cards, or only the occurrence it begins with.",
                "cards",
            )
