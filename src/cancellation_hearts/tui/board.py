"""The table: seats around a frame, cards before them, the line of play, and the middle.

Two stories are told by shape first and colour second. *In what order cards fell*: a thick line runs
from the leader's stop to the last card, numbered at every seat, with an arrow to the seat
whose turn it is. *Which cards cancelled*: a cancelled card stands on waves, with a cross and the
word.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

from cancellation_hearts.core import Card, View
from cancellation_hearts.core.picture import card_picture
from cancellation_hearts.i18n import Words, option_meaning, suit_name
from cancellation_hearts.tui.asking import is_passing
from cancellation_hearts.tui.canvas import Canvas, Drawn, Line, sentence, suited
from cancellation_hearts.tui.cells import fitting, wrap
from cancellation_hearts.tui.glance import Glance, Seat
from cancellation_hearts.tui.seating import CARD_SIZE, Form, Place, Seating, seating

LINES: Final = {
    "card": "╭─╮│╯─╰│",
    "wins": "╔═╗║╝═╚║",
    "cancelled": "╭─╮│╯≈╰│",
    "turn": "┏╍┓┇┛╍┗┇",
    "empty": "╭╌╮╎╯╌╰╎",
}
PATH: Final = {
    "past": "━┃┏┓┛┗",
    "next": "┅┇┏┓┛┗",
    "rest": "┄┆┌┐┘└",
}
DIGITS: Final = {
    "0": ("┏━┓", "┃ ┃", "┗━┛"),
    "1": ("╺┓ ", " ┃ ", "╺┻╸"),
    "2": ("╺━┓", "┏━┛", "┗━╸"),
    "3": ("╺━┓", "╺━┫", "╺━┛"),
    "4": ("╻ ╻", "┗━┫", "  ╹"),
    "5": ("┏━╸", "┗━┓", "╺━┛"),
    "6": ("┏━╸", "┣━┓", "┗━┛"),
    "7": ("╺━┓", "  ┃", "  ╹"),
    "8": ("┏━┓", "┣━┫", "┗━┛"),
    "9": ("┏━┓", "┗━┫", "╺━┛"),
}
ARROWS: Final = {"left": "◀", "right": "▶", "across": "▲"}


class Board(Drawn):
    """The table as it stands."""

    def __init__(self, words: Words) -> None:
        super().__init__(id="board")
        self._words = words
        self._view: View | None = None
        self._glance: Glance | None = None
        self._lifted: tuple[Card, ...] = ()

    def show(self, view: View, glance: Glance, lifted: tuple[Card, ...]) -> None:
        """Show this; ``lifted``: the cards that the reader has chosen to pass."""
        self._view, self._glance, self._lifted = view, glance, lifted
        self.redraw()

    def draw(self, width: int, height: int) -> Canvas:
        """Everything, in this size."""
        canvas = Canvas(width, height)
        view, glance = self._view, self._glance
        if view is None or glance is None:
            return canvas
        table = seating(width, height, view.rules.players, me=view.seat or 0)
        x0, y0, x1, y1 = table.frame
        canvas.fill(x0, y0, x1 - x0 + 1, y1 - y0 + 1, "board")
        self._draw_line(canvas, table, glance, view)
        for place, seat in zip(table.places, glance.seats, strict=True):
            self._draw_stop(canvas, table, place, seat)
            self._draw_seat(canvas, table.form, place, seat)
        margin = 2 if table.form == "compact" else 3
        room = (x0 + margin, y0 + 1, x1 - x0 - 2 * margin + 1, y1 - y0 - 1)
        if is_passing(view):
            self._draw_passing(canvas, room, view, glance)
        else:
            self._draw_middle(canvas, room, glance)
        return canvas

    # --- the line of play -------------------------------------------------------------------

    def _draw_line(self, canvas: Canvas, table: Seating, glance: Glance, view: View) -> None:
        kinds = ["rest"] * len(table.path)
        arrow = None
        stops = [place.stop for place in table.places]
        if is_passing(view) and view.deal is not None:
            way = view.rules.pass_way(view.deal.number)
            arrow = self._way_of_pass(kinds, stops, way, me=view.seat or 0)
        elif glance.trick is not None and glance.trick.cards:
            leader, played = glance.trick.leader, len(glance.trick.cards)
            players = view.rules.players
            last = (leader + played - 1) % players
            _mark(kinds, stops[leader], stops[last], "past")
            if played < players:
                turn = (last + 1) % players
                _mark(kinds, stops[last], stops[turn], "next")
                arrow = ((stops[turn] - 3) % len(kinds), +1)
        for index, (x, y) in enumerate(table.path):
            canvas.text(x, y, _sign(table, index, kinds[index]), f"board line-{kinds[index]}")
        if arrow is not None:
            index, step = arrow
            x, y = table.path[index]
            canvas.text(x, y, _head(table, index, step), "board line-next bold")

    @staticmethod
    def _way_of_pass(
        kinds: list[str], stops: list[int], way: str, *, me: int
    ) -> tuple[int, int] | None:
        """The way that the reader's cards go along the frame, and where its arrow stands."""
        if way == "left":
            left = stops[(me + 1) % len(stops)]
            _mark(kinds, stops[me], left, "next")
            return (left - 3) % len(kinds), +1
        if way == "right":
            right = stops[me - 1]
            _mark(kinds, right, stops[me], "next")
            return (right + 3) % len(kinds), -1
        return None

    def _draw_stop(self, canvas: Canvas, table: Seating, place: Place, seat: Seat) -> None:
        """The number on the frame: when this seat plays."""
        x, y = table.path[place.stop]
        if seat.passed is not None:
            label, style = (" ✓ ", "stop") if seat.passed else (" … ", "stop-rest")
        elif seat.order == 0:
            return
        elif seat.card is not None:
            label, style = (f"▶{seat.order}" if seat.leads else f" {seat.order}"), "stop bold"
        elif seat.turn:
            label, style = f"▸{seat.order}", "stop-turn bold"
        else:
            label, style = f" {seat.order}", "stop-rest"
        label = f"{label} " if cell_len(label) < 3 else label
        canvas.text(x - 1, y, label, f"board {style}")

    # --- seats ------------------------------------------------------------------------------

    def _draw_seat(self, canvas: Canvas, form: Form, place: Place, seat: Seat) -> None:
        if form == "compact":
            self._draw_compact(canvas, place, seat)
            return
        width, height = CARD_SIZE[form]
        x, y = place.card
        self._draw_card(canvas, (x, y, width, height), seat)
        rows: list[Line] = [self._named(seat), self._score(seat), self._state(seat)]
        top = place.words[1] + (height - 3) // 2
        for row, line in enumerate(rows):
            cut = _cut(line, place.width)
            if place.outward:
                canvas.right(place.words[0], top + row, cut)
            else:
                canvas.line(place.words[0], top + row, cut)

    def _draw_card(self, canvas: Canvas, box: tuple[int, int, int, int], seat: Seat) -> None:
        x, y, width, height = box
        card = seat.card
        if card is None:
            if seat.turn:
                canvas.box(*box, lines=LINES["turn"], style="star bold")
                canvas.centred(x, y + height // 2, width, [("…", "star bold")])
            else:
                canvas.box(*box, lines=LINES["empty"], style="hair")
            return
        look = "wins" if seat.wins else "cancelled" if seat.cancelled else "card"
        paper = "card-void" if seat.cancelled else "card"
        edge = {"wins": "edge-star bold", "cancelled": "card-void edge-stamp", "card": "card edge"}
        canvas.box(*box, lines=LINES[look], style=edge[look])
        canvas.fill(x + 1, y + 1, width - 2, height - 2, paper)
        ink = f"{paper} on-{card.suit.lower()} bold"
        if seat.cancelled:
            canvas.text(x + width - 2, y, "✕", f"{edge[look]} bold")
        canvas.text(x + 2, y + 1, card_picture(card), ink)
        if seat.cancelled and height > 3:
            canvas.text(x + 1, y + height - 2, "≈" * (width - 2), edge[look])
        elif height > 3:
            canvas.text(x + width - 3, y + height - 2, card.suit.symbol, ink)

    def _draw_compact(self, canvas: Canvas, place: Place, seat: Seat) -> None:
        x, y = place.words
        head = [*self._named(seat), (" ", ""), *self._score(seat)]
        card = seat.card
        if card is None:
            slot: Line = [("[ … ]", "star bold")] if seat.turn else [("[   ]", "hair")]
        else:
            left, right = "≈≈" if seat.cancelled else "[]"
            paper = "card-void" if seat.cancelled else "card"
            style = f"{paper} edge-stamp" if seat.cancelled else f"{paper} edge"
            ink = f"{paper} on-{card.suit.lower()} bold"
            slot = [(left, style), (card_picture(card), ink), (" ", ink), (right, style)]
        if place.outward:  # the reader: what is to be said stands below
            canvas.right(x, y, head)
            canvas.line(place.card[0], y, slot)
            canvas.line(place.card[0], y + 1, self._state(seat))
            return
        canvas.line(x, y, _cut(head, place.width))
        canvas.line(x, y + 1, _cut([*slot, (" ", ""), *self._state(seat)], place.width))

    def _named(self, seat: Seat) -> Line:
        style = "star bold underline" if seat.turn else "ink bold"
        bot = self._words.gettext("bot")
        return [(seat.name, style), *([(f" {bot}", "ink-2")] if seat.bot else [])]

    def _score(self, seat: Seat) -> Line:
        taken = [(f" +{seat.taken}", "ink bold")] if seat.taken else []
        return [(str(seat.total), "ink-2"), *taken]

    def _state(self, seat: Seat) -> Line:
        """What is to be said of this seat in the trick, in one or two words."""
        words = self._words
        if seat.gets:
            return [(words.gettext("receives"), "star bold")]
        if seat.passed is not None:
            told = words.gettext("ready") if seat.passed else words.gettext("choosing")
            return [(told, "ink-2")]
        if seat.cancelled:
            return [("✕ " + words.gettext("cancelled"), "stamp bold")]
        if seat.wins:
            return [("★ " + words.gettext("wins"), "star bold")]
        if seat.leads:
            led = words.gettext("led") if seat.card else words.gettext("leads")
            return [(f"▶ {led}", "ink")]
        if seat.turn:
            return [(words.gettext("to play"), "star")]
        return []

    # --- the middle -------------------------------------------------------------------------

    def _draw_middle(self, canvas: Canvas, room: tuple[int, int, int, int], glance: Glance) -> None:
        x, y, width, height = room
        lines = list(self._trick_told(glance, width))
        pot = list(self._pot_told(glance, width))
        big = height >= 9 and width >= 30 and glance.trick is not None
        space = height - (4 if big else 1 + len(pot))
        top = y + (1 if height >= 11 else 0)
        for row, line in enumerate(lines[:space]):
            canvas.line(x, top + row, _cut(line, width))
        if not big:
            for row, line in enumerate(pot):
                canvas.line(x, y + height - len(pot) + row, _cut(line, width))
            return
        base = y + height - (4 if height >= 11 else 3)
        canvas.text(x, base - 1, "─" * width, "board hair")
        at = x
        for digit in str(glance.pot.stake):
            for row, text in enumerate(DIGITS[digit]):
                canvas.text(at, base + row, text, "board ink bold")
            at += 4
        left = x + width - at - 1
        for row, line in enumerate(self._pot_told(glance, left, stake=False)):
            canvas.line(at + 1, base + row, _cut(line, left))

    def _trick_told(self, glance: Glance, width: int) -> Iterator[Line]:
        """What was led, who wins, what cancelled."""
        words = self._words
        if glance.trick is None:
            return
        if glance.led is None:
            leader = glance.seats[glance.trick.leader]
            leader = glance.seats[glance.trick.leader]
            told = (
                words.gettext("You lead trick {n}")
                if leader.me
                else words.gettext("{name} leads trick {n}")
            )
            for text in wrap(told.format(name=leader.name, n=glance.number), width):
                yield [(text, "board ink bold")]
        else:
            sign = f"{glance.led.symbol} {suit_name(glance.led, words)}"
            head = words.gettext("Trick {n} · led: {suit}").format(n=glance.number, suit=sign)
            if cell_len(head) > width:
                head = words.gettext("Led: {suit}").format(suit=sign)
            yield suited(head, "board ink-2")
        if glance.told:
            void = glance.held and glance.trick.taker is None
            mark, style = ("✕", "stamp") if void else ("★", "star")
            for row, text in enumerate(wrap(sentence(glance.told), width - 2)):
                yield [
                    (f"{' ' if row else mark} ", f"board {style}"),
                    *suited(text, "board ink bold"),
                ]
        if glance.kitty:
            for row, text in enumerate(wrap(glance.kitty, width - 2)):
                yield [("  " if row else "+ ", "board star"), *suited(text, "board ink")]
        for told in glance.cancels:
            yield [("✕ ", "board stamp"), *suited(told, "board stamp bold")]
        if glance.one_more:
            for text in wrap(words.gettext("One more pair, and nobody takes it."), width):
                yield [(text, "board ink-2")]

    def _pot_told(self, glance: Glance, width: int, *, stake: bool = True) -> Iterator[Line]:
        """What the taker gets."""
        words, pot = self._words, glance.pot
        if glance.trick is None:
            return
        told = words.ngettext("point at stake", "points at stake", pot.stake)
        yield [(f"{pot.stake} {told}" if stake else told, "board ink bold")]
        if pot.aside_cards:
            cards = words.ngettext("{n} card", "{n} cards", pot.aside_cards)
            aside = words.gettext("{points} set aside in {cards}").format(
                points=pot.aside_points, cards=cards.format(n=pot.aside_cards)
            )
            if cell_len(aside) > width:
                aside = words.gettext("{points} set aside").format(points=pot.aside_points)
            yield [(aside, "board stamp bold")]
        if pot.kitty:
            cards = words.ngettext("{n} card", "{n} cards", pot.kitty).format(n=pot.kitty)
            yield [(words.gettext("kitty: {cards}").format(cards=cards), "board ink-2")]

    def _draw_passing(
        self, canvas: Canvas, room: tuple[int, int, int, int], view: View, glance: Glance
    ) -> None:
        x, y, width, height = room
        words, deal = self._words, view.deal
        assert deal is not None  # of the phase
        way = view.rules.pass_way(deal.number)
        target = next(seat for seat in glance.seats if seat.gets)
        head = words.gettext("Pass {n} to {name}").format(n=view.rules.pass_count, name=target.name)
        meaning = option_meaning("pass_cycle", (way,), words)
        top = y + max(0, (height - 6) // 2)
        canvas.centred(
            x, top, width, [(f"{ARROWS[way]} ", "board star bold"), (head, "board ink bold")]
        )
        canvas.centred(x, top + 1, width, [(f"({meaning})", "board ink-2")])
        slots = view.rules.pass_count
        at = x + (width - 8 * slots + 2) // 2
        for slot in range(slots):
            box = (at + 8 * slot, top + 3, 6, 3)
            if slot < len(self._lifted):
                card = self._lifted[slot]
                canvas.box(*box, lines=LINES["card"], style="card edge")
                ink = f"card on-{card.suit.lower()} bold"
                canvas.text(box[0] + 2, box[1] + 1, card_picture(card), ink)
            else:
                canvas.box(*box, lines=LINES["empty"], style="board hair")
                canvas.text(box[0] + 2, box[1] + 1, str(slot + 1), "board ink-2")


def _mark(kinds: list[str], start: int, end: int, kind: str) -> None:
    """Give a stretch of the path, clockwise from one stop to another, its kind."""
    index = start
    while index != end:
        kinds[index] = kind
        index = (index + 1) % len(kinds)
    kinds[end] = kind


def _sign(table: Seating, index: int, kind: str) -> str:
    """What the frame looks like at a cell of its path."""
    x0, y0, x1, y1 = table.frame
    across, down, top_left, top_right, bottom_right, bottom_left = list(PATH[kind])
    corners = {
        (x0, y0): top_left,
        (x1, y0): top_right,
        (x1, y1): bottom_right,
        (x0, y1): bottom_left,
    }
    x, y = table.path[index]
    return corners.get((x, y), across if y in (y0, y1) else down)


def _head(table: Seating, index: int, step: int) -> str:
    """An arrow head along the path: where the next cell lies."""
    x, y = table.path[index]
    x_next, y_next = table.path[(index + step) % len(table.path)]
    if x_next != x:
        return "▶" if x_next > x else "◀"
    return "▼" if y_next > y else "▲"


def _cut(line: Line, width: int) -> Line:
    """The line, cut to so many cells."""
    kept = []
    for text, style in line:
        short = fitting(text, max(0, width))
        if not short or width <= 0:
            break
        kept.append((short, style))
        width -= cell_len(short)
    return kept
