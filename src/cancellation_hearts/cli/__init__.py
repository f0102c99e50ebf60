"""The command ``cancellation-hearts``: one subcommand a module, each with an example in its help.

Exit codes: 0 all is well, 1 a record did not pass, 2 the command or a file was wrong, 130 stopped
by Ctrl-C, 141 the reader of a pipe went away. Complaints go to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from cancellation_hearts.cli import play, records, rules, simulate
from cancellation_hearts.cli.common import INTERRUPTED, CommandError

PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show ♠ shows ? instead of stopping the game.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    parser = parser_of_commands()
    args = parser.parse_args(argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except CommandError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has gone. Python would complain once more when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return code


def parser_of_commands() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="cancellation-hearts",
        description="Hearts with two packs for 6 to 11 players, where identical cards cancel.",
        epilog="example: cancellation-hearts play --players 7",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (play, simulate, records, rules):
        module.add_to(commands)
    return parser
