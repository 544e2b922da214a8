"""A small HTTP client that sends requests at a given rate over kept connections, and keeps what is answered.

wrk sends as fast as answers come and throws them away. A soak must hold a rate, count the time a request waits for its
turn as part of its latency, and compare answers: a few hundred requests a second, which asyncio's streams send with a
tenth of a core.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.disputes import NEW, unique_word
from benchmarks.load import Request
from benchmarks.servers import HOST

_MOST_OPEN = 64
_PATIENCE = 10.0  # seconds for one answer


@dataclass(frozen=True, slots=True)
class Reply:
    """What one request got: status (0 where nothing came), a digest of the body, milliseconds since it was due."""

    request: Request
    status: int
    digest: bytes
    milliseconds: float


def made_unique(request: Request, number: int) -> Request:
    """The request with a word no other number gives where `NEW` stands."""
    if NEW not in request.path and NEW not in request.body:
        return request
    word = unique_word(number)
    return Request(request.method, request.path.replace(NEW, word), request.body.replace(NEW, word))


class Client:
    """Sends requests to one server. To be used inside one event loop; `close` ends its connections."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._turn = asyncio.Semaphore(_MOST_OPEN)

    async def send(self, request: Request, due: float | None = None) -> Reply:
        """Send one request when a connection is free; time counts from `due` (of `perf_counter`), else from now."""
        began = time.perf_counter() if due is None else due
        async with self._turn:
            try:
                status, body = await asyncio.wait_for(self._exchange(request), _PATIENCE)
            except (OSError, EOFError, ValueError, TimeoutError):
                status, body = 0, b""
        spent = (time.perf_counter() - began) * 1000
        return Reply(request, status, hashlib.blake2b(body, digest_size=16).digest(), spent)

    async def send_at_rate(
        self, requests: Iterator[Request], rate: float, seconds: float, take: Callable[[Reply], None]
    ) -> None:
        """Send `rate` requests a second, evenly, whether or not earlier ones are answered; `take` gets each reply."""
        began, under_way = time.perf_counter(), set()
        for number in range(round(rate * seconds)):
            due = began + number / rate
            if (ahead := due - time.perf_counter()) > 0:
                await asyncio.sleep(ahead)
            task = asyncio.create_task(self._sent(next(requests), due, take))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        await asyncio.gather(*under_way)

    async def _sent(self, request: Request, due: float, take: Callable[[Reply], None]) -> None:
        take(await self.send(request, due))

    async def _exchange(self, request: Request) -> tuple[int, bytes]:
        """Send over a kept connection, or over a new one where the server has ended the kept one meanwhile."""
        while self._idle:
            reader, writer = self._idle.pop()
            if reader.at_eof() or writer.is_closing():
                writer.close()
                continue
            try:
                return await self._over(reader, writer, request)
            except (asyncio.IncompleteReadError, ConnectionError) as problem:
                if getattr(problem, "partial", b""):
                    raise
        return await self._over(*await asyncio.open_connection(HOST, self._port), request)

    async def _over(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: Request
    ) -> tuple[int, bytes]:
        try:
            writer.write(_as_bytes(request))
            status, length, closes = _read_head(await reader.readuntil(b"\r\n\r\n"))
            body = await reader.readexactly(length)
        except BaseException:
            writer.close()
            raise
        if closes:
            writer.close()
        else:
            self._idle.append((reader, writer))
        return status, body

    def close(self) -> None:
        """End the connections that are open."""
        for _, writer in self._idle:
            writer.close()
        self._idle.clear()


def _as_bytes(request: Request) -> bytes:
    body = request.body.encode()
    head = f"{request.method} {request.path} HTTP/1.1\r\nHost: {HOST}\r\n"
    if body:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"{head}\r\n".encode() + body


def _read_head(head: bytes) -> tuple[int, int, bool]:
    """Status, length of the body, and whether the connection ends. Raises ValueError where a length is not told."""
    first, *rest = head.decode("latin-1").split("\r\n")
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    if "content-length" not in fields:
        raise ValueError(f"an answer without Content-Length: {first}")
    return int(first.split()[1]), int(fields["content-length"]), fields.get("connection", "").lower() == "close"
