"""A place at a table far away: the same ``Client``, over a socket that heals itself.

    place = await come("https://hearts.example/t/abc", "Ana")
    async with RemoteClient(place) as client:
        async for update in client.updates():
            ...

When the connection is lost it is made again, after a moment that is drawn by chance so that not
everybody comes back at once, and goes on where it stopped. Commands that were not answered are sent
again with the same id: what had been done is not done twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import secrets
from collections.abc import AsyncGenerator
from http.client import HTTPException
from types import TracebackType
from typing import Final, Self
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from cancellation_hearts.client import add_entropy
from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.record import Record, parse
from cancellation_hearts.table import PersonCommand
from cancellation_hearts.table.talk import Saying, Words
from cancellation_hearts.wire import (
    Ask,
    Bye,
    Done,
    Heard,
    Hello,
    NewPerson,
    Pong,
    Refused,
    Say,
    ServerMessage,
    Update,
    Welcome,
    Welcomed,
    refusal_of,
)

PAUSE: Final = (0.25, 5.0)
"""Seconds between which the wait before the next try is drawn; the upper bound grows up to it."""
FIRST_PAUSE: Final = 1.0
"""Where the upper bound begins: not all at once, when a server is back."""
ANSWER_TIME: Final = 10.0
"""Seconds for a server to answer a request."""
_LARGEST: Final = 1 << 20


class AddressError(ValueError):
    """A link that leads to no table; the message says what was expected."""


class Unreachable(Exception):
    """There is no server, or none of ours; the message says what happened."""


class Gone(Exception):
    """The place is not one's own any more: ``reason`` is what the server said."""

    def __init__(self, reason: str) -> None:
        """``reason``: removed, moved ..."""
        super().__init__(reason)
        self.reason = reason


class Place(msgspec.Struct, frozen=True):
    """Somebody's place at a table of a server."""

    server: str
    """Its address, without a slash at the end."""
    table: str
    person: int
    token: str

    @property
    def socket(self) -> str:
        """Where its socket is."""
        return f"ws{self.server.removeprefix('http')}/api/socket"


def address_of(link: str) -> tuple[str, str]:
    """The server and the table of a link; ``AddressError`` if it is none.

    >>> address_of("http://127.0.0.1:8000/t/abc234")
    ('http://127.0.0.1:8000', 'abc234')
    """
    parts = urlsplit(link)
    found = re.fullmatch("(.*)/t/([0-9a-z]+)/?", parts.path, re.ASCII)
    if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
        raise AddressError(f"expected a link such as http://HOST/t/TABLE, not {link[:80]!r}")
    return f"{parts.scheme}://{parts.netloc}{found[1]}", found[2]


async def come(link: str, name: str, *, sit: bool = True, program: bool = False) -> Place:
    """Come to a table by its link. ``program``: a bot, which everybody is told.

    Raises ``AddressError``, ``Unreachable`` and ``Refusal``.
    """
    server, table = address_of(link)
    body = NewPerson(name, sit=sit, program=program)
    address = f"{server}/api/tables/{table}/people"
    answer = await asyncio.to_thread(_answered, address, encode(body))
    try:
        welcomed: Welcomed = decode(answer, Welcomed)
    except msgspec.DecodeError:
        raise Unreachable(f"{server}: this is no server of ours") from None
    if welcomed.token is None:
        raise Unreachable(f"{server}: it gave no token")
    return Place(server, table, welcomed.person, welcomed.token)


