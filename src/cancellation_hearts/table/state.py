"""Who sits where, who waits for whom, and the match between them: a value folded from events.

A ``Table`` outlives its games. People come and go; a seat has an owner, or none, and somebody who
plays it now: its owner, or a bot. The seat owns hand and score, so both survive whoever leaves.

    person None, bot None      free; only while no game is going on
    person None, bot "steady"  a bot's own seat, which a latecomer may take over
    person 3,    bot None      person 3 plays
    person 3,    bot "steady"  person 3's seat, held by a bot until they are back

Moments are milliseconds since 1970. They come in with what is recorded; nothing here has a clock.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from cancellation_hearts.core import Match, Phase, Rules, View

MOST_PEOPLE: Final = 200
"""At one table, those who have left included."""

Status: TypeAlias = Literal["here", "away", "left", "removed"]
"""Connected; not connected, which is nobody's fault; gone on purpose; sent away by the host."""
Cause: TypeAlias = Literal[
    "new", "closed", "broken", "silent", "slow", "idle", "refused", "moved", "stopped"
]
"""Why somebody is away: they have not been connected yet; their program closed the connection; it
broke off; it answered no ping; it took nothing of what it was sent; it polled and came no more; it
said too much, or what nobody could read; another device went on; the server stopped."""
Reason: TypeAlias = Literal["invited", "left", "lost", "late", "asked"]
"""Why a bot plays a seat: it was given the seat; its owner left, lost the connection, let the clock
run out twice, or asked for it."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a person may think, in seconds: about a card (or a moon), and about a pass."""

    card: int = 30
    passing: int = 90

    def __post_init__(self) -> None:
        """Keep to what somebody could want."""
        _within("clock.card", self.card, 5, 3600)
        _within("clock.passing", self.passing, 5, 3600)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the host wants the table: the rules of the game, and those of the house."""

    rules: Rules
    clock: Clock | None = None
    """None: nobody is hurried."""
    grace: int = 60
    """Seconds that a lost connection may last before a bot plays."""
    rest: int | None = 30
    """Seconds between two hands, unless everybody is ready before; None: as long as it takes."""
    bots: bool = True
    """Whether bots fill the free seats at the start, and hold those of people who are away."""
    level: str = "steady"
    """Which bot that is."""
    latecomers: bool = True
    """Whether somebody who comes late may take over a bot's seat, with its score."""
    chat: bool = False
    """Whether people may write what they like to each other."""
    spectators: bool = True
    """Whether somebody may come only to watch."""

    def __post_init__(self) -> None:
        """Keep to what somebody could want."""
        _within("grace", self.grace, 0, 3600)
        if self.rest is not None:
            _within("rest", self.rest, 0, 3600)


def _within(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{name} is {least} to {most} seconds, not {value}")


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who came to the table; people are numbered in the order in which they came."""

    name: str
    status: Status
    since: int
    """From when this is their status."""
    muted: bool = False
    seen: int | None = None
    """The seat whose hand they have seen in this game: in it they take no other one."""
    program: bool = False
    """Whether they said to be a bot from outside, which everybody is told."""
    cause: Cause | None = None
    """While they are away: why; None where that was not noted."""
    key: str | None = None
    """SHA-256 of the secret by which they are known, hexadecimal; None in views."""
    invitation: str | None = None
    """SHA-256 of a secret by which another device may take their place; None in views."""
    until: int = 0
    """How long it may; 0 in views."""
    device: str | None = None
    """SHA-256 of a secret of the device with which they came; None in views."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table: whose it is (``person``), and the bot that plays it now, if one does.

    Neither: free. A bot only: a bot's own seat. Both: a bot holds the seat for its owner.
    """

    person: int | None = None
    bot: str | None = None
    reason: Reason | None = None
    """Why a bot plays here."""
    once: bool = False
    """Whether the bot plays one card only, because the clock ran out."""
    misses: int = 0
    """How often in a row the clock did."""
    ready: bool = False
    """Whether its owner wants to go on."""
    since: int = 0
    """From when its clock runs."""


class Seal(msgspec.Struct, frozen=True):
    """The promise of a deal, see docs/fair-deal.md; bytes in hexadecimal."""

    number: int
    """Of the hand."""
    commitment: str
    seed: str | None
    """None where it may not be known yet."""
    entropies: tuple[str | None, ...]
    """What each seat added: None, nothing yet; in views ``""`` is something that is not shown."""
    at: int
    dealt: bool = False


class Table(msgspec.Struct, frozen=True, tag=True):
    """Everything at a table: people, seats, and the current or last match."""

    version: int
    """How many events have been recorded."""
    at: int
    """When the last of them was."""
    settings: Settings
    people: tuple[Person, ...]
    seats: tuple[Seat, ...]
    host: int
    """The person who decides about the table now."""
    owner: int
    """The person who may take that back at any time."""
    games: int
    """How many games have been started."""
    playing: bool
    """Whether one of them is going on."""
    dealer: int | None
    """Who deals first in the next game; None: by lot (A23)."""
    match: Match | None
    """Of the game that is going on, or of the last one."""
    seal: Seal | None
    """The promise of the deal that is being played, or comes next; None: nothing is promised."""
    paused: int | None
    """Since when the game is paused; None: it is not."""
    scored: int
    """When the last hand was scored."""
    sheet: tuple[tuple[int, ...], ...]
    """What each hand of this game changed the totals by, hand after hand, one number a seat."""
    base: int
    """The ``ply`` at which this game began."""

    @property
    def rules(self) -> Rules:
        """The rules of the next deal."""
        return self.settings.rules

    def seat_of(self, person: int | None) -> int | None:
        """The seat that a person owns."""
        if person is not None:
            for at, seat in enumerate(self.seats):
                if seat.person == person:
                    return at
        return None

    @property
    def ply(self) -> int:
        """Which moment an act is meant for: it grows with every card, from game to game, too."""
        return self.base + (0 if self.match is None else self.match.ply)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats without whose act the hand cannot go on."""
        match = self.match
        if match is None or not self.playing:
            return ()
        if match.phase is Phase.PASSING:
            choices = match.current.choices
            return tuple(seat for seat, choice in enumerate(choices) if choice is None)
        return () if match.turn is None else (match.turn,)

    @property
    def for_bots(self) -> tuple[int, ...]:
        """Those of them for which a bot is to act now."""
        if self.resting:
            return ()
        return tuple(seat for seat in self.awaited if self.seats[seat].bot is not None)

    @property
    def asleep(self) -> bool:
        """Whether nobody who sits here is connected: then bots and clocks rest, too."""
        return not any(
            seat.person is not None and self.people[seat.person].status == "here"
            for seat in self.seats
        )

    @property
    def resting(self) -> bool:
        """Whether nothing goes on by itself."""
        return not self.playing or self.paused is not None or self.asleep

    @property
    def between_hands(self) -> bool:
        """Whether the game that is going on waits for a deal."""
        return self.playing and (self.match is None or self.match.phase is Phase.DEALING)


class TableView(Table, frozen=True, tag=True):
    """What one person may know of a table; ``me`` None is somebody who has not come in.

    Its match is a ``View``. Made by ``observe``, and kept up by ``evolve`` with redacted events.
    """

    match: View | None
    me: int | None
    """Whose view this is."""

    @property
    def seat(self) -> int | None:
        """The seat of whose view this is."""
        return self.seat_of(self.me)
