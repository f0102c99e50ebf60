"""``decide(table, actor, command, at=now)``: what a command makes happen, or why it is refused.

Every command comes with its actor, and is judged by who plays the seat *now*: a bot's card that
arrives after its seat was taken back, an old tab, a clock that was outrun are refused, and nothing
has changed. What the game itself forbids, the core refuses with a ``RuleViolation``.

    who asks       may ask
    a stranger     OpenTable, Come, MoveDevice
    a person       what concerns their own seat; the host, what concerns the table (seating.py)
    a bot          Pass, Play, Choose, for the seat it plays
    the server     Tick, Connected, Restart
"""

from __future__ import annotations

from typing import assert_never

from cancellation_hearts import core
from cancellation_hearts.core import ChooseMoon, PassCards, PlayCard
from cancellation_hearts.core.events import DealScored
from cancellation_hearts.table import dealing, seating
from cancellation_hearts.table.clock import MORE_TIME, MOST_TIME, expiries, losses
from cancellation_hearts.table.commands import (
    Act,
    Actor,
    AddBot,
    AddEntropy,
    ByBot,
    ByPerson,
    ByServer,
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
    Stranger,
    SwapSeats,
    TableCommand,
    TakeHost,
    TakeSeat,
    Tick,
)
from cancellation_hearts.table.errors import TableCode, TableRefusal
from cancellation_hearts.table.events import (
    ClockExpired,
    Event,
    Paused,
    ReadySaid,
    Resumed,
    SeatHandedOver,
    SeatReclaimed,
    ServerRestarted,
    TimeGiven,
)
from cancellation_hearts.table.state import Table, TableView


def decide(
    table: Table | None, actor: Actor, command: TableCommand, *, at: int
) -> tuple[Event, ...]:
    """The events that a command leads to at a moment; None is the time before a table.

    Raises ``TableRefusal`` or ``core.RuleViolation``, and ``TypeError`` for a ``TableView``.
    """
    if isinstance(table, TableView):
        raise TypeError("decide needs the whole Table; a TableView does not know enough")
    if isinstance(command, OpenTable):
        if table is not None:
            raise TableRefusal(TableCode.TABLE_IS_OPEN)
        if not isinstance(actor, Stranger):
            raise TableRefusal(TableCode.NOT_YOURS_TO_ASK)
        return seating.opened(command)
    if table is None:
        raise TableRefusal(TableCode.NO_TABLE)
    match actor, command:
        case Stranger(), Come():
            return seating.came(table, command)
        case Stranger(), MoveDevice():
            return seating.moved(table, command, at)
        case ByPerson(person), _:
            return _by_person(table, seating.present(table, person), command, at)
        case ByBot(seat), Pass() | Play() | Choose():
            seating.check_seat(table, seat)
            if table.seats[seat].bot is None:
                raise TableRefusal(TableCode.NOT_HELD)
            return _act(table, seat, command)
        case ByServer(), Tick(seed):
            return _tick(table, seed, at)
        case ByServer(), Connected():
            return seating.connected(table, command)
        case ByServer(), Restart():
            if all(person.status != "here" for person in table.people):
                raise TableRefusal(TableCode.NOTHING_TO_DO)  # whoever comes wakes the table
            return (ServerRestarted(),)
        case _:
            raise TableRefusal(TableCode.NOT_YOURS_TO_ASK)


