"""Every message between a table and whoever sits or watches there: one definition of each.

A message is one JSON object; ``type`` says which. What a person may ask is exactly a
``PersonCommand``, what is told is exactly an event as ``redact`` lets that person see it, so there
is nothing to translate and nothing to forget. Cards travel in record notation. docs/protocol.md
tells the same to people who write clients; tools/protocol makes JSON Schema and TypeScript of it.

Client messages forbid unknown fields: a misspelt one is an error, not a surprise.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

import msgspec

from cancellation_hearts.core.errors import Code, Refusal, RuleViolation
from cancellation_hearts.table.commands import PersonCommand
from cancellation_hearts.table.errors import TableCode, TableRefusal
from cancellation_hearts.table.events import Told
from cancellation_hearts.table.facts import Facts
from cancellation_hearts.table.private import Private, joined
from cancellation_hearts.table.state import TableView
from cancellation_hearts.table.talk import Saying, Words

PROTOCOL: Final = 1

Word: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[ -~]{1,64}$(?!\n)")]
"""1 to 64 printable signs of ASCII: what a store takes as a name, and no long text.

(``$`` alone would let a last line break through.)
"""


OwnToken: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z_-]{22,64}$(?!\n)")]
"""A secret that somebody chose for themselves: at least 128 bits of chance, as a link may hold."""


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message: which table, who I am, and what I have seen of it."""

    table: Word
    """The name of the table."""
    protocol: int = 1
    """The protocol that the client speaks."""
    token: Word | None = None
    """The secret by which the table knows me; None: I only watch."""
    since: int | None = None
    """The last version that I hold; None: nothing yet."""
    heard: int | None = None
    """The last saying that I heard; None: tell me the last of them."""
    log: Word | None = None
    """The log of which that is a version, as the last ``Welcome`` said."""


