"""Finds parts of entries: paragraphs that explain a name which is no entry or only leads there.

They are found by their run-in heads (“Overkill - If an ally …”, “• Expert Mode: Harder difficulty …”), or named by a
[[part]] row of the description.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from judge.corpus import plain_name, singular
from judge.entry import Entry, Paragraph, Part
from judge.reading.description import Description
from judge.reading.row_locations import RowsByLine

_HEAD = re.compile(
    r"""(?P<name>[“"]?[A-Z][\w'’/-]*(?:\ [\w'’&/-]+){0,4}[”"]?)  # a few words
        (?P<remark>\ \([^()]{1,40}\))?
        (?::|\ [-–—]|(?P<stop>\.))\ (?=(?P<sentence>[A-Z“"\[])?)""",
    re.VERBOSE,
)
_LEAST = 3
"""So many items of an entry begin with a title and a full stop where that is how it heads them."""
_SMALL = frozenset(["a", "an", "and", "for", "in", "of", "or", "the", "to", "with"])
_POINTS_AWAY = re.compile(r"\(See:? [^()]*(?:\([^()]*\))?\)$")


def with_parts(entries: Sequence[Entry], description: Description, places: RowsByLine) -> tuple[Entry, ...]:
    """The entries with their parts; `entries` are in the order of the description's rows."""
    named = _named_by_rows(entries, description, places)
    bearers: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for name in entry.names:
            bearers[_key(name)].append(entry)
    return tuple(
        replace(entry, parts=(*_by_heads(entry, description.layout.labels, bearers, named[entry.id]), *named[entry.id]))
        for entry in entries
    )


def _key(name: str) -> str:
    return singular(plain_name(re.sub(r"\s*\([^)]*\)| X$", "", name)))


def _named_by_rows(entries: Sequence[Entry], description: Description, places: RowsByLine) -> Mapping[str, list[Part]]:
    """The parts that the description names, by the id of their entry."""
    parts: dict[str, list[Part]] = defaultdict(list)
    for line, index in places.parts:
        row = description.part[index]
        for entry in entries:
            at = _paragraph_at(entry.paragraphs, line)
            if at is not None:
                paragraphs = entry.paragraphs[at : at + row.count]
                parts[entry.id].append(Part(row.names, tuple(p.anchor for p in paragraphs)))
                break
    return parts


def _paragraph_at(paragraphs: Sequence[Paragraph], line: int) -> int | None:
    """The paragraph that begins on a line, else one that the line belongs to."""
    begins = [n for n, p in enumerate(paragraphs) if p.lines and p.lines[0][0] == line]
    holds = [n for n, p in enumerate(paragraphs) if any(first <= line <= last for first, last in p.lines)]
    return next(iter((*begins, *holds)), None)


def _by_heads(
    entry: Entry, labels: Iterable[str], bearers: Mapping[str, Sequence[Entry]], named: Iterable[Part]
) -> list[Part]:
    """The parts that run-in heads begin, but for those that a row names otherwise."""
    if entry.kind in ("card", "clarification"):
        return []
    taken = {part.anchors[0] for part in named}
    no_names = {_key(label) for label in labels}
    heads = [_HEAD.match(paragraph.text) for paragraph in entry.paragraphs]
    stops = sum(map(_is_stopped_title, heads)) >= _LEAST
    parts = []
    for place, (paragraph, found) in enumerate(zip(entry.paragraphs, heads, strict=True)):
        if not found or paragraph.anchor in taken or not _may_head(found, paragraph, stops):
            continue
        names = _names_in(found)
        keys = [_key(name) for name in names]
        is_label = re.sub(r" \d+$", "", keys[0]) in no_names
        if is_label or not _explains(entry, found, [other for key in keys for other in bearers.get(key, ())]):
            continue
        run = _run(entry.paragraphs[place:], keys)
        parts.append(Part(tuple(names), tuple(p.anchor for p in run), found.end()))
    return parts


def _may_head(head: re.Match[str], paragraph: Paragraph, stops: bool) -> bool:
    """True where a run-in head may begin a part: one that ends in a full stop only where the entry has several."""
    if _POINTS_AWAY.search(paragraph.text):
        return False
    return not head["stop"] or (stops and _is_title(head) and paragraph.role != "text")


def _explains(entry: Entry, head: re.Match[str], bearers: Sequence[Entry]) -> bool:
    """True where what follows a head explains its name: its other bearers lead here, or none stands alone."""
    if any(_stands_alone(other, entry) for other in bearers):
        return False
    leads_here = any(entry.id in (other.id, *other.redirects_to) for other in bearers)
    return leads_here or bool(head["sentence"] and _is_title(head))


def _names_in(head: re.Match[str]) -> list[str]:
    """The name of a head, and what its remark in brackets calls the same (“Attack power (ATK)”)."""
    remark = (head["remark"] or "").strip(" ()")
    second = [remark] if re.fullmatch(r"[A-Z]{2,}|[A-Z]\w+(?: [A-Z]\w+)+", remark) else []
    return [re.sub(r" X$", "", head["name"].strip('“”"')), *second]


def _is_title(head: re.Match[str]) -> bool:
    """True for a name in capitals, as titles are, or with its abbreviation behind it."""
    words = head["name"].strip('“”"').split()
    capital = words[0].lower() not in _SMALL and all(word[0].isupper() or word in _SMALL for word in words)
    return capital or bool(re.fullmatch(r" \([A-Z]{2,}\)", head["remark"] or ""))


def _is_stopped_title(head: re.Match[str] | None) -> bool:
    return bool(head and head["stop"] and _is_title(head))


def _stands_alone(other: Entry, entry: Entry) -> bool:
    """True for an entry that says for itself what its name means, and does not refer here for it."""
    return other.id != entry.id and other.kind != "redirect" and entry.id not in other.see_also_ids


def _run(paragraphs: Sequence[Paragraph], keys: Sequence[str]) -> list[Paragraph]:
    """The paragraphs of a part: what hangs below the first, and those after it that say its name again."""
    first = paragraphs[0]
    run = [first]
    for paragraph in paragraphs[1:]:
        below = paragraph.level > first.level
        again = first.role == "text" == paragraph.role and _names_again(paragraph.text, keys)
        if not (below or again) or (not below and _begins_another(paragraph.text)):
            break
        run.append(paragraph)
    return run


def _begins_another(text: str) -> bool:
    found = _HEAD.match(text)
    return bool(found and not found["stop"])


def _names_again(text: str, keys: Sequence[str]) -> bool:
    words = f" {singular(plain_name(text))} "
    return any(f" {key} " in words for key in keys)
