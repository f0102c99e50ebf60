"""The files of the page: read once, and sent under an address that names their content.

/                    the page; asked for anew each time, and small
/t/TABLE             the same, for the table of a link
/s/HASH/css/...      everything else; HASH is that of all files, so such an address never changes
                     its meaning and may be kept for ever
"""

from __future__ import annotations

import gzip
import html
from collections.abc import Iterator
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

KINDS: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
"""What is sent, by the end of its name. Nothing else is: types for programmers stay at home."""
PAGE: Final = "index.html"
_FOR_EVER: Final = "public, max-age=31536000, immutable"


class File(msgspec.Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    data: bytes
    packed: bytes
    """The same, compressed."""


class Site:
    """All files of the page."""

    def __init__(self, folder: Traversable | None = None) -> None:
        """``folder``: ours, if no other one is given."""
        folder = folder or files("cancellation_hearts") / "web"
        found = sorted(_found(folder, ""))
        digest = sha256()
        for name, data in found:
            digest.update(name.encode() + b"\0" + sha256(data).digest())
        self.prefix = f"/s/{digest.hexdigest()[:16]}"
        """Before the names of all files but the page itself."""
        self._files = {
            name: File(KINDS[name.rpartition(".")[2]], data, gzip.compress(data, mtime=0))
            for name, data in found
        }

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/", self._page, methods=["GET"]),
            Route("/t/{table:str}", self._page, methods=["GET"]),
            Route("/s/{hash:str}/{name:path}", self._file, methods=["GET"]),
        ]

    async def _page(self, request: Request) -> Response:
        text = self._files[PAGE].data.decode()
        path = "/t/TABLE" if request.url.path == "/" else request.url.path
        link = html.escape(str(request.url.replace(path=path, query="", fragment="")))
        text = text.replace("{{files}}", self.prefix).replace("{{link}}", link)
        return _sent(File(KINDS["html"], text.encode(), b""), request, keep="no-cache")

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        file = self._files.get(name)
        known = f"{self.prefix}/{name}" == request.url.path
        if file is None or not known or name == PAGE:
            return Response("There is no such file.\n", HTTPStatus.NOT_FOUND)
        return _sent(file, request, keep=_FOR_EVER)


def _found(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _found(item, f"{prefix}{item.name}/")
        elif item.name.rpartition(".")[2] in KINDS:
            yield prefix + item.name, item.read_bytes()


def _sent(file: File, request: Request, *, keep: str) -> Response:
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, headers=headers, media_type=file.kind)
    return Response(file.data, headers=headers, media_type=file.kind)
