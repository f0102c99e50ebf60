"""``simulate``: many games between bots."""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import secrets
import sys
from collections.abc import Iterator

import msgspec

from cancellation_hearts.bots import Simulation, simulate
from cancellation_hearts.bots.simulation import Tally
from cancellation_hearts.cli.common import (
    Commands,
    Writer,
    add_command,
    add_table,
    positive,
    rules_of,
    seed_number,
    whole_file,
)
from cancellation_hearts.record import Record, write


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands,
        "simulate",
        summary="play many games between bots and sum them up",
        example="simulate --players 8 --games 50 --seed 1 --rules classic --record a.chn",
    )
    add_table(parser)
    parser.add_argument(
        "--games", type=positive, default=100, metavar="G", help="how many (default 100)"
    )
    parser.add_argument(
        "--seed",
        type=seed_number,
        metavar="S",
        help="a whole number; the same seed plays the same games (default: drawn and printed)",
    )
    parser.add_argument(
        "--record", metavar="FILE.chn", help="write the games here (-: to the output)"
    )
    parser.add_argument("--date", type=_date, metavar="YYYY-MM-DD", help="the records' Date tag")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, record, and print the sums."""
    rules = rules_of(args)
    seed = secrets.randbits(63) if args.seed is None else args.seed
    games = simulate(rules, bots=args.bot, games=args.games, seed=seed, date=args.date)
    simulation = Simulation(rules, seed, ())
    with _recording(args.record) as file:
        for simulation, record in _with_bar(games, args.games):
            if file is not None:
                file.write("\n" * (simulation.games > 1) + write([record]))
    out = sys.stderr if args.record == "-" else sys.stdout
    print(_json(simulation) if args.json else "\n".join(summary(simulation)), file=out)
    return 0


def summary(simulation: Simulation) -> Iterator[str]:
    """The sums in lines of text."""
    hands, tricks = simulation.hands, simulation.tricks
    yield f"rules        {simulation.rules}"
    yield f"seed         {simulation.seed}"
    yield f"games        {simulation.games}"
    yield f"hands        {hands}"
    void = simulation.void_tricks
    yield f"tricks       {tricks}, void {void} ({_share(void, tricks)})"
    yield (
        f"uncollected  {simulation.uncollected} points in {simulation.hands_uncollected} hands "
        f"({_share(simulation.hands_uncollected, hands)})"
    )
    yield f"moons        {simulation.moons}, of these {simulation.moons_added} added to the others"
    yield ""
    yield f"{'':12} {'hands':>7} {'points a hand':>14} {'games won':>10} {'change a hand':>14}"
    for seat, tally in enumerate(simulation.by_seat):
        yield _row(f"seat {seat:2}", tally)
    for name, tally in simulation.by_bot.items():
        yield f"{_row(f'bot:{name}', tally)} ± {simulation.changes[name].margin:.2f}"
    if simulation.leads:
        yield ""
        yield "points a hand by which one bot does better than another (95 % interval)"
    for better, others in simulation.leads.items():
        for worse, lead in others.items():
            yield f"{better} over {worse}: {lead.mean:+.2f} ± {lead.margin:.2f}"


def _row(name: str, tally: Tally) -> str:
    hands = max(tally.hands, 1)
    points, change = tally.points / hands, tally.changes / hands
    return f"{name:12} {tally.hands:7} {points:14.2f} {tally.wins:10.2f} {change:14.2f}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.1f} %"


def _json(simulation: Simulation) -> str:
    told = msgspec.to_builtins(simulation) | {"rules": str(simulation.rules)}
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode()


def _recording(name: str | None) -> contextlib.AbstractContextManager[Writer | None]:
    return contextlib.nullcontext() if name is None else whole_file(name)


def _with_bar(
    games: Iterator[tuple[Simulation, Record]], total: int
) -> Iterator[tuple[Simulation, Record]]:
    """The games, with a progress bar if somebody watches."""
    if not sys.stderr.isatty():
        yield from games
        return
    from rich.console import Console  # slow to import, and needed by those who watch only
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(games, description="games", total=total, console=console, transient=True)


def _date(text: str) -> str:
    try:
        return dt.date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a day as YYYY-MM-DD, not {text!r}") from None
