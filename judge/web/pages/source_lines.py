"""Shows an entry as its source came, at `/printed/…`: each line, unmended, beside what was made of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from flask import Blueprint, render_template
from markupsafe import Markup

from judge.edition_comparison import word_changes
from judge.entry import Entry, Paragraph
from judge.errors import CouldNot
from judge.paragraph_blocks import iter_numbered, outline
from judge.rulebook import Rulebook
from judge.web import page_context
from judge.web.addresses import find_entry
from judge.web.views.rule_html import card_text

pages = Blueprint("printed", __name__)


@dataclass(frozen=True, slots=True)
class LineStretch:
    """Lines that stand together in the source: number (from 1) and text of each, control characters dropped."""

    lines: tuple[tuple[int, str], ...]


@pages.get("/printed/<game>/<edition>/<path:slug>")
def printed(game: str, edition: str, slug: str) -> str:
    """The source lines of one entry."""
    corpus = page_context.desk().corpus
    found = find_entry(corpus, game, edition, slug)
    book = corpus.book_of(found)
    targets = [corpus.entries[target] for target in found.redirects_to]
    rows = beside(found.paragraphs, [line for one in stretches_of(found, book) for line in one.lines])
    return render_template("printed.html", entry=found, book=book, rows=rows, targets=targets, query="")


def stretches_of(found: Entry, book: Rulebook) -> list[LineStretch]:
    """The source lines of an entry of `book`. Raises CouldNot where the corpus lacks the source."""
    lines: Sequence[str] = _source_lines(page_context.desk().corpus_folder, book) if found.ranges else ()
    return [
        LineStretch(tuple((number, _visible(lines[number - 1])) for number in range(first, min(last, len(lines)) + 1)))
        for first, last in found.ranges
    ]


Numbered = tuple[int, str]


@dataclass(frozen=True, slots=True)
class ReadParagraph:
    """A paragraph as it was read, mended words marked; `number` where it is a step of a list."""

    paragraph: Paragraph
    number: int | None
    words: Markup


@dataclass(frozen=True, slots=True)
class SourceRow:
    """Lines as they came, by number, beside the paragraphs that were read from them; either may be empty."""

    lines: tuple[tuple[int, Markup], ...]
    read: tuple[ReadParagraph, ...]


def beside(paragraphs: Sequence[Paragraph], lines: Sequence[Numbered]) -> list[SourceRow]:
    """Lines and paragraphs of an entry side by side in the order of the lines, what was mended marked on both sides."""
    numbers = {paragraph.anchor: number for number, paragraph in iter_numbered(outline(paragraphs))}
    texts = dict(lines)
    groups = list(_sharing_lines(paragraphs))
    taken = {number for _, own in groups for number in own}
    at = 0
    placed: list[tuple[int, SourceRow]] = []
    for together, own in groups:
        at = own[0] if own else at
        placed.append((at, _row([(n, texts[n]) for n in own if n in texts], together, numbers)))
    alone = [(n, text) for n, text in lines if n not in taken and text.strip()]
    placed += [(n, SourceRow(((n, Markup.escape(text)),), ())) for n, text in alone]
    return [row for _, row in sorted(placed, key=lambda one: one[0])]


def _sharing_lines(paragraphs: Iterable[Paragraph]) -> Iterator[tuple[list[Paragraph], list[int]]]:
    """Lazily, paragraphs with the numbers of their lines; neighbours that share one come together."""
    together: list[Paragraph] = []
    own: list[int] = []
    for paragraph in paragraphs:
        numbers = [number for first, last in paragraph.lines for number in range(first, last + 1)]
        if together and not set(numbers) & set(own):
            yield together, own
            together, own = [], []
        together.append(paragraph)
        own += [number for number in numbers if number not in own]
    if together:
        yield together, own


def _row(lines: Sequence[Numbered], together: Sequence[Paragraph], numbers: dict[str, int | None]) -> SourceRow:
    """A row whose words differ where they were mended. Where no line is noted nothing is marked."""
    changes = word_changes(" ".join(text for _, text in lines), " ".join(p.text for p in together)) if lines else ()
    before = [change.kind != "same" for change in changes if change.kind != "added" for _ in change.text.split()]
    after = [change.kind != "same" for change in changes if change.kind != "removed" for _ in change.text.split()]
    printed = _marked([text for _, text in lines], before)
    words = _marked([p.text for p in together], after)
    read = (ReadParagraph(p, numbers[p.anchor], said) for p, said in zip(together, words, strict=True))
    return SourceRow(tuple(zip((n for n, _ in lines), printed, strict=True)), tuple(read))


def _marked(texts: Sequence[str], mended: Sequence[bool]) -> list[Markup]:
    """The texts with their words marked, of which `mended` says it one after another."""
    flags = iter(mended)
    return [_words([(word, next(flags, False)) for word in text.split()]) for text in texts]


def _words(words: Sequence[tuple[str, bool]]) -> Markup:
    runs = [(flag, card_text(" ".join(word for word, _ in run))) for flag, run in groupby(words, lambda one: one[1])]
    return Markup(" ").join(Markup('<mark class="mended">{}</mark>').format(run) if flag else run for flag, run in runs)


def _visible(line: str) -> str:
    return "".join(c for c in line if c.isprintable() or c == "\t")


@lru_cache(maxsize=16)  # a build's corpus never changes
def _source_lines(corpus_folder: Path, book: Rulebook) -> tuple[str, ...]:
    """The source of an edition, cut at newlines only. Raises CouldNot where the corpus lacks it."""
    description = corpus_folder / "rulebooks" / f"{book.file_stem}.toml"
    try:
        name = str(tomllib.loads(description.read_text(encoding="utf-8"))["layout"]["source"])
        return tuple((corpus_folder / "sources" / name).read_text(encoding="utf-8").split("\n"))
    except (OSError, KeyError, tomllib.TOMLDecodeError) as problem:
        raise CouldNot(f"The source of {book.key} cannot be read.", str(description)) from problem
