"""A socket to a server, of which a test sees every message and says whatever it likes."""

from __future__ import annotations

import asyncio
import contextlib
import json
from types import TracebackType
from typing import Any, Final, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cancellation_hearts.remote import Place
from tests.server.serving import Server

PATIENCE: Final = 15.0
"""Seconds; a test that waits so long has failed."""


class Line:
    """A connection. ``heard`` is all that came, ``code`` how it was closed."""

    def __init__(self, server: Server, **headers: str) -> None:
        self._server = server
        self._headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self._socket: ClientConnection | None = None
        self.heard: list[dict[str, Any]] = []
        self.code: int | None = None

    async def __aenter__(self) -> Self:
        self._socket = await connect(
            self._server.socket,
            compression=None,
            additional_headers=self._headers,
            max_size=None,
            max_queue=None,
            close_timeout=1,
            proxy=None,
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._socket is not None
        await self._socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def send(self, data: str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(data)

    async def fragments(self, parts: list[str]) -> None:
        assert self._socket is not None
        with contextlib.suppress(ConnectionClosed):  # by what came before the last part
            await self._socket.send(parts)

    async def say(self, type: str, **fields: object) -> None:  # noqa: A002 - as on the wire
        await self.send(json.dumps({"type": type} | fields))

    async def hello(self, place: Place, **fields: object) -> dict[str, Any]:
        """Who I am; returns the first update."""
        await self.say("hello", table=place.table, token=place.token, **fields)
        return await self.hear("update")

    async def ask(self, id: str, command: object) -> dict[str, Any]:  # noqa: A002 - on the wire
        await self.say("ask", id=id, command=command)
        while True:
            answer = await self.hear("done", "refused")
            if answer["id"] == id:
                return answer

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds."""
        assert self._socket is not None
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await self._socket.recv())
                self.heard.append(message)
                if message["type"] in kinds:
                    return message

    async def end(self) -> list[dict[str, Any]]:
        """What else is said until the connection ends."""
        assert self._socket is not None
        before = len(self.heard)
        async with asyncio.timeout(PATIENCE):
            try:
                while True:
                    self.heard.append(json.loads(await self._socket.recv()))
            except ConnectionClosed:
                self.code = self._socket.close_code
        return self.heard[before:]


async def state(place: Place, server: Server) -> dict[str, Any]:
    """How a table stands for somebody, without looking changing it."""
    reading = await asyncio.to_thread(
        server.get, f"/api/tables/{place.table}/updates", X_Forwarded_For="10.9.9.9"
    )
    status, update = reading
    assert status == 200
    public: dict[str, Any] = update["public"]
    return public
