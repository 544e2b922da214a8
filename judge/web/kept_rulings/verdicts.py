"""Works out what this program says of kept disputes, once for each version, and keeps it in the process."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

from cachetools import LRUCache
from flask import Flask, current_app

from judge.engine.effort import one_answer
from judge.kept_rulings.checking import CheckOutcome, check, compare
from judge.kept_rulings.model import StoredRuling
from judge.web import page_context

_MOST = 4_000
_KEY = "judge-kept-verdicts"


def install(app: Flask) -> None:
    """Keep verdicts with the application: they hold for its build."""
    app.extensions[_KEY] = (LRUCache(_MOST), Lock())


def verdict_on(kept: StoredRuling) -> CheckOutcome:
    """The kept dispute by the build in use. Raises CouldNot where the machine fails."""
    known, lock = current_app.extensions[_KEY]
    key = (kept.ruling.id, kept.version, kept.changed)
    with lock:
        found: CheckOutcome | None = known.get(key)
    if found is None:
        with one_answer():  # it is kept for everybody, whatever the request that asks has spent
            found = check(kept.ruling, page_context.desk().resolve)
        with lock:
            known[key] = found
    return found


def verdict_beside(kept: StoredRuling, dispute: Mapping[str, Any], ruling: Mapping[str, Any]) -> CheckOutcome:
    """The kept ruling beside one just computed: compared with that where it is about the same dispute."""
    if kept.ruling.dispute == dispute:
        return compare(kept.ruling.expects, ruling)
    return verdict_on(kept)
