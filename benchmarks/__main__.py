"""Measure Judge, section by section, beside what else does such work: plain tables, and JSON for machines.

    scripts/bench [SECTION …] [--json FILE|-] [--quick]

Without a section all are measured. `--quick` is for trying it out: few rounds, rough figures.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import printing
from benchmarks.machine import facts
from benchmarks.sections import SECTIONS
from judge.errors import JudgeError


def main() -> int:
    """Measure what was asked for; 0, or 1 when a target of a whole run was not met, or the status of an error."""
    asked = _arguments()
    results = {}
    for name in asked.sections or list(SECTIONS):
        print(f"{name}: {SECTIONS[name].what} …", file=sys.stderr)
        try:
            results[name] = SECTIONS[name].measure(asked.quick).as_json()
        except JudgeError as error:
            print(f"bench: {error}", file=sys.stderr)
            return error.exit_status
        if asked.json != "-":
            print(f"\n== {name}: {SECTIONS[name].what}\n{printing.plain(results[name])}\n", flush=True)
    if asked.json:
        _write({"facts": facts(asked.quick), "sections": results}, asked.json)
    return int(not asked.quick and not all(t["met"] for section in results.values() for t in section["targets"]))


def _arguments() -> argparse.Namespace:
    sections = "".join(f"\n  {name:<10} {section.what}" for name, section in SECTIONS.items())
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description=f"{__doc__}\nSections:{sections}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sections", nargs="*", choices=[[], *SECTIONS], metavar="SECTION", help="what to measure")
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON; - for standard output alone")
    parser.add_argument("--quick", action="store_true", help="few rounds: to try it out")
    return parser.parse_args()


def _write(document: object, target: str) -> None:
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        Path(target).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
