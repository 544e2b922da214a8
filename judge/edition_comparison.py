"""Compares one term in several books: pairs entries of two editions, marks changed words, finds namesakes.

Pairs follow the names; where an edition renamed, split or merged a term, `corpus/lexicon/pairs.toml` says so and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar, Literal

from rapidfuzz.fuzz import ratio

from judge.corpus import Corpus, plain_name, singular
from judge.entry import Entry, Paragraph, Part
from judge.errors import Problem
from judge.rulebook import Rulebook
from judge.toml_tables import checked, read_toml, shown

PairKind = Literal["same", "renamed", "split", "merged", "new", "gone"]
ChangeKind = Literal["same", "removed", "added"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A term in the older and the newer of two editions; one side is empty when the term is new or gone."""

    kind: PairKind
    old: tuple[str, ...]
    new: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class TextChange:
    """A run of words that both texts have, or only the older (removed), or only the newer (added)."""

    kind: ChangeKind
    text: str
    newer: str = ""
    """Of words that both have, how the newer sets them, where that is otherwise: its own quotation marks."""


@dataclass(frozen=True, slots=True)
class EntryComparison:
    """Two entries of one term compared: ids, how the term fared, and the runs of words in reading order."""

    old: str
    new: str
    kind: PairKind
    changes: tuple[TextChange, ...]

    def as_json(self) -> dict[str, Any]:
        """As `judge diff --json` prints it."""
        return {
            "from": self.old,
            "to": self.new,
            "kind": self.kind,
            "changes": [{"kind": change.kind, "text": change.text} for change in self.changes],
        }


@lru_cache(maxsize=8192)
def bare_name(name: str) -> str:
    """A headword for pairing: without case, remark in brackets, value X and plural (“Status Cards”, “Retaliate X”)."""
    plain = plain_name(re.sub(r"\([^()]*\)", "", name)) or plain_name(name)
    return singular(plain.removesuffix(" x"))


