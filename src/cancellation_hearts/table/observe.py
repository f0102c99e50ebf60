"""``observe`` and ``redact`` for tables: what one person may know, and its twin for events.

As in the core, secrecy is an allow-list: a view is built field by field, an event anew, and
whatever nobody granted is not shown.

    the law:  evolve(observe(t, p), redact(t, r, p)) == observe(evolve(t, r), p)

What the match hides, the core hides. Beside it, a table has three secrets: the keys by which people
are known, the seed of the next deal, and what the seats added to it.

A person's seat can change, and then so does what they know: somebody who takes over a bot's seat
sees its hand from that moment on, somebody who stands up no longer sees theirs. Such an event is
told to them as ``Refreshed``, which brings the whole new view.
"""

from __future__ import annotations

from typing import Final, assert_never, get_args

from cancellation_hearts import core
from cancellation_hearts.core.events import (
    CardPlayed,
    DealCounted,
    DealScored,
    MoonChosen,
    MoonShot,
    PlayBegun,
    TrickTaken,
    TrickVoided,
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
from cancellation_hearts.table.evolve import evolve
from cancellation_hearts.table.state import Person, Seal, Table, TableView

OPEN: Final = (
    CardPlayed,
    TrickTaken,
    TrickVoided,
    PlayBegun,
    DealCounted,
    MoonShot,
    MoonChosen,
    DealScored,
    ConnectionMade,
    ConnectionLost,
    ReadySaid,
    SeatHandedOver,
    SeatReclaimed,
    ClockExpired,
    TimeGiven,
)
"""Events of which ``redact`` tells every reader the same, so that once is enough. The others may
differ from reader to reader; a new one does until it stands here, and a law tests those that do."""
_CHANGES_READERS: Final = (
    SeatTaken,
    SeatFreed,
    SeatLeft,
    SeatsSwapped,
    SettingsChanged,
    PersonCame,
    PersonRemoved,
)
"""Events that can change who reads, or from which seat."""
_OF_THE_MATCH: Final = get_args(core.Event)


def observe(table: Table, person: int | None) -> TableView:
    """What a person may know of a table; None is somebody who has not come in, or is gone.

    Raises ``ValueError`` for a person who never came and ``TypeError`` for a ``TableView``.
    """
    if isinstance(table, TableView):
        raise TypeError("a TableView has been observed already")
    me = reader(table, person)
    seat = table.seat_of(me)
    return TableView(
        version=table.version,
        at=table.at,
        settings=table.settings,
        people=tuple(
            # None of the secrets.
            Person(
                person.name,
                person.status,
                person.since,
                person.muted,
                person.seen,
                person.program,
                person.cause,
            )
            for person in table.people
        ),
        seats=table.seats,
        host=table.host,
        owner=table.owner,
        games=table.games,
        playing=table.playing,
        dealer=table.dealer,
        match=None if table.match is None else _observe_match(table.match, seat),
        seal=None if table.seal is None else _observe_seal(table.seal, seat),
        paused=table.paused,
        scored=table.scored,
        sheet=table.sheet,
        base=table.base,
        me=me,
    )


def reader(table: Table, person: int | None) -> int | None:
    """As whom somebody reads: whoever was sent away reads as a stranger does."""
    if person is None:
        return None
    if not 0 <= person < len(table.people):
        raise ValueError(f"no person {person} among {len(table.people)}")
    return None if table.people[person].status == "removed" else person


def redact(table: Table, recorded: Recorded, person: int | None) -> Told:
    """An event as one reader may see it; ``table`` is the table before it."""
    me = None if person is None or person >= len(table.people) else reader(table, person)
    event = recorded.event
    told: Event | Refreshed
    if isinstance(event, _CHANGES_READERS):
        after = evolve(table, recorded)
        known = None if person is None or person >= len(after.people) else reader(after, person)
        if known != me or after.seat_of(known) != table.seat_of(me):
            return Told(recorded.version, recorded.at, Refreshed(observe(after, known)))
    if isinstance(event, core.Event):
        told = core.redact(event, table.seat_of(me))
    else:
        told = _redact(event, table.seat_of(me))
    return Told(recorded.version, recorded.at, told)


def _observe_match(match: core.Match, seat: int | None) -> core.View:
    """The match from a seat; since a game that is over, the table may have got more of them."""
    has_seat = seat is not None and seat < match.rules.players
    return core.observe(match, seat if has_seat else None)


def _observe_seal(seal: Seal, seat: int | None) -> Seal:
    return Seal(
        number=seal.number,
        commitment=seal.commitment,
        seed=None,
        entropies=tuple(
            part if part is None or owner == seat else ""
            for owner, part in enumerate(seal.entropies)
        ),
        at=seal.at,
        dealt=seal.dealt,
    )


def _redact(event: TableEvent, seat: int | None) -> TableEvent:
    match event:
        case PersonCame(newcomer, name, _key, program, _device):
            return PersonCame(newcomer, name, None, program)
        case DeviceInvited(owner, _key, _until):
            return DeviceInvited(owner, None, 0)
        case DeviceMoved(owner, _key):
            return DeviceMoved(owner, None)
        case SeedCommitted(number, commitment, _seed):
            return SeedCommitted(number, commitment, None)
        case EntropyAdded(adder, entropy):
            return EntropyAdded(adder, entropy if adder == seat else "")
        # Nothing else holds a secret: each is granted to everybody by standing here.
        case (
            TableOpened()
            | SettingsChanged()
            | PersonRenamed()
            | PersonMuted()
            | PersonLeft()
            | PersonRemoved()
            | ConnectionMade()
            | ConnectionLost()
            | ServerRestarted()
            | HostChanged()
            | SeatTaken()
            | SeatFreed()
            | SeatsSwapped()
            | BotSeated()
            | SeatLeft()
            | SeatHandedOver()
            | SeatReclaimed()
            | ClockExpired()
            | TimeGiven()
            | Paused()
            | Resumed()
            | ReadySaid()
            | GameStarted()
            | GameStopped()
            | SeedRevealed()
        ):
            return event
        case _:
            assert_never(event)
