"""The command ``cancellation-hearts``: one subcommand a module, each with an example in its help.

Exit codes: 0 all is well, 1 a record did not pass, 2 the command or a file was wrong, 130 stopped
by Ctrl-C, 129 and 143 by a signal, 141 the reader of a pipe went away. Complaints go to standard
error; what ``check`` finds is its result and goes to standard output.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence

from cancellation_hearts.cli import join, keep, play, records, rules, serve, simulate
from cancellation_hearts.cli.common import INTERRUPTED, PIPE_CLOSED, CommandError, speaks_utf8
from cancellation_hearts.i18n.catalogue import ENGLISH

WRONG = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show ♠ shows ? instead of stopping the game.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    parser = parser_of_commands()
    args = parser.parse_args(argv)
    if language := getattr(args, "language", None):
        os.environ["LANGUAGE"] = language  # which decides what own_words are
    elif not speaks_utf8():  # most letters of other languages would be question marks
        os.environ["LANGUAGE"] = ENGLISH
    try:
        with _ending_when_told():
            code: int = args.run(args)
            sys.stdout.flush()
    except CommandError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _hush()
        return PIPE_CLOSED
    except (OSError, AttributeError) as error:
        if isinstance(error, AttributeError) and sys.stdout is not None:
            raise
        reason = error.strerror if isinstance(error, OSError) else "standard output is closed"
        print(f"{parser.prog}: cannot write the output: {reason}", file=sys.stderr)
        _hush()
        return WRONG
    return code


@contextlib.contextmanager
def _ending_when_told() -> Iterator[None]:
    """SIGTERM ends the program in order, so that no half-written file stays behind."""

    def end(number: int, _frame: object) -> None:
        sys.exit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _hush() -> None:
    """Python would complain once more when it flushes what nobody can take."""
    if sys.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser_of_commands() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="cancellation-hearts",
        description="Hearts with two packs for 6 to 11 players, where identical cards cancel.",
        epilog="example: cancellation-hearts play --terminal --players 7",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (play, join, serve, simulate, records, keep, rules):
        module.add_to(commands)
    return parser
