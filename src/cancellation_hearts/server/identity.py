"""How a request says who it comes from: a token in a header, or a cookie."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from cancellation_hearts.server.config import Config

DEVICE: Final = "ch_device"
"""The cookie by which a browser is known at all tables: who was sent away does not come back, and
the host is told whose seats are one browser's."""
_YEAR: Final = 365 * 24 * 3600


def cookie_name(table: str) -> str:
    """One cookie a table: somebody may sit at several."""
    return f"ch_{table}"


def token_of(request: HTTPConnection, table: str) -> str | None:
    """The token that a request brings."""
    kind, _space, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip()
    return request.cookies.get(cookie_name(table))


def remember(response: Response, cookie: str, secret: str, config: Config) -> None:
    """Have a browser keep a secret where no script can read it.

    ``Lax`` and not ``Strict``: who comes back by a link in a chat shall have their seat.
    """
    response.set_cookie(
        cookie,
        secret,
        max_age=_YEAR,
        path="/",
        secure=config.secure,
        httponly=True,
        samesite="lax",
    )
