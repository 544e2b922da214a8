"""A dispute as part of an address, and back: canonical JSON, zlib, base64url. The address is all that is kept of it."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any

from judge.errors import NotUnderstood, TooLarge
from judge.request_bodies import read_json
from judge.web.http.request_bounds import MAX_BODY, check_dispute

MAX_ADDRESS = 4_000
"""Characters of a dispute in an address; a longer one becomes a file (some programs cut longer addresses)."""


def pack(dispute: Mapping[str, Any]) -> str:
    """The dispute as the last part of an address; the same dispute gives the same characters."""
    text = json.dumps(dispute, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"=").decode("ascii")


def unpack(packed: str) -> dict[str, Any]:
    """The dispute that `pack` packed.

    Raises NotUnderstood when the address was cut or mistyped or holds no dispute, TooLarge for one that is
    larger than a dispute may be (`judge.web.http.request_bounds`).
    """
    try:
        squeezed = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj()
        text = inflate.decompress(squeezed, MAX_BODY)
        if inflate.unconsumed_tail:
            raise TooLarge(f"The dispute in this address unpacks to more than {MAX_BODY // 1000} kB.", "address")
        if not inflate.eof:
            raise zlib.error("incomplete")
    except (binascii.Error, zlib.error, ValueError) as problem:
        raise NotUnderstood(
            "This address of a ruling is incomplete or mistyped; copy the whole of it again.", "address"
        ) from problem
    return dict(check_dispute(read_json(text, "dispute in this address")))
