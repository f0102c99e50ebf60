"""The reader's hand: cards like a fan, the ones that may be played standing higher.

Shape says everything that colour says: a legal card stands one row higher than one that is not, a
lifted card higher still, the card under the cursor has a thick edge and a pointer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from rich.cells import cell_len
from textual import events
from textual.message import Message

from cancellation_hearts.core import Card, Cards, Suit
from cancellation_hearts.core.picture import card_picture
from cancellation_hearts.i18n import Words
from cancellation_hearts.tui.canvas import Canvas, Drawn

LIFTED, LEGAL, LOW = 0, 1, 2
"""In which row a card begins."""
ORDER: Final = tuple(reversed(Suit))


def in_order(hand: Cards) -> tuple[Card, ...]:
    """The cards as they are held: ♠ ♥ ♦ ♣, each from high to low.

    >>> in_order(Cards.of("C2 SA SQ SQ H3"))
    (Card.SA, Card.SQ, Card.SQ, Card.H3, Card.C2)
    """
    return tuple(reversed(list(hand)))


class Fan(msgspec.Struct, frozen=True):
    """What is to be seen of a hand."""

    cards: tuple[Card, ...] = ()
    size: int = 0
    """How many cards it began with: as many slots keep their width until it is played."""
    legal: frozenset[int] | None = None
    """Which cards may be played, by index; None while that is no question."""
    lifted: tuple[int, ...] = ()
    cursor: int = 0
    new: frozenset[int] = frozenset()
    """Which cards have just been passed to the reader."""

    def top(self, index: int) -> int:
        """In which row a card begins."""
        if index in self.lifted:
            return LIFTED
        return LEGAL if self.legal is None or index in self.legal else LOW


class Slots(msgspec.Struct, frozen=True):
    """How a hand is spread over a width."""

    card: int
    """Cells of a whole card."""
    stride: int
    """Cells from one card to the next."""
    gap: int
    """Extra cells between suits."""

    def starts(self, cards: Sequence[Card], width: int) -> list[int]:
        """Where each card begins, in the middle of the width."""
        at, starts = 0, []
        for index, card in enumerate(cards):
            if index:
                at += self.stride + (self.gap if card.suit != cards[index - 1].suit else 0)
            starts.append(at)
        left = max(0, (width - at - self.card) // 2)
        return [left + start for start in starts]


def slots(width: int, size: int, *, large: bool) -> Slots:
    """The widest spread for a hand of some size; a free cell between suits where there is room."""
    widest = 8 if large else 6
    for stride in range(widest + 1, 2, -1):
        card = min(widest, stride + 1)
        room = width - 2 - card - stride * (size - 1)
        gap = min(4, room // 3)
        if gap >= max(1, card - stride + 1):
            return Slots(card, stride, gap)
    return Slots(4, 3, 1)


class HandRow(Drawn):
    """The hand below the table."""

    class Clicked(Message):
        """A card was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, words: Words) -> None:
        super().__init__(id="hand")
        self._words = words
        self._fan = Fan()

    def show(self, fan: Fan) -> None:
        """Show this hand."""
        if fan != self._fan:
            self._fan = fan
            self.redraw()

    def _spread(self, width: int, height: int) -> tuple[Slots, list[int]]:
        fan = self._fan
        spread = slots(width, max(fan.size, len(fan.cards)), large=height > 4)
        return spread, spread.starts(fan.cards, width)

    def draw(self, width: int, height: int) -> Canvas:
        """The cards from left to right, each over the one before."""
        canvas = Canvas(width, height)
        spread, starts = self._spread(width, height)
        for index, x in enumerate(starts):
            self._draw_card(canvas, index, x, spread)
        return canvas

    def _draw_card(self, canvas: Canvas, index: int, x: int, spread: Slots) -> None:
        fan, card = self._fan, self._fan.cards[index]
        top, width, here = fan.top(index), spread.card, index == fan.cursor
        base = "card-off" if top == LOW else "card-lift" if top == LIFTED else "card"
        edge = f"{base} {'edge-cursor bold' if here else 'edge'}"
        across, down, left, right = list("━┃┏┓" if here else "─│╭╮")
        canvas.text(x, top, left + across * (width - 2) + right, edge)
        for row in range(top + 1, canvas.height):
            canvas.text(x, row, down + " " * (width - 2) + down, edge)
        ink = f"{base} on-{card.suit.lower()} bold"
        canvas.text(x + 1, top + 1, card_picture(card), ink)
        if canvas.height > 4:
            canvas.text(x + width - 3, canvas.height - 1, card.suit.symbol, ink)
        if index in fan.new:
            new = self._words.gettext("new")
            canvas.text(
                x + 1, top, new if cell_len(new) < spread.stride else "+", f"{base} new bold"
            )
        if here and top > 0:
            canvas.text(x + 1, top - 1, "▼", "star bold")
        elif here:
            canvas.text(x + 2, top, "▼", f"{edge}")

    def on_click(self, event: events.Click) -> None:
        """Find the card that lies on top there."""
        fan = self._fan
        spread, starts = self._spread(*self.size)
        for index in reversed(range(len(fan.cards))):
            if starts[index] <= event.x < starts[index] + spread.card and event.y >= fan.top(index):
                self.post_message(self.Clicked(index))
                return
