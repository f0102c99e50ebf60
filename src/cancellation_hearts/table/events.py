"""What happened at a table, beside what happened in its match: facts in the past tense.

One row of facts holds both, so that a game is told in one order. ``Recorded`` adds the moment, and
thereby time is part of what is folded.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from cancellation_hearts import core
from cancellation_hearts.table.state import Cause, Reason, Settings, TableView


class TableOpened(msgspec.Struct, frozen=True, tag=True):
    """There is a table, with as many free seats as the rules say."""

    settings: Settings


class SettingsChanged(msgspec.Struct, frozen=True, tag=True):
    """The host changed rules or house rules.

    ``seats`` has an entry for each seat there is now: which seat it was before; None: a new one.
    """

    settings: Settings
    seats: tuple[int | None, ...]


class PersonCame(msgspec.Struct, frozen=True, tag=True):
    """Somebody came in, known by the SHA-256 of a secret (None where that is not told)."""

    person: int
    name: str
    key: str | None
    program: bool = False
    """Whether it is a bot from outside."""
    device: str | None = None
    """SHA-256 of a secret of the device; None where there is none, or where that is not told."""


class DeviceInvited(msgspec.Struct, frozen=True, tag=True):
    """Somebody wants to go on with another device; the key is told to nobody."""

    person: int
    key: str | None
    until: int


class DeviceMoved(msgspec.Struct, frozen=True, tag=True):
    """Another device goes on; the one before is no longer known. The key is told to nobody."""

    person: int
    key: str | None


class PersonRenamed(msgspec.Struct, frozen=True, tag=True):
    """Somebody has another name now."""

    person: int
    name: str


class PersonMuted(msgspec.Struct, frozen=True, tag=True):
    """The host silenced somebody, or let them speak again."""

    person: int
    muted: bool


class PersonLeft(msgspec.Struct, frozen=True, tag=True):
    """Somebody left, on purpose."""

    person: int


class PersonRemoved(msgspec.Struct, frozen=True, tag=True):
    """The host sent somebody away."""

    person: int


class ConnectionMade(msgspec.Struct, frozen=True, tag=True):
    """Somebody is connected, again or for the first time."""

    person: int


class ConnectionLost(msgspec.Struct, frozen=True, tag=True):
    """Somebody is not connected any more; that is not leaving."""

    person: int
    cause: Cause | None = None
    """How the last of their connections ended; None where that is not known."""


class ServerRestarted(msgspec.Struct, frozen=True, tag=True):
    """The server was down: nobody is connected, and every clock starts again."""


class HostChanged(msgspec.Struct, frozen=True, tag=True):
    """Somebody else decides about the table; ``owner`` may take that back."""

    person: int
    owner: int


class SeatTaken(msgspec.Struct, frozen=True, tag=True):
    """Somebody sat down, perhaps in place of a bot, perhaps coming from another seat."""

    seat: int
    person: int


class SeatFreed(msgspec.Struct, frozen=True, tag=True):
    """Nobody sits here any more."""

    seat: int


class SeatsSwapped(msgspec.Struct, frozen=True, tag=True):
    """Whoever sat here sits there, and the other way round."""

    one: int
    other: int


class BotSeated(msgspec.Struct, frozen=True, tag=True):
    """The seat is a bot's own."""

    seat: int
    level: str


class SeatLeft(msgspec.Struct, frozen=True, tag=True):
    """Its owner left a seat in the middle of a game; a bot goes on."""

    seat: int
    level: str


class SeatHandedOver(msgspec.Struct, frozen=True, tag=True):
    """A bot holds the seat for its owner."""

    seat: int
    level: str
    reason: Reason


class SeatReclaimed(msgspec.Struct, frozen=True, tag=True):
    """Its owner plays again."""

    seat: int


class ClockExpired(msgspec.Struct, frozen=True, tag=True):
    """The owner thought for too long; a bot plays this one card (or pass, or moon)."""

    seat: int
    level: str


class TimeGiven(msgspec.Struct, frozen=True, tag=True):
    """Somebody gave a seat more time, in milliseconds."""

    seat: int
    by: int
    time: int


class Paused(msgspec.Struct, frozen=True, tag=True):
    """Somebody stopped the game for a while."""

    by: int


class Resumed(msgspec.Struct, frozen=True, tag=True):
    """The game goes on; clocks stand as they stood."""

    by: int


class ReadySaid(msgspec.Struct, frozen=True, tag=True):
    """The owner of a seat wants to go on, or does not yet."""

    seat: int
    ready: bool


class GameStarted(msgspec.Struct, frozen=True, tag=True):
    """A game starts, the ``game``-th at this table; its match begins with the first deal."""

    game: int


class GameStopped(msgspec.Struct, frozen=True, tag=True):
    """The host ended a game before its end."""


class SeedCommitted(msgspec.Struct, frozen=True, tag=True):
    """The next deal is promised; the seed itself is told to nobody before ``SeedRevealed``."""

    number: int
    commitment: str
    seed: str | None


class EntropyAdded(msgspec.Struct, frozen=True, tag=True):
    """A seat added to the chance of the next deal; others are not shown what (``""``)."""

    seat: int
    entropy: str


class SeedRevealed(msgspec.Struct, frozen=True, tag=True):
    """The hand is scored, and everybody may check its deal."""

    number: int
    seed: str
    entropies: tuple[str | None, ...]


class Refreshed(msgspec.Struct, frozen=True, tag=True):
    """Somebody's seat changed, and with it all that they may know: told to them, never kept."""

    view: TableView


TableEvent: TypeAlias = (
    TableOpened
    | SettingsChanged
    | PersonCame
    | DeviceInvited
    | DeviceMoved
    | PersonRenamed
    | PersonMuted
    | PersonLeft
    | PersonRemoved
    | ConnectionMade
    | ConnectionLost
    | ServerRestarted
    | HostChanged
    | SeatTaken
    | SeatFreed
    | SeatsSwapped
    | BotSeated
    | SeatLeft
    | SeatHandedOver
    | SeatReclaimed
    | ClockExpired
    | TimeGiven
    | Paused
    | Resumed
    | ReadySaid
    | GameStarted
    | GameStopped
    | SeedCommitted
    | EntropyAdded
    | SeedRevealed
)
"""What only happens at tables."""

Event: TypeAlias = core.Event | TableEvent
"""What a table's log holds."""


class Recorded(msgspec.Struct, frozen=True):
    """An event with its place in the row (from 1) and its moment (milliseconds since 1970)."""

    version: int
    at: int
    event: Event


class Told(msgspec.Struct, frozen=True):
    """A recorded event, as it is told to one reader: its place in the row, its moment, itself."""

    version: int
    at: int
    event: Event | Refreshed
