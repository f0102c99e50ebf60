"""People and seats: who comes, sits, leaves, and what the host decides about them."""

from __future__ import annotations

import re
from typing import Final, TypeAlias, assert_never

from cancellation_hearts.table.clock import SECOND
from cancellation_hearts.table.commands import (
    AddBot,
    ChangeSettings,
    Come,
    Connected,
    FreeSeat,
    InviteDevice,
    Leave,
    MakeHost,
    MoveDevice,
    Mute,
    OpenTable,
    Remove,
    Rename,
    StandUp,
    SwapSeats,
    TakeHost,
    TakeSeat,
)
from cancellation_hearts.table.errors import TableCode, TableRefusal
from cancellation_hearts.table.events import (
    BotSeated,
    ConnectionLost,
    ConnectionMade,
    DeviceInvited,
    DeviceMoved,
    Event,
    HostChanged,
    PersonCame,
    PersonLeft,
    PersonMuted,
    PersonRemoved,
    PersonRenamed,
    SeatFreed,
    SeatLeft,
    SeatsSwapped,
    SeatTaken,
    SettingsChanged,
    TableOpened,
)
from cancellation_hearts.table.names import clean_name, distinct_name
from cancellation_hearts.table.state import MOST_PEOPLE, Settings, Table

INVITATION: Final = 10 * 60 * SECOND
"""How long another device may come."""
_KEY: Final = re.compile("[0-9a-f]{64}", re.ASCII)

OwnCommand: TypeAlias = TakeSeat | StandUp | Leave | Rename | TakeHost
HostCommand: TypeAlias = ChangeSettings | AddBot | FreeSeat | SwapSeats | Mute | Remove | MakeHost


# --- who may ---------------------------------------------------------------------------------


def present(table: Table, person: int) -> int:
    """The person, unless there is none of that number or they are gone."""
    if not 0 <= person < len(table.people):
        raise TableRefusal(TableCode.NO_SUCH_PERSON, person=person)
    status = table.people[person].status
    if status == "removed":
        raise TableRefusal(TableCode.REMOVED)
    if status == "left":
        raise TableRefusal(TableCode.NO_SUCH_PERSON, person=person)
    return person


def own_seat(table: Table, person: int) -> int:
    """The seat of a person who has one."""
    seat = table.seat_of(person)
    if seat is None:
        raise TableRefusal(TableCode.NOT_SEATED)
    return seat


def check_seat(table: Table, seat: int) -> None:
    """There is such a seat."""
    if not 0 <= seat < len(table.seats):
        raise TableRefusal(TableCode.NO_SUCH_TABLE_SEAT, seat=seat, seats=len(table.seats))


def check_host(table: Table, person: int) -> None:
    """This is the host."""
    if person != table.host:
        raise TableRefusal(TableCode.HOST_ONLY, host=table.host)


# --- coming ----------------------------------------------------------------------------------


def opened(command: OpenTable) -> tuple[Event, ...]:
    """A table, and its host on the first seat."""
    _check_key(command.key)
    if command.device is not None:
        _check_key(command.device)
    host = PersonCame(0, clean_name(command.name), command.key, device=command.device)
    return (TableOpened(command.settings), host, SeatTaken(0, 0))


def came(table: Table, command: Come) -> tuple[Event, ...]:
    """Somebody new, who sits down if they want to and can."""
    _check_key(command.key)
    known = next((person for person in table.people if person.key == command.key), None)
    if known is not None:
        code = TableCode.REMOVED if known.status == "removed" else TableCode.KEY_IS_KNOWN
        raise TableRefusal(code)
    if command.device is not None:
        _check_key(command.device)
        if any(
            person.status == "removed" and person.device == command.device
            for person in table.people
        ):
            raise TableRefusal(TableCode.REMOVED)
    if len(table.people) >= MOST_PEOPLE:
        raise TableRefusal(TableCode.TABLE_IS_FULL, most=MOST_PEOPLE)
    name = distinct_name(command.name, (person.name for person in table.people))
    person = len(table.people)
    event = PersonCame(person, name, command.key, command.program, command.device)
    seat = _first_seat(table) if command.sit else None
    if seat is not None:
        return event, SeatTaken(seat, person)
    if not table.settings.spectators:
        raise TableRefusal(TableCode.NO_SPECTATORS)
    return (event,)


