"""The files of the page, as they are sent."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import brotli
import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.types import Message

from cancellation_hearts.server.guard import HEADERS
from cancellation_hearts.server.static import Site, bare, coding_of, our_site
from tests.server.serving import Server

ROOT: Final = Path(__file__).parents[2]
WEB: Final = ROOT / "src" / "cancellation_hearts" / "web"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("static") / "data") as server:
        yield server


class Answer(NamedTuple):
    status: int
    headers: Headers
    body: bytes


def asked(site: Site, path: str, **headers: str) -> Answer:
    """What a site answers, without a server."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    raw = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "query_string": b""}
    scope |= {"scheme": "http", "headers": [(b"host", b"here"), *raw]}
    asyncio.run(Starlette(routes=site.routes())(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in sent)
    return Answer(sent[0]["status"], Headers(raw=sent[0]["headers"]), body)


def test_who_follows_a_link_is_told_how_to_sit_down(server: Server) -> None:
    for path, link in (("/", "/t/TABLE"), ("/t/abcdefghjkmnpq", "/t/abcdefghjkmnpq")):
        status, headers, body = server.request("GET", path)
        assert status == (200 if path == "/" else 404)
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["cache-control"] == "no-cache"
        assert f"cancellation-hearts join {server.address}{link}".encode() in body
        assert headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


def test_the_page_names_files_that_may_be_kept_for_ever(server: Server) -> None:
    _status, _headers, page = server.request("GET", "/")
    addresses = re.findall(r'(?:href|src)="(/s/[^"]*)"', page.decode())
    assert f"{our_site().prefix}/css/page.css" in addresses
    for address in addresses:
        assert server.request("GET", address)[0] == 200
    address = f"{our_site().prefix}/css/page.css"
    status, headers, body = server.request("GET", address)
    assert (status, headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert "immutable" in headers["cache-control"]
    _status, headers, packed = server.request("GET", address, Accept_Encoding="gzip, br")
    assert headers["content-encoding"] == "br"
    assert brotli.decompress(packed) == body
    _status, headers, packed = server.request("GET", address, Accept_Encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == body
    _status, headers, page = server.request("GET", "/", Accept_Encoding="br")
    assert f"{address}".encode() in brotli.decompress(page)


@pytest.mark.parametrize(
    ("wishes", "chosen", "found"),
    [
        ("", "", "en"),
        ("lo,en;q=0.5", "", "lo"),
        ("fr-FR,lt;q=0.9,en;q=0.8", "", "lt"),
        ("lt", "ceb", "ceb"),
        ("lt", "xx", "lt"),
        ("en-GB,en", "<lo>", "en"),
    ],
)
def test_the_page_speaks_as_its_reader_chose_or_as_the_browser_asks(
    server: Server, wishes: str, chosen: str, found: str
) -> None:
    status, answered, body = server.request(
        "GET", "/", accept_language=wishes, cookie=f"ch_language={chosen}"
    )
    assert status == 200
    page = body.decode()
    assert f'<html lang="{found}">' in page
    assert (f"/words/{found}.json" in page) == (found != "en")
    assert {"Accept-Language", "Cookie"} <= set(answered["vary"].split(", "))


def test_what_is_only_a_part_of_a_page_leaves_to_it_what_it_says_of_both(server: Server) -> None:
    files = our_site().prefix
    for path, is_part in (
        (f"{files}/js/main.js", True),
        (f"{files}/css/page.css", True),
        (f"{files}/words/en.json", True),
        (f"{files}/fonts/instrument-sans-basic.woff2", True),
        (f"{files}/icon.svg", False),
        (f"{files}/vendor/LICENSES.txt", False),
        (f"{files}/js/none.js", False),
        ("/s/none", False),
        ("/", False),
        ("/rules", False),
        ("/api/tables/none", False),
    ):
        _status, headers, _body = server.request("GET", path)
        told = {name for name in HEADERS if name in headers}
        assert told == ({"X-Content-Type-Options"} if is_part else set(HEADERS)), path
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("wishes", "coding"),
    [
        ("", None),
        ("identity", None),
        ("gzip;q=0", None),
        ("gzip;q=0.5, identity;q=0.9", None),
        ("deflate", None),
        ("gzip", "gzip"),
        ("BR", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0.8", "gzip"),
        ("*", "br"),
        ("br;q=0, *;q=0.1", "gzip"),
    ],
)
def test_how_it_is_packed_is_as_the_browser_wishes(wishes: str, coding: str | None) -> None:
    assert coding_of(wishes) == coding


def test_modules_that_are_needed_at_once_are_known_to_the_page(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "vendor").mkdir()
    (tmp_path / "index.html").write_text("{{preload}}<script src='{{files}}/js/main.js'>")
    (tmp_path / "js/main.js").write_text(
        """/** @typedef {import("./types.js").Card} Card
 import {no} from "./no.js"; */
import { html } from "../vendor/preact.js";
import {
  a,
  b as c,
} from './a.js';
import "./b.js";
// import { d } from "./d.js";
const later = () => import("./late.js");
"""
    )
    (tmp_path / "js/a.js").write_text('export { b } from "./b.js";\nexport * from "./main.js";')
    (tmp_path / "js/b.js").write_text('export const text = `import "./x.js"`;')
    (tmp_path / "js/late.js").write_text("")
    (tmp_path / "vendor/preact.js").write_text("")
    site = Site(tmp_path)
    page = asked(site, "/").body.decode()
    assert re.findall(r'<link rel="modulepreload" href="([^"]*)">', page) == [
        f"{site.prefix}/{name}" for name in ("vendor/preact.js", "js/a.js", "js/b.js")
    ]
    assert f"src='{site.prefix}/js/main.js'" in page


def test_so_are_those_of_the_screen_that_an_address_leads_to(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "index.html").write_text("{{preload}}")
    (tmp_path / "js/main.js").write_text('import "./words.js";')
    (tmp_path / "js/start.js").write_text('import "./words.js";\nimport "./form.js";')
    (tmp_path / "js/table.js").write_text('import "./main.js";')
    (tmp_path / "js/door.js").write_text('import "./form.js";')
    for name in ("words", "form"):
        (tmp_path / f"js/{name}.js").write_text("")
    site = Site(tmp_path)
    for path, names in (
        ("/", ["words", "start", "form"]),
        ("/t/abc", ["words", "table"]),
        ("/t/abcd", ["words", "door", "form"]),  # whose key nobody has
        ("/rules", ["words"]),
        ("/door", ["words"]),
    ):
        links = site.preload(path, {"ch_abc", "ch_device"})
        found = re.findall(r'<link rel="modulepreload" href="[^"]*/js/(\w+).js">', links)
        assert found == names, path


def test_without_its_comments_a_file_means_the_same(tmp_path: Path) -> None:
    tool = ROOT / "node_modules" / ".bin" / "esbuild"
    if not tool.exists() and not os.environ.get("CI"):
        pytest.skip("node_modules is not there: ./check makes it, or npm ci")
    ours = [path for kind in ("css", "js") for path in (WEB / kind).glob(f"*.{kind}")]
    meant = dict[str, dict[str, str]]()
    for which in ("written", "sent"):
        for path in ours:
            data = path.read_bytes()
            copy = tmp_path / which / path.name
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(
                bare(f"{path.parent.name}/{path.name}", data) if which == "sent" else data
            )
        files = sorted((tmp_path / which).iterdir())
        options = ["--minify-whitespace", "--legal-comments=none", "--log-level=warning"]
        out = tmp_path / f"{which}-small"
        subprocess.run([tool, *files, *options, f"--outdir={out}"], check=True)
        meant[which] = {path.name: path.read_text("utf-8") for path in out.iterdir()}
    assert meant["sent"] == meant["written"]


def test_lines_keep_their_numbers_and_other_peoples_files_their_words() -> None:
    site = our_site()
    for path in (WEB / "js").glob("*.js"):
        written = path.read_bytes()
        sent = asked(site, f"{site.prefix}/js/{path.name}").body
        assert (sent.count(b"\n"), b"/**" in sent) == (written.count(b"\n"), False)
    sent = asked(site, f"{site.prefix}/vendor/preact.js").body
    assert sent == (WEB / "vendor" / "preact.js").read_bytes()


def test_an_import_that_leads_nowhere_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "index.html").write_text("")
    (tmp_path / "js/main.js").write_text('import "./gone.js";')
    with pytest.raises(ValueError, match=re.escape("js/main.js imports ./gone.js")):
        Site(tmp_path)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.svg", "image/svg+xml"),
        ("a.json", "application/json"),
        ("a.webmanifest", "application/manifest+json"),
        ("a.woff2", "font/woff2"),
        ("a.png", "image/png"),
    ],
)
def test_every_file_says_what_it_is(tmp_path: Path, name: str, kind: str) -> None:
    (tmp_path / "index.html").write_text("")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / name).write_bytes(b"content " * 20)
    site = Site(tmp_path)
    found = asked(site, f"{site.prefix}/sub/{name}")
    assert (found.status, found.body) == (200, b"content " * 20)
    assert found.headers["content-type"] == kind
    packed = asked(site, f"{site.prefix}/sub/{name}", accept_encoding="br")
    assert ("content-encoding" in packed.headers) is (name not in ("a.woff2", "a.png"))
    old = asked(site, f"/s/{'0' * 16}/sub/{name}")
    assert (old.status, old.headers["cache-control"]) == (404, "no-store")