def _answered(address: str, body: bytes | None = None, *, token: str | None = None) -> bytes:
    """What a server answers; a body is sent as JSON. Raises ``Refusal`` and ``Unreachable``."""
    headers = {} if body is None else {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    request = Request(address, body, headers)  # noqa: S310 - http(s)
    try:
        with urlopen(request, timeout=ANSWER_TIME) as answer:  # noqa: S310 - see address_of
            data: bytes = answer.read()
            return data
    except HTTPError as error:
        with error:
            data = error.read(_LARGEST)
        try:
            refused: Refused = decode(data, Refused)
        except msgspec.DecodeError:
            raise Unreachable(f"{address}: {error.code} {error.reason}") from None
        raise _raised(refused) from None
    except (OSError, HTTPException) as error:  # an URLError is an OSError
        reason = error.reason if isinstance(error, URLError) else error
        raise Unreachable(f"{address}: {reason}") from None


def _raised(message: Refused) -> Refusal | Unreachable:
    """What to raise for a refusal, also for one that only a newer server knows."""
    try:
        return refusal_of(message)
    except ValueError as error:
        return Unreachable(str(error))


class RemoteClient:
    """See ``Client``. Connected while its context is open, and again whenever that is lost."""

    def __init__(self, place: Place) -> None:
        """``place``: from ``come``."""
        self.place = place
        self._log: str | None = None
        self._version: int | None = None
        self._last: Update | None = None
        self._updates: asyncio.Queue[Update | Exception] = asyncio.Queue()
        self._sayings: asyncio.Queue[tuple[Saying, ...]] = asyncio.Queue()
        self._heard: int | None = None
        self._asked: dict[str, tuple[Ask | Say, asyncio.Future[int]]] = {}
        self._socket: ClientConnection | None = None
        self._longest = FIRST_PAUSE
        self._running: asyncio.Task[None] | None = None
        self._ended: Exception | None = None

    async def ask(self, command: PersonCommand, *, id: str | None = None) -> int:  # noqa: A002
        """See ``Client``; waits until there is a connection. Raises ``Gone``, too."""
        return await self._answered(Ask(id or secrets.token_hex(8), command))

    async def say(self, words: Words) -> int:
        """Say something to everybody at the table."""
        return await self._answered(Say(secrets.token_hex(8), words))

    async def sayings(self) -> AsyncGenerator[tuple[Saying, ...]]:
        """What people say, and first the last of what they said."""
        while True:
            yield await self._sayings.get()

    async def _answered(self, message: Ask | Say) -> int:
        if self._ended is not None:
            raise self._ended
        if message.id in self._asked:  # asked already, and not answered yet
            return await asyncio.shield(self._asked[message.id][1])
        future = asyncio.get_running_loop().create_future()
        self._asked[message.id] = message, future
        try:
            if self._socket is not None:
                with contextlib.suppress(WebSocketException, OSError):  # sent again later
                    await self._socket.send(encode(message).decode())
            version: int = await future
            return version
        finally:
            self._asked.pop(message.id, None)

    async def updates(self, *, since: int | None = None) -> AsyncGenerator[Update]:
        """See ``Client``; raises ``Gone`` at the end, and ``Refusal`` if the place is not known."""
        if self._version is None:
            self._version = since
        if self._ended is not None:
            raise self._ended
        if self._last is not None:  # somebody has read here before: begin with how it stands
            while not self._updates.empty():
                self._updates.get_nowait()
            yield replace(self._last, events=())
        while True:
            update = await self._updates.get()
            if isinstance(update, Exception):
                self._updates.put_nowait(update)  # for whoever else waits, or comes later
                raise update
            await add_entropy(self, update)
            yield update

    async def games(self) -> tuple[Record, ...]:
        """See ``Client``; raises ``Unreachable``, too."""
        place = self.place
        address = f"{place.server}/api/tables/{place.table}/record"
        return tuple(parse(await asyncio.to_thread(_answered, address, token=place.token)))

    async def __aenter__(self) -> Self:
        """Begin to connect."""
        self._running = asyncio.create_task(self._run(), name=f"socket to {self.place.table}")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Disconnect; the place stays."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        for _asked, future in self._asked.values():
            if not future.done():
                future.set_exception(Unreachable("disconnected"))

    # --- the connection -----------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while True:
                pause: float | None = None
                try:
                    async with connect(
                        self.place.socket, compression=None, max_size=_LARGEST, proxy=None
                    ) as socket:
                        pause = await self._talk(socket)
                except (OSError, TimeoutError, InvalidHandshake, WebSocketException):
                    pass
                except InvalidURI as error:
                    raise AddressError(str(error)) from None
                if pause is None:
                    pause = random.uniform(PAUSE[0], self._longest)  # noqa: S311 - no secret
                    self._longest = min(PAUSE[1], 2 * self._longest)
                await asyncio.sleep(pause)
        except (Gone, Refusal, AddressError, Unreachable) as end:
            self._end(end)
        except msgspec.DecodeError as error:
            self._end(Unreachable(f"{self.place.server}: we cannot read what it says: {error}"))

    async def _talk(self, socket: ClientConnection) -> float | None:
        """Until the connection ends; after how many seconds to come again, if the server said."""
        place = self.place
        hello = Hello(
            place.table,
            token=place.token,
            since=self._version,
            heard=self._heard,
            log=self._log,
        )
        await socket.send(encode(hello).decode())
        try:
            async for data in socket:
                raw = data.encode() if isinstance(data, str) else data
                message: ServerMessage = decode(raw, ServerMessage)
                match message:
                    case Welcome():
                        self._log = message.log
                        self._longest = FIRST_PAUSE
                        self._socket = socket
                        for asked, _future in tuple(self._asked.values()):
                            await socket.send(encode(asked).decode())
                    case Update():
                        self._version, self._last = message.version, message
                        self._updates.put_nowait(message)
                    case Done(id_, version):
                        self._answer(id_, version)
                    case Refused():
                        self._refuse(message)
                    case Bye(reason, retry):
                        if retry is None:
                            raise Gone(reason)
                        return retry / 1000
                    case Heard(sayings):
                        self._heard = sayings[-1].version
                        self._sayings.put_nowait(sayings)
                    case Pong():
                        pass
        finally:
            self._socket = None
        return None

    def _answer(self, id_: str, version: int) -> None:
        _asked, future = self._asked.get(id_, (None, None))
        if future is not None and not future.done():
            future.set_result(version)

    def _refuse(self, message: Refused) -> None:
        refusal = _raised(message)
        if message.id is None:
            if self._socket is None:  # at the door
                raise refusal
            return
        _asked, future = self._asked.get(message.id, (None, None))
        if future is not None and not future.done():
            future.set_exception(refusal)

    def _end(self, error: Exception) -> None:
        self._ended = error
        self._updates.put_nowait(error)
        for _asked, future in self._asked.values():
            if not future.done():
                future.set_exception(error)
