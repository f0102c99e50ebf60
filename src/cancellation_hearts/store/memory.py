"""A store that forgets: for tests, and for games that nobody wants to keep.

It passes the same tests as the one on disk. It belongs to one event loop.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from cancellation_hearts.store.base import (
    Appended,
    Conflict,
    Latest,
    Row,
    StoreError,
    check_append,
    check_known,
    check_prefix,
    check_read,
)
from cancellation_hearts.store.clock import Clock, machine_time


class MemoryStore:
    """Streams in dictionaries; see ``Store``."""

    def __init__(self, clock: Callable[[], int] = machine_time) -> None:
        """``clock``: milliseconds since 1970; it may run backwards, ``now`` does not."""
        self._clock = Clock(clock)
        self._streams: dict[str, list[Row]] = {}  # the one appended to last stands last
        self._known: dict[tuple[str, str], Appended] = {}
        self._closed = False
        self._log_id = secrets.token_hex(8)

    @property
    def log_id(self) -> str:
        """See ``Store``."""
        return self._log_id

    def now(self) -> int:
        """See ``Store``."""
        return self._clock.now()

    async def append(
        self,
        stream: str,
        *,
        expected: int,
        rows: Sequence[bytes],
        at: int,
        idem: str | None = None,
    ) -> Appended:
        """See ``Store``."""
        rows = tuple(rows)
        check_append(stream, expected=expected, rows=rows, at=at, idem=idem)
        await self._turn()
        if idem is not None and (known := self._known.get((stream, idem))):
            return known
        there = self._streams.get(stream, [])
        if len(there) != expected:
            raise Conflict(stream, expected, len(there))
        self._streams.pop(stream, None)
        new = [Row(version, at, data) for version, data in enumerate(rows, expected + 1)]
        self._streams[stream] = there + new
        if idem is not None:
            self._known[stream, idem] = Appended(expected + 1, expected + len(rows), again=True)
        return Appended(expected + 1, expected + len(rows))

    async def read(self, stream: str, *, after: int = 0) -> tuple[Row, ...]:
        """See ``Store``."""
        check_read(stream, after=after)
        await self._turn()
        return tuple(self._streams.get(stream, [])[after:])

    async def known(self, stream: str, idem: str) -> Appended | None:
        """See ``Store``."""
        check_known(stream, idem)
        await self._turn()
        return self._known.get((stream, idem))

    async def latest(self, *, prefix: str = "") -> tuple[Latest, ...]:
        """See ``Store``."""
        check_prefix(prefix)
        await self._turn()
        return tuple(
            Latest(stream, rows[-1].version, rows[-1].at)
            for stream, rows in reversed(self._streams.items())
            if stream.startswith(prefix)
        )

    async def ping(self) -> None:
        """See ``Store``."""
        await self._turn()

    async def close(self) -> None:
        """See ``Store``."""
        await asyncio.sleep(0)
        self._closed = True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _turn(self) -> None:
        """Let others run first, as a store that has to wait for its disk does."""
        if self._closed:
            raise StoreError("the store in memory is closed")
        await asyncio.sleep(0)
