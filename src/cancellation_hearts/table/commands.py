"""What somebody asks of a table, and who it is that asks.

No command names the seat it plays for: that follows from the actor. ``ply`` says which moment an
act is meant for (see ``Table.ply``), so that a second tap, an old tab or a slow bot harms nobody.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from cancellation_hearts.core import Card, Cards, MoonChoice
from cancellation_hearts.table.state import Cause, Settings

# --- who asks ---------------------------------------------------------------------------------


class Stranger(msgspec.Struct, frozen=True):
    """Somebody who has not come to the table yet."""


class ByPerson(msgspec.Struct, frozen=True):
    """A person, by number."""

    person: int


class ByBot(msgspec.Struct, frozen=True):
    """The bot that plays a seat now."""

    seat: int


class ByServer(msgspec.Struct, frozen=True):
    """The program that runs the table."""


Actor: TypeAlias = Stranger | ByPerson | ByBot | ByServer

# --- playing: a person or a bot ---------------------------------------------------------------


class Pass(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Choose the cards to give away; the choice may change until the last seat has chosen."""

    cards: Cards
    ply: int


class Play(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Play a card."""

    card: Card
    ply: int


class Choose(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Say what shooting the moon shall mean; None leaves it to the default (A11)."""

    choice: MoonChoice | None
    ply: int


Act: TypeAlias = Pass | Play | Choose

# --- a stranger -------------------------------------------------------------------------------


class OpenTable(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Open a table and be its host. ``key``: SHA-256 of the secret to be known by, hexadecimal."""

    settings: Settings
    name: str
    key: str
    device: str | None = None
    """See ``Come``."""


class Come(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Come to the table, and sit down if there is a seat and that is wanted."""

    name: str
    key: str
    sit: bool = True
    program: bool = False
    """Whether this is a bot; everybody is told."""
    device: str | None = None
    """SHA-256 of a secret of the device, hexadecimal, where that has one."""


class MoveDevice(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Go on as the person who invited this device, known by another ``key`` from now on."""

    invitation: str
    key: str


# --- a person ---------------------------------------------------------------------------------


class TakeSeat(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Sit down here, coming from another seat or none."""

    seat: int


class StandUp(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Leave the seat, and watch."""


class Leave(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Leave the table."""


class InviteDevice(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Let the device that knows a secret go on in one's place; ``key`` is its SHA-256.

    Once, and for ten minutes.
    """

    key: str


class SayReady(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Go on as far as I am concerned, or do not."""

    ready: bool


class AddEntropy(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Add 16 bytes (hexadecimal) to the chance of the deal of hand ``number``."""

    number: int
    entropy: str


class Reclaim(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take the seat back from the bot that holds it. Acting in the game does so, too."""


class LetBotPlay(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Let a bot hold a seat for its owner: one's own, or any as the host."""

    seat: int


class GiveTime(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give a seat half a minute more."""

    seat: int


class Pause(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Stop the game for a while."""


class Resume(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Go on."""


class Rename(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give oneself another name, or anybody as the host."""

    person: int
    name: str


class TakeHost(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Become the host: its owner at any time, others when the host is not here."""


# --- the host ---------------------------------------------------------------------------------


class ChangeSettings(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Change the house rules at any time, the rules of the game between games."""

    settings: Settings


class AddBot(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give a free seat to a bot, or a bot's seat to another one."""

    seat: int
    level: str


class FreeSeat(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Take a seat from whoever has it; in a game a bot goes on, and anybody may take over."""

    seat: int


class SwapSeats(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Let two seats change places."""

    one: int
    other: int


class StartGame(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Start a game, the first one or again."""


class StopGame(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """End the game that is going on."""


class Mute(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Silence somebody, or let them speak again."""

    person: int
    muted: bool


class Remove(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Send somebody away for good."""

    person: int


class MakeHost(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Hand the table over to somebody else."""

    person: int


PersonCommand: TypeAlias = (
    Pass
    | Play
    | Choose
    | TakeSeat
    | StandUp
    | Leave
    | InviteDevice
    | SayReady
    | AddEntropy
    | Reclaim
    | LetBotPlay
    | GiveTime
    | Pause
    | Resume
    | Rename
    | TakeHost
    | ChangeSettings
    | AddBot
    | FreeSeat
    | SwapSeats
    | StartGame
    | StopGame
    | Mute
    | Remove
    | MakeHost
)
"""What a person may ask; the wire carries exactly these."""

# --- the server -------------------------------------------------------------------------------


class Tick(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Do what is due now. ``seed``: 32 fresh bytes (hexadecimal), used if a deal is promised."""

    seed: str


class Connected(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Whether somebody is connected now; if not, why."""

    person: int
    connected: bool
    cause: Cause | None = None


class Restart(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The server was down."""


ServerCommand: TypeAlias = Tick | Connected | Restart
TableCommand: TypeAlias = OpenTable | Come | MoveDevice | PersonCommand | ServerCommand
