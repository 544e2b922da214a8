"""Counts how much one answer may take: never timed, so that the same dispute always gives the same answer."""

from __future__ import annotations

from dataclasses import dataclass

from judge.errors import TooLarge

MOST_LOOKS = 700_000
"""Looks at a card or an ability that one answer may take: thousands of times what any table asks for."""
WEIGHING = 20
"""What it counts for to weigh one ability at one moment: as many looks as that takes."""


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
