"""The files of the page: read once, and sent under an address that names their content.

/                    the page; asked for anew each time, and small (``pages`` has more of these)
/card.png            the picture that chats show beside a link, if there is one
/s/HASH/js/...       everything else; HASH is that of all files, so such an address never changes
                     its meaning and may be kept for ever, and ``./card.js`` in a module leads on

Scripts and styles are sent without their comments, each line under its old number: a fifth of what
they weigh once they are packed.

An old page asks for files under the hash of back then; they are gone (404), and it loads itself
anew. ``index.html`` is a template, in which stand

    {{files}}     /s/HASH
    {{preload}}   links to every module that js/main.js and the screen of this address need at once
    {{title}}     what this page is called
    {{preview}}   what chats show of a link, and <meta name="door" content="CODE"> where the page
                  leads nowhere: NO_TABLE, NO_SUCH_CODE or TOO_MANY
    {{link}}      the page's own address, or where there is no table, how one looks
"""

from __future__ import annotations

import asyncio
import gzip
import html
import posixpath
import re
from collections.abc import Callable, Container, Iterator, Mapping
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import brotli
import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cancellation_hearts.i18n import language_of
from cancellation_hearts.server.identity import cookie_name
from cancellation_hearts.server.vocabulary import ENGLISH, word_files

KINDS: Final = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
"""What is sent, by the end of its name. Nothing else is: types for programmers stay at home. Text
is licences, which go with what they speak of."""
PACKED_ALREADY: Final = ("image/png", "font/woff2")
PAGE: Final = "index.html"
PICTURE: Final = "card.png"
ALONE: Final = ("/", "/rules", "/settings")
"""Addresses of the page that belong to no table."""
LANGUAGE: Final = "ch_language"
"""The cookie that holds which language somebody chose; the page sets it."""
NAME: Final = "Cancellation Hearts"
MAIN: Final = "js/main.js"
"""The module with which the page begins."""
DOOR: Final = "/door"
"""No address has that for its first part."""
FIRST: Final = {
    "": ("js/start.js",),
    "t": ("js/room.js", "js/table.js"),
    DOOR: ("js/room.js", "js/door.js"),
}
"""By the first part of an address, the modules that it needs next; who has no key to a table stands
at its door."""
CODINGS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "br": brotli.compress,
    "gzip": lambda data: gzip.compress(data, mtime=0),
}
"""Ways of compressing, the better one first."""
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_IMPORT: Final = re.compile(
    r"""^(?:import|export)\b(?:[^"'`;()]*?\bfrom)?\s*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE
)
"""At the beginning of a line, as modules are written here; ``import(...)`` is for later."""
COMMENTED: Final = ("css/", "js/")
"""What we wrote ourselves. Comments of other people name their licence, and stay."""
_COMMENT: Final = re.compile(
    r"""("(?:[^"\\\n]|\\.)*")|[ \t]*(?<![^ \t\n])//[^\n]*|/\*.*?\*/[ \t]*""", re.DOTALL
)
"""A text between quotation marks, in which there is none, or a comment as we write them. Whether no
file has anything that only looks like one, a test knows."""


class File:
    """A file as it is sent; each way of compressing it is gone once, when it is first asked for."""

    def __init__(self, kind: str, data: bytes) -> None:
        """``kind``: its media type."""
        self.kind = kind
        self.data = data
        self._packed: dict[str, bytes] = {}

    async def packed(self, coding: str) -> bytes:
        """Its bytes, compressed; beside the loop, which the best compression would hold up."""
        if coding not in self._packed:
            self._packed[coding] = await asyncio.to_thread(CODINGS[coding], self.data)
        return self._packed[coding]


