"""Where everything lies on the table: seats like a horseshoe, and the line of play between them.

The reader sits at the bottom; the others follow clockwise from the left neighbour, who sits lowest
on the left. In the middle stands a frame, and on it, before each seat, a *stop*: the line of play
runs along the frame from stop to stop as cards fall.

             x0                    x1
      ┌────┐ ┌────┐ ┌────┐ ┌────┐        top seats
          y0 ┏━━━②━━━━③━━━━┓
      ┌────┐ ①               ┃ ┌────┐
      └────┘ ┃    (middle)   ④ └────┘    seats at the sides
          y1 ┗━━━━━━━○━━━━━━┛
                   ┌────┐                the reader
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

Form: TypeAlias = Literal["compact", "small", "large"]
"""How a seat is drawn: in two rows, with a card of three rows, with a card of five."""

SEAT_ROWS: Final[dict[Form, int]] = {"compact": 2, "small": 3, "large": 5}
CARD_SIZE: Final[dict[Form, tuple[int, int]]] = {
    "compact": (4, 1),
    "small": (6, 3),
    "large": (7, 5),
}
SIDES: Final[dict[int, tuple[int, int, int]]] = {
    2: (1, 0, 1),
    3: (1, 1, 1),
    4: (1, 2, 1),
    5: (1, 3, 1),
    6: (2, 2, 2),
    7: (2, 3, 2),
    8: (2, 4, 2),
    9: (3, 3, 3),
    10: (3, 4, 3),
}
"""Seats left, at the top and right, by the number of other players."""
_CENTRES: Final[dict[int, tuple[float, ...]]] = {
    0: (),
    1: (0.5,),
    2: (0.22, 0.78),
    3: (0.0, 0.5, 1.0),
    4: (0.0, 0.42, 0.58, 1.0),
}
"""Where the cards of the top seats stand along the frame."""

Cell: TypeAlias = tuple[int, int]


class Place(NamedTuple):
    """One seat: its card, the room for its words, and its stop on the frame."""

    card: Cell
    words: Cell
    width: int
    """Cells for the words."""
    outward: bool
    """Whether the words stand left of the card and end there."""
    stop: int
    """Where on the frame: an index into ``Seating.path``."""


class Seating(NamedTuple):
    """A table of some size."""

    form: Form
    frame: tuple[int, int, int, int]
    """x0, y0, x1, y1 of the frame."""
    places: tuple[Place, ...]
    """Seat by seat, clockwise."""
    path: tuple[Cell, ...]
    """The cells of the frame, clockwise from the reader's stop."""


def form_of(width: int, height: int, players: int) -> Form:
    """The largest form for which there is room."""
    left = SIDES[players - 1][0]
    if width >= 80 and height >= max(22, 6 + 5 * left):
        return "large"
    if width >= 72 and height >= max(15, 4 + 3 * left):
        return "small"
    return "compact"


