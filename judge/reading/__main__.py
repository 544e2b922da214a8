"""Reads one book for writers of descriptions: `python -m judge.reading GAME-EDITION [--show HEADWORD] [--fresh]`.

Reads books, writes their glossaries and prints the account and every problem. With `--show` it prints an entry as well;
`--fresh` forgets earlier anchors; `--changes` lists each repair. A book with problems is written too, so that one can
look at it, but the exit status is 2 and a build would refuse it.
"""

from __future__ import annotations

import argparse
import sys

from judge.corpus import plain_name
from judge.data_places import corpus_folder
from judge.errors import JudgeError, NotFound
from judge.reading import BookReading, read_with_problems
from judge.reading.corpus_files import CorpusFiles
from judge.reading.glossary import Glossary


def main(arguments: list[str] | None = None) -> int:
    """Read the books named (all when none is) and say what came of it; exit status 0 when nothing is wrong."""
    parser = argparse.ArgumentParser(prog="python -m judge.reading", description=__doc__)
    parser.add_argument("books", nargs="*", metavar="GAME-EDITION")
    parser.add_argument("--show", action="append", default=[], metavar="HEADWORD")
    parser.add_argument("--fresh", action="store_true", help="forget earlier anchors and retired addresses")
    parser.add_argument("--changes", action="store_true", help="list every repair")
    given = parser.parse_args(arguments)
    shelf, status = CorpusFiles(corpus_folder()), 0
    for stem in given.books or shelf.descriptions():
        try:
            reading = _read(shelf, stem, given.fresh)
        except JudgeError as error:
            for problem in error.problems:
                print(problem.message, file=sys.stderr)
            status = max(status, error.exit_status)
            continue
        if given.changes:
            for c in reading.glossary.audit.changes:
                print(f"{c.line:5} {c.kind:14} {c.was} → {c.now}")
        for name in given.show:
            if not _show(reading.glossary, name):
                print(f"{stem}: no entry is called “{name}”.", file=sys.stderr)
                status = max(status, NotFound.exit_status)
        status = max(status, _report(stem, reading))
    return status


def _read(shelf: CorpusFiles, stem: str, fresh: bool) -> BookReading:
    description = shelf.description(stem)
    source = shelf.source(description.layout.source)
    previous = None if fresh else shelf.previous(stem)
    reading = read_with_problems(description, source, shelf.lexicon(description), previous)
    shelf.write(reading.glossary)
    return reading


def _show(glossary: Glossary, name: str) -> bool:
    """Print every entry of that name; whether there is one."""
    found = [entry for entry in glossary.entries if plain_name(name) in map(plain_name, entry.names)]
    for entry in found:
        print(f"\n{entry.headword} [{entry.id}] {entry.kind}, lines {list(entry.ranges)}, section “{entry.section}”")
        for paragraph in entry.paragraphs:
            mark = {"text": "", "item": "• ", "step": "# "}[paragraph.role]
            print(f"  {'  ' * paragraph.level}{mark}{paragraph.text}")
        for printed, target in zip(entry.see_also, entry.see_also_ids, strict=True):
            print(f"  see also {printed} → {target}")
        print("".join(f"  see {target}\n" for target in entry.redirects_to), end="")
        print("".join(f"  uncertain: {u.text} ({u.why})\n" for u in entry.uncertain), end="")
    return bool(found)


def _report(stem: str, reading: BookReading) -> int:
    audit = reading.glossary.audit
    head = f"{audit.entries} entries, {audit.redirects} redirects, {audit.references} references"
    print(f"\n{stem}: {head}, {audit.mentions} mentions")
    print("  lines: " + ", ".join(f"{name} {count}" for name, count in audit.lines.as_json().items()))
    for kind, facts in audit.as_json()["repairs"].items():
        print(f"  {kind}: {facts['count']}, as {'; '.join(e[:60] for e in facts['examples'])}")
    for unresolved in audit.unresolved:
        print(f"  unresolved: {unresolved.name} in {unresolved.entry}")
    print(f"  uncertain readings: {len(audit.uncertain)}; without references in or out: {len(audit.orphans)}")
    for problem in reading.problems:
        print(f"  PROBLEM {problem.message}")
    return 2 if reading.problems else 0


if __name__ == "__main__":
    sys.exit(main())
