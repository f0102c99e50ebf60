"""What docs/protocol.md says about the transport, tried on a real server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from cancellation_hearts.service.players import key_of
from tests.server.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("page") / "data") as server:
        yield server


@pytest.fixture(scope="module")
def ana(server: Server) -> dict[str, Any]:
    status, welcomed = server.post("/api/tables", {"name": "Ana"})
    assert status == 201
    assert isinstance(welcomed, dict)
    return welcomed


def last_words(socket: ClientConnection) -> tuple[int | None, dict[str, Any] | None]:
    """The close code, and the last message before."""
    message = None
    try:
        while True:
            message = json.loads(socket.recv(timeout=20))
    except ConnectionClosed as closed:
        return (None if closed.rcvd is None else closed.rcvd.code), message


def hello(ticket: dict[str, Any], **changes: object) -> str:
    message = {"type": "hello", "table": ticket["table"], "token": ticket["token"]}
    return json.dumps(message | changes)


Said = Callable[[dict[str, Any]], list[str]]


@pytest.mark.parametrize(
    ("said", "close", "code"),
    [
        (lambda _ana: ["{"], 1008, "BAD_MESSAGE"),
        (lambda _ana: ['{"type":"ping"}'], 1008, "BAD_MESSAGE"),
        (lambda ana: [hello(ana, protocol=2)], 1008, "BAD_PROTOCOL"),
        (lambda ana: [hello(ana), hello(ana)], 1008, "BAD_MESSAGE"),
        (lambda ana: [hello(ana), *['{"type":"ping"}'] * 40], 1008, "TOO_MANY"),
        (lambda ana: [hello(ana, table="nowhere")], 4000, "NO_TABLE"),
        (lambda ana: [hello(ana, token="x" * 22)], 4000, "NOT_KNOWN"),
    ],
    ids=["unreadable", "no hello", "protocol", "twice", "too many", "no table", "not known"],
)
def test_a_connection_that_ends_says_why(
    server: Server, ana: dict[str, Any], said: Said, close: int, code: str
) -> None:
    with connect(server.socket, proxy=None) as socket:
        for message in said(ana):
            socket.send(message)
        ended, last = last_words(socket)
    assert last is not None
    assert (ended, last["type"], last["id"], last["code"]) == (close, "refused", None, code)


def test_a_message_that_is_too_large_ends_the_connection(
    server: Server, ana: dict[str, Any]
) -> None:
    with connect(server.socket, proxy=None) as socket:
        socket.send(hello(ana))
        socket.send("x" * 4097)
        assert last_words(socket)[0] == 1009


def test_a_message_that_cannot_be_read_is_refused_and_the_connection_goes_on(
    server: Server, ana: dict[str, Any]
) -> None:
    with connect(server.socket, proxy=None) as socket:
        socket.send(hello(ana))
        socket.send('{"type":"sing"}')
        socket.send('{"type":"ping"}')
        told: dict[str, Any] = {}
        while "pong" not in told:
            message = json.loads(socket.recv(timeout=20))
            told[message["type"]] = message
        assert (told["refused"]["id"], told["refused"]["code"]) == (None, "BAD_MESSAGE")
        assert told["welcome"]["person"] == 0


def test_a_page_from_elsewhere_gets_no_socket(server: Server) -> None:
    with pytest.raises(InvalidStatus) as caught:
        connect(server.socket, proxy=None, origin=Origin("https://other.example"))
    assert caught.value.response.status_code == 403


def test_another_device_goes_on_and_the_old_one_hears_so(server: Server) -> None:
    _status, ben = server.post("/api/tables", {"name": "Ben"})
    table = f"/api/tables/{ben['table']}"
    invite = {"type": "InviteDevice", "key": key_of("secret of the link")}
    with connect(server.socket, proxy=None) as socket:
        socket.send(hello(ben))
        socket.send(json.dumps({"type": "ask", "id": "a", "command": invite}))
        while json.loads(socket.recv(timeout=20))["type"] != "done":
            pass
        status, moved = server.post(f"{table}/devices", {"secret": "secret of the link"})
        assert (status, moved["person"]) == (201, 0)
        assert last_words(socket) == (4000, {"type": "bye", "reason": "moved", "retry": None})
    assert server.post(f"{table}/devices", {"secret": "secret of the link"})[0] == 403
    assert server.get(f"{table}/invitation", token=ben["token"])[0] == 401
    assert server.get(f"{table}/invitation", token=moved["token"])[0] == 200


def test_the_host_sends_somebody_away_for_good(server: Server, ana: dict[str, Any]) -> None:
    table = f"/api/tables/{ana['table']}"
    _status, cy = server.post(f"{table}/people", {"name": "Cy"})
    remove = {"type": "Remove", "person": cy["person"]}
    with connect(server.socket, proxy=None) as host, connect(server.socket, proxy=None) as socket:
        host.send(hello(ana))
        host.recv(timeout=20)
        socket.send(hello(cy))
        socket.recv(timeout=20)
        asked = {"type": "ask", "id": "r", "command": remove}
        assert server.post(f"{table}/asks", asked, token=ana["token"])[0] == 200
        assert last_words(socket) == (4000, {"type": "bye", "reason": "removed", "retry": None})
    assert server.get(f"{table}/updates", token=cy["token"])[0] == 403


def answer(server: Server, method: str, path: str, body: str = "", **headers: str) -> Any:  # noqa: ANN401 - of the library
    place = urlsplit(server.address)
    door = HTTPConnection(str(place.hostname), place.port, timeout=20)
    door.request(method, path, body or None, {"Content-Type": "application/json"} | headers)
    response = door.getresponse()
    response.body = response.read()  # type: ignore[attr-defined]
    door.close()
    return response


def test_headers_and_statuses_are_those_of_the_page(server: Server, ana: dict[str, Any]) -> None:
    table = f"/api/tables/{ana['table']}"
    token = f"Bearer {ana['token']}"
    told = answer(server, "GET", f"{table}/updates", Authorization=token)
    assert told.status == 200
    log, version = told.getheader("X-Log"), 0
    while told.status == 200:  # who polls is here, and that is news, too
        version = json.loads(told.body)["public"]["version"]
        path = f"{table}/updates?since={version}&log={log}&wait=1"
        told = answer(server, "GET", path, Authorization=token)
    assert told.status == 204
    path = f"{table}/updates?since={version}&wait=20"
    with ThreadPoolExecutor() as beside:
        polling = beside.submit(answer, server, "GET", path, Authorization=token)
        assert server.post(f"{table}/people", {"name": "Flo"})[0] == 201
        events = json.loads(polling.result().body)["events"]
    assert "PersonCame" in {told["event"]["type"] for told in events}
    path = f"{table}/updates?since={version}&log=another"
    assert answer(server, "GET", path, Authorization=token).status == 200
    wrong = answer(server, "DELETE", "/api/tables")
    assert (wrong.status, json.loads(wrong.body)["code"]) == (405, "NOT_FOUND")
    wrong = answer(server, "POST", "/api/tables", "x" * 16385)
    assert (wrong.status, json.loads(wrong.body)["code"]) == (413, "TOO_LARGE")
    code = [answer(server, "GET", "/api/codes/XXXXXX") for _ in range(12)][-1]
    assert (code.status, json.loads(code.body)["code"]) == (429, "TOO_MANY")
    assert int(code.getheader("Retry-After")) >= 1


def test_a_cookie_is_kept_where_no_script_can_read_it(server: Server, ana: dict[str, Any]) -> None:
    body = json.dumps({"name": "Di", "cookie": True})
    came = answer(server, "POST", f"/api/tables/{ana['table']}/people", body)
    assert (came.status, json.loads(came.body)["token"]) == (201, None)
    cookies = came.headers.get_all("Set-Cookie")
    assert {cookie.partition("=")[0] for cookie in cookies} == {f"ch_{ana['table']}", "ch_device"}
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie


def test_who_is_told_to_come_back_comes_back(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        _status, eve = server.post("/api/tables", {"name": "Eve"})
        with connect(server.socket, proxy=None) as socket:
            socket.send(hello(eve))
            socket.recv(timeout=20)
            assert server.stop() == 0
            close, last = last_words(socket)
    assert last is not None
    assert (close, last["type"], last["reason"]) == (1012, "bye", "restart")
    assert 250 <= last["retry"] <= 5000


def test_who_reads_pages_is_told_by_the_page_that_nothing_is_there(server: Server) -> None:
    for path in ("/rules", "/settings"):
        assert answer(server, "GET", path).status == 200
    nothing = answer(server, "GET", "/nothing/here", Accept="text/html,*/*")
    assert (nothing.status, b"js/main.js" in nothing.body) == (404, True)
    for path, accept in (("/nothing", "*/*"), ("/api/nothing", "text/html")):
        told = answer(server, "GET", path, Accept=accept)
        assert (told.status, json.loads(told.body)["code"]) == (404, "NOT_FOUND")
