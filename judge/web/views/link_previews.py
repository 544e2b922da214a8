"""Tells chats and search engines what a page shows: absolute addresses and short texts for `_preview.html`.

Addresses inside pages are absolute only where a public address is set: a page says the same whoever asks for it.
"""

from __future__ import annotations

from flask import Flask, request
from markupsafe import Markup

from judge.web.addresses import asset_address
from judge.web.settings import settings

IMAGE = "preview.png"
IMAGE_SIZE = (1200, 630)
"""Width and height of the picture, in pixels."""


def install(app: Flask) -> None:
    """Give the templates what `_preview.html` needs."""
    app.jinja_env.filters["short"] = short
    app.jinja_env.globals.update(public=public, preview_image=preview_image, preview_size=IMAGE_SIZE)


def public(path: str) -> str | None:
    """The absolute address of a path; None where no public address is set."""
    root = settings().public_url
    return root + path if root else None


def on_any_host(path: str) -> str:
    """The absolute address of a path, on the host that was asked where no public address is set."""
    return public(path) or request.url_root.rstrip("/") + path


def preview_image() -> str | None:
    """The absolute address of our picture; None where no public address is set."""
    return public(asset_address(IMAGE))


def short(text: str, most: int = 280) -> str:
    """`text` on one line, cut at a word to `most` characters at the most.

    >>> short("An enemy\\nattacks you.", 14)
    'An enemy…'
    """
    line = " ".join((text.unescape() if isinstance(text, Markup) else text).split())
    if len(line) <= most:
        return line
    return line[:most].rsplit(" ", 1)[0].rstrip(" ,;:.—-") + "…"
