"""``evolve(table, recorded)``: record a fact. It knows no rules, neither of the game nor of clocks.

It serves the whole ``Table`` and a redacted ``TableView`` alike, as in the core. A clock runs from
the moment at which its seat became awaited, so that moment is noted here, whatever the event was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, assert_never, overload

from msgspec.structs import replace

from cancellation_hearts import core
from cancellation_hearts.core.events import (
    CardPlayed,
    DealScored,
    Dealt,
    MatchBegun,
    MatchEnded,
    MoonChosen,
    PassChosen,
)
from cancellation_hearts.table.events import (
    BotSeated,
    ClockExpired,
    ConnectionLost,
    ConnectionMade,
    DeviceInvited,
    DeviceMoved,
    EntropyAdded,
    Event,
    GameStarted,
    GameStopped,
    HostChanged,
    Paused,
    PersonCame,
    PersonLeft,
    PersonMuted,
    PersonRemoved,
    PersonRenamed,
    ReadySaid,
    Recorded,
    Refreshed,
    Resumed,
    SeatFreed,
    SeatHandedOver,
    SeatLeft,
    SeatReclaimed,
    SeatsSwapped,
    SeatTaken,
    SeedCommitted,
    SeedRevealed,
    ServerRestarted,
    SettingsChanged,
    TableEvent,
    TableOpened,
    TimeGiven,
    Told,
)
from cancellation_hearts.table.state import Cause, Person, Seal, Seat, Status, Table, TableView

T = TypeVar("T", bound=Table)


@overload
def evolve(table: None, recorded: Recorded | Told) -> Table: ...
@overload
def evolve(table: T, recorded: Recorded | Told) -> T: ...
def evolve(table: Table | None, recorded: Recorded | Told) -> Table:
    """The table after an event; None is the time before ``TableOpened``.

    Raises ``ValueError`` for an event out of its place in the row.
    """
    event, at = recorded.event, recorded.at
    if table is None:
        if not isinstance(event, TableOpened):
            raise ValueError(f"a table begins with TableOpened, not {type(event).__name__}")
        return _opened(event, recorded)
    if recorded.version != table.version + 1:
        raise ValueError(f"event {recorded.version} cannot follow event {table.version}")
    if isinstance(event, Refreshed):
        return event.view
    new = replace(_evolve(table, event, at), version=recorded.version, at=at)
    if table.asleep and not new.asleep:
        new = _woken(new, table)
    return _with_clocks(table, new)


@overload
def fold(table: None, recorded: Iterable[Recorded | Told]) -> Table | None: ...
@overload
def fold(table: T, recorded: Iterable[Recorded | Told]) -> T: ...
def fold(table: Table | None, recorded: Iterable[Recorded | Told]) -> Table | None:
    """The table after several events; None if there never was one."""
    for item in recorded:
        table = evolve(table, item)
    return table


def _opened(event: TableOpened, recorded: Recorded | Told) -> Table:
    return Table(
        version=recorded.version,
        at=recorded.at,
        settings=event.settings,
        people=(),
        seats=(Seat(),) * event.settings.rules.players,
        host=0,
        owner=0,
        games=0,
        playing=False,
        dealer=None,
        match=None,
        seal=None,
        paused=None,
        scored=0,
        sheet=(),
        base=0,
    )


def _evolve(table: T, event: Event, at: int) -> T:
    if isinstance(event, core.Event):
        return _play(table, event, at)
    return _seat(table, event, at)


# --- the match --------------------------------------------------------------------------------


def _play(table: T, event: core.Event, at: int) -> T:
    match = table.match
    if match is None and isinstance(table, TableView) and isinstance(event, MatchBegun):
        match = core.observe(core.evolve(None, event), table.seat)
    else:
        match = core.evolve(match, event)
    table = replace(table, match=match)
    match event:
        case Dealt():
            seats = tuple(replace(seat, ready=False) for seat in table.seats)
            seal = None if table.seal is None else replace(table.seal, dealt=True)
            return replace(table, seats=seats, seal=seal)
        case PassChosen(seat) | CardPlayed(seat):
            return _acted(table, seat)
        case MoonChosen(seat) if table.rules.moon_choice == "ask":  # else nobody acted
            return _acted(table, seat)
        case DealScored(changes):
            sheet = (*table.sheet, changes)
            return replace(table, scored=at, dealer=match.next_dealer, sheet=sheet)
        case MatchEnded():
            return replace(table, playing=False)
        case _:
            return table


def _acted(table: T, at: int) -> T:
    """A bot that plays one card only has played it; an owner who acts has missed nothing."""
    seat = table.seats[at]
    if seat.once:
        return _with_seat(table, at, replace(seat, bot=None, reason=None, once=False))
    if seat.bot is None and seat.misses:
        return _with_seat(table, at, replace(seat, misses=0))
    return table


# --- people and seats -------------------------------------------------------------------------


def _seat(table: T, event: TableEvent, at: int) -> T:
    match event:
        case TableOpened():
            raise ValueError("a table is opened once")
        case SettingsChanged(settings, order):
            seats = tuple(Seat() if old is None else table.seats[old] for old in order)
            if settings.clock != table.settings.clock:  # it has not run for anybody yet
                since = _clock_time(table, at)
                seats = tuple(replace(seat, since=since) for seat in seats)
            dealer = table.dealer if len(seats) == len(table.seats) else None
            return replace(table, settings=settings, seats=seats, dealer=dealer)
        case PersonCame(_person, name, key, program, device):
            person = Person(name, "away", at, program=program, cause="new", key=key, device=device)
            return replace(table, people=(*table.people, person))
        case DeviceInvited(person, key, until):
            invited = replace(table.people[person], invitation=key, until=until)
            return table if isinstance(table, TableView) else _with_person(table, person, invited)
        case DeviceMoved(person, key):
            moved = replace(table.people[person], key=key, invitation=None, until=0)
            return _with_person(table, person, moved)
        case PersonRenamed(person, name):
            return _with_person(table, person, replace(table.people[person], name=name))
        case PersonMuted(person, muted):
            return _with_person(table, person, replace(table.people[person], muted=muted))
        case PersonLeft(person):
            return _with_status(table, person, "left", at)
        case PersonRemoved(person):
            return _with_status(table, person, "removed", at)
        case ConnectionLost(person, cause):
            return _with_status(table, person, "away", at, cause)
        case ConnectionMade(person):
            return _with_status(table, person, "here", at)
        case ServerRestarted():
            people = tuple(
                replace(person, status="away", since=at, cause="stopped")
                if person.status == "here"
                else person
                for person in table.people
            )
            return _woken(replace(table, people=people, at=at), table)
        case HostChanged(person, owner):
            return replace(table, host=person, owner=owner)
        case SeatTaken(seat, person):
            old = table.seat_of(person)
            if old is not None:
                table = _with_seat(table, old, Seat())
            if table.playing:
                table = _with_person(table, person, replace(table.people[person], seen=seat))
            return _with_seat(table, seat, Seat(person=person, since=_clock_time(table, at)))
        case SeatFreed(seat):
            return _with_seat(table, seat, Seat())
        case SeatsSwapped(one, other):
            first, second = table.seats[one], table.seats[other]
            return _with_seat(_with_seat(table, one, second), other, first)
        case BotSeated(seat, level):
            return _with_seat(table, seat, Seat(bot=level, reason="invited"))
        case SeatLeft(seat, level):
            return _with_seat(table, seat, Seat(bot=level, reason="left"))
        case SeatHandedOver(seat, level, reason):
            held = replace(table.seats[seat], bot=level, reason=reason, once=False, ready=False)
            return _with_seat(table, seat, held)
        case SeatReclaimed(seat):
            back = replace(table.seats[seat], bot=None, reason=None, once=False, misses=0)
            return _with_seat(table, seat, replace(back, since=_clock_time(table, at)))
        case ClockExpired(seat, level):
            late = table.seats[seat]
            late = replace(late, bot=level, reason="late", once=True, misses=late.misses + 1)
            return _with_seat(table, seat, late)
        case TimeGiven(seat, _by, time):
            given = table.seats[seat]
            return _with_seat(table, seat, replace(given, since=given.since + time))
        case Paused():
            return replace(table, paused=at)
        case Resumed():
            return _resumed(table, at)
        case ReadySaid(seat, ready):
            return _with_seat(table, seat, replace(table.seats[seat], ready=ready))
        case GameStarted(game):
            return _started(replace(table, games=game, playing=True))
        case GameStopped():
            match = table.match
            if match is not None and match.deal is not None and not match.deal.revealed:
                match = replace(match, deal=None)  # seats change owners now, and would show it
            return replace(table, playing=False, match=match, seal=None, paused=None)
        case SeedCommitted(number, commitment, seed):
            nothing = (None,) * len(table.seats)
            return replace(table, seal=Seal(number, commitment, seed, nothing, at))
        case EntropyAdded(seat, entropy):
            seal = table.seal
            if seal is None:
                raise ValueError("no deal is promised")
            entropies = (*seal.entropies[:seat], entropy, *seal.entropies[seat + 1 :])
            return replace(table, seal=replace(seal, entropies=entropies))
        case SeedRevealed():
            return replace(table, seal=None)
        case _:
            assert_never(event)


def _started(table: T) -> T:
    """Nothing of the game before stays, and everybody is going to see the hand of their seat."""
    seats = tuple(
        replace(
            seat,
            bot=None if seat.once else seat.bot,
            reason=None if seat.once else seat.reason,
            once=False,
            misses=0,
            ready=False,
        )
        for seat in table.seats
    )
    people = tuple(
        replace(person, seen=table.seat_of(number)) for number, person in enumerate(table.people)
    )
    return replace(
        table,
        seats=seats,
        people=people,
        match=None,
        seal=None,
        paused=None,
        sheet=(),
        base=table.ply + 1 if table.games > 1 else 0,
    )


def _with_seat(table: T, at: int, seat: Seat) -> T:
    return replace(table, seats=(*table.seats[:at], seat, *table.seats[at + 1 :]))


def _with_person(table: T, at: int, person: Person) -> T:
    return replace(table, people=(*table.people[:at], person, *table.people[at + 1 :]))


def _with_status(table: T, at: int, status: Status, since: int, cause: Cause | None = None) -> T:
    person = replace(table.people[at], status=status, since=since, cause=cause)
    return _with_person(table, at, person)


# --- clocks -----------------------------------------------------------------------------------


def _with_clocks(old: Table, new: T) -> T:
    """Start the clocks of the seats that are awaited now and were not at this moment before."""
    if new.match is old.match:
        return new
    same_moment = old.match is not None and new.match is not None and old.match.ply == new.match.ply
    before = old.awaited if same_moment else ()
    seats = list(new.seats)
    for at in new.awaited:
        if at not in before:
            seats[at] = replace(seats[at], since=new.at)
    return replace(new, seats=tuple(seats))


def _clock_time(table: Table, at: int) -> int:
    """The moment, for clocks: they stand while the game is paused."""
    return at if table.paused is None else table.paused


def _woken(table: T, old: Table) -> T:
    """All clocks start again: time in which nobody could play does not count.

    What somebody was given beyond a whole clock stays given (A17).
    """
    at, before = table.at, _clock_time(old, old.at)
    seats = tuple(replace(seat, since=at + max(0, seat.since - before)) for seat in table.seats)
    people = tuple(
        replace(person, since=at) if person.status == "away" else person for person in table.people
    )
    seal = None if table.seal is None else replace(table.seal, at=at)
    paused = None if table.paused is None else at
    return replace(table, seats=seats, people=people, seal=seal, scored=at, paused=paused)


def _resumed(table: T, at: int) -> T:
    """Everything that runs stands as it stood."""
    paused = table.paused
    if paused is None:
        raise ValueError("nobody paused the game")
    lost = at - paused
    seats = tuple(replace(seat, since=seat.since + lost) for seat in table.seats)
    people = tuple(
        replace(person, since=person.since + at - max(paused, person.since))
        if person.status == "away"
        else person
        for person in table.people
    )
    seal = None if table.seal is None else replace(table.seal, at=table.seal.at + lost)
    return replace(
        table, seats=seats, people=people, seal=seal, scored=table.scored + lost, paused=None
    )
