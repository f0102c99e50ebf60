"""What can be set about a server, and the limits that are not worth setting."""

from __future__ import annotations

from typing import Final

import msgspec

MESSAGE_BYTES: Final = 4096
"""The largest message on a socket; a command has a hundred."""
BODY_BYTES: Final = 16 * 1024
"""The largest body of a request."""
HEAD_TIME: Final = 10.0
"""Seconds within which somebody who came says what they want;"""
BODY_TIME: Final = 10.0
"""and within which the body of it comes to its end."""
HELLO_TIME: Final = 10.0
"""Seconds within which a connection says who it is."""
SEND_TIME: Final = 20.0
"""Seconds after which a reader that takes nothing is let go, or twice as many; it may come back."""
PING_TIME: Final = 20.0
"""Seconds between two questions whether a socket's other end is there, and for the answer."""
POLL_TIME: Final = 25.0
"""Seconds that a request for updates waits at most."""
LINGER_TIME: Final = 40.0
"""Seconds after which somebody who polls and does not come again counts as away."""
CLOSE_TIME: Final = 5.0
"""Seconds that the other end of a closed socket may take for what was sent to it."""
DRAIN_TIME: Final = 5.0
"""Seconds for saying good-bye before the sockets are closed."""


class Rates(msgspec.Struct, frozen=True):
    """How much may come: so many at once, and so many a second on the average."""

    socket: tuple[float, float] = (20, 10)
    """Messages on a socket."""
    person: tuple[float, float] = (40, 20)
    """Commands of one person over HTTP."""
    connections: tuple[float, float] = (100, 5)
    """New connections and requests that open or join something, from one address."""
    doors: tuple[float, float] = (60, 2)
    """Looks at the doors of tables, from one address: so many that a whole party may come at once;
    for guessing, the names of tables are too long."""
    tables: tuple[float, float] = (20, 0.1)
    """New tables from one address."""
    records: tuple[float, float] = (10, 0.5)
    """Records and pictures, which take a while to make, for one address."""
    codes: tuple[float, float] = (10, 0.2)
    """Codes tried from one address."""


class Config(msgspec.Struct, frozen=True):
    """A server's settings."""

    origins: tuple[str, ...] = ()
    """Addresses under which pages of ours are seen, beside the one that a request was sent to:
    needed behind a proxy that changes ``Host``."""
    secure: bool = False
    """Whether the world sees https, so that cookies say ``Secure``."""
    rates: Rates = Rates()
    sockets: int = 200
    """How many may be open from one address, so that nobody takes them all: a school fits in."""
    address: str = ""
    """Where people come, for programs that find the tables taken."""
    metrics_port: int | None = None
    """The port that shows the counters, and nothing else; None: the one for everybody shows them,
    to programs on this machine alone."""
