"""Everything that runs tables in one program: rooms, drivers, and somebody who tidies up.

    async with House(store, broker, thinkers) as house:
        ticket = await house.tables.open(Settings(rules), "Ana")

A table is driven from the moment that somebody connects to it. When nobody has been connected for a
while its room is closed; it opens again from its log when somebody comes.
"""

from __future__ import annotations

import asyncio
import logging
from types import TracebackType
from typing import Final, Self

from cancellation_hearts.service.drivers import Drivers, Seeds, secret_seed
from cancellation_hearts.service.tables import Tables
from cancellation_hearts.service.thinking import Thinkers
from cancellation_hearts.store import Broker, Store

log = logging.getLogger(__name__)

SWEEP: Final = 60.0
"""Seconds between two looks for rooms that nobody uses."""


class House:
    """Tables, and what drives them."""

    def __init__(
        self,
        store: Store,
        broker: Broker,
        thinkers: Thinkers,
        *,
        poll: float | None = None,
        pace: float = 0.0,
        seeds: Seeds = secret_seed,
        sweep: float = SWEEP,
    ) -> None:
        """``poll``: see ``Tables``; ``pace`` and ``seeds``: see ``Driver``; ``sweep``: seconds."""
        self.tables = Tables(store, broker, poll=poll, on_session=self._drive)
        self.drivers = Drivers(self.tables, thinkers, pace=pace, seeds=seeds)
        self._sweep = sweep
        self._sweeping: asyncio.Task[None] | None = None

    def _drive(self, name: str) -> None:
        self.drivers.drive([name])

    async def tidy(self) -> tuple[str, ...]:
        """Close the rooms that nobody is connected to; returns their names."""
        closed = []
        for room in tuple(self.tables.rooms()):
            if not room.is_unused():
                continue
            await self.drivers.stop(room.name)
            if room.is_unused():
                self.tables.forget(room.name)
                closed.append(room.name)
            else:  # somebody came while the driver stopped
                self._drive(room.name)
        return tuple(closed)

    async def __aenter__(self) -> Self:
        async def forever() -> None:
            while True:
                await asyncio.sleep(self._sweep)
                try:
                    await self.tidy()
                except Exception:
                    log.exception("tidying up")

        self._sweeping = asyncio.create_task(forever(), name="sweeper")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
        await self.drivers.close()
        await self.tables.close()
