"""A reader that takes nothing is let go; one that is only slow is not."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from cancellation_hearts.core.codec import encode
from cancellation_hearts.server.config import Config
from cancellation_hearts.server.hall import Hall
from cancellation_hearts.server.socket import Connection
from cancellation_hearts.service.tables import Ticket
from cancellation_hearts.wire import Hello
from tests.service.people import House, settings


class Reader:
    """The other end of a socket: says hello, and takes as many messages as it is allowed."""

    def __init__(self, ticket: Ticket) -> None:
        hello = encode(Hello(ticket.table, token=ticket.token))
        self._said = [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": hello.decode()},
        ]
        self.room = asyncio.Semaphore(0)
        self.stuck = asyncio.Event()
        self.took = asyncio.Event()

    async def says(self) -> MutableMapping[str, Any]:
        if not self._said:
            await asyncio.Event().wait()
        return self._said.pop(0)

    async def takes(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            if self.room.locked():
                self.stuck.set()
            await self.room.acquire()
            self.took.set()


@pytest.mark.parametrize("slow", [True, False])
def test_a_reader_that_takes_nothing_from_look_to_look_is_let_go(slow: bool) -> None:  # noqa: FBT001
    async def main() -> bool:
        async with House() as house:
            ticket = await house.tables.open(settings("players=6"), "Ana")
            hall, reader = Hall(house, Config()), Reader(ticket)
            reader.room.release()  # for the welcome
            scope: dict[str, Any] = {"type": "websocket", "headers": [], "client": None}
            connection = Connection(hall, scope, reader.says, reader.takes)
            running = asyncio.create_task(connection.run())
            await reader.stuck.wait()
            connection.look()
            if slow:
                reader.took.clear()
                reader.room.release()
                await reader.took.wait()
            connection.look()
            done, _pending = await asyncio.wait([running], timeout=0.05 if slow else 10)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await hall.close()
            noted = (await house.tables.table(ticket.table)).people[0].cause
            assert noted == ("stopped" if slow else "slow")
            return bool(done)

    assert asyncio.run(main()) is not slow
