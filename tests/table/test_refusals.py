"""Every reason for which a table refuses, once: who asks what, when, and what the answer says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

import pytest
from msgspec.structs import replace

from cancellation_hearts.core import Card, Cards, Phase, Rules
from cancellation_hearts.i18n import refusal_text, words
from cancellation_hearts.table import (
    Actor,
    ByBot,
    ByPerson,
    ByServer,
    Clock,
    Settings,
    Stranger,
    Table,
    TableCode,
    TableCommand,
)
from cancellation_hearts.table.clock import MORE_TIME, MOST_TIME
from cancellation_hearts.table.commands import (
    AddBot,
    AddEntropy,
    ChangeSettings,
    Choose,
    Come,
    Connected,
    FreeSeat,
    GiveTime,
    InviteDevice,
    Leave,
    LetBotPlay,
    MakeHost,
    MoveDevice,
    Mute,
    OpenTable,
    Pass,
    Pause,
    Play,
    Reclaim,
    Remove,
    Rename,
    Restart,
    Resume,
    SayReady,
    StandUp,
    StartGame,
    StopGame,
    SwapSeats,
    TakeHost,
    TakeSeat,
    Tick,
)
from cancellation_hearts.table.state import MOST_PEOPLE
from tests.table.walks import (
    key,
    open_table,
    play_on,
    refused,
    run,
    started,
    tick,
    with_people,
)

HOST: Final = ByPerson(0)
BEN: Final = ByPerson(1)
SERVER: Final = ByServer()
SETTINGS: Final = Settings(Rules.parse("players=6"))
SERVICE_CODES: Final = {
    TableCode.NO_SUCH_BOT,
    TableCode.STORE_FAILED,
    TableCode.BUSY,
    TableCode.NOT_KNOWN,
    TableCode.TOO_MUCH_TALK,
}
"""The table knows neither which bots there are nor where it is kept: its service refuses so."""
TALK_CODES: Final = {TableCode.MUTED, TableCode.NO_CHAT, TableCode.RUDE, TableCode.BAD_TEXT}
"""To talk is no command: ``tests/service/test_talk.py`` tries these."""


@cache
def two() -> Table:
    """Ana, the host, and Ben sit at a table for six; no game is going on."""
    return with_people(open_table(), "Ben")


@cache
def watched() -> Table:
    """Cy watches them."""
    table = run(two(), Stranger(), Come("Cy", key(2), sit=False))
    return run(table, SERVER, Connected(2, connected=True))


@cache
def passing() -> Table:
    return started(watched())


@cache
def playing() -> Table:
    return play_on(passing(), until=Phase.PLAYING)


@cache
def promised() -> Table:
    """A game has started, its first deal is promised."""
    return tick(run(watched(), HOST, StartGame()))


def paused() -> Table:
    return run(playing(), HOST, Pause())


def much_time() -> Table:
    """The host, who is to pass, has been given all the time there is to give."""
    table = run(passing(), HOST, ChangeSettings(replace(SETTINGS, clock=Clock())))
    for _ in range(MOST_TIME // MORE_TIME):
        table = run(table, BEN, GiveTime(0))
    return table


def gone() -> Table:
    """Ben has left."""
    return run(two(), BEN, Leave())


def removed() -> Table:
    return run(two(), HOST, Remove(1))


def held() -> Table:
    """A bot holds Ben's seat."""
    return run(playing(), BEN, LetBotPlay(1))


def invited() -> Table:
    """Ben has invited another device."""
    return run(two(), BEN, InviteDevice(key(77)))


def moved() -> Table:
    """Ben goes on with it."""
    return run(invited(), Stranger(), MoveDevice(key(77), key(78)))


def removed_device() -> Table:
    """Ben came with a device, and was sent away."""
    table = run(open_table(), Stranger(), Come("Ben", key(1), device=key(50)))
    return run(table, HOST, Remove(1))


def crowded() -> Table:
    """As many people as can come."""
    person = two().people[1]
    strangers = tuple(
        replace(person, name=f"P{number}", key=key(number)) for number in range(2, MOST_PEOPLE)
    )
    return replace(two(), people=(*two().people, *strangers))


def without(**settings: bool) -> Callable[[], Table]:
    """The table with two people, and some house rule."""
    wanted = replace(SETTINGS, **settings)
    return lambda: run(two(), HOST, ChangeSettings(wanted))