@dataclass(frozen=True, slots=True)
class _PairRow:
    """A `[[pair]]` as it is written: slugs of the older and the newer edition, and what proves that they are one."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    game: str
    kind: PairKind
    old: tuple[str, ...]
    new: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class _PairFile:
    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    pair: tuple[_PairRow, ...] = ()


def read_pairs(path: Path) -> Mapping[str, tuple[Pair, ...]]:
    """The editor's pairs by game.

    Raises NotUnderstood naming every row that is wrong, CouldNot where the file cannot be read.
    """
    pairs: dict[str, list[Pair]] = {}
    for row in checked(_PairFile, read_toml(path), shown(path)).pair:
        pairs.setdefault(row.game, []).append(Pair(row.kind, row.old, row.new, row.why))
    return {game: tuple(found) for game, found in pairs.items()}


def check_pairs(rows: Mapping[str, Sequence[Pair]], corpus: Corpus) -> list[Problem]:
    """Every entry that a row names and an edition lacks; rows of games with a single edition pair nothing."""
    problems: list[Problem] = []
    for game in corpus.games:
        for older, newer in _from_old_to_new(corpus, game):
            for book, side in ((older, "old"), (newer, "new")):
                known = _by_slug(corpus, game, book.edition)
                named = [slug for row in rows.get(game, ()) for slug in (row.old if side == "old" else row.new)]
                problems += [
                    Problem(f"There is no entry {book.key}/{slug} to pair.", f"lexicon/pairs.toml: {side}")
                    for slug in named
                    if slug not in known
                ]
    return problems


def _from_old_to_new(corpus: Corpus, game: str) -> Iterator[tuple[Rulebook, Rulebook]]:
    """Two editions at a time, the older first: the default one is the newest."""
    return combinations(sorted(corpus.editions(game), key=lambda book: book.default), 2)


def pair_editions(corpus: Corpus, game: str, old: str, new: str, rows: Sequence[Pair]) -> tuple[Pair, ...]:
    """Every entry of both editions in exactly one pair, ids for names: the rows of the editor first, then names alike.

    Raises KeyError when a row names an entry that is not there.
    """
    old_entries, new_entries = (_by_slug(corpus, game, edition) for edition in (old, new))
    pairs = [Pair(row.kind, _ids(row.old, old_entries), _ids(row.new, new_entries), row.why) for row in rows]
    paired = {entry_id for pair in pairs for entry_id in (*pair.old, *pair.new)}
    news = [entry for entry in new_entries.values() if entry.id not in paired]
    named = _by_name(news)
    for entry in (one for one in old_entries.values() if one.id not in paired):
        pair = _pair(entry, _namesake(entry, [e for e in _of_a_name(entry, named) if e.id not in paired]))
        pairs.append(pair)
        paired.update(pair.new)
    return (*pairs, *(Pair("new", (), (entry.id,)) for entry in news if entry.id not in paired))


def _ids(slugs: Iterable[str], entries: Mapping[str, Entry]) -> tuple[str, ...]:
    return tuple(entries[slug].id for slug in slugs)


def _pair(entry: Entry, match: Entry | None) -> Pair:
    """The pair of an older entry and the newer one that has its name, if any."""
    if match is None:
        return Pair("gone", (entry.id,), ())
    alike = bare_name(match.headword) == bare_name(entry.headword)
    return Pair("same" if alike else "renamed", (entry.id,), (match.id,))


def _by_slug(corpus: Corpus, game: str, edition: str) -> dict[str, Entry]:
    return {e.slug: e for e in corpus.entries_of(game, edition) if e.lang == corpus.book(game, edition).language}


def _by_name(entries: Sequence[Entry]) -> Mapping[str, Mapping[int, Entry]]:
    """The entries of each name, by their place in reading order."""
    named: dict[str, dict[int, Entry]] = {}
    for place, entry in enumerate(entries):
        for name in entry.names:
            named.setdefault(bare_name(name), {})[place] = entry
    return named


def _of_a_name(entry: Entry, named: Mapping[str, Mapping[int, Entry]]) -> Sequence[Entry]:
    """The entries that share a name with `entry`, in reading order."""
    found = {place: other for name in entry.names for place, other in named.get(bare_name(name), {}).items()}
    return [found[place] for place in sorted(found)]


def _namesake(entry: Entry, candidates: Sequence[Entry]) -> Entry | None:
    """The best of those that share a name: the same headword before others, the same kind before others."""
    ranked = [
        (bare_name(candidate.headword) != bare_name(entry.headword), candidate.kind != entry.kind, place)
        for place, candidate in enumerate(candidates)
    ]
    return candidates[min(ranked)[-1]] if ranked else None


_STRAIGHT = str.maketrans("’‘“”", "''\"\"")
"""How a book sets its quotation marks and apostrophes is no change of its words."""


def word_changes(old: str, new: str) -> tuple[TextChange, ...]:
    """What turns `old` into `new`, word by word; joining all but the added runs gives `old` back, spaces folded.
    Quotation marks and apostrophes are the same straight and curly."""
    before, after = old.split(), new.split()
    changes: list[TextChange] = []
    straight = [[word.translate(_STRAIGHT) for word in side] for side in (before, after)]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, straight[0], straight[1], autojunk=False).get_opcodes():
        if tag == "equal":
            was, now = " ".join(before[i1:i2]), " ".join(after[j1:j2])
            changes.append(TextChange("same", was, now if now != was else ""))
            continue
        if i2 > i1:
            changes.append(TextChange("removed", " ".join(before[i1:i2])))
        if j2 > j1:
            changes.append(TextChange("added", " ".join(after[j1:j2])))
    return tuple(changes)


@dataclass(frozen=True, slots=True)
class Aligned:
    """A paragraph of the older text beside its like in the newer, either None where the other has none."""

    old: Paragraph | None
    new: Paragraph | None
    changes: tuple[TextChange, ...]


_ALIKE = 33.0
"""Per cent of their words, in order, from which two paragraphs are compared with each other."""


def align(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> tuple[Aligned, ...]:
    """Two texts beside each other, paragraph by paragraph, each paragraph once and in its order."""
    before, after = ([plain_name(p.text).split() for p in side] for side in (old, new))
    alike = [[ratio(a, b, score_cutoff=_ALIKE) for b in after] for a in before]
    best = _best_sums(alike, len(new))
    rows: list[Aligned] = []
    i = j = 0
    while i < len(old) or j < len(new):
        both = i < len(old) and j < len(new)
        if both and alike[i][j] and best[i][j] == alike[i][j] + best[i + 1][j + 1]:
            rows.append(Aligned(old[i], new[j], word_changes(old[i].text, new[j].text)))
            i, j = i + 1, j + 1
        elif i < len(old) and (not both or best[i][j] == best[i + 1][j]):
            rows.append(Aligned(old[i], None, (TextChange("removed", old[i].text),)))
            i += 1
        else:
            rows.append(Aligned(None, new[j], (TextChange("added", new[j].text),)))
            j += 1
    return tuple(rows)


def _best_sums(alike: Sequence[Sequence[float]], width: int) -> list[list[float]]:
    """At each pair of paragraphs, the most likeness that those from there on can be paired with."""
    best = [[0.0] * (width + 1) for _ in range(len(alike) + 1)]
    for i in range(len(alike) - 1, -1, -1):
        for j in range(width - 1, -1, -1):
            paired = alike[i][j] + best[i + 1][j + 1] if alike[i][j] else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    return best


def said_of(corpus: Corpus, entry_id: str, like: str | None = None) -> str:
    """What an edition says of an entry's term, as `paragraphs_of`, a line each."""
    return "\n".join(paragraph.text for paragraph in paragraphs_of(corpus, entry_id, like))


