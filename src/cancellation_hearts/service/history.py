"""Finished games as records, read off a table's log.

A record may be asked for at any time and is given to anybody at the table, so it holds finished
hands only: one asked for during a hand ends with the hand before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cancellation_hearts import core
from cancellation_hearts.core.events import MatchBegun
from cancellation_hearts.record import Fair, Record, record_of, without_open_hand
from cancellation_hearts.table import Person, Recorded, Table, evolve
from cancellation_hearts.table.events import GameStarted, SeedRevealed
from cancellation_hearts.table.names import BOT
from cancellation_hearts.table.state import Seal


def games(log: Iterable[Recorded]) -> Iterator[Record]:
    """The games of a table, first to last, each as far as its hands are finished."""
    table: Table | None = None
    events: list[core.Event] = []
    fairs: list[Fair] = []
    begun: Table | None = None
    for recorded in log:
        event = recorded.event
        if isinstance(event, GameStarted | MatchBegun) and begun is not None and events:
            yield _record(begun, events, fairs)
            events, fairs, begun = [], [], None
        if isinstance(event, SeedRevealed):
            assert table is not None
            assert table.seal is not None
            fairs.append(_fair(table.seal))
        table = evolve(table, recorded)
        if isinstance(event, core.Event):
            events.append(event)
            begun = table
    if begun is not None and events:
        yield _record(begun, events, fairs)


def players_of(table: Table) -> tuple[str, ...]:
    """The seats as a record names them: a person's name, or ``bot:`` and its level."""
    return tuple(
        f"{BOT}{seat.bot}" if seat.person is None else _name(table.people[seat.person])
        for seat in table.seats
    )


def _name(person: Person) -> str:
    return f"{BOT}{person.name}" if person.program else person.name


def _record(table: Table, events: list[core.Event], fairs: list[Fair]) -> Record:
    return without_open_hand(record_of(events, players=players_of(table), fairs=fairs))


def _fair(seal: Seal) -> Fair:
    assert seal.seed is not None
    return Fair(
        commitment=bytes.fromhex(seal.commitment),
        seed=bytes.fromhex(seal.seed),
        entropies=tuple(None if part is None else bytes.fromhex(part) for part in seal.entropies),
    )
