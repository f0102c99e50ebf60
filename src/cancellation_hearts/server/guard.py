"""Who may speak at all: pages of our own, in messages of a size and at a pace that people have."""

from __future__ import annotations

from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network, ip_address
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
"""On every answer but those of ``PARTS``. ``no-referrer``, because a table's address is what lets
people in."""
FILES: Final = "/s/"
"""Before the addresses of files whose content never changes."""
PARTS: Final = ("application/json", "font/woff2", "text/css", "text/javascript")
"""Kinds of these files that are parts of a page and never one themselves: they obey what is said on
the page, and some thirty of them make the first load. (A picture may be opened alone, and then is a
page; a script would be one as a worker, and brings no other one.)"""
ON_PARTS: Final = ("X-Content-Type-Options",)
_OF_PROXIES: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""What a request has that somebody else passed on."""


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
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == headers.get("host")


def address_of(scope: Scope) -> str:
    """From where somebody comes, as far as one counts how many do.

    With IPv6 that is the network of 64 bits: each household has one, with addresses without end.
    """
    client: tuple[str, int] | None = scope.get("client")
    host = "" if client is None else client[0]
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host)
    except ValueError:  # what a proxy said; whatever it is, it is one
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False).network_address)


def is_metrics_port(scope: Scope, config: Config) -> bool:
    """Whether somebody came by the port that shows the counters and nothing else."""
    server: tuple[str, int | None] | None = scope.get("server")
    return server is not None and server[1] == config.metrics_port is not None


def may_see_metrics(scope: Scope, config: Config) -> bool:
    """Whoever came by the port for it; without one, a program on this machine.

    A proxy on this machine is none: it speaks for others, and says so.
    """
    if config.metrics_port is not None:
        return is_metrics_port(scope, config)
    headers = Headers(scope=scope)
    client: tuple[str, int] | None = scope.get("client")
    if client is None or any(name in headers for name in _OF_PROXIES):
        return False
    try:
        return ip_address(client[0]).is_loopback
    except ValueError:
        return False


class Guarded:
    """Puts our headers on answers, and ends bodies that are too large."""

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
                is_part = message["status"] == HTTPStatus.OK and _is_part(scope, headers)
                for name, value in HEADERS.items():
                    if not is_part or name in ON_PARTS:
                        headers.setdefault(name, value)
            await send(message)

        await self._app(scope, bounded, with_headers)


def _is_part(scope: Scope, headers: Headers) -> bool:
    kind = headers.get("content-type", "").partition(";")[0]
    return kind in PARTS and scope["path"].startswith(FILES)


class TooLarge(Exception):
    """A body has more bytes than any of ours."""