class Preview(msgspec.Struct, frozen=True):
    """What a chat shows of a link that is pasted there."""

    title: str = NAME
    description: str = "Hearts with two packs for 6 to 11 players, where identical cards cancel"
    code: str | None = None
    """Why the page leads nowhere, if it does."""

    def tags(self, address: str, picture: str | None) -> str:
        """As tags of HTML."""
        told = [("name", "description", self.description)]
        if self.code is not None:
            told.append(("name", "door", self.code))
        told += [
            ("property", "og:type", "website"),
            ("property", "og:site_name", NAME),
            ("property", "og:title", self.title),
            ("property", "og:description", self.description),
            ("property", "og:url", address),
        ]
        if picture is not None:
            told.append(("property", "og:image", picture))
        return "\n".join(
            f'<meta {kind}="{name}" content="{html.escape(text)}">' for kind, name, text in told
        )


class Site:
    """All files of the page."""

    def __init__(
        self, folder: Traversable | None = None, *, made: Mapping[str, bytes] | None = None
    ) -> None:
        """``folder``: ours, if no other one is given; ``made``: files that are made, by name."""
        folder = folder or files("cancellation_hearts") / "web"
        found = {name: bare(name, data) for name, data in _found(folder, "")} | dict(made or {})
        digest = sha256()
        for name, data in sorted(found.items()):
            digest.update(name.encode() + b"\0" + sha256(data).digest())
        self.prefix = f"/s/{digest.hexdigest()[:16]}"
        """Before the names of all files but the page itself."""
        self._files = {name: File(_kind(name), data) for name, data in found.items()}
        self._page = self._files[PAGE].data.decode()
        self._preloads = {
            part: "\n".join(
                f'<link rel="modulepreload" href="{self.prefix}/{name}">'
                for name in needed(found, MAIN, *(name for name in names if name in found))
            )
            for part, names in ({"*": ()} | FIRST).items()
        }

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            *(Route(path, self._sent_page, methods=["GET"]) for path in ALONE),
            Route(f"/{PICTURE}", self._sent_picture, methods=["GET"]),
            Route("/s/{hash:str}/{name:path}", self._sent_file, methods=["GET"]),
        ]

    def preload(self, path: str, keys: Container[str] = ()) -> str:
        """Links to the modules that the page needs at once at an address.

        ``keys``: the names of what a browser has kept.
        """
        _empty, part, *names = path.split("/")
        if part == "t" and cookie_name("/".join(names)) not in keys:
            part = DOOR
        return self._preloads.get(part, self._preloads["*"])

    async def page(
        self, request: Request, preview: Preview, status: HTTPStatus = HTTPStatus.OK
    ) -> Response:
        """The page, as it is for one address."""
        address = str(request.url.replace(query="", fragment=""))
        link = address
        if not request.url.path.startswith("/t/"):
            link = str(request.url.replace(path="/t/TABLE", query="", fragment=""))
        picture = f"{request.base_url}{PICTURE}" if PICTURE in self._files else None
        language = spoken(request)
        differs = {
            "language": language,
            "words": "" if language == ENGLISH else self._words_first(language),
            "title": html.escape(preview.title),
            "preview": preview.tags(address, picture),
            "link": html.escape(link),
        }
        preload = self.preload(request.url.path, request.cookies)
        names = {"files": self.prefix, "preload": preload} | differs
        # In one go: what people are called may look like a name of ours.
        text = re.sub(r"\{\{(\w+)\}\}", lambda name: names.get(name[1], name[0]), self._page)
        answer = await _sent(File(KINDS["html"], text.encode()), request, keep="no-cache")
        answer.status_code = status
        answer.headers.add_vary_header("Accept-Language")
        answer.headers.add_vary_header("Cookie")
        return answer

    def _words_first(self, language: str) -> str:
        """A link to the words, without which the page shows nothing in another language."""
        address = f"{self.prefix}/words/{language}.json"
        return f'<link rel="preload" href="{address}" as="fetch" crossorigin>'

    async def _sent_page(self, request: Request) -> Response:
        return await self.page(request, Preview())

    async def _sent_picture(self, request: Request) -> Response:
        file = self._files.get(PICTURE)
        if file is None:
            return _no_file()
        return await _sent(file, request, keep="public, max-age=86400")

    async def _sent_file(self, request: Request) -> Response:
        name = request.path_params["name"]
        file = self._files.get(name)
        known = f"{self.prefix}/{name}" == request.url.path
        if file is None or not known or name == PAGE:
            return _no_file()
        return await _sent(file, request, keep=_FOR_EVER)


