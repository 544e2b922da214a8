"""How right the links inside sentences are, measured against a sample of sentences labelled by hand.

`links.json` holds sentences drawn evenly over the five books by a seeded draw and labelled before the links were
looked at: `links`, each mention that ought to be linked (its words, the entries it may lead to), and `fine`, mentions
that may be linked or left. A term is linked at its first use in an entry, so one that stood there before the sentence
is not asked for again. Run as a program, it prints every difference and the figures.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.entry import Entry, Mention, Paragraph
from tests.golden.measure import load_glossary

BOOKS = (
    "marvel-champions-community",
    "marvel-champions-rr-1.0",
    "vs-system-2pcg-mcu",
    "marvel-united-x-men",
    "legendary-manual",
)

Label = tuple[str, tuple[str, ...]]
"""The words of a mention and the ids of the entries it may lead to."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One sentence with its labels."""

    entry: str
    sentence: str
    links: tuple[Label, ...]
    fine: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the links of one sentence came to, each as `words → id`."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]
    missed: tuple[str, ...]


def load_sample(name: str = "links.json") -> list[Labelled]:
    """The labelled sentences."""
    rows = json.loads((Path(__file__).parent / name).read_text("utf-8"))
    return [Labelled(r["entry"], r["sentence"], _labels(r["links"]), _labels(r["fine"])) for r in rows]


def _labels(rows: Iterable[Sequence[object]]) -> tuple[Label, ...]:
    return tuple((str(words), tuple(map(str, targets))) for words, targets in rows if isinstance(targets, list))


def load_books() -> dict[str, Entry]:
    """Every entry of the five cleaned glossaries by id."""
    return {entry.id: entry for stem in BOOKS for entry in load_glossary(stem)}


def find_paragraph(labelled: Labelled, entries: Mapping[str, Entry]) -> Paragraph | None:
    """The paragraph the sentence stands in, None when it reads otherwise by now."""
    entry = entries.get(labelled.entry)
    return next((p for p in entry.paragraphs if labelled.sentence in p.text), None) if entry else None


def judge_links(labelled: Labelled, paragraph: Paragraph, entry: Entry) -> Outcome:
    """Compare the mentions inside the sentence, which stands in a paragraph of the entry, with its labels."""
    begin = paragraph.text.index(labelled.sentence)
    end = begin + len(labelled.sentence)
    here = [m for m in paragraph.mentions if begin <= m.start and m.end <= end]
    earlier = entry.paragraphs[: entry.paragraphs.index(paragraph)]
    before = {m.target for m in paragraph.mentions if m.start < begin}
    before |= {m.target for p in earlier for m in p.mentions}
    right: list[str] = []
    wrong: list[str] = []
    met = set(before)
    for mention in here:
        words = paragraph.text[mention.start : mention.end]
        fits = any(_fits(mention, words, label) for label in (*labelled.links, *labelled.fine))
        (right if fits else wrong).append(f"{words} → {mention.target}")
        met |= {mention.target} if fits else set()
    missed = [f"{words} → {targets[0]}" for words, targets in labelled.links if not met & set(targets)]
    return Outcome(tuple(right), tuple(wrong), tuple(missed))


def _fits(mention: Mention, words: str, label: Label) -> bool:
    labelled, targets = label
    ours, theirs = words.casefold(), labelled.casefold()
    return mention.target in targets and (ours in theirs or theirs in ours)


def figures(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """Precision and recall over all sentences together."""
    right, wrong, missed = (sum(len(getattr(o, kind)) for o in outcomes) for kind in ("right", "wrong", "missed"))
    return right / (right + wrong), right / (right + missed)


def main() -> None:
    """Print what is wrong, what is missed, and the figures."""
    entries, outcomes = load_books(), []
    for labelled in load_sample():
        paragraph = find_paragraph(labelled, entries)
        if paragraph is None:
            print(f"{labelled.entry}: reads otherwise by now: {labelled.sentence}")
            continue
        outcomes.append(judge_links(labelled, paragraph, entries[labelled.entry]))
        for kind in ("wrong", "missed"):
            for mention in getattr(outcomes[-1], kind):
                print(f"{kind:7} {mention}: {labelled.sentence} [{labelled.entry}]")
    precision, recall = figures(outcomes)
    counts = {kind: sum(len(getattr(o, kind)) for o in outcomes) for kind in ("right", "wrong", "missed")}
    print(f"{len(outcomes)} sentences: {counts}; precision {precision:.3f}, recall {recall:.3f}")


if __name__ == "__main__":
    main()