class Ask(msgspec.Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """A command. Sent again with the same ``id`` it is not carried out twice."""

    id: Word
    """1 to 64 printable signs of ASCII that this person uses for no other command at this table."""
    command: PersonCommand


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Something to say to everybody at the table; answered like ``Ask``.

    The version is that of the saying, which counts by itself.
    """

    id: Word
    """See ``Ask``."""
    words: Words


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


ClientMessage: TypeAlias = Hello | Ask | Say | Ping
"""What a client may send."""


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The answer to ``Hello``; the first ``Update`` follows."""

    table: str
    protocol: int
    """The protocol that the server speaks."""
    person: int | None
    """Who I am at this table; None: a stranger, who only watches."""
    log: str
    """Which log the versions count in: another one after a copy of it was put back."""


class Update(msgspec.Struct, frozen=True, tag="update"):
    """What happened, as far as the reader may know it, and how everything stands now.

    No events: this is where to start from, whatever was known before. ``public`` and ``facts`` are
    the same for everybody at the table; ``mine`` is the reader's own (None: a stranger).
    """

    events: tuple[Told, ...]
    """What is new, in its order; the last one has the version of ``public``."""
    public: TableView
    facts: Facts
    mine: Private | None

    @property
    def version(self) -> int:
        """How far this update goes."""
        return self.public.version

    @property
    def view(self) -> TableView:
        """Everything that the reader may know."""
        return joined(self.public, self.mine)


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A command was granted, and is kept; ``version`` is that of its last event."""

    id: str
    version: int


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """A command was not granted; nothing has changed. ``id`` None: it could not be read at all."""

    id: str | None
    code: str
    """A ``Code`` of the game, a ``TableCode``, or a ``WireCode`` of the door."""
    details: dict[str, str | int] = {}


class Heard(msgspec.Struct, frozen=True, tag="heard"):
    """What people said: after ``Welcome`` the last of it, then whatever comes."""

    sayings: tuple[Saying, ...]


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """The connection ends."""

    reason: str
    """``restart``, ``moved`` (another device goes on) or ``removed`` (the host sent you away)."""
    retry: int | None = None
    """Come back after so many milliseconds; None: do not come back."""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """I am here; ``at`` is the table's clock."""

    at: int


ServerMessage: TypeAlias = Welcome | Update | Heard | Done | Refused | Bye | Pong
"""What a client is sent."""


class WireCode(StrEnum):
    """Why a message gets no further than the door. The details that come with each stand behind."""

    BAD_MESSAGE = "BAD_MESSAGE"
    """``problem``: what is wrong with it, and where."""
    BAD_PROTOCOL = "BAD_PROTOCOL"
    """``protocol``: the one that is spoken here."""
    BAD_ORIGIN = "BAD_ORIGIN"
    """``origin``: a page from elsewhere may not speak for its reader."""
    TOO_LARGE = "TOO_LARGE"
    """``most``: bytes."""
    TOO_MANY = "TOO_MANY"
    """``wait``: so many seconds until there may be more."""
    NO_SUCH_CODE = "NO_SUCH_CODE"
    """No table that has a seat goes by this code."""
    NOT_FOUND = "NOT_FOUND"
    """There is nothing at this address."""
    NOT_READY = "NOT_READY"
    """``reason``: the server is stopping, or cannot keep anything now."""
    BROKEN = "BROKEN"
    """Something went wrong that should not; it has been noted."""


class WireRefusal(Refusal):
    """A message that got no further than the door; ``code`` is a ``WireCode``."""

    code: WireCode


def refusal_of(message: Refused) -> Refusal:
    """What was refused far away, as it would have been raised here.

    Raises ``ValueError`` for a code that only a newer server knows.
    """
    kinds: tuple[tuple[type[Refusal], type[StrEnum]], ...] = (
        (RuleViolation, Code),
        (TableRefusal, TableCode),
        (WireRefusal, WireCode),
    )
    for kind, codes in kinds:
        if message.code in codes.__members__.values():
            return kind(codes(message.code), **message.details)
    raise ValueError(f"unknown refusal: {message.code[:40]}")


# --- over plain HTTP: the same commands and updates, for bots and where sockets do not get through


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table and be its host. ``rules`` is a table code, such as ``classic players=8``."""

    name: str
    rules: str = "players=6"
    cookie: bool = False
    """Whether to be known by a cookie, as in a browser; else the answer has the token."""
    token: OwnToken | None = None
    """A secret of one's own choice: who asks again with it, because the answer got lost, gets the
    same table."""


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a table and begin to play at once, with bots on the other seats."""

    name: str
    rules: str = "players=6"
    """As for ``NewTable``."""
    level: str = "steady"
    """Which bots."""
    cookie: bool = False
    """Whether to be known by a cookie, as in a browser; else the answer has the token."""
    token: OwnToken | None = None
    """A secret of one's own choice: who asks again with it, by a second tap or because the answer
    got lost, gets the same game."""


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come to a table."""

    name: str
    sit: bool = True
    """Whether to sit down if there is a seat; else one watches."""
    program: bool = False
    """Whether this is a bot; everybody is told."""
    cookie: bool = False
    """Whether to be known by a cookie, as in a browser; else the answer has the token."""
    token: OwnToken | None = None
    """A secret of one's own choice: who asks again with it, because the answer got lost, gets the
    same place."""


class NewDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on here as somebody who invited this device; ``secret`` is from their link."""

    secret: str
    cookie: bool = False
    """Whether to be known by a cookie, as in a browser; else the answer has the token."""


class Welcomed(msgspec.Struct, frozen=True):
    """Who one is at a table, and the token that proves it (None: there is a cookie)."""

    table: str
    person: int
    token: str | None


class Known(msgspec.Struct, frozen=True):
    """Who one is already at a table to whose door one comes."""

    person: int
    name: str
    seat: int | None
    """The seat that one owns; None: one watches, or has left."""


class Door(msgspec.Struct, frozen=True):
    """What is told about a table at its door; nothing that those who just watch do not know."""

    table: str
    host: str
    """The name of the host."""
    rules: str
    """The table code."""
    decks: int
    """How many packs it is played with."""
    seats: int
    free: int
    """Seats that have nobody, not even a bot."""
    bots: int
    """Seats that have a bot and nobody else."""
    playing: bool
    """Whether a game is going on."""
    over: bool
    """Whether the last game is over, and no other one has begun."""
    sit: bool
    """Whether who comes now gets a free seat;"""
    take_over: bool
    """or, as there is none, a bot's."""
    watch: bool
    """Whether one may come only to watch."""
    me: Known | None
    """Who asks, if the table knows them; None: a stranger."""


class Invitation(msgspec.Struct, frozen=True):
    """How others come to a table."""

    table: str
    code: str | None
    """Six letters to say aloud; None while no seat is free."""
    path: str
    """Behind the server's address: the link."""
    link: str
    """The whole of it, as others can follow it."""
    near: bool
    """Whether only this machine can: the server listens to nobody else."""
