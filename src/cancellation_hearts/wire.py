"""Every message between a table and whoever sits or watches there: one definition of each.

A message is one JSON object; ``type`` says which. What a person may ask is exactly a
``PersonCommand``, what is told is exactly an event as ``redact`` lets that person see it, so there
is nothing to translate and nothing to forget. Cards travel in record notation. docs/protocol.md
tells the same to people who write clients; tools/protocol makes JSON Schema and TypeScript of it.

Client messages forbid unknown fields: a misspelt one is an error, not a surprise.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

from cancellation_hearts.table.commands import PersonCommand
from cancellation_hearts.table.events import Told
from cancellation_hearts.table.facts import Facts
from cancellation_hearts.table.private import Private, joined
from cancellation_hearts.table.state import TableView

PROTOCOL: Final = 1

Word: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[ -~]{1,64}$")]
"""1 to 64 printable signs of ASCII: what a store takes as a name, and no long text."""


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


class Ask(msgspec.Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """A command. Sent again with the same ``id`` it is not carried out twice."""

    id: Word
    """1 to 64 printable signs of ASCII that this person uses for no other command at this table."""
    command: PersonCommand


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


ClientMessage: TypeAlias = Hello | Ask | Ping
"""What a client may send."""


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """The answer to ``Hello``; the first ``Update`` follows."""

    table: str
    protocol: int
    """The protocol that the server speaks."""
    person: int | None
    """Who I am at this table; None: a stranger, who only watches."""


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
    """A ``Code`` of the game or a ``TableCode``."""
    details: dict[str, str | int] = {}


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """The connection ends; come back after so many milliseconds, or not at all (None)."""

    reason: str
    retry: int | None = None


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """I am here; ``at`` is the table's clock."""

    at: int


ServerMessage: TypeAlias = Welcome | Update | Done | Refused | Bye | Pong
"""What a client is sent."""
