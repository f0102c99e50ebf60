"""What all connections of a server share: the house, the lobby, and who is turned away."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from cancellation_hearts.core.codec import encode
from cancellation_hearts.server.config import LINGER_TIME, SEND_TIME, Config
from cancellation_hearts.server.metrics import Metrics
from cancellation_hearts.service.house import House
from cancellation_hearts.service.lobby import Lobby
from cancellation_hearts.service.pace import Buckets
from cancellation_hearts.service.talk import Talk
from cancellation_hearts.table import TableRefusal, TableView
from cancellation_hearts.table.events import Told
from cancellation_hearts.table.private import Private
from cancellation_hearts.wire import Update

_MOST_PACKED: Final = 1000


class _Packed(msgspec.Struct, frozen=True, tag="update"):
    """An ``Update`` of which everything but ``mine`` has been encoded already."""

    events: msgspec.Raw
    public: msgspec.Raw
    facts: msgspec.Raw
    mine: Private | None


class _Parcel(msgspec.Struct, frozen=True):
    """What many who read a table are told alike, and its bytes.

    Values are frozen and kept here, so being the same object means being the same.
    """

    events: tuple[Told, ...]
    public: TableView
    packed: _Packed
    stranger: bytes
    """The whole update, for those who have nothing of their own."""

    def fits(self, update: Update) -> bool:
        """Whether it is what this update tells."""
        return self.public is update.public and self.events is update.events


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
        self._sockets: Counter[str] = Counter()
        self._looks: set[Callable[[], None]] = set()
        rates = config.rates
        self.connections = Buckets(rates.connections)
        self.doors = Buckets(rates.doors)
        self.openings = Buckets(rates.tables)
        self.codes = Buckets(rates.codes)
        self.records = Buckets(rates.records)
        self.people = Buckets(rates.person)
        self._parcels: dict[str, _Parcel] = {}
        self._lingering: dict[tuple[str, int], asyncio.Task[None]] = {}

    def has_room(self, address: str) -> bool:
        """Whether one more socket may be open from there."""
        return self._sockets[address] < self.config.sockets

    @contextlib.contextmanager
    def socket(self, look: Callable[[], None], address: str) -> Iterator[None]:
        """A socket is open; ``look`` is called now and then, and when the server is to stop."""
        self._sockets[address] += 1
        self._looks.add(look)
        self.open_sockets += 1
        self.metrics.sockets.set(self.open_sockets)
        try:
            yield
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]
            self._looks.discard(look)
            self.open_sockets -= 1
            self.metrics.sockets.set(self.open_sockets)
            self._one_less.set()

    async def look(self) -> None:
        """Look after the sockets until the server is to stop, and once more then."""
        while not self.draining.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SEND_TIME):
                    await self.draining.wait()
            for look in tuple(self._looks):
                look()

    async def socket_closed(self) -> None:
        """Wait until another socket is closed."""
        self._one_less.clear()
        await self._one_less.wait()

    def packed(self, name: str, update: Update) -> bytes:
        """An update as bytes. What is alike is encoded once for all who read a table."""
        parcel = self._parcels.get(name)
        if parcel is None or not parcel.fits(update):
            if parcel is None and len(self._parcels) >= _MOST_PACKED:
                self._parcels.clear()
            parcel = self._parcels[name] = _parcel(update, parcel)
        if update.mine is None:
            return parcel.stranger
        alike = parcel.packed
        return encode(_Packed(alike.events, alike.public, alike.facts, update.mine))

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
        with contextlib.suppress(TableRefusal):  # which the request itself is told
            async with self.tables.session(table, person) as session:
                session.cause = "stopped"  # or a newer request goes on, and it does not matter
                entered.set()
                await asyncio.sleep(LINGER_TIME)
                session.cause = "idle"

    def _forget(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        if self._lingering.get(key) is task:
            del self._lingering[key]


def _parcel(update: Update, before: _Parcel | None) -> _Parcel:
    """The parcel of an update; of the one before, the public part may still be good."""
    if before is not None and before.public is update.public:
        public, facts = before.packed.public, before.packed.facts
    else:
        public, facts = msgspec.Raw(encode(update.public)), msgspec.Raw(encode(update.facts))
    packed = _Packed(msgspec.Raw(encode(update.events)), public, facts, None)
    return _Parcel(update.events, update.public, packed, encode(packed))
