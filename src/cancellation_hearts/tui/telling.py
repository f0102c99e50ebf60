"""What happens at a table, told in lines of text.

A ``Teller`` listens to events with the view after each, and says what a person wants to hear: the
cards of a trick as they fall, what cancelled, who took what. It tells a whole record, or one
seat's side of it, from the same events; what the view does not show, it cannot say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len

from cancellation_hearts.core import (
    Cards,
    Event,
    Knowledge,
    Match,
    Phase,
    Rules,
    Suit,
    Trick,
    hearts_broken,
    live_cards,
    points_so_far,
)
from cancellation_hearts.core.events import (
    CardsPassed,
    DealCounted,
    DealRevealed,
    DealScored,
    Dealt,
    KittyTaken,
    MatchEnded,
    MoonChosen,
    MoonShot,
    TrickTaken,
    TrickVoided,
)
from cancellation_hearts.core.picture import card_picture
from cancellation_hearts.core.state import Deal, set_aside
from cancellation_hearts.i18n import CAUSES, Words, hint, option_meaning
from cancellation_hearts.i18n.catalogue import N_
from cancellation_hearts.table import Table, TableView
from cancellation_hearts.tui.cells import flush_left, flush_right, widest

WIDTH = 78
STANDS: Final[dict[Phase, str]] = {
    Phase.DEALING: N_("hand {hand} is about to be dealt"),
    Phase.PASSING: N_("hand {hand}, passing"),
    Phase.PLAYING: N_("hand {hand}, trick {trick}"),
    Phase.MOON: N_("hand {hand}, the moon has been shot"),
    Phase.OVER: N_("the game is over"),
}


def away_told(table: Table, number: int | None, words: Words) -> str | None:
    """``Ana is away: no answer from their device``, if she is; None: she is here, or is nobody."""
    person = None if number is None else table.people[number]
    if person is None or person.status != "away":
        return None
    told = words.gettext("{name} is away").format(name=person.name)
    return told if person.cause is None else f"{told}: {words.gettext(CAUSES[person.cause])}"


def standing_told(table: TableView, words: Words) -> str:
    """Where a game stands, in a few words: ``7 players · hand 3, trick 5 · you have 12``."""
    match, seat = table.match, table.seat
    deal = None if match is None else match.deal
    phase = Phase.DEALING if match is None else match.phase
    hand = 1 if match is None else match.next_number - (phase is not Phase.DEALING)
    parts = [
        words.gettext("{n} players").format(n=table.rules.players),
        words.gettext(STANDS[phase]).format(
            hand=hand, trick=1 if deal is None else len(deal.tricks) + 1
        ),
    ]
    if seat is not None:
        total = 0 if match is None else match.totals[seat]
        parts.append(words.gettext("you have {total}").format(total=total))
    return " · ".join(parts)


def distinct_names(players: Sequence[str]) -> tuple[str, ...]:
    """Names that tell seats apart: programs and namesakes get their seat's number.

    >>> distinct_names(["Ana", "bot:steady", "bot:steady", "Eve", "Eve"])
    ('Ana', 'bot 1', 'bot 2', 'Eve 3', 'Eve 4')
    """
    return tuple(
        f"bot {seat}"
        if name.startswith("bot:")
        else (name if players.count(name) == 1 else f"{name} {seat}")
        for seat, name in enumerate(players)
    )


def hand_picture(cards: Knowledge, words: Words) -> str:
    """A hand with its cards apart: ``♠ A K T   ♥ Q 7   ♣ 5``."""
    if not isinstance(cards, Cards):
        return words.gettext("{n} face down").format(n=len(cards))
    groups = (
        f"{suit.symbol} " + " ".join(str(card)[1] for card in reversed(list(cards.only(suit.mask))))
        for suit in reversed(Suit)
        if cards.only(suit.mask)
    )
    return "   ".join(groups) or "—"


def wrapped(
    head: str, parts: Sequence[str], *, gap: str = "  ", width: int = WIDTH
) -> Iterator[str]:
    """The parts in lines no wider than the page, none broken; further lines are indented."""
    line, begun = head, False
    for part in parts:
        joined = gap + part if begun else part
        if begun and cell_len(line + joined) > width:
            yield line
            line, joined = " " * cell_len(head), part
        line += joined
        begun = True
    yield line


class Teller:
    """Tells one game; ``names`` are the players', seat 0 first.

    ``me``: the seat that is told as *you*, if any. ``width``: of the longest line, in cells.
    ``at_table``: whether that seat is playing just now and sees its own hand elsewhere.
    """

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        words: Words,
        *,
        me: int | None = None,
        width: int = WIDTH,
        at_table: bool = True,
    ) -> None:
        """Nothing has been told yet."""
        self.width = width
        self.at_table = at_table
        self.rules = rules
        self.me = me
        self.words = words
        self.names = tuple(names)

    def name(self, seat: int) -> str:
        """What a seat is called in a list."""
        return self.words.gettext("you") if seat == self.me else self.names[seat]

    def label(self, seat: int) -> str:
        """What a seat is called at the head of a line or a column."""
        return self.words.gettext("You") if seat == self.me else self.names[seat]

    @property
    def name_cells(self) -> int:
        """The width of a column of such names; what is wider is cut."""
        return min(20, widest(map(self.label, range(len(self.names))), least=5))

    def tell(self, event: Event, after: Match) -> Iterator[str]:
        """The lines about an event; ``after`` is the match or view once it has happened."""
        deal, words = after.deal, self.words
        if deal is None:
            return
        match event:
            case Dealt():
                yield from self._dealt(deal)
            case CardsPassed():
                yield from self._passed(deal)
            case TrickTaken():
                yield from self.trick(deal.tricks[-1], number=len(deal.tricks))
                yield f"   → {self.outcome(deal)}"
            case TrickVoided():
                yield from self.trick(deal.tricks[-1], number=len(deal.tricks))
                yield f"   ✕ {self.outcome(deal)}"
            case KittyTaken():
                yield f"   + {self.kitty(deal)}"
            case DealRevealed():
                yield from self._revealed(deal)
            case DealCounted(points, uncollected):
                yield ""
                yield from self._by_seat(words.gettext("Captured:"), points)
                if uncollected:
                    yield words.gettext("Uncollected: {points} for nobody").format(
                        points=self._points(uncollected)
                    )
            case MoonShot(seat):
                you = words.gettext("You shoot the moon: all {n} points!")
                other = words.gettext("{name} shoots the moon: all {n} points!")
                yield f"☾ {self._said(seat, you, other, n=self.rules.all_points)}"
            case MoonChosen(seat, choice):
                yield f"☾ {self.chosen(seat, choice)}"
            case DealScored(_changes, totals):
                yield from self._by_seat(words.gettext("Totals:"), totals)
            case MatchEnded(winners):
                yield ""
                yield f"★ {self.won(winners, after.totals)}"
            case _:  # the rest is told with the trick, or by the prompt
                return

    def won(self, winners: Sequence[int], totals: Sequence[int]) -> str:
        """Who wins, and with what total."""
        total, words = totals[winners[0]], self.words
        if len(winners) == 1:
            you = words.gettext("You win with {total}")
            return self._said(
                winners[0], you, words.gettext("{name} wins with {total}"), total=total
            )
        names = ", ".join(self.name(seat) for seat in winners)
        return words.gettext("{names} share the win with {total}").format(names=names, total=total)

    def trick(self, trick: Trick, *, number: int) -> Iterator[str]:
        """A trick: seats and cards in order of play, cancelled ones between crosses."""
        cancelled = trick.pile.two
        parts = []
        for index, card in enumerate(trick.cards):
            shown = card_picture(card)
            if card.bit & cancelled:
                shown = f"×{shown}×"
            parts.append(f"{self.name(trick.seat(index, players=self.rules.players))} {shown}")
        yield from wrapped(f"{number:2}. ", parts, width=self.width)

    def standing(self, deal: Deal) -> Iterator[str]:
        """The open trick and what is at stake: who wins now, what waits."""
        trick, words = deal.trick, self.words
        if trick is None:
            return
        if trick.cards:
            yield from self.trick(trick, number=len(deal.tricks) + 1)
            yield f"    {self.winning(trick)}"
        notes = []
        if pile := deal.set_aside:
            notes.append(words.gettext("set aside: {what}").format(what=self._what(pile)))
        if deal.kitty is not None and deal.kitty_owner is None:
            cards = self._cards(len(deal.kitty))
            notes.append(words.gettext("kitty: {cards}").format(cards=cards))
        broken = hearts_broken(deal, self.rules)
        notes.append(
            words.gettext("hearts broken") if broken else words.gettext("hearts not broken")
        )
        yield f"    [{' · '.join(notes)}]"

    def winning(self, trick: Trick) -> str:
        """What cancelled in a trick that is open, and who would take it as it lies."""
        cancelled = self.cancels(trick)
        return "; ".join(filter(None, (", ".join(cancelled), self.leading(trick))))

    def cancels(self, trick: Trick) -> tuple[str, ...]:
        """The pairs that cancelled in a trick, each told: ``♦5=♦5 cancel``."""
        told = self.words.gettext("{twins} cancel")
        return tuple(
            told.format(twins=f"{card_picture(card)}={card_picture(card)}")
            for card in reversed(list(Cards(trick.pile.two)))
        )

    def leading(self, trick: Trick) -> str:
        """Who would take an open trick as it lies."""
        words = self.words
        live = live_cards(trick)
        if self.rules.void_rule == "two_pairs" and len(Cards(trick.pile.two)) >= 2:
            return words.gettext("two pairs: nobody takes this trick")
        if not live:
            return words.gettext("no live card: nobody takes it so far")
        best = list(live)[-1]
        seat = trick.seat(trick.cards.index(best), players=self.rules.players)
        you = words.gettext("you win so far with {card}")
        other = words.gettext("{name} wins so far with {card}")
        return self._said(seat, you, other, card=card_picture(best))

    def outcome(self, deal: Deal) -> str:
        """What came of the last complete trick: who took what, or what was set aside."""
        trick = deal.tricks[-1]
        if trick.taker is None:
            return self._voided(deal, None if deal.trick is None else deal.trick.leader)
        return self._taken(trick.taker, set_aside(deal.tricks[:-1]) + trick.pile)

    def score(self, match: Match) -> Iterator[str]:
        """Totals and the points taken so far in this hand (the kitty's are nobody's business)."""
        points = (0,) * self.rules.players if match.deal is None else points_so_far(match.deal)
        total, hand = self.words.gettext("total"), self.words.gettext("this hand")
        number, points_cells = widest([total], least=8), widest([hand], least=10)
        yield f"{flush_right(total, number)}  {flush_right(hand, points_cells)}"
        for seat in range(self.rules.players):
            yield f"{match.totals[seat]:{number}}  {points[seat]:{points_cells}}  {self.name(seat)}"

    def rules_told(self) -> Iterator[str]:
        """The table code, and what each option in it means."""
        yield f"   {self.rules}"
        for word in str(self.rules).split():
            name = word.partition("=")[0]
            meaning = option_meaning(name, getattr(self.rules, name), self.words)
            yield f"   {name}: {meaning}"
        if (told := hint(self.rules, self.words)) is not None:
            yield f"   ({told})"

    def _said(self, seat: int, you: str, other: str, **told: object) -> str:
        """One sentence for the reader, another about somebody else."""
        return (you if seat == self.me else other).format(name=self.names[seat], **told)

    def _cards(self, n: int) -> str:
        return self.words.ngettext("{n} card", "{n} cards", n).format(n=n)

    def _points(self, n: int) -> str:
        return self.words.ngettext("{n} point", "{n} points", n).format(n=n)

    def _what(self, cards: Knowledge) -> str:
        points = cards.points if isinstance(cards, Cards) else 0
        return f"{self._cards(len(cards))}, {self._points(points)}"

    def kitty(self, deal: Deal) -> str:
        """What the first taker of a trick got beside it."""
        told = self.words.gettext("with the kitty: {cards}")
        return told.format(cards="" if deal.kitty is None else _face(deal.kitty, self.words))

    def _taken(self, seat: int, cards: Knowledge) -> str:
        you = self.words.gettext("You take {what}")
        other = self.words.gettext("{name} takes {what}")
        return self._said(seat, you, other, what=self._what(cards))

    def _voided(self, deal: Deal, next_leader: int | None) -> str:
        words, what = self.words, self._what(deal.set_aside)
        if next_leader is None:
            told = words.gettext("nobody takes it: {what}, uncollected")
            return told.format(what=what)
        told = words.gettext("nobody takes it: {what} set aside").format(what=what)
        you, other = words.gettext("you lead"), words.gettext("{name} leads")
        return f"{told}; {self._said(next_leader, you, other)}"

    def chosen(self, seat: int, choice: str) -> str:
        """What a shooter's choice does to the totals."""
        words = self.words
        if choice == "add":
            you = words.gettext("You add {n} to everybody else's total")
            other = words.gettext("{name} adds {n} to everybody else's total")
        else:
            you = words.gettext("You take {n} off your total")
            other = words.gettext("{name} takes {n} off the own total")
        return self._said(seat, you, other, n=self.rules.moon_value)

    def _dealt(self, deal: Deal) -> Iterator[str]:
        words, way = self.words, self.rules.pass_way(deal.number)
        you, other = words.gettext("you deal"), words.gettext("{name} deals")
        parts = [
            words.gettext("Hand {n}").format(n=deal.number),
            self._said(deal.dealer, you, other),
            option_meaning("pass_cycle", (way,), words)
            if way == "none"
            else words.gettext("pass {n} {way}").format(
                n=self.rules.pass_count, way=option_meaning("pass_cycle", (way,), words)
            ),
        ]
        head = f"── {' · '.join(parts)} "
        yield ""
        yield head + "─" * (self.width - cell_len(head))
        yield from self._hands(deal, deal.dealt)

    def _hands(self, deal: Deal, hands: Sequence[Knowledge]) -> Iterator[str]:
        """The hands that lie open here, and the kitty."""
        kitty = self.words.gettext("kitty")
        width = widest([*map(self.name, range(len(self.names))), kitty])
        known = [seat for seat, hand in enumerate(hands) if isinstance(hand, Cards)]
        if known == [self.me] and self.at_table:  # the prompt shows it
            return
        for seat in known:
            yield f"   {flush_left(self.name(seat), width)}  {hands[seat]}"
        if deal.kitty is not None:
            yield f"   {flush_left(kitty, width)}  {_face(deal.kitty, self.words)}"

    def _passed(self, deal: Deal) -> Iterator[str]:
        words = self.words
        if deal.passes is None or deal.offset is None:
            return
        for giver, cards in enumerate(deal.passes):
            if not isinstance(cards, Cards):
                continue
            taker = (giver + deal.offset) % self.rules.players
            if taker == self.me:
                told = words.gettext("{name} passes {cards} to you")
                yield "   " + told.format(name=self.names[giver], cards=cards)
            else:
                you = words.gettext("You pass {cards} to {taker}")
                other = words.gettext("{name} passes {cards} to {taker}")
                yield "   " + self._said(giver, you, other, cards=cards, taker=self.names[taker])

    def _revealed(self, deal: Deal) -> Iterator[str]:
        """All hands as dealt: told only to somebody who has not seen them before."""
        if self.me is not None:
            yield ""
            yield self.words.gettext("As dealt:")
            yield from self._hands(deal, deal.dealt)
            if deal.passes is not None:
                passes = [f"{self.name(seat)} {cards}" for seat, cards in enumerate(deal.passes)]
                head = self.words.gettext("Passed:") + " "
                yield from wrapped(head, passes, width=self.width)

    def _by_seat(self, head: str, numbers: Sequence[int]) -> Iterator[str]:
        parts = [f"{self.name(seat)} {number}" for seat, number in enumerate(numbers)]
        yield from wrapped(f"{head} ", parts, gap=" · ", width=self.width)


def _face(cards: Knowledge, words: Words) -> str:
    """Cards face up, or how many lie face down."""
    if isinstance(cards, Cards):
        return str(cards)
    return words.gettext("{n} face down").format(n=len(cards))