def invited(table: Table, me: int, command: InviteDevice, at: int) -> tuple[Event, ...]:
    """Somebody wants to go on with another device."""
    _check_key(command.key)
    if any(command.key in (person.key, person.invitation) for person in table.people):
        raise TableRefusal(TableCode.KEY_IS_KNOWN)
    return (DeviceInvited(me, command.key, at + INVITATION),)


def moved(table: Table, command: MoveDevice, at: int) -> tuple[Event, ...]:
    """The invited device takes the place of the one before."""
    _check_key(command.key)
    if any(person.key == command.key for person in table.people):
        raise TableRefusal(TableCode.KEY_IS_KNOWN)
    for number, person in enumerate(table.people):
        if person.invitation == command.invitation and at <= person.until:
            present(table, number)
            return (DeviceMoved(number, command.key),)
    raise TableRefusal(TableCode.NOT_INVITED)


def _check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise TableRefusal(TableCode.BAD_KEY)


def _first_seat(table: Table) -> int | None:
    """The seat that a newcomer gets: a free one; else, if that may be, a bot's."""
    empty = [at for at, seat in enumerate(table.seats) if seat.person is None]
    free = [at for at in empty if table.seats[at].bot is None]
    if table.playing and not table.settings.latecomers:
        return None
    return next(iter(free or empty), None)


def connected(table: Table, command: Connected) -> tuple[Event, ...]:
    """Somebody's connection came or went.

    A host who is gone is replaced at once (A23), and the owner who comes back is the host again.
    """
    person, connected = command.person, command.connected
    if not 0 <= person < len(table.people):
        raise TableRefusal(TableCode.NO_SUCH_PERSON, person=person)
    status = table.people[person].status
    if status == "removed":
        raise TableRefusal(TableCode.REMOVED)
    if connected is (status == "here") or (status == "left" and not connected):
        raise TableRefusal(TableCode.NOTHING_TO_DO)
    if connected:
        stands_in = table.people[table.host].status != "here" and table.seat_of(person) is not None
        takes = person != table.host and (person == table.owner or stands_in)
        return (ConnectionMade(person), *(_taken(table, person) if takes else ()))
    lost = ConnectionLost(person, command.cause)
    return (lost, *_next_host(table, person, for_good=False))


def _next_host(table: Table, gone: int, *, for_good: bool) -> tuple[Event, ...]:
    """If the host is gone: whoever who sits here has been here longest.

    People who only watch come into question where nobody sits.
    """
    if gone != table.host and not (for_good and gone == table.owner):
        return ()
    here = [
        (person.since, at)
        for at, person in enumerate(table.people)
        if person.status == "here" and at != gone and _has_a_say(table, at, gone)
    ]
    heir = min(here)[1] if here and gone == table.host else table.host
    if heir == gone:
        return ()
    return (HostChanged(heir, heir if for_good and gone == table.owner else table.owner),)


# --- a person ---------------------------------------------------------------------------------


def of_person(table: Table, me: int, command: OwnCommand) -> tuple[Event, ...]:
    """What a person asks for themselves."""
    match command:
        case TakeSeat(seat):
            return _take_seat(table, me, seat)
        case StandUp():
            return (_vacated(table, own_seat(table, me)),)
        case Leave():
            own = table.seat_of(me)
            left: tuple[Event, ...] = () if own is None else (_vacated(table, own),)
            return (*left, PersonLeft(me), *_next_host(table, me, for_good=True))
        case Rename(person, name):
            return _rename(table, me, person, name)
        case TakeHost():
            if me == table.host:
                raise TableRefusal(TableCode.NOTHING_TO_DO)
            if me != table.owner and not _may_stand_in(table, me):
                raise TableRefusal(TableCode.HOST_ONLY, host=table.host)
            return _taken(table, me)
        case _:
            assert_never(command)


def _may_stand_in(table: Table, me: int) -> bool:
    """Whether somebody may become the host because the host is not here."""
    if table.people[table.host].status == "here" or table.people[me].status != "here":
        return False
    return _has_a_say(table, me, table.host)


def _has_a_say(table: Table, me: int, gone: int) -> bool:
    """Who has a seat; where nobody has one but the host who is gone, everybody."""
    others = (seat.person for seat in table.seats if seat.person not in (None, gone))
    return table.seat_of(me) is not None or not any(True for _ in others)


def _taken(table: Table, person: int) -> tuple[Event, ...]:
    return (HostChanged(person, table.owner),)


