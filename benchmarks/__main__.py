"""Measure Judge, section by section, beside what else does such work: plain tables, and JSON for machines.

    scripts/bench [SECTION …] [--json FILE|-] [--quick] [--page]

Without a section all are measured. `--quick` is for trying it out: few rounds, rough figures. In a FILE that is there,
only the sections measured are replaced. `--page` measures nothing: it fills docs/benchmarks.md from the kept results.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import page, printing
from benchmarks.machine import facts
from benchmarks.sections import SECTIONS
from judge.errors import JudgeError


def main() -> int:
    """Measure what was asked for; 0, or 1 when a target of a whole run was not met, or the status of an error."""
    asked = _arguments()
    if asked.page:
        text = page.PAGE.read_text(encoding="utf-8")
        fresh = page.filled(text, page.read_results(page.RESULTS), page.read_results(page.SOAK))
        page.PAGE.write_text(fresh, encoding="utf-8")
        return 0
    kept = page.read_results(Path(asked.json)) if asked.json and asked.json != "-" else {}
    met = True
    for name in asked.sections or list(SECTIONS):
        print(f"{name}: {SECTIONS[name].what} …", file=sys.stderr)
        try:
            kept[name] = {"facts": facts(asked.quick), **SECTIONS[name].measure(asked.quick).as_json()}
        except JudgeError as error:
            print(f"bench: {error}", file=sys.stderr)
            return error.exit_status
        met = met and all(target["met"] for target in kept[name]["targets"])
        if asked.json != "-":
            print(f"\n== {name}: {SECTIONS[name].what}\n{printing.plain(kept[name])}\n", flush=True)
        if asked.json:
            _write(kept, asked.json, is_last=name == (asked.sections or list(SECTIONS))[-1])
    return int(not asked.quick and not met)


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
    parser.add_argument("--page", action="store_true", help="fill docs/benchmarks.md from benchmarks/results/")
    return parser.parse_args()


def _write(document: object, target: str, is_last: bool) -> None:
    """Keep what has been measured so far: in the file after each section, on standard output once."""
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    if target != "-":
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(target).write_text(text, encoding="utf-8")
    elif is_last:
        sys.stdout.write(text)


if __name__ == "__main__":
    sys.exit(main())
