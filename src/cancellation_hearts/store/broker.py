"""Telling others that a stream has grown.

A broker says that something happened and never what: who wants to know reads the store. So a hint
carries no cards, a hint that comes twice does no harm, and one that gets lost is a delay.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol


class Subscription(Protocol):
    """One reader's interest in a stream."""

    async def wait(self) -> int:
        """Return once something was published since the last ``wait`` returned.

        Before the first ``wait``: since the subscription began. Any number of hints make one
        return, and none is lost between two waits. One task waits at a time. The answer is the
        highest version that a hint has named.
        """
        ...


class Broker(Protocol):
    """Carries hints from those who append to those who read."""

    def publish(self, stream: str, version: int) -> None:
        """Say that the stream has this version now; never waits."""
        ...

    def subscribe(self, stream: str) -> AbstractContextManager[Subscription]:
        """A subscription that lasts as long as the context."""
        ...


class MemoryBroker:
    """A broker for one process with one event loop, whose thread everybody calls it from.

    >>> async def example() -> None:
    ...     broker = MemoryBroker()
    ...     with broker.subscribe("table/7") as subscription:
    ...         broker.publish("table/7", 41)
    ...         broker.publish("table/7", 42)
    ...         print("read up to", await subscription.wait())
    >>> asyncio.run(example())
    read up to 42
    """

    def __init__(self) -> None:
        self._listening: dict[str, set[_Bell]] = {}

    def publish(self, stream: str, version: int) -> None:
        """See ``Broker``."""
        for bell in self._listening.get(stream, ()):
            bell.ring(version)

    @contextmanager
    def subscribe(self, stream: str) -> Iterator[Subscription]:
        """See ``Broker``."""
        bell = _Bell()
        self._listening.setdefault(stream, set()).add(bell)
        try:
            yield bell
        finally:
            self._listening[stream].discard(bell)
            if not self._listening[stream]:
                del self._listening[stream]


class _Bell:
    """Has rung or has not: nothing in it can grow."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self._version = 0

    def ring(self, version: int) -> None:
        self._version = max(self._version, version)
        self._rung.set()

    async def wait(self) -> int:
        await self._rung.wait()
        self._rung.clear()
        return self._version
