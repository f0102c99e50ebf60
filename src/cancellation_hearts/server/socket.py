"""One connection: hello, then updates one way and commands the other.

Nothing here waits for somebody slow while it holds anything of others: each connection reads the
table at its own pace, and whoever falls behind gets several events in one update, or a whole view.
So a connection needs no queue that could grow.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from typing import Any, Final

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.server.answers import refused
from cancellation_hearts.server.config import HELLO_TIME, PING_TIME, SEND_TIME
from cancellation_hearts.server.guard import address_of, is_ours
from cancellation_hearts.server.hall import Hall
from cancellation_hearts.server.identity import cookie_name
from cancellation_hearts.service.pace import Bucket, whole_seconds
from cancellation_hearts.service.players import key_of
from cancellation_hearts.service.tables import Room
from cancellation_hearts.table import ByPerson, TableCode, TableRefusal
from cancellation_hearts.table.state import Cause
from cancellation_hearts.wire import (
    PROTOCOL,
    Ask,
    Bye,
    ClientMessage,
    Done,
    Heard,
    Hello,
    Ping,
    Pong,
    Refused,
    Say,
    ServerMessage,
    Welcome,
    WireCode,
)

log = logging.getLogger(__name__)

POLICY: Final = 1008
"""Close codes: too much, or not to be understood;"""
RESTART: Final = 1012
"""the server stops, and comes back;"""
AGAIN: Final = 1013
"""not now."""
GONE: Final = 4000
"""Ours: do not come back."""
BROKEN: Final = 1006
"""RFC 6455's, for a connection that ended without a good-bye;"""
SILENT: Final = 1011
"""usual for one whose other end answers no ping."""
_CAUSES: Final[dict[int, Cause]] = {
    1002: "refused",  # no WebSocket,
    1007: "refused",  # no text,
    1009: "refused",  # too long
    POLICY: "refused",
    BROKEN: "broken",
    SILENT: "silent",
    RESTART: "stopped",
    GONE: "moved",
}
RETRY: Final = (250, 5000)
"""Milliseconds between which somebody who is sent home comes again."""


class Closing(Exception):
    """The connection ends: the close code, and the last words if there are any."""

    def __init__(self, code: int, *last: ServerMessage) -> None:
        """``last``: said before."""
        super().__init__(code)
        self.code = code
        self.last = last


