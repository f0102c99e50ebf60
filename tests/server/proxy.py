"""A network between clients and a server: it notes what comes down, and breaks when it is told to.

It knows just enough of sockets to see whole messages of the server; what clients send passes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

Judge = Callable[[bytes], bool]
"""Whether the network breaks before this message is delivered."""


class Proxy:
    """One listening port; ``messages`` is every message that the server sent, broken ones too."""

    def __init__(self, port: int, judge: Judge = lambda _message: False) -> None:
        self._port = port
        self._judge = judge
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()
        self.messages: list[bytes] = []
        self.cuts = 0

    @property
    def address(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in tuple(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        try:
            above, below = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        except OSError:
            writer.transport.abort()
            return
        works = [asyncio.create_task(self._up(reader, below))]
        works.append(asyncio.create_task(self._down(above, writer)))
        try:
            await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            pass  # the test is over; whoever started this task would complain
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            writer.transport.abort()
            below.transport.abort()

    async def _up(self, reader: asyncio.StreamReader, below: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            below.write(data)
            await below.drain()

    async def _down(self, above: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await above.readuntil(b"\r\n\r\n"))
        while True:
            head = await above.readexactly(2)
            size = head[1] & 0x7F
            if size > 125:
                head += await above.readexactly(2 if size == 126 else 8)
                size = int.from_bytes(head[2:], "big")
            message = await above.readexactly(size)
            if head[0] & 0x0F == 1:
                self.messages.append(message)
                if self._judge(message):
                    self.cuts += 1
                    if self.cuts % 2:  # in the middle of it
                        writer.write(head + message[: size // 2])
                        await writer.drain()
                    return
            writer.write(head + message)
            await writer.drain()
