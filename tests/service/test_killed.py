"""A program that is killed again and again loses nothing it granted, and does nothing twice."""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest

from cancellation_hearts.core import Phase
from cancellation_hearts.core.events import CardPlayed, PassChosen
from cancellation_hearts.record import check, write
from cancellation_hearts.service.history import games
from cancellation_hearts.service.tables import Tables
from cancellation_hearts.store import MemoryBroker, SqliteStore
from cancellation_hearts.table import Recorded, Table, evolve, fold
from cancellation_hearts.table.clock import SECOND, expiries
from cancellation_hearts.table.events import ReadySaid
from tests.conftest import scale

ROOT: Final = Path(__file__).parents[2]


class Life(NamedTuple):
    """What a program said until it ended, or was killed."""

    tickets: tuple[str, ...]
    granted: tuple[tuple[int, str, int], ...]
    over: bool


def live(arguments: list[str], *, kill_after: int | None) -> Life:
    """Run the program; kill it when it has said so many lines."""
    command = [sys.executable, "-m", "tests.service.living", *arguments]
    tickets: tuple[str, ...] = ()
    granted: list[tuple[int, str, int]] = []
    over = False
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        for number in itertools.count():
            if number == kill_after:
                program.kill()
            line = program.stdout.readline()
            match line.split():
                case []:
                    break
                case ["table", *words]:
                    tickets = tuple(words)
                case ["granted", person, name, version] if line.endswith("\n"):
                    granted.append((int(person), name, int(version)))
                case ["over"]:
                    over = True
                case _:
                    assert not line.endswith("\n"), line  # half a line: it was killed
    if kill_after is None:
        assert program.returncode == 0
    return Life(tickets, tuple(granted), over)


def read(path: Path, name: str) -> list[Recorded]:
    async def log() -> list[Recorded]:
        async with SqliteStore.open(path) as store:
            return list(await Tables(store, MemoryBroker()).log(name))

    return asyncio.run(log())


def tables(log: list[Recorded]) -> list[Table]:
    """The table after each event."""
    made: list[Table] = []
    for recorded in log:
        made.append(evolve(made[-1] if made else None, recorded))
    return made


def check_life(log: list[Recorded], life: Life, *, seats: dict[int, int]) -> None:
    """Everything that was granted stands where it was said to stand."""
    for person, name, version in life.granted:
        event = log[version - 1].event
        kind, _slash, _rest = name.partition("_")
        seat = seats[person]
        events = [recorded.event for recorded in log[max(0, version - 12) : version]]
        if kind == "Play":
            assert any(isinstance(event, CardPlayed) and event.seat == seat for event in events)
        elif kind == "Pass":
            assert any(isinstance(event, PassChosen) and event.seat == seat for event in events)
        elif kind == "ready":
            assert event == ReadySaid(seat, ready=True)


@pytest.mark.parametrize(
    ("players", "people", "kills"),
    [(6, 6, scale(3, 60)), (8, 5, scale(3, 60)), (11, 11, scale(4, 80))],
)
def test_nothing_granted_is_lost_and_nothing_happens_twice(
    tmp_path: Path, players: int, people: int, kills: int
) -> None:
    rng = Random(f"killed {players} {people}")
    path = tmp_path / "tables.sqlite3"
    killed, number = 0, 0
    while killed < kills:  # as many games as it takes
        number += 1
        tickets: tuple[str, ...] = ()
        granted: list[tuple[int, str, int]] = []
        over = False
        log: list[Recorded] = []
        while not over:
            arguments = [str(path), str(players), str(people), *tickets]
            after = rng.randrange(1, 40 + 6 * players) if killed < kills else None
            life = live(arguments, kill_after=after)
            killed += not life.over
            tickets, over = life.tickets or tickets, life.over
            granted += life.granted
            if not tickets:
                continue
            before, log = log, read(path, tickets[0])
            assert log[: len(before)] == before  # what is kept stays as it is
            check_life(log, life, seats={person: person for person in range(people)})
            check_clocks(log)
        names = [(person, name) for person, name, _version in granted]
        assert len(set(names)) == len(names)
        (record,) = games(log)
        check(write([record]).encode())
        assert record.winners is not None


def check_clocks(log: list[Recorded]) -> None:
    """Whenever it goes on after a stop, nobody has less time than before."""
    table = fold(None, log)
    assert table is not None
    clock = table.settings.clock
    if clock is None or table.match is None or table.match.phase is Phase.OVER:
        return
    history = tables(log)
    for before, after in itertools.pairwise(history):
        if before.asleep and not after.asleep:
            assert all(due - after.at == clock.card * SECOND for _seat, due in expiries(after))
