"""Decides at each request who may write: a token, its rights, how often; tells and notes what is refused."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, Response, after_this_request, current_app, request

from judge.errors import NotAllowed
from judge.kept_rulings.model import KeptRuling, StoredRuling
from judge.kept_rulings.write_tokens import SETTING, Writer, writer_of
from judge.web import page_context
from judge.web.http.rate_limits import TooManyRequests, client_of
from judge.web.http.retry_after import retry_after
from judge.web.settings import settings

if TYPE_CHECKING:
    from limits.strategies import FixedWindowRateLimiter

    from judge.web.settings import Settings

WRITES = "60/minute"
"""Of one token."""
WRONG_TOKENS = "10/minute"
"""Of one client address."""
_KEY = "judge-kept-writers"


class UnknownWriter(NotAllowed):
    """No token, or nobody's (401)."""

    http_status = 401


class NotPermitted(NotAllowed):
    """A token whose rights do not go so far, or a server on which nobody may write (403)."""

    http_status = 403


def install(app: Flask, said: Settings) -> None:
    """Count writes where somebody may write: for all workers together, so before they are forked."""
    if said.writers:
        from limits.strategies import FixedWindowRateLimiter

        from judge.web.shared_counts import store

        app.extensions[_KEY] = FixedWindowRateLimiter(store(said.rate_store))


def anybody_may_write() -> bool:
    """True where somebody is named who may."""
    return bool(settings().writers)


def writer_by_header() -> Writer:
    """Who sent the request, by `Authorization: Bearer TOKEN`. Raises UnknownWriter, NotPermitted, TooManyRequests."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return _writer(token.strip() if scheme.lower() == "bearer" else "")


def writer_by_form() -> Writer:
    """Who sent the form, by its field `token`. Raises as `writer_by_header`, and for a form of another site."""
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin")
    foreign = bool(origin) and (urlsplit(origin or "").netloc or "null") != request.host
    if site not in ("same-origin", "none") or foreign:
        raise NotPermitted("This form was sent from another site; open it here and send it from here.", "Origin")
    return _writer(request.form.get("token", "").strip())


def _writer(token: str) -> Writer:
    if not anybody_may_write():
        raise NotPermitted(
            f"Nobody may write here over the network: whoever runs this installation names tokens in {SETTING}, and "
            "`judge rulings add` keeps rulings meanwhile.",
            "token",
        )
    client = client_of(request.remote_addr or "")
    _count(WRONG_TOKENS, f"wrong {client}", only_look=True)
    writer = writer_of(token, settings().writers)
    if writer is None:
        _count(WRONG_TOKENS, f"wrong {client}")
        current_app.logger.warning(
            "kept rulings: a write with %s was refused", "a wrong token" if token else "no token"
        )
        after_this_request(_ask_for_token)
        raise UnknownWriter("Writing needs a token: the one here is missing or is nobody’s.", "token")
    _count(WRITES, f"writer {writer.name}")
    return writer


def _ask_for_token(response: Response) -> Response:
    response.headers["WWW-Authenticate"] = 'Bearer realm="kept rulings"'
    return response


def refuse_beyond_rights(writer: Writer, action: str, before: StoredRuling | None, after: KeptRuling | None) -> None:
    """Raises NotPermitted, and notes it, where somebody with the right to drafts alone touches what all see."""
    touched = [ruling for ruling in (before and before.ruling, after) if ruling]
    if writer.may_publish or all(ruling.status == "draft" for ruling in touched):
        return
    page_context.desk().kept_rulings.note_refusal(writer.name, action, touched[0].id, "the right to drafts alone")
    raise NotPermitted(
        f"The token of {writer.name} may write drafts alone: set the status to draft, or ask somebody who may publish.",
        "status",
    )


def _count(limit: str, who: str, only_look: bool = False) -> None:
    """Count one more of what is limited. Raises TooManyRequests beyond the limit."""
    from limits import parse

    item = parse(limit)
    counted: FixedWindowRateLimiter = current_app.extensions[_KEY]
    if counted.test(item, who) if only_look else counted.hit(item, who):
        return
    seconds = max(1, math.ceil(counted.get_window_stats(item, who).reset_time - time.time()))
    retry_after(seconds)
    raise TooManyRequests(
        f"Too many writes from here: at most {item.amount} in a minute; try again in {seconds} s.", "token"
    )
