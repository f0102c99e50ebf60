"""How often something may come: so much at once, and so much a second on the average."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

_MOST_BUCKETS: Final = 10_000


class Bucket:
    """A pace for one."""

    __slots__ = ("_at", "_clock", "_full", "_left", "_rate")

    def __init__(
        self, rate: tuple[float, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``rate``: how many at once, how many a second; ``clock``: in seconds."""
        self._full, self._rate = rate
        self._clock = clock
        self._left, self._at = self._full, clock()

    def take(self) -> float:
        """0 if one more may come; else after how many seconds."""
        now = self._clock()
        self._left = min(self._full, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate


class Buckets:
    """A pace for each of many; those not seen for long are forgotten, as they would be full."""

    def __init__(
        self, rate: tuple[float, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """See ``Bucket``."""
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, name: Hashable) -> float:
        """0 if one more may come from there; else after how many seconds."""
        bucket = self._buckets.pop(name, None) or Bucket(self._rate, self._clock)
        self._buckets[name] = bucket
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket.take()


def whole_seconds(wait: float) -> int:
    """How long to wait, rounded up."""
    return max(1, math.ceil(wait))