class Connection:
    """Somebody at the other end of a socket."""

    def __init__(self, hall: Hall, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI's, of a socket that is not accepted yet."""
        self._hall = hall
        self._socket = WebSocket(scope, receive, send)
        self._out = send
        self._bucket = Bucket(hall.config.rates.socket)
        self._sending = 0
        self._sent = 0
        self._stuck_at: int | None = None
        self._end: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
        self._table = ""
        self._person: int | None = None
        self._key = ""
        self._room: Room | None = None

    async def run(self) -> None:
        """Serve until one of both ends it."""
        hall, socket = self._hall, self._socket
        if not is_ours(socket.headers, hall.config):
            hall.metrics.turned_away.labels(WireCode.BAD_ORIGIN).inc()
            await socket.close(POLICY)  # before it is accepted: 403
            return
        if hall.draining.is_set():
            await self._answer(Refused(None, WireCode.NOT_READY, {"reason": "stopping", "wait": 1}))
            return
        address = address_of(socket.scope)
        wait = hall.connections.take(address) or (0.0 if hall.has_room(address) else PING_TIME)
        if wait:
            details: dict[str, str | int] = {"wait": whole_seconds(wait)}
            await self._answer(Refused(None, WireCode.TOO_MANY, details))
            return
        with (
            hall.socket(self.look, address),
            contextlib.suppress(WebSocketDisconnect, TimeoutError),
        ):
            await socket.accept()
            try:
                await self._serve()
            except Closing as closing:
                await self._close(closing)
            except TableRefusal as refusal:
                await self._close(_turned_down(refusal))

    async def _answer(self, message: Refused) -> None:
        """Refuse a socket before it is one: over HTTP, where programs see a status."""
        self._hall.metrics.turned_away.labels(message.code).inc()
        if "websocket.http.response" in self._socket.scope.get("extensions", {}):
            await self._socket.send_denial_response(refused(message))
        else:
            await self._socket.close(AGAIN)

    async def _close(self, closing: Closing) -> None:
        async with asyncio.timeout(SEND_TIME):
            for message in closing.last:
                await self._send(message)
            self._check_open()
            await self._socket.close(closing.code)

    async def _serve(self) -> None:
        hello = await self._hello()
        is_same = hello.log == self._hall.tables.store.log_id
        since, heard = (hello.since, hello.heard) if is_same else (None, None)
        await self._send(
            Welcome(self._table, PROTOCOL, self._person, self._hall.tables.store.log_id)
        )
        async with self._hall.tables.session(self._table, self._person) as session:
            session.cause = "stopped"  # unless something else ends it
            works = [self._read(), self._tell(since), self._talk(heard)]
            tasks = [asyncio.create_task(work) for work in works]
            ends: list[asyncio.Future[Any]] = [*tasks, self._end]
            try:
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                ended = await asyncio.gather(*tasks, return_exceptions=True)
            errors = [error for error in ended if isinstance(error, Exception)]
            error = errors[0] if errors else self._end.result()
            session.cause = cause_of(error)
        raise error

    def look(self) -> None:
        """Let go of a reader that takes nothing from one look to the next, or if the server stops.

        A timer of its own for each message would cost more than the message. Those who are sent
        home come again at different moments, and not all at once.
        """
        stuck_before, self._stuck_at = self._stuck_at, self._sent if self._sending else None
        if self._end.done():
            return
        if self._hall.draining.is_set():
            self._end.set_result(Closing(RESTART, Bye("restart", _retry())))
        elif self._stuck_at is not None and self._stuck_at == stuck_before:
            self._end.set_result(TimeoutError())

    async def _hello(self) -> Hello:
        """Who this is; ``Closing`` if they do not say, or nobody knows them."""
        try:
            async with asyncio.timeout(HELLO_TIME):
                message = await self._message()
        except TimeoutError:
            raise Closing(POLICY) from None
        except _Unreadable as error:
            raise self._turned_away(WireCode.BAD_MESSAGE, problem=str(error)) from None
        if not isinstance(message, Hello):
            raise self._turned_away(WireCode.BAD_MESSAGE, problem="the first message is hello")
        if message.protocol != PROTOCOL:
            raise self._turned_away(WireCode.BAD_PROTOCOL, protocol=PROTOCOL)
        self._table = message.table
        token = message.token or self._cookie()
        self._room = await self._hall.tables.room(message.table)
        if token is not None:
            self._person = await self._hall.tables.person(message.table, token)
            self._key = key_of(token)
        elif self._room.table is not None and not self._room.table.settings.spectators:
            raise TableRefusal(TableCode.NO_SPECTATORS)
        return message

    def _cookie(self) -> str | None:
        """What a browser was given; without a page that is known to be ours it proves nothing."""
        if "origin" not in self._socket.headers:
            return None
        return self._socket.cookies.get(cookie_name(self._table))

    def _turned_away(self, code: WireCode, **details: str | int) -> Closing:
        self._hall.metrics.turned_away.labels(code).inc()
        return Closing(POLICY, Refused(None, code, details))

    async def _message(self) -> ClientMessage:
        """The next message; ``Closing`` for one that nobody can read."""
        frame = await self._socket.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1005))
        text = frame.get("text")
        if text is None:
            raise _Unreadable("expected text, got a binary message")
        try:
            message: ClientMessage = decode(text.encode(), ClientMessage)
        except (msgspec.DecodeError, ValueError) as error:
            raise _Unreadable(str(error)[:200]) from None
        return message

    # --- one way ------------------------------------------------------------------------------

    async def _tell(self, since: int | None) -> None:
        """Everything that happens, as far as this person may know it."""
        hall, me = self._hall, self._person
        async for update in hall.tables.updates(self._table, me, since=since):
            self._check_device()
            await self._send_bytes(hall.packed(self._table, update))
            hall.metrics.updates += 1
        raise Closing(GONE, Bye("removed"))

    async def _talk(self, heard: int | None) -> None:
        """Everything that is said."""
        async for sayings in self._hall.talk.listen(self._table, after=heard):
            if sayings:
                await self._send(Heard(sayings))

    def _check_device(self) -> None:
        """``Closing`` if another device goes on in this one's place.

        The key tells, and no event does: a slow reader is not told each, and the new device may be
        told of an old one.
        """
        me, table = self._person, None if self._room is None else self._room.table
        if me is not None and table is not None and table.people[me].key != self._key:
            raise Closing(GONE, Bye("moved"))

    # --- the other way ------------------------------------------------------------------------

    async def _read(self) -> None:
        """Every message, one after the other."""
        while True:
            try:
                message = await self._message()
            except _Unreadable as error:
                self._pace()
                self._hall.metrics.turned_away.labels(WireCode.BAD_MESSAGE).inc()
                await self._send(Refused(None, WireCode.BAD_MESSAGE, {"problem": str(error)}))
                continue
            self._pace()
            match message:
                case Ask():
                    await self._send(await self._ask(message))
                case Say():
                    await self._send(await self._say(message))
                case Ping():
                    await self._send(Pong(self._hall.tables.store.now()))
                case Hello():
                    raise self._turned_away(
                        WireCode.BAD_MESSAGE, problem="hello is said once, at the beginning"
                    )

    def _pace(self) -> None:
        if wait := self._bucket.take():
            raise self._turned_away(WireCode.TOO_MANY, wait=whole_seconds(wait))

    async def _ask(self, message: Ask) -> Done | Refused:
        if self._person is None:
            return Refused(message.id, TableCode.NOT_KNOWN)
        self._check_device()
        return await asked(self._hall, self._table, self._person, message)

    async def _say(self, message: Say) -> Done | Refused:
        if self._person is None:
            return Refused(message.id, TableCode.NOT_KNOWN)
        return await said(self._hall, self._table, self._person, message)

    # --- sending ------------------------------------------------------------------------------

    async def _send(self, message: ServerMessage) -> None:
        await self._send_bytes(encode(message))

    async def _send_bytes(self, data: bytes) -> None:
        """Send when there is room. A message goes out whole, whoever else waits for room, too."""
        self._check_open()
        self._sending += 1
        try:
            await self._out({"type": "websocket.send", "text": data.decode()})
        except OSError:
            raise WebSocketDisconnect(1006) from None
        finally:
            self._sending -= 1
            self._sent += 1

    def _check_open(self) -> None:
        """Who is gone is told nothing; that another task found out first is no mistake."""
        if self._socket.application_state is not WebSocketState.CONNECTED:
            raise WebSocketDisconnect(1006)


