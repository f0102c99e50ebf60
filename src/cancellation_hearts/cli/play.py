"""``play``: a whole game in the terminal against bots."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import sys
from collections.abc import Callable

from cancellation_hearts.bots import Bot, Game, new_bot
from cancellation_hearts.bots.base import seed_of
from cancellation_hearts.bots.simulation import seats_of
from cancellation_hearts.cli.common import (
    INTERRUPTED,
    Commands,
    add_command,
    add_table,
    rules_of,
    seed_number,
    whole_file,
)
from cancellation_hearts.core import Rules
from cancellation_hearts.core.shuffle import deal_key, first_dealer, numbered_seed
from cancellation_hearts.record import record_of, without_open_hand, write
from cancellation_hearts.record.record import unwritable
from cancellation_hearts.tui.line import Person, Quit

BOT_NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jo")


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands,
        "play",
        summary="play a game in the terminal against bots",
        example="play --players 7 --rules 'classic limit=100'",
    )
    add_table(parser)
    parser.add_argument(
        "--name", type=_name, default="You", help="what you are called in the record"
    )
    parser.add_argument(
        "--seed",
        type=seed_number,
        metavar="S",
        help="deal the games of this number (default: by chance)",
    )
    parser.add_argument("--record", metavar="FILE.chn", help="write the game here at the end")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the game is over or the person has enough."""
    rules = rules_of(args)
    names = [args.name, *BOT_NAMES][: rules.players]
    bots = seats_of(args.bot, players=rules.players)
    say = _console()
    key_of = _keys(rules, args.seed)
    person = Person(0, rules, names, ask=_asker(say), say=say)
    luck = secrets.randbits(63) if args.seed is None else args.seed
    others: list[Bot] = [
        new_bot(name, seed=seed_of(f"{luck}/{seat}")) for seat, name in enumerate(bots) if seat
    ]
    dealer = first_dealer(key_of(1), players=rules.players)
    game = Game(rules, [person, *others], dealer=dealer, key_of=key_of)
    say(f"Cancellation Hearts · {rules}")
    say(f"You play with {', '.join(names[1:-1])} and {names[-1]} (bots). ? tells what to write.")
    code = 0
    with contextlib.ExitStack() as stack:
        file = None if args.record is None else stack.enter_context(whole_file(args.record))
        try:
            for _match in game.play():
                pass
        except Quit:
            say("\nYou leave the table. Until next time!")
        except KeyboardInterrupt:
            say("\nYou leave the table. Until next time!")
            code = INTERRUPTED
        if file is not None:
            seats = [args.name, *(f"bot:{name}" for name in bots[1:])]
            file.write(write([without_open_hand(record_of(game.events, players=seats))]))
    return code


def _keys(rules: Rules, seed: int | None) -> Callable[[int], bytes]:
    """The key of each hand: from a number, or drawn once and kept."""
    nothing_added = (None,) * rules.players
    drawn: dict[int, bytes] = {}

    def key_of(hand: int) -> bytes:
        if seed is not None:
            return deal_key(numbered_seed(seed, game=1, hand=hand), nothing_added)
        return drawn.setdefault(hand, deal_key(secrets.token_bytes(32), nothing_added))

    return key_of


def _console() -> Callable[[str], None]:
    """What prints a line: with coloured suits on a terminal that wants colours."""
    from rich.console import Console  # slow to import, and needed by this command only
    from rich.highlighter import RegexHighlighter
    from rich.theme import Theme

    class Suits(RegexHighlighter):
        base_style = "card."
        highlights = [  # noqa: RUF012 - rich declares it so
            r"(?P<hearts>♥( ?[2-9TJQKA])+)",
            r"(?P<diamonds>♦( ?[2-9TJQKA])+)",
            r"(?P<clubs>♣( ?[2-9TJQKA])+)",
            r"(?P<spades>♠( ?[2-9TJQKA])+)",
            r"(?P<cancelled>×[^ ]+×)",
            r"(?P<line>^── .*)",
        ]

    theme = Theme(
        {
            "card.hearts": "bold red",
            "card.diamonds": "bold blue",
            "card.clubs": "bold green",
            "card.spades": "bold",
            "card.cancelled": "strike",
            "card.line": "bold",
        }
    )
    console = Console(theme=theme, highlighter=Suits(), soft_wrap=True, markup=False, emoji=False)
    return console.print


def _asker(say: Callable[[str], None]) -> Callable[[str], str]:
    """What shows a prompt and reads a line; with line editing where Python has it."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - importing it is using it

    def ask(prompt: str) -> str:
        if sys.stdin.isatty():
            return input(prompt)
        say(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    return ask


def _name(text: str) -> str:
    name = text.strip()
    if not name or name.startswith("bot:") or unwritable(name):
        raise argparse.ArgumentTypeError(
            f"expected a name that does not begin with bot:, no control characters, not {text!r}"
        )
    return name
