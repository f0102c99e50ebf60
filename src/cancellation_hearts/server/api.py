"""The same commands and updates over plain HTTP: for bots, and where sockets do not get through.

Every body is JSON; so a form on somebody else's page cannot send one. What is refused is answered
with a ``Refused`` and a status that says what kind of trouble it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from io import BytesIO
from typing import Final, TypeVar
from urllib.parse import urlsplit

import msgspec
import segno
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from cancellation_hearts.core import Rules, RulesError
from cancellation_hearts.core.codec import decode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.record import write
from cancellation_hearts.server.answers import json, refused
from cancellation_hearts.server.config import BODY_BYTES, BODY_TIME, POLL_TIME
from cancellation_hearts.server.door import door
from cancellation_hearts.server.guard import TooLarge, address_of, is_ours, may_see_metrics
from cancellation_hearts.server.hall import Hall
from cancellation_hearts.server.identity import DEVICE, cookie_name, remember, token_of
from cancellation_hearts.server.socket import asked, said
from cancellation_hearts.service.history import games
from cancellation_hearts.service.pace import Buckets, whole_seconds
from cancellation_hearts.service.players import key_of, new_token
from cancellation_hearts.service.tables import Ticket
from cancellation_hearts.table import Settings, Stranger, TableCode, TableRefusal
from cancellation_hearts.table.commands import MoveDevice
from cancellation_hearts.wire import (
    Ask,
    Heard,
    Invitation,
    NewDevice,
    NewGame,
    NewPerson,
    NewTable,
    Refused,
    Say,
    Update,
    Welcomed,
    WireCode,
)

log = logging.getLogger(__name__)

T = TypeVar("T")
Handler = Callable[[Hall, Request], Awaitable[Response]]

SOON: Final = 5.0
"""Seconds within which a table has been read, however long its log is."""
READY_TIME: Final = 1.0
"""Seconds within which a store that is well answers."""


class Turned(Exception):
    """A request gets no further than the door."""

    def __init__(self, code: WireCode, **details: str | int) -> None:
        """See ``WireCode``."""
        super().__init__(code)
        self.refused = Refused(None, code, details)


def routes(hall: Hall) -> list[Route]:
    """Every address of the interface."""
    table = "/api/tables/{table}"
    handlers: list[tuple[str, str, Handler]] = [
        ("POST", "/api/tables", open_table),
        ("POST", "/api/games", open_game),
        ("GET", table, look),
        ("POST", f"{table}/people", come),
        ("POST", f"{table}/devices", move_here),
        ("POST", f"{table}/asks", ask),
        ("POST", f"{table}/sayings", say),
        ("GET", f"{table}/sayings", sayings),
        ("GET", f"{table}/updates", updates),
        ("GET", f"{table}/record", record),
        ("GET", f"{table}/invitation", invitation),
        ("GET", f"{table}/qr.svg", qr_code),
        ("POST", f"{table}/qr.svg", device_qr_code),
        ("GET", "/api/codes/{code}", code),
        ("GET", "/healthz", healthy),
        ("GET", "/readyz", ready),
        ("GET", "/metrics", metrics),
    ]
    return [
        Route(path, _endpoint(hall, handler), methods=[method])
        for method, path, handler in handlers
    ]


def _endpoint(hall: Hall, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            _check_origin(hall, request)
            return await handler(hall, request)
        except Turned as turned:
            hall.metrics.turned_away.labels(turned.refused.code).inc()
            return refused(turned.refused)
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody hears it
        except TooLarge:
            hall.metrics.turned_away.labels(WireCode.TOO_LARGE).inc()
            return refused(Refused(None, WireCode.TOO_LARGE, {"most": BODY_BYTES}))
        except Refusal as refusal:
            return refused(Refused(None, str(refusal.code), dict(refusal.details)))

    return endpoint


# --- coming -----------------------------------------------------------------------------------


async def open_table(hall: Hall, request: Request) -> Response:
    """A new table."""
    wanted = await _body(request, NewTable)
    _pace(hall.openings, address_of(request.scope))
    settings = Settings(_rules(wanted.rules))
    device = _device(request) if wanted.cookie else None
    ticket = await hall.tables.open(settings, wanted.name, token=wanted.token, device=device)
    return _welcomed(hall, ticket, cookie=wanted.cookie, device=device)


async def open_game(hall: Hall, request: Request) -> Response:
    """A new table, and a game at once; with nobody else there, each hand begins when one wants."""
    wanted = await _body(request, NewGame)
    _pace(hall.openings, address_of(request.scope))
    settings = Settings(_rules(wanted.rules), rest=None, level=wanted.level)
    device = _device(request) if wanted.cookie else None
    ticket = await hall.tables.open_game(settings, wanted.name, token=wanted.token, device=device)
    return _welcomed(hall, ticket, cookie=wanted.cookie, device=device)


def _rules(text: str) -> Rules:
    try:
        return Rules.read(text, usual=6)
    except RulesError as error:
        raise Turned(WireCode.BAD_MESSAGE, problem=f"rules: {error}"[:200]) from None


async def look(hall: Hall, request: Request) -> Response:
    """What stands at the door of a table."""
    _pace(hall.doors, address_of(request.scope))
    table = _table(request)
    return json(await door(hall, table, token_of(request, table)))


async def come(hall: Hall, request: Request) -> Response:
    """Somebody new."""
    wanted = await _body(request, NewPerson)
    _pace(hall.connections, address_of(request.scope))
    device = _device(request) if wanted.cookie else None
    ticket = await hall.tables.come(
        _table(request),
        wanted.name,
        sit=wanted.sit,
        program=wanted.program,
        token=wanted.token,
        device=device,
    )
    return _welcomed(hall, ticket, cookie=wanted.cookie, device=device)


async def move_here(hall: Hall, request: Request) -> Response:
    """Somebody who is at the table already goes on with this device."""
    wanted = await _body(request, NewDevice)
    _pace(hall.codes, address_of(request.scope))
    table, token = _table(request), new_token()
    command = MoveDevice(key_of(wanted.secret), key_of(token))
    await hall.tables.execute(table, Stranger(), command)
    person = await hall.tables.person(table, token)
    return _welcomed(hall, Ticket(table, person, token), cookie=wanted.cookie)


def _device(request: Request) -> str:
    """The secret by which a browser is known at all tables: the one it has, or a new one."""
    return request.cookies.get(DEVICE) or new_token()


def _welcomed(hall: Hall, ticket: Ticket, *, cookie: bool, device: str | None = None) -> Response:
    token = None if cookie else ticket.token
    answer = json(Welcomed(ticket.table, ticket.person, token), status=HTTPStatus.CREATED)
    if cookie:
        remember(answer, cookie_name(ticket.table), ticket.token, hall.config)
    if device is not None:
        remember(answer, DEVICE, device, hall.config)
    return answer


async def code(hall: Hall, request: Request) -> Response:
    """The table that goes by a code."""
    _pace(hall.codes, address_of(request.scope))
    table = await hall.lobby.find(request.path_params["code"])
    if table is None:
        raise Turned(WireCode.NO_SUCH_CODE)
    return json(_invitation(hall, request, table, None))


async def invitation(hall: Hall, request: Request) -> Response:
    """How others come to this table; told to those who are there."""
    table = _table(request)
    await _person(hall, request, table)
    return json(_invitation(hall, request, table, await hall.lobby.code_of(table)))


def _invitation(hall: Hall, request: Request, table: str, code: str | None) -> Invitation:
    path = f"/t/{table}"
    link = _seen_address(hall, request) + path
    return Invitation(table, code, path, link, _is_near(link))


def _seen_address(hall: Hall, request: Request) -> str:
    """How others come to this server: as it was asked, if that does not mean this machine alone."""
    asked = str(request.base_url).rstrip("/")
    known = hall.config.address.rstrip("/")
    return known if known and _is_near(asked) else asked


def _is_near(address: str) -> bool:
    """Whether an address means this machine, whoever asks."""
    host = urlsplit(address).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


async def qr_code(hall: Hall, request: Request) -> Response:
    """The link to this table as a picture, for those who are there to show."""
    table = _table(request)
    await _person(hall, request, table)
    _pace(hall.records, address_of(request.scope))
    return _qr(f"{_seen_address(hall, request)}/t/{table}")


async def device_qr_code(hall: Hall, request: Request) -> Response:
    """The link by which another device goes on, as a picture: in a body, so that nobody logs it."""
    table = _table(request)
    await _person(hall, request, table)
    wanted = await _body(request, NewDevice)
    _pace(hall.records, address_of(request.scope))
    return _qr(f"{_seen_address(hall, request)}/t/{table}#device={wanted.secret[:64]}")


def _qr(text: str) -> Response:
    picture = BytesIO()
    segno.make_qr(text).save(
        picture, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None
    )
    return Response(
        picture.getvalue(), headers={"Cache-Control": "no-store"}, media_type="image/svg+xml"
    )


# --- being there ------------------------------------------------------------------------------


async def ask(hall: Hall, request: Request) -> Response:
    """One command."""
    table = _table(request)
    if "authorization" not in request.headers and "origin" not in request.headers:
        raise Turned(WireCode.BAD_ORIGIN, origin="")  # a cookie is for pages of ours
    person = await _person(hall, request, table)
    message = await _body(request, Ask)
    await hall.be_here(table, person)
    answer = await asked(hall, table, person, message)
    return refused(answer) if isinstance(answer, Refused) else json(answer)


async def say(hall: Hall, request: Request) -> Response:
    """One saying."""
    table = _table(request)
    person = await _person(hall, request, table)
    answer = await said(hall, table, person, await _body(request, Say))
    return refused(answer) if isinstance(answer, Refused) else json(answer)


async def sayings(hall: Hall, request: Request) -> Response:
    """What was said behind a version, or the last of it; for those who are there."""
    table = _table(request)
    await _person(hall, request, table)
    return json(Heard(await hall.talk.heard(table, after=_number(request, "after"))))


async def updates(hall: Hall, request: Request) -> Response:
    """What is new since a version, as soon as there is something; 204 if nothing came for a while.

    Without a version that counts, how everything stands.

    Who polls counts as connected.
    """
    table = _table(request)
    person = None
    if token_of(request, table) is not None:
        person = await _person(hall, request, table)
        await hall.be_here(table, person)
    else:
        _pace(hall.connections, address_of(request.scope))
    since = _number(request, "since")
    wait = _number(request, "wait") or 0
    if request.query_params.get("log") not in (None, hall.tables.store.log_id):
        since = None
    reading = asyncio.create_task(_next(hall, table, person, since))
    leaving = asyncio.create_task(hall.draining.wait())
    patience = SOON if since is None else min(wait, POLL_TIME) or 0.05
    try:
        await asyncio.wait(
            (reading, leaving), timeout=patience, return_when=asyncio.FIRST_COMPLETED
        )
        if not reading.done() and leaving.done():
            raise Turned(WireCode.NOT_READY, reason="stopping", wait=1)
    finally:
        leaving.cancel()
        reading.cancel()
        ended = await asyncio.gather(reading, return_exceptions=True)
    match ended:
        case [Update() as update]:
            pass
        case [Exception() as error]:
            raise error
        case _:
            return Response(status_code=HTTPStatus.NO_CONTENT)
    headers = {"X-Log": hall.tables.store.log_id}
    return json(hall.packed(table, update), headers=headers)


async def _next(hall: Hall, table: str, person: int | None, since: int | None) -> Update:
    """The first update that says more than the reader knows."""
    async with contextlib.aclosing(hall.tables.updates(table, person, since=since)) as reading:
        async for update in reading:
            if update.version != since:
                return update
    raise TableRefusal(TableCode.REMOVED)


async def record(hall: Hall, request: Request) -> Response:
    """The games of this table as far as their hands are finished, for those who are there."""
    table = _table(request)
    await _person(hall, request, table)
    _pace(hall.records, address_of(request.scope))
    log = await hall.tables.log(table)
    text = await asyncio.to_thread(lambda: write(games(log)))  # a long evening takes a while
    headers = {"Content-Disposition": f'attachment; filename="{table}.chn"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


# --- operations -------------------------------------------------------------------------------


async def healthy(_hall: Hall, _request: Request) -> Response:
    """The loop runs."""
    return Response("ok\n", media_type="text/plain")


async def ready(hall: Hall, _request: Request) -> Response:
    """Whether somebody could play here now."""
    if hall.draining.is_set():
        raise Turned(WireCode.NOT_READY, reason="stopping")
    try:
        async with asyncio.timeout(READY_TIME):
            await hall.tables.store.ping()
    except Exception:
        log.exception("not ready")
        raise Turned(WireCode.NOT_READY, reason="store") from None
    return Response("ready\n", media_type="text/plain")


async def metrics(hall: Hall, request: Request) -> Response:
    """Counters for Prometheus; nobody else learns that there are any."""
    if not may_see_metrics(request.scope, hall.config):
        raise Turned(WireCode.NOT_FOUND)
    return Response(hall.metrics.text(), media_type="text/plain; version=0.0.4")


# --- what a request brings --------------------------------------------------------------------


def _check_origin(hall: Hall, request: Request) -> None:
    if not is_ours(request.headers, hall.config):
        raise Turned(WireCode.BAD_ORIGIN, origin=request.headers.get("origin", "")[:100])


async def _body(request: Request, kind: type[T]) -> T:
    content = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content != "application/json":
        raise Turned(WireCode.BAD_MESSAGE, problem="Content-Type: expected application/json")
    try:
        async with asyncio.timeout(BODY_TIME):
            data = await request.body()
    except TimeoutError:
        raise Turned(WireCode.BAD_MESSAGE, problem="the body did not come to its end") from None
    try:
        body: T = decode(data, kind)
    except (msgspec.DecodeError, ValueError) as error:
        raise Turned(WireCode.BAD_MESSAGE, problem=str(error)[:200]) from None
    return body


def _table(request: Request) -> str:
    table = str(request.path_params["table"])
    if not re.fullmatch("[0-9a-z]{1,64}", table, re.ASCII):
        raise TableRefusal(TableCode.NO_TABLE)
    return table


async def _person(hall: Hall, request: Request, table: str) -> int:
    """Who asks, if they may ask so often; ``TableRefusal`` if nobody knows them."""
    try:
        person = await hall.tables.person(table, token_of(request, table) or "")
    except TableRefusal:
        _pace(hall.connections, address_of(request.scope))
        raise
    _pace(hall.people, f"{table}/{person}")
    return person


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,15}", text, re.ASCII):
        raise Turned(WireCode.BAD_MESSAGE, problem=f"{name}: expected a whole number")
    return int(text)


def _pace(buckets: Buckets, name: str) -> None:
    if wait := buckets.take(name):
        raise Turned(WireCode.TOO_MANY, wait=whole_seconds(wait))
