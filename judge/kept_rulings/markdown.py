"""Writes kept rulings as Markdown, for a club's page: whatever they say is text there, never markup. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote

from judge.kept_rulings.model import Status, StoredRuling

STATUS_WORDS: dict[Status, str] = {
    "official": "official",
    "head-judge": "a head judge’s",
    "house": "a house ruling",
    "draft": "a draft",
}
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|~-])")
_LIST_NUMBER = re.compile(r"^(\d+)([.)])")

EntryName = Callable[[str], str]
"""The headword of an entry, by id."""


def as_markdown(kept: Sequence[StoredRuling], title: str, entry_name: EntryName) -> str:
    """A page of rulings, in the order given, each under a heading with an anchor of its own."""
    parts = [f"# {_plain(title)}\n", *("\n".join(_ruling(one, entry_name)) for one in kept)]
    return "\n".join(parts)


def _ruling(kept: StoredRuling, entry_name: EntryName) -> Iterator[str]:
    ruling = kept.ruling
    yield f'<a id="{ruling.id}"></a>\n'
    yield f"## {_plain(ruling.question)}\n"
    if kept.superseded_by:
        newer = ", ".join(f"[{_plain(i)}](#{i})" for i in kept.superseded_by)
        yield f"**Replaced by {newer}.**\n"
    for paragraph in ruling.answer.split("\n\n"):
        yield "  \n".join(_line(line) for line in paragraph.split("\n")) + "\n"
    source = ", ".join(_plain(words) for words in (ruling.source.who, ruling.source.where) if words)
    if ruling.source.address:
        source = f"[{source}](<{quote(ruling.source.address, safe=_SAFE)}>)"
    yield f"— {source}, {ruling.date} ({STATUS_WORDS[ruling.status]})\n"
    about = [entry_name(place.entry) for place in ruling.entries] + [str(card) for card in ruling.cards]
    if about:
        yield f"About: {', '.join(map(_plain, dict.fromkeys(about)))}\n"


_SAFE = ":/?#[]@!$&'()*+,;=%-._~"


def _line(line: str) -> str:
    return _LIST_NUMBER.sub(r"\1\\\2", _plain(line.strip()))


def _plain(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKUP.sub(r"\\\1", escaped)
