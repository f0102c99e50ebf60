"""``play`` in the browser: serves the tables on this machine, and opens the page.

Whoever starts it a second time is led to the one that runs, by what that noted in ``serving.lock``.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from cancellation_hearts.cli.common import CommandError
from cancellation_hearts.cli.keep import database
from cancellation_hearts.cli.serve import (
    USUAL_PACE,
    address_of,
    check_folder,
    has_colours,
    not_listening,
    qr_lines,
    until_a_signal,
    unwanted_words,
    usual_bots,
)
from cancellation_hearts.i18n import own_words

PORT: Final = 8000
"""Where to listen, or on one of the ports behind it."""
PORTS: Final = 20
ALONE: Final = "127.0.0.1"
PATIENCE: Final = 10.0
"""Seconds within which a server that has the tables answers."""


def run(args: argparse.Namespace) -> int:
    """Serve until a signal comes, or lead to the server that runs already."""
    from cancellation_hearts.store import StoreError

    data = database(args)
    check_folder(data.parent)
    if (address := running(data)) is not None:
        return _led_to(address, args)
    try:
        _serve(args, data)
    except StoreError as error:
        if (address := running(data)) is not None:  # it was started at the same moment
            return _led_to(address, args)
        raise CommandError(str(error)) from None
    with contextlib.suppress(OSError):
        print(own_words().gettext("All is kept. Until next time!"), flush=True)
    return 0


def _serve(args: argparse.Namespace, data: Path) -> None:
    from cancellation_hearts.server.config import Config
    from cancellation_hearts.server.run import serve

    host = "0.0.0.0" if args.lan else ALONE  # noqa: S104 - asked for
    unwanted = unwanted_words(None, data.parent)
    listener = listening_near(host, PORT if args.port is None else args.port)
    address = address_of(host, listener.getsockname()[1], lan=args.lan)

    def ready() -> None:
        for line in told(address, lan=args.lan):
            print(line, flush=True)
        show(address, args)

    serving = partial(
        serve,
        Config(address=address),
        data=data,
        listeners=[listener],
        bots=usual_bots(),
        pace=USUAL_PACE,
        unwanted=unwanted,
        ready=ready,
    )
    until_a_signal(serving, [listener], level=logging.ERROR)


def told(address: str, *, lan: bool) -> Iterator[str]:
    """Where the game is, and how it ends."""
    said = own_words()
    yield said.gettext("Cancellation Hearts is open at {address}").format(address=address)
    if lan:
        yield said.gettext("Phones in this network can point their cameras here:")
        yield ""
        yield from qr_lines(address, colours=has_colours())
    yield said.gettext("Ctrl-C ends it, and nothing is lost.")


def show(address: str, args: argparse.Namespace) -> None:
    """Open the page, where there is a browser to do it; else say what to do."""
    if not args.no_browser and has_browser():
        import webbrowser

        # Some browsers let us wait until they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    else:
        told = own_words().gettext("Open that address in a browser. In this terminal: {command}")
        print(told.format(command="cancellation-hearts play --terminal"), flush=True)


def has_browser() -> bool:
    """Whether a browser with a window can be opened; one in the terminal would hide what we say."""
    if os.environ.get("CI"):
        return False
    if os.environ.get("BROWSER"):  # somebody said which
        return True
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def listening_near(host: str, port: int) -> socket.socket:
    """A socket that listens on this port, or on one of the next if others have it."""
    from cancellation_hearts.server.run import listening

    for candidate in (*range(port, min(port + PORTS, 65536)), 0):
        try:
            return listening(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CommandError(not_listening(host, candidate, error)) from None
    raise CommandError(f"cannot listen on {host}: no port is free")


# --- one that runs already --------------------------------------------------------------------


def running(data: Path) -> str | None:
    """The address of the server that has these tables, if one has."""
    from cancellation_hearts.server.run import SERVING
    from cancellation_hearts.store.use import Use

    if not data.with_name(f"{SERVING}.lock").exists():
        return None
    use = Use(data.with_name(SERVING))
    try:
        end = time.monotonic() + PATIENCE
        while not use.share():
            address = use.noted()
            if address and _answers(address):
                return address
            if time.monotonic() > end:
                raise CommandError(
                    f"{data}: a server has these tables, but does not answer at {address!r}; end it"
                )
            time.sleep(0.05)
        return None
    finally:
        use.release()


def _answers(address: str) -> bool:
    place = urlsplit(address)
    door = HTTPConnection(place.hostname or "", place.port or 80, timeout=1)
    try:
        door.request("GET", "/healthz")
        return door.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        door.close()


def _led_to(address: str, args: argparse.Namespace) -> int:
    if args.lan and urlsplit(address).hostname == ALONE:
        raise CommandError(
            f"the game is open at {address} for this machine alone: end it there with Ctrl-C, "
            "and start it again with --lan"
        )
    print(own_words().gettext("The game is open already at {address}").format(address=address))
    show(address, args)
    return 0
