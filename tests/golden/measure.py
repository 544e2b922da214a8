"""How far a cleaned glossary is from a truth written by hand: error rates of letters and words, cross-references.

A truth is a JSON list of entries: headword, aliases, kind, text (contract, section 3), see_also, redirects_to, and
`roles`, a letter for each line of the text (t text, i item, I item one level deeper, s numbered step).
Run as a program (`scripts/compare-truth`), it prints every difference; exit status 1 when there is one.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rapidfuzz.distance import Levenshtein

from judge.entry import Entry

_GOLDEN = Path(__file__).parent
_GLOSSARIES = _GOLDEN.parents[1] / "corpus" / "glossaries"
_ROLES = {"text": "t", "item": "i", "step": "s"}


@dataclass(frozen=True, slots=True)
class Truth:
    """One entry as it should read."""

    headword: str
    aliases: tuple[str, ...]
    kind: str
    text: str
    roles: str
    see_also: tuple[str, ...]
    redirects_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rates:
    """Edits needed and the size of the truth, in letters and in words."""

    letters_wrong: int
    letters: int
    words_wrong: int
    words: int

    @property
    def cer(self) -> float:
        """Share of letters that are wrong."""
        return self.letters_wrong / self.letters

    @property
    def wer(self) -> float:
        """Share of words that are wrong."""
        return self.words_wrong / self.words


def load_truth(stem: str) -> list[Truth]:
    """The truth of one edition, from `tests/golden/STEM.json`."""
    rows: list[Any] = json.loads((_GOLDEN / f"{stem}.json").read_text("utf-8"))
    return [_truth(row) for row in rows]


def _truth(row: dict[str, Any]) -> Truth:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Truth(**values)


def load_glossary(stem: str) -> list[Entry]:
    """The cleaned glossary of one edition, from `corpus/glossaries/STEM.json`."""
    data = json.loads((_GLOSSARIES / f"{stem}.json").read_text("utf-8"))
    return [Entry.from_json(entry) for entry in data["entries"]]


def letters(text: str) -> str:
    """One line with plain quotes, dashes and arrows: kinds of these and line breaks do not count."""
    text = re.sub(r"[“”„]", '"', re.sub(r"[‘’]", "'", re.sub(r"[–—−]", "-", text)))
    return " ".join(re.sub(r"\s+-+\s+|--+", "-", re.sub(r"\s*(?:→|->)\s*", " → ", text)).split())


def roles(entry: Entry) -> str:
    """Roles of an entry's paragraphs, written as a truth writes them."""
    return "".join("I" if p.role == "item" and p.level else _ROLES[p.role] for p in entry.paragraphs)


def rates(pairs: Iterable[tuple[str, str]]) -> Rates:
    """Error rates over pairs of (truth, text), all together."""
    totals = [0, 0, 0, 0]
    for true, text in pairs:
        want, got = letters(true), letters(text)
        totals[0] += Levenshtein.distance(want, got)
        totals[1] += len(want)
        totals[2] += Levenshtein.distance(want.split(), got.split())
        totals[3] += len(want.split())
    return Rates(*totals)


def differences(true: str, text: str) -> Iterator[tuple[str, str]]:
    """The words that differ, as (should be, is), with a word before and after where something is missing."""
    want, got = letters(true).split(), letters(text).split()
    for kind, a, b, c, d in difflib.SequenceMatcher(None, want, got, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        more = int(a == b or c == d)
        yield " ".join(want[max(a - more, 0) : b + more]), " ".join(got[max(c - more, 0) : d + more])


def report(true: Truth, entry: Entry | None) -> Iterator[str]:
    """What is wrong with one entry, one sentence each."""
    if entry is None:
        yield f"{true.headword}: there is no such entry"
        return
    for should, reads in differences(true.text, entry.text):
        yield f"{true.headword}: reads “{reads}”, should read “{should}”"
    if true.roles != roles(entry):
        yield f"{true.headword}: paragraphs are {roles(entry)}, should be {true.roles}"
    if true.see_also != entry.see_also and true.kind != "redirect":
        yield f"{true.headword}: see also {list(entry.see_also)}, should be {list(true.see_also)}"
    if true.kind != entry.kind:
        yield f"{true.headword}: is a {entry.kind}, should be a {true.kind}"
    if true.aliases != entry.aliases:
        yield f"{true.headword}: aliases {list(entry.aliases)}, should be {list(true.aliases)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all differences between a truth and its glossary, and the error rates; 0 when there are none."""
    parser = argparse.ArgumentParser(description="Compare a cleaned glossary with its truth written by hand.")
    parser.add_argument("truth", nargs="?", default="rr-1.0", help="of tests/golden/")
    parser.add_argument("glossary", nargs="?", default="marvel-champions-rr-1.0", help="of corpus/glossaries/")
    given = parser.parse_args(arguments)
    truth = load_truth(given.truth)
    entries = {entry.headword: entry for entry in load_glossary(given.glossary)}
    faults = [line for true in truth for line in report(true, entries.get(true.headword))]
    print(*faults, sep="\n")
    measured = rates((t.text, entries[t.headword].text if t.headword in entries else "") for t in truth)
    print(f"{len(faults)} differences; CER {measured.cer:.3%}, WER {measured.wer:.3%}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