def _take_seat(table: Table, me: int, seat: int) -> tuple[Event, ...]:
    check_seat(table, seat)
    there = table.seats[seat]
    if there.person is not None:
        raise TableRefusal(TableCode.SEAT_IS_TAKEN, seat=seat)
    if table.playing:
        seen = table.people[me].seen
        if table.seat_of(me) is not None or seen not in (None, seat):
            raise TableRefusal(TableCode.SEATED_ALREADY)  # nobody looks into a second hand
        if not table.settings.latecomers and seen != seat:
            raise TableRefusal(TableCode.NO_LATECOMERS)
    return (SeatTaken(seat, me),)


def _vacated(table: Table, seat: int) -> Event:
    """A seat loses its owner; in the middle of a game a bot goes on."""
    if table.playing:
        return SeatLeft(seat, table.settings.level)
    return SeatFreed(seat)


def _rename(table: Table, me: int, person: int, name: str) -> tuple[Event, ...]:
    if person != me:
        check_host(table, me)
    if not 0 <= person < len(table.people):
        raise TableRefusal(TableCode.NO_SUCH_PERSON, person=person)
    others = [other.name for at, other in enumerate(table.people) if at != person]
    new = distinct_name(name, others)
    if new == table.people[person].name:
        raise TableRefusal(TableCode.NOTHING_TO_DO)
    return (PersonRenamed(person, new),)


# --- the host ---------------------------------------------------------------------------------


def of_host(table: Table, me: int, command: HostCommand) -> tuple[Event, ...]:
    """What the host decides."""
    match command:
        case ChangeSettings(settings):
            return (_settings_changed(table, settings),)
        case AddBot(seat, level):
            check_seat(table, seat)
            there = table.seats[seat]
            if there.person is not None:
                raise TableRefusal(TableCode.SEAT_IS_TAKEN, seat=seat)
            if there.bot == level:
                raise TableRefusal(TableCode.NOTHING_TO_DO)
            return (BotSeated(seat, level),)
        case FreeSeat(seat):
            check_seat(table, seat)
            there = table.seats[seat]
            if there.person is None and (there.bot is None or table.playing):
                raise TableRefusal(TableCode.NOTHING_TO_DO)
            return (_vacated(table, seat),)
        case SwapSeats(one, other):
            check_seat(table, one)
            check_seat(table, other)
            if table.playing:
                raise TableRefusal(TableCode.GAME_IS_ON)
            if one == other:
                raise TableRefusal(TableCode.NOTHING_TO_DO)
            return (SeatsSwapped(one, other),)
        case Mute(person, muted):
            if table.people[present(table, person)].muted is muted:
                raise TableRefusal(TableCode.NOTHING_TO_DO)
            return (PersonMuted(person, muted),)
        case Remove(person):
            return _removed(table, me, person)
        case MakeHost(person):
            if present(table, person) == me:
                raise TableRefusal(TableCode.NOTHING_TO_DO)
            return (HostChanged(person, person),)
        case _:
            assert_never(command)


def _removed(table: Table, me: int, person: int) -> tuple[Event, ...]:
    if not 0 <= person < len(table.people):
        raise TableRefusal(TableCode.NO_SUCH_PERSON, person=person)
    if person == me or table.people[person].status == "removed":
        raise TableRefusal(TableCode.NOTHING_TO_DO)
    if person == table.owner:
        raise TableRefusal(TableCode.HOST_ONLY, host=person)
    seat = table.seat_of(person)
    left: tuple[Event, ...] = () if seat is None else (_vacated(table, seat),)
    return (*left, PersonRemoved(person))


def _settings_changed(table: Table, settings: Settings) -> Event:
    """New house rules; between games also new rules, and with them perhaps more or fewer seats."""
    if settings == table.settings:
        raise TableRefusal(TableCode.NOTHING_TO_DO)
    if table.playing and settings.rules != table.rules:
        raise TableRefusal(TableCode.GAME_IS_ON)
    seats, wanted = table.seats, settings.rules.players
    people = sum(seat.person is not None for seat in seats)
    if people > wanted:
        raise TableRefusal(TableCode.TOO_MANY_PEOPLE, people=people, seats=wanted)
    kept = list(range(len(seats)))
    # Free seats go first, then bots, the last ones before the others.
    spare = sorted(
        kept, key=lambda at: (seats[at].person is not None, seats[at].bot is not None, -at)
    )
    for at in spare[: max(0, len(seats) - wanted)]:
        kept.remove(at)
    new = (None,) * (wanted - len(kept))
    return SettingsChanged(settings, (*kept, *new))
