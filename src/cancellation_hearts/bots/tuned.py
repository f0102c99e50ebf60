"""What a steady player believes about others and about its own cards, as numbers.

Nobody can count these: how often a duck is made, how much a guard protects, what a queen costs on
average. They were found by ``tools/tune``: many hands in which every seat played with numbers a
little different from the others', and steps towards those that brought fewer points. A column of
the table is one setting; tables without a column take what lies between their neighbours.

Made on 2026-11-30 with  tools/tune --players 6 7 8 9 10 11 --void-rule two_pairs --strides 400:
numbers are only replaced if the new ones gain on the old ones on fresh deals, beyond doubt. The
same columns serve for ``no_led_card``: the numbers that self-play found there gained on their own
kind and lost to casual players (docs/bots.md).
"""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from cancellation_hearts.core import Rules


class Constants(msgspec.Struct, frozen=True):
    """The numbers of one setting; all are at least 0."""

    height: float
    """Danger: share of an average trick that the highest card of a suit costs, unguarded."""
    curve: float
    """Danger: the power of the share of lower cards; above 1 middle cards are safer than they look.
    """
    guard: float
    """Danger: how much one lower card protects, more as fewer rounds are left."""
    hearts: float
    """Danger: how much worse it is in hearts."""
    twin: float
    """Danger: how much less while the twin is unseen."""
    queen: float
    """Danger: points that a bare queen of spades costs."""
    queen_guard: float
    """Danger: how much one lower spade protects her."""
    queen_aside: float
    """Danger: share of that if she could only be thrown away, for that can be done later too."""
    over_queen: float
    """Danger: points that a bare ace or king of spades costs for each queen unseen."""
    short: float
    """Danger: share of an average trick that it is worth to be out of a suit."""
    haste_lead: float
    """Danger: share of it that counts for a lead ..."""
    haste_follow: float
    """... and for following, where 1 is what counts for a card thrown away."""
    duck_clean: float
    """Chance: how much players stay below in a trick without points, 0 not at all, 1 all can."""
    duck_loaded: float
    """Chance: the same in a trick with points."""
    match: float
    """Chance that somebody with the twin of a high card plays it."""
    drop: float
    """Chance that a queen of spades falls on a higher spade of ours."""
    dump_queen: float
    """Chance that she is thrown on us by a seat that is out of the suit."""
    dump_heart: float
    """Points thrown on us besides, by each such seat."""
    dump_lead: float
    """Share of both that remains on a lead, when much can still happen."""
    pair_match: float
    """Chance that the twin of a card in the trick, in a hand that can follow, is played to it."""
    pair_aside: float
    """The same for a card of another suit."""
    pair_chance: float
    """Pairs that later players make among themselves, against following at random."""
    carry: float
    """Share of a void trick that comes back to us ..."""
    carry_lead: float
    """... if we have to lead again."""
    tempo: float
    """Points that it costs to lead next."""


CHANCES: Final = ("match", "drop", "dump_queen", "dump_lead", "pair_match", "pair_aside")
"""Those that cannot be above 1."""

_TWO_PACKS: Final = """
players          6     7     8     9    10    11
height        2.07  1.94  1.76  1.60  1.42  1.29
curve         1.87  1.97  2.08  2.08  2.18  2.18
guard         4.73  4.73  4.73  4.73  4.73  4.73
hearts        0.96  0.96  0.96  0.96  0.96  0.96
twin          0.09  0.09  0.09  0.09  0.09  0.09
queen         3.34  3.24  3.10  2.96  2.77  2.62
queen_guard   3.81  4.00  4.19  4.38  4.57  4.76
queen_aside   0.62  0.62  0.62  0.62  0.62  0.62
over_queen    0.43  0.43  0.43  0.48  0.48  0.54
short         0.12  0.12  0.12  0.12  0.09  0.09
haste_lead    0.41  0.41  0.41  0.46  0.51  0.51
haste_follow  0.48  0.51  0.57  0.65  0.74  0.79
duck_clean    0.60  0.60  0.60  0.60  0.60  0.60
duck_loaded   0.71  0.71  0.71  0.71  0.71  0.71
match         0.71  0.71  0.71  0.71  0.71  0.71
drop          0.55  0.55  0.55  0.55  0.55  0.55
dump_queen    0.65  0.65  0.65  0.65  0.65  0.65
dump_heart    0.62  0.62  0.62  0.62  0.62  0.62
dump_lead     1.00  1.00  0.92  0.82  0.73  0.73
pair_match    0.35  0.35  0.41  0.41  0.47  0.47
pair_aside    0.08  0.08  0.08  0.08  0.08  0.08
pair_chance   0.18  0.20  0.22  0.25  0.27  0.29
carry         0.18  0.15  0.12  0.10  0.09  0.07
carry_lead    0.39  0.30  0.25  0.20  0.17  0.15
tempo         0.38  0.57  0.76  0.95  1.14  1.26
"""

TABLES: Final = {
    "two_pairs": _TWO_PACKS,
    "no_led_card": _TWO_PACKS,
    "one_pack": """
players         4
height       0.80
curve        1.80
guard        2.50
hearts       1.25
twin         0.00
queen        7.00
queen_guard  2.00
queen_aside  0.50
over_queen   1.20
short        0.20
haste_lead   0.40
haste_follow 0.90
duck_clean   0.50
duck_loaded  1.10
match        0.00
drop         0.90
dump_queen   0.90
dump_heart   0.70
dump_lead    0.80
pair_match   0.00
pair_aside   0.00
pair_chance  0.00
carry        0.00
carry_lead   0.00
tempo        0.30
""",
}
"""A column a number of players; with one pack there are no twins and no void tricks (A35)."""


def table_of(rules: Rules) -> str:
    """The name of the table in which the column of these rules stands."""
    return rules.void_rule if rules.decks == 2 else "one_pack"


def constants_of(rules: Rules) -> Constants:
    """The numbers for a table.

    >>> constants_of(Rules(players=6)).height > constants_of(Rules(players=11)).height
    True
    """
    return _constants(table_of(rules), rules.players)


@cache
def _constants(table: str, players: int) -> Constants:
    """A column, the nearest one outside the table, or what lies on the line between two."""
    columns = columns_of(TABLES[table])
    below = max((column for column in columns if column <= players), default=min(columns))
    above = min((column for column in columns if column >= players), default=max(columns))
    part = (players - below) / (above - below) if above > below else 0.0
    return Constants(
        **{name: low + part * (columns[above][name] - low) for name, low in columns[below].items()}
    )


def columns_of(table: str) -> dict[int, dict[str, float]]:
    """The columns of a table by number of players."""
    (_players, *heads), *rows = (line.split() for line in table.split("\n") if line)
    return {
        int(head): {name: float(values[place]) for name, *values in rows}
        for place, head in enumerate(heads)
    }
