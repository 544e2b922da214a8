"""Card packs in MarvelCDB's format, read: a `pack/` folder, a file, or the address of an API that speaks its shape.

An edge: reads files and the network, within bounds of size and time. A damaged file or card is named and skipped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from judge.cards.card import LibraryCard
from judge.errors import CouldNot, NotAllowed, NotFound, Problem, TooLarge

MOST_BYTES = 64 * 1024 * 1024
PATIENCE_SECONDS = 30


def iter_cards(source: str) -> Iterator[LibraryCard | Problem]:
    """Lazily, the cards of a folder, file or http(s) address; a Problem for each file or card that cannot be read.

    Raises NotFound when nothing is there, NotAllowed for another kind of address, TooLarge and CouldNot for downloads.
    """
    if urlsplit(source).scheme in ("http", "https"):
        yield from _iter_parsed(_download(source), source)
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
        yield card or Problem(f"Card {number} of {where} has no code, or no name and type; skipped.", where)


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
        subtitle=_text(row, "subname"),
        pack=_text(row, "pack_code"),
        traits=_text(row, "traits", "real_traits"),
        boost_text=boost.strip(),
        same_as=same_as,
    )


def _text(row: Mapping[str, Any], *keys: str) -> str:
    return next((value for key in keys if isinstance(value := row.get(key), str) and value), "")


class _OnlyWeb(HTTPRedirectHandler):
    """Follows a redirect to http and https only."""

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        if urlsplit(newurl).scheme not in ("http", "https"):
            raise NotAllowed(f"{req.full_url} leads to {newurl}, which is not on the web.", newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _download(address: str) -> bytes:
    request = Request(address, headers={"User-Agent": "judge-rules", "Accept": "application/json"})
    try:
        with build_opener(_OnlyWeb).open(request, timeout=PATIENCE_SECONDS) as answer:
            data: bytes = answer.read(MOST_BYTES + 1)
    except (URLError, OSError, ValueError) as problem:
        raise CouldNot(f"{address} could not be read ({problem}); is the address right?", address) from problem
    if len(data) > MOST_BYTES:
        raise TooLarge(f"{address} sends more than {MOST_BYTES // 2**20} MB.", address)
    return data
