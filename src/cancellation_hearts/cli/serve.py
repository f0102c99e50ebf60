"""``serve``: tables for people in the network, kept in one file."""

from __future__ import annotations

import argparse
import contextlib
import errno
import logging
import os
import re
import socket
import sys
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from cancellation_hearts.cli.common import CommandError, Commands, add_command
from cancellation_hearts.cli.keep import database

if TYPE_CHECKING:
    from cancellation_hearts.table.unwanted import Unwanted

MOST_BOTS: Final = 64
LONGEST_PACE: Final = 60
USUAL_PACE: Final = 0.6
QUIET: Final = 4
"""Modules of light around a QR code, without which cameras do not find it."""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands,
        "serve",
        summary="open tables for people in the network",
        example="serve --lan",
    )
    parser.add_argument(
        "--lan", action="store_true", help="let in everybody in this network, and show them the way"
    )
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help="the address to listen on (default 127.0.0.1; with --lan, all)",
    )
    parser.add_argument(
        "--port",
        type=port_number,
        default=8000,
        metavar="N",
        help="the port to listen on (default 8000; 0: any that is free)",
    )
    parser.add_argument(
        "--metrics-port",
        type=port_number,
        metavar="N",
        help="a port of its own for /metrics, which else only this machine is shown",
    )
    parser.add_argument("--data", metavar="DIR", help="where tables are kept (default: your data)")
    parser.add_argument(
        "--origin",
        type=_origin,
        action="append",
        default=[],
        metavar="URL",
        help="an address under which people see this server, if a proxy stands before it",
    )
    parser.add_argument(
        "--bots",
        type=_bots,
        default=usual_bots(),
        metavar="N",
        help="how many processes think for bots (default: one less than there are processors)",
    )
    parser.add_argument(
        "--pace",
        type=_pace,
        default=USUAL_PACE,
        metavar="SECONDS",
        help="how long a bot lets pass before its card (default 0.6)",
    )
    parser.add_argument(
        "--block-words",
        metavar="FILE",
        help="words that no name and no text may hold, one a line (default: block-words.txt in "
        "the data folder, else a short list of ours)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    from cancellation_hearts.server.config import Config
    from cancellation_hearts.server.run import listening, serve
    from cancellation_hearts.store import StoreError

    host = args.host or ("0.0.0.0" if args.lan else "127.0.0.1")  # noqa: S104 - asked for
    data = database(args)
    check_folder(data.parent)
    unwanted = unwanted_words(args.block_words, data.parent)
    wanted = [args.port] if args.metrics_port is None else [args.port, args.metrics_port]
    listeners: list[socket.socket] = []
    for number in wanted:
        try:
            listeners.append(listening(host, number))
        except (OSError, UnicodeError) as error:
            raise CommandError(not_listening(host, number, error)) from None
    port, *others = (listener.getsockname()[1] for listener in listeners)
    secure = any(origin.startswith("https:") for origin in args.origin)
    metrics_port = next(iter(others), None)
    address = address_of(host, port, lan=args.lan)
    config = Config(
        origins=tuple(args.origin), secure=secure, address=address, metrics_port=metrics_port
    )

    def ready() -> None:
        for line in told(address, lan=args.lan, colours=has_colours()):
            print(line, flush=True)

    serving = partial(
        serve,
        config,
        data=data,
        listeners=listeners,
        bots=args.bots,
        pace=args.pace,
        unwanted=unwanted,
        ready=ready,
    )
    try:
        until_a_signal(serving, listeners)
    except StoreError as error:
        raise CommandError(str(error)) from None
    return 0


def until_a_signal(
    serving: Callable[[], Coroutine[None, None, None]],
    listeners: Iterable[socket.socket],
    *,
    level: int = logging.INFO,
) -> None:
    """Serve on these, with a log from this level on, and close them."""
    from cancellation_hearts.server.logs import log_to_stderr
    from cancellation_hearts.server.run import run as run_loop

    log_to_stderr(level)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            run_loop(serving)
    finally:
        for listener in listeners:
            listener.close()


def told(address: str, *, lan: bool, colours: bool = False) -> list[str]:
    """Where people find the tables."""
    lines = [f"Tables are open at {address}"]
    if lan:
        lines += [
            "Phones in this network can point their cameras here:",
            "",
            *qr_lines(address, colours=colours),
        ]
    return [*lines, "Ctrl-C ends it; the tables are kept."]


def usual_bots() -> int:
    """How many processes think, unless somebody says how many shall."""
    return min(MOST_BOTS, max(1, (os.cpu_count() or 2) - 1))


def address_of(host: str, port: int, *, lan: bool) -> str:
    """Where people find a server that listens on a host."""
    seen = _seen_as(host, lan=lan)
    return f"http://{f'[{seen}]' if ':' in seen else seen}:{port}/"


def has_colours() -> bool:
    """Whether standard output is a terminal that shows colours."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _seen_as(host: str, *, lan: bool) -> str:
    """This machine's address, as others in the network see it."""
    if not lan:
        return "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - only told
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing; asks which way it would go
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def qr_lines(text: str, *, colours: bool) -> list[str]:
    """A QR code in blocks of half a line; ``colours``: also on a terminal with dark letters."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make_qr(text).terminal(out, compact=True, border=QUIET)
    lines = out.getvalue().splitlines()
    return [f"\x1b[97;40m{line}\x1b[0m" for line in lines] if colours else lines


# --- what can be wrong ------------------------------------------------------------------------


def unwanted_words(named: str | None, folder: Path) -> Unwanted:
    """The words that no name may hold: of the file that was named, of the folder's, or ours."""
    from cancellation_hearts.service.unwanted import FILE, UnreadableError, our_words, words_of

    file = folder / FILE if named is None else Path(named)
    try:
        return our_words() if named is None and not file.exists() else words_of(file)
    except UnreadableError as error:
        raise CommandError(str(error)) from None


def check_folder(folder: Path) -> None:
    """``CommandError`` for a data folder that is a file."""
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{folder}: expected a folder, found a file")


def not_listening(host: str, port: int, error: OSError | UnicodeError) -> str:
    """Why a server cannot listen there, and what would do."""
    what = f"cannot listen on {host}, port {port}"
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return f"{what}: another program has this port; --port chooses another one"
    if number == errno.EACCES:
        return f"{what}: this user may not; expected a port from 1024"
    if number is None or number < 0 or number == errno.EADDRNOTAVAIL:  # below 0: no such name
        return f"{what}: this machine has no such address; expected one like 127.0.0.1 or 0.0.0.0"
    return f"{what}: {os.strerror(number)}"


def port_number(text: str) -> int:
    """A port, or 0 for any."""
    if not re.fullmatch("[0-9]{1,5}", text, re.ASCII) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, not {text[:40]!r}")
    return int(text)


def _bots(text: str) -> int:
    if not re.fullmatch("[0-9]{1,5}", text, re.ASCII) or not 1 <= int(text) <= MOST_BOTS:
        raise argparse.ArgumentTypeError(
            f"expected a number of processes from 1 to {MOST_BOTS}, not {text[:40]!r}"
        )
    return int(text)


def _pace(text: str) -> float:
    number = re.fullmatch("[0-9]{1,5}([.][0-9]{1,9})?", text, re.ASCII)
    if number is None or float(text) > LONGEST_PACE:
        raise argparse.ArgumentTypeError(
            f"expected seconds from 0 to {LONGEST_PACE}, such as 0.6, not {text[:40]!r}"
        )
    return float(text)


def _origin(text: str) -> str:
    """An address as browsers name it in ``Origin``: small letters, no path, no usual port."""
    try:
        parts = urlsplit(text.lower())
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    is_bare = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_bare:
        raise argparse.ArgumentTypeError(
            f"expected an address such as https://hearts.example, not {text[:80]!r}"
        )
    usual = {"http": 80, "https": 443}[parts.scheme]
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")
