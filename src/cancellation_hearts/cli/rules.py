"""``rules``: the options of the game, what they mean, and the table code of a rule set."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from cancellation_hearts.cli.common import DEFAULT_PLAYERS, Commands, add_command, rules_of
from cancellation_hearts.core import OPTIONS, PRESETS, Rules
from cancellation_hearts.i18n import (
    OPTION_MEANINGS,
    PRESET_MEANINGS,
    VALUE_MEANINGS,
    hint,
    option_meaning,
    words,
)


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands,
        "rules",
        summary="print the house rules and what they mean",
        example="rules classic --players 8",
    )
    parser.add_argument(
        "rules",
        nargs="*",
        metavar="PRESET",
        help=f"a preset ({', '.join(PRESETS)}), name=value words may follow; nothing: everything",
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many play (default 6)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one rule set, or all there is."""
    args.rules = " ".join(args.rules)
    one = args.rules or args.players is not None
    for line in of_table(rules_of(args)) if one else everything():
        print(line)
    return 0


def of_table(rules: Rules) -> Iterator[str]:
    """One rule set: its table code, the deal, and every option as it stands."""
    yield f"table code  {rules}"
    yield f"deal        {rules.players} hands of {rules.hand_size}, kitty of {rules.kitty_size}"
    yield ""
    for option in OPTIONS:
        value = getattr(rules, option.name)
        mark = " " if value == option.default or option.name == "players" else "*"
        yield f"{mark} {option.name}={option.text(value)}"
        yield f"      {OPTION_MEANINGS[option.name]}: {option_meaning(option.name, value, words())}"
    yield ""
    yield "* differs from the default"
    if (told := hint(rules, words())) is not None:
        yield f"hint: {told}"


def everything() -> Iterator[str]:
    """All presets and all options with their values, the default first."""
    yield "Presets"
    for name, changes in PRESETS.items():
        yield f"  {name:10}  {PRESET_MEANINGS[name]}"
        code = Rules.read(name, usual=DEFAULT_PLAYERS)
        changed = str(code) if "players" in changes else str(code).partition(" ")[2]
        if changed:
            yield f"              {changed}"
    yield ""
    yield "Options (the first value is the default)"
    for option in OPTIONS:
        yield f"  {option.name}"
        yield f"      {OPTION_MEANINGS[option.name]}"
        if isinstance(option.values, str):
            default = "" if option.default is None else f"{option.text(option.default)}; "
            yield f"      {default}{option.expected}"
            continue
        for value in option.values:
            yield f"      {option.text(value):16} {VALUE_MEANINGS[option.name, value]}"