def _by_person(table: Table, me: int, command: TableCommand, at: int) -> tuple[Event, ...]:
    match command:
        case Pass() | Play() | Choose():
            seat = seating.own_seat(table, me)
            if table.seats[seat].bot is None:
                return _act(table, seat, command)
            return (SeatReclaimed(seat), *_act(table, seat, command))  # acting is being back
        case Reclaim():
            seat = seating.own_seat(table, me)
            if table.seats[seat].bot is None:
                raise TableRefusal(TableCode.NOTHING_TO_DO)
            return (SeatReclaimed(seat),)
        case LetBotPlay(seat):
            return _let_bot_play(table, me, seat)
        case SayReady(ready):
            seat = seating.own_seat(table, me)
            if table.seats[seat].ready is ready:
                raise TableRefusal(TableCode.NOTHING_TO_DO)
            return (ReadySaid(seat, ready),)
        case AddEntropy():
            return dealing.entropy_added(table, seating.own_seat(table, me), command)
        case GiveTime(seat):
            seating.own_seat(table, me)
            if seat not in dict(expiries(table)):
                raise TableRefusal(TableCode.NO_CLOCK, seat=seat)
            if table.seats[seat].since + MORE_TIME > at + MOST_TIME:
                raise TableRefusal(TableCode.ENOUGH_TIME)
            return (TimeGiven(seat, me, MORE_TIME),)
        case Pause():
            seating.own_seat(table, me)
            _check_game(table)
            return (Paused(me),)
        case Resume():
            seating.own_seat(table, me)
            if table.paused is None:
                raise TableRefusal(TableCode.NOT_PAUSED)
            return (Resumed(me),)
        case TakeSeat() | StandUp() | Leave() | Rename() | TakeHost():
            return seating.of_person(table, me, command)
        case InviteDevice():
            return seating.invited(table, me, command, at)
        case StartGame():
            seating.check_host(table, me)
            return dealing.started(table)
        case StopGame():
            seating.check_host(table, me)
            return dealing.stopped(table)
        case (
            ChangeSettings() | AddBot() | FreeSeat() | SwapSeats() | Mute() | Remove() | MakeHost()
        ):
            seating.check_host(table, me)
            return seating.of_host(table, me, command)
        case OpenTable() | Come() | MoveDevice() | Tick() | Connected() | Restart():
            raise TableRefusal(TableCode.NOT_YOURS_TO_ASK)
        case _:
            assert_never(command)


def _check_game(table: Table) -> None:
    """A game is going on, and nobody stopped it for a while."""
    if not table.playing:
        raise TableRefusal(TableCode.NO_GAME)
    if table.paused is not None:
        raise TableRefusal(TableCode.GAME_IS_PAUSED)


def _act(table: Table, seat: int, act: Act) -> tuple[Event, ...]:
    """What a seat does in the game; with the score, the promise of the deal is kept."""
    _check_game(table)
    match = table.match
    if match is None:
        raise TableRefusal(TableCode.STALE, ply=table.ply)
    if act.ply != table.ply:
        raise TableRefusal(TableCode.STALE, ply=table.ply)
    command: core.Command
    match act:
        case Pass(cards):
            command = PassCards(seat, cards)
        case Play(card):
            command = PlayCard(seat, card)
        case Choose(choice):
            command = ChooseMoon(seat, choice)
        case _:
            assert_never(act)
    events = core.decide(match, command)
    if any(isinstance(event, DealScored) for event in events):
        return (*events, *dealing.revealed(table))
    return events


def _let_bot_play(table: Table, me: int, seat: int) -> tuple[Event, ...]:
    seating.check_seat(table, seat)
    held = table.seats[seat]
    if held.person != me:
        seating.check_host(table, me)
    if not table.playing:
        raise TableRefusal(TableCode.NO_GAME)
    if held.person is None or (held.bot is not None and not held.once):
        raise TableRefusal(TableCode.NOTHING_TO_DO)
    return (SeatHandedOver(seat, table.settings.level, "asked"),)


def _tick(table: Table, seed: str, at: int) -> tuple[Event, ...]:
    """Everything that is due."""
    dealt = dealing.due(table, seed, at)
    if dealt:
        return dealt
    level, events = table.settings.level, list[Event]()
    lost = {seat for seat, moment in losses(table) if moment <= at}
    events += (SeatHandedOver(seat, level, "lost") for seat in sorted(lost))
    for seat, moment in expiries(table):
        if moment <= at and seat not in lost:
            again = table.seats[seat].misses > 0 and table.settings.bots
            late = SeatHandedOver(seat, level, "late") if again else ClockExpired(seat, level)
            events.append(late)
    if not events:
        raise TableRefusal(TableCode.NOTHING_TO_DO)
    return tuple(events)