def cause_of(error: Exception) -> Cause:
    """Why somebody is away whose connection ended so."""
    match error:
        case WebSocketDisconnect(code=code):
            return _CAUSES.get(code, "closed")
        case Closing(code=code):
            return _CAUSES.get(code, "stopped")
        case TimeoutError():
            return "slow"
        case _:  # a store that cannot be read, or a bug of ours
            return "broken"


class _Unreadable(Exception):
    """A message that is none of ours."""


async def asked(hall: Hall, table: str, person: int, message: Ask) -> Done | Refused:
    """Carry out a command, and what to answer."""
    begun = time.perf_counter()
    code = "DONE"
    try:
        done = await hall.tables.execute(
            table, ByPerson(person), message.command, idem=f"person:{person}:{message.id}"
        )
    except Refusal as refusal:
        code = str(refusal.code)
        return _refused(message.id, refusal)
    else:
        return Done(message.id, done.version)
    finally:
        hall.metrics.asked.labels(code).inc()
        hall.metrics.seconds.observe(time.perf_counter() - begun)


async def said(hall: Hall, table: str, person: int, message: Say) -> Done | Refused:
    """Say something, and what to answer."""
    try:
        version = await hall.talk.say(
            table, person, message.words, idem=f"person:{person}:{message.id}"
        )
    except Refusal as refusal:
        return _refused(message.id, refusal)
    return Done(message.id, version)


def _turned_down(refusal: TableRefusal) -> Closing:
    """A table that does not let somebody in, or cannot be read now."""
    if refusal.code in (TableCode.STORE_FAILED, TableCode.BUSY):
        return Closing(AGAIN, Bye("not now", _retry()))
    return Closing(GONE, _refused(None, refusal))


def _retry() -> int:
    """Milliseconds after which to come again: not everybody at once."""
    return random.randint(*RETRY)  # noqa: S311 - no secret


def _refused(id_: str | None, refusal: Refusal) -> Refused:
    return Refused(id_, str(refusal.code), dict(refusal.details))
