"""Reads card packs in MarvelCDB's format: a `pack/` folder, a file, or the address of an API of its shape.

An edge: reads files and the network, within bounds of size and time. A damaged file or card is named and skipped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any

from judge.cards.card import LibraryCard
from judge.cards.download import MOST_BYTES, download, is_on_the_web
from judge.errors import NotAllowed, NotFound, Problem

MOST_LETTERS = 20_000
"""Of one field of a card: no card is printed with so many."""
_ICONS = {f"scheme_{icon}": f"[{icon}]" for icon in ("acceleration", "amplify", "crisis", "hazard")}
"""Numbers of the format that stand for icons which work while the card is in play, as card text writes them."""
_MOST_ICONS = 9


def iter_cards(source: str) -> Iterator[LibraryCard | Problem]:
    """Lazily, the cards of a folder, file or http(s) address; a Problem for each file or card that cannot be read.

    Raises NotFound when nothing is there, NotAllowed for another kind of address, and as `download`.
    """
    if is_on_the_web(source):
        yield from _iter_parsed(download(source), source)
    elif "://" in source:
        raise NotAllowed(f"Cards are read from folders, files, http and https, not from {source}.", source)
    else:
        for file in _pack_files(Path(source)):
            yield from _iter_file(file)


def _pack_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise NotFound(f"There is no folder or file {path}.", str(path))
    folder = path / "pack" if (path / "pack").is_dir() else path
    files = sorted(folder.glob("*.json"))
    if not files:
        raise NotFound(f"{folder} holds no card packs (*.json).", str(folder))
    return files


def _iter_file(file: Path) -> Iterator[LibraryCard | Problem]:
    try:
        if not file.is_file():
            yield Problem(f"{file.name} is no file; skipped.", str(file))
            return
        if file.stat().st_size > MOST_BYTES:
            yield Problem(f"{file.name} is larger than {MOST_BYTES // 2**20} MB; skipped.", str(file))
            return
        yield from _iter_parsed(file.read_bytes(), file.name)
    except OSError as problem:
        yield Problem(f"{file.name} cannot be read ({problem.strerror}); skipped.", str(file))


def _iter_parsed(data: bytes, where: str) -> Iterator[LibraryCard | Problem]:
    try:
        rows = json.loads(data)
    except (ValueError, RecursionError) as problem:
        yield Problem(f"{where} is not JSON ({problem}); skipped.", where)
        return
    if not isinstance(rows, list):
        yield Problem(f"{where} is no list of cards; skipped.", where)
        return
    yield from _iter_rows(rows, where)


def _iter_rows(rows: Iterable[Any], where: str) -> Iterator[LibraryCard | Problem]:
    for number, row in enumerate(rows, 1):
        card = read_card(row) if isinstance(row, Mapping) else None
        if card is None:
            yield Problem(f"Card {number} of {where} has no code, or no name and type; skipped.", where)
        elif not all(_is_storable(fact) for fact in astuple(card) if isinstance(fact, str)):
            yield Problem(f"Card {number} of {where} holds text that is no card's; skipped.", where)
        else:
            yield card


def read_card(row: Mapping[str, Any]) -> LibraryCard | None:
    """A card from one JSON object of either shape (pack files, flattened API); None when it is no card.

    A row that only names the card it duplicates becomes a card without a name: the library fills it in.
    """
    code = _text(row, "code")
    same_as = _text(row, "duplicate_of", "duplicate_of_code")
    name, kind = _text(row, "name", "real_name"), _text(row, "type_code")
    if not code or not (same_as or (name and kind)):
        return None
    text, _, boost = _text(row, "text", "real_text").partition("<hr />")
    return LibraryCard(
        code=code,
        name=name,
        kind=kind.replace("_", "-"),
        text=text.strip(),
        icons="".join(_icons(row)),
        subtitle=_text(row, "subname"),
        pack=_text(row, "pack_code"),
        traits=_text(row, "traits", "real_traits"),
        boost_text=boost.strip(),
        cost=str(cost) if isinstance(cost := row.get("cost"), int) and 0 <= cost < 100 else "",
        same_as=same_as,
        card_set=_text(row, "set_code", "card_set_code"),
        stage=str(row.get("stage") or "")[:20],
        quantity=quantity if isinstance(quantity := row.get("quantity"), int) and 0 < quantity < 1000 else 1,
    )


def _icons(row: Mapping[str, Any]) -> Iterator[str]:
    """Lazily, the icons that a card shows beside its text."""
    for key, icon in _ICONS.items():
        count = row.get(key)
        yield icon * (min(count, _MOST_ICONS) if isinstance(count, int) and count > 0 else 0)


def _text(row: Mapping[str, Any], *keys: str) -> str:
    return next((value for key in keys if isinstance(value := row.get(key), str) and value), "")


def _is_storable(text: str) -> bool:
    """False for text beyond all measure, and for halves of characters."""
    try:
        return len(text) <= MOST_LETTERS and bool(text.encode() or True)
    except UnicodeEncodeError:
        return False
