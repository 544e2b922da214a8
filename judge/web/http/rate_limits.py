"""Limits rates by client address: so many requests (`JUDGE_RATE_LIMIT`), so much heavy work (`JUDGE_WORK_LIMIT`).

All workers count together, servers too where they share a store (`JUDGE_RATE_STORE`). Addresses are those behind as
many proxies as are trusted; of IPv6, where one subscriber has whole networks, the /64 counts.
"""

from __future__ import annotations

import math
import time
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any

from flask import Flask, g, request

from judge.errors import JudgeError, TooLarge
from judge.web.http.heavy_routes import is_heavy
from judge.web.http.request_log import is_inside
from judge.web.http.retry_after import retry_after

if TYPE_CHECKING:
    from limits import RateLimitItem

    from judge.web.settings import Settings

_FREE = frozenset({"static", "metrics", "health.healthz", "health.readyz"})
"""Endpoints that are never counted: what supervisors ask, and files that a browser fetches beside a page."""
_REQUESTS, _WORK = "requests", "work"


class TooManyRequests(TooLarge):
    """More than this server does for one address in so short a time (429)."""

    kind, http_status = "too-many", 429


def install(app: Flask, said: Settings) -> None:
    """Refuse what goes beyond the limits of the settings. To be installed after the limits on bodies."""
    if not (said.rate_limit or said.work_limit):
        return
    from limits import parse_many
    from limits.strategies import FixedWindowRateLimiter

    from judge.web.shared_counts import store

    counted = FixedWindowRateLimiter(store(said.rate_store))
    on_requests = parse_many(said.rate_limit) if said.rate_limit else []
    on_work = [_in_milliseconds(limit) for limit in parse_many(said.work_limit)] if said.work_limit else []

    def count() -> None:
        if request.endpoint in _FREE or is_inside():
            return
        client = client_of(request.remote_addr or "")
        for limit in on_requests:
            if not counted.hit(limit, _REQUESTS, client):
                raise _too_many(counted, limit, _REQUESTS, client)
        if on_work and is_heavy():
            for limit in on_work:
                if not counted.test(limit, _WORK, client):
                    raise _too_many(counted, limit, _WORK, client)
            g.work_began = time.thread_time()

    def count_work(_: BaseException | None) -> None:
        if (began := g.pop("work_began", None)) is not None:
            spent = math.ceil((time.thread_time() - began) * 1000)
            for limit in on_work:
                counted.hit(limit, _WORK, client_of(request.remote_addr or ""), cost=spent)

    app.before_request(count)
    app.teardown_request(count_work)


def _in_milliseconds(limit: RateLimitItem) -> RateLimitItem:
    return type(limit)(limit.amount * 1000, limit.multiples)


def client_of(address: str) -> str:
    """Who counts as one client: an address, of IPv6 the /64 it is in."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None:
        return f"{known.exploded[:19]}::/64"
    return str(getattr(known, "ipv4_mapped", None) or known)


def _too_many(counted: Any, limit: RateLimitItem, what: str, client: str) -> JudgeError:
    seconds = max(1, math.ceil(counted.get_window_stats(limit, what, client).reset_time - time.time()))
    retry_after(seconds)
    span = limit.GRANULARITY.name
    span = f"{limit.multiples} {span}s" if limit.multiples > 1 else f"an {span}" if span == "hour" else f"a {span}"
    wait = f"{seconds} second{'s' if seconds > 1 else ''}"
    most = f"answers at most {limit.amount} requests in {span} from"
    if what == _WORK:
        most = f"works at most {limit.amount // 1000} seconds in {span} on rulings and card texts for"
    return TooManyRequests(
        f"This server {most} one address; try again in {wait}. The page you came from still holds what you typed.",
        "address",
    )
