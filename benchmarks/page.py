"""The tables of `docs/benchmarks.md`, filled from the results that were kept as JSON: no figure is typed by hand.

A block stands between `<!-- measured: SECTION -->` and `<!-- end -->`; the section `soak` is the summary of a soak.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks import printing

_HOUSE = Path(__file__).resolve().parent
PAGE = _HOUSE.parent / "docs" / "benchmarks.md"
RESULTS = _HOUSE / "results" / "bench.json"
SOAK = _HOUSE / "results" / "soak.json"
_BLOCK = re.compile(r"<!-- measured: (\S+) -->\n.*?<!-- end -->", re.DOTALL)
_MISSING = "Not measured yet."


def read_results(path: Path) -> dict[str, Any]:
    """What was measured and kept in a file; nothing where there is none."""
    if not path.is_file():
        return {}
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def filled(page: str, results: Mapping[str, Any], soak: Mapping[str, Any]) -> str:
    """The page with every block filled from the results."""

    def block(found: re.Match[str]) -> str:
        name = found[1]
        return f"<!-- measured: {name} -->\n{_content(name, results, soak)}\n<!-- end -->"

    return _BLOCK.sub(block, page)


def _content(name: str, results: Mapping[str, Any], soak: Mapping[str, Any]) -> str:
    if name == "soak":
        return "\n".join(f"- {line.strip()}" for line in printing.soak_in_words(soak)) if soak else _MISSING
    section = results.get(name)
    return f"{printing.markdown(section)}\n\n{_where(section['facts'])}" if section else _MISSING


def _where(facts: Mapping[str, Any]) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in facts["versions"].items())
    return (
        f"Measured {facts['date']}{' in a quick run' if facts['quick'] else ''}: {facts['cores']} cores "
        f"({facts['processor']}, {facts['system']}), load {facts['load']} before; Python {facts['python']}, judge "
        f"{facts['judge']} build {facts['build']}; {versions}."
    )
