"""Measures for Prometheus (`/metrics`): requests by route and status, and their time, summed over all workers.

With several workers the counts live in files of the folder that `PROMETHEUS_MULTIPROC_DIR` names (`judge.serving` makes
one); in a single process they live in memory. prometheus_client decides which when it is first imported.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from threading import Lock

from flask import Flask, Response

from judge import __version__
from judge.web.http.request_log import Listener, MeasuredRequest

SHARED = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


_COUNTED = ("counter", "histogram")
_RESERVED = 512 * 1024  # bytes for the counts of a kind; all routes of ours, with every status, need half of that


_TAKING = Lock()


def _has_room(folder: str | None, process: int) -> bool:
    """True where the counts of a process have their room on the disk, which is taken at once by the first thread.

    The counts are written through a mapping of the file into memory: what then finds the disk full, or the file cut by
    another thread, is killed.
    """
    with _TAKING:
        return _take_room(folder, process)


@cache
def _take_room(folder: str | None, process: int) -> bool:
    """Take it; False, and no counts, where the disk is full."""
    files = [Path(folder) / f"{kind}_{process}.db" for kind in _COUNTED] if folder else []
    try:
        for path in files:
            if not path.exists():
                path.write_bytes(bytes(_RESERVED))
    except OSError:
        for path in files:
            path.unlink(missing_ok=True)
        return False
    return True


def install(app: Flask, build_id: str) -> Listener:
    """Answer `/metrics`; give back the listener that counts."""
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
    from prometheus_client.exposition import CONTENT_TYPE_LATEST
    from prometheus_client.multiprocess import MultiProcessCollector

    counted = CollectorRegistry()
    requests = Counter("judge_requests", "Requests answered.", ("method", "route", "status"), registry=counted)
    seconds = Histogram(
        "judge_request_seconds", "Time until the answer stood.", ("route",), buckets=_SECONDS, registry=counted
    )

    def count(seen: MeasuredRequest) -> None:
        if not _has_room(os.environ.get(SHARED), os.getpid()):
            return
        requests.labels(seen.method, seen.route, str(seen.status)).inc()
        seconds.labels(seen.route).observe(seen.seconds)

    def metrics() -> Response:
        shown = counted
        if SHARED in os.environ:
            shown = CollectorRegistry()
            MultiProcessCollector(shown)  # type: ignore[no-untyped-call]
        return Response(generate_latest(shown) + _build_info(), content_type=CONTENT_TYPE_LATEST)

    def _build_info() -> bytes:
        """Which program and build answer: made anew each time, it is the same in every worker."""
        facts = CollectorRegistry()
        Gauge("judge_build_info", "The program and build that answer.", ("version", "build"), registry=facts).labels(
            __version__, build_id
        ).set(1)
        return generate_latest(facts)

    app.add_url_rule("/metrics", "metrics", metrics)
    return count
