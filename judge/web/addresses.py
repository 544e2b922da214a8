"""Makes the addresses of entries, pages and assets; finds the entry that an address means."""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from flask import request, url_for

from judge.corpus import Corpus
from judge.entry import Entry
from judge.errors import NotFound


@cache
def digest_of_asset(name: str) -> str:
    """What tells the content of a file in `static/` from any other."""
    return sha256(files("judge.web").joinpath("static", name).read_bytes()).hexdigest()[:10]


def asset_address(name: str) -> str:
    """The address of a file in `static/`; it changes with the file, so that it may be cached for ever."""
    return _asset_address(request.script_root, name)


@cache
def _asset_address(root: str, name: str) -> str:  # noqa: ARG001  # addresses differ with the root
    return url_for("static", filename=name, v=digest_of_asset(name))


def page_address(endpoint: str, **values: Any) -> str:
    """Flask's `url_for`; an address that is always the same is worked out once."""
    return url_for(endpoint, **values) if values else _page_address(request.script_root, endpoint)


@cache
def _page_address(root: str, endpoint: str) -> str:  # noqa: ARG001  # addresses differ with the root
    return url_for(endpoint)


def entry_address(entry_id: str, anchor: str | None = None) -> str:
    """The reader's address of an entry, or of one of its paragraphs."""
    address = _entry_address(request.script_root, entry_id)
    return f"{address}#{quote(anchor)}" if anchor else address


@lru_cache(maxsize=10_000)
def _entry_address(root: str, entry_id: str) -> str:  # noqa: ARG001  # addresses differ with the root
    game, edition, slug = entry_id.split("/", 2)
    return url_for("reader.entry", game=game, edition=edition, slug=slug)


def find_entry(corpus: Corpus, game: str, edition: str, slug: str) -> Entry:
    """The entry of that address, or of the name in it.

    Raises NotAllowed for an unknown game or edition, NotFound with near matches, or with what once stood there.
    """
    corpus.book(game, edition)
    entry_id = f"{game}/{edition}/{slug}"
    if entry_id in corpus.entries:
        return corpus.entries[entry_id]
    if entry_id in corpus.retired:
        raise NotFound(f"The entry {entry_id} is gone; there stood: {corpus.retired[entry_id]}", "address")
    named = corpus.find(name_in(slug), game, edition)
    if named:
        return named[0]
    near = corpus.near_names(name_in(slug), game, edition)
    raise NotFound(f"This edition has no entry “{slug}”.", "address", near)


def name_in(slug: str) -> str:
    """The name that the last part of an address spells."""
    return slug.replace("-", " ")
