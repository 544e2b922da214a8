"""Faults that tests have found and nobody has mended yet: each test still runs, and says so where it passes again."""

from __future__ import annotations

KNOWN = {
}
"""By the name of the test, with its parameters."""
