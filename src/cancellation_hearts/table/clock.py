"""When something is due at a table, though nobody does anything.

Time is data: every moment comes out of what was recorded, and ``deadline`` says when to look again.
Whoever runs the table sends a ``Tick`` then; one that comes too early or twice is refused and harms
nobody. Nothing is due while the table rests: paused, or nobody of those who sit here is connected.
The clocks of a person start anew when the server was down, and when the table wakes.

    what                                    when
    the next deal is promised               at once after a start and after a score
    the deal                                everybody is ready, or the rest is over; and everybody
                                            has added to its chance, or a second has passed
    a bot plays one card for a person       the clock of a seat that is awaited has run out
    a bot holds a seat for a person         the connection has been lost for too long
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cancellation_hearts.core import Phase
from cancellation_hearts.table.state import Seat, Table

SECOND: Final = 1000
ENTROPY_TIME: Final = 1 * SECOND
"""How long a deal waits for what the seats add to its chance."""
LOOK_TIME: Final = 8 * SECOND
"""How long a score is shown where nobody can say that they are ready."""
WARNING: Final = 5 * SECOND
"""So long before its end a clock is shown to be short."""
MORE_TIME: Final = 30 * SECOND
"""What ``GiveTime`` gives,"""
MOST_TIME: Final = 600 * SECOND
"""and how much beyond a whole clock it gives at most."""


def deadline(table: Table) -> int | None:
    """The moment at which a ``Tick`` has something to do; None: not before somebody acts.

    It may lie in the past: then at once.
    """
    moments = [moment for _seat, moment in expiries(table)]
    moments += (moment for _seat, moment in losses(table))
    moments += (moment for moment in (promise_time(table), deal_time(table)) if moment is not None)
    return min(moments, default=None)


def promise_time(table: Table) -> int | None:
    """When the next deal is to be promised."""
    if table.resting or not table.between_hands or table.seal is not None:
        return None
    return table.at


def deal_time(table: Table) -> int | None:
    """When the promised deal is to be dealt."""
    seal = table.seal
    if table.resting or seal is None or seal.dealt or not table.between_hands:
        return None
    present = [at for at, seat in enumerate(table.seats) if _is_present(table, seat)]
    complete = all(seal.entropies[at] is not None for at in present)
    earliest = seal.at if complete else seal.at + ENTROPY_TIME
    if table.match is None or table.match.deal is None:
        return earliest
    if not present:  # bots play for all who are here: they see at least what came of it
        return max(earliest, table.scored + LOOK_TIME)
    if all(table.seats[at].ready for at in present):
        return earliest
    rest = table.settings.rest
    return None if rest is None else max(earliest, table.scored + rest * SECOND)


def expiries(table: Table) -> Iterator[tuple[int, int]]:
    """The seats whose clock runs, and when it runs out."""
    clock, match = table.settings.clock, table.match
    if clock is None or match is None or table.resting:
        return
    budget = (clock.passing if match.phase is Phase.PASSING else clock.card) * SECOND
    for at in table.awaited:
        seat = table.seats[at]
        if seat.bot is None and seat.person is not None:
            yield at, seat.since + budget


def losses(table: Table) -> Iterator[tuple[int, int]]:
    """The seats of people who are away, and when a bot is to hold them."""
    if table.resting or not table.settings.bots:
        return
    for at, seat in enumerate(table.seats):
        if seat.person is not None and seat.bot is None:
            person = table.people[seat.person]
            if person.status == "away":
                yield at, person.since + table.settings.grace * SECOND


def _is_present(table: Table, seat: Seat) -> bool:
    """Whether the deal waits for this seat's owner."""
    if seat.person is None or seat.bot is not None:
        return False
    return table.people[seat.person].status == "here"
