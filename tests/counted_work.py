"""How much work something takes, counted and never timed: the same on a slow or busy machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


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