def playing_without_latecomers() -> Table:
    return run(playing(), HOST, ChangeSettings(replace(SETTINGS, latecomers=False)))


def lent() -> Table:
    """Ana, whose table it is, has lost her connection, and Ben is the host meanwhile."""
    return run(two(), SERVER, Connected(0, connected=False))


def asleep() -> Table:
    """Nobody is connected."""
    return run(two(), SERVER, Restart())


class Case(NamedTuple):
    """Somebody asks something of a table, and is refused."""

    table: Callable[[], Table | None]
    actor: Actor
    command: TableCommand
    code: TableCode
    details: dict[str, object]


def cases() -> Iterator[Case]:
    def no(
        table: Callable[[], Table | None],
        actor: Actor,
        command: TableCommand,
        code: TableCode,
        **details: object,
    ) -> Case:
        return Case(table, actor, command, code, details)

    code = TableCode
    command: TableCommand
    yield no(lambda: None, Stranger(), Come("Ben", key(1)), code.NO_TABLE)
    yield no(two, Stranger(), OpenTable(SETTINGS, "Eve", key(9)), code.TABLE_IS_OPEN)

    # who may ask
    yield no(lambda: None, SERVER, OpenTable(SETTINGS, "Eve", key(9)), code.NOT_YOURS_TO_ASK)
    yield no(two, Stranger(), TakeSeat(3), code.NOT_YOURS_TO_ASK)
    yield no(two, Stranger(), Tick(""), code.NOT_YOURS_TO_ASK)
    yield no(two, HOST, Come("Eve", key(9)), code.NOT_YOURS_TO_ASK)
    yield no(two, HOST, Connected(1, connected=False), code.NOT_YOURS_TO_ASK)
    yield no(two, HOST, Restart(), code.NOT_YOURS_TO_ASK)
    yield no(two, HOST, Tick(""), code.NOT_YOURS_TO_ASK)
    yield no(playing, ByBot(3), StopGame(), code.NOT_YOURS_TO_ASK)
    yield no(playing, SERVER, Play(Card.SQ, 0), code.NOT_YOURS_TO_ASK)
    yield no(two, SERVER, Come("Eve", key(9)), code.NOT_YOURS_TO_ASK)
    for command in (
        ChangeSettings(replace(SETTINGS, grace=5)),
        AddBot(3, "random"),
        FreeSeat(0),
        SwapSeats(0, 1),
        StartGame(),
        StopGame(),
        Mute(0, muted=True),
        Remove(0),
        MakeHost(1),
        Rename(0, "Anna"),
        TakeHost(),
    ):
        yield no(two, BEN, command, code.HOST_ONLY, host=0)
    yield no(playing, BEN, LetBotPlay(0), code.HOST_ONLY, host=0)
    yield no(lent, BEN, Remove(0), code.HOST_ONLY, host=0)

    # who is asked about
    for number in (-1, 2):
        yield no(two, ByPerson(number), StandUp(), code.NO_SUCH_PERSON, person=number)
        yield no(two, HOST, Remove(number), code.NO_SUCH_PERSON, person=number)
        yield no(two, HOST, Mute(number, muted=True), code.NO_SUCH_PERSON, person=number)
        yield no(two, HOST, MakeHost(number), code.NO_SUCH_PERSON, person=number)
        yield no(two, HOST, Rename(number, "X"), code.NO_SUCH_PERSON, person=number)
        yield no(two, SERVER, Connected(number, connected=True), code.NO_SUCH_PERSON, person=number)
    yield no(gone, BEN, TakeSeat(1), code.NO_SUCH_PERSON, person=1)
    yield no(gone, HOST, MakeHost(1), code.NO_SUCH_PERSON, person=1)
    yield no(removed, BEN, TakeSeat(1), code.REMOVED)
    yield no(removed, HOST, MakeHost(1), code.REMOVED)
    yield no(removed, Stranger(), Come("Benny", key(1)), code.REMOVED)
    yield no(removed, SERVER, Connected(1, connected=True), code.REMOVED)
    for seat in (-1, 6):
        numbers = {"seat": seat, "seats": 6}
        for command in (
            TakeSeat(seat),
            AddBot(seat, "steady"),
            FreeSeat(seat),
            SwapSeats(0, seat),
            SwapSeats(seat, 0),
            LetBotPlay(seat),
        ):
            yield no(two, HOST, command, code.NO_SUCH_TABLE_SEAT, **numbers)
        yield no(playing, ByBot(seat), Choose(None, 0), code.NO_SUCH_TABLE_SEAT, **numbers)

    # coming
    yield no(crowded, Stranger(), Come("Eve", key(999)), code.TABLE_IS_FULL, most=MOST_PEOPLE)
    yield no(
        without(spectators=False), Stranger(), Come("Eve", key(9), sit=False), code.NO_SPECTATORS
    )
    yield no(two, Stranger(), Come("Eve", key(1)), code.KEY_IS_KNOWN)
    yield no(two, Stranger(), Come("Eve", key(9), device="x"), code.BAD_KEY)
    yield no(removed_device, Stranger(), Come("Eve", key(9), device=key(50)), code.REMOVED)

    # another device
    yield no(two, Stranger(), InviteDevice(key(77)), code.NOT_YOURS_TO_ASK)
    yield no(two, BEN, MoveDevice(key(77), key(78)), code.NOT_YOURS_TO_ASK)
    yield no(two, BEN, InviteDevice("x"), code.BAD_KEY)
    yield no(two, BEN, InviteDevice(key(0)), code.KEY_IS_KNOWN)
    yield no(invited, HOST, InviteDevice(key(77)), code.KEY_IS_KNOWN)
    yield no(two, Stranger(), MoveDevice(key(77), key(78)), code.NOT_INVITED)
    yield no(invited, Stranger(), MoveDevice(key(77), "x"), code.BAD_KEY)
    yield no(invited, Stranger(), MoveDevice(key(77), key(0)), code.KEY_IS_KNOWN)
    yield no(invited, Stranger(), MoveDevice(key(1), key(78)), code.NOT_INVITED)
    yield no(moved, Stranger(), MoveDevice(key(77), key(79)), code.NOT_INVITED)
    for bad in ("", key(9)[1:], key(9) + "0", "G" * 64, "A" * 64):
        yield no(two, Stranger(), Come("Eve", bad), code.BAD_KEY)
        yield no(lambda: None, Stranger(), OpenTable(SETTINGS, "Eve", bad), code.BAD_KEY)
    yield no(two, Stranger(), Come("", key(9)), code.BAD_NAME, problem="empty")
    yield no(two, BEN, Rename(1, "bot:steady"), code.BAD_NAME, problem="bot")
    yield no(
        lambda: None, Stranger(), OpenTable(SETTINGS, "\n", key(9)), code.BAD_NAME, problem="empty"
    )

    # seats
    for command in (
        Play(Card.SQ, 0),
        StandUp(),
        SayReady(ready=True),
        AddEntropy(1, "00" * 16),
        Reclaim(),
        GiveTime(0),
        Pause(),
        Resume(),
    ):
        yield no(playing, ByPerson(2), command, code.NOT_SEATED)
    yield no(two, BEN, TakeSeat(0), code.SEAT_IS_TAKEN, seat=0)
    yield no(two, HOST, AddBot(1, "steady"), code.SEAT_IS_TAKEN, seat=1)
    yield no(playing, ByPerson(2), TakeSeat(1), code.SEAT_IS_TAKEN, seat=1)
    yield no(playing_without_latecomers, ByPerson(2), TakeSeat(3), code.NO_LATECOMERS)
    yield no(playing, BEN, TakeSeat(3), code.SEATED_ALREADY)
    yield no(lambda: run(playing(), BEN, StandUp()), BEN, TakeSeat(3), code.SEATED_ALREADY)
    yield no(without(bots=False), HOST, StartGame(), code.SEATS_ARE_FREE, free=4)
    yield no(
        lambda: run(run(two(), BEN, StandUp()), HOST, StandUp()),
        HOST,
        StartGame(),
        code.NOBODY_SITS_HERE,
    )
    three = Settings(Rules.parse("decks=1 players=3"))
    yield no(
        lambda: with_people(open_table(), "B", "C", "D"),
        HOST,
        ChangeSettings(three),
        code.TOO_MANY_PEOPLE,
        people=4,
        seats=3,
    )

    # games
    yield no(playing, HOST, StartGame(), code.GAME_IS_ON)
    yield no(playing, HOST, SwapSeats(0, 1), code.GAME_IS_ON)
    yield no(playing, HOST, ChangeSettings(three), code.GAME_IS_ON)
    yield no(two, HOST, StopGame(), code.NO_GAME)
    yield no(two, HOST, Pause(), code.NO_GAME)
    yield no(two, HOST, LetBotPlay(0), code.NO_GAME)
    yield no(two, HOST, Play(Card.SQ, 0), code.NO_GAME)
    yield no(playing, ByBot(0), Play(Card.SQ, 0), code.NOT_HELD)
    yield no(promised, HOST, Pass(Cards(), 0), code.STALE, ply=0)
    yield no(playing, HOST, Play(Card.SQ, 99), code.STALE, ply=0)
    yield no(playing, HOST, Choose(None, -1), code.STALE, ply=0)
    yield no(paused, HOST, Play(Card.SQ, 0), code.GAME_IS_PAUSED)
    yield no(paused, ByBot(3), Play(Card.SQ, 0), code.GAME_IS_PAUSED)
    yield no(paused, BEN, Pause(), code.GAME_IS_PAUSED)
    yield no(playing, BEN, Resume(), code.NOT_PAUSED)
    yield no(playing, BEN, GiveTime(0), code.NO_CLOCK, seat=0)
    yield no(playing, BEN, GiveTime(-1), code.NO_CLOCK, seat=-1)
    yield no(much_time, BEN, GiveTime(0), code.ENOUGH_TIME)

    # the chance of a deal
    for bad in ("", "0" * 31, "0" * 33, "A" * 32, "é" * 32):
        yield no(promised, BEN, AddEntropy(1, bad), code.BAD_ENTROPY)
    yield no(promised, BEN, AddEntropy(2, "0" * 32), code.NO_SUCH_DEAL, number=2)
    yield no(passing, BEN, AddEntropy(1, "0" * 32), code.NO_SUCH_DEAL, number=1)
    yield no(two, BEN, AddEntropy(1, "0" * 32), code.NO_SUCH_DEAL, number=1)
    yield no(
        lambda: run(promised(), BEN, AddEntropy(1, "0" * 32)),
        BEN,
        AddEntropy(1, "1" * 32),
        code.ENTROPY_IS_GIVEN,
    )

    # what is so already
    yield no(two, SERVER, Connected(1, connected=True), code.NOTHING_TO_DO)
    yield no(gone, SERVER, Connected(1, connected=False), code.NOTHING_TO_DO)
    yield no(two, SERVER, Tick(""), code.NOTHING_TO_DO)
    yield no(asleep, SERVER, Restart(), code.NOTHING_TO_DO)
    yield no(playing, BEN, Reclaim(), code.NOTHING_TO_DO)
    yield no(held, BEN, LetBotPlay(1), code.NOTHING_TO_DO)
    yield no(playing, HOST, LetBotPlay(3), code.NOTHING_TO_DO)
    yield no(two, BEN, SayReady(ready=False), code.NOTHING_TO_DO)
    yield no(two, BEN, Rename(1, "Ben"), code.NOTHING_TO_DO)
    yield no(two, HOST, TakeHost(), code.NOTHING_TO_DO)
    yield no(two, HOST, ChangeSettings(SETTINGS), code.NOTHING_TO_DO)
    yield no(playing, HOST, AddBot(3, "steady"), code.NOTHING_TO_DO)
    yield no(two, HOST, FreeSeat(3), code.NOTHING_TO_DO)
    yield no(playing, HOST, FreeSeat(3), code.NOTHING_TO_DO)
    yield no(two, HOST, SwapSeats(1, 1), code.NOTHING_TO_DO)
    yield no(two, HOST, Mute(1, muted=False), code.NOTHING_TO_DO)
    yield no(two, HOST, Remove(0), code.NOTHING_TO_DO)
    yield no(removed, HOST, Remove(1), code.NOTHING_TO_DO)
    yield no(two, HOST, MakeHost(0), code.NOTHING_TO_DO)


CASES: Final = tuple(cases())


@pytest.mark.parametrize(
    "case", CASES, ids=[f"{case.code}-{index}" for index, case in enumerate(CASES)]
)
def test_a_refusal_says_why_and_changes_nothing(case: Case) -> None:
    refusal = refused(case.table(), case.actor, case.command)
    assert (refusal.code, refusal.details) == (case.code, case.details)
    assert "{" not in refusal_text(refusal, words())  # the details are what its sentence needs


def test_every_reason_has_been_tried() -> None:
    assert {case.code for case in CASES} == set(TableCode) - SERVICE_CODES - TALK_CODES
