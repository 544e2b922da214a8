"""What the rules of a game leave open between abilities that stand together: when that is so."""

from __future__ import annotations

from collections.abc import Sequence

from judge.gamestate.candidate import Candidate
from judge.scripts.script import AbilityClass


def open_cases(cls: AbilityClass, found: Sequence[Candidate], active: str) -> list[str]:
    """The keys of the class's `open` that apply to abilities standing together.

    `others-optional`: an optional ability of somebody else beside one of the player whose turn it is;
    `same-player`: two of one player; `several-players`: abilities of several players; any other key is a timing: one of
    that timing is among them.
    """
    users = [candidate.piece.you or active for candidate in found]
    others = any(c.piece.you not in (None, active) and not c.piece.mandatory for c in found)
    cases = {
        "others-optional": others and active in users,
        "same-player": len(users) > len(set(users)),
        "several-players": len(set(users)) > 1,
        **dict.fromkeys((c.piece.timing for c in found), True),
    }
    return [key for key in cls.open if cases.get(key)]
