"""Rate limiting, for those who switch it on (`JUDGE_RATE_LIMIT`): so many requests of one address in a span of time.

Each worker counts for itself, in memory. The library that counts is imported only where it is switched on. Addresses
are those behind as many proxies as are trusted; of IPv6, where one subscriber has whole networks, the /64 counts.
"""

from __future__ import annotations

import math
import time
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING

from flask import Flask, Response, g, request

from judge.errors import JudgeError, TooLarge
from judge.web import guard
from judge.web.watch import is_inside

if TYPE_CHECKING:
    from limits import RateLimitItem

_FREE = frozenset({"static", "metrics", "health.healthz", "health.readyz"})
"""Endpoints that are never counted: what supervisors ask, and files that a browser fetches beside a page."""


class TooMany(TooLarge):
    """More requests than this server answers one address in so short a time (429)."""

    kind, http_status = "too-many", 429


def install(app: Flask, said: str) -> None:
    """Refuse what goes beyond the limits that `said` names: `60/minute`, or several: `5/second; 300/minute`.

    To be installed after the limits on bodies. Raises ValueError for what names no limits.
    """
    from limits import parse_many
    from limits.storage import MemoryStorage
    from limits.strategies import MovingWindowRateLimiter

    limits = parse_many(said)
    counted = MovingWindowRateLimiter(MemoryStorage())

    def count() -> None:
        if request.endpoint in _FREE or is_inside():
            return
        client = _client(request.remote_addr or "")
        for limit in limits:
            if not counted.hit(limit, client):
                free_at = counted.get_window_stats(limit, client).reset_time
                raise _too_many(limit, max(1, math.ceil(free_at - time.time())))

    def tell(response: Response) -> Response:
        if seconds := g.get("retry_after"):
            response.headers["Retry-After"] = str(seconds)
            response.headers["Access-Control-Expose-Headers"] = "Retry-After"
            response.headers["Cache-Control"] = "no-store"
        return response

    app.before_request(count)
    app.after_request(tell)


def _client(address: str) -> str:
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None:
        return f"{known.exploded[:19]}::/64"
    return str(getattr(known, "ipv4_mapped", None) or known)


def _too_many(limit: RateLimitItem, seconds: int) -> JudgeError:
    guard.drain_body()
    g.retry_after = seconds
    span = limit.GRANULARITY.name
    span = f"{limit.multiples} {span}s" if limit.multiples > 1 else f"an {span}" if span == "hour" else f"a {span}"
    wait = f"{seconds} second{'s' if seconds > 1 else ''}"
    return TooMany(
        f"This server answers at most {limit.amount} requests in {span} from one address; try again in {wait}. "
        "The page you came from still holds what you typed.",
        "address",
    )
