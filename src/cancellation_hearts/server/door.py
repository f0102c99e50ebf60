"""The door of a table: what somebody who has only its link may know before they come in.

It is read off what a stranger who watches would be shown, and so can tell no more than that.
"""

from __future__ import annotations

from cancellation_hearts.server.hall import Hall
from cancellation_hearts.service.lobby import has_seat
from cancellation_hearts.table import TableCode, TableRefusal, TableView, observe
from cancellation_hearts.table.state import MOST_PEOPLE
from cancellation_hearts.wire import Door, Known


async def door(hall: Hall, table: str, token: str | None) -> Door:
    """The door of a table, for whoever has this token, if any.

    Raises ``TableRefusal`` if there is no such table, or the host sent this person away.
    """
    person = None
    if token is not None:
        try:
            person = await hall.tables.person(table, token)
        except TableRefusal as refusal:  # a token of long ago makes one a stranger
            if refusal.code is not TableCode.NOT_KNOWN:
                raise
    return door_of(observe(await hall.tables.table(table), None), table, person)


def door_of(view: TableView, table: str, person: int | None) -> Door:
    """The door of a table as a stranger sees that; ``person``: who asks."""
    open_ = [seat.bot for seat in view.seats if seat.person is None]
    free = open_.count(None)
    room = len(view.people) < MOST_PEOPLE
    gets_one = room and has_seat(view)
    me = None
    if person is not None:
        me = Known(person, view.people[person].name, view.seat_of(person))
    return Door(
        table=table,
        host=view.people[view.host].name,
        rules=str(view.rules),
        decks=view.rules.decks,
        seats=len(view.seats),
        free=free,
        bots=len(open_) - free,
        playing=view.playing,
        over=view.games > 0 and not view.playing,
        sit=gets_one and free > 0,
        take_over=gets_one and free == 0,
        watch=room and view.settings.spectators,
        me=me,
    )
