"""Pages of tables: what their links show in a chat, and short addresses to say aloud.

/t/TABLE   the page of a table; 404 for one that is unknown, but it loads and says so
/j/CODE    leads to the table that goes by this code, or to the page, which says that none does

The page in the browser asks for the rest itself. What stands here is for whoever looks at the link
without opening it, and so tells what anybody at the door may know.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cancellation_hearts.i18n import TABLE_REFUSALS, WIRE_REFUSALS, Words, words
from cancellation_hearts.server.door import door
from cancellation_hearts.server.guard import address_of
from cancellation_hearts.server.hall import Hall
from cancellation_hearts.server.static import NAME, Preview, Site, spoken
from cancellation_hearts.service.pace import whole_seconds
from cancellation_hearts.table import TableCode, TableRefusal
from cancellation_hearts.wire import Door, WireCode

NAMES: Final = re.compile("[0-9a-z]{1,64}", re.ASCII)
"""What a table can be called."""


def routes(hall: Hall, site: Site) -> list[Route]:
    """The addresses."""

    async def of_table(request: Request) -> Response:
        said, table = _words(request), request.path_params["table"]
        if hall.doors.take(address_of(request.scope)):
            return await site.page(request, Preview())  # which asks for itself, and is told
        if not NAMES.fullmatch(table):
            return await site.page(request, _unknown(said), HTTPStatus.NOT_FOUND)
        try:
            told = await door(hall, table, None)
        except TableRefusal as refusal:
            if refusal.code is not TableCode.NO_TABLE:
                return await site.page(request, Preview())
            return await site.page(request, _unknown(said), HTTPStatus.NOT_FOUND)
        return await site.page(request, preview_of(told, said))

    async def of_code(request: Request) -> Response:
        if wait := hall.codes.take(address_of(request.scope)):
            answer = await site.page(
                request, Preview(code=WireCode.TOO_MANY), HTTPStatus.TOO_MANY_REQUESTS
            )
            answer.headers["Retry-After"] = str(whole_seconds(wait))
            return answer
        try:
            table = await hall.lobby.find(request.path_params["code"])
        except TableRefusal:
            return await site.page(request, Preview(), HTTPStatus.SERVICE_UNAVAILABLE)
        if table is None:
            return await site.page(request, _no_code(_words(request)), HTTPStatus.NOT_FOUND)
        headers = {"Cache-Control": "no-store"}
        return RedirectResponse(f"/t/{table}", HTTPStatus.SEE_OTHER, headers)

    return [
        Route("/t/{table:str}", of_table, methods=["GET"]),
        Route("/j/{code:str}", of_code, methods=["GET"]),
    ]


def preview_of(door: Door, said: Words) -> Preview:
    """What is shown of the link to a table."""
    title = said.gettext("{name}’s table").format(name=door.host)
    packs = (
        said.gettext("Hearts with two packs")
        if door.decks == 2
        else said.gettext("Hearts with one pack")
    )
    seats = said.ngettext("{n} seat", "{n} seats", door.seats).format(n=door.seats)
    if door.sit:
        now = said.ngettext("{n} free", "{n} free", door.free).format(n=door.free)
        return Preview(f"{title} · {NAME}", f"{packs} · {seats}, {now}")
    if door.take_over and door.playing:
        now = said.gettext("the game is on, you may take over from a bot")
    elif door.take_over:
        now = said.gettext("you may take a bot’s seat")
    elif door.playing and door.watch:
        now = said.gettext("the game is on, you may watch")
    elif door.playing:
        now = said.gettext("the game is on")
    elif door.watch:
        now = said.gettext("no seat is free, you may watch")
    else:
        now = said.gettext("no seat is free")
    return Preview(f"{title} · {NAME}", f"{packs} · {seats} · {now}")


def _unknown(said: Words) -> Preview:
    gone = said.gettext("This table is gone, or was never there.")
    title = said.gettext(TABLE_REFUSALS[TableCode.NO_TABLE])
    return Preview(f"{title.rstrip('.')} · {NAME}", gone, TableCode.NO_TABLE)


def _no_code(said: Words) -> Preview:
    told = said.gettext(WIRE_REFUSALS[WireCode.NO_SUCH_CODE])
    return Preview(NAME, told, WireCode.NO_SUCH_CODE)


def _words(request: Request) -> Words:
    return words(spoken(request))
