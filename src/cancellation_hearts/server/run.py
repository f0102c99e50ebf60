"""The program: opens the store, listens, serves, and says good-bye before it stops.

On SIGTERM or Ctrl-C the server first answers ``/readyz`` with 503 and sends everybody home with a
moment at which to come again; then it stops. A second signal stops it at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from cancellation_hearts.server.app import app_of, hall_of
from cancellation_hearts.server.config import (
    CLOSE_TIME,
    DRAIN_TIME,
    HEAD_TIME,
    MESSAGE_BYTES,
    PING_TIME,
    Config,
)
from cancellation_hearts.server.hall import Hall
from cancellation_hearts.server.socket import BROKEN, SILENT
from cancellation_hearts.service.house import House
from cancellation_hearts.service.thinking import Pool
from cancellation_hearts.store import MemoryBroker, SqliteStore, StoreError
from cancellation_hearts.store.use import Use
from cancellation_hearts.table.unwanted import Unwanted

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

SERVING: Final = "serving"
"""Beside the database: held, and with its address in it, while a server has the tables."""
LATE: Final = 1.0
"""Seconds by which an answer is read late because we were busy."""
SEND_BYTES: Final = 128 * 1024
"""What may be on its way to one reader."""
QUEUE: Final = 8
"""Messages of one socket that wait to be read, before its sender has to."""


class Door(HttpToolsProtocol):
    """A connection that nobody can keep open without saying what they want."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody came."""
        super().connection_made(transport)
        self._begin_to_wait()

    def on_message_begin(self) -> None:
        """Somebody begins to say what they want."""
        super().on_message_begin()
        self._begin_to_wait()

    def on_headers_complete(self) -> None:
        """They have said it."""
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _begin_to_wait(self) -> None:
        self._stop_waiting()
        self._late = self.loop.call_later(HEAD_TIME, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()


class Protocol(WebSocketsSansIOProtocol):
    """A socket that nobody can keep open by not reading, and of which one is told how it ended."""

    _asked_again = False

    def keepalive_timeout(self) -> None:
        """No answer to a ping came, or none that was read: while we are busy, nobody is silent."""
        assert self.ping_timeout is not None
        late = self.loop.time() - self.ping_sent_at > self.ping_timeout + LATE
        if self.read_paused or (late and not self._asked_again):
            self._asked_again = late
            self.pong_timer = self.loop.call_later(LATE, self.keepalive_timeout)
            return
        self._tell_end(SILENT, "keepalive ping timeout")
        super().keepalive_timeout()

    def handle_pong(self, event: Frame) -> None:
        """They are there."""
        self._asked_again = False
        super().handle_pong(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over; without a good-bye, it broke off."""
        if self.handshake_complete and self.conn.close_rcvd is None:
            self._tell_end(BROKEN, "")
        super().connection_lost(exc)

    async def send(self, message: ASGISendEvent) -> None:
        """What uvicorn forgets to note: who was refused over HTTP has had their answer."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def _tell_end(self, code: int, reason: str) -> None:
        """What is told first counts; uvicorn's own word for most ends is 1005."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """We are done: what has not been taken in a while is thrown away."""
        super().on_task_complete(task)
        self.loop.call_later(CLOSE_TIME, self.transport.abort)


class Server(uvicorn.Server):
    """Stops in two steps."""

    def __init__(self, config: uvicorn.Config, hall: Hall) -> None:
        """``hall``: whose people are sent home."""
        super().__init__(config)
        self._hall = hall
        self._loop = asyncio.get_running_loop()
        self._signalled = False
        self._leaving: asyncio.Task[None] | None = None

    def handle_exit(self, _sig: int, _frame: FrameType | None) -> None:
        """The first signal begins to drain, the second one stops."""
        if self._signalled:
            self.should_exit = self.force_exit = True
        else:
            self._signalled = True
            self._loop.call_soon_threadsafe(self.drain)

    def drain(self) -> None:
        """Send everybody home, and stop when they are gone or had the time."""
        self._hall.draining.set()
        self._leaving = asyncio.create_task(self._leave())

    async def _leave(self) -> None:
        try:
            async with asyncio.timeout(DRAIN_TIME):
                while self._hall.open_sockets:
                    await self._hall.socket_closed()
        except TimeoutError:
            pass
        self.should_exit = True


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; ``OSError`` if the port is taken or the address is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=2048)
    # Accepted sockets inherit it. Else the kernel keeps megabytes for each reader that is slow.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
    return listener


def server_of(hall: Hall) -> Server:
    """What serves a hall: sizes, patience and whom it believes, in one place."""
    config = uvicorn.Config(
        app_of(hall),
        http=Door,
        ws=Protocol,
        ws_max_size=MESSAGE_BYTES,
        ws_max_queue=QUEUE,
        ws_ping_interval=PING_TIME,
        ws_ping_timeout=PING_TIME,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
        timeout_graceful_shutdown=int(DRAIN_TIME),
    )
    return Server(config, hall)


async def serve(
    config: Config,
    *,
    data: Path,
    listeners: Sequence[socket.socket],
    bots: int,
    unwanted: Unwanted,
    pace: float = 0.0,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Serve the tables of a file until a signal comes.

    ``bots``: how many processes think; ``unwanted``: words that no name may hold; ``ready``:
    called when people can come. Raises ``StoreError``, also if another server has these tables:
    each would not see what the other does.
    """
    store = SqliteStore.open(data)
    serving = Use(data.with_name(SERVING))
    if not serving.take_alone():
        serving.release()
        await store.close()
        raise StoreError(f"{data}: another server has these tables; end it, or take other --data")
    serving.note(config.address)
    async with store, contextlib.AsyncExitStack() as stack:
        stack.callback(serving.release)
        house = House(store, MemoryBroker(), Pool(bots), pace=pace)
        house.tables.unwanted = unwanted
        async with hall_of(house, config) as hall:
            server = server_of(hall)
            ready()
            await server.serve(sockets=list(listeners))


def run(main: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run the program on the fastest loop that is there."""
    try:
        import uvloop  # noqa: PLC0415 - not on every platform
    except ImportError:
        factory = None
    else:
        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(main())
