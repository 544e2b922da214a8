"""Packs a dispute into an address and back. The address is all that is kept of it.

Canonical JSON, deflated against a list of words that disputes are made of, with a check, in base64url; before it the
number of the list. An address given out works for ever: a list is never changed, a better one gets the next number. The
oldest addresses have no list: they are zlib's own, which always begin with `e`.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from judge.errors import NotUnderstood, TooLarge
from judge.request_bodies import read_json
from judge.web.http.request_size_limits import MAX_BODY, check_dispute

MAX_ADDRESS = 4_000
"""Characters of a dispute in an address; a longer one becomes a file (some programs cut longer addresses)."""
_LIST = "1"
_BARE = -zlib.MAX_WBITS
"""Deflated without zlib's head and foot."""
_CHECK = 2
"""Bytes that tell a mistyped address."""


def pack(dispute: Mapping[str, Any]) -> str:
    """The dispute as the last part of an address; the same dispute gives the same characters."""
    text = json.dumps(dispute, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, _BARE, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY, _words(_LIST))
    squeezed = deflate.compress(text) + deflate.flush() + _check(text)
    return _LIST + base64.urlsafe_b64encode(squeezed).rstrip(b"=").decode("ascii")


def unpack(packed: str) -> dict[str, Any]:
    """The dispute that `pack` packed.

    Raises NotUnderstood when the address was cut or mistyped or holds no dispute, TooLarge for one that is
    larger than a dispute may be (`judge.web.http.request_size_limits`).
    """
    try:
        if packed.startswith(_LIST):
            squeezed = _bytes(packed.removeprefix(_LIST))
            text = _inflated(squeezed[:-_CHECK], zlib.decompressobj(_BARE, _words(_LIST)))
            if _check(text) != squeezed[-_CHECK:]:
                raise zlib.error("mistyped")
        else:
            text = _inflated(_bytes(packed), zlib.decompressobj())
    except (binascii.Error, zlib.error, ValueError) as problem:
        raise NotUnderstood(
            "This address of a ruling is incomplete or mistyped; copy the whole of it again.", "address"
        ) from problem
    return dict(check_dispute(read_json(text, "dispute in this address")))


def _bytes(packed: str) -> bytes:
    return base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)


def _inflated(squeezed: bytes, inflate: Any) -> bytes:
    """What was squeezed, which is never unpacked beyond its bound. Raises TooLarge, zlib.error."""
    text: bytes = inflate.decompress(squeezed, MAX_BODY)
    if inflate.unconsumed_tail:
        raise TooLarge(f"The dispute in this address unpacks to more than {MAX_BODY // 1000} kB.", "address")
    if not inflate.eof:
        raise zlib.error("incomplete")
    return text


def _check(text: bytes) -> bytes:
    return zlib.crc32(text).to_bytes(4)[-_CHECK:]


@cache
def _words(number: str) -> bytes:
    """The list of that number: a phrase a line, as JSON writes it, what is met most often last."""
    return " ".join(
        files("judge.web").joinpath("address_words", f"{number}.txt").read_text("utf-8").splitlines()
    ).encode()
