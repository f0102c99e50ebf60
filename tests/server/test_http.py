"""What gets no further than the door of plain HTTP, and what stands on every answer."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
from collections.abc import Iterator
from email.message import Message
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from cancellation_hearts.remote import Place
from cancellation_hearts.server.app import app_of, hall_of
from cancellation_hearts.server.config import Config
from cancellation_hearts.server.guard import HEADERS
from tests.server.lines import Line, state
from tests.server.serving import Server
from tests.server.test_door import DEEP
from tests.server.test_games import open_table
from tests.service.people import House

JSON = {"Content_Type": "application/json"}
LONG = b"[" * 8000
ROOMY = {
    "connections": (10_000, 1000),
    "doors": (10_000, 1000),
    "tables": (1000, 1000),
    "codes": (1000, 1000),
    "records": (1000, 1000),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changed = {
        "rates": ROOMY,
        "constants": {"server.api.BODY_TIME": 0.5, "server.run.HEAD_TIME": 0.5},
    }
    with Server(tmp_path_factory.mktemp("http") / "data", changed=changed) as running:
        yield running
        assert '"level":"error"' not in running.log()


@pytest.fixture(scope="module")
def place(server: Server) -> Place:
    return open_table(server, "players=6")


@pytest.fixture(autouse=True)
def _the_table_stays_as_it_is(server: Server, place: Place) -> Iterator[None]:
    before = asyncio.run(state(place, server))
    yield
    assert asyncio.run(state(place, server)) == before


def posts(place: Place) -> list[tuple[str, dict[str, object]]]:
    table = f"/api/tables/{place.table}"
    return [
        ("/api/tables", {"name": "X"}),
        (f"{table}/people", {"name": "X"}),
        (f"{table}/devices", {"secret": "x"}),
        (f"{table}/asks", {"type": "ask", "id": "a", "command": {"type": "StandUp"}}),
    ]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "", "http://x"])
def test_pages_from_elsewhere_are_refused(server: Server, place: Place, origin: str) -> None:
    for path, body in posts(place):
        status, refused = server.post(path, body, token=place.token, Origin=origin)
        assert (status, refused["code"]) == (403, "BAD_ORIGIN")


def test_a_cookie_asks_nothing_without_the_page_that_it_is_for(
    server: Server, place: Place
) -> None:
    path, body = posts(place)[3]
    status, refused = server.post(path, body, Cookie=f"ch_{place.table}={place.token}")
    assert (status, refused["code"]) == (403, "BAD_ORIGIN")


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain", "", "json", None],
)
def test_a_form_is_no_message(server: Server, place: Place, kind: str | None) -> None:
    for path, body in posts(place):
        headers = {"Authorization": f"Bearer {place.token}"}
        if kind is not None:
            headers["Content_Type"] = kind
        status, _headers, data = server.request("POST", path, json.dumps(body).encode(), **headers)
        assert (status, json.loads(data)["code"]) == (400, "BAD_MESSAGE")


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{", b"null", b"[]", b"7", b'{"x":1}', b"\xff\xfe", b'{"name":"\\ud800"}'),
        *(DEEP, LONG, b'{"name":7}', b'{"name":"X","secret":7}'),
    ],
    ids=range(12),
)
def test_a_body_that_nobody_can_read_is_refused(server: Server, place: Place, data: bytes) -> None:
    for path, _body in posts(place):
        status, refused = server.post(path, data, token=place.token)
        assert (status, refused["code"]) == (400, "BAD_MESSAGE")
        assert refused["details"]["problem"]


def test_a_body_that_is_too_large_is_refused(server: Server, place: Place) -> None:
    for path, body in posts(place):
        data = json.dumps(body | {"name": "x" * 20_000}).encode()
        status, refused = server.post(path, data, token=place.token)
        assert (status, refused["code"]) == (413, "TOO_LARGE")


def test_a_body_that_does_not_end_is_not_waited_for(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.settimeout(10)
        head = "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        line.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 400 ")
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())  # and who hangs up


ASKED = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    ("before", "said"), [(b"", b""), (b"", ASKED[:9]), (b"", ASKED[:-2]), (ASKED, ASKED[:-2])]
)
def test_who_does_not_say_what_they_want_is_not_waited_for(
    server: Server, before: bytes, said: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.settimeout(10)
        line.sendall(before)
        if before:
            while b"ok" not in line.recv(1 << 16):
                pass
        line.sendall(said)
        with contextlib.suppress(ConnectionResetError):
            assert line.recv(1 << 16) == b""


@pytest.mark.parametrize("rules", ["players=99", "nonsense", "players=6 players=7", "\0", "é"])
def test_rules_that_cannot_be_open_no_table(server: Server, rules: str) -> None:
    status, refused = server.post("/api/tables", {"name": "X", "rules": rules})
    assert (status, refused["code"]) == (400, "BAD_MESSAGE")


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "bot:x", "\u202ex", "x" * 9000, "\0"])
def test_names_that_cannot_be_open_nothing(server: Server, place: Place, name: str) -> None:
    for path, _body in posts(place)[:2]:
        status, refused = server.post(path, {"name": name})
        assert (status, refused["code"]) == (400, "BAD_NAME")


@pytest.mark.parametrize(
    "token", ["short", "x" * 65, "has a space in the midst", "x" * 22 + "\n", "é" * 22, ";" * 22]
)
def test_a_secret_of_ones_own_is_long_and_plain(server: Server, place: Place, token: str) -> None:
    path = f"/api/tables/{place.table}/people"
    status, refused = server.post(path, {"name": "X", "token": token})
    assert (status, refused["code"]) == (400, "BAD_MESSAGE")


TRICKS = ["..", "%2e%2e", "%00", "a%00", "%2f", "..%2f..%2fetc%2fpasswd", "%ff", "A" * 14, "%0a"]
TRICKS += ["x" * 3000, "%c3%a9", "table", "a%20b", "'%20OR%201=1", "%25", "~", "*"]


@pytest.mark.parametrize("trick", TRICKS, ids=range(len(TRICKS)))
def test_odd_names_of_tables_and_codes_lead_nowhere(server: Server, trick: str) -> None:
    for path in ("updates", "record", "invitation", "qr.svg"):
        status, headers, data = server.request("GET", f"/api/tables/{trick}/{path}")
        assert status == 404
        assert json.loads(data)["code"] in ("NO_TABLE", "NOT_FOUND")
        check_headers(headers)
    status, _headers, data = server.request("GET", f"/api/codes/{trick}")
    assert status == 404
    assert json.loads(data)["code"] in ("NO_SUCH_CODE", "NOT_FOUND")
    body = b'{"name":"X","secret":"x"}'
    for path in ("people", "devices", "asks"):
        status, _headers, _data = server.request(
            "POST", f"/api/tables/{trick}/{path}", body, **JSON
        )
        assert status in (400, 403, 404)


def test_only_the_methods_that_are_told(server: Server, place: Place) -> None:
    table = f"/api/tables/{place.table}"
    for path, good in (
        ("/api/tables", "POST"),
        (f"{table}/people", "POST"),
        (f"{table}/asks", "POST"),
        (f"{table}/updates", "GET, HEAD"),
        ("/healthz", "GET, HEAD"),
    ):
        for method in ("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST"):
            if method in good:
                continue
            status, headers, _data = server.request(method, path)
            assert status == 405
            assert sorted(headers["Allow"].split(", ")) == sorted(good.split(", "))
            check_headers(headers)


def check_headers(headers: Message) -> None:
    """What stands on every answer."""
    for name, value in HEADERS.items():
        assert headers[name] == value
    assert headers["Server"] is None
    assert headers["X-Powered-By"] is None


def test_every_answer_has_our_headers(server: Server) -> None:
    place = open_table(server, "players=6")
    table = f"/api/tables/{place.table}"
    known = {"Authorization": f"Bearer {place.token}"}
    for path in (
        "/healthz",
        "/readyz",
        "/metrics",
        "/",
        "/favicon.ico",
        "/api",
        "/api/socket",
        "/api/tables/",
        "/api/codes/BCDFGH",
        f"{table}/updates",
        f"{table}/updates?since=x",
        f"{table}/record",
        f"{table}/invitation",
        f"{table}/qr.svg",
        f"{table}/nonsense",
        "/api/tables/nosuchtable/record",
    ):
        status, headers, _data = server.request("GET", path, None, **known)
        assert status < 500
        check_headers(headers)
        if headers["Content-Type"] == "application/json":
            assert headers["Cache-Control"] == "no-store"
    for path, _body in posts(place):
        check_headers(server.request("POST", path, b"{", **JSON)[1])
        check_headers(server.request("POST", path, b"x" * 20_000, **JSON)[1])


def cookies(headers: Message) -> SimpleCookie:
    jar = SimpleCookie()
    for line in headers.get_all("Set-Cookie", []):
        jar.load(line)
    return jar


@pytest.mark.parametrize("secure", [False, True])
def test_cookies_are_for_pages_of_ours_alone(tmp_path: Path, *, secure: bool) -> None:
    options = ("--origin", "https://hearts.example") if secure else ()
    with Server(tmp_path / "data", *options) as server:
        origin = "https://hearts.example" if secure else server.address
        headers = JSON | {"Origin": origin}
        body = b'{"name":"X","cookie":true}'
        status, told, data = server.request("POST", "/api/tables", body, **headers)
        assert status == 201
        opened = json.loads(data)
        assert opened["token"] is None
        path = f"/api/tables/{opened['table']}"
        _status, joined, data = server.request("POST", f"{path}/people", body, **headers)
        assert json.loads(data)["token"] is None
        assert set(cookies(told)) == {f"ch_{opened['table']}", "ch_device"}
        assert set(cookies(joined)) == {f"ch_{opened['table']}", "ch_device"}
        for morsel in (*cookies(told).values(), *cookies(joined).values()):
            assert morsel["httponly"] is True
            assert morsel["samesite"] == "lax"
            assert morsel["path"] == "/"
            assert morsel["domain"] == ""
            assert bool(morsel["secure"]) is secure
        cookie = "; ".join(f"{m.key}={m.coded_value}" for m in cookies(joined).values())
        ask = {"type": "ask", "id": "a", "command": {"type": "StandUp"}}
        status, done = server.post(f"{path}/asks", ask, Cookie=cookie, Origin=origin)
        assert (status, done["type"]) == (200, "done")
        status, update = server.get(f"{path}/updates", Cookie=cookie)
        assert update["mine"]["person"] == 1
        status, _told = server.get(f"{path}/updates", Cookie=cookie.replace("ch_", "xx_"))
        assert server.get(f"{path}/invitation", Cookie="ch_device=x; a=b;;=;")[0] == 401


def test_the_host_is_told_if_one_browser_has_two_seats_and_nobody_else_is(server: Server) -> None:
    body = b'{"name":"X","cookie":true}'
    _status, told, data = server.request("POST", "/api/tables", body, **JSON)
    host, people = cookies(told), f"/api/tables/{json.loads(data)['table']}/people"

    def come(jar: SimpleCookie) -> SimpleCookie:
        sent = {"Cookie": "; ".join(f"{name}={jar[name].coded_value}" for name in jar)}
        status, headers, _told = server.request("POST", people, body, **JSON, **sent)
        assert status == 201
        return cookies(headers)

    def mine(jar: SimpleCookie) -> dict[str, Any]:
        sent = "; ".join(f"{name}={jar[name].coded_value}" for name in jar)
        status, update = server.get(people.replace("people", "updates"), Cookie=sent)
        assert status == 200
        assert not any(jar["ch_device"].value in text for text in (json.dumps(update), str(update)))
        found: dict[str, Any] = update["mine"]
        return found

    other = come(SimpleCookie())
    assert "same_device" not in mine(host)
    again = come(SimpleCookie({"ch_device": host["ch_device"].value}))  # a private window would not
    assert mine(host)["same_device"] == [[0, 2]]
    assert "same_device" not in mine(other)
    assert "same_device" not in mine(again)


def test_odd_cookies_of_a_device_do_no_harm(server: Server) -> None:
    opened = open_table(server, "players=6")
    for odd in ('"', "a b", "é", "\\073", "x" * 3000, "\t", "=", '"\\"'):
        status, _headers, _data = server.request(
            "POST",
            f"/api/tables/{opened.table}/people",
            b'{"name":"X","cookie":true}',
            Cookie=f"ch_device={odd}",
            **JSON,
        )
        assert status == 201


def test_a_bug_of_ours_is_told_by_code_and_has_our_headers() -> None:
    sent: list[dict[str, Any]] = []

    async def main() -> None:
        async with hall_of(House(), Config()) as hall:
            vars(hall)["metrics"] = None
            scope = {
                "type": "http",
                "method": "GET",
                "path": "/metrics",
                "query_string": b"",
                "headers": [],
                "client": ("127.0.0.1", 1),
            }

            async def receive() -> dict[str, Any]:
                await asyncio.sleep(0)
                return {"type": "http.request", "body": b""}

            async def send(message: Any) -> None:  # noqa: ANN401 - as ASGI says
                await asyncio.sleep(0)
                sent.append(message)

            with pytest.raises(AttributeError):
                await app_of(hall)(scope, receive, send)

    asyncio.run(main())
    assert sent[0]["status"] == 500
    names = {name.decode().lower() for name, _value in sent[0]["headers"]}
    assert {name.lower() for name in HEADERS} <= names
    assert json.loads(sent[1]["body"])["code"] == "BROKEN"


def test_who_polls_a_table_that_fails_leaves_no_error_behind(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def main() -> None:
        async with hall_of(House(), Config()) as hall:
            await hall.be_here("nosuchtable", 0)
            await asyncio.sleep(0.05)
            gc.collect()

    asyncio.run(main())
    assert not caplog.records


# --- pace -------------------------------------------------------------------------------------


def test_who_comes_too_often_is_told_when_to_come_again(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        place = open_table(server, "players=6")
        table, me = f"/api/tables/{place.table}", f"Bearer {place.token}"
        ask = b'{"type":"ask","id":"a","command":{"type":"Resume"}}'
        server.request("POST", f"{table}/asks", ask, **JSON, Authorization=me)  # to be here
        before = asyncio.run(state(place, server))
        for number, (most, method, path, body, token) in enumerate(
            (
                (20, "GET", "/api/codes/BCDFGH", None, ""),
                (20, "POST", f"{table}/devices", b'{"secret":"x"}', ""),
                (25, "POST", "/api/tables", b'{"name":"X"}', ""),
                (180, "POST", f"{table}/people", b'{"name":""}', ""),
                (180, "GET", f"{table}/updates", None, ""),
                (180, "GET", f"{table}/record", None, "Bearer x"),
                (180, "POST", f"{table}/asks", ask, "Bearer x"),
                (120, "POST", f"{table}/asks", ask, me),
                (30, "GET", f"{table}/record", None, me),
                (30, "GET", f"{table}/qr.svg", None, me),
                (30, "POST", f"{table}/qr.svg", b'{"secret":"x"}', me),
            )
        ):
            headers = JSON | {"Authorization": token, "X_Forwarded_For": f"10.0.0.{number}"}
            status, told, data = server.request(method, path, body, **headers)
            for _ in range(most):
                if status == 429:
                    break
                status, told, data = server.request(method, path, body, **headers)
            assert status == 429, path
            assert json.loads(data)["code"] == "TOO_MANY"
            assert int(told["Retry-After"]) == json.loads(data)["details"]["wait"] >= 1
        assert asyncio.run(state(place, server)) == before
        status, _refused = server.get("/api/codes/BCDFGH", X_Forwarded_For="10.1.1.1")
        assert status == 404  # others come through


def invitation(server: Server, place: Place, **headers: str) -> dict[str, Any]:
    path = f"/api/tables/{place.table}/invitation"
    status, told = server.get(path, token=place.token, **headers)
    assert status == 200
    assert isinstance(told, dict)
    return told


def test_a_link_says_whether_only_this_machine_can_follow_it(server: Server) -> None:
    place = open_table(server, "players=6")
    told = invitation(server, place)
    assert told["link"] == f"{server.address}/t/{place.table}"
    assert told["near"] is True
    told = invitation(server, place, Host="hearts.example")
    assert told["link"] == f"http://hearts.example/t/{place.table}"
    assert told["near"] is False


def test_whoever_opens_a_table_for_the_network_is_told_a_link_for_the_network(
    tmp_path: Path,
) -> None:
    with Server(tmp_path / "data", "--lan") as server:
        told = invitation(server, open_table(server, "players=6"))
    assert told["link"].startswith("http://")
    assert ("//127." in told["link"]) == told["near"]
    if not told["near"]:  # this machine is in a network
        assert told["link"].endswith(told["path"])
        assert f":{server.port}/" in told["link"]


def test_the_way_to_another_device_is_drawn_for_those_who_are_there(server: Server) -> None:
    place = open_table(server, "players=6")
    path = f"/api/tables/{place.table}/qr.svg"
    body = b'{"secret":"abcdefghijklmnopqrstuv"}'
    known = JSON | {"Authorization": f"Bearer {place.token}"}
    status, headers, one = server.request("POST", path, body, **known)
    assert status == 200
    assert headers["Content-Type"].startswith("image/svg+xml")
    assert headers["Cache-Control"] == "no-store"
    assert server.request("POST", path, body, **JSON)[0] == 401
    _status, _headers, other = server.request("POST", path, b'{"secret":"x"}', **known)
    assert one != other


# --- waiting for news -------------------------------------------------------------------------


def test_who_knows_everything_waits_for_news(server: Server) -> None:
    place = open_table(server, "players=6")
    path = f"/api/tables/{place.table}/updates"

    async def main() -> None:
        async with Line(server) as line:
            version = (await line.hello(place))["public"]["version"]
            query = f"{path}?since={version}&log={line.heard[0]['log']}"
            status, told = await asyncio.to_thread(server.get, f"{query}&wait=0")
            assert (status, told) == (204, b"")
            waiting = asyncio.create_task(asyncio.to_thread(server.get, f"{query}&wait=20"))
            await asyncio.sleep(0.3)
            assert not waiting.done()
            assert (await line.ask("a", {"type": "StandUp"}))["type"] == "done"
            status, told = await waiting
            assert status == 200
            assert [event["version"] for event in told["events"]] == [version + 1]
            status, told = await asyncio.to_thread(server.get, f"{path}?since=1&log=other")
            assert told["events"] == []

    asyncio.run(main())
