"""How much work something takes, counted and never timed: the same on a slow or busy machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from cProfile import Profile
from types import FrameType
from typing import Any


def calls_made(work: Callable[[], Any]) -> int:
    """How many functions are called by a call of `work` and by those, functions of C too."""
    profile = Profile()
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


def lines_run(work: Callable[..., Any], *given: Any) -> int:
    """How many lines of Python are run by a call of `work`, each turn of a loop among them."""
    count = 0

    def counting(_frame: FrameType, _event: str, _: Any) -> Any:
        nonlocal count
        count += 1
        return counting

    before = sys.gettrace()
    sys.settrace(counting)
    try:
        work(*given)
    finally:
        sys.settrace(before)
    return count