def paragraphs_of(corpus: Corpus, entry_id: str, like: str | None = None) -> tuple[Paragraph, ...]:
    """What an edition says of an entry's term, wherever it stands; run-in heads, which only name it, are left out.

    Of an entry its text, without the parts that its edition's redirects name, and with those that explain its name
    where it refers to; of a redirect what is told of its names there. With `like`, the id of a counterpart, only of the
    names they share, where they share any. Empty for a redirect whose targets say nothing of it in particular.
    """
    entry = corpus.entries[entry_id]
    shared = _shared_names(entry, corpus.entries[like]) if like else ()
    told = corpus.told(replace(entry, aliases=shared[1:], headword=shared[0]) if shared else entry)
    own = {anchor for part in parts_of_redirects(corpus, entry).values() for anchor in part.anchors}
    there = [*_explained_elsewhere(corpus, entry), *((target, p) for target, found in told for p in found)]
    here = [p for p in entry.paragraphs if p.anchor not in own]
    first: dict[str, Paragraph] = {}
    for paragraph in (*here, *(replace(p, text=_without_head(holder, p), mentions=()) for holder, p in there)):
        first.setdefault(paragraph.text, paragraph)
    return tuple(first.values())


def _explained_elsewhere(corpus: Corpus, entry: Entry) -> Iterator[tuple[Entry, Paragraph]]:
    """What the entries that it refers to say of its names, each with the entry that says it."""
    for seen in (corpus.entries[i] for i in dict.fromkeys(entry.see_also_ids) if i):
        for name in entry.names:
            yield from ((seen, paragraph) for paragraph in corpus.explaining(seen, name))


def _shared_names(entry: Entry, other: Entry) -> tuple[str, ...]:
    names = {bare_name(name) for name in other.names}
    return tuple(name for name in entry.names if bare_name(name) in names)


def parts_of_redirects(corpus: Corpus, entry: Entry) -> dict[str, Part]:
    """The parts of an entry that redirects of its edition name, by the id of the redirect: compared under that name."""
    found: dict[str, Part] = {}
    for other in corpus.references[entry.id].referenced_by:
        redirect = corpus.entries[other]
        if entry.id in redirect.redirects_to and redirect.edition == entry.edition:
            names = {bare_name(name) for name in redirect.names}
            found.update((other, part) for part in entry.parts if names & {bare_name(name) for name in part.names})
    return found


def _without_head(entry: Entry, paragraph: Paragraph) -> str:
    head = next((part.head for part in entry.parts if part.anchors[0] == paragraph.anchor), 0)
    return paragraph.text[head:]


def pairs_by_entry(corpus: Corpus, rows: Mapping[str, Sequence[Pair]]) -> Mapping[str, Sequence[Pair]]:
    """The pairs in which each entry stands, over every two editions of its game, by its id."""
    found: dict[str, list[Pair]] = {}
    for game in corpus.games:
        for older, newer in _from_old_to_new(corpus, game):
            for pair in pair_editions(corpus, game, older.edition, newer.edition, rows.get(game, ())):
                for entry_id in (*pair.old, *pair.new):
                    found.setdefault(entry_id, []).append(pair)
    return found


def differences(corpus: Corpus, entry: Entry, pairs: Mapping[str, Sequence[Pair]]) -> tuple[EntryComparison, ...]:
    """The entry compared with its counterparts in the game's other editions, the older text first."""
    return tuple(
        EntryComparison(o, n, pair.kind, word_changes(said_of(corpus, o, n), said_of(corpus, n, o)))
        for pair in pairs.get(entry.id, ())
        for o in pair.old
        for n in pair.new
        if entry.id in (o, n)
    )


def also_in(corpus: Corpus, entry: Entry) -> tuple[Entry, ...]:
    """Entries of other games that bear the same name, default editions first (Stun, KO, Villain Turn …)."""
    name = bare_name(entry.headword)
    return tuple(
        other
        for other in corpus.entries.values()
        if other.game != entry.game and other.kind != "redirect" and name in {bare_name(n) for n in other.names}
    )
