"""Recording: what is in its place in the row, and what cannot have happened."""

from __future__ import annotations

import pytest

from cancellation_hearts.core import Rules
from cancellation_hearts.table import Event, Recorded, Settings, evolve, fold
from cancellation_hearts.table.events import EntropyAdded, Paused, Resumed, TableOpened
from tests.table.walks import START, open_table

OPENED = TableOpened(Settings(Rules.parse("players=6")))


def test_no_events_make_no_table() -> None:
    assert fold(None, ()) is None


def test_a_new_table_has_as_many_free_seats_as_the_rules_say() -> None:
    table = evolve(None, Recorded(1, START, OPENED))
    assert len(table.seats) == 6
    assert all(seat.person is None and seat.bot is None for seat in table.seats)


def test_a_table_begins_with_its_opening() -> None:
    with pytest.raises(ValueError, match="begins with TableOpened, not Paused"):
        evolve(None, Recorded(1, START, Paused(0)))


@pytest.mark.parametrize("step", [0, 2, -1])
def test_an_event_out_of_its_place_is_refused(step: int) -> None:
    table = open_table()
    with pytest.raises(ValueError, match="cannot follow event"):
        evolve(table, Recorded(table.version + step, START, Paused(0)))


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        (OPENED, "opened once"),
        (Resumed(0), "nobody paused"),
        (EntropyAdded(0, "00" * 16), "no deal is promised"),
    ],
)
def test_what_cannot_have_happened_is_not_recorded(event: Event, problem: str) -> None:
    table = open_table()
    with pytest.raises(ValueError, match=problem):
        evolve(table, Recorded(table.version + 1, START, event))
