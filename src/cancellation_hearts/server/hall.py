"""What all connections of a server share: the house, the lobby, and who is turned away."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Final

import msgspec

from cancellation_hearts.core.codec import encode
from cancellation_hearts.server.config import LINGER_TIME, Config
from cancellation_hearts.server.metrics import Metrics
from cancellation_hearts.service.house import House
from cancellation_hearts.service.lobby import Lobby
from cancellation_hearts.service.pace import Buckets
from cancellation_hearts.service.talk import Talk
from cancellation_hearts.table import TableView
from cancellation_hearts.table.events import Told
from cancellation_hearts.table.private import Private
from cancellation_hearts.wire import Update

_MOST_PACKED: Final = 1000


class _Packed(msgspec.Struct, frozen=True, tag="update"):
    """An ``Update`` whose public part has been encoded already."""

    events: tuple[Told, ...]
    public: msgspec.Raw
    facts: msgspec.Raw
    mine: Private | None


class Hall:
    """One server's shared state; it belongs to one event loop."""

    def __init__(self, house: House, config: Config) -> None:
        """``house``: is entered and left by whoever made it."""
        self.house = house
        self.tables = house.tables
        self.config = config
        self.lobby = Lobby(house.tables.store, house.tables)
        self.talk = Talk(house.tables)
        self.metrics = Metrics(house.tables)
        self.draining = asyncio.Event()
        self.open_sockets = 0
        self._one_less = asyncio.Event()
        rates = config.rates
        self.connections = Buckets(rates.connections)
        self.openings = Buckets(rates.tables)
        self.codes = Buckets(rates.codes)
        self.people = Buckets(rates.person)
        self._packed: dict[str, tuple[TableView, msgspec.Raw, msgspec.Raw]] = {}
        self._lingering: dict[tuple[str, int], asyncio.Task[None]] = {}

    @contextlib.contextmanager
    def socket(self) -> Iterator[None]:
        """A socket is open."""
        self.open_sockets += 1
        self.metrics.sockets.set(self.open_sockets)
        try:
            yield
        finally:
            self.open_sockets -= 1
            self.metrics.sockets.set(self.open_sockets)
            self._one_less.set()

    async def socket_closed(self) -> None:
        """Wait until another socket is closed."""
        self._one_less.clear()
        await self._one_less.wait()

    def packed(self, name: str, update: Update) -> bytes:
        """An update as bytes. What is public is encoded once for all who read a table."""
        known = self._packed.get(name)
        if known is None or known[0] is not update.public:
            if len(self._packed) >= _MOST_PACKED:
                self._packed.clear()
            public, facts = msgspec.Raw(encode(update.public)), msgspec.Raw(encode(update.facts))
            known = self._packed[name] = update.public, public, facts
        _public, public, facts = known
        return encode(_Packed(update.events, public, facts, update.mine))

    async def be_here(self, table: str, person: int) -> None:
        """Somebody who sends requests is connected until none has come for a while."""
        entered = asyncio.Event()
        before = self._lingering.get((table, person))
        task = asyncio.create_task(self._stay(table, person, entered))
        self._lingering[table, person] = task
        task.add_done_callback(lambda done: self._forget((table, person), done))
        entering = asyncio.create_task(entered.wait())
        try:
            await asyncio.wait((task, entering), return_when=asyncio.FIRST_COMPLETED)
        finally:
            entering.cancel()
            if before is not None:
                before.cancel()

    async def close(self) -> None:
        """Let go of those who poll."""
        tasks = tuple(self._lingering.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _stay(self, table: str, person: int, entered: asyncio.Event) -> None:
        async with self.tables.session(table, person):
            entered.set()
            await asyncio.sleep(LINGER_TIME)

    def _forget(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        if self._lingering.get(key) is task:
            del self._lingering[key]
