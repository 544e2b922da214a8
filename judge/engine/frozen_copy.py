"""A frozen value with some of its fields changed, without going through its constructor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["changed"]

if TYPE_CHECKING:  # fields and types are checked as of `replace`
    from dataclasses import replace as changed
else:

    def changed(value: Any, /, **fields: Any) -> Any:
        """As `dataclasses.replace`, of what has neither slots nor `__post_init__`: a tenth of the time."""
        new = object.__new__(type(value))
        new.__dict__.update(value.__dict__, **fields)
        return new
