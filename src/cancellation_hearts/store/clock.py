"""A clock that never runs backwards.

The machine's clock is set back now and then. A deadline that was past must not come again, so this
one stands still until the machine's clock has caught up: whoever has to move gets a little longer.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


def machine_time() -> int:
    """The machine's clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Clock:
    """Tells the latest time that it has seen.

    >>> times = iter([1000, 1500, 1200, 1501])
    >>> clock = Clock(lambda: next(times))
    >>> [clock.now() for _ in range(4)]
    [1000, 1500, 1500, 1501]
    """

    def __init__(self, source: Callable[[], int] = machine_time) -> None:
        """``source``: a clock in milliseconds that may run backwards."""
        self._source = source
        self._last = 0
        self._turn = threading.Lock()

    def now(self) -> int:
        """Milliseconds since 1970."""
        with self._turn:
            self._last = max(self._last, self._source())
            return self._last
