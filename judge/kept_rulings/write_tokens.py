"""Reads who may write over the network: `JUDGE_WRITE_TOKENS` names hashed tokens, each with a name and rights. Pure.

Tokens are made here, of 256 random bits, so that a plain SHA-256 is as good as any slow hash: nothing can be guessed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from judge.errors import NotAllowed, Problem

SETTING = "JUDGE_WRITE_TOKENS"
Rights = Literal["draft", "publish"]
_LINE = re.compile(r"(?P<name>[\w.@-]{1,60}):(?P<rights>draft|publish):(?P<digest>[0-9a-f]{64})")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Writer:
    """Somebody who may write: drafts alone, or rulings that everybody sees."""

    name: str
    rights: Rights
    digest: str

    @property
    def may_publish(self) -> bool:
        """True for one whose rulings need nobody else."""
        return self.rights == "publish"


def read_writers(said: str) -> tuple[Writer, ...]:
    """Those that the setting names: rows `NAME:RIGHTS:HASH` with spaces or line ends between, or a file of them.

    Raises NotAllowed naming every row that is none, and a name said twice.
    """
    rows = _contents(said).split()
    found: list[Writer] = []
    problems: list[Problem] = []
    for number, row in enumerate(rows, 1):
        match = _LINE.fullmatch(row)
        if match is None:  # the row itself is not told: it may be a token
            problems.append(
                Problem(f"{SETTING}, row {number}: it should be NAME:draft:HASH or NAME:publish:HASH, as "
                        "`judge rulings token NAME` prints it.", SETTING)
            )  # fmt: skip
        elif any(writer.name == match["name"] for writer in found):
            problems.append(Problem(f"{SETTING} names “{match['name']}” twice; give each token its name.", SETTING))
        else:
            found.append(Writer(match["name"], "publish" if match["rights"] == "publish" else "draft", match["digest"]))
    if problems:
        raise NotAllowed.of(problems)
    return tuple(found)


def _contents(said: str) -> str:
    if not said.startswith("/"):
        return said
    try:
        return "\n".join(
            line for line in Path(said).read_text(encoding="utf-8").splitlines() if not line.lstrip().startswith("#")
        )
    except (OSError, UnicodeDecodeError) as problem:
        raise NotAllowed(f"{SETTING} names the file {said}, which cannot be read.", SETTING) from problem


def writer_of(token: str, writers: Sequence[Writer]) -> Writer | None:
    """Whose token it is; None for nobody's. It takes the same time whichever it is, and however much of it is right."""
    digest = _digest(token[:_LONGEST])
    found = None
    for writer in writers:
        if hmac.compare_digest(digest, writer.digest):
            found = writer
    return found


def new_token(name: str, rights: Rights) -> tuple[str, str]:
    """A new token, and the row that names it. Raises NotAllowed for a name that no row may hold."""
    token = f"judge_{secrets.token_urlsafe(32)}"
    row = f"{name}:{rights}:{_digest(token)}"
    if not _LINE.fullmatch(row):
        raise NotAllowed(f"“{name[:60]}” is no name for a token; use letters, digits and . - _ @.", "NAME")
    return token, row


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
