"""Keeping what people say, and telling it: a log of its own beside each table's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from typing import Final

from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.service.pace import Buckets, whole_seconds
from cancellation_hearts.service.tables import Tables
from cancellation_hearts.store import Conflict, Row, StoreError
from cancellation_hearts.table import TableCode, TableRefusal
from cancellation_hearts.table.talk import Nudge, Saying, Words, spoken

PREFIX: Final = "talk/"
KEPT: Final = 50
"""How many sayings somebody hears who comes in."""
PACE: Final = (4, 0.5)
"""How much one person may say: so often at once, so often a second."""
NUDGES: Final = (1, 0.1)
"""How often a seat is nudged, whoever does it."""
_TRIES: Final = 20


class Talk:
    """What is said at all tables of this program."""

    def __init__(self, tables: Tables, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock``: seconds, for the pace."""
        self._tables = tables
        self._speakers = Buckets(PACE, clock)
        self._nudged = Buckets(NUDGES, clock)
        self._versions: dict[str, int] = {}

    async def say(self, table: str, person: int, words: Words, *, idem: str | None = None) -> int:
        """Say something; the version under which it is kept. Raises ``TableRefusal``.

        With the same ``idem`` it is said once.
        """
        store, stream = self._tables.store, PREFIX + table
        try:
            known = None if idem is None else await store.known(stream, idem)
            if known is not None:
                return known.last
            said = spoken(
                await self._tables.table(table), person, words, unwanted=self._tables.unwanted
            )
            self._pace(table, person, said)
            for _ in range(_TRIES):
                expected, at = self._versions.get(table, 0), store.now()
                row = encode(Saying(expected + 1, at, person, said))
                try:
                    kept = await store.append(
                        stream, expected=expected, rows=(row,), at=at, idem=idem
                    )
                except Conflict as conflict:  # somebody else has spoken
                    self._versions[table] = conflict.version
                    continue
                self._versions[table] = kept.last
                self._tables.broker.publish(stream, kept.last)
                return kept.last
        except StoreError:
            raise TableRefusal(TableCode.STORE_FAILED) from None
        raise TableRefusal(TableCode.BUSY)

    def _pace(self, table: str, person: int, words: Words) -> None:
        wait = self._speakers.take((table, person))
        if not wait and isinstance(words, Nudge):
            wait = self._nudged.take((table, words.seat))
        if wait:
            raise TableRefusal(TableCode.TOO_MUCH_TALK, wait=whole_seconds(wait))

    async def heard(self, table: str, *, after: int | None = None) -> tuple[Saying, ...]:
        """What was said behind a version; None: the last ``KEPT`` sayings."""
        try:
            rows = await self._tables.store.read(PREFIX + table, after=after or 0)
        except StoreError:
            raise TableRefusal(TableCode.STORE_FAILED) from None
        return tuple(map(_saying, rows[-KEPT:] if after is None else rows))

    async def listen(
        self, table: str, *, after: int | None = None
    ) -> AsyncGenerator[tuple[Saying, ...]]:
        """The same, and then whatever is said, as it is said. The first answer comes at once."""
        with self._tables.broker.subscribe(PREFIX + table) as subscription:
            sayings = await self.heard(table, after=after)
            yield sayings
            version = sayings[-1].version if sayings else (after or 0)
            while True:
                try:
                    async with asyncio.timeout(self._tables.poll):
                        await subscription.wait()
                except TimeoutError:
                    pass
                sayings = await self.heard(table, after=version)
                if sayings:
                    version = sayings[-1].version
                    yield sayings


def _saying(row: Row) -> Saying:
    saying: Saying = decode(row.data, Saying)
    return saying