def seating(width: int, height: int, players: int, *, me: int = 0) -> Seating:
    """Lay a table for so many players, the reader's own seat (``me``) nearest to them."""
    form = form_of(width, height, players)
    rows, (card_width, _card_rows) = SEAT_ROWS[form], CARD_SIZE[form]
    side = {"compact": 16, "small": 20, "large": max(22, width // 4)}[form]
    x0, x1, y0, y1 = side, width - 1 - side, rows, height - rows - 1
    path = _path(x0, y0, x1, y1)
    left, top, right = SIDES[players - 1]
    places = [_bottom(form, height, x0, path)]
    heights = _rows(y0 + 1, height - y0 - 1, left, rows)
    middle = rows // 2
    words = side - card_width - 3
    for y in reversed(heights):
        stop = path.index((x0, min(y + middle, y1)))
        card = side - 1 - card_width
        if form == "compact":
            places.append(Place((0, y + 1), (0, y), side - 1, outward=False, stop=stop))
        else:
            places.append(Place((card, y), (card - 1, y), words, outward=True, stop=stop))
    places += _top(form, width, x0, x1, top, path)
    for y in _rows(y0 + 1, height - y0 - 1, right, rows):
        stop = path.index((x1, min(y + middle, y1)))
        card = x1 + 2
        if form == "compact":
            places.append(Place((card, y + 1), (card, y), side - 1, outward=False, stop=stop))
        else:
            at = (card + card_width + 1, y)
            places.append(Place((card, y), at, words, outward=False, stop=stop))
    turned = (places[(seat - me) % players] for seat in range(players))
    return Seating(form, (x0, y0, x1, y1), tuple(turned), path)


def _rows(first: int, available: int, seats: int, rows: int) -> list[int]:
    """The rows at which seats of one side begin, with even gaps."""
    gap = available - seats * rows
    return [first + gap * (i + 1) // (seats + 1) + i * rows for i in range(seats)]


def _bottom(form: Form, height: int, x0: int, path: tuple[Cell, ...]) -> Place:
    rows, (card_width, _rows) = SEAT_ROWS[form], CARD_SIZE[form]
    y, centre = height - rows, path[0][0]
    card = centre - card_width // 2
    if form == "compact":
        return Place((centre + 1, y), (centre - 1, y), centre - x0, outward=True, stop=0)
    return Place((card, y), (card - 1, y), min(card - x0 - 1, 24), outward=True, stop=0)


def _top(
    form: Form, width: int, x0: int, x1: int, seats: int, path: tuple[Cell, ...]
) -> list[Place]:
    card_width = CARD_SIZE[form][0]
    y0 = SEAT_ROWS[form]
    if form == "compact":
        slots = [i * width // seats for i in range(seats + 1)] if seats else []
        return [
            Place(
                (at, 1),
                (at, 0),
                after - at - 1,
                outward=False,
                stop=path.index((min(max(at + 2, x0), x1), y0)),
            )
            for at, after in pairwise(slots)
        ]
    centres = [x0 + round(share * (x1 - x0)) for share in _CENTRES[seats]]
    if seats == 4:  # the inner two stand side by side
        middle, step = (x0 + x1) // 2, card_width // 2 + 1
        outer = {"compact": 0, "small": 4, "large": 7}[form]
        inner = [middle - card_width % 2 - step + 1, middle + step]
        centres = [x0 - outer, *inner, x1 + outer]
    elif seats == 3 and form == "large":  # room for the words of the middle one
        centres = [x0 - 3, centres[1], x1 + 3]
    cards = [centre - card_width // 2 for centre in centres]
    places = []
    for index, (centre, card) in enumerate(zip(centres, cards, strict=True)):
        stop = path.index((min(max(centre, x0), x1), y0))
        outward = index < seats // 2
        if outward:
            # Left of the middle: the words stand between the card before and this one.
            room = card - 1 - (cards[index - 1] + card_width + 1 if index else 0)
            places.append(Place((card, 0), (card - 1, 0), min(room, 24), outward=True, stop=stop))
        else:
            following = cards[index + 1] - 1 if index + 1 < seats else width
            if index + 1 == (seats + 1) // 2 and seats % 2:  # the middle one shares with the next
                following = min(following, card + card_width + 1 + 13)
            at = card + card_width + 1
            places.append(Place((card, 0), (at, 0), following - at, outward=False, stop=stop))
    return places


def _path(x0: int, y0: int, x1: int, y1: int) -> tuple[Cell, ...]:
    """The cells of the frame from the middle of its lower side: left, up, right, down."""
    middle = (x0 + x1 + 1) // 2
    return (
        *((x, y1) for x in range(middle, x0, -1)),
        *((x0, y) for y in range(y1, y0, -1)),
        *((x, y0) for x in range(x0, x1)),
        *((x1, y) for y in range(y0, y1)),
        *((x, y1) for x in range(x1, middle, -1)),
    )
