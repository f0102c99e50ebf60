"""``serve``: tables for people in the network, kept in one file."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket

from cancellation_hearts.cli.common import CommandError, Commands, add_command
from cancellation_hearts.cli.keep import database


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands,
        "serve",
        summary="open tables for people in the network",
        example="serve --lan",
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    parser.add_argument("--port", type=_port, default=8000, help="the port to listen on")
    parser.add_argument("--data", metavar="DIR", help="where tables are kept (default: your data)")
    parser.add_argument(
        "--lan", action="store_true", help="let in everybody in this network, and show them the way"
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="an address under which people see this server, if a proxy stands before it",
    )
    parser.add_argument(
        "--bots", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="processes that think"
    )
    parser.add_argument(
        "--pace", type=float, default=0.6, help="seconds that a bot lets pass before its card"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    from cancellation_hearts.server.config import Config
    from cancellation_hearts.server.run import listening, log_to_stderr, serve
    from cancellation_hearts.server.run import run as run_loop
    from cancellation_hearts.store import StoreError

    host = "0.0.0.0" if args.lan and args.host == "127.0.0.1" else args.host  # noqa: S104 - asked
    try:
        listener = listening(host, args.port)
    except OSError as error:
        raise CommandError(
            f"cannot listen on {host}, port {args.port}: {error.strerror}; "
            "another program may have it (--port chooses another one)"
        ) from None
    port = listener.getsockname()[1]
    secure = any(origin.startswith("https:") for origin in args.origin)
    config = Config(origins=tuple(args.origin), secure=secure)

    def ready() -> None:
        for line in told(_seen_as(host, lan=args.lan), port, lan=args.lan):
            print(line, flush=True)

    async def main() -> None:
        await serve(
            config,
            data=database(args),
            listener=listener,
            bots=args.bots,
            pace=args.pace,
            ready=ready,
        )

    log_to_stderr()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            run_loop(main)
    except StoreError as error:
        raise CommandError(str(error)) from None
    finally:
        listener.close()
    return 0


def told(host: str, port: int, *, lan: bool) -> list[str]:
    """Where people find the tables."""
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    lines = [f"Tables are open at {address}"]
    if lan:
        lines += ["Phones in this network can point their cameras here:", "", *_qr(address)]
    return [*lines, "Ctrl-C ends it; the tables are kept."]


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


def _qr(text: str) -> list[str]:
    """A QR code in blocks of half a line."""
    from io import StringIO

    import segno

    out = StringIO()
    segno.make_qr(text).terminal(out, compact=True, border=2)
    return out.getvalue().splitlines()


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, not {text!r}")
    return int(text)
