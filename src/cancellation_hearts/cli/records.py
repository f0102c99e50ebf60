"""``check`` and ``show``: records of games, compared with the rules or told to a reader."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from cancellation_hearts.cli.common import (
    CommandError,
    Commands,
    add_command,
    positive,
    read_bytes,
)
from cancellation_hearts.core import Event, evolve, observe, redact
from cancellation_hearts.i18n import words
from cancellation_hearts.record import (
    Difference,
    Record,
    RecordError,
    Summary,
    check,
    replay_file,
)
from cancellation_hearts.tui.telling import Teller, distinct_names


def add_to(commands: Commands) -> None:
    """Add both subcommands."""
    parser = add_command(
        commands,
        "check",
        summary="replay recorded games and compare every outcome",
        example="check evening.chn",
    )
    parser.add_argument("files", nargs="+", metavar="FILE.chn", help="records (-: standard input)")
    parser.set_defaults(run=run_check)
    parser = add_command(
        commands,
        "show",
        summary="tell a recorded game in readable form",
        example="show evening.chn --hand 2 --seat 0",
    )
    parser.add_argument("file", metavar="FILE.chn", help="a record (-: standard input)")
    parser.add_argument("--hand", type=positive, metavar="N", help="only this hand, from 1")
    parser.add_argument("--seat", type=int, metavar="S", help="as this seat saw it, from 0")
    parser.set_defaults(run=run_show)


def run_check(args: argparse.Namespace) -> int:
    """Check each file; 1 if one did not pass."""
    total, failed = Summary(), 0
    for name in args.files:
        try:
            found = check(read_bytes(name))
        except CommandError as problem:  # the other files may be there
            print(f"cancellation-hearts: {problem}", file=sys.stderr)
            failed = problem.code
        except (RecordError, Difference) as problem:
            print(f"{name}: {problem}")
            failed = failed or 1
        else:
            total += found
            print(f"{name}: ok, {_counts(found)}")
    if len(args.files) > 1:
        print(f"together: {_counts(total)}")
    return failed


def _counts(found: Summary) -> str:
    text = (
        f"{_so_many(found.games, 'game')} ({found.finished} finished), "
        f"{_so_many(found.hands, 'hand')}, {_so_many(found.tricks, 'trick')}, "
        f"{_so_many(found.plays, 'play')}"
    )
    fair = _so_many(found.fair, "deal")
    return f"{text}, {fair} checked against the seed" if found.fair else text


def _so_many(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def run_show(args: argparse.Namespace) -> int:
    """Tell each game of the file; 1 if one of them cannot have been played as it stands."""
    data = read_bytes(args.file)
    try:
        games = list(replay_file(data))
    except (RecordError, Difference) as problem:
        print(f"{args.file}: {problem}", file=sys.stderr)
        return 1
    seats = max(record.rules.players for record, _events in games)
    if args.seat is not None and not 0 <= args.seat < seats:
        raise CommandError(f"--seat {args.seat}: the seats are 0 to {seats - 1}")
    hands = max(len(record.hands) for record, _events in games)
    if args.hand is not None and args.hand > hands:
        raise CommandError(f"--hand {args.hand}: {args.file} has hands up to {hands}")
    for number, (record, events) in enumerate(games):
        if number:
            print()
        for line in told(record, events, hand=args.hand, seat=args.seat):
            print(line)
    return 0


def told(
    record: Record, events: Sequence[Event], *, hand: int | None = None, seat: int | None = None
) -> Iterator[str]:
    """A game in lines of text: all of it or one hand, everything or what one seat saw."""
    for name, value in record.tags:
        yield f"{name}: {value}"
    yield f"Rules: {record.rules}"
    yield "Players: " + " · ".join(f"{index} {name}" for index, name in enumerate(record.players))
    if seat is not None and seat < record.rules.players:
        yield f"As seat {seat} saw it: {record.players[seat]}"
    teller = Teller(record.rules, distinct_names(record.players), words(), me=seat, at_table=False)
    match = None
    for event in events:
        match = evolve(match, event)
        if hand is not None and (match.deal is None or match.deal.number != hand):
            continue
        if seat is None:
            yield from teller.tell(event, match)
        elif seat < record.rules.players:
            yield from teller.tell(redact(event, seat), observe(match, seat))
    if record.winners is None:
        yield ""
        yield "(not finished)"