def spoken(request: Request) -> str:
    """The language in which somebody wants the page: as they chose, else as their browser says."""
    return language_of(
        f"{request.cookies.get(LANGUAGE, '')},{request.headers.get('accept-language', '')}"
    )


def our_site() -> Site:
    """The page, with its words."""
    return Site(made=word_files())


def imported(found: Mapping[str, bytes], name: str) -> tuple[str, ...]:
    """The modules that a module imports, and those that they import, each once and near ones first.

    ``ValueError`` for a file that is not there.
    """
    seen, waiting = dict[str, None](), [name] if name in found else []
    for module in waiting:
        for path in _IMPORT.findall(found[module].decode()):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
            if target not in found:
                raise ValueError(f"{module} imports {path}: there is no file {target}")
            if target not in seen and target != name:
                seen[target] = None
                waiting.append(target)
    return tuple(seen)


def needed(found: Mapping[str, bytes], main: str, *next_ones: str) -> tuple[str, ...]:
    """What the page has to ask for beside its first module, each once."""
    names = dict.fromkeys(imported(found, main))
    for name in next_ones:
        names |= dict.fromkeys((name, *imported(found, name)))
    return tuple(name for name in names if name != main)


def bare(name: str, data: bytes) -> bytes:
    r"""A file of ours without its comments; all others as they are.

    >>> bare("js/a.js", b'/** Two\n * lines. */\nlet a = "/*b*/"; // why\n')
    b'\n\nlet a = "/*b*/";\n'
    """
    if not name.startswith(COMMENTED) or not name.endswith((".css", ".js")):
        return data
    return _COMMENT.sub(lambda it: it[1] or "\n" * it[0].count("\n"), data.decode()).encode()


def coding_of(wishes: str) -> str | None:
    """The way of compressing that ``Accept-Encoding`` asks for; None: as it is.

    >>> coding_of("gzip, deflate, br"), coding_of("br;q=0.5, gzip"), coding_of("br;q=0, *")
    ('br', 'gzip', 'gzip')
    """
    weights = dict[str, float]()
    for wish in wishes.lower().split(","):
        name, _semicolon, parameter = wish.partition(";")
        weight = re.fullmatch(r"\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*", parameter)
        weights[name.strip()] = 1.0 if weight is None else float(weight[1])
    wanted = {coding: weights.get(coding, weights.get("*", 0.0)) for coding in CODINGS}
    best = max(wanted, key=lambda coding: wanted[coding])
    return best if wanted[best] > 0 and wanted[best] >= weights.get("identity", 0.0) else None


def _no_file() -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response("There is no such file.\n", HTTPStatus.NOT_FOUND, headers)


def _kind(name: str) -> str:
    return KINDS[name.rpartition(".")[2]]


def _found(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _found(item, f"{prefix}{item.name}/")
        elif item.name.rpartition(".")[2] in KINDS:
            yield prefix + item.name, item.read_bytes()


async def _sent(file: File, request: Request, *, keep: str) -> Response:
    headers = {"Cache-Control": keep}
    if file.kind in PACKED_ALREADY:
        return Response(file.data, headers=headers, media_type=file.kind)
    headers["Vary"] = "Accept-Encoding"
    coding = coding_of(request.headers.get("accept-encoding", ""))
    if coding is None:
        return Response(file.data, headers=headers, media_type=file.kind)
    headers["Content-Encoding"] = coding
    return Response(await file.packed(coding), headers=headers, media_type=file.kind)
