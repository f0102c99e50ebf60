"""The files of the page, as they are sent."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cancellation_hearts.server.guard import HEADERS
from cancellation_hearts.server.static import Site
from tests.server.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("static") / "data") as server:
        yield server


def test_who_follows_a_link_is_told_how_to_sit_down(server: Server) -> None:
    for path, link in (("/", "/t/TABLE"), ("/t/abcdefghjkmnpq", "/t/abcdefghjkmnpq")):
        status, headers, body = server.request("GET", path)
        assert status == 200
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["cache-control"] == "no-cache"
        assert f"cancellation-hearts join {server.address}{link}".encode() in body
        assert headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


def test_the_page_names_files_that_may_be_kept_for_ever(server: Server) -> None:
    _status, _headers, page = server.request("GET", "/")
    (address,) = re.findall(r'href="(/s/[^"]*)"', page.decode())
    status, headers, body = server.request("GET", address)
    assert (status, headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert "immutable" in headers["cache-control"]
    status, headers, packed = server.request("GET", address, Accept_Encoding="br, gzip")
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == body


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
    ],
)
def test_nothing_else_is_there(server: Server, path: str) -> None:
    status, _headers, _body = server.request("GET", path.format(files=Site().prefix))
    assert status == 404


def test_what_stands_in_an_address_is_no_markup(server: Server) -> None:
    _status, _headers, body = server.request("GET", "/t/%3Cscript%3E?x=%22")
    assert b"<script>" not in body


def test_the_address_of_the_files_follows_their_content(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("a")
    first = Site(tmp_path).prefix
    assert Site(tmp_path).prefix == first
    (tmp_path / "index.html").write_text("b")
    assert Site(tmp_path).prefix != first


def test_the_page_asks_nobody_else_for_anything() -> None:
    folder = Path(__file__).parents[2] / "src" / "cancellation_hearts" / "web"
    for file in folder.rglob("*"):
        if file.suffix in (".html", ".css", ".js"):
            text = re.sub(r"/\*.*?\*/|(?m:^\s*//[^\n]*)", "", file.read_text(), flags=re.DOTALL)
            names = r"http://www\.w3\.org/(2000/svg|1999/xhtml|1998/Math/MathML)\b"
            assert "//" not in re.sub(names, "", text), file
