"""Writes the reader as a static site (`judge export DIR`), made beside its place and put there whole.

The site replaces only an earlier export; other files that somebody put into that folder (`.git`, `CNAME`) stay.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from judge.desk import Desk
from judge.errors import CouldNot, NotAllowed
from judge.web.application import create_app
from judge.web.offline.static_site import static_site

MARK = "judge-export.json"
"""The file that tells an export from any other folder: build, number of pages, and every file of the export."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ExportedSite:
    """What was written: the folder, how many pages, how many files, and all their bytes together."""

    folder: Path
    pages: int
    files: int
    size: int


def export(desk: Desk, folder: Path, address: str | None = None, progress: Progress = lambda _: None) -> ExportedSite:
    """Write the reader of the desk's build into `folder`, which is made, or replaced where it holds an earlier export.

    `address` is where the site will be found, such as `https://example.org/rules/`; see `static_site`.

    Raises NotAllowed for a folder that holds something else and for an address that is none, CouldNot when the disk
    refuses; what was in the folder then still stands.
    """
    folder = folder.expanduser().resolve()
    _check_folder(folder)
    site = static_site(create_app(desk), desk, _checked(address), progress)
    pages = sum(name.endswith(".html") for name in site)
    facts = {"build": desk.build_id, "pages": pages, "files": sorted([*site, MARK])}
    site[MARK] = (json.dumps(facts, indent=1) + "\n").encode()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as workshop:
            _write(site, Path(workshop) / "new")
            _put_in_place(Path(workshop), folder)
    except OSError as problem:
        raise CouldNot(
            f"The site could not be written ({problem.strerror or problem}); what stood there before still stands.",
            str(folder),
        ) from problem
    return ExportedSite(folder, pages, len(site), sum(map(len, site.values())))


def _check_folder(folder: Path) -> None:
    if folder.is_dir():
        if any(folder.iterdir()) and not _files_of_export(folder):
            raise NotAllowed(
                f"{folder} is not empty and holds no earlier export; name a new or an empty folder.", "DIR"
            )
    elif folder.exists():
        raise NotAllowed(f"{folder} is a file; name a folder.", "DIR")


def _checked(address: str | None) -> str | None:
    if address is None:
        return None
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise NotAllowed(
            f"“{address}” is no address of a site; it would look like https://example.org/rules/.", "--address"
        )
    return address.rstrip("/") + "/"


def _files_of_export(folder: Path) -> frozenset[str]:
    """The files that an earlier export wrote into the folder; empty where it is none."""
    try:
        return frozenset(json.loads((folder / MARK).read_text(encoding="utf-8"))["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()


def _write(site: Mapping[str, bytes], folder: Path) -> None:
    for name, content in site.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _put_in_place(workshop: Path, folder: Path) -> None:
    """Move `workshop/new` to `folder`; an earlier export there goes, what is not of it comes along."""
    new, old = workshop / "new", workshop / "old"
    if folder.is_dir():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        if old.is_dir():
            old.rename(folder)
        raise
    if old.is_dir():
        _carry_over(old, folder, _files_of_export(old))


def _carry_over(old: Path, new: Path, ours: Collection[str], below: str = "") -> None:
    """Move what stands in `old` and is not of the earlier export to the same place in `new`."""
    for item in sorted(old.iterdir()):
        name = below + item.name
        if name in ours:
            continue
        if item.is_dir() and not item.is_symlink() and any(file.startswith(f"{name}/") for file in ours):
            _carry_over(item, new, ours, f"{name}/")
        elif not (new / name).exists():
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(item, new / name)