def test_what_others_wrote_is_sent_with_its_licence(server: Server) -> None:
    for name, kind in (
        ("vendor/preact.js", "text/javascript; charset=utf-8"),
        ("vendor/LICENSES.txt", "text/plain; charset=utf-8"),
        ("fonts/noto-sans-lao-400.woff2", "font/woff2"),
        ("fonts/OFL-noto-sans-lao.txt", "text/plain; charset=utf-8"),
    ):
        status, headers, _body = server.request("GET", f"{our_site().prefix}/{name}")
        assert (status, headers["content-type"]) == (200, kind)


@pytest.mark.parametrize(
    "path",
    [
        "/s/0000000000000000/css/page.css",
        "/s/",
        "{files}/nothing.css",
        "{files}/index.html",
        "{files}/../index.html",
        "{files}/%2e%2e/index.html",
        "{files}/js/protocol.d.ts",
        "{files}/vendor/README.md",
    ],
)
def test_nothing_else_is_there(server: Server, path: str) -> None:
    status, _headers, _body = server.request("GET", path.format(files=our_site().prefix))
    assert status == 404


def test_the_picture_for_chats_is_named_if_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("{{title}}{{preview}}")
    assert "og:image" not in asked(Site(tmp_path), "/").body.decode()
    assert asked(Site(tmp_path), "/card.png").status == 404
    (tmp_path / "card.png").write_bytes(b"png")
    site = Site(tmp_path)
    (address,) = re.findall('og:image" content="([^"]*)"', asked(site, "/").body.decode())
    assert address == "http://here/card.png"
    assert asked(site, "/card.png").headers["content-type"] == "image/png"


def test_what_stands_in_an_address_is_no_markup(server: Server) -> None:
    _status, _headers, body = server.request("GET", "/t/%3Cscript%3E?x=%22")
    assert b"<script>" not in body


def test_the_address_of_the_files_follows_their_content(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("a")
    first = Site(tmp_path).prefix
    assert Site(tmp_path).prefix == first
    (tmp_path / "index.html").write_text("b")
    second = Site(tmp_path).prefix
    assert second != first
    words = Site(tmp_path, made={"words/en.json": b"{}"}).prefix
    assert words != second
    assert Site(tmp_path, made={"words/en.json": b"[]"}).prefix != words


def test_the_page_asks_nobody_else_for_anything() -> None:
    folder = Path(__file__).parents[2] / "src" / "cancellation_hearts" / "web"
    address = re.compile(r"""(?:["'`(=]\s*|https?:)//(?!www\.w3\.org/)""")
    for file in folder.rglob("*"):
        if file.suffix in (".html", ".css", ".js", ".svg", ".webmanifest"):
            text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
            assert not address.search(text), file
