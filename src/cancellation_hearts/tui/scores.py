"""The score as text: who stands where, how the totals went, and the history hand by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cancellation_hearts.core import View, points_so_far
from cancellation_hearts.record.record import Hand
from cancellation_hearts.tui.canvas import Line
from cancellation_hearts.tui.cells import fitting, flush_left, flush_right, widest, wrap
from cancellation_hearts.tui.telling import Teller

BLOCKS: Final = "▁▂▃▄▅▆▇█"


def sparkline(numbers: Sequence[int], *, low: int, high: int) -> str:
    """Numbers as blocks of eight heights between two bounds.

    >>> sparkline([0, 50, 100], low=0, high=100)
    '▁▅█'
    """
    span = max(1, high - low)
    return "".join(BLOCKS[min(7, max(0, round((n - low) * 7 / span)))] for n in numbers)


def ranks(totals: Sequence[int]) -> list[tuple[str, int]]:
    """Seats from the lowest total to the highest, equal ones with equal ranks.

    >>> ranks([5, 3, 5])
    [('1', 1), ('2=', 0), ('2=', 2)]
    """
    ranked = []
    for seat in sorted(range(len(totals)), key=lambda seat: (totals[seat], seat)):
        rank = 1 + sum(total < totals[seat] for total in totals)
        ranked.append((f"{rank}{'=' if totals.count(totals[seat]) > 1 else ''}", seat))
    return ranked


def courses(view: View, history: Sequence[Hand]) -> list[list[int]]:
    """The total of each seat after each hand."""
    return [[hand.totals[seat] for hand in history if hand.totals] for seat in _seats(view)]


def _seats(view: View) -> range:
    return range(view.rules.players)


def standings(
    view: View, history: Sequence[Hand], teller: Teller, width: int, *, scored: bool = False
) -> Iterator[Line]:
    """One line a seat, the lowest total first: rank, name, course of the totals, hand, total.

    ``scored``: the hand is over, and the column of the hand tells what the totals changed by.
    """
    words, totals, limit = teller.words, view.totals, view.rules.limit
    deal = view.deal
    taken = (0,) * len(totals) if deal is None else points_so_far(deal)
    if scored and deal is not None and deal.changes is not None:
        taken = deal.changes
    course = courses(view, history)
    low = min(0, *totals)
    high = max(1, *totals) if limit > 2 * max(1, *totals) else limit
    heads = (words.gettext("total"), words.gettext("this hand"))
    names = teller.name_cells
    number = widest(heads[:1], least=5) + 1
    hand = widest(heads[1:], least=4) + 2
    spark = max(0, min(24, width - names - number - hand - 8))
    head = " " * (4 + names + 2 + spark)
    head += flush_right(heads[1], hand) + flush_right(heads[0], number)
    yield [(head, "ink-2")]
    for rank, seat in ranks(totals):
        mine = seat == view.seat
        style = "ink bold" if mine else "ink"
        line = sparkline(course[seat][-spark:] if spark else [], low=low, high=high)
        yield [
            ("▸" if mine else " ", "star bold"),
            (f"{rank:3}", style),
            (f"{flush_left(fitting(teller.label(seat), names), names)}  ", style),
            (f"{line:{spark}}", "star" if mine else "ink-2"),
            (f"{f'+{taken[seat]}' if taken[seat] > 0 else taken[seat]:>{hand}}", style),
            (f"{totals[seat]:>{number}}", "ink bold"),
        ]


def hand_by_hand(view: View, history: Sequence[Hand], teller: Teller, width: int) -> Iterator[Line]:
    """A table: one line a hand with what each total changed by, and what was special in it."""
    words, seats = teller.words, _seats(view)
    if not history:
        yield [(words.gettext("no hand has been scored yet"), "ink-2")]
        return
    column = max(4, min(9, (width - 5) // len(seats)))
    names = "".join(flush_right(fitting(teller.label(seat), column - 1), column) for seat in seats)
    yield [(f"{'':5}{names}", "ink-2")]
    before: Sequence[int] = (0,) * len(seats)  # a game at the terminal begins at 0
    for number, hand in enumerate(history, start=1):
        totals = hand.totals
        assert totals is not None  # history holds scored hands
        changes = [new - old for new, old in zip(totals, before, strict=True)]
        cells = "".join(f"{f'+{n}' if n > 0 else n:>{column}}" for n in changes)
        yield [(f"{number:4} ", "ink-2"), (cells, "ink")]
        for note in notes(hand, view, teller):
            for text in wrap(note, width - 5):
                yield [(" " * 5 + text, "star")]
        before = totals
    cells = "".join(f"{total:>{column}}" for total in before)
    yield [(f"{'':5}{cells}", "ink bold")]


def notes(hand: Hand, view: View, teller: Teller) -> Iterator[str]:
    """Why a hand's numbers are not simply the points that were captured."""
    words, rules = teller.words, view.rules
    if hand.moon is not None:
        yield f"☾ {teller.chosen(*hand.moon)}"
    if hand.points is not None:
        missing = rules.all_points - sum(hand.points)
        if missing:
            told = words.gettext("Uncollected: {points} for nobody")
            points = words.ngettext("{n} point", "{n} points", missing).format(n=missing)
            yield told.format(points=points)


def reasons(view: View, teller: Teller) -> Iterator[str]:
    """What options of the table did to the totals of the hand that has just been scored."""
    deal, words = view.deal, teller.words
    if deal is None or deal.changes is None or deal.points is None or deal.shooter is not None:
        return
    for seat, (points, change) in enumerate(zip(deal.points, deal.changes, strict=True)):
        if points != change:
            told = words.gettext("{name}: {points} captured, {change} counted (rules of the table)")
            yield told.format(name=teller.name(seat), points=points, change=change)
