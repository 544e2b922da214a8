"""Packs a dispute into an address and back. The address is all that is kept of it.

Canonical JSON, squeezed against a list of words that disputes are made of, with a check, in base64url; before it the
number of the list. An address given out works for ever: a list is never changed, a better one gets the next number.
Against list 1 it is deflated; list 2, for what would be long, is LZMA's. The oldest addresses have no list: they are
zlib's own, which always begin with `e`.
"""

from __future__ import annotations

import base64
import binascii
import json
import lzma
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
_LONGER_LIST = "2"
_LONG = 300
"""Characters of an address from which on it is worth the time to make it shorter."""
_MOST_SQUEEZED = 20_000
"""Bytes of a dispute beyond which no address would hold it, however it is squeezed."""
_SPACES = b" " * 4_500
"""What stands between the list and the dispute: the encoder looks ahead that far, and so the list alone decides how the
list is written."""
_LZMA = [{"id": lzma.FILTER_LZMA1, "dict_size": 1 << 18, "lc": 3, "lp": 0, "pb": 0, "mode": lzma.MODE_NORMAL,
          "nice_len": 64, "mf": lzma.MF_BT4, "depth": 0}]  # fmt: skip
_BARE = -zlib.MAX_WBITS
"""Deflated without zlib's head and foot."""
_CHECK = 2
"""Bytes that tell a mistyped address."""


def pack(dispute: Mapping[str, Any]) -> str:
    """The dispute as the last part of an address; the same dispute gives the same characters."""
    text = json.dumps(dispute, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    address = _LIST + _written(_deflated(text) + _check(text))
    shorter = _squeezed(text) if len(address) > _LONG and len(text) <= _MOST_SQUEEZED else None
    return min(address, _LONGER_LIST + _written(shorter + _check(text)), key=len) if shorter is not None else address


def _deflated(text: bytes) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, _BARE, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY, _words(_LIST))
    return deflate.compress(text) + deflate.flush()


def _squeezed(text: bytes) -> bytes | None:
    """What LZMA adds to the list for a text; None where this encoder writes the list in another way."""
    whole = lzma.compress(_words(_LONGER_LIST) + _SPACES + text, lzma.FORMAT_RAW, filters=_LZMA)
    return whole.removeprefix(_list_written()) if whole.startswith(_list_written()) else None


def _unsqueezed(squeezed: bytes) -> bytes:
    """What `_squeezed` squeezed, never unpacked beyond its bound. Raises TooLarge, LZMAError."""
    before = len(_words(_LONGER_LIST)) + len(_SPACES)
    inflate = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_LZMA)
    text = inflate.decompress(_list_written() + squeezed, before + MAX_BODY)
    if not inflate.eof:
        raise _too_large() if len(text) >= before + MAX_BODY else lzma.LZMAError("incomplete")
    return text[before:]


def _written(squeezed: bytes) -> str:
    return base64.urlsafe_b64encode(squeezed).rstrip(b"=").decode("ascii")


def unpack(packed: str) -> dict[str, Any]:
    """The dispute that `pack` packed.

    Raises NotUnderstood when the address was cut or mistyped or holds no dispute, TooLarge for one that is
    larger than a dispute may be (`judge.web.http.request_size_limits`).
    """
    try:
        text = _text_of(packed)
    except (binascii.Error, zlib.error, lzma.LZMAError, ValueError) as problem:
        raise NotUnderstood(
            "This address of a ruling is incomplete or mistyped; copy the whole of it again.", "address"
        ) from problem
    return dict(check_dispute(read_json(text, "dispute in this address")))


def _text_of(packed: str) -> bytes:
    """The dispute as JSON. Raises TooLarge, and errors of what cannot be unpacked."""
    if packed[:1] not in (_LIST, _LONGER_LIST):
        return _inflated(_bytes(packed), zlib.decompressobj())
    squeezed = _bytes(packed[1:])
    body, check = squeezed[:-_CHECK], squeezed[-_CHECK:]
    is_longer = packed.startswith(_LONGER_LIST)
    text = _unsqueezed(body) if is_longer else _inflated(body, zlib.decompressobj(_BARE, _words(_LIST)))
    if _check(text) != check:
        raise zlib.error("mistyped")
    return text


def _bytes(packed: str) -> bytes:
    return base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)


def _inflated(squeezed: bytes, inflate: Any) -> bytes:
    """What was squeezed, which is never unpacked beyond its bound. Raises TooLarge, zlib.error."""
    text: bytes = inflate.decompress(squeezed, MAX_BODY)
    if inflate.unconsumed_tail:
        raise _too_large()
    if not inflate.eof:
        raise zlib.error("incomplete")
    return text


def _too_large() -> TooLarge:
    return TooLarge(f"The dispute in this address unpacks to more than {MAX_BODY // 1000} kB.", "address")


def _check(text: bytes) -> bytes:
    return zlib.crc32(text).to_bytes(4)[-_CHECK:]


@cache
def _words(number: str) -> bytes:
    """The list of that number: a phrase a line, as JSON writes it, what is met most often last."""
    return " ".join(
        files("judge.web").joinpath("address_words", f"{number}.txt").read_text("utf-8").splitlines()
    ).encode()


@cache
def _list_written() -> bytes:
    """How LZMA writes list 2 and nearly all spaces behind it: the beginning of every text that follows on them."""
    return files("judge.web").joinpath("address_words", f"{_LONGER_LIST}.lzma").read_bytes()
