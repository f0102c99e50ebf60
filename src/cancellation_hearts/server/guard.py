"""Who may speak at all: pages of our own, in messages of a size and at a pace that people have."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cancellation_hearts.server.config import BODY_BYTES, Config

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}
"""On every answer. ``no-referrer``, because a table's address is what lets people in."""
_MOST_BUCKETS: Final = 10_000


class Bucket:
    """A pace: so many at once, and so many a second on the average."""

    __slots__ = ("_at", "_clock", "_full", "_left", "_rate")

    def __init__(
        self, rate: tuple[float, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``rate``: how many at once, how many a second."""
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
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> float:
        """0 if one more may come from there; else after how many seconds."""
        bucket = self._buckets.pop(name, None) or Bucket(self._rate, self._clock)
        self._buckets[name] = bucket
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket.take()


def whole_seconds(wait: float) -> int:
    """How long to wait, as a header says it."""
    return max(1, math.ceil(wait))


def is_ours(headers: Headers, config: Config) -> bool:
    """Whether the page that sends this is one of ours.

    Programs send no ``Origin``, and are known by a token that no page has; what a browser sends
    from a page of somebody else names that page.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in config.origins:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc == headers.get("host")


class Guarded:
    """Puts our headers on every answer, and ends bodies that are too large."""

    def __init__(self, app: ASGIApp) -> None:
        """``app``: what is guarded."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        size = 0

        async def bounded() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > BODY_BYTES:
                raise TooLarge
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, bounded, with_headers)


class TooLarge(Exception):
    """A body has more bytes than any of ours."""
