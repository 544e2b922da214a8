"""The same request gets the same answer, byte for byte: in whatever process, after and beside whatever else."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ASKED = 120
AT_ONCE = 8


@pytest.mark.usefixtures("desk")
def test_answers_are_the_same_in_every_process_in_any_order_and_beside_others() -> None:
    first, second = (started(seed) for seed in (1, 2))
    one, other = (json.loads(process.communicate(timeout=300)[0]) for process in (first, second))
    assert len(one) > ASKED // 2
    assert {status for status, _ in one.values()} == {200}
    assert [request for request in one if one[request] != other[request]] == []


def started(seed: int) -> subprocess.Popen[str]:
    """A process that answers in an order of its own."""
    named = {"PYTHONHASHSEED": str(seed), "JUDGE_ACCESS_LOG": "off", "JUDGE_WORK_LIMIT": "off"}
    command = [sys.executable, "-m", "tests.web.test_same_answers", str(seed)]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **named}, stdout=subprocess.PIPE, text=True)


def answered(seed: int) -> dict[str, tuple[int, str]]:
    """Status and digest of the answers to some requests of a busy hour, asked a few at a time. Asked once more,
    the last first, all are answered the same: what is remembered changes nothing.
    """
    from benchmarks.client import made_unique
    from benchmarks.load import Request
    from benchmarks.requests import hour_of_mix
    from judge.desk import open_desk
    from judge.web import create_app
    from judge.web.http import heavy_routes

    heavy_routes._PATIENCE_SECONDS = 300  # on a busy machine whoever waits is answered all the same
    desk = open_desk()
    app = create_app(desk)
    mix = [made_unique(request, 7) for request in dict.fromkeys(hour_of_mix(desk, 400))][:ASKED]
    random.Random(seed).shuffle(mix)

    def ask(request: Request) -> tuple[str, tuple[int, str]]:
        kind = "application/json" if request.body else None
        answer = app.test_client().open(request.path, method=request.method, data=request.body, content_type=kind)
        digest = hashlib.blake2b(answer.get_data(), digest_size=16).hexdigest()
        return f"{request.method} {request.path} {request.body}", (answer.status_code, digest)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        once = dict(threads.map(ask, mix))
        assert dict(threads.map(ask, reversed(mix))) == once
    return once


if __name__ == "__main__":
    print(json.dumps(answered(int(sys.argv[1]))))
