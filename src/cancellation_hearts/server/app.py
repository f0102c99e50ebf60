"""The addresses of a server, and what is put around all of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cancellation_hearts.server import api, pages
from cancellation_hearts.server.answers import refused
from cancellation_hearts.server.config import Config
from cancellation_hearts.server.guard import Guarded, is_metrics_port
from cancellation_hearts.server.hall import Hall
from cancellation_hearts.server.logs import place_of
from cancellation_hearts.server.socket import Connection
from cancellation_hearts.server.static import Preview, our_site
from cancellation_hearts.service.house import House
from cancellation_hearts.wire import Refused, WireCode

log = logging.getLogger(__name__)

SOCKET: Final = "/api/socket"
METRICS: Final = "/metrics"
_LAG_STEP: Final = 1.0


def app_of(hall: Hall) -> ASGIApp:
    """The application around a hall. Sockets go past Starlette, whose layers each message pays.

    Around the rest the guard stands outermost: our own bugs pass by it, too.
    """
    site = our_site()

    async def not_found(request: Request, error: Exception) -> Response:
        """For whoever reads pages: the page, which says that nothing is there."""
        is_missing = isinstance(error, HTTPException) and error.status_code == HTTPStatus.NOT_FOUND
        reads = "text/html" in request.headers.get("accept", "")
        if is_missing and reads and not request.url.path.startswith("/api/"):
            return await site.page(request, Preview(), HTTPStatus.NOT_FOUND)
        return await _not_found(request, error)

    interface = Guarded(
        Starlette(
            routes=[*api.routes(hall), *pages.routes(hall, site), *site.routes()],
            exception_handlers={HTTPException: not_found, Exception: _broken},
        )
    )

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if is_metrics_port(scope, hall.config) and scope["path"] != METRICS:
            scope = dict(scope) | {"path": "/api/"}  # where nothing is
        if scope["type"] == "websocket" and scope["path"] == SOCKET:
            await Connection(hall, scope, receive, send).run()
        else:
            await interface(scope, receive, send)

    return app


@contextlib.asynccontextmanager
async def hall_of(house: House, config: Config) -> AsyncIterator[Hall]:
    """A hall in a house, with what has to run beside it."""
    async with house:
        hall = Hall(house, config)
        beside = [asyncio.create_task(_measure_lag(hall)), asyncio.create_task(hall.look())]
        try:
            yield hall
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await hall.close()


async def _measure_lag(hall: Hall) -> None:
    while True:
        before = time.perf_counter()
        await asyncio.sleep(_LAG_STEP)
        hall.metrics.lag.set(max(0.0, time.perf_counter() - before - _LAG_STEP))


async def _not_found(_request: Request, error: Exception) -> Response:
    """What Starlette refuses by itself: no such address, no such method."""
    answer = refused(Refused(None, WireCode.NOT_FOUND))
    if isinstance(error, HTTPException):
        answer.status_code = error.status_code
        answer.headers.update(error.headers or {})
    return answer


async def _broken(_request: Request, error: Exception) -> Response:
    """Our own bug: noted with its place, but not with its values, which could be cards."""
    log.error("%s at %s", type(error).__name__, place_of(error))
    return refused(Refused(None, WireCode.BROKEN))
